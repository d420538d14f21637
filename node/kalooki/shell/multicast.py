"""Whether this computer hears its own multicast on an interface: if not, others can hardly hear it."""

import asyncio
import secrets
import socket
import struct
from contextlib import suppress

GROUP, PORT = "224.0.0.251", 5353
ECHO_SECONDS = 1.0
LONGEST = 9000

CANNOT_SEND = "cannot_send"
NOTHING_HEARD = "nothing_heard"


async def echo(address: str, seconds: float = ECHO_SECONDS) -> str:
    """Ask over one interface for something that nobody has, and listen for our own question.

    What a computer sends to a group comes back to it through the same rules as what others send.

    Returns:
        Nothing where it was heard, else `cannot_send` or `nothing_heard`.
    """
    question = _question()
    loop = asyncio.get_running_loop()
    try:
        own = _socket(address)
    except OSError:
        return CANNOT_SEND
    with own:
        try:
            async with asyncio.timeout(seconds):
                await loop.sock_sendto(own, question, (GROUP, PORT))
                while await loop.sock_recv(own, LONGEST) != question:
                    pass
        except TimeoutError:
            return NOTHING_HEARD
        except OSError:
            return CANNOT_SEND
    return ""


def _socket(address: str) -> socket.socket:
    """Join the group over the interface with this address, beside whoever else listens there."""
    own = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        own.settimeout(0)
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(AttributeError, OSError):  # not everywhere
            own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        own.bind(("", PORT))
        where = socket.inet_aton(address)
        own.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, where)
        own.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
        own.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
        own.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + where)
    except OSError:
        own.close()
        raise
    return own


def _question() -> bytes:
    """A question for a name that was made up just now."""
    labels = (f"echo-{secrets.token_hex(8)}", "_kalooki", "_tcp", "local")
    name = b"".join(bytes([len(label)]) + label.encode("ascii") for label in labels) + b"\0"
    text_record, internet = 16, 1
    return struct.pack(">6H", 0, 0, 1, 0, 0, 0) + name + struct.pack(">2H", text_record, internet)
