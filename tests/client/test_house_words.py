"""House rules in words: a short name, and a value that says what it means; the raw ones where they are typed."""

import pytest

from kalooki.rules.errors import RulesError
from kalooki.rules.options import OPTIONS, Flag, Number, OneOf, allowed_for, value_text
from kalooki_cli.board.form import NARROW_LIST
from kalooki_cli.board.frame import BORDERS, worded
from kalooki_cli.board.glyphs import UNICODE
from kalooki_cli.club import Against
from kalooki_cli.language import translations
from kalooki_cli.messages.cards import options
from kalooki_cli.plan import Plan, UnfitError, house_fields, turned_rule, typed_rule
from kalooki_cli.rulecard import house_lines, option_lines
from kalooki_cli.text import width
from support.contract_presets import ALL_GAMES, game_named

LANGUAGES = ("en", "de")
ROWS = 24 - 1 - 3
"""Of the smallest screen, without its head and its prompt."""


def values(option: str) -> list[str]:
    """Every value that can be turned to, as in files, and some of a range."""
    match OPTIONS[option]:
        case Flag():
            return ["false", "true"]
        case OneOf(listed):
            return [value_text(one) for one in listed]
        case Number(least, most, also):
            return [*map(value_text, also), str(least), str((least + most) // 2), str(most)]
        case _:
            return []


def plan(key: str, **house: str) -> Plan:
    return Plan(Against(key, tuple(sorted(house.items()))), ())


def test_every_house_rule_has_a_name_and_each_of_its_words_a_meaning() -> None:
    assert options.HOUSE.keys() == OPTIONS.keys()
    names = [rule.label for rule in options.HOUSE.values()]
    assert len(set(names)) == len(names)
    for option, rule in options.HOUSE.items():
        said = [options.value_words(option, value) for value in values(option)]
        assert len(set(said)) == len(said), option
        assert not any("_" in words for words in (rule.label, *said)), option
        words = {value for value in values(option) if not value.lstrip("-").isdigit()} - {"true", "false"}
        assert words <= rule.values.keys() <= set(values(option)), option


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", list(OPTIONS))
def test_names_and_values_have_room_on_the_smallest_screen(option: str, language: str) -> None:
    there = translations(language)

    def said(english: str) -> str:
        return there.gettext(english)

    rule = options.HOUSE[option]
    assert width(said(rule.label)) <= options.LONGEST_LABEL
    assert all(width(said(words)) <= options.LONGEST_VALUE for words in rule.values.values())
    counted = [there.ngettext("{count} point", "{count} points", 1000).format(count=1000), "30 s"]
    assert all(width(words) <= options.LONGEST_VALUE for words in counted)
    mark, lamp, arrows = 2, 3, 6
    assert lamp + mark + options.LONGEST_LABEL + 1 + options.LONGEST_VALUE + arrows <= NARROW_LIST


@pytest.mark.parametrize("key", list(ALL_GAMES))
def test_what_is_told_of_a_house_rule_has_room_beside_the_list(key: str) -> None:
    for field in house_fields(plan(key)):
        assert len(worded(field.about, 80 - NARROW_LIST, UNICODE)) + BORDERS <= ROWS, field.name
        assert f"--house {field.name}=" in " ".join(field.about)
        assert field.name not in field.label


def test_a_list_on_screen_says_values_in_words_and_what_is_typed_beside_it() -> None:
    shown = {one.name: one for one in house_fields(plan("british", joker_set="one", limit="100"))}
    assert (shown["joker_set"].label, shown["joker_set"].value) == ("* Joker from a set", "for one card")
    assert (shown["limit"].label, shown["limit"].value) == ("* Limit", "100 points")
    assert (shown["turn_cap"].label, shown["turn_cap"].value) == ("Longest deal", "no limit")
    assert (shown["ace_low"].value, shown["stakes"].value) == ("no", "1-2-5-5")
    assert shown["joker_set"].about[1:] == (
        "Now: for one card",
        "It may be: for all missing, for one card",
        "Usually: for all missing",
        "In commands: --house joker_set=one",
    )
    assert "It may be: yes or no" in shown["ace_low"].about
    assert "It may be: no limit or 20 to 1000" in shown["turn_cap"].about


def test_a_rule_card_names_house_rules_in_words_and_the_options_list_both() -> None:
    house = game_named("british", {"joker_set": "one", "ace_low": True})
    assert house_lines(house)[2:] == ["  Ace below a two: yes", "  Joker from a set: for one card"]
    listed = "\n".join(option_lines(house, 400))
    assert "* joker_set = one (all_missing, one). Joker from a set: for one card; what releases a joker" in listed
    assert "  exhaust = eager (eager, lazy). Stock has run out: with its last card; when it does" in listed


def test_times_are_seconds_on_screen_and_thousandths_in_files() -> None:
    south = plan("south_african")
    for typed, raw, shown in (("5", "5000", "5 s"), ("2,5", "2500", "2.5 s"), ("0.125", "125", "0.125 s")):
        there = typed_rule(south, "call_window_ms", typed)
        assert dict(there.wish.house)["call_window_ms"] == raw
        assert next(one.value for one in house_fields(there) if one.name == "call_window_ms") == shown
    for typed in ("31", "-1", "soon", "1e3", "99999"):
        with pytest.raises(UnfitError, match=r"Time to call cannot be .*, but: 0 to 30 seconds\."):
            typed_rule(south, "call_window_ms", typed)


def test_what_cannot_be_is_refused_by_the_names_on_screen() -> None:
    with pytest.raises(UnfitError) as wrong:
        typed_rule(plan("british"), "initial_min", "101")
    assert str(wrong.value) == "First lay needs cannot be 101, but: 0 to 100."
    with pytest.raises(UnfitError) as wrong:
        typed_rule(plan("british"), "stakes", "")
    assert str(wrong.value) == "Stakes cannot be nothing, but: four whole numbers from 0 to 1000, as 1-2-5-5."
    with pytest.raises(UnfitError) as wrong:
        turned_rule(plan("british"), "low_ace_meld_value", 1)
    assert str(wrong.value) == "Such an ace counts means nothing here, unless this is set: Ace below a two: yes."
    with pytest.raises(UnfitError) as wrong:
        plan("north_american", na_joker_to_hand="true").with_rule("joker_reuse", "new_meld")
    assert str(wrong.value) == "A released joker must be into the hand, since this is set: Jokers to the hand: yes."


def test_what_is_refused_has_words_only_where_it_is_about_a_house_rule() -> None:
    assert options.unfit(RulesError(), lambda option: allowed_for(ALL_GAMES["british"], option)) == ""
