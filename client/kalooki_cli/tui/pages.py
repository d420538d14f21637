"""Pages of text that a key opens above the table: a title and lines. Add a page by adding a function and its name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kalooki.rules.events import CallGranted, Discarded, Returned, StockReshuffled, Took, TurnedUp
from kalooki_cli.look import Look
from kalooki_cli.messages import board as say
from kalooki_cli.messages import events, prompts
from kalooki_cli.messages.board_help import help_lines, legend
from kalooki_cli.moment import own
from kalooki_cli.tui.sitting import Sitting

Page = Callable[[Sitting, int], tuple[str, Sequence[str]]]


def _look(sitting: Sitting, columns: int) -> Look:
    return replace(sitting.look, width=columns - 4)


def help_page(sitting: Sitting, columns: int) -> tuple[str, Sequence[str]]:
    """What the keys do."""
    view = sitting.view
    glyphs = sitting.glyphs
    signs = {name: getattr(glyphs, name) for name in ("turn", "asked", "here", "away", "host", "laid")}
    return say.HELP_TITLE, [
        *help_lines(columns - 4, view.variant if view else None),
        *legend(columns - 4, signs),
    ]


def history_page(sitting: Sitting, columns: int) -> tuple[str, Sequence[str]]:
    """What has happened to the discard pile in this deal, the newest first."""
    view = sitting.view
    if view is None:
        return say.HISTORY_TITLE, [prompts.NO_DEAL]
    talk = sitting.desk.talk(_look(sitting, columns))
    lines: list[str] = []
    for one in reversed(view.history):
        match one:
            case TurnedUp() | Took() | Returned() | CallGranted() | Discarded() | StockReshuffled():
                lines += events.event(one, talk)
    lies = talk.look.cards(tuple(reversed(view.pile))) if view.pile else prompts.NO_DEAL
    return say.HISTORY_TITLE, [say.LIES.format(cards=lies), "", *lines]


def log_page(sitting: Sitting, columns: int) -> tuple[str, Sequence[str]]:
    """What has happened, the newest last."""
    del columns
    return say.LOG_TITLE, list(sitting.desk.log)


def rules_page(sitting: Sitting, columns: int) -> tuple[str, Sequence[str]]:
    """All rules of this table."""
    return say.RULES_TITLE, sitting.desk.rules(_look(sitting, columns))


def leaving(sitting: Sitting) -> str:
    """What it means to leave now."""
    status = sitting.desk.now.status if sitting.desk.now else None
    if status is not None and own(status) is None:
        return say.STOP_WATCHING
    meant, _asked = prompts.sure(status, founder=sitting.founded, for_good=False)
    return f"{meant} {say.QUIT_ASKED}"


PAGES: Mapping[str, Page] = {
    "help": help_page,
    "history": history_page,
    "log": log_page,
    "rules": rules_page,
}
