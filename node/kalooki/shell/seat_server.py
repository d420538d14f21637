"""SeatService: a client's door to its own node, on a Unix socket that only its owner can open (else with a token)."""

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import socket
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import grpc
from grpc.aio import ServerInterceptor, ServicerContext

from kalooki.codec import (
    MalformedError,
    action_from_wire,
    action_to_wire,
    outcome_to_wire,
    status_to_wire,
    update_to_wire,
)
from kalooki.codec.limits import MAX_NUMBERS
from kalooki.rules.actions import Action
from kalooki.rules.view import SeatView
from kalooki.seat import Outcome, Update
from kalooki.shell.channels import program_version, refusal, token_of
from kalooki.shell.choosers import STAND_IN
from kalooki.shell.datadir import write_private
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.local_seat import LocalSeat
from kalooki.shell.memory import memory_kb
from kalooki.table.payloads import Choice, Motion, PlayerNumber
from kalooki.table.ports import BeginGame, ChooseAbsent, CloseTable, Command, GetReady, LeaveTable, PlayAction, Propose
from kalooki.wire.v1 import seat_pb2, seat_service_pb2_grpc

LONGEST_SOCKET = 100
"""A Unix socket's path has little room; a longer one goes into a private folder elsewhere."""

HAS_UNIX_SOCKETS = hasattr(socket, "AF_UNIX")
LONGEST_ID = 64
STOP_SECONDS = 0.2

OPTIONS: list[tuple[str, str | int]] = [("grpc.so_reuseport", 0), ("grpc.max_receive_message_length", 1 << 18)]

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
OptionalHandler: TypeAlias = "grpc.RpcMethodHandler[Any, Any] | None"
"""Generic in the stubs only."""


class SeatServer:
    """Listens for this node's own client."""

    def __init__(self, seat: LocalSeat, hint: Callable[[SeatView], Awaitable[Action]]) -> None:
        self.address = ""
        self.token = b""
        self._folder: Path | None = None
        self._note: Path | None = None
        self._guard = _Guard()
        self._server = grpc.aio.server(options=OPTIONS, interceptors=(self._guard,))
        seat_service_pb2_grpc.add_SeatServiceServicer_to_server(_Service(seat, hint), self._server)

    async def listen(self, data_dir: Path) -> None:
        """Begin to listen, and leave a note in the data directory that says where."""
        if HAS_UNIX_SOCKETS:
            self.address = f"unix:{await asyncio.to_thread(self._place, data_dir)}"
            mask = os.umask(0o177)
            try:
                self._server.add_insecure_port(self.address)
            finally:
                os.umask(mask)
        else:
            self.token = self._guard.token = secrets.token_bytes(32)
            self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        await self._server.start()
        self._note = data_dir / "seat.json"
        note = {"address": self.address, "token": self.token.hex()}
        await asyncio.to_thread(write_private, self._note, json.dumps(note).encode())

    def _place(self, data_dir: Path) -> Path:
        """Find room for the socket's file."""
        path = data_dir / "seat.sock"
        if len(os.fsencode(path)) > LONGEST_SOCKET:
            self._folder = Path(tempfile.mkdtemp(prefix="kalooki-"))
            path = self._folder / "seat.sock"
        path.unlink(missing_ok=True)
        return path

    async def stop(self) -> None:
        """Let the watches end, which the publisher does, then stop."""
        await self._server.stop(STOP_SECONDS)
        if self._note is not None:
            await asyncio.to_thread(self._note.unlink, missing_ok=True)
        if self._folder is not None:
            await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)


