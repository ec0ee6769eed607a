"""Values that several formulas have, sums over answers and negatives of sums in C: the same bits without."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.layout.target import Sheet
from symbolic_eps.export.packages.package import fitted
from symbolic_eps.export.programs.program import Program
from symbolic_eps.export.rewriting import answers as over_answers
from symbolic_eps.export.targets import c, target_named

ARGUMENTS = {
    "renyi-2-odds-ratio-at-k": "r m",
    "renyi-2-odds-ratio-from-m-to-n": "r m n",
    "renyi-2-capped-from-m": "r a m",
    "approximate-delta-odds-ratio-at-k": "r E m",
    "response-squared-hellinger": "delta weight theta against",
    "response-renyi-half": "delta weight theta against",
}
"""Formulas that have something in common, and which of the points they take."""


def points(count: int) -> Mapping[str, np.ndarray]:
    """Arguments that are in the domain for the most part."""
    random = np.random.default_rng(11)
    n, delta, theta = (random.random(count) for _ in range(3))
    r = 1.0 / random.random(count) ** 2
    return {
        "r": r,
        "E": 1.0 + (np.sqrt(r) - 1.0) * random.random(count),
        "n": n,
        "m": n * random.random(count),
        "a": random.random(count),
        "delta": delta,
        "weight": (1.0 + (2.0 * random.random(count) - 1.0) * delta) / 2.0,
        "theta": theta,
        "against": np.where(random.random(count) < 0.5, random.random(count), theta * (1.0 - 2.0**-30)),
    }


def source() -> tuple[str, str]:
    """The C source and header, compiled fast."""
    target = target_named("c")
    sheets = [Sheet(fitted(target, exportable()[n].make()), "", n, "", "0") for n in ARGUMENTS]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(c.C, "runtimes", (True,))
        made = target.files(sheets)
    text = made["symbolic_eps.c"].replace(', target_clones("avx512f", "avx2", "default")', "")
    return text.replace('"O3,', '"O1,'), made["symbolic_eps.h"]


def answers(folder: Path, text: str, header: str) -> np.ndarray:
    """Bits of all results, of one point and over arrays."""
    folder.mkdir()
    (folder / "symbolic_eps.h").write_text(header)
    (folder / "symbolic_eps.c").write_text(text)
    command = ["gcc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", "eps.so"]
    subprocess.run([*command, "symbolic_eps.c", "-lm"], check=True, cwd=folder)
    library, drawn = ctypes.CDLL(str(folder / "eps.so")), points(2_000)
    found = []
    for name, arguments in ARGUMENTS.items():
        columns = [drawn[a] for a in arguments.split()]
        one = library[f"eps_{name.replace('-', '_')}"]
        one.argtypes, one.restype = [ctypes.c_double] * len(columns), ctypes.c_double
        found.append(np.array([one(*point) for point in np.array(columns).T.tolist()]))
        out = np.empty(2_000)
        pointers = (np.ctypeslib.as_ctypes(column) for column in (*columns, out))
        library[f"eps_{name.replace('-', '_')}_all"](ctypes.c_size_t(2_000), *pointers)
        assert np.array_equal(out.view(np.int64), found[-1].view(np.int64))
    return np.array(found).view(np.int64)


@pytest.mark.slow
def test_what_is_shared_gives_what_each_formula_did(
    needs: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs("gcc")
    text, header = source()
    assert text.count("renyi_2_odds_ratio_of_k_r(") > 2 and "= root_of(" in text
    assert text.count("over_answers(") == 4

    def none(
        programs: Sequence[Program], text: object, taken: object, loops: object
    ) -> tuple[Mapping[str, Program], list[object]]:
        return {program.name: program for program in programs}, []

    monkeypatch.setattr(c, "shared_values", none)
    monkeypatch.setattr(over_answers, "with_answers", lambda program, only_last: program)
    for name in ("called", "without_negatives", "uncommented"):
        monkeypatch.setattr(c, name, lambda program: program)
    apart, _ = source()
    assert not any(f"{name}(" in apart for name in ("ratio_of_k_r", "root_of", "over_answers"))
    assert text.count("SUM(") < apart.count("SUM(")
    expected = answers(tmp_path / "apart", apart, header)
    assert (np.isfinite(expected.view(np.float64)).mean(axis=1) > 0.2).all()
    assert np.array_equal(answers(tmp_path / "shared", text, header), expected)
    for place, (planted, instead) in enumerate(PLANTED):
        assert planted in text
        wrong = answers(tmp_path / f"planted_{place}", text.replace(planted, instead), header)
        assert not np.array_equal(wrong, expected), planted


PLANTED = (
    ("return renyi_2_odds_ratio_of_k_r(m, r", "return renyi_2_odds_ratio_of_k_r(r, m"),
    ("double half = 0.5 * k", "double half = 0.25 * k"),
    ("silent * (1.0 - delta)", "silent * delta"),
    ("sign_3 < 0.0) { /* a >= m*r", "sign_3 > 0.0) { /* a >= m*r"),
)
