"""Who hosted: the votes in the first entry of each term, and what proves that somebody voted or ordered twice."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from kalooki.codec import encode_vote
from kalooki.codec.transcript import Evidence, write_transcript
from kalooki.table.hosting import make_entry
from kalooki.table.log import TABLE, ByNode, Certificate, Entry, entry_signing_bytes
from kalooki.table.payloads import Accuse, CeremonyNumber, NodeNumber, Payload, TermStart, Tip, Vote
from kalooki.table.pen import Heading
from kalooki.table.signing import sign
from kalooki.table.turn import Turn
from kalooki.table.votes import vote_signing_bytes
from kalooki.verify.damage import locate
from kalooki.verify.report import Check, Finding, Report, Verdict
from kalooki.verify.verifier import verify_transcript
from support.election_world import Arena


@pytest.fixture(scope="module")
def world() -> Arena:
    """A table whose second host has committed something."""
    world = Arena(11, 3)
    world.kill(0)
    world.until(lambda: any(number != 0 for number in world.hosts()), "nobody is elected")
    said = world.say(1)
    world.until(lambda: world.is_settled(1, said), "nothing is committed")
    return world


def entries_of(world: Arena) -> tuple[Entry, ...]:
    return world.node(1).entries(1, world.node(1).committed_index)


def host_of(world: Arena) -> int:
    (host,) = [number for number in world.hosts() if number != 0]
    return host


def judge(world: Arena, entries: Iterable[Entry], *evidence: Evidence) -> Report:
    certificate = world.node(1).certificate()
    assert certificate is not None
    known = list(entries)
    certificates: list[Certificate] = [certificate] if len(known) >= certificate.index else []
    return verify_transcript(write_transcript([*known, *certificates, *evidence]), world.group, bytes(32))


def only(report: Report) -> Finding:
    (finding,) = report.findings
    return finding


def signed(world: Arena, number: int, entry: Entry) -> Entry:
    secret = world.processes[number].config.key
    entry = replace(entry, signature=sign(secret, entry_signing_bytes(world.table, entry)))
    return replace(entry, wire=world.processes[number].tools.seal_entry(entry))


def next_entry(world: Arena, number: int, term: int, payload: Payload, more: int = 0) -> Entry:
    """The entry that a node could make of its own words, with `more` of them behind."""
    desk, turn = world.node(number)._desk, Turn(world.entropy())  # noqa: SLF001 - its keys
    heading = Heading(ByNode(NodeNumber(number)), desk.config.key, TABLE, desk.replica.known)
    messages = tuple(desk.pen.write(f"forged/{world.entropy().hex()}", heading, payload, turn) for _ in range(more + 1))
    return make_entry(desk.replica, term, messages, desk.config.key, desk.tools)


def vote(  # noqa: PLR0913 - what a vote says
    world: Arena, node: int, term: int, candidate: int, tip: Tip, *, trial: bool = False
) -> Vote:
    statement = vote_signing_bytes(world.table, term, NodeNumber(candidate), tip, trial=trial)
    signature = sign(world.processes[node].config.key, statement)
    return Vote(NodeNumber(node), term, NodeNumber(candidate), tip, trial, signature)


def tip_of(world: Arena) -> Tip:
    return world.node(host_of(world))._desk.replica.tip  # noqa: SLF001 - the end of the log


def test_a_record_with_an_election_is_valid_and_says_how_many_hosts_were_checked(world: Arena) -> None:
    report = judge(world, entries_of(world))
    assert report.verdict is Verdict.VALID
    (hosts,) = [result for result in report.results if result.check is Check.HOSTS]
    assert hosts.count == 2


def test_a_term_that_begins_with_too_few_votes_or_twice_or_late_in_an_entry_is_found(world: Arena) -> None:
    host, tip = host_of(world), tip_of(world)
    votes = tuple(vote(world, node, 9, host, tip) for node in (1, 2))
    false = [
        next_entry(world, host, 9, TermStart(9, votes[:1])),
        next_entry(world, host, 9, TermStart(8, votes)),
        next_entry(world, host, 9, TermStart(9, votes), more=1),
        next_entry(world, host, 9, Accuse(1, CeremonyNumber(9))),
        next_entry(world, host, tip.term, TermStart(9, votes)),
    ]
    for entry in false:
        finding = only(judge(world, [*entries_of(world), entry]))
        assert (finding.check, finding.code) == (Check.HOSTS, "not_elected")
    again = next_entry(world, host, tip.term, TermStart(tip.term, votes))
    assert only(judge(world, [*entries_of(world), again])).code in {"malformed_entry", "not_elected"}


def test_a_vote_that_counts_or_an_old_term_stands_nowhere(world: Arena) -> None:
    host = host_of(world)
    old = next_entry(world, host, 1, Accuse(1, CeremonyNumber(9)))
    assert only(judge(world, [*entries_of(world), old])).code == "stale_term"
    tip = tip_of(world)
    votes = tuple(vote(world, node, 9, 3 - host, tip) for node in (1, 2))
    stolen = next_entry(world, host, 9, TermStart(9, votes))
    assert only(judge(world, [*entries_of(world), stolen])).code == "not_elected"


def test_two_votes_in_one_term_prove_themselves_against_their_node(world: Arena) -> None:
    tip = tip_of(world)
    first, second = vote(world, 0, 9, 1, tip), vote(world, 0, 9, 2, tip)
    proof = [Evidence("double_vote", encode_vote(one)) for one in (first, second)]
    finding = only(judge(world, entries_of(world), *proof))
    assert (finding.check, finding.code, finding.node) == (Check.EVIDENCE, "double_vote", 0)


def test_one_vote_a_trial_vote_and_a_strangers_prove_nothing(world: Arena) -> None:
    tip = tip_of(world)
    kept = [
        vote(world, 0, 9, 1, tip),
        vote(world, 0, 8, 1, tip, trial=True),
        replace(vote(world, 0, 7, 1, tip), node=NodeNumber(9)),
    ]
    report = judge(world, entries_of(world), *(Evidence("double_vote", encode_vote(one)) for one in kept))
    assert report.verdict is Verdict.VALID
    assert sum("proves nothing" in note for note in report.notes) == 2


def test_an_elected_host_that_orders_twice_is_named_and_a_lost_tail_accuses_nobody(world: Arena) -> None:
    entries, host = entries_of(world), host_of(world)
    last = entries[-1]
    assert last.term > 1
    twin = signed(world, host, replace(last, state_before=bytes(32)))  # type: ignore[arg-type]
    finding = only(judge(world, entries, Evidence("fork", twin.wire)))
    assert (finding.code, finding.node) == ("fork", host)
    tail = signed(world, 0, replace(last, term=1))
    report = judge(world, entries, Evidence("fork", tail.wire))
    assert report.verdict is Verdict.VALID
    assert any("taken back" in note for note in report.notes)
    unknown = signed(world, 0, replace(last, term=99))
    assert judge(world, entries, Evidence("fork", unknown.wire)).verdict is Verdict.VALID


def test_damage_is_located_by_the_keys_of_elected_hosts(world: Arena) -> None:
    entries = list(entries_of(world))
    assert locate(entries) == []
    entries[-1] = replace(entries[-1], body=entries[-1].body + b"x")
    (finding,) = locate(entries)
    assert (finding.check, finding.entry) == (Check.SIGNATURES, len(entries))
