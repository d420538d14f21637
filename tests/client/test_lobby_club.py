"""What stands behind the lobby, with real nodes on loopback: tables that follow one another, and what goes wrong."""

import shutil
import socket
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.seat import TableStatus
from kalooki.shell import following
from kalooki.shell.interfaces import chosen, interfaces
from kalooki.shell.joincode import JoinCode, parse
from kalooki_cli.club import ClubError, Hosting, Joining, Opened, Resuming
from kalooki_cli.commands._club import Club
from kalooki_cli.commands._seeking import Place
from kalooki_cli.messages import network
from kalooki_cli.plan import again
from support.vector_files import TRANSCRIPTS


def place(home: Path, name: str, *, port: int = 0, over: bool = True) -> Place:
    found = chosen(interfaces(), (), "127.0.0.1")
    return Place(name, str(home / name), "127.0.0.1", port, ("lo",), lambda: found if over else ())


async def seen(opened: Opened, taken: int = 1, closed: str = "") -> TableStatus:
    """Look at the table until so many sit there, or until it is closed for this reason."""
    last = None
    async for update in opened.seat.updates():
        last = update.status
        if last.closed == closed if closed else len(last.taken) == taken:
            break
    assert last is not None
    return last


async def test_what_is_kept_is_counted_listed_and_read_again(tmp_path: Path) -> None:
    async with Club(place(tmp_path, "Ann")) as club:
        assert list(await club.records()) == []
        kept = tmp_path / "Ann" / "transcripts"
        kept.mkdir(parents=True, mode=0o700)
        for name in ("game_british", "cut_off"):
            shutil.copy(TRANSCRIPTS / f"{name}.kalooki", kept)
        (kept / "nothing.kalooki").write_bytes(b"nothing")
        assert {one.name for one in await club.records()} == {
            "game_british.kalooki",
            "cut_off.kalooki",
            "nothing.kalooki",
        }
        assert any("game_british.kalooki" in line for line in await club.figures())
        record = await club.retell("game_british.kalooki")
        assert record.scenes.last > 10
        assert record.verdict[0].startswith("VALID")
        for wrong, why in (("nothing.kalooki", "UNREADABLE"), ("away.kalooki", "No such file")):
            with pytest.raises(ClubError, match=why):
                await club.retell(wrong)
        shutil.rmtree(kept)
        kept.write_bytes(b"no folder")
        with pytest.raises(ClubError, match="transcripts"):
            await club.records()


@pytest.mark.parametrize("is_open", [False, True])
async def test_the_same_people_come_to_the_next_table_by_the_same_code(tmp_path: Path, is_open: bool) -> None:
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(Club(place(tmp_path, "Ann")))
        bea = await stack.enter_async_context(Club(place(tmp_path, "Bea", over=False)))  # she hears no multicast
        wish = Hosting(seats=2, open=is_open, house=(("limit", "100"),))
        hosted = await ann.open(wish)
        joined = await bea.open(Joining(hosted.code, hosted.address))
        before = await seen(joined, taken=2)
        founder = await seen(hosted, taken=2)
        assert founder.join_code == ("" if is_open else hosted.code)
        outcome = await hosted.seat.close("again")
        assert outcome.code == ""
        assert (await seen(joined, closed="again")).closed == "again"
        await ann.close()
        await bea.close()
        following = await ann.open(again(wish, founder))
        assert following.code == hosted.code
        to = await bea.follow(before.table_id, before.host)
        card = await bea.card(to)
        assert card.variant == before.variant
        assert card.table != before.table_id
        await bea.open(replace(to, table=card.table))
        status = await seen(following, taken=2)
        assert [one.name for one in status.players] == ["Ann", "Bea"]


async def test_a_table_that_nothing_follows_is_looked_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "NEXT_SECONDS", 0.3)
    async with Club(place(tmp_path, "Ann")) as ann:
        opened = await ann.open(Hosting(seats=2))
        status = await seen(opened)
        await ann.close()
        with pytest.raises(ClubError, match="The next table was not found"):
            await ann.follow(status.table_id, status.host)


async def test_what_cannot_be_opened_says_why_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with Club(place(tmp_path, "Ann", over=False)) as ann:
            assert not ann.may_resume()
            with pytest.raises(ClubError, match=f"Port {port} is taken on this computer"):
                await ann.open(Hosting(port=port))
            with pytest.raises(ClubError, match="No table to go on with"):
                await ann.open(Resuming())
            with pytest.raises(ClubError, match="A key backup is for 4 players or more, not for 3"):
                await ann.open(Hosting(seats=3, house=(("dropout", "key_backup"),)))
            assert ann.mistyped("10.0.0.9:4040") is None
            for wrong, at in (("K-12$", 4), ("K-123", None), ("nonsense", None), ("10.0.0.9:99999", None)):
                mistyped = ann.mistyped(wrong)
                assert mistyped is not None
                assert mistyped.at == at
                with pytest.raises(ClubError):
                    await ann.locate(wrong)
            with pytest.raises(ClubError, match="Nobody answers"):
                await ann.card(Joining("", f"127.0.0.1:{port + 1 if port < 65535 else port - 1}"))


async def test_a_wrong_code_and_a_full_table_are_told_before_anything_is_kept(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(Club(place(tmp_path, "Ann")))
        bea = await stack.enter_async_context(Club(place(tmp_path, "Bea")))
        hosted = await ann.open(Hosting(seats=2, bots=1))
        assert (await bea.card(Joining("", hosted.address))).needs_code
        with pytest.raises(ClubError, match="not the code of this table"):
            await bea.open(Joining(str(JoinCode(bytes(10))), hosted.address))
        await seen(hosted, taken=2)
        with pytest.raises(ClubError, match="full"):
            await bea.open(Joining(hosted.code, hosted.address))


async def test_a_code_without_an_address_is_found_over_the_network_or_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "LOOKED_FOR_CODE", 5)
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(Club(place(tmp_path, "Ann")))
        bea = await stack.enter_async_context(Club(place(tmp_path, "Bea")))
        hosted = await ann.open(Hosting(title="Kitchen"))
        short = str(JoinCode(parse(hosted.code).secret))
        assert (await bea.locate(short)).address == hosted.address
        async for found in bea.tables():
            if any(row.title == "Kitchen" and row.address == hosted.address for row in found.rows):
                break
        monkeypatch.setattr(network, "LOOKED_FOR_CODE", 0.2)
        with pytest.raises(ClubError, match="No table on lo knows this code"):
            await bea.locate(str(JoinCode(bytes(10))))
