"""The order of one's own hand and what is picked of it: a value that views are carried into."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kalooki.cards import Card, Joker, Natural, Rank, Slot
from kalooki.rules.actions import Shown

Key = Callable[[Shown], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards in the order in which they are held. What came since the last turn stands apart at the right."""

    cards: tuple[Shown, ...] = ()
    apart: tuple[Shown, ...] = ()
    """Cards that came in this turn; they join the others when it ends."""
    picked: tuple[Slot, ...] = ()
    """In the order in which they were picked."""
    cursor: int = 0

    @property
    def all(self) -> tuple[Shown, ...]:
        """Every card, from left to right."""
        return self.cards + self.apart

    @property
    def pointed(self) -> Shown | None:
        """The card under the cursor."""
        return self.all[self.cursor] if self.all else None

    @property
    def chosen(self) -> tuple[Shown, ...]:
        """The picked cards, from left to right."""
        return tuple(one for one in self.all if one.slot in self.picked)

    def with_cards(self, held: Sequence[Shown], *, same_turn: bool, first: Key | None = None) -> "Hand":
        """Carry the order over to the newest hand.

        Args:
            held: The cards of the newest view.
            same_turn: New cards stand apart; else all are one hand.
            first: How a hand is sorted of which nothing was held before.
        """
        now = {one.slot: one for one in held}
        kept = tuple(now[one.slot] for one in self.cards if one.slot in now)
        apart = tuple(now[one.slot] for one in self.apart if one.slot in now)
        known = {one.slot for one in (*kept, *apart)}
        new = tuple(one for one in held if one.slot not in known)
        if not known:
            dealt = tuple(sorted(new, key=first)) if first else new
            return Hand(dealt, (), (), 0)
        if same_turn:
            apart += new
        else:
            kept, apart = _inserted(kept, (*apart, *new), first), ()
        picked = tuple(slot for slot in self.picked if slot in now)
        after = Hand(kept, apart, picked, 0)
        if same_turn and new:
            return replace(after, cursor=len(after.all) - len(new))
        pointed = self.pointed
        at = next((at for at, one in enumerate(after.all) if pointed and one.slot == pointed.slot), None)
        return replace(after, cursor=at if at is not None else min(self.cursor, max(len(after.all) - 1, 0)))

    def step(self, by: int) -> "Hand":
        """Move the cursor; it goes round."""
        return replace(self, cursor=(self.cursor + by) % len(self.all)) if self.all else self

    def at(self, place: int) -> "Hand":
        """Put the cursor somewhere."""
        return replace(self, cursor=place) if 0 <= place < len(self.all) else self

    def toggle(self, slot: Slot) -> "Hand":
        """Pick a card, or put it back."""
        if slot in self.picked:
            return replace(self, picked=tuple(one for one in self.picked if one != slot))
        return replace(self, picked=(*self.picked, slot))

    def pick(self, slots: Iterable[Slot]) -> "Hand":
        """Pick exactly these."""
        held = {one.slot for one in self.all}
        return replace(self, picked=tuple(slot for slot in slots if slot in held))

    def pick_face(self, fits: Callable[[Card], bool]) -> "Hand":
        """Pick one more card of a kind; when all of them are picked, put all of them back."""
        some = [(at, one) for at, one in enumerate(self.all) if fits(one.card)]
        fresh = next(((at, one) for at, one in some if one.slot not in self.picked), None)
        if fresh is None:
            back = {one.slot for _, one in some}
            return replace(self, picked=tuple(slot for slot in self.picked if slot not in back))
        at, one = fresh
        return replace(self, picked=(*self.picked, one.slot), cursor=at)

    def shift(self, by: int) -> "Hand":
        """Move the pointed card by one place; a card that stood apart joins the others so."""
        cards = list(self.all)
        to = self.cursor + by
        if not (0 <= to < len(cards)):
            return self
        cards[self.cursor], cards[to] = cards[to], cards[self.cursor]
        apart = len(self.apart)
        if apart and min(self.cursor, to) < len(self.cards) <= max(self.cursor, to):
            apart -= 1  # it was moved in among the others
        edge = len(cards) - apart
        return replace(self, cards=tuple(cards[:edge]), apart=tuple(cards[edge:]), cursor=to)

    def move(self, slot: Slot, to: int) -> "Hand":
        """Put a card at a place, as a mouse does."""
        cards = list(self.all)
        at = next((at for at, one in enumerate(cards) if one.slot == slot), None)
        if at is None or not 0 <= to < len(cards):
            return self
        cards.insert(to, cards.pop(at))
        apart = {one.slot for one in self.apart} - {slot}
        tail = 0
        while tail < len(cards) and cards[len(cards) - 1 - tail].slot in apart:
            tail += 1
        edge = len(cards) - tail
        return replace(self, cards=tuple(cards[:edge]), apart=tuple(cards[edge:]), cursor=to)

    def sorted_by(self, key: Key) -> "Hand":
        """Sort all of it; nothing stands apart then."""
        pointed = self.pointed
        cards = tuple(sorted(self.all, key=key))
        at = next((at for at, one in enumerate(cards) if pointed and one.slot == pointed.slot), 0)
        return replace(self, cards=cards, apart=(), cursor=at)

    def arranged(self, groups: Sequence[Sequence[Slot]], key: Key) -> "Hand":
        """Cards that belong together come first, group by group; the rest is sorted."""
        place = {slot: at for at, slot in enumerate(slot for group in groups for slot in group)}
        last = len(place)
        return self.sorted_by(lambda one: (place.get(one.slot, last), *key(one)))


def _inserted(cards: tuple[Shown, ...], new: Sequence[Shown], key: Key | None) -> tuple[Shown, ...]:
    """In a sorted hand a new card goes where it belongs; one that was ordered by hand gets it at the end."""
    if key is None or any(key(one) > key(other) for one, other in pairwise(cards)):
        return (*cards, *new)
    return tuple(sorted((*cards, *new), key=key))


def same_rank(rank: Rank) -> Callable[[Card], bool]:
    """Whether a card has this rank."""
    return lambda card: isinstance(card, Natural) and card.rank is rank


def is_joker(card: Card) -> bool:
    """Whether a card is wild."""
    return isinstance(card, Joker)
