"""Jamaican Kalooki: contracts, melds, tacking, jokers that move, the end of turns and of the game."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules import game as games
from kalooki.rules.actions import End, Lay, Shown
from kalooki.rules.game import GameOver, begin_deal, new_game, pending
from kalooki.rules.legal import legal_actions
from kalooki.rules.notation import format_action, parse_card
from kalooki.rules.state import state_lines
from kalooki.rules.variant import OptionValue, Variant
from support.contract_presets import game_named
from support.kalooki_table import Table, lay_out, refused, score

EMPTY = {"p2": "2C 3H 4H", "p3": "2D 3D 4D"}


def jamaican(**options: OptionValue) -> Variant:
    return game_named("jamaican", options)


def hand_of(
    hand: str,
    *table: str,
    laid: tuple[str, ...] = (),
    deal: int = 1,
    pile: str = "4D",
    others: dict[str, str] | None = None,
    **options: OptionValue,
) -> Table:
    """The turn of p1, who has drawn nothing yet, in a deal of this number."""
    out = lay_out(
        {"p1": hand, **(EMPTY if others is None else others)},
        table=table,
        laid=laid,
        variant=jamaican(**options),
        pile=pile,
    )
    return Table(replace(out.game, number=deal, deal=replace(out.deal, number=deal)), out.faces)


# --- the contract -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "hand", "lay"),
    [
        (1, "7S 7H 7D 8S 8H 8D 9S 9H 9D", "7S 7H 7D; 8S 8H 8D; 9S 9H 9D"),
        (2, "7S 7H 7D 8S 8H 8D 2C 3C 4C 5C", "2C 3C 4C 5C; 7S 7H 7D; 8S 8H 8D"),
        (3, "7S 7H 7D AS 2S 3S 4S JC QC KC AC", "7S 7H 7D; AS 2S 3S 4S; JC QC KC AC"),
        (4, "AS 2S 3S 4S 5H 6H 7H 8H JC QC KC AC", "4S 3S 2S AS; 5H 6H 7H 8H; JC QC KC AC"),
        (1, "KS KS KH KD 8S 8H JK 7S 7S JK JK", "KS KS KH KD; 8S 8H JK; 7S 7S JK JK"),
    ],
)
def test_a_first_lay_is_the_contract_of_the_deal(deal: int, hand: str, lay: str) -> None:
    out = hand_of(f"{hand} TH", deal=deal)
    out.play("p1 draw", f"p1 lay {lay}")
    assert SeatNumber(0) in out.deal.laid


@pytest.mark.parametrize(
    ("deal", "hand", "lay", "code"),
    [
        (4, "7S 7H 7D 8S 8H 8D 9S 9H 9D", "7S 7H 7D; 8S 8H 8D; 9S 9H 9D", "contract_not_met"),
        (1, "7S 7H 7D 8S 8H 8D 9S 9H 9D", "7S 7H 7D; 8S 8H 8D", "contract_not_met"),
        (1, "7S 7H 7D 8S 8H 8D 9S 9H 9D 2C 2D 2H", "7S 7H 7D; 8S 8H 8D; 9S 9H 9D; 2C 2D 2H", "no_further_melds"),
        (2, "7S 7H 7D 7C 7S 7H 2C 3C 4C 5C", "7S 7H 7D; 7C 7S 7H; 2C 3C 4C 5C", "same_rank_twice"),
        (3, "7S 7H 7D 2C 3C 4C 5C 7C 8C 9C TC", "7S 7H 7D; 2C 3C 4C 5C; 7C 8C 9C TC", "same_suit_twice"),
        (1, "9S JK JK 8S 8H 8D 7S 7H 7D", "9S JK=9H JK=9D; 8S 8H 8D; 7S 7H 7D", "too_many_jokers"),
        (2, "5H 6H 7H 8S 8H 8D 7S 7C 7D", "5H 6H 7H; 8S 8H 8D; 7S 7C 7D", "too_few_cards"),
        (2, "9C JK JK QC 8S 8H 8D 7S 7H 7D", "9C JK JK QC; 8S 8H 8D; 7S 7H 7D", "jokers_touch"),
        (2, "QH KH AH 2H 3H 8S 8H 8D 7S 7H 7D", "QH KH AH 2H 3H; 8S 8H 8D; 7S 7H 7D", "round_the_corner"),
        (1, "JK JK JK 8S 8H 8D 7S 7H 7D", "JK JK JK; 8S 8H 8D; 7S 7H 7D", "only_jokers"),
    ],
)
def test_a_first_lay_that_is_not_the_contract_is_refused_whole(deal: int, hand: str, lay: str, code: str) -> None:
    out = hand_of(f"{hand} TH", deal=deal)
    out.play("p1 draw")
    before = out.game
    with refused(code):
        out.play(f"p1 lay {lay}")
    assert out.game is before


def test_nine_joker_jack_joker_is_a_run() -> None:
    out = hand_of("9C JK JC JK 8S 8H 8D 7S 7H 7D 2C", deal=2)
    out.play("p1 draw", "p1 lay 9C JK JC JK; 8S 8H 8D; 7S 7H 7D")
    assert out.meld(1) == "9C JK=TC JC JK=QC"


SUIT = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"


def test_a_whole_suit_stands_for_the_three_runs_of_deals_four_and_eight_only() -> None:
    out = hand_of(f"{SUIT} 2H", deal=4)
    out.play("p1 draw", f"p1 lay {SUIT}")
    assert out.view("p1").table[0].closed
    with_a_set = hand_of(f"{SUIT} 2H 8H 8D 8C", deal=8)
    with_a_set.play("p1 draw", f"p1 lay 8H 8D 8C; {SUIT}")
    for deal, full_suit in ((9, True), (4, False)):
        other = hand_of(f"{SUIT} 2H", deal=deal, full_suit=full_suit)
        other.play("p1 draw")
        with refused("contract_not_met", laid_runs=1):
            other.play(f"p1 lay {SUIT}")


def test_three_runs_are_the_contract_also_if_one_of_them_is_a_whole_suit() -> None:
    out = hand_of(f"{SUIT} 2H 3H 4H 5H 2D 3D 4D 5D 6C", deal=4, max_calls=5)
    out.play("p1 draw")
    with refused("contract_not_met", laid_runs=2):
        out.play(f"p1 lay {SUIT}; 2H 3H 4H 5H")
    out.play(f"p1 lay {SUIT}; 2H 3H 4H 5H; 2D 3D 4D 5D")
    same = hand_of(f"{SUIT} 2S 3S 4S 5S 2D 3D 4D 5D 6C", deal=4, max_calls=5)
    same.play("p1 draw")
    with refused("same_suit_twice", meld=1):
        same.play(f"p1 lay {SUIT}; 2D 3D 4D 5D; 2S 3S 4S 5S")


def test_further_melds_come_only_where_the_house_has_them() -> None:
    table = ("p1: 7S 7H 7D", "p1: 2C 3C 4C 5C")
    out = hand_of("8S 8H 8D 2H", *table, laid=("p1",))
    out.play("p1 draw")
    with refused("no_further_melds"):
        out.play("p1 lay 8S 8H 8D")
    more = hand_of("8S 8H 8D 2H 7C 7S 7H", *table, laid=("p1",), extra_melds=True)
    more.play("p1 draw", "p1 lay 8S 8H 8D")
    with refused("same_rank_twice", meld=1):
        more.play("p1 lay 7C 7S 7H")


def test_where_further_melds_are_played_a_first_lay_may_hold_them() -> None:
    out = hand_of("7S 7H 7D 8S 8H 8D 9S 9H 9D 2C 3C 4C 5C TH", extra_melds=True)
    out.play("p1 draw", "p1 lay 7S 7H 7D; 8S 8H 8D; 9S 9H 9D; 2C 3C 4C 5C")
    suit = hand_of(f"{SUIT} 2S 3S 4S 5S 2H", deal=4, extra_melds=True)
    suit.play("p1 draw", f"p1 lay {SUIT}; 2S 3S 4S 5S")


# --- the pile ---------------------------------------------------------------------------------------------------------


def test_the_pile_is_open_before_the_lay_and_locked_after_it() -> None:
    out = hand_of("7S 7H 2C")
    out.play("p1 take", "p1 discard 2C")
    assert out.hand("p1") == "7S 7H 4D"
    laid = hand_of("7S 7H 2C", "p1: 9S 9H 9D", laid=("p1",))
    with refused("pile_is_locked_after_lay"):
        laid.play("p1 take")


# --- tacking ----------------------------------------------------------------------------------------------------------


def test_cards_are_tacked_on_everybodys_melds_without_a_limit() -> None:
    out = hand_of("5D 6D 7D 8D KD 9S 2H", "p2: 9D TD JD QD", "p2: 9H 9C 9S", laid=("p1", "p2"))
    out.play("p1 draw", "p1 lay 5D 6D 7D 8D KD on m1; 9S on m2")
    assert out.meld(1) == "5D 6D 7D 8D 9D TD JD QD KD"
    assert out.meld(2) == "9H 9C 9S 9S"


def test_nothing_is_tacked_before_the_contract_lies() -> None:
    out = hand_of("8D 2H", "p2: 9D TD JD QD", laid=("p2",))
    out.play("p1 draw")
    with refused("contract_not_met", laid_sets=0, sets=3):
        out.play("p1 lay 8D on m1")


def test_with_the_high_end_first_the_low_end_waits_for_the_ace() -> None:
    out = hand_of("8D KD AD 2H 9S", "p2: 9D TD JD QD", laid=("p1",), tack_high_first=True)
    out.play("p1 draw")
    with refused("high_end_first", meld=1):
        out.play("p1 lay 8D on m1")
    out.play("p1 lay KD AD on m1", "p1 lay 8D on m1")
    assert out.meld(1) == "8D 9D TD JD QD KD AD"


def test_a_joker_is_tacked_on_ones_own_melds_only() -> None:
    table = ("p2: 9H 9C 9S", "p1: 8H 8C 8S", "p2: 4S 5S 6S JK=7S")
    out = hand_of("JK JK JK 2H 3H", *table, laid=("p1",))
    out.play("p1 draw")
    with refused("joker_only_on_own", meld=1):
        out.play("p1 lay JK on m1")
    out.play("p1 lay JK on m2")
    house = hand_of("JK JK JK 2H 3H", *table, laid=("p1",), joker_tack_any=True)
    house.play("p1 draw", "p1 lay JK on m1", "p1 lay JK=3S on m3")
    with refused("jokers_touch"):
        house.play("p1 lay JK=8S on m3")


# --- jokers that move -------------------------------------------------------------------------------------------------


def test_a_joker_moves_above_the_top_card_of_any_players_run() -> None:
    out = hand_of("5S 9D 2H", "p2: 4S JK=5S 6S 7S", laid=("p1",))
    out.play("p1 draw", "p1 lay 5S for JK in m1 up")
    assert out.meld(1) == "4S 5S 6S 7S JK=8S"


@pytest.mark.parametrize(
    ("hand", "meld", "text", "code"),
    [
        ("5S 9D", "p2: 4S JK=5S 6S 7S", "5S for JK in m1", "joker_stays"),
        ("5S 9D", "p2: 4S JK=5S 6S JK=7S", "5S for JK in m1 up", "jokers_touch"),
        ("QS 9D", "p2: JS JK=QS KS AS", "QS for JK in m1 up", "joker_cannot_move"),
        ("7D 9D", "p2: 7S 7H JK", "7D for JK in m1 up", "joker_cannot_move"),
        ("9S 9D", "p2: 4S JK=5S 6S 7S", "9S for JK in m1 up", "no_such_joker"),
        ("5S 9D", "p2: AS 2S 3S 4S JK=5S 6S 7S 8S 9S TS JS QS KS", "5S for JK in m1 up", "meld_is_closed"),
    ],
)
def test_a_joker_does_not_move_where_there_is_no_place_for_it(hand: str, meld: str, text: str, code: str) -> None:
    out = hand_of(hand, meld, laid=("p1",))
    out.play("p1 draw")
    with refused(code):
        out.play(f"p1 lay {text}")


def test_below_a_full_run_a_joker_goes_where_the_house_sends_it() -> None:
    out = hand_of("QS 9D", "p2: JS JK=QS KS AS", laid=("p1",), joker_move_low_when_full=True)
    out.play("p1 draw", "p1 lay QS for JK in m1 up")
    assert out.meld(1) == "JK=TS JS QS KS AS"


def test_in_the_points_games_no_joker_moves() -> None:
    out = lay_out({"p1": "6H 9D QS QC", "p2": ""}, table=("p2: 5H JK=6H 7H",), laid=("p1",))
    out.play("p1 draw")
    with refused("not_in_this_variant", move="up"):
        out.play("p1 lay 6H for JK in m1 up; QS QC JK")


# --- the end of the turn ----------------------------------------------------------------------------------------------


def test_a_joker_is_not_discarded() -> None:
    out = hand_of("JK 7S 7H")
    out.play("p1 draw")
    with refused("joker_discard"):
        out.play("p1 discard JK")


def test_a_joker_may_be_discarded_for_fifty_points_but_not_to_go_out_with() -> None:
    out = hand_of("JK 7S 7H", joker_discard="penalty50")
    events = out.play("p1 draw", "p1 discard JK")
    assert [type(event).__name__ for event in events][:2] == ["Discarded", "Penalized"]
    assert dict(out.deal.beside) == {0: 50}
    last = lay_out(
        {"p1": "", "p2": "2C", "p3": "2D"}, laid=("p1",), stock="JK 3C", variant=jamaican(joker_discard="penalty50")
    )
    last.play("p1 draw")
    with refused("joker_discard"):
        last.play("p1 discard JK")
    last.play("p1 end JK")
    assert last.hand("p1") == "JK"


def stuck(*table: str, hand: str = "7S", jokers: int = 1, **options: OptionValue) -> Table:
    """p1 has laid, and after tacking 7S nothing but jokers will be left."""
    others = {"p2": "2C 3H", "p3": "2D 3D"}
    variant = jamaican(**options)
    return lay_out(
        {"p1": f"{hand} {'JK ' * (jokers - 1)}".strip(), **others},
        table=("p2: 7D 7H 7C", *table),
        laid=("p1", "p2"),
        variant=variant,
        stock="JK 5D 9C 2H 8C 6D",
    )


def test_who_has_only_jokers_left_ends_the_turn_and_shows_them() -> None:
    out = stuck(jokers=2)
    out.play("p1 draw", "p1 lay 7S on m1")
    assert out.view("p1").phase.value == "play"
    events = out.play("p1 end JK JK")
    assert [type(event).__name__ for event in events] == ["TurnEnded"]
    assert out.view("p3").seats[0].known == (parse_card("JK"), parse_card("JK"))
    assert out.deal.turn.seat == 1
    assert out.view("p2").window is None


def test_a_turn_does_not_end_without_a_discard_while_something_else_can_be_done() -> None:
    out = stuck(jokers=2)
    out.play("p1 draw")
    with refused("not_only_jokers", held=3, shown=2):
        out.play("p1 end JK JK")
    tackable = stuck("p1: 8S 8H 8D", jokers=2)
    tackable.play("p1 draw", "p1 lay 7S on m1")
    with refused("joker_can_be_tacked", meld=2):
        tackable.play("p1 end JK JK")
    tackable.play("p1 lay JK on m2", "p1 end JK")
    run = stuck("p1: 2S 3S 4S 5S", jokers=2)
    run.play("p1 draw", "p1 lay 7S on m1")
    with refused("joker_can_be_tacked", meld=2):
        run.play("p1 end JK JK")
    paid = stuck(jokers=2, joker_discard="penalty50")
    paid.play("p1 draw", "p1 lay 7S on m1")
    with refused("can_still_discard"):
        paid.play("p1 end JK JK")
    paid.play("p1 discard JK")
    british = lay_out({"p1": "JK", "p2": ""})
    british.play("p1 draw")
    with refused("not_in_this_variant"):
        british.play("p1 end JK")


def test_jokers_are_shown_as_what_they_are() -> None:
    out = stuck(jokers=2)
    out.play("p1 draw")
    slot = out.deal.hands[0][0]
    with refused("not_only_jokers"):
        games.check(out.game, SeatNumber(0), End((Shown(slot, parse_card("7S")),)))


def test_the_last_card_is_discarded_and_not_laid() -> None:
    out = lay_out(
        {"p1": "", "p2": "2C", "p3": "2D"}, table=("p2: 9H 9C 9D",), laid=("p1",), stock="9S", variant=jamaican()
    )
    out.play("p1 draw")
    with refused("must_keep_a_discard"):
        out.play("p1 lay 9S on m1")
    out.play("p1 discard 9S")
    assert out.view(None).phase.value == "show"


# --- the score --------------------------------------------------------------------------------------------------------

CONTRACT = "7S 7H 7D 8S 8H 8D 9S 9H 9D"
LAY = "p1 lay 7S 7H 7D; 8S 8H 8D; 9S 9H 9D"


def points(out: Table) -> list[int]:
    out.open_hands()
    return [out.game.totals[seat] for seat in out.game.seats]


def test_who_goes_out_with_the_first_lay_of_the_deal_bends_the_table() -> None:
    others = {"p2": "AS AH KD 7C JK", "p3": "2H"}
    out = hand_of(CONTRACT, others=others)
    out.play("p1 draw", LAY, "p1 discard 3C")
    assert points(out) == [0, 166, 4]
    assert out.view(None).last.how == "bend"  # type: ignore[union-attr]


def test_black_aces_are_dear_and_red_aces_cheap() -> None:
    others = {"p2": "AS AH KD 7C JK", "p3": "2H"}
    out = hand_of(CONTRACT, laid=("p3",), others=others)
    out.play("p1 draw", LAY, "p1 discard 3C")
    assert points(out) == [0, 83, 2]


@pytest.mark.parametrize(("bend", "total"), [("any_player", 166), ("off", 83)])
def test_when_the_table_is_bent_is_for_the_house_to_say(bend: str, total: int) -> None:
    others = {"p2": "AS AH KD 7C JK", "p3": "2H"}
    out = hand_of(CONTRACT, laid=("p3",) if total == 166 else (), others=others, bend=bend)
    out.play("p1 draw", LAY, "p1 discard 3C")
    assert points(out)[1] == total


def test_a_bonus_for_bending_and_penalties_are_not_doubled() -> None:
    out = hand_of(CONTRACT, others={"p2": "KD", "p3": "2H"}, bend_bonus=-50)
    out = Table(replace(out.game, deal=replace(out.deal, beside=((SeatNumber(1), 50),))), out.faces)
    out.play("p1 draw", LAY, "p1 discard 3C")
    assert points(out) == [-50, 70, 4]


def nine(totals: tuple[int, ...], left: dict[str, int], **options: OptionValue) -> tuple[object, ...]:
    game = replace(new_game(jamaican(**options), len(totals)), number=9, totals=totals)
    after, _ = score(game, "p1", "out", left)
    return after, pending(after)


def test_the_lowest_total_after_nine_deals_wins_and_a_tie_is_shared() -> None:
    _, needs = nine((100, 90, 240, 290), {"p2": 10, "p3": 10, "p4": 10})
    assert isinstance(needs, GameOver)
    assert needs.winners == (0, 1)
    alone, needs = nine((100, 90, 240), {"p2": 20, "p3": 10})
    assert needs.winners == (0,)  # type: ignore[attr-defined]
    assert alone.out == ()  # type: ignore[attr-defined]


def test_a_tie_may_be_played_off_in_one_more_deal_among_the_tied() -> None:
    game, needs = nine((100, 90, 240), {"p2": 10, "p3": 10}, tie="extra_hand")
    assert set(needs.seats) == {0, 1}  # type: ignore[attr-defined]
    again, events = begin_deal(game)  # type: ignore[arg-type]
    assert (again.number, events[0].hand_size) == (10, 16)  # type: ignore[union-attr]
    over, _ = score(game, "p2", "out", {"p1": 5})  # type: ignore[arg-type]
    assert over.winners == (1,)


def test_packs_follow_the_number_of_players() -> None:
    variant = jamaican()
    sizes = [len(variant.start_deck(players)) for players in range(3, 9)]
    assert sizes == [108, 108, 164, 164, 218, 218]
    assert len(jamaican(jokers=6).start_deck(4)) == 110
    assert [variant.hand_size(4, number) for number in range(1, 10)] == [9, 10, 11, 12, 12, 13, 14, 15, 16]
    assert jamaican(first_three_deal_12=True).hand_size(4, 1) == 12
    baby = game_named("jamaican_baby")
    assert [baby.hand_size(4, number) for number in range(1, 4)] == [6, 7, 8]
    assert game_named("jamaican_baby", {"baby_deal_8": True}).hand_size(4, 1) == 8


def test_a_void_deal_is_dealt_again_by_the_same_dealer_with_the_same_contract() -> None:
    others = {"p2": "2C 3H 4H", "p3": "2D 3D 4D"}
    out = lay_out({"p1": "7S", **others}, variant=jamaican(), stock="3C", pile="4D 5D", reshuffles=1)
    out = Table(replace(out.game, number=6, deal=replace(out.deal, number=6)), out.faces)
    dealer = out.game.dealer
    out.play("p1 draw", "p1 discard 3C")
    assert (out.game.number, out.game.attempt, out.game.dealer) == (6, 2, dealer)
    assert out.game.totals == (0, 0, 0)
    assert "beside -" in list(state_lines(out.game))


# --- proposals --------------------------------------------------------------------------------------------------------


def proposed(out: Table) -> set[str]:
    return {format_action(action) for action in legal_actions(out.view("p1")) if isinstance(action, Lay)}


def test_a_whole_suit_is_proposed_for_three_runs() -> None:
    out = hand_of(f"{SUIT} 2H", deal=4)
    out.play("p1 draw")
    assert proposed(out) == {f"lay {SUIT}", f"lay {SUIT[3:]} AS"}


def test_a_contract_is_proposed_with_each_choice_of_its_cards() -> None:
    out = hand_of(f"{CONTRACT} TS 2H", deal=1)
    out.play("p1 draw")
    assert proposed(out) == {"lay 7S 7H 7D; 8S 8H 8D; 9S 9H 9D"}
    joker = hand_of("7S 7H 7D 8S 8H 8D 9S 9H JK 2H TS", deal=1)
    joker.play("p1 draw")
    assert proposed(joker) == {"lay 7S 7H 7D; 8S 8H 8D; 9S 9H JK"}


def test_sets_of_one_rank_are_proposed_where_nothing_forbids_them() -> None:
    variant = replace(jamaican(), own_sets_differ_in_rank=False)
    out = lay_out({"p1": "7S 7H 7D 7C 7S 7H 8S 8H 8D 2H", **EMPTY}, variant=variant)
    out = Table(replace(out.game, variant=variant), out.faces)
    out.play("p1 draw")
    assert "lay 7S 7H 7D; 7S 7H 7C; 8S 8H 8D" in proposed(out)
