"""Entries that the host should not have signed."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from kalooki.codec.limits import MAX_INDEX
from kalooki.table.log import (
    Digest,
    Entry,
    body_bytes,
)
from kalooki.table.payloads import (
    NodeNumber,
    PlayerNumber,
    Ready,
)
from kalooki.table.ports import (
    EntryPacket,
    GetReady,
    Mismatch,
    Received,
)
from kalooki.table.status import Alarm
from support.table_scenes import forged_entry, forged_message, in_lobby, kept, reports, signed_entry
from support.table_world import World


def alarms(world: World, number: int) -> tuple[Alarm, ...]:
    checked = world.node(number).moment().checked
    assert checked is not None
    return checked.alarms


Change = Callable[[World, Entry], Entry]


def _other(**changes: object) -> Change:
    return lambda world, entry: signed_entry(world, replace(entry, **changes))  # type: ignore[arg-type]


MALFORMED: list[tuple[str, Change, str]] = [
    ("a term that nobody was elected for", _other(term=2), "not_elected"),
    ("a term that is over", _other(term=0), "stale_term"),
    ("another entry before it", _other(previous=Digest(b"x" * 32)), "fork"),
    ("a body that is not its messages", _other(body=body_bytes((b"x",))), "malformed_entry"),
    ("no message", _other(messages=(), body=body_bytes(())), "malformed_entry"),
]


@pytest.mark.parametrize(("what", "change", "code"), MALFORMED, ids=[what for what, _, _ in MALFORMED])
def test_a_malformed_entry_is_kept_shown_to_all_and_not_acknowledged(what: str, change: Change, code: str) -> None:
    assert what
    world = in_lobby()
    message = forged_message(world, 1, Ready(9))
    entry = change(world, forged_entry(world, world.node(0), message))
    before = world.node(1).last_index
    world.give(1, Received(NodeNumber(0), EntryPacket(entry, 0)))
    assert world.node(1).last_index == before
    assert kept(world, 1) == [code]
    assert reports(world, 1) == {code}
    assert (None, EntryPacket(entry, before)) in world.processes[1].sent
    # From here on this node takes nothing from that host.
    good = forged_entry(world, world.node(0), message)
    world.give(1, Received(NodeNumber(0), EntryPacket(good, 0)))
    assert world.node(1).last_index == before


def test_a_counter_that_does_not_rise_is_malformed() -> None:
    world = in_lobby()
    message = forged_message(world, 1, Ready(9))
    entry = forged_entry(world, world.node(0), message, message)
    world.give(1, Received(NodeNumber(0), EntryPacket(entry, 0)))
    assert kept(world, 1) == ["malformed_entry"]


def test_an_unsigned_entry_says_nothing_about_the_host() -> None:
    world = in_lobby()
    entry = replace(forged_entry(world, world.node(0), forged_message(world, 1, Ready(9))), signature=bytes(64))
    world.give(1, Received(NodeNumber(0), EntryPacket(entry, 0)))
    assert kept(world, 1) == []
    assert reports(world, 1) == {"unsigned_entry"}
    early = replace(entry, index=entry.index + 5)
    world.give(1, Received(NodeNumber(0), EntryPacket(early, 0)))
    world.submit(0, PlayerNumber(0), GetReady(0))
    world.rest(500)
    assert world.node(1).committed_index == entry.index


def test_a_state_that_differs_pauses_the_node_and_is_told_to_all() -> None:
    world = in_lobby()
    message = forged_message(world, 1, Ready(9))
    entry = forged_entry(world, world.node(0), message, state_before=Digest(b"x" * 32))
    before = world.node(1).last_index
    world.give(1, Received(NodeNumber(0), EntryPacket(entry, 0)))
    assert world.node(1).last_index == before
    (mismatch,) = [packet for _, packet in world.processes[1].sent if isinstance(packet, Mismatch)]
    assert mismatch.index == entry.index
    assert reports(world, 1) == {"mismatch"}
    world.rest(500)
    assert reports(world, 0) == {"mismatch"}


def test_what_differs_at_an_entry_that_cannot_exist_yet_alarms_nobody_before_the_log_is_there() -> None:
    world = in_lobby()
    last = world.node(0).last_index
    for index in (MAX_INDEX, last + 2):
        world.give(0, Received(NodeNumber(1), Mismatch(index, Digest(b"x" * 32))))
    world.rest(2000)
    assert (reports(world, 0), world.node(0).last_index) == (set(), last)
    world.submit(0, PlayerNumber(0), GetReady(0))
    world.rest(2000)
    (alarm,) = alarms(world, 0)
    assert (alarm.code, alarm.node, alarm.index) == ("mismatch", 1, last + 2)
    assert world.node(0).last_index >= last + 1


def test_what_differs_at_the_next_entry_alarms_at_once_whatever_the_same_peer_says_of_later_ones() -> None:
    world = in_lobby()
    last = world.node(0).last_index
    world.give(0, Received(NodeNumber(1), Mismatch(MAX_INDEX, Digest(b"x" * 32))))
    assert reports(world, 0) == set()
    world.give(0, Received(NodeNumber(1), Mismatch(last + 1, Digest(b"x" * 32))))
    assert reports(world, 0) == {"mismatch"}
    world.give(0, Received(NodeNumber(1), Mismatch(last + 1, Digest(b"x" * 32))))
    assert [alarm.index for alarm in alarms(world, 0)] == [last + 1]


def test_after_one_lie_further_ones_are_not_kept() -> None:
    world = in_lobby()
    first = signed_entry(world, replace(world.node(0).entries(3, 1)[0], term=1, body=body_bytes((b"x",))))
    for _ in range(2):
        world.give(1, Received(NodeNumber(0), EntryPacket(first, 0)))
    assert kept(world, 1) == ["fork", "fork"]
