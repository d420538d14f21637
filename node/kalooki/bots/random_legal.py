"""Plays anything that is legal: the floor to measure others by, and a way to reach every corner of the rules."""

from random import Random

from kalooki.bot import Bot
from kalooki.rules.actions import Action
from kalooki.rules.legal import legal_actions
from kalooki.rules.view import SeatView


def choose(view: SeatView, rng: Random) -> Action:
    """First a kind of move, then one of that kind, so that a few lays weigh as much as many discards."""
    by_kind: dict[type, list[Action]] = {}
    for action in legal_actions(view):
        by_kind.setdefault(type(action), []).append(action)
    kinds = sorted(by_kind, key=lambda kind: kind.__name__)
    return rng.choice(by_kind[rng.choice(kinds)])


BOT = Bot(key="random_legal", description="Plays any legal move, without a thought.", choose=choose)
