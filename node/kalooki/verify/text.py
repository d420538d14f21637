"""A report as text for people, and as values for JSON."""

from collections.abc import Callable, Iterator
from textwrap import wrap

from kalooki.table.log import Digest
from kalooki.table.spoken import spoken
from kalooki.table.status import Mark
from kalooki.verify.report import TITLES, Finding, Person, Report, State, Summary, Verdict

_VERDICTS = {
    Verdict.VALID: "every check passed",
    Verdict.INVALID: "the transcript contradicts itself or the rules",
    Verdict.INCOMPLETE: "what is there holds, but it is not all there",
    Verdict.UNKNOWN_VERSION: "this program does not know the version; another one may",
    Verdict.UNREADABLE: "these bytes are no transcript, or are damaged",
}

_SAID = {
    "head": "the last that follows",
    "begin": "the game began",
    "deal": "deal {deal} began",
    "scored": "deal {deal} was counted",
}
"""Why people compare the words of an entry."""

_STATES = {State.PASSED: "ok", State.FAILED: "FAILED", State.NOT_REACHED: "-"}


COLUMNS = 79

Clean = Callable[[str], str]
"""Makes a text harmless that others wrote: names, titles, reasons."""


def report_lines(report: Report, clean: Clean) -> Iterator[str]:
    """Give the report line by line; the last one begins with the verdict."""
    summary = report.summary
    if summary.table:
        yield f"Table {summary.table}"
        yield f"Game: {summary.variant}, {_number(len(summary.people), 'player')}"
        if summary.title:
            yield f"Title: {clean(summary.title)}"
        for person in summary.people:
            yield f"  {_person(person, clean)}"
        yield (
            f"{_number(summary.entries, 'entry', 'entries')}, {_number(summary.messages, 'message')}, "
            f"{_number(summary.deals, 'deal')} scored. End: {clean(summary.ending or 'none')}"
        )
    for result in report.results:
        yield f"{result.check:2} {_STATES[result.state]:6} {result.count:6}  {TITLES[result.check]}"
    for finding in report.findings:
        yield from wrap(_finding(finding, report, clean), COLUMNS, subsequent_indent="  ")
    if summary.head is not None:
        yield "Four words for the log up to an entry; the same words, the same log:"
        for mark, words in _words(summary):
            yield f"  {', '.join(words)} (entry {mark.index}: {_SAID[mark.kind].format(deal=mark.deal)})"
    for note in report.notes:
        yield from wrap(f"Note: {clean(note)}.", COLUMNS, subsequent_indent="  ")
    yield f"{report.verdict.value}: {_why(report)}"


def report_values(report: Report) -> dict[str, object]:
    """Give the report as values that JSON can hold."""
    summary = report.summary
    return {
        "verdict": report.verdict.value,
        "exit": report.verdict.exit_code,
        "table": {
            "id": summary.table,
            "title": summary.title,
            "variant": summary.variant,
            "entries": summary.entries,
            "messages": summary.messages,
            "void": summary.void,
            "deals": summary.deals,
            "end": summary.ending,
            "players": [
                {
                    "player": person.player,
                    "name": person.name,
                    "bot": person.bot,
                    "node": person.node,
                    "seat": person.seat,
                }
                for person in summary.people
            ],
        },
        "checks": [
            {
                "n": int(result.check),
                "name": result.check.name.lower(),
                "title": TITLES[result.check],
                "state": result.state.value,
                "count": result.count,
            }
            for result in report.results
        ],
        "findings": [
            {
                "n": int(finding.check),
                "check": finding.check.name.lower(),
                "code": finding.code,
                "text": finding.text,
                "entry": finding.entry,
                "player": finding.player,
                "node": finding.node,
            }
            for finding in report.findings
        ],
        "notes": list(report.notes),
        "words": [
            {"entry": mark.index, "kind": mark.kind, "deal": mark.deal, "words": list(words)}
            for mark, words in _words(summary)
        ],
    }


def _words(summary: Summary) -> Iterator[tuple[Mark, tuple[str, ...]]]:
    """Give what people compare aloud, the newest first: a client shows the same, but for the last entry's."""
    if summary.head is None:
        return
    shown = summary.marks[::-1]
    if not shown or shown[0].index != summary.entries:
        shown = (Mark(summary.entries, summary.head, "head", shown[0].deal if shown else 0), *shown)
    for mark in shown:
        yield mark, spoken(Digest(bytes.fromhex(summary.table)), mark.index, Digest(mark.hash))


def _why(report: Report) -> str:
    if report.verdict in {Verdict.VALID, Verdict.INCOMPLETE} or not report.findings:
        return _VERDICTS[report.verdict]
    first = report.findings[0]
    where = "" if first.entry is None else f", entry {first.entry}"
    return f"check {first.check:d}{where}: {_VERDICTS[report.verdict]}"


def _finding(finding: Finding, report: Report, clean: Clean) -> str:
    where = "" if finding.entry is None else f", entry {finding.entry}"
    blame = ""
    if finding.player is not None:
        blame = f" False statement signed by {_person(report.summary.people[finding.player], clean)}."
    if finding.node is not None:
        blame = f" Signed by node {finding.node}."
    return f"Check {finding.check:d}{where}: {clean(finding.text)} [{finding.code}].{blame}"


def _person(person: Person, clean: Clean) -> str:
    plays = f"bot {person.bot}" if person.bot else "a person"
    seat = "" if person.seat is None else f", seat {person.seat + 1}"
    return f"player {person.player + 1} {clean(person.name)} ({plays}{seat}, node {person.node})"


def _number(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
