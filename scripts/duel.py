"""Let two bots of the lean cores meet: paired deals, so many points a deal, with the interval; and the time of a turn.

    .venv/bin/python scripts/duel.py expert hard [--deals 2400] [--seed confirm] [--players 2] [--variant british]
    .venv/bin/python scripts/duel.py hard medium --variant jamaican --players 4 [--deals 150]
    .venv/bin/python scripts/duel.py --variant swedish [--out FILE]

Each deal is played with the first bot in each seat in turn and the other one in all other seats; the figure is by how
many points fewer it counts than the mean of the others, over all its seats. Where there is a contract for each deal the
unit is a whole game: the two bots take the seats in turn, from each seat on, and the same cards come. The rules play
the same deals (`kalooki arena`), but at a fraction of the speed; `--rules N` says at which, in N such units of each.

Without names every level of a game meets every other, and a table says by how much the row is better than the column.
How much each pair plays stands in LADDERS, set before the first deal of it was played, and the seed is the variant's
name. Against `beginner`, who is so far below that few deals show it and has no turn on the lean cores, the
rules play: `kalooki arena ROW beginner`. What is played is kept in FILE, and the same command goes on with it.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from kalooki.arena.contest import Contest
from kalooki.arena.playing import play_unit
from kalooki.arena.summary import Mean, mean, summary
from kalooki.bot import with_chance
from kalooki.bots import bot_named, levels
from kalooki.rules.game import new_game
from kalooki.rules.open_game import OpenGame
from kalooki.rules.registry import variant_named
from kalooki.sim import connections, contract_turns, exact_turns, greedy, learned, lookahead
from kalooki.sim.contract_game import MISSES, play_contracts, play_exactly, sorted_deck
from kalooki.sim.contract_lean import lean_contracts
from kalooki.sim.dealing import Shuffle
from kalooki.sim.exact_deal import is_exact_lean, lean_exact
from kalooki.sim.lean import LeanDeal, lean_rules, new_deal
from kalooki.sim.learned import is_at_home
from kalooki.solver.words import CardType, type_of

TURNS = {
    "easy": greedy.play_turn,
    "medium": connections.play_turn,
    "hard": lookahead.play_turn,
    "expert": learned.play_turn,
}

LOWEST = "beginner"
"""The level that only the rules play."""


class Ladder(NamedTuple):
    """How much each pair of levels plays in one game."""

    players: int
    neighbours: int
    """Deals for a level against the one below; where there is a contract for each deal, whole games."""
    others: int
    lowest: int
    """Against the lowest."""


LADDERS: Mapping[str, Ladder] = {
    "british": Ladder(2, 2000, 600, 60),
    "european": Ladder(2, 2000, 600, 60),
    "swedish": Ladder(2, 2000, 600, 60),
    "north_american": Ladder(3, 3000, 1000, 60),
    "jamaican": Ladder(4, 150, 60, 5),
    "jamaican_baby": Ladder(4, 300, 150, 20),
    "south_african": Ladder(3, 150, 60, 10),
}

TIMED = 0.03
"""Of the turns."""
EVERY = {"deal": 300, "game": 10}
"""So often it says where it stands."""


def timed(turn: Callable[..., None], took: list[float]) -> Callable[..., None]:
    """The same turn, with the processor's time that it takes written down now and then: to ask takes time, too."""
    chance = Random(0)  # noqa: S311 - which turns are timed does not matter

    def play(deal: object) -> None:
        if chance.random() > TIMED:
            turn(deal)
            return
        begun = time.process_time()
        turn(deal)
        took.append(time.process_time() - begun)

    return play


def points_unit(turns: Sequence[Callable[[LeanDeal], None]], variant: str, players: int, seed: str) -> float:
    """One deal in every seating."""
    deck = [type_of(card) for card in variant_named(variant).start_deck(players)]
    Random(seed).shuffle(deck)  # noqa: S311 - repeatable
    gains: list[float] = []
    for seat in range(players):
        deal = new_deal(lean_rules(variant_named(variant)), players, deck, Random(f"{seed}/again").shuffle)  # noqa: S311
        while deal.ended is None:
            turns[deal.player != seat](deal)
        gains.append(deal.ended.edge(seat))
    return fmean(gains)


