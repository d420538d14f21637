"""How somebody is called who looks elsewhere when he is asked for something: no card is ever in it."""

import asyncio
import shutil
from asyncio.subprocess import DEVNULL
from collections.abc import Mapping
from contextlib import suppress

from kalooki_cli.language import gettext as _
from kalooki_cli.preferences import Preferences

BELL = "\a"
TITLE = "Kalooki"
YOUR_TURN = _("You are asked at the table.")
SECONDS = 5.0
"""How long the desktop may take to show a notice."""

_BY_777 = ("foot", "rxvt", "vte", "ghostty")
"""Terminals that know a notice by this number; most others that know any know it by 9."""


def signal(kept: Preferences, environment: Mapping[str, str]) -> str:
    """What is written to the terminal: a bell, a notice, both, or nothing."""
    notice = kept.notify == "terminal" or (kept.notify == "desktop" and not has_desktop(environment))
    return (BELL if kept.bell == "on" else "") + (_notice(environment) if notice else "")


def _notice(environment: Mapping[str, str]) -> str:
    """A terminal that does not know it shows nothing."""
    names = f"{environment.get('TERM', '')} {environment.get('TERM_PROGRAM', '')}".lower()
    if environment.get("VTE_VERSION") or any(name in names for name in _BY_777):
        return f"\x1b]777;notify;{TITLE};{YOUR_TURN}\x1b\\"
    return f"\x1b]9;{TITLE}: {YOUR_TURN}\x1b\\"


def has_desktop(environment: Mapping[str, str]) -> bool:
    """Whether a desktop is there to show notices."""
    seen = environment.get("WAYLAND_DISPLAY") or environment.get("DISPLAY")
    return bool(seen) and _sender(environment) is not None


def _sender(environment: Mapping[str, str]) -> str | None:
    return shutil.which("notify-send", path=environment.get("PATH"))


async def notify(kept: Preferences, environment: Mapping[str, str]) -> None:
    """Let the desktop show a notice, where that was chosen; whether it does is its own affair."""
    sender = _sender(environment)
    if kept.notify != "desktop" or sender is None or not has_desktop(environment):
        return
    arguments = ("--app-name", TITLE, "--expire-time", "10000", TITLE, YOUR_TURN)
    with suppress(OSError):
        running = await asyncio.create_subprocess_exec(
            sender, *arguments, env=dict(environment), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
        )
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(running.wait(), SECONDS)
        finally:
            with suppress(ProcessLookupError):
                running.kill()
            await running.wait()
