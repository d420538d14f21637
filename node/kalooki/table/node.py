"""A node of the table: inputs in, outputs out; it never waits, reads no clock and draws no number."""

from typing import Self

from kalooki.rules.registry import RULES_VERSION
from kalooki.rules.view import SeatView, view
from kalooki.table.config import Founding, NodeConfig, Restored, Tools
from kalooki.table.desk import Desk, new_desk
from kalooki.table.duties import Duties
from kalooki.table.following import Follower
from kalooki.table.genesis import CHANCE_BYTES, PROTOCOL, house_variant, rules_digest, table_id, variant_of
from kalooki.table.hosting import Host
from kalooki.table.log import Certificate, Digest, Entry
from kalooki.table.payloads import Admit, Genesis, NodeNumber, PlayerNumber
from kalooki.table.ports import (
    Admitted,
    Input,
    Output,
    PeerDown,
    PeerUp,
    ProofReady,
    Received,
    Submitted,
    Ticked,
)
from kalooki.table.settling import Settler
from kalooki.table.signing import admission_bytes, public_key, sign
from kalooki.table.standing import standing
from kalooki.table.state import Member
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
        self._settler = Settler(desk)

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
        node._work(turn)
        node._settler.flush(turn)
        return node, turn.outputs()

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
        for entry in restored.entries:
            node._follower.take_in(node._desk.replica.accept(entry), turn)
        node._settler.take_back(restored, turn)
        node._desk.clock.leave_time()
        node._follower.take_back(restored.acks, turn)
        node._work(turn)
        node._settler.silence()
        node._settler.flush(turn)
        return node, turn.outputs()

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

    @property
    def committed_index(self) -> int:
        """The newest committed entry."""
        return self._desk.replica.committed_index

    @property
    def last_index(self) -> int:
        """The newest accepted entry."""
        return self._desk.replica.last_index

    def entries(self, from_index: int, limit: int = 64) -> tuple[Entry, ...]:
        """A page of accepted entries."""
        first = max(from_index, 1) - 1
        return tuple(self._desk.replica.entries[first : first + limit])

    def certificate(self) -> Certificate | None:
        """The newest commit certificate whose acknowledgements all name one entry."""
        return self._desk.acks.certificate(self._desk.replica)

    def certificates(self) -> tuple[Certificate, ...]:
        """One for each entry that ended a limit, as far as they are here."""
        return self._desk.acks.certificates(self._desk.replica)

    def standing(self, player: PlayerNumber | None) -> TableStanding | None:
        """What there is to know besides the cards; None before the first entry is committed."""
        state = self._desk.replica.committed
        return standing(state, player) if state else None

    def view(self, player: PlayerNumber | None) -> SeatView | None:
        """The committed game as one of our players, or (None) a spectator, sees it; None before the first deal."""
        state = self._desk.replica.committed
        game = state.game if state else None
        if state is None or game is None or game.deal is None:
            return None
        if player is None:
            return view(game, None, {})
        return view(game, state.players[player].seat, self._desk.faces.of(player))

    # --- doing --------------------------------------------------------------------------------------------------

    def step(self, happened: Input, entropy: bytes) -> tuple[Output, ...]:
        """Take one input with 64 fresh bytes; the outputs are to be carried out in order."""
        turn = Turn(entropy)
        self._take(happened, turn)
        self._work(turn)
        self._settler.flush(turn)
        return turn.outputs()

    def _take(self, happened: Input, turn: Turn) -> None:
        match happened:
            case Received(peer, packet):
                self._talker.hear(peer, packet, turn)
            case PeerUp(peer):
                self._talker.greet(peer, turn)
            case PeerDown():
                pass
            case Ticked(now):
                self._talker.tick(now, turn)
            case ProofReady(job, result):
                made = self._desk.workshop.finish(job, result)
                if made is not None:
                    self._duties.send_shuffle(*made, turn)
            case Admitted(admit):
                self._desk.admits.append(admit)
            case Submitted():
                self._settler.submit(happened, turn)

    def _work(self, turn: Turn) -> None:
        """Do everything that can be done now, until nothing more can."""
        while self._round(turn):
            pass
        self._talker.ask(turn)
        self._follower.write_deferred(turn)

    def _round(self, turn: Turn) -> bool:
        self._desk.spoke = False
        progress = self._follower.accept_ripe(turn)
        if self._desk.replica.accepted is None:
            return progress
        self._duties.take_seats(turn)
        self._duties.work_on_decks(turn)
        self._duties.accuse(turn)
        entry = self._host.order(turn)
        if entry is not None:
            self._follower.hear(None, entry, turn)
            progress |= self._follower.accept_ripe(turn)
        self._follower.acknowledge(turn)
        self._duties.make_shares(self._follower.acknowledged, turn)
        while (applied := self._follower.commit_next()) is not None:
            self._settler.settle(applied, turn)
            progress = True
        progress |= self._duties.release_shares(turn)
        self._settler.changed |= self._duties.look()
        self._duties.open_hands(turn)
        self._desk.clear_workshop(self._follower.gated(), turn)
        return progress or self._desk.spoke


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
    )


def _own_admission(config: NodeConfig, table: Digest) -> Admit:
    identity = public_key(config.key)
    statement = admission_bytes(table, identity, config.tls_certificate, vote=True)
    return Admit(identity, config.tls_certificate, vote=True, signature=sign(config.key, statement))
