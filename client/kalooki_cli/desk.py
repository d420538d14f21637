"""What lies before a person: the newest update, the hand as last shown, what is staged. It answers in lines."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kalooki.cards import Card, SeatNumber
from kalooki.rules import events as happened
from kalooki.rules.actions import Action, Shown
from kalooki.rules.game import Result
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.seat import TableStatus, Update
from kalooki_cli import advice, render, rulecard
from kalooki_cli.advice import Advise
from kalooki_cli.awaited import answers_calls, dealt, may_act, may_call, may_cut, may_show, turn_of, waits_for_me
from kalooki_cli.chatter import Chatter
from kalooki_cli.draft import Draft
from kalooki_cli.look import Look
from kalooki_cli.messages import clock, events, help, prompts, table, turns, windows  # noqa: A004 - the word that is typed
from kalooki_cli.messages.proposals import proposals
from kalooki_cli.messages.standstill import standstill
from kalooki_cli.messages.talk import Talk
from kalooki_cli.moment import Ask, Moment, is_founder, own
from kalooki_cli.typed import UnclearError

TIMED = frozenset({Ask.ANSWER, Ask.REARRANGE, Ask.OFFER, Ask.BLITZ, Ask.BUY_IN, Ask.DRAW, Ask.PLAY})
"""Questions that say by themselves how long there is to answer; of calls and challenges the rule card knows."""

LOG_LINES = 200
SHOWN_LOG = 16


@dataclass(slots=True)
class Desk:
    """One person's side of the table."""

    advise: Advise
    announces: bool = True
    passes: bool = False
    """Every discard that may be called is let pass without a question."""
    agreed: bool = False
    """The rules were accepted before; they need not be shown again to who is to be ready."""
    begins: bool = False
    """The game begins by itself once all seats are taken: nobody has to type it."""
    now: Update | None = None
    order: render.Order = "suit"
    hand: Sequence[Shown] = ()
    """As it was last shown: card numbers count these."""
    draft: Draft = field(default_factory=Draft)
    insists: tuple[tuple[int, int, int], Action] | None = None
    """The turn and the action of which one was warned."""
    drawn: tuple[int, int, int] | None = None
    """The turn at whose beginning the table was shown, while others could still call."""
    elapsed: Callable[[], int] = lambda: 0
    """How many milliseconds ago the newest update came."""
    chatter: Chatter = field(default_factory=Chatter)
    sheet: tuple[Result, ...] = ()
    """The score sheet of the game so far."""
    log: deque[str] = field(default_factory=lambda: deque(maxlen=LOG_LINES))

    # --- what comes from the table ---

    def receive(self, new: Update, look: Look) -> list[str]:
        """Take the newest update and say what it brings."""
        old, self.now = self.now, new
        self.sheet = self.sheet if new.sheet is None else new.sheet
        lines = table.news(old.status if old else None, new.status)
        talk = self.talk(look)
        gained = _gained(old.view if old else None, new)
        for one in new.events:
            if isinstance(one, happened.Passed | happened.DrawStands) and (one.seat != talk.me or self.passes):
                continue  # of those who only wait nothing need be said
            lines += events.event(one, talk, gained)
        if gained and not any(isinstance(one, happened.Drew | happened.Took) for one in new.events):
            lines.append(prompts.drawn(talk.look.cards(gained)))
        lines += self._drop_draft(new.view)
        self.log.extend(lines)
        return [*lines, *self.chatter.take(new.said, new.status)]  # what people say has a place of its own

    def _drop_draft(self, view: SeatView | None) -> list[str]:
        """What is staged is for one turn; what was laid of it needs no word."""
        if not self.draft.items:
            return []
        held = {shown.slot for shown in view.hand} if view else set()
        if view is not None and self.draft.turn == turn_of(view) and self.draft.slots <= held:
            return []
        lost = self.draft.slots <= held
        self.draft = Draft()
        return [prompts.STAGED_GONE] if lost else []

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
        return Talk(names, view.seat if view else None, look, unit, contracts=bool(variant and variant.contracts))

    @property
    def is_sent_away(self) -> bool:
        """Whether one has no seat at a table that has not begun, and will not have one again."""
        me = None if self.now is None else own(self.now.status)
        return me is not None and me.gone and self.now is not None and self.now.status.phase == "lobby"

    # --- what is asked ---

    def question(self, asked: Moment, look: Look) -> list[str]:
        """Show what is needed to answer, and how long there is."""
        timed = self.now is not None and asked.ask in TIMED
        return [*self._question(asked, look), *(windows.time_to_answer(self.now.status) if self.now and timed else [])]

    def _question(self, asked: Moment, look: Look) -> list[str]:  # noqa: C901, PLR0911, PLR0912 - a line per kind
        if self.now is None:
            return []
        status, view = self.now.status, self.now.view
        match asked.ask:
            case Ask.NOTHING:
                return []
            case Ask.READY if asked.number:
                return self.score(look)
            case Ask.READY if self.agreed:
                return self.lobby(status)
            case Ask.READY:
                return [*self.card(look), "", *self.lobby(status), prompts.AGREE]
            case Ask.BEGIN:
                return self.lobby(status)
            case Ask.PICK:
                return prompts.pick(status.seats)
            case Ask.OVER:
                return [*self.score(look), *prompts.transcript(status.transcript)]
            case Ask.DRAW | Ask.OPEN:
                return self._turn_begins(look)
            case Ask.PLAY | Ask.CALL | Ask.BUY | Ask.REARRANGE:
                return [*self.own_hand(look), *self.may(look)]
            case Ask.ANSWER | Ask.DOUBT | Ask.OFFER:
                return self.may(look)
            case Ask.CUT | Ask.SHOW | Ask.BLITZ:
                return ["", *self.screen(look)]
            case Ask.BUY_IN:
                return [*self.score(look), *(self.may(look) if view else [])]

    def _turn_begins(self, look: Look) -> list[str]:
        """The whole table; but not again when the calls are over for which it was shown."""
        view = self.view()
        shown, self.drawn = self.drawn == turn_of(view), turn_of(view) if view.window is not None else None
        return self.may(look) if shown else ["", *self.screen(look)]

    def screen(self, look: Look) -> list[str]:
        """Draw the whole table and what one may do; before the first deal, the lobby."""
        if self.now is None:
            return []
        status, view = self.now.status, self.now.view
        if view is None:
            return self.lobby(status)
        self.hand = render.arrange(view.hand, self.order, view.variant)
        return [*render.screen(view, self.talk(look), self.hand, self.draft.slots), *self.may(look)]

    def lobby(self, status: TableStatus) -> list[str]:
        """Say who is here before the game, and what comes next."""
        return table.lobby(status, founder=is_founder(status), by_itself=self.begins)

    def may(self, look: Look) -> list[str]:
        """Say what one may do now, and what it costs."""
        return _options(self.view(), self.talk(look))

    def own_hand(self, look: Look) -> list[str]:
        """Draw the hand; its numbers count from now on."""
        view = self.view()
        self.hand = render.arrange(view.hand, self.order, view.variant)
        return render.own_hand(view, self.talk(look), self.hand, self.draft.slots)

    def score(self, look: Look) -> list[str]:
        """Draw the score sheet."""
        view = self.now.view if self.now else None
        return render.score_sheet(view, self.talk(look)) if view else []

    def view(self) -> SeatView:
        """The newest view.

        Raises:
            UnclearError: No deal has begun.
        """
        if self.now is None or self.now.view is None:
            raise UnclearError("no_deal")
        return self.now.view

    # --- on request ---

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

    def passing(self, words: Sequence[str]) -> list[str]:
        """Let the client let discards pass, or not."""
        if words[0] not in {"always", "ask"}:
            return [prompts.PASSINGS]
        self.passes = words[0] == "always"
        return [prompts.PASSING_ON if self.passes else prompts.PASSING_OFF]

    def rules(self, look: Look) -> list[str]:
        """Show everything that this table has agreed on."""
        variant = self.now.status.variant if self.now else None
        if variant is None:
            return [prompts.NO_RULES]
        assert self.now is not None, "rules come with it"
        agreed = clock.agreed(self.now.status.clock)
        return rulecard.facts(variant, look.width) + rulecard.details(variant, look.width) + agreed

    def card(self, look: Look) -> list[str]:
        """Show the rule card of this table, what one must know to sit down, and its house rules."""
        variant = self.now.status.variant if self.now else None
        if self.now is None or variant is None:
            return [prompts.NO_RULES]
        return [*rulecard.summary(variant, look.width), *clock.agreed(self.now.status.clock)]

    def keys(self, look: Look) -> list[str]:
        """Say what can be typed, at the table or before the first deal."""
        view = self.now.view if self.now else None
        return help.help_lines(look.width, view.variant if view else None)

    def status(self, look: Look) -> list[str]:
        """Say who is here and what is being waited for."""
        if self.now is None:
            return []
        status, view = self.now.status, self.now.view
        waiting = turns.waiting_for(view, self.talk(look)) if view and not waits_for_me(view) else ""
        if held_up := table.held_up(status, unopened=bool(view and view.unopened)):
            waiting = "" if table.working(status) else held_up
        return [
            *table.people(status),
            *standstill(None, status, table.names(status)),
            *proposals(None, status, table.names(status)),
            *table.working(status),
            *([waiting] if waiting else []),
            *clock.standing(status, self._awaited(), self.elapsed()),
            *([prompts.PASSING_ON] if self.passes else []),
            *prompts.transcript(status.transcript),
        ]

    def _awaited(self) -> str:
        """The name of the first for whom the table waits."""
        assert self.now is not None, "asked for only where there is a table"
        called, waiting = table.names(self.now.status), self.now.status.waiting_for
        return called.get(waiting[0], "?") if waiting else ""

    def newest(self) -> list[str]:
        """Repeat the newest lines of the log."""
        return list(self.log)[-SHOWN_LOG:]


