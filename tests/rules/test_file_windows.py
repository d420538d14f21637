"""The referee has no clock: when calls, challenges and the cut are over in a file; and the files of contract games."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules.files.deal_file import read_deal
from kalooki.rules.files.errors import FileFaultError
from kalooki.rules.files.meld_check import check_melds, parse_melds
from kalooki.rules.files.players import Players
from kalooki.rules.files.referee import Report, referee
from kalooki.rules.files.score_file import CountedDeal, Lines, ScoreFile, read_scores, ways_to_win
from kalooki.rules.files.score_sheet import score_sheet
from kalooki.rules.variant import Variant
from support.contract_presets import game_named
from support.deal_files import Value, codes, deal_text, ruled
from support.kalooki_table import BRITISH

KALUKI = game_named("south_african")
JAMAICAN = game_named("jamaican")
CHALLENGED = game_named("jamaican", {"penalties": "challenge"})

HANDS = {"p1": "7S 7H 2C", "p2": "2C 3H 4H", "p3": "2D 3D 4D"}
OK = None


def judged(variant: Variant, *actions: str, keep_going: bool = False, **keys: Value) -> Report:
    """The referee's report of a deal of three in a game that no file can name yet."""
    given = {"players": ["p1", "p2", "p3"], "dealer": "p3", "hands": HANDS, "hand": 2, "upcard": "4D"} | keys
    file = read_deal(deal_text(*actions, **given))
    return referee(replace(file, variant=variant), keep_going=keep_going)


def hand(report: Report, seat: int) -> int:
    return report.view.seats[seat].cards


# --- buying -----------------------------------------------------------------------------------------------------------


def test_the_time_for_buyers_is_up_when_the_player_in_turn_goes_on() -> None:
    report = judged(KALUKI, "p1 draw", "p3 call", "p2 call", "p1 discard 2C", stock="9S 9H")
    assert codes(report) == [OK, OK, OK, OK]
    assert [hand(report, seat) for seat in (0, 1, 2)] == [3, 5, 3]
    alone = judged(KALUKI, "p1 draw", "p3 call", "p1 discard 2C", stock="9S 9H")
    assert hand(alone, 2) == 5
    quiet = judged(KALUKI, "p1 draw", "p1 discard 2C")
    assert (codes(quiet), quiet.phase, quiet.turn) == ([OK, OK], "draw", 1)
    open_still = judged(KALUKI, "p1 draw")
    assert (open_still.phase, open_still.legal) == ("buy", ("pass", "call", "discard"))


def test_a_move_that_is_refused_ends_no_time() -> None:
    report = judged(KALUKI, "p1 draw", "p1 discard KS", "p1 lay 7S 7H 2C", "p2 call", "p3 pass", keep_going=True)
    assert codes(report) == [OK, "not_held", "neither_set_nor_run", OK, OK]
    assert hand(report, 1) == 5


def test_buys_of_before_are_counted_and_paid() -> None:
    report = judged(KALUKI, "p1 draw", "p2 call", "p3 call", keep_going=True, calls={"p2": 4, "p3": 1})
    assert codes(report) == [OK, "no_calls_left", OK]
    assert [line.paid for line in report.view.seats] == [0, -40, -20]
    assert [line.calls for line in report.view.seats] == [0, 4, 2]


# --- the cut ----------------------------------------------------------------------------------------------------------


def test_without_a_cut_the_deal_goes_on() -> None:
    report = judged(KALUKI, "p1 take", "p1 discard 2C")
    assert codes(report) == [OK, OK]
    assert judged(KALUKI).phase == "draw"


def test_a_cut_shows_the_bottom_card() -> None:
    report = judged(KALUKI, "p1 cut", "p1 take", "p1 discard 7S", stock="9S 9H JK", stock_size=3)
    assert codes(report) == [OK, OK, OK]
    assert [line.paid for line in report.view.seats] == [200, -100, -100]
    assert {str(card) for card in report.view.seats[0].known} == {"JK", "4D"}
    assert (hand(report, 0), report.view.stock) == (3, 3)
    plain = judged(KALUKI, "p1 cut", stock="9S 9H KD", stock_size=3)
    assert [str(card) for card in plain.view.pile] == ["KD"]
    assert plain.view.stock == 3


