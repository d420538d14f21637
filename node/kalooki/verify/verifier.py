"""Verify a transcript: read it, replay it, and say what was found."""

from collections.abc import Callable
from dataclasses import dataclass, field

from kalooki.codec import MalformedError
from kalooki.codec.transcript import (
    Branch,
    Closing,
    Content,
    Evidence,
    TruncatedError,
    UnknownVersionError,
    read_transcript,
)
from kalooki.fair.group import Group
from kalooki.rules.events import Event
from kalooki.table.log import Certificate, Entry
from kalooki.table.replay import BadCertificateError, check_certificate
from kalooki.table.state import TableState
from kalooki.verify.damage import locate
from kalooki.verify.earlier import EARLIER_MISSING, Verified, judge_earlier
from kalooki.verify.ending import how_it_ends
from kalooki.verify.evidence import weigh
from kalooki.verify.replay import Replay
from kalooki.verify.report import Check, Finding, Person, Report, Result, State, Summary, Verdict
from kalooki.worded import Coded, Worded

UNDECIDED = Worded(
    "a transcript cannot tell which of two messages was first, why somebody was away, whether a share left too early, "
    "who sat behind a key, or who looked over whose shoulder"
)

_DAMAGED = {"malformed"}
MISSING = frozenset(
    {"truncated", "not_certified", "time_not_certified", "absence_not_certified", "empty", EARLIER_MISSING}
)
"""Codes that say nothing against what is there."""

Hear = Callable[[TableState | None, tuple[Event, ...]], None]
"""Who is told of each entry: the table after it, and what came of it for people."""


def nobody(_state: TableState | None, _events: tuple[Event, ...]) -> None:
    """Hear nothing: only the verdict is wanted."""


def verify_transcript(data: bytes, group: Group, seed: bytes, hear: Hear = nobody) -> Report:
    """Verify a transcript. The same arguments give the same report; nothing but its bytes is believed.

    Args:
        data: The file.
        group: A back end of the group; any of them gives the same verdict.
        seed: 32 bytes for the weights of batched tests, which are sound even if it is known.
        hear: Is told of each entry that follows, before it is known whether all of them hold.
    """
    return _verify(data, lambda marked: Replay(group, seed, marked), hear).report


MOST_EARLIER = 8
"""Tables that one may go on from, one after the other."""


def _verify(
    data: bytes, begin: Callable[[frozenset[int]], Replay], hear: Hear, marked: int = 0, depth: int = 0
) -> Verified:
    """Verify a transcript, and keep the table after a marked entry."""
    read = _Read.all_of(data)
    replay = begin(frozenset({marked, *(certificate.index for certificate in read.certificates)}))
    replay.counts[Check.FORMAT] = read.records
    if read.damaged:
        return Verified(_report(replay, (*read.findings, *locate(read.entries))), replay)
    for entry in read.entries:
        events = replay.follow(entry)
        hear(replay.state, events)
    replay.finish()
    findings = [*read.findings, *replay.findings]
    certified = {0}
    for certificate in read.certificates:
        false = _certificate_error(certificate, replay)
        certified |= set() if false else {certificate.index}
        findings += [false] if false else []
    findings += _unproven_ends(replay, certified, marked)
    weighed = weigh(read.evidence, replay)
    findings += weighed.findings
    earlier = judge_earlier(
        replay,
        read.branches if depth < MOST_EARLIER else [],
        lambda branch, head: _verify(branch, begin, nobody, head, depth + 1),
    )
    findings += earlier.findings
    findings += _open_end(replay, max(certified), empty=not findings)
    replay.counts[Check.CERTIFICATES] = len(read.certificates)
    replay.counts[Check.EVIDENCE] = len(read.evidence)
    ordered = tuple(sorted(findings, key=lambda finding: (finding.check, finding.entry or 0)))
    return Verified(_report(replay, ordered, (*weighed.notes, *earlier.notes)), replay)


@dataclass(slots=True)
class _Read:
    """What could be read of a file."""

    records: int = 0
    entries: list[Entry] = field(default_factory=list)
    certificates: list[Certificate] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    branches: list[bytes] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def damaged(self) -> bool:
        """Whether it is something else than a whole transcript or its beginning."""
        return any(finding.code != TruncatedError.code for finding in self.findings)

    @classmethod
    def all_of(cls, data: bytes) -> "_Read":
        """Read up to the closing record, or to what stops it."""
        read = cls()
        try:
            for record in read_transcript(data):
                read.records += 1
                read._sort(record.content)
        except UnknownVersionError as other:
            read.findings.append(Finding(Check.VERSION, other.code, Coded(other.code, other)))
        except MalformedError as damaged:
            read.findings.append(Finding(Check.FORMAT, damaged.code, Coded(damaged.code, damaged)))
        return read

    def _sort(self, content: Content) -> None:
        match content:
            case Entry():
                self.entries.append(content)
            case Certificate():
                self.certificates.append(content)
            case Evidence():
                self.evidence.append(content)
            case Branch(branch):
                self.branches.append(branch)
            case Closing():
                pass


