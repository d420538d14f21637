"""One lay: a batch of items, judged in order, all of it or nothing."""

from dataclasses import dataclass, field, replace

from kalooki.cards import JOKER, Card, SeatNumber, Slot
from kalooki.rules.actions import Exchange, Lay, LayOff, MeldId, NewMeld, Placed
from kalooki.rules.building import exchange, lay_off
from kalooki.rules.deal import Deal, Duty, End, Turn
from kalooki.rules.errors import (
    BarredFromGoingOutError,
    BuildLimitError,
    ContradictsPublicFaceError,
    ExchangeNotYetError,
    InitialMeldFirstError,
    InitialMeldTooLowError,
    JustTakenError,
    MustKeepADiscardError,
    MustUseTakenCardError,
    NoReleasedJokerError,
    NothingLaidError,
    NotInHandError,
    OnlyOthersJokersError,
    ReleasedJokerNeedsNewMeldError,
    ReleasedJokerUnusedError,
    UnknownMeldError,
    UsedTwiceError,
)
from kalooki.rules.events import Event, Face, JokerExchanged, LaidDown, LaidOff, MadeInitialMeld
from kalooki.rules.melds import Meld, Run, TableCard, points_of
from kalooki.rules.reading import read_meld
from kalooki.rules.variant import Variant

CARDS_PER_END = 2
"""How many cards one end of a run (or one run) takes in a turn, where there is a limit."""


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

    @property
    def variant(self) -> Variant:
        """The deal's."""
        return self.deal.variant

    @property
    def kept(self) -> tuple[Slot, ...]:
        """The hand after the lay; jokers that no item has used join it, where the house sends them there."""
        return (*(slot for slot in self.deal.hands[self.seat] if slot in self.hand), *self.released)

    @property
    def through_the_gate(self) -> bool:
        """Whether the seat has made its initial meld, before or with the items so far."""
        return self.seat in self.deal.laid or (self.new_melds > 0 and self.points >= self.needed)


def judge_lay(deal: Deal, seat: SeatNumber, action: Lay) -> Bench:
    """The batch, judged whole: the items in order, the gate, the duty, the jokers, the card that must be kept.

    Raises:
        IllegalActionError: The batch is not legal, and why.
    """
    try:
        bench = _judge(deal, seat, action, deal.variant.initial_min)
        _refuse_before_the_gate(bench)
    except (InitialMeldFirstError, InitialMeldTooLowError):
        waived = _waived(deal, seat, action)
        if waived is None:
            raise
        bench = waived
    _refuse_idle_taken_card(deal.turn, bench)
    if bench.released and bench.variant.joker_reuse != "hand":
        raise ReleasedJokerUnusedError(len(bench.released))
    _refuse_stuck(deal, seat, bench.kept)
    return bench


def put_down(bench: Bench) -> tuple[Deal, tuple[Event, ...]]:
    """The deal with a judged batch on the table; the turn goes on (who went out by it is the caller's business)."""
    deal, seat = bench.deal, bench.seat
    faces = deal.faces
    if bench.released or any(slot in faces for slot in bench.used):
        faces = {slot: face for slot, face in faces.items() if slot not in bench.used}
        faces |= dict.fromkeys(bench.released, JOKER)
    _mark_to_hand(bench)
    if seat not in deal.laid:
        bench.events.append(MadeInitialMeld(seat, bench.points))
    after = replace(
        deal,
        hands=(*deal.hands[:seat], bench.kept, *deal.hands[seat + 1 :]),
        melds=tuple(bench.melds),
        faces=faces,
        laid=deal.laid | {seat},
        turn=replace(deal.turn, duty=None, built=(*deal.turn.built, *bench.built)),
    )
    return after, tuple(bench.events)


def _waived(deal: Deal, seat: SeatNumber, action: Lay) -> Bench | None:
    """The lay without a minimum, where the house waives it for a kalooki: only one card is left, to go out with."""
    if not deal.variant.kalooki_waives_min:
        return None
    try:
        bench = _judge(deal, seat, action, 0)
    except InitialMeldFirstError:
        return None
    return bench if len(bench.hand) == 1 else None


def _judge(deal: Deal, seat: SeatNumber, action: Lay, needed: int) -> Bench:
    bench = Bench(deal, seat, needed, list(deal.melds), set(deal.hands[seat]))
    if not action.items:
        raise NothingLaidError
    for item in action.items:
        if not item.cards:
            raise NothingLaidError
        match item:
            case NewMeld():
                _new_meld(bench, item)
            case LayOff():
                _lay_off(bench, item)
            case Exchange():
                _exchange(bench, item)
    return bench


def _new_meld(bench: Bench, item: NewMeld) -> None:
    own = all(placed.slot is not None for placed in item.cards)
    shape, cards = read_meld(_pick_up(bench, item.cards), bench.variant)
    meld = Meld(MeldId(len(bench.melds) + 1), bench.seat, shape, cards)
    points = points_of(shape, cards, bench.variant)
    bench.melds.append(meld)
    bench.new_melds += 1
    bench.points += points if own else 0
    bench.melded.extend(placed.card for placed in item.cards if placed.slot is not None)
    bench.events.append(LaidDown(bench.seat, meld.id, meld.faces, points))


