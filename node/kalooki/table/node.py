"""A node of the table: inputs in, outputs out; it never waits, reads no clock and draws no number."""

from collections.abc import Container, Generator, Iterable, Iterator, Sequence
from itertools import chain
from typing import Self

from kalooki.rules.registry import RULES_VERSION
from kalooki.rules.view import SeatView
from kalooki.table.config import Founding, NodeConfig, Restored, Tools
from kalooki.table.desk import Desk, new_desk
from kalooki.table.duties import Duties
from kalooki.table.following import Follower
from kalooki.table.genesis import CHANCE_BYTES, PROTOCOL, house_variant, rules_digest, table_id, variant_of
from kalooki.table.going_on import GoingOn
from kalooki.table.hosting import Host
from kalooki.table.log import Certificate, Digest, Entry
from kalooki.table.moment import Moment
from kalooki.table.payloads import Admit, Genesis, NodeNumber, PlayerNumber, Shares
from kalooki.table.ports import (
    AckPacket,
    Admitted,
    Heard,
    Heartbeat,
    Input,
    MessagePacket,
    Met,
    Output,
    PeerDown,
    PeerUp,
    ProofReady,
    Received,
    Report,
    Submitted,
    Ticked,
)
from kalooki.table.rewriting import Rewriter
from kalooki.table.settling import Settler
from kalooki.table.signing import admission_bytes, public_key, sign
from kalooki.table.state import MAX_TERM, Member, Player
from kalooki.table.status import TableStanding
from kalooki.table.talking import Talker
from kalooki.table.turn import Turn


