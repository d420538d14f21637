"""Rules files: a variant and its house rules, and where one is wrong."""

import pytest

from kalooki.rules.files.errors import FileFaultError
from kalooki.rules.files.rules_file import read_rules
from kalooki.rules.registry import variant_named


def test_a_rules_file_is_what_a_deal_file_says_of_its_rules() -> None:
    found = read_rules('variant = "british"\nhouse = { limit = 100, stakes = "1-2-4-4", ace_low = true }\n')
    assert found.variant == variant_named("british", {"limit": 100, "stakes": "1-2-4-4", "ace_low": True})
    assert found.house == (("ace_low", "true"), ("limit", "100"), ("stakes", "1-2-4-4"))


def test_house_rules_are_not_needed() -> None:
    assert read_rules('variant = "swedish"').house == ()


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "missing_key"),
        ('variant = "chess"', 1, "unknown_variant"),
        ('\nvariant = "british"\nkhh = 1', 3, "unknown_key"),
        ('variant = "british"\n[house]\nlimit = 100\nwind = "strong"', 4, "unknown_option"),
        ('variant = "british"\nhouse = { limit = 7 }', 2, "bad_option_value"),
        ('variant = "british"\nhouse = { limit = 1.5 }', 2, "wrong_type"),
        ('variant = "british"\nhouse = { na_deal = "seed" }', 2, "option_not_applicable"),
        ('variant = "british"\nhouse = 3', 2, "wrong_type"),
        ('variant = "british"\nhouse = {,}', 2, "not_toml"),
    ],
)
def test_a_rules_file_is_refused_by_line_and_code(text: str, line: int, code: str) -> None:
    with pytest.raises(FileFaultError) as refused:
        read_rules(text)
    assert (refused.value.line, refused.value.cause.code) == (line, code)
