"""Builds one node out of its parts, runs it, and takes it down in order."""

import asyncio
import secrets
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

from kalooki.bots import bots
from kalooki.codec import encode, encode_vote, seal_entry, seal_message, unseal
from kalooki.codec.transcript import Evidence
from kalooki.fair.group import Group
from kalooki.rules.actions import Action
from kalooki.rules.events import Event
from kalooki.rules.registry import presets
from kalooki.rules.view import SeatView
from kalooki.shell.acquaintances import Acquaintances, remember
from kalooki.shell.announcer import Announcer
from kalooki.shell.before import Before
from kalooki.shell.beginnings import ASKS, FOUNDER, Beginning, begin
from kalooki.shell.bot_player import Chooser, answer_in_time, keep_ready, play_bot
from kalooki.shell.channels import join_address, program_version
from kalooki.shell.chat import Speech
from kalooki.shell.choosers import HINTS, chooser
from kalooki.shell.config import NodeOptions
from kalooki.shell.datadir import DataDir, default_data_dir, read_private
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.group_loader import GroupUnavailableError, load_group
from kalooki.shell.handshake import Address
from kalooki.shell.identity import Identity, load_identity
from kalooki.shell.interfaces import check_wanted, interfaces
from kalooki.shell.joincode import JoinCode
from kalooki.shell.links import Links
from kalooki.shell.lobby import tell_who_is_missed
from kalooki.shell.local_seat import LocalSeat
from kalooki.shell.moving import ask_back, follow, move
from kalooki.shell.names import clean_name
from kalooki.shell.network import reachable_host
from kalooki.shell.pace import paced
from kalooki.shell.peers import Peers
from kalooki.shell.publisher import Publisher
from kalooki.shell.runtime import Runtime
from kalooki.shell.seat_server import SeatServer
from kalooki.shell.seeker import seek
from kalooki.shell.stand_ins import play_stand_ins
from kalooki.shell.status import StatusMaker
from kalooki.shell.table_server import TableServer
from kalooki.shell.table_service import Table
from kalooki.shell.tables import Tables
from kalooki.shell.transcripts import Transcript
from kalooki.shell.words import Scribe
from kalooki.table.config import Tools
from kalooki.table.moment import Moment
from kalooki.table.payloads import Genesis
from kalooki.table.ports import PutEvidence
from kalooki.table.proving import HONEST, Prover
from kalooki.table.status import CONTINUED

FLUSH_SECONDS = 0.5
LINGER_SECONDS = 2.0
"""How long a node stays until the others know that all have stopped for today."""

CERTIFIED_SECONDS = 0.5
"""How long a node stays until it can prove the end of what it has seen: a record without that is incomplete."""


@dataclass(frozen=True, slots=True)
class NodeReady:
    """The node serves."""

    seat: str
    """Where its SeatService listens."""
    token: str = field(repr=False)
    """What a client must show there, in hex; empty on a Unix socket."""
    table_id: str
    address: str
    """Where its TableService listens, as others reach it."""
    join_code: str = field(repr=False)
    """At the founder; else empty."""
    label: str
    """The fingerprint label of the node."""
    transcript: str
    data_dir: str


Told = Callable[[NodeReady | Notice], None]
"""Hears what the node has to say to whoever started it."""


