"""Plays as the connections bot does, and looks one draw ahead, over every card that may come, before it discards."""

from random import Random

from kalooki.bot import Advice, Bot, Reason, checked
from kalooki.bots import connections
from kalooki.rules.actions import Action, Discard
from kalooki.rules.view import SeatView
from kalooki.sim.lean import is_lean
from kalooki.sim.lookahead import Outlook, outlooks
from kalooki.sim.seen import lean_of


def choose(view: SeatView, rng: Random) -> Action:
    """The move that it believes in; the rules have the last word."""
    return advise(view, rng).action


def advise(view: SeatView, rng: Random) -> Advice:
    """The same with its reason."""
    action = connections.propose(view)
    found = looked_ahead(view, action)
    if not found:
        return connections.advise(view, rng)
    best = found[0]
    return Advice(checked(view, connections.thrown(view, best.card)), _why(found))


def _why(found: list[Outlook]) -> Reason:
    promised = f"{found[0].expected:+.1f}"
    if not found[1:]:
        return Reason("Over all cards that may come, it promises {points} points.", points=promised)
    more = f"{found[0].expected - found[1].expected:.1f}"
    return Reason(
        "Over all cards that may come, it promises {points} points, {more} more than the next best discard.",
        points=promised,
        more=more,
    )


def looked_ahead(view: SeatView, action: Action) -> list[Outlook]:
    """The discards by what they promise; none where something else is to be done, or the hand has but one card."""
    if not isinstance(action, Discard) or not is_lean(view.variant) or len(view.hand) < 2:  # noqa: PLR2004 - a choice
        return []
    return outlooks(lean_of(view))


BOT = Bot(
    key="expectation",
    description="Looks one draw ahead before it throws a card away.",
    choose=choose,
    level="hard",
    advise=advise,
)
