"""Shows the table to those who watch it: a moment each time that something committed changed."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable

from kalooki.rules.events import Event
from kalooki.rules.game import Result
from kalooki.rules.view import SeatView
from kalooki.seat import Said, TableStatus, Update
from kalooki.shell.errors import Notice
from kalooki.table.chat import MOST_KEPT
from kalooki.table.moment import Moment
from kalooki.table.node import Node
from kalooki.table.payloads import PlayerNumber

MOST_EVENTS = 2048
MOST_NOTICES = 64
"""What a watcher may leave unread; of more the oldest is dropped, since the view says what holds."""


Shown = tuple[TableStatus, SeatView | None]


class Watcher:
    """Somebody who watches from one place; several changes that he did not read yet become one update."""

    def __init__(self, place: int | None, said: Iterable[Said] | None = None) -> None:
        self.place = place
        """Which of the node's players; None for somebody without a seat."""
        self.said = None if said is None else deque(said, MOST_KEPT)
        """What was said and he has not read; None for somebody who does not listen."""
        self.events: deque[Event] = deque(maxlen=MOST_EVENTS)
        self.notices: deque[Notice] = deque(maxlen=MOST_NOTICES)
        self.stale = True
        self.sheet: tuple[Result, ...] | None = None
        """The score sheet as he was told it last."""
        self.filled = asyncio.Event()


class Publisher:
    """Keeps the newest moment, and writes it out for each place from which it is looked at."""

    def __init__(self, node: Node, describe: Callable[[Moment, PlayerNumber | None], TableStatus]) -> None:
        self._node = node
        self._describe = describe
        self._watchers: set[Watcher] = set()
        self._moment = node.moment()
        self._shown: dict[int | None, Shown] = {}
        self._closed = False
        self._said: deque[Said] = deque(maxlen=MOST_KEPT)

    def publish(self, events: tuple[Event, ...], moment: Moment) -> None:
        """Something committed changed; called when all of it is on disk."""
        self._moment = moment
        self._shown.clear()
        for watcher in self._watchers:
            watcher.events.extend(events)
            watcher.stale = True
            watcher.filled.set()

    def notice(self, notice: Notice) -> None:
        """Tell all who watch."""
        for watcher in self._watchers:
            watcher.notices.append(notice)
            watcher.filled.set()

    def say(self, said: Said) -> None:
        """Tell all who listen what somebody has said."""
        self._said.append(said)
        for watcher in self._watchers:
            if watcher.said is not None:
                watcher.said.append(said)
                watcher.stale = True
                watcher.filled.set()
                self._shown.pop(watcher.place, None)  # less time is left than when it was shown

    def close(self) -> None:
        """End every watch."""
        self._closed = True
        for watcher in self._watchers:
            watcher.filled.set()

    def player(self, place: int) -> PlayerNumber | None:
        """Which player sits at one of the node's places, as far as that is committed."""
        return self._node.moment().seated(place)

    async def watch(self, place: int | None, *, listens: bool = False) -> AsyncIterator[Update | Notice]:
        """The present state at once, then what changes, until the table closes or the node stops.

        Args:
            place: Which of the node's players looks; None for somebody without a seat.
            listens: He is also told what people say.
        """
        watcher = Watcher(place, self._said if listens else None)
        self._watchers.add(watcher)
        self._shown.pop(place, None)  # who comes later has less time left than who was told at once
        try:
            while not self._closed:
                while watcher.notices:
                    yield watcher.notices.popleft()
                if watcher.stale:
                    watcher.stale = False
                    events, said = tuple(watcher.events), tuple(watcher.said or ())
                    watcher.events.clear()
                    if watcher.said is not None:
                        watcher.said.clear()
                    status, view = self._look(place)
                    told, watcher.sheet = watcher.sheet, self._moment.sheet
                    yield Update(status, view, events, said, None if watcher.sheet == told else watcher.sheet)
                    if status.phase == "closed":
                        return
                    continue
                watcher.filled.clear()
                await watcher.filled.wait()
        finally:
            self._watchers.discard(watcher)

    def status(self, place: int | None) -> TableStatus:
        """Describe the table as last shown."""
        return self._look(place)[0]

    def _look(self, place: int | None) -> Shown:
        if place not in self._shown:
            moment = self._moment
            player = None if place is None else moment.seated(place)
            view = None if place is not None and player is None else moment.view(player)
            self._shown[place] = self._describe(moment, player), view
        return self._shown[place]
