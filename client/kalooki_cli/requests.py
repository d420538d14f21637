"""What the client answers by itself, without the table."""

from kalooki_cli import advice, moving
from kalooki_cli.desk import Desk
from kalooki_cli.look import Look
from kalooki_cli.messages import chat, prompts


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
            return desk.score(look) or [prompts.NO_DEAL]
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
