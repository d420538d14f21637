"""Quorums and certificates, and a log that is replayed from a file."""

from dataclasses import replace
from itertools import pairwise

import pytest

from kalooki.codec import unseal
from kalooki.table.acks import Acks
from kalooki.table.checks import Checks
from kalooki.table.log import Ack, Certificate, Digest, GapError, LogError, Stream, ack_signing_bytes
from kalooki.table.payloads import NodeNumber, Ready, Shares
from kalooki.table.replay import BadCertificateError, Replayed, check_certificate, replay
from kalooki.table.results import Effective, Void
from kalooki.table.signing import sign
from kalooki.table.state import TableState
from kalooki.table.votes import quorum
from kalooki.table.wellformed import MalformedEntryError
from support.table_scribe import HOST, Scribe, by_player, scribe_at, secret_of


@pytest.mark.parametrize(
    ("voters", "needed"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 4), (6, 4), (7, 5), (8, 5), (9, 6), (10, 6)]
)
def test_a_quorum_is_a_majority_and_one_more_where_many_are_odd(voters: int, needed: int) -> None:
    assert quorum(voters) == needed


def ack(scribe: Scribe, node: int, index: int | None = None, digest: Digest | None = None) -> Ack:
    at = scribe.replica.last_index if index is None else index
    named = digest or scribe.replica.hash_at(at)
    signature = sign(secret_of(f"node {node}"), ack_signing_bytes(scribe.table, 1, at, named))
    return Ack(NodeNumber(node), 1, at, named, signature)


def test_a_certificate_grows_with_further_acknowledgements_and_moves_on() -> None:
    scribe = scribe_at("gathered", 3)
    acks = Acks()
    assert acks.certificate(scribe.replica) is None
    assert acks.note(ack(scribe, 0), scribe.replica)
    assert acks.certificate(scribe.replica) is None
    assert acks.note(ack(scribe, 1), scribe.replica)
    certificate = acks.certificate(scribe.replica)
    assert certificate is not None
    assert [one.node for one in certificate.acks] == [0, 1]
    assert not acks.note(ack(scribe, 1), scribe.replica)
    acks.note(ack(scribe, 2), scribe.replica)
    grown = acks.certificate(scribe.replica)
    assert grown is not None
    assert len(grown.acks) == 3
    scribe.say(by_player(0), Ready(5))
    acks.note(ack(scribe, 0), scribe.replica)
    assert acks.certificate(scribe.replica) == grown
    acks.note(ack(scribe, 2), scribe.replica)
    moved = acks.certificate(scribe.replica)
    assert moved is not None
    assert moved.index == scribe.replica.last_index


def test_an_entry_that_is_expected_keeps_its_own_certificate_whatever_comes_after_it() -> None:
    scribe = scribe_at("gathered", 3)
    acks, index = Acks(), scribe.replica.last_index
    acks.expect(scribe.state)
    early = [ack(scribe, node) for node in range(3)]
    scribe.say(by_player(0), Ready(5))
    for node in range(3):
        acks.note(ack(scribe, node), scribe.replica)
    assert acks.unproven(scribe.state) == index
    assert acks.certificates(scribe.replica) == ()
    assert acks.note(early[0], scribe.replica)
    assert not acks.note(early[0], scribe.replica)
    assert acks.unproven(scribe.state) == index
    assert acks.note(early[2], scribe.replica)
    assert acks.unproven(scribe.state) is None
    (certificate,) = acks.certificates(scribe.replica)
    assert (certificate.index, [one.node for one in certificate.acks]) == (index, [0, 2])
    assert acks.of_ends(index, index) == (early[0], early[2])
    assert acks.of_ends(1, index - 1) == ()
    newest = acks.certificate(scribe.replica)
    assert newest is not None
    assert newest.index == index + 1


def without_votes(scribe: Scribe, *nodes: int) -> TableState:
    """The table after some have left."""
    members = tuple(replace(one, vote=one.vote and one.number not in nodes) for one in scribe.state.members)
    return replace(scribe.state, members=members)


def test_who_leaves_later_still_counts_for_the_certificate_of_what_was_before() -> None:
    scribe = scribe_at("gathered", 4)
    acks, index = Acks(), scribe.replica.last_index
    acks.expect(scribe.state)
    early = [ack(scribe, node) for node in range(4)]
    assert acks.note(early[0], scribe.replica)
    scribe.say(by_player(0), Ready(5))
    scribe.replica.accepted = without_votes(scribe, 2, 3)
    assert acks.note(early[1], scribe.replica)
    assert acks.certificate(scribe.replica) is None
    assert acks.unproven(scribe.replica.accepted) == index
    acks.note(early[3], scribe.replica)
    found = acks.certificate(scribe.replica)
    assert found is not None
    check_certificate(scribe.replica.state_at(index), found, scribe.replica.hash_at(index))
    assert acks.unproven(scribe.replica.accepted) is None


def test_who_votes_again_later_is_not_missed_where_he_had_no_vote() -> None:
    scribe = scribe_at("gathered", 4)
    acks, index = Acks(), scribe.replica.last_index
    acks.expect(without_votes(scribe, 3))
    for node in (0, 1):
        acks.note(ack(scribe, node), scribe.replica)
    assert acks.unproven(scribe.state) is None
    assert [one.index for one in acks.certificates(scribe.replica)] == [index]


def test_an_entry_that_something_later_was_committed_with_is_certified_by_that() -> None:
    scribe = scribe_at("gathered", 3)
    acks, late = Acks(), ack(scribe, 1)
    scribe.say(by_player(0), Ready(5))
    while scribe.replica.committed_index < scribe.replica.last_index:
        scribe.replica.commit()
    assert acks.note(late, scribe.replica)
    assert acks.index_of(NodeNumber(1)) == late.index
    assert acks.certificate(scribe.replica) is None


