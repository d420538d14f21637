"""What a node must not forget: one SQLite file, written by one thread, many transactions at a time."""

import asyncio
import json
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kalooki.codec import (
    decode_ack,
    decode_entry,
    decode_message,
    decode_payload,
    decode_vote,
    encode,
    encode_ack,
    encode_vote,
)
from kalooki.codec.errors import MalformedError
from kalooki.codec.limits import MAX_INDEX, MAX_NODES
from kalooki.shell.boot import boot_id
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.sealing import sealed, unsealed
from kalooki.shell.store_file import LOSSES, OFFICE, OPENED, OUTLAWS, PLEDGE, SWORN, TABLES, TORN, Row, open_file, typed
from kalooki.table.config import Restored
from kalooki.table.continued import LOST_NUMBERS, NO_PLEDGE, Pledge, after_loss
from kalooki.table.election import Ballot
from kalooki.table.log import NO_DIGEST, Ack, Digest, Entry, Message
from kalooki.table.payloads import Genesis, NodeNumber, PlayerNumber
from kalooki.table.pledges import OTHER_TABLE
from kalooki.table.ports import (
    DropSecret,
    PutAck,
    PutBallot,
    PutEntry,
    PutEvidence,
    PutOffice,
    PutOpened,
    PutOutcome,
    PutOutlaws,
    PutOwn,
    PutPledge,
    PutRecovered,
    PutSecret,
    Record,
)

MOST_AT_ONCE = 64
"""Transactions that one commit may gather."""


