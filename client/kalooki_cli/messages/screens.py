"""The words on a drawn table."""

from kalooki_cli.language import gettext as _
from kalooki_cli.messages.talk import cards_left, plural, points

NOTHING = _("nothing")
YOU = _("(you)")
YOU_OWNER = _("you")
OUT = _("out of the game")
DEALER = _("dealt")
HAS_LAID = _("has laid")
NOT_LAID = _("has not laid")
BARRED = _("may not go out")
CLOSED = _("(full)")
TABLE = _("Table:")
EMPTY_TABLE = _("Table: no melds yet.")
NO_LAY = _("lays last: called too often")
MONEY = _("Money")
CALLS = _("Calls")
PLAYERS_HEAD = _("  {name}  Cards   Total")


def score_head(name: str, *, pays: bool, buys: bool) -> str:
    """The head of the score sheet."""
    return _("{name}   Total").format(name=name) + (_("   Money") if pays else "") + (_("  Buy-ins") if buys else "")


def deal(number: int, dealer: str, *, again: bool, of: int | None) -> str:
    """Which deal it is."""
    which = _("Deal {number} of {of}").format(number=number, of=of) if of else _("Deal {number}").format(number=number)
    once_more = _(" (dealt again)") if again else ""
    return _("{which}{again}, dealt by {dealer}.").format(which=which, again=once_more, dealer=dealer)


def contract(words: str) -> str:
    """What the first lay of the deal must be."""
    return _("First lay: {words}.").format(words=words)


def calls(count: int) -> str:
    """How often a seat has had a discard out of turn."""
    return _("{count} {calls}").format(count=count, calls=plural(count, _("call"), _("calls")))


def beside(points: int) -> str:
    """Points of the deal that do not come from cards."""
    text = _("penalties {points:+d}") if points > 0 else _("bonus {points:+d}")
    return text.format(points=points)


def paid(money: int) -> str:
    """Money of the deal that is won or paid before its end."""
    return _("this deal {money:+d}").format(money=money)


def kitty(amount: str) -> str:
    """What the winner of the game gets."""
    return _("The kitty holds {amount}.").format(amount=amount)


def last_deal(deals: int) -> str:
    """When the game ends, and who wins it."""
    return _("After deal {deals} the lowest total wins.").format(deals=deals)


def middle(stock: int, discards: int, top: str) -> str:
    """What lies in the middle of the table."""
    text = _("Stock {stock}, discards {discards}, on top: {top}")
    return text.format(stock=stock, discards=discards, top=top)


def brief(name: str, cards: int, total: int) -> str:
    """A seat where there is no room for a row."""
    return _("{name}: {cards}, {total} in all").format(name=name, cards=cards_left(cards), total=total)


def announced(count: int) -> str:
    """The count that was said aloud."""
    return _('said "{count}"').format(count=count)


def holds(cards: str) -> str:
    """Cards of a hand that everybody has seen."""
    return _("holds {cards}").format(cards=cards)


def bought(times: int) -> str:
    """How often a seat has bought back in."""
    return _("bought in x{times}").format(times=times)


def hand(count: int, worth: int, coming: int) -> str:
    """The head of one's own hand."""
    more = _("; {count} still being opened").format(count=coming) if coming else ""
    text = _("Your hand: {cards}, {worth} if another goes out{more}")
    return text.format(cards=cards_left(count), worth=points(worth), more=more)


def pool(amount: str) -> str:
    """What the winner of the game gets."""
    return _("The pool holds {amount}.").format(amount=amount)


def limit(most: int, *, over: bool) -> str:
    """When a seat is out."""
    text = _("Who passes {limit} is out.") if over else _("Who reaches {limit} is out.")
    return text.format(limit=most)


def target(points: int, *, lowest: bool) -> str:
    """When the game ends, and who wins it."""
    text = _("As soon as one has {target}, the lowest total wins.") if lowest else _("Who first has {target} wins.")
    return text.format(target=points)
