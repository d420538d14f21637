"""`kalooki score`: the sheet as text and as JSON, exit codes, and one line for whatever does not hold."""

import json
from pathlib import Path

import pytest

from support.deal_files import Value, command

GAMES = Path(__file__).parent.parent / "games"
FOUR = GAMES / "four_players.kss"
HEAD = 'kss = 1\nvariant = "british"\nplayers = ["Ann", "Ben", "Cy"]\n'
BUST = '[[deals]]\nwinner = "Cy"\nhow = "kalooki"\nleft = { Ann = 151, Ben = "KS JK" }\n'


def document(text: str, expected: int = 0) -> Value:
    code, out, err = command("score", "--json", "-", text=text)
    assert (code, err) == (expected, "")
    return json.loads(out)


def test_the_worked_sheet_as_it_is_written_on_paper() -> None:
    code, out, err = command("score", str(FOUR))
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "deal    Andy    Mark    John   Frank  |    Andy    Mark    John   Frank",
        "   1      85      42     * 0      62  |      -1      -1      +3      -1",
        "   2    * 85      92      45      84  |      +2      -2      +2      -2",
        "   3     123     145   *K 45      92  |      +0      -4      +8      -4",
        "   4     127   (127)      98    * 92  |      -1      -5      +7      -1",
        "   5     156     198    * 98     174  |      -2      -6     +10      -2",
        "(* went out, *K kalooki; in brackets: after a buy-in)",
        "The pool: 25 units.",
        "Out: Frank, Andy and Mark.",
        "The game is won by John.",
        "Money, stakes and pool included: Andy -7, Mark -16, John +30, Frank -7.",
        "  Andy pays John 7.",
        "  Mark pays John 16.",
        "  Frank pays John 7.",
    ]


def test_the_document_of_the_worked_sheet() -> None:
    values = document(FOUR.read_text("utf-8"))
    assert list(values) == ["deals", "out", "may_buy_in", "winner", "pool", "money"]
    assert values["deals"][3] == {
        "points": {"Andy": 4, "Mark": 12, "John": 53, "Frank": 0},
        "totals": {"Andy": 127, "Mark": 127, "John": 98, "Frank": 92},
        "money": {"Andy": -1, "Mark": -1, "John": -1, "Frank": 3},
    }
    assert (values["winner"], values["pool"], values["may_buy_in"]) == ("John", 25, [])
    assert sorted(values["out"]) == ["Andy", "Frank", "Mark"]
    assert values["money"] == {"Andy": -7, "Mark": -16, "John": 30, "Frank": -7}
    assert document((GAMES / "five_players.kss").read_text("utf-8"))["money"] == {
        "Jim": 0,
        "Pete": -5,
        "Jill": 33,
        "Sam": -14,
        "Ann": -14,
    }


def test_who_may_still_buy_in_is_named_with_the_price_and_the_score() -> None:
    values = document(HEAD + BUST)
    assert (values["out"], values["may_buy_in"], values["winner"], values["pool"]) == (["Ann"], ["Ann"], None, 15)
    assert values["money"] == {"Ann": -7, "Ben": -7, "Cy": -1}
    _, out, _ = command("score", "-", text=HEAD + BUST)
    assert "May buy back in, in this order: Ann; it costs 5, and the total is then 25.\n" in out


def test_who_is_out_has_no_part_in_later_deals() -> None:
    later = '[[deals]]\nwinner = "Cy"\nhow = "call-up"\nleft = { Ben = 4 }\n[[deals]]\nvoid = true\n'
    values = document(HEAD + BUST + later)
    assert values["deals"][1] == {
        "points": {"Ben": 4, "Cy": 0},
        "totals": {"Ann": 151, "Ben": 29, "Cy": 0},
        "money": {"Ben": -1, "Cy": 1},
    }
    assert values["deals"][2]["points"] == {"Ben": 0, "Cy": 0}
    _, out, _ = command("score", "-", text=HEAD + BUST + later)
    assert "   2       -      29     * 0  |      -2      -3      +5\n" in out
    assert "   3       -      29       0  |      -2      -3      +5  void\n" in out


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (BUST + 'buy_ins = ["Ben"]\n', "8: not_over_the_limit: Ben has 25 and is not over the limit"),
        (BUST.replace("151", "1"), "7: impossible_points: No hand is worth 1 points (Ann)."),
        (BUST.replace("Ann = 151, ", ""), "4: not_counted: It does not say what Ann had left."),
        (BUST.replace('"KS JK"', "160") + BUST, "8: game_is_over: The game is over."),
    ],
)
def test_what_the_rules_do_not_allow_ends_the_sheet_with_code_1(text: str, line: str) -> None:
    code, out, err = command("score", "-", text=HEAD + text)
    assert (code, err) == (1, "")
    assert out.splitlines()[-1].startswith(f"standard input:{line}")
    error = document(HEAD + text, 1)["error"]
    assert line.startswith(f"{error['line']}: {error['code']}: ")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "1: missing_key: The key kss is missing."),
        (HEAD + "deals = 5\n", "4: wrong_type: deals is a list of tables."),
        (HEAD + BUST.replace('"Cy"', '"C\\u001b"'), "5: unknown_player: Nobody called C? plays, but: Ann"),
        (HEAD + BUST.replace("kalooki", "blitz"), "6: unknown_way: Nobody wins by blitz here, but by: call-up"),
        (HEAD + BUST.replace("left", "Left"), "7: unknown_key: There is no key Left here, but: winner, how, left"),
        (HEAD + BUST + "void = true", "5: void_deal_counts: The deal is void: it has no winner."),
    ],
)  # fmt: skip
def test_a_sheet_that_cannot_be_understood_is_one_line_and_code_2(text: str, line: str) -> None:
    code, out, err = command("score", "-", text=text)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith(f"standard input:{line}")
    assert "\x1b" not in err
    assert document(text, 2)["error"]["line"] == int(line.partition(":")[0])


