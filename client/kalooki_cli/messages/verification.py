"""What `kalooki verify` says of a record, line by line."""

from collections.abc import Iterator

from kalooki.verify import TITLES, Finding, Person, Report, State, Verdict, words_of
from kalooki_cli.language import gettext as _
from kalooki_cli.language import ngettext, pgettext
from kalooki_cli.messages.errors import LONGEST, told
from kalooki_cli.text import inert, pad, width, wrap

VERDICTS = {
    Verdict.VALID: _("every check passed"),
    Verdict.INVALID: _("the transcript contradicts itself or the rules"),
    Verdict.INCOMPLETE: _("what is there holds, but it is not all there"),
    Verdict.UNKNOWN_VERSION: _("this program does not know the version; another one may"),
    Verdict.UNREADABLE: _("these bytes are no transcript, or are damaged"),
}

SAID = {
    "head": _("the last that follows"),
    "begin": _("the game began"),
    "deal": _("deal {deal} began"),
    "scored": _("deal {deal} was counted"),
}
"""Why people compare the words of an entry."""

STATES = {State.PASSED: _("ok"), State.FAILED: _("FAILED"), State.NOT_REACHED: "-"}

COLUMNS = 79
STATE = 6
"""Columns of how a check went."""


def lines(report: Report) -> Iterator[str]:
    """Give the report line by line; the last one begins with the verdict, which is a word of the program."""
    summary = report.summary
    if summary.table:
        yield from _about(report)
    for result in report.results:
        before = f"{result.check:2} {pad(STATES[result.state], STATE)} {result.count:6}  "
        for part in wrap(told(TITLES[result.check]), COLUMNS - width(before)):
            yield before + part
            before = " " * width(before)
    for finding in report.findings:
        yield from wrap(_finding(finding, report), COLUMNS, "  ")
    if summary.head is not None:
        yield _("Four words for the log up to an entry; the same words, the same log:")
        for mark, words in words_of(summary):
            why = SAID[mark.kind].format(deal=mark.deal)
            yield _("  {words} (entry {entry}: {why})").format(words=", ".join(words), entry=mark.index, why=why)
    for note in report.notes:
        yield from wrap(_("Note: {text}.").format(text=told(note)), COLUMNS, "  ")
    yield f"{report.verdict.value}: {_why(report)}"


def _about(report: Report) -> Iterator[str]:
    """Say what the record is about."""
    summary = report.summary
    yield _("Table {table}").format(table=summary.table)
    players = ngettext("{count} player", "{count} players", len(summary.people)).format(count=len(summary.people))
    yield _("Game: {variant}, {players}").format(variant=summary.variant, players=players)
    if summary.title:
        yield _("Title: {title}").format(title=inert(summary.title, LONGEST))
    for person in summary.people:
        yield f"  {_person(person)}"
    entries = ngettext("{count} entry", "{count} entries", summary.entries).format(count=summary.entries)
    messages = ngettext("{count} message", "{count} messages", summary.messages).format(count=summary.messages)
    deals = ngettext("{count} deal scored", "{count} deals scored", summary.deals).format(count=summary.deals)
    end = told(summary.ending) if summary.ending else pgettext("how a record ends", "none")
    yield _("{entries}, {messages}, {deals}. End: {end}").format(
        entries=entries, messages=messages, deals=deals, end=end
    )


def _why(report: Report) -> str:
    said = VERDICTS[report.verdict]
    if report.verdict in {Verdict.VALID, Verdict.INCOMPLETE} or not report.findings:
        return said
    first = report.findings[0]
    if first.entry is None:
        return _("check {check}: {said}").format(check=int(first.check), said=said)
    return _("check {check}, entry {entry}: {said}").format(check=int(first.check), entry=first.entry, said=said)


def _finding(finding: Finding, report: Report) -> str:
    if finding.entry is None:
        where = _("Check {check}").format(check=int(finding.check))
    else:
        where = _("Check {check}, entry {entry}").format(check=int(finding.check), entry=finding.entry)
    parts = [f"{where}: {told(finding.text)} [{finding.code}]."]
    if finding.player is not None:
        who = _person(report.summary.people[finding.player])
        parts.append(_("False statement signed by {who}.").format(who=who))
    if finding.node is not None:
        parts.append(_("Signed by node {node}.").format(node=finding.node))
    return " ".join(parts)


def _person(person: Person) -> str:
    plays = _("bot {bot}").format(bot=inert(person.bot, LONGEST)) if person.bot else _("a person")
    seat = "" if person.seat is None else _(", seat {seat}").format(seat=person.seat + 1)
    return _("player {player} {name} ({plays}{seat}, node {node})").format(
        player=person.player + 1, name=inert(person.name, LONGEST), plays=plays, seat=seat, node=person.node
    )
