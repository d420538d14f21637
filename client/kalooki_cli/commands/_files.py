"""What the commands share that judge files and cards without a game; imported only by a command that runs."""

import json
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from kalooki.rules.errors import RulesError
from kalooki.rules.files.deal_file import MOST_DEALS
from kalooki.rules.files.errors import FileFaultError, OutOfRangeError
from kalooki.rules.files.meld_check import MeldVerdict, Verdict
from kalooki.rules.variant import Variant
from kalooki_cli.commands import _choices
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.errors import on_paper, sentence
from kalooki_cli.messages.verdicts import meld_texts
from kalooki_cli.text import inert

LEGAL, NOT_LEGAL, UNCLEAR = 0, 1, 2
MOST_BYTES = 1 << 22


class Desk:
    """Where a file's verdict is given: as text, or as one JSON document."""

    def __init__(self, file: str, *, as_json: bool) -> None:
        self.name = inert(_("standard input") if file == "-" else file, 80)
        self._file = file
        self._as_json = as_json

    def text(self) -> str:
        """Read the file, or standard input to its end; what cannot be read ends the command."""
        try:
            with click.open_file(self._file, "rb") as stream:
                content: bytes = stream.read(MOST_BYTES + 1)
            if len(content) > MOST_BYTES:
                self._unreadable(_("it is too long"))
            text = content.decode("utf-8-sig")
        except OSError as error:
            self._unreadable(error.strerror or str(error))
        except UnicodeDecodeError:
            self._unreadable(_("it is no text in UTF-8"))
        return text

    def fault(self, fault: FileFaultError) -> NoReturn:
        """The file cannot be understood."""
        self._stop(fault.line, fault.cause.code, on_paper(fault.cause, {}))

    def where(self, line: int | None) -> str:
        """Name the place: `deal.khh:7`."""
        return self.name if line is None else f"{self.name}:{line}"

    def _unreadable(self, reason: str) -> NoReturn:
        self._stop(None, "unreadable", sentence("unreadable", {"reason": reason}, {}))

    def _stop(self, line: int | None, code: str, message: str) -> NoReturn:
        if self._as_json:
            place = {} if line is None else {"line": line}
            click.echo(json.dumps({"error": {"code": code, "message": message, **place}}))
        else:
            click.echo(f"{self.where(line)}: {code}: {message}", err=True)
        sys.exit(UNCLEAR)


class Question:
    """What was asked in the arguments, and how the answer is wanted."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json

    def variant(self, key: str, house: Sequence[str]) -> Variant:
        """Find the variant with these house rules."""
        try:
            return _choices.variant(key, house)
        except click.UsageError as error:
            if isinstance(error.__cause__, RulesError):
                self.fault(error.__cause__)
            raise

    def deal_number(self, variant: Variant, number: int) -> int:
        """Check that a game of the variant has a deal of this number."""
        most = variant.hands_per_game or MOST_DEALS
        if not 1 <= number <= most:
            self.fault(OutOfRangeError("hand", 1, most))
        return number

    def fault(self, error: RulesError) -> NoReturn:
        """The arguments cannot be understood."""
        if self._as_json:
            click.echo(json.dumps({"error": error_values(error)}))
            sys.exit(UNCLEAR)
        raise click.UsageError(f"{error.code}: {on_paper(error, {})}") from error


def error_values(error: RulesError, melds: Sequence[str] = ()) -> dict[str, str]:
    """An error in JSON; `melds` are the cards of those that it may mean."""
    return {"code": error.code, "message": on_paper(error, {}, melds)}


def verdict_values(verdict: Verdict) -> dict[str, object]:
    """What was found about melds, in JSON."""
    values: dict[str, object] = {
        "legal": verdict.legal,
        "melds": [_meld_values(one) for one in verdict.melds],
        "points": verdict.points,
    }
    if verdict.error is not None:
        values["error"] = error_values(verdict.error, meld_texts(verdict))
    return values


def _meld_values(one: MeldVerdict) -> dict[str, object]:
    values: dict[str, object] = {
        "cards": [str(face) for face in one.cards],
        "kind": one.kind,
        "points": one.points,
        "ok": one.error is None,
    }
    if one.error is not None:
        values["error"] = error_values(one.error)
    return values
