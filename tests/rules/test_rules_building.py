"""Building: "once a player has melded, he can play off anybody's melds"."""

from dataclasses import replace

import pytest

from kalooki.rules.actions import Lay, LayOff, MeldId
from kalooki.rules.building import fits
from kalooki.rules.events import Face, LaidOff
from kalooki.rules.game import apply
from kalooki.rules.notation import parse_faces
from kalooki.rules.variant import Variant
from support.kalooki_table import BRITISH, Table, house, lay_out, refused


def built(hand: str, *table: str, variant: Variant | None = None) -> Table:
    laid = lay_out({"p1": hand, "p2": "2C"}, variant=variant or house(), table=table, laid=("p1", "p2"))
    laid.play("p1 draw")
    return laid


def test_say_an_opponent_has_melded_6h_7h_8h_and_you_hold_the_9h() -> None:
    table = built("9H 2C 3D", "p2: 6H 7H 8H")
    events = table.play("p1 lay 9H on m1")
    assert events == (
        LaidOff(table.deal.turn.seat, table.deal.melds[0].id, parse_faces("9H"), parse_faces("6H 7H 8H 9H")),
    )
    assert table.hand("p1") == "2C 3D 3C"


@pytest.mark.parametrize("cards", ["3H", "2H 3H", "3H 2H", "2H 3H 7H", "7H 8H", "7H", "2H 3H 7H 8H"])
def test_a_run_takes_cards_at_either_end(cards: str) -> None:
    table = built("2H 3H 7H 8H 9H KD KC", "p2: 4H 5H 6H")
    table.play(f"p1 lay {cards} on m1")
    assert set(table.meld(1).split()) == set(f"4H 5H 6H {cards}".split())


def test_not_more_than_two_cards_are_added_to_one_side_and_the_third_makes_a_new_meld() -> None:
    """ "He can never add 7 8 9 to that existing meld. This meld of 7 8 9 can be added as a separate meld"."""
    table = built("7H 8H 9H KD KC", "p2: 4H 5H 6H")
    with refused("build_limit", limit=2):
        table.play("p1 lay 7H 8H 9H on m1")
    table.play("p1 lay 7H 8H 9H")


def test_the_limit_is_of_the_turn_however_the_cards_are_laid() -> None:
    table = built("7H 8H 9H TH 3H KD KC", "p2: 4H 5H 6H")
    table.play("p1 lay 7H on m1", "p1 lay 8H on m1; 3H on m1")
    with refused("build_limit"):
        table.play("p1 lay 9H on m1")
    table.play("p1 discard KD", "p2 draw", "p2 discard 2C", "p1 draw", "p1 lay 9H TH on m1")
    assert table.meld(1) == "3H 4H 5H 6H 7H 8H 9H TH"


def test_growth_counts_and_the_old_ends_are_gone() -> None:
    table = built("3H 2H KD KC", "p2: 4H 5H 6H")
    table.play("p1 lay 3H on m1", "p1 lay 2H on m1")
    assert table.meld(1) == "2H 3H 4H 5H 6H"
    assert fits(table.deal.melds[0], table.game.variant) == (parse_faces("7H")[0].card,)


def test_jokers_count_to_the_limit() -> None:
    table = built("7H JK 9H KD KC", "p2: 4H 5H 6H")
    with refused("build_limit"):
        table.play("p1 lay 7H JK=8H 9H on m1")
    table.play("p1 lay 7H JK=8H on m1")


@pytest.mark.parametrize(("limit", "legal", "over"), [("total", "3H 7H", "2H 3H 7H"), ("off", "7H 8H 9H TH", None)])
def test_a_house_may_count_both_ends_together_or_not_at_all(limit: str, legal: str, over: str | None) -> None:
    table = built("2H 3H 7H 8H 9H TH KD", "p2: 4H 5H 6H", variant=house(build_limit=limit))
    if over:
        with refused("build_limit", limit=2):
            table.play(f"p1 lay {over} on m1")
    table.play(f"p1 lay {legal} on m1")


def test_a_set_of_three_takes_the_missing_suit_and_is_closed_then() -> None:
    table = built("6C 6D 6H JK KD", "p2: 6S 6H 6D")
    with refused("does_not_fit", card="6D", fits=(parse_faces("6C")[0].card,)):
        table.play("p1 lay 6D on m1")
    table.play("p1 lay 6C on m1")
    for cards in ("6H", "JK"):
        with refused("meld_is_closed", meld=1):
            table.play(f"p1 lay {cards} on m1")
    assert fits(table.deal.melds[0], table.game.variant) == ()


def test_a_variant_may_let_a_set_grow_with_any_suit() -> None:
    variant = replace(BRITISH, set_suits_differ=False, set_max=None)
    table = built("6D 6D 6C 7C KD", "p2: 6S 6H 6D", variant=variant)
    with refused("does_not_fit", card="7C"):
        table.play("p1 lay 7C on m1")
    table.play("p1 lay 6D 6D 6C on m1")
    assert not table.view().table[0].closed


