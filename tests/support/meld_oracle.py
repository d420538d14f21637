"""A second solver, written from the definitions of a set and a run alone: it tries every subset."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

JOKER = 52
HandKey = tuple[int, ...]
Outcome = tuple[int, int]


@dataclass
class MeldOracle:
    """All that a hand can come to: pairs (penalty points out of the hand, points laid or jokers used)."""

    ace_low: bool = False
    low_ace_value: int = 1
    most_jokers_in_set: int = 3
    most_jokers_in_run: int = 12
    fewer_jokers_than_naturals: bool = False
    suits_may_repeat: bool = False
    count_jokers: bool = False
    known: dict[HandKey, frozenset[Outcome]] = field(default_factory=dict)

    def penalty(self, kind: int) -> int:
        """A card in hand."""
        return 15 if kind == JOKER else (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)[kind % 13]

    def readings(self, cards: HandKey) -> Iterator[int]:
        """What these cards count, for each way in which they are one meld."""
        naturals = [kind for kind in cards if kind != JOKER]
        jokers = len(cards) - len(naturals)
        if not naturals or len(cards) < 3 or (self.fewer_jokers_than_naturals and jokers >= len(naturals)):
            return
        suits, ranks = [kind // 13 for kind in naturals], [kind % 13 for kind in naturals]
        if (
            len(cards) <= 4
            and len(set(ranks)) == 1
            and (self.suits_may_repeat or len(set(suits)) == len(suits))
            and jokers <= self.most_jokers_in_set
        ):
            yield len(cards) * self.penalty(naturals[0])
        if (
            len(cards) <= 13
            and len(set(suits)) == 1
            and len(set(ranks)) == len(ranks)
            and jokers <= self.most_jokers_in_run
        ):
            order = ([12] if self.ace_low else []) + list(range(13))
            worth = ([self.low_ace_value] if self.ace_low else []) + [self.penalty(rank) for rank in range(13)]
            for start in range(len(order) - len(cards) + 1):
                if set(ranks) <= set(order[start : start + len(cards)]):
                    yield sum(worth[start : start + len(cards)])

    def outcomes(self, hand: HandKey) -> frozenset[Outcome]:
        """Every pair that no other beats in both."""
        if not hand:
            return frozenset({(0, 0)})
        if hand not in self.known:
            first, others = hand[0], hand[1:]
            self.known[hand] = unbeaten(set(self.outcomes(others)) | self.outcomes_through(first, others))
        return self.known[hand]

    def outcomes_through(self, card: int, others: HandKey) -> set[Outcome]:
        """The pairs of those ways that have this card in a meld."""
        found: set[Outcome] = set()
        for size in range(2, len(others) + 1):
            for places in combinations(range(len(others)), size):
                meld = (card, *(others[place] for place in places))
                laid = max(self.readings(meld), default=None)
                if laid is not None:
                    second = meld.count(JOKER) if self.count_jokers else laid
                    dead = sum(self.penalty(kind) for kind in meld)
                    rest = tuple(kind for place, kind in enumerate(others) if place not in places)
                    found |= {(dead + more, second + further) for more, further in self.outcomes(rest)}
        return found


def unbeaten(outcomes: set[Outcome]) -> frozenset[Outcome]:
    """The pairs that no other reaches in both halves."""
    return frozenset(
        pair
        for pair in outcomes
        if not any(other != pair and other[0] >= pair[0] and other[1] >= pair[1] for other in outcomes)
    )
