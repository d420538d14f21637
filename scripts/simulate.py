"""Let tables go through storms until one loses something: a seed that does is printed, and becomes a test.

    .venv/bin/python scripts/simulate.py [--seeds N] [--first N] [--torn] [--power] [--crowd]
        [--plant careless|counting|forgetful|hasty|skipping|staying|trustful]
    .venv/bin/python scripts/simulate.py --deals [--hasty] [--seeds N] [--first N]
    .venv/bin/python scripts/simulate.py --continued [--seeds N] [--first N] [--plant unpledged]

With --continued each seed is a table that has lost its quorum: those who are left go on in bad weather, with crashes,
deaf links, lost and late packets, people who want it now or later, and in two of five seeds somebody who signs all that
he is shown. At the end it says how many tables were opened, and by whom.

With --deals each seed is a whole deal: plain, with a turn clock, with short graces or with key backups, while nodes are
killed, cut off and made deaf or mute, and stay away until they are missed. With --hasty graces are so short that a host
who is cut off misses all others before he knows it; he may stop and come back before anybody hears him.

Without --seeds it goes on until it is stopped.
"""

import argparse
import itertools
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support import continued_storm, election_world, game_storm

PLANTS = {
    name: getattr(election_world, name)
    for name in ("careless", "counting", "forgetful", "hasty", "skipping", "staying", "trustful")
}


PLANTS["unpledged"] = continued_storm.forgetful


def main() -> int:
    """Run, and say which seeds failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, help="how many; without it there is no end")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--torn", action="store_true", help="disks lose their newest writes, too")
    parser.add_argument("--deals", action="store_true", help="whole deals, and not elections alone")
    parser.add_argument("--hasty", action="store_true", help="with --deals: who is cut off misses all others")
    parser.add_argument("--continued", action="store_true", help="tables that go on from one without a quorum")
    parser.add_argument("--power", action="store_true", help="computers end, with what was not on the disk, too")
    parser.add_argument(
        "--crowd", action="store_true", help="from six to eight vote; with --torn votes are lost, above all"
    )
    parser.add_argument("--plant", choices=PLANTS, help="put a wrong part into every node, to see whether it is found")
    options = parser.parse_args()
    seeds = itertools.count(options.first)
    plant = PLANTS.get(options.plant, lambda _node: None)
    failed, tally = 0, Counter[str]()
    for done, seed in enumerate(itertools.islice(seeds, options.seeds), 1):
        try:
            if options.continued:
                seen = continued_storm.storm(seed, plant if options.plant else None)
                tally["tables"] += len(seen.tables)
                tally["seeds with two tables"] += len(seen.tables) > 1
                tally["nodes that went on"] += sum(bool(tables) for tables in seen.at.values())
                tally["nodes left behind"] += seen.left_behind
                tally["liars"] += len(seen.liars)
                tally["liars convicted"] += len(seen.convicted)
            elif options.deals:
                game_storm.storm(seed, hasty=options.hasty)
            else:
                election_world.storm(seed, plant, torn=options.torn, power=options.power, crowd=options.crowd)
        except Exception as error:  # noqa: BLE001 - whatever it is, the seed is what counts
            failed += 1
            print(f"seed {seed} fails: {error!r}", flush=True)
        if done % 100 == 0:
            print(f"{done} seeds, {failed} failed", flush=True)
    if tally:
        print(", ".join(f"{count} {name}" for name, count in tally.items()), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
