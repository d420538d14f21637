"""A value with some of its fields changed: as the library does it, and nothing else is taken."""

import dataclasses

import pytest

from kalooki.cards import Natural, Rank, SeatNumber, Slot, Suit
from kalooki.rules.actions import MeldId
from kalooki.rules.changing import maker, replace
from kalooki.rules.deal import Turn
from kalooki.rules.game import begin_deal, new_game
from kalooki.rules.melds import Meld, Set, TableCard
from kalooki.rules.registry import variant_named
from kalooki.solver.rules import SolverRules


def test_a_deal_changes_as_the_library_would_change_it() -> None:
    deal = begin_deal(new_game(variant_named("british"), 2))[0].deal
    assert deal is not None
    turn = replace(deal.turn, has_drawn=True)
    after = replace(deal, turn=turn, reshuffles=1)
    assert after == dataclasses.replace(deal, turn=dataclasses.replace(deal.turn, has_drawn=True), reshuffles=1)
    assert replace(deal) == deal


def test_a_field_that_is_not_there_cannot_be_changed() -> None:
    game = new_game(variant_named("british"), 2)
    with pytest.raises(AttributeError, match="colour"):
        replace(game, colour="red")  # type: ignore[call-arg]


def test_what_was_made_quickly_is_what_its_constructor_makes_and_as_fixed() -> None:
    made = maker(Turn)(SeatNumber(1), 4, laid_before=True)
    assert made == Turn(SeatNumber(1), 4, laid_before=True)
    assert type(made) is Turn
    for turn in (made, replace(made, number=5)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            turn.number = 6  # type: ignore[misc]


@dataclasses.dataclass(frozen=True, slots=True)
class Shelf:
    """A value with a default that is made anew each time."""

    name: str
    books: list[str] = dataclasses.field(default_factory=list)
    room: int = 1


@dataclasses.dataclass(frozen=True, slots=True)
class Notebook:
    """A value that begins with something of its own."""

    notes: list[str] = dataclasses.field(init=False, default_factory=list)


def test_a_class_that_works_something_out_is_not_made_quickly() -> None:
    with pytest.raises(TypeError, match="Notebook does more"):
        maker(Notebook)
    with pytest.raises(TypeError, match="SolverRules does more"):
        maker(SolverRules)


def test_what_a_value_keeps_of_what_it_has_worked_out_is_not_copied() -> None:
    ace = TableCard(Slot(3), Natural(Rank.ACE, Suit.SPADES))
    meld = Meld(MeldId(1), SeatNumber(0), Set(Rank.ACE), (ace,))
    seen = meld.seen(full=False)
    grown = replace(meld, cards=(ace, ace))
    assert meld.seen(full=False) is seen
    assert [face.card for face in grown.seen(full=False).cards] == [ace.card, ace.card]
    assert maker(Meld)(MeldId(1), SeatNumber(0), Set(Rank.ACE), (ace,)) == meld
    assert meld.cards == (ace,)


def test_a_default_that_is_made_anew_is_made_anew() -> None:
    first, second = maker(Shelf)("a"), maker(Shelf)("b", ["book"], room=2)
    assert (first, second) == (Shelf("a"), Shelf("b", ["book"], 2))
    first.books.append("another")
    assert maker(Shelf)("c").books == []
    assert replace(first, room=3) == Shelf("a", ["another"], 3)
