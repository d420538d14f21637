"""What one step of a node gives out, gathered so that everything is written before anything is sent."""

from kalooki.fair.chance import expand
from kalooki.table.ports import Output, Persist, Record


class Turn:
    """One step: its chance, what is to be written, and what is to be done after that, in order."""

    __slots__ = ("_entropy", "_outputs", "_records", "_to_disk", "_uses")

    def __init__(self, entropy: bytes) -> None:
        self._entropy = entropy
        self._uses = 0
        self._records: list[Record] = []
        self._to_disk = False
        self._outputs: list[Output] = []

    def chance(self, purpose: str) -> bytes:
        """Return 64 bytes that nothing else gets."""
        self._uses += 1
        return expand(self._entropy, f"{purpose}.{self._uses}")

    def write(self, record: Record) -> None:
        """Have something written to disk before the outputs of this step are carried out."""
        self._records.append(record)
        self._to_disk = True

    def jot(self, record: Record) -> None:
        """Have something written before them so that this process can end; the disk gets it with what comes next."""
        self._records.append(record)

    @property
    def writes(self) -> bool:
        """Whether anything is to be written."""
        return bool(self._records)

    def do(self, output: Output) -> None:
        """Have something done."""
        self._outputs.append(output)

    def outputs(self) -> tuple[Output, ...]:
        """Hand out what came so far: one `Persist`, if anything is to be written, and then the rest."""
        written = (Persist(tuple(self._records), self._to_disk),) if self._records else ()
        outputs = (*written, *self._outputs)
        self._records, self._outputs, self._to_disk = [], [], False
        return outputs
