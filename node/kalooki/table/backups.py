"""Keys that the others keep: their shares are dealt and checked, and stand in for a player who is absent."""

from dataclasses import replace

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.errors import CeremonyError, InvalidProofError
from kalooki.rules.game import NeedsDeal, pending
from kalooki.rules.leaving import is_played
from kalooki.table.authors import author_player, require_known
from kalooki.table.ceremonies import find_record
from kalooki.table.log import Message
from kalooki.table.opening import outstanding, owe
from kalooki.table.payloads import Complaint, KeyBackup, OpenedBackup, PlayerNumber
from kalooki.table.playing import all_ready, fits
from kalooki.table.results import FaultError, VoidError
from kalooki.table.state import Player, Playing, Record, TableState

Given = KeyBackup | Complaint | OpenedBackup


def is_due(state: TableState, record: Record) -> bool:
    """Say of a deck that is made, and whose keys are kept, whether their shares are dealt: it is certain to be used.

    Earlier nobody may have them: the others could read a deck of the next deal while they can still have it made again.
    """
    if record.number != state.prepared or not isinstance(state.phase, Playing):
        return True
    needs = pending(state.phase.game)
    return isinstance(needs, NeedsDeal) and all_ready(state, needs) and fits(state, needs)


def accept(state: TableState, message: Message, given: Given) -> TableState:
    """Take the sealed shares of a player's key, a complaint about one, or one that is opened since somebody complained.

    Raises:
        VoidError: No such ceremony, or it is not due there.
        FaultError: The boxes are none, or an opened share is not what was announced.
    """
    player, record = author_player(state, message), find_record(state, message, given.ceremony)
    require_known(message, record.changed_in)
    try:
        ceremony = _accept(state, record, state.prover(record, player), given)
    except InvalidProofError as false:
        raise FaultError(player.number, false.code, false.reason) from false
    except CeremonyError as refused:
        raise VoidError(refused.code, str(refused)) from refused
    return state.with_record(replace(record, ceremony=ceremony))


def _accept(state: TableState, record: Record, seat: int, given: Given) -> Ceremony:
    match given:
        case KeyBackup(boxes=boxes):
            if record.ceremony.complete and record.ceremony.plan.setting.threshold and not is_due(state, record):
                raise VoidError("not_now", "the deck is not certain to be dealt from")
            return record.ceremony.accept_backup(seat, boxes)
        case Complaint(dealer=dealer):
            return record.ceremony.complain(seat, dealer)
        case OpenedBackup(helper=helper, share=share):
            return record.ceremony.open_backup(seat, helper, share)


# --- standing in ------------------------------------------------------------------------------------------------------


def stand_in(state: TableState, players: tuple[PlayerNumber, ...]) -> TableState:
    """Let all others owe, from this entry on, what these players owe of the decks that are dealt from.

    Raises:
        VoidError: No deal is in play, no card of it was opened, or too few others are left.
    """
    game = state.game
    if game is None or not is_played(game) or not state.slots:
        raise VoidError("no_backup", "no deal is in play: it is begun without the players who are missed")
    first = state.record(state.slots[0].ceremony)
    assert first is not None, "a deal's ceremonies live as long as it does"
    if not first.ceremony.openings.shares:
        raise VoidError("no_backup", "no card was opened: the deal is dealt again without the players who are missed")
    for number in [block.ceremony for block in state.slots]:
        for player in players:
            record = state.record(number)
            assert record is not None, "a deal's ceremonies live as long as it does"
            state = _stand_in(state, record, state.players[player], players)
    return state


def can_stand_in(state: TableState, players: tuple[PlayerNumber, ...]) -> bool:
    """Say whether the others can go on with the keys of these players."""
    try:
        stand_in(state, players)
    except VoidError:
        return False
    return True


def _stand_in(state: TableState, record: Record, player: Player, missed: tuple[PlayerNumber, ...]) -> TableState:
    here = [one for one in state.players if not one.gone and one.number not in missed]
    try:
        ceremony = record.ceremony.stand_in(state.prover(record, player), [state.prover(record, one) for one in here])
    except CeremonyError as refused:
        raise VoidError(refused.code, str(refused)) from refused
    state = owe(state, record, ceremony)
    return replace(state, owed=outstanding(state))


def breaks(state: TableState, players: tuple[Player, ...]) -> bool:
    """Say whether with these players a helper is gone without whom a seat that is absent already has no key."""
    seats = {player.seat for player in players}
    records = [record for block in state.slots if (record := state.record(block.ceremony)) is not None]
    return any(seats & set(helpers) for record in records for helpers in record.ceremony.openings.helpers.values())