def _options(view: SeatView, talk: Talk) -> list[str]:  # noqa: C901, PLR0911 - one line per kind
    """What the reader of a view may do now."""
    if not may_act(view):
        return [turns.waiting_for(view, talk)]
    in_turn = view.turn == view.seat
    match view.phase:
        case ViewPhase.DRAW if not in_turn:
            cuts = windows.may_cut(view) if may_cut(view) else []
            return [turns.waiting_for(view, talk), *cuts, *_shows(view, talk)]
        case ViewPhase.DRAW:
            return [*turns.may_draw(view, talk, take=advice.may_take(view)), *_shows(view, talk)]
        case ViewPhase.CUT if in_turn:
            return windows.offered_cut(view, talk)
        case ViewPhase.BLITZ if in_turn:
            return windows.after_blitz(view, talk)
        case ViewPhase.PLAY if in_turn:
            return turns.may_play(view, talk, advice.fits(view, talk.look))
        case ViewPhase.CALL | ViewPhase.BUY:
            return _calls(view, talk)
        case ViewPhase.CHALLENGE if view.rearranging and in_turn:
            return windows.may_rearrange(view, talk)
        case ViewPhase.CHALLENGE if waits_for_me(view):
            return windows.may_doubt(view, talk)
        case ViewPhase.BUY_IN:
            return turns.may_buy(view, talk)
        case _:
            return [turns.waiting_for(view, talk)]


