"""Opening cards: what an entry owes, the shares that come for it, and the evidence for a card that is shown."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from kalooki.cards import Card, Slot, deck
from kalooki.fair.ceremony import Ceremony
from kalooki.fair.decryption import DecryptionShares
from kalooki.fair.errors import FairError, InvalidProofError, MissingShareError
from kalooki.fair.group import Element
from kalooki.fair.openings import Giver, Grant, Openings
from kalooki.rules.actions import Shown
from kalooki.rules.audience import Everybody, entitled, public_faces
from kalooki.rules.changing import replace
from kalooki.rules.game import Game
from kalooki.rules.remembered import by_identity
from kalooki.table.authors import author_player, is_authentic, require_known
from kalooki.table.checks import Checks
from kalooki.table.log import Message
from kalooki.table.payloads import EVERYBODY, ShareBatch, Shares
from kalooki.table.results import FaultError, VoidError
from kalooki.table.state import Owed, Player, Record, SlotRange, TableState

CARDS: dict[str, Card] = {str(card): card for card in deck(1, 1)}
"""Every face by its text in the ceremony."""


# --- what is owed -------------------------------------------------------------------------------------------------


def grant(state: TableState, record: Record, positions: Sequence[int], recipient: int) -> TableState:
    """Give positions to an audience; the entry in hand (state.index) owes their shares."""
    return owe(state, record, record.ceremony.grant(positions, recipient))


def owe(state: TableState, record: Record, ceremony: Ceremony) -> TableState:
    """Put a ceremony in the place of its earlier self; the entry in hand owes what was granted in between."""
    fresh = ceremony.openings.grants[len(record.ceremony.openings.grants) :]
    due = tuple(Owed(state.index, record.number, grant) for grant in fresh if grant.provers)
    return replace(state.with_record(replace(record, ceremony=ceremony)), owed=(*state.owed, *due))


def grant_entitled(state: TableState, game: Game) -> TableState:
    """Grant every slot that nobody was entitled to before: by seat, everybody last.

    Where a seat's card is for everybody now, its owner shows it, by an action or by opening its hand.
    """
    audiences = entitled(game)
    fresh: dict[tuple[int, int], list[int]] = {}
    for slot in sorted(audiences.keys() - _granted(state)):
        record, position = state.place_of(slot)
        audience = audiences[slot]
        recipient = EVERYBODY if isinstance(audience, Everybody) else int(audience)
        fresh.setdefault((recipient, record.number), []).append(position)
    for (recipient, number), positions in sorted(fresh.items()):
        current = state.record(number)
        assert current is not None, "the record was found above"
        state = grant(state, current, positions, recipient)
    return state


def _granted(state: TableState) -> set[int]:
    """Return the slots that have an audience already."""
    granted = set[int]()
    for block in state.slots:
        record = state.record(block.ceremony)
        assert record is not None, "a deal's ceremonies live as long as it does"
        granted |= _slots_of(block, record.ceremony.openings.audiences)
    return granted


@by_identity(16)
def _slots_of(block: SlotRange, audiences: Mapping[int, int]) -> frozenset[int]:
    """Return the slots of a deck that have an audience: the same until another card is granted."""
    return frozenset([block.first + position for position in audiences])


def owed_batches(state: TableState, player: Player, index: int) -> tuple[Owed, ...]:
    """Return what an entry owes from a player and the log has not got."""
    return tuple(owed for owed in state.owed if owed.index == index and owes(state, player, owed))


def owes(state: TableState, player: Player, owed: Owed) -> bool:
    """Say whether a player's share of this grant is still missing in the log."""
    record = state.record(owed.ceremony)
    assert record is not None, "what is owed ends with its ceremony"
    prover = state.prover(record, player)
    return prover in owed.grant.provers and not record.ceremony.openings.has(owed.grant, prover)


def debtors(state: TableState, owed: Owed) -> tuple[Player, ...]:
    """Return whose shares of this grant are still missing in the log."""
    record = state.record(owed.ceremony)
    assert record is not None, "what is owed ends with its ceremony"
    openings = record.ceremony.openings
    seats = _missing(owed.grant, openings.shares, openings.published, openings.helpers)
    return tuple([player for player in state.players if state.prover(record, player) in seats]) if seats else ()


