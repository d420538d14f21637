"""Limits: which one runs, how long it is, and what the word that it is over makes of the table.

Time is not in the log. What holds who says it to the clock is that nobody acknowledges such a word too early
(`countdown`).
"""

from dataclasses import dataclass

from kalooki.rules.changing import replace
from kalooki.rules.events import Event
from kalooki.rules.game import Game
from kalooki.rules.limits import Limit, expire, running
from kalooki.rules.variant import Variant
from kalooki.table.authors import require_known
from kalooki.table.log import ByNode, Message, Stream
from kalooki.table.payloads import EVERYBODY, Genesis, PlayerNumber, TimeUp
from kalooki.table.playing import with_game
from kalooki.table.results import VoidError
from kalooki.table.state import Playing, TableState

Step = tuple[TableState, tuple[Event, ...]]

BANK_STEP_MS = 5000
"""So much of a bank is spent at a time: what is left must be the same for everybody, and no log holds a clock."""


@dataclass(frozen=True, slots=True)
class Running:
    """A limit at a move; a turn's goes on through all moves of the turn."""

    stream: Stream
    move: int
    limit: Limit
    milliseconds: int
    turn: int = 0
    """Of a turn's limit: which turn."""
    steps: int = 0
    """Of a turn's limit: how many steps of the bank were spent in it; the newest of them runs."""
    is_held_up: bool = False
    """Of a turn's limit: its player waits for the others' shares, and nothing of his time passes."""

    def goes_on_as(self, later: "Running") -> bool:
        """Say whether a limit that runs later is this one still."""
        if self.limit is not Limit.TURN or later.limit is not Limit.TURN:
            return self == later
        return (self.stream, self.turn, self.steps) == (later.stream, later.turn, later.steps)


def limit_of(state: TableState) -> Running | None:
    """Return the limit that runs in a state; None where nobody is waited for, or as long as he likes.

    None runs either while all have stopped for today.
    """
    limit = running(state.phase.game) if isinstance(state.phase, Playing) and not state.adjourned else None
    if limit is None:
        return None
    milliseconds = _length(limit, state.variant, state)
    if not milliseconds:
        return None
    return _turn(state, milliseconds) if limit is Limit.TURN else Running(state.stream, state.move, limit, milliseconds)


def _turn(state: TableState, milliseconds: int) -> Running:
    deal = _game(state).deal
    assert deal is not None, "a turn is of a deal"
    held_up = any(owed.grant.recipient in {deal.turn.seat, EVERYBODY} for owed in state.owed)
    return Running(
        state.stream, state.move, Limit.TURN, milliseconds, deal.turn.number, state.bank_steps, is_held_up=held_up
    )


def _length(limit: Limit, variant: Variant, state: TableState) -> int:
    genesis = state.genesis
    match limit:
        case Limit.CALL:
            return variant.call_window_ms
        case Limit.CHALLENGE:
            return variant.challenge_window_ms
        case Limit.ANSWER:
            return genesis.answer_ms
        case Limit.BUY_IN:
            return genesis.buy_in_ms
        case Limit.TURN if state.bank_steps:
            return state.banks[in_turn(state)] % BANK_STEP_MS or BANK_STEP_MS
        case Limit.TURN:
            return genesis.turn_ms


def has_clock(genesis: Genesis) -> bool:
    """Say whether turns are limited at this table."""
    return genesis.turn_ms > 0


def bank_left(state: TableState, player: PlayerNumber) -> int:
    """Return what a player has left of its bank in the deal in play, in milliseconds."""
    return state.genesis.bank_ms - state.banks.get(player, 0) if has_clock(state.genesis) else 0


def in_turn(state: TableState) -> PlayerNumber:
    """Return whose turn it is; a deal is in play."""
    deal = _game(state).deal
    assert deal is not None, "asked for only where a turn has a limit"
    return state.seated(deal.turn.seat).number


def can_end(state: TableState) -> bool:
    """Say whether the second word has an effect: nobody can play a turn for its player once his bank is empty."""
    limit = limit_of(state)
    return limit is not None and (limit.limit is not Limit.TURN or bank_left(state, in_turn(state)) > 0)


def time_up(state: TableState, playing: Playing, message: Message, said: TimeUp) -> Step:
    """Note that a limit is over; when that is said again, what was not answered is answered by the rules.

    Of a turn's limit the second word takes the next step from its player's bank. In between everybody can bring in
    what was said in time: as long as it stands there, answers count as before.

    Raises:
        VoidError: No such limit runs now, a turn is overdue already, or the author has no say.
    """
    if not isinstance(message.author, ByNode) or message.author.node not in {state.host, *state.voters()}:
        raise VoidError("wrong_author", "the host, or a node that votes, says that a time is over")
    now = limit_of(state)
    if now is None or (message.stream, said.move, said.limit) != (now.stream, now.move, now.limit):
        raise VoidError("stale", "no such limit runs now")
    if not state.overdue:
        return replace(state, overdue=state.index), ()
    require_known(message, state.overdue)
    if said.limit is Limit.TURN:
        return _spend(state), ()
    game, events = expire(playing.game)
    return replace(with_game(state, playing, game), overdue=0), events


def _spend(state: TableState) -> TableState:
    """Take the next step from the bank of the player in turn: for so long he goes on."""
    player = in_turn(state)
    left = bank_left(state, player)
    if not left:
        raise VoidError("not_now", "the turn is overdue already, and nobody can play it for its player")
    spent = state.banks.get(player, 0) + min(left, BANK_STEP_MS)
    return replace(state, overdue=0, banks={**state.banks, player: spent}, bank_steps=state.bank_steps + 1)


def begin_anew(before: TableState, after: TableState) -> TableState:
    """Let nothing be overdue where another limit runs than before, and no step of a bank run where another turn is."""
    if after.bank_steps and _turn_at(before) != _turn_at(after):
        after = replace(after, bank_steps=0)
    if not after.overdue:
        return after
    earlier, now = limit_of(before), limit_of(after)
    is_same = earlier == now or (earlier is not None and now is not None and earlier.goes_on_as(now))
    return after if is_same else replace(after, overdue=0)


def _turn_at(state: TableState) -> tuple[Stream, int] | None:
    deal = state.game.deal if state.game is not None else None
    return None if deal is None else (state.stream, deal.turn.number)


def _game(state: TableState) -> Game:
    assert state.game is not None, "asked for only while a game is played"
    return state.game
