"""A deal in the log: shares, evidence, actions, opened hands, a new stock, and the deals after it."""

from dataclasses import replace

import pytest

from kalooki.cards import JOKER, Card, Slot
from kalooki.rules.actions import Discard, Draw, End, PickSeat, Show, Shown
from kalooki.rules.events import Drew, TurnedUp
from kalooki.table.log import TABLE, Digest, Stream
from kalooki.table.payloads import Act, Ready, SeatsReady, ShareBatch, Shares
from kalooki.table.playing import shown_by
from kalooki.table.results import Effective, Void
from kalooki.table.state import NoSuchSlotError, Playing, Shut
from support.scribe_moments import DEAL_1, code, drawn, fault, in_turn, player_at, some_discard
from support.table_scribe import HOST, Scribe, by_player, scribe_at


def started(players: int = 2) -> Scribe:
    """A deal has started, and no share has come."""
    scribe = scribe_at("seated", players)
    scribe.ready()
    scribe.make_deck(2)
    scribe.must(HOST, scribe.deal_start(), stream=DEAL_1)
    return scribe


def other_card(card: Card) -> Card:
    return JOKER if card != JOKER else scribe_at("dealt").face(next(iter(scribe_at("dealt").faces())))


def with_last_scalar_changed(batch: ShareBatch) -> ShareBatch:
    last = int.from_bytes(batch.proof[-32:], "little") + 1
    return replace(batch, proof=batch.proof[:-32] + last.to_bytes(32, "little"))


# --- shares -----------------------------------------------------------------------------------------------------------


def test_the_upcard_opens_with_the_last_share() -> None:
    scribe = started(3)
    index = scribe.state.index
    messages = scribe.share_messages(index)
    results = [scribe.order(message)[0] for message in messages]
    assert [isinstance(result, Effective) and bool(result.events) for result in results] == [False, False, True]
    assert isinstance(results[-1], Effective)
    assert isinstance(results[-1].events[0], TurnedUp)
    assert scribe.state.owed == ()


def test_shares_that_come_together_are_tested_together_and_count_one_by_one() -> None:
    scribe = started(3)
    results = scribe.order(*scribe.share_messages(scribe.state.index))
    assert all(isinstance(result, Effective) for result in results)


def test_nobody_gives_shares_that_no_entry_owes() -> None:
    scribe = started()
    index = scribe.state.index
    shares = scribe.shares(0, index)
    assert code(scribe.say(by_player(0), replace(shares, owed=index - 1), stream=DEAL_1)) == "not_owed"
    assert code(scribe.say(by_player(0), shares, stream=TABLE)) == "wrong_stream"
    assert code(scribe.say(HOST, shares, stream=DEAL_1)) == "wrong_author"
    scribe.must(by_player(0), shares, stream=DEAL_1)
    assert code(scribe.say(by_player(0), shares, stream=DEAL_1)) == "not_owed"


def test_shares_are_exactly_what_their_entry_owes() -> None:
    scribe = started()
    shares = scribe.shares(0, scribe.state.index)
    one, two = shares.batches
    for batches in [(one,), (one, one, two), (one, replace(two, positions=(two.positions[0] + 1,)))]:
        result = scribe.say(by_player(0), replace(shares, batches=batches), stream=DEAL_1)
        assert code(result) == "other_shares"


def test_a_false_share_is_its_authors_fault() -> None:
    scribe = started()
    shares = scribe.shares(1, scribe.state.index)
    false = replace(shares, batches=(with_last_scalar_changed(shares.batches[0]), *shares.batches[1:]))
    assert fault(scribe.say(by_player(1), false, stream=DEAL_1)) == (1, "invalid_decryption_share")


