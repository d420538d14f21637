"""Whether cards are a legal meld, what they are worth, and whether several make a first lay."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kalooki.cards import Card, Natural, Rank, Slot, Suit
from kalooki.rules.actions import Lay, NewMeld, Placed
from kalooki.rules.errors import BadMeldError, RulesError
from kalooki.rules.events import Face
from kalooki.rules.files.errors import NoCardsError
from kalooki.rules.files.setting import FIRST, hand_in_turn
from kalooki.rules.files.supply import refuse_surplus
from kalooki.rules.game import check
from kalooki.rules.melds import Run, Set, TableCard, points_of
from kalooki.rules.notation import parse_faces
from kalooki.rules.reading import read_meld
from kalooki.rules.variant import Variant

Faces = tuple[Face, ...]

_NOWHERE = Slot(-1)
_KEPT = Natural(Rank.TWO, Suit.SPADES)


@dataclass(frozen=True, slots=True)
class MeldVerdict:
    """One meld: what it is, or why it is none."""

    cards: tuple[Face, ...]
    """In table order, each joker with what it is; as they were written, where they are no meld."""
    kind: Literal["set", "run"] | None
    points: int
    error: RulesError | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """All melds together."""

    melds: tuple[MeldVerdict, ...]
    error: RulesError | None
    """What is wrong although each meld by itself is right."""

    @property
    def legal(self) -> bool:
        """Nothing is wrong."""
        return self.error is None and all(one.error is None for one in self.melds)

    @property
    def points(self) -> int:
        """Of all the melds that are right."""
        return sum(one.points for one in self.melds)


def parse_melds(text: str) -> tuple[Faces, ...]:
    """Read melds that are parted by `;`.

    Raises:
        BadCardError: There is something that is no card.
        NoCardsError: There is a meld without cards.
    """
    melds = tuple(parse_faces(part) for part in text.split(";"))
    if not all(melds):
        raise NoCardsError
    return melds


def check_melds(
    melds: Sequence[tuple[Face, ...]], variant: Variant, *, first: bool = False, number: int = 1
) -> Verdict:
    """Judge melds; with `first` also as the first lay of the deal with this number."""
    verdicts = tuple(_verdict(faces, variant) for faces in melds)
    if any(one.error is not None for one in verdicts):
        return Verdict(verdicts, None)
    try:
        cards = [face.card for faces in melds for face in faces]
        refuse_surplus(cards, variant.start_deck(variant.max_players))
        if first:
            _check_first_lay(melds, cards, variant, number)
    except RulesError as error:
        return Verdict(verdicts, error)
    return Verdict(verdicts, None)


def _verdict(faces: tuple[Face, ...], variant: Variant) -> MeldVerdict:
    try:
        shape, cards = read_meld(tuple(TableCard(_NOWHERE, face.card, face.stands_for) for face in faces), variant)
    except BadMeldError as error:
        return MeldVerdict(faces, None, 0, error)
    ordered = tuple(Face(one.card, one.stands_for) for one in cards)
    return MeldVerdict(ordered, _kind(shape), points_of(shape, cards, variant), None)


def _kind(shape: Set | Run) -> Literal["set", "run"]:
    match shape:
        case Set():
            return "set"
        case Run():
            return "run"


def _check_first_lay(melds: Sequence[Faces], cards: Sequence[Card], variant: Variant, number: int) -> None:
    """Ask the rules, for a hand that keeps two cards more: enough to go on, and no kalooki.

    Where everything is to be laid it is the smallest hand that holds them: as dealt, with the card that was drawn.
    If they are more, it keeps none, or the discard without which nobody goes out.

    Raises:
        IllegalActionError: The melds are no first lay, and why.
    """
    kept = 2
    if lays_everything(variant, number):
        needs_discard = variant.sa_blitz_discard or not variant.out_without_discard
        kept = max(needs_discard, variant.hand_size(variant.max_players, number) + 1 - len(cards))
    table = hand_in_turn(variant, (*cards, *(_KEPT,) * kept), number=number)
    slots = iter(range(len(cards)))
    items = tuple(
        NewMeld(tuple(Placed(Slot(next(slots)), face.card, face.stands_for) for face in faces)) for faces in melds
    )
    check(table.game, FIRST, Lay(items))


def lays_everything(variant: Variant, number: int) -> bool:
    """Whether the first lay of the deal with this number is the whole hand, so that melds alone do not make one."""
    contract = variant.contract(number)
    return contract is not None and contract.everything
