"""The time of day on this computer, as people read it."""

import time


def now() -> str:
    """Hours and minutes."""
    return time.strftime("%H:%M")


def untold() -> str:
    """Nothing, where no time is told."""
    return ""
