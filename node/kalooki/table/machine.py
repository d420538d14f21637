"""Apply an entry to the table: the only meeting point of rules and fair."""

from kalooki.fair.errors import UnknownCardError
from kalooki.rules.actions import PickSeat
from kalooki.rules.changing import replace
from kalooki.rules.events import Event
from kalooki.table import absence, backups, ceremonies, leaving, motions, playing, returning, seating, timing
from kalooki.table.authors import author_player
from kalooki.table.checks import Checks
from kalooki.table.continuing import check_continuation, members_of, players_of
from kalooki.table.genesis import table_id, variant_of
from kalooki.table.log import UNCOUNTED, ByNode, ByPlayer, Entry, Message
from kalooki.table.opening import apply_shares, prove_together
from kalooki.table.payloads import (
    Absent,
    Accuse,
    Act,
    Admit,
    Agree,
    Begin,
    Closed,
    Complaint,
    CutReady,
    DealStart,
    Genesis,
    KeyBackup,
    KeyShare,
    Leave,
    NodeNumber,
    OpenedBackup,
    OpenHand,
    Ready,
    SeatsReady,
    Settled,
    Shares,
    Shuffle,
    StandIn,
    StockReady,
    TakeSeat,
    TermStart,
    TimeUp,
)
from kalooki.table.results import Effective, FaultError, Faulty, Result, Void, VoidError
from kalooki.table.state import PickingSeat, Playing, SeatDraw, Shut, TableState
from kalooki.table.status import Fault

Step = tuple[TableState, tuple[Event, ...]]


def first_state(message: Message, genesis: Genesis) -> TableState:
    """The table before its first entry is applied.

    Raises:
        GenesisError: It cannot be played at.
    """
    variant = variant_of(genesis)
    check_continuation(genesis, variant)
    state = TableState(table_id(message.payload_bytes), genesis, variant)
    old = genesis.continues
    return state if old is None else replace(state, members=members_of(genesis, old), players=players_of(old))


def apply_entry(state: TableState, entry: Entry, checks: Checks) -> tuple[TableState, tuple[Result, ...]]:
    """Apply a well-formed entry: the next state, and what became of each message."""
    before, state = state, replace(state, index=entry.index)
    match entry.messages[0].author:
        case ByNode(node) if entry.term > state.term:
            state = replace(state, term=entry.term, host=node)
        case _:
            pass
    prove_together(state, entry.messages, checks)
    results = []
    for message in entry.messages:
        state, result = _apply_message(_counted(state, message), message, checks)
        results.append(result)
    return motions.note(before, absence.note(_settled(before, state))), tuple(results)


def _require_change(state: TableState) -> TableState:
    """What follows an entry settles it, whatever it says; where nobody says anything the host says this."""
    if not state.former:
        raise VoidError("not_now", "it is settled who votes")
    return state


def _settled(before: TableState, state: TableState) -> TableState:
    """Note who voted before an entry by which somebody votes no more.

    A host orders nothing more before such an entry is committed. So whatever follows it says that it is, but for the
    beginning of a term: that needs all quorums anew. Who comes in, one at a time, leaves no two quorums apart.
    """
    former = before.former if state.term > before.term else frozenset[frozenset[NodeNumber]]()
    if before.voters() - state.voters():
        former |= {before.voters()}
    return state if former == state.former else replace(state, former=former)


def _apply_message(state: TableState, message: Message, checks: Checks) -> tuple[TableState, Result]:
    if isinstance(state.phase, Shut):
        return state, Void("closed", state.phase.reason)
    try:
        _require_present(state, message)
        after, events = _effect(state, message, checks)
        after, more = _settle(state, after, checks)
    except VoidError as void:
        return state, Void(void.code, void.detail)
    except UnknownCardError as unknown:  # only a deck whose proofs are false opens to this, and no honest node's is
        return state, Void(unknown.code, str(unknown))
    except FaultError as false:
        fault = Fault(false.player, false.code, state.index if false.index is None else false.index)
        return _shut(replace(state, fault=fault), "fault"), Faulty(fault, false.detail)
    after = timing.begin_anew(state, after)
    if after.adjourned and _plays_on(after, message):
        after = replace(after, adjourned=0)
    return after, Effective((*events, *more))


def _plays_on(state: TableState, message: Message) -> bool:
    """Say whether a person plays on who knew that all had stopped: what was on its way before says nothing."""
    if not isinstance(message.payload, Act | Ready) or message.known_index < state.adjourned:
        return False
    return not author_player(state, message).bot


def _require_present(state: TableState, message: Message) -> None:
    """Say whether a player still plays who says something: another may have the seat by now."""
    match message.author:
        case ByPlayer(player) if state.players[player].gone:
            raise VoidError("not_playing", "the player does not play any more")
        case _:
            pass


