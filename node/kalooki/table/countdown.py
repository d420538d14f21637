"""A node's own clock, by which it holds the host's word that a limit is over: no clocks are compared."""

from collections import Counter
from dataclasses import dataclass, field, replace

from kalooki.rules import game as rules
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.limits import Limit
from kalooki.table.log import ByPlayer, Message, Stream
from kalooki.table.payloads import Absent, Act, TimeUp
from kalooki.table.replica import Applied
from kalooki.table.results import Effective
from kalooki.table.state import TableState
from kalooki.table.timing import Running, limit_of

LEFT_MS = 20_000
"""So much time is left at least after a return of this node."""


MOST_TIMES_LEFT = 3
"""So often in a deal: whoever could make hosts change could make a turn as long as he likes."""

ON_ITS_WAY_MS = 1000
"""So long before the end of a limit no card is shown any more: all others have a message by then."""


@dataclass(slots=True)
class Countdown:
    """A limit as this node counts it down, from the first tick after the entry that began it was accepted."""

    running: Running
    least: int = 0
    """So many milliseconds it takes at least."""
    due: int | None = None
    """When it is over; None before the first tick, and while it stands still."""
    left: int | None = None
    """What is left of it while it stands still."""

    def begin(self, now: int) -> None:
        """The first tick has come, or the first after it stood still."""
        if self.due is not None:
            return
        left = self.running.milliseconds if self.left is None else self.left
        self.due, self.left = now + max(left, self.least), None

    def stand_still(self, now: int) -> None:
        """Its player can do nothing: what is left stays left."""
        if self.due is not None:
            self.left = max(self.due - now, 0)
            self.due, self.least = None, 0

    def left_at(self, now: int) -> int:
        """Return how many milliseconds are left."""
        if self.due is not None:
            return max(self.due - now, 0)
        return self.running.milliseconds if self.left is None else self.left

    def is_over(self, now: int) -> bool:
        """Say whether the time is up."""
        return self.due is not None and now >= self.due

    def is_in_time(self, came: int) -> bool:
        """Say whether something came before the time was up."""
        return self.due is None or came <= self.due


class Clock:
    """The limits that run, and those about which the host has spoken."""

    def __init__(self) -> None:
        self.now: Countdown | None = None
        """The limit that runs in the accepted state."""
        self._turn: Countdown | None = None
        """The newest of a turn: it goes on when what comes between is over."""
        self._fresh: list[Countdown] = []
        self._times_left: Counter[Stream] = Counter()
        self._ticked = 0

    def see(self, state: TableState) -> None:
        """A state is accepted: another limit may have begun."""
        limit = limit_of(state)
        if limit is None:
            self.now = None
        elif limit.limit is Limit.TURN:
            self.now = self._turn = self._of_turn(limit)
        elif self.now is None or self.now.running != limit:
            self.now = Countdown(limit)
            self._fresh.append(self.now)

    def _of_turn(self, limit: Running) -> Countdown:
        known = self._turn
        if known is not None and known.running.goes_on_as(limit):
            known.running = limit
            return known
        begun = Countdown(limit)
        self._fresh.append(begun)
        return begun

    def is_nearly_over(self, now: int) -> bool:
        """Say whether a message that leaves now could come too late; a turn's limit makes nothing void."""
        countdown = self.now
        if countdown is None or countdown.due is None or countdown.running.limit is Limit.TURN:
            return False
        return now >= countdown.due - min(ON_ITS_WAY_MS, countdown.running.milliseconds // 4)

    def held_to(self) -> Countdown:
        """Return the limit that runs, by which to judge a word about it: it goes on whatever comes after the word."""
        assert self.now is not None, "what is over has run"
        judged = replace(self.now)
        if judged.due is None:
            self._fresh.append(judged)
        return judged

    def tick(self, now: int) -> None:
        """Time passes; of a turn only while its player can do something."""
        self._ticked = now
        for countdown in self._fresh:
            countdown.begin(now)
        self._fresh = []
        turn = self._turn
        if turn is not None and (turn is not self.now or turn.running.is_held_up):
            turn.stand_still(now)
        elif turn is not None:
            turn.begin(now)

    def leave_time(self) -> None:
        """A player is back, or a new host is there: leave some time whatever the limit is, a few times in a deal."""
        if self.now is not None:
            if self._times_left[self.now.running.stream] >= MOST_TIMES_LEFT:
                return
            self._times_left = Counter({self.now.running.stream: self._times_left[self.now.running.stream] + 1})
            self._fresh.append(self.now)
        for countdown in self._fresh:
            countdown.stand_still(self._ticked)
            countdown.least = LEFT_MS

    def left_of(self, limit: Running, now: int) -> int:
        """Return how much is left of a limit, by this clock."""
        known = self.now
        return known.left_at(now) if known is not None and known.running.goes_on_as(limit) else limit.milliseconds


@dataclass(slots=True)
class TimeGate:
    """An entry that says that a limit is over: not acknowledged before it is, or while an answer is kept out."""

    applied: Applied
    countdown: Countdown
    ends: bool
    """It ends the limit: what comes after it comes too late."""
    kept_out: set[bytes] = field(default_factory=set)
    """Answers that were here in time and are not in the log before it."""

    @property
    def index(self) -> int:
        """Where it stands."""
        return self.applied.entry.index

    def concerns(self, message: Message, came: int) -> bool:
        """Say whether a message is an answer that came in time."""
        if not isinstance(message.payload, Act) or not self.countdown.is_in_time(came):
            return False
        before = self.applied.before
        return (message.stream, message.move) == (before.stream, before.move) and _would_count(before, message)


def _would_count(state: TableState, message: Message) -> bool:
    """Say whether an action would have had an effect, its evidence apart."""
    assert isinstance(message.payload, Act) and state.game is not None  # noqa: PT018
    if not isinstance(message.author, ByPlayer):
        return False
    seat = state.players[message.author.player].seat
    assert seat is not None, "the seats are drawn"
    try:
        rules.check(state.game, seat, message.payload.action)
    except IllegalActionError:
        return False
    return True


def said_time_up(applied: Applied) -> bool:
    """Say whether an entry says that a limit is over, and that had an effect. Such a word stands alone in its entry."""
    return isinstance(applied.entry.messages[0].payload, TimeUp) and isinstance(applied.results[0], Effective)


def ends_a_limit(applied: Applied) -> bool:
    """Say whether an entry has answered in the place of players."""
    return said_time_up(applied) and applied.before.overdue > 0


def declares_absence(applied: Applied) -> bool:
    """Say whether the others have agreed by an entry that players are away."""
    said = zip(applied.entry.messages, applied.results, strict=True)
    if not any(isinstance(message.payload, Absent) and isinstance(result, Effective) for message, result in said):
        return False
    return _gone(applied.after) > _gone(applied.before)


def _gone(state: TableState) -> int:
    return sum(player.gone for player in state.players)


def needs_certificate(applied: Applied) -> bool:
    """Say whether an entry stands on clocks, so that its certificate is the evidence for what it says."""
    return ends_a_limit(applied) or declares_absence(applied)
