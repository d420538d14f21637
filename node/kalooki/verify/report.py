"""What a verification says: numbered checks, findings, one verdict."""

from dataclasses import dataclass
from enum import Enum, IntEnum

from kalooki.table.log import Digest
from kalooki.table.payloads import NodeNumber, PlayerNumber
from kalooki.table.status import Mark
from kalooki.worded import Worded


class Verdict(Enum):
    """One word for the whole transcript."""

    VALID = "VALID"
    INVALID = "INVALID"
    INCOMPLETE = "INCOMPLETE"
    UNKNOWN_VERSION = "UNKNOWN VERSION"
    UNREADABLE = "UNREADABLE"

    @property
    def exit_code(self) -> int:
        """What `kalooki verify` exits with."""
        return _EXIT_CODES[self]


_EXIT_CODES = {
    Verdict.VALID: 0,
    Verdict.INVALID: 1,
    Verdict.INCOMPLETE: 2,
    Verdict.UNKNOWN_VERSION: 3,
    Verdict.UNREADABLE: 4,
}


class Check(IntEnum):
    """What is checked, by the number that findings name."""

    FORMAT = 1
    VERSION = 2
    PARAMETERS = 3
    RULES = 4
    IDENTITIES = 5
    SIGNATURES = 6
    CHAIN = 7
    STATES = 8
    CERTIFICATES = 9
    SESSION = 10
    KEYS = 11
    SHUFFLES = 12
    SHARES = 13
    ACTIONS = 14
    SCORES = 15
    CONSERVATION = 16
    EVIDENCE = 17
    END = 18
    HOSTS = 19
    CONTINUATION = 20


TITLES: dict[Check, Worded] = {
    Check.FORMAT: Worded("the file: every record canonical, sealed by the last one"),
    Check.VERSION: Worded("versions of file, protocol and rules"),
    Check.PARAMETERS: Worded("parameters; generators and card points are derived"),
    Check.RULES: Worded("digest of the rules in force"),
    Check.IDENTITIES: Worded("identity keys; nodes vouch for their players"),
    Check.SIGNATURES: Worded("signatures of the host and of every author"),
    Check.CHAIN: Worded("chain of entries, counters of messages"),
    Check.STATES: Worded("digest of the state before every entry"),
    Check.CERTIFICATES: Worded("certificates: a quorum acknowledged the entry"),
    Check.SESSION: Worded("session, bound to all identities and nonces"),
    Check.KEYS: Worded("keys with proofs of possession, and their backups"),
    Check.SHUFFLES: Worded("shuffles with proofs, each from the deck before it"),
    Check.SHARES: Worded("decryption shares with proofs, and what they open"),
    Check.ACTIONS: Worded("actions under the rules"),
    Check.SCORES: Worded("scores and money, counted again"),
    Check.CONSERVATION: Worded("cards: none lost, none twice, no face too often"),
    Check.EVIDENCE: Worded("evidence against somebody"),
    Check.END: Worded("the end: closed or played out, certified to the last entry"),
    Check.HOSTS: Worded("hosts: the founder, then who was elected by the votes of a quorum"),
    Check.CONTINUATION: Worded("where it goes on from: signed by all who go on, as the earlier record has it"),
}


class State(Enum):
    """How a check went."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_REACHED = "not reached"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it must be."""

    check: Check
    code: str
    text: str
    """For people, `Worded` or `Coded`; names no key, card or body."""
    entry: int | None = None
    player: PlayerNumber | None = None
    """Only for a false statement that carries this player's valid signature."""
    node: NodeNumber | None = None
    """Likewise, for a node's."""


@dataclass(frozen=True, slots=True)
class Result:
    """One check."""

    check: Check
    state: State
    count: int
    """How many things were looked at."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player of the transcript."""

    player: PlayerNumber
    name: str
    bot: str
    node: NodeNumber
    seat: int | None


@dataclass(frozen=True, slots=True)
class Summary:
    """What the transcript is about, as far as it could be read."""

    table: str = ""
    title: str = ""
    variant: str = ""
    entries: int = 0
    messages: int = 0
    void: int = 0
    """Messages that came too late or were refused; they are no fault."""
    deals: int = 0
    people: tuple[Person, ...] = ()
    ending: str = ""
    head: Digest | None = None
    """The hash of the last entry that follows."""
    marks: tuple[Mark, ...] = ()
    """The newest entries whose words a client shows."""


@dataclass(frozen=True, slots=True)
class Report:
    """All of it."""

    verdict: Verdict
    results: tuple[Result, ...]
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    summary: Summary
