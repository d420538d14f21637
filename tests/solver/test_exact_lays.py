"""Contracts that are laid exactly: against all lays that the rules allow, and what a plan promises."""

from collections.abc import Mapping

import pytest

from kalooki.bots import greedy
from kalooki.cards import JOKER
from kalooki.rules.actions import Action, Cut, Discard, Lay, Pass, Show, Shown
from kalooki.rules.events import WentOut
from kalooki.rules.game import new_game
from kalooki.rules.judging import check_view
from kalooki.rules.legal import legal_actions
from kalooki.rules.open_game import OpenGame
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.solver import best_turn
from support.contract_presets import game_named


def fewest_left(view: SeatView) -> int | None:
    """After any first lay that the rules propose and allow, and the dearest discard."""
    best: int | None = None
    for action in (one for one in legal_actions(view) if isinstance(one, Lay)):
        used = {card.slot for item in action.items for card in item.cards}
        left = [shown.card for shown in view.hand if shown.slot not in used]
        thrown = [view.variant.hand_value(card) for card in left if card != view.taken]
        if thrown:
            points = sum(map(view.variant.hand_value, left)) - max(thrown)
            best = points if best is None else min(best, points)
    return best


@pytest.mark.parametrize("house", [{}, {"sa_order": "b", "half_safe": "never", "round7_two_jokers": True}])
def test_no_first_lay_leaves_fewer_points(house: Mapping[str, OptionValue]) -> None:
    table, lays = OpenGame(new_game(game_named("south_african", house), 3), b"exact"), 0
    while (seat := table.to_move()) is not None:
        view = table.view(seat)
        contract = view.variant.contract(view.number)
        assert contract is not None
        if view.phase is ViewPhase.PLAY and not view.seats[seat].has_laid and not contract.everything:
            plan = best_turn(view)
            assert plan is not None
            best = fewest_left(view)
            assert (plan.points_left if plan.items else None) == best
            lays += best is not None
        table.act(seat, greedy.propose(view))
    assert lays > 10


@pytest.mark.parametrize("seats", [3, 5])
def test_every_answer_of_the_greedy_bot_is_legal(seats: int) -> None:
    table, kinds = OpenGame(new_game(game_named("south_african"), seats), b"south"), set[type[Action]]()
    while (seat := table.to_move()) is not None:
        view = table.view(seat)
        action = greedy.propose(view)
        check_view(view, action)
        kinds.add(type(action))
        happened = table.act(seat, action)
        if isinstance(action, Discard):
            assert len(view.hand) > 1 or any(isinstance(event, WentOut) for event in happened)
    assert {Cut, Pass, Lay, Discard} <= kinds


def test_it_shows_jokers_that_are_paid_for() -> None:
    table = OpenGame(new_game(game_named("south_african"), 3), b"show")
    cutter = table.to_move()
    assert cutter is not None
    assert greedy.propose(table.view(cutter)) == Cut()
    table.act(cutter, Pass())
    seat = table.to_move()
    assert seat is not None
    assert not isinstance(greedy.propose(table.view(seat)), Show)
    jokers = tuple(Shown(one.slot, JOKER) for one in table.view(seat).hand[:3])
    table.deck.faces.update({one.slot: one.card for one in jokers})
    assert greedy.propose(table.view(seat)) == Show(jokers)
    table.act(seat, Show(jokers))
    assert not isinstance(greedy.propose(table.view(seat)), Show)
