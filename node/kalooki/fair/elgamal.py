"""Cards as ciphertexts: the points that stand for faces, the start deck, and a deck as bytes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from kalooki.fair.errors import InvalidElementError
from kalooki.fair.group import BASE, ELEMENT_BYTES, Element, Group
from kalooki.fair.hashing import LABEL, hash32, u8, u16

CIPHERTEXT_BYTES = 2 * ELEMENT_BYTES

DECKS_KEPT = 8
"""Of which the points are kept: the next deal is mostly played with the same cards."""


@dataclass(frozen=True, slots=True)
class Ciphertext:
    """A hidden card, Enc(M; r) = (rG, M + rPK)."""

    a: Element
    """A = rG: what decryption shares are made of."""
    b: Element
    """B = M + rPK: the card's point behind the mask."""

    def encode(self) -> bytes:
        """Write A ‖ B."""
        return self.a.encoding + self.b.encoding


Deck = tuple[Ciphertext, ...]


def deck_hash(faces: Sequence[str]) -> bytes:
    """Name the cards of a deck, in deck order."""
    encoded = [face.encode("ascii") for face in faces]
    return hash32(LABEL + b"/deck/" + u16(len(faces)) + b"".join(u8(len(face)) + face for face in encoded))


def card_points(group: Group, deck_name: bytes, faces: Iterable[str]) -> Mapping[str, Element]:
    """Map each face to M_face, the point that stands for it in the deck of this hash."""
    return _card_points(group, deck_name, tuple(faces))


@lru_cache(maxsize=DECKS_KEPT)
def _card_points(group: Group, deck_name: bytes, faces: tuple[str, ...]) -> Mapping[str, Element]:
    points = (group.hash_to_group(LABEL + b"/card/" + deck_name + face.encode("ascii")) for face in faces)
    return MappingProxyType(dict(zip(faces, points, strict=True)))


def start_deck(group: Group, joint_key: Element, points: Sequence[Element]) -> Deck:
    """Hide the cards' points with r = 1: public, the same for everybody, and nowhere the identity.

    Raises:
        InvalidElementError: A card's point cancels the joint key, which nobody can bring about.
    """
    return tuple(Ciphertext(BASE, group.decode(group.add(point, joint_key).encoding)) for point in points)


def reencrypt(group: Group, before: Ciphertext, mask: Ciphertext) -> Ciphertext:
    """Add an encryption of nothing: the same card, which nobody recognises."""
    return Ciphertext(group.add(before.a, mask.a), group.add(before.b, mask.b))


def encode_deck(deck: Deck) -> bytes:
    """Write A ‖ B of each card, one after the other."""
    return b"".join(card.encode() for card in deck)


def decode_deck(group: Group, encoding: bytes, size: int) -> Deck:
    """Read a deck of exactly `size` cards; the identity is refused in every place.

    Raises:
        InvalidElementError: Another length, or bytes that are no such element.
    """
    if type(encoding) is not bytes or len(encoding) != size * CIPHERTEXT_BYTES:
        raise InvalidElementError(f"a deck of {size} cards is {size * CIPHERTEXT_BYTES} bytes")
    elements = decode_elements(group, encoding)
    return tuple(Ciphertext(a, b) for a, b in zip(elements[::2], elements[1::2], strict=True))


def decode_elements(group: Group, encoding: bytes) -> tuple[Element, ...]:
    """Read elements that stand one after the other, naming the place of a bad one.

    Raises:
        InvalidElementError: One of them is no element, or the identity.
    """
    starts = range(0, len(encoding), ELEMENT_BYTES)
    return tuple(_decode_at(group, encoding[start : start + ELEMENT_BYTES], start // ELEMENT_BYTES) for start in starts)


def _decode_at(group: Group, encoding: bytes, place: int) -> Element:
    try:
        return group.decode(encoding)
    except InvalidElementError as bad:
        raise InvalidElementError(f"element {place}: {bad}") from bad