def test_among_shares_that_come_together_the_false_one_is_named() -> None:
    scribe = started(3)
    index = scribe.state.index
    true = scribe.share_messages(index)
    shares = scribe.shares(1, index)
    false = replace(shares, batches=(with_last_scalar_changed(shares.batches[0]), *shares.batches[1:]))
    results = scribe.order(true[0], scribe.message(by_player(1), false, stream=DEAL_1), true[2])
    assert isinstance(results[0], Effective)
    assert fault(results[1]) == (1, "invalid_decryption_share")
    assert code(results[2]) == "closed"


def test_a_drawn_card_is_owed_to_the_drawer_by_all_others() -> None:
    scribe = scribe_at("dealt", 3)
    seat = in_turn(scribe)
    result = scribe.act(seat, Draw())
    assert result == Effective((Drew(seat, 65),))
    (owed,) = scribe.state.owed
    assert (owed.index, owed.grant.recipient) == (scribe.state.index, seat)
    assert seat not in owed.grant.provers
    assert len(owed.grant.provers) == 2


# --- actions and evidence ---------------------------------------------------------------------------------------------


def test_an_action_belongs_to_the_deal_and_the_move_for_which_it_was_chosen() -> None:
    scribe = scribe_at("dealt")
    author = by_player(player_at(scribe, in_turn(scribe)))
    assert code(scribe.say(author, Act(Draw()), stream=TABLE)) == "stale"
    assert code(scribe.say(author, Act(Draw()), stream=Stream(2, 1))) == "stale"
    assert code(scribe.say(author, Act(Draw()), stream=DEAL_1, move=1)) == "stale"
    scribe.must(author, Act(Draw()), stream=DEAL_1, move=0)
    assert scribe.state.move == 1
    assert code(scribe.say(author, Act(Draw()), stream=DEAL_1, move=0)) == "stale"


def test_the_rules_say_by_their_own_code_why_an_action_is_void() -> None:
    scribe = scribe_at("dealt")
    seat = in_turn(scribe)
    assert code(scribe.act(1 - seat, Draw())) == "not_your_turn"
    assert code(scribe.act(seat, some_discard(scribe))) == "must_draw_first"
    assert code(scribe.act(seat, PickSeat(1))) in {"not_now", "not_in_this_variant"}


def test_a_card_is_shown_with_its_owners_share() -> None:
    scribe = drawn()
    before = scribe.state.move
    discard = some_discard(scribe)
    assert isinstance(scribe.act(in_turn(scribe), discard), Effective)
    assert scribe.state.move == before + 1
    assert scribe.game.deal is not None
    assert scribe.game.deal.pile[-1] == discard.shown


def test_a_card_is_not_shown_without_evidence() -> None:
    scribe = drawn()
    seat, discard = in_turn(scribe), some_discard(scribe)
    other = some_discard(scribe, 1)
    author = by_player(player_at(scribe, seat))
    for evidence in [(), scribe.evidence(seat, (other.shown,)), scribe.evidence(seat, (discard.shown,)) * 2]:
        result = scribe.say(author, Act(discard, evidence), stream=DEAL_1, move=scribe.state.move)
        assert code(result) == "missing_evidence"
    (batch,) = scribe.evidence(seat, (discard.shown,))
    private = replace(batch, audience=int(seat))
    result = scribe.say(author, Act(discard, (private,)), stream=DEAL_1, move=scribe.state.move)
    assert code(result) == "missing_evidence"


def test_false_evidence_is_a_fault() -> None:
    scribe = drawn()
    seat, discard = in_turn(scribe), some_discard(scribe)
    player = player_at(scribe, seat)
    (batch,) = scribe.evidence(seat, (discard.shown,))
    act = Act(discard, (with_last_scalar_changed(batch),))
    result = scribe.say(by_player(player), act, stream=DEAL_1, move=scribe.state.move)
    assert fault(result) == (player, "invalid_decryption_share")
    assert isinstance(scribe.state.phase, Shut)
    assert scribe.state.phase.game is not None


