"""Proposals that lay a whole hand in new melds, but for at most one card."""

from collections.abc import Iterator, Mapping

from kalooki.cards import Natural
from kalooki.rules.actions import LayItem, NewMeld
from kalooki.rules.fans import Fan, new_melds
from kalooki.rules.variant import Variant

_State = tuple[frozenset[tuple[Natural, int]], int, int]
"""What is left of a hand, and how many cards of it may stay."""


def whole_hands(fan: Fan, variant: Variant) -> Iterator[tuple[LayItem, ...]]:
    """Each choice of new melds after which at most one card is left, by the lowest card that is not laid yet."""
    through: dict[Natural, list[NewMeld]] = {}
    for meld in new_melds(fan, variant):
        for card in {one.card for one in meld.cards if isinstance(one.card, Natural)}:
            through.setdefault(card, []).append(meld)
    return _covers(fan, 1, through, {})


def _covers(
    fan: Fan, spare: int, through: Mapping[Natural, list[NewMeld]], known: dict[_State, bool]
) -> Iterator[tuple[LayItem, ...]]:
    left = +fan.naturals
    if not left:
        if fan.jokers <= spare:
            yield ()
        return
    card = min(left, key=lambda one: (one.suit.value, one.rank))
    for rest, more, meld in _steps(fan, card, spare, through):
        if _can_be_laid(rest, more, through, known):
            yield from ((*meld, *items) for items in _covers(rest, more, through, known))


def _steps(
    fan: Fan, card: Natural, spare: int, through: Mapping[Natural, list[NewMeld]]
) -> Iterator[tuple[Fan, int, tuple[LayItem, ...]]]:
    """Lay the card in a meld, or keep it."""
    for meld in through.get(card, ()):
        rest = fan.without(meld.cards)
        if rest is not None:
            yield rest, spare, (meld,)
    if spare:
        naturals = fan.naturals.copy()
        naturals[card] -= 1
        yield Fan(naturals, fan.jokers), spare - 1, ()


def _can_be_laid(fan: Fan, spare: int, through: Mapping[Natural, list[NewMeld]], known: dict[_State, bool]) -> bool:
    """Whether there is any way at all; remembered, since many ways lead to the same rest."""
    left = +fan.naturals
    state = (frozenset(left.items()), fan.jokers, spare)
    if state not in known:
        if left:
            card = min(left, key=lambda one: (one.suit.value, one.rank))
            steps = _steps(fan, card, spare, through)
            known[state] = any(_can_be_laid(rest, more, through, known) for rest, more, _ in steps)
        else:
            known[state] = fan.jokers <= spare
    return known[state]
