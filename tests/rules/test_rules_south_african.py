"""South African Kaluki: exact contracts, and jokers that are one card."""

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules.legal import legal_actions, legal_kinds
from kalooki.rules.notation import parse_card
from support.kalooki_table import refused
from support.south_african import draws, hand_of, kaluki

# --- the contract -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "hand", "lay"),
    [
        ("set of 3", "7S 7H 7D 2S", "7S 7H 7D"),
        ("run of 3", "AS 2S 3S 9H", "AS 2S 3S"),
        ("run of 3", "QS KS AS 9H", "AS KS QS"),
        ("both", "7S 7H 7D AS 2S 3S 9H", "AS 2S 3S; 7S 7H 7D"),
        ("run of 4", "AS 2S 3S 4S 9H", "AS 2S 3S 4S"),
        ("set of 4", "7S 7H 7D 7C 9H", "7S 7H 7D 7C"),
        ("set of 4", "7S 7H 7D JK 9H", "7S 7H 7D JK=7C"),
        ("run of 5", "AS 2S 3S 4S 5S 9H", "AS 2S 3S 4S 5S"),
    ],
)
def test_the_first_lay_is_exactly_the_contract_of_the_round(deal: str, hand: str, lay: str) -> None:
    out = draws(hand_of(f"{hand} KH", deal=deal))
    out.play(f"p1 lay {lay}")
    assert SeatNumber(0) in out.deal.laid


@pytest.mark.parametrize(
    ("deal", "lay", "code"),
    [
        ("set of 3", "7S 7H 7D 7C", "not_the_contract"),
        ("set of 3", "AS 2S 3S", "not_the_contract"),
        ("set of 3", "7S 7H 7D; 8S 8H 8D", "only_the_contract"),
        ("set of 3", "7S 7H 7D; 9C on m1", "only_the_contract"),
        ("set of 3", "7S 7H 7D; 7C on m2", "only_the_contract"),
        ("set of 3", "9C on m1", "not_the_contract"),
        ("set of 3", "7S 7H 7D; 6C for JK in m1", "exchange_not_yet"),
        ("run of 3", "AS 2S 3S 4S", "not_the_contract"),
        ("both", "7S 7H 7D", "not_the_contract"),
        ("both", "7S 7H 7D; 8S 8H 8D", "not_the_contract"),
        ("run of 4", "AS 2S 3S", "not_the_contract"),
        ("set of 4", "7S 7H 7D", "not_the_contract"),
        ("set of 3", "7S 7S 7H", "suit_twice"),
        ("run of 3", "KS AS 2S", "round_the_corner"),
    ],
)
def test_more_or_less_than_the_contract_is_refused_whole(deal: str, lay: str, code: str) -> None:
    hand = "7S 7S 7H 7D 7C 8S 8H 8D AS 2S 3S 4S KS 9C 6C"
    out = draws(hand_of(hand, "p2: 5C JK=6C 7C 8C", deal=deal, laid=("p2",)))
    before = out.game
    with refused(code):
        out.play(f"p1 lay {lay}")
    assert out.game is before


def test_in_the_turn_of_the_first_lay_nothing_else_is_laid_and_later_everything_is() -> None:
    out = draws(hand_of("7S 7H 7D 7C 2S 5C 9H 9D 9S KH", "p2: 2C 3C 4C", laid=("p2",)))
    out.play("p1 lay 7S 7H 7D")
    for lay in ("9H 9D 9S", "5C on m1"):
        with refused("only_the_contract"):
            out.play(f"p1 lay {lay}")
    out.play("p1 discard KH", "p2 take", "p2 discard KH", "p3 take", "p3 discard KH", "p1 take")
    out.play("p1 lay 9H 9D 9S; 5C on m1; 7C on m2")
    assert out.meld(1) == "2C 3C 4C 5C"


@pytest.mark.parametrize("order", ["a", "b", "c"])
def test_the_rounds_come_in_the_order_of_the_house(order: str) -> None:
    variant = kaluki(sa_order=order)
    words = {
        (True, (), ()): "blitz",
        (False, (3,), ()): "set of 3",
        (False, (), (3,)): "run of 3",
        (False, (3,), (3,)): "both",
        (False, (), (4,)): "run of 4",
        (False, (4,), ()): "set of 4",
        (False, (), (5,)): "run of 5",
    }
    contracts = [variant.contract(number) for number in range(1, 9)]
    played = [words[one.everything, one.sets, one.runs] for one in contracts if one is not None]
    assert (
        played
        == {
            "a": ["blitz", "set of 3", "run of 3", "both", "run of 4", "set of 4", "run of 5", "run of 5"],
            "b": ["set of 3", "run of 3", "set of 4", "run of 4", "blitz", "both", "run of 5", "run of 5"],
            "c": ["blitz", "run of 3", "set of 3", "both", "run of 4", "set of 4", "run of 5", "run of 5"],
        }[order]
    )


