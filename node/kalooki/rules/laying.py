"""One lay: a batch of items, judged in order, all of it or nothing."""

from dataclasses import dataclass, field, replace
from typing import Any

from kalooki.cards import JOKER, Card, Natural, Rank, SeatNumber, Slot
from kalooki.rules.actions import Exchange, Lay, LayOff, MeldId, NewMeld, Placed
from kalooki.rules.building import Built, exchange, fits, lay_off, move_up
from kalooki.rules.deal import Deal, Duty, End, InTurn, Turn
from kalooki.rules.errors import (
    BadMeldError,
    BarredFromGoingOutError,
    BuildLimitError,
    ContractNotMetError,
    ContradictsPublicFaceError,
    ExchangeNotYetError,
    HighEndFirstError,
    IllegalActionError,
    InitialMeldFirstError,
    InitialMeldTooLowError,
    JokerOnlyOnOwnError,
    JokerStaysError,
    JustTakenError,
    MayNotLayYetError,
    MeldIsClosedError,
    MustDiscardNowError,
    MustKeepADiscardError,
    MustUseTakenCardError,
    NoFurtherMeldsError,
    NoReleasedJokerError,
    NothingLaidError,
    NotInHandError,
    NotInThisVariantError,
    OnlyOthersJokersError,
    ReleasedJokerNeedsNewMeldError,
    ReleasedJokerUnusedError,
    SameRankTwiceError,
    SameSuitTwiceError,
    UnknownMeldError,
    UsedTwiceError,
)
from kalooki.rules.events import Event, Face, JokerExchanged, JokerMoved, LaidDown, LaidOff, MadeInitialMeld
from kalooki.rules.melds import HIGH_ACE, Meld, Run, Set, TableCard, points_of
from kalooki.rules.opening import contract_of, is_met, not_met, refuse_twins
from kalooki.rules.reading import read_meld
from kalooki.rules.variant import Contract, Variant

CONTRACT_ERRORS = (BadMeldError, ContractNotMetError, SameRankTwiceError, SameSuitTwiceError, NoFurtherMeldsError)
"""What a challenge may find in a first lay."""

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
        if self.seat in self.deal.laid:
            return True
        if self.contract is not None:
            return is_met(self.variant, self.contract, self.laid_now)
        return self.new_melds > 0 and self.points >= self.needed


def judge_lay(deal: Deal, seat: SeatNumber, action: Lay) -> Bench:
    """The batch, judged whole: the items in order, the gate, the duty, the jokers, the card that must be kept.

    Raises:
        IllegalActionError: The batch is not legal, and why.
    """
    _refuse_to_let_lay(deal, seat)
    try:
        bench = _judge(deal, seat, action, deal.variant.initial_min)
        _refuse_before_the_gate(bench)
    except CONTRACT_ERRORS:
        if not may_lay_falsely(deal, seat, action):
            raise
        bench = _false_lay(deal, seat, action)
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


def _refuse_to_let_lay(deal: Deal, seat: SeatNumber) -> None:
    if seat in deal.no_lay and seat not in deal.laid and not set(deal.seats) - {seat} <= deal.laid:
        raise MayNotLayYetError
    if deal.turn.returned and deal.variant.penalties == "challenge":
        raise MustDiscardNowError


def may_lay_falsely(deal: Deal, seat: SeatNumber, action: Lay) -> bool:
    """Whether the house lets any cards be laid as the contract, at the risk of a challenge."""
    return (
        deal.variant.penalties == "challenge"
        and isinstance(deal.phase, InTurn)
        and seat not in deal.laid
        and all(isinstance(item, NewMeld) for item in action.items)
    )


def _false_lay(deal: Deal, seat: SeatNumber, action: Lay) -> Bench:
    """The cards as they were laid; what is no meld takes no further cards."""
    bench = Bench(deal, seat, 0, list(deal.melds), set(deal.hands[seat]), false=True)
    for item in action.items:
        cards = _pick_up(bench, item.cards)
        try:
            shape, lying = read_meld(cards, deal.variant)
            meld = Meld(MeldId(len(bench.melds) + 1), seat, shape, lying)
        except BadMeldError:
            rank = next((one.card.rank for one in cards if isinstance(one.card, Natural)), Rank.ACE)
            meld = Meld(MeldId(len(bench.melds) + 1), seat, Set(rank), cards, sealed=True)
        bench.melds.append(meld)
        bench.events.append(LaidDown(seat, meld.id, meld.faces, 0))
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
        turn=replace(deal.turn, duty=None, built=(*deal.turn.built, *bench.built), **_for_a_challenge(bench)),
        phase=InTurn(),
    )
    return after, tuple(bench.events)


