"""`replace` as in `dataclasses`, in a third of the time: a deal has thirty fields, and every move changes it."""

from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["replace"]

if TYPE_CHECKING:  # pragma: no cover - read by mypy alone, which checks the names of fields
    from dataclasses import replace
else:
    from dataclasses import fields

    T = TypeVar("T")

    @cache
    def _parts(kind: type) -> tuple[Any, dict[str, int]]:
        """What reads all fields of a class at once, and the place of each by name."""
        names = [field.name for field in fields(kind)]
        return attrgetter(*names), {name: place for place, name in enumerate(names)}

    def replace(value: T, **changes: object) -> T:
        """The value with some of its fields changed; all fields of its class are given to its constructor."""
        read, places = _parts(type(value))
        values = list(read(value))
        for name, new in changes.items():
            values[places[name]] = new
        return type(value)(*values)
