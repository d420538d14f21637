"""What a hand counts that nobody will open, and what a seat counts for a deal without it (who leaves in mid-deal)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from kalooki.cards import Card, SeatNumber
from kalooki.rules.audience import public_faces
from kalooki.rules.events import DealScored
from kalooki.rules.game import Game
from kalooki.rules.variant import Variant


def highest_penalty(scored: DealScored) -> int:
    """What a seat counts for a deal that was dealt again without it: as much as the worst of those who played."""
    return max(line.points for line in scored.scores)


def unseen_faces(game: Game) -> tuple[Card, ...]:
    """The faces of the deal in play that nobody has seen in the open, as a list; empty where there is no deal."""
    if game.deal is None:
        return ()
    left = Counter(game.deal.deck) - Counter(public_faces(game).values())
    return tuple(left.elements())


def points_unopened(game: Game, seat: SeatNumber) -> int:
    """What the hand of a seat counts that nobody opens: its worst case, or the mean where the winner counts it."""
    assert game.deal is not None, "a hand is held in a deal"
    hand, faces, variant = game.deal.hands[seat], game.deal.faces, game.variant
    known = [faces[slot] for slot in hand if slot in faces]
    unseen = unseen_faces(game)
    if variant.na_scoring in {"winner", "per_hand"}:
        return sum(map(variant.hand_value, known)) + mean_case(variant, len(hand) - len(known), unseen)
    return worst_case(variant, len(hand), known, unseen)


def worst_case(variant: Variant, cards: int, known: Sequence[Card], unseen: Iterable[Card]) -> int:
    """The most that a hand of so many cards can cost, of which some are known and the others unseen."""
    hidden = sorted((variant.hand_value(card) for card in unseen), reverse=True)[: cards - len(known)]
    return sum(hidden) + sum(variant.hand_value(card) for card in known)


def mean_case(variant: Variant, cards: int, unseen: Sequence[Card]) -> int:
    """The mean of the unseen faces times the cards, to the nearest whole number, a half upwards; nothing if none is."""
    worth = sum(variant.hand_value(card) for card in unseen) * cards
    return (2 * worth + len(unseen)) // (2 * len(unseen)) if unseen else 0
