"""Suits and colours: the suit is readable without colour, and colour changes no width."""

import re

import pytest

from kalooki_cli.look import Look
from support.views import cards, faces

ESCAPES = re.compile(r"\x1b\[\d+m")


def test_cards_are_written_in_letters_or_symbols_of_equal_width() -> None:
    assert Look().cards(cards("7S TH QD KC JK")) == "7S TH QD KC JK"
    assert Look(symbols=True).cards(cards("7S TH QD KC JK")) == "7♠ T♥ Q♦ K♣ JK"


def test_a_joker_says_what_it_is() -> None:
    assert Look().faces(faces("7S JK=8S 9S")) == "7S JK=8S 9S"
    assert Look(symbols=True).faces(faces("7S JK=8S 9S JK")) == "7♠ JK=8♠ 9♠ JK"


@pytest.mark.parametrize("symbols", [False, True])
def test_painting_adds_colour_and_nothing_else(symbols: bool) -> None:
    look = Look(symbols=symbols, colour="two")
    line = f"Bea lays m1: {look.faces(faces('7H JK=8H 9H'))}; {look.cards(cards('2S 3D 4C'))}"
    painted = look.paint(line)
    assert ESCAPES.sub("", painted) == line
    assert painted.count("\x1b[31m") == 4
    assert painted.count("\x1b[0m") == 4


def test_four_colours_tell_all_suits_but_spades_apart() -> None:
    painted = Look(colour="four").paint("2S 2H 2D 2C")
    assert painted == "2S \x1b[31m2H\x1b[0m \x1b[36m2D\x1b[0m \x1b[32m2C\x1b[0m"


def test_without_colour_nothing_is_painted() -> None:
    assert Look().paint("2H 2D") == "2H 2D"


def test_words_that_hold_a_card_by_chance_are_not_painted() -> None:
    look = Look(colour="two")
    assert look.paint("3Dots 12H7 AHA") == "3Dots 12H7 AHA"
