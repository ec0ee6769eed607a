"""Ratios of polynomials, by the forms of randomized response: proofs, safe sides, a second evaluation."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

import mpmath
import pytest
import sympy as sp

from symbolic_eps.export.forms import formula as formula_module
from symbolic_eps.export.forms import ratio as ratio_module
from symbolic_eps.export.forms.formula import Formula, Side
from symbolic_eps.export.forms.ratio import Ratio
from symbolic_eps.export.forms.tree import Polynomial
from symbolic_eps.export.packages.vectors import Status, Vector, refused, vectors
from symbolic_eps.export.programs.program import Assign, Constant, Program, multiply, subtract
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.runtime.machine import RefusedError, run
from symbolic_eps.randomized_response.divergences import CONVEX, largest_f_divergence
from symbolic_eps.randomized_response.formulas import FORMULAS
from symbolic_eps.randomized_response.privacy import guaranteed_delta
from tests.symbolic_eps.export.test_export_proofs import _changed, _failed
from verify.evidence import Grade
from verify.language.condition import non_negative
from verify.prover.certifying_solver import CertifyingSolver

BY_NAME: dict[str, Formula] = {
    formula.identifier.removeprefix("response-"): formula for formula in (make() for make in FORMULAS)
}
NAMES = tuple(BY_NAME)


def _laws(delta, weight):
    """The pair from its definition: silent with the least weighted error, else the truth."""
    error = (1 - delta) / 2
    silent_0, silent_1 = error / (1 - weight), error / weight
    return (silent_0, 1 - silent_0, 0), (silent_1, 0, 1 - silent_1)


def _mixed(laws, theta):
    return [(1 - theta) * x + theta * y for x, y in zip(*laws, strict=True)]


def _fisher(laws, theta):
    pairs = zip(*laws, _mixed(laws, theta), strict=True)
    return sum((y - x) ** 2 / mean for x, y, mean in pairs if x != 0 or y != 0)


def _of_two(delta, weight, theta):
    """The better of the two mechanisms that have two answers."""
    error = (1 - delta) / 2
    one = ((1, 0), (error / weight, 1 - error / weight))
    other = ((error / (1 - weight), 1 - error / (1 - weight)), (1, 0))
    return max(_fisher(laws, theta) for laws in (one, other))


def _variation(delta, weight, theta, against):
    laws = _laws(delta, weight)
    return sum(abs(x - y) for x, y in zip(_mixed(laws, theta), _mixed(laws, against), strict=True)) / 2


def _chi_squared(delta, weight, theta, against):
    laws = _laws(delta, weight)
    both = zip(_mixed(laws, theta), _mixed(laws, against), strict=True)
    return sum((x - y) ** 2 / y for x, y in both if y != 0)


def _over_answers(f):
    """The sum of q f(p, q) over the answers that occur, from the definition of an f-divergence."""

    def total(delta, weight, theta, against):
        laws = _laws(delta, weight)
        both = zip(_mixed(laws, theta), _mixed(laws, against), strict=True)
        return sum(f(p, q) for p, q in both if q != 0)

    return total


_relative = _over_answers(lambda p, q: p * mpmath.log(p / q))
_affinity = _over_answers(lambda p, q: mpmath.sqrt(p * q))


def _to_mean(p, q):
    return (p * mpmath.log(2 * p / (p + q)) + q * mpmath.log(2 * q / (p + q))) / 2


def _largest_ratio(delta, weight, theta, against):
    laws = _laws(delta, weight)
    both = zip(_mixed(laws, theta), _mixed(laws, against), strict=True)
    return mpmath.log(max(p / q for p, q in both if q != 0))


SECOND = {
    "silent-0": lambda d, w: _laws(d, w)[0][0],
    "silent-1": lambda d, w: _laws(d, w)[1][0],
    "telling-0": lambda d, w: _laws(d, w)[0][1],
    "telling-1": lambda d, w: _laws(d, w)[1][2],
    "information": lambda d, w, t: _fisher(_laws(d, w), t),
    "information-two": _of_two,
    "threshold": lambda d, w: (w - (1 - d) / 2) / d,
    "error": lambda d, w, t, n: 1 / (n * _fisher(_laws(d, w), t)),
    "deviation": lambda d, w, t, n: 1 / mpmath.sqrt(n * _fisher(_laws(d, w), t)),
    "privacy-delta": lambda d, w: max(1 - _laws(d, w)[0][0], 1 - _laws(d, w)[1][0]),
    "total-variation": _variation,
    "chi-squared": _chi_squared,
    "relative-entropy": _relative,
    "stein": _relative,
    "squared-hellinger": lambda *point: 1 - _affinity(*point),
    "triangular": _over_answers(lambda p, q: (p - q) ** 2 / (p + q)),
    "jensen-shannon": _over_answers(_to_mean),
    "renyi-half": lambda *point: -2 * mpmath.log(_affinity(*point)),
    "renyi-2": lambda *point: mpmath.log(_over_answers(lambda p, q: p**2 / q)(*point)),
    "renyi-infinite": _largest_ratio,
    "bhattacharyya": lambda *point: -mpmath.log(_affinity(*point)),
    "chernoff": lambda d, t: -mpmath.log(_affinity(d, mpmath.mpf(1) / 2, t, 1 - t)),
}
"""The quantities from their definitions, in mpmath."""

SLOWLY_PROVED = ("total-variation", "chi-squared", "renyi-infinite")

DIGITS = 400
"""Of the second evaluation: differences of entries lose up to 250, more than 40 are left."""


def _second(name: str, point: Sequence[float]) -> mpmath.mpf:
    with mpmath.workdps(DIGITS):
        return SECOND[name](*map(mpmath.mpf, point))


def _missed(
    formula: Formula, points: Sequence[Vector], value: Program | None = None, safe: Program | None = None
) -> list[Vector]:
    """The points at which a result is wrong, or the safe one is on the wrong side or too far."""
    value, safe = value or formula.program(), safe or formula.safe_program()
    sign, missed = formula.side.sign, []
    for v in points:
        try:
            found, moved = run(value, v.arguments), run(safe, v.arguments)
        except RefusedError as refusal:
            if refused(formula, v.arguments) is None or str(refusal.refusal) != _REASON.get(v.status):
                missed.append(v)
            continue
        if v.status is not Status.VALUE:
            right = v.status is Status.INFINITE and found == moved == math.inf
        else:
            edge = v.below if sign < 0 else v.above
            right = abs((found - v.rounded) / v.unit - v.offset) <= formula.error
            right &= sign * moved >= sign * edge
            right &= sign * ((moved - v.rounded) / v.unit - v.offset) <= formula.farthest
        missed += [] if right else [v]
    return missed


_REASON = {Status.OUTSIDE: "domain", Status.BEYOND: "range"}


@pytest.mark.family(18)
@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.slow] if n in SLOWLY_PROVED else []) for n in NAMES],
)
def test_each_program_computes_the_derived_closed_form(name):
    found = prove_algebra(BY_NAME[name])
    assert _failed(found) == [] and min(evidence.grade for evidence in found) is Grade.EXACT


@pytest.mark.family(18)
@pytest.mark.parametrize("name", NAMES)
def test_results_keep_their_bounds_and_their_side_on_all_vectors(name):
    formula = BY_NAME[name]
    points = vectors(formula, 150)
    assert {Status.VALUE, Status.OUTSIDE, Status.BEYOND} <= {v.status for v in points}
    assert _missed(formula, points) == []


@pytest.mark.parametrize("name", NAMES)
def test_vectors_agree_with_a_second_evaluation(name):
    inside = [v for v in vectors(BY_NAME[name], 150) if v.status is Status.VALUE]
    assert len(inside) >= 100
    for v in inside:
        with mpmath.workdps(DIGITS):
            found = (_second(name, v.arguments) - v.rounded) / mpmath.mpf(v.unit) - v.offset
        assert abs(found) < 1e-6, v


NEAR = (0.0, 2.0**-200, 2.0**-53, 1e-9)
DELTAS = (*NEAR, 0.25, 2 / 3, 1 - 2.0**-53, 1.0)
SHARES = (*NEAR[1:], 0.3, 0.5, 1 - 1e-9, 1 - 2.0**-53)


def _hostile(formula: Formula):
    """Ends, and numbers next to them: of delta 0 and 1, of w a and 1 - a, of shares 0 and 1."""
    others = [(1.0, 7.0, 2.0**50) if a.whole else SHARES for a in formula.arguments[2:]]
    for delta in DELTAS:
        ends = [(1 - delta) / 2, (1 + delta) / 2]
        beside = [math.nextafter(w, to) for w in ends for to in (0.0, 1.0)]
        for weight, *rest in product((*ends, *beside, 0.5, 2.0**-200, 1 - 2.0**-53), *others):
            yield (delta, weight, *rest)


@pytest.mark.parametrize("name", NAMES)
def test_hostile_points_get_safe_results(name):
    """By the second evaluation; a point without a result is outside in exact arithmetic."""
    formula = BY_NAME[name]
    sign, safe, inside = formula.side.sign, formula.safe_program(), 0
    points = list(_hostile(formula))
    for point in random.Random(name).sample(points, min(250, len(points))):
        reason = refused(formula, point)
        if reason is not None:
            with pytest.raises(RefusedError) as refusal:
                run(safe, point)
            assert str(refusal.value.refusal) == _REASON[reason]
            continue
        found, inside = run(safe, point), inside + 1
        if point[0] == 0 and name in ("error", "deviation"):
            assert found == math.inf
            continue
        exact = _second(name, point)
        with mpmath.workdps(DIGITS):
            assert sign * (found - exact) >= 0, point
            assert abs(found - exact) <= formula.farthest * exact * 2.0**-52, point
    assert inside >= 20


def test_the_safe_function_is_the_neighbour_upwards_too():
    """x + x times the constant is the next number, at powers of 2 and beside them."""
    generator = random.Random(1)
    numbers = [generator.uniform(1, 2) * 2.0 ** generator.randint(-900, 900) for _ in range(2000)]
    numbers += [math.nextafter(2.0**k, to) for k in range(-900, 900, 50) for to in (0.0, math.inf)]
    numbers += [2.0**k for k in range(-900, 900, 50)]
    for x in numbers:
        assert x + x * formula_module._NEIGHBOUR == math.nextafter(x, math.inf)


def test_headers_say_to_which_side_and_why():
    for name, formula in BY_NAME.items():
        up = name in (
            "silent-0",
            "silent-1",
            "error",
            "deviation",
            "privacy-delta",
            "total-variation",
            "chi-squared",
            "relative-entropy",
            "squared-hellinger",
            "triangular",
            "jensen-shannon",
            "renyi-half",
            "renyi-2",
            "renyi-infinite",
        )
        assert formula.side is (Side.UPPER if up else Side.LOWER)
        assert formula.notes[0].startswith("rounded up: " if up else "rounded down")


def test_absolute_values_and_maxima_are_those_of_each_case():
    """On each case: what stands for them is their value there."""
    solver = CertifyingSolver()
    for name, exact in (
        ("privacy-delta", guaranteed_delta()),
        ("total-variation", largest_f_divergence(CONVEX["total_variation"])),
    ):
        formula = BY_NAME[name]
        for case in formula.cases:
            region = (*formula.domain, *case.conditions)

            def larger(*parts, region=region):
                (found,) = [
                    x for x in parts if all(solver.implies(region, non_negative(x - y), "max") for y in parts)
                ]
                return found

            def absolute(part, region=region):
                above, below = sp.fraction(sp.together(part))
                sides = [s for s in (1, -1) if solver.implies(region, non_negative(s * above * below), "abs")]
                return sides[0] * part

            said = exact.replace(sp.Max, larger).replace(sp.Abs, absolute)
            assert sp.cancel(said - case.exact) == 0


def _with(formula: Formula, position: int, **changes) -> Formula:
    """Another value of a case."""
    case = formula.cases[position]
    other = replace(case, value=replace(case.value, **changes))
    return replace(formula, cases=(*formula.cases[:position], other, *formula.cases[position + 1 :]))


@pytest.mark.parametrize("name", ["information", "threshold"])
def test_a_dropped_term_is_refuted(name):
    """Each term of each factor in turn."""
    formula = BY_NAME[name]
    position = len(formula.cases) - 1
    value = formula.cases[position].value
    for field in ("vanishing", "positive", "below"):
        for at, part in enumerate(getattr(value, field)):
            for term in part.expression.args if part.expression.is_Add else ():
                changed = Polynomial(part.name, part.expression - term)
                parts = getattr(value, field)
                wrong = _with(formula, position, **{field: (*parts[:at], changed, *parts[at + 1 :])})
                assert _failed(prove_algebra(wrong)), (field, part, term)
                break
    assert _failed(prove_algebra(_with(formula, position, root=not value.root)))


def test_a_domain_without_one_of_its_ends_or_with_another_is_refuted():
    """Lower ends of one argument, at 0, are also tested as its size is."""
    formula = BY_NAME["threshold"]
    ends = [c for c in formula.domain if not c.polynomial.is_Symbol]
    assert len(ends) >= 4
    for condition in ends:
        moved = type(condition)(sp.expand(8 * condition.polynomial + 1), condition.relation)
        for instead in ((), (moved,)):
            at = formula.domain.index(condition)
            domain = (*formula.domain[:at], *instead, *formula.domain[at + 1 :])
            failed = _failed(prove_algebra(formula, replace(formula, domain=domain).program()))
            assert any("outside of the domain" in said for said in failed)


def test_each_change_of_one_operation_on_factors_is_noticed():
    program = BY_NAME["information"].program()
    mutants = []
    for at, statement in enumerate(program.body):
        if isinstance(statement, Assign) and statement.name.startswith(("z", "theta_rest")):
            for changed in _changed((statement,)):
                mutants.append(replace(program, body=(*program.body[:at], *changed, *program.body[at + 1 :])))
    assert len(mutants) == 4
    for mutant in mutants:
        assert _failed(prove_algebra(BY_NAME["information"], mutant)), mutant


@pytest.mark.parametrize("name", ["information", "deviation"])
def test_planted_errors_of_rounding_are_seen(name, monkeypatch):
    formula, points = BY_NAME[name], vectors(BY_NAME[name], 150)
    other = Side.UPPER if formula.side is Side.LOWER else Side.LOWER
    assert _missed(formula, points, safe=replace(formula, side=other).safe_program())
    with monkeypatch.context() as patched:
        patched.setattr(formula_module, "_NEIGHBOUR", 0.0)
        assert _missed(formula, points)
    with monkeypatch.context() as patched:
        plain = ratio_module.divide
        patched.setattr(ratio_module, "divide", lambda x, y: multiply(plain(x, y), Constant(1 + 2.0**-48)))
        assert _missed(formula, points)
    if formula.side is Side.UPPER:
        monkeypatch.setattr(formula_module, "add", subtract)
        assert _missed(formula, points)


def test_factors_without_rounding_count_for_none():
    (theta,) = sp.symbols(["theta"], real=True)
    plain, rest = Polynomial("t", theta), Polynomial("r", 1 - theta)
    twice = Polynomial("p", theta * sp.Symbol("delta", real=True))
    assert Ratio((), (plain,), (rest,)).error == ratio_module.SLACK * 2
    assert Ratio((), (twice,), (plain,)).error > ratio_module.SLACK * 2
    assert Ratio((), (plain,), (rest,), root=True).error == ratio_module.SLACK * Fraction(2)
