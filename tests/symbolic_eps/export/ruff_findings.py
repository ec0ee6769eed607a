"""What ruff says of exported Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

RULES = "C4,E,F,I,PIE,PLC,PLE,PLW,RUF,UP,W"
_RUFF = (sys.executable, "-m", "ruff")
COMMANDS = (
    (*_RUFF, "format", "--isolated", "--line-length", "100", "--check", "."),
    (*_RUFF, "check", "--isolated", "."),
    (*_RUFF, "check", "--isolated", "--line-length", "100", "--select", RULES, "."),
)


def findings(directory: Path) -> list[str]:
    """What each of these commands prints where it fails."""
    run = [subprocess.run(c, check=False, cwd=directory, capture_output=True, text=True) for c in COMMANDS]
    return [done.stdout + done.stderr for done in run if done.returncode]
