"""A file with the rules of a table: the variant and its house rules, as in a deal file."""

from dataclasses import dataclass

from kalooki.rules.files.document import read_toml, read_variant
from kalooki.rules.options import value_text
from kalooki.rules.variant import Variant

KEYS = ("variant", "house")


@dataclass(frozen=True, slots=True)
class RulesFile:
    """What a table is founded with."""

    variant: Variant
    house: tuple[tuple[str, str], ...]
    """The house rules as text, sorted."""


def read_rules(text: str) -> RulesFile:
    """Understand a rules file.

    Raises:
        FileFaultError: It cannot be understood: where, and why.
    """
    document = read_toml(text)
    document.allow(KEYS)
    variant = read_variant(document)
    house = {name: value_text(value) for name, value in document.section("house").values.items()}  # type: ignore[arg-type]  # read_variant looked
    return RulesFile(variant, tuple(sorted(house.items())))
