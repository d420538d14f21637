"""What people at the table say, as one person hears it: the newest lines, who is muted, what is not read yet."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from kalooki.seat import Said, TableStatus
from kalooki_cli.hours import untold
from kalooki_cli.messages import chat as say
from kalooki_cli.messages.table import names
from kalooki_cli.text import CHAT_BYTES, own_line
from kalooki_cli.typed import UnclearError

MOST_KEPT = 200
SHOWN_AGAIN = 5
"""Lines that somebody who comes (back) is shown of what was said before."""


@dataclass(slots=True)
class Chatter:
    """One person's ear for talk."""

    clock: Callable[[], str] = untold
    """The time of day, as it is written before what is said now."""
    unread: int = 0
    """Lines of others since the talk was looked at."""
    _since: int = 0
    """The same, with one's own."""
    _lines: deque[tuple[str, Said]] = field(default_factory=lambda: deque(maxlen=MOST_KEPT))
    """When each came; nothing of what was said before one was there."""
    _muted: set[int] = field(default_factory=set)
    _status: TableStatus | None = None

    def take(self, said: Iterable[Said], status: TableStatus) -> list[str]:
        """Take what was said, and give the lines that are to be shown at once."""
        is_first, self._status = self._status is None, status
        when = "" if is_first else self.clock()
        fresh = [(when, one) for one in said if one.player not in self._muted]
        self._lines.extend(fresh)
        if not is_first:
            self.unread += sum(one.player != status.me for _when, one in fresh)
            self._since += len(fresh)
            return self._written(fresh)
        return [say.BEFORE, *self._written(fresh[-SHOWN_AGAIN:])] if fresh else []

    def read(self) -> list[str]:
        """All that was said; from now on it has been read."""
        self.unread = self._since = 0
        return self._written(self._lines)

    def newest(self, most: int) -> tuple[str, ...]:
        """The newest lines, for where there is no room for their times; they stay unread."""
        lines = list(self._lines)
        return tuple(self._written(("", one) for _when, one in lines[max(len(lines) - most, 0) :]))

    def fresh(self, most: int) -> tuple[str, ...]:
        """The newest lines since the talk was looked at."""
        return self.newest(min(self._since, most)) if self.unread else ()

    def mute(self, words: Sequence[str]) -> list[str]:
        """Hear somebody no more, or say who is not heard.

        Raises:
            UnclearError: Nobody else is called so.
        """
        if not words:
            called = self._called()
            return [say.muted([called.get(player, "?") for player in sorted(self._muted)])]
        player, name = self._named("mutes", words)
        self._muted.add(player)
        kept = [(when, one) for when, one in self._lines if one.player != player]
        self._lines.clear()
        self._lines.extend(kept)
        self.unread = min(self.unread, len(kept))
        self._since = min(self._since, len(kept))
        return [say.MUTED.format(name=name)]

    def unmute(self, words: Sequence[str]) -> list[str]:
        """Hear somebody again.

        Raises:
            UnclearError: Nobody else is called so.
        """
        player, name = self._named("unmutes", words)
        self._muted.discard(player)
        return [say.UNMUTED.format(name=name)]

    def _named(self, code: str, words: Sequence[str]) -> tuple[int, str]:
        named = " ".join(words)
        for player, name in self._called().items():
            is_me = self._status is not None and player == self._status.me
            if not is_me and (named == name.lower() or named.removeprefix("#") == str(player + 1)):
                return player, name
        raise UnclearError(code, named)

    def _called(self) -> dict[int, str]:
        return {} if self._status is None else names(self._status)

    def _written(self, lines: Iterable[tuple[str, Said]]) -> list[str]:
        called, me = self._called(), -1 if self._status is None else self._status.me
        return [
            f"{when} {said}".lstrip()
            for when, one in lines
            for said in [say.line(called.get(one.player, "?"), one.text, mine=one.player == me)]
        ]


def spoken(text: str) -> str:
    """Clean what a person wants to say.

    Raises:
        UnclearError: Nothing of it can be seen, or it is too long.
    """
    clean = own_line(text)
    if not clean:
        raise UnclearError("says_nothing")
    if (length := len(clean.encode())) > CHAT_BYTES:
        raise UnclearError("says_too_much", str(length))
    return clean
