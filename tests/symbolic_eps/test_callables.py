"""`lambdify` and `verified`: functions are right at all sizes and borders, and wrong ones are caught."""

from __future__ import annotations

import math
import runpy
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import example, given, settings
from hypothesis import strategies as st

from symbolic_eps import (
    DomainError,
    InfeasibleProfileError,
    InputError,
    LambdifiedFunction,
    PiecewiseInfimum,
    RiskProfile,
    derive,
    epsilon_array,
    epsilon_at_precision,
    infimum,
    lambdify,
    privacy_budget_mp,
    root_epsilon,
    verified,
)
from symbolic_eps.callables.array_program import ArrayProgram
from symbolic_eps.callables.exact_truth import ExactTruth
from symbolic_eps.closed_forms.bare_form import BareForm
from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.packages.vectors import Status, vectors
from symbolic_eps.export.targets import target_named
from symbolic_eps.profiles.profile import conditions_from
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.enclosure import sign
from verify.language.condition import Condition, Relation, positive

MODULES = ("numpy", "math", "mpmath")
FORMS: dict[str, tuple[str, list[str], dict[str, Any]]] = {
    "two branches": ("r", ["r>=1"], {"q": "q"}),
    "square root": ("r", ["r>=1"], {"p": "p"}),
    "ratio": ("1 + b/(p*q)", ["0<b<1"], {}),
    "infinite beyond r p q = 1": ("r", ["r>=1"], {"p": "p", "q": "q"}),
    "a number": ("3", [], {}),
}


@cache
def form(name: str) -> PiecewiseInfimum:
    bound, assumptions, fixed = FORMS[name]
    return infimum(RiskProfile(bound, assumptions, fixed))


def cubic() -> BareForm:
    """One root in (0, 1) of a cubic: its coefficients change their sign once, and at 1 it is 8 b."""
    b, p = parameter("b"), parameter("p")
    polynomial = (
        (b + p) ** 2 * DECAY**3
        + (b**2 + 2 * b + 2 * p - p**2) * DECAY**2
        + (1 + 4 * b - 2 * p - b**2 - 2 * b * p) * DECAY
        - (1 - b) ** 2
    )
    branch = Branch((), polynomial, None, between=(sp.S.Zero, sp.S.One))
    return BareForm((b, p), conditions_from(["0<b<1", "0<p<=1"]), (branch,))


# --- right everywhere -------------------------------------------------------------------------------------


@pytest.mark.family(18)
@pytest.mark.parametrize("modules", MODULES)
@pytest.mark.parametrize("name", FORMS)
def test_every_function_is_within_its_error_in_every_region_and_beside_borders(
    name: str, modules: Any
) -> None:
    function = form(name).lambdify(modules)
    found = function.verified(points=120)
    assert found, str(found)
    assert found.worst_error <= (7.02 if modules == "numpy" else 0.5000001)
    assert len(found.judged) == (1 if name == "a number" else 120)


@pytest.mark.parametrize("modules", MODULES)
def test_the_root_is_right_against_the_closed_form_that_is_derived_for_it(modules: Any) -> None:
    """Derived from the profile r at fixed priors, by the engine, not from Theorem 2's quadratic."""
    found = verified(lambdify("root", modules), form("infinite beyond r p q = 1"), points=150)
    assert found, str(found)
    assert found.worst_error < 2
    infinite = [j for j in found.judged if math.isinf(j.answer)]  # type: ignore[arg-type]
    assert infinite and len(infinite) < len(found.judged)


@pytest.mark.parametrize("modules", MODULES)
def test_roots_of_a_cubic_are_enclosed_where_the_polynomial_changes_its_sign(modules: Any) -> None:
    form = cubic()
    eps, polynomial = lambdify(form, modules), form.branches[0].polynomial
    assert polynomial is not None
    for values in ((0.5, 0.25), (1e-3, 1.0), (0.999, 1e-6)):
        exact = dict(zip(form.parameters, map(sp.Rational, values), strict=True))
        found = sp.Rational(Fraction(float(eps(*values))))
        ends = (sp.exp(-found * (1 + sp.Rational(side, 10**15))) for side in (-1, 1))
        assert [sign(polynomial.subs(exact).subs(DECAY, end)) for end in ends] == [1, -1]
    checked = eps.verified(points=30)
    assert checked, str(checked)


