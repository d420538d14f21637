"""One deal of a contest, played in every seating on an open deck, under the judgement of the rules."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from kalooki.arena.contest import Contest, Seating, deck_seed, number_from
from kalooki.bot import judge, safe_action, volunteered
from kalooki.cards import SeatNumber
from kalooki.rules.actions import Action
from kalooki.rules.deal import Deal
from kalooki.rules.events import DealScored, DealVoided, Event
from kalooki.rules.game import Game, new_game
from kalooki.rules.open_game import Chooser, OpenGame

Sit = Callable[[int, int], Chooser]
"""Seats a bot, by its place in the contest's list, with a number for its chance."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What came of one seating: a deal, or a whole game. Tuples are indexed by seat."""

    seating: Seating
    points: tuple[int, ...]
    """As the rules count them; of a game the last totals. All 0 for a void deal. See `Contest.points_are_good`."""
    winners: tuple[int, ...]
    """The seats that won; none where the deal was void."""
    kalookis: tuple[int, ...]
    """How often each went out in one turn."""
    deals: int
    """Scored ones."""
    voids: int
    turns: int
    faults: tuple[int, ...]
    """Answers that were illegal, or none at all: a safe move took their place."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One deal of the contest in all its seatings."""

    number: int
    hands: tuple[Hand, ...]


def play_unit(contest: Contest, number: int, sit: Sit) -> Unit:
    """Play deal (or game) `number` of a contest, counted from 0, in each of its seatings."""
    return Unit(number, tuple(_play(contest, number, seating, sit) for seating in contest.seatings()))


def _play(contest: Contest, number: int, seating: Seating, sit: Sit) -> Hand:
    rules = contest.rules()
    tally = _Tally(len(seating))
    game = new_game(rules, contest.seats)
    if contest.unit == "deal" and rules.hands_per_game:
        game = replace(game, number=1 + number % rules.hands_per_game)  # each contract in turn
    table = OpenGame(game, deck_seed(contest, number), tally.take)
    choosers = [sit(bot, number_from(contest.seed, number, *seating, seat)) for seat, bot in enumerate(seating)]
    whole = contest.unit == "game"
    while (seat := table.to_move(next_deal=whole or not tally.ended)) is not None and (whole or not tally.ended):
        _move(table, seat, choosers, tally)
    return tally.hand(seating, table.game, whole=whole)


def _move(table: OpenGame, seat: SeatNumber, choosers: list[Chooser], tally: "_Tally") -> None:
    """One action: of a dealer who may cut, of somebody who gains by acting unasked, else of who is to move."""
    deal, asked = table.game.deal, table.asks(seat)
    if deal is not None and asked == seat and tally.once(deal):
        for other in table.game.seats:
            offer = volunteered(table.view(other)) if other not in table.game.out else None
            if offer is not None:
                table.act(other, offer)
                return
    table.act(asked, tally.answer(table, asked, choosers[asked]))


class _Tally:
    """Counts while a hand is played."""

    def __init__(self, seats: int) -> None:
        self.ended = 0
        self._voids = 0
        self._turns = 0
        self._kalookis = [0] * seats
        self._faults = [0] * seats
        self._points = [0] * seats
        self._winner: tuple[int, ...] = ()
        self._offered: tuple[int, int, int] | None = None

    def once(self, deal: Deal) -> bool:
        """Whether this turn of a deal that has offers for all has not been looked at for them."""
        rules = deal.variant
        if not rules.show_price and rules.penalties != "challenge":
            return False
        now = (deal.number, deal.attempt, deal.turn.number)
        if now == self._offered:
            return False
        self._offered = now
        return True

    def answer(self, table: OpenGame, seat: SeatNumber, choose: Chooser) -> Action:
        """What a bot says; what is safe where that is nothing legal."""
        view = table.view(seat)
        try:
            return judge(view, choose(view))
        except Exception:  # noqa: BLE001 - whatever a bot does wrong costs it a move, not the others their contest
            self._faults[seat] += 1
            return safe_action(view)

    def take(self, game: Game, happened: tuple[Event, ...]) -> None:
        """Count what came of a step."""
        for event in happened:
            match event:
                case DealScored(winner=winner, how=how, scores=scores):
                    self._end(game)
                    self._winner = (winner,)
                    self._kalookis[winner] += how == "kalooki"
                    for score in scores:
                        self._points[score.seat] = score.points
                case DealVoided():
                    self._end(game)
                    self._voids += 1
                case _:
                    pass

    def _end(self, game: Game) -> None:
        assert game.deal is not None
        self.ended += 1
        self._turns += game.deal.turn.number + 1

    def hand(self, seating: Seating, game: Game, *, whole: bool) -> Hand:
        """All that was counted."""
        return Hand(
            seating,
            game.totals if whole else tuple(self._points),
            tuple(game.winners) if whole else self._winner,
            tuple(self._kalookis),
            self.ended - self._voids,
            self._voids,
            self._turns,
            tuple(self._faults),
        )
