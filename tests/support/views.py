"""Views made by hand, for screens."""

from collections.abc import Mapping
from dataclasses import replace

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import MeldId, Shown
from kalooki.rules.events import Face
from kalooki.rules.game import begin_deal, new_game
from kalooki.rules.melds import Run, SeenMeld, Set
from kalooki.rules.notation import parse_cards, parse_faces
from kalooki.rules.registry import variant_named
from kalooki.rules.view import SeatLine, SeatView, ViewPhase, view
from kalooki_cli.look import Look
from kalooki_cli.messages.talk import Talk

HAND = "7S 7H 8H 9H TC JC QC KC 2D 2D AS JK 4S"
NAMES = {SeatNumber(0): "Ann", SeatNumber(1): "Bea", SeatNumber(2): "Cid", SeatNumber(3): "Dot"}


def hand(text: str) -> tuple[Shown, ...]:
    """Cards with slots in their order."""
    return tuple(Shown(Slot(number), card) for number, card in enumerate(parse_cards(text)))


def seen(number: int, owner: int, shape: Set | Run, text: str, *, closed: bool = False) -> SeenMeld:
    """A meld on the table."""
    return SeenMeld(MeldId(number), SeatNumber(owner), shape, parse_faces(text), closed)


def faces(text: str) -> tuple[Face, ...]:
    """Cards of a meld."""
    return parse_faces(text)


def cards(text: str) -> tuple[Card, ...]:
    """Cards."""
    return parse_cards(text)


def base(seat: int | None = 0, house: Mapping[str, bool | int | str] | None = None) -> SeatView:
    """The first view of a first deal."""
    game, _events = begin_deal(new_game(variant_named("british", house or {}), 4))
    return view(game, None if seat is None else SeatNumber(seat), {})


def turn_view(text: str = HAND, **changes: object) -> SeatView:
    """Ann's turn, her cards in hand."""
    at_first = base()
    return replace(
        at_first,
        phase=ViewPhase.PLAY,
        turn=SeatNumber(0),
        turn_number=9,
        hand=hand(text),
        unopened=(),
        pile=parse_cards("4D"),
        has_drawn=True,
        **changes,  # type: ignore[arg-type]  # the fields of a view
    )


def line(view: SeatView, seat: int, **changes: object) -> tuple[SeatLine, ...]:
    """The seats' lines, one of them changed."""
    return tuple(replace(one, **changes) if one.seat == seat else one for one in view.seats)  # type: ignore[arg-type]


def talk(columns: int = 80, *, symbols: bool = False, me: int | None = 0) -> Talk:
    """Ann reads."""
    return Talk(NAMES, None if me is None else SeatNumber(me), Look(columns, symbols=symbols), "unit")
