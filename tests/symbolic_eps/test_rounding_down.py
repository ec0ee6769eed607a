"""`rounding="down"`: never above the exact eps, by references that share no code; slips are caught."""

from __future__ import annotations

import ctypes
import math
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import arb, ctx, fmpq

from benchmarks.root_numpy import FAMILIES, family, references
from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.closed_forms.arrays import epsilon_array
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.errors import DomainError, InputError, UnsafeArithmeticError
from symbolic_eps.export.programs.program import Assign, Choose, Program, Require, Return
from symbolic_eps.export.root_module import root_module
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory import numeric, root_lower, rounding
from symbolic_eps.theory.numeric import root_epsilon
from verify.enclosure import Enclosure

LOWEST_ULPS = 15.01


def exact(p: float, q: float, r: float) -> arb | None:
    """(12) in e^eps, on exactly these doubles, in balls that grow until they are narrow; None for oo."""
    if math.isinf(r):
        return None
    p_, q_, r_ = (fmpq(*x.as_integer_ratio()) for x in (p, q, r))
    margin = 1 - r_ * p_ * q_
    if margin <= 0:
        return None
    if r == 1:
        return arb(0)
    linear, quadratic = (1 - p_) * r_, p_ * (1 - q_) * r_
    discriminant = linear**2 + 4 * quadratic * margin
    for bits in (256, 1024, 4096):
        with ctx.workprec(bits):
            found = ((arb(linear) + arb(discriminant).sqrt()) / arb(2 * margin)).log()
            if found.rel_accuracy_bits() > 100:
                return found
    raise AssertionError((p, q, r))


def judged(points: tuple[np.ndarray, ...], values: np.ndarray) -> tuple[int, int, float]:
    """How many values are above the exact ones, how many infinities are wrong, and the most ulps below."""
    above = infinities = 0
    below = 0.0
    for p, q, r, value in zip(*(x.tolist() for x in points), values.tolist(), strict=True):
        true = exact(p, q, r)
        if true is None or math.isinf(value):
            infinities += (true is None) != (value == math.inf)
        elif not arb(value) <= true:
            above += 1
        elif true != 0:
            below = max(below, float((true - arb(value)) / math.ulp(float(true))))
    return above, infinities, below


def awkward() -> tuple[np.ndarray, ...]:
    """All combinations of ends and near-ends, and bounds on both sides of r p q = 1."""
    ends = [2.0**-1022, 1e-300, 2.0**-53, 1e-6, 0.5, 1 / 3, 1 - 2.0**-53, 1 - 2.0**-30, 1.0]
    bounds = [1.0, 1 + 2.0**-52, 1 + 2.0**-30, 1.5, 3.0, 1e15, 2.0**300]
    found = [(p, q, r) for p in ends for q in ends for r in bounds]
    for p in ends:
        for q in ends:
            border = 1 / (p * q) if p * q > 2.0**-290 else 2.0**299
            found += [(p, q, max(math.nextafter(border, to), 1.0)) for to in (0.0, border, math.inf)]
    return tuple(np.array(column) for column in zip(*found, strict=True))


