"""Spectators: they see what the whole table sees and check it; they get no seat, no hand and no share."""

import asyncio
import secrets
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path

import grpc
import pytest

from kalooki.seat import Update
from kalooki.shell.channels import fetch_certificate, pinned_channel
from kalooki.shell.config import Found, Resume
from kalooki.shell.errors import ShellError
from kalooki.shell.gallery import MOST_SPECTATORS
from kalooki.shell.group_loader import load_group
from kalooki.shell.identity import Identity
from kalooki.shell.joincode import JoinCode, parse
from kalooki.shell.joining import begin
from kalooki.shell.spectator import MOST_NODES, Spectator
from kalooki.table.moment import Moment
from kalooki.table.payloads import NodeNumber
from kalooki.table.signing import KEY_BYTES, sign
from kalooki.verify import Verdict, verify_transcript
from kalooki.wire.v1 import table_pb2, table_service_pb2_grpc
from support.processes import program
from support.shell_running import Running, bot, founder, running, until
from support.table_scribe import scribe_at

GROUP = load_group()

CHECKS = "kalooki-checks_0"
"""The thread of a spectator's checks."""


def spectator(host: Running, code: str = "") -> Spectator:
    return Spectator(GROUP, parse(code or host.ready.join_code), host.ready.address)


async def sees(updates: AsyncIterator[Update], cards: int) -> Update:
    """Watch until a deal is in play and so many things have happened in it."""
    async for update in updates:
        if update.view is not None and len(update.view.history) >= cards:
            return update
    raise AssertionError("the table closed before")


