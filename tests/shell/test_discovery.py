"""Announcing and finding on the loopback interface only, so that nothing leaves the machine."""

import asyncio
import ipaddress
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.shell import found_tables
from kalooki.shell.announcement import Hint
from kalooki.shell.channels import fetch_certificate
from kalooki.shell.config import NodeOptions, Resume
from kalooki.shell.discovery import SERVICE, Heard, nearest, read
from kalooki.shell.errors import ShellError
from kalooki.shell.finding import find, find_by_code, still_there
from kalooki.shell.found_tables import MOST_TABLES, FoundTable, FoundTables, probe
from kalooki.shell.identity import fingerprint
from kalooki.shell.interfaces import Interface, Kind, chosen, interfaces
from kalooki.shell.joincode import JoinCode, parse
from kalooki.shell.multicast import echo
from support.shell_impostors import welcoming
from support.shell_running import Running, bot, founder, running, until

ETH = Interface("eth0", 2, Kind.LAN, (ipaddress.ip_interface("192.168.1.20/24"), ipaddress.ip_interface("9.9.9.9/24")))


def loopback() -> tuple[Interface, ...]:
    return chosen(interfaces(), (), "127.0.0.1")


@asynccontextmanager
async def looking() -> AsyncIterator[FoundTables]:
    tables = FoundTables(loopback)
    task = asyncio.create_task(tables.run())
    try:
        yield tables
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def rows_of(host: Running, rows: Iterable[FoundTable]) -> list[FoundTable]:
    """Other tests may announce tables on this machine, too."""
    return [row for row in rows if row.table == host.ready.table_id]


async def place_of(host: Running) -> tuple[bytes, Heard]:
    table = bytes.fromhex(host.ready.table_id)
    certificate = await fetch_certificate(host.ready.address)
    return table, Heard(Hint(table, fingerprint(certificate)), (host.ready.address,))


async def test_a_table_is_listed_as_it_is_now_and_leaves_the_list_when_it_ends(tmp_path: Path) -> None:
    async with looking() as tables, running(replace(founder(tmp_path / "ann", seats=2), announce=True)) as host:
        await tables.changed.wait_until(lambda: bool(rows_of(host, tables.rows)))
        (row,) = rows_of(host, tables.rows)
        assert (row.title, row.variant) == ("Ann's table", "british")
        assert (row.players, row.seats, row.state, row.needs_code) == (1, 2, "open", True)
        assert (row.address, row.label, row.same_protocol) == (host.ready.address, host.ready.label, True)
        async with running(bot(tmp_path / "bea", host)):
            await tables.changed.wait_until(lambda: [row.state for row in rows_of(host, tables.rows)] == ["playing"])
            assert (await host.seat().close("enough")).code == ""
            await tables.changed.wait_until(lambda: not rows_of(host, tables.rows))


async def test_a_table_that_is_not_announced_is_not_found(tmp_path: Path) -> None:
    async with (
        running(replace(founder(tmp_path / "ann"), announce=True)) as host,
        running(founder(tmp_path / "bea", "Bea")) as silent,
        looking() as tables,
    ):
        await tables.changed.wait_until(lambda: bool(rows_of(host, tables.rows)))
        assert not rows_of(silent, await find(loopback, 5, 0.5))


async def test_ten_tables_on_one_computer_are_ten_rows_and_each_leads_to_its_own_node(tmp_path: Path) -> None:
    options = [replace(founder(tmp_path / str(number)), announce=True) for number in range(10)]
    async with AsyncExitStack() as stack, looking() as tables:
        hosts = await asyncio.gather(*(stack.enter_async_context(running(each)) for each in options))
        await tables.changed.wait_until(lambda: all(rows_of(host, tables.rows) for host in hosts))
        found = {row.table: (row.address, row.label) for row in tables.rows}
        assert {host.ready.table_id: (host.ready.address, host.ready.label) for host in hosts}.items() <= found.items()


