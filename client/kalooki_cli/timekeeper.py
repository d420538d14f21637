"""When to speak of the time of one's own turn: at its start, at half, ten seconds before its end, and at no other time.

Who listens to a screen reader must not hear a clock tick.
"""

from dataclasses import dataclass, field

from kalooki.seat import TableStatus, Update
from kalooki_cli.moment import own

TEN = 10_000
"""So many milliseconds before the end it is said once more."""

Stretch = tuple[int, int, int, bool]
"""Deal, attempt, turn, and whether the bank runs."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A time at which something is to be said."""

    stretch: Stretch
    left: int
    """Milliseconds that are left then."""


@dataclass(slots=True)
class Timekeeper:
    """Follows the clock of one's own turns."""

    stretch: Stretch | None = None
    """What runs now; None where nothing of one's own does."""
    _whole: int = 0
    _said: set[int] = field(default_factory=set)

    def see(self, new: Update) -> bool:
        """Take the newest update; say whether another stretch has begun, which is to be told."""
        now = _stretch(new)
        if now == self.stretch:
            return False
        self.stretch, self._whole, self._said = now, left(new.status) if now else 0, set()
        return now is not None

    def due(self, new: Update) -> tuple[tuple[int, Mark], ...]:
        """Return what is still to be said in this stretch, and in how many milliseconds."""
        clock = new.status.clock
        if self.stretch is None or clock is None or clock.stands_still:
            return ()
        rest = left(new.status)
        wanted = {self._whole // 2, TEN if self._whole > 2 * TEN else 0, 0}
        return tuple(
            (max(rest - at, 0), Mark(self.stretch, at)) for at in sorted(wanted - self._said) if at < rest or not at
        )

    def passes(self, mark: Mark) -> bool:
        """Say whether a mark that has come is to be told: its stretch runs still, and it was not told before."""
        if mark.stretch != self.stretch or mark.left in self._said:
            return False
        self._said.add(mark.left)
        return True


def left(status: TableStatus) -> int:
    """How much is left of what runs: of the turn, or of the bank with the step of it that is being spent."""
    return status.left_ms + (bank(status) if status.clock is not None and status.clock.on_bank else 0)


def bank(status: TableStatus) -> int:
    """What one has left of one's own bank."""
    me = own(status)
    return 0 if me is None else me.bank_ms


def _stretch(new: Update) -> Stretch | None:
    status, view = new.status, new.view
    if status.clock is None or status.limit != "turn" or view is None or status.me not in status.waiting_for:
        return None
    return view.number, view.attempt, view.turn_number, status.clock.on_bank
