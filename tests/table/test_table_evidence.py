"""Which actions show cards: those whose verdict hangs on a hidden card, and no others; where several may act, none."""

from random import Random
from typing import get_args, get_type_hints

import pytest

from kalooki.cards import JOKER, Slot
from kalooki.rules.actions import Action, Discard, End, Lay, NewMeld, Placed, Show, Shown
from kalooki.rules.events import Event
from kalooki.rules.game import NeedsAction, new_game, pending
from kalooki.rules.legal import legal_actions
from kalooki.rules.open_game import OpenGame
from kalooki.rules.standings import Game
from kalooki.rules.view import view
from kalooki.table.playing import shown_by
from support.contract_presets import game_named
from support.random_player import random_player

CARD = Shown(Slot(7), JOKER)
PLACED = Placed(Slot(7), JOKER)

SHOWING: dict[type, Action] = {
    Discard: Discard(CARD),
    Lay: Lay((NewMeld((PLACED, Placed(None, JOKER))),)),
    End: End((CARD,)),
    Show: Show((CARD,)),
}
"""A discard is no joker, a lay is a meld or the contract, who ends a turn so holds nothing but jokers."""


@pytest.mark.parametrize("kind", get_args(Action), ids=lambda kind: kind.__name__)
def test_an_action_that_claims_a_card_shows_it(kind: type) -> None:
    claims = any("Shown" in str(hint) or "LayOff" in str(hint) for hint in get_type_hints(kind).values())
    assert claims == (kind in SHOWING)
    if claims:
        assert shown_by(SHOWING[kind]) == (CARD,)


def test_where_several_may_act_no_action_shows_a_card() -> None:
    """So what turns void because another's action came first has opened nothing."""
    looked_at = 0

    def watch(game: Game, _events: tuple[Event, ...]) -> None:
        nonlocal looked_at
        needs = pending(game)
        if not isinstance(needs, NeedsAction) or len({*needs.seats, *needs.may}) < 2:
            return
        looked_at += 1
        for seat in (*needs.seats, *needs.may):
            for action in legal_actions(view(game, seat, table.deck.faces)):
                assert shown_by(action) == (), action

    rng = Random(1)
    variant = game_named("jamaican_baby")
    table = OpenGame(new_game(variant, 4), b"several", watch)
    choose = random_player(rng)
    while (seat := table.to_move()) is not None and looked_at < 60:
        table.act(seat, choose(table.view(seat)))
    assert looked_at == 60
