"""Values to wire and back: the only place that knows both."""

from kalooki.codec.actions import action_from_wire, action_to_wire
from kalooki.codec.errors import MalformedError
from kalooki.codec.events import event_from_wire, event_to_wire
from kalooki.codec.messages import (
    ack_from_wire,
    ack_to_wire,
    decode_ack,
    decode_entry,
    decode_message,
    encode_ack,
    seal_entry,
    seal_message,
    split_body,
    unseal,
)
from kalooki.codec.packets import packet_from_wire, packet_to_wire
from kalooki.codec.payloads import decode_payload, encode
from kalooki.codec.seats import (
    outcome_from_wire,
    outcome_to_wire,
    status_from_wire,
    status_to_wire,
    update_from_wire,
    update_to_wire,
)
from kalooki.codec.views import view_from_wire, view_to_wire
from kalooki.codec.votes import decode_vote, encode_vote

__all__ = [
    "MalformedError",
    "ack_from_wire",
    "ack_to_wire",
    "action_from_wire",
    "action_to_wire",
    "decode_ack",
    "decode_entry",
    "decode_message",
    "decode_payload",
    "decode_vote",
    "encode",
    "encode_ack",
    "encode_vote",
    "event_from_wire",
    "event_to_wire",
    "outcome_from_wire",
    "outcome_to_wire",
    "packet_from_wire",
    "packet_to_wire",
    "seal_entry",
    "seal_message",
    "split_body",
    "status_from_wire",
    "status_to_wire",
    "unseal",
    "update_from_wire",
    "update_to_wire",
    "view_from_wire",
    "view_to_wire",
]
