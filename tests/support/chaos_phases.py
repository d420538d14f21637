"""In which phase of a game a fault strikes: how a phase is told, who is hit in which, and the figures by phase."""

import statistics
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from math import lcm

from kalooki.rules.view import SeatView, ViewPhase
from kalooki.seat import TableStatus, Update

PHASES = ("join", "lobby", "keys", "shuffle", "deal", "turn", "other", "call", "hands", "buy_in", "between", "over")
"""In the order in which a table comes to them.

`join`: the last player comes in while somebody else is hit; `lobby`: all are there, and not ready; `keys`, `shuffle`: a
deck that is waited for is made; `deal`: the first cards are opened; `turn`: the one who is hit is in turn, `other`:
another one is; `call`: a discard may be called; `hands`: a deal is counted; `buy_in`: somebody over the limit is asked;
`between`: the table waits until all are ready; `over`: the game has its final score.
"""
ANY = "any"
"""At a moment by chance, whatever the phase."""

SEATS = "seats"
"""The seat draw is opened, a place is picked, or the first deal is waited for: no fault is aimed at it."""

BY_PEOPLE = frozenset({"join", "lobby", "turn", "other", "call", "buy_in", "between"})
"""These last as long as somebody takes his time."""

ONCE = (frozenset({"join", "lobby"}), frozenset({"keys", "shuffle", "deal"}))
"""These come at the beginning only, since the next decks are made ahead: a table has one fault in each of the two."""

CALLING = frozenset({"calls"})
BUYING = frozenset({"buys"})
ENDING = frozenset({"short"})
"""The houses in which these phases come, and come soon; where a game ends soon, it has one deal."""

_NEEDS = {"call": CALLING, "buy_in": BUYING, "over": ENDING}


def phase_for(update: Update | None, name: str) -> str:
    """Name the phase that an update shows, as it is for the player of that name."""
    if update is None:
        return ""
    status, view = update.status, update.view
    match status.phase:
        case "lobby":
            return "lobby"
        case "over" | "closed":
            return "over"
        case "pick_seat":
            return SEATS
        case _:
            return _of_work(status, view) or ("" if view is None else _of_game(view, status, name))


def _of_work(status: TableStatus, view: SeatView | None) -> str:
    """What the nodes are at, where nobody's action is waited for."""
    match status.doing:
        case "keys" | "hands":
            return status.doing
        case "shuffle" | "verify" | "backup":
            return "shuffle"
        case "shares" if view is not None and view.phase is ViewPhase.SHOW:
            return "hands"
        case "shares":
            return SEATS if status.phase == "seat_draw" else "deal"
        case "ready":
            return "between" if status.next_deal > 1 else SEATS
        case _:
            return ""


def _of_game(view: SeatView, status: TableStatus, name: str) -> str:
    if view.phase is ViewPhase.BUY_IN:
        return "buy_in"
    if view.phase in {ViewPhase.CALL, ViewPhase.BUY}:
        return "call"
    if view.unopened and not view.turn_number and not view.has_drawn:
        return "deal"
    seat = next((one.seat for one in status.players if one.name == name), None)
    return "turn" if view.turn == seat else "other"


def has_phase(house: str, phase: str) -> bool:
    """Say whether a table of this house comes to the phase, and soon."""
    return house not in ENDING if phase == "between" else house in _NEEDS.get(phase, {house})


@dataclass(frozen=True, slots=True)
class Aim:
    """A fault that is to come in a phase."""

    kind: str
    phase: str
    tries: int = 0
    """At so many tables it was waited for in vain."""


def aims(kinds: Sequence[str], phases: Sequence[str], rounds: int) -> list[Aim]:
    """Pair kinds with phases: each comes in every round, and all pairs in as many rounds as there are phases."""
    length = max(len(kinds), len(phases))
    period = lcm(len(kinds), len(phases))
    paired = []
    for number in range(rounds):
        began = number * length
        turned = began // period  # else the same pairs would come again
        ways = zip(islice(cycle(kinds), began, None), islice(cycle(phases), began + turned, None), strict=False)
        paired += [Aim(kind, phase) for kind, phase in islice(ways, length)]
    return paired


