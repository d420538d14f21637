"""What a seat sees, and that nothing hidden from it changes what it sees."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import BuyIn, Decline, Shown
from kalooki.rules.audience import EVERYBODY, audience, entitled, live_slots, public_faces
from kalooki.rules.deal import Showing
from kalooki.rules.game import Game, apply, begin_deal, new_game, turn_up
from kalooki.rules.legal import legal_actions
from kalooki.rules.notation import parse_card
from kalooki.rules.open_game import OpenGame
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.state import state_lines
from kalooki.rules.view import SeatView, view
from support.contract_presets import PLAYED
from support.kalooki_table import lay_out, score
from support.random_player import random_player

VARIANTS = sorted(PLAYED)


def after_moves(key: str, seats: int, moves: int, seed: int) -> OpenGame:
    table = OpenGame(new_game(PLAYED[key], max(seats, PLAYED[key].min_players)), bytes([seed]))
    player = random_player(Random(seed))
    for _ in range(moves):
        seat = table.to_move()
        if seat is None:
            break
        table.act(seat, player(table.view(seat)))
    return table


def another_world(game: Game, seat: SeatNumber | None, faces: Mapping[Slot, Card], rng: Random) -> dict[Slot, Card]:
    """The same cards, but those that the rules hide from the seat change places."""
    known = entitled(game)
    hidden = [slot for slot in faces if known.get(slot) not in (EVERYBODY, seat)]
    mixed = [faces[slot] for slot in hidden]
    rng.shuffle(mixed)
    return {**faces, **dict(zip(hidden, mixed, strict=True))}


@pytest.mark.parametrize("key", VARIANTS)
@given(seats=st.integers(2, 4), moves=st.integers(0, 70), seed=st.integers(0, 3))
def test_two_worlds_that_differ_in_hidden_faces_give_a_seat_equal_views(
    key: str, seats: int, moves: int, seed: int
) -> None:
    table = after_moves(key, seats, moves, seed)
    table.to_move()
    for seat in (*table.game.seats, None):
        other = another_world(table.game, seat, table.deck.faces, Random(seed))
        mine, theirs = view(table.game, seat, table.deck.faces), view(table.game, seat, other)
        assert mine == theirs
        assert list(islice(legal_actions(mine), 9)) == list(islice(legal_actions(theirs), 9))


def slots_in(value: object) -> list[Slot]:
    """Every slot that a value holds, found by the shape of `Shown` and the names of slot fields."""
    if isinstance(value, Shown):
        return [value.slot]
    if isinstance(value, tuple):
        return [slot for one in value for slot in slots_in(one)]
    if is_dataclass(value):
        return [slot for one in fields(value) for slot in slots_in(getattr(value, one.name))]
    return []


@pytest.mark.parametrize("key", VARIANTS)
def test_a_view_holds_no_slot_but_those_of_its_own_hand(key: str) -> None:
    table = after_moves(key, 4, 120, 1)
    assert table.game.deal is not None
    for seat in table.game.seats:
        seen = table.view(seat)
        assert set(slots_in(seen)) | set(seen.unopened) == set(table.game.deal.hands[seat])
        assert seen.taken_slot is None or seen.turn == seat
    assert slots_in(table.view(None)) == []


def test_a_view_names_its_own_cards_with_their_slots_and_others_by_number() -> None:
    out = lay_out({"p1": "7S 7H", "p2": "2C 3H 4H"}, table=("p2: 5H JK=6H 7H",), laid=("p2",))
    seen = out.view("p1")
    assert [str(shown.card) for shown in seen.hand] == ["7S", "7H"]
    assert [line.cards for line in seen.seats] == [2, 3]
    assert [line.has_laid for line in seen.seats] == [False, True]
    assert [str(face) for face in seen.table[0].cards] == ["5H", "JK=6H", "7H"]
    assert (seen.phase.value, seen.turn, seen.stock) == ("draw", 0, 10)
    assert out.view("").hand == ()


def test_a_card_that_was_taken_is_known_to_all_while_it_stays_in_the_hand() -> None:
    out = lay_out({"p1": "7S 7H", "p2": "2C 3H 4H"}, laid=("p1",))
    out.play("p1 take")
    slot = out.deal.hands[0][-1]
    assert audience(out.game, slot) == EVERYBODY
    assert [str(card) for card in out.view("p2").seats[0].known] == ["4D"]
    assert (out.view("p2").taken, out.view("p2").taken_slot) == (parse_card("4D"), None)
    assert out.view("p1").taken_slot == slot
    out.play("p1 discard 7S count 2", "p2 draw", "p2 discard 2C count 3", "p1 draw", "p1 discard 4D count 2")
    assert out.view("p2").seats[0].known == ()
    assert public_faces(out.game)[slot] == parse_card("4D")


def test_who_discarded_and_took_what_is_remembered() -> None:
    out = lay_out({"p1": "7S 7H 9C", "p2": "2C 3H 4H"}, laid=("p1", "p2"))
    out.play("p1 draw", "p1 discard 7S count 3", "p2 take", "p2 discard 2C count 3")
    assert [type(event).__name__ for event in out.view("p1").history] == ["Discarded", "Took", "Discarded"]


def test_a_card_whose_face_has_not_arrived_is_held_unopened() -> None:
    out = lay_out({"p1": "7S 7H 9C", "p2": "2C 3H 4H"})
    out.play("p1 draw")
    slot = out.deal.hands[0][-1]
    known = {one: face for one, face in out.faces.items() if one != slot}
    seen = view(out.game, SeatNumber(0), known)
    assert seen.unopened == (slot,)
    assert len(seen.hand) == 3
    assert seen.seats[0].cards == 4
    assert list(legal_actions(seen))


def test_the_audience_of_a_slot_follows_it_from_the_stock_to_the_table() -> None:
    game, _ = begin_deal(new_game(presets()["british"], 2))
    assert game.deal is not None
    upcard, top = Slot(26), Slot(27)
    assert [audience(game, slot) for slot in (Slot(0), Slot(1), upcard, top, Slot(500))] == [
        1,
        0,
        EVERYBODY,
        None,
        None,
    ]
    assert upcard in live_slots(game)
    assert public_faces(game) == {}
    game, _ = turn_up(game, parse_card("4D"))
    assert public_faces(game) == {upcard: parse_card("4D")}
    out = lay_out({"p1": "7S 7H 7D", "p2": "2C 3H"}, laid=("p1",))
    seven = out.deal.hands[0][0]
    assert audience(out.game, seven) == 0
    out.play("p1 draw", "p1 lay 7S 7H 7D")
    assert audience(out.game, seven) == EVERYBODY
    two = out.deal.hands[1][0]
    assert audience(out.game, two) == 1
    out.play("p1 discard 3C")
    assert audience(out.game, two) == EVERYBODY
    out.open_hands()
    assert [str(card) for card in out.view("p1").seats[1].opened or ()] == ["2C", "3H"]
    assert public_faces(out.game)[two] == parse_card("2C")


def test_before_the_first_deal_there_is_nothing_to_see() -> None:
    game = new_game(presets()["british"], 2)
    seen = view(game, SeatNumber(0), {})
    assert (seen.hand, seen.table, seen.pile, seen.order, seen.turn, seen.last) == ((), (), (), (), None, None)
    assert (live_slots(game), dict(entitled(game)), dict(public_faces(game))) == ((), {}, {})
    assert [line.cards for line in seen.seats] == [0, 0]


@pytest.mark.parametrize("key", VARIANTS)
def test_state_lines_tell_states_apart(key: str) -> None:
    table = after_moves(key, 3, 40, 2)
    game = table.game
    lines = list(state_lines(game))
    assert lines == list(state_lines(game))
    assert all(line.isascii() and " " in line for line in lines)
    deal = game.deal
    assert deal is not None
    others = [
        replace(game, pool=game.pool + 1),
        replace(game, totals=(1, 2, 3)),
        replace(game, deal=None),
        replace(game, deal=replace(deal, hands=deal.hands[::-1])),
        replace(game, deal=replace(deal, barred=frozenset({SeatNumber(2)}) ^ deal.barred)),
        replace(game, deal=replace(deal, history=deal.history[:-1])),
        replace(game, deal=replace(deal, stock=deal.stock[:-1])),
        replace(game, deal=replace(deal, next_slot=Slot(deal.next_slot + 1))),
        replace(game, deal=replace(deal, turn=replace(deal.turn, returned=not deal.turn.returned))),
    ]
    texts = {tuple(state_lines(one)) for one in (game, *others)}
    assert len(texts) == len(others) + 1


def test_the_score_sheet_is_in_the_state_lines() -> None:
    game = replace(new_game(presets()["british"], 4), totals=(140, 0, 140, 0))
    game, _ = begin_deal(game)
    assert game.deal is not None
    showing = replace(game.deal, phase=Showing(SeatNumber(1), "call-up"))
    assert "phase show 1 call-up - -" in list(state_lines(replace(game, deal=showing)))
    game, _ = score(replace(game, deal=None), "p2", "call-up", {"p1": 20, "p3": 20, "p4": 5})
    game, _ = apply(game, SeatNumber(2), BuyIn())
    game, _ = apply(game, SeatNumber(0), Decline())
    lines = [line for line in state_lines(game) if line.startswith("result")]
    assert lines == [
        "result scored 1 0 1 call-up 0:20:160:-1;1:0:0:3;2:20:160:-1;3:5:5:-1",
        "result bought 2 5 5 1",
        "result declined 0",
        "result eliminated 0 160",
    ]


def test_a_stock_that_runs_out_is_in_the_state_lines() -> None:
    dry = lay_out({"p1": "7S 7H 7D 8C", "p2": "2C"}, stock="3C", pile="4D 5D")
    dry.play("p1 draw", "p1 discard 3C")
    assert "phase reshuffle 0" in list(state_lines(dry.game))
    void = lay_out({"p1": "7S 7H 7D 8C", "p2": "2C"}, stock="3C", pile="4D 5D", reshuffles=1)
    void.play("p1 draw", "p1 discard 3C")
    lines = list(state_lines(void.game))
    assert "phase voided stock_ran_out" in lines
    assert "result voided 1 1 stock_ran_out" in lines


def test_state_lines_are_ascii_whatever_the_unit_of_money() -> None:
    lines = [line for unit in ("£", "€", "\\", "p") for line in _unit_lines(unit)]
    assert lines == [
        "option stake_unit=\\xa3",
        "option stake_unit=\\u20ac",
        "option stake_unit=\\\\",
        "option stake_unit=p",
    ]


def _unit_lines(unit: str) -> list[str]:
    game = new_game(variant_named("british", {"stake_unit": unit}), 2)
    return [line for line in state_lines(game) if line.startswith("option stake_unit")]


def test_a_view_is_a_value() -> None:
    table = after_moves("british", 2, 30, 1)
    one: SeatView = table.view(SeatNumber(0))
    assert one == table.view(SeatNumber(0))
    assert hash(one.hand) == hash(table.view(SeatNumber(0)).hand)
