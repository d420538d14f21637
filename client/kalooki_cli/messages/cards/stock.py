"""What becomes of a deal in which the stock runs out."""

from collections.abc import Iterator

from kalooki.rules.variant import Variant
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.cards.fact import Fact

_EXHAUST = {
    "reshuffle_once": _(
        "When the stock runs out, all shuffle the discard pile, except its top card, into a new one; the second time"
        " the deal does not count, and the same dealer deals again."
    ),
    "no_reshuffle": _("When the stock runs out, the deal does not count, and the same dealer deals again."),
    "unlimited": _("Whenever the stock runs out, all shuffle the discard pile, except its top card, into a new one."),
}
_WHEN = {
    "eager": _("The stock has run out at the end of the turn in which its last card was drawn."),
    "lazy": _("The stock has run out when a card is to be drawn and there is none."),
}


def stock_facts(v: Variant, here: str) -> Iterator[Fact]:
    """When it has run out, and what then."""
    yield Fact(here, _EXHAUST[v.stock_exhaust], ("stock_exhaust",))
    yield Fact(here, _WHEN[v.exhaust], ("exhaust",))
    if v.turn_cap:
        text = _("A deal does not count after {cap} turns.").format(cap=v.turn_cap)
        yield Fact(here, text, ("turn_cap", "stock_exhaust"))
