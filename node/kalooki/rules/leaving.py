"""A game goes on without a seat: who left plays no further turn; for who is absent the deal is dealt again."""

from dataclasses import replace

from kalooki.cards import SeatNumber
from kalooki.rules import stock
from kalooki.rules.actions import Pass
from kalooki.rules.deal import (
    Blitz,
    Calling,
    Counted,
    CutOffered,
    Deal,
    Holding,
    InTurn,
    Rearranging,
    Showing,
    Voided,
)
from kalooki.rules.ending import ask_or_go_on, leave_out
from kalooki.rules.errors import NotNowError
from kalooki.rules.events import CameBack, Event, WentAway
from kalooki.rules.finishing import finish_or_hold
from kalooki.rules.game import NeedsDeal, apply, close_window, pending, waits_for, without
from kalooki.rules.play import must_act
from kalooki.rules.scoring import is_over
from kalooki.rules.standings import Game, Step, in_order_from

LEFT = "left"
ABSENT = "absent"
REMOVED = "removed"
KEPT = "kept"
"""Absent, too, but the deal goes on: the others keep the key to the seat's cards."""


def playing(game: Game) -> tuple[SeatNumber, ...]:
    """Who is still in the game and has not gone away."""
    return () if game.winners else tuple(sorted(in_order_from(game, game.dealer)))


def is_played(game: Game) -> bool:
    """Whether a deal is in play, from its first card to the count."""
    deal = game.deal
    return deal is not None and not isinstance(deal.phase, Counted | Voided)


def has_gone_out(game: Game) -> bool:
    """Whether somebody has gone out in the deal in play: from there on it counts, whatever happens."""
    return game.deal is not None and isinstance(game.deal.phase, Showing | Blitz)


def go_away(game: Game, seats: tuple[SeatNumber, ...], how: str = LEFT) -> Step:
    """Seats play no further. The deal in play goes on, as long as two are left; then whoever is left alone has won.

    Raises:
        NotNowError: One of them does not play any more.
    """
    if not seats or not set(seats) <= set(playing(game)):
        raise NotNowError(waits_for(game))
    gone: tuple[Event, ...] = tuple(WentAway(seat, how) for seat in seats)
    after = replace(game, away=(*game.away, *seats))
    if not is_played(after):
        following, events = _between_deals(after)
        return following, gone + events
    if len(playing(after)) > 1 or has_gone_out(after):
        return after, gone
    following, events = _void(after)
    return following, gone + events


def deal_without(game: Game, seats: tuple[SeatNumber, ...], how: str = ABSENT) -> Step:
    """Seats are absent: the deal in play does not count, and is dealt again without them.

    Where somebody has gone out it counts, and goes on to its end.

    Raises:
        NotNowError: One of them does not play any more.
    """
    after, gone = go_away(game, seats, how)
    if not is_played(after) or has_gone_out(after):
        return after, gone
    following, events = _void(after)
    return following, gone + events


def require_may_return(game: Game, seat: SeatNumber) -> None:
    """Say whether a seat that is away may be played again: the game goes on, and it has not lost it by its points.

    Raises:
        NotNowError: It may not.
    """
    is_beaten = not game.variant.contracts and game.variant.limit is not None
    is_beaten = is_beaten and is_over(game.variant, game.totals[seat])
    if game.winners or seat not in game.away or is_beaten:
        raise NotNowError(waits_for(game))


def come_back(game: Game, seat: SeatNumber, how: str) -> Step:
    """Between two deals, a seat that was away plays again with its points and its money, but buys in no more.

    Raises:
        NotNowError: It may not, or a deal is in play.
    """
    require_may_return(game, seat)
    if not isinstance(pending(game), NeedsDeal):
        raise NotNowError(waits_for(game))
    after = replace(
        game,
        away=tuple(one for one in game.away if one != seat),
        out=tuple(one for one in game.out if one != seat),
        no_buy_in=(*(one for one in game.no_buy_in if one != seat), seat),
    )
    return after, (CameBack(seat, how),)


def skip(game: Game) -> Step | None:
    """What follows by itself where the game waits for a seat that is away; None where it does not."""
    deal = game.deal
    if deal is None or not is_played(game):
        return None
    match deal.phase:
        case Calling(waiting=waiting) | Holding(waiting=waiting) if away := _first_away(game, waiting):
            return apply(game, away[0], Pass())
        case Calling() | Rearranging() | CutOffered() | Blitz() if must_act(deal)[0] in game.away:
            return close_window(game)
        case InTurn() if deal.turn.seat in game.away:
            return without(game, _end_turn)
        case _:
            return None


def _first_away(game: Game, waiting: tuple[SeatNumber, ...]) -> tuple[SeatNumber, ...]:
    return tuple(seat for seat in waiting if seat in game.away)[:1]


def _end_turn(deal: Deal) -> stock.Outcome:
    return finish_or_hold(deal, calls=False)


def _between_deals(game: Game) -> Step:
    asked = game.deciding
    following, events = leave_out(replace(game, deciding=tuple(seat for seat in asked if seat not in game.away)))
    if following.winners or following.deciding[:1] == asked[:1]:
        return following, events
    further, more = ask_or_go_on(following)
    return further, events + more


def _void(game: Game) -> Step:
    """The deal does not count; a dealer who is away passes the deal on."""
    voided, events = without(game, lambda deal: stock.void(deal, ABSENT))
    left = in_order_from(voided, voided.dealer)
    following, more = leave_out(replace(voided, dealer=voided.dealer if voided.dealer in left else left[0]))
    return following, events + more
