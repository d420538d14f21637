"""What the client answers by itself, without the table."""

from kalooki_cli import advice, moving
from kalooki_cli.board.glyphs import ASCII
from kalooki_cli.board.ledger import Ledger, fits, ledger_lines
from kalooki_cli.desk import Desk
from kalooki_cli.look import Look
from kalooki_cli.messages import chat, prompts, trust


def answer(desk: Desk, verb: str, words: tuple[str, ...], look: Look) -> list[str]:  # noqa: C901, PLR0911, PLR0912 - a line per word
    """Answer a request.

    Raises:
        UnclearError: No deal has begun, and it is about one.
    """
    match verb:
        case "undo":
            return moving.undo(desk, look)
        case "table":
            return desk.screen(look)
        case "hand":
            return desk.own_hand(look)
        case "score":
            return _score(desk, look) or [prompts.NO_DEAL]
        case "trust":
            return [_trusted(kind, text) for kind, text in trust.lines(desk.now.status if desk.now else None)]
        case "words":
            return trust.words(desk.now.status) if desk.now else [trust.NO_WORDS]
        case "hint":
            return advice.hint(desk.view(), desk.advise, moving.announced)
        case "legal":
            return advice.legal(desk.view())
        case "sort":
            return desk.sort(words, look)
        case "auto":
            return desk.auto(words)
        case "passing":
            return desk.passing(words)
        case "rules":
            return desk.rules(look)
        case "log":
            return desk.newest()
        case "chat":
            return desk.chatter.read() or [chat.NOTHING]
        case "mute":
            return desk.chatter.mute(words)
        case "unmute":
            return desk.chatter.unmute(words)
        case "status":
            return desk.status(look)
        case _:
            return desk.keys(look)


def _score(desk: Desk, look: Look) -> list[str]:
    """The sheet of the whole game where there is room for it, then how everybody stands."""
    view = desk.now.view if desk.now else None
    if view is None or not desk.sheet:
        return desk.score(look)
    ledger = Ledger(desk.sheet, view, desk.talk(look), ASCII)
    return ledger_lines(ledger, look.width) if fits(ledger, look.width) else desk.score(look)


SIGNS: dict[trust.Kind, str] = {"good": "+ ", "wait": "~ ", "alarm": "! ", "open": "- ", "words": "  "}
"""What stands before a line: a reader who hears it hears it first."""


def _trusted(kind: trust.Kind, text: str) -> str:
    return SIGNS.get(kind, "") + text
