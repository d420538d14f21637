"""Everything that a node has: its parts share it, and only `Node.step` lets them at it."""

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from kalooki.cards import Slot
from kalooki.table.absence import can_do_without
from kalooki.table.acks import Acks
from kalooki.table.checks import Checks
from kalooki.table.commands import Clerk
from kalooki.table.config import NodeConfig, PlayerConfig, Tools
from kalooki.table.countdown import Clock
from kalooki.table.election import Election, Ground
from kalooki.table.log import NO_DIGEST, TABLE, Author, ByNode, ByPlayer, Digest, Message, Stream
from kalooki.table.missing import Missed, Watch
from kalooki.table.payloads import Admit, Genesis, NodeNumber, Payload, PlayerNumber, Tip, Vote
from kalooki.table.pen import Heading, Pen
from kalooki.table.pledges import DOUBLE_DRAFT, OTHER_TABLE
from kalooki.table.pool import Pool, is_late
from kalooki.table.ports import GoOn, MessagePacket, PutEvidence, PutOutlaws, Report, Send
from kalooki.table.recovery import Recovery
from kalooki.table.replica import Replica
from kalooki.table.sharing import Direct, Faces, Held, by_place, places_of
from kalooki.table.signing import SIGNATURE_BYTES, public_key
from kalooki.table.state import FOUNDER, Player, TableState
from kalooki.table.status import Alarm
from kalooki.table.tally import Sight, Tally
from kalooki.table.timing import limit_of
from kalooki.table.turn import Turn
from kalooki.table.votes import Electors
from kalooki.table.wellformed import MalformedEntryError, check_message
from kalooki.table.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Place:
    """Where an action belongs: the stream, and the move for which it was chosen."""

    stream: Stream
    move: int


MAX_VOID = 32
"""Messages without effect that are ordered of one author at one move; an honest one has hardly any."""

MAX_ALARMS = 32
"""More than so many say nothing more."""


