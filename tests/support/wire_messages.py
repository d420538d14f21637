"""Any message of the wire: every field of it absent, at its bounds, or of any value that its type can carry."""

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import strategies as st

from kalooki.codec.packets import packet_to_wire
from kalooki.wire.v1 import table_pb2 as pb
from support.wire_values import packets

DEEPEST = 3
KINDS = FieldDescriptor
SIZES = (0, 1, 16, 31, 32, 33, 64, 80, 400)
"""Of bytes; keys, hashes and signatures are 32 and 64."""

REQUESTS = {
    "Begin": pb.TableServiceBeginRequest.DESCRIPTOR,
    "Join": pb.JoinRequest.DESCRIPTOR,
    "Auth": pb.AuthRequest.DESCRIPTOR,
    "Watch": pb.TableServiceWatchRequest.DESCRIPTOR,
    "Fetch": pb.FetchRequest.DESCRIPTOR,
    "Probe": pb.ProbeRequest.DESCRIPTOR,
}


def _sized(size: int) -> st.SearchStrategy[bytes]:
    return st.binary(min_size=size, max_size=size) | st.just(bytes(size)) | st.just(b"\xff" * size)


def _whole(least: int, most: int) -> st.SearchStrategy[int]:
    return st.integers(least, most) | st.integers(max(least, -1), 9)


BY_TYPE: dict[int, st.SearchStrategy[object]] = {
    KINDS.TYPE_BYTES: st.sampled_from(SIZES).flatmap(_sized),
    KINDS.TYPE_STRING: st.text(max_size=80),
    KINDS.TYPE_BOOL: st.booleans(),
    **dict.fromkeys((KINDS.TYPE_ENUM, KINDS.TYPE_INT32, KINDS.TYPE_SINT32), _whole(-(1 << 31), (1 << 31) - 1)),
    **dict.fromkeys((KINDS.TYPE_INT64, KINDS.TYPE_SINT64), _whole(-(1 << 63), (1 << 63) - 1)),
    KINDS.TYPE_UINT32: _whole(0, (1 << 32) - 1),
    KINDS.TYPE_UINT64: _whole(0, (1 << 64) - 1),
}


def _value(field: FieldDescriptor, depth: int) -> st.SearchStrategy[object]:
    if field.message_type is None:
        return BY_TYPE[field.type]
    return any_message(field.message_type, depth + 1) if depth < DEEPEST else st.nothing()


@st.composite
def any_message(draw: st.DrawFn, descriptor: Descriptor, depth: int = 0) -> Message:
    """A message of this type, whatever it means."""
    made = GetMessageClass(descriptor)()
    chosen = {one.name: draw(st.sampled_from(tuple(one.fields))) for one in descriptor.oneofs}
    for field in descriptor.fields:
        oneof = field.containing_oneof
        if (oneof is not None and chosen[oneof.name] is not field) or draw(st.integers(0, 4)) == 0:
            continue
        values = _value(field, depth)
        if values.is_empty:
            continue
        wanted = draw(st.lists(values, max_size=3)) if field.is_repeated else [draw(values)]
        for value in wanted:
            if field.is_repeated:
                getattr(made, field.name).append(value)
            elif isinstance(value, Message):
                getattr(made, field.name).CopyFrom(value)
            else:
                setattr(made, field.name, value)
    return made


def _written(message: Message) -> bytes:
    return message.SerializeToString()


@st.composite
def spoiled(draw: st.DrawFn, wires: st.SearchStrategy[bytes]) -> bytes:
    """Bytes of which a piece is replaced by another, or none."""
    wire = draw(wires)
    at, gone = draw(st.integers(0, len(wire))), draw(st.integers(0, 8))
    piece = draw(st.binary(max_size=8))
    return draw(st.sampled_from((wire, wire[:at] + piece + wire[at + gone :])))


link_requests = spoiled(
    st.one_of(
        packets.map(lambda packet: pb.LinkRequest(packets=[packet_to_wire(packet)])),
        any_message(pb.LinkRequest.DESCRIPTOR),
    ).map(_written)
)
"""What a member sends over its link: packets that can be read, most of them false, and others."""

requests = st.sampled_from(sorted(REQUESTS)).flatmap(
    lambda name: st.tuples(
        st.just(name),
        spoiled(any_message(REQUESTS[name]).map(_written)),
    )
)
"""A call and what is said in it."""
