"""A property is a look at what is there: none of a profile reads a file, in a process with nothing cached."""

from __future__ import annotations

import subprocess
import sys

import pytest

WHAT_IS_READ = """
import sys
from functools import cached_property
from symbolic_eps.profiles.profile import RiskProfile

class Planted(RiskProfile):
    @property
    def text(self):
        return open("pyproject.toml").read()

profile = {kind}("max(a/(p*q), r)", ["0<a<1", "r>1"], fixed={{"q": "q"}}, box=["p<=1/2"])
opened = []
sys.addaudithook(lambda event, arguments: event == "open" and opened.append(str(arguments[0])))
for name in dir({kind}):
    if isinstance(getattr({kind}, name), property | cached_property):
        getattr(profile, name)
print([path for path in opened if not path.endswith((".py", ".pyc"))])
"""


@pytest.mark.parametrize(("kind", "read"), [("RiskProfile", "[]"), ("Planted", "['pyproject.toml']")])
def test_properties_of_a_profile_read_no_file(kind: str, read: str) -> None:
    program = [sys.executable, "-c", WHAT_IS_READ.format(kind=kind)]
    assert subprocess.run(program, capture_output=True, text=True, check=True).stdout.strip() == read