@pytest.mark.family(18)
@pytest.mark.parametrize("name", ["two branches", "square root", "ratio", "infinite beyond r p q = 1"])
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_on_arrays_no_value_is_further_than_the_proven_error_from_the_one_rounded_down(
    name: str, data: st.DataObject
) -> None:
    """`epsilon_array(rounding="down")` shares no evaluation with the programs."""
    found = form(name)
    inside = {"r": st.floats(1, 1e6), "b": st.floats(0, 1, exclude_min=True, exclude_max=True)}
    unit = st.floats(0, 1, exclude_min=True) | st.floats(1 - 2**-30, 1) | st.just(1.0)
    values = {
        s.name: np.array(data.draw(st.lists(inside.get(s.name, unit), min_size=3, max_size=3)))
        for s in found.profile.parameters
    }
    function = found.lambdify()
    near, down = function(**values), epsilon_array(found, values, rounding="down")
    assert near.dtype == np.float64 and near.shape == (3,)
    assert (np.isinf(near) == np.isinf(down)).all()
    finite = np.isfinite(near)
    assert (np.abs(near[finite] - down[finite]) <= 9 * np.spacing(down[finite])).all()
    one_by_one = [function(*(v[i] for v in values.values())) for i in range(3)]
    assert near.tolist() == one_by_one


def test_on_a_border_the_branch_is_that_of_the_exact_numbers() -> None:
    """q r + q <= 1 at the double next to 1/10 and r = 9: rounded, both sides are 1."""
    branches = form("two branches").branches
    q, r = 0.1, 9.0
    assert Fraction(q) * Fraction(r) + Fraction(q) > 1 == q * r + q
    held = lambdify(branches[0].conditions), lambdify(branches[1].conditions)
    assert [bool(h(q, r)) for h in held] == [False, True]
    assert [bool(h(math.nextafter(q, 0), r)) for h in held] == [True, False]


@pytest.mark.parametrize("dps", [5, 15, 30, 60])
@pytest.mark.parametrize("name", ["two branches", "square root", "ratio"])
def test_mpmath_is_right_to_the_last_bit_of_the_working_precision(name: str, dps: int) -> None:
    found = form(name)
    function = found.lambdify("mpmath")
    for number in ("1/3", "1/1000000007", "999999999999/1000000000000"):
        values = {s.name: number if s.name in ("b", "p", "q") else "7/3" for s in found.profile.parameters}
        with mpmath.workdps(dps + 25):
            independent = epsilon_at_precision(found, values, dps + 20)
        with mpmath.workdps(dps):
            assert function(**values) == +independent
            assert isinstance(function(**values), mpmath.mpf)


@pytest.mark.parametrize("modules", ["math", "mpmath"])
def test_next_to_a_tie_the_value_is_rounded_to_its_side(modules: Any) -> None:
    """log((1 + b)/(1 - b)) = 2 b + 2 b^3/3 + ... is just above 2 b, which lies midway between two numbers."""
    function = form("ratio").lambdify(modules)
    for odd in range(2**53 + 1, 2**53 + 41, 2):
        value = function(Fraction(odd, 2**203))
        assert Fraction(float(value)) == Fraction(odd + 1, 2**202), odd


def test_what_the_programs_refuse_is_enclosed() -> None:
    """Sizes below 2^-1022 and above 2^300 have no proven program."""
    eps = form("square root").lambdify()
    exact = form("square root").lambdify("math")
    for p, r in ((5e-324, 3.0), (0.5, 1e200), (1e-310, 1e308)):
        assert float(eps(p, r)) == exact(p, r) > 0


