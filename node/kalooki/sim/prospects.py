"""What a hand has to hope for after a discard: the unseen cards that would help it.

They are counted for all ranks of a suit at once, in words. A meld and what follows it onto the table count here as far
as two cards of the hand, or one and a card of the table, would do.
"""

from typing import NamedTuple

from kalooki.sim.connections import connections, live_cards, worth
from kalooki.sim.lean import LeanDeal, Words
from kalooki.solver.words import JOKER_TYPE, LEAST, ONE, RANKS, CardType

Features = tuple[float, ...]


class Unseen(NamedTuple):
    """The cards that a player has not seen."""

    live: list[int]
    """By face."""
    words: Words
    """The naturals by suit, three bits a rank."""
    cards: int


def unseen(deal: LeanDeal) -> Unseen:
    """What the player in turn has not seen; a discard of his changes nothing of it."""
    live = live_cards(deal, deal.player)
    a, b, c, d = (sum(live[suit * RANKS + rank] << 3 * rank for rank in range(RANKS)) for suit in range(4))
    return Unseen(live, (a, b, c, d), max(1, sum(live)))


def copies(masks: Words, words: Words) -> int:
    """How many cards of the words stand at the ranks of the masks."""
    found = 0
    for mask, word in zip(masks, words, strict=True):
        here = word & 7 * mask
        found += (here & LEAST).bit_count() + 2 * (here >> 1 & LEAST).bit_count() + 4 * (here >> 2 & LEAST).bit_count()
    return found


def held(hand: list[int]) -> Words:
    """By suit, a bit for each rank that a hand has."""
    a, b, c, d, _ = hand
    return (
        (a | a >> 1 | a >> 2) & LEAST,
        (b | b >> 1 | b >> 2) & LEAST,
        (c | c >> 1 | c >> 2) & LEAST,
        (d | d >> 1 | d >> 2) & LEAST,
    )


def completing(ranks: Words) -> Words:
    """By suit, the ranks that make a meld with two of these cards."""
    a, b, c, d = ranks
    return (
        _runs(a) | b & c | b & d | c & d,
        _runs(b) | a & c | a & d | c & d,
        _runs(c) | a & b | a & d | b & d,
        _runs(d) | a & b | a & c | b & c,
    )


def _runs(ranks: int) -> int:
    return (ranks << 3 & ranks << 6 | ranks >> 3 & ranks >> 6 | ranks << 3 & ranks >> 3) & LEAST


def laid_prospects(deal: LeanDeal, hand: list[int], thrown: CardType, hidden: Unseen) -> Features:
    """Of a hand whose player has laid.

    Its points; the part of the unseen cards that make a meld with two of its cards, and the part that fit onto the
    table and let another card follow; connections, and how many cards have some; what the discard is to others.
    """
    have, fits = held(hand), _masks(deal.firsts)
    loose = _less(have, fits)
    bound = [score for score in connections(hand, hidden.live).values() if score]
    return (
        _points(deal, hand),
        copies(_less(completing(have), fits), hidden.words) / hidden.cards,
        copies(_less(_beside(loose, fits), have), hidden.words) / hidden.cards,
        sum(bound),
        len(bound),
        *_gift(deal, thrown, hidden),
    )


def waiting_prospects(deal: LeanDeal, hand: list[int], thrown: CardType, hidden: Unseen) -> Features:
    """Of a hand whose player has not laid.

    Its points in melds, and all of them; the part of the unseen cards that would let it be laid, the points that would
    then be left, and the points that a card adds to the melds, each on average; connections; what the discard is to
    others.
    """
    melded, points = worth(deal, hand), _points(deal, hand)
    need, cost = deal.rules.solver.initial_min, deal.rules.solver.penalties
    opening = left = gain = 0
    more = hand.copy()
    for kind, number in _helping(hand, hidden):
        place, one = (4, 1) if kind == JOKER_TYPE else (kind // RANKS, ONE[kind % RANKS])
        more[place] += one
        reached = worth(deal, more)
        more[place] -= one
        if reached >= need:
            opening += number
            left += number * (points + cost[kind] - reached)
        if reached > melded:
            gain += number * (min(reached, ENOUGH) - melded)
    cards = hidden.cards
    return (
        melded,
        points,
        opening / cards,
        left / cards,
        gain / cards,
        sum(connections(hand, hidden.live).values()),
        *_gift(deal, thrown, hidden),
    )


ENOUGH = 60
"""More points in melds than these are no better."""


def _helping(hand: list[int], hidden: Unseen) -> list[tuple[CardType, int]]:
    """The unseen faces that may be of use in new melds, and how many there are of each."""
    if hand[4]:
        return [(kind, number) for kind, number in enumerate(hidden.live) if number > 0]
    masks = completing(held(hand))
    found = [
        (suit * RANKS + rank, number)
        for suit, mask in enumerate(masks)
        for rank in range(RANKS)
        if mask >> 3 * rank & 1 and (number := hidden.words[suit] >> 3 * rank & 7)
    ]
    jokers = hidden.live[JOKER_TYPE]
    return [*found, (JOKER_TYPE, jokers)] if jokers else found


def _gift(deal: LeanDeal, thrown: CardType, hidden: Unseen) -> Features:
    """What the discard is to others: the pairs of unseen cards that make a set of it, and those that make a run.

    And how many like it lie in the pile, where nobody wanted them.
    """
    again = deal.pile.count(thrown)
    if thrown == JOKER_TYPE:
        return (ANY, ANY, again)
    suit, rank = divmod(thrown, RANKS)
    a, b, c = (hidden.words[other] >> 3 * rank & 7 for other in range(4) if other != suit)
    word = hidden.words[suit] << 6  # two places below the deuce, where nothing is
    under, below, above, over = (word >> 3 * (rank + 2 + step) & 7 for step in (-2, -1, 1, 2))
    return (a * b + a * c + b * c, under * below + below * above + above * over, again)


ANY = 30.0
"""A joker goes with everything."""


def _points(deal: LeanDeal, hand: list[int]) -> int:
    a, b, c, d = deal.rules.solver.points
    return a[hand[0]] + b[hand[1]] + c[hand[2]] + d[hand[3]] + deal.rules.solver.penalties[JOKER_TYPE] * hand[4]


def _masks(words: Words) -> Words:
    a, b, c, d = words
    return a & LEAST, b & LEAST, c & LEAST, d & LEAST


def _less(some: Words, others: Words) -> Words:
    return some[0] & ~others[0], some[1] & ~others[1], some[2] & ~others[2], some[3] & ~others[3]


def _beside(loose: Words, fits: Words) -> Words:
    """The ranks that fit onto the table and would let a neighbour follow."""
    a, b, c, d = ((word << 3 | word >> 3) & fit for word, fit in zip(loose, fits, strict=True))
    return a, b, c, d
