"""What the referee says about a deal, as text."""

from collections.abc import Iterable, Iterator, Mapping

from kalooki.cards import SeatNumber
from kalooki.rules import events as e
from kalooki.rules.events import DealScored, DealVoided
from kalooki.rules.files.referee import Report, Ruling
from kalooki.rules.names import format_faces, meld_name
from kalooki_cli.language import gettext as _
from kalooki_cli.look import Look
from kalooki_cli.messages.errors import on_paper
from kalooki_cli.messages.events import event
from kalooki_cli.messages.talk import Talk
from kalooki_cli.text import inert, pad, width

PHASES = {
    "draw": _("draws"),
    "play": _("lays or discards"),
    "call": _("calls or passes"),
    "buy": _("buys or passes"),
    "challenge": _("challenges, or goes on"),
    "blitz": _("lays or passes"),
    "buy_in": _("buys in or declines"),
    "cut": _("cuts or passes"),
}

WINDOWS = frozenset({"call", "buy", "challenge"})
"""Phases in which several may answer."""

ENDINGS = {
    "call-up": _("{winner} goes out."),
    "kalooki": _("{winner} goes out in one turn: kalooki."),
    "out": _("{winner} goes out."),
    "bend": _("{winner} bends the table."),
    "blitz": _("{winner} blitzes."),
}

VOIDS = {
    "stock_ran_out": _("the stock ran out"),
    "nothing_to_reshuffle": _("the stock ran out, and there is nothing to shuffle"),
    "turn_cap": _("it took too many turns"),
}

Names = Mapping[int, str]

CONSEQUENCES = (
    e.FailedToAnnounce
    | e.Challenged
    | e.TookBack
    | e.Penalized
    | e.PaidIn
    | e.CutMade
    | e.JokerKept
    | e.TurnedUp
    | e.Showed
    | e.StockRanOut
    | e.StockReshuffled
    | e.BoughtIn
    | e.Eliminated
)
"""What an action brings about that its own text does not say."""


def report(found: Report, place: str) -> Iterator[str]:
    """Say of each action whether it was legal, and how things stand."""
    names = seat_names(found)
    width_of_text = min(60, max((width(inert(one.action.text)) for one in found.rulings), default=0))
    for ruling in found.rulings:
        yield from _ruling(ruling, found, place, width_of_text)
    left_out = len(found.file.actions) - len(found.rulings)
    if left_out:
        yield _("The rest is not played; with --keep-going an illegal action is left out instead.")
    yield from _standing(found, names)
    yield from _result(found, names)


def seat_names(found: Report) -> Names:
    """Everybody's name, harmless on a screen."""
    return {seat: inert(name, 20) for seat, name in enumerate(found.file.players.names)}


def _talk(found: Report) -> Talk:
    """About everybody, to nobody who plays."""
    names = {SeatNumber(seat): name for seat, name in seat_names(found).items()}
    return Talk(names, None, Look(), found.file.variant.stake_unit, contracts=bool(found.file.variant.contracts))


def _ruling(ruling: Ruling, found: Report, place: str, columns: int) -> Iterator[str]:
    names = seat_names(found)
    text = pad(inert(ruling.action.text), columns)
    if ruling.error is None:
        said = [line for one in ruling.events if isinstance(one, CONSEQUENCES) for line in _came_of_it(one, found)]
        yield " ".join([f"{ruling.number:3}  {text}  " + _("ok") + _brought(ruling, names) + ":" * bool(said), *said])
        return
    yield f"{ruling.number:3}  {text}  " + _("refused")
    why = on_paper(ruling.error, names)
    yield f"{place}:{ruling.action.line}: {ruling.error.code}: {why} {_open_now(ruling, names)}"


def _came_of_it(one: e.Event, found: Report) -> list[str]:
    lines = event(one, _talk(found))
    no_lay = found.file.variant.overcall == "no_lay"
    if isinstance(one, e.Challenged) and one.what == "overcall" and one.upheld and no_lay:
        lines.append(_("{name} may lay only after all others.").format(name=seat_names(found)[one.target]))
    return lines


def _open_now(ruling: Ruling, names: Names) -> str:
    if not ruling.open_to:
        return _("The deal is over.")
    return _("Open now: {moves}.").format(moves=_moves(ruling.open_to, names))


def _standing(found: Report, names: Names) -> Iterator[str]:
    view = found.view
    yield ""
    if found.turn is not None and found.phase in WINDOWS:
        yield _("In turn: {name}. Open now: {moves}.").format(
            name=names[found.turn], moves=_moves(found.open_to, names)
        )
    elif found.turn is not None:
        (_seat, moves), *others = found.open_to
        text = _("To move: {name}, who {does} ({moves}).")
        yield text.format(name=names[found.turn], does=PHASES[found.phase], moves=", ".join(moves))
        if others:
            yield _("Open as well: {moves}.").format(moves=_moves(others, names))
    held = ", ".join(f"{names[line.seat]} {line.cards}" for line in view.seats if line.plays)
    yield _("Cards in hand: {held}. Stock: {stock}.").format(held=held, stock=view.stock)
    pile = " ".join(str(card) for card in reversed(view.pile)) or _("none")
    yield _("Discards, the top first: {pile}.").format(pile=pile)
    yield from _beside(found, names)
    for meld in view.table:
        closed = _(" (closed)") if meld.closed else ""
        yield f"{meld_name(meld.id)} {names[meld.owner]}: {format_faces(meld.cards)}{closed}"


