"""The rule card of a table: the variant in our own words, from its numbers, with the house rules marked."""

from collections.abc import Iterator
from dataclasses import dataclass
from gettext import gettext as _

from kalooki.rules.options import allowed_for, value_text
from kalooki.rules.registry import presets
from kalooki.rules.variant import Variant
from kalooki_cli.invoked import program
from kalooki_cli.messages.talk import plural
from kalooki_cli.text import wrap

MARK = "*"
LABEL = 12


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the card, and the options from which it follows."""

    label: str
    text: str
    options: tuple[str, ...] = ()


def facts(variant: Variant, columns: int = 80) -> list[str]:
    """One screen: what one must know to sit down."""
    house = house_rules(variant)
    head = _("{name} Kalooki").format(name=variant.key.replace("_", " ").title())
    lines = [head + (_(" with house rules ({mark})").format(mark=MARK) if house else "")]
    for fact in _key_facts(variant):
        lines += _fitted(fact, house, columns)
    return lines


def details(variant: Variant, columns: int = 80) -> list[str]:
    """Everything that the variant decides, in the order in which a deal needs it."""
    house = house_rules(variant)
    lines: list[str] = []
    label = ""
    for fact in _details(variant):
        if fact.label != label:
            label = fact.label
            lines += ["", label]
        mark = MARK if house.keys() & set(fact.options) else " "
        lines += wrap(f"{mark} - {fact.text}", columns, "    ")
    if house:
        lines += ["", _("House rules of this table ({mark}):").format(mark=MARK)]
        lines += [f"  {option} = {value}" for option, value in house.items()]
    return lines


def variant_lines(columns: int = 80) -> list[str]:
    """Every variant by its key, and how to see more of it."""
    lines = []
    for key, variant in presets().items():
        players = _("{least} to {most} players").format(least=variant.min_players, most=variant.max_players)
        need = _("first lay {need} points").format(need=variant.initial_min)
        aim = _("to {target} points").format(target=variant.na_target) if variant.na_target else _limit(variant)
        lines += wrap(f"  {key}: {players}; {need}; {aim}", columns, "      ")
    return [
        *lines,
        "",
        *wrap(
            _("{kalooki} rules VARIANT shows one, with --options its house rules.").format(kalooki=program()), columns
        ),
    ]


def option_lines(variant: Variant, columns: int = 80) -> list[str]:
    """Every house rule of the variant: its value in force, and what it may be."""
    house, preset = house_rules(variant), presets().get(variant.key, variant)
    lines = wrap(
        _("House rules of {key}, set by --house OPTION=VALUE: what each is, and in brackets what it may be").format(
            key=variant.key
        ),
        columns,
    )
    for option in variant.choices:
        mark = MARK if option in house else " "
        value = value_text(getattr(variant, option))
        text = f"{mark} {option} = {value} ({allowed_for(preset, option)})"
        lines += wrap(text, columns, "      ")
    return lines


def house_rules(variant: Variant) -> dict[str, str]:
    """The options in which it differs from its preset, as in `--house`."""
    preset = presets().get(variant.key, variant)
    return {
        option: value_text(getattr(variant, option))
        for option in variant.choices
        if getattr(variant, option) != getattr(preset, option)
    }


def _fitted(fact: Fact, house: dict[str, str], columns: int) -> list[str]:
    mark = MARK if house.keys() & set(fact.options) else " "
    label = f"{mark} {fact.label}".ljust(LABEL)
    first, *rest = wrap(fact.text, max(columns - LABEL - 1, LABEL))
    return [f"{label} {first}"[:columns].rstrip(), *(f"{'':{LABEL}} {line}"[:columns].rstrip() for line in rest)]


def _key_facts(v: Variant) -> Iterator[Fact]:
    yield Fact(
        _("Cards"),
        _("two packs and {jokers} jokers; {dealt}").format(jokers=v.jokers, dealt=_dealt(v)),
        ("jokers", "max_players", "na_deal"),
    )
    yield Fact(_("Turn"), _("draw one card, lay if you like, discard one card"))
    suits = _("a suit may come twice: 7S 7S 7D") if v.na_duplicate_suits else _("all suits different: 7S 7H 7D")
    yield Fact(_("Set"), _("3 or 4 cards of one rank, {suits}").format(suits=suits), ("na_duplicate_suits",))
    low = _("; the ace is high or low") if v.ace_low else _("; the ace is high only: QH KH AH")
    yield Fact(_("Run"), _("3 or more in one suit, in sequence: 7S 8S 9S") + low, ("ace_low",))
    worth = _("A {ace}, K Q J 10 ten each, joker as what it stands for").format(ace=v.values.laid_ace)
    yield Fact(_("First lay"), _FIRST_LAY[v.builds_count].format(need=v.initial_min, worth=worth), ("initial_min",))
    yield Fact(_("Discards"), _PILE_BRIEF[v.pre_meld_discard] + _FREE[v.first_turn], _PILE)
    yield Fact(_("Then"), _("new melds of any value, lay off on every meld, take jokers for the cards they stand for"))
    yield Fact(_("Going out"), _GOING_OUT[v.out_without_discard], ("out_without_discard",))
    yield Fact(_("Announce"), _DECLARE[v.declare], ("declare",))
    if v.na_scoring is not None:
        text = _TO_TARGET[v.na_scoring].format(hands=_hands(v), target=v.na_target)
        yield Fact(_("Score"), text, ("na_scoring", "na_target"))
        return
    yield Fact(
        _("Score"),
        _("the others count their hands: {hands}; {limit}").format(hands=_hands(v), limit=_limit(v)),
        ("limit", "elim_at"),
    )
    yield Fact(_("Buy-in"), _buy_ins(v), ("buy_ins", "buy_in_price", "stakes"))
    s, unit = v.stakes, v.stake_unit
    yield Fact(
        _("Money"),
        _(
            "in {unit}: {initial} each to the pool; to the winner of a deal {call} (the call-up), by kalooki {kalooki}"
        ).format(unit=plural(2, unit, f"{unit}s"), initial=s.initial, call=s.call_up, kalooki=s.kalooki),
        ("stakes", "kalooki_adds", "stake_unit"),
    )
    yield Fact(_("Kalooki"), _("to go out in one turn, with nothing laid before"))
    yield Fact(_("Wins"), _("who is left when all others are out takes the whole pool"))


_FIRST_LAY = {
    False: _("{need} points or more in new melds at once ({worth})"),
    True: _("{need} points or more at once, a new meld and what else you lay or lay off with it ({worth})"),
}
_GOING_OUT = {
    False: _("discard your last card; a lay always leaves one card"),
    True: _("lay or discard your last card"),
}
_TO_TARGET = {
    "winner": _(
        "who goes out scores what the others hold ({hands}), they score nothing; who first has {target} wins the game"
    ),
    "penalty": _("the others count their hands: {hands}; as soon as one has {target}, the lowest total wins the game"),
    "per_hand": _(
        "the others pay who goes out 1 for each card and 2 for each joker they hold, twice that if he laid all in one"
        " turn; who first has won {target} wins the game"
    ),
}
_PILE_BRIEF = {
    "use_in_meld": _("before your first lay, only a card that goes into it at once; afterwards freely"),
    "meld_this_turn": _("before your first lay, only if you lay in the same turn; afterwards freely"),
    "never": _("closed until your first lay; afterwards freely"),
}
_PILE = ("pre_meld_discard", "discard_must_be_used", "first_turn")
_FREE = {
    "first_player": _("; whoever begins a deal may take the upcard"),
    "first_round": _("; in one's first turn, too"),
    "none": "",
}
_DECLARE = {
    "off": _("nothing needs to be announced"),
    "last_card": _("with your last card left, say so as you discard; else you may not go out next turn"),
    "three_or_fewer": _("with 3, 2 or 1 cards left, say how many as you discard; else you may not go out next turn"),
    "always": _("with every discard, say how many cards you have left; else you may not go out next turn"),
}
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
_EXHAUST = {
    "reshuffle_once": _(
        "When the stock runs out, all shuffle the discard pile, except its top card, into a new one; the second time"
        " the deal does not count, and the same dealer deals again."
    ),
    "no_reshuffle": _("When the stock runs out, the deal does not count, and the same dealer deals again."),
    "unlimited": _("Whenever the stock runs out, all shuffle the discard pile, except its top card, into a new one."),
}


def _dealt(v: Variant) -> str:
    """How many cards, for the numbers of players between which it stays the same."""
    sizes = [(v.hand_size(players, 1), players) for players in range(v.min_players, v.max_players + 1)]
    groups = [
        (size, [players for one, players in sizes if one == size]) for size in dict.fromkeys(one for one, _ in sizes)
    ]
    if len(groups) == 1:
        return _("each is dealt {size}, {least} to {most} players").format(
            size=groups[0][0], least=v.min_players, most=v.max_players
        )
    parts = [
        _("{size} with {players}").format(
            size=size, players=_("{first} to {last}").format(first=some[0], last=some[-1])
        )
        if len(some) > 1
        else _("{size} with {players}").format(size=size, players=some[0])
        for size, some in groups
    ]
    return _("each is dealt {sizes} players").format(sizes=", ".join(parts))


def _hands(v: Variant) -> str:
    """What cards cost in a hand."""
    text = _("joker {joker}, ace {ace}, court cards and tens 10")
    return text.format(joker=v.values.joker, ace=v.values.black_ace)


def _limit(v: Variant) -> str:
    text = _("who passes {limit} is out") if v.elim_at == "over" else _("who reaches {limit} is out")
    return text.format(limit=v.limit)


def _buy_ins(v: Variant) -> str:
    if v.buy_ins == 0:
        return _("none: who is out stays out")
    often = _("as often as he likes") if v.buy_ins == "unlimited" else _("at most {n} times").format(n=v.buy_ins)
    return _(
        "who is out may pay {price} to the pool, {often}, and goes on with the highest score still in, if two"
        " others are still in"
    ).format(price=v.buy_in_price, often=often)


def _details(v: Variant) -> Iterator[Fact]:
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
    yield Fact(here, _EXHAUST[v.stock_exhaust], ("stock_exhaust", "exhaust"))
    if v.turn_cap:
        text = _("A deal does not count after {cap} turns.").format(cap=v.turn_cap)
        yield Fact(here, text, ("turn_cap", "stock_exhaust"))
    if v.kalooki_double:
        yield Fact(here, _("After a kalooki the points of all others are doubled."), ("kalooki_double",))
    if v.na_scoring is not None:
        return
    adds = _("besides the stake for going out") if v.kalooki_adds else _("instead of the stake for going out")
    yield Fact(here, _("The kalooki stake is paid {how}.").format(how=adds), ("kalooki_adds",))
    yield Fact(here, _("Buy-ins are offered in turn, beginning on the left of the winner of the deal."))
