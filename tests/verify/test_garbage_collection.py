"""Memory that long work frees is kept for what comes next."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

FAULTS = """
import resource
from verify.garbage_collection import collect_seldom
if {kept}:
    collect_seldom()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(100):
    bytearray(b"1" * (1 << 20))
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="of glibc")
def test_freed_memory_is_not_asked_of_the_system_again() -> None:
    faults = [
        int(
            subprocess.run(
                [sys.executable, "-c", FAULTS.format(kept=kept)], check=True, capture_output=True
            ).stdout
        )
        for kept in (False, True)
    ]
    assert 5 * faults[1] < faults[0]
