"""How the table looks and behaves on screen: what the person likes, as far as terminal and surroundings let it."""

from dataclasses import dataclass

from kalooki_cli.look import Look
from kalooki_cli.settings_file import CHOICES
from kalooki_cli.taste import Taste


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds now."""

    theme: str = "dark"
    """`dark`, `light`, `contrast` (high contrast) or `mono` (no colours)."""
    four_colours: bool = False
    animations: bool = True
    sort: str = "suit"
    """How a new hand is sorted."""


def settings_for(taste: Taste, look: Look | None = None) -> Settings:
    """What follows from what a person likes."""
    look, kept = look or taste.look(), taste.kept
    said = taste.environment.get("KALOOKI_THEME", "")
    theme = said if said in CHOICES["theme"] else kept.theme
    return Settings(
        theme="mono" if look.colour == "off" else theme,
        four_colours=look.colour == "four",
        animations=kept.animations == "on",
        sort=kept.sort,
    )
