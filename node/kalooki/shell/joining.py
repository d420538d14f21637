"""The caller's half of the handshake: check who answers, then ask to be let in or prove to be a member."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import grpc

from kalooki.codec import MalformedError, decode_message
from kalooki.shell.addresses import to_wire
from kalooki.shell.channels import ANSWER_SECONDS, fetch_certificate, pinned_channel, refused, split_address
from kalooki.shell.errors import ShellError
from kalooki.shell.handshake import NONCE_BYTES, Address, JoinParts, Meeting, Session, same
from kalooki.shell.identity import Identity, fingerprint
from kalooki.shell.joincode import JoinCode
from kalooki.table.genesis import PROTOCOL, OtherProtocolError, OtherRulesError, table_id, variant_of
from kalooki.table.log import Digest, LogError, Message
from kalooki.table.payloads import Genesis, NodeNumber
from kalooki.table.signing import KEY_BYTES, admission_bytes, is_signed, sign
from kalooki.table.state import Member
from kalooki.wire.v1 import table_pb2, table_service_pb2_grpc


class ElsewhereError(ShellError):
    """A member answers from another table."""

    def __init__(self, address: str, meeting: Meeting, message: Message) -> None:
        old = message.payload.continues if isinstance(message.payload, Genesis) else None
        before = "" if old is None else old.table.hex()
        super().__init__("another_table", address=address, table=meeting.table.hex(), before=before)
        self.meeting = meeting
        self.message = message
        """The first one of that table's log."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a node that was let in knows of the table."""

    table: Digest
    number: NodeNumber
    host: Member
    """Who answered, as the handshake showed it; pinned until the log says the same."""
    vote: bool


async def join(  # noqa: PLR0913 - each is a fact of its own
    identity: Identity,
    code: JoinCode | None,
    address: str,
    *,
    name: str,
    person: bool,
    addresses: Sequence[Address],
    table: str = "",
) -> Welcome:
    """Ask the node that hosts the table to be let in, with its code or, at an open table, without one.

    Args:
        identity: Who we are.
        code: The table's code; None for an open table.
        address: Where it listens.
        name: What the player is called.
        person: Whether a person plays.
        addresses: Where we listen.
        table: In hex, the table whose rules were accepted; another is not joined.

    Raises:
        ShellError: Whatever came between.
    """
    certificate = await fetch_certificate(address)
    async with pinned_channel(address, certificate) as channel:
        stub = table_service_pb2_grpc.TableServiceStub(channel)
        meeting, answer = await begin(stub, identity, certificate, address)
        genesis = read_genesis(meeting, answer, address)
        if table not in {"", meeting.table.hex()}:
            raise ShellError("another_table", address=address)
        if (code is None) != (answer.hmac == b""):
            raise ShellError("needs_code" if code is None else "needs_no_code", address=address)
        vote = genesis.bots_vote or person
        knows_code = code is None or same(answer.hmac, meeting.host_mac(code.key))
        # A wrong code is told to the table, so that it can count; of us it says no more than a stranger may know.
        parts = JoinParts(
            name=name if knows_code else "-",
            certificate=identity.certificate,
            vote=vote,
            admission=sign(
                identity.node_key, admission_bytes(meeting.table, identity.public, identity.certificate, vote=vote)
            ),
            addresses=tuple(addresses) if knows_code else (),
        )
        mac = b"" if code is None else meeting.join_mac(code.key, parts)
        request = table_pb2.JoinRequest(
            ticket=meeting.ticket,
            name=parts.name,
            identity=identity.public,
            tls_certificate=parts.certificate,
            vote=vote,
            admission=parts.admission,
            hmac=mac,
            signature=sign(identity.node_key, meeting.join_bytes(parts, mac)),
            addresses=to_wire(parts.addresses),
        )
        try:
            response = await stub.Join(request, timeout=2 * ANSWER_SECONDS)
        except grpc.aio.AioRpcError as error:
            raise refused(error, address) from None
        if not knows_code:
            raise ShellError("impostor", address=address)
        host = Member(NodeNumber(response.answering), meeting.answering, certificate, vote=True)
        return Welcome(meeting.table, NodeNumber(response.node), host, vote)