def test_a_set_takes_no_two_cards_at_once_and_no_other_rank() -> None:
    table = built("6C JK 7C 7H KD", "p2: 6S 6H 6D")
    with refused("too_many_cards", most=4):
        table.play("p1 lay 6C JK on m1")
    with refused("does_not_fit", card="7C"):
        table.play("p1 lay 7C on m1")
    with refused("wrong_declaration", declared="6H"):
        table.play("p1 lay JK=6H on m1")
    with refused("wrong_declaration", declared="7C"):
        table.play("p1 lay JK=7C on m1")
    table.play("p1 lay JK=6C on m1")
    assert table.deal.melds[0].faces[-1] == Face(parse_faces("JK")[0].card)


def test_a_set_with_a_joker_takes_either_of_the_two_missing_suits_and_the_joker_is_dead() -> None:
    for card in ("8C", "8D"):
        table = built("8C 8D KD KC", "p2: 8S 8H JK")
        table.play(f"p1 lay {card} on m1")
        assert table.view().table[0].closed
        with refused("meld_is_closed"):
            table.play(f"p1 lay {'8D' if card == '8C' else '8C'} for JK in m1; KD KC JK")


@pytest.mark.parametrize(
    ("cards", "card"),
    [
        ("9H", "9H"),
        ("7S", "7S"),
        ("3H 9H", "9H"),
        ("2H", "2H"),
        ("2H 8H", "2H"),
        ("JK=9H", "9H"),
        ("7H 7H", "7H"),
        ("4H", "4H"),
    ],
)
def test_what_does_not_fit_a_run_is_named(cards: str, card: str) -> None:
    table = built("2H 3H 7H 7H 8H 9H 7S 4H JK KD", "p2: 4H 5H 6H")
    with refused("does_not_fit", card=card, fits=(parse_faces("3H")[0].card, parse_faces("7H")[0].card)):
        table.play(f"p1 lay {cards} on m1")


def test_a_bare_joker_on_a_run_with_two_open_ends_is_refused() -> None:
    table = built("JK 8H KD", "p2: 5H 6H 7H")
    choices = tuple(face.card for face in parse_faces("4H 8H"))
    with refused("place_is_ambiguous", choices=choices):
        table.play("p1 lay JK on m1")
    with refused("place_is_ambiguous"):
        table.play("p1 lay 8H JK on m1")
    table.play("p1 lay JK=4H on m1")
    assert table.meld(1) == "JK=4H 5H 6H 7H"


def test_a_bare_joker_is_what_its_place_makes_it_where_there_is_only_one() -> None:
    table = built("JK 9H KD", "p2: 5H 6H 7H")
    table.play("p1 lay JK 9H on m1")
    assert table.meld(1) == "5H 6H 7H JK=8H 9H"
    high = built("JK KD", "p2: QH KH AH")
    high.play("p1 lay JK on m1")
    assert high.meld(1) == "JK=JH QH KH AH"


def test_a_run_ends_at_the_ace_above_and_at_the_two_below() -> None:
    table = built("AH 2H KD", "p2: QH KH AH", "p2: 2S 3S 4S")
    with refused("does_not_fit", card="2H"):
        table.play("p1 lay 2H on m1")
    with refused("does_not_fit", card="AS", fits=(parse_faces("5S")[0].card,)):
        built("AS 2H KD", "p2: 2S 3S 4S").play("p1 lay AS on m1")
    built("AS 2H KD", "p2: 2S 3S 4S", variant=house(ace_low=True)).play("p1 lay AS on m1")


def test_a_run_of_thirteen_is_closed() -> None:
    whole = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    table = built("AS JK KD", f"p2: {whole}", variant=house(ace_low=True))
    with refused("meld_is_closed"):
        table.play("p1 lay AS on m1")
    twelve = built("AS JK KD", f"p2: {whole.removesuffix(' AS')}", variant=house(ace_low=True))
    with refused("does_not_fit"):
        twelve.play("p1 lay AS JK=AS on m1")
    twelve.play("p1 lay AS on m1")
    assert twelve.meld(1).endswith("KS AS")


def test_a_meld_that_does_not_lie_is_unknown() -> None:
    table = built("9H KD", "p2: 6H 7H 8H")
    for name in ("m2", "m0"):
        with refused("unknown_meld", on_table=1):
            table.play(f"p1 lay 9H on {name}")


def test_a_meld_may_be_built_on_in_the_lay_that_made_it() -> None:
    table = built("6H 7H 8H 9H KD")
    table.play("p1 lay 6H 7H 8H; 9H on m1")
    assert table.meld(1) == "6H 7H 8H 9H"


def test_limits_on_jokers_hold_for_what_the_meld_becomes() -> None:
    table = built("JK KD", "p2: 6H JK=7H 8H", variant=house(jokers=4, max_jokers_per_meld="fewer_than_naturals"))
    with refused("too_many_jokers"):
        table.play("p1 lay JK=9H on m1")


def test_a_lay_has_items() -> None:
    table = built("9H KD", "p2: 6H 7H 8H")
    for empty in (Lay(()), Lay((LayOff(MeldId(1), ()),))):
        with refused("nothing_laid"):
            apply(table.game, table.game.seats[0], empty)
