"""Keys are met with names: another key under a known name is told, and a blocked one is refused at the door."""

import asyncio
import json
from pathlib import Path

import pytest

from kalooki.shell.acquaintances import MOST, Acquaintances, own_identity
from kalooki.shell.config import Join, NodeOptions
from kalooki.shell.errors import ShellError
from kalooki.shell.identity import fingerprint_label
from support.shell_running import Running, founder, identity_in, running

ANN, BEN, EVE = bytes([1] * 32), bytes([2] * 32), bytes([3] * 32)
BAD_EARLIER = json.dumps([{"key": ANN.hex(), "name": "Ann", "blocked": False, "earlier": "Anna"}]).encode()


@pytest.fixture
def people(tmp_path: Path) -> Acquaintances:
    return Acquaintances(tmp_path / "home")


def test_a_name_that_comes_with_another_key_is_told_and_its_own_key_is_not(people: Acquaintances) -> None:
    assert people.meet(ANN, "Ann").alike == ()
    assert people.meet(ANN, "Ann").alike == ()
    assert people.meet(BEN, "Ben").alike == ()
    (known,) = people.meet(EVE, "\u0412en").alike
    assert (known.identity, known.name, known.label) == (BEN, "Ben", fingerprint_label(BEN))
    assert people.meet(EVE, "\u0412en").alike == ()
    assert [each.name for each in people.everybody()] == ["Ann", "Ben", "\u0412en"]


def test_who_takes_a_known_name_later_is_told_too(people: Acquaintances) -> None:
    people.meet(ANN, "Ann")
    people.meet(EVE, "Eve")
    assert people.meet(ANN, "ANN").alike == ()
    assert [each.name for each in people.meet(EVE, "Ann").alike] == ["ANN"]


def test_a_known_key_that_comes_with_another_name_is_told_and_both_names_are_kept(people: Acquaintances) -> None:
    assert people.meet(EVE, "Eve").before == ""
    assert people.meet(EVE, "EVE").before == ""
    assert people.meet(EVE, "Mallory").before == "EVE"
    assert people.meet(EVE, "Mallory").before == ""
    (known,) = people.everybody()
    assert (known.name, known.earlier) == ("Mallory", ("EVE",))
    for number in range(10):
        people.meet(EVE, f"Name {number}")
    (known,) = people.everybody()
    assert known.earlier == ("Name 8", "Name 7", "Name 6")
    people.meet(EVE, "Name 8")
    assert people.everybody()[0].earlier == ("Name 9", "Name 7", "Name 6")
    assert people.block("Name 7", blocked=True).name == "Name 8"


def test_who_is_forgotten_is_met_anew(people: Acquaintances) -> None:
    people.meet(BEN, "Ben")
    assert people.forget("Ben").identity == BEN
    assert people.everybody() == ()
    assert people.meet(EVE, "Ben").alike == ()


def test_one_is_named_by_name_label_or_key(people: Acquaintances) -> None:
    people.meet(ANN, "Ann")
    people.meet(BEN, "Ben")
    label = fingerprint_label(BEN)
    for which in ("Ben", label, label.lower().replace("-", " "), BEN.hex()):
        assert people.block(which, blocked=True).identity == BEN
        assert people.is_blocked(BEN)
        assert not people.is_blocked(ANN)
        assert people.block(which, blocked=False).name == "Ben"
        assert not people.is_blocked(BEN)


@pytest.mark.parametrize("which", ["Cid", "", "0000-0000", "ff" * 32, "\x1b[2J"])
def test_who_is_not_known_is_said(people: Acquaintances, which: str) -> None:
    people.meet(ANN, "Ann")
    with pytest.raises(ShellError, match="Nobody is known by") as refused:
        people.forget(which)
    assert refused.value.code == "nobody_known"
    assert str(refused.value).isprintable()


def test_two_of_one_name_are_told_apart_by_their_keys(people: Acquaintances) -> None:
    people.meet(ANN, "Ann")
    people.meet(EVE, "Ann")
    with pytest.raises(ShellError, match=f"{fingerprint_label(ANN)}, {fingerprint_label(EVE)}") as refused:
        people.block("Ann", blocked=True)
    assert refused.value.code == "which_one"


def test_who_is_blocked_is_never_crowded_out(people: Acquaintances) -> None:
    people.meet(EVE, "Eve")
    people.block("Eve", blocked=True)
    crowd = [{"key": (1000 + n).to_bytes(32, "big").hex(), "name": f"N{n}", "blocked": False} for n in range(MOST)]
    kept = json.loads(people.path.read_text("utf-8"))
    people.path.write_text(json.dumps(kept + crowd), "utf-8")
    people.meet(ANN, "Ann")
    assert len(people.everybody()) == MOST
    assert people.is_blocked(EVE)
    assert people.everybody()[-1].identity == ANN


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b'[{"key": "00", "name": "x", "blocked": false}]', b"\xff", BAD_EARLIER]
)
def test_a_damaged_file_is_one_clear_line(people: Acquaintances, content: bytes) -> None:
    people.meet(ANN, "Ann")
    people.path.write_bytes(content)
    with pytest.raises(ShellError, match="is damaged: it is no list"):
        people.everybody()


def test_the_file_is_for_its_owner_alone(people: Acquaintances) -> None:
    people.meet(ANN, "Ann")
    assert people.path.stat().st_mode & 0o077 == 0


def test_ones_own_key_is_read_while_a_node_runs_and_there_is_none_before(tmp_path: Path) -> None:
    assert own_identity(tmp_path / "home") is None
    identity = identity_in(tmp_path / "home")
    assert own_identity(tmp_path / "home") == identity.public


def guest(home: Path, host: Running, name: str) -> NodeOptions:
    return NodeOptions(name, Join(host.ready.join_code), home)


async def test_a_blocked_key_comes_to_no_table_here_and_another_under_its_name_is_told(tmp_path: Path) -> None:
    people = Acquaintances(tmp_path / "ann")
    ben = await asyncio.to_thread(identity_in, tmp_path / "ben")
    await asyncio.to_thread(people.meet, ben.public, "Ben")
    await asyncio.to_thread(people.block, ben.label, blocked=True)
    async with running(founder(tmp_path / "ann")) as host:
        with pytest.raises(ShellError, match="lets nobody in who uses this key") as refused:
            async with running(guest(tmp_path / "ben", host, "Benedict")):
                pass
        assert refused.value.code == "not_welcome"
        async with running(guest(tmp_path / "eve", host, "ben ")) as eve:
            told = await host.notice("name_with_other_key")
            assert told.detail == f"ben has the key {eve.ready.label}, and the Ben known here has {ben.label}"
    met = await asyncio.to_thread(people.everybody)
    assert [(each.label, each.blocked) for each in met] == [(ben.label, True), (eve.ready.label, False)]


async def test_where_the_list_cannot_be_read_the_node_says_so_at_once(tmp_path: Path) -> None:
    people = Acquaintances(tmp_path / "ann")
    await asyncio.to_thread(people.meet, ANN, "Ann")
    await asyncio.to_thread(people.path.write_bytes, b"{")
    with pytest.raises(ShellError, match="is damaged"):
        async with running(founder(tmp_path / "ann")):
            pass