def test_in_one_turn_one_goes_out_only_where_the_house_lets_one() -> None:
    hand = "7S 7H 7D 9H 9D 9S 5C"
    strict = draws(hand_of(hand, "p2: 2C 3C 4C", laid=("p2",), stock="KH 5D"))
    with refused("only_the_contract"):
        strict.play("p1 lay 7S 7H 7D; 9H 9D 9S; 5C on m1")
    out = draws(hand_of(hand, "p2: 2C 3C 4C", laid=("p2",), stock="KH 5D", house={"sa_kaluki": True}))
    with refused("only_the_contract"):
        out.play("p1 lay 7S 7H 7D; 9H 9D 9S")
    with refused("not_the_contract"):
        out.play("p1 lay 5C on m1; 7S 7H 7D; 9H 9D 9S")
    assert [item for action in legal_actions(out.view("p1")) if hasattr(action, "items") for item in action.items]
    out.play("p1 lay 7S 7H 7D; 9H 9D 9S; 5C on m1", "p1 discard KH")
    out.open_hands()
    assert out.view(None).last.how == "out"  # type: ignore[union-attr]
    two = draws(hand_of("7S 7H 7D 9H 9D 9S", stock="KH 5D", house={"sa_kaluki": True}))
    two.play("p1 lay 7S 7H 7D")
    assert "lay" in legal_kinds(two.view("p1"))
    two.play("p1 lay 9H 9D 9S", "p1 discard KH")


# --- jokers -----------------------------------------------------------------------------------------------------------


def test_a_joker_in_a_set_is_one_card_that_is_said() -> None:
    out = draws(hand_of("5S 5H JK 9C", "p2: 5D 6D 7D", laid=("p2",)))
    with refused("undeclared_set_joker", choices=(parse_card("5D"), parse_card("5C"))):
        out.play("p1 lay 5S 5H JK")
    with refused("wrong_declaration"):
        out.play("p1 lay 5S 5H JK=5S")
    with refused("wrong_declaration"):
        out.play("p1 lay 5S 5H JK=6D")
    out.play("p1 lay 5S 5H JK=5D")
    assert out.meld(2) == "5S 5H JK=5D"


def test_exactly_the_card_that_a_joker_is_takes_it_into_the_hand_on_a_later_turn() -> None:
    table = ("p1: 5S 5H JK=5D",)
    out = draws(hand_of("5D 5C 9C KH", *table, laid=("p1",)))
    with refused("exchange_needs", count=1, missing=(parse_card("5D"),)):
        out.play("p1 lay 5C for JK in m1")
    events = out.play("p1 lay 5D for JK in m1")
    assert events[0].to_hand  # type: ignore[union-attr]
    assert out.meld(1) == "5S 5H 5D"
    assert "JK" in out.hand("p1")
    assert parse_card("JK") in out.view("p2").seats[0].known
    out.play("p1 lay 5C on m1")


def test_no_joker_is_taken_in_the_turn_of_the_first_lay_nor_out_of_a_closed_set() -> None:
    out = draws(hand_of("7S 7H 7D 5D KH", "p2: 5S 5H JK=5D", laid=("p2",)))
    out.play("p1 lay 7S 7H 7D")
    with refused("exchange_not_yet"):
        out.play("p1 lay 5D for JK in m1")
    closed = draws(hand_of("5D KH", "p2: 5S 5H JK=5D 5C", laid=("p1",)))
    with refused("meld_is_closed", meld=1):
        closed.play("p1 lay 5D for JK in m1")
    assert "lay" not in legal_kinds(closed.view("p1"))


def test_the_suit_that_a_joker_is_cannot_be_laid_off_beside_it() -> None:
    out = draws(hand_of("5D JK JK KH", "p2: 5S 5H JK=5D", laid=("p1",)))
    with refused("does_not_fit", fits=(parse_card("5C"),)):
        out.play("p1 lay 5D on m1")
    with refused("undeclared_set_joker", choices=(parse_card("5C"),)):
        out.play("p1 lay JK on m1")
    with refused("wrong_declaration"):
        out.play("p1 lay JK=5D on m1")
    out.play("p1 lay JK=5C on m1")


def test_of_two_jokers_in_a_set_that_one_goes_which_is_the_card() -> None:
    out = draws(hand_of("5D 9H KH", "p2: 5S JK=5C JK=5D", laid=("p1",)))
    out.play("p1 lay 5D for JK in m1")
    assert out.meld(1) == "5S JK=5C 5D"


