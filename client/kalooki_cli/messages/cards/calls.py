"""Who may have a discard out of turn, how, and what it costs."""

from collections.abc import Iterator

from kalooki.rules.variant import Variant
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.cards.fact import Fact
from kalooki_cli.messages.talk import cards_left, plural

THOUSAND = 1000


def call_facts(v: Variant) -> Iterator[Fact]:
    """Calls before the draw, or the sale after it."""
    if not v.max_calls:
        yield Fact(_("Calls"), _("Nobody gets a discard out of turn."), ("max_calls",))
    elif v.call_turn == "before_draw":
        yield from _calls(v)
    else:
        yield from _buys(v)


def _calls(v: Variant) -> Iterator[Fact]:
    here = _("Calls")
    text = _("Anybody may call a discard who has not laid, except the player who threw it away and the one in turn.")
    yield Fact(here, text)
    yield Fact(here, _limit(v), ("call_window_ms",))
    text = _(
        "The player in turn allows the call, and draws from the stock; or he refuses it and takes the card himself."
    )
    yield Fact(here, text)
    yield Fact(here, _("Who has laid cannot take the card, and so must allow the call."))
    text = _("The caller takes the discard and {more} from the stock; he may neither lay nor discard until his turn.")
    yield Fact(here, text.format(more=cards_left(v.call_penalty_cards)))
    yield Fact(here, _PRIORITY[v.call_priority or "clockwise"], ("call_priority",))
    often = plural(v.max_calls, _("once"), _("{count} times").format(count=v.max_calls))
    text = _("Each may call {often} in a deal; only calls that were allowed count. There is one call a turn.")
    yield Fact(here, text.format(often=often), ("max_calls",))
    upcard = _("The upcard of the deal may be called, too.") if v.upcard_callable else _("The upcard cannot be called.")
    yield Fact(here, upcard, ("upcard_callable",))
    yield Fact(here, _("Where too few cards would be left to draw, nobody can call."))


def _limit(v: Variant) -> str:
    if not v.call_window_ms:
        return _("A call is made before the player in turn draws; his draw ends it.")
    return _("There are {seconds} seconds for it; the player in turn may take the card at once.").format(
        seconds=f"{v.call_window_ms / THOUSAND:g}"
    )


def _buys(v: Variant) -> Iterator[Fact]:
    here = _("Buying")
    yield Fact(here, _("The player in turn has the first right to the discard, and pays nothing for it."))
    text = _(
        "If he draws from the stock, the first clockwise after him who wants the discard buys it for {price} cents,"
        " with {more} from the stock; then the player in turn goes on."
    )
    yield Fact(here, text.format(price=v.call_price, more=cards_left(v.call_penalty_cards)))
    yield Fact(here, _("Nobody buys what he threw away himself; who buys neither lays nor discards before his turn."))
    often = plural(v.max_calls, _("once"), _("{count} times").format(count=v.max_calls))
    yield Fact(here, _("Each may buy {often} in a deal.").format(often=often), ("max_calls",))
    if v.call_window_ms:
        text = _("There are {seconds} seconds for it.").format(seconds=f"{v.call_window_ms / THOUSAND:g}")
        yield Fact(here, text, ("call_window_ms",))


_PRIORITY = {
    "clockwise": _("If several call, the first of them clockwise from the player in turn has the card."),
    "judge": _("If several call, the player in turn says who was first."),
    "first": _("If several call, the first call on the record has the card."),
}
