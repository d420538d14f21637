"""Acknowledgements by way of the host, where many sit at a table: said by each to each they are most of its traffic.

They are signed, so a host can keep them back, but not invent any; what he keeps back everybody says to everybody a
moment later.
"""

from kalooki.table.desk import Desk
from kalooki.table.log import Ack
from kalooki.table.payloads import NodeNumber
from kalooki.table.ports import AckPacket, Send
from kalooki.table.state import TableState
from kalooki.table.turn import Turn

CROWD = 6
"""From so many nodes on; at fewer the way over the host takes longer than it saves."""

PATIENCE_MS = 300
"""So long what we acknowledged may wait for the host to pass it on; the clock goes on in steps of a quarter second."""


class Relay:
    """Who is told of an acknowledgement, and when."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._passed: dict[NodeNumber, Ack] = {}
        """What we passed on as the host, of each node the newest."""
        self._floor = 0
        """What all had acknowledged when we passed it on."""
        self._quiet: tuple[Ack, int] | None = None
        """Our newest acknowledgement and when we gave it, as long as we have told nobody of it but the host."""

    def say(self, ack: Ack, turn: Turn) -> None:
        """Tell of an acknowledgement of our own: the host alone, in a crowd, if it proves no end of a limit."""
        desk, host = self._desk, self._desk.election.host
        self._quiet = None
        if host is None or not is_crowd(desk.state) or desk.acks.is_expected(ack.index):
            turn.do(Send(None, AckPacket(ack)))
            return
        if not desk.is_host:
            self._quiet = ack, desk.now
            turn.do(Send(host, AckPacket(ack)))

    def pass_on(self, turn: Turn) -> None:
        """As the host of a crowd, tell all of what all have said, once all have said it who are there."""
        desk = self._desk
        if not desk.is_host:
            return
        nodes = playing_nodes(desk.state)
        here = nodes - frozenset(desk.watch.silent(nodes)) | {desk.number}
        floor = min(desk.acks.index_of(node) for node in here if node is not None)
        is_new, self._floor = floor > self._floor, floor
        if is_new:
            self._pass_on(turn)

    def tick(self, turn: Turn) -> None:
        """Time has passed: somebody is late, or the host keeps something back."""
        if self._desk.is_host:
            self._pass_on(turn)
        if self._quiet is None:
            return
        ack, since = self._quiet
        if self._desk.now - since >= PATIENCE_MS:
            self._quiet = None
            if ack.index > self._desk.replica.committed_index:
                turn.do(Send(None, AckPacket(ack)))

    def _pass_on(self, turn: Turn) -> None:
        if not is_crowd(self._desk.state):
            return
        for ack in self._desk.acks.newest():
            if self._passed.get(ack.node) != ack:
                self._passed[ack.node] = ack
                turn.do(Send(None, AckPacket(ack)))


def is_crowd(state: TableState) -> bool:
    """Say whether so many sit at a table that what each says to each is most of its traffic."""
    return len(playing_nodes(state)) >= CROWD


def playing_nodes(state: TableState) -> frozenset[NodeNumber]:
    """Return the nodes with players: the others have no part in a deal."""
    return frozenset(player.node for player in state.players if not player.gone)
