"""A player drops out, in every phase, of a table where the others keep its key: the deal goes on."""

from collections.abc import Callable
from random import Random

import pytest

from kalooki.bots.greedy import BOT
from kalooki.codec.transcript import write_transcript
from kalooki.fair.backup import BOX_BYTES
from kalooki.rules.deal import Deal, InTurn, Showing, TurningUp
from kalooki.rules.events import DealScored, DealVoided, Event, HandClosed, HandOpened, WentAway
from kalooki.table.config import Founding
from kalooki.table.log import ByPlayer
from kalooki.table.node import Node
from kalooki.table.payloads import Choice, Complaint, KeyBackup, OpenedBackup, OpenHand, PlayerNumber, Shares
from kalooki.table.ports import LeaveTable, MessagePacket, Packet
from kalooki.table.state import Playing, Shut, TableState
from kalooki.table.turn import Turn
from kalooki.verify import Check, Finding, verify_transcript
from support.refereed import differences
from support.table_world import BRISK, ROUGH, Place, World

pytestmark = pytest.mark.timeout(180)
"""A deal of four takes a while where every line is counted."""

VICTIM = 2
FOUR = (Place(), Place(), Place(), Place())


def table(seed: int, places: tuple[Place, ...] = FOUR, *, deals: int = 1, grace_ms: int = 5_000) -> World:
    seats = sum(place.players for place in places)
    founding = Founding("british", (("dropout", "key_backup"),), seats=seats, grace_ms=grace_ms)
    world = World(seed, places, founding=founding, deals=deals, timing=BRISK)
    world.choice = Choice.BACKUP
    world.watch = early(world)
    return world


def early(world: World) -> Callable[[int, Packet], None]:
    """Hold every share of an absent player's key to the release rule, as it leaves its node."""

    def watch(sender: int, packet: Packet) -> None:
        if isinstance(packet, MessagePacket) and isinstance(packet.message.payload, Shares):
            shares, node = packet.message.payload, world.node(sender)
            if any(batch.absent is not None for batch in shares.batches):
                assert shares.owed <= node.committed_index
                state = node.moment().state
                assert state is not None
                assert state.players[VICTIM].gone or any(player.gone for player in state.players)

    return watch


def state_of(world: World, number: int = 0) -> TableState:
    state = world.node(number).moment().state
    assert state is not None
    return state


def deal_of(world: World) -> Deal | None:
    node = world.processes[0].node
    state = None if node is None else node.moment().state
    return state.phase.game.deal if state is not None and isinstance(state.phase, Playing) else None


def seat_of(world: World, number: int = VICTIM) -> int | None:
    return state_of(world).players[number].seat


def in_own_turn(world: World) -> bool:
    deal = deal_of(world)
    in_turn = deal is not None and isinstance(deal.phase, InTurn) and deal.turn.number > 3
    return in_turn and deal is not None and deal.turn.seat == seat_of(world)


def in_anothers_turn(world: World) -> bool:
    deal = deal_of(world)
    in_turn = deal is not None and isinstance(deal.phase, InTurn) and deal.turn.number > 3
    return in_turn and deal is not None and deal.turn.seat != seat_of(world)


def while_dealt(world: World) -> bool:
    deal = deal_of(world)
    return deal is not None and isinstance(deal.phase, TurningUp)


def shows_a_hand(packet: Packet) -> bool:
    return isinstance(packet, MessagePacket) and isinstance(packet.message.payload, OpenHand)


def before_the_deal(world: World) -> bool:
    state = world.node(0).moment().state
    return state is not None and isinstance(state.phase, Playing) and state.phase.game.deal is None


def events(world: World, *kinds: type[Event]) -> list[Event]:
    return [event for event in world.processes[0].events if isinstance(event, kinds)]


def findings(world: World, number: int = 0) -> list[Finding]:
    """What a stranger finds wrong with the log so far, but that its newest entry is not certified."""
    node = world.node(number)
    data = write_transcript([*node.entries(1, 1_000_000), *node.certificates()])
    report = verify_transcript(data, world.group, bytes(32))
    return [finding for finding in report.findings if finding.code != "not_certified"]


