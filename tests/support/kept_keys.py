"""Tables whose keys the others keep, at the moments at which that matters."""

from functools import cache

from kalooki.fair.group import encode_scalar
from kalooki.rules.actions import Draw
from kalooki.table.log import ByNode
from kalooki.table.payloads import (
    Absent,
    CeremonyNumber,
    Choice,
    Leave,
    LeftKey,
    NodeNumber,
    Payload,
)
from kalooki.table.results import Effective, Faulty, Result, Void
from kalooki.table.standing import waits
from support.table_scribe import Scribe, by_player, copied, scribe_at

KEPT = (("dropout", "key_backup"),)
BACKUP = Choice.BACKUP


def node(number: int) -> ByNode:
    return ByNode(NodeNumber(number))


def code(result: Result) -> str:
    assert isinstance(result, Void), result
    return result.code


def fault(result: Result) -> tuple[int, str]:
    assert isinstance(result, Faulty), result
    return result.fault.player, result.fault.code


def ready_to_deal() -> Scribe:
    """All are ready, the first deal's deck is made, and no share of a key is dealt."""
    return copied(_made())


@cache
def _made() -> Scribe:
    scribe = copied(scribe_at("seated", 4, KEPT))
    scribe.ready()
    assert scribe.state.prepared is not None
    scribe.make_deck(scribe.state.prepared)
    return scribe


def with_next_deck() -> Scribe:
    """A deal is in play, and the deck of the next one is made."""
    scribe = in_play()
    assert scribe.state.prepared is not None
    scribe.make_deck(scribe.state.prepared)
    return scribe


def in_play() -> Scribe:
    return scribe_at("dealt", 4, KEPT)


def number_of(scribe: Scribe) -> CeremonyNumber:
    number = scribe.state.prepared if not scribe.state.slots else scribe.state.slots[0].ceremony
    assert number is not None
    return number


def author(scribe: Scribe, seat: int) -> int:
    return scribe.state.seated(seat).number


def say(scribe: Scribe, seat: int, payload: Payload) -> Result:
    """Somebody at a seat says something about the deck."""
    return scribe.say(by_player(author(scribe, seat)), payload, stream=scribe.record(number_of(scribe)).stream)


def away(scribe: Scribe) -> int:
    """Whoever is in turn vanishes, and all others go on with his key; return his seat."""
    (gone,) = waits(scribe.state)[1]
    since = next(one.since for one in scribe.state.waiting if one.player == gone)
    for player in scribe.state.players:
        if player.number != gone:
            said = Absent((gone,), since, BACKUP)
            assert isinstance(scribe.say(node(player.node), said, stream=scribe.state.stream), Effective)
    assert scribe.state.players[gone].gone
    seat = scribe.state.players[gone].seat
    assert seat is not None
    return int(seat)


def draw(scribe: Scribe) -> int:
    """Whoever is in turn draws; return the entry that owes the shares."""
    (player,) = waits(scribe.state)[1]
    seat = scribe.state.players[player].seat
    assert seat is not None
    assert isinstance(scribe.act(seat, Draw()), Effective)
    return scribe.state.index


def keys(scribe: Scribe, seat: int) -> Leave:
    return Leave(
        tuple(LeftKey(b.ceremony, encode_scalar(scribe.keys[b.ceremony, seat].secret)) for b in scribe.state.slots)
    )


def kept_by_all() -> Scribe:
    scribe = ready_to_deal()
    scribe.give_backups(number_of(scribe))
    return scribe
