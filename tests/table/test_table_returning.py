"""A lost seat: who may want it to be played again, when that is done, and what is void."""

from dataclasses import replace

import pytest

from kalooki.rules.errors import NotNowError
from kalooki.rules.events import CameBack
from kalooki.rules.leaving import come_back
from kalooki.table.log import ByNode, Stream
from kalooki.table.payloads import Agree, Leave, Motion, NodeNumber, PlayerNumber, Ready, StandIn
from kalooki.table.results import Effective, Result, Void
from kalooki.table.returning import MAX_NAME, MAX_NUMBERS, stand_in_bytes, stand_in_name
from kalooki.table.signing import sign
from kalooki.table.standing import standing
from kalooki.table.state import NOBODY, Playing
from kalooki.table.state_text import state_lines
from support.table_scribe import Scribe, by_player, scribe_at, secret_of

LOST = PlayerNumber(3)


def node(number: int) -> ByNode:
    return ByNode(NodeNumber(number))


def code(result: Result) -> str:
    return result.code if isinstance(result, Void) else ""


def lost(players: int = 4) -> Scribe:
    """The last player has left before the first deal."""
    scribe = Scribe(players).draw_seats()
    scribe.must(by_player(LOST), Leave())
    assert scribe.state.players[LOST].gone
    return scribe


def wants(scribe: Scribe, by: int, motion: Motion = Motion.RETURN, *, withdrawn: bool = False) -> Result:
    return scribe.say(node(by), Agree(motion, LOST, (), withdrawn))


def bot(scribe: Scribe, by: int, *, number: int = 4, lost: int = LOST) -> StandIn:
    """Node `by` offers a bot, with the key of player `number`."""
    author = by_player(number)
    plain = StandIn(
        PlayerNumber(lost), scribe.identity(author), "Bot", "greedy", secret_of("nonce"), bytes(64), bytes(64)
    )
    statement = stand_in_bytes(scribe.table, scribe.identity(node(by)), plain)
    certificate, consent = sign(scribe.secret(node(by)), statement), sign(scribe.secret(author), statement)
    return replace(plain, certificate=certificate, consent=consent)


def offers(scribe: Scribe, by: int) -> Result:
    return scribe.say(node(by), bot(scribe, by))


# --- coming back ----------------------------------------------------------------------------------------------------


def test_who_left_is_back_when_he_asks_and_all_who_play_agree() -> None:
    scribe = lost()
    session, seat = scribe.state.session, scribe.state.players[LOST].seat
    assert not scribe.state.members[LOST].vote
    for by in (0, 1, LOST):
        assert code(wants(scribe, by)) == ""
        assert scribe.state.players[LOST].gone
    done = wants(scribe, 2)
    assert isinstance(done, Effective)
    assert seat is not None
    assert done.events == (CameBack(seat, "return"),)
    assert not scribe.state.players[LOST].gone
    assert scribe.state.members[LOST].vote
    assert (scribe.game.away, scribe.game.out, scribe.game.no_buy_in) == ((), (), (seat,))
    assert scribe.state.agreements == ()
    assert scribe.state.session == session  # all are here again who were here before
    assert f"game.no_buy_in {seat}" in list(state_lines(scribe.state))


def test_nobody_is_brought_back_who_does_not_ask() -> None:
    scribe = lost()
    for by in (0, 1, 2):
        assert code(wants(scribe, by)) == ""
    assert scribe.state.players[LOST].gone
    assert code(wants(scribe, 1, withdrawn=True)) == ""
    assert code(wants(scribe, LOST)) == ""
    assert scribe.state.players[LOST].gone
    assert code(wants(scribe, 1)) == ""
    assert not scribe.state.players[LOST].gone


def test_a_seat_that_is_not_lost_is_not_played_again() -> None:
    scribe = lost()
    assert code(scribe.say(node(0), Agree(Motion.RETURN, PlayerNumber(1)))) == "not_lost"
    assert code(scribe.say(node(0), Agree(Motion.RETURN, PlayerNumber(9)))) == "not_lost"
    lobby = Scribe(3).gather()
    assert code(lobby.say(node(0), Agree(Motion.RETURN, PlayerNumber(1)))) == "not_lost"
    assert code(wants(scribe, LOST, Motion.STAND_IN)) == "no_say"


def test_who_is_over_the_limit_does_not_come_back() -> None:
    scribe = lost()
    playing = scribe.playing
    beaten = replace(playing.game, totals=(151,) * 4)
    scribe.replica.accepted = replace(scribe.state, phase=replace(playing, game=beaten))
    assert code(wants(scribe, 0)) == "not_now"


