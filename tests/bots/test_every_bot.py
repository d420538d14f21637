"""What holds for each bot that has a file."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from kalooki.bot import LEVELS, Bot, announced, safe_action, with_chance
from kalooki.bots import bot_named, bots, greedy, levels, monte_carlo, names
from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import Action, Discard, End, Take
from kalooki.rules.audience import public_faces
from kalooki.rules.files.setting import hand_in_turn
from kalooki.rules.game import Game, new_game
from kalooki.rules.legal import check_view
from kalooki.rules.notation import parse_cards, parse_faces
from kalooki.rules.open_game import OpenGame, play_game
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import SeatView, ViewPhase, view
from support.contract_presets import game_named

BRITISH = variant_named("british")
KEYS = sorted(bots())
PLAYERS = {**bots(), "monte_carlo": monte_carlo.with_worlds(2)}
"""In a test two worlds will do."""


def table_of(seats: int, seed: str) -> OpenGame:
    return OpenGame(new_game(BRITISH, seats), seed.encode())


def deals_ended(table: OpenGame) -> int:
    return len(table.game.history)


@pytest.mark.parametrize("key", KEYS)
def test_a_bot_is_called_as_its_file_and_says_what_it_does(key: str) -> None:
    assert bots()[key].key == key
    assert bots()[key].description.endswith(".")


def test_a_level_has_one_bot_which_answers_to_both_names() -> None:
    assert set(levels()) <= set(LEVELS)
    assert sorted(bot.level for bot in bots().values() if bot.level) == sorted(levels())
    for level, bot in levels().items():
        assert bot_named(level) is bot_named(bot.key) is bot
    assert names()[: len(levels())] == tuple(levels())
    assert bot_named("clever") is None


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_answer_is_legal(key: str, seats: int) -> None:
    table, rng = table_of(seats, f"legal/{seats}"), Random(seats)
    while (seat := table.to_move()) is not None and deals_ended(table) < 2:
        table.act(seat, PLAYERS[key].choose(table.view(seat), rng))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("game", "seats", "house"),
    [
        ("jamaican", 3, {}),
        ("jamaican", 8, {"jokers": 4}),
        ("jamaican_baby", 4, {"call_priority": "judge", "joker_discard": "penalty50", "extra_melds": True}),
        ("jamaican_baby", 5, {"penalties": "challenge", "overcall": "no_lay", "call_window_ms": 0}),
    ],
)
def test_every_answer_is_legal_in_games_of_contracts(
    key: str, game: str, seats: int, house: Mapping[str, OptionValue]
) -> None:
    rng = Random(seats)
    players = [lambda view: PLAYERS[key].choose(view, rng)] * seats
    ended = play_game(game_named(game, house), seats, b"contracts", players, deals=3)
    assert len(ended.history) >= 3


@pytest.mark.parametrize("game", sorted(presets()))
@pytest.mark.parametrize("key", [key for key in KEYS if key != "random_legal"])
def test_every_bot_plays_a_deal_of_every_preset_to_its_end(key: str, game: str) -> None:
    rng, variant = Random(1), variant_named(game)
    players = [lambda view: PLAYERS[key].choose(view, rng)] * variant.min_players
    assert play_game(variant, variant.min_players, b"every", players, deals=1).history


@pytest.mark.parametrize("seats", [2, 6])
def test_every_answer_of_the_greedy_bot_is_legal_in_the_north_american_game(seats: int) -> None:
    table = OpenGame(new_game(variant_named("north_american"), seats), b"american")
    while (seat := table.to_move()) is not None and deals_ended(table) < 4:
        action = greedy.propose(table.view(seat))
        check_view(table.view(seat), action)
        table.act(seat, action)


@pytest.mark.parametrize("key", KEYS)
def test_the_same_view_and_chance_give_the_same_answer(key: str) -> None:
    assert played(PLAYERS[key], "again") == played(PLAYERS[key], "again")


def played(bot: Bot, seed: str) -> list[Action]:
    table, rng = table_of(3, seed), Random(7)
    actions: list[Action] = []
    while (seat := table.to_move()) is not None and deals_ended(table) < 1:
        actions.append(bot.choose(table.view(seat), rng))
        table.act(seat, actions[-1])
    return actions


@pytest.mark.parametrize(
    ("game", "seats", "number", "moves"),
    [
        ("british", 4, 1, 40),
        ("jamaican", 4, 2, 32),
        ("jamaican", 3, 4, 24),
        ("south_african", 3, 4, 24),
        ("south_african", 3, 1, 20),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_two_worlds_that_differ_only_in_hidden_cards_get_the_same_answer(
    key: str, game: str, seats: int, number: int, moves: int
) -> None:
    begun = replace(new_game(variant_named(game), seats), number=number)
    table, bot, other_world = OpenGame(begun, b"worlds"), PLAYERS[key], Random(3)
    seen_to_differ = 0
    while (seat := table.to_move()) is not None and seen_to_differ < moves:
        seat = table.asks(seat)
        here = table.view(seat)
        faces = with_hidden_cards_moved(table.game, seat, table.deck.faces, other_world)
        there = view(table.game, seat, faces)
        assert there == here
        seen_to_differ += faces != table.deck.faces
        action = bot.choose(here, Random(1))
        assert bot.choose(there, Random(1)) == action
        table.act(seat, action)
    assert seen_to_differ == moves


@pytest.mark.parametrize("key", [key for key in KEYS if bots()[key].advise is not None])
@pytest.mark.parametrize(("game", "says"), [("british", True), ("jamaican", True), ("north_american", True)])
def test_advice_is_the_move_that_is_made_and_says_why(key: str, game: str, says: bool) -> None:
    table, reasons = OpenGame(new_game(variant_named(game), 3), b"why"), set()
    advise = PLAYERS[key].advise
    assert advise is not None
    for number in range(30):
        seat = table.to_move()
        assert seat is not None
        seen = table.view(seat)
        advice = advise(seen, Random(number))
        assert advice.action == PLAYERS[key].choose(seen, Random(number))
        reasons.add(advice.why)
        table.act(seat, advice.action)
    assert "" in reasons, "the client has words of its own for a draw"
    assert all(reason.endswith(".") for reason in reasons if reason)
    assert (len(reasons) > 1) == says


def with_hidden_cards_moved(game: Game, seat: SeatNumber, faces: dict[Slot, Card], chance: Random) -> dict[Slot, Card]:
    """Another world with the same history: what the seat cannot see lies elsewhere."""
    assert game.deal is not None
    seen = {*public_faces(game), *game.deal.hands[seat]}
    hidden = [slot for slot in faces if slot not in seen]
    moved = [faces[slot] for slot in hidden]
    chance.shuffle(moved)
    return {**faces, **dict(zip(hidden, moved, strict=True))}


def test_the_greedy_bot_never_needs_the_rules_to_correct_it() -> None:
    table = table_of(4, "trusted")
    while (seat := table.to_move()) is not None and deals_ended(table) < 8:
        action = greedy.propose(table.view(seat))
        check_view(table.view(seat), action)
        table.act(seat, action)


def test_the_greedy_bot_never_throws_away_what_it_has_just_taken() -> None:
    table, taken = table_of(3, "stall"), 0
    while (seat := table.to_move()) is not None and deals_ended(table) < 10:
        seen = table.view(seat)
        action = greedy.BOT.choose(seen, Random(0))
        taken += isinstance(action, Take)
        if isinstance(action, Discard):
            assert action.shown.card != seen.taken
        table.act(seat, action)
    assert taken > 5


def test_the_greedy_bot_beats_the_random_one() -> None:
    won = 0
    for number in range(12):
        table = table_of(2, f"duel/{number}")
        greedy_seat = number % 2
        players = [with_chance(bots()["greedy" if seat == greedy_seat else "random_legal"], number) for seat in (0, 1)]
        while (seat := table.to_move()) is not None and deals_ended(table) < 1:
            table.act(seat, players[seat](table.view(seat)))
        totals = table.game.totals
        won += totals[greedy_seat] < totals[1 - greedy_seat]
    assert won >= 10


@pytest.mark.parametrize("house", [{}, {"penalties": "challenge", "call_priority": "judge"}])
def test_the_safe_action_is_legal_whoever_is_asked(house: Mapping[str, OptionValue]) -> None:
    table, rng = OpenGame(new_game(game_named("jamaican_baby", house), 4), b"safe"), Random(5)
    kinds = set()
    while (seat := table.to_move()) is not None and deals_ended(table) < 3:
        seen = table.view(seat)
        check_view(seen, safe_action(seen))
        kinds.add((seen.phase, type(safe_action(seen)).__name__))
        table.act(seat, bots()["greedy"].choose(seen, rng))
    assert {(ViewPhase.CALL, "Pass"), (ViewPhase.CALL, "Draw"), (ViewPhase.PLAY, "Discard")} <= kinds


def test_the_safe_action_is_legal_at_every_moment() -> None:
    table, rng = table_of(3, "safe"), Random(5)
    kinds = set()
    while (seat := table.to_move()) is not None:
        seen: SeatView = table.view(seat)
        check_view(seen, safe_action(seen))
        kinds.add(type(safe_action(seen)).__name__)
        table.act(seat, bots()["greedy"].choose(seen, rng))
    assert {"Draw", "Discard", "Decline"} <= kinds


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("hand", ["JK", "JK JK"])
def test_who_has_only_jokers_left_that_fit_nowhere_ends_his_turn(key: str, hand: str) -> None:
    others = [(SeatNumber(1), parse_faces("9S 9H 9D"))]
    table = hand_in_turn(game_named("jamaican"), parse_cards(hand), table=others, laid=True)
    action = PLAYERS[key].choose(table.view(SeatNumber(0)), Random(1))
    assert isinstance(action, End)
    table.act(SeatNumber(0), action)
    assert table.view(None).turn == 1


@pytest.mark.parametrize("cards", range(2, 15))
def test_every_card_of_a_hand_may_be_thrown_away_the_newest_too(cards: int) -> None:
    hand = parse_cards("2S 4S 6S 8S TS QS 3H 5H 7H 9H JH KH 2D 4D")[:cards]
    for place in range(cards):
        table = hand_in_turn(BRITISH, hand)
        shown = table.view(SeatNumber(0)).hand[place]
        table.act(SeatNumber(0), announced(table.view(SeatNumber(0)), Discard(shown)))
        assert table.view(None).turn == 1
