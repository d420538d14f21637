"""What people say: signed for one table, taken once, not too fast, and told on; a flood costs its author alone."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.table.chat import (
    BURST,
    MOST_KEPT,
    PEER_BURST,
    SLACK,
    WINDOW,
    Chat,
    Heard,
    Room,
    TooFastError,
    chat_signing_bytes,
)
from kalooki.table.log import Digest
from kalooki.table.payloads import NodeNumber, PlayerNumber
from kalooki.table.signing import public_key, sign

TABLE, OTHER = Digest(bytes(32)), Digest(bytes([1]) * 32)
ANN, BEN = PlayerNumber(0), PlayerNumber(1)
KEYS = {ANN: bytes([1]) * 32, BEN: bytes([2]) * 32}
PUBLIC = {player: public_key(secret) for player, secret in KEYS.items()}
NEAR, FAR = NodeNumber(3), NodeNumber(4)
SECOND = 1000


def line(counter: int, text: str = "hello", player: PlayerNumber = ANN, table: Digest = TABLE) -> Chat:
    return Chat(player, counter, text, sign(KEYS[player], chat_signing_bytes(table, player, counter, text)))


def hear(room: Room, chat: Chat, now: int = 0, peer: NodeNumber = NEAR) -> Heard:
    return room.hear(peer, chat, PUBLIC[chat.player], now)


def test_what_one_says_the_others_hear_once_whoever_tells_it() -> None:
    ann, ben = Room(TABLE), Room(TABLE)
    said = ann.say(ANN, KEYS[ANN], "good evening", clock=77, now=0)
    assert (said.player, said.counter, said.text) == (ANN, 77, "good evening")
    assert hear(ben, said) is Heard.NEW
    assert hear(ben, said, peer=FAR) is Heard.KNOWN
    assert hear(ann, said) is Heard.KNOWN
    assert list(ann.lines) == list(ben.lines) == [said]


def test_the_counter_follows_the_clock_and_rises_though_the_clock_stands_or_is_set_back() -> None:
    room = Room(TABLE)
    clocks = [1000, 1000, 990, 2000]
    said = [room.say(ANN, KEYS[ANN], "so", clock=clock, now=0) for clock in clocks]
    assert [chat.counter for chat in said] == [1000, 1001, 1002, 2000]


@pytest.mark.parametrize(
    "forged",
    [
        replace(line(5), text="something else"),
        replace(line(5), counter=6),
        replace(line(5), player=BEN),
        replace(line(5), signature=line(5, player=BEN).signature),
        replace(line(5), signature=bytes(64)),
        line(5, table=OTHER),
    ],
    ids=["text", "counter", "player", "key", "nothing", "table"],
)
def test_what_its_author_did_not_sign_for_this_table_is_refused_and_costs_him_nothing(forged: Chat) -> None:
    room = Room(TABLE)
    for _ in range(PEER_BURST):
        assert hear(room, forged) is Heard.FORGED
    assert hear(room, forged) is Heard.TOO_FAST  # whoever tells it has said enough
    assert not room.lines
    assert hear(room, line(5), peer=FAR) is Heard.NEW


def test_nobody_hears_who_is_not_at_the_table() -> None:
    room = Room(TABLE)
    assert room.hear(NEAR, line(5), None, 0) is Heard.STRANGER
    assert hear(room, line(5)) is Heard.NEW


def test_a_player_says_a_few_lines_at_once_and_then_one_a_second() -> None:
    room = Room(TABLE)
    for _ in range(BURST):
        room.say(ANN, KEYS[ANN], "a", clock=1, now=0)
    with pytest.raises(TooFastError) as refused:
        room.say(ANN, KEYS[ANN], "b", clock=1, now=200)
    assert refused.value.wait_ms == 800
    room.say(ANN, KEYS[ANN], "c", clock=1, now=SECOND)
    with pytest.raises(TooFastError):
        room.say(ANN, KEYS[ANN], "d", clock=1, now=SECOND + 999)
    for _ in range(BURST):
        room.say(ANN, KEYS[ANN], "e", clock=1, now=60 * SECOND)  # what was saved up is no more than at first
    with pytest.raises(TooFastError):
        room.say(ANN, KEYS[ANN], "f", clock=1, now=60 * SECOND)


def test_whoever_floods_is_heard_as_seldom_as_others_and_the_others_are_heard_all_the_same() -> None:
    room = Room(TABLE)
    heard = [hear(room, line(number), now=number) for number in range(1, 2001)]
    assert heard.count(Heard.NEW) == BURST + SLACK + 1
    assert set(heard[20:]) <= {Heard.TOO_FAST, Heard.NEW}
    assert hear(room, line(1, player=BEN), now=2001, peer=FAR) is Heard.NEW
    assert hear(room, line(2, player=BEN), now=2001) is Heard.NEW  # what its author may not say does not use up the way


def test_a_clock_that_is_set_back_gives_nothing_and_takes_nothing() -> None:
    room = Room(TABLE)
    for number in range(1, BURST + SLACK + 1):
        assert hear(room, line(number), now=9000) is Heard.NEW
    assert hear(room, line(20), now=5000) is Heard.TOO_FAST
    assert hear(room, line(20), now=6000) is Heard.NEW


def test_lines_may_overtake_each_other_but_old_ones_do_not_come_back() -> None:
    room = Room(TABLE)
    assert hear(room, line(7), now=0) is Heard.NEW
    assert hear(room, line(5), now=0) is Heard.NEW
    for number in range(10, 10 + WINDOW):
        assert hear(room, line(number), now=number * SECOND) is Heard.NEW
    late = 100 * SECOND
    assert hear(room, line(6), now=late) is Heard.KNOWN  # older than all that is remembered
    assert hear(room, line(7), now=late) is Heard.KNOWN
    assert hear(room, line(9), now=late) is Heard.NEW


def test_who_starts_again_takes_nothing_a_second_time() -> None:
    room = Room(TABLE)
    for number in (3, 9):
        hear(room, line(number))
    hear(room, line(4, player=BEN))
    again = Room(TABLE, room.lines, room.floors)
    assert list(again.lines) == list(room.lines)
    assert [hear(again, line(number)) for number in (3, 8, 9)] == [Heard.KNOWN] * 3
    assert hear(again, line(4, player=BEN)) is Heard.KNOWN
    assert hear(again, line(10)) is Heard.NEW
    only_lines = Room(TABLE, room.lines)
    assert hear(only_lines, line(9)) is Heard.KNOWN
    assert only_lines.say(ANN, KEYS[ANN], "x", clock=1, now=0).counter == 10


def test_the_newest_lines_are_kept_and_a_neighbour_is_told_as_many_as_he_takes() -> None:
    room = Room(TABLE)
    hear(room, line(1, "first", player=BEN))
    for number in range(1, MOST_KEPT + 10):
        assert hear(room, line(number, str(number)), now=number * SECOND) is Heard.NEW
    assert len(room.lines) == MOST_KEPT
    hear(room, line(2, "second", player=BEN), now=MOST_KEPT * 2 * SECOND)
    told = room.newest()
    assert [chat.text for chat in told] == [*(str(MOST_KEPT + at) for at in range(5, 10)), "second"]
    other = Room(TABLE)
    assert all(hear(other, chat) is Heard.NEW for chat in told)


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(0, 3000), st.sampled_from([NEAR, FAR])), max_size=60))
def test_whatever_comes_in_whatever_order_is_shown_once_and_within_the_limit(
    came: list[tuple[int, int, NodeNumber]],
) -> None:
    room, now, heard = Room(TABLE), 0, list[tuple[int, int]]()
    for counter, passed, peer in came:
        now += passed
        if hear(room, line(counter), now, peer) is Heard.NEW:
            heard.append((counter, now))
    counters = [counter for counter, _ in heard]
    assert len(set(counters)) == len(counters)
    times = [at for _, at in heard]
    most = BURST + SLACK
    for first, last in zip(times, times[most:], strict=False):
        assert last - first >= SECOND  # no more than the burst stands within any second
