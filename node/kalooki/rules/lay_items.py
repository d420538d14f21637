"""The items of a lay, each judged on the bench: a new meld, a lay-off, an exchange."""

from kalooki.cards import JOKER
from kalooki.rules.actions import Exchange, LayOff, MeldId, NewMeld
from kalooki.rules.bench import Bench, meld_of, pick_up, refuse_before_the_gate
from kalooki.rules.building import Built, exchange, lay_off, move_up
from kalooki.rules.changing import maker
from kalooki.rules.deal import End
from kalooki.rules.errors import (
    BuildLimitError,
    ExchangeNotYetError,
    HighEndFirstError,
    JokerOnlyOnOwnError,
    JokerStaysError,
    NoFurtherMeldsError,
    NotInThisVariantError,
    OnlyOthersJokersError,
    ReleasedJokerNeedsNewMeldError,
)
from kalooki.rules.events import Face, JokerExchanged, JokerMoved, LaidDown, LaidOff
from kalooki.rules.melds import HIGH_ACE, Meld, Run, points_of
from kalooki.rules.opening import refuse_twins, takes_full_suit
from kalooki.rules.reading import read_meld
from kalooki.rules.variant import Variant

CARDS_PER_END = 2
"""How many cards one end of a run (or one run) takes in a turn, where there is a limit."""


_meld = maker(Meld)


def lay_new_meld(bench: Bench, item: NewMeld) -> None:
    """Lay a set or run of its own.

    Raises:
        IllegalActionError: It is none, or may not be laid now, and why.
    """
    if not bench.variant.extra_melds and bench.through_the_gate and not _may_be_one_of_the_runs(bench):
        raise NoFurtherMeldsError
    own = all(placed.slot is not None for placed in item.cards)
    shape, cards = read_meld(pick_up(bench, item.cards), bench.variant)
    meld = _meld(MeldId(len(bench.melds) + 1), bench.seat, shape, cards)
    if bench.contract is not None:
        refuse_twins(meld, bench.melds, bench.seat, bench.variant, bench.contract)
    points = points_of(shape, cards, bench.variant)
    bench.melds.append(meld)
    bench.new_melds += 1
    bench.points += points if own else 0
    bench.melded.extend(placed.card for placed in item.cards if placed.slot is not None)
    bench.events.append(LaidDown(bench.seat, meld.id, meld.faces, points))


def _may_be_one_of_the_runs(bench: Bench) -> bool:
    """Whether a whole suit, which would stand for all runs of a first lay, may still be one of them instead."""
    contract = bench.contract
    assert contract is not None, "where points are the gate there are further melds"
    if bench.seat in bench.deal.laid or not takes_full_suit(bench.variant, contract):
        return False
    return sum(isinstance(meld.shape, Run) for meld in bench.laid_now) < len(contract.runs)


def lay_onto(bench: Bench, item: LayOff) -> None:
    """Lay cards off on a meld; before the gate only where they count towards it.

    Raises:
        IllegalActionError: They do not go there, and why.
    """
    meld = meld_of(bench, item.meld)
    counts = bench.variant.builds_count and bench.new_melds > 0
    if not counts:
        refuse_before_the_gate(bench)
    if bench.variant.joker_reuse == "new_meld" and any(placed.slot is None for placed in item.cards):
        raise ReleasedJokerNeedsNewMeldError(meld.id)
    _refuse_foreign_joker(bench, meld, item)
    built = lay_off(meld, pick_up(bench, item.cards), bench.variant)
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


def lay_exchange(bench: Bench, item: Exchange) -> None:
    """Take a joker out of a meld for what it stands for, or move it up, as the house plays.

    Raises:
        IllegalActionError: The joker is not to be had so, and why.
    """
    meld = meld_of(bench, item.meld)
    refuse_before_the_gate(bench)
    if not bench.variant.swap_same_turn and not bench.deal.turn.laid_before:
        raise ExchangeNotYetError
    if bench.variant.na_joker_others_only and meld.owner == bench.seat:
        raise OnlyOthersJokersError(meld.id)
    if bench.variant.joker_exchange == "move_up":
        _move_up(bench, meld, item)
        return
    if item.up:
        raise NotInThisVariantError("up")
    after, joker = exchange(meld, pick_up(bench, item.cards), bench.variant)
    bench.melds[meld.id - 1] = after
    bench.released.append(joker.slot)
    cards = tuple(placed.card for placed in item.cards)
    bench.added.extend(cards)
    bench.events.append(JokerExchanged(bench.seat, meld.id, cards, after.faces, to_hand=False))


def _move_up(bench: Bench, meld: Meld, item: Exchange) -> None:
    if not item.up:
        raise JokerStaysError(meld.id)
    after = move_up(meld, pick_up(bench, item.cards), bench.variant)
    bench.melds[meld.id - 1] = after
    bench.events.append(JokerMoved(bench.seat, meld.id, item.cards[0].card, after.faces))
