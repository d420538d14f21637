"""Melds and hands that somebody asks about."""

from dataclasses import replace
from itertools import permutations

import pytest

from kalooki.rules.errors import NotEverythingError
from kalooki.rules.events import Face
from kalooki.rules.files.hand_question import MOST_CARDS, read_hand
from kalooki.rules.files.meld_check import Verdict, check_melds, parse_melds
from kalooki.rules.files.setting import FIRST
from kalooki.rules.game import check
from kalooki.rules.notation import format_faces, format_item
from kalooki.rules.variant import Contract
from kalooki.solver import best_turn
from support.kalooki_table import BRITISH, house, refused

ACE_LOW = house(ace_low=True)


def checked(text: str, *, first: bool = False) -> Verdict:
    return check_melds(parse_melds(text), BRITISH, first=first)


@pytest.mark.parametrize(
    ("text", "kind", "points", "written"),
    [
        ("7S 8S JK=9S", "run", 24, "7S 8S JK=9S"),
        ("9S JK 7S", "run", 24, "7S JK=8S 9S"),
        ("QH QC QS", "set", 30, "QH QC QS"),
        ("QH KH AH", "run", 31, "QH KH AH"),
        ("AH KH QH", "run", 31, "QH KH AH"),
        ("AS AH AD AC", "set", 44, "AS AH AD AC"),
        ("7S JK=8S JK=9S", "run", 24, "7S JK=8S JK=9S"),
        ("7S JK=7H JK=7D", "set", 21, "7S JK JK"),
        ("9H 9D 9C 9S", "set", 36, "9H 9D 9C 9S"),
    ],
)
def test_a_meld_is_what_it_is_and_worth_what_it_counts(text: str, kind: str, points: int, written: str) -> None:
    verdict = checked(text)
    (meld,) = verdict.melds
    assert (verdict.legal, meld.kind, verdict.points, format_faces(meld.cards)) == (True, kind, points, written)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("4D 4D 4C", "suit_twice"),
        ("8C 8C 8S", "suit_twice"),
        ("9H 9D 9C 9S 9H", "too_many_cards"),
        ("AD 2D 3D", "ace_only_high"),
        ("3D 2D AD", "ace_only_high"),
        ("KC AC 2C", "round_the_corner"),
        ("2C AC KC", "round_the_corner"),
        ("7S JK JK", "undeclared_jokers"),
        ("JK JK JK", "only_jokers"),
        ("7S 8S", "too_few_cards"),
        ("7S 8S 9H", "neither_set_nor_run"),
        ("7S 8S TS", "not_consecutive"),
        ("JK=7S 5S 6S", "wrong_declaration"),
    ],
)
def test_what_is_no_meld_is_refused_by_name_and_shown_as_it_was_written(text: str, code: str) -> None:
    verdict = checked(text)
    (meld,) = verdict.melds
    assert (verdict.legal, verdict.points, meld.kind, format_faces(meld.cards)) == (False, 0, None, text)
    assert meld.error is not None
    assert meld.error.code == code


def test_the_order_of_equal_cards_does_not_matter() -> None:
    for order in permutations(["QH", "QC", "JK"]):
        assert checked(" ".join(order)).points == 30


def test_several_melds_are_judged_one_by_one_and_together() -> None:
    verdict = checked("QH QC QS; 4D 4D 4C; 2S 3S 4S 5S")
    assert [meld.error is None for meld in verdict.melds] == [True, False, True]
    assert (verdict.points, verdict.error) == (44, None)
    both = checked("KS KH KD; KS KC KH; QS KS AS")
    assert both.error is not None
    assert (both.legal, both.error.code) == (False, "too_many_copies")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("TH JH QH KH", None),
        ("JH QH KH AH", None),
        ("KS KH KD KC", None),
        ("QH QC QS; 2S 3S 4S 5S", None),
        ("KS KH JK; 3D 4D 5D", None),
        ("AH AC AS", "initial_meld_too_low"),
        ("QH QC QS", "initial_meld_too_low"),
        ("QH QC JK; 2S 3S 4S", "initial_meld_too_low"),
    ],
)
def test_a_first_lay_needs_its_points(text: str, code: str | None) -> None:
    verdict = checked(text, first=True)
    assert all(meld.error is None for meld in verdict.melds)
    assert (verdict.error and verdict.error.code) == code
    assert checked(text).legal


def test_a_first_lay_is_no_kalooki_so_its_minimum_is_not_waived() -> None:
    melds = parse_melds("AH AC AS")
    assert not check_melds(melds, house(kalooki_waives_min=True), first=True).legal


THIRTEEN = "5S 5H 5D 5C; 6H 7H 8H 9H; TC JC QC KC AC"
TWELVE = "5S 5H 5D 5C; 6H 7H 8H 9H; TC JC QC KC"


def test_where_all_cards_are_to_be_laid_at_most_one_of_a_hand_as_it_was_dealt_is_kept() -> None:
    everything = Contract(sets=(), runs=(), everything=True, exactly=False)
    blitz = replace(BRITISH, contracts=(everything,), out_without_discard=True, hands_per_game=1)
    for house_rules in (blitz, replace(blitz, out_without_discard=False)):
        assert check_melds(parse_melds(THIRTEEN), house_rules, first=True).legal
        for text, left in ((TWELVE, 2), ("TH JH QH KH", 10)):
            verdict = check_melds(parse_melds(text), house_rules, first=True)
            assert isinstance(verdict.error, NotEverythingError)
            assert (verdict.error.left, verdict.error.most) == (left, 1)
            assert check_melds(parse_melds(text), house_rules).legal


