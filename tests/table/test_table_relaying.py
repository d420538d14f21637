"""Where many sit, acknowledgements go by way of the host; and he can keep none of them back for long."""

import pytest

from kalooki.rules.view import SeatView
from kalooki.table import relaying
from kalooki.table.config import Founding
from kalooki.table.payloads import NodeNumber
from kalooki.table.ports import AckPacket, Output, Packet, Send
from support.table_world import Place, World

HOST = 0
CROWD = 4
"""Here four are a crowd: six would say the same more slowly."""

MOVES = 4


@pytest.fixture(autouse=True)
def crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaying, "CROWD", CROWD)


class Counted(World):
    """Counts the messages in which acknowledgements go over the network: what a node sends at once goes in one."""

    def __init__(self, count: int) -> None:
        self.messages = 0
        super().__init__(5, (Place(),) * count, moves=MOVES, founding=Founding("british", seats=count))

    def _carry_out(self, number: int, outputs: tuple[Output, ...]) -> None:
        to = {output.to for output in outputs if isinstance(output, Send) and isinstance(output.packet, AckPacket)}
        self.messages += len(self.processes) - 1 if None in to else len(to)
        super()._carry_out(number, outputs)


def table_of(count: int) -> Counted:
    return Counted(count)


def moved(world: World, moves: int = MOVES) -> bool:
    """Whether everybody sees so many moves of a deal."""
    return all(process.node is not None for process in world.processes) and all(
        standing is not None and standing.doing == "action" and standing.move >= moves
        for standing in (node.standing(node.my_players[0]) for node in world.nodes)
    )


def acks(world: World, number: int) -> list[NodeNumber | None]:
    """To whom a node has sent acknowledgements since the table is full."""
    return [to for to, packet in world.processes[number].sent if isinstance(packet, AckPacket)]


def play(world: Counted) -> Counted:
    """Play from the first move on; before, not all are there."""
    world.run(lambda: moved(world, 0))
    world.messages = 0
    world.run(lambda: moved(world))
    return world


def test_a_crowd_says_less_and_plays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    by_host = play(table_of(CROWD))
    for number in range(1, CROWD):
        to = acks(by_host, number)
        assert to.count(NodeNumber(HOST)) > to.count(None)
    monkeypatch.setattr(relaying, "CROWD", CROWD + 1)
    directly = play(table_of(CROWD))
    assert all(None in acks(directly, number) for number in range(CROWD))
    assert by_host.messages < directly.messages * 0.7


def test_what_is_committed_in_time_is_told_to_nobody_else() -> None:
    world = play(table_of(CROWD))
    world.rest(2000)  # each has told all of his newest, once
    quiet = world.messages
    world.moves = MOVES + 1
    world.run(lambda: moved(world, MOVES + 1))
    world.rest(2 * relaying.PATIENCE_MS)
    entries = 2 * CROWD  # more than a move makes
    assert world.messages - quiet < 2 * CROWD * entries
    assert len({node.committed_index for node in world.nodes}) == 1


def test_a_few_tell_each_other() -> None:
    few = CROWD - 1
    world = play(table_of(few))
    assert all(acks(world, number).count(None) > acks(world, number).count(NodeNumber(HOST)) for number in range(few))


def test_a_host_that_passes_nothing_on_holds_nobody_up_for_long() -> None:
    prompt, world = play(table_of(CROWD)), table_of(CROWD)

    def keeps_back(sender: int, receiver: int, packet: Packet) -> bool:
        return sender == HOST and isinstance(packet, AckPacket) and packet.ack.node not in {HOST, receiver}

    world.hold = keeps_back
    play(world)
    assert world.now > prompt.now
    entries = min(node.committed_index for node in world.nodes)
    assert world.now - prompt.now < entries * 2 * relaying.PATIENCE_MS


def test_who_is_silent_is_not_waited_for() -> None:
    world = table_of(CROWD)
    world.run(lambda: moved(world, 1))
    world.kill(CROWD - 1)
    views: list[SeatView | None] = []

    def is_dealt_again() -> bool:
        views[:] = [node.view(node.my_players[0]) for node in world.nodes[: CROWD - 1]]
        return all(view is not None and view.attempt > 1 for view in views)

    world.run(is_dealt_again)
    assert len(views) == CROWD - 1
