"""Scenes of contract games in a scribe's log."""

from kalooki.cards import SeatNumber
from kalooki.rules.actions import Action, Discard, Draw, Shown
from kalooki.rules.deal import Calling, Phase
from kalooki.rules.game import NeedsAction, pending
from kalooki.table.payloads import Act
from kalooki.table.results import Effective, Result, Void
from support.table_scribe import Scribe, by_player, scribe_at


def code(result: Result) -> str:
    assert isinstance(result, Void), result
    return result.code


def effective(result: Result) -> Effective:
    assert isinstance(result, Effective), result
    return result


def dealt(players: int = 4, **options: str) -> Scribe:
    return scribe_at("dealt", players, tuple(sorted(options.items())), variant="jamaican_baby")


def deal_phase(scribe: Scribe) -> Phase:
    assert scribe.game.deal is not None
    return scribe.game.deal.phase


def in_turn(scribe: Scribe) -> SeatNumber:
    assert scribe.game.deal is not None
    return scribe.game.deal.turn.seat


def waiting(scribe: Scribe) -> tuple[SeatNumber, ...]:
    needs = pending(scribe.game)
    assert isinstance(needs, NeedsAction)
    return needs.seats


def throw(scribe: Scribe) -> None:
    """The player in turn draws, and throws a card away that is no joker."""
    seat = in_turn(scribe)
    effective(scribe.act(seat, Draw()))
    scribe.give_shares()
    throw_away(scribe)


def throw_away(scribe: Scribe) -> None:
    """The player in turn, who has drawn, throws a card away that is no joker."""
    assert scribe.game.deal is not None
    seat = in_turn(scribe)
    slot = next(slot for slot in scribe.game.deal.hands[seat] if str(scribe.face(slot)) != "JK")
    effective(scribe.act(seat, Discard(Shown(slot, scribe.face(slot)))))


def discarded(players: int = 4, **options: str) -> Scribe:
    """The first player has drawn and thrown a card away: calls are open."""
    scribe = dealt(players, **options)
    throw(scribe)
    assert isinstance(deal_phase(scribe), Calling)
    return scribe


def at_move(scribe: Scribe, seat: int, action: Action, move: int) -> Result:
    """An action without evidence that was chosen for a move."""
    author = by_player(scribe.state.seated(seat).number)
    return scribe.say(author, Act(action), stream=scribe.state.stream, move=move)
