"""Whatever can be said comes back the same, both ways."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.cards import JOKER, Natural, Rank, SeatNumber, Slot, Suit
from kalooki.codec import (
    ack_from_wire,
    ack_to_wire,
    action_from_wire,
    action_to_wire,
    decode_ack,
    decode_entry,
    decode_message,
    decode_payload,
    encode,
    encode_ack,
    event_from_wire,
    event_to_wire,
    outcome_from_wire,
    outcome_to_wire,
    packet_from_wire,
    packet_to_wire,
    seal_entry,
    seal_message,
    split_body,
    unseal,
    update_from_wire,
    update_to_wire,
    view_from_wire,
    view_to_wire,
)
from kalooki.rules import actions as a
from kalooki.rules import events as e
from kalooki.rules.actions import Action
from kalooki.rules.events import Event
from kalooki.rules.view import SeatView
from kalooki.seat import Outcome, Update
from kalooki.table.chat import Chat
from kalooki.table.log import Ack, Entry, Message
from kalooki.table.payloads import Payload
from kalooki.table.ports import Packet
from support import wire_values as values

modest = settings(max_examples=25, deadline=None)


@given(values.actions)
@modest
def test_an_action_comes_back_the_same(action: Action) -> None:
    assert action_from_wire(action_to_wire(action)) == action


@given(values.payloads)
@settings(max_examples=50, deadline=None)
def test_a_payload_comes_back_the_same_and_so_do_its_bytes(payload: Payload) -> None:
    assert decode_payload(encode(payload)) == payload
    assert encode(decode_payload(encode(payload))) == encode(payload)


@given(values.messages)
@modest
def test_a_message_keeps_its_fields_and_its_bytes(message: Message) -> None:
    again = seal_message(
        *(message.author, message.stream, message.move, message.counter, message.known_index, message.known_hash),
        *(message.payload_bytes, message.signature),
    )
    assert again == message.wire
    assert decode_message(message.wire) == message
    assert unseal(message.wire) == message


@given(values.entries)
@modest
def test_an_entry_keeps_its_fields_and_its_bytes(entry: Entry) -> None:
    assert decode_entry(entry.wire) == entry
    assert seal_entry(entry) == entry.wire
    assert split_body(entry.body) == entry.messages


@given(values.acks)
@modest
def test_an_acknowledgement_comes_back_the_same(ack: Ack) -> None:
    assert decode_ack(encode_ack(ack)) == ack
    assert ack_from_wire(ack_to_wire(ack), "ack") == ack


@pytest.mark.parametrize("kind", values.kinds_of_packets, ids=range(len(values.kinds_of_packets)))
@given(chance=st.data())
@settings(max_examples=8, deadline=None)
def test_a_packet_of_each_kind_comes_back_the_same(
    kind: st.SearchStrategy[Packet | Chat], chance: st.DataObject
) -> None:
    packet = chance.draw(kind)
    assert packet_from_wire(packet_to_wire(packet)) == packet


@given(values.events)
@settings(max_examples=50, deadline=None)
def test_an_event_comes_back_the_same(event: Event) -> None:
    assert event_from_wire(event_to_wire(event)) == event


@given(values.views)
@settings(max_examples=12, deadline=None)
def test_a_view_comes_back_the_same(view: SeatView) -> None:
    assert view_from_wire(view_to_wire(view)) == view


@given(values.updates)
@settings(max_examples=8, deadline=None)
def test_an_update_comes_back_the_same(update: Update) -> None:
    assert update_from_wire(update_to_wire(update)) == update


@given(values.outcomes)
@modest
def test_an_outcome_comes_back_the_same(outcome: Outcome) -> None:
    assert outcome_from_wire(outcome_to_wire(outcome)) == outcome


CARD = Natural(Rank.NINE, Suit.HEARTS)
FACES = (e.Face(CARD), e.Face(JOKER, CARD))
ANN, BEN = SeatNumber(0), SeatNumber(1)
PLACED = (a.Placed(Slot(7), CARD), a.Placed(None, JOKER, CARD))
JOKERS = (a.Shown(Slot(3), JOKER),)

ACTIONS: list[Action] = [
    *(a.Draw(), a.Take(), a.Return(), a.Call(), a.Pass(), a.Refuse(), a.BuyIn(), a.Decline(), a.Allow(), a.Allow(BEN)),
    a.Lay((a.NewMeld(PLACED), a.LayOff(a.MeldId(1), PLACED), a.Exchange(a.MeldId(2), PLACED, up=True))),
    *(a.Discard(JOKERS[0]), a.Discard(JOKERS[0], 0), a.Discard(JOKERS[0], 2), a.End(JOKERS), a.Show(JOKERS)),
    *(a.Challenge(BEN, "lay"), a.Challenge(ANN, "overcall"), a.PickSeat(4), a.Cut(), a.Cut(0), a.Cut(30)),
]

EVENTS: list[Event] = [
    e.Dealt(1, 1, ANN, (BEN, ANN), 13, 66),
    e.TurnedUp(CARD, BEN),
    e.Drew(BEN, 65),
    e.Took(BEN, CARD, must_use=True),
    e.Returned(BEN, CARD),
    e.LaidDown(BEN, a.MeldId(1), FACES, 40),
    e.MadeInitialMeld(BEN, 40),
    e.LaidOff(BEN, a.MeldId(1), FACES, FACES),
    e.JokerExchanged(BEN, a.MeldId(1), (CARD,), FACES, to_hand=False),
    e.Discarded(BEN, CARD, 3, 3),
    e.Discarded(BEN, CARD, 3, None),
    e.FailedToAnnounce(BEN, 3),
    e.StockRanOut(41),
    e.StockReshuffled(41, CARD),
    e.WentOut(BEN, "call-up"),
    e.HandOpened(ANN, (CARD, JOKER), 24),
    e.HandClosed(ANN, 2, 30),
    e.WentAway(ANN, "absent"),
    e.CameBack(ANN, "return"),
    e.DealScored(1, ANN, BEN, "kalooki", (e.Score(ANN, 24, 24, -2), e.Score(BEN, 0, 0, 2))),
    e.DealVoided(1, 1, "stock_ran_out"),
    e.MayBuyIn(ANN, 5, 90),
    e.BoughtIn(ANN, 5, 90, 1),
    e.Declined(ANN),
    e.Eliminated(ANN, 170),
    e.JokerMoved(BEN, a.MeldId(1), CARD, FACES),
    e.TurnEnded(BEN, 2),
    *(e.Called(BEN), e.Passed(BEN), e.DrawStands(BEN)),
    e.CallGranted(BEN, CARD, 1, 1, 40),
    e.CutMade(BEN, 36, 26, 36),
    e.Challenged(BEN, ANN, "overcall", upheld=True),
    e.TookBack(BEN, (CARD, JOKER)),
    e.Penalized(BEN, -50, "cut"),
    e.PackCut(BEN),
    e.JokerKept(BEN, 100),
    e.Showed(BEN, (JOKER, JOKER, JOKER), 100),
    e.PaidIn(BEN, 10, "buy"),
    e.GameEnded((BEN,), 20, (-10, 10), (e.Payment(ANN, BEN, 10),)),
]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_each_kind_of_action_has_its_place_on_the_wire(action: Action) -> None:
    assert action_from_wire(action_to_wire(action)) == action


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_each_kind_of_event_has_its_place_on_the_wire(event: Event) -> None:
    assert event_from_wire(event_to_wire(event)) == event


def test_the_lists_above_leave_out_no_kind() -> None:
    assert {type(action) for action in ACTIONS} == set(get_args(Action))
    assert {type(event) for event in EVENTS} == set(get_args(Event))


def test_a_sentence_of_the_own_node_arrives_shortened_and_whatever_is_in_it() -> None:
    said = outcome_from_wire(outcome_to_wire(Outcome("refused", "\x1b[2J \u202e" + "é" * 2000)))
    assert said.detail.startswith("\x1b[2J \u202e")
    assert len(said.detail) == 250
