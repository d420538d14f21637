"""The second count of scores and cards finds what the machine itself would never do."""

from dataclasses import replace

import pytest

from kalooki.cards import JOKER, Natural, Rank, SeatNumber, Slot, Suit
from kalooki.rules.deal import Showing, TurningUp
from kalooki.rules.dropout import points_unopened
from kalooki.rules.events import DealScored, Event, HandClosed, HandOpened
from kalooki.rules.game import begin_deal, leave_hand_closed, new_game
from kalooki.rules.leaving import deal_without
from kalooki.rules.registry import variant_named
from kalooki.rules.standings import Game
from kalooki.verify import Check
from kalooki.verify.ledger import card_errors, recount, score_errors
from support.contract_presets import game_named
from support.kalooki_table import BRITISH, lay_out, score

NINE = Natural(Rank.NINE, Suit.HEARTS)
P1, P2 = SeatNumber(0), SeatNumber(1)
"""p1 and p2 of the notation."""


def test_what_the_rules_count_is_counted_the_same_again() -> None:
    before = new_game(BRITISH, 2)
    after, events = score(before, "p1", "call-up", {"p2": 24})
    assert any(isinstance(event, DealScored) for event in events)
    assert list(score_errors(before, after, events)) == []


def test_a_wrong_penalty_is_found() -> None:
    before = new_game(BRITISH, 2)
    after, events = score(before, "p1", "call-up", {"p2": 24})
    (opened,) = [event for event in events if isinstance(event, HandOpened)]
    wrong = replace(opened, points=opened.points - 1)
    assert list(score_errors(before, after, (wrong,))) == ["the hand of seat 2 costs 24, not 23"]


def test_a_wrong_total_and_a_winner_with_points_are_found() -> None:
    before = new_game(BRITISH, 2)
    after, events = score(before, "p1", "call-up", {"p2": 24})
    (scored,) = [event for event in events if isinstance(event, DealScored)]
    lines = tuple(
        replace(line, points=3, total=3) if line.seat == P1 else replace(line, total=line.total + 1)
        for line in scored.scores
    )
    assert list(score_errors(before, after, (replace(scored, scores=lines),))) == [
        "seat 1 won and has 3 points",
        "seat 2 stands at 24 after the deal, not 25",
    ]


def test_points_of_a_loser_are_found_where_only_the_winner_scores() -> None:
    before = new_game(variant_named("north_american"), 2)
    after, events = score(before, "p1", "call-up", {"p2": 24})
    assert list(score_errors(before, after, events)) == []
    (scored,) = [event for event in events if isinstance(event, DealScored)]
    lines = tuple(replace(line, points=24, total=24) for line in scored.scores)
    wrong = replace(scored, scores=lines)
    assert list(score_errors(before, after, (wrong,))) == ["seat 2 did not win and has 24 points"]


def contract_deal(how: str) -> tuple[Game, Game, tuple[Event, ...]]:
    """p1 has gone out; p2 holds 24 points and had called too often; p1 cut rightly, and challenged wrongly twice."""
    before = new_game(game_named("jamaican_baby", {"bend_bonus": -50}), 3)
    beside = ((P1, 50), (P2, 50))
    after, events = score(before, "p1", how, {"p2": 24}, beside=beside)
    return before, after, events


@pytest.mark.parametrize(("how", "points"), [("out", [50, 74, 0]), ("bend", [0, 98, 0])])
def test_points_of_contract_games_are_those_of_the_cards_and_what_was_charged(how: str, points: list[int]) -> None:
    before, after, events = contract_deal(how)
    (scored,) = [event for event in events if isinstance(event, DealScored)]
    assert [line.points for line in scored.scores] == points
    assert list(score_errors(before, after, events)) == []
    lines = tuple(replace(line, points=line.points + 50, total=line.total + 50) for line in scored.scores)
    found = list(score_errors(before, after, (replace(scored, scores=lines),)))
    assert found == [
        f"seat {seat + 1} has {one + 50} points for its cards and what was charged, not {one}"
        for seat, one in enumerate(points)
    ]


def test_money_that_does_not_add_up_is_found() -> None:
    before = new_game(BRITISH, 2)
    after, _ = score(before, "p1", "call-up", {"p2": 24})
    richer = replace(after, money=(after.money[0] + 1, after.money[1]))
    assert list(score_errors(before, richer, ())) == ["the money does not add up: -9 and a pool of 10"]


def test_a_game_that_is_over_owes_no_pool() -> None:
    before = new_game(BRITISH, 2)
    after, events = score(before, "p1", "call-up", {"p2": 151})
    assert after.winners == (P1,)
    assert list(score_errors(before, after, events)) == []


