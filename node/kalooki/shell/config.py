"""What a node is started with, as values and as the JSON that a child process reads from its standard input."""

import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from kalooki.shell.errors import ShellError
from kalooki.shell.pace import PACES

LONGEST_WAIT = 600_000
"""Milliseconds for which a silent host may be waited for."""


@dataclass(frozen=True, slots=True)
class Found:
    """Found a table."""

    variant: str = "british"
    options: tuple[tuple[str, str], ...] = ()
    """House rules as (option, value), both text."""
    title: str = ""
    seats: int = 4
    bots_vote: bool = False
    begin_when_full: bool = False
    """Whoever hosts begins as soon as every seat is taken and all are ready."""
    open: bool = False
    """Whoever reaches the table may come in, without a code."""
    silence_ms: int = 0
    """How long, and at random up to twice as long, a silent host is waited for; 0: as `NodeOptions.election` says."""
    grace_ms: int = 60_000
    """How long the others wait for somebody who is missed, before they are asked."""
    turn_ms: int = 0
    """How long each turn is; 0: as long as its player likes."""
    bank_ms: int = 0
    """How much longer a player may think in each deal, all his turns together."""
    plays_on: bool = True
    """At the end of his time a player's own node draws and throws a card away; else he is missed from there on."""
    hurried: bool = True
    """Who does not answer a call or a buy-in for long is answered for; where one person plays alone nobody waits."""
    code: str = field(default="", repr=False)
    """The join code of the table that this one follows; empty: a new one is drawn."""


@dataclass(frozen=True, slots=True)
class Join:
    """Join a table."""

    code: str
    """Empty for an open table."""
    address: str = ""
    """`host:port`; may be empty where the code holds one."""
    table: str = ""
    """In hex, the table whose rules the player has accepted; empty where it is taken as it is."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with the newest table of the data directory."""

    address: str = ""
    """Where another member listens now, `host:port`; empty where they find each other by themselves."""


Role = Found | Join | Resume


@dataclass(frozen=True, slots=True)
class NodeOptions:
    """How one node runs."""

    name: str
    """The player's name; empty where a bot that joins takes the name of its place."""
    table: Role
    data_dir: Path | None = None
    """None: KALOOKI_HOME, else the user's data folder."""
    bot: str = ""
    """The key of the bot that plays the seat, or empty for a person."""
    outside: bool = False
    """The bot is another program, which answers over the SeatService."""
    owner: str = ""
    """Whose computer a bot's node runs on."""
    bind: str = "127.0.0.1"
    port: int = 0
    transcript: Path | None = None
    """None: in the data directory."""
    auto_ready: bool = False
    """Ready by itself for the seat draw and for every deal, as bots always are."""
    announce: bool = False
    """Whether others on the network are told of the table while this node hosts it."""
    election: tuple[int, int] = (2000, 4000)
    """Between so many milliseconds, at random, a silent host is waited for before the others elect another one."""
    interfaces: tuple[str, ...] = ()
    """Over which interfaces, by name or address; none: over all that lead to others."""
    pace: str = "none"
    """How long bots seem to think, for people who follow them: one of `kalooki.shell.pace.PACES`."""

    @property
    def called(self) -> str:
        """What to call the node before it has a name at the table."""
        return self.name or f"the bot {self.bot}"


def to_json(options: NodeOptions) -> str:
    """Write options on one line."""
    plain = asdict(options)
    plain["table"] = {"role": type(options.table).__name__.lower(), **plain["table"]}
    return json.dumps(plain, default=str)


def from_json(text: str) -> NodeOptions:
    """Read options.

    Raises:
        ShellError: `bad_options`.
    """
    try:
        plain = json.loads(text)
        table = _role(plain.pop("table"))
        for path in ("data_dir", "transcript"):
            plain[path] = Path(plain[path]) if plain.get(path) else None
        if "election" in plain:
            plain["election"] = _limits(*plain["election"])
        plain["interfaces"] = tuple(str(each) for each in plain.get("interfaces", ()))
        options = NodeOptions(table=table, **plain)
        _check_types(options)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ShellError("bad_options", reason=str(error)[:200]) from None
    if options.pace not in PACES:
        raise ShellError("bad_options", reason=f"there is no pace {options.pace[:20]!r}")
    if not 0 <= options.port < 1 << 16:
        raise ShellError("bad_options", reason=f"there is no port {options.port}")
    return options


def _limits(least: int, most: int) -> tuple[int, int]:
    if not (type(least) is type(most) is int and 0 < least <= most <= LONGEST_WAIT):
        raise ValueError(f"election is no stretch of milliseconds: {least} to {most}")
    return least, most


KINDS = {
    "port": int,
    "auto_ready": bool,
    "outside": bool,
    "announce": bool,
    "interfaces": tuple,
    "election": tuple,
}
"""Of the options that are no text."""


def _check_types(options: NodeOptions) -> None:
    for one in fields(options):
        kind = KINDS.get(one.name, str)
        if one.name not in {"table", "data_dir", "transcript"} and type(getattr(options, one.name)) is not kind:
            raise TypeError(f"{one.name} is no {kind.__name__}")


def _role(plain: dict[str, Any]) -> Role:
    match plain.pop("role"):
        case "found":
            options = tuple((str(key), str(value)) for key, value in plain.pop("options", ()))
            return Found(options=options, **plain)
        case "join":
            return Join(**plain)
        case "resume":
            return Resume(**plain)
        case other:
            raise ValueError(f"there is no role {other!r}")
