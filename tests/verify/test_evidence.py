"""Evidence in a record: it is believed as far as it proves something, and accuses nobody else."""

import pytest

from kalooki.codec.transcript import Evidence, write_transcript
from kalooki.rules.actions import Draw
from kalooki.table.log import TABLE, Author, ByNode, ByPlayer, Digest
from kalooki.table.payloads import (
    Act,
    Closed,
    KeyShare,
    NodeNumber,
    PlayerNumber,
    Shares,
    Shuffle,
)
from kalooki.verify import Check, Report, Verdict
from support.forger import Forger, find, log_of, played
from support.judging import judge, names_author, only, text
from support.table_world import World


@pytest.fixture(scope="module")
def draw() -> World:
    """A table that drew its seats and was closed."""
    return played(0)


def test_two_entries_for_one_place_prove_it_against_the_host(draw: World) -> None:
    entries = log_of(draw)
    forger = Forger(draw, entries[:-1])
    second = forger.order(forger.say(ByNode(NodeNumber(0)), Closed("another reason"), TABLE, 60))
    whole = Forger(draw, entries)
    report = judge(draw, whole.file(Evidence("fork", second.wire), Evidence("fork", entries[-1].wire)))
    finding = only(report)
    assert (finding.check, finding.code, finding.entry) == (Check.EVIDENCE, "fork", second.index)
    assert (finding.node, finding.player) == (0, None)
    assert "Signed by node 0." in text(report)


def test_a_next_entry_that_may_not_stand_proves_it_against_the_host(draw: World) -> None:
    forger = Forger(draw, log_of(draw)[:-1])
    wrong = forger.order(forger.say(ByNode(NodeNumber(0)), Closed("x"), TABLE, 60), state_before=Digest(bytes(32)))
    finding = only(judge(draw, forger.file(Evidence("mismatch", wrong.wire))))
    assert (finding.check, finding.code, finding.node) == (Check.EVIDENCE, "mismatch", 0)


def test_two_entries_for_one_place_after_the_last_prove_it_too(draw: World) -> None:
    """Whoever stopped before both still has the proof."""
    entries = log_of(draw)
    forger = Forger(draw, entries[:-1])
    closings = [forger.order(forger.say(ByNode(NodeNumber(0)), Closed(why), TABLE, 60)) for why in ("a", "b")]
    for length in (len(entries) - 1, len(entries) - 2):
        file = Forger(draw, entries[:length]).file(*(Evidence("fork", entry.wire) for entry in closings))
        finding = only(judge(draw, file))
        assert (finding.code, finding.entry, finding.node) == ("fork", len(entries), 0)


def proves_nothing(report: Report) -> bool:
    """Say whether evidence was noted, and the transcript is as good as without it."""
    notes = [note for note in report.notes if note.startswith("evidence that proves nothing")]
    return report.verdict is Verdict.VALID and not report.findings and len(notes) == 1


def test_an_entry_that_stands_in_the_log_is_no_evidence_and_needs_no_word(draw: World) -> None:
    forger = Forger(draw, log_of(draw))
    report = judge(draw, forger.file(Evidence("fork", forger.entries[3].wire)))
    assert (report.verdict, report.findings) == (Verdict.VALID, ())
    assert report.notes == judge(draw, forger.file()).notes


def test_evidence_that_proves_nothing_accuses_nobody(draw: World) -> None:
    forger = Forger(draw, log_of(draw)[:-1])
    closing = forger.say(ByNode(NodeNumber(0)), Closed("x"), TABLE, 60)
    _, honest = find(forger.entries, Shuffle)
    unsigned = forger.say(ByPlayer(PlayerNumber(1)), Act(Draw()), TABLE, 60, key=forger.nodes[0])
    vain = {
        "an entry that may follow": forger.order(closing).wire,
        "an entry that somebody else signed": forger.order(closing, key=forger.nodes[1]).wire,
        "an entry from far ahead": forger.order(closing, index=99).wire,
        "an honest message": honest.wire,
        "an unsigned message": unsigned,
        "neither entry nor message": b"\x00",
    }
    for how, wire in vain.items():
        assert proves_nothing(judge(draw, forger.file(Evidence("invalid_shuffle_proof", wire)))), how


@pytest.mark.parametrize("author", [ByPlayer(PlayerNumber(1)), ByNode(NodeNumber(1))])
def test_two_messages_with_one_counter_prove_it_against_their_author(draw: World, author: Author) -> None:
    forger = Forger(draw, log_of(draw))
    both = [forger.say(author, Act(Draw()), TABLE, 77, move) for move in (0, 1)]
    finding = only(judge(draw, forger.file(*(Evidence("double_message", wire) for wire in both))))
    assert (finding.check, finding.code, finding.entry) == (Check.EVIDENCE, "double_message", None)
    assert (finding.player, finding.node) == ((1, None) if isinstance(author, ByPlayer) else (None, 1))


def test_a_message_and_another_one_in_the_log_with_its_counter_prove_it_too(draw: World) -> None:
    forger = Forger(draw, log_of(draw))
    _, message = find(forger.entries, KeyShare)
    second = forger.say(message.author, Act(Draw()), message.stream, message.counter)
    finding = only(judge(draw, forger.file(Evidence("double_message", second))))
    assert finding.code == "double_message"
    assert names_author(finding, message)


def test_one_message_twice_and_shares_prove_nothing(draw: World) -> None:
    forger = Forger(draw, log_of(draw))
    wire = forger.say(ByPlayer(PlayerNumber(1)), Act(Draw()), TABLE, 77)
    shares = [forger.say(ByPlayer(PlayerNumber(1)), Shares(owed, ()), TABLE, 0) for owed in (1, 2)]
    for pair in ([wire, wire], shares):
        assert proves_nothing(judge(draw, forger.file(*(Evidence("double_message", one) for one in pair))))


def test_evidence_without_a_table_accuses_nobody(draw: World) -> None:
    entry = log_of(draw)[0]
    report = judge(draw, write_transcript([Evidence("fork", entry.wire)]))
    assert report.verdict is Verdict.INCOMPLETE
    assert report.notes == ("evidence that proves nothing: there is no table that it could be about",)
