"""Transcripts of simulated tables, and forged ones: whoever holds all keys can play every dishonest host and player."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from kalooki.codec import decode_entry, encode, seal_entry, seal_message, unseal
from kalooki.codec.transcript import Evidence, write_transcript
from kalooki.fair.group import Group
from kalooki.table.checks import Checks
from kalooki.table.config import Founding
from kalooki.table.log import (
    NO_DIGEST,
    TABLE,
    Ack,
    Author,
    ByNode,
    ByPlayer,
    Certificate,
    Digest,
    Entry,
    Message,
    Stream,
    ack_signing_bytes,
    body_bytes,
    entry_signing_bytes,
    message_signing_bytes,
)
from kalooki.table.payloads import Act, NodeNumber, OpenHand, Payload, PlayerNumber, ShareBatch, Shares
from kalooki.table.ports import CloseTable
from kalooki.table.replica import Replica
from kalooki.table.signing import sign
from support.table_group import GlassGroup
from support.table_world import Place, World

SEED = bytes(range(32))
NO_SIGNATURE = bytes(64)


class Forger:
    """A log in the making, by somebody who holds the keys of every node and every player."""

    def __init__(self, world: World, entries: Iterable[Entry] = ()) -> None:
        self.table = world.table
        self.nodes = [process.config.key for process in world.processes]
        self.players: dict[PlayerNumber, bytes] = {}
        for process in world.processes:
            assert process.node is not None
            for number, config in zip(process.node.my_players, process.config.players, strict=True):
                assert number is not None
                self.players[number] = config.key
        self.replica = Replica(world.table, Checks(world.group, unseal, SEED))
        self.entries: list[Entry] = []
        for entry in entries:
            self.follow(entry)

    def follow(self, entry: Entry) -> None:
        """Go on with an entry that is as it must be."""
        self.replica.accept(entry)
        self.replica.commit()
        self.entries.append(entry)

    # --- making ---------------------------------------------------------------------------------------------------

    def key(self, author: Author) -> bytes:
        match author:
            case ByNode(node):
                return self.nodes[node]
            case ByPlayer(player):
                return self.players[player]

    def say(  # noqa: PLR0913, PLR0917 - what a message says and who says it
        self, author: Author, payload: Payload, stream: Stream, counter: int, move: int = 0, key: bytes | None = None
    ) -> bytes:
        """Sign a message with its author's key, or with another one."""
        return self._seal(author, stream, move, counter, *self.replica.known, encode(payload), key or self.key(author))

    def say_first(self, payload: Payload) -> bytes:
        """Sign the first message of a log."""
        return self._seal(ByNode(NodeNumber(0)), TABLE, 0, 1, 0, NO_DIGEST, encode(payload), self.nodes[0])

    def reword(self, message: Message, payload: Payload) -> bytes:
        """Have an author sign something else in the place of a message."""
        fields = (message.author, message.stream, message.move, message.counter)
        key = self.key(message.author)
        return self._seal(*fields, message.known_index, message.known_hash, encode(payload), key)

    def _seal(  # noqa: PLR0913, PLR0917 - the fields of the format
        self,
        author: Author,
        stream: Stream,
        move: int,
        counter: int,
        known_index: int,
        known_hash: Digest,
        payload: bytes,
        key: bytes,
    ) -> bytes:
        fields = (author, stream, move, counter, known_index, known_hash, payload)
        return seal_message(*fields, sign(key, message_signing_bytes(self.table, *fields)))

    def order(self, *messages: bytes, key: bytes | None = None, **changes: object) -> Entry:
        """Make the next entry as the host would; `changes` are what it does wrong."""
        last = self.entries[-1].hash(self.table) if self.entries else NO_DIGEST
        honest = Entry(
            term=1,
            index=len(self.entries) + 1,
            previous=last,
            state_before=self.replica.digest,
            body=body_bytes(messages),
            messages=(),
            signature=NO_SIGNATURE,
            wire=b"",
        )
        entry = replace(honest, **changes)  # type: ignore[arg-type]  # fields of an entry
        signature = sign(key or self.nodes[0], entry_signing_bytes(self.table, entry))
        return decode_entry(seal_entry(replace(entry, signature=signature)))

    def certify(self, entry: Entry | None = None, nodes: Sequence[int] | None = None) -> Certificate:
        """Have nodes acknowledge an entry, by default all of them the last one."""
        named = entry or self.entries[-1]
        digest = named.hash(self.table)
        return Certificate(
            named.index, digest, tuple(self.acknowledge(node, named.index, digest) for node in self._or_all(nodes))
        )

    def acknowledge(self, node: int, index: int, digest: Digest) -> Ack:
        signature = sign(self.nodes[node], ack_signing_bytes(self.table, 1, index, digest))
        return Ack(NodeNumber(node), 1, index, digest, signature)

    def _or_all(self, nodes: Sequence[int] | None) -> Sequence[int]:
        return range(len(self.nodes)) if nodes is None else nodes

    def file(self, *more: Entry | Certificate | Evidence) -> bytes:
        """Write the log with a certificate of its last entry, then what is given."""
        return write_transcript([*self.entries, self.certify(), *more])


def find(entries: Iterable[Entry], kind: type, skip: int = 0) -> tuple[Entry, Message]:
    """Give the first message with a payload of a kind, leaving out so many, and the entry that holds it."""
    found = [(entry, one) for entry in entries for one in entry.messages if isinstance(one.payload, kind)]
    return found[skip]


def up_to(entries: Sequence[Entry], entry: Entry) -> Sequence[Entry]:
    """Give the entries before one."""
    return entries[: entry.index - 1]


def reworded(world: World, entries: Sequence[Entry], entry: Entry, message: Message, payload: Payload) -> Forger:
    """Make the log in which an author signed something else, and the host ordered it in the same place."""
    forger = Forger(world, up_to(entries, entry))
    wires = [forger.reword(one, payload) if one is message else one.wire for one in entry.messages]
    forger.follow(forger.order(*wires))
    return forger


@cache
def played(deals: int, group: Group | None = None) -> World:
    """A table of two that plays so many deals and is closed; the same for every test, so it must not be changed."""
    founding = Founding("british", (("limit", "50"),), seats=2)
    world = World(5, (Place(), Place()), deals=deals, group=group or GlassGroup(), founding=founding)

    def done() -> bool:
        standings = [node.standing(None) for node in world.nodes]
        begun = len(standings) == 2 and all(one is not None and one.phase in {"playing", "over"} for one in standings)
        return begun and world.deals_done(deals)

    world.run(done)
    world.submit(0, PlayerNumber(0), CloseTable("enough"))
    world.run(lambda: world.all_at("closed"))
    world.rest(1000)
    return world


def log_of(world: World) -> tuple[Entry, ...]:
    """All that the founder has committed."""
    node = world.node(0)
    return node.entries(1, node.committed_index)


def batches(message: Message) -> tuple[ShareBatch, ...]:
    """The parts of cards' keys that a message gives."""
    match message.payload:
        case Shares(batches=given) | Act(evidence=given) | OpenHand(evidence=given):
            return given
        case _:
            return ()


def transcript_of(world: World) -> bytes:
    """What the founder would save."""
    certificate = world.node(0).certificate()
    assert certificate is not None
    return write_transcript([*log_of(world), certificate])
