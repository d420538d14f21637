"""What a hand counts that nobody opens, and a deal that was dealt again without a seat."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules.dropout import highest_penalty, mean_case, unseen_faces, worst_case
from kalooki.rules.events import DealScored, Score
from kalooki.rules.game import new_game
from kalooki.rules.notation import parse_cards
from support.contract_presets import ALL_GAMES, game_named
from support.kalooki_table import lay_out


def test_a_deal_without_a_seat_counts_for_it_as_for_the_worst_of_the_others() -> None:
    lines = [(0, 0), (1, 42), (2, 17)]
    scores = tuple(Score(SeatNumber(seat), points, points, 0) for seat, points in lines)
    assert highest_penalty(DealScored(1, SeatNumber(0), SeatNumber(0), "out", scores)) == 42


@pytest.mark.parametrize(
    ("key", "cards", "known", "unseen", "worst"),
    [
        ("british", 3, "", "2C 3C KD AS JK", 15 + 11 + 10),
        ("british", 3, "2C", "3C KD AS JK", 2 + 15 + 11),
        ("british", 2, "2C 3C", "KD AS JK", 5),
        ("british", 0, "", "KD AS JK", 0),
        ("british", 5, "", "KD", 10),
        ("jamaican", 2, "", "AH AS JK", 50 + 15),
        ("south_african", 2, "", "AH AS JK", 25 + 11),
    ],
)
def test_an_unopened_hand_counts_its_worst_case(key: str, cards: int, known: str, unseen: str, worst: int) -> None:
    assert worst_case(ALL_GAMES[key], cards, parse_cards(known), parse_cards(unseen)) == worst


@pytest.mark.parametrize(
    ("cards", "unseen", "mean"),
    [(4, "2C 4C", 12), (3, "2C 3C", 8), (1, "2C 2D 3D", 2), (0, "2C", 0), (3, "", 0), (2, "JK AS", 40)],
)
def test_in_the_north_american_game_it_counts_the_mean_of_what_is_unseen(cards: int, unseen: str, mean: int) -> None:
    assert mean_case(game_named("north_american"), cards, parse_cards(unseen)) == mean


def test_unseen_is_what_has_not_lain_in_the_open() -> None:
    out = lay_out({"p1": "7S 7H", "p2": "2C"}, table=("p2: 5H JK=6H 7H",), laid=("p1",), stock="9S", pile="4D")
    assert sorted(map(str, unseen_faces(out.game))) == ["2C", "7H", "7S", "9S"]
    out.play("p1 take")
    assert sorted(map(str, unseen_faces(out.game))) == ["2C", "7H", "7S", "9S"]
    assert unseen_faces(replace(new_game(out.game.variant, 2))) == ()
