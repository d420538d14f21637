#!/usr/bin/env python3
"""Play a contract game with the largest deck, 218 cards for eight players, between nodes in memory, and verify it.

The deck is shuffled for real, so it takes longer than a test may. Prints how long, and what was played.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from kalooki.codec.transcript import write_transcript  # noqa: E402 - after the path, like what follows
from kalooki.rules.actions import Action, Call, Pass  # noqa: E402 - as above
from kalooki.rules.legal import legal_actions  # noqa: E402 - as above
from kalooki.rules.registry import presets  # noqa: E402 - as above
from kalooki.rules.view import SeatView  # noqa: E402 - as above
from kalooki.shell.group_loader import load_group  # noqa: E402 - as above
from kalooki.table.config import Founding  # noqa: E402 - as above
from kalooki.verify import Verdict, verify_transcript  # noqa: E402 - as above
from support.table_world import Place, World, laying  # noqa: E402 - as above


def choose(view: SeatView, rng: Random) -> Action:
    """Call by chance; lay what can be laid."""
    answers = [action for action in legal_actions(view) if isinstance(action, Call | Pass)] if view.window else []
    return rng.choice(answers) if answers else laying(view, rng)


def main() -> int:
    """Play and verify; 1 if the transcript is not valid."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument(
        "--variant", choices=sorted(key for key, one in presets().items() if one.contracts), default="jamaican"
    )
    parser.add_argument("--moves", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    begun = time.perf_counter()
    world = World(
        given.seed,
        tuple(Place() for _ in range(given.players)),
        founding=Founding(given.variant, seats=given.players),
        chooser=choose,
        group=load_group(),
        moves=given.moves,
    )
    world.wish = lambda _view, _rng: None

    def played() -> bool:
        standings = [process.node.standing(None) if process.node else None for process in world.processes]
        in_play = [one is not None and one.phase == "playing" and one.next_deal == 0 for one in standings]
        return all(in_play) and all(one is not None and one.move >= given.moves for one in standings)

    world.run(lambda: played() or world.deals_done(1))
    world.rest(3000)
    view, head = world.node(0).view(None), world.node(0).certificate()
    assert view is not None
    assert head is not None
    cards = len(view.variant.start_deck(given.players))
    print(f"{given.players} players, {cards} cards, {given.moves} moves: {time.perf_counter() - begun:.1f} s")
    print(dict(Counter(type(event).__name__ for event in world.processes[0].events)))
    certificates = {one.index: one for one in (*world.node(0).certificates(), head)}
    file = write_transcript((*world.node(0).entries(1, head.index), *certificates.values()))
    begun = time.perf_counter()
    report = verify_transcript(file, world.group, bytes(32))
    print(f"{len(file)} bytes, {report.verdict.value}: {time.perf_counter() - begun:.1f} s")
    return 0 if report.verdict is Verdict.VALID else 1


if __name__ == "__main__":
    sys.exit(main())
