"""How long it is waited for somebody who is here, and does not sign what the others would go on by.

What counts is only that he has not signed what is before all: why, nobody can tell from outside. He may not want to,
or lie, or not be heard by whoever drafts. After the table's grace the others may go on without him. If he says then
that he wants to come along, he is waited for once more, and not a third time.
"""

from collections.abc import Iterable

from kalooki.table.payloads import NodeNumber

FOUNDER_GRACES = 2
"""So many times the grace a founder has to open what he drafts, once nobody else is to be waited for."""


MOST_STEP_MS = 1000
"""So much time passes at most between two looks: a node that was asleep has not waited."""


class Patience:
    """One node's, with all the others, by its own clock."""

    def __init__(self) -> None:
        self._asked: dict[NodeNumber, int] = {}
        """For how long each has not signed."""
        self._led: dict[NodeNumber, int] = {}
        """For how long each has kept all the others waiting as a founder."""
        self._leader: NodeNumber | None = None
        self._looked, self._step = 0, 0
        self._believed: set[NodeNumber] = set()
        """Who has said after his time that he wants to come along."""
        self.wanting: set[NodeNumber] = set()
        """Who has said so last."""

    def forget(self) -> None:
        """Nothing is drafted any more."""
        self._asked, self._led, self._leader, self._believed, self.wanting = {}, {}, None, set(), set()

    def look(self, now: int) -> None:
        """Let the time pass of all who have been asked and have not signed."""
        self._step, self._looked = min(now - self._looked, MOST_STEP_MS), now
        self._asked = {node: waited + self._step for node, waited in self._asked.items()}

    def ask(self, signed: Iterable[NodeNumber], missing: Iterable[NodeNumber]) -> None:
        """Note who has signed what is before all, and who has not; of others nothing is known, and their time runs."""
        for node in signed:
            self._asked.pop(node, None)
        for node in missing:
            self._asked.setdefault(node, 0)

    def lead(self, founder: NodeNumber | None) -> None:
        """Note for whose word alone all have waited since the last look; None: for nobody's, or others' too."""
        if founder is not None and founder == self._leader:
            self._led[founder] = self._led.get(founder, 0) + self._step
        self._leader = founder

    def hear(self, node: NodeNumber, grace: int, *, wants: bool) -> None:
        """Note whether somebody wants to come along; who says so after his time is waited for once more."""
        if not wants:
            self.wanting.discard(node)
            return
        self.wanting.add(node)
        if node in self.late(grace) and node not in self._believed and not self.has_led(node, grace):
            self._believed.add(node)
            self._asked[node] = 0

    def late(self, grace: int) -> frozenset[NodeNumber]:
        """Return who is not waited for any more."""
        if not grace:
            return frozenset()
        late = [node for node, waited in self._asked.items() if waited >= grace]
        return frozenset([*late, *(node for node in self._led if self.has_led(node, grace))])

    def has_led(self, node: NodeNumber, grace: int) -> bool:
        """Say whether a founder has kept all the others waiting for too long."""
        return grace > 0 and self._led.get(node, 0) >= FOUNDER_GRACES * grace
