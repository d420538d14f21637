"""What each key does: the named deeds, done at a sitting. A deed may ask the screen to open something."""

from collections.abc import Callable, Mapping

from kalooki.cards import JOKER, SeatNumber
from kalooki.rules.actions import (
    Action,
    Allow,
    BuyIn,
    Call,
    Challenge,
    Cut,
    Decline,
    End,
    Lay,
    Pass,
    PickSeat,
    Refuse,
    Return,
    Show,
    Take,
)
from kalooki.rules.cutting import wanted
from kalooki.rules.errors import RulesError
from kalooki.rules.legal import check_view
from kalooki.rules.showing import shows
from kalooki.rules.view import SeatView
from kalooki_cli.board.chips import LAYS, judged
from kalooki_cli.board.hand import is_joker, same_rank
from kalooki_cli.board.targets import is_whole
from kalooki_cli.inbox import Ending
from kalooki_cli.messages import board as say
from kalooki_cli.messages import errors, prompts
from kalooki_cli.moment import Ask
from kalooki_cli.tui import parting, sight
from kalooki_cli.tui.keys import JOKER as JOKER_KEY
from kalooki_cli.tui.keys import RANKS, deed
from kalooki_cli.tui.sitting import Sitting

Deed = Callable[[Sitting], None]


class Deeds:
    """Keys, at one sitting."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._doubts: Action | None = None
        """A challenge of which one was warned."""

    def press(self, key: str, character: str | None) -> str | None:
        """Do what a key does; the name of a deed that the screen must do comes back."""
        sitting = self._sitting
        if sitting.fingers.choosing is not None:
            return self._choose(key)
        if sitting.moment.ask is Ask.PICK and character and character.isdecimal():
            sitting.play_seat(PickSeat(int(character)))
            return None
        if sitting.moment.ask is Ask.ANSWER and judged(sitting.view) and character and character.isdecimal():
            self.do(f"allow {character}")
            return None
        name = deed(key, sitting.moment.ask)
        if name is not None:
            return self.do(name)
        if key in RANKS or key == JOKER_KEY:
            fits = is_joker if key == JOKER_KEY else same_rank(RANKS[key])
            sitting.fingers.change(sitting.fingers.hand.pick_face(fits))
            sitting.notice = ""
        return None

    def do(self, name: str) -> str | None:
        """Do a deed; one that is not of the table goes back to the screen."""
        if name.startswith("allow "):
            self._allow(int(name.split()[1]))
            return None
        done = DEEDS.get(name)
        if done is None:
            if name != "challenge":
                return name
            self._challenge()
            return None
        if name != "hint":
            self._sitting.notice = ""
        done(self._sitting)
        return None

    def _choose(self, key: str) -> str | None:
        """Several ways are offered."""
        fingers = self._sitting.fingers
        assert fingers.choosing is not None, "they are"
        count = len(fingers.targets)
        if key.isdecimal() and 1 <= int(key) <= count:
            fingers.choosing = int(key) - 1
            enter(self._sitting)
        elif key in {"enter", "space"}:
            enter(self._sitting)
        elif key in {"down", "j", "right", "l", "tab"}:
            fingers.choosing = (fingers.choosing + 1) % count
        elif key in {"up", "k", "left", "h"}:
            fingers.choosing = (fingers.choosing - 1) % count
        elif key in {"escape", "q", "u", "backspace"}:
            fingers.choosing = None
        return key if key in {"ctrl+c", "ctrl+z"} else None

    def _allow(self, number: int) -> None:
        """Say who called first."""
        callers = judged(self._sitting.view)
        if 1 <= number <= len(callers):
            self._sitting.play(Allow(callers[number - 1]))

    def _challenge(self) -> None:
        """Doubt what the rules let one doubt; it is asked twice, since it may cost points."""
        sitting, view = self._sitting, self._sitting.view
        doubt = None if view is None else _doubt(view)
        if view is None or doubt is None:
            sitting.notice = say.NOTHING_TO_DOUBT
        elif self._doubts != doubt:
            self._doubts = doubt
            sitting.notice = say.doubts(sitting.desk.names().get(doubt.seat, "?"), doubt.what, view)
        else:
            self._doubts = None
            sitting.play(doubt)


def _doubt(view: SeatView) -> Challenge | None:
    if view.variant.penalties != "challenge":
        return None
    over = [line.seat for line in view.seats if line.calls - line.charged > view.variant.max_calls]
    found = [Challenge(seat, "overcall") for seat in over]
    if view.turn is not None:
        found.append(Challenge(SeatNumber(view.turn), "lay"))
    for one in found:
        try:
            check_view(view, one)
        except RulesError:
            continue
        return one
    return None


# --- the obvious thing ------------------------------------------------------------------------------------------------


def enter(sitting: Sitting) -> None:  # noqa: C901, PLR0912 - a case per question
    """Do the obvious next thing, which the prompt names."""
    fingers, view = sitting.fingers, sitting.view
    if sitting.ended is not None:
        sitting.left = sitting.ended
        return
    if fingers.choosing is not None and view is not None:
        fingers.stage(fingers.targets[fingers.choosing], view)
        return
    match sitting.moment.ask:
        case Ask.READY:
            sitting.ready()
        case Ask.BEGIN:
            sitting.begin()
        case Ask.OVER:
            sitting.left = Ending.OVER
        case Ask.DRAW | Ask.OPEN:
            sitting.draw()
        case ask if ask in LAYS and view is not None:
            if len(fingers.targets) > 1:
                fingers.choosing = 0
            elif fingers.targets:
                fingers.stage(fingers.targets[0], view)
            elif fingers.hand.picked:
                sitting.notice = why_not(sitting, view)
            elif sitting.desk.draft.items:
                send(sitting)  # what it lacks is said by the rules
            else:
                sitting.notice = say.PICK_FIRST
        case _:
            pass


def why_not(sitting: Sitting, view: SeatView) -> str:
    """Why the picked cards go nowhere."""
    if len(sitting.fingers.hand.picked) == 1:
        return say.NO_TARGET
    try:
        check_view(view, sitting.fingers.as_one_meld(view))
    except RulesError as error:
        return errors.refusal(error, sitting.desk.names(), sitting.look.restyle)
    return say.NO_TARGET


def send(sitting: Sitting) -> None:
    """Send what is staged."""
    if not sitting.desk.draft.items:
        sitting.notice = prompts.UNCLEAR["nothing_staged"].split(".")[0] + "."
        return
    sitting.play(Lay(sitting.desk.draft.items))


# --- cards ------------------------------------------------------------------------------------------------------------


def pick(sitting: Sitting) -> None:
    """Pick the pointed card, or put it back."""
    pointed = sitting.fingers.hand.pointed
    if pointed is not None:
        sitting.fingers.change(sitting.fingers.hand.toggle(pointed.slot))


def _raise(sitting: Sitting, *, up: bool) -> None:
    hand = sitting.fingers.hand
    pointed = hand.pointed
    if pointed is not None and (pointed.slot in hand.picked) != up:
        sitting.fingers.change(hand.toggle(pointed.slot))


def _step(by: int) -> Deed:
    return lambda sitting: sitting.fingers.change(sitting.fingers.hand.step(by))


def _at(place: int) -> Deed:
    def go(sitting: Sitting) -> None:
        hand = sitting.fingers.hand
        sitting.fingers.change(hand.at(place % max(len(hand.all), 1)))

    return go


def clear(sitting: Sitting) -> None:
    """Put the picked cards back."""
    sitting.fingers.change(sitting.fingers.hand.pick(()))


def sort(sitting: Sitting) -> None:
    """Sort the hand otherwise."""
    if sitting.view is not None:
        sitting.notice = say.SORTED[sitting.fingers.sort(sitting.view)]


def undo(sitting: Sitting) -> None:
    """Take back what was staged last."""
    sitting.notice = prompts.UNDONE if sitting.fingers.undo() else prompts.NO_UNDO


def discard(sitting: Sitting) -> None:
    """Discard the picked card, or the pointed one; a lay that is staged and whole goes before it."""
    hand, view = sitting.fingers.hand, sitting.view
    if view is None:
        return
    chosen = hand.chosen
    if len(chosen) > 1:
        sitting.notice = say.ONE_DISCARD
        return
    shown = chosen[0] if chosen else hand.pointed
    if shown is None:
        return
    draft = sitting.desk.draft
    if shown.slot in draft.slots:
        sitting.notice = say.IS_STAGED
        return
    if draft.items and not sitting.is_flying:
        if not is_whole(view, draft):
            sitting.notice = say.STAGED_FIRST
            return
        send(sitting)
    sitting.discard(shown)


# --- answers ----------------------------------------------------------------------------------------------------------


def _plays(action: Action) -> Deed:
    return lambda sitting: sitting.play(action)


def end(sitting: Sitting) -> None:
    """End the turn with nothing but jokers in hand."""
    view = sitting.view
    jokers = tuple(one for one in view.hand if one.card == JOKER) if view is not None else ()
    if not jokers:
        sitting.notice = prompts.UNCLEAR["ends_with_jokers"]
        return
    sitting.play(End(jokers))


def show(sitting: Sitting) -> None:
    """Show dealt cards for which the others pay."""
    view = sitting.view
    found = next(iter(shows(view.hand, view.variant)), None) if view is not None else None
    if found is None:
        sitting.notice = prompts.UNCLEAR["no_jokers"]
        return
    sitting.play(Show(found))


def cut(sitting: Sitting) -> None:
    """Cut: for the bonus, or to see the bottom card."""
    view = sitting.view
    if view is None:
        return
    aimed = sitting.moment.ask is Ask.CUT
    sitting.play(Cut(wanted(view.variant, len(view.order), view.number)) if aimed else Cut())


def call(sitting: Sitting) -> None:
    """Call the discard out of turn, or buy it."""
    sitting.play(Call())


DEEDS: Mapping[str, Deed] = {
    "enter": enter,
    "clear": clear,
    "pick": pick,
    "left": _step(-1),
    "right": _step(1),
    "up": lambda sitting: _raise(sitting, up=True),
    "down": lambda sitting: _raise(sitting, up=False),
    "first": _at(0),
    "last": _at(-1),
    "shift_left": lambda sitting: sitting.fingers.shift(-1),
    "shift_right": lambda sitting: sitting.fingers.shift(1),
    "draw": lambda sitting: sitting.draw(),
    "take": _plays(Take()),
    "return": _plays(Return()),
    "discard": discard,
    "send": send,
    "undo": undo,
    "end": end,
    "call": call,
    "pass": _plays(Pass()),
    "allow": _plays(Allow()),
    "refuse": _plays(Refuse()),
    "buy_in": _plays(BuyIn()),
    "decline": _plays(Decline()),
    "show": show,
    "cut": cut,
    "hint": sight.hint,
    "sort": sort,
    "wait": lambda sitting: sitting.choose("wait"),
    "without": lambda sitting: sitting.choose("void"),
    "backup": lambda sitting: sitting.choose("backup"),
    "again": parting.play_again,
}
