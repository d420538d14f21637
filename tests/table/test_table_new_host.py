"""What becomes of a node's log, words and keys when somebody else is elected with another log."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from kalooki.codec import decode_vote
from kalooki.rules.actions import Draw
from kalooki.table.desk import Desk
from kalooki.table.election import Ballot, Role
from kalooki.table.hosting import make_entry
from kalooki.table.log import TABLE, ByNode, Entry
from kalooki.table.node import Node
from kalooki.table.payloads import (
    Accuse,
    Admit,
    Begin,
    CeremonyNumber,
    KeyShare,
    NodeNumber,
    Payload,
    PlayerNumber,
    TermStart,
    Tip,
    Vote,
)
from kalooki.table.pen import Heading
from kalooki.table.ports import (
    Admitted,
    BeginGame,
    CloseTable,
    EntryPacket,
    GetReady,
    Heartbeat,
    PlayAction,
    Received,
    Send,
    Stand,
    Ticked,
    VotePacket,
    Want,
)
from kalooki.table.signing import admission_bytes, public_key, sign
from kalooki.table.turn import Turn
from kalooki.table.votes import vote_signing_bytes
from support.election_world import Arena
from support.table_world import BRISK, Place, World

THREE = (Place(), Place(), Place())
ME = PlayerNumber(0)


def desk_of(world: World, number: int) -> Desk:
    return world.node(number)._desk  # noqa: SLF001 - what the node works from


def say(world: World, number: int, name: str, payload: Payload) -> None:
    """A node says something: whatever its host orders stands behind it."""
    node, turn = world.node(number), Turn(world.entropy())
    node._desk.say_as_node(name, TABLE, payload, turn)  # noqa: SLF001 - cheap words
    world._carry_out(number, node._finish(turn))  # noqa: SLF001 - likewise


def in_lobby(*, ready: bool = False) -> World:
    world = World(4, THREE, timing=BRISK)
    world.passive.update(range(3))
    world.run(lambda: len(world.nodes) == 3 and all(len(desk_of(world, n).state.players) == 3 for n in range(3)))
    if ready:
        for number in range(3):
            player = world.node(number).my_players[0]
            assert player is not None
            world.submit(number, player, GetReady(0))
    world.rest(1500)
    return world


def alone(world: World) -> None:
    """The host is cut off, and has a tail that nobody else has."""
    world.cut = lambda sender, receiver: 0 in {sender, receiver}
    say(world, 0, "tail", Accuse(1, CeremonyNumber(900)))


def back(world: World) -> None:
    """The others have elected another host, and he follows it."""
    world.run(lambda: any(desk_of(world, number).is_host for number in (1, 2)))
    world.rest(500)
    world.cut = lambda _sender, _receiver: False
    world.link(0)
    world.run(lambda: world.hashes(0)[: len(world.hashes(1))] == world.hashes(1) and desk_of(world, 0).state.term > 1)
    world.rest(4000)


def outcome(world: World, command: str) -> str:
    (answer,) = [one for one in world.processes[0].answers if one.command_id == command]
    return answer.code


def test_a_command_of_the_lost_tail_is_signed_again_and_has_its_effect() -> None:
    world = in_lobby()
    alone(world)
    command = world.submit(0, ME, GetReady(0))
    back(world)
    assert outcome(world, command) == ""
    assert desk_of(world, 1).state.players[0].ready


@pytest.mark.parametrize("what", [BeginGame(), CloseTable("enough")], ids=["begin", "close"])
def test_what_only_the_host_may_say_is_refused_to_who_was_it(what: object) -> None:
    world = in_lobby(ready=True)
    alone(world)
    command = world.submit(0, ME, what)
    back(world)
    assert outcome(world, command) in {"not_host", "wrong_author"}
    assert desk_of(world, 0).state.host in {1, 2}
    standing = world.node(0).standing(None)
    assert standing is not None
    assert standing.host == desk_of(world, 0).state.host


def test_an_action_of_the_lost_tail_is_played_again() -> None:
    world, player, move = next(found for seed in range(7, 20) if (found := hosts_turn(seed)) is not None)
    alone(world)
    command = world.submit(0, player, PlayAction(move, Draw()))
    back(world)
    assert outcome(world, command) == ""
    assert desk_of(world, 1).state.move == move + 1


def hosts_turn(seed: int) -> tuple[World, PlayerNumber, int] | None:
    """A table at which the host's player is to draw first."""
    world = World(seed, THREE, timing=BRISK, moves=0)
    world.run(lambda: all(ready_to_draw(world, number) for number in range(3)))
    world.rest(500)
    world.passive.update(range(3))
    player, standing = world.node(0).my_players[0], world.node(0).standing(None)
    assert player is not None
    assert standing is not None
    return (world, player, standing.move) if player in standing.waiting_for else None


