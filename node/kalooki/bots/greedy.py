"""Plays to have the fewest points left after each turn: lays what it can as soon as it can, throws dear cards away."""

from random import Random

from kalooki.bot import Bot, announced, checked, safe_action, volunteered
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
    Pass,
    Refuse,
    Return,
    Take,
)
from kalooki.rules.changing import replace
from kalooki.rules.deal import Calling, Duty
from kalooki.rules.errors import IllegalActionError, SameRankTwiceError, SameSuitTwiceError
from kalooki.rules.judging import duty_if_taken
from kalooki.rules.legal import deal_of, is_legal
from kalooki.rules.opening import contract_of, is_met, refuse_twins
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.solver import best_turn, brings_nearer, situation_of, solver_rules
from kalooki.solver.turn import connects, could_open, fewest_unlaid, melded_points
from kalooki.solver.words import CardType, add, type_of


def choose(view: SeatView, _rng: Random) -> Action:
    """The move that leaves the fewest points. It trusts its solver, but the rules have the last word."""
    return checked(view, propose(view))


def propose(view: SeatView) -> Action:
    """The move that it believes in."""
    return volunteered(view) or _asked(view)


def _asked(view: SeatView) -> Action:
    match view.phase:
        case ViewPhase.BUY_IN:
            return _buy_in(view)
        case _ if view.turn != view.seat:
            return _out_of_turn(view)
        case ViewPhase.DRAW:
            return _draw(view)
        case ViewPhase.CUT:
            return Cut()
        case ViewPhase.CALL if isinstance(view.window, Calling):
            return _answer(view, view.window)
        case _:
            return _play(view)


def _draw(view: SeatView) -> Action:
    """Take the discard where it can be laid, or where it looks as if it would open; else draw."""
    assert view.seat is not None
    if view.phase is not ViewPhase.DRAW and not is_legal(deal_of(view), view.seat, Take()):
        return Draw()
    try:
        duty = duty_if_taken(view)
    except IllegalActionError:
        return Draw()
    return Take() if _wants(view, type_of(view.pile[-1]), duty) else Draw()


def _wants(view: SeatView, card: CardType, duty: Duty | None) -> bool:
    """Whether the top discard is worth more than a card that nobody has seen.

    For an opening a quick look decides: enough points, and some meld with the card. That the two go together, and that
    a card stays for the discard, is found out with the card in hand; it may still be given back.
    """
    rules, now = solver_rules(view.variant), situation_of(view)
    hand = add(now.hand, card)
    contract = contract_of(view.variant, view.number)
    if contract is not None and not contract.everything and not now.has_laid:
        return brings_nearer(view, card)
    if duty in {"initial_meld", "any_initial_meld"}:
        return could_open(rules, hand, card, now.table)
    if not now.has_laid:
        return melded_points(rules, hand) > melded_points(rules, now.hand)
    if not connects(rules, now.hand, card, now.table):
        return False
    without = fewest_unlaid(rules, now)
    with_it = fewest_unlaid(rules, replace(now, hand=hand, taken=card, duty=duty, no_discard=now.no_discard | {card}))
    return with_it is not None and without is not None and with_it < without + rules.penalties[card]


def _play(view: SeatView) -> Action:
    """Lay what there is to lay; then throw away what the plan for the rest of the hand throws away."""
    plan = best_turn(view)
    if view.rearranging:
        return Return() if plan is None or plan.lay is None else plan.lay
    if plan is None:
        return Return() if view.duty is not None else safe_action(view)
    if plan.lay is not None:
        return plan.lay
    if view.phase is ViewPhase.BLITZ:
        return Pass()
    return safe_action(view) if plan.discard is None else announced(view, Discard(plan.discard))


def _out_of_turn(view: SeatView) -> Action:
    """Call what brings the contract nearer; challenge what everybody can see to be false; else pass."""
    assert view.seat is not None
    assert view.turn is not None
    if isinstance(view.window, Calling):
        waits = not view.seats[view.seat].has_laid
        wants = waits and is_legal(deal_of(view), view.seat, Call()) and _wants(view, type_of(view.pile[-1]), None)
        return Call() if wants else Pass()
    return Challenge(view.turn, "lay") if _lies_false(view, view.turn) else Pass()


def _answer(view: SeatView, window: Calling) -> Action:
    """In turn, while calls are open or wait for an answer: take the card where it is worth it; else let it go."""
    callers = window.callers
    if _draw(view) == Take():
        return Refuse() if callers else Take()
    if not callers or window.waiting:
        return Draw()
    return Allow(callers[0] if view.variant.call_priority == "judge" and len(callers) > 1 else None)


def _lies_false(view: SeatView, seat: SeatNumber) -> bool:
    """Whether the first lay of a seat, as it lies there, is not the contract of the deal."""
    contract = contract_of(view.variant, view.number)
    lay = [meld for meld in deal_of(view).melds if meld.owner == seat]
    assert contract is not None, "only contracts are challenged"
    try:
        for place, meld in enumerate(lay):
            refuse_twins(meld, lay[:place], seat, view.variant, contract)
    except (SameRankTwiceError, SameSuitTwiceError):
        return True
    return any(meld.sealed for meld in lay) or not is_met(view.variant, contract, lay)


def _buy_in(view: SeatView) -> Action:
    """Buy while the pool, times the chance to win it, is worth more than the price.

    The chance is taken to be one's share of all the points that the players still have to lose.
    """
    decision, limit = view.decision, view.variant.limit
    if decision is None or limit is None:
        return Decline()
    asked = {decision.seat, *decision.after}
    rooms = [limit + 1 - line.total for line in view.seats if not line.out and line.seat not in asked]
    room = limit + 1 - decision.score
    prize = view.pool + decision.price
    return BuyIn() if room * prize > decision.price * (room + sum(rooms)) else Decline()


BOT = Bot(
    key="greedy",
    description="Keeps the fewest points in hand, lays early, throws dear cards away.",
    choose=choose,
    level="easy",
)
