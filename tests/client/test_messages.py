"""Every code and every event has its sentence, and a sentence says whom and what it is about."""

import ast
import importlib
import pkgutil
import re
import string
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import get_args

import pytest

import kalooki
from kalooki.bot import LEVELS
from kalooki.bots import bots
from kalooki.cards import Natural, Rank, SeatNumber, Suit
from kalooki.lookalike import skeleton
from kalooki.rules import events as e
from kalooki.rules.actions import MeldId
from kalooki.rules.errors import (
    AlreadyDrawnError,
    DoesNotFitError,
    InitialMeldTooLowError,
    JokerStaysError,
    MustUseTakenCardError,
    NotYourTurnError,
    RulesError,
    SameRankTwiceError,
    WhichMeldError,
    WrongDeclarationError,
)
from kalooki.seat import Beside, Fault, Missed, Proposal, TableStatus, Update
from kalooki.shell.errors import SENTENCES
from kalooki_cli.board.window import window
from kalooki_cli.desk import Desk
from kalooki_cli.language import translations
from kalooki_cli.look import Look
from kalooki_cli.messages import bots as named
from kalooki_cli.messages import events, help, prompts, standstill, table  # noqa: A004 - the word that is typed
from kalooki_cli.messages.errors import ERRORS, of_code, on_paper, outcome, refusal, sentence
from kalooki_cli.moment import Ask, Moment, moment
from support.contract_presets import ALL_GAMES, game_named
from support.open_table import OpenTable, simple
from support.views import cards, faces, talk

ANN, BEA = SeatNumber(0), SeatNumber(1)
CALLED_WITH_CODES = {"VoidError", "FaultError", "ShellError", "Outcome"}


def modules() -> Iterator[str]:
    for info in pkgutil.walk_packages(kalooki.__path__, "kalooki."):
        if ".wire." not in info.name and not info.name.endswith("__main__"):
            yield info.name


def error_kinds() -> Iterator[type[Exception]]:
    for name in modules():
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, type) and issubclass(value, Exception) and isinstance(vars(value).get("code"), str):
                yield value


def codes_in_calls() -> Iterator[str]:
    """Codes that are written where an error is raised."""
    for file in sorted(Path(kalooki.__path__[0]).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLED_WITH_CODES:
                for argument in node.args[:2]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value
                        break


def test_every_code_of_the_rules_the_table_the_deck_and_the_shell_has_a_sentence() -> None:
    codes = {str(vars(kind)["code"]) for kind in error_kinds()} | set(SENTENCES) | set(codes_in_calls())
    abstract = {"refused", ""}
    assert len(codes) > 100
    assert sorted(codes - set(ERRORS) - abstract) == []


def test_a_sentence_asks_for_no_field_that_its_error_does_not_have() -> None:
    checked = 0
    for kind in error_kinds():
        if issubclass(kind, RulesError) and is_dataclass(kind):
            code = str(vars(kind)["code"])
            asked = {name for _, name, _, _ in string.Formatter().parse(ERRORS[code]) if name}
            assert asked <= {field.name for field in fields(kind)}, code
            checked += 1
    assert checked > 40


def test_a_sentence_of_the_shell_asks_for_the_fields_that_the_shell_gives() -> None:
    for code, words in SENTENCES.items():
        asked = {name for _, name, _, _ in string.Formatter().parse(ERRORS[code]) if name}
        given = {name for _, name, _, _ in string.Formatter().parse(words) if name}
        assert asked <= given | {"name"}, code


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (InitialMeldTooLowError(33, 40), ("33", "40 points")),
        (NotYourTurnError(BEA), ("Bea is to play",)),
        (
            DoesNotFitError(MeldId(2), Natural(Rank.TWO, Suit.CLUBS), (Natural(Rank.SIX, Suit.HEARTS),)),
            ("2C", "m2", "6H"),
        ),
        (DoesNotFitError(MeldId(2), Natural(Rank.TWO, Suit.CLUBS), ()), ("What fits: nothing",)),
        (WhichMeldError(Natural(Rank.NINE, Suit.SPADES), (MeldId(1), MeldId(4))), ("9S", "m1, m4")),
        (MustUseTakenCardError(Natural(Rank.NINE, Suit.SPADES), "initial_meld"), ("9S", "first lay", "give it back")),
        (WrongDeclarationError(Natural(Rank.NINE, Suit.SPADES), (Natural(Rank.TWO, Suit.CLUBS),)), ("9S", "but: 2C.")),
    ],
)
def test_a_refusal_names_the_card_the_rule_and_what_would_be_right(error: RulesError, words: tuple[str, ...]) -> None:
    said = refusal(error, {0: "Ann", 1: "Bea"})
    assert all(word in said for word in words)


