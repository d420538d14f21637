"""What holds for every variant after every event: no card is lost or doubled, and no face is known too early."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from kalooki.cards import SeatNumber
from kalooki.rules.audience import EVERYBODY, audience, entitled, live_slots, public_faces
from kalooki.rules.deal import Lifting, Reshuffling, Showing, TurningUp, amount
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.events import Event
from kalooki.rules.game import Game, new_game
from kalooki.rules.legal import legal_actions
from kalooki.rules.open_game import OpenGame, play_game
from kalooki.rules.options import configure
from kalooki.rules.state import state_lines
from kalooki.rules.variant import Variant
from support.contract_presets import PLAYED
from support.random_player import random_player

VARIANTS = sorted(PLAYED)


def few_seats(key: str) -> int:
    """The fewest players."""
    return PLAYED[key].min_players


def short(variant: Variant) -> Variant:
    """The same game with a lower limit or target, where the house may set one, or of fewer deals."""
    if variant.hands_per_game is not None:
        return replace(variant, hands_per_game=1, sa_order=variant.sa_order and "b")  # a blitz is not won by chance
    return configure(variant, {name: 50 for name in ("limit", "na_target") if name in variant.choices})


def assert_conserved(game: Game, table: OpenGame) -> None:
    slots = live_slots(game)
    assert len(slots) == len(set(slots)), "a slot lies in two places"
    if game.deal is not None:
        assert Counter(table.deck.faces[slot] for slot in slots) == Counter(game.deal.deck), "cards were lost or made"
    for slot, card in public_faces(game).items():
        assert table.deck.faces[slot] == card
        assert audience(game, slot) == EVERYBODY


def assert_entitled(game: Game) -> None:
    """Everybody's faces are public, but for the upcard that turns and the hands that open; the stock is nobody's."""
    deal, known = game.deal, public_faces(game)
    if deal is None:
        return
    opening = isinstance(deal.phase, TurningUp | Lifting | Showing)
    for slot, who in entitled(game).items():
        assert who != EVERYBODY or slot in known or opening
    assert not set(deal.stock) & set(entitled(game))


def assert_hand_sizes(game: Game) -> None:
    """Between turns whoever has not laid holds what it was dealt; in its turn one card more."""
    deal = game.deal
    if deal is None or isinstance(deal.phase, TurningUp):
        return
    dealt = game.variant.hand_size(len(deal.seats), deal.number)
    for seat in deal.seats:
        drawn = seat == deal.turn.seat and deal.turn.has_drawn
        called = 2 * amount(deal.calls, seat)
        waits = isinstance(deal.phase, Reshuffling) and deal.phase.caller == seat
        assert seat in deal.laid or len(deal.hands[seat]) == dealt + drawn + called - waits


def assert_ledger(game: Game) -> None:
    assert sum(game.money) + (0 if game.winners else game.pool) == 0
    assert all(total >= 0 for total in game.totals) or game.variant.dealer_cut == "simulated"


class Play(RuleBasedStateMachine):
    """A game in which anything legal may happen, and some things that are not."""

    variant: Variant

    @initialize(seats=st.integers(2, 5), seed=st.integers(0, 99))
    def begin(self, seats: int, seed: int) -> None:
        self.table = OpenGame(new_game(self.variant, max(seats, self.variant.min_players)), seed.to_bytes(2, "big"))
        self.rng = Random(seed)
        self.player = random_player(self.rng)
        self.seat = self.table.to_move()

    @rule()
    def somebody_moves(self) -> None:
        if self.seat is not None:
            self.table.act(self.seat, self.player(self.table.view(self.seat)))
            self.seat = self.table.to_move()

    @rule(turns=st.integers(1, 12))
    def time_passes(self, turns: int) -> None:
        for _ in range(turns):
            self.somebody_moves()

    @rule(other=st.integers(0, 4))
    def somebody_moves_out_of_turn(self, other: int) -> None:
        if self.seat is None or other == self.seat or other >= len(self.table.game.seats):
            return
        before = self.table.game
        action = next(legal_actions(self.table.view(self.seat)))
        if other in (*self.table.view(None).awaited, *self.table.view(None).may_act):
            return
        with pytest.raises(IllegalActionError):
            self.table.act(SeatNumber(other), action)
        assert self.table.game is before

    @invariant()
    def nothing_is_lost(self) -> None:
        assert_conserved(self.table.game, self.table)
        assert_entitled(self.table.game)
        assert_ledger(self.table.game)
        assert_hand_sizes(self.table.game)


@pytest.mark.parametrize("key", VARIANTS)
def test_every_slot_is_always_in_exactly_one_place(key: str) -> None:
    machine = type("PlayVariant", (Play,), {"variant": PLAYED[key]})
    run_state_machine_as_test(machine, settings=settings(max_examples=10, stateful_step_count=25))


SETTINGS = __import__("hypothesis").settings(
    max_examples=12, stateful_step_count=25, deadline=None, derandomize=True, database=None
)


@pytest.mark.parametrize("key", VARIANTS)
def test_whole_games_by_chance_come_to_an_end_with_everything_in_its_place(key: str) -> None:
    seats = 3
    steps: list[tuple[str, ...]] = []
    seen: dict[tuple[int, int, int], object] = {}
    table = OpenGame(new_game(short(PLAYED[key]), seats), b"whole game")

    def watch(game: Game) -> None:
        assert_conserved(game, table)
        assert_entitled(game)
        assert_ledger(game)
        assert_hand_sizes(game)
        for slot, who in entitled(game).items():
            assert game.deal is not None
            deal = game.deal.number, game.deal.attempt
            before = seen.setdefault((*deal, slot), who)
            assert before in (who, EVERYBODY) or who == EVERYBODY, "an audience only ever grows"
            seen[*deal, slot] = who
        lines = tuple(state_lines(game))
        assert all(line.isascii() and "\n" not in line for line in lines)
        assert not steps or lines != steps[-1], "every step changes the state text"
        steps.append(lines)

    rng = Random(seats)
    players = [random_player(rng) for _ in range(seats)]
    while (seat := table.to_move()) is not None:
        table.act(seat, players[seat](table.view(seat)))
        watch(table.game)
    assert table.game.winners
    assert table.game.variant.limit is None or len(table.game.winners) + len(table.game.out) == seats


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("seed", [b"a", b"another"])
def test_the_same_seed_and_the_same_choices_give_the_same_deal(key: str, seed: bytes) -> None:
    def lines() -> list[str]:
        rng = Random(seed)
        events: list[str] = []

        def watch(game: Game, new: tuple[Event, ...]) -> None:
            events.extend([*state_lines(game), repr(new)])

        seats = few_seats(key)
        play_game(PLAYED[key], seats, seed, [random_player(rng)] * seats, watch, deals=1)
        return events

    assert lines() == lines()
