"""Leaving and being missed, message by message: what has an effect, what is void, and by whose clock."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.fair.group import encode_scalar
from kalooki.rules.actions import PickSeat
from kalooki.rules.deal import Reshuffling, Showing
from kalooki.rules.events import DealScored, DealVoided, HandClosed, HandOpened, WentAway
from kalooki.table.absence import can_do_without, require_owed
from kalooki.table.acks import Acks
from kalooki.table.commands import Clerk
from kalooki.table.hosting import announcement
from kalooki.table.leaving import require_present
from kalooki.table.log import ByNode, Stream
from kalooki.table.missing import Missed, Watch
from kalooki.table.opinions import chosen, opinion
from kalooki.table.payloads import (
    Absent,
    Act,
    Agree,
    Choice,
    Leave,
    LeftKey,
    Motion,
    NodeNumber,
    PlayerNumber,
    Ready,
    SeatsReady,
    Shares,
    StandIn,
)
from kalooki.table.ports import ChooseAbsent, LeaveTable, Propose
from kalooki.table.proving import HONEST
from kalooki.table.results import Effective, Result, Void, VoidError
from kalooki.table.settling import command_of
from kalooki.table.sharing import Sight, by_place
from kalooki.table.standing import waits
from kalooki.table.state import Absence, Playing, Shut, TableState, Waited
from kalooki.table.timing import can_end
from kalooki.table.turn import Turn
from kalooki.table.workshop import Workshop
from support.table_scribe import HOST, Scribe, by_player, scribe_at

WAIT, VOID = Choice.WAIT, Choice.VOID


def node(number: int) -> ByNode:
    return ByNode(NodeNumber(number))


def code(result: Result) -> str:
    assert isinstance(result, Void), result
    return result.code


def in_play(players: int = 4, *options: tuple[str, str], variant: str = "british") -> Scribe:
    return scribe_at("dealt", players, options, variant=variant)


def whose_turn(scribe: Scribe) -> int:
    (player,) = waits(scribe.state)[1]
    return player


def owed(scribe: Scribe, *players: int) -> int:
    return max(one.since for one in scribe.state.waiting if one.player in players)


def miss(scribe: Scribe, by: int, player: int, choice: Choice = VOID, **changes: object) -> Result:
    said = replace(Absent((PlayerNumber(player),), owed(scribe, player), choice), **changes)  # type: ignore[arg-type]
    return scribe.say(node(by), said, stream=scribe.state.stream)


def keys(scribe: Scribe, player: int) -> Leave:
    seat = scribe.state.players[player].seat
    assert seat is not None
    blocks = [block.ceremony for block in scribe.state.slots]
    return Leave(tuple(LeftKey(number, encode_scalar(scribe.keys[number, seat].secret)) for number in blocks))


def leave(scribe: Scribe, player: int) -> Effective:
    return scribe.must(by_player(player), keys(scribe, player))


def others(scribe: Scribe, player: int) -> list[int]:
    return [one.number for one in scribe.state.players if one.number != player]


# --- missed ----------------------------------------------------------------------------------------------------------


def test_attack_67_with_one_signature_missing_nobody_is_absent() -> None:
    """It takes every node that plays to go on without a seat."""
    scribe = in_play()
    gone = whose_turn(scribe)
    *first, last = others(scribe, gone)
    for by in first:
        assert isinstance(miss(scribe, by, gone), Effective)
        assert not scribe.state.players[gone].gone
    assert [one.node for one in scribe.state.absences] == first
    result = miss(scribe, last, gone)
    assert isinstance(result, Effective)
    assert [type(event) for event in result.events][:2] == [WentAway, DealVoided]
    assert scribe.state.players[gone].gone
    assert not scribe.state.members[gone].vote
    assert scribe.state.absences == ()


def test_whoever_says_something_else_later_takes_it_back() -> None:
    scribe = in_play(3)
    gone = whose_turn(scribe)
    one, other = others(scribe, gone)
    miss(scribe, one, gone, VOID)
    miss(scribe, one, gone, WAIT)
    miss(scribe, other, gone, VOID)
    assert not scribe.state.players[gone].gone
    since = owed(scribe, gone)
    miss(scribe, other, gone, WAIT)
    assert owed(scribe, gone) == scribe.state.index > since
    assert scribe.state.absences == ()


def test_the_second_time_a_quorum_is_enough_to_deal_again_but_not_to_wait() -> None:
    scribe = in_play()
    gone = whose_turn(scribe)
    first, second, third = others(scribe, gone)
    for by in (first, second):
        miss(scribe, by, gone, WAIT, again=True)
    for by in (first, second):
        miss(scribe, by, gone, VOID, again=True)
    assert not scribe.state.players[gone].gone
    miss(scribe, third, gone, WAIT)
    assert not scribe.state.players[gone].gone
    scribe.replica.accepted = replace(
        scribe.state, members=tuple(replace(one, vote=one.number != third) for one in scribe.state.members)
    )
    miss(scribe, first, gone, VOID, again=True)
    assert scribe.state.players[gone].gone


def test_what_was_owed_and_comes_makes_it_void() -> None:
    scribe = in_play(3)
    gone = whose_turn(scribe)
    since = owed(scribe, gone)
    miss(scribe, others(scribe, gone)[0], gone)
    scribe.replica.accepted = replace(scribe.state, move=scribe.state.move + 1)
    result = miss(scribe, others(scribe, gone)[1], gone, owed=since)
    assert code(result) == "not_owed"
    assert scribe.state.absences == ()


@pytest.mark.parametrize("players", [(), (1, 0), (0, 0)])
def test_players_come_in_their_order_each_once(players: tuple[int, ...]) -> None:
    scribe = in_play(3)
    said = Absent(tuple(map(PlayerNumber, players)), 1, VOID)
    scribe.replica.accepted = replace(
        scribe.state, waiting=tuple(Waited(PlayerNumber(one), "x", 1) for one in range(3))
    )

    with pytest.raises(VoidError):
        require_owed(scribe.state, NodeNumber(2), said)


def test_only_other_nodes_that_play_or_vote_have_a_say_and_who_knows_what_is_owed() -> None:
    scribe = in_play(3)
    gone = whose_turn(scribe)
    by = others(scribe, gone)[0]
    assert code(miss(scribe, gone, gone)) == "wrong_author"
    said = Absent((PlayerNumber(gone),), owed(scribe, gone), VOID)
    assert code(scribe.say(by_player(by), said, stream=scribe.state.stream)) == "wrong_author"
    early = (said.owed - 1, scribe.replica.hash_at(said.owed - 1))
    (result,) = scribe.order(scribe.message(node(by), said, stream=scribe.state.stream, known=early))
    assert code(result) == "not_known"
    quiet = tuple(replace(one, vote=one.vote and one.number != by) for one in scribe.state.members)
    playing = scribe.state.phase
    assert isinstance(playing, Playing)
    seat = scribe.state.players[by].seat
    out = replace(playing, game=replace(playing.game, out=(seat,)))  # type: ignore[arg-type]
    scribe.replica.accepted = replace(scribe.state, members=quiet, phase=out)
    assert code(miss(scribe, by, gone)) == "wrong_author"


def test_nobody_is_missed_in_the_lobby() -> None:
    scribe = Scribe(2).gather()
    assert scribe.state.waiting == ()


def voteless(scribe: Scribe, player: int) -> None:
    """A player's node takes part without a vote."""
    members = tuple(replace(one, vote=one.vote and one.number != player) for one in scribe.state.members)
    scribe.replica.accepted = replace(scribe.state, members=members)


