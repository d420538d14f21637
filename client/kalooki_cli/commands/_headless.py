"""A bot without a person: it sits down, plays, and sits down again; imported only by a command that runs."""

import asyncio
import json
import os
import shlex
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

import click

from kalooki.rules.actions import Action
from kalooki.rules.events import DealScored, DealVoided
from kalooki.rules.view import SeatView
from kalooki.seat import CONTINUED, Update
from kalooki.shell.bot_player import play_bot
from kalooki.shell.discovery import Choose as Interfaces
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.finding import find, find_by_code, still_there
from kalooki.shell.following import NEXT_SECONDS, find_next, way_kept
from kalooki.shell.found_tables import FoundTable
from kalooki.shell.heap import give_back
from kalooki.shell.joincode import parse
from kalooki.shell.launch import Join, Launched, NodeOptions, Resume, launch
from kalooki_cli import leaving
from kalooki_cli.advice import why
from kalooki_cli.commands import _common, _network
from kalooki_cli.desk import Desk
from kalooki_cli.language import gettext as _
from kalooki_cli.look import Look
from kalooki_cli.messages import headless, lobby, prompts
from kalooki_cli.messages.network import LOOKED_FOR, LOOKED_FOR_CODE
from kalooki_cli.messages.table import names
from kalooki_cli.rematch import AGAIN
from kalooki_cli.text import fitted

OVER_SECONDS = 60.0
"""So long a table that has played its game is waited for until it is closed."""
ALONE_SECONDS = 900.0
"""After so long without anybody else, who plays on for days looks for another table."""
LONGEST_PAUSE = 30.0
"""Between two tries to sit down."""
HOPELESS = frozenset({"bad_name", "not_welcome", "other_protocol", "other_rules", "unwritable", "data_dir_in_use"})
"""What no other try mends."""
PROGRAM_ENDS = 2.0

Choose = Callable[[SeatView], Action]
Find = Callable[[], Awaitable[Join | None]]
"""Looks for the next table."""


class Voice:
    """Says what happens: in sentences, or as one line of JSON each, for whoever reads a log."""

    def __init__(self, look: Look, *, as_json: bool) -> None:
        self._look = look
        self._as_json = as_json
        self._desk = Desk(_common.adviser())

    def say(self, kind: str, lines: Iterable[str], **fields: object) -> None:
        """One thing that happened."""
        if self._as_json:
            click.echo(json.dumps({"event": kind, **(fields or {"text": " ".join(lines)})}))
        else:
            _common.say(lines)

    def at_table(self) -> None:
        """Forget the table before."""
        self._desk = Desk(_common.adviser())

    def hear(self, update: Update) -> None:
        """What an update brings."""
        lines = self._desk.receive(update, self._look)
        if not self._as_json:
            _common.say(self._look.paint(line) for line in fitted(lines, self._look.width))
            return
        for line in lines:
            self.say("said", [line])
        for event in update.events:
            if isinstance(event, DealScored | DealVoided):
                self.say("deal", (), **_deal(event, update))

    def problem(self, error: ShellError) -> None:
        """Something stands in the way."""
        self.say("problem", [_common.shell_sentence(error)], code=error.code, text=_common.shell_sentence(error))

    def notice(self, notice: Notice) -> None:
        """The bot did something wrong."""
        text = headless.wrong(notice.code, notice.detail)
        self.say("problem", [text], code=notice.code, text=text)


def _deal(event: DealScored | DealVoided, update: Update) -> dict[str, object]:
    if isinstance(event, DealVoided):
        return {"number": event.number, "void": event.reason}
    called = names(update.status)
    seated = {one.seat: called[one.player] for one in update.status.players if one.seat is not None}
    scores = [{"name": seated[each.seat], **asdict(each)} for each in event.scores]
    return {"number": event.number, "winner": seated[event.winner], "how": event.how, "scores": scores}


