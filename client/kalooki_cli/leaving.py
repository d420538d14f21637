"""How the command ends when it is interrupted, or cannot say what it found."""

import os
import sys
from typing import NoReturn

from kalooki_cli.language import gettext as _

FAILED = 1
INTERRUPTED = 130
NO_VERDICT = {"verify": 4, "replay": 2, "check": 2, "referee": 2, "score": 2, "best": 2}
"""Where 1 is a verdict (a record that does not hold, a move that is not legal), what could not be said is this."""


def stopped() -> NoReturn:
    """Say in one line that somebody stopped it; behind a prompt that is the next line."""
    print(("\n" if sys.stderr.isatty() else "") + _("Stopped."), file=sys.stderr)
    sys.exit(INTERRUPTED)


def unwritten(error: OSError) -> NoReturn:
    """End, without another try to write what is still held back; where nobody reads on, without a word."""
    if not isinstance(error, BrokenPipeError):
        text = _("kalooki: The answer cannot be written: {reason}.")
        print(text.format(reason=error.strerror or error), file=sys.stderr)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(NO_VERDICT.get("".join(sys.argv[1:2]), FAILED))
