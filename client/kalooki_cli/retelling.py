"""A recorded game move by move: lines for people, values for programs, and where a typed line leads."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass

from kalooki.cards import Card, Joker, Natural, SeatNumber, Slot
from kalooki.rules.actions import Shown
from kalooki.rules.view import SeatView
from kalooki.seat import Update
from kalooki.verify import Told
from kalooki_cli import render
from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.ledger import Ledger
from kalooki_cli.board.scene import Scene
from kalooki_cli.desk import Desk
from kalooki_cli.look import Look
from kalooki_cli.messages import retelling as say
from kalooki_cli.text import fitted

LOOK_BACK = 12
"""So many moves before one are told beside it; what has no room is left out."""

PLAIN = Look()
"""For programs, which are told no sentence."""


@dataclass(frozen=True, slots=True)
class Scenes:
    """All moves, counted from 1."""

    told: Sequence[Told]
    updates: Sequence[Update]

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.told)

    def of_deal(self, number: int) -> list[int]:
        """The moves of a deal, all attempts at it."""
        return [at for at, each in enumerate(self.told, 1) if each.deal.number == number]

    @property
    def last_deal(self) -> int:
        """The number of the last deal that can be shown."""
        return self.told[-1].deal.number if self.told else 0

    def lines(self, number: int, look: Look) -> list[str]:
        """Draw a move: what happened, the table after it, and everybody's hand."""
        desk, said = self._said(number, look)
        view, talk = desk.view(), desk.talk(look)
        hands = [
            say.hand(talk.other(seat), _cards(cards, view, look), cards.count(None))
            for seat, cards in self.told[number - 1].hands
        ]
        told = self.told[number - 1]
        head = say.heading(number, self.last, told.deal.number, told.index)
        return fitted([head, *said, "", *render.screen(view, talk, ()), say.HANDS, *hands, ""], look.width)

    def scene(self, number: int, look: Look, glyphs: Glyphs) -> Scene:
        """A move as a picture of the table without a seat, with what happened until then."""
        desk, _ = self._said(number, look)
        log = [line for at in range(max(number - LOOK_BACK, 1), number + 1) for line in self._said(at, look)[1]]
        assert desk.now is not None, "it has just been told"
        return Scene(status=desk.now.status, view=desk.view(), talk=desk.talk(look), glyphs=glyphs, log=tuple(log))

    def hands(self, number: int, look: Look) -> list[tuple[SeatNumber, list[Card | None]]]:
        """Every hand after a move, sorted, with what was never shown at the end."""
        desk, _ = self._said(number, look)
        return [(seat, _arranged(cards, desk.view())) for seat, cards in self.told[number - 1].hands]

    def ledger(self, number: int, look: Look, glyphs: Glyphs) -> Ledger:
        """The score sheet as it was after a move."""
        desk, _ = self._said(number, look)
        return Ledger(self.updates[number - 1].sheet or (), desk.view(), desk.talk(look), glyphs)

    def deal_from(self, number: int, by: int) -> int:
        """The first move of the next deal, or of this one, or where that is it of the one before."""
        here = self.told[number - 1].deal.number
        first = self.of_deal(here)[0]
        if by < 0:
            return first if first < number else (self.of_deal(here - 1) or [1])[0]
        return (self.of_deal(here + 1) or [self.last])[0]

    def values(self, number: int) -> dict[str, object]:
        """A move for programs."""
        desk, _ = self._said(number, PLAIN)
        told, view, talk = self.told[number - 1], desk.view(), desk.talk(PLAIN)
        return {
            "move": number,
            "entry": told.index,
            "deal": told.deal.number,
            "attempt": told.deal.attempt,
            "events": [{"kind": type(one).__name__, **_fields(one)} for one in told.events],
            "hands": [
                {"seat": seat, "name": talk.other(seat), "cards": [None if one is None else str(one) for one in cards]}
                for seat, cards in told.hands
            ],
            "melds": [{"owner": meld.owner, "cards": [str(face) for face in meld.cards]} for meld in view.table],
            "pile": [str(one) for one in view.pile],
            "stock": view.stock,
            "turn": view.turn,
            "totals": [one.total for one in view.seats],
            "money": [one.money for one in view.seats],
        }

    def _said(self, number: int, look: Look) -> tuple[Desk, list[str]]:
        """Say what a move brought, as somebody without a seat was told."""
        desk = Desk(lambda _view: None, now=self.updates[number - 2] if number > 1 else None)
        return desk, desk.receive(self.updates[number - 1], look)


def led_to(typed: str, at: int, moves: Sequence[int]) -> int | str | None:
    """Say which move a typed line leads to; None: it ends; a sentence where it leads nowhere."""
    word = typed.strip().lower()
    first, last = moves[0], moves[-1]
    if word in {"q", "quit", "end"}:
        return None
    if word in {"", "n"}:
        return at + 1 if at < last else None
    if word == "p":
        return at - 1 if at > first else say.FIRST
    if word.isascii() and word.isdigit() and len(word) <= len(str(last)) and int(word) in moves:
        return int(word)
    return say.unclear(first, last)


def _cards(cards: Sequence[Card | None], view: SeatView, look: Look) -> list[str]:
    return [look.card(card) for card in _arranged(cards, view) if card is not None]


def _arranged(cards: Sequence[Card | None], view: SeatView) -> list[Card | None]:
    shown = [Shown(Slot(place), card) for place, card in enumerate(cards) if card is not None]
    known = [one.card for one in render.arrange(shown, "suit", view.variant)]
    return [*known, *[None] * (len(cards) - len(known))]


def _fields(value: object) -> dict[str, object]:
    assert is_dataclass(value)
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: object) -> object:
    match value:
        case Natural() | Joker():
            return str(value)
        case tuple():
            return [_plain(one) for one in value]
        case _ if is_dataclass(value):
            return _fields(value)
        case _:
            return value
