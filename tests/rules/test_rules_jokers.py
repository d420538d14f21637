"""Re-using jokers: "an opposing player is allowed to replace the joker with the card that the joker represented"."""

from dataclasses import replace

import pytest

from kalooki.cards import JOKER, Natural, Rank, SeatNumber, Suit
from kalooki.rules.actions import Exchange, Lay, LayOff, MeldId, NewMeld, Placed
from kalooki.rules.audience import EVERYBODY, audience, live_slots
from kalooki.rules.events import JokerExchanged
from kalooki.rules.game import apply
from kalooki.rules.notation import parse_faces
from kalooki.rules.variant import Variant
from support.kalooki_table import BRITISH, Table, house, lay_out, refused


def swap(hand: str, *table: str, variant: Variant = BRITISH, laid: tuple[str, ...] = ("p1", "p2")) -> Table:
    out = lay_out({"p1": hand, "p2": "2C"}, variant=variant, table=table, laid=laid)
    out.play("p1 draw")
    return out


def test_in_a_run_the_missing_card_takes_the_jokers_place_and_the_joker_goes_elsewhere() -> None:
    """ "The missing card can be replaced for the joker, which can then be used elsewhere"."""
    table = swap("6H QH QC 9D", "p2: 5H JK=6H 7H")
    events = table.play("p1 lay 6H for JK in m1; QH QC JK")
    assert (table.meld(1), table.meld(2)) == ("5H 6H 7H", "QH QC JK")
    assert events[0] == JokerExchanged(
        SeatNumber(0), MeldId(1), (parse_faces("6H")[0].card,), parse_faces("5H 6H 7H"), to_hand=False
    )
    assert len(live_slots(table.game)) == len(set(live_slots(table.game)))


def test_a_player_without_initial_meld_may_not_exchange() -> None:
    with refused("initial_meld_first"):
        swap("6H QH QC 9D", "p2: 5H JK=6H 7H", laid=("p2",)).play("p1 lay 6H for JK in m1; QH QC JK")


def test_a_joker_may_be_exchanged_on_the_turn_of_the_initial_meld_after_it() -> None:
    table = swap("6H QH QC 9D KH KD KS KC", "p2: 5H JK=6H 7H", laid=("p2",))
    table.play("p1 lay KH KD KS KC; 6H for JK in m1; QH QC JK")


def test_a_house_may_forbid_the_exchange_on_the_turn_of_the_initial_meld() -> None:
    hand, meld = "6H QH QC 9D KH KD KS KC", "p2: 5H JK=6H 7H"
    table = swap(hand, meld, laid=("p2",), variant=house(swap_same_turn=False))
    with refused("exchange_not_yet"):
        table.play("p1 lay KH KD KS KC; 6H for JK in m1; QH QC JK")
    table.play("p1 lay KH KD KS KC")
    with refused("exchange_not_yet"):
        table.play("p1 lay 6H for JK in m1; QH QC JK")
    swap(hand, meld, variant=house(swap_same_turn=False)).play("p1 lay 6H for JK in m1; QH QC JK")


def test_a_joker_that_is_the_four_is_taken_by_the_four_and_by_no_other_card() -> None:
    table = swap("4S 7S QH QC 9D", "p2: JK 5S 6S")
    with refused("no_such_joker", card="7S", stands_for=(parse_faces("4S")[0].card,)):
        table.play("p1 lay 7S for JK in m1; QH QC JK")
    table.play("p1 lay 4S for JK in m1; QH QC JK")


def test_a_run_gives_its_joker_for_one_card() -> None:
    table = swap("6H 8H QH QC 9D", "p2: 5H JK=6H 7H")
    with refused("exchange_needs", count=1):
        table.play("p1 lay 6H 8H for JK in m1; QH QC JK")


def test_a_meld_without_a_joker_gives_none() -> None:
    with refused("no_such_joker", stands_for=()):
        swap("6H QH QC 9D", "p2: 5H 6H 7H").play("p1 lay 6H for JK in m1; QH QC JK")


def test_a_jokers_place_is_taken_by_naturals_only() -> None:
    with refused("only_naturals_exchange"):
        swap("JK QH QC 9D", "p2: 5H JK=6H 7H").play("p1 lay JK for JK in m1; QH QC JK")


def test_both_missing_suits_close_the_set_and_release_its_joker() -> None:
    """ "If a player holds both the Tc and the Td he can replace both of those cards for the joker"."""
    table = swap("TC TD QH QC 9D", "p2: TS TH JK")
    table.play("p1 lay TC TD for JK in m1; QH QC JK")
    assert table.meld(1) == "TS TH TC TD"
    assert table.view().table[0].closed