async def authenticate(  # noqa: PLR0913, PLR0917 - each is a fact of its own
    stub: table_service_pb2_grpc.TableServiceStub,
    identity: Identity,
    certificate: bytes,
    expected: tuple[Digest, bytes],
    addresses: Sequence[Address],
    address: str,
) -> Session:
    """Open a session with a member whose certificate is pinned.

    Args:
        stub: Over the pinned channel.
        identity: Who we are.
        certificate: The pinned one.
        expected: The table and the identity key that must answer.
        addresses: Where we listen.
        address: Where we call, for errors.

    Raises:
        ShellError: Whatever came between.
    """
    meeting, answer = await begin(stub, identity, certificate, address)
    if meeting.answering != expected[1]:
        raise ShellError("another_table", address=address)
    if meeting.table != expected[0]:
        read_genesis(meeting, answer, address)
        raise ElsewhereError(address, meeting, decode_message(answer.genesis))
    return await enter(stub, identity, meeting, addresses, address)


async def enter(
    stub: table_service_pb2_grpc.TableServiceStub,
    identity: Identity,
    meeting: Meeting,
    addresses: Sequence[Address],
    address: str,
) -> Session:
    """Open a session at the table of somebody who has said hello.

    Raises:
        ShellError: Whatever came between.
    """
    request = table_pb2.AuthRequest(
        ticket=meeting.ticket,
        identity=identity.public,
        signature=sign(identity.node_key, meeting.auth_bytes(addresses)),
        addresses=to_wire(addresses),
    )
    try:
        response = await stub.Auth(request, timeout=ANSWER_SECONDS)
    except grpc.aio.AioRpcError as error:
        raise refused(error, address) from None
    return Session(NodeNumber(response.node), response.token)


async def begin(
    stub: table_service_pb2_grpc.TableServiceStub, identity: Identity, certificate: bytes, address: str
) -> tuple[Meeting, table_pb2.TableServiceBeginResponse]:
    """Say hello and check that the answer is signed by the key that it names, for the certificate that we saw.

    Raises:
        ShellError: Whatever came between.
    """
    nonce = secrets.token_bytes(NONCE_BYTES)
    request = table_pb2.TableServiceBeginRequest(protocol=PROTOCOL, nonce=nonce, identity=identity.public)
    try:
        answer = await stub.Begin(request, timeout=ANSWER_SECONDS)
    except grpc.aio.AioRpcError as error:
        raise refused(error, address) from None
    if answer.protocol != PROTOCOL:
        raise ShellError("other_protocol", ours=PROTOCOL, theirs=answer.protocol)
    meeting = Meeting(
        protocol=PROTOCOL,
        table=Digest(answer.table_id),
        fingerprint=fingerprint(certificate),
        answering=answer.identity,
        calling=identity.public,
        ticket=answer.nonce,
        nonce=nonce,
    )
    if len(answer.nonce) != NONCE_BYTES or not is_signed(
        answer.identity, meeting.begin_bytes(answer.hmac, answer.genesis), answer.signature
    ):
        raise ShellError("impostor", address=address)
    return meeting, answer


async def knows_code(address: str, code: JoinCode) -> bool:
    """Whether the table at an address proves that it knows a join code; it learns nothing of the code by it.

    Raises:
        ShellError: Nobody answers there, or who answers makes no sense.
    """
    stranger = Identity(secrets.token_bytes(KEY_BYTES), b"", b"", b"")
    certificate = await fetch_certificate(address)
    async with pinned_channel(address, certificate) as channel:
        stub = table_service_pb2_grpc.TableServiceStub(channel)
        meeting, answer = await begin(stub, stranger, certificate, address)
    return same(answer.hmac, meeting.host_mac(code.key))


def target(code: JoinCode | None, address: str) -> str:
    """Where to call: what was typed, else what the code holds.

    Raises:
        ShellError: `bad_address`.
    """
    where = address.strip() or (code.address if code else "")
    if not where:
        raise ShellError("needs_address")
    split_address(where)
    return where


def read_genesis(meeting: Meeting, answer: table_pb2.TableServiceBeginResponse, address: str) -> Genesis:
    """Read what is played there, and see that we know it.

    Raises:
        ShellError: `other_protocol`, `other_rules` or `impostor`.
    """
    try:
        message = decode_message(answer.genesis)
    except MalformedError as error:
        raise ShellError("refused", address=address, reason=str(error)) from None
    genesis = message.payload
    if not isinstance(genesis, Genesis) or table_id(message.payload_bytes) != meeting.table:
        raise ShellError("impostor", address=address)
    try:
        variant_of(genesis)
    except OtherProtocolError as error:
        raise ShellError("other_protocol", ours=PROTOCOL, theirs=genesis.protocol) from error
    except OtherRulesError as error:
        raise ShellError("other_rules", reason=str(error)) from error
    except LogError as error:
        raise ShellError("refused", address=address, reason=str(error)) from error
    return genesis
