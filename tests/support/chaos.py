"""A table of real nodes in a network of their own, to which things happen; and what must hold whatever happens."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from random import Random

from kalooki.bot import with_chance
from kalooki.bots import bots
from kalooki.codec import unseal
from kalooki.codec.transcript import read_transcript
from kalooki.fair.group import Group
from kalooki.rules.actions import PickSeat
from kalooki.rules.events import DealVoided, PileEvent
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.seat import TableStatus, Update
from kalooki.shell.bell import Bell
from kalooki.shell.bot_player import awaits
from kalooki.shell.children import Child
from kalooki.shell.config import Found, Join, NodeOptions, Resume
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.launch import PROGRAM
from kalooki.shell.seats import RemoteSeat
from kalooki.table.checks import Checks
from kalooki.table.genesis import table_id
from kalooki.table.log import ByPlayer, Entry
from kalooki.table.payloads import Act
from kalooki.table.replay import replay
from kalooki.table.results import Effective
from kalooki.verify import Verdict, verify_transcript
from kalooki.verify.report import Check
from support.netns import Lan, Place

ANYWHERE = "0.0.0.0"  # noqa: S104 - inside a namespace
NAMES = ("Ann", "Bea", "Cid", "Dot", "Eli")
SEED = bytes(32)
ENDS = {"bug", "replaced", "mismatch", "fork"}
"""What no node has a reason to say here."""

AGAIN = 0.3

GRACE_MS = 3_000
HOUSES = {
    "plain": Found(),
    "clock": Found(turn_ms=3_000, bank_ms=3_000),
    "grace": Found(grace_ms=GRACE_MS),
    "backup": Found(grace_ms=GRACE_MS, options=(("dropout", "key_backup"),)),
    "calls": Found(variant="jamaican_baby"),
}
"""How a table is set up: plainly, with a turn clock, so that who is away is soon missed, with key backups, too, and
with another game, in which discards are called.
"""
LEAST = {"plain": 2, "clock": 2, "grace": 3, "backup": 4, "calls": 3}
"""How many players each is for: of two, who goes on without the other has won."""

Move = tuple[int, int, int, int]
"""Player, deal, attempt, move."""


@dataclass
class Player:
    """A person's node on a computer of its own, and a client that plays there and remembers what it was told."""

    place: Place
    options: NodeOptions
    changed: Bell
    acknowledged: list[Move] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    """What the node showed that it had shown otherwise before."""
    latest: Update | None = None
    moved: float = 0.0
    """When it last showed a new move."""
    moves: list[float] = field(default_factory=list)
    """When it showed each."""
    voided: int = 0
    notices: list[Notice] = field(default_factory=list)
    busy: str = ""
    """What the client waits for, but for updates."""
    child: Child | None = None
    _seat: RemoteSeat | None = None
    _seats: list[RemoteSeat] = field(default_factory=list)
    _seen: dict[tuple[int, int], Sequence[PileEvent]] = field(default_factory=dict)
    _stand: tuple[object, ...] = ()
    _chosen: object = None

    @property
    def name(self) -> str:
        return self.options.name

    @property
    def phase(self) -> str:
        """Where the table stands, as the player sees it."""
        if self.latest is None:
            return "lobby"
        status, view = self.latest.status, self.latest.view
        return status.phase if view is None else f"{status.phase} {view.phase.name.lower()}"

    @property
    def pid(self) -> int:
        assert self.child is not None
        return self.child.pid

    async def start(self) -> dict[str, str]:
        assert self.options.data_dir is not None
        child = Child(self.options, self.place.program(*PROGRAM), self.options.data_dir, self.notices.append)
        ready = await child.start()
        self.child, self._seat = child, RemoteSeat(ready["seat"], bytes.fromhex(ready["token"]))
        self._seats.append(self._seat)
        self.options = replace(self.options, table=Resume())
        return ready

    async def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        assert self.child is not None
        await self.child.ended()
        await self._gone()

    async def stop(self) -> None:
        if self.child is not None:
            await self.child.stop()
            await self._gone()

    async def hang_up(self) -> None:
        """Close the client's channels, which cancels what it still asks."""
        for seat in self._seats:
            await seat.aclose()

    async def _gone(self) -> None:
        assert self.child is not None
        await self.child.stop()
        self.child, self._seat = None, None

    async def play(self) -> None:
        """Play until the table closes, through every absence of the node."""
        choose = with_chance((await asyncio.to_thread(bots))["greedy"], 7)
        while self.latest is None or self.latest.status.phase != "closed":
            seat = self._seat
            if seat is not None:
                with suppress(ShellError):
                    async for update in seat.updates():
                        self._note(update)
                        await self._agree(seat, update.status)
                        await self._act(seat, update, choose)
            await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        """Close the table, if this node hosts it."""
        if self._seat is not None:
            with suppress(ShellError):
                await self._seat.close("enough")

    async def _agree(self, seat: RemoteSeat, status: TableStatus) -> None:
        """Go on without those who are missed, ask to come back, and let others come back."""
        missed = status.missed
        if missed is not None and status.me not in missed.players and (status.host, missed.players) != self._chosen:
            self._chosen = status.host, missed.players
            await seat.choose("backup" if missed.backup else "void")
        node = next((one.node for one in status.players if one.player == status.me), None)
        returning = {one.player for one in status.proposals if one.motion == "return" and node not in one.nodes}
        if any(one.gone and one.player == status.me for one in status.players):
            asked = any(one.motion == "return" and one.player == status.me for one in status.proposals)
            returning = set() if asked else {status.me}
        for player in returning:
            await seat.propose("return", player)

    async def _act(self, seat: RemoteSeat, update: Update, choose: Callable[..., object]) -> None:
        status, view = update.status, update.view
        if status.phase == "pick_seat" and status.me in status.waiting_for:
            await seat.act(status.move, PickSeat(1))
        elif view is not None and awaits(status, view):
            self.busy = f"choosing for {status.move}"
            action = await asyncio.to_thread(choose, view)
            self.busy = f"acting for {status.move}"
            outcome = await seat.act(status.move, action)  # type: ignore[arg-type]  # a bot gives an action
            self.busy = ""
            if outcome.code == "":
                self.acknowledged.append((status.me, view.number, view.attempt, status.move))
            else:
                self.notices.append(Notice(f"refused at {status.move}: {outcome.code}", outcome.detail))

    def _note(self, update: Update) -> None:
        self.latest = update
        self.voided += sum(isinstance(event, DealVoided) for event in update.events)
        view = update.view
        stand: tuple[object, ...] = (update.status.phase, update.status.move)
        if view is not None:
            self._compare(view)
            stand = (view.number, view.attempt, update.status.move)
        if stand != self._stand:
            self._stand, self.moved = stand, asyncio.get_running_loop().time()
            self.moves.append(self.moved)
            self.changed.ring()

    def _compare(self, view: SeatView) -> None:
        """See that what was shown once stays as it was; between deals the last one is still shown under the next."""
        if view.phase is not ViewPhase.DEAL:
            before = self._seen.get((view.number, view.attempt), ())
            if any(one != other for one, other in zip(before, view.history, strict=False)):
                self.broken.append(f"{self.name} saw another deal {view.number} than before")
            self._seen[view.number, view.attempt] = max(
                before, view.history, key=len
            )  # a node that is back may be behind

    def stands(self) -> str:
        """Say where the player's table stands, for who looks into it."""
        status = self.latest.status if self.latest else None
        said = [f"{each.code} {each.detail}" for each in self.notices[-6:]]
        awaited = "" if status is None else f"host {status.host}, {status.doing} of {status.waiting_for}, {status.move}"
        unopened = self.latest is not None and self.latest.view is not None and len(self.latest.view.unopened)
        return f"{self.name}: {self.phase}, {awaited}, {self._stand}, {unopened} unopened, {self.busy}; {said}"


