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

from kalooki.bot import announced, safe_action, with_chance
from kalooki.bots import bots
from kalooki.codec import unseal
from kalooki.codec.transcript import read_transcript
from kalooki.fair.group import Group
from kalooki.rules.actions import Action, BuyIn, Discard, PickSeat
from kalooki.rules.events import DealVoided, PileEvent
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.seat import TableStatus, Update
from kalooki.shell.bell import Bell
from kalooki.shell.bot_player import awaits, ready_for
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
from kalooki.table.state import TableState
from kalooki.verify import Verdict, verify_transcript
from kalooki.verify.report import Check
from support.chaos_phases import ANY, BY_PEOPLE, Aim, Outage, phase_for
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
    "buys": Found(options=(("limit", "70"), ("initial_min", "0"), ("buy_ins", "unlimited"))),
    "short": Found(options=(("limit", "50"), ("initial_min", "0"), ("buy_ins", "0"))),
}
"""How a table is set up: plainly, with a turn clock, so that who is away is soon missed, with key backups, too, with
another game, in which discards are called, and so that after each deal somebody buys back in, or one has won.
"""
LEAST = {"plain": 2, "clock": 2, "grace": 3, "backup": 4, "calls": 3, "buys": 3, "short": 2}
"""How many players each is for: of two, who goes on without the other has won, and nobody is asked for a buy-in."""


def is_hoarder(house: str, place: int, players: int) -> bool:
    """Whether somebody never lays, so that he is soon over the limit: one of all, or all but one."""
    return place > 0 if house == "short" else house == "buys" and place == players - 1


def hoard(view: SeatView) -> Action:
    """Draw, and throw the card away again."""
    action = safe_action(view)
    return announced(view, Discard(view.hand[-1])) if isinstance(action, Discard) else action


Move = tuple[int, int, int, int]
"""Player, deal, attempt, move."""
Score = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""Who has won, and each seat's total and money."""


@dataclass
class Hold:
    """Has people take their time in a phase, until the fault that is aimed at it is on its way."""

    phase: str = ""
    name: str = ""
    """Whom it will hit."""

    def keeps(self, update: Update) -> bool:
        """Whether somebody who sees this waits."""
        phase = "lobby" if self.phase == "join" else self.phase
        return phase in BY_PEOPLE and phase_for(update, self.name) == phase


@dataclass
class Player:
    """A person's node on a computer of its own, and a client that plays there and remembers what it was told."""

    place: Place
    options: NodeOptions
    changed: Bell
    hold: Hold = field(default_factory=Hold)
    """One for all at the table."""
    hoards: bool = False
    acknowledged: list[Move] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    """What the node showed that it had shown otherwise before."""
    latest: Update | None = None
    moved: float = 0.0
    """When it last showed a new move."""
    moves: list[float] = field(default_factory=list)
    """When it showed each."""
    ended: float | None = None
    """When its node, since it was started, first showed the end of the game."""
    score: Score | None = None
    voided: int = 0
    notices: list[Notice] = field(default_factory=list)
    busy: str = ""
    """What the client waits for, but for updates."""
    code: str = ""
    """How others join, as its node said when it was started."""
    child: Child | None = None
    _seat: RemoteSeat | None = None
    _seats: list[RemoteSeat] = field(default_factory=list)
    _seen: dict[tuple[int, int], Sequence[PileEvent]] = field(default_factory=dict)
    _stand: tuple[object, ...] = ()
    _chosen: object = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

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
    def hosts(self) -> bool:
        """Whether its node hosts the table, as it knows."""
        status = self.latest.status if self.latest else None
        return status is not None and (self.name, status.host) in {(one.name, one.node) for one in status.players}

    @property
    def pid(self) -> int:
        assert self.child is not None
        return self.child.pid

    async def start(self) -> None:
        assert self.options.data_dir is not None
        child = Child(self.options, self.place.program(*PROGRAM), self.options.data_dir, self.notices.append)
        ready = await child.start()
        self.child, self._seat = child, RemoteSeat(ready["seat"], bytes.fromhex(ready["token"]))
        self._seats.append(self._seat)
        self.options = replace(self.options, table=Resume())
        self.code = ready["join_code"]

    async def join(self, founder: "Player") -> None:
        """Come in, and try again until it is done, with the code that holds now."""
        while self.child is None:
            try:
                self.options = replace(self.options, table=Join(founder.code))
                await self.start()
            except ShellError as error:
                self.notices.append(Notice(error.code, str(error)))
                await asyncio.sleep(AGAIN)

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
        self.child, self._seat, self.latest, self.ended = None, None, None, None

    async def watch(self) -> None:
        """Look on until the table closes, through every absence of the node."""
        while self.latest is None or self.latest.status.phase != "closed":
            seat = self._seat
            if seat is not None:
                with suppress(ShellError):
                    async for update in seat.updates():
                        if seat is self._seat:
                            self._note(update)
            await asyncio.sleep(AGAIN)

    async def play(self) -> None:
        """Do what is asked of a person at the table, as it stands now, for ever."""
        greedy = with_chance((await asyncio.to_thread(bots))["greedy"], 7)
        choose = hoard if self.hoards else greedy
        while True:
            await self._news.wait()
            self._news.clear()
            seat, update = self._seat, self.latest
            if seat is None or update is None:
                continue
            try:
                await self._agree(seat, update.status)
                if not self.hold.keeps(update):
                    await self._act(seat, update, choose)
            except ShellError:
                await asyncio.sleep(AGAIN)
                self._news.set()

    def nudge(self) -> None:
        """Have the person look again at what is asked."""
        self._news.set()

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

    async def _act(self, seat: RemoteSeat, update: Update, choose: Callable[[SeatView], Action]) -> None:
        status, view = update.status, update.view
        if (deal := ready_for(update)) is not None:
            await seat.ready(deal)
        elif status.phase == "pick_seat" and status.me in status.waiting_for:
            await seat.act(status.move, PickSeat(1))
        elif view is not None and awaits(status, view):
            self.busy = f"choosing for {status.move}"
            asked = view.phase is ViewPhase.BUY_IN
            action = BuyIn() if asked else await asyncio.to_thread(choose, view)
            self.busy = f"acting for {status.move}"
            outcome = await seat.act(status.move, action)
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
        if self.ended is None and phase_for(update, self.name) == "over":
            self.ended = asyncio.get_running_loop().time()
        if view is not None and view.winners:
            self.score = view.winners, tuple((line.total, line.money) for line in view.seats)
        self._news.set()
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
async def table(
    lan: Lan, home: Path, players: int, house: str = "plain", hold: Hold | None = None
) -> AsyncIterator[list[Player]]:
    """Seat so many people, each on a computer of its own, who play by themselves; `house` is one of `HOUSES`.

    While people are held for a `join` the last one is not there yet.
    """
    changed, hold = Bell(), hold or Hold()
    seated: list[Player] = []
    tasks: list[asyncio.Task[None]] = []
    try:
        async with asyncio.TaskGroup() as group:
            for place, name in enumerate(NAMES[:players]):
                role = replace(HOUSES[house], seats=players, begin_when_full=True)
                options = NodeOptions(name, role, home / name, bind=ANYWHERE)
                hoards = is_hoarder(house, place, players)
                player = Player(await asyncio.to_thread(lan.computer), options, changed, hold, hoards)
                seated.append(player)
                tasks += [group.create_task(player.watch()), group.create_task(player.play())]
                if not place:
                    await player.start()
                elif place < players - 1 or hold.phase != "join":
                    await player.join(seated[0])
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

