"""The waiting room on screen: who sits there, how others come in, what is waited for, what the keys do."""

from kalooki.seat import PlayerStatus, TableStatus
from kalooki_cli.invoked import program
from kalooki_cli.language import gettext as _
from kalooki_cli.language import ngettext
from kalooki_cli.messages.bots import called
from kalooki_cli.messages.talk import listed
from kalooki_cli.text import inert

SEATS = _("Seats")
FREE = _("free")
RULES = _("By these rules")
WAY_IN = _("How others come in")
HAPPENED = _("What has happened")
YOU = _("(you)")
READY = _("ready")
NOT_READY = _("not ready yet")
AWAY = _("away")
HAS_LEFT = _("has left")
LOADING = _("The table is read ...")

KEYS = {
    "ready": _("ready"),
    "begin": _("begin"),
    "kick": _("send {name} away"),
    "keep": _("let {name} stay"),
    "copy": _("copy the code"),
    "copy_address": _("copy the address"),
    "rules": _("rules"),
    "log": _("log"),
    "leave": _("leave"),
    "help": _("keys"),
}


def taken(status: TableStatus) -> str:
    """How many seats are taken."""
    return _("{taken} of {seats} seats are taken").format(taken=len(status.taken), seats=status.seats)


def bot(one: PlayerStatus) -> str:
    """Which bot it is, and on whose computer it runs."""
    return _("bot {bot}, on {computer}'s computer").format(bot=called(one.bot), computer=inert(one.computer, 24))


def key(label: str) -> str:
    """By which key somebody is known whose name looks like another."""
    return _("key {label}").format(label=inert(label, 12))


def wanted_away(count: int) -> str:
    """How many want somebody to go."""
    return ngettext("{count} wants them gone", "{count} want them gone", count).format(count=count)


def way_in(code: str, address: str, *, near: bool) -> list[str]:
    """How others come to this table, but for the code itself."""
    if near:
        return [_("At {address}, which only this computer reaches.").format(address=address)]
    if code:
        text = _("At {address}. They find it in their list, or type: {kalooki} join")
        return [text.format(address=address, kalooki=program())]
    text = _("Without a code, whoever reaches {address}: {kalooki} join --open {address}")
    return [text.format(address=address, kalooki=program())]


COPIED = _("It is copied, where your terminal allows that. Else mark it with the mouse while you hold Shift.")
NOTHING_TO_COPY = _("Only the founder of the table, and who hosts it, know its code.")
PRESS_READY = _("Enter: you are ready.")
AGREE = _("Enter: you agree to these rules, and are ready. R shows all of them.")
BEGIN_NOW = _("Everybody is ready: Enter begins the game.")
FULL = _("All seats are taken.")
NOT_FULL = _("The game can begin when every seat is taken.")
NOT_FULL_YET = _("The game can begin when every seat is taken; B begins without the free ones.")
KICK_FIRST = _("Point at somebody with the arrows first.")
NOT_HOST = _("Who hosts the table cannot be sent away; you can leave (q).")
NOT_SELF = _("Nobody sends himself away; q leaves.")
CLOSED = _("The table is closed: {why}. Enter goes back.")


def waits_for(names: list[str]) -> str:
    """Who is not ready."""
    return _("Not ready yet: {names}.").format(names=listed(names)) if names else ""


def founder_begins(name: str) -> str:
    """Whom all wait for when all are ready."""
    return _("You are ready. {name} begins the game.").format(name=name)


HELP_TITLE = _("Keys in the waiting room")
HELP = (
    (_("Enter"), _("ready; and for who hosts: begin, when every seat is taken and everybody is ready")),
    (_("B"), _("for who hosts: begin without the seats that are free, once everybody who sits there is ready")),
    (_("up, down, j, k"), _("point at somebody")),
    (_("K"), _("want the one pointed at sent away, or no longer; it is done when all the others want it")),
    (_("c"), _("copy the join code, or the address of an open table, for a message to the others")),
    (_("m"), _("the talk: read what the others say, and say something to all")),
    (_(","), _("the settings: colours, cards, a bell, the language")),
    (_("R, L"), _("all rules of this table, what has happened")),
    (_("q"), _("leave: your seat is kept for you, or given up; where you host, the table closes")),
    (_("Ctrl-Z"), _("put it aside; fg brings it back")),
)
