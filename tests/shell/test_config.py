"""Options on their way to a child process."""

import json
from pathlib import Path

import pytest

from kalooki.shell.beginnings import founding_of
from kalooki.shell.config import Found, Join, NodeOptions, Resume, from_json, to_json
from kalooki.shell.errors import ShellError

OPTIONS = [
    NodeOptions("Ann", Found()),
    NodeOptions("Ann", Found("british", (("buy_ins", "0"), ("jokers", "2")), "Friday", 3, bots_vote=True)),
    NodeOptions("Zoë", Join("K-123456-123456-123456", "127.0.0.1:5000"), Path("/data"), "greedy", owner="Ann"),
    NodeOptions("Ann", Resume(), bind="192.168.1.20", port=4040, transcript=Path("/t"), auto_ready=True),
    NodeOptions("", Join("", "127.0.0.1:5000"), bot="mine", outside=True),
    NodeOptions("Ann", Found(), announce=True, interfaces=("eth0", "192.168.1.20")),
    NodeOptions("Ann", Found(), pace="human"),
]


@pytest.mark.parametrize("options", OPTIONS)
def test_what_is_written_is_read_again(options: NodeOptions) -> None:
    assert from_json(to_json(options)) == options
    assert "\n" not in to_json(options)


@pytest.mark.parametrize(
    "change",
    [
        {"name": 5},
        {"table": {"role": "dance"}},
        {"table": "found"},
        {"table": {"role": "join"}},
        {"table": {"role": "found", "color": "red"}},
        {"port": "80"},
        {"port": 65536},
        {"port": -1},
        {"auto_ready": 1},
        {"announce": "yes"},
        {"outside": 1},
        {"interfaces": 4},
        {"pace": "slow"},
        {"pace": 1},
        {"unknown": 1},
    ],
)
def test_what_cannot_be_read_is_refused(change: dict[str, object]) -> None:
    plain = json.loads(to_json(OPTIONS[0])) | change
    with pytest.raises(ShellError, match="options that it cannot read") as refused:
        from_json(json.dumps(plain))
    assert refused.value.code == "bad_options"


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "\x00", "{}"])
def test_what_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(ShellError, match="options that it cannot read"):
        from_json(text)


def test_a_key_backup_is_for_four_players_or_more() -> None:
    with pytest.raises(ShellError, match="key backup is for 4 players or more, not for 3") as refused:
        founding_of(Found(options=(("dropout", "key_backup"),), seats=3), "Ann")
    assert refused.value.code == "backup_needs_players"
    found = founding_of(Found(options=(("dropout", "key_backup"),), seats=4), "Ann")
    assert found.options == (("dropout", "key_backup"),)
    assert founding_of(Found(options=(("dropout", "void"),)), "Ann").grace_ms == 60_000


def test_a_bank_of_time_is_on_top_of_the_time_of_a_turn() -> None:
    with pytest.raises(ShellError, match="A bank of time is on top of the time of a turn") as refused:
        founding_of(Found(bank_ms=1_000), "Ann")
    assert refused.value.code == "bank_needs_turn_time"
    clock = founding_of(Found(turn_ms=60_000, bank_ms=120_000, plays_on=False), "Ann")
    assert (clock.turn_ms, clock.bank_ms, clock.plays_on) == (60_000, 120_000, False)


def test_who_plays_alone_is_not_hurried() -> None:
    limits = founding_of(Found(), "Ann")
    assert (limits.answer_ms, limits.buy_in_ms, limits.turn_ms) == (15_000, 120_000, 0)
    alone = founding_of(Found(hurried=False), "Ann")
    assert (alone.answer_ms, alone.buy_in_ms, alone.turn_ms) == (0, 0, 0)
