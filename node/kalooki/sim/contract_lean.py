"""Which games of contracts the lean core plays, and what it looks up in their rules at every turn."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from kalooki.rules.actions import MeldId
from kalooki.rules.variant import Variant
from kalooki.solver.contract_rules import ContractRules, Form, contract_rules, forms_of, later_form
from kalooki.solver.contract_turn import ContractPlan
from kalooki.solver.words import CardType


def is_contract_lean(variant: Variant) -> bool:
    """Whether this core knows the game: contracts that may be laid with more, calls before the draw, no false lays."""
    return (
        bool(variant.contracts)
        and not any(contract.exactly for contract in variant.contracts)
        and variant.call_turn == "before_draw"
        and variant.call_window_ms > 0
        and variant.penalties == "enforce"
        and variant.joker_discard == "never"
        and variant.declare == "off"
        and variant.pile_before_lay == "open"
        and variant.pile_after_lay == "locked"
        and not variant.no_immediate_rediscard
    )


@dataclass(frozen=True, eq=False)
class LeanContracts:
    """A variant, and what is looked up in it at every turn."""

    variant: Variant

    @cached_property
    def solver(self) -> ContractRules:
        """As the solver has it."""
        return contract_rules(self.variant)

    @cached_property
    def forms(self) -> tuple[tuple[Form, ...], ...]:
        """Those that the first lay of each deal may have."""
        return tuple(forms_of(self.variant, contract) for contract in self.variant.contracts)

    @cached_property
    def later(self) -> tuple[Form, ...]:
        """Those of a lay after it."""
        return (later_form(self.variant),)


@lru_cache(maxsize=16)
def lean_contracts(variant: Variant) -> LeanContracts:
    """The one for a variant."""
    assert is_contract_lean(variant), "it is not played on this core"
    return LeanContracts(variant)


class Out(NamedTuple):
    """How a deal ended."""

    winner: int | None
    """None where it does not count."""
    bend: bool
    """The winner went out with his first lay, which costs the others twice."""
    points: tuple[int, ...]
    """What each player counts."""


class ContractMove(NamedTuple):
    """One move, for who wants to see it."""

    player: int
    kind: Literal["call", "pass", "draw", "take", "grant", "lay", "discard", "tack", "end"]
    card: CardType | None = None
    plan: ContractPlan | None = None
    meld: MeldId | None = None
    """Onto which a joker is laid off, and at which place of a run."""
    place: int | None = None
