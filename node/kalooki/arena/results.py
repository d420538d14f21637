"""Results as lines of JSON: the first says what was played, each other is a deal. They can be cut off and merged."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from kalooki.arena.contest import UNITS, Contest, described
from kalooki.arena.playing import Hand, Unit
from kalooki.rules.registry import RULES_VERSION

FORMAT = 1


class ResultsError(Exception):
    """A file of results that cannot be used: the line, counted from 1, and what is wrong with it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason


def head(contest: Contest) -> str:
    """The first line."""
    return _line({"arena": FORMAT, "rules": RULES_VERSION, **described(contest)})


def line(unit: Unit) -> str:
    """One deal."""
    hands = [
        {
            "seating": one.seating,
            "points": one.points,
            "winners": one.winners,
            "kalookis": one.kalookis,
            "deals": one.deals,
            "voids": one.voids,
            "turns": one.turns,
            "faults": one.faults,
        }
        for one in unit.hands
    ]
    return _line({"deal": unit.number, "hands": hands})


def _line(value: Mapping[str, object]) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


def read(lines: Sequence[str]) -> tuple[Contest, dict[int, Unit]]:
    """Read a file of results.

    Raises:
        ResultsError: It is none, or it does not fit its own first line.
    """
    if not lines:
        raise ResultsError(1, "it is empty")
    contest = _contest(_values(1, lines[0]))
    units: dict[int, Unit] = {}
    for at, text in enumerate(lines[1:], 2):
        unit = _unit(at, _values(at, text), contest)
        if units.setdefault(unit.number, unit) != unit:
            raise ResultsError(at, f"deal {unit.number} is there twice, and not the same")
    return contest, units


def merge(files: Iterable[tuple[Contest, dict[int, Unit]]]) -> tuple[Contest, dict[int, Unit]]:
    """Put parts of one contest together; what several parts have must be the same in all.

    Raises:
        ResultsError: They are of different contests, or contradict each other; the line is the number of the file.
    """
    whole: dict[int, Unit] = {}
    first: Contest | None = None
    for at, (contest, units) in enumerate(files, 1):
        first = first or contest
        if contest != first:
            raise ResultsError(at, "it is of another contest than the first")
        for number, unit in units.items():
            if whole.setdefault(number, unit) != unit:
                raise ResultsError(at, f"deal {number} came out otherwise than in a file before it")
    assert first is not None, "somebody names a file"
    return first, dict(sorted(whole.items()))


def _values(at: int, text: str) -> dict[str, Any]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ResultsError(at, "it is no JSON") from error
    if not isinstance(values, dict):
        raise ResultsError(at, "it is no JSON object")
    return cast("dict[str, Any]", values)


def _contest(values: dict[str, Any]) -> Contest:
    if values.get("arena") != FORMAT:
        raise ResultsError(1, "it does not begin as results of the arena do")
    if values.get("rules") != RULES_VERSION:
        raise ResultsError(1, "it was played by another version of the rules")
    match values:
        case {
            "bots": [str(), str(), *_] as bots,
            "variant": str(variant),
            "house": dict(house),
            "seats": int(seats),
            "unit": str(unit),
            "seed": str(seed),
        } if all(isinstance(bot, str) for bot in bots) and unit in UNITS:
            return Contest(tuple(bots), variant, tuple(sorted(house.items())), seats, unit, seed)
        case _:
            raise ResultsError(1, "it does not say what was played")


def _unit(at: int, values: dict[str, Any], contest: Contest) -> Unit:
    match values:
        case {"deal": int(number), "hands": list(hands)} if number >= 0:
            found = tuple(_hands(at, hands, contest.seats))
            if tuple(hand.seating for hand in found) == contest.seatings():
                return Unit(number, found)
        case _:
            pass
    raise ResultsError(at, "it is no deal of this contest")


def _hands(at: int, hands: list[Any], seats: int) -> Iterator[Hand]:
    for hand in hands:
        match hand:
            case {
                "seating": list(seating),
                "points": list(points),
                "winners": list(winners),
                "kalookis": list(kalookis),
                "deals": int(deals),
                "voids": int(voids),
                "turns": int(turns),
                "faults": list(faults),
            } if (
                all(len(each) == seats for each in (seating, points, kalookis, faults))
                and all(type(each) is int for each in (*seating, *points, *winners, *kalookis, *faults))
                and all(0 <= winner < seats for winner in winners)
            ):
                yield Hand(
                    tuple(seating), tuple(points), tuple(winners), tuple(kalookis), deals, voids, turns, tuple(faults)
                )
            case _:
                raise ResultsError(at, "it is no deal of this contest")
