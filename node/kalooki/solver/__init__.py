"""The hand solver: the best melds in a hand, exactly. It proposes; `rules` stays the judge."""

from kalooki.solver.contract_lay import brings_nearer
from kalooki.solver.lay import best_lay, best_turn, lay_plan, situation_of
from kalooki.solver.plans import LayPlan
from kalooki.solver.rules import SolverRules, solver_rules
from kalooki.solver.turn import Situation

__all__ = [
    "LayPlan",
    "Situation",
    "SolverRules",
    "best_lay",
    "best_turn",
    "brings_nearer",
    "lay_plan",
    "situation_of",
    "solver_rules",
]
