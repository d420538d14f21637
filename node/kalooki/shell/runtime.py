"""The one task that owns the node: it feeds inputs, one by one, and carries out what comes of them, in order."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from kalooki.rules.events import Event
from kalooki.shell.bell import Bell
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.prover import Worker
from kalooki.shell.store import Store
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber, PlayerNumber
from kalooki.table.ports import (
    Answer,
    Command,
    Input,
    Output,
    Packet,
    Persist,
    ProofReady,
    Prove,
    Publish,
    PutEvidence,
    Record,
    Report,
    Send,
    Submitted,
    Ticked,
)

TICK_SECONDS = 0.25
MOST_INPUTS = 1024
"""Inputs that may wait; who brings more waits too, and so do the streams behind him."""

AT_ONCE = 32
"""Inputs whose outputs share one transaction."""

RETRY_SECONDS = 1.0
"""How long a node that cannot write pauses before it tries again."""


@dataclass(frozen=True, slots=True)
class _Proved:
    """A job of the worker is done, or has failed."""

    job: int
    future: Future[object]


class Runtime:
    """Owns a node: nothing else may call its `step`."""

    def __init__(self, node: Node, store: Store) -> None:
        self.node = node
        self.send: Callable[[NodeNumber | None, Packet], None] = lambda _, __: None
        self.on_publish: Callable[[tuple[Event, ...]], None] = lambda _: None
        self.on_notice: Callable[[Notice], None] = lambda _: None
        self.on_evidence: Callable[[PutEvidence], None] = lambda _: None
        self._store = store
        self._worker = Worker()
        self._inputs: deque[Input | _Proved] = deque()
        self._filled = asyncio.Event()
        self._room = Bell()
        self.changed = Bell()
        """Rings after each step, when what came of it is done."""
        self.last: Input | None = None
        """The newest input; its type is told where we have a bug."""
        self._answers: dict[tuple[PlayerNumber, str], list[asyncio.Future[Answer]]] = {}
        self._ticking = False
        self._closed = False

    async def run(self, beginning: tuple[Output, ...] = ()) -> None:
        """Carry out what came of building the node, then go on until cancelled."""
        ticker = asyncio.create_task(self._tick())
        try:
            await self._carry_out(beginning)
            while True:
                await self._carry_out(self._step(await self._gather()))
                self.changed.ring()
        finally:
            self._closed = True
            ticker.cancel()
            for futures in self._answers.values():
                for future in futures:
                    future.cancel()
            await asyncio.to_thread(self._worker.close)

    async def post(self, happened: Input) -> None:
        """Hand in an input; waits where too many wait already."""
        await self._room.wait_until(lambda: len(self._inputs) < MOST_INPUTS)
        self._push(happened)

    async def submit(self, player: PlayerNumber, command_id: str, command: Command) -> Answer:
        """Hand in a command of our own player and wait for what becomes of it."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        waiting = self._answers.setdefault((player, command_id), [])
        waiting.append(future)
        try:
            await self.post(Submitted(player, command_id, command))
            return await future
        finally:
            with suppress(ValueError):
                waiting.remove(future)

    def _push(self, happened: Input | _Proved) -> None:
        self._inputs.append(happened)
        self._filled.set()

    async def _gather(self) -> list[Input | _Proved]:
        """Wait for an input, and take along those that came with it."""
        while not self._inputs:
            self._filled.clear()
            await self._filled.wait()
        batch = [self._inputs.popleft() for _ in range(min(AT_ONCE, len(self._inputs)))]
        self._room.ring()
        return batch

    def _step(self, batch: list[Input | _Proved]) -> tuple[Output, ...]:
        outputs: list[Output] = []
        for waiting in batch:
            happened = ProofReady(waiting.job, waiting.future.result()) if isinstance(waiting, _Proved) else waiting
            if isinstance(happened, Ticked):
                self._ticking = False
            self.last = happened
            outputs.extend(self.node.step(happened, secrets.token_bytes(64)))
        return tuple(outputs)

    async def _carry_out(self, outputs: tuple[Output, ...]) -> None:
        """Write all that these outputs want written in one transaction, then do the rest in order.

        To write earlier than a node asked is no harm: what it sends is still written before it is sent.
        """
        records = [record for output in outputs if isinstance(output, Persist) for record in output.records]
        if records:
            await self._write(records)
        for record in records:
            if isinstance(record, PutEvidence):
                self.on_evidence(record)
        for output in outputs:
            self._do(output)
        news = [output.events for output in outputs if isinstance(output, Publish)]
        if news:
            # The ports know no events: the rules made them.
            self.on_publish(cast(tuple[Event, ...], tuple(event for events in news for event in events)))

    def _do(self, output: Output) -> None:
        match output:
            case Persist() | Publish():
                pass  # one before, the other after everything else
            case Send(to, packet):
                self.send(to, packet)
            case Prove(job, work):
                self._prove(job, work)
            case Answer():
                self._answer(output)
            case Report(code, detail, player, node):
                self.on_notice(Notice(code, detail, player, node))

    async def _write(self, records: list[Record]) -> None:
        """Write, however long it takes: a node that cannot write pauses, and loses nothing."""
        said = ""
        while True:
            try:
                await self._store.write(records)
            except ShellError as error:
                if str(error) != said:
                    said = str(error)
                    self.on_notice(Notice(error.code, said))
                await asyncio.sleep(RETRY_SECONDS)
            else:
                if said:
                    self.on_notice(Notice("writable_again", str(self._store.path)))
                return

    def _prove(self, job: int, work: Callable[[], object]) -> None:
        loop = asyncio.get_running_loop()

        def done(future: Future[object]) -> None:
            if not self._closed:
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    loop.call_soon_threadsafe(self._proved, job, future)

        self._worker.run(work, done)

    def _proved(self, job: int, future: Future[object]) -> None:
        self._push(_Proved(job, future))

    def _answer(self, answer: Answer) -> None:
        for future in self._answers.pop((answer.player, answer.command_id), []):
            if not future.done():
                future.set_result(answer)

    async def _tick(self) -> None:
        """Tell the time, but never pile it up in front of a node that is busy."""
        while True:
            if not self._ticking:
                self._ticking = True
                self._push(Ticked(time.monotonic_ns() // 1_000_000))
            await asyncio.sleep(TICK_SECONDS)
