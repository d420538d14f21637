"""Lays and draws as the greedy bot does, and keeps the cards that may still become melds.

In games that the lean core does not know it plays as the greedy bot does.
"""

from random import Random

from kalooki.bot import Advice, Bot, Reason, announced, checked
from kalooki.bots import greedy
from kalooki.rules.actions import Action, Discard
from kalooki.rules.view import SeatView
from kalooki.sim.connections import least_useful
from kalooki.sim.lean import is_lean
from kalooki.sim.seen import lean_of
from kalooki.solver.words import CardType, type_of


def choose(view: SeatView, _rng: Random) -> Action:
    """The move that it believes in; the rules have the last word."""
    return checked(view, propose(view))


def propose(view: SeatView) -> Action:
    """The greedy move; where that is a discard, the card of the fewest live connections instead."""
    action = greedy.propose(view)
    if not isinstance(action, Discard):
        return action
    lean = is_lean(view.variant) and len(view.hand) > 1
    return thrown(view, least_useful(lean_of(view))) if lean else action


def thrown(view: SeatView, card: CardType) -> Discard:
    """The discard of a face, with its count where one is due."""
    shown = next(one for one in reversed(view.hand) if type_of(one.card) == card)
    return announced(view, Discard(shown))


def advise(view: SeatView, rng: Random) -> Advice:
    """The same with its reason."""
    action = choose(view, rng)
    if not isinstance(action, Discard) or not is_lean(view.variant):
        return Advice(action, "")
    return Advice(
        action,
        Reason("Of the cards that stand in no meld, {card} has the least to come for it.", card=action.shown.card),
    )


BOT = Bot(
    key="connections",
    description="Plays as greedy does, but keeps the cards that may still become melds.",
    choose=choose,
    level="medium",
    advise=advise,
)
