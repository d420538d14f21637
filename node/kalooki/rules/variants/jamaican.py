"""Jamaican Kalooki, also called Super Kalooki: nine deals, each with a contract of its own."""

from kalooki.rules.contracts import contract, jamaican_game
from kalooki.rules.variant import Variant

DEALT = (9, 10, 11, 12, 12, 13, 14, 15, 16)
"""The cards of each deal: as many as its contract needs."""

TWELVE = 12
"""The cards of the first three deals, where the house has it so."""


def dealt(variant: Variant, _players: int, number: int) -> int:
    """The cards of a deal of the nine."""
    return max(DEALT[number - 1], TWELVE) if variant.first_three_deal_12 else DEALT[number - 1]


VARIANT = jamaican_game(
    key="jamaican",
    contracts=(
        contract(3, 3, 3),
        contract(3, 3, 4),
        contract(3, 4, 4),
        contract(4, 4, 4),
        contract(3, 3, 3, 3),
        contract(3, 3, 3, 4),
        contract(3, 3, 4, 4),
        contract(3, 4, 4, 4),
        contract(4, 4, 4, 4),
    ),
    cards_dealt=dealt,
    full_suit=True,
    choices=("first_three_deal_12", "full_suit"),
)
