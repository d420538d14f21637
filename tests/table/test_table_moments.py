"""What there is to see at one moment, and work that is done ahead of its need."""

from kalooki.table.moment import Moment
from kalooki.table.payloads import PlayerNumber
from kalooki.table.ports import CloseTable
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