@pytest.mark.parametrize("name", ["root", "deviation", "fixed-q.1", "constant"])
def test_array_programs_are_the_exported_ones_to_the_bit(name: str, tmp_path: Path) -> None:
    formula = exportable()[name].make()
    write(build(target_named("numpy"), [formula], libm=True), tmp_path / "made")
    exported = runpy.run_path(str(tmp_path / "made" / "symbolic_eps_numpy.py"))[formula.name]
    found = vectors(formula, 60)
    columns = [np.array(column) for column in zip(*(v.arguments for v in found), strict=True)]
    values = ArrayProgram(formula.program())(columns)
    inside = np.array([v.status in (Status.VALUE, Status.INFINITE) for v in found])
    assert (np.isnan(values) == ~inside).all()
    assert (values[inside] == exported(*(column[inside] for column in columns))).all()


# --- exact truth ------------------------------------------------------------------------------------------

A, B, C = (parameter(name) for name in "abc")
POLYNOMIALS = (
    A - B,
    1 - A,
    A - sp.Rational(1, 10),
    A * B * C - 1,
    A * B + A - 1,
    A**2 - B * C,
    A**3 - 3 * A * B**2 + C / 7 - sp.Rational(1, 3),
    2**120 * A * B - C,
    (A - B) * (A + B) - A**2 + B**2 + C,
)
SIZES = st.one_of(
    st.floats(-10, 10),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([0.0, -0.0, 1.0, 0.1, 1 / 3, 1 - 2**-53, 5e-324, 2.0**-1022, 1.7e308, 2.0**-600]),
)


def exact_sign(polynomial: sp.Expr, point: Mapping[sp.Symbol, float]) -> int:
    terms = sp.Poly(polynomial, A, B, C).terms()
    values = [Fraction(point[s]) for s in (A, B, C)]
    total = sum(
        Fraction(int(c.p), int(c.q)) * math.prod(v**e for v, e in zip(values, powers, strict=True))
        for powers, c in terms
    )
    return (total > 0) - (total < 0)


@pytest.mark.family(3)
@pytest.mark.parametrize("relation", list(Relation))
@pytest.mark.parametrize("polynomial", POLYNOMIALS, ids=str)
@settings(deadline=None, max_examples=60)
@given(a=SIZES, b=SIZES, c=SIZES)
@example(a=2.0**-600, b=2.0**-600, c=2.0**-1074)
@example(a=0.1, b=9.0, c=1.0)
@example(a=1 / 3, b=1 / 3, c=1 / 3)
def test_truth_is_that_of_exact_arithmetic(
    polynomial: sp.Expr, relation: Relation, a: float, b: float, c: float
) -> None:
    point = {A: a, B: b, C: c}
    truth = ExactTruth([Condition(polynomial, relation)], [A, B, C])
    (found,) = truth([np.array([x]) for x in (a, b, c)])
    assert bool(found) is relation.holds(exact_sign(polynomial, point))


def test_rounded_truth_would_be_wrong() -> None:
    """That the property above can fail: the same comparison in plain float64 is."""
    a, b = 0.1, 9.0
    assert (a * b + a > 1) is not (exact_sign(A * B + A - 1, {A: a, B: b, C: 1.0}) > 0)


@settings(deadline=None, max_examples=60)
@given(steps=st.lists(st.integers(-4, 4), min_size=5, max_size=5), q=st.floats(0.01, 0.49))
def test_regions_on_arrays_and_at_numbers_agree(steps: list[int], q: float) -> None:
    border = 1 / q - 1
    r = np.array([border + k * math.ulp(border) for k in steps])
    conditions = form("two branches").branches[0].conditions
    on_arrays = lambdify(conditions)(q, r)
    assert on_arrays.dtype == np.bool_
    expected = [Fraction(q) * Fraction(x) + Fraction(q) <= 1 for x in r.tolist()]
    assert on_arrays.tolist() == expected
    assert [lambdify(conditions, "math")(q, float(x)) for x in r] == expected


