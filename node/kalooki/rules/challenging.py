"""Challenges: who called too often, and whose first lay is not the contract. Only where the house plays with them."""

from dataclasses import replace

from kalooki.cards import SeatNumber
from kalooki.rules.actions import WORDS, Action, Challenge, Lay, Pass, Return
from kalooki.rules.deal import (
    Calling,
    Deal,
    Holding,
    InTurn,
    Rearranging,
    added,
    amount,
    clockwise_after,
    phase_word,
)
from kalooki.rules.errors import (
    AlreadyAnsweredError,
    AlreadyChargedError,
    CannotChallengeError,
    NothingToChallengeError,
    NotInThisVariantError,
    NotNowError,
    NotYourTurnError,
    TooLateToChallengeError,
)
from kalooki.rules.events import Challenged, Event, Passed, Penalized, Took, TookBack
from kalooki.rules.laying import judge_lay
from kalooki.rules.stock import Outcome, hands_with


def check_challenge(deal: Deal, seat: SeatNumber, action: Challenge) -> None:
    """Say whether a challenge may be made, right or wrong.

    Raises:
        IllegalActionError: It may not, and why.
    """
    if deal.variant.penalties == "enforce":
        raise NotInThisVariantError(WORDS[Challenge])
    if not isinstance(deal.phase, InTurn | Calling | Holding):
        raise NotNowError(phase_word(deal))
    target = action.seat
    if target == seat or target not in deal.seats or seat not in deal.seats or action.what not in {"overcall", "lay"}:
        raise CannotChallengeError
    if action.what == "overcall":
        if target in deal.laid:
            raise TooLateToChallengeError
        if amount(deal.charged, target) and calls_too_many(deal, target) <= 0:
            raise AlreadyChargedError
        return
    if target != deal.turn.seat or deal.turn.before is None:
        raise NothingToChallengeError
    if isinstance(deal.phase, Holding) and seat not in deal.phase.waiting:
        raise AlreadyAnsweredError


def calls_too_many(deal: Deal, seat: SeatNumber) -> int:
    """How many calls too many a seat has made that nobody has charged yet; below one: none."""
    return amount(deal.calls, seat) - deal.variant.max_calls - amount(deal.charged, seat)


def challenge(deal: Deal, seat: SeatNumber, action: Challenge) -> Outcome:
    """Find out who is right, and let the other pay."""
    if action.what == "overcall":
        return _overcall(deal, seat, action.seat)
    if deal.turn.false_lay:
        back, events = _take_back(deal)
        return back, (Challenged(seat, action.seat, "lay", upheld=True), *events)
    wrong, events = _wrong(deal, seat, action)
    if isinstance(deal.phase, Holding):
        wrong = replace(wrong, phase=replace(deal.phase, waiting=_without(deal.phase.waiting, seat)))
    return wrong, events


def _without(seats: tuple[SeatNumber, ...], seat: SeatNumber) -> tuple[SeatNumber, ...]:
    return tuple(one for one in seats if one != seat)


def penalize(deal: Deal, seat: SeatNumber, points: int, why: str) -> tuple[Deal, Penalized]:
    """Charge points beside those of the cards."""
    return replace(deal, beside=added(deal.beside, seat, points)), Penalized(seat, points, why)


def _wrong(deal: Deal, seat: SeatNumber, action: Challenge) -> tuple[Deal, tuple[Event, ...]]:
    after, penalty = penalize(deal, seat, deal.variant.penalty_points, "wrong_challenge")
    return after, (Challenged(seat, action.seat, action.what, upheld=False), penalty)


def _overcall(deal: Deal, seat: SeatNumber, target: SeatNumber) -> Outcome:
    too_many = calls_too_many(deal, target)
    if too_many <= 0:
        return _wrong(deal, seat, Challenge(target, "overcall"))
    charged = replace(deal, charged=added(deal.charged, target, too_many))
    upheld = Challenged(seat, target, "overcall", upheld=True)
    if deal.variant.overcall == "no_lay":
        return replace(charged, no_lay=deal.no_lay | {target}), (upheld,)
    after, penalty = penalize(charged, target, deal.variant.penalty_points * too_many, "overcall")
    return after, (upheld, penalty)


def _take_back(deal: Deal) -> Outcome:
    """All that the seat put on the table in this turn, the discard too, is in its hand again, and known to all."""
    turn, seat = deal.turn, deal.turn.seat
    assert turn.before is not None
    lay_before = {one.slot for meld in turn.before for one in meld.cards}
    back = {one.slot: one.card for meld in deal.melds for one in meld.cards if one.slot not in lay_before}
    pile, history = deal.pile, deal.history
    if isinstance(deal.phase, Holding) and deal.phase.calls:
        back[pile[-1].slot] = pile[-1].card
        history = (*history, Took(seat, pile[-1].card, must_use=False))
        pile = pile[:-1]
    after = replace(
        deal,
        hands=hands_with(deal, seat, (*deal.hands[seat], *back)),
        melds=turn.before,
        faces={**deal.faces, **back},
        pile=pile,
        history=history,
        laid=deal.laid - {seat},
        turn=replace(turn, built=(), before=None, false_lay=False),
        phase=Rearranging(),
    )
    return after, (TookBack(seat, tuple(back.values())),)


# --- the held end of a turn -------------------------------------------------------------------------------------------


def holds(deal: Deal) -> bool:
    """Whether the end of this turn waits for challenges of its first lay."""
    return deal.turn.before is not None and deal.variant.challenge_window_ms > 0


def hold(deal: Deal, *, calls: bool) -> Deal:
    """Let the others look at the lay before the turn ends."""
    return replace(deal, phase=Holding(clockwise_after(deal, deal.turn.seat), calls))


def check_held(deal: Deal, phase: Holding | Rearranging, seat: SeatNumber, action: Action) -> None:
    """Say whether an action is legal while a lay may be challenged, or was.

    Raises:
        IllegalActionError: It is not, and why.
    """
    match phase, action:
        case Holding(waiting), Pass():
            if seat not in waiting:
                raise NotNowError(phase_word(deal)) if seat == deal.turn.seat else AlreadyAnsweredError
        case Rearranging(), Lay() | Return():
            if seat != deal.turn.seat:
                raise NotYourTurnError(deal.turn.seat)
            if isinstance(action, Lay):
                judge_lay(deal, seat, action)
        case _:
            raise NotNowError(phase_word(deal))


def let_pass(deal: Deal, phase: Holding, seat: SeatNumber) -> Outcome:
    """A seat does not challenge the lay."""
    return replace(deal, phase=replace(phase, waiting=_without(phase.waiting, seat))), (Passed(seat),)


def give_up(deal: Deal) -> Outcome:
    """The layer keeps the cards of its false lay, pays, and has only to discard."""
    after, penalty = penalize(deal, deal.turn.seat, deal.variant.penalty_points, "false_lay")
    return replace(after, turn=replace(after.turn, returned=True), phase=InTurn()), (penalty,)
