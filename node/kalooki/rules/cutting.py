"""The dealer's cut for a bonus: he names a depth, and by how much he misses is drawn (skill does not exist here)."""

from dataclasses import replace

from kalooki.cards import SeatNumber
from kalooki.rules.actions import WORDS, Cut
from kalooki.rules.calling import open_window
from kalooki.rules.challenging import penalize
from kalooki.rules.deal import Cutting, Deal, InTurn, phase_word
from kalooki.rules.errors import (
    AlreadyCutError,
    BadDepthError,
    NotInThisVariantError,
    NotNowError,
    OnlyTheDealerError,
)
from kalooki.rules.events import CutMade, Event
from kalooki.rules.stock import Outcome
from kalooki.rules.variant import Variant

OFFSETS = tuple(range(-10, 11))
"""By how many cards a cut may miss, each number as likely."""

BONUS = -50
"""For who lifts exactly as many cards as are dealt."""


def wanted(variant: Variant, players: int, number: int) -> int:
    """How many cards are to be lifted in a deal."""
    upcard = variant.dealer_cut_count == "cards_and_upcard"
    return players * variant.hand_size(players, number) + upcard


def may_cut(deal: Deal) -> bool:
    """Whether the dealer's cut is still open: nobody has drawn, or said a word about the upcard."""
    if deal.variant.dealer_cut == "off" or deal.cut is not None or deal.turn.number or deal.turn.has_drawn:
        return False
    return deal.phase == _at_first(deal).phase


def _at_first(deal: Deal) -> Deal:
    """The deal as it begins: the first player is in turn, or the upcard may be called."""
    return open_window(deal) if deal.variant.upcard_callable else replace(deal, phase=InTurn())


def check_cut(deal: Deal, seat: SeatNumber, action: Cut) -> None:
    """Say whether the seat may cut.

    Raises:
        IllegalActionError: It may not, and why.
    """
    if deal.variant.dealer_cut == "off":
        raise NotNowError(phase_word(deal)) if deal.variant.cut_by == "left" else NotInThisVariantError(WORDS[Cut])
    if seat != deal.dealer:
        raise OnlyTheDealerError(deal.dealer)
    if deal.cut is not None:
        raise AlreadyCutError
    if not may_cut(deal):
        raise NotNowError(phase_word(deal))
    most = len(deal.variant.start_deck(len(deal.seats)))
    if action.depth is None or not 1 <= action.depth <= most:
        raise BadDepthError(most)


def begin_cut(deal: Deal, action: Cut) -> Outcome:
    """The depth is named; the offset is drawn next."""
    assert action.depth is not None
    return replace(deal, phase=Cutting(action.depth)), ()


def cut(deal: Deal, offset: int) -> Outcome:
    """The cut is made.

    Raises:
        NotNowError: Nobody cuts.
    """
    if not isinstance(deal.phase, Cutting):
        raise NotNowError(phase_word(deal))
    right = wanted(deal.variant, len(deal.seats), deal.number)
    made = CutMade(deal.dealer, deal.phase.depth, deal.phase.depth + offset, right)
    after = replace(_at_first(deal), cut=made)
    events: tuple[Event, ...] = (made,)
    if made.lift == right:
        after, bonus = penalize(after, deal.dealer, BONUS, "cut")
        events = (made, bonus)
    return after, events
