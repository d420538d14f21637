"""What a node says that it has checked."""

from kalooki.codec.limits import (
    MAX_DEAL,
    MAX_INDEX,
    MAX_LISTED_ALARMS,
    MAX_LISTED_DECKS,
    MAX_LISTED_MARKS,
    MAX_NODES,
    MAX_PLAYERS,
    MAX_WORDS,
)
from kalooki.codec.messages import node_from_wire, player_from_wire
from kalooki.codec.reading import key_or_none, listed, number
from kalooki.seat import Alarm, Checked, CheckedDeck, Mark
from kalooki.wire.v1 import seat_pb2 as pb


def checked_to_wire(checked: Checked) -> pb.Checked:
    """Write what was checked."""
    return pb.Checked(
        entries=checked.entries,
        messages=checked.messages,
        deals=checked.deals,
        deal=checked.deal,
        decks=[
            pb.CheckedDeck(kind=one.kind, index=one.index, players=one.players, verified=one.verified)
            for one in checked.decks
        ],
        keys=checked.keys,
        shares=checked.shares,
        moves=checked.moves,
        void=checked.void,
        certified=checked.certified,
        signers=checked.signers,
        voters=checked.voters,
        nodes=[pb.Signed(node=node, index=index) for node, index in checked.nodes],
        marks=[pb.Mark(index=one.index, kind=one.kind, deal=one.deal, words=one.words) for one in checked.marks],
        alarms=[
            pb.Alarm(
                code=one.code,
                player=None if one.player < 0 else one.player,
                node=None if one.node < 0 else one.node,
                index=one.index,
            )
            for one in checked.alarms
        ],
        halted=checked.halted,
        behind=checked.behind,
        recovering=checked.recovering,
        signed=checked.signed,
        after=checked.after,
    )


def checked_from_wire(message: pb.Checked, where: str) -> Checked:
    """Read what was checked.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return Checked(
        entries=number(message.entries, f"{where}.entries", MAX_INDEX),
        messages=number(message.messages, f"{where}.messages", MAX_INDEX),
        deals=number(message.deals, f"{where}.deals", MAX_DEAL),
        deal=number(message.deal, f"{where}.deal", MAX_DEAL),
        decks=tuple(_deck(one, f"{where}.decks") for one in listed(message.decks, where, MAX_LISTED_DECKS)),
        keys=number(message.keys, f"{where}.keys", MAX_INDEX),
        shares=number(message.shares, f"{where}.shares", MAX_INDEX),
        moves=number(message.moves, f"{where}.moves", MAX_INDEX),
        void=number(message.void, f"{where}.void", MAX_INDEX),
        certified=number(message.certified, f"{where}.certified", MAX_INDEX),
        signers=number(message.signers, f"{where}.signers", MAX_NODES),
        voters=number(message.voters, f"{where}.voters", MAX_NODES),
        nodes=tuple(
            (node_from_wire(one.node, f"{where}.nodes"), number(one.index, f"{where}.nodes", MAX_INDEX))
            for one in listed(message.nodes, where, MAX_NODES)
        ),
        marks=tuple(_mark(one, f"{where}.marks") for one in listed(message.marks, where, MAX_LISTED_MARKS)),
        alarms=tuple(_alarm(one, f"{where}.alarms") for one in listed(message.alarms, where, MAX_LISTED_ALARMS)),
        halted=key_or_none(message.halted, f"{where}.halted"),
        behind=number(message.behind, f"{where}.behind", MAX_INDEX),
        recovering=message.recovering,
        signed=number(message.signed, f"{where}.signed", MAX_NODES),
        after=number(message.after, f"{where}.after", MAX_DEAL),
    )


def _deck(message: pb.CheckedDeck, where: str) -> CheckedDeck:
    return CheckedDeck(
        key_or_none(message.kind, where),
        number(message.index, where, MAX_INDEX),
        tuple(player_from_wire(player, where) for player in listed(message.players, where, MAX_PLAYERS)),
        message.verified,
    )


def _mark(message: pb.Mark, where: str) -> Mark:
    return Mark(
        number(message.index, where, MAX_INDEX),
        key_or_none(message.kind, where),
        number(message.deal, where, MAX_DEAL),
        tuple(key_or_none(word, where) for word in listed(message.words, where, MAX_WORDS)),
    )


def _alarm(message: pb.Alarm, where: str) -> Alarm:
    return Alarm(
        key_or_none(message.code, where),
        player_from_wire(message.player, where) if message.HasField("player") else -1,
        node_from_wire(message.node, where) if message.HasField("node") else -1,
        number(message.index, where, MAX_INDEX),
    )
