"""A table of nodes on a network that has no time: seeded delays, loss, duplicates, reordering, crashes."""

import hashlib
import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Literal

from kalooki.codec import decode_message, encode, encode_vote, seal_entry, seal_message, unseal
from kalooki.fair.group import Group
from kalooki.rules.actions import Action, PickSeat
from kalooki.rules.deal import Calling
from kalooki.rules.events import DealScored, DealVoided, Event
from kalooki.rules.legal import legal_actions
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.table.config import Founding, NodeConfig, PlayerConfig, Restored, Tools
from kalooki.table.continued import NO_PLEDGE, Pledge, after_loss
from kalooki.table.election import Ballot, Timing
from kalooki.table.log import Ack, Digest, Entry
from kalooki.table.node import Node
from kalooki.table.payloads import Admit, Choice, Genesis, NodeNumber, PlayerNumber
from kalooki.table.pledges import OTHER_TABLE
from kalooki.table.ports import (
    Admitted,
    Answer,
    BeginGame,
    ChooseAbsent,
    DropSecret,
    GetReady,
    Input,
    Opened,
    Output,
    Packet,
    PeerUp,
    Persist,
    PlayAction,
    ProofReady,
    Prove,
    Publish,
    PutAck,
    PutBallot,
    PutEntry,
    PutEvidence,
    PutOffice,
    PutOpened,
    PutOutcome,
    PutOutlaws,
    PutOwn,
    PutPledge,
    PutRecovered,
    PutSecret,
    Received,
    Record,
    Report,
    Send,
    Submitted,
    Ticked,
)
from kalooki.table.proving import HONEST, Prover
from kalooki.table.signing import admission_bytes, public_key, sign
from kalooki.table.status import TableStanding
from support.table_group import GlassGroup

TICK = 250

NEVER = Timing(TICK, 10**9, 2 * 10**9)
"""The founder hosts throughout."""

BRISK = Timing(250, 1000, 2000)

Chooser = Callable[[SeatView, Random], Action | None]


@dataclass(frozen=True, slots=True)
class Chaos:
    """What the network does to packets, in shares of 1, and how long they take, in milliseconds."""

    loss: float = 0.0
    twice: float = 0.0
    delay: tuple[int, int] = (1, 1)
    """Random between these: packets overtake each other."""


CALM = Chaos()
ROUGH = Chaos(loss=0.05, twice=0.1, delay=(1, 120))


