"""check and apply for one deal: the only place where a rule of play says no."""

from kalooki.cards import SeatNumber, Slot
from kalooki.rules import stock
from kalooki.rules.actions import (
    WORDS,
    Action,
    Allow,
    BuyIn,
    Call,
    Challenge,
    Cut,
    Decline,
    Discard,
    Draw,
    End,
    Lay,
    Pass,
    PickSeat,
    Refuse,
    Return,
    Show,
    Take,
)
from kalooki.rules.bench import Bench
from kalooki.rules.blitzing import check_in_blitz, in_blitz
from kalooki.rules.calling import (
    awaited,
    check_call,
    check_in_window,
    goes_on,
    in_window,
    then_buyers,
    time_out,
)
from kalooki.rules.challenging import challenge, check_challenge, check_held, give_up, let_pass
from kalooki.rules.changing import replace
from kalooki.rules.cutting import begin_cut, check_cut, may_cut
from kalooki.rules.deal import (
    Blitz,
    Calling,
    CutOffered,
    Deal,
    Holding,
    InTurn,
    Rearranging,
    Reshuffling,
    phase_word,
)
from kalooki.rules.drawing import check_draw, check_drawn, draw, duty_of_take, give_back, take, taken_under_duty
from kalooki.rules.errors import NotInThisVariantError, NotNowError
from kalooki.rules.events import Event
from kalooki.rules.finishing import (
    after_restock,
    check_discard,
    check_end,
    count_is_due,
    discard,
    end_without_discard,
    finish,
    go_out,
)
from kalooki.rules.laying import judge_lay, put_down
from kalooki.rules.lifting import check_offered, give_up_cut, in_offered
from kalooki.rules.showing import check_show, may_show, show
from kalooki.rules.stock import Outcome

__all__ = ["apply", "check", "close_window", "count_is_due", "may_act", "must_act", "restock"]


def check(deal: Deal, seat: SeatNumber, action: Action) -> None:
    """Say whether the action is legal now.

    Raises:
        IllegalActionError: It is not, and why.
    """
    _check(_gone_on(deal, seat, action), seat, action)


def _check(deal: Deal, seat: SeatNumber, action: Action) -> None:
    match deal.phase:
        case _ if isinstance(action, Challenge):
            check_challenge(deal, seat, action)
        case CutOffered():
            check_offered(deal, seat, action)
        case Blitz():
            check_in_blitz(deal, seat, action)
        case Calling() if isinstance(action, Cut):
            check_cut(deal, seat, action)
        case Calling() as window:
            check_in_window(deal, window, seat, action)
        case Holding() | Rearranging() as held:
            check_held(deal, held, seat, action)
        case _:
            _check_in_turn(deal, seat, action)


def _gone_on(deal: Deal, seat: SeatNumber, action: Action) -> Deal:
    """The deal without its open calls, if the player in turn ends them by going on."""
    return replace(deal, phase=InTurn()) if goes_on(deal, seat, action) else deal


def _check_in_turn(deal: Deal, seat: SeatNumber, action: Action) -> None:  # noqa: C901 - one case for each kind of move
    match action:
        case Draw():
            check_draw(deal, seat)
        case Take():
            check_draw(deal, seat)
            duty_of_take(deal)
        case Return():
            taken_under_duty(deal, seat)
        case Lay():
            check_drawn(deal, seat)
            judge_lay(deal, seat, action)
        case Discard():
            check_discard(deal, seat, action)
        case End():
            check_end(deal, seat, action)
        case Call() | Pass() | Allow() | Refuse():
            check_call(deal, seat, action)
        case Cut():
            check_cut(deal, seat, action)
        case BuyIn() | Decline():
            raise NotNowError(phase_word(deal))
        case Show():
            check_show(deal, seat, action)
        case PickSeat() | Challenge():
            raise NotInThisVariantError(WORDS[type(action)])


