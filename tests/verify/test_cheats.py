"""Each way to cheat, tried by somebody who holds every key: it is found, and it names who signed it, or nobody."""

from dataclasses import replace

import pytest

from kalooki.cards import Natural, Rank, Suit
from kalooki.codec import encode
from kalooki.codec.transcript import Evidence, write_transcript
from kalooki.rules.actions import Discard, Draw, Shown
from kalooki.table.genesis import table_id
from kalooki.table.log import TABLE, Ack, ByNode, ByPlayer, Digest
from kalooki.table.payloads import (
    Accuse,
    Act,
    Closed,
    Genesis,
    KeyShare,
    NodeNumber,
    PlayerNumber,
    SeatsReady,
    Shares,
    Shuffle,
)
from kalooki.verify import Check, Finding, Verdict
from support.forger import Forger, find, log_of, played, reworded
from support.judging import judge, names_author, only, text
from support.table_world import World

SMALL_ORDER = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


@pytest.fixture(scope="module")
def draw() -> World:
    """A table that drew its seats and was closed."""
    return played(0)


@pytest.fixture(scope="module")
def deal() -> World:
    """A table that played a deal."""
    return played(1)


# --- false statements: whoever signed one is named --------------------------------------------------------------------


def test_a_key_without_its_proof_names_its_player(draw: World) -> None:
    entry, message = find(log_of(draw), KeyShare)
    assert isinstance(message.payload, KeyShare)
    false = replace(message.payload, proof=message.payload.proof[:32] + bytes(31) + b"\x01")
    forger = reworded(draw, log_of(draw), entry, message, false)
    finding = only(judge(draw, forger.file()))
    assert (finding.check, finding.code, finding.entry) == (Check.KEYS, "invalid_key", entry.index)
    assert names_author(finding, message)


def false_shuffles(honest: Shuffle) -> dict[str, Shuffle]:
    first, second = honest.deck[:64], honest.deck[64:128]
    return {
        "a repeated card": replace(honest, deck=first + first),
        "two cards swapped after the proof": replace(honest, deck=second + first),
        "no proof": replace(honest, proof=b""),
        "a proof that is too short": replace(honest, proof=honest.proof[:-32]),
        "a proof of zeros": replace(honest, proof=bytes(len(honest.proof))),
        "a deck that is too short": replace(honest, deck=first),
    }


@pytest.mark.parametrize("how", false_shuffles(Shuffle(1, bytes(128), bytes(64))))  # type: ignore[arg-type]  # names only
@pytest.mark.parametrize("turn", [0, 1])
def test_a_false_shuffle_names_its_player(draw: World, how: str, turn: int) -> None:
    entry, message = find(log_of(draw), Shuffle, turn)
    assert isinstance(message.payload, Shuffle)
    forger = reworded(draw, log_of(draw), entry, message, false_shuffles(message.payload)[how])
    report = judge(draw, forger.file())
    finding = only(report)
    assert (finding.check, finding.entry) == (Check.SHUFFLES, entry.index)
    assert names_author(finding, message)
    assert finding.player is not None
    name = report.summary.people[finding.player].name
    assert f"False statement signed by player {finding.player + 1} {name}" in text(report)


def test_a_proof_of_another_ceremony_names_its_player() -> None:
    deal = played(2)
    _, first = find(log_of(deal), Shuffle, 2)
    entry, later = find(log_of(deal), Shuffle, 4)
    assert isinstance(first.payload, Shuffle)
    assert isinstance(later.payload, Shuffle)
    assert first.payload.ceremony != later.payload.ceremony
    old = replace(first.payload, ceremony=later.payload.ceremony)
    finding = only(judge(deal, reworded(deal, log_of(deal), entry, later, old).file()))
    assert (finding.check, finding.entry) == (Check.SHUFFLES, entry.index)
    assert names_author(finding, later)