def test_long_names_are_cut_at_the_head_of_their_columns() -> None:
    name = "Ann of the High Hill"
    code, out, _ = command("score", "-", text=HEAD.replace("Ann", name))
    assert code == 0
    assert "Ann of t.." in out.splitlines()[0]
    assert f"{name} -5" in out


NORTH = 'kss = 1\nvariant = "north_american"\nplayers = ["Ann", "Ben", "Cy"]\n'
WON = '[[deals]]\nwinner = "Cy"\nhow = "call-up"\nleft = { Ann = 23, Ben = "KS JK" }\n'


def test_where_a_game_is_played_to_a_target_nothing_is_said_of_a_pool_or_of_money() -> None:
    code, out, err = command("score", "-", text=NORTH + WON)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "deal     Ann     Ben      Cy"
    for words in ("pool", "Money", "|", "buy-in"):
        assert words not in out


def test_where_each_hand_is_paid_there_is_money_and_no_pool() -> None:
    house = 'house = { na_scoring = "per_hand" }\n'
    code, out, err = command("score", "-", text=NORTH + house + WON.replace("Ann = 23", 'Ann = "9S"'))
    assert (code, err) == (0, "")
    assert "|" in out
    assert "Money: Ann" in out
    assert "pool" not in out


@pytest.mark.parametrize("name", ["score", "referee"])
def test_the_example_of_a_file_passes(name: str) -> None:
    code, example, _ = command(name, "--example")
    assert code == 0
    assert command(name, "-", text=example)[0] == 0
    assert "--example" in command(name, "--help")[1]


SOUTH = 'kss = 1\nvariant = "south_african"\nplayers = ["Ann", "Ben", "Cy"]\n'
BLITZ = '[[deals]]\nwinner = "Ann"\nhow = "blitz"\nleft = { Ben = 71, Cy = 36 }\n'


def test_a_south_african_sheet_says_which_money_it_cannot_know() -> None:
    code, out, _ = command("score", "-", text=SOUTH + BLITZ)
    said = " ".join(out.split())
    assert code == 0
    assert "Not counted, since a sheet does not say it: what was paid for buys" in said
    assert "A blitz is counted once" not in said
    assert "Not counted" not in command("score", str(FOUR))[1]


def test_a_blitz_that_could_count_twice_is_counted_once_and_the_sheet_says_so() -> None:
    house = "house = { sa_blitz_double = true }\n"
    code, out, _ = command("score", "-", text=SOUTH + house + BLITZ)
    assert code == 0
    assert "A blitz is counted once: a sheet does not say whether it had jokers." in out
    assert document(SOUTH + house + BLITZ)["deals"] == document(SOUTH + BLITZ)["deals"]


def test_an_ending_that_the_contract_of_its_deal_excludes_is_refused_with_code_1() -> None:
    code, out, err = command("score", "-", text=SOUTH + BLITZ.replace("blitz", "out"))
    assert (code, err) == (1, "")
    assert out.splitlines()[-1] == ("standard input:6: not_this_ending: Deal 1 cannot be won by out, but by: blitz.")
    code, out, _ = command("score", "-", text=SOUTH + BLITZ + BLITZ)
    assert code == 1
    assert out.splitlines()[-1] == ("standard input:10: not_this_ending: Deal 2 cannot be won by blitz, but by: out.")
