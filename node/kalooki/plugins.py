"""Find the value that each module of one of our own packages offers."""

import importlib
import pkgutil
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def collect(package: ModuleType, attribute: str, kind: type[T]) -> dict[str, T]:
    """Gather `attribute` from every module of `package`, by module name, sorted.

    Raises:
        TypeError: A module lacks the attribute, or it is of another type. That is our bug, not an input.
    """
    found: dict[str, T] = {}
    for name in sorted(info.name for info in pkgutil.iter_modules(package.__path__)):
        value = getattr(importlib.import_module(f"{package.__name__}.{name}"), attribute, None)
        if not isinstance(value, kind):
            raise TypeError(f"{package.__name__}.{name} defines no {attribute} of type {kind.__name__}")
        found[name] = value
    return found
