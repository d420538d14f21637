"""Refusals of what a table is set up with: options, variants, numbers of seats."""

from dataclasses import dataclass

from kalooki.rules.errors.base import RulesError


class OptionError(RulesError):
    """A house rule that cannot be."""


@dataclass(eq=False)
class UnknownOptionError(OptionError):
    """No variant has an option of this name."""

    code = "unknown_option"
    option: str


@dataclass(eq=False)
class BadOptionValueError(OptionError):
    """The value is of the wrong type, or not one of those that are listed."""

    code = "bad_option_value"
    option: str
    value: str
    allowed: str


@dataclass(eq=False)
class OptionNotApplicableError(OptionError):
    """The preset lacks the option, or has it with a value that cannot change, or another option switches it off."""

    code = "option_not_applicable"
    option: str
    variant: str
    reason: str


@dataclass(eq=False)
class UnknownVariantError(RulesError):
    """There is no preset of this name."""

    code = "unknown_variant"
    name: str
    known: tuple[str, ...]


@dataclass(eq=False)
class WrongNumberOfSeatsError(RulesError):
    """The variant is not for so many players."""

    code = "wrong_number_of_seats"
    seats: int
    least: int
    most: int
