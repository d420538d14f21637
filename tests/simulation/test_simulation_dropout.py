"""A player drops out, in every phase, and the game goes on."""

from collections.abc import Callable
from random import Random

import pytest

from kalooki.codec.transcript import write_transcript
from kalooki.rules.actions import Action, BuyIn
from kalooki.rules.deal import Calling, InTurn, Showing, TurningUp
from kalooki.rules.events import BoughtIn, DealScored, DealVoided, Declined, HandClosed, HandOpened, WentAway
from kalooki.rules.game import Game
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.table.config import Founding
from kalooki.table.payloads import Choice, NodeNumber, OpenHand, PlayerNumber, Settled, Shares
from kalooki.table.ports import AckPacket, BeginGame, EntryPacket, LeaveTable, MessagePacket, Packet
from kalooki.table.state import FIRST_TERM, Playing, SeatDraw, TableState
from kalooki.verify import verify_transcript
from support.continued_world import is_stuck, lost, want
from support.table_world import BRISK, Place, World, laying

VICTIM = 2
FOUR = (Place(), Place(), Place(), Place())
GRACE = 5_000


def table(
    seed: int, *, variant: str = "british", deals: int = 2, seats: int = 4, turn_ms: int = 0, **options: str
) -> World:
    founding = Founding(variant, tuple(sorted(options.items())), seats=seats, grace_ms=GRACE, turn_ms=turn_ms)
    return World(seed, FOUR[:seats], founding=founding, deals=deals, timing=BRISK)


def state_of(world: World, number: int = 0) -> TableState | None:
    return world.node(number).moment().state


def game_of(world: World, number: int = 0) -> Game | None:
    state = state_of(world, number)
    return state.phase.game if state is not None and isinstance(state.phase, Playing) else None


def seat_of(world: World, number: int = VICTIM) -> int | None:
    state = state_of(world)
    return state.players[number].seat if state is not None and number < len(state.players) else None


def in_seat_draw(world: World) -> bool:
    state = state_of(world)
    return state is not None and isinstance(state.phase, SeatDraw)


def while_seats_are_opened(world: World) -> bool:
    state = state_of(world)
    return state is not None and isinstance(state.phase, SeatDraw) and state.phase.opening


def before_the_deal(world: World) -> bool:
    game = game_of(world)
    return game is not None and game.deal is None


def while_dealt(world: World) -> bool:
    game = game_of(world)
    return game is not None and game.deal is not None and isinstance(game.deal.phase, TurningUp)


def in_own_turn(world: World) -> bool:
    game = game_of(world)
    if game is None or game.deal is None or not isinstance(game.deal.phase, InTurn):
        return False
    return game.deal.turn.number > 3 and game.deal.turn.seat == seat_of(world)


def in_anothers_turn(world: World) -> bool:
    game = game_of(world)
    if game is None or game.deal is None or not isinstance(game.deal.phase, InTurn):
        return False
    return game.deal.turn.number > 3 and game.deal.turn.seat != seat_of(world)


def in_a_call_window(world: World) -> bool:
    game = game_of(world)
    if game is None or game.deal is None or not isinstance(game.deal.phase, Calling):
        return False
    return seat_of(world) in game.deal.phase.waiting


def after_a_going_out(world: World) -> bool:
    game = game_of(world)
    deal = None if game is None else game.deal
    return deal is not None and isinstance(deal.phase, Showing) and deal.phase.winner != seat_of(world)


def shows_a_hand(packet: Packet) -> bool:
    return isinstance(packet, MessagePacket) and isinstance(packet.message.payload, OpenHand)


def findings(world: World, number: int = 0) -> list[str]:
    """What a stranger finds wrong with the log so far, but that its newest entry is not certified."""
    node = world.node(number)
    data = write_transcript([*node.entries(1, 1_000_000), *node.certificates()])
    report = verify_transcript(data, world.group, bytes(32))
    return [finding.code for finding in report.findings if finding.code != "not_certified"]


MOMENTS = [before_the_deal, while_dealt, in_own_turn, in_anothers_turn]


