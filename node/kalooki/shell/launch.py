"""Starts nodes as processes of their own and hands out the seat of one of them."""

import asyncio
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kalooki.shell.bell import Bell
from kalooki.shell.channels import fetch_certificate
from kalooki.shell.children import Child
from kalooki.shell.config import Found, Join, NodeOptions, Resume, Role
from kalooki.shell.datadir import check_usable, default_data_dir
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.evening import Evening, keep
from kalooki.shell.joincode import parse
from kalooki.shell.joining import target
from kalooki.shell.network import check_free
from kalooki.shell.seats import RemoteSeat
from kalooki.shell.tables import check_kept

__all__ = ["Bot", "Found", "Join", "Launched", "NodeOptions", "Resume", "launch"]

PROGRAM = (sys.executable, "-m", "kalooki.shell")
SEATED_SECONDS = 30.0
RESTARTS = 3
"""How often the node of a bot that dies is started again."""

MOST_NOTICES = 256

_SAID_BY_OWN = frozenset({"peer_up", "peer_down"})


@dataclass(frozen=True, slots=True)
class Bot:
    """One more node on this computer, with a bot in its seat."""

    name: str
    bot: str = "easy"
    program: tuple[str, ...] = PROGRAM
    """What runs it; tests run one that lies."""


class Launched:
    """Nodes that run."""

    def __init__(self) -> None:
        self.own: Child
        self.bots: list[Child] = []
        self.seat: RemoteSeat
        """Of the own node."""
        self.watcher: RemoteSeat
        """The same node, seen by somebody without a seat."""
        self.door = ("", "")
        """Where its SeatService listens, and what a client shows there, in hex: for a program that is to play."""
        self.join_code = ""
        self.table_id = ""
        self.address = ""
        self.transcript = Path()
        self._notices: deque[Notice] = deque(maxlen=MOST_NOTICES)
        self._bell = Bell()
        self._stopping = False
        self._watching: list[asyncio.Task[None]] = []

    async def notices(self) -> AsyncIterator[Notice]:
        """What people should know, as it happens, until everything is stopped."""
        while True:
            await self._bell.wait_until(lambda: bool(self._notices) or self._stopping)
            if not self._notices:
                return
            yield self._notices.popleft()

    async def finish(self) -> Path:
        """Stop all nodes in order and return the path of the transcript, complete."""
        if not self._stopping:
            self._stopping = True
            self._bell.ring()
            for task in self._watching:
                task.cancel()
            await asyncio.gather(*self._watching, return_exceptions=True)
            await asyncio.gather(*(child.stop() for child in [self.own, *self.bots]))
        return self.transcript

    def untold(self) -> tuple[Notice, ...]:
        """What nobody has been told yet: a node that ends by itself says why as the last thing."""
        notices = tuple(self._notices)
        self._notices.clear()
        return notices

    def tell_of_bot(self, notice: Notice) -> None:
        """Pass on what a bot's node says, but for what the own node says too."""
        if notice.code not in _SAID_BY_OWN:
            self.tell(notice)

    def tell(self, notice: Notice) -> None:
        """Pass on what a node says."""
        self._notices.append(notice)
        self._bell.ring()

    def watch_over(self, child: Child) -> None:
        """Start a bot's node again when it dies."""
        self._watching.append(asyncio.create_task(self._restart(child)))

    async def _restart(self, child: Child) -> None:
        for _ in range(RESTARTS):
            code = await child.ended()
            self.tell(Notice("bot_died", f"{child.options.name} ({code})"))
            child.options = replace(child.options, table=Resume())
            try:
                await child.start()
            except ShellError as error:
                self.tell(Notice(error.code, str(error)))
                return
            self.tell(Notice("bot_restarted", child.options.name))


@asynccontextmanager
async def launch(
    own: NodeOptions,
    bots: Sequence[Bot] = (),
    *,
    program: Sequence[str] = PROGRAM,
    begun: Callable[[], None] = lambda: None,
) -> AsyncIterator[Launched]:
    """Start the own node, and one for each bot, and stop them all at the end.

    Args:
        own: The own node.
        bots: Nodes with bots on this computer; they join by themselves.
        program: What runs the own node.
        begun: Called once nothing that can be seen at once is in the way.

    Raises:
        ShellError: One of them cannot start; the error is what it said.
    """
    home = (own.data_dir or default_data_dir()).absolute()
    await _check(own, home)
    begun()
    launched = Launched()
    async with AsyncExitStack() as stack:
        launched.own = Child(replace(own, data_dir=home), program, home, launched.tell)
        ready = await launched.own.start()
        stack.push_async_callback(launched.finish)
        _introduce(launched, ready)
        stack.push_async_callback(launched.seat.aclose)
        stack.push_async_callback(launched.watcher.aclose)
        launched.bots = [
            Child(
                NodeOptions(
                    name=bot.name,
                    table=_role(own.table, launched),
                    data_dir=home / "bots" / str(number),
                    bot=bot.bot,
                    owner=own.owner or ready["label"],
                    bind=own.bind,
                    announce=own.announce,
                    interfaces=own.interfaces,
                    pace=own.pace,
                ),
                bot.program,
                home / "bots" / str(number),
                launched.tell_of_bot,
            )
            for number, bot in enumerate(bots, start=1)
        ]
        results = await asyncio.gather(*(bot.start() for bot in launched.bots), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        for bot in launched.bots:
            launched.watch_over(bot)
        if isinstance(own.table, Resume):
            yield launched
            return
        await _all_seated(launched, 1 + len(bots))
        names = tuple((bot.name, bot.bot) for bot in bots)
        evening = Evening(launched.table_id, own.bind, own.announce, own.interfaces, names, own.pace)
        await asyncio.to_thread(keep, home, evening)
        yield launched


async def _check(own: NodeOptions, home: Path) -> None:
    """See what can be seen at once, before a process takes its time to find the same.

    Raises:
        ShellError: As the node would say it.
    """
    await asyncio.to_thread(check_free, own.bind, own.port)
    match own.table:
        case Found():
            pass
        case Join(code, address):
            await fetch_certificate(target(parse(code) if code else None, address))
        case Resume():
            await asyncio.to_thread(check_kept, home)
    await asyncio.to_thread(check_usable, home)


def _introduce(launched: Launched, ready: dict[str, Any]) -> None:
    token = bytes.fromhex(ready["token"])
    launched.seat = RemoteSeat(ready["seat"], token)
    launched.watcher = RemoteSeat(ready["seat"], token, spectator=True)
    launched.door = ready["seat"], ready["token"]
    launched.join_code = ready["join_code"]
    launched.table_id = ready["table_id"]
    launched.address = ready["address"]
    launched.transcript = Path(ready["transcript"])


def _role(own: Role, launched: Launched) -> Role:
    """How a bot of ours comes to our table."""
    match own:
        case Found():
            return Join(launched.join_code, launched.address)
        case Join():
            return own
        case Resume():
            return Resume(launched.address)


async def _all_seated(launched: Launched, players: int) -> None:
    try:
        async with asyncio.timeout(SEATED_SECONDS):
            async for update in launched.watcher.updates():
                if len(update.status.taken) >= players:
                    return
    except TimeoutError:
        raise ShellError("too_slow", what="taking the seats", seconds=int(SEATED_SECONDS)) from None