def test_a_host_that_deals_from_a_false_deck_hides_nobody(draw: World) -> None:
    entry, message = find(log_of(draw), Shuffle, 1)
    assert isinstance(message.payload, Shuffle)
    forger = reworded(draw, log_of(draw), entry, message, replace(message.payload, deck=message.payload.deck[:64] * 2))
    state = forger.replica.accepted
    assert state is not None
    record = state.ceremonies[0]
    ready = forger.say(ByNode(NodeNumber(0)), SeatsReady(record.number, record.ceremony.chain), TABLE, 50)
    forger.follow(forger.order(ready))
    finding = only(judge(draw, forger.file()))
    assert (finding.check, finding.entry) == (Check.SHUFFLES, entry.index)


def test_nothing_is_judged_that_is_dealt_from_a_false_deck(draw: World) -> None:
    """The deck opens to what is no card, and its author is named, once."""
    entry, message = find(log_of(draw), Shuffle, 1)
    assert isinstance(message.payload, Shuffle)
    deck = message.payload.deck
    forger = reworded(draw, log_of(draw), entry, message, replace(message.payload, deck=deck[:32] * 2 + deck[64:]))
    host = ByNode(NodeNumber(0))
    chain = forger.replica.accepted.ceremonies[0].ceremony.chain if forger.replica.accepted else b""
    forger.follow(forger.order(forger.say(host, SeatsReady(message.payload.ceremony, chain), TABLE, 50)))
    forger.follow(forger.order(forger.say(host, Closed("over"), TABLE, 51)))
    report = judge(draw, forger.file())
    assert names_author(only(report), message)
    assert report.summary.entries == len(forger.entries) - 1


def test_an_accusation_of_a_false_shuffle_names_its_player_once(draw: World) -> None:
    entry, message = find(log_of(draw), Shuffle, 1)
    assert isinstance(message.payload, Shuffle)
    forger = reworded(draw, log_of(draw), entry, message, replace(message.payload, deck=message.payload.deck[:64] * 2))
    accusation = Accuse(entry.index, message.payload.ceremony)
    forger.follow(forger.order(forger.say(ByNode(NodeNumber(0)), accusation, TABLE, 50)))
    wire = forger.entries[entry.index - 1].messages[-1].wire
    report = judge(draw, forger.file(Evidence("invalid_shuffle_proof", wire)))
    finding = only(report)
    assert (finding.check, finding.entry) == (Check.SHUFFLES, entry.index)
    assert report.summary.ending == "closed: fault"


def test_a_false_accusation_names_the_accuser(draw: World) -> None:
    entry, message = find(log_of(draw), Shuffle, 1)
    assert isinstance(message.payload, Shuffle)
    forger = Forger(draw, log_of(draw)[: entry.index])
    accusation = Accuse(entry.index, message.payload.ceremony)
    forger.follow(forger.order(forger.say(ByNode(NodeNumber(1)), accusation, TABLE, 50)))
    finding = only(judge(draw, forger.file()))
    assert (finding.check, finding.code, finding.entry) == (Check.SHUFFLES, "false_accusation", entry.index + 1)
    assert (finding.player, finding.node) == (None, 1)


def test_a_false_share_names_its_player(draw: World) -> None:
    entry, message = find(log_of(draw), Shares)
    assert isinstance(message.payload, Shares)
    batches = tuple(replace(batch, shares=batch.proof[:32] * 2) for batch in message.payload.batches)
    forger = reworded(draw, log_of(draw), entry, message, replace(message.payload, batches=batches))
    finding = only(judge(draw, forger.file()))
    assert (finding.check, finding.code, finding.entry) == (Check.SHARES, "invalid_decryption_share", entry.index)
    assert names_author(finding, message)


