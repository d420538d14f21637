"""What a seat gains by though nobody waits for it, and that no bot leaves it lying."""

from dataclasses import replace
from random import Random

from kalooki.bot import volunteered
from kalooki.bots.greedy import choose
from kalooki.cards import SeatNumber
from kalooki.rules.actions import Action, Challenge, Cut, Draw, Show, Take
from kalooki.rules.deal import CutOffered
from kalooki.rules.game import begin_deal, new_game
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import SeatView, view
from kalooki.shell.bot_player import acts
from support.contract_presets import game_named
from support.kalooki_table import Table, lay_out


def first_turn(preset: str, *, number: int = 0, p3: str = "2D 3D 4D", **options: OptionValue) -> Table:
    """p1 is about to draw for the first time; p3 has dealt."""
    hands = {"p1": "2S 3H 4H", "p2": "2C 3C 4C", "p3": p3}
    return lay_out(hands, variant=game_named(preset, options), number=number)


def chosen(seen: SeatView) -> Action:
    assert acts(seen)
    return choose(seen, Random(1))


def test_the_dealer_cuts_before_the_first_draw_though_nobody_waits_for_him() -> None:
    out = first_turn("jamaican")
    assert chosen(out.view("p3")) == Cut(27)
    assert isinstance(chosen(out.view("p1")), Draw | Take)
    assert not acts(out.view("p2"))


def test_a_dealer_whose_cards_have_not_all_come_cuts_meanwhile() -> None:
    out = first_turn("jamaican")
    seen = view(out.game, SeatNumber(2), {})
    assert len(seen.unopened) == 3
    assert chosen(seen) == Cut(27)


def test_nobody_cuts_twice_or_later_or_where_the_house_does_not() -> None:
    assert not acts(first_turn("jamaican", number=1).view("p3"))
    assert not acts(first_turn("jamaican", dealer_cut="off").view("p3"))
    assert volunteered(first_turn("jamaican").view("")) is None


def test_three_jokers_are_shown_out_of_turn_once_all_cards_have_come() -> None:
    out = first_turn("south_african", p3="JK JK JK 9S")
    seen = out.view("p3")
    assert chosen(seen) == Show(tuple(seen.hand[:3]))
    assert not acts(replace(seen, unopened=(seen.hand[3].slot,), hand=seen.hand[:3]))
    out.play("p3 show JK JK JK")
    assert not acts(out.view("p3"))
    assert not acts(first_turn("south_african", p3="JK JK JK 9S", number=1).view("p3"))


def called(*calls: int) -> Table:
    out = first_turn("jamaican", number=5, penalties="challenge")
    made = tuple((SeatNumber(seat), count) for seat, count in enumerate(calls) if count)
    return Table(replace(out.game, deal=replace(out.deal, calls=made)), out.faces)


def test_calls_too_many_are_challenged_once() -> None:
    out = called(0, 5)
    for name in ("p1", "p3"):
        assert chosen(out.view(name)) == Challenge(SeatNumber(1), "overcall")
    out.play("p3 challenge p2 overcall")
    assert isinstance(chosen(out.view("p1")), Draw | Take)
    assert not acts(out.view("p3"))
    assert not acts(called(0, 3).view("p3"))


def test_the_seat_that_cuts_the_pack_does_so_before_its_cards_are_opened() -> None:
    game, _ = begin_deal(new_game(game_named("south_african"), 3))
    assert game.deal is not None
    assert isinstance(game.deal.phase, CutOffered)
    assert chosen(view(game, SeatNumber(1), {})) == Cut()
    assert not acts(view(game, SeatNumber(2), {}))
