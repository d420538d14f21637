"""Those who are left go on in bad weather: nobody honest is at two tables, and whoever signs all is convicted."""

import pytest

from support.continued_storm import ViolationError, forgetful, storm


@pytest.mark.parametrize("seed", [0, 3])
def test_in_a_storm_nobody_honest_is_at_two_tables_or_convicted(seed: int) -> None:
    seen = storm(seed)
    assert seen.tables
    assert seen.convicted == seen.liars


def test_a_node_that_forgets_what_it_has_signed_is_found() -> None:
    with pytest.raises(ViolationError, match="two drafts numbered"):
        storm(4, forgetful)
