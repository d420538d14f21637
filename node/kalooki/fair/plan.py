"""What is fixed before the first key: which ceremony, whose, of which cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kalooki.fair.contexts import NO_BACKUP, Kind, SeatIdentity, ceremony_hash
from kalooki.fair.elgamal import card_points, deck_hash
from kalooki.fair.errors import InvalidPlanError
from kalooki.fair.group import Element, Group
from kalooki.fair.hashing import HASH_BYTES

MIN_SEATS = 2
MAX_SEATS = 255
"""Numbers 0 to 254; 255 is everybody."""
MIN_CARDS = 2
"""A deck of one card is public: no ceremony."""
MAX_CARDS = 2**16 - 1
MAX_FACE = 255
"""The length of a face is one byte."""
MAX_NUMBER = 2**32 - 1
MIN_SEATS_WITH_BACKUP = 4
"""With fewer a key would be kept by two, who need nobody else to look into a hand."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The parameters of a ceremony; a deck made ahead serves only the very setting that it was made for."""

    number: int
    """The log's own count of ceremonies; it never comes twice."""
    kind: Kind
    session: bytes
    seats: tuple[SeatIdentity, ...]
    """In seat order, which is the order of the shuffles."""
    faces: tuple[str, ...]
    """The cards in deck order, before any shuffle."""
    threshold: int = NO_BACKUP
    """How many helpers together can stand in for a seat that is absent: all other seats; 0: keys have no backup."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A setting with what follows from it."""

    group: Group = field(repr=False, compare=False)
    setting: Setting
    deck_hash: bytes
    ceremony: bytes
    """The hash that every proof is bound to."""
    points: Mapping[str, Element] = field(repr=False, compare=False)
    """M_face of each face."""
    faces_by_point: Mapping[Element, str] = field(repr=False, compare=False)


def make_plan(group: Group, setting: Setting) -> Plan:
    """Check a setting and derive hashes and card points.

    Raises:
        InvalidPlanError: No ceremony can be made of it.
    """
    _require_seats(setting.seats)
    _require_faces(setting.faces)
    if not 0 <= setting.number <= MAX_NUMBER or len(setting.session) != HASH_BYTES:
        raise InvalidPlanError("a ceremony's number is four bytes, its session 32")
    _require_threshold(setting)
    name = deck_hash(setting.faces)
    points = card_points(group, name, sorted(set(setting.faces)))
    return Plan(
        group=group,
        setting=setting,
        deck_hash=name,
        ceremony=ceremony_hash(
            setting.session, setting.number, setting.kind, setting.seats, name, threshold=setting.threshold
        ),
        points=points,
        faces_by_point={point: face for face, point in points.items()},
    )


def _require_seats(seats: Sequence[SeatIdentity]) -> None:
    numbers = [member.seat for member in seats]
    identities = [member.identity for member in seats]
    if not MIN_SEATS <= len(seats) <= MAX_SEATS:
        raise InvalidPlanError("a ceremony is made by two or more seats")
    if numbers != sorted(set(numbers)) or numbers[0] < 0 or numbers[-1] >= MAX_SEATS:
        raise InvalidPlanError("seats are distinct, in rising order, and below 255")
    if any(len(identity) != HASH_BYTES for identity in identities) or len(set(identities)) != len(identities):
        raise InvalidPlanError("every seat has an identity key of its own")


def _require_faces(faces: Sequence[str]) -> None:
    if not MIN_CARDS <= len(faces) <= MAX_CARDS:
        raise InvalidPlanError("a ceremony is made of 2 to 65535 cards")
    if any(not face.isascii() or not 1 <= len(face) <= MAX_FACE for face in faces):
        raise InvalidPlanError("a face is 1 to 255 ASCII characters")


def _require_threshold(setting: Setting) -> None:
    count = len(setting.seats)
    if setting.threshold and (count < MIN_SEATS_WITH_BACKUP or setting.threshold != count - 1):
        raise InvalidPlanError("the keys of four or more seats are kept each by all the others")
