"""The tables on this network: each is asked itself before it is shown, and again and again for as long as it is."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import grpc

from kalooki.shell.announcement import FULL, OPEN, PLAYING
from kalooki.shell.bell import Bell
from kalooki.shell.channels import fetch_certificate, pinned_channel, refused
from kalooki.shell.discovery import Choose, Heard, listen
from kalooki.shell.errors import ShellError
from kalooki.shell.identity import fingerprint, fingerprint_label
from kalooki.shell.names import shorten
from kalooki.table.genesis import PROTOCOL
from kalooki.wire.v1 import table_pb2, table_service_pb2_grpc

PROBE_SECONDS = 1.0
"""How long a table is waited for that is asked; each time that it does not answer twice as long, up to the longest."""

LONGEST_PROBE_SECONDS = 4.0
AGAIN_SECONDS = 5.0
"""After so long a table that answered is asked again; one that did not at once, while it may just be slow."""

GIVEN_UP = 3
"""So often a table is asked in vain before a list is complete without it."""

MOST_TABLES = 64
MOST_AT_ONCE = 8
"""Tables that are asked at the same time."""

MOST_PLACES = 16
"""Addresses at which one table is looked for."""

LONGEST_TITLE, LONGEST_WORD = 64, 24
MOST_SEATS = 8

_STATES: dict[int, str] = {
    table_pb2.TABLE_STATE_OPEN: OPEN,
    table_pb2.TABLE_STATE_FULL: FULL,
    table_pb2.TABLE_STATE_PLAYING: PLAYING,
}


@dataclass(frozen=True, slots=True)
class FoundTable:
    """What a table said of itself just now, made fit to be shown."""

    table: str
    """Its id, in hex."""
    title: str
    variant: str
    players: int
    seats: int
    state: str
    """`open`, `full` or `playing`."""
    needs_code: bool
    protocol: int
    version: str
    label: str
    """Of the identity key that the node which answered names as its own; proved only to who joins."""
    address: str
    """Where it answered."""
    names: tuple[str, ...] = ()
    """Who has gone on there, at a table that goes on from another one."""

    @property
    def same_protocol(self) -> bool:
        """Whether this program can join it."""
        return self.protocol == PROTOCOL


@dataclass(slots=True)
class _Candidate:
    """A table that is said to be somewhere."""

    places: dict[str, Heard] = field(default_factory=dict)
    """By the name of the announcement; what is heard last counts."""
    row: FoundTable | None = None
    silent: int = 0
    """How often it was asked in vain since it was heard of, or has answered."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    def addresses(self) -> list[tuple[str, bytes]]:
        """Where to ask, each with the fingerprint that must answer there; where it answered last comes first.

        One address may be announced with several fingerprints: whoever invents one must not hide the true one.
        """
        found = [(address, heard.hint.fingerprint) for heard in self.places.values() for address in heard.addresses]
        last = self.row.address if self.row else ""
        return sorted(dict.fromkeys(found), key=lambda each: each[0] != last)


