"""A line of a rule card."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """What is so, and the options from which it follows."""

    label: str
    text: str
    options: tuple[str, ...] = ()
