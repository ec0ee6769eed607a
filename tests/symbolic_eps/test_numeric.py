"""Theorem 2 on float64 arrays: at most 4 ulps, infinity exactly, NumPy's manners, and slips to be caught."""

import itertools
import tracemalloc
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.root_numpy import (
    FAMILIES,
    family,
    measure,
    printed_formula,
    reference,
    references,
    report,
    ulps,
)
from symbolic_eps.errors import DomainError, InfeasibleProfileError
from symbolic_eps.theory.bound import bound_polynomial
from symbolic_eps.theory.budget import privacy_budget_mp
from symbolic_eps.theory.numeric import root_epsilon
from symbolic_eps.theory.symbols import DECAY, INVERSE_RISK, PRIOR_INCLUSION, PRIOR_VALUE, RELATIVE_RISK_BOUND

ALLOWED_ULPS = 4
POINTS = 400
LARGEST = np.finfo(np.float64).max


def is_unconstrained(p, q, r):
    return Fraction(float(r)) * Fraction(float(p)) * Fraction(float(q)) >= 1


def rounded_root(p, q, r, margin):
    """The stable formula of the design in plain float64, for a given m = 1 - r p q."""
    a, b = p * (1 - q), 1 - p
    with np.errstate(all="ignore"):
        s = np.sqrt(b**2 + 4 * a * margin / r)
        return np.where(margin > 0, np.log1p((r - 1) / margin * (b + s) / (b + 2 * a + s)), np.inf)


def test_quadratic_in_the_excess_is_theorem_2():
    p, q, r, z = PRIOR_INCLUSION, PRIOR_VALUE, RELATIVE_RISK_BOUND, sp.Symbol("z")
    m = 1 - r * p * q
    k = 2 * m - r * (1 - p)
    at_excess = bound_polynomial().subs({DECAY: 1 / (1 + z), INVERSE_RISK: 1 / r})
    assert sp.simplify(m * z**2 + k * z - (r - 1) + r * (1 + z) ** 2 * at_excess) == 0


@pytest.mark.parametrize("name", FAMILIES)
def test_error_is_within_four_ulps(name):
    points = family(name, POINTS)
    assert ulps(root_epsilon(*points), references(points)).max() <= ALLOWED_ULPS


def test_reference_agrees_with_the_exact_root():
    points = [(0.3, 0.2, 1.5), (1.0, 0.25, 3.0), (0.75, 1.0, 1.25), (2.0**-1022, 1 - 2.0**-53, 2.0**1000)]
    for point in points:
        assert abs(reference(*point) / privacy_budget_mp(*point, 60) - 1) < 1e-58


@pytest.mark.parametrize("name", ["uniform", "bound down to 1 + 1e-12"])
def test_newton_step_repairs_what_plain_float64_loses(name):
    p, q, r = family(name, 4 * POINTS)
    exact = references((p, q, r))
    margins = [float(1 - Fraction(a) * Fraction(b) * Fraction(c)) for a, b, c in zip(p, q, r, strict=True)]
    plain = rounded_root(p, q, r, np.array(margins))
    assert ulps(root_epsilon(p, q, r), exact).max() < 2 < ulps(plain, exact).max()


@pytest.mark.parametrize("name", ["towards r p q = 1", "at r p q = 1"])
def test_plain_product_for_the_margin_would_break_the_bound(name):
    p, q, r = family(name, POINTS)
    exact = references((p, q, r))
    assert ulps(rounded_root(p, q, r, 1 - r * p * q), exact).max() > 1000 * ALLOWED_ULPS


def test_printed_formula_would_break_the_bound():
    points = family("priors down to 1e-12", POINTS)
    assert ulps(printed_formula(*points), references(points)).max() > 1000 * ALLOWED_ULPS


# Chosen so that r p q differs from 1 by far less than one rounding error of the product.
OFFSETS = [2.0**-i for i in (10, 17, 20, 26, 27, 30, 40, 50, 51, 52)]
ALMOST_INVERSE = [
    (1 - a, 1 - b, np.float64(r) + step * np.spacing(r))
    for a, b in itertools.product([*OFFSETS, 0.0, 2.0**-53], repeat=2)
    for r in [1 / ((1 - a) * (1 - b)), (1 + a) * (1 + b), 1 + a + b]
    for step in (-1, 0, 1)
    if r + step * np.spacing(r) >= 1
]


