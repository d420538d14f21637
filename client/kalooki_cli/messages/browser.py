"""The table in a browser: what its pages say, and the terminal from which it is served."""

from kalooki_cli.language import gettext as _

PAGE = {
    "lang": _("en"),
    "title": _("Kalooki"),
    "wait": _("The table is on its way ..."),
    "over": _("You have left. You can close this page."),
    "plain": _("The game goes on as lines of text in the terminal in which it was started. You can close this page."),
    "taken": _("The table is shown on another page now."),
    "stopped": _("The game was stopped where it was started. The terminal there says how to go on."),
    "failed": _("The table cannot be shown; the terminal in which it was started may say why."),
    "lost": _("There is no connection to the table."),
    "again": _("Show it here"),
    "noscript": _("The table is drawn by a script; allow scripts for this page."),
}

NO_ENTRANCE = _(
    "This page is for the browser that first opened the address which kalooki printed, and that address works once. "
    "Press Enter in that terminal for a new one."
)
USED = _(
    "This address is wrong or has been used: it works once. If nobody else was to use it, press Enter in the terminal "
    "in which kalooki runs, and open the new address."
)
ELSEWHERE = _("Kalooki is found here only by the address that kalooki printed.")
FOREIGN = _("Only a page of this table may ask for that.")
NOTHING_HERE = _("There is nothing here.")

ENTER = _("Enter makes a new address, for another browser; Ctrl-C ends the game here.")
NOT_OPENED = _("No browser could be started; open the address yourself.")
PLAIN_HERE = _("The page was left for lines of text.")
NO_SERVER = _("A browser needs the packages textual-serve and aiohttp; install them with: pip install textual-serve")


def address(url: str) -> str:
    """Where the table is; the address stands alone at the end, to be copied."""
    return _("Kalooki is shown in a browser on this computer, which opens this address, once: {url}").format(url=url)


def no_keyboard(minutes: int, process: int) -> str:
    """How it ends where nobody can press a key."""
    text = _(
        "It runs until you leave on that page, until no page has been open for {minutes} minutes, or until it"
        " is told to end: kill {process}"
    )
    return text.format(minutes=minutes, process=process)


def new_address(url: str) -> str:
    """Another one; whoever opens it takes the table from the browser before."""
    return _("The new address, for once: {url}").format(url=url)


def port_taken(port: int) -> str:
    """Somebody listens there."""
    return _("Port {port} of this computer is in use; name another, or leave --port out for a free one.").format(
        port=port
    )


def port_forbidden(port: int) -> str:
    """One of those that are not for everybody."""
    return _("You may not listen on port {port}; take one above 1023, or leave --port out.").format(port=port)


def cannot_listen(reason: str) -> str:
    """No port can be had."""
    return _("No browser can be served: {reason}.").format(reason=reason)


def away(minutes: int) -> str:
    """Nobody looks any more."""
    return _("No page has been open for {minutes} minutes, so Kalooki stops here.").format(minutes=minutes)


def only_web(option: str) -> str:
    """An option that means nothing elsewhere."""
    return _("{option} is for --web.").format(option=option)


def not_with_web(option: str) -> str:
    """An option that wants the table elsewhere."""
    return _("--web shows the table to a person in a browser; {option} does not go with it.").format(option=option)