class FoundTables:
    """One row for each table that answers, however many addresses and announcements it has."""

    def __init__(self, choose: Choose) -> None:
        self.changed = Bell()
        """Rings when a row comes, changes or goes, or a table does not answer."""
        self._choose = choose
        self._tables: dict[bytes, _Candidate] = {}
        self._names: dict[str, bytes] = {}
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)

    @property
    def rows(self) -> tuple[FoundTable, ...]:
        """Those that answer now: open ones first, then by title."""
        found = [candidate.row for candidate in self._tables.values() if candidate.row is not None]
        return tuple(sorted(found, key=lambda row: (row.state != OPEN, row.title.casefold(), row.table)))

    @property
    def is_complete(self) -> bool:
        """Whether every table that was heard of has answered, or was asked often enough."""
        return all(each.row is not None or each.silent >= GIVEN_UP for each in self._tables.values())

    @property
    def followed(self) -> int:
        """How many tables are asked, whether they answer or not."""
        return len(self._tables)

    async def run(self) -> None:
        """Listen and ask, until cancelled."""
        try:
            await listen(self._choose, self.hear)
        finally:
            tasks = [candidate.task for candidate in self._tables.values() if candidate.task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def hear(self, name: str, heard: Heard | None) -> None:
        """Take what an announcement says; None: it was withdrawn."""
        before = self._names.pop(name, None)
        if before is not None and (heard is None or heard.hint.table != before):
            self._withdrawn(name, before)
        if heard is None:
            return
        table = heard.hint.table
        candidate = self._tables.get(table)
        if candidate is None:
            if len(self._tables) >= MOST_TABLES:
                return
            candidate = self._tables[table] = _Candidate()
            candidate.task = asyncio.create_task(self._keep_asking(table, candidate))
        self._names[name] = table
        candidate.places[name] = heard
        candidate.news.set()

    def _withdrawn(self, name: str, table: bytes) -> None:
        candidate = self._tables.get(table)
        if candidate is not None:
            # Anybody can say goodbye in another's name: the table is asked once more before it goes.
            candidate.news.set()
            if candidate.row is None:
                candidate.places.pop(name, None)

    async def _keep_asking(self, table: bytes, candidate: _Candidate) -> None:
        """Ask a table again and again; where nobody answers and nobody announces it any more, forget it."""
        while True:
            candidate.news.clear()
            async with self._turns:
                patience = min(PROBE_SECONDS * 2**candidate.silent, LONGEST_PROBE_SECONDS)
                row = await _first_answer(candidate.addresses(), table, patience)
            silent = 0 if row is not None else min(candidate.silent + 1, GIVEN_UP)
            if (row, silent) != (candidate.row, candidate.silent):
                candidate.row, candidate.silent = row, silent
                self.changed.ring()
            if row is None:
                if silent < GIVEN_UP:
                    continue
                candidate.places = {name: heard for name, heard in candidate.places.items() if name in self._names}
                if not candidate.places:
                    self._tables.pop(table, None)
                    self.changed.ring()
                    return
            with suppress(TimeoutError):
                async with asyncio.timeout(AGAIN_SECONDS):
                    await candidate.news.wait()


async def _first_answer(addresses: Sequence[tuple[str, bytes]], table: bytes, patience: float) -> FoundTable | None:
    """Ask at all addresses at once; of those that answer the first in the list counts."""

    async def ask(address: str, expected: bytes) -> FoundTable | None:
        with suppress(ShellError, TimeoutError):
            async with asyncio.timeout(patience):
                return await probe(address, expected, table)
        return None

    asking = [asyncio.create_task(ask(*each)) for each in addresses[:MOST_PLACES]]
    try:
        for task in asking:
            row = await task
            if row is not None:
                return row
        return None
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


async def probe(address: str, expected: bytes, table: bytes) -> FoundTable | None:
    """Ask what table is at an address.

    Args:
        address: Where.
        expected: The fingerprint of the certificate that was announced.
        table: The id that was announced.

    Returns:
        None where another table is there, or one that is closed.

    Raises:
        ShellError: Nobody answers, or another key, or the answer makes no sense.
    """
    certificate = await fetch_certificate(address)
    if fingerprint(certificate) != expected:
        labels = {"expected": fingerprint_label(expected), "found": fingerprint_label(fingerprint(certificate))}
        raise ShellError("certificate_changed", address=address, **labels)
    async with pinned_channel(address, certificate) as channel:
        stub = table_service_pb2_grpc.TableServiceStub(channel)
        try:
            answer = await stub.Probe(table_pb2.ProbeRequest(), timeout=LONGEST_PROBE_SECONDS)
        except grpc.aio.AioRpcError as error:
            raise refused(error, address) from None
    state = _STATES.get(answer.state)
    if answer.table_id != table or state is None:
        return None
    return FoundTable(
        table=table.hex(),
        title=shorten(answer.title[: 4 * LONGEST_TITLE], LONGEST_TITLE),
        variant=shorten(answer.variant[: 4 * LONGEST_WORD], LONGEST_WORD),
        players=min(answer.players, MOST_SEATS),
        seats=min(answer.seats, MOST_SEATS),
        state=state,
        needs_code=answer.needs_code,
        protocol=answer.protocol,
        version=shorten(answer.version[: 4 * LONGEST_WORD], LONGEST_WORD),
        label=fingerprint_label(answer.identity),
        address=address,
        names=tuple(shorten(name[: 4 * LONGEST_WORD], LONGEST_WORD) for name in answer.names[:MOST_SEATS]),
    )