def test_a_region_without_conditions_holds_everywhere_with_the_parameters_named() -> None:
    everywhere = lambdify((), parameters=["p", "q"])
    assert everywhere([0.1, 0.2], 0.5).tolist() == [True, True] and everywhere.parameters == ("p", "q")
    assert lambdify((), "math")() is True


# --- how functions are called -----------------------------------------------------------------------------


def test_parameters_have_a_stated_order_and_may_be_named() -> None:
    eps = form("two branches").lambdify("math")
    assert eps.parameters == ("q", "r")
    assert eps(0.25, 2.0) == eps(r=2.0, q=0.25) == eps(0.25, r=2)
    turned = form("two branches").lambdify("math", ["r", "q", "unused"])
    assert turned.parameters == ("r", "q", "unused") and turned(2, "1/4", 7) == eps(0.25, 2.0)
    assert repr(turned) == "<eps(r, q, unused) in math>"


@pytest.mark.parametrize("modules", MODULES)
@pytest.mark.parametrize(
    ("args", "kwargs", "message"),
    [
        ((), {"q": 0.5}, "no value for r: write eps(q, r)"),
        ((0.5, 2.0, 3.0), {}, "3 arguments are too many: write eps(q, r)"),
        ((0.5,), {"q": 0.5, "r": 2.0}, "two values for q in eps(q, r): give it by position or by name"),
        ((0.5, 2.0), {"s": 1}, "unknown parameter s: write eps(q, r)"),
    ],
)
def test_wrong_calls_say_what_the_function_takes(modules: Any, args: Any, kwargs: Any, message: str) -> None:
    with pytest.raises(InputError) as refused:
        form("two branches").lambdify(modules)(*args, **kwargs)
    assert str(refused.value) == message


def test_numbers_are_of_the_kind_that_was_asked_for() -> None:
    found = derive("1 + b/(p*q)", ["0<b<1"])
    arrays, floats, precise = (found.lambdify(m) for m in MODULES)  # type: ignore[arg-type]
    assert type(arrays(0.5)) is np.float64 and type(floats(0.5)) is float
    assert type(floats(np.float32(0.5))) is float and type(floats(np.array(0.5))) is float
    assert type(precise(0.5)) is mpmath.mpf and precise(mpmath.mpf("0.5")) == precise("1/2")
    assert arrays(np.full((2, 3), 0.5, dtype=np.float32)).shape == (2, 3)
    assert arrays(np.empty((0, 4))).shape == (0, 4)
    assert floats("1/10") == floats(Fraction(1, 10)) != floats(0.1 + 2**-50)
    mixed = form("two branches").lambdify()([[0.1], [0.2]], ["3/2", 2, 3])
    assert mixed.shape == (2, 3) and mixed.dtype == np.float64


def test_large_arrays_are_evaluated_in_parts_that_agree() -> None:
    q, r = np.linspace(0.01, 1, 20_000), np.linspace(1, 3, 20_000)
    eps = form("two branches").lambdify()
    whole = eps(q, r)
    assert (whole[8190:8195] == eps(q[8190:8195], r[8190:8195])).all() and np.isfinite(whole).all()


@pytest.mark.parametrize(
    "values",
    [{"q": 0.5, "r": 0.5}, {"q": [0.5, 2.0], "r": 2.0}, {"q": [[0.5], [0.0]], "r": [2.0, 3.0]}],
)
def test_outside_the_assumptions_the_error_is_that_of_epsilon_array(values: dict[str, Any]) -> None:
    found = form("two branches")
    with pytest.raises(DomainError) as expected:
        epsilon_array(found, values)
    with pytest.raises(DomainError) as refused:
        found.lambdify()(**values)
    assert str(refused.value) == str(expected.value)


