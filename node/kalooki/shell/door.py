"""Who may come in: tickets that work once, wrong codes that are counted, sessions of which the newest counts."""

import math
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from kalooki.shell.errors import ShellError
from kalooki.shell.handshake import LOCKED_SECONDS, NONCE_BYTES, TICKET_SECONDS, WRONG_CODES, Meeting
from kalooki.table.payloads import NodeNumber

MOST_TICKETS = 256
MOST_ADDRESSES = 1024
BEGINS_PER_SECOND = 10.0
BEGINS_AT_ONCE = 40.0


@dataclass(slots=True)
class _Caller:
    """What is remembered of one address."""

    wrong: int = 0
    locked_until: float = 0.0
    allowance: float = BEGINS_AT_ONCE
    seen: float = 0.0


@dataclass(slots=True)
class Door:
    """Counts, remembers and forgets; `clock` is monotonic seconds."""

    clock: Callable[[], float]
    _tickets: dict[bytes, tuple[Meeting, str, float]] = field(default_factory=dict, repr=False)
    _callers: dict[str, _Caller] = field(default_factory=dict)
    _tokens: dict[NodeNumber, bytes] = field(default_factory=dict, repr=False)

    def knock(self, address: str) -> None:
        """Let an address begin a handshake.

        Raises:
            ShellError: `locked_out` or `too_often`.
        """
        now = self.clock()
        caller = self._caller(address, now)
        if caller.locked_until > now:
            raise ShellError("locked_out", seconds=math.ceil(caller.locked_until - now))
        caller.allowance = min(BEGINS_AT_ONCE, caller.allowance + (now - caller.seen) * BEGINS_PER_SECOND)
        caller.seen = now
        if caller.allowance < 1:
            raise ShellError("too_often")
        caller.allowance -= 1

    def issue(self, meeting: Meeting, address: str) -> None:
        """Remember a handshake that begins, for a while."""
        now = self.clock()
        self._tickets = {
            ticket: held for ticket, held in list(self._tickets.items())[-MOST_TICKETS + 1 :] if held[2] > now
        }
        self._tickets[meeting.ticket] = (meeting, address, now + TICKET_SECONDS)

    def redeem(self, ticket: bytes, address: str, identity: bytes) -> Meeting:
        """Give the handshake back, once, to the address and identity that began it.

        Raises:
            ShellError: `locked_out` or `bad_ticket`.
        """
        now = self.clock()
        caller = self._caller(address, now)
        if caller.locked_until > now:
            raise ShellError("locked_out", seconds=math.ceil(caller.locked_until - now))
        held = self._tickets.pop(ticket, None)
        if held is None or held[1] != address or held[2] <= now or held[0].calling != identity:
            raise ShellError("bad_ticket")
        return held[0]

    def wrong_code(self, address: str) -> ShellError:
        """Count a wrong code and say what comes of it."""
        now = self.clock()
        caller = self._caller(address, now)
        caller.wrong += 1
        if caller.wrong < WRONG_CODES:
            return ShellError("wrong_code", tries_left=WRONG_CODES - caller.wrong)
        caller.wrong = 0
        caller.locked_until = now + LOCKED_SECONDS
        return ShellError("locked_out", seconds=int(LOCKED_SECONDS))

    def right_code(self, address: str) -> None:
        """Forget the wrong codes of an address."""
        self._caller(address, self.clock()).wrong = 0

    def open_session(self, node: NodeNumber) -> bytes:
        """Give a node a new token; the one that it had is worth nothing from here."""
        token = secrets.token_bytes(NONCE_BYTES)
        self._tokens[node] = token
        return token

    def whose(self, token: bytes) -> NodeNumber | None:
        """Say whose session a token is."""
        for node, kept in self._tokens.items():
            if token and secrets.compare_digest(kept, token):
                return node
        return None

    def _caller(self, address: str, now: float) -> _Caller:
        caller = self._callers.pop(address, None) or _Caller(seen=now)
        while len(self._callers) >= MOST_ADDRESSES:  # the one that was longest silent and is not locked goes first
            self._callers.pop(
                min(self._callers, key=lambda each: (self._callers[each].locked_until > now, self._callers[each].seen))
            )
        self._callers[address] = caller
        return caller
