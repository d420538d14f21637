"""What nodes send each other over a link."""

from kalooki.codec.chat import chat_from_wire, chat_to_wire
from kalooki.codec.errors import MalformedError
from kalooki.codec.limits import MAX_INDEX, NONCE_BYTES
from kalooki.codec.messages import ack_from_wire, ack_to_wire, decode_entry, decode_message
from kalooki.codec.payloads import decode_payload, encode
from kalooki.codec.reading import digest, exact, number, unknown
from kalooki.codec.votes import tip_from_wire, vote_from_wire, vote_to_wire, votes_from_wire, votes_to_wire
from kalooki.table.chat import Chat
from kalooki.table.log import Digest
from kalooki.table.payloads import Genesis
from kalooki.table.ports import (
    AckPacket,
    EntryPacket,
    GoOn,
    Head,
    Heard,
    Heartbeat,
    MessagePacket,
    Mismatch,
    Packet,
    Recovering,
    Stand,
    VotePacket,
    Want,
)
from kalooki.wire.v1 import packet_pb2 as pb


def packet_to_wire(packet: Packet | Chat) -> pb.Packet:  # noqa: C901, PLR0911, PLR0912 - one case for each kind
    """Write a packet; messages and entries go out as they came in."""
    match packet:
        case MessagePacket(message):
            return pb.Packet(message=message.wire)
        case EntryPacket(entry, committed):
            return pb.Packet(entry=pb.EntryPacket(entry=entry.wire, committed=committed))
        case AckPacket(ack):
            return pb.Packet(ack=ack_to_wire(ack))
        case Want(from_index):
            return pb.Packet(want=pb.Want(from_index=from_index))
        case Mismatch(index, state):
            return pb.Packet(mismatch=pb.Mismatch(index=index, digest=state))
        case Heartbeat(term, last_index, votes):
            return pb.Packet(heartbeat=pb.Heartbeat(term=term, last_index=last_index, votes=votes_to_wire(votes)))
        case Stand(term, tip, trials):
            stand = pb.Stand(term=term, tip_term=tip.term, tip_index=tip.index, tip_hash=tip.hash)
            stand.trials.extend(votes_to_wire(trials))
            return pb.Packet(stand=stand)
        case VotePacket(vote):
            return pb.Packet(vote=vote_to_wire(vote))
        case Heard(term, proof):
            return pb.Packet(heard=pb.Heard(term=term, proof=votes_to_wire(proof)))
        case Recovering(nonce):
            return pb.Packet(recovering=pb.Recovering(nonce=nonce))
        case Head(nonce, term, tip):
            head = pb.Head(nonce=nonce, term=term, tip_term=tip.term, tip_index=tip.index, tip_hash=tip.hash)
            return pb.Packet(head=head)
        case Chat():
            return pb.Packet(chat=chat_to_wire(packet))
        case GoOn(genesis, is_open, attempt, wants):
            return pb.Packet(go_on=pb.GoOn(genesis=encode(genesis), open=is_open, attempt=attempt, wants=wants))


def packet_from_wire(message: pb.Packet) -> Packet | Chat:  # noqa: C901, PLR0911, PLR0912 - likewise
    """Read a packet.

    Raises:
        MalformedError: None that this version knows, or what it holds is malformed.
    """
    match message.WhichOneof("kind"):
        case "message":
            return MessagePacket(decode_message(message.message))
        case "entry":
            entry = message.entry
            return EntryPacket(decode_entry(entry.entry), number(entry.committed, "packet.entry.committed", MAX_INDEX))
        case "ack":
            return AckPacket(ack_from_wire(message.ack, "packet.ack"))
        case "want":
            return Want(number(message.want.from_index, "packet.want.from_index", MAX_INDEX, 1))
        case "mismatch":
            return Mismatch(
                number(message.mismatch.index, "packet.mismatch.index", MAX_INDEX, 1),
                Digest(digest(message.mismatch.digest, "packet.mismatch.digest")),
            )
        case "heartbeat":
            return Heartbeat(
                number(message.heartbeat.term, "packet.heartbeat.term", MAX_INDEX, 1),
                number(message.heartbeat.last_index, "packet.heartbeat.last_index", MAX_INDEX),
                votes_from_wire(message.heartbeat.votes, "packet.heartbeat.votes"),
            )
        case "stand":
            stand, where = message.stand, "packet.stand"
            tip = tip_from_wire(stand.tip_term, stand.tip_index, stand.tip_hash, where)
            trials = votes_from_wire(stand.trials, f"{where}.trials")
            return Stand(number(stand.term, f"{where}.term", MAX_INDEX, 1), tip, trials)
        case "vote":
            return VotePacket(vote_from_wire(message.vote, "packet.vote"))
        case "heard":
            term = number(message.heard.term, "packet.heard.term", MAX_INDEX, 1)
            return Heard(term, votes_from_wire(message.heard.proof, "packet.heard.proof"))
        case "recovering":
            return Recovering(exact(message.recovering.nonce, "packet.recovering.nonce", NONCE_BYTES))
        case "head":
            head, where = message.head, "packet.head"
            tip = tip_from_wire(head.tip_term, head.tip_index, head.tip_hash, where)
            nonce = exact(head.nonce, f"{where}.nonce", NONCE_BYTES)
            return Head(nonce, number(head.term, f"{where}.term", MAX_INDEX, 1), tip)
        case "go_on":
            genesis = decode_payload(message.go_on.genesis, "packet.go_on.genesis")
            if not isinstance(genesis, Genesis):
                raise MalformedError("another payload", "packet.go_on.genesis", "a genesis")
            attempt = number(message.go_on.attempt, "packet.go_on.attempt", MAX_INDEX)
            return GoOn(genesis, message.go_on.open, attempt, message.go_on.wants)
        case "chat":
            return chat_from_wire(message.chat, "packet.chat")
        case None:
            raise unknown("packet")
