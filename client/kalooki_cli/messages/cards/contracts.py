"""What one must know to sit down where each deal has its contract."""

from collections.abc import Iterator

from kalooki.rules.variant import PackRule, Variant
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.cards.fact import Fact
from kalooki_cli.messages.contracts import briefly, speaks_in_figures
from kalooki_cli.messages.talk import plural


def contract_facts(v: Variant) -> Iterator[Fact]:
    """One screen of them."""
    yield Fact(_("Cards"), _packs(v), ("jokers",))
    yield Fact(_("Deals"), _deals(v), ("first_three_deal_12", "baby_deal_8", "sa_order"))
    yield Fact(_("Turn"), _TURN[v.out_without_discard])
    yield from _melds(v)
    yield Fact(_("First lay"), _first_lay(v), ("half_safe", "round7_two_jokers"))
    yield Fact(_("Then"), _then(v), ("extra_melds", "joker_tack_any", "sa_kaluki"))
    yield Fact(_("Discards"), _PILE[v.pile_after_lay])
    if v.max_calls:
        yield _calls(v)
    yield Fact(_("Jokers"), _JOKERS[v.joker_exchange], ("joker_move_low_when_full",))
    yield Fact(_("Going out"), _OUT[v.out_without_discard], ("joker_discard", "sa_blitz_discard"))
    yield Fact(_("Score"), _score(v))
    if v.bend != "off":
        yield Fact(_("Bending"), _bending(v), ("bend", "bend_bonus"))
    if v.points_price:
        yield Fact(_("Money"), _money(v), ("sa_blitz_double", "sa_four_pairs"))
    if v.dealer_cut == "simulated":
        text = _("the dealer may cut before the first draw; the right number is -50")
        yield Fact(_("Cut"), text, ("dealer_cut", "dealer_cut_count"))
    yield Fact(_("Wins"), _wins(v), ("tie",))


def _packs(v: Variant) -> str:
    """Packs and jokers by the number of players."""
    parts: list[str] = []
    least = v.min_players
    for rule in v.packs:
        first = _("{packs} packs and {jokers} jokers ({least}-{most} players)")
        text = _("{packs} and {jokers} ({least}-{most})") if parts else first
        parts.append(text.format(packs=rule.packs, jokers=_jokers(v, rule), least=least, most=rule.up_to_players))
        least = rule.up_to_players + 1
    return ", ".join(parts)


def _jokers(v: Variant, rule: PackRule) -> int:
    return v.jokers if rule.jokers is None else rule.jokers


def _deals(v: Variant) -> str:
    """The contracts in their order, each with the cards that are dealt."""
    sizes = [v.hand_size(v.min_players, number) for number in range(1, len(v.contracts) + 1)]
    names = [briefly(v, one) for number in range(1, len(v.contracts) + 1) if (one := v.contract(number)) is not None]
    if len(set(sizes)) == 1:
        return _("{size} cards each: {names}").format(size=sizes[0], names="; ".join(names))
    first = _("contract {name} ({size} cards)").format(name=names[0], size=sizes[0])
    rest = (f"{name} ({size})" for name, size in zip(names[1:], sizes[1:], strict=True))
    return ", ".join([first, *rest])


def _melds(v: Variant) -> Iterator[Fact]:
    spoken = speaks_in_figures(v)
    a_set = _("A {size} (set)").format(size=v.set_min) if spoken else _("Set")
    a_run = _("A {size} (run)").format(size=v.run_min) if spoken else _("Run")
    suits = _("3 or 4 cards of one rank, all suits different: 7S 7H 7D")
    free = _("3 or more of one rank, any suits, 2 of them no jokers: 7S 7S 7D")
    yield Fact(a_set, suits if v.set_suits_differ else free)
    text = _("{size} or more in sequence in one suit: {cards}; ace high or low")
    yield Fact(a_run, text.format(size=v.run_min, cards="7S 8S 9S TS"[: 3 * v.run_min - 1]))


