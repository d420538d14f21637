"""The greedy bot's own decisions."""

import runpy
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kalooki.bots import greedy
from kalooki.cards import SeatNumber
from kalooki.rules.actions import BuyIn, Decline, Discard, Draw, Lay, Return, Take
from kalooki.rules.game import new_game
from kalooki.rules.notation import parse_cards
from kalooki.rules.open_game import OpenGame
from kalooki.rules.play import count_is_due
from kalooki.rules.registry import variant_named
from kalooki.rules.variant import Variant
from kalooki.rules.view import Decision, SeatView, ViewPhase
from support.contract_presets import game_named

BRITISH = variant_named("british")
SCRIPT = Path(__file__).parents[2] / "scripts" / "count_moves.py"


@pytest.mark.parametrize(
    ("key", "deals", "seed"),
    [
        ("british", 14, "s3"),
        ("european", 14, "s0"),
        ("swedish", 14, "s0"),
        ("north_american", 10, "s1"),
        ("jamaican", 5, "s0"),
        ("jamaican_baby", 5, "s0"),
        ("south_african", 7, "s0"),
    ],
)
def test_every_kind_of_move_occurs_within_a_few_deals(key: str, deals: int, seed: str) -> None:
    script = runpy.run_path(str(SCRIPT))
    count_moves: Callable[[int, str, tuple[str, ...], Variant], Counter[str]] = script["count_moves"]
    variant = game_named(key)
    found = count_moves(deals, seed, ("greedy",), variant)
    assert not [kind for kind in script["kinds_of"](variant) if not found[kind]]
    assert found["illegal"] == 0
    assert found["(forgotten count)"] == 0


def before_the_draw(hand: str, top: str, *, has_laid: bool = False, turn_number: int = 4) -> SeatView:
    """A view of the seat in turn, with this hand, and this card on top of the pile."""
    table = OpenGame(new_game(BRITISH, 3), b"drawing")
    seat = table.to_move()
    assert seat is not None
    seen = table.view(seat)
    cards = parse_cards(hand)
    held = tuple(replace(shown, card=card) for shown, card in zip(seen.hand, cards, strict=False))
    lines = tuple(
        replace(line, has_laid=has_laid, cards=len(held)) if line.seat == seat else line for line in seen.seats
    )
    return replace(seen, hand=held, seats=lines, pile=parse_cards(top), turn_number=turn_number, laid_before=has_laid)


def test_it_takes_the_discard_that_opens() -> None:
    assert greedy.propose(before_the_draw("KS KH KD 3S 4S 8C 9D", "5S")) == Take()
    assert greedy.propose(before_the_draw("KS KH KD 3S 4S 8C 9D", "5H")) == Draw()
    assert greedy.propose(before_the_draw("8S 8H KD 3S 4S 8C 9D", "5S")) == Draw()


def test_it_takes_a_discard_that_makes_a_meld_where_the_pile_is_free() -> None:
    assert greedy.propose(before_the_draw("3S 4S 8C 9D JH", "5S", turn_number=0)) == Take()
    assert greedy.propose(before_the_draw("3S 4S 8C 9D JH", "5H", turn_number=0)) == Draw()
    assert greedy.propose(before_the_draw("3S 4S 8C 9D JH", "5S", has_laid=True)) == Take()
    assert greedy.propose(before_the_draw("3S 4S 8C 9D JH", "5H", has_laid=True)) == Draw()


def test_it_returns_a_discard_that_does_not_go_with_the_opening_after_all() -> None:
    # Queens and fours are 42, and 2S 3S 4S is a meld; but queens and 2S 3S 4S are 39.
    view = before_the_draw("QS QH QD 4S 4H 4D 2S 9C", "3S")
    assert greedy.propose(view) == Take()
    assert greedy.propose(taken(view)) == Return()
    assert greedy.propose(replace(view, returned=True)) == Draw()


def test_it_lays_what_it_took_the_discard_for() -> None:
    action = greedy.propose(taken(before_the_draw("QS QH QD 4S 4H 4D 2H 9C", "3H")))
    assert action == Return()
    action = greedy.propose(taken(before_the_draw("KS KH KD 3S 4S 8C 9D", "5S")))
    assert isinstance(action, Lay)


def taken(view: SeatView) -> SeatView:
    """The same after the take."""
    assert view.seat is not None
    top = view.pile[-1]
    slot = max(shown.slot for shown in view.hand)
    new = replace(view.hand[-1], slot=type(slot)(slot + 1000), card=top)
    return replace(
        view,
        phase=ViewPhase.PLAY,
        hand=(*view.hand, new),
        pile=view.pile[:-1],
        has_drawn=True,
        taken=top,
        taken_slot=new.slot,
        duty="initial_meld",
        seats=tuple(replace(line, cards=line.cards + 1) if line.seat == view.seat else line for line in view.seats),
    )


def test_it_says_how_many_cards_are_left_where_that_is_due() -> None:
    table, due = OpenGame(new_game(BRITISH, 2), b"counting"), 0
    while (seat := table.to_move()) is not None and len(table.game.history) < 4:
        seen = table.view(seat)
        action = greedy.BOT.choose(seen, Random(0))
        if isinstance(action, Discard):
            left = len(seen.hand) - 1
            expected = left if left and count_is_due(BRITISH, left) else None
            assert action.count == expected
            due += expected is not None
        table.act(seat, action)
    assert due > 3


@pytest.mark.parametrize(
    ("totals", "score", "pool", "answer"),
    [
        ((100, 100), 100, 20, BuyIn()),
        ((100, 100), 100, 2, Decline()),
        ((20, 150), 150, 20, Decline()),
        ((148, 149), 149, 20, BuyIn()),
    ],
)
def test_it_buys_in_while_the_chance_is_worth_the_price(
    totals: tuple[int, int], score: int, pool: int, answer: BuyIn | Decline
) -> None:
    table = OpenGame(new_game(BRITISH, 3), b"buying")
    table.to_move()
    seen = table.view(SeatNumber(2))
    lines = tuple(replace(line, total=total) for line, total in zip(seen.seats, (*totals, 170), strict=True))
    decision = Decision(SeatNumber(2), 5, score, ())
    asked = replace(seen, phase=ViewPhase.BUY_IN, seats=lines, decision=decision, pool=pool, turn=SeatNumber(2))
    assert greedy.propose(asked) == answer
