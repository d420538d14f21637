"""The one text notation of moves: faces become slots of the mover's hand (`names`: cards; `writing`: the way back)."""

from kalooki.cards import JOKER, Card, Natural, Slot
from kalooki.rules.actions import (
    Action,
    Allow,
    Challenge,
    Cut,
    Discard,
    End,
    Exchange,
    Lay,
    LayItem,
    LayOff,
    MeldId,
    NewMeld,
    PickSeat,
    Placed,
    Show,
    Shown,
)
from kalooki.rules.errors import (
    AnotherSeatError,
    BadMoveError,
    IllegalActionError,
    NotHeldError,
    WhichMeldError,
)
from kalooki.rules.events import Face
from kalooki.rules.judging import check_view
from kalooki.rules.names import (
    format_card,
    format_faces,
    meld_name,
    parse_card,
    parse_cards,
    parse_face,
    parse_faces,
    parse_seat,
    seat_name,
    whole_number,
)
from kalooki.rules.view import SeatView, hand_by_face
from kalooki.rules.writing import PLAIN_MOVES, format_action, format_item

__all__ = [
    "format_action",
    "format_card",
    "format_faces",
    "format_item",
    "meld_name",
    "parse_card",
    "parse_cards",
    "parse_face",
    "parse_faces",
    "parse_move",
    "parse_seat",
    "seat_name",
]


def parse_move(text: str, view: SeatView) -> Action:
    """Read a move of the view's own seat; its name in front may be left out.

    Raises:
        NotationError: The text is no move, or names a card that is not held, or leaves open which meld is meant.
    """
    words = text.split()
    if words and (seat := parse_seat(words[0])) is not None:
        if seat != view.seat:
            raise AnotherSeatError(seat)
        words = words[1:]
    if not words:
        raise BadMoveError(text, "empty")
    verb, rest = words[0].lower(), words[1:]
    if verb in PLAIN_MOVES:
        if rest:
            raise BadMoveError(text, "too_much")
        return PLAIN_MOVES[verb]()
    return _with_words(text, verb, rest, view)


def _with_words(text: str, verb: str, words: list[str], view: SeatView) -> Action:
    match verb:
        case "lay":
            return _lay(" ".join(words), view)
        case "discard":
            return _discard(text, words, view)
        case "end" | "show":
            return End(_jokers(text, words, view)) if verb == "end" else Show(_held(text, words, view))
        case "seat" | "cut":
            return _numbered(text, verb, words)
        case "allow" | "challenge":
            return _about_a_seat(text, verb, words)
        case _:
            raise BadMoveError(text, "unknown")


def _numbered(text: str, verb: str, words: list[str]) -> Action:
    if verb == "cut" and not words:
        return Cut()
    number = whole_number(words[0]) if len(words) == 1 else None
    if number is None:
        raise BadMoveError(text, "no_number")
    return PickSeat(number) if verb == "seat" else Cut(number)


def _about_a_seat(text: str, verb: str, words: list[str]) -> Action:
    if verb == "allow" and not words:
        return Allow()
    seat = parse_seat(words[0]) if words else None
    if seat is None:
        raise BadMoveError(text, "no_seat")
    if verb == "allow":
        if len(words) > 1:
            raise BadMoveError(text, "too_much")
        return Allow(seat)
    if [word.lower() for word in words[1:]] not in (["overcall"], ["lay"]):
        raise BadMoveError(text, "no_what")
    return Challenge(seat, words[1].lower())


def _discard(text: str, words: list[str], view: SeatView) -> Action:
    if not words:
        raise BadMoveError(text, "no_card")
    card, tail = parse_card(words[0]), words[1:]
    count = None
    if tail:
        if tail[0].lower() != "count":
            raise BadMoveError(text, "too_much")
        count = whole_number(tail[1]) if len(tail) == len(["count", "N"]) else None
        if count is None:
            raise BadMoveError(text, "no_number")
    slots = hand_by_face(view).get(card)
    if slots is None:
        raise NotHeldError(card)
    # Where the card that was just taken may not go back at once, its twin may.
    return Discard(Shown(slots[-1] if view.variant.no_immediate_rediscard else slots[0], card), count)


