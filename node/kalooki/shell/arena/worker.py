"""What one process of a contest does: deals come by number, results and times go back. Everything else stays behind."""

import time
from collections.abc import Iterable
from dataclasses import dataclass

from kalooki.arena.contest import Contest
from kalooki.arena.playing import Unit, play_unit
from kalooki.bot import with_chance
from kalooki.rules.actions import Action
from kalooki.rules.open_game import Chooser
from kalooki.rules.view import SeatView
from kalooki.shell.choosers import found_bot


@dataclass(frozen=True, slots=True)
class Played:
    """One deal, and how long the bots thought."""

    unit: Unit
    times: tuple[tuple[float, ...], ...]
    """Seconds of processor time of each decision, by bot. They are no part of the result: no two runs have the same."""


def play(contest: Contest, numbers: Iterable[int]) -> list[Played]:
    """Play some deals of a contest.

    Raises:
        ShellError: `unknown_bot`.
    """
    bots = [found_bot(key) for key in contest.bots]

    def one(number: int) -> Played:
        times: list[list[float]] = [[] for _ in bots]

        def sit(bot: int, chance: int) -> Chooser:
            choose = with_chance(bots[bot], chance)

            def timed(view: SeatView) -> Action:
                began = time.thread_time()
                try:
                    return choose(view)
                finally:
                    times[bot].append(time.thread_time() - began)

            return timed

        return Played(play_unit(contest, number, sit), tuple(map(tuple, times)))

    return [one(number) for number in numbers]
