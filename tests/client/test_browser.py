"""The table in a browser, without one: who is let in and who is not, what is sent, and which processes are left."""

import asyncio
import os
import re
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import click
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType
from yarl import URL

from kalooki_cli.commands import _browser
from kalooki_cli.inbox import Ending
from kalooki_cli.messages import browser as say
from kalooki_cli.web import pages
from kalooki_cli.web.admission import Admission
from kalooki_cli.web.gateway import AwayError, Gateway, Write
from kalooki_cli.web.shown import Shown, code_of
from support.processes import family, watching
from support.terminals import Typewriter, environment
from support.web_play import ADDRESS, QUICK

PATIENCE = 30.0
TABLE = (sys.executable, "-m", "support.page_client")
FAILS = (sys.executable, "-c", "raise SystemExit('kalooki: something is wrong.')")
DEAF = (sys.executable, "-c", "print('__GANGLION__', flush=True); __import__('signal').pause()")
DRAWS = """
import sys
say = sys.stdout.buffer
say.write(b"__GANGLION__\\n")
for _ in range(400):
    say.write(b"D" + (1 << 16).to_bytes(4, "big") + bytes(1 << 16))
say.flush()
sys.stdin.buffer.read(1)
"""
LOUD = (sys.executable, "-c", DRAWS)
OUTSIDE = re.compile(r"(?:https?|wss?)://[\w-]+\.|@import|url\(\s*.?//")
"""What would make a page ask somebody else."""

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@dataclass
class Served:
    """A table that is served, and browsers that look at it."""

    gateway: Gateway
    admission: Admission
    started: list[Shown] = field(default_factory=list)
    """The processes behind pages, oldest first."""

    @property
    def page(self) -> str:
        return self.admission.origin + self.admission.path

    def processes(self) -> list[int]:
        return [one.pid for one in self.started]


@asynccontextmanager
async def serving(
    command: Sequence[str] = TABLE, *, lines: bool = True, patience: float = PATIENCE
) -> AsyncIterator[Served]:
    listening = _browser.listen(0)
    admission = Admission(listening.getsockname()[1])

    def show(write: Write) -> Shown:
        served.started.append(Shown(command, environment(), write))
        return served.started[-1]

    served = Served(Gateway(show, admission, lines=lines, patience=patience), admission)
    await served.gateway.start(listening)
    try:
        yield served
    finally:
        await served.gateway.stop()
        assert not [pid for pid in served.processes() if is_there(pid)]


def is_full(gateway: Gateway) -> bool:
    """Whether no more can be sent to the page."""
    page = gateway._page  # noqa: SLF001 - what waits there is nobody else's business
    carrier = None if page is None else page._carrier  # noqa: SLF001
    return carrier is not None and carrier.get_write_buffer_size() > carrier.get_write_buffer_limits()[1]


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


@asynccontextmanager
async def browser() -> AsyncIterator[ClientSession]:
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:  # cookies of a number, not of a name
        yield session


@asynccontextmanager
async def let_in(served: Served) -> AsyncIterator[ClientSession]:
    async with browser() as session:
        async with session.get(served.admission.address) as answer:
            assert answer.status == 200
            assert str(answer.url) == served.page
        yield session


@asynccontextmanager
async def talking(served: Served, session: ClientSession, **how: str) -> AsyncIterator[ClientWebSocketResponse]:
    headers = {"Origin": served.admission.origin} | how
    async with session.ws_connect(f"{served.page}ws?width=100&height=30", headers=headers) as talk:
        yield talk


async def shown(talk: ClientWebSocketResponse, words: str) -> str:
    """Read what is drawn until these words are."""
    seen = ""
    async with asyncio.timeout(PATIENCE):
        while words not in seen:
            message = await talk.receive()
            assert message.type is WSMsgType.BINARY, (message, seen[-500:])
            seen += message.data.decode(errors="replace")
    return seen


async def reason(talk: ClientWebSocketResponse) -> str:
    """Read until it is hung up, and why."""
    async with asyncio.timeout(PATIENCE):
        while (message := await talk.receive()).type is not WSMsgType.CLOSE:
            assert message.type is WSMsgType.BINARY, message
    return str(message.extra)


async def test_the_address_lets_one_browser_in_once() -> None:
    async with serving() as served, browser() as first, browser() as second:
        async with first.get(served.admission.address) as answer:
            assert answer.status == 200
            assert "textual-terminal" in await answer.text()
            (step,) = answer.history
            assert (step.status, step.headers["Location"]) == (303, served.admission.path)
            cookie = step.cookies[served.admission.cookie]
            assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Strict", served.admission.path)
        for other in (first, second):
            async with other.get(served.admission.address) as answer:
                assert (answer.status, answer.cookies) == (403, {})
                assert "works once" in await answer.text()
        async with second.get(served.page) as answer:
            assert answer.status == 403
        async with first.get(served.page) as answer:
            assert answer.status == 200


