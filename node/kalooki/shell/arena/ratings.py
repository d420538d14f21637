"""Ratings by OpenSkill's Plackett-Luce model, which knows tables of more than two."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from kalooki.arena.contest import Contest
from kalooki.arena.playing import Hand, Unit
from kalooki.arena.summary import losses_in

SIGMAS = 2
"""So many standard deviations to each side are shown."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a bot seems, and how sure that is. 25 is where everybody begins."""

    value: float
    half: float


def ratings(contest: Contest, units: Iterable[Unit]) -> list[Rating]:
    """Rate each bot by its hands, deal by deal in their order: by points, equal ones a tie."""
    model, losses = PlackettLuce(), losses_in(contest)
    found = [model.rating() for _ in contest.bots]
    for unit in units:
        for hand in unit.hands:
            _rate(model, found, hand, losses(hand))
    return [Rating(each.mu, SIGMAS * each.sigma) for each in found]


def _rate(model: PlackettLuce, found: list[PlackettLuceRating], hand: Hand, losses: Sequence[int]) -> None:
    teams = [[found[bot]] for bot in hand.seating]
    if hand.winners:
        ranks = [float(loss) for loss in losses]
        after = model.rate(teams, ranks=ranks)
        for bot in set(hand.seating):
            own = [team[0] for team, sits in zip(after, hand.seating, strict=True) if sits == bot]
            found[bot] = model.rating(mu=fmean(each.mu for each in own), sigma=fmean(each.sigma for each in own))
