"""Runs the command and scripts in forks of one process that has loaded the modules: each starts at once.

For tests of what a program prints. What an interpreter of its own starts with, and when it loads what, is
tested elsewhere (`tests/test_layers.py`, `tests/test_distribution.py`).
"""

from __future__ import annotations

import array
import gc
import importlib
import json
import os
import pkgutil
import runpy
import selectors
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND, SCRIPT = "symbolic-eps", "python-script"
PACKAGES = ("verify", "symbolic_eps", "derivations")
APART = ("symbolic_eps.export.templates", "verify.claim")
"""Foreign source with gaps, and the old place of claims, which warns when it is imported."""

STREAMS = 3

# What the shell finds in the command's place: it hands its arguments, environment and streams to the server.
CLIENT = """\
import array, json, os, socket, sys

with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    request = dict(arguments=sys.argv, folder=os.getcwd(), environment=dict(os.environ))
    streams = array.array("i", [0, 1, 2])
    server.sendmsg([b"."], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)])
    server.sendall(json.dumps(request).encode())
    server.shutdown(socket.SHUT_WR)
    sys.exit(int(server.makefile().read()))
"""


@dataclass(frozen=True)
class ForkServer:
    """A server that runs; `programs` is a folder for the PATH in which it stands for `symbolic-eps`."""

    programs: Path

    @property
    def python(self) -> Path:
        """What runs a script in place of an interpreter."""
        return self.programs / SCRIPT


@contextmanager
def fork_server(environment: Mapping[str, str]) -> Iterator[ForkServer]:
    """A server with the environment that its programs load their modules in; it ends with the block."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        address = str(folder / "socket")
        for program in (COMMAND, SCRIPT):
            text = f"#!{sys.executable} -IS\n" + CLIENT.format(address=address)
            (folder / program).write_text(text, "utf-8")
            (folder / program).chmod(0o755)
        command = [sys.executable, "-m", "tests.fork_server", address]
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None and process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            yield ForkServer(folder)
            process.stdin.close()


def _load() -> None:
    for package in map(importlib.import_module, PACKAGES):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith(APART) and not module.name.endswith("__main__"):
                importlib.import_module(module.name)


def _serve(address: str) -> Callable[[], object]:
    """Wait for programs until the standard input ends; returns only in a program's own process."""
    with socket.socket(socket.AF_UNIX) as server, selectors.DefaultSelector() as selector:
        server.bind(address)
        server.listen()
        selector.register(server, selectors.EVENT_READ)
        selector.register(sys.stdin, selectors.EVENT_READ)
        os.write(1, b"ready\n")
        while all(key.fileobj is server for key, _ in selector.select()):
            connection, _ = server.accept()
            if os.fork() == 0:
                server.close()
                return _watched(connection)
            connection.close()
            _gather()
    os._exit(0)


def _gather() -> None:
    """Let programs that have ended go."""
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        pass


def _watched(connection: socket.socket) -> Callable[[], object]:
    """Run the program in a child and tell its status; returns only in the child."""
    _, ancillary, _, _ = connection.recvmsg(1, socket.CMSG_SPACE(STREAMS * array.array("i").itemsize))
    streams = array.array("i", ancillary[0][2])
    request = json.loads(connection.makefile().read())
    child = os.fork()
    if child:
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        connection.sendall(str(os.waitstatus_to_exitcode(status) % 256).encode())
        os._exit(0)
    connection.close()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.path[1:1] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    program, *arguments = request["arguments"]
    if Path(program).name == COMMAND:
        from symbolic_eps.command import entry_point

        sys.argv = [COMMAND, *arguments]
        return entry_point
    sys.argv = arguments
    script = Path(arguments[0]).absolute()
    sys.path[0] = str(script.parent)
    return lambda: runpy.run_path(str(script), run_name="__main__")


if __name__ == "__main__":
    _load()
    gc.freeze()  # else the first collection in each fork copies all pages
    _serve(sys.argv[1])()
