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
    ways = (
        (*_sets(variant, contract, held - Counter(card for one in runs for card in one.cards)), *runs)
        for runs in _runs(variant, contract, held)
    )
    return min((_with_jokers(melds, jokers) for melds in ways), key=lambda one: (one.missing, one.jokers))


def _with_jokers(melds: tuple[Start, ...], jokers: int) -> Progress:
    return Progress(melds, min(jokers, sum(one.jokers for one in melds)))


def _runs(variant: Variant, contract: Contract, held: Counter[Natural]) -> Iterator[tuple[Start, ...]]:
    """Every choice of runs in different suits, each as a part of which something is held."""
    for suits in combinations(Suit, len(contract.runs)):
        yield from product(
            *(_windows(variant, suit, length, held) for suit, length in zip(suits, contract.runs, strict=True))
        )


def _windows(variant: Variant, suit: Suit, length: int, held: Counter[Natural]) -> list[Start]:
    least = 1 if variant.ace_low else 2
    starts = [
        _run(variant, [Natural(_rank(at), suit) for at in range(low, low + length)], held)
        for low in range(least, HIGH_ACE - length + 2)
    ]
    begun = list(dict.fromkeys(one for one in starts if one.cards))
    return begun or starts[:1]


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
