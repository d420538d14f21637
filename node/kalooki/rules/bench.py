"""The workbench of one lay: what of it has been judged, the cards that it has picked up, and the gate."""

from dataclasses import dataclass, field

from kalooki.cards import JOKER, Card, SeatNumber, Slot
from kalooki.rules.actions import MeldId, Placed
from kalooki.rules.changing import maker
from kalooki.rules.deal import Blitz, Deal, End
from kalooki.rules.errors import (
    ContradictsPublicFaceError,
    InitialMeldFirstError,
    InitialMeldTooLowError,
    MeldIsClosedError,
    NoReleasedJokerError,
    NotEverythingError,
    NotInHandError,
    UnknownMeldError,
    UsedTwiceError,
)
from kalooki.rules.events import Event
from kalooki.rules.melds import Meld, TableCard
from kalooki.rules.opening import contract_of, is_met, not_met
from kalooki.rules.variant import Contract, Variant

_table_card = maker(TableCard)


@dataclass(slots=True)
class Bench:
    """The lay as far as it has been judged."""

    deal: Deal
    seat: SeatNumber
    needed: int
    melds: list[Meld]
    hand: set[Slot]
    used: set[Slot] = field(default_factory=set)
    built: list[tuple[MeldId, End]] = field(default_factory=list)
    released: list[Slot] = field(default_factory=list)
    """Jokers that an exchange has released and no later item has used."""
    new_melds: int = 0
    points: int = 0
    """Of the new melds from the hand and, where builds count, of what was laid off before the gate was met."""
    melded: list[Card] = field(default_factory=list)
    """Cards from the hand in new melds."""
    added: list[Card] = field(default_factory=list)
    """Cards from the hand put onto melds that lay."""
    events: list[Event] = field(default_factory=list)
    met: bool = False
    """A contract that is laid exactly has been laid; what is added to its melds afterwards changes nothing."""
    false: bool = False
    """A first lay that is not the contract, where the house lets it stand until somebody challenges it."""

    @property
    def variant(self) -> Variant:
        """The deal's."""
        return self.deal.variant

    @property
    def kept(self) -> tuple[Slot, ...]:
        """The hand after the lay; jokers that no item has used join it, where the house sends them there."""
        return (*(slot for slot in self.deal.hands[self.seat] if slot in self.hand), *self.released)

    @property
    def contract(self) -> Contract | None:
        """What the first lay must be; None where points are the gate."""
        return contract_of(self.variant, self.deal.number)

    @property
    def laid_now(self) -> list[Meld]:
        """The new melds of this lay."""
        return self.melds[len(self.deal.melds) :]

    @property
    def through_the_gate(self) -> bool:
        """Whether the seat has made its initial meld, before or with the items so far."""
        if self.seat in self.deal.laid or isinstance(self.deal.phase, Blitz):
            return True
        if self.contract is not None and self.contract.everything:
            return len(self.kept) <= 1
        if self.contract is not None:
            self.met = (self.met and self.contract.exactly) or is_met(self.variant, self.contract, self.laid_now)
            return self.met
        return self.new_melds > 0 and self.points >= self.needed


def refuse_before_the_gate(bench: Bench) -> None:
    """Hold a seat to its first lay.

    Raises:
        IllegalActionError: What has been laid so far is not enough, and what is needed.
    """
    if bench.through_the_gate:
        return
    if bench.contract is not None and bench.contract.everything:
        raise NotEverythingError(len(bench.kept), 1)
    if bench.contract is not None:
        raise not_met(bench.contract, bench.laid_now)
    if bench.new_melds == 0:
        raise InitialMeldFirstError(bench.needed)
    raise InitialMeldTooLowError(bench.points, bench.needed)


def meld_of(bench: Bench, meld: MeldId) -> Meld:
    """The meld of this number, as it lies now.

    Raises:
        UnknownMeldError: There is none.
        MeldIsClosedError: It is a false lay, to which nothing is added.
    """
    if not 1 <= meld <= len(bench.melds):
        raise UnknownMeldError(meld, len(bench.melds))
    if bench.melds[meld - 1].sealed:
        raise MeldIsClosedError(meld)
    return bench.melds[meld - 1]


def pick_up(bench: Bench, cards: tuple[Placed, ...]) -> tuple[TableCard, ...]:
    """The cards of an item, out of the hand or out of what was released."""
    return tuple([_table_card(_slot_of(bench, placed), placed.card, placed.stands_for) for placed in cards])


def _slot_of(bench: Bench, placed: Placed) -> Slot:
    if placed.slot is None:
        if not bench.released or placed.card != JOKER:
            raise NoReleasedJokerError
        return bench.released.pop(0)
    if placed.slot in bench.used:
        raise UsedTwiceError(placed.slot, placed.card)
    hold_to_public_face(bench.deal, bench.seat, placed.slot, placed.card)
    bench.hand.discard(placed.slot)
    bench.used.add(placed.slot)
    return placed.slot


def hold_to_public_face(deal: Deal, seat: SeatNumber, slot: Slot, card: Card) -> None:
    """Refuse a card that the seat does not hold, or that everybody knows to be another.

    Raises:
        NotInHandError: The slot is not in the hand.
        ContradictsPublicFaceError: The face is known and differs.
    """
    if slot not in deal.hands[seat]:
        raise NotInHandError(slot, card)
    public = deal.faces.get(slot, card)
    if public is not card and public != card:
        raise ContradictsPublicFaceError(slot, card, public)
