"""Cases that several formulas have, each one C function: the same bits as written out."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from symbolic_eps.export.exportable import exportable
from symbolic_eps.export.package import fitted
from symbolic_eps.export.program import Program
from symbolic_eps.export.targets import c, target_named
from symbolic_eps.export.targets.target import Sheet

NAMES = {"renyi-2-odds-ratio-at-k": 2, "renyi-2-odds-ratio-from-m-to-n": 3}
"""Formulas with a case in common, and how many arguments they have."""


def source() -> tuple[str, str]:
    """The C source and header, compiled fast."""
    target = target_named("c")
    sheets = [Sheet(fitted(target, exportable()[n].make()), "", n, "", "0") for n in NAMES]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(c.C, "runtimes", (True,))
        made = target.files(sheets)
    text = made["symbolic_eps.c"].replace(', target_clones("avx512f", "avx2", "default")', "")
    return text.replace('"O3,', '"O1,'), made["symbolic_eps.h"]


def answers(folder: Path, text: str, header: str) -> np.ndarray:
    """Bits of all results at points r, m and n."""
    folder.mkdir()
    (folder / "symbolic_eps.h").write_text(header)
    (folder / "symbolic_eps.c").write_text(text)
    command = ["gcc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", "eps.so"]
    subprocess.run([*command, "symbolic_eps.c", "-lm"], check=True, cwd=folder)
    library, random = ctypes.CDLL(str(folder / "eps.so")), np.random.default_rng(11)
    n = random.random(2_000)
    points = np.array((1.0 / random.random(2_000) ** 2, n * random.random(2_000), n))
    found = []
    for name, count in NAMES.items():
        one = library[f"eps_{name.replace('-', '_')}"]
        one.argtypes, one.restype = [ctypes.c_double] * count, ctypes.c_double
        found.append([one(*point) for point in points[:count].T.tolist()])
    return np.array(found).view(np.int64)


def test_a_shared_case_gives_what_each_formula_did(
    needs: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs("gcc")
    text, header = source()
    assert text.count("return case_of_k_r(") >= 2 and "= root_of(" in text

    def none(
        programs: Sequence[Program], text: object, group: object, taken: object
    ) -> tuple[Mapping[str, Program], list[object]]:
        return {}, []

    monkeypatch.setattr(c, "shared_cases", none)
    monkeypatch.setattr(c, "called", lambda program: program)
    apart, _ = source()
    assert "case_of_" not in apart and "root_of(" not in apart
    expected = answers(tmp_path / "apart", apart, header)
    assert np.isfinite(expected.view(np.float64)).mean() > 0.2
    assert np.array_equal(answers(tmp_path / "shared", text, header), expected)
    for place, (planted, instead) in enumerate(PLANTED):
        assert planted in text
        wrong = answers(tmp_path / f"planted_{place}", text.replace(planted, instead), header)
        assert not np.array_equal(wrong, expected), planted


PLANTED = (
    ("return case_of_k_r(m, r", "return case_of_k_r(r, m"),
    ("double half = 0.5 * k", "double half = 0.25 * k"),
)
"""Errors in a call and in the root."""
