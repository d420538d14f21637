"""What a seat may do now: a generator that proposes, filtered by the one judge.

Every kind of action is generated completely, but for this: a wrong count at a discard is legal and never proposed, and
lays come as primitives. Of cards with the same face one is proposed. Primitives: each single item that is legal now;
before the first lay, each batch that meets the gate (and the duty) and from which no item can be left out: new melds,
and after them, where they count, lay-offs on what lay there before; an exchange, or several, with each single use of
what they release. A batch that is legal only by `kalooki_waives_min` or `sa_kaluki` is proposed from new melds alone.
After a blitz each choice of new melds is proposed. Of the depths of a cut the right one is proposed, of jokers to be
shown all, and no false lay.
"""

from collections.abc import Iterator

from kalooki.cards import Card, SeatNumber
from kalooki.rules import play
from kalooki.rules.actions import (
    WORDS,
    Action,
    Allow,
    BuyIn,
    Call,
    Challenge,
    Cut,
    Decline,
    Discard,
    Draw,
    End,
    Lay,
    Pass,
    Refuse,
    Return,
    Show,
    Shown,
    Take,
)
from kalooki.rules.cutting import wanted
from kalooki.rules.deal import Calling, Deal
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.items import lays
from kalooki.rules.judging import check_view, deal_of
from kalooki.rules.showing import shows
from kalooki.rules.view import SeatView, ViewPhase

PLAYED = frozenset(
    {
        ViewPhase.CUT,
        ViewPhase.DRAW,
        ViewPhase.PLAY,
        ViewPhase.CALL,
        ViewPhase.BUY,
        ViewPhase.CHALLENGE,
        ViewPhase.BLITZ,
    }
)
"""Phases in which a deal waits for players."""

__all__ = ["check_view", "deal_of", "legal_actions", "legal_kinds"]


def legal_actions(view: SeatView) -> Iterator[Action]:
    """Each action of the view's own seat that `check` accepts now, in a fixed order; lays (often many) come last."""
    if view.decision is not None and view.decision.seat == view.seat:
        yield BuyIn()
        yield Decline()
    if view.phase in PLAYED and view.seat is not None and view.seat in (view.turn, *view.awaited, *view.may_act):
        deal = deal_of(view)
        for action in _proposals(view, deal):
            if is_legal(deal, view.seat, action):
                yield action


def is_legal(deal: Deal, seat: SeatNumber, action: Action) -> bool:
    """Whether `check` accepts the action."""
    try:
        play.check(deal, seat, action)
    except IllegalActionError:
        return False
    return True


def legal_kinds(view: SeatView) -> tuple[str, ...]:
    """The kinds of move that are open now, in the words of the notation."""
    kinds = []
    for action in legal_actions(view):
        kinds.append(WORDS[type(action)])
        if isinstance(action, Lay):
            break
    return tuple(dict.fromkeys(kinds))


def _proposals(view: SeatView, deal: Deal) -> Iterator[Action]:
    yield from _answers(view)
    yield Draw()
    yield Take()
    yield Return()
    if view.seat == view.turn and (view.has_drawn or view.rearranging or view.phase is ViewPhase.BLITZ):
        yield from _discards(view, deal)
        yield End(tuple(view.hand))
        yield from (Lay(items) for items in lays(view, deal))


def _answers(view: SeatView) -> Iterator[Action]:
    """What others than the player in turn may do, and what he answers them."""
    if view.window is not None or view.phase in {ViewPhase.CUT, ViewPhase.BLITZ}:
        yield Pass()
    if view.phase is ViewPhase.CUT:
        yield Cut()
    yield from (Show(cards) for cards in shows(view.hand, view.variant))
    if isinstance(view.window, Calling):
        yield Call()
        yield Allow()
        yield from (Allow(seat) for seat in view.window.callers)
        yield Refuse()
    if view.variant.penalties == "challenge":
        yield from (Challenge(line.seat, what) for line in view.seats for what in ("overcall", "lay"))
    if view.variant.dealer_cut == "simulated" and view.seat == view.dealer:
        yield Cut(wanted(view.variant, len(view.order), view.number))


def _discards(view: SeatView, deal: Deal) -> Iterator[Action]:
    assert view.seat is not None
    left = len(deal.hands[view.seat]) - 1
    seen: set[Card] = set()
    for shown in view.hand:
        if shown.card not in seen and is_legal(deal, view.seat, Discard(shown)):
            seen.add(shown.card)
            yield from _with_count(shown, left, due=left > 0 and play.count_is_due(view.variant, left))


def _with_count(shown: Shown, left: int, *, due: bool) -> Iterator[Action]:
    """Where a count is due it may be said or forgotten."""
    if due:
        yield Discard(shown, left)
    yield Discard(shown)
