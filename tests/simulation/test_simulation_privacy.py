"""What a node receives opens no card that is hidden from it, and would be the same if those cards were others."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import islice
from random import Random

import pytest

from kalooki.cards import JOKER
from kalooki.fair.ceremony import Ceremony
from kalooki.fair.contexts import Kind
from kalooki.fair.group import ORDER, Element, Scalar
from kalooki.fair.own import make_shuffle, own_share, prepare_shuffle
from kalooki.fair.shuffle import ShuffleOffline, commit_material, draw_secrets
from kalooki.rules.actions import Action, Allow, Call, Discard, Draw, Pass
from kalooki.rules.deal import Calling
from kalooki.rules.events import CallGranted
from kalooki.rules.legal import deal_of, is_legal, legal_actions
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.shell.group_loader import load_group
from kalooki.table.config import Founding
from kalooki.table.log import ByPlayer, Message
from kalooki.table.payloads import Act, OpenHand, Payload, ShareBatch, Shares
from kalooki.table.ports import AckPacket, EntryPacket, MessagePacket, Packet
from kalooki.table.state import Record, TableState
from support.table_world import Place, World

TWO = (Place(), Place())
THREE = (Place(), Place(), Place())


def state_of(world: World, number: int) -> TableState:
    state = world.node(number)._desk.replica.accepted  # noqa: SLF001 - what the node itself works from
    assert state is not None
    return state


def heard(world: World, number: int) -> Iterator[Message]:
    """Every message that has reached a node, alone, in an entry, or as a copy in an action."""
    for _, packet in world.processes[number].received:
        if isinstance(packet, MessagePacket):
            yield from with_copies(world, packet.message)
        if isinstance(packet, EntryPacket):
            for message in packet.entry.messages:
                yield from with_copies(world, message)


def with_copies(world: World, message: Message) -> Iterator[Message]:
    yield message
    if isinstance(message.payload, Act | OpenHand):
        for wire in message.payload.copies:
            copy = world.processes[0].tools.unseal(wire)
            assert copy is not None
            yield copy


def batches(payload: Payload) -> tuple[ShareBatch, ...]:
    if isinstance(payload, Shares):
        return payload.batches
    return payload.evidence if isinstance(payload, Act | OpenHand) else ()


def entitled_seats(state: TableState, number: int) -> set[int]:
    return {int(player.seat) for player in state.players if player.node == number and player.seat is not None}


def hidden_places(state: TableState, number: int) -> list[tuple[Record, int]]:
    """Positions of all decks alive that go neither to this node's players nor to everybody."""
    mine = entitled_seats(state, number) | {255}
    return [
        (record, position)
        for record in state.ceremonies
        for position in range(len(record.ceremony.plan.setting.faces))
        if record.ceremony.audience_of(position) not in mine
    ]


@pytest.mark.parametrize(("places", "seed"), [(TWO, 21), (THREE, 22), ((Place(players=2), Place()), 23)])
def test_for_every_hidden_card_a_node_lacks_the_share_of_another_seat(places: tuple[Place, ...], seed: int) -> None:
    world = World(seed, places, moves=9)
    world.run(lambda: all(moved(world, number, 9) for number in range(len(places))))
    world.rest(3000)
    every_node_lacks_a_share(world)


def called(view: SeatView, rng: Random) -> Action:
    """Call whatever can be called; else draw, and throw away the first card that may be."""
    actions = list(islice(legal_actions(view), 40))
    calls = [action for action in actions if isinstance(action, Call)]
    return rng.choice(calls or [action for action in actions if isinstance(action, Allow | Draw | Discard)][:1])


def test_for_every_hidden_card_a_node_lacks_a_share_where_cards_are_called() -> None:
    world = World(24, THREE, founding=Founding("jamaican_baby", seats=3), chooser=called, moves=16)
    world.run(lambda: all(moved(world, number, 16) for number in range(3)))
    world.rest(3000)
    assert sum(isinstance(event, CallGranted) for event in world.processes[0].events) > 2
    every_node_lacks_a_share(world)