@pytest.mark.parametrize("query", ["", "?token=", "?token=wrong", "?token=%ff", "?cookie=x"])
async def test_without_its_token_nobody_comes_in(query: str) -> None:
    async with serving() as served, browser() as session:
        async with session.get(f"{served.admission.origin}/{query}") as answer:
            assert (answer.status, answer.cookies) == (403, {})
        async with session.head(served.admission.address) as answer:  # as what looks at links in advance
            assert answer.status == 405
        for name in ("", "page.js", "ws"):
            async with session.get(served.page + name) as answer:
                assert answer.status == 403
        async with session.get(served.admission.address) as answer:
            assert answer.status == 200


@pytest.mark.parametrize("cookie", ["", "wrong", "\u00e4"])
async def test_a_wrong_cookie_opens_nothing(cookie: str) -> None:
    async with serving() as served, let_in(served), browser() as other:
        for name in ("", "ws"):
            wrong = {"Cookie": f"{served.admission.cookie}={cookie}"}
            async with other.get(served.page + name, headers=wrong) as answer:
                assert answer.status == 403


async def test_a_new_address_lets_another_browser_in_and_the_first_out() -> None:
    async with serving() as served, let_in(served) as first:
        served.admission.renew()
        async with first.get(served.page) as answer:
            assert answer.status == 200  # until somebody comes
        async with let_in(served), first.get(served.page) as answer:
            assert answer.status == 403


@pytest.mark.parametrize(
    "host", ["localhost:{port}", "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1"]
)
async def test_by_another_name_nobody_is_served(host: str) -> None:
    async with serving() as served, let_in(served) as session:
        port = served.admission.origin.rsplit(":", 1)[1]
        for address in (served.page, served.admission.origin):
            async with session.get(address, headers={"Host": host.format(port=port)}) as answer:
                assert answer.status == 421
                assert say.ELSEWHERE in await answer.text()


@pytest.mark.parametrize(
    "origin", ["", "null", "http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1:{port}"]
)
async def test_a_page_of_somebody_else_cannot_speak_with_the_table(origin: str) -> None:
    async with serving() as served, let_in(served) as session:
        said = origin.format(port=served.admission.origin.rsplit(":", 1)[1])
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with talking(served, session, Origin=said):
                pass
        assert refused.value.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with session.ws_connect(f"{served.page}ws"):  # and who does not say whose page it is
                pass
        assert refused.value.status == 403
        assert not served.started


async def test_every_answer_says_that_nothing_from_outside_may_be_loaded() -> None:
    async with serving() as served, let_in(served) as session:
        for address in (served.page, served.page + "nothing", served.admission.origin, served.page + "textual.js"):
            async with session.get(address) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "script-src 'self';" in policy
                assert "frame-ancestors 'none'" in policy
                assert re.findall(r"\w+://\S+", policy) == [served.admission.socket_origin + ";"]
                assert answer.headers["Referrer-Policy"] == "no-referrer"
                assert answer.headers["Cache-Control"] == "no-store"


async def test_nothing_that_is_sent_names_anybody_outside() -> None:
    async with serving() as served, let_in(served) as session:
        async with session.get(served.page) as answer:
            page = await answer.text()
        names = re.findall(r'(?:href|src)="([^"]+)"', page)
        assert {"page.js", "page.css", "textual.js", "xterm.css"} <= set(names)
        assert "<script>" not in page
        assert " style=" not in page
        assert not OUTSIDE.search(page.replace(served.admission.socket_origin, ""))
        for name in names:
            if name == "data:,":
                continue
            assert ":" not in name
            assert "/" not in name
            async with session.get(served.page + name) as answer:
                assert answer.status == 200
                content = COMMENT.sub("", (await answer.read()).decode("latin-1"))
            assert name.endswith(".ttf") or not OUTSIDE.search(content)
        assert set(pages.parts()) == set(names) - {"data:,"}


async def test_only_loopback_is_listened_on() -> None:
    async with serving() as served:
        port = int(served.admission.origin.rsplit(":", 1)[1])
        assert served.admission.origin == f"http://127.0.0.1:{port}"
        assert listening_on(port) == [f"0100007F:{port:04X}"]


def listening_on(port: int) -> list[str]:
    """Every address on which somebody listens at this port, as the kernel writes it."""
    lines = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()]
    return [line[1] for line in lines if line[1].endswith(f":{port:04X}") and line[3] == "0A"]


