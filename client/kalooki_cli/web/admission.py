"""Who may see the table: the browser that came first with the address that was printed, and nobody else.

Everybody on this computer can reach a port on loopback, and so can every web page that a browser of ours shows. A
cookie goes to every port of its host, so ours names its port and belongs to a path that cannot be guessed.
"""

import secrets
from collections.abc import Callable

HOST = "127.0.0.1"
CHANCE_BYTES = 32


def unguessable() -> str:
    """Something that nobody can guess, of letters that need no escape anywhere."""
    return secrets.token_urlsafe(CHANCE_BYTES)


class Admission:
    """What opens the door of one table."""

    def __init__(self, port: int, chance: Callable[[], str] = unguessable) -> None:
        self._chance = chance
        self._here = f"{HOST}:{port}"
        self.cookie = f"kalooki_{port}"
        """The cookie's name."""
        self.path = f"/{chance()}/"
        """Where the page lies."""
        self._token = chance()
        self._given = ""

    @property
    def address(self) -> str:
        """Where a browser comes in, once."""
        return f"{self.origin}/?token={self._token}"

    @property
    def origin(self) -> str:
        """Whose scripts may speak to us."""
        return f"http://{self._here.removesuffix(':80')}"

    @property
    def socket_origin(self) -> str:
        """The same for WebSockets, which some browsers do not count as ours."""
        return self.origin.replace("http", "ws", 1)

    def renew(self) -> None:
        """Let another browser come in; it takes the place of the one that is in."""
        self._token = self._chance()

    def enter(self, token: str) -> str | None:
        """Show the token; the cookie comes back, if it is the one, and it opens nothing any more."""
        if not self._token or not _equal(token, self._token):
            return None
        self._token, self._given = "", self._chance()
        return self._given

    def knows(self, cookie: str | None) -> bool:
        """Whether it is the browser that came in."""
        return bool(self._given) and cookie is not None and _equal(cookie, self._given)

    def is_here(self, host: str | None) -> bool:
        """Whether the address is the one that we gave: another name for this computer is somebody else's."""
        return host in {self._here, self._here.removesuffix(":80")}

    def is_own(self, origin: str | None) -> bool:
        """Whether it is a page of ours that asks."""
        return origin == self.origin


def _equal(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(errors="replace"), other.encode(errors="replace"))
