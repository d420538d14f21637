"""How a person likes the table to look and behave."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """What may be chosen; others keep it from evening to evening."""

    theme: str = "dark"
    """`dark`, `light`, `contrast` (high contrast) or `mono` (no colours)."""
    four_colours: bool = False
    bell: bool = False
    """The terminal rings when one's turn comes."""
    animations: bool = True