def test_who_goes_over_the_limit_in_the_deal_in_which_all_let_him_in_stays_away() -> None:
    scribe = lost()
    for by in (0, 1, 2):
        wants(scribe, by)
    playing, wishes = scribe.playing, scribe.state.agreements
    mine = replace(wishes[0], node=NodeNumber(LOST))
    beaten = replace(playing.game, totals=(151,) * 4)
    scribe.replica.accepted = replace(scribe.state, phase=replace(playing, game=beaten), agreements=(*wishes, mine))
    scribe.must(by_player(0), Ready(1))
    assert scribe.state.players[LOST].gone
    assert scribe.state.agreements == ()


def test_what_a_player_says_who_is_gone_is_void() -> None:
    scribe = lost()
    assert code(scribe.say(by_player(LOST), Ready(1))) == "not_playing"
    assert code(scribe.say(by_player(LOST), Leave())) == "not_playing"


# --- a bot in his place ---------------------------------------------------------------------------------------------


def test_a_bot_has_the_seat_when_all_who_play_agree_and_who_lost_it_has_none() -> None:
    scribe = lost()
    session, seat = scribe.state.session, scribe.state.players[LOST].seat
    assert code(offers(scribe, 1)) == ""
    assert code(offers(scribe, 2)) == "offered"
    assert [line for line in state_lines(scribe.state) if line.startswith(("offer", "agreement"))] == [
        f"agreement.1.stand_in {LOST} -",
        f"offer.{LOST} 1 {scribe.identity(by_player(4)).hex()} {b'Bot'.hex()} greedy {secret_of('nonce').hex()}",
    ]
    (shown,) = standing(scribe.state, None).proposals
    assert (shown.motion, shown.player, shown.nodes, shown.runs_on) == ("stand_in", LOST, (1,), 1)
    assert code(wants(scribe, 0, Motion.STAND_IN)) == ""
    done = wants(scribe, 2, Motion.STAND_IN)
    assert isinstance(done, Effective)
    assert [event.how for event in done.events if isinstance(event, CameBack)] == ["stand_in"]
    old, new = scribe.state.players[LOST], scribe.state.players[LOST + 1]
    assert (old.gone, old.seat, new.gone, new.seat, new.node, new.bot) == (True, None, False, seat, 1, "greedy")
    assert scribe.state.session != session
    assert scribe.state.offers == ()
    assert not scribe.state.members[LOST].vote
    assert code(wants(scribe, 0, Motion.STAND_IN)) == "not_lost"
    for number in (0, 1, 2, 4):
        scribe.must(by_player(number), Ready(1))
    (record,) = scribe.state.ceremonies
    assert record.number == scribe.state.prepared
    assert (scribe.state.prover(record, old), scribe.state.prover(record, new)) == (NOBODY, seat)


def stood_in(lost_again: bool = False) -> Scribe:  # noqa: FBT002 - a scene has a switch
    """A bot of node 1 plays the seat; or it has gone as well, and one of node 2 plays it."""
    scribe = lost()
    offers(scribe, 1)
    for by in (0, 2):
        wants(scribe, by, Motion.STAND_IN)
    if lost_again:
        scribe.must(by_player(LOST + 1), Leave())
        assert code(scribe.say(node(2), bot(scribe, 2, number=5, lost=LOST + 1))) == ""
        for by in (0, 1):
            scribe.say(node(by), Agree(Motion.STAND_IN, PlayerNumber(LOST + 1)))
    return scribe


@pytest.mark.parametrize("lost_again", [False, True])
def test_a_bot_gives_the_seat_back_to_whom_it_stands_for_when_all_agree(*, lost_again: bool) -> None:
    scribe = stood_in(lost_again)
    players = scribe.state.players
    seat = players[-1].seat
    assert seat is not None
    assert [one.stands_for for one in players] == [None] * 4 + list(range(LOST, len(players) - 1))
    assert next(line for line in state_lines(scribe.state) if line.startswith("player.4 ")).endswith(f" {LOST}")
    for by in (0, 1, 2):
        assert code(wants(scribe, by)) == ""
    done = wants(scribe, LOST)
    assert isinstance(done, Effective)
    assert done.events == (CameBack(seat, "return"),)
    back, *bots = scribe.state.players[LOST:]
    assert (back.seat, back.gone) == (seat, False)
    assert all((one.seat, one.gone, one.stands_for) == (None, True, None) for one in bots)
    assert scribe.state.members[LOST].vote
    assert code(scribe.say(node(1), Agree(Motion.RETURN, bots[0].number))) == "not_lost"
    assert code(scribe.say(by_player(bots[-1].number), Ready(1))) == "not_playing"


