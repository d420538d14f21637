"""Servers that are not what they seem: one that stands in the middle, and one that takes any code."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc

from kalooki.shell.bell import Bell
from kalooki.shell.channels import SERVER, fetch_certificate, pinned_channel, refusal
from kalooki.shell.errors import ShellError
from kalooki.shell.handshake import Meeting
from kalooki.shell.identity import Identity, fingerprint, to_pem
from kalooki.table.genesis import PROTOCOL
from kalooki.table.node import Node
from kalooki.table.signing import sign
from kalooki.wire.v1 import table_pb2, table_service_pb2_grpc
from support.shell_nodes import found, new_identity

Context = grpc.aio.ServicerContext[Any, Any]


class Relay(table_service_pb2_grpc.TableServiceServicer):
    """Passes every call on to the table, and every answer back."""

    def __init__(self, stub: table_service_pb2_grpc.TableServiceStub) -> None:
        self._stub = stub
        self.joins = 0

    async def Begin(  # noqa: N802
        self, request: table_pb2.TableServiceBeginRequest, context: Context
    ) -> table_pb2.TableServiceBeginResponse:
        del context
        return await self._stub.Begin(request)

    async def Join(self, request: table_pb2.JoinRequest, context: Context) -> table_pb2.JoinResponse:  # noqa: N802
        del context
        self.joins += 1
        return await self._stub.Join(request)


class Welcoming(table_service_pb2_grpc.TableServiceServicer):
    """Has a table of its own and lets everybody in, whatever the code."""

    def __init__(self, identity: Identity, node: Node) -> None:
        self._identity = identity
        self._node = node
        self.heard: list[table_pb2.JoinRequest] = []

    async def Begin(  # noqa: N802
        self, request: table_pb2.TableServiceBeginRequest, context: Context
    ) -> table_pb2.TableServiceBeginResponse:
        del context
        meeting = Meeting(
            protocol=PROTOCOL,
            table=self._node.table_id,
            fingerprint=fingerprint(self._identity.certificate),
            answering=self._identity.public,
            calling=request.identity,
            ticket=bytes(32),
            nonce=request.nonce,
        )
        mac = meeting.host_mac(b"guessed")
        genesis = self._node.entries(1, 1)[0].messages[0].wire
        return table_pb2.TableServiceBeginResponse(
            protocol=PROTOCOL,
            table_id=meeting.table,
            nonce=meeting.ticket,
            identity=meeting.answering,
            hmac=mac,
            signature=sign(self._identity.node_key, meeting.begin_bytes(mac, genesis)),
            genesis=genesis,
        )

    async def Join(self, request: table_pb2.JoinRequest, context: Context) -> table_pb2.JoinResponse:  # noqa: N802
        del context
        self.heard.append(request)
        return table_pb2.JoinResponse(node=1, token=bytes(32))


class Replacing(Welcoming):
    """A member that gives up every link for a newer one; the session holds, or it does not."""

    def __init__(self, identity: Identity, node: Node, *, holds: bool) -> None:
        super().__init__(identity, node)
        self._holds = holds
        self.links = 0
        self.linked = Bell()

    async def Auth(self, request: table_pb2.AuthRequest, context: Context) -> table_pb2.AuthResponse:  # noqa: N802
        del request, context
        return table_pb2.AuthResponse(node=1, token=bytes(32))

    async def Link(  # type: ignore[override]  # noqa: N802 - gRPC takes a coroutine, too
        self, request_iterator: AsyncIterator[table_pb2.LinkRequest], context: Context
    ) -> None:
        del request_iterator
        self.links += 1
        self.linked.ring()
        await context.send_initial_metadata(())
        await context.abort(grpc.StatusCode.FAILED_PRECONDITION, refusal(ShellError("replaced")))

    async def Fetch(self, request: table_pb2.FetchRequest, context: Context) -> table_pb2.FetchResponse:  # noqa: N802
        del request
        if self.links and not self._holds:
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, refusal(ShellError("not_a_member")))
        return table_pb2.FetchResponse()


class Leaving(Replacing):
    """A member whose link ends as soon as it is asked for addresses while it stands; and then it never answers."""

    def __init__(self, identity: Identity, node: Node) -> None:
        super().__init__(identity, node, holds=True)
        self.asked = 0
        self._asked = asyncio.Event()

    async def Link(  # type: ignore[override]  # noqa: N802 - gRPC takes a coroutine, too
        self, request_iterator: AsyncIterator[table_pb2.LinkRequest], context: Context
    ) -> None:
        del request_iterator
        self._asked.clear()
        self.links += 1
        await context.send_initial_metadata(())
        await self._asked.wait()
        self.links -= 1
        await context.abort(grpc.StatusCode.FAILED_PRECONDITION, refusal(ShellError("slow")))

    async def Fetch(self, request: table_pb2.FetchRequest, context: Context) -> table_pb2.FetchResponse:  # noqa: N802
        del request, context
        if not self.links:
            return table_pb2.FetchResponse()
        self.asked += 1
        self.linked.ring()
        self._asked.set()
        await asyncio.Event().wait()
        raise AssertionError("nobody waits so long")


@asynccontextmanager
async def serving(
    servicer: table_service_pb2_grpc.TableServiceServicer, identity: Identity, port: int = 0
) -> AsyncIterator[str]:
    """Serve on loopback with this identity's certificate; gives the address."""
    server = grpc.aio.server(options=SERVER)
    table_service_pb2_grpc.add_TableServiceServicer_to_server(servicer, server)
    credentials = grpc.ssl_server_credentials([(identity.tls_key, to_pem(identity.certificate))])
    bound = server.add_secure_port(f"127.0.0.1:{port}", credentials)
    await server.start()
    try:
        yield f"127.0.0.1:{bound}"
    finally:
        await server.stop(0)


@asynccontextmanager
async def relay(home: Path, address: str) -> AsyncIterator[tuple[str, Relay]]:
    """Stand in the middle between a joiner and the table at an address."""
    identity = await asyncio.to_thread(new_identity, home)
    async with pinned_channel(address, await fetch_certificate(address)) as channel:
        servicer = Relay(  # type: ignore[abstract]  # what it lacks, the generated class refuses
            table_service_pb2_grpc.TableServiceStub(channel)
        )
        async with serving(servicer, identity) as ours:
            yield ours, servicer


@asynccontextmanager
async def welcoming(home: Path) -> AsyncIterator[tuple[str, list[table_pb2.JoinRequest]]]:
    """Let everybody in; gives the address and what was heard."""
    identity = await asyncio.to_thread(new_identity, home)
    node, _ = await asyncio.to_thread(found, identity)
    servicer = Welcoming(identity, node)  # type: ignore[abstract]  # likewise
    async with serving(servicer, identity) as address:
        yield address, servicer.heard
