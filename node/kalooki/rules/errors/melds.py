"""Refusals of cards that are no meld."""

from dataclasses import dataclass

from kalooki.cards import Card, Natural
from kalooki.rules.errors.base import IllegalActionError


class BadMeldError(IllegalActionError):
    """These cards are no meld."""


@dataclass(eq=False)
class TooFewCardsError(BadMeldError):
    """A set or run has a least size."""

    code = "too_few_cards"
    cards: tuple[Card, ...]
    least: int


@dataclass(eq=False)
class TooManyCardsError(BadMeldError):
    """A set or run has a greatest size."""

    code = "too_many_cards"
    cards: tuple[Card, ...]
    most: int


@dataclass(eq=False)
class OnlyJokersError(BadMeldError):
    """A meld holds at least one natural card."""

    code = "only_jokers"
    cards: tuple[Card, ...]


@dataclass(eq=False)
class NeitherSetNorRunError(BadMeldError):
    """The naturals are neither of one rank nor of one suit."""

    code = "neither_set_nor_run"
    cards: tuple[Card, ...]


@dataclass(eq=False)
class SuitTwiceError(BadMeldError):
    """The cards of a set are of different suits."""

    code = "suit_twice"
    card: Card


@dataclass(eq=False)
class NotConsecutiveError(BadMeldError):
    """The cards do not follow one another in the order in which they are written, upwards or downwards."""

    code = "not_consecutive"
    cards: tuple[Card, ...]


@dataclass(eq=False)
class RankTwiceError(BadMeldError):
    """A run holds each rank once."""

    code = "rank_twice"
    card: Card


@dataclass(eq=False)
class AceOnlyHighError(BadMeldError):
    """The ace stands above the king, not below the two."""

    code = "ace_only_high"
    cards: tuple[Card, ...]


@dataclass(eq=False)
class RoundTheCornerError(BadMeldError):
    """A run does not go on over the ace."""

    code = "round_the_corner"
    cards: tuple[Card, ...]


@dataclass(eq=False)
class UndeclaredJokersError(BadMeldError):
    """One natural with jokers only: say set or run, and for a run every card."""

    code = "undeclared_jokers"
    natural: Natural


@dataclass(eq=False)
class WrongDeclarationError(BadMeldError):
    """A joker was declared to be what it cannot be in its place; `choices` are what it can be there."""

    code = "wrong_declaration"
    declared: Natural
    choices: tuple[Natural, ...]


@dataclass(eq=False)
class TooManyJokersError(BadMeldError):
    """Of these cards at most so many may be jokers, whatever they stand for."""

    code = "too_many_jokers"
    cards: tuple[Card, ...]
    most: int


@dataclass(eq=False)
class JokersTouchError(BadMeldError):
    """No two jokers side by side in a run of this variant."""

    code = "jokers_touch"
    cards: tuple[Card, ...]


@dataclass(eq=False)
class UndeclaredSetJokerError(BadMeldError):
    """A joker in a set is one card, which is said: one of `choices`."""

    code = "undeclared_set_joker"
    choices: tuple[Natural, ...]
