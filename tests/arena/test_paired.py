"""Paired play: the same cards in every seat, and figures over deals."""

import math

import pytest

from kalooki.arena.paired import (
    Record,
    by_deal,
    edge_of,
    estimate,
    higher_wins,
    play_paired,
    share_of,
    unwrapped,
)
from kalooki.bots import bots
from kalooki.rules.actions import Action
from kalooki.rules.open_game import Chooser
from kalooki.rules.registry import variant_named
from kalooki.rules.view import SeatView

GREEDY, KEEPS = bots()["greedy"], bots()["connections"]
BRITISH = variant_named("british")


def test_each_deal_is_played_once_in_each_rotation_and_again_alike() -> None:
    records = list(play_paired(BRITISH, [GREEDY, KEEPS, GREEDY], range(2, 4), "again"))
    assert [(one.deal, one.rotation) for one in records] == [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2)]
    assert list(play_paired(BRITISH, [GREEDY, KEEPS, GREEDY], range(3, 4), "again")) == records[3:]
    assert all(one.points[one.winner] == 0 for one in records if one.winner is not None)
    assert all(one.turns > 2 for one in records)


def test_of_two_equal_bots_none_is_better() -> None:
    records = list(play_paired(BRITISH, [GREEDY, GREEDY], range(6), "equal"))
    assert by_deal(records, edge_of(0)) == [0.0] * 6
    assert set(by_deal(records, share_of(1))) == {0.5}


def test_whole_games_are_played_to_their_end() -> None:
    records = list(play_paired(variant_named("jamaican_baby"), [GREEDY] * 3, [0], "game", number=None))
    assert {one.how for one in records} == {"game"}
    assert len({tuple(sorted(one.points)) for one in records}) == 1


def test_who_looks_on_sees_every_question() -> None:
    asked: list[int] = []

    def counted(place: int, choose: Chooser) -> Chooser:
        def choose_counted(view: SeatView) -> Action:
            asked.append(place)
            return choose(view)

        return choose_counted

    looked_on = list(play_paired(BRITISH, [GREEDY, KEEPS], [0], "seen", wrap=counted))
    assert {0, 1} == set(asked)
    assert looked_on == list(play_paired(BRITISH, [GREEDY, KEEPS], [0], "seen", wrap=unwrapped))


def test_points_are_good_where_the_winner_scores_them() -> None:
    assert higher_wins(variant_named("north_american"))
    assert not higher_wins(BRITISH)
    record = Record(0, 0, (30, 0), 0, "call-up", 9)
    assert edge_of(0, higher=True)(record) == 30
    assert edge_of(0)(record) == -30
    assert share_of(1)(Record(0, 0, (0, 0), None, "void", 9)) == 0.5


def test_an_estimate_has_the_interval_of_its_values() -> None:
    found = estimate([1.0, 3.0])
    assert found.mean == 2.0
    assert found.within == pytest.approx(1.96)
    assert str(found) == "2.00 ± 1.96"
    assert estimate([4.0]).within == math.inf
