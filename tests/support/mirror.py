"""A deal on the lean core and the same deal under the rules, move by move."""

from collections.abc import Callable

from kalooki.bot import announced
from kalooki.cards import Card
from kalooki.rules.actions import Action, Discard, Draw, Lay, Return, Shown, Take
from kalooki.rules.events import DealScored, DealVoided
from kalooki.rules.game import NeedsDeal, new_game, pending
from kalooki.rules.open_deck import shuffled
from kalooki.rules.open_game import OpenGame
from kalooki.rules.variant import Variant
from kalooki.rules.view import SeatView
from kalooki.sim.lean import LeanDeal, Move, lean_rules, new_deal
from kalooki.solver.lay import written
from kalooki.solver.rules import solver_rules
from kalooki.solver.seen import table_of
from kalooki.solver.table import TableMeld, TableSet
from kalooki.solver.words import CardType, card_of, hand_of_cards, type_of

Play = Callable[[LeanDeal], None]
"""Plays one turn."""


class Mirror:
    """Both, from one seed."""

    def __init__(self, variant: Variant, players: int, seed: bytes) -> None:
        self._seed = seed
        self.table = OpenGame(new_game(variant, players), seed)
        needs = pending(self.table.game)
        assert isinstance(needs, NeedsDeal)
        deck = [type_of(card) for card in shuffled(needs.deck, seed + (1).to_bytes(4, "big"))]
        self.lean = new_deal(lean_rules(variant), players, deck, self._shuffle)
        self.lean.moves = []
        self.table.to_move()
        assert self.table.game.deal is not None
        self.seats = self.table.game.deal.seats
        self.reshuffled = 0

    def _shuffle(self, cards: list[CardType]) -> None:
        self.reshuffled += 1
        start: tuple[Card, ...] = tuple(card_of(kind) for kind in cards)
        order = shuffled(start, self._seed + (1 + self.reshuffled).to_bytes(4, "big"))
        cards[:] = [type_of(card) for card in reversed(order)]

    def play(self, turn: Play, bot: Callable[[SeatView], Action] | None = None) -> None:
        """The whole deal on the lean core, and each of its moves under the rules; a bot must have moved alike."""
        assert self.lean.moves is not None
        while self.lean.ended is None:
            done = len(self.lean.moves)
            turn(self.lean)
            for move in self.lean.moves[done:]:
                seat = self.seats[move.player]
                assert self.table.to_move() == seat
                view = self.table.view(seat)
                action = action_of(move, view)
                if bot is not None:
                    assert same(action, bot(view), view), (action, bot(view))
                self.table.act(seat, action)
            self.table.to_move(next_deal=False)
            if self.lean.ended is None:
                self.compare()
        self.judge()

    def compare(self) -> None:
        """The same cards everywhere."""
        for player, seat in enumerate(self.seats):
            view = self.table.view(seat)
            held = hand_of_cards([shown.card for shown in view.hand])
            assert list(held) == self.lean.hands[player]
            assert self.lean.sizes[player] == len(view.hand)
            line = view.seats[seat]
            assert line.has_laid == self.lean.laid[player]
            assert sorted(map(type_of, line.known)) == sorted(self.lean.known[player])
        view = self.table.view(None)
        assert [type_of(card) for card in view.pile] == self.lean.pile
        assert view.stock == len(self.lean.stock)
        assert list(map(sorted_meld, table_of(view.table, None, view.built))) == list(map(sorted_meld, self.lean.melds))

    def judge(self) -> None:
        """The same end and the same score."""
        ended, last = self.lean.ended, self.table.game.history[-1]
        assert ended is not None
        if ended.winner is None:
            assert isinstance(last, DealVoided)
            return
        assert isinstance(last, DealScored)
        assert last.winner == self.seats[ended.winner]
        assert last.how == ("kalooki" if ended.kalooki else "call-up")
        assert {one.seat: one.points for one in last.scores} == dict(zip(self.seats, ended.points, strict=True))


def sorted_meld(meld: TableMeld) -> TableMeld:
    """The suits of a set in one order."""
    return meld._replace(suits=tuple(sorted(meld.suits))) if isinstance(meld, TableSet) else meld


def action_of(move: Move, view: SeatView) -> Action:
    """A move of the lean core as the rules know it."""
    match move.kind:
        case "draw":
            return Draw()
        case "take":
            return Take()
        case "return":
            return Return()
        case "lay":
            assert move.plan is not None
            return Lay(written(solver_rules(view.variant), view.hand, move.plan).items)
        case "discard":
            shown = next(one for one in reversed(view.hand) if type_of(one.card) == move.card)
            return announced(view, Discard(shown))


def same(one: Action, other: Action, view: SeatView) -> bool:
    """Whether two moves are as good: the same card thrown away, or lays of as many points."""
    match one, other:
        case Discard(Shown(_, mine)), Discard(Shown(_, theirs)):
            return mine == theirs
        case Lay(), Lay():
            return _points(one, view) == _points(other, view)
        case _:
            return one == other


def _points(lay: Lay, view: SeatView) -> int:
    return sum(view.variant.hand_value(placed.card) for item in lay.items for placed in item.cards)
