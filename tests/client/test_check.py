"""`kalooki check`: text, JSON, exit codes."""

import json

import pytest

from support.deal_files import Value, command

TOO_LOW = (
    "initial_meld_too_low: These melds are worth 39, and the first lay needs 40 points in one go."
    " Lay more melds together, parted by ;"
)
UNDECLARED = (
    "7S JK JK: undeclared_jokers: One card with jokers only: say what the jokers are, for example"
    " 7S JK=.. JK=.. for a run, or the suits of a set."
)
TOO_MANY = (
    "9S JK JK: too_many_jokers: 9S, JK, JK has too many jokers: of these cards at most 1 may be, whatever"
    " they stand for."
)
ONLY_HIGH = "AD 2D 3D: ace_only_high: AD, 2D, 3D: the ace stands above the king (QH KH AH), not below 2."


def told(*arguments: str) -> tuple[int, list[str]]:
    code, out, err = command("check", *arguments)
    assert err == ""
    return code, out.splitlines()


def document(*arguments: str) -> tuple[int, Value]:
    code, lines = told("--json", *arguments)
    (line,) = lines
    return code, json.loads(line)


@pytest.mark.parametrize(
    ("arguments", "code", "lines"),
    [
        (["7S 8S JK=9S"], 0, ["7S 8S JK=9S: a run, 24 points", "Legal."]),
        (["7S", "8S", "9S"], 0, ["7S 8S 9S: a run, 24 points", "Legal."]),
        (["QH QC QS"], 0, ["QH QC QS: a set, 30 points", "Legal."]),
        (
            ["QH QC QS; 2S 3S 4S 5S", "--first"],
            0,
            [
                "QH QC QS: a set, 30 points",
                "2S 3S 4S 5S: a run, 14 points",
                "Together: 44 points.",
                "Legal, and enough for a first lay.",
            ],
        ),
        (
            ["QH QC QS; 2S 3S 4S", "--first"],
            1,
            [
                "QH QC QS: a set, 30 points",
                "2S 3S 4S: a run, 9 points",
                "Together: 39 points.",
                TOO_LOW,
                "Not legal.",
            ],
        ),
        (["AD 2D 3D", "--house", "ace_low=true"], 0, ["AD 2D 3D: a run, 6 points", "Legal."]),
        (
            ["AD 2D 3D"],
            1,
            [
                "AD 2D 3D: ace_only_high: AD, 2D, 3D: the ace stands above the king (QH KH AH), not below 2.",
                "Not legal.",
            ],
        ),
        (
            ["7S 7H JK=7S"],
            1,
            ["7S 7H JK=7S: wrong_declaration: The joker cannot be 7S there, but: 7D, 7C.", "Not legal."],
        ),
        (
            ["9S JK JK", "--variant", "jamaican"],
            1,
            [
                TOO_MANY,
                "Not legal.",
            ],
        ),
        (
            ["7S JK JK"],
            1,
            [
                UNDECLARED,
                "Not legal.",
            ],
        ),
    ],
)
def test_melds_are_judged_in_words(arguments: list[str], code: int, lines: list[str]) -> None:
    assert told(*arguments) == (code, lines)


