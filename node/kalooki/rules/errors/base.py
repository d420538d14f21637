"""What every refusal is: a stable `code` for clients and transcripts, and typed fields from which a client words it."""

from dataclasses import fields
from typing import ClassVar


class RulesError(Exception):
    """Something that the rules refuse; each kind is one class with its own `code`."""

    code: ClassVar[str] = "refused"

    def __str__(self) -> str:
        """The code and the fields, for people who read logs and test failures; clients word errors themselves."""
        return " ".join([self.code, *(f"{field.name}={_text(getattr(self, field.name))}" for field in fields(self))])  # type: ignore[arg-type]


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(_text(one) for one in value)
    return str(value)


class IllegalActionError(RulesError):
    """Not allowed now."""
