"""A value with some of its fields changed: as the library does it, and nothing else is taken."""

import dataclasses

import pytest

from kalooki.rules.changing import replace
from kalooki.rules.game import begin_deal, new_game
from kalooki.rules.registry import variant_named


def test_a_deal_changes_as_the_library_would_change_it() -> None:
    deal = begin_deal(new_game(variant_named("british"), 2))[0].deal
    assert deal is not None
    turn = replace(deal.turn, has_drawn=True)
    after = replace(deal, turn=turn, reshuffles=1)
    assert after == dataclasses.replace(deal, turn=dataclasses.replace(deal.turn, has_drawn=True), reshuffles=1)
    assert replace(deal) == deal


def test_a_field_that_is_not_there_cannot_be_changed() -> None:
    game = new_game(variant_named("british"), 2)
    with pytest.raises(KeyError):
        replace(game, colour="red")  # type: ignore[call-arg]
