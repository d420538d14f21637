"""Attacks on the log as a whole."""

from dataclasses import replace

from kalooki.cards import SeatNumber
from kalooki.codec import encode, seal_message
from kalooki.table.log import (
    TABLE,
    ByNode,
    ByPlayer,
    Message,
    Stream,
    message_signing_bytes,
)
from kalooki.table.payloads import (
    Accuse,
    CeremonyNumber,
    DealStart,
    NodeNumber,
    PlayerNumber,
    Ready,
    ShareBatch,
    Shares,
)
from kalooki.table.ports import (
    EntryPacket,
    GetReady,
    MessagePacket,
    Received,
)
from kalooki.table.signing import sign
from support.table_scenes import (
    ONE_VOTER,
    THREE,
    draw,
    forged_entry,
    forged_message,
    in_lobby,
    in_play,
    is_share,
    kept,
    node_in_turn,
    of_player,
    shares_sent,
    state_of,
    written,
)
from support.table_world import World


def test_a_message_that_contradicts_the_log_is_kept_as_proof_against_its_author() -> None:
    world = in_lobby(ONE_VOTER)
    world.submit(1, PlayerNumber(1), GetReady(0))
    world.rest(500)
    secret = world.processes[1].config.players[0].key
    counter = max(message.counter for message in of_player(world, 1))
    other = written(world, ByPlayer(PlayerNumber(1)), secret, Ready(7), counter=counter)
    world.give(0, Received(NodeNumber(1), MessagePacket(other)))
    assert kept(world, 0) == ["double_message", "double_message"]
    assert {report.player for report in world.processes[0].reports} == {1}
    for message in of_player(world, 1):
        world.give(0, Received(NodeNumber(1), MessagePacket(message)))
    assert len(kept(world, 0)) == 2


def test_one_message_with_two_signatures_accuses_nobody() -> None:
    """Ed25519 lets an author sign the same thing again with other bytes."""
    world = in_lobby(ONE_VOTER)
    world.submit(1, PlayerNumber(1), GetReady(0))
    world.rest(500)
    ordered = of_player(world, 1)[-1]
    waiting = forged_message(world, 1, Ready(9))
    world.give(1, Received(NodeNumber(0), MessagePacket(waiting)))
    for message in (ordered, waiting):
        again = replace(message, signature=message.signature[::-1], wire=message.wire + b" ")
        world.give(1, Received(NodeNumber(0), MessagePacket(again)))
        assert world.node(1)._desk.pool.other(again) is None  # noqa: SLF001 - what an entry with it is compared with
    assert kept(world, 1) == []


def test_attack_62_an_entry_that_contradicts_what_its_author_told_us_is_proof_against_him() -> None:
    """One message: a shuffler tells the host one thing and the others another."""
    world = in_lobby(ONE_VOTER)
    secret = world.processes[0].config.players[0].key
    told, ordered = (written(world, ByPlayer(PlayerNumber(0)), secret, Ready(deal)) for deal in (7, 8))
    world.give(1, Received(NodeNumber(0), MessagePacket(told)))
    world.give(1, Received(NodeNumber(0), EntryPacket(forged_entry(world, world.node(0), ordered), 0)))
    assert kept(world, 1) == ["double_message", "double_message"]


def test_two_sets_of_shares_for_one_entry_accuse_nobody() -> None:
    world = in_play()
    secret = world.processes[0].config.players[0].key
    player = world.node(0).my_players[0]
    assert player is not None
    for batches in [(), (ShareBatch(CeremonyNumber(2), 255, (1,), bytes(32), bytes(96)),)]:
        shares = written(world, ByPlayer(player), secret, Shares(9_999, batches), counter=0)
        world.give(1, Received(NodeNumber(0), MessagePacket(shares)))
    assert kept(world, 1) == []


def test_attack_54_a_host_that_edits_a_message_makes_a_malformed_entry() -> None:
    world = in_lobby(ONE_VOTER)
    true = forged_message(world, 1, Ready(9))
    edited = written(world, true.author, world.processes[0].config.players[0].key, Ready(8))
    world.give(1, Received(NodeNumber(0), EntryPacket(forged_entry(world, world.node(0), edited), 0)))
    assert kept(world, 1) == ["malformed_entry"]


def test_a_false_accusation_is_reported_against_the_node_that_made_it() -> None:
    world = in_play()
    record = state_of(world).ceremonies[0]
    last = world.node(0).entries(world.node(0).last_index, 1)[0]
    payload = encode(accusation := Accuse(record.shuffled_in[0], record.number))
    fields = (ByNode(NodeNumber(1)), TABLE, 0, 99, last.index, last.hash(world.table))
    signature = sign(world.processes[1].config.key, message_signing_bytes(world.table, *fields, payload))
    message = Message(*fields, accusation, payload, signature, seal_message(*fields, payload, signature))
    world.give(0, Received(NodeNumber(1), MessagePacket(message)))
    world.rest(3000)
    (report,) = world.processes[0].reports
    assert (report.code, report.player, report.node) == ("false_accusation", None, 1)
    assert state_of(world).fault is None


