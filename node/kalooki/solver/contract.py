"""The best lay of a contract game, exactly: new sets and runs of a form, with all that goes onto the table besides.

Runs are chosen suit by suit; which ranks become sets is read off what is left, since a set takes any card of its rank
without end. So do sets on the table: their ranks leave the hand whatever else happens.
"""

from dataclasses import dataclass
from typing import NamedTuple

from kalooki.solver.contract_rules import SUITS, ContractRules, Form
from kalooki.solver.suit_lays import SuitLay, SuitQuestion, with_run, without_run
from kalooki.solver.table import TableMeld, TableRun, TableSet
from kalooki.solver.words import RANKS, Hand

PAIR = 2


class ContractLay(NamedTuple):
    """One lay: what it takes of each suit for runs, and the ranks of its new sets; the rest follows from these."""

    value: int
    """The points that leave the hand."""
    suits: tuple[SuitLay, ...]
    sets: tuple[int, ...]
    """Ranks; those of which two naturals are left have a joker."""


@dataclass(frozen=True, slots=True)
class ContractTable:
    """What lies on the table, as it bears on a lay."""

    runs: tuple[tuple[TableRun, ...], ...]
    """By suit."""
    sets: tuple[TableSet, ...]
    free_ranks: int
    """Ranks (all three bits) of which a set lies there."""
    takes_jokers: bool
    """A set lies there that takes any joker of this seat."""
    shut_suits: frozenset[int]
    """Of runs of this seat: it lays no second one."""


def contract_table(rules: ContractRules, melds: tuple[TableMeld, ...]) -> ContractTable:
    """The table, sorted."""
    runs = [meld for meld in melds if isinstance(meld, TableRun)]
    sets = tuple(meld for meld in melds if isinstance(meld, TableSet))
    free = 0
    for meld in sets:
        free |= 7 << 3 * meld.rank
    return ContractTable(
        runs=tuple(tuple(run for run in runs if run.suit == suit) for suit in range(SUITS)),
        sets=sets,
        free_ranks=free,
        takes_jokers=any(meld.mine or rules.joker_tack_any for meld in sets),
        shut_suits=frozenset(run.suit for run in runs if run.mine),
    )


def best_contract(
    rules: ContractRules, form: Form, table: ContractTable, hand: Hand, above: int = -1
) -> ContractLay | None:
    """The lay of a form after which the fewest points stay, if more than `above` leave the hand."""
    return _Search(rules, form, table, hand, above).found()


