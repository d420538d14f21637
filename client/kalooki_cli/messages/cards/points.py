"""What one must know to sit down where points are the gate of the first lay."""

from collections.abc import Iterator

from kalooki.rules.variant import Variant
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.cards.fact import Fact
from kalooki_cli.messages.talk import money_unit


def points_facts(v: Variant) -> Iterator[Fact]:
    """One screen of them."""
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
        _("the others count their hands: {hands}; {limit}").format(hands=_hands(v), limit=limit_words(v)),
        ("limit", "elim_at"),
    )
    yield Fact(_("Buy-in"), _buy_ins(v), ("buy_ins", "buy_in_price", "stakes"))
    s, unit = v.stakes, v.stake_unit
    yield Fact(
        _("Money"),
        _(
            "in {unit}: {initial} each to the pool; to the winner of a deal {call} (the call-up), by kalooki {kalooki}"
        ).format(unit=money_unit(2, unit), initial=s.initial, call=s.call_up, kalooki=s.kalooki),
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


def limit_words(v: Variant) -> str:
    """When a player is out."""
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
