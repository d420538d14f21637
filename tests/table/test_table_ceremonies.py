"""Making decks in the log: whose turn it is, what is void, and who is named for a false statement."""

from dataclasses import replace

from kalooki.fair.own import make_shuffle, prepare_shuffle
from kalooki.table.log import ByNode, ByPlayer, Digest, Stream
from kalooki.table.payloads import (
    Accuse,
    Begin,
    CeremonyNumber,
    DealStart,
    KeyShare,
    NodeNumber,
    Ready,
    SeatsReady,
    Shuffle,
    StockReady,
)
from kalooki.table.results import Effective, Faulty, Result, Void
from kalooki.table.state import PickingSeat, SeatDraw, Shut
from support.table_scribe import HOST, Scribe, by_player, fresh, scribe_at

DEAL_1 = Stream(1, 1)
FIRST = CeremonyNumber(1)


def code(result: Result) -> str:
    assert isinstance(result, Void), result
    return result.code


def fault(result: Result) -> tuple[int, str]:
    assert isinstance(result, Faulty), result
    return result.fault.player, result.fault.code


def drawing(players: int = 2) -> Scribe:
    """The seat draw has begun, and nobody has given a key."""
    scribe = scribe_at("gathered", players)
    scribe.must(HOST, Begin())
    return scribe


def keyed(players: int = 2) -> Scribe:
    scribe = drawing(players)
    scribe.give_keys(1)
    return scribe


def flipped(proof: bytes) -> bytes:
    """The same proof with its last scalar one greater."""
    last = int.from_bytes(proof[-32:], "little") + 1
    return proof[:-32] + last.to_bytes(32, "little")


# --- keys -------------------------------------------------------------------------------------------------------------


def test_a_player_gives_one_key() -> None:
    scribe = drawing()
    share = scribe.key_share(1, 0)
    scribe.must(by_player(0), share)
    assert code(scribe.say(by_player(0), share)) == "key_already_given"


def test_a_key_without_its_proof_is_a_fault_of_its_author() -> None:
    scribe = drawing()
    share = scribe.key_share(1, 1)
    result = scribe.say(by_player(1), replace(share, proof=flipped(share.proof)))
    assert fault(result) == (1, "invalid_key")
    assert scribe.state.phase == Shut("fault", None)
    assert scribe.state.fault is not None
    assert scribe.state.fault.index == scribe.state.index
    assert scribe.state.ceremonies == ()


def test_a_key_with_another_players_proof_is_a_fault() -> None:
    scribe = drawing()
    share = scribe.key_share(1, 0)
    scribe.must(by_player(0), share)
    assert fault(scribe.say(by_player(1), share)) == (1, "invalid_key")


def test_a_key_for_no_ceremony_is_void() -> None:
    scribe = drawing()
    share = scribe.key_share(1, 0)
    assert code(scribe.say(by_player(0), replace(share, ceremony=CeremonyNumber(9)))) == "no_ceremony"
    assert code(scribe.say(by_player(0), share, stream=DEAL_1)) == "wrong_stream"
    assert code(scribe.say(HOST, share)) == "wrong_author"


def test_who_has_no_part_in_a_ceremony_gives_it_no_key() -> None:
    scribe = scribe_at("dealt", 2)
    assert scribe.state.prepared is not None
    stranger = scribe_at("dealt", 3)
    assert stranger.state.prepared is not None
    share = scribe.key_share(scribe.state.prepared, 0)
    # In a game of three the third seat is out of a ceremony of two; here nobody is, so the number is too high instead.
    assert isinstance(stranger.say(by_player(2), KeyShare(FIRST, share.public, share.proof)), Void)


# --- shuffles ---------------------------------------------------------------------------------------------------------


def test_players_shuffle_once_each_in_their_order() -> None:
    scribe = keyed()
    first = scribe.shuffle(1, 0)
    assert code(scribe.say(by_player(1), first)) == "not_your_shuffle"
    scribe.must(by_player(0), first)
    assert code(scribe.say(by_player(0), first)) == "not_your_shuffle"
    scribe.must(by_player(1), scribe.shuffle(1, 1))
    assert scribe.ceremony(1).complete


