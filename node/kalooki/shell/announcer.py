"""Says on the network what table this is, while this node hosts it or nobody does, and notices when it moves."""

import ipaddress
import secrets
from collections.abc import Callable
from contextlib import suppress

from kalooki.shell.announcement import Announcement
from kalooki.shell.bell import Bell
from kalooki.shell.config import NodeOptions
from kalooki.shell.discovery import announce
from kalooki.shell.errors import Notice
from kalooki.shell.identity import Identity, fingerprint
from kalooki.shell.interfaces import Interface, chosen, interfaces
from kalooki.shell.links import Links
from kalooki.shell.network import reachable_host
from kalooki.shell.table_service import genesis_of
from kalooki.table.node import Node


class Announcer:
    """One node's announcement."""

    def __init__(self, options: NodeOptions, node: Node, identity: Identity, links: Links) -> None:
        self.moved: Callable[[str], None] = lambda _: None
        """Hears at which other host we are reached now."""
        self._options = options
        self._node = node
        self._links = links
        self._fingerprint = fingerprint(identity.certificate)
        self._rules = b""
        self._host = ""

    async def run(self, port: int, changed: Bell, notice: Callable[[Notice], None]) -> None:
        """Announce while it is for this node to do so; never returns.

        Args:
            port: Where the table listens.
            changed: Rings after each step of the node.
            notice: Hears `discovery_blocked`.
        """
        await announce(self.choose, self._facts, changed, f"kalooki-{secrets.token_hex(8)}", port, notice)

    def choose(self) -> tuple[Interface, ...]:
        """Choose the interfaces; where they lead from has changed when a network gave us another address."""
        bind, wanted = self._options.bind, self._options.interfaces
        over = chosen(interfaces(), wanted, bind)
        with suppress(ValueError):
            if over and ipaddress.ip_address(bind).is_unspecified:
                host = reachable_host(bind, wanted)
                if self._host not in {"", host}:
                    self.moved(host)
                self._host = host
        return over

    def _facts(self) -> Announcement | None:
        """What the network is told of the table now; None while another host is there, and when it is closed.

        Without a host all announce it, so that the members find each other.
        """
        standing = self._node.standing(None)
        if standing is None or (standing.host != self._node.number and self._links.is_here(standing.host)):
            return None
        self._rules = self._rules or genesis_of(self._node).rules_digest
        return Announcement.of(standing, self._rules, self._fingerprint)
