"""What the North American game does otherwise: the opening, the jokers, how a deal is counted and a game is won."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules.actions import Lay
from kalooki.rules.events import DealScored, GameEnded, JokerExchanged, WentOut
from kalooki.rules.game import Game, NeedsAction, NeedsDeal, new_game, pending
from kalooki.rules.legal import legal_actions
from kalooki.rules.notation import format_action
from kalooki.rules.registry import variant_named
from kalooki.rules.variant import OptionValue, Stakes
from kalooki.rules.variants.north_american import VARIANT
from support.kalooki_table import Table, lay_out, refused, score

REST = " 2C 8D"


def game(players: int = 3, **options: OptionValue) -> Game:
    return new_game(variant_named("north_american", options), players)


def opening(hand: str, *table: str, **options: OptionValue) -> Table:
    """A seat that has not laid, after its draw."""
    variant = variant_named("north_american", options)
    out = lay_out({"p1": hand + REST, "p2": ""}, table=table, laid=("p2",), variant=variant)
    out.play("p1 draw")
    return out


def later(hand: str, *table: str, **options: OptionValue) -> Table:
    """A seat that has laid before, after its draw."""
    variant = variant_named("north_american", options)
    out = lay_out({"p1": hand, "p2": "2C 3C"}, table=table, laid=("p1", "p2"), variant=variant)
    out.play("p1 draw")
    return out


# --- the deal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "dealt", "stock"),
    [("seed", (15, 13, 13, 13, 11), (77, 68, 55, 42, 41)), ("uspcc", (15, 15, 15, 13, 11), (77, 62, 47, 42, 41))],
)
def test_the_more_players_the_fewer_cards(house: str, dealt: tuple[int, ...], stock: tuple[int, ...]) -> None:
    """ "Each player is dealt …", the table that the text lost; and that of the maker of the cards."""
    variant = variant_named("north_american", {"na_deal": house})
    for players, size, left in zip(range(2, 7), dealt, stock, strict=True):
        assert variant.hand_size(players, 1) == size
        assert len(variant.start_deck(players)) - players * size - 1 == left


def test_two_to_six_play_without_a_pool() -> None:
    assert game(6).money == (0,) * 6
    assert game(2).pool == 0
    assert VARIANT.stakes == Stakes(0, 0, 0, 0)
    for seats in (1, 7):
        with refused("wrong_number_of_seats"):
            game(seats)


def test_what_the_game_has_not_is_no_house_rule() -> None:
    for name, value in (
        ("limit", 100),
        ("buy_ins", 2),
        ("stakes", "1-2-5-5"),
        ("kalooki_double", True),
        ("tie", "shared"),
    ):
        with refused("option_not_applicable", option=name, reason="this variant has no such rule"):
            variant_named("north_american", {name: value})
    for name, value in (("ace_low", False), ("max_players", 5), ("extra_melds", False), ("penalties", "challenge")):
        with refused("option_not_applicable", option=name):
            variant_named("north_american", {name: value})


# --- melds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("meld", ["AS 2S 3S", "3S 2S AS", "QS KS AS", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"])
def test_an_ace_stands_below_the_two_or_above_the_king(meld: str) -> None:
    later(meld + " 9D").play(f"p1 lay {meld}")


@pytest.mark.parametrize(
    ("meld", "code"),
    [("KS AS 2S", "round_the_corner"), ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "rank_twice")],
)
def test_no_run_goes_round_the_corner_or_has_two_aces(meld: str, code: str) -> None:
    with refused(code):
        later(meld + " 9D").play(f"p1 lay {meld}")


def test_a_set_repeats_a_suit_only_where_the_house_lets_it() -> None:
    with refused("suit_twice", card="3S"):
        later("3S 3S 3H 9D").play("p1 lay 3S 3S 3H")
    house = later("3S 3S 3H 3D 9D", na_duplicate_suits=True)
    house.play("p1 lay 3S 3S 3H", "p1 lay 3D on m1")
    with refused("meld_is_closed"):
        later("3C 9D", "p2: 3S 3S 3H 3D", na_duplicate_suits=True).play("p1 lay 3C on m1")


# --- the initial meld -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("melds", "points", "ace"),
    [("AC 2C 3C; KD KS KH", 50, 15), ("AC 2C 3C; KD KS KH", 36, 1), ("TD TS JK=TC; 4C 4D 4H", 42, 15)],
)
def test_less_than_51_is_refused(melds: str, points: int, ace: int) -> None:
    out = opening(melds.replace(";", "").replace("=TC", ""), low_ace_meld_value=ace)
    with refused("initial_meld_too_low", points=points, needed=51):
        out.play(f"p1 lay {melds}")


@pytest.mark.parametrize("melds", ["QC KC AC; 7D 8D 9D", "AC AD AS; 2S 3S 4S", "AC 2C 3C; KD KS KH KC"])
def test_51_or_more_open(melds: str) -> None:
    out = opening(melds.replace(";", ""))
    out.play(f"p1 lay {melds}")
    assert out.view("p1").seats[0].has_laid


TENS = "p2: TD TS TC"


def test_cards_laid_off_count_beside_a_new_meld_of_ones_own() -> None:
    """ "Cards built … are also counted for a player in a case if he has made at least one meld of his own"."""
    opening("KH KD KS 4C 4D 4H TH", TENS).play("p1 lay KH KD KS; 4C 4D 4H; TH on m1")
    with refused("initial_meld_too_low", points=46):
        opening("QH QD QS 2C 2D 2H TH", TENS).play("p1 lay QH QD QS; 2C 2D 2H; TH on m1")
    runs = (TENS, "p2: TH JH QH", "p2: 9D TD JD")
    with refused("initial_meld_first"):
        opening("TH KH AH QD KD", *runs).play("p1 lay KH AH on m2; QD KD on m3; TH on m1")


def test_a_bot_or_a_client_is_shown_the_openings_in_which_builds_count() -> None:
    out = opening("KH KD KS 4C 4D 4H TH 9S", TENS, "p2: TS JS QS")
    lays = {format_action(one) for one in legal_actions(out.view("p1")) if isinstance(one, Lay)}
    assert "lay 4H 4D 4C; KS KH KD; TH on m1" in lays
    assert "lay 4H 4D 4C; KS KH KD; 9S on m2" in lays
    assert "lay KS KH KD; TH on m1; 9S on m2" not in lays, "49 points"
    assert "lay 4H 4D 4C; KS KH KD; TH on m1; 9S on m2" not in lays, "one of the two is enough"
    richer = opening("KH KD KS AC TH KS", TENS, "p2: JS QS JK=KS", "p2: JC QC KC")
    lays = {format_action(one) for one in legal_actions(richer.view("p1")) if isinstance(one, Lay)}
    assert "lay KS KH KD; TH on m1; AC on m3" in lays


def test_a_taken_card_must_be_in_a_new_meld_also_where_builds_count() -> None:
    variant = variant_named("north_american")
    hand = {"p1": "KH KD KS QH QD QS TH 9C", "p2": "2C"}
    out = lay_out(hand, table=("p2: TD TS TC",), laid=("p2",), variant=variant, pile="TH")
    out.play("p1 take")
    with refused("must_use_taken_card", card="TH"):
        out.play("p1 lay KH KD KS; QH QD QS; TH on m1")
    assert not any(isinstance(one, Lay) for one in legal_actions(out.view("p1")))
    out.play("p1 return", "p1 draw", "p1 lay KH KD KS; QH QD QS; TH on m1")
    useful = lay_out(
        hand | {"p1": "KH KD KS TH 8H 2S"}, table=("p2: TD TS TC",), laid=("p2",), variant=variant, pile="9H"
    )
    useful.play("p1 take")
    lays = {format_action(one) for one in legal_actions(useful.view("p1")) if isinstance(one, Lay)}
    assert lays == {"lay KS KH KD; 8H 9H TH"}


# --- jokers -----------------------------------------------------------------------------------------------------------


def test_one_natural_takes_the_joker_of_a_set() -> None:
    out = later("8C QH QC 9D", "p2: 8S 8H JK")
    out.play("p1 lay 8C for JK in m1; QH QC JK")
    assert out.meld(1) == "8S 8H 8C"
    with refused("exchange_needs"):
        later("8S QH QC 9D", "p2: 8S 8H JK").play("p1 lay 8S for JK in m1; QH QC JK")
    full = later("8C QH QC 9D", "p2: 8S 8H 8D JK")
    full.play("p1 lay 8C for JK in m1; QH QC JK")
    assert full.meld(1) == "8S 8H 8D 8C"


def test_where_sets_repeat_a_suit_any_card_of_the_rank_takes_the_joker() -> None:
    out = later("8S QH QC 9D", "p2: 8S 8H JK", na_duplicate_suits=True)
    out.play("p1 lay 8S for JK in m1; QH QC JK")
    assert out.meld(1) == "8S 8H 8S"


def test_a_released_joker_is_used_at_once_or_goes_into_the_hand_where_the_house_says_so() -> None:
    with refused("released_joker_unused"):
        later("8C 9D 9H", "p2: 8S 8H JK").play("p1 lay 8C for JK in m1")
    out = later("8C 9D 9H", "p2: 8S 8H JK", na_joker_to_hand=True)
    assert any(isinstance(event, JokerExchanged) and event.to_hand for event in out.play("p1 lay 8C for JK in m1"))
    assert out.hand("p1") == "9D 9H 3C JK"
    out.play("p1 discard JK count 3")
    assert out.pile.endswith("JK")


def test_only_the_jokers_of_others_are_released_where_the_house_says_so() -> None:
    later("8C QH QC 9D", "p1: 8S 8H JK").play("p1 lay 8C for JK in m1; QH QC JK")
    with refused("only_others_jokers"):
        later("8C QH QC 9D", "p1: 8S 8H JK", na_joker_others_only=True).play("p1 lay 8C for JK in m1; QH QC JK")
    later("8C QH QC 9D", "p2: 8S 8H JK", na_joker_others_only=True).play("p1 lay 8C for JK in m1; QH QC JK")


# --- going out --------------------------------------------------------------------------------------------------------


def test_the_last_card_is_discarded_unless_the_house_lets_it_be_laid() -> None:
    with refused("must_keep_a_discard"):
        later("3D 3H").play("p1 lay 3D 3H 3C")
    out = later("3D 3H", out_without_discard=True)
    assert out.play("p1 lay 3D 3H 3C")[-1] == WentOut(SeatNumber(0), "call-up")
    out.open_hands()
    assert out.game.totals == (5, 0)
    later("3D 3H 9D", out_without_discard=True).play("p1 lay 3D 3H 3C", "p1 discard 9D")


def test_a_joker_that_came_into_the_hand_must_still_go_before_the_seat_is_out() -> None:
    out = later("8C 3D 3H", "p2: 8S 8H JK", na_joker_to_hand=True, out_without_discard=True)
    out.play("p1 lay 8C for JK in m1; 3D 3H 3C")
    assert isinstance(pending(out.game), NeedsAction)
    assert out.play("p1 discard JK")[-1] == WentOut(SeatNumber(0), "call-up")


def test_every_discard_is_announced() -> None:
    out = later("7S 7H 7D 8C 9C")
    assert len(out.play("p1 discard 3C count 5")) == 1
    silent = later("7S 7H 7D 8C 9C")
    assert type(silent.play("p1 discard 3C")[-1]).__name__ == "FailedToAnnounce"


# --- the score --------------------------------------------------------------------------------------------------------


def line(events: tuple[object, ...]) -> DealScored:
    return next(event for event in events if isinstance(event, DealScored))


def scores(events: tuple[object, ...]) -> list[tuple[int, int, int]]:
    return [(one.points, one.total, one.money) for one in line(events).scores]


@pytest.mark.parametrize("how", ["call-up", "kalooki"])
def test_the_winner_of_a_deal_scores_what_the_others_hold_and_nobody_else_scores(how: str) -> None:
    """No bonus for going out in one turn, and nothing is paid."""
    after, events = score(game(), "p2", how, {"p1": 40, "p3": 25})
    assert scores(events) == [(0, 0, 0), (65, 65, 0), (0, 0, 0)]
    assert isinstance(pending(after), NeedsDeal)
    assert (after.dealer, after.number, after.money) == (1, 2, (0, 0, 0))


def test_cards_in_hand_cost_25_for_a_joker_and_15_for_an_ace() -> None:
    cost = {str(card): VARIANT.hand_value(card) for card in VARIANT.start_deck(2)}
    assert (cost["JK"], cost["AS"], cost["AH"], cost["KD"], cost["TC"], cost["9S"], cost["2H"]) == (
        25,
        15,
        15,
        10,
        10,
        9,
        2,
    )


@pytest.mark.parametrize(("left", "ends"), [(9, False), (10, True), (40, True)])
def test_the_first_who_has_250_wins_the_game(left: int, ends: bool) -> None:
    before = replace(game(), totals=(200, 240, 240))
    after, events = score(before, "p2", "call-up", {"p1": left})
    assert after.winners == ((SeatNumber(1),) if ends else ())
    assert (events[-1] == GameEnded((SeatNumber(1),), 0, (0, 0, 0), ())) == ends


def test_a_house_may_play_to_another_target() -> None:
    after, _ = score(game(na_target=50), "p3", "call-up", {"p1": 40, "p2": 10})
    assert after.winners == (SeatNumber(2),)


def test_each_may_count_his_own_cards_until_one_has_150_and_then_the_lowest_wins() -> None:
    start = game(na_scoring="penalty")
    assert start.variant.na_target == 150
    assert game(na_scoring="penalty", na_target=250).variant.na_target == 250
    on, events = score(replace(start, totals=(139, 60, 0)), "p2", "call-up", {"p1": 10, "p3": 25})
    assert scores(events) == [(10, 149, 0), (0, 60, 0), (25, 25, 0)]
    assert on.winners == ()
    over, events = score(replace(start, totals=(140, 60, 0)), "p2", "kalooki", {"p1": 10, "p3": 25})
    assert over.winners == (SeatNumber(2),)
    shared, _ = score(replace(start, totals=(140, 30, 5)), "p2", "call-up", {"p1": 10, "p3": 25})
    assert shared.winners == (SeatNumber(1), SeatNumber(2))
    assert shared.out == ()


@pytest.mark.parametrize(("how", "factor"), [("call-up", 1), ("kalooki", 2)])
def test_cards_may_be_paid_for_deal_by_deal_twice_after_a_win_in_one_turn(how: str, factor: int) -> None:
    """One for a card and two for a joker; the winner of the most money is the first at the target."""
    start = game(na_scoring="per_hand", na_target=50)
    assert {start.variant.hand_value(card) for card in start.variant.start_deck(3)} == {1, 2}
    after, events = score(start, "p2", how, {"p1": 40, "p3": 25})  # four cards, three cards
    paid = [-4 * factor, 7 * factor, -3 * factor]
    assert scores(events) == [(0, 0, paid[0]), (paid[1], paid[1], paid[1]), (0, 0, paid[2])]
    assert after.money == tuple(paid)
    last, events = score(replace(start, totals=(0, 44, 0)), "p2", how, {"p1": 40, "p3": 25})
    assert last.winners == (SeatNumber(1),)
    assert isinstance(events[-1], GameEnded)
    assert sum(one.amount for one in events[-1].payments) == 7 * factor