def test_a_card_that_is_not_what_its_player_says_names_him(deal: World) -> None:
    entry, message = next(
        (entry, one)
        for entry in log_of(deal)
        for one in entry.messages
        if isinstance(one.payload, Act) and isinstance(one.payload.action, Discard) and one.payload.evidence
    )
    payload = message.payload
    assert isinstance(payload, Act)
    assert isinstance(payload.action, Discard)
    shown = payload.action.shown
    other = next(
        card for card in (Natural(Rank.TWO, Suit.CLUBS), Natural(Rank.NINE, Suit.HEARTS)) if card != shown.card
    )
    lie = replace(payload, action=replace(payload.action, shown=Shown(shown.slot, other)))
    finding = only(judge(deal, reworded(deal, log_of(deal), entry, message, lie).file()))
    assert (finding.check, finding.code, finding.entry) == (Check.SHARES, "false_claim", entry.index)
    assert names_author(finding, message)


# --- what is refused, but is no fault ---------------------------------------------------------------------------------


def test_a_move_that_the_rules_refuse_changes_nothing_and_accuses_nobody(draw: World) -> None:
    forger = Forger(draw, log_of(draw)[:-1])
    forger.follow(forger.order(forger.say(ByPlayer(PlayerNumber(0)), Act(Draw()), TABLE, 9_000, 1)))
    report = judge(draw, forger.file())
    assert report.verdict is Verdict.VALID
    assert report.summary.void >= 1
    assert any("which is no fault" in note for note in report.notes)


# --- a dishonest host, and signatures that are not there --------------------------------------------------------------


def appended(world: World, forger: Forger, **how: object) -> Finding:
    """Append an entry that is wrong in one way, and what is found."""
    message = forger.say(ByNode(NodeNumber(0)), Closed("over"), TABLE, 60)
    entry = forger.order(message, **how)  # type: ignore[arg-type]  # fields of an entry, or the host's key
    return only(judge(world, write_transcript([*forger.entries, entry, forger.certify()])))


@pytest.mark.parametrize(
    ("how", "check"),
    [
        ({"previous": Digest(bytes(32))}, Check.CHAIN),
        ({"index": 3}, Check.CHAIN),
        ({"index": 99}, Check.CHAIN),
        ({"term": 2}, Check.HOSTS),
        ({"state_before": Digest(bytes(32))}, Check.STATES),
        ({"key": bytes(32)}, Check.SIGNATURES),
    ],
)
def test_an_entry_that_does_not_follow_is_found_and_no_player_is_named(
    draw: World, how: dict[str, object], check: Check
) -> None:
    forger = Forger(draw, log_of(draw)[:-1])
    finding = appended(draw, forger, **how)
    assert (finding.check, finding.player, finding.node) == (check, None, None)


def test_a_message_that_its_author_did_not_sign_accuses_nobody(draw: World) -> None:
    forger = Forger(draw, log_of(draw)[:-1])
    forged = forger.say(ByPlayer(PlayerNumber(1)), Act(Draw()), TABLE, 60, key=forger.nodes[0])
    data = write_transcript([*forger.entries, forger.order(forged), forger.certify()])
    finding = only(judge(draw, data))
    assert (finding.check, finding.player) == (Check.SIGNATURES, None)


def test_a_message_that_stands_in_the_log_twice_is_found(draw: World) -> None:
    forger = Forger(draw, log_of(draw)[:-1])
    _, message = find(forger.entries, KeyShare)
    data = write_transcript([*forger.entries, forger.order(message.wire), forger.certify()])
    finding = only(judge(draw, data))
    assert (finding.check, finding.code) == (Check.CHAIN, "malformed_entry")


def test_what_follows_a_broken_entry_is_not_judged(draw: World) -> None:
    entries = log_of(draw)
    forger = Forger(draw, entries)
    data = write_transcript([*entries[:5], *entries[6:], forger.certify()])
    report = judge(draw, data)
    assert report.verdict is Verdict.INVALID
    assert [finding.check for finding in report.findings] == [Check.CHAIN]
    assert report.summary.entries == 5


