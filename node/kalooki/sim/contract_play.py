"""How a seat weighs its cards in a game of contracts: the chance to lay in time against what the hand would cost.

Who lays before the deal ends has little left; who does not pays for all, and twice where somebody went out with his
first lay. So before the lay everything is measured by that chance; and a lay that is sure may be held back, if it is
likely enough that all goes out with it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from kalooki.solver.contract import best_contract
from kalooki.solver.contract_rules import SUITS, ContractRules
from kalooki.solver.contract_turn import ContractPlan, ContractSituation, discards, plan_contract_turn, points_in_hand
from kalooki.solver.distance import distance, outs
from kalooki.solver.odds import Odds
from kalooki.solver.words import EMPTY, JOKER_TYPE, RANKS, CardType, Hand, add, copies, distinct, remove

LAID = 100.0
"""What it is worth to have laid, next to a point of the hand."""
LOST = 0.5
"""What a point of the hand costs that has not been laid: it may still be thrown away, unless the end is near."""
LOOKS = 12
"""So many cards that nobody has seen come by before the deal ends."""
LOOKS_OF_CAREFUL = 8
"""The same where the others are minded, who may be quicker."""
LOOKS_EACH = 2
"""Once somebody has laid: so many for each card that he has left, and at least for one more."""
FED = 1.0
"""What it costs to give the next player a card that goes with one that he took; the others must call it."""
FED_CALLER = 0.4
NEAR = 2
"""Ranks of a suit that go together in a run."""
CALLED = 0.04
"""A call is worth its penalty card where it raises the chance to lay in time by more than this."""
HELD_BACK = 0.06
"""A lay waits where all goes out with it next turn so probably,"""
FEW = 2
"""and so few cards would stay in the hand after it."""


class Outlook(ABC):
    """A seat before its first lay, in a deal with a contract; whence it is seen is for others to say."""

    careful: bool
    """It looks at what the others do as well."""

    @property
    @abstractmethod
    def rules(self) -> ContractRules:
        """As the solver has them."""

    @property
    @abstractmethod
    def situation(self) -> ContractSituation:
        """The hand and what it needs."""

    @property
    @abstractmethod
    def live(self) -> Sequence[int]:
        """By face, how many cards are still to come."""

    @property
    @abstractmethod
    def top(self) -> CardType | None:
        """The top of the pile."""

    @property
    @abstractmethod
    def may_wait(self) -> bool:
        """Whether who goes out with his first lay costs the others more than who does so later."""

    @abstractmethod
    def looks(self) -> int:
        """How many unseen cards come by before the deal ends, if the others are minded."""

    @abstractmethod
    def wanted_by_others(self) -> Mapping[CardType, float]:
        """What it costs to throw a card away, by face."""

    @cached_property
    def _looks(self) -> int:
        return self.looks() if self.careful else LOOKS

    @cached_property
    def odds(self) -> Odds:
        """The chances of hands to be laid in time."""
        hidden = max(1, sum(max(0, number) for number in self.live))
        reach = 1 - (1 - 1 / hidden) ** self._looks
        return Odds(self.rules, self.situation.needed, self.live, round(reach, 3))

    def worth(self, hand: Hand) -> float:
        """The chance to lay it in time against its points."""
        chance = self.odds.chance(hand)
        lost = min(1.0, LOST * LOOKS / self._looks)
        return chance * LAID - (1 - chance) * lost * points_in_hand(self.rules, hand)

    def calls(self) -> bool:
        """Whether the top discard is worth a call, if the card of the stock that comes along is of no use."""
        hand, top = self.situation.hand, self.top
        assert top is not None, "it lies there"
        more = add(hand, top)
        return self.odds.chance(more) - self.odds.chance(hand) > CALLED

    def can_only_discard(self) -> bool:
        """Whether it is clear that nothing can be laid."""
        now = self.situation
        return all(best_contract(self.rules, form, now.table, now.hand) is None for form in now.forms)

    def discard(self) -> CardType | None:
        """What to throw away where nothing is laid; None where nothing may be."""
        kinds = discards(self.rules, self.situation)
        wanted: Mapping[CardType, float] = self.wanted_by_others() if self.careful else {}

        def kept(kind: CardType) -> tuple[float, int]:
            rest = remove(self.situation.hand, kind)
            return self.worth(rest) - wanted.get(kind, 0.0), self.rules.penalties[kind]

        return max(kinds, key=kept, default=None)

    def missing(self, thrown: CardType) -> tuple[int, int]:
        """Without a card: how many others the contract lacks, and how many live ones bring it nearer."""
        rest, needed = remove(self.situation.hand, thrown), self.situation.needed
        return distance(self.rules, needed, rest), sum(outs(self.rules, needed, rest, self.live).values())

    # --- a lay that waits

    def takes_to_go_out(self) -> bool:
        """Whether a lay that was held back goes out with the top discard."""
        top = self.top
        if top is None or distance(self.rules, self.situation.needed, self.situation.hand):
            return False
        return self.may_wait and self.goes_out_with(add(self.situation.hand, top), top)

    def goes_out_with(self, hand: Hand, taken: CardType = JOKER_TYPE) -> bool:
        """Whether all of a hand after its draw can be laid and thrown away at once; what was taken is laid."""
        bound = frozenset({JOKER_TYPE, taken})
        plan = plan_contract_turn(self.rules, replace(self.situation, hand=hand, no_discard=bound))
        return plan is not None and plan.lay is not None and plan.left == EMPTY

    def plan(self) -> ContractPlan | None:
        """The turn that leaves the fewest points."""
        return plan_contract_turn(self.rules, self.situation)

    def waiting(self) -> tuple[float, CardType] | None:
        """The discard with which a lay is best held back, and the chance to go out next turn; None if it should not be.

        There are two cards to choose from then: the discard of the player before, and the stock's.
        """
        plan = self.plan() if self.may_wait else None
        if plan is None or plan.lay is None or not 0 < _size(plan.left) <= FEW:
            return None
        thrown = {kind for kind in (plan.discard, *distinct(plan.left)) if kind is not None and kind != JOKER_TYPE}
        found = {kind: self._goes_out_next(remove(self.situation.hand, kind)) for kind in thrown}
        if not found:
            return None
        kind = max(found, key=lambda one: (found[one], self.rules.penalties[one], one))
        twice = 1 - (1 - found[kind]) ** 2
        return (twice, kind) if twice >= HELD_BACK else None

    def _goes_out_next(self, hand: Hand) -> float:
        if distance(self.rules, self.situation.needed, hand):
            return 0.0
        live = [(kind, number) for kind, number in enumerate(self.live) if number > 0]
        good = sum(number for kind, number in live if self.goes_out_with(add(hand, kind)))
        return good / max(1, sum(number for _, number in live))


def looks_left(cards: Sequence[int]) -> int:
    """How many unseen cards come by: fewer when somebody who has laid has few cards left, of which these are."""
    return min([LOOKS_OF_CAREFUL, *(LOOKS_EACH * (left + 1) for left in cards)])


def cost_of_feeding(
    takers: Sequence[tuple[bool, Sequence[CardType]]], *, sets: bool, runs: bool
) -> dict[CardType, float]:
    """What it costs to throw a card away, by face: the next player takes it for nothing, a later one must call it.

    Of each of them, whether he is the next, and the cards that he took; only who may still want a discard is named.
    """
    cost: dict[CardType, float] = {}
    for free, known in takers:
        for kind in _go_with(known, sets=sets, runs=runs):
            cost[kind] = cost.get(kind, 0.0) + (FED if free else FED_CALLER)
    return cost


def _go_with(known: Sequence[CardType], *, sets: bool, runs: bool) -> set[CardType]:
    """The faces that go with these cards."""
    found: set[CardType] = set()
    for kind in known:
        if kind == JOKER_TYPE:
            continue
        suit, rank = divmod(kind, RANKS)
        if sets:
            found.update(other * RANKS + rank for other in range(SUITS))
        if runs:
            found.update(suit * RANKS + near for near in range(max(0, rank - NEAR), min(RANKS, rank + NEAR + 1)))
    return found


def _size(hand: Hand) -> int:
    return sum(copies(hand, kind) for kind in distinct(hand))