def test_nobody_shuffles_before_all_keys_are_there() -> None:
    scribe = drawing()
    scribe.must(by_player(0), scribe.key_share(1, 0))
    assert code(scribe.say(by_player(0), Shuffle(FIRST, bytes(128), b""))) == "not_your_shuffle"


def test_a_shuffle_that_is_no_deck_is_a_fault() -> None:
    scribe = keyed()
    made = scribe.shuffle(1, 0)
    assert fault(scribe.say(by_player(0), replace(made, deck=made.deck[:-64]))) == (0, "invalid_shuffle_proof")


def test_a_shuffle_without_a_proof_is_a_fault() -> None:
    scribe = keyed()
    assert fault(scribe.say(by_player(0), replace(scribe.shuffle(1, 0), proof=b""))) == (0, "invalid_shuffle_proof")


def test_two_prepared_shuffles_of_one_player_count_once() -> None:
    scribe = keyed()
    offline = prepare_shuffle(scribe.ceremony(1), fresh("again"))
    deck, proof = make_shuffle(scribe.ceremony(1), 0, offline)
    scribe.must(by_player(0), scribe.shuffle(1, 0))
    assert code(scribe.say(by_player(0), Shuffle(FIRST, deck, proof))) == "not_your_shuffle"


# --- accusations ------------------------------------------------------------------------------------------------------


def false_shuffle(scribe: Scribe, prover: int) -> int:
    """A shuffle whose proof is false is in the log; return its entry."""
    made = scribe.shuffle(1, prover)
    scribe.must(by_player(prover), replace(made, proof=flipped(made.proof)))
    return scribe.state.index


def test_a_false_shuffle_is_its_authors_fault_once_somebody_accuses() -> None:
    scribe = keyed()
    scribe.must(by_player(0), scribe.shuffle(1, 0))
    index = false_shuffle(scribe, 1)
    result = scribe.say(HOST, Accuse(index, FIRST))
    assert isinstance(result, Faulty)
    assert (result.fault.player, result.fault.code, result.fault.index) == (1, "invalid_shuffle_proof", index)
    assert scribe.state.phase == Shut("fault", None)


def test_of_two_shuffles_the_false_one_is_named() -> None:
    scribe = keyed()
    scribe.must(by_player(0), scribe.shuffle(1, 0))
    index = false_shuffle(scribe, 1)
    assert fault(scribe.say(ByNode(NodeNumber(1)), Accuse(index, FIRST))) == (1, "invalid_shuffle_proof")


# --- what was said about another log -----------------------------------------------------------------------------


def before(scribe: Scribe) -> tuple[int, Digest]:
    """The entry before the last one."""
    index = scribe.state.index - 1
    return index, scribe.replica.hash_at(index)


def test_a_key_is_no_fault_of_who_did_not_know_its_ceremony() -> None:
    scribe = drawing()
    share = scribe.key_share(1, 1)
    false = replace(share, proof=flipped(share.proof))
    assert code(scribe.order(scribe.message(by_player(1), false, known=before(scribe)))[0]) == "not_known"
    assert scribe.state.fault is None
    assert fault(scribe.say(by_player(1), false)) == (1, "invalid_key")


def test_a_shuffle_of_another_deck_is_void() -> None:
    """A host with two logs cannot make a shuffle false by putting another deck before it."""
    scribe, fork = keyed(), keyed()
    known = fork.replica.known
    scribe.must(by_player(0), scribe.shuffle(1, 0))
    second = scribe.shuffle(1, 1)
    fork.must(by_player(0), fork.shuffle(1, 0))
    assert code(fork.order(fork.message(by_player(1), second, known=known))[0]) == "not_known"
    assert isinstance(scribe.say(by_player(1), second), Effective)


def test_a_first_shuffle_is_void_where_its_author_did_not_know_all_keys() -> None:
    scribe = keyed()
    made = scribe.shuffle(1, 0)
    assert code(scribe.order(scribe.message(by_player(0), made, known=before(scribe)))[0]) == "not_known"
    assert isinstance(scribe.say(by_player(0), made), Effective)


def test_two_shuffles_do_not_fit_into_one_entry() -> None:
    scribe, other = keyed(), keyed()
    first = scribe.shuffle(1, 0)
    other.must(by_player(0), first)
    messages = [scribe.message(by_player(0), first), scribe.message(by_player(1), other.shuffle(1, 1))]
    result, late = scribe.order(*messages)
    assert isinstance(result, Effective)
    assert code(late) == "not_known"


