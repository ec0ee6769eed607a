"""What several formulas require of the same arguments, asked by one C function: the same bits and errors."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.layout.target import Sheet
from symbolic_eps.export.packages.package import fitted
from symbolic_eps.export.targets import c, target_named

NAMES = ("response-silent-0", "response-silent-1", "response-telling-0")


def source() -> tuple[str, str]:
    """The C source and header, compiled fast."""
    target = target_named("c")
    made = target.files([Sheet(fitted(target, exportable()[n].make()), "", n, "", "0") for n in NAMES])
    text = made["symbolic_eps.c"].replace(', target_clones("avx512f", "avx2", "default")', "")
    return text.replace('"O3,', '"O1,'), made["symbolic_eps.h"]


def compiled(folder: Path, text: str, header: str) -> ctypes.CDLL:
    folder.mkdir()
    (folder / "symbolic_eps.h").write_text(header)
    (folder / "symbolic_eps.c").write_text(text)
    command = ["gcc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", "eps.so"]
    subprocess.run([*command, "symbolic_eps.c", "-lm"], check=True, cwd=folder)
    return ctypes.CDLL(str(folder / "eps.so"), use_errno=True)


def arguments() -> np.ndarray:
    """A delta and a weight: of many the sums that are required to have a sign are 0, or nearly."""
    random = np.random.default_rng(3)
    delta = np.concatenate((random.random(1_500), random.integers(0, 17, 1_500) / 16.0))
    weight = np.where(random.random(3_000) < 0.5, random.random(3_000), (1.0 - delta) / 2.0)
    odd = [0.0, -0.0, 1.0, np.nan, np.inf, -1.0, 2.0**-201, 2.0**-200, 5e-324]
    for values in (delta, weight):
        strange = random.random(3_000) < 0.1
        values[strange] = random.choice(odd, int(strange.sum()))
    return np.ascontiguousarray(
        (delta, np.where(random.random(3_000) < 0.1, np.nextafter(weight, 2), weight))
    )


def answers(library: ctypes.CDLL) -> np.ndarray:
    """Bits of all results, over arrays and at points, and the errors."""
    found, at = list[np.ndarray](), arguments()
    for name in NAMES:
        one, every = (library[f"eps_{name.replace('-', '_')}{end}"] for end in ("", "_all"))
        one.argtypes, one.restype = [ctypes.c_double] * 2, ctypes.c_double
        every.argtypes, every.restype = [ctypes.c_size_t, *[ctypes.c_void_p] * 3], None
        out, errors = np.empty(at.shape[1]), list[int]()
        every(at.shape[1], *(x.ctypes.data for x in at), out.ctypes.data)
        values = []
        for point in at.T.tolist():
            ctypes.set_errno(0)
            values.append(one(*point))
            errors.append(ctypes.get_errno())
        found += [out.view(np.int64), np.array(values).view(np.int64), np.array(errors)]
    return np.array(found)


def test_a_shared_check_asks_what_each_formula_did(
    needs: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs("gcc")
    text, header = source()
    assert text.count("ASKED(check_delta_weight(") == len(NAMES)

    def none(*_: object) -> Mapping[str, object]:
        return {}

    monkeypatch.setattr(c, "shared_checks", none)
    apart, _ = source()
    assert "ASKED(" not in apart
    expected = answers(compiled(tmp_path / "apart", apart, header))
    assert {0, *expected[2]} == {0, 33, 34} and np.isfinite(expected[0].view(np.float64)).mean() > 0.1
    assert np.array_equal(answers(compiled(tmp_path / "shared", text, header)), expected)
    for place, (planted, instead) in enumerate(PLANTED):
        assert planted in text
        wrong = compiled(tmp_path / f"planted_{place}", text.replace(planted, instead), header)
        assert not np.array_equal(answers(wrong), expected), planted


PLANTED = (
    ("KNOWN_REQUIRED(sign, <= 0.0,", "KNOWN_REQUIRED(sign, < 0.0,"),
    ("full ? OUTSIDE : TOO_FAR", "TOO_FAR"),
    ("zero_or(0x1p-200, delta) && ", ""),
)
"""Errors in what is required, and in what is told."""