@dataclass(frozen=True, slots=True)
class Service:
    """What a bot is to do."""

    options: NodeOptions
    """Of its node; the table is another one each time."""
    find: Find
    voice: Voice
    games: int = 1
    """How many to play; 0: without end."""
    choose: Choose | None = None
    """Who plays, if not the node itself."""
    program: str = ""
    """What to start that plays over the node's SeatService."""
    follows: bool = False
    """It goes on with the same people for as long as they play again, however few games were asked for."""

    @property
    def stays(self) -> bool:
        """Whether it goes on after a game, and after what stands in its way."""
        return self.games != 1

    async def run(self, first: Join | Resume | None) -> int:
        """Play until there have been enough games; the exit code.

        Raises:
            ShellError: It cannot sit down, and nobody asked it to stay.
        """
        played, failed, table, said = 0, 0, first, ""
        while True:
            try:
                wanted = table or await self._found()
                stay = await self._one(wanted)
                await asyncio.to_thread(give_back)
            except ShellError as error:
                failed += 1
                if not self.stays or error.code in HOPELESS:
                    raise
                if error.code != said:
                    self.voice.problem(error)
                said, table = error.code, Resume() if error.code == "node_gone" else None
                await asyncio.sleep(min(LONGEST_PAUSE, 2.0 ** min(failed - 1, 5)))
                continue
            failed, table, said = 0, None, ""
            played += stay.has_played
            last = stay.last
            if last is not None and last.status.closed == CONTINUED:
                table = Resume()
                continue
            if last is not None and last.status.closed == AGAIN and (self.follows or self._wants_more(played)):
                table = await self._following(last)
                if table is not None:
                    continue
            if not self.stays or not self._wants_more(played):
                return leaving.FAILED if last is not None and last.status.fault else 0
            if last is not None and not _is_over(last) and _has_company(last):
                table = Resume()

    def _wants_more(self, played: int) -> bool:
        return not self.games or played < self.games

    async def _following(self, last: Update) -> Join | None:
        """Find the table at which the same people play again."""
        self.voice.say("follows", [lobby.STARTING["next"]])
        before, over = last.status, _network.choice(self.options.interfaces)
        home = _common.home(str(self.options.data_dir) if self.options.data_dir else None)
        try:
            way = await asyncio.to_thread(way_kept, home, before.table_id, before.host)
            return await find_next(way, before.table_id, over, NEXT_SECONDS)
        except ShellError as error:
            self.voice.problem(error)
            return None

    async def _found(self) -> Join:
        said, pause = False, 1.0
        while (found := await self.find()) is None:
            if not said:
                self.voice.say("waiting", [headless.WAITING])
            said, pause = True, min(LONGEST_PAUSE, pause * 2)
            await asyncio.sleep(pause)
        return found

    async def _one(self, table: Join | Resume) -> "Stay":
        """Sit at one table until it closes."""
        voice = self.voice
        voice.at_table()
        goes_on = prompts.bot_goes_on(str(self.options.data_dir) if self.options.data_dir else None)
        async with launch(replace(self.options, table=table)) as launched:
            name = await _common.own_seat(launched)
            resumed = isinstance(table, Resume)
            voice.say("seated", [prompts.back() if resumed else prompts.seated(name, self.options.bot)], name=name)
            try:
                async with self._playing(launched):
                    stay = await self._watch(launched)
            except asyncio.CancelledError:
                voice.say("stopped", [*prompts.transcript(str(launched.transcript)), *goes_on])
                raise
            except ShellError as error:
                for line in goes_on:
                    error.add_note(line)
                raise
            path = str(await launched.finish())
            voice.say("record", prompts.transcript(path), path=path)
            if stay.last is None or not stay.last.status.closed:
                voice.say("goes_on", goes_on)
            return stay

    async def _watch(self, launched: Launched) -> "Stay":
        stay = Stay()
        alone: asyncio.TimerHandle | None = None
        loop, over = asyncio.get_running_loop(), asyncio.Event()

        async def hear() -> None:
            nonlocal alone
            async for update in launched.watcher.updates():
                self.voice.hear(update)
                stay.first, stay.last = stay.first or update, update
                if not self.stays:
                    continue
                if update.status.phase == "over":
                    over.set()
                if _has_company(update) and alone is not None:
                    alone.cancel()
                    alone = None
                elif not _has_company(update) and alone is None:
                    alone = loop.call_later(ALONE_SECONDS, over.set)

        hearing = asyncio.create_task(hear())
        ended = asyncio.create_task(over.wait())
        try:
            await asyncio.wait((hearing, ended), return_when=asyncio.FIRST_COMPLETED)
            with suppress(TimeoutError):
                await asyncio.wait_for(hearing, OVER_SECONDS if self.stays else None)
        finally:
            if alone is not None:
                alone.cancel()
            for task in (hearing, ended):
                task.cancel()
            await asyncio.gather(hearing, ended, return_exceptions=True)
        return stay

    @asynccontextmanager
    async def _playing(self, launched: Launched) -> AsyncIterator[None]:
        """Whoever plays, if not the node, plays meanwhile."""
        parts = []
        if self.choose is not None:
            parts.append(asyncio.create_task(play_bot(launched.seat, self.choose, self.voice.notice)))
        if self.program:
            parts.append(asyncio.create_task(self._keep_program(launched.door)))
        try:
            yield
        finally:
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)

    async def _keep_program(self, door: tuple[str, str]) -> None:
        """Run the program, and run it again when it ends: its seat waits for it."""
        pause = 1.0
        while True:
            began = asyncio.get_running_loop().time()
            running = await self._start(door)
            try:
                code = await running.wait()
            finally:
                await _end(running)
            self.voice.notice(Notice("program_ended", str(code)))
            lasted = asyncio.get_running_loop().time() - began
            pause = 1.0 if lasted > LONGEST_PAUSE else min(LONGEST_PAUSE, pause * 2)
            await asyncio.sleep(pause)

    async def _start(self, door: tuple[str, str]) -> Process:
        variables = {**os.environ, "KALOOKI_SEAT": door[0], "KALOOKI_TOKEN": door[1]}
        try:
            return await asyncio.create_subprocess_exec(
                *shlex.split(self.program), env=variables, stdin=asyncio.subprocess.DEVNULL, start_new_session=True
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise ShellError("no_program", program=self.program, reason=reason) from error


@dataclass(slots=True)
class Stay:
    """What was seen at one table, from sitting down to going."""

    first: Update | None = None
    last: Update | None = None

    @property
    def has_played(self) -> bool:
        """Whether a game came to its end meanwhile, not before, and not in its lobby."""
        if self.first is None or self.last is None or _is_over(self.first):
            return False
        return _is_over(self.last) and self.last.view is not None


def _is_over(update: Update) -> bool:
    return bool(update.status.closed) or update.status.phase == "over"


def _has_company(update: Update) -> bool:
    """Whether anybody else is at the table."""
    return any(one.connected for one in update.status.taken if one.player != update.status.me)


async def _end(running: Process) -> None:
    """Let it end, then make it."""
    for end in (running.terminate, running.kill):
        if running.returncode is not None:
            return
        with suppress(ProcessLookupError):
            end()
        with suppress(TimeoutError):
            await asyncio.wait_for(running.wait(), PROGRAM_ENDS)


def explained(advise: Callable[[SeatView], Any], voice: Voice) -> Choose:
    """Let a bot say why, for each of its moves."""

    def choose(view: SeatView) -> Action:
        advice = advise(view)
        reason = why(advice, view)
        voice.say("why", [headless.why(reason)], text=advice.why or reason)
        action: Action = advice.action
        return action

    return choose


def finder(over: Interfaces, wanted: str | None, code: str, *, any_table: bool) -> Find:
    """Look for a table as the arguments say.

    Args:
        over: The interfaces.
        wanted: A table's title, code or address.
        code: For a table that needs one and is named otherwise.
        any_table: Any open table will do.

    Raises:
        UsageError: Both a table and any.
    """
    if wanted and any_table:
        raise click.UsageError(_("Either --join, a certain table, or --any."))
    if wanted and ":" in wanted:
        return _always(Join(code, wanted))
    if wanted and _is_code(wanted):
        return lambda: _by_code(over, wanted)

    def fits(row: FoundTable) -> bool:
        free = row.state == "open" and row.same_protocol and row.players < row.seats
        return free and (row.title == wanted if wanted else not row.needs_code)

    async def find_one() -> Join | None:
        rows = [row for row in await find(over, LOOKED_FOR, _network.SETTLED) if fits(row)]
        if not rows:
            return None
        if rows[0].needs_code and not code:
            raise ShellError("needs_code", address=rows[0].address)
        return Join(code if rows[0].needs_code else "", rows[0].address)

    return find_one


def _always(table: Join) -> Find:
    async def same() -> Join:
        return table

    return same


def _is_code(text: str) -> bool:
    with suppress(ShellError):
        parse(text)
        return True
    return False


async def _by_code(over: Interfaces, code: str) -> Join | None:
    parsed = parse(code)
    if parsed.address:
        return Join(code, await still_there(over, parsed, LOOKED_FOR))
    found = await find_by_code(over, parsed, LOOKED_FOR_CODE)
    return Join(code, found.address) if found is not None else None
