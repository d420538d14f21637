"""Cards, melds and names as text, both ways."""

from kalooki.cards import JOKER, Card, Natural, Rank, SeatNumber, Suit
from kalooki.rules.actions import MeldId
from kalooki.rules.errors import BadCardError
from kalooki.rules.events import Face

_RANKS = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
_SUITS = {suit.value: suit for suit in Suit} | dict(zip("♠♥♦♣", Suit, strict=True))


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
    number = whole_number(text[1:]) if text[:1] in {"p", "P"} else None
    return SeatNumber(number - 1) if number else None


def meld_name(meld: MeldId) -> str:
    """`m1` is the first meld of the deal."""
    return f"m{meld}"


def whole_number(text: str) -> int | None:
    """A whole number of at most nine digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < len("1000000000") else None
