"""A seat at a node that runs in another process, as clients use it."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Self, TypeVar

import grpc

from kalooki.codec import MalformedError, action_from_wire, action_to_wire, outcome_from_wire, update_from_wire
from kalooki.rules.actions import Action
from kalooki.rules.registry import presets
from kalooki.seat import Outcome, Update
from kalooki.shell.channels import TOKEN, refused
from kalooki.shell.datadir import read_private
from kalooki.shell.errors import Notice, ShellError
from kalooki.wire.v1 import seat_pb2, seat_service_pb2_grpc

CLIENT: list[tuple[str, str | int]] = [
    ("grpc.enable_http_proxy", 0),
    ("grpc.max_receive_message_length", 1 << 22),
    ("grpc.use_local_subchannel_pool", 1),
]

TRIES = 3
"""How often a command is sent, always under the same id, before the node counts as gone."""

PAUSE = 0.3

Request = TypeVar("Request")
Response = TypeVar("Response")


class RemoteSeat:
    """Implements kalooki.seat.Seat over the own node's SeatService."""

    def __init__(self, address: str, token: bytes = b"", *, spectator: bool = False) -> None:
        self._address = address
        self._metadata = ((TOKEN, token),) if token else ()
        self._spectator = spectator
        self._channel = grpc.aio.insecure_channel(address, options=CLIENT)
        self._stub = seat_service_pb2_grpc.SeatServiceStub(self._channel)

    @classmethod
    async def connect(cls, data_dir: Path, *, spectator: bool = False) -> Self:
        """Use the node that runs on this data directory.

        Raises:
            ShellError: `no_node`.
        """
        with suppress(ValueError, KeyError, TypeError):
            kept = await asyncio.to_thread(read_private, data_dir / "seat.json")
            note = json.loads(kept or b"")
            return cls(note["address"], bytes.fromhex(note["token"]), spectator=spectator)
        raise ShellError("no_node", path=str(data_dir))

    async def updates(self) -> AsyncIterator[Update]:
        """The present state at once, then one update for each change, until the table closes.

        Raises:
            ShellError: `node_gone`.
        """
        async for news in self.news():
            if isinstance(news, Update):
                yield news

    async def news(self) -> AsyncIterator[Update | Notice]:
        """Updates, and notices among them.

        Raises:
            ShellError: `node_gone`.
        """
        await asyncio.to_thread(presets)  # they are found in files, once; views name them
        call = self._stub.Watch(seat_pb2.WatchRequest(spectator=self._spectator), metadata=self._metadata)
        try:
            async for response in call:
                match response.WhichOneof("kind"):
                    case "update":
                        yield update_from_wire(response.update)
                    case "notice":
                        yield _notice(response.notice)
                    case None:
                        pass  # from a later version
        except grpc.aio.AioRpcError as error:
            raise _gone(refused(error, self._address)) from None
        except MalformedError as error:
            raise ShellError("node_gone", reason=str(error)) from None
        finally:
            call.cancel()

    async def act(self, move: int, action: Action) -> Outcome:
        """Play an action that was chosen for `move`."""
        request = seat_pb2.ActRequest(command_id=_new_id(), move=move, action=action_to_wire(action))
        return outcome_from_wire((await self._call(self._stub.Act, request)).outcome)

    async def ready(self, deal: int) -> Outcome:
        """Say that the player is ready for the seat draw (0) or for this deal."""
        request = seat_pb2.ReadyRequest(command_id=_new_id(), deal=deal)
        return outcome_from_wire((await self._call(self._stub.Ready, request)).outcome)

    async def begin(self) -> Outcome:
        """The founder closes the lobby and the game begins."""
        request = seat_pb2.SeatServiceBeginRequest(command_id=_new_id())
        return outcome_from_wire((await self._call(self._stub.Begin, request)).outcome)

    async def close(self, reason: str) -> Outcome:
        """The host closes the table."""
        request = seat_pb2.CloseRequest(command_id=_new_id(), reason=reason)
        return outcome_from_wire((await self._call(self._stub.Close, request)).outcome)

    async def leave(self) -> Outcome:
        """Leave for good: the others play on, and the hand is counted."""
        request = seat_pb2.LeaveRequest(command_id=_new_id())
        return outcome_from_wire((await self._call(self._stub.Leave, request)).outcome)

    async def choose(self, wish: str) -> Outcome:
        """Say what is to become of those who are missed: `wait`, `void` or `backup`."""
        request = seat_pb2.ChooseRequest(command_id=_new_id(), wish=wish)
        return outcome_from_wire((await self._call(self._stub.Choose, request)).outcome)

    async def propose(self, motion: str, whom: int | None = None, *, withdrawn: bool = False, bot: str = "") -> Outcome:
        """Say that all should stop for today (`adjourn`) or play on without a player (`remove`), or no longer so."""
        request = seat_pb2.ProposeRequest(command_id=_new_id(), motion=motion, whom=whom, withdrawn=withdrawn, bot=bot)
        return outcome_from_wire((await self._call(self._stub.Propose, request)).outcome)

    async def say(self, text: str) -> Outcome:
        """Say something to all at the table."""
        request = seat_pb2.SayRequest(command_id=_new_id(), text=text)
        return outcome_from_wire((await self._call(self._stub.Say, request)).outcome)

    async def hint(self) -> tuple[int, Action | None]:
        """What a bot would do, and for which move."""
        response = await self._call(self._stub.Hint, seat_pb2.HintRequest())
        return response.move, action_from_wire(response.action) if response.HasField("action") else None

    async def node(self) -> seat_pb2.StatusResponse:
        """The node's process, its program's version and its memory."""
        return await self._call(self._stub.Status, seat_pb2.StatusRequest())

    async def aclose(self) -> None:
        """Hang up."""
        await self._channel.close()

    async def _call(self, method: grpc.aio.UnaryUnaryMultiCallable[Request, Response], request: Request) -> Response:
        """Call, and call again with the same id where the node could not be heard.

        Raises:
            ShellError: `node_gone`.
        """
        for left in reversed(range(TRIES)):
            try:
                return await method(request, metadata=self._metadata)
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE or not left:
                    raise _gone(refused(error, self._address)) from None
            await asyncio.sleep(PAUSE)
        raise AssertionError


def _gone(error: ShellError) -> ShellError:
    """Say why the own node is not heard; where its socket lies tells a person nothing."""
    reason = str(error.detail["reason"]) if error.code == "unreachable" else str(error)
    return ShellError("node_gone", reason=f"{reason.rstrip('.')}.")


def _new_id() -> str:
    return secrets.token_hex(16)


def _notice(notice: seat_pb2.Notice) -> Notice:
    player = notice.player if notice.HasField("player") else None
    return Notice(notice.code, notice.detail, player, notice.node if notice.HasField("node") else None)