@dataclass(slots=True)
class Store:
    """What a node has on disk."""

    entries: list[Entry] = field(default_factory=list)
    acks: list[Ack] = field(default_factory=list)
    own: list[tuple[str, bytes]] = field(default_factory=list)
    secrets: dict[str, bytes] = field(default_factory=dict)
    outcomes: list[tuple[PlayerNumber, str, str, str]] = field(default_factory=list)
    evidence: list[tuple[str, bytes]] = field(default_factory=list)
    ballot: Ballot = field(default_factory=Ballot)
    is_torn: bool = False
    losses: int = 0
    sworn: int = 0
    office: int = 0
    pledge: Pledge = NO_PLEDGE
    opened: Genesis | None = None
    outlaws: tuple[NodeNumber, ...] = ()
    twin: int = 0
    safe: int = 0
    """So many writes are on the disk itself."""
    history: list[tuple[Record, ...]] = field(default_factory=list)
    """Everything that was written, so that the end can be lost."""

    def cut(self, count: int) -> "Store":
        """The disk without the last writes."""
        kept = self.after(max(len(self.history) - count, 0))
        kept.is_torn, kept.losses, kept.pledge = True, self.losses, after_loss(kept.pledge)
        return kept

    def after(self, count: int) -> "Store":
        """The disk after so many writes."""
        disk = Store()
        for records in self.history[:count]:
            disk.write(records)
        return disk

    def without_power(self) -> "Store":
        """What the end of the computer leaves: what was not on the disk is gone, and the office that allowed it."""
        disk = self.after(self.safe)
        disk.is_torn, disk.losses, disk.sworn = self.is_torn, self.losses, max(self.sworn, disk.office)
        disk.office = 0
        return disk

    def write(self, records: tuple[Record, ...], *, to_disk: bool = True) -> None:  # noqa: C901, PLR0912 - one case for each kind
        self.history.append(records)
        self.safe = len(self.history) if to_disk else self.safe
        for record in records:
            match record:
                case PutEntry(entry):
                    assert entry.index <= len(self.entries) + 1
                    self.entries[entry.index - 1 :] = [entry]
                case PutAck(ack):
                    self.acks.append(ack)
                case PutOwn(key, wire):
                    self.own.append((key, wire))
                case PutSecret(key, secret):
                    self.secrets[key] = secret
                case DropSecret(key):
                    self.secrets.pop(key, None)
                case PutOutcome(player, command, code, detail):
                    self.outcomes.append((player, command, code, detail))
                case PutEvidence(kind, wire):
                    self.evidence.append((kind, wire))
                case PutBallot(term, vote, proof):
                    self.ballot = Ballot(term, vote, proof)
                case PutRecovered(term):
                    self.is_torn, self.sworn = False, term
                case PutOffice(term):
                    self.office = term
                case PutPledge(pledge):
                    self.pledge = pledge
                case PutOpened(genesis):
                    self.opened = genesis
                case PutOutlaws(nodes, twin):
                    self.outlaws, self.twin = nodes, twin

    def restored(self) -> Restored:
        return Restored(
            tuple(self.entries),
            tuple(self.acks),
            tuple(self.own),
            tuple(self.secrets.items()),
            tuple(self.outcomes),
            self.ballot,
            self.is_torn,
            self.losses,
            self.sworn,
            tuple(kind for kind, _ in self.evidence),
            self.pledge,
            self.opened,
            self.outlaws,
            self.twin,
            tuple(decode_message(wire) for kind, wire in self.evidence if kind == OTHER_TABLE),
        )


@dataclass(frozen=True, slots=True)
class Place:
    """A node to be: how many players it has, whether it votes, how it shuffles."""

    players: int = 1
    vote: bool = True
    prover: Prover = HONEST


@dataclass(slots=True)
class Process:
    """A node that runs, or has been killed."""

    config: NodeConfig
    tools: Tools
    store: Store = field(default_factory=Store)
    node: Node | None = None
    life: int = 0
    """Goes up with every restart: what was under way in an earlier life is lost."""
    crash: Literal["before the write", "after the write", "without power"] | None = None
    """The process ends around the next write; or the computer does, before a write that follows one in the cache."""
    waiting: dict[int, str] = field(default_factory=dict)
    """The command that each player waits for."""
    commands: int = 0
    answers: list[Answer] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    opened: list[Genesis] = field(default_factory=list)
    """Tables that go on from this one, as its nodes have said."""
    ends: int = 0
    """Deals that this node's clients have seen end."""
    received: list[tuple[NodeNumber, Packet]] = field(default_factory=list)
    sent: list[tuple[NodeNumber | None, Packet]] = field(default_factory=list)

    def tell(self, output: Publish | Answer) -> None:
        """What the clients of this node see."""
        match output:
            case Publish(events):
                self.events.extend(events)  # type: ignore[arg-type]
                self.ends += sum(isinstance(event, DealScored | DealVoided) for event in events)
            case Answer(player, command_id):
                self.answers.append(output)
                if self.waiting.get(player) == command_id:
                    del self.waiting[player]


def _in_lobby(node: Node, standing: TableStanding, player: PlayerNumber) -> object | None:
    if not standing.players[player].ready:
        return GetReady(0)
    full = len(standing.players) == standing.seats and all(one.ready for one in standing.players)
    return BeginGame() if full and node.number == 0 and player == node.my_players[0] else None


def laying(view: SeatView, rng: Random) -> Action:
    """Lay what can be laid, else any legal move that is not a take: deals come to an end."""
    actions = [action for action in legal_actions(view) if type(action).__name__ not in {"Take", "Return"}]
    lays = [action for action in actions if type(action).__name__ == "Lay"]
    return rng.choice(lays or actions or list(legal_actions(view)))