def test_cards_are_conserved_before_the_first_deal_and_in_every_phase() -> None:
    fresh = new_game(BRITISH, 2)
    assert list(card_errors(fresh)) == []
    dealt, _ = begin_deal(fresh)
    assert dealt.deal is not None
    assert isinstance(dealt.deal.phase, TurningUp)
    assert list(card_errors(dealt)) == []
    over, _ = score(fresh, "p1", "call-up", {"p2": 24})
    assert over.deal is not None
    hands = sum(len(hand) for hand in over.deal.hands)
    assert [error for error in card_errors(over) if "places" in error] == []
    assert hands < len(over.deal.deck)


def test_a_card_in_two_places_is_found() -> None:
    table = lay_out({"p1": "7S 9H", "p2": "4C JK"})
    assert list(card_errors(table.game)) == []
    deal = table.deal
    doubled = replace(deal, stock=(*deal.stock[:-1], deal.hands[0][0]))
    assert list(card_errors(replace(table.game, deal=doubled))) == ["a card lies in two places"]


def test_a_lost_card_is_found() -> None:
    table = lay_out({"p1": "7S 9H", "p2": "4C JK"})
    lost = replace(table.deal, stock=table.deal.stock[1:])
    size = len(table.deal.deck)
    assert list(card_errors(replace(table.game, deal=lost))) == [f"{size - 1} cards of {size}"]


def test_a_face_that_the_deck_does_not_have_so_often_is_found() -> None:
    table = lay_out({"p1": "7S 9H", "p2": "4C JK"}, table=("p1: 5H 6H 7H",))
    deal = table.deal
    known = {Slot(slot): NINE for slot in deal.hands[0]}
    twice = replace(deal, faces=known)
    assert list(card_errors(replace(table.game, deal=twice))) == ["a face is seen more often than the deck has it"]
    joker = replace(deal, faces={deal.hands[1][1]: JOKER})
    assert list(card_errors(replace(table.game, deal=joker))) == []


def test_a_recount_names_the_check_and_the_entry() -> None:
    before = new_game(BRITISH, 2)
    after, _ = score(before, "p1", "call-up", {"p2": 24})
    richer = replace(after, money=(0, 0), deal=replace(after.deal, stock=()) if after.deal else None)
    found = recount(before, richer, (), 12)
    assert [(finding.check, finding.entry) for finding in found] == [(Check.SCORES, 12), (Check.CONSERVATION, 12)]
    assert recount(None, richer, (), 12) == recount(before, None, (), 12) == []


def test_no_card_is_missing_before_the_cut() -> None:
    game, _ = begin_deal(new_game(game_named("south_african"), 3))
    assert list(card_errors(game)) == []


@pytest.mark.parametrize("key", ["british", "north_american"])
def test_a_hand_that_nobody_opened_is_counted_again(key: str) -> None:
    out = lay_out({"p1": "", "p2": "2C 3C 9D"}, variant=variant_named(key))
    slot = out.deal.hands[P2][0]
    showing = replace(out.deal, phase=Showing(P1, "call-up"), faces={slot: out.faces[slot]})
    before = replace(out.game, deal=showing)
    after, events = leave_hand_closed(before, P2, points_unopened(before, P2))
    assert list(score_errors(before, after, events)) == []
    (closed,) = [event for event in events if isinstance(event, HandClosed)]
    wrong = replace(closed, points=closed.points + 1)
    text = f"the hand of seat 2, which nobody opened, does not cost {wrong.points}"
    assert list(score_errors(before, after, (wrong,))) == [text]


def test_a_hand_of_which_nothing_is_unseen_counts_nothing_for_the_mean() -> None:
    out = lay_out({"p1": "", "p2": "2C"}, variant=variant_named("north_american"), stock="", pile="4D")
    known = replace(out.deal, phase=Showing(P1, "call-up"), faces={out.deal.hands[P2][0]: NINE})
    before = replace(out.game, deal=replace(known, deck=(NINE, Natural(Rank.FOUR, Suit.DIAMONDS))))
    after, events = leave_hand_closed(before, P2, 9)
    assert list(score_errors(before, after, events)) == []


def test_the_points_of_a_seat_that_is_away_are_those_of_the_worst() -> None:
    before, _ = deal_without(begin_deal(new_game(game_named("jamaican_baby"), 4))[0], (P2,))
    after, events = score(before, "p1", "out", {"p3": 24, "p4": 30})
    assert list(score_errors(before, after, events)) == []
    (scored,) = [event for event in events if isinstance(event, DealScored)]
    lines = tuple(replace(line, points=0, total=0) if line.seat == P2 else line for line in scored.scores)
    found = list(score_errors(before, after, (replace(scored, scores=lines),)))
    assert found == ["seat 2 has 0 points for its cards and what was charged, not 30"]
