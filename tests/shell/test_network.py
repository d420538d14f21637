"""Addresses: how they are written, and which of ours others reach."""

import asyncio
import ipaddress

import pytest
from grpc import StatusCode
from grpc.aio import AioRpcError, Metadata

from kalooki.shell import network
from kalooki.shell.channels import fetch_certificate, host_of, join_address, refused, split_address
from kalooki.shell.errors import ShellError
from kalooki.shell.network import reachable_host


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("127.0.0.1:4040", "127.0.0.1", 4040),
        (" host.local:1 ", "host.local", 1),
        ("[::1]:65535", "::1", 65535),
        ("[fe80::1%eth0]:5", "fe80::1%eth0", 5),
    ],
)
def test_an_address_is_a_host_and_a_port(text: str, host: str, port: int) -> None:
    assert split_address(text) == (host, port)
    assert split_address(join_address(host, port)) == (host, port)


@pytest.mark.parametrize(
    "text", ["", ":", ":80", "host", "host:", "host:0", "host:65536", "host:-1", "host:\u0664", "::1:80"]
)
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(ShellError, match="is no address"):
        split_address(text)


@pytest.mark.parametrize(
    ("peer", "host"),
    [("ipv4:127.0.0.1:5000", "127.0.0.1"), ("ipv6:%5B::1%5D:5000", "::1"), ("ipv6:[fe80::1%25eth0]:7", "fe80::1%eth0")],
)
def test_the_caller_is_known_by_its_address(peer: str, host: str) -> None:
    assert host_of(peer) == host


def test_a_node_that_listens_at_one_address_is_reached_there() -> None:
    assert reachable_host("127.0.0.1") == "127.0.0.1"
    assert reachable_host("192.168.1.20") == "192.168.1.20"
    assert reachable_host("::1") == "::1"


def test_a_node_that_listens_everywhere_is_reached_at_an_address_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = str(ipaddress.IPv4Address(0))
    assert not ipaddress.ip_address(reachable_host(everywhere)).is_unspecified
    monkeypatch.setattr(network, "ANYWHERE", ("no route leads here", 9))
    assert not ipaddress.ip_address(reachable_host(everywhere)).is_unspecified


@pytest.mark.parametrize(
    ("details", "reason"),
    [
        ("ipv4:127.0.0.1:9: Failed to connect to remote host: connect: Connection refused (111)", "no program listens"),
        ("unix:/tmp/seat.sock: connect: No such file or directory (2)", "no program listens there"),
        ("Stream removed (Socket closed)", "the connection broke"),
        ("Ssl handshake failed: SSL_ERROR_SSL: CERTIFICATE_VERIFY_FAILED", "another key answers, or no table"),
        ("something that only programmers know", "the connection failed"),
    ],
)
def test_a_connection_that_fails_is_explained_in_plain_words(details: str, reason: str) -> None:
    error = refused(AioRpcError(StatusCode.UNAVAILABLE, Metadata(), Metadata(), details), "10.0.0.7:4040")
    assert error.code == "unreachable"
    assert str(error).startswith(f"Nobody answers at 10.0.0.7:4040: {reason}")
    assert details not in str(error)


def test_silence_is_explained_by_how_long_it_lasted() -> None:
    error = refused(AioRpcError(StatusCode.DEADLINE_EXCEEDED, Metadata(), Metadata(), "Deadline Exceeded"), "a:1")
    assert str(error) == "Nobody answers at a:1: no answer within 5 seconds."


async def test_what_is_no_table_and_a_name_of_nobody_are_told_apart() -> None:
    async def chat(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 this is a mail server\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(chat, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(ShellError, match="what answers there is no table"):
            await fetch_certificate(f"127.0.0.1:{port}")
    with pytest.raises(ShellError, match="no computer has that name"):
        await fetch_certificate("nobody.invalid:4040")
