"""Those who are left go on in bad weather: nobody honest is at two tables, and whoever signs all is convicted."""

import pytest

from support.continued_storm import ViolationError, forgetful, storm


def test_in_a_storm_nobody_honest_is_at_two_tables_and_who_signs_all_is_convicted() -> None:
    seen = storm(3)
    assert seen.tables
    assert seen.convicted == seen.liars == {0}


def test_a_node_that_forgets_what_it_has_signed_is_found() -> None:
    with pytest.raises(ViolationError, match="two drafts numbered"):
        storm(4, forgetful)