@dataclass(frozen=True, slots=True)
class About:
    """Keep a word about the table, as JSON: where the others listen, what the join code is."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class _Writing:
    """What goes into one transaction, and whom to tell."""

    records: tuple[Record | About, ...]
    to_disk: bool
    done: Callable[[ShellError | None], object]


class Store:
    """The kept log, secrets and outcomes of one node at one table."""

    def __init__(self, path: Path, table: Digest) -> None:
        """Open the file, or make it.

        Raises:
            ShellError: `unwritable` or `damaged`.
        """
        self.path = path
        self.table = table
        self._boot = boot_id()
        self._queue: queue.SimpleQueue[_Writing | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._to_disk = True
        """How the file is opened, and how it was written last."""
        self._database, self._rows, self._torn = open_file(path)
        self._evidence = tuple((kind, wire) for _, kind, wire in typed("evidence", self._rows["evidence"]))
        self._about: dict[str, str] = dict(typed("about", self._rows["about"]))
        if len(self._about) < len(self._rows["about"]):
            self._torn = self._torn or "a word about the table is of another kind"

    def load(self, me: NodeNumber | None = None) -> tuple[Restored, tuple[Notice, ...]]:
        """Give everything that was written, up to the first thing that is damaged; once, before `start`.

        Args:
            me: Our number: what we acknowledged we had written before.

        Raises:
            ShellError: `damaged`: what is no part of the common log is of another kind than we write.
        """
        rows, self._rows = self._rows, {name: [] for name in TABLES}
        for name in ("own", "secrets", "outcomes"):
            if len(typed(name, rows[name])) < len(rows[name]):
                raise ShellError("damaged", path=str(self.path), reason=f"what it keeps as {name} is of another kind")
        entries = _chain(rows["entries"], self.table)
        torn = self._torn
        if len(entries) < len(rows["entries"]):
            torn = torn or "an entry does not follow the one before it"
        acks = _acks(rows["acks"])
        if not torn and _is_beyond(acks, me, entries):
            torn = "entries are missing that this node has acknowledged"
        losses, pledge = self._number(LOSSES), self._pledge()
        if pledge is None:
            torn = torn or "what was signed last is damaged"
            pledge = Pledge(losses * LOST_NUMBERS)  # so far it may have gone by what was lost before
        outlaws, twin = self._outlaws()
        restored = Restored(
            evidence=tuple(kind for kind, _ in self._evidence),
            entries=entries,
            acks=tuple(ack for ack in acks if ack.index <= len(entries)),
            own=tuple((key, wire) for _, key, wire in rows["own"]),
            secrets=tuple((key, secret) for _, key, secret in rows["secrets"]),
            outcomes=tuple((PlayerNumber(player), *outcome) for player, *outcome in rows["outcomes"]),
            ballot=self._ballot(rows["ballot"]),
            sworn=self._forsworn(),
            losses=losses,
            pledge=pledge,
            opened=self._opened(),
            outlaws=outlaws,
            twin=twin,
            others=tuple(self._others()),
        )
        notices: tuple[Notice, ...] = ()
        if torn:
            with self._database:
                self._database.execute("DELETE FROM entries WHERE idx > ?", (len(entries),))
                self._database.execute("DELETE FROM acks WHERE idx > ?", (len(entries),))
                self._database.execute("DELETE FROM about WHERE typeof(value) != 'text'")
                self._put(About(TORN, json.dumps(torn)))
            self._about[TORN] = json.dumps(torn)
            pledge = after_loss(pledge)  # what was signed last may be among what is gone, with its word
            self.put_about(PLEDGE, sealed(pledge, self.table))
            restored = replace(restored, pledge=pledge)
            notices = (Notice("tail_dropped", f"{self.path.name}: {len(entries)} entries are whole ({torn})"),)
        if TORN in self._about:
            restored = replace(restored, is_torn=True, losses=restored.losses + 1)
            self.put_about(LOSSES, restored.losses)
        return restored, notices

    def _forsworn(self) -> int:
        """Read in which terms the node neither votes nor hosts anew.

        One more is that which it hosted when the computer ended: others may have entries of its that it has not.

        Raises:
            ShellError: `damaged` or `unwritable`.
        """
        sworn, office = self._number(SWORN), self.about(OFFICE)
        if office is None:
            return sworn
        match office:
            case [int(term), str(boot)] if type(term) is int and 0 <= term <= MAX_INDEX:
                pass
            case _:
                raise self.damaged(OFFICE)
        if boot and boot == self._boot:
            return sworn  # only the process ended
        self.put_about(SWORN, max(sworn, term))
        self._leave_office()
        return max(sworn, term)

    def _leave_office(self) -> None:
        """Bring all to the disk, and then forget that something may not be there; where that fails, it stays so."""
        with suppress(sqlite3.Error):
            self._be_sure(to_disk=True)
            self._database.execute("DELETE FROM about WHERE key = ?", (OFFICE,))

    def _number(self, key: str) -> int:
        """Read a number that was kept; 0 where none was.

        Raises:
            ShellError: `damaged`.
        """
        kept = self.about(key, 0)
        if type(kept) is not int or not 0 <= kept <= MAX_INDEX:
            raise self.damaged(key)
        return kept

    def _pledge(self) -> Pledge | None:
        """Read which draft of another table was signed last; None where it was kept and cannot be relied on."""
        if PLEDGE in self._about:
            return unsealed(self._about[PLEDGE], self.table)
        is_kept = any(unsealed(word, self.table, is_old=False) for word in self._about.values())
        return None if is_kept else NO_PLEDGE  # its key may be what is damaged

    def _opened(self) -> Genesis | None:
        """Read with which genesis the node has left: who does not know that must open no other table.

        Raises:
            ShellError: `damaged`.
        """
        kept = self.about(OPENED)
        if kept is None:
            return None
        with suppress(MalformedError, ValueError, TypeError):
            genesis = decode_payload(bytes.fromhex(kept))
            if isinstance(genesis, Genesis):
                return genesis
        raise self.damaged(OPENED)

    def _outlaws(self) -> tuple[tuple[NodeNumber, ...], int]:
        """Read who is proven to lie.

        Raises:
            ShellError: `damaged`.
        """
        match self.about(OUTLAWS):
            case None:
                return (), 0
            case [list(nodes), int(twin)] if type(twin) is int and 0 <= twin <= MAX_INDEX:
                if all(type(one) is int and 0 <= one < MAX_NODES for one in nodes):
                    return tuple(NodeNumber(one) for one in nodes), twin
            case _:
                pass
        raise self.damaged(OUTLAWS)

    def _others(self) -> Iterator[Message]:
        """Read the first messages of other tables; what cannot be read says nothing."""
        for kind, wire in self._evidence:
            if kind == OTHER_TABLE:
                with suppress(MalformedError):
                    yield decode_message(wire)

    def _ballot(self, rows: Sequence[Row]) -> Ballot:
        """Read the newest ballot: a node that does not know whether it has voted must not vote.

        Raises:
            ShellError: `damaged`.
        """
        if not rows:
            return Ballot()
        try:
            (_, term, vote, proof) = rows[-1]
            votes = tuple(decode_vote(bytes.fromhex(one)) for one in proof.split())
            return Ballot(term, decode_vote(vote) if vote else None, votes)
        except (MalformedError, TypeError, ValueError, AttributeError):
            raise self.damaged("its vote") from None

    def about(self, key: str, otherwise: object = None) -> Any:  # noqa: ANN401 - whatever JSON holds
        """Give a word about the table that was remembered when the file was opened, or put since.

        Raises:
            ShellError: `damaged`.
        """
        try:
            return json.loads(self._about[key]) if key in self._about else otherwise
        except ValueError:
            raise self.damaged(key) from None

    def damaged(self, what: str) -> ShellError:
        """Make the error for a word about the table that cannot be read."""
        return ShellError("damaged", path=str(self.path), reason=f"what it says about {what} cannot be read")

    def put_about(self, key: str, value: object) -> None:
        """Keep a word about the table at once; before `start`.

        Raises:
            ShellError: `unwritable`.
        """
        self._about[key] = json.dumps(value)
        error = self._commit((About(key, self._about[key]),))
        if error is not None:
            raise error

    def evidence(self) -> tuple[tuple[str, bytes], ...]:
        """Give what proved faults when the file was opened."""
        return self._evidence

    def start(self) -> None:
        """Begin to write."""
        self._thread = threading.Thread(target=self._write_all, name="kalooki-store", daemon=True)
        self._thread.start()

    async def write(self, records: Sequence[Record | About], *, to_disk: bool = True) -> None:
        """Return when these are written, in one transaction.

        Args:
            records: What is to be written.
            to_disk: Whether it must be on the disk itself, with all that was written before; else it is enough that the
                end of this process does not lose it.

        Raises:
            ShellError: `unwritable`; nothing of it was written.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()

        def settle(error: ShellError | None) -> None:
            if future.done():
                return
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

        self._queue.put(_Writing(tuple(records), to_disk, lambda error: loop.call_soon_threadsafe(settle, error)))
        await future

    def remember(self, key: str, value: object) -> None:
        """Keep a word about the table soon; nobody waits for it."""
        self._queue.put(_Writing((About(key, json.dumps(value)),), to_disk=True, done=lambda error: error))

    def stop(self) -> None:
        """Write what waits, all of it to the disk, and end the thread."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None

    def close(self) -> None:
        """Write what waits and let go of the file."""
        self.stop()
        self._database.close()

    def _write_all(self) -> None:
        going_on = True
        while going_on:
            batch = [self._queue.get()]
            with suppress(queue.Empty):
                while batch[-1] is not None and len(batch) < MOST_AT_ONCE:
                    batch.append(self._queue.get_nowait())
            going_on = batch[-1] is not None
            writings = [writing for writing in batch if writing is not None]
            to_disk = any(writing.to_disk for writing in writings)
            error = self._commit([record for writing in writings for record in writing.records], to_disk=to_disk)
            for writing in writings:
                writing.done(error)
        self._leave_office()

    def _commit(self, records: Sequence[Record | About], *, to_disk: bool = True) -> ShellError | None:
        try:
            self._be_sure(to_disk=to_disk)
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                for record in records:
                    self._put(record)
            if any(isinstance(record, DropSecret) for record in records):
                # An overwritten secret must not live on in the write-ahead log either.
                self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.Error as error:
            return ShellError("unwritable", path=str(self.path), reason=str(error))
        return None

    def _be_sure(self, *, to_disk: bool) -> None:
        """Say whether the next commit waits for the disk: one that does brings there what others left in the cache."""
        if to_disk != self._to_disk:
            self._database.execute(f"PRAGMA synchronous = {'FULL' if to_disk else 'NORMAL'}")
            self._to_disk = to_disk

    def _put(self, record: Record | About) -> None:  # noqa: C901, PLR0912 - one case for each kind
        execute = self._database.execute
        match record:
            case PutEntry(entry, digest):
                execute("DELETE FROM entries WHERE idx >= ?", (entry.index,))
                execute("INSERT INTO entries VALUES (?, ?, ?)", (entry.index, digest, entry.wire))
            case PutAck(ack):
                execute("INSERT OR REPLACE INTO acks VALUES (?, ?, ?)", (ack.index, ack.node, encode_ack(ack)))
            case PutOwn(key, wire):
                execute("INSERT OR REPLACE INTO own (key, wire) VALUES (?, ?)", (key, wire))
            case PutSecret(key, secret):
                execute("INSERT OR REPLACE INTO secrets (key, secret) VALUES (?, ?)", (key, secret))
            case DropSecret(key):
                execute("DELETE FROM secrets WHERE key = ?", (key,))
            case PutOutcome(player, command, code, detail):
                execute("INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?)", (player, command, code, detail))
            case PutEvidence(kind, wire):
                execute("INSERT INTO evidence (kind, wire) VALUES (?, ?)", (kind, wire))
            case PutBallot(term, vote, proof):
                voted, votes = encode_vote(vote) if vote else b"", " ".join(encode_vote(one).hex() for one in proof)
                execute("INSERT OR REPLACE INTO ballot VALUES (0, ?, ?, ?)", (term, voted, votes))
            case PutRecovered(term):
                execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (SWORN, json.dumps(term)))
                execute("DELETE FROM about WHERE key = ?", (TORN,))
            case PutOffice(term):
                execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (OFFICE, json.dumps([term, self._boot])))
            case PutPledge(pledge):
                execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (PLEDGE, json.dumps(sealed(pledge, self.table))))
            case PutOpened(genesis):
                execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (OPENED, json.dumps(encode(genesis).hex())))
            case PutOutlaws(nodes, twin):
                execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (OUTLAWS, json.dumps([nodes, twin])))
            case About(key, value):
                execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value))


def _chain(rows: Sequence[Row], table: Digest) -> tuple[Entry, ...]:
    """Take the entries that follow one another from the first on, each the one whose hash was kept with it."""
    entries: list[Entry] = []
    previous = NO_DIGEST
    for index, digest, wire in rows:
        try:
            entry = decode_entry(wire)
        except (MalformedError, TypeError):  # TypeError: SQLite holds a text where bytes belong
            break
        if (
            index != len(entries) + 1
            or entry.index != index
            or entry.previous != previous
            or entry.hash(table) != digest
        ):
            break
        entries.append(entry)
        previous = Digest(digest)
    return tuple(entries)


def _acks(rows: Iterable[Row]) -> tuple[Ack, ...]:
    acks: list[Ack] = []
    for _, _, wire in typed("acks", list(rows)):
        with suppress(MalformedError):
            acks.append(decode_ack(wire))
    return tuple(acks)


def _is_beyond(acks: Iterable[Ack], me: NodeNumber | None, entries: Sequence[Entry]) -> bool:
    """Whether we acknowledged something after the end: what took its place would be of a later term than that."""
    last = (entries[-1].term, len(entries)) if entries else (0, 0)
    return any(ack.node == me and (ack.term, ack.index) > last for ack in acks)