Deed = Callable[[Player], Coroutine[None, None, None]]


async def kill(victim: Player) -> None:
    await victim.kill()


async def stop(victim: Player) -> None:
    await victim.stop()


async def start(victim: Player) -> None:
    await victim.start()


async def freeze(victim: Player) -> None:
    os.kill(victim.pid, signal.SIGSTOP)


async def thaw(victim: Player) -> None:
    os.kill(victim.pid, signal.SIGCONT)


async def deafen(victim: Player) -> None:
    await _drop(victim, "input")


async def silence(victim: Player) -> None:
    await _drop(victim, "output")


async def cut_off(victim: Player) -> None:
    await _drop(victim, "input", "output")


async def let_through(victim: Player) -> None:
    await asyncio.to_thread(victim.place.undrop)


async def unplug(victim: Player) -> None:
    await asyncio.to_thread(victim.place.ip, "link set eth0 down")


async def plug_in(victim: Player) -> None:
    await asyncio.to_thread(victim.place.ip, "link set eth0 up")


async def _drop(victim: Player, *hooks: str) -> None:
    for hook in hooks:
        await asyncio.to_thread(victim.place.drop, "meta l4proto { tcp, udp } drop", hook)


@dataclass(frozen=True)
class Fault:
    """What happens to a node, how it is healed, and how long it lasts at least."""

    strike: Deed
    heal: Deed
    least: float = 0.5


FAULTS: dict[str, Fault] = {
    "killed": Fault(kill, start),
    "gone": Fault(kill, start, 2 * GRACE_MS / 1000 + 0.5),  # so long that the others are asked, if they ever are
    "restarted": Fault(stop, start),
    "frozen": Fault(freeze, thaw),
    "deaf": Fault(deafen, let_through),
    "mute": Fault(silence, let_through),
    "cut off": Fault(cut_off, let_through),
    "unplugged": Fault(unplug, plug_in),
}
LONGEST = 5.5
"""So many seconds longer than it must a fault lasts at most."""
PAUSES = (0.0, 3.0)
LATE = {"shuffle": 0.5, "over": 0.5}
SOON = 0.05
"""So many seconds late at most a fault strikes where nodes are at work; who makes the deck takes longest."""


