"""The tables on the network, and why there may be none, as sentences."""

from collections.abc import Iterable, Mapping, Sequence

from kalooki_cli.invoked import program
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.talk import listed
from kalooki_cli.text import inert, pad, width

STATES = {"open": _("open"), "full": _("full"), "playing": _("playing")}
BESIDE = 45
"""Columns of a row without its table's name and its address."""

LOOKED_FOR = 4
"""Seconds that one looks before the list counts as empty."""

LOOKED_FOR_CODE = 10
"""Seconds that the table of a code is looked for: all that one waits for is there, so it may take its time."""


def tables(rows: Iterable[Mapping[str, object]], columns: int) -> list[str]:
    """List tables, numbered, one a line where there is room; else the address stands under what the table is called."""
    room = min(25, max(columns - BESIDE, 10))
    lines = [pad("", 3) + pad(_("Table"), room) + pad(_("Game"), 15) + pad(_("Seats"), 7) + _("State")]
    for number, row in enumerate(rows, start=1):
        lines += _row(number, row, room, columns)
    return lines


def _row(number: int, row: Mapping[str, object], room: int, columns: int) -> list[str]:
    state = str(row["state"])
    words = [STATES.get(state, inert(state, 12))]
    if state == "open":
        words.append(_("needs its code") if row["needs_code"] else _("no code needed"))
    more = [] if row["same_protocol"] else [_("another version of the program")]
    names = row["names"]
    gone_on = [pad("", 3) + goes_on(names)] if isinstance(names, Sequence) and names else []
    title = inert(str(row["title"]), room - 1) if row["title"] else _("(no name)")
    before = (
        pad(f"{number}", 3)
        + pad(title, room)
        + pad(inert(str(row["variant"]), 14), 15)
        + pad(f"{row['players']}/{row['seats']}", 7)
    )
    address = inert(str(row["address"]), 60)
    one = f"{before}{', '.join([*words, *more])}  {address}"
    under = [pad("", 3) + each for each in (address, *more)]
    return [*([one] if width(one) <= columns else [before + ", ".join(words), *under]), *gone_on]


def goes_on(names: Sequence[str]) -> str:
    """Say who is at a table that goes on from another one: the two may be called alike."""
    return _("goes on from another table with {who}").format(who=listed([inert(name, 20) for name in names]))


def looking(interfaces: Iterable[str]) -> str:
    """Say that it takes a moment."""
    over = ", ".join(inert(each, 20) for each in interfaces)
    return _("Looking for tables on {over} ...").format(over=over or _("no network"))


def which(*, some: bool) -> str:
    """Ask for a table."""
    if some:
        return _("Its number, a join code, or an address as host:port; Enter looks again")
    return _("A join code, or an address as host:port; Enter looks again")


def not_joined(number: int, row: Mapping[str, object] | None, *, watching: bool = False) -> str:
    """Say why one cannot sit down at the table of this number, or watch it; empty where one can try."""
    if row is None:
        return _("There is no table {number} in the list.").format(number=number)
    if not row["same_protocol"]:
        return _("That table speaks protocol version {theirs}; use the same program.").format(theirs=row["protocol"])
    if watching:
        return ""
    if row["state"] == "full":
        return _("That table is full.")
    if row["state"] == "playing":
        text = _("The game has begun there. If you were at that table: {kalooki} resume.")
        return text.format(kalooki=program())
    return ""


def code_of_nobody(interfaces: Iterable[str]) -> str:
    """Say that no table knows a code that has no address."""
    over = ", ".join(inert(each, 20) for each in interfaces) or _("no network")
    text = _("No table on {over} knows this code. Say where it is: {kalooki} join HOST:PORT.")
    return text.format(over=over, kalooki=program())


def moved(before: str, now: str) -> str:
    """Say that the table of a code is elsewhere than the code says."""
    text = _("Nobody answers at {before}, where the code says; the table is at {now} now.")
    return text.format(before=inert(before, 60), now=inert(now, 60))


def at(title: str, address: str) -> str:
    """Say which table a code is for."""
    return _("It is the code of {title} at {address}.").format(
        title=inert(title, 40) if title else _("a table"), address=inert(address, 60)
    )


def none_found(seconds: float, interfaces: Iterable[str], *, asked: bool = False) -> list[str]:
    """Say why no table may have been found, and how one comes to a table all the same.

    Args:
        seconds: How long it was looked for.
        interfaces: Over which.
        asked: A code can be typed at once, at the question that follows.
    """
    over = ", ".join(inert(each, 20) for each in interfaces)
    if not over:
        return [
            _("This computer is on no network over which tables could be found."),
            _("If it should be: {kalooki} doctor. --interface names an interface that was left out.").format(
                kalooki=program()
            ),
        ]
    if asked:
        way = _("With the join code no list is needed: type it here.")
    else:
        way = _("With the join code no list is needed: {kalooki} join.").format(kalooki=program())
    return [
        _("No table was found on {over} in {seconds:g} seconds. That may be because").format(
            over=over, seconds=seconds
        ),
        _("- nobody hosts one now, or the host plays on another network;"),
        _("- a firewall, here or there, drops multicast (UDP port 5353);"),
        _("- the network keeps its computers apart, as guest Wi-Fi does, or a VPN is in the way."),
        way + " " + _("What is wrong here: {kalooki} doctor.").format(kalooki=program()),
    ]


BLOCKED = {
    "no_network": _("this computer is on no network"),
    "no_multicast": _("the program cannot listen on UDP port 5353"),
    "cannot_send": _("multicast cannot be sent"),
    "nothing_heard": _("a firewall drops multicast (UDP port 5353)"),
}


def blocked(reason: str, code: str, address: str) -> str:
    """Say that others cannot find this table by themselves, and what they type instead."""
    why = BLOCKED.get(reason) or inert(reason, 60)
    if code:
        text = _("Others cannot find this table in a list, for {why}. They type the code {code} (it is at {address}).")
    else:
        text = _("Others cannot find this table in a list, for {why}. They join it at {address}.")
    return text.format(why=why, code=code, address=address)
