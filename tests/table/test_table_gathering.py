"""Answers of which nothing comes before all have answered are ordered together."""

from kalooki.rules.actions import Action, Call, Discard, Draw, Pass, Shown
from kalooki.rules.deal import Calling
from kalooki.table.config import Founding
from kalooki.table.gathering import GATHER_MS, held_back
from kalooki.table.hosting import SLACK_MS
from kalooki.table.log import Message
from kalooki.table.payloads import Act, TimeUp
from kalooki.table.ports import MessagePacket, PlayAction
from support.contract_tables import deal_phase, dealt, discarded, in_turn
from support.table_scribe import Scribe, by_player
from support.table_world import BRISK, Place, World

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


def calling(world: World) -> Calling | None:
    """The calls that are open, as the host has committed them."""
    state = world.node(0)._desk.replica.committed  # noqa: SLF001 - before anybody looks
    game = None if state is None else state.game
    phase = None if game is None or game.deal is None else game.deal.phase
    return phase if isinstance(phase, Calling) else None


def test_an_answer_that_waits_for_others_counts_before_the_word_that_it_is_too_late() -> None:
    founding = Founding("jamaican_baby", seats=4, answer_ms=3000)
    world = World(3, (Place(),) * 4, founding=founding, timing=BRISK)
    world.tick = GATHER_MS // 4
    world.run(lambda: calling(world) is not None)
    world.passive.update(range(4))
    standing, phase = world.node(0).standing(None), calling(world)
    assert standing is not None
    assert phase is not None
    seated = {one.seat: one.player for one in standing.players}
    player = next(seated[seat] for seat in phase.waiting if seated[seat] not in world.node(0).my_players)
    number = next(one for one in range(4) if player in world.node(one).my_players)
    # What he answers in time comes to the host just before that would say that it is too late.
    world.hold = lambda sender, _receiver, packet: (
        sender == number and isinstance(packet, MessagePacket) and isinstance(packet.message.payload, Act)
    )
    before = world.node(0).last_index
    world.submit(number, player, PlayAction(standing.move, Pass()))
    world.rest(standing.left_ms + SLACK_MS - GATHER_MS // 2)
    world.let_through()
    world.rest(1000)
    entries = world.node(0).entries(before + 1, 100)
    said = [message.payload for entry in entries for message in entry.messages]
    assert [type(one) for one in said if isinstance(one, Act | TimeUp)][:2] == [Act, TimeUp]
