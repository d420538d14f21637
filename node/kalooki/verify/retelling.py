"""Tell a verified game again, move by move, with every card that became known to all by the end of its deal."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.fair.group import Group
from kalooki.rules.deal import Counted, Deal, Showing
from kalooki.rules.events import Event
from kalooki.table.state import TableState
from kalooki.verify.report import Report
from kalooki.verify.verifier import MISSING, verify_transcript

DealKey = tuple[int, int]
"""The number of a deal, and which attempt at it."""


@dataclass(frozen=True, slots=True)
class Told:
    """An entry that brought something in a deal."""

    state: TableState
    """The table after it."""
    deal: Deal
    events: tuple[Event, ...]
    hands: tuple[tuple[SeatNumber, tuple[Card | None, ...]], ...]
    """Of every seat of the deal, in the order in which the cards came; None: nobody ever had to show it."""

    @property
    def index(self) -> int:
        """The entry of the log."""
        return self.state.index


@dataclass(frozen=True, slots=True)
class Retelling:
    """A game as far as it holds."""

    report: Report
    told: tuple[Told, ...]


def retell(data: bytes, group: Group, seed: bytes) -> Retelling:
    """Verify a transcript, and tell what happened before the first thing that is wrong with it.

    The arguments are those of `verify_transcript`.
    """
    heard: list[tuple[TableState, Deal, tuple[Event, ...]]] = []

    def hear(state: TableState | None, events: tuple[Event, ...]) -> None:
        deal = state.game.deal if state is not None and state.game is not None else None
        if state is not None and deal is not None and events:
            heard.append((state, deal, events))

    report = verify_transcript(data, group, seed, hear)
    stops = [one.entry for one in report.findings if one.entry is not None and one.code not in MISSING]
    held = [one for one in heard if not stops or one[0].index < min(stops)]
    known = _known(deal for _, deal, _ in held)
    told = tuple(Told(state, deal, events, _hands(deal, known[_key(deal)])) for state, deal, events in held)
    return Retelling(report, told)


def _key(deal: Deal) -> DealKey:
    return deal.number, deal.attempt


def _known(deals: Iterable[Deal]) -> dict[DealKey, dict[Slot, Card]]:
    """What the whole of each deal shows of its slots, none of which holds two cards in it."""
    known: dict[DealKey, dict[Slot, Card]] = {}
    for deal in deals:
        known.setdefault(_key(deal), {}).update(_shown(deal))
    return known


def _shown(deal: Deal) -> Iterator[tuple[Slot, Card]]:
    yield from deal.faces.items()
    yield from ((one.slot, one.card) for one in deal.pile)
    yield from ((one.slot, one.card) for meld in deal.melds for one in meld.cards)
    if isinstance(deal.phase, Showing | Counted):
        yield from ((one.slot, one.card) for _, hand in deal.phase.opened for one in hand)


def _hands(deal: Deal, known: Mapping[Slot, Card]) -> tuple[tuple[SeatNumber, tuple[Card | None, ...]], ...]:
    return tuple((seat, tuple(known.get(slot) for slot in deal.hands[seat])) for seat in deal.seats)