def test_a_cut_that_is_refused_is_none() -> None:
    report = judged(KALUKI, "p2 cut", "p1 draw", keep_going=True)
    assert codes(report) == ["only_the_cutter", OK]
    others: tuple[dict[str, Value], ...] = (
        {"laid": ["p1"]},
        {"discards": "9C"},
        {"reshuffles": 1},
        {"calls": {"p1": 1}},
    )
    for more in others:
        assert codes(judged(KALUKI, "p1 cut", **more)) == ["not_now"]
    assert codes(judged(BRITISH, "p1 cut")) == ["not_in_this_variant"]


# --- calls and challenges ---------------------------------------------------------------------------------------------


def test_calls_end_with_what_the_player_in_turn_does() -> None:
    begins = ("p1 take", "p1 discard 2C")
    plain = judged(JAMAICAN, *begins, "p2 draw", "p2 discard 3H")
    assert codes(plain) == [OK] * 4
    allowed = judged(JAMAICAN, *begins, "p3 call", "p2 draw", "p2 discard 3H")
    assert (codes(allowed), hand(allowed, 2)) == ([OK] * 5, 5)
    spoken = judged(JAMAICAN, *begins, "p3 call", "p2 allow", "p2 draw", "p2 discard 3H")
    assert (codes(spoken), hand(spoken, 2)) == ([OK] * 6, 5)
    refused = judged(JAMAICAN, *begins, "p3 call", "p2 refuse", "p2 discard 3H")
    assert (codes(refused), hand(refused, 2)) == ([OK] * 5, 3)
    taken = judged(JAMAICAN, *begins, "p2 take", "p2 discard 3H")
    assert codes(taken) == [OK] * 4
    too_late = judged(JAMAICAN, *begins, "p2 draw", "p3 call")
    assert codes(too_late) == [OK, OK, OK, "not_now"]


FALSE = "7S 7H 7D 8S 8H 8D 9S 9H KD 2C"
LAYS = ("p1 draw", "p1 lay 7S 7H 7D; 8S 8H 8D; 9S 9H KD", "p1 discard 2C")


def test_a_challenge_comes_before_the_next_player_draws() -> None:
    file: dict[str, Value] = {"hands": HANDS | {"p1": FALSE}, "hand": 1, "stock": "3S 4S 5S 6S"}
    late = judged(CHALLENGED, *LAYS, "p2 draw", "p3 challenge p1 lay", **file)
    assert codes(late) == [OK, OK, OK, OK, "nothing_to_challenge"]
    right = judged(CHALLENGED, *LAYS, "p2 challenge p1 lay", "p1 return", "p1 discard 2C", "p2 take", **file)
    assert codes(right) == [OK] * 7
    called = judged(CHALLENGED, *LAYS, "p3 call", "p2 draw", **file)
    assert (codes(called), hand(called, 2)) == ([OK] * 5, 5)
    early = judged(CHALLENGED, *LAYS, "p3 draw", **file)
    assert codes(early) == [OK, OK, OK, "not_now"]


def test_after_a_blitz_the_file_names_who_lays_and_who_passes() -> None:
    whole = "5S 5H 5D 6H 7H 8H 9H TH TC JC QC KC AC"
    lays = "p1 lay 5S 5H 5D; 6H 7H 8H 9H TH; TC JC QC KC AC"
    hands = {"p1": whole, "p2": "2C 2H 2S KS", "p3": "2D 3D"}
    file: dict[str, Value] = {"hands": hands, "hand": 1, "stock": "KD 9S"}
    report = judged(KALUKI, "p1 draw", lays, "p1 discard KD", "p2 lay 2C 2H 2S", **file)
    assert (codes(report), report.phase, report.turn) == ([OK] * 4, "blitz", 2)
    over = judged(KALUKI, "p1 draw", lays, "p1 discard KD", "p2 lay 2C 2H 2S", "p3 pass", **file)
    assert over.phase == "over"
    assert over.result is not None
    assert over.game.totals == (0, 10, 5)
    wrong = judged(KALUKI, "p1 draw", lays, "p1 discard KD", "p3 pass", "p1 lay 5S", keep_going=True, **file)
    assert codes(wrong) == [OK, OK, OK, "not_your_turn", "not_your_turn"]


