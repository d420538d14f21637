"""Whole games of contracts on the lean core, held move by move to the rules."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.bots import connections, expectation, greedy
from kalooki.rules.actions import Action
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import SeatView
from kalooki.sim.contract_deal import ContractDeal, new_contract_deal
from kalooki.sim.contract_game import play_contracts, sorted_deck
from kalooki.sim.contract_lean import is_contract_lean, lean_contracts
from kalooki.sim.contract_turns import (
    EASY,
    HARD,
    MEDIUM,
    ContractPlayer,
    begin,
    end_somehow,
    play_out,
    play_turn,
    throw,
)
from kalooki.sim.contract_worlds import world
from kalooki.sim.dealing import Shuffle
from kalooki.solver.contract_turn import plan_contract_turn
from kalooki.solver.words import distinct
from support.contract_mirror import ContractMirror

HOUSES: list[tuple[str, int, dict[str, OptionValue]]] = [
    ("jamaican", 3, {}),
    ("jamaican", 4, {}),
    ("jamaican", 6, {}),
    ("jamaican", 4, {"bend": "any_player", "bend_bonus": -50, "jokers": 6, "upcard_callable": True}),
    ("jamaican", 3, {"full_suit": False, "first_three_deal_12": True, "tack_high_first": True, "max_calls": 0}),
    ("jamaican", 3, {"stock_exhaust": "unlimited", "turn_cap": 60, "joker_tack_any": True, "max_calls": 9}),
    ("jamaican_baby", 3, {}),
    ("jamaican_baby", 5, {}),
    ("jamaican_baby", 4, {"extra_melds": True, "joker_move_low_when_full": True, "bend": "off", "dealer_cut": "off"}),
    ("jamaican_baby", 3, {"stock_exhaust": "no_reshuffle", "exhaust": "lazy", "baby_deal_8": True}),
]


def wild(rng: Random) -> ContractPlayer:
    """Does whatever the rules allow: calls and takes by chance, keeps back what it could lay, throws anything away."""

    def turn(deal: ContractDeal) -> None:
        if not begin(deal, takes=deal.may_take() and rng.random() < 0.3):
            return
        while rng.random() < 0.7:
            plan = plan_contract_turn(deal.solver, deal.situation(deal.player))
            if plan is None or plan.lay is None:
                break
            deal.lay(plan)
        naturals = list(distinct(deal.hands[deal.player]._replace(jokers=0)))
        if naturals:
            deal.discard(rng.choice(naturals))
        else:
            end_somehow(deal)

    return ContractPlayer(lambda _deal, _player: rng.random() < 0.4, turn)


@pytest.mark.parametrize(("game", "players", "house"), HOUSES)
@settings(max_examples=3)
@given(seed=st.integers(0, 1 << 32))
def test_whatever_is_done_on_the_lean_core_the_rules_come_to_the_same(
    game: str, players: int, house: dict[str, OptionValue], seed: int
) -> None:
    variant, rng = variant_named(game, house), Random(seed)
    last = len(variant.contracts)
    mirror = ContractMirror(variant, players, f"{game}/{seed}".encode(), number=rng.randint(1, last), cuts=seed % 2 > 0)
    assert mirror.begin()
    mirror.play([wild(rng) if rng.random() < 0.5 else EASY for _ in range(players)])


@pytest.mark.parametrize(
    ("game", "players", "player", "bot"),
    [
        ("jamaican", 4, EASY, greedy.propose),
        ("jamaican_baby", 3, EASY, greedy.propose),
        ("jamaican_baby", 4, MEDIUM, connections.propose),
    ],
)
def test_each_level_plays_a_whole_game_on_the_lean_core_as_its_bot_does(
    game: str, players: int, player: ContractPlayer, bot: Callable[[SeatView], Action]
) -> None:
    mirror = ContractMirror(variant_named(game), players, f"levels/{game}".encode())
    while mirror.begin():
        mirror.play([player] * players, [bot] * players)
    assert mirror.table.game.winners


@pytest.mark.parametrize(("number", "level"), [(1, HARD), (4, HARD), (7, HARD), (8, MEDIUM)])
def test_what_weighs_chances_plays_on_the_lean_core_as_its_bot_does(number: int, level: ContractPlayer) -> None:
    mirror = ContractMirror(variant_named("jamaican"), 3, f"levels/{number}".encode(), number=number)
    assert mirror.begin()
    bot = connections.propose if level is MEDIUM else lambda view: expectation.choose(view, Random(1))
    mirror.play([level] * 3, [bot] * 3)


def test_every_kind_of_move_and_of_end_is_met() -> None:
    kinds: set[str] = set()
    for number in range(6):
        rng = Random(number)
        mirror = ContractMirror(variant_named("jamaican_baby"), 3, f"kinds/{number}".encode(), number=1 + number % 3)
        assert mirror.begin()
        mirror.play([EASY if place == number % 4 else wild(rng) for place in range(3)])
        kinds |= mirror.kinds
    assert kinds >= {"call", "pass", "draw", "take", "grant", "lay", "discard", "bend", "out"}


def test_a_deal_that_was_copied_goes_its_own_way() -> None:
    mirror = ContractMirror(variant_named("jamaican"), 4, b"copied")
    assert mirror.begin()
    for _ in range(6):
        play_turn(mirror.lean, [EASY] * 4)
    before, other = repr(mirror.lean), mirror.lean.copy()
    while other.ended is None:
        play_turn(other, [EASY] * 4)
    assert repr(mirror.lean) == before
    assert other.moves is None


def test_what_a_player_cannot_see_changes_nothing_of_his_turn() -> None:
    """A player of the lean core looks at a world; it must not matter which of those that he could be in."""
    for level in (EASY, MEDIUM, HARD):
        mirror = ContractMirror(variant_named("jamaican"), 4, b"fair", number=2)
        assert mirror.begin()
        here, rng = mirror.lean, Random(2)
        for _ in range(24):
            there = world(here, here.player, rng.shuffle)
            assert there.hands[here.player] == here.hands[here.player]
            for other in here.asked:
                elsewhere = world(here, other, rng.shuffle)
                assert level.wants(elsewhere, other) == level.wants(here, other)
            takes = here.copy(), there
            for one in takes:
                one.moves, one.stock[-1] = [], here.stock[-1]
                level.turn(one)
            assert takes[0].moves == takes[1].moves
            play_turn(here, [level] * 4)
            if here.ended is not None:
                break


@pytest.mark.parametrize("game", sorted(presets()))
def test_the_core_says_which_games_it_knows(game: str) -> None:
    assert is_contract_lean(variant_named(game)) == (game in {"jamaican", "jamaican_baby"})


@pytest.mark.parametrize("house", [{"penalties": "challenge"}, {"joker_discard": "penalty50"}, {"call_window_ms": 0}])
def test_it_does_not_know_every_house(house: dict[str, OptionValue]) -> None:
    assert not is_contract_lean(variant_named("jamaican", house))


def test_a_game_is_the_sum_of_its_deals_and_a_void_deal_is_dealt_again() -> None:
    rules = lean_contracts(variant_named("jamaican_baby"))
    dealt: list[tuple[int, int]] = []

    def chance(number: int, attempt: int) -> tuple[list[int], int | None, Shuffle]:
        dealt.append((number, attempt))
        rng, deck = Random(f"{number}/{attempt}"), sorted_deck(rules.variant, 3)
        rng.shuffle(deck)
        return deck, None, rng.shuffle

    def turn(deal: ContractDeal) -> None:
        """Nobody does anything in the first attempt at the second deal, which ends for want of cards."""
        if dealt[-1] != (2, 1):
            EASY.turn(deal)
        elif begin(deal, takes=False):
            throw(deal, next(distinct(deal.hands[deal.player]._replace(jokers=0)), None))

    totals = play_contracts(rules, [ContractPlayer(EASY.wants, turn)] * 3, chance)
    assert dealt == [(1, 1), (2, 1), (2, 2), (3, 1)]
    ended = [new_contract_deal(rules, number, 3, *chance(number, attempt)[::2]) for number, attempt in dealt.copy()]
    points = [[0] * 3 for _ in ended]
    for place, deal in enumerate(ended):
        if place != 1:
            play_out(deal, [EASY] * 3)
            assert deal.ended is not None
            points[place] = list(deal.ended.points)
    seats = [[(number - 1 + place) % 3 for place in range(3)] for number in (1, 2, 2, 3)]
    assert list(totals) == [
        sum(row[order.index(seat)] for row, order in zip(points, seats, strict=True)) for seat in range(3)
    ]
