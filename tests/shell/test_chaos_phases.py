"""Which phase a fault is aimed at, and what is reported of it: the parts of scripts/chaos.py that need no network."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules.deal import Calling
from kalooki.rules.view import ViewPhase
from kalooki.seat import Update
from support.chaos import HOUSES, LEAST, NAMES, Hold, hoard, is_hoarder
from support.chaos_phases import (
    ANY,
    BY_PEOPLE,
    ONCE,
    PHASES,
    SEATS,
    Aim,
    Missed,
    Outage,
    aims,
    by_kind,
    by_phase,
    course,
    has_phase,
    impossible,
    phase_for,
    seconds,
    told,
)
from support.open_table import OpenTable

KINDS = ("killed", "frozen", "cut off")


async def an_update(phase: str = "playing") -> Update:
    """What Ann sees in the lobby, or when a turn has begun."""
    table = OpenTable(phase=phase, asked_first=True)
    await table.ready(1)
    async for update in table.updates():
        if phase == "lobby" or (update.view is not None and update.view.turn is not None):
            return update
    raise AssertionError("a deal begins")


def with_work(update: Update, phase: str, doing: str, next_deal: int = 0) -> Update:
    return replace(update, status=replace(update.status, phase=phase, doing=doing, next_deal=next_deal))


async def test_a_phase_is_named_by_what_the_table_waits_for() -> None:
    update = await an_update()
    told = {
        phase_for(with_work(update, phase, doing, deal), "Ann")
        for phase, doing, deal in (("lobby", "ready", 0), ("playing", "ready", 2), ("over", "", 0), ("closed", "", 0))
    }
    assert told == {"lobby", "between", "over"}
    assert phase_for(with_work(update, "seat_draw", "keys"), "Ann") == "keys"
    assert phase_for(with_work(update, "playing", "verify"), "Ann") == "shuffle"
    assert phase_for(with_work(update, "playing", "shares"), "Ann") == "deal"
    assert phase_for(with_work(update, "playing", "hands"), "Ann") == "hands"


async def test_what_is_no_phase_to_aim_at_has_another_name() -> None:
    update = await an_update()
    assert phase_for(None, "Ann") == ""
    assert phase_for(replace(update, view=None), "Ann") == ""
    for phase, doing in (("pick_seat", "pick_seat"), ("seat_draw", "shares"), ("playing", "ready")):
        assert phase_for(with_work(update, phase, doing, 1), "Ann") == SEATS
    assert SEATS not in PHASES


async def test_a_turn_is_ones_own_or_anothers() -> None:
    update = await an_update()
    view, status = update.view, update.status
    assert view is not None
    names = {one.seat: one.name for one in status.players}
    assert view.turn is not None
    mine, others = names[view.turn], names[SeatNumber((view.turn + 1) % len(names))]
    assert (phase_for(update, mine), phase_for(update, others)) == ("turn", "other")
    assert phase_for(update, "somebody else") == "other"


async def test_a_window_a_buy_in_and_cards_that_are_dealt_come_before_the_turn() -> None:
    update = await an_update()
    view = update.view
    assert view is not None
    slots = tuple(shown.slot for shown in view.hand)

    def named(**changes: object) -> str:
        return phase_for(replace(update, view=replace(view, **changes)), "Ann")  # type: ignore[arg-type]

    assert named(phase=ViewPhase.BUY_IN) == "buy_in"
    assert named(phase=ViewPhase.CALL, window=Calling((SeatNumber(1),))) == "call"
    assert named(unopened=slots, turn_number=0, has_drawn=False) == "deal"
    showing = with_work(replace(update, view=replace(view, phase=ViewPhase.SHOW)), "playing", "shares")
    assert phase_for(showing, "Ann") == "hands"
    assert named(unopened=slots, turn_number=3) in {"turn", "other"}
    assert named(unopened=slots, turn_number=0, has_drawn=True) in {"turn", "other"}


async def test_people_take_their_time_only_in_the_phase_that_is_waited_for() -> None:
    update = await an_update("lobby")
    assert Hold("lobby", "Ann").keeps(update)
    assert Hold("join", "Ann").keeps(update), "nobody is ready before the last one has come"
    assert not Hold("turn", "Ann").keeps(update)
    assert not Hold().keeps(update)
    assert not Hold("over", "Ann").keeps(with_work(update, "over", ""))


async def test_a_hoarder_draws_and_throws_away_what_was_drawn() -> None:
    table = OpenTable(asked_first=True)
    await table.ready(1)
    latest = None
    played = 0
    async for update in table.updates():
        latest = update.view
        if latest is None or latest.turn != latest.seat or latest.phase not in {ViewPhase.DRAW, ViewPhase.PLAY}:
            continue
        newest = latest.hand[-1]
        action = hoard(latest)
        assert (await table.act(update.status.move, action)).code == ""
        played += 1
        if latest.phase is ViewPhase.PLAY:
            assert getattr(action, "shown", None) == newest
            break
    assert played == 2


def test_all_but_one_hoard_where_the_game_is_to_end_soon() -> None:
    assert [is_hoarder("short", place, 3) for place in range(3)] == [False, True, True]
    assert [is_hoarder("buys", place, 3) for place in range(3)] == [False, False, True]
    assert not any(is_hoarder("plain", place, 5) for place in range(5))


@pytest.mark.parametrize("phases", [PHASES, PHASES[:3], PHASES[:6], (ANY,)])
def test_each_round_has_every_kind_and_phase_and_many_rounds_every_pair(phases: tuple[str, ...]) -> None:
    once = aims(KINDS, phases, 1)
    assert ({aim.kind for aim in once}, {aim.phase for aim in once}) == (set(KINDS), set(phases))
    assert len(once) == max(len(KINDS), len(phases))
    often = aims(KINDS, phases, max(len(KINDS), len(phases)))
    assert len({(aim.kind, aim.phase) for aim in often}) == len(KINDS) * len(phases)


def test_a_table_has_one_fault_of_each_phase_in_the_order_of_the_game() -> None:
    left = [Aim(kind, phase) for kind in KINDS for phase in reversed(PHASES)]
    chosen = [aim.phase for aim in course(left, "buys", 99)]
    assert chosen == sorted(chosen, key=PHASES.index)
    assert len(chosen) == len(set(chosen))
    assert [len(group.intersection(chosen)) for group in ONCE] == [1, 1]
    assert "buy_in" in chosen
    assert {"call", "over"}.isdisjoint(chosen)
    assert len(course(left, "buys", 2)) == 2
    assert course([Aim("killed", "call")], "plain", 99) == []


def test_faults_by_chance_may_be_many_at_a_table() -> None:
    left = [Aim(kind, ANY) for kind in KINDS]
    assert course(left, "plain", 99) == left
    assert course(left, "plain", 2) == left[:2]


def test_every_phase_comes_somewhere_and_two_players_neither_call_nor_buy() -> None:
    for players in range(2, len(NAMES) + 1):
        houses = [house for house in HOUSES if LEAST[house] <= players]
        never = ["call", "buy_in"] if players == 2 else []
        assert impossible(PHASES, houses) == never
    assert not has_phase("short", "between"), "such a game has one deal"
    assert impossible([ANY], []) == [ANY]
    assert set(PHASES) >= BY_PEOPLE


def outage(kind: str, phase: str, still: float | None, *, hosted: bool = False) -> Outage:
    return Outage(kind, hosted, phase, still, still)


def test_figures_are_given_by_phase_in_the_order_of_the_game_and_by_kind_apart_for_the_host() -> None:
    struck = [
        outage("killed", "over", 1.0),
        outage("frozen", "lobby", 3.0, hosted=True),
        outage("killed", "", 2.0),
        outage("killed", "lobby", 5.0),
        outage("killed", "lobby", None),
    ]
    phases = by_phase(struck)
    assert list(phases) == ["lobby", "over", "elsewhere"]
    assert phases["lobby"]["faults"] == 3
    assert phases["lobby"]["hosted"] == 1
    assert phases["lobby"]["still"] == {"median": 4.0, "worst": 5.0, "never": 1}
    assert list(by_kind(struck, ("frozen", "killed"))) == ["frozen, the host", "killed"]


def test_what_never_moved_again_has_no_time() -> None:
    assert seconds([None, None]) == {"never": 2}
    assert seconds([1.0, 4.0, None, 2.0]) == {"median": 2.0, "worst": 4.0, "never": 1}


def test_what_was_not_reached_is_said_in_a_line_for_each_phase_size_and_reason() -> None:
    missed = [
        Missed(3, Aim("killed", "over"), "not reached"),
        Missed(2, Aim("killed", "call"), "there is none"),
        Missed(3, Aim("frozen", "over"), "not reached"),
        Missed(3, Aim("deaf", "over"), "no time left"),
    ]
    assert told(missed) == [
        "call, 2 players: there is none (killed)",
        "over, 3 players: not reached (killed, frozen)",
        "over, 3 players: no time left (deaf)",
    ]
    assert told([]) == []
