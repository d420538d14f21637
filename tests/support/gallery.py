"""Every screen there is, each at a moment that comes again: snapshots, colours and pictures are made of them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from kalooki.cards import JOKER, SeatNumber
from kalooki.rules.actions import Action, Call, Lay, Shown
from kalooki.rules.legal import legal_actions
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.seat import Missed, Update
from kalooki_cli.board.glyphs import ASCII, UNICODE, Glyphs
from kalooki_cli.board.ink import Row
from kalooki_cli.board.lamp import trust_rows
from kalooki_cli.board.layout import panel_columns
from kalooki_cli.board.ledger import ledger_rows
from kalooki_cli.board.page import page
from kalooki_cli.board.screen import draw
from kalooki_cli.board.small import too_small
from kalooki_cli.club import Card
from kalooki_cli.look import Look
from kalooki_cli.messages import trust
from kalooki_cli.moment import Ask
from kalooki_cli.tui import deeds, pages, sight
from kalooki_cli.tui.sitting import Sitting
from kalooki_cli.tui.widgets.rows import Rows
from support.checked import CHECKED, LIARS
from support.lobby_pilot import coming_in
from support.lobby_table import ADDRESS, FakeClub, LobbySeat, house, listed, person, standing
from support.open_table import OpenTable, simple
from support.pilot import SYMBOLS, Person, sitting_down
from support.sittings import PEOPLE, moments, sit

SIZES = ((80, 24), (100, 30), (120, 40))
SMALL = (60, 12)
PICTURE = (100, 30)
MOST_MOVES = 300
ANN, BEA = SeatNumber(0), SeatNumber(1)


@dataclass(frozen=True, slots=True)
class Still:
    """One screen at one moment and one size."""

    name: str
    rows: tuple[Row, ...]


async def until(sitting: Sitting, seen: Callable[[Sitting], bool]) -> None:
    async for _ask in moments(sitting):
        if seen(sitting):
            return
    raise AssertionError("it never came")


def can_lay(sitting: Sitting) -> bool:
    return sitting.moment.ask is Ask.PLAY and sitting.view is not None and isinstance(simple(sitting.view), Lay)


def pick_first(sitting: Sitting) -> None:
    """Pick what would be laid first."""
    assert sitting.view is not None
    lay = simple(sitting.view)
    assert isinstance(lay, Lay)
    slots = [one.slot for one in lay.items[0].cards if one.slot is not None]
    sitting.fingers.change(sitting.fingers.hand.pick(slots))


def british(**whims: object) -> OpenTable:
    return OpenTable(b"t45", **whims)  # type: ignore[arg-type]


def calls(seen: SeatView) -> Action:
    """Call whatever may be called."""
    return next((action for action in legal_actions(seen) if isinstance(action, Call)), None) or simple(seen)


def jamaican(**whims: object) -> OpenTable:
    return OpenTable(b"first", names=PEOPLE, variant="jamaican", number=9, asked_first=True, **whims)  # type: ignore[arg-type]


async def a_turn(sitting: Sitting) -> None:
    await until(sitting, lambda one: one.moment.ask is Ask.DRAW and one.view is not None and len(one.view.table) > 2)


async def picked(sitting: Sitting) -> None:
    await until(sitting, can_lay)
    pick_first(sitting)


async def staged(sitting: Sitting) -> None:
    await picked(sitting)
    deeds.enter(sitting)


def is_ambiguous(sitting: Sitting) -> bool:
    """Whether a single card can go to several places; it is picked then."""
    fingers = sitting.fingers
    for one in fingers.hand.all if sitting.moment.ask is Ask.PLAY else ():
        fingers.change(fingers.hand.pick((one.slot,)))
        if len(fingers.targets) > 1:
            return True
    fingers.change(fingers.hand.pick(()))
    return False


async def choosing(sitting: Sitting) -> None:
    await until(sitting, is_ambiguous)
    deeds.enter(sitting)


async def hinted(sitting: Sitting) -> None:
    await until(sitting, can_lay)
    deeds.DEEDS["hint"](sitting)


async def a_call(sitting: Sitting) -> None:
    await until(sitting, lambda one: one.moment.ask is Ask.CALL)


THREE = PEOPLE[:3]


class Posed(OpenTable):
    """A table of which every update is changed, for moments to which play seldom comes."""

    def __init__(self, change: Callable[[Update], Update], *, begun: bool = False, **whims: object) -> None:
        super().__init__(b"posed", names=THREE, **whims)  # type: ignore[arg-type]
        self._change = change
        self._begun = begun
        """The deal has begun, though nobody here had to be ready for it."""

    async def updates(self) -> AsyncIterator[Update]:
        """What it tells, changed."""
        if self._begun:
            await self.ready(self.game.number)
        async for one in super().updates():
            yield self._change(one)


def asked(ask: Ask) -> Callable[[Sitting], Awaitable[None]]:
    """Come to a question."""
    return lambda sitting: until(sitting, lambda one: one.moment.ask is ask)


def south_african(change: Callable[[SeatView], SeatView] | None = None) -> OpenTable:
    """Three at the South African game, the second of whom begins; perhaps at a moment that is made up."""

    def changed(one: Update) -> Update:
        return one if change is None or one.view is None else replace(one, view=change(one.view))

    return Posed(changed, variant="south_african", asked_first=True, limit_ms=9000)


def blitzed(seen: SeatView) -> SeatView:
    return replace(seen, phase=ViewPhase.BLITZ, blitz=BEA, turn=ANN, awaited=(ANN,), may_act=())


def with_jokers(seen: SeatView) -> SeatView:
    """Nobody has drawn, and three of the cards are jokers."""
    held = tuple(Shown(one.slot, JOKER if at < 3 else one.card) for at, one in enumerate(seen.hand))
    return replace(seen, phase=ViewPhase.DRAW, hand=held, window=None, turn=BEA, awaited=(BEA,), may_act=(ANN,))


def before_the_cut(seen: SeatView) -> SeatView:
    """The cards lie there, and nobody has looked at them."""
    down = tuple(one.slot for one in seen.hand)
    pile = {"pile": (), "window": None, "phase": ViewPhase.CUT}
    return replace(seen, hand=(), unopened=down, turn=ANN, awaited=(ANN,), may_act=(), **pile)  # type: ignore[arg-type]


def without_dot(one: Update) -> Update:
    """The others miss somebody, and one of them has said what he wants."""
    return replace(one, status=replace(one.status, missed=Missed((2,), 65, ((1, "wait"),), ends=False, backup=True)))


def watched(one: Update) -> Update:
    """As it is told to who only watches."""
    seen = one.view
    nothing = None if seen is None else replace(seen, seat=None, hand=(), unopened=(), may_act=())
    return replace(one, status=replace(one.status, me=-1), view=nothing)


async def once(sitting: Sitting) -> None:
    """Come to the first moment, whatever is asked."""
    async for _ask in moments(sitting, 2):
        if sitting.view is not None:
            return


async def the_score(sitting: Sitting) -> None:
    await until(sitting, lambda one: one.moment.ask is Ask.READY and one.view is not None and one.view.last is not None)


async def the_lobby(sitting: Sitting) -> None:
    await until(sitting, lambda one: one.moment.ask is Ask.READY)


Scene = tuple[Callable[[], OpenTable], Callable[[Sitting], Awaitable[None]]]

SCENES = MappingProxyType[str, Scene](
    {
        "turn": (british, a_turn),
        "picked": (british, picked),
        "staged": (british, staged),
        "hint": (british, hinted),
        "jokers": (lambda: OpenTable(b"t3"), choosing),
        "exchange": (lambda: OpenTable(b"t2", variant="north_american"), choosing),
        "call": (jamaican, a_call),
        "buy": (south_african, asked(Ask.BUY)),
        "blitz": (lambda: south_african(blitzed), asked(Ask.BLITZ)),
        "show": (lambda: south_african(with_jokers), asked(Ask.SHOW)),
        "offer": (lambda: south_african(before_the_cut), asked(Ask.OFFER)),
        "cut": (lambda: OpenTable(b"x0", names=THREE, variant="jamaican", asked_first=True), asked(Ask.CUT)),
        "answer": (
            lambda: OpenTable(b"x0", names=THREE, variant="jamaican", others=calls, asked_first=True),
            asked(Ask.ANSWER),
        ),
        "doubt": (
            lambda: OpenTable(
                b"g7",
                names=THREE,
                variant="jamaican",
                house={"penalties": "challenge"},
                asked_first=True,
                limit_ms=4000,
            ),
            asked(Ask.DOUBT),
        ),
        "missed": (lambda: Posed(without_dot), once),
        "watched": (lambda: Posed(watched, begun=True), once),
        "score": (british, the_score),
        "buy-in": (
            lambda: OpenTable(b"g4", names=THREE, house={"limit": 50}, limit_ms=20_000),
            asked(Ask.BUY_IN),
        ),
        "over": (lambda: OpenTable(b"o0", names=THREE, variant="jamaican_baby", number=3), asked(Ask.OVER)),
        "lobby": (lambda: british(phase="lobby"), the_lobby),
    }
)


async def seated(name: str, look: Look | None = None, glyphs: Glyphs = UNICODE) -> Sitting:
    """Somebody at the table of a scene, at its moment."""
    table, comes = SCENES[name]
    sitting = sit(table(), look=look, glyphs=glyphs)
    await comes(sitting)
    return sitting


async def at_table(size: tuple[int, int], look: Look | None, glyphs: Glyphs) -> AsyncIterator[Still]:
    """The table at moments of every kind, and the pages of text that a key opens above it."""
    columns, rows = size
    for name in SCENES:
        sitting = await seated(name, look, glyphs)
        sitting.fit(panel_columns(columns))
        yield Still(name, draw(sight.scene(sitting), *size).rows)
        if name != "score":
            continue
        ledger = sight.ledger(sitting)
        assert ledger is not None
        yield Still("ledger", tuple(ledger_rows(ledger, columns)))
        for key, made in sorted(pages.PAGES.items()):
            title, lines = made(sitting, columns)
            yield Still(f"page {key}", tuple(page(title, lines, sitting.glyphs, columns, rows, 0).rows))


def checked(size: tuple[int, int], glyphs: Glyphs) -> Iterator[Still]:
    """What the own node has checked, where all is well and where it is not."""
    for name, told in (("fair", CHECKED), ("look here", replace(CHECKED, alarms=LIARS))):
        lines = trust.lines(OpenTable(checked=told).status())
        yield Still(name, tuple(trust_rows(lines, glyphs, size[0])))


async def in_letters(size: tuple[int, int]) -> AsyncIterator[Still]:
    """What a terminal shows that has neither colours nor suits."""
    sitting = await seated("picked", Look(symbols=False), ASCII)
    sitting.fit(panel_columns(size[0]))
    yield Still("picked ascii", draw(sight.scene(sitting), *size).rows)
    yield Still("small", tuple(too_small(*SMALL, UNICODE)))


async def in_lobby(size: tuple[int, int], look: Look | None = None, glyphs: Glyphs = UNICODE) -> AsyncIterator[Still]:
    """The screens before and between games."""
    people = (person(0, "Ann", ready=True), person(1, "Bea"), person(2, "Cid", bot="easy", computer="Bea", ready=True))
    club = FakeClub(listed("Garden", needs_code=False), listed("Kitchen", players=4, state="full"), may=True)
    club.cards[ADDRESS] = Card("cd" * 32, "Garden", 4, house(limit=100), None)
    club.seats = [LobbySeat(standing(*people, seats=4))]
    ways = {
        "start": (),
        "new": ("n",),
        "house": ("home", "down", "enter"),
        "host": ("escape", "escape", "t"),
        "tables": ("escape", "s"),
        "card": ("1",),
        "code": ("escape", "escape", "c"),
        "room": ("escape", "escape", "g"),
    }
    async with coming_in(club, size, look=look or SYMBOLS, glyphs=glyphs) as visitor:
        for name, keys in ways.items():
            await visitor.press(*keys)
            yield Still(name, visitor.rows)


async def above_table(size: tuple[int, int], look: Look | None, glyphs: Glyphs) -> AsyncIterator[Still]:
    """The screens that a key opens above the table."""
    table = british(checked=CHECKED)
    async with sitting_down(table, size, look=look or SYMBOLS, glyphs=glyphs) as person:
        await led_to(person, can_lay)
        table.hear(1, "Well laid!")
        table.hear(
            2, "One more deal after this one, and then I have to go: the last bus is at half past eleven tonight."
        )
        await person.settle()
        yield Still("heard", person.app.screen.query_one(Rows).rows)
        for name, key in (("check", "v"), ("talk", "m"), ("settings", "comma"), ("sheet", "S")):
            await person.press(key)
            yield Still(name, person.app.screen.query_one(Rows).rows)
            await person.press("escape")


async def stills(size: tuple[int, int], look: Look | None = None, glyphs: Glyphs = UNICODE) -> list[Still]:
    """All of it at one size."""
    made = [one async for one in at_table(size, look, glyphs)]
    made += [one async for one in above_table(size, look, glyphs)]
    made += checked(size, glyphs)
    made += [one async for one in in_lobby(size, look, glyphs)]
    return made + ([one async for one in in_letters(size)] if size == SIZES[0] else [])


async def led_to(person: Person, seen: Callable[[Sitting], bool]) -> None:
    """Play by a simple rule until something is so."""
    sitting = person.app.sitting
    for _ in range(MOST_MOVES):
        if seen(sitting):
            return
        if sitting.moment.ask is Ask.READY:
            await person.press("enter")
        else:
            assert sitting.view is not None, "there is a question about a deal"
            sitting.play(simple(sitting.view))
            await person.settle()
    raise AssertionError("it never came")


async def pictures(size: tuple[int, int] = PICTURE) -> list[Still]:
    """What the README shows."""
    made = [one async for one in in_lobby(size) if one.name in {"start", "room"}]
    async with sitting_down(british(checked=CHECKED), size) as person:
        await led_to(person, can_lay)
        pick_first(person.app.sitting)
        person.app.table.draw()
        made.append(Still("table", person.drawn.rows))
        await person.press("escape", "v")
        made.append(Still("check", person.app.screen.query_one(Rows).rows))
        await person.press("escape")
        await led_to(person, lambda one: one.view is not None and one.view.last is not None)
        made.append(Still("score", person.app.screen.query_one(Rows).rows))
    async with sitting_down(jamaican(checked=CHECKED, limit_ms=4000), size) as person:
        await led_to(person, lambda one: one.moment.ask is Ask.CALL)
        made.append(Still("call", person.drawn.rows))
    return made
