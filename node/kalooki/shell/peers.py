"""Keeps a link to every other node: the later one dials, the earlier one where nobody came."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress

import grpc

from kalooki.shell.addresses import AddressBook, from_wire
from kalooki.shell.before import catch_up
from kalooki.shell.bell import Bell
from kalooki.shell.channels import ANSWER_SECONDS, TOKEN, fetch_certificate, join_address, pinned_channel, refused
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.identity import Identity, fingerprint_label
from kalooki.shell.joining import ElsewhereError, authenticate, enter
from kalooki.shell.links import Link, Links
from kalooki.table.node import Node
from kalooki.table.payloads import Genesis, NodeNumber
from kalooki.table.ports import Input, Met
from kalooki.table.state import Member
from kalooki.wire.v1 import packet_pb2, table_pb2, table_service_pb2_grpc

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 3.0
COURTESY = 2.0
"""How long the earlier node waits for the later one to dial."""

NO_ENTRIES = 2**48 - 1
"""Asks for a page that holds addresses only."""

MOST_NODES = 64

_USUAL = frozenset({"replaced", "already_linked", "stopping", "slow", "not_yet"})
"""Ends of a link that mean no more than: try again."""


class Peers:
    """One dialling task for each other member."""

    def __init__(  # noqa: PLR0913, PLR0917 - all of it is the world
        self,
        number: NodeNumber,
        node: Node,
        identity: Identity,
        links: Links,
        book: AddressBook,
        notice: Callable[[Notice], None],
    ) -> None:
        self.replaced = asyncio.Event()
        """Another session of this identity took over."""
        self._number = number
        self._node = node
        self._identity = identity
        self._links = links
        self._book = book
        self._notice = notice
        self._told: set[tuple[NodeNumber, str]] = set()
        self._tables: set[str] = set()
        """Other tables of which people have been told."""
        self.post: Callable[[Input], Awaitable[None]] = _drop
        """Hands an input to the node."""
        self._stubs: dict[NodeNumber, tuple[table_service_pb2_grpc.TableServiceStub, bytes]] = {}

    async def run(self, changed: Bell, host: Member | None = None) -> None:
        """Dial members as they come.

        Args:
            changed: Rings after each step of the node.
            host: At a joiner: the founder as the handshake showed him, until the log says the same.
        """
        async with asyncio.TaskGroup() as group:
            dialling: set[NodeNumber] = {self._number}
            members: tuple[Member, ...] = self._node.members or ((host,) if host else ())
            while True:
                for member in members:
                    if member.number not in dialling:
                        dialling.add(member.number)
                        group.create_task(self._keep(member))
                known = len(self._node.members)
                await changed.wait_until(lambda known=known: len(self._node.members) != known)  # type: ignore[misc]
                members = self._node.members

    async def _keep(self, member: Member) -> None:
        """Hold the link to one member for as long as we run."""
        pause = FIRST_PAUSE
        while True:
            link = self._links.up(member.number)
            if link is not None:
                await link.closed.wait()
                pause = FIRST_PAUSE
                await asyncio.sleep(0)
                continue
            if member.number > self._number:
                with suppress(TimeoutError):
                    async with asyncio.timeout(COURTESY):
                        await self._links.wait_for(member.number)
                    continue
            try:
                await self._dial(member)
                pause = FIRST_PAUSE
            except ShellError as error:
                self._complain(member.number, error)
                await self._ask_around()
            except asyncio.CancelledError:
                _raise_if_ours()
            await asyncio.sleep(pause * (0.75 + secrets.randbelow(512) / 1024))
            pause = min(LONGEST_PAUSE, pause * 1.6)

    async def _dial(self, member: Member) -> None:
        """Try the member's addresses, asking others for one; return when a link stood and ended.

        Raises:
            ShellError: The last attempt's reason.
        """
        if not self._book.of(member.number):
            await self._ask_around()
        failure = ShellError("no_address", node=member.number)
        for where in self._book.of(member.number):
            try:
                await self._dial_at(member, join_address(*where))
            except ShellError as error:
                failure = error
            else:
                return
        raise failure

    async def _dial_at(self, member: Member, address: str) -> None:
        async with pinned_channel(address, member.tls_certificate) as channel:
            stub = table_service_pb2_grpc.TableServiceStub(channel)
            expected = (self._node.table_id, member.identity)
            try:
                session = await authenticate(
                    stub, self._identity, member.tls_certificate, expected, self._book.of(self._number), address
                )
            except ElsewhereError as error:
                await self._meet(member, stub, error, address)
                raise
            except ShellError as error:
                if error.code == "unreachable":
                    await _see_who_answers(member, address)
                raise
            self._stubs[member.number] = (stub, session.token)
            try:
                await self._fetch_addresses(stub, session.token)
                await self._link(member.number, stub, session.token, address)
            finally:
                del self._stubs[member.number]

    async def _meet(
        self, member: Member, stub: table_service_pb2_grpc.TableServiceStub, error: ElsewhereError, address: str
    ) -> None:
        """Show the node another table at which a member of ours is, with what it lacks to judge that.

        Raises:
            ShellError: What it lacks cannot be had.
        """
        genesis = error.message.payload
        old = genesis.continues if isinstance(genesis, Genesis) else None
        if old is None:
            return
        lacks = old.table == self._node.table_id and old.index > self._node.last_index
        if lacks and any(party.identity == self._identity.public for party in old.parties):
            session = await enter(stub, self._identity, error.meeting, self._book.of(self._number), address)

            async def fetch(request: table_pb2.FetchRequest) -> table_pb2.FetchResponse:
                try:
                    return await stub.Fetch(request, metadata=((TOKEN, session.token),), timeout=ANSWER_SECONDS)
                except grpc.aio.AioRpcError as failed:
                    raise refused(failed, address) from None

            await catch_up(self._node, member.number, old.index, fetch, self.post)
        await self.post(Met(member.number, error.message))

    async def _link(
        self, peer: NodeNumber, stub: table_service_pb2_grpc.TableServiceStub, token: bytes, address: str
    ) -> None:
        link = Link(peer, dialled=True)
        call = stub.Link(metadata=((TOKEN, token),))

        async def read() -> AsyncIterator[Sequence[packet_pb2.Packet]]:
            async for response in call:
                yield response.packets

        async def write(packets: Sequence[packet_pb2.Packet]) -> None:
            await call.write(table_pb2.LinkRequest(packets=packets))

        try:
            await call.initial_metadata()  # the other side took the link
            await self._links.carry(link, read(), write)
        except grpc.aio.AioRpcError as error:
            problem = refused(error, address)
            if problem.code == "replaced" and self._links.up(peer) is None and not await _is_known(stub, token):
                self.replaced.set()
            if problem.code not in _USUAL:
                raise problem from None
        finally:
            call.cancel()

    async def _fetch_addresses(self, stub: table_service_pb2_grpc.TableServiceStub, token: bytes) -> None:
        """Ask a member where the others listen; what it says of nodes that the log does not know is not kept."""
        request = table_pb2.FetchRequest(from_index=NO_ENTRIES)
        with suppress(grpc.aio.AioRpcError, grpc.aio.UsageError, ShellError):  # the channel may be closed meanwhile
            try:
                response = await stub.Fetch(request, metadata=((TOKEN, token),), timeout=ANSWER_SECONDS)
            except asyncio.CancelledError:
                _raise_if_ours()
                return
            others = {member.number for member in self._node.members} - {self._number}
            for member in response.members[:MOST_NODES]:
                if member.node in others:
                    self._book.learn(NodeNumber(member.node), from_wire(member.addresses))

    async def _ask_around(self) -> None:
        """Whoever could not be reached may have told others where it listens now."""
        for stub, token in list(self._stubs.values()):
            await self._fetch_addresses(stub, token)

    def _complain(self, peer: NodeNumber, error: ShellError) -> None:
        """Tell once what is more than silence."""
        if error.code in {"unreachable", "no_address", *_USUAL} or (peer, str(error)) in self._told:
            return
        if isinstance(error, ElsewhereError):
            self._tell_of_other_table(peer, error)
            return
        self._told.add((peer, str(error)))
        self._notice(Notice(error.code, str(error), node=peer))

    def _tell_of_other_table(self, peer: NodeNumber, error: ShellError) -> None:
        """Tell once where another table goes on from ours, or from the one from which ours does.

        Who is still at the table before needs no word: he learns that we have gone on.
        """
        moment, table, before = self._node.moment(), str(error.detail["table"]), error.detail["before"]
        old = None if moment.state is None else moment.state.genesis.continues
        from_ours = before == self._node.table_id.hex()
        if old is not None and table == old.table.hex():
            return
        if not from_ours and (old is None or before != old.table.hex()):
            self._told.add((peer, str(error)))
            self._notice(Notice(error.code, str(error), node=peer))
        elif table not in self._tables and not moment.outlook.opened:
            self._tables.add(table)
            self._notice(Notice("went_on" if from_ours else "two_tables", str(error.detail["address"]), node=peer))


async def _drop(_happened: Input) -> None:
    """There is no node to be told."""


def _raise_if_ours() -> None:
    """Pass a cancellation on if it is ours: gRPC raises the same where another task has closed the channel of a call.

    A task that took that for its own end would leave its peer without a link for ever, and nobody would hear of it.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def _is_known(stub: table_service_pb2_grpc.TableServiceStub, token: bytes) -> bool:
    """Whether a session of ours still holds: a link also gives way when the peer dials at the same time."""
    try:
        request = table_pb2.FetchRequest(from_index=NO_ENTRIES)
        await stub.Fetch(request, metadata=((TOKEN, token),), timeout=ANSWER_SECONDS)
    except grpc.aio.AioRpcError as error:
        return error.code() is not grpc.StatusCode.UNAUTHENTICATED
    return True


async def _see_who_answers(member: Member, address: str) -> None:
    """Find out whether it is another key that answers.

    Raises:
        ShellError: `certificate_changed`, with both fingerprints.
    """
    try:
        found = await fetch_certificate(address)
    except ShellError:
        return
    if found != member.tls_certificate:
        expected, other = fingerprint_label(member.tls_certificate), fingerprint_label(found)
        raise ShellError("certificate_changed", address=address, expected=expected, found=other)