async def run_node(options: NodeOptions, told: Told, stop: asyncio.Event, *, prover: Prover = HONEST) -> None:
    """Run one node until `stop` is set.

    Args:
        options: How it runs.
        told: Hears one NodeReady, and notices.
        stop: Ends the node in order; it takes at most two seconds.
        prover: Who makes this node's shuffles; tests hand in one that lies.

    Raises:
        ShellError: It cannot run, or cannot go on.
    """
    if options.name or not options.bot:
        clean_name(options.name)
    group = await asyncio.to_thread(_prepare)
    choose = chooser(options.bot) if options.bot and not options.outside else None
    tools = Tools(encode, seal_message, unseal, seal_entry, encode_vote, group, prover)
    async with AsyncExitStack() as stack:
        folder = await asyncio.to_thread(DataDir, options.data_dir or default_data_dir())
        stack.callback(folder.close)
        identity = await asyncio.to_thread(load_identity, folder, options.owner)
        tables = await asyncio.to_thread(Tables, folder)
        server = TableServer(identity)
        stack.push_async_callback(server.stop)
        port = await server.listen(options.bind, options.port, await asyncio.to_thread(tables.last_port))
        await asyncio.to_thread(tables.keep_port, port)
        await asyncio.to_thread(_check_interfaces, options.interfaces)
        here = (await asyncio.to_thread(reachable_host, options.bind, options.interfaces), port)
        beginning = await begin(options, tools, identity, tables, here)
        stack.push_async_callback(asyncio.to_thread, beginning.store.close)
        path = (options.transcript or tables.transcript(beginning.node.table_id)).absolute()
        if options.bot and not options.transcript:
            stack.push_async_callback(asyncio.to_thread, tables.forget_transcripts, path)
        earlier = await asyncio.to_thread(tables.earlier, beginning.node.table_id)
        transcript = Transcript(path, beginning.node, beginning.store, earlier)
        running = _Running(options, identity, beginning, here, transcript, folder.path, told)
        running.move = partial(move, tables, tools, identity, options)
        await running.run(server, choose, stop)
        standing = beginning.node.standing(None)
        if standing is not None and standing.phase == "closed" and standing.closed != CONTINUED:
            await asyncio.to_thread(tables.retire, beginning.node.table_id)


def _check_interfaces(wanted: Sequence[str]) -> None:
    if wanted:
        check_wanted(interfaces(), wanted)


_LOADING = threading.Lock()


def _prepare() -> Group:
    """Load what is found in files, once, before the event loop is not to be held up."""
    with _LOADING:
        presets()
        bots()
        program_version()
        return _group()


@cache
def _group() -> Group:
    try:
        return load_group()
    except GroupUnavailableError as error:
        raise ShellError("no_sodium", reason=str(error)) from None


