"""The rules of a contract game as the solver needs them: numbers and switches, and the lays that were worked out."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from kalooki.rules.exactly import most_jokers
from kalooki.rules.melds import ALL_RANKS
from kalooki.rules.opening import takes_full_suit
from kalooki.rules.variant import Contract, Variant
from kalooki.solver.words import HIGH, JOKER_TYPE, LOW, RANKS, Position, card_of

SUITS = 4


JOKERS = 10
"""The most that any game has."""


class Form(NamedTuple):
    """How many new sets and runs a lay must and may have."""

    sets: int
    runs: int
    further: bool
    """More sets and runs than that will do as well."""
    shortest: int
    """A run has so many cards at least."""
    set_size: int = 3
    """A set has."""
    most_jokers: int = JOKERS


@dataclass(frozen=True)
class ContractRules:
    """One variant of the contract family, with sets of any suits and runs without touching jokers."""

    penalties: tuple[int, ...]
    """By card type, in hand."""
    meld_values: tuple[int, ...]
    """By position 0..13, laid; in a set an ace counts as at 13."""
    lowest: Position
    """Where the lowest run begins: 0 with an ace below the two."""
    run_min: int
    set_min: int
    set_min_naturals: int
    set_suits_differ: bool
    jokers_may_touch: bool
    extra_melds: bool
    tack_high_first: bool
    joker_tack_any: bool
    joker_move_low_when_full: bool
    lays: dict[object, object] = field(init=False, compare=False, repr=False, default_factory=dict)
    """Answers about suits that have been worked out; it grows in use, and never changes one."""

    def points_of(self, suit: int, word: int) -> int:
        """What the cards of a suit's word cost in hand."""
        first = suit * RANKS
        total, rank = 0, 0
        while word:
            if word & 7:
                total += self.penalties[first + rank] * (word & 7)
            word >>= 3
            rank += 1
        return total


@lru_cache(maxsize=16)
def contract_rules(variant: Variant) -> ContractRules:
    """What the solver needs of a variant; the same object for the same rules, so that its answers stay warm."""
    return ContractRules(
        penalties=tuple(variant.hand_value(card_of(kind)) for kind in range(JOKER_TYPE + 1)),
        meld_values=tuple(variant.laid_value(position + 1) for position in range(HIGH + 1)),
        lowest=LOW if variant.ace_low else LOW + 1,
        run_min=variant.run_min,
        set_min=variant.set_min,
        set_min_naturals=variant.set_min_naturals,
        set_suits_differ=variant.set_suits_differ,
        jokers_may_touch=variant.jokers_may_touch,
        extra_melds=variant.extra_melds,
        tack_high_first=variant.tack_high_first,
        joker_tack_any=variant.joker_tack_any,
        joker_move_low_when_full=variant.joker_move_low_when_full,
    )


def forms_of(variant: Variant, contract: Contract) -> tuple[Form, ...]:
    """The forms that a first lay may have; the second, where there is one, has a whole suit for its runs."""
    sets, runs = len(contract.sets), len(contract.runs)
    plain = Form(sets, runs, further=variant.extra_melds, shortest=variant.run_min)
    if not takes_full_suit(variant, contract):
        return (plain,)
    return plain, Form(sets, 1, further=False, shortest=ALL_RANKS)


def exact_form(variant: Variant, contract: Contract) -> Form:
    """What a contract that is laid exactly asks for."""
    most = most_jokers(variant, contract)
    return Form(
        len(contract.sets),
        len(contract.runs),
        further=False,
        shortest=max(contract.runs, default=variant.run_min),
        set_size=max(contract.sets, default=variant.set_min),
        most_jokers=JOKERS if most is None else most,
    )


def later_form(variant: Variant) -> Form:
    """After the contract: nothing must be new, and new melds only where the house has them."""
    return Form(0, 0, further=variant.extra_melds, shortest=variant.run_min)
