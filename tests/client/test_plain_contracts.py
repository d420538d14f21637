"""Contract games at the plain client: calls and their answers, the cut, challenges, jokers, and whole games."""

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from kalooki.cards import JOKER, Rank, SeatNumber, Suit
from kalooki.rules.actions import (
    Action,
    Allow,
    Call,
    Challenge,
    Cut,
    Discard,
    End,
    Lay,
    NewMeld,
    Pass,
    Placed,
    Refuse,
    Return,
    Show,
)
from kalooki.rules.deal import Calling
from kalooki.rules.game import begin_deal, new_game
from kalooki.rules.legal import legal_actions
from kalooki.rules.melds import Run, Set
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import SeatView, ViewPhase, view
from kalooki.seat import Update
from kalooki_cli import moving
from kalooki_cli.advice import Advise
from kalooki_cli.desk import Desk
from kalooki_cli.inbox import Ending
from kalooki_cli.look import Look
from kalooki_cli.moment import Ask, Moment, moment
from kalooki_cli.plain import PlainClient
from kalooki_cli.progress import progress
from kalooki_cli.text import fitted, width
from kalooki_cli.typed import UnclearError
from support.contract_presets import game_named
from support.open_table import OpenTable, simple
from support.scripted_console import ScriptedConsole, Typist
from support.views import cards, hand, line, seen

THREE = ("Ann", "Bea", "Cid")
DOUBTED: Mapping[str, OptionValue] = {"penalties": "challenge"}


def eager(view: SeatView) -> Action:
    """Call whatever can be called."""
    found = list(legal_actions(view))
    return next((one for one in found if isinstance(one, Call)), None) or simple(view)


def liar(view: SeatView) -> Action:
    """Lay the first three cards, whatever they are."""
    laid = next(one.has_laid for one in view.seats if one.seat == view.seat)
    if view.phase is ViewPhase.PLAY and not laid and not view.returned:
        return Lay((NewMeld(tuple(Placed(one.slot, one.card) for one in view.hand[:3])),))
    return simple(view)


def doubter(view: SeatView) -> Action:
    """Challenge every lay that can be challenged."""
    found = [one for one in legal_actions(view) if isinstance(one, Challenge) and one.what == "lay"]
    return found[0] if found and view.phase is ViewPhase.CHALLENGE else simple(view)


def keeper(view: SeatView) -> Action:
    """Throw away what does not help towards the contract."""
    near = progress(view)
    kept = {card for one in near.melds for card in one.cards} if near else set()
    idle = [one for one in legal_actions(view) if isinstance(one, Discard) and one.shown.card not in {*kept, JOKER}]
    return idle[0] if idle and isinstance(simple(view), Discard) else simple(view)


def table(seed: bytes, *, house: Mapping[str, OptionValue] | None = None, **others: object) -> OpenTable:
    return OpenTable(seed, names=THREE, variant="jamaican_baby", house=house or {}, **others)  # type: ignore[arg-type]


async def play(
    at: OpenTable, typist: Typist, look: Look | None = None, *, advise: Advise = simple
) -> tuple[Ending, str]:
    console = ScriptedConsole(typist, look)
    ending = await PlainClient(at, console, advise).run()
    assert all(width(line) <= (look or Look()).width for line in console.shown)
    return ending, "\n".join(console.shown)


def answering(answers: Mapping[str, str], *, moves: int) -> Typist:
    """Answer a prompt by its first word; the first card is thrown away where nothing else is said."""
    usual = {"Enter": "", "Draw": "d", "Call": "p", "Allow": "a", "Lay or": "x 1", "Challenge": "p", "Cut": ""}
    left = moves

    def answer(prompt: str, _fresh: list[str]) -> str | None:
        nonlocal left
        left -= 1
        known = {**usual, **answers}
        return next((line for word, line in known.items() if prompt.startswith(word)), "") if left >= 0 else None

    return answer


def follows(*, patience: int = 6000) -> Typist:
    """Ask for a hint, type what it says; Enter where nothing else is asked."""
    left = patience

    def answer(prompt: str, fresh: list[str]) -> str | None:
        nonlocal left
        left -= 1
        if prompt.startswith("seat"):
            return "seat 2"
        if prompt.startswith("Enter") or left < 0:
            return "" if left >= 0 else None
        return next((line.removeprefix("Hint: ") for line in fresh if line.startswith("Hint: ")), "hint")

    return answer


@pytest.mark.parametrize("look", [Look(40), Look(80, symbols=True, colour="two")])
async def test_a_person_plays_a_whole_game_by_following_the_screen(look: Look) -> None:
    at = table(b"whole", phase="lobby", others=keeper)
    ending, text = await play(at, follows(), look, advise=keeper)
    assert ending is Ending.OVER
    assert at.game.winners
    assert "First lay: two 3s (3-3)." in text
    assert "a 3 and a 4 (3-4)" in text
    said = " ".join(text.split())
    assert "The game is over" in said
    assert "pool" not in said.partition("Clockwise")[2]


