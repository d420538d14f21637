"""What a node knows about its table besides the cards; the shell makes `seat.TableStatus` of it."""

from dataclasses import dataclass, replace

from kalooki.cards import SeatNumber
from kalooki.rules.variant import Variant
from kalooki.table.payloads import NodeNumber, PlayerNumber


@dataclass(frozen=True, slots=True)
class Fault:
    """Who made a false statement, which, and where it stands in the log."""

    player: PlayerNumber
    code: str
    index: int


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """A player as the committed log has it."""

    player: PlayerNumber
    name: str
    bot: str
    node: NodeNumber
    node_identity: bytes
    seat: SeatNumber | None
    ready: bool
    gone: bool = False
    """It has left, or is absent as all the others say."""
    bank_ms: int = 0
    """What it has left of its bank in this deal."""


@dataclass(frozen=True, slots=True)
class MissedStanding:
    """Whom this node misses, and what has been said of it."""

    players: tuple[PlayerNumber, ...]
    seconds: int
    """How long they have been waited for."""
    wishes: tuple[tuple[NodeNumber, str], ...]
    """What each node wants that has said it: `wait`, `void` or `backup`."""
    ends: bool
    """Without them only one would be left, who has won."""
    backup: bool = False
    """The others can go on with the keys of those who are missed."""


@dataclass(frozen=True, slots=True)
class ProposalStanding:
    """What some who play want all to decide."""

    motion: str
    """`adjourn`, `remove`, `return`, `stand_in` or `continue`."""
    player: PlayerNumber | None
    """Whom it is about."""
    nodes: tuple[NodeNumber, ...]
    """Whose people want it."""
    runs_on: NodeNumber | None = None
    """Whose node would run the bot."""
    players: tuple[PlayerNumber, ...] = ()
    """Who would go on at a new table; who else plays here is left behind."""
    deal: int = 0
    """The last finished deal, from whose scores they would go on."""
    patience: int = 0
    """After so many seconds who is here and has not agreed is left behind; 0: he never is."""


CONTINUED = "continued"
"""Why a table is closed from which another one goes on."""


@dataclass(frozen=True, slots=True)
class BesideStanding:
    """Another table that goes on from the same one."""

    table: str
    """Its id, in hex."""
    names: tuple[str, ...]
    """Who has gone on there."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What becomes of a table that can decide nothing any more."""

    stuck: bool = False
    """So many nodes are lost that no quorum is left."""
    proposals: tuple[ProposalStanding, ...] = ()
    opened: str = ""
    """In hex, the founder's chance of the table that goes on from this one; empty while there is none."""
    two_games: tuple[NodeNumber, ...] = ()
    """Hosts that have shown two games, which is why it is stuck."""
    went_on: bool = False
    """Others have gone on from this table without us, and one may follow them."""
    beside: tuple[BesideStanding, ...] = ()
    """Other tables that go on from the same one as this."""


NO_OUTLOOK = Outlook()


@dataclass(frozen=True, slots=True)
class ClockStanding:
    """How long turns are at this table, and whether the time of one runs."""

    turn_ms: int
    bank_ms: int
    plays_on: bool
    on_bank: bool
    """The turn's own time is over, and its player's bank runs."""
    stands_still: bool
    """Its player waits for others' shares."""


@dataclass(frozen=True, slots=True)
class DeckStanding:
    """A deck from which the deal in play is dealt."""

    kind: str
    """`seats`, `deal`, `reshuffle` or `cut`."""
    index: int
    """The entry that began to deal from it."""
    players: tuple[PlayerNumber, ...]
    """Who shuffled it, in this order, each with a proof."""
    verified: bool = False
    """This node has verified all of these proofs."""

    def seen(self, verified_to: int) -> "DeckStanding":
        """Say whether it is among those that were verified."""
        return replace(self, verified=self.index <= verified_to)


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry whose words people can compare."""

    index: int
    hash: bytes
    kind: str
    """`begin`, the lobby was closed; `deal`, a deal began; `scored`, it was counted."""
    deal: int


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that an honest table has not."""

    code: str
    player: PlayerNumber | None = None
    node: NodeNumber | None = None
    """Who it speaks against, if that is known."""
    index: int = 0
    """The entry that it is about; 0 where it is about none."""


@dataclass(frozen=True, slots=True)
class CheckedStanding:
    """What a node has found true by itself, of what is committed, and what it has found false."""

    entries: int
    """Entries whose place, host, signature, state digest and rules were checked."""
    messages: int
    """Messages in them whose signatures were checked."""
    deals: int
    """Deals that were counted again."""
    deal: int
    """The deal that the next five are about; 0 before the first."""
    decks: tuple[DeckStanding, ...]
    keys: int
    """Keys whose owners proved that they have them."""
    shares: int
    """Parts of cards' keys with proofs."""
    moves: int
    """Moves that the rules allow."""
    void: int
    """Messages without effect: they came too late, or the rules refused them."""
    certified: int
    """The newest entry of which a quorum's signatures are here."""
    signers: int
    """How many they are."""
    voters: int
    """Of so many nodes whose signature counts."""
    nodes: tuple[tuple[NodeNumber, int], ...]
    """How far each node has signed that it has this very log."""
    marks: tuple[Mark, ...]
    """The newest entries whose words can be compared, the newest last."""
    alarms: tuple[Alarm, ...]
    halted: str
    """Why this node confirms nothing any more; empty where it does."""
    behind: int
    """How many entries are known of and not here yet."""
    recovering: bool
    """This node has lost the end of its log, and waits for the others."""
    signed: int = 0
    """So many nodes have signed that this table goes on from another one; 0: it does not."""
    after: int = 0
    """After which deal of that one."""


@dataclass(frozen=True, slots=True)
class TableStanding:
    """The fields of `seat.TableStatus`, without what only the shell knows."""

    table_id: str
    title: str
    variant: Variant | None
    phase: str
    """`lobby`, `seat_draw`, `pick_seat`, `playing`, `over`, `closed`."""
    me: int
    host: NodeNumber
    players: tuple[PlayerStanding, ...]
    seats: int
    move: int
    next_deal: int
    waiting_for: tuple[PlayerNumber, ...]
    doing: str
    fault: Fault | None
    closed: str
    overdue: bool = False
    """The time of those who are waited for is over."""
    limit: str = ""
    """Which limit runs, if one does."""
    limit_ms: int = 0
    """How long it is in all."""
    left_ms: int = 0
    """How much of it is left, by this node's clock."""
    clock: ClockStanding | None = None
    """None where turns have no limit."""
    may_act: tuple[PlayerNumber, ...] = ()
    """Who may act as well, and is not waited for."""
    missed: MissedStanding | None = None
    proposals: tuple[ProposalStanding, ...] = ()
    adjourned: int = 0
    """The entry by which all agreed to stop for today; 0 once somebody plays on."""
    stuck: bool = False
    """So many nodes are lost that nothing can be decided any more."""
    two_games: tuple[NodeNumber, ...] = ()
    """Hosts that have shown two games, which is why it is stuck."""
    went_on: bool = False
    """Others have gone on from this table, and one may follow them."""
    beside: tuple[BesideStanding, ...] = ()
    """Other tables that go on from the same one as this."""

    @property
    def taken(self) -> tuple[PlayerStanding, ...]:
        """The players that have not gone."""
        return tuple(player for player in self.players if not player.gone)
