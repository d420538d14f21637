"""What a person sees of his sitting: this moment to be drawn, the score sheet, and advice."""

from dataclasses import replace

from kalooki.cards import Slot
from kalooki.rules.actions import Action, Discard, Lay, MeldId
from kalooki.rules.view import SeatView
from kalooki_cli import advice, moving
from kalooki_cli.board.chips import chips
from kalooki_cli.board.ledger import Ledger
from kalooki_cli.board.scene import Scene
from kalooki_cli.messages import board as say
from kalooki_cli.messages import prompts
from kalooki_cli.trust import lamp
from kalooki_cli.tui.sitting import Sitting

PREVIEW = 3
"""Lines of talk that are seen at the table before one opens it."""


def scene(sitting: Sitting) -> Scene:
    """This moment, to be drawn."""
    fingers, chatter, choosing = sitting.fingers, sitting.desk.chatter, sitting.fingers.choosing
    seen = Scene(
        status=sitting.status,
        view=sitting.view,
        talk=sitting.talk,
        glyphs=sitting.glyphs,
        hand=fingers.hand,
        draft=sitting.desk.draft,
        moment=sitting.moment,
        targets=fingers.targets,
        whole=fingers.whole,
        staged_points=fingers.staged_points,
        choosing=choosing,
        hinted=sitting.hinted,
        risen=sitting.risen.slots,
        notice=sitting.notice,
        panel=sitting.window.lines,
        title=say.WHERE if choosing is not None else sitting.window.title,
        seconds_left=sitting.seconds_left(),
        log=tuple(sitting.desk.log),
        again=sitting.again,
        said=chatter.fresh(PREVIEW),
        unread=chatter.unread,
        lit=_lit(sitting),
        trust=lamp(sitting.status),
    )
    return replace(seen, chips=chips(seen, take=sitting.take))


def _lit(sitting: Sitting) -> MeldId | None:
    choosing = sitting.fingers.choosing
    return None if choosing is None else sitting.fingers.targets[choosing].meld


def ledger(sitting: Sitting) -> Ledger | None:
    """The score sheet of the game; None before the first deal."""
    view = sitting.view
    return None if view is None else Ledger(sitting.desk.sheet, view, sitting.talk, sitting.glyphs, sitting.result)


def hint(sitting: Sitting) -> None:
    """Advise a move, and mark the cards that it names."""
    view = sitting.view
    if view is None or not view.hand:
        sitting.notice = prompts.NO_HINT
        return
    sitting.hinted = frozenset()

    def finished(action: Action, of: SeatView) -> Action:
        sitting.hinted = _named(action)
        return moving.announced(action, of)

    sitting.notice = sitting.look.restyle(" ".join(advice.hint(view, sitting.desk.advise, finished)))


def _named(action: Action) -> frozenset[Slot]:
    """The cards of the hand that a move names."""
    match action:
        case Discard(shown):
            return frozenset((shown.slot,))
        case Lay(items):
            return frozenset(card.slot for item in items for card in item.cards if card.slot is not None)
        case _:
            return frozenset()
