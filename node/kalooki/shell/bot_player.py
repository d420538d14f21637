"""Plays a seat by itself: gets ready, picks a place, lets a bot choose every action, or answers when the time is up."""

import asyncio
from collections.abc import Callable

from kalooki.bot import judge, safe_action, volunteered
from kalooki.cards import SeatNumber
from kalooki.rules.actions import Action, PickSeat
from kalooki.rules.deal import Calling
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.seat import Outcome, Seat, TableStatus, Update
from kalooki.shell.errors import Notice
from kalooki.shell.pace import Pause
from kalooki.shell.thinking import Thinking
from kalooki.table.countdown import LEFT_MS

Chooser = Callable[[SeatView], Action]


async def keep_ready(seat: Seat) -> None:
    """Be ready for the seat draw and for each deal as soon as that is possible."""
    async for update in seat.updates():
        deal = ready_for(update)
        if deal is not None:
            await seat.ready(deal)


def ready_for(update: Update) -> int | None:
    """Which `ready` the table waits for from this seat, if any."""
    status, view = update.status, update.view
    me = next((player for player in status.players if player.player == status.me), None)
    if me is None or me.ready:
        return None
    if status.phase == "lobby":
        return 0
    between = view is None or view.phase is ViewPhase.DEAL
    return status.next_deal if status.phase == "playing" and between and status.next_deal else None


Question = tuple[int, int, int, int, str]
"""Deal, attempt, turn, move and limit: while they stay the same, it is the same question."""


def asked_in_time(update: Update) -> Question | None:
    """What the seat is asked, and is answered for when its time is up."""
    status, view = update.status, update.view
    if view is None or status.phase != "playing" or not status.limit or status.me not in status.waiting_for:
        return None
    if status.limit == "turn" and not _ends_by_itself(status, view):
        return None
    return view.number, view.attempt, view.turn_number, status.move, status.limit


def _ends_by_itself(status: TableStatus, view: SeatView) -> bool:
    """Whether the node ends a turn for its player: the house wants it, the bank is empty, and all cards are seen."""
    bank = next(player.bank_ms for player in status.players if player.player == status.me)
    return status.clock is not None and status.clock.plays_on and not bank and not view.unopened


async def answer_in_time(seat: Seat) -> None:
    """When the time for an answer is over, pass, allow or decline, as the host would say half a second later.

    When the time of a turn is over, draw and throw a card away, where the house plays so: only the player's own node
    can do that.

    Who has just come back has some time in any case, as the others leave it to him.
    """
    loop = asyncio.get_running_loop()
    asked: Question | None = None
    timer: asyncio.TimerHandle | None = None
    answers: list[asyncio.Task[Outcome]] = []
    least = LEFT_MS

    def answer(update: Update, view: SeatView) -> None:
        answers.append(loop.create_task(seat.act(update.status.move, safe_action(view))))

    try:
        async for update in seat.updates():
            now = asked_in_time(update)
            if now != asked and timer is not None:
                timer.cancel()
            if now is not None and now != asked and update.view is not None:
                status = update.status
                wait = status.left_ms if status.limit == "turn" else status.limit_ms
                timer = loop.call_later(max(wait, least) / 1000, answer, update, update.view)
            asked, least = now, 0
    finally:
        if timer is not None:
            timer.cancel()
        await asyncio.gather(*answers, return_exceptions=True)


LONGEST_THOUGHT = 60.0
"""Seconds: whoever has not answered by then plays the safe move. Others wait, and a table need have no clock."""


async def play_bot(
    seat: Seat,
    choose: Chooser,
    notice: Callable[[Notice], None],
    pause: Pause | None = None,
    longest: float = LONGEST_THOUGHT,
) -> None:
    """Play until the table closes; the bot thinks in a thread of its own.

    Args:
        seat: Whose it plays.
        choose: The bot.
        notice: Is told what the bot does wrong.
        pause: What it waits for before each move, where people are to follow.
        longest: Seconds for which it may think.
    """
    thinking = Thinking()
    try:
        async for update in seat.updates():
            status, view = update.status, update.view
            if status.phase == "pick_seat" and status.me in status.waiting_for:
                await seat.act(status.move, PickSeat(1))
            elif view is not None and awaits(status, view):
                try:
                    action = judge(view, await thinking.ask_within(longest, choose, view))
                except Exception as error:  # noqa: BLE001 - whatever a bot does wrong, its seat must go on
                    notice(Notice("bot_failed", f"{type(error).__name__}: {error}", player=status.me))
                    action = safe_action(view)
                if pause is not None:
                    await pause(status, action)
                outcome = await seat.act(status.move, action)
                if outcome.code and outcome.code != "stale":
                    notice(Notice("bot_refused", f"{outcome.code}: {outcome.detail}", player=status.me))
    finally:
        thinking.close()


def awaits(status: TableStatus, view: SeatView) -> bool:
    """Whether a bot is asked now."""
    return status.phase == "playing" and acts(view)


def acts(view: SeatView) -> bool:
    """Whether it is for this seat to act, all its cards being open; or it gains by acting, though nobody waits for it.

    The South African cut is made before anybody looks at his cards.
    """
    if view.seat is None:
        return False
    can_choose = not view.unopened or view.phase is ViewPhase.CUT
    return (view.seat in asked(view) and can_choose) or volunteered(view) is not None


def asked(view: SeatView) -> tuple[SeatNumber | None, ...]:
    """Whose action is waited for; and while calls are open who may call, and who is in turn: nobody waits for a bot.

    Nobody is asked for a challenge.
    """
    if view.phase is ViewPhase.BUY_IN:
        return (view.turn,)
    if not isinstance(view.window, Calling):
        return view.awaited
    ahead = (view.turn,) if view.turn in view.may_act and not view.window.drawing else ()
    return (*view.awaited, *view.window.waiting, *ahead)
