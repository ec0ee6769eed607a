"""How statements for every integer, and Fourier integrals, are set."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy.abc import a, t, w

from symbolic_eps.report.statement import is_worded, shown
from symbolic_eps.typesetting.notation import Text
from symbolic_eps.typesetting.tex import Latex
from tests.verify.corpus_integers import INDUCTIONS, INTEGRALS, SUMS, TAILS
from verify.calculus.fourier_integral import FourierIntegral
from verify.claims.claim import Statement

WAVE = FourierIntegral(a * sp.exp(-a * t), a, t, w, a**2 / (a**2 + w**2), a * w / (a**2 + w**2))
CASES: dict[str, tuple[Statement, str]] = {
    "sum": (
        SUMS["hockey stick"].statement,
        "sum[k = m .. n] binomial(k, m) = binomial(n + 1, m + 1) for all integers m and n, n >= m",
    ),
    "integral": (
        INTEGRALS["power"].statement,
        "integral[0 .. a] t^n d t = a^(n + 1)/(n + 1) for all integers n >= 0",
    ),
    "tail": (
        TAILS["the greatest"].statement,
        "sum[k = 1 .. 1] x^n = integral[0 .. x] n*t^(n - 1) d t for all integers n >= 1",
    ),
    "induction": (
        INDUCTIONS["inverse squares"].statement,
        "s <= 2 - 1/n for all integers n >= 1; s is 1 at n = 1, and s + 1/(n + 1)^2 at n + 1",
    ),
    "waves": (
        WAVE,
        "integral[0 .. oo] a*e^(-a*t)*cos(t*w) d t = a^2/(a^2 + w^2) and "
        "integral[0 .. oo] a*e^(-a*t)*sin(t*w) d t = a*w/(a^2 + w^2)",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_layout(name: str) -> None:
    statement, text = CASES[name]
    assert shown(statement, Text()) == text
    latex = shown(statement, Latex())
    assert (r"\sum" in latex) == (name in ("sum", "tail")) and (r"\int" in latex) == (
        name in ("integral", "tail", "waves")
    )
    assert is_worded(statement) == (name == "induction")


def test_one_wave_alone() -> None:
    cosine = FourierIntegral(sp.exp(-a * t) + t - t, a, t, w, a / (a**2 + w**2))
    assert shown(cosine, Text()) == "integral[0 .. oo] e^(-a*t)*cos(t*w) d t = a/(a^2 + w^2)"
