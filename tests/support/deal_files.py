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