def test_the_keys_of_the_client_stand_in_refusals_only_where_they_can_be_typed() -> None:
    drawn, stays = AlreadyDrawnError(), JokerStaysError(MeldId(3))
    assert refusal(drawn, {}) == "You have drawn already; now lay (l), or end with a discard (x)."
    assert on_paper(drawn, {}) == "You have drawn already; now lay, or end with a discard."
    assert refusal(stays, {}).endswith("it moves up: l 7H for JK in m3 up.")
    assert on_paper(stays, {}).endswith("it moves up: lay 7H for JK in m3 up.")
    assert outcome("already_drawn", "already_drawn", {}) == refusal(drawn, {})
    assert not [code for code, text in ERRORS.items() if "<" in text or re.search(r"\([a-z]\)", text)]
    twice = SameRankTwiceError(MeldId(1))
    assert "and 7S 7H 7D has" in on_paper(twice, {}, ["7S 7H 7D"])
    assert "and m1 has" in on_paper(twice, {})


@pytest.mark.parametrize("text", ["1, 2", "(1, 2)", "1,2"])
def test_a_refusal_names_seats_by_their_players(text: str) -> None:
    said = sentence("which_caller", {"callers": text}, {1: "Bea", 2: "Cid"})
    assert "of Bea and Cid" in said
    assert "only the dealer cuts: seat 4." in sentence("only_the_dealer", {"dealer": "3"}, {}).lower()


def test_what_is_no_list_of_seats_is_left_as_it_is() -> None:
    assert "of nobody" in sentence("which_caller", {"callers": "nobody"}, {1: "Bea"})


def test_an_outcome_is_worded_from_its_fields() -> None:
    said = outcome("initial_meld_too_low", "initial_meld_too_low points=33 needed=40", {})
    assert "worth 33" in said
    assert "needs 40" in said
    assert outcome("not_your_turn", "not_your_turn turn=2", {}) == "It is not your turn: seat 3 is to play."


def test_an_outcome_of_another_version_speaks_for_itself_without_acting_on_the_terminal() -> None:
    assert outcome("not_now", "no game is played", {}) == "no game is played"
    assert outcome("from_the_future", "all \x1b[2Jis new", {}) == "all ?[2Jis new"
    assert outcome("from_the_future", "", {}) == "That was refused: from_the_future."
    assert outcome("data_dir_in_use", "path=/tmp/a\x1b]0;b", {}) == (
        "Another game runs in /tmp/a?]0;b; end it, or choose another folder with --data-dir."
    )


SAMPLES: tuple[e.Event, ...] = (
    e.Dealt(2, 1, ANN, (BEA, ANN), 13, 79),
    e.TurnedUp(cards("4D")[0], ANN),
    e.Drew(ANN, 40),
    e.Took(ANN, cards("4D")[0], must_use=True),
    e.Returned(ANN, cards("4D")[0]),
    e.LaidDown(ANN, MeldId(1), faces("7S JK=8S 9S"), 24),
    e.MadeInitialMeld(ANN, 44),
    e.LaidOff(ANN, MeldId(1), faces("TS"), faces("7S JK=8S 9S TS")),
    e.JokerExchanged(ANN, MeldId(1), cards("8S"), faces("7S 8S 9S"), to_hand=True),
    e.Discarded(ANN, cards("4D")[0], 3, 3),
    e.FailedToAnnounce(ANN, 1),
    e.StockRanOut(30),
    e.StockReshuffled(30, cards("4D")[0]),
    e.WentOut(ANN, "kalooki"),
    e.HandOpened(ANN, cards("4D JK"), 19),
    e.HandClosed(ANN, 2, 26),
    e.WentAway(ANN, "left"),
    e.WentAway(ANN, "absent"),
    e.WentAway(ANN, "removed"),
    e.WentAway(ANN, "kept"),
    e.CameBack(ANN, "return"),
    e.CameBack(ANN, "stand_in"),
    e.DealScored(2, ANN, BEA, "call-up", (e.Score(ANN, 19, 42, -1), e.Score(BEA, 0, 0, 1))),
    e.DealVoided(2, 1, "stock_ran_out"),
    e.MayBuyIn(ANN, 5, 120),
    e.BoughtIn(ANN, 5, 120, 1),
    e.Declined(ANN),
    e.Eliminated(ANN, 160),
    e.JokerMoved(ANN, MeldId(1), cards("8S")[0], faces("7S 8S 9S JK=TS")),
    e.TurnEnded(ANN, 2),
    e.Called(ANN),
    e.Passed(ANN),
    e.DrawStands(ANN),
    e.CallGranted(ANN, cards("4D")[0], 2, 1, 40),
    e.CutMade(ANN, 36, 38, 36),
    e.Challenged(ANN, BEA, "overcall", upheld=True),
    e.Challenged(ANN, BEA, "lay", upheld=False),
    e.TookBack(ANN, cards("7S 8S")),
    e.PackCut(ANN),
    e.JokerKept(ANN, 100),
    e.Showed(ANN, cards("JK JK JK"), 100),
    e.PaidIn(ANN, 10, "buy"),
    e.Penalized(ANN, 50, "overcall"),
    e.GameEnded((BEA,), 20, (-10, 10), (e.Payment(ANN, BEA, 10),)),
)


