"""What the deals of a contest show: points, wins and their intervals, for each bot and for each pair.

An interval is where the mean of endlessly many deals lies 95 times in 100, by the normal distribution of means over
deals. A void deal counts: nobody has points, and each seat wins its even share.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, stdev

from kalooki.arena.contest import Contest
from kalooki.arena.playing import Hand, Unit

Z = 1.96
"""So many standard errors to each side hold 95 of 100 means."""


Losses = Callable[[Hand], tuple[int, ...]]
"""What each seat lost by a hand: the fewer, the better."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over deals; `half` is half the width of its interval, None for fewer than two deals."""

    value: float
    half: float | None

    def clear_of(self, even: float) -> bool:
        """Whether the whole interval is on one side of what chance alone would give."""
        return self.half is not None and abs(self.value - even) > self.half


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot over all its hands."""

    bot: int
    hands: int
    points: Mean
    """Its own points in a hand, as the rules count them."""
    edge: Mean
    """By how much it is better than the mean of the others at its table, in points a hand."""
    wins: Mean
    """Its share of the hands; `even` of the summary is what it would be by chance."""
    kalookis: float
    """Per hand."""
    faults: int


@dataclass(frozen=True, slots=True)
class Duel:
    """Two bots over the hands in which both sat."""

    one: int
    other: int
    edge: Mean
    """In points a hand: above 0 the one is better."""
    wins: Mean
    """Of the hands that either won, the share of the one; half of each that neither did."""
    swept: tuple[int, int]
    """Deals in which the one, and the other, was better in every seating."""
    chance: float
    """How probable deals swept at least so unevenly are if both play alike: the exact sign test, on both sides."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole contest."""

    contest: Contest
    units: int
    hands: int
    even: float
    """The share of the wins that is nobody's merit."""
    deals: int
    voids: int
    turns: float
    """A deal."""
    standings: tuple[Standing, ...]
    duels: tuple[Duel, ...]


def summary(contest: Contest, units: Sequence[Unit]) -> Summary:
    """Count a contest's deals; there must be one at least."""
    bots, losses = range(len(contest.bots)), losses_in(contest)
    hands = [hand for unit in units for hand in unit.hands]
    deals, voids = sum(hand.deals for hand in hands), sum(hand.voids for hand in hands)
    return Summary(
        contest=contest,
        units=len(units),
        hands=len(hands),
        even=1 / contest.seats,
        deals=deals,
        voids=voids,
        turns=sum(hand.turns for hand in hands) / max(1, deals + voids),
        standings=tuple(_standing(bot, units, losses) for bot in bots),
        duels=tuple(_duel(one, other, units, losses) for one, other in combinations(bots, 2)),
    )


def losses_in(contest: Contest) -> Losses:
    """How to count hands of a contest so that fewer is better."""
    if contest.points_are_good():
        return lambda hand: tuple(-points for points in hand.points)
    return lambda hand: hand.points


def mean(values: Sequence[float]) -> Mean:
    """The mean of values that do not depend on each other."""
    if len(values) < 2:  # noqa: PLR2004 - of one value nobody knows how far it is off
        return Mean(fmean(values), None)
    return Mean(fmean(values), Z * stdev(values) / math.sqrt(len(values)))


def sign_test(one: int, other: int) -> float:
    """How probable it is that two equals part so many deals at least so unevenly."""
    tries, fewer = one + other, min(one, other)
    ways = sum(math.comb(tries, count) for count in range(fewer + 1))
    return min(1.0, float(2 * ways / (1 << tries)))


def _standing(bot: int, units: Sequence[Unit], losses: Losses) -> Standing:
    hands = [hand for unit in units for hand in unit.hands if bot in hand.seating]
    seats = [(hand, seat) for hand in hands for seat, sits in enumerate(hand.seating) if sits == bot]
    return Standing(
        bot,
        len(seats),
        mean(_by_unit(units, bot, lambda hand, seat: hand.points[seat])),
        mean(_by_unit(units, bot, lambda hand, seat: _edge(losses(hand), seat))),
        mean(_by_unit(units, bot, win_share)),
        sum(hand.kalookis[seat] for hand, seat in seats) / len(seats),
        sum(hand.faults[seat] for hand, seat in seats),
    )


def _by_unit(units: Iterable[Unit], bot: int, figure: Callable[[Hand, int], float]) -> list[float]:
    """One number for each deal: the mean over all that the bot had of it."""
    return [
        fmean(figure(hand, seat) for hand in unit.hands for seat, sits in enumerate(hand.seating) if sits == bot)
        for unit in units
    ]


def _edge(losses: Sequence[int], seat: int) -> float:
    return (sum(losses) - losses[seat]) / (len(losses) - 1) - losses[seat]


def win_share(hand: Hand, seat: int) -> float:
    """What a seat won of a hand: all of it, its part of it, or its even share of a void one."""
    if not hand.winners:
        return 1 / len(hand.points)
    return (seat in hand.winners) / len(hand.winners)


def _duel(one: int, other: int, units: Sequence[Unit], losses: Losses) -> Duel:
    edges: list[float] = []
    wins: list[float] = []
    swept = [0, 0]
    for unit in units:
        met = [hand for hand in unit.hands if one in hand.seating and other in hand.seating]
        each = [_of(hand, other, losses(hand)) - _of(hand, one, losses(hand)) for hand in met]
        edges.append(fmean(each))
        wins.append(fmean(_parted(hand, one, other) for hand in met))
        swept[0] += all(edge > 0 for edge in each)
        swept[1] += all(edge < 0 for edge in each)
    return Duel(one, other, mean(edges), mean(wins), (swept[0], swept[1]), sign_test(*swept))


def _of(hand: Hand, bot: int, values: Sequence[float]) -> float:
    return fmean(values[seat] for seat, sits in enumerate(hand.seating) if sits == bot)


def _parted(hand: Hand, one: int, other: int) -> float:
    shares = [win_share(hand, seat) for seat in range(len(hand.seating))]
    ours, theirs = _of(hand, one, shares), _of(hand, other, shares)
    return ours / (ours + theirs) if ours + theirs else 0.5
