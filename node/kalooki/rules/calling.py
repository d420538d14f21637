"""Calls: who may have the discard out of turn, when, and what comes of it."""

from kalooki.cards import SeatNumber
from kalooki.rules.actions import WORDS, Action, Allow, Call, Draw, Pass, Refuse, Take
from kalooki.rules.changing import replace
from kalooki.rules.deal import Calling, Deal, InTurn, added, amount, clockwise_after, phase_word
from kalooki.rules.drawing import draw, duty_of_take, take
from kalooki.rules.errors import (
    AlreadyAnsweredError,
    BuyersFirstError,
    CallsAreOpenError,
    DiscardIsDeadError,
    HasLaidError,
    MustAllowError,
    NobodyCalledError,
    NoCallsLeftError,
    NoJudgeError,
    NotInThisVariantError,
    NotNowError,
    NotYourTurnError,
    OwnDiscardError,
    TooFewToDrawError,
    WhichCallerError,
)
from kalooki.rules.events import Called, CallGranted, Discarded, DrawStands, Passed, Returned, StockReshuffled
from kalooki.rules.purse import pay_in
from kalooki.rules.stock import Outcome, hands_with, may_reshuffle, run_out

# --- who may call -----------------------------------------------------------------------------------------------------


def discarder(deal: Deal) -> SeatNumber | None:
    """Who threw the top of the pile away; None for the upcard of the deal."""
    passing = StockReshuffled | Returned
    last = next((event for event in reversed(deal.history) if not isinstance(event, passing)), None)
    return last.seat if isinstance(last, Discarded) else None


def drawable(deal: Deal) -> int:
    """How many cards could still be drawn once the top discard is gone, the reshuffle included."""
    return len(deal.stock) + (max(0, len(deal.pile) - 2) if may_reshuffle(deal) else 0)


def check_caller(deal: Deal, seat: SeatNumber) -> None:
    """Say whether a seat has the right to a discard of another, whenever calls are open.

    Raises:
        IllegalActionError: It has not, and why.
    """
    variant = deal.variant
    if variant.call_by == "not_laid" and seat in deal.laid:
        raise HasLaidError
    if variant.penalties == "enforce" and amount(deal.calls, seat) >= variant.max_calls:
        raise NoCallsLeftError(variant.max_calls)
    if deal.dead:
        raise DiscardIsDeadError
    if seat == discarder(deal):
        raise OwnDiscardError
    needed = variant.call_penalty_cards + (not deal.turn.has_drawn)
    if drawable(deal) < needed:
        raise TooFewToDrawError(needed)


def _may_call(deal: Deal, seat: SeatNumber) -> bool:
    try:
        check_caller(deal, seat)
    except (HasLaidError, NoCallsLeftError, DiscardIsDeadError, OwnDiscardError, TooFewToDrawError):
        return False
    return True


def open_window(deal: Deal) -> Deal:
    """Open the calls on the top discard, if anybody may call it."""
    waiting = tuple(seat for seat in clockwise_after(deal, deal.turn.seat) if _may_call(deal, seat))
    called_by_all = deal.variant.max_calls > 0 and bool(deal.pile) and bool(waiting)
    return replace(deal, phase=Calling(waiting) if called_by_all else InTurn())


def then_buyers(drawn: Outcome) -> Outcome:
    """Where the discard is bought after a draw from the stock: the others are asked, once that card is there."""
    deal, events = drawn
    asks = deal.variant.call_turn == "after_stock_draw" and deal.turn.has_drawn and isinstance(deal.phase, InTurn)
    return (open_window(deal) if asks else deal), events


def check_call(deal: Deal, seat: SeatNumber, action: Call | Pass | Allow | Refuse) -> None:
    """Say why a call, or an answer to one, is not legal while no calls are open.

    Raises:
        IllegalActionError: Always.
    """
    _refuse_foreign_answer(deal, action)
    if isinstance(action, Call):
        check_caller(deal, seat)
    raise NotNowError(phase_word(deal))


def _refuse_foreign_answer(deal: Deal, action: Action) -> None:
    """Where the discard is bought there is nothing to allow or to refuse."""
    bought = deal.variant.call_turn == "after_stock_draw"
    if deal.variant.call_turn is None or (bought and isinstance(action, Allow | Refuse)):
        raise NotInThisVariantError(WORDS[type(action)])


# --- while calls are open ---------------------------------------------------------------------------------------------


def check_in_window(deal: Deal, window: Calling, seat: SeatNumber, action: Action) -> None:
    """Say whether an action is legal while calls are open, or wait for their answer.

    Raises:
        IllegalActionError: It is not, and why.
    """
    _refuse_foreign_answer(deal, action)
    match action:
        case Call() | Pass():
            _check_answer(deal, window, seat, action)
        case _ if deal.turn.has_drawn:
            if seat == deal.turn.seat:
                raise BuyersFirstError(window.waiting)
            raise NotNowError(phase_word(deal))
        case Draw():
            _check_in_turn(deal, window, seat)
        case Take():
            _check_in_turn(deal, window, seat)
            duty_of_take(deal)
        case Refuse():
            _check_in_turn(deal, window, seat)
            _check_called(window)
            if deal.turn.laid_before:
                raise MustAllowError
        case Allow():
            _check_in_turn(deal, window, seat)
            _check_called(window)
            _check_choice(deal, window, action.seat)
        case _:
            raise NotNowError(phase_word(deal))


def _check_answer(deal: Deal, window: Calling, seat: SeatNumber, action: Call | Pass) -> None:
    if isinstance(action, Call):
        check_caller(deal, seat)
    if seat in window.waiting:
        return
    if seat == deal.turn.seat or seat not in deal.seats:
        raise NotNowError(phase_word(deal))
    raise AlreadyAnsweredError


