"""A deal in play that a test can lay out by hand, in the notation, and then play on move by move."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pytest

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules import game as games
from kalooki.rules.actions import Action, MeldId, Shown
from kalooki.rules.deal import Counted, Deal, InTurn, Showing, Turn
from kalooki.rules.errors import RulesError
from kalooki.rules.events import Event
from kalooki.rules.game import Game
from kalooki.rules.melds import Meld, TableCard
from kalooki.rules.notation import parse_cards, parse_faces, parse_move, parse_seat
from kalooki.rules.reading import read_meld
from kalooki.rules.registry import variant_named
from kalooki.rules.variant import OptionValue, Variant
from kalooki.rules.view import SeatView, view

BRITISH = variant_named("british")


def house(**options: OptionValue) -> Variant:
    """British with house rules."""
    return variant_named("british", options)


@dataclass
class Table:
    """A game with all faces in the open, changed by `play`."""

    game: Game
    faces: dict[Slot, Card]

    def view(self, name: str | None = None) -> SeatView:
        """As a seat sees it, by default the one in turn; "" is a spectator."""
        if name is None:
            seat: SeatNumber | None = games_seat(self.game)
        else:
            seat = parse_seat(name)
        return view(self.game, seat, self.faces)

    def action(self, text: str) -> Action:
        """The move in the hand of whoever makes it."""
        return parse_move(text, self.view(text.split(maxsplit=1)[0]))

    def play(self, *moves: str) -> tuple[Event, ...]:
        """Make moves, each with its seat in front; the events of the last."""
        events: tuple[Event, ...] = ()
        for text in moves:
            action = self.action(text)
            seat = parse_seat(text.split()[0])
            assert seat is not None
            self.game, events = games.apply(self.game, seat, action)
        return events

    def open_hands(self) -> tuple[Event, ...]:
        """All losers show what they hold."""
        events: tuple[Event, ...] = ()
        while isinstance(needs := games.pending(self.game), games.NeedsHands):
            seat, held = next(iter(needs.hands.items()))
            self.game, events = games.open_hand(self.game, seat, tuple(Shown(slot, self.faces[slot]) for slot in held))
        return events

    @property
    def deal(self) -> Deal:
        assert self.game.deal is not None
        return self.game.deal

    def hand(self, name: str) -> str:
        """A hand as text."""
        seat = parse_seat(name)
        assert seat is not None
        return " ".join(str(self.faces[slot]) for slot in self.deal.hands[seat])

    def meld(self, number: int) -> str:
        """A meld as text."""
        return " ".join(str(face) for face in self.deal.melds[number - 1].faces)

    @property
    def pile(self) -> str:
        return " ".join(str(shown.card) for shown in self.deal.pile)


def games_seat(game: Game) -> SeatNumber:
    assert game.deal is not None
    return game.deal.turn.seat


def lay_out(  # noqa: PLR0913 - each is a part of a table
    hands: Mapping[str, str],
    *,
    variant: Variant = BRITISH,
    table: tuple[str, ...] = (),
    laid: tuple[str, ...] = (),
    pile: str = "4D",
    stock: str = "3C 5D 9C 2H 8C 6D 7C 2S 4C 8S",
    turn: str = "p1",
    number: int = 10,
    barred: tuple[str, ...] = (),
    reshuffles: int = 0,
) -> Table:
    """A deal between turns; melds as `p2: 5H JK=6H 7H`; the pile from its bottom, the stock from its top."""
    faces: dict[Slot, Card] = {}

    def put(text: str) -> tuple[Slot, ...]:
        slots = tuple(Slot(len(faces) + index) for index, _ in enumerate(parse_cards(text)))
        faces.update(zip(slots, parse_cards(text), strict=True))
        return slots

    names = tuple(f"p{place + 1}" for place in range(max(len(hands), 2)))
    held = tuple(put(hands.get(name, "")) for name in names)
    melds = tuple(_meld(index + 1, text, faces, variant) for index, text in enumerate(table))
    seats = tuple(SeatNumber(seat) for seat in range(len(names)))
    first = _seat(turn)
    drawn = put(stock)
    thrown = tuple(Shown(slot, faces[slot]) for slot in put(pile))
    deal = Deal(
        variant=variant,
        number=1,
        attempt=1,
        dealer=seats[-1],
        seats=seats,
        deck=tuple(faces.values()),
        hands=held,
        stock=drawn,
        pile=thrown,
        melds=melds,
        faces={},
        turn=Turn(first, number, laid_before=turn in laid),
        phase=InTurn(),
        laid=frozenset(_seat(name) for name in laid),
        barred=frozenset(_seat(name) for name in barred),
        reshuffles=reshuffles,
        next_slot=Slot(len(faces)),
    )
    return Table(replace(games.new_game(variant, len(names), seats[-1]), deal=deal), faces)


def _seat(name: str) -> SeatNumber:
    seat = parse_seat(name)
    assert seat is not None
    return seat


def _meld(number: int, text: str, faces: dict[Slot, Card], variant: Variant) -> Meld:
    owner, _, cards = text.partition(": ")
    lying = tuple(
        TableCard(Slot(len(faces) + at), face.card, face.stands_for) for at, face in enumerate(parse_faces(cards))
    )
    faces.update((one.slot, one.card) for one in lying)
    shape, ordered = read_meld(lying, variant)
    return Meld(MeldId(number), _seat(owner), shape, ordered)


def worth(points: int) -> str:
    """Cards that cost so many points in a hand (not one)."""
    tens, ones = divmod(points, 10)
    if ones == 1:
        return " ".join(["KS"] * (tens - 1) + ["AS"])
    return " ".join(["KS"] * tens + ([f"{ones}H"] if ones else []))


def score(
    game: Game,
    winner: str,
    how: str,
    left: Mapping[str, int],
    *,
    beside: tuple[tuple[SeatNumber, int], ...] = (),
) -> tuple[Game, tuple[Event, ...]]:
    """Deal, and have the hand end at once with these points left in the losers' hands."""
    game, _ = games.begin_deal(game)
    assert game.deal is not None
    faces: dict[Slot, Card] = {}
    hands = []
    for seat in game.seats:
        cards = parse_cards(worth(left.get(f"p{seat + 1}", 0)))
        slots = tuple(Slot(len(faces) + at) for at in range(len(cards)))
        faces.update(zip(slots, cards, strict=True))
        hands.append(slots)
    deal = replace(game.deal, hands=tuple(hands), phase=Showing(_seat(winner), how), beside=beside)
    table = Table(replace(game, deal=deal), faces)
    events = table.open_hands()
    assert table.game.deal is not None
    assert isinstance(table.game.deal.phase, Counted)
    return table.game, events


@contextmanager
def refused(code: str, **fields: object) -> Iterator[None]:
    """The rules say no, by this name, with these fields."""
    with pytest.raises(RulesError) as refusal:
        yield
    assert refusal.value.code == code, str(refusal.value)
    for name, value in fields.items():
        said = getattr(refusal.value, name)
        assert (str(said) if isinstance(value, str) else said) == value, str(refusal.value)


def awaits(must: tuple[int, ...], may: tuple[int, ...] = ()) -> games.NeedsAction:
    """The game waits for these seats; the others may act as well."""
    return games.NeedsAction(tuple(SeatNumber(seat) for seat in must), tuple(SeatNumber(seat) for seat in may))
