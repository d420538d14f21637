"""Plans for contracts as actions: the rules accept them, and what they promise comes true."""

from collections.abc import Mapping

import pytest

from kalooki.bot import announced
from kalooki.bots import greedy
from kalooki.rules.actions import Discard, LayOff, NewMeld
from kalooki.rules.events import WentOut
from kalooki.rules.game import new_game
from kalooki.rules.open_game import OpenGame
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import ViewPhase
from kalooki.solver import best_lay, best_turn
from support.contract_presets import game_named

GAMES: tuple[tuple[str, int, Mapping[str, OptionValue]], ...] = (
    ("jamaican", 3, {}),
    ("jamaican", 8, {}),
    ("jamaican", 4, {"extra_melds": True, "jokers": 6, "first_three_deal_12": True}),
    ("jamaican", 5, {"tack_high_first": True, "joker_tack_any": True, "joker_move_low_when_full": True}),
    ("jamaican_baby", 3, {"baby_deal_8": True, "joker_discard": "penalty50", "bend": "any_player"}),
    ("jamaican_baby", 6, {"no_immediate_rediscard": True, "max_calls": 9, "call_priority": "judge"}),
)


@pytest.mark.parametrize(("key", "seats", "house"), GAMES)
def test_what_a_plan_promises_comes_true(key: str, seats: int, house: Mapping[str, OptionValue]) -> None:
    table = OpenGame(new_game(game_named(key, house), seats), b"contracts")
    kinds = set()
    while (seat := table.to_move()) is not None and len(table.game.history) < 6:
        view = table.view(seat)
        plan = best_turn(view) if view.phase is ViewPhase.PLAY else None
        if plan is None:
            table.act(seat, greedy.propose(view))
            continue
        assert best_lay(view) == (plan if plan.items else None)
        kinds |= {type(item) for item in plan.items}
        if plan.lay is not None:
            table.act(seat, plan.lay)
        assert plan.discard is not None
        left = tuple(shown for shown in table.view(seat).hand if shown != plan.discard)
        assert set(left) == set(plan.left)
        assert sum(view.variant.hand_value(shown.card) for shown in left) == plan.points_left
        happened = table.act(seat, announced(table.view(seat), Discard(plan.discard)))
        assert plan.goes_out == (not left) == any(isinstance(event, WentOut) for event in happened)
    assert {NewMeld, LayOff} <= kinds