def test_with_the_last_who_plays_nothing_is_agreed() -> None:
    scribe = in_play(2)
    gone = whose_turn(scribe)
    (other,) = others(scribe, gone)
    voteless(scribe, gone)
    result = miss(scribe, other, gone)
    assert isinstance(result, Effective)
    assert scribe.game.winners == (scribe.state.players[other].seat,)


def test_nobody_says_of_so_many_that_they_are_away_that_the_rest_could_not_decide_it() -> None:
    scribe = Scribe(4).draw_seats()
    away = tuple(map(PlayerNumber, (0, 2, 3)))
    for few in (away, away[:2]):
        said = Absent(few, owed(scribe, *few), VOID)
        assert code(scribe.say(node(1), said, stream=scribe.state.stream)) == "no_quorum"
    assert not any(one.gone for one in scribe.state.players)
    two = in_play(2)
    gone = whose_turn(two)
    (other,) = others(two, gone)
    assert code(miss(two, other, gone)) == "no_quorum"
    assert two.game.winners == ()


def test_whose_turn_a_quorum_has_found_to_be_over_is_away_though_he_alone_is_left_to_agree() -> None:
    scribe = in_play(2)
    gone = whose_turn(scribe)
    (other,) = others(scribe, gone)
    genesis = replace(scribe.state.genesis, turn_ms=1000, plays_on=False)
    scribe.replica.accepted = replace(scribe.state, genesis=genesis, overdue=scribe.state.index)
    assert not can_end(scribe.state)
    shares = replace(scribe.state.waiting[0], what="shares.1")
    late = scribe.state
    scribe.replica.accepted = replace(late, waiting=(shares,))
    assert not can_do_without(scribe.state, (PlayerNumber(gone),))
    scribe.replica.accepted = late
    assert isinstance(miss(scribe, other, gone), Effective)
    assert scribe.game.winners == (scribe.state.players[other].seat,)


