"""What was typed becomes an action, legal as far as one can see from here; a lay may be put together in parts."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from kalooki.cards import JOKER
from kalooki.rules.actions import Action, Call, Discard, Lay, PickSeat
from kalooki.rules.errors import MustDrawFirstError, NotHeldError, RulesError
from kalooki.rules.legal import check_view
from kalooki.rules.names import seat_name
from kalooki.rules.notation import format_action, parse_move
from kalooki.rules.play import count_is_due
from kalooki.rules.view import SeatView, ViewPhase
from kalooki_cli.advice import points_of
from kalooki_cli.awaited import turn_of, waits_for_me
from kalooki_cli.desk import Desk
from kalooki_cli.draft import Draft, lacks
from kalooki_cli.look import Look
from kalooki_cli.messages import errors, prompts
from kalooki_cli.moment import Ask, Moment
from kalooki_cli.typed import UnclearError


def completed(line: str, asked: Moment) -> str:
    """A number alone is a seat, where one is asked for."""
    return f"seat {line.strip()}" if asked.ask is Ask.PICK and line.strip().isdecimal() else line


def move(desk: Desk, notation: str, asked: Moment) -> Action:
    """Make an action of a move.

    Raises:
        UnclearError: There is no such seat or player, or no deal yet; or it should be typed a second time.
        RulesError: It is not in the notation, or not legal.
    """
    if notation.startswith("seat "):
        return _pick(desk, notation.split()[1], asked)
    view = desk.view()
    with _holding(view):
        action = parse_move(_spelled(desk, notation, view), view)
        if isinstance(action, Lay):
            action = desk.draft.with_more(notation.removeprefix("lay "), view)
    if desk.announces:
        action = announced(action, view)
    return sure(desk, action, view)


def staged_lay(desk: Desk) -> Lay:
    """What is staged, to be sent.

    Raises:
        UnclearError: Nothing is; or it should be sent a second time.
        RulesError: It is not legal yet.
    """
    if not desk.draft.items:
        raise UnclearError("nothing_staged")
    lay = Lay(desk.draft.items)
    sure(desk, lay, desk.view())
    return lay


def stage(desk: Desk, items: str, look: Look) -> list[str]:
    """Put items aside, to be sent together.

    Raises:
        RulesError: With these items the lay can never be legal.
    """
    view = desk.view()
    with _holding(view):
        draft = Draft(turn_of(view), desk.draft.with_more(items, view).items)
    missing = lacks(view, draft)
    desk.draft = draft
    return [*_staged(desk, missing), *desk.own_hand(look)]


def undo(desk: Desk, look: Look) -> list[str]:
    """Take back what was staged last; what was sent has happened."""
    if not desk.draft.items:
        return [prompts.NO_UNDO]
    desk.draft = desk.draft.minus()
    if not desk.draft.items:
        return [prompts.UNDONE, *desk.own_hand(look)]
    return [prompts.UNDONE, *_staged(desk, lacks(desk.view(), desk.draft)), *desk.own_hand(look)]


def announced(action: Action, view: SeatView) -> Action:
    """Say the count that a discard leaves, where one is due."""
    if not isinstance(action, Discard) or action.count is not None:
        return action
    return replace(action, count=_due(view))


def _staged(desk: Desk, missing: RulesError | None) -> list[str]:
    lay, view = Lay(desk.draft.items), desk.view()
    items = format_action(lay).removeprefix("lay ")
    lines = [prompts.staged(items, None if missing else points_of(lay, view))]
    if missing:
        lines.append(prompts.still(errors.refusal(missing, desk.names())))
    return lines


def _spelled(desk: Desk, notation: str, view: SeatView) -> str:
    """The notation with players by their seats, and with the jokers that a lone `end` or `show` means."""
    verb, *words = notation.split()
    if verb in {"end", "show"} and not words:
        jokers = sum(shown.card == JOKER for shown in view.hand)
        if not jokers:
            raise UnclearError("ends_with_jokers" if verb == "end" else "no_jokers")
        return " ".join([verb, *["JK"] * jokers])
    if verb == "challenge" and (words[-1:] or ["-"])[0].lower() not in {"overcall", "lay"}:
        raise UnclearError("which_challenge")
    if verb == "challenge":
        return f"challenge {_seat(desk, words[:-1])} {words[-1]}"
    return f"allow {_seat(desk, words)}" if verb == "allow" and words else notation


def _seat(desk: Desk, words: list[str]) -> str:
    """A player by name, as much of it as tells him apart, or by seat as p3."""
    text = " ".join(words).casefold()
    called = {seat_name(seat): name.casefold() for seat, name in desk.talk(Look()).names.items()}
    if text in called:
        return text
    exact = [seat for seat, name in called.items() if name == text]
    found = exact or [seat for seat, name in called.items() if text and name.startswith(text)]
    if len(found) != 1:
        raise UnclearError("no_such_player", " ".join(words) or "-")
    return found[0]


@contextmanager
def _holding(view: SeatView) -> Iterator[None]:
    """Say of a card that is missing what is the matter: not drawn yet, not held, or not so often."""
    try:
        yield
    except NotHeldError as error:
        if waits_for_me(view) and view.phase is ViewPhase.DRAW:
            raise MustDrawFirstError from error
        held = sum(shown.card == error.card for shown in view.hand)
        raise UnclearError(f"not_held_{min(held, 2)}", str(error.card)) from error


def _pick(desk: Desk, place: str, asked: Moment) -> PickSeat:
    seats = desk.now.status.seats if desk.now else 0
    if asked.ask is not Ask.PICK or not (place.isdecimal() and 1 <= int(place) <= seats):
        raise UnclearError("no_such_seat", place)
    return PickSeat(int(place))


# --- what should be typed twice ---------------------------------------------------------------------------------------


def sure(desk: Desk, action: Action, view: SeatView) -> Action:
    """Let nothing out that is illegal, nor what is legal and costs points until it is typed a second time.

    Raises:
        UnclearError: It should be typed again.
        RulesError: It is not legal.
    """
    check_view(view, action)
    warning = _warning(desk, action, view)
    if warning is None:
        return action
    if desk.insists != (insists := (turn_of(view), action)):
        desk.insists = insists
        raise warning
    return action


def _warning(desk: Desk, action: Action, view: SeatView) -> UnclearError | None:
    due = _due(view)
    if isinstance(action, Discard) and due is not None and action.count != due:
        return UnclearError("count_due", str(due))
    if view.variant.penalties == "enforce" or not isinstance(action, Lay | Call):
        return None
    strict = replace(view, variant=replace(view.variant, penalties="enforce"))
    try:
        check_view(strict, action)
    except RulesError as error:
        why = errors.refusal(error, desk.names())
        return (
            UnclearError("false_lay", why)
            if isinstance(action, Lay)
            else UnclearError("overcall", str(view.variant.max_calls))
        )
    return None


def _due(view: SeatView) -> int | None:
    """The count that must be announced with a discard, if one must."""
    left = len(view.hand) - 1
    return left if left >= 1 and count_is_due(view.variant, left) else None