def _lay_off(bench: Bench, item: LayOff) -> None:
    meld = _meld(bench, item.meld)
    counts = bench.variant.builds_count and bench.new_melds > 0
    if not counts:
        _refuse_before_the_gate(bench)
    if bench.variant.joker_reuse == "new_meld" and any(placed.slot is None for placed in item.cards):
        raise ReleasedJokerNeedsNewMeldError(meld.id)
    built = lay_off(meld, _pick_up(bench, item.cards), bench.variant)
    bench.built.extend((meld.id, end) for end in built.ends)
    _refuse_above_the_limit(bench, meld)
    if not bench.through_the_gate:
        bench.points += points_of(built.meld.shape, built.meld.cards, bench.variant) - points_of(
            meld.shape, meld.cards, bench.variant
        )
    bench.melds[meld.id - 1] = built.meld
    bench.added.extend(placed.card for placed in item.cards if placed.slot is not None)
    added = tuple(Face(one.card, one.stands_for) for one in built.added)
    bench.events.append(LaidOff(bench.seat, meld.id, added, built.meld.faces))


def _refuse_above_the_limit(bench: Bench, meld: Meld) -> None:
    if not isinstance(meld.shape, Run):
        return
    ends = [end for where, end in (*bench.deal.turn.built, *bench.built) if where == meld.id]
    if _counted(ends, bench.variant) > CARDS_PER_END:
        raise BuildLimitError(meld.id, CARDS_PER_END)


def _counted(ends: list[End], variant: Variant) -> int:
    """How many cards count against the limit: those of the fuller end, or all."""
    match variant.build_limit:
        case "per_end":
            return max(ends.count("low"), ends.count("high"))
        case "total":
            return len(ends)
        case "off":
            return 0


def _exchange(bench: Bench, item: Exchange) -> None:
    meld = _meld(bench, item.meld)
    _refuse_before_the_gate(bench)
    if not bench.variant.swap_same_turn and not bench.deal.turn.laid_before:
        raise ExchangeNotYetError
    if bench.variant.na_joker_others_only and meld.owner == bench.seat:
        raise OnlyOthersJokersError(meld.id)
    after, joker = exchange(meld, _pick_up(bench, item.cards), bench.variant)
    bench.melds[meld.id - 1] = after
    bench.released.append(joker.slot)
    cards = tuple(placed.card for placed in item.cards)
    bench.added.extend(cards)
    bench.events.append(JokerExchanged(bench.seat, meld.id, cards, after.faces, to_hand=False))


def _refuse_before_the_gate(bench: Bench) -> None:
    if bench.through_the_gate:
        return
    if bench.new_melds == 0:
        raise InitialMeldFirstError(bench.needed)
    raise InitialMeldTooLowError(bench.points, bench.needed)


def _meld(bench: Bench, meld: MeldId) -> Meld:
    if not 1 <= meld <= len(bench.melds):
        raise UnknownMeldError(meld, len(bench.melds))
    return bench.melds[meld - 1]


def _pick_up(bench: Bench, cards: tuple[Placed, ...]) -> tuple[TableCard, ...]:
    """The cards of an item, out of the hand or out of what was released."""
    return tuple(TableCard(_slot_of(bench, placed), placed.card, placed.stands_for) for placed in cards)


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
    if public != card:
        raise ContradictsPublicFaceError(slot, card, public)


def _refuse_idle_taken_card(turn: Turn, bench: Bench) -> None:
    if turn.duty is None or turn.taken is None:
        return
    if not _uses(turn.taken.card, turn.duty, bench):
        raise MustUseTakenCardError(turn.taken.card, turn.duty)


def _uses(card: Card, duty: Duty, bench: Bench) -> bool:
    """By face: which of two equal cards was taken exists nowhere."""
    match duty:
        case "initial_meld" | "new_meld":
            return card in bench.melded
        case "meld_or_build":
            return card in bench.melded or card in bench.added
        case "any_initial_meld":
            return True


def _mark_to_hand(bench: Bench) -> None:
    """The jokers that are left over went into the hand: the newest, since items use the oldest first."""
    left = len(bench.released)
    for index in reversed(range(len(bench.events) if left else 0)):
        event = bench.events[index]
        if left and isinstance(event, JokerExchanged):
            bench.events[index] = replace(event, to_hand=True)
            left -= 1


def _refuse_stuck(deal: Deal, seat: SeatNumber, kept: tuple[Slot, ...]) -> None:
    """A lay may not leave a hand from which the turn cannot be ended."""
    if not kept and not deal.variant.out_without_discard:
        raise MustKeepADiscardError
    if len(kept) <= 1 and seat in deal.barred:
        raise BarredFromGoingOutError
    taken = deal.turn.taken
    if deal.variant.no_immediate_rediscard and taken is not None and kept == (taken.slot,):
        raise JustTakenError(taken.card)
