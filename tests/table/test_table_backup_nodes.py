"""Keys that the others keep: what a node does with its own and with theirs."""

from dataclasses import replace

import pytest

from kalooki.fair.backup import SecretBackup
from kalooki.fair.group import Scalar, encode_scalar
from kalooki.fair.own import share_for
from kalooki.table.commands import Clerk
from kalooki.table.missing import Missed
from kalooki.table.opening import owed_batches
from kalooki.table.opinions import chosen, opinion
from kalooki.table.payloads import (
    Absent,
    Choice,
    NodeNumber,
    PlayerNumber,
)
from kalooki.table.ports import ChooseAbsent, DropSecret, Persist, PutSecret
from kalooki.table.proving import HONEST
from kalooki.table.results import VoidError
from kalooki.table.sharing import Sight, make
from kalooki.table.standing import waits
from kalooki.table.state import Absence
from kalooki.table.turn import Turn
from kalooki.table.workshop import Workshop, backup_name, secret_name
from support.kept_keys import BACKUP, KEPT, away, draw, in_play, kept_by_all, number_of, ready_to_deal
from support.table_scribe import Scribe, scribe_at

# --- what a node does -------------------------------------------------------------------------------------------------

SINCE = 7
ONE = Missed((PlayerNumber(1),), SINCE, 0, twice=False)


def test_bots_want_what_the_house_was_set_up_for_where_it_can_be() -> None:
    scribe = in_play()
    bots = tuple(replace(one, bot="greedy") for one in scribe.state.players)
    state = replace(scribe.state, players=bots)
    assert opinion(state, NodeNumber(0), ONE) == Absent(ONE.players, SINCE, BACKUP)
    between = replace(ready_to_deal().state, players=bots)
    assert opinion(between, NodeNumber(0), ONE) == Absent(ONE.players, SINCE, Choice.VOID)
    mine = (Absence(NodeNumber(0), ONE.players, SINCE, BACKUP, again=False),)
    assert opinion(replace(state, absences=mine), NodeNumber(0), ONE) is None


def test_the_second_time_also_who_wanted_the_backup_deals_again() -> None:
    scribe = in_play()
    mine = (Absence(NodeNumber(0), ONE.players, SINCE, BACKUP, again=False),)
    twice = replace(ONE, twice=True)
    said = opinion(replace(scribe.state, absences=mine), NodeNumber(0), twice)
    assert said == Absent(ONE.players, SINCE, Choice.VOID, again=True)
    assert not chosen(twice, BACKUP).again


def test_a_person_is_told_at_once_where_nobody_can_stand_in() -> None:
    scribe = in_play()
    (turn,) = waits(scribe.state)[1]
    missed = Missed((turn,), scribe.state.waiting[0].since, 0, twice=False)
    me = next(one for one in scribe.state.players if one.number != turn)
    clerk, chance = Clerk(scribe.checks, Workshop(HONEST)), Turn(bytes(64))
    said = clerk.payload(scribe.state, me, ChooseAbsent(BACKUP), Sight({}, {}, missed), chance)
    assert said == Absent((turn,), missed.owed, BACKUP)
    plain = scribe_at("dealt", 4)
    (turn,) = waits(plain.state)[1]
    missed = Missed((turn,), plain.state.waiting[0].since, 0, twice=False)
    me = next(one for one in plain.state.players if one.number != turn)
    with pytest.raises(VoidError) as refused:
        clerk.payload(plain.state, me, ChooseAbsent(BACKUP), Sight({}, {}, missed), chance)
    assert refused.value.code == "no_backup"


def with_key(scribe: Scribe, seat: int, *, own: bool = True, backup: bool = True) -> Workshop:
    """A workshop as it is after a restart, perhaps with a part of its secrets lost."""
    workshop, number = Workshop(HONEST), number_of(scribe)
    key = scribe.keys[number, seat]
    assert key.backup is not None
    if backup:
        workshop.take_back(backup_name(number, seat), key.backup.encode())
    if own:
        workshop.take_back(secret_name(number, seat), encode_scalar(key.secret))
    workshop.verdicts[number] = scribe.verdict(number)
    return workshop


