"""A menu or a form: lines that can be chosen, changed by arrows, or typed."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from textual import events

from kalooki_cli.board.fan import BigCard
from kalooki_cli.board.form import DrawnForm, Field, Form, OnChip, OnField, draw_form, form_hit
from kalooki_cli.board.ink import Row
from kalooki_cli.board.scene import Chip
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.drawn import DrawnScreen

Result = TypeVar("Result")

LONGEST_TYPED = 200
STEPS = {"up": -1, "k": -1, "shift+tab": -1, "down": 1, "j": 1, "tab": 1}
PAGES = {"pageup": -1, "left_square_bracket": -1, "pagedown": 1, "right_square_bracket": 1}
TURNS = {"left": -1, "h": -1, "minus": -1, "right": 1, "l": 1, "plus": 1}


class FormScreen(DrawnScreen[Result], Generic[Result], inherit_bindings=False):
    """The lines are made by who inherits, who is told what is done to them."""

    title_words = ""
    hint = ""
    crown: tuple[BigCard, ...] = ()

    def __init__(self, carrier: Carrier) -> None:
        super().__init__(carrier)
        self.cursor = 0
        self.notice = ""
        self._typed: str | None = None
        self._first = 0
        self._drawn: DrawnForm | None = None

    # --- what who inherits says ---

    def fields(self) -> tuple[Field, ...]:
        """The lines at this moment."""
        raise NotImplementedError

    def chips(self, pointed: Field | None) -> tuple[Chip, ...]:
        """The keys that do something now."""
        raise NotImplementedError

    def chosen(self, one: Field) -> None:
        """Enter was pressed on a line, or it was clicked."""

    def turned(self, one: Field, by: int) -> None:
        """Left or right was pressed on a line."""

    def typed(self, one: Field, text: str) -> None:
        """Something was typed into a line."""

    def typing(self, one: Field) -> str:
        """What stands in a line when one begins to type."""
        del one
        return ""

    def done(self, name: str) -> None:
        """Do what a key of the prompt is for."""

    def back(self) -> None:
        """Escape was pressed."""
        self.dismiss()

    @property
    def below(self) -> tuple[str, ...]:
        """Sentences under the list."""
        return ()

    @property
    def corner(self) -> str:
        """What stands at the right of the head."""
        return ""

    # --- drawing ---

    def form(self) -> Form:
        """What is drawn."""
        fields = self.fields()
        self.cursor = max(min(self.cursor, len(fields) - 1), 0)
        pointed = fields[self.cursor] if fields else None
        return Form(
            title=self.title_words,
            fields=fields,
            cursor=self.cursor,
            typed=self._typed,
            notice=self.notice,
            hint=self.hint,
            chips=self.chips(pointed),
            corner=self.corner,
            below=self.below,
            crown=self.crown,
            look=self.carrier.look,
            glyphs=self.carrier.glyphs,
        )

    def made(self, columns: int, rows: int) -> Sequence[Row]:
        """Make the rows."""
        self._drawn = draw_form(self.form(), columns, rows, self._first)
        self._first = self._drawn.first
        return self._drawn.rows

    @property
    def pointed(self) -> Field | None:
        """The line under the cursor."""
        return self.form().pointed

    def point(self, name: str) -> None:
        """Go to a line."""
        self.cursor = next((at for at, one in enumerate(self.fields()) if one.name == name), self.cursor)

    # --- keys and mouse ---

    def pressed(self, key: str, character: str | None) -> None:  # noqa: C901 - a case per kind of key
        """Do what a key does."""
        if self._typed is not None:
            self._type(key, character)
            return
        self.notice = ""
        form = self.form()
        one = form.pointed
        by_key = next((each for each in form.fields if each.key and each.key == character), None)
        by_chip = next((chip for chip in form.chips if chip.key == character), None)
        if by_key is not None:
            self.point(by_key.name)
            self._choose(by_key)
        elif by_chip is not None:
            self.done(by_chip.does)
        elif key in STEPS:
            self.cursor = (self.cursor + STEPS[key]) % max(len(form.fields), 1)
        elif key in PAGES:
            self.scrolled(PAGES[key] * max(self._drawn.height - 1 if self._drawn else 1, 1))
        elif key in {"home", "end"}:
            self.cursor = 0 if key == "home" else len(form.fields) - 1
        elif key in TURNS and one is not None and one.turns:
            self.turned(one, TURNS[key])
        elif key in {"enter", "space"} and one is not None:
            self._choose(one)
        elif key in {"escape", "q"}:
            self.back()
        elif one is not None and one.types and character and character.isalnum():
            self._typed = character

    def _choose(self, one: Field) -> None:
        if one.types:
            self._typed = self.typing(one)
        elif one.turns:
            self.turned(one, 1)
        else:
            self.chosen(one)

    def _type(self, key: str, character: str | None) -> None:
        """Edit the line that is typed."""
        assert self._typed is not None, "there is one"
        match key:
            case "enter" | "tab":
                text, self._typed = self._typed, None
                one = self.pointed
                if one is not None:
                    self.typed(one, text)
            case "escape":
                self._typed = None
            case "backspace":
                self._typed = self._typed[:-1]
            case _ if character and character.isprintable():
                self._typed = (self._typed + character)[:LONGEST_TYPED]
            case _:
                pass

    def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted into a line that is typed."""
        event.stop()
        one = self.pointed
        if one is None or not one.types:
            return
        text = "".join(" " if character in "\r\n\t" else character for character in event.text)
        self._typed = ((self._typed or "") + "".join(filter(str.isprintable, text)))[:LONGEST_TYPED]
        self.draw()

    def clicked(self, column: int, row: int) -> None:
        """Do what a click does."""
        if self._drawn is None:
            return
        form = self.form()
        match form_hit(form, self._drawn, column, row):
            case OnField(at, _) if at == self.cursor and self._typed is not None:
                pass  # it is being typed already
            case OnField(at, by):
                self._typed, self.notice, self.cursor = None, "", at
                one = form.fields[at]
                if by:
                    self.turned(one, by)
                elif not (one.turns and one.types):
                    self._choose(one)
            case OnChip(chip):
                self._click_on(chip)
            case None:
                pass

    def _click_on(self, chip: Chip) -> None:
        """A key of the prompt that stands for Enter, for Escape, or for itself."""
        one = self.pointed
        match chip.does:
            case "enter" if self._typed is not None:
                self._type("enter", None)
            case "enter" if one is not None:
                self._choose(one)
            case "back":
                self._typed = None
                self.back()
            case name:
                self.done(name)

    def scrolled(self, by: int) -> None:
        """Go up or down by so many lines."""
        self.cursor = max(min(self.cursor + by, len(self.fields()) - 1), 0)