def test_there_is_a_sample_of_every_event() -> None:
    assert {type(one) for one in SAMPLES} == set(get_args(e.Event))


@pytest.mark.parametrize("happened", SAMPLES, ids=lambda one: type(one).__name__)
def test_an_event_is_told_to_the_one_whom_it_concerns_and_to_the_others(happened: e.Event) -> None:
    mine = " ".join(events.event(happened, talk(me=0)))
    others = " ".join(events.event(happened, talk(me=1)))
    public = " ".join(events.event(happened, talk(me=None)))
    assert mine
    assert others
    assert "{" not in mine + others + public
    assert "you" not in public.lower().split()
    if not isinstance(happened, e.StockRanOut | e.StockReshuffled | e.DealVoided | e.GameEnded):
        assert mine != others
        assert "Ann" in public


def test_ones_own_draw_names_the_card_and_anothers_does_not() -> None:
    assert events.event(e.Drew(ANN, 40), talk(), cards("4D")) == ["You draw 4D from the stock (40 left)."]
    assert events.event(e.Drew(BEA, 40), talk(), cards("4D")) == ["Bea draws from the stock (40 left)."]


def test_the_settlement_shows_what_each_has_and_the_fewest_payments() -> None:
    assert events.event(SAMPLES[-1], talk()) == [
        "*** The game is over: Bea wins the pool of 20 units.",
        "  Ann: -10",
        "  Bea: +10",
        "To square it:",
        "  Ann pays Bea 10 units.",
    ]


def status(**changes: object) -> TableStatus:
    return replace(OpenTable(phase="lobby").status(), **changes)  # type: ignore[arg-type]  # the fields of a status


def test_progress_is_told_in_plain_words() -> None:
    before = status(phase="playing", doing="keys", waiting_for=(0, 1, 2, 3))
    assert table.news(before, shuffling(0)) == ["Ann shuffles, 1 of 4."]
    assert table.working(before) == ["Keys for the deck are made; waiting for Ann, Bea, Cid and Dot."]


def shuffling(player: int) -> TableStatus:
    return status(phase="playing", doing="shuffle", waiting_for=(player,))


def test_a_shuffle_that_fell_between_two_states_is_told_afterwards() -> None:
    every = [f"{name} shuffles, {turn} of 4." for turn, name in enumerate(("Ann", "Bea", "Cid", "Dot"), 1)]
    keys = status(phase="playing", doing="keys", waiting_for=(0,))
    playing = status(phase="playing", doing="action", waiting_for=(0,))
    assert table.news(keys, shuffling(2)) == every[:3]
    assert table.news(shuffling(0), shuffling(3)) == every[1:]
    assert table.news(shuffling(1), playing) == every[2:]
    assert table.news(keys, playing) == every
    drawn = status(phase="seat_draw", doing="keys", waiting_for=(0,))
    assert table.news(drawn, status(phase="pick_seat", doing="pick_seat", waiting_for=(0,)))[:4] == every


def test_nobody_is_said_to_have_shuffled_a_deck_that_was_given_up() -> None:
    void = status(phase="playing", doing="ready", waiting_for=(0,))
    again = status(phase="playing", doing="keys", waiting_for=(0,))
    caught = status(phase="playing", doing="action", fault=Fault(2, "invalid_shuffle_proof", 17))
    for new in (void, again, caught):
        assert not any("shuffles" in line for line in table.news(shuffling(1), new))
    assert table.news(shuffling(1), shuffling(0)) == ["Ann shuffles, 1 of 4."]  # the first of the next attempt


def test_work_that_takes_a_blink_is_not_told_at_once() -> None:
    before = status(phase="playing", doing="action", waiting_for=(0,))
    assert table.news(before, status(phase="playing", doing="shares", waiting_for=(1,))) == []
    assert table.working(status(doing="shares", waiting_for=(1,))) == [
        "Cards are being opened; waiting for Bea's part of the key."
    ]


