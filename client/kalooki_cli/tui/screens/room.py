"""The waiting room: one gets ready there, lets others in, sends somebody away, and the founder begins the game."""

from collections.abc import Callable, Sequence

from kalooki.seat import PlayerStatus, TableStatus
from kalooki_cli.board import room as drawing
from kalooki_cli.board.ink import Row
from kalooki_cli.board.room import DrawnRoom, OnCode, OnSeat, Room, draw_room, room_hit
from kalooki_cli.board.scene import Chip
from kalooki_cli.inbox import Ending
from kalooki_cli.messages import board, chat, prompts, settings, table
from kalooki_cli.messages import room as say
from kalooki_cli.moment import Ask, is_founder, own
from kalooki_cli.proposing import REMOVE, Proposed
from kalooki_cli.tui import deeds, pages, parting
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.chat import ChatScreen, may_speak
from kalooki_cli.tui.screens.drawn import DrawnScreen
from kalooki_cli.tui.screens.settings import SettingsScreen
from kalooki_cli.tui.screens.text import TextScreen
from kalooki_cli.tui.sitting import Sitting

SAID = 12
"""Lines of talk that are seen here, where there is room."""

STEPS = {"up": -1, "k": -1, "shift+tab": -1, "down": 1, "j": 1, "tab": 1}