def _shows(view: SeatView, talk: Talk) -> list[str]:
    return windows.pays_to_show(view, talk) if may_show(view) else []


def _calls(view: SeatView, talk: Talk) -> list[str]:
    """What the reader may do while calls are open, or wait for their answer."""
    if answers_calls(view):
        return windows.callers(view, talk)
    if view.turn == view.seat and view.has_drawn:
        return turns.may_play(view, talk)
    if view.turn == view.seat:
        return windows.still_open(view, talk, take=advice.may_take(view))
    cuts = windows.may_cut(view) if may_cut(view) else []
    if may_call(view):
        return [*windows.may_call(view, talk), *cuts]
    return [turns.waiting_for(view, talk), *cuts]


def _gained(old: SeatView | None, new: Update) -> tuple[Card, ...]:
    """One's own cards that came since the last view of the same deal, but for those that an event names."""
    view = new.view
    if old is None or view is None or not old.hand or dealt(old) is None or dealt(old) != dealt(view):
        return ()
    before = {shown.slot for shown in old.hand}
    came = [shown.card for shown in view.hand if shown.slot not in before]
    for one in new.events:
        if isinstance(one, happened.TookBack) and one.seat == view.seat:
            return ()
        if isinstance(one, happened.CallGranted) and one.seat == view.seat and one.card in came:
            came.remove(one.card)
    return tuple(came)
