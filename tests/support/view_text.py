"""A view as text, line by line: what golden games show of each seat."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum

from kalooki.cards import Joker, Natural
from kalooki.rules.events import Event, Face
from kalooki.rules.notation import format_faces, meld_name, seat_name
from kalooki.rules.view import SeatView


def view_lines(view: SeatView) -> Iterator[str]:
    """All that the view says, so that a golden game notices any change of it."""
    who = "nobody" if view.seat is None else seat_name(view.seat)
    turn = "-" if view.turn is None else seat_name(view.turn)
    yield f"{who}: {' '.join(str(shown.card) for shown in view.hand) or '-'}" + (
        f" +{len(view.unopened)} unopened" if view.unopened else ""
    )
    duty = f" duty {view.duty}" if view.duty else ""
    taken = f" took {view.taken}" if view.taken else ""
    flags = f" drawn {view.has_drawn:d} returned {view.returned:d} laid before {view.laid_before:d}"
    yield f"  {view.phase.value} turn {turn} #{view.turn_number}{flags}{taken}{duty} built {len(view.built)}"
    if view.window is not None:
        yield f"  {view.window}"
    if view.awaited != ((view.turn,) if view.turn is not None else ()) or view.may_act:
        yield f"  awaited {_short(view.awaited)} may {_short(view.may_act)}"
    yield f"  stock {view.stock} reshuffles {view.reshuffles} pile {' '.join(str(card) for card in view.pile) or '-'}"


def table_lines(view: SeatView) -> Iterator[str]:
    """What is the same for all."""
    yield f"deal {view.number}.{view.attempt} dealer {seat_name(view.dealer)} pool {view.pool}"
    for line in view.seats:
        words = [seat_name(line.seat), f"{line.cards} cards", f"total {line.total}", f"money {line.money}"]
        words += [f"calls {line.calls}"] * (line.calls > 0) + [f"beside {line.beside}"] * (line.beside != 0)
        words += ["laid"] * line.has_laid + ["barred"] * line.barred + ["out"] * line.out
        words += [] if line.announced is None else [f"said {line.announced}"]
        words += [f"paid {line.paid}"] * (line.paid != 0) + [f"shown {' '.join(line.shown)}"] * bool(line.shown)
        words += [f"known {' '.join(str(card) for card in line.known)}"] if line.known else []
        words += [f"opened {' '.join(str(card) for card in line.opened)}"] if line.opened else []
        yield "  " + ", ".join(words)
    for meld in view.table:
        closed = " closed" if meld.closed else ""
        yield f"  {meld_name(meld.id)} {seat_name(meld.owner)}: {format_faces(meld.cards)}{closed}"
    if view.dead:
        yield "  the top discard is dead"
    if view.blitz is not None:
        yield f"  blitz of {seat_name(view.blitz)}"
    if view.decision is not None:
        yield f"  buy-in? {seat_name(view.decision.seat)} for {view.decision.price} at {view.decision.score}"
    if view.winners:
        yield f"  won by {' '.join(seat_name(seat) for seat in view.winners)}"


def event_text(event: Event) -> str:
    """An event in short: its name and its values."""
    return " ".join([type(event).__name__, *(_short(getattr(event, one.name)) for one in fields(event))])


def _short(value: object) -> str:
    if isinstance(value, Natural | Joker | Face):
        return str(value)
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return "(" + " ".join(_short(one) for one in value) + ")"
    if is_dataclass(value):
        return "[" + " ".join(_short(getattr(value, one.name)) for one in fields(value)) + "]"
    return str(value)
