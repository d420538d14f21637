"""Screens: what is drawn for a view, to the letter."""

from dataclasses import replace

import pytest

from kalooki.cards import Rank, SeatNumber, Slot, Suit
from kalooki.rules.melds import Run, Set
from kalooki.rules.view import SeatView
from kalooki_cli import render
from kalooki_cli.text import width
from support.views import HAND, NAMES, base, cards, line, seen, talk, turn_view

BUSY = (
    seen(1, 1, Set(Rank.FIVE), "5S 5H 5D 5C", closed=True),
    seen(2, 2, Run(Suit.HEARTS, 7), "7H JK=8H 9H"),
    seen(3, 0, Set(Rank.KING), "KS KH JK"),
)


def busy() -> SeatView:
    view = turn_view(table=BUSY)
    seats = line(view, 1, has_laid=True, cards=3, announced=3, total=42, money=-6)
    view = replace(view, seats=seats, stock=40, pile=cards("4D QS"), number=3, dealer=SeatNumber(3))
    return replace(view, seats=line(view, 2, known=cards("8C"), barred=True, buy_ins=1, total=-5))


def drawn(view: SeatView, columns: int = 80, *, symbols: bool = False) -> list[str]:
    hand = render.arrange(view.hand, "suit", view.variant)
    return render.screen(view, talk(columns, symbols=symbols), hand, {Slot(0)})


def test_the_table_in_letters() -> None:
    assert "\n".join(drawn(busy())) == (
        """\
Deal 3, dealt by Dot. Stock 40, discards 2, on top: QS
                    Cards   Total  Money
> Ann (you)            13       0     -5   has not laid
  Bea                   3      42     -6   has laid, said "3"
  Cid                  13      -5     -5   has not laid, may not go out
      holds 8C, bought in x1
  Dot                  13       0     -5   dealt, has not laid
Table:
  m1 Bea: 5S 5H 5D 5C (full)  m2 Cid: 7H JK=8H 9H
  m3 you: KS KH JK
Your hand: 13 cards, 105 points if another goes out
  1:4S    2:7S*   3:AS    4:7H    5:8H    6:9H    7:2D    8:2D    9:TC
 10:JC   11:QC   12:KC   13:JK"""
    )


def test_the_table_in_symbols_is_as_wide_and_holds_no_emoji() -> None:
    letters, symbols = drawn(busy()), drawn(busy(), symbols=True)
    assert list(map(width, letters)) == list(map(width, symbols))
    assert "m2 Cid: 7♥ JK=8♥ 9♥" in "\n".join(symbols)
    assert "\ufe0f" not in "\n".join(symbols)
    assert not any(letter in "\n".join(symbols[-2:]) for letter in "SHD")


def test_a_narrow_table_is_still_readable() -> None:
    lines = drawn(busy(), 40)
    text = "\n".join(lines)
    assert max(map(width, lines)) <= 40
    assert "> Ann (you): 13 cards, 0 in all, has not" in text
    assert "m2 Cid: 7H JK=8H 9H" in text
    assert "13:JK" in text


@pytest.mark.parametrize("columns", [1, 5, 20, 40, 79, 80, 300])
def test_no_line_is_wider_than_the_screen_and_all_cards_of_a_big_hand_are_on_it(columns: int) -> None:
    big = turn_view("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H 3H 4H 5H 6H 7H 8H 9H JK", table=BUSY)
    lines = drawn(big, columns)
    assert max(map(width, lines)) <= max(columns, 8)
    assert all(f"{number}:" in "\n".join(lines) for number in range(1, 23))


def test_no_name_is_too_long_for_its_row() -> None:
    rows = render.players(busy(), replace(talk(), names={**NAMES, SeatNumber(1): "B" * 20}))
    assert rows[2] == '  BBBBBBBBBBBBBB..      3      42     -6   has laid, said "3"'


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("suit", "4S 7S AS 7H 8H 9H 2D 2D TC JC QC KC JK"),
        ("rank", "2D 2D 4S 7S 7H 8H 9H TC JC QC KC AS JK"),
        ("drawn", HAND),
    ],
)
def test_a_hand_is_sorted_with_the_ace_where_it_is_of_use(order: render.Order, expected: str) -> None:
    view = turn_view()
    assert " ".join(str(shown.card) for shown in render.arrange(view.hand, order, view.variant)) == expected


def test_where_the_ace_may_be_low_it_comes_first() -> None:
    view = replace(turn_view("AS 2S KS"), variant=base(house={"ace_low": True}).variant)
    assert [str(one.card) for one in render.arrange(view.hand, "suit", view.variant)] == ["AS", "2S", "KS"]


def test_a_spectator_sees_no_hand() -> None:
    assert render.own_hand(base(None), talk(me=None), ()) == []


def test_cards_that_are_still_being_opened_are_counted() -> None:
    assert "13 still being opened" in render.own_hand(base(), talk(), ())[0]


def test_the_score_sheet_shows_totals_money_and_the_limit() -> None:
    view = replace(busy(), pool=25)
    view = replace(view, seats=line(view, 3, out=True, total=160))
    assert "\n".join(render.score_sheet(view, talk())) == (
        """\
                   Total   Money  Buy-ins
Ann (you)              0      -5        0
Bea                   42      -6        0
Cid                   -5      -5        1
Dot                  160      -5        0   out of the game
The pool holds 25 units.
Who passes 150 is out."""
    )


def test_cells_are_set_in_columns_and_wrapped_where_there_is_no_room() -> None:
    assert render.columns(["aa", "b", "cc"], 20) == ["  aa  b   cc"]
    assert render.columns(["aa", "b", "cc"], 8) == ["  aa", "  b", "  cc"]
    assert render.columns(["one two three"], 9) == ["  one two", "     thre", "     e"]
