"""Means, intervals and tests over deals, by hand and by chance."""

import math
from random import Random

import pytest

from kalooki.arena.contest import Contest
from kalooki.arena.playing import Hand, Unit
from kalooki.arena.summary import Mean, mean, sign_test, summary, win_share
from kalooki.shell.arena.ratings import ratings

CONTEST = Contest(("easy", "beginner"), "british", (), 2, "deal", "one")


def hand(seating: tuple[int, ...], points: tuple[int, ...], winners: tuple[int, ...] | None = None) -> Hand:
    seats = len(seating)
    won = (points.index(0),) if winners is None else winners
    return Hand(seating, points, won, (0,) * seats, bool(won), not won, 20, (0,) * seats)


def unit(number: int, *hands: Hand) -> Unit:
    return Unit(number, hands)


UNITS = [
    unit(0, hand((0, 1), (0, 30)), hand((1, 0), (10, 0))),  # swept by 0: 30 and 10
    unit(1, hand((0, 1), (20, 0)), hand((1, 0), (0, 0), ())),  # -20, void
    unit(2, hand((0, 1), (6, 0)), hand((1, 0), (0, 4))),  # swept by 1: -6 and -4
]


def test_points_wins_and_edges_of_two() -> None:
    found = summary(CONTEST, UNITS)
    ours, theirs = found.standings
    assert [one.hands for one in found.standings] == [6, 6]
    assert math.isclose(ours.points.value, (0 + 10 + 5) / 3)
    assert math.isclose(ours.edge.value, (20 - 10 - 5) / 3)
    assert math.isclose(theirs.edge.value, -ours.edge.value)
    assert math.isclose(ours.wins.value, (1 + 0.25 + 0) / 3)
    assert math.isclose(ours.wins.value + theirs.wins.value, 1)
    assert (found.deals, found.voids, found.hands, found.even) == (5, 1, 6, 0.5)
    (duel,) = found.duels
    assert math.isclose(duel.edge.value, ours.edge.value)
    assert duel.swept == (1, 1)
    assert math.isclose(duel.wins.value, (1 + 0.25 + 0) / 3)


def test_an_interval_is_over_deals_and_not_over_hands() -> None:
    found = summary(CONTEST, UNITS).duels[0].edge
    deals = [20.0, -10.0, -5.0]
    middle = sum(deals) / 3
    spread = math.sqrt(sum((deal - middle) ** 2 for deal in deals) / 2)
    assert found.half is not None
    assert math.isclose(found.half, 1.96 * spread / math.sqrt(3))


def test_points_are_good_where_the_winner_scores_what_the_others_hold() -> None:
    contest = Contest(("a", "b"), "north_american", (), 2, "deal", "one")
    units = [unit(0, hand((0, 1), (30, 0), (0,)), hand((1, 0), (0, 20), (1,)))]
    found = summary(contest, units)
    assert [one.edge.value for one in found.standings] == [25, -25]
    assert [one.points.value for one in found.standings] == [25, 0]
    assert found.duels[0].edge.value == 25
    assert found.duels[0].swept == (1, 0)
    one, other = ratings(contest, units)
    assert one.value > 25 > other.value
    penalties = Contest(("a", "b"), "north_american", (("na_scoring", "penalty"),), 2, "deal", "one")
    assert summary(penalties, units).duels[0].edge.value == -25


def test_of_three_at_a_table_each_is_held_against_the_others() -> None:
    contest = Contest(("a", "b", "c"), "british", (), 3, "deal", "one")
    units = [unit(0, hand((0, 1, 2), (0, 10, 40)), hand((1, 2, 0), (0, 20, 10)), hand((2, 0, 1), (0, 30, 20)))]
    found = summary(contest, units)
    assert math.isclose(found.standings[0].edge.value, ((25 - 0) + (10 - 10) + (10 - 30)) / 3)
    assert [(duel.one, duel.other) for duel in found.duels] == [(0, 1), (0, 2), (1, 2)]
    assert math.isclose(found.duels[0].edge.value, ((10 - 0) + (0 - 10) + (20 - 30)) / 3)
    assert found.duels[0].edge.half is None
    assert not found.duels[0].edge.clear_of(0)
    assert math.isclose(found.duels[0].wins.value, (1 + 0 + 0.5) / 3)


def test_a_bot_that_sits_twice_counts_once_for_each_deal() -> None:
    contest = Contest(("a", "b"), "british", (), 4, "deal", "one")
    units = [unit(0, hand((0, 1, 0, 1), (0, 10, 20, 30)), hand((1, 0, 1, 0), (0, 10, 20, 30)))]
    found = summary(contest, units)
    assert found.standings[0].hands == 4
    assert math.isclose(found.duels[0].edge.value, ((20 - 10) + (10 - 20)) / 2)


@pytest.mark.parametrize(
    ("winners", "shares"), [((0,), [1, 0, 0]), ((0, 2), [0.5, 0, 0.5]), ((), [1 / 3, 1 / 3, 1 / 3])]
)
def test_who_wins_together_shares_the_win_and_a_void_deal_is_everybodys(
    winners: tuple[int, ...], shares: list[float]
) -> None:
    one = hand((0, 1, 2), (0, 0, 0), winners)
    assert [win_share(one, seat) for seat in range(3)] == shares


@pytest.mark.parametrize(
    ("one", "other", "chance"), [(5, 0, 0.0625), (0, 5, 0.0625), (3, 3, 1.0), (0, 0, 1.0), (9, 1, 22 / 1024)]
)
def test_the_sign_test_is_exact(one: int, other: int, chance: float) -> None:
    assert math.isclose(sign_test(one, other), chance)


def test_an_interval_holds_the_truth_95_times_in_100() -> None:
    rng = Random(7)
    held = 0
    for _ in range(1000):
        found = mean([rng.gauss(3, 10) for _ in range(100)])
        held += not found.clear_of(3)
    assert 925 < held < 975


def test_what_one_value_shows_is_never_clear() -> None:
    assert mean([5.0]) == Mean(5.0, None)
    assert not Mean(5.0, None).clear_of(0)
    assert Mean(5.0, 4.0).clear_of(0)
    assert not Mean(5.0, 5.0).clear_of(0)
