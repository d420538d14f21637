"""The best turn of a contract game: lay what leaves the fewest points; without a lay, keep what is nearest to one."""

from dataclasses import dataclass

from kalooki.solver.contract import ContractLay, ContractTable, best_contract
from kalooki.solver.contract_rules import SUITS, ContractRules, Form
from kalooki.solver.distance import Nearness, nearness
from kalooki.solver.words import JOKER_TYPE, CardType, Hand, distinct, remove


@dataclass(frozen=True, slots=True)
class ContractSituation:
    """A hand after the draw in a contract game, and what binds it."""

    hand: Hand
    table: ContractTable
    forms: tuple[Form, ...]
    """Those that a lay may have now; none where the seat may not lay."""
    needed: Form
    """The contract, as long as it is not laid; of no sets and runs afterwards."""
    no_discard: frozenset[CardType] = frozenset({JOKER_TYPE})
    """Cards that are not to be thrown away."""


@dataclass(frozen=True, slots=True)
class ContractPlan:
    """One lay (or none) and the discard after it."""

    lay: ContractLay | None
    discard: CardType | None
    points_left: int
    left: Hand
    """After the lay and the discard."""


def plan_contract_turn(rules: ContractRules, situation: ContractSituation) -> ContractPlan | None:
    """The lay and the discard that leave the fewest points; None if nothing can be thrown away.

    Where nothing can be laid, the discard is the card without which the hand stays nearest to the contract.
    """
    best: ContractPlan | None = None
    for form in situation.forms:
        best = _better(rules, situation, form, best)
    return throw_away_far(rules, situation) if best is None else best


def _better(
    rules: ContractRules, situation: ContractSituation, form: Form, best: ContractPlan | None
) -> ContractPlan | None:
    """The best turn with a lay of this form, if it leaves fewer points than the best so far."""
    hand, table = situation.hand, situation.table
    whole = best_contract(rules, form, table, hand)
    if whole is None:
        return best
    total = points_in_hand(rules, hand)
    for kind in discards(rules, situation):
        rest = total - rules.penalties[kind]
        if best is not None and rest - whole.value >= best.points_left:
            continue
        above = -1 if best is None else rest - best.points_left
        lay = best_contract(rules, form, table, remove(hand, kind), above)
        if lay is not None and lay.value:
            left = left_after(table, remove(hand, kind), lay)
            best = ContractPlan(lay, kind, rest - lay.value, left)
    return best


def discards(rules: ContractRules, situation: ContractSituation) -> list[CardType]:
    """What may be thrown away, the dearest first."""
    kinds = [kind for kind in distinct(situation.hand) if kind not in situation.no_discard]
    return sorted(kinds, key=lambda kind: (-rules.penalties[kind], kind))


def points_in_hand(rules: ContractRules, hand: Hand) -> int:
    """What the hand costs."""
    return sum(rules.points_of(suit, hand[suit]) for suit in range(SUITS)) + rules.penalties[-1] * hand.jokers


def left_after(table: ContractTable, hand: Hand, lay: ContractLay) -> Hand:
    """What a lay leaves of a hand without its discard."""
    gone = table.free_ranks
    for rank in lay.sets:
        gone |= 7 << 3 * rank
    takes = table.takes_jokers or bool(lay.sets)
    jokers = 0 if takes else hand.jokers - sum(suit.jokers for suit in lay.suits)
    spades, hearts, diamonds, clubs = (suit.rest & ~gone for suit in lay.suits)
    return Hand(spades, hearts, diamonds, clubs, jokers)


def throw_away_far(rules: ContractRules, situation: ContractSituation) -> ContractPlan | None:
    """Lay nothing, and throw away what leaves the hand nearest to the contract; of equals the dearest."""
    kinds = discards(rules, situation)
    if not kinds:
        return None
    hand = situation.hand
    kind = min(kinds, key=lambda one: _keeping(rules, situation, one))
    left = remove(hand, kind)
    return ContractPlan(None, kind, points_in_hand(rules, left), left)


def _keeping(rules: ContractRules, situation: ContractSituation, kind: CardType) -> tuple[Nearness, int]:
    rest = remove(situation.hand, kind)
    return nearness(rules, situation.needed, rest), -rules.penalties[kind]
