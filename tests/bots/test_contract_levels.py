"""What the levels above the greedy bot do otherwise before the first lay of a contract."""

from dataclasses import replace
from random import Random

import pytest

from kalooki.advice import Advice
from kalooki.bots import connections, expectation
from kalooki.cards import SeatNumber
from kalooki.rules.actions import Call, Discard, Draw, Lay, Pass, Refuse, Take
from kalooki.rules.deal import Calling
from kalooki.rules.events import Discarded
from kalooki.rules.legal import check_view
from kalooki.rules.notation import parse_cards
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.sim.contract_seen import live_cards, looks, outlook, throws_away, wanted_by_others
from kalooki.solver.words import type_of
from support.contract_moments import in_turn, thrown, with_others

READY = "7S 7H 7D KS KD KC 9S 9D 9C"
"""Three sets, the contract of the first deal."""


def hard(seen: SeatView) -> Advice:
    assert expectation.BOT.advise is not None
    advice = expectation.BOT.advise(seen, Random(1))
    check_view(seen, advice.action)
    assert expectation.BOT.choose(seen, Random(1)) == advice.action
    return advice


def test_what_waits_for_dead_cards_is_thrown_away() -> None:
    hand = "7S 7H KS KD 4C 9H QD"
    alive = in_turn(hand, key="jamaican_baby")
    dead = replace(alive, pile=parse_cards("7S 7H 7D 7D 7C 7C"))
    assert thrown(connections.choose(alive, Random(1))) == str(parse_cards("QD")[0])
    assert thrown(connections.choose(dead, Random(1))) in {str(card) for card in parse_cards("7S 7H")}


def test_it_says_what_is_missing_then_and_how_many_cards_help() -> None:
    assert connections.BOT.advise is not None
    advice = connections.BOT.advise(in_turn("7S 7H KS KD 4C 9H QD", key="jamaican_baby"), Random(1))
    assert advice.why == "Without QD the contract lacks 2 cards, and 16 of those to come bring it nearer."


def test_live_cards_are_those_that_nobody_has_shown() -> None:
    seen = with_others(in_turn("7S 7H KS", pile="7S QD"), 2, known=parse_cards("QC"))
    live = live_cards(seen)
    assert [live[type_of(card)] for card in parse_cards("7S 7H QD QC 2H JK")] == [0, 1, 1, 1, 2, 4]


def test_a_deal_is_soon_over_when_somebody_who_has_laid_has_few_cards() -> None:
    seen = in_turn("7S 7H KS")
    assert looks(seen) == 8
    assert looks(with_others(seen, 1, has_laid=True, cards=1)) == 4
    assert looks(with_others(seen, 1, has_laid=False, cards=1)) == 8


def test_a_hand_without_hope_is_kept_cheap() -> None:
    early = in_turn("KS KD 5H 5D 4C 3D 3C 2S 2H")
    late = with_others(early, 1, has_laid=True, cards=1)
    kings = {str(card) for card in parse_cards("KS KD")}
    assert thrown(hard(early).action) not in kings
    assert thrown(hard(late).action) in kings


def test_the_next_player_gets_no_card_that_goes_with_one_that_he_took() -> None:
    seen = in_turn("7S 7H 7D KS KD TC JH", key="jamaican_baby", pile="TS")
    fed = with_others(seen, 1, known=parse_cards("JS"))
    seen = with_others(seen, 2, known=parse_cards("JS"), calls=3)
    assert thrown(hard(seen).action) == "JH"
    assert thrown(hard(fed).action) == "TC"
    assert thrown(connections.choose(fed, Random(1))) == "JH"


