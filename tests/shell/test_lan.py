"""Tables on a network: found, joined and lost between computers that are network namespaces."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from kalooki.rules.events import DealScored, DealVoided
from kalooki.shell.bell import Bell
from kalooki.shell.children import Child
from kalooki.shell.config import Found, Join, NodeOptions
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.joincode import JoinCode, parse
from kalooki.shell.launch import PROGRAM
from kalooki.shell.seats import RemoteSeat
from support.netns import NET, Lan, Place, lan
from support.processes import started

pytestmark = [pytest.mark.netns, pytest.mark.timeout(240)]

ANYWHERE = "0.0.0.0"  # noqa: S104 - inside a namespace
KALOOKI = (sys.executable, "-m", "kalooki_cli")


@pytest.fixture
def network() -> Iterator[Lan]:
    with lan() as made:
        yield made


@pytest.fixture
def walled() -> Iterator[Lan]:
    with lan("nft") as made:
        yield made


@dataclass
class Table:
    """A node in a namespace, seen from outside over its Unix socket."""

    child: Child
    ready: dict[str, Any]
    notices: list[Notice]
    heard: Bell
    seat: RemoteSeat

    @property
    def port(self) -> int:
        return int(self.ready["address"].rpartition(":")[2])

    async def sees(self, name: str, *, there: bool) -> None:
        """Wait until a player is shown as there, or as away."""
        async for update in self.seat.updates():
            if any(player.name == name and player.connected == there for player in update.status.players):
                return
        raise AssertionError("the table closed")

    async def code(self) -> str:
        """The join code as the lobby shows it now."""
        async for update in self.seat.updates():
            return update.status.join_code
        raise AssertionError("the table closed")

    async def notice(self, code: str) -> Notice:
        await self.heard.wait_until(lambda: any(notice.code == code for notice in self.notices))
        return next(notice for notice in self.notices if notice.code == code)


@asynccontextmanager
async def node(place: Place, options: NodeOptions, *through: str) -> AsyncIterator[Table]:
    """Run a node in a place, through another program if there is one."""
    notices, heard = list[Notice](), Bell()

    def told(notice: Notice) -> None:
        notices.append(notice)
        heard.ring()

    assert options.data_dir is not None
    child = Child(options, place.program(*through, *PROGRAM), options.data_dir, told)
    async with started(child) as ready:
        seat = RemoteSeat(ready["seat"], bytes.fromhex(ready["token"]))
        try:
            yield Table(child, ready, notices, heard, seat)
        finally:
            await seat.aclose()


def hosting(home: Path, *, seats: int = 2, interfaces: tuple[str, ...] = ()) -> NodeOptions:
    """A person who founds a table that is announced."""
    table = Found(seats=seats, begin_when_full=True)
    return NodeOptions("Ann", table, home / "ann", bind=ANYWHERE, announce=True, interfaces=interfaces, auto_ready=True)


def joining(home: Path, code: str, address: str = "", name: str = "Bea") -> NodeOptions:
    return NodeOptions(name, Join(code, address), home / name, bind=ANYWHERE, bot="greedy")


async def look(place: Place, *arguments: str) -> dict[str, Any]:
    """What `kalooki tables --json` says there."""
    command = place.program(*KALOOKI, "tables", "--json", *arguments)
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (0 if found["tables"] else 1)
    return found


async def tables(place: Place, *arguments: str) -> list[dict[str, Any]]:
    """The tables that are found there."""
    rows: list[dict[str, Any]] = (await look(place, *arguments))["tables"]
    return rows


async def begun(table: Table) -> None:
    """Wait until the lobby is over."""
    async for update in table.seat.updates():
        if update.status.phase != "lobby":
            return
    raise AssertionError("the table closed")


async def test_a_table_is_seen_from_another_computer_within_three_seconds_and_joined(
    network: Lan, tmp_path: Path
) -> None:
    ann, bea = network.computer(), network.computer()
    async with node(ann, hosting(tmp_path)) as host:
        found = await look(bea)
        (row,) = found["tables"]
        assert found["seconds"] < 3
        assert row["table"] == host.ready["table_id"]
        assert row["address"] == f"{ann.address}:{host.port}"
        assert (row["title"], row["players"], row["seats"], row["state"]) == ("Ann's table", 1, 2, "open")
        code = JoinCode(parse(host.ready["join_code"]).secret)
        async with node(bea, joining(tmp_path, str(code), row["address"])):
            await begun(host)
            (row,) = await tables(bea)
            assert (row["players"], row["state"]) == (2, "playing")
    assert await tables(bea, "--wait", "1") == []


async def test_with_many_interfaces_a_table_is_seen_and_named_where_its_neighbours_reach_it(
    network: Lan, tmp_path: Path
) -> None:
    ann, bea = network.computer(), network.computer()
    network.plug(ann, "eth1", "169.254.7.7/16")
    ann.ip("link add docker0 type bridge")
    ann.ip("link add tun0 type veth peer name far master docker0")
    ann.ip("link set far up")
    for name, address in (("docker0", "172.17.0.1/16"), ("tun0", "10.8.0.2/24")):
        ann.ip(f"address add {address} dev {name}")
        ann.ip(f"link set {name} up")
    ann.ip("route add default dev tun0")
    async with node(ann, hosting(tmp_path)) as host:
        assert host.ready["address"] == f"{ann.address}:{host.port}"
        assert parse(host.ready["join_code"]).address == host.ready["address"]
        (row,) = (found := await look(bea))["tables"]
        assert found["seconds"] < 3
        assert row["address"] == host.ready["address"]
    async with node(ann, hosting(tmp_path / "narrow", interfaces=("docker0",))) as host:
        assert host.ready["address"] == f"172.17.0.1:{host.port}"
        assert await tables(bea, "--wait", "2") == []


async def test_a_table_is_found_again_when_its_network_comes_back_elsewhere(network: Lan, tmp_path: Path) -> None:
    ann, bea = network.computer(), network.computer()
    async with node(ann, hosting(tmp_path)) as host:
        assert len(await tables(bea)) == 1
        ann.ip("link set eth0 down")
        assert (await host.notice("discovery_blocked")).detail == "no_network"
        assert await tables(bea, "--wait", "1") == []
        ann.ip(f"address del {ann.address}/24 dev eth0")
        ann.ip(f"address add {NET}.200/24 dev eth0")
        ann.ip("link set eth0 up")
        (row,) = await tables(bea, "--wait", "4")
        assert row["address"] == f"{NET}.200:{host.port}"
        assert (await host.notice("address_changed")).detail == row["address"]
        code = await host.code()
        assert parse(code).address == row["address"]
        assert parse(code).secret == parse(host.ready["join_code"]).secret
        async with node(bea, joining(tmp_path, code)):
            await begun(host)


async def test_a_host_says_soon_that_a_firewall_hides_its_table_and_its_code_works_all_the_same(
    walled: Lan, tmp_path: Path
) -> None:
    ann, bea = walled.computer(), walled.computer()
    ann.drop("meta l4proto udp drop")
    async with node(ann, hosting(tmp_path)) as host:
        async with asyncio.timeout(5):
            assert (await host.notice("discovery_blocked")).detail == "nothing_heard"
        assert await tables(bea, "--wait", "2") == []
        async with node(bea, joining(tmp_path, host.ready["join_code"])):
            await begun(host)


async def test_a_host_that_is_heard_says_nothing_of_it(network: Lan, tmp_path: Path) -> None:
    ann, bea = network.computer(), network.computer()
    async with node(ann, hosting(tmp_path)) as host:
        assert len(await tables(bea, "--wait", "3")) == 1
        assert host.notices == []


async def test_who_meets_a_firewall_is_told_where_and_for_how_long_he_waited(walled: Lan, tmp_path: Path) -> None:
    ann, bea = walled.computer(), walled.computer()
    async with node(ann, hosting(tmp_path)) as host:
        ann.drop("meta l4proto tcp drop")
        with pytest.raises(ShellError) as refused:
            async with node(bea, joining(tmp_path, host.ready["join_code"])):
                pass
        assert str(refused.value) == f"Nobody answers at {ann.address}:{host.port}: no answer within 5 seconds."
        # What cannot be joined is not listed either.
        assert await tables(bea, "--wait", "3") == []


async def test_a_table_is_joined_at_an_address_that_holds_on_one_link_only(network: Lan, tmp_path: Path) -> None:
    ann, bea = network.computer(), network.computer()
    async with node(ann, hosting(tmp_path)) as host:
        where = f"[{ann.link_local()}%eth0]:{host.port}"
        async with node(bea, joining(tmp_path, host.ready["join_code"], where)):
            await begun(host)


async def test_a_member_is_found_again_when_the_host_has_another_address(network: Lan, tmp_path: Path) -> None:
    ann, bea = network.computer(), network.computer()
    async with (
        node(ann, hosting(tmp_path, seats=3)) as host,
        node(bea, joining(tmp_path, host.ready["join_code"])) as guest,
    ):
        await guest.sees("Ann", there=True)
        ann.ip(f"address del {ann.address}/24 dev eth0")
        ann.ip(f"address add {NET}.201/24 dev eth0")
        await guest.sees("Ann", there=False)
        await guest.sees("Ann", there=True)


async def test_members_find_each_other_again_when_all_have_other_addresses(network: Lan, tmp_path: Path) -> None:
    ann, bea = network.computer(), network.computer()
    async with (
        node(ann, hosting(tmp_path, seats=3)) as host,
        node(bea, replace(joining(tmp_path, host.ready["join_code"]), announce=True)) as guest,
    ):
        await guest.sees("Ann", there=True)
        for place, last in ((ann, 203), (bea, 204)):
            place.ip(f"address del {place.address}/24 dev eth0")
            place.ip(f"address add {NET}.{last}/24 dev eth0")
        await guest.sees("Ann", there=False)
        await guest.sees("Ann", there=True)
        await host.sees("Bea", there=True)


async def test_a_network_that_swallows_everything_is_noticed_and_the_table_goes_on_when_it_heals(
    walled: Lan, tmp_path: Path
) -> None:
    ann, bea = walled.computer(), walled.computer()
    async with (
        node(ann, hosting(tmp_path, seats=3)) as host,
        node(bea, joining(tmp_path, host.ready["join_code"])) as guest,
    ):
        await guest.sees("Ann", there=True)
        ann.drop("meta l4proto { tcp, udp } drop")
        async with asyncio.timeout(12):  # a ping every 5 s, answered within 3 s
            await asyncio.gather(guest.sees("Ann", there=False), host.sees("Bea", there=False))
        ann.undrop()
        await asyncio.gather(guest.sees("Ann", there=True), host.sees("Bea", there=True))


@pytest.mark.slow
async def test_bots_play_a_deal_on_two_computers_without_a_name_server_or_a_way_out_and_ask_no_proxy(
    walled: Lan, tmp_path: Path
) -> None:
    ann, bea = walled.computer(), walled.computer()
    proxies = [f"{name}=http://127.0.0.1:9" for name in ("http_proxy", "https_proxy", "grpc_proxy", "ALL_PROXY")]
    here = f"ip daddr {{ 127.0.0.0/8, {NET}.0/24, 224.0.0.0/24 }}"
    for place in (ann, bea):
        place.count(f"meta nfproto ipv4 {here} accept\n meta nfproto ipv6 accept\n")
    founder = NodeOptions(
        "Ann",
        Found(seats=2, bots_vote=True, begin_when_full=True),
        tmp_path / "ann",
        bot="greedy",
        bind=ANYWHERE,
        announce=True,
    )
    async with (
        node(ann, founder, "env", *proxies) as host,
        node(bea, joining(tmp_path, host.ready["join_code"]), "env", *proxies),
    ):
        async for update in host.seat.updates():
            if any(isinstance(event, DealScored | DealVoided) for event in update.events):
                break
    assert ann.counted() == bea.counted() == 0


@pytest.mark.slow
async def test_a_game_on_one_computer_sends_nothing_over_its_network(walled: Lan, tmp_path: Path) -> None:
    alone = walled.computer()
    alone.run("sh", "-c", "echo 1 > /proc/sys/net/ipv6/conf/eth0/disable_ipv6")  # the system itself sends there
    alone.count('oifname "eth0"')
    command = alone.program(*KALOOKI, "play", "--exhibition", "--bots", "1", "--data-dir", str(tmp_path / "home"))
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("VALID")
    assert alone.counted() == 0
    knock = f"import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'', ('{NET}.99', 9))"
    alone.run(sys.executable, "-c", knock)
    assert alone.counted() == 1
