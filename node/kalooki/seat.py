"""One seat at the table, as a client or a bot runner sees it: updates come, actions go."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from kalooki.cards import SeatNumber
from kalooki.rules.actions import Action
from kalooki.rules.events import Event
from kalooki.rules.game import Result
from kalooki.rules.variant import Variant
from kalooki.rules.view import SeatView


@dataclass(frozen=True, slots=True)
class PlayerStatus:
    """Who sits (or will sit) at the table, and on whose computer."""

    player: int
    name: str
    bot: str
    """The key of the bot that plays, or empty for a person."""
    node: int
    computer: str
    """Whose node runs the seat: the fingerprint label of the node, or the name of the person whose node it is."""
    seat: SeatNumber | None
    """None until the seats are drawn."""
    connected: bool
    ready: bool
    """For what comes next: the seat draw or the next deal."""
    label: str = ""
    """The fingerprint label of the node that runs the seat."""
    gone: bool = False
    """It has left, or the others play on without it."""
    bank_ms: int = 0
    """What it has left of its bank of time in this deal."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Who made a false statement, which, and where it stands in the log."""

    player: int
    code: str
    index: int


@dataclass(frozen=True, slots=True)
class Missed:
    """Players whom the own node misses, and what has been said of it."""

    players: tuple[int, ...]
    seconds: int
    """How long they have been waited for, when this was told; a hint, no more."""
    wishes: tuple[tuple[int, str], ...]
    """What each node wants that has said it: `wait`; `void`, the deal again without them; or `backup`."""
    ends: bool
    """Without them one player would be left, who has won then."""
    backup: bool = False
    """The others can go on with their keys: then `backup` can be chosen, too."""


CONTINUED = "continued"
"""Why a table is closed from which another one goes on."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What some who play want all to decide."""

    motion: str
    """`adjourn`, to stop for today; `remove`, to play on without somebody; `return`, to let him come back; `stand_in`,
    to let a bot play the lost seat; `continue`, to go on at a new table without those who are lost."""
    player: int
    """Whom it is about; -1 where it is nobody."""
    nodes: tuple[int, ...]
    """The nodes whose people want it."""
    runs_on: int = -1
    """The node that would run the bot; -1 where there is none."""
    players: tuple[int, ...] = ()
    """Of `continue`: who would go on."""
    deal: int = 0
    """Of `continue`: from the scores after which deal."""
    patience: int = 0
    """Of `continue`: after so many seconds who is here and has not agreed is left behind; 0: he never is."""


@dataclass(frozen=True, slots=True)
class Beside:
    """Another table that goes on from the same one."""

    table_id: str
    """In hex."""
    names: tuple[str, ...]
    """Who has gone on there; foreign text, as it came."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """How long turns are at this table, and whether the time of one runs."""

    turn_ms: int
    """How long each turn is."""
    bank_ms: int
    """How much longer a player may think in each deal, all his turns together."""
    plays_on: bool
    """At the end of his time a player's own node draws and throws a card away; else he is missed from there on."""
    on_bank: bool = False
    """The time of the turn at hand is over, and its player's bank runs."""
    stands_still: bool = False
    """The player in turn waits for the others' part of the key, and nothing of his time passes."""


@dataclass(frozen=True, slots=True)
class CheckedDeck:
    """A deck of the deal in play."""

    kind: str
    """`seats`, `deal`, `reshuffle` or `cut`."""
    index: int
    """The entry that began to deal from it."""
    players: tuple[int, ...]
    """Who shuffled it, in this order, each with a proof."""
    verified: bool
    """The own node has verified all of these proofs."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry of the log with the words by which people compare it."""

    index: int
    kind: str
    """`begin`, the lobby was closed; `deal`, a deal began; `scored`, it was counted."""
    deal: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that an honest table has not."""

    code: str
    player: int = -1
    node: int = -1
    """Who it speaks against; -1 where that is not known."""
    index: int = 0
    """The entry that it is about; 0 where it is about none."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What the own node has found true by itself, of what is committed, and what it has found false."""

    entries: int
    """Entries whose place, host, signature, state digest and rules were checked."""
    messages: int
    """Messages in them whose signatures were checked."""
    deals: int
    """Deals that were counted again."""
    deal: int
    """The deal that the next five are about; 0 before the first."""
    decks: tuple[CheckedDeck, ...] = ()
    keys: int = 0
    """Keys whose owners proved that they have them."""
    shares: int = 0
    """Parts of cards' keys with proofs, without those that the own node made."""
    moves: int = 0
    """Moves that the rules allow."""
    void: int = 0
    """Messages without effect: they came too late, or the rules refused them."""
    certified: int = 0
    """The newest entry of which the signatures of a quorum are here."""
    signers: int = 0
    """How many they are."""
    voters: int = 0
    """Of so many nodes whose signature counts."""
    nodes: tuple[tuple[int, int], ...] = ()
    """How far each node has signed that it has this very log."""
    marks: tuple[Mark, ...] = ()
    """The newest entries whose words can be compared, the newest last."""
    alarms: tuple[Alarm, ...] = ()
    halted: str = ""
    """Why the own node confirms nothing any more; empty where it does."""
    behind: int = 0
    """How many entries are known of and not here yet."""
    recovering: bool = False
    """The own node has lost the end of its log, and waits for the others."""
    signed: int = 0
    """So many computers have signed that this table goes on from another one; 0: it does not."""
    after: int = 0
    """After which deal of that one."""


