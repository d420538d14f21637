"""The talk at the table: all that was said, and a line to say something."""

from collections.abc import Sequence

from textual import events

from kalooki_cli.board.chat import AROUND, DrawnChat, Talked, draw_chat
from kalooki_cli.board.ink import Row
from kalooki_cli.board.prompt import chip_places
from kalooki_cli.board.scene import Chip
from kalooki_cli.messages import chat as say
from kalooki_cli.moment import Ask, own
from kalooki_cli.text import CHAT_BYTES
from kalooki_cli.tui import lines
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.drawn import DrawnScreen
from kalooki_cli.tui.sitting import Sitting

LINES = {"up": 1, "down": -1}
PAGES = {"pageup": 1, "pagedown": -1}
KEYS = {"enter": "send", "escape": "back"}


class ChatScreen(DrawnScreen[None], inherit_bindings=False):
    """Above the table, or the waiting room; what is half written is there again when it is opened anew."""

    def __init__(self, carrier: Carrier, sitting: Sitting) -> None:
        super().__init__(carrier)
        self._sitting = sitting
        self._up = 0
        self._drawn: DrawnChat | None = None

    def talked(self) -> Talked:
        """This moment, to be drawn."""
        sitting = self._sitting
        asked = sitting.moment.ask not in {Ask.NOTHING, Ask.OVER}
        return Talked(
            lines=tuple(sitting.desk.chatter.read()),
            typed=sitting.saying,
            chips=self.chips(),
            glyphs=self.carrier.glyphs,
            notice=sitting.notice or (say.ASKED_THERE if asked else say.HINT),
            up=self._up,
        )

    @staticmethod
    def chips() -> tuple[Chip, ...]:
        """The keys that do something."""
        return (
            Chip("Enter", say.KEYS["send"], "send"),
            Chip("Page", say.KEYS["scroll"], "scroll"),
            Chip("Esc", say.KEYS["back"], "back"),
        )

    def made(self, columns: int, rows: int) -> Sequence[Row]:
        """Make the rows."""
        self._drawn = draw_chat(self.talked(), columns, rows)
        self._up = self._drawn.up
        return self._drawn.rows

    # --- keys and mouse ---

    def pressed(self, key: str, character: str | None) -> None:
        """Write, say it, scroll, or go back."""
        sitting = self._sitting
        sitting.notice = ""
        if key in KEYS:
            self.do(KEYS[key])
        elif key in LINES:
            self._up += LINES[key]
        elif key in PAGES:
            self._up += PAGES[key] * max(self.app.size.height - AROUND - 1, 1)
        elif key == "backspace":
            sitting.saying = sitting.saying[:-1]
        elif character and character.isprintable():
            self._write(character)

    def do(self, name: str) -> None:
        """Do what a key is for."""
        match name:
            case "send":
                self._up = 0
                if self._sitting.saying.strip():
                    lines.spoken(self._sitting, self._sitting.saying)
            case "scroll":
                self._up += max(self.app.size.height - AROUND - 1, 1)
            case _:
                self._sitting.notice = ""
                self.dismiss()

    def _write(self, text: str) -> None:
        self._sitting.saying = (self._sitting.saying + text)[:CHAT_BYTES]

    def on_paste(self, event: events.Paste) -> None:
        """Write what is pasted, as one line."""
        event.stop()
        self._write("".join(one if one.isprintable() else " " for one in event.text))
        self.draw()

    def clicked(self, column: int, row: int) -> None:
        """Do what the key under the mouse does."""
        if row == self.app.size.height - 1:
            places = chip_places(self.chips(), self.app.size.width)
            found = next((one.chip for one in places if one.left <= column < one.right), None)
            if found is not None:
                self.do(found.does)

    def scrolled(self, by: int) -> None:
        """Go up or down."""
        self._up = max(self._up - by, 0)


def may_speak(sitting: Sitting) -> bool:
    """Whether the person has a part in the talk: who only watches has none."""
    now = sitting.desk.now
    return now is not None and own(now.status) is not None