@asynccontextmanager
async def table(lan: Lan, home: Path, players: int, house: str = "plain") -> AsyncIterator[list[Player]]:
    """Seat so many people, each on a computer of its own, who play by themselves; `house` is one of `HOUSES`."""
    changed = Bell()
    seated: list[Player] = []
    tasks: list[asyncio.Task[None]] = []
    try:
        async with asyncio.TaskGroup() as group:
            code = ""
            for name in NAMES[:players]:
                role = replace(HOUSES[house], seats=players, begin_when_full=True) if not code else Join(code)
                options = NodeOptions(name, role, home / name, bind=ANYWHERE, auto_ready=True)
                player = Player(await asyncio.to_thread(lan.computer), options, changed)
                code = (await player.start())["join_code"] or code
                seated.append(player)
                tasks.append(group.create_task(player.play()))
            yield seated
            for task in tasks:
                task.cancel()
    finally:
        for player in seated:
            if player.child is not None:
                with suppress(ProcessLookupError):
                    os.kill(player.pid, signal.SIGCONT)
            await player.stop()
            await player.hang_up()


# --- what happens -----------------------------------------------------------------------------------------------------

Fault = Callable[[Player, float], Coroutine[None, None, None]]


async def killed(victim: Player, seconds: float) -> None:
    await victim.kill()
    await asyncio.sleep(seconds)
    await victim.start()


async def gone(victim: Player, seconds: float) -> None:
    """So long that the others are asked, if they ever are."""
    await victim.kill()
    await asyncio.sleep(2 * GRACE_MS / 1000 + seconds)
    await victim.start()


async def restarted(victim: Player, seconds: float) -> None:
    await victim.stop()
    await asyncio.sleep(seconds)
    await victim.start()


async def frozen(victim: Player, seconds: float) -> None:
    os.kill(victim.pid, signal.SIGSTOP)
    await asyncio.sleep(seconds)
    os.kill(victim.pid, signal.SIGCONT)


async def deaf(victim: Player, seconds: float) -> None:
    await _dropping(victim, seconds, "input")