async def test_whatever_strangers_announce_only_tables_that_answer_are_listed(tmp_path: Path) -> None:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf  # noqa: PLC0415 - as the program does

    async with looking() as tables, running(replace(founder(tmp_path / "ann"), announce=True)) as host:
        table, heard = await place_of(host)
        own: dict[bytes, bytes | None] = {
            b"id": table.hex().encode(),
            b"fp": heard.hint.fingerprint.hex().encode(),
        }
        told: list[dict[bytes, bytes | None]] = [
            {b"id": b"ff" * 32, b"fp": b"ff" * 32, b"t": b"\x1b[2J\x1b]52;c;aGk=\x07", b"p": b"9/2", b"s": b"open"},
            {**own, b"id": b"00" * 32, b"t": b"somebody else's id"},
            {**own, b"fp": b"ff" * 32, b"t": b"another key"},
            {b"id": b"\xff" * 90, b"fp": None, b"t": b"\x00" * 90},
            {},
        ]
        stranger = AsyncZeroconf(interfaces=["127.0.0.1"])
        try:
            for number, fields in enumerate(told):
                name = f"x\u202e\u2660{number}-{secrets.token_hex(4)}.{SERVICE}"
                info = AsyncServiceInfo(
                    SERVICE,
                    name,
                    int(host.ready.address.rpartition(":")[2]),
                    properties=fields,
                    parsed_addresses=["127.0.0.1"],
                )
                await (await stranger.async_register_service(info, cooperating_responders=True))
            await tables.changed.wait_until(lambda: bool(rows_of(host, tables.rows)))
            listed = {row.table for row in tables.rows}
            assert not listed & {"ff" * 32, "00" * 32}
            (row,) = rows_of(host, tables.rows)
            assert row.title == "Ann's table"
        finally:
            await stranger.async_close()


async def test_looking_ends_in_time_also_where_there_is_no_network() -> None:
    clock = asyncio.get_running_loop().time
    began = clock()
    assert await find(lambda: (), 0.2, 0.1) == ()
    assert 0.2 <= clock() - began < 1.2


async def test_the_list_has_one_row_for_a_table_with_many_addresses_and_names_the_one_that_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(found_tables, "PROBE_SECONDS", 5.0)
    async with running(founder(tmp_path / "ann")) as host, looking() as tables:
        _, heard = await place_of(host)
        tables.hear("one", replace(heard, addresses=("127.0.0.1:1", host.ready.address)))
        tables.hear("two", heard)
        await tables.changed.wait_until(lambda: bool(rows_of(host, tables.rows)))
        assert [row.address for row in rows_of(host, tables.rows)] == [host.ready.address]


async def test_a_goodbye_in_anothers_name_removes_nobody_who_still_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(found_tables, "AGAIN_SECONDS", 0.05)
    async with looking() as tables:
        async with running(founder(tmp_path / "ann", seats=2)) as host:
            _, heard = await place_of(host)
            tables.hear("one", heard)
            await tables.changed.wait_until(lambda: bool(rows_of(host, tables.rows)))
            tables.hear("one", None)
            async with running(bot(tmp_path / "bea", host)):
                await until(host.seat(), lambda status, _: len(status.players) == 2)
                await tables.changed.wait_until(lambda: [row.players for row in rows_of(host, tables.rows)] == [2])
        await tables.changed.wait_until(lambda: not rows_of(host, tables.rows))


async def test_a_list_waits_for_a_table_that_is_slow_to_answer_and_not_for_one_that_never_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(found_tables, "PROBE_SECONDS", 0.02)
    async with running(founder(tmp_path / "ann")) as host, looking() as tables:
        table, heard = await place_of(host)
        tables.hear("nobody", replace(heard, hint=Hint(bytes(32), heard.hint.fingerprint)))
        tables.hear("one", heard)
        assert not tables.is_complete
        await tables.changed.wait_until(lambda: tables.is_complete and bool(rows_of(host, tables.rows)))
        assert table.hex() in {row.table for row in tables.rows}
        assert bytes(32).hex() not in {row.table for row in tables.rows}


