"""What one is asked, and the client's own answers."""

from kalooki.seat import CONTINUED, TableStatus
from kalooki_cli.invoked import program, typed
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.bots import called
from kalooki_cli.messages.talk import points
from kalooki_cli.moment import Ask, Moment, own
from kalooki_cli.text import inert

LEAVE = _("Leave the table? y or n > ")
NEXT_DEAL = _("Enter for the next deal > ")
PICK_SEAT = _("seat 1 to {seats} > ")

PROMPTS = {
    Ask.NOTHING: "> ",
    Ask.READY: _("Enter when you are ready > "),
    Ask.BEGIN: _("begin, when all are ready > "),
    Ask.DRAW: _("Draw > "),
    Ask.PLAY: _("Lay or discard > "),
    Ask.BUY_IN: _("Buy in (b) or decline (n) > "),
    Ask.CALL: _("Call (c) or pass (p) > "),
    Ask.OPEN: _("Draw > "),
    Ask.ANSWER: _("Allow (a) or refuse (f) > "),
    Ask.DOUBT: _("Challenge or pass (p) > "),
    Ask.REARRANGE: _("Lay the contract (l) or take back (r) > "),
    Ask.BUY: _("Buy (c) or pass (p) > "),
    Ask.SHOW: _("Show or wait > "),
    Ask.OFFER: _("Cut (k) or not (p) > "),
    Ask.BLITZ: _("Lay (l) or pass (p) > "),
    Ask.CUT: _("Cut (k) or wait > "),
    Ask.OVER: _("Enter to leave > "),
}


def prompt(asked: Moment, seats: int) -> str:
    """Ask in a few words, at the head of the line that is typed."""
    match asked.ask:
        case Ask.READY if asked.number:
            return NEXT_DEAL
        case Ask.PICK:
            return PICK_SEAT.format(seats=seats)
        case _:
            return PROMPTS[asked.ask]


PLAY_AGAIN = {
    "again": _("Type again to play once more at a new table, with the same people and rules; Enter leaves."),
    "follow": _("They play again at a new table: type again to join it; Enter leaves."),
    "wait": _("If {who} plays again, you are asked here; Enter leaves."),
}
NO_AGAIN = _("A next table with the same people is opened by who hosts, once the game is over.")
AGAIN_OR_LEAVE = _("again, or Enter to leave > ")
ACCEPT_NEXT = _("Do you agree to these rules, and take a seat? y or n > ")

WELCOME = _("Type help for the keys, hint for advice.")
STAYING = _("You stay.")
WAIT = _("Your last move is still on its way.")
STALE = _("Something happened while you typed; look again and repeat it if you still want it.")
UNDONE = _("Taken back; it was not sent yet.")
NO_UNDO = _("Nothing is staged. What was sent has happened: everybody has seen it, so it cannot be undone.")
STAGED_GONE = _("What you staged is dropped: it was for another moment.")
AGREE = _("To be ready is to agree to these rules; type q if you do not.")
ACCEPT = _("Do you agree to these rules, and take a seat? y, n, r (all rules)")
ACCEPTED = _("You agree to these rules, as --accept-rules says.")
DECLINED = _("You take no seat.")
OLD_NAME = _("--resume goes on under the name that you joined with; --name changes nothing.")
NO_RULES = _("The rules of this table are not known yet; a moment.")
NO_DEAL = _("The first deal has not begun.")
NO_HINT = _("There is nothing to decide just now.")
INPUT_ENDED = _("The input has ended; you leave the table.")
SORTS = _("sort suit, sort rank or sort drawn.")
AUTOS = _("auto on or auto off.")
AUTO_ON = _("Your card counts are announced for you.")
ANNOUNCES = _("Your card counts are announced for you (auto off: by you).")
PASSING_ON = _("You let every discard pass unasked, until you type pass ask.")
PASSING_OFF = _("You are asked about every discard that you may call; pass always lets them all pass.")
PASSINGS = _("p or pass, pass always or pass ask.")
AUTO_OFF = _("You announce your card counts yourself: x 4C count 3.")
LEGAL = _("You may type:")
MORE = _("  ... and more")

