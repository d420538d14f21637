"""The table: keys and mouse become deeds, and after each the screen is drawn anew."""

from collections.abc import Callable
from dataclasses import replace

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen

from kalooki_cli.board.layout import fits, panel_columns
from kalooki_cli.board.screen import (
    Drawn,
    Hit,
    Memory,
    OnCard,
    OnChoice,
    OnKey,
    OnLamp,
    OnMeld,
    OnNothing,
    OnPile,
    OnStock,
    OnTable,
    draw,
    hit,
)
from kalooki_cli.board.small import too_small
from kalooki_cli.inbox import Ending
from kalooki_cli.messages import board as say
from kalooki_cli.messages import chat, prompts
from kalooki_cli.moment import Ask
from kalooki_cli.tui import deeds, lines, pages, parting, sight
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.deeds import Deeds
from kalooki_cli.tui.screens.chat import ChatScreen, may_speak
from kalooki_cli.tui.screens.score import ScoreScreen
from kalooki_cli.tui.screens.settings import SettingsScreen
from kalooki_cli.tui.screens.text import TextScreen
from kalooki_cli.tui.screens.trust import TrustScreen
from kalooki_cli.tui.sitting import Sitting
from kalooki_cli.tui.theme import Paint
from kalooki_cli.tui.widgets.rows import Rows

SCROLL = 3


