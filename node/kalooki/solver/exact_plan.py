"""The first lay of a contract that is laid exactly, in faces: sets and runs of just these sizes, with few jokers."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from kalooki.rules.exactly import most_jokers, must_be_seen
from kalooki.rules.variant import Contract, Variant
from kalooki.solver.contract_rules import SUITS, ContractRules, contract_rules, exact_form
from kalooki.solver.contract_turn import points_in_hand
from kalooki.solver.distance import nearness
from kalooki.solver.words import HIGH, JOKER_TYPE, RANKS, CardType, Hand, copies, distinct, rank_at, remove


class ExactMeld(NamedTuple):
    """A meld of the contract."""

    faces: tuple[CardType, ...]
    wild: frozenset[CardType]
    """Those that a joker stands for."""
    low: int
    """Where a run begins, as a position; -1 of a set."""

    def cards(self) -> tuple[CardType, ...]:
        """What it takes out of the hand."""
        return tuple(JOKER_TYPE if face in self.wild else face for face in self.faces)


class ExactPlan(NamedTuple):
    """The contract and a discard, or a discard alone."""

    melds: tuple[ExactMeld, ...]
    discard: CardType
    left: Hand
    points_left: int


class _Question(NamedTuple):
    hand: Hand
    jokers: int
    """That the contract may have."""
    seen: frozenset[CardType] | None
    """What a joker may stand for; None for anything."""

    def may_be_joker(self, face: CardType) -> bool:
        return self.jokers > 0 and (self.seen is None or face in self.seen)


def plan_exact_turn(
    variant: Variant, contract: Contract, hand: Hand, seen: frozenset[CardType], taken: CardType | None
) -> ExactPlan | None:
    """The contract and the discard after which the fewest points stay, or the discard that keeps nearest to it.

    Args:
        variant: The game.
        contract: Of the deal.
        hand: After the draw.
        seen: The faces of which a copy has been seen in this deal.
        taken: What was taken from the pile in this turn: it is not thrown away.
    """
    rules, best = contract_rules(variant), None
    kinds = [kind for kind in distinct(hand) if kind != taken]
    if not kinds:
        return None
    for melds, left in exact_lays(variant, contract, hand, seen):
        thrown = [kind for kind in kinds if copies(left, kind)]
        if not thrown:
            continue
        discard = max(thrown, key=rules.penalties.__getitem__)
        points = points_in_hand(rules, left) - rules.penalties[discard]
        if best is None or points < best.points_left:
            best = ExactPlan(melds, discard, remove(left, discard), points)
    return _nearest(rules, variant, contract, hand, kinds) if best is None else best


def _nearest(
    rules: ContractRules, variant: Variant, contract: Contract, hand: Hand, kinds: list[CardType]
) -> ExactPlan:
    form = exact_form(variant, contract)
    naturals = [kind for kind in kinds if kind != JOKER_TYPE]
    discard = min(
        naturals or kinds, key=lambda kind: (nearness(rules, form, remove(hand, kind)), -rules.penalties[kind])
    )
    left = remove(hand, discard)
    return ExactPlan((), discard, left, points_in_hand(rules, left))


def exact_lays(
    variant: Variant, contract: Contract, hand: Hand, seen: frozenset[CardType]
) -> Iterator[tuple[tuple[ExactMeld, ...], Hand]]:
    """Each lay of the contract, and what it leaves of the hand."""
    most = most_jokers(variant, contract)
    jokers = hand.jokers if most is None else min(hand.jokers, most)
    asked = _Question(hand, jokers, seen if must_be_seen(variant, contract) else None)
    lowest = contract_rules(variant).lowest
    choices = [list(_sets(asked, size)) for size in contract.sets]
    choices += [list(_runs(asked, size, lowest)) for size in contract.runs]
    for melds in product(*choices):
        if sum(len(meld.wild) for meld in melds) <= jokers:
            left = _without(hand, [kind for meld in melds for kind in meld.cards()])
            if left is not None:
                yield melds, left


def _without(hand: Hand, kinds: Sequence[CardType]) -> Hand | None:
    """The rest; None where two melds want the same card."""
    for kind in kinds:
        if not copies(hand, kind):
            return None
        hand = remove(hand, kind)
    return hand


def _sets(asked: _Question, size: int) -> Iterator[ExactMeld]:
    for rank in range(RANKS):
        for suits in combinations(range(SUITS), size):
            yield from _filled(asked, tuple(suit * RANKS + rank for suit in suits), -1)


def _runs(asked: _Question, size: int, lowest: int) -> Iterator[ExactMeld]:
    for suit in range(SUITS):
        for low in range(lowest, HIGH + 2 - size):
            yield from _filled(asked, tuple(suit * RANKS + rank_at(place) for place in range(low, low + size)), low)


def _filled(asked: _Question, faces: tuple[CardType, ...], low: int) -> Iterator[ExactMeld]:
    """The meld with as few jokers as it needs, and with one in place of each other card."""
    missing = [face for face in faces if not copies(asked.hand, face)]
    if len(missing) > asked.jokers or len(missing) == len(faces) or not all(map(asked.may_be_joker, missing)):
        return
    spare = [face for face in faces if face not in missing and asked.may_be_joker(face)]
    for more in range(min(asked.jokers - len(missing), len(spare)) + 1):
        for chosen in combinations(spare, more):
            if len(missing) + more < len(faces):
                yield ExactMeld(faces, frozenset((*missing, *chosen)), low)
