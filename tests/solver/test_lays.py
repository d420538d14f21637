"""Plans as actions: the rules accept them, and what they promise comes true."""

from collections.abc import Mapping

import pytest

from kalooki.bots import greedy
from kalooki.cards import JOKER, Card, Natural, SeatNumber, Slot
from kalooki.rules.actions import Discard, Exchange, LayOff, MeldId, NewMeld, Placed, Shown
from kalooki.rules.events import WentOut
from kalooki.rules.game import new_game
from kalooki.rules.judging import NOWHERE
from kalooki.rules.notation import parse_cards
from kalooki.rules.open_game import OpenGame
from kalooki.rules.registry import variant_named
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import ViewPhase
from kalooki.solver import LayPlan, Situation, best_lay, best_turn, lay_plan
from kalooki.solver.table import TableRun, TableSet
from kalooki.solver.words import hand_of, natural_of, type_of
from support.solver_hands import rules

HOUSES: tuple[Mapping[str, OptionValue], ...] = (
    {},
    {"jokers": 4},
    {"ace_low": True, "build_limit": "off", "joker_set": "one", "jokers": 4},
    {"ace_low": True, "low_ace_meld_value": 11, "build_limit": "total", "joker_reuse": "new_meld", "jokers": 4},
    {"max_jokers_per_meld": "one_per_set_two_per_run", "jokers": 4, "joker_reuse": "hand"},
    {"max_jokers_per_meld": "fewer_than_naturals", "jokers": 4, "joker_interior_only": True},
    {"discard_must_be_used": "new_meld", "pre_meld_discard": "meld_this_turn", "swap_same_turn": False},
    {"discard_must_be_used": "meld_or_build", "initial_min": 0, "first_turn": "first_round"},
    {"kalooki_waives_min": True, "no_immediate_rediscard": True, "exhaust": "lazy"},
)


AMERICAN: tuple[Mapping[str, OptionValue], ...] = (
    {},
    {"na_joker_to_hand": True, "na_joker_others_only": True},
    {"na_duplicate_suits": True, "na_scoring": "per_hand"},
    {"out_without_discard": True, "low_ace_meld_value": 1},
)


@pytest.mark.parametrize(
    ("key", "house"),
    [*(("british", house) for house in HOUSES), *(("north_american", house) for house in AMERICAN)],
)
def test_what_a_plan_promises_comes_true(key: str, house: Mapping[str, OptionValue]) -> None:
    plans = 0
    table = OpenGame(new_game(variant_named(key, house), 3), b"plans")
    while (seat := table.to_move()) is not None and len(table.game.history) < 2:
        view = table.view(seat)
        plan = best_turn(view) if view.phase is ViewPhase.PLAY else None
        if plan is None:
            table.act(seat, greedy.propose(view))
            continue
        plans += plan.lay is not None
        assert best_lay(view) == (plan if plan.items else None)
        carry_out(table, seat, plan)
    assert plans > 3


def carry_out(table: OpenGame, seat: SeatNumber, plan: LayPlan) -> None:
    """Lay and discard as planned, and compare."""
    happened = () if plan.lay is None else table.act(seat, plan.lay)
    if plan.discard is None:
        assert plan.goes_out
        assert any(isinstance(event, WentOut) for event in happened)
        return
    left = tuple(shown for shown in table.view(seat).hand if shown != plan.discard)
    assert sum(table.game.variant.hand_value(shown.card) for shown in left) == plan.points_left
    assert set(plan.left) <= set(left)
    happened = table.act(seat, Discard(plan.discard, len(left) or None))
    assert plan.goes_out == (not left) == any(isinstance(event, WentOut) for event in happened)


def shown(text: str) -> tuple[Shown, ...]:
    return tuple(Shown(Slot(number), card) for number, card in enumerate(parse_cards(text)))


