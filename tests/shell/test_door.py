"""The door: tickets work once, wrong codes are counted, the newest session counts."""

import pytest

from kalooki.shell.door import BEGINS_AT_ONCE, MOST_ADDRESSES, MOST_TICKETS, Door
from kalooki.shell.errors import ShellError
from kalooki.shell.handshake import LOCKED_SECONDS, TICKET_SECONDS, WRONG_CODES, Meeting
from kalooki.table.log import Digest
from kalooki.table.payloads import NodeNumber

HOME = "192.168.1.20"
ELSEWHERE = "192.168.1.21"


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(clock: Clock) -> Door:
    return Door(clock)


def meeting(number: int = 0) -> Meeting:
    ticket = number.to_bytes(32, "big")
    return Meeting(1, Digest(bytes(32)), bytes(32), b"host" * 8, b"call" * 8, ticket, bytes(32))


def test_a_ticket_works_once(door: Door) -> None:
    door.issue(meeting(), HOME)
    assert door.redeem(meeting().ticket, HOME, meeting().calling) == meeting()
    with pytest.raises(ShellError, match="took too long"):
        door.redeem(meeting().ticket, HOME, meeting().calling)


def test_a_ticket_works_for_twenty_seconds(door: Door, clock: Clock) -> None:
    door.issue(meeting(1), HOME)
    door.issue(meeting(2), HOME)
    clock.now += TICKET_SECONDS - 0.1
    assert door.redeem(meeting(1).ticket, HOME, meeting().calling) == meeting(1)
    clock.now += 0.2
    with pytest.raises(ShellError, match="took too long"):
        door.redeem(meeting(2).ticket, HOME, meeting().calling)


def test_a_ticket_works_for_the_address_and_the_key_that_began(door: Door) -> None:
    for address, key in ((ELSEWHERE, meeting().calling), (HOME, b"else" * 8)):
        door.issue(meeting(), HOME)
        with pytest.raises(ShellError, match="took too long"):
            door.redeem(meeting().ticket, address, key)


def test_no_more_than_so_many_tickets_are_held(door: Door) -> None:
    for number in range(MOST_TICKETS + 1):
        door.issue(meeting(number), HOME)
    with pytest.raises(ShellError, match="took too long"):
        door.redeem(meeting(0).ticket, HOME, meeting().calling)
    assert door.redeem(meeting(1).ticket, HOME, meeting().calling) == meeting(1)


def test_five_wrong_codes_lock_the_address_for_half_a_minute(door: Door, clock: Clock) -> None:
    said = [door.wrong_code(HOME) for _ in range(WRONG_CODES)]
    assert [error.code for error in said] == ["wrong_code"] * 4 + ["locked_out"]
    assert [error.detail["tries_left"] for error in said[:-1]] == [4, 3, 2, 1]
    with pytest.raises(ShellError, match="try again in 30 seconds"):
        door.knock(HOME)
    door.issue(meeting(), HOME)
    with pytest.raises(ShellError, match="Too many wrong codes"):
        door.redeem(meeting().ticket, HOME, meeting().calling)
    door.knock(ELSEWHERE)
    clock.now += LOCKED_SECONDS
    door.knock(HOME)
    assert door.wrong_code(HOME).detail["tries_left"] == 4


def test_a_right_code_forgets_the_wrong_ones(door: Door) -> None:
    for _ in range(WRONG_CODES - 1):
        door.wrong_code(HOME)
    door.right_code(HOME)
    assert door.wrong_code(HOME).code == "wrong_code"


def test_who_calls_too_often_is_told_to_wait(door: Door, clock: Clock) -> None:
    for _ in range(int(BEGINS_AT_ONCE)):
        door.knock(HOME)
    with pytest.raises(ShellError, match="Too many calls"):
        door.knock(HOME)
    door.knock(ELSEWHERE)
    clock.now += 1
    door.knock(HOME)


def test_a_lock_is_not_washed_away_by_calls_from_everywhere(door: Door) -> None:
    for _ in range(WRONG_CODES):
        door.wrong_code(HOME)
    for number in range(MOST_ADDRESSES + 10):
        door.knock(f"10.0.{number // 256}.{number % 256}")
    with pytest.raises(ShellError, match="Too many wrong codes"):
        door.knock(HOME)


def test_the_newest_session_of_a_node_counts(door: Door) -> None:
    old, new, other = (door.open_session(NodeNumber(number)) for number in (1, 1, 2))
    assert door.whose(old) is None
    assert door.whose(new) == 1
    assert door.whose(other) == 2
    assert door.whose(b"") is None
    assert new not in {old, other}
    assert new.hex() not in repr(door)
