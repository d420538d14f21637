"""The stock: its top card, the reshuffle of the discard pile, and the deal that does not count."""

from kalooki.cards import SeatNumber, Slot
from kalooki.rules.changing import maker, replace
from kalooki.rules.deal import CutOffered, Deal, InTurn, Lifting, Reshuffling, TurningUp, Voided, phase_word
from kalooki.rules.errors import NotNowError, WrongSlotsError
from kalooki.rules.events import DealVoided, Drew, Event, StockRanOut, StockReshuffled

_drew = maker(Drew)

Outcome = tuple[Deal, tuple[Event, ...]]
"""The deal after something happened, and what came of it."""


def hands_with(deal: Deal, seat: SeatNumber, hand: tuple[Slot, ...]) -> tuple[tuple[Slot, ...], ...]:
    """All hands, with that of one seat replaced."""
    return (*deal.hands[:seat], hand, *deal.hands[seat + 1 :])


def top_of_stock(deal: Deal) -> Outcome:
    """The player in turn gets the top card."""
    seat = deal.turn.seat
    after = replace(
        deal,
        hands=hands_with(deal, seat, (*deal.hands[seat], deal.stock[0])),
        stock=deal.stock[1:],
        turn=replace(deal.turn, has_drawn=True),
    )
    return after, (_drew(seat, len(after.stock)),)


def run_out(deal: Deal, *, then_draw: bool, caller: SeatNumber | None = None, then_calls: bool = False) -> Outcome:
    """No stock is left: the discard pile becomes it, or the deal does not count."""
    if not may_reshuffle(deal):
        return void(deal, "stock_ran_out")
    if len(deal.pile) <= 1:
        return void(deal, "nothing_to_reshuffle")
    return replace(deal, phase=Reshuffling(then_draw, caller, then_calls)), (StockRanOut(len(deal.pile) - 1),)


def may_reshuffle(deal: Deal) -> bool:
    """Whether the discard pile may become the stock once more."""
    match deal.variant.stock_exhaust:
        case "reshuffle_once":
            return deal.reshuffles == 0
        case "no_reshuffle":
            return False
        case "unlimited":
            return True


def void(deal: Deal, reason: str) -> Outcome:
    """The deal does not count; an upcard that nobody has seen yet lies in the stock again."""
    match deal.phase:
        case TurningUp(upcard) | CutOffered(upcard):
            deal = replace(deal, stock=(upcard, *deal.stock))
        case Lifting(bottom, upcard):
            deal = replace(deal, stock=(upcard, *deal.stock, bottom))
        case _:
            pass
    return replace(deal, phase=Voided(reason)), (DealVoided(deal.number, deal.attempt, reason),)


def restock(deal: Deal, slots: tuple[Slot, ...]) -> Outcome:
    """The shuffled pile is the stock; what waited for it is the caller's business.

    Raises:
        NotNowError: Nothing is being shuffled.
        WrongSlotsError: Not one new slot for each card.
    """
    if not isinstance(deal.phase, Reshuffling):
        raise NotNowError(phase_word(deal))
    if len(set(slots)) != len(deal.pile) - 1 or len(slots) != len(set(slots)) or min(slots) < deal.next_slot:
        raise WrongSlotsError(len(deal.pile) - 1, len(slots))
    reshuffled = StockReshuffled(len(slots), deal.pile[-1].card)
    after = replace(
        deal,
        stock=slots,
        pile=deal.pile[-1:],
        reshuffles=deal.reshuffles + 1,
        next_slot=Slot(max(slots) + 1),
        history=(*deal.history, reshuffled),
        phase=InTurn(),
    )
    return after, (reshuffled,)