class Node:
    """One process at the table."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._follower = Follower(desk)
        self._duties = Duties(desk)
        self._host = Host(desk)
        self._talker = Talker(desk, self._follower)
        self._going_on = GoingOn(desk)
        self._talker.going_on = self._going_on
        self._settler = Settler(desk, self._going_on)
        self._rewriter = Rewriter(desk, self._settler)
        self._follower.rewound = self._rewriter.rewind
        self._later: list[Submitted] = []
        """Commands that wait until what was lost is here again."""

    # --- making one ---------------------------------------------------------------------------------------------

    @classmethod
    def found(
        cls, config: NodeConfig, tools: Tools, founding: Founding, entropy: bytes
    ) -> tuple[Self, tuple[Output, ...]]:
        """Found a table: orders Genesis, the own Admit and the own players' TakeSeat.

        Raises:
            RulesError: There is no such variant, option or value.
            GenesisError: The variant is not for so many seats.
        """
        turn = Turn(entropy)
        genesis = _genesis(config, founding, turn.chance("genesis")[:CHANCE_BYTES])
        variant_of(genesis)
        node = cls(new_desk(config, tools, table_id(tools.encode(genesis))))
        node._follower.hear(None, node._host.found(genesis, turn), turn)
        node._desk.admits.append(_own_admission(config, node.table_id))
        return node, node._finish(turn)

    @classmethod
    def open(
        cls, config: NodeConfig, tools: Tools, genesis: Genesis, entropy: bytes
    ) -> tuple[Self, tuple[Output, ...]]:
        """Begin the log of a table that goes on from another, as its founder; all who go on have signed."""
        turn = Turn(entropy)
        node = cls(new_desk(config, tools, table_id(tools.encode(genesis))))
        node._follower.hear(None, node._host.found(genesis, turn), turn)
        return node, node._finish(turn)

    @classmethod
    def join(cls, config: NodeConfig, tools: Tools, table: Digest) -> Self:
        """Begin as a node that the host admitted, or is about to admit; it learns everything from entries."""
        return cls(new_desk(config, tools, table))

    @classmethod
    def restore(
        cls, config: NodeConfig, tools: Tools, table: Digest, restored: Restored, entropy: bytes
    ) -> tuple[Self, tuple[Output, ...]]:
        """Go on after a stop at any moment, with what was persisted.

        Raises:
            LogError: The entries are no log of this table.
        """
        turn = Turn(entropy)
        node = cls(new_desk(config, tools, table))
        node._desk.pen.leap(restored.losses)
        if restored.is_torn:
            node._desk.recovery.begin(turn.chance("recovery")[:CHANCE_BYTES], restored.sworn)
            node._desk.report(turn, Report("recovering", f"{len(restored.entries)} entries are whole"))
        node._desk.sworn = MAX_TERM if restored.is_torn else restored.sworn
        node._desk.election.take_back(restored.ballot)
        for entry in restored.entries:
            node._follower.take_in(node._desk.replica.accept(entry), turn)
        if restored.is_torn:
            node._desk.election.resign()
        else:
            node._desk.election.resume(node._desk.number)
        node._settler.take_back(restored, turn)
        node._desk.election.outlaws.update(restored.outlaws)
        node._desk.twin = restored.twin
        node._going_on.take_back(restored)
        node._desk.clock.leave_time()
        node._follower.take_back(restored.acks, turn)
        node._rewriter.say_again(turn)
        outputs = node._finish(turn, silently=True)
        node._desk.remember_kept(restored.evidence)
        return node, outputs

    # --- reading ------------------------------------------------------------------------------------------------

    @property
    def table_id(self) -> Digest:
        """The table's name."""
        return self._desk.table

    @property
    def number(self) -> NodeNumber | None:
        """This node's number; None until its Admit is in the log."""
        return self._desk.number

    @property
    def hosts(self) -> bool:
        """Whether this node gives the messages their order."""
        return self._desk.is_host

    @property
    def patience_ms(self) -> int:
        """How long at least a silent host is waited for."""
        return self._desk.election.patience_ms

    def is_busy(self, player: PlayerNumber) -> bool:
        """Whether a command of one of our players is on its way."""
        return self._settler.is_busy(player)

    @property
    def my_players(self) -> tuple[PlayerNumber | None, ...]:
        """This node's players in the order of its configuration; None until they are seated."""
        state = self._desk.replica.accepted
        numbers = {player.identity: player.number for player in state.players} if state else {}
        return tuple(numbers.get(identity) for identity in self._desk.keys)

    @property
    def members(self) -> tuple[Member, ...]:
        """All nodes that are in, as accepted."""
        state = self._desk.replica.accepted
        return state.members if state else ()

    def speaker(self, player: PlayerNumber) -> Player | None:
        """Return a player who may be heard at the table; None where nobody has that number, or no longer plays."""
        state = self._desk.replica.accepted
        found = state.players[player] if state and player < len(state.players) else None
        return None if found is None or found.gone else found

    @property
    def committed_index(self) -> int:
        """The newest committed entry."""
        return self._desk.replica.committed_index

    @property
    def sure_index(self) -> int:
        """The newest entry that nothing takes back: committed, or signed by all who go on from it at another table."""
        return max(self.committed_index, self._going_on.head)

    @property
    def last_index(self) -> int:
        """The newest accepted entry."""
        return self._desk.replica.last_index

    @property
    def may_leave(self) -> bool:
        """Whether nobody needs this node any more to come along to the table that goes on from this one."""
        return self._going_on.is_done

    def have_all(self, nodes: Iterable[NodeNumber]) -> bool:
        """Say whether nodes have acknowledged all that is committed here."""
        return self._desk.acks.all_have(frozenset(nodes), self.committed_index)

    def entries(self, from_index: int, limit: int = 64) -> tuple[Entry, ...]:
        """A page of accepted entries."""
        first = max(from_index, 1) - 1
        return tuple(self._desk.replica.entries[first : first + limit])

    def certificate(self) -> Certificate | None:
        """The newest commit certificate whose acknowledgements all name one entry."""
        return self._desk.acks.certificate(self._desk.replica)

    def certificates(self, but: Container[int] = ()) -> tuple[Certificate, ...]:
        """One for each entry that ended a limit, as far as they are here; without those of the entries named."""
        return self._desk.acks.certificates(self._desk.replica, but)

    def standing(self, player: PlayerNumber | None) -> TableStanding | None:
        """What there is to know besides the cards; None before the first entry is committed."""
        return self.moment().standing(player)

    def view(self, player: PlayerNumber | None) -> SeatView | None:
        """The committed game as one of our players, or (None) a spectator, sees it; None before the first deal."""
        return self.moment().view(player)

    def moment(self) -> Moment:
        """What there is to see now, to be looked at later."""
        desk = self._desk
        players = self.my_players
        faces = {player: dict(desk.faces.of(player)) for player in players if player is not None}
        missed = desk.missed() if desk.replica.accepted is not None else None
        checked = desk.tally.standing(desk.sight(self._follower.highest))
        outlook = self._going_on.outlook()
        return Moment(desk.replica.committed, players, faces, missed, desk.now, desk.left_ms(), checked, outlook)

    # --- doing --------------------------------------------------------------------------------------------------

    def step(self, happened: Input, entropy: bytes, also: Sequence[Input] = ()) -> tuple[Output, ...]:
        """Take one input with 64 fresh bytes; the outputs are to be carried out in order."""
        stages = self.stages(happened, entropy, also)
        outputs: list[Output] = []
        while True:
            try:
                outputs.extend(next(stages))
            except StopIteration as last:
                return (*outputs, *last.value)

    def stages(
        self, happened: Input, entropy: bytes, also: Sequence[Input] = ()
    ) -> Generator[tuple[Output, ...], None, tuple[Output, ...]]:
        """Take one input as `step` does, and give outputs as soon as others wait for them, the last at the end.

        A host gives each entry before it applies it itself, everybody the shares whose time has come, and shows a card
        as soon as its player sees it. Until the end the node may be asked for its `moment`, where it publishes, and for
        nothing else.

        Args:
            happened: The input.
            entropy: 64 fresh bytes.
            also: What came after it and may be taken with it, as `may_join` says.
        """
        turn = Turn(entropy)
        for one in (happened, *also):
            self._take(one, turn)
        yield from self._work(turn, happened)
        self._settler.flush(turn)
        return turn.outputs()

    @property
    def host(self) -> NodeNumber | None:
        """Which node hosts, as far as we know."""
        return self._desk.election.host

    @property
    def holds_shares(self) -> bool:
        """Whether others wait for shares that are held back until everybody has acknowledged what owes them."""
        return bool(self._desk.held)

    @property
    def awaits_cards(self) -> bool:
        """Whether a player of ours does not see all cards of his hand yet."""
        return self._duties.awaits_cards

    @property
    def is_ahead(self) -> bool:
        """Whether there is nothing to work ahead at, or something that others wait for comes first."""
        return self._desk.replica.is_named or self.holds_shares

    def work_ahead(self) -> None:
        """Do what the next entry will need, and nobody waits for yet."""
        self._desk.replica.name_state()

    def _finish(self, turn: Turn, *, silently: bool = False) -> tuple[Output, ...]:
        outputs = tuple(chain.from_iterable(self._work(turn)))
        if silently:
            self._settler.silence()
        self._settler.flush(turn)
        return outputs + turn.outputs()

    def _take(self, happened: Input, turn: Turn) -> None:  # noqa: C901 - one case for each kind
        match happened:
            case Received(peer, packet):
                self._talker.hear(peer, packet, turn)
            case PeerUp(peer):
                self._talker.greet(peer, turn)
            case PeerDown(peer):
                self._desk.election.lose_host(peer, turn)
            case Met():
                self._going_on.meet(happened, turn)
            case Ticked(now):
                self._talker.tick(now, turn)
                self._follower.relay.tick(turn)
                self._going_on.tick(turn)
                self._duties.send_spare(turn)
            case ProofReady(job, result):
                made = self._desk.workshop.finish(job, result)
                if made is not None:
                    self._duties.send_shuffle(*made, turn)
            case Admitted(admit):
                self._desk.admits.append(admit)
            case Submitted() if self._desk.recovery.is_on:
                self._later.append(happened)
            case Submitted():
                self._settler.submit(happened, turn)

    def _work(self, turn: Turn, happened: Input | None = None) -> Iterator[tuple[Output, ...]]:
        """Do everything that can be done now, until nothing more can; nothing that what happened cannot matter to."""
        desk = self._desk
        speaks, looks = (True, True) if happened is None else self._prompts(happened)
        if _brings_shares(happened) and desk.replica.accepted is not None and self._duties.look():
            # A player sees his hand before everybody's shares stand in an entry, and are tested there.
            self._settler.changed = True
            self._settler.flush(turn)
            yield turn.outputs()
        while True:
            desk.spoke = ordered = False
            accepted = self._follower.accept_ripe(turn)
            if desk.replica.accepted is None:
                break
            self._recover(turn)
            is_mute = desk.recovery.is_on
            speaks |= accepted
            if speaks and not is_mute:
                ordered = yield from self._say(turn)
            committed = self._commit(turn)
            self._follower.relay.pass_on(turn)
            if not is_mute and self._duties.release_shares(turn):
                committed = True
                yield turn.outputs()
            if speaks or looks:
                self._settler.changed |= self._duties.look()
            if (speaks or looks or committed) and not is_mute:
                self._duties.open_hands(turn)
            if accepted or ordered or committed:
                desk.clear_workshop(self._follower.gated(), turn)
            speaks, looks = desk.spoke or ordered or committed, False
            if not speaks:
                break
        self._talker.meet_host(turn)
        self._talker.ask(turn)
        self._settler.changed |= self._going_on.take_news()
        self._follower.write_deferred(turn)

    def _prompts(self, happened: Input) -> tuple[bool, bool]:
        """Say whether something may be to be said because of an input, and whether a card may be to be seen."""
        match happened:
            case Received(_, AckPacket() | Heard() | Heartbeat()):
                return False, False
            case Received(_, MessagePacket()):
                # It is kept until it stands in an entry: only a host, or who watches one end a limit, cares before.
                return self._desk.is_host or self._follower.watches_time, False
            case _:
                return True, True

    def _say(self, turn: Turn) -> Generator[tuple[Output, ...], None, bool]:
        """Say what is to be said: as a player, as the host, as a witness."""
        progress = False
        self._duties.take_seats(turn)
        self._duties.work_on_decks(turn)
        self._duties.accuse(turn)
        self._settler.changed |= self._duties.miss(turn)
        entry = self._host.order(turn)
        if entry is not None:
            self._follower.hear(None, entry, turn)
            yield turn.outputs()
            progress = self._follower.accept_ripe(turn)
        self._follower.acknowledge(turn)
        self._duties.make_shares(self._follower.acknowledged, turn)
        return progress

    def _commit(self, turn: Turn) -> bool:
        """Commit what has its quorum."""
        progress = False
        while (applied := self._follower.commit_next()) is not None:
            own = [player.number for player, _ in self._desk.own_players(applied.before)]
            self._desk.tally.take(applied, self._desk.replica.hash_at(applied.entry.index), own)
            self._settler.settle(applied, turn)
            progress = True
        return progress

    def _recover(self, turn: Turn) -> None:
        """Speak again, once all that was lost and that others may count on is here."""
        desk = self._desk
        if desk.number is None or not desk.recovery.is_over(desk.replica, desk.election, desk.number):
            return
        desk.sworn = desk.recovery.end(desk.election, desk.number, turn)
        desk.report(turn, Report("recovered", f"entry {desk.replica.last_index}"))
        self._rewriter.say_again(turn)
        later, self._later = self._later, []
        for submitted in later:
            self._settler.submit(submitted, turn)


