"""Refusals of the game with contracts: what the first lay must hold, and what jokers may not do."""

from dataclasses import dataclass

from kalooki.rules.actions import MeldId
from kalooki.rules.errors.base import IllegalActionError


@dataclass(eq=False)
class ContractNotMetError(IllegalActionError):
    """The first lay must hold `sets` sets and `runs` runs; so far it has others. Nothing else comes before it."""

    code = "contract_not_met"
    laid_sets: int
    laid_runs: int
    sets: int
    runs: int


@dataclass(eq=False)
class NoFurtherMeldsError(IllegalActionError):
    """After the contract cards are only laid off; there are no further new melds."""

    code = "no_further_melds"


@dataclass(eq=False)
class SameRankTwiceError(IllegalActionError):
    """One player's sets are of different ranks; `meld` is the other one."""

    code = "same_rank_twice"
    meld: MeldId


@dataclass(eq=False)
class SameSuitTwiceError(IllegalActionError):
    """One player's runs are of different suits; `meld` is the other one."""

    code = "same_suit_twice"
    meld: MeldId


@dataclass(eq=False)
class PileIsLockedAfterLayError(IllegalActionError):
    """Who has laid draws from the stock only."""

    code = "pile_is_locked_after_lay"


@dataclass(eq=False)
class JokerOnlyOnOwnError(IllegalActionError):
    """A joker is laid off on one's own melds only."""

    code = "joker_only_on_own"
    meld: MeldId


@dataclass(eq=False)
class HighEndFirstError(IllegalActionError):
    """A run grows upwards until its ace lies, and only then downwards."""

    code = "high_end_first"
    meld: MeldId


@dataclass(eq=False)
class JokerStaysError(IllegalActionError):
    """Jokers do not leave their meld in this variant: the joker of a run moves `up`."""

    code = "joker_stays"
    meld: MeldId


@dataclass(eq=False)
class JokerCannotMoveError(IllegalActionError):
    """There is no place above (or none that is free) to which the joker could move; a joker in a set never moves."""

    code = "joker_cannot_move"
    meld: MeldId


@dataclass(eq=False)
class JokerDiscardError(IllegalActionError):
    """A joker is not thrown away, or not to go out with."""

    code = "joker_discard"


@dataclass(eq=False)
class NotOnlyJokersError(IllegalActionError):
    """A turn ends without a discard only for a hand of nothing but jokers, all of which are shown."""

    code = "not_only_jokers"
    held: int
    shown: int


@dataclass(eq=False)
class CanStillDiscardError(IllegalActionError):
    """A joker may be thrown away, so the turn ends with a discard."""

    code = "can_still_discard"


@dataclass(eq=False)
class JokerCanBeTackedError(IllegalActionError):
    """One of the jokers can be laid off on this meld, so the turn does not end without it."""

    code = "joker_can_be_tacked"
    meld: MeldId