def turns_after(world: World, count: int) -> Callable[[], bool]:
    """Say whether so many turns were begun since the victim is away."""

    def is_so() -> bool:
        deal = deal_of(world)
        if not state_of(world).players[VICTIM].gone or deal is None:
            return False
        begun.append(deal.turn.number)
        return deal.turn.number >= begun[0] + count or isinstance(deal.phase, Showing)

    begun: list[int] = []
    return is_so


def logged(world: World, kind: type) -> list[object]:
    messages = [message for entry in world.node(0).entries(1, 1_000_000) for message in entry.messages]
    return [message.payload for message in messages if isinstance(message.payload, kind)]


@pytest.mark.parametrize("moment", [while_dealt, in_own_turn, in_anothers_turn])
def test_the_deal_goes_on_with_the_key_that_the_others_keep(moment: Callable[[World], bool]) -> None:
    world = table(3)
    world.run(lambda: moment(world))
    world.kill(VICTIM)
    world.run(turns_after(world, 4))
    assert events(world, WentAway, DealVoided) == [WentAway(seat_of(world), "kept")]  # type: ignore[arg-type]
    assert world.node(0)._desk.keeps_all(99)  # noqa: SLF001 - of a deck that is there no more nothing is asked
    assert (state_of(world).stream.deal, state_of(world).stream.attempt) == (1, 1)
    assert findings(world) == []


def test_the_hand_of_who_vanished_is_opened_when_it_is_counted_and_not_before() -> None:
    world = table(3)
    world.chooser = BOT.choose
    world.run(lambda: in_own_turn(world))
    world.kill(VICTIM)
    closed: list[bool] = []
    asked: list[int] = []

    def is_scored() -> bool:
        state, deal = state_of(world), deal_of(world)
        asked.append(state.index)
        if len(asked) % 20 == 0 and state.players[VICTIM].gone and deal is not None and isinstance(deal.phase, InTurn):
            record, seat = state.record(state.slots[0].ceremony), seat_of(world)
            assert record is not None
            hidden = [position for position, audience in record.ceremony.openings.audiences.items() if audience == seat]
            closed.append(bool(hidden))
            helped = [grant for grant in record.ceremony.openings.grants if grant.absent is not None]
            assert not any(set(grant.positions) & set(hidden) for grant in helped)
        return bool(events(world, DealScored))

    world.run(is_scored)
    assert any(closed)
    alive = {record.number for record in state_of(world).ceremonies}
    for process in (world.processes[number] for number in (0, 1, 3)):
        assert {int(name.split("/")[1]) for name in process.store.secrets} <= alive
    assert seat_of(world) in [event.seat for event in events(world, HandOpened) if isinstance(event, HandOpened)]
    assert events(world, HandClosed) == []
    assert findings(world) == []
    assert list(differences(write_transcript(world.node(0).entries(1, 1_000_000)), world.group)) == []


def test_a_loser_who_vanishes_before_he_shows_his_hand_has_it_opened_by_the_others() -> None:
    world = table(3)
    world.chooser = BOT.choose
    world.hold = lambda sender, _, packet: sender == VICTIM and shows_a_hand(packet)
    world.run(lambda: (deal := deal_of(world)) is not None and isinstance(deal.phase, Showing))
    deal = deal_of(world)
    assert deal is not None
    assert isinstance(deal.phase, Showing)
    assert deal.phase.winner != seat_of(world)
    world.kill(VICTIM)
    world.run(lambda: bool(events(world, DealScored)))
    opened = [event.seat for event in events(world, HandOpened) if isinstance(event, HandOpened)]
    assert seat_of(world) in opened
    assert WentAway(seat_of(world), "kept") in events(world, WentAway)  # type: ignore[arg-type]
    assert findings(world) == []