@pytest.mark.parametrize("text", ["", ";", "7S 8S 9S;", " ; 7S 8S 9S"])
def test_a_meld_without_cards_is_none(text: str) -> None:
    with refused("no_cards"):
        parse_melds(text)


@pytest.mark.parametrize("text", ["7S 8S 1S", "7S=8S", "cheese"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with refused("bad_card"):
        parse_melds(text)


# --- hands ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "table", "laid", "items", "discard", "left"),
    [
        ("7S 7H 7D TC JC QC KC 2D", [], False, ["7S 7H 7D", "TC JC QC KC"], "2D", 0),
        ("QH QC QS 2S 3S 4S 9D", [], False, [], "9D", 39),
        ("QH QC QS 2S 3S 4S 9D", [], True, ["QH QC QS", "2S 3S 4S"], "9D", 0),
        ("4H 8H KS", ["m1: 5H 6H 7H"], True, ["4H 8H on m1"], "KS", 0),
        ("4H 8H KS", ["m1: 5H 6H 7H"], False, [], "KS", 12),
        ("4H 8H KS", ["m7: 5H 6H 7H"], True, ["4H 8H on m7"], "KS", 0),
        ("4H 8H KS", ["p2: 2S 3S 4S; p1: 5H 6H 7H"], True, ["4H 8H on m2"], "KS", 0),
        ("4H 8H KS", ["2S 3S 4S", "5H 6H 7H"], True, ["4H 8H on m2"], "KS", 0),
        ("6H 5D 5C 2S", ["M3: 5H JK 7H"], True, ["6H for JK in m3", "5C 5D JK"], "2S", 0),
    ],
)
def test_the_best_lay_of_a_hand_is_found_and_legal(  # noqa: PLR0913, PLR0917 - a row of the table
    hand: str, table: list[str], laid: bool, items: list[str], discard: str, left: int
) -> None:
    question = read_hand(hand, table, BRITISH, laid=laid)
    out = question.set_out()
    plan = best_turn(out.view(FIRST))
    assert plan is not None
    found = [format_item(question.named(item)) for item in plan.items]
    assert sorted(map(words, found)) == sorted(map(words, items))
    assert plan.discard is not None
    assert (str(plan.discard.card), plan.points_left) == (discard, left)
    if plan.lay is not None:
        check(out.game, FIRST, plan.lay)


def words(text: str) -> list[str]:
    return sorted(text.split())


@pytest.mark.parametrize(
    ("hand", "table", "code"),
    [
        ("", [], "no_cards"),
        ("7S 1S", [], "bad_card"),
        ("KS KS KS", [], "too_many_copies"),
        ("KS KS", ["m1: QS KS AS"], "too_many_copies"),
        ("KS", ["m1: 3S 4S 6S"], "not_consecutive"),
        ("KS", ["m1:"], "bad_table_line"),
        ("KS", [""], "bad_table_line"),
        ("KS", ["x: 3S 4S 5S"], "bad_table_line"),
        ("KS", ["m0: 3S 4S 5S"], "bad_table_line"),
        ("KS", ["mx: 3S 4S 5S"], "bad_table_line"),
        ("KS", [": 3S 4S 5S"], "bad_table_line"),
        ("KS", ["m1 p2: 3S 4S 5S"], "bad_table_line"),
        ("KS", ["m1: 3S 4S 5S", "m1: 3H 4H 5H"], "named_twice"),
        ("KS", ["m2: 3S 4S 5S", "3H 4H 5H"], "named_twice"),
    ],
)
def test_a_hand_or_a_table_that_cannot_be_is_refused(hand: str, table: list[str], code: str) -> None:
    with refused(code):
        read_hand(hand, table, BRITISH, laid=True).set_out()


def test_a_hand_is_not_too_big_to_search() -> None:
    deck = [str(card) for card in BRITISH.start_deck(2)]
    assert len(read_hand(" ".join(deck[:MOST_CARDS]), [], BRITISH, laid=True).hand) == MOST_CARDS
    with refused("hand_too_big", cards=MOST_CARDS + 1, most=MOST_CARDS):
        read_hand(" ".join(deck[: MOST_CARDS + 1]), [], BRITISH, laid=True)


def test_a_joker_of_ones_own_meld_is_ones_own() -> None:
    others_only = replace(BRITISH, na_joker_others_only=True)
    for owner, items in (("p1", 0), ("p2", 2), ("m1", 2)):
        question = read_hand("6H 5D 5C 2S", [f"{owner}: 5H JK 7H"], others_only, laid=True)
        plan = best_turn(question.set_out().view(FIRST))
        assert plan is not None
        assert len(plan.items) == items


def test_a_meld_is_written_with_what_its_jokers_are() -> None:
    (faces,) = parse_melds("7S JK=8S 9S")
    assert faces[0] == Face(BRITISH.start_deck(2)[6])
    assert check_melds([faces], ACE_LOW).melds[0].cards == faces
