"""Scenes at a table, and the forgers and observers that the tests of a node share."""

from dataclasses import replace

from kalooki.codec import encode, seal_entry, seal_message, unseal
from kalooki.rules.actions import Draw
from kalooki.table.checks import Checks
from kalooki.table.log import (
    TABLE,
    Ack,
    Author,
    ByPlayer,
    Digest,
    Entry,
    Message,
    Stream,
    ack_signing_bytes,
    body_bytes,
    entry_signing_bytes,
    message_signing_bytes,
)
from kalooki.table.node import Node
from kalooki.table.payloads import (
    NodeNumber,
    Payload,
    PlayerNumber,
    Ready,
    Shares,
)
from kalooki.table.ports import (
    EntryPacket,
    MessagePacket,
    Packet,
    PeerUp,
    PlayAction,
    Received,
)
from kalooki.table.replica import Replica
from kalooki.table.signing import sign
from kalooki.table.state import TableState
from support.table_world import Place, World

ONE_VOTER = (Place(), Place(vote=False))
THREE = (Place(), Place(), Place())


def in_lobby(places: tuple[Place, ...] = (Place(), Place()), seed: int = 1) -> World:
    """Everybody sits, and nobody does anything by itself."""
    world = World(seed, places)
    world.passive.update(range(len(places)))
    world.run(lambda: all(seated(world, number) for number in range(len(places))))
    return world


def seated(world: World, number: int) -> bool:
    process = world.processes[number]
    standing = process.node.standing(None) if process.node else None
    return standing is not None and len(standing.players) == standing.seats


def in_play(places: tuple[Place, ...] = (Place(), Place()), seed: int = 1) -> World:
    """The first player is to draw, and everybody waits for it."""
    world = World(seed, places, moves=0)
    world.run(lambda: all(turn_of(world, number) is not None for number in range(len(places))))
    world.rest(2000)
    world.passive.update(range(len(places)))
    return world


def turn_of(world: World, number: int) -> int | None:
    process = world.processes[number]
    standing = process.node.standing(None) if process.node else None
    if standing is None or standing.doing != "action":
        return None
    return standing.waiting_for[0]


def node_in_turn(world: World) -> tuple[int, PlayerNumber]:
    player = turn_of(world, 0)
    assert player is not None
    (number,) = [n for n in range(len(world.processes)) if player in world.node(n).my_players]
    return number, PlayerNumber(player)


def codes(world: World, number: int) -> list[str]:
    return [answer.code for answer in world.processes[number].answers]


def reports(world: World, number: int) -> set[str]:
    return {report.code for report in world.processes[number].reports}


def kept(world: World, number: int) -> list[str]:
    return [kind for kind, _ in world.processes[number].store.evidence]


def draw(world: World) -> tuple[int, PlayerNumber, int]:
    """Who is in turn draws; return the node, the player and the move."""
    number, player = node_in_turn(world)
    standing = world.node(number).standing(None)
    assert standing is not None
    world.submit(number, player, PlayAction(standing.move, Draw()))
    return number, player, standing.move


def is_share(packet: Packet) -> bool:
    return isinstance(packet, MessagePacket) and isinstance(packet.message.payload, Shares)


def shares_sent(world: World, number: int) -> int:
    return sum(is_share(packet) for _, packet in world.processes[number].sent)


def forged_message(world: World, player: int, payload: Ready) -> Message:
    """A message that this player really signed, though its node knows nothing of it."""
    process = (
        next(p for p in world.processes if p.node and player in p.node.my_players) if player else world.processes[0]
    )
    secret = process.config.players[0].key
    encoded = encode(payload)
    fields = (ByPlayer(PlayerNumber(player)), TABLE, 0, 99, 0, Digest(bytes(32)))
    signature = sign(secret, message_signing_bytes(world.table, *fields, encoded))
    return Message(*fields, payload, encoded, signature, seal_message(*fields, encoded, signature))


def forged_entry(world: World, host: object, *messages: Message, **changes: object) -> Entry:
    """The next entry as the host could sign it."""
    assert isinstance(host, Node)
    last = host.entries(host.last_index, 1)[0]
    body = body_bytes(tuple(message.wire for message in messages))
    entry = Entry(1, last.index + 1, last.hash(world.table), digest_of(world, host), body, messages, b"", b"")
    return signed_entry(world, replace(entry, **changes))  # type: ignore[arg-type]


def signed_entry(world: World, entry: Entry) -> Entry:
    secret = world.processes[0].config.key
    entry = replace(entry, signature=sign(secret, entry_signing_bytes(world.table, entry)))
    return replace(entry, wire=seal_entry(entry))


def digest_of(world: World, host: object) -> Digest:
    """What the state is now, as anybody finds it by replaying the log."""
    assert isinstance(host, Node)
    replica = Replica(world.table, Checks(world.group, unseal))
    for entry in host.entries(1, 100_000):
        replica.accept(entry)
    return replica.digest


def ack_of(world: World, number: int, index: int, digest: Digest, term: int = 1) -> Ack:
    secret = world.processes[number].config.key
    signature = sign(secret, ack_signing_bytes(world.table, term, index, digest))
    return Ack(NodeNumber(number), term, index, digest, signature)


def entries_sent(world: World) -> list[int]:
    """Entries that the host has sent to somebody who asked."""
    return [one.entry.index for to, one in world.processes[0].sent if to == 1 and isinstance(one, EntryPacket)]


def refusal(world: World, number: int, player: int, command: object) -> str:
    world.submit(number, PlayerNumber(player), command)
    return codes(world, number)[-1]


def written(  # noqa: PLR0913 - a message has fields
    world: World,
    author: Author,
    secret: bytes,
    payload: Payload,
    known: Digest | None = None,
    *,
    counter: int = 99,
    stream: Stream = TABLE,
    index: int = 0,
) -> Message:
    encoded = encode(payload)
    fields = (author, stream, 0, counter, index, known or Digest(bytes(32)))
    signature = sign(secret, message_signing_bytes(world.table, *fields, encoded))
    return Message(*fields, payload, encoded, signature, seal_message(*fields, encoded, signature))


def of_player(world: World, player: int) -> list[Message]:
    entries = world.node(0).entries(1, 10_000)
    author = ByPlayer(PlayerNumber(player))
    return [message for entry in entries for message in entry.messages if message.author == author]


def state_of(world: World) -> TableState:
    state = world.node(1)._desk.replica.accepted  # noqa: SLF001 - what the node works from
    assert state is not None
    return state


def meet(one: World, first: int, two: World, second: int) -> None:
    """Let a node of one world hear a node of another one, and the other way, until they have nothing more to say."""
    sides = ((one, first, two, second), (two, second, one, first))
    heard = {first: len(one.processes[first].sent), second: len(two.processes[second].sent)}
    for world, number, _, other in sides:
        world.give(number, PeerUp(NodeNumber(other)))
    for _ in range(10):
        for world, number, there, other in sides:
            sent = world.processes[number].sent
            fresh, heard[number] = sent[heard[number] :], len(sent)
            for to, packet in fresh:
                if to in {None, other}:
                    there.give(other, Received(NodeNumber(number), packet))
