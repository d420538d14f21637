"""One deal of a contest: repeatable, in all seatings, and never the victim of a bot that fails."""

from dataclasses import replace
from random import Random

import pytest

from kalooki.arena.contest import Contest
from kalooki.arena.playing import Unit, play_unit
from kalooki.bot import Bot, with_chance
from kalooki.bots import bot_named
from kalooki.rules.actions import Action, BuyIn
from kalooki.rules.open_game import Chooser
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.view import SeatView

CONTEST = Contest(("easy", "beginner"), "british", (), 2, "deal", "one")


def named(key: str) -> Bot:
    bot = bot_named(key)
    assert bot is not None
    return bot


def played(contest: Contest, number: int = 0) -> Unit:
    bots = [named(key) for key in contest.bots]
    return play_unit(contest, number, lambda bot, chance: with_chance(bots[bot], chance))


def test_the_same_deal_comes_out_the_same() -> None:
    assert played(CONTEST) == played(CONTEST)
    assert played(CONTEST) != played(CONTEST, 1)
    assert played(CONTEST).hands != played(replace(CONTEST, seed="two")).hands


def test_every_seating_is_played_and_each_has_a_winner() -> None:
    unit = played(CONTEST)
    assert [hand.seating for hand in unit.hands] == [(0, 1), (1, 0)]
    for hand in unit.hands:
        (winner,) = hand.winners
        assert hand.points[winner] == 0
        assert hand.deals == 1
        assert hand.turns > 1


def test_bots_that_are_the_same_mirror_each_other_in_all_but_their_chance() -> None:
    unit = played(replace(CONTEST, bots=("easy", "easy")))
    first, second = unit.hands
    assert (first.points, first.winners, first.turns) == (second.points, second.winners, second.turns)


@pytest.mark.parametrize("variant", sorted(presets()))
def test_every_game_can_be_played(variant: str) -> None:
    seats = variant_named(variant).min_players
    hand = played(Contest(("easy", "easy"), variant, (), seats, "deal", "x")).hands[0]
    assert hand.deals + hand.voids == 1
    assert not any(hand.faults)


def test_the_deals_of_a_contract_game_have_its_contracts_in_turn() -> None:
    asked: dict[int, set[int]] = {0: set(), 1: set(), 9: set()}
    for number, numbers in asked.items():

        def watched(_bot: int, chance: int, numbers: set[int] = numbers) -> Chooser:
            choose = with_chance(named("easy"), chance)

            def look(view: SeatView) -> Action:
                numbers.add(view.number)
                return choose(view)

            return look

        play_unit(Contest(("easy", "easy"), "jamaican", (), 3, "deal", "x"), number, watched)
    assert asked == {0: {1}, 1: {2}, 9: {1}}


def test_a_whole_game_is_played_to_its_end() -> None:
    unit = played(Contest(("easy", "beginner"), "british", (("limit", 60),), 2, "game", "one"))
    for hand in unit.hands:
        assert len(hand.winners) == 1
        assert hand.deals >= 1
        loser = 1 - hand.winners[0]
        assert hand.points[loser] > 60


def test_who_answers_wrongly_or_not_at_all_loses_a_move_and_no_more() -> None:
    def fails(_view: SeatView) -> Action:
        raise RuntimeError

    def illegal(_view: SeatView) -> Action:
        return BuyIn()

    def sit(bot: int, chance: int) -> Chooser:
        return (fails, illegal, with_chance(named("easy"), chance))[bot]

    unit = play_unit(Contest(("a", "b", "c"), "british", (), 3, "deal", "one"), 0, sit)
    for hand in unit.hands:
        faults = {bot: hand.faults[seat] for seat, bot in enumerate(hand.seating)}
        assert faults[0] > 3
        assert faults[1] > 3
        assert faults[2] == 0
        assert hand.seating[hand.winners[0]] == 2


def test_a_bot_is_handed_chance_that_is_its_own() -> None:
    given: list[int] = []

    def sit(_bot: int, chance: int) -> Chooser:
        given.append(chance)
        return with_chance(named("easy"), chance)

    play_unit(CONTEST, 0, sit)
    play_unit(CONTEST, 1, sit)
    assert len(set(given)) == len(given) == 8
    assert Random(given[0]).random() != Random(given[1]).random()
