"""One deal of a Jamaican game as counts of faces: calls, contracts, what goes onto the table, and the score.

Players are numbered clockwise from the dealer's left. Nothing is checked: who plays here asks the solver, which
proposes only what is legal, and a test holds every deal to `rules`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Self

from kalooki.rules.actions import MeldId
from kalooki.sim.card_play import CardPlay, packs_of
from kalooki.sim.contract_lean import ContractMove, LeanContracts, Out
from kalooki.sim.contract_table import ContractMelds
from kalooki.sim.dealing import Shuffle, dealt_out
from kalooki.solver.contract import ContractLay, ContractTable
from kalooki.solver.contract_lay import NOTHING_NEEDED
from kalooki.solver.contract_rules import Form
from kalooki.solver.contract_steps import cards_of, steps_of
from kalooki.solver.contract_turn import ContractPlan, ContractSituation, points_in_hand
from kalooki.solver.words import EMPTY, JOKER_TYPE, CardType, Hand, remove

CUT = -50
"""Points for a dealer who lifts as many cards as are dealt."""


@dataclass(slots=True)
class ContractDeal(CardPlay):
    """A deal in play. Whoever plays it calls its moves; a turn ends with a discard, or with jokers that fit nowhere."""

    rules: LeanContracts
    beside: list[int]
    """Points beside those of the cards."""
    table: ContractMelds = field(default_factory=ContractMelds)
    stock_only: bool = False
    """A caller got the discard: this turn draws from the stock."""
    ended: Out | None = None
    moves: list[ContractMove] | None = None
    """Kept only for who asks."""

    def copy(self) -> Self:
        """The same deal, to be played another way."""
        # Not `super()`: the class that a decorator makes anew for its slots is another one.
        other = CardPlay.copy(self)
        other.beside, other.table = self.beside.copy(), self.table.copy()
        other.moves = None
        return other

    # --- questions

    def situation(self, player: int) -> ContractSituation:
        """What the solver needs to know of a player; in his turn after his draw."""
        laid = self.laid[player]
        forms = self.rules.later if laid else self.forms
        bound = {JOKER_TYPE} if self.taken is None or player != self.player else {JOKER_TYPE, self.taken}
        return ContractSituation(
            hand=self.hands[player],
            table=self.table_of(player),
            forms=forms,
            needed=NOTHING_NEEDED if laid else forms[0],
            no_discard=frozenset(bound),
        )

    @property
    def forms(self) -> tuple[Form, ...]:
        """What the first lay of this deal may be."""
        every = self.rules.forms
        return every[min(self.which, len(every)) - 1]

    def table_of(self, player: int) -> ContractTable:
        """What lies there, as it bears on a player's lays."""
        return self.table.seen_by(self.solver, player)

    def may_take(self) -> bool:
        """Whether the player in turn may take the top discard instead of drawing."""
        return bool(self.pile) and not self.stock_only and not self.laid_before

    # --- calls

    def call(self, player: int) -> None:
        """Say that he wants the top discard."""
        self._note(player, "call")
        self.callers.append(player)

    def pass_by(self, player: int) -> None:
        """Say that he does not."""
        self._note(player, "pass")

    def grant(self) -> None:
        """The first caller gets the top discard, and his penalty cards from the stock."""
        caller = self.callers[0]
        self._note(self.player, "grant")
        self.get_top(caller)
        self.calls[caller] += 1
        self.stock_only, self.asked = True, ()
        more = self.variant.call_penalty_cards
        if len(self.stock) < more and not self.restock():
            return
        for _ in range(more):
            self.gain(caller, self.stock.pop())
        if not self.stock and self.variant.exhaust == "eager":
            self.restock()

    def _may_call(self, player: int) -> bool:
        variant = self.variant
        if self.laid[player] or self.calls[player] >= variant.max_calls:
            return False
        if self.number and player == (self.player - 1) % len(self.hands):
            return False
        drawable = len(self.stock) + (max(0, len(self.pile) - 2) if self.may_restock() else 0)
        return drawable > variant.call_penalty_cards

    def open_calls(self) -> None:
        """Ask who may call the discard."""
        after = self.after(self.player)
        self.asked = tuple(player for player in after if self._may_call(player)) if self.pile else ()

    # --- moves of the player in turn

    def draw(self) -> None:
        """The top of the stock; the deal may end for want of it."""
        self._note(self.player, "draw")
        if self.stock or self.restock():
            self.gain(self.player, self.stock.pop())

    def take(self) -> None:
        """The top of the pile, whoever has called it."""
        self._note(self.player, "take", self.pile[-1])
        self.taken = self.get_top(self.player)

    def lay(self, plan: ContractPlan) -> None:
        """Put down what a plan lays; its discard stays in the hand yet."""
        if self.moves is not None:
            self.moves.append(ContractMove(self.player, "lay", None, plan))
        assert plan.lay is not None, "there is something to lay"
        hand = self.hands[self.player]
        self._put_down(hand if plan.discard is None else remove(hand, plan.discard), plan.lay)

    def _put_down(self, hand: Hand, lay: ContractLay) -> None:
        player = self.player
        for step in steps_of(self.solver, hand, self.table_of(player), lay):
            naturals, jokers = cards_of(step)
            self.table.take_in(step, player)
            for kind in naturals:
                self.lose(player, kind)
            for _ in range(jokers):
                self.lose(player, JOKER_TYPE)
        self.laid[player] = True

    def tack_joker(self, meld: MeldId) -> None:
        """Lay a joker off on a meld, which takes it."""
        if self.moves is not None:
            place = self.table.joker_place(self.solver, meld)
            self.moves.append(ContractMove(self.player, "tack", JOKER_TYPE, None, meld, place))
        self.table.take_joker(self.solver, meld)
        self.lose(self.player, JOKER_TYPE)

    def discard(self, card: CardType) -> None:
        """Throw a card away, which ends the turn."""
        self._note(self.player, "discard", card)
        self.lose(self.player, card)
        self.pile.append(card)
        if not self.sizes[self.player]:
            self._go_out()
        else:
            self._pass_on(calls=True)

    def end_turn(self) -> None:
        """Show the jokers that are left, and end the turn without a discard."""
        self._note(self.player, "end")
        hidden = self.sizes[self.player] - len(self.known[self.player])
        self.known[self.player] += [JOKER_TYPE] * hidden
        self.seen[JOKER_TYPE] += hidden
        self._pass_on(calls=False)

    # --- what follows from them

    def _note(
        self,
        player: int,
        kind: Literal["call", "pass", "draw", "take", "grant", "discard", "end"],
        card: int | None = None,
    ) -> None:
        if self.moves is not None:
            self.moves.append(ContractMove(player, kind, card))

    def _pass_on(self, *, calls: bool) -> None:
        variant = self.variant
        self.pass_on()
        self.stock_only = False
        if 0 < variant.turn_cap <= self.number:
            self.void()
        elif (self.stock or variant.exhaust != "eager" or self.restock()) and calls:
            self.open_calls()

    def _go_out(self) -> None:
        variant, winner = self.rules.variant, self.player
        alone = not any(laid for player, laid in enumerate(self.laid) if player != winner)
        bends = variant.bend == "any_player" or (variant.bend == "first" and alone)
        bend = bends and not self.laid_before
        solver, points = self.solver, self.beside.copy()
        for player, hand in enumerate(self.hands):
            if hand != EMPTY:
                points[player] += points_in_hand(solver, hand) * (2 if bend else 1)
        points[winner] += variant.bend_bonus if bend else 0
        self.ended = Out(winner, bend, tuple(points))

    def void(self) -> None:
        """The deal does not count."""
        self.ended = Out(None, bend=False, points=(0,) * len(self.hands))


def new_contract_deal(  # noqa: PLR0913, PLR0917 - all that a deal begins with
    rules: LeanContracts,
    which: int,
    players: int,
    deck: Sequence[CardType],
    shuffle: Shuffle,
    missed: int | None = None,
) -> ContractDeal:
    """Deal the deal of this number; `missed`: by how many cards the dealer's cut was wrong, if he made one."""
    size = rules.variant.hand_size(players, which)
    dealt = dealt_out(deck, players, size)
    seen = [0] * (JOKER_TYPE + 1)
    seen[dealt.upcard] = 1
    deal = ContractDeal(
        variant=rules.variant,
        solver=rules.solver,
        which=which,
        packs=packs_of(rules.variant, players),
        hands=dealt.hands,
        sizes=[size] * players,
        stock=dealt.stock,
        pile=[dealt.upcard],
        shuffle=shuffle,
        laid=[False] * players,
        known=[[] for _ in range(players)],
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
        beside=[*[0] * (players - 1), CUT if missed == 0 else 0],
    )
    if rules.variant.upcard_callable:
        deal.open_calls()
    return deal
