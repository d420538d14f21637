"""The host is killed in each phase of a game: the others elect one, ask the same of the same, and play on."""

from collections.abc import Callable
from random import Random

import pytest

from kalooki.codec.transcript import write_transcript
from kalooki.rules.actions import Action
from kalooki.rules.deal import Calling, InTurn, Showing, TurningUp
from kalooki.rules.events import WentAway
from kalooki.rules.game import Game, GameOver, NeedsDeal, pending
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.table.config import Founding
from kalooki.table.state import PickingSeat, Playing, SeatDraw, TableState
from kalooki.verify import verify_transcript
from support.table_world import BRISK, Place, World, laying

HOST, WITNESS = 0, 1
THREE = (Place(), Place(), Place())


def state_of(world: World, number: int = HOST) -> TableState | None:
    return world.node(number)._desk.replica.accepted  # noqa: SLF001 - a deck in the making is committed as a whole


def game_of(state: TableState) -> Game | None:
    return state.phase.game if isinstance(state.phase, Playing) else None


def deal_phase(state: TableState) -> object:
    game = game_of(state)
    return None if game is None or game.deal is None else game.deal.phase


def is_hosts_turn(state: TableState) -> bool:
    game = game_of(state)
    return game is not None and game.deal is not None and game.deal.turn.seat == state.players[HOST].seat


def first_deck(state: TableState, *, seat_draw: bool) -> tuple[bool, int] | None:
    """Whether all keys of the deck that is made are there, and how many have shuffled it."""
    now = isinstance(state.phase, SeatDraw) if seat_draw else game_of(state) is not None and deal_phase(state) is None
    decks = [one.ceremony for one in state.ceremonies if not one.ceremony.complete]
    return (decks[0].keys_complete, len(decks[0].steps)) if now and len(decks) == 1 else None


def while_keys_of_the_seat_draw_are_given(state: TableState) -> bool:
    return first_deck(state, seat_draw=True) == (False, 0)


def after_the_first_shuffle_of_the_seat_draw(state: TableState) -> bool:
    return first_deck(state, seat_draw=True) == (True, 1)


def while_a_place_is_picked(state: TableState) -> bool:
    return isinstance(state.phase, PickingSeat)


def while_keys_of_the_deal_are_given(state: TableState) -> bool:
    return first_deck(state, seat_draw=False) == (False, 0)


def before_the_first_shuffle(state: TableState) -> bool:
    return first_deck(state, seat_draw=False) == (True, 0)


def after_the_first_shuffle(state: TableState) -> bool:
    return first_deck(state, seat_draw=False) == (True, 1)


def before_the_last_shuffle(state: TableState) -> bool:
    return first_deck(state, seat_draw=False) == (True, 2)


def while_dealt(state: TableState) -> bool:
    return isinstance(deal_phase(state), TurningUp)


def in_its_own_turn(state: TableState) -> bool:
    return isinstance(deal_phase(state), InTurn) and is_hosts_turn(state) and state.move > 4


def in_anothers_turn(state: TableState) -> bool:
    return isinstance(deal_phase(state), InTurn) and not is_hosts_turn(state) and state.move > 4


def while_calls_are_open(state: TableState) -> bool:
    return isinstance(deal_phase(state), Calling)


def while_hands_are_shown(state: TableState) -> bool:
    return isinstance(deal_phase(state), Showing)


def while_somebody_may_buy_in(state: TableState) -> bool:
    game = game_of(state)
    return game is not None and bool(game.deciding)


def between_two_deals(state: TableState) -> bool:
    game = game_of(state)
    return game is not None and game.number > 1 and isinstance(pending(game), NeedsDeal)


def at_the_final_score(state: TableState) -> bool:
    game = game_of(state)
    return game is not None and isinstance(pending(game), GameOver)