def genesis_file(world: World, **changes: object) -> bytes:
    """A transcript of one entry: a genesis with something else in it, signed by the founder."""
    _, message = find(log_of(world), Genesis)
    assert isinstance(message.payload, Genesis)
    genesis = replace(message.payload, **changes)  # type: ignore[arg-type]  # fields of a genesis
    forger = Forger(world)
    forger.table = table_id(encode(genesis))
    return write_transcript([forger.order(forger.say_first(genesis))])


@pytest.mark.parametrize(
    ("changes", "check", "verdict"),
    [
        ({"protocol": 2}, Check.VERSION, Verdict.UNKNOWN_VERSION),
        ({"rules_version": 99}, Check.RULES, Verdict.UNKNOWN_VERSION),
        ({"rules_digest": bytes(32)}, Check.RULES, Verdict.INVALID),
        ({"variant": "patience"}, Check.RULES, Verdict.INVALID),
        ({"options": (("limit", "200"),)}, Check.RULES, Verdict.INVALID),
        ({"seats": 8}, Check.PARAMETERS, Verdict.INVALID),
        ({"founder": SMALL_ORDER}, Check.IDENTITIES, Verdict.INVALID),
        ({"chance": bytes(32)}, None, Verdict.INCOMPLETE),
    ],
)
def test_a_genesis_with_something_else_in_it(
    draw: World, changes: dict[str, object], check: Check | None, verdict: Verdict
) -> None:
    report = judge(draw, genesis_file(draw, **changes))
    assert report.verdict is verdict
    assert report.findings[0].check is (check or Check.END)
    assert all(finding.player is None for finding in report.findings)


def test_a_log_that_does_not_begin_with_a_genesis_is_refused(draw: World) -> None:
    forger = Forger(draw, log_of(draw))
    data = write_transcript([*forger.entries[1:], forger.certify()])
    report = judge(draw, data)
    assert report.verdict is Verdict.INVALID
    assert report.findings[0].check is Check.CHAIN


# --- certificates -----------------------------------------------------------------------------------------------------


def test_certificates_that_certify_nothing_are_found(draw: World) -> None:
    forger = Forger(draw, log_of(draw))
    good = forger.certify()
    last, other = forger.entries[-1], forger.entries[-2]
    stranger = replace(good.acks[0], node=NodeNumber(7))
    stolen = Ack(NodeNumber(1), 1, last.index, good.hash, good.acks[0].signature)
    false = {
        "too few": replace(good, acks=good.acks[:1]),
        "the same node twice": replace(good, acks=good.acks[:1] * 2),
        "no member": replace(good, acks=(good.acks[0], stranger)),
        "another's signature": replace(good, acks=(good.acks[0], stolen)),
        "another hash": replace(good, hash=other.hash(forger.table)),
        "acknowledgements of another entry": replace(good, acks=forger.certify(other).acks),
        "no such entry": replace(good, index=999),
    }
    for how, certificate in false.items():
        report = judge(draw, write_transcript([*forger.entries, good, certificate]))
        finding = only(report)
        assert (finding.check, finding.player) == (Check.CERTIFICATES, None), how


def test_a_certificate_of_an_earlier_entry_is_checked_too(draw: World) -> None:
    forger = Forger(draw, log_of(draw))
    report = judge(draw, forger.file(forger.certify(forger.entries[9])))
    assert report.verdict is Verdict.VALID


def test_a_certificate_of_what_could_not_be_followed_is_not_judged(draw: World) -> None:
    entries = log_of(draw)
    early = Forger(draw, entries).certify(entries[2], nodes=[1])
    report = judge(draw, write_transcript([*entries[:5], *entries[6:], early]))
    assert [finding.check for finding in report.findings] == [Check.CHAIN, Check.CERTIFICATES]


def test_a_certificate_without_any_entry_certifies_nothing() -> None:
    world = played(0)
    certificate = Forger(world, log_of(world)).certify()
    assert judge(world, write_transcript([certificate])).verdict is Verdict.INVALID