def ready_to_draw(world: World, number: int) -> bool:
    standing = world.node(number).standing(None) if world.processes[number].node else None
    return standing is not None and standing.doing == "action"


def test_a_command_that_was_answered_meanwhile_is_not_said_again() -> None:
    world = in_lobby()
    alone(world)
    command = world.submit(0, ME, GetReady(0))
    key = f"command/{ME}/{command}"
    node, turn = world.node(0), Turn(world.entropy())
    message = desk_of(world, 0).pen.unsettled[key]
    node._settler._outcomes[ME, command] = ("", "")  # noqa: SLF001 - as after a restart
    node._settler.say_again(key, message, turn)  # noqa: SLF001 - likewise
    assert key not in desk_of(world, 0).pen.unsettled


def test_a_command_that_the_log_refuses_now_is_answered_so() -> None:
    world = in_lobby()
    alone(world)
    world.submit(0, ME, BeginGame(), "begin")  # refused: it is not so far
    node, turn = world.node(1), Turn(world.entropy())
    player = node.my_players[0]
    assert player is not None
    begin = replace(desk_of(world, 0).replica.entries[-1].messages[0], payload=Begin())
    node._settler.say_again(f"command/{player}/late", begin, turn)  # noqa: SLF001 - as when its log was taken back
    assert node._settler._outcomes[player, "late"][0] == "not_host"  # noqa: SLF001 - what it was told


def test_whichever_message_of_a_command_is_committed_answers_it() -> None:
    world = in_lobby()
    alone(world)
    command = world.submit(0, ME, GetReady(0))
    pen = desk_of(world, 0).pen
    key = f"command/{ME}/{command}"
    first = pen.unsettled[key]
    pen.remember(key, replace(first, counter=first.counter + 1, wire=b"written anew"))
    assert pen.settle(frozenset({first.wire})) == ((key, first.wire),)
    assert key not in pen.unsettled


def newcomer(world: World, name: str, *, vote: bool = False) -> Admit:
    """Somebody with a key of his own asks to be let in."""
    secret = world.secret(name)
    identity, certificate = public_key(secret), world.admit(1).tls_certificate
    statement = admission_bytes(world.table, identity, certificate, vote=vote)
    return Admit(identity, certificate, vote=vote, signature=sign(secret, statement))


def members(world: World, number: int) -> list[bytes]:
    return [member.identity for member in world.node(number).members]


@pytest.mark.parametrize("vote", [False, True])
def test_whoever_was_let_in_by_the_lost_tail_is_let_in_by_the_new_host(vote: bool) -> None:
    """Nor has he a say in whether the new host was elected: with a vote more it would have been too few."""
    world = in_lobby()
    alone(world)
    asked = newcomer(world, "somebody", vote=vote)
    world.give(0, Admitted(asked))
    world.run(lambda: asked.identity in members(world, 0))
    back(world)
    assert not desk_of(world, 0).is_host
    assert all(members(world, number)[3:] == [asked.identity] for number in range(3))


def test_whom_the_founder_lets_in_comes_in_though_another_hosts() -> None:
    world = in_lobby()
    alone(world)
    back(world)
    asked = [newcomer(world, name) for name in ("one", "two")]
    for admit in (*asked, asked[0]):
        world.give(0, Admitted(admit))
    world.rest(3000)
    assert not desk_of(world, 0).is_host
    assert all(members(world, number)[3:] == [admit.identity for admit in asked] for number in range(3))


def test_only_the_founder_asks_the_host_to_let_somebody_in() -> None:
    world = in_lobby()
    alone(world)
    back(world)
    follower = next(number for number in (1, 2) if not desk_of(world, number).is_host)
    asked = newcomer(world, "somebody")
    world.give(follower, Admitted(asked))
    world.rest(1000)
    say(world, follower, "admit", asked)
    world.rest(1000)
    assert len(members(world, 0)) == 3


def begun(world: World) -> KeyShare:
    """The cut-off host has opened the seat draw, and given its key."""
    alone(world)
    world.submit(0, ME, BeginGame())
    message = desk_of(world, 0).pen.unsettled["key/1/0"]
    assert isinstance(message.payload, KeyShare)
    return message.payload


def key_in_log(world: World) -> bytes:
    return bytes(desk_of(world, 1).state.ceremonies[0].ceremony.keys[0].encoding)


