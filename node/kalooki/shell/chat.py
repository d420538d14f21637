"""Carries what people say: from the own client to the other nodes, and from these to the own client and on."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

from kalooki.codec import MalformedError
from kalooki.codec.chat import decode_chat, encode_chat, line
from kalooki.seat import Outcome, Said
from kalooki.shell.errors import Notice
from kalooki.shell.links import Links
from kalooki.shell.runtime import monotonic_ms
from kalooki.shell.store import Store
from kalooki.table.chat import MOST_KEPT, SECOND, Chat, Heard, Room, TooFastError
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber, PlayerNumber

CHAT = "chat"
"""Under this word a table's file keeps what was said."""

KEEP_SECONDS = 1.0
"""How often at most it is written."""

ANSWERS = 16
"""Commands that get the same answer when they come again."""


class Speech:
    """What is said at one node's table."""

    def __init__(  # noqa: PLR0913 - what it stands between
        self,
        node: Node,
        secret: bytes,
        links: Links,
        store: Store,
        *,
        show: Callable[[Said], None],
        is_blocked: Callable[[bytes], bool],
        notice: Callable[[Notice], None],
    ) -> None:
        """Take up what was said before.

        Args:
            node: Knows who is at the table.
            secret: The key of the own player.
            links: To the other nodes.
            store: Keeps the newest lines.
            show: Shows a line to the own client.
            is_blocked: Whether the person does not want to hear of an identity; reads a file.
            notice: Tells people what is odd.
        """
        self._node = node
        self._secret = secret
        self._links = links
        self._store = store
        self._show = show
        self._is_blocked = is_blocked
        self._notice = notice
        self._room = _kept(node, store)
        self._to_show: asyncio.Queue[Chat] = asyncio.Queue()
        self._answers: OrderedDict[str, Outcome] = OrderedDict()
        self._keeping: asyncio.TimerHandle | None = None
        self._complained: set[NodeNumber] = set()

    def recall(self) -> None:
        """Show what was kept, before anybody looks; reads files."""
        for chat in self._room.lines:
            identity = self._computer(chat)
            if identity is not None and not self._is_blocked(identity):
                self._show(Said(chat.player, chat.text))

    async def run(self) -> None:
        """Show line for line what is said."""
        while True:
            chat = await self._to_show.get()
            identity = self._computer(chat)
            # Who is blocked here may be heard by the others.
            if identity is not None and not await asyncio.to_thread(self._is_blocked, identity):
                self._show(Said(chat.player, chat.text))

    def _computer(self, chat: Chat) -> bytes | None:
        """The identity of its author's node; None where he plays no longer."""
        speaker = self._node.speaker(chat.player)
        return None if speaker is None else self._node.members[speaker.node].identity

    def say(self, player: PlayerNumber, command_id: str, text: str) -> Outcome:
        """Say something to all; the same id gets the same answer."""
        if command_id not in self._answers:
            self._answers[command_id] = self._say(player, text)
            while len(self._answers) > ANSWERS:
                self._answers.popitem(last=False)
        return self._answers[command_id]

    def _say(self, player: PlayerNumber, text: str) -> Outcome:
        try:
            line(text, "text")
        except MalformedError as error:
            return Outcome("bad_chat", f"reason={error.what}")
        if self._node.speaker(player) is None:
            return Outcome("not_playing", "")
        try:
            chat = self._room.say(player, self._secret, text, clock=time.time_ns() // 1_000_000, now=monotonic_ms())
        except TooFastError as error:
            return Outcome(error.code, f"seconds={-(-error.wait_ms // SECOND)}")
        self._links.send(None, chat)
        self._take(chat)
        return Outcome("", "")

    def hear(self, peer: NodeNumber, chat: Chat) -> None:
        """Take a line from another node, and tell it on."""
        speaker = self._node.speaker(chat.player)
        match self._room.hear(peer, chat, None if speaker is None else speaker.identity, monotonic_ms()):
            case Heard.NEW:
                for other in self._links.peers() - {peer}:
                    self._links.send(other, chat)
                self._take(chat)
            case Heard.FORGED if peer not in self._complained:
                self._complained.add(peer)
                self._notice(Notice("bad_signature", "something that its author did not say", node=peer))
            case _:
                pass

    def greet(self, peer: NodeNumber) -> None:
        """A link stands: tell what may have been missed there."""
        for chat in self._room.newest():
            self._links.send(peer, chat)

    def keep(self) -> None:
        """Write what was said, if that is not done."""
        if self._keeping is not None:
            self._keeping.cancel()
            self._keeping = None
            lines = [encode_chat(chat).hex() for chat in self._room.lines]
            self._store.remember(CHAT, {"lines": lines, "floors": self._room.floors})

    def _take(self, chat: Chat) -> None:
        self._to_show.put_nowait(chat)
        if self._keeping is None:
            self._keeping = asyncio.get_running_loop().call_later(KEEP_SECONDS, self.keep)


def _kept(node: Node, store: Store) -> Room:
    """What was said before; where that cannot be read it is forgotten, since nothing hangs on it."""
    kept = store.about(CHAT, {})
    try:
        lines = [decode_chat(bytes.fromhex(wire)) for wire in kept.get("lines", ())[-MOST_KEPT:]]
        floors = [(PlayerNumber(int(player)), int(floor)) for player, floor in kept.get("floors", ())]
    except (MalformedError, AttributeError, TypeError, ValueError):
        return Room(node.table_id)
    return Room(node.table_id, lines, floors)
