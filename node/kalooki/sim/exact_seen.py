"""What a card is worth to a seat of the South African game, from what that seat sees."""

from kalooki.rules.opening import contract_of
from kalooki.rules.view import SeatView
from kalooki.sim.contract_seen import live_cards, outlook
from kalooki.sim.exact_play import Held, least_useful, melds_more, weight
from kalooki.solver.rules import solver_rules
from kalooki.solver.words import CardType, hand_of_cards, type_of


def is_exact(view: SeatView) -> bool:
    """Whether a contract is laid exactly in this deal, and everything else after it."""
    contract = contract_of(view.variant, view.number)
    return view.seat is not None and contract is not None and contract.exactly


def discard_of(view: SeatView, *, careful: bool) -> CardType | None:
    """What the seat in turn, whose view it is, throws away; None where only jokers may be."""
    laid = [line for line in view.seats if line.plays and line.has_laid]
    due = outlook(view, careful=False)
    return least_useful(
        Held(
            rules=solver_rules(view.variant),
            hand=hand_of_cards([shown.card for shown in view.hand]),
            live=live_cards(view),
            kept=None if view.taken is None else type_of(view.taken),
            weight=weight(
                laid=bool(laid), left=[line.cards for line in laid if line.seat != view.seat], careful=careful
            ),
            chance=None if due is None else due.odds.chance,
        )
    )


def takes_for_melds(view: SeatView) -> bool:
    """Whether the top discard, which is to be had, makes more melds of a hand that has not laid."""
    assert view.seat is not None, "a spectator takes nothing"
    if view.seats[view.seat].has_laid or not view.pile:
        return False
    hand = hand_of_cards([shown.card for shown in view.hand])
    return melds_more(solver_rules(view.variant), hand, type_of(view.pile[-1]))
