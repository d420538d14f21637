#!/usr/bin/env python3
"""Write tests/vectors/transcripts: short transcripts with what a verifier must say of each, for other verifiers too.

Of each way to cheat there is one, and of each preset a game.

They change only with the protocol or the rules, and then on purpose: look at the difference before committing it.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests/vectors/transcripts"
sys.path.insert(0, str(ROOT / "tests"))

from kalooki.shell.group_loader import load_verifier_group  # noqa: E402 - after the path, like what follows
from kalooki.verify import Report, verify_transcript  # noqa: E402 - as above
from support.forger import played, transcript_of  # noqa: E402 - as above
from support.preset_games import SHORT, game_of  # noqa: E402 - as above
from support.transcript_vectors import vectors  # noqa: E402 - as above


def expectation(report: Report) -> dict[str, object]:
    """What another verifier should agree on: the verdict, and each finding without its words."""
    return {
        "verdict": report.verdict.value,
        "findings": [
            {
                "n": int(finding.check),
                "code": finding.code,
                "entry": finding.entry,
                "player": finding.player,
                "node": finding.node,
            }
            for finding in report.findings
        ],
    }


def main() -> int:
    """Write all of them."""
    group = load_verifier_group()
    FOLDER.mkdir(parents=True, exist_ok=True)
    expected = {}
    games = {f"game_{preset}": transcript_of(game_of(preset, group)) for preset in SHORT}
    for name, content in {**vectors(played(0, group), played(1, group)), **games}.items():
        (FOLDER / f"{name}.kalooki").write_bytes(content)
        expected[name] = expectation(verify_transcript(content, group, bytes(32)))
    (FOLDER / "expect.json").write_text(json.dumps(expected, indent=1) + "\n", "utf-8")
    print(f"{len(expected)} transcripts in {FOLDER.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
