"""One short transcript for each way to cheat that a seat draw or the first discard has room for, named for it."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from kalooki.cards import Natural, Rank, Suit
from kalooki.codec import encode
from kalooki.codec.transcript import Evidence, write_transcript
from kalooki.rules.actions import Discard, Draw, Shown
from kalooki.table.genesis import table_id
from kalooki.table.log import TABLE, ByNode, ByPlayer, Digest, Entry
from kalooki.table.payloads import (
    Accuse,
    Act,
    Closed,
    Genesis,
    KeyShare,
    NodeNumber,
    Payload,
    PlayerNumber,
    Shares,
    Shuffle,
)
from support.forger import Forger, find, log_of, reworded, transcript_of
from support.table_world import World

SMALL_ORDER = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
HOST = ByNode(NodeNumber(0))


def vectors(world: World, dealt: World) -> Mapping[str, bytes]:
    """Everything, made from an honest table that drew its seats and was closed, and from one that played a deal."""
    honest = transcript_of(world)
    return {
        "honest": honest,
        "damaged": honest[:3000] + bytes([honest[3000] ^ 1]) + honest[3001:],
        "cut_off": honest[:3000],
        "key_without_its_proof": _instead(world, KeyShare, _key_without_proof),
        "shuffle_with_repeated_card": _instead(world, Shuffle, _repeated_card),
        "shuffle_with_swapped_cards": _instead(world, Shuffle, _swapped_cards),
        "shuffle_without_a_proof": _instead(world, Shuffle, _no_proof),
        "false_share": _instead(world, Shares, _false_share),
        "false_claim": _false_claim(dealt),
        "false_accusation": _false_accusation(world),
        "message_that_its_author_did_not_sign": _appended(world, _forged_message),
        "message_twice": _appended(world, lambda forger: forger.order(find(forger.entries, KeyShare)[1].wire)),
        "entry_out_of_the_chain": _appended(world, lambda forger: _closing(forger, previous=Digest(bytes(32)))),
        "entry_of_another_state": _appended(world, lambda forger: _closing(forger, state_before=Digest(bytes(32)))),
        "entry_of_another_host": _appended(world, lambda forger: _closing(forger, key=forger.nodes[1])),
        "two_entries_for_one_place": _fork(world),
        "certificate_without_a_quorum": _one_acknowledgement(world),
        "not_certified": write_transcript(log_of(world)),
        "other_protocol": _genesis(world, protocol=2),
        "other_rules": _genesis(world, rules_digest=bytes(32)),
        "founder_of_small_order": _genesis(world, founder=SMALL_ORDER),
    }


def _instead(world: World, kind: type[Payload], change: Callable[[Payload], Payload]) -> bytes:
    entry, message = find(log_of(world), kind)
    return reworded(world, log_of(world), entry, message, change(message.payload)).file()


def _key_without_proof(payload: Payload) -> Payload:
    assert isinstance(payload, KeyShare)
    return replace(payload, proof=payload.proof[:32] + bytes([1, *bytes(31)]))


def _repeated_card(payload: Payload) -> Payload:
    assert isinstance(payload, Shuffle)
    return replace(payload, deck=payload.deck[:64] * 2)


def _swapped_cards(payload: Payload) -> Payload:
    assert isinstance(payload, Shuffle)
    return replace(payload, deck=payload.deck[64:] + payload.deck[:64])


def _no_proof(payload: Payload) -> Payload:
    assert isinstance(payload, Shuffle)
    return replace(payload, proof=b"")


def _false_share(payload: Payload) -> Payload:
    assert isinstance(payload, Shares)
    batches = tuple(replace(batch, shares=batch.shares[32:] + batch.shares[:32]) for batch in payload.batches)
    return replace(payload, batches=batches)


def _false_claim(world: World) -> bytes:
    """Somebody says of the first card that he discards that it is another one."""
    entry, message, payload, discard = next(
        (entry, one, one.payload, one.payload.action)
        for entry in log_of(world)
        for one in entry.messages
        if isinstance(one.payload, Act) and isinstance(one.payload.action, Discard) and one.payload.evidence
    )
    true = discard.shown
    other = next(face for face in (Natural(Rank.TWO, Suit.CLUBS), Natural(Rank.NINE, Suit.HEARTS)) if face != true.card)
    lie = replace(payload, action=replace(discard, shown=Shown(true.slot, other)))
    return reworded(world, log_of(world), entry, message, lie).file()


def _false_accusation(world: World) -> bytes:
    entry, message = find(log_of(world), Shuffle)
    assert isinstance(message.payload, Shuffle)
    forger = Forger(world, log_of(world)[: entry.index])
    accusation = Accuse(entry.index, message.payload.ceremony)
    forger.follow(forger.order(forger.say(ByNode(NodeNumber(1)), accusation, TABLE, 50)))
    return forger.file()


def _appended(world: World, make: Callable[[Forger], Entry]) -> bytes:
    forger = Forger(world, log_of(world)[:-1])
    return write_transcript([*forger.entries, make(forger), forger.certify()])


def _forged_message(forger: Forger) -> Entry:
    return forger.order(forger.say(ByPlayer(PlayerNumber(1)), Act(Draw()), TABLE, 60, key=forger.nodes[0]))


def _closing(forger: Forger, **how: object) -> Entry:
    return forger.order(forger.say(HOST, Closed("over"), TABLE, 60), **how)  # type: ignore[arg-type]  # of an entry


def _fork(world: World) -> bytes:
    second = _closing(Forger(world, log_of(world)[:-1]))
    return Forger(world, log_of(world)).file(Evidence("fork", second.wire))


def _one_acknowledgement(world: World) -> bytes:
    forger = Forger(world, log_of(world))
    return write_transcript([*forger.entries, forger.certify(nodes=[1])])


def _genesis(world: World, **changes: object) -> bytes:
    _, message = find(log_of(world), Genesis)
    assert isinstance(message.payload, Genesis)
    genesis = replace(message.payload, **changes)  # type: ignore[arg-type]  # fields of a genesis
    forger = Forger(world)
    forger.table = table_id(encode(genesis))
    return write_transcript([forger.order(forger.say_first(genesis))])
