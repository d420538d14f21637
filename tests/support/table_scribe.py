"""One hand that writes for everybody: a log of any messages, true or false, without nodes and without a network."""

import hashlib
from copy import copy
from dataclasses import replace
from functools import cache

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.codec import encode, seal_entry, seal_message, unseal
from kalooki.fair.ceremony import Ceremony
from kalooki.fair.group import Group
from kalooki.fair.openings import Grant
from kalooki.fair.own import (
    OwnKey,
    deal_backup,
    make_helper_shares,
    make_key,
    make_shares,
    make_shuffle,
    own_share,
    prepare_shuffle,
)
from kalooki.fair.shuffle_verify import ChainVerdict
from kalooki.rules.actions import Action, PickSeat, Shown
from kalooki.rules.game import Game, NeedsDeal, pending
from kalooki.rules.registry import RULES_VERSION
from kalooki.rules.view import SeatView, view
from kalooki.table.checks import Checks
from kalooki.table.genesis import PROTOCOL, house_variant, rules_digest, table_id
from kalooki.table.log import (
    TABLE,
    Author,
    ByNode,
    ByPlayer,
    Digest,
    Entry,
    Message,
    Stream,
    body_bytes,
    entry_signing_bytes,
    message_signing_bytes,
)
from kalooki.table.opening import CARDS, evidence_places, hidden, owed_batches
from kalooki.table.payloads import (
    EVERYBODY,
    Act,
    Admit,
    Begin,
    CutReady,
    DealStart,
    Genesis,
    KeyBackup,
    KeyShare,
    NodeNumber,
    OpenHand,
    Payload,
    PlayerNumber,
    Ready,
    SeatsReady,
    ShareBatch,
    Shares,
    Shuffle,
    StockReady,
    TakeSeat,
)
from kalooki.table.playing import shown_by
from kalooki.table.replica import Replica
from kalooki.table.results import Effective, Result
from kalooki.table.signing import admission_bytes, public_key, seat_bytes, sign
from kalooki.table.state import Playing, Record, TableState
from support.table_group import GlassGroup

HOST = ByNode(NodeNumber(0))


