"""The words on the table on screen: heads, captions, what is asked in one line, what the keys do."""

from kalooki.rules.view import SeatView, ViewPhase
from kalooki_cli.invoked import program
from kalooki_cli.language import gettext as _
from kalooki_cli.language import pgettext
from kalooki_cli.messages import turns
from kalooki_cli.messages.talk import Talk, cards_left, plural, points
from kalooki_cli.moment import Ask, Moment

PLAYER = _("Player")
CARDS = pgettext("the head of a narrow column", "Cards")
POINTS = _("Pts")
MONEY = _("Money")
STOCK = _("stock")
PILE = _("discards")
FULL = _("full")
NO_MELDS = _("No melds lie on the table yet.")
YOURS = _("Yours")
HOSTS = _("hosts")
AWAY = _("away")
LEFT_GAME = _("has left")
MORE_LINES = _("{count} more")
LOBBY = _("Kalooki")
STAGED_MARK = _("staged")

KEYS = {
    "draw": _("stock"),
    "take": _("take {card}"),
    "return": _("give back"),
    "stage": _("lay"),
    "choose": _("choose where"),
    "send": _("send the lay"),
    "undo": _("undo"),
    "discard": _("discard {card}"),
    "discard_picked": _("discard"),
    "clear": _("put back"),
    "pick": _("pick"),
    "hint": _("hint"),
    "sort": _("sort"),
    "help": _("help"),
    "call": _("call {card}"),
    "buy": _("buy {card}"),
    "pass": _("pass"),
    "allow": _("allow"),
    "allow_one": _("allow {name}"),
    "refuse": _("refuse"),
    "cut": _("cut"),
    "show": _("show"),
    "end": _("end the turn"),
    "challenge": _("challenge"),
    "keep": _("take it back"),
    "buy_in": _("buy in"),
    "decline": _("decline"),
    "ready": _("ready"),
    "next": _("next deal"),
    "begin": _("begin"),
    "leave": _("leave"),
    "again": _("play again"),
    "follow": _("join the next table"),
    "quit": _("quit"),
    "wait": _("wait for them"),
    "without": _("play without"),
    "backup": _("go on by the key backup"),
    "score": _("score"),
    "trust": _("is it fair?"),
    "rules": _("rules"),
    "log": _("log"),
    "history": _("pile"),
}

ASKED = {
    Ask.READY: _("Are you ready?"),
    Ask.BEGIN: _("All seats are taken: begin when everybody is ready."),
    Ask.DRAW: _("Your turn: draw a card."),
    Ask.OPEN: _("Your turn: draw a card; others may still call it."),
    Ask.PLAY: _("Your turn: lay what you like, then discard."),
    Ask.BUY_IN: _("You are over the limit: buy back in?"),
    Ask.CALL: _("Do you call the discard?"),
    Ask.BUY: _("Do you buy the discard?"),
    Ask.ANSWER: _("The discard is called: what do you say?"),
    Ask.DOUBT: _("A first lay: do you doubt it?"),
    Ask.REARRANGE: _("Your lay was false: lay the contract now, or take it back."),
    Ask.CUT: _("You dealt: you may cut for a bonus."),
    Ask.SHOW: _("You may show what you were dealt."),
    Ask.OFFER: _("You may cut."),
    Ask.BLITZ: _("A blitz: lay what sets and runs you hold, or pass."),
    Ask.OVER: _("It is over: Enter leaves."),
}

GOODBYE = _("The others are told that you leave for good ...")

AGAIN = {
    "again": _("It is over. m plays again at a new table, with the same people and rules; Enter leaves."),
    "follow": _("They play again at a new table, by the same rules: m joins it, Enter leaves."),
}
"""What the prompt says where there is a next table."""

MOVED = _("The game goes on at a new table: Enter leaves, and {kalooki} resume goes on there.").format(
    kalooki=program()
)

