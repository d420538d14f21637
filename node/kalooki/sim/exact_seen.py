"""What a card is worth to a seat of the South African game, from what that seat sees."""

from kalooki.rules.opening import contract_of
from kalooki.rules.view import SeatView
from kalooki.sim.contract_seen import live_cards, outlook
from kalooki.sim.exact_play import BOUGHT, Held, gain, least_useful
from kalooki.solver.rules import solver_rules
from kalooki.solver.words import CardType, Hand, hand_of_cards, type_of


def is_exact(view: SeatView) -> bool:
    """Whether a contract is laid exactly in this deal, and everything else after it."""
    contract = contract_of(view.variant, view.number)
    return view.seat is not None and contract is not None and contract.exactly


def discard_of(view: SeatView) -> CardType | None:
    """What the seat in turn, whose view it is, throws away; None where only jokers may be."""
    due = outlook(view, careful=False)
    return least_useful(
        Held(
            rules=solver_rules(view.variant),
            hand=_hand(view),
            live=live_cards(view),
            kept=None if view.taken is None else type_of(view.taken),
            late=any(line.has_laid for line in view.seats),
            chance=None if due is None else due.odds.chance,
        )
    )


def takes_for_melds(view: SeatView) -> bool:
    """Whether the top discard, which is to be had, makes more melds of a hand that has not laid."""
    assert view.seat is not None, "a spectator takes nothing"
    return not view.seats[view.seat].has_laid and _gain(view) > 0


def buys_for_melds(view: SeatView) -> bool:
    """Whether it makes so many more that it is worth its price."""
    return _gain(view) >= BOUGHT


def _gain(view: SeatView) -> int:
    return gain(solver_rules(view.variant), _hand(view), type_of(view.pile[-1])) if view.pile else 0


def _hand(view: SeatView) -> Hand:
    return hand_of_cards([shown.card for shown in view.hand])
