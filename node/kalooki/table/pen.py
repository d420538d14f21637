"""Signing one's own messages: each once, under a key of its own, and resent as the same bytes until it is committed."""

from collections.abc import Mapping
from dataclasses import dataclass

from kalooki.table.config import Tools
from kalooki.table.log import UNCOUNTED, Author, Digest, Message, Stream, message_signing_bytes
from kalooki.table.payloads import Payload
from kalooki.table.ports import PutOwn
from kalooki.table.signing import sign
from kalooki.table.turn import Turn


@dataclass(frozen=True, slots=True)
class Heading:
    """All of a message but its counter and what it says."""

    author: Author
    secret: bytes
    stream: Stream
    known: tuple[int, Digest]
    move: int = 0


LEAP = 1 << 20
"""More messages than a node ever writes between two losses of what it had written."""


class Pen:
    """Writes messages; the counters follow from what was written before."""

    def __init__(self, tools: Tools, table: Digest) -> None:
        self._tools = tools
        self._table = table
        self._counters: dict[tuple[Author, Stream], int] = {}
        self._floor = 0
        """Counters up to here may have been used, and that be lost."""
        self._written: set[str] = set()
        self.unsettled: dict[str, Message] = {}
        """Own messages that are not committed yet, by key."""
        self._earlier: dict[bytes, str] = {}
        """Those that were written anew, with their keys: the log that they were made in may still win."""

    def has(self, key: str) -> bool:
        """Say whether the message of this key was ever written."""
        return key in self._written

    def write(self, key: str, heading: Heading, payload: Payload, turn: Turn) -> Message:
        """Sign a message and have it written to disk."""
        used = max(self._counters.get((heading.author, heading.stream), 0), self._floor)
        counter = 0 if isinstance(payload, UNCOUNTED) else used + 1
        encoded = self._tools.encode(payload)
        fields = (heading.author, heading.stream, heading.move, counter, *heading.known)
        signature = sign(heading.secret, message_signing_bytes(self._table, *fields, encoded))
        wire = self._tools.seal(*fields, encoded, signature)
        message = Message(*fields, payload, encoded, signature, wire)
        self.remember(key, message)
        turn.write(PutOwn(key, wire))
        return message

    def remember(self, key: str, message: Message) -> None:
        """Take up a message that was written, now or before a restart."""
        place = (message.author, message.stream)
        self._counters[place] = max(self._counters.get(place, 0), message.counter)
        self._written.add(key)
        if key in self.unsettled:
            self._earlier[self.unsettled[key].wire] = key
        self.unsettled[key] = message

    def leap(self, losses: int) -> None:
        """Use no counter again that was used before what was written was lost, so many times."""
        self._floor = losses * LEAP

    def count_on(self, counters: Mapping[tuple[Author, Stream], int]) -> None:
        """Never use a counter again that stands in the log, even if what we wrote ourselves was lost."""
        for place, counter in counters.items():
            self._counters[place] = max(self._counters.get(place, 0), counter)

    def settle(self, wires: frozenset[bytes]) -> tuple[tuple[str, bytes], ...]:
        """Forget messages that were committed, and return their keys with the bytes that were."""
        written = [*((message.wire, key) for key, message in self.unsettled.items()), *self._earlier.items()]
        done = {key: wire for wire, key in written if wire in wires and key in self.unsettled}
        for key in done:
            self.forget(key)
        return tuple(done.items())

    def forget(self, key: str) -> None:
        """Stop resending a message that can have no effect any more."""
        self.unsettled.pop(key, None)
        self._earlier = {wire: other for wire, other in self._earlier.items() if other != key}

    def unwrite(self, key: str) -> None:
        """Let a message be written anew from another log: the one that it was made in has been taken back."""
        self.forget(key)
        self._written.discard(key)