class _Search:
    """One hand under one form. Depth first over the suits, the dearest ways first, with a bound on the rest."""

    def __init__(self, rules: ContractRules, form: Form, table: ContractTable, hand: Hand, above: int) -> None:
        self._rules = rules
        self._form = form
        self._table = table
        self._hand = hand
        self._best = above
        self._lay: ContractLay | None = None
        self._joker = rules.penalties[-1]
        free = table.free_ranks
        totals = [self._count(rank) for rank in range(RANKS)]
        least = rules.set_min_naturals if hand.jokers else rules.set_min
        may_set = form.sets > 0 or form.further
        self._set_ranks = [
            rank for rank in range(RANKS) if may_set and totals[rank] >= least and not self._banned(rank)
        ]
        self._worth = {rank: self._points(rank, hand) for rank in self._set_ranks}
        self._always_free = table.takes_jokers or form.sets > 0
        self._fixed = sum(self._freed(suit, hand[suit] & free) for suit in range(SUITS))
        ways = [self._ways(suit) for suit in range(SUITS)]
        self._order = sorted(range(SUITS), key=lambda suit: len(ways[suit][0]) + len(ways[suit][1]))
        self._by_suit = [ways[suit] for suit in self._order]

    def _banned(self, rank: int) -> bool:
        """A second set of one rank is none of this seat's, and none is needed: the first one takes all."""
        return any(one.mine and one.rank == rank for one in self._table.sets)

    def _count(self, rank: int) -> int:
        return sum(word >> 3 * rank & 7 for word in self._hand[:SUITS])

    def _freed(self, suit: int, word: int) -> int:
        return self._rules.points_of(suit, word)

    def _points(self, rank: int, words: tuple[int, ...]) -> int:
        """What the cards of a rank cost; nothing where they leave the hand anyway."""
        if self._table.free_ranks >> 3 * rank & 1:
            return 0
        return sum((words[suit] >> 3 * rank & 7) * self._rules.penalties[suit * RANKS + rank] for suit in range(SUITS))

    def _ways(self, suit: int) -> tuple[tuple[SuitLay, ...], tuple[SuitLay, ...]]:
        """The lays of a suit without and with a new run."""
        word = self._hand[suit]
        held = 0
        for rank in range(RANKS):
            if word >> 3 * rank & 7:
                held |= 7 << 3 * rank
        asked = SuitQuestion(
            suit=suit,
            word=word,
            jokers=self._hand.jokers,
            runs=self._table.runs[suit],
            shortest=self._form.shortest,
            jokers_earn=not self._always_free,
            free_ranks=held & self._table.free_ranks,
            set_ranks=held & sum(7 << 3 * rank for rank in self._set_ranks),
        )
        wanted = self._form.runs > 0 or self._form.further
        plain = without_run(self._rules, asked)
        shut = suit in self._table.shut_suits
        return plain, with_run(self._rules, asked) if wanted and not shut else ()

    # --- the search ---------------------------------------------------------------------------------------------------

    def found(self) -> ContractLay | None:
        """The best, if there is one above the bound."""
        if len(self._set_ranks) < self._form.sets or sum(bool(runs) for _, runs in self._by_suit) < self._form.runs:
            return None
        self._rest_most = [0] * (SUITS + 1)
        self._rest_runs = [0] * (SUITS + 1)
        for place in reversed(range(SUITS)):
            plain, runs = self._by_suit[place]
            most = max(plain[0].value, runs[0].value if runs else 0)
            self._rest_most[place] = self._rest_most[place + 1] + most
            self._rest_runs[place] = self._rest_runs[place + 1] + bool(runs)
        worths = sorted(self._worth.values(), reverse=True)
        self._sets_most = sum(worths if self._form.further else worths[: self._form.sets])
        self._jokers_most = self._joker * self._hand.jokers
        self._descend(0, self._form.runs, self._hand.jokers, self._fixed, ())
        return self._lay

    def _descend(self, place: int, runs: int, jokers: int, value: int, chosen: tuple[SuitLay, ...]) -> None:
        if value + self._rest_most[place] + self._sets_most + self._jokers_most <= self._best:
            return
        if place == SUITS:
            self._leaf(jokers, value, chosen)
            return
        plain, with_one = self._by_suit[place]
        if with_one and (runs > 0 or self._form.further):
            self._each(with_one, place, max(0, runs - 1), jokers, value, chosen)
        if self._rest_runs[place + 1] >= runs:
            self._each(plain, place, runs, jokers, value, chosen)

    def _each(  # noqa: PLR0913, PLR0917 - the state of the search
        self, lays: tuple[SuitLay, ...], place: int, runs: int, jokers: int, value: int, chosen: tuple[SuitLay, ...]
    ) -> None:
        for lay in lays:
            if lay.jokers <= jokers:
                self._descend(place + 1, runs, jokers - lay.jokers, value + lay.value, (*chosen, lay))

    def _leaf(self, jokers: int, value: int, chosen: tuple[SuitLay, ...]) -> None:
        """Choose the ranks of the sets."""
        rest = [0] * SUITS
        for suit, lay in zip(self._order, chosen, strict=True):
            rest[suit] = lay.rest
        words = tuple(rest)
        full: list[tuple[int, int]] = []
        pairs: list[tuple[int, int]] = []
        for rank in self._set_ranks:
            shift = 3 * rank
            count = (
                (words[0] >> shift & 7) + (words[1] >> shift & 7) + (words[2] >> shift & 7) + (words[3] >> shift & 7)
            )
            if count >= self._rules.set_min:
                full.append((self._points(rank, words), rank))
            elif count == self._rules.set_min_naturals and jokers:
                pairs.append((self._points(rank, words), rank))
        sets = self._sets(sorted(full, reverse=True), sorted(pairs, reverse=True), jokers)
        if sets is None:
            return
        takes = self._table.takes_jokers or bool(sets)
        used = self._hand.jokers if takes else self._hand.jokers - jokers
        total = value + sum(points for points, _ in sets) + self._joker * used
        if total > self._best:
            self._best = total
            by_suit = dict(zip(self._order, chosen, strict=True))
            suits = tuple(by_suit[suit] for suit in range(SUITS))
            self._lay = ContractLay(total, suits, tuple(sorted(rank for _, rank in sets)))

    def _sets(
        self, full: list[tuple[int, int]], pairs: list[tuple[int, int]], jokers: int
    ) -> list[tuple[int, int]] | None:
        """The dearest choice of so many ranks (or more, where that may be); pairs cost a joker each."""
        needed = self._form.sets
        if self._form.further:
            chosen = [*full, *pairs[:jokers]]
            return chosen if len(chosen) >= needed else None
        best: list[tuple[int, int]] | None = None
        most = -1
        for wild in range(min(needed, len(pairs), jokers) + 1):
            if needed - wild <= len(full):
                chosen = [*pairs[:wild], *full[: needed - wild]]
                points = sum(worth for worth, _ in chosen)
                if points > most:
                    best, most = chosen, points
        return best
