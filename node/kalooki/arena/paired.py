"""Paired play: each deal (or whole game) is played once for each rotation of the bots around the table.

The cards depend on the seed and the number of the deal alone, so every bot meets them in every seat. What is compared
is a bot's mean over the rotations of one deal, since the hands of one deal are not independent of one another.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from kalooki.bot import Bot
from kalooki.cards import SeatNumber
from kalooki.rules.actions import Action
from kalooki.rules.events import DealScored
from kalooki.rules.game import Game, new_game
from kalooki.rules.open_game import Chooser, OpenGame
from kalooki.rules.variant import Variant
from kalooki.rules.view import SeatView

Wrap = Callable[[int, Chooser], Chooser]
"""Is given the place of a bot in the line-up and what it chooses, for who wants to look on: to time it, to count."""


@dataclass(frozen=True, slots=True)
class Record:
    """What came of one deal, or of one game, in one rotation."""

    deal: int
    """Its number in the run."""
    rotation: int
    points: tuple[int, ...]
    """Of each bot in the order of the line-up; the fewer the better, but see `higher_wins`."""
    winner: int | None
    """The bot's place in the line-up; None where nobody went out, or several share a game."""
    how: str
    """`call-up`, `kalooki`, `bend`, ..., `void`, or `game`."""
    turns: int


def unwrapped(_place: int, chooser: Chooser) -> Chooser:
    """Nobody looks on."""
    return chooser


def higher_wins(variant: Variant) -> bool:
    """Whether points are good: North American winners score what the others hold."""
    return variant.na_scoring in {"winner", "per_hand"}


def play_paired(  # noqa: PLR0913 - the call of every arena
    variant: Variant,
    bots: Sequence[Bot],
    deals: Iterable[int],
    seed: str,
    *,
    number: int | None = 1,
    wrap: Wrap = unwrapped,
) -> Iterator[Record]:
    """Each deal in every rotation. `number` is the number of the deal in its game; None: whole games are played.

    Raises:
        IllegalActionError: A bot chose what is not legal.
    """
    for deal in deals:
        for rotation in range(len(bots)):
            yield _play(variant, bots, deal, rotation, seed, number, wrap)


def _play(  # noqa: PLR0913, PLR0917 - the same
    variant: Variant, bots: Sequence[Bot], deal: int, rotation: int, seed: str, number: int | None, wrap: Wrap
) -> Record:
    count = len(bots)
    place_of = [(seat + rotation) % count for seat in range(count)]
    choosers = [wrap(place, _chooser(bots[place], f"{seed}/{deal}/{rotation}/{place}")) for place in place_of]
    game = new_game(variant, count)
    table = OpenGame(game if number is None else replace(game, number=number), f"{seed}/{deal}".encode())
    turns = _turns(table, choosers, whole=number is None)
    ended = table.game
    if number is None:
        points = [ended.totals[seat] for seat in range(count)]
        winner = place_of[ended.winners[0]] if len(ended.winners) == 1 else None
        return Record(deal, rotation, _by_place(points, place_of), winner, "game", turns)
    last = ended.history[-1]
    if not isinstance(last, DealScored):
        return Record(deal, rotation, (0,) * count, None, "void", turns)
    points = [next(score.points for score in last.scores if score.seat == seat) for seat in range(count)]
    return Record(deal, rotation, _by_place(points, place_of), place_of[last.winner], last.how, turns)


def _chooser(bot: Bot, seed: str) -> Chooser:
    rng = Random(seed)  # noqa: S311 - a measurement must be repeatable

    def choose(view: SeatView) -> Action:
        return bot.choose(view, rng)

    return choose


def _turns(table: OpenGame, choosers: Sequence[Chooser], *, whole: bool) -> int:
    """Play to the end; how many turns there were."""
    turns = 0
    while (seat := table.to_move(next_deal=whole or not _scored(table.game))) is not None:
        asked = table.asks(seat)
        turns += asked == seat and table.game.deal is not None and not table.game.deal.turn.has_drawn
        table.act(asked, choosers[asked](table.view(asked)))
    return turns


def _scored(game: Game) -> bool:
    return bool(game.history)


def _by_place(points: Sequence[int], place_of: Sequence[int]) -> tuple[int, ...]:
    found = [0] * len(points)
    for seat, place in enumerate(place_of):
        found[place] = points[SeatNumber(seat)]
    return tuple(found)


# --- what a run of records says ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with half the width of its 95 % interval."""

    mean: float
    within: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.within:.2f}"


def estimate(values: Sequence[float]) -> Estimate:
    """Of independent values."""
    mean = math.fsum(values) / len(values)
    if len(values) == 1:
        return Estimate(mean, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Estimate(mean, 1.96 * math.sqrt(variance / len(values)))


def by_deal(records: Iterable[Record], value: Callable[[Record], float]) -> list[float]:
    """The mean of a value over the rotations of each deal."""
    found: dict[int, list[float]] = {}
    for record in records:
        found.setdefault(record.deal, []).append(value(record))
    return [math.fsum(values) / len(values) for values in found.values()]


def edge_of(place: int, *, higher: bool = False) -> Callable[[Record], float]:
    """How many points fewer (or more, where points are good) a bot counted than the others on average."""

    def edge(record: Record) -> float:
        mine = record.points[place]
        others = (sum(record.points) - mine) / (len(record.points) - 1)
        return mine - others if higher else others - mine

    return edge


def share_of(place: int) -> Callable[[Record], float]:
    """One for a win, a fair share where nobody won."""

    def share(record: Record) -> float:
        return 1 / len(record.points) if record.winner is None else float(record.winner == place)

    return share
