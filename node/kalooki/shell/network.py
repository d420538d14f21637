"""At which of our addresses others reach us; nothing is sent to find out."""

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress

if sys.platform == "linux":
    import fcntl

LOOPBACK = "127.0.0.1"
ANYWHERE = ("203.0.113.1", 9)
"""An address for documentation: the kernel says which way it would go, and nobody goes."""

_SIOCGIFADDR = 0x8915
_VIRTUAL = ("lo", "docker", "br-", "virbr", "veth", "tun", "tap", "wg")


def reachable_host(bind: str) -> str:
    """Say at which address others most likely reach a node that listens on `bind`."""
    with suppress(ValueError):
        if not ipaddress.ip_address(bind).is_unspecified:
            return bind
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(ANYWHERE)
        return str(probe.getsockname()[0])
    return next(_addresses(), LOOPBACK)


def _addresses() -> Iterator[str]:
    """Go through the IPv4 addresses of real interfaces, where no route leads out of the local network."""
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            if not name.startswith(_VIRTUAL):
                with suppress(OSError):
                    answer = fcntl.ioctl(probe, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                    yield socket.inet_ntoa(answer[20:24])
