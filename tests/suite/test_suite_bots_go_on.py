"""Bots alone, each asked as its node asks it and seeing what has been opened to it: no table waits for ever."""

from itertools import chain
from random import Random

import pytest

from kalooki.bots.greedy import choose
from kalooki.cards import SeatNumber
from kalooki.rules.audience import EVERYBODY, entitled
from kalooki.rules.game import new_game
from kalooki.rules.open_game import OpenGame
from kalooki.rules.registry import presets
from kalooki.rules.view import SeatView, view
from kalooki.shell.bot_player import acts
from support.contract_presets import game_named

ACTIONS = 24
"""More than one round: the cut, the first draws, and whoever may answer a discard."""

TABLES = list(
    chain.from_iterable(
        ((key, players) for players in range(variant.min_players, variant.max_players + 1))
        for key, variant in sorted(presets().items())
    )
)


def as_its_node_shows_it(table: OpenGame, seat: SeatNumber) -> SeatView:
    """What the seat sees once the shares have come: no more than the rules entitle it to."""
    open_to = {slot for slot, who in entitled(table.game).items() if who in {seat, EVERYBODY}}
    return view(table.game, seat, {slot: face for slot, face in table.deck.faces.items() if slot in open_to})


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_at_every_table_of_bots_somebody_acts_whenever_the_game_waits_for_a_player(preset: str, players: int) -> None:
    table = OpenGame(new_game(game_named(preset), players), f"{preset} {players}".encode())
    rng = Random(1)
    for _ in range(ACTIONS):
        if table.to_move(next_deal=table.game.deal is None) is None:
            return
        views = [as_its_node_shows_it(table, seat) for seat in table.game.seats]
        asked = [seen for seen in views if acts(seen)]
        assert asked, f"{views[0].phase} waits for {views[0].awaited}, and nobody's bot is asked"
        seat = asked[0].seat
        assert seat is not None
        table.act(seat, choose(asked[0], rng))
