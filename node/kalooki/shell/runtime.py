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
from kalooki.shell.display import Display
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.priority import courtesy
from kalooki.shell.prover import Worker
from kalooki.shell.store import Store
from kalooki.table.moment import Moment
from kalooki.table.node import Node, may_join
from kalooki.table.payloads import Genesis, NodeNumber, PlayerNumber
from kalooki.table.ports import (
    Answer,
    Command,
    Input,
    Opened,
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
TICKS = 8
"""At least so many in the shortest wait for a silent host."""

MOST_INPUTS = 1024
"""Inputs that may wait; who brings more waits too, and so do the streams behind him."""

MOST_TOGETHER = 16
"""Inputs that a node takes in one step besides the first."""

MOST_EFFECTS = 64
"""Steps whose outputs may wait for the disk; beyond it the node takes no further step."""

TASKS_TO_THE_WIRE = 2
"""How often the event loop goes round before a packet that was put on a link is written to its stream."""

AHEAD_SECONDS = 0.001
"""How long a node has nothing to do before it works ahead: its own player may be about to say something."""

RETRY_SECONDS = 1.0
"""How long a node that cannot write pauses before it tries again."""


def monotonic_ms() -> int:
    """Return the time by which a node ticks."""
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class _Proved:
    """A job of the worker is done, or has failed."""

    job: int
    future: Future[object]


@dataclass(frozen=True, slots=True)
class _Effect:
    """What came of one step, with what is shown once that is on disk."""

    outputs: tuple[Output, ...]
    moment: Moment | None


class Runtime:
    """Owns a node: nothing else may call its `step`.

    It goes on stepping while what came before is written, so that one commit serves many steps; but nothing is sent,
    answered or shown before everything that the node wanted written until then is on disk.
    """

    def __init__(self, node: Node, store: Store, tick: float = TICK_SECONDS) -> None:
        self.node = node
        self.send: Callable[[NodeNumber | None, Packet], None] = lambda _, __: None
        self.on_notice: Callable[[Notice], None] = lambda _: None
        self.on_opened: Callable[[Genesis], None] = lambda _: None
        self.on_evidence: Callable[[PutEvidence], None] = lambda _: None
        self.changed = Bell()
        """Rings when what came of a step is done."""
        self.last: Input | None = None
        """The newest input; its type is told where we have a bug."""
        self._store = store
        self._tick_seconds = tick
        self._worker = Worker()
        self._inputs: deque[Input | _Proved] = deque()
        self._filled = asyncio.Event()
        self._room = Bell()
        self._effects: deque[_Effect] = deque()
        self._carrying = False
        self._due = asyncio.Event()
        self._slack = Bell()
        self._answers: dict[tuple[PlayerNumber, str], list[asyncio.Future[Answer]]] = {}
        self.display = Display()
        self.display.on_answer = self._answer
        self._stepping = False
        self._ticking = False
        self._is_played = False
        """Whether nobody waits for what is made ahead."""
        self._closed = False

    async def run(self, beginning: tuple[Output, ...] = ()) -> None:
        """Carry out what came of building the node, then go on until cancelled."""
        self._queue(beginning)
        tasks = [asyncio.create_task(part) for part in (self._step_on(), self._carry_on(), self._tick())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # none ends but by a bug
        finally:
            self._closed = True
            self.display.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for futures in self._answers.values():
                for future in futures:
                    future.cancel()
            await asyncio.to_thread(self._worker.close)

    def show_again(self) -> None:
        """Something that only the shell knows has changed: show the table anew, in its turn."""
        self._queue((Publish(()),))

    async def post(self, happened: Input) -> None:
        """Hand in an input; waits where too many wait already."""
        await self._room.wait_until(lambda: len(self._inputs) < MOST_INPUTS)
        self._push(happened)

    def is_busy(self, player: PlayerNumber) -> bool:
        """Say whether a command of our own player is on its way."""
        return self.node.is_busy(player)

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
        if self._is_played and not isinstance(happened, Ticked | _Proved):
            courtesy.happens()
        self._inputs.append(happened)
        self._filled.set()

    async def _step_on(self) -> None:
        """Take inputs in order, one by one or a few of a kind together."""
        while True:
            while not self._inputs:
                self._filled.clear()
                await self._filled.wait()
            await self._slack.wait_until(lambda: len(self._effects) < MOST_EFFECTS)
            self._stepping = True
            happened = self._inputs.popleft()
            await self._step(happened, self._take_also(happened))
            self._stepping = False
            self._room.ring()
            if self._inputs:
                await asyncio.sleep(0)

    def _take_also(self, happened: Input | _Proved) -> list[Input]:
        """Take what waits behind an input and goes with it."""
        also: list[Input] = []
        while len(also) < MOST_TOGETHER and self._inputs:
            other = self._inputs[0]
            if isinstance(happened, _Proved) or isinstance(other, _Proved) or not may_join(happened, other):
                break
            also.append(other)
            self._inputs.popleft()
        return also

    async def _step(self, waiting: Input | _Proved, also: list[Input]) -> None:
        """Take one input; what others wait for is on its way to them before the node goes on with the rest."""
        happened = ProofReady(waiting.job, waiting.future.result()) if isinstance(waiting, _Proved) else waiting
        if isinstance(happened, Ticked):
            self._ticking = False
        self.last = happened
        stages = self.node.stages(happened, secrets.token_bytes(64), also)
        while True:
            try:
                outputs = next(stages)
            except StopIteration as last:
                self._queue(last.value)
                return
            self._queue(outputs)
            await self.changed.wait_until(lambda: not self._effects and not self._carrying)
            for _ in range(TASKS_TO_THE_WIRE):
                await asyncio.sleep(0)

    def _queue(self, outputs: tuple[Output, ...]) -> None:
        """Have something carried out: at once where it waits for no disk, else in its turn."""
        if not outputs:
            return
        moment = self.node.moment() if any(isinstance(output, Publish) for output in outputs) else None
        if moment is not None:
            self._is_played = moment.is_played
        effect = _Effect(outputs, moment)
        if self._carrying or self._effects or any(isinstance(output, Persist) for output in outputs):
            self._effects.append(effect)
            self._due.set()
        else:
            self._finish([effect])

    async def _carry_on(self) -> None:
        """Do what came of steps, in order; what waits together is written together."""
        while True:
            while not self._effects:
                self._due.clear()
                await self._due.wait()
            effects = list(self._effects)
            self._effects.clear()
            self._slack.ring()
            self._carrying = True
            await self._write_out(effects)
            self._carrying = False
            self._finish(effects)

    def _work_ahead(self) -> None:
        """Do what will be needed; but what others wait for comes first, and is followed by this again."""
        is_idle = not (self._effects or self._inputs or self._stepping or self._carrying or self._closed)
        if is_idle and not self.node.is_ahead:
            self.node.work_ahead()

    async def _write_out(self, effects: list[_Effect]) -> None:
        """Write all that these steps want written, in one transaction.

        To write earlier than a node asked is no harm: what it sends is still written before it is sent.
        """
        written = [output for effect in effects for output in effect.outputs if isinstance(output, Persist)]
        if not written:
            return
        records = [record for output in written for record in output.records]
        await self._write(records, to_disk=any(output.to_disk for output in written))
        for record in records:
            if isinstance(record, PutEvidence):
                self.on_evidence(record)

    def _finish(self, effects: list[_Effect]) -> None:
        """Do the rest of what came of steps, in order."""
        for effect in effects:
            for output in effect.outputs:
                self._do(output)
        for effect in effects:
            # The ports know no events: the rules made them.
            news = [output.events for output in effect.outputs if isinstance(output, Publish)]
            events = cast(tuple[Event, ...], tuple(event for events in news for event in events))
            answers = [output for output in effect.outputs if isinstance(output, Answer)]
            self.display.take(events, effect.moment, answers)
        self.display.show_in_time(is_held=self.node.holds_shares or self.node.awaits_cards)
        self.changed.ring()
        if not self.node.is_ahead:
            asyncio.get_running_loop().call_later(AHEAD_SECONDS, self._work_ahead)

    def _do(self, output: Output) -> None:
        match output:
            case Persist() | Publish() | Answer():
                pass  # one before, the others after everything else
            case Send(to, packet):
                self.send(to, packet)
            case Prove(job, work, is_urgent):
                self._prove(job, work, is_urgent=is_urgent)
            case Opened(genesis):
                self.on_opened(genesis)
            case Report(code, detail, player, node):
                self.on_notice(Notice(code, detail, player, node))

    async def _write(self, records: list[Record], *, to_disk: bool) -> None:
        """Write, however long it takes: a node that cannot write pauses, and loses nothing."""
        said = ""
        while True:
            try:
                await self._store.write(records, to_disk=to_disk)
            except ShellError as error:
                if str(error) != said:
                    said = str(error)
                    self.on_notice(Notice(error.code, said))
                await asyncio.sleep(RETRY_SECONDS)
            else:
                if said:
                    self.on_notice(Notice("writable_again", str(self._store.path)))
                return

    def _prove(self, job: int, work: Callable[[], object], *, is_urgent: bool) -> None:
        loop = asyncio.get_running_loop()

        def done(future: Future[object]) -> None:
            if not self._closed:
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    loop.call_soon_threadsafe(self._proved, job, future)

        self._worker.run(work, done, is_urgent=is_urgent)

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
                self._push(Ticked(monotonic_ms()))
            await asyncio.sleep(min(self._tick_seconds, self.node.patience_ms / TICKS / 1000))
