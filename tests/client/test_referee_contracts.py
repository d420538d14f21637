"""Files of contract games: a deal with calls and a bent table, windows that have no clock, challenges, the sheet."""

import json
from pathlib import Path

import pytest

from kalooki.rules.files.deal_file import read_deal
from kalooki.rules.files.referee import referee
from support.deal_files import Value, codes, command, deal_text, ruled

GAMES = Path(__file__).parent.parent / "games"
BEND = GAMES / "jamaican_bend.khh"
BABY = GAMES / "jamaican_baby.kss"
DEAL: dict[str, Value] = {
    "variant": "jamaican_baby",
    "players": ["p1", "p2", "p3"],
    "dealer": "p3",
    "hands": {
        "p1": "7S 7H 7D 9C 9S KD",
        "p2": "2S 2H 4D 4C 6S QD",
        "p3": "3S 3H 5D 5C 8S JD",
    },
    "upcard": "KS",
    "stock": "9H 4S 3D 6H TC",
}


def told(*actions: str, **keys: Value) -> tuple[int, list[str]]:
    code, out, err = command("referee", "-", text=deal_text(*actions, **{**DEAL, **keys}))
    assert err == ""
    return code, out.splitlines()


def test_a_deal_played_by_hand_with_calls_and_a_bent_table() -> None:
    code, out, err = command("referee", str(BEND))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert "  9  Ann allow                            ok (Ben gets JD and 2H)" in lines
    assert " 15  Cy draw                              ok (JS; Ann gets 5C and 6C)" in lines
    assert lines[-9:] == [
        "",
        "Cards in hand: Ann 0, Ben 9, Cy 7. Stock: 78.",
        "Discards, the top first: 4H JS KD TH KS.",
        "m1 Ann: 7S 7H 7D 7C",
        "m2 Ann: 2C 3C 4C 5C 6C",
        "Ann bends the table.",
        "  Ann: 0 points, 12 in all",
        "  Ben: 140 points, 180 in all",
        "  Cy: 182 points, 132 in all",
    ]


def test_the_same_deal_as_one_document() -> None:
    code, out, _ = command("referee", str(BEND), "--json")
    found = json.loads(out)
    assert code == 0
    assert all(one["ok"] for one in found["actions"])
    assert found["state"]["phase"] == "over"
    assert found["state"]["turn"] is None
    assert found["state"]["hands"] == {"Ann": 0, "Ben": 9, "Cy": 7}
    assert found["result"] == {
        "winner": "Ann",
        "how": "bend",
        "points": {"Ann": 0, "Ben": 140, "Cy": 182},
        "money": {"Ann": 0, "Ben": 0, "Cy": 0},
        "void": False,
    }
    assert found["scores"] == {"Ann": 12, "Ben": 180, "Cy": 132}


def test_while_calls_are_open_the_state_names_who_is_in_turn_and_what_each_may_do() -> None:
    _, lines = told("p1 draw", "p1 discard KD")
    assert lines[3] == "In turn: p2. Open now: p3 (pass, call), p2 (draw, take)."
    report = ruled("p1 draw", "p1 discard KD", **DEAL)
    assert (report.phase, report.turn) == ("call", 1)
    assert report.legal == ("pass", "call", "draw", "take")


def test_the_dealers_cut_is_open_beside_the_first_draw() -> None:
    _, lines = told()
    assert lines[1:3] == ["To move: p1, who draws (draw, take).", "Open as well: p3 (cut)."]


@pytest.mark.parametrize(
    ("answer", "hands"),
    [("p2 draw", (6, 7, 8)), ("p2 allow", (6, 6, 8)), ("p2 refuse", (6, 7, 6)), ("p2 take", (6, 7, 6))],
)
def test_what_the_player_in_turn_does_ends_the_calls(answer: str, hands: tuple[int, ...]) -> None:
    report = ruled("p1 draw", "p1 discard KD", "p3 call", answer, **DEAL)
    assert report.all_legal
    assert tuple(line.cards for line in report.view.seats) == hands


def test_after_an_allowed_call_the_pile_is_closed_to_the_player_in_turn() -> None:
    report = ruled("p1 draw", "p1 discard KD", "p3 call", "p2 allow", "p2 take", **DEAL)
    assert codes(report)[-1] == "discard_was_called"


def test_calls_made_before_count_and_who_has_laid_makes_none() -> None:
    spent = ruled("p1 draw", "p1 discard KD", "p3 call", **{**DEAL, "calls": {"p3": 3}})
    assert codes(spent)[-1] == "no_calls_left"
    left = ruled("p1 draw", "p1 discard KD", "p3 call", "p2 draw", **{**DEAL, "calls": {"p3": 2}})
    assert left.all_legal
    assert [line.calls for line in left.view.seats] == [0, 0, 3]
    laid = ruled("p1 draw", "p1 discard KD", "p3 call", **{**DEAL, "laid": ["p3"]})
    assert codes(laid)[-1] == "has_laid"