def _first_lay(v: Variant) -> str:
    if any(contract.exactly for contract in v.contracts):
        text = _("exactly what the deal asks for, and nothing else in that turn; {jokers}")
        return text.format(jokers=_first_jokers(v))
    return _("the whole contract at once; your 3s differ in rank, your 4s in suit")


def _first_jokers(v: Variant) -> str:
    if v.half_safe == "never":
        return _("at most one joker in it")
    return _("at most one joker in it, for a card of which another was laid or thrown away")


def _then(v: Variant) -> str:
    if v.joker_exchange == "release":
        return _("from your next turn on new melds, and cards laid off on any meld")
    jokers = _("on any meld") if v.joker_tack_any else _("on any meld (jokers on your own)")
    if v.extra_melds:
        return _("cards laid off {where}, and further melds").format(where=jokers)
    return _("cards laid off {where}, no further melds").format(where=jokers)


def _calls(v: Variant) -> Fact:
    text = _CALLS[v.call_turn or "before_draw"]
    often = plural(v.max_calls, _("once"), _("{count} times").format(count=v.max_calls))
    return Fact(_LABELS[v.call_turn or "before_draw"], text.format(often=often, price=v.call_price), ("max_calls",))


def _score(v: Variant) -> str:
    return _("the others count their cards: {hands}").format(hands=hand_words(v))


def hand_words(v: Variant) -> str:
    """What cards cost in a hand."""
    aces = _("ace {ace}").format(ace=v.values.black_ace)
    if v.values.black_ace != v.values.red_ace:
        aces = _("black ace {black}, red ace {red}").format(black=v.values.black_ace, red=v.values.red_ace)
    text = _("joker {joker}, {aces}, K Q J T 10, the rest their number")
    return text.format(joker=v.values.joker, aces=aces)


def _bending(v: Variant) -> str:
    text = _BENDING[v.bend]
    return text + (_("; he gets {bonus}").format(bonus=v.bend_bonus) if v.bend_bonus else "")


def _money(v: Variant) -> str:
    text = _("in cents: {stake} each to the kitty; to who goes out 10 for every 10 points begun; a blitz more")
    return text.format(stake=v.stakes.initial)


def _wins(v: Variant) -> str:
    text = _("the lowest total after deal {deals}; equal totals {tie}")
    if v.points_price:
        text = _("the lowest total after deal {deals} takes the kitty; equal totals {tie}")
    ties = {"shared": _("share the victory"), "extra_hand": _("play the last deal again")}
    return text.format(deals=v.hands_per_game, tie=ties[v.tie or "shared"])


_TURN = {
    False: _("draw one card, lay if you can, discard one card, no joker"),
    True: _("draw one card, lay if you can, discard one card"),
}
_PILE = {
    "locked": _("before your first lay you may take the top one; then only the stock"),
    "open": _("in your turn you may always take the top one"),
}
_LABELS = {"before_draw": _("Calls"), "after_stock_draw": _("Buying")}
_CALLS = {
    "before_draw": _(
        "who has not laid may call a discard before the next player draws, and gets it with a card from the stock;"
        " {often} a deal"
    ),
    "after_stock_draw": _(
        "if the player in turn draws from the stock, the next clockwise may buy the discard, with a card from the"
        " stock, for {price} cents; {often} a deal"
    ),
}
_JOKERS = {
    "move_up": _(
        "never side by side in a run; the real card takes a joker's place there, and the joker moves up in it"
    ),
    "release": _("the real card takes a joker's place in a set of 3 or a run; the joker goes into your hand"),
}
_OUT = {
    False: _("discard your last card, no joker"),
    True: _("lay all your cards, or all but one and discard it"),
}
_BENDING = {
    "first": _("go out in the turn of your first lay, when nobody else has laid: the others' points double"),
    "any_player": _("go out in the turn of your first lay: the others' points double"),
}
