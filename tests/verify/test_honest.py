"""What was played honestly is valid, whoever verifies it and with whatever back end."""

import json
from dataclasses import replace

import pytest

from kalooki.codec.transcript import header, write_transcript
from kalooki.fair.group_python import PythonGroup
from kalooki.rules.game import new_game
from kalooki.shell.group_loader import load_group
from kalooki.table.config import Founding
from kalooki.table.log import Digest
from kalooki.table.payloads import Begin, PlayerNumber
from kalooki.table.spoken import spoken
from kalooki.table.state import Playing, Shut
from kalooki.verify import Check, Finding, Report, State, Verdict, report_values, verify_transcript
from kalooki.verify.ending import how_it_ends
from kalooki.verify.report import TITLES
from kalooki.worded import Coded, Worded
from kalooki_cli.messages import verification
from support.forger import SEED, Forger, log_of, played, transcript_of
from support.judging import judge
from support.kalooki_table import BRITISH, score
from support.table_world import Place, World


@pytest.fixture(scope="module")
def deal() -> World:
    return played(1)


@pytest.fixture(scope="module")
def report(deal: World) -> Report:
    return verify_transcript(transcript_of(deal), deal.group, SEED)


def test_a_deal_that_was_played_and_closed_is_valid(report: Report) -> None:
    assert report.verdict is Verdict.VALID, report.findings
    assert report.verdict.exit_code == 0
    assert report.findings == ()
    passed = {result.check for result in report.results if result.state is State.PASSED}
    assert passed == set(Check) - {Check.EVIDENCE, Check.CONTINUATION}
    assert (report.summary.deals, report.summary.ending) == (1, "closed: enough")


def test_every_figure_of_the_report_counts_something_that_was_looked_at(deal: World, report: Report) -> None:
    counts = {result.check: result.count for result in report.results}
    entries = log_of(deal)
    assert counts[Check.CHAIN] == counts[Check.STATES] == len(entries)
    assert counts[Check.SIGNATURES] == len(entries) + sum(len(entry.messages) for entry in entries)
    assert counts[Check.IDENTITIES] == 1 + 2 + 2
    assert counts[Check.SESSION] == counts[Check.SCORES] == 1


def test_the_report_says_the_same_twice_and_with_other_weights() -> None:
    world = played(0)
    data = transcript_of(world)
    report = verify_transcript(data, world.group, SEED)
    assert report == verify_transcript(data, world.group, SEED)
    assert report == verify_transcript(data, world.group, bytes(32))


def test_both_back_ends_of_the_real_group_find_the_seat_draw_valid() -> None:
    world = played(0, load_group())
    data = transcript_of(world)
    reports = [verify_transcript(data, group, SEED) for group in (world.group, PythonGroup())]
    assert [report.verdict for report in reports] == [Verdict.VALID, Verdict.VALID]
    assert reports[0] == reports[1]


def test_a_game_that_is_over_has_an_end_without_being_closed(deal: World) -> None:
    state = Forger(deal, log_of(deal)[:30]).replica.accepted
    assert state is not None
    over, _ = score(new_game(BRITISH, 2), "p1", "call-up", {"p2": 151})
    assert how_it_ends(replace(state, phase=Playing(over, 1))) == "the game is over"
    assert how_it_ends(replace(state, phase=Shut("", None))) == "closed"
    assert how_it_ends(state) == how_it_ends(None) == ""


def test_a_log_that_just_stops_is_valid_and_the_report_says_that_more_may_follow() -> None:
    world = played(0)
    forger = Forger(world, log_of(world)[:-1])
    report = verify_transcript(forger.file(), world.group, SEED)
    assert report.verdict is Verdict.VALID
    assert any("there may be later entries" in note for note in report.notes)


def test_a_log_whose_last_entries_nobody_certified_is_incomplete() -> None:
    world = played(0)
    forger = Forger(world, log_of(world))
    certificate = forger.certify(forger.entries[-3])
    report = verify_transcript(write_transcript([*forger.entries, certificate]), world.group, SEED)
    assert report.verdict is Verdict.INCOMPLETE
    (finding,) = report.findings
    last = len(forger.entries)
    assert (finding.check, finding.code) == (Check.END, "not_certified")
    assert finding.text.startswith(f"entries {last - 1} to {last} are not certified")


