"""Going out: "a player must be able to discard when he calls up"."""

from dataclasses import replace

import pytest

from kalooki.cards import Slot
from kalooki.rules.actions import Shown
from kalooki.rules.events import DealScored, Discarded, FailedToAnnounce, HandOpened, WentOut
from kalooki.rules.game import NeedsHands, apply, open_hand, pending
from support.kalooki_table import BRITISH, Table, house, lay_out, refused

THIRTEEN = "TC JC QC KC 7S 7H 7D 2D 3D 4D 5D 6D 7D"


def test_a_player_goes_out_by_discarding_his_last_card_and_the_hands_are_opened() -> None:
    table = lay_out({"p1": "7S 7H 7D", "p2": "AS KS 5C 5D 5H 2H JK"}, laid=("p1",))
    events = table.play("p1 draw", "p1 lay 7S 7H 7D", "p1 discard 3C")
    assert events[-1] == WentOut(table.game.seats[0], "call-up")
    assert isinstance(pending(table.game), NeedsHands)
    with refused("not_now", phase="show"):
        table.play("p2 draw")
    opened, scored = table.open_hands()[:2]
    assert isinstance(opened, HandOpened)
    assert opened.points == 53
    assert isinstance(scored, DealScored)
    assert [(line.points, line.money) for line in scored.scores] == [(0, 1), (53, -1)]


def test_all_the_cards_cannot_be_melded_since_no_discard_would_remain() -> None:
    table = lay_out({"p1": "7S 7H", "p2": "2C"}, laid=("p1",), stock="7D 3C")
    table.play("p1 draw")
    with refused("must_keep_a_discard"):
        table.play("p1 lay 7S 7H 7D")


def test_a_variant_may_let_him_meld_the_last_card() -> None:
    variant = replace(BRITISH, out_without_discard=True)
    table = lay_out({"p1": "7S 7H", "p2": "2C"}, laid=("p1",), stock="7D 3C", variant=variant)
    assert table.play("p1 draw", "p1 lay 7S 7H 7D")[-1] == WentOut(table.game.seats[0], "call-up")
    barred = lay_out({"p1": "7S 7H", "p2": "2C"}, laid=("p1",), stock="7D 3C", variant=variant, barred=("p1",))
    barred.play("p1 draw")
    with refused("barred_from_going_out"):
        barred.play("p1 lay 7S 7H 7D")


def test_the_same_card_cannot_be_discarded_twice() -> None:
    table = lay_out({"p1": "7S 7H 7D", "p2": "2C 3H 4H 5H 6H"})
    table.play("p1 draw")
    action = table.action("p1 discard 7S")
    table.play("p1 discard 7S count 3")

    with refused("not_your_turn"):
        apply(table.game, table.game.seats[0], action)
    table.play("p2 draw", "p2 discard 2C", "p1 draw")
    with refused("not_in_hand", card="7S"):
        apply(table.game, table.game.seats[0], action)


def test_kalooki_is_to_meld_all_in_one_turn_with_nothing_melded_before() -> None:
    table = lay_out({"p1": THIRTEEN, "p2": "2C", "p3": "3H 4H"}, stock="9S 3C")
    events = table.play("p1 draw", "p1 lay TC JC QC KC; 7S 7H 7D; 2D 3D 4D 5D 6D 7D", "p1 discard 9S")
    assert events[-1] == WentOut(table.game.seats[0], "kalooki")
    scored = next(event for event in table.open_hands() if isinstance(event, DealScored))
    assert [line.money for line in scored.scores] == [4, -2, -2]


def test_a_kalooki_may_be_laid_in_several_lays_of_one_turn_and_may_build() -> None:
    hand = "TC JC QC KC 7S 7H 7D 2D 3D 4D 5D 8C 9C"
    table = lay_out({"p1": hand, "p2": "2C", "p3": "3H 4H"}, stock="9S 3C", table=("p2: 5C 6C 7C",), laid=("p2",))
    table.play("p1 draw", "p1 lay TC JC QC KC", "p1 lay 7S 7H 7D; 8C 9C on m1", "p1 lay 2D 3D 4D 5D")
    assert table.play("p1 discard 9S")[-1] == WentOut(table.game.seats[0], "kalooki")


