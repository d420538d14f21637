"""Which network interfaces there are, what kind each is, and over which of them a table is shown to others."""

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Interface, IPv6Interface

from kalooki.shell.errors import ShellError

if sys.platform == "linux":
    import fcntl

_SIOCGIFFLAGS = 0x8913
_UP, _LOOPBACK, _POINT_TO_POINT, _RUNNING, _MULTICAST = 0x1, 0x8, 0x10, 0x40, 0x1000

_TUNNELS = ("tun", "tap", "wg", "utun", "ppp", "ipsec", "tailscale", "zt", "nordlynx", "gpd")
_VIRTUAL = (
    *("docker", "br-", "virbr", "veth", "vmnet", "vboxnet", "cni", "flannel", "cali", "lxc", "lxdbr", "podman"),
    *("awdl", "llw", "anpi", "bridge1", "vethernet", "dummy", "ifb", "vnet"),
)


class Kind(Enum):
    """What stands behind an interface, as far as names and flags tell."""

    LAN = "network"
    LOOPBACK = "loopback"
    TUNNEL = "tunnel"
    VIRTUAL = "virtual"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Interface:
    """One interface with its addresses."""

    name: str
    index: int
    kind: Kind
    addresses: tuple[IPv4Interface | IPv6Interface, ...]
    multicast: bool = True

    @property
    def v4(self) -> tuple[str, ...]:
        """Its IPv4 addresses, as text."""
        return tuple(str(each.ip) for each in self.addresses if each.version == 4)  # noqa: PLR2004 - IPv4

    @property
    def v6_link(self) -> tuple[str, ...]:
        """Its IPv6 addresses that hold on this link only, without the scope."""
        found = (each.ip for each in self.addresses if isinstance(each, IPv6Interface))
        return tuple(str(each).partition("%")[0] for each in found if each.is_link_local)


def interfaces() -> tuple[Interface, ...]:
    """All interfaces that have an address."""
    import ifaddr  # noqa: PLC0415 - a game on one computer needs none

    found = []
    for adapter in ifaddr.get_adapters():
        name = adapter.nice_name if sys.platform == "win32" else adapter.name
        flags = _flags(name)
        addresses = tuple(_addresses(adapter.ips))
        kind = kind_of(name, flags, addresses)
        multicast = flags is None or bool(flags & _MULTICAST) or kind is Kind.LOOPBACK
        found.append(Interface(name, adapter.index or 0, kind, addresses, multicast))
    return tuple(found)


def kind_of(name: str, flags: int | None, addresses: Iterable[IPv4Interface | IPv6Interface]) -> Kind:
    """Tell what an interface is; without flags its name must do.

    A point-to-point link is a tunnel whatever it is called, and one without a carrier is down.
    """
    word = name.lower()
    if flags is not None and not (flags & _UP and flags & _RUNNING):
        return Kind.DOWN
    if any(each.is_loopback for each in addresses) or (flags is not None and flags & _LOOPBACK):
        return Kind.LOOPBACK
    if word.startswith(_TUNNELS) or (flags is not None and flags & _POINT_TO_POINT):
        return Kind.TUNNEL
    return Kind.VIRTUAL if word.startswith(_VIRTUAL) else Kind.LAN


def chosen(found: Iterable[Interface], wanted: Sequence[str], bind: str) -> tuple[Interface, ...]:
    """Say over which interfaces others are to see us.

    Args:
        found: What there is.
        wanted: Names or addresses that a person asked for; then these, whatever they are.
        bind: The address that we listen on: of one interface, or of all.
    """
    if wanted:
        return tuple(each for each in found if _is_wanted(each, wanted) and each.kind is not Kind.DOWN)
    with suppress(ValueError):
        address = ipaddress.ip_address(bind)
        if address.is_loopback:
            return tuple(each for each in found if each.kind is Kind.LOOPBACK)
        if not address.is_unspecified:
            return tuple(each for each in found if any(own.ip == address for own in each.addresses))
    return tuple(each for each in found if each.kind is Kind.LAN and each.multicast)


def check_wanted(found: Sequence[Interface], wanted: Sequence[str]) -> None:
    """See that the interfaces that a person asked for exist.

    Raises:
        ShellError: `no_interface`, with those that there are.
    """
    for each in wanted:
        if not any(_is_wanted(interface, (each,)) for interface in found):
            known = ", ".join(interface.name for interface in found)
            raise ShellError("no_interface", name=ascii(each[:60])[1:-1], known=known)


def best_hosts(over: Iterable[Interface]) -> tuple[str, ...]:
    """The IPv4 addresses of these interfaces, the one that others most likely reach first."""
    found = [ipaddress.IPv4Address(text) for interface in over for text in interface.v4]
    return tuple(str(each) for each in sorted(found, key=lambda each: (each.is_link_local, not each.is_private)))


def _is_wanted(interface: Interface, wanted: Sequence[str]) -> bool:
    return interface.name in wanted or any(str(own.ip) in wanted for own in interface.addresses)


def _addresses(ips: Iterable[object]) -> Iterator[IPv4Interface | IPv6Interface]:
    for each in ips:
        ip, prefix = each.ip, each.network_prefix  # type: ignore[attr-defined]  # ifaddr.IP has no use but this
        text = ip if isinstance(ip, str) else ip[0]
        with suppress(ValueError):
            yield ipaddress.ip_interface(f"{text.partition('%')[0]}/{prefix}")


def _flags(name: str) -> int | None:
    """The kernel's flags; None where it is not asked this way."""
    if sys.platform != "linux":
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        answer = fcntl.ioctl(probe, _SIOCGIFFLAGS, struct.pack("256s", name.encode()[:15]))
        return int.from_bytes(answer[16:18], sys.byteorder)
    return None
