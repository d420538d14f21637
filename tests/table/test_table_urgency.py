"""What a table waits for comes first: a player's own hand, and the work on the deck that is dealt next."""

import pytest

from kalooki.fair.decryption import DecryptionShares
from kalooki.rules.view import SeatView
from kalooki.table.payloads import NodeNumber, PlayerNumber, Shares
from kalooki.table.ports import EntryPacket, Output, Packet, Prove, Publish, Send
from kalooki.table.workshop import Job, Judged, Prepared, Shuffled, Weighed
from support.table_world import Place, World

THREE = (Place(), Place(), Place())
LAST = 2
FIRST_DECK, NEXT_DECK = 2, 3
"""The first ceremony of a table draws the seats."""


class Watched(World):
    """Notes what the nodes have made, and all that came of each of their steps."""

    def __init__(self, seed: int, moves: int) -> None:
        self.made: list[tuple[Job, bool]] = []
        self.came: list[tuple[int, tuple[Output, ...]]] = []
        super().__init__(seed, THREE, moves=moves)

    def _carry_out(self, number: int, outputs: tuple[Output, ...]) -> None:
        node = self.processes[number].node
        for output in outputs:
            if isinstance(output, Prove):
                assert node is not None
                self.made.append((node._desk.workshop._jobs[output.job], output.is_urgent))  # noqa: SLF001 - its kind
        self.came.append((number, outputs))
        super()._carry_out(number, outputs)


def urgencies(world: Watched, ceremony: int, kind: type[Job]) -> list[bool]:
    return [is_urgent for job, is_urgent in world.made if isinstance(job, kind) and job.ceremony == ceremony]


def hand_of(world: World, number: int) -> SeatView | None:
    node = world.processes[number].node
    return None if node is None else node.view(node.my_players[0])


def sees_hand(world: World, number: int) -> bool:
    view = hand_of(world, number)
    return view is not None and bool(view.hand) and not view.unopened


def brings_shares(packet: Packet) -> bool:
    """Whether it is an entry in which shares of a deal stand."""
    messages = packet.entry.messages if isinstance(packet, EntryPacket) else ()
    return any(isinstance(one.payload, Shares) and one.stream.deal > 0 for one in messages)


@pytest.mark.parametrize("seed", [3, 4])
def test_all_wait_for_the_first_deck_but_for_what_is_made_ahead_of_its_turn(seed: int) -> None:
    world = Watched(seed, moves=1)
    world.run(lambda: len(urgencies(world, NEXT_DECK, Judged)) == len(THREE))
    assert sorted(urgencies(world, FIRST_DECK, Prepared)) == [False, False, True]
    assert urgencies(world, FIRST_DECK, Shuffled) == [True, True, True]
    assert urgencies(world, FIRST_DECK, Judged) == [True, True, True]
    weighed = urgencies(world, FIRST_DECK, Weighed)
    assert weighed
    assert not any(weighed)
    for kind in (Prepared, Shuffled, Judged, Weighed):
        assert urgencies(world, NEXT_DECK, kind)
        assert not any(urgencies(world, NEXT_DECK, kind)), "nobody waits for the deck of the next deal"


@pytest.mark.parametrize("seed", [3, 4])
def test_a_player_sees_his_hand_before_the_shares_of_all_stand_in_the_log(seed: int) -> None:
    world = Watched(seed, moves=0)
    world.hold = lambda _sender, receiver, packet: receiver == LAST and brings_shares(packet)
    world.run(lambda: sees_hand(world, LAST))
    node = world.node(LAST)
    assert not node.standing(node.my_players[0]).move  # type: ignore[union-attr]
    proven = node._desk.replica.checks.proven  # noqa: SLF001 - what it has tested
    (own,) = [seat for number, seat in node._desk.workshop._keys if number == FIRST_DECK]  # noqa: SLF001
    tested = [given for _, given in proven if given.seat != own]
    assert len(tested) == len(THREE) - 1
    assert all(is_for(given, own) for given in tested), "nobody's hand but his own"
    world.let_through()
    world.run(lambda: node.last_index == world.node(0).last_index)


def is_for(given: DecryptionShares, seat: int) -> bool:
    return given.recipient == seat


@pytest.mark.parametrize("seed", [3, 4])
def test_a_host_shows_its_player_his_hand_before_it_orders_the_shares(seed: int) -> None:
    world = Watched(seed, moves=0)
    world.run(lambda: sees_hand(world, 0))
    host, (number, outputs) = world.node(0), world.came[-1]
    assert (host.hosts, number, host.my_players) == (True, 0, (PlayerNumber(0),))
    kinds = [
        "show" if isinstance(output, Publish) else "order"
        for output in outputs
        if isinstance(output, Publish) or (isinstance(output, Send) and brings_shares(output.packet))
    ]
    assert kinds[0] == "show"
    assert world.node(NodeNumber(LAST)).last_index <= host.last_index
