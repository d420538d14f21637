"""What people say between real nodes: it reaches all, also who has no link to its author, and nothing false does."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.codec import packet_to_wire
from kalooki.seat import Outcome, Said
from kalooki.shell.acquaintances import Acquaintances
from kalooki.shell.bell import Bell
from kalooki.shell.channels import TOKEN, fetch_certificate, pinned_channel
from kalooki.shell.chat import CHAT, Speech
from kalooki.shell.config import Found, Join, NodeOptions, Resume
from kalooki.shell.identity import Identity
from kalooki.shell.joining import authenticate, begin
from kalooki.shell.links import Links
from kalooki.shell.seats import RemoteSeat
from kalooki.shell.store import Store
from kalooki.table.chat import BURST, SLACK, Chat, chat_signing_bytes
from kalooki.table.log import Digest
from kalooki.table.node import Node
from kalooki.table.payloads import PlayerNumber
from kalooki.table.ports import Input
from kalooki.table.signing import sign
from kalooki.wire.v1 import table_pb2, table_service_pb2_grpc
from support.shell_nodes import found, new_identity
from support.shell_running import Running, identity_in, running, until

DONE = Outcome("", "")


class Ear:
    """Somebody who listens at a node."""

    def __init__(self, seat: RemoteSeat) -> None:
        self.heard: list[Said] = []
        self.looks = 0
        self._bell = Bell()
        self._task = asyncio.create_task(self._listen(seat))

    async def _listen(self, seat: RemoteSeat) -> None:
        async for update in seat.updates():
            self.heard += update.said
            self.looks += 1
            self._bell.ring()

    async def hears(self, *said: Said) -> None:
        """Wait until these, and no others, have been heard."""
        await self._bell.wait_until(lambda: len(self.heard) >= len(said))
        assert self.heard == list(said)

    async def hears_at_last(self, said: Said) -> None:
        """Wait until this has been heard."""
        await self._bell.wait_until(lambda: said in self.heard)

    async def looked(self) -> None:
        """Wait until the table has been seen."""
        await self._bell.wait_until(lambda: self.looks > 0)

    async def close(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task


@asynccontextmanager
async def ear(node: Running, *, spectator: bool = False) -> AsyncIterator[Ear]:
    listener = Ear(node.seat(spectator=spectator))
    try:
        yield listener
    finally:
        await listener.close()


def guest(home: Path, host: Running, name: str) -> NodeOptions:
    return NodeOptions(name, Join(host.ready.join_code), home)


async def seated(node: Running, players: int) -> None:
    await until(node.seat(), lambda status, _: status.me >= 0 and len(status.players) == players)


@asynccontextmanager
async def three(tmp_path: Path) -> AsyncIterator[tuple[Running, Running, Running]]:
    """Ann, Ben and Cid, each at a node of their own, in the lobby."""
    async with (
        running(NodeOptions("Ann", Found(seats=4), tmp_path / "ann")) as ann,
        running(guest(tmp_path / "ben", ann, "Ben")) as ben,
    ):
        await seated(ben, 2)
        async with running(guest(tmp_path / "cid", ann, "Cid")) as cid:
            for node in (ann, ben, cid):
                await seated(node, 3)
                await until(node.seat(), lambda status, _: all(player.connected for player in status.players))
            yield ann, ben, cid


async def test_what_one_says_all_at_the_table_hear_in_order_and_who_comes_later_reads_it(tmp_path: Path) -> None:
    async with three(tmp_path) as nodes, ear(nodes[0]) as a, ear(nodes[1]) as b, ear(nodes[2]) as c:
        assert await nodes[1].seat().say("good evening") == DONE
        for listener in (a, b, c):
            await listener.hears(Said(1, "good evening"))
        assert await nodes[0].seat().say("\u4f60\u597d, Ben") == DONE
        for listener in (a, b, c):
            await listener.hears(Said(1, "good evening"), Said(0, "\u4f60\u597d, Ben"))
        async with ear(nodes[2]) as again:
            await again.hears(*c.heard)
        async with ear(nodes[2], spectator=True) as watching:
            await watching.looked()
            assert watching.heard == []


async def test_what_nobody_should_have_to_read_is_refused_at_the_own_node(tmp_path: Path) -> None:
    async with running(NodeOptions("Ann", Found(seats=4), tmp_path / "ann")) as ann:
        seat = ann.seat()
        for text, reason in (
            ("", "0 bytes of text"),
            ("\u00e9" * 201, "402 bytes of text"),
            ("red \x1b[31m", "a character that is invisible or turns the text"),
            ("\u202eabc", "a character that is invisible or turns the text"),
        ):
            assert await seat.say(text) == Outcome("bad_chat", f"reason={reason}")
        said = 0
        while (outcome := await seat.say(str(said))) == DONE:
            said += 1
        assert outcome == Outcome("chat_too_fast", "seconds=1")
        assert said >= BURST
        async with ear(ann) as listener:
            await listener.hears(*(Said(0, str(number)) for number in range(said)))


def written(identity: Identity, table: str, counter: int, text: str) -> Chat:
    """A line of player 1's, as his own node would sign it."""
    player = PlayerNumber(1)
    statement = chat_signing_bytes(Digest(bytes.fromhex(table)), player, counter, text)
    return Chat(player, counter, text, sign(identity.player_key, statement))


