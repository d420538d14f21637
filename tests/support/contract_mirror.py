"""A game of contracts on the lean core and the same game under the rules, move by move."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from kalooki.bot import volunteered
from kalooki.cards import JOKER, Card, Slot
from kalooki.rules.actions import (
    Action,
    Allow,
    Call,
    Discard,
    Draw,
    End,
    Lay,
    LayItem,
    LayOff,
    Pass,
    Placed,
    Refuse,
    Shown,
    Take,
)
from kalooki.rules.deal import Calling
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.events import DealScored, DealVoided
from kalooki.rules.game import new_game
from kalooki.rules.legal import check_view
from kalooki.rules.open_deck import shuffled
from kalooki.rules.open_game import OpenGame
from kalooki.rules.variant import Variant
from kalooki.rules.view import SeatView
from kalooki.sim.contract_deal import new_contract_deal
from kalooki.sim.contract_lean import ContractMove, Out, lean_contracts
from kalooki.sim.contract_turns import ContractPlayer
from kalooki.solver.contract_lay import contract_situation, written
from kalooki.solver.seen import table_of
from kalooki.solver.table import TableMeld, TableRun, TableSet
from kalooki.solver.words import JOKER_TYPE, RANKS, card_of, hand_of_cards, natural_of, rank_at, type_of

Choose = Callable[[SeatView], Action]


class ContractMirror:
    """Both, from one seed; deals are begun one after the other."""

    kinds: set[str]
    """Of the moves that were made, and of the ends."""

    def __init__(self, variant: Variant, players: int, seed: bytes, *, number: int = 1, cuts: bool = True) -> None:
        self._seed = seed
        self._ceremonies = 0
        self._cuts = cuts
        self.rules = lean_contracts(variant)
        self.table = OpenGame(replace(new_game(variant, players), number=number), seed)
        self.kinds = set()

    def begin(self) -> bool:
        """The next deal on both sides; False when the game is over."""
        self._ceremonies += 1
        if self.table.to_move() is None:
            return False
        game = self.table.game
        assert game.deal is not None
        self.seats = game.deal.seats
        deck = [type_of(self.table.deck.faces[Slot(slot)]) for slot in range(len(game.deal.deck))]
        missed = self._cut() if self._cuts else None
        self.lean = new_contract_deal(self.rules, game.number, len(self.seats), deck, self._shuffle, missed)
        self.lean.moves = []
        return True

    def _cut(self) -> int | None:
        """The dealer cuts, if the house lets him."""
        assert self.table.game.deal is not None
        dealer = self.table.game.deal.dealer
        offer = volunteered(self.table.view(dealer))
        if offer is None:
            return None
        self._ceremonies += 1
        self.table.act(dealer, offer)
        self.table.to_move()
        cut = self.table.game.deal.cut
        assert cut is not None
        return cut.lift - cut.depth

    def _shuffle(self, cards: list[int]) -> None:
        self._ceremonies += 1
        start: tuple[Card, ...] = tuple(card_of(kind) for kind in cards)
        order = shuffled(start, self._seed + self._ceremonies.to_bytes(4, "big"))
        cards[:] = [type_of(card) for card in reversed(order)]

    def play(self, players: Sequence[ContractPlayer], bots: Sequence[Choose | None] = ()) -> None:
        """The whole deal; where a bot is named for a player, it must have moved alike."""
        lean = self.lean
        assert lean.moves is not None
        while lean.ended is None:
            self.compare()
            self.ask_the_rules()
            done = len(lean.moves)
            for other in lean.asked:
                (lean.call if players[other].wants(lean, other) else lean.pass_by)(other)
            players[lean.player].turn(lean)
            for move in lean.moves[done:]:
                bot = bots[move.player] if bots else None
                self._follow(move.player, move.kind, partial(self._action, move), bot)
        self.judge()

    def _follow(self, player: int, kind: str, action_of: Callable[[SeatView], Action], bot: Choose | None) -> None:
        """Make a move of the lean core under the rules; a bot that is named must have chosen it there."""
        self.kinds.add(kind)
        seat = self.seats[player]
        assert self.table.to_move() == seat, (player, kind, self.table.to_move(), seat)
        view = self.table.view(seat)
        action = action_of(view)
        if bot is not None:
            assert same(action, bot(view)), (action, bot(view))
        self.table.act(seat, action)
        self.table.to_move(next_deal=False)

    def _action(self, move: ContractMove, view: SeatView) -> Action:  # noqa: PLR0911 - a line for each kind
        match move.kind:
            case "call":
                return Call()
            case "pass":
                return Pass()
            case "draw":
                return Draw()
            case "grant":
                return Allow()
            case "take":
                called = isinstance(view.window, Calling) and view.window.callers
                return Refuse() if called else Take()
            case "end":
                return End(view.hand)
            case "discard":
                assert move.card is not None
                return Discard(self._shown(view, move.card))
            case "tack":
                assert move.meld is not None
                return Lay((LayOff(move.meld, (self._joker(view, move),)),))
            case "lay":
                assert move.plan is not None
                table = contract_situation(view).table
                items = written(view.hand, self.rules.solver, table, move.plan).items
                return Lay(tuple(self._seen_first(view, items)))

    def _joker(self, view: SeatView, move: ContractMove) -> Placed:
        """On a run it stands for the card of its place."""
        assert move.meld is not None
        run = self.lean.table.melds[move.meld - 1]
        stands_for = None
        if move.place is not None:
            assert isinstance(run, TableRun)
            stands_for = natural_of(run.suit * RANKS + rank_at(move.place))
        return Placed(self._shown(view, JOKER_TYPE).slot, JOKER, stands_for)

    def _shown(self, view: SeatView, kind: int) -> Shown:
        """A card of this face, rather one that everybody has seen."""
        assert self.table.game.deal is not None
        public = self.table.game.deal.faces
        mine = [one for one in view.hand if type_of(one.card) == kind]
        return next((one for one in mine if one.slot in public), mine[-1])

    def _seen_first(self, view: SeatView, items: tuple[LayItem, ...]) -> Iterator[LayItem]:
        """The same lay, with cards that everybody has seen in place of equal ones."""
        assert self.table.game.deal is not None
        public = self.table.game.deal.faces
        slots: dict[Card, list[Slot]] = {}
        for one in sorted(view.hand, key=lambda one: one.slot not in public):
            slots.setdefault(one.card, []).append(one.slot)
        for item in items:
            of_hand = (one if one.slot is None else replace(one, slot=slots[one.card].pop(0)) for one in item.cards)
            yield replace(item, cards=tuple(of_hand))

    def compare(self) -> None:
        """The same cards everywhere, and the same right to them."""
        lean = self.lean
        for player, seat in enumerate(self.seats):
            view = self.table.view(seat)
            assert hand_of_cards([shown.card for shown in view.hand]) == lean.hands[player]
            line = view.seats[seat]
            assert (line.has_laid, line.calls, line.cards) == (
                lean.laid[player],
                lean.calls[player],
                lean.sizes[player],
            )
            assert line.beside == lean.beside[player]
            assert sorted(map(type_of, line.known)) == sorted(lean.known[player])
        view = self.table.view(None)
        assert [type_of(card) for card in view.pile] == lean.pile
        assert view.stock == len(lean.stock)
        assert view.turn_number == lean.number
        assert [sorted_meld(meld) for meld in table_of(view.table, None, ())] == [
            sorted_meld(meld) for meld in lean.table.melds
        ]
        assert [self.seats[owner] for owner in lean.table.owners] == [meld.owner for meld in view.table]

    def ask_the_rules(self) -> None:
        """The same players may call, and the player in turn may take or not."""
        lean = self.lean
        seat = self.seats[lean.player]
        view = self.table.view(seat)
        window = view.window
        waiting = window.waiting if isinstance(window, Calling) else ()
        assert waiting == tuple(self.seats[player] for player in lean.asked)
        assert is_legal_in(view, Take()) == lean.may_take()

    def judge(self) -> None:
        """The same end and the same score."""
        ended = self.lean.ended
        assert ended is not None
        self.judge_end(ended, "bend" if ended.bend else "out")

    def judge_end(self, ended: Out, how: str) -> None:
        """Of a deal on the lean core, and what it is called."""
        last: object = self.table.game.history[-1]
        if ended.winner is None:
            assert isinstance(last, DealVoided)
            self.kinds.add("void")
            return
        scored = next(one for one in reversed(self.table.game.history) if isinstance(one, DealScored))
        assert scored.winner == self.seats[ended.winner]
        assert scored.how == how
        self.kinds.add(how)
        assert {one.seat: one.points for one in scored.scores} == dict(zip(self.seats, ended.points, strict=True))


def is_legal_in(view: SeatView, action: Action) -> bool:
    """Whether the rules let the view's seat do so."""
    try:
        check_view(view, action)
    except IllegalActionError:
        return False
    return True


def sorted_meld(meld: TableMeld) -> TableMeld:
    """The suits of a set, and the jokers of a run, in one order."""
    match meld:
        case TableSet():
            return meld._replace(suits=tuple(sorted(meld.suits)))
        case TableRun():
            return meld._replace(jokers=tuple(sorted(meld.jokers)))


def same(one: Action, other: Action) -> bool:
    """Whether two moves are as good: the same card thrown away, or lays of the same cards."""
    match one, other:
        case Discard(Shown(_, mine)), Discard(Shown(_, theirs)):
            return mine == theirs
        case Lay(), Lay():
            return _faces(one) == _faces(other)
        case End(), End():
            return True
        case _:
            return one == other


def _faces(lay: Lay) -> list[str]:
    return sorted(str(placed.card) for item in lay.items for placed in item.cards)
