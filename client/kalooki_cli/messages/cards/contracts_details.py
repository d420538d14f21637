"""Everything that a game decides in which each deal has its contract."""

from collections.abc import Iterator

from kalooki.rules.cutting import wanted
from kalooki.rules.variant import Variant
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.cards.calls import call_facts
from kalooki_cli.messages.cards.fact import Fact
from kalooki_cli.messages.cards.stock import stock_facts
from kalooki_cli.messages.talk import plural


def contract_details(v: Variant) -> Iterator[Fact]:
    """In the order in which a deal needs it."""
    yield from _deal(v)
    yield from call_facts(v)
    yield from _lay(v)
    yield from _tack(v)
    yield from _jokers(v)
    yield from _turn_ends(v)
    yield from _challenges(v)
    yield from _counting(v)


def _deal(v: Variant) -> Iterator[Fact]:
    here = _("Seats, deal and draw")
    yield Fact(here, _("Seats are drawn from a small deck that all shuffle: the ace deals first and picks a seat."))
    yield Fact(here, _("The others sit clockwise from the ace in rank order; the deal passes to the left."))
    yield Fact(here, _("Play goes clockwise; who sits on the dealer's left begins, and may take the upcard."))
    if v.first_three_deal_12:
        yield Fact(here, _("In the first three deals each is dealt 12 cards."), ("first_three_deal_12",))
    if v.baby_deal_8:
        yield Fact(here, _("In every deal each is dealt 8 cards."), ("baby_deal_8",))
    yield Fact(here, _PILE[v.pile_after_lay])
    if v.dealer_cut == "simulated":
        yield from _cut(v, here)
    if v.no_immediate_rediscard:
        text = _("A card just taken from the pile may not be discarded in the same turn.")
        yield Fact(here, text, ("no_immediate_rediscard",))


def _cut(v: Variant, here: str) -> Iterator[Fact]:
    options = ("dealer_cut", "dealer_cut_count")
    text = _(
        "Before the first draw the dealer may say once how many cards he means to lift. A number from -10 to 10, drawn"
        " from a deck that all shuffle, is added. If that is {right}, the dealer gets -50 points."
    )
    right = _("as many cards as are dealt to all players together ({cards} in the first deal with {players} players)")
    if v.dealer_cut_count == "cards_and_upcard":
        right = _("one more than all cards dealt to the players ({cards} in the first deal with {players} players)")
    players = v.min_players
    yield Fact(here, text.format(right=right.format(cards=wanted(v, players, 1), players=players)), options)


def _lay(v: Variant) -> Iterator[Fact]:
    here = _("The first lay")
    if v.joker_exchange == "release":
        yield from _exact_lay(v, here)
        return
    yield Fact(here, _("It holds all melds of the contract, in one turn; a meld may have more cards than it must."))
    if v.set_min_naturals > 1:
        text = _("A 3 has at least two cards that are no jokers: 7S 7H JK, but not 9S JK JK.")
        yield Fact(here, text)
    yield Fact(here, _("A 4 never goes round the corner (K A 2); it has 13 cards at most, and no two jokers touch."))
    yield Fact(here, _("The 3s of one player are of different ranks, the 4s of different suits."))
    one = _("A run of a whole suit stands for one 4 only.")
    all_three = _(
        "Where the contract has three 4s, one run of a whole suit, 13 cards, may stand for all of them. With it the"
        " suits of your runs need not differ."
    )
    if "full_suit" in v.choices:
        yield Fact(here, all_three if v.full_suit else one, ("full_suit",))
    if v.extra_melds:
        yield Fact(here, _("With it and after it you may lay further melds."), ("extra_melds",))


