"""A whole game of contracts on the lean core: deal after deal, until each contract has been played for."""

from collections.abc import Callable, Sequence

from kalooki.sim.contract_deal import ContractDeal, new_contract_deal
from kalooki.sim.contract_lean import LeanContracts
from kalooki.sim.contract_turns import ContractPlayer, play_out
from kalooki.sim.dealing import Shuffle
from kalooki.solver.words import CardType, type_of

MISSES = tuple(range(-10, 11))
"""By how many cards the dealer's cut may be wrong, each number as likely."""

Chance = Callable[[int, int], tuple[Sequence[CardType], int | None, Shuffle]]
"""For a deal and an attempt at it: the deck, by how much the dealer's cut misses, and what shuffles the pile again."""


def play_deals(rules: LeanContracts, players: Sequence[ContractPlayer], chance: Chance) -> tuple[int, ...]:
    """The totals after the last deal. The last player deals first; who deals next sits at his left.

    A deal that does not count is dealt again by the same dealer.
    """
    seats, totals = len(players), [0] * len(players)
    for number in range(1, len(rules.forms) + 1):
        order = [(number - 1 + place) % seats for place in range(seats)]
        deal = _deal(rules, number, [players[seat] for seat in order], chance)
        assert deal.ended is not None, "it was played to its end"
        for seat, points in zip(order, deal.ended.points, strict=True):
            totals[seat] += points
    return tuple(totals)


def _deal(rules: LeanContracts, number: int, players: Sequence[ContractPlayer], chance: Chance) -> ContractDeal:
    attempt = 1
    while True:
        deck, missed, shuffle = chance(number, attempt)
        deal = new_contract_deal(rules, number, len(players), deck, shuffle, missed)
        play_out(deal, players)
        if deal.ended is not None and deal.ended.winner is not None:
            return deal
        attempt += 1


def sorted_deck(rules: LeanContracts, players: int) -> list[CardType]:
    """All faces of the game, in their order before any shuffle."""
    return [type_of(card) for card in rules.variant.start_deck(players)]