def lose(world: World, moment: Callable[[World], bool]) -> None:
    world.run(lambda: moment(world))
    world.kill(VICTIM)


def went_away(world: World) -> list[WentAway]:
    return [event for event in world.processes[0].events if isinstance(event, WentAway)]


def scored(world: World) -> int:
    return sum(isinstance(event, DealScored) for event in world.processes[0].events)


def again(world: World) -> bool:
    """The deal has been dealt again, and somebody is in turn; or the next deal is on."""
    game = game_of(world)
    if game is None or game.deal is None or not went_away(world):
        return False
    return isinstance(game.deal.phase, InTurn | Calling) and seat_of(world) not in game.deal.seats


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_seat_that_vanishes_is_out_and_the_others_are_dealt_again(moment: Callable[[World], bool]) -> None:
    world = table(3)
    lose(world, moment)
    world.run(lambda: again(world))
    (gone,) = went_away(world)
    assert (gone.seat, gone.how) == (seat_of(world), "absent")
    game = game_of(world)
    assert game is not None
    assert gone.seat in game.out
    voided = [event for event in world.processes[0].events if isinstance(event, DealVoided)]
    assert [event.reason for event in voided] == ([] if moment is before_the_deal else ["absent"])
    assert findings(world) == []


def test_that_somebody_is_away_is_proved_by_the_acknowledgements_of_those_who_say_so() -> None:
    world = table(3)
    lose(world, in_own_turn)
    world.run(lambda: again(world))
    world.rest(3000)
    node = world.node(0)
    certificate, proofs = node.certificate(), node.certificates()
    assert certificate is not None
    entries = node.entries(1, certificate.index)
    for shown, missing in ((proofs, 0), ((), 1)):
        data = write_transcript([*entries, *sorted((*shown, certificate), key=lambda one: one.index)])
        codes = [finding.code for finding in verify_transcript(data, world.group, bytes(32)).findings]
        assert codes.count("absence_not_certified") == missing


def test_in_a_contract_game_one_leaves_while_another_vanishes_and_the_rest_are_dealt_again() -> None:
    world = table(5, variant="jamaican_baby")
    world.run(lambda: in_a_call_window(world) and not world.processes[1].waiting)
    world.submit(1, PlayerNumber(1), LeaveTable())
    world.kill(VICTIM)
    world.run(lambda: again(world))
    game = game_of(world)
    assert game is not None
    assert game.deal is not None
    assert sorted(game.away) == sorted({seat_of(world), seat_of(world, 1)})  # type: ignore[type-var]
    assert (len(game.deal.seats), game.out, game.attempt) == (2, (), 2)
    assert findings(world) == []


def test_seats_are_drawn_again_without_a_player_who_vanishes_meanwhile() -> None:
    world = table(4)
    lose(world, in_seat_draw)
    world.run(lambda: game_of(world) is not None)
    game = game_of(world)
    assert game is not None
    assert (len(game.seats), seat_of(world)) == (3, None)


def test_one_host_has_the_seats_drawn_twice_when_a_player_vanishes_while_they_are_opened() -> None:
    world = table(4)
    world.hold = lambda sender, _receiver, packet: sender == VICTIM and gives_shares(packet)
    lose(world, while_seats_are_opened)
    world.run(lambda: game_of(world) is not None)
    game, state = game_of(world), state_of(world)
    assert game is not None
    assert state is not None
    assert (len(game.seats), seat_of(world), state.term) == (3, None, FIRST_TERM)
    world.run(lambda: in_anothers_turn(world))
    assert findings(world) == []


def test_a_host_that_vanishes_is_replaced_and_then_its_seat_is_out() -> None:
    world = table(6)
    world.run(lambda: in_anothers_turn(world))
    world.kill(0)
    world.run(lambda: any(isinstance(event, WentAway) for event in world.processes[1].events))
    state = state_of(world, 1)
    assert state is not None
    assert (state.host == 0, state.players[0].gone, state.members[0].vote) == (False, True, False)


