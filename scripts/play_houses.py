"""Play games of each preset under house rules by chance, in memory; the verifier and the referee judge the records.

Whole games, of nodes that differ only in that no socket lies between them and in their group, whose proofs are quick
and prove nothing. Most seats play to win, and now and then do anything that is legal. A record must be valid, and each
deal of it, written as a deal file, must come to the same states and scores with the referee. Prints one line for each
table; exit status 1 if a table came to a stop, or its record does not hold. The same seed plays the same tables.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

from kalooki.bot import volunteered
from kalooki.bots import greedy, random_legal
from kalooki.rules.actions import Action
from kalooki.rules.errors import RulesError
from kalooki.rules.options import Flag, Number, OneOf, allowed_for, configure, value_text
from kalooki.rules.registry import presets
from kalooki.rules.variant import OptionValue, Variant
from kalooki.rules.view import SeatView
from kalooki.table.config import Founding
from kalooki.table.payloads import PlayerNumber
from kalooki.table.ports import CloseTable
from kalooki.verify import Verdict, verify_transcript

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.forger import SEED, transcript_of
from support.refereed import differences
from support.table_group import GlassGroup
from support.table_world import Place, World

MOST_OPTIONS = 8
MOST_SEATS = 5
LIMIT_MS = 10**9
"""Of the world's own time, in which a table must come to its end."""
ODD = 0.1
"""How often a seat does anything."""


def house_of(variant: Variant, rng: Random) -> tuple[tuple[str, str], ...]:
    """Some options, and a value for each, that go together."""
    while True:
        names = rng.sample(variant.choices, rng.randint(0, min(MOST_OPTIONS, len(variant.choices))))
        chosen = {name: value for name in names for value in _value(variant, name, rng)}
        with suppress(RulesError):
            configure(variant, chosen)
            return tuple((name, value_text(value)) for name, value in chosen.items())


def _value(variant: Variant, name: str, rng: Random) -> Iterator[OptionValue]:
    match allowed_for(variant, name):
        case _ if name == "dropout":  # some of its values need a table that is set up for them
            return
        case Flag():
            yield rng.random() < 1 / 2
        case OneOf(values):
            yield rng.choice(values)
        case Number(least, most, also):
            yield rng.choice((least, most, rng.randint(least, most), *also))
        case _:
            return


def plays(view: SeatView, rng: Random) -> Action:
    """The bot that plays to win, or now and then any other."""
    return random_legal.choose(view, rng) if rng.random() < ODD else greedy.choose(view, rng)


def wishes(view: SeatView, rng: Random) -> Action | None:
    """What a seat does that is not waited for."""
    return plays(view, rng) if view.window is not None else volunteered(view)


def finish(world: World, deals: int) -> None:
    """Play so far, and close the table."""
    world.run(lambda: world.all_at("over") or world.deals_done(deals), LIMIT_MS)
    world.submit(0, PlayerNumber(0), CloseTable("enough"))
    world.run(lambda: world.all_at("closed"))
    world.rest(1000)


def play(key: str, seed: int, deals: int) -> tuple[str, bool]:
    """One table, in a line; and whether all is well."""
    rng = Random(f"{key} {seed}")  # noqa: S311 - chance that can be repeated
    variant = presets()[key]
    house = house_of(variant, rng)
    largest = int(dict(house).get("max_players", variant.max_players))
    seats = rng.randint(variant.min_players, min(largest, MOST_SEATS))
    name = (
        f"{key} {seed}: {seats} seats, {' '.join(f'{option}={value}' for option, value in house) or 'no house rules'}"
    )
    began = time.process_time()
    founding = Founding(key, house, seats=seats)
    world = World(seed, (Place(),) * seats, founding=founding, chooser=plays, deals=deals, group=GlassGroup())
    world.wish = wishes
    try:
        finish(world, deals)
        content = transcript_of(world)
        verdict = verify_transcript(content, world.group, SEED).verdict
        wrong = [*differences(content, world.group)] if verdict is Verdict.VALID else [str(verdict)]
    except Exception as error:  # noqa: BLE001 - whatever a table dies of is to be told with what was played
        wrong = [f"{type(error).__name__}: {error}"]
        return f"{name}: {wrong}", False
    ended = world.processes[0].ends
    took = time.process_time() - began
    return f"{name}: {ended} deals, {took:.0f} s, {'; '.join(wrong) or 'agrees'}", not wrong


def main() -> int:
    """Play at so many tables of each preset."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", nargs="*", choices=sorted(presets()), default=sorted(presets()))
    parser.add_argument("--tables", type=int, default=10, help="of each preset")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first one")
    parser.add_argument("--deals", type=int, default=1000, help="so many are enough; without it: whole games")
    given = parser.parse_args()
    well = True
    for seed in range(given.first, given.first + given.tables):
        for key in given.variant:
            line, holds = play(key, seed, given.deals)
            well &= holds
            print(line, flush=True)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
