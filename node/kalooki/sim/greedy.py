"""The greedy bot's turn on the lean core: the same decisions, by a quick look where one is enough.

Where more than one joker is in the hand, a duty binds, or cards fit onto the table in more than one way, the solver
plans the turn as it does for the bot.
"""

from kalooki.rules.actions import MeldId
from kalooki.rules.changing import replace
from kalooki.sim.lean import LeanDeal
from kalooki.solver.aims import fewest_points_left
from kalooki.solver.pieces import LaidOff, Piece
from kalooki.solver.runs import Cell
from kalooki.solver.table import Place, places_for
from kalooki.solver.turn import (
    TurnPlan,
    connects,
    could_open,
    fewest_unlaid,
    melded_points,
    plan_turn,
)
from kalooki.solver.weights import SHIFT
from kalooki.solver.whole import hand_solver
from kalooki.solver.words import EMPTY, JOKER_TYPE, ONE, RANKS, CardType, Hand, add, distinct


def play_turn(deal: LeanDeal) -> None:
    """Draw or take, lay what there is to lay, throw away what the plan throws away."""
    begin(deal)
    while deal.ended is None:
        plan = best_plan(deal)
        if plan is None and deal.duty is not None:
            deal.give_back()
            deal.draw()
        elif plan is not None and (plan.pieces or plan.swaps):
            deal.lay(plan)
        else:
            deal.discard(dearest(deal) if plan is None or plan.discard is None else plan.discard)
            return


def begin(deal: LeanDeal) -> None:
    """Take the top discard where it can be used, else draw."""
    allowed, duty = deal.duty_of_take()
    if allowed and wants(deal, deal.pile[-1], duty):
        deal.take(duty)
    else:
        deal.draw()


def lay_all(deal: LeanDeal) -> bool:
    """Lay what there is to lay; whether a discard is still due."""
    while deal.ended is None:
        plan = best_plan(deal)
        if plan is None and deal.duty is not None:
            deal.give_back()
            deal.draw()
        elif plan is not None and (plan.pieces or plan.swaps):
            deal.lay(plan)
        else:
            return True
    return False


def best_plan(deal: LeanDeal) -> TurnPlan | None:
    """What `plan_turn` finds, or as good."""
    hand, rules = deal.hands[deal.player], deal.rules
    if hand[4] <= 1 and deal.duty is None:
        found = _after_the_lay(deal, hand) if deal.laid[deal.player] else _before_the_lay(deal, hand)
        if found is not None and found.discard != deal.taken:
            return found
    return plan_turn(rules.solver, deal.situation())


def _before_the_lay(deal: LeanDeal, hand: list[int]) -> TurnPlan | None:
    """The discard where the hand cannot open, or the opening where it plainly can; None: it takes a longer look."""
    rules = deal.rules
    if not rules.plain:
        return None
    quick, need = rules.quick, rules.solver.initial_min
    a, b, c, d, jokers = hand
    key = quick.wild_key(a, b, c, d) if jokers else quick.key(a, b, c, d)
    kind = quick.discard(key)
    if key >> SHIFT < need:
        return TurnPlan((), (), (), kind, EMPTY)
    if jokers:
        return TurnPlan((), (), (), kind, EMPTY) if quick.wild_worth((a, b, c, d)) < need else None
    words, firsts = (a, b, c, d), deal.firsts
    if a & firsts[0] or b & firsts[1] or c & firsts[2] or d & firsts[3]:
        return TurnPlan((), (), (), kind, EMPTY) if quick.worth(words) < need else None
    if (key >> SHIFT) - rules.solver.penalties[kind] >= need:
        return TurnPlan((), quick.melds(words, key), (), kind, EMPTY)
    return TurnPlan((), (), (), kind, EMPTY) if quick.worth(words) < need else None


def _after_the_lay(deal: LeanDeal, hand: list[int]) -> TurnPlan | None:
    """The turn of a hand without jokers that takes none from the table, and lays off at most card by card."""
    a, b, c, d, jokers = hand
    asked, firsts, quick = deal.asked, deal.firsts, deal.rules.quick
    if jokers or a & asked[0] or b & asked[1] or c & asked[2] or d & asked[3]:
        return None
    key = quick.key(a, b, c, d)
    kind = quick.discard(key)
    melded = (key >> SHIFT) > deal.rules.solver.penalties[kind]
    if a & firsts[0] or b & firsts[1] or c & firsts[2] or d & firsts[3]:
        return None if melded else _one_by_one(deal, hand)
    return TurnPlan((), quick.melds((a, b, c, d), key) if melded else (), (), kind, EMPTY)