@pytest.mark.parametrize("name", FAMILIES)
def test_root_is_never_above_and_infinities_are_right(name: str) -> None:
    points = family(name, 100_000 // len(FAMILIES) + 1)
    value = root_epsilon(*points, rounding="down")
    above, infinities, below = judged(points, value)
    assert (above, infinities) == (0, 0) and below <= LOWEST_ULPS


def test_awkward_points() -> None:
    points = awkward()
    assert len(points[0]) > 700
    above, infinities, below = judged(points, root_epsilon(*points, rounding="down"))
    assert (above, infinities) == (0, 0) and below <= LOWEST_ULPS


def test_beyond_the_range_of_the_proof_balls_decide() -> None:
    tiny, huge = 5e-324, np.finfo(np.float64).max
    priors, bounds = (tiny, 2.0**-1023, 0.5, 1.0), (1.0, 1.5, 1e100, huge)
    grid = np.array([(p, q, r) for p in priors for q in priors for r in bounds]).T
    with np.errstate(all="ignore"):
        refused = np.isnan(root_lower.values_of_root_lower(grid[2], grid[0], grid[1]))
    assert refused.sum() > 30
    points = tuple(column[refused] for column in grid)
    for true, value in zip(references(points), root_epsilon(*points, rounding="down").tolist(), strict=True):
        assert value == true or value < true < math.nextafter(value, math.inf)
    assert root_epsilon(0.1, 0.1, math.inf, rounding="down") == math.inf


def test_rounding_to_nearest_is_above_half_of_the_time() -> None:
    points = family("uniform", 1000)
    assert judged(points, root_epsilon(*points))[0] > 200


def test_left_out_steps_down_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(root_lower.__file__, encoding="utf-8") as file:
        text = file.read()
    step = "lower = lower - lower * 1.1102230246251568e-16"
    assert text.count(step) == 7
    planted: dict[str, Callable[..., np.ndarray]] = {}
    exec(
        text.replace(step, "pass").replace("lower = value - value * 1.1102230246251568e-16", "lower = value"),
        planted,
    )
    monkeypatch.setattr(numeric, "values_of_root_lower", planted["values_of_root_lower"])
    points = family("uniform", 1000)
    assert judged(points, root_epsilon(*points, rounding="down"))[0] > 100


def test_module_is_written_from_the_proved_program(request: pytest.FixtureRequest) -> None:
    text = root_module(root())
    if request.config.getoption("--update-golden"):
        with open(root_lower.__file__, "w", encoding="utf-8") as file:
            file.write(text)
    with open(root_lower.__file__, encoding="utf-8") as file:
        assert file.read() == text, "`make golden` if this is meant"


def test_lower_program_is_the_proved_one_and_steps_down() -> None:
    """`test_export_proofs` proves `program()`; the other differs in the steps, each to a smaller number."""
    proved, lower = root().program(), root().safe_program()
    assert isinstance(proved, Program) and proved.parameters == lower.parameters
    assert lower.body[: len(proved.body) - 2] == proved.body[:-2]
    *_, choice, inside, end = lower.body
    assert isinstance(choice, Choose) and isinstance(inside, Require) and isinstance(end, Return)
    assert all(isinstance(s, Assign) for s in choice.then) and len(choice.then) == root().steps + 1 == 9
    assert float(root().error) <= 7.01


def test_shape_scalar_and_out() -> None:
    out = np.empty((2, 2))
    found = root_epsilon([0.25, 0.5], 0.5, [[2.0], [4.0]], out=out, rounding="down")
    assert found is out and np.all(out[np.isfinite(out)] > 0.7) and out[1, 1] == math.inf
    assert isinstance(root_epsilon(0.5, 1.0, 1.5, rounding="down"), np.float64)
    assert root_epsilon([], 0.5, 2.0, rounding="down").shape == (0,)
    strided = np.linspace(0.1, 0.9, 20_001)[::2]
    assert np.array_equal(
        root_epsilon(strided, 0.5, 1.2, rounding="down")[::500],
        [root_epsilon(p, 0.5, 1.2, rounding="down") for p in strided[::500]],
    )


@pytest.mark.parametrize("bad", ["up", "Down", "", None, 1, True, ["down"]])
def test_other_roundings_are_refused(bad: object, constant: PiecewiseInfimum) -> None:
    with pytest.raises(InputError, match="give 'nearest', or 'down'"):
        root_epsilon(0.5, 0.5, 2.0, rounding=bad)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="give 'nearest', or 'down'"):
        epsilon_array(constant, {"r": 2.0}, rounding=bad)  # type: ignore[arg-type]


def test_integers_that_float64_rounds_up_are_refused() -> None:
    r = 2**53 + 3
    assert float(r) > r
    with pytest.raises(InputError, match="integer above 2\\^53"):
        root_epsilon(1e-17, 0.5, r, rounding="down")


@contextmanager
def rounding_mode(mode: str) -> Iterator[None]:
    """The processor's rounding mode, as another library may leave it."""
    codes = {
        "x86_64": {"nearest": 0, "down": 0x400, "up": 0x800, "zero": 0xC00},
        "aarch64": {"nearest": 0, "up": 0x400000, "down": 0x800000, "zero": 0xC00000},
    }.get(platform.machine())
    if codes is None:
        pytest.skip(f"the rounding modes of {platform.machine()} are not known")
    library = ctypes.CDLL(None)
    assert library.fesetround(codes[mode]) == 0
    try:
        yield
    finally:
        library.fesetround(0)


@pytest.mark.parametrize("mode", ["up", "down", "zero"])
def test_other_rounding_modes_are_refused(mode: str, constant: PiecewiseInfimum) -> None:
    caught = []
    with rounding_mode(mode):
        for call in (
            lambda: root_epsilon(0.5, 0.5, 2.0, rounding="down"),
            lambda: epsilon_array(constant, {"r": 2.0}, rounding="down"),
        ):
            try:
                call()
            except UnsafeArithmeticError as error:
                caught.append(str(error))
    assert len(caught) == 2 and all("rounding mode" in text for text in caught)
    assert root_epsilon(0.5, 0.5, 2.0, rounding="down") < root_epsilon(0.5, 0.5, 2.0)


