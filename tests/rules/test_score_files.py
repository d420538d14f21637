"""Score files: the worked sheets, buying back in, and what is refused on which line."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.rules.files.errors import FileFaultError, NotThisEndingError
from kalooki.rules.files.score_file import read_scores, ways_to_win
from kalooki.rules.files.score_sheet import ScoreSheet, cards_worth, score_sheet
from kalooki.rules.registry import presets
from kalooki.rules.variant import Contract
from support.kalooki_table import BRITISH

GAMES = Path(__file__).parent.parent / "games"
FOUR = (GAMES / "four_players.kss").read_text("utf-8")

HEAD = 'kss = 1\nvariant = "british"\nplayers = ["Ann", "Ben", "Cy", "Di"]\n'


def deal(winner: str, left: str, *more: str, how: str = "call-up") -> str:
    """One deal of six lines or more: [[deals]], winner, how, left, more."""
    return "\n".join(["[[deals]]", f'winner = "{winner}"', f'how = "{how}"', f"left = {{ {left} }}", *more, ""])


def scored(*deals: str, head: str = HEAD) -> ScoreSheet:
    return score_sheet(read_scores(head + "".join(deals)))


def names(sheet: ScoreSheet, seats: tuple[int, ...]) -> list[str]:
    return [sheet.file.players.names[seat] for seat in seats]


# --- the worked sheets ------------------------------------------------------------------------------------------------


def test_the_worked_sheet_of_four_players_comes_out() -> None:
    sheet = score_sheet(read_scores(FOUR))
    assert [line.totals for line in sheet.lines] == [
        (85, 42, 0, 62),
        (85, 92, 45, 84),
        (123, 145, 45, 92),
        (127, 127, 98, 92),
        (156, 198, 98, 174),
    ]
    assert [tuple(line.money[seat] for seat in sheet.game.seats) for line in sheet.lines] == [
        (-1, -1, 3, -1),
        (3, -1, -1, -1),
        (-2, -2, 6, -2),
        (-1, -1, -1, 3),
        (-1, -1, 3, -1),
    ]
    assert sheet.lines[3].bought_in == (1,)
    assert (sheet.game.pool, sheet.game.money, sheet.game.winners) == (25, (-7, -16, 30, -7), (2,))
    assert {*names(sheet, sheet.out)} == {"Andy", "Mark", "Frank"}
    assert sheet.wrong is None


def test_the_worked_sheet_of_five_players_comes_out() -> None:
    sheet = score_sheet(read_scores((GAMES / "five_players.kss").read_text("utf-8")))
    assert [line.totals for line in sheet.lines][2:] == [
        (68, 124, 42, 108, 124),
        (120, 126, 42, 127, 127),
        (188, 202, 42, 171, 188),
    ]
    hands = [sum(line.money[seat] for line in sheet.lines) for seat in sheet.game.seats]
    assert hands == [4, -1, 9, -6, -6]
    assert (sheet.game.money, sheet.game.winners) == ((0, -5, 33, -14, -14), (2,))


@pytest.mark.parametrize(("variant", "price"), [("british", 2), ("european", 2), ("swedish", 3)])
def test_a_kalooki_has_the_stake_of_its_variant(variant: str, price: int) -> None:
    head = HEAD.replace("british", variant)
    sheet = scored(
        deal("Ann", "Ben = 10, Cy = 20, Di = 4"),
        deal("Ben", "Ann = 10, Cy = 20, Di = 4", how="kalooki"),
        head=head,
    )
    assert sheet.wrong is None
    assert [tuple(line.money[seat] for seat in sheet.game.seats) for line in sheet.lines] == [
        (3, -1, -1, -1),
        (-price, 3 * price, -price, -price),
    ]
    assert sum(sheet.game.money) == -sheet.game.pool


@pytest.mark.parametrize("variant", ["european", "swedish"])
def test_a_house_that_plays_for_other_stakes_says_so_in_its_file(variant: str) -> None:
    head = HEAD.replace("british", variant) + 'house = { stakes = "1-5-4-4" }\n'
    (line,) = scored(deal("Di", "Ann = 5, Ben = 6, Cy = 7", how="kalooki"), head=head).lines
    assert tuple(line.money[seat] for seat in sorted(line.money)) == (-5, -5, -5, 15)


def test_what_was_left_may_be_the_cards_themselves() -> None:
    by_points = scored(deal("Cy", "Ann = 53, Ben = 29, Di = 2"))
    by_cards = scored(deal("Cy", 'Ann = "AS KS 5C 5D 5H 2H JK", Ben = "KS 4D JK", Di = "2S"'))
    assert by_points.lines == by_cards.lines


def test_the_winner_may_be_written_with_nothing() -> None:
    assert scored(deal("Cy", "Cy = 0, Ann = 2, Ben = 3, Di = 4")).lines[0].totals == (2, 3, 0, 4)


def test_penalties_and_the_bonus_count_with_the_deal() -> None:
    sheet = scored(
        deal("Di", "Ann = 4, Ben = 12, Cy = 53", "penalties = { Ann = 50, Di = 50 }", "bonus = { Ben = -50 }")
    )
    assert sheet.lines[0].points == {0: 54, 1: -38, 2: 53, 3: 50}
    assert sheet.lines[0].totals == (54, -38, 53, 50)


def test_a_penalty_can_put_somebody_over_the_limit() -> None:
    sheet = scored(deal("Di", "Ann = 101, Ben = 12, Cy = 53", "penalties = { Ann = 50 }"))
    assert names(sheet, sheet.game.deciding) == ["Ann"]


def test_a_void_deal_counts_nothing_and_is_dealt_again() -> None:
    sheet = scored(
        deal("Di", "Ann = 4, Ben = 12, Cy = 53"), "[[deals]]\nvoid = true\n", deal("Cy", "Ann = 4, Ben = 2, Di = 3")
    )
    assert (sheet.lines[1].winner, sheet.lines[1].how) == (None, "void")
    assert sheet.lines[1].points == sheet.lines[1].money == {0: 0, 1: 0, 2: 0, 3: 0}
    assert [line.totals for line in sheet.lines] == [(4, 12, 53, 0), (4, 12, 53, 0), (8, 14, 53, 3)]


def test_points_are_doubled_for_a_kalooki_where_the_house_says_so() -> None:
    head = HEAD + "house = { kalooki_double = true, kalooki_adds = true }\n"
    sheet = scored(deal("Di", "Ann = 4, Ben = 12, Cy = 53", "penalties = { Cy = 50 }", how="kalooki"), head=head)
    assert sheet.lines[0].points == {0: 8, 1: 24, 2: 156, 3: 0}
    assert sheet.lines[0].money == {0: -3, 1: -3, 2: -3, 3: 9}


def test_a_sheet_without_deals_is_the_beginning_of_a_game() -> None:
    sheet = scored()
    assert (sheet.lines, sheet.game.pool, sheet.game.money, sheet.out) == ((), 20, (-5, -5, -5, -5), ())


NORTH_AMERICAN = HEAD.replace("british", "north_american")


def test_in_the_north_american_game_the_winner_scores_what_the_others_hold_until_the_target() -> None:
    sheet = scored(deal("Ann", "Ben = 40, Cy = 25, Di = 0"), head=NORTH_AMERICAN)
    assert (sheet.lines[0].points, sheet.lines[0].totals) == ({0: 65, 1: 0, 2: 0, 3: 0}, (65, 0, 0, 0))
    assert (sheet.game.winners, sheet.out) == ((), ())
    over = deal("Ann", "Ben = 100, Cy = 100, Di = 50", how="kalooki")
    assert scored(over, head=NORTH_AMERICAN).game.winners == (0,)
    assert wrong(over, over, head=NORTH_AMERICAN) == (AT + 4, "game_is_over")
    assert (
        wrong(deal("Ann", "Ben = 4, Cy = 3, Di = 2", 'buy_ins = ["Ben"]'), head=NORTH_AMERICAN)[1]
        == "not_over_the_limit"
    )


def test_two_who_are_equal_at_the_end_of_a_game_to_a_target_have_both_won() -> None:
    head = NORTH_AMERICAN + 'house = { na_scoring = "penalty" }\n'
    sheet = scored(deal("Ann", "Ben = 150, Cy = 20, Di = 20"), deal("Ann", "Ben = 4, Cy = 3, Di = 2"), head=head)
    assert sheet.game.winners == (0,)
    both = scored(deal("Di", "Ben = 20, Cy = 20, Ann = 20"), deal("Ann", "Ben = 150, Cy = 20, Di = 20"), head=head)
    assert names(both, both.game.winners) == ["Ann", "Di"]


def test_where_every_card_costs_the_same_the_number_of_cards_is_written() -> None:
    head = NORTH_AMERICAN + 'house = { na_scoring = "per_hand" }\n'
    by_number = scored(deal("Ann", "Ben = 4, Cy = 3, Di = 1"), head=head)
    by_cards = scored(deal("Ann", 'Ben = "JK 2S AS", Cy = "KS KH KD", Di = "4S"'), head=head)
    assert by_number.lines == by_cards.lines
    assert by_number.lines[0].money == {0: 8, 1: -4, 2: -3, 3: -1}


# --- buying back in ---------------------------------------------------------------------------------------------------

BUST = deal("Di", "Ann = 151, Ben = 160, Cy = 53")


def test_after_the_last_deal_who_is_over_the_limit_may_still_choose_in_order() -> None:
    sheet = scored(BUST)
    assert names(sheet, sheet.game.deciding) == names(sheet, sheet.out) == ["Ann", "Ben"]
    assert sheet.game.winners == ()
    one = scored(BUST + 'buy_ins = ["Ann"]\n')
    assert (one.game.deciding, one.out, one.lines[0].totals) == ((1,), (1,), (53, 160, 53, 0))


def test_who_decides_later_has_been_asked_later() -> None:
    sheet = scored(BUST + 'buy_ins = ["Ben"]\n')
    assert (names(sheet, sheet.game.out), sheet.game.deciding, sheet.lines[0].bought_in) == (["Ann"], (), (1,))


def test_who_did_not_buy_in_before_the_next_deal_is_out() -> None:
    sheet = scored(BUST, deal("Di", "Cy = 20"))
    assert names(sheet, sheet.out) == ["Ann", "Ben"]
    assert sheet.lines[1].points == {2: 20, 3: 0}
    assert sheet.lines[1].money == {2: -1, 3: 1}
    assert sheet.game.money == (-6, -6, -7, -1)


def wrong(*deals: str, head: str = HEAD) -> tuple[int | None, str]:
    sheet = scored(*deals, head=head)
    assert sheet.wrong is not None
    return sheet.wrong.line, sheet.wrong.cause.code


AT = HEAD.count("\n") + 1


@pytest.mark.parametrize(
    ("deals", "line", "code"),
    [
        ([deal("Di", "Ann = 4, Ben = 12, Cy = 53", 'buy_ins = [\n"Ben"]')], AT + 5, "not_over_the_limit"),
        ([deal("Di", "Ann = 151, Ben = 151, Cy = 151", 'buy_ins = ["Ben"]')], AT + 4, "only_one_left"),
        ([deal("Di", "Ann = 151, Ben = 151, Cy = 151"), deal("Di", "Ann = 2")], AT + 4, "game_is_over"),
        ([deal("Di", "Ann = 151, Ben = 151, Cy = 151"), "[[deals]]\nvoid = true\n"], AT + 4, "game_is_over"),
        ([BUST, deal("Ann", "Cy = 2, Di = 3")], AT + 4, "not_playing"),
        ([BUST, deal("Di", "Cy = 2, Ann = 3")], AT + 7, "not_playing"),
        ([BUST, deal("Di", "Cy = 2", "penalties = { Ben = 50 }")], AT + 4, "not_playing"),
        ([BUST, deal("Di", "Cy = 2", 'buy_ins = ["Ann"]')], AT + 8, "no_buy_in_left"),
        ([deal("Di", "Ann = 4, Ben = 12")], AT, "not_counted"),
        ([deal("Di", "")], AT, "not_counted"),
        ([deal("Di", "Ann = 4, Ben = 1, Cy = 53")], AT + 3, "impossible_points"),
        ([deal("Di", "Ann = 4, Ben = 2000, Cy = 53")], AT + 3, "impossible_points"),
    ],
)
def test_what_the_rules_do_not_allow_stops_the_sheet_at_its_line(deals: list[str], line: int, code: str) -> None:
    assert wrong(*deals) == (line, code)
    assert len(scored(*deals).lines) == len(deals) - 1


def test_nobody_buys_back_in_a_third_time() -> None:
    again = deal("Di", "Ann = 151, Ben = 2, Cy = 2", 'buy_ins = ["Ann"]')
    assert scored(again, again).wrong is None
    assert wrong(again, again, again) == (AT + 14, "no_buy_in_left")
    none = HEAD + "house = { buy_ins = 0 }\n"
    assert wrong(again, head=none) == (AT + 5, "no_buy_in_left")


# --- what cannot be understood ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ("kss = 1", "kss = 2", 2, "unknown_format"),
        ("kss = 1", "khh = 1", 1, "missing_key"),
        ('variant = "british"', 'variant = "bridge"', 3, "unknown_variant"),
        ('"Andy", "Mark"', '"Andy", "andy"', 4, "named_twice"),
        ('"Andy", "Mark"', '"Andy", "Mark "', 4, "bad_player_name"),
        ('[[deals]]\nwinner = "John"', '[[deal]]\nwinner = "John"', 6, "unknown_key"),
        ('winner = "John"', 'Winner = "John"', 7, "unknown_key"),
        ('winner = "John"\n', "", 6, "missing_key"),
        ('winner = "John"', 'winner = "Joe"', 7, "unknown_player"),
        ('winner = "John"', 'winner = "Andy"', 9, "winner_holds_cards"),
        ('how = "call-up"', 'how = "bend"', 8, "unknown_way"),
        ('how = "call-up"', "how = 1", 8, "wrong_type"),
        ("Andy = 85", "Andy = -85", 9, "out_of_range"),
        ("Andy = 85", "Andy = 8.5", 9, "wrong_type"),
        ("Andy = 85", "Andy = true", 9, "wrong_type"),
        ("Andy = 85", 'Andy = "8"', 9, "bad_card"),
        ("Andy = 85", 'Andy = "8S 8S 8S"', 9, "too_many_copies"),
        ("Andy = 85, Mark = 42", 'Andy = "8S 8S", Mark = "8S"', 9, "too_many_copies"),
        ("Andy = 85", "Joe = 85", 9, "unknown_player"),
        ("left = {", "left = [] # {", 9, "wrong_type"),
        ('buy_ins = ["Mark"]', 'buy_ins = ["Joe"]', 25, "unknown_player"),
        ('buy_ins = ["Mark"]', 'buy_ins = ["Mark", "Mark"]', 25, "named_twice"),
        ('buy_ins = ["Mark"]', "penalties = { Mark = -50 }", 25, "out_of_range"),
        ('buy_ins = ["Mark"]', "bonus = { Mark = 50 }", 25, "out_of_range"),
        ('buy_ins = ["Mark"]', "void = true", 22, "void_deal_counts"),
        ('buy_ins = ["Mark"]', "void = 1", 25, "wrong_type"),
        ("[[deals]]", "[deals]", 6, "wrong_type"),
    ],
)
def test_a_sheet_that_cannot_be_understood_is_refused_by_line(old: str, new: str, line: int, code: str) -> None:
    assert old in FOUR
    text = FOUR.replace(old, new, 1)
    if new == "[deals]":
        text = text[: text.index("[[deals]]")]
    if old == "left = {":
        text = text[: text.index("[[deals]]", 200)]
    with pytest.raises(FileFaultError) as refused:
        read_scores(text)
    assert (refused.value.line, refused.value.cause.code) == (line, code)


@pytest.mark.parametrize(("key", "line"), [("deals = 5\n", 4), ("deals = [\n1]\n", 5)])
def test_deals_are_a_list_of_tables(key: str, line: int) -> None:
    with pytest.raises(FileFaultError) as refused:
        read_scores(HEAD + key)
    assert (refused.value.line, refused.value.cause.code) == (line, "wrong_type")


def test_spaces_in_a_name_are_welcome_on_a_sheet() -> None:
    sheet = scored(head=HEAD.replace('"Ann"', '"Ann of the Hill"'))
    assert sheet.file.players.names[0] == "Ann of the Hill"


# --- how a deal can be won, and with what -----------------------------------------------------------------------------


def test_the_ways_to_win_follow_from_what_the_variant_is() -> None:
    threes = Contract(sets=(3, 3, 3), runs=(), everything=False, exactly=False)
    blitz = Contract(sets=(), runs=(), everything=True, exactly=False)
    assert ways_to_win(BRITISH) == ("call-up", "kalooki")
    assert ways_to_win(replace(BRITISH, contracts=(threes,), bend="first")) == ("out", "bend")
    assert ways_to_win(replace(BRITISH, contracts=(blitz, threes))) == ("out", "blitz")


SOUTH = HEAD.replace("british", "south_african")


@pytest.mark.parametrize(
    ("how", "more", "line"),
    [
        (("blitz", "out"), "", None),
        (("out",), "", 1),
        (("blitz", "blitz"), "", 2),
        (("blitz", "blitz"), "sa_kaluki = true", 2),
        (("out", "out", "out", "out", "blitz", "out", "out"), 'sa_order = "b"', None),
        (("out", "out", "out", "out", "out"), 'sa_order = "b"', 5),
        (("blitz",), 'sa_order = "b"', 1),
    ],
)
def test_a_blitz_wins_the_deal_whose_contract_it_is_and_no_other(
    how: tuple[str, ...], more: str, line: int | None
) -> None:
    sheet = scored(
        *(deal("Ann", "Ben = 10, Cy = 20, Di = 4", how=one) for one in how), head=f"{SOUTH}house = {{ {more} }}\n"
    )
    if line is None:
        assert sheet.wrong is None
        return
    assert sheet.wrong is not None
    assert isinstance(sheet.wrong.cause, NotThisEndingError)
    assert (sheet.wrong.cause.number, sheet.wrong.cause.known) == (line, ("out",) if how[-1] == "blitz" else ("blitz",))
    assert sheet.wrong.line == AT + 1 + 4 * (line - 1) + 2


def test_a_void_deal_is_played_again_under_its_number_and_its_contract() -> None:
    again = scored("[[deals]]\nvoid = true\n", deal("Ann", "Ben = 1, Cy = 2, Di = 4", how="out"), head=SOUTH)
    assert again.wrong is not None
    assert again.wrong.cause.code == "not_this_ending"


@pytest.mark.parametrize("variant", list(presets().values()), ids=list(presets()))
@settings(max_examples=20)
@given(points=st.integers(0, 400))
def test_points_are_worth_the_cards_that_stand_for_them(variant: object, points: int) -> None:
    rules = next(one for one in presets().values() if one is variant)
    cards = cards_worth(rules, points, rules.max_players)
    assert sum(rules.hand_value(card) for card in cards) == (points if cards else 0)
    assert cards or points < 2


# --- whatever is written ----------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, len(FOUR)), st.integers(0, 8), st.sampled_from([*'[]{}"=1-#,\n', "John", "KS "])))
)
def test_no_sheet_raises_anything_but_a_fault_of_the_file(cuts: list[tuple[int, int, str]]) -> None:
    text = FOUR
    for at, gone, new in cuts:
        text = text[:at] + new + text[at + gone :]
    try:
        sheet = score_sheet(read_scores(text))
    except FileFaultError:
        return
    assert sheet.wrong is None or sheet.wrong.line is not None


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_on_any_sheet_the_money_sums_to_zero_and_the_totals_to_what_was_counted(data: st.DataObject) -> None:
    players = ["Ann", "Ben", "Cy", "Di"]
    deals = []
    for _ in range(data.draw(st.integers(1, 6))):
        winner = data.draw(st.sampled_from(players))
        left = ", ".join(f"{name} = {data.draw(st.integers(2, 90))}" for name in players if name != winner)
        deals.append(deal(winner, left))
    sheet = scored(*deals)
    game = sheet.game
    assert sum(game.money) + (0 if game.winners else game.pool) == 0
    assert all(sum(line.money.values()) == 0 for line in sheet.lines)
    for seat in game.seats:
        assert game.totals[seat] == sum(line.points.get(seat, 0) for line in sheet.lines)
