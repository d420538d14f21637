"""The host goes before the game begins: whoever hosts then begins it, by hand or by itself, and nobody twice."""

import pytest

from kalooki.table.config import Founding
from kalooki.table.node import Node
from kalooki.table.payloads import Begin, PlayerNumber
from kalooki.table.ports import BeginGame, GetReady
from support.table_world import BRISK, Place, World


class Lobby(World):
    """Everybody gets ready who may; nobody begins by hand."""

    def __init__(self, seed: int, *, begins: bool, seats: int = 3, voters: int = 3) -> None:
        self.unready = {voters - 1}
        founding = Founding("british", seats=seats, begins_when_full=begins)
        super().__init__(seed, (Place(),) * voters, founding=founding, timing=BRISK)
        self.run(lambda: len(self.node(0).members) == voters and self.full(voters))
        self.rest(2_000)

    def _wish(self, node: Node, player: PlayerNumber) -> object | None:
        standing = node.standing(player)
        if standing is None or player >= len(standing.players) or standing.phase != "lobby":
            return super()._wish(node, player)
        can = node.number not in self.unready and not standing.players[player].ready
        return GetReady(0) if can else None

    def full(self, players: int) -> bool:
        standings = [node.standing(None) for node in self.nodes]
        return all(standing is not None and len(standing.players) == players for standing in standings)

    def elect(self) -> int:
        """The founder dies, and another one hosts."""
        self.kill(0)
        self.run(lambda: any(node.hosts for node in self.nodes))
        self.rest(1_000)
        return next(number for number, one in enumerate(self.processes) if one.node is not None and one.node.hosts)

    def get_all_ready(self) -> None:
        self.unready.clear()
        self.rest(3_000)

    def begun(self) -> list[int]:
        """Who said that the game begins, for each time that it stands in the log."""
        log = next(iter(self.nodes)).entries(1, 1_000)
        said = [message for entry in log for message in entry.messages if isinstance(message.payload, Begin)]
        return [message.author.node for message in said]  # type: ignore[union-attr]  # only nodes begin


@pytest.mark.parametrize("comes_back", [False, True])
def test_whoever_hosts_begins_a_table_that_begins_by_itself(*, comes_back: bool) -> None:
    world = Lobby(1, begins=True)
    host = world.elect()
    if comes_back:
        world.restart(0)
        world.rest(2_000)
    assert world.begun() == []
    world.get_all_ready()
    assert world.begun() == [host]
    assert world.all_at("seat_draw") != comes_back
    if comes_back:
        world.run(lambda: world.all_at("pick_seat") or world.all_at("playing"))


def test_a_table_begins_that_was_full_when_its_host_died_before_he_said_so() -> None:
    world = Lobby(3, begins=True)
    world.cut = lambda sender, _receiver: sender == 0
    world.unready.clear()
    world.run(lambda: any(node.hosts for node in world.nodes[1:]))
    world.rest(3_000)
    (host,) = [number for number in (1, 2) if world.node(number).hosts]
    world.cut = lambda _sender, _receiver: False
    world.run(lambda: world.all_at("playing"))
    assert world.begun() == [host]


def test_a_table_that_does_not_begin_by_itself_waits_for_whoever_hosts() -> None:
    world = Lobby(4, begins=False)
    host = world.elect()
    world.restart(0)
    world.get_all_ready()
    assert world.begun() == []
    (founders,), (own,) = world.node(0).my_players, world.node(host).my_players
    assert founders is not None
    assert own is not None
    refused = world.submit(0, founders, BeginGame())
    world.submit(host, own, BeginGame())
    world.run(lambda: world.all_at("playing"))
    assert world.begun() == [host]
    assert [one.code for one in world.processes[0].answers if one.command_id == refused] == ["not_host"]


@pytest.mark.parametrize("begins", [False, True])
def test_a_table_begins_by_itself_only_when_every_seat_is_taken_and_it_is_said_to(*, begins: bool) -> None:
    world = Lobby(5, begins=begins, seats=4 if begins else 3)
    world.get_all_ready()
    assert world.begun() == []