async def test_a_person_buys_the_discards_of_a_blitz_deal() -> None:
    _, text = await play(OpenTable(b"south1", names=THREE, variant="south_african"), follows(patience=60))
    said = " ".join(text.split())
    for words in (
        "First lay: all cards at once (blitz).",
        "for 10 cents, with 1 card from the stock (buy 1 of 4).",
    ):
        assert words in said


async def test_the_last_south_african_deal_ends_with_the_kitty() -> None:
    at = OpenTable(b"south2", names=THREE, variant="south_african", number=7, others=keeper)
    ending, text = await play(at, follows(), advise=keeper)
    assert ending is Ending.OVER
    said = " ".join(text.split())
    for words in ("Contract a run of 5.", "The kitty holds", "wins the pool of", "To square it:"):
        assert words in said


async def test_a_discard_is_called_out_of_turn_and_the_penalty_card_is_told() -> None:
    at = table(b"s1")
    _, text = await play(at, answering({"Call": "c"}, moves=8))
    assert Call() in at.played
    said = " ".join(text.split())
    assert "brings 1 card from the stock with it (call 1 of 3)" in said
    assert "You have about 4 seconds." in said
    granted = re.search(r"You get (\w\w) by call 1, and 1 card from the stock", said)
    assert granted
    assert f"You drew {granted[1]}" not in said


async def test_discards_pass_unasked_until_the_person_says_otherwise() -> None:
    at = table(b"s1")
    asked: list[str] = []
    usual = answering({"Call": "pass always"}, moves=20)

    def listen(prompt: str, fresh: list[str]) -> str | None:
        asked.append(prompt)
        return usual(prompt, fresh)

    _, text = await play(at, listen)
    assert sum(prompt.startswith("Call") for prompt in asked) == 1
    assert sum(isinstance(one, Pass) for one in at.played) > 2
    assert text.count("You let every discard pass unasked") == 1
    assert "You let it pass" not in text


async def test_the_answer_to_a_call_is_allow_or_refuse() -> None:
    allowed, refused = table(b"s1", others=eager, limit_ms=15_000), table(b"s1", others=eager)
    _, text = await play(allowed, answering({"Allow": "a"}, moves=10))
    assert Allow() in allowed.played
    assert "calls the discard." in text
    said = " ".join(text.split())
    assert "a allows the call, and then you draw from the stock" in said
    assert said.count("You have about 15 seconds to answer.") > 0
    assert "The discard went to a caller" in " ".join(text.split())
    _, text = await play(refused, answering({"Allow": "f"}, moves=10))
    assert Refuse() in refused.played
    assert "f refuses: you take" in text


async def test_where_the_player_in_turn_judges_he_names_the_first_caller() -> None:
    at = table(b"s1", others=eager, house={"call_priority": "judge"})
    lines = iter(("a", "a Zoe", "a be", "a p3"))
    usual = answering({}, moves=12)
    _, text = await play(at, lambda prompt, fresh: next(lines, None) if "Allow" in prompt else usual(prompt, fresh))
    said = " ".join(text.split())
    assert "Nobody called Zoe plays here." in said
    assert Allow(SeatNumber(1)) in at.played or Allow(SeatNumber(2)) in at.played


async def test_the_dealer_may_cut_before_the_first_draw() -> None:
    at = table(b"cut", asked_first=True)
    _, text = await play(at, answering({"Cut": "k 18"}, moves=4))
    assert Cut(18) in at.played
    assert "k 18 aims at 18 cards" in text
    assert "You cut at 18 and lift" in text


async def test_a_false_lay_is_sent_only_by_who_insists_and_may_be_taken_back_after_a_challenge() -> None:
    at = table(b"s1", house=DOUBTED, others=doubter)
    lines = iter(("l 1 2 3", "l 1 2 3", "x 1", "x 1"))
    usual = answering({"Lay the contract": "r"}, moves=20)

    def lies(prompt: str, fresh: list[str]) -> str | None:
        return next(lines, None) if prompt.startswith("Lay or") else usual(prompt, fresh)

    _, text = await play(at, lies)
    said = " ".join(text.split())
    assert "That is not the contract." in said
    assert "a meld has" in said or "is no meld" in said
    assert [type(one) for one in at.played if isinstance(one, Lay | Return)] == [Lay, Return]
    assert "challenges the lay of you, rightly." in said
    assert "Your lay was not the contract, two 3s (3-3)." in said
    assert "You get 50 points for a false lay." in said
    assert "you have only to discard" in said