def test_rounding_upwards_would_break_the_promise() -> None:
    """What the refusal is for: x - x*2^-53 does not move there."""
    p, q, r = family("uniform", 500)
    with rounding_mode("up"), np.errstate(all="ignore"):
        values = root_lower.values_of_root_lower(r, p, q)
    assert judged((p, q, r), values)[0] > 100


def test_flushed_subnormals_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounding, "_smallest", 5e-324)  # half of it is 0, as half of 2^-1022 is where flushed
    with pytest.raises(UnsafeArithmeticError, match="below 2\\^-1022"):
        root_epsilon(0.5, 0.5, 2.0, rounding="down")


def test_a_wrong_log1p_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    right = np.log1p
    monkeypatch.setattr(np, "log1p", lambda z: right(z) + 2 * np.spacing(right(z)) * (z > 1e10))
    numeric._check_log1p.cache_clear()
    with pytest.raises(UnsafeArithmeticError, match="log1p"):
        root_epsilon(0.5, 0.5, 2.0, rounding="down")


@pytest.fixture(scope="module")
def constant() -> PiecewiseInfimum:
    return infimum(RiskProfile("r", ["r>1"]))


@pytest.fixture(scope="module")
def forms(constant: PiecewiseInfimum) -> dict[str, PiecewiseInfimum]:
    return {
        "constant": constant,
        "two": infimum(RiskProfile("max(a/(p*q), r)", ["0<a<1<r"])),
        "quotient": infimum(RiskProfile("1 + b/(p*q)", ["0<b<1"])),
        "infinite": infimum(RiskProfile("r", ["r>1", "0<p0<=1"], {"q": 1}, ["p>=p0"])),
        "quadratic": infimum(RiskProfile("r", ["r>1", "0<q0<=1"], {"p": "1/2"}, ["q>=q0"])),
        "cubic": infimum(RiskProfile("1 + b/(p*q)", ["0<b<1"], {"p": "1/2"})),
    }


def cubic_by_search(b: Fraction) -> mpmath.mpf:
    """The least eps over q at p = 1/2, by minimising the printed root directly."""

    def epsilon(q: mpmath.mpf) -> mpmath.mpf:
        risk = 1 + 2 * mpmath.mpf(b.numerator) / b.denominator / q
        margin = 1 / risk - q / 2
        return mpmath.log(
            (mpmath.mpf(1) / 2 + mpmath.sqrt(mpmath.mpf(1) / 4 + 2 * (1 - q) * margin)) / (2 * margin)
        )

    low, high = mpmath.mpf(0), min(mpmath.mpf(1), 2 - 2 * mpmath.mpf(b.numerator) / b.denominator)
    for _ in range(200):  # eps(q) falls, then rises, without end where q + 2 b comes near 2
        first, second = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, second) if epsilon(first) < epsilon(second) else (first, high)
    return epsilon((low + high) / 2)


REFERENCES: dict[str, Callable[..., mpmath.mpf]] = {
    "constant": lambda r: mpmath.log(r) / 2,
    "two": lambda a, r: mpmath.log((r - a) / (1 - a)) / 2,
    "quotient": lambda b: mpmath.log((1 + b) / (1 - b)),
    "infinite": lambda p0, r: mpmath.log(r * (1 - p0) / (1 - r * p0)) if r * p0 < 1 else mpmath.inf,
    "quadratic": lambda q0, r: (
        mpmath.log((r / 2 + mpmath.sqrt(r**2 / 4 + 2 * r * (1 - q0) * (1 - r * q0 / 2))) / (2 - r * q0))
        if r * q0 < 2
        else mpmath.inf
    ),
    "cubic": lambda b: cubic_by_search(Fraction(*map(int, mpmath.libmp.to_rational(b._mpf_)))),
}