def test_a_loser_who_is_missed_leaves_his_hand_closed_and_the_deal_is_scored() -> None:
    scribe = in_play(3)
    winner = whose_turn(scribe)
    playing = scribe.state.phase
    assert isinstance(playing, Playing) and playing.game.deal is not None  # noqa: PT018
    seat = scribe.state.players[winner].seat
    assert seat is not None
    deal = playing.game.deal
    hands = tuple(() if one == seat else hand for one, hand in enumerate(deal.hands))
    shown = replace(
        playing, game=replace(playing.game, deal=replace(deal, hands=hands, phase=Showing(seat, "call-up")))
    )
    scribe.replica.accepted = replace(scribe.state, phase=shown)
    left, missed = others(scribe, winner)
    gone = leave(scribe, left)
    assert [type(event) for event in gone.events] == [WentAway, HandOpened]
    assert waits(scribe.state) == ("hands", (missed,))
    scribe.say(by_player(winner), Ready(9))  # an entry, so that it is owed
    voteless(scribe, missed)
    result = miss(scribe, winner, missed)
    assert isinstance(result, Effective)
    assert [type(event) for event in result.events][:3] == [WentAway, HandClosed, DealScored]


def test_a_hand_that_was_left_waits_for_the_shares_that_are_missing() -> None:
    scribe = in_play(3)
    playing = scribe.state.phase
    assert isinstance(playing, Playing) and playing.game.deal is not None  # noqa: PT018
    winner = whose_turn(scribe)
    seat = scribe.state.players[winner].seat
    assert seat is not None
    left, other = others(scribe, winner)
    theirs = scribe.state.players[left].seat
    assert theirs is not None
    deal = playing.game.deal
    hands = tuple(() if one != theirs else (*hand, deal.stock[0]) for one, hand in enumerate(deal.hands))
    shown = replace(deal, hands=hands, stock=deal.stock[1:], phase=Showing(seat, "call-up"))
    scribe.replica.accepted = replace(scribe.state, phase=replace(playing, game=replace(playing.game, deal=shown)))
    leave(scribe, left)
    assert isinstance(scribe.game.deal.phase, Showing)  # type: ignore[union-attr]
    assert waits(scribe.state)[0] == "shares"
    del other


# --- leaving ---------------------------------------------------------------------------------------------------------


def test_whoever_leaves_gives_exactly_the_keys_of_the_decks_that_are_dealt_from() -> None:
    scribe = in_play(3)
    player = others(scribe, whose_turn(scribe))[0]
    right = keys(scribe, player)
    assert code(scribe.say(by_player(player), Leave())) == "other_keys"
    assert code(scribe.say(by_player(player), keys(scribe, others(scribe, player)[0]))) == "wrong_key"
    (key,) = right.keys
    zero = Leave((replace(key, secret=bytes(32)),))
    assert code(scribe.say(by_player(player), zero)) == "wrong_key"
    assert code(scribe.say(by_player(player), right, stream=scribe.state.stream)) == "wrong_stream"
    assert code(scribe.say(node(player), right)) == "wrong_author"
    scribe.must(by_player(player), right)
    assert code(scribe.say(by_player(player), right)) == "not_playing"


