"""What one is asked, and the client's own answers."""

from collections.abc import Sequence
from gettext import gettext as _

from kalooki.rules.actions import Action, BuyIn, Discard, Draw, Lay, Return, Take
from kalooki.rules.view import SeatView, ViewPhase
from kalooki_cli.invoked import program, typed
from kalooki_cli.messages.talk import Talk, points
from kalooki_cli.moment import Ask, Moment
from kalooki_cli.text import inert, wrap

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


WELCOME = _("Type help for the keys, hint for advice. Your card counts are announced for you (auto off: by you).")
SURE = _("The others cannot go on without you. Really leave? Type y or n.")
STAYING = _("You stay.")
WAIT = _("Your last move is still on its way.")
STALE = _("Something happened while you typed; look again and repeat it if you still want it.")
UNDONE = _("Taken back; it was not sent yet.")
NO_UNDO = _("Nothing is staged. What was sent has happened: everybody has seen it, so it cannot be undone.")
STAGED_GONE = _("What you staged is dropped: it was for another moment.")
AGREE = _("To be ready is to agree to these rules; type quit if you do not.")
OLD_NAME = _("--resume goes on under the name that you joined with; --name changes nothing.")
NO_RULES = _("The rules of this table are not known yet; a moment.")
NO_DEAL = _("The first deal has not begun.")
NO_HINT = _("There is nothing to decide just now.")
INPUT_ENDED = _("The input has ended; you leave the table.")
SORTS = _("sort suit, sort rank or sort drawn.")
AUTOS = _("auto on or auto off.")
AUTO_ON = _("Your card counts are announced for you.")
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
}

HELP_CARDS = _("Cards are named as 7S TC KH JK (S H D C, T is ten, JK a joker), or by their number in your hand.")
HELP_BEFORE = _("Once the cards are dealt, help shows the keys for them.")
HELP_TABLE = (
    ("d", _("draw from the stock")),
    ("t", _("take the top discard")),
    ("r", _("give it back, if it was taken for a first lay")),
    ("l 7S 7H 7D; 3 4 5", _("lay melds, parted by ; (all of it or nothing)")),
    ("l 5S on m2", _("lay off on a meld")),
    ("l 6H for JK in m3", _("take a joker's place; JK=8S says what a joker stands for")),
    ("s 7S 7H 7D", _("stage a part of a lay; g sends it all, u takes it back")),
    ("x 4C", _("discard and end the turn (x 4C count 3, with auto off)")),
    ("b, n", _("buy back in, decline")),
    ("Enter", _("be ready for the next deal; in a deal, show the table")),
    ("v, w", _("show the table, show the hand")),
    ("o", _("sort the hand: o suit, o rank, o drawn")),
    ("h, legal", _("advise a move, list moves")),
    ("score, rules, log", _("the sheet, all rules, what happened last")),
    ("status", _("who is here, and what is waited for")),
    ("auto on, auto off", _("who announces your card counts: the client or you")),
    ("q", _("leave")),
)
HELP_LOBBY = (
    ("Enter, ready", _("agree to the rules and be ready")),
    ("begin", _("begin the game; for the founder, when all are ready")),
    ("seat 2", _("choose your seat, if you drew the ace")),
    ("v, status", _("show who is here")),
    ("rules", _("show all rules of this table")),
    ("q", _("leave")),
)
KEYS = 20
"""Columns of the keys, where there is room for two columns."""

TWO_COLUMNS = 76


def help_lines(columns: int, *, lobby: bool) -> list[str]:
    """What can be typed; on a narrow screen the explanation follows its keys."""
    pairs = HELP_LOBBY if lobby else HELP_TABLE
    lines = wrap(HELP_BEFORE if lobby else HELP_CARDS, columns, "  ")
    for keys, words in pairs:
        if columns >= TWO_COLUMNS:
            lines.append(f"  {keys:<{KEYS}}{words}")
        else:
            lines += wrap(f"  {keys}: {words}", columns, "      ")
    return lines


def seated(name: str, bot: str) -> str:
    """A bot has come to a table."""
    text = _("Seated as {name} (bot {bot}); waiting for the game. Ctrl-C takes it away.")
    return text.format(name=inert(name, 40), bot=bot)


def back() -> str:
    """A bot has come back to its table."""
    return _("Back at the table; waiting for the game. Ctrl-C takes the bot away.")


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


