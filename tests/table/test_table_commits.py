"""When a node acknowledges and commits, and when it gives its shares."""

from kalooki.rules.actions import Discard, Draw, Shown
from kalooki.rules.game import NeedsHands, pending
from kalooki.table.config import Founding
from kalooki.table.payloads import (
    CeremonyNumber,
    KeyShare,
    NodeNumber,
    OpenHand,
    PlayerNumber,
    Ready,
    Shuffle,
)
from kalooki.table.ports import (
    AckPacket,
    CloseTable,
    EntryPacket,
    GetReady,
    LeaveTable,
    MessagePacket,
    Packet,
    PlayAction,
    Received,
)
from kalooki.table.state import SeatDraw, Shut
from support.table_scenes import (
    ONE_VOTER,
    THREE,
    codes,
    draw,
    forged_entry,
    forged_message,
    in_lobby,
    in_play,
    is_share,
    kept,
    node_in_turn,
    reports,
    shares_sent,
    state_of,
    turn_of,
)
from support.table_world import TICK, Place, World


def test_with_one_voter_the_hosts_own_acknowledgement_commits() -> None:
    world = in_lobby(ONE_VOTER)
    world.hold = lambda _sender, _receiver, packet: isinstance(packet, AckPacket)
    before = world.node(0).committed_index
    world.submit(0, PlayerNumber(0), GetReady(0))
    assert world.node(0).committed_index == before + 1
    assert codes(world, 0) == [""]


def test_with_two_voters_nothing_is_committed_without_both() -> None:
    world = in_lobby()
    world.hold = lambda sender, _receiver, packet: isinstance(packet, AckPacket) and sender == 1
    before = world.node(0).committed_index
    world.submit(0, PlayerNumber(0), GetReady(0))
    world.rest(500)
    assert (world.node(0).last_index, world.node(0).committed_index) == (before + 1, before)
    assert codes(world, 0) == []
    world.let_through()
    assert world.node(0).committed_index == before + 1
    assert codes(world, 0) == [""]


def test_who_voted_before_others_went_is_asked_whatever_came_after_it() -> None:
    world = in_play(THREE, seed=2)
    world.hold = lambda _sender, receiver, packet: isinstance(packet, AckPacket) and receiver == 0
    before = world.node(0).committed_index
    for number in (1, 2):
        world.submit(number, PlayerNumber(number), LeaveTable())
    world.rest(10)
    world.submit(0, PlayerNumber(0), CloseTable("alone"))
    world.rest(10)
    assert world.node(0).last_index > before, "the first of them has gone"
    assert world.node(0).committed_index == before
    world.let_through()
    world.rest(500)
    assert world.node(0).committed_index == world.node(0).last_index
    assert world.all_at("closed")


def test_a_certificate_is_the_acknowledgements_of_one_entry_by_a_quorum() -> None:
    world = in_lobby(THREE)
    certificate = world.node(1).certificate()
    assert certificate is not None
    assert certificate.index == world.node(1).committed_index
    assert {ack.hash for ack in certificate.acks} == {certificate.hash}
    assert len(certificate.acks) >= 2


def test_there_is_no_certificate_before_anything_is_acknowledged() -> None:
    world = World(1, THREE)
    assert world.processes[1].node is None
    world.hold = lambda _sender, _receiver, _packet: True
    world.rest(5)
    assert world.node(1).certificate() is None
    assert world.node(1).standing(None) is None
    assert world.node(1).view(None) is None
    assert world.node(1).members == ()
    assert world.node(1).my_players == (None,)
    assert world.node(1).number is None


