"""Somebody without a seat, who follows a table from outside and checks all of it; no node, no vote, no share."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import grpc

from kalooki.codec import MalformedError, decode_entry
from kalooki.codec.transcript import decode_certificate, write_transcript
from kalooki.fair.group import Group
from kalooki.rules.events import Event
from kalooki.rules.game import Result
from kalooki.rules.registry import presets
from kalooki.seat import Update
from kalooki.shell.addresses import from_wire
from kalooki.shell.channels import fetch_certificate, join_address, pinned_channel, refused
from kalooki.shell.datadir import write_private
from kalooki.shell.errors import ShellError
from kalooki.shell.handshake import Meeting, same
from kalooki.shell.identity import Identity
from kalooki.shell.joincode import JoinCode
from kalooki.shell.joining import begin, read_genesis, target
from kalooki.shell.priority import stand_aside
from kalooki.shell.runtime import monotonic_ms
from kalooki.shell.status import StatusMaker
from kalooki.table.countdown import Clock
from kalooki.table.log import Digest, LogError
from kalooki.table.moment import Moment
from kalooki.table.payloads import NodeNumber
from kalooki.table.signing import KEY_BYTES, sign
from kalooki.table.state import Member
from kalooki.table.timing import limit_of
from kalooki.verify import Witness
from kalooki.wire.v1 import table_pb2, table_service_pb2_grpc
from kalooki.worded import Coded, Worded

PAUSE = 0.5
LONGEST_PAUSE = 4.0
PATIENCE = 60.0
"""How long nobody may answer before the spectator gives up."""

MOST_NODES = 64

_PASSING = frozenset({"unreachable", "stopping", "not_yet", "too_often", "too_many_spectators", "bad_ticket"})
"""What another member, or a later call, may not say."""


class Spectator:
    """Follows one table; when a member goes away it asks the next one."""

    def __init__(self, group: Group, code: JoinCode | None, address: str) -> None:
        """Prepare to watch.

        Args:
            group: To check the proofs with.
            code: The table's code; None for an open table.
            address: Where its founder listens; may be empty where the code holds one.

        Raises:
            ShellError: `bad_address` or `needs_address`.
        """
        self._group = group
        self._code = code
        self._first = target(code, address)
        self._identity = Identity(secrets.token_bytes(KEY_BYTES), b"", b"", b"")
        self._leave = b""
        self._book: dict[NodeNumber, tuple[str, ...]] = {}
        self._away: frozenset[int] = frozenset()
        """Nodes that the one which is asked does not hear; a hint, for people."""
        self._witness: Witness | None = None
        self._clock = Clock()
        self._statuses: StatusMaker | None = None
        self._sheet: tuple[Result, ...] | None = None
        """The score sheet as it was told last."""
        self._checker: Executor | None = None
        """Of whoever watches now."""
        self.lost = 0
        """How often a member went away while it was watched."""

    # --- what is known ------------------------------------------------------------------------------------------

    @property
    def witness(self) -> Witness | None:
        """Who checks; None before anybody has answered."""
        return self._witness

    @property
    def table_id(self) -> Digest:
        """The table's name."""
        return Digest(b"") if self._witness is None else self._witness.table

    @property
    def number(self) -> NodeNumber | None:
        """A spectator is no node."""
        return None

    @property
    def members(self) -> tuple[Member, ...]:
        """All nodes that are certified to be in."""
        state = None if self._witness is None else self._witness.committed
        return () if state is None else state.members

    # --- watching -----------------------------------------------------------------------------------------------

    async def updates(self) -> AsyncIterator[Update]:
        """One update for each page of the log that holds, or that says who goes or comes back, until the table closes.

        Raises:
            ShellError: `does_not_hold`, or nobody lets us watch any more.
        """
        await asyncio.to_thread(presets)  # they are found in files, once
        pause, silent_since = PAUSE, asyncio.get_running_loop().time()
        # A spectator is behind the players anyway, and they may play on this computer.
        self._checker = ThreadPoolExecutor(1, "kalooki-checks", initializer=stand_aside)
        try:
            while True:
                for member, address in self._places():
                    before = 0 if self._witness is None else self._witness.head
                    failure = ShellError("unreachable", address=address, reason=Worded("it ended the connection"))
                    try:
                        async for update in self._watch_at(member, address):
                            yield update
                            if update.status.phase == "closed":
                                return
                    except ShellError as error:
                        if error.code not in _PASSING:
                            raise
                        failure = error
                    if self._witness is not None and self._witness.head > before:
                        self.lost += 1
                        pause, silent_since = PAUSE, asyncio.get_running_loop().time()
                        break
                    if not self._leave or asyncio.get_running_loop().time() - silent_since > PATIENCE:
                        raise failure
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)
        finally:
            # It waits for the check that runs: no thread of ours is left where nobody watches any more.
            await asyncio.to_thread(self._checker.shutdown, cancel_futures=True)

    def save(self, path: Path) -> bool:
        """Write what is certain as a transcript, if anything is.

        Raises:
            ShellError: `unwritable`.
        """
        contents = () if self._witness is None else self._witness.transcript()
        if contents:
            write_private(path, write_transcript(contents))
        return bool(contents)

    def _places(self) -> list[tuple[Member | None, str]]:
        """Where to ask: at first where we were told, later at every member, the host first."""
        if self._witness is None or not self._leave:
            return [(None, self._first)]
        state = self._witness.committed
        host = None if state is None else state.host
        members = sorted(self.members, key=lambda member: member.number != host)
        places: list[tuple[Member | None, str]] = [
            (member, address) for member in members for address in self._book.get(member.number, ())
        ]
        return places or [(None, self._first)]

    async def _watch_at(self, member: Member | None, address: str) -> AsyncIterator[Update]:
        certificate = await fetch_certificate(address) if member is None else member.tls_certificate
        async with pinned_channel(address, certificate) as channel:
            stub = table_service_pb2_grpc.TableServiceStub(channel)
            meeting, answer = await begin(stub, self._identity, certificate, address)
            if self._witness is None:
                read_genesis(meeting, answer, address)
                self._check_code(meeting, answer.hmac, address)
                self._witness = Witness(meeting.table, self._group, secrets.token_bytes(32))
            if meeting.table != self._witness.table or (member is not None and meeting.answering != member.identity):
                raise ShellError("another_table", address=address)
            call = stub.Watch(self._request(meeting))
            try:
                async for page in call:
                    update = await self._take(self._witness, page, address)
                    if update is not None:
                        yield update
            except grpc.aio.AioRpcError as error:
                raise refused(error, address) from None
            finally:
                call.cancel()

    def _check_code(self, meeting: Meeting, mac: bytes, address: str) -> None:
        """See that the table proves that it knows our code, or needs none.

        Raises:
            ShellError: `needs_code`, `needs_no_code` or `impostor`.
        """
        if (self._code is None) != (mac == b""):
            raise ShellError("needs_code" if self._code is None else "needs_no_code", address=address)
        if self._code is not None and not same(mac, meeting.host_mac(self._code.key)):
            raise ShellError("impostor", address=address)

    def _request(self, meeting: Meeting) -> table_pb2.TableServiceWatchRequest:
        first = 1 if self._witness is None else self._witness.head + 1
        knows = self._code is not None and not self._leave
        mac = meeting.watch_mac(self._code.key, first) if knows and self._code is not None else b""
        return table_pb2.TableServiceWatchRequest(
            ticket=meeting.ticket,
            identity=self._identity.public,
            hmac=mac,
            leave=self._leave,
            from_index=first,
            signature=sign(self._identity.node_key, meeting.watch_bytes(first, mac, self._leave)),
        )

    async def _take(self, witness: Witness, page: table_pb2.TableServiceWatchResponse, address: str) -> Update | None:
        """Check a page, and show what is certain by it."""
        if page.leave:
            self._leave = page.leave
        self._note_places(page)
        try:
            entries = tuple(decode_entry(wire) for wire in page.entries)
            certificates = tuple(decode_certificate(wire) for wire in page.certificates)
            loop = asyncio.get_running_loop()
            events = await loop.run_in_executor(self._checker, witness.take, entries, certificates)
        except (MalformedError, LogError) as error:
            raise ShellError("does_not_hold", address=address, reason=Coded(error.code, error)) from None
        for finding in witness.findings:
            raise ShellError(
                "does_not_hold",
                address=address,
                reason=Worded("entry {entry}: {what}", entry=finding.entry, what=finding.text),
            )
        before, self._away = self._away, frozenset(page.away[:MOST_NODES])
        news = self._away != before and witness.committed is not None
        return self._update(witness, events) if page.certificates or news else None

    def _note_places(self, page: table_pb2.TableServiceWatchResponse) -> None:
        """Note where members listen, of no more numbers than a table can have."""
        for member in page.members[:MOST_NODES]:
            with suppress(ShellError):
                if member.node < MOST_NODES:
                    places = tuple(join_address(*where) for where in from_wire(member.addresses))
                    self._book[NodeNumber(member.node)] = places

    def _update(self, witness: Witness, events: tuple[Event, ...]) -> Update:
        if self._statuses is None:
            self._statuses = StatusMaker(self, "")
        moment = self._timed(witness.moment())
        status = self._statuses.status(moment, None, lambda node: node not in self._away)
        told, self._sheet = self._sheet, moment.sheet
        return Update(status, moment.view(None), events, sheet=None if self._sheet == told else self._sheet)

    def _timed(self, moment: Moment) -> Moment:
        """Say what is left of the limit that runs since its entry was certain here: a hint, like every node's."""
        state, now = moment.state, monotonic_ms()
        if state is None:
            return moment
        self._clock.see(state)
        self._clock.tick(now)
        limit = limit_of(state)
        return replace(moment, now=now, left_ms=0 if limit is None else self._clock.left_of(limit, now))
