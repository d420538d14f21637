"""Whatever a member signs and a host orders is effective, void or a fault: no statement stops the machine."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.cards import Card, Slot, deck
from kalooki.codec import decode_entry, unseal
from kalooki.rules.actions import Action, Discard, Lay, LayOff, MeldId, NewMeld, Placed, Shown
from kalooki.table.checks import Checks
from kalooki.table.log import Author, ByNode, ByPlayer, Message, Stream
from kalooki.table.machine import apply_entry
from kalooki.table.payloads import (
    Accuse,
    Act,
    CeremonyNumber,
    DealStart,
    KeyShare,
    NodeNumber,
    OpenHand,
    Payload,
    Ready,
    ShareBatch,
    Shares,
    Shuffle,
)
from kalooki.table.results import Result
from kalooki.table.state import TableState
from kalooki.table.state_text import Digester
from kalooki.verify.ledger import card_errors
from support import wire_values as values
from support.forger import Forger, log_of, played

FACES: tuple[Card, ...] = deck(1, 1)


@pytest.fixture(autouse=True)
def _played_before() -> None:
    moments()


@cache
def moments() -> tuple[TableState, ...]:
    """The table in the lobby, at the seat draw, all along a deal, and after it."""
    world = played(1)
    forger = Forger(world)
    states = []
    for entry in log_of(world):
        forger.follow(entry)
        assert forger.replica.accepted is not None
        states.append(forger.replica.accepted)
    return (*states[:16], *states[16::5])


@cache
def messages() -> tuple[Message, ...]:
    return tuple(message for entry in log_of(played(1)) for message in entry.messages)


def authors(state: TableState, payload: Payload) -> list[Author]:
    """Whoever is known by now; mostly somebody who may say such a thing at all."""
    players: list[Author] = [ByPlayer(player.number) for player in state.players]
    nodes: list[Author] = [ByNode(NodeNumber(0)), *(ByNode(member.number) for member in state.members)]
    of_players = isinstance(payload, Act | OpenHand | Shares | Shuffle | KeyShare | Ready)
    return nodes + players * 9 if of_players else nodes * 9 + players


def stated(state: TableState, payload: Payload, rng: Random) -> tuple[Result, ...]:
    """Have somebody say it now, in the stream and for the move that are right, and see that the table stands."""
    forger = Forger(played(1))
    stream = state.stream if rng.random() < 0.9 else Stream(state.stream.deal + 1, 1)
    wire = forger.say(rng.choice(authors(state, payload)), payload, stream, 9_000, state.move)
    entry = replace(decode_entry(forger.order(wire).wire), index=state.index + 1)
    after, results = apply_entry(state, entry, Checks(played(1).group, unseal))
    assert len(Digester().digest(after)) == 32
    if after.game is not None:
        assert list(card_errors(after.game)) == []
    return results


@given(values.payloads, st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_anything_at_any_time(payload: Payload, rng: Random) -> None:
    for _ in range(4):
        assert len(stated(rng.choice(moments()), payload, rng)) == 1


@pytest.mark.parametrize("seed", range(2))
def test_what_is_almost_right_at_any_time(seed: int) -> None:
    rng = Random(seed)
    for state in moments():
        for _ in range(3):
            for payload in bent(rng.choice(messages()).payload, state, rng):
                assert len(stated(state, payload, rng)) == 1


def bent(payload: Payload, state: TableState, rng: Random) -> Iterator[Payload]:
    """A payload of another moment as it is, made to fit this one, and with something wrong in it."""
    yield payload
    ceremony = CeremonyNumber(rng.choice([record.number for record in state.ceremonies] or [1]))
    match payload:
        case Shuffle():
            yield replace(payload, ceremony=ceremony)
            yield replace(payload, ceremony=ceremony, deck=payload.deck[64:])
            yield Accuse(rng.randint(1, state.index), ceremony)
        case Shares(batches=batches):
            owed = rng.choice([owed.index for owed in state.owed] or [1])
            yield replace(payload, owed=owed)
            yield Shares(owed, tuple(_batch(batch, ceremony, rng) for batch in batches))
            yield Shares(owed, tuple(_owed_batches(state, owed)))
        case DealStart():
            yield replace(payload, ceremony=ceremony, seats=payload.seats[::-1])
            yield replace(payload, deal=payload.deal + 1)
        case Act(evidence=evidence):
            yield replace(payload, evidence=())
            yield replace(payload, copies=())
            yield replace(payload, evidence=tuple(_batch(batch, ceremony, rng) for batch in evidence))
            yield Act(_action(state, rng), evidence, payload.copies)
        case OpenHand(shown=shown, evidence=evidence):
            yield OpenHand(shown[1:], evidence)
            yield OpenHand(tuple(_shown(state, rng) for _ in shown), evidence, payload.copies)
        case Ready():
            yield Ready(rng.randint(0, 3), rng.choice([b"", bytes(32)]))
        case _:
            pass


def _batch(batch: ShareBatch, ceremony: CeremonyNumber, rng: Random) -> ShareBatch:
    positions = tuple(rng.randrange(110) for _ in batch.positions[:1])
    return replace(batch, ceremony=ceremony, positions=positions, shares=batch.shares[:32])


def _owed_batches(state: TableState, index: int) -> Iterator[ShareBatch]:
    """Exactly what an entry owes, with shares that are none."""
    for owed in state.owed:
        if owed.index == index:
            positions = owed.grant.positions
            shares = bytes([9] * 31 + [0]) * len(positions)
            yield ShareBatch(owed.ceremony, owed.grant.recipient, positions, shares, bytes([7] * 31 + [0]) * 3)


def _slot(state: TableState, rng: Random) -> Slot:
    deal = state.game.deal if state.game else None
    held = [slot for hand in deal.hands for slot in hand] if deal else []
    return rng.choice([*held, Slot(rng.randrange(200))])


def _shown(state: TableState, rng: Random) -> Shown:
    return Shown(_slot(state, rng), rng.choice(FACES))


def _action(state: TableState, rng: Random) -> Action:
    placed = tuple(Placed(one.slot, one.card) for one in (_shown(state, rng) for _ in range(rng.randint(1, 4))))
    actions: list[Action] = [
        Discard(_shown(state, rng), rng.choice([None, 0, 3])),
        Lay((NewMeld(placed),)),
        Lay((LayOff(MeldId(rng.randint(1, 9)), placed), NewMeld(placed))),
    ]
    return rng.choice(actions)
