"""A table that can decide nothing any more, or from which others have gone on; and tables beside this one."""

from collections.abc import Iterable, Sequence

from kalooki.seat import TableStatus
from kalooki_cli.invoked import program
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.talk import listed
from kalooki_cli.text import inert

MOST_SHOWN = 4
"""Of a table's id, in hex: enough to tell two apart."""


def standstill(old: TableStatus | None, new: TableStatus, called: dict[int, str]) -> Iterable[str]:
    """Say what is new of all that."""
    if new.went_on and not (old and old.went_on):
        yield from gone_on()
    elif new.stuck and not (old and (old.stuck, old.two_games) == (new.stuck, new.two_games)) and not new.went_on:
        yield from stuck(new, called)
    known = {one.table_id for one in old.beside} if old else set()
    if any(one.table_id not in known for one in new.beside):
        yield from beside(new, called)


def gone_on() -> Iterable[str]:
    """Say that the others have gone on, and how one follows them."""
    yield _("*** The others have gone on without you at a new table, from the points after the last finished deal.")
    yield _("Type back to go there, too, and to ask for your seat with its points: it is yours from the next deal on")
    yield _("when all who play there agree. Who only wants to look on: {kalooki} watch.").format(kalooki=program())


def stuck(status: TableStatus, called: dict[int, str]) -> Iterable[str]:
    """Say that too many are lost, and what one can do: wait, stop for today, or go on at a new table."""
    if status.two_games:
        yield from _two_games(status, called)
        return
    away = [one for one in status.taken if not one.connected]
    others = [one for one in status.taken if one.connected and one.player != status.me]
    if not away:  # a link may stand though nobody answers
        yield _("*** Too few answer to decide anything: the game stands still.")
        yield _("Wait; or type continue to go on with all who answer at a new table; all of them must agree.")
        return
    who = listed([called[one.player] for one in away])
    yield _("*** Without {who} too few are here to decide anything: the game stands still.").format(who=who)
    text = _("Wait for {who}; or stop for today (q), and {kalooki} resume goes on another day.")
    yield text.format(who=who, kalooki=program())
    if not others and len(away) > 1:
        yield _("If it is your own network that is down, only wait: nothing is lost.")
    if not others:
        yield _("Or type continue: then the game is given up by {who}, and you have won.").format(who=who)
    else:
        text = _(
            "Or type continue: you play on without {who} at a new table, from the points after the last finished deal;"
            " all must agree."
        )
        yield text.format(who=who)


def _two_games(status: TableStatus, called: dict[int, str]) -> Iterable[str]:
    """Say who has shown two games, and that what came after counts for nobody."""
    liars = [called[one.player] for one in status.players if one.node in status.two_games and not one.bot]
    who = listed(liars or ["?"])
    text = _("*** {who}'s computer hosted, and has shown you and others two games: signatures prove it.")
    yield text.format(who=who)
    yield _("Nothing can be decided here any more: the game stands still, and waiting does not help.")
    text = _("Type continue to go on without {who} at a new table, from the points after the last deal before that;")
    yield text.format(who=who)
    yield _("all the others must agree. The record holds the proof: {kalooki} verify.").format(kalooki=program())


def beside(status: TableStatus, called: dict[int, str]) -> Iterable[str]:
    """List the tables that go on from one, this one first, and who is at each."""
    if not status.beside:
        return
    yield _("Two tables go on from the one that you left; neither counts for the other:")
    here = [called[one.player] for one in status.taken]
    tables = [
        (status.table_id, here),
        *((one.table_id, [inert(name, 20) for name in one.names]) for one in status.beside),
    ]
    for place, (table, names) in enumerate(tables):
        yield _row(table, names, is_here=place == 0)
    yield _("Agree among yourselves which of them counts; each record names who signed it ({kalooki} verify).").format(
        kalooki=program()
    )


def _row(table: str, names: Sequence[str], *, is_here: bool) -> str:
    text = _("  table {table}, this one: {who}") if is_here else _("  table {table}: {who}")
    return text.format(table=table[:MOST_SHOWN], who=listed(list(names)))
