"""Disputes that arise at tables, each as the deal file with which anybody can have it settled."""

import pytest

from support.deal_files import Value, codes, ruled

OK = None
LAID: dict[str, Value] = {"laid": ["p1", "p2"]}


def case(name: str, actions: list[str], verdicts: list[str | None], **keys: Value) -> object:
    return pytest.param(actions, verdicts, keys, id=name)


CASES = [
    # the draw
    case("the first player takes the upcard and lays nothing, the next who has not laid may not",
         ["p1 take", "p1 discard 2D", "p2 take", "p2 discard KC"],
         [OK, OK, OK, "must_use_taken_card"], hands={"p1": "2S 4D 6C 8H 2D", "p2": "KC 3H 5S 9D TH"}),
    case("who gives the discard back draws from the stock",
         ["p1 draw", "p1 discard 2D", "p2 take", "p2 return", "p2 take", "p2 draw"],
         [OK, OK, OK, OK, "already_returned", OK], hands={"p1": "2S 4D 6C 8H 2D", "p2": "KC 3H 5S 9D TH"}),
    case("a player who has laid takes the discard and keeps it",
         ["p1 take", "p1 discard 2D"], [OK, OK], hands={"p1": "2S 4D 6C 8H 2D"}, **LAID),
    case("where it must be used in a new meld he may not keep it",
         ["p1 take", "p1 discard 2D"], [OK, "must_use_taken_card"],
         hands={"p1": "2S 4D 6C 8H 2D"}, house={"discard_must_be_used": "new_meld"}, **LAID),
    case("a turn begins with a draw and has only one",
         ["p1 discard 2S", "p1 draw", "p1 draw", "p1 take"],
         ["must_draw_first", OK, "already_drawn", "already_drawn"], hands={"p1": "2S 4D 6C 8H 2D"}),
    case("where the house never lets a player who has not laid take the discard",
         ["p1 draw", "p1 discard 2D", "p2 take"], [OK, OK, "pile_is_locked"],
         hands={"p1": "2S 4D 6C 8H 2D"}, house={"pre_meld_discard": "never"}),
    # the first lay
    case("ten to king of hearts are forty", ["p1 draw", "p1 lay TH JH QH KH"], [OK, OK],
         hands={"p1": "TH JH QH KH 2S 3S"}),
    case("three aces are thirty-three", ["p1 draw", "p1 lay AH AC AS"], [OK, "initial_meld_too_low"],
         hands={"p1": "AH AC AS 2S 3S"}),
    case("three queens and two to four are thirty-nine, to five they are forty-four",
         ["p1 draw", "p1 lay QH QC QS; 2S 3S 4S", "p1 lay QH QC QS; 2S 3S 4S 5S"],
         [OK, "initial_meld_too_low", OK], hands={"p1": "QH QC QS 2S 3S 4S 5S 9D"}),
    case("two kings and a joker count thirty", ["p1 draw", "p1 lay KS KH JK", "p1 lay KS KH JK; 3D 4D 5D"],
         [OK, "initial_meld_too_low", OK], hands={"p1": "KS KH JK 3D 4D 5D 9D"}),
    case("after it any meld will do", ["p1 draw", "p1 lay 2S 3S 4S"], [OK, OK], hands={"p1": "2S 3S 4S 9D"}, **LAID),
    # melds
    case("a set has no suit twice and no fifth card",
         ["p1 draw", "p1 lay 4D 4D 4C", "p1 lay 9H 9D 9C 9S 9H", "p1 lay 9H 9D 9C 9S"],
         [OK, "suit_twice", "too_many_cards", OK], hands={"p1": "4D 4D 4C 9H 9D 9S 9H 2S"}, upcard="2H", stock="9C",
         **LAID),
    case("the ace is only high, written upwards or downwards",
         ["p1 draw", "p1 lay AD 2D 3D", "p1 lay 3D 2D AD", "p1 lay KC AC 2C", "p1 lay AH KH QH"],
         [OK, "ace_only_high", "ace_only_high", "round_the_corner", OK],
         hands={"p1": "AD 2D 3D KC AC 2C AH KH QH 9S"}, **LAID),
    case("seven of spades with two jokers must be declared",
         ["p1 draw", "p1 lay 7S JK JK", "p1 lay 7S JK=8S JK=9S", "p1 discard 2C count 2", "p2 draw",
          "p2 lay TS for JK in m1; JK KC KD", "p2 lay 8S for JK in m1; JK KC KD"],
         [OK, "undeclared_jokers", OK, OK, OK, "no_such_joker", OK],
         hands={"p1": "7S JK JK 2C 2H", "p2": "8S TS KC KD 5H"}, **LAID),
    case("the joker below five and six is the four and nothing else",
         ["p1 draw", "p1 lay 7S for JK in m1; JK KC KD", "p1 lay 4S for JK in m1; JK KC KD"],
         [OK, "no_such_joker", OK], hands={"p1": "4S 7S KC KD 2H"}, table=["p2: JK 5S 6S"], laid=["p1"]),
    # building
    case("two cards on an end this turn and two the next, never three",
         ["p1 draw", "p1 lay 7S 8S 9S on m1", "p1 lay 7S 8S on m1", "p1 lay 9S on m1", "p1 discard 2C",
          "p2 draw", "p2 discard KD", "p1 draw", "p1 lay 9S TS on m1"],
         [OK, "build_limit", OK, "build_limit", OK, OK, OK, OK, OK],
         hands={"p1": "7S 8S 9S TS 2C 2H 4D", "p2": "KD 3C 5H 6D 9D"}, table=["p2: 4S 5S 6S"], laid=["p1"]),
    case("one card below and two above in the same turn", ["p1 draw", "p1 lay 3S 7S 8S on m1"], [OK, OK],
         hands={"p1": "3S 7S 8S 2C"}, table=["p2: 4S 5S 6S"], laid=["p1"]),
    case("who has not laid may not build", ["p1 draw", "p1 lay 7S on m1"], [OK, "initial_meld_first"],
         hands={"p1": "7S 8S 2C"}, table=["p2: 4S 5S 6S"]),
    case("the fourth suit closes the set",
         ["p1 draw", "p1 lay 4S on m1", "p1 lay JK on m1"], [OK, OK, "meld_is_closed"],
         hands={"p1": "4S JK 2C 3C"}, table=["p2: 4D 4C 4H"], laid=["p1"]),
    case("a bare joker on a run that is open at both ends must be named",
         ["p1 draw", "p1 lay JK on m1", "p1 lay JK=7S on m1"], [OK, "place_is_ambiguous", OK],
         hands={"p1": "JK 2C 3C"}, table=["p2: 4S 5S 6S"], laid=["p1"]),
    # jokers
    case("no exchange before the initial meld", ["p1 draw", "p1 lay 6H for JK in m1; JK 5D 5C"],
         [OK, "initial_meld_first"], hands={"p1": "6H 5D 5C 2S"}, table=["p2: 5H JK=6H 7H"]),
    case("a set gives its joker for both missing suits, not for one",
         ["p1 draw", "p1 lay 8C for JK in m1; JK 5D 5C", "p1 lay 8C 8D for JK in m1; JK 5D 5C"],
         [OK, "exchange_needs", OK], hands={"p1": "8C 8D 5D 5C 2S"}, table=["p2: 8S 8H JK"], laid=["p1"]),
    case("where the house wants one card it gives its joker for that",
         ["p1 draw", "p1 lay 8C for JK in m1; JK 5D 5C"], [OK, OK],
         hands={"p1": "8C 8D 5D 5C 2S"}, table=["p2: 8S 8H JK"], laid=["p1"], house={"joker_set": "one"}),
    case("of two jokers in a set two of the three missing suits release one",
         ["p1 draw", "p1 lay 2C 2D for JK in m1; JK 5D 5C"], [OK, OK],
         hands={"p1": "2C 2D 5D 5C 9S"}, table=["p2: 2S JK=2H JK=2D"], laid=["p1"]),
    case("the released joker is used at once", ["p1 draw", "p1 lay 6H for JK in m1"], [OK, "released_joker_unused"],
         hands={"p1": "6H 5D 5C 2S"}, table=["p2: 5H JK=6H 7H"], laid=["p1"]),
    case("in the European game not as a go-er",
         ["p1 draw", "p1 lay 6H for JK in m1; JK=8H on m1", "p1 lay 6H for JK in m1; JK 5D 5C"],
         [OK, "released_joker_needs_new_meld", OK],
         variant="european", hands={"p1": "6H 5D 5C 2S"}, table=["p2: 5H JK=6H 7H"], laid=["p1"]),
    case("a card that goes on at the end leaves the joker where it is",
         ["p1 draw", "p1 lay 8H on m1", "p1 lay JK 5D 5C"], [OK, OK, "not_held"],
         hands={"p1": "8H 5D 5C 2S"}, table=["p2: 5H JK=6H 7H"], laid=["p1"]),
    # North American
    case("in the North American game one missing suit takes the joker of a set",
         ["p1 draw", "p1 lay 8C for JK in m1; JK 5D 5C"], [OK, OK],
         variant="north_american", hands={"p1": "8C 8D 5D 5C 2S"}, table=["p2: 8S 8H JK"], laid=["p1"]),
    case("in the North American game the ace is high or low, and never both",
         ["p1 draw", "p1 lay KS AS 2S", "p1 lay AS 2S 3S", "p1 lay QS KS AS"],
         [OK, "round_the_corner", OK, OK],
         variant="north_american", hands={"p1": "KS AS 2S 3S QS AS 9D"}, **LAID),
    case("in the North American game cards laid off count towards the first lay, with a meld of one's own",
         ["p1 draw", "p1 lay JH on m1", "p1 lay KS KH KD; 2C 3C 4C", "p1 lay KS KH KD; 2C 3C 4C; JH QH on m1"],
         [OK, "initial_meld_first", "initial_meld_too_low", OK],
         variant="north_american", hands={"p1": "KS KH KD 2C 3C 4C JH QH 9D"}, table=["p2: 8H 9H TH"]),
    # going out
    case("a lay keeps a card for the discard", ["p1 draw", "p1 lay 2S 3S; 4S 5S", "p1 lay 2S 3S 4S 5S"],
         [OK, "too_few_cards", "must_keep_a_discard"], hands={"p1": "2S 3S 4S"}, stock="5S", **LAID),
    case("two cards that were not announced bar from going out for one turn",
         ["p1 draw", "p1 discard 9D", "p2 draw", "p2 discard KD", "p1 draw", "p1 lay 4S 5S on m1",
          "p1 lay 4S on m1", "p1 discard 8D count 1", "p2 draw", "p2 discard KC", "p1 draw", "p1 lay 5S on m1",
          "p1 discard 7D"],
         [OK, OK, OK, OK, OK, "barred_from_going_out", OK, OK, OK, OK, OK, OK, OK],
         hands={"p1": "4S 5S", "p2": "KD KC 3C 5H 6D 9D"}, stock="9D JC 8D 7C 7D", table=["p2: AS 2S 3S"],
         laid=["p1"], house={"ace_low": True}),
    case("with four cards left a count is due only where the game says so",
         ["p1 draw", "p1 discard 9D", "p2 draw", "p2 discard KD", "p1 draw", "p1 lay 4H 5H 6H 7H"],
         [OK, OK, OK, OK, OK, OK], hands={"p1": "4H 5H 6H 9D", "p2": "KD KC 3C 5H 6D 9D"}, stock="QD JC 7H",
         **LAID),
    case("in the European game it is due after every discard",
         ["p1 draw", "p1 discard 9D", "p2 draw", "p2 discard KD count 6", "p1 draw", "p1 lay 4H 5H 6H 7H"],
         [OK, OK, OK, OK, OK, "barred_from_going_out"],
         variant="european", hands={"p1": "4H 5H 6H 9D", "p2": "KD KC 3C 5H 6D 9D"}, stock="QD JC 7H", **LAID),
]  # fmt: skip


@pytest.mark.parametrize(("actions", "verdicts", "keys"), CASES)
def test_the_referee_settles(actions: list[str], verdicts: list[str | None], keys: dict[str, Value]) -> None:
    assert codes(ruled(*actions, keep_going=True, **keys)) == verdicts


def test_a_kalooki_costs_each_opponent_its_stake_and_not_the_call_up() -> None:
    report = ruled(
        "p1 draw",
        "p1 lay TH JH QH KH; 2S 3S 4S; 5D 5C 5S; 7C 8C 9C",
        "p1 discard 2D",
        players=["p1", "p2", "p3"],
        dealer="p3",
        hands={"p1": "TH JH QH KH 2S 3S 4S 5D 5C 5S 7C 8C 9C", "p2": "AS KS 5C 5D 5H 2H JK", "p3": "3H"},
        upcard="9D",
        stock="2D",
    )
    assert report.all_legal
    assert [(line.points, line.money) for line in getattr(report.result, "scores", ())] == [(0, 4), (53, -2), (3, -2)]