def test_who_says_that_a_card_is_another_is_at_fault() -> None:
    scribe = drawn()
    seat, discard = in_turn(scribe), some_discard(scribe)
    claim = Discard(Shown(discard.shown.slot, other_card(discard.shown.card)))
    assert fault(scribe.act(seat, claim)) == (player_at(scribe, seat), "false_claim")


def test_a_card_is_not_shown_before_the_others_shares_are_there() -> None:
    scribe = scribe_at("dealt")
    seat = in_turn(scribe)
    scribe.act(seat, Draw())
    assert scribe.game.deal is not None
    slot = scribe.game.deal.hands[seat][-1]
    discard = Discard(Shown(slot, scribe_face_after_shares(scribe)))
    author = by_player(player_at(scribe, seat))
    act = Act(discard, scribe.evidence(seat, (discard.shown,)))
    assert code(scribe.say(author, act, stream=DEAL_1, move=1)) == "missing_shares"
    copies = tuple(message.wire for message in scribe.share_messages(scribe.state.index - 1))
    assert isinstance(scribe.say(author, replace(act, copies=copies), stream=DEAL_1, move=1), Effective)
    assert scribe.state.owed == ()


def scribe_face_after_shares(scribe: Scribe) -> Card:
    assert scribe.game.deal is not None
    return scribe.face(scribe.game.deal.hands[in_turn(scribe)][-1])


def test_copies_that_the_log_has_already_change_nothing() -> None:
    scribe = scribe_at("dealt")
    seat = in_turn(scribe)
    scribe.act(seat, Draw())
    copies = scribe.share_messages(scribe.state.index)
    scribe.order(*copies)
    discard = some_discard(scribe, -1)
    act = Act(discard, scribe.evidence(seat, (discard.shown,)), tuple(message.wire for message in copies))
    author = by_player(player_at(scribe, seat))
    assert isinstance(scribe.say(author, act, stream=DEAL_1, move=1), Effective)


def test_a_copy_is_a_signed_message_with_shares() -> None:
    scribe = drawn()
    seat, discard = in_turn(scribe), some_discard(scribe)
    author = by_player(player_at(scribe, seat))
    act = scribe.act_payload(seat, discard)
    ready = scribe.message(by_player(0), Ready(1))
    forged = scribe.message(by_player(0), Shares(1, scribe.evidence(seat, (discard.shown,))), secret=bytes(32))
    by_node = scribe.message(HOST, Shares(1, scribe.evidence(seat, (discard.shown,))))
    for wire, expected in [
        (b"", "bad_copy"),
        (ready.wire, "bad_copy"),
        (forged.wire, "bad_copy"),
        (by_node.wire, "wrong_author"),
    ]:
        result = scribe.say(author, replace(act, copies=(wire,)), stream=DEAL_1, move=1)
        assert code(result) == expected


def test_a_false_share_among_the_copies_is_the_fault_of_who_gave_it() -> None:
    scribe = scribe_at("dealt")
    seat = in_turn(scribe)
    scribe.act(seat, Draw())
    giver = player_at(scribe, 1 - seat)
    shares = scribe.shares(giver, scribe.state.index)
    false = replace(shares, batches=tuple(map(with_last_scalar_changed, shares.batches)))
    copy = scribe.message(by_player(giver), false, stream=DEAL_1)
    discard = Discard(Shown(slot_of_drawn(scribe), scribe_face_after_shares(scribe)))
    act = Act(discard, scribe.evidence(seat, (discard.shown,)), (copy.wire,))
    author = by_player(player_at(scribe, seat))
    assert fault(scribe.say(author, act, stream=DEAL_1, move=1)) == (giver, "invalid_decryption_share")


