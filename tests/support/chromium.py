"""A browser without a window, driven by what it shows: keys and clicks go in, what is written on its page comes out."""

import asyncio
import base64
import json
import os
import shutil
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
SWITCHES = (
    "--headless=new",
    "--remote-debugging-port=0",
    "--no-first-run",
    "--disable-3d-apis",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--window-size=1280,800",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
LISTENS = b"DevTools listening on "

HOOK = """
Object.defineProperty(Object.prototype, "terminal", {
  configurable: true,
  set(value) {
    Object.defineProperty(this, "terminal", { value, writable: true });
    window.shownTerminal = value;
    value.onWriteParsed(() => window.changed(""));
  },
});
new MutationObserver(() => window.changed("")).observe(document, { attributes: true, childList: true, subtree: true });
"""
"""textual.js keeps its terminal to itself; what is written on it can only be read from there, since it is painted."""

TEXT = """(() => {
  const lines = window.shownTerminal?.buffer.active;
  if (lines === undefined) return "";
  const line = (row) => lines.getLine(row)?.translateToString(true) ?? "";
  return Array.from({ length: window.shownTerminal.rows }, (_, row) => line(row)).join("\\n");
})()"""

CELLS = """(() => {
  const screen = document.querySelector(".xterm-screen").getBoundingClientRect();
  return [screen.left, screen.top, screen.width / window.shownTerminal.cols, screen.height / window.shownTerminal.rows];
})()"""

KEYS = {"Enter": ("Enter", 13, "\r"), "Escape": ("Escape", 27, ""), "ArrowRight": ("ArrowRight", 39, "")}
SECONDS = 60.0


def found() -> str | None:
    """Where the browser is; None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


needs_chromium = pytest.mark.skipif(found() is None, reason="no Chromium here (Debian: apt-get install chromium)")


class Page:
    """One tab, in a context of its own: no other tab has its cookies unless it was opened from it."""

    def __init__(self, browser: "Browser", session: str, context: str) -> None:
        self._browser = browser
        self._session = session
        self.context = context
        self.requests: list[str] = []
        """Every address that it has asked for."""
        self.complaints: list[str] = []
        """What the browser wrote on its console as an error."""
        self._changed = asyncio.Event()

    async def tell(self, method: str, **parameters: object) -> Mapping[str, Any]:
        """One command of the DevTools protocol."""
        return await self._browser.tell(method, parameters, self._session)

    async def open(self, address: str) -> None:
        """Go there."""
        await self.tell("Page.navigate", url=address)

    async def evaluate(self, script: str) -> Any:  # noqa: ANN401 - whatever it is
        """What a script says."""
        told = await self.tell("Runtime.evaluate", expression=script, returnByValue=True)
        return told["result"].get("value")

    async def text(self) -> str:
        """What is written on the terminal in the page."""
        return str(await self.evaluate(TEXT))

    async def words(self) -> str:
        """What is written on the page around it."""
        return str(await self.evaluate("document.body?.innerText ?? ''"))

    async def until(self, seen: Callable[[str], bool], what: str) -> str:
        """Look at the terminal whenever it changes, until it shows something."""
        return await self._until(self.text, seen, what)

    async def until_said(self, words: str) -> None:
        """Look at the page until it says this."""
        await self._until(self.words, lambda shown: words in shown, repr(words))

    async def _until(self, look: Callable[[], Awaitable[str]], seen: Callable[[str], bool], what: str) -> str:
        shown = ""
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS):
                while not seen(shown := await look()):
                    await self._changed.wait()
                    self._changed.clear()
                return shown
        raise AssertionError(f"{what} did not come; instead:\n{shown}\n{await self.words()}\n{self.complaints}")

    async def press(self, *keys: str) -> None:
        """Press keys, as a keyboard does."""
        for key in keys:
            name, code, text = KEYS.get(key, (key, 0, key))
            await self.tell("Input.dispatchKeyEvent", type="keyDown", key=name, text=text, windowsVirtualKeyCode=code)
            await self.tell("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)

    async def click(self, column: int, row: int) -> None:
        """Click in the middle of a cell of the terminal."""
        left, top, width, height = await self.evaluate(CELLS)
        at = {"x": left + (column + 0.5) * width, "y": top + (row + 0.5) * height}
        for kind, buttons in (("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)):
            button = "none" if kind == "mouseMoved" else "left"
            await self.tell("Input.dispatchMouseEvent", type=kind, button=button, buttons=buttons, clickCount=1, **at)

    async def click_on(self, words: str) -> None:
        """Click on the last place of the screen where these words stand."""
        lines = (await self.text()).split("\n")
        row = max(at for at, line in enumerate(lines) if words in line)
        await self.click(lines[row].rindex(words) + len(words) // 2, row)

    async def picture(self) -> bytes:
        """A picture of it, as a PNG."""
        return base64.b64decode((await self.tell("Page.captureScreenshot"))["data"])

    async def close(self) -> None:
        """Close the tab."""
        await self.tell("Page.close")

    def heard(self, method: str, parameters: Mapping[str, Any]) -> None:
        """Keep what a test asks about later."""
        match method:
            case "Runtime.bindingCalled" | "Page.loadEventFired":
                self._changed.set()
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])
            case "Network.webSocketCreated":
                self.requests.append(parameters["url"])
            case "Log.entryAdded" if parameters["entry"]["level"] == "error":
                self.complaints.append(parameters["entry"]["text"])
            case "Runtime.exceptionThrown":
                self.complaints.append(str(parameters["exceptionDetails"].get("exception", parameters)))
            case _:
                pass


class Browser:
    """The browser's process, and the line to it."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self._line = line
        self._number = 0
        self._asked: dict[int, asyncio.Future[Mapping[str, Any]]] = {}
        self._pages: dict[str, Page] = {}

    async def tell(self, method: str, parameters: Mapping[str, object], session: str = "") -> Mapping[str, Any]:
        """One command, and its answer."""
        self._number += 1
        answer: asyncio.Future[Mapping[str, Any]] = asyncio.get_running_loop().create_future()
        self._asked[self._number] = answer
        where = {"sessionId": session} if session else {}
        await self._line.send_str(json.dumps({"id": self._number, "method": method, "params": parameters, **where}))
        async with asyncio.timeout(SECONDS):
            return await answer

    async def listen(self) -> None:
        """Hear answers and events."""
        async for message in self._line:
            said = json.loads(message.data)
            if "id" in said:
                asked = self._asked.pop(said["id"])
                if asked.cancelled():
                    continue
                if "error" in said:
                    asked.set_exception(AssertionError(said["error"]["message"]))
                else:
                    asked.set_result(said["result"])
            elif said.get("sessionId") in self._pages:
                self._pages[said["sessionId"]].heard(said["method"], said["params"])

    async def page(self, beside: Page | None = None) -> Page:
        """Open a tab; `beside` another it has the same cookies."""
        if beside is None:
            context = (await self.tell("Target.createBrowserContext", {}))["browserContextId"]
        else:
            context = beside.context
        target = await self.tell("Target.createTarget", {"url": "about:blank", "browserContextId": context})
        attached = await self.tell("Target.attachToTarget", {"targetId": target["targetId"], "flatten": True})
        page = self._pages[attached["sessionId"]] = Page(self, attached["sessionId"], context)
        for domain in ("Page", "Network", "Log", "Runtime"):
            await page.tell(f"{domain}.enable")
        await page.tell("Runtime.addBinding", name="changed")
        await page.tell("Page.addScriptToEvaluateOnNewDocument", source=HOOK)
        return page


@asynccontextmanager
async def browsing(home: Path) -> AsyncIterator[Browser]:
    """Start the browser, and end it."""
    program = found()
    assert program is not None, "the test is skipped where there is none"
    root = ("--no-sandbox",) if os.geteuid() == 0 else ()
    async with _process([program, *SWITCHES, *root, f"--user-data-dir={home}", "about:blank"]) as process:
        assert process.stderr is not None
        async with asyncio.timeout(SECONDS):
            while not (line := await process.stderr.readline()).startswith(LISTENS):
                assert line, "the browser has ended"
        draining = asyncio.create_task(_drain(process.stderr))
        address = line.removeprefix(LISTENS).decode().strip()
        async with aiohttp.ClientSession() as session, session.ws_connect(address, max_msg_size=0) as talk:
            browser = Browser(talk)
            listening = asyncio.create_task(browser.listen())
            try:
                yield browser
                with suppress(TimeoutError):
                    await asyncio.wait_for(browser.tell("Browser.close", {}), 5)
            finally:
                listening.cancel()
                draining.cancel()
                await asyncio.gather(listening, draining, return_exceptions=True)


async def _drain(stream: asyncio.StreamReader) -> None:
    while await stream.readline():
        pass


@asynccontextmanager
async def _process(command: Sequence[str]) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), 10)
        except TimeoutError:
            process.kill()
            await process.wait()