def test_before_a_card_is_open_the_deck_is_made_again_and_the_backup_is_not_offered() -> None:
    world = table(3)
    world.run(lambda: before_the_deal(world))
    world.kill(VICTIM)
    world.run(lambda: deal_of(world) is not None and state_of(world).players[VICTIM].gone)
    assert events(world, WentAway) == [WentAway(seat_of(world), "absent")]  # type: ignore[arg-type]
    # With three left nobody keeps a key any more.
    assert state_of(world).ceremonies
    assert {record.ceremony.plan.setting.threshold for record in state_of(world).ceremonies} == {0}
    assert findings(world) == []


def test_who_comes_back_finds_the_others_playing_with_his_key_and_disturbs_nobody() -> None:
    world = table(3)
    world.run(lambda: in_own_turn(world))
    world.kill(VICTIM)
    world.run(lambda: state_of(world).players[VICTIM].gone)
    world.restart(VICTIM)
    back = state_of(world).index
    world.run(lambda: world.node(VICTIM).committed_index > back)
    world.run(turns_after(world, 3))
    assert state_of(world, VICTIM).players[VICTIM].gone
    assert findings(world, VICTIM) == []
    later = [message for entry in world.node(0).entries(back, 1_000_000) for message in entry.messages]
    assert not any(message.author == ByPlayer(PlayerNumber(VICTIM)) for message in later)


def test_when_a_helper_vanishes_as_well_the_deal_is_dealt_again() -> None:
    world = table(3)
    world.run(lambda: in_anothers_turn(world))
    world.kill(VICTIM)
    world.run(turns_after(world, 2))
    world.kill(3)
    world.run(lambda: len(events(world, WentAway)) == 2)
    assert [event.how for event in events(world, WentAway) if isinstance(event, WentAway)] == ["kept", "absent"]
    assert len(events(world, DealVoided)) == 1
    assert findings(world) == []


def test_when_a_helper_leaves_the_deal_is_dealt_again() -> None:
    world = table(3)
    world.run(lambda: in_anothers_turn(world))
    world.kill(VICTIM)
    world.run(turns_after(world, 1))
    world.submit(3, PlayerNumber(3), LeaveTable())
    world.run(lambda: len(events(world, WentAway)) == 2)
    assert [event.how for event in events(world, WentAway) if isinstance(event, WentAway)] == ["kept", "left"]
    assert len(events(world, DealVoided)) == 1
    assert findings(world) == []


def test_a_helper_that_was_started_again_stands_in_with_what_is_on_its_disk() -> None:
    world = table(3)
    world.run(lambda: in_anothers_turn(world))
    kept = [name for name in world.processes[1].store.secrets if name.startswith("backup/")]
    assert kept
    world.kill(VICTIM)
    world.kill(1)
    world.restart(1)
    world.run(turns_after(world, 2))
    assert findings(world) == []


def lying(node: Node, *, boxes: bool, opened: bool) -> None:
    """Let a dealer seal nonsense to one of the others, and perhaps open something else."""
    workshop = node._desk.workshop  # noqa: SLF001 - a liar is made of an honest node
    honest, opens = workshop.deal_backup, workshop.open_backup

    def deal(ceremony: object, prover: int, turn: Turn) -> tuple[bytes, ...] | None:
        dealt = honest(ceremony, prover, turn)  # type: ignore[arg-type]
        return None if dealt is None else (bytes(BOX_BYTES), *dealt[1:])

    def open_(number: int, prover: int, helper: int) -> bytes | None:
        share = opens(number, prover, helper)
        return None if share is None else bytes([share[0] ^ 1]) + share[1:]

    if boxes:
        workshop.deal_backup = deal  # type: ignore[method-assign]
    if opened:
        workshop.open_backup = open_  # type: ignore[method-assign]


