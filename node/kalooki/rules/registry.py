"""The variants by key, and the number of these rules."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from kalooki import plugins
from kalooki.rules import variants
from kalooki.rules.errors import UnknownVariantError
from kalooki.rules.options import configure
from kalooki.rules.variant import OptionValue, Variant

RULES_VERSION = 1
"""Goes up with any change of a verdict: an old transcript is never judged by new rules."""


@cache
def presets() -> Mapping[str, Variant]:
    """Every variant that has a file, by key, sorted."""
    return MappingProxyType(plugins.collect(variants, "VARIANT", Variant))


def variant_named(key: str, house: Mapping[str, OptionValue] = MappingProxyType({})) -> Variant:
    """A preset with house rules.

    Raises:
        UnknownVariantError: No file defines it.
        OptionError: A house rule that cannot be.
    """
    if key not in presets():
        raise UnknownVariantError(key, tuple(presets()))
    return configure(presets()[key], house)