def _one_by_one(deal: LeanDeal, hand: list[int]) -> TurnPlan | None:
    """Lay-offs that do not get into one another's way; None where they might."""
    solver, firsts = deal.rules.solver, deal.firsts
    laid: dict[CardType, Place] = {}
    others: list[CardType] = []
    for kind in distinct(Hand(*hand)):
        suit, rank = divmod(kind, RANKS)
        if not firsts[suit] >> 3 * rank & 7:
            others.append(kind)
            continue
        place = places_for(solver, deal.melds, kind)
        if place is None or hand[suit] >> 3 * rank & 7 != 1:
            return None
        following = place.anchor.start + place.anchor.step
        if place.anchor.step and 0 <= following <= RANKS and hand[suit] >> 3 * ((following - 1) % RANKS) & 7:
            return None
        laid[kind] = place
    melds = [place.meld for place in laid.values()]
    if len(set(melds)) < len(melds):
        return None
    discard = min(others or laid, key=solver.thrown.__getitem__)
    if not others:
        del laid[discard]
    pieces: list[Piece] = []
    anchors: tuple[list[MeldId], ...] = ([], [], [], [])
    for place in laid.values():
        pieces.append(LaidOff(place.suit, len(anchors[place.suit]), (Cell(place.anchor.start, natural=True),)))
        anchors[place.suit].append(place.meld)
    return TurnPlan((), tuple(pieces), tuple(map(tuple, anchors)), discard, EMPTY)


def wants(deal: LeanDeal, card: CardType, duty: str | None) -> bool:
    """Whether the top discard is worth more than a card that nobody has seen."""
    rules, hand = deal.rules.solver, deal.hands[deal.player]
    if deal.laid[deal.player]:
        return _wants_more(deal, hand, card)
    if duty is None:
        held = Hand(*hand)
        return melded_points(rules, add(held, card)) > melded_points(rules, held)
    with_it = hand.copy()
    with_it[card // RANKS] += 1 if card == JOKER_TYPE else ONE[card % RANKS]
    if deal.rules.plain:
        words, quick = (with_it[0], with_it[1], with_it[2], with_it[3]), deal.rules.quick
        match with_it[4]:
            case 0:
                most = quick.worth(words)
            case 1:
                most = quick.wild_worth(words)
            case _:
                most = hand_solver(rules, fewest_points_left(rules)).best(Hand(*with_it)) >> SHIFT
        if most < rules.initial_min:
            return False
    return could_open(rules, Hand(*with_it), card, deal.melds)


def _wants_more(deal: LeanDeal, hand: list[int], card: CardType) -> bool:
    """The same once the seat has laid: whether more points can be laid with the card than without."""
    a, b, c, d, jokers = hand
    asked, firsts = deal.asked, deal.firsts
    held = Hand(a, b, c, d, jokers)
    fit = (a & (asked[0] | firsts[0]) or b & (asked[1] | firsts[1])) or (
        c & (asked[2] | firsts[2]) or d & (asked[3] | firsts[3])
    )
    if card != JOKER_TYPE and not jokers and not fit:
        suit, rank = divmod(card, RANKS)
        if not asked[suit] >> 3 * rank & 7:
            words = [a, b, c, d]
            words[suit] += ONE[rank]
            key = deal.rules.quick.key(*words)
            if (key >> SHIFT) == deal.rules.solver.penalties[deal.rules.quick.discard(key)]:
                return bool(firsts[suit] >> 3 * rank & 7)
    rules = deal.rules.solver
    if not connects(rules, held, card, deal.melds):
        return False
    now = deal.situation()
    without = fewest_unlaid(rules, now)
    _, duty = deal.duty_of_take()
    with_it = fewest_unlaid(
        rules, replace(now, hand=add(held, card), taken=card, duty=duty, no_discard=frozenset({card}))
    )
    return with_it is not None and without is not None and with_it < without + rules.penalties[card]


def dearest(deal: LeanDeal) -> CardType:
    """Where every card was just taken: throw the dearest away all the same."""
    held = Hand(*deal.hands[deal.player])
    return min(distinct(held), key=deal.rules.solver.thrown.__getitem__)
