"""A PostgreSQL server for a test, with a socket of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def _installed() -> str | None:
    """Where the newest server's programs are: Debian has them outside of the search path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: float(p.parts[-3]))
    on_path = shutil.which("initdb")
    return str(found[-1].parent) if found else on_path and str(Path(on_path).parent)


def connection_settings(server: Path) -> dict[str, str]:
    """What `psql` reads from the environment."""
    return {"PGHOST": str(server), "PGUSER": "postgres", "PGDATABASE": "postgres"}


@contextmanager
def running_server(needs: Callable[..., None], library: Path | None = None, mode: str = "") -> Iterator[Path]:
    """The directory of the socket of a server; `library` is loaded before it, with the variable MODE."""
    needs("psql")
    programs = _installed()
    if programs is None:
        needs("initdb")
    directory = Path(tempfile.mkdtemp(prefix="pg-"))
    as_user: list[str] = []
    there = dict(os.environ)
    if library is not None:
        there |= {"MODE": mode, "LD_PRELOAD": str(shutil.copy(library, directory))}
    if os.geteuid() == 0:
        shutil.chown(directory, "postgres")
        # A program for the superuser, whose folder need not be on the path.
        runuser = shutil.which("runuser", path=f"{os.environ['PATH']}:/usr/sbin:/sbin") or "runuser"
        as_user = [runuser, "-u", "postgres", "--"]
    data, log = directory / "data", directory / "log"
    settings = f"-c listen_addresses='' -c unix_socket_directories={directory} -c fsync=off"
    control = [*as_user, f"{programs}/pg_ctl", "-D", str(data), "-w"]
    try:
        subprocess.run(
            [
                *as_user,
                f"{programs}/initdb",
                "-D",
                str(data),
                *["-A", "trust", "-U", "postgres", "--no-sync"],
            ],
            check=True,
            cwd=directory,
            stdout=subprocess.DEVNULL,
        )
        subprocess.run(
            [*control, "-l", str(log), "-o", settings, "start"],
            check=True,
            cwd=directory,
            env=there,
            stdout=subprocess.DEVNULL,
        )
        try:
            yield directory
        finally:
            subprocess.run(
                [*control, "-m", "immediate", "stop"], check=True, cwd=directory, stdout=subprocess.DEVNULL
            )
    finally:
        shutil.rmtree(directory)
