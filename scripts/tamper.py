#!/usr/bin/env python3
"""Change every byte of a transcript, one at a time, and see that the verifier never lets it pass and accuses nobody.

.venv/bin/python scripts/tamper.py                 a short one is made: a table of two draws its seats
.venv/bin/python scripts/tamper.py GAME.kalooki    a saved one, of which --every N-th byte will do
... --close-again                                  the file gets a new closing record after each change
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from kalooki.codec.transcript import closing_record, read_transcript  # noqa: E402 - as above
from kalooki.fair.group import Group  # noqa: E402 - as above
from kalooki.shell.group_loader import load_verifier_group  # noqa: E402 - as above
from kalooki.verify import Report, verify_transcript  # noqa: E402 - as above
from support.forger import played, transcript_of  # noqa: E402 - the path must be known first

SEED = bytes(32)
FLIP = 0x01
NOTICE_SECONDS = 10


def changed(content: bytes, every: int, *, close_again: bool) -> Iterator[tuple[int, bytes]]:
    """Give each changed file, with the place of the change."""
    records = list(read_transcript(content))
    seal = records[-1].offset
    for at in range(0, seal if close_again else len(content), every):
        flipped = content[:at] + bytes([content[at] ^ FLIP]) + content[at + 1 :]
        if close_again:
            flipped = flipped[:seal] + closing_record(len(records) - 1, flipped[:seal])
        yield at, flipped


def complaint(report: Report) -> str:
    """Say what is wrong with a report about a changed file; nothing if it is right."""
    if report.verdict.exit_code == 0:
        return "it passed"
    if any(finding.player is not None or finding.node is not None for finding in report.findings):
        return "somebody was accused"
    return ""


def tamper(content: bytes, group: Group, every: int, *, close_again: bool) -> int:
    """Try all changes; print what came out, and return how many were missed."""
    assert verify_transcript(content, group, SEED).verdict.exit_code == 0, "the transcript itself must be valid"
    verdicts: Counter[str] = Counter()
    missed = 0
    noticed = monotonic()
    for at, flipped in changed(content, every, close_again=close_again):
        report = verify_transcript(flipped, group, SEED)
        verdicts[report.verdict.value] += 1
        wrong = complaint(report)
        if wrong:
            missed += 1
            print(f"byte {at}: {wrong}")
        if monotonic() - noticed > NOTICE_SECONDS:
            noticed = monotonic()
            print(f"... byte {at} of {len(content)}", file=sys.stderr)
    print(f"{sum(verdicts.values())} changes of {len(content)} bytes: {dict(verdicts)}, {missed} missed")
    return missed


def main() -> int:
    """Try what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("transcript", nargs="?", type=Path)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--close-again", action="store_true")
    options = parser.parse_args()
    group = load_verifier_group()
    content = options.transcript.read_bytes() if options.transcript else transcript_of(played(0, group))
    return 1 if tamper(content, group, options.every, close_again=options.close_again) else 0


if __name__ == "__main__":
    sys.exit(main())
