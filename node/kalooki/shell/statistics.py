"""What came of all games whose records a data directory keeps; none is believed unverified, and nothing is written."""

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kalooki.bots import bot_named
from kalooki.fair.group import Group
from kalooki.rules.events import DealScored, GameEnded
from kalooki.shell.errors import ShellError
from kalooki.shell.identity import fingerprint_label
from kalooki.table.log import Digest
from kalooki.table.state import Player, TableState
from kalooki.verify import Retelling, Verdict, retell
from kalooki.worded import Worded

PLACE = "transcripts"
MOST_BYTES = 1 << 28
"""No game is longer."""


@dataclass(slots=True)
class Figures:
    """What came of some games for one person."""

    games: int = 0
    """In which something was dealt."""
    ended: int = 0
    """Of these, played to their end."""
    won: int = 0
    deals: int = 0
    """That were scored."""
    deals_won: int = 0
    points: int = 0
    """Of all these deals."""
    kalookis: int = 0
    money: Counter[str] = field(default_factory=Counter)
    """Of the games that ended, by unit."""

    def add(self, other: "Figures") -> None:
        """Count other games, too."""
        self.games += other.games
        self.ended += other.ended
        self.won += other.won
        self.deals += other.deals
        self.deals_won += other.deals_won
        self.points += other.points
        self.kalookis += other.kalookis
        self.money.update(other.money)


@dataclass(slots=True)
class Opponent:
    """Somebody whom one has played against: a person by his key, or all bots of one kind."""

    name: str
    """The newest one."""
    label: str
    """Empty for bots."""
    bot: str
    """Empty for a person."""
    figures: Figures = field(default_factory=Figures)
    """One's own, in the games against him."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that was not counted."""

    file: str
    code: str
    """`unreadable`, `not_valid`, `not_mine`, `nothing_dealt`, `counted_before`."""
    reason: str = ""


@dataclass(slots=True)
class Statistics:
    """Everything that was found."""

    total: Figures = field(default_factory=Figures)
    variants: dict[str, Figures] = field(default_factory=dict)
    opponents: dict[str, Opponent] = field(default_factory=dict)
    """By key, or by kind of bot."""
    skipped: list[Skipped] = field(default_factory=list)


def records(home: Path) -> list[Path]:
    """What lies where a data directory keeps its records, the oldest first.

    Raises:
        ShellError: `unlisted`.
    """
    try:
        found = [(path.lstat().st_mtime, path) for path in (home / PLACE).iterdir()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ShellError("unlisted", path=str(home / PLACE), reason=error.strerror or str(error)) from None
    return [path for _, path in sorted(found)]


def statistics(files: list[Path], own: bytes | None, group: Group) -> Statistics:
    """Count the games in these files that the owner of this key has played."""
    found, tables = Statistics(), set[Digest]()
    for path in files:
        try:
            retelling = retell(_read(path), group, secrets.token_bytes(32))
            count(found, retelling, own, tables)
        except SkippedError as why:
            found.skipped.append(Skipped(path.name, why.code, why.reason))
    return found


class SkippedError(Exception):
    """A record is not counted."""

    def __init__(self, code: str, reason: str = "") -> None:
        super().__init__(code)
        self.code, self.reason = code, reason


def _read(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise SkippedError("unreadable", "it is no file")
        with path.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise SkippedError("unreadable", error.strerror or str(error)) from None
    if len(content) > MOST_BYTES:
        raise SkippedError("unreadable", Worded("it is longer than any game"))
    return content


def count(found: Statistics, retelling: Retelling, own: bytes | None, tables: set[Digest]) -> None:
    """Add a game, and its table to those that are counted.

    Raises:
        SkippedError: It is none that counts, and why.
    """
    report = retelling.report
    if report.verdict is not Verdict.VALID:
        text = report.findings[0].text if report.findings else ""
        raise SkippedError("not_valid", Worded("{verdict}: {text}", verdict=report.verdict.value, text=text))
    if not retelling.told:
        raise SkippedError("nothing_dealt")
    state = retelling.told[-1].state
    me = next((each for each in state.players if not each.bot and _node_key(state, each) == own), None)
    if me is None or me.seat is None:
        raise SkippedError("not_mine")
    if state.table in tables:
        raise SkippedError("counted_before")
    tables.add(state.table)
    figures = _figures(retelling, me)
    found.total.add(figures)
    found.variants.setdefault(state.genesis.variant, Figures()).add(figures)
    for key, opponent in _opponents(state, me):
        known = found.opponents.setdefault(key, opponent)
        known.name = opponent.name
        known.figures.add(figures)


def _node_key(state: TableState, player: Player) -> bytes:
    return state.members[player.node].identity


def _opponents(state: TableState, me: Player) -> Iterator[tuple[str, Opponent]]:
    """Everybody else who sat there, each key and each kind of bot once."""
    others: Mapping[str, Opponent] = {
        key: Opponent(bot or each.name, "" if bot else label, bot)
        for each in state.players
        if each.number != me.number and each.seat is not None
        for label in [fingerprint_label(_node_key(state, each))]
        for bot in [_kind(each.bot)]
        for key in [f"bot {bot}" if bot else label]
    }
    yield from others.items()


def _kind(bot: str) -> str:
    """The level of a bot, which is one however it was named at the table; its own name where it has none."""
    known = bot_named(bot)
    return bot if known is None else known.level or known.key


def _figures(retelling: Retelling, me: Player) -> Figures:
    """Count a game for one player, as long as he sits in it."""
    found = Figures(games=1)
    for told in retelling.told:
        if told.state.players[me.number].gone:
            continue
        for event in told.events:
            match event:
                case DealScored(winner=winner, how=how, scores=scores):
                    mine = [score for score in scores if score.seat == me.seat]
                    won = bool(mine) and winner == me.seat
                    found.deals += len(mine)
                    found.deals_won += won
                    found.kalookis += won and how == "kalooki"
                    found.points += sum(score.points for score in mine)
                case GameEnded(winners=winners, money=money) if me.seat is not None:
                    found.ended += 1
                    found.won += me.seat in winners
                    found.money[told.state.variant.stake_unit] += money[me.seat]
                case _:
                    pass
    return found
