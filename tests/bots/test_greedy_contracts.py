"""The greedy bot's decisions in games of contracts."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from kalooki.bots import greedy
from kalooki.cards import SeatNumber, Slot
from kalooki.rules.actions import (
    Action,
    Allow,
    Call,
    Challenge,
    Cut,
    Discard,
    Draw,
    Lay,
    LayOff,
    NewMeld,
    Pass,
    Placed,
    Refuse,
    Return,
    Shown,
    Take,
)
from kalooki.rules.deal import Calling, Holding
from kalooki.rules.game import new_game
from kalooki.rules.legal import check_view
from kalooki.rules.notation import parse_cards
from kalooki.rules.open_game import OpenGame
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import SeatView, ViewPhase
from support.contract_presets import game_named

TWO_SETS = "7S 7H KS KD 4C 9H"


def seen_by(place: int, hand: str, house: Mapping[str, OptionValue], **changes: object) -> SeatView:
    """The first deal of a small game (two sets are due), seen from so many places after the player in turn."""
    table = OpenGame(new_game(game_named("jamaican_baby", house), 3), b"decisions")
    first = table.to_move()
    assert first is not None
    seat = SeatNumber((first + place) % 3)
    held = tuple(Shown(Slot(1000 + place), card) for place, card in enumerate(parse_cards(hand)))
    seen = table.view(seat)
    lines = tuple(replace(line, cards=len(held)) if line.seat == seat else line for line in seen.seats)
    return replace(seen, hand=held, seats=lines, turn_number=4, **changes)  # type: ignore[arg-type]


def calling(
    place: int, top: str, callers: tuple[int, ...] = (), *, house: Mapping[str, OptionValue] | None = None
) -> Action:
    """What it answers while the top card may be called; callers by their places."""
    seen = seen_by(place, TWO_SETS, house or {}, phase=ViewPhase.CALL, pile=parse_cards(top))
    assert seen.turn is not None
    seats = [SeatNumber((seen.turn + one) % 3) for one in range(3)]
    waiting = () if callers else tuple(seats[1:])
    action = greedy.propose(replace(seen, window=Calling(waiting, tuple(seats[one] for one in callers))))
    check_view(replace(seen, window=Calling(waiting, tuple(seats[one] for one in callers))), action)
    return action


def test_it_calls_what_brings_its_contract_nearer_and_nothing_else() -> None:
    assert calling(1, "7D") == Call()
    assert calling(1, "2D") == Pass()


def test_it_calls_no_more_when_its_calls_are_used_up() -> None:
    seen = seen_by(1, TWO_SETS, {}, phase=ViewPhase.CALL, pile=parse_cards("7D"))
    assert seen.seat is not None
    used = tuple(replace(line, calls=3) if line.seat == seen.seat else line for line in seen.seats)
    assert greedy.propose(replace(seen, seats=used, window=Calling((seen.seat,)))) == Pass()


def test_in_turn_it_takes_what_it_wants_even_from_a_caller() -> None:
    assert calling(0, "7D") == Take()
    assert calling(0, "7D", (2,)) == Refuse()


def test_in_turn_it_lets_go_what_it_does_not_want() -> None:
    assert calling(0, "2D") == Draw()
    assert calling(0, "2D", (2,)) == Allow()


def test_as_judge_it_names_the_first_of_several_callers() -> None:
    answer = calling(0, "2D", (2, 1), house={"call_priority": "judge"})
    assert isinstance(answer, Allow)
    assert answer.seat is not None


def test_before_the_lay_it_draws_what_does_not_help() -> None:
    assert greedy.propose(seen_by(0, TWO_SETS, {}, pile=parse_cards("KC"))) == Take()
    assert greedy.propose(seen_by(0, TWO_SETS, {}, pile=parse_cards("2C"))) == Draw()


def test_it_lays_the_contract_with_all_that_goes_onto_the_table() -> None:
    seen = seen_by(0, "7S 7H 7D KS KD JK KC 9H", {}, phase=ViewPhase.PLAY, has_drawn=True)
    action = greedy.propose(seen)
    check_view(seen, action)
    assert isinstance(action, Lay)
    assert sorted(len(item.cards) for item in action.items) == [3, 4]
    assert all(isinstance(item, NewMeld) for item in action.items)


def test_it_keeps_what_its_contract_needs() -> None:
    seen = seen_by(0, f"{TWO_SETS} QD", {}, phase=ViewPhase.PLAY, has_drawn=True)
    action = greedy.propose(seen)
    assert isinstance(action, Discard)
    assert action.shown.card == parse_cards("QD")[0]


def test_as_dealer_it_cuts() -> None:
    seen = seen_by(2, TWO_SETS, {})
    action = greedy.propose(replace(seen, turn_number=0))
    check_view(replace(seen, turn_number=0), action)
    assert action == Cut(18)


# --- challenges -------------------------------------------------------------------------------------------------------


def laid(*melds: str, house: str = "challenge") -> tuple[OpenGame, SeatNumber]:
    """A table at which the first player has laid these cards, true or false, and discarded."""
    table = OpenGame(new_game(game_named("jamaican_baby", {"penalties": house}), 3), b"false")
    seat = table.to_move()
    assert seat is not None
    table.act(seat, Draw())
    cards = [parse_cards(meld) for meld in melds]
    slots = iter(table.view(seat).hand)
    placed = [tuple((next(slots), card) for card in meld) for meld in cards]
    for meld in placed:
        for shown, card in meld:
            table.deck.faces[shown.slot] = card
    items = tuple(NewMeld(tuple(Placed(shown.slot, card) for shown, card in meld)) for meld in placed)
    table.act(seat, Lay(items))
    table.act(seat, Discard(table.view(seat).hand[0]))
    assert isinstance(table.view(seat).window, Holding)
    return table, seat


@pytest.mark.parametrize(
    "melds",
    [("7S 7H 7D",), ("7S 7H 7D", "2S 3S KH"), ("7S 7H 7D", "7C 7S 7H"), ("7S 7H 7D", "2S 3S 4S")],
)
def test_it_challenges_a_lay_that_is_not_the_contract(melds: tuple[str, ...]) -> None:
    table, seat = laid(*melds)
    other = table.to_move()
    assert other is not None
    assert greedy.propose(table.view(other)) == Challenge(seat, "lay")


def test_it_lets_pass_what_is_the_contract() -> None:
    table, _ = laid("7S 7H 7D", "KS KD KC")
    other = table.to_move()
    assert other is not None
    assert greedy.propose(table.view(other)) == Pass()


def test_with_a_false_lay_back_in_hand_it_lays_the_contract_or_gives_up() -> None:
    table, seat = laid("7S 7H KD", "KS KC 7D")
    other = table.to_move()
    assert other is not None
    table.act(other, Challenge(seat, "lay"))
    assert isinstance(greedy.propose(table.view(seat)), Lay)
    table, seat = laid("7S 7H 2D", "KS KC 9D")
    table.act(other, Challenge(seat, "lay"))
    assert greedy.propose(table.view(seat)) == Return()
    table.act(seat, Return())
    assert isinstance(greedy.propose(table.view(seat)), Discard)


def test_who_may_not_lay_yet_discards() -> None:
    house = {"penalties": "challenge", "overcall": "no_lay"}
    seen = seen_by(0, "7S 7H 7D KS KD KC 9H", house, phase=ViewPhase.PLAY, has_drawn=True)
    assert isinstance(greedy.propose(seen), Lay)
    assert seen.seat is not None
    barred = replace(seen, no_lay=(seen.seat,))
    assert isinstance(greedy.propose(barred), Discard)
    alone = tuple(replace(line, has_laid=line.seat != seen.seat) for line in barred.seats)
    assert isinstance(greedy.propose(replace(barred, seats=alone)), Lay)


def test_after_its_lay_it_adds_what_fits_and_moves_jokers() -> None:
    table, seat = laid("7S 7H 7D", "KS KD KC")
    seen = table.view(seat)
    mine = tuple(Shown(Slot(2000 + place), card) for place, card in enumerate(parse_cards("7C JK 9H")))
    lines = tuple(replace(line, cards=3) if line.seat == seat else line for line in seen.seats)
    again = replace(seen, hand=mine, seats=lines, window=None, phase=ViewPhase.PLAY, has_drawn=True, laid_before=True)
    action = greedy.propose(again)
    check_view(again, action)
    assert isinstance(action, Lay)
    assert all(isinstance(item, LayOff) for item in action.items)
    assert sum(len(item.cards) for item in action.items) == 2
