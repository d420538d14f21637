"""Whole deals in storms: whatever the network and the power do, and whoever stays away, all agree and the deal ends."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from kalooki.bots.greedy import BOT
from kalooki.codec.transcript import write_transcript
from kalooki.table.config import Founding
from kalooki.table.election import Timing
from kalooki.table.payloads import Choice
from kalooki.table.status import TableStanding
from kalooki.verify import verify_transcript
from support.observed_world import ObservedWorld
from support.table_world import BRISK, CALM, ROUGH, Place, World

HOUSES: dict[str, tuple[int, Callable[[int], Founding]]] = {
    "plain": (2, lambda seats: Founding("british", seats=seats)),
    "clock": (2, lambda seats: Founding("british", seats=seats, turn_ms=10_000, bank_ms=12_000, plays_on=False)),
    "grace": (3, lambda seats: Founding("british", seats=seats, grace_ms=5_000)),
    "backup": (4, lambda seats: Founding("british", (("dropout", "key_backup"),), seats=seats, grace_ms=5_000)),
}
"""The fewest players, and how the table is set up: of two, who goes on without the other has won."""
HASTY: dict[str, tuple[int, Callable[[int], Founding]]] = {
    "hasty": (3, lambda seats: Founding("british", seats=seats, grace_ms=3_000)),
    "hasty backup": (4, lambda seats: Founding("british", (("dropout", "key_backup"),), seats=seats, grace_ms=3_000)),
}
"""Who is waited for is missed before a host that hears nobody is silent."""
ABSENCES = (500, 3_000, 20_000)
"""Milliseconds; the longest is past every grace and every clock."""
PATIENCE = 1_500_000
TALKATIVE = 0.2
"""How often who is at a hasty table says something within a quarter of a second."""
HOSTS_HIT = 0.7
"""How often a fault of a hasty table hits who hosts."""


class StormError(AssertionError):
    """What did not hold."""


@dataclass(frozen=True, slots=True)
class Weather:
    """What a seed stands for."""

    house: str
    seats: int
    rough: bool
    faults: int


def weather(rng: Random, *, hasty: bool = False) -> Weather:
    """Draw it."""
    houses = HASTY if hasty else HOUSES
    house = rng.choice(sorted(houses))
    return Weather(house, rng.randint(houses[house][0], 5), rng.random() < 0.5, rng.randint(1, 4))


def storm(seed: int, *, hasty: bool = False) -> World:
    """Play one deal to its end.

    Args:
        seed: Of everything.
        hasty: Graces are so short that who is cut off misses all others, hosts are hit above all, and stop meanwhile.

    Raises:
        LostError: Something was committed twice.
        StormError: It did not end, or not all agree, or a stranger does not believe the record.
    """
    rng = Random(seed)
    now = weather(rng, hasty=hasty)
    founding = (HASTY if hasty else HOUSES)[now.house][1](now.seats)
    timing = Timing() if hasty else BRISK
    world = ObservedWorld(seed, (Place(),) * now.seats, founding=founding, timing=timing, chooser=BOT.choose)
    world.choice = Choice.BACKUP
    world.run(lambda: world.all_at("playing"))
    world.chaos = ROUGH if now.rough else CALM
    for _ in range(now.faults):
        world.rest(rng.randint(100, 8_000))
        victim = _disturb(world, rng, hosts=hasty)
        if hasty:
            _stop_meanwhile(world, rng, victim)
        _stay(world, rng, talk=hasty)
        _mend(world)
    world.chaos = CALM
    _end(world)
    return world


def _disturb(world: World, rng: Random, *, hosts: bool) -> int:
    everybody = range(len(world.processes))
    hosting = [number for number in everybody if (node := world.processes[number].node) is not None and node.hosts]
    victim = rng.choice(hosting) if hosts and hosting and rng.random() < HOSTS_HIT else rng.choice(everybody)
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
    return victim


def _stay(world: ObservedWorld, rng: Random, *, talk: bool) -> None:
    """Let time pass; who talks meanwhile gives a host something to order."""
    end = world.now + rng.choice(ABSENCES)
    while talk and world.now < end:
        world.rest(250)
        for number, process in enumerate(world.processes):
            if process.node is not None and process.node.number is not None and rng.random() < TALKATIVE:
                world.say(number)
    world.rest(end - world.now)


def _stop_meanwhile(world: ObservedWorld, rng: Random, victim: int) -> None:
    """Who is cut off may also end, with what was not on its disk or without, and start again as lonely."""
    _stay(world, rng, talk=True)
    match rng.randrange(4):
        case 0 if not any(process.store.is_torn for process in world.processes):
            world.cut_power(victim)
        case 0 | 1:
            world.kill(victim)
        case _:
            return
    _stay(world, rng, talk=True)
    world.restart(victim)


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
        world.run(lambda: _is_done(world), world.now + PATIENCE)
    except AssertionError as error:
        stands = [node.standing(None) for node in world.nodes]
        told = [(one.doing, one.waiting_for, one.move, one.next_deal) for one in stands if one is not None]
        raise StormError(f"the deal does not end: {told}") from error
    if any(process.store.evidence for process in world.processes):
        raise StormError("an honest node is accused")
    node = world.node(0)
    data = write_transcript([*node.entries(1, 1_000_000), *node.certificates()])
    report = verify_transcript(data, world.group, bytes(32))
    wrong = [finding.code for finding in report.findings if finding.code != "not_certified"]
    if wrong:
        raise StormError(f"the record does not hold: {wrong}")


def _is_done(world: World) -> bool:
    return all(_has_ended(node.standing(None)) for node in world.nodes) and _is_one(world)


def _is_one(world: World) -> bool:
    """Say whether all have one log, and have committed all of it."""
    if any(node.committed_index < node.last_index for node in world.nodes):
        return False
    return len({entry.hash(world.table) for node in world.nodes for entry in node.entries(node.last_index, 1)}) == 1


def _has_ended(standing: TableStanding | None) -> bool:
    return standing is not None and (standing.phase == "over" or standing.next_deal == 2)
