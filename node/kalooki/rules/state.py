"""The whole public state as ASCII lines `name value` in a fixed order, for the digest by which nodes compare."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from kalooki.cards import SeatNumber
from kalooki.rules.actions import Shown
from kalooki.rules.deal import (
    Blitz,
    Calling,
    Counted,
    CutOffered,
    Cutting,
    Deal,
    Holding,
    InTurn,
    Lifting,
    Rearranging,
    Reshuffling,
    Showing,
    Turn,
    TurningUp,
    Voided,
)
from kalooki.rules.events import (
    BoughtIn,
    CallGranted,
    DealScored,
    DealVoided,
    Declined,
    Discarded,
    Eliminated,
    Face,
    PileEvent,
    Returned,
    StockReshuffled,
    Took,
    TurnedUp,
)
from kalooki.rules.game import Game, Result
from kalooki.rules.melds import Meld, Run, Set
from kalooki.rules.options import rules_options
from kalooki.rules.variant import Variant

T = TypeVar("T")


class Written:
    """Texts of parts that are mostly the same from one state to the next."""

    def __init__(self) -> None:
        self._whole: dict[str, tuple[object, tuple[str, ...]]] = {}
        self._grown: dict[str, tuple[tuple[object, ...], str]] = {}

    def lines(self, name: str, value: T, write: Callable[[T], Iterable[str]]) -> tuple[str, ...]:
        """Write a part, unless it is the very one of the state before."""
        known = self._whole.get(name)
        if known is None or known[0] is not value:
            known = self._whole[name] = (value, tuple(write(value)))
        return known[1]

    def list(self, name: str, values: tuple[T, ...], write: Callable[[T], str]) -> str:
        """Write a list, from where it is longer than in the state before."""
        before, text = self._grown.get(name, ((), ""))
        if values[: len(before)] != before:
            before, text = (), ""
        added = [write(value) for value in values[len(before) :]]
        text = ",".join([text, *added] if text else added)
        self._grown[name] = values, text
        return text or "-"


def state_lines(game: Game, written: Written | None = None) -> Iterator[str]:
    """Each line of the public state. Two games are equal exactly if their lines are."""
    written = written or Written()
    yield f"variant {game.variant.key}"
    yield from written.lines("option", game.variant, _options)
    yield f"seats {len(game.seats)}"
    yield f"dealer {game.dealer}"
    yield f"number {game.number}"
    yield f"attempt {game.attempt}"
    yield f"totals {_list(game.totals)}"
    yield f"money {_list(game.money)}"
    yield f"pool {game.pool}"
    yield f"buy_ins {_list(game.buy_ins)}"
    yield f"out {_list(game.out)}"
    yield f"deciding {_list(game.deciding)}"
    yield f"winners {_list(game.winners)}"
    yield f"away {_list(game.away)}"
    if game.no_buy_in:
        yield f"no_buy_in {_list(game.no_buy_in)}"
    yield from (f"result {result_text(one)}" for one in game.history)
    if game.deal is None:
        yield "deal -"
    else:
        yield from _deal_lines(game.deal, written)


def _options(variant: Variant) -> Iterator[str]:
    yield from (f"option {name}={_ascii(value)}" for name, value in rules_options(variant))


def _ascii(value: str) -> str:
    r"""A unit of money may be a pound: what is not ASCII is written as `\xa3`, a backslash as two."""
    return value.encode("unicode_escape").decode("ascii")


def _list(values: Sequence[object]) -> str:
    return ",".join(str(value) for value in values) or "-"


def result_text(result: Result) -> str:
    """Write a line of the score sheet."""
    match result:
        case DealScored(number, dealer, winner, how, scores):
            lines = ";".join(f"{one.seat}:{one.points}:{one.total}:{one.money}" for one in scores)
            return f"scored {number} {dealer} {winner} {how} {lines}"
        case DealVoided(number, attempt, reason):
            return f"voided {number} {attempt} {reason}"
        case BoughtIn(seat, price, total, used):
            return f"bought {seat} {price} {total} {used}"
        case Declined(seat):
            return f"declined {seat}"
        case Eliminated(seat, total):
            return f"eliminated {seat} {total}"


def _deal_lines(deal: Deal, written: Written) -> Iterator[str]:
    yield f"deal {deal.number} {deal.attempt} {deal.dealer}"
    yield f"order {_list(deal.seats)}"
    yield from written.lines("deck", deal.deck, lambda deck: [f"deck {_list(deck)}"])
    yield from (f"hand {seat} {_list(hand)}" for seat, hand in enumerate(deal.hands))
    yield from written.lines("stock", deal.stock, lambda stock: [f"stock {_list(stock)}"])
    yield f"pile {written.list('pile', deal.pile, _one_shown)}"
    yield from written.lines("melds", deal.melds, lambda melds: map(_meld, melds))
    yield from (f"face {slot} {card}" for slot, card in sorted(deal.faces.items()))
    yield f"turn {_turn(deal.turn)}"
    yield f"phase {_phase(deal)}"
    yield f"laid {_list(sorted(deal.laid))}"
    yield f"barred {_list(sorted(deal.barred))}"
    yield f"announced {_list([f'{seat}:{count}' for seat, count in deal.announced])}"
    yield f"reshuffles {deal.reshuffles}"
    yield f"next_slot {deal.next_slot}"
    yield f"history {written.list('history', deal.history, _pile_event)}"
    if deal.variant.call_turn is not None:
        yield f"calls {_by_seat(deal.calls)}"
    if deal.variant.contracts:
        yield f"beside {_by_seat(deal.beside)}"
    if deal.variant.show_price:
        yield f"dead {deal.dead:d}"
        yield f"paid {_by_seat(deal.paid)}"
        yield f"shown {_list([f'{seat}:{what}' for seat, what in deal.shown])}"
    if deal.cut is not None:
        yield f"cut {deal.cut.depth} {deal.cut.lift} {deal.cut.wanted}"
    if deal.variant.penalties == "challenge":
        yield f"charged {_by_seat(deal.charged)}"
        yield f"no_lay {_list(sorted(deal.no_lay))}"
        yield f"false_lay {deal.turn.false_lay:d}"
        yield f"may_take_back {deal.turn.before is not None:d}"
        yield from (f"before_{_meld(meld)}" for meld in deal.turn.before or ())


def _by_seat(numbers: tuple[tuple[SeatNumber, int], ...]) -> str:
    return _list([f"{seat}:{number}" for seat, number in numbers])


def _shown(cards: tuple[Shown, ...]) -> str:
    return _list([_one_shown(one) for one in cards])


def _one_shown(one: Shown) -> str:
    return f"{one.slot}:{one.card}"


def _meld(meld: Meld) -> str:
    shape = _shape(meld.shape)
    cards = _list([f"{one.slot}:{Face(one.card, one.stands_for)}" for one in meld.cards])
    return f"meld {meld.id} {meld.owner} {shape} {cards}{' sealed' * meld.sealed}"


def _shape(shape: Set | Run) -> str:
    match shape:
        case Set(rank):
            return f"set:{rank.letter}"
        case Run(suit, low):
            return f"run:{suit.value}:{low}"


def _turn(turn: Turn) -> str:
    taken = "-" if turn.taken is None else f"{turn.taken.slot}:{turn.taken.card}"
    flags = f"{turn.laid_before:d}{turn.has_drawn:d}{turn.returned:d}"
    built = _list([f"{meld}:{end}" for meld, end in turn.built])
    return f"{turn.seat} {turn.number} {flags} {taken} {turn.duty or '-'} {built}{' stock_only' * turn.stock_only}"


def _phase(deal: Deal) -> str:  # noqa: C901, PLR0911, PLR0912 - one line for each phase
    match deal.phase:
        case TurningUp(slot):
            return f"upcard {slot}"
        case CutOffered(slot):
            return f"cut_offered {slot}"
        case Lifting(bottom, slot):
            return f"lifting {bottom} {slot}"
        case Blitz(winner):
            return f"blitz {winner}"
        case InTurn():
            return "turn"
        case Calling(waiting, callers, drawing):
            return f"call {_list(waiting)} {_list(callers)} {drawing:d}"
        case Cutting(depth):
            return f"cut {depth}"
        case Holding(waiting, calls):
            return f"hold {_list(waiting)} {calls:d}"
        case Rearranging():
            return "rearrange"
        case Reshuffling(then_draw, caller, then_calls):
            return f"reshuffle {then_draw:d}{'' if caller is None else f' {caller}'}{' calls' * then_calls}"
        case Showing(winner, how, opened, closed):
            return f"show {winner} {how} {_opened(opened)} {_by_seat(closed)}"
        case Counted(winner, how, opened, closed):
            return f"counted {winner} {how} {_opened(opened)} {_by_seat(closed)}"
        case Voided(reason):
            return f"voided {reason}"


def _opened(opened: tuple[tuple[SeatNumber, tuple[Shown, ...]], ...]) -> str:
    return ";".join(f"{seat}={_shown(hand)}" for seat, hand in opened) or "-"


def _pile_event(event: PileEvent) -> str:
    match event:
        case TurnedUp(card, first):
            return f"up:{first}:{card}"
        case Took(seat, card, must_use):
            return f"took:{seat}:{card}:{must_use:d}"
        case CallGranted(seat, card, calls, drawn, stock):
            return f"called:{seat}:{card}:{calls}:{drawn}:{stock}"
        case Returned(seat, card):
            return f"returned:{seat}:{card}"
        case Discarded(seat, card, left, announced):
            return f"discarded:{seat}:{card}:{left}:{'-' if announced is None else announced}"
        case StockReshuffled(cards, upcard):
            return f"reshuffled:{cards}:{upcard}"
