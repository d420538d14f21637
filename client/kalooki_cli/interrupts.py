"""What Ctrl-C does while the program starts: it ends it, without a word.

In the middle of an import an interrupt comes out as anything, and nothing has begun that is to be tidied up.
"""

import _signal  # type: ignore[import-not-found]  # what `signal` wraps, without the enumerations that take it long


def end_at_once() -> None:
    """Until a command runs; where interrupts are ignored (as in the background of a script) they stay so."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


def raise_again() -> None:
    """A command runs, and tidies up behind it."""
    if _signal.getsignal(_signal.SIGINT) == _signal.SIG_DFL:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
