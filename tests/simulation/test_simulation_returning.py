"""A lost seat is played again: by its player, who asks and whom all let in, or by a bot of one of them."""

import pytest

from kalooki.codec.transcript import write_transcript
from kalooki.rules.deal import InTurn
from kalooki.rules.events import CameBack
from kalooki.rules.game import Game
from kalooki.table.config import Founding
from kalooki.table.payloads import Motion, PlayerNumber
from kalooki.table.ports import Propose
from kalooki.table.returning import stand_in_key
from kalooki.table.signing import public_key
from kalooki.table.state import TableState
from kalooki.verify import verify_transcript
from support.table_world import BRISK, CALM, ROUGH, Chaos, Place, World

VICTIM = 2
GRACE = 5_000


def must(world: World, number: int = 0) -> TableState:
    state = world.node(number).moment().state
    assert state is not None
    return state


def game_of(world: World) -> Game:
    game = must(world).game
    assert game is not None
    return game


def lost(variant: str = "british", *, seed: int = 3, chaos: Chaos = CALM, seats: int = 3) -> World:
    """A player has vanished in mid-deal; the others are about to be dealt again."""
    founding = Founding(variant, grace_ms=GRACE, seats=seats)
    world = World(seed, (Place(),) * seats, founding=founding, timing=BRISK, chaos=chaos)
    world.run(lambda: (state := world.node(0).moment().state) is not None and in_turn(state, 3))
    world.deals = 0
    world.kill(VICTIM)
    world.run(lambda: must(world).players[VICTIM].gone)
    return world


def in_turn(state: TableState, after: int) -> bool:
    deal = None if state.game is None else state.game.deal
    return deal is not None and isinstance(deal.phase, InTurn) and deal.turn.number >= after


def propose(world: World, number: int, motion: Motion, *, withdrawn: bool = False) -> str:
    player = PlayerNumber(number)
    world.run(lambda: player not in world.processes[number].waiting)
    name = world.submit(number, player, Propose(motion, PlayerNumber(VICTIM), withdrawn, "greedy"))
    world.run(lambda: any(answer.command_id == name for answer in world.processes[number].answers))
    index = world.node(number).committed_index
    world.run(lambda: all(node.committed_index >= index for node in world.nodes))
    return next(answer.code for answer in world.processes[number].answers if answer.command_id == name)


def seat_of(world: World) -> int:
    seat = must(world).players[VICTIM].seat
    assert seat is not None
    return seat


def came_back(world: World) -> list[str]:
    return [event.how for event in world.processes[0].events if isinstance(event, CameBack)]


def findings(world: World) -> list[str]:
    node = world.node(0)
    data = write_transcript([*node.entries(1, 1_000_000), *node.certificates()])
    report = verify_transcript(data, world.group, bytes(32))
    return [finding.code for finding in report.findings if finding.code != "not_certified"]


def plays_again(world: World, seat: int) -> bool:
    game = game_of(world)
    return game.deal is not None and seat in game.deal.seats and in_turn(must(world), 1)


def deal(world: World, seat: int) -> None:
    world.deals = 1
    world.run(lambda: plays_again(world, seat))


@pytest.mark.parametrize(("variant", "chaos"), [("british", CALM), ("jamaican_baby", ROUGH)])
def test_who_was_missed_comes_back_when_all_agree_with_his_points_and_his_money(variant: str, chaos: Chaos) -> None:
    world = lost(variant, chaos=chaos)
    seat, money = seat_of(world), game_of(world).money
    assert seat in game_of(world).away
    world.restart(VICTIM)
    world.run(lambda: world.node(VICTIM).last_index >= world.node(0).last_index)
    assert propose(world, VICTIM, Motion.RETURN) == ""
    assert not must(world).members[VICTIM].vote
    for number in (0, 1):
        assert came_back(world) == []
        assert propose(world, number, Motion.RETURN) == ""
    assert came_back(world) == ["return"]
    deal(world, seat)
    state, game = must(world), game_of(world)
    assert (state.players[VICTIM].gone, state.members[VICTIM].vote) == (False, True)
    assert (game.no_buy_in, game.money, game.out, game.away) == ((seat,), money, (), ())
    assert (state.agreements, state.offers) == ((), ())
    assert findings(world) == []


