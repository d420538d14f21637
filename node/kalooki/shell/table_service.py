"""TableService: what other nodes may ask of this one, each refused by name."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import grpc
from grpc.aio import ServicerContext

from kalooki.codec import decode_message
from kalooki.codec.limits import MAX_INDEX
from kalooki.shell.addresses import AddressBook, from_wire, to_wire
from kalooki.shell.before import Before
from kalooki.shell.bell import Bell
from kalooki.shell.channels import host_of, program_version, refusal, token_of
from kalooki.shell.door import Door
from kalooki.shell.errors import ShellError
from kalooki.shell.gallery import PAGE_BYTES, PAGE_ENTRIES, Gallery, Reader
from kalooki.shell.handshake import NONCE_BYTES, JoinParts, Meeting, same
from kalooki.shell.identity import Identity, check_certificate, fingerprint
from kalooki.shell.joincode import JoinCode
from kalooki.shell.links import Link, Links
from kalooki.shell.lobby import PATIENCE, about_to_sit, missed
from kalooki.shell.names import clean_name
from kalooki.table.genesis import PROTOCOL
from kalooki.table.log import ByPlayer
from kalooki.table.node import Node
from kalooki.table.payloads import Admit, Genesis, Leave, NodeNumber, PlayerNumber
from kalooki.table.ports import Admitted, Input
from kalooki.table.seating import MAX_NODES, MAX_PLAYERS
from kalooki.table.signing import BadIdentityError, admission_bytes, check_identity, is_signed, sign
from kalooki.table.state import FOUNDER
from kalooki.table.status import TableStanding
from kalooki.wire.v1 import packet_pb2, table_pb2, table_service_pb2_grpc

ADMIT_SECONDS = 8.0
"""Less than a joiner waits, so that it hears why."""

COMING_SECONDS = 5.0
"""How long a seat is kept for somebody who was let in and is not linked yet."""

STATUS = {
    "locked_out": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "too_often": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "too_many_spectators": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "wrong_code": grpc.StatusCode.PERMISSION_DENIED,
    "not_welcome": grpc.StatusCode.PERMISSION_DENIED,
    "bad_ticket": grpc.StatusCode.UNAUTHENTICATED,
    "bad_signature": grpc.StatusCode.UNAUTHENTICATED,
    "not_a_member": grpc.StatusCode.UNAUTHENTICATED,
    "bad_request": grpc.StatusCode.INVALID_ARGUMENT,
    "small_order_key": grpc.StatusCode.INVALID_ARGUMENT,
    "bad_name": grpc.StatusCode.INVALID_ARGUMENT,
    "not_yet": grpc.StatusCode.UNAVAILABLE,
}
"""Where an error is not FAILED_PRECONDITION."""


@dataclass(frozen=True, slots=True)
class Table:
    """The table that the server answers for."""

    node: Node
    post: Callable[[Input], Awaitable[None]]
    links: Links
    addresses: AddressBook
    changed: Bell
    """Rings after each step of the node."""
    code: JoinCode | None
    """Of a table that has one: whoever came in by it knows it."""
    is_open: bool = False
    """Whether anybody may join the table."""
    is_blocked: Callable[[bytes], bool] = lambda _: False
    """Whether an identity key may not come in; reads a file."""
    before: Before = field(default_factory=lambda: Before(b""))
    """The log of the table from which this one goes on."""

    @property
    def may_admit(self) -> bool:
        """Whether this node lets others in: it hosts the table, or founded it and can ask who does."""
        knows = self.code is not None or self.is_open
        return knows and (self.node.hosts or self.node.number == FOUNDER)


class TableService(table_service_pb2_grpc.TableServiceServicer):
    """The calls, each refused by name."""

    def __init__(self, identity: Identity, door: Door, table: Callable[[], Table | None]) -> None:
        self._identity = identity
        self._door = door
        self._open = table
        self.gallery = Gallery()
        self._joining = asyncio.Lock()
        self._came: dict[NodeNumber, float] = {}
        """When we let somebody in, by the event loop's clock."""

    async def Begin(  # noqa: N802 - gRPC's name
        self, request: table_pb2.TableServiceBeginRequest, context: ServicerContext[Any, Any]
    ) -> table_pb2.TableServiceBeginResponse:
        """Say who answers, proved for the certificate that the caller saw, and give a ticket."""
        async with _refusing(context):
            address = host_of(context.peer())
            self._door.knock(address)
            if request.protocol != PROTOCOL:
                raise ShellError("other_protocol", ours=request.protocol, theirs=PROTOCOL)
            _check_key(request.identity)
            if len(request.nonce) != NONCE_BYTES:
                raise ShellError("bad_request", reason=f"nonce has {len(request.nonce)} bytes, not {NONCE_BYTES}")
            table = self._table()
            meeting = Meeting(
                protocol=PROTOCOL,
                table=table.node.table_id,
                fingerprint=fingerprint(self._identity.certificate),
                answering=self._identity.public,
                calling=request.identity,
                ticket=secrets.token_bytes(NONCE_BYTES),
                nonce=request.nonce,
            )
            self._door.issue(meeting, address)
            mac = meeting.host_mac(table.code.key) if table.code else b""
            genesis = _genesis_wire(table.node)
            return table_pb2.TableServiceBeginResponse(
                protocol=PROTOCOL,
                table_id=meeting.table,
                nonce=meeting.ticket,
                identity=meeting.answering,
                hmac=mac,
                signature=sign(self._identity.node_key, meeting.begin_bytes(mac, genesis)),
                genesis=genesis,
            )

    async def Join(  # noqa: N802 - gRPC's name
        self, request: table_pb2.JoinRequest, context: ServicerContext[Any, Any]
    ) -> table_pb2.JoinResponse:
        """Let a node in that has the join code, and wait until it is in the log."""
        async with _refusing(context):
            address = host_of(context.peer())
            meeting = self._door.redeem(request.ticket, address, request.identity)
            table = self._table()
            if not table.may_admit:
                raise ShellError("not_the_host")
            addresses = from_wire(request.addresses)
            parts = JoinParts(request.name, request.tls_certificate, request.vote, request.admission, addresses)
            if table.code is not None and not same(request.hmac, meeting.join_mac(table.code.key, parts)):
                raise self._door.wrong_code(address)
            self._door.right_code(address)
            if not is_signed(meeting.calling, meeting.join_bytes(parts, request.hmac), request.signature):
                raise ShellError("bad_signature")
            statement = admission_bytes(meeting.table, meeting.calling, parts.certificate, vote=parts.vote)
            if not is_signed(meeting.calling, statement, parts.admission):
                raise ShellError("bad_signature")
            if await asyncio.to_thread(table.is_blocked, meeting.calling):
                raise ShellError("not_welcome")
            clean_name(request.name)
            check_certificate(parts.certificate, meeting.calling)
            number = await self._admit(table, Admit(meeting.calling, parts.certificate, parts.vote, parts.admission))
            table.addresses.learn(number, (*addresses, *((address, port) for _, port in addresses)))
            session, answering = self._door.open_session(number), _number_of(table.node, self._identity.public)
            return table_pb2.JoinResponse(node=number, token=session, answering=answering or FOUNDER)

    async def Auth(  # noqa: N802 - gRPC's name
        self, request: table_pb2.AuthRequest, context: ServicerContext[Any, Any]
    ) -> table_pb2.AuthResponse:
        """Open a session for a member."""
        async with _refusing(context):
            address = host_of(context.peer())
            meeting = self._door.redeem(request.ticket, address, request.identity)
            table = self._table()
            addresses = from_wire(request.addresses)
            if not is_signed(meeting.calling, meeting.auth_bytes(addresses), request.signature):
                raise ShellError("bad_signature")
            number = _number_of(table.node, meeting.calling)
            if number is None:
                raise ShellError("not_a_member")
            table.addresses.learn(number, (*addresses, *((address, port) for _, port in addresses)))
            return table_pb2.AuthResponse(node=number, token=self._door.open_session(number))

    async def Link(  # type: ignore[override] # noqa: N802 - gRPC takes a coroutine that writes, too
        self, request_iterator: AsyncIterator[table_pb2.LinkRequest], context: ServicerContext[Any, Any]
    ) -> None:
        """Carry packets both ways until either side ends."""
        async with _refusing(context):
            table = self._table()
            peer = self._caller(context)
            if table.node.number is not None and peer < table.node.number and table.links.up(peer):
                # The later one dials; the earlier one only where the later one did not come through.
                raise ShellError("already_linked")
            link = Link(peer, dialled=False)

            async def write(packets: Sequence[packet_pb2.Packet]) -> None:
                await context.write(table_pb2.LinkResponse(packets=packets))

            await context.send_initial_metadata(())
            await table.links.carry(link, (request.packets async for request in request_iterator), write)
            if link.why:
                raise ShellError(link.why)

    async def Fetch(  # noqa: N802 - gRPC's name
        self, request: table_pb2.FetchRequest, context: ServicerContext[Any, Any]
    ) -> table_pb2.FetchResponse:
        """Give a page of the log, and where everybody listens."""
        async with _refusing(context):
            self._door.knock(host_of(context.peer()))
            table = self._table()
            self._caller(context)
            response = table_pb2.FetchResponse(last_index=table.node.last_index)
            if request.before:
                page = await asyncio.to_thread(table.before.page, request.from_index, PAGE_ENTRIES, PAGE_BYTES)
                return table_pb2.FetchResponse(entries=page[0], acks=page[1])
            size = 0
            for entry in table.node.entries(max(1, request.from_index), PAGE_ENTRIES):
                size += len(entry.wire)
                if response.entries and size > PAGE_BYTES:
                    break
                response.entries.append(entry.wire)
            response.members.extend(
                table_pb2.MemberAddress(node=node, addresses=to_wire(addresses))
                for node, addresses in table.addresses.everybody()
            )
            return response

    async def Watch(  # noqa: N802 - gRPC's name
        self, request: table_pb2.TableServiceWatchRequest, context: ServicerContext[Any, Any]
    ) -> AsyncIterator[table_pb2.TableServiceWatchResponse]:
        """Let a spectator follow the log: whoever knows the code, or was given leave by a member."""
        async with _refusing(context):
            address = host_of(context.peer())
            meeting = self._door.redeem(request.ticket, address, request.identity)
            table = self._table()
            leave = await self._leave_to_watch(table, meeting, request, address)
            reader = Reader(table.node, min(request.from_index, MAX_INDEX), table.links.is_here)
            pages = self.gallery.watch(meeting.calling, reader, table.addresses, table.changed)
            async with contextlib.aclosing(pages):
                async for page in pages:
                    page.leave, leave = leave, b""
                    yield page

    async def _leave_to_watch(
        self, table: Table, meeting: Meeting, request: table_pb2.TableServiceWatchRequest, address: str
    ) -> bytes:
        """Check that somebody may watch, and give the signature of a member that says so.

        Raises:
            ShellError: He may not.
        """
        statement = meeting.leave_bytes()
        if request.leave:
            if not any(is_signed(member.identity, statement, request.leave) for member in table.node.members):
                raise ShellError("bad_signature")
        elif table.code is not None:
            if not same(request.hmac, meeting.watch_mac(table.code.key, request.from_index)):
                raise self._door.wrong_code(address)
            self._door.right_code(address)
        elif not table.is_open:
            raise ShellError("not_the_host")
        said = meeting.watch_bytes(request.from_index, request.hmac, request.leave)
        if not is_signed(meeting.calling, said, request.signature):
            raise ShellError("bad_signature")
        if await asyncio.to_thread(table.is_blocked, meeting.calling):
            raise ShellError("not_welcome")
        return request.leave or sign(self._identity.node_key, statement)

    async def Probe(  # noqa: N802 - gRPC's name
        self, request: table_pb2.ProbeRequest, context: ServicerContext[Any, Any]
    ) -> table_pb2.ProbeResponse:
        """Say what anybody may know about the table."""
        del request
        async with _refusing(context):
            self._door.knock(host_of(context.peer()))
            table = self._table()
            standing = _standing(table.node)
            genesis = genesis_of(table.node)
            return table_pb2.ProbeResponse(
                protocol=PROTOCOL,
                table_id=table.node.table_id,
                title=standing.title,
                variant=genesis.variant,
                players=len(standing.taken),
                seats=standing.seats,
                state=_state(standing.phase, full=len(standing.taken) >= standing.seats),
                rules_digest=genesis.rules_digest,
                identity=self._identity.public,
                version=program_version(),
                needs_code=not table.is_open,
                names=() if genesis.continues is None else [one.name for one in genesis.continues.heirs if one.goes_on],
            )

    def _table(self) -> Table:
        table = self._open()
        if table is None or not table.node.entries(1, 1):
            raise ShellError("not_yet")
        return table

    def _caller(self, context: ServicerContext[Any, Any]) -> NodeNumber:
        peer = self._door.whose(token_of(tuple(context.invocation_metadata() or ())))
        if peer is None:
            raise ShellError("not_a_member")
        return peer

    async def _admit(self, table: Table, admit: Admit) -> NodeNumber:
        """Let a node in, one after the other, and wait until it is in the log."""
        if _number_of(table.node, admit.identity) is None:
            await _wait_for_voters(table)
        _check_seat(table.node, admit.identity)
        async with self._joining:
            known = _number_of(table.node, admit.identity)
            if known is not None:
                return known
            self._check_room(table)
            await table.post(Admitted(admit))
            try:
                async with asyncio.timeout(ADMIT_SECONDS):
                    await table.changed.wait_until(lambda: _number_of(table.node, admit.identity) is not None)
            except TimeoutError:
                raise ShellError("waits_for_members") from None
            number = _number_of(table.node, admit.identity)
            assert number is not None
            self._came[number] = asyncio.get_running_loop().time()
            return number

    def _check_room(self, table: Table) -> None:
        """See that somebody can still come in.

        Raises:
            ShellError: `table_closed`, `table_begun`, `table_full` or `came_and_went`.
        """
        standing = _standing(table.node)
        if standing.phase == "closed":
            raise ShellError("table_closed", reason=standing.closed)
        if standing.phase != "lobby":
            raise ShellError("table_begun")
        recently = asyncio.get_running_loop().time() - COMING_SECONDS
        about = about_to_sit(table.node, table.links, lambda number: self._came.get(number, 0.0) > recently)
        if len(standing.taken) + about >= standing.seats:
            raise ShellError("table_full", seats=standing.seats)
        if len(standing.players) + about >= MAX_PLAYERS or len(table.node.members) >= MAX_NODES:
            raise ShellError("came_and_went")


