"""A quorum is lost for good: those who are left go on at a new table, from the scores of the last finished deal."""

from dataclasses import replace

from kalooki.table.continued import Continuation
from kalooki.table.continuing import standing_of
from kalooki.table.node import Node
from kalooki.table.payloads import Genesis, Motion, NodeNumber
from kalooki.table.ports import AckPacket, GoOn, Opened, Propose, Received, Send
from kalooki.table.state import TableState
from support.continued_world import Continued, is_stuck, lost, opened, want
from support.table_world import Place, Process, World


def old_of(genesis: Genesis) -> Continuation:
    assert genesis.continues is not None
    return genesis.continues


def state_of(node: Node) -> TableState:
    state = node.moment().state
    assert state is not None
    return state


def number_of(node: Node) -> int:
    """Of the next deal, or the one in play."""
    state = node.moment().state
    return 0 if state is None or state.game is None else state.game.number


def going(world: World, genesis: Genesis) -> list[int]:
    """The nodes that go on, by their old numbers."""
    numbers = {member.identity: int(member.number) for member in world.nodes[0].members}
    return [numbers[party.identity] for party in old_of(genesis).going]


def proposed(world: World, number: int) -> list[tuple[tuple[NodeNumber, ...], int]]:
    """Who has signed what is drafted, and how many would go on, as a node's players see it."""
    standing = world.node(number).standing(None)
    assert standing is not None
    return [(one.nodes, len(one.players)) for one in standing.proposals if one.motion == Motion.CONTINUE.value]


def test_who_is_left_alone_ends_the_game_without_anybody_else() -> None:
    world = lost(1, 3, (0, 2))
    assert want(world, 1) == ""
    genesis = opened(world)
    assert going(world, genesis) == [1]
    assert world.node(1).may_leave
    table = Continued(world, genesis, deals=3)
    table.run(lambda: table.all_at("over"))


def test_three_of_five_play_on_from_the_same_scores_without_the_two_that_are_lost() -> None:
    world = lost(2, 5, (0, 3))
    before = standing_of(state_of(world.node(1)).game)  # type: ignore[arg-type]  # a game is played
    assert all(is_stuck(one) for one in world.nodes)
    assert want(world, 2) == ""
    assert want(world, 2, withdrawn=True) == "signed"
    world.rest(3_000)
    assert not any(process.opened for process in world.processes)
    assert want(world, 1) == ""
    assert want(world, 4) == ""
    genesis = opened(world)
    world.rest(2_000)
    assert all(node.may_leave for node in world.nodes)
    assert old_of(genesis).standing == before
    assert not proposed(world, 1)
    moves = [node.last_index for node in world.nodes]
    table = Continued(world, genesis, deals=before.number)
    table.run(lambda: number_of(table.node(0)) > before.number)  # a deal that is void is dealt again
    game = state_of(table.node(0)).game
    assert game is not None
    assert len(game.away) == 2
    world.rest(5_000)
    assert [node.last_index for node in world.nodes] == moves


def test_nobody_goes_on_while_enough_are_there() -> None:
    world = lost(3, 4, (0,), stuck=False)
    assert not any(is_stuck(node) for node in world.nodes)
    assert want(world, 1) == "not_stuck"
    assert not any(isinstance(packet, GoOn) for process in world.processes for _, packet in process.sent)


def test_what_some_want_is_forgotten_when_the_table_comes_back_to_life() -> None:
    world = lost(4, 4, (0, 3))
    assert want(world, 1) == ""
    world.rest(2_000)
    assert proposed(world, 2) == [((NodeNumber(1),), 2)]
    assert want(world, 1) == ""
    world.rest(2_000)
    assert proposed(world, 2) == [((NodeNumber(1),), 2)]  # whoever says it twice has said nothing new
    world.restart(3)
    world.moves = 1_000_000
    world.run(lambda: world.node(1).committed_index > old_of(draft_of(world, 1)).index)
    world.rest(2_000)
    assert not proposed(world, 1)
    assert not proposed(world, 2)
    assert want(world, 2) == "not_stuck"
    assert not any(process.opened for process in world.processes)


def draft_of(world: World, number: int) -> Genesis:
    return next(packet.genesis for _, packet in reversed(world.processes[number].sent) if isinstance(packet, GoOn))


