"""A table that has lost its quorum, in a storm: who goes on with whom, and whether anybody honest is at two tables."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from random import Random
from typing import Literal

from kalooki.table.continued import NO_PLEDGE
from kalooki.table.continuing import check_continuation, pledge_of, signers
from kalooki.table.going_on import GoingOn
from kalooki.table.node import Node
from kalooki.table.payloads import Genesis, Motion
from kalooki.table.pledges import in_both
from kalooki.table.ports import GoOn, Propose
from kalooki.table.turn import Turn
from support.continued_world import lost
from support.table_world import Chaos, World

GRACE_MS = 8_000
STORM_MS = 36_000
CALM_MS = 60_000
CRASHES: tuple[Literal["before the write", "after the write", "without power"], ...] = (
    "before the write",
    "after the write",
    "without power",
)


class TwoFaced(GoingOn):
    """A part that forgets what it has signed, and so signs all that it is shown, and drafts the same numbers again."""

    def _signed(self, draft: Genesis, turn: Turn) -> Genesis:
        self.pledge = NO_PLEDGE
        return super()._signed(draft, turn)

    def _draft(self, turn: Turn) -> None:
        self.pledge, self._highest, self._refused = NO_PLEDGE, 0, 0
        super()._draft(turn)


def two_faced(node: Node) -> None:
    """Put it into a node."""
    node._going_on.__class__ = TwoFaced  # noqa: SLF001 - a planted part


@dataclass
class Seen:
    """What came of a storm."""

    tables: list[Genesis] = field(default_factory=list)
    """All that were opened."""
    at: dict[int, set[bytes]] = field(default_factory=dict)
    """For which tables each node has left."""
    convicted: set[int] = field(default_factory=set)
    liars: set[int] = field(default_factory=set)
    left_behind: int = 0
    """Nodes that are here in the end, want to go on, and have not."""


class ViolationError(Exception):
    """What must not happen has happened."""


def storm(seed: int, plant: Callable[[Node], None] | None = None) -> Seen:
    """Let those who are left go on in bad weather, with a liar among them now and then.

    Args:
        seed: Of everything.
        plant: A wrong part for all nodes, to see whether it is found; nobody is taken for a liar then.

    Raises:
        ViolationError: Somebody honest has signed two drafts of one number, or left for two tables, or is convicted; or
            two tables have signers in common under one number, and no proof against them.
    """
    rng = Random(f"continued {seed}")
    nodes = rng.choice((4, 5, 5))
    gone = tuple(rng.sample(range(nodes), 2))
    world = lost(seed, nodes, gone, grace_ms=GRACE_MS)
    here = [number for number in range(nodes) if number not in gone]
    liars = {rng.choice(here)} if plant is None and rng.random() < 0.4 and len(here) > 2 else set()
    world.passive.update(here)
    for number in here:
        wrong = two_faced if number in liars else plant
        if wrong is not None:
            wrong(world.node(number))
    world.plant = lambda node: (two_faced if node.number in liars else plant or _nothing)(node)
    signed: dict[tuple[int, int], set[bytes]] = {}
    world.watch = lambda sender, packet: _note(world, signed, sender, packet)
    world.chaos = Chaos(rng.choice((0.0, 0.1, 0.3)), rng.choice((0.0, 0.2)), (1, rng.choice((5, 200, 900))))
    _shake(world, here, rng, world.now + STORM_MS)
    world.rest(STORM_MS)
    world.cut, world.chaos = (lambda _sender, _receiver: False), Chaos()
    for number in here:
        world.processes[number].crash = None  # what was to come in the storm
        if world.processes[number].node is None:
            world.restart(number)
        _want(world, number)
    for number in here:
        world.later(8_000, partial(_want, world, number))
    world.rest(CALM_MS)
    return _judge(world, here, liars, signed)


def _nothing(_node: Node) -> None:
    """An honest one."""


def _shake(world: World, here: list[int], rng: Random, until: int) -> None:
    """Something happens about every second."""
    if world.now >= until:
        return
    number = rng.choice(here)
    process = world.processes[number]
    match rng.randrange(6):
        case 0 | 1 | 2 if process.node is not None:
            _want(world, number)
        case 3:
            deaf = {(one, other) for one in here for other in here if one != other and rng.random() < 0.3}
            world.cut = lambda sender, receiver: (sender, receiver) in deaf
        case 4 if process.node is not None:
            process.crash = rng.choice(CRASHES)
        case _ if process.node is None:
            process.crash = None
            world.restart(number)
        case _:
            world.cut = lambda _sender, _receiver: False
    world.later(rng.randint(200, 2_000), lambda: _shake(world, here, rng, until))


def _want(world: World, number: int) -> None:
    node = world.processes[number].node
    for player in () if node is None else node.my_players:
        if player is not None:
            world.submit(number, player, Propose(Motion.CONTINUE))


def _note(world: World, signed: dict[tuple[int, int], set[bytes]], sender: int, packet: object) -> None:
    """Keep under which number a node has signed what, as it tells the others."""
    if not isinstance(packet, GoOn) or packet.genesis.continues is None:
        return
    node, old = world.processes[sender].node, packet.genesis.continues
    identity = b"" if node is None else node._desk.identity  # noqa: SLF001 - whose signature it is
    if identity in signers(packet.genesis, old):
        signed.setdefault((sender, old.attempt), set()).add(pledge_of(packet.genesis, old).digest)


def _judge(world: World, here: list[int], liars: set[int], signed: dict[tuple[int, int], set[bytes]]) -> Seen:
    seen = Seen(liars=liars)
    honest = set(here) - liars
    numbers = {member.identity: int(member.number) for member in world.nodes[0].members}
    for (number, attempt), digests in signed.items():
        if number in honest and len(digests) > 1:
            raise ViolationError(f"node {number} has signed two drafts numbered {attempt}")
    for number in here:
        process = world.processes[number]
        seen.at[number] = {one.chance for one in process.opened}
        if number in honest and len(seen.at[number]) > 1:
            raise ViolationError(f"node {number} has left for two tables")
        seen.left_behind += not process.opened
        seen.tables = list(dict.fromkeys([*seen.tables, *process.opened]))
        if number in honest:
            seen.convicted |= {int(one) for one in process.store.outlaws}
    if seen.convicted - liars:
        raise ViolationError(f"nodes {sorted(seen.convicted - liars)} are convicted, and have not lied")
    variant = world.nodes[0]._desk.state.variant  # noqa: SLF001 - by what is played
    for table in seen.tables:
        check_continuation(table, variant)
    for one, other in combinations(seen.tables, 2):
        _judge_two(one, other, numbers, liars)
    return seen


def _judge_two(one: Genesis, other: Genesis, numbers: dict[bytes, int], liars: set[int]) -> None:
    """Of two tables under one number whoever has signed both is proven to lie, and has lied."""
    both = {numbers[identity] for identity in in_both(one, other)}
    old, later = one.continues, other.continues
    assert old is not None
    assert later is not None
    common = {party.identity for party in old.going} & {party.identity for party in later.going}
    if old.attempt == later.attempt and {numbers[identity] for identity in common} - both:
        raise ViolationError("two tables of one number, and no proof against who signed both")
    if both - liars:
        raise ViolationError(f"nodes {sorted(both - liars)} have signed two tables under one number")


def forgetful(node: Node) -> None:
    """A planted bug: after a restart nobody knows what he has signed."""
    node._going_on.pledge = NO_PLEDGE  # noqa: SLF001 - a planted bug