def game(names: Sequence[str], variant: str, seed: str, took: Sequence[list[float]]) -> tuple[int, ...]:
    """The totals of one game."""
    rules = variant_named(variant)
    cards = partial(chance, variant, len(names), seed)
    if is_exact_lean(rules):
        seats = [
            one._replace(turn=timed(one.turn, times))
            for one, times in zip((exact_turns.PLAYERS[name] for name in names), took, strict=True)
        ]
        return play_exactly(lean_exact(rules), seats, cards)
    others = [
        one._replace(turn=timed(one.turn, times))
        for one, times in zip((contract_turns.PLAYERS[name] for name in names), took, strict=True)
    ]
    return play_contracts(lean_contracts(rules), others, cards)


def game_unit(names: Sequence[str], variant: str, players: int, took: Sequence[list[float]], seed: str) -> float:
    """One game in both seatings; with an odd number of seats, in all of them."""
    gains: list[float] = []
    for turn in range(2 if players % 2 == 0 else players):
        table = [place % 2 for place in range(players)]
        seats = table[turn:] + table[:turn]
        totals = game([names[bot] for bot in seats], variant, seed, [took[bot] for bot in seats])
        first, other = ([total for total, bot in zip(totals, seats, strict=True) if bot == one] for one in (0, 1))
        gains.append(fmean(other) - fmean(first))
    return fmean(gains)


def chance(
    variant: str, players: int, seed: str, number: int, attempt: int
) -> tuple[Sequence[CardType], int | None, Shuffle]:
    """The cards of one deal, the same for both seatings."""
    rng = Random(f"{seed}/{number}/{attempt}")  # noqa: S311 - repeatable
    deck = sorted_deck(variant_named(variant), players)
    rng.shuffle(deck)
    return deck, rng.choice(MISSES), rng.shuffle


def report(names: list[str], gains: list[float], took: list[list[float]], unit: str) -> None:
    """Print where it stands."""
    half = 1.96 * stdev(gains) / math.sqrt(len(gains))
    print(
        f"{names[0]} over {names[1]}: {fmean(gains):+.2f} ± {half:.2f} points a {unit}, {len(gains)} {unit}s;"
        " a turn took"
    )
    for name, times in zip(names, took, strict=True):
        ordered = sorted(times)
        if ordered:
            slow = ordered[len(times) * 99 // 100]
            print(f"  {name}: mean {1000 * fmean(times):.2f} ms, p99 {1000 * slow:.2f} ms", flush=True)


def under_the_rules(name: str, variant: str, players: int, seed: str, *, whole: bool) -> None:
    """The same bot in all seats of one deal, or game, that the rules play."""
    bot = bot_named(name)
    assert bot is not None, "it is one of the ladder"
    table, rng = OpenGame(new_game(variant_named(variant), players), seed.encode()), Random(seed)  # noqa: S311 - repeatable
    while (seat := table.to_move(next_deal=whole or table.game.deal is None)) is not None:
        asked = table.asks(seat)
        table.act(asked, bot.choose(table.view(asked), rng))


def against_the_rules(name: str, variant: str, players: int, units: int, seed: str) -> None:
    """Say how much faster the lean core is: one unit here, one there, and so on, in processor's time."""
    whole = bool(variant_named(variant).contracts)
    lean = slow = 0.0
    for number in range(units + 1):
        begun = time.process_time()
        if whole:
            game([name] * players, variant, f"{seed}/{number}", [[] for _ in range(players)])
        else:
            points_unit([TURNS[name]] * 2, variant, players, f"{seed}/{number}")
        between = time.process_time()
        for part in range(1 if whole else players):
            under_the_rules(name, variant, players, f"{seed}/{number}/{part}", whole=whole)
        if number:  # the first one fills what is kept
            lean += between - begun
            slow += time.process_time() - between
    print(f"{name}: the lean core plays {slow / lean:.1f} times as fast as the rules do, over {units} units of each")


def units(
    names: Sequence[str], variant: str, players: int, took: list[list[float]]
) -> tuple[Callable[[str], float], str]:
    """What plays one unit by its seed, and what that is called."""
    if variant_named(variant).contracts:
        return partial(game_unit, names, variant, players, took), "game"
    turns = [timed(TURNS[name], times) for name, times in zip(names, took, strict=True)]
    return partial(points_unit, turns, variant, players), "deal"


# --- every level against every other

Pair = tuple[str, str]


def rungs(variant: str) -> list[str]:
    """The levels that are a bot of their own there, from the weakest up."""
    own = {LOWEST, *TURNS} if is_at_home(variant_named(variant)) else {LOWEST, *TURNS} - {"expert"}
    return [level for level in levels() if level in own]


def pairs(names: Sequence[str], ladder: Ladder) -> Iterator[tuple[Pair, int]]:
    """Row and column, with how many units they play."""
    for place, row in enumerate(names):
        for below, column in enumerate(names[:place]):
            among = ladder.neighbours if below == place - 1 else ladder.others
            yield (row, column), ladder.lowest if column == LOWEST else among


def player_of(pair: Pair, variant: str, players: int, seed: str) -> Callable[[int], float]:
    """What plays one unit by its number, and says how much better the first was."""
    if LOWEST not in pair:
        play, _ = units(pair, variant, players, [[], []])
        return lambda number: play(f"{seed}/{number}")
    contest = Contest(pair, variant, (), players, "game" if variant_named(variant).contracts else "deal", seed)
    bots = [levels()[name] for name in pair]

    def judged(number: int) -> float:
        played = play_unit(contest, number, lambda bot, chance: with_chance(bots[bot], chance))
        return summary(contest, [played]).duels[0].edge.value

    return judged


def kept(path: Path | None) -> dict[str, float]:
    """What was played before, by what it was."""
    if path is None or not path.exists():
        return {}
    return {what: edge for line in path.read_text("utf-8").splitlines() for what, edge in json.loads(line).items()}


def keep(path: Path | None, what: str, edge: float) -> float:
    """Note one unit."""
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({what: edge}) + "\n")
    return edge