def test_decks_that_are_being_made_are_made_again_without_who_left() -> None:
    scribe = in_play()
    playing = scribe.state.phase
    assert isinstance(playing, Playing) and playing.game.deal is not None  # noqa: PT018
    first, second, _ = others(scribe, whose_turn(scribe))
    deal = playing.game.deal
    pile = (*deal.pile, *(replace(deal.pile[0], slot=slot) for slot in deal.stock[:3]))
    waits_for_stock = replace(deal, pile=pile, stock=(), phase=Reshuffling(then_draw=True))
    game = replace(playing.game, deal=waits_for_stock)
    scribe.replica.accepted = replace(scribe.state, phase=replace(playing, game=game))
    made = []
    for player in (first, second):
        leave(scribe, player)
        assert scribe.state.restocking is not None
        made.append(scribe.state.restocking)
        assert scribe.state.players[player].seat not in scribe.provers(made[-1])
    assert [scribe.state.record(number) is not None for number in made] == [False, True]


def test_the_host_closes_the_table_before_the_game_and_guests_free_their_seats() -> None:
    scribe = Scribe(3).gather()
    assert code(scribe.say(by_player(0), Leave())) == "host_stays"
    scribe.must(by_player(2), Leave())
    assert [one.gone for one in scribe.state.players] == [False, False, True]
    assert code(scribe.say(node(2), scribe.seat(2, 2))) == "already_seated"
    scribe.must(HOST, scribe.admission(3))
    scribe.must(node(3), scribe.seat(3, 3))
    assert scribe.state.players[3].number == 3


def test_seats_are_drawn_again_as_long_as_enough_are_left() -> None:
    scribe = Scribe(3).begin()
    scribe.must(by_player(1), Leave())
    assert scribe.provers(2) == [0, 2]
    scribe.must(by_player(2), Leave())
    assert isinstance(scribe.state.phase, Shut)
    assert code(scribe.say(by_player(0), Leave())) == "closed"


def test_what_a_host_says_of_a_deck_that_is_made_again_is_another_message() -> None:
    """He says each only once in his term, and what he has said of the deck before has no effect any more."""
    draw = Scribe(4).begin()
    first = announced(draw, 1)
    draw.must(by_player(1), Leave())
    draw.make_deck(2)
    assert (first, announced(draw, 2)) == ("seats/1", "seats/2")
    deal = Scribe(4).draw_seats()
    deal.ready()
    made = []
    for player in (2, 3):
        number = deal.state.prepared
        assert number is not None
        deal.make_deck(number)
        made.append((announced(deal, number), f"deal/1/1/{number}"))
        deal.must(by_player(player), Leave())
    assert [said for said, _ in made] == [wanted for _, wanted in made]
    assert len(set(made)) == 2


def announced(scribe: Scribe, number: int) -> str:
    """The name of what the host has to say now, whose node has found a deck true."""
    workshop = Workshop(HONEST)
    workshop.verdicts[number] = scribe.verdict(number)
    said = announcement(scribe.state, workshop)
    assert said is not None
    return said[0]


def test_who_leaves_while_a_place_is_picked_plays_no_deal() -> None:

    for which in (0, 1):
        scribe = Scribe(3).begin()
        scribe.must(HOST, SeatsReady(scribe.record(1).number, scribe.ceremony(1).chain))
        scribe.give_shares()
        leaver = scribe.state.seated(SeatNumber(which)).number
        scribe.must(by_player(leaver), Leave())
        if which:
            scribe.must(by_player(scribe.state.seated(0).number), Act(PickSeat(1)))
        assert scribe.game.away == (which,)


def test_the_last_vote_is_never_given_up() -> None:
    scribe = in_play(3)
    only = tuple(replace(one, vote=one.number == 1) for one in scribe.state.members)
    scribe.replica.accepted = replace(scribe.state, members=only)
    leave(scribe, 1)
    assert scribe.state.voters() == {1}


# --- by whose clock --------------------------------------------------------------------------------------------------


def watched(scribe: Scribe, grace: int = 1000) -> TableState:
    return replace(scribe.state, genesis=replace(scribe.state.genesis, grace_ms=grace))


def test_a_node_misses_whoever_owes_something_and_is_silent_for_as_long() -> None:
    scribe = in_play(3)
    state, acks = watched(scribe), Acks()
    gone = whose_turn(scribe)
    me = (NodeNumber(others(scribe, gone)[0]),)
    watch = Watch()
    watch.hear(NodeNumber(gone))
    assert watch.missed(state, acks, me) is None
    watch.tick(0, state)
    watch.tick(999, state)
    assert watch.missed(state, acks, me) is None
    watch.tick(1000, state)
    missed = watch.missed(state, acks, me)
    assert missed == Missed((PlayerNumber(gone),), owed(scribe, gone), 0, twice=False)
    assert watch.missed(watched(scribe, 0), acks, me) is None
    assert watch.missed(state, acks, (NodeNumber(gone),)) is None
    watch.hear(NodeNumber(gone))
    assert watch.missed(state, acks, me) is None
    watch.tick(2000, state)
    again = watch.missed(state, acks, me)
    assert again is not None
    assert again.twice


