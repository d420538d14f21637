"""A South African game on the lean core and the same game under the rules, move by move."""

from collections.abc import Sequence
from functools import partial

from kalooki.rules.actions import Action, Call, Cut, Discard, Draw, Lay, Pass, Take
from kalooki.rules.changing import replace
from kalooki.rules.game import new_game
from kalooki.rules.open_game import OpenGame
from kalooki.rules.variant import Variant
from kalooki.rules.view import SeatView
from kalooki.sim.exact_deal import ExactMove, lean_exact, new_exact_deal
from kalooki.sim.exact_turns import ExactPlayer, play_turn
from kalooki.solver.exact_lay import items_of
from kalooki.solver.lay import written
from kalooki.solver.seen import table_of
from kalooki.solver.words import hand_of_cards, type_of
from support.contract_mirror import Choose, ContractMirror, is_legal_in, sorted_meld


class ExactMirror(ContractMirror):
    """Both, from one seed."""

    def __init__(self, variant: Variant, players: int, seed: bytes, *, number: int = 1, cuts: bool = True) -> None:
        self._seed = seed
        self._ceremonies = 0
        self._cuts = cuts
        self.exact = lean_exact(variant)
        self.table = OpenGame(replace(new_game(variant, players), number=number), seed)
        self.kinds = set()

    def begin(self) -> bool:
        """The next deal on both sides; False when the game is over."""
        self._ceremonies += 1
        cutter = self.table.to_move()
        if cutter is None:
            return False
        game = self.table.game
        assert game.deal is not None
        self.seats = game.deal.seats
        deck = [type_of(self.table.deck.faces[slot]) for slot in sorted(self.table.deck.faces)]
        self.table.act(cutter, Cut() if self._cuts else Pass())
        self.table.to_move()
        self.deal = new_exact_deal(self.exact, game.number, len(self.seats), deck, self._shuffle, cut=self._cuts)
        self.deal.moves = []
        return True

    def play_exact(self, players: Sequence[ExactPlayer], bots: Sequence[Choose] = ()) -> None:
        """The whole deal; where bots are named, they must have moved alike."""
        deal = self.deal
        assert deal.moves is not None
        while deal.ended is None:
            self.compare()
            done = len(deal.moves)
            play_turn(deal, players)
            for move in deal.moves[done:]:
                bot = bots[move.player] if bots else None
                self._follow(move.player, move.kind, partial(self._exact_action, move), bot)
        self.judge_exact()

    def _exact_action(self, move: ExactMove, view: SeatView) -> Action:  # noqa: PLR0911 - a line for each kind
        match move.kind:
            case "call":
                return Call()
            case "pass":
                return Pass()
            case "draw":
                return Draw()
            case "take":
                return Take()
            case "discard":
                assert move.card is not None
                return Discard(self._shown(view, move.card))
            case "contract":
                assert move.contract is not None
                return Lay(tuple(self._seen_first(view, items_of(view, move.contract.melds))))
            case "lay":
                assert move.plan is not None
                items = written(self.exact.solver, view.hand, move.plan).items
                return Lay(tuple(self._seen_first(view, items)))

    def compare(self) -> None:
        """The same cards everywhere, and the same right to the discard."""
        deal = self.deal
        for player, seat in enumerate(self.seats):
            view = self.table.view(seat)
            assert hand_of_cards([shown.card for shown in view.hand]) == deal.hands[player]
            line = view.seats[seat]
            assert (line.has_laid, line.calls, line.cards) == (
                deal.laid[player],
                deal.calls[player],
                deal.sizes[player],
            )
            assert sorted(map(type_of, line.known)) == sorted(deal.known[player])
        view = self.table.view(None)
        assert [type_of(card) for card in view.pile] == deal.pile
        assert (view.stock, view.turn_number, view.dead) == (len(deal.stock), deal.number, deal.dead)
        assert [sorted_meld(meld) for meld in table_of(view.table, None, ())] == list(map(sorted_meld, deal.melds))
        seat = self.seats[deal.player]
        assert is_legal_in(self.table.view(seat), Take()) == deal.may_take()

    def judge_exact(self) -> None:
        """The same end and the same score."""
        ended = self.deal.ended
        assert ended is not None
        self.judge_end(ended, "blitz" if self.deal.contract.everything else "out")
