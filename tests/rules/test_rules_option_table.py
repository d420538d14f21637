"""The complete table of house rules: for each preset what it has, what it may change, and what holds by itself."""

from dataclasses import dataclass, field

import pytest

from kalooki.rules.options import OPTIONS, Allowed, Flag, Number, OneOf, ShortText, StakesText, allowed_for
from kalooki.rules.variant import OptionValue, Stakes, Variant
from support.contract_presets import ALL_GAMES, game_named
from support.kalooki_table import refused

PRESETS = {
    "B": "british",
    "E": "european",
    "S": "swedish",
    "N": "north_american",
    "J": "jamaican",
    "K": "jamaican_baby",
    "Z": "south_african",
}
EVERYBODY = "BESNJKZ"
FLAG = Flag()
INT = Number


@dataclass(frozen=True)
class Row:
    """One line of the table: who may choose, from what, and what holds where nobody chose or nobody can."""

    allowed: Allowed
    defaults: dict[str, object] = field(default_factory=dict)
    """By the letters of the presets that may choose."""
    fixed: dict[str, object] = field(default_factory=dict)
    """By the letters of those that have it and cannot change it."""
    also: dict[str, Allowed] = field(default_factory=dict)
    """Where a preset has other values."""


def words(*values: OptionValue) -> OneOf:
    return OneOf(values)


TABLE: dict[str, Row] = {
    # table and deal
    "max_players": Row(words(5, 6), {"BES": 5}, {"N": 6, "JK": 8, "Z": 5}),
    "jokers": Row(words(2, 4), {"BES": 2, "N": 4, "JK": 4}, {"Z": 4}, {"JK": words(4, 5, 6)}),
    "deal_pattern": Row(words("single", "packets"), {"BES": "single"}),
    "na_deal": Row(words("seed", "uspcc"), {"N": "seed"}),
    "first_three_deal_12": Row(FLAG, {"J": False}),
    "baby_deal_8": Row(FLAG, {"K": False}),
    "sa_order": Row(words("a", "b", "c"), {"Z": "a"}),
    "dealer_cut": Row(words("off", "simulated"), {"JK": "simulated"}),
    "dealer_cut_count": Row(words("cards", "cards_and_upcard"), {"JK": "cards"}),
    # drawing
    "first_turn": Row(words("first_player", "first_round", "none"), {"BESN": "first_player"}),
    "pre_meld_discard": Row(words("use_in_meld", "meld_this_turn", "never"), {"BESN": "use_in_meld"}),
    "discard_must_be_used": Row(words("no", "meld_or_build", "new_meld"), {"BESN": "no"}),
    "no_immediate_rediscard": Row(FLAG, {EVERYBODY: False}),
    "upcard_callable": Row(FLAG, {"JK": False}),
    "max_calls": Row(INT(0, 9), {"JK": 3, "Z": 4}),
    "call_priority": Row(words("clockwise", "first", "judge"), {"JK": "clockwise"}, {"Z": "clockwise"}),
    "call_window_ms": Row(INT(0, 30_000), {"JKZ": 4000}),
    # first lay and melds
    "initial_min": Row(INT(0, 100), {"BES": 40, "N": 51}),
    "ace_low": Row(FLAG, {"BES": False}, {"NJKZ": True}),
    "low_ace_meld_value": Row(words(1, 11, 15), {"BES": 1, "N": 15}),
    "kalooki_waives_min": Row(FLAG, {"BES": False}),
    "full_suit": Row(FLAG, {"J": True}),
    "extra_melds": Row(FLAG, {"JK": False}, {"BESNZ": True}),
    "max_jokers_per_meld": Row(words("any", "one_per_set_two_per_run", "fewer_than_naturals"), {"BESNZ": "any"}),
    "na_duplicate_suits": Row(FLAG, {"N": False}),
    "half_safe": Row(words("initial", "always", "never"), {"Z": "initial"}),
    "round7_two_jokers": Row(FLAG, {"Z": False}),
    "sa_kaluki": Row(FLAG, {"Z": False}),
    # building and jokers
    "build_limit": Row(words("per_end", "total", "off"), {"BESN": "per_end"}),
    "tack_high_first": Row(FLAG, {"JK": False}),
    "joker_tack_any": Row(FLAG, {"JK": False}),
    "joker_move_low_when_full": Row(FLAG, {"JK": False}),
    "joker_set": Row(words("all_missing", "one"), {"BES": "all_missing", "N": "one"}),
    "joker_reuse": Row(
        words("new_meld", "meld_or_build", "hand"), {"BSN": "meld_or_build", "E": "new_meld"}, {"Z": "hand"}
    ),
    "joker_interior_only": Row(FLAG, {"BESN": False}),
    "swap_same_turn": Row(FLAG, {"BESN": True}, {"Z": False}),
    "na_joker_others_only": Row(FLAG, {"N": False}),
    "na_joker_to_hand": Row(FLAG, {"N": False}),
    # end of the turn, stock
    "declare": Row(words("off", "last_card", "three_or_fewer", "always"), {"BS": "three_or_fewer", "EN": "always"}),
    "out_without_discard": Row(FLAG, {"N": False}, {"BESJK": False, "Z": True}),
    "sa_blitz_discard": Row(FLAG, {"Z": False}),
    "joker_discard": Row(words("never", "penalty50"), {"JK": "never"}),
    "stock_exhaust": Row(
        words("reshuffle_once", "no_reshuffle", "unlimited"), {"BESNJK": "reshuffle_once", "Z": "unlimited"}
    ),
    "exhaust": Row(words("eager", "lazy"), {EVERYBODY: "eager"}),
    "turn_cap": Row(INT(20, 1000, also=(0,)), {"BESNJK": 0, "Z": 300}),
    # score
    "limit": Row(INT(50, 1000), {"BE": 150, "S": 100}),
    "elim_at": Row(words("over", "reach"), {"BS": "over", "E": "reach"}),
    "kalooki_double": Row(FLAG, {"BES": False}),
    "na_scoring": Row(words("winner", "penalty", "per_hand"), {"N": "winner"}),
    "na_target": Row(INT(50, 1000), {"N": 250}),
    "bend": Row(words("first", "any_player", "off"), {"JK": "first"}),
    "bend_bonus": Row(words(0, -50), {"JK": 0}),
    "tie": Row(words("shared", "extra_hand"), {"JKZ": "shared"}),
    # money
    "stakes": Row(StakesText(), {"BE": Stakes(1, 2, 5, 5), "S": Stakes(1, 3, 5, 5)}),
    "stake_unit": Row(ShortText(12), {"BESN": "unit"}, {"Z": "cent"}),
    "kalooki_adds": Row(FLAG, {"BES": False}),
    "buy_ins": Row(INT(0, 9, also=("unlimited",)), {"BES": 2}),
    "buy_in_price": Row(INT(0, 1000), {"BES": 5}),
    "sa_four_pairs": Row(FLAG, {"Z": False}),
    "sa_blitz_double": Row(FLAG, {"Z": False}),
    # penalties, leaving
    "penalties": Row(words("enforce", "challenge"), {"JK": "enforce"}, {"BESNZ": "enforce"}),
    "overcall": Row(words("points", "no_lay"), {"JK": "points"}),
    "penalty_points": Row(INT(50, 500), {"JK": 50}),
    "challenge_window_ms": Row(INT(0, 30_000), {"JK": 4000}),
    "dropout": Row(words("ask", "void", "key_backup"), {EVERYBODY: "ask"}),
}


