"""The last shuffler is the host and signs two decks: one for each player, both shuffled and proved as they ought."""

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.contexts import Kind
from kalooki.fair.own import make_shuffle, prepare_shuffle
from kalooki.fair.shuffle import ShuffleOffline
from kalooki.table.payloads import DealStart, NodeNumber, Shuffle
from kalooki.table.ports import EntryPacket, MessagePacket, Received
from kalooki.table.state import Record
from support.table_scenes import kept, meet, shares_sent
from support.table_world import Place, World

HOST = 0
SEED = 4
"""With it the host has the last seat, and so the last shuffle."""


class AnotherDeck:
    """Shuffles the deck of a deal as it should, only otherwise than in the first world."""

    def prepare(self, ceremony: Ceremony, entropy: bytes) -> ShuffleOffline:
        return prepare_shuffle(ceremony, entropy)

    def shuffle(self, ceremony: Ceremony, seat: int, offline: ShuffleOffline) -> tuple[bytes, bytes]:
        if ceremony.plan.setting.kind is Kind.DEAL:
            offline = prepare_shuffle(ceremony, bytes(64))
        return make_shuffle(ceremony, seat, offline)


def first_deck(world: World, number: int) -> Record | None:
    state = world.node(number)._desk.replica.accepted  # noqa: SLF001 - how far the deck is
    records = state.ceremonies if state else ()
    return next((record for record in records if record.ceremony.plan.setting.kind is Kind.DEAL), None)


def before_the_last_shuffle(seed: int, friend: int, place: Place) -> World:
    """All but the host have shuffled; from here on the host speaks with one player only."""
    world = World(seed, (place, Place(), Place()), deals=2)
    other = 3 - friend
    world.run(lambda: bool(world.nodes) and _shuffled(world) == 2)
    apart = {(HOST, other), (other, HOST), (friend, other), (other, friend)}
    world.hold = lambda sender, receiver, _packet: (sender, receiver) in apart
    return world


def _shuffled(world: World) -> int:
    record = first_deck(world, HOST)
    return len(record.shuffled_in) if record else 0


def sees_nothing(world: World) -> bool:
    """Nobody's player sees a card, the host's own neither."""
    views = [node.view(player) for node in world.nodes for player in node.my_players if player is not None]
    return all(view is None or (view.hand == () and view.pile == ()) for view in views)


def shuffle_of_host(world: World) -> Shuffle:
    """The last shuffle of the first deal, as it stands in the host's log."""
    payloads = [one.payload for entry in world.node(HOST).entries(1, 10_000) for one in entry.messages]
    starts = [one for one in payloads if isinstance(one, DealStart)]
    (start,) = starts
    return [one for one in payloads if isinstance(one, Shuffle) and one.ceremony == start.ceremony][-1]


def test_attack_62_the_last_shuffler_who_is_host_and_signs_two_decks_deals_from_neither() -> None:
    """Each deck is true and certified by two of three, and no card of either is ever opened."""
    one = before_the_last_shuffle(SEED, 1, Place())
    two = before_the_last_shuffle(SEED, 2, Place(prover=AnotherDeck()))
    assert one.hashes(HOST) == two.hashes(HOST)
    before = [shares_sent(world, number) for world, friend in ((one, 1), (two, 2)) for number in (HOST, friend)]
    for world in (one, two):
        world.rest(20_000)
    decks = shuffle_of_host(one), shuffle_of_host(two)
    assert decks[0].ceremony == decks[1].ceremony
    assert decks[0].deck != decks[1].deck
    # Both deals have begun, as far as two of three nodes can begin one; it gives the host nothing.
    for world, friend in ((one, 1), (two, 2)):
        assert world.node(friend).committed_index == world.node(HOST).last_index
        assert sees_nothing(world)
    after = [shares_sent(world, number) for world, friend in ((one, 1), (two, 2)) for number in (HOST, friend)]
    assert after == before
    # The two players hear each other: each has half of the proof, and both halves name the host.
    meet(one, 1, two, 2)
    for world, friend in ((one, 1), (two, 2)):
        assert kept(world, friend).count("fork") == 2
        assert {report.node for report in world.processes[friend].reports if report.code == "fork"} == {HOST}
        assert sees_nothing(world)


def test_a_second_deck_that_reaches_a_player_directly_is_proof_against_who_signed_it() -> None:
    one = before_the_last_shuffle(SEED, 1, Place())
    two = before_the_last_shuffle(SEED, 2, Place(prover=AnotherDeck()))
    for world in (one, two):
        world.rest(5_000)
    (second,) = {
        packet.message.wire: packet
        for _, packet in two.processes[HOST].sent
        if isinstance(packet, EntryPacket)
        for message in packet.entry.messages
        if isinstance(message.payload, Shuffle) and message.payload == shuffle_of_host(two)
        for packet in [MessagePacket(message)]
    }.values()
    one.give(1, Received(NodeNumber(2), second))
    assert kept(one, 1) == ["double_message", "double_message"]
    assert [report.player for report in one.processes[1].reports] == [one.node(HOST).my_players[0]]
