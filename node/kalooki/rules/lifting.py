"""The cut of who sits left of the dealer: it shows the bottom card, and a joker stays with who cut.

A card that is no joker becomes the upcard, and the upcard that was meant goes to the bottom, unseen: so nobody ever
knows where a card lies in the stock. Nobody sees its hand before the cut is made or given up.
"""

from dataclasses import replace

from kalooki.cards import JOKER, Card, SeatNumber, Slot
from kalooki.rules.actions import Action, Cut, Pass, Shown
from kalooki.rules.deal import CutOffered, Deal, InTurn, Lifting, TurningUp, phase_word
from kalooki.rules.errors import NoDepthError, NotNowError, OnlyTheCutterError
from kalooki.rules.events import JokerKept, PackCut, Passed, TurnedUp
from kalooki.rules.purse import collect
from kalooki.rules.stock import Outcome, hands_with
from kalooki.rules.variant import Variant


def first_phase(variant: Variant, upcard: Slot) -> CutOffered | TurningUp:
    """What a deal begins with."""
    return CutOffered(upcard) if variant.cut_by == "left" else TurningUp(upcard)


def check_offered(deal: Deal, seat: SeatNumber, action: Action) -> None:
    """Say whether an action is legal while the cut is offered.

    Raises:
        IllegalActionError: It is not, and why.
    """
    if not isinstance(action, Cut | Pass):
        raise NotNowError(phase_word(deal))
    if seat != deal.turn.seat:
        raise OnlyTheCutterError(deal.turn.seat)
    if isinstance(action, Cut) and action.depth is not None:
        raise NoDepthError


def in_offered(deal: Deal, offered: CutOffered, action: Action) -> Outcome:
    """The cut is made, or given up."""
    if not isinstance(action, Cut):
        return give_up_cut(deal, offered)
    lifting = Lifting(bottom=deal.stock[-1], upcard=offered.upcard)
    return replace(deal, stock=deal.stock[:-1], phase=lifting), (PackCut(deal.turn.seat),)


def give_up_cut(deal: Deal, offered: CutOffered) -> Outcome:
    """Nobody cuts."""
    return replace(deal, phase=TurningUp(offered.upcard)), (Passed(deal.turn.seat),)


def bottom_is(deal: Deal, lifting: Lifting, card: Card) -> Outcome:
    """The bottom card is open."""
    seat = deal.turn.seat
    if card == JOKER:
        *kept, last = deal.hands[seat]
        after = replace(
            deal,
            hands=hands_with(deal, seat, (*kept, lifting.bottom)),
            stock=(*deal.stock, last),
            faces={**deal.faces, lifting.bottom: JOKER},
            phase=TurningUp(lifting.upcard),
        )
        return collect(after, seat), (JokerKept(seat, deal.variant.show_price),)
    turned = TurnedUp(card, seat)
    after = replace(
        deal,
        stock=(*deal.stock, lifting.upcard),
        pile=(Shown(lifting.bottom, card),),
        history=(turned,),
        phase=InTurn(),
    )
    return after, (turned,)
