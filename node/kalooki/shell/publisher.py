"""Shows the table to those who watch it: a snapshot each time that something committed changed."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping

from kalooki.rules.events import Event
from kalooki.rules.view import SeatView
from kalooki.seat import TableStatus, Update
from kalooki.shell.errors import Notice
from kalooki.table.node import Node
from kalooki.table.payloads import PlayerNumber

MOST_EVENTS = 2048
MOST_NOTICES = 64
"""What a watcher may leave unread; of more the oldest is dropped, since the view says what holds."""


Shown = tuple[TableStatus, SeatView | None]

Snapshot = Mapping[int | None, Shown]
"""What is seen from each place: one of the node's players, or None for somebody without a seat."""


class Watcher:
    """Somebody who watches from one place; several changes that he did not read yet become one update."""

    def __init__(self, place: int | None) -> None:
        self.place = place
        """Which of the node's players; None for somebody without a seat."""
        self.events: deque[Event] = deque(maxlen=MOST_EVENTS)
        self.notices: deque[Notice] = deque(maxlen=MOST_NOTICES)
        self.stale = True
        self.filled = asyncio.Event()


class Publisher:
    """Keeps the newest snapshot for each place that is watched."""

    def __init__(self, node: Node, describe: Callable[[PlayerNumber | None], TableStatus]) -> None:
        self._node = node
        self._describe = describe
        self._watchers: set[Watcher] = set()
        self._shown: dict[int | None, Shown] = {}
        self._closed = False

    def look(self) -> Snapshot:
        """See the table as it stands now, from every place that is watched."""
        return {place: self._look(place) for place in {None, 0, *(watcher.place for watcher in self._watchers)}}

    def publish(self, events: tuple[Event, ...], shown: Snapshot) -> None:
        """Something committed changed; called when all of it is on disk."""
        self._shown = dict(shown)
        for watcher in self._watchers:
            watcher.events.extend(events)
            watcher.stale = True
            watcher.filled.set()

    def notice(self, notice: Notice) -> None:
        """Tell all who watch."""
        for watcher in self._watchers:
            watcher.notices.append(notice)
            watcher.filled.set()

    def close(self) -> None:
        """End every watch."""
        self._closed = True
        for watcher in self._watchers:
            watcher.filled.set()

    def player(self, place: int) -> PlayerNumber | None:
        """Which player sits at one of the node's places, as far as that is committed."""
        player = self._node.my_players[place]
        standing = self._node.standing(None)
        seated = standing is not None and any(each.player == player for each in standing.players)
        return player if seated else None

    async def watch(self, place: int | None) -> AsyncIterator[Update | Notice]:
        """The present state at once, then what changes, until the table closes or the node stops."""
        watcher = Watcher(place)
        self._shown.setdefault(place, self._look(place))
        self._watchers.add(watcher)
        try:
            while not self._closed:
                while watcher.notices:
                    yield watcher.notices.popleft()
                if watcher.stale:
                    watcher.stale = False
                    events = tuple(watcher.events)
                    watcher.events.clear()
                    status, view = self._shown[place]
                    yield Update(status, view, events)
                    if status.phase == "closed":
                        return
                    continue
                watcher.filled.clear()
                await watcher.filled.wait()
        finally:
            self._watchers.discard(watcher)

    def status(self, place: int | None) -> TableStatus:
        """Describe the table as last shown."""
        return (self._shown.get(place) or self._look(place))[0]

    def _look(self, place: int | None) -> Shown:
        player = None if place is None else self.player(place)
        view = None if place is not None and player is None else self._node.view(player)
        return self._describe(player), view