def every_node_lacks_a_share(world: World) -> None:
    for number in range(len(world.processes)):
        state = state_of(world, number)
        given = {
            (batch.ceremony, position, message.author)
            for message in heard(world, number)
            for batch in batches(message.payload)
            for position in batch.positions
        }
        mine = entitled_seats(state, number)
        places_hidden = hidden_places(state, number)
        assert len(places_hidden) > 60
        for record, position in places_hidden:
            others = [seat.seat for seat in record.ceremony.plan.setting.seats if seat.seat not in mine]
            authors = {seat: by(state, record, seat) for seat in others}
            assert any((record.number, position, authors[seat]) not in given for seat in others)


def by(state: TableState, record: Record, seat: int) -> ByPlayer:
    return ByPlayer(state.player_of(record, seat).number)


def moved(world: World, number: int, moves: int) -> bool:
    node = world.processes[number].node
    standing = node.standing(None) if node is not None and node.view(None) is not None else None
    return standing is not None and standing.move >= moves


# --- every string that was received, tried as a share or a key --------------------------------------------------------


def everything(packet: Packet) -> bytes:
    match packet:
        case MessagePacket(message):
            return message.wire
        case EntryPacket(entry):
            return entry.wire
        case AckPacket(ack):
            return ack.hash + ack.signature
        case _:
            return b""


def test_no_string_in_a_recording_opens_a_hidden_card() -> None:
    """On the real group: each 32 bytes at each offset, tried as the missing share and as the missing key."""
    group = load_group()
    world = World(31, TWO, moves=3, group=group)
    world.run(lambda: all(moved(world, number, 3) for number in range(2)))
    world.rest(2000)
    recording = b"".join(dict.fromkeys(everything(packet) for _, packet in world.processes[1].received))
    windows = {recording[start : start + 32] for start in range(len(recording) - 31)}
    state, workshop = state_of(world, 1), world.node(1)._desk.workshop  # noqa: SLF001 - its own secrets
    wanted: set[bytes] = set()
    for record, position in hidden_places(state, 1):
        if not record.ceremony.complete:
            continue
        (seat,) = entitled_seats(state, 1)
        own = workshop.key(record.number, seat)
        assert own is not None
        card = record.ceremony.ciphertexts[position]
        blinded = group.sub(card.b, own_share(record.ceremony, own, position))
        wanted.update(group.sub(blinded, point).encoding for point in record.ceremony.plan.points.values())
    assert len(wanted) > 3000
    assert not wanted & windows
    keys = {key.encoding for record in state.ceremonies for key in record.ceremony.keys.values()}
    scalars = {int.from_bytes(window, "little") for window in windows}
    assert not any(group.base(Scalar(one)).encoding in keys for one in scalars if 0 < one < ORDER)


def test_the_search_would_find_a_share_that_is_there() -> None:
    """The test of the test: the share that the other node could have given is among what is wanted."""
    world = World(32, TWO, moves=1)
    world.run(lambda: all(moved(world, number, 1) for number in range(2)))
    state = state_of(world, 1)
    record, position = next(place for place in hidden_places(state, 1) if place[0].ceremony.complete)
    shares: list[Element] = []
    for number in range(2):
        (seat,) = entitled_seats(state, number)
        own = world.node(number)._desk.workshop.key(record.number, seat)  # noqa: SLF001 - its own secrets
        assert own is not None
        shares.append(own_share(record.ceremony, own, position))
    group, card = world.group, record.ceremony.ciphertexts[position]
    opened = group.sub(group.sub(card.b, shares[1]), shares[0])
    assert opened in record.ceremony.plan.faces_by_point


# --- two games that differ only in what is hidden ---------------------------------------------------------------------


class Exchanges:
    """A true shuffle in which two cards have changed places, at two positions hidden from the other node."""

    def __init__(self, places: tuple[int, int] | None) -> None:
        self.places = places

    def prepare(self, ceremony: Ceremony, entropy: bytes) -> ShuffleOffline:
        setting = ceremony.plan.setting
        if setting.kind is not Kind.DEAL:
            return prepare_shuffle(ceremony, entropy)
        first, second = self.places or (0, 0)
        secrets = draw_secrets(len(setting.faces), entropy)
        order = list(secrets.permutation)
        order[first], order[second] = order[second], order[first]
        material = commit_material(ceremony.plan.group, ceremony.joint_key, replace(secrets, permutation=tuple(order)))
        return ShuffleOffline(material, ceremony.joint_key)

    def shuffle(self, ceremony: Ceremony, seat: int, offline: ShuffleOffline) -> tuple[bytes, bytes]:
        return make_shuffle(ceremony, seat, offline)


