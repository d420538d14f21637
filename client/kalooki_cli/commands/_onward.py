"""From one table to the next in lines of text, with the same people; the screen has its own way there."""

import asyncio
from collections.abc import Callable

import click

from kalooki.seat import TableStatus
from kalooki_cli.club import ClubError, Hosting, Joining, Opened, Resuming
from kalooki_cli.commands import _common
from kalooki_cli.commands._club import Club
from kalooki_cli.inbox import Ending
from kalooki_cli.messages import clock, lobby, prompts, table
from kalooki_cli.plain import PlainClient
from kalooki_cli.plan import again
from kalooki_cli.rematch import plays_alike
from kalooki_cli.rulecard import summary
from kalooki_cli.terminal import Terminal

ONWARD = frozenset({Ending.AGAIN, Ending.MOVED})
YES = frozenset({"y", "yes"})


async def in_lines(club: Club, opened: Opened, console: Terminal) -> Ending:
    """Play at a table, and at those that follow it."""
    client = _common.plain_client(opened.seat, console, opened.habits)
    ending = await _played(club, client)
    if ending not in ONWARD:
        return ending
    return await go_on(club, console, client, ending, lambda _client: None)


async def go_on(
    club: Club, console: Terminal, client: PlainClient, ending: Ending, took: Callable[[PlainClient], None]
) -> Ending:
    """Play at the next table, and at those that follow it.

    Args:
        club: What opens tables; somebody sits at one whose game is over, or that goes on elsewhere.
        console: Where he sits.
        client: The client there.
        ending: How he has left it.
        took: Told of the client at each next table.

    Raises:
        ClickException: The table that goes on cannot be opened.
    """
    while ending in ONWARD:
        assert client.last is not None, "it was seen that it is over"
        try:
            if ending is Ending.MOVED:
                opened: Opened | None = await _move(club)
            else:
                opened = await _next(club, console, client.last.status, founded=client.founded)
        except ClubError as error:
            if ending is Ending.MOVED:
                raise click.ClickException(str(error)) from error
            _common.say([str(error)])
            return Ending.OVER
        if opened is None:
            _common.say([prompts.DECLINED])
            return Ending.OVER
        if isinstance(opened.wish, Hosting):
            _common.say(table.invitation(opened.code, opened.address, near=opened.near))
        client = _common.plain_client(opened.seat, console, opened.habits)
        took(client)
        ending = await _played(club, client)
    return ending


async def _played(club: Club, client: PlainClient) -> Ending:
    telling = asyncio.create_task(_tell(club, client))
    try:
        return await client.run()
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


async def _move(club: Club) -> Opened:
    """Go on at the table that goes on from the one at which one sits, with the bots that run here."""
    _common.say([prompts.MOVES])
    await club.close()
    return await club.open(Resuming(ready=True))


async def _next(club: Club, console: Terminal, before: TableStatus, *, founded: bool) -> Opened | None:
    """Found the next table, or join who founds it; None: its rules are others, and not agreed to.

    Raises:
        ClubError: It does not come, or cannot be opened.
    """
    left = club.opened
    assert left is not None, "one has sat there"
    _common.say(await club.close())
    if founded:
        return await club.open(again(left.wish, before))
    _common.say([lobby.STARTING["next"]])
    to = await club.follow(before.table_id, before.host)
    card = await club.card(to)
    if not plays_alike(card, before):
        width = console.look.width
        console.show([prompts.table_of(card.title, card.seats), "", *summary(card.variant, width)])
        console.show([*clock.agreed(card.clock), ""])
        if not await _agrees(console):
            return None
    return await club.open(Joining(to.code, to.address, card.table))


async def _agrees(console: Terminal) -> bool:
    console.ask(prompts.ACCEPT_NEXT)
    try:
        async for line in console.lines():
            return line.strip().lower() in YES
    finally:
        console.ask("")
    return False


async def _tell(club: Club, client: PlainClient) -> None:
    async for text in club.notices():
        client.tell(text)
