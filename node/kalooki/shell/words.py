"""The words of entries, which take a while to find out: they are found when nobody waits for anything else."""

import asyncio
from collections.abc import Callable

from kalooki.table.log import Digest
from kalooki.table.spoken import spoken

LATER_SECONDS = 0.5
"""So long after an entry was told of its words are found out: by then a deal that begins with it has been dealt."""

Words = tuple[str, ...]


class Scribe:
    """Finds words out in a thread, each once."""

    def __init__(self, found: Callable[[], None], later: float = LATER_SECONDS) -> None:
        """Begin with none.

        Args:
            found: Is called when there are words that were asked for in vain.
            later: How long to wait before words are found out.
        """
        self._found = found
        self._later = later
        self._words: dict[tuple[int, Digest], Words] = {}
        self._finding: dict[tuple[int, Digest], asyncio.Task[None]] = {}

    def words(self, table: Digest, index: int, digest: Digest) -> Words | None:
        """Give the words of an entry; None where they are yet to be found out."""
        name = (index, digest)
        if name not in self._words and name not in self._finding:
            self._finding[name] = asyncio.get_running_loop().create_task(self._find(table, index, digest))
        return self._words.get(name)

    def close(self) -> None:
        """Find nothing out any more."""
        for task in self._finding.values():
            task.cancel()

    async def _find(self, table: Digest, index: int, digest: Digest) -> None:
        await asyncio.sleep(self._later)
        self._words[index, digest] = await asyncio.to_thread(spoken, table, index, digest)
        del self._finding[index, digest]
        self._found()