async def test_the_table_of_a_code_is_looked_for_until_it_comes(tmp_path: Path) -> None:
    async with running(replace(founder(tmp_path / "cid", "Cid"), announce=True)) as other:
        (row,) = rows_of(other, await find(loopback, 30, 0.1))
        code, wrong = parse(other.ready.join_code), JoinCode(bytes(10))
        assert await find_by_code(tuple, code, 30, [row]) == row
        assert await find_by_code(tuple, wrong, 0.5, [row]) is None
        dead = JoinCode(code.secret, "127.0.0.1:1")
        assert await still_there(loopback, dead, 30) == row.address
        assert await still_there(tuple, dead, 0.1) == dead.address
        assert await still_there(tuple, JoinCode(code.secret, row.address), 0.1) == row.address
        async with running(founder(tmp_path / "ann")) as host:
            code = parse(host.ready.join_code)
        looking_for = asyncio.create_task(find_by_code(loopback, code, 30, [row]))
        async with running(NodeOptions("Ann", Resume(), tmp_path / "ann", announce=True)):
            found = await looking_for
            assert found is not None
            assert found.table == host.ready.table_id


async def test_another_key_or_another_table_than_was_announced_is_not_shown(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host, welcoming(tmp_path / "mallory") as (address, _):
        table, heard = await place_of(host)
        with pytest.raises(ShellError, match="Another key answers"):
            await probe(address, heard.hint.fingerprint, table)
        assert await probe(host.ready.address, heard.hint.fingerprint, bytes(32)) is None
        with pytest.raises(ShellError, match="Nobody answers"):
            await probe("127.0.0.1:1", heard.hint.fingerprint, table)
        found = await probe(host.ready.address, heard.hint.fingerprint, table)
        assert found is not None
        assert found.table == host.ready.table_id


async def test_a_flood_of_announcements_is_followed_up_to_a_bound() -> None:
    async with looking() as tables:
        for number in range(3 * MOST_TABLES):
            hint = Hint(number.to_bytes(32, "big"), bytes(32))
            tables.hear(f"table {number}", Heard(hint, ("127.0.0.1:1",)))
        assert tables.followed == MOST_TABLES


@pytest.mark.parametrize(
    ("hosts", "order"),
    [
        (["10.9.9.9", "192.168.1.7"], ["192.168.1.7", "10.9.9.9"]),
        (["169.254.3.3", "172.16.0.1"], ["172.16.0.1", "169.254.3.3"]),
        (["9.9.9.1", "8.8.8.8"], ["9.9.9.1"]),
        (["224.0.0.251", "0.0.0.0", "2001:4860:4860::8888", "nonsense", "fe80::1", "fe80::1%99999"], []),  # noqa: S104 - no bind
        (["fe80::1%lo", "192.168.1.7"], ["192.168.1.7", "fe80::1%lo"]),
        (["fe80::1%1"], ["fe80::1%lo"]),
    ],
)
def test_near_addresses_come_first_and_far_ones_not_at_all(hosts: list[str], order: list[str]) -> None:
    assert nearest(hosts, [ETH]) == order


@pytest.mark.parametrize(
    ("port", "fields"),
    [
        (0, {"id": "00" * 32, "fp": "00" * 32}),
        (4040, {"id": "00" * 32}),
        (4040, {"id": "00" * 32, "fp": "00" * 32, "t": "x" * 250, "u": "x" * 250}),
        (4040, {}),
    ],
)
async def test_an_announcement_that_makes_no_sense_is_passed_over(port: int, fields: dict[str, str]) -> None:
    from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415 - as the program does

    info = AsyncServiceInfo(SERVICE, f"x.{SERVICE}", port, properties=fields, parsed_addresses=["192.168.1.7"])
    assert read(info, [ETH]) is None


async def test_a_computer_hears_its_own_multicast_on_loopback_and_not_on_an_address_that_it_has_not() -> None:
    assert await echo("127.0.0.1") == ""
    assert await echo("198.51.100.7") == "cannot_send"


def test_a_node_that_announces_nothing_loads_nothing_for_it() -> None:
    program = (
        "import sys; import kalooki.shell.process; from kalooki.shell.network import reachable_host;"
        " reachable_host('127.0.0.1'); print([name for name in ('zeroconf', 'ifaddr') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
