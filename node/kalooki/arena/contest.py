"""What is played in a contest: which bots, at which table, how many deals, in which seatings."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from types import MappingProxyType

from kalooki.rules.registry import variant_named
from kalooki.rules.variant import OptionValue, Variant

FEWEST = 2
"""A contest has two bots at least."""
UNITS = ("deal", "game")
"""What is played out in each seating: one deal, or a whole game."""

Seating = tuple[int, ...]
"""Who sits where, from the seat that plays first in the first deal: places in the contest's list of bots."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything that decides the result, and nothing that does not: the same contest gives the same lines.

    Each field is a plain value, so that it can be sent to another process and written down.
    """

    bots: tuple[str, ...]
    """Keys or levels. The same bot twice is a check of the arena itself."""
    variant: str
    house: tuple[tuple[str, OptionValue], ...]
    seats: int
    unit: str
    """One of `UNITS`."""
    seed: str

    def rules(self) -> Variant:
        """The variant with its house rules.

        Raises:
            RulesError: There is no such variant, or a house rule cannot be.
        """
        return _rules(self.variant, self.house)

    def points_are_good(self) -> bool:
        """Whether the winner scores what the others hold, as North American rules may have it."""
        return self.rules().na_scoring in {"winner", "per_hand"}

    def seatings(self) -> tuple[Seating, ...]:
        """Every seating that each deal is played in."""
        return seatings(len(self.bots), self.seats)


@cache
def _rules(key: str, house: tuple[tuple[str, OptionValue], ...]) -> Variant:
    return variant_named(key, MappingProxyType(dict(house)))


@cache
def seatings(bots: int, seats: int) -> tuple[Seating, ...]:
    """All rotations of each table that these bots can fill.

    More bots than seats: every choice of as many as there are seats. Fewer: they take the seats in turn, so that with
    two bots and four seats each bot's neighbours are the other one.
    """
    found: dict[Seating, None] = {}
    for chosen in combinations(range(bots), min(bots, seats)):
        table = tuple(chosen[seat % len(chosen)] for seat in range(seats))
        found.update(dict.fromkeys(table[turn:] + table[:turn] for turn in range(seats)))
    return tuple(found)


def number_from(seed: str, *parts: object) -> int:
    """A number for a stream of chance: each seed and each part another one, on every machine the same."""
    text = "/".join((seed, *map(str, parts)))
    return int.from_bytes(hashlib.sha512(b"kalooki-arena-v1/" + text.encode()).digest()[:16], "big")


def deck_seed(contest: Contest, unit: int) -> bytes:
    """For the deck of one deal: all its seatings, and whoever plays, see the same cards in the same order."""
    return f"kalooki-arena-v1/{contest.seed}/{unit}".encode()


def described(contest: Contest) -> Mapping[str, object]:
    """The contest as JSON has it."""
    return {
        "bots": list(contest.bots),
        "variant": contest.variant,
        "house": dict(contest.house),
        "seats": contest.seats,
        "unit": contest.unit,
        "seed": contest.seed,
    }


def shares(deals: int, shard: tuple[int, int]) -> Sequence[int]:
    """The numbers of the deals that one of several machines plays: every `of`-th from `part` (counted from 1) on."""
    part, of = shard
    return range(part - 1, deals, of)
