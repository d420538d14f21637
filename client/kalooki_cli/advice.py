"""What one could do: a hint with its reason, all legal moves, the cards that fit onto the table."""

from collections.abc import Callable
from itertools import islice

from kalooki.advice import Advice
from kalooki.rules import events as happened
from kalooki.rules import play
from kalooki.rules.actions import Action, Lay, LayOff, Take
from kalooki.rules.errors import RulesError
from kalooki.rules.legal import check_view, deal_of, legal_actions
from kalooki.rules.notation import format_action
from kalooki.rules.view import SeatView, ViewPhase
from kalooki_cli.awaited import may_act, waits_for_me
from kalooki_cli.look import Look
from kalooki_cli.messages import prompts, turns
from kalooki_cli.typed import with_key

Advise = Callable[[SeatView], Advice | Action | None]
"""What a bot would do with this view, and why, if it can say."""

SHOWN_MOVES = 24
SHOWN_FITS = 12
LOOKED_AT = 200


def hint(view: SeatView, advise: Advise, finish: Callable[[Action, SeatView], Action]) -> list[str]:
    """Advise a move, in words that can be typed; `finish` says what the client would add to it."""
    advice = advise(view) if waits_for_me(view) else None
    if advice is None:
        return [prompts.NO_HINT]
    whole = advice if isinstance(advice, Advice) else Advice(advice, "")
    move = with_key(format_action(finish(whole.action, view)))
    return [why(whole, view), prompts.hint(move)]


def why(advice: Advice, view: SeatView) -> str:
    """The reason that a bot gives, or what the kind of its move says."""
    worth = points_of(advice.action, view) if isinstance(advice.action, Lay) else 0
    return turns.reason(advice.why) or turns.why(advice.action, view, worth)


def legal(view: SeatView) -> list[str]:
    """List what is legal now."""
    found = [_priced(action, view) for action in islice(legal_actions(view), SHOWN_MOVES + 1)] if may_act(view) else []
    if not found:
        return [prompts.NO_HINT]
    more = [prompts.MORE] if len(found) > SHOWN_MOVES else []
    return [prompts.LEGAL, *(f"  {text}" for text in found[:SHOWN_MOVES]), *more]


def fits(view: SeatView, look: Look) -> tuple[str, ...]:
    """The cards of a hand that can be laid off now, each with its meld; only where the contract lies."""
    laid = any(one.has_laid for one in view.seats if one.seat == view.seat)
    if not laid or not view.variant.contracts or view.phase is not ViewPhase.PLAY:
        return ()
    moves = [
        format_action(action).removeprefix("lay ")
        for action in islice(legal_actions(view), LOOKED_AT)
        if isinstance(action, Lay) and isinstance(action.items[0], LayOff)
    ]
    shown = [look.restyle(text) for text in moves[:SHOWN_FITS]]
    return (*shown, "...") if len(moves) > SHOWN_FITS else tuple(shown)


def may_take(view: SeatView) -> bool:
    """Whether the top discard can be taken."""
    try:
        check_view(view, Take())
    except RulesError:
        return False
    return True


def points_of(lay: Lay, view: SeatView) -> int:
    """Points of the new melds of a legal lay; none where a contract is what counts."""
    assert view.seat is not None, "a spectator lays nothing"
    if view.variant.contracts:
        return 0
    _, told = play.apply(deal_of(view), view.seat, lay)
    return sum(one.points for one in told if isinstance(one, happened.LaidDown))


def _priced(action: Action, view: SeatView) -> str:
    """Write a move, and what its new melds are worth."""
    text = format_action(action)
    return prompts.worth(text, points_of(action, view)) if isinstance(action, Lay) else text
