"""Bots of this node that take lost seats over: each is played from the moment at which its seat stands in the log."""

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count

from kalooki.shell.bell import Bell
from kalooki.table.node import Node

OWN_PLACES = 1
"""A node begins with one player."""

Play = Callable[[int, str], Coroutine[object, object, None]]
"""Plays one of the node's places by the bot of this key, until the table closes."""


async def play_stand_ins(node: Node, changed: Bell, play: Play) -> None:
    """Wait for bots that take a seat over, and play them."""
    async with asyncio.TaskGroup() as bots:
        for place in count(OWN_PLACES):
            await changed.wait_until(lambda: _bot(node, place) != "")  # noqa: B023 - it is waited for here
            bots.create_task(play(place, _bot(node, place)))


def _bot(node: Node, place: int) -> str:
    """Which bot plays one of the node's places; empty where nobody does yet, or a person."""
    players = node.my_players
    player = players[place] if place < len(players) else None
    standing = None if player is None else node.standing(None)  # asked for at every step, so the cheap part comes first
    if player is None or standing is None or player >= len(standing.players):
        return ""
    return standing.players[player].bot