def test_who_comes_goes_and_hosts_is_told() -> None:
    now = status()
    fewer = replace(now, players=now.players[:3])
    away = replace(now, players=(*now.players[:3], replace(now.players[3], connected=False)))
    assert table.news(fewer, now) == ["Dot (bot easy, on Ann's computer) joins."]
    assert table.news(now, away) == ["Dot is away; the game waits where it needs that computer."]
    assert table.news(away, now) == ["Dot is back."]
    assert table.news(now, replace(now, host=1)) == ["Bea now hosts the table."]


def test_a_culprit_is_named_with_what_was_false() -> None:
    caught = status(fault=Fault(2, "invalid_shuffle_proof", 17), closed="fault")
    lines = table.news(status(), caught)
    assert lines == [
        "!!! Cid made a false statement (entry 17): The shuffle is not proved: cards may have been exchanged.",
        "The table is closed: somebody was caught cheating.",
    ]


def test_players_whose_names_look_alike_are_told_apart() -> None:
    now = status()
    twins = tuple(
        replace(one, name=name) for one, name in zip(now.players, ("Bob", "b0b ", "Bo\u200bb", "Dot"), strict=True)
    )
    called = table.names(replace(now, players=twins))
    assert called[0] == "Bob #1"
    assert called[1] == "b0b #2"
    assert len(set(called.values())) == 4
    assert called[3] == "Dot"
    keyed = replace(now, players=tuple(replace(one, label=f"KEY{one.player}-AAAA", bot="") for one in twins))
    lines = table.people(keyed)
    assert "Bob #1: key KEY0-AAAA" in lines[0]
    assert "KEY3" not in lines[3]


def test_a_name_that_ends_like_a_number_is_not_taken_for_a_numbered_one() -> None:
    now = status()
    names = ("Ann", "\u0410nn", "Ann #2", "ann#1")
    players = tuple(replace(one, name=name) for one, name in zip(now.players, names, strict=True))
    called = table.names(replace(now, players=players))
    assert len({skeleton(name) for name in called.values()}) == 4


def test_the_lobby_says_who_sits_where_and_how_to_join() -> None:
    text = "\n".join(table.lobby(status(join_code="A123", seats=5), founder=True))
    assert "4 of 5 seats" in text
    assert "Bea (bot easy, on Ann's computer): ready" in text
    assert "kalooki join, and the code A123" in text
    assert "can begin when every seat is taken" in text
    assert table.OPEN not in text


def test_an_open_table_says_that_it_is_open_to_everybody_in_the_lobby_and_to_its_founder() -> None:
    for founder in (True, False):
        assert table.OPEN in table.lobby(status(open=True), founder=founder)
    text = "\n".join(table.invitation("", "192.168.1.20:4040"))
    assert text.startswith(table.OPEN)
    assert text.endswith("kalooki join --open 192.168.1.20:4040")
    secret = "\n".join(table.invitation("K-ABC", "192.168.1.20:4040"))
    assert secret.endswith("K-ABC")
    assert table.OPEN not in secret


def test_foreign_words_are_inert_wherever_they_are_said() -> None:
    evil = "\x1b[2J\u202eX"
    now = status()
    players = tuple(replace(one, name=evil, bot=evil, computer=evil) for one in now.players)
    hostile = replace(now, title=evil, players=players, closed=evil, doing="keys", waiting_for=(0,))
    said = table.news(None, hostile) + table.lobby(hostile, founder=False) + table.working(hostile)
    said += [*table.news(now, replace(hostile, fault=Fault(9, evil, 1))), table.notice(evil, evil)]
    assert said
    assert not any("\x1b" in line or "\u202e" in line for line in said)


def test_whatever_may_be_wrong_with_a_record_is_said_without_the_words_of_its_error() -> None:
    places = ("kalooki.codec", "kalooki.fair", "kalooki.table", "kalooki.verify")
    codes = {str(vars(kind)["code"]) for kind in error_kinds() if kind.__module__.startswith(places)}
    unsaid = {code for code in codes if not of_code(code)}
    assert len(codes) > 40
    assert unsaid <= {"refused", "chat_too_fast"}, "which no record holds"


def test_an_unknown_code_is_shown_as_it_is() -> None:
    assert sentence("no_such_code", {}, {}) == "That was refused: no_such_code."
    assert table.notice("news", "of the day") == "news: of the day"
    assert table.notice("peer_up", "") == ""
    assert table.notice("replaced", "in English") == "Another session of yours took over; this one stops."
    assert table.notice("unwritable", "it is full") == "unwritable: it is full"


@pytest.mark.parametrize("key", [None, *ALL_GAMES])
@pytest.mark.parametrize("columns", [80, 60, 40])
def test_help_fits_every_screen_and_keeps_its_words_whole(columns: int, key: str | None) -> None:
    variant = None if key is None else ALL_GAMES[key]
    lines = help.help_lines(columns, variant)
    assert all(len(line) <= columns for line in lines)
    said = " ".join(" ".join(lines).split())
    for keys, words in help.keys_of(variant):
        assert keys in said
        assert words in said
    assert len(help.help_lines(80, variant)) <= 23


