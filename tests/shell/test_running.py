"""A node among others: its place, its ports, its sessions, its clients."""

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

import grpc
import pytest

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.shuffle import ShuffleOffline
from kalooki.rules.actions import Discard, Draw
from kalooki.rules.view import ViewPhase
from kalooki.seat import Outcome, TableStatus
from kalooki.shell.channels import TOKEN, fetch_certificate, split_address
from kalooki.shell.config import Found, Join, NodeOptions, Resume
from kalooki.shell.errors import ShellError
from kalooki.shell.identity import fingerprint_label
from kalooki.shell.seats import RemoteSeat
from kalooki.shell.tables import check_kept
from kalooki.table.proving import HonestProver
from kalooki.wire.v1 import seat_pb2, seat_service_pb2_grpc
from support.shell_impostors import Relay, serving
from support.shell_running import Running, bot, founder, identity_in, running, until


async def test_ten_nodes_started_at_once_have_ten_ports_and_each_answers_at_its_own(tmp_path: Path) -> None:
    nodes = [running(NodeOptions(f"N{number}", Found(), tmp_path / str(number))) for number in range(10)]
    started: list[Running] = await asyncio.gather(*(node.__aenter__() for node in nodes))
    try:
        assert len({node.ready.address for node in started}) == 10
        for number, node in enumerate(started):
            certificate = await fetch_certificate(node.ready.address)
            identity = await asyncio.to_thread(read_certificate, tmp_path / str(number))
            assert certificate == identity
    finally:
        await asyncio.gather(*(node.__aexit__(None, None, None) for node in nodes))


def read_certificate(home: Path) -> bytes:
    copy = home.with_name(home.name + "-copy")
    shutil.copytree(home / "identity", copy / "identity")
    copy.chmod(0o700)
    return identity_in(copy).certificate


