"""Whole deals in storms: whatever the network and the power do, and whoever stays away, all agree and the deal ends."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from kalooki.bots.greedy import BOT
from kalooki.codec.transcript import write_transcript
from kalooki.table.config import Founding
from kalooki.table.payloads import Choice
from kalooki.table.status import TableStanding
from kalooki.verify import verify_transcript
from support.table_world import BRISK, CALM, ROUGH, Place, World

HOUSES: dict[str, tuple[int, Callable[[int], Founding]]] = {
    "plain": (2, lambda seats: Founding("british", seats=seats)),
    "clock": (2, lambda seats: Founding("british", seats=seats, turn_ms=10_000, bank_ms=12_000, plays_on=False)),
    "grace": (3, lambda seats: Founding("british", seats=seats, grace_ms=5_000)),
    "backup": (4, lambda seats: Founding("british", (("dropout", "key_backup"),), seats=seats, grace_ms=5_000)),
}
"""The fewest players, and how the table is set up: of two, who goes on without the other has won."""
ABSENCES = (500, 3_000, 20_000)
"""Milliseconds; the longest is past every grace and every clock."""
PATIENCE = 1_500_000


class StormError(AssertionError):
    """What did not hold."""


@dataclass(frozen=True, slots=True)
class Weather:
    """What a seed stands for."""

    house: str
    seats: int
    rough: bool
    faults: int


def weather(rng: Random) -> Weather:
    """Draw it."""
    house = rng.choice(sorted(HOUSES))
    return Weather(house, rng.randint(HOUSES[house][0], 5), rng.random() < 0.5, rng.randint(1, 4))


def storm(seed: int) -> World:
    """Play one deal to its end.

    Raises:
        StormError: It did not end, or not all agree, or a stranger does not believe the record.
    """
    rng = Random(seed)
    now = weather(rng)
    founding = HOUSES[now.house][1](now.seats)
    world = World(seed, (Place(),) * now.seats, founding=founding, timing=BRISK, chooser=BOT.choose)
    world.choice = Choice.BACKUP
    world.run(lambda: world.all_at("playing"))
    world.chaos = ROUGH if now.rough else CALM
    for _ in range(now.faults):
        world.rest(rng.randint(100, 8_000))
        _disturb(world, rng)
        world.rest(rng.choice(ABSENCES))
        _mend(world)
    world.chaos = CALM
    _end(world)
    return world


def _disturb(world: World, rng: Random) -> None:
    victim = rng.randrange(len(world.processes))
    match rng.randrange(4):
        case 0:
            world.kill(victim)
        case 1:
            world.processes[victim].crash = rng.choice(("before the write", "after the write"))
        case 2:
            world.cut = lambda sender, receiver: victim in {sender, receiver}
        case _:
            heard = rng.random() < 0.5
            world.cut = lambda sender, receiver: victim == (sender if heard else receiver)


def _mend(world: World) -> None:
    world.cut = lambda _sender, _receiver: False
    for number, process in enumerate(world.processes):
        process.crash = None
        if process.node is None:
            world.restart(number)
        else:
            world.link(number)


def _end(world: World) -> None:
    try:
        world.run(lambda: all(_is_done(node.standing(None)) for node in world.nodes), world.now + PATIENCE)
    except AssertionError as error:
        stands = [node.standing(None) for node in world.nodes]
        told = [(one.doing, one.waiting_for, one.move, one.next_deal) for one in stands if one is not None]
        raise StormError(f"the deal does not end: {weather(Random(world.seed))} {told}") from error
    logs = [world.hashes(number) for number in range(len(world.processes))]
    shortest = min(map(len, logs))
    if any(log[:shortest] != logs[0][:shortest] for log in logs):
        raise StormError("two nodes have different entries at one index")
    if any(process.store.evidence for process in world.processes):
        raise StormError("an honest node is accused")
    node = world.node(0)
    data = write_transcript([*node.entries(1, 1_000_000), *node.certificates()])
    report = verify_transcript(data, world.group, bytes(32))
    wrong = [finding.code for finding in report.findings if finding.code != "not_certified"]
    if wrong:
        raise StormError(f"the record does not hold: {wrong}")


def _is_done(standing: TableStanding | None) -> bool:
    return standing is not None and (standing.phase == "over" or standing.next_deal == 2)
