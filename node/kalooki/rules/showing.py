"""Dealt cards that are shown for money before the first draw: three jokers, or four identical pairs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from kalooki.cards import JOKER, Card, SeatNumber
from kalooki.rules.actions import WORDS, Show, Shown
from kalooki.rules.bench import hold_to_public_face
from kalooki.rules.deal import Deal, InTurn, phase_word
from kalooki.rules.errors import (
    AlreadyShownError,
    NothingToShowForError,
    NotInThisVariantError,
    NotNowError,
    TooLateToShowError,
    UsedTwiceError,
)
from kalooki.rules.events import Showed
from kalooki.rules.purse import collect
from kalooki.rules.stock import Outcome
from kalooki.rules.variant import Variant

JOKERS = 3
"""So many jokers, or more, are paid for."""

PAIRS = 4
"""So many pairs of cards with the same face are."""


def may_show(deal: Deal) -> bool:
    """Whether cards may still be shown."""
    first = deal.turn.number == 0 and not deal.turn.has_drawn and isinstance(deal.phase, InTurn)
    return deal.variant.show_price > 0 and first


def check_show(deal: Deal, seat: SeatNumber, action: Show) -> None:
    """Say whether these cards may be shown.

    Raises:
        IllegalActionError: They may not, and why.
    """
    if deal.variant.show_price == 0:
        raise NotInThisVariantError(WORDS[Show])
    if not isinstance(deal.phase, InTurn):
        raise NotNowError(phase_word(deal))
    if not may_show(deal):
        raise TooLateToShowError
    for at, shown in enumerate(action.cards):
        hold_to_public_face(deal, seat, shown.slot, shown.card)
        if shown.slot in {other.slot for other in action.cards[:at]}:
            raise UsedTwiceError(shown.slot, shown.card)
    what = combination(deal.variant, tuple(shown.card for shown in action.cards))
    if what is None:
        raise NothingToShowForError
    if (seat, what) in deal.shown:
        raise AlreadyShownError


def combination(variant: Variant, cards: tuple[Card, ...]) -> str | None:
    """What these cards are paid for as."""
    if len(cards) >= JOKERS and set(cards) == {JOKER}:
        return "jokers"
    pairs = Counter(cards)
    if variant.sa_four_pairs and len(pairs) == PAIRS and set(pairs.values()) == {2} and JOKER not in pairs:
        return "pairs"
    return None


def shows(hand: tuple[Shown, ...], variant: Variant) -> Iterator[tuple[Shown, ...]]:
    """What of a hand would be paid for: all its jokers, and each four pairs."""
    jokers = tuple(shown for shown in hand if shown.card == JOKER)
    if variant.show_price and len(jokers) >= JOKERS:
        yield jokers
    if variant.sa_four_pairs:
        by_face: dict[Card, list[Shown]] = {}
        for shown in hand:
            by_face.setdefault(shown.card, []).append(shown)
        pairs = [held[:2] for face, held in by_face.items() if face != JOKER and len(held) > 1]
        yield from (tuple(shown for pair in chosen for shown in pair) for chosen in combinations(pairs, PAIRS))


def show(deal: Deal, seat: SeatNumber, action: Show) -> Outcome:
    """Each of the others pays, and all know these cards from then on."""
    cards = tuple(shown.card for shown in action.cards)
    what = combination(deal.variant, cards)
    assert what is not None
    after = replace(
        deal,
        faces={**deal.faces, **{shown.slot: shown.card for shown in action.cards}},
        shown=tuple(sorted((*deal.shown, (seat, what)))),
    )
    return collect(after, seat), (Showed(seat, cards, deal.variant.show_price),)