def test_a_file_that_stops_early_is_incomplete_and_what_is_there_is_checked() -> None:
    world = played(0)
    data = transcript_of(world)
    for cut in (len(data) - 1, len(data) // 2, len(header()), 9):
        report = verify_transcript(data[:cut], world.group, SEED)
        assert report.verdict is Verdict.INCOMPLETE
        assert report.verdict.exit_code == 2
        assert report.findings[0].code == "truncated"
        assert all(finding.player is None for finding in report.findings)


def test_a_transcript_without_an_entry_is_incomplete() -> None:
    report = verify_transcript(write_transcript([]), played(0).group, SEED)
    assert report.verdict is Verdict.INCOMPLETE
    assert [finding.code for finding in report.findings] == ["empty"]


def test_another_version_of_the_file_is_unknown() -> None:
    report = verify_transcript(header()[:-1] + b"\x07", played(0).group, SEED)
    assert report.verdict is Verdict.UNKNOWN_VERSION
    assert report.verdict.exit_code == 3
    assert list(verification.lines(report))[-1].startswith("UNKNOWN VERSION")


def test_another_file_is_unreadable() -> None:
    report = verify_transcript(b"GIF89a", played(0).group, SEED)
    assert report.verdict is Verdict.UNREADABLE
    assert report.verdict.exit_code == 4
    assert list(verification.lines(report))[-1].startswith("UNREADABLE")
    assert report.notes == ()


def test_the_text_names_everybody_and_ends_with_the_verdict(report: Report) -> None:
    lines = list(verification.lines(report))
    assert lines[-1] == "VALID: every check passed"
    assert any("player 1 P0.0 (a person, seat" in line for line in lines)
    assert any("End: closed: enough" in line for line in lines)
    assert max(map(len, lines)) < 80
    text = " ".join(" ".join(lines).split())
    for title in TITLES.values():
        assert title in text


def test_what_others_wrote_is_harmless_in_the_text(report: Report) -> None:
    evil = "\x1b[2J\u202e{count}"
    people = tuple(replace(one, name=evil, bot=evil) for one in report.summary.people)
    ending = Worded("closed: {reason}", reason=evil)
    false = Finding(
        Check.SHARES, "invalid_decryption_share", Coded("invalid_decryption_share", evil), 7, PlayerNumber(0)
    )
    summary = replace(report.summary, title=evil, people=people, ending=ending)
    text = "\n".join(verification.lines(replace(report, summary=summary, findings=(false,), notes=(evil,))))
    assert text.count("{count}") == 2 + 2 * len(people) + 4
    assert not {"\x1b", "\u202e"} & set(text)


def test_it_speaks_the_words_that_the_table_showed_and_those_of_the_last_entry(deal: World, report: Report) -> None:
    node = deal.node(0)
    checked = node.moment().checked
    assert checked is not None
    shown = [
        (mark.index, mark.kind, mark.deal, spoken(deal.table, mark.index, Digest(mark.hash))) for mark in checked.marks
    ]
    assert [kind for _, kind, _, _ in shown] == ["begin", "deal", "scored"]
    last = node.committed_index
    head = (last, "head", 1, spoken(deal.table, last, Digest(deal.hashes(0)[last - 1])))
    said = json.loads(json.dumps(report_values(report)))["words"]
    told = [(one["entry"], one["kind"], one["deal"], tuple(one["words"])) for one in said]
    assert told == [head, *reversed(shown)]
    lines = "\n".join(verification.lines(report))
    for index, _, _, words in (head, *shown):
        assert f"  {', '.join(words)} (entry {index}: " in lines
        assert all(len(line) < 80 for line in lines.split("\n") if ", ".join(words) in line)


def test_an_entry_that_people_compare_is_spoken_once_though_it_is_the_last(deal: World) -> None:
    entries = log_of(deal)
    began = next(entry.index for entry in entries if any(isinstance(one.payload, Begin) for one in entry.messages))
    for upto, kinds in ((began, ["begin"]), (began - 1, ["head"]), (began + 1, ["head", "begin"])):
        report = verify_transcript(Forger(deal, entries[:upto]).file(), deal.group, SEED)
        words = report_values(report)["words"]
        assert isinstance(words, list)
        assert [one["kind"] for one in words] == kinds


def test_two_logs_that_differ_are_spoken_otherwise(deal: World) -> None:
    one, other = (report_values(judge(world, transcript_of(world)))["words"] for world in (deal, played(0)))
    assert one != other


def test_there_are_no_words_where_nothing_follows(deal: World) -> None:
    report = verify_transcript(write_transcript([]), deal.group, SEED)
    assert report_values(report)["words"] == []
    assert not any("words" in line for line in verification.lines(report))


def test_the_values_can_be_written_as_json(deal: World, report: Report) -> None:
    values = json.loads(json.dumps(report_values(report)))
    assert values["verdict"] == "VALID"
    assert values["exit"] == 0
    assert [check["n"] for check in values["checks"]] == list(range(1, 21))
    assert values["table"]["id"] == deal.table.hex()
    assert [player["name"] for player in values["table"]["players"]] == ["P0.0", "P1.0"]


def test_a_table_with_a_title_and_a_bot_shows_them() -> None:
    world = World(3, (Place(), Place()), founding=Founding("british", title="Friday", seats=2), deals=0)
    world.run(lambda: world.all_at("lobby"))
    forger_file = write_transcript(world.node(0).entries(1, 2))
    lines = list(verification.lines(verify_transcript(forger_file, world.group, SEED)))
    assert "Title: Friday" in lines
    assert lines[-1].startswith("INCOMPLETE")