def _beside(found: Report, names: Names) -> Iterator[str]:
    """Points and money of the deal beside those of the cards; they count when the deal does."""
    view = found.view
    if view.cut is not None:
        text = _("The cut: {name} lifted {lift} cards, and {wanted} are right.")
        yield text.format(name=names[found.file.dealer], lift=view.cut.lift, wanted=view.cut.wanted)
    if found.result is not None:
        return
    points = [f"{names[line.seat]} {line.beside:+d}" for line in view.seats if line.beside]
    if points:
        yield _("Points beside the cards: {points}.").format(points=", ".join(points))
    money = [f"{names[line.seat]} {line.paid:+d}" for line in view.seats if line.paid]
    if money:
        yield _("Paid in this deal: {money}.").format(money=", ".join(money))


def _moves(open_to: Iterable[tuple[int, tuple[str, ...]]], names: Names) -> str:
    return ", ".join(f"{names[seat]} ({', '.join(kinds)})" for seat, kinds in open_to if kinds)


def _brought(ruling: Ruling, names: Names) -> str:
    """The cards that an action brought to hands."""
    parts = [] if ruling.drew is None else [str(ruling.drew)]
    if ruling.granted is not None:
        seat, card, more = ruling.granted
        parts.append(_("{name} gets {card} and {more}").format(name=names[seat], card=card, more=more))
    return f" ({'; '.join(parts)})" if parts else ""


def _result(found: Report, names: Names) -> Iterator[str]:
    match found.result:
        case None:
            return
        case DealVoided(reason=reason):
            yield _("The deal is void: {why}.").format(why=VOIDS.get(reason, reason))
        case DealScored() as scored:
            yield ENDINGS[scored.how].format(winner=names[scored.winner])
            text = _("  {name}: {points} points, {total} in all")
            if _pays(found):
                text = _("  {name}: {points} points, {total} in all, money {money:+d}")
            for line in scored.scores:
                yield text.format(name=names[line.seat], points=line.points, total=line.total, money=line.money)
            yield from _bought(found)
            yield from _afterwards(found, names)


def _bought(found: Report) -> Iterator[str]:
    """What changes the scores above."""
    for one in (one for ruling in found.rulings for one in ruling.events):
        if isinstance(one, e.BoughtIn):
            yield from event(one, _talk(found))


def _pays(found: Report) -> bool:
    return not found.file.variant.contracts or found.file.variant.points_price > 0


def _afterwards(found: Report, names: Names) -> Iterator[str]:
    """Who is out, and who has won the game."""
    listed = [names[seat] for seat in (*found.game.out, *found.game.deciding)]
    if listed:
        yield _("Over the limit: {names}.").format(names=", ".join(listed))
    if found.game.winners:
        winners = ", ".join(names[seat] for seat in found.game.winners)
        text = (
            _("The game is won by {winners}; the pool is {pool}.")
            if _pays(found)
            else _("The game is won by {winners}.")
        )
        yield text.format(winners=winners, pool=found.game.pool)


def report_values(found: Report) -> dict[str, object]:
    """The report in JSON."""
    name = found.file.players.names
    view = found.view
    turn = None if found.turn is None else name[found.turn]
    return {
        "variant": found.file.variant.key,
        "actions": [_ruling_values(one, seat_names(found)) for one in found.rulings],
        "state": {
            "turn": turn,
            "phase": found.phase,
            "hands": {name[line.seat]: line.cards for line in view.seats if line.plays},
            "table": [
                {
                    "id": meld_name(meld.id),
                    "owner": name[meld.owner],
                    "cards": [str(face) for face in meld.cards],
                    "closed": meld.closed,
                }
                for meld in view.table
            ],
            "stock": view.stock,
            "discard": [str(card) for card in reversed(view.pile)],
            "legal": list(found.legal),
        },
        "result": _result_values(found, name),
        "scores": dict(zip(name, found.game.totals, strict=True)),
    }


def _ruling_values(ruling: Ruling, names: Names) -> dict[str, object]:
    values: dict[str, object] = {"n": ruling.number, "text": ruling.action.text, "ok": ruling.error is None}
    if ruling.error is not None:
        values["error"] = {"code": ruling.error.code, "message": on_paper(ruling.error, names)}
    return values


def _result_values(found: Report, name: tuple[str, ...]) -> dict[str, object] | None:
    match found.result:
        case None:
            return None
        case DealVoided():
            nothing = {name[seat]: 0 for seat in sorted(found.file.playing)}
            return {"winner": None, "how": "void", "points": nothing, "money": nothing, "void": True}
        case DealScored(winner=winner, how=how, scores=scores):
            return {
                "winner": name[winner],
                "how": how,
                "points": {name[line.seat]: line.points for line in scores},
                "money": {name[line.seat]: line.money for line in scores},
                "void": False,
            }
