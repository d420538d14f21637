"""The entries whose words people compare aloud: then nobody is in a hurry, and the words hold still."""

from kalooki.rules.events import DealScored
from kalooki.table.log import Digest
from kalooki.table.payloads import Begin, DealStart
from kalooki.table.replica import Applied
from kalooki.table.results import Effective
from kalooki.table.status import Mark

MOST_MARKS = 4
"""So many are remembered, the newest."""


class Marks:
    """What began and what was counted, entry by entry."""

    def __init__(self) -> None:
        self.newest: tuple[Mark, ...] = ()
        """The newest last."""
        self._deal = 0

    def take(self, applied: Applied, digest: Digest) -> None:
        """An entry follows, and has this hash."""
        kind = self._kind(applied)
        if kind:
            self.newest = (*self.newest, Mark(applied.entry.index, digest, kind, self._deal))[-MOST_MARKS:]

    def _kind(self, applied: Applied) -> str:
        """Name what an entry has begun or ended."""
        for message, result in zip(applied.entry.messages, applied.results, strict=True):
            if isinstance(result, Effective):
                if isinstance(message.payload, DealStart):
                    self._deal = message.payload.deal
                    return "deal"
                if isinstance(message.payload, Begin):
                    return "begin"
                if any(isinstance(event, DealScored) for event in result.events):
                    return "scored"
        return ""
