"""The lobby on screen: its menus and forms, what each line of them is about, and what goes wrong there."""

from collections.abc import Iterable, Mapping, Sequence

from kalooki_cli.invoked import program
from kalooki_cli.language import gettext as _
from kalooki_cli.language import pgettext
from kalooki_cli.messages.board import variant_name
from kalooki_cli.text import inert

TITLE = _("Kalooki")
START_HINT = _(
    "Arrows or a letter choose, Enter opens. Each computer is a node, all shuffle, and anybody can check it."
)
FORM_HINT = _("Up and down choose a line, left and right change it, Enter types or opens. Esc goes back.")
LIST_HINT = _("Choose a table, or type a code or an address. The list is kept up to date.")
CARD_HINT = _("To sit down is to agree to these rules. Lines marked with * are house rules.")
CARD_KEYS = _("Arrows and Page keys scroll; Esc or q goes back.")
STARTING_HINT = _("Esc or q stops it.")

MENU = {
    "new": _("New game against bots"),
    "host": _("Host a table"),
    "tables": _("Tables on this network"),
    "code": _("Join by code or address"),
    "resume": _("Go on at the last table"),
    "figures": _("Your games in figures"),
    "records": _("Games that are kept"),
    "quit": _("Quit"),
}
ABOUT_MENU = {
    "new": _("You and bots on this computer. Choose the game, its house rules, and how well they play."),
    "host": _("Others join from their own computers on this network. You choose the rules, the seats and the clock."),
    "tables": _("Who hosts now: the list shows each table once, and forgets those that do not answer any more."),
    "code": _("The founder of a table reads its code to you. Where multicast is blocked, an address will do."),
    "resume": _("The table at which you were last on this computer, with the bots that it ran there."),
    "figures": _("Games, deals, points and kalookis, by game and by opponent. Every record is verified first."),
    "records": _("Look at one of your games again, move by move, with every hand that was opened in it."),
    "quit": _("Leave the program."),
}
KEYS = {
    "open": pgettext("what a key does", "open"),
    "change": _("change"),
    "type": _("type"),
    "back": _("back"),
    "quit": _("quit"),
    "begin": _("begin"),
    "host": _("open the table"),
    "join": _("sit down"),
    "agree": _("agree and sit down"),
    "all": _("all rules"),
    "card": _("the card"),
    "stop": _("stop"),
    "keep": _("keep"),
    "preset": _("as usual"),
    "done": _("done"),
}

NEW_TITLE = _("A new game against bots")
HOST_TITLE = _("Host a table")
HOUSE_TITLE = _("House rules of {game}")
TABLES_TITLE = _("Tables on this network")
CODE_TITLE = _("Join by code or address")
CARD_TITLE = _("By these rules")

FIELDS = {
    "variant": _("Game"),
    "house": _("House rules"),
    "dropout": _("Somebody stays away"),
    "seats": _("Seats"),
    "bots": _("Bots"),
    "bot": _("Bots play"),
    "title": _("Name of the table"),
    "open": _("Who may come in"),
    "turn_time": _("Time of a turn"),
    "bank": _("More time in a deal"),
    "plays_on": _("When it is over"),
    "grace": _("Missed after"),
    "election": _("Silent host after"),
    "port": _("Port"),
    "go": _("Begin"),
    "go_host": _("Open the table"),
    "code": _("Code or address"),
}
ABOUT = {
    "variant": _("The game that is played. R shows its rule card."),
    "house": _("Enter opens all house rules of this game; those that differ from it are counted here."),
    "dropout": _(
        "What becomes of a deal when somebody stays away. With a key backup it can go on, at a price: all the others"
        " together can read, at any time, what a player's key still hides."
    ),
    "seats": _("How many sit at the table, you and the bots included."),
    "bots": _("How many of the seats bots take, on this computer."),
    "bot": _("How well they play, from beginner up."),
    "title": _("What the others see in their list."),
    "open": _("With the code: only who has it from you. Anybody: whoever reaches this computer, without a code."),
    "turn_time": _("How many seconds each turn may take. The clock is that of all computers together."),
    "bank": _("How many seconds more each may think in a deal, all turns together."),
    "plays_on": _("His computer draws and discards for a player whose time is over, or he is missed."),
    "grace": _("After so many seconds without somebody the others are asked whether they wait."),
    "election": _("After so many seconds, up to twice as many, without the computer that hosts the others elect one."),
    "port": _("Where this computer listens. Leave it free unless your firewall lets in one port only."),
    "go": _("The nodes start, and the cards are shuffled by all of them."),
    "go_host": _("The table is opened and announced on this network; its code is shown for the others."),
    "code": _("As its founder reads it to you; small letters and blanks do not matter. Or an address, as host:port."),
}
VALUES = {
    "house_none": _("none"),
    "any_port": _("any free one"),
    "unlimited": _("as long as one likes"),
    "code": _("with the code"),
    "open": _("anybody"),
    "plays": _("the computer plays"),
    "waits": _("he is missed"),
    "own_title": _("{name}'s table"),
    "type_it": _("Enter types it"),
}


