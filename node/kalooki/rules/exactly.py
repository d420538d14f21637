"""Contracts that are laid exactly: nothing beside them in that turn, few jokers, and only for cards seen before."""

from collections.abc import Iterable, Iterator

from kalooki.cards import Card, Joker, Natural
from kalooki.rules.actions import LayItem, NewMeld
from kalooki.rules.bench import Bench
from kalooki.rules.deal import Blitz, Deal
from kalooki.rules.errors import FirstLayJokersError, NotHalfSafeError, OnlyTheContractError
from kalooki.rules.events import Discarded, Face, LaidDown, LaidOff, TurnedUp
from kalooki.rules.opening import size_of
from kalooki.rules.variant import Contract, Variant

LONG_RUN = (5,)
"""The contract in which the house may allow one joker more."""

FOUR_OF_A_KIND = (4,)
"""The contract in which a joker may be any card, as where everything is laid at once."""


def hold_to_contract(bench: Bench, items: tuple[LayItem, ...]) -> None:
    """Judge what a lay has beside an exact contract, and its jokers; the gate has been passed.

    Raises:
        OnlyTheContractError: There is something else, and the seat does not go out with it.
        FirstLayJokersError: The contract has too many jokers.
        NotHalfSafeError: A joker stands for a card of which no copy has been seen.
    """
    contract = bench.contract
    if contract is None or not contract.exactly or isinstance(bench.deal.phase, Blitz):
        return
    first = _of_the_contract(contract, items) if bench.seat not in bench.deal.laid else ()
    goes_out = bench.variant.sa_kaluki and len(bench.kept) <= 1
    if len(first) < len(items) and not bench.deal.turn.laid_before and not goes_out:
        raise OnlyTheContractError
    jokers = [tuple(_jokers(cards)) for cards in _laid_cards(bench)]
    initial = [joker for laid in jokers[: len(first)] for joker in laid]
    later = [joker for laid in jokers[len(first) :] for joker in laid]
    most = most_jokers(bench.variant, contract)
    if most is not None and len(initial) > most:
        raise FirstLayJokersError(len(initial), most)
    if must_be_seen(bench.variant, contract):
        _refuse_unseen(bench.deal, initial)
    if bench.variant.half_safe == "always":
        _refuse_unseen(bench.deal, later)


def _of_the_contract(contract: Contract, items: tuple[LayItem, ...]) -> tuple[LayItem, ...]:
    if contract.everything:
        return tuple(item for item in items if isinstance(item, NewMeld))
    return items[: size_of(contract)]


def _laid_cards(bench: Bench) -> Iterator[tuple[Face, ...]]:
    return (event.cards for event in bench.events if isinstance(event, LaidDown | LaidOff))


def _jokers(cards: tuple[Face, ...]) -> Iterator[Natural]:
    return (face.stands_for for face in cards if isinstance(face.card, Joker) and face.stands_for is not None)


def must_be_seen(variant: Variant, contract: Contract) -> bool:
    """Whether a joker of the contract may only stand for a card of which a copy has been seen."""
    free = contract.everything or contract.sets == FOUR_OF_A_KIND
    return variant.half_safe != "never" and not free


def most_jokers(variant: Variant, contract: Contract) -> int | None:
    """How many jokers the contract may have; None for as many as there are."""
    if variant.first_lay_jokers is None or contract.everything:
        return None
    return variant.first_lay_jokers + (variant.round7_two_jokers and contract.runs == LONG_RUN)


def _refuse_unseen(deal: Deal, jokers: Iterable[Natural]) -> None:
    for card in jokers:
        if card not in seen_so_far(deal):
            raise NotHalfSafeError(card)


def seen_so_far(deal: Deal) -> frozenset[Card]:
    """Every face of which a copy has lain on the discard pile in this deal, or lies in a meld as itself."""
    thrown = {event.card for event in deal.history if isinstance(event, TurnedUp | Discarded)}
    piled = {shown.card for shown in deal.pile}
    return frozenset(thrown | piled | {one.card for meld in deal.melds for one in meld.cards})
