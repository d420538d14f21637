"""A picture of a contest: ratings, and points a deal, each with its interval."""

from collections.abc import Sequence
from pathlib import Path

from kalooki.arena.summary import Summary
from kalooki.shell.arena.ratings import Rating
from kalooki.shell.errors import ShellError

DOTS_PER_INCH = 150
SEED = "kalooki"
"""What an SVG names its parts by: the same picture is the same file."""


def draw(found: Summary, rated: Sequence[Rating], name: Path) -> tuple[Path, Path]:
    """Write `name`.png and `name`.svg.

    Raises:
        ShellError: `no_matplotlib`, `unwritable`.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra, and slow to load
        from matplotlib.figure import Figure  # noqa: PLC0415 - likewise
    except ImportError as error:
        raise ShellError("no_matplotlib") from error
    mpl.rcParams["svg.hashsalt"] = SEED
    names = [f"{number} {key}" for number, key in enumerate(found.contest.bots, 1)]
    places = range(len(names))
    figure = Figure(figsize=(9, 1.6 + 0.5 * len(names)), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    left.errorbar([each.value for each in rated], places, xerr=[each.half for each in rated], fmt="o", capsize=4)
    left.set_xlabel("rating (OpenSkill), two standard deviations")
    edges = [one.edge for one in found.standings]
    right.errorbar([one.value for one in edges], places, xerr=[one.half or 0.0 for one in edges], fmt="s", capsize=4)
    right.axvline(0, linestyle=":", linewidth=1)
    right.set_xlabel(f"points better than the others, a {found.contest.unit}, 95 %")
    left.set_yticks(places, names)
    left.invert_yaxis()
    figure.suptitle(f"{found.contest.variant}, {found.contest.seats} seats, {found.units} {found.contest.unit}s")
    paths = name.with_name(name.name + ".png"), name.with_name(name.name + ".svg")
    try:
        figure.savefig(paths[0], dpi=DOTS_PER_INCH, metadata={"Software": None})
        figure.savefig(paths[1], metadata={"Date": None})
    except OSError as error:
        raise ShellError("unwritable", path=str(paths[0]), reason=error.strerror or str(error)) from error
    return paths
