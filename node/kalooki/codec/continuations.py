"""A table that goes on from another: what its genesis says of that one, and the packet by which it is agreed."""

from collections.abc import Sequence

from kalooki.cards import SeatNumber
from kalooki.codec.cards import seat_from_wire
from kalooki.codec.errors import MalformedError
from kalooki.codec.events import event_from_wire, event_to_wire
from kalooki.codec.faces import signed
from kalooki.codec.limits import (
    KEY_BYTES,
    MAX_CERTIFICATE,
    MAX_DEAL,
    MAX_INDEX,
    MAX_NAME,
    MAX_NUMBERS,
    MAX_PLAYERS,
    MAX_POINTS,
    MAX_RESULTS,
    MIN_PLAYERS,
    SIGNATURE_BYTES,
)
from kalooki.codec.reading import at_most, digest, exact, key_or_none, listed, number, text
from kalooki.rules.events import BoughtIn, DealScored, DealVoided, Declined, Eliminated
from kalooki.rules.standings import Result
from kalooki.table.continued import Continuation, Heir, Party, Standing
from kalooki.wire.v1 import event_pb2
from kalooki.wire.v1 import log_pb2 as pb


def continuation_to_wire(old: Continuation) -> pb.Continuation:
    """Write where a table goes on from."""
    standing = old.standing
    return pb.Continuation(
        table=old.table,
        index=old.index,
        hash=old.head,
        place=old.place,
        attempt=old.attempt,
        standing=pb.Standing(
            dealer=standing.dealer,
            number=standing.number,
            totals=standing.totals,
            money=standing.money,
            pool=standing.pool,
            buy_ins=standing.buy_ins,
            out=standing.out,
            away=standing.away,
            no_buy_in=standing.no_buy_in,
            history=[event_to_wire(one) for one in standing.history],
        ),
        parties=[
            pb.Party(identity=one.identity, tls_certificate=one.tls_certificate, vote=one.vote, signature=one.signature)
            for one in old.parties
        ],
        heirs=[
            pb.Heir(identity=one.identity, name=one.name, bot=one.bot, node=one.node, goes_on=one.goes_on)
            for one in old.heirs
        ],
    )


def continuation_from_wire(message: pb.Continuation, where: str) -> Continuation:
    """Read where a table goes on from.

    Raises:
        MalformedError: A part is out of its limits.
    """
    parties = listed(message.parties, f"{where}.parties", MAX_NUMBERS, 1)
    heirs = listed(message.heirs, f"{where}.heirs", MAX_PLAYERS, MIN_PLAYERS)
    return Continuation(
        digest(message.table, f"{where}.table"),
        number(message.index, f"{where}.index", MAX_INDEX, 1),
        digest(message.hash, f"{where}.hash"),
        number(message.place, f"{where}.place", MAX_PLAYERS, 1),
        _standing_from_wire(message.standing, f"{where}.standing"),
        tuple(_party_from_wire(one, f"{where}.parties") for one in parties),
        tuple(_heir_from_wire(one, f"{where}.heirs") for one in heirs),
        number(message.attempt, f"{where}.attempt", MAX_INDEX, 1),
    )


def _standing_from_wire(message: pb.Standing, where: str) -> Standing:
    def seats(values: Sequence[int], name: str) -> tuple[SeatNumber, ...]:
        found = listed(values, f"{where}.{name}", MAX_PLAYERS)
        return tuple(seat_from_wire(seat, f"{where}.{name}") for seat in found)

    return Standing(
        dealer=seat_from_wire(message.dealer, f"{where}.dealer"),
        number=number(message.number, f"{where}.number", MAX_DEAL, 1),
        totals=tuple(signed(one, f"{where}.totals") for one in listed(message.totals, f"{where}.totals", MAX_PLAYERS)),
        money=tuple(signed(one, f"{where}.money") for one in listed(message.money, f"{where}.money", MAX_PLAYERS)),
        pool=number(message.pool, f"{where}.pool", MAX_POINTS),
        buy_ins=tuple(
            number(one, f"{where}.buy_ins", MAX_POINTS)
            for one in listed(message.buy_ins, f"{where}.buy_ins", MAX_PLAYERS)
        ),
        out=seats(message.out, "out"),
        away=seats(message.away, "away"),
        no_buy_in=seats(message.no_buy_in, "no_buy_in"),
        history=tuple(
            _result_from_wire(one, f"{where}.history")
            for one in listed(message.history, f"{where}.history", MAX_RESULTS)
        ),
    )


def _result_from_wire(message: event_pb2.Event, where: str) -> Result:
    event = event_from_wire(message, where)
    if not isinstance(event, DealScored | DealVoided | BoughtIn | Declined | Eliminated):
        raise MalformedError("something else than a result", where, "a line of the score sheet")
    return event


def _party_from_wire(message: pb.Party, where: str) -> Party:
    certificate = at_most(message.tls_certificate, f"{where}.tls_certificate", MAX_CERTIFICATE)
    if not certificate:
        raise MalformedError("no certificate", f"{where}.tls_certificate", "DER")
    signature = exact(message.signature, f"{where}.signature", SIGNATURE_BYTES) if message.signature else b""
    return Party(exact(message.identity, f"{where}.identity", KEY_BYTES), certificate, message.vote, signature)


def _heir_from_wire(message: pb.Heir, where: str) -> Heir:
    return Heir(
        exact(message.identity, f"{where}.identity", KEY_BYTES),
        text(message.name, f"{where}.name", MAX_NAME, 1),
        key_or_none(message.bot, f"{where}.bot"),
        number(message.node, f"{where}.node", MAX_NUMBERS - 1),
        message.goes_on,
    )
