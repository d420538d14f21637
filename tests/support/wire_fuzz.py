"""Sends a running node what no honest node sends: whatever it is, the node answers and stays as it was."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from random import Random

import grpc

from kalooki.shell.channels import TOKEN, fetch_certificate, pinned_channel
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
        code = parse(self._code)
        await join(self._identity, code, self._address, name="Mal", person=False, addresses=(("127.0.0.1", 9),))
        certificate = await fetch_certificate(self._address)
        left = rounds
        while left > 0:
            async with pinned_channel(self._address, certificate) as channel:
                stub = table_service_pb2_grpc.TableServiceStub(channel)
                with suppress(Exception):  # the door counts calls, and may say "not so often"
                    meeting, _ = await begin(stub, self._identity, certificate, self._address)
                    where = (meeting.table, meeting.answering)
                    session = await authenticate(
                        stub, self._identity, certificate, where, (("127.0.0.1", 9),), self._address
                    )
                    left -= await self._link(channel, session.token)
                    for name, wire in self._requests(meeting.ticket, meeting.watch_bytes(1, b"", b"")):
                        await self._call(channel, name, mutated(self._rng, wire), session.token)
                        left -= 1
                await asyncio.sleep(0.25)

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

    async def _link(self, channel: grpc.aio.Channel, token: bytes) -> int:
        """Hold a link and send mutations of what came over it, until the node ends it; return how many."""
        count = 0

        async def packets() -> AsyncIterator[bytes]:
            nonlocal count
            for _ in range(MOST_AT_A_LINK):
                count += 1
                wire = self._rng.choice(self._heard)
                yield wire if self._rng.random() < 0.3 else mutated(self._rng, wire)
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
