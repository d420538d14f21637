"""What stands in a window beside the table: a question, who sits here, how everybody stands, why it ended."""

from dataclasses import dataclass

from kalooki.rules.events import GameEnded
from kalooki.rules.view import SeatView
from kalooki.seat import TableStatus
from kalooki_cli.board.panel import is_windowed
from kalooki_cli.board.sheet import sheet
from kalooki_cli.desk import Desk
from kalooki_cli.look import Look
from kalooki_cli.messages import board as say
from kalooki_cli.messages import prompts, table
from kalooki_cli.messages.proposals import proposals
from kalooki_cli.messages.standstill import gone_on, stuck
from kalooki_cli.moment import Ask, Moment

ANSWERED = frozenset(
    {
        Ask.CALL,
        Ask.BUY,
        Ask.OPEN,
        Ask.ANSWER,
        Ask.DOUBT,
        Ask.REARRANGE,
        Ask.OFFER,
        Ask.CUT,
        Ask.SHOW,
        Ask.BLITZ,
        Ask.BUY_IN,
    }
)
"""Questions whose window says what one may do; those of others show a list or a sheet."""


@dataclass(frozen=True, slots=True)
class Window:
    """A title and sentences; no window where there are none."""

    title: str = ""
    lines: tuple[str, ...] = ()


def window(desk: Desk, moment: Moment, look: Look, result: GameEnded | None, *, ended: bool) -> Window:
    """What is to be seen at this moment.

    Args:
        desk: What lies before the person.
        moment: What is asked.
        look: How to write; as wide as the window.
        result: How the game ended, if it has.
        ended: No update comes any more.
    """
    now = desk.now
    if now is None:
        return Window()
    if ended and now.status.phase != "over":
        title = say.TABLE_CLOSED if now.status.closed else say.TITLES[Ask.OVER]
        return Window(title, tuple(_closed(now.status)))
    if now.status.stuck or now.status.went_on or now.status.missed is not None:
        return _without(now.status)
    if now.view is None:
        return Window(say.TITLES.get(moment.ask, ""), tuple(_before(desk, now.status, moment, look)))
    if not is_windowed(moment.ask):
        return Window()
    over = moment.ask is Ask.READY and moment.number
    title = say.DEAL_OVER if over else say.TITLES.get(moment.ask, "")
    return Window(title, tuple(_about(desk, now.view, moment, look, result)))


def _without(status: TableStatus) -> Window:
    """Who is missed, or that too few are here, and what one can do."""
    called = table.names(status)
    if status.went_on:
        return Window(say.WENT_ON, tuple(gone_on()))
    if status.stuck:
        title = say.TWO_GAMES if status.two_games else say.STUCK
        return Window(title, (*stuck(status, called), *proposals(None, status, called)))
    return Window(say.MISSED, tuple(table.missed(None, status, called)))


def _closed(status: TableStatus) -> list[str]:
    """Why nothing more comes, and where the record lies."""
    why = table.fault(status.fault, table.names(status)) if status.fault is not None else ""
    said = say.closed(table.closing(status.closed) if status.closed else "")
    return [*([why] if why else []), said, "", *prompts.transcript(status.transcript)]


def _before(desk: Desk, status: TableStatus, moment: Moment, look: Look) -> list[str]:
    """Who sits at the table, and by what rules it plays."""
    if moment.ask is Ask.PICK:
        return say.pick(status.seats)
    asks = moment.ask is Ask.READY and not desk.agreed
    agree = [prompts.AGREE, "", *desk.card(look)] if asks else []
    wanted = list(proposals(None, status, table.names(status)))
    return [*wanted, *([""] if wanted else []), *desk.lobby(status), *agree]


def _about(desk: Desk, view: SeatView, moment: Moment, look: Look, result: GameEnded | None) -> list[str]:
    """What one may do, or how everybody stands."""
    if moment.ask in ANSWERED:
        return desk.may(look)
    return sheet(view, desk.talk(look), result)
