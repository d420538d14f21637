"""Any bytes at all give a value or a MalformedError, never anything else; and each limit refuses by name."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from google.protobuf.message import DecodeError
from google.protobuf.message import Message as ProtoMessage
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.cards import SeatNumber
from kalooki.codec import (
    MalformedError,
    decode_ack,
    decode_entry,
    decode_message,
    decode_payload,
    encode,
    encode_ack,
    outcome_from_wire,
    packet_from_wire,
    packet_to_wire,
    seal_message,
    split_body,
    unseal,
    update_from_wire,
    update_to_wire,
)
from kalooki.codec.chat import chat_from_wire, decode_chat, encode_chat
from kalooki.codec.limits import MAX_ACK, MAX_BODY, MAX_PACKET_CHAT, MAX_PAYLOAD
from kalooki.rules.actions import Draw
from kalooki.seat import Update
from kalooki.table.chat import Chat
from kalooki.table.hashing import u32
from kalooki.table.log import NO_DIGEST, Ack, ByPlayer, Entry, Message, Stream
from kalooki.table.payloads import (
    Act,
    Begin,
    CeremonyNumber,
    Closed,
    DealStart,
    Genesis,
    KeyShare,
    Payload,
    PlayerNumber,
    ShareBatch,
    Shares,
    Shuffle,
    TakeSeat,
)
from kalooki.table.ports import Packet
from kalooki.wire.v1 import action_pb2, card_pb2, fair_pb2, log_pb2, packet_pb2, seat_pb2
from support import wire_values as values

DECODERS: list[Callable[[bytes], object]] = [decode_payload, decode_message, decode_entry, decode_ack, split_body]

NOTHING = b""
ZEROS = bytes(32)
SIGNATURE = bytes(64)


def attempt(decode: Callable[[bytes], object], data: bytes) -> None:
    """Anything but a MalformedError comes out of here, and fails the test."""
    with suppress(MalformedError):
        decode(data)


def attempt_message(kind: type[ProtoMessage], read: Callable[..., object], data: bytes) -> None:
    message = kind()
    try:
        message.ParseFromString(data)
    except DecodeError:
        return
    attempt(lambda _: read(message), data)


def damaged(data: bytes, seed: int) -> Iterator[bytes]:
    """Change one byte at some places, and cut the end off at some others: values cost more to make than to damage."""
    rng = Random(seed)
    for _ in range(25):
        at = rng.randrange(len(data) or 1)
        yield data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        yield data[:at]


seeds = st.integers(0, 10_000)


@given(st.binary(max_size=200))
@settings(max_examples=150, deadline=None)
def test_random_bytes_are_read_or_refused(data: bytes) -> None:
    for decode in DECODERS:
        attempt(decode, data)
    attempt_message(packet_pb2.Packet, packet_from_wire, data)
    attempt_message(seat_pb2.Update, update_from_wire, data)
    attempt_message(seat_pb2.Outcome, outcome_from_wire, data)


@given(values.messages, seeds)
@settings(max_examples=15, deadline=None)
def test_a_damaged_message_is_read_or_refused(message: Message, seed: int) -> None:
    for data in damaged(message.wire, seed):
        attempt(decode_message, data)


@given(values.entries, seeds)
@settings(max_examples=12, deadline=None)
def test_a_damaged_entry_is_read_or_refused(entry: Entry, seed: int) -> None:
    for data in damaged(entry.wire, seed):
        attempt(decode_entry, data)


@given(values.updates, seeds)
@settings(max_examples=8, deadline=None)
def test_a_damaged_update_is_read_or_refused(update: Update, seed: int) -> None:
    for data in damaged(update_to_wire(update).SerializeToString(), seed):
        attempt_message(seat_pb2.Update, update_from_wire, data)


@given(values.packets, seeds)
@settings(max_examples=15, deadline=None)
def test_a_damaged_packet_is_read_or_refused(packet: Packet | Chat, seed: int) -> None:
    for data in damaged(packet_to_wire(packet).SerializeToString(), seed):
        attempt_message(packet_pb2.Packet, packet_from_wire, data)


# --- one encoding only ------------------------------------------------------------------------------------------------


def test_a_field_that_this_version_does_not_know_is_refused() -> None:
    unknown_field = bytes([0x9A, 0x06, 0x00])  # field 99, no bytes
    for known in (encode(Begin()), encode(Closed("over"))):
        with pytest.raises(MalformedError, match="unknown field"):
            decode_payload(known + unknown_field)


def test_a_field_given_twice_is_refused() -> None:
    with pytest.raises(MalformedError, match="loose encoding"):
        decode_payload(encode(Closed("over")) + encode(Closed("again")))


def test_a_number_written_too_long_is_refused() -> None:
    wire = seal_message(ByPlayer(PlayerNumber(1)), Stream(0, 0), 0, 5, 0, NO_DIGEST, encode(Begin()), SIGNATURE)
    assert decode_message(wire).counter == 5
    at = wire.index(bytes([6 << 3, 5]))
    with pytest.raises(MalformedError, match="loose encoding"):
        decode_message(wire[: at + 1] + bytes([0x85, 0x00]) + wire[at + 2 :])


def test_a_default_that_is_written_out_is_refused() -> None:
    wire = seal_message(ByPlayer(PlayerNumber(1)), Stream(0, 0), 0, 5, 0, NO_DIGEST, encode(Begin()), SIGNATURE)
    at = wire.index(bytes([6 << 3, 5]))
    with pytest.raises(MalformedError, match="loose encoding"):
        decode_message(wire[:at] + bytes([5 << 3, 0]) + wire[at:])


def test_unseal_gives_nothing_for_what_is_malformed() -> None:
    assert unseal(b"\x01") is None


def test_an_error_is_one_line_that_says_what_where_and_what_would_be_right() -> None:
    with pytest.raises(MalformedError) as caught:
        decode_ack(bytes(MAX_ACK + 1))
    assert str(caught.value) == f"ack: {MAX_ACK + 1} bytes; at most {MAX_ACK} would be right"
    assert caught.value.code == "malformed"


# --- payloads ---------------------------------------------------------------------------------------------------------

GENESIS = Genesis(1, "british", 1, ZEROS, (("a", "1"), ("b", "2")), "", ZEROS, ZEROS, bots_vote=False, seats=4)
BATCH = ShareBatch(CeremonyNumber(1), 0, (3, 4), bytes(64), bytes(96))


def wire_genesis(**fields: Any) -> log_pb2.Payload:  # noqa: ANN401 - fields of any type
    message = log_pb2.Payload()
    message.ParseFromString(encode(GENESIS))
    message.genesis.MergeFrom(log_pb2.Genesis(**fields))
    return message


def wire_take_seat(**fields: Any) -> log_pb2.Payload:  # noqa: ANN401 - fields of any type
    seat: dict[str, Any] = {
        "identity": ZEROS,
        "name": "Ann",
        "bot": "greedy",
        "certificate": SIGNATURE,
        "consent": SIGNATURE,
    } | fields
    return log_pb2.Payload(take_seat=log_pb2.TakeSeat(**seat))


def wire_batch(**fields: Any) -> log_pb2.Payload:  # noqa: ANN401 - fields of any type
    batch: dict[str, Any] = {
        "ceremony": 1,
        "audience": 0,
        "positions": [3, 4],
        "shares": bytes(64),
        "proof": bytes(96),
    } | fields
    inside = [fair_pb2.ShareBatch(**batch)]
    return log_pb2.Payload(shares=fair_pb2.Shares(owed=1, batches=inside))


def wire_start(**fields: Any) -> log_pb2.Payload:  # noqa: ANN401 - fields of any type
    start: dict[str, Any] = {"deal": 1, "attempt": 1, "seats": [0, 1], "ceremony": 2, "deck_digest": ZEROS} | fields
    return log_pb2.Payload(deal_start=log_pb2.DealStart(**start))


def wire_act(action: action_pb2.Action, **fields: Any) -> log_pb2.Payload:  # noqa: ANN401 - fields of any type
    return log_pb2.Payload(act=log_pb2.Act(action=action, **fields))


def wire_lay(item: action_pb2.LayItem) -> log_pb2.Payload:
    return wire_act(action_pb2.Action(lay=action_pb2.Lay(items=[item])))


CARD = card_pb2.Card(joker=card_pb2.Joker())
SHOWN = card_pb2.Shown(slot=1, card=CARD)
PLACED = action_pb2.Placed(slot=1, card=CARD)


def wire_stand_in(**fields: object) -> log_pb2.StandIn:
    given = {"player": 1, "identity": ZEROS, "name": "B", "bot": "greedy", "nonce": ZEROS}
    signed = {"certificate": bytes(64), "consent": bytes(64)}
    return log_pb2.StandIn(**{**given, **signed, **fields})  # type: ignore[arg-type]


REFUSED: dict[str, log_pb2.Payload] = {
    "payload: nothing": log_pb2.Payload(),
    "genesis.variant: a key of another form": wire_genesis(variant="British"),
    "genesis.variant: a key of another form, too long": wire_genesis(variant="b" * 33),
    "genesis.title: 65 bytes of text": wire_genesis(title="T" * 65),
    "genesis.title: blanks at an end": wire_genesis(title=" table"),
    "genesis.title: a character that is invisible": wire_genesis(title="ta\u202ebel"),
    "genesis.seats: the number 9": wire_genesis(seats=9),
    "genesis.seats: the number 1": wire_genesis(seats=1),
    "genesis.protocol: the number 65536": wire_genesis(protocol=65536),
    "genesis.answer_ms: the number 86400001": wire_genesis(answer_ms=86_400_001),
    "genesis.bank_ms: the number 86400001": wire_genesis(bank_ms=86_400_001),
    "genesis.buy_in_ms: the number 86400001": wire_genesis(buy_in_ms=86_400_001),
    "genesis.turn_ms: the number 86400001": wire_genesis(turn_ms=86_400_001),
    "genesis.silence_ms: the number 86400001": wire_genesis(silence_ms=86_400_001),
    "genesis.grace_ms: the number 86400001": wire_genesis(grace_ms=86_400_001),
    "agree.motion: an unknown": log_pb2.Payload(agree=log_pb2.Agree(player=1)),
    "agree.player: a player too": log_pb2.Payload(agree=log_pb2.Agree(motion=log_pb2.MOTION_REMOVE)),
    "agree.player: a player": log_pb2.Payload(agree=log_pb2.Agree(motion=log_pb2.MOTION_ADJOURN, player=0)),
    "agree.player": log_pb2.Payload(agree=log_pb2.Agree(motion=log_pb2.MOTION_REMOVE, player=32)),
    "agree.player: a player too many or": log_pb2.Payload(agree=log_pb2.Agree(motion=log_pb2.MOTION_RETURN)),
    "stand_in.player": log_pb2.Payload(stand_in=wire_stand_in(player=32)),
    "stand_in.identity": log_pb2.Payload(stand_in=wire_stand_in(identity=bytes(31))),
    "stand_in.name": log_pb2.Payload(stand_in=wire_stand_in(name="")),
    "stand_in.bot": log_pb2.Payload(stand_in=wire_stand_in(bot="")),
    "stand_in.nonce": log_pb2.Payload(stand_in=wire_stand_in(nonce=b"")),
    "stand_in.certificate": log_pb2.Payload(stand_in=wire_stand_in(certificate=bytes(63))),
    "stand_in.consent": log_pb2.Payload(stand_in=wire_stand_in(consent=bytes(65))),
    "agree.silent: nodes out of order": log_pb2.Payload(
        agree=log_pb2.Agree(motion=log_pb2.MOTION_ADJOURN, silent=[2, 1])
    ),
    "agree.silent": log_pb2.Payload(agree=log_pb2.Agree(motion=log_pb2.MOTION_ADJOURN, silent=[64])),
    "absent.choice: an unknown choice": log_pb2.Payload(absent=log_pb2.Absent(players=[1], owed=4)),
    "absent.players": log_pb2.Payload(absent=log_pb2.Absent(players=[1, 1], owed=4, choice=log_pb2.CHOICE_WAIT)),
    "absent.owed": log_pb2.Payload(absent=log_pb2.Absent(players=[1], choice=log_pb2.CHOICE_WAIT)),
    "leave.secret": log_pb2.Payload(leave=log_pb2.Leave(keys=[log_pb2.LeftKey(ceremony=1, secret=b"short")])),
    "time_up.limit: an unknown limit": log_pb2.Payload(time_up=log_pb2.TimeUp(move=1)),
    "time_up.move: the number 281474976710656": log_pb2.Payload(
        time_up=log_pb2.TimeUp(move=2**48, limit=log_pb2.LIMIT_CALL)
    ),
    "cut_ready.ceremony: the number 0": log_pb2.Payload(cut_ready=log_pb2.CutReady(deck_digest=ZEROS)),
    "cut_ready: 0 bytes": log_pb2.Payload(cut_ready=log_pb2.CutReady(ceremony=1)),
    "genesis.founder: 31 bytes": wire_genesis(founder=bytes(31)),
    "genesis.chance: 33 bytes": wire_genesis(chance=bytes(33)),
    "genesis.options: house rules out of order": wire_genesis(options=[log_pb2.Option(key="a", value="3")]),
    "admit.tls_certificate: no certificate": log_pb2.Payload(admit=log_pb2.Admit(identity=ZEROS, signature=SIGNATURE)),
    "admit.tls_certificate: 2049 bytes": log_pb2.Payload(
        admit=log_pb2.Admit(identity=ZEROS, tls_certificate=bytes(2049), signature=SIGNATURE)
    ),
    "take_seat.name: 0 bytes of text": wire_take_seat(name=""),
    "take_seat.name: 66 bytes of text": wire_take_seat(name="é" * 33),
    "take_seat.name: a character that is invisible": wire_take_seat(name="A\x1b[2Jnn"),
    "take_seat.bot: a key of another form": wire_take_seat(bot="a bot"),
    "take_seat.consent: 63 bytes": wire_take_seat(consent=bytes(63)),
    "ready.nonce: 31 bytes": log_pb2.Payload(ready=log_pb2.Ready(nonce=bytes(31))),
    "ready.deal: the number 10000": log_pb2.Payload(ready=log_pb2.Ready(deal=10_000)),
    "shares.absent: the number 8": wire_batch(absent=8),
    "key_share.commitments: 33 bytes": log_pb2.Payload(
        key_share=fair_pb2.KeyShare(ceremony=1, public=ZEROS, proof=SIGNATURE, commitments=bytes(33))
    ),
    "key_share.commitments: 256 bytes": log_pb2.Payload(
        key_share=fair_pb2.KeyShare(ceremony=1, public=ZEROS, proof=SIGNATURE, commitments=bytes(256))
    ),
    "key_share.sealing: 31 bytes": log_pb2.Payload(
        key_share=fair_pb2.KeyShare(ceremony=1, public=ZEROS, proof=SIGNATURE, sealing=bytes(31))
    ),
    "key_backup.boxes: 0 of them": log_pb2.Payload(key_backup=fair_pb2.KeyBackup(ceremony=1)),
    "key_backup.boxes: 8 of them": log_pb2.Payload(key_backup=fair_pb2.KeyBackup(ceremony=1, boxes=[bytes(80)] * 8)),
    "key_backup.boxes: 81 bytes": log_pb2.Payload(key_backup=fair_pb2.KeyBackup(ceremony=1, boxes=[bytes(81)])),
    "key_backup.ceremony: the number 0": log_pb2.Payload(key_backup=fair_pb2.KeyBackup(boxes=[bytes(80)])),
    "complaint.dealer.seat: the number 8": log_pb2.Payload(complaint=fair_pb2.Complaint(ceremony=1, dealer=8)),
    "complaint.ceremony: the number 0": log_pb2.Payload(complaint=fair_pb2.Complaint()),
    "opened_backup.share: 31 bytes": log_pb2.Payload(
        opened_backup=fair_pb2.OpenedBackup(ceremony=1, helper=1, share=bytes(31))
    ),
    "opened_backup.helper.seat: the number 8": log_pb2.Payload(
        opened_backup=fair_pb2.OpenedBackup(ceremony=1, helper=8, share=ZEROS)
    ),
    "key_share.ceremony: the number 0": log_pb2.Payload(key_share=fair_pb2.KeyShare(public=ZEROS, proof=SIGNATURE)),
    "key_share.public: 0 bytes": log_pb2.Payload(key_share=fair_pb2.KeyShare(ceremony=1, proof=SIGNATURE)),
    "key_share.proof: 65 bytes": log_pb2.Payload(
        key_share=fair_pb2.KeyShare(ceremony=1, public=ZEROS, proof=bytes(65))
    ),
    "shuffle.deck: 63 bytes": log_pb2.Payload(shuffle=fair_pb2.Shuffle(ceremony=1, deck=bytes(63))),
    "shuffle.deck: 16448 bytes": log_pb2.Payload(shuffle=fair_pb2.Shuffle(ceremony=1, deck=bytes(64 * 257))),
    "shuffle.proof: 24865 bytes": log_pb2.Payload(shuffle=fair_pb2.Shuffle(ceremony=1, proof=bytes(24865))),
    "deal_start.seats: one of them twice": wire_start(seats=[0, 1, 0]),
    "deal_start.seats: 9 of them": wire_start(seats=range(9)),
    "deal_start.seats.seat: the number 8": wire_start(seats=[8]),
    "deal_start.attempt: the number 0": wire_start(attempt=0),
    "shares.owed: the number 0": log_pb2.Payload(shares=fair_pb2.Shares()),
    "shares.audience: the number 254": wire_batch(audience=254),
    "shares.positions: 0 of them": wire_batch(positions=[], shares=b""),
    "shares.positions: one of them twice": wire_batch(positions=[3, 3]),
    "shares.positions: the number 256": wire_batch(positions=[3, 256]),
    "shares.shares: 32 bytes": wire_batch(shares=bytes(32)),
    "shares.proof: 95 bytes": wire_batch(proof=bytes(95)),
    "act: nothing": wire_act(action_pb2.Action()),
    "act.copies: a copy of another kind": wire_act(
        action_pb2.Action(draw=action_pb2.Draw()),
        copies=[seal_message(ByPlayer(PlayerNumber(1)), Stream(1, 1), 0, 0, 0, NO_DIGEST, encode(Begin()), SIGNATURE)],
    ),
    "act.copies: bytes that are no such message": wire_act(action_pb2.Action(draw=action_pb2.Draw()), copies=[b"\xff"]),
    "act.copies: 33 of them": wire_act(action_pb2.Action(draw=action_pb2.Draw()), copies=[b""] * 33),
    "act.lay: 0 of them": wire_act(action_pb2.Action(lay=action_pb2.Lay())),
    "act.lay: nothing": wire_lay(action_pb2.LayItem()),
    "act.lay.new_meld: 0 of them": wire_lay(action_pb2.LayItem(new_meld=action_pb2.NewMeld())),
    "act.lay.lay_off.meld: the number 0": wire_lay(action_pb2.LayItem(lay_off=action_pb2.LayOff(cards=[PLACED]))),
    "act.lay.exchange.meld: the number 1000": wire_lay(
        action_pb2.LayItem(exchange=action_pb2.Exchange(meld=1000, cards=[PLACED]))
    ),
    "act.lay.new_meld: no card": wire_lay(
        action_pb2.LayItem(new_meld=action_pb2.NewMeld(cards=[action_pb2.Placed(slot=1)]))
    ),
    "act.discard: no card": wire_act(action_pb2.Action(discard=action_pb2.Discard())),
    "act.discard.slot: the number 65536": wire_act(
        action_pb2.Action(discard=action_pb2.Discard(shown=card_pb2.Shown(slot=65536, card=CARD)))
    ),
    "act.discard.rank: the number 14": wire_act(
        action_pb2.Action(
            discard=action_pb2.Discard(shown=card_pb2.Shown(card=card_pb2.Card(natural=card_pb2.Natural(rank=14))))
        )
    ),
    "act.discard.suit: nothing": wire_act(
        action_pb2.Action(
            discard=action_pb2.Discard(shown=card_pb2.Shown(card=card_pb2.Card(natural=card_pb2.Natural(rank=1))))
        )
    ),
    "act.discard.count: the number 257": wire_act(
        action_pb2.Action(discard=action_pb2.Discard(shown=SHOWN, count=257))
    ),
    "act.end: 33 of them": wire_act(action_pb2.Action(end=action_pb2.End(jokers=[SHOWN] * 33))),
    "act.challenge.what: nothing": wire_act(action_pb2.Action(challenge=action_pb2.Challenge())),
    "act.pick_seat.place: the number 0": wire_act(action_pb2.Action(pick_seat=action_pb2.PickSeat())),
    "act.cut.depth: the number 257": wire_act(action_pb2.Action(cut=action_pb2.Cut(depth=257))),
    "accuse.index: the number 0": log_pb2.Payload(accuse=log_pb2.Accuse(ceremony=1)),
    "closed.reason: 201 bytes of text": log_pb2.Payload(closed=log_pb2.Closed(reason="r" * 201)),
}


@pytest.mark.parametrize("why", REFUSED)
def test_a_payload_is_refused(why: str) -> None:
    with pytest.raises(MalformedError) as caught:
        decode_payload(REFUSED[why].SerializeToString())
    assert why.split(",", maxsplit=1)[0] in str(caught.value)


def test_a_payload_may_not_be_longer_than_the_limit() -> None:
    with pytest.raises(MalformedError, match="at most"):
        decode_payload(bytes(MAX_PAYLOAD + 1))


@pytest.mark.parametrize("name", ["Ann", "Zoë", "李娜", "Ann 2", "A.-B. O'C", "x" * 64])
def test_a_name_that_people_can_read_is_accepted(name: str) -> None:
    payload = decode_payload(wire_take_seat(name=name).SerializeToString())
    assert isinstance(payload, TakeSeat)
    assert payload.name == name


def test_a_shuffle_without_a_proof_is_read_so_that_its_author_can_be_named() -> None:
    shuffle = Shuffle(CeremonyNumber(1), bytes(64 * 3), b"")
    assert decode_payload(encode(shuffle)) == shuffle


def test_group_elements_are_only_bytes_of_the_right_length_here() -> None:
    key: Payload = KeyShare(CeremonyNumber(1), bytes(32), bytes(64))
    assert decode_payload(encode(key)) == key


# --- messages, entries, acknowledgements, packets ---------------------------------------------------------------------


def wire_message(**fields: Any) -> bytes:  # noqa: ANN401 - fields of any type
    message = log_pb2.SignedMessage(player=1, counter=1, known_hash=ZEROS, payload=encode(Begin()), signature=SIGNATURE)
    message.MergeFrom(log_pb2.SignedMessage(**fields))
    return message.SerializeToString()


@pytest.mark.parametrize(
    ("why", "wire"),
    [
        ("message.player: the number 32", wire_message(player=32)),
        ("message.node: the number 64", wire_message(node=64)),
        ("message.deal: deal 1, attempt 0", wire_message(deal=1)),
        ("message.deal: deal 0, attempt 1", wire_message(attempt=1)),
        ("message.move: the number 281474976710656", wire_message(move=2**48)),
        ("message.known_hash: 33 bytes", wire_message(known_hash=bytes(33))),
        ("message.signature: 65 bytes", wire_message(signature=bytes(65))),
        ("message.payload: bytes that are no such message", wire_message(payload=b"\xff")),
        ("message.author: nothing", log_pb2.SignedMessage(known_hash=ZEROS).SerializeToString()),
    ],
)
def test_a_message_is_refused(why: str, wire: bytes) -> None:
    with pytest.raises(MalformedError) as caught:
        decode_message(wire)
    assert why in str(caught.value)


GOOD = wire_message()


@pytest.mark.parametrize(
    ("why", "body"),
    [
        ("the end in the middle of a number", b"\0\0"),
        ("body.count: the number 0", u32(0)),
        ("body.count: the number 33", u32(33)),
        ("the end in the middle of a number", u32(1)),
        ("a message longer than the body", u32(1) + u32(len(GOOD) + 1) + GOOD),
        ("1 bytes after the last message", u32(1) + u32(len(GOOD)) + GOOD + b"\0"),
        ("body message 2: bytes that are no such", u32(2) + u32(len(GOOD)) + GOOD + u32(1) + b"\xff"),
        ("at most 524288", bytes(MAX_BODY + 1)),
    ],
)
def test_a_body_is_refused(why: str, body: bytes) -> None:
    with pytest.raises(MalformedError) as caught:
        split_body(body)
    assert why in str(caught.value)


def test_an_entry_that_is_refused_is_named_by_its_index() -> None:
    wire = log_pb2.Entry(term=1, index=7, previous=ZEROS, state_before=ZEROS, body=u32(0)).SerializeToString()
    with pytest.raises(MalformedError, match=r"entry 7\.body"):
        decode_entry(wire)


def test_an_acknowledgement_of_entry_0_is_refused() -> None:
    with pytest.raises(MalformedError, match=r"ack\.index"):
        decode_ack(log_pb2.Ack(term=1, hash=ZEROS, signature=SIGNATURE).SerializeToString())


def test_a_packet_of_no_kind_is_refused() -> None:
    with pytest.raises(MalformedError, match="packet: nothing"):
        packet_from_wire(packet_pb2.Packet())


def test_a_wish_for_entry_0_is_refused() -> None:
    with pytest.raises(MalformedError, match="from_index"):
        packet_from_wire(packet_pb2.Packet(want=packet_pb2.Want()))


@pytest.mark.parametrize(
    ("spoilt", "what"),
    [
        ({"player": 32}, "chat.player: the number 32"),
        ({"counter": 0}, "chat.counter: the number 0"),
        ({"text": ""}, "0 bytes of text"),
        ({"text": "\u00e9" * 201}, "402 bytes of text"),
        ({"text": "a\x1b[2Jb"}, "a character that is invisible"),
        ({"text": "a\u202eb"}, "a character that is invisible"),
        ({"text": "two\nlines"}, "a character that is invisible"),
        ({"text": " a"}, "blanks at an end"),
        ({"signature": bytes(63)}, "chat.signature: 63 bytes"),
    ],
)
def test_a_line_of_chat_that_could_not_be_shown_is_refused(spoilt: dict[str, object], what: str) -> None:
    good: dict[str, object] = {"player": 1, "counter": 7, "text": "good evening", "signature": SIGNATURE}
    assert chat_from_wire(packet_pb2.Chat(**good)).text == "good evening"  # type: ignore[arg-type]
    with pytest.raises(MalformedError, match=re.escape(what)):
        chat_from_wire(packet_pb2.Chat(**good | spoilt))  # type: ignore[arg-type]
    kept = packet_pb2.Chat(**good | spoilt).SerializeToString()  # type: ignore[arg-type]
    with pytest.raises(MalformedError):
        decode_chat(kept)


@given(values.chats)
def test_a_line_that_was_kept_comes_back_in_one_form_only(chat: Chat) -> None:
    kept = encode_chat(chat)
    assert len(kept) <= MAX_PACKET_CHAT
    assert decode_chat(kept) == chat
    with pytest.raises(MalformedError, match="loose encoding"):
        decode_chat(kept + b"\x78\x01")


@given(values.acks)
@settings(max_examples=20, deadline=None)
def test_an_acknowledgement_that_stops_early_is_refused(ack: Ack) -> None:
    with pytest.raises(MalformedError):
        decode_ack(encode_ack(ack)[:-1])


def test_the_values_of_these_tests_are_themselves_accepted() -> None:
    batch = decode_payload(wire_batch().SerializeToString())
    assert batch == Shares(1, (BATCH,))
    assert decode_payload(wire_act(action_pb2.Action(draw=action_pb2.Draw())).SerializeToString()) == Act(Draw())
    assert decode_payload(encode(GENESIS)) == GENESIS
    assert decode_message(GOOD).author == ByPlayer(PlayerNumber(1))
    start = decode_payload(wire_start().SerializeToString())
    assert start == DealStart(1, 1, (SeatNumber(0), SeatNumber(1)), CeremonyNumber(2), ZEROS)
