"""The draw, and who may take from the discard pile."""

import pytest

from kalooki.rules.actions import (
    WORDS,
    Allow,
    Call,
    Challenge,
    Cut,
    Discard,
    End,
    Lay,
    NewMeld,
    Pass,
    PickSeat,
    Placed,
    Refuse,
    Show,
    Shown,
)
from kalooki.rules.events import Drew, Returned, Took
from kalooki.rules.game import apply, check
from kalooki.rules.notation import parse_cards
from support.kalooki_table import Table, house, lay_out, refused

HANDS = {"p1": "4H 4S 9H TC KD", "p2": "2H 3H 8S QC KH", "p3": "2D 6C 8H QD AS"}


def test_a_turn_may_not_begin_with_a_discard_or_a_lay() -> None:
    table = lay_out(HANDS)
    for move in ("p1 discard 4H", "p1 lay 4H 4S 9H"):
        with refused("must_draw_first"):
            table.play(move)


def test_no_second_card_is_drawn_in_a_turn() -> None:
    table = lay_out(HANDS, laid=("p1",))
    assert table.play("p1 draw") == (Drew(table.deal.turn.seat, 9),)
    assert len(table.deal.hands[0]) == 6
    for move in ("p1 draw", "p1 take"):
        with refused("already_drawn"):
            table.play(move)


def test_only_the_player_in_turn_moves() -> None:
    table = lay_out(HANDS)
    for move in ("p2 draw", "p3 take", "p2 discard 2H"):
        with refused("not_your_turn", turn=0):
            table.play(move)


def test_moves_of_other_variants_are_refused_by_name() -> None:
    game = lay_out(HANDS).game
    turn = game.seats[0]
    for action in (
        End(()),
        Call(),
        Pass(),
        Allow(),
        Refuse(),
        Challenge(turn, "lay"),
        Show(()),
        Cut(),
        PickSeat(1),
    ):
        with refused("not_in_this_variant", move=WORDS[type(action)]):
            apply(game, turn, action)
    for move in ("p1 buy-in", "p1 decline"):
        with refused("not_now", phase="draw"):
            lay_out(HANDS).play(move)


def test_the_first_player_may_pick_up_the_upcard_and_need_not_use_it() -> None:
    """ "The player to his immediate left has the option of either picking up that card or …"."""
    table = lay_out(HANDS, number=0)
    assert table.play("p1 take")[-1] == Took(table.deal.turn.seat, table.faces[table.deal.hands[0][-1]], must_use=False)
    with refused("nothing_to_return"):
        table.play("p1 return")
    table.play("p1 discard KD")
    assert table.hand("p1") == "4H 4S 9H TC 4D"


def test_from_this_point_forward_the_pile_is_open_only_to_those_who_have_melded() -> None:
    """ "A player may only draw from the discard pile if they have already made their initial meld"."""
    table = lay_out(HANDS, number=0)
    table.play("p1 take", "p1 discard KD", "p2 take")
    with refused("must_use_taken_card", card="KD", how="initial_meld"):
        table.play("p2 discard 2H")
    with refused("must_use_taken_card", card="KD"):
        table.play("p2 discard KD")
    with refused("already_drawn"):
        table.play("p2 draw")


def test_a_card_that_was_taken_under_the_duty_can_be_returned_and_then_only_the_stock_is_left() -> None:
    table = lay_out(HANDS)
    before = table.hand("p1")
    events = table.play("p1 take", "p1 return")
    assert events == (Returned(table.deal.turn.seat, table.deal.pile[-1].card),)
    assert (table.hand("p1"), table.pile) == (before, "4D")
    with refused("already_returned"):
        table.play("p1 take")
    with refused("nothing_to_return"):
        table.play("p1 return")
    with refused("must_draw_first"):
        table.play("p1 discard 4H")
    table.play("p1 draw", "p1 discard 4H")


def test_a_player_can_pick_a_discard_if_he_can_use_it_for_the_initial_meld() -> None:
    table = lay_out({"p1": "KH KS KC 4H 4S 9H", "p2": ""}, pile="2C KD")
    table.play("p1 take", "p1 lay KH KS KC KD", "p1 discard 9H")
    assert table.deal.faces == {}


def test_the_initial_meld_must_hold_the_card_that_was_taken() -> None:
    table = lay_out({"p1": "KH KS KC KD 4H 4S 9H", "p2": ""}, pile="2C 4D")
    table.play("p1 take")
    with refused("must_use_taken_card", card="4D"):
        table.play("p1 lay KH KS KC KD")
    with refused("initial_meld_too_low", points=12):
        table.play("p1 lay 4H 4S 4D")
    table.play("p1 lay KH KS KC KD; 4H 4S 4D")
    assert table.deal.turn.duty is None


def test_building_with_the_card_that_was_taken_is_not_using_it_in_the_initial_meld() -> None:
    table = lay_out({"p1": "KH KS KC KD 9H", "p2": ""}, pile="4D", table=("p2: 4H 4S 4C",), laid=("p2",))
    table.play("p1 take")
    with refused("must_use_taken_card"):
        table.play("p1 lay KH KS KC KD; 4D on m1")


def test_of_two_equal_cards_either_will_do_since_nobody_can_tell_them_apart() -> None:
    table = lay_out({"p1": "KD KH KS KC 4H 9H", "p2": ""}, pile="KD")
    table.play("p1 take")
    hidden = table.action("p1 lay KD KH KS KC")
    assert hidden is not None
    table.play("p1 lay KH KS KC KD")
    assert table.hand("p1").split().count("KD") == 1


def test_after_the_initial_meld_the_discard_may_be_taken_and_kept() -> None:
    table = lay_out(HANDS, laid=("p1",))
    assert table.play("p1 take")[0] == Took(table.deal.turn.seat, table.faces[table.deal.hands[0][-1]], must_use=False)
    table.play("p1 discard KD")
    assert table.hand("p1") == "4H 4S 9H TC 4D"


