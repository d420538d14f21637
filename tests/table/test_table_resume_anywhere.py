"""Stopping after any write: what is restored is what the log says, and nobody's choice is made a second time."""

from dataclasses import replace

import pytest

from support.resuming import Played

EVERY = 24
"""The moments in between are for scripts/resume_anywhere.py."""


@pytest.fixture(scope="module")
def played() -> Played:
    return Played(3, deals=1)


@pytest.mark.parametrize("number", [0, 1])
def test_whenever_a_node_stops_it_goes_on_where_its_log_ends(played: Played, number: int) -> None:
    for writes in played.moments(number)[::EVERY]:
        played.resume(number, writes)


def test_another_state_than_the_one_that_was_seen_would_be_noticed(played: Played) -> None:
    writes = played.moments(1)[-1]
    index = max(played.states)
    state = played.states[index]
    played.states[index] = replace(state, move=state.move + 1)
    with pytest.raises(AssertionError, match=f"node 1 after {writes} writes"):
        played.resume(1, writes)
    played.states[index] = state
    played.resume(1, writes)


def test_a_card_that_was_not_seen_before_would_be_noticed(played: Played) -> None:
    views, noticed = dict(played.views), 0
    played.views.update({place: replace(view, hand=view.hand[1:]) for place, view in views.items() if view is not None})
    for writes in played.moments(1)[::EVERY]:
        try:
            played.resume(1, writes)
        except AssertionError:
            noticed += 1
    played.views.update(views)
    assert noticed > 1


def test_a_node_that_says_something_anew_would_be_noticed(played: Played) -> None:
    noticed = 0
    for writes in played.moments(1)[::EVERY]:
        try:
            played.resume(1, writes, forgets=True)
        except AssertionError:
            noticed += 1
    assert noticed
