"""How the levels play the South African game on the lean core: the same decisions as their bots make from a view."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from kalooki.rules.changing import replace
from kalooki.sim.contract_turns import DealOutlook
from kalooki.sim.exact_deal import ExactDeal
from kalooki.sim.exact_play import BOUGHT, Held, gain, least_useful
from kalooki.solver.distance import distance
from kalooki.solver.exact_plan import plan_exact_turn
from kalooki.solver.turn import (
    connects,
    everything,
    fewest_unlaid,
    plan_turn,
    throw_away,
)
from kalooki.solver.words import CardType, add, distinct


class ExactPlayer(NamedTuple):
    """What plays on the lean core."""

    wants: Callable[[ExactDeal, int], bool]
    """Whether a player buys the top discard."""
    takes: Callable[[ExactDeal], bool]
    """Whether the player in turn takes it."""
    turn: Callable[[ExactDeal], None]
    """Lays and throws away, once the card is drawn and the others have bought."""


Discard = Callable[[ExactDeal], CardType | None]
"""What the player in turn throws away before his first lay; None for what leaves him nearest to it."""


def play_turn(deal: ExactDeal, players: Sequence[ExactPlayer]) -> None:
    """Draw, ask the others, lay, throw away."""
    if deal.may_take() and players[deal.player].takes(deal):
        deal.take()
    else:
        deal.draw()
        for other in deal.asked:
            if players[other].wants(deal, other):
                deal.call(other)
            else:
                deal.pass_by(other)
        deal.sell()
    if deal.ended is None:
        players[deal.player].turn(deal)


def play_out(deal: ExactDeal, players: Sequence[ExactPlayer]) -> None:
    """To its end."""
    while deal.ended is None:
        play_turn(deal, players)


def wants(deal: ExactDeal, player: int) -> bool:
    """Whether the top discard is of use to a player who has not laid."""
    if deal.laid[player]:
        return False
    hand, card = deal.hands[player], deal.pile[-1]
    if deal.contract.everything:
        return gain(deal.rules.solver, hand, card) > 0
    needed = deal.situation(player).needed
    return distance(deal.solver, needed, add(hand, card)) < distance(deal.solver, needed, hand)


def worth_taking(deal: ExactDeal) -> bool:
    """Whether the player in turn takes it; once he has laid, where more can be laid with it."""
    if not deal.laid[deal.player]:
        return wants(deal, deal.player)
    solver, now, card = deal.rules.solver, deal.later(), deal.pile[-1]
    if not connects(solver, now.hand, card, now.table):
        return False
    without = fewest_unlaid(solver, now)
    with_it = fewest_unlaid(
        solver, replace(now, hand=add(now.hand, card), taken=card, no_discard=now.no_discard | {card})
    )
    return with_it is not None and without is not None and with_it < without + solver.penalties[card]


def finish(deal: ExactDeal, choose: Discard) -> None:
    """Lay what there is to lay, and throw a card away."""
    while deal.ended is None:
        if deal.laid[deal.player] or deal.contract.everything:
            goes_on = _lays_more(deal, choose)
        else:
            goes_on = _lays_contract(deal, choose)
        if not goes_on:
            return


def _lays_contract(deal: ExactDeal, choose: Discard) -> bool:
    """Lay the contract, or throw a card away, which ends the turn."""
    hand = deal.hands[deal.player]
    plan = plan_exact_turn(deal.variant, deal.contract, hand, deal.open_faces, deal.taken)
    if plan is not None and plan.melds:
        deal.lay_contract(plan)
        return True
    throw(deal, choose, None if plan is None else plan.discard)
    return False


def _lays_more(deal: ExactDeal, choose: Discard) -> bool:
    """Likewise after the contract, in a later turn, or where everything is laid at once."""
    solver, now = deal.rules.solver, deal.later()
    if not deal.laid[deal.player]:
        plan = everything(solver, now, needs_discard=deal.variant.sa_blitz_discard) or throw_away(solver, now)
    else:
        plan = plan_turn(solver, now) if deal.laid_before else throw_away(solver, now)
    if plan is not None and (plan.pieces or plan.swaps):
        deal.lay(plan)
        return True
    throw(deal, choose, None if plan is None else plan.discard)
    return False


def throw(deal: ExactDeal, choose: Discard, planned: CardType | None) -> None:
    """Throw away what the player wants to, else what the plan does; without one, the dearest."""
    chosen = None if planned is None else choose(deal)
    thrown = planned if chosen is None else chosen
    deal.discard(dearest(deal) if thrown is None else thrown)


def dearest(deal: ExactDeal) -> CardType:
    """Where every card was just taken: throw the dearest away all the same."""
    return max(distinct(deal.hands[deal.player]), key=deal.solver.penalties.__getitem__)


# --- the levels


def _nearest(_deal: ExactDeal) -> None:
    return None


def _useful(deal: ExactDeal) -> CardType | None:
    player = deal.player
    if deal.sizes[player] < 2:  # noqa: PLR2004 - there is a choice
        return None
    due = not deal.laid[player] and not deal.contract.everything
    return least_useful(
        Held(
            rules=deal.rules.solver,
            hand=deal.hands[player],
            live=deal.live(player),
            kept=deal.taken,
            late=any(deal.laid),
            chance=DealOutlook(deal, player, careful=False).odds.chance if due else None,
        )
    )


def _takes_for_melds(deal: ExactDeal) -> bool:
    player = deal.player
    if worth_taking(deal):
        return True
    return not deal.laid[player] and gain(deal.rules.solver, deal.hands[player], deal.pile[-1]) > 0


def _buys_for_melds(deal: ExactDeal, player: int) -> bool:
    return wants(deal, player) or gain(deal.rules.solver, deal.hands[player], deal.pile[-1]) >= BOUGHT


EASY = ExactPlayer(wants, worth_taking, partial(finish, choose=_nearest))
MEDIUM = ExactPlayer(wants, _takes_for_melds, partial(finish, choose=_useful))
HARD = MEDIUM._replace(wants=_buys_for_melds)

PLAYERS: Mapping[str, ExactPlayer] = MappingProxyType({"easy": EASY, "medium": MEDIUM, "hard": HARD})
"""By level."""