def may_join(first: Input, other: Input) -> bool:
    """Say whether two inputs may be taken in one step: each only counts, together with others of its kind."""
    match first, other:
        case Received(_, AckPacket()), Received(_, AckPacket()):
            return True
        case Received(_, MessagePacket(one)), Received(_, MessagePacket(another)):
            return isinstance(one.payload, Shares) and isinstance(another.payload, Shares)
        case _:
            return False


def _brings_shares(happened: Input | None) -> bool:
    match happened:
        case Received(_, MessagePacket(message)):
            return isinstance(message.payload, Shares)
        case _:
            return False


def _genesis(config: NodeConfig, founding: Founding, chance: bytes) -> Genesis:
    variant = house_variant(founding.variant, founding.options)
    return Genesis(
        protocol=PROTOCOL,
        variant=founding.variant,
        rules_version=RULES_VERSION,
        rules_digest=rules_digest(variant),
        options=tuple(sorted(founding.options)),
        title=founding.title,
        founder=public_key(config.key),
        chance=chance,
        bots_vote=founding.bots_vote,
        seats=founding.seats,
        answer_ms=founding.answer_ms,
        buy_in_ms=founding.buy_in_ms,
        turn_ms=founding.turn_ms,
        grace_ms=founding.grace_ms,
        bank_ms=founding.bank_ms,
        plays_on=founding.plays_on and founding.turn_ms > 0,
        silence_ms=founding.silence_ms,
        begins_when_full=founding.begins_when_full,
    )


def _own_admission(config: NodeConfig, table: Digest) -> Admit:
    identity = public_key(config.key)
    statement = admission_bytes(table, identity, config.tls_certificate, vote=True)
    return Admit(identity, config.tls_certificate, vote=True, signature=sign(config.key, statement))