def why(advice: Action, view: SeatView, worth: int) -> str:  # noqa: PLR0911 - one line per kind
    """The reason for an advice in a few words; `worth` are the points of new melds in it."""
    me = next(one for one in view.seats if one.seat == view.seat)
    match advice:
        case Draw():
            return _("A new card from the stock: the discard pile offers nothing better.")
        case Take():
            return _("The top discard can be used.")
        case Return():
            return _("The card that was taken cannot be used.")
        case Lay() if not me.has_laid:
            return _("It makes your first lay, worth {points}.").format(points=points(worth))
        case Lay():
            return _("What lies on the table no longer counts against you.")
        case Discard() if len(view.hand) == 1:
            return _("It is your last card: you go out.")
        case Discard(shown=shown):
            cost = points(view.variant.hand_value(shown.card))
            return _("It ends the turn and takes {points} out of your hand.").format(points=cost)
        case BuyIn():
            return _("You stay in the game.")
        case _:
            return _("It is what a bot would do.")


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


def may_draw(view: SeatView, talk: Talk, *, take: bool) -> list[str]:
    """What a turn may begin with."""
    lines = [_("Your turn. d draws from the stock.")]
    top = talk.look.card(view.pile[-1]) if view.pile else ""
    laid = any(one.has_laid for one in view.seats if one.seat == view.seat)
    if take and (laid or view.turn_number == 0):
        lines.append(_("t takes {card}; you may keep it.").format(card=top))
    elif take:
        text = _("t takes {card}, but only into your first lay this turn ({need} points); else r gives it back.")
        lines.append(text.format(card=top, need=view.variant.initial_min))
    elif top:
        lines.append(_("The discard pile is locked for you until your first lay."))
    return [" ".join(lines)]


def may_play(view: SeatView, talk: Talk) -> list[str]:
    """What the rest of a turn may be, and what it costs."""
    me = next(one for one in view.seats if one.seat == view.seat)
    lines = []
    if view.duty and view.taken:
        text = _("You took {card}: it must go into your next lay, or r gives it back.")
        lines.append(text.format(card=talk.look.card(view.taken)))
    if me.has_laid:
        lines.append(_("l lays new melds, lays off (l 5S on m2) or takes a joker's place (l 6H for JK in m3)."))
    else:
        text = _("l lays: the first lay needs {need} in new melds at once.")
        lines.append(text.format(need=points(view.variant.initial_min)))
    if me.barred:
        lines.append(_("You did not announce your cards: you may not go out this turn."))
    lines.append(_("x discards and ends the turn."))
    return [" ".join(lines)]


def may_buy(view: SeatView, talk: Talk) -> list[str]:
    """What a buy-in costs and gives."""
    if view.decision is None:
        return []
    price, score = talk.money(view.decision.price), points(view.decision.score)
    return [
        _(
            "You are over the limit. b buys you back in: it costs {price} to the pool, and you go on with {score}."
        ).format(price=price, score=score),
        _("n declines: you are out of the game, and it cannot be taken back."),
    ]


def waiting_for(view: SeatView, talk: Talk) -> str:
    """Whom or what the game waits for."""
    if view.turn is not None and view.turn != view.seat:
        return _("{name} is to play.").format(name=talk.other(view.turn))
    match view.phase:
        case ViewPhase.RESHUFFLE:
            return _("The new stock is being shuffled by all.")
        case ViewPhase.SHOW:
            return _("The hands are being opened.")
        case _:
            return _("A moment: the nodes are at work.")


def transcript(path: str) -> list[str]:
    """Where the record lies, and how to check it."""
    check = _("Anyone can check it: {kalooki} verify {path}").format(kalooki=program(), path=typed(path))
    return [_("The signed record of the game: {path}").format(path=path), check]


def go_on(data_dir: str | None, bots: Sequence[str] = ()) -> list[str]:
    """How one comes back to a table that was not closed; `bots` are the folders of bots that play for it here."""
    folder = f" --data-dir {typed(data_dir)}" if data_dir else ""
    lines = [_("Go on with: {kalooki} join --resume{folder}").format(kalooki=program(), folder=folder)]
    if bots:
        lines.append(_("Start its bots again, each with a line of its own:"))
    text = _("  {kalooki} bot --resume --data-dir {folder}")
    return [*lines, *(text.format(kalooki=program(), folder=typed(folder)) for folder in bots)]
