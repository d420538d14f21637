"""Rule cards: one screen to sit down by, everything after it, and no house rule that goes unsaid."""

from dataclasses import replace

import pytest

from kalooki.rules.options import OPTIONS, Flag, Number, OneOf, allowed_for
from kalooki.rules.variant import OptionValue, Variant
from kalooki_cli.rulecard import details, facts, house_lines, option_lines, summary
from support.contract_presets import ALL_GAMES, CONTRACT_GAMES, game_named

UNSAID = frozenset({"dropout", "deal_pattern", "max_players"})
"""Options that change no word: of the table, not of the game."""

NEEDS: dict[str, dict[str, OptionValue]] = {
    "overcall": {"penalties": "challenge"},
    "challenge_window_ms": {"penalties": "challenge"},
    "penalty_points": {"penalties": "challenge"},
    "low_ace_meld_value": {"ace_low": True},
}


def text_of(variant: Variant, columns: int = 80) -> str:
    return "\n".join(facts(variant, columns) + details(variant, columns))


@pytest.mark.parametrize("key", list(ALL_GAMES))
def test_a_card_is_one_screen_and_everything_follows_it(key: str) -> None:
    variant = ALL_GAMES[key]
    card, rest = facts(variant), details(variant)
    assert len(card) <= 24
    assert len(rest) > len(card)
    assert all(len(line) <= 80 for line in card + rest)
    assert "None" not in text_of(variant)
    assert "*" not in text_of(variant)
    assert all(len(line) <= 40 for line in facts(variant, 40) + details(variant, 40))


def other_value(variant: Variant, option: str) -> OptionValue:
    """A value that the option may have, and does not have."""
    now = getattr(variant, option)
    match allowed_for(variant, option):
        case Flag():
            return not now
        case OneOf(values):
            return next(value for value in values if value != now)
        case Number(least, most):
            return next(value for value in (least, most, least + 1) if value != now)
        case _:
            return {"stakes": "3-4-6-7", "stake_unit": "pence"}[option]


@pytest.mark.parametrize(("key", "option"), [(key, one) for key, game in ALL_GAMES.items() for one in game.choices])
def test_every_house_rule_changes_the_words_of_the_card(key: str, option: str) -> None:
    if option in UNSAID:
        return
    around = {name: value for name, value in NEEDS.get(option, {}).items() if name in ALL_GAMES[key].choices}
    value = other_value(game_named(key, around), option)
    assert text_of(game_named(key, around)) != text_of(game_named(key, {**around, option: value})), value


@pytest.mark.parametrize("key", list(CONTRACT_GAMES))
def test_the_house_rules_of_a_contract_game_are_listed_with_what_they_may_be(key: str) -> None:
    listed = [line.split()[0] for line in option_lines(ALL_GAMES[key]) if line.split()[1:2] == ["="]]
    assert listed == list(ALL_GAMES[key].choices)
    assert set(listed) <= set(OPTIONS)


def test_a_jamaican_card_says_what_a_newcomer_must_know() -> None:
    said = " ".join(text_of(ALL_GAMES["jamaican"]).split())
    for words in (
        "2 packs and 4 jokers (3-4 players), 3 and 8 (5-6), 4 and 10 (7-8)",
        "contract 3-3-3 (9 cards), 3-3-4 (10)",
        "4-4-4-4 (16)",
        "your 3s differ in rank, your 4s in suit",
        "joker 50, black ace 15, red ace 1",
        "may call a discard before the next player draws",
        "27 in the first deal with 3 players",
        "the lowest total after deal 9; equal totals share the victory",
    ):
        assert words in said


def test_a_table_that_plays_with_challenges_is_told_what_they_cost() -> None:
    house = game_named("jamaican", {"penalties": "challenge", "penalty_points": 100, "challenge_window_ms": 2500})
    said = " ".join(text_of(house).split())
    assert "waits 2.5 seconds for it" in said
    assert "Who challenges wrongly gets 100 points." in said
    assert "Each call too many costs 100 points" in said
    last = replace(house, overcall="no_lay")
    assert "may lay only after all others have" in " ".join(text_of(last).split())


@pytest.mark.parametrize("key", list(ALL_GAMES))
def test_whoever_agrees_to_a_key_backup_is_told_its_price(key: str) -> None:
    words = " ".join(summary(game_named(key, {"dropout": "key_backup"})))
    assert "all the others together can rebuild a player's key and read all that it still hides" in words
    assert "They cannot choose the order" in words
    assert "can rebuild" not in " ".join(summary(game_named(key, {"dropout": "void"})))
    assert all(len(line) <= 40 for line in house_lines(game_named(key, {"dropout": "key_backup"}), 40))