def test_where_the_own_node_has_ended_nobody_is_told_that_the_table_is_closed() -> None:
    desk = Desk(simple, now=Update(status(phase="playing"), None, ()))
    seen = window(desk, Moment(Ask.NOTHING, 0), Look(), None, ended=True)
    assert "The table is closed" not in " ".join([seen.title, *seen.lines])
    assert seen.lines[0] == "The program behind your seat has ended; the table may go on without it."


def test_only_who_is_to_begin_the_game_is_told_to_type_it() -> None:
    before = Update(status(), None, ())
    for begins, words in ((False, "type begin when everybody is ready"), (True, "the game begins by itself")):
        desk = Desk(simple, agreed=True, begins=begins, now=before)
        seen = window(desk, Moment(Ask.NOTHING, 0), Look(), None, ended=False)
        for lines in (desk.screen(Look()), seen.lines):
            assert f"All seats are taken{':' if not begins else ';'} {words}." in lines


def test_help_names_the_keys_of_the_game_that_is_played_and_no_others() -> None:
    jamaican = dict(help.keys_of(ALL_GAMES["jamaican"]))
    british = dict(help.keys_of(ALL_GAMES["british"]))
    assert {"c, p", "a, f", "e", "k 36", "l 6H for JK in m3 up"} <= set(jamaican) - set(british)
    assert {"b, n", "auto on, auto off", "l 6H for JK in m3"} <= set(british) - set(jamaican)
    assert "play once more" in british["q, leave, again"]
    doubting = dict(help.keys_of(game_named("jamaican", {"penalties": "challenge"})))
    assert set(doubting) - set(jamaican) == {"challenge Bea lay"}


def test_readiness_is_told_only_where_it_matters() -> None:
    now = status()
    fresh = tuple(replace(one, ready=False) for one in now.players)
    assert "not ready yet" in "\n".join(table.people(replace(now, players=fresh)))
    assert "not ready yet" in "\n".join(table.people(replace(now, players=fresh, phase="playing", doing="ready")))
    in_deal = replace(now, players=(*fresh[:3], replace(fresh[3], connected=False)), phase="playing", doing="action")
    assert table.people(in_deal)[0] == "  1. Ann - this is you"
    assert table.people(in_deal)[3] == "  4. Dot (bot easy, on Ann's computer): away"


def test_a_guest_who_is_ready_in_the_lobby_is_told_who_begins() -> None:
    now = replace(status(), phase="lobby")
    for host, words in ((1, "You are ready. Bea hosts the table, and begins"), (0, "")):
        fresh = tuple(replace(one, ready=one.player != now.me) for one in now.players)
        before = replace(now, players=fresh, host=host)
        after = replace(before, players=tuple(replace(one, ready=True) for one in fresh))
        assert words in "".join(table.news(before, after))
        assert bool(table.news(before, after)) == bool(words)
        assert table.news(after, after) == []


def test_what_some_want_all_to_decide_is_told_with_how_one_agrees() -> None:
    now = OpenTable().status()
    now = replace(now, players=tuple(replace(one, bot="") for one in now.players))
    wants = replace(now, proposals=(Proposal("adjourn", -1, (1,)),))
    more = replace(now, proposals=(Proposal("adjourn", -1, (0, 1)), Proposal("remove", 3, (2,))))
    assert table.news(now, wants) == [
        "Bea wants to stop for today, and all go on from here another day. Type adjourn to agree."
    ]
    mine, kick = table.news(wants, more)
    assert mine.startswith("You want to stop for today.")
    assert kick == "Cid wants to play on without Dot. Type kick Dot to agree; all the others must."
    assert table.news(more, more) == []
    assert table.news(more, replace(now, proposals=(Proposal("remove", 3, (0, 2)),))) == [
        "You want to play on without Dot. It is done when all the others agree.",
        "Nobody wants to stop for today any more.",
    ]
    assert table.news(more, wants) == ["Nobody is about to play on without Dot any more."]
    assert table.news(more, replace(now, adjourned=9)) == ["All have agreed to stop for today."]
    against_me = replace(now, proposals=(Proposal("remove", 0, (1,)),))
    assert table.news(now, against_me) == ["Bea wants to play on without you."]
    gone = replace(now, players=(*now.players[:3], replace(now.players[3], gone=True)))
    assert table.news(replace(more, proposals=more.proposals[1:]), gone) == []
    lobby = replace(now, phase="lobby")
    assert table.news(lobby, replace(gone, phase="lobby")) == ["Dot has no seat at this table any more."]