@dataclass(slots=True)
class Desk:
    """The one mutable thing below `Node`."""

    config: NodeConfig
    tools: Tools
    table: Digest
    replica: Replica
    pen: Pen
    workshop: Workshop
    clerk: Clerk
    pool: Pool
    identity: bytes
    """This node's own identity key."""
    keys: dict[bytes, PlayerConfig]
    """This node's players by their identity."""
    election: Election
    acks: Acks = field(default_factory=Acks)
    clock: Clock = field(default_factory=Clock)
    watch: Watch = field(default_factory=Watch)
    recovery: Recovery = field(default_factory=Recovery)
    faces: Faces = field(default_factory=Faces)
    held: dict[tuple[int, PlayerNumber], Held] = field(default_factory=dict)
    """Shares that are made and may not be sent yet, by the entry that owes them and their author."""
    spare: list[tuple[NodeNumber, Message]] = field(default_factory=list)
    """Shares for nodes that do not wait for them: they are sent when time has passed."""
    admits: deque[Admit] = field(default_factory=deque)
    """Nodes that the shell let in and the log has not."""
    number: NodeNumber | None = None
    sworn: int = 0
    """In no term up to this do we vote or host anew."""
    now: int = 0
    spoke: bool = False
    """Whether something was said since this was last set to False."""
    halted: str = ""
    """Why this node acknowledges nothing any more."""
    fork: int = 0
    """The last entry before another certified log leaves ours; 0: there is none."""
    twin: int = 0
    """The first entry of ours of which a host is proven to have signed another one; 0: there is none."""
    astray: set[NodeNumber] = field(default_factory=set)
    """Who has acknowledged another log than ours in one of our terms."""
    voids: Counter[Author] = field(default_factory=Counter)
    """Messages without effect since the last move, by author."""
    doubled: set[Author] = field(default_factory=set)
    """Of whom there is proof that they used a counter twice: more of it would only fill the disk."""
    reported: set[tuple[str, int | None, int | None]] = field(default_factory=set)
    tally: Tally = field(default_factory=Tally)
    alarms: tuple[Alarm, ...] = ()
    """What was found that an honest table has not."""
    alarmed: bool = False
    """Whether something of that is new to people."""

    @property
    def state(self) -> TableState:
        """The accepted state."""
        assert self.replica.accepted is not None, "asked for only after the first entry"
        return self.replica.accepted

    @property
    def is_host(self) -> bool:
        """Whether this node orders."""
        return self.election.is_host

    @property
    def ground(self) -> Ground:
        """What an election stands on now; there is a first entry. Who has lost some of his log has no part in one."""
        me = None if self.recovery.is_on else self.number
        return Ground(me, self.state.electors(), self.replica.tip, self.replica.settled, self.electors_at)

    def electors_at(self, tip: Tip) -> Electors:
        """Return who votes where a term begins: who came in after that, and is not committed, has no say in it."""
        replica = self.replica
        is_ours = tip.index <= replica.last_index and replica.hash_at(tip.index) == tip.hash
        return ((replica.recent(tip.index) if is_ours else None) or self.state).electors()

    def own_players(self, state: TableState) -> tuple[tuple[Player, PlayerConfig], ...]:
        """Return this node's players with their configuration."""
        return tuple((player, self.keys[player.identity]) for player in state.players if player.identity in self.keys)

    def missed(self) -> Missed | None:
        """Return whom this node misses, if that could be decided without them."""
        missed = self.watch.missed(self.state, self.acks, (self.number,))
        return missed if missed is not None and can_do_without(self.state, missed.players) else None

    def left_ms(self) -> int:
        """Return how much is left of the limit that runs in the committed state."""
        state = self.replica.committed
        limit = None if state is None else limit_of(state)
        return 0 if limit is None else self.clock.left_of(limit, self.now)

    def remember_kept(self, evidence: Iterable[str]) -> None:
        """After a restart: what is kept still proves something, also where the log does not say against whom."""
        for code in evidence:
            if code not in {OTHER_TABLE, *(one.code for one in self.alarms)}:
                self.remember(Alarm(code))

    def sight(self, highest: int) -> Sight:
        """Return what there is to know of what is checked, besides the counts; `highest` is the last known entry."""
        replica, state = self.replica, self.replica.committed
        members = () if state is None else state.members
        return Sight(
            verified_to=0 if self.number is None else self.acks.index_of(self.number),
            certificate=self.acks.certificate(replica),
            voters=0 if state is None else len(state.voters()),
            nodes=tuple((member.number, self.acks.index_of(member.number)) for member in members),
            alarms=self.alarms,
            halted=self.halted,
            behind=max(highest - replica.last_index, 0),
            recovering=self.recovery.is_on,
        )

    def keeps_all(self, number: int) -> bool:
        """Say whether our players have true shares of all others' keys of a ceremony, if its keys have backups."""
        record = self.state.record(number)
        if record is None:
            return True
        provers = [self.state.prover(record, player) for player, _ in self.own_players(self.state)]
        return not any(self.workshop.false_boxes(record.ceremony, prover) for prover in provers)

    def direct(self, slots: Iterable[Slot]) -> Direct:
        """Return the shares of these cards that came directly and that the log lacks, by card."""
        state = self.state
        dealt = [slot for slot in slots if any(slot - block.first in range(block.count) for block in state.slots)]
        if not dealt:
            return {}
        places = {(record.number, position) for record, position in map(state.place_of, dealt)}
        concerned = [message for message in self.pool.shares() if not places.isdisjoint(places_of(message))]
        return by_place(state, filter(self.replica.knows, concerned))

    def fits(self, message: Message) -> bool:
        """Say whether a message may stand in the next entry, its counter apart."""
        if not self.state.is_live(message.stream):
            return False
        try:
            check_message(self.state, message, self.replica.hash_at, self.replica.checks.signed)
        except MalformedEntryError:
            return False
        return True

    def may_be_ordered(self, message: Message) -> bool:
        """Say whether a host orders a message when its turn has come."""
        return self.voids[message.author] < MAX_VOID and self.fits(message)

    def say_as_node(self, key: str, stream: Stream, payload: Payload, turn: Turn) -> None:
        """Sign as the node, and send."""
        assert self.number is not None, "only members speak"
        self._say(key, Heading(ByNode(self.number), self.config.key, stream, self.replica.known), payload, turn)

    def say_as_player(self, key: str, player: Player, place: Stream | Place, payload: Payload, turn: Turn) -> None:
        """Sign as a player, and send."""
        self._say(key, self._heading(player, place), payload, turn)

    def write_as_player(self, key: str, player: Player, stream: Stream, payload: Payload, turn: Turn) -> Message:
        """Sign as a player, and keep it for later."""
        return self.pen.write(key, self._heading(player, stream), payload, turn)

    def _heading(self, player: Player, place: Stream | Place) -> Heading:
        secret = self.keys[player.identity].key
        stream, move = (place.stream, place.move) if isinstance(place, Place) else (place, 0)
        return Heading(ByPlayer(player.number), secret, stream, self.replica.known, move)

    def _say(self, key: str, heading: Heading, payload: Payload, turn: Turn) -> None:
        message = self.pen.write(key, heading, payload, turn)
        self.spoke = True
        self.pool.add(message, self.now)  # also where another hosts: whether it overlooks us is for us to see, too
        if not self.is_host:
            turn.do(Send(None, MessagePacket(message)))

    def hear(self, message: Message) -> Message | None:
        """Keep a message that may still be ordered; return an earlier one of the same name that says something else."""
        return None if is_late(self.state, message) else self.pool.add(message, self.now)

    def drop_held(self, message: Message) -> None:
        """Never send shares that were made in another log."""
        self.held = {place: held for place, held in self.held.items() if held.message.wire != message.wire}

    def clear_workshop(self, gated: frozenset[int], turn: Turn) -> None:
        """Forget the secrets and proofs of ceremonies that are over in both states."""
        states = [state for state in (self.replica.accepted, self.replica.committed) if state is not None]
        alive = {record.number for state in states for record in state.ceremonies}
        self.workshop.clear(gated | alive, self.state.next_ceremony, turn)

    def accuse_author(self, message: Message, other: Message, turn: Turn) -> None:
        """Two messages with one counter are proof against their author: keep both, once."""
        if message.author in self.doubled:
            return
        self.doubled.add(message.author)
        turn.write(PutEvidence("double_message", other.wire))
        turn.write(PutEvidence("double_message", message.wire))
        self.alarm(turn, _double(message.author))

    def accuse_voters(self, votes: Iterable[Vote], turn: Turn) -> None:
        """Two votes of one node in one term are proof against it: keep both, once."""
        for one, other in self.election.doubles(votes, self.state.electors()):
            if one.node not in self.election.outlaws:
                turn.write(PutEvidence("double_vote", self.tools.seal_vote(one)))
                turn.write(PutEvidence("double_vote", self.tools.seal_vote(other)))
                self.alarm(turn, Report("double_vote", f"two votes in term {one.term}", node=one.node))
                self.outlaw(one.node, turn)

    def outlaw(self, node: NodeNumber, turn: Turn) -> None:
        """There is proof against a node: from now on, and after a restart, nothing is decided with it."""
        self.election.outlaw(node, turn)
        turn.write(PutOutlaws(tuple(sorted(self.election.outlaws)), self.twin))

    def accuse_drafter(self, identity: bytes, drafts: tuple[Genesis, Genesis], turn: Turn) -> None:
        """Two drafts of one number that a node has signed are proof against it: keep both, once, and show them."""
        for member in self.state.members:
            if member.identity == identity and member.number not in (*self.election.outlaws, self.number):
                for draft in drafts:
                    turn.write(PutEvidence(DOUBLE_DRAFT, self.tools.encode(draft)))
                    turn.do(Send(None, GoOn(draft)))
                self.alarm(turn, Report(DOUBLE_DRAFT, "two tables to go on at, of one number", node=member.number))
                self.outlaw(member.number, turn)

    def can_read(self, payload: Payload) -> bool:
        """Say whether others could read a payload of ours: what nobody can read must not be signed."""
        fields = (ByNode(FOUNDER), TABLE, 0, 1, 0, NO_DIGEST)
        return (
            self.tools.unseal(self.tools.seal(*fields, self.tools.encode(payload), bytes(SIGNATURE_BYTES))) is not None
        )

    def report(self, turn: Turn, report: Report) -> None:
        """Tell people something, once."""
        name = (report.code, report.player, report.node)
        if name not in self.reported:
            self.reported.add(name)
            turn.do(report)

    def alarm(self, turn: Turn, report: Report, index: int = 0) -> None:
        """Tell people of something that an honest table has not, and go on showing it to them."""
        self.report(turn, report)
        self.remember(Alarm(report.code, report.player, report.node, index))

    def remember(self, alarm: Alarm) -> None:
        """Show something to people, once."""
        known = {(one.code, one.player, one.node) for one in self.alarms}
        if (alarm.code, alarm.player, alarm.node) not in known and len(self.alarms) < MAX_ALARMS:
            self.alarms, self.alarmed = (*self.alarms, alarm), True


def _double(author: Author) -> Report:
    said = "two messages with one counter"
    match author:
        case ByPlayer(player):
            return Report("double_message", said, player=player)
        case ByNode(node):
            return Report("double_message", said, node=node)


def new_desk(config: NodeConfig, tools: Tools, table: Digest) -> Desk:
    """A node that knows nothing but the table's name."""
    pool = Pool()
    checks = Checks(tools.group, tools.unseal, signed=pool.wires)
    workshop = Workshop(tools.prover)
    return Desk(
        config=config,
        tools=tools,
        table=table,
        replica=Replica(table, checks),
        pen=Pen(tools, table),
        workshop=workshop,
        clerk=Clerk(checks, workshop),
        pool=pool,
        identity=public_key(config.key),
        keys={public_key(player.key): player for player in config.players},
        election=Election(config.key, table, config.timing),
    )
