"""Addresses: how they are written, and which of ours others reach."""

import ipaddress

import pytest

from kalooki.shell import network
from kalooki.shell.channels import host_of, join_address, split_address
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
