"""At which of our addresses others reach us, and whether a port is free; nothing is sent to find out."""

import errno
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress

from kalooki.shell.errors import ShellError

if sys.platform == "linux":
    import fcntl

LOOPBACK = "127.0.0.1"
ANYWHERE = ("203.0.113.1", 9)
"""An address for documentation: the kernel says which way it would go, and nobody goes."""

_SIOCGIFADDR = 0x8915
_NOT_OURS = {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EINVAL}
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


def is_free(bind: str, port: int) -> bool:
    """Whether nobody listens there."""
    try:
        check_free(bind, port)
    except ShellError:
        return False
    return True


def check_free(bind: str, port: int) -> None:
    """Bind the port for a moment: gRPC says less clearly why it cannot.

    Raises:
        ShellError: `port_taken` or `not_our_address`.
    """
    not_ours = ShellError("not_our_address", address=ascii(bind[:60])[1:-1])
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        try:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((bind, port))
        except OSError as error:
            if isinstance(error, socket.gaierror) or error.errno in _NOT_OURS:
                raise not_ours from None
            raise ShellError("port_taken", address=bind, port=port) from None
        except ValueError:  # no name of a computer at all
            raise not_ours from None