def test_the_contract_follows_from_the_number_of_the_deal() -> None:
    lay = ("p1 draw", "p1 lay 7S 7H 7D; 9C 9S 9H", "p1 discard KD")
    assert ruled(*lay, **DEAL).all_legal
    assert codes(ruled(*lay, **{**DEAL, "hand": 2}))[1] == "contract_not_met"


def test_who_lays_after_another_goes_out_and_does_not_bend() -> None:
    report = ruled("p1 draw", "p1 lay 7S 7H 7D; 9C 9S 9H", "p1 discard KD", **{**DEAL, "laid": ["p2"]})
    assert report.result is not None
    assert getattr(report.result, "how", None) == "out"


def test_a_false_lay_is_challenged_in_a_file_and_taken_back() -> None:
    doubted = {**DEAL, "house": {"penalties": "challenge"}}
    report = ruled(
        "p1 draw", "p1 lay 7S 7H 7D", "p3 challenge p1 lay", "p1 return", "p1 discard KD", "p2 draw", **doubted
    )
    assert report.all_legal
    assert [line.beside for line in report.view.seats] == [50, 0, 0]
    _, lines = told("p1 draw", "p1 lay 7S 7H 7D", "p1 discard KD", house={"penalties": "challenge"})
    assert lines[4] == (
        "In turn: p1. Open now: p2 (pass, challenge, draw, take), p3 (pass, challenge, call), p1 (challenge)."
    )
    passed = ruled("p1 draw", "p1 lay 7S 7H 7D", "p1 discard KD", "p2 draw", **doubted)
    assert passed.all_legal
    assert (passed.phase, passed.turn) == ("play", 1)


def test_a_game_on_paper_counts_bends_penalties_and_the_cut() -> None:
    code, out, _ = command("score", str(BABY))
    assert code == 0
    assert out.splitlines() == [
        "deal     Ann     Ben      Cy",
        "   1    *B 0     106      46",
        "   2       0     106      46  void",
        "   3      26     116    * 96",
        "   4      86   * 116     137",
        "(* went out, *B bent the table)",
        "The game is won by Ann.",
    ]


def test_a_deal_after_the_last_is_refused() -> None:
    more = BABY.read_text(encoding="utf-8") + '\n[[deals]]\nwinner = "Ben"\nhow = "out"\nleft = { Ann = 1, Cy = 1 }\n'
    code, out, _ = command("score", "-", text=more)
    assert code == 1
    assert "game_is_over" in out


@pytest.mark.parametrize("how", ["kalooki", "blitz"])
def test_a_way_to_win_of_another_game_is_refused(how: str) -> None:
    code, _, err = command("score", "-", text=BABY.read_text(encoding="utf-8").replace('"bend"', f'"{how}"'))
    assert code == 2
    assert "unknown_way" in err


def test_check_and_best_know_the_contract_and_leave_points_out() -> None:
    rules = ("--variant", "jamaican")
    code, out, _ = command("check", "7S 7H 7D; 9S 9S 9D; 2C 3C 4C 5C", *rules, "--hand", "2", "--first")
    assert (code, "points" in out) == (0, False)
    assert out.splitlines()[-1] == "Legal, and enough for a first lay."
    code, out, _ = command("check", "7S 7H 7D; 9S 9S 9D; 2C 3C 4C 5C", *rules, "--hand", "1", "--first")
    assert code == 1
    assert "contract_not_met" in out
    _, out, _ = command("best", "7S 7H 7D 2C 3C 4C 5C KD", "--variant", "jamaican_baby", "--hand", "2")
    assert out.splitlines() == ["Lay: 2C 3C 4C 5C; 7S 7H 7D", "Then discard KD.", "That goes out."]


def test_every_refusal_in_a_golden_deal_would_be_noticed() -> None:
    """A card more in the wrong hand, and the deal is another."""
    text = BEND.read_text(encoding="utf-8")
    assert referee(read_deal(text)).all_legal
    broken = referee(read_deal(text.replace('"Cy call"', '"Ann call"')))
    assert codes(broken)[2] == "own_discard"


CHALLENGED: dict[str, Value] = {"house": {"penalties": "challenge"}, "calls": {"p3": 5}}


def test_what_was_charged_beside_the_cards_is_said_while_the_deal_goes_on() -> None:
    _, lines = told("p1 draw", "p2 challenge p3 overcall", "p3 challenge p2 overcall", **CHALLENGED)
    assert "Points beside the cards: p3 +150." in lines  # 100 for two calls too many, 50 for a false challenge
    assert not any("beside" in line for line in told("p1 draw", **CHALLENGED)[1])


def test_what_was_paid_beside_the_score_is_said_while_the_deal_goes_on() -> None:
    keys: dict[str, Value] = {"variant": "south_african", "hand": 2, "upcard": "9C"}
    _, lines = told("p1 draw", "p1 discard KD", "p2 draw", "p3 call", **keys)
    assert "Paid in this deal: p3 -10." in lines


