"""South African Kaluki: the open pile, discards that are bought, and those that nobody may have."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules import game as games
from kalooki.rules.game import NeedsStock, pending
from kalooki.rules.legal import legal_kinds
from support.kalooki_table import Table, awaits, refused
from support.south_african import draws, hand_of

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