@pytest.mark.parametrize("power", [0, 1, 40, 600, 901, 1020])
def test_infinite_exactly_where_the_exact_product_reaches_one(power):
    """Both sides of the border, margins down to 2^-104 and 0, at any size of r."""
    p, q, r = (np.array(column) for column in zip(*ALMOST_INVERSE, strict=True))
    for scaled in ((np.ldexp(p, -power), q), (p, np.ldexp(q, -power))):
        points = (*scaled, np.ldexp(r, power))
        expected = np.array([is_unconstrained(*point) for point in zip(*points, strict=True)])
        assert expected.any() and not expected.all()
        value = root_epsilon(*points)
        assert np.array_equal(np.isposinf(value), expected)
        assert ulps(value, references(points)).max() <= ALLOWED_ULPS


def test_infinite_budget_exactly_from_the_border_on():
    for power in range(0, 1074, 7):
        r = np.ldexp(1.0, power) if power < 1024 else LARGEST
        for p, q in ((np.ldexp(1.0, -power), 1.0), (1.0, np.ldexp(1.0, -power))):
            neighbours = [max(np.nextafter(r, 0), 1.0), r, np.nextafter(r, LARGEST)]
            expected = [is_unconstrained(p, q, bound) for bound in neighbours]
            assert np.isposinf(root_epsilon(p, q, neighbours)).tolist() == expected


def test_no_bound_is_unconstrained_however_small_the_priors():
    tiny = np.finfo(np.float64).smallest_subnormal
    assert np.isposinf(root_epsilon([tiny, 1, 0.5], [tiny, 1, 1e-300], np.inf)).all()


def test_points_without_bound_leave_their_neighbours_alone():
    p, q, r = family("uniform", POINTS)
    r[::3], r[1::7], p[1::7] = np.inf, LARGEST, 2.0**-1023
    assert ulps(root_epsilon(p, q, r), references((p, q, r))).max() <= ALLOWED_ULPS


def test_bound_of_one_asks_for_eps_zero():
    p, q, _ = family("uniform", 100)
    value = root_epsilon(p, q, 1)
    assert (value == 0).all() and not np.signbit(value).any()
    assert root_epsilon(1.0, 0.5, 1.0) == root_epsilon(0.5, 1.0, 1.0) == 0
    assert root_epsilon(1.0, 1.0, 1.0) == np.inf


PRIORS = st.floats(0, 1, exclude_min=True)
BOUNDS = st.floats(1, LARGEST)


@settings(max_examples=300, deadline=None)
@given(p=PRIORS, q=PRIORS, r=BOUNDS)
@example(p=1.0, q=2.0**-1000, r=2.0**999)
@example(p=1.0, q=2.0**-1074, r=2.0**899)
@example(p=1 - 2.0**-53, q=2.0**-901, r=2.0**901)
@example(p=2.0**-1074, q=1.0, r=LARGEST)
@example(p=1 - 2.0**-53, q=1 - 2.0**-53, r=1 + 2.0**-52)
@example(p=0.999, q=2.0**-12, r=4096.0)
@example(p=1.0, q=1 - 2.0**-53, r=1.0)
def test_error_is_within_four_ulps_for_any_doubles(p, q, r):
    assert ulps(np.array([root_epsilon(p, q, r)]), [reference(p, q, r)])[0] <= ALLOWED_ULPS


@settings(max_examples=200, deadline=None)
@given(p=st.floats(2.0**-20, 1), q=st.floats(2.0**-20, 1), steps=st.integers(-4, 4))
def test_error_is_within_four_ulps_next_to_the_border(p, q, steps):
    r = max(1 / (p * q), 1.0)
    r = max(float(r + steps * np.spacing(r)), 1.0)
    assert ulps(np.array([root_epsilon(p, q, r)]), [reference(p, q, r)])[0] <= ALLOWED_ULPS


def test_arguments_are_broadcast():
    p, q, r = np.array([[0.2], [0.4], [1.0]]), np.array([0.1, 0.5, 0.9, 1.0]), np.array([[[1.5]], [[3.0]]])
    value = root_epsilon(p, q, r)
    assert value.shape == (2, 3, 4)
    separately = [[[root_epsilon(a, b, c) for b in q] for a in p[:, 0]] for c in r[:, 0, 0]]
    np.testing.assert_array_max_ulp(value, np.array(separately), 2)