async def test_anothers_first_lay_is_challenged_by_name() -> None:
    at = table(b"s1", house=DOUBTED, others=liar)
    lines = iter(("challenge", "challenge Bea", "! Nobody lay", "! bea lay"))
    usual = answering({}, moves=20)
    _, text = await play(at, lambda prompt, fresh: next(lines, None) if "Challenge" in prompt else usual(prompt, fresh))
    said = " ".join(text.split())
    assert "Bea has made a first lay. The contract is two 3s (3-3)." in said
    assert "Say what you challenge" in said
    assert "Nobody called Nobody plays here." in said
    assert Challenge(SeatNumber(1), "lay") in at.played
    assert "You challenge the lay of Bea, rightly." in said


def seated(view: SeatView) -> Desk:
    """Ann's desk with this before her."""
    return Desk(simple, now=Update(table(b"desk").status(), view, ()))


def dealt(held: str, **changes: object) -> SeatView:
    """Ann's turn, with these cards."""
    first = view(begin_deal(table(b"desk").game)[0], SeatNumber(0), {})
    turn = {"phase": ViewPhase.PLAY, "turn": SeatNumber(0), "has_drawn": True, "unopened": (), "turn_number": 4}
    return replace(first, hand=hand(held), **{**turn, **changes})  # type: ignore[arg-type]


PLAYING = Moment(Ask.PLAY, 1)


def test_a_lone_e_shows_all_the_jokers() -> None:
    desk = seated(dealt("JK JK"))
    action = moving.move(desk, "end", PLAYING)
    assert isinstance(action, End)
    assert [one.card for one in action.jokers] == [JOKER, JOKER]
    assert "e ends the turn" in " ".join(desk.question(PLAYING, Look()))
    with pytest.raises(UnclearError, match="ends_with_jokers"):
        moving.move(seated(dealt("4S")), "end", PLAYING)


def test_what_is_staged_outlasts_what_others_do_in_the_same_turn_but_not_the_turn() -> None:
    now = dealt("4S 4H 4D 9C 9S 9H KD")
    desk = seated(now)
    assert "Still missing: The first lay is the contract" in " ".join(moving.stage(desk, "4S 4H 4D", Look()))
    assert desk.now is not None
    later = replace(desk.now, status=replace(desk.now.status, move=9))
    assert desk.receive(later, Look()) == []
    assert "u takes the last back" in " ".join(moving.stage(desk, "9C 9S 9H", Look()))
    moving.undo(desk, Look())
    assert len(desk.draft.items) == 1
    dropped = desk.receive(replace(later, view=replace(now, turn_number=5)), Look())
    assert dropped == ["What you staged is dropped: it was for another moment."]
    assert not desk.draft.items


def test_what_was_staged_and_sent_is_dropped_without_a_word() -> None:
    desk = seated(dealt("4S 4H 4D 9C 9S 9H KD"))
    moving.stage(desk, "4S 4H 4D; 9C 9S 9H", Look())
    assert desk.now is not None
    laid = replace(desk.now, view=replace(desk.view(), hand=desk.view().hand[6:]))
    assert desk.receive(laid, Look()) == []
    assert not desk.draft.items


def test_what_fits_on_the_table_is_listed_once_the_contract_lies() -> None:
    melds = (seen(1, 1, Run(Suit.HEARTS, 4), "4H 5H 6H 7H"), seen(2, 0, Set(Rank.NINE), "9S 9H 9D"))
    now = dealt("3H 9C JK KD", table=melds, laid_before=True)
    now = replace(now, seats=line(now, 0, has_laid=True))
    said = " ".join(seated(now).question(PLAYING, Look()))
    assert "What fits now: 3H on m1; 9C on m2; JK on m2." in said
    assert "Contract" not in said
    assert "moves a joker up" in said


def test_a_question_about_a_call_stays_the_same_while_others_answer() -> None:
    window = Calling((SeatNumber(1), SeatNumber(0)))
    now = dealt("4S 5S", phase=ViewPhase.CALL, turn=SeatNumber(2), has_drawn=False, window=window, pile=cards("QH"))
    asked = [
        moment(Update(replace(table(b"desk").status(), move=move), replace(now, window=at, awaited=at.waiting), ()))
        for move, at in ((7, window), (8, Calling((SeatNumber(0),), callers=(SeatNumber(1),))))
    ]
    assert asked == [Moment(Ask.CALL, 4), Moment(Ask.CALL, 4)]