def test_the_turn_after_the_initial_meld_is_a_call_up_however_much_is_melded() -> None:
    table = lay_out({"p1": "7S 7H 7D", "p2": "2C", "p3": "3H 4H"}, laid=("p1",), stock="9S 3C")
    table.play("p1 draw", "p1 lay 7S 7H 7D", "p1 discard 9S")
    scored = next(event for event in table.open_hands() if isinstance(event, DealScored))
    assert (scored.how, [line.money for line in scored.scores]) == ("call-up", [2, -1, -1])


def test_a_house_may_pay_both_stakes_and_double_the_points_for_a_kalooki() -> None:
    """ "Some games double the penalty points when a player lays down a Kalooki"."""
    variant = house(kalooki_adds=True, kalooki_double=True)
    table = lay_out({"p1": THIRTEEN, "p2": "2C", "p3": "3H 4H"}, stock="9S 3C", variant=variant)
    table.play("p1 draw", "p1 lay TC JC QC KC; 7S 7H 7D; 2D 3D 4D 5D 6D 7D", "p1 discard 9S")
    scored = next(event for event in table.open_hands() if isinstance(event, DealScored))
    assert [(line.points, line.money) for line in scored.scores] == [(0, 6), (4, -3), (14, -3)]


def test_a_house_may_waive_the_forty_for_a_kalooki() -> None:
    hand, stock = "2C 3C 4C 2D 3D 4D 2H 3H 4H", "9S 3C"
    with refused("initial_meld_too_low", points=27):
        lay_out({"p1": hand, "p2": "2C"}, stock=stock).play("p1 draw", "p1 lay 2C 3C 4C; 2D 3D 4D; 2H 3H 4H")
    table = lay_out({"p1": hand, "p2": "2C"}, stock=stock, variant=house(kalooki_waives_min=True))
    table.play("p1 draw")
    with refused("initial_meld_too_low", points=18):
        table.play("p1 lay 2C 3C 4C; 2D 3D 4D")
    table.play("p1 lay 2C 3C 4C; 2D 3D 4D; 2H 3H 4H")
    assert table.play("p1 discard 9S")[-1] == WentOut(table.game.seats[0], "kalooki")


def test_the_waiver_lets_him_build_but_not_without_a_meld_of_his_own() -> None:
    waived = house(kalooki_waives_min=True)
    table = lay_out(
        {"p1": "2C 3C 4C 9H", "p2": "2C"}, stock="9S 3C", table=("p2: 6H 7H 8H",), laid=("p2",), variant=waived
    )
    table.play("p1 draw", "p1 lay 2C 3C 4C; 9H on m1", "p1 discard 9S")
    bare = lay_out({"p1": "9H", "p2": "2C"}, stock="9S 3C", table=("p2: 6H 7H 8H",), laid=("p2",), variant=waived)
    bare.play("p1 draw")
    with refused("initial_meld_first", needed=40):
        bare.play("p1 lay 9H on m1")


# --- announcing the count ---------------------------------------------------------------------------------------------


def test_once_you_are_down_to_three_or_fewer_you_must_inform_the_rest() -> None:
    """ "Failure to do so will prohibit you from calling up on the next round"."""
    table = lay_out({"p1": "7S 7H", "p2": "2C 3H 4H 6C 9C"}, laid=("p1",), stock="9S 3C 7D 5S 6S 8H")
    events = table.play("p1 draw", "p1 discard 9S")
    assert events == (
        Discarded(table.game.seats[0], table.deal.pile[-1].card, 2, None),
        FailedToAnnounce(table.game.seats[0], 2),
    )
    table.play("p2 draw", "p2 discard 2C", "p1 draw")
    assert table.view().seats[0].barred
    with refused("must_keep_a_discard"):
        table.play("p1 lay 7S 7H 7D")
    table.play("p1 discard 7S count 2")
    assert not table.view("p1").seats[0].barred


def test_a_barred_player_may_not_lay_down_to_one_card() -> None:
    table = lay_out({"p1": "7S 7H 7D", "p2": "2C 3H"}, laid=("p1",), barred=("p1",))
    table.play("p1 draw")
    with refused("barred_from_going_out"):
        table.play("p1 lay 7S 7H 7D")
    table.play("p1 discard 3C count 3", "p2 draw", "p2 discard 2C count 2", "p1 draw", "p1 lay 7S 7H 7D")
    assert isinstance(table.play("p1 discard 9C")[-1], WentOut)


