"""How the levels play a deal with a contract on the lean core: the same decisions as their bots make from a view."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from kalooki.sim.card_play import CardPlay
from kalooki.sim.contract_deal import ContractDeal
from kalooki.sim.contract_play import Outlook, cost_of_feeding, looks_left
from kalooki.solver.contract_rules import ContractRules
from kalooki.solver.contract_turn import ContractPlan, ContractSituation, plan_contract_turn
from kalooki.solver.distance import distance
from kalooki.solver.words import CardType, add, distinct


class ContractPlayer(NamedTuple):
    """What plays on the lean core."""

    wants: Callable[[ContractDeal, int], bool]
    """Whether a player calls the top discard."""
    turn: Callable[[ContractDeal], None]
    """Plays a turn, from the answer to the callers on."""


@dataclass(frozen=True)
class DealOutlook(Outlook):
    """The prospects of a player of a lean deal, of which it looks at nothing but what he sees."""

    deal: CardPlay
    player: int
    careful: bool

    @property
    def rules(self) -> ContractRules:
        """Those of the deal's game."""
        return self.deal.solver

    @cached_property
    def situation(self) -> ContractSituation:
        """The hand and what it needs."""
        return self.deal.situation(self.player)

    @cached_property
    def live(self) -> list[int]:
        """By face, how many cards nobody has shown yet."""
        return self.deal.live(self.player)

    @property
    def top(self) -> CardType | None:
        """The top of the pile."""
        return self.deal.pile[-1] if self.deal.pile else None

    @property
    def may_wait(self) -> bool:
        """The house doubles for who goes out with his first lay, and still does."""
        bend = self.deal.variant.bend
        return bend != "off" and not (bend == "first" and any(self.deal.laid))

    def looks(self) -> int:
        """By what the others have left."""
        deal = self.deal
        return looks_left([size for size, laid in zip(deal.sizes, deal.laid, strict=True) if laid])

    def wanted_by_others(self) -> dict[CardType, float]:
        """By what they have taken."""
        deal, most = self.deal, self.deal.variant.max_calls
        takers = [
            (not later, deal.known[other])
            for later, other in enumerate(deal.after(self.player))
            if not deal.laid[other] and (not later or deal.calls[other] < most)
        ]
        form = self.situation.needed
        return cost_of_feeding(takers, sets=form.sets > 0, runs=form.runs > 0)


def play_turn(deal: ContractDeal, players: Sequence[ContractPlayer]) -> None:
    """Ask who may call, then let the player in turn play."""
    for other in deal.asked:
        if players[other].wants(deal, other):
            deal.call(other)
        else:
            deal.pass_by(other)
    players[deal.player].turn(deal)


def play_out(deal: ContractDeal, players: Sequence[ContractPlayer]) -> None:
    """To its end."""
    while deal.ended is None:
        play_turn(deal, players)


# --- what all have in common


def comes_nearer(deal: ContractDeal, player: int) -> bool:
    """Whether the top discard brings a player nearer to his contract."""
    rules, now = deal.solver, deal.situation(player)
    return distance(rules, now.needed, add(now.hand, deal.pile[-1])) < distance(rules, now.needed, now.hand)


def begin(deal: ContractDeal, *, takes: bool) -> bool:
    """Take the discard, or leave it to who has called it and draw; whether the deal goes on."""
    if takes:
        deal.take()
        return True
    if deal.callers:
        deal.grant()
    if deal.ended is None:
        deal.draw()
    return deal.ended is None


def finish(deal: ContractDeal) -> None:
    """Lay what there is to lay, throw away what the plan throws away."""
    while deal.ended is None:
        plan = plan_contract_turn(deal.solver, deal.situation(deal.player))
        if plan is None:
            end_somehow(deal)
            return
        if plan.lay is None:
            throw(deal, plan.discard)
            return
        deal.lay(plan)


def throw(deal: ContractDeal, card: CardType | None) -> None:
    """Throw a card away; where it is none, whatever may be."""
    if card is None:
        end_somehow(deal)
    else:
        deal.discard(card)


def end_somehow(deal: ContractDeal) -> None:
    """Where only jokers are left beside what was just taken: that goes, else jokers onto the table, or nothing."""
    costs = deal.solver.penalties
    hand = deal.hands[deal.player]
    naturals = list(distinct(hand._replace(jokers=0)))
    if naturals:
        deal.discard(max(naturals, key=costs.__getitem__))
        return
    taker = next(deal.table.takers(deal.solver, deal.player), None) if deal.laid[deal.player] else None
    if taker is None:
        deal.end_turn()
    elif deal.sizes[deal.player] > 1:
        deal.tack_joker(taker)
        end_somehow(deal)


# --- the levels


def _easy_wants(deal: ContractDeal, player: int) -> bool:
    return comes_nearer(deal, player)


def _easy_turn(deal: ContractDeal) -> None:
    if begin(deal, takes=deal.may_take() and comes_nearer(deal, deal.player)):
        finish(deal)


def _medium_turn(deal: ContractDeal) -> None:
    if begin(deal, takes=deal.may_take() and comes_nearer(deal, deal.player)):
        before_the_lay(deal, careful=False)


def before_the_lay(deal: ContractDeal, *, careful: bool) -> None:
    """The rest of a turn after the draw, with the discard that keeps the best chance."""
    if deal.laid[deal.player]:
        finish(deal)
        return
    seen = DealOutlook(deal, deal.player, careful)
    plan = laying(seen)
    held = seen.waiting() if plan is not None and careful and deal.sizes[deal.player] > 1 else None
    if held is not None:
        deal.discard(held[1])
    elif plan is not None:
        deal.lay(plan)
        finish(deal)
    else:
        throw(deal, seen.discard())


def laying(seen: Outlook) -> ContractPlan | None:
    """The turn's plan if it lays anything."""
    plan = None if seen.can_only_discard() else seen.plan()
    return plan if plan is not None and plan.lay is not None else None


def _hard_wants(deal: ContractDeal, player: int) -> bool:
    return DealOutlook(deal, player, careful=True).calls()


def _hard_turn(deal: ContractDeal) -> None:
    player, takes = deal.player, False
    if deal.may_take():
        seen = DealOutlook(deal, player, careful=True)
        takes = comes_nearer(deal, player) or (not deal.laid[player] and seen.takes_to_go_out())
    if begin(deal, takes=takes):
        before_the_lay(deal, careful=True)


EASY = ContractPlayer(_easy_wants, _easy_turn)
MEDIUM = ContractPlayer(_easy_wants, _medium_turn)
HARD = ContractPlayer(_hard_wants, _hard_turn)

PLAYERS: Mapping[str, ContractPlayer] = MappingProxyType({"easy": EASY, "medium": MEDIUM, "hard": HARD})
"""By level."""
