"""A game goes on without a seat that left, or that all the others miss."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber, Slot
from kalooki.rules.actions import Cut
from kalooki.rules.audience import live_slots
from kalooki.rules.deal import (
    Blitz,
    Calling,
    CutOffered,
    Deal,
    Holding,
    InTurn,
    Lifting,
    Phase,
    Rearranging,
    Showing,
    TurningUp,
)
from kalooki.rules.dropout import points_unopened
from kalooki.rules.errors import NotNowError
from kalooki.rules.events import (
    CameBack,
    DealScored,
    DealVoided,
    Eliminated,
    GameEnded,
    HandClosed,
    MayBuyIn,
    Passed,
    WentAway,
)
from kalooki.rules.game import apply, begin_deal, leave_hand_closed, new_game, pending, turn_up
from kalooki.rules.leaving import come_back, deal_without, go_away, has_gone_out, is_played, playing, skip
from kalooki.rules.needs import GameOver, NeedsDeal, NeedsDecision
from kalooki.rules.standings import Game
from kalooki.rules.state import state_lines
from support.contract_presets import game_named
from support.kalooki_table import BRITISH, lay_out, score

P1, P2, P3, P4 = (SeatNumber(seat) for seat in range(4))


def dealt(key: str = "british", seats: int = 3, **options: str) -> Game:
    """A deal whose upcard lies, with p1 as its dealer."""
    game, _ = begin_deal(new_game(game_named(key, options), seats))
    assert game.deal is not None
    slot = game.deal.phase.slot if hasattr(game.deal.phase, "slot") else Slot(0)
    return turn_up(game, game.variant.start_deck(seats)[0])[0] if slot else game


def next_deal(game: Game) -> tuple[SeatNumber, ...]:
    needs = pending(game)
    assert isinstance(needs, NeedsDeal)
    return needs.seats


# --- absent ----------------------------------------------------------------------------------------------------------


def test_a_deal_is_dealt_again_without_an_absent_seat_which_is_out_where_points_are_played_for() -> None:
    game, events = deal_without(dealt(), (P2,))
    assert events == (WentAway(P2, "absent"), DealVoided(1, 1, "absent"), Eliminated(P2, 0))
    assert (game.number, game.attempt, game.out, game.away) == (1, 2, (P2,), (P2,))
    assert next_deal(game) == (P3, P1)
    assert game.money[P2] == -BRITISH.stakes.initial


@pytest.mark.parametrize("phase", [TurningUp, CutOffered, Lifting])
def test_an_upcard_that_nobody_has_seen_is_no_card_lost(phase: type[Phase]) -> None:
    key = "british" if phase is TurningUp else "south_african"
    game, _ = begin_deal(new_game(game_named(key, {}), 3))
    assert game.deal is not None
    if phase is Lifting:
        game, _ = apply(game, game.deal.turn.seat, Cut())
    assert game.deal is not None
    assert isinstance(game.deal.phase, phase)
    every = sorted(live_slots(game))
    after, _ = deal_without(game, (P2,))
    assert sorted(live_slots(after)) == every


def test_in_a_contract_game_it_counts_as_the_worst_of_the_others_and_cannot_win() -> None:
    game, events = deal_without(dealt("jamaican_baby", 4), (P2,))
    assert events == (WentAway(P2, "absent"), DealVoided(1, 1, "absent"))
    assert (game.out, next_deal(game)) == ((), (P3, P4, P1))
    game, events = score(game, "p1", "out", {"p3": 24, "p4": 50})
    (scored,) = [event for event in events if isinstance(event, DealScored)]
    assert [(line.seat, line.points, line.money) for line in scored.scores] == [
        (0, 0, 0),
        (1, 50, 0),
        (2, 24, 0),
        (3, 50, 0),
    ]
    last = replace(game, number=game.variant.hands_per_game or 0, totals=(10, 0, 10, 20))
    over, _ = score(last, "p1", "out", {"p3": 5, "p4": 5})
    assert over.winners == (P1,)


def test_a_dealer_who_is_absent_passes_the_deal_on() -> None:
    game, _ = deal_without(dealt(), (P1,))
    assert (game.dealer, next_deal(game)) == (P2, (P3, P2))
    kept, _ = deal_without(dealt(), (P3,))
    assert kept.dealer == P1


def test_who_is_left_alone_has_won_the_pool() -> None:
    game, events = deal_without(dealt(), (P2, P3))
    assert [type(event) for event in events] == [WentAway, WentAway, DealVoided, Eliminated, Eliminated, GameEnded]
    assert (game.winners, sum(game.money), playing(game)) == ((P1,), 0, ())
    assert isinstance(pending(game), GameOver)


@pytest.mark.parametrize("seats", [(), (SeatNumber(7),), (P2,)])
def test_only_who_plays_can_go_away(seats: tuple[SeatNumber, ...]) -> None:
    game, _ = go_away(dealt(seats=4), (P2,))
    with pytest.raises(NotNowError):
        go_away(game, seats)
    with pytest.raises(NotNowError):
        deal_without(game, seats)


# --- left ------------------------------------------------------------------------------------------------------------


def test_the_deal_goes_on_without_a_seat_that_left_and_its_hand_is_counted() -> None:
    out = lay_out({"p1": "7S 7H 7D 7C KD", "p2": "2C 3C", "p3": "KS"}, laid=("p1",), turn="p2")
    game, events = go_away(out.game, (P2,))
    assert events == (WentAway(P2, "left"),)
    assert skip(game) is not None
    step = skip(game)
    assert step is not None
    out.game = step[0]
    assert (out.deal.turn.seat, out.deal.turn.number) == (P3, 11)
    assert skip(out.game) is None


def test_a_turn_that_nobody_plays_makes_no_card_move() -> None:
    out = lay_out({"p1": "7S", "p2": "2C 3C", "p3": "KS"}, turn="p2")
    before = out.deal
    step = skip(go_away(out.game, (P2,))[0])
    assert step is not None
    deal = step[0].deal
    assert deal is not None
    assert (deal.hands, deal.pile, deal.stock) == (before.hands, before.pile, before.stock)


def test_where_two_play_and_one_leaves_the_other_has_won() -> None:
    game, events = go_away(dealt(seats=2), (P1,))
    assert [type(event) for event in events] == [WentAway, DealVoided, Eliminated, GameEnded]
    assert game.winners == (P2,)


def test_after_a_going_out_the_deal_counts_whoever_goes_away() -> None:
    out = lay_out({"p1": "", "p2": "2C 3C"})
    out.game = replace(out.game, deal=replace(out.deal, phase=Showing(P1, "call-up")))
    assert has_gone_out(out.game)
    for step in (go_away, deal_without):
        game, events = step(out.game, (P2,))
        assert [type(event) for event in events] == [WentAway]
        game, events = leave_hand_closed(game, P2, points_unopened(game, P2))
        assert [type(event) for event in events] == [HandClosed, DealScored, Eliminated, GameEnded]
        assert game.winners == (P1,)


def test_between_deals_whoever_leaves_is_out_at_once() -> None:
    game, _ = score(new_game(BRITISH, 3), "p1", "call-up", {"p2": 5, "p3": 5})
    assert not is_played(game)
    game, events = go_away(game, (P3,))
    assert events == (WentAway(P3, "left"), Eliminated(P3, 5))
    assert next_deal(game) == (P1, P2)


def test_who_is_asked_about_a_buy_in_and_leaves_is_out_and_the_next_is_asked() -> None:
    game = replace(new_game(BRITISH, 4), totals=(0, 140, 140, 0))
    game, _ = score(game, "p1", "call-up", {"p2": 20, "p3": 20, "p4": 5})
    assert game.deciding == (P2, P3)
    later, events = go_away(game, (P3,))
    assert events == (WentAway(P3, "left"), Eliminated(P3, 160))
    assert pending(later) == NeedsDecision(P2, 5, 5)
    game, events = go_away(game, (P2,))
    assert events == (WentAway(P2, "left"), Eliminated(P2, 160), MayBuyIn(P3, 5, 5))
    game, events = go_away(game, (P3,))
    assert (events[-1], game.number, next_deal(game)) == (Eliminated(P3, 160), 2, (P1, P4))


def test_a_seat_that_left_in_a_deal_is_out_when_it_is_counted_and_is_not_asked_to_buy_in() -> None:
    game = replace(new_game(BRITISH, 3), totals=(0, 140, 0))
    game, _ = go_away(begin_deal(game)[0], (P2,))
    assert game.deal is not None
    deal = replace(game.deal, hands=((), game.deal.hands[1], ()), phase=Showing(P1, "call-up"))
    game, events = leave_hand_closed(replace(game, deal=deal), P2, 30)
    assert [type(event) for event in events] == [HandClosed, DealScored, Eliminated]
    assert (game.totals, game.out) == ((0, 170, 0), (P2,))


def test_a_north_american_seat_that_is_out_does_not_win_by_its_total() -> None:
    game = replace(new_game(game_named("north_american"), 3), totals=(0, 249, 0))
    game, _ = go_away(game, (P2,))
    game, _ = score(game, "p1", "call-up", {"p3": 251})
    assert game.winners == (P1,)


# --- windows ---------------------------------------------------------------------------------------------------------


def in_phase(key: str, phase: object, turn: SeatNumber = P1, **options: str) -> Game:
    """A deal of four in some phase, in which p2 has left."""
    game = dealt(key, 4, **options)
    assert game.deal is not None
    deal: Deal = replace(game.deal, phase=phase, turn=replace(game.deal.turn, seat=turn))  # type: ignore[arg-type]
    return go_away(replace(game, deal=deal), (P2,))[0]


def test_a_seat_that_left_passes_in_every_window() -> None:
    step = skip(in_phase("jamaican_baby", Calling((P2, P3))))
    assert step is not None
    assert step[1][0] == Passed(P2)
    held = in_phase("jamaican_baby", Holding((P2, P3), calls=False), penalties="challenge")
    step = skip(held)
    assert step is not None
    assert step[1] == (Passed(P2),)
    assert skip(in_phase("jamaican_baby", Calling((P3,)))) is None


def test_a_seat_that_left_in_its_turn_allows_what_was_called_and_gives_up_what_it_laid_falsely() -> None:
    called = in_phase("jamaican_baby", Calling((), (P4,)), P2)
    step = skip(called)
    assert step is not None and step[0].deal is not None  # noqa: PT018
    assert not isinstance(step[0].deal.phase, Calling)
    again = in_phase("jamaican_baby", Rearranging(), P2, penalties="challenge")
    step = skip(again)
    assert step is not None and step[0].deal is not None  # noqa: PT018
    assert isinstance(step[0].deal.phase, InTurn)


def test_a_seat_that_left_after_a_blitz_lays_nothing_and_the_deal_counts() -> None:
    game = in_phase("south_african", Blitz(P1), P2)
    assert has_gone_out(game)
    step = skip(game)
    assert step is not None
    assert step[1] == (Passed(P2),)


def test_nothing_follows_where_no_deal_is_played_or_another_is_waited_for() -> None:
    assert skip(new_game(BRITISH, 3)) is None
    game, _ = deal_without(dealt(), (P2,))
    assert skip(game) is None
    assert skip(in_phase("british", InTurn(), P1)) is None


# --- closed hands ----------------------------------------------------------------------------------------------------


def test_a_closed_hand_costs_its_worst_case_and_what_all_have_seen_of_it_costs_what_it_is() -> None:
    out = lay_out({"p1": "", "p2": "2C 3C"}, stock="KS KH 2D", pile="4D")
    slot = out.deal.hands[P2][0]
    out.game = replace(out.game, deal=replace(out.deal, phase=Showing(P1, "call-up"), faces={slot: out.faces[slot]}))
    assert points_unopened(out.game, P2) == 2 + 10
    mean = replace(out.game, variant=game_named("north_american"))
    assert points_unopened(mean, P2) == 2 + round((10 + 10 + 2 + 3) / 4)


@pytest.mark.parametrize("seat", [P1, P3])
def test_only_a_hand_that_is_to_be_opened_can_stay_closed(seat: SeatNumber) -> None:
    out = lay_out({"p1": "", "p2": "2C 3C"})
    with pytest.raises(NotNowError):
        leave_hand_closed(out.game, P2, 5)
    out.game = replace(out.game, deal=replace(out.deal, phase=Showing(P1, "call-up")))
    with pytest.raises(NotNowError):
        leave_hand_closed(out.game, seat, 5)


def test_a_closed_hand_and_who_is_away_stand_in_the_state_text() -> None:
    game, _ = go_away(dealt(seats=4), (P2,))
    assert game.deal is not None
    game = replace(game, deal=replace(game.deal, phase=Showing(P1, "call-up")))
    game, _ = leave_hand_closed(game, P2, 42)
    lines = list(state_lines(game))
    assert {"away 1", "phase show 0 call-up - 1:42"} <= set(lines)


# --- coming back ------------------------------------------------------------------------------------------------------


def test_a_seat_that_was_away_plays_the_next_deal_with_its_points_and_its_money_and_buys_in_no_more() -> None:
    away, _ = deal_without(dealt(seats=4), (P2,))
    game, events = come_back(away, P2, "return")
    assert events == (CameBack(P2, "return"),)
    assert (game.away, game.out, game.no_buy_in, next_deal(game)) == ((), (), (P2,), (P2, P3, P4, P1))
    assert (game.totals, game.money) == (away.totals, away.money)
    over, events = score(game, "p1", "call-up", {"p2": 151, "p3": 160})
    assert over.deciding == (P3,)
    assert Eliminated(P2, 151) in events
    again, _ = come_back(go_away(game, (P2,))[0], P2, "stand_in")
    assert again.no_buy_in == (P2,)


def test_in_a_contract_game_a_seat_comes_back_to_its_place() -> None:
    away, _ = deal_without(dealt("jamaican_baby", 4), (P2,))
    game, _ = come_back(away, P2, "return")
    assert next_deal(game) == (P2, P3, P4, P1)


def test_a_north_american_seat_comes_back_whatever_its_total_is() -> None:
    away, _ = deal_without(dealt("north_american"), (P2,))
    game, _ = come_back(replace(away, totals=(0, 200, 0)), P2, "return")
    assert P2 in next_deal(game)


@pytest.mark.parametrize("why", ["is not away", "is over the limit", "has ended", "is in a deal"])
def test_nobody_comes_back_whose_seat_or_game(why: str) -> None:
    away, _ = deal_without(dealt(), (P2,))
    game = {
        "is not away": dealt(),
        "is over the limit": replace(away, totals=(0, 151, 0)),
        "has ended": replace(away, winners=(P1,)),
        "is in a deal": begin_deal(away)[0],
    }[why]
    with pytest.raises(NotNowError):
        come_back(game, P2, "return")


def test_who_may_not_buy_in_stands_in_the_state_text() -> None:
    away, _ = deal_without(dealt(), (P2,))
    assert not any(line.startswith("no_buy_in") for line in state_lines(away))
    assert "no_buy_in 1" in list(state_lines(come_back(away, P2, "return")[0]))
