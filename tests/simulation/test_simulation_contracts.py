"""Contract games between nodes: several call at once, limits run by each node's own clock, and what one alone sees."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from kalooki.cards import SeatNumber
from kalooki.codec import unseal
from kalooki.codec.transcript import write_transcript
from kalooki.rules.actions import Action, Call, Cut, Discard, Draw, Lay, Return, Take
from kalooki.rules.audience import live_slots
from kalooki.rules.deal import Calling, InTurn
from kalooki.rules.events import Called, CallGranted, CutMade, Event
from kalooki.rules.legal import legal_actions
from kalooki.rules.limits import Limit
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.table.checks import Checks
from kalooki.table.config import Founding
from kalooki.table.desk import MAX_VOID
from kalooki.table.log import ByNode, ByPlayer, Entry, Message, body_bytes
from kalooki.table.payloads import Act, NodeNumber, PlayerNumber, TimeUp
from kalooki.table.ports import AckPacket, EntryPacket, MessagePacket, Packet, PlayAction, Received
from kalooki.table.replica import Replica
from kalooki.table.state import Playing, TableState
from kalooki.verify import Check, Verdict, Witness, verify_transcript
from support.forger import SEED, batches
from support.table_scenes import forged_entry, signed_entry, written
from support.table_world import CALM, ROUGH, Place, World, laying

THREE = (Place(), Place(), Place())


def baby(seats: int, **options: str) -> Founding:
    return Founding("jamaican_baby", seats=seats, options=tuple(sorted(options.items())))


def state_of(world: World, number: int = 0) -> TableState:
    state = world.node(number)._desk.replica.accepted  # noqa: SLF001 - what the node works from
    assert state is not None
    return state


def phase_of(world: World, number: int = 0) -> object:
    process = world.processes[number]
    committed = process.node._desk.replica.committed if process.node else None  # noqa: SLF001 - what people see
    if committed is None or not isinstance(committed.phase, Playing) or committed.phase.game.deal is None:
        return None
    return committed.phase.game.deal.phase


def agree(world: World) -> None:
    logs = [world.hashes(number) for number in range(len(world.processes))]
    shortest = min(map(len, logs))
    assert all(log[:shortest] == logs[0][:shortest] for log in logs), f"seed {world.seed}"


def events_of(world: World, kind: type[Event], number: int = 0) -> list[Event]:
    return [event for event in world.processes[number].events if isinstance(event, kind)]


def conserved(world: World) -> bool:
    game = state_of(world).game
    if game is None or game.deal is None:
        return True
    slots = live_slots(game)
    return len(set(slots)) == len(slots) == len(game.deal.deck)


MOST = 60
"""So many proposals are looked at: a hand with jokers has thousands of first lays."""


def everything(view: SeatView, rng: Random) -> Action | None:
    """Lay what can be laid, after the cut; in a window call or pass by chance, or let the time pass in some of them."""
    if view.phase is ViewPhase.DRAW and view.turn_number == 0 and view.cut is None:
        return None
    if view.window is None:
        actions = list(islice(legal_actions(view), MOST))
        lays = [action for action in actions if isinstance(action, Lay)]
        return rng.choice(lays or [action for action in actions if not isinstance(action, Take | Return)])
    answers = [action for action in legal_actions(view) if type(action).__name__ != "Challenge"]
    assert view.seat is not None
    return None if (view.turn_number + view.seat) % 6 == 0 else rng.choice(answers)


def cutting(view: SeatView, rng: Random) -> Action | None:
    """The dealer cuts; while calls are open the player in turn may go ahead."""
    if view.phase is ViewPhase.DRAW:
        return next((action for action in legal_actions(view) if isinstance(action, Cut)), None)
    return everything(view, rng) if isinstance(view.window, Calling) else None


def transcript(world: World, number: int = 0) -> bytes:
    node = world.node(number)
    head = node.certificate()
    assert head is not None
    certificates = {one.index: one for one in (*node.certificates(), head)}
    return write_transcript((*node.entries(1, node.committed_index), *certificates.values()))


# --- whole deals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "places"), [(1, THREE), (4, (Place(players=2), Place(vote=False), Place()))])
def test_a_deal_with_calls_and_a_cut_is_played_on_a_rough_network(seed: int, places: tuple[Place, ...]) -> None:
    seats = sum(place.players for place in places)
    world = World(seed, places, founding=baby(seats), chaos=ROUGH, chooser=everything, moves=32)
    world.wish = cutting
    broken: list[int] = []

    def watch(sender: int, packet: Packet) -> None:
        if isinstance(packet, EntryPacket) and sender == 0 and not conserved(world):
            broken.append(packet.entry.index)

    world.watch = watch
    world.run(lambda: played_on(world, 32))
    world.chaos = CALM
    world.rest(4000)
    assert not broken
    agree(world)
    assert all(process.reports == [] for process in world.processes)
    assert {answer.code for process in world.processes for answer in process.answers} <= {"", "stale"}
    assert events_of(world, CutMade)
    assert events_of(world, CallGranted)
    ended = [one for one in world.node(0).certificates() if one.index <= world.node(0).committed_index]
    assert ended  # somebody said nothing
    report = verify_transcript(transcript(world, 1), world.group, SEED)
    assert report.verdict is Verdict.VALID, report.findings
    counts = {result.check: result.count for result in report.results}
    assert counts[Check.CERTIFICATES] >= len(ended)


def played_on(world: World, moves: int) -> bool:
    """Every node has seen so many moves, or the end of the deal."""
    if len(world.nodes) < len(world.processes):
        return False
    standings = [node.standing(None) for node in world.nodes]
    seen = all(one is not None and one.move >= moves for one in standings) and phase_of(world) is not None
    return seen or world.deals_done(1)


def test_five_players_call_from_three_packs() -> None:
    world = World(7, (Place(players=2), Place(players=2), Place()), founding=baby(5), chooser=everything, moves=6)
    world.wish = cutting
    world.run(lambda: played_on(world, 6))
    world.rest(3000)
    game = state_of(world).game
    assert game is not None
    assert game.deal is not None
    assert len(game.deal.deck) == 164
    assert conserved(world)
    agree(world)


# --- limits -----------------------------------------------------------------------------------------------------------


def silent(view: SeatView, _rng: Random) -> Action | None:
    """Draw and throw away; in a window say nothing."""
    if view.window is not None:
        return None
    return Draw() if view.phase is ViewPhase.DRAW else next(a for a in legal_actions(view) if isinstance(a, Discard))


def in_window(seed: int = 9, places: tuple[Place, ...] = THREE) -> World:
    """Calls have just been opened, and nobody has answered or ever will by himself."""
    world = World(seed, places, founding=baby(len(places)), chooser=silent, moves=2)
    world.wish = lambda _view, _rng: None
    world.run(lambda: all(isinstance(phase_of(world, number), Calling) for number in range(len(places))))
    return world


def seat_of(world: World, number: int) -> int:
    (player,) = world.node(number).my_players
    assert player is not None
    seat = state_of(world).players[player].seat
    assert seat is not None
    return seat


def node_at(world: World, seat: int) -> int:
    return state_of(world).seated(seat).node


def caller_of(world: World) -> int:
    """The node of somebody who may call, which is not the host, if there is one."""
    phase = phase_of(world)
    assert isinstance(phase, Calling)
    return max(node_at(world, seat) for seat in phase.waiting)


def act(world: World, number: int, action: Action) -> None:
    (player,) = world.node(number).my_players
    standing = world.node(number).standing(player)
    assert player is not None
    assert standing is not None
    world.submit(number, player, PlayAction(standing.move, action))


def is_act(packet: Packet) -> bool:
    return isinstance(packet, MessagePacket) and isinstance(packet.message.payload, Act)


def words(world: World) -> list[int]:
    """The entries that say that a limit is over."""
    entries = world.node(0).entries(1, 100_000)
    return [entry.index for entry in entries if isinstance(entry.messages[0].payload, TimeUp)]


def test_a_window_in_which_nobody_answers_closes_by_all_clocks() -> None:
    world = in_window()
    opened = world.now
    world.run(lambda: all(isinstance(phase_of(world, number), InTurn) for number in range(3)))
    assert 4000 <= world.now - opened <= 6500
    assert len(words(world)) == 2
    world.rest(1500)
    assert [len(node.certificates()) for node in world.nodes] == [1, 1, 1]


def test_a_transcript_without_the_certificate_of_an_ended_limit_is_incomplete() -> None:
    world = in_window()
    world.run(lambda: len(words(world)) == 2 and world.node(0).certificates() != ())
    world.chooser, world.moves = laying, 100
    world.run(lambda: world.node(0).committed_index > words(world)[1] + 4)
    node = world.node(0)
    head, (ended,) = node.certificate(), node.certificates()
    assert head is not None
    assert head.index > ended.index
    entries = node.entries(1, head.index)
    whole = verify_transcript(write_transcript((*entries, ended, head)), world.group, SEED)
    assert whole.verdict is Verdict.VALID, whole.findings
    without = verify_transcript(write_transcript((*entries, head)), world.group, SEED)
    assert without.verdict is Verdict.INCOMPLETE
    assert [(one.check, one.code, one.entry) for one in without.findings] == [
        (Check.CERTIFICATES, "time_not_certified", ended.index)
    ]
    late, in_time = (Witness(world.table, world.group, SEED) for _ in range(2))
    late.take(entries, [head])
    assert (late.unproven, late.moment().state) == ((ended.index,), in_time_state := late.committed)
    assert late.take([], [ended, ended]) == ()
    in_time.take(entries, [ended, head])
    assert late.unproven == in_time.unproven == ()
    assert late.findings == in_time.findings == ()
    assert in_time.committed == in_time_state
    assert late.transcript() == in_time.transcript() == (*entries, ended, head)


def test_who_lost_an_acknowledgement_of_that_certificate_asks_for_it() -> None:
    world = in_window()
    world.hold = lambda _sender, receiver, packet: (
        receiver == 1 and isinstance(packet, AckPacket) and packet.ack.index in words(world)[1:]
    )
    world.run(lambda: len(words(world)) == 2)
    world.chooser, world.moves = laying, 100
    world.run(lambda: world.node(1).committed_index > words(world)[1] + 4)
    assert world.node(1).certificates() == ()
    world.hold = lambda _sender, _receiver, _packet: False
    world.rest(2500)
    assert [len(node.certificates()) for node in world.nodes] == [1, 1, 1]
    assert world.node(1).certificates()[0].index == words(world)[1]


def test_a_node_that_was_away_leaves_time_and_still_has_what_proves_the_end_of_a_limit() -> None:
    world = in_window()
    world.run(lambda: all(node.certificates() != () for node in world.nodes))
    proof = world.node(1).certificates()
    world.kill(1)
    world.restart(1)
    world.rest(1500)
    assert [one.index for one in world.node(1).certificates()] == [one.index for one in proof]
    assert len(world.node(1).certificates()[0].acks) >= 2


def test_a_node_that_comes_back_while_a_limit_runs_leaves_twenty_seconds() -> None:
    world = in_window()
    for number in (1, 2):
        world.kill(number)
        world.restart(number)
    world.rest(15_000)
    assert isinstance(phase_of(world), Calling)
    assert len(words(world)) == 1
    world.run(lambda: isinstance(phase_of(world), InTurn))


def test_what_a_quorum_has_agreed_to_waits_for_no_clock_of_ones_own() -> None:
    world = in_window()
    began = world.now
    world.kill(1)
    world.restart(1)
    world.run(lambda: len(words(world)) == 2 and 1 in acks_of(world, words(world)[1]))
    assert world.now - began < 15_000


def test_a_word_that_cannot_be_ordered_is_said_once() -> None:
    world = in_window()
    desk = world.node(0)._desk  # noqa: SLF001 - as after many words without effect
    desk.voids[ByNode(NodeNumber(0))] = MAX_VOID
    world.rest(8000)
    assert words(world) == []
    assert [key for key in desk.pen.unsettled if key.startswith("host/1/time/")] == ["host/1/time/1/1/2/call/once"]


def early_word(world: World) -> EntryPacket:
    state = state_of(world)
    host = world.node(0)
    last = host.entries(host.last_index, 1)[0]
    key = world.processes[0].config.key
    said = TimeUp(state.move, Limit.CALL)
    message = written(
        *(world, ByNode(NodeNumber(0)), key, said, last.hash(world.table)), stream=state.stream, index=last.index
    )
    return EntryPacket(forged_entry(world, host, message), host.committed_index)


class Liar:
    """A host that goes on by itself."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.replica = Replica(world.table, Checks(world.group, unseal))
        host = world.node(0)
        for entry in host.entries(1, 100_000):
            self.replica.accept(entry)

    def word_after(self, first: Entry) -> Entry:
        self.replica.accept(first)
        state = self.replica.accepted
        assert state is not None
        author, key = ByNode(NodeNumber(0)), self.world.processes[0].config.key
        index, digest = self.replica.known
        said = written(
            *(self.world, author, key, TimeUp(state.move, Limit.CALL), digest),
            stream=state.stream,
            index=index,
            counter=100,
        )
        return self.order(said)

    def with_call(self, call: Message) -> Entry:
        return self.order(call)

    def order(self, message: Message) -> Entry:
        index, digest = self.replica.known
        body = body_bytes((message.wire,))
        entry = signed_entry(self.world, Entry(1, index + 1, digest, self.replica.digest, body, (message,), b"", b""))
        self.replica.accept(entry)
        return entry


