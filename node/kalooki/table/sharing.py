"""Decryption shares: made with the acknowledgement, held until everybody has acknowledged; and what they open."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kalooki.cards import Card, Slot
from kalooki.fair.ceremony import giver_of
from kalooki.fair.decryption import DecryptionShares
from kalooki.fair.openings import Giver
from kalooki.fair.own import OwnKey, make_helper_shares, make_shares, own_share
from kalooki.rules.audience import public_faces
from kalooki.rules.deal import Deal
from kalooki.table.checks import Checks
from kalooki.table.log import Message
from kalooki.table.missing import Missed
from kalooki.table.opening import CARDS, claims, owed_batches, prove_given
from kalooki.table.payloads import EVERYBODY, NodeNumber, PlayerNumber, ShareBatch, Shares
from kalooki.table.results import VoidError
from kalooki.table.state import Owed, Player, Record, TableState, nodes_of
from kalooki.table.turn import Turn
from kalooki.table.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Held:
    """Shares of one player for one entry, made and written, not yet sent."""

    message: Message
    index: int
    player: PlayerNumber


def due(
    state: TableState, players: Iterable[Player], up_to: int, is_made: Callable[[Player, int], bool]
) -> tuple[tuple[Player, int], ...]:
    """Return which of these players have yet to make shares for which entries, up to one that was acknowledged."""
    indexes = sorted({owed.index for owed in state.owed if owed.index <= up_to})
    return tuple(
        (player, index)
        for index in indexes
        for player in players
        if not is_made(player, index) and owed_batches(state, player, index)
    )


def make(state: TableState, player: Player, index: int, workshop: Workshop, turn: Turn) -> Shares | None:
    """Make the shares that an entry owes from a player; None while a chain is not verified, or the key lost."""
    owed = owed_batches(state, player, index)
    if not all(workshop.is_true(one.ceremony) and _can_give(state, player, one, workshop) for one in owed):
        return None
    return Shares(index, tuple(_batch(state, player, one, workshop, turn) for one in owed))


def _batch(state: TableState, player: Player, owed: Owed, workshop: Workshop, turn: Turn) -> ShareBatch:
    record = _record(state, owed)
    prover = state.prover(record, player)
    own = _key(state, player, owed, workshop)
    assert own is not None, "shares are made by who has the key"
    verdict, grant = workshop.verdicts[owed.ceremony], owed.grant
    if grant.absent is None:
        request, entropy = (grant.recipient, grant.positions), turn.chance(f"shares.{owed.index}.{prover}")
        given = make_shares(record.ceremony, verdict, own, request, entropy)
    else:
        entropy = turn.chance(f"help.{owed.index}.{prover}.{grant.absent}")
        given = make_helper_shares(record.ceremony, verdict, own, grant, entropy)
    return ShareBatch(owed.ceremony, given.recipient, given.positions, given.shares, given.proof, given.absent)


def _can_give(state: TableState, player: Player, owed: Owed, workshop: Workshop) -> bool:
    """Say whether a node has the key for what a player owes: its own, or its true share of an absent player's."""
    record = _record(state, owed)
    prover = state.prover(record, player)
    if workshop.key(record.number, prover) is None:
        return False
    return owed.grant.absent is None or owed.grant.absent not in workshop.false_boxes(record.ceremony, prover)


def _key(state: TableState, player: Player, owed: Owed, workshop: Workshop) -> OwnKey | None:
    return workshop.key(owed.ceremony, state.prover(_record(state, owed), player))


def may_release(
    state: TableState, held: Held, committed: int, has_all: Callable[[frozenset[NodeNumber], int], bool]
) -> bool:
    """Say whether shares may be sent: still owed, their entry committed, and acknowledged by all of the ceremony."""
    if held.index > committed:
        return False
    owed = owed_batches(state, state.players[held.player], held.index)
    return bool(owed) and all(has_all(nodes_of(state, _record(state, one)), held.index) for one in owed)


def seers(state: TableState, held: Held) -> frozenset[NodeNumber]:
    """Return the nodes that wait for shares: of who has the card in his hand, or all, for a card that all see."""
    batches = owed_batches(state, state.players[held.player], held.index)
    if any(owed.grant.recipient == EVERYBODY for owed in batches):
        return frozenset(member.number for member in state.members)
    return frozenset(state.player_of(_record(state, owed), owed.grant.recipient).node for owed in batches)


def _record(state: TableState, owed: Owed) -> Record:
    record = state.record(owed.ceremony)
    assert record is not None, "what is owed ends with its ceremony"
    return record


# --- shares that came directly ----------------------------------------------------------------------------------------

Direct = Mapping[tuple[int, int], Mapping[Giver, tuple[Message, DecryptionShares]]]
"""By (ceremony, position) and giver: shares that are owed, have come, and are not in the log yet."""


def by_place(state: TableState, messages: Iterable[Message]) -> Direct:
    """Sort Shares messages by the cards that they help to open, without those that are not exactly what is owed."""
    places: dict[tuple[int, int], dict[Giver, tuple[Message, DecryptionShares]]] = {}
    for message in messages:
        assert isinstance(message.payload, Shares), "only shares come directly"
        try:
            matched = claims(state, message, message.payload)
        except VoidError:
            continue
        for record, given in matched:
            for position in given.positions:
                places.setdefault((record.number, position), {})[giver_of(given)] = (message, given)
    return places