def course(left: Iterable[Aim], house: str, most: int) -> list[Aim]:
    """Choose what one table of this house can have, in the order in which it comes: of each phase one fault."""
    chosen: dict[str, Aim] = {}
    for aim in left:
        spent = any(aim.phase in group and not group.isdisjoint(chosen) for group in ONCE)
        if has_phase(house, aim.phase) and not spent and (aim.phase == ANY or aim.phase not in chosen):
            chosen[aim.phase if aim.phase != ANY else f"{ANY} {len(chosen)}"] = aim
        if len(chosen) == most:
            break
    order = (*PHASES, ANY)
    return sorted(chosen.values(), key=lambda aim: order.index(aim.phase))


def impossible(phases: Iterable[str], houses: Collection[str]) -> list[str]:
    """Name the phases to which no table of these houses comes."""
    return [phase for phase in phases if not any(has_phase(house, phase) for house in houses)]


Figures = dict[str, float | int]


def seconds(values: Iterable[float | None]) -> Figures:
    """Say how long something took: in the middle, at worst, and how often for ever."""
    values = list(values)
    known = [value for value in values if value is not None]
    if not known:
        return {"never": len(values)}
    return {
        "median": round(statistics.median(known), 2),
        "worst": round(max(known), 2),
        "never": len(values) - len(known),
    }


@dataclass
class Outage:
    """What came of one fault; seconds, or None where nothing moved any more."""

    kind: str
    hosted: bool
    """Whether it met the host."""
    phase: str
    """In which it struck."""
    still: float | None
    """The longest time in which nobody else saw a new move."""
    healed: float | None
    """From the healing until everybody had seen a new move."""
    aimed: str = ANY
    """The phase that was waited for."""
    players: int = 0
    """How many played."""


def grouped(outages: Iterable[Outage], name: Callable[[Outage], str]) -> dict[str, dict[str, int | Figures]]:
    """Give the figures of each group of faults."""
    groups: dict[str, list[Outage]] = {}
    for outage in outages:
        groups.setdefault(name(outage), []).append(outage)
    return {
        key: {
            "faults": len(each),
            "hosted": sum(one.hosted for one in each),
            "still": seconds(one.still for one in each),
            "healed": seconds(one.healed for one in each),
        }
        for key, each in groups.items()
    }


def by_kind(outages: Iterable[Outage], kinds: Sequence[str]) -> dict[str, dict[str, int | Figures]]:
    """Give the figures of each kind of fault, apart for the host."""
    ordered = sorted(outages, key=lambda one: (kinds.index(one.kind), one.hosted))
    return grouped(ordered, lambda one: f"{one.kind}, the host" if one.hosted else one.kind)


def by_phase(outages: Iterable[Outage]) -> dict[str, dict[str, int | Figures]]:
    """Give the figures of each phase, in the order of the game; what struck elsewhere comes last."""
    order = {phase: at for at, phase in enumerate(PHASES)}
    ordered = sorted(outages, key=lambda one: order.get(one.phase, len(order)))
    return grouped(ordered, lambda one: one.phase or "elsewhere")


@dataclass(frozen=True, slots=True)
class Missed:
    """A fault that has not struck where it was to strike."""

    players: int
    aim: Aim
    why: str


def told(missed: Iterable[Missed]) -> list[str]:
    """Write what has not struck: a line for each phase of each size, and each reason."""
    kinds: dict[tuple[str, int, str], list[str]] = {}
    for one in sorted(missed, key=lambda one: ((*PHASES, ANY).index(one.aim.phase), one.players)):
        kinds.setdefault((one.aim.phase, one.players, one.why), []).append(one.aim.kind)
    return [f"{phase}, {players} players: {why} ({', '.join(of)})" for (phase, players, why), of in kinds.items()]
