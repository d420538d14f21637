"""The turn clock: a bank of time on which all agree, whoever hosts, lies about the time, or comes back."""

import pytest

from kalooki.codec.transcript import write_transcript
from kalooki.rules.deal import InTurn
from kalooki.rules.events import WentAway
from kalooki.rules.leaving import playing
from kalooki.table.config import Founding
from kalooki.table.countdown import Countdown, TimeGate
from kalooki.table.log import Message
from kalooki.table.node import Node
from kalooki.table.payloads import Act, Choice, PlayerNumber, TimeUp
from kalooki.table.ports import MessagePacket, Packet
from kalooki.table.state import Playing, TableState
from kalooki.table.timing import bank_left
from kalooki.verify import verify_transcript
from support.table_world import BRISK, CALM, ROUGH, Chaos, Place, World

TURN = 10_000
BANK = 12_000
GRACE = 5_000
CLOCK = Founding("british", turn_ms=TURN, bank_ms=BANK, grace_ms=GRACE, plays_on=False)


def table(seed: int, *, chaos: Chaos = CALM, seats: int = 4) -> World:
    """Somebody is in turn who thinks, while the others would play; it is not the host."""
    world = World(seed, (Place(),) * seats, founding=CLOCK, timing=BRISK, chaos=chaos)
    world.run(lambda: thinker(world) not in {None, 0} and turn_number(world) > 2)
    node = thinker(world)
    assert node is not None
    world.passive = {node}
    world.run(lambda: not world.processes[node].waiting)
    world.run(lambda: (state := state_of(world)) is not None and not state.owed)
    assert thinker(world) == node
    return world


def state_of(world: World, number: int = 0) -> TableState | None:
    return world.node(number).moment().state


def must(world: World, number: int = 0) -> TableState:
    state = state_of(world, number)
    assert state is not None
    return state


def thinker(world: World) -> int | None:
    """Whose turn it is; players have the numbers of their nodes."""
    state = next(node for node in world.nodes).moment().state
    if state is None or not isinstance(state.phase, Playing) or state.phase.game.deal is None:
        return None
    deal = state.phase.game.deal
    players = {player.seat: player for player in state.players}
    return players[deal.turn.seat].node if isinstance(deal.phase, InTurn) else None


def turn_number(world: World) -> int:
    game = must(world).game
    return 0 if game is None or game.deal is None else game.deal.turn.number


def lefts(world: World, player: int) -> set[int]:
    """What all say that a player has left of his bank."""
    return {bank_left(must(world, number), PlayerNumber(player)) for number in here(world)}


def here(world: World) -> list[int]:
    return [number for number, process in enumerate(world.processes) if process.node is not None]


def words(world: World, number: int = 0) -> list[Message]:
    entries = world.node(number).entries(1, 100_000)
    return [entry.messages[0] for entry in entries if isinstance(entry.messages[0].payload, TimeUp)]


def findings(world: World, number: int = 0) -> list[str]:
    node = world.node(number)
    data = write_transcript([*node.entries(1, 1_000_000), *node.certificates()])
    report = verify_transcript(data, world.group, bytes(32))
    return [finding.code for finding in report.findings if finding.code != "not_certified"]


def went_away(world: World, number: int = 0) -> list[int]:
    return [event.seat for event in world.processes[number].events if isinstance(event, WentAway)]


@pytest.mark.parametrize("chaos", [CALM, ROUGH], ids=["calm", "rough"])
def test_a_bank_is_spent_by_all_clocks_and_then_the_others_choose(chaos: Chaos) -> None:
    world = table(21, chaos=chaos)
    node, began = thinker(world), world.now
    assert node is not None
    assert lefts(world, node) == {BANK}
    world.run(lambda: lefts(world, node) != {BANK})
    assert world.now - began >= TURN - 2_000
    world.run(lambda: lefts(world, node) == {0})
    world.run(lambda: bool(must(world).overdue))
    assert TURN + BANK - 2_000 <= world.now - began <= TURN + BANK + 12_000
    assert not went_away(world)
    world.run(lambda: bool(went_away(world)))
    assert must(world).players[node].gone
    game = must(world).game
    assert game is not None
    assert len(playing(game)) == 3
    assert findings(world) == []


def test_who_plays_before_his_time_is_over_spends_nothing_and_a_bot_never_does() -> None:
    world = World(22, (Place(),) * 3, founding=Founding("british", seats=3, turn_ms=TURN, bank_ms=BANK), timing=BRISK)
    world.run(lambda: world.deals_done(1))
    assert words(world) == []


def test_a_node_that_is_killed_in_its_turn_and_comes_back_has_the_same_bank() -> None:
    world = table(23)
    node = thinker(world)
    assert node is not None
    world.run(lambda: lefts(world, node) == {BANK - 5_000})
    world.kill(node)
    world.restart(node)
    world.run(lambda: lefts(world, node) == {BANK - 5_000})
    world.passive = set()
    world.run(lambda: thinker(world) != node)
    assert lefts(world, node) <= {BANK - 5_000, BANK - 10_000}


def test_a_host_that_is_killed_while_a_bank_runs_takes_nothing_of_it_along() -> None:
    world = table(24)
    node = thinker(world)
    assert node is not None
    world.run(lambda: lefts(world, node) == {BANK - 5_000})
    other = next(number for number in range(1, 4) if number != node)
    world.kill(0)
    world.run(lambda: must(world, other).host != 0)
    assert bank_left(must(world, other), PlayerNumber(node)) == BANK - 5_000
    world.passive = set()
    world.run(lambda: thinker(world) not in {node, None})
    assert findings(world, other) == []


