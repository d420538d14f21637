"""Plays anything that is legal: the floor to measure others by, and a way to reach every corner of the rules."""

from random import Random

from kalooki.bot import Bot
from kalooki.rules.actions import Action, Lay
from kalooki.rules.legal import legal_actions
from kalooki.rules.view import SeatView

MOST_LAYS = 60
"""So many lays are looked at: a hand with many jokers has more than anybody could count."""


def choose(view: SeatView, rng: Random) -> Action:
    """First a kind of move, then one of that kind, so that a few lays weigh as much as many discards."""
    by_kind: dict[type, list[Action]] = {}
    for action in legal_actions(view):  # lays come last
        by_kind.setdefault(type(action), []).append(action)
        if len(by_kind.get(Lay, ())) == MOST_LAYS:
            break
    kinds = sorted(by_kind, key=lambda kind: kind.__name__)
    return rng.choice(by_kind[rng.choice(kinds)])


BOT = Bot(key="random_legal", description="Plays any legal move, without a thought.", choose=choose, level="beginner")
