"""How gRPC is set up. Option names are unchecked strings: only the behaviour in the tests proves them."""

import errno
import json
import socket
import ssl
from asyncio import open_connection, timeout
from collections.abc import Sequence
from contextlib import suppress
from functools import cache

import grpc

from kalooki.shell.errors import ShellError
from kalooki.shell.identity import TLS_NAME, to_pem
from kalooki.worded import Worded

Options = list[tuple[str, str | int]]

PEER: Options = [
    ("grpc.keepalive_time_ms", 5000),
    ("grpc.keepalive_timeout_ms", 3000),
    ("grpc.http2.ping_timeout_ms", 3000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.http2.bdp_probe", 0),
    ("grpc.max_receive_message_length", 1 << 20),
]
CLIENT: Options = [
    *PEER,
    ("grpc.enable_http_proxy", 0),
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.min_reconnect_backoff_ms", 500),
    ("grpc.max_reconnect_backoff_ms", 1500),
    ("grpc.ssl_target_name_override", TLS_NAME),
    ("grpc.use_local_subchannel_pool", 1),
]
SERVER: Options = [
    *PEER,
    ("grpc.so_reuseport", 0),
    ("grpc.http2.min_ping_interval_without_data_ms", 2000),
    ("grpc.max_concurrent_streams", 64),
]

TOKEN = "kalooki-token-bin"  # noqa: S105 - a name
"""The metadata key of a session's token."""

ANSWER_SECONDS = 5.0
"""How long one call to another node may take."""

LONGEST_ADDRESS = 256


@cache
def program_version() -> str:
    """The version of this program, for people."""
    from importlib.metadata import version  # noqa: PLC0415 - slow, and seldom asked for

    return version("kalooki")


def pinned_channel(address: str, certificate: bytes) -> grpc.aio.Channel:
    """Open a channel to whoever holds this certificate's key, and to nobody else.

    Raises:
        ShellError: `refused`: it is no certificate.
    """
    try:
        pem = to_pem(certificate)
    except ValueError:
        raise ShellError("refused", address=address, reason=Worded("the TLS certificate cannot be read")) from None
    credentials = grpc.ssl_channel_credentials(root_certificates=pem)
    return grpc.aio.secure_channel(address, credentials, options=CLIENT)


async def fetch_certificate(address: str) -> bytes:
    """Ask for the certificate at an address over a plain TLS connection.

    Raises:
        ShellError: `bad_address` or `unreachable`.
    """
    host, port = split_address(address)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # whoever answers is checked afterwards, by this certificate's fingerprint
    context.set_alpn_protocols(["h2"])
    try:
        async with timeout(ANSWER_SECONDS):
            _, writer = await open_connection(host, port, ssl=context, server_hostname=TLS_NAME)
    except (OSError, TimeoutError) as error:
        raise ShellError("unreachable", address=address, reason=_reason(error)) from None
    certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.transport.abort()
    if not certificate:
        raise ShellError("unreachable", address=address, reason=NO_TABLE)
    return bytes(certificate)


def split_address(address: str) -> tuple[str, int]:
    """Take `host:port` or `[v6]:port` apart.

    Raises:
        ShellError: `bad_address`.
    """
    host, colon, port = address.strip().rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    readable = len(address) <= LONGEST_ADDRESS and bare.isprintable() and not any(sign in bare for sign in " /@?#")
    if not (colon and bare and readable and port.isascii() and port.isdigit() and 0 < int(port) < 1 << 16):
        raise ShellError("bad_address", address=ascii(address[:60])[1:-1])
    if ":" in bare and bare == host:  # an IPv6 address needs its brackets
        raise ShellError("bad_address", address=ascii(address[:60])[1:-1])
    return bare, int(port)


def join_address(host: str, port: int) -> str:
    """Put an address together."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def host_of(peer: str) -> str:
    """Take the IP address out of what gRPC calls a peer: `ipv4:127.0.0.1:5000`, `ipv6:%5B::1%5D:5000`."""
    address = peer.partition(":")[2].replace("%5B", "[").replace("%5D", "]").replace("%25", "%")
    return address.rpartition(":")[0].removeprefix("[").removesuffix("]")


def refusal(error: ShellError) -> str:
    """Write an error as the details of a gRPC status."""
    return json.dumps({"code": error.code, **error.detail})


def refused(error: grpc.aio.AioRpcError, address: str) -> ShellError:
    """Read a status as the other side meant it; whatever it is, it becomes one clear error."""
    details = error.details() or ""
    with suppress(ValueError, TypeError, AttributeError):
        fields = {str(key)[:32]: value for key, value in json.loads(details[:2000]).items()}
        code = fields.pop("code")
        fields = {key: _inert(value) for key, value in fields.items()}
        if isinstance(code, str):
            return ShellError(code[:32], **{"address": address, **fields})
    if error.code() in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}:
        return ShellError("unreachable", address=address, reason=_broken(error.code(), details))
    return ShellError("refused", address=address, reason=f"{error.code().name.lower()}: {_short(details)}")


def _inert(value: object) -> str | int:
    return value if isinstance(value, int) else _short(str(value))


def _short(text: str) -> str:
    """Make words of others harmless to print."""
    return "".join(sign if sign.isprintable() else "?" for sign in text[:200])


NO_ANSWER = Worded("no answer within {seconds} seconds", seconds=round(ANSWER_SECONDS))
NOBODY = Worded("no program listens there")

BROKE = Worded("the connection broke")
FAILED = Worded("the connection failed")
NO_TABLE = Worded("what answers there is no table")

_REASONS = {
    errno.ECONNREFUSED: NOBODY,
    errno.ENOENT: NOBODY,
    errno.ECONNRESET: BROKE,
    errno.EHOSTUNREACH: Worded("no such computer can be reached"),
    errno.ENETUNREACH: Worded("no network leads there"),
}


def _reason(error: OSError) -> str:
    """Say plainly why a connection failed; the words of Python and of the system are for programmers."""
    match error:
        case ssl.SSLError():
            return NO_TABLE
        case socket.gaierror():
            return Worded("no computer has that name")
        case TimeoutError():
            return NO_ANSWER
        case _:
            return _REASONS.get(error.errno or 0, FAILED)


def _broken(code: grpc.StatusCode, details: str) -> str:
    """Say plainly why a call failed."""
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return NO_ANSWER
    said = details.lower()
    if any(word in said for word in ("refused", "no such file")):
        return NOBODY
    if any(word in said for word in ("ssl", "handshake", "certificate")):
        return Worded("another key answers, or no table")
    if any(word in said for word in ("socket closed", "stream removed", "goaway", "reset")):
        return BROKE
    return FAILED


def token_of(metadata: Sequence[tuple[str, str | bytes]] | None) -> bytes:
    """Find a session's token in a call's metadata; empty where there is none."""
    for key, value in metadata or ():
        if key == TOKEN and isinstance(value, bytes):
            return value
    return b""