def _effect(state: TableState, message: Message, checks: Checks) -> Step:  # noqa: PLR0911 - a case for each kind
    payload = message.payload
    match payload:
        case Genesis() | TermStart():  # first in its entry: elsewhere it is malformed
            return state, ()
        case Admit() | Begin() | SeatsReady() | DealStart() | StockReady() | CutReady() | Settled() | Closed():
            return _by_host(state, message, payload, checks)
        case Act() | OpenHand():
            return _play(state, message, payload, checks)
        case TimeUp() | Absent() | Agree() | Leave():
            return _of_people(state, message, payload, checks)
        case StandIn():
            return returning.offer(state, message, payload), ()
        case KeyShare() | Shuffle() | KeyBackup() | Complaint() | OpenedBackup() | Shares():
            return _by_anybody(state, message, payload, checks), ()
        case TakeSeat() | Ready() | Accuse():
            return _by_anybody(state, message, payload, checks), ()


def _of_people(state: TableState, message: Message, payload: TimeUp | Absent | Agree | Leave, checks: Checks) -> Step:
    """Go on where somebody takes too long, or goes away, or all have decided something."""
    match payload:
        case TimeUp():
            return timing.time_up(state, _playing(state), message, payload)
        case Absent():
            return absence.judge(state, message, payload, checks)
        case Agree():
            return motions.judge(state, message, payload, checks)
        case Leave():
            return leaving.leave(state, message, payload, checks)


def _by_anybody(  # noqa: PLR0911 - one line for each
    state: TableState,
    message: Message,
    payload: TakeSeat | Ready | KeyShare | Shuffle | backups.Given | Shares | Accuse,
    checks: Checks,
) -> TableState:
    match payload:
        case TakeSeat():
            return seating.take_seat(state, message, payload)
        case Ready():
            return seating.get_ready(state, author_player(state, message), payload)
        case KeyShare():
            return ceremonies.accept_key(state, message, payload)
        case Shuffle():
            return ceremonies.accept_shuffle(state, message, payload)
        case KeyBackup() | Complaint() | OpenedBackup():
            return backups.accept(state, message, payload)
        case Shares():
            return apply_shares(state, message, payload, checks)
        case Accuse():
            return ceremonies.judge(state, message, payload, checks)


def _by_host(
    state: TableState,
    message: Message,
    payload: Admit | Begin | SeatsReady | DealStart | StockReady | CutReady | Settled | Closed,
    checks: Checks,
) -> Step:
    if message.author != ByNode(state.host):
        raise VoidError("wrong_author", "only the host can say this")
    match payload:
        case Admit():
            return seating.admit(state, payload), ()
        case Begin():
            return seating.begin(state, checks)
        case SeatsReady() | DealStart() | StockReady() | CutReady():
            return _deck_is_ready(state, payload, checks)
        case Settled():
            return _require_change(state), ()
        case Closed():
            return _shut(state, payload.reason), ()


def _deck_is_ready(state: TableState, payload: SeatsReady | DealStart | StockReady | CutReady, checks: Checks) -> Step:
    match payload:
        case SeatsReady():
            if not isinstance(state.phase, SeatDraw) or state.phase != SeatDraw(payload.ceremony):
                raise VoidError("not_now", "no seats are to be drawn")
            return seating.open_seats(state, state.phase, payload.deck_digest), ()
        case DealStart():
            return playing.start_deal(state, _playing(state), payload, checks)
        case StockReady():
            return playing.restock(state, _playing(state), payload)
        case CutReady():
            return playing.draw_offset(state, _playing(state), payload), ()


def _play(state: TableState, message: Message, payload: Act | OpenHand, checks: Checks) -> Step:
    player = author_player(state, message)
    if message.stream != state.stream:
        raise VoidError("stale", "the message belongs to another deal")
    if isinstance(payload, OpenHand):
        return playing.open_hand(state, _playing(state), message, payload, checks)
    if message.move != state.move:
        raise VoidError("stale", f"it was chosen for move {message.move}, and this is move {state.move}")
    if isinstance(state.phase, PickingSeat) and isinstance(payload.action, PickSeat):
        picked, events = seating.pick_seat(state, state.phase, player, payload.action.place)
        return replace(picked, move=state.move + 1), events
    return playing.act(state, _playing(state), message, payload, checks)


def _settle(before: TableState, state: TableState, checks: Checks) -> Step:
    """Do what follows by itself, until nothing more does."""
    events: tuple[Event, ...] = ()
    while state is not before:
        before, earlier = state, before
        match state.phase:
            case SeatDraw(opening=True) if not state.owed:
                state = seating.draw_seats(state, state.phase)
            case Playing(game=game) as phase:
                if game is not earlier.game:
                    state = playing.grant_cards(state, game)
                state, back = returning.settle(state, phase)
                state, more = playing.settle(state, _playing(state), checks)
                events += back + more
            case _:
                pass
    return state, events


def _playing(state: TableState) -> Playing:
    if not isinstance(state.phase, Playing):
        raise VoidError("not_now", "no game is played")
    return state.phase


def _shut(state: TableState, reason: str) -> TableState:
    game = state.game
    state = ceremonies.drop(state, [record.number for record in state.ceremonies])
    return replace(state, phase=Shut(reason, game), slots=())


def _counted(state: TableState, message: Message) -> TableState:
    """Advance the author's counter, whatever becomes of the message, if it has one."""
    if isinstance(message.payload, UNCOUNTED) or not state.is_live(message.stream):
        return state
    return replace(state, counters={**state.counters, (message.author, message.stream): message.counter})