async def told(host: Running, identity: Identity, chats: Iterable[Chat]) -> None:
    """Link with the host alone, as a member, and tell it these."""
    address = host.ready.address
    certificate = await fetch_certificate(address)
    async with pinned_channel(address, certificate) as channel:
        stub = table_service_pb2_grpc.TableServiceStub(channel)
        meeting, _ = await begin(stub, identity, certificate, address)
        where = (meeting.table, meeting.answering)
        session = await authenticate(stub, identity, certificate, where, (("127.0.0.1", 9),), address)
        call = stub.Link(metadata=((TOKEN, session.token),))
        try:
            await call.initial_metadata()
            for chat in chats:
                await call.write(table_pb2.LinkRequest(packets=[packet_to_wire(chat)]))
            await call.done_writing()
            async for _response in call:
                pass
        finally:
            call.cancel()


async def test_the_host_tells_on_what_is_true_once_and_a_flood_costs_its_author_alone(tmp_path: Path) -> None:
    async with running(NodeOptions("Ann", Found(seats=4), tmp_path / "ann")) as ann, AsyncExitStack() as stack:
        async with running(guest(tmp_path / "ben", ann, "Ben")) as ben:
            await seated(ben, 2)
            cid = await stack.enter_async_context(running(guest(tmp_path / "cid", ann, "Cid")))
            await seated(cid, 3)
        identity = await asyncio.to_thread(identity_in, tmp_path / "ben")
        for node in (ann, cid):  # from now on Ben has a link to the host alone
            await until(node.seat(), lambda status, _: not status.players[1].connected)
        async with ear(cid) as listener:
            began = asyncio.get_running_loop().time()
            table, now = ann.ready.table_id, time.time_ns() // 1_000_000
            true = [written(identity, table, now + number, f"line {number}") for number in range(40)]
            false = [
                replace(true[0], text="I never said that"),
                replace(true[1], player=PlayerNumber(0)),
                replace(true[2], player=PlayerNumber(7)),
                written(identity, "00" * 32, now, "from another table"),
            ]
            await told(ann, identity, [*false, true[0], *true, true[0]])
            assert (await ann.notice("bad_signature")).node == 1
            assert await ann.seat().say("the end") == DONE
            await listener.hears_at_last(Said(0, "the end"))
            *ben_said, _ = listener.heard
            assert len(ben_said) >= BURST + SLACK
            assert ben_said[:BURST] == [Said(1, f"line {number}") for number in range(BURST)]
            assert set(ben_said) <= {Said(1, chat.text) for chat in true}
            assert len(set(ben_said)) == len(ben_said)
            assert len(ben_said) <= BURST + SLACK + 1 + asyncio.get_running_loop().time() - began
            assert not cid.task.done()