@pytest.mark.parametrize("is_alone", [False, True], ids=["with the same log", "with an entry of its own"])
def test_who_comes_back_learns_of_a_host_whom_fewer_have_elected_than_had_to_before(*, is_alone: bool) -> None:
    """Its own log does not say that some vote no more: it asks for the other one."""
    world = table(6)
    world.run(lambda: before_the_deal(world))
    if is_alone:
        world.cut = lambda sender, _receiver: sender == 0
        before = world.node(0).last_index
        world.run(lambda: world.node(0).last_index > before)
        assert world.node(0).last_index > max(world.node(number).last_index for number in (1, 2, 3))
    world.kill(0)
    world.cut = lambda _sender, _receiver: False
    others = (1, 2, 3)
    world.run(lambda: all((one := state_of(world, n)) is not None and one.players[0].gone for n in others))
    world.run(lambda: all((one := state_of(world, n)) is not None and not one.former for n in others))  # it is settled
    host = host_of(world, 1)
    world.kill(host)
    other = next(number for number in (1, 2, 3) if number != host)
    world.run(lambda: host_of(world, other) != host)
    assert len(world.node(other)._desk.election.votes) == 2  # noqa: SLF001 - of four
    world.restart(0)
    index = world.node(other).committed_index
    world.run(lambda: world.node(0).committed_index >= index, world.now + 3_000)
    shortest = min(world.node(0).last_index, world.node(other).last_index)
    assert world.hashes(0)[:shortest] == world.hashes(other)[:shortest]


def host_of(world: World, number: int) -> int:
    state = state_of(world, number)
    assert state is not None
    return state.host


@pytest.mark.parametrize("vanishes", [True, False], ids=["vanishes", "stays and does not"])
def test_attack_66_a_loser_who_does_not_show_his_hand_is_counted_by_the_dearest_cards_unseen(*, vanishes: bool) -> None:
    """Silence after somebody has gone out saves nothing."""
    world = table(7, deals=1, seats=3)
    world.hold = lambda sender, _receiver, packet: sender == VICTIM and shows_a_hand(packet)
    world.run(lambda: after_a_going_out(world))
    if vanishes:
        world.kill(VICTIM)
    world.run(lambda: scored(world) >= 1)
    (closed,) = [event for event in world.processes[0].events if isinstance(event, HandClosed)]
    (last,) = [event for event in world.processes[0].events if isinstance(event, DealScored)]
    assert closed.seat == seat_of(world)
    assert {line.seat: line.points for line in last.scores}[closed.seat] == closed.points > 0
    assert findings(world) == []


def test_as_long_as_the_others_wait_nothing_is_void_and_who_comes_back_plays_on() -> None:
    world = table(8)
    world.choice = Choice.WAIT
    lose(world, in_own_turn)
    before = world.now
    world.run(lambda: world.now > before + 6 * GRACE)
    state = state_of(world)
    assert state is not None
    assert (went_away(world), state.waiting[0].since > 0) == ([], True)
    world.restart(VICTIM)
    move = state.move
    world.run(lambda: (now := state_of(world)) is not None and now.move > move + 2)
    assert went_away(world) == []


def test_who_asks_nobody_for_long_gets_the_deal_again() -> None:
    world = table(9)
    world.choice = None
    lose(world, in_anothers_turn)
    world.run(lambda: bool(went_away(world)))
    state = state_of(world)
    assert state is not None
    assert state.players[VICTIM].gone


def test_a_house_that_has_chosen_before_is_not_asked() -> None:
    world = table(9, dropout="void")
    world.choice = None
    lose(world, in_anothers_turn)
    start = world.now
    world.run(lambda: bool(went_away(world)))
    assert world.now - start < 2 * GRACE + 4_000


def undecided(view: SeatView, rng: Random) -> Action | None:
    return None if view.phase is ViewPhase.BUY_IN else laying(view, rng)


