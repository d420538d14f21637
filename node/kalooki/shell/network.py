"""At which of our addresses others reach us, and whether a port is free; nothing is sent to find out."""

import errno
import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress

from kalooki.shell.errors import ShellError
from kalooki.shell.interfaces import best_hosts, chosen, interfaces

LOOPBACK = "127.0.0.1"
ANYWHERE = ("203.0.113.1", 9)
"""An address for documentation: the kernel says which way it would go, and nobody goes."""

_NOT_OURS = {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EINVAL}


def reachable_host(bind: str, wanted: Sequence[str] = ()) -> str:
    """Say at which address others most likely reach a node that listens on `bind`.

    The way to the rest of the world leads through a tunnel where there is one, and nobody on this network would find us
    at its other end; so it counts only among the interfaces over which we are shown.
    """
    with suppress(ValueError):
        if not ipaddress.ip_address(bind).is_unspecified:
            return bind
    hosts = best_hosts(chosen(interfaces(), wanted, bind))
    way = _way_out()
    if hosts:
        return way if way in hosts and not ipaddress.ip_address(way).is_link_local else hosts[0]
    return way or LOOPBACK


def _way_out() -> str:
    """From which address of ours the kernel would call somebody far away; empty where no route leads there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(ANYWHERE)
        return str(probe.getsockname()[0])
    return ""


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
