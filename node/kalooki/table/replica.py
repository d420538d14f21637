"""A node's copy of the log, with the state that it has accepted and the one that is committed."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kalooki.fair.ceremony import Ceremony
from kalooki.table.checks import Checks
from kalooki.table.log import NO_DIGEST, Digest, Entry, Message
from kalooki.table.machine import apply_entry
from kalooki.table.payloads import CutReady, DealStart, SeatsReady, StockReady, Tip
from kalooki.table.pool import Key, key_of
from kalooki.table.results import Effective, Result
from kalooki.table.state import Record, TableState
from kalooki.table.state_text import Digester
from kalooki.table.wellformed import MismatchError, check_entry, check_first


@dataclass(frozen=True, slots=True)
class Applied:
    """An entry with what it made of the table."""

    entry: Entry
    before: TableState
    after: TableState
    results: tuple[Result, ...]


class Replica:
    """The log from its first entry; what is committed is never taken back."""

    def __init__(self, table: Digest, checks: Checks) -> None:
        self.table = table
        self.checks = replace(checks, hash_at=self.hash_at)
        self.entries: list[Entry] = []
        self.accepted: TableState | None = None
        self.committed: TableState | None = None
        self.said: dict[Key, Message] = {}
        """Messages that stand in the log, by name, without those of deals that are over."""
        self._hashes: list[Digest] = [NO_DIGEST]
        self._uncommitted: deque[Applied] = deque()
        self._digest: Digest | None = NO_DIGEST
        """None until somebody asks for it."""
        self._digester = Digester()
        self._looked_back: TableState | None = None
        """The last one that was found by a replay."""

    @property
    def last_index(self) -> int:
        """Index of the newest accepted entry; 0 before the first."""
        return len(self.entries)

    @property
    def committed_index(self) -> int:
        """Index of the newest committed entry; 0 before the first."""
        return 0 if self.committed is None else self.committed.index

    @property
    def digest(self) -> Digest:
        """What the next entry's `state_before` must be."""
        if self._digest is None:
            assert self.accepted is not None, "forgotten only where a state takes the place of another"
            self._digest = self._digester.digest(self.accepted)
        return self._digest

    @property
    def is_named(self) -> bool:
        """Whether the digest is known."""
        return self._digest is not None

    def name_state(self) -> None:
        """Find the digest out before it is asked for."""
        _ = self.digest

    @property
    def known(self) -> tuple[int, Digest]:
        """The newest accepted (index, hash): one's messages are made from that state, and bound to it."""
        return self.last_index, self.hash_at(self.last_index)

    @property
    def tip(self) -> Tip:
        """The end of the accepted log; there is a first entry."""
        return Tip(self.entries[-1].term, self.last_index, self._hashes[-1])

    def term_at(self, index: int) -> int:
        """Return the term of an entry that is in the log."""
        return self.entries[index - 1].term

    def knows(self, message: Message) -> bool:
        """Say whether a message was made in this log, as far as it goes."""
        known = message.known_index
        return known <= self.last_index and message.known_hash == self.hash_at(known)

    def hash_at(self, index: int) -> Digest:
        """Return the hash of an entry; of index 0 what stands before the first."""
        return self._hashes[index]

    def settled(self, index: int) -> Digest | None:
        """Return the hash of an entry that is committed."""
        return self._hashes[index] if index <= self.committed_index else None

    def accept(self, entry: Entry) -> Applied:
        """Check an entry and apply it. Raises as `check_entry` and `check_first` do, and then nothing has changed."""
        if self.accepted is None:
            before = check_first(self.table, entry)
        else:
            self._check(self.accepted, entry)
            before = self.accepted
        after, results = apply_entry(before, entry, self.checks)
        applied = Applied(entry, before, after, results)
        self.entries.append(entry)
        self.said.update((key_of(message), message) for message in entry.messages)
        if after.stream != before.stream:
            self._forget(after)
        self._hashes.append(entry.hash(self.table))
        self._uncommitted.append(applied)
        self.accepted = after
        self._digest = None
        return applied

    def uncommitted(self) -> Iterator[Applied]:
        """Go through the entries that are not committed, from the newest on."""
        return reversed(self._uncommitted)

    def commit(self) -> Applied:
        """Commit the oldest entry that is not."""
        applied = self._uncommitted.popleft()
        self.committed = applied.after
        return applied

    def _forget(self, state: TableState) -> None:
        """Let go of deals that are over: what is said in them has no effect, and none of their shares is owed."""
        self.checks.proven.clear()
        self.said = {key: message for key, message in self.said.items() if not state.is_over(message.stream)}

    def truncate(self, index: int) -> tuple[Entry, ...]:
        """Take back what is accepted after an entry, and return it; it is not committed."""
        assert index >= self.committed_index, "what is committed stays"
        removed = tuple(self.entries[index:])
        for entry in reversed(removed):
            applied = self._uncommitted.pop()
            self.accepted, self._digest = applied.before, entry.state_before
            for message in entry.messages:
                self.said.pop(key_of(message), None)
        del self.entries[index:], self._hashes[index + 1 :]
        self.checks.proven.clear()  # what was proven of a deck that is taken back holds for no other
        return removed

    def recent(self, index: int) -> TableState | None:
        """Return the table after the newest committed entry, or one that is not; None after an older one."""
        if self.committed is not None and index == self.committed.index:
            return self.committed
        return next((applied.after for applied in self._uncommitted if applied.entry.index == index), None)

    def state_at(self, index: int) -> TableState:
        """Return the table after an entry of the log; one that was committed long ago is found by a replay."""
        known = self.recent(index)
        if known is None and self._looked_back is not None and self._looked_back.index == index:
            known = self._looked_back
        if known is not None:
            return known
        again = Replica(self.table, Checks(self.checks.group, self.checks.unseal, self.checks.seed))
        for entry in self.entries[:index]:
            again.accept(entry)
        assert again.accepted is not None, "there is a first entry"
        self._looked_back = again.accepted
        return again.accepted

    def _replay(self) -> TableState:
        """Apply the whole log once more, from nothing: a state that was damaged is mended by it."""
        again = Replica(self.table, Checks(self.checks.group, self.checks.unseal, self.checks.seed))
        for entry in self.entries:
            again.accept(entry)
        while again.committed_index < self.committed_index:
            again.commit()
        assert again.accepted is not None, "there is a first entry"
        self.accepted, self.committed = again.accepted, again.committed
        self._uncommitted, self._digest = again._uncommitted, again.digest
        return again.accepted

    def _check(self, before: TableState, entry: Entry) -> None:
        try:
            check_entry(before, entry, self.hash_at, self.digest, self.checks.signed)
        except MismatchError:
            check_entry(self._replay(), entry, self.hash_at, self.digest, self.checks.signed)


def started_ceremonies(applied: Applied) -> tuple[Record, ...]:
    """Return the decks that an entry begins to deal from, with what the table knows of them."""
    numbers = [
        message.payload.ceremony
        for message, result in zip(applied.entry.messages, applied.results, strict=True)
        if isinstance(message.payload, SeatsReady | DealStart | StockReady | CutReady) and isinstance(result, Effective)
    ]
    records = [applied.after.record(number) or applied.before.record(number) for number in numbers]
    return tuple(record for record in records if record is not None and record.ceremony.complete)


def started_decks(applied: Applied) -> tuple[Ceremony, ...]:
    """Return the decks that an entry begins to deal from."""
    return tuple(record.ceremony for record in started_ceremonies(applied))