def acks_of(world: World, index: int) -> set[int]:
    return {
        number
        for number, process in enumerate(world.processes)
        for _, packet in process.sent
        if isinstance(packet, AckPacket) and packet.ack.node == number and packet.ack.index >= index
    }


def test_a_word_before_its_time_gets_no_acknowledgement() -> None:
    world = in_window()
    packet = early_word(world)
    world.kill(0)
    sent_before = acks_of(world, packet.entry.index)
    assert sent_before == set()
    for number in (1, 2):
        world.give(number, received(packet))
        assert state_of(world, number).overdue == packet.entry.index
    world.rest(3000)
    assert acks_of(world, packet.entry.index) == set()
    world.rest(2500)
    assert acks_of(world, packet.entry.index) == {1, 2}


def received(packet: Packet) -> Received:
    return Received(NodeNumber(0), packet)


def test_a_call_that_the_host_keeps_out_keeps_the_window_open() -> None:
    world = in_window()
    number = caller_of(world)
    world.hold = lambda _sender, receiver, packet: receiver == 0 and is_act(packet)
    act(world, number, Call())
    world.rest(20_000)
    assert len(words(world)) == 1
    assert all(world.node(one).committed_index < words(world)[0] for one in range(3))
    assert all(isinstance(phase_of(world, one), Calling) for one in range(3))
    world.let_through()
    world.run(lambda: world.node(0).committed_index > words(world)[0])
    assert events_of(world, Called) == [Called(SeatNumber(seat_of(world, number)))]