def begin_again(world: World) -> None:
    host = desk_of(world, 0).state.host
    player = world.node(host).my_players[0]
    assert player is not None
    world.submit(host, player, BeginGame())
    world.run(lambda: any(0 in record.ceremony.keys for record in desk_of(world, 1).state.ceremonies))


def test_a_key_of_the_lost_tail_is_given_again_for_the_same_ceremony() -> None:
    world = in_lobby(ready=True)
    share = begun(world)
    back(world)
    begin_again(world)
    assert key_in_log(world) == share.public


def test_a_key_of_the_lost_tail_is_the_same_after_a_restart() -> None:
    world = in_lobby(ready=True)
    share = begun(world)
    back(world)
    world.kill(0)
    world.restart(0)
    world.link(0)
    begin_again(world)
    assert key_in_log(world) == share.public


def test_a_key_of_the_lost_tail_does_not_keep_its_author_from_giving_one_when_he_has_said_more_since() -> None:
    world = in_lobby()
    for number in (1, 2):
        player = world.node(number).my_players[0]
        assert player is not None
        world.submit(number, player, GetReady(0))
    world.rest(1500)
    alone(world)
    command = world.submit(0, ME, GetReady(0))
    say(world, 0, "begin", Begin())
    share = desk_of(world, 0).pen.unsettled["key/1/0"].payload
    assert isinstance(share, KeyShare)
    back(world)
    assert outcome(world, command) == ""  # said anew, with a higher counter than the key
    begin_again(world)
    assert key_in_log(world) != share.public  # of another session: he was ready with another nonce


def forget_secret(desk: Desk) -> None:
    desk.workshop._keys.clear()  # noqa: SLF001 - as if it were lost


def other_ceremony(desk: Desk) -> None:
    message = desk.pen.unsettled["key/1/0"]
    assert isinstance(message.payload, KeyShare)
    desk.pen.unsettled["key/1/0"] = replace(message, payload=replace(message.payload, proof=bytes(64)))


@pytest.mark.parametrize("spoil", [forget_secret, other_ceremony])
def test_a_key_that_proves_nothing_any_more_is_made_afresh(spoil: Callable[[Desk], None]) -> None:
    world = in_lobby(ready=True)
    share = begun(world)
    back(world)
    spoil(desk_of(world, 0))
    begin_again(world)
    assert key_in_log(world) != share.public


# --- what nobody elected --------------------------------------------------------------------------------------------


def forged_vote(world: World, node: int, term: int, candidate: int, tip: Tip) -> Vote:
    statement = vote_signing_bytes(world.table, term, NodeNumber(candidate), tip, trial=False)
    signature = sign(world.processes[node].config.key, statement)
    return Vote(NodeNumber(node), term, NodeNumber(candidate), tip, trial=False, signature=signature)


def start_by(world: World, node: Node, term: int, votes: tuple[Vote, ...]) -> Entry:
    desk, turn = node._desk, Turn(world.entropy())  # noqa: SLF001 - its keys
    assert desk.number is not None
    heading = Heading(ByNode(desk.number), desk.config.key, TABLE, desk.replica.known)
    message = desk.pen.write(f"forged/{term}", heading, TermStart(term, votes), turn)
    return make_entry(desk.replica, term, (message,), desk.config.key, desk.tools)


def test_a_log_that_contradicts_what_is_committed_pauses_the_node() -> None:
    world = Arena(3, 3)
    tip = Tip(1, world.node(2).last_index, b"x" * 32)
    votes = tuple(forged_vote(world, node, 2, 2, tip) for node in (0, 2))
    entry = start_by(world, world.node(2), 2, votes)
    entry = replace(entry, previous=tip.hash)  # type: ignore[arg-type]
    desk = desk_of(world, 2)
    signed = make_entry_again(desk, entry)
    world.give(1, Received(NodeNumber(2), EntryPacket(signed, 0)))
    assert desk_of(world, 1).halted == "fork"
    assert [report.code for report in world.processes[1].reports] == ["fork"]


def make_entry_again(desk: Desk, entry: Entry) -> Entry:
    from kalooki.table.log import entry_signing_bytes  # noqa: PLC0415 - only here

    entry = replace(entry, signature=sign(desk.config.key, entry_signing_bytes(desk.table, entry)))
    return replace(entry, wire=desk.tools.seal_entry(entry))