def planned(text: str, *, house: Mapping[str, OptionValue] | None = None, **situation: object) -> LayPlan:
    hand = shown(text)
    given = Situation(hand_of(type_of(one.card) for one in hand), **situation)  # type: ignore[arg-type]
    plan = lay_plan(rules(**(house or {})), hand, given)
    assert plan is not None
    return plan


def cards(placed: tuple[Placed, ...]) -> list[str]:
    return [f"{one.card}={one.stands_for}" if one.stands_for is not None else str(one.card) for one in placed]


def melds(plan: LayPlan) -> list[list[str]]:
    return [cards(item.cards) for item in plan.items]


def test_every_joker_of_a_run_says_what_it_is() -> None:
    plan = planned("7S JK 9S 2H", has_laid=True)
    assert melds(plan) == [["7S", "JK=8S", "9S"]]
    assert plan.points_laid == 24


def test_a_natural_alone_with_jokers_is_declared() -> None:
    plan = planned("KS KS JK JK", has_laid=True)
    assert melds(plan) == [["KS", "JK=KH", "JK=KD"]]


def test_runs_that_follow_one_another_are_laid_as_one() -> None:
    plan = planned("4S 5S 6S 7S 8S 9S 2H", has_laid=True)
    assert melds(plan) == [["4S", "5S", "6S", "7S", "8S", "9S"]]


def test_a_card_of_the_same_face_is_used_once() -> None:
    plan = planned("7S 7S 7H 7H 7D 7D 2C", has_laid=True)
    slots = [one.slot for item in plan.items for one in item.cards]
    assert len(set(slots)) == len(slots) == 6
    assert plan.goes_out
    assert plan.discard == Shown(Slot(6), parse_cards("2C")[0])


def test_cards_for_both_ends_of_a_run_are_one_item() -> None:
    run = TableRun(MeldId(2), mine=False, suit=1, low=5, length=3, jokers=())
    plan = planned("5H 9H 2C", table=(run,), has_laid=True)
    assert plan.items == (LayOff(MeldId(2), (Placed(Slot(0), face("5H")), Placed(Slot(1), face("9H")))),)


def face(text: str) -> Card:
    return parse_cards(text)[0]


def test_a_released_joker_is_used_by_a_later_item_of_the_same_lay() -> None:
    nines = TableSet(MeldId(1), mine=False, rank=7, suits=(0, 1), jokers=1)
    plan = planned("9D 9C KS KH 2S", table=(nines,), has_laid=True, may_swap=True)
    exchange, meld = plan.items
    assert isinstance(exchange, Exchange)
    assert cards(exchange.cards) == ["9D", "9C"]
    assert isinstance(meld, NewMeld)
    assert Placed(None, JOKER) in meld.cards
    assert plan.goes_out


def test_a_joker_that_comes_into_the_hand_may_be_what_is_thrown_away() -> None:
    run = TableRun(MeldId(1), mine=False, suit=0, low=1, length=13, jokers=(11,))
    queen = type_of(face("QS"))
    house: Mapping[str, OptionValue] = {"joker_reuse": "hand"}
    plan = planned(
        "QS 2H", house=house, table=(run,), has_laid=True, may_swap=True, taken=queen, no_discard=frozenset({queen})
    )
    assert [type(item) for item in plan.items] == [Exchange]
    assert plan.discard == Shown(NOWHERE, JOKER)
    assert (plan.points_left, plan.left) == (2, (Shown(Slot(1), face("2H")),))


def test_a_seat_that_has_not_laid_lays_forty_or_nothing() -> None:
    assert not planned("KS KH KD 3S 4S 6S 9C").items
    assert planned("KS KH KD 3S 4S 5S 9C").items


def test_a_spectator_lays_nothing() -> None:
    table = OpenGame(new_game(variant_named("british"), 2), b"watched")
    table.to_move()
    with pytest.raises(AssertionError):
        best_turn(table.view(None))


def test_naturals_keep_their_faces() -> None:
    assert all(isinstance(natural_of(kind), Natural) and type_of(natural_of(kind)) == kind for kind in range(52))
