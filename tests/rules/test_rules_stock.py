"""The stock runs out: "the discard pile is shuffled, … and used as the stock for the rest of the hand"."""

import pytest

from kalooki.cards import Slot
from kalooki.rules.audience import EVERYBODY, audience, live_slots
from kalooki.rules.events import Dealt, DealVoided, Discarded, Drew, StockRanOut, StockReshuffled
from kalooki.rules.game import NeedsAction, NeedsDeal, NeedsStock, begin_deal, pending, restock
from kalooki.rules.variant import OptionValue
from support.kalooki_table import Table, house, lay_out, refused

HANDS = {"p1": "4H 4S 9H TC KD", "p2": "2H 3H 8S QC KH"}


def last_card(pile: str = "4D 7C", *, reshuffles: int = 0, stock: str = "3C", **options: OptionValue) -> Table:
    return lay_out(HANDS, variant=house(**options), stock=stock, pile=pile, reshuffles=reshuffles)


def test_at_the_end_of_the_turn_that_drew_the_last_card_the_pile_becomes_the_stock() -> None:
    """ "The discard made by the player who picked the last card of the stock, is made the upcard"."""
    table = last_card()
    assert table.play("p1 draw", "p1 discard KD")[-1] == StockRanOut(2)
    needs = pending(table.game)
    assert isinstance(needs, NeedsStock)
    assert [str(card) for card in needs.deck] == ["4D", "7C"]
    with refused("not_now", phase="reshuffle"):
        table.play("p2 draw")
    old = set(live_slots(table.game))
    assert not old & set(needs.slots)
    table.game, events = restock(table.game, needs.slots)
    assert events == (StockReshuffled(2, table.deal.pile[-1].card),)
    assert (table.pile, table.deal.stock, table.deal.reshuffles) == ("KD", needs.slots, 1)
    assert [audience(table.game, slot) for slot in needs.slots] == [None, None]
    assert pending(table.game) == NeedsAction((table.game.seats[1],))
    assert isinstance(table.play("p2 draw")[0], Drew)


def test_a_fresh_stock_has_one_new_slot_for_each_card() -> None:
    table = last_card()
    table.play("p1 draw", "p1 discard KD")
    needs = pending(table.game)
    assert isinstance(needs, NeedsStock)
    first = needs.slots[0]
    for slots in (
        (),
        needs.slots[:1],
        (first, first),
        (Slot(0), first),
        (*needs.slots, Slot(first + 9)),
        (first, first, needs.slots[1]),
    ):
        with refused("wrong_slots", needed=2):
            restock(table.game, slots)
    restock(table.game, (Slot(first + 7), Slot(first + 3)))


def test_nothing_is_reshuffled_before_it_is_time() -> None:
    with refused("not_now", phase="draw"):
        restock(last_card().game, (Slot(100),))


def test_going_out_with_the_last_card_needs_no_stock() -> None:
    table = lay_out({"p1": "7S 7H", "p2": "2C"}, laid=("p1",), stock="7D", pile="4D 5D")
    table.play("p1 draw", "p1 discard 7S count 2")
    assert isinstance(pending(table.game), NeedsStock)
    out = lay_out({"p1": "7S 7H 7C", "p2": "2C"}, laid=("p1",), stock="9D", pile="4D 5D")
    out.play("p1 draw", "p1 lay 7S 7H 7C", "p1 discard 9D")
    out.open_hands()
    assert isinstance(pending(out.game), NeedsDeal)


def test_the_second_time_the_deal_is_void_and_the_same_dealer_deals_again() -> None:
    """ "If the stock pile runs out again for the second time … the game is termed void"."""
    table = last_card(reshuffles=1)
    game = table.game
    events = table.play("p1 draw", "p1 discard KD")
    assert events[-1] == DealVoided(1, 1, "stock_ran_out")
    after = table.game
    assert (after.totals, after.money, after.number, after.attempt, after.dealer) == (
        game.totals,
        game.money,
        1,
        2,
        game.dealer,
    )
    needs = pending(after)
    assert isinstance(needs, NeedsDeal)
    assert audience(after, table.deal.hands[0][0]) == after.seats[0]
    again, dealt = begin_deal(after)
    assert isinstance(dealt[0], Dealt)
    assert (dealt[0].attempt, dealt[0].dealer, again.number) == (2, game.dealer, 1)


def test_a_pile_of_only_its_top_card_cannot_be_reshuffled() -> None:
    taken = lay_out(HANDS, stock="3C", pile="", laid=("p1",))
    assert taken.play("p1 draw", "p1 discard KD")[-1] == DealVoided(1, 1, "nothing_to_reshuffle")


def test_lazily_the_deal_goes_on_until_a_draw_is_impossible() -> None:
    table = last_card(exhaust="lazy")
    assert table.play("p1 draw", "p1 discard KD") == (
        Discarded(table.game.seats[0], table.deal.pile[-1].card, 5, None),
    )
    assert table.play("p2 draw") == (StockRanOut(2),)
    needs = pending(table.game)
    assert isinstance(needs, NeedsStock)
    table.game, events = restock(table.game, needs.slots)
    assert events == (StockReshuffled(2, table.deal.pile[-1].card), Drew(table.game.seats[1], 1))
    assert table.deal.hands[1][-1] == needs.slots[0]
    assert audience(table.game, needs.slots[0]) == table.game.seats[1]
    table.faces[needs.slots[0]] = needs.deck[0]
    table.play("p2 discard 4D")


@pytest.mark.parametrize("exhaust", ["lazy", "eager"])
def test_a_draw_with_nothing_to_reshuffle_voids_the_deal(exhaust: str) -> None:
    table = lay_out(HANDS, stock="", pile="4D", variant=house(exhaust=exhaust))
    assert table.play("p1 draw") == (DealVoided(1, 1, "nothing_to_reshuffle"),)
    assert isinstance(pending(table.game), NeedsDeal)


def test_lazily_the_top_card_may_still_be_taken_from_an_empty_stock() -> None:
    table = lay_out(HANDS, stock="", pile="4D", variant=house(exhaust="lazy"), laid=("p1",))
    table.play("p1 take", "p1 discard KD")
    assert audience(table.game, table.deal.hands[0][-1]) == EVERYBODY


def test_a_house_may_void_the_deal_the_first_time() -> None:
    table = last_card(stock_exhaust="no_reshuffle")
    assert table.play("p1 draw", "p1 discard KD")[-1] == DealVoided(1, 1, "stock_ran_out")


def test_a_house_may_reshuffle_without_end_until_the_cap_of_turns() -> None:
    table = last_card(stock_exhaust="unlimited", reshuffles=7)
    assert table.play("p1 draw", "p1 discard KD")[-1] == StockRanOut(2)
    assert house(stock_exhaust="unlimited").turn_cap == 300
    capped = lay_out(HANDS, variant=house(turn_cap=20), number=18)
    capped.play("p1 draw", "p1 discard KD", "p2 draw")
    assert capped.play("p2 discard KH")[-1] == DealVoided(1, 1, "turn_cap")