def _is_news(output: Output) -> bool:
    """Whether players look again now: who was only told that his node is ahead of what he sees waits for that."""
    return isinstance(output, Publish) or (isinstance(output, Answer) and output.code != "stale")


def answering(view: SeatView, rng: Random) -> Action | None:
    """While calls are open the player in turn says at once what he will do; nobody cuts, and nobody challenges."""
    return laying(view, rng) if isinstance(view.window, Calling) else None


class World:
    """All nodes, and everything between them."""

    def __init__(  # noqa: PLR0913 - a world has parameters
        self,
        seed: int,
        places: tuple[Place, ...],
        *,
        chaos: Chaos = CALM,
        chooser: Chooser = laying,
        founding: Founding | None = None,
        group: Group | None = None,
        deals: int = 1,
        moves: int = 1_000_000,
        timing: Timing = NEVER,
    ) -> None:
        self.rng = Random(seed)
        self.seed = seed
        self.now = 0
        self.chaos = chaos
        self.chooser = chooser
        self.deals = deals
        self.moves = moves
        self.timing = timing
        self.group = group or GlassGroup()
        self.hold: Callable[[int, int, Packet], bool] = lambda _sender, _receiver, _packet: False
        """Packets for which this is so are kept back, in `held`."""
        self.held: list[tuple[int, int, Packet]] = []
        self.watch: Callable[[int, Packet], None] = lambda _sender, _packet: None
        """Sees everything that a node sends, as it sends it."""
        self.wish: Callable[[SeatView, Random], Action | None] = answering
        """What somebody does who is not waited for, and may act."""
        self.cut: Callable[[int, int], bool] = lambda _sender, _receiver: False
        """Links over which nothing comes through."""
        self.plant: Callable[[Node], None] = lambda _node: None
        """Puts another part into a node that is made, to see whether a test finds what it does wrong."""
        self.tick = TICK
        self.choice: Choice | None = Choice.VOID
        """What everybody wants who is asked about somebody that is missed."""
        self.passive: set[int] = set()
        """Nodes whose players do nothing by themselves."""
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._serial = 0
        self._steps = 0
        seats = sum(place.players for place in places)
        self.processes = [self._process(number, place) for number, place in enumerate(places)]
        self._begin(founding or Founding("british", seats=seats))
        for number in range(1, len(places)):
            self._at(self.now + number, partial(self._join, number))
        for number in range(len(places)):
            self._at(number % TICK, partial(self._tick, number))

    # --- making it ----------------------------------------------------------------------------------------------

    def _begin(self, founding: Founding, /) -> None:
        founder = self.processes[0]
        founder.node, outputs = Node.found(founder.config, founder.tools, founding, self.entropy())
        self.table = founder.node.table_id
        self._carry_out(0, outputs)

    def _process(self, number: int, place: Place) -> Process:
        players = tuple(
            PlayerConfig(self.secret(f"player {number}.{one}"), f"P{number}.{one}") for one in range(place.players)
        )
        config = NodeConfig(
            self.secret(f"node {number}"), f"certificate {number}".encode(), players, place.vote, self.timing
        )
        tools = Tools(encode, seal_message, unseal, seal_entry, encode_vote, self.group, place.prover)
        return Process(config, tools)

    def secret(self, name: str) -> bytes:
        return hashlib.sha256(f"{self.seed} {name}".encode()).digest()

    def entropy(self) -> bytes:
        self._steps += 1
        return hashlib.sha512(f"{self.seed} entropy {self._steps}".encode()).digest()

    def admit(self, number: int) -> Admit:
        config = self.processes[number].config
        identity = public_key(config.key)
        statement = admission_bytes(self.table, identity, config.tls_certificate, vote=config.vote)
        return Admit(identity, config.tls_certificate, config.vote, sign(config.key, statement))

    def _join(self, number: int) -> None:
        process = self.processes[number]
        process.node = Node.join(process.config, process.tools, self.table)
        self.plant(process.node)
        self.give(0, Admitted(self.admit(number)))
        self.link(number)

    def link(self, number: int) -> None:
        """All links of a node stand (again)."""
        for other, process in enumerate(self.processes):
            if other != number and process.node is not None:
                self.give(number, PeerUp(NodeNumber(other)))
                self.give(other, PeerUp(NodeNumber(number)))

    # --- running ------------------------------------------------------------------------------------------------

    def give(self, number: int, happened: Input) -> None:
        """One step of one node."""
        process = self.processes[number]
        if process.node is not None:
            if isinstance(happened, Received):
                process.received.append((happened.peer, happened.packet))
            outputs = process.node.step(happened, self.entropy())
            self._carry_out(number, outputs)
            if any(_is_news(output) for output in outputs):
                self._at(self.now + 1, partial(self._drive, number))

    def run(self, until: Callable[[], bool], limit: int = 4_000_000) -> None:
        """Let time pass until something is so."""
        while not until():
            assert self._queue, "nothing can happen any more"
            at, _, happen = heapq.heappop(self._queue)
            assert at <= limit, f"seed {self.seed}: not within {limit} ms"
            self.now = max(self.now, at)
            happen()

    def rest(self, milliseconds: int) -> None:
        """Let so much time pass."""
        end = self.now + milliseconds
        self._at(end, lambda: None)
        self.run(lambda: self.now >= end)

    def later(self, milliseconds: int, happen: Callable[[], None]) -> None:
        """Let something happen after some time."""
        self._at(self.now + milliseconds, happen)

    def _at(self, when: int, happen: Callable[[], None]) -> None:
        self._serial += 1
        heapq.heappush(self._queue, (when, self._serial, happen))

    def _tick(self, number: int) -> None:
        self.give(number, Ticked(self.now))
        self._drive(number)
        self._at(self.now + self.tick, lambda: self._tick(number))

    def _carry_out(self, number: int, outputs: tuple[Output, ...]) -> None:
        process = self.processes[number]
        for output in outputs:
            match output:
                case Persist(records, to_disk):
                    if not self._write(number, records, to_disk=to_disk):
                        return
                case Send(to, packet):
                    self._send(number, to, packet)
                case Prove(job, work):
                    self._prove(number, job, work)
                case Publish() | Answer():
                    process.tell(output)
                case Report():
                    process.reports.append(output)
                case Opened(genesis):
                    process.opened.append(genesis)

    def _write(self, number: int, records: tuple[Record, ...], *, to_disk: bool) -> bool:
        """Write to disk, and say whether the power is still on."""
        process = self.processes[number]
        crash, process.crash = process.crash, None
        if crash == "without power" and process.store.safe == len(process.store.history):
            crash, process.crash = None, crash  # it comes when there is something to lose
        if crash in {None, "after the write"}:
            process.store.write(records, to_disk=to_disk)
        if crash is not None:
            self.kill(number)
        if crash == "without power":
            process.store = process.store.without_power()
        return crash is None

    def _send(self, number: int, to: NodeNumber | None, packet: Packet) -> None:
        self.processes[number].sent.append((to, packet))
        self.watch(number, packet)
        others = [to] if to is not None else [one for one in range(len(self.processes)) if one != number]
        for other in others:
            copies = 1 + (self.rng.random() < self.chaos.twice)
            for _ in range(copies):
                if self.rng.random() >= self.chaos.loss and not self.cut(number, other):
                    when = self.now + self.rng.randint(*self.chaos.delay)
                    self._at(when, partial(self._deliver, number, other, self.processes[other].life, packet))

    def _deliver(self, sender: int, receiver: int, life: int, packet: Packet) -> None:
        if self.hold(sender, receiver, packet):
            self.held.append((sender, receiver, packet))
        elif self.processes[receiver].life == life:
            self.give(receiver, Received(NodeNumber(sender), packet))

    def _prove(self, number: int, job: int, work: Callable[[], object]) -> None:
        life = self.processes[number].life

        def done() -> None:
            if self.processes[number].life == life:
                self.give(number, ProofReady(job, work()))

        self._at(self.now + self.rng.randint(5, 60), done)

    def let_through(self) -> None:
        """What was kept back arrives now, and nothing more is kept back."""
        self.hold = lambda _sender, _receiver, _packet: False
        held, self.held = self.held, []
        for sender, receiver, packet in held:
            self.give(receiver, Received(NodeNumber(sender), packet))

    # --- stopping and going on ------------------------------------------------------------------------------------

    def kill(self, number: int) -> None:
        """kill -9 between two steps."""
        process = self.processes[number]
        process.node = None
        process.life += 1
        process.waiting.clear()

    def tear(self, number: int, count: int) -> None:
        """kill -9, and the disk loses what was written last."""
        self.kill(number)
        process = self.processes[number]
        process.store = process.store.cut(count)

    def cut_power(self, number: int) -> None:
        """The computer ends between two steps: what was not on its disk itself is lost."""
        self.kill(number)
        process = self.processes[number]
        process.store = process.store.without_power()

    def restart(self, number: int) -> None:
        process = self.processes[number]
        process.store.losses += process.store.is_torn
        process.node, outputs = Node.restore(
            process.config, process.tools, self.table, process.store.restored(), self.entropy()
        )
        self.plant(process.node)
        self._carry_out(number, outputs)
        self.link(number)

    # --- players ----------------------------------------------------------------------------------------------------

    def submit(self, number: int, player: PlayerNumber, command: object, command_id: str | None = None) -> str:
        process = self.processes[number]
        process.commands += 1
        name = command_id or f"{process.life}.{process.commands}"
        process.waiting[player] = name
        self.give(number, Submitted(player, name, command))  # type: ignore[arg-type]
        return name

    def _drive(self, number: int) -> None:
        process = self.processes[number]
        node = process.node
        if node is None or number in self.passive:
            return
        for player in node.my_players:
            if player is not None and player not in process.waiting:
                command = self._wish(node, player)
                if command is not None:
                    self.submit(number, player, command)

    def _wish(self, node: Node, player: PlayerNumber) -> object | None:
        standing = node.standing(player)
        if standing is None or player >= len(standing.players):
            return None
        if standing.phase == "lobby":
            return _in_lobby(node, standing, player)
        if standing.phase == "pick_seat":
            return PlayAction(standing.move, PickSeat(2)) if standing.waiting_for == (player,) else None
        missed = standing.missed
        if missed is not None and self.choice is not None and node.number not in {one for one, _ in missed.wishes}:
            can_keep = self.choice is not Choice.BACKUP or missed.backup
            return ChooseAbsent(self.choice if can_keep else Choice.VOID)
        asked = (*standing.waiting_for, *standing.may_act)
        return self._in_game(node, standing, player) if player in asked else None

    def _in_game(self, node: Node, standing: TableStanding, player: PlayerNumber) -> object | None:
        if standing.next_deal and standing.next_deal <= self.deals:
            return GetReady(standing.next_deal)
        view = node.view(player)
        closed = view is not None and view.unopened and view.phase is not ViewPhase.CUT
        if view is None or standing.doing != "action" or closed or standing.move >= self.moves:
            return None
        action = self.wish(view, self.rng) if player in standing.may_act else self.chooser(view, self.rng)
        return None if action is None else PlayAction(standing.move, action)

    # --- what everybody wants to know ---------------------------------------------------------------------------

    def node(self, number: int) -> Node:
        node = self.processes[number].node
        assert node is not None
        return node

    @property
    def nodes(self) -> list[Node]:
        return [process.node for process in self.processes if process.node is not None]

    def hashes(self, number: int) -> list[Digest]:
        node = self.node(number)
        return [entry.hash(self.table) for entry in node.entries(1, 1_000_000)]

    def all_at(self, phase: str) -> bool:
        standings = [node.standing(None) for node in self.nodes]
        return all(standing is not None and standing.phase == phase for standing in standings)

    def deals_done(self, count: int) -> bool:
        """Every node has seen so many deals end."""
        return all(process.ends >= count for process in self.processes if process.node is not None)
