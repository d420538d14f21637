"""A table in memory: one person's Seat on an open deck, the others played by a simple rule. No network, no clock."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import Action, Challenge, Discard, Lay, PickSeat, Shown, Take
from kalooki.rules.cutting import may_cut
from kalooki.rules.errors import RulesError
from kalooki.rules.events import DealVoided, Event
from kalooki.rules.game import (
    GameOver,
    NeedsAction,
    NeedsDeal,
    NeedsDecision,
    NeedsHands,
    NeedsOffset,
    NeedsStock,
    NeedsUpcard,
    Step,
    apply,
    begin_deal,
    cut,
    new_game,
    open_hand,
    pending,
    restock,
    turn_up,
)
from kalooki.rules.legal import legal_actions
from kalooki.rules.open_deck import OpenDeck
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import SeatView, view
from kalooki.seat import Checked, Fault, Outcome, PlayerStatus, Said, TableStatus, Update
from support.contract_presets import game_named

NAMES = ("Ann", "Bea", "Cid", "Dot")
ME = SeatNumber(0)
DONE = Outcome("", "")


def simple(view: SeatView) -> Action:
    """Lay whatever can be laid first, take and doubt nothing, discard what costs most."""
    actions = [action for action in legal_actions(view) if not isinstance(action, Take | Challenge)]
    for action in actions:
        if isinstance(action, Lay):
            return action
    discards = [action for action in actions if isinstance(action, Discard)]
    if discards:
        return max(discards, key=lambda one: (view.variant.hand_value(one.shown.card), one.count or 0))
    return actions[0]


class OpenTable:
    """A seat at it, as a client sees one."""

    def __init__(  # noqa: PLR0913 - each is a whim of one test
        self,
        seed: bytes = b"a table",
        *,
        names: Sequence[str] = NAMES,
        phase: str = "playing",
        others: Callable[[SeatView], Action] = simple,
        house: Mapping[str, OptionValue] = MappingProxyType({}),
        variant: str = "british",
        asked_first: bool = False,
        number: int = 1,
        limit_ms: int = 0,
        agreeing: bool = False,
        adjourned: int = 0,
        checked: Checked | None = None,
    ) -> None:
        self._names = tuple(names)
        self.parting = DONE
        self.wishes: list[str] = []
        self.proposed: list[tuple[str, int | None, bool]] = []
        self.bots_wanted: list[str] = []
        self._adjourned = adjourned
        self.checked = checked
        """What the table says that its node has checked."""
        self._agreeing = agreeing
        """All the others want to stop for today as soon as the person does."""
        self.game = replace(new_game(game_named(variant, house), len(names)), number=number)
        self._deck = OpenDeck(seed)
        self._others = others
        self._inbox: asyncio.Queue[Update | None] = asyncio.Queue()
        self._move = 1
        self._phase = phase
        self._asked_first = asked_first
        """Where several are awaited, or the dealer may cut, the person is asked before the others play."""
        self._limit_ms = limit_ms
        self._ready = False
        self._fault: Fault | None = None
        self._closed = ""
        self._view: SeatView | None = None
        self.played: list[Action] = []
        """What the person has played, in order."""
        self._publish(())

    def _publish(self, events: tuple[Event, ...], *said: Said) -> None:
        self._inbox.put_nowait(Update(self.status(), self._view, events, said, self.game.history))

    def hear(self, player: int, text: str) -> None:
        """Let somebody say something."""
        self._publish((), Said(player, text))

    def status(self) -> TableStatus:
        """What the table says of itself."""
        game = self.game
        over = bool(game.winners)
        seated = self._phase in {"playing", "over"}
        players = tuple(
            PlayerStatus(
                player=number,
                name=name,
                bot="" if number == ME else "greedy",
                node=number,
                computer="Ann",
                seat=SeatNumber(number) if seated else None,
                connected=True,
                ready=self._ready or number != ME,
            )
            for number, name in enumerate(self._names)
        )
        next_deal = game.number if self._phase == "playing" and not over else 0
        return TableStatus(
            table_id="00" * 32,
            title="Kitchen",
            variant=self.game.variant,
            phase="over" if over else self._phase,
            me=ME,
            host=0,
            players=players,
            seats=len(self._names),
            join_code="",
            open=False,
            move=self._move,
            next_deal=next_deal,
            waiting_for=(ME,) if self._phase == "pick_seat" else (),
            doing="pick_seat" if self._phase == "pick_seat" else "",
            fault=self._fault,
            closed=self._closed,
            transcript="/tmp/kitchen.kalooki",  # noqa: S108 - a text, nothing is written
            limit="answer" if self._limit_ms else "",
            limit_ms=self._limit_ms,
            adjourned=self._adjourned,
            checked=self.checked,
        )

    async def updates(self) -> AsyncIterator[Update]:
        """All that happened so far, then what happens."""
        while (update := await self._inbox.get()) is not None:
            yield update

    async def act(self, move: int, action: Action) -> Outcome:
        """Play an action, then let the others play."""
        if move != self._move:
            return Outcome("stale", "")
        if self._phase == "pick_seat" and isinstance(action, PickSeat):
            self._phase = "playing"
            self._move += 1
            self._publish(())
            return DONE
        try:
            step = apply(self.game, ME, action)
        except RulesError as error:
            return Outcome(error.code, str(error))
        self.played.append(action)
        self._take(step)
        self._go_on()
        return DONE

    async def ready(self, deal: int) -> Outcome:
        """Be ready for the seat draw, or begin a deal."""
        if self._phase == "lobby":
            self._ready = True
            self._phase = "pick_seat"
            self._publish(())
            self._ready = False
            return DONE
        if self._phase != "playing" or deal != self.game.number or not isinstance(pending(self.game), NeedsDeal):
            return Outcome("stale", "")
        self._ready = True
        self._go_on()
        return DONE

    async def begin(self) -> Outcome:
        """Nothing to begin here."""
        return Outcome("not_now", "phase=draw")

    async def leave(self) -> Outcome:
        """Leave for good, or be told why not."""
        return self.parting

    async def choose(self, wish: str) -> Outcome:
        """Say what is to become of those who are missed."""
        self.wishes.append(wish)
        return DONE

    async def propose(self, motion: str, whom: int | None = None, *, withdrawn: bool = False, bot: str = "") -> Outcome:
        """Say what all should decide."""
        self.proposed.append((motion, whom, withdrawn))
        self.bots_wanted += [bot] if bot else []
        if self._agreeing:
            self._adjourned = 1
            self._publish(())
        return DONE

    async def say(self, text: str) -> Outcome:
        """Say something, which all hear."""
        self.hear(0, text)
        return DONE

    async def close(self, reason: str) -> Outcome:
        """Close the table."""
        self._closed = reason
        self._publish(())
        self._inbox.put_nowait(None)
        return DONE

    @property
    def faces(self) -> Mapping[Slot, Card]:
        """What every slot of the deal is, which nobody at the table knows."""
        return self._deck.faces

    def void(self) -> None:
        """Let the deal that has begun not count, as if nobody had ever gone out."""
        game = self.game
        self.game = replace(game, attempt=game.attempt + 1, deal=None)
        self._view = view(self.game, ME, self._deck.faces)
        self._publish((DealVoided(game.number, game.attempt, "stock_ran_out"),))

    def accuse(self, player: int, code: str) -> None:
        """Let a player be caught."""
        self._fault = Fault(player, code, 7)
        self._closed = "fault"
        self._publish(())
        self._inbox.put_nowait(None)

    def _go_on(self) -> None:  # noqa: C901 - a case per kind
        """Supply what is nobody's choice and play for the others, until the person is asked or a deal is over."""
        while True:
            match pending(self.game):
                case NeedsDeal(start):
                    if not self._ready:
                        return
                    self._ready = False
                    self._deck.deal(start)
                    self._take(begin_deal(self.game))
                case NeedsUpcard(slot):
                    self._take(turn_up(self.game, self._deck.faces[slot]))
                case NeedsOffset(offsets):
                    self._take(cut(self.game, self._deck.offset(offsets)))
                case NeedsStock(start, slots):
                    self._deck.restock(start, slots)
                    self._take(restock(self.game, slots))
                case NeedsHands(hands):
                    seat, held = next(iter(hands.items()))
                    shown = tuple(Shown(slot, self._deck.faces[slot]) for slot in held)
                    self._take(open_hand(self.game, seat, shown))
                case NeedsAction(seats, may):
                    others = [seat for seat in seats if seat != ME]
                    if not others or (self._asked_first and (ME in seats or (ME in may and self._may_cut()))):
                        return
                    self._let_play(others[0])
                case NeedsDecision(seat):
                    if seat == ME:
                        return
                    self._let_play(seat)
                case GameOver():
                    return

    def _may_cut(self) -> bool:
        return self.game.deal is not None and may_cut(self.game.deal)

    def _let_play(self, seat: SeatNumber) -> None:
        self._take(apply(self.game, seat, self._others(view(self.game, seat, self._deck.faces))))

    def _take(self, step: Step) -> None:
        self.game, events = step
        self._move += 1
        self._view = view(self.game, ME, self._deck.faces)
        self._publish(events)