@by_identity(64)
def _missing(
    grant: Grant,
    shares: Mapping[tuple[int, Giver], Element],
    published: frozenset[int],
    helpers: Mapping[int, tuple[int, ...]],
) -> tuple[int, ...]:
    """Return the seats whose shares are waited for: the same until somebody gives any, or goes."""
    return Openings(shares=shares, published=published, helpers=helpers).missing(grant)


# --- shares ---------------------------------------------------------------------------------------------------------


def claims(state: TableState, message: Message, shares: Shares) -> tuple[tuple[Record, DecryptionShares], ...]:
    """Match a Shares message against what its entry owes from its author.

    Raises:
        VoidError: It is not exactly that.
    """
    player = author_player(state, message)
    if message.stream != state.stream:
        raise VoidError("wrong_stream", "the message belongs to another deal")
    expected = owed_batches(state, player, shares.owed)
    if not expected:
        raise VoidError("not_owed", f"entry {shares.owed} owes no shares from this player")
    require_known(message, shares.owed)
    given = {(batch.ceremony, batch.audience, batch.positions, batch.absent): batch for batch in shares.batches}
    keys = [(one.ceremony, one.grant.recipient, one.grant.positions, one.grant.absent) for one in expected]
    if len(given) != len(shares.batches) or set(given) != set(keys):
        raise VoidError("other_shares", f"these are not the shares that entry {shares.owed} owes")
    found = []
    for key in keys:
        record = state.record(key[0])
        assert record is not None, "what is owed ends with its ceremony"
        found.append((record, _given(state.prover(record, player), given[key])))
    return tuple(found)


def given_in(state: TableState, player: Player, shares: Shares) -> tuple[tuple[int, DecryptionShares], ...]:
    """Return what a player gives for each ceremony that a Shares message names, with the ceremony's number."""
    found = []
    for batch in shares.batches:
        record = state.record(batch.ceremony)
        assert record is not None, "shares are made for ceremonies that are alive"
        found.append((batch.ceremony, _given(state.prover(record, player), batch)))
    return tuple(found)


def apply_shares(state: TableState, message: Message, shares: Shares, checks: Checks) -> TableState:
    """Record what a Shares message gives.

    Raises:
        VoidError: It is not exactly what its entry owes.
        FaultError: A share or its proof is false.
    """
    for record, given in claims(state, message, shares):
        current = state.record(record.number)
        assert current is not None, "recording shares ends no ceremony"
        try:
            if (record.number, given) in checks.proven:
                ceremony = current.ceremony.record_shares([given])
            else:
                ceremony = current.ceremony.accept_shares([given], checks.seed)
        except InvalidProofError as false:
            raise FaultError(author_player(state, message).number, false.code, false.reason) from false
        state = state.with_record(replace(current, ceremony=ceremony))
    return replace(state, owed=outstanding(state))


def prove_together(state: TableState, messages: Iterable[Message], checks: Checks) -> None:
    """Test the shares of several authors at once, and remember those that hold; false ones are found later."""
    found: list[tuple[Record, DecryptionShares]] = []
    for message in messages:
        if isinstance(message.payload, Shares):
            with suppress(VoidError):
                found.extend(claims(state, message, message.payload))
    prove_given(found, checks)


def prove_given(given: Iterable[tuple[Record, DecryptionShares]], checks: Checks) -> None:
    """Test shares that are owed, those of a ceremony at once, and remember which hold; false ones are found later."""
    records: dict[int, Record] = {}
    by_ceremony: dict[int, dict[DecryptionShares, None]] = {}
    for record, one in given:
        if (record.number, one) not in checks.proven:
            records[record.number] = record
            by_ceremony.setdefault(record.number, {})[one] = None
    for number, fresh in by_ceremony.items():
        with suppress(FairError):
            records[number].ceremony.check_shares(tuple(fresh), checks.seed)
            checks.proven.update((number, one) for one in fresh)


