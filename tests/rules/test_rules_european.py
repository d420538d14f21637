"""What European and Swedish games do otherwise than the British."""

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules.events import FailedToAnnounce, MayBuyIn
from kalooki.rules.game import NeedsDeal, new_game, pending
from kalooki.rules.registry import variant_named
from kalooki.rules.scoring import is_over
from support.kalooki_table import Table, lay_out, refused, score

EUROPEAN = variant_named("european")
SWEDISH = variant_named("swedish")


def test_european_players_announce_after_every_discard() -> None:
    """ "After discarding on a turn, the player has to declare the number of cards he is left with"."""
    table = lay_out({"p1": "7S 7H 7D 8C", "p2": "2C 3H"}, variant=EUROPEAN)
    assert table.play("p1 draw", "p1 discard 3C")[-1] == FailedToAnnounce(SeatNumber(0), 4)
    table = lay_out({"p1": "7S 7H 7D 8C", "p2": "2C 3H"}, variant=EUROPEAN)
    assert len(table.play("p1 draw", "p1 discard 3C count 4")) == 1


@pytest.mark.parametrize(
    ("total", "european", "swedish"),
    [(100, False, False), (101, False, True), (149, False, True), (150, True, True)],
)
def test_a_player_who_reaches_150_is_out_and_swedes_are_above_100(total: int, european: bool, swedish: bool) -> None:
    """ "When a player reaches 150 penalty points on playing over a series of deals he is eliminated"."""
    assert (is_over(EUROPEAN, total), is_over(SWEDISH, total)) == (european, swedish)


def swap() -> Table:
    table = lay_out(
        {"p1": "6H QH QC 9D JK", "p2": "2C"},
        table=("p2: 5H JK=6H 7H", "p2: 9S TS JS"),
        laid=("p1", "p2"),
        variant=EUROPEAN,
    )
    table.play("p1 draw")
    return table


def test_the_joker_lifted_has_to_be_immediately_placed_in_a_new_meld() -> None:
    swap().play("p1 lay 6H for JK in m1; QH QC JK")
    alone = lay_out(
        {"p1": "6H QH 9D", "p2": "2C"}, table=("p2: 5H JK=6H 7H", "p2: 9S TS JS"), laid=("p1", "p2"), variant=EUROPEAN
    )
    alone.play("p1 draw")
    with refused("released_joker_needs_new_meld"):
        alone.play("p1 lay 6H for JK in m1; JK=QS on m2")


def test_an_opening_needs_forty_of_new_melds_and_a_build_does_not_help() -> None:
    table = lay_out(
        {"p1": "9C 9D 9S 2C 3C 4C TH 5D", "p2": "2D"}, table=("p2: TD TS TC",), laid=("p2",), variant=EUROPEAN
    )
    table.play("p1 draw")
    with refused("initial_meld_too_low", points=36):
        table.play("p1 lay 9C 9D 9S; 2C 3C 4C; TH on m1")


def test_a_european_buys_back_with_the_highest_score_below_150() -> None:
    game, events = score(new_game(EUROPEAN, 3), "p3", "call-up", {"p1": 150, "p2": 149})
    assert events[-1] == MayBuyIn(SeatNumber(0), 5, 149)
    game, _ = score(new_game(SWEDISH, 3), "p3", "kalooki", {"p1": 100, "p2": 99})
    assert isinstance(pending(game), NeedsDeal)
    assert tuple(money + 5 for money in game.money) == (-3, -3, 6)