def at_a_buy_in(seed: int, asked: int, *, buy_in_ms: int) -> tuple[World, list[int]]:
    """Play until so many are asked whether they buy in again; return their nodes, in the order of their turns."""
    options = (("buy_ins", "1"), ("limit", "50"))
    founding = Founding("british", options, seats=4, grace_ms=GRACE, buy_in_ms=buy_in_ms)
    world = World(seed, FOUR, founding=founding, deals=9, timing=BRISK, chooser=undecided)

    def deciding() -> list[int]:
        game, state = game_of(world), state_of(world)
        assert state is not None
        seats = () if game is None else game.deciding
        return [next(player.node for player in state.players if player.seat == seat) for seat in seats]

    world.run(lambda: state_of(world) is not None and len(deciding()) >= asked)
    return world, deciding()


def buys_in(view: SeatView, rng: Random) -> Action | None:
    return BuyIn() if view.phase is ViewPhase.BUY_IN else laying(view, rng)


def seats_of(world: World, kind: type[WentAway | Declined | BoughtIn]) -> list[int]:
    return [event.seat for event in world.processes[witness(world)].events if isinstance(event, kind)]


def is_dealt_again(world: World, number: int) -> bool:
    """The next deal is under way."""
    game = game_of(world, number)
    return game is not None and game.deal is not None and isinstance(game.deal.phase, InTurn)


def witness(world: World) -> int:
    """The first node that still runs."""
    return next(number for number, process in enumerate(world.processes) if process.node is not None)


@pytest.mark.parametrize(("buy_in_ms", "how"), [(0, WentAway), (2_000, Declined)])
def test_who_vanishes_while_he_is_asked_to_buy_in_does_not_and_the_others_play_on(
    buy_in_ms: int, how: type[WentAway | Declined]
) -> None:
    world, (victim, *_) = at_a_buy_in(2, 1, buy_in_ms=buy_in_ms)
    seat = seat_of(world, victim)
    world.kill(victim)
    world.chooser = buys_in
    number = witness(world)
    world.run(lambda: is_dealt_again(world, number))
    assert seats_of(world, how) == [seat]
    game = game_of(world, number)
    assert game is not None
    assert game.deal is not None
    assert (seat in game.deal.seats, seat in game.out) == (False, True)
    assert findings(world, number) == []


def test_who_starts_his_node_again_while_he_is_asked_to_buy_in_sees_his_hand_and_buys_in() -> None:
    world, (victim, *_) = at_a_buy_in(2, 1, buy_in_ms=0)
    (player,) = world.node(victim).my_players
    before, seat = world.node(victim).view(player), seat_of(world, victim)
    world.kill(victim)
    world.restart(victim)
    after = world.node(victim).view(player)
    assert before is not None
    assert after is not None
    assert (after.hand, after.unopened) == (before.hand, ())
    world.chooser = buys_in
    world.run(lambda: is_dealt_again(world, witness(world)))
    assert seat in seats_of(world, BoughtIn)


def test_who_vanishes_while_another_is_asked_before_him_is_missed_when_his_turn_comes() -> None:
    world, (first, victim, *_) = at_a_buy_in(3, 2, buy_in_ms=0)
    seat, other = seat_of(world, victim), seat_of(world, first)
    world.kill(victim)
    world.rest(2 * GRACE)
    assert seats_of(world, WentAway) == []
    world.chooser = buys_in
    number = witness(world)
    world.run(lambda: is_dealt_again(world, number))
    assert seats_of(world, WentAway) == [seat]
    assert seats_of(world, BoughtIn) == [other]
    assert findings(world, number) == []


def gives_shares(packet: Packet) -> bool:
    return isinstance(packet, MessagePacket) and isinstance(packet.message.payload, Shares)


def acknowledges(packet: Packet, number: int = VICTIM) -> bool:
    return isinstance(packet, AckPacket) and packet.ack.node == number


@pytest.mark.parametrize("is_passed_on", [False, True])
def test_who_waits_for_the_last_word_of_a_seat_that_vanished_is_not_missed_with_it(*, is_passed_on: bool) -> None:
    world = table(3)
    world.run(lambda: in_anothers_turn(world))
    world.hold = lambda sender, receiver, packet: (
        (acknowledges(packet) and (receiver != 0 if sender == VICTIM else not is_passed_on))
        or (sender == VICTIM and gives_shares(packet))
    )
    before = state_of(world)
    assert before is not None
    world.run(lambda: (now := state_of(world)) is not None and now.move > before.move and bool(now.owed))
    world.kill(VICTIM)
    missed = set[tuple[PlayerNumber, ...]]()

    def looked_at() -> bool:
        standing = world.node(0).standing(None)
        assert standing is not None
        missed.update(() if standing.missed is None else (standing.missed.players,))
        return again(world)

    world.run(looked_at)
    assert (missed, [gone.seat for gone in went_away(world)]) == ({(VICTIM,)}, [seat_of(world)])


