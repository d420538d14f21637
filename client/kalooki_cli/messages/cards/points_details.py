"""Everything that a game decides in which points are the gate of the first lay."""

from collections.abc import Iterator

from kalooki.rules.variant import Variant
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.cards.fact import Fact
from kalooki_cli.messages.cards.stock import stock_facts


def points_details(v: Variant) -> Iterator[Fact]:
    """In the order in which a deal needs it."""
    yield from _detail_draw(v)
    yield from _detail_melds(v)
    yield from _detail_jokers(v)
    yield from _detail_end(v)


def _detail_draw(v: Variant) -> Iterator[Fact]:
    here = _("Seats, deal and draw")
    yield Fact(here, _("Seats are drawn from a small deck that all shuffle: the ace deals first and picks a seat."))
    yield Fact(here, _("The others sit clockwise from the ace in rank order; the deal passes to the left."))
    yield Fact(here, _("The joint shuffle is the cut: no one can know or choose where a card lies."))
    yield Fact(here, _FIRST_TURN[v.first_turn], ("first_turn",))
    yield Fact(
        here,
        _("A discard taken for the first lay is used in the very next lay, or given back; then draw from the stock."),
        ("pre_meld_discard",),
    )
    yield Fact(here, _MUST_USE[v.discard_must_be_used], ("discard_must_be_used",))
    if v.no_immediate_rediscard:
        text = _("A card just taken from the pile may not be discarded in the same turn.")
        yield Fact(here, text, ("no_immediate_rediscard",))


def _detail_melds(v: Variant) -> Iterator[Fact]:
    here = _("Melds")
    yield Fact(here, _("A set of four is closed. A run never goes round the corner (K A 2)."))
    yield Fact(here, _("Six cards in sequence may lie as one run or as two, as you like."))
    if v.ace_low:
        text = _("An ace below a two counts {value} when laid.").format(value=v.low_ace_meld_value)
        yield Fact(here, text, ("ace_low", "low_ace_meld_value"))
    yield Fact(here, _JOKERS[v.max_jokers_per_meld], ("max_jokers_per_meld",))
    yield Fact(
        here, _("A joker in a run is the card of its place for ever; beside one natural only, jokers are declared.")
    )
    if v.kalooki_waives_min:
        text = _("Who goes out in one turn needs no {need} points.").format(need=v.initial_min)
        yield Fact(here, text, ("kalooki_waives_min",))
    here = _("Laying off")
    yield Fact(here, _LAYING_OFF[v.builds_count])
    yield Fact(here, _BUILD[v.build_limit], ("build_limit",))


def _detail_jokers(v: Variant) -> Iterator[Fact]:
    here = _("Taking jokers")
    whose = _("from the melds of the others") if v.na_joker_others_only else _("from anybody's melds")
    text = _("Only after your own first lay, {whose}.").format(whose=whose)
    yield Fact(here, text, ("swap_same_turn", "na_joker_others_only"))
    if not v.swap_same_turn:
        yield Fact(here, _("Not in the turn of your first lay."), ("swap_same_turn",))
    yield Fact(here, _("A joker in a run is released by the card that it stands for."))
    if v.joker_interior_only:
        yield Fact(here, _("Only a joker between two cards of a run can be taken."), ("joker_interior_only",))
    if v.joker_set == "one" and v.na_duplicate_suits:
        yield Fact(
            here, _("A joker in a set is released by any card of the rank."), ("joker_set", "na_duplicate_suits")
        )
    elif v.joker_set is not None:
        yield Fact(here, _JOKER_SET[v.joker_set], ("joker_set",))
    yield Fact(here, _REUSE[v.joker_reuse], ("joker_reuse", "na_joker_to_hand"))


def _detail_end(v: Variant) -> Iterator[Fact]:
    here = _("The end of a deal")
    if v.na_scoring in {"winner", "per_hand"}:
        yield Fact(here, _("Every card that is left in a hand counts, complete melds too."))
    else:
        yield Fact(here, _("The winner counts nothing; the others count every card in hand, complete melds too."))
    yield from stock_facts(v, here)
    if v.kalooki_double:
        yield Fact(here, _("After a kalooki the points of all others are doubled."), ("kalooki_double",))
    if v.na_scoring is not None:
        return
    adds = _("besides the stake for going out") if v.kalooki_adds else _("instead of the stake for going out")
    yield Fact(here, _("The kalooki stake is paid {how}.").format(how=adds), ("kalooki_adds",))
    yield Fact(here, _("Buy-ins are offered in turn, beginning on the left of the winner of the deal."))


_FIRST_TURN = {
    "first_player": _("In the very first turn of a deal the upcard may be taken freely."),
    "first_round": _("In everybody's first turn the top discard may be taken freely."),
    "none": _("There is no free first turn."),
}
_MUST_USE = {
    "no": _("After your first lay you may take the top discard and keep it."),
    "meld_or_build": _("After your first lay a discard that you take must be laid or laid off in the same turn."),
    "new_meld": _("After your first lay a discard that you take must go into a new meld in the same turn."),
}
_LAYING_OFF = {
    False: _("Only after your own first lay, in your turn, on any meld; it does not count to the first lay."),
    True: _("In your turn, on any meld; together with a new meld of your own it counts to the first lay."),
}
_BUILD = {
    "per_end": _("In one turn at most two cards go on the same end of a run; more of them make a run of their own."),
    "total": _("In one turn at most two cards go on one run."),
    "off": _("Any number of cards may be laid off on a run."),
}
_JOKER_SET = {
    "all_missing": _(
        "A joker in a set is released by all missing suits together, two cards; one card alone closes the set, and the"
        " joker stays for ever."
    ),
    "one": _("A joker in a set is released by one missing suit."),
    "declared": _("A joker in a set is released by the very card that it was said to be."),
}
_REUSE = {
    "new_meld": _("A released joker goes into a new meld in the same lay."),
    "meld_or_build": _("A released joker is used in the same lay, in a new meld or laid off."),
    "hand": _("A released joker goes into the hand."),
}
_JOKERS = {
    "any": _("A meld may hold any number of jokers beside at least one natural card."),
    "one_per_set_two_per_run": _("A set may hold one joker, a run two."),
    "fewer_than_naturals": _("A meld holds fewer jokers than natural cards."),
}
