"""A club and its tables in memory, for the lobby: what is wished for is noted, what happens is said by the test."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from kalooki.rules.actions import Action
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.variant import OptionValue, Variant
from kalooki.seat import Outcome, PlayerStatus, Seat, TableStatus, Update
from kalooki_cli.club import Card, ClubError, Found, Joining, Listed, Mistyped, Opened, Record, Recorded, Wish
from kalooki_cli.inbox import Habits
from kalooki_cli.retelling import Scenes
from support.open_table import simple

DONE = Outcome("", "")
CODE = "A-BF6SNSR-3KHGJY4-YNFW000-0C505ZR"
ADDRESS = "192.168.1.20:4040"


def listed(title: str, **changes: object) -> Listed:
    """A table of the list."""
    row = Listed(
        table=title.encode().hex().ljust(64, "0"),
        title=title,
        variant="british",
        players=2,
        seats=4,
        state="open",
        needs_code=True,
        protocol=1,
        same_protocol=True,
        address=ADDRESS,
    )
    return replace(row, **changes)  # type: ignore[arg-type]


def house(**options: OptionValue) -> Variant:
    """British, with house rules."""
    return variant_named("british", options)


def person(number: int, name: str, **changes: object) -> PlayerStatus:
    """Somebody who sits there."""
    plain = PlayerStatus(number, name, "", number, name, None, connected=True, ready=False, label=f"KEY{number}")
    return replace(plain, **changes)  # type: ignore[arg-type]


def standing(*players: PlayerStatus, **changes: object) -> TableStatus:
    """A table before the game, at which player 0 is oneself and hosts."""
    status = TableStatus(
        table_id="00" * 32,
        title="Kitchen",
        variant=presets()["british"],
        phase="lobby",
        me=0,
        host=0,
        players=players or (person(0, "Ann"),),
        seats=4,
        join_code=CODE,
        open=False,
        move=0,
        next_deal=0,
        waiting_for=(),
        doing="",
        fault=None,
        closed="",
        transcript="/tmp/kitchen.kalooki",  # noqa: S108 - a text, nothing is written
    )
    return replace(status, **changes)  # type: ignore[arg-type]


class LobbySeat:
    """A seat at a table that only says what it is told to say, and notes what is asked of it."""

    def __init__(self, status: TableStatus) -> None:
        self.status = status
        self.asked: list[tuple[object, ...]] = []
        self.answer = DONE
        self._inbox: asyncio.Queue[Update | None] = asyncio.Queue()
        self.tell(status)

    def tell(self, status: TableStatus) -> None:
        """The table is like this now."""
        self.status = status
        self._inbox.put_nowait(Update(status, None, ()))

    def change(self, **changes: object) -> None:
        """Something at the table has changed."""
        self.tell(replace(self.status, **changes))  # type: ignore[arg-type]

    def end(self, reason: str) -> None:
        """The table is closed."""
        self.change(closed=reason, phase="closed")
        self._inbox.put_nowait(None)

    async def updates(self) -> AsyncIterator[Update]:
        """What happens."""
        while (update := await self._inbox.get()) is not None:
            yield update

    async def act(self, move: int, action: Action) -> Outcome:
        """Note it."""
        self.asked.append(("act", move, action))
        return self.answer

    async def ready(self, deal: int) -> Outcome:
        """Note it."""
        self.asked.append(("ready", deal))
        players = tuple(replace(one, ready=one.ready or one.player == self.status.me) for one in self.status.players)
        if not self.answer.code:
            self.change(players=players)
        return self.answer

    async def begin(self) -> Outcome:
        """Note it."""
        self.asked.append(("begin",))
        return self.answer

    async def close(self, reason: str) -> Outcome:
        """Note it, and close."""
        self.asked.append(("close", reason))
        self.end(reason)
        return self.answer

    async def leave(self) -> Outcome:
        """Note it."""
        self.asked.append(("leave",))
        return self.answer

    async def choose(self, wish: str) -> Outcome:
        """Note it."""
        self.asked.append(("choose", wish))
        return self.answer

    async def propose(self, motion: str, whom: int | None = None, *, withdrawn: bool = False, bot: str = "") -> Outcome:
        """Note it."""
        self.asked.append(("propose", motion, whom, withdrawn))
        del bot
        return self.answer

    async def say(self, text: str) -> Outcome:
        """Note it."""
        self.asked.append(("say", text))
        return self.answer


class FakeClub:
    """The tables that a test puts there."""

    def __init__(self, *rows: Listed, name: str = "Ann", may: bool = False) -> None:
        self.name = name
        self.wishes: list[Wish] = []
        self.located: list[tuple[str, str]] = []
        self.followed: list[tuple[str, int]] = []
        self.closed = 0
        self.stopped = 0
        """How often something was stopped before it was done."""
        self.problems: list[str] = []
        """What goes wrong next."""
        self.cards: dict[str, Card] = {}
        self.seats: list[Seat] = []
        """Where one comes to sit, one after the other."""
        self.habits = Habits(agreed=True, plays_again=True)
        self.hold: asyncio.Event | None = None
        """While it is not set, everything takes its time."""
        self.listening = 0
        self.counted: Sequence[str] = ("Kalookis  7", "Games     9")
        """What the figures say."""
        self.kept: list[Recorded] = []
        self.scenes: Scenes | None = None
        self.retold: list[str] = []
        self._rows = rows
        self._may = may
        self._news: asyncio.Queue[Found] = asyncio.Queue()
        self._notices: asyncio.Queue[str] = asyncio.Queue()

    def tell(self, *rows: Listed, settled: bool = True) -> None:
        """The network is like this now."""
        self._rows = rows
        self._news.put_nowait(Found(rows, ("eth0",), settled=settled))

    def notice(self, text: str) -> None:
        """A node says something."""
        self._notices.put_nowait(text)

    async def tables(self) -> AsyncIterator[Found]:
        """What is there, then what changes."""
        self.listening += 1
        try:
            yield Found(self._rows, ("eth0",), settled=bool(self._rows))
            while True:
                yield await self._news.get()
        finally:
            self.listening -= 1

    async def _takes_time(self) -> None:
        try:
            if self.hold is not None:
                await self.hold.wait()
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        if self.problems:
            raise ClubError(self.problems.pop(0))

    def mistyped(self, typed: str) -> Mistyped | None:
        """Whatever has a dollar sign."""
        return Mistyped("No code has that.", typed.index("$")) if "$" in typed else None

    async def locate(self, typed: str, address: str = "") -> Joining:
        """Every code is right, unless something goes wrong."""
        self.located.append((typed, address))
        await self._takes_time()
        return Joining("", typed) if ":" in typed else Joining(typed, address or ADDRESS)

    async def card(self, to: Joining) -> Card:
        """By what a table plays."""
        await self._takes_time()
        plain = Card("ab" * 32, "Kitchen", 4, presets()["british"], None)
        return self.cards.get(to.address, plain)

    async def open(self, wish: Wish) -> Opened:
        """Sit down at the next of the tables."""
        self.wishes.append(wish)
        await self._takes_time()
        return Opened(self.seats.pop(0), self.habits, simple, wish, CODE, ADDRESS)

    async def follow(self, table: str, host: int) -> Joining:
        """The next table is where the old one was."""
        self.followed.append((table, host))
        await self._takes_time()
        return Joining(CODE, ADDRESS)

    async def close(self) -> Sequence[str]:
        """End it."""
        self.closed += 1
        return ["The signed record of the game: /tmp/kitchen.kalooki"]

    async def figures(self) -> Sequence[str]:
        """What the test has counted."""
        await self._takes_time()
        return self.counted

    async def records(self) -> Sequence[Recorded]:
        """What the test has put there."""
        await self._takes_time()
        return self.kept

    async def retell(self, name: str) -> Record:
        """The one that there is."""
        self.retold.append(name)
        await self._takes_time()
        assert self.scenes is not None, "a test says what can be seen"
        return Record(self.scenes, ("VALID: every check passed.",))

    async def notices(self) -> AsyncIterator[str]:
        """What the nodes say."""
        while True:
            yield await self._notices.get()

    def may_resume(self) -> bool:
        """As the test says."""
        return self._may

    def levels(self) -> Sequence[tuple[str, str]]:
        """Two of them."""
        return [("easy", "Keeps the fewest points."), ("hard", "Looks one draw ahead.")]


def seated_at(*seats: Seat, club: FakeClub | None = None) -> FakeClub:
    """A club at whose tables one sits down, one after the other."""
    club = club or FakeClub()
    club.seats = list(seats)
    return club


def full(**changes: object) -> LobbySeat:
    """A table of two people and a bot, of whom one is not ready."""
    people = (person(0, "Ann", ready=True), person(1, "Bea"), person(2, "Cid", bot="easy", computer="Bea", ready=True))
    return LobbySeat(standing(*people, seats=3, **changes))
