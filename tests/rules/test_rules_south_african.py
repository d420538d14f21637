"""South African Kaluki: exact contracts, jokers that are one card, the blitz, the cut, buying, dead discards, cents."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber, Slot
from kalooki.rules import game as games
from kalooki.rules.actions import Show, Shown
from kalooki.rules.audience import EVERYBODY, audience, entitled, live_slots
from kalooki.rules.deal import Showing
from kalooki.rules.game import Game, NeedsStock, NeedsUpcard, begin_deal, new_game, pending, turn_up
from kalooki.rules.legal import legal_actions, legal_kinds
from kalooki.rules.notation import format_action, parse_card
from kalooki.rules.state import state_lines
from kalooki.rules.variant import OptionValue, Variant
from support.contract_presets import game_named
from support.kalooki_table import Table, awaits, lay_out, refused, score

OTHERS = {"p2": "2C 3H 4H", "p3": "2D 3D 4D"}
ROUNDS = {"blitz": 1, "set of 3": 2, "run of 3": 3, "both": 4, "run of 4": 5, "set of 4": 6, "run of 5": 7}


def kaluki(**options: OptionValue) -> Variant:
    return game_named("south_african", options)


def hand_of(  # noqa: PLR0913 - each is a part of a table
    hand: str,
    *table: str,
    deal: str = "set of 3",
    laid: tuple[str, ...] = (),
    pile: str = "4D",
    others: dict[str, str] | None = None,
    stock: str = "3C 5D 9C 2H 8C 6D 7C 2S 4C 8S",
    house: dict[str, OptionValue] | None = None,
) -> Table:
    """The turn of p1, who has drawn nothing yet, in a round of the default order."""
    out = lay_out(
        {"p1": hand, **(OTHERS if others is None else others)},
        table=table,
        laid=laid,
        variant=kaluki(**house or {}),
        pile=pile,
        stock=stock,
    )
    number = ROUNDS[deal]
    return Table(replace(out.game, number=number, deal=replace(out.deal, number=number)), out.faces)


def draws(out: Table) -> Table:
    """p1 draws, and nobody buys."""
    out.play("p1 draw")
    return Table(games.close_window(out.game)[0], out.faces)


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


# --- going out, and the blitz -----------------------------------------------------------------------------------------


def test_who_lays_all_cards_goes_out_without_a_discard() -> None:
    out = draws(hand_of("5S 5H 5D", "p1: 9S 9H 9D", laid=("p1",), stock="5C 6C"))
    out.play("p1 lay 5S 5H 5D 5C")
    out.open_hands()
    assert (out.view(None).last.winner, out.view(None).last.how) == (0, "out")  # type: ignore[union-attr]


WHOLE = "5S 5H 5D 6H 7H 8H 9H TH TC JC QC KC AC"
LAID = "p1 lay 5S 5H 5D; 6H 7H 8H 9H TH; TC JC QC KC AC"


def blitzed(
    hand: str = WHOLE, *, stock: str = "KD 9S", others: dict[str, str] | None = None, **more: OptionValue
) -> Table:
    return draws(hand_of(hand, deal="blitz", stock=stock, pile="3S", others=others, house=more))


def test_in_the_blitz_everything_is_laid_at_once_and_a_last_card_may_be_thrown() -> None:
    out = blitzed()
    with refused("not_everything", left=11, most=1):
        out.play("p1 lay 5S 5H 5D")
    with refused("not_everything"):
        out.play("p1 lay 5S 5H 5D; 9H on m1")
    out.play(LAID)
    assert out.view(None).phase.value == "play"
    events = out.play("p1 discard KD")
    assert [type(event).__name__ for event in events] == ["Discarded", "WentOut"]
    assert out.view(None).phase.value == "blitz"
    whole = blitzed(stock="9C 9S")
    whole.play("p1 lay 5S 5H 5D; 6H 7H 8H 9H TH; 9C TC JC QC KC AC")
    assert whole.view(None).phase.value == "blitz"


def test_a_blitz_needs_a_discard_where_the_house_says_so() -> None:
    out = blitzed(stock="9C 9S", sa_blitz_discard=True)
    with refused("must_keep_a_discard"):
        out.play("p1 lay 5S 5H 5D; 6H 7H 8H 9H TH; 9C TC JC QC KC AC")
    out.play(LAID, "p1 discard 9C")
    later = draws(hand_of("5S 5H 5D", laid=("p1",), stock="5C 6C", house={"sa_blitz_discard": True}))
    later.play("p1 lay 5S 5H 5D 5C")
    assert later.view(None).phase.value == "show"


def test_jokers_are_free_in_the_blitz() -> None:
    out = blitzed("5S 5H JK 6H 7H JK 9H TH TC JK QC KC AC")
    out.play("p1 lay 5S 5H JK=5D; 6H 7H JK 9H TH; TC JK QC KC AC", "p1 discard KD")
    assert out.view(None).phase.value == "blitz"


def test_after_a_blitz_the_others_lay_from_their_own_hands_clockwise_and_the_rest_counts() -> None:
    others = {"p2": "2C 2H 2S KS", "p3": "8S 8C 8D"}
    out = blitzed(others=others)
    out.play(LAID, "p1 discard KD")
    assert pending(out.game) == awaits((1,))
    assert set(legal_kinds(out.view("p2"))) == {"pass", "lay"}
    assert legal_kinds(out.view("p3")) == ()
    with refused("not_your_turn", turn=1):
        out.play("p3 pass")
    with refused("only_new_melds"):
        out.play("p2 lay 2C on m3")
    with refused("not_now", phase="blitz"):
        out.play("p2 discard KS")
    with refused("neither_set_nor_run"):
        out.play("p2 lay 2C 2H KS")
    out.play("p2 lay 2C 2H 2S")
    assert "phase blitz 0" in list(state_lines(out.game))
    out.play("p3 lay 8S 8C 8D")
    assert out.view(None).phase.value == "show"
    out.open_hands()
    assert out.game.totals == (0, 10, 0)
    assert out.view(None).last.how == "blitz"  # type: ignore[union-attr]
    assert out.game.money == (-100 + 110 + 100, -100 - 110, -100 - 100)


def test_who_lays_nothing_after_a_blitz_passes_or_lets_the_time_go_by() -> None:
    out = blitzed(others={"p2": "2C 2H 2S KS", "p3": "8S 8C"})
    out.play(LAID, "p1 discard KD", "p2 pass")
    game, _ = games.close_window(out.game)
    out = Table(game, out.faces)
    out.open_hands()
    assert out.game.totals == (0, 16, 16)


# --- the pile and buying ----------------------------------------------------------------------------------------------


def test_the_pile_is_open_before_and_after_the_lay() -> None:
    for laid in ((), ("p1",)):
        out = hand_of("7S 7H 2C", laid=laid)
        out.play("p1 take", "p1 discard 2C")
        assert out.hand("p1") == "7S 7H 4D"


def test_after_a_draw_from_the_stock_the_first_clockwise_who_wants_it_buys_the_discard() -> None:
    out = hand_of("7S 7H 2C")
    out.play("p1 draw")
    assert pending(out.game) == awaits((1, 2))
    assert (out.view("p2").phase.value, legal_kinds(out.view("p2"))) == ("buy", ("pass", "call"))
    assert legal_kinds(out.view("p1")) == ()
    for move in ("p1 discard 2C", "p1 draw", "p1 lay 7S 7H 2C"):
        with refused("buyers_first", waiting=(1, 2)):
            out.play(move)
    with refused("not_now", phase="buy"):
        out.play("p2 draw")
    out.play("p3 call")
    events = out.play("p2 call")
    assert [type(event).__name__ for event in events] == ["Called", "CallGranted", "PaidIn"]
    assert out.hand("p2") == "2C 3H 4H 4D 5D"
    assert out.hand("p3") == "2D 3D 4D"
    assert dict(out.deal.paid) == {1: -10}
    assert out.view(None).seats[1].paid == -10
    out.play("p1 discard 2C")
    assert out.deal.turn.seat == 1


def test_when_all_pass_or_the_time_is_up_the_player_in_turn_goes_on() -> None:
    out = hand_of("7S 7H 2C")
    out.play("p1 draw", "p2 pass", "p3 pass", "p1 discard 2C")
    assert out.hand("p2") == "2C 3H 4H"
    late = hand_of("7S 7H 2C")
    late.play("p1 draw", "p3 call")
    late = Table(games.close_window(late.game)[0], late.faces)
    assert late.hand("p3") == "2D 3D 4D 4D 5D"


def test_a_discard_that_is_taken_is_not_for_sale_nor_is_ones_own() -> None:
    out = hand_of("7S 7H 2C")
    out.play("p1 take")
    assert pending(out.game) == awaits((0,))
    out.play("p1 discard 2C", "p2 draw")
    assert pending(out.game) == awaits((2,))
    with refused("own_discard"):
        out.play("p1 call")


def test_nothing_is_allowed_or_refused_where_it_is_bought() -> None:
    out = hand_of("7S 7H 2C")
    for move in ("p1 allow", "p1 refuse"):
        with refused("not_in_this_variant"):
            out.play(move)
    with refused("not_now", phase="draw"):
        out.play("p2 call")
    out.play("p1 draw")
    with refused("not_in_this_variant"):
        out.play("p1 allow")


def test_four_buys_are_the_limit_of_a_round() -> None:
    out = hand_of("7S 7H 2C")
    out = Table(replace(out.game, deal=replace(out.deal, calls=((SeatNumber(1), 4),))), out.faces)
    out.play("p1 draw")
    assert pending(out.game) == awaits((2,))
    with refused("no_calls_left", most=4):
        out.play("p2 call")
    none = hand_of("7S 7H 2C", house={"max_calls": 0})
    none.play("p1 draw", "p1 discard 2C")


def test_without_a_window_the_first_to_call_buys_and_the_player_in_turn_may_go_on_at_once() -> None:
    out = hand_of("7S 7H 2C", house={"call_window_ms": 0})
    out.play("p1 draw")
    assert pending(out.game) == awaits((0,), (1, 2))
    assert "discard" in legal_kinds(out.view("p1"))
    out.play("p3 call")
    assert out.hand("p3") == "2D 3D 4D 4D 5D"
    quick = hand_of("7S 7H 7D 2C", house={"call_window_ms": 0})
    quick.play("p1 draw", "p1 lay 7S 7H 7D")
    with refused("not_now"):
        quick.play("p2 call")


def restocked(out: Table) -> Table:
    needs = pending(out.game)
    assert isinstance(needs, NeedsStock)
    faces = out.faces | dict(zip(needs.slots, needs.deck, strict=True))
    return Table(games.restock(out.game, needs.slots)[0], faces)


def test_a_stock_that_a_buyer_needs_is_renewed_for_it() -> None:
    out = hand_of("7S 7H 2C", stock="3C", pile="4C 5C 6C")
    out.play("p1 draw", "p2 call", "p3 pass")
    out = restocked(out)
    assert out.hand("p2") == "2C 3H 4H 6C 4C"
    assert pending(out.game) == awaits((0,))
    dry = hand_of("7S 7H 2C", stock="3C", pile="4C 5C")
    dry.play("p1 draw")
    assert pending(dry.game) == awaits((0,))
    with refused("too_few_to_draw", needed=1):
        dry.play("p2 call")


def test_after_a_draw_that_needed_a_new_stock_the_discard_is_for_sale_too() -> None:
    out = hand_of("7S 7H 2C", stock="", pile="4C 5C 6C", house={"exhaust": "lazy"})
    out.play("p1 draw")
    out = restocked(out)
    assert pending(out.game) == awaits((1, 2))


# --- a discard that could have been played ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "meld", "playable"),
    [
        ("5C", "p2: 2C 3C 4C", True),
        ("6C", "p2: 2C 3C 4C", False),
        ("9C", "p2: 9S 9H 9D", True),
        ("9C", "p2: 9S 9H 9D JK=9C", False),
        ("9C", "p2: 9S 9H JK=9C", True),
        ("9D", "p2: 9S 9H JK=9C", True),
        ("3C", "p2: 2C JK=3C 4C", True),
        ("JK", "p2: 2C 3C 4C", True),
        ("JK", "p2: 9S 9H 9D 9C", False),
    ],
)
def test_a_discard_that_could_have_been_played_costs_ten_cents_and_is_dead(
    card: str, meld: str, *, playable: bool
) -> None:
    out = draws(hand_of(f"{card} KH QH", meld, laid=("p2",)))
    events = out.play(f"p1 discard {card}")
    assert out.deal.dead == playable == out.view("p2").dead
    assert dict(out.deal.paid) == ({0: -10} if playable else {})
    assert [type(event).__name__ for event in events] == ["Discarded", "PaidIn"][: 1 + playable]
    if not playable:
        out.play("p2 take")
        return
    with refused("discard_is_dead"):
        out.play("p2 take")
    assert "take" not in legal_kinds(out.view("p2"))
    out.play("p2 draw")
    assert pending(out.game) == awaits((1,))
    with refused("discard_is_dead"):
        out.play("p3 call")
    out.play("p2 discard 3H")
    assert not out.deal.dead


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
