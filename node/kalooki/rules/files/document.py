"""A TOML document as sections whose values are asked for by key and type; every refusal knows its line."""

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from kalooki.rules.errors import BadOptionValueError, OptionNotApplicableError, RulesError, UnknownOptionError
from kalooki.rules.files.errors import (
    FileFaultError,
    MissingKeyError,
    NotTomlError,
    OutOfRangeError,
    UnknownFormatError,
    UnknownKeyError,
    WrongTypeError,
)
from kalooki.rules.files.toml_lines import Path, key_lines
from kalooki.rules.registry import variant_named
from kalooki.rules.variant import OptionValue, Variant
from kalooki.worded import Worded

MOST_CHARACTERS = 1 << 20
"""No deal and no evening of deals is longer."""

MOST_POINTS = 100_000

_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Line:
    """A text of the file and where it stands."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the document."""

    values: Mapping[str, object]
    path: Path
    lines: Mapping[Path, int]

    def line(self, *more: str | int) -> int:
        """Where a key or an element stands, or else what it stands in."""
        path = (*self.path, *more)
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def fault(self, cause: RulesError, *more: str | int) -> FileFaultError:
        """The refusal, with the line of the key that is at fault."""
        return FileFaultError(self.line(*more), cause)

    def at(self, place: Path, read: Callable[Arguments, Value], *of: Arguments.args, **also: Arguments.kwargs) -> Value:
        """What `read` makes of a value; what it refuses is refused on the line of the value.

        Raises:
            FileFaultError: `read` raised one of the rules' errors.
        """
        try:
            return read(*of, **also)
        except RulesError as error:
            raise self.fault(error, *place) from error

    def allow(self, keys: Collection[str]) -> None:
        """Refuse all keys but these.

        Raises:
            FileFaultError: There is another one.
        """
        for key in self.values:
            if key not in keys:
                raise self.fault(UnknownKeyError(key, tuple(keys)), key)

    def whole(self, key: str, default: int | None = None, least: int = 0, most: int = MOST_POINTS) -> int:
        """A whole number.

        Raises:
            FileFaultError: It is none, or out of range, or missing where there is no default.
        """
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fault(WrongTypeError(key, Worded("a whole number")), key)
        if not least <= value <= most:
            raise self.fault(OutOfRangeError(key, least, most), key)
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A text.

        Raises:
            FileFaultError: It is none, or missing where there is no default.
        """
        value = self._value(key, default)
        if not isinstance(value, str):
            raise self.fault(WrongTypeError(key, Worded("a text")), key)
        return value

    def flag(self, key: str) -> bool:
        """True or false; false where the key is missing.

        Raises:
            FileFaultError: It is neither.
        """
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self.fault(WrongTypeError(key, Worded("true or false")), key)
        return value

    def texts(self, key: str) -> tuple[Line, ...]:
        """A list of texts, each with its line; empty where the key is missing.

        Raises:
            FileFaultError: It is no such list.
        """
        value = self.values.get(key, [])
        if not isinstance(value, list):
            raise self.fault(WrongTypeError(key, Worded("a list of texts")), key)
        for index, one in enumerate(value):
            if not isinstance(one, str):
                raise self.fault(WrongTypeError(key, Worded("a list of texts")), key, index)
        return tuple(Line(self.line(key, index), one) for index, one in enumerate(value))

    def section(self, key: str) -> "Section":
        """A table inside this one; empty where the key is missing.

        Raises:
            FileFaultError: It is no table.
        """
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.fault(WrongTypeError(key, Worded("a table, {example}", example="{ key = value }")), key)
        return Section(value, (*self.path, key), self.lines)

    def sections(self, key: str) -> tuple["Section", ...]:
        """A list of tables; empty where the key is missing.

        Raises:
            FileFaultError: It is no such list.
        """
        value = self.values.get(key, [])
        if not isinstance(value, list):
            raise self.fault(WrongTypeError(key, Worded("a list of tables")), key)
        for index, one in enumerate(value):
            if not isinstance(one, dict):
                raise self.fault(WrongTypeError(key, Worded("a list of tables")), key, index)
        return tuple(Section(one, (*self.path, key, index), self.lines) for index, one in enumerate(value))

    def _value(self, key: str, default: object) -> object:
        value = self.values.get(key, default)
        if value is None:
            raise self.fault(MissingKeyError(key))
        return value


def read_document(text: str, kind: str, version: int) -> Section:
    """The document, if it is one of this kind (its first key, with the version of the format).

    Raises:
        FileFaultError: It is no TOML, or of another kind.
    """
    document = read_toml(text)
    if document.whole(kind, most=MOST_POINTS) != version:
        raise document.fault(UnknownFormatError(kind, version), kind)
    return document


def read_toml(text: str) -> Section:
    """Any document.

    Raises:
        FileFaultError: It is no TOML.
    """
    if len(text) > MOST_CHARACTERS:
        raise FileFaultError(1, NotTomlError(Worded("too long")))
    try:
        values = tomllib.loads(text)
        lines = key_lines(text)
    except (ValueError, RecursionError) as error:
        raise _not_toml(error) from error
    return Section(values, (), lines)


def _not_toml(error: Exception) -> FileFaultError:
    if isinstance(error, RecursionError):
        return FileFaultError(None, NotTomlError(Worded("nested too deep")))
    where = _AT_LINE.search(str(error))
    line = int(where.group(1)) if where is not None and where.group(1) else None
    return FileFaultError(line, NotTomlError(_AT_LINE.sub("", str(error))))


def read_variant(document: Section) -> Variant:
    """The variant that a document names, with its house rules.

    Raises:
        FileFaultError: There is no such variant, or a house rule that cannot be.
    """
    key, house = document.text("variant"), document.section("house")
    options: dict[str, OptionValue] = {}
    for name, value in house.values.items():
        if not isinstance(value, bool | int | str):
            raise house.fault(WrongTypeError(name, Worded("true or false, a whole number or a text")), name)
        options[name] = value
    document.at(("variant",), variant_named, key)
    try:
        return variant_named(key, options)
    except (UnknownOptionError, BadOptionValueError, OptionNotApplicableError) as error:
        raise house.fault(error, error.option) from error
