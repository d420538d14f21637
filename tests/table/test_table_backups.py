"""Keys that the others keep, message by message: when they are dealt, who may stand in, and who is caught."""

from dataclasses import replace
from functools import cache

import pytest

from kalooki.codec.transcript import write_transcript
from kalooki.fair.backup import BOX_BYTES, SecretBackup
from kalooki.fair.contexts import Kind
from kalooki.fair.group import Scalar, encode_scalar
from kalooki.fair.own import share_for
from kalooki.rules.actions import Discard, Draw, Shown
from kalooki.rules.deal import Counted, Showing
from kalooki.rules.events import DealScored, DealVoided, HandClosed, HandOpened, WentAway
from kalooki.table.backups import can_stand_in
from kalooki.table.ceremonies import backup_threshold, threshold_for
from kalooki.table.commands import Clerk
from kalooki.table.log import ByNode, Stream
from kalooki.table.missing import Missed
from kalooki.table.opening import owed_batches
from kalooki.table.opinions import chosen, opinion
from kalooki.table.payloads import (
    EVERYBODY,
    Absent,
    CeremonyNumber,
    Choice,
    Complaint,
    KeyBackup,
    Leave,
    LeftKey,
    NodeNumber,
    OpenedBackup,
    Payload,
    PlayerNumber,
    ShareBatch,
    Shares,
    StockReady,
)
from kalooki.table.ports import ChooseAbsent, DropSecret, Persist, PutSecret
from kalooki.table.proving import HONEST
from kalooki.table.results import Effective, Faulty, Result, Void, VoidError
from kalooki.table.sharing import Sight, make
from kalooki.table.standing import waits
from kalooki.table.state import Absence, Playing
from kalooki.table.turn import Turn
from kalooki.table.workshop import Workshop, backup_name, secret_name
from kalooki.verify import verify_transcript
from support.table_scribe import HOST, Scribe, by_player, copied, scribe_at

KEPT = (("dropout", "key_backup"),)
BACKUP = Choice.BACKUP


def node(number: int) -> ByNode:
    return ByNode(NodeNumber(number))


def code(result: Result) -> str:
    assert isinstance(result, Void), result
    return result.code


def fault(result: Result) -> tuple[int, str]:
    assert isinstance(result, Faulty), result
    return result.fault.player, result.fault.code


def ready_to_deal() -> Scribe:
    """All are ready, the first deal's deck is made, and no share of a key is dealt."""
    return copied(_made())


@cache
def _made() -> Scribe:
    scribe = copied(scribe_at("seated", 4, KEPT))
    scribe.ready()
    assert scribe.state.prepared is not None
    scribe.make_deck(scribe.state.prepared)
    return scribe


def with_next_deck() -> Scribe:
    """A deal is in play, and the deck of the next one is made."""
    scribe = in_play()
    assert scribe.state.prepared is not None
    scribe.make_deck(scribe.state.prepared)
    return scribe


def in_play() -> Scribe:
    return scribe_at("dealt", 4, KEPT)


def number_of(scribe: Scribe) -> CeremonyNumber:
    number = scribe.state.prepared if not scribe.state.slots else scribe.state.slots[0].ceremony
    assert number is not None
    return number


def author(scribe: Scribe, seat: int) -> int:
    return scribe.state.seated(seat).number


def say(scribe: Scribe, seat: int, payload: Payload) -> Result:
    """Somebody at a seat says something about the deck."""
    return scribe.say(by_player(author(scribe, seat)), payload, stream=scribe.record(number_of(scribe)).stream)


def away(scribe: Scribe) -> int:
    """Whoever is in turn vanishes, and all others go on with his key; return his seat."""
    (gone,) = waits(scribe.state)[1]
    since = next(one.since for one in scribe.state.waiting if one.player == gone)
    for player in scribe.state.players:
        if player.number != gone:
            said = Absent((gone,), since, BACKUP)
            assert isinstance(scribe.say(node(player.node), said, stream=scribe.state.stream), Effective)
    assert scribe.state.players[gone].gone
    seat = scribe.state.players[gone].seat
    assert seat is not None
    return int(seat)


def draw(scribe: Scribe) -> int:
    """Whoever is in turn draws; return the entry that owes the shares."""
    (player,) = waits(scribe.state)[1]
    seat = scribe.state.players[player].seat
    assert seat is not None
    assert isinstance(scribe.act(seat, Draw()), Effective)
    return scribe.state.index


