"""The one text notation of cards, melds and moves, both ways; faces in a move become slots of the mover's hand."""

from kalooki.cards import JOKER, Card, Natural, Rank, SeatNumber, Slot, Suit
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
    MeldId,
    NewMeld,
    Pass,
    PickSeat,
    Placed,
    Refuse,
    Return,
    ShowJokers,
    Shown,
    Take,
)
from kalooki.rules.errors import (
    AnotherSeatError,
    BadCardError,
    BadMoveError,
    IllegalActionError,
    NotHeldError,
    WhichMeldError,
)
from kalooki.rules.events import Face
from kalooki.rules.judging import check_view
from kalooki.rules.view import SeatView, hand_by_face

_RANKS = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
_SUITS = {suit.value: suit for suit in Suit} | dict(zip("♠♥♦♣", Suit, strict=True))
_PLAIN: dict[str, type[Draw | Take | Return | Call | Pass | Refuse | BuyIn | Decline]] = {
    "draw": Draw,
    "take": Take,
    "return": Return,
    "call": Call,
    "pass": Pass,
    "refuse": Refuse,
    "buy-in": BuyIn,
    "decline": Decline,
}


# --- cards and names --------------------------------------------------------------------------------------------------


def parse_card(text: str) -> Card:
    """Read `TD`, `10d`, `10♦`, `JK`, `*`.

    Raises:
        BadCardError: It is no card.
    """
    upper = text.upper() if text.isascii() else text[:-1].upper() + text[-1:]
    if upper in {"JK", "*"}:
        return JOKER
    rank, suit = _RANKS.get(upper[:-1]), _SUITS.get(upper[-1:])
    if rank is None or suit is None:
        raise BadCardError(text)
    return Natural(rank, suit)


def format_card(card: Card) -> str:
    """`TD`, `JK`."""
    return str(card)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards that are separated by spaces.

    Raises:
        BadCardError: One of them is no card.
    """
    return tuple(parse_card(word) for word in text.split())


def parse_face(text: str) -> Face:
    """Read a card of a meld; a joker may say what it stands for: `JK=8S`.

    Raises:
        BadCardError: It is no card, or a card that is no joker stands for another.
    """
    name, equals, other = text.partition("=")
    card = parse_card(name)
    if not equals:
        return Face(card)
    stands_for = parse_card(other)
    if isinstance(card, Natural) or not isinstance(stands_for, Natural):
        raise BadCardError(text)
    return Face(card, stands_for)


def parse_faces(text: str) -> tuple[Face, ...]:
    """Read the cards of a meld: `7S 8S JK=9S`.

    Raises:
        BadCardError: One of them is no card.
    """
    return tuple(parse_face(word) for word in text.split())


def format_faces(faces: tuple[Face, ...]) -> str:
    """`7S 8S JK=9S`."""
    return " ".join(str(face) for face in faces)


def seat_name(seat: SeatNumber) -> str:
    """`p1` is seat 0."""
    return f"p{seat + 1}"


def parse_seat(text: str) -> SeatNumber | None:
    """Read `p1`; None if it is no seat's name."""
    number = _number(text[1:]) if text[:1] in {"p", "P"} else None
    return SeatNumber(number - 1) if number else None


def meld_name(meld: MeldId) -> str:
    """`m1` is the first meld of the deal."""
    return f"m{meld}"


def _number(text: str) -> int | None:
    """A whole number of at most nine digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < len("1000000000") else None


# --- from text to a move ----------------------------------------------------------------------------------------------


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
    if verb in _PLAIN:
        if rest:
            raise BadMoveError(text, "too_much")
        return _PLAIN[verb]()
    return _with_words(text, verb, rest, view)


def _with_words(text: str, verb: str, words: list[str], view: SeatView) -> Action:
    match verb:
        case "lay":
            return _lay(" ".join(words), view)
        case "discard":
            return _discard(text, words, view)
        case "end" | "show":
            jokers = _jokers(text, words, view)
            return End(jokers) if verb == "end" else ShowJokers(jokers)
        case "seat" | "cut":
            return _numbered(text, verb, words)
        case "allow" | "challenge":
            return _about_a_seat(text, verb, words)
        case _:
            raise BadMoveError(text, "unknown")


def _numbered(text: str, verb: str, words: list[str]) -> Action:
    if verb == "cut" and not words:
        return Cut()
    number = _number(words[0]) if len(words) == 1 else None
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
        count = _number(tail[1]) if len(tail) == len(["count", "N"]) else None
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


# --- lays -------------------------------------------------------------------------------------------------------------


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
    number = _number(words[0][1:]) if len(words) == 1 and words[0][:1] in {"m", "M"} else None
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


# --- from a move to text ----------------------------------------------------------------------------------------------


def format_action(action: Action, seat: SeatNumber | None = None) -> str:
    """The move as text, with the seat's name in front if it is given."""
    text = _move_text(action)
    return text if seat is None else f"{seat_name(seat)} {text}"


def _move_text(action: Action) -> str:  # noqa: PLR0911 - one line for each kind of move
    match action:
        case Draw() | Take() | Return() | Call() | Pass() | Refuse() | BuyIn() | Decline():
            return next(word for word, kind in _PLAIN.items() if isinstance(action, kind))
        case Lay(items):
            return "lay " + "; ".join(format_item(item) for item in items)
        case Discard(shown, count):
            return f"discard {shown.card}" + ("" if count is None else f" count {count}")
        case End(jokers):
            return " ".join(["end", *(str(one.card) for one in jokers)])
        case ShowJokers(jokers):
            return " ".join(["show", *(str(one.card) for one in jokers)])
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
