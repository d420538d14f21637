"""Variants, bots and commands are found by their place."""

from types import ModuleType

import pytest

from kalooki import plugins
from kalooki.rules import variants
from kalooki.rules.variant import Variant


def test_what_each_module_offers_is_found_by_its_name() -> None:
    found = plugins.collect(variants, "VARIANT", Variant)
    assert list(found) == sorted(found)
    assert all(key == variant.key for key, variant in found.items())


@pytest.mark.parametrize(("attribute", "kind"), [("NOTHING", Variant), ("VARIANT", ModuleType)])
def test_a_module_without_the_value_is_our_bug(attribute: str, kind: type) -> None:
    with pytest.raises(TypeError, match=attribute):
        plugins.collect(variants, attribute, kind)
