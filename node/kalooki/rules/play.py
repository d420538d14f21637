"""check and apply for one deal: the only place where a rule of play says no."""

from dataclasses import replace

from kalooki.cards import SeatNumber
from kalooki.rules.actions import (
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
    ShowJokers,
    Take,
)
from kalooki.rules.deal import Deal, Showing, Turn, phase_word
from kalooki.rules.drawing import (
    check_draw,
    check_drawn,
    draw,
    duty_of_take,
    give_back,
    take,
    taken_under_duty,
)
from kalooki.rules.errors import (
    BarredFromGoingOutError,
    JustTakenError,
    MustUseTakenCardError,
    NotInThisVariantError,
    NotNowError,
)
from kalooki.rules.events import Discarded, FailedToAnnounce, WentOut
from kalooki.rules.laying import Bench, hold_to_public_face, judge_lay, put_down
from kalooki.rules.stock import Outcome, hands_with, run_out, void
from kalooki.rules.variant import Variant


def check(deal: Deal, seat: SeatNumber, action: Action) -> None:
    """Say whether the action is legal now.

    Raises:
        IllegalActionError: It is not, and why.
    """
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
            _check_discard(deal, seat, action)
        case BuyIn() | Decline():
            raise NotNowError(phase_word(deal))
        case End() | Call() | Pass() | Allow() | Refuse() | Challenge() | ShowJokers() | PickSeat() | Cut():
            raise NotInThisVariantError(type(action).__name__)


def apply(deal: Deal, seat: SeatNumber, action: Action) -> Outcome:
    """What the action makes of the deal, and what came of it. Checks first.

    Raises:
        IllegalActionError: The action is not legal now, and why.
    """
    if isinstance(action, Lay):  # judged once: the judgement is what is laid down
        check_drawn(deal, seat)
        return _lay(judge_lay(deal, seat, action))
    check(deal, seat, action)
    assert isinstance(action, Draw | Take | Return | Discard)
    match action:
        case Draw():
            return draw(deal)
        case Take():
            return take(deal)
        case Return():
            return give_back(deal)
        case Discard():
            return _discard(deal, action)


def _lay(bench: Bench) -> Outcome:
    after, events = put_down(bench)
    if after.hands[bench.seat]:
        return after, events
    gone, more = _go_out(after)
    return gone, events + more


def _check_discard(deal: Deal, seat: SeatNumber, action: Discard) -> None:
    check_drawn(deal, seat)
    turn, shown = deal.turn, action.shown
    hold_to_public_face(deal, seat, shown.slot, shown.card)
    if turn.duty is not None and turn.taken is not None:
        raise MustUseTakenCardError(turn.taken.card, turn.duty)
    if deal.variant.no_immediate_rediscard and turn.taken is not None and turn.taken.slot == shown.slot:
        raise JustTakenError(shown.card)
    if len(deal.hands[seat]) == 1 and seat in deal.barred:
        raise BarredFromGoingOutError


def _discard(deal: Deal, action: Discard) -> Outcome:
    seat, shown, said = deal.turn.seat, action.shown, action.count
    hand = tuple(slot for slot in deal.hands[seat] if slot != shown.slot)
    discarded = Discarded(seat, shown.card, len(hand), said)
    failed = len(hand) > 0 and count_is_due(deal.variant, len(hand)) and said != len(hand)
    others = tuple((who, count) for who, count in deal.announced if who != seat)
    following = deal.seats[(deal.seats.index(seat) + 1) % len(deal.seats)]
    after = replace(
        deal,
        hands=hands_with(deal, seat, hand),
        pile=(*deal.pile, shown),
        faces=deal.faces
        if shown.slot not in deal.faces
        else {slot: face for slot, face in deal.faces.items() if slot != shown.slot},
        history=(*deal.history, discarded),
        barred=deal.barred | {seat} if failed else deal.barred - {seat},
        announced=others if said is None else tuple(sorted((*others, (seat, said)))),
        turn=Turn(following, deal.turn.number + 1, laid_before=following in deal.laid) if hand else deal.turn,
    )
    if not hand:
        ended, more = _go_out(after)
    else:
        ended, more = _between_turns(after)
    return ended, (discarded, FailedToAnnounce(seat, len(hand)), *more) if failed else (discarded, *more)


def _between_turns(deal: Deal) -> Outcome:
    """The turn has passed on: the deal may end for its length, or the stock may have run out."""
    if 0 < deal.variant.turn_cap <= deal.turn.number:
        return void(deal, "turn_cap")
    if deal.stock or deal.variant.exhaust == "lazy":
        return deal, ()
    return run_out(deal, then_draw=False)


def count_is_due(variant: Variant, left: int) -> bool:
    """Whether a discard that leaves so many cards must announce them."""
    match variant.declare:
        case "off":
            return False
        case "last_card":
            return left == 1
        case "three_or_fewer":
            return left <= 3  # noqa: PLR2004 - the rule's own number
        case "always":
            return True


def _go_out(deal: Deal) -> Outcome:
    how = "call-up" if deal.turn.laid_before else "kalooki"
    return replace(deal, phase=Showing(deal.turn.seat, how)), (WentOut(deal.turn.seat, how),)
