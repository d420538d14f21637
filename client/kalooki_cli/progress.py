"""How far a hand is from its contract: the melds that it comes nearest to, and how many cards are missing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from kalooki.cards import Card, Natural, Rank, Suit
from kalooki.rules.opening import contract_of
from kalooki.rules.variant import Contract, Variant
from kalooki.rules.view import SeatView

HIGH_ACE = 14


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of one meld of a contract."""

    cards: tuple[Natural, ...]
    """What is held of it."""
    missing: int
    jokers: int
    """So many of the missing cards a joker may be."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The nearest way to a contract. Each meld has as many cards as it needs at least."""

    melds: tuple[Start, ...]
    jokers: int
    """Held, and of use."""

    @property
    def missing(self) -> int:
        """Cards that are still to come."""
        return sum(one.missing for one in self.melds) - self.jokers


def progress(view: SeatView, more: tuple[Card, ...] = ()) -> Progress | None:
    """The hand (and more cards) of who has still to lay a contract of sets and runs; else None."""
    contract = contract_of(view.variant, view.number)
    laid = any(one.has_laid for one in view.seats if one.seat == view.seat)
    if contract is None or contract.everything or laid or view.seat is None:
        return None
    return nearest(view.variant, contract, [*(shown.card for shown in view.hand), *more])


def nearest(variant: Variant, contract: Contract, hand: Sequence[Card]) -> Progress:
    """Try every choice of runs, and beside each the fullest sets."""
    held = Counter(card for card in hand if isinstance(card, Natural))
    jokers = len(hand) - held.total()
    if variant.first_lay_jokers is not None:
        jokers = min(jokers, variant.first_lay_jokers)
    runs = min(_choices(variant, contract, held), key=_Cost(variant, contract, held, jokers))
    used = Counter(card for window in runs for card in window.start.cards)
    melds = (*_sets(variant, contract, held - used), *(window.start for window in runs))
    return Progress(melds, min(jokers, sum(one.jokers for one in melds)))


@dataclass(frozen=True, slots=True)
class _Window:
    """A run that could be laid, and what it takes from sets."""

    start: Start
    ranks: tuple[Rank, ...]
    """Of which a set would have a card less."""


class _Cost:
    """How many cards are missing with a choice of runs; looked up often, so it counts ranks and nothing else."""

    def __init__(self, variant: Variant, contract: Contract, held: Counter[Natural], jokers: int) -> None:
        self._sets = contract.sets
        self._naturals = variant.set_min_naturals
        self._jokers = jokers
        cards = list(held) if variant.set_suits_differ else list(held.elements())
        self._ranks = [sum(card.rank is rank for card in cards) for rank in Rank]

    def __call__(self, runs: Sequence[_Window]) -> tuple[int, int]:
        """The missing cards, and then how many jokers are needed."""
        missing = sum(one.start.missing for one in runs)
        for_jokers = sum(one.start.jokers for one in runs)
        if self._sets:
            ranks = self._ranks.copy()
            for one in runs:
                for rank in one.ranks:
                    ranks[rank - 1] -= 1
            for size, count in zip(self._sets, sorted(ranks, reverse=True), strict=False):
                lack = max(0, size - count)
                missing += lack
                for_jokers += min(lack, size - self._naturals)
        jokers = min(self._jokers, for_jokers)
        return missing - jokers, jokers


def _choices(variant: Variant, contract: Contract, held: Counter[Natural]) -> Iterator[tuple[_Window, ...]]:
    """Every choice of runs in different suits, each as a part of which something is held."""
    for suits in combinations(Suit, len(contract.runs)):
        windows = [_windows(variant, suit, length, held) for suit, length in zip(suits, contract.runs, strict=True)]
        yield from product(*(windows if contract.sets else map(_best, windows)))


def _best(windows: list[_Window]) -> list[_Window]:
    """Without sets, of windows in one suit only those count that lack least for their jokers."""
    best: dict[int, _Window] = {}
    for one in windows:
        if one.start.jokers not in best or one.start.missing < best[one.start.jokers].start.missing:
            best[one.start.jokers] = one
    return list(best.values())


def _windows(variant: Variant, suit: Suit, length: int, held: Counter[Natural]) -> list[_Window]:
    least = 1 if variant.ace_low else 2
    starts = [
        _run(variant, [Natural(_rank(at), suit) for at in range(low, low + length)], held)
        for low in range(least, HIGH_ACE - length + 2)
    ]
    begun = list(dict.fromkeys(one for one in starts if one.cards))
    return [_Window(one, _taken(variant, one, held)) for one in begun or starts[:1]]


def _taken(variant: Variant, start: Start, held: Counter[Natural]) -> tuple[Rank, ...]:
    """The ranks of which a set would have a card less; where its suits differ, a second copy is no loss."""
    return tuple(card.rank for card in start.cards if not variant.set_suits_differ or held[card] == 1)


def _rank(place: int) -> Rank:
    return Rank.ACE if place == HIGH_ACE else Rank(place)


def _run(variant: Variant, cards: Sequence[Natural], held: Counter[Natural]) -> Start:
    gaps = "".join(" " if held[card] else "." for card in cards).split()
    have = tuple(card for card in cards if held[card])
    jokers = sum(len(gap) if variant.jokers_may_touch else (len(gap) + 1) // 2 for gap in gaps)
    return Start(have, len(cards) - len(have), jokers)


def _sets(variant: Variant, contract: Contract, held: Counter[Natural]) -> list[Start]:
    """The fullest sets of different ranks."""
    by_rank = [
        [card for card in sorted(held.elements(), key=lambda card: card.suit.value) if card.rank is rank]
        for rank in Rank
    ]
    if variant.set_suits_differ:
        by_rank = [list(dict.fromkeys(cards)) for cards in by_rank]
    fullest = sorted(by_rank, key=len, reverse=True)
    return [
        Start(tuple(cards[:size]), missing := max(0, size - len(cards)), min(missing, size - variant.set_min_naturals))
        for cards, size in zip(fullest, contract.sets, strict=False)
    ]