def secret_of(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def fresh(name: str) -> bytes:
    return hashlib.sha512(name.encode()).digest()


def by_player(number: int) -> ByPlayer:
    return ByPlayer(PlayerNumber(number))


class Scribe:
    """Holds all keys; player i sits at node i."""

    def __init__(
        self,
        players: int = 2,
        *,
        group: Group | None = None,
        options: tuple[tuple[str, str], ...] = (),
        variant: str = "british",
        seats: int | None = None,
    ) -> None:
        self.players = players
        self.group = group or GlassGroup()
        self.checks = Checks(self.group, unseal)
        rules = house_variant(variant, options)
        self.genesis = Genesis(
            PROTOCOL,
            variant,
            RULES_VERSION,
            rules_digest(rules),
            options,
            "A table",
            self.identity(HOST),
            bytes(32),
            bots_vote=False,
            seats=seats or players,
        )
        self.table = table_id(encode(self.genesis))
        self.replica = Replica(self.table, self.checks)
        self.counters: dict[tuple[Author, Stream], int] = {}
        self.keys: dict[tuple[int, int], OwnKey] = {}
        self.opened: dict[tuple[int, int], Card] = {}

    # --- signing ------------------------------------------------------------------------------------------------

    def secret(self, author: Author) -> bytes:
        match author:
            case ByNode(node):
                return secret_of(f"node {node}")
            case ByPlayer(player):
                return secret_of(f"player {player}")

    def identity(self, author: Author) -> bytes:
        return public_key(self.secret(author))

    def message(  # noqa: PLR0913 - a message has fields
        self,
        author: Author,
        payload: Payload,
        *,
        stream: Stream = TABLE,
        move: int = 0,
        counter: int | None = None,
        known: tuple[int, Digest] | None = None,
        secret: bytes | None = None,
    ) -> Message:
        place = (author, stream)
        if counter is None:
            counter = 0 if isinstance(payload, Shares) else self.counters.get(place, 0) + 1
        self.counters[place] = max(counter, self.counters.get(place, 0))
        index, digest = known or self.replica.known
        encoded = encode(payload)
        signed = message_signing_bytes(self.table, author, stream, move, counter, index, digest, encoded)
        signature = sign(secret or self.secret(author), signed)
        wire = seal_message(author, stream, move, counter, index, digest, encoded, signature)
        return Message(author, stream, move, counter, index, digest, payload, encoded, signature, wire)

    def entry(self, *messages: Message, **changes: object) -> Entry:
        """The next entry; with `changes` signed by the host all the same."""
        body = body_bytes(tuple(message.wire for message in messages))
        last = self.replica.last_index
        entry = Entry(1, last + 1, self.replica.hash_at(last), self.replica.digest, body, messages, b"", b"")
        return self.sign_entry(replace(entry, **changes))  # type: ignore[arg-type]

    def sign_entry(self, entry: Entry) -> Entry:
        entry = replace(entry, signature=sign(self.secret(HOST), entry_signing_bytes(self.table, entry)))
        return replace(entry, wire=seal_entry(entry))

    # --- the log ------------------------------------------------------------------------------------------------

    @property
    def state(self) -> TableState:
        assert self.replica.accepted is not None
        return self.replica.accepted

    @property
    def game(self) -> Game:
        assert self.state.game is not None
        return self.state.game

    def order(self, *messages: Message) -> tuple[Result, ...]:
        applied = self.replica.accept(self.entry(*messages))
        self.replica.commit()
        return applied.results

    def say(self, author: Author, payload: Payload, *, stream: Stream = TABLE, move: int = 0) -> Result:
        """One message in an entry of its own."""
        return self.order(self.message(author, payload, stream=stream, move=move))[0]

    def must(self, author: Author, payload: Payload, *, stream: Stream = TABLE, move: int = 0) -> Effective:
        result = self.say(author, payload, stream=stream, move=move)
        assert isinstance(result, Effective), result
        return result

    # --- the lobby ------------------------------------------------------------------------------------------------

    def admission(self, node: int, *, vote: bool = True) -> Admit:
        author = ByNode(NodeNumber(node))
        certificate = f"certificate {node}".encode()
        statement = admission_bytes(self.table, self.identity(author), certificate, vote=vote)
        return Admit(self.identity(author), certificate, vote, sign(self.secret(author), statement))

    def seat(self, node: int, player: int) -> TakeSeat:
        author, taker = ByNode(NodeNumber(node)), by_player(player)
        statement = seat_bytes(self.table, self.identity(author), self.identity(taker), f"Player {player}", "")
        consent = sign(self.secret(taker), statement)
        return TakeSeat(self.identity(taker), f"Player {player}", "", sign(self.secret(author), statement), consent)

    def found(self) -> "Scribe":
        self.must(HOST, self.genesis)
        return self

    def gather(self) -> "Scribe":
        """Everybody is in, seated and ready."""
        self.found()
        for number in range(self.players):
            self.must(HOST, self.admission(number))
        for number in range(self.players):
            self.must(ByNode(NodeNumber(number)), self.seat(number, number))
        for number in range(self.players):
            self.must(by_player(number), Ready(0, secret_of(f"nonce {number}")))
        return self

    # --- decks ------------------------------------------------------------------------------------------------------

    def ceremony(self, number: int) -> Ceremony:
        return self.record(number).ceremony

    def record(self, number: int) -> Record:
        record = self.state.record(number)
        assert record is not None
        return record

    def author(self, record: Record, prover: int) -> ByPlayer:
        return ByPlayer(self.state.player_of(record, prover).number)

    def provers(self, number: int) -> list[int]:
        return [member.seat for member in self.ceremony(number).plan.setting.seats]

    def key_share(self, number: int, prover: int) -> KeyShare:
        own = make_key(self.ceremony(number), prover, fresh(f"key {number} {prover}"))
        self.keys[number, prover] = own
        return KeyShare(self.record(number).number, own.key, own.proof, *own.announced)

    def give_keys(self, number: int) -> None:
        record = self.record(number)
        for prover in self.provers(number):
            self.must(self.author(record, prover), self.key_share(number, prover), stream=record.stream)

    def shuffle(self, number: int, prover: int) -> Shuffle:
        offline = prepare_shuffle(self.ceremony(number), fresh(f"shuffle {number} {prover}"))
        deck, proof = make_shuffle(self.ceremony(number), prover, offline)
        return Shuffle(self.record(number).number, deck, proof)

    def give_shuffles(self, number: int) -> None:
        record = self.record(number)
        for prover in self.provers(number):
            self.must(self.author(record, prover), self.shuffle(number, prover), stream=record.stream)

    def key_backup(self, number: int, prover: int) -> KeyBackup:
        boxes = deal_backup(self.ceremony(number), self.verdict(number), self.keys[number, prover], fresh(f"{number}"))
        return KeyBackup(self.record(number).number, boxes)

    def give_backups(self, number: int) -> None:
        """Everybody deals the shares of its key, if keys of the ceremony have backups, and has not yet."""
        record = self.record(number)
        for prover in self.provers(number) if record.ceremony.plan.setting.threshold else ():
            if prover not in self.ceremony(number).backups.dealt:
                backup = self.key_backup(number, prover)
                self.must(self.author(record, prover), backup, stream=record.stream)

    def make_deck(self, number: int) -> None:
        self.give_keys(number)
        self.give_shuffles(number)

    # --- shares -----------------------------------------------------------------------------------------------------

    def verdict(self, number: int) -> ChainVerdict:
        return ChainVerdict(self.ceremony(number).chain, valid=True, culprit=None, reason="")

    def batch(self, ceremony: Ceremony, prover: int, recipient: int, positions: tuple[int, ...]) -> ShareBatch:
        number = ceremony.plan.setting.number
        own = self.keys[number, prover]
        entropy = fresh(f"shares {number} {prover} {recipient} {positions}")
        given = make_shares(ceremony, self.verdict(number), own, (recipient, positions), entropy)
        return ShareBatch(self.record(number).number, recipient, positions, given.shares, given.proof)

    def help(self, ceremony: Ceremony, prover: int, grant: Grant) -> ShareBatch:
        """What a helper owes for somebody who is absent."""
        number = ceremony.plan.setting.number
        own, entropy = self.keys[number, prover], fresh(f"help {number} {prover} {grant}")
        given = make_helper_shares(ceremony, self.verdict(number), own, grant, entropy)
        batch = ShareBatch(self.record(number).number, grant.recipient, grant.positions, given.shares, given.proof)
        return replace(batch, absent=given.absent)

    def shares(self, player: int, index: int) -> Shares:
        """What an entry owes from a player."""
        found = []
        for owed in owed_batches(self.state, self.state.players[player], index):
            record = self.record(owed.ceremony)
            prover = self.state.prover(record, self.state.players[player])
            if owed.grant.absent is None:
                found.append(self.batch(record.ceremony, prover, owed.grant.recipient, owed.grant.positions))
            else:
                found.append(self.help(record.ceremony, prover, owed.grant))
        return Shares(index, tuple(found))

    def share_messages(self, index: int) -> tuple[Message, ...]:
        """All shares that an entry owes and the log lacks."""
        owing = [one.number for one in self.state.players if owed_batches(self.state, one, index)]
        return tuple(
            self.message(by_player(player), self.shares(player, index), stream=self.state.stream) for player in owing
        )

    def give_shares(self) -> None:
        """Everybody gives all that is owed."""
        for index in sorted({owed.index for owed in self.state.owed}):
            for result in self.order(*self.share_messages(index)):
                assert isinstance(result, Effective), result

    # --- the game -----------------------------------------------------------------------------------------------------

    def begin(self) -> "Scribe":
        """The lobby is closed, and the deck of the seat draw is complete."""
        self.gather().must(HOST, Begin())
        self.make_deck(1)
        return self

    def draw_seats(self) -> "Scribe":
        """The seats are drawn, and the ace's holder has picked."""
        self.begin().must(HOST, SeatsReady(self.record(1).number, self.ceremony(1).chain))
        self.give_shares()
        self.must(by_player(self.state.seated(0).number), Act(PickSeat(1)))
        return self

    def ready(self) -> None:
        """Everybody is ready for the next deal."""
        for player in self.state.players:
            if player.seat not in self.game.out:
                self.must(by_player(player.number), Ready(self.game.number))

    def deal_start(self) -> DealStart:
        needs = pending(self.game)
        assert isinstance(needs, NeedsDeal)
        assert self.state.prepared is not None
        chain = self.ceremony(self.state.prepared).chain
        return DealStart(self.game.number, self.game.attempt, needs.seats, self.state.prepared, chain)

    def deal_stream(self) -> Stream:
        return Stream(self.game.number, self.game.attempt)

    def deal(self) -> "Scribe":
        """A deal is in play: hands are dealt and the upcard is open."""
        if self.replica.accepted is None:
            self.draw_seats()
        self.ready()
        assert self.state.prepared is not None
        if not self.ceremony(self.state.prepared).complete:
            self.make_deck(self.state.prepared)
        self.give_backups(self.state.prepared)
        self.must(HOST, self.deal_start(), stream=self.deal_stream())
        self.give_shares()
        return self

    def restock(self) -> None:
        assert self.state.restocking is not None
        number = self.state.restocking
        self.make_deck(number)
        self.give_backups(number)
        self.must(HOST, StockReady(number, self.ceremony(number).chain), stream=self.state.stream)
        self.give_shares()

    def cut(self) -> None:
        assert self.state.cutting is not None
        number = self.state.cutting
        self.make_deck(number)
        self.must(HOST, CutReady(number, self.ceremony(number).chain), stream=self.state.stream)
        self.give_shares()

    def face(self, slot: Slot) -> Card:
        """What a slot hides: the scribe has all keys."""
        record, position = self.state.place_of(slot)
        number = record.number
        if (number, position) not in self.opened:
            extra = {
                prover: own_share(record.ceremony, self.keys[number, prover], position)
                for prover in self.provers(number)
            }
            self.opened[number, position] = CARDS[record.ceremony.open_card(position, extra)]
        return self.opened[number, position]

    def faces(self) -> dict[Slot, Card]:
        assert self.game.deal is not None
        return {slot: self.face(slot) for hand in self.game.deal.hands for slot in hand}

    def view(self, seat: int) -> SeatView:
        return view(self.game, SeatNumber(seat), self.faces())

    def act_payload(self, seat: int, action: Action) -> Act:
        return Act(action, self.evidence(seat, shown_by(action)))

    def evidence(self, seat: int, shown: tuple[Shown, ...]) -> tuple[ShareBatch, ...]:
        closed = hidden(self.game, shown)
        return tuple(
            self.batch(record.ceremony.grant(positions, EVERYBODY), seat, EVERYBODY, positions)
            for record, positions in evidence_places(self.state, closed)
        )

    def act(self, seat: int, action: Action) -> Result:
        author = by_player(self.state.seated(seat).number)
        return self.say(author, self.act_payload(seat, action), stream=self.state.stream, move=self.state.move)

    def open_hand(self, seat: int) -> OpenHand:
        assert self.game.deal is not None
        shown = tuple(Shown(slot, self.face(slot)) for slot in self.game.deal.hands[seat])
        return OpenHand(shown, self.evidence(seat, shown))

    @property
    def playing(self) -> Playing:
        assert isinstance(self.state.phase, Playing)
        return self.state.phase


STAGES = {
    "found": Scribe.found,
    "gathered": Scribe.gather,
    "begun": Scribe.begin,
    "seated": Scribe.draw_seats,
    "dealt": Scribe.deal,
}


@cache
def _prototype(stage: str, players: int, options: tuple[tuple[str, str], ...], variant: str) -> Scribe:
    return STAGES[stage](Scribe(players, options=options, variant=variant))


def scribe_at(
    stage: str, players: int = 2, options: tuple[tuple[str, str], ...] = (), *, variant: str = "british"
) -> Scribe:
    """A scribe whose log has come so far; each test gets its own."""
    return copied(_prototype(stage, players, options, variant))


def copied(scribe: Scribe) -> Scribe:
    """The same log in another hand: what is written there from here on is not written here."""
    another = copy(scribe)
    another.counters, another.keys = dict(scribe.counters), dict(scribe.keys)
    another.opened = dict(scribe.opened)
    another.checks = Checks(scribe.group, unseal)
    replica = another.replica = Replica(scribe.table, another.checks)
    replica.entries = list(scribe.replica.entries)
    replica.accepted, replica.committed = scribe.replica.accepted, scribe.replica.committed
    replica._hashes = list(scribe.replica._hashes)  # noqa: SLF001 - nothing but a copy needs them
    replica._digest = scribe.replica.digest  # noqa: SLF001 - likewise
    return another
