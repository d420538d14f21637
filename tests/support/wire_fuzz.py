"""Sends a running node what no honest node sends: whatever it is, the node answers and stays as it was."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from random import Random

import grpc

from kalooki.shell.channels import TOKEN, fetch_certificate, pinned_channel
from kalooki.shell.errors import ShellError
from kalooki.shell.handshake import Meeting
from kalooki.shell.identity import Identity
from kalooki.shell.joincode import parse
from kalooki.shell.joining import authenticate, begin, join
from kalooki.table.signing import KEY_BYTES, sign
from kalooki.wire.v1 import table_pb2, table_service_pb2_grpc

SERVICE = "/kalooki.wire.v1.TableService/"
SECONDS = 3.0
LONGEST = 4096
MOST_AT_A_LINK = 40
"""Packets that are tried before a new link is made."""


def mutated(rng: Random, wire: bytes) -> bytes:  # noqa: PLR0911 - a line per kind
    """Change valid bytes in one of the ways in which bytes go wrong, or make some up."""
    place = rng.randrange(len(wire) + 1)
    match rng.randrange(7):
        case 0:
            return rng.randbytes(rng.randrange(200))
        case 1:
            return wire[:place]
        case 2:
            return wire[:place] + rng.randbytes(rng.randrange(1, 9)) + wire[place:]
        case 3:
            return wire + wire[:place]
        case 4:
            return wire[:place] + bytes(rng.randrange(LONGEST)) + wire[place:]
        case 5:
            return wire[:place] + wire[place + rng.randrange(1, 40) :]
        case _:
            at = min(place, len(wire) - 1)
            return wire[:at] + bytes([wire[at] ^ 1 << rng.randrange(8)]) + wire[at + 1 :] if wire else b"\x00"


class WireFuzzer:
    """One stranger who turned member, with everything that it says."""

    def __init__(self, address: str, code: str, identity: Identity, rng: Random) -> None:
        self._address = address
        self._code = code
        self._identity = identity
        self._rng = rng
        self._heard: list[bytes] = [b""]
        self.sent = 0
        self.answers: dict[str, int] = {}
        """How often the node answered with which status."""

    async def run(self, rounds: int) -> None:
        """Join, and then say so many things in every call that there is."""
        await self.join()
        left = rounds
        while left > 0:
            async with self._inside() as (channel, meeting, token):
                left -= await self._link(channel, token, self._packets())
                for name, wire in self._requests(meeting.ticket, meeting.watch_bytes(1, b"", b"")):
                    await self._call(channel, name, mutated(self._rng, wire), token)
                    left -= 1

    async def say(self, packets: Sequence[bytes], calls: Sequence[tuple[str, bytes]]) -> None:
        """Send these over a link, and then call with these."""
        async with self._inside() as (channel, _, token):
            await self._link(channel, token, packets)
            for name, wire in calls:
                await self._call(channel, name, wire, token)

    async def join(self) -> None:
        """Become a member."""
        code, here = parse(self._code), (("127.0.0.1", 9),)
        await join(self._identity, code, self._address, name="Mal", person=False, addresses=here)

    @asynccontextmanager
    async def _inside(self) -> AsyncIterator[tuple[grpc.aio.Channel, Meeting, bytes]]:
        """Prove to be a member, as often as the door has it, which counts."""
        certificate = await fetch_certificate(self._address)
        while True:
            async with pinned_channel(self._address, certificate) as channel:
                stub = table_service_pb2_grpc.TableServiceStub(channel)
                try:
                    meeting, _ = await begin(stub, self._identity, certificate, self._address)
                    where = (meeting.table, meeting.answering)
                    session = await authenticate(
                        stub, self._identity, certificate, where, (("127.0.0.1", 9),), self._address
                    )
                except ShellError as error:
                    if error.code not in {"too_often", "locked_out"}:
                        raise
                else:
                    yield channel, meeting, session.token
                    return
            await asyncio.sleep(0.25)

    def _packets(self) -> Iterator[bytes]:
        for _ in range(MOST_AT_A_LINK):
            wire = self._rng.choice(self._heard)
            yield wire if self._rng.random() < 0.3 else mutated(self._rng, wire)

    def _requests(self, ticket: bytes, said: bytes) -> Iterator[tuple[str, bytes]]:
        public, key = self._identity.public, self._identity.node_key
        signature, nonce = sign(key, said), secrets.token_bytes(KEY_BYTES)
        certificate = self._identity.certificate
        place = [table_pb2.Address(host="127.0.0.1", port=9)]
        yield "Begin", table_pb2.TableServiceBeginRequest(protocol=1, nonce=nonce, identity=public).SerializeToString()
        yield (
            "Join",
            table_pb2.JoinRequest(
                ticket=ticket,
                name="Mal",
                identity=public,
                tls_certificate=certificate,
                vote=True,
                admission=signature,
                hmac=nonce,
                signature=signature,
                addresses=place,
            ).SerializeToString(),
        )
        yield (
            "Auth",
            table_pb2.AuthRequest(
                ticket=ticket, identity=public, signature=signature, addresses=place
            ).SerializeToString(),
        )
        yield (
            "Watch",
            table_pb2.TableServiceWatchRequest(
                ticket=ticket, identity=public, leave=signature, from_index=1, signature=signature
            ).SerializeToString(),
        )
        yield "Fetch", table_pb2.FetchRequest(from_index=self._rng.getrandbits(63)).SerializeToString()
        yield "Probe", b""
        yield "Other", nonce

    async def _call(self, channel: grpc.aio.Channel, name: str, wire: bytes, token: bytes) -> None:
        """Call once, with the bytes as they are."""
        metadata = ((TOKEN, self._rng.choice((token, bytes(32), b""))),)
        if name == "Watch":
            ask: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(SERVICE + name)
            pages = ask(wire, metadata=metadata, timeout=SECONDS)
            with suppress(grpc.aio.AioRpcError):
                await anext(aiter(pages), None)
            pages.cancel()
            self._note(name, "asked")
            return
        once: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(SERVICE + name)
        try:
            await once(wire, metadata=metadata, timeout=SECONDS)
        except grpc.aio.AioRpcError as error:
            self._note(name, error.code().name)
        else:
            self._note(name, "OK")

    async def _link(self, channel: grpc.aio.Channel, token: bytes, wires: Iterable[bytes]) -> int:
        """Hold a link and send these, until the node ends it; return how many."""
        count = 0

        async def packets() -> AsyncIterator[bytes]:
            nonlocal count
            for wire in wires:
                count += 1
                yield wire
                await asyncio.sleep(0)

        both: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(SERVICE + "Link")
        call = both(packets(), metadata=((TOKEN, token),), timeout=SECONDS)
        try:
            async for wire in call:
                self._heard = [*self._heard[-200:], wire]
        except grpc.aio.AioRpcError as error:
            self._note("Link", error.code().name)
        return count

    def _note(self, name: str, status: str) -> None:
        self.sent += 1
        self.answers[f"{name} {status}"] = self.answers.get(f"{name} {status}", 0) + 1