@pytest.mark.parametrize(
    ("top", "hand", "calls"),
    [
        ("7D", "7S 7H KS KD 4C 9H", True),
        ("JD", "7S 7H KS KD 4C 9H", False),
        ("KC", "7S 7H 7D KS KD KH", False),
    ],
)
def test_a_card_is_called_that_makes_the_lay_likelier(top: str, hand: str, calls: bool) -> None:
    drawn = in_turn(hand, key="jamaican_baby", pile=top)
    assert drawn.seat is not None
    before = drawn.order[(drawn.order.index(drawn.seat) + 1) % 4]
    asked = replace(
        drawn,
        phase=ViewPhase.CALL,
        turn=before,
        has_drawn=False,
        window=Calling((drawn.seat,), ()),
        awaited=(drawn.seat,),
        history=(Discarded(SeatNumber((drawn.seat + 2) % 4), drawn.pile[-1], 6, None),),
    )
    assert hard(asked).action == (Call() if calls else Pass())


def test_who_has_laid_or_has_no_call_left_wants_nothing() -> None:
    seen = in_turn(READY)
    five = type_of(parse_cards("5H")[0])
    assert wanted_by_others(with_others(seen, 1, known=parse_cards("5S")))[five] == 1.0
    assert wanted_by_others(with_others(seen, 2, known=parse_cards("5S JK")))[five] == 0.4
    assert five not in wanted_by_others(with_others(seen, 1, known=parse_cards("5S"), has_laid=True))
    assert five not in wanted_by_others(with_others(seen, 2, known=parse_cards("5S"), calls=3))


def test_a_lay_waits_where_all_goes_out_with_it_soon() -> None:
    seen = in_turn(f"{READY} 2C QD")
    advice = hard(seen)
    assert thrown(advice.action) == "QD"
    assert advice.why.startswith("It could be laid; but at ")
    assert isinstance(connections.choose(seen, Random(1)), Lay)


@pytest.mark.parametrize("hand", [f"{READY} 2C", f"{READY} 2C QD 4H 5S 6D"])
def test_a_lay_that_goes_out_or_leaves_many_cards_does_not_wait(hand: str) -> None:
    assert isinstance(hard(in_turn(hand)).action, Lay)


def test_a_lay_does_not_wait_where_nothing_is_to_be_had_by_it() -> None:
    hand = f"{READY} 2C QD"
    assert isinstance(hard(with_others(in_turn(hand), 1, has_laid=True, cards=5)).action, Lay)
    assert isinstance(hard(in_turn(hand, house={"bend": "off"})).action, Lay)
    late = with_others(in_turn(hand, house={"bend": "any_player"}), 1, has_laid=True, cards=5)
    assert isinstance(hard(late).action, Discard)


@pytest.mark.parametrize(("top", "takes"), [("7C", True), ("9H", True), ("3D", False)])
def test_what_all_goes_out_with_is_taken_even_from_a_caller(top: str, takes: bool) -> None:
    drawn = in_turn(f"{READY} 2C", pile=top)
    assert drawn.seat is not None
    before = replace(drawn, phase=ViewPhase.DRAW, has_drawn=False)
    assert hard(before).action == (Take() if takes else Draw())
    caller = SeatNumber(drawn.order[(drawn.order.index(drawn.seat) + 1) % 4])
    called = replace(before, phase=ViewPhase.CALL, window=Calling((), (caller,)))
    assert (hard(called).action == Refuse()) == takes


def test_what_somebody_else_has_called_cannot_be_taken() -> None:
    drawn = in_turn(f"{READY} 2C", pile="7C")
    assert hard(replace(drawn, phase=ViewPhase.DRAW, has_drawn=False, stock_only=True)).action == Draw()


def test_other_moments_are_not_weighed() -> None:
    seen = in_turn(READY)
    assert outlook(replace(seen, seat=None), careful=True) is None
    assert outlook(with_others(seen, 0, has_laid=True), careful=True) is None
    assert outlook(in_turn("7S 7H 7D", key="south_african"), careful=True) is None, "all at once in the first round"
    assert not throws_away(replace(seen, phase=ViewPhase.DRAW))
    assert not throws_away(replace(seen, hand=seen.hand[:1]))
    assert not throws_away(replace(seen, rearranging=True))
