"""What a genesis says of the table that it goes on from, and the packet by which it is agreed, byte by byte."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.codec import MalformedError, decode_payload, encode
from kalooki.codec.packets import packet_from_wire, packet_to_wire
from kalooki.codec.transcript import Branch, read_transcript, write_transcript
from kalooki.rules.events import BoughtIn, DealScored, DealVoided, Declined, Drew, Eliminated, Score
from kalooki.table.continued import Continuation, Heir, Party, Standing
from kalooki.table.payloads import Begin, Genesis
from kalooki.table.ports import GoOn
from kalooki.wire.v1 import packet_pb2

ANN, BEA = SeatNumber(0), SeatNumber(1)
HISTORY = (
    DealScored(1, ANN, BEA, "plain", (Score(ANN, 12, 12, -1), Score(BEA, 0, 0, 1))),
    DealVoided(2, 1, "absent"),
    BoughtIn(ANN, 2, 40, 1),
    Declined(BEA),
    Eliminated(BEA, 120),
)
STANDING = Standing(ANN, 3, (12, -5), (-3, 1), 2, (1, 0), (BEA,), (BEA,), (ANN,), HISTORY)
PARTIES = (Party(bytes(32), b"one", vote=True, signature=bytes(64)), Party(b"\1" * 32, b"two", vote=False))
HEIRS = (Heir(b"\2" * 32, "Ann", "", 0, goes_on=True), Heir(b"\3" * 32, "Bot for Bea", "greedy", 1, goes_on=False))
OLD = Continuation(bytes(32), 7, b"\4" * 32, 2, STANDING, PARTIES, HEIRS)
GENESIS = Genesis(
    1,
    "british",
    1,
    bytes(32),
    (),
    "",
    bytes(32),
    bytes(32),
    bots_vote=False,
    seats=2,
    begins_when_full=True,
    continues=OLD,
)


def with_standing(**fields: object) -> Continuation:
    return replace(OLD, standing=replace(STANDING, **fields))  # type: ignore[arg-type]  # the fields of a standing


def test_what_is_said_of_the_table_before_is_read_as_it_was_written() -> None:
    assert decode_payload(encode(GENESIS)) == GENESIS
    fresh = replace(GENESIS, continues=with_standing(history=(), out=(), away=(), no_buy_in=()))
    assert decode_payload(encode(fresh)) == fresh


@pytest.mark.parametrize(
    ("where", "old"),
    [
        ("continues.table", replace(OLD, table=b"short")),
        ("continues.index", replace(OLD, index=0)),
        ("continues.attempt", replace(OLD, attempt=0)),
        ("continues.hash", replace(OLD, head=b"")),
        ("continues.place", replace(OLD, place=9)),
        ("continues.parties", replace(OLD, parties=())),
        ("continues.heirs", replace(OLD, heirs=HEIRS[:1])),
        ("standing.dealer", with_standing(dealer=SeatNumber(8))),
        ("standing.number", with_standing(number=0)),
        ("standing.totals", with_standing(totals=(1 << 31 - 1,) * 9)),
        ("standing.money", with_standing(money=(0,) * 9)),
        ("standing.pool", with_standing(pool=1 << 31)),
        ("standing.buy_ins", with_standing(buy_ins=(1 << 31,))),
        ("standing.out", with_standing(out=(SeatNumber(9),))),
        ("standing.away", with_standing(away=(ANN,) * 9)),
        ("standing.no_buy_in", with_standing(no_buy_in=(SeatNumber(8),))),
        ("standing.history", with_standing(history=(Drew(ANN, 5),))),
        ("parties.identity", replace(OLD, parties=(replace(PARTIES[0], identity=b""), PARTIES[1]))),
        ("parties.tls_certificate", replace(OLD, parties=(replace(PARTIES[0], tls_certificate=b""), PARTIES[1]))),
        ("parties.signature", replace(OLD, parties=(replace(PARTIES[0], signature=b"x"), PARTIES[1]))),
        ("heirs.identity", replace(OLD, heirs=(replace(HEIRS[0], identity=b""), HEIRS[1]))),
        ("heirs.name", replace(OLD, heirs=(replace(HEIRS[0], name=""), HEIRS[1]))),
        ("heirs.bot", replace(OLD, heirs=(replace(HEIRS[0], bot="No Bot"), HEIRS[1]))),
        ("heirs.node", replace(OLD, heirs=(replace(HEIRS[0], node=32), HEIRS[1]))),
    ],
)
def test_what_is_out_of_its_limits_is_refused_and_named(where: str, old: Continuation) -> None:
    with pytest.raises(MalformedError, match=where):
        decode_payload(encode(replace(GENESIS, continues=old)))


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("wants", [False, True])
def test_a_draft_goes_over_a_link_as_it_is(*, is_open: bool, wants: bool) -> None:
    said = GoOn(GENESIS, is_open, 7, wants)
    assert packet_from_wire(packet_to_wire(said)) == said


def test_a_draft_that_is_no_genesis_is_refused() -> None:
    for payload in (encode(Begin()), b"", b"\xff"):
        with pytest.raises(MalformedError):
            packet_from_wire(packet_pb2.Packet(go_on=packet_pb2.GoOn(genesis=payload)))


def test_the_record_of_the_table_before_is_a_part_of_the_record() -> None:
    inner = write_transcript(())
    (branch, closing) = read_transcript(write_transcript([Branch(inner)]))
    assert branch.content == Branch(inner)
    assert closing.offset > len(inner)