def test_who_wants_a_lost_seat_to_be_played_again_is_told_with_how_one_agrees() -> None:
    now = OpenTable().status()
    players = tuple(replace(one, bot="") for one in now.players)
    now = replace(now, players=(*players[:3], replace(players[3], gone=True)))

    def told(*proposals: Proposal, me: int = 0) -> list[str]:
        return table.news(replace(now, me=me), replace(now, me=me, proposals=proposals))

    assert told(Proposal("return", 3, (3,))) == ["Dot asks to come back. Type back Dot to agree; all who play must."]
    assert told(Proposal("return", 3, (3,)), me=3)[0].startswith("You ask to come back.")
    assert told(Proposal("return", 3, (0, 1))) == [
        "You agree that Dot comes back.",
        "Bea agrees that Dot comes back.",
    ]
    assert told(Proposal("stand_in", 3, (0, 1), runs_on=1)) == [
        "You agree that a bot plays the seat of Dot, from the next deal on.",
        "Bea wants a bot to play the seat of Dot, on Bea's computer. Type bot Dot to agree; all must.",
    ]
    agreed = told(Proposal("stand_in", 3, (1, 2), runs_on=1))
    assert agreed[1] == "Cid agrees that a bot plays the seat of Dot."
    assert told(Proposal("stand_in", 3, (0,), runs_on=0))[0].startswith("You want a bot to play the seat of Dot.")
    asked = replace(now, proposals=(Proposal("return", 3, (3,)),))
    assert table.news(asked, now) == ["The seat of Dot stays empty for now."]
    assert "The seat of" not in "".join(table.news(asked, replace(now, players=players)))
    taken = (*players[:3], replace(players[3], gone=True, seat=None))
    assert table.news(asked, replace(now, players=taken)) == []


def test_who_has_no_seat_any_more_is_not_asked_to_be_ready_and_told_what_leaving_means() -> None:
    before = status()
    gone = replace(before, players=(replace(before.players[0], gone=True, ready=False), *before.players[1:]), host=1)
    assert table.news(before, gone)[0].startswith("You have no seat at this table any more")
    assert "You have no seat" in table.lobby(gone, founder=False)[-1]
    assert moment(Update(gone, None, ())).ask is Ask.NOTHING
    assert "You have no seat at this table" in prompts.sure(gone, founder=False, for_good=False)[0]
    assert Desk(simple, now=Update(gone, None, ())).is_sent_away
    assert not Desk(simple, now=Update(before, None, ())).is_sent_away
    playing = replace(gone, phase="playing")
    assert not Desk(simple, now=Update(playing, None, ())).is_sent_away
    assert "You have no seat in this game any more" in prompts.sure(playing, founder=False, for_good=False)[0]
    assert (
        "The others wait for you"
        in prompts.sure(replace(before, host=1, phase="playing"), founder=False, for_good=False)[0]
    )
    assert "Type back to ask the others for it." in table.news(None, playing)[0]
    away = replace(gone.players[0], connected=False)
    assert table.news(replace(gone, players=(away, *gone.players[1:])), gone) == []  # who has no seat comes and goes


def test_once_the_seats_are_drawn_nobody_is_told_to_begin_the_game() -> None:
    now = status()
    assert "begin" in table.lobby(now, founder=True)[-1]
    free = replace(now, seats=5)
    assert table.lobby(free, founder=True)[-1].endswith("type begin to play without the free ones.")
    for told in (table.lobby(free, founder=False), table.lobby(free, founder=True, by_itself=True)):
        assert told[-1] == "The game can begin when every seat is taken."
    alone = replace(free, players=now.players[:1])
    assert table.lobby(alone, founder=True)[-1] == "The game can begin when every seat is taken."
    assert table.lobby(replace(now, phase="pick_seat"), founder=True)[-1].startswith("  4. Dot")


def test_for_whom_the_table_waits_is_said_where_it_is_nobodys_turn() -> None:
    now = status(phase="playing", doing="ready", waiting_for=(1, 2))
    assert table.held_up(now, unopened=False) == "Not ready yet: Bea and Cid."
    assert not table.held_up(replace(now, phase="lobby"), unopened=False)
    drawing = replace(now, doing="action", waiting_for=(0,))
    assert not table.held_up(drawing, unopened=True)
    away = replace(drawing, players=(*now.players[:3], replace(now.players[3], connected=False)))
    assert table.held_up(away, unopened=True).endswith("these are away: Dot.")
    assert not table.held_up(away, unopened=False)
    owing = replace(away, doing="shares", waiting_for=(3,))
    assert table.held_up(owing, unopened=False) == "Cards are being opened; waiting for Dot's part of the key."
    assert not table.held_up(replace(owing, waiting_for=(1,)), unopened=False)


