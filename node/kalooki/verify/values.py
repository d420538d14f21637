"""A report as values for JSON, which are the same in every language."""

from collections.abc import Iterator

from kalooki.table.log import Digest
from kalooki.table.spoken import spoken
from kalooki.table.status import Mark
from kalooki.verify.report import TITLES, Report, Summary


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
            for mark, words in words_of(summary)
        ],
    }


def words_of(summary: Summary) -> Iterator[tuple[Mark, tuple[str, ...]]]:
    """Give what people compare aloud, the newest first: a client shows the same, but for the last entry's."""
    if summary.head is None:
        return
    shown = summary.marks[::-1]
    if not shown or shown[0].index != summary.entries:
        shown = (Mark(summary.entries, summary.head, "head", shown[0].deal if shown else 0), *shown)
    for mark in shown:
        yield mark, spoken(Digest(bytes.fromhex(summary.table)), mark.index, Digest(mark.hash))
