"""A player that chooses among what is legal by chance, with a liking for lays, so that games move on."""

from itertools import islice
from random import Random

from kalooki.rules.actions import Action, Lay, Take
from kalooki.rules.legal import legal_actions
from kalooki.rules.open_game import Chooser
from kalooki.rules.view import SeatView

MOST = 60
"""So many proposals are looked at: a hand with two jokers has thousands of first lays."""


def random_player(rng: Random, *, lays: float = 0.9, takes: float = 0.5) -> Chooser:
    """Choose by chance; the same generator, the same choices."""

    def choose(view: SeatView) -> Action:
        actions = list(islice(legal_actions(view), MOST))
        chosen = [action for action in actions if isinstance(action, Lay)]
        if chosen and rng.random() < lays:
            return rng.choice(chosen)
        others = [action for action in actions if not isinstance(action, Lay)]
        if isinstance(others[-1], Take) and rng.random() >= takes:
            return others[0]
        return rng.choice(others)

    return choose
