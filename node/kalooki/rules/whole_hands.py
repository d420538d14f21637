"""Proposals that lay a whole hand in new melds, but for at most one card."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kalooki.cards import Natural
from kalooki.rules.actions import LayItem, NewMeld
from kalooki.rules.fans import Fan, new_melds
from kalooki.rules.variant import Variant


class _Left(NamedTuple):
    """What is left of a hand, and how many cards of it may stay."""

    naturals: tuple[int, ...]
    """How many there are of each kind, the lowest first."""
    jokers: int
    spare: int

    @property
    def lowest(self) -> int | None:
        """The place of the lowest card; None where there are only jokers, or nothing."""
        return next((at for at, count in enumerate(self.naturals) if count), None)

    def less(self, places: Sequence[int], jokers: int = 0, spare: int = 0) -> "_Left":
        """What is left without these cards, which are there."""
        counts = list(self.naturals)
        for at in places:
            counts[at] -= 1
        return _Left(tuple(counts), self.jokers - jokers, self.spare - spare)


@dataclass(frozen=True, slots=True)
class _Way:
    """A new meld, as places in the hand's order: most do not fit any more once others lie, so this is asked often."""

    meld: NewMeld
    needs: tuple[tuple[int, int], ...]
    """How many of each kind."""
    places: tuple[int, ...]
    jokers: int

    def fits(self, left: _Left) -> bool:
        """Whether its cards are still there."""
        return self.jokers <= left.jokers and all(left.naturals[at] >= count for at, count in self.needs)


_Ways = Sequence[Sequence[_Way]]
"""The melds that each kind of card may lie in."""


def whole_hands(fan: Fan, variant: Variant) -> Iterator[tuple[LayItem, ...]]:
    """Each choice of new melds after which at most one card is left, by the lowest card that is not laid yet."""
    kinds = sorted(+fan.naturals, key=lambda one: (one.suit.value, one.rank))
    place = {card: at for at, card in enumerate(kinds)}
    through: list[list[_Way]] = [[] for _ in kinds]
    for meld in new_melds(fan, variant):
        places = tuple(place[one.card] for one in meld.cards if isinstance(one.card, Natural))
        jokers = sum(not isinstance(one.card, Natural) and one.slot is not None for one in meld.cards)
        needs = tuple(Counter(places).items())
        for at, _count in needs:
            through[at].append(_Way(meld, needs, places, jokers))
    return _covers(_Left(tuple(fan.naturals[card] for card in kinds), fan.jokers, 1), through, {})


def _covers(left: _Left, through: _Ways, known: dict[_Left, bool]) -> Iterator[tuple[LayItem, ...]]:
    lowest = left.lowest
    if lowest is None:
        if left.jokers <= left.spare:
            yield ()
        return
    for rest, meld in _steps(left, lowest, through):
        if _can_be_laid(rest, through, known):
            yield from ((*meld, *items) for items in _covers(rest, through, known))


def _steps(left: _Left, lowest: int, through: _Ways) -> Iterator[tuple[_Left, tuple[LayItem, ...]]]:
    """Lay the lowest card in a meld, or keep it."""
    for way in through[lowest]:
        if way.fits(left):
            yield left.less(way.places, jokers=way.jokers), (way.meld,)
    if left.spare:
        yield left.less((lowest,), spare=1), ()


def _can_be_laid(left: _Left, through: _Ways, known: dict[_Left, bool]) -> bool:
    """Whether there is any way at all; remembered, since many ways lead to the same rest."""
    if left not in known:
        lowest = left.lowest
        if lowest is None:
            known[left] = left.jokers <= left.spare
        else:
            known[left] = any(_can_be_laid(rest, through, known) for rest, _ in _steps(left, lowest, through))
    return known[left]