def test_a_host_that_has_closed_a_window_over_a_call_gets_no_acknowledgement_of_it() -> None:
    """Even if it says so twice, and orders the call behind."""
    world = in_window()
    number = caller_of(world)
    other = 3 - number
    first = early_word(world)
    liar = Liar(world)
    world.kill(0)
    act(world, number, Call())
    world.rest(6000)
    calls = [one for one, _ in world.node(other)._desk.pool.with_times()]  # noqa: SLF001 - what it has heard
    (call,) = [one for one in calls if isinstance(one.payload, Act)]
    for entry in (first.entry, liar.word_after(first.entry), liar.with_call(call)):
        for honest in (number, other):
            world.give(honest, received(EntryPacket(entry, 0)))
    world.rest(8000)
    second = first.entry.index + 1
    assert state_of(world, number).index == second + 1
    assert acks_of(world, second) == set()  # the first word changes nothing: it may be acknowledged


def test_what_came_in_time_is_heard_though_the_host_said_already_that_the_time_is_over() -> None:
    world = in_window()
    number = caller_of(world)
    world.hold = lambda sender, receiver, packet: (
        {sender, receiver} == {0, number}
        and isinstance(packet, MessagePacket)
        and isinstance(packet.message.payload, Act)
    )
    world.run(lambda: world.node(0)._desk.clock.now is not None)  # noqa: SLF001 - the limit runs
    world.rest(3900)
    act(world, number, Call())
    world.run(lambda: events_of(world, Called) != [])
    (first,) = words(world)
    (said,) = [entry.index for entry in world.node(0).entries(first, 99) if isinstance(entry.messages[0].payload, Act)]
    assert said > first
    world.run(lambda: isinstance(phase_of(world), Calling) and not awaited_callers(world))
    assert events_of(world, Called) == [Called(SeatNumber(seat_of(world, number)))]


