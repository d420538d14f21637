"""Announces a table on the network and hears of those that others announce: multicast DNS, over chosen interfaces only.

What is heard is a hint. Whoever shows it asks the table itself first (`found_tables`).
"""

import asyncio
import ipaddress
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import TYPE_CHECKING, Any

from kalooki.shell.announcement import OPEN, Announcement, Hint, read_hint
from kalooki.shell.bell import Bell
from kalooki.shell.channels import join_address
from kalooki.shell.errors import Notice
from kalooki.shell.interfaces import Interface, Kind
from kalooki.shell.multicast import echo

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

SERVICE = "_kalooki._tcp.local."
POLL_SECONDS = 1.0
"""How often it is seen whether the interfaces are still the same."""

SETTLE_SECONDS = 0.25
"""How often at most it is seen whether what is announced is still true."""

RESOLVE_MS = 3000
RESOLVE_TIMES = 4
MOST_SERVICES = 128
"""Announcements that are followed; beyond them no new ones are."""

MOST_ADDRESSES = 8
"""Of one announcement."""

Choose = Callable[[], tuple[Interface, ...]]


@dataclass(frozen=True, slots=True)
class Heard:
    """One announcement: what it hints at, and where."""

    hint: Hint
    addresses: tuple[str, ...]


async def announce(  # noqa: PLR0913, PLR0917 - each is a fact of its own
    choose: Choose,
    facts: Callable[[], Announcement | None],
    changed: Bell,
    name: str,
    port: int,
    notice: Callable[[Notice], None],
) -> None:
    """Announce a table for as long as there are facts about it; never returns.

    Args:
        choose: Over which interfaces.
        facts: What is to be said now; None: nothing.
        changed: Rings when the facts may have changed.
        name: Of this node's announcement, unlike any other's.
        port: Where the table listens.
        notice: Hears `discovery_blocked` where others cannot hear us.
    """
    said = ""

    def blocked(reason: str) -> None:
        nonlocal said
        now = facts()
        if reason not in {said, ""} and now is not None and now.state == OPEN:
            notice(Notice("discovery_blocked", reason))
        said = reason

    async def work(over: tuple[Interface, ...]) -> None:
        async with _mdns(over) as mdns, asyncio.TaskGroup() as group:
            group.create_task(_announce_over(mdns, over, facts, changed, name, port))
            blocked(await _hindrance(over))

    await changed.wait_until(lambda: facts() is not None)
    await _over_networks(choose, work, blocked)


async def listen(choose: Choose, heard: Callable[[str, Heard | None], None]) -> None:
    """Hear what is announced; never returns.

    Args:
        choose: Over which interfaces.
        heard: Takes the name of each announcement with what it says; None: it is withdrawn.
    """

    async def work(over: tuple[Interface, ...]) -> None:
        async with _mdns(over) as mdns:
            await _Ear(mdns, over, heard).listen()

    await _over_networks(choose, work, lambda _reason: None)


async def _over_networks(
    choose: Choose, work: Callable[[tuple[Interface, ...]], Awaitable[None]], failed: Callable[[str], None]
) -> None:
    """Work over the interfaces that there are, and anew whenever they are others."""
    await asyncio.to_thread(_load)
    while True:
        over = choose()
        if not over:
            failed("no_network")
            await asyncio.sleep(POLL_SECONDS)
            continue
        task = asyncio.ensure_future(work(over))
        try:
            while not task.done() and choose() == over:
                await asyncio.wait((task,), timeout=POLL_SECONDS)
        finally:
            task.cancel()
            (result,) = await asyncio.gather(task, return_exceptions=True)
        if isinstance(result, BaseException) and not isinstance(result, asyncio.CancelledError):
            if not _is_the_world(result):
                raise result
            failed("no_multicast")
            await asyncio.sleep(POLL_SECONDS)


def _load() -> None:
    """Import what takes time, and looks for libraries in processes of its own."""
    import ifaddr  # noqa: F401, PLC0415 - a game on one computer needs none
    import zeroconf.asyncio  # noqa: F401, PLC0415 - likewise


