"""What a card outside of all melds is good for: the cards that are still to come and would make a meld with it.

The turn is the greedy one but for the discard, which is the card of the fewest live connections.
"""

from functools import lru_cache

from kalooki.sim import greedy
from kalooki.sim.lean import LeanDeal
from kalooki.solver.turn import melded_points
from kalooki.solver.words import JOKER_TYPE, ONE, RANKS, CardType, Hand

FAR = 1e9

PARTNER = 1.0
"""Two cards of one rank, of two suits."""
MISSING = 0.5
"""Each live card that would make them a set."""
NEIGHBOUR = 0.7
"""Each live card that would make a run of two cards that are next to one another, or but one apart."""
CONNECTION = 3.0
"""What a connection weighs, next to a point of penalty."""
MELDED = 3.0
"""What a point of a meld weighs that the hand would lose."""
EARLY, LATE = 0.1, 0.5
"""What a point of penalty weighs while nobody has laid, and afterwards."""


def play_turn(deal: LeanDeal) -> None:
    """Draw or take, lay what there is to lay, throw the least useful card away."""
    greedy.begin(deal)
    if deal.ended is None and greedy.lay_all(deal):
        deal.discard(least_useful(deal))


def live_cards(deal: LeanDeal, player: int) -> list[int]:
    """By face, how many cards a player has not seen yet."""
    packs, jokers = deal.rules.packs(len(deal.hands))
    live = [packs - seen for seen in deal.seen]
    live[JOKER_TYPE] = jokers - deal.seen[JOKER_TYPE] - deal.hands[player][4]
    for suit, word in enumerate(deal.hands[player][:4]):
        for rank, _ in bonds(word):
            live[suit * RANKS + rank] -= word >> 3 * rank & 7
    for card in deal.known[player]:
        live[card] += 1
    return live


def connections(hand: list[int], live: list[int]) -> dict[CardType, float]:
    """For each natural of a hand, how well it goes together with the others, and with what may still come."""
    found: dict[CardType, float] = {}
    for suit in range(4):
        base = suit * RANKS
        for rank, outs in bonds(hand[suit]):
            score, partners, missing = 0.0, 0, 0
            for other in range(4):
                if other != suit:
                    if hand[other] >> 3 * rank & 7:
                        partners += 1
                    else:
                        missing += live[other * RANKS + rank]
            if partners:
                score = partners * (PARTNER + MISSING * missing)
            for out in outs:
                score += NEIGHBOUR * live[base + out]
            found[base + rank] = score
    return found


@lru_cache(maxsize=1 << 15)
def bonds(word: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Each rank that a suit's word holds, with the ranks that would make runs of it and a neighbour."""
    held = [rank for rank in range(RANKS) if word >> 3 * rank & 7]
    return tuple((rank, tuple(_outs(held, rank, 1) + _outs(held, rank, -1))) for rank in held)


def _outs(held: list[int], rank: int, step: int) -> list[int]:
    """The ranks that make a run of a card and the next one in this direction; of two that are one apart, the gap."""
    if rank + step in held:
        return [out for out in (rank - step, rank + 2 * step) if 0 <= out < RANKS]
    return [rank + step] if rank + 2 * step in held else []


def least_useful(deal: LeanDeal) -> CardType:
    """What to throw away: no meld broken, few connections lost, many points."""
    hand, best, chosen = deal.hands[deal.player], FAR, -1
    whole = worth(deal, hand)
    for score, _, kind in _by_connections(deal):
        if score >= best:
            break
        total = score + MELDED * (whole - worth(deal, _without(hand, kind)))
        if total < best:
            best, chosen = total, kind
    return chosen if chosen >= 0 else greedy.dearest(deal)


def ranked(deal: LeanDeal) -> list[tuple[float, CardType]]:
    """Every discard with its score, the least useful first."""
    hand = deal.hands[deal.player]
    whole = worth(deal, hand)
    scored = [
        (score + MELDED * (whole - worth(deal, _without(hand, kind))), place, kind)
        for score, place, kind in _by_connections(deal)
    ]
    return [(score, kind) for score, _, kind in sorted(scored)]


def _by_connections(deal: LeanDeal) -> list[tuple[float, int, CardType]]:
    """The naturals that may be thrown away, each with its score but for broken melds, and its place among equals."""
    solver = deal.rules.solver
    weight = LATE if any(deal.laid) else EARLY
    useful = connections(deal.hands[deal.player], live_cards(deal, deal.player))
    return sorted(
        (CONNECTION * score - weight * solver.penalties[kind], solver.thrown[kind], kind)
        for kind, score in useful.items()
        if kind != deal.taken
    )


def _without(hand: list[int], kind: CardType) -> list[int]:
    rest = hand.copy()
    rest[kind // RANKS] -= ONE[kind % RANKS]
    return rest


def worth(deal: LeanDeal, hand: list[int]) -> int:
    """The points of the best melds that a hand makes by itself."""
    a, b, c, d, jokers = hand
    match jokers:
        case 0:
            return deal.rules.quick.worth((a, b, c, d))
        case 1:
            return deal.rules.quick.wild_worth((a, b, c, d))
        case _:
            return melded_points(deal.rules.solver, Hand(a, b, c, d, jokers))
