"""Keys that the others keep, message by message: when they are dealt, and who is caught."""

from dataclasses import replace

import pytest

from kalooki.fair.backup import BOX_BYTES
from kalooki.fair.contexts import Kind
from kalooki.fair.group import encode_scalar
from kalooki.fair.own import share_for
from kalooki.table.ceremonies import backup_threshold, threshold_for
from kalooki.table.payloads import (
    CeremonyNumber,
    Complaint,
    KeyBackup,
    NodeNumber,
    OpenedBackup,
)
from kalooki.table.results import Effective
from kalooki.table.standing import waits
from support.kept_keys import (
    KEPT,
    author,
    code,
    fault,
    in_play,
    kept_by_all,
    node,
    number_of,
    ready_to_deal,
    say,
    with_next_deck,
)
from support.table_scribe import HOST, by_player, scribe_at

# --- dealing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nodes", "threshold"),
    [
        ((0, 1, 2), 0),
        ((0, 1, 2, 3), 3),
        ((0, 0, 1, 1), 3),
        ((0, 0, 0, 1), 0),
        ((0, 0, 0, 0), 3),
        ((0, 0, 0, 1, 2), 4),
        ((0, 0, 0, 0, 1), 0),
    ],
)
def test_a_key_is_kept_by_all_others_unless_one_node_is_all_of_them(nodes: tuple[int, ...], threshold: int) -> None:
    assert threshold_for(tuple(map(NodeNumber, nodes))) == threshold


def test_only_keys_of_deals_and_reshuffles_are_kept_and_only_where_the_house_wants_it() -> None:
    kept, plain = in_play().state, scribe_at("dealt", 4).state
    kinds = {kind for kind in Kind if backup_threshold(kept, kind, (0, 1, 2, 3))}
    assert kinds == {Kind.DEAL, Kind.RESHUFFLE}
    assert not any(backup_threshold(plain, kind, (0, 1, 2, 3)) for kind in Kind)


def test_attack_63_shares_of_keys_are_dealt_only_when_all_have_shuffled_and_the_deck_is_certain_to_be_used() -> None:
    scribe = scribe_at("seated", 4, KEPT)
    scribe.ready()
    number = number_of(scribe)
    early = KeyBackup(number, (bytes(BOX_BYTES),) * 3)
    assert code(say(scribe, 0, early)) == "shuffles_incomplete"
    scribe.make_deck(number)
    assert isinstance(say(scribe, 0, scribe.key_backup(number, 0)), Effective)
    assert code(say(scribe, 0, early)) == "backup_already_given"
    scribe = with_next_deck()
    assert scribe.state.prepared is not None
    number = scribe.state.prepared
    backup, stream = scribe.key_backup(number, 0), scribe.record(number).stream
    assert code(scribe.say(by_player(author(scribe, 0)), backup, stream=stream)) == "not_now"


def test_a_backup_is_of_a_deck_that_its_author_knew_and_counts_in_its_stream() -> None:
    scribe = ready_to_deal()
    number, backup = number_of(scribe), scribe.key_backup(number_of(scribe), 0)
    assert code(scribe.say(by_player(author(scribe, 0)), backup)) == "wrong_stream"
    assert code(say(scribe, 0, replace(backup, ceremony=CeremonyNumber(99)))) == "no_ceremony"
    before = scribe.record(number).changed_in - 1
    message = scribe.message(
        by_player(author(scribe, 0)),
        backup,
        stream=scribe.record(number).stream,
        known=(before, scribe.replica.hash_at(before)),
    )
    assert code(scribe.order(message)[0]) == "not_known"
    assert code(scribe.say(node(0), backup, stream=scribe.record(number).stream)) == "wrong_author"
    plain = scribe_at("seated", 4)
    plain.ready()
    assert plain.state.prepared is not None
    plain.make_deck(plain.state.prepared)
    assert code(say(plain, 0, backup)) == "no_backup"


def test_nobody_deals_before_every_key_is_kept() -> None:
    scribe = ready_to_deal()
    number = number_of(scribe)
    for seat in range(4):
        assert waits(scribe.state) == ("backup", tuple(author(scribe, other) for other in range(seat, 4)))
        assert code(scribe.say(HOST, scribe.deal_start(), stream=scribe.deal_stream())) == "backup_incomplete"
        say(scribe, seat, scribe.key_backup(number, seat))
    assert waits(scribe.state) == ("verify", ())
    scribe.must(HOST, scribe.deal_start(), stream=scribe.deal_stream())


def test_fewer_boxes_than_seats_are_their_dealers_fault() -> None:
    scribe = ready_to_deal()
    short = KeyBackup(number_of(scribe), scribe.key_backup(number_of(scribe), 0).boxes[:2])
    assert fault(say(scribe, 0, short)) == (author(scribe, 0), "invalid_backup")


def test_a_complaint_stops_the_deal_until_the_dealer_opens_the_share() -> None:
    scribe = kept_by_all()
    number = number_of(scribe)
    opened = OpenedBackup(number, scribe.state.seated(2).seat or 2, encode_scalar(share_for(scribe.keys[number, 1], 2)))  # type: ignore[arg-type]
    assert code(say(scribe, 1, opened)) == "no_complaint"
    complaint = Complaint(number, scribe.state.seated(1).seat)  # type: ignore[arg-type]
    assert isinstance(say(scribe, 2, complaint), Effective)
    assert code(say(scribe, 2, complaint)) == "no_complaint"
    assert waits(scribe.state) == ("backup", (author(scribe, 1),))
    assert code(scribe.say(HOST, scribe.deal_start(), stream=scribe.deal_stream())) == "backup_incomplete"
    assert isinstance(say(scribe, 1, opened), Effective)
    scribe.must(HOST, scribe.deal_start(), stream=scribe.deal_stream())
    scribe.give_shares()
    assert code(say(scribe, 0, complaint)) == "no_complaint"


def test_attack_46_a_false_share_that_is_opened_is_proof_against_its_dealer() -> None:
    scribe = kept_by_all()
    number = number_of(scribe)
    say(scribe, 2, Complaint(number, scribe.state.seated(1).seat))  # type: ignore[arg-type]
    false = OpenedBackup(number, scribe.state.seated(2).seat, bytes(32))  # type: ignore[arg-type]
    assert fault(say(scribe, 1, false)) == (author(scribe, 1), "invalid_backup")
