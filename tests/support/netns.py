"""A network of one's own: computers in network namespaces on a bridge that leads nowhere else.

Every namespace is held by a process that ends when its input does: nothing is left, whatever happens to the tests.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache

import pytest

NET = "10.77.0"
HOLD = ("sh", "-c", "echo held; exec cat >/dev/null")
SECONDS = 20.0


@dataclass(frozen=True)
class Place:
    """One namespace."""

    pid: int
    """Of the process that holds it."""
    address: str = ""

    def program(self, *command: str) -> tuple[str, ...]:
        """The command, run inside."""
        user = () if os.geteuid() == 0 else ("--user", "--preserve-credentials")
        return ("nsenter", f"--target={self.pid}", "--net", *user, "--", *command)

    def run(self, *command: str, said: str = "") -> str:
        """Run it to its end and return what it said; it must not fail."""
        done = subprocess.run(
            self.program(*command), input=said, capture_output=True, text=True, check=False, timeout=SECONDS
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"
        return done.stdout

    def ip(self, arguments: str) -> str:
        """Configure the network here."""
        return self.run("ip", *arguments.split())

    def link_local(self) -> str:
        """The address of `eth0` that holds on this link only."""
        words = self.ip("-6 -br address show dev eth0 scope link").split()
        return next(word for word in words if word.startswith("fe80")).partition("/")[0]

    def drop(self, rule: str, hook: str = "input") -> None:
        """Let a firewall drop what fits a rule of nft."""
        chain = f"chain {hook} {{\n type filter hook {hook} priority 0\n {rule}\n}}"
        self.run("nft", "-f", "-", said=f"table inet t {{\n{chain}\n}}\n")

    def undrop(self) -> None:
        """Take the firewall away."""
        self.run("nft", "flush", "ruleset")

    def count(self, rule: str) -> None:
        """Count what leaves and fits a rule of nft."""
        self.drop(f"{rule} counter", "output")

    def counted(self) -> int:
        """How many packets were counted."""
        words = self.run("nft", "list", "ruleset").split()
        return sum(int(words[at + 1]) for at, word in enumerate(words) if word == "packets")


@dataclass
class Lan:
    """A switch and the computers at it."""

    switch: Place
    stack: ExitStack
    places: list[Place] = field(default_factory=list)

    def computer(self, *, address: str = "") -> Place:
        """Plug in one more: `eth0` on the LAN, and no way anywhere else."""
        number = len(self.places) + 1
        own = address or f"{NET}.{number}"
        place = Place(self.stack.enter_context(_held(self.switch)), own)
        self.places.append(place)
        place.ip("link set lo up")
        # An address is used at once: nobody else here can have it.
        place.run("sh", "-c", "echo 0 > /proc/sys/net/ipv6/conf/default/accept_dad")
        self.plug(place, "eth0", f"{own}/24")
        return place

    def plug(self, place: Place, name: str, address: str) -> None:
        """Give a computer one more interface at the switch."""
        port = f"p{place.pid}{name}"[-15:]
        self.switch.ip(f"link add {port} type veth peer name {name} netns {place.pid}")
        self.switch.ip(f"link set {port} master br0 up")
        place.ip(f"address add {address} dev {name}")
        place.ip(f"link set {name} up")
        if name == "eth0":
            place.ip("route add 224.0.0.0/4 dev eth0")


def needed(*tools: str) -> None:
    """Skip the test where a network of one's own cannot be made, and say why."""
    for tool in ("ip", "nsenter", "unshare", *tools):
        if shutil.which(tool) is None:
            pytest.skip(f"no program {tool}; Debian has it in iproute2, util-linux or nftables")
    if reason := _hindrance():
        pytest.skip(f"no network namespaces here: {reason}")


@contextmanager
def lan(*tools: str) -> Iterator[Lan]:
    """Make a network, and take it away at the end."""
    needed(*tools)
    with ExitStack() as stack:
        switch = Place(stack.enter_context(_held(None)))
        switch.ip("link add br0 type bridge mcast_snooping 0")
        switch.ip("link set br0 up")
        yield Lan(switch, stack)


@contextmanager
def _held(inside: Place | None) -> Iterator[int]:
    """Hold a new namespace; as a user, one that belongs to the same user namespace as the first."""
    user: Sequence[str] = ("--user", "--map-root-user") if os.geteuid() and inside is None else ()
    command = ("unshare", *user, "--net", "--", *HOLD)
    if inside is not None:
        command = inside.program(*command)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        try:
            assert holder.stdout.readline() == b"held\n"
            yield holder.pid
        finally:
            holder.stdin.close()


@cache
def _hindrance() -> str:
    user = ("--user", "--map-root-user") if os.geteuid() else ()
    command = ("unshare", *user, "--net", "--", "ip", "link", "add", "br0", "type", "bridge")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr.strip().splitlines()[-1] if done.returncode else ""
