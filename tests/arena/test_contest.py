"""Who sits where: evenly, whatever the numbers are."""

from collections import Counter

import pytest

from kalooki.arena.contest import Contest, deck_seed, number_from, seatings, shares

CONTEST = Contest(("easy", "beginner"), "british", (), 2, "deal", "one")


def test_two_bots_take_each_seat_once() -> None:
    assert seatings(2, 2) == ((0, 1), (1, 0))


def test_at_a_larger_table_the_neighbours_of_a_bot_are_the_other() -> None:
    assert seatings(2, 4) == ((0, 1, 0, 1), (1, 0, 1, 0))


@pytest.mark.parametrize(("bots", "seats"), [(2, 3), (3, 2), (3, 4), (5, 2), (5, 4), (8, 8)])
def test_each_bot_sits_everywhere_equally_often(bots: int, seats: int) -> None:
    found = seatings(bots, seats)
    assert len(set(found)) == len(found)
    for bot in range(bots):
        places = Counter(seat for seating in found for seat, sits in enumerate(seating) if sits == bot)
        assert len(places) == seats
        assert len(set(places.values())) == 1


def test_of_more_bots_than_seats_every_two_meet() -> None:
    met = {frozenset(seating) for seating in seatings(4, 2)}
    assert len(met) == 6


def test_chance_is_the_same_on_every_machine_and_another_for_every_stream() -> None:
    assert number_from("one", 3, 0) == number_from("one", 3, 0)
    assert (
        len({number_from("one", 3, 0), number_from("one", 3, 1), number_from("two", 3, 0), number_from("one", 30)}) == 4
    )


def test_the_deck_depends_on_seed_and_number_alone() -> None:
    assert deck_seed(CONTEST, 1) == b"kalooki-arena-v1/one/1"


def test_machines_part_the_deals_without_rest() -> None:
    parts = [shares(10, (part, 3)) for part in (1, 2, 3)]
    assert sorted(number for part in parts for number in part) == list(range(10))
    assert shares(2, (3, 3)) == range(2, 2, 3)
