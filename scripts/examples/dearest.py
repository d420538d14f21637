"""A bot of one's own, which draws from the stock and throws its dearest card away.

kalooki bot --bot scripts/examples/dearest.py --any       plays it at a table,
kalooki arena scripts/examples/dearest.py easy            plays it against another bot.
"""

from random import Random

from kalooki.bot import Bot, safe_action
from kalooki.rules.actions import Action
from kalooki.rules.view import SeatView


def choose(view: SeatView, _rng: Random) -> Action:
    """What its seat sees is all that a bot is told; `rng` is its chance."""
    return safe_action(view)


BOT = Bot("dearest", "Draws, and throws its dearest card away.", choose)
