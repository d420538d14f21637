"""The waiting room: who sits here and on whose computer, by what rules, how others come in, what has happened."""

from dataclasses import dataclass, field, replace

from kalooki.seat import PlayerStatus, TableStatus
from kalooki_cli import rulecard
from kalooki_cli.board.chat import preview
from kalooki_cli.board.frame import BORDERS, framed, worded
from kalooki_cli.board.glyphs import UNICODE, Glyphs
from kalooki_cli.board.ink import Row, Span, beside, fitted_row, row_width, text_of
from kalooki_cli.board.layout import HEADER, WIDE
from kalooki_cli.board.prompt import SENTENCES, chip_places, keys_row, said
from kalooki_cli.board.scene import Chip
from kalooki_cli.messages import board, chat, clock, table
from kalooki_cli.messages import room as say
from kalooki_cli.messages.cards import options
from kalooki_cli.text import fitted, inert, pad, wrap

PROMPT = SENTENCES + 1
NAME = 20
NARROW_SIDE = 54
CODE_ROWS = 3
LEAST_TALK = 4


@dataclass(frozen=True, slots=True)
class Room:
    """The waiting room at one moment. Equal ones are drawn equally."""

    status: TableStatus | None
    code: str = field(default="", repr=False)
    address: str = ""
    near: bool = False
    pointed: int = 0
    """The seat that is pointed at, counted from above."""
    asked: str = ""
    """What the prompt says."""
    urgent: bool = False
    """It is a question, or an answer to a key."""
    log: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    """What people said last."""
    chips: tuple[Chip, ...] = ()
    glyphs: Glyphs = UNICODE


@dataclass(frozen=True, slots=True)
class OnSeat:
    """A seat, counted from above."""

    at: int


@dataclass(frozen=True, slots=True)
class OnCode:
    """The code."""


RoomHit = OnSeat | OnCode | Chip | None


@dataclass(frozen=True, slots=True)
class DrawnRoom:
    """A drawn room, and where its parts stand."""

    rows: tuple[Row, ...]
    seats: int
    """Rows of the seats, under their head."""
    side: int
    """Columns of the seats."""
    code: tuple[int, int]
    """The first row of how others come in, and the first after it."""

    @property
    def text(self) -> str:
        """What is written on it."""
        return "\n".join(text_of(line).rstrip() for line in self.rows)


def draw_room(room: Room, columns: int, rows: int) -> DrawnRoom:
    """Draw the room; there must be room for it."""
    side = NARROW_SIDE if columns < WIDE else columns * 3 // 5
    upper = max(seats_of(room) + 1, 6)
    body = rows - HEADER - PROMPT
    inside = way_in(room, columns)
    wants = len(inside) + BORDERS if inside else 0
    upper = min(upper, body - wants)
    left = _seats(room, side)
    right = _rules(room, columns - side, upper)
    top = [
        (
            *fitted_row(left[at] if at < len(left) else (), side),
            *fitted_row(right[at] if at < len(right) else (), columns - side),
        )
        for at in range(upper)
    ]
    door = framed(say.WAY_IN, inside, columns, wants, room.glyphs) if wants else []
    made = (
        _head(room, columns),
        *top,
        *door,
        *_talk(room, columns, body - upper - wants),
        *said(room.glyphs.safe(room.asked), columns, "asked" if room.urgent else "waits"),
        keys_row(room.chips, columns),
    )
    begins = HEADER + upper
    return DrawnRoom(made, min(seats_of(room), upper - 1), side, (begins, begins + wants))


def seats_of(room: Room) -> int:
    """How many lines the seats take."""
    status = room.status
    return 0 if status is None else len(status.players) + max(status.seats - len(status.taken), 0)


def _head(room: Room, columns: int) -> Row:
    status, glyphs = room.status, room.glyphs
    title = inert(status.title, 40) if status is not None and status.title else board.LOBBY
    game = board.variant_name(status.variant.key) if status is not None and status.variant else ""
    left = ((f" {glyphs.safe(title)} ", "title"), (f" {game}", "header"))
    right = ((f"{say.taken(status)} ", "header"),) if status is not None and status.seats else ()
    return tuple((text, role or "header") for text, role in beside(left, right, columns))


# --- the seats ---


def _seats(room: Room, columns: int) -> list[Row]:
    status = room.status
    if status is None or not status.seats:
        return [((f"   {say.LOADING}", "head"),)]
    called = table.names(status)
    made: list[Row] = [((f"   {say.SEATS}", "head"),)]
    for at, one in enumerate(status.players):
        made.append(_seat(room, status, one, called[one.player], columns, here=at == room.pointed))
    free = status.seats - len(status.taken)
    made += [((f"   {room.glyphs.dot} {say.FREE}", "head"),)] * max(free, 0)
    return made


