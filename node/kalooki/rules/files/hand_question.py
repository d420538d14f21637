"""A hand that somebody asks about, and the melds that lie on the table with it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki.cards import Card, SeatNumber
from kalooki.rules.actions import Exchange, LayItem, LayOff, MeldId, NewMeld
from kalooki.rules.events import Face
from kalooki.rules.files.errors import BadTableLineError, HandTooBigError, NamedTwiceError, NoCardsError
from kalooki.rules.files.setting import hand_in_turn
from kalooki.rules.files.supply import refuse_surplus
from kalooki.rules.names import parse_cards, parse_faces, parse_seat, whole_number
from kalooki.rules.open_game import OpenGame
from kalooki.rules.variant import Variant

SOMEBODY = SeatNumber(1)

MOST_CARDS = 34
"""What the solver does in a second; the biggest hand of any variant has fewer."""


@dataclass(frozen=True, slots=True)
class LyingMeld:
    """A meld on the table, by the name that it was given."""

    number: int
    owner: SeatNumber
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A hand after the draw, in seat 0, and the table."""

    variant: Variant
    number: int
    hand: tuple[Card, ...]
    table: tuple[LyingMeld, ...]
    laid: bool

    def set_out(self) -> OpenGame:
        """The hand in its turn.

        Raises:
            BadMeldError: Something on the table is no meld.
        """
        table = [(meld.owner, meld.faces) for meld in self.table]
        return hand_in_turn(self.variant, self.hand, number=self.number, table=table, laid=self.laid)

    def named(self, item: LayItem) -> LayItem:
        """An item of a lay with the table's melds by the names that they were given; new ones follow."""
        match item:
            case NewMeld():
                return item
            case LayOff(meld) | Exchange(meld):
                return replace(item, meld=MeldId(self.table[meld - 1].number))


def read_hand(hand: str, table: Sequence[str], variant: Variant, *, number: int = 1, laid: bool) -> HandQuestion:
    """Understand a hand and the table.

    Raises:
        RulesError: A card or a meld cannot be, or there are more cards than the deck has.
    """
    cards = parse_cards(hand)
    if not cards:
        raise NoCardsError
    if len(cards) > MOST_CARDS:
        raise HandTooBigError(len(cards), MOST_CARDS)
    melds: list[LyingMeld] = []
    for text in (part for texts in table for part in texts.split(";")):
        meld = _lying(text.strip(), len(melds) + 1)
        if meld.number in (other.number for other in melds):
            raise NamedTwiceError(f"m{meld.number}")
        melds.append(meld)
    lying = [face.card for meld in melds for face in meld.faces]
    refuse_surplus([*cards, *lying], variant.start_deck(variant.max_players))
    return HandQuestion(variant, number, cards, tuple(melds), laid)


def _lying(text: str, following: int) -> LyingMeld:
    """`m1: 5H 6H 7H`; with an owner in place of the meld's name, p1 being who asks; or the cards alone."""
    name, colon, cards = text.rpartition(":")
    faces = parse_faces(cards)
    owner = parse_seat(name.strip())
    number = whole_number(name.strip()[1:]) if name.strip()[:1] in {"m", "M"} else following
    if not faces or not number or (colon and owner is None and name.strip()[:1] not in {"m", "M"}):
        raise BadTableLineError(text)
    return LyingMeld(number, SOMEBODY if owner is None else min(owner, SOMEBODY), faces)
