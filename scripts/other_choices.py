"""What hard does in a game of contracts, next to what it might have done: both played out in the very same deals.

    .venv/bin/python scripts/other_choices.py [--deals 60] [--seed a] [--variant jamaican] [--players 4]

A deal is played by hard bots of the lean core. At some of its decisions (a discard before and after the lay, a call, a
card taken) the next best choice is played to the end of that deal as well, the decider being hard and the others easy.
Printed is by how many points it did better than hard's own, for each sort of decision, with the interval and the
standard deviation: so much luck there is in one decision, and so many of them it takes to see a few points.
"""

import argparse
import contextlib
import math
from collections.abc import Callable
from random import Random
from statistics import fmean, stdev

from kalooki.rules.registry import variant_named
from kalooki.sim import contract_turns
from kalooki.sim.contract_deal import ContractDeal, new_contract_deal
from kalooki.sim.contract_game import sorted_deck
from kalooki.sim.contract_lean import LeanContracts, lean_contracts
from kalooki.sim.contract_turns import EASY, HARD, ContractPlayer, DealOutlook, begin, play_out, play_turn
from kalooki.solver.contract_turn import discards, plan_contract_turn
from kalooki.solver.words import CardType, remove

KEPT = 0.3
"""Of the decisions."""


def played_out(deal: ContractDeal, player: int, change: Callable[[ContractDeal, list[ContractPlayer]], None]) -> float:
    """Make one choice, and say how much better than the mean of the others the player did in the end."""
    one = deal.copy()
    players = [HARD if other == player else EASY for other in range(len(one.hands))]
    change(one, players)
    play_out(one, players)
    assert one.ended is not None, "it was played out"
    points = one.ended.points
    return (sum(points) - points[player]) / (len(points) - 1) - points[player]


class Looker:
    """Plays as hard does, and looks into some of its decisions."""

    def __init__(self, rng: Random, found: dict[str, list[float]]) -> None:
        self._rng = rng
        self._found = found

    def player(self) -> ContractPlayer:
        """As the core has it."""
        return ContractPlayer(self._wants, self._turn)

    def _compare(
        self,
        what: str,
        deal: ContractDeal,
        player: int,
        own: Callable[[ContractDeal, list[ContractPlayer]], None],
        other: Callable[[ContractDeal, list[ContractPlayer]], None],
    ) -> None:
        if self._rng.random() < KEPT:
            gain = played_out(deal, player, other) - played_out(deal, player, own)
            self._found.setdefault(what, []).append(gain)

    def _wants(self, deal: ContractDeal, player: int) -> bool:
        calls = HARD.wants(deal, player)

        def answered(one: ContractDeal, players: list[ContractPlayer], *, yes: bool) -> None:
            players[player] = HARD._replace(wants=lambda _deal, _player: yes)
            play_turn(one, players)
            players[player] = HARD

        if not deal.callers:
            self._compare(
                "passes a card that it calls" if calls else "calls a card that it passes",
                deal,
                player,
                lambda one, players: answered(one, players, yes=calls),
                lambda one, players: answered(one, players, yes=not calls),
            )
        return calls

    def _turn(self, deal: ContractDeal) -> None:
        player, takes = deal.player, False
        if deal.may_take():
            seen = DealOutlook(deal, player, careful=True)
            takes = contract_turns.comes_nearer(deal, player) or seen.takes_to_go_out()
            self._compare(
                "draws what it takes" if takes else "takes a card that it leaves",
                deal,
                player,
                lambda one, _: _begun(one, takes=takes),
                lambda one, _: _begun(one, takes=not takes),
            )
        if begin(deal, takes=takes):
            self._discard(deal, player)

    def _discard(self, deal: ContractDeal, player: int) -> None:
        """Look at a turn that lays nothing; any other is played as it is."""
        plan = plan_contract_turn(deal.solver, deal.situation(player))
        if plan is not None and plan.lay is None and deal.sizes[player] > 1:
            own, other = _two_discards(deal, player)
            if own is not None and other is not None:
                laid = "after the lay" if deal.laid[player] else "before the lay"
                self._compare(
                    f"throws its second choice away {laid}",
                    deal,
                    player,
                    lambda one, _: one.discard(own),
                    lambda one, _: one.discard(other),
                )
        contract_turns.before_the_lay(deal, careful=True)


def _begun(deal: ContractDeal, *, takes: bool) -> None:
    if begin(deal, takes=takes):
        contract_turns.before_the_lay(deal, careful=True)


def _two_discards(deal: ContractDeal, player: int) -> tuple[CardType | None, CardType | None]:
    """What hard throws away, and what it would if it could not."""
    now = deal.situation(player)
    kinds = discards(deal.solver, now)
    if not deal.laid[player]:
        seen = DealOutlook(deal, player, careful=True)
        wanted = seen.wanted_by_others()
        kinds.sort(key=lambda kind: wanted.get(kind, 0.0) - seen.worth(remove(now.hand, kind)))
    return (kinds[0], kinds[1]) if len(kinds) > 1 else (None, None)


def play(rules: LeanContracts, number: int, players: int, seed: str, found: dict[str, list[float]]) -> None:
    """One deal, of each contract in turn."""
    rng, deck = Random(seed), sorted_deck(rules.variant, players)  # noqa: S311 - repeatable
    rng.shuffle(deck)
    which = 1 + number % len(rules.forms)
    deal = new_contract_deal(rules, which, players, deck, Random(f"{seed}/again").shuffle)  # noqa: S311 - likewise
    play_out(deal, [Looker(rng, found).player()] * players)


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--seed", default="a")
    parser.add_argument("--variant", default="jamaican")
    parser.add_argument("--players", type=int, default=4)
    given = parser.parse_args()
    rules, found = lean_contracts(variant_named(given.variant)), dict[str, list[float]]()
    with contextlib.suppress(KeyboardInterrupt):
        for number in range(given.deals):
            play(rules, number, given.players, f"{given.seed}/{number}", found)
    for what, gains in sorted(found.items()):
        spread = stdev(gains) if len(gains) > 1 else math.nan
        half = 1.96 * spread / math.sqrt(len(gains))
        print(f"{what}: {fmean(gains):+.1f} ± {half:.1f} points, {len(gains)} times, standard deviation {spread:.0f}")


if __name__ == "__main__":
    main()
