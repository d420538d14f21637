"""The end of a deal in the log: hands are opened, the deal is scored, its decks end with it."""

from dataclasses import replace
from random import Random

import pytest

from kalooki.rules.deal import Counted, Showing
from kalooki.rules.events import DealScored
from kalooki.rules.game import NeedsDeal, NeedsHands, pending
from kalooki.table.log import TABLE, Stream
from kalooki.table.payloads import EVERYBODY, DealStart
from support.scribe_moments import DEAL_1, code, drawn, in_turn, player_at, some_discard
from support.table_scribe import HOST, Scribe, by_player, scribe_at
from support.table_turns import play


@pytest.fixture(scope="module")
def shown() -> tuple[Scribe, int]:
    """Somebody has gone out; the loser's hand is closed."""
    scribe = scribe_at("dealt")
    play(scribe, Random(4), NeedsHands)
    needs = pending(scribe.game)
    assert isinstance(needs, NeedsHands)
    return scribe, next(iter(needs.hands))


def test_losers_open_their_whole_hands_and_the_deal_is_scored(shown: tuple[Scribe, int]) -> None:
    scribe, loser = shown
    author, other = by_player(player_at(scribe, loser)), by_player(player_at(scribe, 1 - loser))
    opened = scribe.open_hand(loser)
    assert code(scribe.say(author, replace(opened, shown=opened.shown[1:]), stream=DEAL_1)) == "not_the_whole_hand"
    assert code(scribe.say(author, replace(opened, evidence=()), stream=DEAL_1)) == "missing_evidence"
    assert code(scribe.say(author, opened, stream=TABLE)) == "stale"
    assert code(scribe.say(other, opened, stream=DEAL_1)) == "not_now"
    result = scribe.must(author, opened, stream=DEAL_1)
    assert any(isinstance(event, DealScored) for event in result.events)
    assert scribe.game.deal is not None
    assert isinstance(scribe.game.deal.phase, Counted)
    assert code(scribe.say(author, opened, stream=DEAL_1)) == "not_now"


def test_a_hand_is_opened_when_somebody_has_gone_out_and_not_before() -> None:
    scribe = drawn()
    seat = in_turn(scribe)
    author = by_player(player_at(scribe, seat))
    assert code(scribe.say(author, scribe.open_hand(seat), stream=DEAL_1)) == "not_now"
    assert not isinstance(scribe.game.deal and scribe.game.deal.phase, Showing)


def test_a_deal_is_played_to_its_end_and_its_ceremonies_end_with_it() -> None:
    scribe = scribe_at("dealt")
    play(scribe, Random(7), NeedsDeal)
    assert isinstance(scribe.game.history[-1], DealScored)
    assert scribe.state.slots == ()
    assert scribe.state.owed == ()
    assert [record.number for record in scribe.state.ceremonies] == [scribe.state.prepared]


def test_a_deck_made_ahead_is_used_for_the_next_deal_of_the_same_seats() -> None:
    scribe = scribe_at("dealt")
    prepared = scribe.state.prepared
    assert prepared is not None
    scribe.make_deck(prepared)
    play(scribe, Random(4), NeedsDeal)
    scribe.ready()
    assert scribe.state.prepared == prepared
    start = scribe.deal_start()
    assert isinstance(start, DealStart)
    scribe.must(HOST, start, stream=scribe.deal_stream())
    assert scribe.state.stream == Stream(scribe.game.number, scribe.game.attempt)
    assert all(stream.deal in {0, scribe.state.stream.deal} or stream.deal > 1 for _, stream in scribe.state.counters)


def test_a_card_of_the_deal_is_opened_to_everybody_once() -> None:
    scribe = drawn()
    discard = some_discard(scribe)
    record, position = scribe.state.place_of(discard.shown.slot)
    scribe.act(in_turn(scribe), discard)
    assert scribe.ceremony(record.number).audience_of(position) == EVERYBODY
