"""What the person is asked at this moment: a pure function of the newest update."""

from dataclasses import dataclass
from enum import Enum

from kalooki.rules.deal import Calling
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.seat import PlayerStatus, TableStatus, Update
from kalooki_cli.awaited import answers_calls, may_act, may_call, may_cut, may_show, waits_for_me
from kalooki_cli.render import seat_line


class Ask(Enum):
    """Kinds of questions."""

    NOTHING = "nothing"
    READY = "ready"
    """For the seat draw, or for the next deal."""
    BEGIN = "begin"
    PICK = "pick"
    DRAW = "draw"
    PLAY = "play"
    BUY_IN = "buy_in"
    CALL = "call"
    """Whether one wants the discard out of turn."""
    OPEN = "open"
    """One's turn has begun, and the others may still call."""
    ANSWER = "answer"
    """Calls wait for one's answer."""
    DOUBT = "doubt"
    """A first lay may be challenged."""
    REARRANGE = "rearrange"
    """One's own lay was false."""
    BUY = "buy"
    """The same, after the player in turn has drawn."""
    CUT = "cut"
    """The dealer's cut, for which nobody waits."""
    SHOW = "show"
    """Cards that are paid for when they are shown; nobody waits for it."""
    OFFER = "offer"
    """A cut that the table waits for."""
    BLITZ = "blitz"
    """Another has laid everything, and one lays what one can."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Moment:
    """One question; equal ones are not asked twice."""

    ask: Ask
    number: int
    """The move that an answer is for; of READY the deal; where several may answer, the turn."""
    attempt: int = 1
    """Of READY and turns: a void deal is dealt again, and asked for again."""


NOTHING = Moment(Ask.NOTHING, 0)
"""Nothing is asked."""

ONCE = {ViewPhase.CUT: Ask.OFFER, ViewPhase.BLITZ: Ask.BLITZ}
IN_TURN = {ViewPhase.DRAW: Ask.DRAW, ViewPhase.PLAY: Ask.PLAY, ViewPhase.BUY_IN: Ask.BUY_IN}


def moment(update: Update) -> Moment:
    """What is asked now."""
    status, view = update.status, update.view
    if status.phase == "over" or (view and view.phase is ViewPhase.OVER):
        return Moment(Ask.OVER, 0)
    if status.phase == "pick_seat" and status.me in status.waiting_for:
        return Moment(Ask.PICK, status.move)
    if wants_ready(update):
        return Moment(Ask.READY, status.next_deal, view.attempt if view else 1)
    if status.phase == "lobby" and is_founder(status) and len(status.taken) == status.seats:
        return Moment(Ask.BEGIN, 0)
    if view and waits_for_me(view) and view.phase in IN_TURN:
        return Moment(IN_TURN[view.phase], status.move)
    asked = window(view) if view else None
    return Moment(Ask.NOTHING, 0) if view is None or asked is None else Moment(asked, view.turn_number, view.attempt)


def window(view: SeatView) -> Ask | None:  # noqa: PLR0911 - one line per kind
    """What is asked where more than the player in turn may act; such a question stays the same while others answer."""
    if may_cut(view) and view.phase is ViewPhase.DRAW:
        return Ask.CUT
    if may_show(view):
        return Ask.SHOW
    if not may_act(view):
        return None
    if view.phase is ViewPhase.CHALLENGE and waits_for_me(view):
        return Ask.REARRANGE if view.rearranging else Ask.DOUBT
    if waits_for_me(view) and view.phase in ONCE:
        return ONCE[view.phase]
    if answers_calls(view):
        return Ask.ANSWER
    if may_call(view):
        return Ask.BUY if view.phase is ViewPhase.BUY else Ask.CALL
    if view.phase is ViewPhase.BUY and view.turn == view.seat:
        return Ask.PLAY
    opens = isinstance(view.window, Calling) and view.turn == view.seat and not view.has_drawn
    return Ask.OPEN if opens else None


def wants_ready(update: Update) -> bool:
    """Whether the game waits for the player to say that he is ready."""
    status, view = update.status, update.view
    me = own(status)
    if me is None or me.ready or me.gone or status.closed:
        return False
    if status.phase == "lobby":
        return True
    return status.phase == "playing" and status.next_deal > 0 and (view is None or view.phase is ViewPhase.DEAL)


def is_first_deal(update: Update) -> bool:
    """Whether the game has just begun, so that there is nothing to look at before the deal."""
    return update.status.phase == "playing" and update.view is None


def is_out(update: Update) -> bool:
    """Whether the player only watches from here on."""
    view = update.view
    return view is not None and view.seat is not None and seat_line(view, view.seat).out


def needs_no_question(update: Update, now: Moment, *, ready_at_once: bool) -> bool:
    """Whether one is ready without being asked: there is nothing to look at, or everything was agreed before."""
    return is_first_deal(update) or is_out(update) or (now.number == 0 and ready_at_once)


def own(status: TableStatus) -> PlayerStatus | None:
    """The player's own line."""
    return next((one for one in status.players if one.player == status.me), None)


def is_founder(status: TableStatus) -> bool:
    """Whether the player's own node hosts the table."""
    me = own(status)
    return me is not None and me.node == status.host


UNASKED = frozenset({Ask.NOTHING, Ask.OVER, Ask.PLAY})
"""Nothing, or what follows from one's own draw."""
SAME_TURN = frozenset({Ask.OPEN, Ask.CUT, Ask.SHOW, Ask.DRAW})
"""Questions with which one's own turn may begin, one after the other."""


def calls(before: Moment, now: Moment) -> bool:
    """Whether a new question calls for a person who looks elsewhere; not where he has just come."""
    if before == now or before.number < 0 or now.ask in UNASKED:
        return False
    return not (before.ask in SAME_TURN and now.ask in SAME_TURN)
