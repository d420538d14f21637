"""The prompt: what is asked, what is picked, what it is worth, and which keys do what."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki.rules.actions import Lay
from kalooki.rules.errors import RulesError
from kalooki.rules.notation import format_action
from kalooki.rules.view import SeatView
from kalooki.seat import CONTINUED
from kalooki_cli.board.ink import Row, Span, fitted_row, row_width
from kalooki_cli.board.scene import Chip, Scene
from kalooki_cli.draft import lacks
from kalooki_cli.messages import board as say
from kalooki_cli.messages import errors, prompts, table
from kalooki_cli.messages.talk import listed
from kalooki_cli.moment import Ask
from kalooki_cli.text import wrap

SENTENCES = 2
"""Lines of words; the keys follow in a line of their own."""


@dataclass(frozen=True, slots=True)
class ChipPlace:
    """Where a key can be clicked."""

    chip: Chip
    left: int
    right: int


def prompt(scene: Scene, columns: int) -> list[Row]:
    """Two lines of words and one of keys."""
    role = "asked" if scene.moment.ask is not Ask.NOTHING else "waits"
    return [*said(scene.glyphs.safe(words(scene)), columns, role), keys_row(scene.chips, columns)]


def said(text: str, columns: int, role: str) -> list[Row]:
    """Words in the lines of the prompt."""
    lines = wrap(text, columns - 2)
    if len(lines) > SENTENCES:
        lines = [*lines[: SENTENCES - 1], " ".join(lines[SENTENCES - 1 :])]
    lines += [""] * (SENTENCES - len(lines))
    return [fitted_row([(f" {line}", role)], columns, role) for line in lines]


def words(scene: Scene) -> str:  # noqa: PLR0911 - one line for each
    """What the prompt says."""
    if scene.notice:
        return scene.notice
    if scene.choosing is not None:
        return say.WHICH_WAY
    seats = scene.status.seats if scene.status else 0
    if scene.again:
        return say.AGAIN[scene.again]
    if scene.status is not None and scene.moment.ask is Ask.OVER and scene.status.closed == CONTINUED:
        return say.MOVED
    if scene.status is not None and scene.status.phase == "pick_seat" and scene.moment.ask is Ask.NOTHING:
        called = table.names(scene.status)
        return say.picks(listed([called[player] for player in scene.status.waiting_for]))
    if scene.moment.ask is Ask.NOTHING and (held_up := _held_up(scene)):
        return held_up
    asked = say.asked(scene.moment, scene.view, scene.talk, seats)
    parts = [asked, *([staged] if (staged := staged_words(scene)) else [])]
    if scene.hand.picked:
        parts.append(_picked(scene))
    if scene.seconds_left is not None and not scene.panel:
        parts.append(f"({say.seconds_left(scene.seconds_left)})")
    return " ".join(parts)


def _held_up(scene: Scene) -> str:
    unopened = scene.view is not None and bool(scene.view.unopened)
    return table.held_up(scene.status, unopened=unopened) if scene.status is not None else ""


def _picked(scene: Scene) -> str:
    look, chosen, view = scene.talk.look, scene.hand.chosen, scene.view
    cards = " ".join(look.card(one.card) for one in chosen)
    together = {one.points for one in scene.targets}
    if view is not None and not view.variant.contracts and not _has_laid(view) and len(together) == 1:
        return say.picked_lay(cards, next(iter(together)), view.variant.initial_min)
    if scene.targets and len(chosen) > 1:
        return say.picked_fits(cards)
    worth = sum(view.variant.hand_value(one.card) for one in chosen) if view else 0
    return say.picked(cards, len(chosen), worth)


def _has_laid(view: SeatView) -> bool:
    return any(one.has_laid for one in view.seats if one.seat == view.seat)


def staged_words(scene: Scene) -> str:
    """What is staged and what it lacks."""
    view, draft = scene.view, scene.draft
    if not draft.items or view is None:
        return ""
    items = scene.talk.look.restyle(format_action(Lay(draft.items)).removeprefix("lay "))
    if not view.variant.contracts and not _has_laid(view):
        return say.staged(items, scene.staged_points, view.variant.initial_min)
    if scene.whole:
        return say.staged(items, None, 0)
    try:
        missing = lacks(view, draft)
    except RulesError as error:
        missing = error
    if missing is None:
        return say.staged(items, None, 0)
    names = {int(seat): name for seat, name in scene.talk.names.items()}
    return f"{say.staged(items, None, 0)} {prompts.still(errors.refusal(missing, names))}"


def keys_row(chips: Sequence[Chip], columns: int) -> Row:
    """The keys that do something now, as many as have room."""
    spans: list[Span] = [(" ", "keys")]
    for place in chip_places(chips, columns):
        spans += _chip(place.chip)
    return fitted_row(spans, columns, "keys")


def chip_places(chips: Sequence[Chip], columns: int) -> tuple[ChipPlace, ...]:
    """Where each key stands; the last one stays, whatever must give way."""
    places, left = [], 1
    last = row_width(_chip(chips[-1])) if chips else 0
    for at, chip in enumerate(chips):
        wide = row_width(_chip(chip))
        keep = 0 if at == len(chips) - 1 else last
        if left + wide + keep > columns:
            continue
        places.append(ChipPlace(chip, left, left + wide))
        left += wide
    return tuple(places)


def _chip(chip: Chip) -> list[Span]:
    return [(f" {chip.key} ", "key"), (f" {chip.words}  ", "keys")]