def test_one_of_the_two_missing_suits_takes_no_joker() -> None:
    """ "If, however, he only has the Tc, then melding the Tc means that the set is closed"."""
    table = swap("TC TD TH QH QC 9D", "p2: TS TH JK")
    missing = tuple(face.card for face in parse_faces("TD TC"))
    for cards in ("TC", "TC TH", "TC TD TH"):
        with refused("exchange_needs", count=2, missing=missing):
            table.play(f"p1 lay {cards} for JK in m1; QH QC JK")
    table.play("p1 lay TC on m1")
    with refused("meld_is_closed"):
        table.play("p1 lay TD for JK in m1; QH QC JK")


def test_the_same_suit_twice_is_not_both_missing_suits() -> None:
    with refused("exchange_needs"):
        swap("TC TC QH QC 9D", "p2: TS TH JK").play("p1 lay TC TC for JK in m1; QH QC JK")


def test_a_set_with_two_jokers_gives_one_for_two_of_the_three_missing_suits() -> None:
    table = swap("2H 2D 2C QH QC 9D 9S", "p2: 2S JK=2H JK=2D")
    left = table.deal.melds[0].cards[1].slot
    table.play("p1 lay 2H 2C for JK in m1; QH QC JK")
    assert table.meld(1) == "2S 2H JK 2C"
    assert table.deal.melds[1].cards[-1].slot == left
    with refused("meld_is_closed"):
        table.play("p1 lay 2D for JK in m1; 9D 9S JK")


def test_a_set_of_four_never_gives_its_joker() -> None:
    with refused("meld_is_closed"):
        swap("TC QH QC 9D", "p2: TS TH TD JK").play("p1 lay TC for JK in m1; QH QC JK")


def test_a_house_may_release_a_sets_joker_for_one_card() -> None:
    for card in ("8C", "8D"):
        table = swap("8C 8D QH QC 9D", "p2: 8S 8H JK", variant=house(joker_set="one"))
        table.play(f"p1 lay {card} for JK in m1; QH QC JK")
        assert table.meld(1) == f"8S 8H {card}"
    with refused("exchange_needs", count=1):
        swap("8C 8D QH QC 9D", "p2: 8S 8H JK", variant=house(joker_set="one")).play(
            "p1 lay 8C 8D for JK in m1; QH QC JK"
        )
    swap("8C QH QC 9D", "p2: 8S 8H 8D JK", variant=house(joker_set="one")).play("p1 lay 8C for JK in m1; QH QC JK")


def test_a_released_joker_is_used_at_once_and_never_enters_the_hand() -> None:
    """ "Hence we can conclude that the joker cannot be taken into the hand"."""
    table = swap("6H QH QC 9D", "p2: 5H JK=6H 7H")
    before = table.game
    with refused("released_joker_unused", jokers=1):
        table.play("p1 lay 6H for JK in m1")
    assert table.game == before


def test_no_joker_is_used_before_it_is_released() -> None:
    table = swap("6H QH QC 9D", "p2: 5H JK=6H 7H")
    used = NewMeld((*_hand(table, "QH QC"), Placed(None, JOKER)))
    taken = Exchange(MeldId(1), _hand(table, "6H"))
    with refused("no_released_joker"):
        apply(table.game, SeatNumber(0), Lay((used, taken)))
    natural = NewMeld((*_hand(table, "QH QC"), Placed(None, parse_faces("QS")[0].card)))
    with refused("no_released_joker"):
        apply(table.game, SeatNumber(0), Lay((taken, natural)))
    apply(table.game, SeatNumber(0), Lay((taken, used)))


def _hand(table: Table, cards: str) -> tuple[Placed, ...]:
    slots = {str(table.faces[slot]): slot for slot in table.deal.hands[0]}
    return tuple(Placed(slots[name], table.faces[slots[name]]) for name in cards.split())


def test_british_a_released_joker_may_be_built_with() -> None:
    """ "And then use the joker in a meld of his choosing"."""
    table = swap("6H QH QC 9D", "p2: 5H JK=6H 7H", "p2: 9S TS JS")
    table.play("p1 lay 6H for JK in m1; JK=QS on m2")
    assert table.meld(2) == "9S TS JS JK=QS"