def keys(scribe: Scribe, seat: int) -> Leave:
    return Leave(
        tuple(LeftKey(b.ceremony, encode_scalar(scribe.keys[b.ceremony, seat].secret)) for b in scribe.state.slots)
    )


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


def kept_by_all() -> Scribe:
    scribe = ready_to_deal()
    scribe.give_backups(number_of(scribe))
    return scribe


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


# --- standing in ------------------------------------------------------------------------------------------------------


def test_attack_50_a_share_of_the_key_of_somebody_who_is_here_is_not_owed_and_its_author_is_named() -> None:
    scribe = in_play()
    index = draw(scribe)
    (owed,) = [one for one in scribe.state.owed if one.index == index]
    giver = next(seat for seat in owed.grant.provers)
    forged = replace(owed.grant, provers=(0, 1, 2, 3), absent=(giver + 1) % 4)
    own = scribe.batch(scribe.ceremony(owed.ceremony), giver, owed.grant.recipient, owed.grant.positions)
    early = replace(own, absent=forged.absent)
    for batches in ((early,), (own, early)):
        result = scribe.say(by_player(author(scribe, giver)), Shares(index, batches), stream=scribe.state.stream)
        assert code(result) == "other_shares"
    found = findings(scribe)
    assert set(found) == {(author(scribe, giver), "early_backup")}


def test_a_backup_before_its_time_names_its_author() -> None:
    scribe = with_next_deck()
    number = scribe.state.prepared
    assert number is not None
    backup, stream = scribe.key_backup(number, 1), scribe.record(number).stream
    assert code(scribe.say(by_player(author(scribe, 1)), backup, stream=stream)) == "not_now"
    assert findings(scribe) == [(author(scribe, 1), "early_backup")]


def test_a_share_that_comes_twice_or_a_backup_names_nobody() -> None:
    scribe = in_play()
    away(scribe)
    index = draw(scribe)
    first = next(iter(scribe.share_messages(index)))
    assert isinstance(first.payload, Shares)
    assert any(batch.absent is not None for batch in first.payload.batches)
    scribe.give_shares()
    again = scribe.message(first.author, first.payload, stream=first.stream)
    assert code(scribe.order(again)[0]) == "not_owed"
    assert findings(scribe) == []


def findings(scribe: Scribe) -> list[tuple[int | None, str]]:
    data = write_transcript([*scribe.replica.entries])
    report = verify_transcript(data, scribe.group, bytes(32))
    return [(one.player, one.code) for one in report.findings if one.code != "not_certified"]


def test_the_others_stand_in_for_what_is_owed_then_and_later() -> None:
    scribe = in_play()
    index = draw(scribe)
    (drawer,) = waits(scribe.state)[1] if waits(scribe.state)[0] == "action" else (None,)
    assert drawer is not None
    seat = scribe.state.players[drawer].seat
    assert seat is not None
    missing = next(other for other in range(4) if other != seat)
    for player in scribe.state.players:
        if player.seat not in {missing, seat}:
            scribe.must(by_player(player.number), scribe.shares(player.number, index), stream=scribe.state.stream)
    gone = scribe.state.seated(missing).number
    since = next(one.since for one in scribe.state.waiting if one.player == gone)
    for player in scribe.state.players:
        if player.number != gone:
            said = Absent((gone,), since, BACKUP)
            scribe.must(node(player.node), said, stream=scribe.state.stream)
    decided = scribe.state.index
    assert {one.index for one in scribe.state.owed} == {decided}
    late = Shares(index, (scribe_batch(scribe, missing),))
    assert code(scribe.say(by_player(gone), late, stream=scribe.state.stream)) == "not_playing"
    scribe.give_shares()
    assert scribe.state.owed == ()
    assert scribe.game.away == (missing,)
    assert findings(scribe) == []


def scribe_batch(scribe: Scribe, seat: int) -> ShareBatch:
    """What the absent seat would have given."""
    record = scribe.record(number_of(scribe))
    grant = next(grant for grant in record.ceremony.openings.grants if seat in grant.provers and grant.absent is None)
    return ShareBatch(record.number, grant.recipient, grant.positions, bytes(32 * len(grant.positions)), bytes(96))


def test_who_waited_for_somebody_that_is_gone_has_all_his_time_again() -> None:
    scribe = in_play()
    draw(scribe)
    owing = [one for one in scribe.state.waiting if one.what.startswith("shares.")]
    missed, *late = owing
    for player in scribe.state.players:
        if player.number != missed.player:
            said = Absent((missed.player,), missed.since, BACKUP)
            scribe.must(node(player.node), said, stream=scribe.state.stream)
    still = [one for one in scribe.state.waiting if one.player in {each.player for each in late}]
    assert len(still) == len(late)
    assert {one.since for one in still} == {scribe.state.index}
    assert scribe.state.index > late[0].since


