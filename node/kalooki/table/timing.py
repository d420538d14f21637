"""Limits: which one runs, how long it is, and what the host's word makes of the table when it is over.

Time is not in the log. What holds the host to the clock is that nobody acknowledges its word too early (`countdown`).
"""

from dataclasses import dataclass, replace

from kalooki.rules.events import Event
from kalooki.rules.limits import Limit, expire, running
from kalooki.rules.variant import Variant
from kalooki.table.authors import require_known
from kalooki.table.log import Message, Stream
from kalooki.table.payloads import Genesis, TimeUp
from kalooki.table.playing import with_game
from kalooki.table.results import VoidError
from kalooki.table.state import Playing, TableState

Step = tuple[TableState, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Running:
    """A limit at a move."""

    stream: Stream
    move: int
    limit: Limit
    milliseconds: int


def limit_of(state: TableState) -> Running | None:
    """Return the limit that runs in a state; None where nobody is waited for, or as long as he likes."""
    limit = running(state.phase.game) if isinstance(state.phase, Playing) else None
    if limit is None:
        return None
    milliseconds = _length(limit, state.variant, state.genesis)
    return Running(state.stream, state.move, limit, milliseconds) if milliseconds else None


def _length(limit: Limit, variant: Variant, genesis: Genesis) -> int:
    match limit:
        case Limit.CALL:
            return variant.call_window_ms
        case Limit.CHALLENGE:
            return variant.challenge_window_ms
        case Limit.ANSWER:
            return genesis.answer_ms
        case Limit.BUY_IN:
            return genesis.buy_in_ms
        case Limit.TURN:
            return genesis.turn_ms


def time_up(state: TableState, playing: Playing, message: Message, said: TimeUp) -> Step:
    """Note that a limit is over; when that is said again, what was not answered is answered by the rules.

    In between everybody can bring in what was said in time: as long as it stands there, answers count as before.

    Raises:
        VoidError: No such limit runs now, or a turn is overdue already.
    """
    now = limit_of(state)
    if now is None or (message.stream, said.move, said.limit) != (now.stream, now.move, now.limit):
        raise VoidError("stale", "no such limit runs now")
    if not state.overdue:
        return replace(state, overdue=state.index), ()
    require_known(message, state.overdue)
    if said.limit is Limit.TURN:
        raise VoidError("not_now", "the turn is overdue already, and nobody can play it for its player")
    game, events = expire(playing.game)
    return replace(with_game(state, playing, game), overdue=0), events


def begin_anew(before: TableState, after: TableState) -> TableState:
    """Let nothing be overdue where another limit runs than before."""
    return replace(after, overdue=0) if after.overdue and limit_of(after) != limit_of(before) else after
