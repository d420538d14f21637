"""Scores, money, elimination, buying back in, the end of the game."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.cards import SeatNumber
from kalooki.rules.actions import BuyIn, Decline, Draw
from kalooki.rules.events import (
    BoughtIn,
    DealScored,
    Declined,
    Eliminated,
    GameEnded,
    MayBuyIn,
    Payment,
)
from kalooki.rules.game import (
    Game,
    GameOver,
    NeedsDeal,
    NeedsDecision,
    apply,
    begin_deal,
    new_game,
    open_hand,
    pending,
    turn_up,
)
from kalooki.rules.notation import parse_cards
from kalooki.rules.scoring import is_over, settle
from kalooki.rules.variant import Variant
from support.kalooki_table import BRITISH, house, refused, score


def ledger(game: Game) -> int:
    return sum(game.money) + (0 if game.winners else game.pool)


def with_totals(*totals: int, variant: Variant = BRITISH, buy_ins: tuple[int, ...] | None = None) -> Game:
    game = new_game(variant, len(totals))
    return replace(game, totals=totals, buy_ins=buy_ins or game.buy_ins)


def test_the_worked_hand_counts_fifty_three_with_complete_melds_in_full() -> None:
    """ "You have the following cards left: As Ks 5c 5d 5h 2h Jkr. In this case you would receive 53 penalty points"."""
    cards = parse_cards("AS KS 5C 5D 5H 2H JK")
    assert [BRITISH.hand_value(card) for card in cards] == [11, 10, 5, 5, 5, 2, 15]


def test_a_game_begins_with_the_stakes_in_the_pool() -> None:
    game = new_game(BRITISH, 4)
    assert (game.pool, game.money) == (20, (-5, -5, -5, -5))
    for seats in (1, 6):
        with refused("wrong_number_of_seats", seats=seats, least=2, most=5):
            new_game(BRITISH, seats)
    assert new_game(house(max_players=6), 6).seats[-1] == 5


def test_the_deck_is_dealt_round_and_round_from_the_dealers_left() -> None:
    game, _ = begin_deal(new_game(BRITISH, 3, SeatNumber(1)))
    assert game.deal is not None
    assert game.deal.seats == (2, 0, 1)
    assert (game.deal.hands[2][:2], game.deal.hands[0][:2], game.deal.hands[1][:2]) == ((0, 3), (1, 4), (2, 5))
    assert game.deal.stock == tuple(range(40, 106))
    with refused("not_now", phase="upcard"):
        begin_deal(game)
    with refused("not_now", phase="upcard"):
        apply(game, SeatNumber(2), Draw())
    game, _ = turn_up(game, parse_cards("4D")[0])
    with refused("not_now", phase="draw"):
        turn_up(game, parse_cards("4D")[0])


@pytest.mark.parametrize(("players", "stock"), [(2, 79), (3, 66), (4, 53), (5, 40)])
def test_the_stock_after_the_deal(players: int, stock: int) -> None:
    game, _ = begin_deal(new_game(BRITISH, players))
    assert game.deal is not None
    assert len(game.deal.stock) == stock
    assert {len(hand) for hand in game.deal.hands} == {13}


def test_nothing_happens_before_the_deal() -> None:
    game = new_game(BRITISH, 2)
    with refused("not_now", phase="deal"):
        apply(game, SeatNumber(0), Draw())
    with refused("not_now", phase="deal"):
        open_hand(game, SeatNumber(0), ())


def test_the_worked_score_sheet_of_four_players() -> None:
    """Hand 1 player 3 calls up, hand 3 a kalooki, hand 4 player 2 busts and is in again for 5 units."""
    game = new_game(BRITISH, 4)
    game, _ = score(game, "p3", "call-up", {"p1": 85, "p2": 42, "p4": 62})
    game, _ = score(game, "p1", "call-up", {"p2": 50, "p3": 45, "p4": 22})
    assert game.totals == (85, 92, 45, 84)
    game, _ = score(game, "p3", "kalooki", {"p1": 38, "p2": 53, "p4": 8})
    assert game.totals == (123, 145, 45, 92)
    game, events = score(game, "p4", "call-up", {"p1": 4, "p2": 12, "p3": 53})
    assert game.totals == (127, 157, 98, 92)
    assert events[-1] == MayBuyIn(SeatNumber(1), 5, 127)
    assert tuple(money + 5 for money in game.money) == (-1, -5, 7, -1)
    game, events = apply(game, SeatNumber(1), BuyIn())
    assert events == (BoughtIn(SeatNumber(1), 5, 127, 1),)
    assert (game.totals, game.pool, ledger(game)) == ((127, 127, 98, 92), 25, 0)
    game, events = score(game, "p3", "call-up", {"p1": 29, "p2": 71, "p4": 82})
    assert game.totals == (156, 198, 98, 174)
    assert game.money == (-7, -16, 30, -7)
    assert pending(game) == GameOver((SeatNumber(2),), 25, game.money, settle(game.money))
    assert isinstance(events[-1], GameEnded)
    assert ledger(game) == 0
    with refused("game_is_over"):
        apply(game, SeatNumber(0), Draw())
    with refused("not_now", phase="over"):
        begin_deal(game)


def test_the_second_worked_score_sheet_of_five_players() -> None:
    game = new_game(house(stakes="1-2-4-4"), 5)
    game, _ = score(game, "p3", "call-up", {"p1": 23, "p2": 44, "p4": 12, "p5": 75})
    game, _ = score(game, "p2", "call-up", {"p1": 45, "p3": 4, "p4": 41, "p5": 50})
    game, events = score(game, "p1", "kalooki", {"p2": 80, "p3": 38, "p4": 55, "p5": 64})
    assert game.totals[4] == 189
    assert events[-1] == MayBuyIn(SeatNumber(4), 4, 124)
    game, _ = apply(game, SeatNumber(4), BuyIn())
    game, _ = score(game, "p3", "call-up", {"p1": 52, "p2": 2, "p4": 72, "p5": 3})
    assert game.totals[3] == 180
    game, _ = apply(game, SeatNumber(3), BuyIn())
    assert game.totals == (120, 126, 42, 127, 127)
    game, _ = score(game, "p3", "call-up", {"p1": 68, "p2": 76, "p4": 44, "p5": 61})
    assert game.totals == (188, 202, 42, 171, 188)
    assert game.money == (0, -5, 33, -14, -14)
    assert game.winners == (2,)


@pytest.mark.parametrize(
    ("options", "total", "over"),
    [
        ({}, 150, False),
        ({}, 151, True),
        ({"elim_at": "reach"}, 149, False),
        ({"elim_at": "reach"}, 150, True),
        ({"limit": 100}, 101, True),
        ({"limit": 100}, 100, False),
    ],
)
def test_exactly_the_limit_stays_in_unless_the_house_says_that_reaching_it_is_enough(
    options: dict[str, int | str], total: int, over: bool
) -> None:
    assert is_over(house(**options), total) == over
    assert not is_over(replace(BRITISH, limit=None), total)


def test_the_deal_passes_to_the_left_and_skips_who_is_out() -> None:
    game = with_totals(0, 140, 0, 0)
    game, _ = score(game, "p1", "call-up", {"p2": 20, "p3": 5, "p4": 5})
    with refused("not_now", phase="buy_in"):
        begin_deal(game)
    game, events = apply(game, SeatNumber(1), Decline())
    assert events == (Declined(SeatNumber(1)), Eliminated(SeatNumber(1), 160))
    assert (game.dealer, game.number, game.out) == (2, 2, (1,))
    needs = pending(game)
    assert isinstance(needs, NeedsDeal)
    assert needs.seats == (3, 0, 2)
    game, _ = score(game, "p3", "call-up", {"p1": 5, "p4": 5})
    last = game.history[-1]
    assert isinstance(last, DealScored)
    assert [(line.seat, line.money) for line in last.scores] == [(0, -1), (2, 2), (3, -1)]
    assert game.money[1] == -6


def test_a_player_who_buys_back_starts_with_the_most_points_that_are_still_in() -> None:
    """ "If … the next player closest to busting has 120 points, the player … can re-buy … with 120"."""
    game = with_totals(100, 140, 0)
    game, events = score(game, "p3", "call-up", {"p1": 20, "p2": 20})
    assert events[-1] == MayBuyIn(SeatNumber(1), 5, 120)
    assert pending(game) == NeedsDecision(SeatNumber(1), 5, 120)
    game, _ = apply(game, SeatNumber(1), BuyIn())
    assert (game.totals, game.buy_ins) == ((120, 120, 0), (0, 1, 0))


def test_who_decides_first_is_the_closest_to_the_left_of_the_deals_winner() -> None:
    """ "The player who decides first is … closest to the left of the player who just won the last hand"."""
    game = with_totals(140, 0, 0, 140, 0)
    game, events = score(game, "p2", "call-up", {"p1": 20, "p3": 5, "p4": 20, "p5": 5})
    assert game.deciding == (3, 0)
    for seat, action in ((0, BuyIn()), (1, Decline())):
        with refused("not_your_turn", turn=3):
            apply(game, SeatNumber(seat), action)
    with refused("not_now", phase="buy_in"):
        apply(game, SeatNumber(3), Draw())
    game, events = apply(game, SeatNumber(3), BuyIn())
    assert events[-1] == MayBuyIn(SeatNumber(0), 5, 5)
    game, _ = apply(game, SeatNumber(0), Decline())
    assert (game.totals[3], game.out, game.pool) == (5, (0,), 30)
    with refused("not_now", phase="deal"):
        apply(game, SeatNumber(0), BuyIn())


def test_a_player_can_buy_back_at_most_twice() -> None:
    game = with_totals(140, 0, 0, buy_ins=(2, 0, 0))
    game, events = score(game, "p2", "call-up", {"p1": 20, "p3": 5})
    assert events[-1] == Eliminated(SeatNumber(0), 160)
    assert isinstance(pending(game), NeedsDeal)
    again = with_totals(140, 0, 0, buy_ins=(1, 0, 0))
    assert isinstance(pending(score(again, "p2", "call-up", {"p1": 20, "p3": 5})[0]), NeedsDecision)


@pytest.mark.parametrize(
    ("buy_ins", "used", "offered"), [(0, 0, False), (1, 0, True), (1, 1, False), ("unlimited", 50, True)]
)
def test_a_house_says_how_often_one_may_buy_back(buy_ins: int | str, used: int, offered: bool) -> None:
    game = with_totals(140, 0, 0, variant=house(buy_ins=buy_ins), buy_ins=(used, 0, 0))
    game, _ = score(game, "p2", "call-up", {"p1": 20, "p3": 5})
    assert isinstance(pending(game), NeedsDecision) == offered


def test_if_only_one_is_left_the_game_ends_and_nobody_is_asked() -> None:
    """ "A player may only re buy if there are two players remaining with penalty scores of 150 or less"."""
    game = with_totals(140, 0, 140)
    game, events = score(game, "p2", "call-up", {"p1": 20, "p3": 20})
    assert [type(event) for event in events[1:]] == [DealScored, Eliminated, Eliminated, GameEnded]
    assert game.winners == (1,)
    assert game.out == (2, 0)
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    assert (ended.pool, ended.money) == (15, (-6, 12, -6))
    assert ended.payments == (Payment(SeatNumber(0), SeatNumber(1), 6), Payment(SeatNumber(2), SeatNumber(1), 6))


def test_two_players_never_buy_back() -> None:
    game, _ = score(with_totals(140, 0), "p2", "call-up", {"p1": 20})
    assert game.winners == (1,)


def test_the_price_of_a_buy_in_is_the_houses() -> None:
    game = with_totals(140, 0, 0, variant=house(buy_in_price=3))
    game, _ = score(game, "p2", "call-up", {"p1": 20, "p3": 5})
    assert pending(game) == NeedsDecision(SeatNumber(0), 3, 5)
    game, _ = apply(game, SeatNumber(0), BuyIn())
    assert (game.pool, game.money, ledger(game)) == (18, (-9, -3, -6), 0)


# --- settling up ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("money", "count"),
    [
        ((0, 0), 0),
        ((-7, -16, 30, -7), 3),
        ((5, -5, 7, -7), 2),
        ((3, 4, -7, 10, -6, -4), 4),
        ((1, 2, 3, 4, -10), 4),
        ((2, 3, -5, 4, -4, 1, -1, 0), 4),
    ],
)
def test_the_payments_are_as_few_as_can_be(money: tuple[int, ...], count: int) -> None:
    assert len(settle(money)) == count


def fewest(money: tuple[int, ...]) -> int:
    """By trying every way to part the debts into groups that square among themselves."""
    seats = [seat for seat, owed in enumerate(money) if owed]

    def groups(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, rest = left[0], left[1:]
        best = -99
        for size in range(len(rest) + 1):
            for others in combinations(rest, size):
                if money[first] + sum(money[seat] for seat in others) == 0:
                    best = max(best, 1 + groups(tuple(seat for seat in rest if seat not in others)))
        return best

    return len(seats) - groups(tuple(seats))


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
def test_payments_square_the_money_and_are_the_fewest(owed: list[int]) -> None:
    money = (*owed, -sum(owed))
    left = list(money)
    payments = settle(money)
    for one in payments:
        assert one.amount > 0
        left[one.payer] += one.amount
        left[one.payee] -= one.amount
    assert not any(left)
    assert len(payments) == fewest(money)
