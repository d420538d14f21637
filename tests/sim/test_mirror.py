"""Whole deals on the lean core, held move by move to the rules."""

import pytest

from kalooki.rules.registry import variant_named
from kalooki.rules.variant import OptionValue
from kalooki.sim import greedy
from support.mirror import Mirror


@pytest.mark.parametrize(
    ("game", "players", "house"),
    [
        ("british", 2, {}),
        ("british", 4, {"jokers": 4}),
        ("european", 3, {}),
        ("swedish", 5, {}),
        ("british", 3, {"ace_low": True, "joker_set": "one", "stock_exhaust": "unlimited"}),
        ("european", 2, {"first_turn": "first_round", "pre_meld_discard": "meld_this_turn", "initial_min": 51}),
        ("british", 2, {"build_limit": "total", "joker_reuse": "new_meld", "kalooki_waives_min": True}),
    ],
)
def test_the_greedy_turns_of_the_lean_core_are_those_of_the_bot(
    game: str, players: int, house: dict[str, OptionValue]
) -> None:
    variant = variant_named(game, house)
    for number in range(12):
        Mirror(variant, players, f"{game}/{number}".encode()).play(greedy.play_turn, as_greedy=True)