def _for_a_challenge(bench: Bench) -> dict[str, Any]:
    """What a challenge of this lay will need, if it is a first one and the house knows challenges."""
    if bench.variant.penalties == "enforce" or bench.seat in bench.deal.laid:
        return {}
    return {"before": bench.deal.melds, "false_lay": bench.false}


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
    if not bench.variant.extra_melds and bench.through_the_gate:
        raise NoFurtherMeldsError
    own = all(placed.slot is not None for placed in item.cards)
    shape, cards = read_meld(_pick_up(bench, item.cards), bench.variant)
    meld = Meld(MeldId(len(bench.melds) + 1), bench.seat, shape, cards)
    if bench.contract is not None:
        refuse_twins(meld, bench.melds, bench.seat, bench.variant, bench.contract)
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
    _refuse_foreign_joker(bench, meld, item)
    built = lay_off(meld, _pick_up(bench, item.cards), bench.variant)
    _refuse_low_end(bench, meld, built)
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


def _refuse_foreign_joker(bench: Bench, meld: Meld, item: LayOff) -> None:
    variant = bench.variant
    if variant.joker_builds == "anywhere" or variant.joker_tack_any or meld.owner == bench.seat:
        return
    if any(placed.card == JOKER for placed in item.cards):
        raise JokerOnlyOnOwnError(meld.id)


def _refuse_low_end(bench: Bench, meld: Meld, built: Built) -> None:
    shape = built.meld.shape
    if not bench.variant.tack_high_first or not isinstance(shape, Run) or "low" not in built.ends:
        return
    if shape.low + len(built.meld.cards) - 1 < HIGH_ACE:
        raise HighEndFirstError(meld.id)


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
    if bench.variant.joker_exchange == "move_up":
        _move_up(bench, meld, item)
        return
    if item.up:
        raise NotInThisVariantError("up")
    after, joker = exchange(meld, _pick_up(bench, item.cards), bench.variant)
    bench.melds[meld.id - 1] = after
    bench.released.append(joker.slot)
    cards = tuple(placed.card for placed in item.cards)
    bench.added.extend(cards)
    bench.events.append(JokerExchanged(bench.seat, meld.id, cards, after.faces, to_hand=False))


def _move_up(bench: Bench, meld: Meld, item: Exchange) -> None:
    if not item.up:
        raise JokerStaysError(meld.id)
    after = move_up(meld, _pick_up(bench, item.cards), bench.variant)
    bench.melds[meld.id - 1] = after
    bench.events.append(JokerMoved(bench.seat, meld.id, item.cards[0].card, after.faces))


def _refuse_before_the_gate(bench: Bench) -> None:
    if bench.through_the_gate:
        return
    if bench.contract is not None:
        raise not_met(bench.contract, bench.laid_now)
    if bench.new_melds == 0:
        raise InitialMeldFirstError(bench.needed)
    raise InitialMeldTooLowError(bench.points, bench.needed)


def _meld(bench: Bench, meld: MeldId) -> Meld:
    if not 1 <= meld <= len(bench.melds):
        raise UnknownMeldError(meld, len(bench.melds))
    if bench.melds[meld - 1].sealed:
        raise MeldIsClosedError(meld)
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


def meld_for_joker(deal: Deal, seat: SeatNumber) -> MeldId | None:
    """The first meld onto which the seat could lay off a joker now."""
    joker = next(slot for slot in deal.hands[seat])
    for meld in deal.melds:
        for place in _places_for_joker(meld, deal.variant):
            try:
                judge_lay(deal, seat, Lay((LayOff(meld.id, (Placed(joker, JOKER, place),)),)))
            except IllegalActionError:
                continue
            return meld.id
    return None


def _places_for_joker(meld: Meld, variant: Variant) -> tuple[Natural | None, ...]:
    return fits(meld, variant) if isinstance(meld.shape, Run) else (None,)