UNCLEAR = {
    "unknown_word": _("I do not know {text}. Moves: draw, take, lay, discard. Type help for all."),
    "no_such_number": _("No card of your hand has the number {text}."),
    "single_card": _("What about {text}? x {text} discards it, {text} on m2 lays it off."),
    "no_deal": _("There are no cards yet: the first deal has not begun."),
    "no_such_seat": _("There is no seat {text} to choose now."),
    "nothing_staged": _("Nothing is staged. Say: lay 7S 7H 7D; TC JC QC KC, or stage one after another."),
    "names_no_card": _("{text} needs a card, by its name or its number in your hand: x 4C, x 3."),
    "one_card": _("{text}: one card is discarded at a time, as in x 4C; several are laid (l) or laid off."),
    "not_held_0": _("You do not hold {text}."),
    "not_held_1": _("You hold {text} only once."),
    "not_held_2": _("You hold {text} only twice."),
    "count_due": _(
        "You would hold {text} and not have said so: you would be barred from going out next turn. Add count {text},"
        " or send it again to insist."
    ),
    "takes_no_cards": _("{text} stands alone, without cards."),
    "no_such_player": _("Nobody called {text} plays here. Say whom: allow Bea, challenge Bea lay."),
    "which_challenge": _("Say what you challenge: challenge Bea lay, or challenge Bea overcall."),
    "adjourns": _("adjourn wants all to stop for today; adjourn no takes it back."),
    "continues": _(
        "continue alone goes on with all who are here at a new table, once too many are lost for this one; nobody is"
        " named."
    ),
    "backs": _(
        "Say who may come back, by name or by the number that status shows: back Bea. It is done when all the others"
        " say so too, from the next deal on; back Bea no takes it back. Who has lost a seat asks with back alone."
    ),
    "bots": _(
        "Say whose lost seat a bot is to play, by name or by the number that status shows: bot Bea. It is done when all"
        " the others say so too, from the next deal on, and the bot runs on the computer of who said it first, who may"
        " say which: bot Bea hard. bot Bea no takes it back."
    ),
    "kicks": _(
        "Say whom, by name or by the number that status shows: kick Bea. When all the others say so, you play on"
        " without; kick Bea no takes it back."
    ),
    "says_nothing": _("Say something behind it: say hello. Everybody at the table reads it."),
    "says_too_much": _("That is {text} bytes long; at most 400 can be said at once."),
    "mutes": _("Say whom you do not want to hear, by name or by the number that status shows: mute Bea."),
    "unmutes": _("Say whom you want to hear again, by name or by the number that status shows: unmute Bea."),
    "no_jokers": _("You hold no joker to show."),
    "ends_with_jokers": _(
        "e ends a turn without a discard, and only when nothing but jokers is left in your hand; x 4C discards."
    ),
    "false_lay": _(
        "That is not the contract. {text} The others may challenge it, which would cost you points. Send it again to"
        " insist."
    ),
    "overcall": _(
        "You have made all {text} calls of this deal. A further one can be challenged, which would cost you points."
        " Send it again to insist."
    ),
}


MOVES = _("The game goes on at a new table, and you with it.")
"""One goes there without being asked: one has signed it."""


def table_of(title: str, seats: int) -> str:
    """Whose rules follow."""
    text = _("{title}, a table of {seats} seats, plays by these rules:")
    return text.format(title=inert(title, 60) if title else _("This table"), seats=seats)


def seated(name: str, bot: str) -> str:
    """A bot has come to a table."""
    text = _("Seated as {name} (bot {bot}); waiting for the game. Ctrl-C takes it away.")
    return text.format(name=inert(name, 40), bot=called(bot, 40))


