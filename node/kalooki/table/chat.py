"""What people say to each other at a table: signed, told on from node to node, and in no log.

Nothing waits for it and nothing follows from it. Whoever says too much, or says it in another's name, loses only that.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from kalooki.table.hashing import framed, u8, u64
from kalooki.table.log import Digest
from kalooki.table.payloads import NodeNumber, PlayerNumber
from kalooki.table.signing import is_signed, sign

MOST_KEPT = 200
"""Lines that a node keeps, of all players together."""

BURST = 5
"""Lines that a player may say at once; from then on one a second."""

SLACK = 2
"""So many more a listener takes at once: the way may have held some back."""

WINDOW = 16
"""Lines of one player that may come out of their order; what is older than all of these is never taken again."""

PEER_BURST = 128
PEER_PER_SECOND = 16
"""Lines that are looked at for one neighbour who tells them on: more than all players together may say."""

SECOND = 1000


@dataclass(frozen=True, slots=True)
class Chat:
    """A line, as its author signed it."""

    player: PlayerNumber
    counter: int
    """Higher with every line of its author, also after a restart; gaps are allowed."""
    text: str
    signature: bytes


def chat_signing_bytes(table: Digest, player: PlayerNumber, counter: int, text: str) -> bytes:
    """What the author of a line signs with the key of his seat."""
    return framed("/chat/", table, u8(player), u64(counter), text.encode())


class TooFastError(Exception):
    """Somebody says more than his neighbours would take."""

    code = "chat_too_fast"

    def __init__(self, wait_ms: int) -> None:
        super().__init__(wait_ms)
        self.wait_ms = wait_ms


class Heard(Enum):
    """What became of a line that a neighbour told."""

    NEW = "new"
    """It is kept, shown and told on."""
    KNOWN = "known"
    """It was heard before, or is older than what is remembered."""
    STRANGER = "stranger"
    """Nobody at the table has this number, or no longer."""
    TOO_FAST = "too fast"
    """Its author, or whoever told it, says too much."""
    FORGED = "forged"
    """Its author did not sign it for this table."""


@dataclass(slots=True)
class Allowance:
    """How much may still be said; it grows with time up to a limit."""

    most: int
    per_second: int = 1
    left: int = field(init=False)
    """In thousandths of a line."""
    _at: int | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """All of it, at first."""
        self.left = self.most * SECOND

    def wait_ms(self, now: int) -> int:
        """Say how long it is until a line may be said; 0: now."""
        passed = 0 if self._at is None else max(now - self._at, 0)
        self._at = now
        self.left = min(self.most * SECOND, self.left + passed * self.per_second)
        return max(SECOND - self.left, 0)

    def take(self) -> None:
        """A line was said."""
        self.left -= SECOND


@dataclass(slots=True)
class _Voice:
    """What is remembered of one player."""

    floor: int
    """Nothing up to this counter is taken again."""
    allowance: Allowance = field(default_factory=lambda: Allowance(BURST + SLACK))
    heard: list[int] = field(default_factory=list)
    """Counters above the floor, in order."""

    @property
    def newest(self) -> int:
        return self.heard[-1] if self.heard else self.floor

    def knows(self, counter: int) -> bool:
        return counter <= self.floor or counter in self.heard

    def remember(self, counter: int) -> None:
        self.heard = sorted((*self.heard, counter))
        while len(self.heard) > WINDOW:
            self.floor = self.heard.pop(0)


class Room:
    """A node's ear and mouth at one table."""

    def __init__(
        self, table: Digest, lines: Iterable[Chat] = (), floors: Iterable[tuple[PlayerNumber, int]] = ()
    ) -> None:
        self._table = table
        self.lines: deque[Chat] = deque(lines, MOST_KEPT)
        """What was said, the newest last."""
        self._voices: dict[PlayerNumber, _Voice] = {}
        self._peers: dict[NodeNumber, Allowance] = {}
        self._own = Allowance(BURST)
        for player, floor in (*floors, *((line.player, line.counter) for line in self.lines)):
            self._voice(player).floor = max(self._voice(player).floor, floor)

    @property
    def floors(self) -> tuple[tuple[PlayerNumber, int], ...]:
        """The highest counter of each player: to be kept, so that nothing is taken twice after a restart."""
        return tuple((player, voice.newest) for player, voice in self._voices.items())

    def say(self, player: PlayerNumber, secret: bytes, text: str, *, clock: int, now: int) -> Chat:
        """Sign a line of one's own.

        Args:
            player: Who says it.
            secret: The key of his seat.
            text: What he says.
            clock: Milliseconds of a clock that goes on while the program does not run: counters follow it.
            now: Monotonic milliseconds.

        Raises:
            TooFastError: His neighbours would not take it.
        """
        wait = self._own.wait_ms(now)
        if wait:
            raise TooFastError(wait)
        self._own.take()
        voice = self._voice(player)
        counter = max(clock, voice.newest + 1)
        said = Chat(player, counter, text, sign(secret, chat_signing_bytes(self._table, player, counter, text)))
        self._keep(voice, said)
        return said

    def hear(self, peer: NodeNumber, chat: Chat, key: bytes | None, now: int) -> Heard:
        """Take a line from a neighbour.

        Args:
            peer: Who told it.
            chat: The line.
            key: The identity key of its author; None where nobody at the table has that number.
            now: Monotonic milliseconds.
        """
        if key is None:
            return Heard.STRANGER
        voice = self._voice(chat.player)
        if voice.knows(chat.counter):
            return Heard.KNOWN
        told = self._peers.setdefault(peer, Allowance(PEER_BURST, PEER_PER_SECOND))
        if told.wait_ms(now) or voice.allowance.wait_ms(now):
            return Heard.TOO_FAST
        told.take()
        statement = chat_signing_bytes(self._table, chat.player, chat.counter, chat.text)
        if not is_signed(key, statement, chat.signature):
            return Heard.FORGED
        voice.allowance.take()  # only now: nobody spends another's
        self._keep(voice, chat)
        return Heard.NEW

    def newest(self) -> tuple[Chat, ...]:
        """Return the newest lines of each player, as many as a neighbour takes at once: for who had no link."""
        left: dict[PlayerNumber, int] = {}
        found: list[Chat] = []
        for line in reversed(self.lines):
            left[line.player] = left.get(line.player, BURST) - 1
            if left[line.player] >= 0:
                found.append(line)
        return tuple(reversed(found))

    def _voice(self, player: PlayerNumber) -> _Voice:
        return self._voices.setdefault(player, _Voice(-1))

    def _keep(self, voice: _Voice, chat: Chat) -> None:
        voice.remember(chat.counter)
        self.lines.append(chat)
