"""Plays the best discards on in worlds that it could be in, all of them in the same ones, and believes clear leads."""

from functools import partial
from random import Random

from kalooki.bot import Advice, Bot, checked
from kalooki.bots import connections, expectation
from kalooki.rules.actions import Action
from kalooki.rules.view import SeatView
from kalooki.sim.dealing import Shuffle
from kalooki.sim.learned import is_at_home
from kalooki.sim.rollouts import Verdict, compare
from kalooki.sim.seen import lean_of

WORLDS = 64
TRIED = 4
"""So many discards are played on."""


def choose(view: SeatView, rng: Random) -> Action:
    """The move that it believes in; the rules have the last word."""
    return advise(view, rng).action


def advise(view: SeatView, rng: Random, worlds: int = WORLDS) -> Advice:
    """The same with its reason."""
    action = connections.propose(view)
    found = expectation.looked_ahead(view, action)
    if len(found) < 2 or not is_at_home(view.variant):  # noqa: PLR2004 - there is a choice, and it can be played on
        return expectation.advise(view, rng)
    chance = Random(rng.getrandbits(64))  # noqa: S311 - drawn once, whatever is compared

    def again() -> "partial[Shuffle]":
        return partial(_shuffle, chance.getrandbits(64))

    verdict = compare(lean_of(view), [one.card for one in found[:TRIED]], worlds, chance.shuffle, again)
    return Advice(checked(view, connections.thrown(view, verdict.card)), _why(verdict))


def _shuffle(seed: int) -> Shuffle:
    """One that can be had again."""
    return Random(seed).shuffle  # noqa: S311 - the same for all that are compared


def _why(verdict: Verdict) -> str:
    if verdict.gain:
        return f"Played on in {verdict.worlds} worlds it did {verdict.gain:.1f} points better than what looked best."
    return f"It looked best, and in {verdict.worlds} worlds nothing else did clearly better."


def with_worlds(worlds: int) -> Bot:
    """The same with another number of worlds."""

    def choose_in(view: SeatView, rng: Random) -> Action:
        return advise(view, rng, worlds).action

    return Bot("monte_carlo", BOT.description, choose_in, advise=partial(advise, worlds=worlds))


BOT = Bot(
    key="monte_carlo",
    description="Plays its best discards on in worlds that it could be in.",
    choose=choose,
    advise=advise,
)