# --- lies and late messages -------------------------------------------------------------------------------------------


def hasten(node: Node) -> None:
    """Say at once that a time is over."""

    def is_time(countdown: Countdown, _slack: int) -> bool:
        return countdown.running.milliseconds > 0

    node._host._is_time = is_time  # type: ignore[assignment, method-assign]  # noqa: SLF001 - a planted lie


def test_a_host_whose_clock_runs_ahead_takes_nobodys_time() -> None:
    world = table(25)
    node, began = thinker(world), world.now
    hasten(world.node(0))
    assert node is not None
    world.run(lambda: lefts(world, node) != {BANK})
    assert world.now - began >= TURN - 2_000


def blind(gate: TimeGate) -> None:
    gate.countdown.due = 0


def believe(node: Node) -> None:
    """Acknowledge what the host says of the time without a look at one's own clock."""
    follower = node._follower  # noqa: SLF001 - a planted mistake
    opens = follower._opens  # noqa: SLF001

    def careless(gate: TimeGate, turn: object) -> bool:
        blind(gate)
        return opens(gate, turn)  # type: ignore[arg-type]

    follower._opens = careless  # type: ignore[method-assign]  # noqa: SLF001


def test_nodes_that_believe_such_a_host_are_found() -> None:
    world = table(25)
    node, began = thinker(world), world.now
    for number in range(4):
        believe(world.node(number))
    hasten(world.node(0))
    assert node is not None
    world.run(lambda: lefts(world, node) != {BANK})
    assert world.now - began < TURN - 2_000  # so the test before this one would fail


def silence(node: Node) -> None:
    """Never say that a time is over, and order nobody's word that it is."""
    host = node._host  # noqa: SLF001 - a planted lie
    fits = host._fits  # noqa: SLF001
    host._say_time_up = lambda _turn, _slack: False  # type: ignore[assignment, method-assign]  # noqa: SLF001
    host._fits = lambda message: fits(message) and not isinstance(message.payload, TimeUp)  # type: ignore[method-assign]  # noqa: SLF001


def test_a_host_that_stops_the_clock_for_a_friend_is_replaced() -> None:
    world = table(26)
    node = thinker(world)
    assert node is not None
    world.choice = Choice.WAIT
    silence(world.node(0))
    world.run(lambda: lefts(world, node) == {0})
    assert must(world).host != 0
    assert findings(world) == []


def test_a_host_that_only_forgets_the_time_is_reminded_and_stays() -> None:
    world = table(27)
    node = thinker(world)
    assert node is not None
    world.node(0)._host._say_time_up = lambda _turn, _slack: False  # type: ignore[assignment, method-assign]  # noqa: SLF001 - a planted mistake
    world.run(lambda: lefts(world, node) == {BANK - 5_000})
    assert must(world).host == 0
    assert {message.author.node for message in words(world) if hasattr(message.author, "node")} & {1, 2, 3}


def acts(packet: Packet) -> bool:
    return isinstance(packet, MessagePacket) and isinstance(packet.message.payload, Act)


def test_a_move_that_all_others_had_in_time_and_the_host_heard_late_costs_nothing_and_stops_nobody() -> None:
    world = table(28)
    node = thinker(world)
    assert node is not None
    number, began = turn_number(world), world.now
    world.run(lambda: world.now >= began + TURN - 3_000)
    world.hold = lambda sender, receiver, packet: receiver == 0 and sender != 0 and acts(packet)
    world.passive = set()
    world.run(lambda: bool(words(world)))
    assert any(acts(packet) for _, _, packet in world.held)
    world.rest(500)
    world.let_through()
    world.run(lambda: turn_number(world) > number + 4)
    assert lefts(world, node) == {BANK}
    assert {must(world, other).host for other in range(4)} == {0}


def test_a_certificate_proves_each_step_that_was_taken() -> None:
    world = table(29)
    node = thinker(world)
    assert node is not None
    world.run(lambda: lefts(world, node) == {BANK - 10_000})
    world.rest(1_500)
    spoken = world.node(0)
    steps = [entry.index for entry in spoken.entries(1, 100_000) if isinstance(entry.messages[0].payload, TimeUp)]
    proven = [certificate.index for certificate in spoken.certificates()]
    assert proven[:2] == [steps[1], steps[3]]
    data = write_transcript([*spoken.entries(1, 1_000_000), spoken.certificates()[1]])
    report = verify_transcript(data, world.group, bytes(32))
    missing = [finding.entry for finding in report.findings if finding.code == "time_not_certified"]
    assert missing[0] == steps[1]


def test_who_all_were_asleep_for_ten_minutes_find_their_time_as_it_was() -> None:
    world = table(30)
    node = thinker(world)
    assert node is not None
    world.now += 600_000
    world.passive = set()
    world.run(lambda: thinker(world) != node)
    assert lefts(world, node) == {BANK}
    assert not went_away(world)
    assert findings(world) == []


def test_who_alone_was_asleep_has_spent_one_turn_and_plays_on() -> None:
    world = table(30)
    node = thinker(world)
    assert node is not None
    world.choice = Choice.WAIT
    world.cut = lambda sender, receiver: node in {sender, receiver}
    world.rest(TURN + BANK + 12_000)
    spent = len(words(world))
    world.rest(15_000)
    assert len(words(world)) == spent, "a time that is over is not said again and again"
    world.cut = lambda _sender, _receiver: False
    world.passive = set()
    world.run(lambda: thinker(world) != node)
    assert lefts(world, node) == {0}
    assert not went_away(world)
    assert findings(world) == []