def _is_the_world(error: BaseException) -> bool:
    """Whether sockets failed, or an interface went away while it was taken into use."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(_is_the_world, error.exceptions))
    from zeroconf import Error  # noqa: PLC0415 - as above

    return isinstance(error, OSError | RuntimeError | Error)


@asynccontextmanager
async def _mdns(over: tuple[Interface, ...]) -> AsyncIterator["AsyncZeroconf"]:
    from zeroconf.asyncio import AsyncZeroconf  # noqa: PLC0415 - as above

    where: list[str | int] = [each.v4[0] for each in over if each.v4]
    where += [each.index for each in over if each.v6_link and each.kind is not Kind.LOOPBACK]
    mdns = AsyncZeroconf(interfaces=where)
    try:
        yield mdns
    finally:
        await mdns.async_close()


async def _announce_over(  # noqa: PLR0913, PLR0917 - as above
    mdns: "AsyncZeroconf",
    over: tuple[Interface, ...],
    facts: Callable[[], Announcement | None],
    changed: Bell,
    name: str,
    port: int,
) -> None:
    """Keep what is announced true."""
    from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415 - as above

    hosts = [host for each in over for host in each.v4] + [host for each in over for host in each.v6_link]
    told: Announcement | None = None
    while True:
        now = facts()
        if now == told:
            await changed.next()
            await asyncio.sleep(SETTLE_SECONDS)  # a game changes all the time, and what is announced hardly ever
        else:
            fields = now.fields() if now else {}
            info = AsyncServiceInfo(
                SERVICE,
                f"{name}.{SERVICE}",
                port,
                properties=fields,
                server=f"{name}.local.",
                parsed_addresses=hosts[: 2 * MOST_ADDRESSES],
            )
            if now is None:
                await (await mdns.async_unregister_service(info))
            elif told is None:
                # The name has a part that was drawn by chance, so nobody else has it and nobody need be asked.
                await (await mdns.async_register_service(info, cooperating_responders=True))
            else:
                await (await mdns.async_update_service(info))
            told = now


async def _hindrance(over: tuple[Interface, ...]) -> str:
    """Say why others cannot hear us, if it can be seen from here; empty as soon as one way seems open."""
    found = await asyncio.gather(*(echo(each.v4[0]) for each in over if each.v4))
    return found[0] if found and all(found) else ""


class _Ear:
    """Follows announcements, so many at once as one network can have."""

    def __init__(
        self, mdns: "AsyncZeroconf", over: tuple[Interface, ...], heard: Callable[[str, Heard | None], None]
    ) -> None:
        self._mdns = mdns
        self._over = over
        self._heard = heard
        self._known: set[str] = set()
        self._resolving: dict[str, asyncio.Task[None]] = {}

    async def listen(self) -> None:
        """Listen until cancelled."""
        from zeroconf import DNSQuestionType  # noqa: PLC0415 - as above
        from zeroconf.asyncio import AsyncServiceBrowser  # noqa: PLC0415 - as above

        # Answers go to all: where several programs of one computer listen, one to a single of them may reach another.
        browser = AsyncServiceBrowser(
            self._mdns.zeroconf, SERVICE, handlers=[self._happened], question_type=DNSQuestionType.QM
        )
        try:
            await asyncio.Event().wait()
        finally:
            await browser.async_cancel()
            tasks = list(self._resolving.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _happened(self, zeroconf: Any, service_type: str, name: str, state_change: "ServiceStateChange") -> None:  # noqa: ANN401 - never used
        from zeroconf import ServiceStateChange  # noqa: PLC0415 - as above

        del zeroconf, service_type
        match state_change:
            case ServiceStateChange.Added | ServiceStateChange.Updated:
                self._follow(name)
            case ServiceStateChange.Removed:
                self._known.discard(name)
                self._heard(name, None)

    def _follow(self, name: str) -> None:
        if name in self._resolving or (name not in self._known and self._followed() >= MOST_SERVICES):
            return
        self._resolving[name] = asyncio.create_task(self._resolve(name))
        self._resolving[name].add_done_callback(lambda _: self._resolving.pop(name, None))

    def _followed(self) -> int:
        return len(self._known | self._resolving.keys())

    async def _resolve(self, name: str) -> None:
        from zeroconf import DNSQuestionType  # noqa: PLC0415 - as above
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415 - as above

        for _ in range(RESOLVE_TIMES):
            info = AsyncServiceInfo(SERVICE, name)
            if await info.async_request(self._mdns.zeroconf, RESOLVE_MS, DNSQuestionType.QM):
                found = read(info, self._over)
                if found is not None:
                    self._known.add(name)
                    self._heard(name, found)
                return


def read(info: "AsyncServiceInfo", over: Sequence[Interface]) -> Heard | None:
    """Read an announcement; None where it is none of a table, or leads nowhere that is near."""
    hint = read_hint(info.properties)
    port = info.port or 0
    if hint is None or not 0 < port < 1 << 16:
        return None
    hosts = nearest(info.parsed_scoped_addresses()[: 4 * MOST_ADDRESSES], over)
    addresses = tuple(join_address(host, port) for host in hosts[:MOST_ADDRESSES])
    return Heard(hint, addresses) if addresses else None


def nearest(hosts: Iterable[str], over: Iterable[Interface]) -> list[str]:
    """Order addresses by how likely they reach; those that are not near are left out.

    Near is what lies in a network of ours, or in one that no router of the world leads to: an announcement must not
    make us call anybody else.
    """
    networks = [own.network for each in over for own in each.addresses]
    ranked: list[tuple[bool, int, bool, int, str]] = []
    for host in hosts:
        with suppress(ValueError, OSError):
            address = ipaddress.ip_address(host)
            far = not any(address in network for network in networks)
            if not (address.is_multicast or address.is_unspecified or (far and address.is_global)):
                ranked.append((far, address.version, address.is_link_local, len(ranked), _scoped(address)))
    return [text for *_, text in sorted(ranked) if text]


def _scoped(address: IPv4Address | IPv6Address) -> str:
    """Write an address with the name of its interface, where it needs one; empty where that is not known.

    Raises:
        OSError: There is no such interface.
    """
    if not address.is_link_local or isinstance(address, IPv4Address):
        return str(address)
    text, _, scope = str(address).partition("%")
    return f"{text}%{socket.if_indextoname(int(scope)) if scope.isdecimal() else scope}" if scope else ""
