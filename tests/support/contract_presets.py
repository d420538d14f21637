"""The Jamaican games, by which the rules of contracts are tested; no table offers them yet."""

from collections.abc import Mapping
from types import MappingProxyType

from kalooki.rules.contracts import contract, jamaican_game
from kalooki.rules.options import configure
from kalooki.rules.registry import presets
from kalooki.rules.variant import OptionValue, Variant

SUPER_DEALT = (9, 10, 11, 12, 12, 13, 14, 15, 16)
"""The cards of each deal: as many as its contract needs."""

BABY_DEALT = (6, 7, 8)

TWELVE = 12
"""The cards of the first three deals, where the house has it so."""


def super_dealt(variant: Variant, _players: int, number: int) -> int:
    """The cards of a deal of the nine."""
    return max(SUPER_DEALT[number - 1], TWELVE) if variant.first_three_deal_12 else SUPER_DEALT[number - 1]


def baby_dealt(variant: Variant, _players: int, number: int) -> int:
    """The cards of a deal of the three; eight in all of them, where the house has it so."""
    return BABY_DEALT[-1] if variant.baby_deal_8 else BABY_DEALT[number - 1]


JAMAICAN = jamaican_game(
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
    cards_dealt=super_dealt,
    full_suit=True,
    choices=("first_three_deal_12", "full_suit"),
)

JAMAICAN_BABY = jamaican_game(
    key="jamaican_baby",
    contracts=(contract(3, 3), contract(3, 4), contract(4, 4)),
    cards_dealt=baby_dealt,
    full_suit=False,
    choices=("baby_deal_8",),
)

CONTRACT_GAMES: Mapping[str, Variant] = MappingProxyType({one.key: one for one in (JAMAICAN, JAMAICAN_BABY)})
"""By key."""

ALL_GAMES: Mapping[str, Variant] = MappingProxyType({**presets(), **CONTRACT_GAMES})
"""What a table offers, and the contract games."""


def game_named(key: str, house: Mapping[str, OptionValue] = MappingProxyType({})) -> Variant:
    """One of all games, with house rules."""
    return configure(ALL_GAMES[key], house)
