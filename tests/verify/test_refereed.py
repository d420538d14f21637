"""The referee, with an open deck and no network, comes to the states and scores of a game between nodes."""

from dataclasses import replace

import pytest

from kalooki.rules.deal import Counted, Deal
from kalooki.rules.events import DealScored
from kalooki.rules.game import Game
from kalooki.verify import Verdict, verify_transcript
from support.forger import SEED, played, transcript_of
from support.preset_games import SHORT
from support.refereed import PlayedDeal, deals_of, differences, replayed
from support.table_group import GlassGroup
from support.vector_files import TRANSCRIPTS


@pytest.mark.parametrize("preset", SHORT)
def test_the_referee_comes_to_the_states_and_scores_of_the_saved_game(preset: str) -> None:
    assert list(differences((TRANSCRIPTS / f"game_{preset}.kalooki").read_bytes())) == []


@pytest.fixture(scope="module")
def one_deal() -> PlayedDeal:
    world = played(1)
    content = transcript_of(world)
    assert verify_transcript(content, world.group, SEED).verdict is Verdict.VALID
    (only,) = deals_of(content, GlassGroup())
    return only


def deal_of(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def test_another_hand_after_an_action_is_noticed(one_deal: PlayedDeal) -> None:
    middle = sorted(one_deal.games)[len(one_deal.games) // 2]
    game = one_deal.games[middle]
    fewer = replace(game, deal=replace(deal_of(game), hands=tuple(hand[1:] for hand in deal_of(game).hands)))
    found = list(replayed(replace(one_deal, games={**one_deal.games, middle: fewer})))
    assert found == [f"deal 1.1 after {middle} actions: seats"]


def test_another_score_is_noticed(one_deal: PlayedDeal) -> None:
    last = one_deal.end.history[-1]
    assert isinstance(last, DealScored)
    lines = tuple(replace(score, points=score.points + 1) for score in last.scores)
    other = replace(one_deal.end, history=(replace(last, scores=lines),))
    found = list(replayed(replace(one_deal, games={**one_deal.games, max(one_deal.games): other})))
    assert found == [f"deal 1.1 after {len(one_deal.actions)} actions: last", "deal 1.1: another score"]


def test_an_action_that_was_not_legal_is_noticed(one_deal: PlayedDeal) -> None:
    """A draw in the place of the last discard: the table itself would have refused it."""
    seat, _ = one_deal.actions[-1]
    false = replace(one_deal, actions=[*one_deal.actions[:-1], (seat, "draw")])
    found = list(replayed(false))
    assert any("the referee refuses action" in one for one in found)


def test_a_hand_that_was_never_opened_does_not_change_what_all_could_see(one_deal: PlayedDeal) -> None:
    """As in a deal that is void: what stays closed is filled up with whatever is left."""
    phase = deal_of(one_deal.end).phase
    assert isinstance(phase, Counted)
    hidden = {shown.slot for _, hand in phase.opened for shown in hand}
    known = {slot: card for slot, card in one_deal.faces.items() if slot not in hidden}
    before = {number: game for number, game in one_deal.games.items() if number < len(one_deal.actions)}
    cut = replace(one_deal, faces=known, games=before, actions=one_deal.actions[: max(before)])
    assert list(replayed(cut)) == []
