"""Contract games in the log: calls by several seats, the cut, penalty cards, challenges."""

from random import Random

import pytest

from kalooki.fair.contexts import Kind
from kalooki.rules.actions import Call, Cut, Draw, Pass, Take
from kalooki.rules.deal import InTurn
from kalooki.rules.events import CallGranted, CutMade
from kalooki.rules.game import NeedsOffset, pending
from kalooki.table.hosting import announcement
from kalooki.table.payloads import EVERYBODY, CutReady
from kalooki.table.proving import HONEST
from kalooki.table.results import Effective
from kalooki.table.standing import standing
from kalooki.table.workshop import Workshop
from support.contract_tables import at_move, code, deal_phase, dealt, discarded, in_turn, waiting
from support.table_scribe import HOST, Scribe, by_player, scribe_at
from support.table_turns import play

# --- several seats answer at once -----------------------------------------------------------------------------------


def test_answers_that_were_given_at_once_count_in_any_order() -> None:
    scribe = discarded()
    move, turn = scribe.state.move, in_turn(scribe)
    one, two = waiting(scribe)
    assert isinstance(at_move(scribe, two, Call(), move), Effective)
    assert isinstance(at_move(scribe, turn, Draw(), move), Effective)
    last = at_move(scribe, one, Call(), move)
    assert isinstance(last, Effective)
    granted = next(event for event in last.events if isinstance(event, CallGranted))
    assert granted.seat == one  # clockwise, whoever came first
    assert scribe.state.move == move + 1


def test_a_late_call_is_void_by_name() -> None:
    scribe = discarded()
    move = scribe.state.move
    one, two = waiting(scribe)
    assert isinstance(at_move(scribe, in_turn(scribe), Take(), move), Effective)
    assert code(at_move(scribe, one, Call(), move)) == "stale"
    assert code(at_move(scribe, two, Call(), scribe.state.move)) == "not_now"


def test_a_draw_holds_though_everybody_has_passed_meanwhile() -> None:
    scribe = discarded()
    move = scribe.state.move
    for seat in waiting(scribe):
        assert isinstance(at_move(scribe, seat, Pass(), move), Effective)
    assert isinstance(deal_phase(scribe), InTurn)
    assert isinstance(at_move(scribe, in_turn(scribe), Draw(), move), Effective)


def test_the_table_says_whom_it_awaits_and_who_may_act_as_well() -> None:
    scribe = discarded()
    said = standing(scribe.state, None)
    assert said.doing == "action"
    assert said.waiting_for == tuple(scribe.state.seated(seat).number for seat in waiting(scribe))
    assert said.may_act == (scribe.state.seated(in_turn(scribe)).number,)
    assert standing(scribe_at("gathered").state, None).may_act == ()


# --- penalty cards ----------------------------------------------------------------------------------------------------


def test_a_penalty_card_is_given_to_the_caller_alone() -> None:
    scribe = discarded()
    caller, _ = waiting(scribe)
    scribe.act(caller, Call())
    scribe.act(waiting(scribe)[0], Pass())
    assert scribe.game.deal is not None
    penalty, after_it = scribe.game.deal.stock[:2]
    scribe.act(in_turn(scribe), Draw())
    assert scribe.game.deal.hands[caller][-1] == penalty
    owed = [(one.grant.recipient, one.grant.positions, one.grant.provers) for one in scribe.state.owed]
    others = [seat for seat in range(4) if seat != caller]
    drawers = [seat for seat in range(4) if seat != in_turn(scribe)]
    expected = [(int(caller), (int(penalty),), tuple(others)), (int(in_turn(scribe)), (int(after_it),), tuple(drawers))]
    assert sorted(owed) == sorted(expected)


# --- the cut ----------------------------------------------------------------------------------------------------------


def cutting() -> Scribe:
    scribe = dealt(3)
    assert scribe.game.deal is not None
    assert isinstance(scribe.act(scribe.game.deal.dealer, Cut(18)), Effective)
    return scribe


def test_by_how_much_a_cut_misses_is_drawn_from_a_deck_that_all_have_shuffled() -> None:
    scribe = cutting()
    number = scribe.state.cutting
    assert number is not None
    setting = scribe.ceremony(number).plan.setting
    assert (setting.kind, len(setting.faces), len(setting.seats)) == (Kind.CUT, 21, 3)
    assert isinstance(pending(scribe.game), NeedsOffset)
    assert standing(scribe.state, None).doing == "keys"
    ready = CutReady(number, bytes(32))
    assert code(scribe.say(HOST, ready, stream=scribe.state.stream)) == "shuffles_incomplete"
    scribe.make_deck(number)
    assert standing(scribe.state, None).doing == "verify"
    assert code(scribe.say(HOST, ready, stream=scribe.state.stream)) == "other_deck"
    workshop = Workshop(HONEST)
    assert announcement(scribe.state, workshop) is None
    workshop.verdicts[number] = scribe.verdict(number)
    ready = CutReady(number, scribe.ceremony(number).chain)
    assert announcement(scribe.state, workshop) == (f"cut/{number}", scribe.state.stream, ready)
    assert code(scribe.say(by_player(0), ready, stream=scribe.state.stream)) == "wrong_author"
    scribe.must(HOST, ready, stream=scribe.state.stream)
    (owed,) = scribe.state.owed
    assert (owed.grant.recipient, owed.grant.positions, len(owed.grant.provers)) == (EVERYBODY, (0,), 3)
    assert code(scribe.say(HOST, ready, stream=scribe.state.stream)) == "not_now"
    assert standing(scribe.state, None).doing == "shares"
    *_, last = [scribe.order(message)[0] for message in scribe.share_messages(scribe.state.index - 1)]
    assert isinstance(last, Effective)
    (made,) = [event for event in last.events if isinstance(event, CutMade)]
    assert -10 <= made.lift - made.depth <= 10
    assert (scribe.state.cutting, scribe.state.record(number)) == (None, None)
    assert isinstance(deal_phase(scribe), InTurn)


def test_a_deck_of_offsets_is_refused_where_nobody_cuts() -> None:
    scribe = cutting()
    number = scribe.state.cutting
    assert number is not None
    other = scribe.state.prepared
    assert other is not None
    assert code(scribe.say(HOST, CutReady(other, bytes(32)), stream=scribe.state.stream)) == "not_now"
    ready = CutReady(number, bytes(32))
    scribe.cut()
    assert code(scribe.say(HOST, ready, stream=scribe.state.stream)) == "not_now"


def test_nobody_acts_while_the_offset_is_drawn() -> None:
    scribe = cutting()
    assert code(scribe.act(in_turn(scribe), Draw())) == "not_now"
    scribe.cut()
    assert isinstance(scribe.act(in_turn(scribe), Draw()), Effective)


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("penalties", ["enforce", "challenge"])
def test_a_deal_comes_to_its_end_in_the_log(penalties: str) -> None:
    scribe = dealt(3, penalties=penalties)
    rng = Random(3)
    play(scribe, rng, type(None))
    assert scribe.game.winners
