"""`kalooki referee`: text, JSON, exit codes, and one line for whatever cannot be understood."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.deal_files import Value, command, deal_text
from support.terminals import environment

DEAL: dict[str, Value] = {
    "players": ["p1", "p2", "p3"],
    "dealer": "p3",
    "hands": {"p1": "7S 7H 7D TC JC QC KC 2D", "p2": "8C 9C AS", "p3": "KD"},
    "table": ["p2: 5H JK=6H 7H", "p3: TS TD JK"],
    "upcard": "4D",
    "stock": "2H 3C",
    "stock_size": 2,
    "discards": "9D",
}
LAY = ("p1 draw", "p1 lay 7S 7H 7D; TC JC QC KC", "p1 discard 2D count 1")


def told(*actions: str, flags: tuple[str, ...] = (), **keys: Value) -> tuple[int, list[str]]:
    code, out, err = command("referee", "-", *flags, text=deal_text(*actions, **DEAL | keys))
    assert err == ""
    return code, out.splitlines()


def document(*actions: str, flags: tuple[str, ...] = (), **keys: Value) -> tuple[int, dict[str, Value]]:
    code, lines = told(*actions, flags=("--json", *flags), **keys)
    (line,) = lines
    return code, json.loads(line)


def test_every_action_is_ruled_and_the_table_shown() -> None:
    assert told(*LAY) == (
        0,
        [
            "  1  p1 draw                       ok (2H)",
            "  2  p1 lay 7S 7H 7D; TC JC QC KC  ok",
            "  3  p1 discard 2D count 1         ok",
            "",
            "To move: p2, who draws (draw, take).",
            "Cards in hand: p1 1, p2 3, p3 1. Stock: 1.",
            "Discards, the top first: 2D 4D 9D.",
            "m1 p2: 5H JK=6H 7H",
            "m2 p3: TS TD JK",
            "m3 p1: 7S 7H 7D",
            "m4 p1: TC JC QC KC",
        ],
    )


def test_an_illegal_action_says_where_which_rule_and_what_is_open() -> None:
    code, lines = told("p1 draw", "p2 draw", "p1 discard 2D")
    assert code == 1
    assert lines[1:4] == [
        "  2  p2 draw  refused",
        "standard input:13: not_your_turn: It is not your turn: p1 is to play. Open now: p1 (discard, lay).",
        "The rest is not played; with --keep-going an illegal action is left out instead.",
    ]
    code, lines = told("p1 draw", "p2 draw", "p1 discard 2D", flags=("--keep-going",))
    assert code == 1
    assert lines[3] == "  3  p1 discard 2D  ok"


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("p1 lay 9C on m9", "unknown_meld: There is no m9; the table has 2 melds"),
        ("p1 lay JK on m1", "place_is_ambiguous: The joker could go to either end of m1: say which card it is, 4H, 8H"),
        ("p1 lay 9C", "which_meld: 9C is one card. Say where it goes"),
        ("p1 lay 2D for JK in m1; JK 9C 9D", "no_such_joker: No joker in m1 stands for 2D. It holds: 6H"),
    ],
)
def test_a_refusal_says_what_would_be_legal(action: str, words: str) -> None:
    hands = {"p1": "7S 7H 7D 2D 9C JK 9D", "p2": "8C AS", "p3": "KD"}
    table = ["p2: 5H JK=6H 7H", "p3: TS TD TH"]
    code, lines = told("p1 draw", action, hands=hands, laid=["p1"], table=table)
    assert code == 1
    assert words in "\n".join(lines)


def test_the_document_of_a_deal_in_play() -> None:
    assert document(*LAY[:2], "p1 discard 7S") == (
        1,
        {
            "variant": "british",
            "actions": [
                {"n": 1, "text": "p1 draw", "ok": True},
                {"n": 2, "text": "p1 lay 7S 7H 7D; TC JC QC KC", "ok": True},
                {
                    "n": 3,
                    "text": "p1 discard 7S",
                    "ok": False,
                    "error": {"code": "not_held", "message": "You do not hold 7S, or not once more."},
                },
            ],
            "state": {
                "turn": "p1",
                "phase": "play",
                "hands": {"p1": 2, "p2": 3, "p3": 1},
                "table": [
                    {"id": "m1", "owner": "p2", "cards": ["5H", "JK=6H", "7H"], "closed": False},
                    {"id": "m2", "owner": "p3", "cards": ["TS", "TD", "JK"], "closed": False},
                    {"id": "m3", "owner": "p1", "cards": ["7S", "7H", "7D"], "closed": False},
                    {"id": "m4", "owner": "p1", "cards": ["TC", "JC", "QC", "KC"], "closed": False},
                ],
                "stock": 1,
                "discard": ["4D", "9D"],
                "legal": ["discard"],
            },
            "result": None,
            "scores": {"p1": 0, "p2": 0, "p3": 0},
        },
    )


WIN = (*LAY[:2], "p1 lay 2D 2H 2C", "p1 discard 3S")
RICH: dict[str, Value] = {"hands": {"p1": "7S 7H 7D TC JC QC KC 2D 2C 3S", "p2": "8C 9C AS", "p3": "KD JK"}}
RICH |= {"table": ["p2: 5H 6H 7H"], "scores": {"p2": 100, "p3": 130}}


def test_the_document_of_a_deal_that_was_won_after_laying_in_one_turn() -> None:
    code, values = document(*WIN, **RICH)
    assert code == 0
    assert values["state"]["turn"] == "p3"
    assert (values["state"]["phase"], values["state"]["legal"]) == ("buy_in", ["buy-in", "decline"])
    assert values["result"] == {
        "winner": "p1",
        "how": "kalooki",
        "points": {"p1": 0, "p2": 28, "p3": 25},
        "money": {"p1": 4, "p2": -2, "p3": -2},
        "void": False,
    }
    assert values["scores"] == {"p1": 0, "p2": 128, "p3": 155}


def test_the_text_of_a_deal_that_was_won() -> None:
    code, lines = told(*WIN, "p3 decline", "p2 draw", **RICH)
    assert code == 1
    text = "\n".join(lines)
    assert "not_now: Not now: the game waits for the next deal to begin. The deal is over." in text
    assert lines[-5:] == [
        "p1 goes out in one turn: kalooki.",
        "  p1: 0 points, 0 in all, money +4",
        "  p2: 28 points, 128 in all, money -2",
        "  p3: 25 points, 155 in all, money -2",
        "Over the limit: p3.",
    ]
    won = told(*WIN, **RICH | {"scores": {"p2": 123, "p3": 130}})[1]
    assert won[-1] == "The game is won by p1; the pool is 15."


def test_a_buy_in_names_its_price_and_the_score_that_it_changes() -> None:
    keys: dict[str, Value] = {"hands": {"p1": "7S 7H 7D TC JC QC KC", "p2": "8C 9C AS", "p3": "KD"}, "laid": ["p1"]}
    keys |= {"scores": {"p2": 140}}
    actions = ("p1 draw", "p1 lay 7S 7H 7D; TC JC QC KC", "p1 discard 2H", "p2 buy-in")
    said = "p2 pays 5 units to the pool, buys back in and goes on with 10 points (buy-in 1)."
    _, lines = told(*actions, **keys)
    assert lines[3] == f"  4  p2 buy-in                     ok: {said}"
    assert lines[-4:] == [
        "  p1: 0 points, 0 in all, money +2",
        "  p2: 28 points, 168 in all, money -1",
        "  p3: 10 points, 10 in all, money -1",
        said,
    ]
    assert document(*actions, **keys)[1]["scores"] == {"p1": 0, "p2": 10, "p3": 10}
    _, lines = told(*actions[:3], "p2 decline", **keys)
    assert lines[3] == "  4  p2 decline                    ok: p2 is out of the game with 168 points."


@pytest.mark.parametrize("count", ["", " count 2"])
def test_a_count_that_is_missing_or_wrong_says_whom_it_bars(count: str) -> None:
    _, lines = told(*LAY[:2], f"p1 discard 2D{count}")
    assert lines[2].endswith("  ok: p1 did not announce 1 card, and may not go out in the next turn.")
    assert told(*LAY)[1][2].endswith("  ok")


def test_the_discard_pile_that_becomes_the_stock_is_named() -> None:
    _, lines = told("p1 draw", "p1 discard 2D", stock="2H", stock_size=1)
    assert lines[1] == (
        "  2  p1 discard 2D  ok: The stock has run out: all shuffle 2 cards of the discard pile."
        " The new stock has 2 cards; 2D lies on the discard pile."
    )


def test_a_refusal_names_moves_and_no_keys() -> None:
    text = "\n".join(told("p1 discard 2D", "p1 call", "p1 draw", "p1 draw", flags=("--keep-going",))[1])
    assert "must_draw_first: Draw first: draw takes the top card of the stock." in text
    assert "This variant has no such move (call)." in text
    assert "already_drawn: You have drawn already; now lay, or end with a discard." in text


def test_a_void_deal_has_no_winner() -> None:
    code, values = document("p1 draw", "p1 discard 2D", reshuffles=1, stock="2H", stock_size=1)
    assert code == 0
    assert (values["state"]["turn"], values["state"]["phase"], values["state"]["legal"]) == (None, "over", [])
    nothing = {"p1": 0, "p2": 0, "p3": 0}
    assert values["result"] == {"winner": None, "how": "void", "points": nothing, "money": nothing, "void": True}
    assert told("p1 draw", "p1 discard 2D", reshuffles=1, stock="2H", stock_size=1)[1][-1] == (
        "The deal is void: the stock ran out."
    )


def test_a_closed_meld_is_marked() -> None:
    assert "m1 p2: TS TH TC TD (closed)" in told(table=["p2: TS TH TC TD"], hands={})[1]


def test_a_deal_without_actions_is_shown_as_it_stands() -> None:
    assert told()[1][:3] == [
        "",
        "To move: p1, who draws (draw, take).",
        "Cards in hand: p1 8, p2 3, p3 1. Stock: 2.",
    ]


# --- what cannot be understood ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (deal_text(weather="fine"), "6: unknown_key: There is no key weather here, but: khh, variant, house, players"),
        (deal_text(hands={"p1": "1S"}), "6: bad_card: 1S is no card: write rank then suit, as 7S, TD or 10d"),
        (deal_text(hands={"p1": "KS KS KS"}), "6: too_many_copies: KS is there 3 times, and the deck has it 2 times."),
        (deal_text("p1 jump"), '7: bad_move: I do not understand "jump": there is no such move.'),
        (deal_text("p3 draw"), "7: unknown_player: Nobody called p3 plays, but: p1, p2."),
        ('khh = 1\nvariant = "\x1b[2J"', "2: not_toml: This is no TOML: "),
        (deal_text(variant="\x1b[2J"), "2: unknown_variant: There is no variant ?[2J, but: british"),
        (deal_text(house={"limit": 9}), "6: bad_option_value: The house rule limit cannot be 9, but: 50 to 1000."),
        ("", "1: missing_key: The key khh is missing."),
        ("khh = ", ""),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_understood_is_one_line_and_code_2(text: str, line: str) -> None:
    code, out, err = command("referee", "-", text=text)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith(f"standard input:{line}" if line else "standard input: not_toml: This is no TOML: ")
    assert "\x1b" not in err


def test_the_same_in_json_names_the_line() -> None:
    code, out, err = command("referee", "--json", "-", text=deal_text(weather="fine"))
    assert (code, err) == (2, "")
    error = json.loads(out)["error"]
    assert (error["code"], error["line"]) == ("unknown_key", 6)
    code, out, _ = command("referee", "--json", "/no/such/file.khh")
    assert (code, json.loads(out)["error"]["code"]) == (2, "unreadable")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe", "it is no text in UTF-8"),
        (b"#" * ((1 << 22) + 1), "it is too long"),
        (None, "No such file"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(content: bytes | None, words: str, tmp_path: Path) -> None:
    path = tmp_path / "a\x1bb.khh"
    if content is not None:
        path.write_bytes(content)
    code, out, err = command("referee", str(path))
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert words in err
    assert "\x1b" not in err
    assert command("referee", str(tmp_path))[0] == 2


def test_a_byte_order_mark_and_other_line_ends_do_no_harm() -> None:
    text = deal_text("p1 draw").replace("\n", "\r\n").encode()
    assert command("referee", "-", text=b"\xef\xbb\xbf" + text)[0] == 0


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 400), st.booleans())
def test_no_bytes_end_in_anything_but_a_ruling_or_one_line(junk: bytes, at: int, as_json: bool) -> None:
    text = deal_text(*LAY, **DEAL).encode()
    code, out, err = command("referee", "-", *(["--json"] if as_json else []), text=text[:at] + junk + text[at:])
    assert code in {0, 1, 2}
    if as_json:
        assert json.loads(out).keys() & {"error", "state"}
    elif code == 2:
        assert len(err.splitlines()) == 1


HEAVY = ("grpc", "cryptography", "google", "asyncio", "kalooki.shell", "kalooki.fair", "socket")


@pytest.mark.parametrize("name", ["referee", "check", "best", "score"])
def test_settling_needs_no_network_and_no_cryptography(name: str) -> None:
    question = {"referee": deal_text("p1 draw"), "score": 'kss = 1\nvariant = "british"\nplayers = ["a", "b"]'}
    arguments = [name, "-"] if name in question else [name, "KS KH KD 2S"]
    program = (
        f"import sys; from kalooki_cli.program import kalooki; kalooki({arguments!r}, standalone_mode=False);"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=question.get(name, ""),
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert done.stdout.rstrip().endswith("[]"), done.stdout + done.stderr
