"""Disputes of the contract games, and of stocks that run out, each as the deal file with which it is settled."""

import pytest

from kalooki.rules.events import DealScored, DealVoided
from kalooki.rules.files.referee import Report
from support.deal_files import Value, codes, ruled

OK = None
THREE: dict[str, Value] = {"players": ["p1", "p2", "p3"], "dealer": "p3"}
FOUR: dict[str, Value] = {"players": ["p1", "p2", "p3", "p4"], "dealer": "p4"}
JAMAICAN: dict[str, Value] = {"variant": "jamaican", **THREE}
SOUTH: dict[str, Value] = {"variant": "south_african", **THREE}
CALLED: dict[str, Value] = {"variant": "jamaican", **FOUR, "hands": {"p1": "2H 3H"}}
FALSE = "p1 lay 7S 7H 7D; 8S 8H 8D; 9S 9H 2C"
DOUBTED: dict[str, Value] = {
    **JAMAICAN,
    "house": {"penalties": "challenge"},
    "hands": {"p1": "7S 7H 7D 8S 8H 8D 9S 9H 2C KD", "p2": "3D 4D", "p3": "5C"},
    "stock": "JD QD AH AD",
}
NINES: dict[str, Value] = {"table": ["p1: 9H 9C 9D"]}


def case(name: str, actions: list[str], verdicts: list[str | None], *more: dict[str, Value], **keys: Value) -> object:
    given: dict[str, Value] = {}
    for one in more:
        given |= one
    return pytest.param(actions, verdicts, given | keys, id=name)


CASES = [
    # the draw
    case("who has not laid takes the discard and keeps it", ["p1 take", "p1 discard 2H"], [OK, OK],
         JAMAICAN, hands={"p1": "2H 3D 5S 7C"}),
    case("who has laid draws from the stock", ["p1 take", "p1 draw"], ["pile_is_locked_after_lay", OK],
         JAMAICAN, hands={"p1": "2H 3D 5S 7C"}, laid=["p1"]),
    # tacking
    case("a run grows at both ends", ["p1 draw", "p1 lay 8D on m1"], [OK, OK],
         JAMAICAN, hands={"p1": "8D 2H 3H"}, table=["p1: 9D TD JD QD"]),
    case("where the house tacks high first, not below before the ace lies",
         ["p1 draw", "p1 lay 8D on m1", "p1 lay KD AD on m1", "p1 lay 8D on m1"], [OK, "high_end_first", OK, OK],
         JAMAICAN, hands={"p1": "8D KD AD 2H 3H"}, table=["p1: 9D TD JD QD"], house={"tack_high_first": True}),
    case("a joker goes onto one's own melds only", ["p1 draw", "p1 lay JK on m2", "p1 lay JK on m1"],
         [OK, "joker_only_on_own", OK],
         JAMAICAN, hands={"p1": "JK 2H 3H"}, table=["p1: 9D 9S 9H", "p2: 5D 5S 5H"]),
    case("nobody tacks before he has laid", ["p1 draw", "p1 lay 5C on m1"], [OK, "contract_not_met"],
         JAMAICAN, hands={"p1": "5C 2H 3H"}, table=["p2: 5D 5S 5H"]),
    case("a set takes a fifth card", ["p1 draw", "p1 lay 8D on m1"], [OK, OK],
         JAMAICAN, hands={"p1": "8D KD KS"}, table=["p1: 8C 8D 8H 8S"]),
    # the contract
    case("two of three sets are none, and nothing leaves the hand",
         ["p1 draw", "p1 lay 7S 7H 7D; 8S 8H 8D", "p1 lay 7S 7H 7D; 8S 8H 8D; 9S 9H 9D"],
         [OK, "contract_not_met", OK], JAMAICAN, hands={"p1": "7S 7H 7D 8S 8H 8D 9S 9H 9D"}),
    case("a joker is never thrown away", ["p1 draw", "p1 discard JK"], [OK, "joker_discard"],
         JAMAICAN, hands={"p1": "JK 2H 3H"}),
    # jokers of the South African game
    case("the card that a joker is takes it, and no other",
         ["p1 draw", "p1 lay 5C for JK in m1", "p1 lay 5D for JK in m1", "p1 discard JK"],
         [OK, "exchange_needs", OK, OK],
         SOUTH, hand=4, hands={"p1": "5D 5C 2H 9S"}, table=["p1: 5S 5H JK=5D"], stock="KH"),
    case("a joker is half safe only for a card that has been seen", ["p1 draw", "p1 lay 5H 6H JK=7H"],
         [OK, "not_half_safe"], SOUTH, hand=3, hands={"p1": "5H 6H JK 2H 9S"}, upcard="9C", stock="KH"),
    case("as the upcard was", ["p1 draw", "p1 lay 5H 6H JK=7H"], [OK, OK],
         SOUTH, hand=3, hands={"p1": "5H 6H JK 2H 9S"}, upcard="7H", stock="KH"),
    # calls
    case("who has laid makes no calls", ["p1 draw", "p1 discard 2H", "p3 call", "p4 call"],
         [OK, OK, "has_laid", OK], CALLED, laid=["p3"]),
    case("nobody calls a fourth time", ["p1 draw", "p1 discard 2H", "p3 call", "p4 call"],
         [OK, OK, "no_calls_left", OK], CALLED, calls={"p3": 3}),
    case("unless the house plays with challenges, and then until he lays",
         ["p1 draw", "p1 discard 2H", "p3 call", "p2 draw", "p4 challenge p3 overcall"],
         [OK, OK, OK, OK, OK], CALLED, calls={"p3": 3}, house={"penalties": "challenge"}),
    case("and not after", ["p1 draw", "p2 challenge p3 overcall"], [OK, "too_late_to_challenge"],
         CALLED, calls={"p3": 4}, laid=["p3"], house={"penalties": "challenge"}),
    case("a fifth buy is one too many", ["p1 draw", "p1 discard 2H", "p2 draw", "p3 call", "p4 call"],
         [OK, OK, OK, "no_calls_left", OK],
         FOUR, variant="south_african", hand=2, hands={"p1": "2H 3H"}, calls={"p3": 4}),
    # challenges
    case("a false lay is challenged before the discard",
         ["p1 draw", FALSE, "p2 challenge p1 lay", "p1 return", "p1 discard KD"], [OK] * 5, DOUBTED),
    case("after it the lay stands", ["p1 draw", FALSE, "p1 discard KD", "p2 draw", "p3 challenge p1 lay"],
         [OK, OK, OK, OK, "nothing_to_challenge"], DOUBTED),
    # the cut
    case("who sits left of the dealer cuts", ["p1 cut", "p1 draw"], [OK, OK], SOUTH),
    case("and nobody else", ["p2 cut"], ["only_the_cutter"], SOUTH),
    # barred, with one card
    case("with an only card and barred one does not go out", ["p1 draw", "p1 discard 5D"],
         [OK, "barred_from_going_out"], NINES, hands={"p1": ""}, barred=["p1"], stock="5D")
]  # fmt: skip


