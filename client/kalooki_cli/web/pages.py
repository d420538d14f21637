"""The pages that the server sends: the table's, with its style and script, and the one that says no."""

from functools import cache
from html import escape
from importlib.resources import files
from string import Template

import textual_serve

from kalooki_cli.messages import browser as say

TERMINAL = ("static/js/textual.js", "static/css/xterm.css", "static/fonts/RobotoMono-VariableFont_wght.ttf")
OURS = ("page.css", "page.js")
TYPES = {"css": "text/css", "js": "text/javascript", "ttf": "font/ttf"}


@cache
def parts() -> dict[str, tuple[bytes, str]]:
    """What the page is made of, each under its name with its type."""
    found = {name.rsplit("/", 1)[1]: files(textual_serve).joinpath(name) for name in TERMINAL}
    found |= {name: files(__package__).joinpath("page", name) for name in OURS}
    return {name: (file.read_bytes(), TYPES[name.rsplit(".", 1)[1]]) for name, file in found.items()}


@cache
def _template(name: str) -> Template:
    return Template(files(__package__).joinpath("page", name).read_text(encoding="utf-8"))


def table(socket: str) -> str:
    """The page that shows the table."""
    words = {name: escape(text) for name, text in say.PAGE.items()}
    return _template("table.html").substitute(words, socket=escape(socket))


def refusal(sentence: str) -> str:
    """A page that says why nothing is shown."""
    return _template("refused.html").substitute(
        lang=say.PAGE["lang"], title=escape(say.PAGE["title"]), sentence=escape(sentence)
    )


def policy(socket_origin: str) -> dict[str, str]:
    """What a browser may do with anything that we send: nothing but show it, and speak with us."""
    allowed = (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # the terminal in the page writes rules for its own size and colours
        "font-src 'self'",
        "img-src data:",
        f"connect-src 'self' {socket_origin}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    return {
        "Content-Security-Policy": "; ".join(allowed),
        "Cache-Control": "no-store",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
