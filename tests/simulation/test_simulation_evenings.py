"""An evening ends and another begins: all stop where they are and go on from their own disks; one is sent away."""

import pytest

from kalooki.codec.transcript import write_transcript
from kalooki.rules.events import DealScored, WentAway
from kalooki.table.config import Founding
from kalooki.table.payloads import Motion, PlayerNumber
from kalooki.table.ports import Propose
from kalooki.table.status import TableStanding
from kalooki.verify.report import Report, Verdict
from kalooki.verify.verifier import verify_transcript
from support.table_world import BRISK, Place, World

THREE = (Place(), Place(), Place())


def standing_of(world: World, number: int) -> TableStanding:
    standing = world.node(number).standing(None)
    assert standing is not None
    return standing


def report_of(world: World) -> Report:
    node = world.node(0)
    certificate = node.certificate()
    assert certificate is not None
    entries = node.entries(1, certificate.index)
    return verify_transcript(write_transcript([*entries, certificate]), world.group, bytes(32))


def propose(world: World, number: int, motion: Motion, whom: int | None = None) -> None:
    player = world.node(number).my_players[0]
    assert player is not None
    world.run(lambda: player not in world.processes[number].waiting)
    world.submit(number, player, Propose(motion, None if whom is None else PlayerNumber(whom)))


def adjourned(world: World) -> bool:
    return all(standing_of(world, number).adjourned for number in range(len(world.processes)))


def stopped(seed: int, moves: int = 3, dropout: str = "ask") -> World:
    """Three have played a while, and all have agreed to stop."""
    founding = Founding("british", (("dropout", dropout),), seats=3)
    world = World(seed, THREE, timing=BRISK, moves=moves, founding=founding)
    world.run(lambda: world.all_at("playing") and standing_of(world, 0).move >= moves)
    world.rest(3000)
    for number in range(3):
        propose(world, number, Motion.ADJOURN)
    world.run(lambda: adjourned(world))
    world.rest(500)
    return world


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
def test_all_go_on_at_the_same_entry_whoever_starts_first(order: tuple[int, ...]) -> None:
    world = stopped(11)
    logs = [world.hashes(number) for number in range(3)]
    assert logs[0] == logs[1] == logs[2]
    for number in range(3):
        world.kill(number)
    world.rest(1000)
    world.moves = 6
    for number in order:
        world.restart(number)
        assert world.hashes(number) == logs[0]
        world.rest(2000)
    world.run(lambda: all(standing_of(world, number).move >= 6 for number in range(3)))
    assert world.hashes(0)[: len(logs[0])] == logs[0]
    assert not any(standing_of(world, number).adjourned for number in range(3))
    world.rest(3000)
    assert report_of(world).verdict is Verdict.VALID


@pytest.mark.parametrize("dropout", ["ask", "void"])
def test_who_comes_back_late_is_not_played_without_before_anybody_asks(dropout: str) -> None:
    world = stopped(12, dropout=dropout)
    (late,) = standing_of(world, 0).waiting_for
    for number in range(3):
        world.kill(number)
    world.choice = None
    here = [number for number in range(3) if number != late]
    for number in here:
        world.restart(number)
    world.rest(200_000)
    missed = standing_of(world, here[0]).missed
    assert missed is not None
    assert missed.wishes == ()
    world.restart(late)
    world.moves = 6
    world.run(lambda: all(standing_of(world, number).move >= 6 for number in range(3)))
    world.rest(3000)
    assert world.node(late).standing(None) == standing_of(world, here[0])
    assert not any(isinstance(event, WentAway) for process in world.processes for event in process.events)


def test_between_two_deals_one_is_sent_away_and_the_others_play_on() -> None:
    world = World(5, THREE, deals=1)
    world.run(lambda: world.deals_done(1))
    world.rest(2000)
    for number in (0, 1):
        propose(world, number, Motion.REMOVE, 2)
    world.run(lambda: all(standing_of(world, number).players[2].gone for number in range(3)))
    seat = standing_of(world, 0).players[2].seat
    assert [event for event in world.processes[0].events if isinstance(event, WentAway)] == [WentAway(seat, "removed")]  # type: ignore[arg-type]
    world.deals = 2
    world.run(lambda: all(process.ends >= 2 for process in world.processes))
    last = [event for event in world.processes[0].events if isinstance(event, DealScored)][-1]
    assert seat not in [score.seat for score in last.scores]
    world.rest(3000)
    assert report_of(world).verdict is Verdict.VALID


def test_what_cannot_be_decided_is_refused_before_anything_is_signed() -> None:
    world = stopped(13)
    propose(world, 0, Motion.REMOVE, 1)
    world.rest(500)
    assert world.processes[0].answers[-1].code == "not_between_deals"
    assert world.node(0).last_index == world.node(1).last_index
