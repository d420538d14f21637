"""The table that another goes on from: its record is judged as any, and must say what the genesis says of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kalooki.table.continued import Continuation, Heir
from kalooki.table.continuing import drafted, is_played
from kalooki.table.payloads import Genesis
from kalooki.table.state import TableState
from kalooki.verify.replay import Replay
from kalooki.verify.report import Check, Finding, Report
from kalooki.worded import Worded

EARLIER_MISSING = "earlier_missing"
_LATER = frozenset({"not_certified"})
"""What is missing at the end of an earlier record, and is no matter: all who go on have signed its head."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A record, and the log in it."""

    report: Report
    replay: Replay


@dataclass(frozen=True, slots=True)
class Earlier:
    """What is to be said of the tables before."""

    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()


Judge = Callable[[bytes, int], Verified]
"""Verifies an earlier record, and keeps the table after this entry."""


def judge_earlier(replay: Replay, branches: Sequence[bytes], judge: Judge) -> Earlier:
    """Hold what a genesis says of the table before it to the records of that table."""
    state = replay.state
    old = None if state is None else state.genesis.continues
    if state is None or old is None:
        return Earlier()
    replay.counts[Check.CONTINUATION] = len(old.going)
    left = ", ".join(heir.name for heir in old.heirs if not heir.goes_on)
    without = Worded(" without {who}, who did not sign that: why, a transcript cannot tell", who=left) if left else ""
    note = Worded(
        "it goes on from table {table} after deal {deal}{without}",
        table=old.table.hex(),
        deal=old.standing.number - 1,
        without=without,
    )
    if not branches:
        text = Worded("the record of table {table}, from which it goes on, is not in it", table=old.table.hex())
        return Earlier((Finding(Check.CONTINUATION, EARLIER_MISSING, text),), (note,))
    findings: list[Finding] = []
    notes: list[str] = [note]
    for branch in branches:
        verified = judge(branch, old.index)
        for one in verified.report.findings:
            culprit = _culprit(one, old, verified.replay)
            if culprit is not None and old.parties[culprit.node] not in old.going:
                who, what = culprit.name, one.text
                notes.append(
                    Worded("the earlier record convicts {who}, who does not go on: {what}", who=who, what=what)
                )
            elif _counts(one, old):
                findings.append(_finding(one, culprit))
            else:
                notes.append(Worded("the earlier record, after where it goes on: {what}", what=one.text))
        wrong = _contradiction(state.genesis, old, verified.replay)
        findings += [wrong] if wrong is not None else []
    return Earlier(tuple(dict.fromkeys(findings)), tuple(dict.fromkeys(notes)))


def _counts(finding: Finding, old: Continuation) -> bool:
    """Say whether something is wrong with what the new table goes on from, and not only with what came later."""
    return finding.code not in _LATER and (finding.entry is None or finding.entry <= old.index)


def _culprit(finding: Finding, old: Continuation, replay: Replay) -> Heir | None:
    """Return whom kept evidence convicts: to go on without him is what another table is there for."""
    state = replay.state
    if state is None or finding.check is not Check.EVIDENCE:
        return None
    node = finding.node if finding.player is None else state.players[finding.player].node
    identities = {member.identity for member in state.members if member.number == node}
    return next((heir for heir in old.heirs if old.parties[heir.node].identity in identities), None)


def _finding(inner: Finding, culprit: Heir | None) -> Finding:
    where = "" if inner.entry is None else Worded(", entry {entry}", entry=inner.entry)
    whom = "" if culprit is None else Worded(", against {who}", who=culprit.name)
    text = Worded("the earlier record{where}{whom}: {what}", where=where, whom=whom, what=inner.text)
    return Finding(Check.CONTINUATION, inner.code, text)


def _contradiction(genesis: Genesis, old: Continuation, replay: Replay) -> Finding | None:
    """Name the first thing that a genesis says of the table before and that its record does not."""
    before, replica = replay.state, replay.replica
    if before is None or replica is None:
        return None  # what is wrong with the record has been said
    if before.table != old.table:
        return _false("false_table", "the earlier record is of table {table}", table=before.table.hex())
    state = replay.states.get(old.index)
    if state is None:
        entry = old.index
        return None if replay.broken else _false("false_head", "the earlier record has no entry {entry}", entry=entry)
    if replica.hash_at(old.index) != old.head:
        return _false("false_head", "entry {entry} of the earlier record is another one", entry=old.index)
    return _contradiction_at(genesis, old, state)


def _contradiction_at(genesis: Genesis, old: Continuation, state: TableState) -> Finding | None:
    numbers = {member.identity: member.number for member in state.members}
    strange = [party for party in old.parties if party.identity not in numbers]
    if strange or not is_played(state):
        names = [heir.name for heir in old.heirs if old.parties[heir.node] in strange]
        who = ", ".join(names) or Worded("somebody")
        return _false("false_people", "{who} was no part of the earlier table, or no game was played there", who=who)
    going = frozenset(numbers[party.identity] for party in old.going)
    true = drafted(state, old.head, (numbers[genesis.founder], going), genesis.chance, old.attempt).continues
    assert true is not None, "a draft goes on from a table"
    if true.standing != old.standing:
        return _false("false_scores", "the scores are not those of the earlier record")
    named = [heir.name for heir, real in zip(old.heirs, true.heirs, strict=False) if heir != real]
    if named or len(old.heirs) != len(true.heirs):
        return _false("false_people", "who sits where is not as in the earlier record: {who}", who=", ".join(named))
    given = [(party.identity, party.tls_certificate, party.vote) for party in old.parties]
    if given != [(party.identity, party.tls_certificate, party.vote) for party in true.parties]:
        return _false("false_people", "the nodes are not those of the earlier record")
    if (genesis.rules_digest, old.place) != (state.genesis.rules_digest, true.place):
        return _false("false_rules", "the earlier table played by other rules")
    return None


def _false(code: str, template: str, **fields: object) -> Finding:
    return Finding(Check.CONTINUATION, code, Worded(template, **fields), 1)