def _seat(  # noqa: PLR0913 - what a line shows
    room: Room, status: TableStatus, one: PlayerStatus, name: str, columns: int, *, here: bool
) -> Row:
    glyphs, mine = room.glyphs, one.player == status.me
    role = "me" if mine else "seat"
    role += " gone" if one.gone else " turn" if here else ""
    hosts = one.node == status.host and not one.bot
    lamp = (glyphs.away, "away") if not one.connected else (glyphs.host, "hosting") if hosts else (glyphs.here, "here")
    shown = f"{name} {say.YOU}" if mine else name
    spans: list[Span] = [
        (f"{glyphs.turn if here else ' '}", role),
        lamp,
        (f" {pad(glyphs.safe(shown), NAME - 1)} ", role),
        (f"{glyphs.laid if one.ready else ' '} ", "laid"),
    ]
    words = ", ".join(notes(status, one, name))
    return fitted_row([*spans, (glyphs.safe(words), "words")], columns)


def notes(status: TableStatus, one: PlayerStatus, name: str) -> list[str]:
    """What is to be known about somebody who sits here."""
    away = next((wish for wish in status.proposals if wish.motion == "remove" and wish.player == one.player), None)
    said_of = [] if away is None else [say.wanted_away(len(away.nodes))]
    if one.label and name != inert(one.name, 20):
        said_of.append(say.key(one.label))
    if one.gone:
        return [*said_of, say.HAS_LEFT]
    if not one.connected:
        said_of.append(say.AWAY)
    if one.bot:
        return [*said_of, say.bot(one)]
    if one.connected or one.ready:
        said_of.append(say.READY if one.ready else say.NOT_READY)
    return said_of


# --- what stands around them ---


def _rules(room: Room, columns: int, rows: int) -> list[Row]:
    """The game with its house rules, as much as has room."""
    status = room.status
    if status is None or status.variant is None:
        return []
    house = rulecard.house_rules(status.variant)
    marked = [f"{rulecard.MARK} {options.said(option, value)}" for option, value in house.items()]
    lines = [board.variant_name(status.variant.key), *marked, *clock.agreed(status.clock)]
    inside = worded(lines, columns, room.glyphs)
    return framed(say.RULES, inside, columns, min(len(inside) + BORDERS, rows), room.glyphs)


def way_in(room: Room, columns: int) -> list[Row]:
    """How others come in, with the code spread out so that it can be read aloud; blanks in it do no harm."""
    if not room.address and not room.code:
        return []
    words = worded(say.way_in(room.code, room.address, near=room.near), columns, room.glyphs)
    if not room.code:
        return words
    spread = " ".join(room.code)
    code = spread if len(spread) <= columns - 6 else room.code
    return [((f"   {code}", "panel now"),), *words]


def _talk(room: Room, columns: int, rows: int) -> list[Row]:
    """What has happened here, the newest at the bottom, and under it what people said."""
    if room.said and rows >= LEAST_TALK:
        talk = preview(room.said, room.glyphs, columns, rows // 2 - 1)
        head = fitted_row([(f" {chat.TITLE}", "head")], columns)
        return [*_talk(replace(room, said=()), columns, rows - len(talk) - 1), head, *talk]
    if rows < 2:  # noqa: PLR2004 - a head and a line
        return [fitted_row((), columns)] * max(rows, 0)
    shown = fitted(map(room.glyphs.safe, room.log[-rows:]), columns - 2)[-(rows - 1) :]
    body = [
        fitted_row([(f" {line}", "log new" if at == len(shown) - 1 else "log")], columns)
        for at, line in enumerate(shown)
    ]
    head = fitted_row([(f" {say.HAPPENED}", "head")], columns)
    return [head, *body, *([fitted_row((), columns)] * (rows - 1 - len(body)))]


def room_hit(room: Room, drawn: DrawnRoom, column: int, row: int) -> RoomHit:
    """What lies under a place of the screen."""
    columns = row_width(drawn.rows[0])
    if row == len(drawn.rows) - 1:
        found = next((one for one in chip_places(room.chips, columns) if one.left <= column < one.right), None)
        return None if found is None else found.chip
    if drawn.code[0] <= row < drawn.code[1]:
        return OnCode()
    at = row - HEADER - 1
    people = len(room.status.players) if room.status is not None else 0
    return OnSeat(at) if 0 <= at < min(drawn.seats, people) and column < drawn.side else None


def help_lines(columns: int) -> list[str]:
    """What the keys do here."""
    lines: list[str] = []
    for keys, words in say.HELP:
        first, *rest = wrap(words, columns - 20)
        lines += [f"{keys:<18}  {first}", *(f"{'':<18}  {line}" for line in rest)]
    return lines