@pytest.mark.parametrize("seed", [3, 4])
def test_who_does_not_know_yet_that_he_votes_again_elects_the_next_host(seed: int) -> None:
    world = lost(seed=seed)
    world.restart(VICTIM)
    world.run(lambda: world.node(VICTIM).last_index >= world.node(0).last_index)
    assert [propose(world, number, Motion.RETURN) for number in (VICTIM, 0)] == ["", ""]
    world.cut = lambda sender, receiver: VICTIM in {sender, receiver}
    world.submit(1, PlayerNumber(1), Propose(Motion.RETURN, PlayerNumber(VICTIM)))
    world.run(lambda: came_back(world) == ["return"])
    world.rest(100)
    assert world.node(VICTIM).last_index < world.node(1).committed_index
    world.kill(0)
    world.rest(3_000)
    world.cut = lambda _sender, _receiver: False
    world.link(VICTIM)
    before = world.node(1).committed_index
    world.run(lambda: all(node.committed_index > before for node in world.nodes), world.now + 60_000)


def test_a_bot_of_one_of_the_others_takes_a_lost_seat_with_a_key_of_its_own() -> None:
    world = lost()
    seat, money = seat_of(world), game_of(world).money
    assert propose(world, 1, Motion.STAND_IN) == ""
    shown = world.node(0).standing(PlayerNumber(0))
    assert shown is not None
    assert [(one.motion, one.player, one.nodes, one.runs_on) for one in shown.proposals] == [
        ("stand_in", VICTIM, (1,), 1)
    ]
    assert propose(world, 0, Motion.STAND_IN) == ""
    deal(world, seat)
    state = must(world)
    bot = state.players[3]
    assert came_back(world) == ["stand_in"]
    assert (bot.name, bot.bot, bot.node, bot.seat) == ("Bot for P2.0", "greedy", 1, seat)
    assert bot.identity == public_key(stand_in_key(world.processes[1].config.key, world.table, PlayerNumber(VICTIM)))
    assert (state.players[VICTIM].seat, game_of(world).money) == (None, money)
    assert world.node(1).my_players == (1, 3)
    world.kill(1)
    world.restart(1)
    assert world.node(1).my_players == (1, 3)
    number = must(world).index
    world.run(lambda: in_turn(must(world), 4) and must(world).index > number + 12)
    assert findings(world) == []


@pytest.mark.parametrize(("goes", "comes"), [(3, ["stand_in"]), (1, [])], ids=["another", "who offered the bot"])
def test_what_was_agreed_in_a_deal_is_done_when_it_is_over(goes: int, comes: list[str]) -> None:
    world = lost(seats=4)
    seat = seat_of(world)
    world.deals = 1
    world.run(lambda: in_turn(must(world), 1))
    world.passive = {0, 1, 3}
    for number in (1, 0, 3):
        assert propose(world, number, Motion.STAND_IN) == ""
    assert (came_back(world), len(must(world).offers)) == ([], 1)
    world.kill(goes)
    if comes:
        world.passive = set()
    world.run(lambda: must(world).players[goes].gone)
    assert came_back(world) == comes
    assert (must(world).offers, must(world).agreements) == ((), ())
    assert (seat in game_of(world).away) is not bool(comes)


def test_without_the_word_of_one_the_seat_stays_empty() -> None:
    world = lost(seats=4)
    assert propose(world, 1, Motion.STAND_IN) == ""
    assert propose(world, 0, Motion.STAND_IN) == ""
    world.deals = 1
    world.run(lambda: in_turn(must(world), 1))
    deal = game_of(world).deal
    assert deal is not None
    assert (len(deal.seats), len(must(world).offers)) == (3, 1)
    assert propose(world, 1, Motion.STAND_IN, withdrawn=True) == ""
    assert (must(world).offers, must(world).agreements) == ((), ())
    assert propose(world, 3, Motion.RETURN) == ""
    assert came_back(world) == []


def test_who_lost_a_seat_to_a_bot_may_ask_for_it_and_has_no_other_word() -> None:
    world = lost()
    for number in (1, 0):
        assert propose(world, number, Motion.STAND_IN) == ""
    assert came_back(world) == ["stand_in"]
    world.restart(VICTIM)
    world.run(lambda: world.node(VICTIM).committed_index >= world.node(0).committed_index)
    assert propose(world, VICTIM, Motion.RETURN) == ""  # and without the others' consent that is all
    assert propose(world, VICTIM, Motion.STAND_IN) == "not_lost"
    assert propose(world, 0, Motion.STAND_IN) == "not_lost"
    standing = world.node(VICTIM).standing(PlayerNumber(VICTIM))
    assert standing is not None
    assert (standing.players[VICTIM].gone, standing.players[VICTIM].seat) == (True, None)
    view = world.node(VICTIM).view(PlayerNumber(VICTIM))
    assert view is not None
    assert (view.seat, view.hand) == (None, ())
    world.deals = 1
    world.run(lambda: in_turn(must(world), 1))
    assert not any(report.code != "forked_ack" for report in world.processes[VICTIM].reports)