def _exact_lay(v: Variant, here: str) -> Iterator[Fact]:
    yield Fact(here, _("It is exactly what the deal asks for. In that turn you lay nothing else and take no joker."))
    if v.sa_kaluki:
        text = _("But who can go out with it may lay everything in the same turn.")
        yield Fact(here, text, ("sa_kaluki",))
    jokers = _("It holds one joker at most, and says which card it is; a blitz may hold any number.")
    yield Fact(here, jokers)
    if v.round7_two_jokers:
        yield Fact(here, _("In the run of five there may be two jokers."), ("round7_two_jokers",))
    yield Fact(here, _HALF_SAFE[v.half_safe], ("half_safe",))
    if any(contract.everything for contract in v.contracts):
        text = _("In a blitz deal you lay all your cards at once, with any jokers; {discard}.")
        needs = _("one card is left for a discard") if v.sa_blitz_discard else _("no discard is needed")
        yield Fact(here, text.format(discard=needs), ("sa_blitz_discard",))
        text = _("After a blitz each other player lays what sets and runs he holds; the rest of his hand counts.")
        yield Fact(here, text)


def _tack(v: Variant) -> Iterator[Fact]:
    here = _("Laying off")
    when = _("Only once your own first lay is on the table, in your turn, on anybody's melds.")
    later = _("Only from the turn after your own first lay on, on anybody's melds.")
    yield Fact(here, when if v.joker_exchange == "move_up" else later)
    if v.joker_exchange == "move_up":
        yield Fact(here, _("A 3 takes any card of its rank; a 4 the card next to either end, until it has 13 cards."))
    else:
        yield Fact(here, _("A set of three takes the missing suit and is closed; a run the card next to either end."))
    if v.tack_high_first:
        text = _("A 4 grows upwards until its ace lies, and only then downwards.")
        yield Fact(here, text, ("tack_high_first",))
    if v.playable_discard_price:
        text = _(
            "To throw away a card that you could have laid off, or exchanged for a joker, costs {price} cents, and"
            " nobody may take or buy it."
        )
        yield Fact(here, text.format(price=v.playable_discard_price))


def _jokers(v: Variant) -> Iterator[Fact]:
    here = _("Jokers")
    if v.joker_exchange == "release":
        yield Fact(here, _("A joker is one card, rank and suit, for as long as it lies."))
        yield Fact(here, _IN_A_MELD[v.max_jokers_per_meld], ("max_jokers_per_meld",))
        text = _("From the turn after your first lay you may put the real card in a joker's place and take the joker.")
        yield Fact(here, text)
        yield Fact(here, _("The joker goes into your hand. From a set of four none is taken."))
        return
    own = _("You lay jokers off on your own melds only.")
    anywhere = _("Jokers are laid off on your own melds, on any other 3, and on any other 4 if no two jokers touch.")
    yield Fact(here, anywhere if v.joker_tack_any else own, ("joker_tack_any",))
    text = _(
        "Who has laid may put the real card in a joker's place in any player's 4; the joker moves to the place above"
        " the top card, unless that is a joker."
    )
    yield Fact(here, text)
    low = _("Where the ace is the top card, the joker goes to the low end.")
    stays = _("Where the ace is the top card, a joker can no longer move.")
    yield Fact(here, low if v.joker_move_low_when_full else stays, ("joker_move_low_when_full",))
    yield Fact(here, _("A joker in a 3 never moves, and no joker ever leaves its meld."))


def _turn_ends(v: Variant) -> Iterator[Fact]:
    here = _("The end of a turn")
    if v.joker_discard == "never":
        yield Fact(here, _("A turn ends with a discard, and a joker is never discarded."), ("joker_discard",))
        text = _("Who holds nothing but jokers and can lay none of them off shows them and ends the turn so.")
        yield Fact(here, text, ("joker_discard",))
    elif v.joker_discard == "penalty50":
        text = _("A turn ends with a discard; to discard a joker costs 50 points, and one does not go out with it.")
        yield Fact(here, text, ("joker_discard",))
    else:
        yield Fact(here, _("A turn ends with a discard, unless you lay your last card."))