def _certificate_error(certificate: Certificate, replay: Replay) -> Finding | None:
    if replay.broken and certificate.index > replay.head:
        return None  # what it is about was not followed
    state = replay.states.get(certificate.index)
    if state is None or replay.replica is None:
        text = Worded("it is for an entry that is not here")
        return Finding(Check.CERTIFICATES, "bad_certificate", text, certificate.index)
    try:
        check_certificate(state, certificate, replay.replica.hash_at(certificate.index))
    except BadCertificateError as false:
        return Finding(Check.CERTIFICATES, false.code, Coded(false.code, false), certificate.index)
    return None


def _unproven_ends(replay: Replay, certified: set[int], head: int) -> list[Finding]:
    """Name committed entries by which the time was up, or players were away, without the certificate that says so.

    From `head` on another table goes on: that those who went there have signed it proves nothing against the others.
    """
    text = Worded("nobody is shown to agree that the time was up, or that somebody was away")
    missing = [(index, code) for index, code in replay.ended.items() if index not in certified]
    return [
        Finding(Check.CERTIFICATES, code, text, index)
        for index, code in missing
        if index < max(certified) or index <= head
    ]


def _open_end(replay: Replay, certified: int, *, empty: bool) -> list[Finding]:
    """Say what is missing at the end, where the log itself is right."""
    if replay.broken or certified >= replay.head > 0:
        return []
    if not replay.head:
        return [Finding(Check.END, "empty", Worded("there is no entry"))] if empty else []
    text = Worded(
        "entries {first} to {last} are not certified: they may never have been committed",
        first=certified + 1,
        last=replay.head,
    )
    return [Finding(Check.END, "not_certified", text, replay.head)]


def _report(replay: Replay, findings: tuple[Finding, ...], more: tuple[str, ...] = ()) -> Report:
    ending = how_it_ends(replay.state)
    counts = replay.counts
    counts[Check.END] = 1 if ending else 0
    failed = {finding.check for finding in findings}
    results = tuple(Result(check, _state(counts[check], failed=check in failed), counts[check]) for check in Check)
    return Report(
        _verdict(replay, findings), results, findings, (*_notes(replay, ending), *more), _summary(replay, ending)
    )


def _verdict(replay: Replay, findings: tuple[Finding, ...]) -> Verdict:
    """The worst that was found: contradictions before damage, damage before what is missing."""
    codes = {finding.code for finding in findings}
    if "unknown_version" in codes or replay.unknown_version:
        return Verdict.UNKNOWN_VERSION
    if codes - _DAMAGED - MISSING:
        return Verdict.INVALID
    if codes & _DAMAGED:
        return Verdict.UNREADABLE
    return Verdict.INCOMPLETE if codes else Verdict.VALID


def _notes(replay: Replay, ending: str) -> tuple[str, ...]:
    if not replay.head:
        return ()
    notes: list[str] = [UNDECIDED]
    if not ending:
        notes.append(Worded("the table was not closed and the game is not over: there may be later entries"))
    if replay.void:
        late = Worded(
            "messages that came too late or that the rules refused, which is no fault: {void}", void=replay.void
        )
        notes.append(late)
    return tuple(notes)


def _summary(replay: Replay, ending: str) -> Summary:
    state, replica = replay.state, replay.replica
    if state is None or replica is None:
        return Summary()
    people = tuple(Person(player.number, player.name, player.bot, player.node, player.seat) for player in state.players)
    return Summary(
        table=state.table.hex(),
        title=state.genesis.title,
        variant=state.genesis.variant,
        entries=replay.head,
        messages=replay.messages,
        void=replay.void,
        deals=replay.deals,
        people=people,
        ending=ending,
        head=replica.hash_at(replay.head),
        marks=replay.marks.newest,
    )


def _state(count: int, *, failed: bool) -> State:
    if failed:
        return State.FAILED
    return State.PASSED if count else State.NOT_REACHED