def _check_seat(node: Node, identity: bytes) -> None:
    """See that a node that came in before has not lost its seat before the game: the log gives it no other one.

    Raises:
        ShellError: `gave_seat_up` or `was_sent_away`.
    """
    standing, number = _standing(node), _number_of(node, identity)
    players = [one for one in standing.players if one.node == number]
    if standing.phase != "lobby" or not players or not all(one.gone for one in players):
        return
    messages = (message for entry in node.entries(1, MAX_INDEX) for message in entry.messages)
    left = {message.author for message in messages if isinstance(message.payload, Leave)}
    by_itself = all(ByPlayer(PlayerNumber(one.player)) in left for one in players)
    raise ShellError("gave_seat_up" if by_itself else "was_sent_away")


async def _wait_for_voters(table: Table) -> None:
    """Give those who vote a moment to come back; without them the log takes nobody in.

    Raises:
        ShellError: `table_waits`: too few are there.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            await table.changed.wait_until(lambda: not missed(table.node, table.links))
    except TimeoutError:
        names = missed(table.node, table.links)
        raise ShellError("table_waits", name=", ".join(names)) from None


@contextlib.asynccontextmanager
async def _refusing(context: ServicerContext[Any, Any]) -> AsyncIterator[None]:
    """Make a status of what was refused."""
    try:
        yield
    except ShellError as error:
        await context.abort(STATUS.get(error.code, grpc.StatusCode.FAILED_PRECONDITION), refusal(error))


def _check_key(identity: bytes) -> None:
    try:
        check_identity(identity)
    except BadIdentityError as error:
        raise ShellError(
            "small_order_key" if "small order" in str(error) else "bad_request", reason=str(error)
        ) from None


def _number_of(node: Node, identity: bytes) -> NodeNumber | None:
    return next((member.number for member in node.members if member.identity == identity), None)


def _standing(node: Node) -> TableStanding:
    standing = node.standing(None)
    if standing is None:
        raise ShellError("not_yet")
    return standing


def _genesis_wire(node: Node) -> bytes:
    return node.entries(1, 1)[0].messages[0].wire


def genesis_of(node: Node) -> Genesis:
    """Read what the table was founded with."""
    genesis = decode_message(_genesis_wire(node)).payload
    assert isinstance(genesis, Genesis)
    return genesis


def _state(phase: str, *, full: bool) -> table_pb2.TableState.ValueType:
    if phase == "lobby":
        return table_pb2.TABLE_STATE_FULL if full else table_pb2.TABLE_STATE_OPEN
    return table_pb2.TABLE_STATE_CLOSED if phase in {"over", "closed"} else table_pb2.TABLE_STATE_PLAYING
