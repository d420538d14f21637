"""All games by key, and those that the suites play."""

from collections.abc import Mapping
from types import MappingProxyType

from kalooki.rules.options import configure
from kalooki.rules.registry import presets
from kalooki.rules.variant import OptionValue, Variant
from kalooki.rules.variants.south_african import VARIANT as SOUTH_AFRICAN

ALL_GAMES: Mapping[str, Variant] = presets()
"""What a table offers."""

CONTRACT_GAMES: Mapping[str, Variant] = MappingProxyType(
    {key: game for key, game in ALL_GAMES.items() if game.contracts}
)
"""Those with a contract for each deal."""

PLAYED: Mapping[str, Variant] = MappingProxyType(
    {
        **ALL_GAMES,
        "south_african, lay first": configure(SOUTH_AFRICAN, {"sa_order": "b"}),
        "south_african, loose": configure(
            SOUTH_AFRICAN,
            {
                "sa_order": "c",
                "call_window_ms": 0,
                "half_safe": "always",
                "sa_kaluki": True,
                "sa_four_pairs": True,
                "exhaust": "lazy",
                "stock_exhaust": "reshuffle_once",
            },
        ),
    }
)
"""What the suites play: all games, and some with house rules that change what may be done."""


def game_named(key: str, house: Mapping[str, OptionValue] = MappingProxyType({})) -> Variant:
    """One of all games, with house rules."""
    return configure(ALL_GAMES[key], house)
