"""One lay: a batch of items, judged in order, all of it or nothing."""

from typing import Any

from kalooki.cards import JOKER, Card, Natural, Rank, SeatNumber
from kalooki.rules.actions import Exchange, Lay, LayOff, MeldId, NewMeld, Placed
from kalooki.rules.bench import Bench, pick_up, refuse_before_the_gate
from kalooki.rules.building import fits
from kalooki.rules.changing import replace
from kalooki.rules.deal import Blitz, Deal, Duty, InTurn, Turn
from kalooki.rules.errors import (
    BadMeldError,
    BarredFromGoingOutError,
    ContractNotMetError,
    IllegalActionError,
    InitialMeldFirstError,
    InitialMeldTooLowError,
    JustTakenError,
    MayNotLayYetError,
    MustDiscardNowError,
    MustKeepADiscardError,
    MustUseTakenCardError,
    NoFurtherMeldsError,
    NothingLaidError,
    ReleasedJokerUnusedError,
    SameRankTwiceError,
    SameSuitTwiceError,
)
from kalooki.rules.events import Event, JokerExchanged, LaidDown, MadeInitialMeld
from kalooki.rules.exactly import hold_to_contract
from kalooki.rules.lay_items import lay_exchange, lay_new_meld, lay_onto
from kalooki.rules.melds import Meld, Run, Set
from kalooki.rules.reading import read_meld
from kalooki.rules.variant import Variant

CONTRACT_ERRORS = (BadMeldError, ContractNotMetError, SameRankTwiceError, SameSuitTwiceError, NoFurtherMeldsError)
"""What a challenge may find in a first lay."""


def judge_lay(deal: Deal, seat: SeatNumber, action: Lay) -> Bench:
    """The batch, judged whole: the items in order, the gate, the duty, the jokers, the card that must be kept.

    Raises:
        IllegalActionError: The batch is not legal, and why.
    """
    _refuse_to_let_lay(deal, seat)
    try:
        bench = _judge(deal, seat, action, deal.variant.initial_min)
        refuse_before_the_gate(bench)
    except CONTRACT_ERRORS:
        if not may_lay_falsely(deal, seat, action):
            raise
        bench = _false_lay(deal, seat, action)
    except (InitialMeldFirstError, InitialMeldTooLowError):
        waived = _waived(deal, seat, action)
        if waived is None:
            raise
        bench = waived
    hold_to_contract(bench, action.items)
    _refuse_idle_taken_card(deal.turn, bench)
    if bench.released and bench.variant.joker_reuse != "hand":
        raise ReleasedJokerUnusedError(len(bench.released))
    _refuse_stuck(bench)
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
        cards = pick_up(bench, item.cards)
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
                lay_new_meld(bench, item)
            case LayOff():
                lay_onto(bench, item)
            case Exchange():
                lay_exchange(bench, item)
    return bench


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


def _refuse_stuck(bench: Bench) -> None:
    """A lay may not leave a hand from which the turn cannot be ended."""
    deal, seat, kept = bench.deal, bench.seat, bench.kept
    if not kept and not _may_keep_nothing(bench):
        raise MustKeepADiscardError
    if len(kept) <= 1 and seat in deal.barred:
        raise BarredFromGoingOutError
    taken = deal.turn.taken
    if deal.variant.no_immediate_rediscard and taken is not None and kept == (taken.slot,):
        raise JustTakenError(taken.card)


def _may_keep_nothing(bench: Bench) -> bool:
    """Whether a lay may empty the hand; a blitz may need a discard where nothing else does."""
    blitz = bench.contract is not None and bench.contract.everything and not isinstance(bench.deal.phase, Blitz)
    return bench.variant.out_without_discard and not (blitz and bench.variant.sa_blitz_discard)


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
