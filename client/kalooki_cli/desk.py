"""What lies before a person: the newest update, the hand as last shown, what is staged. It answers in lines."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice

from kalooki.cards import Card, SeatNumber
from kalooki.rules import events as happened
from kalooki.rules import play
from kalooki.rules.actions import Action, Discard, Lay, PickSeat, Shown, Take
from kalooki.rules.errors import MustDrawFirstError, NotHeldError, RulesError
from kalooki.rules.legal import check_view, deal_of, legal_actions
from kalooki.rules.notation import format_action, parse_move
from kalooki.rules.play import count_is_due
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.seat import Update
from kalooki_cli import render, rulecard
from kalooki_cli.draft import Draft, lacks
from kalooki_cli.look import Look
from kalooki_cli.messages import errors, events, prompts, table
from kalooki_cli.messages.talk import Talk
from kalooki_cli.moment import Ask, Moment, is_founder
from kalooki_cli.typed import UnclearError, with_key

Advise = Callable[[SeatView], Action | None]
"""What a bot would do with this view."""

LOG_LINES = 200
SHOWN_MOVES = 24
SHOWN_LOG = 16


@dataclass(slots=True)
class Desk:
    """One person's side of the table."""

    advise: Advise
    announces: bool = True
    now: Update | None = None
    order: render.Order = "suit"
    hand: Sequence[Shown] = ()
    """As it was last shown: card numbers count these."""
    draft: Draft = field(default_factory=Draft)
    insists: tuple[int, Discard] | None = None
    """The turn and the discard of which one was warned."""
    log: deque[str] = field(default_factory=lambda: deque(maxlen=LOG_LINES))

    # --- what comes from the table ---

    def receive(self, new: Update, look: Look) -> list[str]:
        """Take the newest update and say what it brings."""
        old, self.now = self.now, new
        lines = table.news(old.status if old else None, new.status)
        talk = self.talk(look)
        gained = _gained(old.view if old else None, new.view)
        for one in new.events:
            lines += events.event(one, talk, gained)
        if gained and not any(isinstance(one, happened.Drew | happened.Took) for one in new.events):
            lines.append(prompts.drawn(talk.look.cards(gained)))
        if self.draft.items and self.draft.move != new.status.move:
            self.draft = Draft()
            lines.append(prompts.STAGED_GONE)
        self.log.extend(lines)
        return lines

    def names(self) -> dict[int, str]:
        """Everybody's name by seat."""
        if self.now is None:
            return {}
        called = table.names(self.now.status)
        return {one.seat: called[one.player] for one in self.now.status.players if one.seat is not None}

    def talk(self, look: Look) -> Talk:
        """How to speak to this person."""
        view = self.now.view if self.now else None
        variant = self.now.status.variant if self.now else None
        unit = variant.stake_unit if variant else ""
        names = {SeatNumber(seat): name for seat, name in self.names().items()}
        return Talk(names, view.seat if view else None, look, unit)

    # --- what is asked ---

    def question(self, asked: Moment, look: Look) -> list[str]:  # noqa: C901, PLR0911 - one line per kind
        """Show what is needed to answer."""
        if self.now is None:
            return []
        status, view, talk = self.now.status, self.now.view, self.talk(look)
        match asked.ask:
            case Ask.NOTHING:
                return []
            case Ask.READY if asked.number:
                return self.score(look)
            case Ask.READY:
                return [*self.card(look), "", *table.lobby(status, founder=is_founder(status)), prompts.AGREE]
            case Ask.BEGIN:
                return table.lobby(status, founder=is_founder(status))
            case Ask.PICK:
                return prompts.pick(status.seats)
            case Ask.OVER:
                return [*self.score(look), *prompts.transcript(status.transcript)]
            case Ask.DRAW:
                return ["", *self.screen(look)]
            case Ask.PLAY:
                return [*self.own_hand(look), *(_may(view, talk) if view else [])]
            case Ask.BUY_IN:
                return [*self.score(look), *(_may(view, talk) if view else [])]

    def screen(self, look: Look) -> list[str]:
        """Draw the whole table and what one may do; before the first deal, the lobby."""
        if self.now is None:
            return []
        status, view, talk = self.now.status, self.now.view, self.talk(look)
        if view is None:
            return table.lobby(status, founder=is_founder(status))
        self.hand = render.arrange(view.hand, self.order, view.variant)
        return [*render.screen(view, talk, self.hand, self.draft.slots), *_may(view, talk)]

    def own_hand(self, look: Look) -> list[str]:
        """Draw the hand; its numbers count from now on."""
        view = self.view()
        self.hand = render.arrange(view.hand, self.order, view.variant)
        return render.own_hand(view, self.talk(look), self.hand, self.draft.slots)

    def score(self, look: Look) -> list[str]:
        """Draw the score sheet."""
        view = self.now.view if self.now else None
        return render.score_sheet(view, self.talk(look)) if view else []

    # --- moves ---

    def view(self) -> SeatView:
        """The newest view.

        Raises:
            UnclearError: No deal has begun.
        """
        if self.now is None or self.now.view is None:
            raise UnclearError("no_deal")
        return self.now.view

    def move(self, notation: str, asked: Moment) -> Action:
        """Make an action of a move, legal as far as one can see from here.

        Raises:
            UnclearError: There is no such seat, or no deal yet.
            RulesError: It is not in the notation, or not legal.
        """
        if notation.startswith("seat "):
            return self._pick(notation.split()[1], asked)
        view = self.view()
        with self._holding(view):
            action = parse_move(notation, view)
            if isinstance(action, Lay):
                action = self.draft.with_more(notation.removeprefix("lay "), view)
        if self.announces:
            action = _announced(action, view)
        check_view(view, action)
        self._warn_of_count(action, view)
        return action

    @contextmanager
    def _holding(self, view: SeatView) -> Iterator[None]:
        """Say of a card that is missing what is the matter: not drawn yet, not held, or not so often."""
        try:
            yield
        except NotHeldError as error:
            if render.waits_for_me(view) and view.phase is ViewPhase.DRAW:
                raise MustDrawFirstError from error
            held = sum(shown.card == error.card for shown in view.hand)
            raise UnclearError(f"not_held_{min(held, 2)}", str(error.card)) from error

    def _warn_of_count(self, action: Action, view: SeatView) -> None:
        """A count that is due and wrong or missing bars from going out: only who insists sends it.

        Raises:
            UnclearError: It has not been typed a second time.
        """
        if not isinstance(action, Discard) or action.count == (due := _due(view)) or due is None:
            return
        if self.insists != (insists := (view.turn_number, action)):
            self.insists = insists
            raise UnclearError("count_due", str(due))

    def _pick(self, place: str, asked: Moment) -> PickSeat:
        seats = self.now.status.seats if self.now else 0
        if asked.ask is not Ask.PICK or not (place.isdecimal() and 1 <= int(place) <= seats):
            raise UnclearError("no_such_seat", place)
        return PickSeat(int(place))

    def stage(self, items: str, look: Look) -> list[str]:
        """Put items aside, to be sent together.

        Raises:
            RulesError: With these items the lay can never be legal.
        """
        view = self.view()
        assert self.now is not None, "there is a view"
        with self._holding(view):
            draft = Draft(self.now.status.move, self.draft.with_more(items, view).items)
        missing = lacks(view, draft)
        self.draft = draft
        return [*self._staged(missing), *self.own_hand(look)]

    def _staged(self, missing: RulesError | None) -> list[str]:
        items = format_action(Lay(self.draft.items)).removeprefix("lay ")
        lines = [prompts.staged(items, None if missing else _worth(Lay(self.draft.items), self.view()))]
        if missing:
            lines.append(prompts.still(errors.refusal(missing, self.names())))
        return lines

    def staged_lay(self) -> Lay:
        """What is staged, to be sent.

        Raises:
            UnclearError: Nothing is.
            RulesError: It is not legal yet.
        """
        if not self.draft.items:
            raise UnclearError("nothing_staged")
        lay = Lay(self.draft.items)
        check_view(self.view(), lay)
        return lay

    def undo(self, look: Look) -> list[str]:
        """Take back what was staged last; what was sent has happened."""
        if not self.draft.items:
            return [prompts.NO_UNDO]
        self.draft = self.draft.minus()
        if not self.draft.items:
            return [prompts.UNDONE, *self.own_hand(look)]
        return [prompts.UNDONE, *self._staged(lacks(self.view(), self.draft)), *self.own_hand(look)]

    # --- on request ---

    def hint(self) -> list[str]:
        """Advise a move, in words that can be typed."""
        view = self.view()
        advice = self.advise(view) if render.waits_for_me(view) else None
        if advice is None:
            return [prompts.NO_HINT]
        worth = _worth(advice, view) if isinstance(advice, Lay) else 0
        return [prompts.why(advice, view, worth), prompts.hint(with_key(format_action(_announced(advice, view))))]

    def legal(self) -> list[str]:
        """List what is legal now."""
        view = self.view()
        if not render.waits_for_me(view):
            return [prompts.NO_HINT]
        found = [_priced(action, view) for action in islice(legal_actions(view), SHOWN_MOVES + 1)]
        more = [prompts.MORE] if len(found) > SHOWN_MOVES else []
        return [prompts.LEGAL, *(f"  {text}" for text in found[:SHOWN_MOVES]), *more]

    def sort(self, words: Sequence[str], look: Look) -> list[str]:
        """Change the order of the hand."""
        turn: dict[str, render.Order] = {"suit": "rank", "rank": "drawn", "drawn": "suit"}
        wanted = words[0] if words else turn[self.order]
        if wanted not in turn:
            return [prompts.SORTS]
        self.order = next(order for order in turn.values() if order == wanted)
        return self.own_hand(look)

    def auto(self, words: Sequence[str]) -> list[str]:
        """Let the client announce counts, or not."""
        if words and words[0] not in {"on", "off"}:
            return [prompts.AUTOS]
        if words:
            self.announces = words[0] == "on"
        return [prompts.AUTO_ON if self.announces else prompts.AUTO_OFF]

    def rules(self, look: Look) -> list[str]:
        """Show everything that this table has agreed on."""
        variant = self.now.status.variant if self.now else None
        if variant is None:
            return [prompts.NO_RULES]
        return rulecard.facts(variant, look.width) + rulecard.details(variant, look.width)

    def card(self, look: Look) -> list[str]:
        """Show the rule card of this table, what one must know to sit down."""
        variant = self.now.status.variant if self.now else None
        return rulecard.facts(variant, look.width) if variant else [prompts.NO_RULES]

    def keys(self, look: Look) -> list[str]:
        """Say what can be typed, at the table or before the first deal."""
        return prompts.help_lines(look.width, lobby=self.now is None or self.now.view is None)

    def status(self, look: Look) -> list[str]:
        """Say who is here and what is being waited for."""
        if self.now is None:
            return []
        status, view = self.now.status, self.now.view
        waiting = prompts.waiting_for(view, self.talk(look)) if view and not render.waits_for_me(view) else ""
        return [
            *table.people(status),
            *table.working(status),
            *([waiting] if waiting else []),
            *prompts.transcript(status.transcript),
        ]

    def newest(self) -> list[str]:
        """Repeat the newest lines of the log."""
        return list(self.log)[-SHOWN_LOG:]


