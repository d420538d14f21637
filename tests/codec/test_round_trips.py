"""Whatever can be said comes back the same, both ways."""

from hypothesis import given, settings
from support import wire_values as values

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
from kalooki.rules.actions import Action
from kalooki.rules.events import Event
from kalooki.rules.view import SeatView
from kalooki.seat import Outcome, Update
from kalooki.table.log import Ack, Entry, Message
from kalooki.table.payloads import Payload
from kalooki.table.ports import Packet

modest = settings(max_examples=60, deadline=None)


@given(values.actions)
@modest
def test_an_action_comes_back_the_same(action: Action) -> None:
    assert action_from_wire(action_to_wire(action)) == action


@given(values.payloads)
@settings(max_examples=150, deadline=None)
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


@given(values.packets)
@modest
def test_a_packet_comes_back_the_same(packet: Packet) -> None:
    assert packet_from_wire(packet_to_wire(packet)) == packet


@given(values.events)
@settings(max_examples=150, deadline=None)
def test_an_event_comes_back_the_same(event: Event) -> None:
    assert event_from_wire(event_to_wire(event)) == event


@given(values.views)
@settings(max_examples=40, deadline=None)
def test_a_view_comes_back_the_same(view: SeatView) -> None:
    assert view_from_wire(view_to_wire(view)) == view


@given(values.updates)
@settings(max_examples=20, deadline=None)
def test_an_update_comes_back_the_same(update: Update) -> None:
    assert update_from_wire(update_to_wire(update)) == update


@given(values.outcomes)
@modest
def test_an_outcome_comes_back_the_same(outcome: Outcome) -> None:
    assert outcome_from_wire(outcome_to_wire(outcome)) == outcome
