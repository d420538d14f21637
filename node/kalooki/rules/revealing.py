"""Faces that open to all without anybody's choice: the upcard, and the losers' hands after a go-out."""

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import Shown
from kalooki.rules.bench import hold_to_public_face
from kalooki.rules.calling import open_window
from kalooki.rules.changing import replace
from kalooki.rules.deal import Deal, InTurn, Lifting, Showing, TurningUp, phase_word
from kalooki.rules.errors import NotNowError, NotTheWholeHandError
from kalooki.rules.events import HandClosed, HandOpened, TurnedUp
from kalooki.rules.lifting import bottom_is
from kalooki.rules.stock import Outcome


def turn_up(deal: Deal, card: Card) -> Outcome:
    """The face of the upcard is open, or that of the bottom card at a cut.

    Raises:
        NotNowError: No upcard is awaited.
    """
    if isinstance(deal.phase, Lifting):
        return bottom_is(deal, deal.phase, card)
    if not isinstance(deal.phase, TurningUp):
        raise NotNowError(phase_word(deal))
    turned = TurnedUp(card, deal.turn.seat)
    after = replace(deal, phase=InTurn(), pile=(Shown(deal.phase.slot, card),), history=(turned,))
    return open_window(after) if deal.variant.upcard_callable else after, (turned,)


def closed_hands(deal: Deal, showing: Showing) -> dict[SeatNumber, tuple[Slot, ...]]:
    """The hands that are still to be opened after somebody went out."""
    opened = {seat for seat, _ in (*showing.opened, *showing.closed)}
    return {seat: deal.hands[seat] for seat in deal.seats if deal.hands[seat] and seat not in opened}


def open_hand(deal: Deal, seat: SeatNumber, shown: tuple[Shown, ...]) -> Outcome:
    """A loser's whole hand is open.

    Raises:
        NotNowError: Nobody has gone out, or this hand is open already.
        NotTheWholeHandError: Not each slot of the hand, once.
        ContradictsPublicFaceError: Everybody knows one of the cards to be another.
    """
    if not isinstance(deal.phase, Showing) or seat not in closed_hands(deal, deal.phase):
        raise NotNowError(phase_word(deal))
    held = deal.hands[seat]
    if tuple(sorted(one.slot for one in shown)) != tuple(sorted(held)):
        raise NotTheWholeHandError(len(held), len(shown))
    for one in shown:
        hold_to_public_face(deal, seat, one.slot, one.card)
    cards = tuple(one.card for one in shown)
    points = sum(deal.variant.hand_value(card) for card in cards)
    opened = tuple(sorted((*deal.phase.opened, (seat, shown)), key=lambda pair: pair[0]))
    return replace(deal, phase=replace(deal.phase, opened=opened)), (HandOpened(seat, cards, points),)


def leave_closed(deal: Deal, seat: SeatNumber, points: int) -> Outcome:
    """Nobody opens a hand: so much is counted for it.

    Raises:
        NotNowError: Nobody has gone out, or this hand is open already.
    """
    if not isinstance(deal.phase, Showing) or seat not in closed_hands(deal, deal.phase):
        raise NotNowError(phase_word(deal))
    closed = tuple(sorted((*deal.phase.closed, (seat, points))))
    return replace(deal, phase=replace(deal.phase, closed=closed)), (HandClosed(seat, len(deal.hands[seat]), points),)
