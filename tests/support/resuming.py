"""A game in memory whose nodes are stopped at every moment there was, and go on from what they had written by then."""

from collections.abc import Iterable
from dataclasses import replace

from kalooki.rules.view import SeatView
from kalooki.table.node import Node
from kalooki.table.payloads import PlayerNumber
from kalooki.table.ports import MessagePacket, Output, ProofReady, Prove, Send
from kalooki.table.state import TableState
from support.table_world import Place, World


class Played:
    """Some deals of two, with what everybody saw at each committed entry."""

    def __init__(self, seed: int, deals: int) -> None:
        self.world = World(seed, (Place(), Place()), deals=deals)
        self.states: dict[int, TableState] = {}
        """By index: all nodes saw the same."""
        self.views: dict[tuple[int, int], SeatView | None] = {}
        """By node and index, as it was seen last."""
        self.world.run(lambda: self._look() and self.world.deals_done(deals))

    def moments(self, number: int) -> range:
        """How much a node had written, at each moment from its first entry on."""
        first = next(
            count
            for count in range(len(self.world.processes[number].store.history))
            if self.world.processes[number].store.after(count).entries
        )
        return range(first, len(self.world.processes[number].store.history) + 1)

    def resume(self, number: int, writes: int, *, forgets: bool = False) -> None:
        """Go on from so many writes, and see that nothing has gone back or is done again.

        Args:
            number: The node's.
            writes: How many.
            forgets: It has lost all that it had said itself, which has to be noticed.
        """
        process = self.world.processes[number]
        disk = process.store.after(writes)
        kept = replace(disk.restored(), own=()) if forgets else disk.restored()
        node, outputs = Node.restore(process.config, process.tools, self.world.table, kept, self.world.entropy())
        wires = _messages(outputs)
        self._prove(node, outputs)
        where = f"node {number} after {writes} writes"
        assert node.entries(1, len(disk.entries)) == tuple(disk.entries), where
        if node.committed_index <= len(disk.entries):  # a host orders at once what its own players had said
            assert node.committed_index in {*self.states, 0}, where
            assert node.moment().state == self.states.get(node.committed_index), where
        before = self.views.get((number, node.committed_index))
        if before is not None:
            view = node.view(PlayerNumber(number))
            assert view is not None, where
            assert set(view.hand) <= set(before.hand), where
            assert view.hand == before.hand or view.unopened, where
        assert wires <= {wire for _, wire in disk.own}, where

    def _prove(self, node: Node, outputs: Iterable[Output]) -> None:
        """Do the long work that it asks for: nobody sees a card before its deck is verified."""
        work = [output for output in outputs if isinstance(output, Prove)]
        while work:
            job = work.pop()
            then = node.step(ProofReady(job.job, job.work()), self.world.entropy())
            work += [output for output in then if isinstance(output, Prove)]

    def _look(self) -> bool:
        for number, process in enumerate(self.world.processes):
            if process.node is not None:
                index, state = process.node.committed_index, process.node.moment().state
                if state is not None:
                    assert self.states.setdefault(index, state) == state
                    self.views[number, index] = process.node.view(PlayerNumber(number))
        return True


def _messages(outputs: Iterable[Output]) -> set[bytes]:
    packets = [output.packet for output in outputs if isinstance(output, Send)]
    return {packet.message.wire for packet in packets if isinstance(packet, MessagePacket)}
