"""Whoever watches a table while it is played sees what is certified, and nothing that does not hold."""

from collections.abc import Sequence

import pytest

from kalooki.codec.transcript import write_transcript
from kalooki.rules.events import DealScored, Event
from kalooki.table.log import Certificate, Digest, Entry, GapError
from kalooki.table.payloads import Shuffle, TimeUp
from kalooki.verify import Verdict, Witness, verify_transcript
from support.forger import SEED, Forger, find, log_of, played, up_to
from support.table_world import World


@pytest.fixture(scope="module")
def deal() -> World:
    return played(1)


def pages(world: World, size: int) -> list[tuple[Sequence[Entry], Certificate]]:
    forger, made = Forger(world), list[tuple[Sequence[Entry], Certificate]]()
    entries = log_of(world)
    for first in range(0, len(entries), size):
        for entry in entries[first : first + size]:
            forger.follow(entry)
        made.append((entries[first : first + size], forger.certify()))
    return made


def watching(world: World) -> Witness:
    return Witness(world.table, world.group, SEED)


def test_a_whole_deal_is_seen_page_by_page_as_every_node_sees_it_without_a_seat(deal: World) -> None:
    witness, events = watching(deal), list[Event]()
    assert witness.moment().view(None) is None
    assert witness.transcript() == ()
    for entries, certificate in pages(deal, 7):
        events += witness.take(entries, [certificate])
        assert witness.committed is not None
        assert witness.committed.index == entries[-1].index == witness.head
    assert witness.findings == ()
    assert witness.unproven == ()
    assert witness.deals == sum(isinstance(event, DealScored) for event in events) == 1
    assert witness.moment().view(None) == deal.node(0).view(None)
    assert witness.moment().standing(None) == deal.node(0).standing(None)
    verdict = verify_transcript(write_transcript(witness.transcript()), deal.group, SEED).verdict
    assert verdict is Verdict.VALID


def test_what_is_not_certified_is_not_shown(deal: World) -> None:
    witness = watching(deal)
    (early, first), (late, second), *_ = pages(deal, 5)
    assert witness.take([*early, *late], []) == ()
    assert witness.committed is None
    witness.take([], [first])
    assert witness.committed is not None
    assert witness.committed.index == 5
    witness.take([], [first, second])
    assert witness.committed.index == 10
    witness.take([], [pages(deal, 20)[0][1]])  # of what did not come yet
    assert witness.committed.index == 10


def test_acknowledgements_that_are_no_quorum_show_nothing_and_are_told(deal: World) -> None:
    entries = log_of(deal)[:20]
    witness = watching(deal)
    assert witness.take(entries, [Forger(deal, entries).certify(nodes=(0,))]) == ()
    assert [finding.code for finding in witness.findings] == ["bad_certificate"]
    assert witness.committed is None
    assert witness.take(log_of(deal)[20:22], []) == ()


def test_an_entry_out_of_its_place_is_the_fault_of_who_shows_it(deal: World) -> None:
    witness = watching(deal)
    entries = log_of(deal)
    for wrong in (entries[1], entries[5]):
        with pytest.raises(GapError):
            witness.take([wrong], [])
    witness.take(entries[:2], [])
    with pytest.raises(GapError):
        witness.take([entries[0]], [])
    assert witness.findings == ()


def test_the_log_of_another_table_is_told_from_its_first_entry(deal: World) -> None:
    witness = Witness(Digest(bytes(32)), deal.group, SEED)
    assert witness.take(log_of(deal)[:3], []) == ()
    assert [finding.code for finding in witness.findings] == ["another_table"]


def test_an_entry_that_may_not_stand_ends_it(deal: World) -> None:
    entries = log_of(deal)
    forger = Forger(deal, entries[:10])
    bad = forger.order(*(one.wire for one in entries[10].messages), state_before=Digest(bytes(32)))
    witness = watching(deal)
    assert witness.take([*entries[:10], bad, entries[11]], []) == ()
    assert [finding.entry for finding in witness.findings] == [11]
    assert witness.head == 10


def test_a_deck_that_was_shuffled_falsely_is_never_dealt_from_before_his_eyes(deal: World) -> None:
    entries = log_of(deal)
    entry, message = find(entries, Shuffle, 2)
    payload = message.payload
    assert isinstance(payload, Shuffle)
    forger = Forger(deal, up_to(entries, entry))
    false = Shuffle(payload.ceremony, payload.deck, bytes([payload.proof[0] ^ 1]) + payload.proof[1:])
    wires = [forger.reword(one, false) if one is message else one.wire for one in entry.messages]
    witness = watching(deal)
    witness.take([*up_to(entries, entry), forger.order(*wires)], [])
    assert not any(isinstance(one.payload, TimeUp) for one in entry.messages)
    assert witness.committed is None