def awaited_callers(world: World) -> tuple[int, ...]:
    phase = phase_of(world)
    return tuple(phase.waiting) if isinstance(phase, Calling) else ()


# --- what nobody else sees --------------------------------------------------------------------------------------------


def heard(world: World, number: int) -> Iterator[Message]:
    for _, packet in world.processes[number].received:
        if isinstance(packet, MessagePacket):
            yield packet.message
        if isinstance(packet, EntryPacket):
            yield from packet.entry.messages


def test_a_penalty_card_is_seen_by_the_caller_alone() -> None:
    world = in_window(5)
    number = caller_of(world)
    act(world, number, Call())
    world.run(lambda: bool(events_of(world, CallGranted)))
    world.rest(1500)
    state = state_of(world)
    assert state.game is not None
    assert state.game.deal is not None
    seat = seat_of(world, number)
    card = state.game.deal.hands[seat][-1]
    view = world.node(number).view(world.node(number).my_players[0])
    assert view is not None
    assert view.unopened == ()
    assert card in [shown.slot for shown in view.hand]
    record, position = state.place_of(card)
    assert record.ceremony.audience_of(position) == seat
    for other in {0, 1, 2} - {number}:
        given = {
            message.author
            for message in heard(world, other)
            for batch in batches(message)
            if batch.ceremony == record.number and position in batch.positions
        }
        assert ByPlayer(PlayerNumber(state.seated(seat).number)) not in given
