"""A world that sees what each node commits, and in which nodes say what has no effect."""

from kalooki.table.log import TABLE, Digest
from kalooki.table.payloads import Accuse, CeremonyNumber
from kalooki.table.ports import Input
from kalooki.table.turn import Turn
from support.table_world import World


class LostError(AssertionError):
    """What was committed is not committed any more, or the table does not go on."""


class ObservedWorld(World):
    """Nothing that one node has seen as committed may be another thing elsewhere, or later."""

    def __init__(self, *args: object, **named: object) -> None:
        self.chosen: dict[int, Digest] = {}
        """What was ever seen as committed, by index."""
        self.forgiving = False
        """Whether two logs are only counted: a liar may make them at three, and is found out."""
        self.conflicts = 0
        self._seen: dict[int, int] = {}
        self._said = 0
        super().__init__(*args, **named)  # type: ignore[arg-type]

    def give(self, number: int, happened: Input) -> None:
        super().give(number, happened)
        self.observe(number)

    def observe(self, number: int) -> None:
        """Hold what a node has committed to what was seen before.

        Raises:
            LostError: It is another entry than somebody has committed there.
        """
        node = self.processes[number].node
        if node is None:
            self._seen.pop(number, None)
            return
        for index in range(self._seen.get(number, 0) + 1, node.committed_index + 1):
            digest = node.entries(index, 1)[0].hash(self.table)
            if self.chosen.setdefault(index, digest) != digest:
                self.conflicts += 1
                if self.forgiving:
                    continue
                raise LostError(f"seed {self.seed}: entry {index} was committed twice")
        self._seen[number] = node.committed_index

    def say(self, number: int) -> str:
        """A node says something without effect; return the name under which it resends it until it is committed."""
        node = self.node(number)
        self._said += 1
        key, turn = f"said/{self._said}", Turn(self.entropy())
        node._desk.say_as_node(key, TABLE, Accuse(1, CeremonyNumber(self._said)), turn)  # noqa: SLF001 - cheap words
        self._carry_out(number, node._finish(turn))  # noqa: SLF001 - likewise
        self.observe(number)
        return key

    def is_settled(self, number: int, key: str) -> bool:
        """Whether what a node said is committed there."""
        return key not in self.node(number)._desk.pen.unsettled  # noqa: SLF001 - what the node still resends
