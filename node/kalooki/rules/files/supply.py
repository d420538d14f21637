"""The deck of a deal that was written by hand: what is given is taken out of it, the rest follows."""

from collections import Counter
from collections.abc import Iterable, Sequence

from kalooki.cards import Card
from kalooki.rules.files.errors import TooManyCopiesError


def refuse_surplus(given: Iterable[Card], deck: Sequence[Card], before: Iterable[Card] = ()) -> None:
    """Refuse a card that, with those before, is there more often than in the deck.

    Raises:
        TooManyCopiesError: Which, and how many the deck has.
    """
    there, have = Counter(before), Counter(deck)
    for card in given:
        there[card] += 1
        if there[card] > have[card]:
            raise TooManyCopiesError(card, there[card], have[card])


def without(deck: Sequence[Card], given: Iterable[Card]) -> tuple[Card, ...]:
    """The deck without these cards, in its order; of equal cards the first go."""
    missing = Counter(given)
    left = []
    for card in deck:
        if missing[card]:
            missing[card] -= 1
        else:
            left.append(card)
    return tuple(left)
