"""How a deal begins on a lean core: hands, upcard and stock out of a deck in its order."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kalooki.solver.words import CardType, Hand, hand_of

Shuffle = Callable[[list[CardType]], None]
"""Puts a list into another order, in place."""


class Dealt(NamedTuple):
    """What lies where before the first draw."""

    hands: list[Hand]
    upcard: CardType
    stock: list[CardType]
    """The top card is the last."""


def dealt_out(deck: Sequence[CardType], players: int, size: int) -> Dealt:
    """Deal from the top, one card each, round and round; then the upcard."""
    dealt = players * size
    hands = [hand_of(deck[player:dealt:players]) for player in range(players)]
    return Dealt(hands, deck[dealt], list(reversed(deck[dealt + 1 :])))
