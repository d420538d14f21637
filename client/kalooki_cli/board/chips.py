"""Which keys do something now: a pure function of what is asked and what is picked."""

from collections.abc import Iterator

from kalooki.cards import Joker, SeatNumber
from kalooki.rules.deal import Calling
from kalooki.rules.view import SeatView
from kalooki_cli.board.scene import Chip, Scene
from kalooki_cli.messages import chat
from kalooki_cli.messages.board import KEYS
from kalooki_cli.messages.trust import LAMPS
from kalooki_cli.moment import Ask
from kalooki_cli.trust import Lamp

ENTER = "Enter"
LAYS = frozenset({Ask.PLAY, Ask.REARRANGE, Ask.BLITZ})
"""Questions to which a lay is an answer."""

STANDINGS = frozenset({Ask.READY, Ask.OVER, Ask.BUY_IN})
"""Questions between two deals, where it matters how all stand and no card any more."""


def chips(scene: Scene, *, take: bool) -> tuple[Chip, ...]:
    """The keys in the order of their use; help is always the last. `take`: the top discard may be taken."""
    key = '"' if scene.moment.ask is Ask.OVER else "m"
    talk = (Chip(key, chat.KEYS["unread"].format(count=scene.unread), "chat"),) if scene.unread else ()
    return (*_chips(scene, take=take), *talk, Chip("?", KEYS["help"], "help"))


def _chips(scene: Scene, *, take: bool) -> Iterator[Chip]:  # noqa: C901 - a line for each
    if scene.choosing is not None:
        yield Chip(ENTER, KEYS["stage"], "enter")
        yield Chip("Esc", KEYS["clear"], "clear")
        return
    if scene.trust is Lamp.LOOK:
        yield Chip("v", LAMPS[Lamp.LOOK], "trust")
    if scene.status is not None and scene.status.missed is not None and not scene.status.stuck:
        yield Chip("W", KEYS["wait"], "wait")
        yield Chip("P", KEYS["without"], "without")
        if scene.status.missed.backup:
            yield Chip("B", KEYS["backup"], "backup")
    yield from _answers(scene, take=take)
    view = scene.view
    if view is not None and view.hand and scene.moment.ask not in STANDINGS:
        if scene.hand.picked:
            yield Chip("Esc", KEYS["clear"], "clear")
        if scene.moment.ask is not Ask.NOTHING:
            yield Chip("i", KEYS["hint"], "hint")
        yield Chip("o", KEYS["sort"], "sort")
    else:
        yield Chip("R", KEYS["rules"], "rules")
    if view is not None and scene.moment.ask in {Ask.NOTHING, *STANDINGS}:
        yield Chip("L", KEYS["log"], "log")
        yield Chip("D", KEYS["history"], "history")
        yield Chip("S", KEYS["score"], "score")
    if scene.trust is not None and scene.trust is not Lamp.LOOK:
        yield Chip("v", KEYS["trust"], "trust")
    if view is None or not view.hand:
        yield Chip("q", KEYS["quit"], "quit")


def _answers(scene: Scene, *, take: bool) -> Iterator[Chip]:  # noqa: C901, PLR0912 - a case per question
    view = scene.view
    top = scene.talk.look.card(view.pile[-1]) if view is not None and view.pile else ""
    match scene.moment.ask:
        case Ask.READY:
            yield Chip(ENTER, KEYS["next"] if scene.moment.number else KEYS["ready"], "enter")
        case Ask.BEGIN:
            yield Chip(ENTER, KEYS["begin"], "enter")
        case Ask.OVER:
            if scene.again:
                yield Chip("m", KEYS[scene.again], "again")
            yield Chip(ENTER, KEYS["leave"], "enter")
        case Ask.DRAW | Ask.OPEN:
            yield Chip("d", KEYS["draw"], "draw")
            if take:
                yield Chip("t", KEYS["take"].format(card=top), "take")
        case Ask.CALL | Ask.BUY:
            word = KEYS["call"] if scene.moment.ask is Ask.CALL else KEYS["buy"]
            yield Chip("c", word.format(card=top), "call")
            yield Chip("p", KEYS["pass"], "pass")
        case Ask.ANSWER:
            callers = judged(view)
            for number, seat in enumerate(callers, 1):
                yield Chip(str(number), KEYS["allow_one"].format(name=scene.talk.other(seat)), f"allow {number}")
            if not callers:
                yield Chip("a", KEYS["allow"], "allow")
            if view is not None and not view.laid_before:
                yield Chip("f", KEYS["refuse"], "refuse")
            yield Chip("d", KEYS["draw"], "draw")
        case Ask.DOUBT:
            yield Chip("!", KEYS["challenge"], "challenge")
            yield Chip("p", KEYS["pass"], "pass")
        case Ask.OFFER:
            yield Chip("k", KEYS["cut"], "cut")
            yield Chip("p", KEYS["pass"], "pass")
        case Ask.CUT:
            yield Chip("k", KEYS["cut"], "cut")
        case Ask.SHOW:
            yield Chip("w", KEYS["show"], "show")
            if view is not None and view.turn == view.seat:
                yield Chip("d", KEYS["draw"], "draw")
        case Ask.BUY_IN:
            yield Chip("b", KEYS["buy_in"], "buy_in")
            yield Chip("n", KEYS["decline"], "decline")
        case Ask.PLAY | Ask.REARRANGE | Ask.BLITZ:
            yield from _playing(scene)
        case Ask.NOTHING | Ask.PICK:
            pass


def judged(view: SeatView | None) -> tuple[SeatNumber, ...]:
    """The callers of whom the player in turn says who was first; none where that is not his to say."""
    window = view.window if view is not None else None
    if view is None or not isinstance(window, Calling) or view.variant.call_priority != "judge":
        return ()
    return window.callers if len(window.callers) > 1 else ()


def _playing(scene: Scene) -> Iterator[Chip]:
    view, hand = scene.view, scene.hand
    if view is None:
        return
    if scene.targets:
        yield Chip(ENTER, KEYS["stage" if len(scene.targets) == 1 else "choose"], "enter")
    elif scene.whole and not hand.picked:
        yield Chip(ENTER, KEYS["send"], "enter")
    if scene.draft.items:
        yield Chip("u", KEYS["undo"], "undo")
    if scene.moment.ask is Ask.BLITZ:
        yield Chip("p", KEYS["pass"], "pass")
    elif scene.moment.ask is Ask.REARRANGE:
        yield Chip("r", KEYS["keep"], "return")
    else:
        yield from _ending(scene, view)
    if not hand.picked:
        yield Chip("Space", KEYS["pick"], "pick")


def _ending(scene: Scene, view: SeatView) -> Iterator[Chip]:
    """How the turn could end."""
    hand = scene.hand
    if view.duty is not None:
        yield Chip("r", KEYS["return"], "return")
    elif (
        (not scene.draft.items or scene.whole)
        and len(hand.picked) <= 1
        and (only := hand.chosen[0] if hand.picked else hand.pointed) is not None
    ):
        yield Chip("x", KEYS["discard"].format(card=scene.talk.look.card(only.card)), "discard")
    if _only_jokers(view):
        yield Chip("e", KEYS["end"], "end")


def _only_jokers(view: SeatView) -> bool:
    return (
        view.variant.joker_discard != "allowed"
        and bool(view.hand)
        and all(isinstance(shown.card, Joker) for shown in view.hand)
    )