def test_nobody_accuses_an_entry_that_it_did_not_know() -> None:
    scribe = keyed()
    scribe.must(by_player(0), scribe.shuffle(1, 0))
    accusation = Accuse(scribe.state.index, FIRST)
    assert code(scribe.order(scribe.message(HOST, accusation, known=before(scribe)))[0]) == "not_known"


def test_who_accuses_a_true_shuffle_changes_nothing() -> None:
    scribe = keyed()
    scribe.must(by_player(0), scribe.shuffle(1, 0))
    result = scribe.say(ByNode(NodeNumber(1)), Accuse(scribe.state.index, FIRST))
    assert code(result) == "false_accusation"
    assert scribe.state.fault is None
    scribe.must(by_player(1), scribe.shuffle(1, 1))


def test_an_accusation_names_an_entry_with_a_shuffle_of_a_ceremony() -> None:
    scribe = keyed()
    scribe.must(by_player(0), scribe.shuffle(1, 0))
    index = scribe.state.index
    assert code(scribe.say(HOST, Accuse(index - 1, FIRST))) == "no_such_shuffle"
    assert code(scribe.say(HOST, Accuse(index, CeremonyNumber(2)))) == "no_such_shuffle"


def test_only_a_node_with_a_seat_in_the_ceremony_accuses() -> None:
    scribe = Scribe(2, seats=4).gather()
    scribe.must(HOST, scribe.admission(2, vote=False))
    scribe.must(HOST, Begin())
    scribe.give_keys(1)
    index = false_shuffle(scribe, 0)
    assert code(scribe.say(ByNode(NodeNumber(2)), Accuse(index, FIRST))) == "not_in_ceremony"
    assert code(scribe.say(by_player(1), Accuse(index, FIRST))) == "wrong_author"


# --- the seat draw ----------------------------------------------------------------------------------------------------


def seats_ready(scribe: Scribe) -> SeatsReady:
    return SeatsReady(FIRST, scribe.ceremony(1).chain)


def test_seats_are_opened_when_the_deck_is_complete() -> None:
    scribe = scribe_at("begun")
    scribe.must(HOST, seats_ready(scribe))
    assert scribe.state.phase == SeatDraw(FIRST, opening=True)
    assert [owed.grant.positions for owed in scribe.state.owed] == [(0, 1)]
    assert code(scribe.say(HOST, seats_ready(scribe))) == "not_now"


def test_an_incomplete_deck_opens_nothing() -> None:
    scribe = keyed()
    scribe.must(by_player(0), scribe.shuffle(1, 0))
    assert code(scribe.say(HOST, seats_ready(scribe))) == "shuffles_incomplete"


def test_the_host_opens_no_other_deck() -> None:
    scribe = scribe_at("begun")
    assert code(scribe.say(HOST, SeatsReady(FIRST, bytes(32)))) == "other_deck"
    assert code(scribe.say(HOST, SeatsReady(CeremonyNumber(2), scribe.ceremony(1).chain))) == "not_now"
    assert code(scribe.say(by_player(0), seats_ready(scribe))) == "wrong_author"


def test_the_aces_holder_is_seat_0_and_the_others_sit_in_the_order_of_their_cards() -> None:
    scribe = scribe_at("begun", 3)
    scribe.must(HOST, seats_ready(scribe))
    cards = {}
    record = scribe.record(1)
    scribe.give_shares()
    for player in scribe.state.players:
        cards[player.number] = player.seat
    assert sorted(seat for seat in cards.values() if seat is not None) == [0, 1, 2]
    assert isinstance(scribe.state.phase, PickingSeat)
    assert cards[scribe.state.phase.ace] == 0
    assert record.number == 1
    assert not any(player.ready for player in scribe.state.players)
    assert scribe.state.ceremonies == ()


# --- decks of deals ---------------------------------------------------------------------------------------------------


def test_the_first_deck_is_made_when_all_are_ready() -> None:
    scribe = scribe_at("seated")
    assert scribe.state.ceremonies == ()
    scribe.must(by_player(0), Ready(1))
    assert scribe.state.ceremonies == ()
    scribe.must(by_player(1), Ready(1))
    assert scribe.state.prepared == 2
    assert len(scribe.ceremony(2).plan.setting.faces) == 106


