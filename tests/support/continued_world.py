"""A table of which a quorum is lost in the middle of a game, and the one that goes on from it."""

from collections.abc import Callable

from kalooki.codec import encode, seal_message
from kalooki.table.config import Founding
from kalooki.table.genesis import table_id
from kalooki.table.log import NO_DIGEST, TABLE, ByNode, Message, message_signing_bytes
from kalooki.table.node import Node
from kalooki.table.payloads import Genesis, Motion, NodeNumber
from kalooki.table.ports import Packet, Propose
from kalooki.table.signing import sign
from support.table_world import BRISK, Place, World

LONG = (("limit", "1000"),)


def lost(  # noqa: PLR0913 - a disaster has parameters
    seed: int,
    nodes: int,
    gone: tuple[int, ...],
    *,
    deals: int = 0,
    stuck: bool = True,
    before: Callable[[World], None] = lambda _world: None,
    kind: type[World] = World,
    grace_ms: int = 60_000,
) -> World:
    """A table where some have vanished for good, a few moves after so many deals.

    Args:
        seed: Of everything.
        nodes: How many there are.
        gone: Who vanishes.
        deals: How many have been scored.
        stuck: Whether too few are left then.
        before: What happens at the last but one move.
        kind: What is between the nodes.
        grace_ms: How long who is missed is waited for.
    """
    founding = Founding("british", LONG, seats=nodes, grace_ms=grace_ms)
    world = kind(seed, (Place(),) * nodes, founding=founding, deals=deals + 1, timing=BRISK)
    world.run(lambda: all(_at_move(node, deals, 0) for node in world.nodes))
    world.moves = 2
    world.run(lambda: all(_at_move(node, deals, 2) for node in world.nodes))
    before(world)
    world.moves = 3
    world.rest(1_500)
    for number in gone:
        world.kill(number)
    if stuck:
        world.run(lambda: all(is_stuck(node) for node in world.nodes))
    world.rest(3_000)
    return world


def _at_move(node: Node, deals: int, moves: int) -> bool:
    view, standing = node.view(None), node.standing(None)
    return view is not None and standing is not None and view.number == deals + 1 and standing.move >= moves


def is_stuck(node: Node) -> bool:
    """Whether the players there are told that nothing can be decided any more."""
    standing = node.standing(None)
    return standing is not None and standing.stuck


def want(world: World, number: int, *, withdrawn: bool = False) -> str:
    """Somebody wants to go on; return what became of it."""
    process = world.processes[number]
    (player,) = world.node(number).my_players
    assert player is not None
    name = world.submit(number, player, Propose(Motion.CONTINUE, withdrawn=withdrawn))
    world.run(lambda: any(one.command_id == name for one in process.answers))
    return next(one.code for one in process.answers if one.command_id == name)


def opened(world: World) -> Genesis:
    """The one table that goes on, as all who leave have heard of it."""
    world.run(lambda: all(process.opened for process in world.processes if process.node is not None))
    found = {one for process in world.processes for one in process.opened}
    (genesis,) = found
    return genesis


class Continued(World):
    """The table that goes on, numbered as there, on the nodes that go on; who was left behind may come later."""

    def __init__(self, old: World, genesis: Genesis, *, deals: int, with_all: bool = False) -> None:
        self._old, self._genesis = old, genesis
        assert genesis.continues is not None
        parties = genesis.continues.parties if with_all else genesis.continues.going
        self.order = [self._number(party.identity) for party in parties]
        self._here = len(genesis.continues.going)
        founding = Founding(genesis.variant, genesis.options, seats=genesis.seats)
        super().__init__(old.seed, (Place(),) * len(self.order), founding=founding, deals=deals, timing=BRISK)

    def _number(self, identity: bytes) -> int:
        members = self._old.nodes[0].members
        return next(member.number for member in members if member.identity == identity)

    def secret(self, name: str) -> bytes:
        kind, _, number = name.partition(" ")
        node, dot, one = number.partition(".")
        return self._old.secret(f"{kind} {self.order[int(node)]}{dot}{one}")

    def _begin(self, _founding: Founding, /) -> None:
        founder = self.processes[0]
        founder.node, outputs = Node.open(founder.config, founder.tools, self._genesis, self.entropy())
        self.table = founder.node.table_id
        assert self.table == table_id(founder.tools.encode(self._genesis))
        self._carry_out(0, outputs)

    def come(self, number: int) -> None:
        """Who was left behind comes, as `back` at the old table would bring him."""
        self._here = max(self._here, number + 1)
        self._join(number)

    def _join(self, number: int) -> None:
        if number >= self._here:
            return
        process = self.processes[number]
        process.node = Node.join(process.config, process.tools, self.table)
        self.link(number)

    def _send(self, number: int, to: NodeNumber | None, packet: Packet) -> None:
        if to is None or to < len(self.processes):  # who did not go on is a member, too, and not there
            super()._send(number, to, packet)


def opening(genesis: Genesis, secret: bytes) -> Message:
    """The first message of the log of a table, signed by whoever has this key."""
    encoded = encode(genesis)
    fields = (ByNode(NodeNumber(0)), TABLE, 0, 1, 0, NO_DIGEST)
    signature = sign(secret, message_signing_bytes(table_id(encoded), *fields, encoded))
    return Message(*fields, genesis, encoded, signature, seal_message(*fields, encoded, signature))
