"""The weights for each thing that a turn can want."""

from collections.abc import Callable
from functools import lru_cache

from kalooki.solver.rules import SolverRules
from kalooki.solver.weights import SHIFT, SuitWeights, Weights, suit_weights, weights_of
from kalooki.solver.words import HIGH, JOKER_TYPE, RANKS, CardType, Position, rank_at

Second = Callable[[CardType, Position], int]
"""What a card, or the joker, earns of the second aim at a position."""


def _nothing(_kind: CardType, _position: Position) -> int:
    return 0


def _weights(rules: SolverRules, new: Second, off: Second) -> Weights:
    """First the penalty points that leave the hand; second what `new` melds and lay-`off`s earn besides."""

    def of_suit(suit: int) -> SuitWeights:
        kinds = [suit * RANKS + rank_at(position) for position in range(HIGH + 1)]
        joker = rules.penalties[JOKER_TYPE] << SHIFT
        natural = [rules.penalties[kind] << SHIFT for kind in kinds]
        return suit_weights(
            run_natural=tuple(natural[p] + new(kind, p) for p, kind in enumerate(kinds)),
            run_joker=tuple(joker + new(JOKER_TYPE, p) for p in range(HIGH + 1)),
            off_natural=tuple(natural[p] + off(kind, p) for p, kind in enumerate(kinds)),
            off_joker=tuple(joker + off(JOKER_TYPE, p) for p in range(HIGH + 1)),
            set_natural=tuple(natural[p] + new(kinds[p], p) for p in range(1, HIGH + 1)),
        )

    joker = rules.penalties[JOKER_TYPE] << SHIFT
    spades, hearts, diamonds, clubs = (of_suit(suit) for suit in range(4))
    return weights_of((spades, hearts, diamonds, clubs), tuple(joker + new(JOKER_TYPE, p) for p in range(1, HIGH + 1)))


@lru_cache(maxsize=256)
def fewest_points_left(rules: SolverRules) -> Weights:
    """Nothing but the penalty points that leave the hand."""
    return _weights(rules, _nothing, _nothing)


@lru_cache(maxsize=256)
def points_laid(rules: SolverRules) -> Weights:
    """Second: what new melds count towards the initial meld, and lay-offs where they count too."""

    def laid(_kind: CardType, position: Position) -> int:
        return rules.meld_values[position]

    return _weights(rules, laid, laid if rules.builds_count else _nothing)


@lru_cache(maxsize=256)
def jokers_used(rules: SolverRules) -> Weights:
    """Second: how many jokers are used where a released one may go."""

    def one_joker(kind: CardType, _position: Position) -> int:
        return int(kind == JOKER_TYPE)

    return _weights(rules, one_joker, _nothing if rules.joker_reuse == "new_meld" else one_joker)


@lru_cache(maxsize=256)
def card_used(rules: SolverRules, card: CardType, *, in_new_meld: bool) -> Weights:
    """Second: how many cards of one type are used, anywhere or only in new melds."""

    def this_card(kind: CardType, _position: Position) -> int:
        return int(kind == card)

    return _weights(rules, this_card, _nothing if in_new_meld else this_card)
