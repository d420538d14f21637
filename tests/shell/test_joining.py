"""Who may come in, over real TLS on real ports."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import grpc
import pytest

from kalooki.shell import joining
from kalooki.shell.channels import TOKEN, fetch_certificate, pinned_channel, refused
from kalooki.shell.config import Join, NodeOptions, Resume
from kalooki.shell.errors import ShellError
from kalooki.shell.handshake import NONCE_BYTES
from kalooki.shell.identity import Identity
from kalooki.shell.joincode import JoinCode, parse
from kalooki.wire.v1 import packet_pb2, table_pb2, table_service_pb2_grpc
from support.shell_impostors import relay, welcoming
from support.shell_running import Running, bot, founder, identity_in, running, until

SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
]


async def keys(home: Path) -> Identity:
    return await asyncio.to_thread(identity_in, home)


async def join(host: Running, identity: Identity, code: JoinCode | None = None, name: str = "Bea") -> joining.Welcome:
    code = code or parse(host.ready.join_code)
    return await joining.join(identity, code, host.ready.address, name=name, person=True, addresses=())


async def test_who_has_the_code_is_let_in_once_and_known_again(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host:
        bea = await keys(tmp_path / "bea")
        first, second = await join(host, bea), await join(host, bea)
        assert first == second
        assert first.number == 1
        assert first.table.hex() == host.ready.table_id


async def test_five_wrong_codes_lock_the_address_even_for_the_right_one(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host:
        bea = await keys(tmp_path / "bea")
        said = []
        for _ in range(5):
            with pytest.raises(ShellError) as error:
                await join(host, bea, JoinCode(bytes(10)))
            said.append((error.value.code, error.value.detail.get("tries_left")))
        assert said == [
            ("wrong_code", 4),
            ("wrong_code", 3),
            ("wrong_code", 2),
            ("wrong_code", 1),
            ("locked_out", None),
        ]
        with pytest.raises(ShellError, match="Too many wrong codes"):
            await join(host, bea)


async def test_a_wrong_code_tells_a_stranger_neither_name_nor_address(tmp_path: Path) -> None:
    async with welcoming(tmp_path / "stranger") as (address, heard):
        bea = await keys(tmp_path / "bea")
        with pytest.raises(ShellError, match="stands between you and the table") as error:
            await joining.join(
                bea, JoinCode(bytes(10)), address, name="Bea", person=True, addresses=(("10.0.0.7", 4040),)
            )
        assert error.value.code == "impostor"
        (request,) = heard
        assert request.name == "-"
        assert not request.addresses


async def test_who_stands_in_the_middle_is_caught_by_its_own_certificate(tmp_path: Path) -> None:
    async with (
        running(founder(tmp_path / "ann")) as host,
        relay(tmp_path / "mallory", host.ready.address) as (address, middle),
    ):
        bea = await keys(tmp_path / "bea")
        with pytest.raises(ShellError, match="stands between you and the table") as error:
            await joining.join(bea, parse(host.ready.join_code), address, name="Bea", person=True, addresses=())
        assert error.value.code == "impostor"
        assert middle.joins == 0


@pytest.mark.parametrize("protocol", [0, 2])
async def test_another_protocol_version_is_refused_naming_both(tmp_path: Path, protocol: int) -> None:
    async with running(founder(tmp_path / "ann")) as host, calls(host) as stub:
        request = table_pb2.TableServiceBeginRequest(
            protocol=protocol, nonce=bytes(NONCE_BYTES), identity=(await keys(tmp_path / "bea")).public
        )
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await stub.Begin(request)
        assert error.value.code() is grpc.StatusCode.FAILED_PRECONDITION
        said = refused(error.value, host.ready.address)
        assert str(said) == f"The table speaks protocol version 1, this program speaks {protocol}."


async def test_identity_keys_of_small_order_and_second_encodings_are_refused(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host, calls(host) as stub:
        for key in SMALL_ORDER:
            request = table_pb2.TableServiceBeginRequest(
                protocol=1, nonce=bytes(NONCE_BYTES), identity=bytes.fromhex(key)
            )
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await stub.Begin(request)
            assert error.value.code() is grpc.StatusCode.INVALID_ARGUMENT, key


@pytest.mark.parametrize(
    "change",
    [
        {"nonce": b""},
        {"nonce": bytes(NONCE_BYTES + 1)},
        {"identity": b""},
        {"identity": bytes(31)},
    ],
)
async def test_a_malformed_hello_is_refused(tmp_path: Path, change: dict[str, bytes]) -> None:
    async with running(founder(tmp_path / "ann")) as host, calls(host) as stub:
        fields = {"nonce": bytes(NONCE_BYTES), "identity": (await keys(tmp_path / "bea")).public} | change
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await stub.Begin(table_pb2.TableServiceBeginRequest(protocol=1, **fields))
        assert error.value.code() is grpc.StatusCode.INVALID_ARGUMENT


async def test_every_call_but_the_handshake_needs_a_session(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host, calls(host) as stub:
        for metadata in ((), ((TOKEN, bytes(32)),), ((TOKEN, b""),)):
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await stub.Fetch(table_pb2.FetchRequest(from_index=1), metadata=metadata)
            assert error.value.code() is grpc.StatusCode.UNAUTHENTICATED
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await stub.Link(metadata=metadata).read()
            assert error.value.code() is grpc.StatusCode.UNAUTHENTICATED
        assert (await stub.Probe(table_pb2.ProbeRequest())).title == "Ann's table"


async def test_a_certificate_for_another_key_and_a_forged_request_are_refused(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host:
        bea, cid = await keys(tmp_path / "bea"), await keys(tmp_path / "cid")
        mixed = Identity(bea.node_key, bea.player_key, cid.tls_key, cid.certificate)
        with pytest.raises(ShellError, match="the TLS certificate is for somebody else"):
            await join(host, mixed)
        with pytest.raises(ShellError, match="That name cannot be used"):
            await join(host, bea, name="\n")
        async with calls(host) as stub:
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await stub.Join(table_pb2.JoinRequest(ticket=bytes(32), identity=bea.public))
            assert error.value.code() is grpc.StatusCode.UNAUTHENTICATED
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await stub.Auth(table_pb2.AuthRequest(ticket=bytes(32), identity=bea.public))
            assert error.value.code() is grpc.StatusCode.UNAUTHENTICATED


async def test_a_stranger_has_no_session(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host, calls(host) as stub:
        bea = await keys(tmp_path / "bea")
        certificate = await fetch_certificate(host.ready.address)
        meeting, _ = await joining.begin(stub, bea, certificate, host.ready.address)
        with pytest.raises(ShellError, match="does not know this computer"):
            await joining.authenticate(
                stub, bea, certificate, (meeting.table, meeting.answering), (), host.ready.address
            )


async def test_a_full_table_and_one_that_has_begun_refuse_by_name(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host, running(bot(tmp_path / "bea", host)):
        with pytest.raises(ShellError, match=r"all 2 seats are taken|The game has begun"):
            await join(host, await keys(tmp_path / "cid"))
        seat = host.seat()
        await until(seat, lambda status, _: status.phase != "lobby")
        with pytest.raises(ShellError, match="The game has begun"):
            await join(host, await keys(tmp_path / "cid"))
        assert (await seat.close("enough")).code == ""
        with pytest.raises(ShellError, match="The table is closed: enough"):
            await join(host, await keys(tmp_path / "cid"))


async def test_a_lobby_that_one_has_left_names_him_to_the_founder_and_to_who_comes_next(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host:
        person = NodeOptions("Bea", Join(host.ready.join_code), tmp_path / "bea")
        async with running(person) as guest:
            await until(guest.seat(), lambda status, _: len(status.players) == 2)
        cid = await keys(tmp_path / "cid")
        with pytest.raises(ShellError, match="waits for Bea, who came in before and went away") as refused:
            await join(host, cid, name="Cid")
        assert refused.value.code == "table_waits"
        assert (await host.notice("waits_for_members")).detail == "Bea"
        async with running(replace(person, table=Resume())):
            assert (await join(host, cid, name="Cid")).number == 2


async def test_a_lobby_that_one_has_left_before_he_sat_down_names_his_computer(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host:
        bea = await keys(tmp_path / "bea")
        await join(host, bea)
        assert (await host.notice("waits_for_members")).detail == bea.label


async def test_nobody_is_told_of_who_comes_in_time_and_a_game_that_runs_is_no_lobby(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host:
        await join(host, await keys(tmp_path / "bea"))
        async with running(NodeOptions("Bea", Join(host.ready.join_code), tmp_path / "bea", auto_ready=True)):
            await until(host.seat(), lambda status, _: status.phase == "playing")
        await until(host.seat(), lambda status, _: not status.players[1].connected)
        with pytest.raises(ShellError, match="The game has begun"):
            await join(host, await keys(tmp_path / "cid"))
        assert "waits_for_members" not in [notice.code for notice in host.notices]


async def test_a_seat_is_not_kept_for_a_bot_that_was_let_in_and_never_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host:
        code, address = parse(host.ready.join_code), host.ready.address

        async def come(name: str) -> joining.Welcome:
            return await joining.join(await keys(tmp_path / name), code, address, name=name, person=False, addresses=())

        assert (await come("bea")).number == 1
        with pytest.raises(ShellError, match="all 2 seats are taken"):
            await come("cid")
        monkeypatch.setattr("kalooki.shell.table_service.COMING_SECONDS", 0.0)
        async with running(bot(tmp_path / "cid", host, "Cid")) as guest:
            update = await until(guest.seat(), lambda status, _: len(status.players) == 2)
            assert [player.name for player in update.status.players] == ["Ann", "Cid"]


async def test_a_plaintext_caller_and_an_oversized_message_get_nothing(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host:
        async with grpc.aio.insecure_channel(host.ready.address) as channel:
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await table_service_pb2_grpc.TableServiceStub(channel).Probe(table_pb2.ProbeRequest(), timeout=3)
            assert error.value.code() in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}
        async with calls(host) as stub:
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await stub.Begin(table_pb2.TableServiceBeginRequest(protocol=1, nonce=bytes((1 << 20) + 1)))
            assert error.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert (await stub.Probe(table_pb2.ProbeRequest())).players == 1


async def test_proxies_in_the_environment_are_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("http_proxy", "https_proxy", "grpc_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    async with running(founder(tmp_path / "ann", seats=2)) as host, running(bot(tmp_path / "bea", host)):
        await until(host.seat(), lambda status, _: status.phase == "playing")


async def test_malformed_packets_cost_the_link_and_nothing_else(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann")) as host, calls(host) as stub:
        bea = await keys(tmp_path / "bea")
        await join(host, bea)
        certificate = await fetch_certificate(host.ready.address)
        meeting, _ = await joining.begin(stub, bea, certificate, host.ready.address)
        expected = (meeting.table, meeting.answering)
        session = await joining.authenticate(stub, bea, certificate, expected, (), host.ready.address)
        call = stub.Link(metadata=((TOKEN, session.token),))
        await call.write(table_pb2.LinkRequest(packets=[packet_pb2.Packet(message=b"no message at all")]))
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await to_the_end(call)
        assert refused(error.value, "").code == "malformed"
        notice = await host.notice("malformed")
        assert notice.node == session.node
        assert "message" in notice.detail
        assert not host.task.done()


async def test_a_code_without_an_address_needs_one(tmp_path: Path) -> None:
    code = str(JoinCode(bytes(10)))
    with pytest.raises(ShellError, match="say where the table is"):
        async with running(NodeOptions("Bea", Join(code), tmp_path / "bea")):
            pass
    for address in ("nowhere", "127.0.0.1:0", "127.0.0.1:99999", "::1:5000", "a b:1", "\x1b[2J:5"):
        with pytest.raises(ShellError, match="is no address; write it as host:port") as error:
            async with running(NodeOptions("Bea", Join(code, address), tmp_path / "bea")):
                pass
        assert str(error.value).isprintable()


async def test_nobody_there_is_said_with_address_and_reason(tmp_path: Path) -> None:
    with pytest.raises(ShellError, match=r"Nobody answers at 127\.0\.0\.1:1: no program listens there\.$") as error:
        async with running(NodeOptions("Bea", Join(str(JoinCode(bytes(10))), "127.0.0.1:1"), tmp_path / "bea")):
            pass
    assert error.value.code == "unreachable"


async def to_the_end(call: grpc.aio.StreamStreamCall[table_pb2.LinkRequest, table_pb2.LinkResponse]) -> None:
    async for _ in call:
        pass


@asynccontextmanager
async def calls(host: Running) -> AsyncIterator[table_service_pb2_grpc.TableServiceStub]:
    """Call a node as anybody can who sees its certificate."""
    certificate = await fetch_certificate(host.ready.address)
    async with pinned_channel(host.ready.address, certificate) as channel:
        yield table_service_pb2_grpc.TableServiceStub(channel)
