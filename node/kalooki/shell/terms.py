"""What a table plays by, asked by a stranger before coming in: nobody is let in by it, and no code is told."""

import secrets
from dataclasses import dataclass

from kalooki.rules.variant import Variant
from kalooki.seat import TurnClock
from kalooki.shell.channels import fetch_certificate, pinned_channel
from kalooki.shell.errors import ShellError
from kalooki.shell.handshake import same
from kalooki.shell.identity import Identity
from kalooki.shell.joincode import JoinCode
from kalooki.shell.joining import begin, read_genesis, target
from kalooki.table.genesis import variant_of
from kalooki.table.signing import KEY_BYTES
from kalooki.wire.v1 import table_service_pb2_grpc


@dataclass(frozen=True, slots=True)
class Terms:
    """What its founder signed."""

    table: str
    """The table's id, in hex: the hash of all this."""
    title: str
    seats: int
    variant: Variant
    """With the house rules in force."""
    clock: TurnClock | None
    """None where turns have no limit."""
    needs_code: bool
    """Nobody comes in without its code."""


async def terms(code: JoinCode | None, address: str) -> Terms:
    """Ask a table for its rules.

    Args:
        code: Its code, for the address that it may hold, and to see that the table knows it; nothing of it is told.
        address: Where it listens, if the code does not say it.

    Raises:
        ShellError: Nobody answers there, or plays by rules that we do not know; or it has another code, or none.
    """
    where = target(code, address)
    stranger = Identity(secrets.token_bytes(KEY_BYTES), b"", b"", b"")
    certificate = await fetch_certificate(where)
    async with pinned_channel(where, certificate) as channel:
        stub = table_service_pb2_grpc.TableServiceStub(channel)
        meeting, answer = await begin(stub, stranger, certificate, where)
    genesis = read_genesis(meeting, answer, where)
    clock = TurnClock(genesis.turn_ms, genesis.bank_ms, genesis.plays_on) if genesis.turn_ms else None
    needs_code = answer.hmac != b""
    if code is not None and not needs_code:
        raise ShellError("needs_no_code", address=where)
    if code is not None and not same(answer.hmac, meeting.host_mac(code.key)):
        raise ShellError("other_code", address=where)
    return Terms(meeting.table.hex(), genesis.title, genesis.seats, variant_of(genesis), clock, needs_code)
