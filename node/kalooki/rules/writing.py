"""From a move to its text."""

from kalooki.cards import Natural, Rank, SeatNumber
from kalooki.rules.actions import (
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
    Exchange,
    Lay,
    LayItem,
    LayOff,
    NewMeld,
    Pass,
    PickSeat,
    Placed,
    Refuse,
    Return,
    Show,
    Take,
)
from kalooki.rules.events import Face
from kalooki.rules.names import format_faces, meld_name, seat_name

PLAIN_MOVES: dict[str, type[Draw | Take | Return | Call | Pass | Refuse | BuyIn | Decline]] = {
    "draw": Draw,
    "take": Take,
    "return": Return,
    "call": Call,
    "pass": Pass,
    "refuse": Refuse,
    "buy-in": BuyIn,
    "decline": Decline,
}
"""Moves that are one word."""


def format_action(action: Action, seat: SeatNumber | None = None) -> str:
    """The move as text, with the seat's name in front if it is given."""
    text = _move_text(action)
    return text if seat is None else f"{seat_name(seat)} {text}"


def _move_text(action: Action) -> str:  # noqa: PLR0911 - one line for each kind of move
    match action:
        case Draw() | Take() | Return() | Call() | Pass() | Refuse() | BuyIn() | Decline():
            return next(word for word, kind in PLAIN_MOVES.items() if isinstance(action, kind))
        case Lay(items):
            return "lay " + "; ".join(format_item(item) for item in items)
        case Discard(shown, count):
            return f"discard {shown.card}" + ("" if count is None else f" count {count}")
        case End(jokers):
            return " ".join(["end", *(str(one.card) for one in jokers)])
        case Show(cards):
            return " ".join(["show", *(str(one.card) for one in cards)])
        case Allow(seat):
            return "allow" if seat is None else f"allow {seat_name(seat)}"
        case Challenge(seat, what):
            return f"challenge {seat_name(seat)} {what}"
        case PickSeat(place):
            return f"seat {place}"
        case Cut(depth):
            return "cut" if depth is None else f"cut {depth}"


def format_item(item: LayItem) -> str:
    """One item of a lay; a run that was written downwards comes out upwards."""
    match item:
        case NewMeld(cards):
            return format_faces(_upwards(tuple(Face(one.card, one.stands_for) for one in cards)))
        case LayOff(meld, cards):
            return f"{_placed_text(cards)} on {meld_name(meld)}"
        case Exchange(meld, cards, up):
            return f"{_placed_text(cards)} for JK in {meld_name(meld)}" + (" up" if up else "")


def _placed_text(cards: tuple[Placed, ...]) -> str:
    return format_faces(tuple(Face(one.card, one.stands_for) for one in cards))


def _upwards(faces: tuple[Face, ...]) -> tuple[Face, ...]:
    known = [(place, rank) for place, face in enumerate(faces) if (rank := _rank(face)) is not None]
    downwards = len(known) > 1 and all((known[0][1] - rank - place + known[0][0]) % 13 == 0 for place, rank in known)
    return faces[::-1] if downwards else faces


def _rank(face: Face) -> Rank | None:
    card = face.stands_for or face.card
    return card.rank if isinstance(card, Natural) else None
