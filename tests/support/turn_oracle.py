"""The best turn by trying everything: each discard, each choice of cards for the table. For tiny hands."""

from collections.abc import Iterator
from itertools import combinations, product

from kalooki.solver.table import TableMeld, TableRun, TableSet
from support.meld_oracle import JOKER, HandKey, MeldOracle


def fewest_points_left(  # noqa: PLR0913 - each is a rule
    oracle: MeldOracle,
    hand: HandKey,
    table: tuple[TableMeld, ...] = (),
    *,
    need: int = 0,
    barred: bool = False,
    through: int | None = None,
    builds_count: bool = False,
) -> int | None:
    """The least that stays after a lay and a discard; None if no lay reaches the bound.

    Where builds count (in hands without jokers) they help to the bound, but only beside a new meld.
    """
    found: list[int] = []
    for discard in set(hand):
        kept = without(hand, (discard,))
        total = sum(oracle.penalty(kind) for kind in kept)
        for used in {without(kept, (stays,)) for stays in kept} if barred else {kept}:
            for off, rest in _laid_off(used, table):
                for dead, second in _outcomes(oracle, rest, through):
                    if second + (off if builds_count and second else 0) >= need:
                        found.append(total - off - dead)
    return min(found, default=None)


def _outcomes(oracle: MeldOracle, rest: HandKey, through: int | None) -> frozenset[tuple[int, int]]:
    if through is None:
        return oracle.outcomes(rest) | {(0, 0)}
    if through not in rest:
        return frozenset()
    return frozenset(oracle.outcomes_through(through, without(rest, (through,))))


def without(hand: HandKey, cards: tuple[int, ...]) -> HandKey:
    """The hand less these cards."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def _laid_off(hand: HandKey, table: tuple[TableMeld, ...]) -> Iterator[tuple[int, HandKey]]:
    """Every choice of cards to lay off: their points in hand, and what is left."""
    oracle = MeldOracle()
    for chosen in product(*(list(_additions(hand, meld)) for meld in table)):
        cards = [card for group in chosen for card in group]
        if all(hand.count(card) >= cards.count(card) for card in cards):
            yield sum(oracle.penalty(card) for card in cards), without(hand, tuple(cards))


def _additions(hand: HandKey, meld: TableMeld) -> set[tuple[int, ...]]:
    return {cards for size in range(5) for cards in combinations(hand, size) if size == 0 or _may_be_added(cards, meld)}


def _may_be_added(cards: tuple[int, ...], meld: TableMeld) -> bool:
    naturals = [card for card in cards if card != JOKER]
    match meld:
        case TableSet():
            size = len(meld.suits) + meld.jokers + len(cards)
            suits = [card // 13 for card in naturals]
            return (
                size <= 4
                and all(card % 13 == meld.rank for card in naturals)
                and len({*suits, *meld.suits}) == len(suits) + len(meld.suits)
            )
        case TableRun():
            places = sorted(card % 13 + 1 for card in naturals if card // 13 == meld.suit)
            return len(places) == len(naturals) and any(
                _fills(places, meld, below, len(cards) - below) for below in range(len(cards) + 1)
            )


def _fills(places: list[int], run: TableRun, below: int, above: int) -> bool:
    last = run.low + run.length - 1
    free = {*range(run.low - below, run.low), *range(last + 1, last + above + 1)}
    return (
        below + run.added_low <= 2
        and above + run.added_high <= 2
        and min(free) >= 1
        and max(free) <= 13
        and set(places) <= free
        and len(set(places)) == len(places)
    )