# --- evidence -------------------------------------------------------------------------------------------------------


def hidden(game: Game, shown: Sequence[Shown]) -> tuple[Shown, ...]:
    """Leave out cards that everybody has seen: they need no share when they are shown again."""
    seen = public_faces(game)
    return tuple(one for one in shown if one.slot not in seen)


def evidence_places(state: TableState, shown: Sequence[Shown]) -> tuple[tuple[Record, tuple[int, ...]], ...]:
    """Return the batches of evidence that cards need: by ceremony, positions in the order in which they are shown."""
    places: dict[int, list[int]] = {}
    records: dict[int, Record] = {}
    for one in shown:
        record, position = state.place_of(one.slot)
        records[record.number] = record
        places.setdefault(record.number, []).append(position)
    return tuple((records[number], tuple(positions)) for number, positions in sorted(places.items()))


def open_shown(
    state: TableState, message: Message, shown: Sequence[Shown], evidence: Sequence[ShareBatch], checks: Checks
) -> TableState:
    """Open hidden cards to everybody by their owner's shares, and hold the owner to what it said they are.

    Raises:
        VoidError: The evidence is not for these cards, or other players' shares are missing, or the author did not
            know the deal that the cards are of.
        FaultError: A share is false, or a card is not what was said.
    """
    player = author_player(state, message)
    places = evidence_places(state, shown)
    named = [(batch.ceremony, batch.audience, batch.positions, batch.absent) for batch in evidence]
    if named != [(record.number, EVERYBODY, positions, None) for record, positions in places]:
        raise VoidError("missing_evidence", "the evidence is not for the cards that are shown")
    for one in shown:
        require_known(message, state.block_of(one.slot).since)
    for (record, positions), batch in zip(places, evidence, strict=True):
        if any(record.ceremony.owing(position) for position in positions):
            raise VoidError("missing_shares", "the log lacks other players' shares of a card that is shown")
        given = _given(state.prover(record, player), batch)
        try:
            ceremony = record.ceremony.grant(positions, EVERYBODY).accept_shares([given], checks.seed)
        except InvalidProofError as false:
            raise FaultError(player.number, false.code, false.reason) from false
        state = state.with_record(replace(record, ceremony=ceremony))
    for one in shown:
        record, position = state.place_of(one.slot)
        if record.ceremony.open_card(position) != str(one.card):
            raise FaultError(player.number, "false_claim", "a card that was shown is another card")
    return state


def apply_copies(state: TableState, copies: Sequence[bytes], checks: Checks) -> TableState:
    """Record the shares that an action brings along for those that the log lacks.

    Raises:
        VoidError: A copy is no signed Shares message that an entry owes or owed.
        FaultError: A copy's author gave a false share.
    """
    for wire in copies:
        message = checks.unseal(wire)
        if message is None or not isinstance(message.payload, Shares) or not is_authentic(state, message):
            raise VoidError("bad_copy", "a copy is no player's signed shares")
        if message.known_index >= state.index or message.known_hash != checks.hash_at(message.known_index):
            raise VoidError("bad_copy", "a copy was made in another log")
        if owed_batches(state, author_player(state, message), message.payload.owed):
            state = apply_shares(state, message, message.payload, checks)
    return state


def face_at(state: TableState, slot: Slot) -> Card | None:
    """Return a card's face if the log has all shares for it."""
    face = open_to_all(*state.place_of(slot))
    return None if face is None else CARDS[face]


def open_to_all(record: Record, position: int) -> str | None:
    """Return what a position turns out to be if the log has all shares for it."""
    if record.ceremony.audience_of(position) is None:
        return None
    try:
        return record.ceremony.open_card(position)
    except MissingShareError:
        return None


def _given(prover: int, batch: ShareBatch) -> DecryptionShares:
    return DecryptionShares(prover, batch.audience, batch.positions, batch.shares, batch.proof, batch.absent)


def outstanding(state: TableState) -> tuple[Owed, ...]:
    """Return what the log still lacks."""
    return tuple(owed for owed in state.owed if debtors(state, owed))
