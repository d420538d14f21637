"""What each typed line does, at a sitting: a move in the notation, a word of its own, or something to say."""

from kalooki.rules.errors import RulesError
from kalooki_cli import moving
from kalooki_cli.messages import board as say
from kalooki_cli.proposing import proposed
from kalooki_cli.requests import answer
from kalooki_cli.tui.sitting import Sitting
from kalooki_cli.typed import Move, Nothing, Request, Stage, Typed, UnclearError, understand


def typed(sitting: Sitting, line: str) -> None:
    """Do what is typed, as the plain-line client does."""
    try:
        _obey(sitting, understand(line, sitting.fingers.hand.all))
    except (UnclearError, RulesError) as error:
        sitting.refuse(error)


def spoken(sitting: Sitting, line: str) -> None:
    """Take a line that was written to the others: something to say, or (/mute Bea) about who is heard."""
    try:
        if line.startswith("/"):
            _obey(sitting, understand(line[1:], ()))
        else:
            sitting.voice.say(line)
    except UnclearError as error:
        sitting.refuse(error)
    else:
        sitting.saying = ""


def _obey(sitting: Sitting, what: Typed) -> None:
    match what:
        case Move(notation):
            action = moving.move(sitting.desk, notation, sitting.moment)
            assert sitting.status is not None, "an action was made from a view"
            sitting.send(sitting.seat.act(sitting.status.move, action), action)
        case Stage(items):
            moving.stage(sitting.desk, items, sitting.look)
            sitting.fingers.change(sitting.fingers.hand.pick(()))
            sitting.fingers.refresh()
        case Request():
            _request(sitting, what)
        case Nothing():
            pass


def _request(sitting: Sitting, what: Request) -> None:
    match what:
        case Request("say", words):
            sitting.voice.say(" ".join(words))
        case Request("adjourn" | "kick" | "back" | "bot" | "continue" as verb, words):
            sitting.propose(proposed(sitting.status, verb, words))
        case Request("begin"):
            sitting.begin()
        case Request("ready"):
            sitting.ready()
        case Request("send"):
            sitting.play(moving.staged_lay(sitting.desk))
        case Request("wait" | "without" | "backup" as verb):
            sitting.choose("void" if verb == "without" else verb)
        case Request():
            _answer(sitting, what)


def _answer(sitting: Sitting, what: Request) -> None:
    """What needs no table: a line in the prompt, or a page."""
    match what:
        case Request("quit" | "leave"):
            sitting.notice = say.PRESS_Q
        case Request("sort") if sitting.view is not None:
            sitting.notice = say.SORTED[sitting.fingers.sort(sitting.view)]
        case Request(verb, words):
            lines = answer(sitting.desk, verb, words, sitting.look)
            if len(lines) > 1:
                sitting.page = (verb, lines)
            sitting.notice = lines[0] if len(lines) == 1 else ""
            if verb == "passing":
                sitting.go_on()
