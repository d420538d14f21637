"""Whatever stands in a transcript where an element of the group is due and is none, or the neutral one, is found."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from kalooki.fair.self_test import INVALID_ENCODINGS
from kalooki.shell.group_loader import load_group
from kalooki.table.payloads import KeyShare, Payload, Shares, Shuffle
from kalooki.verify import Check
from support.forger import find, log_of, played, reworded
from support.judging import judge, names_author, only
from support.table_world import World

BAD = {
    "the neutral element": bytes(32),
    "the neutral element of Ed25519": b"\x01" + bytes(31),
    "p": ((1 << 255) - 19).to_bytes(32, "little"),
    "p - 1": ((1 << 255) - 20).to_bytes(32, "little"),
    "small order": bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    "the top bit": bytes(31) + b"\x80",
    **{f"not canonical {text[:4]}": bytes.fromhex(text) for text in INVALID_ENCODINGS[::9]},
}


@cache
def draw() -> World:
    """A table that drew its seats on the real group, and was closed."""
    return played(0, load_group())


def put(place: int) -> Callable[[bytes, bytes], bytes]:
    return lambda whole, bad: whole[: 32 * place] + bad + whole[32 * (place + 1) :]


def in_key(payload: Payload, bad: bytes) -> Payload:
    assert isinstance(payload, KeyShare)
    return replace(payload, public=bad)


def in_proof_of_key(payload: Payload, bad: bytes) -> Payload:
    assert isinstance(payload, KeyShare)
    return replace(payload, proof=put(0)(payload.proof, bad))


def in_deck(place: int) -> Callable[[Payload, bytes], Payload]:
    def change(payload: Payload, bad: bytes) -> Payload:
        assert isinstance(payload, Shuffle)
        return replace(payload, deck=put(place)(payload.deck, bad))

    return change


def in_proof_of_shuffle(place: int) -> Callable[[Payload, bytes], Payload]:
    def change(payload: Payload, bad: bytes) -> Payload:
        assert isinstance(payload, Shuffle)
        return replace(payload, proof=put(place)(payload.proof, bad))

    return change


def in_share(payload: Payload, bad: bytes) -> Payload:
    assert isinstance(payload, Shares)
    first, *others = payload.batches
    return replace(payload, batches=(replace(first, shares=put(0)(first.shares, bad)), *others))


def in_proof_of_share(place: int) -> Callable[[Payload, bytes], Payload]:
    def change(payload: Payload, bad: bytes) -> Payload:
        assert isinstance(payload, Shares)
        first, *others = payload.batches
        return replace(payload, batches=(replace(first, proof=put(place)(first.proof, bad)), *others))

    return change


FIELDS: list[tuple[str, type[Payload], Check, Callable[[Payload, bytes], Payload]]] = [
    ("key", KeyShare, Check.KEYS, in_key),
    ("proof of key", KeyShare, Check.KEYS, in_proof_of_key),
    *((f"deck {place}", Shuffle, Check.SHUFFLES, in_deck(place)) for place in range(4)),
    *((f"proof of shuffle {place}", Shuffle, Check.SHUFFLES, in_proof_of_shuffle(place)) for place in range(7)),
    ("share", Shares, Check.SHARES, in_share),
    *((f"proof of share {place}", Shares, Check.SHARES, in_proof_of_share(place)) for place in range(2)),
]


@pytest.mark.parametrize("field", FIELDS, ids=[name for name, *_ in FIELDS])
def test_what_is_no_element_names_its_player(
    field: tuple[str, type[Payload], Check, Callable[[Payload, bytes], Payload]],
) -> None:
    _, kind, check, change = field
    world = draw()
    entry, message = find(log_of(world), kind)
    for what, bad in BAD.items():
        forger = reworded(world, log_of(world), entry, message, change(message.payload, bad))
        finding = only(judge(world, forger.file()))
        assert (finding.check, finding.entry) == (check, entry.index), what
        assert names_author(finding, message), what