class _Running:
    """The parts of a node that runs, wired to each other."""

    def __init__(  # noqa: PLR0913, PLR0917 - what a node is made of
        self,
        options: NodeOptions,
        identity: Identity,
        beginning: Beginning,
        here: Address,
        transcript: Transcript,
        home: Path,
        told: Told,
    ) -> None:
        node, store = beginning.node, beginning.store
        self._options = options
        self._identity = identity
        self._beginning = beginning
        self._here = here
        self._home = home
        self._told = told
        self.move: Callable[[Beginning, Genesis, bytes], Coroutine[Any, Any, None]] = _stay
        """Makes everything ready for the table that goes on from this one."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._transcript = transcript
        self._people = Acquaintances(home)
        self._runtime = Runtime(node, store)
        self._links = Links(self._runtime.post, self._notice)
        self._peers = Peers(beginning.membership.number, node, identity, self._links, beginning.book, self._notice)
        self._statuses = StatusMaker(node, str(self._transcript.path))
        self._scribe = Scribe(self._runtime.show_again)
        self._statuses.words = self._scribe.words
        self._publisher = Publisher(
            node, lambda moment, player: self._statuses.status(moment, player, self._links.is_here)
        )
        self._seat = LocalSeat(self._runtime, self._publisher)
        self._seat_server = SeatServer(self._seat, _hint)
        self._runtime.send = self._links.send
        self._runtime.display.on_publish = self._published
        self._runtime.on_notice = self._notice
        self._runtime.on_evidence = self._evidence
        self._runtime.on_opened = self._opened
        self._links.on_change = self._runtime.show_again
        self._speech = Speech(
            node,
            identity.player_key,
            self._links,
            store,
            show=self._publisher.say,
            is_blocked=self._is_blocked,
            notice=self._notice,
        )
        self._links.on_up, self._links.on_chat = self._speech.greet, self._speech.hear
        self._seat.voice = self._speech.say
        self._links.host = lambda: node.host
        self._peers.post = self._runtime.post

    async def run(self, server: TableServer, choose: Chooser | None, stop: asyncio.Event) -> None:
        """Run until `stop`, or until something ends that must not."""
        beginning = self._beginning
        code = self._code()
        self._statuses.join_code = str(code or "")
        self._statuses.open = beginning.is_open
        beginning.store.start()
        server.table = Table(
            node=beginning.node,
            post=self._runtime.post,
            links=self._links,
            addresses=beginning.book,
            changed=self._runtime.changed,
            code=code,
            is_open=beginning.is_open,
            is_blocked=self._is_blocked,
            before=Before(self._transcript.earlier),
        )
        await asyncio.to_thread(self._people.everybody)
        await asyncio.to_thread(self._speech.recall)
        await self._seat_server.listen(self._home)
        parts = [
            asyncio.create_task(self._runtime.run(beginning.outputs), name="runtime"),
            asyncio.create_task(self._peers.run(self._runtime.changed, beginning.membership.host), name="peers"),
            asyncio.create_task(self._replaced(), name="replaced"),
            asyncio.create_task(stop.wait(), name="stop"),
        ]
        helpers = [asyncio.create_task(helper, name="helper") for helper in self._helpers(choose)]
        try:
            self._told(self._ready(code))
            for notice in beginning.notices:
                self._notice(notice)
            await _until_one_ends(parts, helpers)
        except ShellError:
            raise
        except Exception as bug:
            # What it was given stays here: it may hold what others must not see.
            bug.add_note(f"while taking {type(self._runtime.last).__name__} after entry {beginning.node.last_index}")
            raise
        finally:
            await self._leave(server, [*parts, *helpers])

    async def _leave(self, server: TableServer, tasks: Sequence[asyncio.Task[Any]]) -> None:
        """Say goodbye in order: what was sent leaves, streams end, servers stop, the transcript is written."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                await self._runtime.changed.wait_until(self._may_go)
        with suppress(TimeoutError):
            async with asyncio.timeout(CERTIFIED_SECONDS):
                await self._runtime.changed.wait_until(self._can_prove)
        self._publisher.close()
        self._scribe.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(FLUSH_SECONDS):
                await self._links.flush()
        await asyncio.gather(server.stop(), self._seat_server.stop())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._speech.keep()
        await asyncio.gather(*self._tasks)
        await self._write_transcript()

    def _may_go(self) -> bool:
        """Whether, where all have agreed to stop for today, those who are here know it."""
        node = self._beginning.node
        standing = node.standing(None)
        if standing is not None and standing.closed == CONTINUED:
            return node.may_leave
        if standing is None or not standing.adjourned:
            return True
        return node.have_all(member.number for member in node.members if self._links.up(member.number))

    def _can_prove(self) -> bool:
        """Whether enough nodes have signed the newest committed entry itself, and not only one after it."""
        node = self._beginning.node
        certificate = node.certificate()
        return node.committed_index <= (0 if certificate is None else certificate.index)

    def _helpers(self, choose: Chooser | None) -> list[Coroutine[object, object, None]]:
        helpers = [self._speech.run()]
        if choose is not None:
            helpers.append(
                play_bot(self._seat, choose, self._notice, paced(self._options.pace, secrets.SystemRandom().uniform))
            )
        else:
            helpers.append(answer_in_time(self._seat))
        helpers.append(play_stand_ins(self._beginning.node, self._runtime.changed, self._stand_in))
        if self._beginning.store.about(ASKS, otherwise=False):
            helpers.append(ask_back(self._seat, lambda: self._beginning.store.remember(ASKS, value=False)))
        if self._options.bot:
            helpers.append(follow(self._seat))
        if self._options.bot or self._options.auto_ready:
            helpers.append(keep_ready(self._seat))
        if self._beginning.membership.number == FOUNDER:
            node, changed = self._beginning.node, self._runtime.changed
            helpers.append(tell_who_is_missed(node, self._links, changed, self._notice))
        if self._options.announce:
            node, changed = self._beginning.node, self._runtime.changed
            announcer = Announcer(self._options, node, self._identity, self._links)
            announcer.moved = self._moved
            helpers.append(announcer.run(self._here[1], changed, self._notice))
            helpers.append(seek(node, self._links, self._beginning.book, changed, announcer.choose))
        if not self._options.bot:
            helpers.append(remember(self._beginning.node, self._runtime.changed, self._people, self._notice))
        return helpers

    async def _stand_in(self, place: int, bot: str) -> None:
        """Play a seat that was lost."""
        seat = LocalSeat(self._runtime, self._publisher, place)
        choose = await asyncio.to_thread(chooser, bot)
        async with asyncio.TaskGroup() as parts:
            parts.create_task(
                play_bot(seat, choose, self._notice, paced(self._options.pace, secrets.SystemRandom().uniform))
            )
            parts.create_task(keep_ready(seat))

    def _is_blocked(self, identity: bytes) -> bool:
        """Whether somebody may not come in; nobody may where the list of those who may not cannot be read."""
        try:
            return self._people.is_blocked(identity)
        except ShellError:
            return True

    def _moved(self, host: str) -> None:
        """Others reach us at another address: the code holds it, and those who come back are told."""
        self._here = (host, self._here[1])
        self._beginning.book.replace(self._beginning.membership.number, (self._here,))
        if self._statuses.join_code:
            self._statuses.join_code = str(self._code() or "")
            if self._beginning.membership.number == FOUNDER:
                self._notice(Notice("address_changed", join_address(*self._here)))
            self._runtime.show_again()

    def _ready(self, code: JoinCode | None) -> NodeReady:
        return NodeReady(
            seat=self._seat_server.address,
            token=self._seat_server.token.hex(),
            table_id=self._beginning.node.table_id.hex(),
            address=join_address(*self._here),
            join_code=str(code or "") if self._beginning.membership.number == FOUNDER else "",
            label=self._identity.label,
            transcript=str(self._transcript.path),
            data_dir=str(self._home),
        )

    def _code(self) -> JoinCode | None:
        """The join code with the address at which we listen now; without it where that is no IPv4 address."""
        secret = self._beginning.membership.code
        if not secret:
            return None
        with suppress(ValueError):
            return JoinCode(secret, join_address(str(IPv4Address(self._here[0])), self._here[1]))
        return JoinCode(secret)

    async def _replaced(self) -> None:
        await self._peers.replaced.wait()
        raise ShellError("replaced")

    def _published(self, events: tuple[Event, ...], moment: Moment) -> None:
        self._publisher.publish(events, moment)
        if self._transcript.is_due(events) or moment.is_closed:
            task = asyncio.create_task(self._write_transcript())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _write_transcript(self) -> None:
        """Write it, or say why not: the log is kept elsewhere, too."""
        try:
            await self._transcript.write()
        except ShellError as error:
            self._notice(Notice(error.code, str(error)))

    def _notice(self, notice: Notice) -> None:
        self._publisher.notice(notice)
        self._told(notice)

    def _opened(self, genesis: Genesis) -> None:
        """A table goes on from this one: it is made ready, to be gone on at like any that one has left."""
        task = asyncio.create_task(self._make_ready(genesis))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _make_ready(self, genesis: Genesis) -> None:
        await self._write_transcript()
        try:
            record = await asyncio.to_thread(read_private, self._transcript.path)
            old = genesis.continues
            is_from_here = old is not None and old.table == self._beginning.node.table_id
            await self.move(self._beginning, genesis, (record or b"") if is_from_here else self._transcript.earlier)
        except ShellError as error:
            self._notice(Notice(error.code, str(error)))

    def _evidence(self, record: PutEvidence) -> None:
        self._transcript.add_evidence(Evidence(record.kind, record.wire))


async def _stay(_beginning: Beginning, _genesis: Genesis, _record: bytes) -> None:
    """There is nowhere to go to."""


async def _until_one_ends(parts: Sequence[asyncio.Task[Any]], helpers: Sequence[asyncio.Task[None]]) -> None:
    """Return when a part has ended; helpers may end, but nothing may fail.

    Raises:
        Exception: What one of them raised.
    """
    left: set[asyncio.Task[Any]] = {*parts, *helpers}
    while left.issuperset(parts):
        done, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()


async def _hint(view: SeatView) -> Action:
    return await asyncio.to_thread(chooser(HINTS), view)