class _Guard(ServerInterceptor):
    """Asks for the token where anybody on this computer could call."""

    def __init__(self) -> None:
        self.token = b""

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[OptionalHandler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> OptionalHandler:
        handler = await continuation(handler_call_details)
        shown = token_of(handler_call_details.invocation_metadata)
        if handler is None or secrets.compare_digest(self.token, shown):
            return handler
        return _denied(handler)


def _denied(handler: Handler) -> Handler:
    async def deny(_: object, context: ServicerContext[Any, Any]) -> None:
        await context.abort(grpc.StatusCode.UNAUTHENTICATED, refusal(ShellError("not_a_member")))

    make = grpc.unary_stream_rpc_method_handler if handler.response_streaming else grpc.unary_unary_rpc_method_handler
    return make(deny)


class _Service(seat_service_pb2_grpc.SeatServiceServicer):
    """The calls; what is refused by the table comes back as an outcome, not as a status."""

    def __init__(self, seat: LocalSeat, hint: Callable[[SeatView], Awaitable[Action]]) -> None:
        self._seat = seat
        self._hint = hint

    async def Watch(  # noqa: N802 - gRPC's name
        self, request: seat_pb2.WatchRequest, context: ServicerContext[Any, Any]
    ) -> AsyncIterator[seat_pb2.WatchResponse]:
        del context
        async for news in self._seat.watch(spectator=request.spectator, listens=True):
            match news:
                case Update():
                    yield seat_pb2.WatchResponse(update=update_to_wire(news))
                case Notice(code, detail, player, node):
                    notice = seat_pb2.Notice(code=code, detail=detail, player=player, node=node)
                    yield seat_pb2.WatchResponse(notice=notice)

    async def Act(  # noqa: N802 - gRPC's name
        self, request: seat_pb2.ActRequest, context: ServicerContext[Any, Any]
    ) -> seat_pb2.ActResponse:
        try:
            action = action_from_wire(request.action)
        except MalformedError as error:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
        outcome = await self._do(request.command_id, PlayAction(request.move, action), context)
        return seat_pb2.ActResponse(outcome=outcome_to_wire(outcome))

    async def Ready(  # noqa: N802 - gRPC's name
        self, request: seat_pb2.ReadyRequest, context: ServicerContext[Any, Any]
    ) -> seat_pb2.ReadyResponse:
        outcome = await self._do(request.command_id, GetReady(request.deal), context)
        return seat_pb2.ReadyResponse(outcome=outcome_to_wire(outcome))

    async def Begin(  # noqa: N802 - gRPC's name
        self, request: seat_pb2.SeatServiceBeginRequest, context: ServicerContext[Any, Any]
    ) -> seat_pb2.SeatServiceBeginResponse:
        outcome = await self._do(request.command_id, BeginGame(), context)
        return seat_pb2.SeatServiceBeginResponse(outcome=outcome_to_wire(outcome))

    async def Close(  # noqa: N802 - gRPC's name
        self, request: seat_pb2.CloseRequest, context: ServicerContext[Any, Any]
    ) -> seat_pb2.CloseResponse:
        outcome = await self._do(request.command_id, CloseTable(request.reason), context)
        return seat_pb2.CloseResponse(outcome=outcome_to_wire(outcome))

    async def Leave(  # noqa: N802 - gRPC's name
        self, request: seat_pb2.LeaveRequest, context: ServicerContext[Any, Any]
    ) -> seat_pb2.LeaveResponse:
        outcome = await self._do(request.command_id, LeaveTable(), context)
        return seat_pb2.LeaveResponse(outcome=outcome_to_wire(outcome))

    async def Choose(  # noqa: N802 - gRPC's name
        self, request: seat_pb2.ChooseRequest, context: ServicerContext[Any, Any]
    ) -> seat_pb2.ChooseResponse:
        wishes = {choice.value: choice for choice in Choice}
        if request.wish not in wishes:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, "wish: wait or void")
        outcome = await self._do(request.command_id, ChooseAbsent(wishes[request.wish]), context)
        return seat_pb2.ChooseResponse(outcome=outcome_to_wire(outcome))

    async def Propose(  # noqa: N802 - gRPC's name
        self, request: seat_pb2.ProposeRequest, context: ServicerContext[Any, Any]
    ) -> seat_pb2.ProposeResponse:
        motions = {motion.value: motion for motion in Motion}
        motion = motions.get(request.motion)
        is_of_all = motion in {Motion.ADJOURN, Motion.CONTINUE}
        if motion is None or request.HasField("whom") == is_of_all or request.whom >= MAX_NUMBERS:
            await context.abort(
                grpc.StatusCode.INVALID_ARGUMENT,
                "motion: adjourn or continue; or remove, return or stand_in with a player",
            )
            raise AssertionError
        whom = PlayerNumber(request.whom) if request.HasField("whom") else None
        outcome = await self._do(
            request.command_id, Propose(motion, whom, request.withdrawn, request.bot or STAND_IN), context
        )
        return seat_pb2.ProposeResponse(outcome=outcome_to_wire(outcome))

    async def Say(  # noqa: N802 - gRPC's name
        self, request: seat_pb2.SayRequest, context: ServicerContext[Any, Any]
    ) -> seat_pb2.SayResponse:
        await _check_id(request.command_id, context)
        return seat_pb2.SayResponse(outcome=outcome_to_wire(self._seat.speak(request.command_id, request.text)))

    async def Hint(  # noqa: N802 - gRPC's name
        self, request: seat_pb2.HintRequest, context: ServicerContext[Any, Any]
    ) -> seat_pb2.HintResponse:
        del request, context
        update = await anext(self._seat.updates())
        if update.view is None or update.view.seat is None or update.view.turn != update.view.seat:
            return seat_pb2.HintResponse(move=update.status.move)
        action = await self._hint(update.view)
        return seat_pb2.HintResponse(move=update.status.move, action=action_to_wire(action))

    async def Status(  # noqa: N802 - gRPC's name
        self, request: seat_pb2.StatusRequest, context: ServicerContext[Any, Any]
    ) -> seat_pb2.StatusResponse:
        del request, context
        return seat_pb2.StatusResponse(
            status=status_to_wire(self._seat.status()),
            process=os.getpid(),
            version=program_version(),
            memory=await asyncio.to_thread(memory_kb),
        )

    async def _do(self, command_id: str, command: Command, context: ServicerContext[Any, Any]) -> Outcome:
        await _check_id(command_id, context)
        with contextlib.suppress(asyncio.CancelledError):
            return await self._seat.command(command_id, command)
        await context.abort(grpc.StatusCode.UNAVAILABLE, refusal(ShellError("stopping")))
        raise AssertionError


async def _check_id(command_id: str, context: ServicerContext[Any, Any]) -> None:
    """Refuse a name of a command that is none."""
    if not (command_id.isascii() and command_id.isalnum() and len(command_id) <= LONGEST_ID):
        await context.abort(grpc.StatusCode.INVALID_ARGUMENT, "command_id: 1 to 64 letters and digits")