def test_a_false_share_of_a_helper_is_a_fault() -> None:
    scribe = in_play()
    away(scribe)
    index = draw(scribe)
    helper = next(one for one in scribe.state.players if owed_batches(scribe.state, one, index))
    right = scribe.shares(helper.number, index)
    false = tuple(
        replace(batch, proof=batch.proof[:64] + bytes([batch.proof[64] ^ 1]) + batch.proof[65:])
        if batch.absent is not None
        else batch
        for batch in right.batches
    )
    result = scribe.say(by_player(helper.number), Shares(index, false), stream=scribe.state.stream)
    assert fault(result) == (helper.number, "invalid_decryption_share")


def test_attack_51_with_a_helper_silent_nobody_sees_the_card() -> None:
    scribe = in_play()
    away(scribe)
    index = draw(scribe)
    *most, _ = scribe.share_messages(index)
    scribe.order(*most)
    position = next(one for one in scribe.state.owed if one.index == index).grant.positions[0]
    assert scribe.ceremony(number_of(scribe)).owing(position)


def test_a_choice_of_the_backup_is_void_where_nobody_could_stand_in() -> None:
    scribe = scribe_at("seated", 4, KEPT)
    missed = scribe.state.waiting[0]
    by = next(one.node for one in scribe.state.players if one.number != missed.player)
    said = Absent((missed.player,), missed.since, BACKUP)
    assert code(scribe.say(node(by), said, stream=scribe.state.stream)) == "no_backup"
    scribe = kept_by_all()
    scribe.must(HOST, scribe.deal_start(), stream=scribe.deal_stream())
    missed = scribe.state.waiting[0]
    by = next(one.node for one in scribe.state.players if one.number != missed.player)
    said = Absent((missed.player,), missed.since, BACKUP)
    assert code(scribe.say(node(by), said, stream=scribe.state.stream)) == "no_backup"
    plain = scribe_at("dealt", 4)
    (gone,) = waits(plain.state)[1]
    since = plain.state.waiting[0].since
    other = next(one.node for one in plain.state.players if one.number != gone)
    assert code(plain.say(node(other), Absent((gone,), since, BACKUP), stream=plain.state.stream)) == "no_backup"


def test_when_somebody_has_left_too_few_are_there_to_stand_in() -> None:
    scribe = in_play()
    (turn,) = waits(scribe.state)[1]
    seat = next(seat for seat in range(4) if author(scribe, seat) != turn)
    scribe.must(by_player(author(scribe, seat)), keys(scribe, seat))
    assert not can_stand_in(scribe.state, (turn,))
    since = scribe.state.waiting[0].since
    by = next(one.node for one in scribe.state.players if one.number != turn and not one.gone)
    said = Absent((turn,), since, BACKUP)
    assert code(scribe.say(node(by), said, stream=scribe.state.stream)) == "not_enough_helpers"


def test_a_helper_who_leaves_ends_the_deal_and_another_seat_that_left_before_does_not() -> None:
    scribe = in_play()
    away(scribe)
    (turn,) = waits(scribe.state)[1]
    helper = next(one for one in scribe.state.players if not one.gone and one.number != turn)
    assert helper.seat is not None
    result = scribe.must(by_player(helper.number), keys(scribe, helper.seat))
    assert [type(event) for event in result.events][:2] == [WentAway, DealVoided]
    assert scribe.state.stream == Stream(1, 1)
    assert scribe.game.attempt == 2


def test_who_is_away_can_do_nothing_though_he_holds_cards() -> None:
    scribe = in_play()
    (turn,) = waits(scribe.state)[1]
    turns = scribe.state.players[turn].seat
    assert turns is not None
    hand = scribe.open_hand(turns)
    assert away(scribe) == turns
    assert code(scribe.act(turns, Draw())) == "not_playing"
    assert code(scribe.say(by_player(turn), hand, stream=scribe.state.stream)) == "not_playing"


def gone_out(scribe: Scribe, winner: int) -> None:
    """Somebody has gone out, as if he had laid all his cards down."""
    playing = scribe.state.phase
    assert isinstance(playing, Playing)
    assert playing.game.deal is not None
    deal = playing.game.deal
    hands = tuple(() if seat == winner else hand for seat, hand in enumerate(deal.hands))
    shown = replace(deal, hands=hands, phase=Showing(scribe.state.seated(winner).seat, "call-up"))  # type: ignore[arg-type]
    scribe.replica.accepted = replace(scribe.state, phase=replace(playing, game=replace(playing.game, deal=shown)))


