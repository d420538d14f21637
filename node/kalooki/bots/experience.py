"""Throws away what did best in deals that were played out; lays and draws as the greedy bot does.

In games that the lean core does not play it plays as the bot does that looks one draw ahead.
"""

from random import Random

from kalooki.bot import Advice, Bot, Reason, checked
from kalooki.bots import connections, expectation, greedy
from kalooki.rules.actions import Action, Discard
from kalooki.rules.view import SeatView
from kalooki.sim.learned import is_at_home, judged
from kalooki.sim.seen import lean_of


def choose(view: SeatView, rng: Random) -> Action:
    """The move that it believes in; the rules have the last word."""
    return checked(view, propose(view)) if is_at_home(view.variant) else expectation.choose(view, rng)


def advise(view: SeatView, rng: Random) -> Advice:
    """The same with its reason."""
    if not is_at_home(view.variant):
        return expectation.advise(view, rng)
    found = _considered(view)
    return Advice(checked(view, found.action), found.why)


def propose(view: SeatView) -> Action:
    """The greedy move on the lean core; where that is a discard, the one that was worth the most instead."""
    return _considered(view).action


def _considered(view: SeatView) -> Advice:
    action = greedy.propose(view)
    if not isinstance(action, Discard) or len(view.hand) < 2:  # noqa: PLR2004 - there is a choice
        return Advice(action, "")
    best, *others = judged(lean_of(view))
    if not others:
        return Advice(connections.thrown(view, best.card), "")
    thrown, lead = connections.thrown(view, best.card), f"{best.worth - others[0].worth:.1f}"
    why = Reason(
        "Where such hands were played out, {card} did {points} points better than the next best discard.",
        card=thrown.shown.card,
        points=lead,
    )
    return Advice(thrown, why)


BOT = Bot(
    key="experience",
    description="Throws away what did best in thousands of deals that were played out; plays as hard does in games of "
    "contracts and in the North American one.",
    choose=choose,
    level="expert",
    advise=advise,
)