def unthinking(view: SeatView, rng: Random) -> Action:
    """Draw, and throw away the first card of the hand."""
    assert isinstance(rng, Random)
    if view.phase is ViewPhase.DRAW:
        return Draw()
    return Discard(view.hand[0])


CRYPTO = {"public", "proof", "deck", "deck_digest", "shares", "evidence", "signature", "known_hash", "previous"}
CRYPTO |= {"state_before", "body", "wire", "payload_bytes", "hash", "nonce"}


def shape(value: object) -> object:
    """A value without its ciphertexts, proofs, keys, signatures and hashes, of which only the length counts."""
    if is_dataclass(value):
        return (
            type(value).__name__,
            *(
                len(getattr(value, one.name)) if one.name in CRYPTO else shape(getattr(value, one.name))
                for one in fields(value)
            ),
        )
    return tuple(map(shape, value)) if isinstance(value, tuple) else value


def calling(view: SeatView, _rng: Random) -> Action:
    """Call whatever may be called, let a cut pass, draw, and throw away a card that is no joker."""
    if isinstance(view.window, Calling) and view.turn != view.seat:
        return Call() if is_legal(deal_of(view), view.seat, Call()) else Pass()  # type: ignore[arg-type]  # it sits
    if view.phase is ViewPhase.CUT:
        return Pass()
    if not view.has_drawn:
        return Draw()
    return Discard(next(shown for shown in view.hand if shown.card != JOKER))


@dataclass(frozen=True, slots=True)
class TwoGames:
    """How a game is played that is played twice."""

    seed: int
    preset: str
    nodes: int
    moves: int
    chooser: Callable[[SeatView, Random], Action]

    def recorded(self, places: tuple[int, int] | None) -> tuple[list[object], TableState, World]:
        """Node 1's recording of a game in which node 0, last to shuffle, exchanges two cards that node 1 never sees."""
        others = (Place(),) * (self.nodes - 1)
        world = World(
            self.seed,
            (Place(prover=Exchanges(places)), *others),
            founding=Founding(self.preset, seats=self.nodes),
            chooser=self.chooser,
            moves=self.moves,
        )
        world.wish = lambda view, rng: self.chooser(view, rng) if isinstance(view.window, Calling) else None
        world.run(lambda: all(moved(world, number, self.moves) for number in range(self.nodes)))
        world.rest(1500)
        return [shape(packet) for _, packet in world.processes[1].received], state_of(world, 1), world


@pytest.mark.parametrize(
    "games",
    [
        TwoGames(51, "british", 2, 8, unthinking),
        TwoGames(42, "jamaican_baby", 3, 12, calling),
        TwoGames(42, "south_african", 3, 12, calling),
    ],
    ids=lambda games: games.preset,
)
def test_two_games_that_differ_in_hidden_cards_only_look_the_same(games: TwoGames) -> None:
    plain, state, one = games.recorded(None)
    last = games.nodes - 1
    assert entitled_seats(state, 0) == {last}  # so it is the last to shuffle
    stock = state.game.deal.stock if state.game and state.game.deal else ()
    hand = state.game.deal.hands[last] if state.game and state.game.deal else ()
    exchanged, _, two = games.recorded((int(hand[-1]), int(stock[-1])))
    faces = [world.node(0).view(world.node(0).my_players[0]) for world in (one, two)]
    assert faces[0] is not None
    assert faces[1] is not None
    assert [card.slot for card in faces[0].hand] == [card.slot for card in faces[1].hand]
    assert faces[0].hand != faces[1].hand
    assert plain == exchanged
    views = [world.node(1).view(world.node(1).my_players[0]) for world in (one, two)]
    assert views[0] == views[1]
    granted = [event for event in one.processes[1].events if isinstance(event, CallGranted)]
    assert bool(granted) == (games.nodes > 2)
