"""Follow a table while it is played, with the checks of the verifier; only what a quorum has acknowledged is shown."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from kalooki.fair.group import Group
from kalooki.rules.events import Event
from kalooki.table.log import Certificate, Digest, Entry, GapError
from kalooki.table.moment import Moment
from kalooki.table.replay import BadCertificateError, check_certificate
from kalooki.table.replica import Applied
from kalooki.table.state import TableState
from kalooki.table.tally import Sight, Tally
from kalooki.verify.replay import Replay
from kalooki.verify.report import Check, Finding
from kalooki.worded import Coded, Worded


@dataclass(frozen=True, slots=True)
class _Followed:
    """An entry that is not certified yet: the table after it, and what it means for people."""

    applied: Applied
    events: tuple[Event, ...]

    @property
    def state(self) -> TableState:
        """The table after it."""
        return self.applied.after


class Witness:
    """Somebody without a seat, who believes nothing."""

    def __init__(self, table: Digest, group: Group, seed: bytes) -> None:
        self.table = table
        self._replay = Replay(group, seed, frozenset())
        self._findings: list[Finding] = []
        self._followed: deque[_Followed] = deque()
        self._committed: TableState | None = None
        self._unproven: dict[int, TableState] = {}
        """The table after each entry by which a time was up and whose own certificate is still to come."""
        self._certificates: dict[int, Certificate] = {}
        """Those that a transcript needs, but for the newest."""
        self._newest: Certificate | None = None
        self._tally = Tally()

    @property
    def head(self) -> int:
        """The last entry that was followed."""
        return self._replay.head

    @property
    def committed(self) -> TableState | None:
        """The table after the last entry that is certified."""
        return self._committed

    @property
    def deals(self) -> int:
        """How many deals were scored so far."""
        return self._replay.deals

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is not as it must be; after the first thing nothing more is followed."""
        return (*self._replay.findings, *self._findings)

    @property
    def unproven(self) -> tuple[int, ...]:
        """The certified entries that answered for players, and of which no quorum is shown to have agreed."""
        return tuple(index for index in self._unproven if index <= self._index)

    @property
    def _index(self) -> int:
        return 0 if self._committed is None else self._committed.index

    def moment(self) -> Moment:
        """What there is to see for somebody without a seat."""
        newest, state = self._newest, self._committed
        nodes = () if newest is None else tuple((ack.node, ack.index) for ack in newest.acks)
        sight = Sight(self.head, newest, 0 if state is None else len(state.voters()), nodes)
        return Moment(state, (), {}, checked=self._tally.standing(sight))

    def take(self, entries: Iterable[Entry], certificates: Iterable[Certificate]) -> tuple[Event, ...]:
        """Follow these entries, and give what became certain by these certificates.

        Raises:
            GapError: An entry is not the next one; nothing was made of it.
        """
        for entry in entries:
            if entry.index != self.head + 1:
                raise GapError(f"entry {entry.index} came where entry {self.head + 1} was asked for")
            self._follow(entry)
            if self.findings:
                return ()
        shown = [event for certificate in certificates for event in self._certify(certificate)]
        return () if self.findings else tuple(shown)

    def transcript(self) -> tuple[Entry | Certificate, ...]:
        """What a transcript of all this holds."""
        replica, newest = self._replay.replica, self._newest
        if replica is None or newest is None:
            return ()
        certificates = self._certificates | {newest.index: newest}
        return (*replica.entries[: self._index], *(certificates[index] for index in sorted(certificates)))

    def _follow(self, entry: Entry) -> None:
        ended = len(self._replay.ended)
        events = self._replay.follow(entry)
        replica, applied = self._replay.replica, self._replay.applied
        if self.findings or replica is None or applied is None:
            return
        if replica.table != self.table:
            self._findings.append(
                Finding(Check.CHAIN, "another_table", Worded("it is the log of another table"), entry.index)
            )
            return
        if len(self._replay.ended) > ended:
            self._unproven[entry.index] = applied.after
        self._followed.append(_Followed(applied, events))

    def _certify(self, certificate: Certificate) -> tuple[Event, ...]:
        """Show what a certificate commits."""
        index, replica = certificate.index, self._replay.replica
        followed = [each.state for each in self._followed if each.state.index == index]
        state = followed[0] if followed else self._unproven.get(index)
        if state is None or replica is None:
            return ()  # known already, or of an entry that did not come
        try:
            check_certificate(state, certificate, replica.hash_at(index))
        except BadCertificateError as false:
            self._findings.append(Finding(Check.CERTIFICATES, false.code, Coded(false.code, false), index))
            return ()
        if self._unproven.pop(index, None) is not None:
            self._certificates[index] = certificate
        if not followed:
            return ()
        self._newest = certificate
        events: list[Event] = []
        while self._followed and self._followed[0].state.index <= index:
            each = self._followed.popleft()
            self._committed = each.state
            self._tally.take(each.applied, replica.hash_at(each.state.index), ())
            events += each.events
        return tuple(events)
