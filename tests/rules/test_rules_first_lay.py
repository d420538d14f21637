"""The initial meld: "you must meld at least 40 points worth of cards on your initial meld"."""

from dataclasses import replace

import pytest

from kalooki.rules.events import LaidDown, MadeInitialMeld
from support.kalooki_table import BRITISH, house, lay_out, refused

REST = " 2C 3D 5C 9S"


@pytest.mark.parametrize(
    ("melds", "points"),
    [
        ("TH JH QH KH", 40),
        ("JH QH KH AH", 41),
        ("KH KD KS KC", 40),
        ("QH QC QS; 2D 3D 4D 5D", 44),
        ("KS KH JK; 3C 4C 5C", 42),
        ("TD TS JK; 4C 4D 4H", 42),
        ("TD TS JK=TC; 4C 4D 4H", 42),
    ],
)
def test_melds_of_forty_points_open(melds: str, points: int) -> None:
    table = lay_out({"p1": melds.replace(";", "").replace("=TC", "") + REST})
    events = table.play("p1 draw", f"p1 lay {melds}")
    assert events[-1] == MadeInitialMeld(table.deal.turn.seat, points)
    assert table.view().seats[0].has_laid


@pytest.mark.parametrize(
    ("melds", "points"),
    [
        ("AH AC AS", 33),
        ("QH QC QS; 2D 3D 4D", 39),
        ("KS KH JK", 30),
        ("9C TC JK", 29),
        ("JK 9C TC", 27),
        ("QC QD JK; 2S 3S 4S", 39),
    ],
)
def test_less_than_forty_points_do_not_open_and_nothing_leaves_the_hand(melds: str, points: int) -> None:
    table = lay_out({"p1": melds.replace(";", "") + REST})
    table.play("p1 draw")
    before = table.game
    with refused("initial_meld_too_low", points=points, needed=40):
        table.play(f"p1 lay {melds}")
    assert table.game == before


def test_the_declared_card_decides_what_a_joker_is_worth() -> None:
    table = lay_out({"p1": "9C TC JK 5H 6H" + REST}, variant=house(initial_min=29))
    table.play("p1 draw")
    with refused("initial_meld_too_low", points=27):
        table.play("p1 lay JK=8C 9C TC")
    table.play("p1 lay 9C TC JK=JC")


def test_all_that_matters_is_that_the_sum_of_all_initial_melds_meets_forty() -> None:
    table = lay_out({"p1": "QH QC QS 2D 3D 4D 5D" + REST})
    events = table.play("p1 draw", "p1 lay QH QC QS; 2D 3D 4D 5D")
    assert [event.points for event in events if isinstance(event, LaidDown)] == [30, 14]
    with refused("initial_meld_too_low", points=30):
        lay_out({"p1": "QH QC QS 2D 3D 4D 5D" + REST}).play("p1 draw", "p1 lay QH QC QS")


def test_you_must_first_meld_forty_points_from_your_own_hand_before_you_build() -> None:
    """ "You must first meld 40 points from your own hand before you are allowed to build on an opponent's meld"."""
    table = lay_out({"p1": "9H JH AD AC AS TD" + REST}, table=("p2: TD TS TC",), laid=("p2",), stock="TH 3C")
    table.play("p1 draw")
    with refused("initial_meld_first", needed=40):
        table.play("p1 lay TH on m1")
    with refused("initial_meld_too_low", points=33, needed=40):
        table.play("p1 lay AD AC AS; TH on m1")


def test_cards_laid_off_do_not_count_to_the_forty() -> None:
    table = lay_out({"p1": "9C 9D 9S 3C 4C 5C TH" + REST}, table=("p2: TD TS TC",), laid=("p2",))
    table.play("p1 draw")
    with refused("initial_meld_too_low", points=39):
        table.play("p1 lay 9C 9D 9S; 3C 4C 5C; TH on m1")