def _check_in_turn(deal: Deal, window: Calling, seat: SeatNumber) -> None:
    if seat != deal.turn.seat:
        raise NotYourTurnError(deal.turn.seat)
    if window.drawing:
        raise AlreadyAnsweredError


def _check_called(window: Calling) -> None:
    if not window.callers:
        raise NobodyCalledError


def _check_choice(deal: Deal, window: Calling, named: SeatNumber | None) -> None:
    if window.waiting and deal.variant.call_window_ms > 0:
        raise CallsAreOpenError(window.waiting)
    if deal.variant.call_priority == "judge":
        if (named is None and len(window.callers) > 1) or (named is not None and named not in window.callers):
            raise WhichCallerError(window.callers)
    elif named is not None:
        raise NoJudgeError


def in_window(deal: Deal, window: Calling, seat: SeatNumber, action: Action) -> Outcome:
    """What an action that was checked makes of a deal in which calls are open."""
    match action:
        case Call() if deal.turn.has_drawn and deal.variant.call_window_ms == 0:
            return _then(grant(deal, seat, then_draw=False), Called(seat))
        case Call():
            waiting = tuple(one for one in window.waiting if one != seat)
            return _then(
                _answered(deal, replace(window, waiting=waiting, callers=(*window.callers, seat))), Called(seat)
            )
        case Pass():
            waiting = tuple(one for one in window.waiting if one != seat)
            return _then(_answered(deal, replace(window, waiting=waiting)), Passed(seat))
        case Take() | Refuse():
            return take(replace(deal, phase=InTurn()))
        case Allow(named):
            return grant(deal, first_of(deal, window) if named is None else named, then_draw=False)
        case _:
            return _draw(deal, window)


def _then(outcome: Outcome, event: Called | Passed | DrawStands) -> Outcome:
    return outcome[0], (event, *outcome[1])


def _draw(deal: Deal, window: Calling) -> Outcome:
    standing = replace(window, drawing=True)
    if window.waiting and deal.variant.call_window_ms > 0:
        return replace(deal, phase=standing), (DrawStands(deal.turn.seat),)
    return close(deal, standing)


def _answered(deal: Deal, window: Calling) -> Outcome:
    return (replace(deal, phase=window), ()) if window.waiting else close(deal, window)


def close(deal: Deal, window: Calling) -> Outcome:
    """The time for calls is over: whoever has not answered passes. Calls then wait for the player in turn."""
    over = replace(window, waiting=())
    if window.callers and (window.drawing or deal.turn.has_drawn):
        return grant(deal, first_of(deal, window), then_draw=window.drawing)
    if window.callers:
        return replace(deal, phase=over), ()
    after = replace(deal, phase=InTurn())
    return draw(after) if window.drawing else (after, ())


def time_out(deal: Deal, window: Calling) -> Outcome:
    """All answers that are missing are passes; if only the player in turn was still to answer, he allows."""
    if window.waiting:
        return close(deal, window)
    return grant(deal, first_of(deal, window), then_draw=False)


def goes_on(deal: Deal, seat: SeatNumber, action: Action) -> bool:
    """Whether the player in turn, who has drawn, ends the time for buyers by what he does: where there is none."""
    open_race = isinstance(deal.phase, Calling) and deal.turn.has_drawn and deal.variant.call_window_ms == 0
    return open_race and seat == deal.turn.seat and not isinstance(action, Call | Pass | Allow | Refuse)


def first_of(deal: Deal, window: Calling) -> SeatNumber:
    """Who among the callers comes first, unless the player in turn judges otherwise."""
    if deal.variant.call_priority == "first":
        return window.callers[0]
    return next(seat for seat in clockwise_after(deal, deal.turn.seat) if seat in window.callers)


def awaited(deal: Deal, window: Calling) -> tuple[SeatNumber, ...]:
    """Whom the calls wait for: all who may still call; then, or where there is no time for them, the player in turn."""
    if window.waiting and (deal.variant.call_window_ms > 0 or window.drawing):
        return window.waiting
    return (deal.turn.seat,)


# --- a granted call ---------------------------------------------------------------------------------------------------


def grant(deal: Deal, seat: SeatNumber, *, then_draw: bool) -> Outcome:
    """A caller gets the top discard, and its cards from the stock; the player in turn draws from the stock."""
    top = deal.pile[-1]
    taken = replace(
        deal,
        hands=hands_with(deal, seat, (*deal.hands[seat], top.slot)),
        pile=deal.pile[:-1],
        faces={**deal.faces, top.slot: top.card},
        calls=added(deal.calls, seat, 1),
        turn=replace(deal.turn, stock_only=True),
        phase=InTurn(),
    )
    more = deal.variant.call_penalty_cards
    granted = CallGranted(seat, top.card, amount(taken.calls, seat), more, max(0, len(deal.stock) - more))
    taken = replace(taken, history=(*deal.history, granted))
    taken, paid = pay_in(taken, seat, deal.variant.call_price, "buy")
    if len(taken.stock) < more:
        after, events = run_out(taken, then_draw=then_draw, caller=seat)
    else:
        after, events = penalty_cards(taken, seat, then_draw=then_draw)
    return after, (granted, *paid, *events)


def penalty_cards(deal: Deal, seat: SeatNumber, *, then_draw: bool) -> Outcome:
    """A caller's cards from the stock, and then what else was waited for."""
    more = deal.variant.call_penalty_cards
    after = replace(
        deal, hands=hands_with(deal, seat, (*deal.hands[seat], *deal.stock[:more])), stock=deal.stock[more:]
    )
    if then_draw:
        return draw(after)
    if after.stock or after.turn.has_drawn or after.variant.exhaust == "lazy":
        return after, ()
    return run_out(after, then_draw=False)
