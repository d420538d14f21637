"""The best turn of a contract game by trying everything, written from the definitions alone. For small hands.

Melds are laid one by one, cards are added one by one, jokers move one by one, and after each step the hand may be
thrown open: one natural is discarded and the rest counted.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise

JOKER = 52
Hand = tuple[int, ...]


@dataclass(frozen=True)
class Lying:
    """A meld on the table: a set has a rank, a run a suit, ends (0 an ace below the two, 13 one above) and jokers."""

    mine: bool
    rank: int | None = None
    suit: int = -1
    low: int = -1
    high: int = -1
    jokers: tuple[int, ...] = ()


@dataclass(frozen=True)
class House:
    """What a house may choose."""

    ace_low: bool = True
    tack_high_first: bool = False
    joker_tack_any: bool = False
    joker_move_low_when_full: bool = False
    extra_melds: bool = False


@dataclass
class ContractOracle:
    """Solves turns under one house."""

    house: House = field(default_factory=House)
    may_discard: frozenset[int] = frozenset(range(52))

    def penalty(self, kind: int) -> int:
        """A card in hand."""
        if kind == JOKER:
            return 50
        if kind % 13 == 12:
            return 1 if kind // 13 in {1, 2} else 15
        return (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)[kind % 13]

    def fewest_left(
        self, hand: Hand, table: tuple[Lying, ...], sets: int, runs: int, *, shortest: int = 4
    ) -> int | None:
        """After a first lay of so many sets and runs; None if there is none."""
        best: int | None = None
        for melds, rest in self._lays(hand, table, sets, runs, shortest):
            found = self.after_the_lay(rest, (*table, *melds))
            if found is not None and (best is None or found < best):
                best = found
        return best

    def after_the_lay(self, hand: Hand, table: tuple[Lying, ...]) -> int | None:
        """Once the contract lies on the table."""
        best: int | None = None
        seen = {(hand, table)}
        queue = [(hand, table)]
        for cards, lying in queue:
            for kind in set(cards):
                if kind in self.may_discard:
                    left = sum(map(self.penalty, cards)) - self.penalty(kind)
                    best = left if best is None else min(best, left)
            for after in self._steps(cards, lying):
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
        return best

    # --- new melds ----------------------------------------------------------------------------------------------------

    def _lays(
        self, hand: Hand, table: tuple[Lying, ...], sets: int, runs: int, shortest: int
    ) -> Iterator[tuple[tuple[Lying, ...], Hand]]:
        if sets == 0 and runs == 0:
            yield (), hand
            return
        new = self._sets(hand, table) if sets else self._runs(hand, table, shortest)
        for meld, rest in new:
            for more, last in self._lays(rest, (*table, meld), max(0, sets - 1), runs if sets else runs - 1, shortest):
                yield (meld, *more), last

    def _sets(self, hand: Hand, table: tuple[Lying, ...]) -> Iterator[tuple[Lying, Hand]]:
        """Of three cards, two of them naturals; what else there is can be added."""
        mine = {meld.rank for meld in table if meld.mine}
        for cards in set(combinations(hand, 3)):
            naturals = [kind for kind in cards if kind != JOKER]
            if len(naturals) >= 2 and len({kind % 13 for kind in naturals}) == 1 and naturals[0] % 13 not in mine:
                yield Lying(mine=True, rank=naturals[0] % 13), without(hand, cards)

    def _runs(self, hand: Hand, table: tuple[Lying, ...], shortest: int) -> Iterator[tuple[Lying, Hand]]:
        mine = {meld.suit for meld in table if meld.mine and meld.rank is None}
        for suit in set(range(4)) - mine:
            for low in range(0 if self.house.ace_low else 1, 15 - shortest):
                for high in range(low + shortest - 1, min(14, low + 13)):
                    for jokers in _apart(low, high, hand.count(JOKER)):
                        places = [place for place in range(low, high + 1) if place not in jokers]
                        naturals = [suit * 13 + (place - 1) % 13 for place in places]
                        cards = (*naturals, *[JOKER] * len(jokers))
                        if len(set(naturals)) == len(naturals) and all(hand.count(one) >= 1 for one in naturals):
                            yield Lying(mine=True, suit=suit, low=low, high=high, jokers=jokers), without(hand, cards)

    # --- single steps after the lay -----------------------------------------------------------------------------------

    def _steps(self, hand: Hand, table: tuple[Lying, ...]) -> Iterator[tuple[Hand, tuple[Lying, ...]]]:
        for index, meld in enumerate(table):
            for card, after in self._added(meld):
                if card in hand:
                    yield without(hand, (card,)), (*table[:index], after, *table[index + 1 :])
        if self.house.extra_melds:
            for meld, rest in (*self._sets(hand, table), *self._runs(hand, table, 4)):
                yield rest, (*table, meld)

    def _added(self, meld: Lying) -> Iterator[tuple[int, Lying]]:
        """Each card that a meld takes, and the meld with it."""
        wild = meld.mine or self.house.joker_tack_any
        if meld.rank is not None:
            yield from ((suit * 13 + meld.rank, meld) for suit in range(4))
            if wild:
                yield JOKER, meld
            return
        if meld.high - meld.low + 1 == 13:
            return
        ends = [(meld.high + 1, replace(meld, high=meld.high + 1))] if meld.high < 13 else []
        if meld.low > (0 if self.house.ace_low else 1) and (meld.high == 13 or not self.house.tack_high_first):
            ends.append((meld.low - 1, replace(meld, low=meld.low - 1)))
        for place, longer in ends:
            yield meld.suit * 13 + (place - 1) % 13, longer
            if wild and not {place - 1, place + 1} & set(meld.jokers):
                yield JOKER, replace(longer, jokers=tuple(sorted((*meld.jokers, place))))
        yield from self._moved(meld)

    def _moved(self, meld: Lying) -> Iterator[tuple[int, Lying]]:
        for joker in meld.jokers:
            others = set(meld.jokers) - {joker}
            longer = replace(meld, high=meld.high + 1) if meld.high < 13 else replace(meld, low=meld.low - 1)
            place = meld.high + 1 if meld.high < 13 else meld.low - 1
            allowed = meld.high < 13 or self.house.joker_move_low_when_full
            if allowed and not {place - 1, place + 1} & others:
                yield meld.suit * 13 + (joker - 1) % 13, replace(longer, jokers=tuple(sorted({*others, place})))


def _apart(low: int, high: int, most: int) -> Iterator[tuple[int, ...]]:
    """Places for jokers of which no two touch."""
    for number in range(most + 1):
        for places in combinations(range(low, high + 1), number):
            if all(other - one > 1 for one, other in pairwise(places)):
                yield places


def without(hand: Hand, cards: tuple[int, ...]) -> Hand:
    """The hand less these cards."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
