"""Cards and claims about cards."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from kalooki.cards import JOKER, Card, Joker, Natural, Rank, SeatNumber, Slot, Suit
from kalooki.codec.errors import MalformedError
from kalooki.codec.limits import MAX_PLAYERS, MAX_RANK, MAX_SLOT
from kalooki.codec.reading import listed, number, unknown
from kalooki.rules.actions import Shown
from kalooki.wire.v1 import card_pb2 as pb

FACES = 64
"""More than there are different cards."""

_SUITS = {
    pb.SUIT_SPADES: Suit.SPADES,
    pb.SUIT_HEARTS: Suit.HEARTS,
    pb.SUIT_DIAMONDS: Suit.DIAMONDS,
    pb.SUIT_CLUBS: Suit.CLUBS,
}
_SUITS_TO_WIRE = {suit: code for code, suit in _SUITS.items()}


def suit_to_wire(suit: Suit) -> pb.Suit.ValueType:
    """Write a suit."""
    return _SUITS_TO_WIRE[suit]


def suit_from_wire(code: pb.Suit.ValueType, where: str) -> Suit:
    """Read a suit.

    Raises:
        MalformedError: None of the four.
    """
    if code not in _SUITS:
        raise unknown(f"{where}.suit")
    return _SUITS[code]


def rank_from_wire(value: int, where: str) -> Rank:
    """Read a rank.

    Raises:
        MalformedError: Not 1 to 13.
    """
    return Rank(number(value, f"{where}.rank", MAX_RANK, 1))


@lru_cache(maxsize=FACES)
def natural_to_wire(card: Natural) -> pb.Natural:
    """Write a card that is not wild; the message is to be copied into another one."""
    return pb.Natural(rank=card.rank, suit=suit_to_wire(card.suit))


def natural_from_wire(message: pb.Natural, where: str) -> Natural:
    """Read a card that is not wild.

    Raises:
        MalformedError: No such card.
    """
    return Natural(rank_from_wire(message.rank, where), suit_from_wire(message.suit, where))


@lru_cache(maxsize=FACES)
def card_to_wire(card: Card) -> pb.Card:
    """Write a face; the message is to be copied into another one."""
    match card:
        case Natural():
            return pb.Card(natural=natural_to_wire(card))
        case Joker():
            return pb.Card(joker=pb.Joker())


def card_from_wire(message: pb.Card, where: str) -> Card:
    """Read a face.

    Raises:
        MalformedError: No card, or no such card.
    """
    match message.WhichOneof("face"):
        case "natural":
            return natural_from_wire(message.natural, where)
        case "joker":
            return JOKER
        case None:
            raise MalformedError("no card", where, "a natural card or a joker")


def cards_to_wire(cards: Iterable[Card]) -> list[pb.Card]:
    """Write faces in their order."""
    return [card_to_wire(card) for card in cards]


def cards_from_wire(messages: Sequence[pb.Card], where: str, most: int) -> tuple[Card, ...]:
    """Read faces in their order.

    Raises:
        MalformedError: Too many, or no such card.
    """
    return tuple(card_from_wire(message, where) for message in listed(messages, where, most))


def slot_from_wire(value: int, where: str) -> Slot:
    """Read the number of a ciphertext.

    Raises:
        MalformedError: Higher than any deal can reach.
    """
    return Slot(number(value, f"{where}.slot", MAX_SLOT))


def seat_from_wire(value: int, where: str) -> SeatNumber:
    """Read the number of a seat.

    Raises:
        MalformedError: No table has so many seats.
    """
    return SeatNumber(number(value, f"{where}.seat", MAX_PLAYERS - 1))


def shown_to_wire(shown: Shown) -> pb.Shown:
    """Write a claim."""
    return pb.Shown(slot=shown.slot, card=card_to_wire(shown.card))


def shown_from_wire(message: pb.Shown, where: str) -> Shown:
    """Read a claim that a slot holds a card.

    Raises:
        MalformedError: No slot, or no card.
    """
    return Shown(slot_from_wire(message.slot, where), card_from_wire(message.card, where))


def all_shown_from_wire(messages: Sequence[pb.Shown], where: str, most: int) -> tuple[Shown, ...]:
    """Read claims in their order.

    Raises:
        MalformedError: Too many, or one that is none.
    """
    return tuple(shown_from_wire(message, where) for message in listed(messages, where, most))