def test_no_share_is_given_before_every_node_of_the_ceremony_has_acknowledged_the_entry() -> None:
    world = in_play(THREE)
    drawer, _ = node_in_turn(world)
    helper, silent = [number for number in range(3) if number != drawer]
    before = [shares_sent(world, number) for number in range(3)]
    world.hold = lambda _sender, receiver, packet: (
        isinstance(packet, AckPacket) and packet.ack.node == silent and receiver == helper
    )
    draw(world)
    world.rest(3000)
    index = world.node(helper).last_index
    assert world.node(helper).committed_index == index  # two of three are a quorum
    assert shares_sent(world, helper) == before[helper]
    assert shares_sent(world, silent) > before[silent]
    assert world.node(helper).is_ahead  # as long as it holds shares back it does nothing that nobody waits for
    assert world.node(drawer).awaits_cards
    world.let_through()
    assert shares_sent(world, helper) > before[helper]
    assert not world.node(helper).is_ahead
    world.rest(100)
    assert not any(node.awaits_cards for node in world.nodes)


def _share_receivers(world: World, number: int) -> list[NodeNumber | None]:
    return [to for to, packet in world.processes[number].sent if is_share(packet)]


def _drawn_between_ticks(world: World) -> tuple[int, PlayerNumber]:
    """Draw and see the card while no node is told the time; what was sent before is forgotten."""
    world.tick = 5000
    world.rest(300)
    for process in world.processes:
        process.sent.clear()
    drawer, player, _ = draw(world)
    before = world.node(drawer).view(player)
    assert before is not None

    def sees_it() -> bool:
        view = world.node(drawer).view(player)
        return view is not None and len(view.hand) > len(before.hand) and not view.unopened

    world.run(sees_it)
    return drawer, player


def test_who_drew_gets_the_shares_at_once_and_the_others_when_time_has_passed() -> None:
    world = in_play(THREE)
    assert all(None in _share_receivers(world, number) for number in range(3))  # the upcard is for all
    drawer, _ = _drawn_between_ticks(world)
    assert all(_share_receivers(world, number) == [drawer] for number in {0, 1, 2} - {drawer})
    world.rest(15_000)
    for number in {0, 1, 2} - {drawer}:
        (other,) = {0, 1, 2} - {drawer, number}
        assert _share_receivers(world, number)[:2] == [drawer, other]
    assert state_of(world).owed == ()  # the log has them


def test_shares_that_the_log_has_by_then_are_sent_to_nobody_else() -> None:
    world = in_play(THREE)
    drawer, player = _drawn_between_ticks(world)
    standing, view = world.node(drawer).standing(player), world.node(drawer).view(player)
    assert standing is not None and view is not None  # noqa: PT018
    drawn = max(view.hand, key=lambda one: one.slot)
    world.submit(drawer, player, PlayAction(standing.move, Discard(Shown(drawn.slot, drawn.card), None)))
    last = world.node(drawer).last_index
    world.run(lambda: all(world.node(number).committed_index > last for number in range(3)))
    assert state_of(world).owed == ()
    world.rest(6000)
    assert all(_share_receivers(world, number) == [drawer] for number in {0, 1, 2} - {drawer})


def test_nobody_begins_with_the_next_deck_before_all_had_time_to_see_their_hands() -> None:
    world = World(1, THREE, moves=0)
    world.run(lambda: all(turn_of(world, number) is not None for number in range(3)))
    prepared = state_of(world).prepared

    def given() -> list[int]:
        packets = [(number, packet) for number in range(3) for _, packet in world.processes[number].sent]
        said = [(number, packet.message.payload) for number, packet in packets if isinstance(packet, MessagePacket)]
        return [number for number, payload in said if isinstance(payload, KeyShare) and payload.ceremony == prepared]

    assert prepared is not None
    world.rest(700)  # a second, less one tick
    assert given() == []
    world.rest(1000)
    record = state_of(world).record(prepared)
    assert record is not None
    assert record.ceremony.keys_complete
    assert set(given()) >= {1, 2}  # the host's own need no message


def test_no_share_is_given_before_its_entry_is_committed() -> None:
    world = in_play()
    drawer, _ = node_in_turn(world)
    helper = 1 - drawer
    before = shares_sent(world, helper)
    world.hold = lambda _sender, receiver, packet: isinstance(packet, AckPacket) and receiver == helper
    draw(world)
    world.rest(3000)
    assert world.node(helper).last_index > world.node(helper).committed_index
    assert shares_sent(world, helper) == before


