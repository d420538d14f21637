"""What a person does with his cards before anything is sent: order, picking, staging, undo; others see none of it."""

from typing import Literal

from kalooki.cards import JOKER, Slot
from kalooki.rules.actions import Lay, NewMeld, Placed, Shown
from kalooki.rules.view import SeatView
from kalooki_cli import render
from kalooki_cli.awaited import dealt, turn_of
from kalooki_cli.board.groups import groups
from kalooki_cli.board.hand import Hand, Key
from kalooki_cli.board.targets import Target, is_whole, points_staged, released, targets
from kalooki_cli.desk import Desk
from kalooki_cli.draft import Draft

Sorting = Literal["suit", "rank", "melds", "own"]
FIRST: dict[str, Sorting] = {"suit": "suit", "rank": "rank", "melds": "melds", "drawn": "own"}
"""What the settings call each."""
AFTER: dict[Sorting, Sorting] = {"suit": "rank", "rank": "melds", "melds": "suit", "own": "suit"}


class Fingers:
    """One hand of cards, held."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.hand = Hand()
        self.sorting: Sorting = "suit"
        self._first: Sorting = "suit"
        self.targets: tuple[Target, ...] = ()
        self.choosing: int | None = None
        self.whole = False
        self.staged_points = 0
        self._deal: tuple[int, int] | None = None
        self._turn = (0, 0, 0)

    def sort_first(self, how: str) -> None:
        """Say how a new hand is sorted; what one has sorted oneself stays as it is."""
        self._first = FIRST.get(how, "suit")
        if not self.hand.all:
            self.sorting = self._first

    # --- what comes from the table ---

    def receive(self, view: SeatView | None) -> None:
        """Carry the hand over to the newest view."""
        if view is None:
            self.hand = Hand()
        else:
            deal, turn = dealt(view), turn_of(view)
            before = self.hand if deal in {None, self._deal} else Hand()
            had = bool(before.all)
            self.hand = before.with_cards(view.hand, same_turn=turn == self._turn, first=self._key(view))
            self._deal, self._turn = deal, turn
            if self.sorting == "melds" and not had and self.hand.all:
                self._arrange(view)
        self.refresh()

    def _key(self, view: SeatView) -> Key | None:
        match self.sorting:
            case "suit" | "rank":
                return render.sort_key(self.sorting, view.variant)
            case "melds":
                return render.sort_key("suit", view.variant)
            case "own":
                return None

    def refresh(self) -> None:
        """Work out anew where the picked cards could go, with the jokers that must go along."""
        now = self._desk.now
        view = now.view if now else None
        self.choosing = None
        if view is None:
            self.targets = ()
            return
        self.whole = is_whole(view, self._desk.draft)
        self.staged_points = points_staged(view, self._desk.draft)
        draft, chosen, free = self._desk.draft, self.hand.chosen, self.free_jokers(view)
        alone = targets(view, draft, chosen) if chosen else ()
        self.targets = (*targets(view, draft, (*chosen, *free)), *alone) if free else alone

    def free_jokers(self, view: SeatView) -> tuple[Shown, ...]:
        """Jokers that a staged exchange has released, and that the same lay must use."""
        return tuple(Shown(Slot(-1 - at), JOKER) for at in range(released(view, self._desk.draft)))

    # --- picking ---

    def change(self, hand: Hand) -> None:
        """Hold the cards otherwise; what is staged cannot be picked."""
        staged = self._desk.draft.slots
        kept = hand.pick(slot for slot in hand.picked if slot not in staged)
        picks_change = kept.picked != self.hand.picked
        self.hand = kept
        if picks_change or self.choosing is not None:
            self.refresh()

    def sort(self, view: SeatView) -> Sorting:
        """Sort by the next of: suit, rank, melds."""
        self.sorting = AFTER[self.sorting]
        if self.sorting == "melds":
            self._arrange(view)
        else:
            self.hand = self.hand.sorted_by(self._key(view) or render.sort_key("suit", view.variant))
        return self.sorting

    def _arrange(self, view: SeatView) -> None:
        """Put together what belongs together."""
        key = render.sort_key("suit", view.variant)
        self.hand = self.hand.arranged(groups(self.hand.all, view.variant), key)

    def shift(self, by: int) -> None:
        """Move the pointed card; from now on the order is the person's own."""
        self.hand = self.hand.shift(by)
        self.sorting = "own"

    def move(self, slot: Slot, to: int) -> None:
        """Put a card at another place; likewise."""
        self.hand = self.hand.move(slot, to)
        self.sorting = "own"

    # --- staging ---

    def stage(self, target: Target, view: SeatView) -> None:
        """Put an item aside, to be sent with what else is staged."""
        draft = self._desk.draft
        self._desk.draft = Draft(turn_of(view), (*draft.items, target.item))
        self.hand = self.hand.pick(())
        self.refresh()

    def undo(self) -> bool:
        """Take the last staged item back; its cards are picked then."""
        draft = self._desk.draft
        if not draft.items:
            return False
        last = draft.items[-1]
        self._desk.draft = draft.minus()
        self.hand = self.hand.pick(card.slot for card in last.cards if card.slot is not None)
        self.refresh()
        return True

    def as_one_meld(self, view: SeatView) -> Lay:
        """What is staged, and the picked cards as one meld more, so that the rules can say what is wrong with it."""
        cards = (*self.hand.chosen, *self.free_jokers(view))
        placed = tuple(Placed(None if one.slot < 0 else one.slot, one.card) for one in cards)
        return Lay((*self._desk.draft.items, NewMeld(placed)))