def test_the_player_in_turn_may_draw_while_calls_are_open_and_answers_when_all_have() -> None:
    others = Calling((SeatNumber(1),), callers=(SeatNumber(2),))
    now = dealt("4S 5S", phase=ViewPhase.CALL, has_drawn=False, window=others, pile=cards("QH"))
    now = replace(now, awaited=(SeatNumber(1),), may_act=(SeatNumber(0),))
    desk = seated(now)
    assert desk.now is not None
    assert moment(desk.now).ask is Ask.OPEN
    assert "Bea may still call QH. t takes it now." in " ".join(desk.screen(Look()))
    all_in = replace(now, window=replace(others, waiting=()), awaited=(SeatNumber(0),), may_act=())
    assert moment(replace(desk.now, view=all_in)).ask is Ask.ANSWER
    waiting = replace(now, turn=SeatNumber(2), seat=SeatNumber(0), awaited=(SeatNumber(1),), may_act=())
    assert "The discard may be called; waiting for Bea." in " ".join(seated(waiting).status(Look()))


def test_a_call_beyond_the_last_is_sent_only_by_who_insists() -> None:
    window = Calling((SeatNumber(0),))
    house = game_named("jamaican_baby", {"penalties": "challenge", "max_calls": 1})
    now = dealt("4S 5S", phase=ViewPhase.CALL, turn=SeatNumber(2), has_drawn=False, window=window, pile=cards("QH"))
    now = replace(now, seats=line(now, 0, calls=1), awaited=(SeatNumber(0),), variant=house)
    desk, asked = seated(now), Moment(Ask.CALL, 4)
    with pytest.raises(UnclearError, match="overcall"):
        moving.move(desk, "call", asked)
    assert moving.move(desk, "call", asked) == Call()
    assert "You have no calls left: it can be challenged." in " ".join(" ".join(desk.question(asked, Look())).split())


def test_the_biggest_hand_and_the_fullest_table_stay_within_eighty_columns() -> None:
    at = OpenTable(b"eight", names=[f"Player {name}" for name in "ABCDEFGH"], variant="jamaican")
    first = view(replace(begin_deal(at.game)[0], number=9), SeatNumber(0), {})
    held = hand("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H 3H 4H 5H 6H 7H 8H JK JK")
    melds = tuple(
        seen(number, number % 8, Run(Suit.CLUBS, 13), "AC 2C 3C JK=4C 5C 6C 7C 8C 9C TC JC QC KC", closed=True)
        for number in range(1, 33)
    )
    now = replace(first, phase=ViewPhase.PLAY, turn=SeatNumber(0), has_drawn=True, unopened=(), hand=held, table=melds)
    desk = Desk(simple, now=Update(at.status(), now, ()))
    lines = fitted(desk.screen(Look()), 80)
    assert max(map(width, lines)) <= 80
    assert all(f"{number}:" in "\n".join(lines) for number in range(1, 23))
    assert "First lay: four 4s (4-4-4-4)." in lines


def test_after_a_blitz_and_before_a_cut_one_is_asked_for_what_is_left_to_do() -> None:
    game = game_named("south_african")
    first = view(begin_deal(new_game(game, 3))[0], SeatNumber(1), {})
    offered = replace(first, awaited=(SeatNumber(1),), turn=SeatNumber(1), seat=SeatNumber(1))
    assert offered.unopened
    desk = Desk(simple, now=Update(table(b"desk").status(), offered, ()))
    assert desk.now is not None
    assert moment(desk.now).ask is Ask.OFFER
    assert "k shows the bottom card" in " ".join(desk.question(Moment(Ask.OFFER, 0), Look()))
    left = replace(dealt("4S 4H 4D"), phase=ViewPhase.BLITZ, blitz=SeatNumber(1), awaited=(SeatNumber(0),))
    desk = seated(left)
    assert desk.now is not None
    assert moment(desk.now).ask is Ask.BLITZ
    assert "Bea has laid everything." in " ".join(desk.question(Moment(Ask.BLITZ, 0), Look()))


def test_dealt_jokers_are_worth_showing_before_the_first_draw() -> None:
    game = game_named("south_african")
    held = replace(dealt("JK JK JK 4S", turn_number=0, phase=ViewPhase.DRAW, has_drawn=False), variant=game)
    desk = seated(replace(held, turn=SeatNumber(1), awaited=(SeatNumber(1),), may_act=(SeatNumber(0),)))
    assert desk.now is not None
    assert moment(desk.now).ask is Ask.SHOW
    assert "each of the others pays you" in " ".join(desk.question(Moment(Ask.SHOW, 0), Look()))
    action = moving.move(desk, "show", Moment(Ask.SHOW, 0))
    assert isinstance(action, Show)
    assert len(action.cards) == 3


def test_a_discard_that_could_have_been_played_is_nobodys() -> None:
    game = game_named("south_african")
    now = replace(dealt("4S 5S", phase=ViewPhase.DRAW, has_drawn=False, pile=cards("QH"), dead=True), variant=game)
    assert "QH could have been played, so nobody may take it." in " ".join(seated(now).screen(Look()))
