"""Baby Kalooki: the Jamaican game in three deals."""

from kalooki.rules.contracts import contract, jamaican_game
from kalooki.rules.variant import Variant

DEALT = (6, 7, 8)
"""The cards of each deal: as many as its contract needs."""


def dealt(variant: Variant, _players: int, number: int) -> int:
    """The cards of a deal of the three; eight in all of them, where the house has it so."""
    return DEALT[-1] if variant.baby_deal_8 else DEALT[number - 1]


VARIANT = jamaican_game(
    key="jamaican_baby",
    contracts=(contract(3, 3), contract(3, 4), contract(4, 4)),
    cards_dealt=dealt,
    full_suit=False,
    choices=("baby_deal_8",),
)