def ready_to_deal() -> Scribe:
    scribe = scribe_at("seated")
    scribe.ready()
    scribe.make_deck(2)
    return scribe


def test_a_deal_starts_from_the_prepared_deck_only() -> None:
    scribe = ready_to_deal()
    start = scribe.deal_start()
    refused: list[DealStart] = [
        replace(start, deal=2),
        replace(start, attempt=2),
        replace(start, seats=start.seats[::-1]),
        replace(start, ceremony=FIRST),
    ]
    assert [code(scribe.say(HOST, one, stream=DEAL_1)) for one in refused] == ["other_deal"] * 4
    assert code(scribe.say(HOST, replace(start, deck_digest=bytes(32)), stream=DEAL_1)) == "other_deck"
    assert code(scribe.say(by_player(0), start, stream=DEAL_1)) == "wrong_author"
    scribe.must(HOST, start, stream=DEAL_1)
    assert code(scribe.say(HOST, start, stream=DEAL_1)) == "not_now"


def test_a_deal_waits_for_its_shuffles() -> None:
    scribe = scribe_at("seated")
    scribe.ready()
    scribe.give_keys(2)
    assert code(scribe.say(HOST, scribe.deal_start(), stream=DEAL_1)) == "shuffles_incomplete"


def test_a_deal_owes_every_hand_to_its_seat_and_the_upcard_to_all() -> None:
    scribe = ready_to_deal()
    scribe.must(HOST, scribe.deal_start(), stream=DEAL_1)
    owed = {(one.grant.recipient, len(one.grant.positions), one.grant.provers) for one in scribe.state.owed}
    assert owed == {(0, 13, (1,)), (1, 13, (0,)), (255, 1, (0, 1))}
    assert {one.index for one in scribe.state.owed} == {scribe.state.index}


def test_the_next_deck_begins_to_be_made_while_the_deal_is_in_play() -> None:
    scribe = scribe_at("dealt")
    assert scribe.state.prepared == 3
    assert scribe.record(3).stream == Stream(2, 1)
    assert scribe.ceremony(3).plan.setting.seats == scribe.ceremony(2).plan.setting.seats


def test_nobody_gets_ready_while_a_deal_is_in_play() -> None:
    scribe = scribe_at("dealt")
    assert code(scribe.say(by_player(0), Ready(2))) == "not_now"


def test_no_stock_is_put_down_that_nobody_waits_for() -> None:
    scribe = scribe_at("dealt")
    stock = StockReady(CeremonyNumber(3), bytes(32))
    assert code(scribe.say(HOST, stock, stream=DEAL_1)) == "not_now"
    assert code(scribe_at("gathered").say(HOST, stock)) == "not_now"


def test_an_author_of_a_deck_is_a_player_at_a_seat() -> None:
    scribe = scribe_at("dealt")
    record = scribe.record(3)
    assert scribe.author(record, 0) == ByPlayer(scribe.state.seated(0).number)


# --- a deck whose proof is false, and everybody deals from it all the same -------------------------------------------


def opened_to(scribe: Scribe, swapped: dict[int, int]) -> tuple[Result, ...]:
    """Shuffle for a second time with points in other places, open the deck, and give all shares."""
    scribe.must(by_player(0), scribe.shuffle(1, 0))
    made = scribe.shuffle(1, 1)
    points = [made.deck[start : start + 32] for start in range(0, len(made.deck), 32)]
    points = [points[swapped.get(place, place)] for place in range(len(points))]
    scribe.must(by_player(1), replace(made, deck=b"".join(points)))
    scribe.must(HOST, SeatsReady(FIRST, scribe.ceremony(1).chain))
    return scribe.order(*scribe.share_messages(scribe.state.index))


def test_a_card_that_is_no_card_makes_the_message_void_that_would_open_it() -> None:
    scribe = keyed()
    results = opened_to(scribe, {1: 2})
    assert code(results[-1]) == "unknown_card"
    assert isinstance(scribe.state.phase, SeatDraw)


def test_a_seat_that_is_drawn_twice_seats_nobody() -> None:
    scribe = keyed()
    results = opened_to(scribe, {2: 0, 3: 1})
    assert code(results[-1]) == "unknown_card"
    assert all(player.seat is None for player in scribe.state.players)
