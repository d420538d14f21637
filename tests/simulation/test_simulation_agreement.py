"""Agreement: whatever the network and the power do, honest logs are prefixes of one another, and play goes on."""

from functools import partial
from random import Random
from typing import Literal

import pytest

from kalooki.rules.events import DealScored, DealVoided
from kalooki.table.log import ByPlayer
from kalooki.table.payloads import EVERYBODY, Shares
from kalooki.table.ports import AckPacket, MessagePacket, Packet
from kalooki.table.state import TableState
from support.table_world import CALM, ROUGH, Chaos, Place, World

FOUR_VOTERS = (Place(), Place(), Place(), Place())
ONE_VOTER = (Place(), Place(vote=False), Place(vote=False))
HOSTILE = Chaos(loss=0.3, twice=0.3, delay=(1, 400))


def agree(world: World) -> None:
    """No two nodes have different entries at one index, and what one has committed no other contradicts."""
    logs = [world.hashes(number) for number, process in enumerate(world.processes) if process.node is not None]
    shortest = min(map(len, logs))
    assert all(log[:shortest] == logs[0][:shortest] for log in logs), f"seed {world.seed}"


def hold_to_the_release_rule(world: World) -> None:
    """Whenever a node sends its player's shares it has everybody's acknowledgement of the entry that owes them."""

    def watch(sender: int, packet: Packet) -> None:
        if not (isinstance(packet, MessagePacket) and isinstance(packet.message.payload, Shares)):
            return
        process = world.processes[sender]
        node = process.node
        if node is None or packet.message.author not in [ByPlayer(one) for one in node.my_players if one is not None]:
            return
        owed = packet.message.payload.owed
        state = node._desk.replica.accepted  # noqa: SLF001 - what the node works from
        assert state is not None
        for batch in packet.message.payload.batches:
            record = state.record(batch.ceremony)
            if record is not None:
                audiences = {record.ceremony.audience_of(position) for position in batch.positions}
                assert audiences <= {batch.audience, EVERYBODY}, f"seed {world.seed}"
        assert node.committed_index >= owed, f"seed {world.seed}"
        heard = {
            got.ack.node
            for _, got in process.received
            if isinstance(got, AckPacket) and owed <= got.ack.index <= node.last_index and true(got)
        }
        players = {player.node for player in node.standing(None).players}  # type: ignore[union-attr]
        assert players - {node.number} <= heard, f"seed {world.seed}"

    def true(got: AckPacket) -> bool:
        entry = world.node(0).entries(got.ack.index, 1)[0]
        return entry.hash(world.table) == got.ack.hash

    world.watch = watch


def progress(world: World, moves: int) -> bool:
    """Every node has seen so many moves of a deal."""
    nodes = [process.node for process in world.processes]
    standings = [node.standing(None) if node is not None and node.view(None) is not None else None for node in nodes]
    return all(one is not None and one.move >= moves for one in standings)


@pytest.mark.parametrize("seed", range(4))
def test_a_rough_network_changes_nothing_but_the_time(seed: int) -> None:
    rng = Random(seed)
    places = [Place(players=rng.choice([1, 1, 2]), vote=rng.random() < 0.6) for _ in range(rng.choice([1, 1, 2]))]
    world = World(seed, (Place(), *places), chaos=ROUGH, moves=8)
    hold_to_the_release_rule(world)
    world.run(lambda: progress(world, 8))
    world.chaos = CALM
    world.rest(3000)
    agree(world)
    assert len(set(map(len, map(world.hashes, range(len(world.processes)))))) == 1
    assert all(process.reports == [] for process in world.processes)
    assert {answer.code for process in world.processes for answer in process.answers} == {""}


def at_latest(world: World, until: int) -> bool:
    return progress(world, 5) or world.now >= until


@pytest.mark.parametrize("seed", range(100, 103))
def test_a_hostile_network_with_failing_power_does_not_stop_the_game(seed: int) -> None:
    rng = Random(seed)
    world = World(seed, (Place(), Place(), Place(vote=False)), chaos=HOSTILE, moves=5)
    hold_to_the_release_rule(world)
    moments: list[Literal["before the write", "after the write"]] = ["before the write", "after the write"]
    while not progress(world, 5):
        victim = rng.choice([1, 2])
        process = world.processes[victim]
        if process.node is not None and rng.random() < 0.7:
            process.crash = rng.choice(moments)
        until = world.now + rng.randint(500, 9000)
        world.run(partial(at_latest, world, until))
        for number, stopped in enumerate(world.processes):
            if stopped.node is None:
                world.restart(number)
        agree(world)
    world.chaos = CALM
    world.rest(4000)
    agree(world)
    assert all(process.reports == [] for process in world.processes)


def test_a_whole_deal_is_played_by_one_voter_and_its_guests() -> None:
    world = World(1, ONE_VOTER)
    hold_to_the_release_rule(world)
    world.run(lambda: world.deals_done(1))
    agree(world)
    (end,) = [event for event in world.processes[0].events if isinstance(event, DealScored | DealVoided)]
    assert all(end in process.events for process in world.processes)


def test_after_a_deal_the_next_one_is_dealt_from_the_deck_that_was_made_meanwhile() -> None:
    world = World(2, (Place(players=2), Place(players=2)), deals=2)
    world.run(lambda: world.deals_done(1))
    prepared = state_of(world).prepared
    assert prepared is not None
    world.run(lambda: state_of(world).stream.deal == 2 or state_of(world).stream.attempt == 2)
    assert state_of(world).slots[0].ceremony == prepared
    agree(world)


def state_of(world: World) -> TableState:
    state = world.node(1)._desk.replica.accepted  # noqa: SLF001 - what the node works from
    assert state is not None
    return state


def test_the_same_seed_gives_the_same_log() -> None:
    logs = []
    for _ in range(2):
        world = World(9, (Place(), Place()), chaos=ROUGH, moves=3)
        world.run(partial(progress, world, 3))
        logs.append(world.hashes(0))
    assert logs[0] == logs[1]


def test_five_players_on_five_computers_get_their_hands() -> None:
    world = World(12, (Place(), Place(), Place(), Place(), Place()), moves=0)
    hold_to_the_release_rule(world)
    world.run(lambda: progress(world, 0) and all(hands_seen(world, number) for number in range(5)))
    for number in range(5):
        view = world.node(number).view(world.node(number).my_players[0])
        assert view is not None
        assert len(view.hand) == 13
    agree(world)


def hands_seen(world: World, number: int) -> bool:
    view = world.node(number).view(world.node(number).my_players[0])
    return view is not None and view.hand != () and view.unopened == ()


def test_four_voters_commit_by_three() -> None:
    world = World(13, FOUR_VOTERS, moves=1)
    world.run(lambda: progress(world, 1))
    certificate = world.node(2).certificate()
    assert certificate is not None
    assert len(certificate.acks) >= 3


def test_a_node_without_a_player_watches_and_is_not_waited_for() -> None:
    world = World(3, (Place(), Place(), Place(players=0, vote=False)), moves=2)
    world.run(lambda: progress(world, 2))
    spectator = world.node(2)
    assert (spectator.number, spectator.my_players) == (2, ())
    view = spectator.view(None)
    assert view is not None
    assert (view.seat, view.hand) == (None, ())
    agree(world)
