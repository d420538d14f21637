"""One deal of the South African game as counts of faces: the cut, buys, exact contracts, dead discards, the blitz.

Money is not counted here, nor what is shown for it; points are. Nothing is checked: who plays here asks the solver,
and a test holds every deal to `rules`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, Self

from kalooki.rules.actions import MeldId
from kalooki.rules.variant import Contract, Variant
from kalooki.sim.card_play import CardPlay, packs_of
from kalooki.sim.contract_lean import Out
from kalooki.sim.dealing import Shuffle, dealt_out
from kalooki.solver.contract import contract_table
from kalooki.solver.contract_lay import NOTHING_NEEDED
from kalooki.solver.contract_rules import ContractRules, Form, contract_rules, exact_form
from kalooki.solver.contract_turn import ContractSituation
from kalooki.solver.exact_plan import ExactPlan
from kalooki.solver.lay import joined_runs
from kalooki.solver.pieces import LaidOff, NewRun, NewSet, kinds_of
from kalooki.solver.rules import SolverRules, solver_rules
from kalooki.solver.table import TableMeld, TableRun, TableSet
from kalooki.solver.turn import Situation, TurnPlan, all_melds, points
from kalooki.solver.words import HIGH, JOKER_TYPE, RANKS, CardType, add, rank_at, remove

EMPTY_TABLE = ()


def is_exact_lean(variant: Variant) -> bool:
    """Whether this core knows the game: exact contracts, buys after the draw, jokers that may be thrown away."""
    return (
        bool(variant.contracts)
        and all(contract.exactly for contract in variant.contracts)
        and variant.call_turn == "after_stock_draw"
        and variant.call_window_ms > 0
        and variant.half_safe != "always"
        and not variant.sa_kaluki
        and not variant.no_immediate_rediscard
    )


@dataclass(frozen=True, eq=False)
class LeanExact:
    """A variant, and what is looked up in it at every turn."""

    variant: Variant

    @cached_property
    def solver(self) -> SolverRules:
        """As the solver for points has it, which plans all lays after the first one."""
        return solver_rules(self.variant)

    @cached_property
    def contracts(self) -> ContractRules:
        """As the solver for contracts has it."""
        return contract_rules(self.variant)

    @cached_property
    def due(self) -> tuple[Contract, ...]:
        """The contract of each deal."""
        every = (self.variant.contract(number + 1) for number in range(len(self.variant.contracts)))
        return tuple(contract for contract in every if contract is not None)

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """What each of them asks for."""
        return tuple(exact_form(self.variant, contract) for contract in self.due)


@lru_cache(maxsize=16)
def lean_exact(variant: Variant) -> LeanExact:
    """The one for a variant."""
    assert is_exact_lean(variant), "it is not played on this core"
    return LeanExact(variant)


class ExactMove(NamedTuple):
    """One move, for who wants to see it."""

    player: int
    kind: Literal["call", "pass", "draw", "take", "contract", "lay", "discard"]
    card: CardType | None = None
    contract: ExactPlan | None = None
    plan: TurnPlan | None = None


@dataclass(slots=True)
class ExactDeal(CardPlay):
    """A deal in play. Whoever plays it calls its moves; a turn ends with a discard, or with the last card laid."""

    rules: LeanExact
    open_faces: frozenset[CardType]
    """Of which a copy has been thrown away, or lies in a meld as itself."""
    melds: tuple[TableMeld, ...] = ()
    dead: bool = False
    """The top discard could have been played on the table: nobody may have it."""
    ended: Out | None = None
    moves: list[ExactMove] | None = field(default=None)
    """Kept only for who asks."""

    def copy(self) -> Self:
        """The same deal, to be played another way."""
        # Not `super()`: the class that a decorator makes anew for its slots is another one.
        other = CardPlay.copy(self)
        other.moves = None
        return other

    # --- questions

    @property
    def contract(self) -> Contract:
        """What the first lay must be."""
        return self.rules.due[min(self.which, len(self.rules.due)) - 1]

    def situation(self, player: int) -> ContractSituation:
        """What the solver needs to know of a player before his first lay."""
        form = self.rules.forms[min(self.which, len(self.rules.forms)) - 1]
        bound = {JOKER_TYPE} if self.taken is None or player != self.player else {JOKER_TYPE, self.taken}
        needed = NOTHING_NEEDED if self.laid[player] else form
        return ContractSituation(
            self.hands[player], contract_table(self.solver, EMPTY_TABLE), (form,), needed, frozenset(bound)
        )

    def later(self) -> Situation:
        """What the solver needs to know of the player in turn once a lay is made for its points."""
        player, taken = self.player, self.taken
        return Situation(
            hand=self.hands[player],
            table=self.melds,
            has_laid=self.laid[player],
            may_swap=self.laid[player] and (self.laid_before or self.variant.swap_same_turn),
            taken=taken,
            no_discard=frozenset() if taken is None else frozenset({taken}),
        )

    def may_take(self) -> bool:
        """Whether the top discard is to be had."""
        return bool(self.pile) and not self.dead

    # --- moves

    def call(self, player: int) -> None:
        """Say that he buys the top discard."""
        self._note(player, "call")
        self.callers.append(player)

    def pass_by(self, player: int) -> None:
        """Say that he does not."""
        self._note(player, "pass")

    def draw(self) -> None:
        """The top of the stock; then the others may buy the discard."""
        self._note(self.player, "draw")
        if not self.stock and not self.restock():
            return
        self.gain(self.player, self.stock.pop())
        drawable = len(self.stock) + (max(0, len(self.pile) - 2) if self.may_restock() else 0)
        if self.may_take() and drawable >= self.variant.call_penalty_cards:
            self.asked = tuple(filter(self._may_call, self.after(self.player)))

    def _may_call(self, player: int) -> bool:
        threw = self.number > 0 and player == (self.player - 1) % len(self.hands)
        return not threw and self.calls[player] < self.variant.max_calls

    def sell(self) -> None:
        """All have answered: the first who wants the top discard gets it, and his penalty cards from the stock."""
        self.asked = ()
        if not self.callers:
            return
        caller, more = self.callers[0], self.variant.call_penalty_cards
        self.get_top(caller)
        self.calls[caller] += 1
        if len(self.stock) >= more or self.restock():
            for _ in range(more):
                self.gain(caller, self.stock.pop())

    def take(self) -> None:
        """The top of the pile."""
        self._note(self.player, "take", self.pile[-1])
        self.taken = self.get_top(self.player)

    def lay_contract(self, plan: ExactPlan) -> None:
        """Put down the contract."""
        if self.moves is not None:
            self.moves.append(ExactMove(self.player, "contract", contract=plan))
        for meld in plan.melds:
            wild = [place for place, face in enumerate(meld.faces) if face in meld.wild]
            for card in meld.cards():
                self.lose(self.player, card)
            suit, rank = divmod(meld.faces[0], RANKS)
            if meld.low < 0:
                said = tuple(meld.faces[place] // RANKS for place in wild)
                suits = tuple(face // RANKS for face in meld.faces if face not in meld.wild)
                self._add(TableSet(self._next(), False, rank, suits, len(wild), said))  # noqa: FBT003 - a tuple's field
            else:
                places = tuple(meld.low + place for place in wild)
                self._add(TableRun(self._next(), False, suit, meld.low, len(meld.faces), places))  # noqa: FBT003 - likewise
            self.open_faces |= {face for face in meld.cards() if face != JOKER_TYPE}
        self.laid[self.player] = True

    def lay(self, plan: TurnPlan) -> None:
        """Put down what a plan lays; who has no card left then is out."""
        if self.moves is not None:
            self.moves.append(ExactMove(self.player, "lay", plan=plan))
        self._put_down(self.player, plan)
        if not self.sizes[self.player]:
            self._go_out()

    def _put_down(self, player: int, plan: TurnPlan) -> None:
        melds = {meld.id: meld for meld in self.melds}
        for swap in plan.swaps:
            melds[swap.meld] = swap.after
            for kind in swap.naturals:
                self.lose(player, kind)
            self.open_faces |= set(swap.naturals)
            self.hands[player] = add(self.hands[player], JOKER_TYPE)
            self.sizes[player] += 1
            self.known[player].append(JOKER_TYPE)
        self.melds = tuple(melds.values())
        for piece in plan.pieces:
            for kind in kinds_of(piece):
                self.lose(player, kind)
            self.open_faces |= {kind for kind in kinds_of(piece) if kind != JOKER_TYPE}
        for piece in plan.pieces:
            if isinstance(piece, NewSet):
                missing = [suit for suit in range(4) if suit not in piece.suits]
                said = tuple(missing[: piece.jokers])
                self._add(TableSet(self._next(), False, piece.rank, piece.suits, piece.jokers, said))  # noqa: FBT003 - a tuple's field
        for run in joined_runs(self.rules.solver, [piece for piece in plan.pieces if isinstance(piece, NewRun)]):
            wild = tuple(cell.position for cell in run.cells if not cell.natural)
            self._add(TableRun(self._next(), False, run.suit, run.cells[0].position, len(run.cells), wild))  # noqa: FBT003 - likewise
        for piece in plan.pieces:
            if isinstance(piece, LaidOff):
                self._grow(plan.melds[piece.suit][piece.anchor], piece)
        self.laid[player] = True

    def _next(self) -> MeldId:
        return MeldId(len(self.melds) + 1)

    def _add(self, meld: TableMeld) -> None:
        self.melds = (*self.melds, meld)

    def _grow(self, meld: MeldId, piece: LaidOff) -> None:
        melds = list(self.melds)
        melds[meld - 1] = grown(melds[meld - 1], piece)
        self.melds = tuple(melds)

    def discard(self, card: CardType) -> None:
        """Throw a card away, which ends the turn."""
        self._note(self.player, "discard", card)
        self.lose(self.player, card)
        self.dead = self.variant.playable_discard_price > 0 and any(
            takes(self.rules.contracts, meld, card, self.variant) for meld in self.melds
        )
        self.pile.append(card)
        self.open_faces |= {card}
        if not self.sizes[self.player]:
            self._go_out()
            return
        self.pass_on()
        if 0 < self.variant.turn_cap <= self.number:
            self.void()
        elif not self.stock and self.variant.exhaust == "eager":
            self.restock()

    # --- what follows from them

    def _note(
        self, player: int, kind: Literal["call", "pass", "draw", "take", "discard"], card: CardType | None = None
    ) -> None:
        if self.moves is not None:
            self.moves.append(ExactMove(player, kind, card))

    def _go_out(self) -> None:
        """After a blitz the others, one after the other, lay what they can of their own hands."""
        winner = self.player
        if self.contract.everything:
            for other in self.after(winner):
                plan = all_melds(self.rules.solver, self.hands[other])
                if self.moves is not None:
                    self.moves.append(ExactMove(other, "lay" if plan.pieces else "pass", plan=plan))
                if plan.pieces:
                    self._put_down(other, plan)
        left = tuple(points(self.rules.solver, hand) for hand in self.hands)
        self.ended = Out(winner, bend=False, points=left)

    def void(self) -> None:
        """The deal does not count."""
        self.ended = Out(None, bend=False, points=(0,) * len(self.hands))


def grown(meld: TableMeld, piece: LaidOff) -> TableMeld:
    """A meld with what is laid off on it; a joker of a set is one card."""
    cells = piece.cells
    if isinstance(meld, TableSet):
        (cell,) = cells
        if cell.natural:
            return meld._replace(suits=(*meld.suits, piece.suit))
        return meld._replace(jokers=meld.jokers + 1, declared=(*meld.declared, piece.suit))
    wild = tuple(sorted((*meld.jokers, *(cell.position for cell in cells if not cell.natural))))
    low = min(meld.low, *(cell.position for cell in cells))
    return meld._replace(low=low, length=meld.length + len(cells), jokers=wild)


def takes(rules: ContractRules, meld: TableMeld, card: CardType, variant: Variant) -> bool:
    """Whether a card could be laid off on a meld, or take the place of a joker that may be had."""
    if isinstance(meld, TableSet):
        taken = (*meld.suits, *meld.declared)
        if variant.set_max is not None and len(taken) >= variant.set_max:
            return False
        return card == JOKER_TYPE or (card % RANKS == meld.rank and (card // RANKS not in meld.suits))
    high = meld.low + meld.length - 1
    room = meld.length < variant.run_max
    ends = [place for place in (meld.low - 1, high + 1) if rules.lowest <= place <= HIGH and room]
    if card == JOKER_TYPE:
        return bool(ends)
    return card in {meld.suit * RANKS + rank_at(place) for place in (*ends, *meld.jokers)}


def new_exact_deal(  # noqa: PLR0913 - all that a deal begins with
    rules: LeanExact, which: int, players: int, deck: Sequence[CardType], shuffle: Shuffle, *, cut: bool = True
) -> ExactDeal:
    """Deal the deal of this number; the player left of the dealer cuts: a joker below stays with him."""
    variant = rules.variant
    size = variant.hand_size(players, which)
    hands, upcard, stock = dealt_out(deck, players, size)
    known: list[list[CardType]] = [[] for _ in range(players)]
    if cut and stock[0] == JOKER_TYPE:
        last = deck[(size - 1) * players]
        hands[0] = add(remove(hands[0], last), JOKER_TYPE)
        stock[0] = last
        known[0].append(JOKER_TYPE)
    elif cut:
        stock[0], upcard = upcard, stock[0]
    seen = [0] * (JOKER_TYPE + 1)
    for card in (upcard, *known[0]):
        seen[card] += 1
    return ExactDeal(
        variant=variant,
        solver=rules.contracts,
        which=which,
        packs=packs_of(variant, players),
        hands=hands,
        sizes=[size] * players,
        stock=stock,
        pile=[upcard],
        shuffle=shuffle,
        laid=[False] * players,
        known=known,
        calls=[0] * players,
        seen=seen,
        player=0,
        number=0,
        laid_before=False,
        taken=None,
        asked=(),
        callers=[],
        reshuffles=0,
        rules=rules,
        open_faces=frozenset({upcard}),
    )
