"""The commands themselves, at terminals on two computers: one hosts, the other finds the table in a list."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kalooki.shell.joincode import JoinCode, parse
from support.netns import Lan, Place, lan
from support.terminals import Typewriter

pytestmark = [pytest.mark.netns, pytest.mark.timeout(240)]

LOOKS = 10
"""How often it is looked for a table that must be found; on a slow computer once is not enough."""

CODE = re.compile(r"\bA-[0-9A-Z]{7}(?:-[0-9A-Z]{7}){3}\b")


@pytest.fixture
def network() -> Iterator[Lan]:
    with lan("nft") as made:
        yield made


def kalooki(place: Place, home: Path, command: str, *arguments: str) -> Typewriter:
    program = place.program(sys.executable, "-m", "kalooki_cli", command, "--data-dir", str(home / command), *arguments)
    return Typewriter(program=program, columns=100, surroundings={"TERM": "dumb"})


def code_in(text: str) -> JoinCode:
    (found,) = set(CODE.findall(text))
    return parse(found)


def listed(guest: Typewriter, *titles: str) -> str:
    """Look again until these tables are in the list, and return it."""
    text = guest.wait("looks again")
    for _ in range(LOOKS):
        if all(title in text for title in titles):
            break
        guest.type("\n")
        text = guest.wait("looks again")
    assert all(title in text for title in titles)
    return text


def sit_down(guest: Typewriter) -> None:
    """Agree to the rules."""
    guest.wait("Do you agree to these rules")
    guest.type("y\n")
    guest.wait("2 of 2 seats")


def test_a_table_is_chosen_from_the_list_and_its_code_typed(network: Lan, tmp_path: Path) -> None:
    ann, bea = network.computer(), network.computer()
    with kalooki(ann, tmp_path, "host", "--seats", "2", "--name", "Ann") as host:
        code = code_in(host.wait("1 of 2 seats"))
        with kalooki(bea, tmp_path, "join", "--name", "Bea") as guest:
            rows = listed(guest, "1  Ann's table")
            assert "1/2" in rows
            assert f"{ann.address}:" in rows
            guest.type("7\n")
            guest.wait("no table 7")
            guest.type("1\n")
            guest.wait("Join code")
            guest.type(f"{JoinCode(code.secret)}\n")
            sit_down(guest)
            host.wait("Bea joins")


def test_a_code_alone_finds_its_table(network: Lan, tmp_path: Path) -> None:
    ann, bea, cid = network.computer(), network.computer(), network.computer()
    with (
        kalooki(ann, tmp_path / "ann", "host", "--seats", "2", "--name", "Ann") as host,
        kalooki(cid, tmp_path / "cid", "host", "--seats", "2", "--name", "Cid") as other,
    ):
        other.wait("1 of 2 seats")
        code = code_in(host.wait("1 of 2 seats"))
        with kalooki(bea, tmp_path, "join", "--name", "Bea") as guest:
            listed(guest, "Cid's table")
            guest.type(f"{JoinCode(code.secret)}\n")
            guest.wait("It is the code of Ann's table at ")
            sit_down(guest)


def test_an_open_table_is_chosen_without_a_code(network: Lan, tmp_path: Path) -> None:
    ann, bea = network.computer(), network.computer()
    with kalooki(ann, tmp_path, "host", "--open", "--seats", "2", "--name", "Ann") as host:
        host.wait("1 of 2 seats")
        with kalooki(bea, tmp_path, "join", "--name", "Bea") as guest:
            listed(guest, "no code needed")
            guest.type("1\n")
            sit_down(guest)


def test_behind_a_firewall_the_host_reads_the_code_to_the_others_and_a_guest_is_told_to_ask_for_it(
    network: Lan, tmp_path: Path
) -> None:
    ann, bea = network.computer(), network.computer()
    ann.drop("meta l4proto udp drop")
    with kalooki(ann, tmp_path, "host", "--seats", "2", "--name", "Ann") as host:
        said = host.wait("Others cannot find this table in a list", "1 of 2 seats")
        said += host.wait("Others cannot find this table in a list", "1 of 2 seats")
        said += host.wait(f"(it is at {ann.address}:")
        assert "a firewall drops multicast (UDP port 5353)" in said
        code = code_in(said)
        with kalooki(bea, tmp_path, "join", "--name", "Bea") as guest:
            empty = guest.wait("looks again")
            assert "No table was found on eth0 in 4 seconds" in empty
            assert "With the join code no list is needed" in empty
            guest.type(f"{code}\n")
            sit_down(guest)
