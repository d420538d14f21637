"""Names that the eye takes for each other have one skeleton; others have their own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.lookalike import skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "ANN"),
        ("Ann", " Ann "),
        ("Ann", "A nn"),
        ("Ann", "Ann."),
        ("Ann", "\u0410nn"),
        ("Ann", "\u0391nn"),
        ("Ann", "A\u200bnn"),
        ("Ann", "\uff21\uff4e\uff4e"),
        ("Ann", "\u00c1nn"),
        ("Ben", "\u0412\u0435n"),
        ("Eve", "\u0415v\u0435"),
        ("Hal", "\u041dal"),
        ("Hal", "\u0397al"),
        ("Bill", "BiII"),
        ("Bill", "B1ll"),
        ("Bob", "B0b"),
        ("Tom", "Torn"),
        ("Wim", "VVim"),
        ("Cid", "\u0421\u0456d"),
        ("Bj\u00f8rn", "Bjorn"),
    ],
)
def test_these_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Ann", "Amm"), ("Bea", "Ben"), ("Dot", "Dat"), ("\u5b89", "\u5b8c"), ("!", "?"), ("1", "2")],
)
def test_these_do_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=20))
def test_case_and_blanks_never_tell_names_apart(name: str) -> None:
    assert skeleton(f" {name}\u00a0") == skeleton(name)
    assert skeleton(skeleton(name)) == skeleton(name)