def _challenges(v: Variant) -> Iterator[Fact]:
    here = _("Mistakes")
    if v.penalties == "enforce":
        yield Fact(here, _("What the rules do not allow is refused, and costs nothing."), ("penalties",))
        return
    options = ("penalties", "penalty_points", "overcall")
    worth = v.penalty_points
    text = _("A first lay that is not the contract, and a call too many, are accepted; the others may challenge them.")
    yield Fact(here, text, options)
    held = _("{count} seconds").format(count=f"{v.challenge_window_ms / 1000:g}")
    text = _("A lay is challenged before the discard; the end of that turn waits {held} for it.")
    now = _("A lay is challenged before the discard.")
    yield Fact(here, text.format(held=held) if v.challenge_window_ms else now, ("penalties", "challenge_window_ms"))
    text = _(
        "Rightly challenged, the player lays his cards as the contract at once, or takes them back, gets {worth} points"
        " and discards. Who challenges wrongly gets {worth} points."
    )
    yield Fact(here, text.format(worth=worth), options)
    points = _("Each call too many costs {worth} points if it is challenged before the caller lays.")
    last = _("Who called too often, and is challenged before his lay, may lay only after all others have.")
    yield Fact(here, (points if v.overcall == "points" else last).format(worth=worth), options)


def _counting(v: Variant) -> Iterator[Fact]:
    here = _("The end of a deal")
    over = _("As soon as somebody goes out the deal is over; nobody else lays or lays off.")
    blitzed = _("As soon as somebody goes out the deal is over; only after a blitz do the others still lay.")
    yield Fact(here, blitzed if any(contract.everything for contract in v.contracts) else over)
    yield Fact(here, _("He counts nothing; the others count every card in hand, complete melds too."))
    if v.bend != "off":
        text = _("Bending the table doubles the points of the cards, but no penalties.")
        yield Fact(here, text, ("bend",))
    if v.bend_bonus:
        text = _("Who bends the table gets {bonus} points.").format(bonus=v.bend_bonus)
        yield Fact(here, text, ("bend_bonus",))
    yield from stock_facts(v, here)
    if v.points_price:
        yield from _money(v)


def _money(v: Variant) -> Iterator[Fact]:
    here = _("Money, in cents")
    yield Fact(here, _("Each puts {stake} into the kitty.").format(stake=v.stakes.initial))
    text = _("The others pay who went out 10 for every 10 points of their hands, or part of them: for 71 points, 80.")
    yield Fact(here, text)
    yield Fact(here, _("Who wins three deals in a row gets 100 from each besides."))
    blitz = _("A blitz brings 100 from each besides.")
    double = _("A blitz brings 100 from each besides; without jokers 200, and 20 for every 10 points.")
    yield Fact(here, double if v.sa_blitz_double else blitz, ("sa_blitz_double",))
    text = _("Who is dealt three jokers or more may show them before the first draw: {price} from each.")
    yield Fact(here, text.format(price=100))
    if v.sa_four_pairs:
        yield Fact(here, _("So may who is dealt four pairs of identical cards."), ("sa_four_pairs",))
    if v.cut_by == "left":
        text = _(
            "Before the deal the player on the dealer's left may cut: a joker at the bottom is his, and 100 from each;"
            " any other card becomes the upcard."
        )
        yield Fact(here, text)
    price = plural(v.call_price, _("cent"), _("cents"))
    yield Fact(here, _("A bought discard costs {count} {price}, to the kitty.").format(count=v.call_price, price=price))
    yield Fact(here, _("Whoever has the lowest total after the last deal takes the kitty."), ("tie",))


_IN_A_MELD = {
    "any": _("One card of a meld that is no joker is enough."),
    "one_per_set_two_per_run": _("A set has one joker at most, a run two."),
    "fewer_than_naturals": _("A meld has fewer jokers than other cards."),
}
_PILE = {
    "locked": _("Before your first lay you may take the top discard and need not use it; after it, only the stock."),
    "open": _("You may always take the top discard instead of a card from the stock, and need not use it."),
}
_HALF_SAFE = {
    "initial": _(
        "In the first lay a joker stands only for a card of which another has been laid or thrown away (half safe);"
        " not in a blitz, nor in a set of four."
    ),
    "always": _("A joker always stands for a card of which another has been laid or thrown away (half safe)."),
    "never": _("A joker may stand for any card."),
}