def test_a_house_may_ask_for_a_new_meld_as_european_players_do() -> None:
    """ "The joker lifted here from the meld has to be immediately placed in a new meld"."""
    table = swap("6H QH QC 9D", "p2: 5H JK=6H 7H", "p2: 9S TS JS", variant=house(joker_reuse="new_meld"))
    with refused("released_joker_needs_new_meld", meld=2):
        apply(
            table.game,
            SeatNumber(0),
            Lay(
                (
                    Exchange(MeldId(1), _hand(table, "6H")),
                    LayOff(MeldId(2), (Placed(None, JOKER, Natural(Rank.QUEEN, Suit.SPADES)),)),
                )
            ),
        )
    table.play("p1 lay 6H for JK in m1; QH QC JK")


def test_an_own_joker_may_be_built_with_while_a_released_one_waits_for_a_new_meld() -> None:
    table = swap("6H QH QC 9D JK", "p2: 5H JK=6H 7H", "p2: 9S TS JS", variant=house(joker_reuse="new_meld"))
    table.play("p1 lay 6H for JK in m1; JK=QS on m2; QH QC JK")
    assert table.hand("p1") == "9D 3C"


def test_a_house_may_send_the_released_joker_to_the_hand_where_everybody_knows_it() -> None:
    table = swap("6H QH QC 9D", "p2: 5H JK=6H 7H", variant=house(joker_reuse="hand"))
    joker = table.deal.melds[0].cards[1].slot
    events = table.play("p1 lay 6H for JK in m1")
    assert events == (
        JokerExchanged(SeatNumber(0), MeldId(1), (parse_faces("6H")[0].card,), parse_faces("5H 6H 7H"), to_hand=True),
    )
    assert table.hand("p1") == "QH QC 9D 3C JK"
    assert audience(table.game, joker) == EVERYBODY
    assert table.view("p2").seats[0].known == (JOKER,)
    table.play("p1 lay QH QC JK")
    assert table.deal.faces == {}


def test_of_two_released_jokers_the_one_that_is_left_over_goes_to_the_hand() -> None:
    table = swap("6H 6D QH QC 9D", "p2: 5H JK=6H 7H", "p2: 5D JK=6D 7D", variant=house(joker_reuse="hand"))
    events = table.play("p1 lay 6H for JK in m1; 6D for JK in m2; QH QC JK")
    assert [event.to_hand for event in events if isinstance(event, JokerExchanged)] == [False, True]
    assert table.hand("p1") == "9D 3C JK"


def test_two_jokers_may_be_released_for_one_new_meld() -> None:
    table = swap("6H 6D QH 9D", "p2: 5H JK=6H 7H", "p2: 5D JK=6D 7D")
    table.play("p1 lay 6H for JK in m1; 6D for JK in m2; QH JK=KH JK=AH")
    assert table.meld(3) == "QH JK=KH JK=AH"


@pytest.mark.parametrize(
    ("meld", "card", "inside"),
    [("5H JK=6H 7H", "6H", True), ("JK=5H 6H 7H", "5H", False), ("5H 6H JK=7H", "7H", False)],
)
def test_a_house_may_release_only_jokers_between_two_cards_of_a_run(meld: str, card: str, inside: bool) -> None:
    table = swap(f"{card} QH QC 9D", f"p2: {meld}", variant=house(joker_interior_only=True))
    if inside:
        table.play(f"p1 lay {card} for JK in m1; QH QC JK")
    else:
        with refused("only_inner_jokers", meld=1):
            table.play(f"p1 lay {card} for JK in m1; QH QC JK")


def test_a_variant_may_release_only_the_jokers_of_others() -> None:
    others = replace(BRITISH, na_joker_others_only=True)
    swap("6H QH QC 9D", "p2: 5H JK=6H 7H", variant=others).play("p1 lay 6H for JK in m1; QH QC JK")
    with refused("only_others_jokers"):
        swap("6H QH QC 9D", "p1: 5H JK=6H 7H", variant=others).play("p1 lay 6H for JK in m1; QH QC JK")


def test_one_card_is_not_laid_twice_and_no_card_that_is_not_held() -> None:
    table = swap("6H QH QC 9D", "p2: 5H JK=6H 7H")
    six = _hand(table, "6H")
    with refused("used_twice", card="6H"):
        apply(table.game, SeatNumber(0), Lay((NewMeld((*six, *six, *_hand(table, "QH"))),)))
    lying = Placed(table.deal.melds[0].cards[0].slot, parse_faces("5H")[0].card)
    with refused("not_in_hand", card="5H"):
        apply(table.game, SeatNumber(0), Lay((NewMeld((lying, *six, *_hand(table, "QH"))),)))
