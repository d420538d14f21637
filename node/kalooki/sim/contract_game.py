"""A whole game of contracts on a lean core: deal after deal, until each contract has been played for."""

from collections.abc import Callable, Sequence

from kalooki.rules.variant import Variant
from kalooki.sim import contract_turns, exact_turns
from kalooki.sim.contract_deal import new_contract_deal
from kalooki.sim.contract_lean import LeanContracts, Out
from kalooki.sim.contract_turns import ContractPlayer
from kalooki.sim.dealing import Shuffle
from kalooki.sim.exact_deal import LeanExact, new_exact_deal
from kalooki.sim.exact_turns import ExactPlayer
from kalooki.solver.words import CardType, type_of

MISSES = tuple(range(-10, 11))
"""By how many cards the dealer's cut may be wrong, each number as likely."""

Chance = Callable[[int, int], tuple[Sequence[CardType], int | None, Shuffle]]
"""For a deal and an attempt at it: the deck, by how much the dealer's cut misses, and what shuffles the pile again."""


def play_contracts(rules: LeanContracts, players: Sequence[ContractPlayer], chance: Chance) -> tuple[int, ...]:
    """The totals of a Jamaican game."""

    def play(number: int, attempt: int, order: Sequence[int]) -> Out | None:
        deck, missed, shuffle = chance(number, attempt)
        deal = new_contract_deal(rules, number, len(order), deck, shuffle, missed)
        contract_turns.play_out(deal, [players[seat] for seat in order])
        return deal.ended

    return totals(len(rules.forms), len(players), play)


def play_exactly(rules: LeanExact, players: Sequence[ExactPlayer], chance: Chance) -> tuple[int, ...]:
    """The totals of a South African game."""

    def play(number: int, attempt: int, order: Sequence[int]) -> Out | None:
        deck, _, shuffle = chance(number, attempt)
        deal = new_exact_deal(rules, number, len(order), deck, shuffle)
        exact_turns.play_out(deal, [players[seat] for seat in order])
        return deal.ended

    return totals(len(rules.due), len(players), play)


def totals(deals: int, seats: int, play: Callable[[int, int, Sequence[int]], Out | None]) -> tuple[int, ...]:
    """After the last deal. The last seat deals first; who deals next sits at his left.

    A deal that does not count is dealt again by the same dealer.

    Args:
        deals: How many there are.
        seats: At the table.
        play: Plays the deal of a number, at an attempt counted from 1, with the seats in order from the dealer's left.
    """
    found = [0] * seats
    for number in range(1, deals + 1):
        order, attempt = [(number - 1 + place) % seats for place in range(seats)], 1
        while (ended := play(number, attempt, order)) is None or ended.winner is None:
            attempt += 1
        for seat, points in zip(order, ended.points, strict=True):
            found[seat] += points
    return tuple(found)


def sorted_deck(variant: Variant, players: int) -> list[CardType]:
    """All faces of a game, in their order before any shuffle."""
    return [type_of(card) for card in variant.start_deck(players)]
