"""How a command shows one thing on the whole screen."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kalooki_cli.terminal import Terminal
from kalooki_cli.tui import start

if TYPE_CHECKING:
    from textual.screen import Screen

    from kalooki_cli.tui.carrier import Carrier


def has_screen(*, plain: bool) -> bool:
    """Whether there is a screen with room for it, and it is wanted."""
    return not plain and start.why_not() is None


async def show(make: "Callable[[Carrier], Screen[Any]]", console: Terminal, otherwise: Callable[[], None]) -> None:
    """Show a screen until it is left; who wants lines of text in between gets them."""
    from kalooki_cli.tui.client import glyphs_here  # Textual costs a quarter of a second
    from kalooki_cli.tui.settings import settings_for
    from kalooki_cli.tui.single import SingleApp

    if await SingleApp(console.look, glyphs_here(), settings_for(console.taste), make).play() is None:
        otherwise()