def test_one_number_outside_the_assumptions_is_refused_in_the_same_words() -> None:
    for modules in ("math", "mpmath"):
        with pytest.raises(DomainError, match=r"^q = 0.5, r = 0.5: the assumption r >= 1 is not met: take"):
            form("two branches").lambdify(modules)(0.5, 0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("values", [(2.0, 0.5, 3.0), (0.5, 0.0, 3.0), (0.5, 0.5, 0.5), (0.5, math.nan, 2.0)])
def test_the_root_refuses_as_the_functions_that_it_is(values: tuple[float, float, float]) -> None:
    for modules, made in (("numpy", root_epsilon), ("math", _budget), ("mpmath", _budget)):
        with pytest.raises(InputError) as expected:
            made(*values)
        with pytest.raises(InputError) as refused:
            lambdify("root", modules)(*values)  # type: ignore[arg-type]
        assert (type(refused.value), str(refused.value)) == (type(expected.value), str(expected.value))
    assert issubclass(InfeasibleProfileError, InputError)


def _budget(p: float, q: float, r: float) -> mpmath.mpf:
    return privacy_budget_mp(p, q, r, 15)


def test_the_root_without_a_bound_is_infinite() -> None:
    assert [lambdify("root", m)(0.5, 0.5, math.inf) for m in MODULES] == [math.inf] * 3  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (math.nan, "^r .*not (a )?finite"),
        (math.inf, "^r has a value that is not finite"),
        (1j, "r"),
        (True, "r"),
        (None, "r"),
        ("__import__('os')", "number|__import__"),
        ([1.0, [2.0]], "r"),
    ],
)
@pytest.mark.parametrize("modules", MODULES)
def test_what_is_no_number_is_an_input_error(modules: Any, value: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        form("two branches").lambdify(modules)(0.5, value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: lambdify(form("ratio"), "numexpr"), "modules = 'numexpr': give 'numpy', 'math' or 'mpmath'"),
        (lambda: lambdify("rot"), "'rot' names no function: give 'root', or what derive"),
        (lambda: lambdify(3), "int is no derived closed form"),
        (lambda: lambdify(form("two branches"), parameters=["q"]), "name each of q, r once"),
        (lambda: lambdify(form("two branches"), parameters=["q", "r", "r"]), "name each of q, r once"),
        (lambda: lambdify(cubic().branches[0]), "give the whole result"),
        (lambda: verified(root_epsilon), "nothing says what the function should compute"),
        (lambda: verified(root_epsilon, "root", digits=0), "digits = 0"),
        (lambda: verified(root_epsilon, "root", points=0), "points = 0: give how many"),
        (lambda: verified(root_epsilon, "root", points={"p": 1}), "a list of values by name"),
        (lambda: verified(root_epsilon, "root", points=[{"p": 1}]), "no value for q, r"),
        (lambda: verified(root_epsilon, "root", points=[{"p": 2, "q": 1, "r": 1}]), "p <= 1 is not met"),
        (lambda: verified(root_epsilon, "root", rounding="up"), "rounding = 'up'"),  # type: ignore[arg-type]
        (lambda: verified(lambda p: p, "root", points=3), "cannot be called with 3 numbers"),
        (lambda: verified(lambda p, q, r: p[:1], "root", points=3, arrays=True), r"gives shape \(1,\)"),
    ],
)
def test_slips_are_input_errors(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()


# --- parts of results -------------------------------------------------------------------------------------


def test_where_a_result_is_open_there_is_no_number_and_the_rest_is_right() -> None:
    found = form("two branches")
    first, second = found.branches
    partial = replace(
        found, branches=(first,), proofs=found.proofs[:1], open=(OpenRegion(second.conditions, "?"),)
    )
    for modules in MODULES:
        eps = partial.lambdify(modules)  # type: ignore[arg-type]
        assert math.isnan(eps(0.9, 2.0)) and not math.isnan(eps(0.1, 2.0))
        checked = eps.verified(points=60)
        assert checked, str(checked)
        assert any(j.exact is None for j in checked.judged)
    full = found.lambdify("math")
    assert not verified(full, partial, points=60)  # numbers where nothing is claimed


def test_where_no_prior_satisfies_the_box_there_is_an_error() -> None:
    found = infimum(RiskProfile("3", ["-1<t<1"], {}, ["p<=t"]), partial=True)
    assert found.empty
    for modules in MODULES:
        with pytest.raises(DomainError, match="no prior satisfies the box where t <= 0"):
            found.lambdify(modules)(-0.5)  # type: ignore[arg-type]
    with pytest.raises(DomainError, match=r"at index 1: t = -0.5: no prior satisfies the box"):
        found.lambdify()([0.5, -0.5])
    checked = found.lambdify().verified(points=40)
    assert checked, str(checked)


def test_a_branch_alone_is_stated_where_it_gives_an_eps() -> None:
    low, high = form("two branches").branches
    eps = low.lambdify("math")
    assert eps.parameters == ("q", "r") and eps(0.25, 2.0) == form("two branches").lambdify("math")(0.25, 2.0)
    with pytest.raises(DomainError, match="is not met"):
        eps(0.9, 2.0)
    assert (
        high.lambdify()(r=[2.0, 3.0], q=0.9).tolist() == form("two branches").lambdify()(0.9, [2, 3]).tolist()
    )
    with pytest.raises(DomainError, match="r >= 1 is not met"):
        high.lambdify()(q=0.9, r=0.7)
    assert low.lambdify().verified(points=60)


# --- wrong functions are caught ---------------------------------------------------------------------------


def printed(p: float, q: float, r: float) -> float:
    """Kazan & Reiter 2024, (12), as printed."""
    if r * p * q >= 1:
        return math.inf
    if q == 1:
        return 0.5 * math.log((1 - p) / (1 / r - p)) if p < 1 / r else math.inf
    s = 1 / r
    return math.log(2 * p * (1 - q) / (p - 1 + math.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (s - p * q))))