TITLES = {
    Ask.READY: _("Before the deal"),
    Ask.BEGIN: _("The table"),
    Ask.PICK: _("The seat draw"),
    Ask.BUY_IN: _("Buying back in"),
    Ask.CALL: _("A call?"),
    Ask.BUY: _("Buy the discard?"),
    Ask.OPEN: _("Calls"),
    Ask.ANSWER: _("Called"),
    Ask.DOUBT: _("A challenge?"),
    Ask.REARRANGE: _("Challenged"),
    Ask.CUT: _("The cut"),
    Ask.SHOW: _("Cards for money"),
    Ask.OFFER: _("The cut"),
    Ask.BLITZ: _("Blitz"),
    Ask.OVER: _("The end"),
}


def asked(moment: Moment, view: SeatView | None, talk: Talk, seats: int) -> str:  # noqa: PLR0911 - a line per kind
    """What is asked, in one sentence; or whom the table waits for."""
    match moment.ask:
        case Ask.NOTHING if view is None:
            return _("The table waits.")
        case Ask.NOTHING:
            assert view is not None, "just seen"
            return turns.waiting_for(view, talk)
        case Ask.READY if moment.number:
            return _("The deal is over. Are you ready for the next one?")
        case Ask.PICK:
            return _("You drew the ace: choose your seat, 1 to {seats}.").format(seats=seats)
        case Ask.PLAY if view is not None and view.duty is not None:
            text = _("You took {card}: it must go into your next lay, or r gives it back.")
            return text.format(card=talk.look.card(view.taken) if view.taken else "")
        case Ask.PLAY if view is not None and not view.variant.contracts and not _has_laid(view):
            text = _("Your turn: lay, if you have {need} in new melds, or discard.")
            return text.format(need=points(view.variant.initial_min))
        case _:
            return ASKED[moment.ask]


def pick(seats: int) -> list[str]:
    """The ace's choice, where keys are pressed."""
    text = _("Press its number, 1 to {seats}; the others sit clockwise from you in the order of their cards.")
    return [_("You drew the ace: you deal first and choose your seat."), text.format(seats=seats)]


def picks(name: str) -> str:
    """Another has the ace, and the table waits for the choice."""
    return _("{name} drew the ace: the table waits until a seat is chosen.").format(name=name)


def _has_laid(view: SeatView) -> bool:
    return any(one.has_laid for one in view.seats if one.seat == view.seat)


def picked(cards: str, count: int, worth: int) -> str:
    """What is picked, and what it costs or counts."""
    if count == 1:
        return _("Picked: {cards} ({worth}).").format(cards=cards, worth=points(worth))
    return _("Picked: {cards} ({count}, {worth}).").format(cards=cards, count=cards_left(count), worth=points(worth))


def picked_lay(cards: str, together: int, need: int) -> str:
    """What is picked as a first lay, or a part of one, and how much of it there must be."""
    text = _("Picked: {cards}; together {points} of the {need} that a first lay needs.")
    return text.format(cards=cards, points=together, need=need)


def picked_fits(cards: str) -> str:
    """What is picked can be laid."""
    return _("Picked: {cards}, which can be laid.").format(cards=cards)


def staged(items: str, together: int | None, need: int) -> str:
    """What is staged, and how much of it there must be."""
    if together is None:
        return _("Staged: {items}.").format(items=items)
    if need:
        return _("Staged: {items} ({points} of {need}).").format(items=items, points=together, need=need)
    return _("Staged: {items} ({points}).").format(items=items, points=points(together))


def hand(count: int, worth: int, coming: int) -> str:
    """What one holds."""
    more = _(", {count} still being opened").format(count=coming) if coming else ""
    return _("{cards}, {worth}{more}").format(cards=cards_left(count), worth=points(worth), more=more)


def seconds_left(count: int) -> str:
    """How long there is to answer."""
    return _("{count} {seconds} left").format(count=count, seconds=plural(count, _("second"), _("seconds")))


def deal_head(view: SeatView, contract: str) -> str:
    """Which deal it is."""
    of = view.variant.hands_per_game
    which = _("Deal {number} of {of}").format(number=view.number, of=of) if of else _("Deal {n}").format(n=view.number)
    again = _(", dealt again") if view.attempt > 1 else ""
    lay = _(" First lay: {contract}").format(contract=contract) if contract else ""
    return f"{which}{again}.{lay}"