async def happen(kind: str, victim: Player, players: Sequence[Player], rng: Random, patience: float) -> Outage:
    """Let something happen to a node, and wait until the game goes on for all."""
    loop = asyncio.get_running_loop()
    others = [player for player in players if player is not victim]
    hosted, phase = victim.hosts, phase_for(victim.latest or others[0].latest, victim.name)
    began, fault = loop.time(), FAULTS[kind]
    await fault.strike(victim)
    release(players)
    joining = [asyncio.create_task(player.join(players[0])) for player in others if player.child is None]
    await asyncio.sleep(fault.least + rng.uniform(0, LONGEST))
    await fault.heal(victim)
    healed = loop.time()
    for task in joining:
        with suppress(TimeoutError):
            await asyncio.wait_for(task, patience)
    seen = [await _moved(player, healed, patience - (loop.time() - healed)) for player in players]
    outage = Outage(kind, hosted, phase, None, None, players=len(players))
    if None not in seen:
        moves = sorted(at for player in others for at in player.moves if at > began)
        still = max((later - earlier for earlier, later in pairwise([began, *moves])), default=0.0)
        outage.still, outage.healed = round(still, 2), round(max(at for at in seen if at is not None) - healed, 2)
    return outage


async def happen_in(  # noqa: PLR0913, PLR0917 - as above, and where it is to strike
    aim: Aim, victim: Player, players: Sequence[Player], rng: Random, wait: float, patience: float
) -> Outage | None:
    """Let something happen to a node as soon as its table is in a phase; None if it does not come to it in this time.

    People take their time in the phase that is waited for. They go on when the fault strikes or, every other time, just
    before, so that what they do is on its way.
    """
    if aim.phase == ANY:
        await asyncio.sleep(rng.uniform(*PAUSES))
        return await happen(aim.kind, victim, players, rng, patience)
    hold = victim.hold
    hold.phase, hold.name = aim.phase, victim.name
    for player in players:
        player.nudge()

    def comes() -> bool:
        return _in_phase(aim.phase, victim, players)

    try:
        async with asyncio.timeout(wait):
            await victim.changed.wait_until(lambda: comes() or (aim.phase != "over" and _is_over(players)))
    except TimeoutError:
        pass
    if not comes():
        release(players)
        return None
    if rng.random() < 1 / 2:
        if aim.phase in BY_PEOPLE:
            release(players)
        else:
            await asyncio.sleep(rng.uniform(0, LATE.get(aim.phase, SOON)))
    is_there = comes()
    outage = await happen(aim.kind, victim, players, rng, patience)
    outage.aimed = aim.phase
    outage.phase = aim.phase if is_there else outage.phase
    return outage


def release(players: Sequence[Player]) -> None:
    """Let people go on with what they were about to do."""
    for player in players:
        player.hold.phase = ""
        player.nudge()


def _in_phase(phase: str, victim: Player, players: Sequence[Player]) -> bool:
    """Whether a phase is seen: where people are asked, by who is to be hit; what nodes do is soon over."""
    if phase == "join":
        return all(len(player.latest.status.players) == len(players) - 1 for player in players if player.latest)
    if phase == "lobby" and any(
        not player.latest or len(player.latest.status.players) < len(players) for player in players
    ):
        return False
    if phase in BY_PEOPLE:
        return phase_for(victim.latest, victim.name) == phase
    return any(phase_for(player.latest, victim.name) == phase for player in players)


def _is_over(players: Sequence[Player]) -> bool:
    return all(player.ended is not None for player in players)


async def _moved(player: Player, since: float, patience: float) -> float | None:
    """When a player first saw a new move, or that all is over; None if he did not."""

    def at() -> float | None:
        if player.ended is not None:
            return max(since, player.ended)
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
    scores: list[str] = field(default_factory=list)
    """Who was shown another final score than the records give, or none."""
    entries: int = 0
    voided: int = 0
    unheard: list[str] = field(default_factory=list)
    """Who was not told that the table is closed."""
    phases: list[str] = field(default_factory=list)
    """In which faults struck at this table."""


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
    played, score = _replayed(longest, group)
    said.lost = sum(move not in played for player in players for move in player.acknowledged)
    said.scores = [f"{player.name}: {player.score}, not {score}" for player in players if player.score != score]
    return said


def _replayed(entries: Sequence[Entry], group: Group) -> tuple[set[Move], Score | None]:
    """Which moves had an effect, and the final score, if the game has ended."""
    table = table_id(entries[0].messages[0].payload_bytes)
    moves: set[Move] = set()
    score: Score | None = None
    for each in replay(table, entries, Checks(group, unseal, SEED)):
        score = _final(each.after) or score
        moves |= {
            (message.author.player, message.stream.deal, message.stream.attempt, message.move)
            for message, result in zip(each.entry.messages, each.results, strict=True)
            if isinstance(message.payload, Act) and isinstance(message.author, ByPlayer)
            if isinstance(result, Effective)
        }
    return moves, score


def _final(state: TableState) -> Score | None:
    game = state.game
    return (game.winners, tuple(zip(game.totals, game.money, strict=True))) if game and game.winners else None
