"""House rules: what a variant may change, and what is refused by name."""

from dataclasses import replace

import pytest

from kalooki.rules.options import OPTIONS, configure, parse_option, rules_options, value_text
from kalooki.rules.registry import RULES_VERSION, presets, variant_named
from kalooki.rules.variant import OptionValue, Stakes, Variant
from support.kalooki_table import BRITISH, house, refused

GOOD: dict[str, tuple[OptionValue, ...]] = {
    "max_players": (5, 6),
    "jokers": (2, 4),
    "deal_pattern": ("single", "packets"),
    "first_turn": ("first_player", "first_round", "none"),
    "pre_meld_discard": ("use_in_meld", "meld_this_turn", "never"),
    "discard_must_be_used": ("no", "meld_or_build", "new_meld"),
    "no_immediate_rediscard": (True, False),
    "initial_min": (0, 40, 50, 51, 100),
    "ace_low": (True, False),
    "kalooki_waives_min": (True, False),
    "max_jokers_per_meld": ("any", "one_per_set_two_per_run", "fewer_than_naturals"),
    "build_limit": ("per_end", "total", "off"),
    "joker_set": ("all_missing", "one"),
    "joker_reuse": ("new_meld", "meld_or_build", "hand"),
    "joker_interior_only": (True, False),
    "swap_same_turn": (True, False),
    "declare": ("off", "last_card", "three_or_fewer", "always"),
    "stock_exhaust": ("reshuffle_once", "no_reshuffle", "unlimited"),
    "exhaust": ("eager", "lazy"),
    "turn_cap": (0, 20, 1000),
    "limit": (50, 100, 101, 150, 151, 301, 501, 1000),
    "elim_at": ("over", "reach"),
    "kalooki_double": (True, False),
    "stake_unit": ("10 cents", "£", "€", "öre"),
    "kalooki_adds": (True, False),
    "buy_ins": (0, 1, 9, "unlimited"),
    "buy_in_price": (0, 1000),
    "dropout": ("ask", "void", "key_backup"),
}


@pytest.mark.parametrize("name", GOOD)
def test_each_value_that_is_listed_is_accepted(name: str) -> None:
    for value in GOOD[name]:
        variant = house(**{name: value})
        assert getattr(variant, name) == value
        assert dict(rules_options(variant))[name] == value_text(value)
        assert configure(BRITISH, {name: parse_option(name, value_text(value))}) == variant


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_players", 4),
        ("max_players", 7),
        ("max_players", "five"),
        ("jokers", 3),
        ("jokers", True),
        ("initial_min", 101),
        ("initial_min", -1),
        ("initial_min", True),
        ("initial_min", "40"),
        ("ace_low", 1),
        ("ace_low", "true"),
        ("turn_cap", 19),
        ("turn_cap", 1001),
        ("turn_cap", False),
        ("limit", 49),
        ("limit", 1001),
        ("buy_ins", 10),
        ("buy_ins", "many"),
        ("declare", "sometimes"),
        ("declare", True),
        ("stakes", "1-2-5"),
        ("stakes", "1-2-5-5-5"),
        ("stakes", "1-2-5-x"),
        ("stakes", "1-2-5-1001"),
        ("stakes", "1-2--5-5"),
        ("stakes", "1-2-5-²"),
        ("stakes", 5),
        ("stake_unit", ""),
        ("stake_unit", "thirteen long"),
        ("stake_unit", "a\nb"),
        ("stake_unit", "a\x9bb"),
        ("stake_unit", "a\xadb"),
        ("stake_unit", "a\u202eb"),
        ("stake_unit", 5),
    ],
)
def test_a_value_of_the_wrong_type_or_range_is_refused(name: str, value: OptionValue) -> None:
    with refused("bad_option_value", option=name):
        house(**{name: value})


def test_what_no_variant_has_is_unknown() -> None:
    with refused("unknown_option", option="jokerz"):
        house(jokerz=2)
    with refused("unknown_option", option="jokerz"):
        parse_option("jokerz", "2")


@pytest.mark.parametrize(
    "name", sorted(set(OPTIONS) - set(BRITISH.choices) - {"penalties", "extra_melds", "out_without_discard"})
)
def test_what_other_variants_have_does_not_apply(name: str) -> None:
    with refused("option_not_applicable", option=name, reason="this variant has no such rule"):
        house(**{name: 1})


