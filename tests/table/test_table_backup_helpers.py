"""Keys that the others keep: who stands in for whom, when, and what comes of it."""

from dataclasses import replace
from functools import cache

from kalooki.codec.transcript import write_transcript
from kalooki.rules.actions import Discard, Draw, Shown
from kalooki.rules.deal import Counted, Showing
from kalooki.rules.events import DealScored, DealVoided, HandClosed, HandOpened, WentAway
from kalooki.table.backups import can_stand_in
from kalooki.table.log import Stream
from kalooki.table.opening import owed_batches
from kalooki.table.payloads import (
    EVERYBODY,
    Absent,
    ShareBatch,
    Shares,
    StockReady,
)
from kalooki.table.results import Effective
from kalooki.table.standing import waits
from kalooki.table.state import Playing
from kalooki.verify import verify_transcript
from support.kept_keys import (
    BACKUP,
    KEPT,
    author,
    away,
    code,
    draw,
    fault,
    in_play,
    kept_by_all,
    keys,
    node,
    number_of,
    with_next_deck,
)
from support.table_scribe import HOST, Scribe, by_player, copied, scribe_at

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
