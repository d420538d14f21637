"""What there is to see at one moment, and work that is done ahead of its need."""

import pytest

from kalooki.table.log import NO_DIGEST, Ack
from kalooki.table.moment import Moment
from kalooki.table.node import Node, may_join
from kalooki.table.payloads import Act, NodeNumber, PlayerNumber, Shares
from kalooki.table.ports import AckPacket, CloseTable, Input, MessagePacket, Output, Received, Ticked
from support.table_world import Place, World

TWO = (Place(), Place())
ANN = PlayerNumber(0)


def has_moved(world: World, moves: int) -> bool:
    view = world.node(0).view(ANN)
    standing = world.node(0).standing(ANN)
    return view is not None and standing is not None and standing.doing == "action" and standing.move >= moves


def test_a_moment_stays_as_it_is_while_the_node_goes_on() -> None:
    world = World(3, TWO, moves=4)
    world.run(lambda: has_moved(world, 1))
    moment = world.node(0).moment()
    seen, standing = moment.view(ANN), moment.standing(ANN)
    world.run(lambda: has_moved(world, 4))
    assert (moment.view(ANN), moment.standing(ANN)) == (seen, standing)
    assert world.node(0).view(ANN) != seen
    assert moment.seated(0) == ANN
    assert not moment.is_closed
    world.submit(0, ANN, CloseTable("enough"))
    world.run(lambda: world.all_at("closed"))
    assert world.node(0).moment().is_closed
    assert not moment.is_closed


def test_before_the_first_entry_there_is_nothing_to_see() -> None:
    moment = Moment(None, (None, ANN), {})
    assert (moment.seated(0), moment.seated(1)) == (None, None)
    assert (moment.view(None), moment.standing(None)) == (None, None)
    assert not moment.is_closed


def test_what_is_worked_ahead_is_what_would_have_been_worked_out_later() -> None:
    lazy, eager = World(3, TWO, moves=2), World(3, TWO, moves=2)

    def work_ahead() -> bool:
        for node in eager.nodes:
            node.work_ahead()
            assert node.is_ahead
        return has_moved(eager, 2)

    eager.run(work_ahead)
    lazy.run(lambda: has_moved(lazy, 2))
    assert not all(node.is_ahead for node in lazy.nodes)
    assert lazy.hashes(0) == eager.hashes(0)


def test_a_moment_says_whether_it_asks_the_players_of_its_node() -> None:
    world = World(3, TWO, moves=4)
    assert not Moment(None, (None,), {}).asks_us
    world.run(lambda: has_moved(world, 4))
    world.rest(1000)
    standing = world.node(0).standing(ANN)
    assert standing is not None
    assert standing.doing == "action"
    asked = [world.node(number).my_players[0] in standing.waiting_for for number in range(2)]
    assert sorted(asked) == [False, True]
    assert [world.node(number).moment().asks_us for number in range(2)] == asked
    assert world.node(0).moment().stage == ("playing", "action", False)
    assert Moment(None, (None,), {}).stage == ("", "", False)
    world.submit(0, ANN, CloseTable("enough"))
    world.run(lambda: world.all_at("closed"))
    assert not any(node.moment().asks_us for node in world.nodes)
    assert {node.moment().stage for node in world.nodes} == {("closed", "", True)}


def test_a_moment_says_whether_cards_are_played_so_that_nobody_waits_for_a_deck() -> None:
    world, seen = World(3, TWO, moves=4), set[tuple[str, bool]]()
    assert not Moment(None, (None,), {}).is_played

    def has_moved_and_is_noted() -> bool:
        moment = world.node(0).moment()
        seen.add((moment.stage[1], moment.is_played))
        return has_moved(world, 4)

    world.run(has_moved_and_is_noted)
    assert {doing for doing, is_played in seen if is_played} >= {"shares", "action"}
    assert {doing for doing, is_played in seen if not is_played} >= {"ready", "keys", "shuffle", "verify"}
    assert len(dict(seen)) == len(seen), "what a table waits for decides"


class Bundler:
    """Lets each node take in one step what waits and may be taken together."""

    def __init__(self) -> None:
        self.bundled = 0
        self._step = Node.step
        self._waiting: dict[int, list[Input]] = {}

    def step(self, node: Node, happened: Input, entropy: bytes) -> tuple[Output, ...]:
        waiting = self._waiting.setdefault(id(node), [])
        if waiting and may_join(waiting[0], happened):
            waiting.append(happened)
            self.bundled += 1
            return ()
        outputs = self._step(node, waiting[0], entropy, waiting[1:]) if waiting else ()
        waiting[:] = [happened] if may_join(happened, happened) else []
        return outputs if waiting else (*outputs, *self._step(node, happened, entropy))


def test_acknowledgements_and_shares_may_be_taken_together(monkeypatch: pytest.MonkeyPatch) -> None:
    bundler = Bundler()

    def step(node: Node, happened: Input, entropy: bytes) -> tuple[Output, ...]:
        return bundler.step(node, happened, entropy)

    monkeypatch.setattr(Node, "step", step)
    world = World(3, (Place(),) * 4, moves=6)
    world.run(lambda: has_moved(world, 6))
    world.rest(1000)
    assert bundler.bundled > 20
    assert len({world.node(number).entries(1)[-1].hash(world.table) for number in range(4)}) == 1
    assert {world.node(number).committed_index for number in range(4)} == {world.node(0).last_index}


def test_a_step_takes_nothing_together_but_what_counts_with_others_of_its_kind() -> None:
    acks = [Received(NodeNumber(1), AckPacket(Ack(NodeNumber(1), 1, index, NO_DIGEST, b""))) for index in (1, 2)]
    assert may_join(*acks)
    assert not may_join(acks[0], Ticked(5))
    assert not may_join(Ticked(5), acks[0])
    world = World(3, TWO, moves=4)
    world.run(lambda: has_moved(world, 4))
    world.rest(1000)
    said = [message for entry in world.node(0).entries(1, 1000) for message in entry.messages]
    shares = next(Received(NodeNumber(1), MessagePacket(one)) for one in said if isinstance(one.payload, Shares))
    action = next(Received(NodeNumber(1), MessagePacket(one)) for one in said if isinstance(one.payload, Act))
    assert may_join(shares, shares)
    assert not any(
        may_join(*pair) for pair in ((shares, action), (action, shares), (action, action), (acks[0], shares))
    )
