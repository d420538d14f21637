"""How a deal begins on a lean core, and how its stock comes anew: hands, upcard, stock out of cards in their order."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kalooki.rules.variant import Variant
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


def may_restock(variant: Variant, reshuffles: int) -> bool:
    """Whether the pile may become the stock once more."""
    again = variant.stock_exhaust
    return again == "unlimited" or (again == "reshuffle_once" and not reshuffles)


def restocked(pile: list[CardType], seen: list[int], shuffle: Shuffle) -> tuple[list[CardType], list[CardType]]:
    """Make a stock of a pile, which keeps its top card; nobody knows the others any more, as `seen` says then."""
    stock, top = pile[:-1], pile[-1:]
    for card in stock:
        seen[card] -= 1
    shuffle(stock)
    return stock, top
