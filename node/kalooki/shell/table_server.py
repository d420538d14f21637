"""Listens for other nodes, over TLS, and denies every call but the handshake to who has no session."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import grpc
from grpc.aio import ServerInterceptor, ServicerContext

from kalooki.shell.channels import SERVER, join_address, refusal, token_of
from kalooki.shell.door import Door
from kalooki.shell.errors import ShellError
from kalooki.shell.identity import Identity, to_pem
from kalooki.shell.network import check_free, is_free
from kalooki.shell.table_service import Table, TableService
from kalooki.wire.v1 import table_service_pb2_grpc

SERVICE = "/kalooki.wire.v1.TableService/"
OPEN_TO_ALL = frozenset(SERVICE + name for name in ("Begin", "Join", "Auth", "Probe", "Watch"))
"""Every other call needs a session's token; a spectator never gets one."""

STOP_SECONDS = 0.5

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
OptionalHandler: TypeAlias = "grpc.RpcMethodHandler[Any, Any] | None"
"""Generic in the stubs only."""


class TableServer:
    """Listens for other nodes; until it has a table it tells them to come back."""

    def __init__(self, identity: Identity) -> None:
        self.table: Table | None = None
        self.door = Door(time.monotonic)
        self._identity = identity
        self._server = grpc.aio.server(options=SERVER, interceptors=(_TokenInterceptor(self.door),))
        self._service = TableService(identity, self.door, lambda: self.table)
        table_service_pb2_grpc.add_TableServiceServicer_to_server(self._service, self._server)

    async def listen(self, bind: str, port: int, wanted: int = 0) -> int:
        """Begin to listen, and say at which port.

        Args:
            bind: The address of ours.
            port: The port that was asked for; 0 for any.
            wanted: The port to prefer where any will do: the one of last time.

        Raises:
            ShellError: `port_taken` or `not_our_address`.
        """
        if port == 0 and wanted and is_free(bind, wanted):
            port = wanted
        check_free(bind, port)
        credentials = grpc.ssl_server_credentials([(self._identity.tls_key, to_pem(self._identity.certificate))])
        try:
            bound = self._server.add_secure_port(join_address(bind, port), credentials)
        except RuntimeError:
            raise ShellError("port_taken", address=bind, port=port) from None
        await self._server.start()
        return bound

    async def stop(self) -> None:
        """End the streams first: a server waits for those that are open."""
        if self.table is not None:
            self.table.links.close()
            self._service.gallery.close(self.table.changed)
        await self._server.stop(STOP_SECONDS)


class _TokenInterceptor(ServerInterceptor):
    """Denies every call but the handshake to who has no session."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[OptionalHandler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> OptionalHandler:
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        known = self._door.whose(token_of(handler_call_details.invocation_metadata)) is not None
        if method in OPEN_TO_ALL or known or handler is None:
            return handler
        return _deny(handler)


def _deny(handler: Handler) -> Handler:
    """Answer in the handler's own arity that a session is needed."""

    async def deny(_: object, context: ServicerContext[Any, Any]) -> None:
        await context.abort(grpc.StatusCode.UNAUTHENTICATED, refusal(ShellError("not_a_member")))

    if handler.response_streaming:
        return grpc.stream_stream_rpc_method_handler(deny)
    return grpc.unary_unary_rpc_method_handler(deny)
