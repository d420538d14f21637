"""Players go away: with their keys, if they leave of themselves; or all the others say that they are absent."""

from kalooki.fair.errors import FairError
from kalooki.rules import leaving as rules
from kalooki.rules.changing import replace
from kalooki.rules.events import Event
from kalooki.table import backups
from kalooki.table.authors import author_player
from kalooki.table.ceremonies import drop
from kalooki.table.checks import Checks
from kalooki.table.log import TABLE, Message
from kalooki.table.opening import outstanding
from kalooki.table.payloads import Leave
from kalooki.table.playing import with_game
from kalooki.table.results import VoidError
from kalooki.table.seating import draw_again, sit_down
from kalooki.table.state import Lobby, PickingSeat, Player, Playing, SeatDraw, Shut, TableState, voting

Step = tuple[TableState, tuple[Event, ...]]


def leave(state: TableState, message: Message, left: Leave, checks: Checks) -> Step:
    """A player leaves: the others take its part off the cards of the deal in play, and play goes on.

    Raises:
        VoidError: It has left already or is out, a key is missing or false, or the host would be gone from the lobby.
    """
    player = author_player(state, message)
    if message.stream != TABLE:
        raise VoidError("wrong_stream", "who leaves says so at the table")
    require_present(state, player)
    return remove(_publish(state, player, left), (player,), rules.LEFT, checks)


def require_present(state: TableState, player: Player) -> None:
    """Say whether a player can leave.

    Raises:
        VoidError: It is out of the game, or it is the host and nobody could take its place.
    """
    if state.game is not None and player.seat not in rules.playing(state.game):
        raise VoidError("not_playing", "the player does not play any more")
    if isinstance(state.phase, Lobby) and player.node == state.host:
        raise VoidError("host_stays", "before the game begins the host closes the table instead")


def keys_due(state: TableState, player: Player) -> tuple[int, ...]:
    """Return the ceremonies whose key a player gives away by leaving now: those that are dealt from."""
    records = [state.record(block.ceremony) for block in state.slots]
    return tuple(
        record.number
        for record in records
        if record is not None and state.prover(record, player) in record.ceremony.keys
    )


def remove(state: TableState, players: tuple[Player, ...], how: str, checks: Checks) -> Step:
    """Go on without players, in whatever phase the table is."""
    for player in players:
        state = state.with_player(replace(player, gone=True, ready=False))
    # Who could not give what he owed because of them has all his time again.
    waiting = tuple(replace(one, since=state.index) for one in state.waiting)
    state = replace(state, members=voting(state), waiting=waiting, absences=())
    match state.phase:
        case Lobby() | Shut():
            return state, ()
        case SeatDraw() as draw:
            return draw_again(state, draw, checks), ()
        case PickingSeat(ace):
            return sit_down(state, 1) if state.players[ace].gone else (state, ())
        case Playing() as playing:
            return _in_game(state, playing, players, how)


def _in_game(state: TableState, playing: Playing, players: tuple[Player, ...], how: str) -> Step:
    seats = tuple(sorted(player.seat for player in players if player.seat is not None))
    is_void = how == rules.ABSENT or backups.breaks(state, players)
    step = rules.deal_without(playing.game, seats, how) if is_void else rules.go_away(playing.game, seats, how)
    game, events = step
    dealt = {block.ceremony for block in state.slots}
    unfinished = [
        record.number
        for record in state.ceremonies
        if record.number not in dealt and any(one.seat in seats for one in record.ceremony.plan.setting.seats)
    ]
    return with_game(drop(state, unfinished), playing, game), events


def _publish(state: TableState, player: Player, left: Leave) -> TableState:
    if tuple(key.ceremony for key in left.keys) != keys_due(state, player):
        raise VoidError("other_keys", "who leaves gives the keys of exactly the decks that are dealt from")
    for key in left.keys:
        record = state.record(key.ceremony)
        assert record is not None, "decks that are dealt from are alive"
        try:
            ceremony = record.ceremony.publish(state.prover(record, player), key.secret)
        except FairError as wrong:
            raise VoidError("wrong_key", "a secret is not that of the player's key") from wrong
        state = state.with_record(replace(record, ceremony=ceremony))
    return replace(state, owed=outstanding(state))
