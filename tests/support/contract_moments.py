"""Moments of a deal with a contract, as one seat sees them."""

from dataclasses import replace

from kalooki.cards import Slot
from kalooki.rules.actions import Action, Discard, Shown
from kalooki.rules.game import new_game
from kalooki.rules.notation import parse_cards
from kalooki.rules.open_game import OpenGame
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import SeatView, ViewPhase
from support.contract_presets import game_named


def in_turn(
    hand: str, *, key: str = "jamaican", pile: str = "2S", house: dict[str, OptionValue] | None = None, number: int = 1
) -> SeatView:
    """A deal of a table of four, seen by the player in turn, who has drawn."""
    table = OpenGame(replace(new_game(game_named(key, house or {}), 4), number=number), b"levels")
    seat = table.to_move()
    assert seat is not None
    seen = table.view(seat)
    held = tuple(Shown(Slot(1000 + place), card) for place, card in enumerate(parse_cards(hand)))
    lines = tuple(replace(line, cards=len(held)) if line.seat == seat else line for line in seen.seats)
    return replace(
        seen,
        hand=held,
        seats=lines,
        turn_number=4,
        phase=ViewPhase.PLAY,
        has_drawn=True,
        window=None,
        pile=parse_cards(pile),
    )


def with_others(seen: SeatView, place: int, **changes: object) -> SeatView:
    """Another seat, so many places after the one in turn, is otherwise."""
    assert seen.seat is not None
    other = seen.order[(seen.order.index(seen.seat) + place) % len(seen.order)]
    lines = tuple(replace(line, **changes) if line.seat == other else line for line in seen.seats)  # type: ignore[arg-type]
    return replace(seen, seats=lines)


def thrown(action: Action) -> str:
    assert isinstance(action, Discard)
    return str(action.shown.card)
