"""The founder is gone before the game begins: whoever hosts lets others in by the code, and lets them watch."""

from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.shell.config import Found, Join, NodeOptions
from kalooki.shell.errors import ShellError
from kalooki.shell.joincode import JoinCode, parse
from kalooki.shell.spectator import Spectator
from support.shell_nodes import group
from support.shell_running import Running, running, until

BRISK = (500, 1000)
GROUP = group()


async def without_the_founder(stack: AsyncExitStack, home: Path, *, is_open: bool = False) -> tuple[list[Running], str]:
    """Three have come in, the founder has gone, and one of the others hosts; that one first."""
    found = Found(seats=4, open=is_open)
    ann = NodeOptions("Ann", found, home / "ann", auto_ready=True, election=BRISK)
    host = await stack.enter_async_context(running(ann))
    code = host.ready.join_code
    guests = []
    for name in ("Bea", "Cid"):
        join = Join(code, host.ready.address)
        options = NodeOptions(name, join, home / name, auto_ready=True, election=BRISK)
        guests.append(await stack.enter_async_context(running(options)))
    for guest in guests:
        await until(guest.seat(), lambda status, _: len(status.taken) == 3)
    host.stop.set()
    await host.task
    update = await until(guests[0].seat(), lambda status, _: status.host != 0)
    await until(guests[1].seat(), lambda status, _: status.host == update.status.host)
    return guests if update.status.host == 1 else guests[::-1], code


@pytest.mark.timeout(120)
async def test_an_elected_host_lets_a_newcomer_in_by_the_code_and_nobody_else(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        (host, guest), code = await without_the_founder(stack, tmp_path)
        dot = NodeOptions("Dot", Join(code, host.ready.address), tmp_path / "dot", auto_ready=True)
        false = str(JoinCode(bytes(10)))
        with pytest.raises(ShellError) as wrong:
            await stack.enter_async_context(running(replace(dot, table=Join(false, host.ready.address))))
        assert wrong.value.code == "wrong_code"
        with pytest.raises(ShellError) as elsewhere:
            await stack.enter_async_context(running(replace(dot, table=Join(code, guest.ready.address))))
        assert elsewhere.value.code == "not_the_host"
        newcomer = await stack.enter_async_context(running(dot))
        update = await until(newcomer.seat(), lambda status, _: len(status.taken) == 4)
        assert [one.name for one in update.status.players] == ["Ann", "Bea", "Cid", "Dot"]
        assert update.status.join_code == ""
        there = (await until(host.seat(), lambda status, _: len(status.taken) == 4)).status
        assert parse(there.join_code).secret == parse(code).secret
        assert parse(there.join_code).address == host.ready.address


@pytest.mark.timeout(120)
async def test_who_knows_the_code_may_watch_at_any_member_and_go_on_at_another(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        (host, guest), code = await without_the_founder(stack, tmp_path)
        with pytest.raises(ShellError) as wrong:
            await anext(Spectator(GROUP, JoinCode(bytes(10)), guest.ready.address).updates())
        assert wrong.value.code == "impostor"
        spectator = Spectator(GROUP, parse(code), guest.ready.address)
        assert len((await anext(spectator.updates())).status.taken) == 3
        leave = spectator._leave  # noqa: SLF001 - the word of the member that was asked
        spectator._first, spectator._witness = host.ready.address, None  # noqa: SLF001 - as where it goes on
        assert len((await anext(spectator.updates())).status.taken) == 3
        assert leave
        spectator._leave, spectator._witness = bytes(64), None  # noqa: SLF001 - nobody's word
        with pytest.raises(ShellError) as forged:
            await anext(spectator.updates())
        assert forged.value.code == "bad_signature"


@pytest.mark.timeout(120)
async def test_an_open_table_stays_open_whoever_hosts(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        (host, _), code = await without_the_founder(stack, tmp_path, is_open=True)
        assert code == ""
        dot = NodeOptions("Dot", Join("", host.ready.address), tmp_path / "dot", auto_ready=True)
        newcomer = await stack.enter_async_context(running(dot))
        await until(newcomer.seat(), lambda status, _: len(status.taken) == 4)