def places_of(message: Message) -> Iterator[tuple[int, int]]:
    """Return the cards, as ceremony and position, that a Shares message says it helps to open."""
    assert isinstance(message.payload, Shares), "only shares come directly"
    return ((batch.ceremony, position) for batch in message.payload.batches for position in batch.positions)


def copies_for(state: TableState, slots: Iterable[Slot], direct: Direct) -> tuple[bytes, ...]:
    """Return the shares, as received, that the log lacks for cards which are about to be shown."""
    places = [state.place_of(slot) for slot in slots]
    wires = [
        message.wire for record, position in places for message, _ in direct.get((record.number, position), {}).values()
    ]
    return tuple(dict.fromkeys(wires))


@dataclass(frozen=True, slots=True)
class Sight:
    """What one of our players can show: the cards that it sees, and others' shares of them that the log lacks."""

    faces: Mapping[Slot, Card]
    direct: Direct
    missed: Missed | None = None
    """Whom its node misses."""
    silent: tuple[NodeNumber, ...] = ()
    """Nodes of which its node hears nothing."""
    is_late: bool = False
    """The time to answer is nearly over: what is shown now could be seen and yet come too late."""


# --- faces ----------------------------------------------------------------------------------------------------------


class Faces:
    """The hidden cards that this node's players see: never in the state, the log or a message."""

    def __init__(self) -> None:
        self._faces: dict[PlayerNumber, dict[Slot, Card]] = {}
        self._deal = (0, 0)

    def of(self, player: PlayerNumber) -> Mapping[Slot, Card]:
        """Return what a player sees."""
        return self._faces.get(player, {})

    def closed(self, state: TableState, player: Player) -> tuple[Slot, ...]:
        """Return the cards of a player's hand that it does not see yet."""
        game = state.game
        if game is None or game.deal is None or player.seat is None or not state.slots:
            return ()
        seen = self._of_deal(game.deal).get(player.number, {})
        unseen = [slot for slot in game.deal.hands[player.seat] if slot not in seen]
        shown = public_faces(game) if unseen else {}
        return tuple(slot for slot in unseen if slot not in shown)

    def look(  # noqa: PLR0913, PLR0917 - all that it takes to open a card
        self,
        state: TableState,
        player: Player,
        closed: Sequence[Slot],
        direct: Direct,
        checks: Checks,
        workshop: Workshop,
    ) -> int:
        """Open what can be opened of the cards that a player does not see yet; say how many that are."""
        complete = {slot: helpers for slot in closed if (helpers := _helpers(state, slot, direct)) is not None}
        # Only what opens these cards: whoever waits for his hand need not have tested the shares of others' hands.
        prove_given(
            [(state.place_of(slot)[0], given) for slot, helpers in complete.items() for given in helpers], checks
        )
        for slot in closed:
            if slot not in complete:
                _prove_early(state, slot, direct, checks)
        proven = {
            slot: helpers
            for slot, helpers in complete.items()
            if all((state.place_of(slot)[0].number, given) in checks.proven for given in helpers)
        }
        found = _open(state, player, proven, workshop)
        self._faces.setdefault(player.number, {}).update(found)
        return len(found)

    def _of_deal(self, deal: Deal) -> dict[PlayerNumber, dict[Slot, Card]]:
        """Forget the faces of an earlier deal: its slots are numbered anew."""
        if self._deal != (deal.number, deal.attempt):
            self._faces, self._deal = {}, (deal.number, deal.attempt)
        return self._faces


def _prove_early(state: TableState, slot: Slot, direct: Direct, checks: Checks) -> None:
    """Test shares of one card while others are on their way; those of many cards are cheaper to test together."""
    record, position = state.place_of(slot)
    for _, given in direct.get((record.number, position), {}).values():
        if len(given.positions) == 1:
            prove_given([(record, given)], checks)


def _helpers(state: TableState, slot: Slot, direct: Direct) -> list[DecryptionShares] | None:
    """Return the shares of a card that the log lacks, if all of them have come directly."""
    record, position = state.place_of(slot)
    if record.ceremony.audience_of(position) is None:
        return None  # it lies in a hand, and nobody may look yet
    come = direct.get((record.number, position), {})
    owing = record.ceremony.owing(position)
    return [come[seat][1] for seat in owing] if all(seat in come for seat in owing) else None


def _open(
    state: TableState, player: Player, proven: Mapping[Slot, list[DecryptionShares]], workshop: Workshop
) -> dict[Slot, Card]:
    """Open cards of a player's by others' proven shares and his own, as far as he has his key."""
    by_ceremony: dict[int, dict[Slot, int]] = {}
    for slot in proven:
        record, position = state.place_of(slot)
        by_ceremony.setdefault(record.number, {})[slot] = position
    found: dict[Slot, Card] = {}
    for number, positions in by_ceremony.items():
        record, _ = state.place_of(next(iter(positions)))
        prover = state.prover(record, player)
        own = workshop.key(number, prover)
        if own is None or not workshop.is_true(number):
            continue
        # One proof is for shares of many cards: each is read once.
        given = dict.fromkeys(one for slot in positions for one in proven[slot])
        ceremony = record.ceremony.record_shares(tuple(given))
        for slot, position in positions.items():
            found[slot] = CARDS[ceremony.open_card(position, {prover: own_share(ceremony, own, position)})]
    return found
