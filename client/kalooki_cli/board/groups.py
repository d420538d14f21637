"""Which cards of a hand belong together: melds that it holds, the longest first, no card in two of them."""

from collections import Counter
from collections.abc import Sequence

from kalooki.cards import Card, Natural, Slot
from kalooki.rules.actions import Shown
from kalooki.rules.fans import Fan, new_melds
from kalooki.rules.variant import Variant

ENOUGH = 4000
"""So many melds are looked at; a hand of one suit could hold more."""


def groups(hand: Sequence[Shown], variant: Variant) -> tuple[tuple[Slot, ...], ...]:
    """The melds without jokers, as the slots of their cards."""
    naturals = Counter(one.card for one in hand if isinstance(one.card, Natural))
    found: list[tuple[Card, ...]] = []
    for meld in new_melds(Fan(naturals, 0), variant):
        found.append(tuple(one.card for one in meld.cards))
        if len(found) == ENOUGH:
            break
    found.sort(key=len, reverse=True)
    left, chosen = naturals, list[tuple[Card, ...]]()
    for cards in found:
        used = Counter(card for card in cards if isinstance(card, Natural))
        if all(left[card] >= count for card, count in used.items()):
            left = left - used
            chosen.append(cards)
    queues: dict[Card, list[Slot]] = {}
    for one in hand:
        queues.setdefault(one.card, []).append(one.slot)
    return tuple(tuple(queues[card].pop(0) for card in cards) for cards in chosen)