@pytest.mark.parametrize(("actions", "verdicts", "keys"), CASES)
def test_the_referee_settles(actions: list[str], verdicts: list[str | None], keys: dict[str, Value]) -> None:
    assert codes(ruled(*actions, keep_going=True, **keys)) == verdicts


EMPTY: dict[str, Value] = {"stock_size": 0, "upcard": "9C", "hands": {"p1": "2H 3D 5S", "p2": "3C 4C"}}
LAZY: dict[str, Value] = {"house": {"exhaust": "lazy"}}
EIGHT: dict[str, Value] = {"players": [f"p{seat}" for seat in range(1, 9)], "dealer": "p8"}
LAST: dict[str, Value] = {"stock": "5D", "stock_size": 1, "hands": {"p1": "2H 3D 5S", "p2": "3C 4C"}}


@pytest.mark.parametrize(
    ("actions", "keys", "reason"),
    [
        (["p1 draw"], EMPTY, "nothing_to_reshuffle"),
        (["p1 draw"], {**EIGHT, "variant": "jamaican", "hand": 9, "stock_size": 0}, "nothing_to_reshuffle"),
        (["p1 draw", "p1 discard 2H"], {**LAST, "reshuffles": 1}, "stock_ran_out"),
        (["p1 draw", "p1 discard 2H", "p2 draw"], {**LAST, "reshuffles": 1, **LAZY}, "stock_ran_out"),
    ],
)  # fmt: skip
def test_a_stock_that_ran_out_for_good_makes_the_deal_void(
    actions: list[str], keys: dict[str, Value], reason: str
) -> None:
    report = ruled(*actions, **keys)
    assert report.all_legal
    assert isinstance(report.result, DealVoided)
    assert report.result.reason == reason
    assert set(report.game.totals) == {0}
    assert (report.game.number, report.game.attempt) == (keys.get("hand", 1), 2)


@pytest.mark.parametrize("keys", [LAST, {**LAST, "reshuffles": 1, "house": {"stock_exhaust": "unlimited"}}])
def test_a_stock_that_runs_out_is_made_of_the_discards_under_the_last_one(keys: dict[str, Value]) -> None:
    report = ruled("p1 draw", "p1 discard 2H", **keys)
    assert report.result is None
    assert [str(card) for card in report.view.pile] == ["2H"]
    assert report.view.stock == 1


def test_five_cards_of_a_loser_cost_eighty_three_and_twice_that_after_a_bend() -> None:
    hand = "AS AH KD 7C JK"
    out = ruled("p1 draw", "p1 discard 5D", hands={"p1": "", "p2": hand}, stock="5D", **JAMAICAN, **NINES)
    lay = "p1 lay 7S 7H 7D; 8S 8H 8D; 9S 9H 9D"
    held = {"p1": "7S 7H 7D 8S 8H 8D 9S 9H 9D", "p2": hand}
    bent = ruled("p1 draw", lay, "p1 discard 5D", hands=held, stock="5D", **JAMAICAN)
    assert points_of_p2(out) == 83
    assert points_of_p2(bent) == 166


def points_of_p2(report: Report) -> int:
    assert isinstance(report.result, DealScored)
    return report.result.scores[1].points