def test_two_votes_of_one_node_are_kept_as_proof_against_it_once() -> None:
    world = Arena(3, 3)
    tip = desk_of(world, 1).replica.tip
    for candidate in (1, 2, 0):
        vote = forged_vote(world, 0, 7, candidate, tip)
        world.give(1, Received(NodeNumber(0), VotePacket(vote)))
    kept = [wire for kind, wire in world.processes[1].store.evidence if kind == "double_vote"]
    assert [decode_vote(wire).candidate for wire in kept] == [1, 2]
    assert [(report.code, report.node) for report in world.processes[1].reports] == [("double_vote", 0)]
    assert world.election(1).outlaws == {0}


def test_who_was_elected_with_another_log_than_he_has_now_begins_no_term() -> None:
    world = Arena(3, 3)
    election = world.election(1)
    votes = tuple(forged_vote(world, node, 5, 1, Tip(1, 2, b"x" * 32)) for node in (0, 1))
    election._ballot, election.role = Ballot(5, None, votes), Role.HOST  # noqa: SLF001 - it cannot come to this
    last = world.node(1).last_index
    world.give(1, Ticked(world.now))
    assert (world.node(1).last_index, election.role, election.host) == (last, Role.FOLLOWER, None)


def test_an_entry_of_a_term_of_which_we_know_nothing_accuses_nobody_once_a_later_one_has_begun() -> None:
    world = Arena(3, 3)
    tip = desk_of(world, 2).replica.tip
    begun = start_by(world, world.node(2), 4, tuple(forged_vote(world, node, 4, 2, tip) for node in (0, 2)))
    for number in (0, 1):
        world.give(number, Received(NodeNumber(2), EntryPacket(begun, 0)))
    late = replace(begun, term=3, index=begun.index + 1, previous=begun.hash(world.table))
    last = world.node(1).last_index
    assert last == begun.index
    world.give(1, Received(NodeNumber(0), EntryPacket(make_entry_again(desk_of(world, 0), late), 0)))
    assert world.processes[1].reports == []
    of_known = make_entry_again(desk_of(world, 2), replace(late, term=1))
    world.give(1, Received(NodeNumber(0), EntryPacket(replace(of_known, signature=bytes(64)), 0)))
    assert [report.code for report in world.processes[1].reports] == ["unsigned_entry"]
    assert world.node(1).last_index == last


def test_a_newcomer_asks_whoever_hosts_or_stands_and_takes_no_part_before_it_knows_the_table() -> None:
    world = World(1, THREE)
    config, tools = world.processes[2].config, world.processes[2].tools
    node = Node.join(config, tools, world.table)
    first = node.step(Received(NodeNumber(1), Heartbeat(4, 9)), world.entropy())
    assert Send(NodeNumber(1), Want(1)) in first
    asked = node.step(Received(NodeNumber(1), Stand(4, Tip(1, 9, bytes(32)))), world.entropy())
    assert asked == (Send(NodeNumber(1), Want(1)),)
    assert Send(NodeNumber(0), Want(1)) in node.step(Received(NodeNumber(0), Heartbeat(1, 9)), world.entropy()) + first


def test_who_stands_with_a_log_that_goes_further_is_asked_for_it_and_nobody_else() -> None:
    world = Arena(3, 3)
    tip = desk_of(world, 1).replica.tip
    further, other = replace(tip, index=tip.index + 1, hash=bytes(32)), replace(tip, hash=bytes(32))
    for asked, wanted in ((tip, []), (other, []), (further, [tip.index + 1])):
        outputs = world.node(1).step(Received(NodeNumber(2), Stand(9, asked)), world.entropy())
        packets = [output.packet for output in outputs if isinstance(output, Send)]
        assert [packet.from_index for packet in packets if isinstance(packet, Want)] == wanted


def test_a_term_is_begun_by_who_was_elected_with_this_very_log_and_signed_for_it() -> None:
    world = Arena(3, 3)
    tip = desk_of(world, 2).replica.tip
    shorter = Tip(1, tip.index - 1, world.hashes(2)[-2])
    last, election = world.node(1).last_index, world.election(1)

    def begun_by(host: int, term: int, votes_for: Tip) -> Entry:
        votes = tuple(forged_vote(world, node, term, host, votes_for) for node in (0, 2))
        return start_by(world, world.node(host), term, votes)

    def begins(entry: Entry) -> bool:
        world.give(1, Received(NodeNumber(2), EntryPacket(entry, 0)))
        return world.node(1).last_index > last

    assert not begins(make_entry_again(desk_of(world, 2), begun_by(0, 2, tip)))
    assert not begins(begun_by(2, 3, shorter))
    assert election.term == 1
    assert begins(begun_by(0, 4, tip))
    assert (election.term, election.host) == (4, 0)