def variant_name(key: str) -> str:
    """What the game is called."""
    return _("{name} Kalooki").format(name=key.replace("_", " ").title())


def too_small(columns: int, rows: int, wide: int, high: int) -> list[str]:
    """The terminal has no room for the table."""
    text = _("The table needs {wide} columns and {high} rows; this terminal has {columns} and {rows}.")
    return [text.format(wide=wide, high=high, columns=columns, rows=rows)]


ENLARGE = _("Make the window larger, or press p to go on with plain lines, which need no room. q quits.")
PLAIN_INSTEAD = _("So it is played with plain lines; enlarge the window and come again for the table.")
NOT_CAPABLE = _("This terminal cannot show the table, so it is played with plain lines.")
QUEUED = _("{card} will be discarded when your card has come.")
QUEUE_DROPPED = _("The discard that you had prepared is dropped: something else has happened.")
NO_TARGET = _("These cards go nowhere now.")
PICK_FIRST = _("Pick the cards first: arrows and space, or their rank.")
WHICH_WAY = _("Where? Choose with a digit, the arrows or the mouse; Esc: not now.")
NEW_MELD = _("a new meld")
WATCHING = _("You watch.")
THROWN = _("thrown last")
THIS_DEAL = _("Deal")
TOTAL = _("Total")
TABLE_CLOSED = _("The table is closed")
NODE_ENDED = _("The program behind your seat has ended; the table may go on without it.")
MISSED = _("Somebody is missed")
STUCK = _("Too few are here")
TWO_GAMES = _("Two games were shown")
WENT_ON = _("The others have gone on")
WHERE = _("Where?")
DEAL_OVER = _("The deal is over")
BUY_INS = _("Bought")
SORTED = {
    "suit": _("Sorted by suit."),
    "rank": _("Sorted by rank."),
    "melds": _("Sorted by what belongs together."),
}
STOP_WATCHING = _("You stop watching; y leaves, any other key stays.")
PRESS_Q = _("Press q to leave; it is asked once more then.")
QUIT_ASKED = _("y leaves; g for good, and the others play on; else you stay.")


def phase_title(view: SeatView | None) -> str:
    """A word for what the nodes do."""
    return _("Shuffling") if view is not None and view.phase is ViewPhase.RESHUFFLE else _("The table")


ONE_DISCARD = _("One card is discarded at a time; put the others back (Esc).")
IS_STAGED = _("This card is staged for a lay; u takes it back.")
STAGED_FIRST = _("What is staged is not complete: add to it, or take it back (u), before you discard.")
NOTHING_TO_DOUBT = _("There is nothing to challenge now.")


def doubts(name: str, what: str, view: SeatView) -> str:
    """What a challenge says, and what it costs if it is wrong."""
    said = _("the calls of {name}") if what == "overcall" else _("the lay of {name}")
    text = _("You challenge {what}; if you are wrong it costs you {points}. Press ! again if you are sure.")
    return text.format(what=said.format(name=name), points=points(view.variant.penalty_points))


HELP_TITLE = _("Keys")
HISTORY_TITLE = _("The discard pile")
LOG_TITLE = _("What has happened")
SCORE_TITLE = _("Score")
RULES_TITLE = _("The rules of this table")
LIES = _("It lies so, the top first: {cards}")
PAGE_KEYS = _("Arrows and Page keys scroll; Esc, q or a click goes back.")
WON = _("{name} {how}. Deal {number} is counted:")
WON_ME = _("You {how}. Deal {number} is counted:")
OUT_SHORT = _("out")


def closed(why: str) -> str:
    """Why nothing more comes."""
    return _("The table is closed: {why}.").format(why=why) if why else NODE_ENDED


def place(meld: int, *, new: bool, for_joker: bool) -> str:
    """Where cards would go."""
    if new:
        return NEW_MELD
    return _("m{meld}, for the joker").format(meld=meld) if for_joker else f"m{meld}"
