"""Whom the rules entitle to know a slot's face now. The table opens cards by this and by nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.deal import Counted, CutOffered, Lifting, Showing, TurningUp
from kalooki.rules.game import Game


@dataclass(frozen=True, slots=True)
class Everybody:
    """All seats, and everybody who reads the transcript."""


EVERYBODY = Everybody()
Audience = SeatNumber | Everybody


def audience(game: Game, slot: Slot) -> Audience | None:
    """Who may know this slot's face now; None: nobody (stock, no live slot). While a slot lives it only ever grows."""
    return entitled(game).get(slot)


def entitled(game: Game) -> Mapping[Slot, Audience]:
    """The audience of every live slot that has one: compare before and after to see what must be opened."""
    deal = game.deal
    if deal is None:
        return {}
    found: dict[Slot, Audience] = {}
    shown_to_all = isinstance(deal.phase, Showing | Counted)
    for seat, hand in enumerate(deal.hands if not isinstance(deal.phase, CutOffered | Lifting) else ()):
        for slot in hand:
            found[slot] = EVERYBODY if shown_to_all or slot in deal.faces else SeatNumber(seat)
    for shown in deal.pile:
        found[shown.slot] = EVERYBODY
    for meld in deal.melds:
        for one in meld.cards:
            found[one.slot] = EVERYBODY
    if isinstance(deal.phase, TurningUp):
        found[deal.phase.slot] = EVERYBODY
    if isinstance(deal.phase, Lifting):
        found[deal.phase.bottom] = EVERYBODY
    return found


def public_faces(game: Game) -> Mapping[Slot, Card]:
    """Slots in play that everybody has seen: pile, table, hand cards that came from there, hands that were opened."""
    deal = game.deal
    if deal is None:
        return {}
    found = dict(deal.faces)
    found.update((shown.slot, shown.card) for shown in deal.pile)
    found.update((one.slot, one.card) for meld in deal.melds for one in meld.cards)
    if isinstance(deal.phase, Showing | Counted):
        found.update((shown.slot, shown.card) for _, hand in deal.phase.opened for shown in hand)
    return found


def live_slots(game: Game) -> tuple[Slot, ...]:
    """Every slot of the deal, zone by zone; conservation says that none is missing and none is there twice."""
    deal = game.deal
    if deal is None:
        return ()
    upcard: tuple[Slot, ...] = ()
    match deal.phase:
        case TurningUp(slot) | CutOffered(slot):
            upcard = (slot,)
        case Lifting(bottom, slot):
            upcard = (slot, bottom)
        case _:
            pass
    hands = tuple(slot for hand in deal.hands for slot in hand)
    table = tuple(one.slot for meld in deal.melds for one in meld.cards)
    return hands + deal.stock + upcard + tuple(shown.slot for shown in deal.pile) + table
