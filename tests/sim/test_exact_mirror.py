"""South African deals on the lean core, held move by move to the rules."""

from collections.abc import Iterable
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.bots import connections, expectation, greedy
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.variant import OptionValue
from kalooki.sim.exact_deal import ExactDeal, is_exact_lean
from kalooki.sim.exact_turns import EASY, HARD, MEDIUM, ExactPlayer, finish, play_turn
from kalooki.solver.words import CardType, distinct
from support.contract_mirror import Choose
from support.exact_mirror import ExactMirror

HOUSES: list[tuple[int, dict[str, OptionValue]]] = [
    (3, {}),
    (5, {}),
    (4, {"sa_order": "b", "round7_two_jokers": True, "max_calls": 9}),
    (3, {"half_safe": "never", "max_calls": 0, "stock_exhaust": "no_reshuffle", "exhaust": "lazy"}),
    (4, {"sa_blitz_discard": True, "turn_cap": 40, "max_jokers_per_meld": "one_per_set_two_per_run"}),
]


def wild(rng: Random) -> ExactPlayer:
    """Buys and takes by chance, and throws anything away."""

    def discard(deal: ExactDeal) -> CardType | None:
        kinds = list(distinct(deal.hands[deal.player]))
        return rng.choice(kinds) if rng.random() < 0.5 else None

    return ExactPlayer(
        lambda _deal, _player: rng.random() < 0.4, lambda _deal: rng.random() < 0.4, partial(finish, choose=discard)
    )


@pytest.mark.parametrize(("players", "house"), HOUSES)
@settings(max_examples=5)
@given(seed=st.integers(0, 1 << 32))
def test_whatever_is_done_on_the_lean_core_the_rules_come_to_the_same(
    players: int, house: dict[str, OptionValue], seed: int
) -> None:
    rng = Random(seed)
    variant = variant_named("south_african", house)
    mirror = ExactMirror(variant, players, f"exact/{seed}".encode(), number=rng.randint(1, 7), cuts=seed % 3 > 0)
    assert mirror.begin()
    mirror.play_exact([wild(rng) if rng.random() < 0.5 else EASY for _ in range(players)])


@pytest.mark.parametrize(
    ("level", "bot", "numbers"),
    [
        (EASY, greedy.propose, range(1, 8)),
        (MEDIUM, connections.propose, (1, 4, 5)),
        (HARD, lambda view: expectation.choose(view, Random(1)), (1, 6, 7)),
    ],
    ids=["easy", "medium", "hard"],
)
def test_each_level_plays_on_the_lean_core_as_its_bot_does(
    level: ExactPlayer, bot: Choose, numbers: Iterable[int]
) -> None:
    for number in numbers:
        mirror = ExactMirror(variant_named("south_african"), 3, f"levels/{number}".encode(), number=number)
        assert mirror.begin()
        mirror.play_exact([level] * 3, [bot] * 3)


def test_a_whole_game_ends_as_it_does_under_the_rules() -> None:
    mirror = ExactMirror(variant_named("south_african"), 3, b"game")
    while mirror.begin():
        mirror.play_exact([EASY] * 3)
    assert mirror.table.game.winners


@pytest.mark.parametrize("game", sorted(presets()))
def test_the_core_says_which_games_it_knows(game: str) -> None:
    assert is_exact_lean(variant_named(game)) == (game == "south_african")


@pytest.mark.parametrize("house", [{"half_safe": "always"}, {"sa_kaluki": True}, {"call_window_ms": 0}])
def test_it_does_not_know_every_house(house: dict[str, OptionValue]) -> None:
    assert not is_exact_lean(variant_named("south_african", house))


def test_a_deal_that_was_copied_goes_its_own_way() -> None:
    mirror = ExactMirror(variant_named("south_african"), 4, b"copied", number=3)
    assert mirror.begin()
    for _ in range(6):
        play_turn(mirror.deal, [EASY] * 4)
    before, other = repr(mirror.deal), mirror.deal.copy()
    while other.ended is None:
        play_turn(other, [EASY] * 4)
    assert repr(mirror.deal) == before
    assert other.moves is None
