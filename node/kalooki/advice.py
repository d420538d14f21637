"""A move with its reason, as a bot gives it and a person is told it."""

from dataclasses import dataclass

from kalooki.rules.actions import Action
from kalooki.worded import Worded


class Reason(Worded):
    """Why a move is made; a field is a card, or a text that needs no translation."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and why it is made."""

    action: Action
    why: str
    """One sentence for a person, a `Reason` where it can be translated; empty: the kind of move says it."""