def test_large_grids_are_evaluated_chunk_by_chunk_in_place():
    p, q = np.linspace(1e-3, 1, 301), np.linspace(1e-3, 1, 997)
    value = root_epsilon(p[:, None], q, 1.25)
    rows = np.array([root_epsilon(a, q, 1.25) for a in p])
    assert np.array_equal(np.isinf(value), np.isinf(rows))
    finite = np.isfinite(value)
    np.testing.assert_array_max_ulp(value[finite], rows[finite], 2)


@pytest.mark.parametrize(
    "scalars", [(0.5, 1, 1.5), (np.float64(0.5), 1.0, np.float32(1.5)), (np.array(0.5), 1, np.array(1.5))]
)
def test_scalars_give_a_numpy_scalar(scalars):
    value = root_epsilon(*scalars)
    assert type(value) is np.float64
    assert value == pytest.approx(np.log(3), rel=1e-15)


def test_empty_arrays_give_empty_arrays():
    assert root_epsilon([], 0.5, 2).shape == (0,)
    assert root_epsilon(np.empty((0, 3)), np.full(3, 0.5), 2.0).shape == (0, 3)


def test_memory_layout_does_not_matter():
    p, q, r = (column.reshape(150, 120) for column in family("uniform", 18000))
    expected = root_epsilon(p, q, r)
    layouts = [
        (np.asfortranarray(p), q, r),
        (np.repeat(p, 2, axis=1)[:, ::2], q[::-1][::-1].copy("F"), np.array(r, order="F")),
        (p.astype(">f8"), q, r),
        (np.frombuffer(b"\0" + p.tobytes(), np.uint8)[1:].view(np.float64).reshape(p.shape), q, r),
    ]
    for layout in layouts:
        assert np.array_equal(root_epsilon(*layout), expected)
    assert np.array_equal(root_epsilon(p[::-1, ::-1], q[::-1, ::-1], r[::-1, ::-1])[::-1, ::-1], expected)


def test_integers_and_narrow_floats_are_converted():
    assert root_epsilon(1, np.float16(0.25), np.uint8(3)) == root_epsilon(1.0, 0.25, 3.0)
    assert root_epsilon([1, 1], np.float32(0.1), [2, 3]).dtype == np.float64
    assert root_epsilon(1, np.float32(0.1), 2) == root_epsilon(1.0, float(np.float32(0.1)), 2.0)


def test_out_takes_the_result():
    p, q, r = family("uniform", 20000)
    expected = root_epsilon(p, q, r)
    out = np.empty(20000)
    assert root_epsilon(p, q, r, out=out) is out and np.array_equal(out, expected)
    wide = np.zeros((20000, 2))
    root_epsilon(p, q, r, out=wide[:, 1])
    assert np.array_equal(wide[:, 1], expected) and not wide[:, 0].any()
    scalar = np.empty(())
    assert root_epsilon(0.5, 1, 1.5, scalar) is scalar and scalar == root_epsilon(0.5, 1, 1.5)


def test_out_may_be_an_argument():
    for position in range(3):
        points = family("uniform", 20000)
        expected = root_epsilon(*points)
        assert np.array_equal(root_epsilon(*points, out=points[position]), expected)
    p, q, r = family("uniform", 20000)
    expected = root_epsilon(p[:-1], q[1:], r[1:])
    assert np.array_equal(root_epsilon(p[:-1], q[1:], r[1:], out=p[1:]), expected)


def test_arguments_are_left_alone():
    points = family("at r p q = 1", 20000)
    copies = [column.copy() for column in points]
    for column in points:
        column.flags.writeable = False
    root_epsilon(*points)
    assert all(map(np.array_equal, points, copies))


def test_unfit_out_is_refused():
    for out in (np.empty(2, np.float32), [0.0, 0.0], np.empty(2, complex)):
        with pytest.raises(TypeError, match=r"out is .*; it must be an array of float64"):
            root_epsilon([0.5, 0.5], 0.5, 2.0, out=out)
    for shape in ((), (1,), (3,), (2, 2)):
        with pytest.raises(ValueError, match=r"out has shape .*; the arguments broadcast to \(2,\)"):
            root_epsilon([0.5, 0.5], 0.5, 2.0, out=np.empty(shape))
    read_only = np.empty(2)
    read_only.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        root_epsilon([0.5, 0.5], 0.5, 2.0, out=read_only)


