"""PROTOCOL.md quotes values; they are what this program computes, and its lists leave nothing out."""

import re
from pathlib import Path
from typing import get_args

from kalooki.codec import decode_entry, encode, encode_ack, limits, seal_entry, seal_message
from kalooki.codec.transcript import write_transcript
from kalooki.table.genesis import table_id
from kalooki.table.hashing import hash32
from kalooki.table.log import (
    NO_DIGEST,
    TABLE,
    Ack,
    ByNode,
    Certificate,
    Digest,
    Entry,
    ack_signing_bytes,
    body_bytes,
    entry_signing_bytes,
    message_signing_bytes,
)
from kalooki.table.payloads import Genesis, NodeNumber, Payload
from kalooki.table.signing import admission_bytes, public_key, seat_bytes, sign
from kalooki.table.spoken import spoken

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "PROTOCOL.md").read_text("utf-8")

FOUNDER = bytes([1]) * 32
PLAYER = bytes([3]) * 32
CERTIFICATE = b"certificate"


def example() -> dict[str, str]:
    """The table of the section "Check values of the log"."""
    founder, player = public_key(FOUNDER), public_key(PLAYER)
    genesis = Genesis(
        *(1, "british", 1, bytes(32), (("limit", "100"),), "Example", founder, bytes([2]) * 32),
        bots_vote=False,
        seats=4,
    )
    payload = encode(genesis)
    table = table_id(payload)
    fields = (ByNode(NodeNumber(0)), TABLE, 0, 1, 0, NO_DIGEST, payload)
    signed = message_signing_bytes(table, *fields)
    message = seal_message(*fields, sign(FOUNDER, signed))
    unsigned = Entry(1, 1, NO_DIGEST, NO_DIGEST, body_bytes((message,)), (), bytes(64), b"")
    signature = sign(FOUNDER, entry_signing_bytes(table, unsigned))
    entry = decode_entry(seal_entry(Entry(1, 1, NO_DIGEST, NO_DIGEST, unsigned.body, (), signature, b"")))
    digest = entry.hash(table)
    ack = Ack(NodeNumber(0), 1, 1, digest, sign(FOUNDER, ack_signing_bytes(table, 1, 1, digest)))
    admission = admission_bytes(table, founder, CERTIFICATE, vote=True)
    seat = seat_bytes(table, founder, player, "Ann", "")
    return {
        "founder": founder.hex(),
        "genesis payload": payload.hex(),
        "table id": table.hex(),
        "message hash": hash32(signed).hex(),
        "message signature": sign(FOUNDER, signed).hex(),
        "message": hash32(message).hex(),
        "entry hash": digest.hex(),
        "entry signature": signature.hex(),
        "entry": hash32(entry.wire).hex(),
        "ack signature": ack.signature.hex(),
        "ack": encode_ack(ack).hex(),
        "admission hash": hash32(admission).hex(),
        "seat hash": hash32(seat).hex(),
        "transcript": hash32(write_transcript([entry, Certificate(1, digest, (ack,))])).hex(),
    }


def test_the_check_values_of_the_log_are_those_that_the_program_computes() -> None:
    for name, value in example().items():
        assert f"\n{name} = {value}\n" in TEXT, (name, value)


def test_the_check_values_of_the_fair_deck_are_those_of_its_tests() -> None:
    tests = (ROOT / "tests/fair/test_fair_check_values.py").read_text("utf-8")
    quoted = re.findall(
        r"^(?:H_\d|deck_hash|M_JK|session|ceremony|keys|pop [cz]|dleq [cz]) = ([0-9a-f]{64})$", TEXT, re.MULTILINE
    )
    assert len(quoted) == 11
    for value in quoted:
        assert value in tests


def test_every_kind_of_payload_is_described() -> None:
    for kind in get_args(Payload):
        assert f"`{kind.__name__}`" in TEXT, kind


def test_every_limit_that_is_quoted_is_the_one_in_force() -> None:
    quoted = re.findall(r"`(MAX_[A-Z_]+|MIN_[A-Z_]+)` = ([\d ]+)", TEXT)
    assert len(quoted) > 20
    for name, value in quoted:
        assert getattr(limits, name) == int(value.replace(" ", "")), name
    assert {name for name, _ in quoted} == {name for name in vars(limits) if name.startswith(("MAX_", "MIN_"))}


def test_the_words_that_are_quoted_are_those_of_the_program() -> None:
    words = " ".join(spoken(Digest(bytes(32)), 7, Digest(b"\x01" * 32)))
    assert f"\nwords(table 0^32, index 7, hash 01^32) = {words}\n" in TEXT