def test_a_cut_says_what_came_of_it() -> None:
    _, lines = told("p3 cut 18", "p1 draw")
    (cut,) = [line for line in lines if line.startswith("The cut: p3 lifted ")]
    assert cut.endswith(" cards, and 18 are right.")
    assert 8 <= int(cut.split()[4]) <= 28
    assert f"ok: p3 cuts at 18 and lifts {cut.split()[4]}" in "\n".join(told("p3 cut 18", "p1 draw")[1])


def test_a_cut_says_whether_there_is_a_bonus() -> None:
    said = {seed: told("p3 cut 18", seed=str(seed))[1][0] for seed in range(30)}
    right = {line.partition("ok: ")[2] for line in said.values() if "lifts 18" in line}
    assert right == {"p3 cuts at 18 and lifts 18, which is right. p3 gets -50 points for the cut."}
    missed = [line for line in said.values() if "lifts 18" not in line]
    assert missed
    assert all(line.endswith("; 18 would be right, so there is no bonus.") for line in missed)


def test_a_refusal_names_all_who_may_move() -> None:
    _, lines = told("p1 draw", "p1 discard KD", "p3 lay 3S 3H 5D")
    assert "Open now: p3 (pass, call), p2 (draw, take)." in lines[3]
    assert "In turn: p2. Open now: p3 (pass, call), p2 (draw, take)." in lines
    keys: dict[str, Value] = {"variant": "south_african", "hand": 2, "upcard": "9C"}
    _, lines = told("p1 draw", "p3 lay 3S 3H 5D", **keys)
    assert lines[2].endswith("Open now: p2 (pass, call), p3 (pass, call), p1 (discard, lay).")
    _, lines = told("p2 cut", **keys)
    assert lines[1].endswith("Open now: p1 (pass, cut, draw, take).")


def test_a_challenge_says_who_is_right_and_what_it_costs() -> None:
    house: dict[str, Value] = {"house": {"penalties": "challenge"}}
    _, lines = told("p1 draw", "p1 lay 7S 7H 7D", "p3 challenge p1 lay", "p1 return", **house)
    assert lines[2].endswith("ok: p3 challenges the lay of p1, rightly. p1 takes 7S 7H 7D back.")
    assert lines[3].endswith("ok: p1 gets 50 points for a false lay.")
    _, lines = told("p1 draw", "p2 challenge p3 overcall", **house)
    assert lines[1].endswith("ok: p2 challenges the calls of p3, wrongly. p2 gets 50 points for a wrong challenge.")


def test_who_called_too_often_pays_or_lays_last_as_the_house_plays() -> None:
    said = {
        "points": "p3 gets 100 points for calling too often.",
        "no_lay": "p3 may lay only after all others.",
    }
    for overcall, words in said.items():
        keys: dict[str, Value] = {"house": {"penalties": "challenge", "overcall": overcall}, "calls": {"p3": 5}}
        _, lines = told("p1 draw", "p2 challenge p3 overcall", **keys)
        assert lines[1].endswith(f"ok: p2 challenges the calls of p3, rightly. {words}")


def test_a_discard_that_could_have_been_played_is_paid_for_and_dead() -> None:
    keys: dict[str, Value] = {"variant": "south_african", "hand": 2, "upcard": "9C", "table": ["p2: KS KH KC"]}
    _, lines = told("p1 draw", "p1 discard KD", "p2 take", **keys)
    assert lines[1].endswith(
        "ok: p1 pays 10 cents to the kitty for a discard that could have been played; nobody may have it."
    )
    assert "discard_is_dead" in lines[3]


OUT = ("p1 draw", "p1 lay 7S 7H 7D; 9C 9S 9H", "p1 discard KD")


def test_the_time_for_challenges_of_a_last_lay_ends_with_the_next_draw_or_with_the_file() -> None:
    house: dict[str, Value] = {**DEAL, "house": {"penalties": "challenge"}}
    ends = ruled(*OUT, **house)
    assert ends.all_legal
    assert (ends.phase, ends.game.totals) == ("over", (0, 56, 68))
    drawn = ruled(*OUT, "p2 draw", **house)
    assert (codes(drawn)[-1], drawn.phase, drawn.result) == ("not_now", "over", ends.result)
    _, lines = told(*OUT, "p2 draw", house={"penalties": "challenge"})
    assert lines[4].endswith("not_now: Not now: the game waits for the next deal to begin. The deal is over.")
    doubted = ruled(*OUT, "p3 challenge p1 lay", "p2 pass", **house)
    assert doubted.all_legal
    assert doubted.game.totals == (0, 56, 118)


def test_a_move_that_ends_no_time_leaves_a_last_lay_open_to_challenges() -> None:
    house: dict[str, Value] = {**DEAL, "house": {"penalties": "challenge"}}
    for move in ("p2 lay 2S 2H 4D", "p3 draw"):
        report = ruled(*OUT, move, **house)
        assert (codes(report)[-1], report.phase, report.result) == ("not_now", "challenge", None)
        assert ruled(*OUT, move, keep_going=True, **house).phase == "over"
