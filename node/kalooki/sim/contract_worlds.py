"""Worlds that a player of a deal with a contract could be in: the cards that he has not seen, dealt anew."""

from kalooki.sim.contract_deal import ContractDeal
from kalooki.sim.dealing import Shuffle
from kalooki.solver.words import hand_of


def world(deal: ContractDeal, player: int, shuffle: Shuffle) -> ContractDeal:
    """One such world, to be played on. What everybody knows of the other hands stays as it is.

    Of `deal` nothing is looked at but what that player sees.
    """
    found = deal.copy()
    hidden = [kind for kind, copies in enumerate(deal.live(player)) for _ in range(copies)]
    shuffle(hidden)
    for other, known in enumerate(deal.known):
        if other != player:
            unknown = deal.sizes[other] - len(known)
            found.hands[other] = hand_of([*known, *hidden[:unknown]])
            del hidden[:unknown]
    found.stock, found.shuffle = hidden, shuffle
    return found