def test_the_printed_root_formula_loses_all_its_digits() -> None:
    found = verified(printed, "root")
    assert not found.ok and found.worst_error > 1e12
    at = verified(printed, "root", points=[{"p": 1e-12, "q": 0.5, "r": 3}, {"p": 0.5, "q": 0.25, "r": 3}])
    assert [abs(j.ulps) > 1e10 for j in at.judged] == [True, False]
    assert dict(at.worst[0].point) == {"p": 1e-12, "q": 0.5, "r": 3.0}


ROOT = lambdify("root", "math")
WRONG: dict[str, Callable[[float, float, float], Any]] = {
    "NaN somewhere": lambda p, q, r: math.nan if p < 1e-3 else ROOT(p, q, r),
    "no number": lambda p, q, r: None if q > 0.9 else ROOT(p, q, r),
    "a complex number": lambda p, q, r: complex(ROOT(p, q, r)) if q > 0.9 else ROOT(p, q, r),
    "above by 1e-15": lambda p, q, r: ROOT(p, q, r) + 1e-15,
    "below by 1e-15 of it": lambda p, q, r: ROOT(p, q, r) * (1 - 1e-15),
    "ten units off": lambda p, q, r: ROOT(p, q, r) + 10 * math.ulp(ROOT(p, q, r)),
    "single precision": lambda p, q, r: np.float32(ROOT(p, q, r)),
    "finite beyond r p q = 1": lambda p, q, r: min(ROOT(p, q, r), 700.0),
    "infinite early": lambda p, q, r: math.inf if r * p * q > 1 - 1e-12 else ROOT(p, q, r),
    "minus infinity": lambda p, q, r: -math.inf if r == 1 else ROOT(p, q, r),
    "raises": lambda p, q, r: 1 / 0 if q == 1 else ROOT(p, q, r),
    "p and q exchanged": lambda p, q, r: ROOT(q, p, r),
    "p = 1 everywhere": lambda p, q, r: ROOT(1.0, q, r),
    "eps = 0 for r = 1 + tiny": lambda p, q, r: 0.0 if r < 1 + 1e-9 else ROOT(p, q, r),
    "always 0": lambda p, q, r: 0.0,
}