def test_whose_turn_runs_out_for_want_of_a_share_is_not_missed_but_who_keeps_the_share_back() -> None:
    world = table(3, turn_ms=2_000)
    world.choice = None
    world.run(lambda: in_anothers_turn(world))
    world.hold = lambda sender, _receiver, packet: sender == VICTIM and gives_shares(packet)
    world.run(lambda: bool(went_away(world)))
    assert [gone.seat for gone in went_away(world)] == [seat_of(world)]
    assert [world.node(0).standing(None).players[one].gone for one in range(4)].count(True) == 1  # type: ignore[union-attr]


def test_two_who_have_no_link_to_each_other_play_on_and_nobody_is_missed() -> None:
    world = table(0, deals=1)
    world.run(lambda: in_anothers_turn(world))
    world.cut = lambda sender, receiver: {sender, receiver} == {1, VICTIM}
    before = state_of(world)
    assert before is not None
    world.run(lambda: (now := state_of(world)) is not None and now.move > before.move + 12)
    assert went_away(world) == []


# --- leaving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", [before_the_deal, while_dealt, in_anothers_turn])
def test_a_player_who_leaves_stops_nobody(moment: Callable[[World], bool]) -> None:
    world = table(11)
    world.run(lambda: moment(world))
    world.submit(VICTIM, PlayerNumber(VICTIM), LeaveTable())
    world.run(lambda: bool(went_away(world)))
    world.kill(VICTIM)
    world.run(lambda: (state := state_of(world)) is not None and state.stream.deal == 1 and state.move > 16)
    assert not any(isinstance(event, DealVoided) for event in world.processes[0].events)


def test_the_hand_of_a_player_who_left_is_opened_and_counted() -> None:
    world, moment = table(11, deals=1, seats=3), in_own_turn
    world.run(lambda: moment(world))
    world.submit(VICTIM, PlayerNumber(VICTIM), LeaveTable())
    world.run(lambda: bool(went_away(world)))
    world.kill(VICTIM)
    world.run(lambda: scored(world) >= 1)
    (gone,) = went_away(world)
    assert (gone.seat, gone.how) == (seat_of(world), "left")
    events = world.processes[0].events
    assert not any(isinstance(event, DealVoided | HandClosed) for event in events)
    opened = [event.seat for event in events if isinstance(event, HandOpened)]
    assert gone.seat in opened


def test_a_host_who_leaves_is_replaced() -> None:
    world = table(12, deals=1)
    world.run(lambda: in_anothers_turn(world))
    world.submit(0, PlayerNumber(0), LeaveTable())
    world.run(lambda: bool(went_away(world)))
    world.kill(0)
    world.run(lambda: any(isinstance(event, DealScored) for event in world.processes[1].events))
    state = state_of(world, 1)
    assert state is not None
    assert state.host != 0
    assert findings(world, 1) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_who_was_away_when_somebody_left_elects_a_host_by_the_votes_of_those_who_stayed(seed: int) -> None:
    """By his own log one more would have to vote than is there: who stands has the log that says otherwise."""
    world = table(seed)
    world.run(lambda: in_anothers_turn(world))
    world.cut = lambda sender, receiver: 3 in {sender, receiver}
    world.submit(VICTIM, PlayerNumber(VICTIM), LeaveTable())
    world.run(lambda: bool(went_away(world)))
    world.rest(500)
    state = state_of(world)
    assert state is not None
    assert not state.former
    before = state.index
    world.kill(VICTIM)
    world.kill(0)
    world.rest(3_000)
    world.cut = lambda _sender, _receiver: False
    world.link(3)
    world.run(lambda: all(node.committed_index > before + 10 for node in world.nodes), world.now + 60_000)


