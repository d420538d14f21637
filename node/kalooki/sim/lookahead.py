"""One draw ahead: what a hand is worth without each card, over every card that may come next."""

from typing import NamedTuple

from kalooki.sim import greedy
from kalooki.sim.connections import connections, live_cards, ranked
from kalooki.sim.lean import LeanDeal
from kalooki.sim.value import ALONE, context, laid_features, unlaid_features, weighed
from kalooki.solver.turn import Situation, melded_points, throw_away
from kalooki.solver.weights import SHIFT
from kalooki.solver.words import JOKER_TYPE, ONE, RANKS, CardType, Hand

TRIED = 5
"""So many discards are looked at, those of the fewest connections."""
OUT = 30.0
"""What going out is worth."""
MELD = 3
"""Cards of a further meld."""


class Outlook(NamedTuple):
    """A discard, and what is to be hoped for after it."""

    expected: float
    """Points more that the others count."""
    card: CardType


def outlooks(deal: LeanDeal) -> list[Outlook]:
    """The discards that are worth a look, the best first."""
    few = [kind for _, kind in ranked(deal)[:TRIED]]
    if len(few) < 2:  # noqa: PLR2004 - there is a choice
        return [Outlook(0.0, few[0] if few else greedy.dearest(deal))]
    live = live_cards(deal, deal.player)
    coming = [(kind, copies) for kind, copies in enumerate(live) if copies > 0]
    found = [Outlook(_expected(deal, kind, live, coming), kind) for kind in few]
    return sorted(found, key=lambda one: (-one.expected, deal.rules.solver.thrown[one.card]))


def _expected(deal: LeanDeal, card: CardType, live: list[int], coming: list[tuple[CardType, int]]) -> float:
    """The mean over the cards that may come, each with the discard that leaves the fewest points."""
    player = deal.player
    rest = _with(deal.hands[player], card, -1)
    total, copies = 0.0, 0
    around = context(deal, player, len(deal.hands))
    threat = any(laid for other, laid in enumerate(deal.laid) if other != player)
    weights = {laid: ALONE[laid, threat] for laid in (False, True)}
    for kind, number in coming:
        copies += number
        total += number * _next_turn(deal, rest, kind, live, around, weights)
    return total / copies if copies else 0.0


def _next_turn(  # noqa: PLR0913, PLR0917 - the state of the look ahead
    deal: LeanDeal,
    rest: list[int],
    drawn: CardType,
    live: list[int],
    around: tuple[float, ...],
    weights: dict[bool, tuple[float, ...]],
) -> float:
    rules, laid = deal.rules, deal.laid[deal.player]
    fits = laid and (drawn == JOKER_TYPE or deal.firsts[drawn // RANKS] >> 3 * (drawn % RANKS) & 7)
    hand = rest if fits else _with(rest, drawn, 1)
    cards = deal.sizes[deal.player] - 1 + (not fits)
    if not cards:
        return OUT
    key = best_key(deal, hand)
    kind = rules.quick.discard(key)
    melded = (key >> SHIFT) - rules.solver.penalties[kind]
    points = points_in(deal, hand) - rules.solver.penalties[kind]
    cards -= 1
    if laid or melded >= rules.solver.initial_min:
        left = points - melded
        if not left:
            return OUT
        unmelded = max(1, round(cards * left / points) if not laid else cards - MELD * (melded > 0))
        return weighed(weights[True], (*laid_features(unmelded, left, fits=0), *around))
    kept = _with(hand, kind, -1)
    bound = sum(connections(kept, live).values())
    return weighed(weights[False], (*unlaid_features(melded, points, bound, kept[4]), *around))


def best_key(deal: LeanDeal, hand: list[int]) -> int:
    """The key of a hand with any number of jokers."""
    a, b, c, d, jokers = hand
    quick, solver = deal.rules.quick, deal.rules.solver
    match jokers:
        case 0:
            return quick.key(a, b, c, d)
        case 1:
            return quick.wild_key(a, b, c, d)
        case _:
            plan = throw_away(solver, Situation(Hand(a, b, c, d, jokers)))
            assert plan is not None, "any card may be thrown away"
            assert plan.discard is not None, "so one is"
            return quick.key_of(plan.discard, melded_points(solver, plan.left))


def points_in(deal: LeanDeal, hand: list[int]) -> int:
    """What the hand costs."""
    a, b, c, d = deal.rules.solver.points
    return a[hand[0]] + b[hand[1]] + c[hand[2]] + d[hand[3]] + deal.rules.solver.penalties[JOKER_TYPE] * hand[4]


def _with(hand: list[int], card: CardType, copies: int) -> list[int]:
    changed = hand.copy()
    if card == JOKER_TYPE:
        changed[4] += copies
    else:
        changed[card // RANKS] += copies * ONE[card % RANKS]
    return changed


def play_turn(deal: LeanDeal) -> None:
    """Draw or take, lay what there is to lay, throw away what leaves the best outlook."""
    greedy.begin(deal)
    if deal.ended is None and greedy.lay_all(deal):
        deal.discard(outlooks(deal)[0].card)