def test_attack_65_the_next_deals_cards_are_not_opened_early_at_the_hosts_word() -> None:
    """The next deck is complete, and the host orders its deal while one is in play."""
    world = in_play()
    state = state_of(world)
    assert state.prepared is not None
    record = state.record(state.prepared)
    assert record is not None
    assert record.ceremony.complete
    start = DealStart(2, 1, (SeatNumber(0), SeatNumber(1)), record.number, record.ceremony.chain)
    before = [shares_sent(world, number) for number in range(2)]
    secret = world.processes[0].config.key
    message = written(world, ByNode(NodeNumber(0)), secret, start, stream=Stream(2, 1))
    entry = forged_entry(world, world.node(0), message)
    for number in range(2):
        world.give(number, Received(NodeNumber(0), EntryPacket(entry, 0)))
    world.rest(2000)
    assert world.node(1).committed_index == entry.index
    assert [shares_sent(world, number) for number in range(2)] == before
    assert state_of(world).owed == ()


def test_shares_that_are_not_what_is_owed_open_nothing_and_the_true_ones_do() -> None:
    world = in_play(seed=3)
    drawer, player = node_in_turn(world)
    helper = 1 - drawer
    assert helper == 0, "the host has the true shares from itself"
    author = world.node(helper).my_players[0]
    assert author is not None
    world.hold = lambda sender, _receiver, packet: sender == helper and is_share(packet)
    draw(world)
    world.rest(50)
    (index,) = {owed.index for owed in state_of(world).owed}
    secret = world.processes[helper].config.players[0].key
    batch = ShareBatch(CeremonyNumber(2), 255, (105,), bytes(32), bytes(96))
    false = written(world, ByPlayer(author), secret, Shares(index, (batch,)), counter=0, stream=Stream(1, 1))
    world.give(drawer, Received(NodeNumber(helper), MessagePacket(false)))
    view = world.node(drawer).view(player)
    assert view is not None
    assert len(view.unopened) == 1
    world.rest(3000)
    world.let_through()
    world.rest(3000)
    view = world.node(drawer).view(player)
    assert view is not None
    assert view.unopened == ()
    assert kept(world, drawer) == []


def false_shares(world: World, helper: int, index: int, batches: tuple[ShareBatch, ...]) -> Message:
    """Shares that a player really signed for an entry, and that are not the true ones."""
    (author,) = world.node(helper).my_players
    assert author is not None
    secret = world.processes[helper].config.players[0].key
    (last,) = world.node(0).entries(world.node(0).last_index, 1)
    place, known = Stream(1, 1), last.hash(world.table)
    shares = Shares(index, batches)
    return written(world, ByPlayer(author), secret, shares, known, counter=0, stream=place, index=last.index)


def drawn_with_shares_kept_from_the_host() -> tuple[World, int, int, ShareBatch]:
    """A card was drawn, and of one helper the host has no share; return it, the entry and the true batch."""
    world = in_play(THREE)
    drawer, _ = node_in_turn(world)
    (helper,) = {1, 2} - {drawer}
    world.hold = lambda sender, receiver, packet: sender == helper and receiver == 0 and is_share(packet)
    draw(world)
    world.run(lambda: any(is_share(packet) for _, _, packet in world.held))
    true = world.held[0][2]
    assert isinstance(true, MessagePacket)
    assert isinstance(true.message.payload, Shares)
    return world, helper, true.message.payload.owed, true.message.payload.batches[0]


def test_shares_that_fit_nothing_keep_the_true_ones_out_of_no_log() -> None:
    """Their author tells the host nonsense and the others the truth: the others pass the truth on."""
    world, helper, index, true = drawn_with_shares_kept_from_the_host()
    nonsense = false_shares(world, helper, index, (replace(true, positions=(0,)),))
    world.give(0, Received(NodeNumber(helper), MessagePacket(nonsense)))
    world.rest(4000)
    ordered = [message for entry in world.node(0).entries(1, 10_000) for message in entry.messages]
    assert nonsense in ordered
    assert state_of(world).owed == ()
    assert state_of(world).fault is None


def test_shares_with_a_false_proof_are_judged_whatever_else_their_author_says() -> None:
    world, helper, index, true = drawn_with_shares_kept_from_the_host()
    false = false_shares(world, helper, index, (replace(true, proof=true.proof[::-1]),))
    world.give(0, Received(NodeNumber(helper), MessagePacket(false)))
    world.run(lambda: world.all_at("closed"))
    fault = state_of(world).fault
    assert fault is not None
    assert PlayerNumber(fault.player) in world.node(helper).my_players
    world.rest(1000)
    for process in world.processes:
        assert (fault.code, false.wire) in process.store.evidence