def settles(packet: Packet) -> bool:
    return isinstance(packet, EntryPacket) and any(
        isinstance(message.payload, Settled) for message in packet.entry.messages
    )


def test_where_it_is_not_settled_who_votes_and_too_few_are_left_people_are_told() -> None:
    """Three of the four who voted would have to elect a host; of the three who vote now, two are there."""
    world = table(1)
    world.run(lambda: in_anothers_turn(world))
    world.passive = {0, 1, 2, 3}
    world.rest(2_000)
    world.hold = lambda _sender, _receiver, packet: settles(packet)
    world.submit(VICTIM, PlayerNumber(VICTIM), LeaveTable())
    world.run(lambda: all((now := state_of(world, one)) is not None and now.players[VICTIM].gone for one in range(4)))
    assert not any(is_stuck(node) for node in world.nodes)
    world.rest(50)
    world.kill(VICTIM)
    world.kill(0)
    world.run(lambda: all(is_stuck(node) for node in world.nodes), world.now + 60_000)
    assert [want(world, 1), want(world, 3)] == ["", ""]
    world.run(lambda: all(world.processes[one].opened for one in (1, 3)), world.now + 60_000)


def test_where_somebody_leaves_and_too_few_are_here_without_him_people_are_told() -> None:
    """Of three one is away: two are enough, until one of them leaves; nothing is ordered after that."""
    world = table(3, seats=3)
    world.choice = None
    world.run(lambda: in_anothers_turn(world))
    world.kill(VICTIM)
    world.rest(8_000)
    assert not any(is_stuck(node) for node in world.nodes)
    world.submit(1, PlayerNumber(1), LeaveTable())
    world.run(lambda: all(is_stuck(node) for node in world.nodes), world.now + 60_000)
    state = state_of(world)
    assert state is not None
    assert not state.players[1].gone
    world.restart(VICTIM)
    world.run(lambda: all((now := state_of(world, one)) is not None and now.players[1].gone for one in range(3)))
    world.run(lambda: not any(is_stuck(node) for node in world.nodes), world.now + 1_000)


def test_a_guest_who_leaves_the_lobby_frees_its_seat() -> None:
    world = table(13)
    world.passive = {0, 1, 2, 3}
    world.run(lambda: (state := state_of(world)) is not None and len(state.players) == 4)
    world.submit(VICTIM, PlayerNumber(VICTIM), LeaveTable())
    world.run(lambda: state_of(world) is not None and state_of(world).players[VICTIM].gone)  # type: ignore[union-attr]
    world.kill(VICTIM)
    world.passive = set()
    world.run(lambda: (now := state_of(world)) is not None and all(one.ready or one.gone for one in now.players))
    world.rest(1000)
    world.submit(0, PlayerNumber(0), BeginGame())
    world.run(lambda: game_of(world) is not None)
    game = game_of(world)
    assert game is not None
    assert len(game.seats) == 3


def test_a_node_knows_who_has_acknowledged_all_that_is_committed() -> None:
    world = table(3)
    world.run(lambda: in_anothers_turn(world))
    world.cut = lambda sender, receiver: VICTIM in {sender, receiver}
    world.run(lambda: not world.node(0).have_all([NodeNumber(VICTIM)]))
    assert world.node(0).have_all([NodeNumber(0)])
    assert not world.node(0).have_all([NodeNumber(0), NodeNumber(77)])


@pytest.mark.parametrize("seed", [31, 33])
def test_of_two_the_one_who_comes_back_late_plays_on(seed: int) -> None:
    """Each needs the other: what one alone says of him who is away would count in the moment in which he is back."""
    world = lost(seed, 2, (1,), grace_ms=GRACE)
    world.rest(12 * GRACE)
    world.restart(1)
    world.run(lambda: not any(is_stuck(node) for node in world.nodes))
    world.rest(GRACE // 2)
    for number in range(2):
        state = state_of(world, number)
        assert state is not None
        assert not any(player.gone for player in state.players)
        assert not state.absences