def test_attack_61_a_host_that_forks_a_draw_at_three_gets_no_share() -> None:
    """One draw, two logs; no node finds all others in its own."""
    world = in_play(THREE)
    drawer, player = node_in_turn(world)
    before = [shares_sent(world, number) for number in range(3)]
    world.hold = lambda _sender, _receiver, packet: isinstance(packet, MessagePacket)
    standing = world.node(drawer).standing(None)
    assert standing is not None
    others = [number for number in range(3) if number != 0]
    world.hold = lambda sender, _receiver, packet: sender == 0 or isinstance(packet, MessagePacket)
    world.processes[0].node, host = None, world.node(0)
    assert drawer != 0
    world.submit(drawer, player, PlayAction(standing.move, Draw()))
    (message,) = {
        packet.message.wire: packet.message
        for _, packet in world.processes[drawer].sent[-2:]
        if isinstance(packet, MessagePacket)
    }.values()
    ready = forged_message(world, 0, Ready(9))
    first, second = forged_entry(world, host, message), forged_entry(world, host, message, ready)
    world.give(others[0], Received(NodeNumber(0), EntryPacket(first, 0)))
    world.give(others[1], Received(NodeNumber(0), EntryPacket(second, 0)))
    world.rest(3000)
    assert [shares_sent(world, number) for number in range(3)] == before
    assert "forked_ack" in reports(world, others[0]) | reports(world, others[1])
    # When the two logs meet, the host's two signatures are kept as proof against it.
    world.give(others[0], Received(NodeNumber(others[1]), EntryPacket(second, 0)))
    assert kept(world, others[0]) == ["fork", "fork"]
    assert [report.node for report in world.processes[others[0]].reports if report.code == "fork"] == [0]


def test_shares_that_were_held_when_the_table_closed_are_never_sent() -> None:
    world = in_play((Place(), Place(vote=False)), seed=2)
    drawer, _ = node_in_turn(world)
    helper = 1 - drawer
    before = shares_sent(world, helper)
    world.hold = lambda _sender, receiver, packet: isinstance(packet, AckPacket) and receiver == helper
    draw(world)
    world.rest(300)
    world.submit(0, PlayerNumber(world.node(0).my_players[0] or 0), CloseTable("enough"))
    world.rest(300)
    world.let_through()
    world.rest(2500)
    assert shares_sent(world, helper) == before
    standing = world.node(helper).standing(None)
    assert standing is not None
    assert standing.phase == "closed"


def test_no_hand_is_opened_at_a_table_that_closes_meanwhile() -> None:
    founding = Founding("british", (("limit", "50"),), seats=3)
    world = World(2, (Place(), Place(), Place()), founding=founding, deals=1)
    out: list[int] = []

    def hold(_sender: int, receiver: int, packet: Packet) -> bool:
        if isinstance(packet, AckPacket):
            return bool(out) and receiver == 2 and packet.ack.index >= out[0]
        return isinstance(packet, MessagePacket) and isinstance(packet.message.payload, OpenHand)

    def went_out() -> bool:
        game = world.nodes[0]._desk.state.game if world.nodes else None  # noqa: SLF001 - what is accepted
        if game is not None and not out and isinstance(pending(game), NeedsHands):
            out.append(world.node(0).last_index)
        return bool(out)

    world.hold = hold
    world.run(went_out)
    world.passive.add(0)
    world.run(lambda: world.node(0).committed_index >= out[0])
    world.submit(0, PlayerNumber(0), CloseTable("enough"))
    world.run(lambda: isinstance(world.node(2)._desk.state.phase, Shut))  # noqa: SLF001 - what is accepted
    assert world.node(2).committed_index < out[0]
    for sender, receiver, packet in list(world.held):
        if receiver == 2 and isinstance(packet, AckPacket) and packet.ack.index == out[0]:
            world.give(2, Received(NodeNumber(sender), packet))
    assert world.node(2).committed_index == out[0]
    committed = world.node(2)._desk.replica.committed  # noqa: SLF001 - what its player would open his hand by
    (player,) = world.node(2).my_players
    assert committed is not None
    assert committed.game is not None
    assert player is not None
    needs = pending(committed.game)
    assert isinstance(needs, NeedsHands)
    assert committed.players[player].seat in needs.hands
    opened = [one for _, one in world.processes[2].sent if isinstance(one, MessagePacket)]
    assert not any(isinstance(one.message.payload, OpenHand) for one in opened)