async def test_a_page_shows_the_table_and_hands_on_what_is_typed() -> None:
    async with serving() as served, let_in(served) as session, talking(served, session) as talk:
        await shown(talk, "draw a card")
        for nonsense in (
            "",
            "{",
            "[]",
            "[" * 10_000,
            '["stdin"]',
            '["stdin", ""]',
            '["resize", {"width": -1, "height": "x"}]',
            "7",
        ):
            await talk.send_str(nonsense)
        await talk.send_bytes(b"d")
        await talk.send_json(["stdin", "\x03"])  # a browser's Ctrl-C copies
        await talk.send_json(["resize", {"width": 60, "height": 20}])
        await shown(talk, "needs 80 columns")
        await talk.send_json(["resize", {"width": 120, "height": 40}])
        await shown(talk, "draw a card")
        await talk.send_json(["stdin", "d"])
        await shown(talk, "14 cards")
        await talk.send_json(["stdin", "qy"])
        assert await reason(talk) == "over"
        assert await served.gateway.ended() is Ending.LEFT
        assert len(served.started) == 1


async def test_a_page_takes_the_place_of_the_one_before_and_after_the_last_the_table_waits_a_while() -> None:
    async with serving(patience=0.2) as served, let_in(served) as session:
        async with talking(served, session) as first:
            await shown(first, "draw a card")
            async with talking(served, session) as second:
                assert await reason(first) == "taken"
                await shown(second, "draw a card")
                assert [is_there(pid) for pid in served.processes()] == [False, True]
        with pytest.raises(AwayError):
            await asyncio.wait_for(served.gateway.ended(), PATIENCE)
        assert not [pid for pid in served.processes() if is_there(pid)]


async def test_lines_of_text_are_had_where_there_is_a_terminal() -> None:
    async with serving() as served, let_in(served) as session, talking(served, session) as talk:
        await shown(talk, "draw a card")
        await talk.send_json(["resize", {"width": 60, "height": 20}])
        await shown(talk, "needs 80 columns")
        await talk.send_json(["stdin", "p"])
        assert await reason(talk) == "plain"
        assert await served.gateway.ended() is None


async def test_elsewhere_the_page_can_be_loaded_again() -> None:
    wants_lines = (sys.executable, "-c", f"raise SystemExit({code_of(None)})")
    async with serving(wants_lines, lines=False) as served, let_in(served) as session:
        for _ in range(2):
            async with talking(served, session) as talk:
                assert await reason(talk) == "failed"


async def test_a_process_that_fails_is_told_of_and_can_be_tried_again() -> None:
    async with serving(FAILS) as served, let_in(served) as session:
        for _ in range(2):
            async with talking(served, session) as talk:
                assert await reason(talk) == "failed"
        assert len(served.started) == 2


async def test_a_process_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kalooki_cli.web.shown.STOP_SECONDS", 0.2)
    async with serving(DEAF) as served, let_in(served) as session, talking(served, session) as talk:
        await talk.send_json(["ping", "1"])
        async with asyncio.timeout(PATIENCE):
            assert await talk.receive_json() == ["pong", "1"]
        (pid,) = served.processes()
        assert is_there(pid)
        await served.gateway.stop()
        assert await reason(talk) == "stopped"
        assert not is_there(pid)


async def test_a_page_that_never_reads_gives_way_to_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kalooki_cli.web.gateway.CLOSE_SECONDS", 0.1)
    async with serving(LOUD) as served, let_in(served) as session:
        (cookie,) = session.cookie_jar
        asked = (
            f"GET {served.admission.path}ws HTTP/1.1",
            f"Host: {served.admission.origin.removeprefix('http://')}",
            f"Origin: {served.admission.origin}",
            f"Cookie: {cookie.key}={cookie.value}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        port = URL(served.admission.origin).port
        assert port is not None
        reading, deaf = await asyncio.open_connection("127.0.0.1", port, limit=1 << 10)
        deaf.write("\r\n".join((*asked, "", "")).encode())
        assert b" 101 " in await reading.readline()
        async with asyncio.timeout(PATIENCE):
            while not is_full(served.gateway):  # noqa: ASYNC110 - nothing tells it
                await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE), talking(served, session) as talk:
            assert (await talk.receive()).type is WSMsgType.BINARY
            assert not is_there(served.processes()[0])
        deaf.close()


