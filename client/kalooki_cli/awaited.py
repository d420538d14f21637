"""What part the reader of a view has in what comes next: whom the game waits for, and who may act besides."""

from kalooki.rules.actions import Cut
from kalooki.rules.deal import Calling
from kalooki.rules.legal import deal_of, is_legal
from kalooki.rules.showing import shows
from kalooki.rules.view import SeatView, ViewPhase

TURNS = frozenset({ViewPhase.DRAW, ViewPhase.PLAY, ViewPhase.BUY_IN})
"""Phases that wait for the player in turn, or for who decides."""


def waits_for_me(view: SeatView) -> bool:
    """Whether the seat itself is to act, and has seen all its cards; a cut is made before one sees them."""
    if view.seat is None or (view.unopened and view.phase is not ViewPhase.CUT):
        return False
    return view.turn == view.seat if view.phase in TURNS else view.seat in view.awaited


def may_act(view: SeatView) -> bool:
    """Whether the seat may act now, waited for or not."""
    return waits_for_me(view) or (view.seat is not None and not view.unopened and view.seat in view.may_act)


def may_cut(view: SeatView) -> bool:
    """Whether the dealer's cut is the seat's own, and still open."""
    first = view.phase in {ViewPhase.DRAW, ViewPhase.CALL} and view.turn_number == 0 and view.cut is None
    if view.variant.dealer_cut != "simulated" or not first or view.seat is None or view.seat != view.dealer:
        return False
    return is_legal(deal_of(view), view.seat, Cut(1))


def answers_calls(view: SeatView) -> bool:
    """Whether the seat is in turn and there are calls that it can answer now."""
    window = view.window
    if view.turn != view.seat or view.has_drawn or not isinstance(window, Calling) or not window.callers:
        return False
    return not window.waiting or view.variant.call_window_ms == 0


def may_show(view: SeatView) -> bool:
    """Whether the seat holds cards that are paid for when they are shown, and may show them now."""
    me = next((one for one in view.seats if one.seat == view.seat), None)
    if me is None or view.phase is not ViewPhase.DRAW or view.turn_number or not view.variant.show_price:
        return False
    return may_act(view) and not me.shown and any(True for _ in shows(view.hand, view.variant))


def dealt(view: SeatView) -> tuple[int, int] | None:
    """The deal and the attempt at it whose cards lie there.

    None between two deals: those of the last one still lie there then, under the number of the next, and of what one
    holds afterwards nothing was held before, though it may be in the same slots.
    """
    return None if view.phase is ViewPhase.DEAL else (view.number, view.attempt)


def turn_of(view: SeatView) -> tuple[int, int, int]:
    """The turn in the game: what was prepared in it is of no use in another."""
    return view.number, view.attempt, view.turn_number


def may_call(view: SeatView) -> bool:
    """Whether the top discard is still offered to the seat, out of its turn."""
    window = view.window
    return isinstance(window, Calling) and view.seat in window.waiting and not view.unopened