def test_while_too_few_are_here_to_decide_anything_the_time_runs_against_nobody() -> None:
    scribe = in_play(3)
    state, acks = watched(scribe), Acks()
    me = (NodeNumber(others(scribe, whose_turn(scribe))[0]),)
    watch = Watch()
    watch.tick(0, state)
    watch.tick(900, state)
    watch.stand_still()
    for now in (1000, 1899):
        watch.tick(now, state)
        assert watch.missed(state, acks, me) is None
    watch.tick(1900, state)
    assert watch.missed(state, acks, me) == Missed(
        (PlayerNumber(whose_turn(scribe)),), owed(scribe, whose_turn(scribe)), 900, twice=False
    )


def test_who_talks_and_only_thinks_is_missed_when_his_turn_is_overdue_for_as_long() -> None:
    scribe = in_play(3)
    gone = whose_turn(scribe)
    late = replace(watched(scribe), overdue=scribe.state.index)
    watch = Watch()
    for now in (0, 900, 1900):
        watch.tick(now, watched(scribe) if now < 900 else late)
        watch.hear(NodeNumber(gone))
    missed = watch.missed(late, Acks(), ())
    assert missed is not None
    assert missed.since == 900


@pytest.mark.parametrize(("what", "counts"), [("shares.5", True), ("keys.0.0.0.1", True), ("ready.0.0.0.1", False)])
def test_who_talks_and_has_what_it_needs_is_missed_for_what_a_node_does_by_itself(what: str, counts: bool) -> None:
    scribe = in_play(3)
    state = replace(watched(scribe), waiting=(Waited(PlayerNumber(1), what, 5),))
    watch = Watch()
    for now in (0, 1000):
        watch.tick(now, state)
        watch.hear(NodeNumber(1))
    assert watch.missed(state, Acks(), ()) is None  # nobody has said that he has the entry
    assert (watch.missed(state, Everybody(), ()) is not None) == counts


def test_shares_are_missed_only_when_all_who_must_acknowledge_have() -> None:
    scribe = Scribe(3).begin()

    scribe.must(HOST, SeatsReady(scribe.record(1).number, scribe.ceremony(1).chain))
    state, watch = watched(scribe), Watch()
    for now in (0, 1000):
        watch.tick(now, state)
        for one in range(3):
            watch.hear(NodeNumber(one))
    assert watch.missed(state, Acks(), ()) is None
    missed = watch.missed(state, Everybody(), (NodeNumber(0),))
    assert missed is not None
    assert missed.players == (1, 2)


class Everybody(Acks):
    """All nodes have acknowledged everything."""

    def all_have(self, nodes: frozenset[NodeNumber], index: int) -> bool:  # noqa: ARG002
        return True


# --- what a node says by itself --------------------------------------------------------------------------------------

SINCE = 7
ONE = Missed((PlayerNumber(1),), SINCE, 0, twice=False)
TWICE = replace(ONE, twice=True)


def table(scribe: Scribe, said: dict[int, tuple[Choice, bool]], bots: tuple[int, ...] = ()) -> TableState:
    absences = tuple(
        Absence(NodeNumber(by), ONE.players, SINCE, choice, again) for by, (choice, again) in sorted(said.items())
    )
    players = tuple(replace(one, bot="greedy" if one.number in bots else "") for one in scribe.state.players)
    return replace(scribe.state, absences=absences, players=players)


