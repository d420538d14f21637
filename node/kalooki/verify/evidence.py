"""Evidence: signed bytes that somebody kept because they prove a fault, believed only as far as they prove it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from kalooki.codec import MalformedError, decode_entry, decode_message, decode_payload, decode_vote
from kalooki.codec.transcript import Evidence
from kalooki.table.authors import is_authentic
from kalooki.table.continued import Continuation
from kalooki.table.continuing import pledge_of, signers, unsigned
from kalooki.table.genesis import table_id
from kalooki.table.log import UNCOUNTED, ByNode, ByPlayer, Digest, Entry, LogError, Message
from kalooki.table.payloads import Genesis, NodeNumber, Vote
from kalooki.table.pledges import DOUBLE_DRAFT, DOUBLE_OPENING, OTHER_TABLE, founded, in_both
from kalooki.table.pool import said
from kalooki.table.replica import Replica
from kalooki.table.state import FOUNDER, TableState
from kalooki.table.votes import is_vote
from kalooki.table.wellformed import MalformedEntryError, MismatchError, check_entry, is_by
from kalooki.verify.replay import Replay
from kalooki.verify.report import Check, Finding
from kalooki.worded import Coded, Worded


@dataclass(frozen=True, slots=True)
class Weighed:
    """What evidence says: each thing once."""

    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    """Why evidence proves nothing. That is no fault of the log: anybody can put such bytes in."""


def weigh(evidence: Sequence[Evidence], replay: Replay) -> Weighed:
    """Say what evidence proves; what only repeats what the log has shown adds nothing."""
    replica, state = replay.replica, replay.state
    if replica is None or state is None:
        return Weighed(notes=(_nothing("there is no table that it could be about"),)) if evidence else Weighed()
    drafts = [one for one in evidence if one.kind == DOUBLE_DRAFT]
    others = [one for one in evidence if one.kind == OTHER_TABLE]
    entries, messages, votes, found = _sorted(one for one in evidence if one.kind not in {DOUBLE_DRAFT, OTHER_TABLE})
    found += _weigh_entries(entries, replay.hosts, replica, state)
    found += _weigh_votes(votes, state)
    found += _weigh_drafts(drafts, state)
    for one in others:
        found += _weigh_other(one, state)
    found += _weigh_messages(messages, replay, replica, state)
    return Weighed(
        tuple(dict.fromkeys(one for one in found if isinstance(one, Finding))),
        tuple(dict.fromkeys(one for one in found if isinstance(one, str))),
    )


def _sorted(
    evidence: Iterable[Evidence],
) -> tuple[list[Entry], list[tuple[str, Message]], list[Vote], list[Finding | str]]:
    entries: list[Entry] = []
    messages: list[tuple[str, Message]] = []
    votes: list[Vote] = []
    strange: list[Finding | str] = []
    for one in evidence:
        with suppress(MalformedError):
            entries.append(decode_entry(one.wire))
            continue
        with suppress(MalformedError):
            messages.append((one.kind, decode_message(one.wire)))
            continue
        with suppress(MalformedError):
            votes.append(decode_vote(one.wire))
            continue
        strange.append(_nothing("it is neither an entry nor a message nor a vote"))
    return entries, messages, votes, strange


# --- entries ----------------------------------------------------------------------------------------------------------


def _weigh_entries(
    entries: Sequence[Entry], hosts: Mapping[int, NodeNumber], replica: Replica, state: TableState
) -> Iterator[Finding | str]:
    """Hold entries against each other first: two for one place prove a fork wherever the log ends."""
    signed: dict[tuple[int, int], dict[Digest, Entry]] = {}
    for entry in entries:
        host = hosts.get(entry.term)
        if host is not None and is_by(state, host, entry):
            signed.setdefault((entry.term, entry.index), {})[entry.hash(state.table)] = entry
        else:
            yield _nothing("the host did not sign it")
    for twins in signed.values():
        entry = next(iter(twins.values()))
        host = hosts[entry.term]
        finding = _forked(entry, host) if len(twins) > 1 else _weigh_entry(entry, host, replica, state)
        if finding is not None:
            yield finding


def _weigh_entry(entry: Entry, host: NodeNumber, replica: Replica, state: TableState) -> Finding | str | None:
    if entry.index > replica.last_index:
        return _weigh_next(entry, replica, state)
    if entry.hash(state.table) == replica.hash_at(entry.index):
        return None
    if replica.term_at(entry.index) != entry.term:
        return _nothing("it was taken back when a new host was elected, which is no fault")
    return _forked(entry, host)


def _weigh_next(entry: Entry, replica: Replica, state: TableState) -> Finding | str:
    """An entry after the last one, which nobody acknowledged."""
    try:
        check_entry(state, entry, replica.hash_at, replica.digest)
    except (MalformedEntryError, MismatchError) as wrong:
        text = Worded("the host signed what may not stand in the log: {wrong}", wrong=Coded(wrong.code, wrong))
        return _against_host(entry, state.host, wrong.code, text)
    except LogError:
        return _nothing("it is about a part of the log that is not here")
    return _nothing("the entry is one that may follow")


def _forked(entry: Entry, host: NodeNumber) -> Finding:
    return _against_host(entry, host, "fork", Worded("the host signed two entries for one place"))


def _against_host(entry: Entry, host: NodeNumber, code: str, text: str) -> Finding:
    return Finding(Check.EVIDENCE, code, text, entry.index, node=host)


# --- votes ------------------------------------------------------------------------------------------------------------


def _weigh_votes(votes: Sequence[Vote], state: TableState) -> Iterator[Finding | str]:
    given: dict[tuple[NodeNumber, int], set[tuple[object, object]]] = {}
    for vote in votes:
        if vote.trial or not is_vote(state.table, state.electors(), vote):
            yield _nothing("it is no vote of a node that votes")
        else:
            given.setdefault((vote.node, vote.term), set()).add((vote.candidate, vote.tip))
    for (node, term), choices in given.items():
        if len(choices) > 1:
            yield Finding(Check.EVIDENCE, "double_vote", Worded("two votes in term {term}", term=term), node=node)
        else:
            yield _nothing("one vote in term {term} is what a node may give", term=term)


# --- drafts of tables that go on --------------------------------------------------------------------------------------


def _weigh_drafts(evidence: Sequence[Evidence], state: TableState) -> Iterator[Finding | str]:
    """Two drafts of one number that a node has signed: it would go on at two tables."""
    signed: dict[tuple[bytes, int], set[bytes]] = {}
    for one in evidence:
        draft = _draft(one, state)
        if draft is None:
            yield _nothing("it is no draft of a table that goes on from this one")
            continue
        pledge = pledge_of(*draft)
        for identity in signers(*draft):
            signed.setdefault((identity, pledge.attempt), set()).add(pledge.digest)
    numbers = {member.identity: member.number for member in state.members}
    for (identity, attempt), drafts in signed.items():
        if len(drafts) > 1 and identity in numbers:
            text = Worded("two drafts numbered {attempt} of a table that goes on", attempt=attempt)
            yield Finding(Check.EVIDENCE, DOUBLE_DRAFT, text, node=numbers[identity])


def _draft(evidence: Evidence, state: TableState) -> tuple[Genesis, Continuation] | None:
    with suppress(MalformedError):
        genesis = decode_payload(evidence.wire)
        old = genesis.continues if isinstance(genesis, Genesis) else None
        before = state.genesis.continues
        tables = {state.table} if before is None else {state.table, before.table}
        if isinstance(genesis, Genesis) and old is not None and old.table in tables:
            return genesis, old
    return None


def _weigh_other(evidence: Evidence, state: TableState) -> Iterator[Finding | str]:
    """The first message of another table that goes on from the same one: who founded or signed both at once lies.

    Else it proves only that there is another, and who is there: a table may be torn in two.
    """
    ours, other = state.genesis, _other(evidence, state)
    if other is None:
        yield _nothing("nobody has opened by it another table that goes on from the same one")
        return
    table, genesis, old = other
    missing = unsigned(genesis, old)
    if missing:
        yield _nothing("not all have signed it who would go on there")
        return
    names = ", ".join(heir.name for heir in old.heirs if heir.goes_on)
    yield Worded(
        "another table goes on from the same one: table {table}, signed by {names}, its draft being number {attempt};"
        " which of the two counts, a transcript cannot tell",
        table=table.hex(),
        names=names,
        attempt=old.attempt,
    )
    if genesis.founder == ours.founder:
        text = Worded("it has opened table {table}, too, which goes on from the same one", table=table.hex())
        yield Finding(Check.EVIDENCE, DOUBLE_OPENING, text, node=FOUNDER)
    numbers = {member.identity: member.number for member in state.members}
    for identity in in_both(ours, genesis):
        text = Worded("two drafts numbered {attempt} of a table that goes on", attempt=old.attempt)
        yield Finding(Check.EVIDENCE, DOUBLE_DRAFT, text, node=numbers[identity])


def _other(evidence: Evidence, state: TableState) -> tuple[Digest, Genesis, Continuation] | None:
    before = state.genesis.continues
    with suppress(MalformedError):
        message = decode_message(evidence.wire)
        found, table = founded(message), table_id(message.payload_bytes)
        if before is not None and found is not None and found[1].table == before.table and table != state.table:
            return table, *found
    return None


# --- messages ---------------------------------------------------------------------------------------------------------


def _weigh_messages(
    messages: Sequence[tuple[str, Message]], replay: Replay, replica: Replica, state: TableState
) -> list[Finding | str]:
    signed = [message for _, message in messages if is_authentic(state, message)]
    logged = [message for entry in replica.entries for message in entry.messages] if signed else []
    faults = {finding.code for finding in replay.findings if finding.player is not None}
    found: list[Finding | str] = []
    for kind, message in messages:
        if message not in signed:
            found.append(_nothing("its author did not sign it"))
        elif any(_is_double(message, other) for other in (*signed, *logged)):
            found.append(_against_author(message))
        elif kind not in faults:
            found.append(_nothing("the log shows no such fault"))
    return found


def _is_double(one: Message, other: Message) -> bool:
    """Say whether an author has used one counter for two messages; Shares have none."""
    if isinstance(one.payload, UNCOUNTED) or isinstance(other.payload, UNCOUNTED):
        return False
    place = (one.author, one.stream, one.counter)
    return place == (other.author, other.stream, other.counter) and said(one) != said(other)


def _against_author(message: Message) -> Finding:
    text = Worded("two messages with counter {counter} in one stream", counter=message.counter)
    match message.author:
        case ByPlayer(player):
            return Finding(Check.EVIDENCE, "double_message", text, player=player)
        case ByNode(node):
            return Finding(Check.EVIDENCE, "double_message", text, node=node)


def _nothing(why: str, **fields: object) -> str:
    return Worded("evidence that proves nothing: {why}", why=Worded(why, **fields))
