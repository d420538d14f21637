"""Commands of one's own players: judged before anything is signed, so that what we sign is void only by a race."""

from collections.abc import Sequence

from kalooki.fair.group import encode_scalar
from kalooki.fair.own import make_shares
from kalooki.rules import game as rules
from kalooki.rules.actions import PickSeat, Shown
from kalooki.rules.errors import IllegalActionError
from kalooki.table import absence, backups, leaving, motions, opinions, seating
from kalooki.table.checks import Checks
from kalooki.table.missing import Missed
from kalooki.table.opening import evidence_places, hidden
from kalooki.table.payloads import (
    EVERYBODY,
    Absent,
    Act,
    Agree,
    Begin,
    Choice,
    Closed,
    Leave,
    LeftKey,
    Motion,
    Payload,
    Ready,
    ShareBatch,
)
from kalooki.table.playing import shown_by
from kalooki.table.ports import BeginGame, ChooseAbsent, CloseTable, Command, GetReady, LeaveTable, PlayAction, Propose
from kalooki.table.results import VoidError
from kalooki.table.sharing import Sight, copies_for
from kalooki.table.state import PickingSeat, Player, Playing, Shut, TableState
from kalooki.table.turn import Turn
from kalooki.table.workshop import Workshop


class Clerk:
    """Turns commands into payloads."""

    def __init__(self, checks: Checks, workshop: Workshop) -> None:
        self._checks = checks
        self._workshop = workshop

    def payload(  # noqa: PLR0911 - one for each kind of command
        self, state: TableState, player: Player, command: Command, sight: Sight, turn: Turn
    ) -> Payload:
        """Return what is to be signed.

        Raises:
            VoidError: The log would refuse it, or the player does not see a card that it shows.
        """
        if isinstance(state.phase, Shut):
            raise VoidError("closed", state.phase.reason)
        match command:
            case PlayAction():
                return self._act(state, player, command, sight, turn)
            case GetReady(deal):
                ready = Ready(deal, turn.chance("nonce")[: seating.NONCE_BYTES] if deal == 0 else b"")
                seating.get_ready(state, player, ready)
                return ready
            case BeginGame():
                _require_host(state, player)
                seating.begin(state, self._checks)
                return Begin()
            case LeaveTable():
                return self._leave(state, player)
            case ChooseAbsent(choice):
                return self._choose(state, player, sight.missed, choice)
            case Propose(motion, whom, withdrawn):
                silent = sight.silent if motion is Motion.ADJOURN else ()
                agree = Agree(motion, whom, tuple(one for one in silent if one != player.node), withdrawn)
                motions.require_allowed(state, player.node, agree)
                return agree
            case CloseTable(reason):
                _require_host(state, player)
                return Closed(reason)

    def _leave(self, state: TableState, player: Player) -> Leave:
        leaving.require_present(state, player)
        keys = []
        for number in leaving.keys_due(state, player):
            record = state.record(number)
            assert record is not None, "decks that are dealt from are alive"
            own = self._workshop.key(number, state.prover(record, player))
            if own is None:
                raise VoidError("key_lost", "this node has lost the key of the deal in play")
            keys.append(LeftKey(record.number, encode_scalar(own.secret)))
        return Leave(tuple(keys))

    def _choose(self, state: TableState, player: Player, missed: Missed | None, choice: Choice) -> Absent:
        if missed is None:
            raise VoidError("nobody_missed", "everybody is here, or has some time yet")
        said = opinions.chosen(missed, choice)
        absence.require_owed(state, player.node, said)
        if choice is Choice.BACKUP:
            backups.stand_in(state, said.players)
        return said

    def _act(self, state: TableState, player: Player, play: PlayAction, sight: Sight, turn: Turn) -> Act:
        if play.move != state.move:
            raise VoidError("stale", f"it was chosen for move {play.move}, and this is move {state.move}")
        if isinstance(state.phase, PickingSeat) and isinstance(play.action, PickSeat):
            seating.pick_seat(state, state.phase, player, play.action.place)
            return Act(play.action)
        if not isinstance(state.phase, Playing) or player.seat is None:
            raise VoidError("not_now", "no game is played")
        shown = hidden(state.phase.game, shown_by(play.action))
        if shown and sight.is_late:
            raise VoidError("too_late", "the time is nearly over, and the cards would be seen though it came too late")
        try:
            rules.check(state.phase.game, player.seat, play.action)
        except IllegalActionError as illegal:
            raise VoidError(illegal.code, str(illegal)) from illegal
        if any(sight.faces.get(one.slot) != one.card for one in shown):
            raise VoidError("not_seen", "a card that is shown is not what the player sees there")
        evidence = self.evidence(state, player, shown, turn)
        return Act(play.action, evidence, copies_for(state, [one.slot for one in shown], sight.direct))

    def evidence(self, state: TableState, player: Player, shown: Sequence[Shown], turn: Turn) -> tuple[ShareBatch, ...]:
        """Make a player's own shares of cards that it shows to all."""
        batches = []
        for record, positions in evidence_places(state, shown):
            prover = state.prover(record, player)
            own = self._workshop.key(record.number, prover)
            assert own is not None, "who sees a card has the key to it"
            opened = record.ceremony.grant(positions, EVERYBODY)
            verdict = self._workshop.verdicts[record.number]
            entropy = turn.chance(f"evidence.{record.number}")
            given = make_shares(opened, verdict, own, (EVERYBODY, positions), entropy)
            batches.append(ShareBatch(record.number, EVERYBODY, given.positions, given.shares, given.proof))
        return tuple(batches)


def _require_host(state: TableState, player: Player) -> None:
    if player.node != state.host:
        raise VoidError("not_host", "only the host can do this")