async def test_a_spectator_sees_the_table_and_no_hand_until_it_closes(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(running(founder(tmp_path / "ann", seats=2)))
        watcher = spectator(host)
        updates = watcher.updates()
        first = await anext(updates)
        assert (first.status.phase, first.status.me, first.view) == ("lobby", -1, None)
        await stack.enter_async_context(running(bot(tmp_path / "bea", host)))
        seen = await sees(updates, 0)
        assert seen.view is not None
        assert (seen.view.seat, seen.view.hand) == (None, ())
        own = await until(host.seat(spectator=True), lambda _, view: view is not None and not view.unopened)
        assert own.view is not None
        assert own.view.variant == seen.view.variant
        assert watcher.witness is not None
        assert watcher.witness.findings == ()
        assert (await host.seat().close("enough")).code == ""
        async for update in updates:
            seen = update
        assert seen.status.phase == "closed"


async def test_no_thread_is_left_of_who_watches_no_more(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host:
        updates = spectator(host).updates()
        await anext(updates)
        assert CHECKS in {thread.name for thread in threading.enumerate()}
        await updates.aclose()  # type: ignore[attr-defined] # it is a generator
        assert CHECKS not in {thread.name for thread in threading.enumerate()}


async def test_a_spectator_goes_on_at_another_node_when_the_host_goes_and_needs_no_code_there(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        own = AsyncExitStack()
        host = await own.enter_async_context(running(founder(tmp_path / "ann", bots_vote=True)))
        for name in ("Bea", "Cid"):
            await stack.enter_async_context(running(bot(tmp_path / name, host, name)))
        watcher = spectator(host)
        updates = watcher.updates()
        async for update in updates:
            if len(update.status.players) == 3:
                break
        await own.aclose()
        async for update in updates:
            if update.status.host != 0 and not update.status.players[0].connected:
                break
        assert [one.connected for one in update.status.players] == [False, True, True]
        assert watcher.lost == 1
        assert watcher.witness is not None
        assert watcher.witness.findings == ()


async def test_a_spectator_is_told_who_goes_away_and_who_comes_back(tmp_path: Path) -> None:
    def here(update: Update) -> dict[str, bool]:
        return {one.name: one.connected for one in update.status.players}

    async with running(founder(tmp_path / "ann", seats=3)) as host:
        updates = spectator(host).updates()
        async with running(bot(tmp_path / "bea", host)):
            async for update in updates:
                if here(update) == {"Ann": True, "Bea": True}:
                    break
        async for update in updates:
            if here(update) == {"Ann": True, "Bea": False}:
                break
        assert update.events == ()
        async with running(replace(bot(tmp_path / "bea", host), table=Resume())):
            async for update in updates:
                if here(update) == {"Ann": True, "Bea": True}:
                    break
        assert here(update) == {"Ann": True, "Bea": True}


async def test_who_does_not_know_the_code_does_not_watch(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host:
        wrong = JoinCode(secrets.token_bytes(10))
        with pytest.raises(ShellError) as refused:
            await anext(spectator(host, str(wrong)).updates())
        assert refused.value.code == "impostor"
        with pytest.raises(ShellError) as refused:
            await anext(Spectator(GROUP, None, host.ready.address).updates())
        assert refused.value.code == "needs_code"


async def ask(host: Running, **changes: bytes) -> grpc.StatusCode:
    """Ask as a spectator, with some fields put in by hand; the status of the answer."""
    address, identity = host.ready.address, Identity(secrets.token_bytes(KEY_BYTES), b"", b"", b"")
    certificate = await fetch_certificate(address)
    async with pinned_channel(address, certificate) as channel:
        stub = table_service_pb2_grpc.TableServiceStub(channel)
        meeting, _ = await begin(stub, identity, certificate, address)
        mac = changes.get("hmac", meeting.watch_mac(parse(host.ready.join_code).key, 1))
        leave = changes.get("leave", b"")
        request = table_pb2.TableServiceWatchRequest(
            ticket=changes.get("ticket", meeting.ticket),
            identity=identity.public,
            hmac=mac,
            leave=leave,
            from_index=1,
            signature=changes.get("signature", sign(identity.node_key, meeting.watch_bytes(1, mac, leave))),
        )
        call = stub.Watch(request)
        with suppress(grpc.aio.AioRpcError):
            async for page in call:
                assert page.leave
                assert page.entries
                return grpc.StatusCode.OK
        return await call.code()


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({}, grpc.StatusCode.OK),
        ({"hmac": bytes(32)}, grpc.StatusCode.PERMISSION_DENIED),
        ({"signature": bytes(64)}, grpc.StatusCode.UNAUTHENTICATED),
        ({"ticket": bytes(32)}, grpc.StatusCode.UNAUTHENTICATED),
        ({"leave": bytes(64)}, grpc.StatusCode.UNAUTHENTICATED),
    ],
)
async def test_a_request_to_watch_is_checked_like_a_request_to_join(
    tmp_path: Path, changes: dict[str, bytes], status: grpc.StatusCode
) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host:
        assert await ask(host, **changes) is status


async def test_a_gallery_is_full_at_last_and_has_room_again_when_somebody_goes(tmp_path: Path) -> None:
    async with running(replace(founder(tmp_path / "ann"), table=Found(seats=2, open=True))) as host:
        async with AsyncExitStack() as stack:
            for _ in range(MOST_SPECTATORS):
                updates = Spectator(GROUP, None, host.ready.address).updates()
                stack.push_async_callback(updates.aclose)  # type: ignore[attr-defined]
                await anext(updates)
            with pytest.raises(ShellError) as refused:
                await anext(Spectator(GROUP, None, host.ready.address).updates())
            assert refused.value.code == "too_many_spectators"
        async with asyncio.timeout(5):
            while True:
                with suppress(ShellError):
                    await anext(Spectator(GROUP, None, host.ready.address).updates())
                    break


async def test_the_command_watches_until_the_table_closes_and_keeps_a_record_that_is_valid(tmp_path: Path) -> None:
    async with running(replace(founder(tmp_path / "ann"), table=Found(seats=2, open=True))) as host:
        saved = tmp_path / "seen.kalooki"
        command = (sys.executable, "-m", "kalooki_cli", "watch", "--open", host.ready.address, "--save", str(saved))
        async with program(*command) as process:
            assert process.stdout is not None
            assert b"You watch" in await process.stdout.readline()
            assert (await host.seat().close("enough")).code == ""
            said = (await process.stdout.read()).decode()
            assert await process.wait() == 0
        assert "deals scored: 0" in said
        report = verify_transcript(await asyncio.to_thread(saved.read_bytes), GROUP, bytes(32))
        assert (report.verdict, report.summary.ending) == (Verdict.VALID, "closed: enough")


def test_who_only_watches_is_told_how_much_of_a_limit_is_left() -> None:
    scribe = scribe_at("dealt", 2)
    genesis = replace(scribe.state.genesis, turn_ms=60_000)
    watching = Spectator(GROUP, None, "127.0.0.1:1")

    def told(adjourned: int = 0) -> int:
        state = replace(scribe.state, genesis=genesis, adjourned=adjourned)
        return watching._timed(Moment(state, (), {})).left_ms  # noqa: SLF001 - what every update is told by

    assert 59_000 < told() <= 60_000
    assert told() <= 60_000
    assert told(3) == 0
    assert watching._timed(Moment(None, (), {})).left_ms == 0  # noqa: SLF001 - before anything is certain


def test_a_member_that_names_others_without_end_fills_no_memory() -> None:
    """A table has so many nodes, and each so many addresses; what is more is no hint but a burden."""
    watcher = Spectator(GROUP, None, "127.0.0.1:9")
    for round_ in range(40):
        page = table_pb2.TableServiceWatchResponse()
        for number in range(round_ * MOST_NODES, (round_ + 1) * MOST_NODES):
            page.members.add(node=number, addresses=[table_pb2.Address(host="10.0.0.1", port=1 + round_)])
        watcher._note_places(page)  # noqa: SLF001 - as pages bring them
    assert len(watcher._book) == MOST_NODES  # noqa: SLF001 - likewise
    page = table_pb2.TableServiceWatchResponse()
    page.members.add(node=3, addresses=[table_pb2.Address(host="10.0.0.2", port=7)])
    page.members.add(node=4, addresses=[table_pb2.Address(host="10.0.0.3", port=number) for number in range(1, 9)])
    watcher._note_places(page)  # noqa: SLF001 - likewise
    assert [watcher._book[NodeNumber(number)] for number in (3, 4)] == [("10.0.0.2:7",), ("10.0.0.1:1",)]  # noqa: SLF001 - likewise
