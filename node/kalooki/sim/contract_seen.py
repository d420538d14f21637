"""The prospects of a seat before its first lay of a contract, from what that seat sees."""

from dataclasses import dataclass
from functools import cached_property

from kalooki.cards import SeatNumber
from kalooki.rules.opening import contract_of
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.sim.contract_play import Outlook, cost_of_feeding, looks_left
from kalooki.solver.contract_lay import contract_situation
from kalooki.solver.contract_rules import ContractRules, contract_rules
from kalooki.solver.contract_turn import ContractSituation
from kalooki.solver.words import JOKER_TYPE, CardType, type_of


@dataclass(frozen=True)
class SeatOutlook(Outlook):
    """Those of the view's seat."""

    view: SeatView
    careful: bool

    @cached_property
    def rules(self) -> ContractRules:
        """Those of the view's game."""
        return contract_rules(self.view.variant)

    @cached_property
    def situation(self) -> ContractSituation:
        """The hand and what it needs."""
        return contract_situation(self.view)

    @cached_property
    def live(self) -> tuple[int, ...]:
        """By face, how many cards nobody has shown yet."""
        return live_cards(self.view)

    @property
    def top(self) -> CardType | None:
        """The top of the pile."""
        return type_of(self.view.pile[-1]) if self.view.pile else None

    @property
    def may_wait(self) -> bool:
        """The house doubles for who goes out with his first lay, and still does."""
        bend, view = self.view.variant.bend, self.view
        return bend != "off" and not (bend == "first" and any(line.has_laid for line in view.seats))

    def looks(self) -> int:
        """By what the others have left."""
        return looks(self.view)

    def wanted_by_others(self) -> dict[CardType, float]:
        """By what they have taken."""
        return wanted_by_others(self.view)

    def can_only_discard(self) -> bool:
        """Whether it is clear that nothing can be laid; where a contract is laid exactly it is not looked into."""
        contract = contract_of(self.view.variant, self.view.number)
        if contract is None or contract.exactly or not throws_away(self.view):
            return False
        return super().can_only_discard()


def outlook(view: SeatView, *, careful: bool) -> SeatOutlook | None:
    """Of the view's seat; None where no contract of sets and runs is due from it."""
    if view.seat is None or not view.order or view.seats[view.seat].has_laid:
        return None
    contract = contract_of(view.variant, view.number)
    return None if contract is None or contract.everything else SeatOutlook(view, careful)


def throws_away(view: SeatView) -> bool:
    """Whether the seat is in its turn, after its draw, with a choice."""
    return view.phase is ViewPhase.PLAY and view.turn == view.seat and not view.rearranging and len(view.hand) > 1


def live_cards(view: SeatView) -> tuple[int, ...]:
    """By face, how many cards nobody has shown yet, as the seat sees it."""
    live = [0] * (JOKER_TYPE + 1)
    for card in view.variant.start_deck(len(view.order)):
        live[type_of(card)] += 1
    others = (card for line in view.seats if line.seat != view.seat for card in line.known)
    laid = (face.card for meld in view.table for face in meld.cards)
    for card in (*(shown.card for shown in view.hand), *view.pile, *others, *laid):
        live[type_of(card)] -= 1
    return tuple(live)


def looks(view: SeatView) -> int:
    """How many unseen cards come by before the deal ends."""
    return looks_left([line.cards for line in view.seats if line.plays and line.has_laid])


def wanted_by_others(view: SeatView) -> dict[CardType, float]:
    """What it costs to throw a card away, by face."""
    contract = contract_of(view.variant, view.number)
    assert contract is not None, "only contracts are played so"
    takers = [
        (not later, [type_of(card) for card in view.seats[seat].known])
        for later, seat in enumerate(_after(view))
        if _may_want(view, seat, free=not later)
    ]
    return cost_of_feeding(takers, sets=bool(contract.sets), runs=bool(contract.runs))


def _after(view: SeatView) -> tuple[SeatNumber, ...]:
    """The others, from the next one on."""
    assert view.seat is not None, "a spectator throws nothing away"
    place = view.order.index(view.seat)
    return (*view.order[place + 1 :], *view.order[:place])


def _may_want(view: SeatView, seat: SeatNumber, *, free: bool) -> bool:
    line = view.seats[seat]
    return not line.has_laid and (free or line.calls < view.variant.max_calls)
