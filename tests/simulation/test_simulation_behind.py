"""Who was left behind when the others went on: he follows them from his own log, and has his seat again by consent."""

from dataclasses import replace

from kalooki.rules.events import CameBack
from kalooki.table.continuing import statement
from kalooki.table.log import Message
from kalooki.table.node import Node
from kalooki.table.payloads import Genesis, Motion, NodeNumber, PlayerNumber
from kalooki.table.ports import AckPacket, EntryPacket, Met, Propose, Received
from kalooki.table.signing import sign
from kalooki.table.state import TableState
from support.continued_world import Continued, is_stuck, lost, opened, opening, want
from support.table_world import World

GONE = (0, 3)
LEFT = 3
"""At the old table; of those who are left behind it comes back."""


def parted(seed: int, *, deals: int = 0) -> tuple[World, Genesis]:
    """Two of four have gone on without two."""
    world = lost(seed, 4, GONE, deals=deals)
    for number in (1, 2):
        assert want(world, number) == ""
    return world, opened(world)


def state_of(node: Node) -> TableState:
    state = node.moment().state
    assert state is not None
    return state


def first_message(table: World) -> Message:
    return table.node(0).entries(1, 1)[0].messages[0]


def meet(world: World, number: int, message: Message, peer: int = 1) -> None:
    world.give(number, Met(NodeNumber(peer), message))


def went_on(world: World, number: int) -> bool:
    standing = world.node(number).standing(None)
    return standing is not None and standing.went_on


def propose(world: World, number: int, motion: Motion, player: int, bot: str = "") -> str:
    """Somebody wants something; return what became of it, once no move of his is on its way."""
    process = world.processes[number]
    mine = world.node(number).my_players[0]
    assert mine is not None
    while True:
        name = world.submit(number, mine, Propose(motion, PlayerNumber(player), bot=bot))
        world.run(lambda name=name: any(one.command_id == name for one in process.answers))  # type: ignore[misc]
        code = next(one.code for one in process.answers if one.command_id == name)
        if code != "stale":
            return code
        world.rest(50)


def seat_of(table: Continued) -> tuple[int, int]:
    """The number of who comes back, as node and as player of the new table."""
    state = state_of(table.node(0))
    node = table.order.index(LEFT)
    (player,) = [one.number for one in state.players if one.node == node and not one.bot]
    return node, player


def followed(seed: int, deals: int = 0) -> tuple[Continued, int, int]:
    """He is at the new table, where the others play, and has not asked for his seat."""
    world, genesis = parted(seed, deals=deals)
    table = Continued(world, genesis, deals=9, with_all=True)
    table.run(lambda: table.all_at("playing"))
    world.restart(LEFT)
    meet(world, LEFT, first_message(table))
    assert went_on(world, LEFT)
    assert propose(world, LEFT, Motion.RETURN, world.node(LEFT).my_players[0] or 0) == ""
    assert world.processes[LEFT].opened == [genesis]
    node, player = seat_of(table)
    table.come(node)
    table.run(lambda: table.node(node).standing(None) is not None)
    return table, node, player


def test_who_was_left_behind_has_his_seat_and_points_again_when_all_there_agree() -> None:
    table, node, player = followed(1, deals=1)
    seat = state_of(table.node(0)).players[player].seat
    assert seat is not None
    game = state_of(table.node(0)).game
    assert game is not None
    points = game.totals[seat]
    assert propose(table, node, Motion.RETURN, player) == ""
    for other in range(2):
        assert state_of(table.node(0)).players[player].gone
        assert propose(table, other, Motion.RETURN, player) == ""
    table.run(lambda: not state_of(table.node(node)).players[player].gone)
    table.run(lambda: CameBack(seat, "return") in table.processes[0].events)
    state = state_of(table.node(node))
    assert state.game is not None
    assert state.game.totals[seat] == points
    assert state.members[node].vote
    assert state.players[player].nonce == state.table
    table.run(lambda: seen(table, node, player) == seat)
    sessions = {state_of(one).session for one in table.nodes}
    assert len(sessions) == 1


def seen(table: Continued, node: int, player: int) -> int | None:
    """The seat from which he looks at the deal in play."""
    view = table.node(node).view(PlayerNumber(player))
    return None if view is None else view.seat