@pytest.mark.parametrize(
    ("name", "value"), [("penalties", "enforce"), ("extra_melds", True), ("out_without_discard", False)]
)
def test_what_is_fixed_cannot_be_set_not_even_to_what_it_is(name: str, value: OptionValue) -> None:
    with refused("option_not_applicable", option=name, reason=f"fixed: {value_text(value)}"):
        house(**{name: value})


def test_the_value_of_a_low_ace_needs_the_low_ace() -> None:
    assert house(ace_low=True, low_ace_meld_value=11).low_ace_meld_value == 11
    with refused("option_not_applicable", option="low_ace_meld_value"):
        house(low_ace_meld_value=11)
    with refused("bad_option_value"):
        house(ace_low=True, low_ace_meld_value=2)


def test_stakes_are_four_numbers_and_the_fourth_is_the_price_of_a_buy_in() -> None:
    variant = house(stakes="1-3-5-7")
    assert (variant.stakes, variant.buy_in_price) == (Stakes(1, 3, 5, 7), 7)
    assert house(stakes="1-3-5-7", buy_in_price=2).buy_in_price == 2
    assert house(buy_in_price=2).stakes == BRITISH.stakes
    assert dict(rules_options(variant))["stakes"] == "1-3-5-7"


def test_an_endless_stock_brings_a_cap_of_turns_unless_the_house_says_none() -> None:
    assert BRITISH.turn_cap == 0
    assert house(stock_exhaust="unlimited").turn_cap == 300
    assert house(stock_exhaust="unlimited", turn_cap=0).turn_cap == 0


def test_the_two_words_for_a_joker_in_the_hand_may_not_disagree() -> None:
    both: Variant = replace(BRITISH, choices=(*BRITISH.choices, "na_joker_to_hand"))
    assert configure(both, {"na_joker_to_hand": True}).joker_reuse == "hand"
    assert configure(both, {"joker_reuse": "hand"}).na_joker_to_hand
    assert configure(both, {"joker_reuse": "hand", "na_joker_to_hand": True}).joker_reuse == "hand"
    assert configure(both, {"joker_reuse": "new_meld", "na_joker_to_hand": False}).joker_reuse == "new_meld"
    with refused("bad_option_value", option="joker_reuse"):
        configure(both, {"joker_reuse": "new_meld", "na_joker_to_hand": True})
    with refused("bad_option_value", option="na_joker_to_hand"):
        configure(both, {"joker_reuse": "hand", "na_joker_to_hand": False})


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("ace_low", "true", True),
        ("limit", "301", 301),
        ("buy_ins", "unlimited", "unlimited"),
        ("buy_ins", "2", 2),
        ("stakes", "1-2-4-4", "1-2-4-4"),
        ("declare", "off", "off"),
        ("stake_unit", "true", "true"),
        ("stake_unit", "10", "10"),
    ],
)
def test_text_is_read_as_the_type_that_the_option_has(name: str, text: str, value: OptionValue) -> None:
    read = parse_option(name, text)
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("name", "text"),
    [("ace_low", "yes"), ("limit", "many"), ("limit", "9" * 40), ("limit", "-5"), ("limit", "\u0661\u0665\u0660")],
)
def test_text_that_is_none_of_the_values_is_refused_with_what_is_allowed(name: str, text: str) -> None:
    with refused("bad_option_value", allowed=str(OPTIONS[name])):
        parse_option(name, text)


def test_every_option_says_in_words_what_it_may_be() -> None:
    words = {name: str(allowed) for name, allowed in OPTIONS.items()}
    assert words["ace_low"] == "true or false"
    assert words["turn_cap"] == "0 or 20 to 1000"
    assert words["declare"] == "off, last_card, three_or_fewer, always"
    assert words["stakes"] == "four whole numbers from 0 to 1000, as 1-2-5-5"
    assert words["stake_unit"] == "up to 12 printable characters"


def test_a_variant_is_found_by_its_file_and_no_other_name() -> None:
    assert variant_named("british") is not None
    assert presets()["british"] == BRITISH
    with refused("unknown_variant", known=tuple(presets())):
        variant_named("martian")


def test_the_digest_is_made_of_every_option_in_a_fixed_order() -> None:
    options = rules_options(BRITISH)
    assert [name for name, _ in options] == sorted(BRITISH.choices + BRITISH.fixed)
    assert dict(options)["ace_low"] == "false"
    assert dict(options)["buy_in_price"] == "5"
    assert rules_options(house(limit=100)) != options
    assert RULES_VERSION == 1