def test_a_word_of_the_table_is_not_taken_for_that_of_a_file() -> None:
    assert outcome("not_playing", "the player does not play any more", {}) == "You do not play any more."


def test_who_is_missed_since_when_and_at_what_price_is_said_once_and_who_has_chosen_what() -> None:
    now = OpenTable().status()
    missed = Missed((1,), 61, (), ends=False)
    first = table.news(now, replace(now, missed=missed))
    assert first[0] == "*** Bea is missed: the game has waited for 61 s."
    assert "Bea is out of the game, without a buy-in" in first[1]
    assert table.news(replace(now, missed=missed), replace(now, missed=replace(missed, seconds=90))) == []
    told = replace(missed, wishes=((now.players[2].node, "wait"), (now.players[3].node, "void")))
    lines = table.news(replace(now, missed=missed), replace(now, missed=told))
    assert [line.endswith(("wants to wait.", "wants to play on without Bea.")) for line in lines] == [True, True]
    for game, later in (
        (now, "is out of the game, without"),
        (replace(now, variant=game_named("jamaican")), "counts each later"),
    ):
        showing = replace(game, doing="hands", waiting_for=(1,))
        said = table.news(showing, replace(showing, missed=missed))[1]
        assert "the deal counts, the cards of Bea at the most that they can be worth; Bea" in said
        assert later in said
        assert "again" not in said
    mine = replace(missed, wishes=((now.players[0].node, "void"), (now.players[2].node, "backup")))
    own, others = table.news(replace(now, missed=missed), replace(now, missed=mine))
    assert own == "You want to play on without Bea."
    assert others == "Cid wants to go on with the key of Bea."
    last = table.news(now, replace(now, missed=replace(missed, ends=True)))
    assert "you have won" in last[1]
    kept = table.news(now, replace(now, missed=replace(missed, backup=True)))
    assert "of the key of Bea open what the rules need of the stock" in kept[2]
    assert kept[2].endswith("Bea is out after it.")
    wish = replace(missed, backup=True, wishes=((now.players[2].node, "backup"),))
    assert "wants to go on with the key of Bea" in table.news(now, replace(now, missed=wish))[3]
    contract = replace(now, variant=game_named("jamaican"), missed=replace(missed, backup=True))
    assert table.news(now, contract)[2].endswith("counts each later deal as the worst of you, and cannot win.")
    contract = replace(now, variant=game_named("jamaican"), missed=missed)
    assert "counts each deal as the worst of you" in table.news(now, contract)[1]
    gone = replace(now.players[1], gone=True, connected=False)
    left = replace(now, players=(now.players[0], gone, *now.players[2:]))
    assert table.people(left)[1].endswith("has left")
    assert not any("is away" in line for line in table.news(now, left))


def test_who_can_decide_nothing_any_more_is_told_what_he_can_do() -> None:
    now = replace(OpenTable().status(), phase="playing")
    people = tuple(replace(one, bot="") for one in now.players)
    away = (*people[:2], *(replace(one, connected=False) for one in people[2:]))
    lost = replace(now, players=away, stuck=True)
    said = "\n".join(table.news(replace(now, players=away), lost))
    assert "Without Cid and Dot too few are here" in said
    assert "you play on without Cid and Dot at a new table" in said
    assert table.news(lost, lost) == []
    alone = replace(lost, players=(people[0], *(replace(one, connected=False) for one in people[1:])))
    told = "\n".join(standstill.stuck(alone, table.names(alone)))
    assert "and you have won" in told
    assert "If it is your own network that is down" in told
    assert "your own network" not in said
    forked = replace(now, players=people, stuck=True)
    assert "Too few answer" in "\n".join(standstill.stuck(forked, table.names(forked)))


def test_who_was_shown_two_games_is_told_by_whom_and_what_he_can_do() -> None:
    now = replace(OpenTable().status(), phase="playing")
    now = replace(now, players=tuple(replace(one, bot="") for one in now.players))
    forked = replace(now, stuck=True, two_games=(now.players[2].node,))
    said = "\n".join(table.news(replace(now, stuck=True), forked))
    assert "*** Cid's computer hosted, and has shown you and others two games" in said
    assert "Type continue to go on without Cid at a new table" in said
    assert table.news(forked, forked) == []
    assert "?'s computer" in "\n".join(standstill.stuck(replace(forked, two_games=(99,)), table.names(forked)))


def test_who_was_left_behind_is_told_how_he_follows_the_others() -> None:
    now = replace(OpenTable().status(), phase="playing")
    behind = replace(now, stuck=True, went_on=True)
    said = table.news(now, behind)
    assert said[0].startswith("*** The others have gone on without you at a new table")
    assert "Type back to go there, too" in said[1]
    assert table.news(behind, replace(behind, two_games=(1,))) == []


