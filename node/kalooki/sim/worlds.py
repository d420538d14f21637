"""Worlds that a player who sees only his own hand could be in: the cards that he has not seen, dealt anew."""

from kalooki.sim.connections import live_cards
from kalooki.sim.dealing import Shuffle
from kalooki.sim.lean import LeanDeal
from kalooki.solver.words import hand_of


def world(deal: LeanDeal, shuffle: Shuffle) -> LeanDeal:
    """One such world, to be played on. What everybody knows of the other hands stays as it is.

    Of `deal` nothing is looked at but what the player in turn sees.
    """
    found = deal.copy()
    hidden = [kind for kind, copies in enumerate(live_cards(deal, deal.player)) for _ in range(copies)]
    shuffle(hidden)
    for player, known in enumerate(deal.known):
        if player != deal.player:
            unknown = deal.sizes[player] - len(known)
            found.hands[player] = list(hand_of([*known, *hidden[:unknown]]))
            del hidden[:unknown]
    found.stock, found.shuffle = hidden, shuffle
    return found
