"""A seat inside the node's own process: what the bot uses, and what the seat server offers to clients."""

import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial

from kalooki.bots import bot_named, names
from kalooki.codec import MalformedError
from kalooki.codec.limits import MAX_REASON
from kalooki.codec.reading import text
from kalooki.rules.actions import Action
from kalooki.seat import Outcome, TableStatus, Update
from kalooki.shell.choosers import STAND_IN
from kalooki.shell.errors import Notice
from kalooki.shell.publisher import Publisher
from kalooki.shell.runtime import Runtime
from kalooki.table.payloads import Choice, Motion, PlayerNumber
from kalooki.table.ports import BeginGame, ChooseAbsent, CloseTable, Command, GetReady, LeaveTable, PlayAction, Propose

NOT_SEATED = Outcome("not_seated", "the player has no seat yet")


class LocalSeat:
    """One of the node's places."""

    def __init__(self, runtime: Runtime, publisher: Publisher, place: int = 0) -> None:
        self._runtime = runtime
        self._publisher = publisher
        self._place = place
        self.voice: Callable[[PlayerNumber, str, str], Outcome] | None = None
        """Says something, under an id; None for a seat that a bot plays for somebody else."""

    async def updates(self) -> AsyncIterator[Update]:
        """The present state at once, then one update for each change, until the table closes."""
        async for update in self.watch():
            if isinstance(update, Update):
                yield update

    def watch(self, *, spectator: bool = False, listens: bool = False) -> AsyncIterator[Update | Notice]:
        """Updates, and what people should know besides; who has a seat may listen to what is said."""
        return self._publisher.watch(None if spectator else self._place, listens=listens and not spectator)

    def status(self) -> TableStatus:
        """The table as last shown."""
        return self._publisher.status(self._place)

    async def act(self, move: int, action: Action) -> Outcome:
        """Play an action that was chosen for `move`."""
        return await self.command(secrets.token_hex(16), PlayAction(move, action))

    async def ready(self, deal: int) -> Outcome:
        """Say that the player is ready for the seat draw (0) or for this deal."""
        return await self.command(secrets.token_hex(16), GetReady(deal))

    async def begin(self) -> Outcome:
        """The founder closes the lobby and the game begins."""
        return await self.command(secrets.token_hex(16), BeginGame())

    async def close(self, reason: str) -> Outcome:
        """The host closes the table."""
        return await self.command(secrets.token_hex(16), CloseTable(reason))

    async def leave(self) -> Outcome:
        """Leave for good: the others play on, and the hand is counted."""
        return await self.command(secrets.token_hex(16), LeaveTable())

    async def choose(self, wish: str) -> Outcome:
        """Say what is to become of those who are missed: `wait`, `void` or `backup`."""
        return await self.command(secrets.token_hex(16), ChooseAbsent(Choice(wish)))

    async def propose(self, motion: str, whom: int | None = None, *, withdrawn: bool = False, bot: str = "") -> Outcome:
        """Say what all should decide (a motion, and whom it is about), or that one wants it no longer."""
        player = None if whom is None else PlayerNumber(whom)
        wanted = Propose(Motion(motion), player, withdrawn, bot or STAND_IN)
        return await self.command(secrets.token_hex(16), wanted)

    async def say(self, text: str) -> Outcome:
        """Say something to all at the table."""
        return self.speak(secrets.token_hex(16), text)

    def speak(self, command_id: str, text: str) -> Outcome:
        """Say something under an id; the same id gets the same answer."""
        player = self._publisher.player(self._place)
        return NOT_SEATED if player is None or self.voice is None else self.voice(player, command_id, text)

    def _is_free(self, player: PlayerNumber) -> bool:
        return not self._runtime.is_busy(player)

    async def command(self, command_id: str, command: Command) -> Outcome:
        """Give a command under an id; the same id gets the same answer."""
        player = self._publisher.player(self._place)
        if player is None and isinstance(command, Propose) and command.motion is Motion.RETURN:
            # At a table to which nobody else has come nothing is committed, and one may want to go elsewhere.
            player = self._runtime.node.my_players[self._place]
            command = replace(command, player=player)
        if player is None:
            return NOT_SEATED
        if isinstance(command, Propose) and command.motion is Motion.STAND_IN and bot_named(command.bot) is None:
            return Outcome("unknown_bot", f"bot={ascii(command.bot[:32])[1:-1]} known={', '.join(names())}")
        if isinstance(command, CloseTable):
            try:
                text(command.reason, "reason", MAX_REASON)
            except MalformedError as error:
                return Outcome("bad_reason", f"reason={error.what}")
        while True:
            answer = await self._runtime.submit(player, command_id, command)
            if answer.code != "stale" or not isinstance(command, CloseTable | LeaveTable):
                return Outcome(answer.code, answer.detail)
            # Closing and leaving are for no move; what was on its way before goes first, however long that takes.
            await self._runtime.changed.wait_until(partial(self._is_free, player))
            command_id = f"{command_id[:56]}{secrets.token_hex(4)}"
