"""Follow a log entry by entry, with the same machine as the nodes, and note what is wrong with it."""

from collections import Counter

from kalooki.codec import unseal
from kalooki.fair.group import Group
from kalooki.rules.events import DealScored, Event
from kalooki.rules.registry import RULES_VERSION
from kalooki.table.authors import is_authentic
from kalooki.table.checks import Checks
from kalooki.table.continuing import ContinuationError
from kalooki.table.countdown import ends_a_limit, needs_certificate
from kalooki.table.genesis import GenesisError, OtherProtocolError, OtherRulesError, table_id
from kalooki.table.log import ByNode, ByPlayer, Entry, LogError, Message
from kalooki.table.marks import Marks
from kalooki.table.payloads import (
    Absent,
    Act,
    Admit,
    Agree,
    Begin,
    Genesis,
    KeyBackup,
    KeyShare,
    Leave,
    NodeNumber,
    OpenedBackup,
    OpenHand,
    Payload,
    Shares,
    StandIn,
    TakeSeat,
    TermStart,
)
from kalooki.table.replica import Applied, Replica, started_decks
from kalooki.table.results import Effective, Faulty, Void
from kalooki.table.results import Result as Became
from kalooki.table.signing import BadIdentityError, check_identity
from kalooki.table.state import Record, TableState
from kalooki.table.wellformed import MalformedEntryError, MismatchError, NotElectedError, UnsignedEntryError
from kalooki.verify.ledger import recount
from kalooki.verify.report import Check, Finding
from kalooki.worded import Coded, Worded

_FAULTS = {
    "invalid_key": Check.KEYS,
    "invalid_backup": Check.KEYS,
    "invalid_shuffle_proof": Check.SHUFFLES,
}
"""Which check a player's false statement fails; all others are about shares and the cards that they open."""

_LOOKED_AT: dict[type[Payload], tuple[Check, ...]] = {
    Genesis: (Check.VERSION, Check.PARAMETERS, Check.RULES, Check.IDENTITIES, Check.HOSTS),
    TermStart: (Check.HOSTS,),
    Admit: (Check.IDENTITIES,),
    TakeSeat: (Check.IDENTITIES,),
    StandIn: (Check.IDENTITIES,),
    Begin: (Check.SESSION,),
    KeyShare: (Check.KEYS,),
    KeyBackup: (Check.KEYS,),
    OpenedBackup: (Check.KEYS,),
    Act: (Check.ACTIONS,),
    Absent: (Check.ACTIONS,),
    Agree: (Check.ACTIONS,),
    Leave: (Check.KEYS,),
    OpenHand: (Check.ACTIONS,),
}
"""Which checks a message passes by having an effect, shares apart."""