async def mute(victim: Player, seconds: float) -> None:
    await _dropping(victim, seconds, "output")


async def cut_off(victim: Player, seconds: float) -> None:
    await _dropping(victim, seconds, "input", "output")


async def unplugged(victim: Player, seconds: float) -> None:
    await asyncio.to_thread(victim.place.ip, "link set eth0 down")
    await asyncio.sleep(seconds)
    await asyncio.to_thread(victim.place.ip, "link set eth0 up")


async def _dropping(victim: Player, seconds: float, *hooks: str) -> None:
    for hook in hooks:
        await asyncio.to_thread(victim.place.drop, "meta l4proto { tcp, udp } drop", hook)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(victim.place.undrop)


FAULTS: dict[str, Fault] = {
    "killed": killed,
    "gone": gone,
    "restarted": restarted,
    "frozen": frozen,
    "deaf": deaf,
    "mute": mute,
    "cut off": cut_off,
    "unplugged": unplugged,
}


@dataclass
class Outage:
    """What came of one fault; seconds, or None where nothing moved any more."""

    kind: str
    hosted: bool
    """Whether it met the host."""
    phase: str
    still: float | None
    """The longest time in which nobody else saw a new move."""
    healed: float | None
    """From the healing until everybody had seen a new move."""


async def happen(kind: str, victim: Player, players: Sequence[Player], rng: Random, patience: float) -> Outage:
    """Let something happen to a node, and wait until the game goes on for all."""
    loop = asyncio.get_running_loop()
    others = [player for player in players if player is not victim]
    latest = others[0].latest
    names = {} if latest is None else {each.name: each.node for each in latest.status.players}
    hosted = latest is not None and names.get(victim.name) == latest.status.host
    phase, began = others[0].phase, loop.time()
    await FAULTS[kind](victim, rng.uniform(0.5, 6.0))
    healed = loop.time()
    seen = [await _moved(player, healed, patience - (loop.time() - healed)) for player in players]
    if None in seen:
        return Outage(kind, hosted, phase, None, None)
    moves = sorted(at for player in others for at in player.moves if at > began)
    still = max((later - earlier for earlier, later in pairwise([began, *moves])), default=0.0)
    return Outage(kind, hosted, phase, round(still, 2), round(max(at for at in seen if at is not None) - healed, 2))


async def _moved(player: Player, since: float, patience: float) -> float | None:
    """When a player first saw a new move, or that all is over; None if he did not."""

    def at() -> float | None:
        if player.phase.partition(" ")[0] in {"over", "closed"}:
            return since
        return next((move for move in player.moves if move > since), None)

    try:
        async with asyncio.timeout(max(0.1, patience)):
            await player.changed.wait_until(lambda: at() is not None)
    except TimeoutError:
        return None
    return at()


# --- what must hold ---------------------------------------------------------------------------------------------------


@dataclass
class Judgement:
    """What the records of all nodes say afterwards."""

    lost: int = 0
    """Moves that were acknowledged to their player and are in no record."""
    forks: int = 0
    """Entries that two nodes committed differently."""
    minority: int = 0
    """Entries that a node committed though no quorum is proved to have had them."""
    unverified: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    entries: int = 0
    voided: int = 0


def judge(players: Sequence[Player], group: Group) -> Judgement:
    """Hold every node's transcript against the others and against what was told, after all have stopped."""
    said = Judgement()
    logs: list[list[Entry]] = []
    for player in players:
        assert player.options.data_dir is not None
        (path,) = (player.options.data_dir / "transcripts").glob("*.kalooki")
        data = path.read_bytes()
        report = verify_transcript(data, group, SEED)
        if report.verdict is not Verdict.VALID:
            codes = ", ".join(f"{each.code} at {each.entry}" for each in report.findings)
            said.minority += sum(each.check in {Check.CERTIFICATES, Check.END} for each in report.findings)
            said.unverified.append(f"{player.name}: {report.verdict.value} ({codes})")
        logs.append([record.content for record in read_transcript(data) if isinstance(record.content, Entry)])
        said.broken += player.broken
        said.broken += [f"{player.name} ended: {each.code}" for each in player.notices if each.code in ENDS]
    longest = max(logs, key=len)
    said.entries = len(longest)
    said.voided = max(player.voided for player in players)
    said.forks = sum(one.wire != other.wire for log in logs for one, other in zip(log, longest, strict=False))
    played = _moves(longest, group)
    said.lost = sum(move not in played for player in players for move in player.acknowledged)
    return said


def _moves(entries: Sequence[Entry], group: Group) -> set[Move]:
    table = table_id(entries[0].messages[0].payload_bytes)
    return {
        (message.author.player, message.stream.deal, message.stream.attempt, message.move)
        for each in replay(table, entries, Checks(group, unseal, SEED))
        for message, result in zip(each.entry.messages, each.results, strict=True)
        if isinstance(message.payload, Act) and isinstance(message.author, ByPlayer) and isinstance(result, Effective)
    }