def test_a_copy_was_made_in_this_log() -> None:
    scribe = scribe_at("dealt")
    seat = in_turn(scribe)
    scribe.act(seat, Draw())
    giver = player_at(scribe, 1 - seat)
    shares = scribe.shares(giver, scribe.state.index)
    discard = Discard(Shown(slot_of_drawn(scribe), scribe_face_after_shares(scribe)))
    act = Act(discard, scribe.evidence(seat, (discard.shown,)))
    index = scribe.state.index
    for known, expected in [
        ((index, Digest(bytes(32))), "bad_copy"),
        ((index + 9, scribe.replica.hash_at(index)), "bad_copy"),
        ((index - 1, scribe.replica.hash_at(index - 1)), "not_known"),
    ]:
        copy = scribe.message(by_player(giver), shares, stream=DEAL_1, known=known)
        result = scribe.say(
            by_player(player_at(scribe, seat)), replace(act, copies=(copy.wire,)), stream=DEAL_1, move=1
        )
        assert code(result) == expected


def test_shares_are_for_an_entry_that_their_author_knew() -> None:
    scribe = scribe_at("dealt")
    seat = in_turn(scribe)
    scribe.act(seat, Draw())
    giver, index = player_at(scribe, 1 - seat), scribe.state.index
    shares = scribe.shares(giver, index)
    false = replace(shares, batches=tuple(map(with_last_scalar_changed, shares.batches)))
    known = index - 1, scribe.replica.hash_at(index - 1)
    early = scribe.message(by_player(giver), false, stream=DEAL_1, known=known)
    assert code(scribe.order(early)[0]) == "not_known"
    assert fault(scribe.say(by_player(giver), false, stream=DEAL_1)) == (giver, "invalid_decryption_share")


def test_a_card_is_shown_by_who_knew_its_deal() -> None:
    scribe = drawn()
    seat, discard = in_turn(scribe), some_discard(scribe)
    author, act = by_player(player_at(scribe, seat)), scribe.act_payload(seat, discard)
    deal = scribe.state.slots[0].since
    for index, expected in [(deal - 1, "not_known"), (deal, "")]:
        known = index, scribe.replica.hash_at(index)
        message = scribe.message(author, act, stream=DEAL_1, move=scribe.state.move, known=known)
        result = scribe.order(message)[0]
        assert (result.code if isinstance(result, Void) else "") == expected


def test_a_slot_belongs_to_the_deal_in_play() -> None:
    scribe = drawn()
    with pytest.raises(NoSuchSlotError):
        scribe.state.place_of(Slot(60_000))


def slot_of_drawn(scribe: Scribe):  # type: ignore[no-untyped-def]  # noqa: ANN201
    assert scribe.game.deal is not None
    return scribe.game.deal.hands[in_turn(scribe)][-1]


def test_every_kind_of_action_names_the_cards_that_it_shows() -> None:
    scribe = drawn()
    shown = some_discard(scribe).shown
    assert shown_by(End((shown,))) == (shown,)
    assert shown_by(Show((shown,))) == (shown,)
    assert shown_by(Draw()) == ()


# --- picking a seat ---------------------------------------------------------------------------------------------------


def picking(players: int = 2) -> Scribe:
    scribe = scribe_at("begun", players)
    scribe.must(HOST, SeatsReady(scribe.record(1).number, scribe.ceremony(1).chain))
    scribe.give_shares()
    return scribe


def test_the_aces_holder_picks_a_place() -> None:
    scribe = picking()
    ace = by_player(player_at(scribe, 0))
    other = by_player(player_at(scribe, 1))
    assert code(scribe.say(other, Act(PickSeat(1)))) == "not_your_turn"
    assert code(scribe.say(ace, Act(PickSeat(3)))) == "no_such_place"
    assert code(scribe.say(ace, Act(PickSeat(0)))) == "no_such_place"
    assert code(scribe.say(ace, Act(PickSeat(1)), move=1)) == "stale"
    assert code(scribe.say(ace, Act(Draw()))) == "not_now"
    assert code(scribe.say(ace, Ready(1))) == "not_now"
    scribe.must(ace, Act(PickSeat(2)))
    assert isinstance(scribe.state.phase, Playing)
    assert scribe.state.phase.place == 2
    assert scribe.state.move == 1
