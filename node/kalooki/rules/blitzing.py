"""After a blitz: each of the others, clockwise, lays melds from its own hand once, or passes; the rest counts."""

from dataclasses import replace

from kalooki.cards import SeatNumber
from kalooki.rules.actions import Action, Lay, NewMeld, Pass
from kalooki.rules.deal import Blitz, Deal, Showing, Turn, phase_word
from kalooki.rules.errors import NotNowError, NotYourTurnError, OnlyNewMeldsError
from kalooki.rules.events import Passed
from kalooki.rules.laying import judge_lay, put_down
from kalooki.rules.stock import Outcome

BLITZ = "blitz"
"""How a deal is won in which everything was laid at once."""


def begin_blitz(deal: Deal) -> Deal:
    """The player in turn has laid everything: the others follow."""
    return _next(replace(deal, phase=Blitz(deal.turn.seat)), deal.turn.seat)


def check_in_blitz(deal: Deal, seat: SeatNumber, action: Action) -> None:
    """Say whether an action is legal after a blitz.

    Raises:
        IllegalActionError: It is not, and why.
    """
    if not isinstance(action, Lay | Pass):
        raise NotNowError(phase_word(deal))
    if seat != deal.turn.seat:
        raise NotYourTurnError(deal.turn.seat)
    if isinstance(action, Lay):
        if not all(isinstance(item, NewMeld) for item in action.items):
            raise OnlyNewMeldsError
        judge_lay(deal, seat, action)


def in_blitz(deal: Deal, blitz: Blitz, action: Action) -> Outcome:
    """One of the others has laid what it can, or passes."""
    if not isinstance(action, Lay):
        return _next(deal, blitz.winner), (Passed(deal.turn.seat),)
    after, events = put_down(judge_lay(deal, deal.turn.seat, action))
    return _next(replace(after, phase=blitz), blitz.winner), events


def _next(deal: Deal, winner: SeatNumber) -> Deal:
    following = deal.seats[(deal.seats.index(deal.turn.seat) + 1) % len(deal.seats)]
    if following == winner:
        return replace(deal, phase=Showing(winner, BLITZ))
    return replace(deal, turn=Turn(following, deal.turn.number + 1, laid_before=False))
