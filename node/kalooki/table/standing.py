"""What the table waits for, and for whom, read from the committed state."""

from kalooki.cards import SeatNumber
from kalooki.rules.game import (
    Game,
    GameOver,
    NeedsAction,
    NeedsDeal,
    NeedsDecision,
    NeedsHands,
    NeedsOffset,
    NeedsStock,
    NeedsUpcard,
    pending,
)
from kalooki.rules.limits import Limit
from kalooki.table.opening import debtors
from kalooki.table.payloads import Motion, PlayerNumber
from kalooki.table.playing import all_ready, fits
from kalooki.table.state import Lobby, PickingSeat, Player, Playing, Record, SeatDraw, Shut, TableState
from kalooki.table.status import ClockStanding, PlayerStanding, ProposalStanding, TableStanding
from kalooki.table.timing import Running, bank_left, has_clock, limit_of

Waiting = tuple[str, tuple[PlayerNumber, ...]]
"""What is due, and whose."""


def standing(state: TableState, me: PlayerNumber | None) -> TableStanding:
    """Describe the table to one of its players."""
    doing, waiting_for = waits(state)
    game, limit = state.game, limit_of(state)
    return TableStanding(
        table_id=state.table.hex(),
        title=state.genesis.title,
        variant=state.variant,
        phase=phase_name(state),
        me=-1 if me is None else me,
        host=state.host,
        players=tuple(_player(state, player) for player in state.players),
        seats=_seats(state),
        move=state.move,
        next_deal=game.number if game is not None and doing == "ready" else 0,
        waiting_for=waiting_for,
        doing=doing,
        fault=state.fault,
        closed=state.phase.reason if isinstance(state.phase, Shut) else "",
        overdue=state.overdue > 0,
        limit=limit.limit.value if limit else "",
        limit_ms=limit.milliseconds if limit else 0,
        clock=_clock(state, limit),
        may_act=may_act(state),
        proposals=_proposals(state),
        adjourned=state.adjourned,
    )


def _seats(state: TableState) -> int:
    """Return how many are to play; who does not come along to a table that goes on from another is not waited for."""
    if state.genesis.continues is None:
        return state.genesis.seats
    return sum(not player.gone for player in state.players)


def phase_name(state: TableState) -> str:
    """Name the phase for clients."""
    match state.phase:
        case Lobby():
            return "lobby"
        case SeatDraw():
            return "seat_draw"
        case PickingSeat():
            return "pick_seat"
        case Playing(game=game):
            return "over" if game.winners else "playing"
        case Shut():
            return "closed"


def waits(state: TableState) -> Waiting:
    """Say what is due, and from whom."""
    match state.phase:
        case Lobby():
            return "ready", _not_ready(state.players)
        case SeatDraw(ceremony):
            return ("shares", _owing(state)) if state.owed else _making(state, state.record(ceremony))
        case PickingSeat(ace):
            return "pick_seat", (ace,)
        case Playing(game=game):
            return _in_game(state, game)
        case Shut():
            return "", ()


def _in_game(state: TableState, game: Game) -> Waiting:  # noqa: PLR0911 - one line for each need
    needs = pending(game)
    match needs:
        case NeedsDeal():
            return _before_deal(state, needs)
        case NeedsUpcard():
            return "shares", _owing(state)
        case NeedsAction(seats):
            return "action", _at(state, seats)
        case NeedsOffset():
            return ("shares", _owing(state)) if state.owed else _making(state, state.record(state.cutting or 0))
        case NeedsStock():
            return _making(state, state.record(state.restocking or 0))
        case NeedsHands(hands):
            closed = tuple(seat for seat in hands if seat not in game.away)
            return ("hands", _at(state, closed)) if closed else ("shares", _owing(state))
        case NeedsDecision() | GameOver():
            return ("action", _at(state, (needs.seat,))) if isinstance(needs, NeedsDecision) else ("", ())


def may_act(state: TableState) -> tuple[PlayerNumber, ...]:
    """Return who may act, and is not waited for."""
    needs = pending(state.phase.game) if isinstance(state.phase, Playing) else None
    return _at(state, needs.may) if isinstance(needs, NeedsAction) else ()


def _before_deal(state: TableState, needs: NeedsDeal) -> Waiting:
    if all_ready(state, needs) and fits(state, needs):
        return _making(state, state.record(state.prepared or 0))
    return "ready", _not_ready(tuple(state.seated(seat) for seat in needs.seats))


def _making(state: TableState, record: Record | None) -> Waiting:
    assert record is not None, "a deck that is waited for is being made"
    ceremony = record.ceremony
    seats = [member.seat for member in ceremony.plan.setting.seats]
    if not ceremony.keys_complete:
        return "keys", tuple(state.player_of(record, seat).number for seat in seats if seat not in ceremony.keys)
    if ceremony.next_shuffler is not None:
        return "shuffle", (state.player_of(record, ceremony.next_shuffler).number,)
    if not ceremony.secured:
        lacking = [seat for seat in seats if seat not in ceremony.backups.dealt]
        asked = {holder.absent for holder in ceremony.backups.complaints}
        return "backup", tuple(state.player_of(record, seat).number for seat in lacking or sorted(asked))
    return "verify", ()


def _owing(state: TableState) -> tuple[PlayerNumber, ...]:
    owing = {player.number for owed in state.owed for player in debtors(state, owed) if not player.gone}
    return tuple(sorted(owing))


def _not_ready(players: tuple[Player, ...]) -> tuple[PlayerNumber, ...]:
    return tuple(sorted(player.number for player in players if not player.ready and not player.gone))


def _at(state: TableState, seats: tuple[SeatNumber, ...]) -> tuple[PlayerNumber, ...]:
    return tuple(state.seated(seat).number for seat in seats)


def _proposals(state: TableState) -> tuple[ProposalStanding, ...]:
    wanted = dict.fromkeys((one.motion, one.player) for one in state.agreements)
    return tuple(
        ProposalStanding(
            motion.value,
            player,
            tuple(one.node for one in state.agreements if (one.motion, one.player) == (motion, player)),
            next((one.node for one in state.offers if motion is Motion.STAND_IN and one.player == player), None),
        )
        for motion, player in wanted
    )


def _player(state: TableState, player: Player) -> PlayerStanding:
    return PlayerStanding(
        player=player.number,
        name=player.name,
        bot=player.bot,
        node=player.node,
        node_identity=state.members[player.node].identity,
        seat=player.seat,
        ready=player.ready,
        gone=player.gone,
        bank_ms=bank_left(state, player.number),
    )


def _clock(state: TableState, limit: Running | None) -> ClockStanding | None:
    if not has_clock(state.genesis):
        return None
    given, runs = state.genesis, limit if limit is not None and limit.limit is Limit.TURN else None
    return ClockStanding(
        given.turn_ms,
        given.bank_ms,
        given.plays_on,
        on_bank=runs is not None and runs.steps > 0,
        stands_still=runs is not None and runs.is_held_up,
    )
