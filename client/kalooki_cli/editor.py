"""A line of input as it is typed: keys in, lines out. Pure, so it needs no terminal."""

from dataclasses import dataclass, field

LONGEST = 400
"""No move is longer; what is typed beyond it is dropped."""

_ENTER = frozenset("\r\n")
_BACK = frozenset("\x7f\b")
_ESCAPES = {
    "[D": "left",
    "OD": "left",
    "[C": "right",
    "OC": "right",
    "[A": "older",
    "OA": "older",
    "[B": "newer",
    "OB": "newer",
    "[H": "home",
    "OH": "home",
    "[1~": "home",
    "[F": "end",
    "OF": "end",
    "[4~": "end",
    "[3~": "delete",
}
_CONTROLS = {
    "\x01": "home",
    "\x05": "end",
    "\x02": "left",
    "\x06": "right",
    "\x10": "older",
    "\x0e": "newer",
    "\x15": "clear",
    "\x17": "word",
    "\x0b": "tail",
}


@dataclass(slots=True)
class LineEditor:
    """What has been typed, where the cursor stands, and the lines before."""

    text: str = ""
    cursor: int = 0
    ended: bool = False
    """The end of input was typed on an empty line."""
    _escape: str | None = None
    _history: list[str] = field(default_factory=list)
    _at: int = 0

    def feed(self, keys: str) -> list[str]:
        """Take keys as they come, in pieces of any size; returns the lines that they finish."""
        return [line for key in keys if (line := self._key(key)) is not None]

    def _key(self, key: str) -> str | None:
        if self._escape is not None:
            self._in_escape(key)
        elif key == "\x1b":
            self._escape = ""
        elif key in _ENTER:
            return self._enter()
        elif key == "\x04" and not self.text:
            self.ended = True
        elif key in _BACK:
            self._delete(self.cursor - 1)
        elif key in _CONTROLS:
            self._do(_CONTROLS[key])
        elif key.isprintable() and len(self.text) < LONGEST:
            self.text = self.text[: self.cursor] + key + self.text[self.cursor :]
            self.cursor += 1
        return None

    def _in_escape(self, key: str) -> None:
        """Collect a sequence until its last character; one that we do not know does nothing."""
        sequence = (self._escape or "") + key
        if sequence in {"[", "O"} or (sequence[0] == "[" and not "@" <= key <= "~" and len(sequence) < LONGEST):
            self._escape = sequence
            return
        self._escape = None
        if sequence in _ESCAPES:
            self._do(_ESCAPES[sequence])

    def _enter(self) -> str:
        line, self.text, self.cursor = self.text, "", 0
        if line.strip() and self._history[-1:] != [line]:
            self._history.append(line)
        self._at = len(self._history)
        return line

    def _do(self, what: str) -> None:
        match what:
            case "left":
                self.cursor = max(self.cursor - 1, 0)
            case "right":
                self.cursor = min(self.cursor + 1, len(self.text))
            case "home":
                self.cursor = 0
            case "end":
                self.cursor = len(self.text)
            case "delete":
                self._delete(self.cursor)
            case "clear":
                self.text, self.cursor = self.text[self.cursor :], 0
            case "tail":
                self.text = self.text[: self.cursor]
            case "word":
                before = self.text[: self.cursor].rstrip()
                kept = before[: before.rfind(" ") + 1]
                self.text, self.cursor = kept + self.text[self.cursor :], len(kept)
            case _:
                self._recall(-1 if what == "older" else 1)

    def _delete(self, place: int) -> None:
        if 0 <= place < len(self.text):
            self.text = self.text[:place] + self.text[place + 1 :]
            self.cursor = place

    def _recall(self, by: int) -> None:
        at = self._at + by
        if 0 <= at <= len(self._history):
            self._at = at
            self.text = self._history[at] if at < len(self._history) else ""
            self.cursor = len(self.text)
