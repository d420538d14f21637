"""What a node keeps in memory: an evening of deals is no longer than its longest deal."""

from kalooki.table.config import Founding
from kalooki.table.log import TABLE
from kalooki.table.state import TableState
from support.table_world import Place, World

DEALS = 4


def kept(world: World, number: int) -> tuple[int, int]:
    """Shares remembered as proven, and messages of deals that are remembered as said."""
    replica = world.node(number)._desk.replica  # noqa: SLF001 - memory has no other face
    return len(replica.checks.proven), sum(stream != TABLE for _, stream, *_ in replica.said)


def state_of(world: World, number: int) -> TableState:
    state = world.node(number)._desk.replica.accepted  # noqa: SLF001 - likewise
    assert state is not None
    return state


def test_what_was_said_and_proven_in_a_deal_is_forgotten_with_it() -> None:
    world = World(4, (Place(), Place()), founding=Founding("british", (("limit", "1000"),), seats=2), deals=DEALS)
    most = (0, 0)
    for deal in range(2, DEALS + 1):
        world.run(lambda deal=deal: all(state_of(world, one).stream.deal >= deal - 1 for one in range(2)))  # type: ignore[misc]
        while not all(state_of(world, one).stream.deal == deal for one in range(2)):
            world.rest(100)
            most = max(most, kept(world, 1))
        for number in range(2):
            replica, state = world.node(number)._desk.replica, state_of(world, number)  # noqa: SLF001 - likewise
            assert not any(state.is_over(stream) for _, stream, *_ in replica.said)
            assert all(now <= before for now, before in zip(kept(world, number), most, strict=True))
    assert min(most) > 20, "there was something to forget"
    # In the table's own stream a deal leaves no more than who is ready, and the host's few words.
    of_table = [key for key in world.node(1)._desk.replica.said if key[1] == TABLE]  # noqa: SLF001 - likewise
    assert len(of_table) <= 30 + 4 * DEALS
