"""What a lay of a contract game does, card by card: its new melds, and what goes onto those on the table.

Whoever writes a lay down in slots, and whoever plays it on in faces alone, reads the same steps.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kalooki.rules.actions import MeldId
from kalooki.solver.contract import ContractLay, ContractTable
from kalooki.solver.contract_rules import SUITS, ContractRules
from kalooki.solver.runs import Cell
from kalooki.solver.suit_lays import Moved, Tack
from kalooki.solver.words import RANKS, CardType, Hand, rank_at


class AsRun(NamedTuple):
    """A new run."""

    suit: int
    cells: tuple[Cell, ...]


class AsSet(NamedTuple):
    """A new set."""

    rank: int
    naturals: tuple[CardType, ...]
    jokers: int


class OntoRun(NamedTuple):
    """What becomes of a run on the table, in this order."""

    suit: int
    meld: MeldId
    tacks: tuple[Tack, ...]


class OntoSet(NamedTuple):
    """Cards for a set on the table."""

    meld: MeldId
    naturals: tuple[CardType, ...]
    jokers: int


Step = AsRun | AsSet | OntoRun | OntoSet


def steps_of(rules: ContractRules, hand: Hand, table: ContractTable, lay: ContractLay) -> tuple[Step, ...]:
    """A lay step by step: new melds first, since nothing goes onto the table before the contract.

    Args:
        rules: Of the game.
        hand: Without its discard.
        table: What lies there.
        lay: Found for that hand and that table.
    """
    return _Steps(rules, hand, table).of(lay)


class _Steps:
    """Takes the cards of a hand one after the other; each is used once."""

    def __init__(self, rules: ContractRules, hand: Hand, table: ContractTable) -> None:
        self._rules = rules
        self._table = table
        self._words = list(hand[:SUITS])
        self._jokers = hand.jokers

    def of(self, lay: ContractLay) -> tuple[Step, ...]:
        """Runs take their cards first, new and old; what is left of a rank goes into sets."""
        runs = [AsRun(suit, of_suit.run) for suit, of_suit in enumerate(lay.suits) if of_suit.run]
        tacked = [
            OntoRun(suit, meld, tacks)
            for suit, of_suit in enumerate(lay.suits)
            for meld, tacks in of_suit.tacks
            if tacks
        ]
        for suit, of_suit in enumerate(lay.suits):
            self._words[suit] = of_suit.rest
            self._jokers -= of_suit.jokers
        return (*runs, *self._sets(lay.sets), *tacked, *self._onto_sets())

    def _sets(self, ranks: tuple[int, ...]) -> list[AsSet]:
        """Every natural of the rank; a joker where there are only two, and all others in the last set."""
        found: list[AsSet] = []
        for place, rank in enumerate(ranks):
            naturals = self._of_rank(rank)
            last = place == len(ranks) - 1
            jokers = self._jokers if last else max(0, self._rules.set_min - len(naturals))
            self._jokers -= jokers
            found.append(AsSet(rank, naturals, jokers))
        return found

    def _of_rank(self, rank: int) -> tuple[CardType, ...]:
        found: list[CardType] = []
        for suit in range(SUITS):
            copies = self._words[suit] >> 3 * rank & 7
            found += [suit * RANKS + rank] * copies
            self._words[suit] &= ~(7 << 3 * rank)
        return tuple(found)

    def _onto_sets(self) -> Iterator[OntoSet]:
        """What is left of the ranks on the table; jokers onto a set that takes them, if any are left."""
        for meld in self._table.sets:
            naturals, jokers = self._of_rank(meld.rank), 0
            if meld.mine or self._rules.joker_tack_any:
                jokers, self._jokers = self._jokers, 0
            if naturals or jokers:
                yield OntoSet(meld.id, naturals, jokers)


def cards_of(step: Step) -> tuple[tuple[CardType, ...], int]:
    """The naturals that a step takes out of the hand, and how many jokers."""
    match step:
        case AsRun(suit, cells):
            return _cards_of(suit, cells)
        case OntoRun(suit, _, tacks):
            return _cards_of(suit, tacks)
        case AsSet(_, naturals, jokers) | OntoSet(_, naturals, jokers):
            return naturals, jokers


def _cards_of(suit: int, tacks: tuple[Tack, ...]) -> tuple[tuple[CardType, ...], int]:
    naturals = [tack for tack in tacks if isinstance(tack, Moved) or tack.natural]
    return tuple(suit * RANKS + rank_at(tack.position) for tack in naturals), len(tacks) - len(naturals)
