"""The tables on the network, and why there may be none, as sentences."""

from collections.abc import Iterable, Mapping
from gettext import gettext as _

from kalooki_cli.invoked import program
from kalooki_cli.text import inert, pad

STATES = {"open": _("open"), "full": _("full"), "playing": _("playing")}
LOOKED_FOR = 4
"""Seconds that one looks before the list counts as empty."""


def tables(rows: Iterable[Mapping[str, object]]) -> list[str]:
    """List tables, one a line, numbered."""
    lines = [pad("", 3) + pad(_("Table"), 25) + pad(_("Game"), 15) + pad(_("Seats"), 7) + _("State")]
    lines += [_row(number, row) for number, row in enumerate(rows, start=1)]
    return lines


def _row(number: int, row: Mapping[str, object]) -> str:
    state = str(row["state"])
    words = [STATES.get(state, inert(state, 12))]
    if state == "open":
        words.append(_("needs its code") if row["needs_code"] else _("no code needed"))
    if not row["same_protocol"]:
        words.append(_("another version of the program"))
    title = inert(str(row["title"]), 24) if row["title"] else _("(no name)")
    return (
        pad(f"{number}", 3)
        + pad(title, 25)
        + pad(inert(str(row["variant"]), 14), 15)
        + pad(f"{row['players']}/{row['seats']}", 7)
        + f"{', '.join(words)}  {inert(str(row['address']), 60)}"
    )


def none_found(seconds: float, interfaces: Iterable[str]) -> list[str]:
    """Say why no table may have been found, and how one comes to a table all the same."""
    over = ", ".join(inert(each, 20) for each in interfaces)
    if not over:
        return [
            _("This computer is on no network over which tables could be found."),
            _("If it should be: {kalooki} doctor. --interface names an interface that was left out.").format(
                kalooki=program()
            ),
        ]
    return [
        _("No table was found on {over} in {seconds:g} seconds. That may be because").format(
            over=over, seconds=seconds
        ),
        _("- nobody hosts one now, or the host plays on another network;"),
        _("- a firewall, here or there, drops multicast (UDP port 5353);"),
        _("- the network keeps its computers apart, as guest Wi-Fi does, or a VPN is in the way."),
        _("With the join code no list is needed: {kalooki} join. What is wrong here: {kalooki} doctor.").format(
            kalooki=program()
        ),
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