def test_a_bot_in_his_place_gives_way_when_he_is_let_in_again() -> None:
    table, node, player = followed(2)
    seat = state_of(table.node(0)).players[player].seat
    for other in range(2):
        assert propose(table, other, Motion.STAND_IN, player, bot="greedy") == ""
    table.run(lambda: state_of(table.node(0)).players[player].seat is None)
    (bot,) = [one for one in state_of(table.node(0)).players if one.stands_for == player]
    assert (bot.seat, bot.gone) == (seat, False)
    assert propose(table, node, Motion.RETURN, player) == ""
    for other in range(2):
        assert propose(table, other, Motion.RETURN, player) == ""
    table.run(lambda: not state_of(table.node(node)).players[player].gone)
    state = state_of(table.node(node))
    assert (state.players[player].seat, state.players[bot.number].seat) == (seat, None)
    assert state.players[bot.number].gone
    assert state.players[bot.number].stands_for is None
    table.run(lambda: seen(table, node, player) == seat)


def test_who_is_back_can_go_on_once_more_also_as_founder() -> None:
    table, node, player = followed(3)
    for number in (node, 0, 1):
        assert propose(table, number, Motion.RETURN, player) == ""
    table.run(lambda: not state_of(table.node(node)).players[player].gone)
    table.moves = 0
    table.rest(3_000)
    for number in range(2):
        table.kill(number)
    table.run(lambda: is_stuck(table.node(node)))
    assert want(table, node) == ""
    (genesis,) = table.processes[node].opened
    assert genesis.continues is not None
    assert len(genesis.continues.going) == 1


def test_who_lacks_the_end_of_the_log_follows_once_it_is_here() -> None:
    def away(world: World) -> None:
        world.kill(LEFT)

    world = lost(4, 4, GONE, before=away)
    for number in (1, 2):
        assert want(world, number) == ""
    genesis = opened(world)
    table = Continued(world, genesis, deals=0, with_all=True)
    table.run(lambda: table.all_at("playing"))
    for number in (1, 2):
        world.kill(number)
    world.restart(LEFT)
    node, old = world.node(LEFT), genesis.continues
    assert old is not None
    assert node.last_index < old.index
    meet(world, LEFT, first_message(table))
    assert not went_on(world, LEFT)
    store = world.processes[1].store
    for entry in store.entries:
        world.give(LEFT, Received(NodeNumber(1), EntryPacket(entry, old.index)))
    for ack in store.acks:
        world.give(LEFT, Received(NodeNumber(1), AckPacket(ack)))
    meet(world, LEFT, first_message(table))
    assert went_on(world, LEFT)


def test_what_does_not_hold_of_a_table_is_not_followed() -> None:
    world, genesis = parted(5)
    table = Continued(world, genesis, deals=0, with_all=True)
    table.run(lambda: table.all_at("playing"))
    world.restart(LEFT)
    world.rest(500)
    for false in falsehoods(world, genesis):
        meet(world, LEFT, false)
        assert not went_on(world, LEFT)
    meet(world, LEFT, table.node(0).entries(2, 1)[0].messages[0])
    assert not went_on(world, LEFT)
    me = world.node(LEFT).my_players[0]
    assert me is not None
    assert propose(world, LEFT, Motion.RETURN, me) == "not_lost"
    meet(world, LEFT, first_message(table))
    meet(world, LEFT, first_message(table))
    assert propose(world, LEFT, Motion.RETURN, (me + 1) % 4) == "not_lost"
    assert went_on(world, LEFT)


def falsehoods(world: World, genesis: Genesis) -> list[Message]:
    """Messages by which no table was opened that one could follow, signed by whoever may have an interest in it."""
    old = genesis.continues
    assert old is not None
    secrets = {}
    for process in world.processes:
        node = process.node
        if node is not None:
            secrets[node._desk.identity] = process.config.key  # noqa: SLF001 - whose key it is
    rich = replace(old, standing=replace(old.standing, totals=tuple(one + 5 for one in old.standing.totals)))
    alone = replace(old, parties=tuple(replace(one, signature=b"") for one in old.parties))
    made = []
    for continues in (rich, alone):
        draft = replace(genesis, continues=continues)
        said = statement(draft, continues)
        if continues is rich:
            parties = tuple(
                replace(one, signature=sign(secrets[one.identity], said)) if one in continues.going else one
                for one in continues.parties
            )
            draft = replace(genesis, continues=replace(continues, parties=parties))
        made.append(opening(draft, secrets[genesis.founder]))
    return [*made, opening(genesis, bytes(range(32)))]
