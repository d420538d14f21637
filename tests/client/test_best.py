"""`kalooki best`: text, JSON, exit codes."""

import json

import pytest

from support.deal_files import Value, command

HAND = "7S 7H 7D TC JC QC KC 2D 2H 9C 4S 6H 8D KD"


def told(*arguments: str) -> tuple[int, list[str]]:
    code, out, err = command("best", *arguments)
    assert err == ""
    return code, out.splitlines()


def document(*arguments: str) -> Value:
    code, lines = told("--json", *arguments)
    (line,) = lines
    assert code == 0
    return json.loads(line)


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            [HAND],
            ["Lay: 7S 7H 7D; 9C TC JC QC KC (70 points)", "Then discard KD.", "Left in hand: 22 points."],
        ),
        (["7S 7H 7D 2D"], ["No first lay can be made.", "Then discard 2D.", "Left in hand: 21 points."]),
        (["7S 7H 7D 2D", "--laid"], ["Lay: 7S 7H 7D (21 points)", "Then discard 2D.", "That goes out."]),
        (
            ["4H 8H KS", "--table", "m3: 5H 6H 7H"],
            ["Lay: 4H 8H on m3 (12 points)", "Then discard KS.", "That goes out."],
        ),
        (
            ["4H 8H KS", "--table", "m3: 5H 6H 7H", "--first"],
            ["No first lay can be made.", "Then discard KS.", "Left in hand: 12 points."],
        ),
        (["2H KS", "--laid"], ["Nothing can be laid.", "Then discard KS.", "Left in hand: 2 points."]),
        (
            ["AD 2D 3D KS", "--laid", "--house", "ace_low=true"],
            ["Lay: AD 2D 3D (6 points)", "Then discard KS.", "That goes out."],
        ),
    ],
)
def test_the_best_lay_is_told_in_words(arguments: list[str], lines: list[str]) -> None:
    assert told(*arguments) == (0, lines)


@pytest.mark.parametrize(
    ("arguments", "values"),
    [
        ([HAND], (["7S 7H 7D", "9C TC JC QC KC"], 70, 22, "KD", False)),
        (["7S 7H 7D 2D"], ([], 0, 21, "2D", False)),
        (["4H 8H KS", "--table", "m1: 5H 6H 7H"], (["4H 8H on m1"], 12, 0, "KS", True)),
        (["8C 8D 5D 5C KS", "--table", "p1: 8S 8H JK"], (["8C 8D for JK in m1", "5D 5C JK"], 15, 0, "KS", True)),
    ],
)
def test_the_document_of_the_best_lay(arguments: list[str], values: Value) -> None:
    found = document(*arguments)
    keys = ("lay", "points_laid", "points_left", "discard", "goes_out")
    assert tuple(found) == keys
    assert [sorted(item.split()) for item in found["lay"]] == [sorted(item.split()) for item in values[0]]
    assert tuple(found[key] for key in keys[1:]) == values[1:]


CONTRACT = "7S 7H 7D KS KD KC 4S 5S JK 7C 9H 2D"


def test_the_best_lay_of_a_contract_is_all_that_goes_onto_the_table() -> None:
    arguments = [CONTRACT, "--variant", "jamaican", "--hand", "2"]
    assert told(*arguments) == (
        0,
        ["Lay: 4S 5S JK=6S 7S; 7H 7D 7C; KS KD KC", "Then discard 9H.", "Left in hand: 2 points."],
    )
    found = document(*arguments)
    assert (found["points_left"], found["discard"], found["goes_out"]) == (2, "9H", False)


def test_a_hand_that_lacks_its_contract_keeps_what_is_nearest_to_it() -> None:
    found = document("7S 7H 7D KS KD KC 4S 2D 9C", "--variant", "jamaican_baby", "--hand", "2")
    assert (found["lay"], found["discard"]) == ([], "9C")


def test_a_joker_of_a_contract_game_moves_up_for_its_card() -> None:
    found = document("6S 9C", "--variant", "jamaican", "--table", "m1: 4S 5S JK 7S", "--laid")
    assert found["lay"] == ["6S for JK in m1 up"]
    assert (found["discard"], found["goes_out"]) == ("9C", True)


def test_the_contract_of_a_south_african_round_is_laid_exactly() -> None:
    found = document("7S 7H 7D 7C 2S 9C", "--variant", "south_african", "--hand", "2")
    assert len(found["lay"]) == 1
    assert len(found["lay"][0].split()) == 3
    assert (found["points_left"], found["discard"]) == (9, "9C")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["7S 1S"], "bad_card", "1S is no card"),
        ([""], "no_cards", "There are no cards."),
        (["KS KS KS"], "too_many_copies", "KS is there 3 times, and the deck has it 2 times."),
        (["KS", "--table", "m1: 3S 4S 6S"], "not_consecutive", "is not a run"),
        (["KS", "--table", "x: 3S 4S 5S"], "bad_table_line", '"x: 3S 4S 5S" is no meld on the table'),
        (["KS", "--hand", "1001"], "out_of_range", "hand is from 1 to 1000."),
        (["KS", "--variant", "chess"], "unknown_variant", "There is no variant chess"),
    ],
)
def test_what_cannot_be_understood_is_one_line_and_code_2(arguments: list[str], code: str, words: str) -> None:
    exit_code, out, err = command("best", *arguments)
    assert (exit_code, out) == (2, "")
    assert words in err.rstrip().splitlines()[-1]
    exit_code, out, err = command("best", "--json", *arguments)
    assert (exit_code, err, json.loads(out)["error"]["code"]) == (2, "", code)


SEEN = "A joker stands only for a card that was discarded or melded before; only melds of --table are known."


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["7S 8S JK KH", "--hand", "3"], ["No first lay can be made.", "It would be: a run of 3.", SEEN]),
        (["7S 8S 2D KH", "--hand", "3"], ["No first lay can be made.", "It would be: a run of 3."]),
        (["7S 8S JK KH", "--hand", "3", "--house", "half_safe=never"], ["Lay: JK=6S 7S 8S"]),
        (["7S 8S JK KH", "--hand", "3", "--table", "9S 9H 9D", "--first"], ["Lay: 7S 8S JK=9S"]),
        (["7S 8S 2D KH"], ["No first lay can be made.", "It would be: all cards at once (blitz)."]),
        (["7S 8S JK KH", "--laid", "--house", "half_safe=always", "--hand", "3"], ["Nothing can be laid.", SEEN]),
        (["7S 8S 2D KH", "--laid", "--hand", "3"], ["Nothing can be laid."]),
    ],
)
def test_where_there_is_no_lay_it_says_what_it_would_be_and_what_nobody_has_seen(
    arguments: list[str], lines: list[str]
) -> None:
    code, found = told(*arguments, "--variant", "south_african")
    assert code == 0
    assert found[: len(lines)] == lines
    assert found[len(lines)].startswith(("Then discard", "Left"))
