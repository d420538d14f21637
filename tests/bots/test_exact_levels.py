"""What the levels above the greedy bot do otherwise where a small contract is laid exactly, or everything at once."""

from dataclasses import replace
from random import Random

import pytest

from kalooki.advice import Advice
from kalooki.bot import Bot
from kalooki.bots import connections, expectation, greedy
from kalooki.cards import SeatNumber
from kalooki.rules.actions import Call, Draw, Pass, Take
from kalooki.rules.deal import Calling
from kalooki.rules.events import Discarded
from kalooki.rules.legal import check_view
from kalooki.rules.view import SeatView, ViewPhase
from support.contract_moments import in_turn, thrown, with_others

SETS, RUNS, BLITZ = 2, 3, 1
"""Deals: a set of three, a run of three, everything at once."""


def moment(hand: str, number: int, *, pile: str = "2S") -> SeatView:
    seen = in_turn(hand, key="south_african", number=number, pile=pile)
    return replace(seen, unopened=())


def to_draw(hand: str, number: int, *, pile: str) -> SeatView:
    seen = moment(hand, number, pile=pile)
    return replace(seen, phase=ViewPhase.DRAW, has_drawn=False)


def asked_to_buy(hand: str, number: int, *, pile: str) -> SeatView:
    drawn = moment(hand, number, pile=pile)
    assert drawn.seat is not None
    place = drawn.order.index(drawn.seat)
    before, thrower = drawn.order[(place + 1) % 4], drawn.order[(place + 2) % 4]
    return replace(
        drawn,
        phase=ViewPhase.BUY,
        turn=before,
        window=Calling((drawn.seat,), ()),
        awaited=(drawn.seat,),
        history=(Discarded(SeatNumber(thrower), drawn.pile[-1], 12, None),),
    )


def advised(bot: Bot, seen: SeatView) -> Advice:
    assert bot.advise is not None
    advice = bot.advise(seen, Random(1))
    check_view(seen, advice.action)
    assert bot.choose(seen, Random(1)) == advice.action
    return advice


@pytest.mark.parametrize("bot", [connections.BOT, expectation.BOT], ids=["medium", "hard"])
def test_what_makes_a_meld_is_taken_though_the_contract_comes_no_nearer(bot: Bot) -> None:
    seen = to_draw("7S 8S 2D 4H 4C 9D QC KH", SETS, pile="9S")
    advice = advised(bot, seen)
    assert advice.action == Take()
    assert advice.why == "With 9S more of the hand stands in melds."
    assert greedy.choose(seen, Random(1)) == Draw()
    assert advised(bot, to_draw("7S 8S 2D 4H 4C 9D QC KH", SETS, pile="QS")).action == Draw()
    assert advised(bot, replace(seen, dead=True)).action == Draw()


@pytest.mark.parametrize("bot", [connections.BOT, expectation.BOT], ids=["medium", "hard"])
def test_what_has_laid_takes_what_it_can_lay_and_nothing_else(bot: Bot) -> None:
    seen = with_others(to_draw("7S 2D 4H QC", SETS, pile="9S"), 0, has_laid=True)
    assert advised(bot, replace(seen, laid_before=True)).action == Draw()
    nothing = replace(seen, pile=(), laid_before=True)
    assert advised(bot, nothing).action == Draw()


@pytest.mark.parametrize("bot", [connections.BOT, expectation.BOT], ids=["medium", "hard"])
@pytest.mark.parametrize("number", [RUNS, BLITZ])
def test_what_goes_together_is_kept_for_what_follows_the_contract(bot: Bot, number: int) -> None:
    seen = moment("KS KH QD TD 3C", number, pile="4S")
    assert thrown(advised(bot, seen).action) == "3C"
    alone = moment("KS QD 2C 3C 4H 4D", number, pile="4S")
    assert thrown(advised(bot, alone).action) in {"KS", "QD"}


@pytest.mark.parametrize(("top", "buys"), [("9S", True), ("QS", False)])
def test_hard_buys_what_makes_many_points_more_in_melds(top: str, *, buys: bool) -> None:
    seen = asked_to_buy("7S 8S 2D 4H 4C 9D QC KH", SETS, pile=top)
    assert advised(expectation.BOT, seen).action == (Call() if buys else Pass())
    assert connections.choose(seen, Random(1)) == Pass()
    spent = with_others(seen, 0, calls=4)
    assert expectation.choose(spent, Random(1)) == Pass()
