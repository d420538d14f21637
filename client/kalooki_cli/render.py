"""SeatView to lines of text, pure: the plain client, later screens and golden games share it."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal

from kalooki.cards import Joker, Natural, Rank, SeatNumber, Slot, Suit
from kalooki.rules.actions import Shown
from kalooki.rules.melds import SeenMeld
from kalooki.rules.variant import Variant
from kalooki.rules.view import SeatLine, SeatView
from kalooki_cli.messages import screens as say
from kalooki_cli.messages.contracts import contract_words
from kalooki_cli.messages.talk import Talk
from kalooki_cli.text import cut, pad, width, wrap

Order = Literal["suit", "rank", "drawn"]

NARROW = 66
"""Below so many columns a player's line is a sentence instead of a row."""

NAME = 16
SUITS = tuple(Suit)


def screen(view: SeatView, talk: Talk, hand: Sequence[Shown], staged: Collection[Slot] = ()) -> list[str]:
    """Draw the whole table, one's own hand last."""
    return [
        *heading(view, talk),
        *players(view, talk),
        *melds(view, talk),
        *own_hand(view, talk, hand, staged),
    ]


def heading(view: SeatView, talk: Talk) -> list[str]:
    """Say which deal it is and what lies in the middle."""
    top = talk.look.card(view.pile[-1]) if view.pile else say.NOTHING
    of = view.variant.hands_per_game
    deal = say.deal(view.number, talk.other(view.dealer), again=view.attempt > 1, of=of)
    text = f"{deal} {say.middle(view.stock, len(view.pile), top)}"
    contract = contract_words(view.variant, view.number)
    lines = wrap(text, talk.look.width, "  ")
    return lines + (wrap(say.contract(contract), talk.look.width, "  ") if contract else [])


def players(view: SeatView, talk: Talk) -> list[str]:
    """Draw a line for each seat: cards, total, money, and what is special about it."""
    if talk.look.width < NARROW:
        return [line for one in view.seats for line in wrap(_brief(one, view, talk), talk.look.width, "    ")]
    rows = [part for one in view.seats for part in _row(one, view, talk)]
    head = say.PLAYERS_HEAD.format(name=pad("", NAME))
    if pays_money(view):
        head += f"  {say.MONEY:>5}"
    return [head + (f"  {say.CALLS:>5}" if view.variant.max_calls else ""), *rows]


def _row(one: SeatLine, view: SeatView, talk: Talk) -> list[str]:
    """Draw a seat; notes that do not fit follow on lines of their own."""
    turn = ">" if one.seat == view.turn else " "
    numbers = f"{one.cards if one.plays else '-':>5}  {one.total:>6}"
    numbers += f"  {one.money:>+5}" if pays_money(view) else ""
    numbers += f"  {one.calls:>5}" if view.variant.max_calls else ""
    rows = [f"{turn} {pad(called(one, talk), NAME)}  {numbers}"]
    comma = "   "
    for note in notes(one, view, talk):
        if width(rows[-1] + comma + note) <= talk.look.width:
            rows[-1] += comma + note
        else:
            rows.append(f"      {note}")
        comma = ", "
    return rows


def _brief(one: SeatLine, view: SeatView, talk: Talk) -> str:
    turn = ">" if one.seat == view.turn else " "
    told = "".join(f", {note}" for note in notes(one, view, talk))
    told = (f", {say.calls(one.calls)}" if one.calls else "") + told
    return f"{turn} " + say.brief(called(one, talk), one.cards, one.total) + told


def pays_money(view: SeatView) -> bool:
    """Whether money changes hands in this game."""
    variant = view.variant
    return not variant.contracts or variant.points_price > 0 or any(one.money for one in view.seats)


def called(one: SeatLine, talk: Talk) -> str:
    """A seat by its name; one's own is marked."""
    return f"{cut(talk.other(one.seat), NAME - 6)} {say.YOU}" if one.seat == talk.me else talk.other(one.seat)


def notes(one: SeatLine, view: SeatView, talk: Talk) -> Iterable[str]:  # noqa: C901 - one line per note
    """What is special about a seat."""
    if one.out:
        yield say.OUT
        return
    if one.seat == view.dealer:
        yield say.DEALER
    if one.plays:
        yield say.HAS_LAID if one.has_laid else say.NOT_LAID
    if one.announced is not None:
        yield say.announced(one.announced)
    if one.barred:
        yield say.BARRED
    if one.known and one.seat != talk.me:
        yield say.holds(talk.look.cards(one.known))
    if one.buy_ins:
        yield say.bought(one.buy_ins)
    if one.beside:
        yield say.beside(one.beside)
    if one.paid:
        yield say.paid(one.paid)
    if one.seat in view.no_lay:
        yield say.NO_LAY