def test_any_card_may_be_discarded_the_one_just_taken_and_a_joker_included() -> None:
    lay_out(HANDS, laid=("p1",)).play("p1 take", "p1 discard 4D")
    lay_out({"p1": "JK 4H 5S 6S", "p2": ""}).play("p1 draw", "p1 discard JK")


def test_an_empty_pile_offers_nothing() -> None:
    with refused("pile_is_empty"):
        lay_out(HANDS, laid=("p1",), pile="").play("p1 take")


@pytest.mark.parametrize("first_turn", ["first_player", "first_round", "none"])
def test_a_house_says_who_draws_freely_at_first(first_turn: str) -> None:
    free = {"first_player": (0,), "first_round": (0, 1, 2), "none": ()}[first_turn]
    for number in range(4):
        table = lay_out(HANDS, variant=house(first_turn=first_turn), number=number)
        table.play("p1 take")
        assert (table.deal.turn.duty is None) == (number in free)


def test_the_letter_of_the_british_text_locks_the_pile_before_the_initial_meld() -> None:
    """ "Otherwise they must draw from the stock"."""
    table = lay_out(HANDS, variant=house(pre_meld_discard="never"))
    with refused("pile_is_locked"):
        table.play("p1 take")
    lay_out(HANDS, variant=house(pre_meld_discard="never"), laid=("p1",)).play("p1 take")
    lay_out(HANDS, variant=house(pre_meld_discard="never"), number=0).play("p1 take")


def test_a_card_that_everybody_has_seen_is_not_shown_as_another() -> None:
    table = lay_out({"p1": "4H 4S 9H", "p2": ""}, laid=("p1",))
    table.play("p1 take")
    slot, lie = table.deal.hands[0][-1], parse_cards("4C")[0]
    honest = tuple(Placed(one, table.faces[one]) for one in table.deal.hands[0][:2])
    for action in (Discard(Shown(slot, lie)), Lay((NewMeld((*honest, Placed(slot, lie))),))):
        with refused("contradicts_public_face", claimed="4C", public="4D"):
            apply(table.game, table.game.seats[0], action)


def test_a_house_may_ask_only_that_he_melds_this_turn() -> None:
    table = lay_out({"p1": "KH KS KC KD 4H 9H", "p2": ""}, variant=house(pre_meld_discard="meld_this_turn"))
    table.play("p1 take")
    with refused("must_use_taken_card", how="any_initial_meld"):
        table.play("p1 discard 4H")
    table.play("p1 lay KH KS KC KD", "p1 discard 4D")


def taken(must: str, hand: str, pile: str, *table: str) -> Table:
    laid = lay_out(
        {"p1": hand, "p2": ""}, variant=house(discard_must_be_used=must), laid=("p1", "p2"), pile=pile, table=table
    )
    laid.play("p1 take")
    return laid


def test_a_house_may_ask_that_a_taken_discard_goes_into_a_new_meld() -> None:
    table = taken("new_meld", "4H 4S 9H TC KD", "4D", "p2: 4C 4H 4S")
    for move in ("p1 discard KD", "p1 discard 4D", "p1 lay 4D on m1"):
        with refused("must_use_taken_card", how="new_meld"):
            table.play(move)
    table.play("p1 lay 4H 4S 4D", "p1 discard KD")
    returned = taken("new_meld", "4H 4S 9H", "4D")
    returned.play("p1 return", "p1 draw", "p1 discard 9H")


def test_a_house_may_ask_that_a_taken_discard_is_melded_or_built_with() -> None:
    taken("meld_or_build", "4H 4S 9H TC KD", "4D", "p2: 4C 4H 4S").play("p1 lay 4D on m1", "p1 discard KD")
    taken("meld_or_build", "4H 4S 9H TC KD", "4D").play("p1 lay 4H 4S 4D", "p1 discard KD")
    swap = taken("meld_or_build", "9H 9C TC KD", "4D", "p2: 3D JK=4D 5D")
    swap.play("p1 lay 4D for JK in m1; 9H 9C JK", "p1 discard KD")
    table = taken("meld_or_build", "9H 9C 9S KD 2D 3H", "4D")
    with refused("must_use_taken_card", how="meld_or_build"):
        table.play("p1 lay 9H 9C 9S")


def test_a_house_may_forbid_to_discard_the_card_just_taken() -> None:
    variant = house(no_immediate_rediscard=True)
    table = lay_out({"p1": "4H 9H KD", "p2": ""}, variant=variant, laid=("p1",))
    table.play("p1 take")
    with refused("just_taken", card="4D"):
        table.play("p1 discard 4D")
    table.play("p1 discard KD")
    stuck = lay_out({"p1": "9H 9C 9D", "p2": ""}, variant=variant, laid=("p1",))
    stuck.play("p1 take")
    with refused("just_taken", card="4D"):
        stuck.play("p1 lay 9H 9C 9D")
    twin = lay_out({"p1": "4D 9H 9C 9D", "p2": ""}, variant=variant, laid=("p1",))
    twin.play("p1 take", "p1 lay 9H 9C 9D", "p1 discard 4D count 1")
    drawn = lay_out({"p1": "9H 9C 9D 2H", "p2": ""}, variant=variant, laid=("p1",))
    drawn.play("p1 draw", "p1 lay 9H 9C 9D", "p1 discard 3C count 1")


def test_a_check_says_what_apply_would_say() -> None:
    table = lay_out(HANDS)
    check(table.game, table.game.seats[0], table.action("p1 draw"))
    with refused("not_your_turn"):
        check(table.game, table.game.seats[1], table.action("p1 draw"))
