"""What the process behind a page asks the one that has the nodes, and what it hears: lines of JSON."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from kalooki_cli.club import Against, Hosting, Joining, Resuming, Wish
from kalooki_cli.inbox import Habits

WISHES = {one.__name__: one for one in (Against, Hosting, Joining, Resuming)}
MOST_BYTES = 1 << 16
"""Of one line."""


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat, as one process tells another of it."""

    door: tuple[str, str]
    """Where its node serves it, and what is shown there."""
    habits: Habits
    wish: Wish
    code: str
    address: str
    near: bool


def line(told: Mapping[str, object]) -> bytes:
    """Write one line."""
    return json.dumps(told).encode() + b"\n"


def read(text: bytes) -> dict[str, Any]:
    """Read one line.

    Raises:
        ValueError: It is none.
    """
    told = json.loads(text)
    if not isinstance(told, dict):
        raise ValueError  # noqa: TRY004 - it is no line
    return told


def wish_told(wish: Wish) -> dict[str, Any]:
    """Tell what is wished for."""
    return {"kind": type(wish).__name__, **asdict(wish)}


def wish_heard(told: Mapping[str, Any]) -> Wish:
    """Hear it."""
    values = {name: value for name, value in told.items() if name != "kind"}
    if "house" in values:
        values["house"] = tuple((str(option), str(value)) for option, value in values["house"])
    made: Wish = WISHES[told["kind"]](**values)
    return made


def sat_told(sat: Sat) -> dict[str, Any]:
    """Tell of a seat."""
    return {
        "door": sat.door,
        "habits": asdict(sat.habits),
        "wish": wish_told(sat.wish),
        "code": sat.code,
        "address": sat.address,
        "near": sat.near,
    }


def sat_heard(told: Mapping[str, Any]) -> Sat:
    """Hear of it."""
    address, token = told["door"]
    wish, habits = wish_heard(told["wish"]), Habits(**told["habits"])
    return Sat((address, token), habits, wish, told["code"], told["address"], told["near"])