class Replay:
    """The log so far, and what was found in it. It changes as it goes: a verification is one pass."""

    def __init__(self, group: Group, seed: bytes, marked: frozenset[int]) -> None:
        self.findings: list[Finding] = []
        self.counts: Counter[Check] = Counter()
        self.void = 0
        self.messages = 0
        self.deals = 0
        self.unknown_version = False
        self.broken = False
        """An entry does not follow, or deals from a false deck: nothing after it can be judged."""
        self.hosts: dict[int, NodeNumber] = {}
        """Of each term that the log has."""
        self.states: dict[int, TableState] = {}
        """The table after each of the marked entries."""
        self.replica: Replica | None = None
        """None before the first entry."""
        self.applied: Applied | None = None
        """The last entry that follows, with what it made of the table."""
        self.ended: dict[int, str] = {}
        """The entries that stand on clocks, each of which needs a certificate of its own, and the word for its lack."""
        self.marks = Marks()
        self._checks = Checks(group, unseal, seed)
        self._marked = marked
        self._stood_in: set[tuple[int, int, int]] = set()
        """Who was absent so that others owed shares for him: entry, ceremony and seat of each such debt so far."""
        self._judged: set[int] = set()
        self._false: set[int] = set()
        """Ceremonies with a false shuffle: nothing can be said of what is dealt from them."""
        self._chains: dict[int, tuple[Record, TableState]] = {}
        """Each ceremony that has shuffles, as it was last seen, with the table around it."""

    @property
    def state(self) -> TableState | None:
        """The table after the last entry that follows."""
        return None if self.replica is None else self.replica.accepted

    @property
    def head(self) -> int:
        """The last entry that follows."""
        return 0 if self.replica is None else self.replica.last_index

    def follow(self, entry: Entry) -> tuple[Event, ...]:
        """Check an entry and apply it; give what came of it for people."""
        if self.broken:
            return ()
        replica = self.replica or Replica(table_id(entry.messages[0].payload_bytes), self._checks)
        try:
            applied = replica.accept(entry)
        except LogError as wrong:
            self.broken = True
            self._refuse(entry, wrong)
            return ()
        self.applied = replica.commit()
        self.replica = replica
        self.hosts[entry.term] = applied.after.host
        if entry.index in self._marked:
            self.states[entry.index] = applied.after
        self.marks.take(applied, replica.hash_at(entry.index))
        if needs_certificate(applied):
            self.ended[entry.index] = "time_not_certified" if ends_a_limit(applied) else "absence_not_certified"
        self._count_entry(entry)
        for message, what in zip(entry.messages, applied.results, strict=True):
            self._note(message, what)
        events = tuple(event for what in applied.results for event in _events(what))
        self._count_again(applied.before, applied.after, events)
        self._watch_chains(applied.after)
        for owed in applied.after.owed:
            if owed.grant.absent is not None:
                self._stood_in.add((owed.index, owed.ceremony, owed.grant.absent))
        started = {ceremony.plan.setting.number for ceremony in started_decks(applied)}
        self.broken = bool(started & self._false)
        return events

    def finish(self) -> None:
        """Judge the shuffles of decks that never became complete."""
        for number, (record, state) in self._chains.items():
            if number not in self._judged:
                self._judge(record, state)

    # --- whether an entry may stand there -----------------------------------------------------------------------------

    def _refuse(self, entry: Entry, wrong: LogError) -> None:
        check = Check.CHAIN
        match wrong:
            case OtherProtocolError():
                check, self.unknown_version = Check.VERSION, True
            case OtherRulesError():
                check, self.unknown_version = Check.RULES, _is_of_other_rules(entry)
            case ContinuationError():
                check = Check.CONTINUATION
            case GenesisError():
                check = _founders_check(entry)
            case UnsignedEntryError():
                check = Check.SIGNATURES
            case NotElectedError():
                check = Check.HOSTS
            case MismatchError():
                check = Check.STATES
            case MalformedEntryError() if self.state is not None and not all(
                is_authentic(self.state, each) for each in entry.messages
            ):
                check = Check.SIGNATURES
            case _:
                pass
        self.findings.append(Finding(check, wrong.code, Coded(wrong.code, wrong), entry.index))

    # --- what it did --------------------------------------------------------------------------------------------------

    def _count_entry(self, entry: Entry) -> None:
        self.messages += len(entry.messages)
        self.counts[Check.SIGNATURES] += 1 + len(entry.messages)
        self.counts[Check.CHAIN] += 1
        self.counts[Check.STATES] += 1

    def _note(self, message: Message, became: Became) -> None:
        match became:
            case Void(code, detail):
                self.void += 1
                if code == "false_accusation" and isinstance(message.author, ByNode):
                    text = Coded(code, detail)
                    self.findings.append(Finding(Check.SHUFFLES, code, text, self.head, node=message.author.node))
                if isinstance(message.author, ByPlayer) and self._is_early(message, code):
                    early = Worded("a share of somebody's key was given away before its time")
                    finding = Finding(Check.SHARES, "early_backup", early, self.head, message.author.player)
                    self.findings.append(finding)
            case Effective():
                self.counts.update(_LOOKED_AT.get(type(message.payload), ()))
                self.counts[Check.SHARES] += _shares_in(message)
            case Faulty(fault, detail):
                check = _FAULTS.get(fault.code, Check.SHARES)
                known = {(each.player, each.entry) for each in self.findings}
                if (fault.player, fault.index) not in known:
                    text = Coded(fault.code, detail)
                    self.findings.append(Finding(check, fault.code, text, fault.index, fault.player))

    def _is_early(self, message: Message, code: str) -> bool:
        """Say whether a message without effect gave a share of a key away that no honest node gives yet.

        What a node says hangs on a log that it has, and this is that log: so it was no race.
        """
        match message.payload:
            case Shares(owed=owed, batches=batches):
                helped = {(owed, batch.ceremony, batch.absent) for batch in batches if batch.absent is not None}
                return not helped <= self._stood_in
            case KeyBackup():
                return code in {"shuffles_incomplete", "not_now"}
            case _:
                return False

    def _count_again(self, before: TableState, after: TableState, events: tuple[Event, ...]) -> None:
        scored = sum(isinstance(event, DealScored) for event in events)
        self.deals += scored
        self.counts[Check.SCORES] += scored
        self.counts[Check.CONSERVATION] += before.game is not None
        self.findings += recount(before.game, after.game, events, after.index)

    # --- shuffles -----------------------------------------------------------------------------------------------------

    def _watch_chains(self, state: TableState) -> None:
        for record in state.ceremonies:
            if record.number in self._judged or not record.ceremony.steps:
                continue
            self._chains[record.number] = record, state
            if record.ceremony.complete:
                self._judge(record, state)

    def _judge(self, record: Record, state: TableState) -> None:
        self._judged.add(record.number)
        self.counts[Check.SHUFFLES] += len(record.ceremony.steps)
        verdict = record.ceremony.verification_job().run(self._checks.seed)
        if verdict.valid:
            return
        self._false.add(record.number)
        seats = [member.seat for member in record.ceremony.plan.setting.seats]
        assert verdict.culprit is not None, "a false chain has a first false proof"
        culprit = state.player_of(record, verdict.culprit)
        index = record.shuffled_in[seats.index(verdict.culprit)]
        code = "invalid_shuffle_proof"
        self.findings.append(Finding(Check.SHUFFLES, code, Coded(code, verdict.reason), index, culprit.number))


def _shares_in(message: Message) -> int:
    match message.payload:
        case Shares(batches=batches) | Act(evidence=batches) | OpenHand(evidence=batches):
            return sum(len(batch.positions) for batch in batches)
        case _:
            return 0


def _events(became: Became) -> tuple[Event, ...]:
    return became.events if isinstance(became, Effective) else ()


def _founders_check(entry: Entry) -> Check:
    genesis = entry.messages[0].payload
    assert isinstance(genesis, Genesis), "only a genesis is refused as one"
    try:
        check_identity(genesis.founder)
    except BadIdentityError:
        return Check.IDENTITIES
    return Check.PARAMETERS


def _is_of_other_rules(entry: Entry) -> bool:
    """Say whether the rules have another number than ours, so that this program cannot judge by them."""
    genesis = entry.messages[0].payload
    return isinstance(genesis, Genesis) and genesis.rules_version != RULES_VERSION