@pytest.mark.parametrize(
    ("me", "said", "bots", "missed", "opinion_"),
    [
        (0, {}, (), ONE, None),
        (2, {}, (2,), ONE, None),
        (2, {0: (WAIT, False)}, (2,), ONE, (WAIT, False)),
        (2, {0: (WAIT, False), 2: (VOID, False)}, (2,), ONE, (WAIT, False)),
        (2, {0: (VOID, False), 2: (VOID, False)}, (2,), ONE, None),
        (2, {}, (0, 2, 3), ONE, (VOID, False)),
        (2, {2: (VOID, False)}, (0, 2, 3), ONE, None),
        (0, {}, (), TWICE, (VOID, True)),
        (0, {0: (VOID, False)}, (), TWICE, (VOID, True)),
        (0, {0: (VOID, True)}, (), TWICE, None),
        (0, {0: (WAIT, False)}, (), TWICE, None),
    ],
)
def test_bots_follow_people_and_silence_ends_in_a_deal_anew(
    me: int,
    said: dict[int, tuple[Choice, bool]],
    bots: tuple[int, ...],
    missed: Missed,
    opinion_: tuple[Choice, bool] | None,
) -> None:
    found = opinion(table(in_play(), said, bots), NodeNumber(me), missed)
    assert (None if found is None else (found.choice, found.again)) == opinion_


def test_a_house_that_has_chosen_is_not_asked() -> None:
    scribe = in_play(4, ("dropout", "void"))
    assert opinion(table(scribe, {}), NodeNumber(0), ONE) == Absent(ONE.players, SINCE, VOID)
    assert opinion(table(scribe, {0: (VOID, False)}), NodeNumber(0), ONE) is None


def test_what_a_person_chooses_counts_as_the_second_time_only_where_it_is_and_is_not_to_wait() -> None:
    assert chosen(ONE, VOID) == Absent(ONE.players, SINCE, VOID)
    assert chosen(TWICE, VOID).again
    assert not chosen(TWICE, WAIT).again


def test_who_neither_plays_nor_votes_says_nothing() -> None:
    state = table(in_play(4, ("dropout", "void")), {})
    quiet = tuple(replace(one, vote=False) for one in state.members)
    gone = tuple(replace(one, gone=one.number == 2) for one in state.players)
    assert opinion(replace(state, members=quiet, players=gone), NodeNumber(2), ONE) is None
    assert opinion(replace(state, players=gone), NodeNumber(2), ONE) is not None


# --- commands --------------------------------------------------------------------------------------------------------


def test_nobody_leaves_without_the_keys_and_nothing_is_chosen_of_who_is_not_missed() -> None:
    scribe = in_play(3)
    clerk, sight, turn = Clerk(scribe.checks, Workshop(HONEST)), Sight({}, {}), Turn(bytes(64))
    player = scribe.state.players[1]
    with pytest.raises(VoidError) as refused:
        clerk.payload(scribe.state, player, LeaveTable(), sight, turn)
    assert refused.value.code == "key_lost"
    with pytest.raises(VoidError) as refused:
        clerk.payload(scribe.state, player, ChooseAbsent(WAIT), sight, turn)
    assert refused.value.code == "nobody_missed"


def test_a_command_is_read_out_of_what_was_signed_for_it() -> None:
    scribe = in_play(3)
    assert command_of(scribe.message(by_player(1), Leave())) == LeaveTable()
    said = Absent((PlayerNumber(1),), 4, WAIT)
    assert command_of(scribe.message(node(2), said)) == ChooseAbsent(WAIT)
    motion = Agree(Motion.REMOVE, PlayerNumber(1), withdrawn=True)
    assert command_of(scribe.message(node(2), motion)) == Propose(Motion.REMOVE, PlayerNumber(1), withdrawn=True)
    offer = StandIn(PlayerNumber(1), bytes(32), "Bot", "greedy", bytes(32), bytes(64), bytes(64))
    assert command_of(scribe.message(node(2), offer)) == Propose(Motion.STAND_IN, PlayerNumber(1), bot="greedy")


def test_who_is_out_of_the_game_has_nothing_to_leave() -> None:
    scribe = in_play(3)
    state, player = scribe.state, scribe.state.players[1]
    require_present(state, player)
    assert isinstance(state.phase, Playing)
    assert player.seat is not None
    out = replace(state, phase=replace(state.phase, game=replace(state.phase.game, out=(player.seat,))))
    with pytest.raises(VoidError) as refused:
        require_present(out, player)
    assert refused.value.code == "not_playing"


def test_shares_that_are_not_owed_open_nothing() -> None:
    scribe = in_play(3)
    other = scribe.message(by_player(1), Shares(1, ()), stream=Stream(9, 9))
    nothing = scribe.message(by_player(1), Shares(scribe.state.index, ()), stream=scribe.state.stream)
    assert by_place(scribe.state, [other, nothing]) == {}