@dataclass(frozen=True, slots=True)
class TableStatus:
    """What there is to know about the table besides the cards."""

    table_id: str
    """Hex."""
    title: str
    variant: Variant | None
    """The game with its house rules; None until the node has read the table's first entry."""
    phase: str
    """`lobby`, `seat_draw`, `pick_seat`, `playing`, `over`, `closed`."""
    me: int
    """My player number; -1 until seated."""
    host: int
    """The host's node number."""
    players: tuple[PlayerStatus, ...]
    seats: int
    """How many seats the table has."""
    join_code: str
    """Only at the clients of the founder and of who hosts; else empty."""
    open: bool
    """Whether anybody may come in without a code."""
    move: int
    next_deal: int
    """The deal that a `ready` would be for; 0 before the seat draw."""
    waiting_for: tuple[int, ...]
    """Players whose key, shuffle, share, hand or action is due."""
    doing: str
    """What is due: `keys`, `shuffle`, `verify`, `shares`, `hands`, `action`, `ready`, `pick_seat`, or empty."""
    fault: Fault | None
    closed: str
    """Why the table is closed, or empty."""
    transcript: str
    """Where the transcript is kept on the node's computer."""
    missed: Missed | None = None
    limit: str = ""
    """Which limit runs: `call`, `challenge`, `answer`, `buy_in`, `turn`; empty where there is none."""
    limit_ms: int = 0
    """How long it is in all: a hint, since each node counts by its own clock."""
    overdue: bool = False
    """A quorum has said that it is over."""
    proposals: tuple[Proposal, ...] = ()
    adjourned: int = 0
    """The entry by which all agreed to stop for today; 0 once somebody plays on."""
    left_ms: int = 0
    """How much of the limit was left when this was told, by the own node's clock; by one's own, where one watches."""
    clock: TurnClock | None = None
    """None where turns have no limit."""
    checked: Checked | None = None
    """What the own node has checked; None where nothing is checked now."""
    stuck: bool = False
    """So many nodes are lost that nothing can be decided any more."""
    two_games: tuple[int, ...] = ()
    """The nodes that have shown two games as hosts, which is why it is stuck."""
    went_on: bool = False
    """Others have gone on from this table without the player, and he may follow them."""
    beside: tuple[Beside, ...] = ()
    """Other tables that go on from the same one as this."""

    @property
    def taken(self) -> tuple[PlayerStatus, ...]:
        """The players that have not gone."""
        return tuple(player for player in self.players if not player.gone)

    @property
    def can_begin_early(self) -> bool:
        """Whether whoever hosts can begin though seats are free: there are enough for this game."""
        enough = self.variant is not None and self.variant.min_players <= len(self.taken)
        return self.phase == "lobby" and enough and len(self.taken) < self.seats


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody at the table has said to all; foreign text, as it came."""

    player: int
    text: str


@dataclass(frozen=True, slots=True)
class Update:
    """The newest view with what happened since the last one. A view is None until the first deal has begun."""

    status: TableStatus
    view: SeatView | None
    events: tuple[Event, ...]
    said: tuple[Said, ...] = ()
    """What was said since; in the first update, what the node has kept."""
    sheet: tuple[Result, ...] | None = None
    """The whole score sheet of the game; None where it is as it was told before."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a command: `code` is empty where it took effect; else an error's stable code."""

    code: str
    detail: str


class Seat(Protocol):
    """A seat's two directions."""

    def updates(self) -> AsyncIterator[Update]:
        """The present state at once, then one update for each change, until the table closes."""

    async def act(self, move: int, action: Action) -> Outcome:
        """Play an action that was chosen for `move`."""

    async def ready(self, deal: int) -> Outcome:
        """Say that the player is ready for the seat draw (0) or for this deal."""

    async def begin(self) -> Outcome:
        """The founder closes the lobby and the game begins."""

    async def close(self, reason: str) -> Outcome:
        """The host closes the table."""

    async def leave(self) -> Outcome:
        """Leave for good: the others play on, and the hand is counted."""

    async def choose(self, wish: str) -> Outcome:
        """Say what is to become of those who are missed: `wait`, `void` or `backup`."""

    async def propose(self, motion: str, whom: int | None = None, *, withdrawn: bool = False, bot: str = "") -> Outcome:
        """Say that all should stop for today (`adjourn`) or play on without a player (`remove`), or no longer so."""

    async def say(self, text: str) -> Outcome:
        """Say something to all at the table."""