def of(letters: dict[str, object], letter: str) -> list[object]:
    return [value for several, value in letters.items() if letter in several]


def test_the_table_has_every_option_and_no_other() -> None:
    assert list(TABLE) == list(OPTIONS)
    assert set(PRESETS.values()) == set(ALL_GAMES)


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize("letter", PRESETS)
def test_each_preset_has_the_options_of_the_table_with_their_values_and_defaults(letter: str, name: str) -> None:
    row, variant = TABLE[name], ALL_GAMES[PRESETS[letter]]
    chosen, fixed = of(row.defaults, letter), of(row.fixed, letter)
    assert (name in variant.choices, name in variant.fixed) == (bool(chosen), bool(fixed))
    for value in chosen + fixed:
        assert getattr(variant, name) == value
        assert type(getattr(variant, name)) is type(value)
    if chosen:
        other = of(dict(row.also), letter)
        assert allowed_for(variant, name) == (other[0] if other else row.allowed)
        return
    with refused("option_not_applicable", option=name):
        game_named(variant.key, {name: 1})


def other(variant: Variant, name: str) -> OptionValue:
    """A value that it has not now."""
    match allowed_for(variant, name):
        case Flag():
            return not getattr(variant, name)
        case OneOf(values):
            return next(value for value in values if value != getattr(variant, name))
        case Number(least, most):
            return least if getattr(variant, name) != least else most
        case StakesText():
            return "3-4-6-7"
        case ShortText():
            return "pence"


NEEDS: dict[str, dict[str, OptionValue]] = {
    "low_ace_meld_value": {"ace_low": True},
    "overcall": {"penalties": "challenge"},
    "challenge_window_ms": {"penalties": "challenge"},
}


@pytest.mark.parametrize(("key", "name"), [(key, name) for key, game in ALL_GAMES.items() for name in game.choices])
def test_each_choice_can_be_made_and_what_is_not_listed_cannot(key: str, name: str) -> None:
    preset = ALL_GAMES[key]
    around = {option: value for option, value in NEEDS.get(name, {}).items() if option in preset.choices}
    value = other(preset, name)
    assert getattr(game_named(key, {**around, name: value}), name) in {value, Stakes(3, 4, 6, 7)}
    for wrong in (-7, "sometimes" * 3, 10**9):
        with refused("bad_option_value", option=name):
            game_named(key, {**around, name: wrong})


def test_a_stock_with_an_end_needs_no_cap_of_turns() -> None:
    assert game_named("south_african", {"stock_exhaust": "reshuffle_once"}).turn_cap == 0
    assert game_named("south_african", {"stock_exhaust": "reshuffle_once", "turn_cap": 40}).turn_cap == 40
