"""Whatever anybody sends, in whatever order: it is played, or refused by name."""

from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from random import Random

import pytest

from kalooki.cards import JOKER, Card, Natural, Rank, SeatNumber, Slot, Suit
from kalooki.rules import game as games
from kalooki.rules.actions import (
    Action,
    Allow,
    BuyIn,
    Call,
    Challenge,
    Cut,
    Decline,
    Discard,
    Draw,
    End,
    Exchange,
    Lay,
    LayItem,
    LayOff,
    MeldId,
    NewMeld,
    Pass,
    PickSeat,
    Placed,
    Refuse,
    Return,
    Show,
    Shown,
    Take,
)
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.game import Game, Step, new_game
from kalooki.rules.judging import check_view
from kalooki.rules.legal import legal_actions
from kalooki.rules.open_game import OpenGame
from kalooki.rules.state import state_lines
from kalooki.table.playing import shown_by
from support.contract_presets import PLAYED

STEPS = 400


class Noise:
    """Actions and events of the table that make sense now and then."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def natural(self) -> Natural:
        return Natural(self.rng.choice(list(Rank)), self.rng.choice(list(Suit)))

    def card(self) -> Card:
        return JOKER if self.rng.random() < 0.2 else self.natural()

    def slot(self, held: tuple[Shown, ...]) -> Slot:
        return self.rng.choice(held).slot if held and self.rng.random() < 0.8 else Slot(self.rng.randint(-2, 240))

    def shown(self, held: tuple[Shown, ...]) -> Shown:
        """A card that is held, or one that is claimed to be, or one that is somewhere."""
        if held and self.rng.random() < 0.7:
            return self.rng.choice(held)
        return Shown(self.slot(held), self.card())

    def all_shown(self, held: tuple[Shown, ...]) -> tuple[Shown, ...]:
        return tuple(self.shown(held) for _ in range(self.rng.randint(0, 8)))

    def placed(self, held: tuple[Shown, ...]) -> tuple[Placed, ...]:
        made = []
        for _ in range(self.rng.choice((0, 1, 1, 2, 3, 3, 4, 14))):
            one = self.shown(held)
            slot = None if self.rng.random() < 0.05 else one.slot
            said = self.natural() if self.rng.random() < 0.15 else None
            made.append(Placed(slot, one.card, said))
        return tuple(made)

    def item(self, held: tuple[Shown, ...]) -> LayItem:
        meld = MeldId(self.rng.randint(-1, 6))
        match self.rng.randrange(3):
            case 0:
                return NewMeld(self.placed(held))
            case 1:
                return LayOff(meld, self.placed(held))
            case _:
                return Exchange(meld, self.placed(held), self.rng.random() < 0.4)

    def action(self, held: tuple[Shown, ...], seats: int) -> Action:
        rng, seat = self.rng, SeatNumber(self.rng.randint(-1, seats))
        plain = (Draw(), Take(), Return(), Call(), Pass(), Refuse(), BuyIn(), Decline(), Allow(), Allow(seat), Cut())
        others: tuple[Callable[[], Action], ...] = (
            lambda: Cut(rng.randint(-1, 300)),
            lambda: PickSeat(rng.randint(-1, 9)),
            lambda: Challenge(seat, rng.choice(("overcall", "lay", "nothing"))),
            lambda: Discard(self.shown(held), rng.choice((None, -1, 0, 1, 3, 12))),
            lambda: End(self.all_shown(held)),
            lambda: Show(self.all_shown(held)),
            lambda: Lay(tuple(self.item(held) for _ in range(rng.randint(0, 3)))),
        )
        return rng.choice(plain) if rng.random() < 0.3 else rng.choice(others)()

    def event(self, game: Game) -> Step:
        """Something that the table says, whether it is awaited or not."""
        rng, cards = self.rng, self.card()
        seat = SeatNumber(rng.randrange(len(game.seats)))
        says: tuple[Callable[[], Step], ...] = (
            lambda: games.close_window(game),
            lambda: games.turn_up(game, cards),
            lambda: games.restock(game, tuple(Slot(rng.randint(0, 400)) for _ in range(rng.randint(0, 9)))),
            lambda: games.cut(game, rng.randint(-10, 10)),
            lambda: games.open_hand(game, seat, self.all_shown(())),
            lambda: games.begin_deal(game),
        )
        return rng.choice(says)()


@pytest.mark.parametrize("key", PLAYED)
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_sent_is_played_or_refused_by_name(key: str, seed: int) -> None:
    rng = Random(f"{key} {seed}")
    noise, variant = Noise(rng), PLAYED[key]
    table = OpenGame(new_game(variant, variant.min_players + (seed > 1)), bytes([seed]))
    accepted = 0
    for _ in range(STEPS):
        awaited = table.to_move()
        if awaited is None:
            break
        seat = awaited if rng.random() < 0.7 else SeatNumber(rng.randrange(len(table.game.seats)))
        view = table.view(seat)
        with suppress(IllegalActionError):
            check_view(view, noise.action(view.hand, len(table.game.seats)))
        action = noise.action(view.hand, len(table.game.seats))
        if all(table.deck.faces.get(one.slot) == one.card for one in shown_by(action)):  # evidence is judged before
            with suppress(IllegalActionError):
                table.act(seat, action)
                accepted += 1
        with suppress(IllegalActionError):
            games.apply(table.game, seat, noise.action(view.hand, len(table.game.seats)))
        with suppress(IllegalActionError):
            noise.event(table.game)
        assert list(state_lines(table.game))
        following = table.to_move()
        if rng.random() < 0.4 and following is not None:
            table.act(following, rng.choice(list(islice(legal_actions(table.view(following)), 20))))
    assert accepted > 8
