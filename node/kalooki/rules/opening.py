"""What must be laid first where a contract is the gate, and what the melds of one player may have in common."""

from collections.abc import Sequence

from kalooki.cards import SeatNumber
from kalooki.rules.actions import MeldId
from kalooki.rules.errors import (
    ContractNotMetError,
    NotTheContractError,
    SameRankTwiceError,
    SameSuitTwiceError,
)
from kalooki.rules.melds import ALL_RANKS, Meld, Run, Set
from kalooki.rules.variant import Contract, Variant

RUNS_FOR_A_SUIT = 3
"""A whole suit stands for so many runs, in a contract that asks for exactly so many."""


def contract_of(variant: Variant, number: int) -> Contract | None:
    """The contract of a deal; None where points are the gate."""
    return variant.contract(number)


def takes_full_suit(variant: Variant, contract: Contract) -> bool:
    """Whether a whole suit may stand for the runs of the contract."""
    return variant.full_suit and len(contract.runs) == RUNS_FOR_A_SUIT


def is_met(variant: Variant, contract: Contract, melds: Sequence[Meld]) -> bool:
    """Whether a player's new melds are the contract; further ones count only where they may be laid at all."""
    if contract.exactly:
        return _is_exactly(contract, melds[: size_of(contract)])
    sets = _lengths(melds, Set)
    runs = _lengths(melds, Run)
    by_suit = takes_full_suit(variant, contract) and ALL_RANKS in runs
    if variant.extra_melds:
        return len(sets) >= len(contract.sets) and (by_suit or len(runs) >= len(contract.runs))
    suits = {meld.shape.suit for meld in melds if isinstance(meld.shape, Run)}
    plain = len(runs) == len(contract.runs) and len(suits) == len(runs)
    return len(sets) == len(contract.sets) and (plain or (by_suit and len(runs) == 1))


def size_of(contract: Contract) -> int:
    """How many melds a contract has."""
    return len(contract.sets) + len(contract.runs)


def _is_exactly(contract: Contract, melds: Sequence[Meld]) -> bool:
    return tuple(sorted(_lengths(melds, Set))) == contract.sets and tuple(sorted(_lengths(melds, Run))) == contract.runs


def _lengths(melds: Sequence[Meld], shape: type[Set | Run]) -> list[int]:
    return [len(meld.cards) for meld in melds if isinstance(meld.shape, shape)]


def not_met(
    contract: Contract, melds: Sequence[Meld]
) -> ContractNotMetError | NotTheContractError | SameSuitTwiceError:
    """The refusal of a first lay, with what it has and what it needs."""
    if contract.exactly:
        laid = tuple(sorted(_lengths(melds, Set))), tuple(sorted(_lengths(melds, Run)))
        return NotTheContractError(*laid, contract.sets, contract.runs)
    sets, runs = len(_lengths(melds, Set)), len(_lengths(melds, Run))
    if (sets, runs) == (len(contract.sets), len(contract.runs)):  # a whole suit is free of it only if it stands for all
        return SameSuitTwiceError(_of_one_suit(melds))
    return ContractNotMetError(sets, runs, len(contract.sets), len(contract.runs))


def _of_one_suit(melds: Sequence[Meld]) -> MeldId:
    """The first of two runs of one suit."""
    runs = [(meld.id, meld.shape.suit) for meld in melds if isinstance(meld.shape, Run)]
    return next(meld for place, (meld, suit) in enumerate(runs) if suit in {other for _, other in runs[place + 1 :]})


def refuse_twins(meld: Meld, others: Sequence[Meld], seat: SeatNumber, variant: Variant, contract: Contract) -> None:
    """Hold one player's melds to different ranks and suits, where the variant does.

    Raises:
        SameRankTwiceError: The player has a set of this rank.
        SameSuitTwiceError: The player has a run of this suit; a whole suit that stands for runs does not count.
    """
    suit_is_free = takes_full_suit(variant, contract)
    for other in others:
        if other.owner != seat:
            continue
        match meld.shape, other.shape:
            case Set(rank), Set(other_rank) if variant.own_sets_differ_in_rank and rank is other_rank:
                raise SameRankTwiceError(other.id)
            case Run(suit), Run(other_suit) if variant.own_runs_differ_in_suit and suit is other_suit:
                if not (suit_is_free and ALL_RANKS in {len(meld.cards), len(other.cards)}):
                    raise SameSuitTwiceError(other.id)
            case _:
                pass