def _jokers(text: str, words: list[str], view: SeatView) -> tuple[Shown, ...]:
    if not words or any(parse_card(word) != JOKER for word in words):
        raise BadMoveError(text, "no_joker")
    slots = hand_by_face(view).get(JOKER, [])
    if len(words) > len(slots):
        raise NotHeldError(JOKER)
    return tuple(Shown(slot, JOKER) for slot in slots[: len(words)])


def _held(text: str, words: list[str], view: SeatView) -> tuple[Shown, ...]:
    hand = _Hand(view)
    placed = hand.place(_some_faces(text, words), released_first=False)
    return tuple(Shown(one.slot, one.card) for one in placed if one.slot is not None)


class _Hand:
    """The cards that a lay may still name, with the jokers that its exchanges have released so far."""

    def __init__(self, view: SeatView) -> None:
        self.view = view
        self._slots = hand_by_face(view)
        self._released = 0

    def place(self, faces: tuple[Face, ...], *, released_first: bool) -> tuple[Placed, ...]:
        return tuple(Placed(self._slot(face.card, released_first=released_first), *_said(face)) for face in faces)

    def release(self) -> None:
        self._released += 1

    def _slot(self, card: Card, *, released_first: bool) -> Slot | None:
        slots = self._slots.get(card, [])
        if card == JOKER and self._released and (released_first or not slots):
            self._released -= 1
            return None
        if not slots:
            raise NotHeldError(card)
        return slots.pop(0)


def _said(face: Face) -> tuple[Card, Natural | None]:
    return face.card, face.stands_for


def _lay(text: str, view: SeatView) -> Action:
    hand = _Hand(view)
    return Lay(tuple(_item(part.split(), hand) for part in text.split(";")))


def _item(words: list[str], hand: _Hand) -> LayItem:
    text = " ".join(words)
    if not words:
        raise BadMoveError(text, "no_card")
    lower = [word.lower() for word in words]
    if "for" in lower:
        return _exchange(text, words, lower, hand)
    if "on" in lower:
        at = lower.index("on")
        # A joker that may not be built with stays for a new meld, if the hand has another.
        released_first = hand.view.variant.joker_reuse != "new_meld"
        faces = _some_faces(text, words[:at])
        return LayOff(_meld(text, words[at + 1 :]), hand.place(faces, released_first=released_first))
    faces = _some_faces(text, words)
    if len(faces) == 1:
        raise WhichMeldError(faces[0].card, _melds_for(faces[0], hand.view))
    return NewMeld(hand.place(faces, released_first=True))


def _exchange(text: str, words: list[str], lower: list[str], hand: _Hand) -> Exchange:
    at = lower.index("for")
    up = lower[-1] == "up"
    tail = words[at + 1 : -1] if up else words[at + 1 :]
    if len(tail) < len(["JK", "in"]) or tail[0].lower() not in {"jk", "*"} or tail[1].lower() != "in":
        raise BadMoveError(text, "no_joker")
    cards = hand.place(_some_faces(text, words[:at]), released_first=False)
    hand.release()
    return Exchange(_meld(text, tail[2:]), cards, up)


def _some_faces(text: str, words: list[str]) -> tuple[Face, ...]:
    if not words:
        raise BadMoveError(text, "no_card")
    return tuple(parse_face(word) for word in words)


def _meld(text: str, words: list[str]) -> MeldId:
    number = whole_number(words[0][1:]) if len(words) == 1 and words[0][:1] in {"m", "M"} else None
    if number is None:
        raise BadMoveError(text, "no_meld")
    return MeldId(number)


def _melds_for(face: Face, view: SeatView) -> tuple[MeldId, ...]:
    """The melds onto which the card could be laid off now."""
    slots = hand_by_face(view).get(face.card)
    if slots is None:
        raise NotHeldError(face.card)
    placed = Placed(slots[0], *_said(face))
    return tuple(meld.id for meld in view.table if _is_legal(view, Lay((LayOff(meld.id, (placed,)),))))


def _is_legal(view: SeatView, action: Action) -> bool:
    try:
        check_view(view, action)
    except IllegalActionError:
        return False
    return True