async def test_who_is_blocked_here_is_not_shown_here_though_the_others_hear_him(tmp_path: Path) -> None:
    ben = await asyncio.to_thread(identity_in, tmp_path / "ben")
    people = Acquaintances(tmp_path / "cid")
    await asyncio.to_thread(people.meet, ben.public, "Ben")
    await asyncio.to_thread(people.block, ben.label, blocked=True)
    async with three(tmp_path) as nodes, ear(nodes[0]) as a, ear(nodes[2]) as c:
        assert await nodes[1].seat().say("you cannot read this") == DONE
        await a.hears(Said(1, "you cannot read this"))
        assert await nodes[0].seat().say("hello") == DONE
        await c.hears(Said(0, "hello"))


async def test_what_was_said_is_there_again_after_a_restart_and_stands_in_no_record(tmp_path: Path) -> None:
    async with running(NodeOptions("Ann", Found(seats=4), tmp_path / "ann")) as ann:
        assert await ann.seat().say("see you on Friday") == DONE
        async with ear(ann) as listener:
            await listener.hears(Said(0, "see you on Friday"))
        record = Path(ann.ready.transcript)
    assert b"Friday" not in await asyncio.to_thread(record.read_bytes)
    async with running(NodeOptions("Ann", Resume(), tmp_path / "ann")) as ann, ear(ann) as listener:
        await listener.hears(Said(0, "see you on Friday"))
        assert await ann.seat().say("here we are") == DONE
        await listener.hears(Said(0, "see you on Friday"), Said(0, "here we are"))


def quiet(table: Node, store: Store, identity: Identity) -> tuple[Speech, list[Said], Bell]:
    """What is said at a table with one node."""
    shown, bell = list[Said](), Bell()

    def show(said: Said) -> None:
        shown.append(said)
        bell.ring()

    async def post(_happened: Input) -> None:
        raise AssertionError("talk never comes before the node")

    links = Links(post, lambda _notice: None)
    speech = Speech(
        table,
        identity.player_key,
        links,
        store,
        show=show,
        is_blocked=lambda _identity: False,
        notice=lambda _notice: None,
    )
    return speech, shown, bell


@pytest.mark.parametrize(
    "kept",
    [
        [],
        {"lines": ["zz"]},
        {"lines": ["00"]},
        {"lines": [7]},
        {"lines": 7},
        {"floors": [[0]]},
        {"floors": [["a", "b"]]},
    ],
)
def test_what_was_kept_and_cannot_be_read_is_forgotten_and_stops_nobody(tmp_path: Path, kept: object) -> None:
    identity = new_identity(tmp_path / "ann")
    table, _ = found(identity)
    store = Store(tmp_path / "table.sqlite", table.table_id)
    store.load()
    store.put_about(CHAT, kept)
    speech, shown, _ = quiet(table, store, identity)
    speech.recall()
    assert shown == []
    store.close()


async def test_a_command_that_comes_twice_is_said_once_and_nobody_speaks_for_who_has_gone(tmp_path: Path) -> None:
    identity = await asyncio.to_thread(new_identity, tmp_path / "ann")
    table, _ = await asyncio.to_thread(found, identity)
    store = await asyncio.to_thread(Store, tmp_path / "table.sqlite", table.table_id)
    await asyncio.to_thread(store.load)
    speech, shown, bell = quiet(table, store, identity)
    assert speech.say(PlayerNumber(5), "first", "boo") == Outcome("not_playing", "")
    for _ in range(2):
        assert speech.say(PlayerNumber(0), "second", "hello") == DONE
    for number in range(20):
        speech.say(PlayerNumber(0), f"other{number}", "")
    assert speech.say(PlayerNumber(0), "second", "hello") == DONE  # it is too long ago, and said again
    running = asyncio.create_task(speech.run())
    await bell.wait_until(lambda: len(shown) == 2)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert shown == [Said(0, "hello")] * 2
    await asyncio.to_thread(store.start)
    speech.keep()
    await asyncio.to_thread(store.close)