def arguments(name: str, form: PiecewiseInfimum, count: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(sum(map(ord, name)))
    found = {}
    for symbol in form.profile.parameters:
        unit = np.concatenate([1 - random.random(count), 2.0 ** random.uniform(-1000, -1, count // 4)])
        unit[:3] = 2.0**-1022, 1 - 2.0**-53, 0.5
        bound = 1 + np.concatenate([random.exponential(2, count), 2.0 ** random.uniform(-52, 30, count // 4)])
        bound[:3] = 1 + 2.0**-52, 2.0, 4.0
        found[symbol.name] = bound if symbol.name == "r" else unit
    return found


@pytest.mark.family(18)
@pytest.mark.parametrize("name", REFERENCES)
def test_arrays_are_never_above_on_every_kind_of_branch(
    name: str, forms: dict[str, PiecewiseInfimum]
) -> None:
    form = forms[name]
    values = (
        {"b": np.array([1e-9, 0.125, 1 / 3, 0.9, 1 - 2.0**-40])}
        if name == "cubic"
        else arguments(name, form, 1000)
    )
    found = epsilon_array(form, values, rounding="down")
    nearest = epsilon_array(form, values)
    columns = [values[s.name].tolist() for s in form.profile.parameters]
    above = 0
    with mpmath.workprec(2400 if name != "cubic" else 400):
        for *point, value, near in zip(*columns, found.tolist(), nearest.tolist(), strict=True):
            true = REFERENCES[name](*map(mpmath.mpf, point))
            if mpmath.isinf(true):
                assert value == math.inf
                continue
            slack = mpmath.mpf(10) ** -40 if name == "cubic" else 0
            assert value <= true + slack, point
            assert true - value <= 1.001 * math.ulp(value), point
            above += near > true
    assert above > 0  # to nearest, some are: the test can tell


def test_arrays_rounded_to_nearest_would_be_noticed(
    constant: PiecewiseInfimum, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Enclosure, "double_lower", lambda self: float(self.lower))
    r = 1 + np.random.default_rng(0).random(200)
    found = epsilon_array(constant, {"r": r}, rounding="down")
    with mpmath.workdps(40):
        assert sum(v > mpmath.log(x) / 2 for v, x in zip(found.tolist(), r.tolist(), strict=True)) > 50


def test_exact_values_are_read_exactly(constant: PiecewiseInfimum) -> None:
    r = Fraction(11, 10)
    (found,) = epsilon_array(constant, {"r": [r]}, rounding="down")
    assert found == epsilon_array(constant, {"r": "1.1"}, rounding="down")
    with mpmath.workdps(40):
        true = mpmath.log(mpmath.mpf(11) / 10) / 2
        assert found <= true < np.nextafter(found, 1)
    big = 2**60 + 1
    assert epsilon_array(constant, {"r": [big]}, rounding="down")[0] <= mpmath.log(big) / 2


def test_points_of_a_cubic_branch_do_not_refuse_the_array(forms: dict[str, PiecewiseInfimum]) -> None:
    found = epsilon_array(forms["cubic"], {"b": [0.25, 1e-200, 0.75]})
    assert np.all(found > 0) and found[1] < 1e-100


@pytest.mark.parametrize("how", ["nearest", "down"])
@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"r": [2.0, 0.5]}, r"at index 1: r = 0.5: the assumption r > 1 is not met"),
        ({"r": ["2", "1/2"]}, r"at index 1: r = 1/2: the assumption r > 1"),
        ({"r": [2.0, math.nan]}, "not finite"),
        ({"r": ["x"]}, "x is not a number"),
        ({"r": [True]}, "dtype bool"),
        ({"r": [1j]}, "dtype complex"),
        ({"r": [[1, 2], [3]]}, "ragged"),
        ({"r": None}, "r = None is no exact number"),
        ({}, "no value for r"),
        ({"r": 2, "z": 3}, "unknown parameter z"),
        ([2.0], "values by parameter"),
        (None, "values by parameter"),
    ],
)
def test_bad_values_are_input_errors(
    values: object, message: str, how: str, constant: PiecewiseInfimum
) -> None:
    with pytest.raises(InputError, match=message):
        epsilon_array(constant, values, rounding=how)  # type: ignore[arg-type]


def test_shapes_that_do_not_broadcast(forms: dict[str, PiecewiseInfimum]) -> None:
    with pytest.raises(InputError, match=r"do not broadcast: a \(2,\), r \(3,\)"):
        epsilon_array(forms["two"], {"a": [0.1, 0.2], "r": [2, 3, 4]})
    with pytest.raises(InputError, match="do not broadcast"):
        root_epsilon([0.1, 0.2], [0.1, 0.2, 0.3], 2.0)


def test_what_is_no_closed_form_is_refused() -> None:
    with pytest.raises(InputError, match="no derived closed form"):
        epsilon_array("r", {"r": 2.0})  # type: ignore[arg-type]
    with pytest.raises(DomainError):
        root_epsilon(2.0, 0.5, 2.0, rounding="down")
