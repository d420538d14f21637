"""Where picked cards could go: each way to lay them, with what would lie there; the rules judge all of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from kalooki.cards import Card, Joker, Natural, Slot
from kalooki.rules.actions import Exchange, Lay, LayItem, LayOff, MeldId, NewMeld, Placed, Shown
from kalooki.rules.bench import Bench
from kalooki.rules.deal import Deal
from kalooki.rules.errors import IllegalActionError, RulesError
from kalooki.rules.events import Face
from kalooki.rules.fans import Fan, lay_offs, new_melds
from kalooki.rules.lay_items import lay_exchange, lay_new_meld, lay_onto
from kalooki.rules.legal import check_view, deal_of
from kalooki.rules.melds import Meld, SeenMeld, is_closed
from kalooki.rules.view import SeatView, ViewPhase
from kalooki_cli.draft import Draft, lacks

MOST_CARDS = 14
"""So many cards at most can be one meld, or go onto one."""


@dataclass(frozen=True, slots=True)
class Target:
    """One way to use the picked cards."""

    item: LayItem
    meld: MeldId
    """Where they would lie; a new meld has the next free number."""
    faces: tuple[Face, ...]
    """What would lie there then."""
    points: int = 0
    """What counts towards a first lay then, with what is staged."""

    @property
    def is_new(self) -> bool:
        """Whether they would be a meld of their own."""
        return isinstance(self.item, NewMeld)


def targets(view: SeatView, draft: Draft, picked: Sequence[Shown]) -> tuple[Target, ...]:
    """Each way to use exactly these cards, after what is staged; none where it would never be legal."""
    if not picked or len(picked) > MOST_CARDS or not may_lay(view):
        return ()
    bench = _bench(view, draft)
    if bench is None:
        return ()
    found: dict[tuple[MeldId, tuple[Face, ...], type[LayItem]], Target] = {}
    for item in _items(picked, bench):
        if (target := _judged(view, draft, item)) is not None:
            found.setdefault((target.meld, target.faces, type(item)), target)
    return tuple(found.values())


def may_lay(view: SeatView) -> bool:
    """Whether it is the seat's time to lay."""
    if view.seat is None or view.seat not in {view.turn, *view.awaited}:
        return False
    return view.has_drawn or view.rearranging or view.phase is ViewPhase.BLITZ


def melds_after(view: SeatView, draft: Draft) -> tuple[SeenMeld, ...]:
    """What lies on the table, and what is staged with it."""
    if not draft.items:
        return view.table
    bench = _bench(view, draft)
    if bench is None:
        return view.table
    return tuple(meld.seen(full=is_closed(meld.shape, meld.cards, view.variant)) for meld in bench.melds)


def points_staged(view: SeatView, draft: Draft) -> int:
    """What counts of what is staged towards a first lay."""
    bench = _bench(view, draft) if draft.items else None
    return bench.points if bench is not None else 0


def released(view: SeatView, draft: Draft) -> int:
    """How many jokers staged exchanges have released and no staged item uses."""
    bench = _bench(view, draft) if any(isinstance(item, Exchange) for item in draft.items) else None
    return len(bench.released) if bench is not None and view.variant.joker_reuse != "hand" else 0


def _bench(view: SeatView, draft: Draft) -> Bench | None:
    """The table with what is staged on it; None where none of it can be laid now."""
    if view.turn is None or view.seat is None:
        return None
    deal: Deal = deal_of(view)
    bench = Bench(deal, view.seat, 0, list(deal.melds), set(deal.hands[view.seat]))
    try:
        for item in draft.items:
            match item:
                case NewMeld():
                    lay_new_meld(bench, item)
                case LayOff():
                    lay_onto(bench, item)
                case Exchange():
                    lay_exchange(bench, item)
    except IllegalActionError:
        return None
    return bench


def _items(picked: Sequence[Shown], bench: Bench) -> Iterator[LayItem]:
    """Items at the level of faces, then given the slots of the picked cards."""
    naturals = Counter(one.card for one in picked if isinstance(one.card, Natural))
    free = sum(one.slot < 0 for one in picked)
    jokers = sum(isinstance(one.card, Joker) for one in picked) - free
    fan, size = Fan(naturals, jokers, free), len(picked)
    for proposed in new_melds(fan, bench.variant) if size >= min(bench.variant.set_min, bench.variant.run_min) else ():
        if len(proposed.cards) == size:
            yield NewMeld(_with_slots(proposed.cards, picked))
    for meld in bench.melds:
        for onto in lay_offs(fan, meld, bench.variant):
            if len(onto.cards) == size:
                yield LayOff(meld.id, _with_slots(onto.cards, picked))
        if not jokers and not free and _has_joker(meld):
            cards = _with_slots(tuple(Placed(None, one.card) for one in picked), picked)
            yield Exchange(meld.id, cards, up=bench.variant.joker_exchange == "move_up")


def _has_joker(meld: Meld) -> bool:
    return any(isinstance(one.card, Joker) for one in meld.cards)


def _with_slots(cards: tuple[Placed, ...], picked: Sequence[Shown]) -> tuple[Placed, ...]:
    """Give each card the slot of a picked one of its face; a released joker has none."""
    queues: dict[Card, list[Slot]] = {}
    for one in sorted(picked, key=lambda one: one.slot):
        queues.setdefault(one.card, []).append(one.slot)
    slots = [queues[placed.card].pop(0) for placed in cards]
    return tuple(replace(placed, slot=None if slot < 0 else slot) for placed, slot in zip(cards, slots, strict=True))


def _judged(view: SeatView, draft: Draft, item: LayItem) -> Target | None:
    """The target, if the item may be staged after what is staged."""
    longer = replace(draft, items=(*draft.items, item))
    with suppress(RulesError):
        lacks(view, longer)
        bench = _bench(view, longer)
        if bench is None:
            return None
        meld = bench.melds[-1] if isinstance(item, NewMeld) else bench.melds[item.meld - 1]
        return Target(item, meld.id, meld.faces, bench.points)
    return None


def is_whole(view: SeatView, draft: Draft) -> bool:
    """Whether what is staged can be sent as it is."""
    if not draft.items:
        return False
    try:
        check_view(view, Lay(draft.items))
    except RulesError:
        return False
    return True


def fitting_cards(view: SeatView, draft: Draft, meld: MeldId, hand: Sequence[Shown]) -> tuple[Slot, ...]:
    """The single cards of a hand that could go onto a meld."""
    return tuple(one.slot for one in hand if any(each.meld == meld for each in targets(view, draft, [one])))
