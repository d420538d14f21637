"""A bot: a name and a function from what its seat sees to what it does. It cannot see more: that is a type."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from kalooki.rules.actions import Action, Decline, Discard, Draw, Return
from kalooki.rules.legal import legal_actions
from kalooki.rules.play import count_is_due
from kalooki.rules.view import SeatView, ViewPhase

Choose = Callable[[SeatView, Random], Action]
"""The same view and the same chance give the same action; nothing is remembered from call to call."""


@dataclass(frozen=True, slots=True)
class Bot:
    """Something that plays."""

    key: str
    """What it is called on the command line and in a lobby; the name of its file."""
    description: str
    """One sentence for people."""
    choose: Choose
    """Its answer, whenever its seat is to act."""


def announced(view: SeatView, discard: Discard) -> Discard:
    """The discard with its count where one is due, and silent where not."""
    left = len(view.hand) + len(view.unopened) - 1
    return Discard(discard.shown, left if left and count_is_due(view.variant, left) else None)


def safe_action(view: SeatView) -> Action:
    """A legal action that asks for no thought: draw, throw the dearest card away, decline.

    The view must be of a seat that is to act.
    """
    match view.phase:
        case ViewPhase.BUY_IN:
            return Decline()
        case ViewPhase.DRAW:
            return Draw()
        case ViewPhase.PLAY if view.duty is not None:
            return Return()
        case _:
            legal = list(legal_actions(view))
            discards = [action for action in legal if isinstance(action, Discard)]
            dearest = max(discards, key=lambda action: view.variant.hand_value(action.shown.card), default=None)
            return legal[0] if dearest is None else announced(view, dearest)


def with_chance(bot: Bot, seed: int) -> Callable[[SeatView], Action]:
    """The bot with chance of its own, for who may name no generator."""
    rng = Random(seed)  # noqa: S311 - a bot's chance may be repeated
    return lambda view: bot.choose(view, rng)
