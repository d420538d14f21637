"""Killed at any moment of three deals: a node goes on from what was written, and does nothing a second time."""

from dataclasses import dataclass, replace
from random import Random

from kalooki.rules.view import SeatView
from kalooki.table.config import Founding
from kalooki.table.log import Digest
from kalooki.table.node import Node
from kalooki.table.payloads import Act
from kalooki.table.ports import Answer, Output, Persist, ProofReady, Prove, PutEntry, PutOwn
from support.table_world import Place, Store, World

DEALS = 3
VICTIM = 1
SAMPLE = 8
SEED = 7


@dataclass(slots=True)
class Evening:
    """Three deals, and what the victim's player saw at each committed entry, as completely as he ever saw it."""

    world: World
    journal: Store
    views: dict[int, SeatView | None]


def play() -> Evening:
    founding = Founding("british", (("limit", "1000"),), seats=2)
    world = World(SEED, (Place(), Place()), founding=founding, deals=DEALS)
    journal, views = world.processes[VICTIM].store, dict[int, SeatView | None]()

    def done() -> bool:
        node = world.processes[VICTIM].node
        seen = views.get(node.committed_index) if node is not None else None
        if node is not None and (seen is None or seen.unopened):
            (player,) = node.my_players
            views[node.committed_index] = None if player is None else node.view(player)
        return world.deals_done(DEALS)

    world.run(done)
    return Evening(world, journal, views)


def digests(evening: Evening) -> list[Digest]:
    """The state after each entry, as the entry after it has it."""
    return [entry.state_before for entry in evening.world.node(VICTIM).entries(1, 100_000)]


def restored(world: World, disk: Store) -> tuple[Node, list[Output]]:
    """Start the node from a disk, and let its worker do what it is asked for; return all that it does."""
    process = world.processes[VICTIM]
    node, outputs = Node.restore(process.config, process.tools, world.table, disk.restored(), world.entropy())
    done, waiting = list(outputs), list(outputs)
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, Prove):
            more = node.step(ProofReady(one.job, one.work()), world.entropy())
            done += more
            waiting += more
    return node, done


def own_acts(outputs: list[Output], world: World) -> list[str]:
    """Moves that were signed now."""
    written = [record for output in outputs if isinstance(output, Persist) for record in output.records]
    unseal = world.processes[VICTIM].tools.unseal
    messages = [(one.key, unseal(one.wire)) for one in written if isinstance(one, PutOwn)]
    return [key for key, message in messages if message is not None and isinstance(message.payload, Act)]


def public(view: SeatView) -> SeatView:
    return replace(view, hand=(), unopened=())


def test_after_a_kill_at_any_write_the_state_is_the_logs_and_no_move_is_made_again() -> None:
    evening = play()
    world, journal, after = evening.world, evening.journal, digests(evening)
    moments = Random(SEED).sample(range(1, len(journal.history)), SAMPLE)
    hands = 0
    for count in moments:
        disk = journal.after(count)
        if not disk.entries:
            continue
        node, outputs = restored(world, disk)
        wrote = sum(isinstance(one, PutEntry) for records in journal.history[:count] for one in records)
        assert node.last_index == wrote == len(disk.entries), count
        if wrote < len(after):
            assert node._desk.replica.digest == after[wrote], count  # noqa: SLF001 - what the next entry must name
        assert own_acts(outputs, world) == [], count
        assert not any(isinstance(output, Answer) for output in outputs), count
        (player,) = node.my_players
        seen, now = evening.views.get(node.committed_index), None if player is None else node.view(player)
        if seen is not None and now is not None:
            assert public(now) == public(seen), count
            assert set(now.hand) <= set(seen.hand), count
            held = {one.slot for one in seen.hand} | set(seen.unopened)
            assert {one.slot for one in now.hand} | set(now.unopened) == held, count
            hands += len(now.hand) > 0
    assert hands > SAMPLE // 2, "most of these moments are in a deal"