def table(names: Sequence[str], found: Mapping[Pair, Mean]) -> Iterator[str]:
    """In Markdown."""
    yield "| " + " | ".join(["", *(f"`{name}`" for name in names[:-1])]) + " |"
    yield "| --- " * len(names) + "|"
    for row in names[1:]:
        yield "| " + " | ".join([f"`{row}`", *(cell(found.get((row, column))) for column in names[:-1])]) + " |"


def cell(edge: Mean | None) -> str:
    """A figure with its interval; in brackets where that is not clear of even."""
    if edge is None or edge.half is None:
        return ""
    digits = 0 if edge.half >= 10 else 1  # noqa: PLR2004 - no more digits than are known
    text = f"{round(edge.value, digits) + 0.0:,.{digits}f} ± {edge.half:.{digits}f}"
    return text if edge.clear_of(0) else f"({text})"


def climb(variant: str, ladder: Ladder, out: Path | None) -> None:
    """Play what is left to play, and print the table."""
    names, before, found = rungs(variant), kept(out), dict[Pair, Mean]()
    for pair, count in pairs(names, ladder):
        play, edges = player_of(pair, variant, ladder.players, variant), list[float]()
        for number in range(count):
            what = f"{variant} {ladder.players} {' '.join(pair)} {number}"
            edges.append(before[what] if what in before else keep(out, what, play(number)))
        found[pair] = mean(edges)
        print(" against ".join(pair), cell(found[pair]), f"over {count}", file=sys.stderr, flush=True)
    print("\n".join(table(names, found)))


def main() -> None:
    """Play, and say who is better."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="*", metavar="BOT", help=f"two of {', '.join(TURNS)}; or none")
    parser.add_argument("--deals", type=int, default=2400, help="or games, where there is a contract for each deal")
    parser.add_argument("--seed", default="confirm")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--variant", default="british", choices=LADDERS)
    parser.add_argument("--rules", type=int, default=0, help="only compare the speed of the first bot's turns")
    parser.add_argument("--out", type=Path, help="where what every level plays against every other is kept")
    given = parser.parse_args()
    if not given.bots:
        climb(given.variant, LADDERS[given.variant], given.out)
        return
    if len(given.bots) != 2 or not set(given.bots) <= set(TURNS):  # noqa: PLR2004 - a duel
        parser.error(f"name two of {', '.join(TURNS)}, or nobody")
    if given.rules:
        against_the_rules(given.bots[0], given.variant, given.players, given.rules, given.seed)
        return
    took: list[list[float]] = [[], []]
    play, unit = units(given.bots, given.variant, given.players, took)
    gains: list[float] = []
    every = EVERY[unit]
    for number in range(given.deals):
        gains.append(play(f"{given.seed}/{number}"))
        if number % every == every - 1 or number == given.deals - 1:
            report(given.bots, gains, took, unit)


if __name__ == "__main__":
    main()
