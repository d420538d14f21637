"""Whole deals on the lean core, held move by move to the rules."""

import pytest

from kalooki.bots import connections as connections_bot
from kalooki.bots import experience as experience_bot
from kalooki.bots import greedy as greedy_bot
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.variant import OptionValue
from kalooki.sim import connections, greedy, learned
from kalooki.sim.lean import is_lean
from support.mirror import Mirror

HOUSES: list[tuple[str, int, dict[str, OptionValue]]] = [
    ("british", 2, {}),
    ("british", 4, {"jokers": 4}),
    ("european", 3, {}),
    ("swedish", 5, {}),
    ("north_american", 3, {}),
    ("british", 3, {"ace_low": True, "joker_set": "one", "stock_exhaust": "unlimited"}),
    ("european", 2, {"first_turn": "first_round", "pre_meld_discard": "meld_this_turn", "initial_min": 51}),
    ("british", 2, {"build_limit": "total", "joker_reuse": "new_meld", "kalooki_waives_min": True}),
    ("british", 2, {"stock_exhaust": "no_reshuffle", "exhaust": "lazy", "discard_must_be_used": "new_meld"}),
    ("european", 3, {"pre_meld_discard": "never", "first_turn": "none", "turn_cap": 30, "kalooki_double": True}),
    ("north_american", 4, {"na_deal": "uspcc", "na_scoring": "penalty", "max_jokers_per_meld": "fewer_than_naturals"}),
]


@pytest.mark.parametrize(("game", "players", "house"), HOUSES)
def test_the_greedy_turns_of_the_lean_core_are_those_of_the_bot(
    game: str, players: int, house: dict[str, OptionValue]
) -> None:
    variant = variant_named(game, house)
    for number in range(4):
        Mirror(variant, players, f"{game}/{number}".encode()).play(greedy.play_turn, greedy_bot.propose)


@pytest.mark.parametrize(("game", "players", "house"), HOUSES)
def test_whoever_keeps_connections_on_the_lean_core_does_what_the_bot_does(
    game: str, players: int, house: dict[str, OptionValue]
) -> None:
    variant = variant_named(game, house)
    for number in range(2):
        mirror = Mirror(variant, players, f"{game}/c{number}".encode())
        mirror.play(connections.play_turn, connections_bot.propose)


@pytest.mark.parametrize(("game", "players", "house"), [house for house in HOUSES[:6] if house[0] != "north_american"])
def test_the_learned_turns_of_the_lean_core_are_those_of_the_bot(
    game: str, players: int, house: dict[str, OptionValue]
) -> None:
    mirror = Mirror(variant_named(game, house), players, f"{game}/l".encode())
    mirror.play(learned.play_turn, experience_bot.propose)


def test_a_deal_that_was_copied_goes_its_own_way() -> None:
    mirror = Mirror(variant_named("british"), 3, b"copied")
    for _ in range(4):
        greedy.play_turn(mirror.lean)
    other, moves = mirror.lean.copy(), len(mirror.lean.moves or ())
    before = repr(mirror.lean)
    while other.ended is None:
        greedy.play_turn(other)
    assert repr(mirror.lean) == before
    assert other.moves is None
    assert len(mirror.lean.moves or ()) == moves


@pytest.mark.parametrize("game", sorted(presets()))
def test_the_core_says_which_games_it_knows(game: str) -> None:
    assert is_lean(variant_named(game)) == (game in {"british", "european", "swedish", "north_american"})