def test_a_joker_of_a_run_is_taken_for_its_card() -> None:
    out = draws(hand_of("6H 9H KH", "p2: 5H JK=6H 7H", laid=("p1",)))
    out.play("p1 lay 6H for JK in m1; JK=8H 9H on m1")
    assert out.meld(1) == "5H 6H 7H JK=8H 9H"


@pytest.mark.parametrize(
    ("deal", "lay", "pile", "verdict"),
    [
        ("run of 3", "5H 6H JK=7H", "4D", "not_half_safe"),
        ("run of 3", "5H 6H JK=7H", "7H 4D", "legal"),
        ("run of 3", "5H JK=6H 7H", "4D", "not_half_safe"),
        ("set of 3", "5S 5H JK=5C", "4D", "not_half_safe"),
        ("set of 3", "5S 5H JK=5D", "4D", "legal"),
        ("set of 4", "5S 5H 5C JK=5D", "KD", "legal"),
        ("set of 4", "5S 5H JK=5D JK=5C", "4D", "first_lay_jokers"),
        ("run of 3", "5H JK=6H JK=7H", "6H 7H", "first_lay_jokers"),
    ],
)
def test_the_joker_of_the_first_lay_is_half_safe_and_alone(deal: str, lay: str, pile: str, verdict: str) -> None:
    out = hand_of("5S 5H 5C 6H 7H JK JK 9C", "p2: 5D 6D 7D", laid=("p2",), deal=deal, pile=pile)
    out = draws(out)
    if verdict == "legal":
        out.play(f"p1 lay {lay}")
        return
    with refused(verdict):
        out.play(f"p1 lay {lay}")


def test_a_card_is_seen_once_it_has_been_discarded_even_if_somebody_took_it() -> None:
    out = hand_of("5H 6H JK 9C", deal="run of 3", others={"p2": "7H 9S", "p3": "2C 3C"})
    out.play("p1 take", "p1 discard 4D", "p2 take", "p2 discard 7H", "p3 take", "p3 discard 2C")
    out = draws(out)
    out.play("p1 lay 5H 6H JK=7H")


def test_a_later_joker_is_any_card_unless_the_house_holds_it_to_the_same() -> None:
    hand, table = "5H 6H JK 9C", ("p1: 9S 9H 9D",)
    draws(hand_of(hand, *table, laid=("p1",))).play("p1 lay 5H 6H JK=7H")
    strict = draws(hand_of(hand, *table, laid=("p1",), house={"half_safe": "always"}))
    with refused("not_half_safe", card=parse_card("7H")):
        strict.play("p1 lay 5H 6H JK=7H")
    with refused("not_half_safe"):
        strict.play("p1 lay JK=9C on m1")
    draws(hand_of(hand, deal="run of 3", house={"half_safe": "never"})).play("p1 lay 5H 6H JK=7H")


def test_two_jokers_in_the_run_of_five_are_for_the_house_to_allow() -> None:
    hand, pile = "5H 6H 7H JK JK 9C", "8H 9H 4D"
    strict = draws(hand_of(hand, deal="run of 5", pile=pile))
    with refused("first_lay_jokers", jokers=2, most=1):
        strict.play("p1 lay 5H 6H 7H JK JK")
    draws(hand_of(hand, deal="run of 5", pile=pile, house={"round7_two_jokers": True})).play("p1 lay 5H 6H 7H JK JK")
    other = draws(hand_of(hand, deal="run of 4", pile=pile, house={"round7_two_jokers": True}))
    with refused("first_lay_jokers", most=1):
        other.play("p1 lay 6H 7H JK JK")


def test_a_run_goes_from_ace_to_ace_and_is_closed_then() -> None:
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    out = draws(hand_of("AS 9H", f"p2: {suit}", laid=("p1",)))
    assert not out.view("p1").table[0].closed
    out.play("p1 lay AS on m1")
    assert out.meld(1) == f"{suit} AS"
    assert out.view("p1").table[0].closed
    whole = draws(hand_of(f"{suit} AS 9H", laid=("p1",)))
    whole.play(f"p1 lay {suit} AS")
    both = draws(hand_of("AS AS 9H", f"p2: {suit[3:]}", laid=("p1",)))
    both.play("p1 lay AS AS on m1")
    with refused("rank_twice"):
        draws(hand_of("AS AS AS 2S 9H", laid=("p1",))).play("p1 lay AS AS AS 2S")
    with refused("rank_twice"):
        draws(hand_of("2S 2S 3S 9H", laid=("p1",))).play("p1 lay 2S 2S 3S")
    with refused("not_consecutive"):
        draws(hand_of("AS 2S AS 9H", laid=("p1",))).play("p1 lay AS 2S AS")
