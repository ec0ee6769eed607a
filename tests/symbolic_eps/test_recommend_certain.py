"""A recommended eps rests on certificates: no solver is believed."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from symbolic_eps import recommend
from symbolic_eps.cli import main
from verify import kernel
from verify.enclosure import enclose_to
from verify.evidence import Grade
from verify.language.condition import positive
from verify.solvers.smt import Solver

PROFILES = {
    "max(1/(5*p*q), 5)": sp.log(6) / 2,
    "2+q/p": sp.log(2) / 2,
    "1+1/(5*p*q)": sp.log(sp.Rational(3, 2)),
}


@pytest.mark.parametrize("text", PROFILES)
def test_exact_with_certificates_that_the_kernel_accepts(text: str) -> None:
    answer = recommend(text)
    assert (answer.closed_form, answer.grade) == (PROFILES[text], Grade.EXACT)
    assert answer.certificates
    for certificate in answer.certificates.values():
        kernel.check(certificate, {})


RANDOM = random.Random(17)
LIARS: dict[str, Callable[[], bool]] = {
    "unsat": lambda: False,
    "sat": lambda: True,
    "random": lambda: RANDOM.random() < 1 / 2,
}


@pytest.mark.family(24)
@pytest.mark.parametrize("liar", LIARS)
@pytest.mark.parametrize("text", PROFILES)
def test_a_lying_solver_changes_no_value(text: str, liar: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, lies = Solver._check, list[str]()

    def lying(
        solver: Solver, conditions: Any, question: str, clauses: Any = (), quick: bool = False, **how: Any
    ) -> Any:
        lies.append(question)
        if not LIARS[liar]():
            return None
        symbols = {s for c in chain(conditions, *clauses) for s in c.symbols}
        return honest(solver, [positive(s**2 + 1) for s in symbols], question)

    monkeypatch.setattr(Solver, "_check", lying)
    answer = recommend(text)
    assert lies
    assert answer.grade in (Grade.EXACT, Grade.ENCLOSED)
    value = enclose_to(PROFILES[text], Fraction(1, 10**30))
    assert answer.enclosure.lower <= value.upper
    assert value.lower <= answer.enclosure.upper


def test_the_command_writes_certificates_and_checks_them(tmp_path: Path) -> None:
    assert main(["recommend", "2+q/p", "--certificates", str(tmp_path)]) == 0
    (file,) = tmp_path.iterdir()
    assert main(["check", str(file)]) == 0
    text = file.read_text()
    changed = text.replace('"2"', '"3"')
    assert changed != text
    file.write_text(changed)
    assert main(["check", str(file)]) != 0
