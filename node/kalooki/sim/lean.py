"""One deal of the points family as counts of faces: what each player holds, what lies where, whose turn it is.

Players are numbered clockwise from the dealer's left. Nothing is checked: who plays here asks the solver, which
proposes only what is legal, and a test holds every deal to `rules`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from kalooki.cards import JOKER
from kalooki.rules.actions import MeldId
from kalooki.rules.deal import Duty
from kalooki.rules.variant import Variant
from kalooki.sim.dealing import Shuffle, dealt_out, may_restock, restocked
from kalooki.sim.quick import Quick, quick
from kalooki.solver.lay import joined_runs
from kalooki.solver.pieces import LaidOff, NewRun, NewSet, Piece
from kalooki.solver.rules import SolverRules, solver_rules
from kalooki.solver.table import TableMeld, TableRun, TableSet, words_asked_for, words_taken
from kalooki.solver.turn import Situation, TurnPlan
from kalooki.solver.words import HIGH, JOKER_TYPE, ONE, RANKS, CardType, Hand, rank_at

Words = tuple[int, int, int, int]
NOWHERE: Words = (0, 0, 0, 0)


def is_lean(variant: Variant) -> bool:
    """Whether this core knows the game: points are the gate, and nobody acts out of turn but for nothing."""
    return (
        not variant.contracts
        and variant.max_calls == 0
        and variant.na_scoring != "per_hand"
        and variant.joker_set != "declared"
        and not variant.na_duplicate_suits
        and not variant.no_immediate_rediscard
        and variant.joker_discard == "allowed"
        and variant.dealer_cut == "off"
        and not variant.out_without_discard
        and variant.playable_discard_price == 0
        and variant.show_price == 0
    )


def is_weighed(variant: Variant) -> bool:
    """Whether what its cards are good for can be told from a lean deal, though it may not be played on here."""
    return not variant.contracts and variant.joker_set != "declared" and not variant.na_duplicate_suits


@dataclass(frozen=True, eq=False)
class LeanRules:
    """A variant, and what is looked up in it at every turn."""

    variant: Variant
    solver: SolverRules = field(init=False)
    quick: Quick = field(init=False)
    plain: bool = field(init=False)
    """Naturals count on the table what they cost in hand, and the first lay is made of new melds alone."""
    _packs: dict[int, tuple[int, int]] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        solver = solver_rules(self.variant)
        laid = [solver.penalties[kind] == solver.meld_values[kind % RANKS + 1] for kind in range(JOKER_TYPE)]
        low = solver.shape.lowest > 0 or solver.meld_values[0] == solver.meld_values[HIGH]
        object.__setattr__(self, "solver", solver)
        object.__setattr__(self, "quick", quick(solver))
        plain = all(laid) and low and max(solver.meld_values) <= solver.penalties[JOKER_TYPE]
        object.__setattr__(self, "plain", plain and not solver.builds_count and not solver.kalooki_waives_min)

    def packs(self, players: int) -> tuple[int, int]:
        """How many copies of each natural so many players have, and how many jokers."""
        found = self._packs.get(players)
        if found is None:
            deck = self.variant.start_deck(players)
            jokers = sum(card == JOKER for card in deck)
            found = self._packs[players] = ((len(deck) - jokers) // JOKER_TYPE, jokers)
        return found


@lru_cache(maxsize=16)
def lean_rules(variant: Variant) -> LeanRules:
    """The one for a variant."""
    assert is_weighed(variant), "it has another gate than points, or other melds"
    return LeanRules(variant)


class Ended(NamedTuple):
    """How a deal ended."""

    winner: int | None
    """None where it does not count."""
    kalooki: bool
    points: tuple[int, ...]
    """What each player counts."""
    are_good: bool = False
    """The winner scores what the others hold, and nobody else anything."""

    def edge(self, player: int) -> float:
        """By how many points a player did better than the others did on average."""
        own = self.points[player]
        ahead = (sum(self.points) - own) / (len(self.points) - 1) - own
        return -ahead if self.are_good else ahead


class Move(NamedTuple):
    """One move, for who wants to see it."""

    player: int
    kind: Literal["draw", "take", "return", "lay", "discard"]
    card: CardType | None = None
    plan: TurnPlan | None = None


@dataclass(slots=True)
class LeanDeal:
    """A deal in play. Whoever plays it calls its moves; a turn ends with a discard."""

    rules: LeanRules
    hands: list[list[int]]
    """Of each player: four suit words and the number of jokers."""
    sizes: list[int]
    stock: list[CardType]
    """The top card is the last."""
    pile: list[CardType]
    """Likewise."""
    shuffle: Shuffle
    """For the pile when it becomes the stock."""
    melds: tuple[TableMeld, ...] = ()
    laid: list[bool] = field(default_factory=list)
    known: list[list[CardType]] = field(default_factory=list)
    """Cards that each player took from the pile and has not played since."""
    player: int = 0
    number: int = 0
    """Counts the turns from 0."""
    laid_before: bool = False
    taken: CardType | None = None
    duty: Duty | None = None
    returned: bool = False
    reshuffles: int = 0
    ended: Ended | None = None
    firsts: Words = NOWHERE
    """By suit: the ranks (three bits each) that fit onto the table by themselves."""
    asked: Words = NOWHERE
    """By suit: the ranks that some joker on the table is to be had for, perhaps with another card."""
    moves: list[Move] | None = None
    """Kept only for who asks."""
    built: bool = False
    """Cards were laid off in this turn."""
    seen: list[int] = field(default_factory=lambda: [0] * (JOKER_TYPE + 1))
    """By face, how many cards everybody has seen: they lie on the table or in the pile, or were taken from there."""

    def copy(self) -> "LeanDeal":
        """The same deal, to be played another way."""
        return LeanDeal(
            self.rules,
            [hand.copy() for hand in self.hands],
            self.sizes.copy(),
            self.stock.copy(),
            self.pile.copy(),
            self.shuffle,
            self.melds,
            self.laid.copy(),
            [known.copy() for known in self.known],
            self.player,
            self.number,
            self.laid_before,
            self.taken,
            self.duty,
            self.returned,
            self.reshuffles,
            self.ended,
            self.firsts,
            self.asked,
            None,
            self.built,
            self.seen.copy(),
        )

    # --- questions

    def situation(self) -> Situation:
        """What the solver needs to know of the player in turn."""
        player = self.player
        return Situation(
            hand=Hand(*self.hands[player]),
            table=self.melds,
            has_laid=self.laid[player],
            may_swap=self.laid[player] and (self.laid_before or self.rules.solver.swap_same_turn),
            taken=self.taken,
            duty=self.duty,
            no_discard=frozenset() if self.taken is None else frozenset({self.taken}),
        )

    def duty_of_take(self) -> tuple[bool, Duty | None]:
        """Whether the top discard may be taken, and what it must be used for then."""
        variant = self.rules.variant
        if not self.pile or self.returned:
            return False, None
        if self.laid[self.player]:
            used = variant.discard_must_be_used
            return variant.pile_after_lay == "open", None if used == "no" else used
        free = {"first_player": 1, "first_round": len(self.hands), "none": 0}[variant.first_turn]
        if variant.pile_before_lay == "open" or self.number < free:
            return True, None
        match variant.pre_meld_discard:
            case "use_in_meld":
                return True, "initial_meld"
            case "meld_this_turn":
                return True, "any_initial_meld"
            case "never":
                return False, None

    def points_of(self, player: int) -> int:
        """What a hand costs."""
        hand, (a, b, c, d) = self.hands[player], self.rules.solver.points
        joker = self.rules.solver.penalties[JOKER_TYPE]
        return a[hand[0]] + b[hand[1]] + c[hand[2]] + d[hand[3]] + joker * hand[4]

    # --- moves

    def _gain(self, card: CardType) -> None:
        hand = self.hands[self.player]
        if card == JOKER_TYPE:
            hand[4] += 1
        else:
            hand[card // RANKS] += ONE[card % RANKS]
        self.sizes[self.player] += 1

    def _lose(self, card: CardType) -> None:
        hand = self.hands[self.player]
        if card == JOKER_TYPE:
            hand[4] -= 1
        else:
            hand[card // RANKS] -= ONE[card % RANKS]
        self.sizes[self.player] -= 1
        known = self.known[self.player]
        if known and card in known:
            known.remove(card)
        else:
            self.seen[card] += 1

    def draw(self) -> None:
        """The top of the stock; the deal may end for want of it."""
        if self.moves is not None:
            self.moves.append(Move(self.player, "draw"))
        if self.stock or self._restock():
            self._gain(self.stock.pop())

    def take(self, duty: Duty | None) -> None:
        """The top of the pile."""
        card = self.pile.pop()
        self._gain(card)
        self.known[self.player].append(card)
        self.taken, self.duty = card, duty
        if self.moves is not None:
            self.moves.append(Move(self.player, "take", card))

    def give_back(self) -> None:
        """Put the taken card back."""
        card = self.taken
        assert card is not None, "a card was taken"
        self._lose(card)
        self.pile.append(card)
        self.taken, self.duty, self.returned = None, None, True
        if self.moves is not None:
            self.moves.append(Move(self.player, "return", card))

    def lay(self, plan: TurnPlan) -> None:
        """Put down what a plan lays."""
        if self.moves is not None:
            self.moves.append(Move(self.player, "lay", None, plan))
        melds = {meld.id: meld for meld in self.melds}
        for swap in plan.swaps:
            melds[swap.meld] = swap.after
            for kind in swap.naturals:
                self._lose(kind)
            self._gain(JOKER_TYPE)
            self.known[self.player].append(JOKER_TYPE)
        runs: list[NewRun] = []
        for piece in plan.pieces:
            match piece:
                case NewSet(rank, suits, jokers):
                    meld = MeldId(len(melds) + 1)
                    melds[meld] = TableSet(meld, False, rank, suits, jokers)  # noqa: FBT003 - a tuple's field
                case NewRun():
                    runs.append(piece)
                case LaidOff(suit, anchor, _):
                    meld = plan.melds[suit][anchor]
                    melds[meld] = _grown(melds[meld], piece)
                    self.built = True
            self._play(piece)
        for suit, cells in joined_runs(self.rules.solver, runs):
            meld = MeldId(len(melds) + 1)
            wild = tuple(cell.position for cell in cells if not cell.natural)
            melds[meld] = TableRun(meld, False, suit, cells[0].position, len(cells), wild)  # noqa: FBT003 - likewise
        self.melds = tuple(melds.values())
        self.laid[self.player] = True
        self.duty = None
        self._look()

    def _play(self, piece: Piece) -> None:
        match piece:
            case NewSet(rank, suits, jokers):
                for suit in suits:
                    self._lose(suit * RANKS + rank)
                for _ in range(jokers):
                    self._lose(JOKER_TYPE)
            case NewRun(suit, cells) | LaidOff(suit, _, cells):
                for position, natural in cells:
                    self._lose(suit * RANKS + rank_at(position) if natural else JOKER_TYPE)

    def _look(self) -> None:
        self.firsts = words_taken(self.rules.solver, self.melds)
        self.asked = words_asked_for(self.rules.solver, self.melds)

    def discard(self, card: CardType) -> None:
        """Throw a card away, which ends the turn."""
        self._lose(card)
        self.pile.append(card)
        if self.moves is not None:
            self.moves.append(Move(self.player, "discard", card))
        if not self.sizes[self.player]:
            self.end()
            return
        if self.built:
            self.melds = tuple(_settled(meld) for meld in self.melds)
            self.built = False
            self._look()
        self.player = (self.player + 1) % len(self.hands)
        self.number += 1
        self.laid_before = self.laid[self.player]
        self.taken, self.returned = None, False
        variant = self.rules.variant
        if 0 < variant.turn_cap <= self.number:
            self._void()
        elif not self.stock and variant.exhaust == "eager":
            self._restock()

    def end(self) -> None:
        """The player in turn has no card left."""
        kalooki = not self.laid_before
        factor = 2 if kalooki and self.rules.variant.kalooki_double else 1
        points = [factor * self.points_of(one) for one in range(len(self.hands))]
        good = self.rules.variant.na_scoring == "winner"
        if good:
            points = [sum(points) if one == self.player else 0 for one in range(len(points))]
        self.ended = Ended(self.player, kalooki, tuple(points), good)

    def _void(self) -> None:
        self.ended = Ended(None, kalooki=False, points=(0,) * len(self.hands))

    def _restock(self) -> bool:
        """The pile becomes the stock, but for its top card; or the deal does not count."""
        if not may_restock(self.rules.variant, self.reshuffles) or len(self.pile) <= 1:
            self._void()
            return False
        self.stock, self.pile = restocked(self.pile, self.seen, self.shuffle)
        self.reshuffles += 1
        return True


def _grown(meld: TableMeld, piece: LaidOff) -> TableMeld:
    """A meld with what is laid off on it."""
    cells = piece.cells
    if isinstance(meld, TableSet):
        (cell,) = cells
        if cell.natural:
            return meld._replace(suits=(*meld.suits, piece.suit))
        return meld._replace(jokers=meld.jokers + 1)
    wild = tuple(sorted((*meld.jokers, *(cell.position for cell in cells if not cell.natural))))
    length = meld.length + len(cells)
    if cells[0].position < meld.low:
        low = meld.low - len(cells)
        return meld._replace(low=low, length=length, jokers=wild, added_low=meld.added_low + len(cells))
    return meld._replace(length=length, jokers=wild, added_high=meld.added_high + len(cells))


def _settled(meld: TableMeld) -> TableMeld:
    """The same at the end of the turn."""
    if isinstance(meld, TableRun) and (meld.added_low or meld.added_high):
        return meld._replace(added_low=0, added_high=0)
    return meld


def new_deal(rules: LeanRules, players: int, deck: Sequence[CardType], shuffle: Shuffle) -> LeanDeal:
    """Deal from the top of a deck in its order, one card each, round and round; then the upcard."""
    size = rules.variant.hand_size(players, 1)
    dealt = dealt_out(deck, players, size)
    seen = [0] * (JOKER_TYPE + 1)
    seen[dealt.upcard] = 1
    return LeanDeal(
        rules,
        [list(hand) for hand in dealt.hands],
        [size] * players,
        dealt.stock,
        [dealt.upcard],
        shuffle,
        laid=[False] * players,
        known=[[] for _ in range(players)],
        seen=seen,
    )
