"""Runs a contest: what is kept already is not played again, what is new is kept at once."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from kalooki.arena.contest import Contest
from kalooki.arena.playing import Unit
from kalooki.shell.arena.engines import Engine
from kalooki.shell.arena.results_file import Writer, begun, written
from kalooki.shell.arena.worker import Played
from kalooki.shell.errors import ShellError

Tell = Callable[[int], None]
"""Is told how many deals are done, those included that were kept."""


@dataclass(slots=True)
class Run:
    """What a contest has come to so far; also what is left of it when somebody stops it."""

    units: dict[int, Unit] = field(default_factory=dict)
    times: list[list[float]] = field(default_factory=list)
    """Seconds of each decision of this run, by bot."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where results are kept."""

    path: Path | None = None
    resume: bool = False
    """Go on with what is there; else there must be nothing."""


def run(  # noqa: PLR0913, PLR0917 - what a contest is, and where and how it is played
    contest: Contest, numbers: Sequence[int], engine: Engine, jobs: int, keeping: Keeping, tell: Tell, so_far: Run
) -> None:
    """Play those of these deals that are not kept, and fill `so_far` with all of them.

    Raises:
        ShellError: The file cannot be used, or a process failed; what was played until then is kept.
    """
    so_far.times[:] = [[] for _ in contest.bots]
    if keeping.path is not None and keeping.path.exists() and not keeping.resume:
        raise ShellError("arena_exists", path=keeping.path.name)
    old = begun(keeping.path, contest) if keeping.path is not None else {}
    so_far.units.update({number: old[number] for number in numbers if number in old})
    missing = [number for number in numbers if number not in old]
    tell(len(so_far.units))
    fresh = keeping.path is not None and not keeping.path.exists()
    opened = nullcontext(None) if keeping.path is None else written(keeping.path, contest, fresh=fresh)
    with opened as writer:
        for played in _in_order(engine(contest, missing, jobs), missing):
            _keep(played, so_far, writer)
            tell(len(so_far.units))


def _keep(played: Played, so_far: Run, writer: Writer | None) -> None:
    if writer is not None:
        writer.write([played.unit])
    so_far.units[played.unit.number] = played.unit
    for all_times, new in zip(so_far.times, played.times, strict=True):
        all_times.extend(new)


def _in_order(results: Iterator[Played], numbers: Sequence[int]) -> Iterator[Played]:
    """Hold back each deal until those before it are there: a file is the same whoever played it."""
    early: dict[int, Played] = {}
    wanted = iter(numbers)
    due = next(wanted, None)
    for played in results:
        early[played.unit.number] = played
        while due in early:
            yield early.pop(due)
            due = next(wanted, None)
