"""Deal files that a test writes with few words, and what the referee says of them."""

import json
from typing import Any

from click.testing import CliRunner

from kalooki.rules.files.deal_file import read_deal
from kalooki.rules.files.referee import Report, referee
from kalooki_cli.program import kalooki

Value = Any
"""What TOML can hold."""


def written(value: Value) -> str:
    """A value as TOML."""
    match value:
        case dict():
            return "{ " + ", ".join(f"{key} = {written(one)}" for key, one in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(written, value)) + "]"
        case _:
            return json.dumps(value)


def deal_text(*actions: str, **keys: Value) -> str:
    """A deal of two players, p1 to move with nothing special, unless a key says otherwise."""
    given: dict[str, Value] = {
        "khh": 1,
        "variant": "british",
        "players": ["p1", "p2"],
        "dealer": "p2",
        "upcard": "9C",
    } | keys
    lines = [f"{key} = {written(value)}" for key, value in given.items()]
    return "\n".join([*lines, "actions = [", *(f"  {written(action)}," for action in actions), "]", ""])


def ruled(*actions: str, keep_going: bool = False, **keys: Value) -> Report:
    """What the referee says of the deal."""
    return referee(read_deal(deal_text(*actions, **keys)), keep_going=keep_going)


def codes(report: Report) -> list[str | None]:
    """Of each action the code of its refusal; None where it was legal."""
    return [None if one.error is None else one.error.code for one in report.rulings]


def command(*arguments: str, text: str | bytes | None = None) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the command."""
    result = CliRunner().invoke(kalooki, list(arguments), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


EXAMPLE = """khh = 1                          # format version
variant = "british"
house = { joker_reuse = "new_meld", stakes = "1-2-4-4" }
players = ["p1", "p2", "p3"]     # in seat order, clockwise
dealer = "p3"
hand = 1
scores = { p1 = 0, p2 = 0, p3 = 0 }
hands = { p1 = "7S 7H 7D TC JC QC KC 2D 2H 9C 4S 6H 8D" }
table = ["p2: 5H JK=6H 7H", "p3: TS TD JK"]
laid = ["p2", "p3"]
upcard = "4D"
stock = "QC 2D"
stock_size = 2
reshuffles = 1
seed = "any text"
discards = "9C 3H"
calls = { p3 = 2 }
barred = ["p2"]
buy_ins = { p1 = 1 }
out = ["p4"]
actions = [
  "p1 draw",
  "p1 lay 7S 7H 7D; TC JC QC KC",
  "p1 discard 2D",
]
"""