async def test_a_request_that_makes_no_sense_is_refused_without_a_word_at_the_terminal(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as served:
        port = URL(served.admission.origin).port
        assert port is not None
        for nonsense in (b"GET / HTTP/1.1\r\nSecret\0: words\r\n\r\n", b"\x16\x03\x01 words\r\n\r\n"):
            reading, writing = await asyncio.open_connection("127.0.0.1", port)
            writing.write(nonsense)
            assert b" 400 " in await reading.readline()
            writing.close()
    assert (*capfd.readouterr(), caplog.text) == ("", "", "")


async def test_a_process_ends_when_its_server_is_gone() -> None:
    """As after kill -9: nobody asks it to, its input just ends."""
    async with serving() as served, let_in(served) as session, talking(served, session) as talk:
        await shown(talk, "draw a card")
        served.started[0].stdin.close()
        assert await reason(talk) == "failed"
        assert not [pid for pid in served.processes() if is_there(pid)]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_at_the_terminal_enter_makes_a_new_address_and_an_interrupt_ends_everything(
    tmp_path: Path, how: signal.Signals
) -> None:
    play = ("play", "--web", "--name", "Ann", "--data-dir", str(tmp_path), *QUICK)
    program = (sys.executable, "-m", "kalooki_cli", *play)
    with Typewriter(columns=200, surroundings={"TERM": "xterm", "LANG": "C.UTF-8"}, program=program) as screen:
        await asyncio.to_thread(screen.wait, "Enter makes a new address")
        first, second = ADDRESS.search(screen.seen.decode()), None
        screen.type("\n")
        await asyncio.to_thread(screen.wait, "The new address, for once: ")
        await asyncio.to_thread(screen.wait, "\n")
        second = ADDRESS.findall(screen.seen.decode())[-1]
        assert first is not None
        async with browser() as session:
            async with session.get(first[0]) as answer:
                assert answer.status == 403
            async with session.get(second) as answer:
                page = answer.url
            async with session.ws_connect(page.join(URL("ws")), headers={"Origin": str(page.origin())}) as talk:
                await shown(talk, "Loopback")
                with watching(family(screen.process.pid)) as left:
                    screen.process.send_signal(how)
                    assert await reason(talk) == "stopped"
                    assert not await left()
        assert screen.process.wait() == 130
        await asyncio.to_thread(screen.wait, f"resume --data-dir {tmp_path}")
        await asyncio.to_thread(screen.wait, "Stopped.")
        assert b"Traceback" not in screen.seen


async def test_without_a_terminal_it_says_how_it_is_ended_and_ends_so(tmp_path: Path) -> None:
    play = ("play", "--web", "--name", "Ann", "--data-dir", str(tmp_path), *QUICK)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "kalooki_cli", *play, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, env=environment()
    )
    assert process.stdout is not None
    said = ""
    async with asyncio.timeout(PATIENCE):
        while (found := re.search(r"told to end:\s+kill\s+(\d+)\s", said)) is None:
            said += (await process.stdout.readline()).decode()
        assert ADDRESS.search(said) is not None
        assert "until no page has been open for 5 minutes" in " ".join(said.split())
        assert "Enter" not in said
        assert int(found[1]) == process.pid
        os.kill(process.pid, signal.SIGTERM)
        rest = (await process.stdout.read()).decode()
        assert await process.wait() == 130
    assert rest.endswith("Stopped.\n")


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(click.ClickException, match=f"Port {port} of this computer is in use"):
            _browser.listen(port)


@pytest.mark.parametrize(
    ("error", "words"),
    [(PermissionError(13, "Permission denied"), "above 1023"), (OSError(24, "Too many open files"), "Too many open")],
)
def test_a_port_that_cannot_be_had_is_explained(error: OSError, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forbidden(socket.socket):
        def bind(self, _address: object) -> None:
            raise error

    monkeypatch.setattr(socket, "socket", Forbidden)
    with pytest.raises(click.ClickException, match=words):
        _browser.listen(80)


def test_without_the_packages_for_it_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_browser, "NEEDED", ("textual_serve", "no_such_package"))
    with pytest.raises(click.ClickException, match="pip install textual-serve"):
        _browser.listen(0)


@pytest.mark.parametrize(("surroundings", "colour"), [({}, "two"), ({"NO_COLOR": "1"}, "off")])
def test_a_browser_shows_everything_unless_less_is_wanted(
    surroundings: Mapping[str, str], colour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    assert (_browser.look(None, None).symbols, _browser.look(None, None).colour) == (True, colour)
    assert (_browser.look("letters", "four").symbols, _browser.look("letters", "four").colour) == (False, "four")


@pytest.mark.parametrize("port", [80, 8000])
def test_an_address_is_written_as_a_browser_writes_it(port: int) -> None:
    admission = Admission(port, iter(("place", "token", "cookie")).__next__)
    shown_port = "" if port == 80 else ":8000"
    assert admission.address == f"http://127.0.0.1{shown_port}/?token=token"
    assert admission.is_own(f"http://127.0.0.1{shown_port}")
    assert admission.is_here(f"127.0.0.1{shown_port}")
    assert not admission.is_here(None)
    assert not admission.knows("")
    assert admission.enter("") is None
    assert admission.enter("token") == "cookie"
    assert admission.enter("token") is None
    assert admission.enter("") is None
    assert not admission.knows(None)
    assert admission.knows("cookie")
