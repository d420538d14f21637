"""A whole game on an open deck: the arena, the tests and the referee drive the rules through this."""

from collections.abc import Callable, Sequence

from kalooki.cards import SeatNumber
from kalooki.rules.actions import Action, Shown
from kalooki.rules.cutting import may_cut
from kalooki.rules.events import DealScored, DealVoided, Event
from kalooki.rules.game import (
    Game,
    GameOver,
    NeedsAction,
    NeedsDeal,
    NeedsDecision,
    NeedsHands,
    NeedsOffset,
    NeedsStock,
    NeedsUpcard,
    Step,
    apply,
    begin_deal,
    close_window,
    cut,
    new_game,
    open_hand,
    pending,
    restock,
    turn_up,
)
from kalooki.rules.open_deck import OpenDeck
from kalooki.rules.variant import Variant
from kalooki.rules.view import SeatView, view

Chooser = Callable[[SeatView], Action]
"""What sits in a seat: it sees its view and says what it does."""

Watcher = Callable[[Game, tuple[Event, ...]], None]
"""Is told the game after each step, and what came of it."""


def unwatched(_game: Game, _events: tuple[Event, ...]) -> None:
    """Nobody watches."""


class OpenGame:
    """A game and its open deck; whatever is not a player's choice happens by itself."""

    def __init__(self, game: Game, seed: bytes, watch: Watcher = unwatched) -> None:
        self.game = game
        self.deck = OpenDeck(seed)
        self._watch = watch

    def view(self, seat: SeatNumber | None) -> SeatView:
        """The game as a seat sees it."""
        return view(self.game, seat, self.deck.faces)

    def to_move(self, *, next_deal: bool = True) -> SeatNumber | None:  # noqa: C901 - one case for each need
        """Supply all that is not a player's choice, and say who chooses next; None when the game is over.

        Without `next_deal` it is None as soon as the deal is.
        """
        while True:
            match pending(self.game):
                case NeedsAction(seats):
                    return seats[0]
                case NeedsDeal(start):
                    if not next_deal:
                        return None
                    self.deck.deal(start)
                    self._take(begin_deal(self.game))
                case NeedsUpcard(slot):
                    self._take(turn_up(self.game, self.deck.faces[slot]))
                case NeedsOffset(offsets):
                    self._take(cut(self.game, self.deck.offset(offsets)))
                case NeedsStock(start, slots):
                    self.deck.restock(start, slots)
                    self._take(restock(self.game, slots))
                case NeedsHands(hands):
                    seat, held = next(iter(hands.items()))
                    self._take(open_hand(self.game, seat, tuple(Shown(slot, self.deck.faces[slot]) for slot in held)))
                case NeedsDecision(seat):
                    return seat
                case GameOver():
                    return None

    def asks(self, seat: SeatNumber) -> SeatNumber:
        """The dealer while he may cut, else the seat that is to move."""
        deal = self.game.deal
        return deal.dealer if deal is not None and may_cut(deal) else seat

    def act(self, seat: SeatNumber, action: Action) -> tuple[Event, ...]:
        """One player's action.

        Raises:
            IllegalActionError: It is not legal; nothing has changed.
        """
        step = apply(self.game, seat, action)
        self._take(step)
        return step[1]

    def close_window(self) -> tuple[Event, ...]:
        """The time for answers is up.

        Raises:
            NotNowError: Nothing is open that could be closed.
        """
        step = close_window(self.game)
        self._take(step)
        return step[1]

    def _take(self, step: Step) -> None:
        self.game = step[0]
        self._watch(*step)


def play_game(  # noqa: PLR0913 - the call of every arena
    variant: Variant,
    seats: int,
    seed: bytes,
    choosers: Sequence[Chooser],
    watch: Watcher = unwatched,
    *,
    deals: int | None = None,
) -> Game:
    """Play until the game is over, or until so many deals have been scored or voided.

    A dealer who may cut is asked first; he may only cut.

    Raises:
        IllegalActionError: A chooser chose what is not legal.
    """
    table = OpenGame(new_game(variant, seats), seed, watch)
    while (seat := table.to_move()) is not None and not _enough(table.game, deals):
        asked = table.asks(seat)
        table.act(asked, choosers[asked](table.view(asked)))
    return table.game


def _enough(game: Game, deals: int | None) -> bool:
    return deals is not None and sum(isinstance(one, DealScored | DealVoided) for one in game.history) >= deals
