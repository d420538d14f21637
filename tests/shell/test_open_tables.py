"""Open tables: anybody comes in without a code, everybody is told so, and with a code in hand nobody ends up there."""

from dataclasses import replace
from pathlib import Path

import grpc
import pytest

from kalooki.shell import table_service
from kalooki.shell.channels import fetch_certificate, pinned_channel
from kalooki.shell.config import Found, Join, NodeOptions, Resume
from kalooki.shell.errors import ShellError
from kalooki.shell.joincode import JoinCode
from kalooki.wire.v1 import table_pb2, table_service_pb2_grpc
from support.shell_running import Running, bot, founder, running, until


def open_table(home: Path, seats: int = 3) -> NodeOptions:
    return replace(founder(home), table=Found(seats=seats, begin_when_full=True, open=True))


def guest(home: Path, host: Running, name: str = "") -> NodeOptions:
    return NodeOptions(name, Join("", host.ready.address), home, bot="greedy")


async def probe(address: str) -> table_pb2.ProbeResponse:
    async with pinned_channel(address, await fetch_certificate(address)) as channel:
        stub = table_service_pb2_grpc.TableServiceStub(channel)
        return await stub.Probe(table_pb2.ProbeRequest())


async def test_an_open_table_takes_anybody_and_all_its_clients_say_so(tmp_path: Path) -> None:
    async with running(open_table(tmp_path / "ann")) as host:
        assert host.ready.join_code == ""
        assert not (await probe(host.ready.address)).needs_code
        async with running(guest(tmp_path / "bea", host)) as bea, running(guest(tmp_path / "cid", host)) as cid:
            for node in (host, bea, cid):
                seen = await until(node.seat(), lambda _, view: view is not None and bool(view.hand))
                assert seen.status.open
                assert seen.status.join_code == ""
                # Nobody named the bots, and no two are called the same.
                assert len({one.name for one in seen.status.players}) == 3
    async with running(NodeOptions("", Resume(), tmp_path / "bea", bot="greedy")) as again:
        assert (await until(again.seat(), lambda _, view: view is not None)).status.open


async def test_a_table_with_a_code_is_not_open(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host:
        assert (await probe(host.ready.address)).needs_code
        with pytest.raises(ShellError, match="needs its join code") as refused:
            async with running(guest(tmp_path / "cid", host)):
                pass
        assert refused.value.code == "needs_code"
        async with running(bot(tmp_path / "bea", host)) as bea:
            for node in (host, bea):
                assert not (await until(node.seat(), lambda status, _: status.phase != "lobby")).status.open


async def test_who_has_a_code_is_not_led_to_an_open_table(tmp_path: Path) -> None:
    """Whoever answers at a known address could else say that no code is needed."""
    async with running(open_table(tmp_path / "ann")) as host:
        options = replace(guest(tmp_path / "bea", host), table=Join(str(JoinCode(bytes(10))), host.ready.address))
        with pytest.raises(ShellError, match="is open and knows no code") as refused:
            async with running(options):
                pass
        assert refused.value.code == "needs_no_code"


async def test_an_open_table_still_wants_what_its_callers_sign(tmp_path: Path) -> None:
    async with running(open_table(tmp_path / "ann")) as host:
        address = host.ready.address
        async with pinned_channel(address, await fetch_certificate(address)) as channel:
            stub = table_service_pb2_grpc.TableServiceStub(channel)
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await stub.Join(table_pb2.JoinRequest(ticket=bytes(32), name="X", identity=bytes(32)))
            assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED


async def test_a_seat_that_was_given_up_is_taken_by_somebody_else_as_long_as_players_have_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No seat more than there are; and where too many have come and gone, it is said."""
    monkeypatch.setattr(table_service, "MAX_PLAYERS", 3)
    async with running(replace(open_table(tmp_path / "ann", 2), auto_ready=False)) as host:

        def person(name: str) -> NodeOptions:
            return NodeOptions(name, Join("", host.ready.address), tmp_path / name)

        for name in ("Bea", "Cid"):
            async with running(person(name)) as node:
                seat = node.seat()
                await until(seat, lambda status, _: len(status.taken) == 2)
                await _refused(person("Dot"), "table_full", "all 2 seats are taken")
                assert (await seat.leave()).code == ""
                await until(host.seat(), lambda status, _: len(status.taken) == 1)
        await _refused(person("Dot"), "came_and_went", "have come and gone")


async def test_who_has_given_up_his_seat_before_the_game_is_told_how_he_comes_in_again(tmp_path: Path) -> None:
    async with running(replace(open_table(tmp_path / "ann"), auto_ready=False)) as host:

        def person(folder: str) -> NodeOptions:
            return NodeOptions("Bea", Join("", host.ready.address), tmp_path / folder)

        async with running(person("bea")) as node:
            await until(node.seat(), lambda status, _: len(status.taken) == 2)
        async with running(person("bea")) as node:  # who only went away has his seat
            seat = node.seat()
            assert len((await until(seat, lambda status, _: status.me == 1)).status.taken) == 2
            assert (await seat.leave()).code == ""
            await until(host.seat(), lambda status, _: len(status.taken) == 1)
        await _refused(person("bea"), "gave_seat_up", "join with another one: --data-dir and another folder")
        async with running(person("another")) as node:
            await until(node.seat(), lambda status, _: status.me == 2)
            assert (await host.seat().propose("remove", 2)).code == ""
            await until(host.seat(), lambda status, _: len(status.taken) == 1)
        await _refused(person("another"), "was_sent_away", "nobody comes in again with the same key")


async def _refused(options: NodeOptions, code: str, said: str) -> None:
    with pytest.raises(ShellError, match=said) as refused:
        async with running(options):
            pass
    assert refused.value.code == code
