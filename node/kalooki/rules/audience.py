"""Whom the rules entitle to know a slot's face now. The table opens cards by this and by nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.game import Game


@dataclass(frozen=True, slots=True)
class Everybody:
    """All seats, and everybody who reads the transcript."""


EVERYBODY = Everybody()
Audience = SeatNumber | Everybody


def audience(game: Game, slot: Slot) -> Audience | None:
    """Who may know this slot's face now; None: nobody (stock, or no live slot). It only ever grows: None, a seat, everybody."""
    raise NotImplementedError


def entitled(game: Game) -> Mapping[Slot, Audience]:
    """The audience of every live slot that has one: compare before and after to see what must be opened."""
    raise NotImplementedError


def public_faces(game: Game) -> Mapping[Slot, Card]:
    """Slots in play whose face everybody has seen: pile, table, and cards in hands that came from there."""
    raise NotImplementedError


def live_slots(game: Game) -> tuple[Slot, ...]:
    """Every slot of the deal, zone by zone; conservation says that none is missing and none is there twice."""
    raise NotImplementedError