def test_a_barred_player_may_still_meld_and_build() -> None:
    table = lay_out({"p1": "7S 7H 7D 8C", "p2": "2C 3H"}, laid=("p1",), barred=("p1",))
    table.play("p1 draw", "p1 lay 7S 7H 7D", "p1 discard 8C count 1")


def test_a_barred_player_may_not_discard_an_only_card() -> None:
    table = lay_out({"p2": "2C 3H"}, laid=("p1",), barred=("p1",))
    table.play("p1 draw")
    with refused("barred_from_going_out"):
        table.play("p1 discard 3C")


def test_with_four_cards_left_no_announcement_is_needed() -> None:
    table = lay_out({"p1": "7S 7H 7D 8C", "p2": "2C 3H"})
    assert len(table.play("p1 draw", "p1 discard 3C")) == 1


def test_a_wrong_number_is_as_none_and_the_discard_stands() -> None:
    table = lay_out({"p1": "7S 7H 7D", "p2": "2C 3H"})
    assert table.play("p1 draw", "p1 discard 3C count 2")[-1] == FailedToAnnounce(table.game.seats[0], 3)
    assert table.view("p2").seats[0].announced == 2


def test_an_announcement_that_is_not_due_harms_nobody() -> None:
    table = lay_out({"p1": "7S 7H 7D 8C 9C", "p2": "2C 3H"})
    assert len(table.play("p1 draw", "p1 discard 3C count 9")) == 1


@pytest.mark.parametrize(
    ("declare", "due"), [("off", ()), ("last_card", (1,)), ("three_or_fewer", (1, 2, 3)), ("always", (1, 2, 3, 4, 5))]
)
def test_a_house_says_when_the_count_is_due(declare: str, due: tuple[int, ...]) -> None:
    for left in range(1, 6):
        hand = " ".join(["7S", "7H", "7D", "8C", "9C"][:left])
        table = lay_out({"p1": hand, "p2": "2C 3H"}, variant=house(declare=declare))
        events = table.play("p1 draw", "p1 discard 3C")
        assert (events[-1] == FailedToAnnounce(table.game.seats[0], left)) == (left in due)


# --- opening the losers' hands ----------------------------------------------------------------------------------------


def test_hands_are_opened_once_whole_and_truly() -> None:
    table = lay_out({"p1": "7S 7H 7D", "p2": "2C 3H", "p3": "5C"}, laid=("p1", "p2"), pile="KC", turn="p2")
    table.play("p2 take", "p2 discard 2C count 2", "p3 draw", "p3 discard 3C count 1")
    table.play("p1 draw", "p1 lay 7S 7H 7D", "p1 discard 5D")
    game, two = table.game, table.game.seats[1]
    assert game.deal is not None
    held = game.deal.hands[1]
    for slots in ((), held[:1], (*held, held[0]), (held[0], held[0])):
        with refused("not_the_whole_hand", held=2):
            open_hand(game, two, tuple(_shown(table, slot) for slot in slots))
    lie = tuple(replace(_shown(table, slot), card=table.faces[held[0]]) for slot in held)
    with refused("contradicts_public_face", public="KC"):
        open_hand(game, two, lie)
    opened, _ = open_hand(game, two, tuple(_shown(table, slot) for slot in held[::-1]))
    with refused("not_now"):
        open_hand(opened, two, tuple(_shown(table, slot) for slot in held))
    with refused("not_now"):
        open_hand(opened, game.seats[0], ())
    assert pending(opened) == NeedsHands({game.seats[2]: game.deal.hands[2]})


def _shown(table: Table, slot: Slot) -> Shown:
    return Shown(slot, table.faces[slot])


def test_a_loser_without_cards_has_nothing_to_open() -> None:
    table = lay_out({"p1": "7S 7H 7D"}, laid=("p1",))
    events = table.play("p1 draw", "p1 lay 7S 7H 7D", "p1 discard 3C")
    assert any(isinstance(event, DealScored) for event in events)
