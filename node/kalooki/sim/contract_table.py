"""The melds on the table of a contract game, as the solver counts them, and whose they are."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from kalooki.rules.actions import MeldId
from kalooki.solver.contract import ContractTable, contract_table
from kalooki.solver.contract_rules import ContractRules
from kalooki.solver.contract_steps import AsRun, AsSet, OntoRun, OntoSet, Step
from kalooki.solver.runs import LONGEST
from kalooki.solver.suit_lays import Moved, Tack
from kalooki.solver.table import TableMeld, TableRun, TableSet
from kalooki.solver.words import HIGH, RANKS


@dataclass(slots=True)
class ContractMelds:
    """All of them; `m1` first."""

    melds: list[TableMeld] = field(default_factory=list)
    """None is marked as anybody's."""
    owners: list[int] = field(default_factory=list)
    _views: dict[int, ContractTable] = field(default_factory=dict)
    """By player, until something changes."""

    def copy(self) -> "ContractMelds":
        """The same, to be changed."""
        return ContractMelds(self.melds.copy(), self.owners.copy(), self._views.copy())

    def seen_by(self, rules: ContractRules, player: int) -> ContractTable:
        """As it bears on the lays of one player; runs that are full take nothing more."""
        found = self._views.get(player)
        if found is None:
            open_to_all = (
                meld._replace(mine=owner == player)
                for meld, owner in zip(self.melds, self.owners, strict=True)
                if isinstance(meld, TableSet) or meld.length < LONGEST
            )
            found = self._views[player] = contract_table(rules, tuple(open_to_all))
        return found

    def take_in(self, step: Step, player: int) -> None:
        """What a lay puts down."""
        self._views = {}
        match step:
            case AsRun(suit, cells):
                wild = tuple(cell.position for cell in cells if not cell.natural)
                run = TableRun(self._next(), False, suit, cells[0].position, len(cells), wild)  # noqa: FBT003 - a tuple's field
                self._add(run, player)
            case AsSet(rank, naturals, jokers):
                suits = tuple(kind // RANKS for kind in naturals)
                self._add(TableSet(self._next(), False, rank, suits, jokers), player)  # noqa: FBT003 - likewise
            case OntoRun(_, meld, tacks):
                for tack in tacks:
                    self._grow(meld, tack)
            case OntoSet(meld, naturals, jokers):
                old = self.melds[meld - 1]
                assert isinstance(old, TableSet)
                suits = (*old.suits, *(kind // RANKS for kind in naturals))
                self.melds[meld - 1] = old._replace(suits=suits, jokers=old.jokers + jokers)

    def _next(self) -> MeldId:
        return MeldId(len(self.melds) + 1)

    def _add(self, meld: TableMeld, player: int) -> None:
        self.melds.append(meld)
        self.owners.append(player)

    def _grow(self, meld: MeldId, tack: Tack) -> None:
        run = self.melds[meld - 1]
        assert isinstance(run, TableRun)
        high = run.low + run.length - 1
        wild = set(run.jokers)
        if isinstance(tack, Moved):
            place = high + 1 if high < HIGH else run.low - 1
            wild = wild - {tack.position} | {place}
        else:
            place = tack.position
            wild |= set() if tack.natural else {place}
        low = min(run.low, place)
        self.melds[meld - 1] = run._replace(low=low, length=run.length + 1, jokers=tuple(sorted(wild)))

    # --- a joker by itself

    def takers(self, rules: ContractRules, player: int) -> Iterator[MeldId]:
        """The melds onto which a player who has laid may lay a joker off."""
        for meld, owner in zip(self.melds, self.owners, strict=True):
            mine = owner == player or rules.joker_tack_any
            if mine and (isinstance(meld, TableSet) or next(_places(rules, meld), None) is not None):
                yield meld.id

    def take_joker(self, rules: ContractRules, meld: MeldId) -> None:
        """Lay one off, on a run at its first place."""
        self._views = {}
        old = self.melds[meld - 1]
        if isinstance(old, TableSet):
            self.melds[meld - 1] = old._replace(jokers=old.jokers + 1)
            return
        place = next(_places(rules, old))
        wild = tuple(sorted((*old.jokers, place)))
        self.melds[meld - 1] = old._replace(low=min(old.low, place), length=old.length + 1, jokers=wild)

    def joker_place(self, rules: ContractRules, meld: MeldId) -> int | None:
        """Where `take_joker` puts it on a run; None on a set."""
        old = self.melds[meld - 1]
        return None if isinstance(old, TableSet) else next(_places(rules, old))


def _places(rules: ContractRules, run: TableRun) -> Iterator[int]:
    """Where a run takes a joker: at an end where none is next to it, the high one first."""
    high = run.low + run.length - 1
    if run.length >= LONGEST:
        return
    if high < HIGH and high not in run.jokers:
        yield high + 1
    if run.low > rules.lowest and run.low not in run.jokers and (high == HIGH or not rules.tack_high_first):
        yield run.low - 1
