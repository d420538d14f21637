"""Short keys and card numbers become the notation."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.cards import JOKER, Card, Natural, Rank, Slot, Suit
from kalooki.rules.actions import Shown
from kalooki_cli.typed import Move, Nothing, Request, Stage, Typed, UnclearError, understand

CARDS: tuple[Card, ...] = (
    Natural(Rank.SEVEN, Suit.SPADES),
    Natural(Rank.SEVEN, Suit.HEARTS),
    Natural(Rank.SEVEN, Suit.DIAMONDS),
    Natural(Rank.TEN, Suit.CLUBS),
    JOKER,
)
HAND = tuple(Shown(Slot(number), card) for number, card in enumerate(CARDS))


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("d", Move("draw")),
        ("DRAW", Move("draw")),
        ("p1 draw", Move("draw")),
        ("t", Move("take")),
        ("r", Move("return")),
        ("l 1 2 3", Move("lay 7S 7H 7D")),
        ("lay 1 2 3; TC JC 5=QC", Move("lay 7S 7H 7D; TC JC JK=QC")),
        ("l 1 2 3;4 5", Move("lay 7S 7H 7D; TC JK")),
        ("7S 7H 7D", Move("lay 7S 7H 7D")),
        ("1 2 3", Move("lay 7S 7H 7D")),
        ("5S on m2", Move("lay 5S on m2")),
        ("1 on 2", Move("lay 7S on m2")),
        ("1 for JK in 3", Move("lay 7S for JK in m3")),
        ("1 ON M2", Move("lay 7S on M2")),
        ("x 4", Move("discard TC")),
        ("x 10c", Move("discard 10c")),
        ("discard 4C count 3", Move("discard 4C count 3")),
        ("x 1 count 3", Move("discard 7S count 3")),
        ("seat 3", Move("seat 3")),
        ("b", Move("buy-in")),
        ("buyin", Move("buy-in")),
        ("n", Move("decline")),
        ("pass", Move("pass")),
        ("s 1 2 3", Stage("7S 7H 7D")),
        ("g", Request("send")),
        ("lay", Request("send")),
        ("sort rank", Request("sort", ("rank",))),
        ("auto OFF", Request("auto", ("off",))),
        ("?", Request("help")),
        ("q", Request("quit")),
        ("", Nothing()),
        ("   ", Nothing()),
        ("p2", Nothing()),
    ],
)
def test_what_is_typed_means(line: str, meant: Typed) -> None:
    assert understand(line, HAND) == meant


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("fly", "unknown_word"),
        ("x 6", "no_such_number"),
        ("x 0", "no_such_number"),
        ("l 1 2 99", "no_such_number"),
        ("x 99999999999999999999", "no_such_number"),
        ("4C", "single_card"),
        ("3", "single_card"),
        ("draw 4C", "takes_no_cards"),
        ("b now", "takes_no_cards"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(line: str, code: str) -> None:
    with pytest.raises(UnclearError) as caught:
        understand(line, HAND)
    assert caught.value.code == code


@given(st.text(max_size=60))
def test_any_line_is_understood_or_refused(line: str) -> None:
    with suppress(UnclearError):
        assert understand(line, HAND) is not None
