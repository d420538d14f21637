"""Frozen values made and changed quickly: every move makes a view of forty fields, and a deal of thirty a few times.

The constructor of a frozen dataclass has to go around its own lock for each field. Here a value is filled as a draft,
a class with the same slots and without the lock, and becomes what it is when it is whole; nobody sees it before.
Only for dataclasses with slots whose constructor does nothing but fill the fields. What a value keeps of what it has
worked out, in a field that the constructor does not take, is not copied.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

__all__ = ["maker", "replace"]

P = ParamSpec("P")
T = TypeVar("T")

if TYPE_CHECKING:  # pragma: no cover - read by mypy alone, which checks the names of fields
    from dataclasses import replace

    def maker(kind: Callable[P, T]) -> Callable[P, T]:
        """What makes values of a class, called as its constructor is."""
else:
    from dataclasses import MISSING, fields

    @cache
    def _written(kind: type) -> tuple[Callable[..., Any], Callable[[Any], Any]]:
        """What makes a value of a class, and what copies one into a draft; written out field by field."""
        parts = fields(kind)
        if hasattr(kind, "__post_init__") or any(
            part.default_factory is not MISSING for part in parts if not part.init
        ):
            raise TypeError(f"the constructor of {kind.__name__} does more than fill the fields")
        makers = {part.name: part.default_factory for part in parts if part.default_factory is not MISSING}
        scope = {f"_{part.name}": part.default for part in parts if part.default is not MISSING or part.name in makers}
        scope |= {f"new_{name}": make for name, make in makers.items()} | {"Missing_": MISSING}
        names = [part.name for part in parts]
        taken = [part.name for part in parts if part.init]
        kept = [f" draft_.{part.name} = _{part.name}" for part in parts if not part.init]
        given = ", ".join(f"{name}=_{name}" if f"_{name}" in scope else name for name in taken)
        text = [f"def make_({given}):", " draft_ = Draft_()", *kept]
        text += [f" if {name} is Missing_: {name} = new_{name}()" for name in makers]
        text += [f" draft_.{name} = {name}" for name in taken]
        text += [" draft_.__class__ = Kind_", " return draft_", "def copy_(value_):", " draft_ = Draft_()", *kept]
        text += [f" draft_.{name} = value_.{name}" for name in taken]
        text += [" return draft_"]
        scope |= {"Kind_": kind, "Draft_": type("Draft", (), {"__slots__": tuple(names)})}
        exec("\n".join(text), scope)  # noqa: S102 - made of the names of fields alone, as `dataclasses` does it
        return scope["make_"], scope["copy_"]

    def maker(kind: Callable[P, T]) -> Callable[P, T]:
        """What makes values of a class, called as its constructor is."""
        return _written(kind)[0]

    def replace(value: T, **changes: object) -> T:
        """The value with some of its fields changed."""
        kind = type(value)
        draft = _written(kind)[1](value)
        for name, new in changes.items():
            setattr(draft, name, new)
        draft.__class__ = kind
        return draft
