"""Which interfaces a table is shown over: those that lead to other people's computers."""

import ipaddress

import pytest

from kalooki.shell.errors import ShellError
from kalooki.shell.interfaces import Interface, Kind, best_hosts, check_wanted, chosen, interfaces, kind_of

UP, LOOPBACK, POINT_TO_POINT, MULTICAST = 0x41, 0x8, 0x10, 0x1000


def made(name: str, *addresses: str, kind: Kind = Kind.LAN, multicast: bool = True) -> Interface:
    return Interface(name, 1, kind, tuple(map(ipaddress.ip_interface, addresses)), multicast)


LO = made("lo", "127.0.0.1/8", "::1/128", kind=Kind.LOOPBACK)
ETH = made("eth0", "192.168.1.20/24", "fe80::1/64")
BARE = made("eth1", "169.254.7.7/16")
DOCKER = made("docker0", "172.17.0.1/16", kind=Kind.VIRTUAL)
TUN = made("tun0", "10.8.0.2/24", kind=Kind.TUNNEL)
GONE = made("wlan0", "192.168.2.2/24", kind=Kind.DOWN)
ALL = (LO, ETH, BARE, DOCKER, TUN, GONE)


@pytest.mark.parametrize(
    ("name", "flags", "address", "kind"),
    [
        ("eth0", UP | MULTICAST, "192.168.1.2/24", Kind.LAN),
        ("wlp3s0", None, "10.0.0.2/8", Kind.LAN),
        ("br0", UP | MULTICAST, "192.168.1.2/24", Kind.LAN),
        ("eth0", 0x1, "192.168.1.2/24", Kind.DOWN),
        ("eth0", 0x40, "192.168.1.2/24", Kind.DOWN),
        ("lo", UP | LOOPBACK, "127.0.0.1/8", Kind.LOOPBACK),
        ("Loopback Pseudo-Interface 1", None, "127.0.0.1/8", Kind.LOOPBACK),
        ("office", UP | POINT_TO_POINT, "10.8.0.2/24", Kind.TUNNEL),
        ("wg0", UP, "10.8.0.2/24", Kind.TUNNEL),
        ("utun3", None, "10.8.0.2/24", Kind.TUNNEL),
        ("docker0", UP | MULTICAST, "172.17.0.1/16", Kind.VIRTUAL),
        ("br-12ab", UP | MULTICAST, "172.18.0.1/16", Kind.VIRTUAL),
        ("virbr0", UP | MULTICAST, "192.168.122.1/24", Kind.VIRTUAL),
        ("vEthernet (WSL)", None, "172.30.0.1/20", Kind.VIRTUAL),
    ],
)
def test_an_interface_is_told_by_its_flags_and_its_name(name: str, flags: int | None, address: str, kind: Kind) -> None:
    assert kind_of(name, flags, [ipaddress.ip_interface(address)]) is kind


@pytest.mark.parametrize(
    ("wanted", "bind", "names"),
    [
        ((), "0.0.0.0", ["eth0", "eth1"]),  # noqa: S104 - nothing is bound
        ((), "::", ["eth0", "eth1"]),
        ((), "127.0.0.1", ["lo"]),
        ((), "192.168.1.20", ["eth0"]),
        ((), "198.51.100.7", []),
        (("docker0",), "0.0.0.0", ["docker0"]),  # noqa: S104 - likewise
        (("10.8.0.2", "eth0"), "0.0.0.0", ["eth0", "tun0"]),  # noqa: S104 - likewise
        (("wlan0",), "0.0.0.0", []),  # noqa: S104 - likewise
    ],
)
def test_what_is_no_network_of_people_is_left_out_unless_it_is_asked_for(
    wanted: tuple[str, ...], bind: str, names: list[str]
) -> None:
    assert [each.name for each in chosen(ALL, wanted, bind)] == names


def test_an_interface_without_multicast_is_left_out() -> None:
    assert chosen([made("eth0", "192.168.1.2/24", multicast=False)], (), "0.0.0.0") == ()  # noqa: S104 - likewise


@pytest.mark.parametrize("name", ["eth9", "192.168.1.21", "\x1b[2J"])
def test_an_interface_that_is_not_there_is_refused_naming_those_that_are(name: str) -> None:
    check_wanted(ALL, ["eth0", "127.0.0.1"])
    with pytest.raises(ShellError, match="but: lo, eth0, eth1") as refused:
        check_wanted(ALL, ["eth0", name])
    assert refused.value.code == "no_interface"
    assert str(refused.value).isprintable()


def test_the_address_that_others_most_likely_reach_comes_first() -> None:
    public = made("eth2", "198.18.0.1/15", "11.1.1.1/8")
    assert best_hosts([BARE, public, ETH]) == ("198.18.0.1", "192.168.1.20", "11.1.1.1", "169.254.7.7")


def test_this_computer_has_a_loopback_interface() -> None:
    (own,) = [each for each in interfaces() if each.kind is Kind.LOOPBACK]
    assert "127.0.0.1" in own.v4
    assert own.multicast
