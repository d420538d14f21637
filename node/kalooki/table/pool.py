"""Signed messages that are not in the log yet: the host orders them, the others pass on what the host overlooks."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from kalooki.table.gathering import is_for_later
from kalooki.table.log import MAX_MESSAGES, UNCOUNTED, Author, Message, Stream
from kalooki.table.payloads import EVERYBODY, Shares, TermStart, TimeUp
from kalooki.table.state import TableState

MAX_WAITING = 128
"""Messages that a node keeps of one author; more is no game but an attack, and the newest are dropped."""

MAX_WAITING_BYTES = 1 << 20
"""Their bytes: a shuffle of the largest deck has less than a twentieth of that."""

GAP_MS = 1500
"""How long the host waits for a message whose author numbered it before one that is here."""

MAX_PASSED_ON = 3
"""So often, a second apart, a message is passed on to a host that could order it; then the host counts as dead."""

LAZY_MS = 400
"""How long shares, and keys for the next deal's deck, wait for company before they get an entry of their own."""

MAX_BODY = 480 * 1024
"""Bytes of messages in one entry; the limit of the format is a little higher."""

Key = tuple[Author, Stream, int, tuple[object, ...]]
"""Author, stream, counter; of what has none all that it says: false shares keep no true ones out."""


def key_of(message: Message) -> Key:
    """Name a message: an honest author gives each name once."""
    content = said(message) if isinstance(message.payload, UNCOUNTED) else ()
    return message.author, message.stream, message.counter, content


def said(message: Message) -> tuple[object, ...]:
    """All that an author signs besides a message's name; the same may be signed twice, and is no second message."""
    return message.stream, message.move, message.known_index, message.known_hash, message.payload_bytes


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message with the time at which it came."""

    message: Message
    since: int
    """When it came, or was last passed on."""
    came: int
    passed_on: int = 0
    """How often it was passed on to the host while it could have been ordered."""


@dataclass(frozen=True, slots=True)
class Overdue:
    """When a message has waited too long."""

    now: int
    after: int


class Pool:
    """What has been said and not been ordered."""

    def __init__(self) -> None:
        self._waiting: dict[Key, Waiting] = {}
        self.wires: set[bytes] = set()
        """The messages as bytes: their signatures were found true. The entry that comes next, too, where it was."""

    def add(self, message: Message, now: int) -> Message | None:
        """Keep a message; return an earlier one of the same name that says something else."""
        if key_of(message) in self._waiting:
            return self.other(message)
        sizes = [len(one.message.wire) for key, one in self._waiting.items() if key[0] == message.author]
        if len(sizes) < MAX_WAITING and sum(sizes) + len(message.wire) <= MAX_WAITING_BYTES:
            self._waiting[key_of(message)] = Waiting(message, now, now)
            self.wires.add(message.wire)
        return None

    def other(self, message: Message) -> Message | None:
        """Return a message of the same name that says something else."""
        known = self._waiting.get(key_of(message))
        return None if known is None or said(known.message) == said(message) else known.message

    def clear(self, state: TableState, ordered: tuple[Message, ...]) -> None:
        """Drop what was ordered, and what can no longer be: counters only rise."""
        for message in ordered:
            self._waiting.pop(key_of(message), None)
        self._waiting = {key: one for key, one in self._waiting.items() if not is_late(state, one.message)}
        self.wires.clear()
        self.wires.update(one.message.wire for one in self._waiting.values())

    def forget(self, lost: AbstractSet[bytes]) -> None:
        """Drop what was said in a log that has been taken back, from one of these entries on."""
        self._waiting = {key: one for key, one in self._waiting.items() if one.message.known_hash not in lost}

    def shares(self) -> tuple[Message, ...]:
        """Return the shares that came directly and are not in the log."""
        return tuple(one.message for one in self._waiting.values() if isinstance(one.message.payload, Shares))

    def overdue(self, state: TableState, is_fit: Callable[[Message], bool], clock: Overdue) -> tuple[Message, ...]:
        """Return what has waited too long; the next time is counted from now."""
        late = [one for one in self._waiting.values() if clock.now - one.since >= clock.after]
        if not late:
            return ()
        ready = {key_of(message) for message in self._in_order(state, is_fit, clock.now)}
        for one in late:
            key = key_of(one.message)
            is_ready = key in ready or (isinstance(one.message.payload, Shares) and is_fit(one.message))
            self._waiting[key] = replace(one, since=clock.now, passed_on=one.passed_on + 1 if is_ready else 0)
        return tuple(one.message for one in late)

    def is_host_dead(self) -> bool:
        """Say whether the host has overlooked a message that it was given again and again."""
        return any(one.passed_on > MAX_PASSED_ON for one in self._waiting.values())

    def new_host(self, now: int) -> None:
        """Another host has its own time to order what waits."""
        self._waiting = {key: replace(one, since=now, passed_on=0) for key, one in self._waiting.items()}

    def with_times(self) -> tuple[tuple[Message, int], ...]:
        """Return what is not in the log, each with the time at which it came."""
        return tuple((one.message, one.came) for one in self._waiting.values())

    def choose(self, state: TableState, is_fit: Callable[[Message], bool], now: int) -> tuple[Message, ...]:
        """Pick the messages of the next entry: shares first, then each author's in the order of their counters."""
        shares = [one for one in self._waiting.values() if isinstance(one.message.payload, Shares)]
        urgent = self._in_order(state, is_fit, now)
        is_due = any(
            not is_for_later(state, message) or now - self._waiting[key_of(message)].since >= LAZY_MS
            for message in urgent
        )
        if not is_due and not any(_wants_entry(state, one, shares, now) for one in shares):
            return ()
        others = [message for message in urgent if not isinstance(message.payload, TimeUp)]
        if urgent and not others:
            return (urgent[0],)  # it stands alone, and after everything that is here
        fit = [one.message for one in shares if is_fit(one.message)]
        return _within_limits([*fit, *others])

    def _in_order(self, state: TableState, is_fit: Callable[[Message], bool], now: int) -> list[Message]:
        counted = [one for one in self._waiting.values() if not isinstance(one.message.payload, Shares)]
        counted.sort(key=lambda one: one.message.counter)
        highest = dict(state.counters)
        chosen = []
        for one in counted:
            message = one.message
            place = (message.author, message.stream)
            gap = message.counter - highest.get(place, 0) - 1
            if (gap == 0 or (gap > 0 and now - one.since >= GAP_MS)) and is_fit(message):
                highest[place] = message.counter
                chosen.append(message)
        return chosen


