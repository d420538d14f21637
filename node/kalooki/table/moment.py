"""The committed table at one moment, as this node's players see it; it stays as it is while the node goes on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kalooki.cards import Card, Slot
from kalooki.rules.game import Result
from kalooki.rules.view import SeatView, view
from kalooki.table.absence import present
from kalooki.table.backups import can_stand_in
from kalooki.table.missing import OWN_TIME, Missed
from kalooki.table.opinions import said_of
from kalooki.table.payloads import PlayerNumber
from kalooki.table.standing import may_act, phase_name, standing, waits
from kalooki.table.state import Shut, TableState
from kalooki.table.status import CONTINUED, NO_OUTLOOK, CheckedStanding, MissedStanding, Outlook, TableStanding

AT_PLAY = frozenset({"action", "hands", "shares"})

NO_FACES: Mapping[Slot, Card] = {}


@dataclass(frozen=True, slots=True)
class Moment:
    """What there is to see; nothing is written out before somebody looks."""

    state: TableState | None
    """The committed one; None before the first entry is."""
    players: tuple[PlayerNumber | None, ...]
    """This node's, in the order of its configuration; None until they are seated."""
    faces: Mapping[PlayerNumber, Mapping[Slot, Card]]
    """What each of them sees."""
    missed: Missed | None = None
    """Whom this node misses."""
    now: int = 0
    left_ms: int = 0
    """What is left of the limit that runs, by this node's clock."""
    checked: CheckedStanding | None = None
    """What this node has checked; None where a record is told again."""
    outlook: Outlook = NO_OUTLOOK
    """Whether the table can decide nothing any more, and who wants to go on at another."""

    @property
    def is_closed(self) -> bool:
        """Whether nothing will change any more."""
        is_shut = self.state is not None and isinstance(self.state.phase, Shut)
        return is_shut or bool(self.outlook.opened)

    @property
    def asks_us(self) -> bool:
        """Whether it is for one of these players to decide something, or he may."""
        if self.state is None:
            return False
        doing, awaited = waits(self.state)
        asked = (*awaited, *may_act(self.state)) if doing in OWN_TIME else ()
        return any(player in self.players for player in asked)

    @property
    def is_played(self) -> bool:
        """Whether cards are played or opened: nobody waits for a deck, or for what people do between two deals."""
        return self.state is not None and waits(self.state)[0] in AT_PLAY

    @property
    def stage(self) -> tuple[str, str, bool]:
        """How far the table is: its phase, what it waits for, and whether it is closed."""
        if self.state is None:
            return "", "", self.is_closed
        return phase_name(self.state), waits(self.state)[0], self.is_closed

    def standing(self, player: PlayerNumber | None) -> TableStanding | None:
        """What there is to know besides the cards; None before the first entry is committed."""
        if self.state is None:
            return None
        shown = replace(standing(self.state, player), left_ms=self.left_ms, stuck=self.outlook.stuck)
        shown = replace(
            shown, two_games=self.outlook.two_games, went_on=self.outlook.went_on, beside=self.outlook.beside
        )
        shown = replace(shown, proposals=(*shown.proposals, *self.outlook.proposals))
        if self.outlook.opened:
            shown = replace(shown, phase="closed", closed=CONTINUED)
        return shown if self.missed is None else replace(shown, missed=self._absence(self.state, self.missed))

    def _absence(self, state: TableState, missed: Missed) -> MissedStanding:
        wishes = tuple((one.node, one.choice.value) for one in said_of(state, missed))
        left = [player for player in present(state) if player.number not in missed.players]
        seconds, backup = (self.now - missed.since) // 1000, can_stand_in(state, missed.players)
        return MissedStanding(missed.players, seconds, wishes, ends=len(left) == 1, backup=backup)

    def view(self, player: PlayerNumber | None) -> SeatView | None:
        """The game as one of our players, or (None) a spectator, sees it; None before the first deal."""
        state = self.state
        game = state.game if state else None
        if state is None or game is None or game.deal is None:
            return None
        if player is None:
            return view(game, None, {})
        return view(game, state.players[player].seat, self.faces.get(player, NO_FACES))

    @property
    def sheet(self) -> tuple[Result, ...]:
        """The score sheet of the game so far."""
        game = None if self.state is None else self.state.game
        return () if game is None else game.history

    def seated(self, place: int) -> PlayerNumber | None:
        """Which player sits at one of the node's places, as far as that is committed."""
        player = self.players[place]
        return player if player is not None and self.state and player < len(self.state.players) else None
