"""What was looked at by `kalooki doctor`, and what to do about what is not right."""

from collections.abc import Iterable, Mapping

from kalooki_cli.language import gettext as _
from kalooki_cli.messages.errors import reason
from kalooki_cli.text import inert, pad, width, wrap

LEVELS = {"ok": _("ok"), "warn": _("warn"), "bad": _("bad")}
MARGIN = max(map(width, LEVELS.values())) + 1

KINDS = {
    "network": _("network"),
    "loopback": _("loopback"),
    "tunnel": _("tunnel"),
    "virtual": _("virtual"),
    "down": _("down"),
}
"""What stands behind an interface."""

FOUND: dict[str, str] = {
    "program": _("Kalooki {version}, Python {python}."),
    # the network
    "used": _("{name} ({kind}) with {addresses}: tables are announced and looked for here."),
    "left_out": _("{name} ({kind}) with {addresses}: left out; --interface {name} takes it in."),
    "no_multicast": _("{name} ({kind}) with {addresses}: left out, for it has no multicast."),
    "no_network": _("This computer is on no network where others could be."),
    "tunnel": _("A tunnel (VPN) is up."),
    "heard": _("Multicast on {name} goes out and comes in (UDP port {port})."),
    "cannot_send": _("Multicast cannot be sent on {name}."),
    "nothing_heard": _("Multicast on {name} goes out, and nothing comes in (UDP port {port})."),
    # ports
    "any_free": _("A table can listen."),
    "free": _("Port {port} is free."),
    "taken": _("Port {port} is taken, or may not be used."),
    "last_taken": _("Port {port}, where your last table was, is taken; perhaps by your own game."),
    # firewalls
    "none_seen": _("No firewall is seen from here; the network may have one of its own."),
    "firewall": _("A firewall is at work: {name}."),
    # the clock, the deck
    "clock": _("The clock is in the year {year}."),
    "clock_wrong": _("The clock is in the year {year}."),
    "group": _("The deck's arithmetic works: {name}."),
    "slow_group": _("The deck's arithmetic works, but slowly: {name}."),
    "no_group": _("The deck's arithmetic does not work: {reason}."),
    # the disk
    "writable": _("{path} can be written, by you alone."),
    "data_dir_in_use": _("{path} is in use: a game runs there."),
    "data_dir_open": _("{path} can be read by others."),
    "unwritable": _("{path} cannot be written: {reason}."),
    "space": _("There is room for records: {megabytes} MB."),
    "little_space": _("There is little room for records: {megabytes} MB."),
    # the terminal
    "no_terminal": _("This is no terminal."),
    "size": _("The terminal has {columns} columns and {rows} rows."),
    "small": _("The terminal has {columns} columns and {rows} rows."),
    "symbols": _("Its encoding is {encoding}: suits are shown as symbols."),
    "letters": _("Its encoding is {encoding}: suits are shown as letters."),
    "colours": _("Suits have two colours; --color four gives them four."),
    "no_colours": _("Suits have no colours; each is told by its letter or symbol."),
}
ADVICE: dict[str, str] = {
    "no_network": _("Join a network, or play against bots: kalooki play."),
    "tunnel": _("If others do not find your table, end the VPN while you play."),
    "cannot_send": _("Others come in with the join code. Is the interface up, has it an address?"),
    "nothing_heard": _("Let UDP port 5353 in at your firewall; until then others come in with the join code."),
    "taken": _("Choose another with --port, or leave --port out."),
    "last_taken": _("A table that goes on takes another port, and the others find it there."),
    "firewall": _("See that it lets in UDP port 5353, and TCP at the port that you give to kalooki host --port."),
    "clock_wrong": _("Set it: games work all the same, but what is noted of them has a wrong date."),
    "slow_group": _("Unset KALOOKI_GROUP."),
    "no_group": _("Install the library: pip install rbcl."),
    "data_dir_open": _("Make it private: chmod 700 {path}"),
    "unwritable": _("Choose another folder with --data-dir."),
    "little_space": _("Make room, or choose another folder with --data-dir."),
    "no_terminal": _("kalooki host and kalooki join need one; kalooki bot does not."),
    "small": _("40 columns and 20 rows are enough."),
}


def lines(findings: Iterable[tuple[str, str, Mapping[str, str]]], columns: int) -> list[str]:
    """Say what was found, and what to do about it."""
    result = []
    for level, code, detail in findings:
        first, *more = wrap(f"{said(code, detail)} {advice(code, detail)}", columns - MARGIN)
        result += [pad(LEVELS[level], MARGIN) + first, *(" " * MARGIN + line for line in more)]
    return result


def said(code: str, detail: Mapping[str, str]) -> str:
    """Say what was found."""
    return FOUND[code].format_map({name: _shown(name, text) for name, text in detail.items()})


def _shown(name: str, text: str) -> str:
    match name:
        case "kind":
            return KINDS.get(text) or inert(text, 160)
        case "reason":
            return inert(reason(text), 160)
        case _:
            return inert(text, 160)


def advice(code: str, detail: Mapping[str, str]) -> str:
    """Say what to do about it; nothing where nothing need be done."""
    return ADVICE.get(code, "").format_map({name: inert(text, 160) for name, text in detail.items()})


def summary(levels: Iterable[str]) -> str:
    """Say how it stands in all."""
    found = list(levels)
    bad, warn = found.count("bad"), found.count("warn")
    if bad:
        return _("Something is wrong: {bad} bad, {warn} to be warned of.").format(bad=bad, warn=warn)
    return _("Nothing is wrong; {warn} to be warned of.").format(warn=warn) if warn else _("Nothing is wrong.")
