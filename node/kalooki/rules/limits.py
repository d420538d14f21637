"""Which limit runs while a game waits, and what comes of it when the time is up. How long it is, the table knows."""

from enum import Enum

from kalooki.rules.actions import Decline
from kalooki.rules.deal import Blitz, Calling, CutOffered, Deal, Holding, Rearranging
from kalooki.rules.errors import NotNowError
from kalooki.rules.game import NeedsAction, NeedsDecision, apply, close_window, pending, waits_for
from kalooki.rules.standings import Game, Step


class Limit(Enum):
    """What is to be done in time."""

    CALL = "call"
    """Those who may call do, or pass."""
    CHALLENGE = "challenge"
    """Those who may challenge a lay do, or pass."""
    ANSWER = "answer"
    """A player allows a call or refuses it, lays again what was laid falsely, cuts, or lays after a blitz."""
    BUY_IN = "buy_in"
    """A seat buys back in, or declines."""
    TURN = "turn"
    """The player in turn makes his next move. Nobody can make it for him."""


def running(game: Game) -> Limit | None:
    """The limit that runs now; None while no player is waited for."""
    needs = pending(game)
    if isinstance(needs, NeedsDecision):
        return Limit.BUY_IN
    if not isinstance(needs, NeedsAction) or game.deal is None:
        return None
    return _of_deal(game.deal)


def _of_deal(deal: Deal) -> Limit:
    match deal.phase:
        case Calling(waiting) if waiting and deal.variant.call_window_ms > 0:
            return Limit.CALL
        case Calling(callers=callers):
            return Limit.ANSWER if callers else Limit.TURN
        case Holding():
            return Limit.CHALLENGE
        case Rearranging() | CutOffered() | Blitz():
            return Limit.ANSWER
        case _:
            return Limit.TURN


def expire(game: Game) -> Step:
    """The time is up: who has not answered passes, allows a call, gives a lay up, or declines.

    Raises:
        NotNowError: No limit runs, or it is a turn's, which nobody can end but its player.
    """
    match running(game):
        case Limit.BUY_IN:
            return apply(game, game.deciding[0], Decline())
        case None | Limit.TURN:
            raise NotNowError(waits_for(game))
        case Limit.CALL | Limit.CHALLENGE:
            return close_window(game)
        case Limit.ANSWER:
            return _answer(game)


def _answer(game: Game) -> Step:
    """The answer that asks for nothing."""
    after, events = close_window(game)
    if after.deal is None or not isinstance(after.deal.phase, Calling):
        return after, events  # else there is no time to call, and some had said nothing yet: they have passed now
    allowed, more = close_window(after)
    return allowed, events + more