@pytest.mark.parametrize(
    "value",
    [0.5 + 0j, np.array([0.5], object), Fraction(1, 2), "0.5", True, None, 10**30, np.clongdouble(1)],
)
def test_other_types_are_refused(value):
    for arguments in ((value, 0.5, 2.0), (0.5, value, 2.0), (0.5, 0.5, value)):
        with pytest.raises(TypeError, match=r"^(p|q|relative_risk_bound) has dtype .*; pass float64"):
            root_epsilon(*arguments)


def test_shapes_that_do_not_broadcast_are_refused():
    with pytest.raises(ValueError, match="broadcast"):
        root_epsilon([0.5, 0.5], [0.5, 0.5, 0.5], 2.0)


OUTSIDE = [0.0, -0.0, -0.5, np.nextafter(1, 2), 1.5, np.inf, -np.inf]


@pytest.mark.parametrize("value", [*OUTSIDE, np.nan])
def test_prior_outside_its_domain_is_named(value):
    with pytest.raises(DomainError) as refusal:
        root_epsilon(value, 0.5, 2.0)
    assert str(refusal.value) == f"p = {value} is outside (0, 1]: a prior is > 0 and <= 1"
    with pytest.raises(DomainError) as refusal:
        root_epsilon(0.5, [0.5, value, value], 2.0)
    assert str(refusal.value) == f"q = {value} at index 1 is outside (0, 1]: a prior is > 0 and <= 1"


@pytest.mark.parametrize("value", [np.nextafter(1, 0), 0.0, -3.0, -np.inf])
def test_risk_bound_below_one_is_named(value):
    with pytest.raises(InfeasibleProfileError) as refusal:
        root_epsilon(0.5, 0.5, value)
    bound = f"relative_risk_bound = {value}"
    assert str(refusal.value) == f"{bound}: no eps >= 0 satisfies a relative-risk bound below 1"


def test_missing_risk_bound_is_named():
    with pytest.raises(DomainError, match=r"^relative_risk_bound is NaN at index 2: it must be >= 1"):
        root_epsilon(0.5, 0.5, [2.0, np.inf, np.nan])


def test_first_offence_in_c_order_is_named():
    p, q, r = np.full((300, 100), 0.5), np.full(100, 0.5), np.full((300, 1), 2.0)
    p[250, 40] = 2.0
    with pytest.raises(DomainError, match=r"p = 2\.0 at index \(250, 40\) is outside"):
        root_epsilon(p, q, r)
    r[200] = 0.5
    with pytest.raises(
        InfeasibleProfileError, match=r"relative_risk_bound = 0\.5 at index \(200, 0\): no eps"
    ):
        root_epsilon(np.asfortranarray(p), q, r)
    p[200, 0] = np.nan
    with pytest.raises(DomainError, match=r"p = nan at index \(200, 0\) is outside"):
        root_epsilon(p, q, r)


def test_floating_point_state_of_the_caller_does_not_matter():
    with np.errstate(all="raise"):
        root_epsilon([1.0, 1.0, 2.0**-1074, 0.5], [1.0, 0.5, 1.0, 0.5], [1.0, 1.0, LARGEST, np.inf])


def test_memory_beyond_the_result_does_not_grow_with_the_input():
    p, q = np.linspace(1e-6, 1, 1500)[:, None], np.linspace(1e-6, 1, 1000)
    out = np.empty((1500, 1000))
    root_epsilon(p[:3], q, 2.0)
    tracemalloc.start()
    try:
        root_epsilon(p, q, 2.0, out=out)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < out.nbytes / 8


def test_benchmark_reports_every_family():
    figures = measure(points=1000, sample=20)
    assert figures["ulps"] == max(figures[f"ulps: {name}"] for name in FAMILIES) <= ALLOWED_ULPS
    assert all(isinstance(figure, float) for figure in figures.values())
    assert all(name in report(points=1000, sample=20) for name in FAMILIES)


@pytest.mark.parametrize("name", ["p", "q", "relative_risk_bound", "out"])
def test_a_mask_is_refused_not_lost(name: str) -> None:
    given: dict[str, Any] = {"p": 0.5, "q": 0.1, "relative_risk_bound": [3.0, 4.0]}
    given[name] = np.ma.array([1.0, 1.0], mask=[False, True])
    with pytest.raises(TypeError, match=f"^{name} has a mask"):
        root_epsilon(**given)