# --- melds and sheets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number", "code"),
    [
        ("5S 5H 5D", 2, OK),
        ("5S 5H 5D 5C", 2, "not_the_contract"),
        ("5S 6S 7S", 3, OK),
        ("5S 5H 5D 5C; 6H 7H 8H 9H TH; TC JC QC KC AC", 1, OK),
        ("5S 5H 5D 5C; 6H 7H 8H 9H TH; TC JC QC KC", 1, OK),
        ("5S 5H 5D 5C; 6H 7H 8H 9H; TC JC QC KC", 1, "not_everything"),
        ("7S 8S 9S", 1, "not_everything"),
        ("5S 5H JK=5D 5C", 6, OK),
        ("5S 5H JK=5D", 2, "not_half_safe"),
        ("5S 5H JK", 2, "undeclared_set_joker"),
    ],
)
def test_melds_are_checked_as_the_first_lay_of_a_round(text: str, number: int, code: str | None) -> None:
    verdict = check_melds(parse_melds(text), KALUKI, first=True, number=number)
    errors = [one.error for one in verdict.melds if one.error is not None] + [verdict.error] * bool(verdict.error)
    assert [error.code for error in errors if error is not None] == [code] * (code is not None)
    with_discard = game_named("south_african", {"sa_blitz_discard": True})
    assert check_melds(parse_melds(text), with_discard, first=True, number=number).legal == verdict.legal


def sheet_deal(winner: int, how: str, left: dict[int, int]) -> CountedDeal:
    return CountedDeal(
        winner=SeatNumber(winner),
        how=how,
        left={SeatNumber(seat): points for seat, points in left.items()},
        buy_ins=(),
        extra=(0, 0, 0),
        lines=Lines(1, 3, {}, {}),
    )


def test_a_score_sheet_counts_blitzes_and_three_in_a_row_in_cents() -> None:
    assert ways_to_win(KALUKI) == ("out", "blitz")
    first = sheet_deal(0, "blitz", {1: 71, 2: 36})
    others = sheet_deal(0, "out", {1: 10, 2: 0}), sheet_deal(0, "out", {1: 10, 2: 0})
    sheet = score_sheet(ScoreFile(KALUKI, Players(("Ann", "Ben", "Cy")), (first, *others)))
    assert sheet.wrong is None
    assert [dict(line.money) for line in sheet.lines] == [
        {0: 320, 1: -180, 2: -140},
        {0: 10, 1: -10, 2: 0},
        {0: 210, 1: -110, 2: -100},
    ]
    assert (sheet.game.pool, sum(sheet.game.money)) == (300, -300)


def test_a_south_african_deal_and_sheet_are_read_from_their_files() -> None:
    keys: dict[str, Value] = {
        "variant": "south_african",
        "players": ["p1", "p2", "p3"],
        "dealer": "p3",
        "hand": 2,
        "hands": HANDS,
        "house": {"sa_order": "b", "half_safe": "never"},
    }
    report = ruled("p1 cut", "p1 draw", "p2 call", "p1 discard 7S", stock="9S 9H 9D KD", stock_size=4, **keys)
    assert codes(report) == [OK] * 4
    assert [line.paid for line in report.view.seats] == [0, -10, 0]
    sheet = """
kss = 1
variant = "south_african"
players = ["Ann", "Ben", "Cy"]
[[deals]]
winner = "Ann"
how = "blitz"
left = { Ben = 71, Cy = "KS 4D JK" }
"""
    assert score_sheet(read_scores(sheet)).game.money == (-100 + 180 + 140, -100 - 180, -100 - 140)
    with pytest.raises(FileFaultError, match="unknown_way how=bend known=out,blitz"):
        read_scores(sheet.replace("blitz", "bend"))