def changed(count: int) -> str:
    """How many house rules differ from the game's own."""
    return _("{count} changed").format(count=count) if count else VALUES["house_none"]


def seconds(count: int) -> str:
    """A stretch of time."""
    return _("{count} s").format(count=count)


def players(least: int, most: int) -> str:
    """For how many a game is."""
    return _("For {least} to {most} players.").format(least=least, most=most)


def not_a_number(text: str, least: int, most: int) -> str:
    """What was typed for a number is none."""
    text = inert(text, 20) if text.strip() else _("nothing")
    return _("A whole number from {least} to {most} is needed, not {text}.").format(least=least, most=most, text=text)


def now_and_may(value: str, allowed: str, usual: str) -> tuple[str, ...]:
    """What a house rule is, may be, and usually is."""
    return (
        _("Now: {value}").format(value=value),
        _("It may be: {allowed}").format(allowed=allowed),
        _("Usually: {usual}").format(usual=usual),
    )


def typed_as(option: str, value: str) -> str:
    """How a house rule is written where a command or a file sets it."""
    return _("In commands: --house {option}={value}").format(option=option, value=value)


def house_title(key: str) -> str:
    """Whose house rules these are."""
    return HOUSE_TITLE.format(game=variant_name(key))


STARTING = {
    "against": _("The computers of the bots start, one process for each ..."),
    "hosting": _("Your table is opened ..."),
    "joining": _("You sit down ..."),
    "resuming": _("You go back to your table ..."),
    "card": _("The table is asked for its rules ..."),
    "locating": _("The table of this code is looked for ..."),
    "next": _("The next table is looked for ..."),
    "figures": _("Your records are verified and counted ..."),
    "record": _("The record is verified ..."),
    "records": _("Your records are looked for ..."),
}


RECORDS_HINT = _("Up and down choose a game, Enter shows it. Esc goes back.")
NO_RECORDS = _("No game is kept here yet: the record of each one that you play is.")


def of_table(title: str, seats: int) -> str:
    """Whose rules are shown."""
    named = inert(title, 40) if title else _("This table")
    return _("{title}, a table of {seats} seats").format(title=named, seats=seats)


NO_NAME = _("(no name)")
NEEDS_CODE = _("needs its code")
NO_CODE = _("no code needed")
OTHER_VERSION = _("another version of the program")


GONE = _("(gone)")


def gone(title: str) -> str:
    """Say that a table of the list is there no more."""
    return _("{title} does not answer any more.").format(title=inert(title, 40) or NO_NAME)


def about_table(game: str, taken: str, state: str, address: str) -> tuple[str, ...]:
    """What a table of the list says of itself."""
    return (
        game,
        _("Seats taken: {taken}").format(taken=taken),
        state,
        _("At {address}").format(address=inert(address, 60)),
    )


def left_behind(lines: Sequence[str]) -> str:
    """What is said where one comes from: the record lies there."""
    return inert(lines[0], 300) if lines else ""


def code_of(title: str) -> str:
    """Ask for the code of a table of the list."""
    return _("The code of {title}? Its founder sees it in the waiting room.").format(title=inert(title, 40) or NO_NAME)


CLOSING = _("The table is left, and what runs for it on this computer is ended ...")


PROBLEMS = {
    "port_taken": _("Port {port} is taken on this computer; choose another one in the line Port, or leave it free."),
    "needs_code": _("The table at {address} needs its join code: choose it in the list, and type the code."),
    "needs_no_code": _("The table at {address} is open and knows no code, so it may be another one than you mean."),
    "bad_code": _("That is no join code: {reason}. An address is written host:port."),
    "wrong_code": _("That is not the code of this table; compare it once more."),
    "no_next_table": _("The next table was not found. Its code is the same: look for it in the list of tables."),
    "data_dir_in_use": _("Another game runs on this computer with the same keys; leave it first."),
}
"""What the command line says with its options."""


def problem(code: str, detail: Mapping[str, str]) -> str:
    """Say what went wrong and what to do on screen; empty where it is said everywhere in the same words."""
    try:
        return PROBLEMS.get(code, "").format_map({name: inert(value, 80) for name, value in detail.items()})
    except KeyError:
        return ""


def code_of_nobody(interfaces: Iterable[str]) -> str:
    """Say that no table knows a code that has no address."""
    over = ", ".join(inert(each, 20) for each in interfaces) or _("no network")
    return _("No table on {over} knows this code. Ask for the address of the table, and type that.").format(over=over)


NO_TERMINAL = _("The start screen needs a terminal with a cursor.")


def no_screen() -> str:
    """What to type where the start screen has no room, or no cursor."""
    text = _("With plain lines: {kalooki} play --plain, {kalooki} host --plain, {kalooki} join --plain.")
    return text.format(kalooki=program())


def wrong_at(why: str, typed: str, at: int) -> str:
    """Show which character is wrong; what was typed stays in its line, to be mended."""
    text = _("{why} It is this one: {before}[{wrong}]{after}")
    parts = {"before": inert(typed[:at], 80), "wrong": inert(typed[at], 8), "after": inert(typed[at + 1 :], 80)}
    return text.format(why=why, **parts)
