"""Who is missed before the game begins: nobody can come in while too few of those who vote are there."""

import asyncio
from collections.abc import Callable

from kalooki.shell.bell import Bell
from kalooki.shell.errors import Notice
from kalooki.shell.identity import fingerprint_label
from kalooki.shell.links import Links
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber
from kalooki.table.votes import quorum

PATIENCE = 2.0
"""Seconds that a computer may be away before anybody is told or refused."""


def missed(node: Node, links: Links) -> tuple[str, ...]:
    """Name those without whom nothing can be agreed on in the lobby; empty where it goes on."""
    voters = [member for member in node.members if member.vote]
    away = [member for member in voters if member.number != node.number and links.up(member.number) is None]
    if len(voters) - len(away) >= quorum(len(voters)):
        return ()
    standing = node.standing(None)
    if standing is None or standing.phase != "lobby":
        return ()
    names = {player.node: player.name for player in reversed(standing.players)}
    return tuple(names.get(member.number) or fingerprint_label(member.identity) for member in away)


def about_to_sit(node: Node, links: Links, coming: Callable[[NodeNumber], bool]) -> int:
    """Count the computers that are there and have had no seat yet: each is about to take one."""
    standing = node.standing(None)
    seated = {player.node for player in standing.players} if standing else set[NodeNumber]()
    about = [
        member.number
        for member in node.members
        if member.number not in seated
        and (member.number == node.number or links.up(member.number) is not None or coming(member.number))
    ]
    return len(about)


async def tell_who_is_missed(node: Node, links: Links, changed: Bell, notice: Callable[[Notice], None]) -> None:
    """At the founder: say for whom the lobby waits, each time that it is somebody else."""
    said: tuple[str, ...] = ()
    while True:
        await changed.wait_until(lambda: missed(node, links) != said)  # noqa: B023 - it is waited for here
        names = missed(node, links)
        if names and await _holds(changed, lambda: missed(node, links) == names):  # noqa: B023 - likewise
            notice(Notice("waits_for_members", ", ".join(names)))
            said = names
        elif not names:
            said = ()


async def _holds(changed: Bell, state: Callable[[], bool]) -> bool:
    """Whether something stays so for a while."""
    try:
        async with asyncio.timeout(PATIENCE):
            await changed.wait_until(lambda: not state())
    except TimeoutError:
        return True
    return False