def is_late(state: TableState, message: Message) -> bool:
    """Say whether a message can have no place in the log any more."""
    if isinstance(message.payload, Shares):
        owed = message.payload.owed
        return owed <= state.index and not any(one.index == owed for one in state.owed)
    if isinstance(message.payload, TermStart):
        return True  # a host alone can say it, and says it in an entry
    return state.is_over(message.stream) or message.counter <= state.counters.get((message.author, message.stream), 0)


def _wants_entry(state: TableState, one: Waiting, shares: list[Waiting], now: int) -> bool:
    """Shares that open a card to all get an entry as soon as they are complete; others wait a little for company."""
    assert isinstance(one.message.payload, Shares), "only shares are asked about"
    if now - one.since >= LAZY_MS:
        return True
    index = one.message.payload.owed
    public = [owed for owed in state.owed if owed.index == index and owed.grant.recipient == EVERYBODY]
    givers = {other.message.author for other in shares if _owed_by(other) == index}
    return bool(public) and len(givers) >= _missing(state, index)


def _owed_by(one: Waiting) -> int:
    return one.message.payload.owed if isinstance(one.message.payload, Shares) else 0


def _missing(state: TableState, index: int) -> int:
    provers = {
        prover
        for owed in state.owed
        if owed.index == index
        if (record := state.record(owed.ceremony)) is not None
        for prover in record.ceremony.openings.missing(owed.grant)
    }
    return len(provers)


def _within_limits(messages: list[Message]) -> tuple[Message, ...]:
    chosen: list[Message] = []
    size = 0
    for message in messages[:MAX_MESSAGES]:
        size += len(message.wire) + 4
        if size > MAX_BODY:
            break
        chosen.append(message)
    return tuple(chosen)