async def test_a_second_node_on_a_port_or_a_data_directory_is_refused_in_one_line(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host:
        port = split_address(host.ready.address)[1]
        with pytest.raises(ShellError, match=f"Port {port} is taken on 127.0.0.1"):
            async with running(NodeOptions("Bea", Found(), tmp_path / "bea", port=port)):
                pass
        with pytest.raises(ShellError, match="Another node uses") as refused:
            async with running(founder(tmp_path / "ann")):
                pass
        assert refused.value.code == "data_dir_in_use"
        assert not host.task.done()


@pytest.mark.parametrize("bind", ["198.51.100.7", "nonsense.invalid", "::zz", "127.0.0.1:4040", "a..b"])
async def test_an_address_that_is_not_ours_is_refused(tmp_path: Path, bind: str) -> None:
    with pytest.raises(ShellError, match=f"^{bind} is no address of this computer; --bind takes one"):
        async with running(NodeOptions("Ann", Found(), tmp_path, bind=bind)):
            pass


async def test_there_is_nothing_to_resume_in_a_new_folder(tmp_path: Path) -> None:
    with pytest.raises(ShellError, match="No table to go on with") as refused:
        async with running(NodeOptions("Ann", Resume(), tmp_path)):
            pass
    assert refused.value.code == "nothing_to_resume"


def shown(status: TableStatus) -> bool:
    """Nobody who never left is shown as away."""
    assert all(player.connected for player in status.players)
    return True


async def test_the_host_comes_back_and_play_goes_on(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host, running(bot(tmp_path / "bea", host)) as guest:
        before = await until(host.seat(), lambda _, view: view is not None and not view.unopened)
        host.stop.set()
        await host.task
        async with running(NodeOptions("Ann", Resume(), tmp_path / "ann", auto_ready=True)) as again:
            assert again.ready.address == host.ready.address
            assert again.ready.join_code == host.ready.join_code
            assert again.ready.table_id == host.ready.table_id
            seat = again.seat()
            after = await until(seat, lambda status, view: shown(status) and view is not None and not view.unopened)
            assert after.view is not None
            assert before.view is not None
            assert after.view.hand[: len(before.view.hand)] == before.view.hand
            assert (await seat.close("enough")).code == ""
            await until(guest.seat(), lambda status, _: status.closed == "enough")


async def test_a_guest_that_was_let_in_and_left_at_once_finds_its_place_again(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host:
        async with running(bot(tmp_path / "bea", host)) as guest:
            await until(host.seat(), lambda status, _: len(status.players) == 2)
            label = guest.ready.label
        async with running(bot(tmp_path / "bea", host)) as again:
            assert again.ready.label == label
            update = await until(again.seat(), lambda _, view: view is not None)
            assert [player.name for player in update.status.players] == ["Ann", "Bea"]


async def test_another_key_at_a_known_address_is_refused_showing_both(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host, running(bot(tmp_path / "bea", host)) as guest:
        await until(guest.seat(), lambda status, _: len(status.players) == 2)
        expected = await fetch_certificate(host.ready.address)
        host.stop.set()
        await host.task
        mallory = await asyncio.to_thread(identity_in, tmp_path / "mallory")
        port = split_address(host.ready.address)[1]
        async with serving(Relay(None), mallory, port):  # type: ignore[abstract, arg-type]  # never asked
            notice = await guest.notice("certificate_changed")
        assert fingerprint_label(expected) in notice.detail
        assert fingerprint_label(mallory.certificate) in notice.detail


async def test_the_newest_session_of_an_identity_counts_and_the_older_is_told(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=3)) as host:
        guest = running(bot(tmp_path / "bea", host))
        older = await guest.__aenter__()
        await until(older.seat(), lambda status, _: len(status.players) == 2)
        await asyncio.to_thread(
            shutil.copytree, tmp_path / "bea", tmp_path / "copy", ignore=shutil.ignore_patterns("*.sock")
        )
        async with running(NodeOptions("Bea", Resume(), tmp_path / "copy", bot="greedy")) as newer:
            with pytest.raises(ShellError, match="Another session of the same player took over"):
                await older.task
            with pytest.raises(ShellError, match="took over"):
                await guest.__aexit__(None, None, None)
            assert not newer.task.done()
            update = await until(
                host.seat(), lambda status, _: len(status.players) > 1 and status.players[-1].connected
            )
            assert len(update.status.players) == 2


async def test_the_lobby_shows_on_whose_computer_a_bot_runs(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host:
        owned = NodeOptions("Bea", Join(host.ready.join_code), tmp_path / "bea", "greedy", owner=host.ready.label)
        alone = NodeOptions("Cid", Join(host.ready.join_code), tmp_path / "cid", "greedy")
        async with running(owned), running(alone) as other:
            update = await until(host.seat(), lambda status, _: len(status.players) == 3)
            computers = {player.name: player.computer for player in update.status.players}
            assert computers == {"Ann": "Ann", "Bea": "Ann", "Cid": other.ready.label}


async def test_an_owner_that_is_too_long_is_cut_and_harms_nobody(tmp_path: Path) -> None:
    async with (
        running(founder(tmp_path / "ann")) as host,
        running(replace(bot(tmp_path / "bea", host), owner="\u6f22" * 32)) as guest,
    ):
        for node in (host, guest):
            update = await until(node.seat(), lambda status, _: len(status.players) == 2)
            assert update.status.players[1].computer == "\u6f22" * 21
            assert not node.task.done()


async def test_one_command_id_has_one_effect_and_one_answer(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host, running(bot(tmp_path / "bea", host)):
        seat = host.seat()
        update = await until(
            seat, lambda _, view: view is not None and view.turn == view.seat and view.phase is ViewPhase.DRAW
        )
        move = update.status.move
        async with grpc.aio.insecure_channel(host.ready.seat) as channel:
            stub = seat_service_pb2_grpc.SeatServiceStub(channel)
            request = seat_pb2.ActRequest(command_id="one", move=move)
            request.action.draw.SetInParent()
            first, second = await asyncio.gather(stub.Act(request), stub.Act(request))
            assert first.outcome.code == second.outcome.code == ""
            assert (await stub.Act(request)).outcome.code == ""
            request.command_id = "two"
            assert (await stub.Act(request)).outcome.code == "stale"
            for bad in ("", "x" * 65, "a b", "\u00e9"):
                request.command_id = bad
                with pytest.raises(grpc.aio.AioRpcError) as error:
                    await stub.Act(request)
                assert error.value.code() is grpc.StatusCode.INVALID_ARGUMENT
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await stub.Act(seat_pb2.ActRequest(command_id="three", move=move))
            assert error.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        drawn = await until(seat, lambda _, view: view is not None and view.has_drawn and not view.unopened)
        assert drawn.view is not None
        assert len(drawn.view.hand) == 14
        assert (await seat.act(move, Draw())) == Outcome(
            "stale", f"it was chosen for move {move}, and this is move {drawn.status.move}"
        )
        assert (await seat.act(drawn.status.move, Draw())).code != ""
        assert (await seat.act(drawn.status.move, Discard(drawn.view.hand[0]))).code == ""
        move, action = await seat.hint()
        assert move >= drawn.status.move
        assert action is None or move


async def test_of_two_clients_of_one_seat_whoever_is_first_has_played_and_both_see_it(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host, running(bot(tmp_path / "bea", host)):
        one, two = host.seat(), host.seat()
        update = await until(
            one, lambda _, view: view is not None and view.turn == view.seat and view.phase is ViewPhase.DRAW
        )
        move = update.status.move
        outcomes = await asyncio.gather(one.act(move, Draw()), two.act(move, Draw()))
        assert sorted(outcome.code for outcome in outcomes) == ["", "stale"]
        drawn = [
            await until(seat, lambda _, view: view is not None and view.has_drawn and not view.unopened)
            for seat in (one, two)
        ]
        assert drawn[0].view == drawn[1].view
        assert drawn[0].view is not None
        assert len(drawn[0].view.hand) == 14
        await one.aclose()
        assert (await two.act(move, Draw())).code == "stale"
        assert (await two.act(drawn[1].status.move, Discard(drawn[0].view.hand[0]))).code == ""


async def test_a_client_finds_the_node_by_its_folder_and_a_spectator_sees_no_hand(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host, running(bot(tmp_path / "bea", host)):
        spectator = await RemoteSeat.connect(tmp_path / "ann", spectator=True)
        update = await until(spectator, lambda _, view: view is not None and view.phase is ViewPhase.DRAW)
        assert update.view is not None
        assert update.view.seat is None
        assert update.view.hand == ()
        assert update.status.me == -1
        assert (await spectator.node()).status.join_code == host.ready.join_code
        await spectator.aclose()
    with pytest.raises(ShellError, match="No node runs on"):
        await RemoteSeat.connect(tmp_path / "nowhere")


async def test_the_socket_is_private_and_a_long_path_finds_room(tmp_path: Path) -> None:
    home = tmp_path / ("deep" * 30)
    async with running(founder(home)) as host:
        path = Path(host.ready.seat.removeprefix("unix:"))
        mode = await asyncio.to_thread(path.stat)
        assert mode.st_mode & 0o777 == 0o600
        assert (await asyncio.to_thread(path.parent.stat)).st_mode & 0o777 == 0o700
        assert (await host.seat().node()).process > 0
    assert not await asyncio.to_thread(path.exists)


async def test_a_client_without_a_node_is_told_so(tmp_path: Path) -> None:
    seat = RemoteSeat(f"unix:{tmp_path / 'nothing.sock'}")
    with pytest.raises(ShellError, match=r"does not answer any more: no program listens there\.$") as gone:
        await seat.ready(0)
    assert gone.value.code == "node_gone"
    await seat.aclose()


async def test_where_there_are_no_unix_sockets_a_token_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kalooki.shell.seat_server.HAS_UNIX_SOCKETS", False)
    async with running(founder(tmp_path)) as host:
        assert host.ready.seat.startswith("127.0.0.1:")
        assert (await host.seat().node()).process > 0
        for metadata in ((), ((TOKEN, bytes(32)),)):
            async with grpc.aio.insecure_channel(host.ready.seat) as channel:
                stub = seat_service_pb2_grpc.SeatServiceStub(channel)
                with pytest.raises(grpc.aio.AioRpcError) as error:
                    await stub.Status(seat_pb2.StatusRequest(), metadata=metadata)
                assert error.value.code() is grpc.StatusCode.UNAUTHENTICATED
                with pytest.raises(grpc.aio.AioRpcError) as error:
                    await stub.Watch(seat_pb2.WatchRequest(), metadata=metadata).read()
                assert error.value.code() is grpc.StatusCode.UNAUTHENTICATED


async def test_a_bot_that_nobody_wrote_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ShellError, match="There is no bot clever; there are: beginner, easy, medium"):
        async with running(NodeOptions("Ann", Found(), tmp_path, bot="clever")):
            pass


async def test_a_bug_ends_the_node_and_says_during_what(tmp_path: Path) -> None:
    class Broken(HonestProver):
        def prepare(self, ceremony: Ceremony, entropy: bytes) -> ShuffleOffline:
            del ceremony, entropy
            raise ZeroDivisionError

    node = running(founder(tmp_path / "ann", seats=2), Broken())
    host = await node.__aenter__()
    async with running(bot(tmp_path / "bea", host)):
        with pytest.raises(ZeroDivisionError) as bug:
            await host.task
    (note,) = bug.value.__notes__
    assert note.startswith("while taking ")
    with pytest.raises(ZeroDivisionError):
        await node.__aexit__(None, None, None)


async def test_a_table_that_was_closed_is_nothing_to_resume(tmp_path: Path) -> None:
    async with running(founder(tmp_path)) as host:
        assert (await host.seat().close("enough")).code == ""
        assert await asyncio.to_thread(check_kept, tmp_path)
    with pytest.raises(ShellError, match="No table to go on with"):
        await asyncio.to_thread(check_kept, tmp_path)
    with pytest.raises(ShellError, match="No table to go on with"):
        async with running(NodeOptions("Ann", Resume(), tmp_path)):
            pass
    async with running(founder(tmp_path)) as again:
        assert again.ready.table_id != host.ready.table_id


async def test_a_reason_that_no_log_takes_is_refused_and_the_table_stays_open(tmp_path: Path) -> None:
    async with running(founder(tmp_path)) as host:
        seat = host.seat()
        await until(seat, lambda status, _: bool(status.players))
        assert await seat.close("x" * 201) == Outcome("bad_reason", "reason=201 bytes of text")
        assert (await seat.close("enough\u202e")).code == "bad_reason"
        assert (await seat.close(" enough")).code == "bad_reason"
        assert (await seat.node()).status.phase == "lobby"
        assert (await seat.close("x" * 200)).code == ""


async def test_a_transcript_that_cannot_be_written_is_said_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"no folder")
    options = replace(founder(tmp_path / "ann"), transcript=tmp_path / "file" / "game.kalooki")
    async with running(options) as host:
        assert (await host.seat().close("enough")).code == ""
        notice = await host.notice("unwritable")
        assert str(tmp_path / "file") in notice.detail