def test_once_the_forty_lie_the_same_lay_may_build() -> None:
    """ "The player can lay off (build) the cards on the same turn he has put down the initial meld"."""
    table = lay_out({"p1": "KH KD KS KC TH" + REST}, table=("p2: TD TS TC",), laid=("p2",))
    table.play("p1 draw", "p1 lay KH KD KS KC; TH on m1")
    assert table.meld(1) == "TD TS TC TH"
    assert table.view().table[0].closed


def test_a_build_written_before_the_forty_is_refused() -> None:
    table = lay_out({"p1": "KH KD KS KC TH" + REST}, table=("p2: TD TS TC",), laid=("p2",))
    table.play("p1 draw")
    with refused("initial_meld_first"):
        table.play("p1 lay TH on m1; KH KD KS KC")


def test_a_released_joker_cannot_help_to_the_forty() -> None:
    table = lay_out({"p1": "6H QH QC 9D 9C 9S" + REST}, table=("p2: 5H JK=6H 7H",), laid=("p2",))
    table.play("p1 draw")
    with refused("initial_meld_first"):
        table.play("p1 lay 6H for JK in m1; QH QC JK; 9D 9C 9S")
    with refused("initial_meld_too_low", points=27):
        table.play("p1 lay 9D 9C 9S; 6H for JK in m1; QH QC JK")


def test_after_the_initial_meld_a_new_meld_of_any_value_is_legal() -> None:
    table = lay_out({"p1": "2S 3S 4S 9D" + REST}, laid=("p1",))
    table.play("p1 draw", "p1 lay 2S 3S 4S")
    assert table.meld(1) == "2S 3S 4S"


def test_six_consecutive_cards_may_be_one_run_or_two() -> None:
    """ "A meld with six or more consecutive cards can be put as a single run or … in two runs"."""
    for melds, count in (("6H 7H 8H 9H TH JH", 1), ("6H 7H 8H; 9H TH JH", 2)):
        table = lay_out({"p1": "6H 7H 8H 9H TH JH" + REST}, laid=("p1",))
        table.play("p1 draw", f"p1 lay {melds}")
        assert len(table.deal.melds) == count


def test_a_variant_may_count_builds_once_there_is_a_meld_of_ones_own() -> None:
    """ "Cards built … are also counted for a player in a case if he has made at least one meld of his own"."""
    variant = replace(BRITISH, builds_count=True, initial_min=51)
    hand = "KH KD KS 4C 4D 4S TH QS" + REST
    table = lay_out({"p1": hand}, table=("p2: TD TS TC", "p2: 9S TS JS"), laid=("p2",), variant=variant)
    table.play("p1 draw")
    for lay, code, points in (
        ("TH on m1", "initial_meld_first", None),
        ("KH KD KS; TH on m1", "initial_meld_too_low", 40),
        ("KH KD KS; TH on m1; QS on m2", "initial_meld_too_low", 50),
    ):
        with refused(code, **({} if points is None else {"points": points})):
            table.play(f"p1 lay {lay}")
    table.play("p1 lay KH KD KS; 4C 4D 4S; TH on m1")
    assert table.view().seats[0].has_laid


def test_a_house_may_ask_for_another_minimum_or_none() -> None:
    lay_out({"p1": "AH AC AS" + REST}, variant=house(initial_min=33)).play("p1 draw", "p1 lay AH AC AS")
    with refused("initial_meld_too_low", points=40, needed=51):
        lay_out({"p1": "KH KD KS KC" + REST}, variant=house(initial_min=51)).play("p1 draw", "p1 lay KH KD KS KC")
    free = lay_out({"p1": "2H 3H 4H 8C" + REST}, variant=house(initial_min=0), table=("p2: 8D 8S 8H",), laid=("p2",))
    free.play("p1 draw")
    with refused("initial_meld_first", needed=0):
        free.play("p1 lay 8C on m1")
    free.play("p1 lay 2H 3H 4H; 8C on m1")
