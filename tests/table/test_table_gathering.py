"""Answers of which nothing comes before all have answered are ordered together."""

from kalooki.rules.actions import Action, Call, Discard, Draw, Pass, Shown
from kalooki.rules.deal import Calling
from kalooki.table.config import Founding
from kalooki.table.gathering import GATHER_MS, held_back
from kalooki.table.log import Message
from kalooki.table.payloads import Act
from support.contract_tables import deal_phase, dealt, discarded, in_turn
from support.table_scribe import Scribe, by_player
from support.table_world import Place, World

NOW = 10_000


def said(scribe: Scribe, seat: int, action: Action, *, move: int | None = None) -> Message:
    author = by_player(scribe.state.seated(seat).number)
    at = scribe.state.move if move is None else move
    return scribe.message(author, Act(action), stream=scribe.state.stream, move=at)


def answers(scribe: Scribe) -> list[Message]:
    """One of everybody who may call."""
    phase = deal_phase(scribe)
    assert isinstance(phase, Calling)
    return [said(scribe, seat, (Call(), Pass())[seat % 2]) for seat in phase.waiting]


def held(scribe: Scribe, *messages: Message, came: int = NOW, now: int = NOW) -> set[bytes]:
    return set(held_back(scribe.state, [(message, came) for message in messages], now))


def test_answers_wait_for_those_who_have_not_answered_and_so_does_a_draw_that_stands() -> None:
    scribe = discarded()
    first, *others = answers(scribe)
    assert len(others) > 0
    draw = said(scribe, in_turn(scribe), Draw())
    assert held(scribe, first, draw) == {first.wire, draw.wire}
    assert held(scribe, first, draw, *others) == set()
    assert held(scribe) == set()


def test_they_wait_no_longer_than_a_moment_whoever_has_not_answered() -> None:
    scribe = discarded()
    first = answers(scribe)[0]
    assert held(scribe, first, now=NOW + GATHER_MS - 1) == {first.wire}
    assert held(scribe, first, now=NOW + GATHER_MS) == set()


def test_what_is_no_answer_to_these_calls_waits_for_nobody() -> None:
    scribe = discarded()
    first = answers(scribe)[0]
    thrown = next(iter(scribe.game.deal.hands[in_turn(scribe)])) if scribe.game.deal else None
    assert thrown is not None
    other = said(scribe, in_turn(scribe), Discard(Shown(thrown, scribe.face(thrown))))
    late = said(scribe, in_turn(scribe), Draw(), move=scribe.state.move + 1)
    assert held(scribe, first, other, late) == {first.wire}


def test_where_the_first_call_counts_each_is_ordered_as_it_comes() -> None:
    for scribe in (discarded(call_priority="first"), discarded(call_window_ms="0")):
        assert held(scribe, *answers(scribe)[:1]) == set()


def test_outside_of_calls_nothing_waits() -> None:
    scribe = dealt()
    assert held(scribe, said(scribe, in_turn(scribe), Draw())) == set()


def test_those_who_answer_at_once_need_one_entry_for_it() -> None:
    world = World(3, (Place(),) * 5, founding=Founding("jamaican_baby", seats=5), moves=6)
    world.run(lambda: max((one.move for node in world.nodes if (one := node.standing(None))), default=0) >= 6)
    entries = world.node(0).entries(1, 1000)
    acted = [[message.payload for message in entry.messages if isinstance(message.payload, Act)] for entry in entries]
    calls = [sum(isinstance(one.action, Call | Pass) for one in each) for each in acted]
    windows = sum(isinstance(one.action, Discard) for each in acted for one in each)
    assert windows > 1
    assert sum(calls) >= 2 * windows
    assert sum(count > 0 for count in calls) <= windows
