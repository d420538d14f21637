"""What a deal costs whom, and the fewest payments that square the money."""

from kalooki.cards import Joker, SeatNumber
from kalooki.rules.deal import Deal, Showing, amount
from kalooki.rules.events import DealScored, Payment, Score
from kalooki.rules.variant import Variant

LONG_STREAK = 3
"""Whoever wins so many deals in a row, and again so many, is paid for it."""


def score_deal(
    deal: Deal, end: Showing, totals: tuple[int, ...], *, streak: int = 1, away: tuple[SeatNumber, ...] = ()
) -> DealScored:
    """The score sheet's line: points of all cards in the losers' hands, who counts them, and what is paid for them.

    `streak`: how many deals in a row the winner has won with this one; `away`: who got no cards, and counts in contract
    games as the worst of those who did.
    """
    variant, kalooki, bend = deal.variant, end.how == "kalooki", end.how == "bend"
    factor = 2 if bend or (kalooki and (variant.kalooki_double or variant.na_scoring == "per_hand")) else 1
    price = winners_price(variant, kalooki=kalooki)
    hands = {seat: factor * sum(variant.hand_value(one.card) for one in shown) for seat, shown in end.opened}
    hands |= {seat: factor * points for seat, points in end.closed}
    scores = []
    for seat in sorted(deal.seats):
        won = seat == end.winner
        if variant.na_scoring in {"winner", "per_hand"}:
            points = sum(hands.values()) if won else 0
        else:
            points = _bonus(variant, bend=bend) if won else hands.get(seat, 0)
        points += amount(deal.beside, seat)
        if variant.na_scoring == "per_hand":
            money = points if won else -hands.get(seat, 0)
        elif won:
            money = sum(price + prices(deal, end, hands.get(other, 0), streak) for other in deal.seats if other != seat)
        else:
            money = -price - prices(deal, end, hands.get(seat, 0), streak)
        money += amount(deal.paid, seat)
        scores.append(Score(seat, points, totals[seat] + points, money))
    if variant.contracts:
        worst = max(score.points for score in scores)
        scores += [Score(seat, worst, totals[seat] + worst, 0) for seat in away if seat not in deal.seats]
        scores.sort(key=lambda score: score.seat)
    return DealScored(deal.number, deal.dealer, end.winner, end.how, tuple(scores))


def prices(deal: Deal, end: Showing, points: int, streak: int) -> int:
    """What a loser with so many points pays the winner where money goes by points."""
    variant = deal.variant
    factor = 2 if end.how == "blitz" and variant.sa_blitz_double and _without_jokers(deal, end.winner) else 1
    by_points = variant.points_price * -(-points // 10)
    blitz = variant.blitz_price if end.how == "blitz" else 0
    return factor * (by_points + blitz) + (variant.streak_price if streak % LONG_STREAK == 0 else 0)


def _without_jokers(deal: Deal, winner: SeatNumber) -> bool:
    melds = [meld for meld in deal.melds if meld.owner == winner]
    return bool(melds) and not any(isinstance(one.card, Joker) for meld in melds for one in meld.cards)


def _bonus(variant: Variant, *, bend: bool) -> int:
    return variant.bend_bonus if bend else 0


def winners_price(variant: Variant, *, kalooki: bool) -> int:
    """What each of the others pays whoever went out."""
    if not kalooki:
        return variant.stakes.call_up
    return variant.stakes.kalooki + (variant.stakes.call_up if variant.kalooki_adds else 0)


def is_over(variant: Variant, total: int) -> bool:
    """Whether a total puts its seat out of the game, unless it buys back in."""
    if variant.limit is None:
        return False
    return total >= variant.limit if variant.elim_at == "reach" else total > variant.limit


def winners_at_target(
    variant: Variant, totals: tuple[int, ...], out: tuple[SeatNumber, ...] = ()
) -> tuple[SeatNumber, ...]:
    """Who has won a game to a target; nobody before somebody reaches it, and nobody who is out.

    It is the highest total, or the lowest where points are bad; only there can two be equal, and then they share.
    """
    if variant.na_target is None or max(totals) < variant.na_target:
        return ()
    standing = [(SeatNumber(seat), total) for seat, total in enumerate(totals) if seat not in out]
    best = (min if variant.na_scoring == "penalty" else max)(total for _, total in standing)
    return tuple(seat for seat, total in standing if total == best)


def settle(money: tuple[int, ...]) -> tuple[Payment, ...]:
    """The fewest payments after which nobody owes anything; `money` sums to zero.

    Within a group whose money sums to zero one payment less than it has members is enough; so the fewest payments come
    from the most such groups, and these are found exactly, over all subsets (at most 8 seats).
    """
    assert sum(money) == 0
    seats = [SeatNumber(seat) for seat, owed in enumerate(money) if owed]
    payments: list[Payment] = []
    for group in _most_groups(seats, money):
        payments.extend(_square(group, money))
    return tuple(sorted(payments, key=lambda one: (one.payer, one.payee)))


def _most_groups(seats: list[SeatNumber], money: tuple[int, ...]) -> list[list[SeatNumber]]:
    """Part the seats into as many groups that each sum to zero as there can be."""
    sums = [
        sum(money[seat] for place, seat in enumerate(seats) if subset >> place & 1) for subset in range(1 << len(seats))
    ]
    best: list[list[int]] = [[] for _ in sums]
    for subset in range(1, len(sums)):
        part = (subset - 1) & subset
        while part:
            rest = subset ^ part
            if sums[part] == 0 == sums[rest] and len(best[part]) + len(best[rest]) > len(best[subset]):
                best[subset] = best[part] + best[rest]
            part = (part - 1) & subset
        if not best[subset] and sums[subset] == 0:
            best[subset] = [subset]
    return [[seat for place, seat in enumerate(seats) if subset >> place & 1] for subset in best[-1]]


def _square(group: list[SeatNumber], money: tuple[int, ...]) -> list[Payment]:
    """Each payment brings one of the group to zero."""
    left = {seat: money[seat] for seat in group}
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda seat: (left[seat], seat))
        payee = max(left, key=lambda seat: (left[seat], -seat))
        amount = min(-left[payer], left[payee])
        payments.append(Payment(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
    return payments