def test_who_vanishes_before_he_has_signed_is_left_behind_and_nobody_waits_for_who_founded() -> None:
    world = lost(5, 5, (0, 3))
    assert want(world, 1) == ""
    world.rest(1_000)
    assert proposed(world, 2) == [((NodeNumber(1),), 3)]
    world.kill(4)
    world.rest(9_000)
    assert proposed(world, 1) == [((NodeNumber(1),), 2)]
    world.kill(1)
    world.rest(9_000)
    assert proposed(world, 2) == []
    assert want(world, 2) == ""
    assert going(world, opened(world)) == [2]


def test_of_two_who_want_it_at_once_one_founds_the_table() -> None:
    world = lost(6, 5, (0, 3))
    for number in (2, 1, 4):
        (player,) = world.node(number).my_players
        assert player is not None
        world.submit(number, player, Propose(Motion.CONTINUE))
    genesis = opened(world)
    assert sorted(going(world, genesis)) == [1, 2, 4]
    assert going(world, genesis)[0] == 1


def test_who_knows_less_of_what_was_committed_learns_it_before_all_sign() -> None:
    def behind(world: World) -> None:
        world.hold = lambda _sender, receiver, packet: receiver == 2 and isinstance(packet, AckPacket)

    world = lost(7, 4, (0, 3), before=behind)
    world.held.clear()
    world.hold = lambda _sender, _receiver, _packet: False
    assert world.node(2).committed_index < world.node(1).committed_index
    assert want(world, 2) == ""
    assert want(world, 1) == ""
    genesis = opened(world)
    assert old_of(genesis).index == world.node(1).committed_index == world.node(2).committed_index


def test_who_lacks_entries_gets_them_before_he_signs() -> None:
    def behind(world: World) -> None:
        world.cut = lambda _sender, receiver: receiver == 2

    world = lost(8, 4, (0, 3), before=behind)
    world.cut = lambda _sender, _receiver: False
    assert world.node(2).last_index < world.node(1).last_index
    assert want(world, 1) == ""
    world.run(lambda: bool(proposed(world, 2)))
    assert world.node(2).last_index >= old_of(draft_of(world, 1)).index
    assert want(world, 2) == ""
    assert sorted(going(world, opened(world))) == [1, 2]


class WithBot(World):
    """Node 2 has a bot in its seat."""

    def _process(self, number: int, place: Place) -> Process:
        process = super()._process(number, place)
        if number == 2:
            players = tuple(replace(player, bot="greedy") for player in process.config.players)
            process.config = replace(process.config, players=players)
        return process


def test_bots_come_along_and_have_no_say() -> None:
    world = lost(9, 4, (0, 3), kind=WithBot)
    assert want(world, 2) == "no_say"
    assert want(world, 1) == ""
    genesis = opened(world)
    assert sorted(going(world, genesis)) == [1, 2]


def test_where_a_host_made_two_logs_they_go_on_from_where_both_are_the_same() -> None:
    world = lost(10, 3, (0,), stuck=False)
    one, two = world.node(1), world.node(2)
    fork = one.committed_index - 5
    for node in (one, two):
        node._desk.election.outlaws.add(NodeNumber(0))  # noqa: SLF001 - as on proof of two logs
    one._desk.halted, one._desk.fork = "fork", fork  # noqa: SLF001 - as where the other log is certified, too
    world.run(lambda: is_stuck(one))
    assert want(world, 1) == ""
    world.rest(2_000)
    assert want(world, 2) == ""
    genesis = opened(world)
    assert old_of(genesis).index == fork
    assert sorted(going(world, genesis)) == [1, 2]
    table = Continued(world, genesis, deals=0)
    table.run(lambda: table.all_at("playing"))


def test_what_is_said_of_no_game_or_by_no_member_is_not_heard() -> None:
    world = lost(11, 3, (0, 2))
    assert want(world, 1) == ""
    genesis = opened(world)
    node, heard = world.node(1), len(world.processes[1].sent)
    for peer in (0, 30):
        outputs = node.step(Received(NodeNumber(peer), GoOn(genesis, is_open=True)), bytes(64))
        assert not any(isinstance(one, Send | Opened) for one in outputs)
    lobby = World(12, (Place(), Place()))
    lobby.passive.update((0, 1))
    lobby.rest(1_000)
    (player,) = lobby.node(0).my_players
    assert player is not None
    assert want(lobby, 0) == "not_stuck"
    assert not is_stuck(lobby.node(0))
    assert heard == len(world.processes[1].sent)