def apply(deal: Deal, seat: SeatNumber, action: Action) -> Outcome:  # noqa: PLR0911 - one line for each phase
    """What the action makes of the deal, and what came of it. Checks first.

    Raises:
        IllegalActionError: The action is not legal now, and why.
    """
    deal = _gone_on(deal, seat, action)
    if isinstance(action, Lay) and isinstance(deal.phase, InTurn):  # judged once: the judgement is what is laid down
        check_drawn(deal, seat)
        return _lay(judge_lay(deal, seat, action))
    _check(deal, seat, action)
    if isinstance(action, Challenge):
        return _after_answer(*challenge(deal, seat, action))
    match deal.phase:
        case Calling() as window if not isinstance(action, Cut):
            return in_window(deal, window, seat, action)
        case Holding() as held:
            return _after_answer(*let_pass(deal, held, seat))
        case Rearranging():
            return _lay(judge_lay(deal, seat, action)) if isinstance(action, Lay) else give_up(deal)
        case CutOffered() as offered:
            return in_offered(deal, offered, action)
        case Blitz() as blitz:
            return in_blitz(deal, blitz, action)
        case _:
            return _in_turn(deal, seat, action)


_IN_TURN = (Draw, Take, Return, Discard, End, Cut, Show)
"""What may be done in turn besides a lay."""


def _in_turn(deal: Deal, seat: SeatNumber, action: Action) -> Outcome:  # noqa: PLR0911 - one line for each kind
    assert isinstance(action, _IN_TURN)
    match action:
        case Draw():
            return then_buyers(draw(deal))
        case Take():
            return take(deal)
        case Return():
            return give_back(deal)
        case Discard():
            return discard(deal, action)
        case End():
            return end_without_discard(deal, action)
        case Cut():
            return begin_cut(deal, action)
        case Show():
            return show(deal, seat, action)


def _lay(bench: Bench) -> Outcome:
    after, events = put_down(bench)
    if after.hands[bench.seat]:
        return after, events
    gone, more = go_out(after)
    return gone, events + more


def _after_answer(deal: Deal, events: tuple[Event, ...]) -> Outcome:
    """When nobody is left who could challenge, the turn ends."""
    if not isinstance(deal.phase, Holding) or deal.phase.waiting:
        return deal, events
    ended, more = finish(deal, calls=deal.phase.calls)
    return ended, events + more


def restock(deal: Deal, slots: tuple[Slot, ...]) -> Outcome:
    """The shuffled pile is the stock; then comes what had waited for it.

    Raises:
        NotNowError: Nothing is being shuffled.
        WrongSlotsError: Not one new slot for each card.
    """
    waited = deal.phase
    fresh, events = stock.restock(deal, slots)
    assert isinstance(waited, Reshuffling)
    after, more = after_restock(fresh, waited)
    return after, events + more


def close_window(deal: Deal) -> Outcome:
    """Nobody else answers.

    Raises:
        NotNowError: Nothing is open that could be closed.
    """
    match deal.phase:
        case Calling() as window:
            return time_out(deal, window)
        case Holding(_, calls):
            return finish(deal, calls=calls)
        case Rearranging():
            return give_up(deal)
        case CutOffered() as offered:
            return give_up_cut(deal, offered)
        case Blitz() as blitz:
            return in_blitz(deal, blitz, Pass())
        case _:
            raise NotNowError(phase_word(deal))


# --- whose move -------------------------------------------------------------------------------------------------------


def must_act(deal: Deal) -> tuple[SeatNumber, ...]:
    """Whom a deal waits for, in a phase in which it waits for players."""
    match deal.phase:
        case Calling() as window:
            return awaited(deal, window)
        case Holding(waiting):
            return waiting
        case _:
            return (deal.turn.seat,)


def may_act(deal: Deal) -> tuple[SeatNumber, ...]:
    """Who else may act, and is not waited for."""
    may: list[SeatNumber] = []
    if isinstance(deal.phase, Calling):
        waits = deal.turn.has_drawn and deal.variant.call_window_ms > 0
        may += () if deal.phase.drawing or waits else (deal.turn.seat,)
        may += deal.phase.waiting
    may += (deal.dealer,) if may_cut(deal) else ()
    may += deal.seats if may_show(deal) else ()
    if deal.variant.penalties == "challenge" and isinstance(deal.phase, InTurn | Calling | Holding):
        may += deal.seats
    if not may:
        return ()
    must = must_act(deal)
    return tuple(dict.fromkeys(seat for seat in may if seat not in must))
