"""A page in headless Chromium, by the browser's debugging protocol over a pipe."""

from __future__ import annotations

import fcntl
import json
import os
import select
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

OPTIONS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
    "--remote-debugging-pipe",
]


PATIENCE = 120
"""Seconds of silence after which the browser is given up."""


class Browser:
    """One page; what it said on its console, and what it asked for, is kept."""

    def __init__(self, writing: int, reading: int) -> None:
        self._out, self._in = os.fdopen(writing, "wb"), os.fdopen(reading, "rb")
        self._number, self._session, self._rest = 0, "", b""
        self.said: list[str] = []
        self.asked: list[str] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def close(self) -> None:
        self._out.close()
        self._in.close()

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The answer to a command."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._out.write(json.dumps(message).encode() + b"\0")
        self._out.flush()
        while (answer := self._next()).get("id") != self._number:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            assert select.select([self._in], [], [], PATIENCE)[0], "the browser says nothing"
            read = self._in.read1(1 << 20)
            assert read, "the browser has ended"
            self._rest += read
        text, _, self._rest = self._rest.partition(b"\0")
        message = json.loads(text)
        self._keep(message.get("method"), message.get("params", {}))
        return message

    def _keep(self, method: str | None, parameters: dict[str, Any]) -> None:
        if method in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"):
            self.said.append(json.dumps(parameters)[:600])
        if method == "Network.requestWillBeSent":
            self.asked.append(parameters["request"]["url"][:200])

    def open(self, address: str) -> None:
        """Go there and wait until all is loaded; another fragment of the same page is loaded anew, too."""
        for place in ("about:blank", address):
            self.send("Page.navigate", url=place)
            while self._next().get("method") != "Page.loadEventFired":
                pass

    def value(self, expression: str) -> Any:
        """What an expression of JavaScript is in the page; promises are awaited."""
        done = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in done, done
        return done["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait until a condition in JavaScript holds; an error after a minute of looking."""
        look = f"left-- === 0 ? done(false) : ({condition}) ? done(true) : setTimeout(look, 20)"
        text = f"new Promise((done) => {{ let left = 3000; const look = () => {look}; look(); }})"
        assert self.value(text), f"never so: {condition}"

    def size(self, width: int, height: int, dark: bool = False) -> None:
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self, path: Path) -> None:
        """The whole page as a PNG."""
        shot = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        path.write_bytes(b64decode(shot["data"]))


@contextmanager
def browser(chromium: Path, profile: Path) -> Iterator[Browser]:
    """A browser with a page of its own, which is ended afterwards."""
    to_read, writing = os.pipe()
    reading, to_write = os.pipe()
    given = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (to_read, to_write)]
    for end in (to_read, to_write):
        os.close(end)

    def as_three_and_four() -> None:
        os.dup2(given[0], 3)
        os.dup2(given[1], 4)

    # The browser reads from descriptor 3 and writes to 4, and no other way of `Popen` gives it these numbers;
    # nothing but two system calls runs between fork and exec.
    process = subprocess.Popen(
        [chromium, *OPTIONS, f"--user-data-dir={profile}"],
        preexec_fn=as_three_and_four,  # noqa: PLW1509
        pass_fds=(3, 4, *given),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for end in given:
        os.close(end)
    try:
        page = Browser(writing, reading)
        yield page
        page.close()
    finally:
        process.kill()
        process.wait()
