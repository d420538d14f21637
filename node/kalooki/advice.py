"""A move with its reason, as a bot gives it and a person is told it."""

from dataclasses import dataclass
from typing import Self

from kalooki.rules.actions import Action


class Reason(str):
    """Why a move is made, as an English sentence; its template can be said in another language.

    `scripts/catalogue.py` finds the templates; a field is a card, or a text that needs no translation.
    """

    __slots__ = ("fields", "template")
    template: str
    fields: dict[str, object]

    def __new__(cls, template: str, **fields: object) -> Self:
        """Fill the fields of a template."""
        made = super().__new__(cls, template.format(**fields))
        made.template, made.fields = template, fields
        return made


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and why it is made."""

    action: Action
    why: str
    """One sentence for a person, a `Reason` where it can be translated; empty: the kind of move says it."""
