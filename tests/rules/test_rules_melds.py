"""Melds: "sets, which are three or four cards of the same rank, or runs, … three (or more) … in sequence"."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.cards import Joker, Natural, Rank, Slot, Suit
from kalooki.rules.errors import BadMeldError
from kalooki.rules.melds import Run, Set, TableCard, is_closed, natural_at, points_of
from kalooki.rules.notation import parse_cards, parse_faces
from kalooki.rules.reading import read_meld
from kalooki.rules.variant import Variant
from support.kalooki_table import BRITISH, house, refused

ACE_LOW = house(ace_low=True)


def read(text: str, variant: Variant = BRITISH) -> tuple[Set | Run, str]:
    cards = tuple(TableCard(Slot(at), face.card, face.stands_for) for at, face in enumerate(parse_faces(text)))
    shape, ordered = read_meld(cards, variant)
    return shape, " ".join(f"{one.card}={one.stands_for}" if one.stands_for else str(one.card) for one in ordered)


def worth(text: str, variant: Variant = BRITISH) -> int:
    cards = tuple(TableCard(Slot(at), face.card, face.stands_for) for at, face in enumerate(parse_faces(text)))
    shape, ordered = read_meld(cards, variant)
    return points_of(shape, ordered, variant)


def test_three_queens_of_different_suits_are_a_set() -> None:
    assert read("QH QC QS") == (Set(Rank.QUEEN), "QH QC QS")


@pytest.mark.parametrize("cards", ["4D 4D 4C", "8C 8C 8S", "8C 8S 8C 8H"])
def test_no_set_may_contain_two_cards_of_the_same_suit(cards: str) -> None:
    with refused("suit_twice"):
        read(cards)


def test_four_nines_are_a_closed_set_and_a_fifth_is_one_too_many() -> None:
    shape, _ = read("9H 9D 9C 9S")
    assert is_closed(shape, (1, 2, 3, 4), BRITISH)
    with refused("too_many_cards", most=4):
        read("9H 9D 9C 9S 9H")


def test_queen_king_ace_is_a_run() -> None:
    assert read("QH KH AH") == (Run(Suit.HEARTS, 12), "QH KH AH")


@pytest.mark.parametrize("cards", ["AD 2D 3D", "3D 2D AD", "AC 2C 3C"])
def test_aces_only_play_high(cards: str) -> None:
    with refused("ace_only_high"):
        read(cards)


@pytest.mark.parametrize("cards", ["KC AC 2C", "2C AC KC", "QC KC AC 2C", "KC AC JK"])
@pytest.mark.parametrize("variant", [BRITISH, ACE_LOW])
def test_no_run_goes_round_the_corner(cards: str, variant: Variant) -> None:
    with refused("round_the_corner"):
        read(cards, variant)


def test_a_run_may_be_written_downwards_and_lies_upwards() -> None:
    assert read("AH KH QH") == (Run(Suit.HEARTS, 12), "QH KH AH")
    assert read("9S JK 7S") == (Run(Suit.SPADES, 7), "7S JK=8S 9S")


def test_a_run_holds_at_most_thirteen_cards() -> None:
    assert read("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")[0] == Run(Suit.SPADES, 2)
    with refused("rank_twice"):
        read("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", ACE_LOW)
    with refused("too_many_cards", most=13):
        read("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS JK", ACE_LOW)


def test_a_refusal_says_its_code_and_its_fields() -> None:
    with pytest.raises(BadMeldError) as refusal:
        read("7S 8S")
    assert str(refusal.value) == "too_few_cards cards=7S,8S least=3"


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("7S 8S", "too_few_cards"),
        ("7S", "too_few_cards"),
        ("JK JK JK", "only_jokers"),
        ("JK", "only_jokers"),
        ("7S 8H 9S", "neither_set_nor_run"),
        ("7S 7H 8S", "neither_set_nor_run"),
        ("5H 5H 6H", "rank_twice"),
        ("5H 7H 8H", "not_consecutive"),
        ("5H 7H 6H", "not_consecutive"),
        ("5H JK JK 6H", "not_consecutive"),
        ("2H JK JK JK AH", "not_consecutive"),
    ],
)
def test_what_is_neither_a_set_nor_a_run_is_refused_by_name(cards: str, code: str) -> None:
    with refused(code):
        read(cards)


def test_a_joker_in_a_run_is_the_card_of_its_place() -> None:
    assert read("JK 5S 6S")[1] == "JK=4S 5S 6S"
    assert read("5S JK 7S JK")[1] == "5S JK=6S 7S JK=8S"
    assert read("QS JK AS")[1] == "QS JK=KS AS"


def test_a_joker_that_says_aloud_what_it_is_may_not_contradict_its_place() -> None:
    assert read("7S 8S JK=9S")[1] == "7S 8S JK=9S"
    with refused("wrong_declaration", declared="TS", choices=tuple(parse_cards("9S"))):
        read("7S 8S JK=TS")
    with refused("wrong_declaration", declared="9H"):
        read("7S 8S JK=9H")
    with refused("wrong_declaration", declared="TS", choices=tuple(parse_cards("9S"))):
        read("7S JK=8S JK=TS")


def test_two_jokers_with_one_natural_must_be_declared() -> None:
    """ "The player has to be specific to say what exactly the meld is, whether it is a set or a run"."""
    for undeclared in ("7S JK JK", "JK 7S JK", "7S JK=8S JK"):
        with refused("undeclared_jokers", natural="7S"):
            read(undeclared)
    assert read("7S JK=8S JK=9S") == (Run(Suit.SPADES, 7), "7S JK=8S JK=9S")
    assert read("7S JK=6S JK=5S") == (Run(Suit.SPADES, 5), "JK=5S JK=6S 7S")
    assert read("AS JK=KS JK=QS") == (Run(Suit.SPADES, 12), "JK=QS JK=KS AS")
    assert read("7S JK=7H JK=7D") == (Set(Rank.SEVEN), "7S JK JK")
    assert read("7S JK=7H JK") == (Set(Rank.SEVEN), "7S JK JK")


def test_a_suit_that_is_written_in_a_set_must_be_missing_and_binds_nobody() -> None:
    assert read("8S 8H JK=8C") == (Set(Rank.EIGHT), "8S 8H JK")
    for wrong, right in {
        "8S 8H JK=8H": "8D 8C",
        "8S 8H JK=9C": "8D 8C",
        "8S 8H JK=8C JK=8C": "8D",
        "7S JK=7S JK=7H": "7D 7C",
    }.items():
        with refused("wrong_declaration", choices=tuple(parse_cards(right))):
            read(wrong)
    free = replace(BRITISH, set_suits_differ=False)
    with refused("wrong_declaration", choices=tuple(parse_cards("8S 8H 8D 8C"))):
        read("8S 8S JK=9C", free)


def test_where_no_declaration_could_help_the_jokers_are_too_many_and_none_is_asked_for() -> None:
    jamaican = replace(BRITISH, set_min_naturals=2, run_min=4, set_max=None, jokers_may_touch=False)
    for cards in ("9S JK JK", "JK 9S JK", "9S JK=9H JK", "9S JK=9H JK=9D"):
        with refused("too_many_jokers", most=1):
            read(cards, jamaican)
    with refused("too_many_jokers", most=2):
        read("9S JK JK JK", jamaican)
    with refused("undeclared_jokers"):
        read("9S JK JK", replace(jamaican, run_min=3, jokers_may_touch=True))
    with refused("too_many_jokers", most=1):
        read("9S JK JK", replace(BRITISH, max_jokers_per_meld="fewer_than_naturals"))


def test_any_number_of_jokers_is_legal_with_one_natural() -> None:
    four = house(jokers=4)
    assert read("7S JK=8S JK=9S JK=TS", four)[0] == Run(Suit.SPADES, 7)
    assert read("7S JK=7H JK=7D JK=7C", four)[0] == Set(Rank.SEVEN)


@pytest.mark.parametrize(
    ("limit", "legal", "refused_melds"),
    [
        ("one_per_set_two_per_run", ["8S 8H JK", "5S JK JK 8S"], ["8S 8H JK JK", "7S JK=7H JK=7D", "5S JK JK 8S JK"]),
        ("fewer_than_naturals", ["8S 8H JK", "5S JK 7S"], ["8S 8H JK JK", "5S JK JK 8S", "7S JK=8S JK=9S"]),
    ],
)
def test_a_house_may_limit_the_jokers_of_a_meld(limit: str, legal: list[str], refused_melds: list[str]) -> None:
    variant = house(max_jokers_per_meld=limit, jokers=4)
    for cards in legal:
        read(cards, variant)
    for cards in refused_melds:
        with refused("too_many_jokers"):
            read(cards, variant)


def test_variants_may_ask_for_two_naturals_in_a_set_and_part_the_jokers_of_a_run() -> None:
    variant = replace(BRITISH, set_min_naturals=2, jokers_may_touch=False, set_suits_differ=False, set_max=None)
    read("KS KS KH KD KC", variant)
    read("7C 7D JK JK", variant)
    read("9C JK JC JK", variant)
    with refused("too_many_jokers", most=1):
        read("9C JK=9D JK=9H", variant)
    with refused("jokers_touch"):
        read("9C JK JK QC", variant)


def test_variants_may_ask_for_longer_runs_than_sets_and_the_reverse() -> None:
    with refused("too_few_cards", least=4):
        read("5S 6S 7S", replace(BRITISH, run_min=4))
    with refused("too_few_cards", least=4):
        read("5S 5H 5D", replace(BRITISH, set_min=4))


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("QH QC QS", 30),
        ("AH AC AS", 33),
        ("TH JH QH KH", 40),
        ("JH QH KH AH", 41),
        ("KH KD KS KC", 40),
        ("KS KH JK", 30),
        ("3C 4C 5C", 12),
        ("9C TC JK", 29),
        ("JK=8C 9C TC", 27),
        ("2S 3S JK", 9),
    ],
)
def test_jokers_assume_the_value_of_the_card_they_are_replacing(cards: str, points: int) -> None:
    assert worth(cards) == points


def test_a_low_ace_counts_one_when_laid_or_what_the_house_says() -> None:
    assert worth("AC 2C 3C", ACE_LOW) == 6
    assert worth("AC 2C 3C", house(ace_low=True, low_ace_meld_value=15)) == 20
    assert worth("QC KC AC", ACE_LOW) == 31
    assert worth("AC AD AS", ACE_LOW) == 33


NATURALS = st.builds(Natural, st.sampled_from(Rank), st.sampled_from(Suit))


@given(st.lists(st.one_of(NATURALS, st.just(Joker())), min_size=1, max_size=6), st.booleans())
def test_what_is_read_as_a_meld_is_one_by_the_definition(cards: list[Natural | Joker], ace_low: bool) -> None:
    variant = ACE_LOW if ace_low else BRITISH
    try:
        shape, ordered = read_meld(tuple(TableCard(Slot(at), card) for at, card in enumerate(cards)), variant)
    except BadMeldError:
        return
    naturals = [one.card for one in ordered if isinstance(one.card, Natural)]
    assert naturals
    assert len(ordered) >= 3
    match shape:
        case Set(rank):
            assert {card.rank for card in naturals} == {rank}
            assert len({card.suit for card in naturals}) == len(naturals)
            assert len(ordered) <= 4
        case Run(suit, low):
            assert [one.stands_for or one.card for one in ordered] == [
                natural_at(suit, low + at) for at in range(len(ordered))
            ]
            assert low >= (1 if ace_low else 2)
            assert low + len(ordered) - 1 <= 14


@given(
    st.integers(1, 12),
    st.integers(3, 13),
    st.sampled_from(Suit),
    st.sets(st.integers(0, 12), max_size=2),
    st.booleans(),
)
def test_every_run_is_read_back_upwards_and_downwards(
    low: int, size: int, suit: Suit, wild: set[int], down: bool
) -> None:
    size = min(size, 15 - low)
    wild = {at for at in wild if at < size}
    if size < 3 or size - len(wild) < 1 or (low == 1 and size == 14):
        return
    cards = [
        TableCard(
            Slot(at),
            Joker() if at in wild else natural_at(suit, low + at),
            natural_at(suit, low + at) if at in wild else None,
        )
        for at in range(size)
    ]
    shape, ordered = read_meld(tuple(cards[::-1] if down else cards), ACE_LOW)
    assert shape == Run(suit, low)
    assert [one.slot for one in ordered] == list(range(size))
