"""South African Kaluki: the cut, cards that are shown for money, points, cents and the kitty."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber, Slot
from kalooki.rules import game as games
from kalooki.rules.actions import Show, Shown
from kalooki.rules.audience import EVERYBODY, audience, entitled, live_slots
from kalooki.rules.deal import Showing
from kalooki.rules.game import Game, NeedsUpcard, begin_deal, new_game, pending, turn_up
from kalooki.rules.legal import legal_actions, legal_kinds
from kalooki.rules.notation import format_action, parse_card
from kalooki.rules.state import state_lines
from kalooki.rules.variant import OptionValue
from support.kalooki_table import Table, awaits, lay_out, refused, score
from support.south_african import draws, hand_of, kaluki

# --- the cut ----------------------------------------------------------------------------------------------------------


def begun(*, bottom: str, players: int = 4) -> Table:
    """A deal whose bottom card is this; p2 sits left of the dealer, p1."""
    game, _ = begin_deal(new_game(kaluki(), players))
    assert game.deal is not None
    deck = list(game.deal.deck)
    at = next(place for place, card in enumerate(deck) if str(card) == bottom)
    deck[at], deck[-1] = deck[-1], deck[at]
    return Table(game, {slot: deck[slot] for slot in live_slots(game)})


def turned(out: Table) -> Table:
    needs = pending(out.game)
    assert isinstance(needs, NeedsUpcard)
    return Table(turn_up(out.game, out.faces[needs.slot])[0], out.faces)


def test_before_the_cut_nobody_sees_a_card() -> None:
    out = begun(bottom="JK")
    assert pending(out.game) == awaits((1,))
    assert (out.view("p2").phase.value, legal_kinds(out.view("p2"))) == ("cut", ("pass", "cut"))
    assert dict(entitled(out.game)) == {}
    assert [out.view(name).hand for name in ("p1", "p2")] == [(), ()]
    assert len(out.view("p2").unopened) == 13
    assert len(live_slots(out.game)) == 108
    with refused("only_the_cutter", cutter=1):
        out.play("p1 cut")
    with refused("no_depth"):
        out.play("p2 cut 36")
    with refused("not_now", phase="cut"):
        out.play("p2 draw")


def test_who_cuts_a_joker_keeps_it_gets_twelve_more_and_is_paid() -> None:
    out = begun(bottom="JK")
    last = out.deal.hands[1][-1]
    out.play("p2 cut")
    assert "phase lifting 107 52" in list(state_lines(out.game))
    needs = pending(out.game)
    assert isinstance(needs, NeedsUpcard)
    assert dict(entitled(out.game)) == {needs.slot: EVERYBODY}
    assert len(live_slots(out.game)) == 108
    assert audience(out.game, last) is None
    out = turned(out)
    assert dict(out.deal.paid) == {0: -100, 1: 300, 2: -100, 3: -100}
    assert [len(hand) for hand in out.deal.hands] == [13] * 4
    assert out.view("p1").seats[1].known == (parse_card("JK"),)
    assert out.deal.stock[-1] == last
    assert audience(out.game, last) is None
    out = turned(out)
    assert pending(out.game).seats == (1,)  # type: ignore[union-attr]
    assert len(live_slots(out.game)) == 108


def test_a_bottom_card_that_is_no_joker_becomes_the_upcard() -> None:
    out = begun(bottom="4D")
    upcard = Slot(52)
    out.play("p2 cut")
    out = turned(out)
    assert out.pile == "4D"
    assert out.deal.stock[-1] == upcard
    assert audience(out.game, upcard) is None
    assert out.deal.paid == ()
    assert len(live_slots(out.game)) == 108
    assert audience(out.game, out.deal.hands[0][0]) == 0


def test_nobody_has_to_cut() -> None:
    for over in (True, False):
        out = begun(bottom="JK")
        assert "phase cut_offered 52" in list(state_lines(out.game))
        if over:
            out = Table(games.close_window(out.game)[0], out.faces)
        else:
            out.play("p2 pass")
        out = turned(out)
        assert out.view("p2").phase.value == "draw"
        with refused("not_now", phase="draw"):
            out.play("p2 cut")
    british = lay_out({"p1": "7S", "p2": ""})
    with refused("not_in_this_variant"):
        british.play("p1 cut")


# --- cards that are shown for money -----------------------------------------------------------------------------------


def dealt(hand: str, **house: OptionValue) -> Table:
    others = {"p2": hand, "p3": "2D 3D 4D"}
    out = hand_of("7S 7H 2C", others=others, house=house)
    return Table(replace(out.game, deal=replace(out.deal, turn=replace(out.deal.turn, number=0))), out.faces)


def test_three_dealt_jokers_are_shown_for_a_rand_from_each() -> None:
    out = dealt("JK JK JK 9S")
    assert legal_kinds(out.view("p2")) == ("show",)
    events = out.play("p2 show JK JK JK")
    assert [type(event).__name__ for event in events] == ["Showed"]
    assert dict(out.deal.paid) == {0: -100, 1: 200, 2: -100}
    assert len(out.view("p1").seats[1].known) == 3
    assert "shown 1:jokers" in list(state_lines(out.game))
    with refused("already_shown"):
        out.play("p2 show JK JK JK")
    assert legal_kinds(out.view("p2")) == ()


def test_what_is_not_paid_for_is_not_shown() -> None:
    out = dealt("JK JK 9S 9S 8S 8S 7S 7S 6S 6S")
    for cards in ("JK JK", "9S 9S 8S 8S 7S 7S 6S 6S", "JK JK 9S"):
        with refused("nothing_to_show_for"):
            out.play(f"p2 show {cards}")
    with refused("not_held"):
        out.play("p2 show JK JK JK")
    held = out.deal.hands[1][0]
    with refused("used_twice"):
        games.check(out.game, SeatNumber(1), Show((Shown(held, parse_card("JK")),) * 3))
    with refused("not_in_hand"):
        games.check(out.game, SeatNumber(0), Show((Shown(held, parse_card("JK")),)))


def test_four_identical_pairs_are_paid_for_where_the_house_says_so() -> None:
    out = dealt("JK JK 9S 9S 8S 8S 7S 7S 6S 6S", sa_four_pairs=True)
    for cards in ("9S 9S 8S 8S 7S 7S", "JK JK 9S 9S 8S 8S 7S 7S", "9S 9S 8S 8S 7S 7S 6S"):
        with refused("nothing_to_show_for"):
            out.play(f"p2 show {cards}")
    out.play(next(format_action(action, SeatNumber(1)) for action in legal_actions(out.view("p2"))))
    assert dict(out.deal.paid) == {0: -100, 1: 200, 2: -100}


def test_cards_are_shown_before_the_first_draw_only() -> None:
    out = dealt("JK JK JK 9S")
    out.play("p1 take")
    with refused("too_late_to_show"):
        out.play("p2 show JK JK JK")
    begins = begun(bottom="4D")
    with refused("not_now", phase="cut"):
        games.check(begins.game, SeatNumber(1), Show(()))
    over = dealt("JK JK JK 9S")
    over = Table(replace(over.game, deal=replace(over.deal, phase=Showing(SeatNumber(0), "out"))), over.faces)
    with refused("not_now", phase="show"):
        over.play("p2 show JK JK JK")
    british = lay_out({"p1": "JK JK JK", "p2": ""}, number=0)
    with refused("not_in_this_variant"):
        british.play("p1 show JK JK JK")


def test_what_is_paid_in_a_deal_counts_if_the_deal_does() -> None:
    out = draws(hand_of("5S 5H 5D", laid=("p1",), stock="5C 6C", others={"p2": "KS", "p3": "2D"}))
    out = Table(replace(out.game, deal=replace(out.deal, paid=((SeatNumber(1), -20),))), out.faces)
    out.play("p1 lay 5S 5H 5D 5C")
    out.open_hands()
    assert (out.game.money, out.game.pool) == ((-80, -130, -110), 320)


# --- points and money -------------------------------------------------------------------------------------------------


def after_scores(*deals: tuple[str, dict[str, int]], **house: OptionValue) -> Game:
    game = replace(new_game(kaluki(**house), 3), number=2)
    for winner, left in deals:
        game, _ = score(game, winner, "out", left)
    return game


@pytest.mark.parametrize(("left", "cents"), [(71, 80), (36, 40), (10, 10), (11, 20), (0, 0)])
def test_a_loser_pays_ten_cents_for_ten_points_or_part_of_them(left: int, cents: int) -> None:
    game = after_scores(("p1", {"p2": left, "p3": 2}))
    assert game.money == (-100 + cents + 10, -100 - cents, -100 - 10)
    assert game.totals == (0, left, 2)


def test_three_deals_in_a_row_bring_a_rand_from_each_and_so_do_three_more() -> None:
    left = {"p3": 2}
    three = after_scores(("p2", left), *[("p1", left)] * 3)
    assert three.money == (-100 + 30 + 200, -100 + 10 - 100, -100 - 40 - 100)
    broken = after_scores(*[("p1", left)] * 2, ("p2", left), ("p1", left))
    assert broken.money == (-100 + 30, -100 + 10, -100 - 40)
    five = replace(after_scores(*[("p1", left)] * 5), number=2)
    assert five.money == (-100 + 50 + 200, -200, -100 - 50 - 100)
    assert score(five, "p1", "out", left)[0].money == (-100 + 60 + 400, -300, -100 - 60 - 200)


@pytest.mark.parametrize(
    ("melds", "double", "cents"),
    [("9S 9H 9D", True, 160), ("9S 9H JK=9D", True, 80), ("9S 9H 9D", False, 80)],
)
def test_a_blitz_brings_a_rand_and_without_jokers_double_where_the_house_says_so(
    melds: str, cents: int, *, double: bool
) -> None:
    house: dict[str, OptionValue] = {"sa_blitz_double": double}
    out = hand_of("", f"p1: {melds}", deal="blitz", others={"p2": "KS QS KD QD KC QC AS", "p3": ""}, house=house)
    out = Table(replace(out.game, deal=replace(out.deal, phase=Showing(SeatNumber(0), "blitz"))), out.faces)
    out.open_hands()
    less = 200 if double and "JK" not in melds else 100
    assert out.game.money == (-100 + cents + 2 * less, -100 - cents - less, -100 - less)


def test_the_lowest_total_takes_the_kitty_and_a_tie_is_split() -> None:
    game = replace(new_game(kaluki(), 3), number=7, totals=(0, 20, 30))
    won, _ = score(game, "p2", "out", {"p1": 10, "p3": 10})
    assert (won.winners, won.pool, won.money) == ((0,), 300, (-100 - 10 + 300, -100 + 20, -100 - 10))
    tied, _ = score(replace(game, totals=(10, 20, 30)), "p2", "out", {"p1": 10, "p3": 10})
    assert (tied.winners, tied.money) == ((0, 1), (-100 - 10 + 150, -100 + 20 + 150, -100 - 10))
    again, _ = score(
        replace(game, variant=kaluki(tie="extra_hand"), totals=(10, 20, 30)), "p2", "out", {"p1": 10, "p3": 10}
    )
    assert (again.winners, again.out, again.number) == ((), (2,), 8)


def test_a_deal_without_end_is_void_after_three_hundred_turns() -> None:
    out = hand_of("7S 7H 2C")
    out = Table(replace(out.game, deal=replace(out.deal, turn=replace(out.deal.turn, number=299))), out.faces)
    out.play("p1 take", "p1 discard 2C")
    assert "result voided 2 1 turn_cap" in list(state_lines(out.game))
