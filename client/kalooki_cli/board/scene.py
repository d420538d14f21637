"""All that is drawn at one moment, as one value: what came from the table, and what the person has before him."""

from dataclasses import dataclass, field

from kalooki.cards import SeatNumber, Slot
from kalooki.rules.actions import MeldId
from kalooki.rules.view import SeatView
from kalooki.seat import TableStatus
from kalooki_cli.board.glyphs import UNICODE, Glyphs
from kalooki_cli.board.hand import Hand
from kalooki_cli.board.targets import Target
from kalooki_cli.draft import Draft
from kalooki_cli.messages.talk import Talk
from kalooki_cli.moment import NOTHING, Moment
from kalooki_cli.trust import Lamp


@dataclass(frozen=True, slots=True)
class Chip:
    """A key that does something now."""

    key: str
    """As it is written."""
    words: str
    does: str
    """The name of what it does; clicking it does the same."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment at the table. Equal scenes are drawn equally."""

    status: TableStatus | None
    view: SeatView | None
    talk: Talk
    glyphs: Glyphs = UNICODE
    hand: Hand = field(default_factory=Hand)
    draft: Draft = field(default_factory=Draft)
    moment: Moment = NOTHING
    targets: tuple[Target, ...] = ()
    """Where the picked cards could go."""
    whole: bool = False
    """What is staged can be sent as it is."""
    staged_points: int = 0
    """What counts of it towards a first lay."""
    choosing: int | None = None
    """Several targets are offered, and this one is pointed at."""
    hinted: frozenset[Slot] = frozenset()
    risen: frozenset[Slot] = frozenset()
    """Cards that have just been drawn, and stand higher for a moment."""
    notice: str = ""
    """What the client says, until the next key."""
    chips: tuple[Chip, ...] = ()
    panel: tuple[str, ...] = ()
    """What is asked in a window of its own, as sentences."""
    title: str = ""
    seconds_left: int | None = None
    log: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    """What people have said and one has not read, the newest last."""
    unread: int = 0
    lit: MeldId | None = None
    """The meld under the mouse, or to which a choice points."""
    again: str = ""
    """The key word of going on to a next table with the same people; empty where one cannot."""
    trust: Lamp | None = None
    """Whether what came was checked; None where nothing is said."""

    @property
    def me(self) -> SeatNumber | None:
        """One's own seat."""
        return self.view.seat if self.view else None
