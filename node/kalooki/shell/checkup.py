"""Looks for what keeps a game from working here: network, ports, firewalls, clock, the deck's library, disk."""

import asyncio
import os
import platform
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path

from kalooki.shell.channels import program_version
from kalooki.shell.datadir import check_usable
from kalooki.shell.errors import ShellError
from kalooki.shell.group_loader import GroupUnavailableError, load_group
from kalooki.shell.interfaces import Interface, Kind, chosen, interfaces
from kalooki.shell.multicast import PORT, echo
from kalooki.shell.network import check_free
from kalooki.shell.tables import kept_port
from kalooki.worded import Worded

ANYWHERE = "0.0.0.0"  # noqa: S104 - where a table listens if nobody says otherwise
FIRST_YEAR, LAST_YEAR = 2025, 2099
SCARCE, LITTLE = 20 << 20, 200 << 20
"""Bytes of free disk: a game writes less than a megabyte a deal."""

TOOL_SECONDS = 3.0


class Level(Enum):
    """How bad it is."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    topic: str
    level: Level
    code: str
    """What was found; the client has the sentence, and the advice."""
    detail: Mapping[str, str]


async def check_up(home: Path, wanted: Sequence[str], port: int) -> tuple[Finding, ...]:
    """Look at everything but the terminal.

    Args:
        home: The data folder.
        wanted: The interfaces that a person asked for.
        port: The port that a table is to have; 0 for any.
    """
    found = await asyncio.to_thread(interfaces)
    over = chosen(found, wanted, ANYWHERE)
    networks = (*_interfaces(found, over), *await _multicast(over))
    return (*networks, *await asyncio.to_thread(lambda: tuple(_this_computer(home, port))))


def _this_computer(home: Path, port: int) -> Iterator[Finding]:
    yield from _ports(home, port)
    yield from _firewalls()
    yield _clock(time.localtime().tm_year)
    yield _group()
    yield from _disk(home)
    yield _found("program", Level.OK, "program", version=program_version(), python=platform.python_version())


def _found(topic: str, level: Level, code: str, **detail: object) -> Finding:
    return Finding(topic, level, code, {name: str(value) for name, value in detail.items()})


def _interfaces(found: Sequence[Interface], over: Sequence[Interface]) -> Iterator[Finding]:
    for each in found:
        addresses = ", ".join((*each.v4, *each.v6_link)) or "-"
        code = "used" if each in over else "left_out" if each.multicast else "no_multicast"
        yield _found("network", Level.OK, code, name=each.name, kind=each.kind.value, addresses=addresses)
    if not over:
        yield _found("network", Level.WARN, "no_network")
    if any(each.kind is Kind.TUNNEL for each in found):
        yield _found("network", Level.WARN, "tunnel")


async def _multicast(over: Sequence[Interface]) -> list[Finding]:
    """Send to the group on each interface, and listen."""
    asked = [each for each in over if each.v4]
    answers = await asyncio.gather(*(echo(each.v4[0]) for each in asked))
    return [
        _found("multicast", Level.BAD if answer else Level.OK, answer or "heard", name=each.name, port=PORT)
        for each, answer in zip(asked, answers, strict=True)
    ]


def _ports(home: Path, port: int) -> Iterator[Finding]:
    """See that a table can listen: at the port that was asked for, and at the one that it had last."""
    last = 0
    with suppress(ShellError):
        last = kept_port(home)
    for number, level in ((port, Level.BAD), (last, Level.WARN)):
        if number or level is Level.BAD:
            try:
                check_free(ANYWHERE, number)
            except ShellError:
                yield _found("port", level, "taken" if level is Level.BAD else "last_taken", port=number)
            else:
                yield _found("port", Level.OK, "free" if number else "any_free", port=number)


def _firewalls() -> tuple[Finding, ...]:
    """Look for firewalls that may drop what comes in; only some can be asked by everybody."""
    signs = [name for name, sees in (("ufw", _ufw), ("firewalld", _firewalld), ("nftables", _nftables)) if sees()]
    if not signs:
        return (_found("firewall", Level.OK, "none_seen"),)
    return tuple(_found("firewall", Level.WARN, "firewall", name=name) for name in signs)


def _ufw() -> bool:
    with suppress(OSError):
        return "ENABLED=yes" in Path("/etc/ufw/ufw.conf").read_text(encoding="utf-8", errors="replace").split()
    return False


def _firewalld() -> bool:
    return Path("/run/firewalld").exists()


def _nftables() -> bool:
    """Whether rules for what comes in drop or refuse anything; only the administrator may see them."""
    tool = shutil.which("nft")
    if tool is None:
        return False
    with suppress(OSError, subprocess.TimeoutExpired):
        asked = subprocess.run(  # noqa: S603 - the system's own tool
            [tool, "-s", "list", "ruleset"], capture_output=True, text=True, check=False, timeout=TOOL_SECONDS
        )
        chains = asked.stdout.split("chain ")[1:]
        return any("hook input" in chain and ("drop" in chain or "reject" in chain) for chain in chains)
    return False


def _clock(year: int) -> Finding:
    sane = FIRST_YEAR <= year <= LAST_YEAR
    return _found("clock", Level.OK if sane else Level.WARN, "clock" if sane else "clock_wrong", year=year)


def _group() -> Finding:
    try:
        group = load_group()
    except GroupUnavailableError as error:
        return _found("deck", Level.BAD, "no_group", reason=error)
    if group.constant_time:
        return _found("deck", Level.OK, "group", name=group.name)
    return _found("deck", Level.WARN, "slow_group", name=group.name)


def _check_usable(home: Path, stands: Path) -> None:
    """See that the folder can be used, without making it.

    Raises:
        ShellError: As a node would say it.
    """
    if stands == home:
        check_usable(home)
    elif not os.access(stands, os.W_OK | os.X_OK):
        raise ShellError("unwritable", path=str(stands), reason=Worded("no permission"))


def _disk(home: Path) -> Iterator[Finding]:
    stands = next(each for each in (home, *home.parents) if each.exists())
    about = partial(_found, "disk", path=home)
    try:
        _check_usable(home, stands)
        yield about(Level.OK, "writable")
    except ShellError as error:
        busy = error.code == "data_dir_in_use"
        yield about(Level.OK if busy else Level.BAD, error.code, reason=error.detail.get("reason", ""))
    with suppress(OSError):
        free = shutil.disk_usage(stands).free
        level = Level.BAD if free < SCARCE else Level.WARN if free < LITTLE else Level.OK
        yield about(level, "space" if level is Level.OK else "little_space", megabytes=free >> 20)