IN_A_GAME = [
    while_keys_of_the_seat_draw_are_given,
    after_the_first_shuffle_of_the_seat_draw,
    while_a_place_is_picked,
    while_keys_of_the_deal_are_given,
    before_the_first_shuffle,
    after_the_first_shuffle,
    before_the_last_shuffle,
    while_dealt,
    in_its_own_turn,
    in_anothers_turn,
    while_hands_are_shown,
    while_somebody_may_buy_in,
    between_two_deals,
    at_the_final_score,
]
MOMENTS = [("british", moment) for moment in IN_A_GAME] + [("jamaican_baby", while_calls_are_open)]


Moment = Callable[[TableState], bool]

SEEDS: dict[Moment, int] = {
    while_hands_are_shown: 8,
    while_somebody_may_buy_in: 8,
    between_two_deals: 8,
    at_the_final_score: 46,
}
"""Of short deals."""
OPTIONS: dict[Moment, tuple[str, str]] = {while_somebody_may_buy_in: ("1", "50"), at_the_final_score: ("0", "50")}
"""How often one may buy back in, and with how many points a player is out."""


def hesitant(view: SeatView, rng: Random) -> Action | None:
    return None if view.phase is ViewPhase.BUY_IN else laying(view, rng)


def asked(world: World, number: int) -> tuple[object, ...]:
    """What a player is asked, and the hand that he sees."""
    node = world.node(number)
    (player,) = node.my_players
    assert player is not None
    standing, view = node.standing(player), node.view(player)
    assert standing is not None
    return standing.phase, standing.doing, standing.waiting_for, standing.move, None if view is None else view.hand


def hosts_elsewhere(world: World) -> bool:
    standings = [node.standing(None) for node in world.nodes]
    return all(standing is not None and standing.host != HOST for standing in standings)


def goes_on(world: World, before: TableState) -> bool:
    """Cards are played that were not played before, or the game is over."""
    state = world.node(WITNESS).moment().state
    if state is None or at_the_final_score(state):
        return state is not None
    now = (state.stream.deal, state.move)
    return isinstance(deal_phase(state), InTurn | Calling) and now > (before.stream.deal, before.move + 2)


@pytest.mark.parametrize(("variant", "moment"), MOMENTS, ids=[moment.__name__ for _, moment in MOMENTS])
def test_the_others_play_on_when_the_host_is_killed(variant: str, moment: Moment) -> None:
    buy_ins, limit = OPTIONS.get(moment, ("2", "150"))
    options = (("buy_ins", buy_ins), ("limit", limit)) if variant == "british" else ()
    founding = Founding(variant, options, seats=3)
    world = World(SEEDS.get(moment, 2), THREE, founding=founding, deals=9, timing=BRISK, chooser=hesitant)
    world.run(lambda: (state := state_of(world)) is not None and moment(state))
    before = state_of(world)
    assert before is not None
    world.passive.update(range(3))
    world.rest(100)
    prompts = [asked(world, number) for number in (1, 2)]
    head = world.hashes(WITNESS)[: world.node(WITNESS).committed_index]
    world.kill(HOST)
    world.run(lambda: hosts_elsewhere(world))
    assert world.hashes(WITNESS)[: len(head)] == head, "what was committed is"
    if prompts[0][1] in {"action", "pick_seat", "ready", ""}:
        assert [asked(world, number) for number in (1, 2)] == prompts
    world.chooser = laying
    world.passive.clear()
    world.rest(20)
    world.restart(HOST)
    world.run(lambda: goes_on(world, before))
    world.passive.update(range(3))
    world.rest(1_000)
    assert hosts_elsewhere(world), "who comes back has no right to host"
    shortest = min(map(len, logs := [world.hashes(number) for number in range(3)]))
    assert {tuple(log[:shortest]) for log in logs} == {tuple(logs[0][:shortest])}
    assert not any(process.store.evidence for process in world.processes)
    assert not any(isinstance(event, WentAway) for process in world.processes for event in process.events)
    node = world.node(WITNESS)
    data = write_transcript([*node.entries(1, 1_000_000), *node.certificates()])
    report = verify_transcript(data, world.group, bytes(32))
    assert [finding.code for finding in report.findings if finding.code != "not_certified"] == []
