"""Money that changes hands while a deal is played; it is paid if the deal counts."""

from dataclasses import replace

from kalooki.cards import SeatNumber
from kalooki.rules.deal import Deal, added
from kalooki.rules.events import Event, PaidIn
from kalooki.rules.stock import Outcome


def pay_in(deal: Deal, seat: SeatNumber, price: int, why: str) -> Outcome:
    """A seat pays into the kitty, if there is a price."""
    events: tuple[Event, ...] = (PaidIn(seat, price, why),) if price else ()
    return (replace(deal, paid=added(deal.paid, seat, -price)) if price else deal), events


def collect(deal: Deal, seat: SeatNumber) -> Deal:
    """Each of the others pays the seat what a show is worth."""
    price, paid = deal.variant.show_price, deal.paid
    for other in deal.seats:
        paid = added(paid, other, price * (len(deal.seats) - 1) if other == seat else -price)
    return replace(deal, paid=paid)
