"""`kalooki replay`: golden games as text and JSON, one deal or move, by hand at a terminal, and what is refused."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kalooki.codec.transcript import closing_record, read_transcript
from kalooki.rules.registry import presets
from kalooki_cli.messages import retelling as say
from kalooki_cli.program import kalooki
from kalooki_cli.retelling import led_to
from support.terminals import Typewriter
from support.vector_files import TRANSCRIPTS

BRITISH = TRANSCRIPTS / "game_british.kalooki"
BABY = TRANSCRIPTS / "game_jamaican_baby.kalooki"
HEAD = re.compile(r"^--- Move (\d+) of (\d+), deal (\d+) \(entry (\d+)\) ---$", re.MULTILINE)


def replay(*arguments: str, data: bytes | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(kalooki, ["replay", *arguments], input=data)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def documents(*arguments: str) -> list[dict[str, Any]]:
    code, text = replay("--json", *arguments)
    assert code == 0
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("preset", [one for one in presets() if one != "jamaican_baby"])
def test_a_golden_game_is_shown_move_by_move_with_all_hands(preset: str) -> None:
    code, text = replay(str(TRANSCRIPTS / f"game_{preset}.kalooki"))
    assert code == 0
    count = int(HEAD.findall(text)[0][1])
    assert text.startswith(f"VALID: every check passed; {count} moves can be shown.\n")
    assert [int(number) for number, *_ in HEAD.findall(text)] == list(range(1, count + 1))
    assert f" {say.HIDDEN} " not in text.replace(say.HANDS, "")
    assert text.count(say.HANDS) == count
    assert all(len(line) <= 80 for line in text.splitlines())


def test_one_deal_or_one_move_of_a_contract_game() -> None:
    code, text = replay(str(BABY), "--deal", "2", "--ascii")
    assert code == 0
    assert {deal for _, _, deal, _ in HEAD.findall(text)} == {"2"}
    first = HEAD.findall(text)[0][0]
    assert f"--- Move {first} of 404" in text
    assert text.count("\nFirst lay: ") == len(HEAD.findall(text))
    assert "\nDeal 2 of 3, dealt by P1.0." in text
    assert "\nDeal 3 of 3" not in text
    code, text = replay(str(BRITISH), "--deal", "1", "--move", "7")
    assert (code, len(HEAD.findall(text))) == (0, 1)


def test_each_move_is_one_line_of_json_and_the_last_line_is_the_verdict() -> None:
    *moves, verdict = documents(str(BRITISH))
    assert (verdict["verdict"], verdict["moves"]) == ("VALID", len(moves))
    assert [one["move"] for one in moves] == list(range(1, len(moves) + 1))
    opened = next(event for one in moves for event in one["events"] if event["kind"] == "HandOpened")
    last = {hand["seat"]: hand["cards"] for hand in moves[-1]["hands"]}
    assert sorted(last[opened["seat"]]) == sorted(opened["cards"])
    assert [hand["name"] for hand in moves[0]["hands"]] == ["P1.0", "P0.0"]
    assert moves[3]["melds"][0] == {"owner": 1, "cards": ["JS", "JH", "JD"]}
    assert documents(str(BRITISH), "--move", "4")[0] == moves[3]


def test_cards_that_were_never_shown_stay_hidden_and_what_does_not_hold_is_not_shown() -> None:
    file = str(TRANSCRIPTS / "false_claim.kalooki")
    code, text = replay(file)
    assert code == 1
    assert text.startswith("INVALID: it holds only at first; 5 moves can be shown, up to there and no further.\n")
    assert "\n  Entry 29: " in text
    assert "[false_claim]" in text
    assert "P0.0: " + " ".join([say.HIDDEN] * 13) in text
    code, text = replay("--json", file)
    assert (code, json.loads(text.splitlines()[-1])["verdict"]) == (1, "INVALID")
    assert json.loads(text.splitlines()[0])["hands"][1]["cards"] == [None] * 13


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "UNREADABLE"),
        (b"dear diary\n", "UNREADABLE"),
        ((TRANSCRIPTS / "damaged.kalooki").read_bytes(), "UNREADABLE"),
        ((TRANSCRIPTS / "other_protocol.kalooki").read_bytes(), "UNKNOWN VERSION"),
        ((TRANSCRIPTS / "two_entries_for_one_place.kalooki").read_bytes(), "INVALID"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused_in_words(data: bytes, word: str) -> None:
    code, text = replay("-", data=data)
    assert code == 1
    assert text.startswith(f"{word}: none of it can be shown.\n  ")
    assert not HEAD.findall(text)
    code, text = replay("-", "--json", "--deal", "1", "--move", "2", data=data)
    (line,) = text.splitlines()
    assert (code, json.loads(line)["verdict"], json.loads(line)["moves"]) == (1, word, 0)


def test_a_file_whose_middle_was_forged_is_shown_up_to_there() -> None:
    data = BRITISH.read_bytes()
    wrong = list(read_transcript(data))[29].content
    at = data.index(wrong.signature)  # type: ignore[union-attr]
    before = (data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])[:-41]
    code, text = replay("-", data=before + closing_record(len(list(read_transcript(data))) - 1, before))
    assert code == 1
    assert "  Entry 30: " in text
    assert {int(entry) < 30 for *_, entry in HEAD.findall(text)} == {True}
    assert say.HIDDEN in text.replace(say.HANDS, "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((str(BRITISH), "--deal", "2"), "There is no deal 2, but 1 to 1."),
        ((str(BRITISH), "--move", "33"), "There is no move 33 here, but 1 to 32."),
        ((str(TRANSCRIPTS / "honest.kalooki"), "--deal", "1"), "There is no deal 1: in this record nothing was dealt."),
        ((str(TRANSCRIPTS / "honest.kalooki"), "--move", "1"), "There is no move 1: in this record nothing was dealt."),
        ((str(BRITISH), "--move", "0"), "not in the range"),
        ((), "Missing argument 'FILE'"),
    ],
)
def test_what_is_not_there_is_a_mistake_in_the_arguments(arguments: tuple[str, ...], words: str) -> None:
    code, text = replay(*arguments)
    assert code == 2
    assert words in text.splitlines()[-1]


def test_a_file_that_is_not_there_or_a_folder_cannot_be_read(tmp_path: Path) -> None:
    for file in (tmp_path / "no\x1b[31m.kalooki", tmp_path):
        code, text = replay(str(file))
        assert (code, text.count("\n"), "\x1b" in text) == (2, 1, False)
        assert "It cannot be read: " in text
        code, text = replay(str(file), "--json")
        assert (code, json.loads(text)["error"]["code"]) == (2, "unreadable")


@pytest.mark.parametrize(
    ("typed", "leads"),
    [
        ("\n", 6),
        ("N\n", 6),
        ("p\n", 4),
        ("9\n", 9),
        ("3\n", 3),
        ("q\n", None),
        ("2\n", say.unclear(3, 9)),
        ("10\n", say.unclear(3, 9)),
        ("-3\n", say.unclear(3, 9)),
        ("²\n", say.unclear(3, 9)),
        ("9" * 5000 + "\n", say.unclear(3, 9)),
        ("fly\n", say.unclear(3, 9)),
    ],
)
def test_a_typed_line_leads_to_a_move_of_the_deal_or_says_what_would(typed: str, leads: int | str | None) -> None:
    assert led_to(typed, 5, range(3, 10)) == leads


def test_before_the_first_move_is_nothing_and_behind_the_last_is_the_end() -> None:
    assert led_to("p\n", 3, range(3, 10)) == say.FIRST
    assert led_to("\n", 9, range(3, 10)) is None


def test_at_a_terminal_one_goes_on_and_back_and_to_a_number() -> None:
    program = (sys.executable, "-m", "kalooki_cli", "replay", str(BRITISH), "--ascii")
    with Typewriter(program=program) as person:
        shown = person.wait("1 of 32 (Enter")
        assert "--- Move 1 of 32" in shown
        for keys, number in (("\n", 2), ("n\n", 3), ("p\n", 2), ("32\n", 32)):
            person.type(keys)
            person.wait(f"--- Move {number} of 32")
            person.wait(f"{number} of 32 (Enter")
        person.type("fly\n")
        person.wait("a number from 1 to 32")
        person.type("q\n")
        assert person.process.wait(timeout=60) == 0


def test_at_a_terminal_all_moves_can_be_printed_without_a_question() -> None:
    program = (sys.executable, "-m", "kalooki_cli", "replay", str(BRITISH), "--all", "--move", "32")
    with Typewriter(program=program) as person:
        person.wait("--- Move 32 of 32")
        assert person.process.wait(timeout=60) == 0
        assert b"Enter" not in person.seen
