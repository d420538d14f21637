"""Refusals of the game whose contracts are laid exactly: beside the contract, its jokers, the blitz."""

from dataclasses import dataclass

from kalooki.cards import Natural
from kalooki.rules.errors.base import IllegalActionError


@dataclass(eq=False)
class NotTheContractError(IllegalActionError):
    """The first lay is exactly melds of these lengths."""

    code = "not_the_contract"
    laid_sets: tuple[int, ...]
    laid_runs: tuple[int, ...]
    sets: tuple[int, ...]
    runs: tuple[int, ...]


@dataclass(eq=False)
class NotEverythingError(IllegalActionError):
    """In the blitz round all cards are laid at once; `left` would stay, `most` may."""

    code = "not_everything"
    left: int
    most: int


@dataclass(eq=False)
class OnlyTheContractError(IllegalActionError):
    """In the turn of the first lay nothing is laid but the contract."""

    code = "only_the_contract"


@dataclass(eq=False)
class FirstLayJokersError(IllegalActionError):
    """The contract holds at most so many jokers."""

    code = "first_lay_jokers"
    jokers: int
    most: int


@dataclass(eq=False)
class NotHalfSafeError(IllegalActionError):
    """Neither copy of the card that a joker stands for has been discarded or melded so far."""

    code = "not_half_safe"
    card: Natural


@dataclass(eq=False)
class OnlyNewMeldsError(IllegalActionError):
    """After a blitz the others lay new melds from their own hands, and nothing else."""

    code = "only_new_melds"