def test_a_node_with_nobody_left_but_a_bot_that_gives_way_votes_no_more() -> None:
    scribe = stood_in()
    scribe.must(by_player(1), Leave())
    assert scribe.state.members[1].vote
    for by in (0, 2, LOST):
        assert code(wants(scribe, by)) == ""
    assert not scribe.state.players[LOST].gone
    assert not scribe.state.members[1].vote


def test_who_lost_his_seat_to_a_bot_that_is_lost_itself_may_have_it_again() -> None:
    scribe = stood_in()
    seat = scribe.state.players[LOST + 1].seat
    assert seat is not None
    scribe.must(by_player(LOST + 1), Leave())
    for by in (0, 1, 2, LOST):
        assert code(wants(scribe, by)) == ""
    assert scribe.state.players[LOST].seat == seat
    assert scribe.game.away == ()


def test_a_bot_that_is_out_of_the_game_gives_nothing_back() -> None:
    scribe = stood_in()
    seat = scribe.state.players[LOST + 1].seat
    assert seat is not None
    out = replace(scribe.playing, game=replace(scribe.game, out=(seat,)))
    scribe.replica.accepted = replace(scribe.state, phase=out)
    assert code(wants(scribe, LOST)) == "not_now"


def test_who_offered_a_bot_takes_it_back_with_his_wish_and_another_only_his_wish() -> None:
    scribe = lost()
    offers(scribe, 1)
    wants(scribe, 0, Motion.STAND_IN)
    assert code(wants(scribe, 0, Motion.STAND_IN, withdrawn=True)) == ""
    assert ([one.node for one in scribe.state.agreements], len(scribe.state.offers)) == ([1], 1)
    wants(scribe, 0, Motion.STAND_IN)
    assert code(wants(scribe, 1, Motion.STAND_IN, withdrawn=True)) == ""
    assert (scribe.state.agreements, scribe.state.offers) == ((), ())
    assert code(wants(scribe, 0, Motion.STAND_IN)) == "no_bot"


def test_a_bot_of_a_node_whose_person_has_gone_takes_no_seat() -> None:
    scribe = lost()
    offers(scribe, 1)
    wants(scribe, 0, Motion.STAND_IN)
    scribe.must(by_player(1), Leave())
    assert (scribe.state.offers, scribe.state.agreements) == ((), ())


def test_what_is_offered_is_signed_by_node_and_bot_and_is_nobody_else() -> None:
    scribe = lost()
    good = bot(scribe, 1)
    assert code(scribe.say(node(1), replace(good, certificate=bytes(64)))) == "bad_seat"
    assert code(scribe.say(node(1), replace(good, consent=bytes(64)))) == "bad_seat"
    assert code(scribe.say(node(2), good)) == "bad_seat"
    assert code(scribe.say(by_player(1), good)) == "wrong_author"
    assert code(scribe.say(node(1), good, stream=Stream(1, 1))) == "wrong_author"
    assert code(scribe.say(node(LOST), bot(scribe, LOST))) == "no_say"
    assert code(scribe.say(node(1), bot(scribe, 1, lost=0))) == "not_lost"
    assert code(scribe.say(node(1), bot(scribe, 1, number=0))) == "already_seated"
    weak = replace(good, identity=bytes(32))
    assert code(scribe.say(node(1), weak)) not in {"", "bad_seat"}
    many = (*scribe.state.players, *[scribe.state.players[LOST]] * (MAX_NUMBERS - 4))
    scribe.replica.accepted = replace(scribe.state, players=many)
    assert code(scribe.say(node(1), good)) == "already_seated"


def test_a_seat_is_played_again_only_between_deals() -> None:
    scribe = scribe_at("dealt", 4)
    scribe.replica.accepted = replace(
        scribe.state.with_player(replace(scribe.state.players[LOST], gone=True)),
        phase=replace(scribe.playing, game=replace(scribe.game, away=(scribe.state.players[LOST].seat or 0,))),  # type: ignore[arg-type]
    )
    for by in (0, 1, LOST, 2):
        assert code(wants(scribe, by)) == ""
    assert scribe.state.players[LOST].gone
    assert len(scribe.state.agreements) == 4
    assert isinstance(scribe.state.phase, Playing)
    with pytest.raises(NotNowError):
        come_back(scribe.game, scribe.game.away[0], "return")


def test_a_bot_is_named_for_whom_it_plays_within_the_limit_of_names() -> None:
    scribe = lost()
    player = scribe.state.players[LOST]
    assert stand_in_name(player) == f"Bot for {player.name}"
    long = stand_in_name(replace(player, name="é" * 32))
    assert len(long.encode()) <= MAX_NAME
    assert long.startswith("Bot for éé")
