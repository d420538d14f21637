"""Moments of a deal in a log that a scribe writes, and what tests ask of a result."""

from kalooki.cards import SeatNumber
from kalooki.rules.actions import Discard, Draw, Shown
from kalooki.rules.game import NeedsAction, pending
from kalooki.table.log import Stream
from kalooki.table.results import Faulty, Result, Void
from support.table_scribe import Scribe, scribe_at

DEAL_1 = Stream(1, 1)


def code(result: Result) -> str:
    assert isinstance(result, Void), result
    return result.code


def fault(result: Result) -> tuple[int, str]:
    assert isinstance(result, Faulty), result
    return result.fault.player, result.fault.code


def in_turn(scribe: Scribe) -> SeatNumber:
    needs = pending(scribe.game)
    assert isinstance(needs, NeedsAction)
    return needs.seats[0]


def player_at(scribe: Scribe, seat: int) -> int:
    return scribe.state.seated(seat).number


def drawn(players: int = 2) -> Scribe:
    """The first player has drawn, and sees the card."""
    scribe = scribe_at("dealt", players)
    scribe.act(in_turn(scribe), Draw())
    scribe.give_shares()
    return scribe


def some_discard(scribe: Scribe, place: int = 0) -> Discard:
    seat = in_turn(scribe)
    assert scribe.game.deal is not None
    slot = scribe.game.deal.hands[seat][place]
    return Discard(Shown(slot, scribe.face(slot)))
