"""A bot: a name and a function from what its seat sees to what it does. It cannot see more: that is a type."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from kalooki.advice import Advice, Reason
from kalooki.rules.actions import Action, Challenge, Cut, Decline, Discard, Draw, Pass, Return, Show
from kalooki.rules.changing import maker
from kalooki.rules.cutting import wanted
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.legal import check_view, deal_of, is_legal, legal_actions
from kalooki.rules.play import count_is_due
from kalooki.rules.showing import shows
from kalooki.rules.view import SeatView, ViewPhase

__all__ = [
    "LEVELS",
    "Advice",
    "Advise",
    "Bot",
    "Choose",
    "Reason",
    "announced",
    "checked",
    "judge",
    "safe_action",
    "volunteered",
    "with_chance",
]

Choose = Callable[[SeatView, Random], Action]
"""The same view and the same chance give the same action; nothing is remembered from call to call."""


Advise = Callable[[SeatView, Random], Advice]
"""The same answer with its reason."""


@dataclass(frozen=True, slots=True)
class Bot:
    """Something that plays."""

    key: str
    """What it is called on the command line and in a lobby; the name of its file."""
    description: str
    """One sentence for people."""
    choose: Choose
    """Its answer, whenever its seat is to act, or has something to gain by acting (`volunteered`)."""
    level: str = ""
    """How strong it is, if it is one of the ladder: one of `LEVELS`. It may be called so as well."""
    advise: Advise | None = None
    """The same answer with its reason; None for a bot that gives none."""


LEVELS = ("beginner", "easy", "medium", "hard", "expert")
"""From the weakest to the strongest."""


_discard = maker(Discard)


def announced(view: SeatView, discard: Discard) -> Discard:
    """The discard with its count where one is due, and silent where not."""
    left = len(view.hand) + len(view.unopened) - 1
    return _discard(discard.shown, left if left and count_is_due(view.variant, left) else None)


def volunteered(view: SeatView) -> Action | None:
    """What a seat gains by, though nobody waits for it: the dealer's cut, cards shown for money, a charge of calls.

    A cut is made without a look at one's cards.
    """
    if view.seat is None or view.seat not in (*view.awaited, *view.may_act):
        return None
    seat, offers = view.seat, tuple(_offers(view))
    deal = deal_of(view) if offers else None
    return next((action for action in offers if deal is not None and is_legal(deal, seat, action)), None)


def _offers(view: SeatView) -> Iterator[Action]:
    variant = view.variant
    if variant.dealer_cut == "simulated" and view.cut is None and view.seat == view.dealer:
        yield Cut(wanted(variant, len(view.order), view.number))
    if variant.show_price and not view.turn_number and not view.unopened:
        yield from (Show(cards) for cards in shows(view.hand, variant))
    if variant.penalties == "challenge":
        too_many = [line.seat for line in view.seats if line.calls - line.charged > variant.max_calls]
        yield from (Challenge(seat, "overcall") for seat in too_many)


def safe_action(view: SeatView) -> Action:  # noqa: PLR0911 - a line for each phase
    """A legal action that asks for no thought: draw, throw the dearest card away, decline, pass.

    The view must be of a seat that is to act.
    """
    match view.phase:
        case ViewPhase.BUY_IN:
            return Decline()
        case ViewPhase.CALL | ViewPhase.BUY | ViewPhase.CHALLENGE if view.turn != view.seat:
            return Pass()
        case ViewPhase.CUT | ViewPhase.BLITZ:
            return Pass()
        case ViewPhase.DRAW | ViewPhase.CALL:
            return Draw()
        case ViewPhase.PLAY if view.duty is not None:
            return Return()
        case ViewPhase.CHALLENGE:
            return Return()
        case _:
            return _dearest_discard(view)


def judge(view: SeatView, action: object) -> Action:
    """What somebody's bot has answered, if it is a legal action.

    Raises:
        TypeError: It is no action at all.
        IllegalActionError: It is not legal.
    """
    if not isinstance(action, Action):
        raise TypeError(f"it answers with {type(action).__name__}, and not with an action")
    check_view(view, action)
    return action


def checked(view: SeatView, action: Action) -> Action:
    """An action that its bot believes in; the safe one where the rules, which have the last word, say no."""
    try:
        check_view(view, action)
    except IllegalActionError:
        return safe_action(view)
    return action


def _dearest_discard(view: SeatView) -> Action:
    """Throw away the dearest card that may be; where none may, whatever else is legal."""
    assert view.seat is not None
    deal = deal_of(view)
    for shown in sorted(view.hand, key=lambda shown: -view.variant.hand_value(shown.card)):
        action = announced(view, Discard(shown))
        if is_legal(deal, view.seat, action):
            return action
    return next(legal_actions(view))


def with_chance(bot: Bot, seed: int) -> Callable[[SeatView], Action]:
    """The bot with chance of its own, for who may name no generator."""
    rng = Random(seed)  # noqa: S311 - a bot's chance may be repeated
    return lambda view: bot.choose(view, rng)