@pytest.mark.family(18)
@pytest.mark.parametrize("name", WRONG)
def test_planted_errors_are_caught(name: str) -> None:
    found = verified(WRONG[name], "root")
    assert not found and found.wrong, name
    assert f"WRONG at {len(found.wrong)} of 200 points" in str(found)


def test_the_right_one_is_not() -> None:
    assert verified(ROOT, "root") and verified(root_epsilon, "root")


def test_a_wrong_branch_is_caught_beside_its_border() -> None:
    """The border moved by a part in 10^9: only points beside it can tell."""
    right = form("two branches")
    low, high = right.branches
    q = parameter("q")
    moved = low.conditions[0].polynomial + q / 10**9
    wrong = replace(
        right,
        branches=(
            replace(low, conditions=(Condition(moved, Relation.NON_NEGATIVE),)),
            replace(high, conditions=(positive(-moved),)),
        ),
    )
    conditions = lambdify(wrong.branches[0].conditions, "math")
    found = verified(conditions, low.conditions)
    assert not found and found.with_fault("wrong truth")
    assert not verified(lambda q, r: math.log(r), right)  # the other branch everywhere


def test_with_rounding_down_nothing_may_be_above() -> None:
    down = lambda p, q, r: root_epsilon(p, q, r, rounding="down")  # noqa: E731
    safe = verified(down, "root", limit=15.01, rounding="down")
    assert safe and not safe.above, str(safe)
    assert verified(root_epsilon, "root").above
    assert not verified(root_epsilon, "root", limit=15.01, rounding="down")


def test_errors_of_mpmath_functions_count_in_its_working_precision() -> None:
    exact = lambdify("root", "mpmath")
    with mpmath.workdps(60):
        assert verified(exact, "root", points=40).worst_error <= 0.5000001
        off = verified(lambda p, q, r: exact(p, q, r) * (1 + mpmath.mpf(10) ** -57), "root", points=40)
        assert not off and off.worst_error < 1e5
    assert not verified(lambda p, q, r: mpmath.mpf("nan"), "root", points=5)


def test_functions_of_arrays_are_called_once() -> None:
    calls = []

    def counted(p: Any, q: Any, r: Any) -> Any:
        calls.append(np.shape(p))
        return root_epsilon(p, q, r)

    assert verified(counted, "root", points=50, arrays=True) and calls == [(50,)]
    assert not verified(lambda p, q, r: np.where(p < 1e-3, 0, root_epsilon(p, q, r)), "root", arrays=True)


def test_the_report_names_the_worst_points_exactly() -> None:
    point = {"p": 0.1, "q": 0.3, "r": 2.0}
    found = verified(lambda p, q, r: ROOT(p, q, r) + 2.0**-48, "root", points=[point])
    text = str(found)
    assert text.startswith("<lambda>(p, q, r): WRONG at 1 of 1 points\n")
    assert "p = 0.1, q = 0.3, r = 2.0" in text and "above the exact  1" in text
    assert float(found.worst[0].ulps) == pytest.approx(2.0**-48 / math.ulp(ROOT(0.1, 0.3, 2.0)), abs=0.51)


def test_points_are_the_same_each_time_and_on_both_sides_of_borders() -> None:
    first, second = (lambdify("root").verified(points=80) for _ in range(2))
    assert [j.point for j in first.judged] == [j.point for j in second.judged]
    margins = [1 - math.prod(map(Fraction, j.point.values())) for j in first.judged]
    near = [m for m in margins if abs(m) < Fraction(1, 10**14)]
    assert min(near) < 0 < max(near)


def test_our_functions_are_checked_against_themselves_by_default() -> None:
    eps = derive("1 + b/(p*q)", ["0<b<1"]).lambdify()
    assert isinstance(eps, LambdifiedFunction)
    assert verified(eps, points=20).ok and eps.verified(points=[{"b": "1/10"}]).ok
    assert conditions_from(["b>0"])[0].symbols == {parameter("b")}