def test_the_hand_of_who_is_away_is_opened_by_the_others_when_it_is_counted() -> None:
    scribe = in_play()
    seat = away(scribe)
    winner = (seat + 1) % 4
    gone_out(scribe, winner)
    losers = [other for other in range(4) if other not in {seat, winner}]
    events: list[object] = []
    for loser in losers:
        hand = scribe.open_hand(loser)
        events += scribe.must(by_player(author(scribe, loser)), hand, stream=scribe.state.stream).events
    assert waits(scribe.state)[0] == "shares"
    assert {one.grant.absent for one in scribe.state.owed} == {seat}
    assert {one.grant.recipient for one in scribe.state.owed} == {EVERYBODY}
    for index in sorted({one.index for one in scribe.state.owed}):
        for result in scribe.order(*scribe.share_messages(index)):
            assert isinstance(result, Effective)
            events += result.events
    assert seat in [event.seat for event in events if isinstance(event, HandOpened)]
    assert any(isinstance(event, DealScored) for event in events)
    assert isinstance(scribe.game.deal.phase, Counted)  # type: ignore[union-attr]


def test_a_hand_is_counted_closed_when_a_helper_has_gone_as_well() -> None:
    scribe = in_play()
    seat = away(scribe)
    winner, helper = (seat + 1) % 4, (seat + 2) % 4
    gone_out(scribe, winner)
    scribe.must(by_player(author(scribe, (seat + 3) % 4)), scribe.open_hand((seat + 3) % 4), stream=scribe.state.stream)
    result = scribe.must(by_player(author(scribe, helper)), keys(scribe, helper))
    closed = [event.seat for event in result.events if isinstance(event, HandClosed)]
    assert closed == [seat]
    assert any(isinstance(event, DealScored) for event in result.events)


@cache
def _dry() -> Scribe:
    """Five play, and the stock is used up."""
    scribe = scribe_at("dealt", 5, KEPT)
    while scribe.state.restocking is None:
        draw(scribe)
        scribe.give_shares()
        (player,) = waits(scribe.state)[1]
        seat = scribe.state.players[player].seat
        assert seat is not None
        slot = scribe.game.deal.hands[seat][-1]  # type: ignore[union-attr]
        assert isinstance(scribe.act(seat, Discard(Shown(slot, scribe.face(slot)))), Effective)
    return scribe


def test_a_reshuffle_is_made_again_without_who_vanishes_meanwhile_and_four_keep_each_others_keys() -> None:
    scribe = copied(_dry())
    first = scribe.state.restocking
    assert first is not None
    assert scribe.ceremony(first).plan.setting.threshold == 4
    gone = waits(scribe.state)[1][0]
    since = next(one.since for one in scribe.state.waiting if one.player == gone)
    for player in scribe.state.players:
        if player.number != gone:
            scribe.must(node(player.node), Absent((gone,), since, BACKUP), stream=scribe.state.stream)
    assert scribe.state.record(first) is None
    assert scribe.state.restocking is not None
    number = scribe.state.restocking
    assert scribe.state.players[gone].seat not in scribe.provers(number)
    assert scribe.ceremony(number).plan.setting.threshold == 3
    scribe.make_deck(number)
    stock = StockReady(number, scribe.ceremony(number).chain)
    assert code(scribe.say(HOST, stock, stream=scribe.state.stream)) == "backup_incomplete"
    scribe.give_backups(number)
    scribe.must(HOST, stock, stream=scribe.state.stream)
    scribe.give_shares()
    draw(scribe)
    assert {one.grant.absent for one in scribe.state.owed} == {None}
    scribe.give_shares()
    assert scribe.state.owed == ()


def test_the_others_stand_in_with_the_keys_of_every_deck_of_the_deal() -> None:
    scribe = copied(_dry())
    scribe.restock()
    seat = away(scribe)
    blocks = [block.ceremony for block in scribe.state.slots]
    assert len(blocks) == 2
    assert all(seat in scribe.ceremony(number).openings.helpers for number in blocks)
    draw(scribe)
    assert {(one.ceremony, one.grant.absent) for one in scribe.state.owed} == {(blocks[1], None), (blocks[1], seat)}
    scribe.give_shares()
    assert scribe.state.owed == ()


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