def test_the_document_of_melds() -> None:
    assert document("9S JK 7S; 8C 8C 8S") == (
        1,
        {
            "legal": False,
            "melds": [
                {"cards": ["7S", "JK=8S", "9S"], "kind": "run", "points": 24, "ok": True},
                {
                    "cards": ["8C", "8C", "8S"],
                    "kind": None,
                    "points": 0,
                    "ok": False,
                    "error": {"code": "suit_twice", "message": "A set has each suit once, and 8C is there twice."},
                },
            ],
            "points": 24,
        },
    )
    assert document("QH QC QS; 2S 3S 4S 5S", "--first", "--hand", "3") == (
        0,
        {
            "legal": True,
            "melds": [
                {"cards": ["QH", "QC", "QS"], "kind": "set", "points": 30, "ok": True},
                {"cards": ["2S", "3S", "4S", "5S"], "kind": "run", "points": 14, "ok": True},
            ],
            "points": 44,
        },
    )
    code, values = document("QH QC QS", "--first")
    assert (code, values["legal"], values["error"]["code"]) == (1, False, "initial_meld_too_low")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["7S 8S 1S"], "bad_card: 1S is no card"),
        (["7S 8S \x1b[2J"], "bad_card: ?[2J is no card"),
        ([""], "no_cards: There are no cards."),
        (["7S 8S 9S", "--hand", "0"], "out_of_range: hand is from 1 to 1000."),
        (["7S 8S 9S", "--variant", "chess"], "There is no variant chess"),
        (["7S 8S 9S", "--house", "limit=9"], "The house rule limit cannot be 9"),
        (["7S 8S 9S", "--house", "limit"], "A house rule is written OPTION=VALUE"),
        (["7S 8S 9S", "--hand", "two"], "'two' is not a valid integer"),
        (["7S, 8S, 9S"], "Cards are parted by spaces and melds by a semicolon"),
        ([], "Missing argument 'MELDS"),
    ],
)
def test_what_cannot_be_understood_is_one_line_and_code_2(arguments: list[str], words: str) -> None:
    code, out, err = command("check", *arguments)
    assert (code, out) == (2, "")
    assert err.rstrip().splitlines()[-1].startswith("Error: ")
    assert words in err.rstrip().splitlines()[-1]
    assert "\x1b" not in err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["7S 8S 1S"], "bad_card"),
        (["7S 8S 9S", "--hand", "0"], "out_of_range"),
        (["7S 8S 9S", "--variant", "chess"], "unknown_variant"),
        (["7S 8S 9S", "--house", "na_deal=seed"], "option_not_applicable"),
    ],
)
def test_the_same_in_json_is_a_document(arguments: list[str], code: str) -> None:
    exit_code, values = document(*arguments)
    assert (exit_code, values["error"]["code"]) == (2, code)


SOUTH = ("--variant", "south_african", "--first")


def test_in_a_blitz_the_whole_hand_is_asked_for() -> None:
    code, lines = told("7S 8S 9S", *SOUTH)
    assert code == 1
    assert lines[1:] == [
        "not_everything: In this deal all cards are laid at once; 11 would be left, and at most 1 may be.",
        "Not legal.",
        "Here the whole hand is meant as it was dealt, with the card that was drawn.",
    ]
    code, lines = told("5S 5H 5D 5C; 6H 7H 8H 9H; TC JC QC KC AC", *SOUTH)
    assert code == 0
    assert lines[3:] == [
        "Legal, and enough for a first lay.",
        "This deal is a blitz: they must be all the cards of the hand, or all but one.",
    ]
    assert told("7S 8S 9S", "--variant", "south_african") == (0, ["7S 8S 9S: a run", "Legal."])


def test_a_joker_for_a_card_that_nobody_has_seen_is_refused_and_why_that_is_so_here() -> None:
    code, lines = told("7S 8S JK=9S", *SOUTH, "--hand", "3")
    assert code == 1
    assert lines[1:] == [
        "not_half_safe: A joker may stand for 9S only once a 9S has been discarded or melded.",
        "Not legal.",
        "Only melds were given here, no table and no discards; at a table it may have been seen.",
    ]
    code, lines = told("7S 8S JK=9S", *SOUTH, "--hand", "3", "--house", "half_safe=never")
    assert (code, lines[1:]) == (0, ["Legal, and enough for a first lay."])


def test_a_meld_that_lies_nowhere_is_named_by_its_cards() -> None:
    words = "Your sets are of different ranks, and 7S 7H 7D has this rank already."
    asked = ("7S 7H 7D; 7C 7D 7S; 2C 3C 4C 5C", "--variant", "jamaican", "--hand", "2", "--first")
    assert told(*asked)[1][-2] == f"same_rank_twice: {words}"
    assert document(*asked)[1]["error"] == {"code": "same_rank_twice", "message": words}
