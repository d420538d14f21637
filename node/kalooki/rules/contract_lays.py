"""Proposals for a first lay that must meet a contract: each choice of sets and runs from which none can be left out."""

from collections.abc import Iterator
from dataclasses import dataclass

from kalooki.cards import Joker, Rank, Suit
from kalooki.rules.actions import LayItem, NewMeld
from kalooki.rules.fans import Fan, runs, sets
from kalooki.rules.melds import ALL_RANKS
from kalooki.rules.opening import takes_full_suit
from kalooki.rules.variant import Contract, Variant


@dataclass(frozen=True, slots=True)
class _Group:
    """Melds of one rank, or of one suit."""

    melds: tuple[NewMeld, ...]
    fewest_jokers: int


def contract_lays(fan: Fan, contract: Contract, variant: Variant) -> Iterator[tuple[LayItem, ...]]:
    """Each batch of new melds that is the contract; some that the judge will refuse."""
    of_ranks = [_group(tuple(sets(fan, rank, variant)), contract.sets, contract) for rank in Rank]
    of_suits = [_group(tuple(runs(fan, suit, variant)), contract.runs, contract) for suit in Suit]
    for laid, rest in _pick(of_ranks, len(contract.sets), fan, differ=variant.own_sets_differ_in_rank):
        for more, _ in _pick(of_suits, len(contract.runs), rest, differ=variant.own_runs_differ_in_suit):
            yield laid + more
        if takes_full_suit(variant, contract):
            for group in of_suits:
                whole = (meld for meld in group.melds if len(meld.cards) == ALL_RANKS)
                yield from ((*laid, meld) for meld in whole if rest.without(meld.cards) is not None)


def _group(melds: tuple[NewMeld, ...], lengths: tuple[int, ...], contract: Contract) -> _Group:
    fitting = tuple(meld for meld in melds if not contract.exactly or len(meld.cards) in lengths)
    return _Group(fitting, min((_jokers(meld) for meld in fitting), default=0))


def _jokers(meld: NewMeld) -> int:
    return sum(isinstance(one.card, Joker) for one in meld.cards)


def _pick(
    groups: list[_Group], count: int, fan: Fan, *, differ: bool, at: int = 0
) -> Iterator[tuple[tuple[LayItem, ...], Fan]]:
    """So many melds, in the order of their groups, with what the hand has left then; `at`: where the group goes on."""
    if count == 0:
        yield (), fan
        return
    if not _enough_jokers(groups, count, fan, differ=differ):
        return
    for place, group in enumerate(groups):
        for index in range(at if place == 0 else 0, len(group.melds)):
            meld = group.melds[index]
            rest = fan.without(meld.cards)
            if rest is None:
                continue
            following = groups[place + 1 :] if differ else groups[place:]
            for more, left in _pick(following, count - 1, rest, differ=differ, at=0 if differ else index):
                yield (meld, *more), left


def _enough_jokers(groups: list[_Group], count: int, fan: Fan, *, differ: bool) -> bool:
    """Whether the melds that are still to be chosen could have the jokers that they need at least."""
    needed = sorted(group.fewest_jokers for group in groups if group.melds)
    if not differ:
        return bool(needed)
    return len(needed) >= count and sum(needed[:count]) <= fan.jokers