def back() -> str:
    """A bot has come back to its table."""
    return _("Back at the table; waiting for the game. Ctrl-C takes the bot away.")


SEATLESS = {
    "lobby": _("You have no seat at this table any more; the others play without you."),
    "game": _(
        "You have no seat in this game any more. With {kalooki} resume you can look on, and ask for it with back."
    ),
}
"""What it means to leave where one has no seat."""


def sure(status: TableStatus | None, *, founder: bool, for_good: bool) -> list[str]:
    """Say what it means to leave now, and ask once more."""
    return [_leaving(status, founder=founder, for_good=for_good), _("Really leave? Type y or n.")]


def _leaving(status: TableStatus | None, *, founder: bool, for_good: bool) -> str:  # noqa: PLR0911 - one line for each
    phase = status.phase if status else "lobby"
    mine = None if status is None else own(status)
    if mine is not None and mine.gone and not founder and phase not in {"over", "closed"}:
        return SEATLESS["lobby" if phase == "lobby" else "game"].format(kalooki=program())
    if status is not None and status.closed == CONTINUED:
        return _("The game goes on at a new table.")
    if phase in {"over", "closed"}:
        return _("The game is over.")
    if for_good and phase == "lobby":
        return _("You give your seat up, and somebody else can have it.")
    if for_good:
        return _("You leave for good: your hand is counted, and the others play on without you.")
    if founder:
        return _("You host this table: it closes for everybody, and cannot be opened again.")
    if phase == "lobby":
        text = _("Your seat is kept, and {kalooki} resume brings you back to it; leave gives it up.")
    else:
        text = _("The others wait for you, and {kalooki} resume brings you back; with leave they could play on.")
    return text.format(kalooki=program())


def staged(items: str, together: int | None) -> str:
    """What is staged now, and what it is worth if it can be sent."""
    if together is None:
        return _("Staged: {items}. u takes the last back.").format(items=items)
    text = _("Staged: {items} ({points}). g sends it, u takes the last back.")
    return text.format(items=items, points=points(together))


def worth(move: str, together: int) -> str:
    """A lay that is legal, and the points of its new melds."""
    return _("{move}  ({points})").format(move=move, points=points(together)) if together else move


def still(lacking: str) -> str:
    """What the staged lay lacks."""
    return _("Still missing: {lacking}").format(lacking=lacking)


def hint(move: str) -> str:
    """Advice, in the words that one could type."""
    return _("Hint: {move}").format(move=move)


def echo(move: str) -> str:
    """What is being sent."""
    return _("You play: {move}").format(move=move)


def drawn(cards: str) -> str:
    """What the draw brought, when it came later."""
    return _("You drew {cards}.").format(cards=cards)


def pick(seats: int) -> list[str]:
    """The ace's choice."""
    return [
        _("You drew the ace: you deal first and choose your seat."),
        _("Type seat N, 1 to {seats}; the others sit clockwise from you in the order of their cards.").format(
            seats=seats
        ),
    ]


def transcript(path: str) -> list[str]:
    """Where the record lies, and how to check it."""
    check = _("Anyone can check it: {kalooki} verify {path}").format(kalooki=program(), path=typed(path))
    return [_("The signed record of the game: {path}").format(path=path), check]


def bot_goes_on(data_dir: str | None) -> list[str]:
    """How a bot comes back to a table that was not closed."""
    folder = f" --data-dir {typed(data_dir)}" if data_dir else ""
    text = _("The bot goes on with: {kalooki} bot --resume{folder}")
    return [text.format(kalooki=program(), folder=folder)]


def go_on(data_dir: str | None) -> list[str]:
    """How one comes back to a table that was not closed, with the bots that one's computer ran there."""
    folder = f" --data-dir {typed(data_dir)}" if data_dir else ""
    return [_("Go on with: {kalooki} resume{folder}").format(kalooki=program(), folder=folder)]