def _acknowledged(world: World) -> set[int]:
    """Entries that somebody has acknowledged by name."""
    sent = [packet for process in world.processes for _, packet in process.sent]
    return {packet.ack.index for packet in sent if isinstance(packet, AckPacket)}


def _of_decks(world: World) -> set[int]:
    """Entries with nothing but keys and shuffles."""
    return {
        entry.index
        for entry in world.node(0).entries(1, 10_000)
        if all(isinstance(message.payload, KeyShare | Shuffle) for message in entry.messages)
    }


def _drawing_seats(world: World) -> bool:
    return bool(world.nodes) and isinstance(world.node(0)._desk.state.phase, SeatDraw)  # noqa: SLF001 - what is accepted


def test_a_deck_that_all_wait_for_is_acknowledged_as_a_whole() -> None:
    world = World(1, THREE, moves=0)
    world.run(lambda: _drawing_seats(world))
    world.tick = 100_000  # no time passes
    world.run(lambda: world.node(0)._desk.state.phase == SeatDraw(CeremonyNumber(1), opening=True))  # noqa: SLF001
    made = _of_decks(world)
    assert len(made) == 2 * len(THREE)
    assert made.isdisjoint(_acknowledged(world))
    world.rest(100)
    assert made.isdisjoint(_acknowledged(world))
    assert world.node(0).committed_index > max(made)  # by what came after it


def test_a_deck_in_the_making_is_acknowledged_when_time_has_passed() -> None:
    world = World(1, THREE, moves=0)
    world.hold = lambda _sender, _receiver, packet: (
        isinstance(packet, MessagePacket) and isinstance(packet.message.payload, Shuffle)
    )
    world.run(lambda: _drawing_seats(world) and len(_of_decks(world)) == len(THREE))
    last = world.node(0).last_index
    assert world.node(0).committed_index < last
    world.rest(2 * TICK)
    assert [node.committed_index for node in world.nodes] == [world.node(0).last_index] * len(THREE)


def test_the_next_deals_deck_is_acknowledged_at_once_while_people_play() -> None:
    world = World(1, THREE, moves=0)
    decks = 2 * 2 * len(THREE)  # of the seat draw and of the first deal
    world.run(lambda: bool(world.nodes) and len(_of_decks(world)) == decks + 1)
    last = world.node(0).last_index
    assert last == max(_of_decks(world))
    world.rest(5)
    assert last in _acknowledged(world)
    assert world.node(0).committed_index >= last


def test_keys_for_the_next_deal_share_an_entry() -> None:
    world = World(1, THREE, moves=0)
    decks = 2 * len(THREE) + 1 + len(THREE)  # each key of the seat draw and of the first deal has one of its own
    world.run(lambda: bool(world.nodes) and len(_of_decks(world)) > decks + len(THREE))
    keys = [
        [message.author for message in entry.messages if isinstance(message.payload, KeyShare)]
        for entry in world.node(0).entries(1, 10_000)
    ]
    assert [len(together) for together in keys if together] == [1] * 2 * len(THREE) + [len(THREE)]


def test_where_others_keep_a_key_its_deck_is_acknowledged_at_once() -> None:
    founding = Founding("british", (("dropout", "key_backup"),), seats=4)
    world = World(1, (Place(),) * 4, founding=founding, moves=0)
    world.run(lambda: world.all_at("playing"))
    drawn = world.node(0).last_index
    world.tick = 100_000
    world.run(lambda: bool([index for index in _of_decks(world) if index > drawn]))
    world.rest(5)
    assert max(_of_decks(world)) in _acknowledged(world)