def test_after_a_restart_a_node_deals_opens_and_looks_into_boxes_with_what_it_kept() -> None:
    scribe, turn = kept_by_all(), Turn(bytes(64))
    number = number_of(scribe)
    for order in (True, False):
        workshop = with_key(scribe, 1)
        if order:
            workshop = Workshop(HONEST)
            workshop.take_back(secret_name(number, 1), encode_scalar(scribe.keys[number, 1].secret))
            workshop.take_back(backup_name(number, 1), scribe.keys[number, 1].backup.encode())  # type: ignore[union-attr]
        assert workshop.false_boxes(scribe.ceremony(number), 1) == ()
        assert workshop.false_boxes(scribe.ceremony(number), 1) == ()
        right = encode_scalar(share_for(scribe.keys[number, 1], 2))
        assert workshop.open_backup(number, 1, 2) == right
    made = ready_to_deal()
    assert len(with_key(made, 1).deal_backup(made.ceremony(number), 1, turn) or ()) == 3


@pytest.mark.parametrize(("own", "backup"), [(False, False), (True, False), (False, True)])
def test_who_has_lost_its_key_deals_opens_and_blames_nothing(own: bool, backup: bool) -> None:
    scribe = ready_to_deal()
    number, workshop = number_of(scribe), with_key(ready_to_deal(), 1, own=own, backup=backup)
    assert workshop.deal_backup(scribe.ceremony(number), 1, Turn(bytes(64))) is None
    assert workshop.open_backup(number, 1, 2) is None
    assert workshop.false_boxes(scribe.ceremony(number), 1) == ()


def test_nothing_is_dealt_before_all_proofs_are_found_true() -> None:
    scribe = ready_to_deal()
    number, workshop = number_of(scribe), with_key(ready_to_deal(), 1)
    workshop.verdicts[number] = replace(workshop.verdicts[number], valid=False)
    assert workshop.deal_backup(scribe.ceremony(number), 1, Turn(bytes(64))) is None
    del workshop.verdicts[number]
    assert workshop.deal_backup(scribe.ceremony(number), 1, Turn(bytes(64))) is None


def test_secrets_of_a_backup_are_written_with_the_key_and_dropped_with_it() -> None:
    scribe, turn = scribe_at("seated", 4, KEPT), Turn(bytes(64))
    scribe.ready()
    number = number_of(scribe)
    workshop = Workshop(HONEST)
    workshop.make_key(scribe.ceremony(number), 1, turn)
    names = [secret_name(number, 1), backup_name(number, 1)]
    assert [record.key for record in records(turn) if isinstance(record, PutSecret)] == names
    after = Turn(bytes(64))
    workshop.clear(frozenset(), number + 1, after)
    assert [record.key for record in records(after) if isinstance(record, DropSecret)] == names
    assert workshop.key(number, 1) is None


def records(turn: Turn) -> list[object]:
    return [record for output in turn.outputs() if isinstance(output, Persist) for record in output.records]


@pytest.mark.parametrize("lose", ["key", "box"])
def test_a_node_without_a_true_share_stands_in_for_nobody(lose: str) -> None:
    scribe = in_play()
    away(scribe)
    index = draw(scribe)
    helper = next(one for one in scribe.state.players if owed_batches(scribe.state, one, index))
    assert helper.seat is not None
    whole = with_key(scribe, helper.seat)
    assert make(scribe.state, helper, index, whole, Turn(bytes(64))) is not None
    if lose == "key":
        lost = with_key(scribe, helper.seat, own=False)
    else:
        lost = with_key(scribe, helper.seat)
        number = number_of(scribe)
        own = lost.key(number, helper.seat)
        assert own is not None
        assert own.backup is not None
        other = replace(own, backup=SecretBackup(own.backup.coefficients, Scalar(5)))
        lost._keys[number, helper.seat] = other  # noqa: SLF001 - a key that opens no box
    assert make(scribe.state, helper, index, lost, Turn(bytes(64))) is None
