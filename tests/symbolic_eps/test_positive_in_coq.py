"""Coq computes that a polynomial is positive between two ends: `Positive.v` against counts of roots."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps.coq.shipped import LIBRARY
from symbolic_eps.coq.statements import whole_numbers
from symbolic_eps.coq.statements.whole_numbers import coefficients, nested, positive_between
from symbolic_eps.errors import UndecidedError
from tests.symbolic_eps.coq_files import REAL_NUMBERS, accepted, coqc, put_library

X = sp.Symbol("X")
HEAD = "From Coq Require Import Reals Lra ZArith.\nFrom SymbolicEps Require Import Convex Positive.\n"
UNIT = Fraction(0), Fraction(1)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compiled")
    put_library(folder, ["Convex", "Positive"])
    return folder


def is_positive(polynomial: sp.Poly, low: Fraction, high: Fraction) -> bool:
    """By Sturm's theorem, and the sign at an end."""
    ends = sp.Rational(low), sp.Rational(high)
    return polynomial.count_roots(*ends) == 0 and bool(polynomial.eval(ends[0]) > 0)


def drawn(count: int) -> Iterator[tuple[sp.Poly, Fraction, Fraction]]:
    """Of both kinds: some factors nearly vanish in the middle, some do so at an end, some have a root."""
    stream = random.Random("positive between two ends")
    for _ in range(count):
        low, width, place = (Fraction(stream.randrange(1, 30), stream.randrange(1, 30)) for _ in range(3))
        low -= stream.randrange(2)
        high = low + width
        near = low + width * place / 15
        factors = [
            (near.denominator * X - near.numerator) ** 2 * 10 ** stream.randrange(8)
            + stream.choice((0, 1, 1, 1)),
            stream.choice((1, X**2 + 1, X - low + 1, stream.randrange(1, 9) * (high + 1 - X))),
            stream.choice((1, 1, 1, -1, X - low, high - X)),
        ]
        yield sp.Poly(sp.prod(factors), X).clear_denoms(convert=True)[1], low, high


@pytest.mark.slow
def test_the_computation_agrees_with_the_count_of_roots(compiled: Path) -> None:
    asked = [*drawn(150)]
    expected = [is_positive(*one) for one in asked]
    assert 40 < sum(expected) < 120
    lines = [
        f"Goal positive_between 60 {coefficients(f)} ({low.numerator}) {low.denominator} ({high.numerator})"
        f" {high.denominator} = {str(true).lower()}. vm_compute. reflexivity. Qed."
        for (f, low, high), true in zip(asked, expected, strict=True)
    ]
    (compiled / "Computed.v").write_text("\n".join([HEAD, "Local Open Scope Z_scope.", *lines]))
    said = coqc(compiled, "Computed.v")
    assert said.returncode == 0, said.stderr


def lemma(polynomial: sp.Expr, ends: tuple[Fraction, Fraction] = UNIT) -> str:
    """That it is positive between two ends, by the tactic of proofs."""
    whole, (low, high) = sp.Poly(polynomial, X), ends
    goal = f"forall X : R, {low} <= X -> X <= {high} -> 0 < {nested(whole)}"
    proof = f"intros X low high. {positive_between(whole, *ends)}."
    return (
        f"{HEAD}Local Open Scope R_scope.\nLemma it : {goal}.\nProof. {proof} Qed.\nPrint Assumptions it.\n"
    )


NEARLY_0 = 10**12 * (2 * X - 1) ** 2 + 1


@pytest.mark.slow
def test_a_polynomial_that_nearly_vanishes(compiled: Path) -> None:
    """It has roots at a distance of 5 10^-7 from 1/2."""
    assert accepted(compiled, lemma(NEARLY_0)) <= REAL_NUMBERS
    assert accepted(compiled, lemma(X + 2, (Fraction(-3, 2), Fraction(-1)))) <= REAL_NUMBERS


@pytest.mark.family(9)
@pytest.mark.parametrize("wrong", [NEARLY_0 - 1, NEARLY_0 - 2, X, 1 - X, 2 * X - 1, sp.Integer(-1)], ids=str)
def test_what_is_not_positive_is_refused(
    wrong: sp.Expr, compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No tactic is written; if one were, Coq would refuse it."""
    with pytest.raises(UndecidedError, match="not positive"):
        lemma(wrong)
    monkeypatch.setattr(whole_numbers, "is_positive_between", lambda *_: True)
    (compiled / "Wrong.v").write_text(lemma(wrong))
    assert coqc(compiled, "Wrong.v").returncode != 0


WEAKER = {
    "the first coefficient may be 0": ("cons a _ => Z.ltb 0 a", "cons a _ => Z.leb 0 a"),
    "only the first coefficient": ("starts_positive c && List.forallb (Z.leb 0) c", "starts_positive c"),
    "one half alone": ("then positive_in_parts k (moved 1 2 1 0 c) else false", "then true else false"),
    "halves that do not meet": ("(moved 1 2 1 0 c)", "(moved 2 2 1 0 c)"),
    "ends in no order": ("Z.ltb (e * m) (d * w) && ", ""),
    "the last end": ("starts_positive (moved w m e d c) && ", ""),
    "no denominator": ("Z.ltb 0 e && ", ""),
    "out of halvings": ("| O => false", "| O => true"),
    "another power": ("times_z (cons d (cons e nil)) power)", "times_z (cons d (cons d nil)) power)"),
}


@pytest.mark.family(9)
@pytest.mark.parametrize("error", WEAKER)
def test_the_proof_is_refused_with_less(error: str, compiled: Path) -> None:
    right, wrong = WEAKER[error]
    text = (LIBRARY / "Positive.v").read_text("utf-8")
    assert right in text
    (compiled / "Wrong.v").write_text(text.replace(right, wrong))
    assert coqc(compiled, "Wrong.v").returncode != 0