def _priced(action: Action, view: SeatView) -> str:
    """Write a move, and what its new melds are worth."""
    text = format_action(action)
    return prompts.worth(text, _worth(action, view)) if isinstance(action, Lay) else text


def _worth(lay: Lay, view: SeatView) -> int:
    """Points of the new melds of a legal lay."""
    assert view.seat is not None, "a spectator lays nothing"
    _, told = play.apply(deal_of(view), view.seat, lay)
    return sum(one.points for one in told if isinstance(one, happened.LaidDown))


def _may(view: SeatView, talk: Talk) -> list[str]:
    """Say what one may do now, and what it costs."""
    if not render.waits_for_me(view):
        return [prompts.waiting_for(view, talk)]
    match view.phase:
        case ViewPhase.DRAW:
            return prompts.may_draw(view, talk, take=_may_take(view))
        case ViewPhase.PLAY:
            return prompts.may_play(view, talk)
        case _:
            return prompts.may_buy(view, talk)


def _may_take(view: SeatView) -> bool:
    try:
        check_view(view, Take())
    except RulesError:
        return False
    return True


def _announced(action: Action, view: SeatView) -> Action:
    """Say the count that a discard leaves, where one is due."""
    if not isinstance(action, Discard) or action.count is not None:
        return action
    return replace(action, count=_due(view))


def _due(view: SeatView) -> int | None:
    """The count that must be announced with a discard, if one must."""
    left = len(view.hand) - 1
    return left if left >= 1 and count_is_due(view.variant, left) else None


def _gained(old: SeatView | None, new: SeatView | None) -> tuple[Card, ...]:
    """One's own cards that came since the last view of the same deal."""
    if old is None or new is None or (old.number, old.attempt) != (new.number, new.attempt) or not old.hand:
        return ()
    before = {shown.slot for shown in old.hand}
    return tuple(shown.card for shown in new.hand if shown.slot not in before)