class TableScreen(Screen[None], inherit_bindings=False):
    """The whole table in one widget; what is drawn is made in `board`."""

    ALLOW_SELECT = False
    AUTO_FOCUS = None

    def __init__(self, sitting: Sitting, paint: Paint, leave: Callable[[Ending | None], None]) -> None:
        super().__init__()
        self._sitting = sitting
        self._leave = leave
        self._deeds = Deeds(sitting)
        self._canvas = Rows(paint)
        self._drawn: Drawn | None = None
        self._scroll = 0
        self._memory = Memory()
        self._confirming = False
        self._typed: str | None = None
        """What stands on the command line, while there is one."""
        self._held: int | None = None
        """The card on which a mouse button was pressed."""

    def compose(self) -> ComposeResult:
        """One widget draws everything."""
        yield self._canvas

    def on_resize(self, event: events.Resize) -> None:
        """Draw the table as large as the terminal is."""
        del event
        self.draw()

    def on_screen_resume(self) -> None:
        """What happened while another screen lay above."""
        self.draw()

    def repaint(self, paint: Paint) -> None:
        """Show it in another theme, or with other suits."""
        self._memory = Memory()
        self._canvas.repaint(paint)

    def draw(self, size: Size | None = None) -> None:
        """Draw this moment."""
        columns, rows = size or self.app.size
        if not fits(columns, rows):
            self._drawn = None
            self._canvas.put(too_small(columns, rows, self._sitting.glyphs))
            return
        self._sitting.fit(panel_columns(columns))
        scene = sight.scene(self._sitting)
        if self._confirming:  # whatever happens meanwhile, this is what the next key answers
            scene = replace(scene, notice=pages.leaving(self._sitting))
        if self._typed is not None:
            scene = replace(scene, notice=f": {self._typed}_")
        self._drawn = draw(scene, columns, rows, self._scroll, self._memory)
        self._scroll = self._drawn.scroll
        self._canvas.put(self._drawn.rows)

    @property
    def drawn(self) -> Drawn | None:
        """The screen as it was drawn last; nothing where it had no room."""
        return self._drawn

    @property
    def is_busy(self) -> bool:
        """Whether somebody types, or is asked whether he leaves: nothing may come in between."""
        return self._confirming or self._typed is not None

    # --- keys ---

    async def on_key(self, event: events.Key) -> None:
        """Do what a key does."""
        event.stop()
        event.prevent_default()
        if self._drawn is None and event.key == "p":
            self._leave(None)
        elif self._typed is not None:
            self._type(event)
        elif self._confirming:
            await self._confirm(event.key)
        else:
            self._want(self._deeds.press(event.key, event.character))
        self._after()

    def _after(self) -> None:
        if self._sitting.page is not None:
            (title, text), self._sitting.page = self._sitting.page, None
            self.app.push_screen(TextScreen(title, text, self._canvas.paint, self._sitting.glyphs))
        if self._sitting.left is not None:
            self._leave(self._sitting.left)
        else:
            self.draw()

    def _type(self, event: events.Key) -> None:
        """Edit the command line."""
        assert self._typed is not None, "there is one"
        if event.key == "enter":
            line, self._typed = self._typed, None
            if line.strip():
                lines.typed(self._sitting, line)
        elif event.key in {"escape", "ctrl+c"}:
            self._typed = None
        elif event.key == "backspace":
            self._typed = self._typed[:-1] if self._typed else None
        elif event.is_printable and event.character:
            self._typed += event.character

    async def _confirm(self, key: str) -> None:
        self._confirming = False
        self._sitting.notice = prompts.STAYING
        if key == "y":
            await parting.leave(self._sitting)
        elif key == "g":
            self._sitting.notice = say.GOODBYE
            assert isinstance(self.app, Carrier), "it lies in one"
            self.app.go(self._go_for_good())  # it may take long until the others have noted it

    async def _go_for_good(self) -> None:
        await parting.leave(self._sitting, for_good=True)
        if self.is_attached:
            self._after()

    def _want(self, name: str | None) -> None:  # noqa: C901 - a case for each
        """Do what is the screen's to do."""
        match name:
            case None:
                pass
            case "quit":
                self._confirming = True
            case "type":
                self._typed = ""
            case "chat" | "settings":
                self._open(name)
            case "interrupt":
                assert isinstance(self.app, Carrier), "who carries the table"
                self.app.interrupt()
            case "suspend":
                self.app.action_suspend_process()
            case "redraw":
                self._canvas.repaint(self._canvas.paint)
            case "scroll_up" | "scroll_down":
                self._scroll += SCROLL if name == "scroll_down" else -SCROLL
            case "trust" | "score":
                self.look_at(name)
            case _ if (page := pages.PAGES.get(name)) is not None:
                title, text = page(self._sitting, self.app.size.width)
                self.app.push_screen(TextScreen(title, text, self._canvas.paint, self._sitting.glyphs))
            case _:
                pass

    def _open(self, name: str) -> None:
        """Open a screen above the table."""
        assert isinstance(self.app, Carrier), "who carries the table"
        if name == "settings":
            self.app.push_screen(SettingsScreen(self.app))
        elif may_speak(self._sitting):
            self.app.push_screen(ChatScreen(self.app, self._sitting))
        else:
            self._sitting.notice = chat.NOT_HERE

    def look_at(self, name: str) -> None:
        """Show what was checked, or the score sheet, above the table."""
        assert isinstance(self.app, Carrier), "who carries the table"
        if name == "trust":
            self.app.push_screen(TrustScreen(self.app, self._sitting))
        else:
            self.app.push_screen(ScoreScreen(self.app, self._sitting), self._go_on)

    def _go_on(self, name: str | None) -> None:
        """Do what was asked for on the score sheet."""
        if name is not None:
            self._want(self._deeds.do(name))
            self._after()

    # --- the mouse ---

    def _under(self, event: events.MouseEvent) -> Hit:
        if self._drawn is None:
            return OnNothing()
        return hit(self._drawn, sight.scene(self._sitting), int(event.screen_x), int(event.screen_y))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll the melds."""
        event.stop()
        self._scroll += SCROLL
        self.draw()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll the melds."""
        event.stop()
        self._scroll -= SCROLL
        self.draw()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember which card is taken hold of."""
        event.stop()
        under = self._under(event)
        self._held = under.at if isinstance(under, OnCard) else None

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Click, or drop what was taken hold of."""
        event.stop()
        held, self._held = self._held, None
        under = self._under(event)
        if held is not None and under != OnCard(held):
            self._drop(held, under)
        else:
            self._click(under)
        self._after()

    def _click(self, under: Hit) -> None:  # noqa: C901 - a case for each part
        sitting, fingers = self._sitting, self._sitting.fingers
        match under:
            case OnCard(at):
                fingers.change(fingers.hand.at(at))
                deeds.pick(sitting)
                sitting.notice = ""
            case OnChoice(at):
                fingers.choosing = at
                deeds.enter(sitting)
            case OnMeld(meld):
                self._lay_on([at for at, one in enumerate(fingers.targets) if one.meld == meld])
            case OnTable():
                self._lay_on([at for at, one in enumerate(fingers.targets) if one.is_new])
            case OnKey(chip):
                self._want(self._deeds.do(chip.does))
            case OnStock():
                self._want(self._deeds.do("draw"))
            case OnLamp():
                self._want("trust")
            case OnPile():
                names = {chip.does for chip in sight.scene(sitting).chips}
                does = next((name for name in ("take", "call") if name in names), "history")
                if fingers.hand.chosen and sitting.moment.ask is Ask.PLAY:
                    does = "discard"
                self._want(self._deeds.do(does))
            case OnNothing():
                pass

    def _drop(self, held: int, under: Hit) -> None:
        """A card was dragged: onto a meld, the table or the pile it is played, within the hand it is moved."""
        sitting, fingers = self._sitting, self._sitting.fingers
        card = fingers.hand.all[held] if held < len(fingers.hand.all) else None
        if card is None:
            return
        if isinstance(under, OnCard):
            fingers.move(card.slot, under.at)
            return
        if card.slot not in fingers.hand.picked:
            fingers.change(fingers.hand.pick((card.slot,)).at(held))
        if isinstance(under, OnMeld | OnTable | OnPile):
            self._click(under)
        if not fingers.targets and isinstance(under, OnMeld | OnTable) and fingers.hand.picked and sitting.view:
            sitting.notice = deeds.why_not(sitting, sitting.view)

    def _lay_on(self, places: list[int]) -> None:
        """Stage the picked cards where they were put; several ways of doing it are asked about."""
        sitting, fingers = self._sitting, self._sitting.fingers
        if len(places) == 1 and sitting.view is not None:
            fingers.stage(fingers.targets[places[0]], sitting.view)
        elif places:
            fingers.targets = tuple(fingers.targets[at] for at in places)
            fingers.choosing = 0