def melds(view: SeatView, talk: Talk) -> list[str]:
    """Draw what lies on the table, with the names by which one lays off."""
    if not view.table:
        return [say.EMPTY_TABLE]
    return [say.TABLE, *columns([_meld(meld, talk) for meld in view.table], talk.look.width)]


def _meld(meld: SeenMeld, talk: Talk) -> str:
    closed = f" {say.CLOSED}" if meld.closed else ""
    owner = say.YOU_OWNER if meld.owner == talk.me else cut(talk.other(meld.owner), 10)
    return f"m{meld.id} {owner}: {talk.look.faces(meld.cards)}{closed}"


def columns(cells: Sequence[str], room: int) -> list[str]:
    """Set cells in as many columns as fit, row by row; one that is too long is wrapped."""
    widest = max(map(width, cells))
    across = max((room + 1) // (widest + 3), 1)
    if across == 1:
        return [line for cell in cells for line in wrap(f"  {cell}", room, "     ")]
    rows = [cells[at : at + across] for at in range(0, len(cells), across)]
    return [("  " + "  ".join(pad(cell, widest) for cell in row)).rstrip()[:room] for row in rows]


def own_hand(view: SeatView, talk: Talk, hand: Sequence[Shown], staged: Collection[Slot] = ()) -> list[str]:
    """Draw one's own cards with the numbers by which they can be named; a star marks what is staged."""
    if view.seat is None:
        return []
    worth = sum(view.variant.hand_value(shown.card) for shown in hand)
    head = say.hand(len(hand), worth, len(view.unopened))
    cells = [_cell(number, shown, talk, staged) for number, shown in enumerate(hand, 1)]
    across = max((talk.look.width - 1) // 8, 1)
    return [
        *wrap(head, talk.look.width, "  "),
        *(" " + " ".join(cells[at : at + across]).rstrip() for at in range(0, len(cells), across)),
    ]


def _cell(number: int, shown: Shown, talk: Talk, staged: Collection[Slot]) -> str:
    mark = "*" if shown.slot in staged else " "
    return f"{number:>2}:{talk.look.card(shown.card)}{mark} "


def arrange(hand: Sequence[Shown], order: Order, variant: Variant) -> list[Shown]:
    """Sort a hand; jokers come last, an ace stands where it can be used most."""
    return list(hand) if order == "drawn" else sorted(hand, key=sort_key(order, variant))


def sort_key(order: Literal["suit", "rank"], variant: Variant) -> Callable[[Shown], tuple[int, int, int]]:
    """By what a hand is sorted."""

    def key(shown: Shown) -> tuple[int, int, int]:
        match shown.card:
            case Joker():
                return 99, 0, shown.slot
            case Natural(rank, suit):
                place = 14 if rank is Rank.ACE and not variant.ace_low else int(rank)
                by_suit = SUITS.index(suit)
                return (by_suit, place, shown.slot) if order == "suit" else (place, by_suit, shown.slot)

    return key


def score_sheet(view: SeatView, talk: Talk) -> list[str]:
    """Draw totals and money of everybody."""
    limit, of = view.variant.limit, view.variant.hands_per_game
    pays, buys = pays_money(view), limit is not None
    lines = [say.score_head(pad("", NAME), pays=pays, buys=buys)]
    for one in view.seats:
        row = f"{pad(called(one, talk), NAME)}  {one.total:>6}"
        row += f"  {one.money:>+6}" if pays else ""
        row += f"  {one.buy_ins:>7}" if buys else ""
        lines.append(f"{row}   {say.OUT}" if one.out else row.rstrip())
    if view.variant.na_target is not None:
        lines.append(say.target(view.variant.na_target, lowest=view.variant.na_scoring == "penalty"))
    if limit is not None:
        lines.append(say.pool(talk.money(view.pool)))
        lines.append(say.limit(limit, over=view.variant.elim_at == "over"))
    if of is not None and view.pool:
        lines.append(say.kitty(talk.money(view.pool)))
    if of is not None:
        lines.append(say.last_deal(of))
    return [part for line in lines for part in wrap(line, talk.look.width, "  ")] if _narrow(talk) else lines


def _narrow(talk: Talk) -> bool:
    return talk.look.width < NARROW


def seat_line(view: SeatView, seat: SeatNumber) -> SeatLine:
    """What everybody knows of a seat."""
    return next(one for one in view.seats if one.seat == seat)
