"""How many deals the rules and the greedy bot play in a second, next to OpenSpiel's gin rummy with its simple bot.

Both play in this process, in turn. Every move of ours is judged and applied by the rules that nodes use, on an open
deck. `ratio` is British deals of two players per game of gin rummy; the other figures are ratios to gin rummy as well:
four players, and the ninth Jamaican deal, which three is the fewest to play. OpenSpiel is in the dependency group
`bench`; without it there is nothing to compare with, and `ratio` is null.
"""

import importlib
import json
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import ModuleType
from typing import Any

from _figures import Figure, main
from kalooki.bots import greedy
from kalooki.rules.game import new_game
from kalooki.rules.open_game import OpenGame
from kalooki.rules.registry import variant_named
from kalooki.rules.variant import Variant

ROUNDS = 7
WARM_UP = 2
"""So many samples come first that count for nothing, while the solver fills its tables."""
PARTS = 4
"""Of a sample, each with both sides: what slows the machine down for a while slows both."""
GAMES = 3
"""Of gin rummy for each deal of ours."""
AT_LEAST = 0.35


@dataclass(frozen=True, slots=True)
class Bench:
    """One sort of deal."""

    name: str
    variant: Variant
    players: int
    number: int
    deals: int
    """In a part of a sample."""
    at_least: float = -math.inf


BENCHES = (
    Bench("ratio", variant_named("british"), 2, 1, 4, AT_LEAST),
    Bench("british_4", variant_named("british"), 4, 1, 1),
    Bench("jamaican_3", variant_named("jamaican"), 3, 9, 1),
    Bench("jamaican_4", variant_named("jamaican"), 4, 9, 1),
)


def open_spiel() -> ModuleType | None:
    """The other side, if it is there."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        return None


def gin_rummy(pyspiel: ModuleType, rng: Random) -> None:
    """One game of gin rummy, which is one deal, between two simple bots."""
    game: Any = pyspiel.load_game("gin_rummy")
    state = game.new_initial_state()
    players = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in (0, 1)]
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(players[state.current_player()].step(state))


def deal(bench: Bench, seed: bytes) -> None:
    """One deal of ours, whatever comes of it."""
    table = OpenGame(replace(new_game(bench.variant, bench.players), number=bench.number), seed)
    while (seat := table.to_move(next_deal=not table.game.history)) is not None:
        table.act(seat, greedy.propose(table.view(seat)))


def seconds(play: Callable[[int], None], numbers: range) -> float:
    """How long this process plays these."""
    began = time.process_time()
    for number in numbers:
        play(number)
    return time.process_time() - began


def samples_of(bench: Bench, pyspiel: ModuleType) -> list[float]:
    """Ratios of the two speeds, each pair measured side by side; no deal comes twice."""
    games = bench.deals * GAMES
    samples = []
    for sample in range(WARM_UP + ROUNDS):
        ours = theirs = 0.0
        for part in range(sample * PARTS, (sample + 1) * PARTS):
            deals = range(part * bench.deals, (part + 1) * bench.deals)
            ours += seconds(lambda number: deal(bench, f"{bench.name}/{number}".encode()), deals)
            theirs += seconds(lambda number: gin_rummy(pyspiel, Random(number)), range(games))  # noqa: S311 - repeatable
        samples.append(theirs / ours / GAMES)
    return samples[WARM_UP:]


def measure() -> Sequence[Figure]:
    """Each sort of deal."""
    pyspiel = open_spiel()
    assert pyspiel is not None, "main has seen to it"
    return [Figure(bench.name, samples_of(bench, pyspiel), at_least=bench.at_least) for bench in BENCHES]


def without() -> int:
    """Say that there is nothing to compare with."""
    print("OpenSpiel is not installed, so there is nothing to compare with.", file=sys.stderr)
    if "--json" in sys.argv[1:]:
        print(json.dumps({"bench": "rules", "figures": {bench.name: None for bench in BENCHES}, "ok": None}))
    return 0


if __name__ == "__main__":
    sys.exit(without() if open_spiel() is None else main("rules", measure))