def test_what_is_not_committed_proves_nothing_yet() -> None:
    scribe = scribe_at("gathered")
    acks, index = Acks(), scribe.replica.last_index
    acks.expect(scribe.state)
    for node in range(2):
        acks.note(ack(scribe, node), scribe.replica)
    before = replace(scribe.state, index=index - 1)
    scribe.replica.committed = before
    assert acks.certificates(scribe.replica) == ()
    assert acks.unproven(before) is None


def test_an_early_acknowledgement_waits_for_its_entry() -> None:
    scribe, ahead = scribe_at("gathered"), scribe_at("gathered")
    ahead.say(by_player(0), Ready(5))
    acks = Acks()
    assert not acks.note(ack(ahead, 1), scribe.replica)
    assert acks.caught_up(scribe.replica) == ()
    scribe.replica.accept(ahead.replica.entries[-1])
    (ripe,) = acks.caught_up(scribe.replica)
    assert acks.note(ripe, scribe.replica)
    assert acks.index_of(NodeNumber(1)) == scribe.replica.last_index


def test_before_the_first_entry_nobody_can_acknowledge() -> None:
    scribe = scribe_at("found")
    assert not Acks().note(ack(scribe, 0), Scribe(2).replica)


def certificate(scribe: Scribe, *nodes: int) -> Certificate:
    index = scribe.replica.last_index
    return Certificate(index, scribe.replica.hash_at(index), tuple(ack(scribe, node) for node in nodes))


def test_a_certificate_commits_by_a_quorum_of_true_acknowledgements() -> None:
    scribe = scribe_at("gathered", 3)
    head = scribe.replica.hash_at(scribe.replica.last_index)
    check_certificate(scribe.state, certificate(scribe, 0, 2), head)
    good = certificate(scribe, 0, 1)
    refused = [
        certificate(scribe, 0),
        certificate(scribe, 0, 0),
        replace(good, index=good.index - 1),
        replace(good, hash=Digest(b"x" * 32)),
        replace(good, acks=(good.acks[0], replace(good.acks[1], signature=bytes(64)))),
        replace(good, acks=(good.acks[0], ack(scribe, 1, index=2))),
    ]
    for one in refused:
        with pytest.raises(BadCertificateError):
            check_certificate(scribe.state, one, head)


def replayed(scribe: Scribe) -> list[Replayed]:
    return list(replay(scribe.table, scribe.replica.entries, Checks(scribe.group, unseal)))


def test_a_log_is_replayed_to_the_same_state() -> None:
    scribe = scribe_at("dealt")
    steps = replayed(scribe)
    assert steps[-1].after == scribe.state
    assert [step.entry.index for step in steps] == list(range(1, len(steps) + 1))
    assert all(before.after == after.before for before, after in pairwise(steps))
    assert steps[-1].hash == scribe.replica.hash_at(scribe.replica.last_index)
    assert all(isinstance(result, Effective) for step in steps for result in step.results)


def test_the_replay_names_each_deck_when_it_is_dealt_from() -> None:
    scribe = scribe_at("dealt")
    decks = {step.entry.index: step.decks for step in replayed(scribe) if step.decks}
    assert [[deck.plan.setting.number for deck in found] for found in decks.values()] == [[1], [2]]
    assert all(deck.verification_job().run(bytes(32)).valid for found in decks.values() for deck in found)


def test_what_is_refused_begins_no_deck() -> None:
    scribe = scribe_at("seated")
    scribe.ready()
    scribe.give_keys(2)
    start = scribe.deal_start()
    assert isinstance(scribe.say(HOST, start, stream=Stream(1, 1)), Void)
    assert [step.entry.index for step in replayed(scribe) if step.decks][1:] == []


def test_a_replay_stops_at_the_entry_that_may_not_stand() -> None:
    scribe = scribe_at("gathered")
    entries = list(scribe.replica.entries)
    entries[5] = scribe.sign_entry(replace(entries[5], previous=Digest(b"x" * 32)))
    steps = replay(scribe.table, entries, Checks(scribe.group, unseal))
    assert [next(steps).entry.index for _ in range(5)] == [1, 2, 3, 4, 5]
    with pytest.raises(LogError):
        next(steps)


def test_an_entry_that_is_left_out_leaves_a_gap() -> None:
    scribe = scribe_at("gathered")
    entries = [entry for entry in scribe.replica.entries if entry.index != 4]
    steps = replay(scribe.table, entries, Checks(scribe.group, unseal))
    assert [next(steps).entry.index for _ in range(3)] == [1, 2, 3]
    with pytest.raises(GapError):
        next(steps)


def test_a_message_is_signed_by_its_author_in_this_log_or_its_entry_is_malformed() -> None:
    scribe = scribe_at("gathered")
    good = scribe.message(by_player(0), Ready(5))
    known = scribe.replica.known
    elsewhere = [(known[0] + 1, known[1]), (known[0] - 1, known[1])]
    bad = [
        replace(good, signature=bytes(64)),
        *(scribe.message(by_player(0), Ready(5), known=one) for one in elsewhere),
        scribe.message(by_player(0), Shares(1, ()), counter=7),
        scribe.message(HOST, scribe.genesis),
    ]
    for message in bad:
        with pytest.raises(MalformedEntryError):
            scribe.replica.accept(scribe.entry(message))
    applied = scribe.replica.accept(scribe.entry(scribe.message(by_player(0), Ready(5), counter=90)))
    assert isinstance(applied.results[0], Void)