class RoomScreen(DrawnScreen[None], inherit_bindings=False):
    """Shown until the seats are drawn."""

    def __init__(
        self,
        carrier: Carrier,
        sitting: Sitting,
        leave: Callable[[Ending | None], None],
        way: tuple[str, bool] = ("", False),
    ) -> None:
        super().__init__(carrier)
        self._sitting = sitting
        self._leave = leave
        self._address, self._near = way
        self._pointed = 0
        self._notice = ""
        self._confirming = False
        self._drawn: DrawnRoom | None = None

    # --- what is drawn ---

    @property
    def _status(self) -> TableStatus | None:
        now = self._sitting.desk.now
        return now.status if now else None

    @property
    def _code(self) -> str:
        return self._status.join_code if self._status is not None else ""

    @property
    def _target(self) -> PlayerStatus | None:
        """Who is pointed at."""
        players = self._status.players if self._status is not None else ()
        return players[self._pointed] if self._pointed < len(players) else None

    def _lets_in(self) -> bool:
        """Whether others come in here without a code: at an open table, and only at the computer that hosts it."""
        status = self._status
        return status is not None and status.open and bool(self._address) and is_founder(status)

    def room(self) -> Room:
        """This moment, to be drawn."""
        asked, urgent = self._asked()
        status = self._status
        people = len(status.players) if status is not None else 0
        self._pointed = max(min(self._pointed, people - 1), 0)
        shows_way = bool(self._code) or self._lets_in()
        return Room(
            status=status,
            code=self._code,
            address=self._address if shows_way else "",
            near=self._near,
            pointed=self._pointed,
            asked=asked,
            urgent=urgent,
            log=tuple(self._sitting.desk.log),
            said=self._sitting.desk.chatter.newest(SAID),
            chips=self.chips(),
            glyphs=self.carrier.glyphs,
        )

    def _asked(self) -> tuple[str, bool]:
        sitting, status = self._sitting, self._status
        if self._confirming:
            return pages.leaving(sitting), True
        if sitting.ended is not None and status is not None:
            if not status.closed:
                return board.NODE_ENDED, True
            return say.CLOSED.format(why=table.closing(status.closed)), True
        notice = self._notice or sitting.notice
        if notice:
            return notice, True
        return (say.LOADING, False) if status is None else self._question(status)

    def _question(self, status: TableStatus) -> tuple[str, bool]:
        called = table.names(status)
        late = [called[one.player] for one in status.taken if not one.ready and not one.bot and one.player != status.me]
        full = len(status.taken) >= status.seats
        places = say.FULL if full else say.NOT_FULL_YET if self._may_begin_early() else say.NOT_FULL
        rest = " ".join(one for one in (places, say.waits_for(late)) if one)
        match self._sitting.moment.ask:
            case Ask.READY:
                return f"{say.PRESS_READY if self._sitting.desk.agreed else say.AGREE} {rest}", True
            case Ask.BEGIN if not late:
                return say.BEGIN_NOW, True
            case Ask.BEGIN:
                return f"{board.ASKED[Ask.BEGIN]} {say.waits_for(late)}", True
            case _:
                host = next(
                    (called[one.player] for one in status.players if one.node == status.host and not one.bot), "?"
                )
                mine = own(status)
                if mine is not None and mine.gone:
                    return table.NO_SEAT, False
                if full and not late and mine is not None and mine.ready:
                    return say.founder_begins(host), False
                return rest, False

    def chips(self) -> tuple[Chip, ...]:
        """The keys that do something now."""
        made: list[Chip] = []
        match self._sitting.moment.ask:
            case Ask.READY:
                made.append(Chip("Enter", say.KEYS["ready"], "enter"))
            case Ask.BEGIN:
                made.append(Chip("Enter", say.KEYS["begin"], "enter"))
            case Ask.OVER:
                made.append(Chip("Enter", say.KEYS["leave"], "enter"))
            case _:
                if self._may_begin_early():
                    made.append(Chip("B", say.KEYS["begin"], "early"))
        target, status = self._target, self._status
        if target is not None and status is not None and self._may_kick(target, status):
            word = say.KEYS["keep" if self._wants_away(target, status) else "kick"]
            made.append(Chip("K", word.format(name=table.names(status)[target.player]), "kick"))
        if self._code:
            made.append(Chip("c", say.KEYS["copy"], "copy"))
        elif self._lets_in():
            made.append(Chip("c", say.KEYS["copy_address"], "copy"))
        unread = self._sitting.desk.chatter.unread
        made.append(Chip("m", chat.KEYS["unread" if unread else "chat"].format(count=unread), "chat"))
        made += [Chip("q", say.KEYS["leave"], "quit"), Chip("R", say.KEYS["rules"], "rules")]
        made += [Chip("L", say.KEYS["log"], "log"), Chip(",", settings.ENTRY, "settings")]
        return (*made, Chip("?", say.KEYS["help"], "help"))

    def _may_begin_early(self) -> bool:
        """Whether one can begin though seats are free; who is not ready is asked for that first."""
        sitting, status = self._sitting, self._status
        if status is None or sitting.desk.begins or sitting.moment.ask in {Ask.READY, Ask.BEGIN}:
            return False
        return status.can_begin_early and is_founder(status)

    @staticmethod
    def _may_kick(target: PlayerStatus, status: TableStatus) -> bool:
        mine = own(status)
        return not target.gone and mine is not None and target.node not in {mine.node, status.host}

    @staticmethod
    def _wants_away(target: PlayerStatus, status: TableStatus) -> bool:
        mine = own(status)
        wishes = [one for one in status.proposals if one.motion == REMOVE and one.player == target.player]
        return mine is not None and any(mine.node in one.nodes for one in wishes)

    def made(self, columns: int, rows: int) -> Sequence[Row]:
        """Make the rows."""
        self._drawn = draw_room(self.room(), columns, rows)
        return self._drawn.rows

    # --- what keys and clicks do ---

    def pressed(self, key: str, character: str | None) -> None:
        """Do what a key does."""
        if self._confirming:
            self._confirm(key)
            return
        self._notice = ""
        chip = next((one.does for one in self.chips() if one.key == character), None)
        if chip is not None:
            self.do(chip)
        elif key in STEPS:
            self._pointed += STEPS[key]
        else:
            self.do(
                {
                    "enter": "enter",
                    "space": "enter",
                    "escape": "quit",
                    "f1": "help",
                    "K": "kick",
                    "quotation_mark": "chat",
                }.get(key, "")
            )

    def do(self, name: str) -> None:  # noqa: C901 - one case for each deed
        """Do a deed."""
        match name:
            case "enter":
                deeds.enter(self._sitting)
                if self._sitting.left is not None:
                    self._leave(self._sitting.left)
            case "early":
                self._sitting.begin()
            case "kick":
                self._kick()
            case "copy":
                self._copy()
            case "chat" if may_speak(self._sitting):
                self.app.push_screen(ChatScreen(self.carrier, self._sitting))
            case "settings":
                self.app.push_screen(SettingsScreen(self.carrier))
            case "rules" | "log" as page:
                title, lines = pages.PAGES[page](self._sitting, self.app.size.width)
                self._open(title, lines)
            case "help":
                self._open(say.HELP_TITLE, drawing.help_lines(self.app.size.width - 4))
            case "quit":
                self._confirming = True
            case _:
                pass

    def _open(self, title: str, lines: Sequence[str]) -> None:
        self.app.push_screen(TextScreen(title, lines, self.carrier.paint, self.carrier.glyphs))

    def _confirm(self, key: str) -> None:
        self._confirming = False
        self._notice = prompts.STAYING
        if key in {"y", "g"}:
            self.carrier.go(self._go(for_good=key == "g"))

    async def _go(self, *, for_good: bool) -> None:
        await parting.leave(self._sitting, for_good=for_good)
        if self._sitting.left is not None:
            self._leave(self._sitting.left)

    def _copy(self) -> None:
        text = self._code or (self._address if self._lets_in() else "")
        if not text:
            self._notice = say.NOTHING_TO_COPY
            return
        self.app.copy_to_clipboard(text)
        self._notice = say.COPIED

    def _kick(self) -> None:
        target, status = self._target, self._status
        if target is None or status is None:
            self._notice = say.KICK_FIRST
        elif self._may_kick(target, status):
            self._sitting.propose(Proposed(REMOVE, target.player, self._wants_away(target, status)))
        else:
            mine = own(status)
            self._notice = say.NOT_SELF if mine is not None and target.node == mine.node else say.NOT_HOST

    def clicked(self, column: int, row: int) -> None:
        """Do what a click does."""
        if self._drawn is None:
            return
        self._notice = ""
        match room_hit(self.room(), self._drawn, column, row):
            case Chip(does=name):
                self._confirming = False
                self.do(name)
            case OnSeat(at):
                self._pointed = at
            case OnCode():
                self._copy()
            case None:
                pass