def test_a_false_share_of_a_key_is_complained_of_and_opened_and_the_deal_begins() -> None:
    world = table(3)
    world.plant = lambda node: lying(node, boxes=node.my_players == () or _is_victim(world, node), opened=False)
    world.run(lambda: in_anothers_turn(world))
    assert len(logged(world, KeyBackup)) == 4
    assert len(logged(world, Complaint)) == len(logged(world, OpenedBackup)) == 1
    world.kill(VICTIM)
    world.run(turns_after(world, 2))
    assert findings(world) == []


def test_who_opens_a_false_share_of_his_key_is_caught() -> None:
    world = table(3)
    world.plant = lambda node: lying(node, boxes=_is_victim(world, node), opened=_is_victim(world, node))
    world.run(lambda: world.node(0).moment().is_closed)
    state = state_of(world)
    assert isinstance(state.phase, Shut)
    assert state.fault is not None
    assert (state.fault.player, state.fault.code) == (VICTIM, "invalid_backup")
    (found,) = findings(world)
    assert (found.check, found.code, found.player) == (Check.KEYS, "invalid_backup", VICTIM)


def test_who_deals_no_shares_of_his_key_is_missed_and_the_deck_is_made_without_him() -> None:
    world = table(3)

    def silent(node: Node) -> None:
        if _is_victim(world, node):
            node._desk.workshop.deal_backup = lambda *_: None  # type: ignore[method-assign] # noqa: SLF001

    world.plant = silent
    world.run(lambda: deal_of(world) is not None)
    assert events(world, WentAway) == [WentAway(seat_of(world), "absent")]  # type: ignore[arg-type]
    assert findings(world) == []


def _is_victim(world: World, node: Node) -> bool:
    return node._desk.config == world.processes[VICTIM].config  # noqa: SLF001


def test_where_nobody_chooses_a_second_grace_time_ends_in_a_deal_anew() -> None:
    world = table(3)
    world.choice = None
    world.run(lambda: in_anothers_turn(world))
    world.kill(VICTIM)
    world.run(lambda: state_of(world).players[VICTIM].gone)
    assert events(world, WentAway) == [WentAway(seat_of(world), "absent")]  # type: ignore[arg-type]


def test_a_game_of_five_keeps_its_keys_to_the_next_deal_and_reshuffle() -> None:
    world = table(4, (*FOUR, Place()), deals=2)
    world.run(lambda: bool(events(world, DealScored)))
    world.run(lambda: state_of(world).stream.deal == 2)
    assert len(logged(world, KeyBackup)) % 5 == 0
    assert findings(world) == []


def test_no_game_begins_where_one_node_would_keep_a_key_alone() -> None:
    world = table(3, (Place(3), Place()))
    world.run(lambda: any(answer.code for answer in world.processes[0].answers))
    assert {answer.code for answer in world.processes[0].answers if answer.code} == {"backup_refused"}


def test_on_a_rough_network_with_failing_power_keys_are_kept_and_the_others_go_on_alone() -> None:
    """Nobody else is missed for what he could not give before somebody was gone."""
    world, rng = table(3, grace_ms=20_000), Random(3)
    world.chaos = ROUGH
    broken: dict[int, int] = {}

    def shake() -> None:
        if in_anothers_turn(world):
            return
        if not broken and rng.random() < 0.5:
            number = rng.randrange(4)
            world.processes[number].crash = rng.choice(("before the write", "after the write"))
            broken[number] = world.now + rng.choice([50, 300, 1500])
        for number, at in tuple(broken.items()):
            if world.processes[number].node is None and at <= world.now:
                world.restart(number)
                del broken[number]
        world.later(rng.randint(50, 400), shake)

    world.later(1500, shake)
    world.run(lambda: in_anothers_turn(world))
    for number, process in enumerate(world.processes):
        process.crash = None
        if process.node is None:
            world.restart(number)
    (player,) = world.node(VICTIM).my_players
    assert player is not None
    world.kill(VICTIM)
    world.run(lambda: state_of(world).players[player].gone)
    before = state_of(world).move
    world.run(lambda: state_of(world).move > before + 6)
    assert [event.how for event in events(world, WentAway) if isinstance(event, WentAway)] == ["kept"]
    assert findings(world) == []