def test_a_table_that_stands_still_says_so_in_its_window_and_in_its_status() -> None:
    now = replace(OpenTable().status(), phase="playing")
    now = replace(now, players=tuple(replace(one, bot="") for one in now.players))
    desk = Desk(simple)
    for status, title, words in (
        (replace(now, stuck=True), "Too few are here", "Too few answer"),
        (replace(now, stuck=True, two_games=(now.players[1].node,)), "Two games were shown", "Bea's computer hosted"),
        (replace(now, stuck=True, went_on=True), "The others have gone on", "Type back to go there"),
    ):
        desk.receive(Update(status, None, ()), Look())
        seen = window(desk, Moment(Ask.NOTHING, 0), Look(), None, ended=False)
        assert seen.title == title
        assert any(words in line for line in seen.lines)
        assert any(words in line for line in desk.status(Look()))


def test_tables_that_go_on_from_one_are_listed_side_by_side() -> None:
    now = replace(OpenTable().status(), phase="playing", table_id="ab" * 32)
    both = replace(now, beside=(Beside("cd" * 32, ("Dot", "Eve\x1b[2J")),))
    said = table.news(now, both)
    assert said[1:3] == ["  table abab, this one: Ann, Bea, Cid and Dot", "  table cdcd: Dot and Eve?[2J"]
    assert table.news(both, both) == []
    assert len(table.news(both, replace(both, beside=(*both.beside, Beside("ef" * 32, ("Fay",)))))) == 5
    assert list(standstill.beside(now, table.names(now))) == []


def test_who_does_not_agree_in_time_is_told_before_and_when_he_is_left_behind() -> None:
    now = replace(OpenTable().status(), phase="playing", stuck=True)
    now = replace(now, players=tuple(replace(one, bot="") for one in now.players))
    wish = Proposal("continue", -1, (1,), players=(0, 1, 2), deal=3, patience=60)
    wants = replace(now, proposals=(wish,))
    (said,) = table.news(now, wants)
    assert said.endswith("Who is here and has not agreed after 60 seconds is left behind.")
    without = replace(now, proposals=(replace(wish, players=(1,), nodes=(1, 2)),))
    assert any("Cid has not agreed in time, and would be left behind" in line for line in table.news(wants, without))
    assert any(line.startswith("You have not agreed in time") for line in table.news(wants, without))
    away = replace(without, players=tuple(replace(one, connected=False) for one in now.players))
    assert not any("in time" in line for line in table.news(wants, away))


def test_who_wants_to_go_on_at_a_new_table_is_told_with_whom_and_from_where() -> None:
    now = replace(OpenTable().status(), phase="playing")
    now = replace(now, players=tuple(replace(one, bot="") for one in now.players[:3]) + now.players[3:])
    wants = replace(now, stuck=True, proposals=(Proposal("continue", -1, (1,), players=(0, 1), deal=3),))
    (said,) = table.news(replace(now, stuck=True), wants)
    assert said == (
        "Bea wants to go on at a new table with you, from the points after deal 3: Ann and Bea. Type continue to agree;"
        " all must."
    )
    both = replace(wants, proposals=(replace(wants.proposals[0], nodes=(0, 1), deal=0),))
    (mine,) = table.news(wants, both)
    assert mine == "You want to go on at a new table with Bea, from the beginning. It is done when all of them agree."
    without = replace(wants, proposals=(Proposal("continue", -1, (1,), players=(1, 2), deal=3),))
    assert table.news(replace(now, stuck=True), without) == ["Bea wants to go on at a new table without you."]
    assert table.news(wants, replace(now, stuck=True)) == ["Nobody is about to go on at a new table any more."]
    ended = replace(wants, phase="closed", closed="continued", proposals=())
    assert table.news(wants, ended) == ["The table is closed: it goes on at a new table."]


# --- bots -----------------------------------------------------------------------------------------------------------


def test_a_bot_of_the_ladder_is_called_by_its_level_whichever_of_its_names_it_came_by() -> None:
    ladder = {bot.key: bot.level for bot in bots().values() if bot.level}
    assert ladder == named.LEVEL_OF
    assert tuple(named.LEVELS) == LEVELS
    for key, level in ladder.items():
        assert named.called(key) == named.called(level) == level
    assert {translations("de").gettext(bot.description) for bot in bots().values()}.isdisjoint(
        bot.description for bot in bots().values()
    )


def test_a_bot_of_somebody_elses_is_called_as_he_says_and_does_nothing_to_the_screen() -> None:
    assert named.called("monte_carlo") == "monte_carlo"
    assert named.called("my\x1b[2Jbot") == "my?[2Jbot"
    assert len(named.called("b" * 60)) <= 20
