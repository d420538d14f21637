"""One node among others: when it acknowledges, commits, answers and speaks, and what it does about lies."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.codec import encode, seal_entry, seal_message, unseal
from kalooki.rules.actions import Action, Discard, Draw, Shown
from kalooki.rules.game import NeedsHands, pending
from kalooki.table.checks import Checks
from kalooki.table.config import Founding, NodeConfig, PlayerConfig, Restored
from kalooki.table.hosting import MAX_VOID
from kalooki.table.log import (
    TABLE,
    Ack,
    Author,
    ByNode,
    ByPlayer,
    Digest,
    Entry,
    Message,
    Stream,
    ack_signing_bytes,
    body_bytes,
    entry_signing_bytes,
    message_signing_bytes,
)
from kalooki.table.node import Node
from kalooki.table.payloads import (
    Accuse,
    Admit,
    CeremonyNumber,
    Closed,
    DealStart,
    NodeNumber,
    OpenHand,
    Payload,
    PlayerNumber,
    Ready,
    ShareBatch,
    Shares,
)
from kalooki.table.ports import (
    AckPacket,
    Admitted,
    BeginGame,
    CloseTable,
    EntryPacket,
    GetReady,
    Heartbeat,
    MessagePacket,
    Mismatch,
    Packet,
    PeerDown,
    PeerUp,
    PlayAction,
    PutSecret,
    Received,
    Submitted,
    Ticked,
    Want,
)
from kalooki.table.replica import Replica
from kalooki.table.signing import sign
from kalooki.table.state import TableState
from support.table_world import Place, World

ONE_VOTER = (Place(), Place(vote=False))
THREE = (Place(), Place(), Place())


def in_lobby(places: tuple[Place, ...] = (Place(), Place()), seed: int = 1) -> World:
    """Everybody sits, and nobody does anything by itself."""
    world = World(seed, places)
    world.passive.update(range(len(places)))
    world.run(lambda: all(seated(world, number) for number in range(len(places))))
    return world


def seated(world: World, number: int) -> bool:
    process = world.processes[number]
    standing = process.node.standing(None) if process.node else None
    return standing is not None and len(standing.players) == standing.seats


def in_play(places: tuple[Place, ...] = (Place(), Place()), seed: int = 1) -> World:
    """The first player is to draw, and everybody waits for it."""
    world = World(seed, places, moves=0)
    world.run(lambda: all(turn_of(world, number) is not None for number in range(len(places))))
    world.rest(2000)
    world.passive.update(range(len(places)))
    return world


def turn_of(world: World, number: int) -> int | None:
    process = world.processes[number]
    standing = process.node.standing(None) if process.node else None
    if standing is None or standing.doing != "action":
        return None
    return standing.waiting_for[0]


def node_in_turn(world: World) -> tuple[int, PlayerNumber]:
    player = turn_of(world, 0)
    assert player is not None
    (number,) = [n for n in range(len(world.processes)) if player in world.node(n).my_players]
    return number, PlayerNumber(player)


def codes(world: World, number: int) -> list[str]:
    return [answer.code for answer in world.processes[number].answers]


def reports(world: World, number: int) -> set[str]:
    return {report.code for report in world.processes[number].reports}


def kept(world: World, number: int) -> list[str]:
    return [kind for kind, _ in world.processes[number].store.evidence]


def draw(world: World) -> tuple[int, PlayerNumber, int]:
    """Who is in turn draws; return the node, the player and the move."""
    number, player = node_in_turn(world)
    standing = world.node(number).standing(None)
    assert standing is not None
    world.submit(number, player, PlayAction(standing.move, Draw()))
    return number, player, standing.move


def is_share(packet: Packet) -> bool:
    return isinstance(packet, MessagePacket) and isinstance(packet.message.payload, Shares)


def shares_sent(world: World, number: int) -> int:
    return sum(is_share(packet) for _, packet in world.processes[number].sent)


# --- acknowledging and committing -------------------------------------------------------------------------------------


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


# --- the release rule -------------------------------------------------------------------------------------------------


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
    world.let_through()
    assert shares_sent(world, helper) > before[helper]


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


def test_a_host_that_forks_a_draw_at_three_gets_no_share() -> None:
    """Attack 61: one draw, two logs; no node finds all others in its own."""
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


def forged_message(world: World, player: int, payload: Ready) -> Message:
    """A message that this player really signed, though its node knows nothing of it."""
    process = (
        next(p for p in world.processes if p.node and player in p.node.my_players) if player else world.processes[0]
    )
    secret = process.config.players[0].key
    encoded = encode(payload)
    fields = (ByPlayer(PlayerNumber(player)), TABLE, 0, 99, 0, Digest(bytes(32)))
    signature = sign(secret, message_signing_bytes(world.table, *fields, encoded))
    return Message(*fields, payload, encoded, signature, seal_message(*fields, encoded, signature))


def forged_entry(world: World, host: object, *messages: Message, **changes: object) -> Entry:
    """The next entry as the host could sign it."""
    assert isinstance(host, Node)
    last = host.entries(host.last_index, 1)[0]
    body = body_bytes(tuple(message.wire for message in messages))
    entry = Entry(1, last.index + 1, last.hash(world.table), digest_of(world, host), body, messages, b"", b"")
    return signed_entry(world, replace(entry, **changes))  # type: ignore[arg-type]


def signed_entry(world: World, entry: Entry) -> Entry:
    secret = world.processes[0].config.key
    entry = replace(entry, signature=sign(secret, entry_signing_bytes(world.table, entry)))
    return replace(entry, wire=seal_entry(entry))


def digest_of(world: World, host: object) -> Digest:
    """What the state is now, as anybody finds it by replaying the log."""
    assert isinstance(host, Node)
    replica = Replica(world.table, Checks(world.group, unseal))
    for entry in host.entries(1, 100_000):
        replica.accept(entry)
    return replica.digest


# --- lies of the host -------------------------------------------------------------------------------------------------


Change = Callable[[World, Entry], Entry]


def _other(**changes: object) -> Change:
    return lambda world, entry: signed_entry(world, replace(entry, **changes))  # type: ignore[arg-type]


MALFORMED: list[tuple[str, Change, str]] = [
    ("a term that nobody was elected for", _other(term=2), "malformed_entry"),
    ("a term that is over", _other(term=0), "stale_term"),
    ("another entry before it", _other(previous=Digest(b"x" * 32)), "fork"),
    ("a body that is not its messages", _other(body=body_bytes((b"x",))), "malformed_entry"),
    ("no message", _other(messages=(), body=body_bytes(())), "malformed_entry"),
]


@pytest.mark.parametrize(("what", "change", "code"), MALFORMED, ids=[what for what, _, _ in MALFORMED])
def test_a_malformed_entry_is_kept_shown_to_all_and_not_acknowledged(what: str, change: Change, code: str) -> None:
    assert what
    world = in_lobby()
    message = forged_message(world, 1, Ready(9))
    entry = change(world, forged_entry(world, world.node(0), message))
    before = world.node(1).last_index
    world.give(1, Received(NodeNumber(0), EntryPacket(entry, 0)))
    assert world.node(1).last_index == before
    assert kept(world, 1) == [code]
    assert reports(world, 1) == {code}
    assert (None, EntryPacket(entry, before)) in world.processes[1].sent
    # From here on this node takes nothing from that host.
    good = forged_entry(world, world.node(0), message)
    world.give(1, Received(NodeNumber(0), EntryPacket(good, 0)))
    assert world.node(1).last_index == before


def test_a_counter_that_does_not_rise_is_malformed() -> None:
    world = in_lobby()
    message = forged_message(world, 1, Ready(9))
    entry = forged_entry(world, world.node(0), message, message)
    world.give(1, Received(NodeNumber(0), EntryPacket(entry, 0)))
    assert kept(world, 1) == ["malformed_entry"]


def test_an_unsigned_entry_says_nothing_about_the_host() -> None:
    world = in_lobby()
    entry = replace(forged_entry(world, world.node(0), forged_message(world, 1, Ready(9))), signature=bytes(64))
    world.give(1, Received(NodeNumber(0), EntryPacket(entry, 0)))
    assert kept(world, 1) == []
    assert reports(world, 1) == {"unsigned_entry"}
    early = replace(entry, index=entry.index + 5)
    world.give(1, Received(NodeNumber(0), EntryPacket(early, 0)))
    world.submit(0, PlayerNumber(0), GetReady(0))
    world.rest(500)
    assert world.node(1).committed_index == entry.index


def test_a_state_that_differs_pauses_the_node_and_is_told_to_all() -> None:
    world = in_lobby()
    message = forged_message(world, 1, Ready(9))
    entry = forged_entry(world, world.node(0), message, state_before=Digest(b"x" * 32))
    before = world.node(1).last_index
    world.give(1, Received(NodeNumber(0), EntryPacket(entry, 0)))
    assert world.node(1).last_index == before
    (mismatch,) = [packet for _, packet in world.processes[1].sent if isinstance(packet, Mismatch)]
    assert mismatch.index == entry.index
    assert reports(world, 1) == {"mismatch"}
    world.rest(500)
    assert reports(world, 0) == {"mismatch"}


# --- what is heard ----------------------------------------------------------------------------------------------------


def test_two_messages_with_one_counter_are_kept_as_proof_against_their_author() -> None:
    world = in_lobby()
    for payload in (Ready(8), Ready(9)):
        world.give(1, Received(NodeNumber(0), MessagePacket(forged_message(world, 0, payload))))
    assert kept(world, 1) == ["double_message", "double_message"]
    (report,) = world.processes[1].reports
    assert (report.code, report.player) == ("double_message", 0)


def test_a_message_that_its_author_did_not_sign_is_not_kept() -> None:
    world = in_lobby()
    message = replace(forged_message(world, 0, Ready(9)), signature=bytes(64))
    world.give(1, Received(NodeNumber(0), MessagePacket(message)))
    assert reports(world, 1) == {"bad_signature"}
    stranger = replace(message, author=ByPlayer(PlayerNumber(7)))
    nobody = replace(message, author=ByNode(NodeNumber(7)))
    world.give(1, Received(NodeNumber(0), MessagePacket(stranger)))
    world.give(1, Received(NodeNumber(0), MessagePacket(nobody)))
    assert len(world.processes[1].reports) == 1


def ack_of(world: World, number: int, index: int, digest: Digest, term: int = 1) -> Ack:
    secret = world.processes[number].config.key
    signature = sign(secret, ack_signing_bytes(world.table, term, index, digest))
    return Ack(NodeNumber(number), term, index, digest, signature)


def test_acknowledgements_count_only_for_our_own_log() -> None:
    world = in_lobby()
    world.hold = lambda _sender, _receiver, packet: isinstance(packet, AckPacket)
    world.submit(0, PlayerNumber(0), GetReady(0))
    node = world.node(0)
    index, before = node.last_index, node.committed_index
    digest = node.entries(index, 1)[0].hash(world.table)
    true = ack_of(world, 1, index, digest)
    refused = [
        replace(true, signature=bytes(64)),
        replace(true, node=NodeNumber(9)),
        ack_of(world, 1, index, digest, term=2),
    ]
    for ack in refused:
        world.give(0, Received(NodeNumber(1), AckPacket(ack)))
    assert node.committed_index == before
    world.give(0, Received(NodeNumber(1), AckPacket(ack_of(world, 1, index, Digest(b"x" * 32)))))
    assert node.committed_index == before
    assert reports(world, 0) == {"forked_ack"}
    world.give(0, Received(NodeNumber(1), AckPacket(true)))
    assert node.committed_index == index


def test_an_acknowledgement_that_comes_before_its_entry_counts_when_the_entry_is_there() -> None:
    world = in_lobby()
    world.hold = lambda sender, _receiver, packet: sender == 0 and isinstance(packet, EntryPacket)
    world.submit(0, PlayerNumber(0), GetReady(0))
    world.rest(100)
    before = world.node(1).committed_index
    assert world.node(1).last_index == before
    world.let_through()
    assert world.node(1).committed_index == before + 1


def test_a_message_that_the_host_overlooks_is_passed_on_by_the_others() -> None:
    world = in_play(THREE)
    drawer, _ = node_in_turn(world)
    assert drawer != 0
    world.hold = lambda sender, receiver, packet: (
        isinstance(packet, MessagePacket) and sender == drawer and receiver == 0
    )
    before = world.node(0).last_index
    draw(world)
    world.rest(3000)
    assert world.node(0).last_index > before


# --- catching up ------------------------------------------------------------------------------------------------------


def test_what_was_missed_is_asked_for_page_by_page() -> None:
    world = in_play(THREE)
    lost = World(1, THREE)
    assert lost.table == world.table  # the same seed, the same table
    lost.hold = lambda _sender, _receiver, _packet: True
    lost.rest(5)
    newcomer = lost.processes[2]
    asked = 0
    entries = world.node(0).entries(1, 10_000)
    lost.give(2, Received(NodeNumber(0), Heartbeat(1, len(entries))))
    while lost.node(2).last_index < len(entries):
        wants = [packet for _, packet in newcomer.sent if isinstance(packet, Want)]
        assert len(wants) > asked
        asked = len(wants)
        for entry in world.node(0).entries(wants[-1].from_index, 32):
            lost.give(2, Received(NodeNumber(0), EntryPacket(entry, len(entries))))
    assert asked == 1 + len(entries) // 32 or asked == 2 + len(entries) // 32
    assert lost.node(2).number == 2


def test_a_question_is_answered_with_a_page_and_the_newest_acknowledgements() -> None:
    world = in_play(THREE)
    sent = world.processes[0].sent
    sent.clear()
    world.give(0, Received(NodeNumber(1), Want(3)))
    pages = [packet.entry.index for _, packet in sent if isinstance(packet, EntryPacket)]
    assert pages == list(range(3, 3 + len(pages)))
    assert len(pages) == min(32, world.node(0).last_index - 2)
    assert {packet.ack.node for _, packet in sent if isinstance(packet, AckPacket)} == {0, 1, 2}


def test_a_page_has_so_many_bytes_and_at_least_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    world = in_lobby()
    total = world.node(0).last_index
    for limit, answered in ((1, 1), (1 << 20, total)):
        monkeypatch.setattr("kalooki.table.talking.PAGE_BYTES", limit)
        world.rest(1000)
        world.processes[0].sent.clear()
        world.give(0, Received(NodeNumber(1), Want(1)))
        assert entries_sent(world) == list(range(1, answered + 1))


def test_a_question_that_was_just_answered_is_not_answered_again() -> None:
    world = in_lobby()
    total = world.node(0).last_index
    world.rest(1000)
    world.processes[0].sent.clear()
    for index in (total, total, 1, total + 1):
        world.give(0, Received(NodeNumber(1), Want(index)))
    assert entries_sent(world) == [total]
    world.give(0, PeerUp(NodeNumber(1)))
    world.give(0, Received(NodeNumber(1), Want(total)))
    world.rest(1000)
    world.give(0, Received(NodeNumber(1), Want(total)))
    assert entries_sent(world) == [total] * 3


def entries_sent(world: World) -> list[int]:
    """Entries that the host has sent to somebody who asked."""
    return [one.entry.index for to, one in world.processes[0].sent if to == 1 and isinstance(one, EntryPacket)]


def test_of_one_author_proof_is_kept_once() -> None:
    world = in_lobby()
    for deal in range(5, 9):
        world.give(1, Received(NodeNumber(0), MessagePacket(forged_message(world, 0, Ready(deal)))))
    assert kept(world, 1) == ["double_message"] * 2


def test_messages_without_effect_are_ordered_so_often_and_no_more() -> None:
    world = in_lobby(ONE_VOTER)
    secret = world.processes[1].config.players[0].key
    counted = [message.counter for message in of_player(world, 1)]
    first, before = max(counted, default=0) + 1, world.node(0).last_index
    for counter in range(first, first + MAX_VOID + 9):
        message = written(world, ByPlayer(PlayerNumber(1)), secret, Ready(7), counter=counter)
        world.give(0, Received(NodeNumber(1), MessagePacket(message)))
    world.rest(2000)
    entries = world.node(0).entries(before + 1, 1000)
    assert sum(len(entry.messages) for entry in entries) == MAX_VOID


def test_messages_of_a_far_deal_are_neither_ordered_nor_counted() -> None:
    world = in_lobby(ONE_VOTER)
    secret = world.processes[1].config.players[0].key
    before = world.node(0).last_index
    for deal in range(2, 9):
        far = written(world, ByPlayer(PlayerNumber(1)), secret, Ready(7), counter=1, stream=Stream(deal, 1))
        world.give(0, Received(NodeNumber(1), MessagePacket(far)))
    world.rest(2000)
    assert world.node(0).last_index == before


@pytest.mark.parametrize("reason", ["x" * 201, "over\n", "a\u202eb", " blank"])
def test_a_reason_that_nobody_could_read_is_not_signed(reason: str) -> None:
    world = in_lobby()
    before = world.node(0).last_index
    assert refusal(world, 0, 0, CloseTable(reason)) == "bad_reason"
    assert world.node(0).last_index == before
    world.submit(0, PlayerNumber(0), CloseTable("enough"))
    world.run(lambda: world.all_at("closed"))


def test_a_secret_is_not_shown_where_its_holder_is_printed() -> None:
    secret = bytes(range(65, 97))
    player = PlayerConfig(secret, "Ann")
    for holder in (
        player,
        NodeConfig(secret, b"", (player,)),
        PutSecret("x", secret),
        Restored((), (), (), (("x", secret),)),
    ):
        assert secret.decode() not in repr(holder)


def test_a_gap_is_asked_about_again_if_no_answer_comes() -> None:
    world = in_lobby()
    process = world.processes[1]
    process.sent.clear()
    world.hold = lambda _sender, _receiver, packet: isinstance(packet, Want | EntryPacket)
    world.submit(0, PlayerNumber(0), GetReady(0))
    world.rest(3000)
    assert 2 <= sum(isinstance(packet, Want) for _, packet in process.sent) <= 8


def test_a_lost_link_means_nothing_to_a_node() -> None:
    world = in_lobby()
    assert world.node(1).step(PeerDown(NodeNumber(0)), world.entropy()) == ()


def test_a_new_link_brings_what_may_have_been_lost() -> None:
    world = in_lobby()
    world.hold = lambda _sender, _receiver, _packet: True
    world.submit(1, PlayerNumber(1), GetReady(0))
    sent = world.processes[1].sent
    sent.clear()
    world.give(1, PeerUp(NodeNumber(0)))
    assert {type(packet) for _, packet in sent} == {Want, AckPacket, MessagePacket}
    assert {to for to, _ in sent} == {0}
    world.processes[0].sent.clear()
    world.give(0, PeerUp(NodeNumber(1)))
    assert any(isinstance(packet, Heartbeat) for _, packet in world.processes[0].sent)


# --- commands ---------------------------------------------------------------------------------------------------------


def test_the_same_command_has_one_effect_and_one_answer() -> None:
    world = in_lobby(ONE_VOTER)
    before = world.node(0).last_index
    for _ in range(3):
        world.submit(0, PlayerNumber(0), GetReady(0), "once")
    assert world.node(0).last_index == before + 1
    assert [(answer.command_id, answer.code) for answer in world.processes[0].answers] == [("once", "")] * 3


def test_while_one_command_is_on_its_way_another_is_stale() -> None:
    world = in_lobby()
    world.hold = lambda _sender, _receiver, _packet: True
    world.submit(1, PlayerNumber(1), GetReady(0), "first")
    world.submit(1, PlayerNumber(1), GetReady(0), "first")
    assert codes(world, 1) == []
    world.submit(1, PlayerNumber(1), GetReady(0), "second")
    assert [(answer.command_id, answer.code) for answer in world.processes[1].answers] == [("second", "stale")]


def refusal(world: World, number: int, player: int, command: object) -> str:
    world.submit(number, PlayerNumber(player), command)
    return codes(world, number)[-1]


def test_a_command_that_the_log_would_refuse_is_refused_at_once() -> None:
    world = in_lobby()
    assert refusal(world, 1, 0, GetReady(0)) == "not_your_seat"
    assert refusal(world, 1, 1, GetReady(3)) == "not_now"
    assert refusal(world, 1, 1, BeginGame()) == "not_host"
    assert refusal(world, 1, 1, CloseTable("x")) == "not_host"
    assert refusal(world, 0, 0, BeginGame()) == "not_ready"
    assert refusal(world, 1, 1, PlayAction(0, Draw())) == "not_now"
    assert refusal(world, 1, 1, PlayAction(5, Draw())) == "stale"


def test_before_the_table_is_known_nobody_has_a_seat() -> None:
    world = World(1, THREE)
    world.hold = lambda _sender, _receiver, _packet: True
    world.rest(5)
    assert refusal(world, 1, 1, GetReady(0)) == "not_your_seat"


def test_an_old_move_is_stale_and_a_burst_has_one_effect() -> None:
    world = in_play()
    number, player, move = draw(world)
    world.run(lambda: player not in world.processes[number].waiting)
    assert refusal(world, number, player, PlayAction(move, Draw())) == "stale"
    assert refusal(world, number, player, PlayAction(move + 1, Draw())) == "already_drawn"


def test_nobody_shows_a_card_that_he_does_not_see() -> None:
    world = in_play()
    number, player, move = draw(world)
    world.run(lambda: player not in world.processes[number].waiting)
    view = world.node(number).view(player)
    assert view is not None
    first, second = view.hand[0], next(one for one in view.hand if one.card != view.hand[0].card)
    wrong: Action = Discard(Shown(first.slot, second.card))
    assert refusal(world, number, player, PlayAction(move + 1, wrong)) == "not_seen"


def test_a_closed_table_refuses_commands() -> None:
    world = in_lobby(ONE_VOTER)
    world.submit(0, PlayerNumber(0), CloseTable("good night"))
    assert refusal(world, 0, 0, GetReady(0)) == "closed"
    standing = world.node(0).standing(None)
    assert standing is not None
    assert (standing.phase, standing.closed, standing.doing) == ("closed", "good night", "")


def test_a_node_is_let_in_once_and_one_at_a_time() -> None:
    world = in_lobby()
    admit: Admit = world.admit(1)
    before = world.node(0).last_index
    world.give(0, Admitted(admit))
    assert world.node(0).last_index == before
    world.give(1, Admitted(admit))
    world.rest(500)
    assert world.node(0).last_index == before


def test_a_player_for_whom_there_is_no_seat_is_told() -> None:
    world = World(1, (Place(), Place(), Place(vote=False)), founding=Founding("british", seats=2))
    world.passive.update(range(3))
    world.rest(1000)
    assert reports(world, 2) == {"table_full"}
    assert world.node(2).my_players == (None,)


def test_submitted_is_an_input_like_any_other() -> None:
    world = in_lobby(ONE_VOTER)
    outputs = world.node(0).step(Submitted(PlayerNumber(0), "id", GetReady(0)), world.entropy())
    assert outputs
    assert world.node(0).step(Ticked(0), world.entropy())


def test_two_messages_of_one_node_with_one_counter_are_its_fault() -> None:
    world = in_lobby()
    secret = world.processes[0].config.key
    for reason in ("one", "two"):
        message = written(world, ByNode(NodeNumber(0)), secret, Closed(reason))
        world.give(1, Received(NodeNumber(0), MessagePacket(message)))
    assert [(one.code, one.node, one.player) for one in world.processes[1].reports] == [("double_message", 0, None)]


def written(  # noqa: PLR0913 - a message has fields
    world: World,
    author: Author,
    secret: bytes,
    payload: Payload,
    known: Digest | None = None,
    *,
    counter: int = 99,
    stream: Stream = TABLE,
) -> Message:
    encoded = encode(payload)
    fields = (author, stream, 0, counter, 0, known or Digest(bytes(32)))
    signature = sign(secret, message_signing_bytes(world.table, *fields, encoded))
    return Message(*fields, payload, encoded, signature, seal_message(*fields, encoded, signature))


def test_a_message_made_in_another_log_is_not_ordered() -> None:
    world = in_lobby(ONE_VOTER)
    secret = world.processes[1].config.players[0].key
    other = written(world, ByPlayer(PlayerNumber(1)), secret, Ready(9), Digest(b"x" * 32))
    before = world.node(0).last_index
    world.give(0, Received(NodeNumber(1), MessagePacket(other)))
    world.rest(3000)
    assert world.node(0).last_index == before


def test_entries_that_come_far_too_early_are_not_all_kept() -> None:
    world = in_lobby(ONE_VOTER)
    true = forged_entry(world, world.node(0), forged_message(world, 1, Ready(9)))
    for ahead in range(1, 200):
        early = signed_entry(world, replace(true, index=true.index + ahead))
        world.give(1, Received(NodeNumber(0), EntryPacket(early, 0)))
    world.give(1, Received(NodeNumber(0), EntryPacket(true, 0)))
    assert world.node(1).last_index == true.index
    assert kept(world, 1) == ["fork"]


def test_after_one_lie_further_ones_are_not_kept() -> None:
    world = in_lobby()
    first = signed_entry(world, replace(world.node(0).entries(3, 1)[0], term=1, body=body_bytes((b"x",))))
    for _ in range(2):
        world.give(1, Received(NodeNumber(0), EntryPacket(first, 0)))
    assert kept(world, 1) == ["fork", "fork"]


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
    world = World(5, (Place(), Place(), Place()), founding=founding, deals=1)
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
    world.run(lambda: world.node(2).last_index > out[0])
    assert world.node(2).committed_index < out[0]
    for sender, receiver, packet in list(world.held):
        if receiver == 2 and isinstance(packet, AckPacket) and packet.ack.index == out[0]:
            world.give(2, Received(NodeNumber(sender), packet))
    assert world.node(2).committed_index == out[0]
    opened = [one for _, one in world.processes[2].sent if isinstance(one, MessagePacket)]
    assert not any(isinstance(one.message.payload, OpenHand) for one in opened)


# --- attacks on the log as a whole ------------------------------------------------------------------------------------


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


def of_player(world: World, player: int) -> list[Message]:
    entries = world.node(0).entries(1, 10_000)
    author = ByPlayer(PlayerNumber(player))
    return [message for entry in entries for message in entry.messages if message.author == author]


def test_an_entry_that_contradicts_what_its_author_told_us_is_proof_against_him() -> None:
    """Attack 62, at the level of one message: a shuffler tells the host one thing and the others another."""
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


def test_a_host_that_edits_a_message_makes_a_malformed_entry() -> None:
    """Attack 54."""
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


def test_the_next_deals_cards_are_not_opened_early_at_the_hosts_word() -> None:
    """Attack 65: the next deck is complete, and the host orders its deal while one is in play."""
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


def state_of(world: World) -> TableState:
    state = world.node(1)._desk.replica.accepted  # noqa: SLF001 - what the node works from
    assert state is not None
    return state


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


def test_a_spectator_sees_nobodys_hand() -> None:
    world = in_play()
    view = world.node(0).view(None)
    assert view is not None
    assert view.seat is None
    assert view.hand == ()
    assert [line.cards for line in view.seats] == [13, 13]
