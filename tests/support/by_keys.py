"""A move made by pressing keys, whatever shows the table."""

from typing import Protocol

from kalooki.rules.actions import Action, Decline, Discard, Draw, Lay, Take
from kalooki_cli.tui.sitting import Sitting


class Presses(Protocol):
    """Somebody at a keyboard."""

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""


async def answer_by_keys(person: Presses, sitting: Sitting, action: Action) -> None:
    """Press the keys for a move."""
    match action:
        case Draw():
            await person.press("d")
        case Take():
            await person.press("t")
        case Lay(items):
            for item in items:
                await _pick(person, sitting, [card.slot for card in item.cards if card.slot is not None])
                await person.press("enter")
                if sitting.fingers.choosing is not None:
                    wanted = [one.item for one in sitting.fingers.targets].index(item)
                    await person.press(str(wanted + 1))
            await person.press("enter")
        case Decline():
            await person.press("n")
        case Discard(shown):
            await _pick(person, sitting, [shown.slot])
            await person.press("x")
        case _:
            raise AssertionError(action)


async def _pick(person: Presses, sitting: Sitting, slots: list[int]) -> None:
    """Go to each card and pick it."""
    await person.press("home")
    for slot in slots:
        hand = sitting.fingers.hand
        to = [one.slot for one in hand.all].index(slot)  # type: ignore[arg-type]
        step = "right" if to > hand.cursor else "left"
        await person.press(*[step] * abs(to - hand.cursor), "space")
