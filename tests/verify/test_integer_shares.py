"""Shares of integrals for every n: what textbooks say of orders of laws, and what must not pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import mpmath
import pytest
import sympy as sp
from sympy.abc import a, k, n, t, w, x, y

from symbolic_eps.report.statement import is_worded, shown
from symbolic_eps.typesetting.notation import Text
from tests.verify.corpus_integers import ONE, ZERO
from tests.verify.corpus_shares import BESSELS, EXCESS, INSIDE, SHARES
from verify.claims.claim import Claim, Locator
from verify.evidence import Grade
from verify.independent_check.random_check import random_check
from verify.integers.shares import ShareAtMostOne, ShareOfIntegral, ShareRises
from verify.integers.successive_shares import ShareForNext
from verify.prover.prover import Prover

SLIPS = [(name, i) for name, case in SHARES.items() for i in range(len(case.slips))]
AT = {a: sp.Rational(3, 2), x: sp.Rational(2, 5), w: sp.Rational(5, 2)}


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


def share(statement: ShareOfIntegral, at: dict[sp.Symbol, sp.Expr]) -> Any:
    f = sp.lambdify(t, sp.expand_func(statement.term.subs(at)), "mpmath")
    low, end, whole = (mpmath.mpmathify(sp.N(end.subs(at), 20)) for end in statement.ends)
    return mpmath.quad(f, [low, end]) / mpmath.quad(f, [low, whole])


def holds(statement: Any, at: dict[sp.Symbol, sp.Expr]) -> bool:
    """By quadrature in floating point."""
    if isinstance(statement, ShareAtMostOne):
        return bool(share(statement, at) <= 1 + 1e-9)
    if isinstance(statement, ShareRises):
        places = [statement.lower + sp.Rational(i, 4) for i in range(1, 40)]
        shares = [share(statement, {**at, statement.x: place}) for place in places]
        return shares == sorted(shares)
    this, following = (share(statement, {**at, n: at[n] + step}) for step in (0, 1))
    return bool(following < this - 1e-12 if statement.relation == "<" else following > this + 1e-12)


@pytest.mark.family(18)
@pytest.mark.parametrize("name", SHARES)
def test_true_ones_are_proved(name: str, prover: Prover) -> None:
    case = SHARES[name]
    found = case.statement.examine(case.domain, prover)
    assert found.proved and found.grade is Grade.EXACT, found.note
    place = {**AT, x: sp.Rational(7, 5), n: case.statement.start + 1}
    assert holds(case.statement, place)


@pytest.mark.parametrize(("name", "slip"), SLIPS)
def test_slips_are_refuted(name: str, slip: int, prover: Prover) -> None:
    false = replace(SHARES[name].statement, **SHARES[name].slips[slip])
    found = false.examine(SHARES[name].domain, prover)
    assert found.refuted and found.witness is not None, found.note
    assert not holds(false, {**AT, **found.witness})


@pytest.mark.parametrize(
    "name", ["the greatest of n", pytest.param("gamma laws rise", marks=pytest.mark.slow), "half of it"]
)
def test_random_points_tell_true_from_false(name: str) -> None:
    case = SHARES[name]
    true = random_check(Claim(Locator("corpus", "eq:1"), case.statement, case.domain), "look")
    assert true.tried and true.failing is None
    false = replace(case.statement, **case.slips[0])
    assert random_check(Claim(Locator("corpus", "eq:1"), false, case.domain), "look").failing is not None


ERLANG = SHARES["Erlang laws"].statement
DISTANCES = SHARES["distances of gamma variables"].statement
RISES = SHARES["gamma laws rise"].statement
DAMAGED: dict[str, tuple[Any, tuple[sp.Basic, ...]]] = {
    "another slope": (replace(ERLANG, slope=2 / (n + 1)), (*INSIDE, a > 0)),
    "a slope of unknown sign": (replace(DISTANCES, ratio=replace(BESSELS, invariant=y > 0)), INSIDE),
    "an invariant that is false": (
        replace(DISTANCES, ratio=replace(BESSELS, invariant=sp.And(y > t, EXCESS > 0))),
        INSIDE,
    ),
    "another recursion": (
        replace(DISTANCES, ratio=replace(BESSELS, following=t**2 / (y + 2 * n))),
        INSIDE,
    ),
    "another ratio": (
        replace(DISTANCES, ratio=replace(BESSELS, value=1 / BESSELS.value)),
        INSIDE,
    ),
    "x that may be the whole": (ERLANG, (x > 0, w >= x, a > 0)),
    "x that may be 0": (ERLANG, (x >= 0, w > x, a > 0)),
    "an integral that may end where it begins": (RISES, (w >= 0, a > 0)),
    "a term without a limit at the lower end": (replace(RISES, term=1 / t), (w > 0, a > 0)),
    "a term that vanishes": (replace(RISES, term=ZERO * t), (w > 0, a > 0)),
    "a negative term": (replace(RISES, term=-RISES.term), (w > 0, a > 0)),
}


@pytest.mark.family(18)
@pytest.mark.parametrize("name", DAMAGED)
def test_what_is_not_shown_is_not_proved(name: str, prover: Prover) -> None:
    statement, domain = DAMAGED[name]
    assert not statement.examine(domain, prover).proved


GREATEST, HALF_OF_IT = SHARES["the greatest of n"].statement, SHARES["half of it"].statement
FALSE_SOMEWHERE: dict[str, tuple[Any, tuple[sp.Basic, ...], dict[sp.Symbol, int]]] = {
    "x may be the whole": (GREATEST, (x > 0, w >= x), {n: 1, w: 1, x: 1}),
    "x may be the lower end": (GREATEST, (x >= 0, w > x), {n: 1, w: 1, x: 0}),
    "x may be beyond the whole": (GREATEST, (x > 0, w > 0), {n: 1, w: 1, x: 1}),
    "a term that vanishes": (replace(GREATEST, start=ZERO), INSIDE, {n: 0, w: 2, x: 1}),
    "nothing to have a share of": (HALF_OF_IT, (x >= 0, a > 0), {n: 0, a: 1, x: 0}),
}


@pytest.mark.parametrize("name", FALSE_SOMEWHERE)
def test_what_fails_at_one_point_is_refuted_there(name: str, prover: Prover) -> None:
    statement, domain, witness = FALSE_SOMEWHERE[name]
    found = statement.examine(domain, prover)
    assert found.refuted and found.witness == witness


def test_a_refutation_tells_the_slope(prover: Prover) -> None:
    false = replace(SHARES["the greatest of n"].statement, relation=">")
    found = false.examine(INSIDE, prover)
    assert str(found.note) == "the quotient of the terms for n + 1 and n has the slope 2"


def test_a_term_without_a_value_at_one_place_is_not_taken_for_one_of_either_sign(prover: Prover) -> None:
    gap = sp.Mul(1 / (t - 1), t**2 - 1, evaluate=False)
    assert not replace(RISES, term=gap * t**n).examine((w > 0,), prover).refuted


REFUSED: dict[str, tuple[type, dict[str, Any], str]] = {
    "an end with n": (ShareAtMostOne, {"whole": n}, "the ends are free of n and t"),
    "no end": (ShareAtMostOne, {"whole": sp.oo}, "finite"),
    "a start between integers": (ShareAtMostOne, {"start": sp.Rational(1, 2)}, "no sum of whole multiples"),
    "one symbol for two": (ShareAtMostOne, {"variable": n}, "n stands for two things"),
    "x in the term": (ShareRises, {"term": x * t}, "x is the upper end alone"),
    "no order": (ShareForNext, {"relation": "<="}, "not <="),
    "the ratio in the term": (ShareForNext, {"term": y * t, "ratio": BESSELS}, "y is the ratio alone"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    kind, changed, said = REFUSED[name]
    fields = {"term": t**n, "variable": t, "lower": ZERO, "x": x, "whole": w, "n": n, "start": ONE}
    with pytest.raises(ValueError, match=said):
        kind(**{**fields, **changed})


def test_bound_symbols_are_free_of_hypotheses(prover: Prover) -> None:
    with pytest.raises(ValueError, match="upper end x"):
        RISES.examine((x > 0, w > 0, a > 0), prover)
    assert ShareAtMostOne(t, t, ZERO, k * x, w, n, ONE).free_symbols == {k, x, w}


def test_layout() -> None:
    told = shown(replace(ERLANG, term=t**n), Text())
    assert told.endswith(" is smaller for n + 1 than for n for all integers n >= 0")
    assert told.startswith("(integral[0 .. x] t^n d t)/(integral[0 .. w] t^n d t)")
    assert not is_worded(ERLANG)
