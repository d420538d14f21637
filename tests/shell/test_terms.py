"""What a stranger is told of a table's rules before coming in."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kalooki.rules.registry import RULES_VERSION, variant_named
from kalooki.seat import TurnClock
from kalooki.shell import joining
from kalooki.shell.config import Found, NodeOptions
from kalooki.shell.errors import ShellError
from kalooki.shell.handshake import Meeting
from kalooki.shell.joincode import JoinCode, parse
from kalooki.shell.terms import terms
from kalooki.table.genesis import table_id
from kalooki.wire.v1 import table_pb2
from support.shell_running import identity_in, running
from support.table_scribe import HOST, Scribe


def strict(home: Path) -> NodeOptions:
    found = Found("european", (("limit", "101"), ("declare", "off")), title="Kitchen", seats=3, turn_ms=60_000)
    return NodeOptions("Ann", found, home, auto_ready=True)


async def test_a_stranger_is_told_the_rules_and_takes_no_seat_by_asking(tmp_path: Path) -> None:
    async with running(strict(tmp_path / "ann")) as host:
        found = await terms(parse(host.ready.join_code), host.ready.address)
        assert (found.table, found.title, found.seats) == (host.ready.table_id, "Kitchen", 3)
        assert found.variant == variant_named("european", {"limit": 101, "declare": "off"})
        assert found.clock == TurnClock(60_000, 0, plays_on=True)
        update = await anext(aiter(host.seat().updates()))
        assert len(update.status.players) == 1


async def test_only_the_table_whose_rules_were_accepted_is_joined(tmp_path: Path) -> None:
    async with running(strict(tmp_path / "ann")) as host:
        code, address = parse(host.ready.join_code), host.ready.address
        accepted = await terms(code, address)
        bea = await asyncio.to_thread(identity_in, tmp_path / "bea")
        other = replace(accepted, table="00" * 32)
        with pytest.raises(ShellError) as refused:
            await joining.join(bea, code, address, name="Bea", person=True, addresses=(), table=other.table)
        assert refused.value.code == "another_table"
        welcome = await joining.join(bea, code, address, name="Bea", person=True, addresses=(), table=accepted.table)
        assert welcome.table.hex() == accepted.table


async def test_where_nobody_answers_there_are_no_rules() -> None:
    with pytest.raises(ShellError) as refused:
        await terms(None, "127.0.0.1:1")
    assert refused.value.code == "unreachable"


async def test_who_has_another_code_or_one_where_there_is_none_is_told_so_before_the_rules(tmp_path: Path) -> None:
    """Nobody reads the rules, and agrees to them, to be sent away afterwards."""
    async with running(strict(tmp_path / "ann")) as host:
        with pytest.raises(ShellError, match="has another code") as refused:
            await terms(JoinCode(bytes(10)), host.ready.address)
        assert refused.value.code == "other_code"
        assert (await terms(None, host.ready.address)).needs_code
    found = replace(strict(tmp_path / "ann"), table=Found(open=True))
    async with running(found) as host:
        with pytest.raises(ShellError, match="is open and knows no code"):
            await terms(JoinCode(bytes(10)), host.ready.address)
        assert not (await terms(None, host.ready.address)).needs_code


@pytest.mark.parametrize(
    ("change", "code", "named"),
    [
        ({"rules_digest": bytes(32)}, "other_rules", ["00" * 32, str(RULES_VERSION)]),
        ({"rules_version": 9_999}, "other_rules", ["rules 9999/", f"this node by {RULES_VERSION}/"]),
        ({"variant": "whist"}, "other_rules", ["whist"]),
        ({"protocol": 9}, "other_protocol", ["version 9", "speaks 1"]),
    ],
)
def test_a_table_of_other_rules_is_not_joined_and_both_sides_values_are_named(
    change: dict[str, Any], code: str, named: list[str]
) -> None:
    scribe = Scribe(2)
    message = scribe.message(HOST, replace(scribe.genesis, **change))
    meeting = Meeting(1, table_id(message.payload_bytes), *[bytes(32)] * 5)
    answer = table_pb2.TableServiceBeginResponse(genesis=message.wire)
    with pytest.raises(ShellError) as refused:
        joining.read_genesis(meeting, answer, "192.0.2.7:4040")
    assert refused.value.code == code
    for each in named:
        assert each in str(refused.value), str(refused.value)
