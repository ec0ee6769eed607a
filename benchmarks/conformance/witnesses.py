"""The calls of docs/conformance.md: what each library promises stands there, in its order."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from benchmarks.conformance import exact
from benchmarks.conformance.exact import GAUSSIAN_DELTA
from benchmarks.conformance.witness import Call, Kind, Witness, delta_at, delta_of, rational


def diffprivlib() -> Iterator[Witness]:
    """Noise scales, a variance, and sums of budgets."""
    for eps, delta, kind in (
        (1.0, 1e-5, Kind.RIGHT),
        (1.0, 1e-10, Kind.DIGITS),
        (10.0, 1e-10, Kind.UNSAFE),
        (10.0, 1e-14, Kind.UNSAFE),
        (1.0, 1e-20, Kind.UNSAFE),
    ):
        given = {"epsilon": eps, "delta": delta, "sensitivity": 1.0}
        call = Call("diffprivlib.mechanisms.GaussianAnalytic", (), given, (("variance", (0,)),))
        yield Witness("diffprivlib", call, kind, "delta of that noise", arb(delta), _delta_of_variance(eps))
    for eps, delta in ((1.0, 1e-6), (10.0, 1e-6), (10.0, 1e-14)):
        call = Call(
            "diffprivlib.mechanisms.GaussianDiscrete",
            (),
            {"epsilon": eps, "delta": delta},
            (("_scale", None),),
        )
        kind = Kind.SAFE if eps < 10 else Kind.UNSAFE
        seen = delta_of(exact.DISCRETE_DELTA, eps)
        yield Witness("diffprivlib", call, kind, "delta of that noise", arb(delta), seen)
    tenth = (("spend", (0.1, 0.0)),)
    spent = Call("diffprivlib.BudgetAccountant", (1.0, 0.0), {}, (*tenth * 10, ("total", ())))
    total = rational(sum([Fraction(0.1)] * 10, Fraction(0)))
    assert exact.SUM.at(*[0.1] * 10).overlaps(total)
    yield Witness("diffprivlib", spent, Kind.ROUNDED, "sum that it allows", total, unsafe_above=False)
    call = Call(
        "diffprivlib.mechanisms.Geometric", (), {"epsilon": 1e-12, "sensitivity": 1}, (("variance", (0,)),)
    )
    yield Witness(
        "diffprivlib", call, Kind.WRONG, "variance", exact.GEOMETRIC_VARIANCE.at(1e-12), unsafe_above=False
    )


def _delta_of_variance(eps: float):
    """The square root of what is given is taken exactly, by a ball."""
    return lambda variance: GAUSSIAN_DELTA.at(variance**0.5, eps)


def opendp() -> Iterator[Witness]:
    """Accuracies of noise: what lies beyond them, and scales for them."""
    path = "opendp.accuracy"
    for alpha, kind in (
        (0.05, Kind.RIGHT),
        (1e-10, Kind.DIGITS),
        (1e-16, Kind.UNSAFE),
        (1e-17, Kind.INFINITE),
    ):
        call = Call(f"{path}.gaussian_scale_to_accuracy", (1.0, alpha))
        yield Witness("opendp", call, kind, "P[noise beyond]", arb(alpha), lambda a: exact.BEYOND.at(a, 1.0))
    for alpha, kind in ((1e-16, Kind.UNSAFE), (1e-17, Kind.WRONG)):
        call = Call(f"{path}.accuracy_to_gaussian_scale", (1.0, alpha))
        yield Witness("opendp", call, kind, "P[noise beyond 1]", arb(alpha), _beyond_one)
    for alpha in (1e-16, 1e-300):
        call = Call(f"{path}.laplacian_scale_to_accuracy", (1.0, alpha))
        found = exact.LAPLACE_ACCURACY.at(1.0, alpha)
        yield Witness("opendp", call, Kind.RIGHT, "accuracy", found, unsafe_above=False)


def _beyond_one(scale: float) -> arb:
    return exact.BEYOND.at(1.0, scale) if scale > 0 else arb(0)


def dp_accounting() -> Iterator[Witness]:
    """Gaussian noise, and compositions of it."""
    for eps, delta in ((1.0, 1e-10), (10.0, 1e-14)):
        call = Call("dp_accounting.get_sigma_gaussian", (eps, delta))
        seen = delta_of(GAUSSIAN_DELTA, eps)
        yield Witness("dp-accounting", call, Kind.RIGHT, "delta of that noise", arb(delta), seen)
    call = Call("dp_accounting.get_epsilon_gaussian", (1e8, 1e-10))
    least = exact.least_eps(1e8, 1e-10)
    yield Witness("dp-accounting", call, Kind.TOLERANCE, "eps", least, unsafe_above=False, tolerance=1e-12)
    for times, delta, kind in ((1, 1e-14, Kind.SAFE), (1000, 1e-14, Kind.UNSAFE), (1000, 1e-6, Kind.SAFE)):
        then = (("self_compose", (times,)), ("get_epsilon_for_delta", (delta,)))
        path = "dp_accounting.pld.privacy_loss_distribution.from_gaussian_mechanism"
        seen = delta_at(GAUSSIAN_DELTA, 0.5, float(times))
        yield Witness(
            "dp-accounting", Call(path, (0.5,), {}, then), kind, "delta at that eps", arb(delta), seen
        )


def autodp() -> Iterator[Witness]:
    """Noise scales, Renyi divergences, subsampling."""
    calibrator = "autodp.privacy_calibrator.ana_gaussian_mech"
    for eps, delta, kind in ((1.0, 1e-5, Kind.RIGHT), (1.0, 1e-14, Kind.TOLERANCE)):
        call = Call(calibrator, (eps, delta), {}, (("get", ("sigma",)),))
        seen = delta_of(GAUSSIAN_DELTA, eps)
        yield Witness("autodp", call, kind, "delta of that noise", arb(delta), seen, tolerance=1e-12)
    for b, order in ((1.0, 2.0), (1e6, 2.0), (1e9, 1.0001)):
        call = Call("autodp.rdp_bank.RDP_laplace", ({"b": b}, order))
        kind = Kind.RIGHT if b == 1.0 else Kind.ROUNDED
        value = exact.LAPLACE_RENYI.at(b, order)
        yield Witness("autodp", call, kind, "Renyi divergence", value, unsafe_above=False)
    call = Call("autodp.rdp_bank.RDP_randresponse", ({"p": 0.5000001}, 1.5))
    value = exact.RESPONSE_RENYI.at(0.5000001, 1.5)
    yield Witness("autodp", call, Kind.ROUNDED, "Renyi divergence", value, unsafe_above=False)
    call = Call("autodp.dp_bank.get_eps_randresp_optimal", (1e-17, 0.0))
    yield Witness("autodp", call, Kind.INFINITE, "eps", exact.RESPONSE_EPS.at(1e-17), unsafe_above=False)
    call = Call("autodp.privacy_calibrator.subsample_epsdelta", (800.0, 1e-6, 0.01))
    yield Witness("autodp", call, Kind.INFINITE, "eps", exact.AMPLIFIED.at(800.0, 0.01), unsafe_above=False)
    nothing = arb(0)
    call = Call("autodp.privacy_calibrator.subsample_epsdelta_get_prob", (0.1, 1e-6, 1.0, 1e-5))
    yield Witness("autodp", call, Kind.RAISES, "a probability", nothing)
    yield Witness(
        "autodp", Call("import autodp.privacy_calibrator"), Kind.RAISES, "in a new process", nothing
    )


def riskcal() -> Iterator[Witness]:
    """Conversions between budgets and risks."""
    path = "riskcal.analysis"
    call = Call(f"{path}.get_advantage_from_adp", (1.0, 0.0))
    yield Witness("riskcal", call, Kind.RIGHT, "advantage", exact.ADVANTAGE.at(1.0), unsafe_above=False)
    call = Call(f"{path}.get_advantage_from_adp", (1000.0, 0.0))
    yield Witness("riskcal", call, Kind.NAN, "advantage", exact.ADVANTAGE.at(1000.0), unsafe_above=False)
    call = Call(f"{path}.get_advantage_from_adp", (1e-17, 0.0))
    yield Witness("riskcal", call, Kind.ROUNDED, "advantage", exact.ADVANTAGE.at(1e-17), unsafe_above=False)
    call = Call(f"{path}.get_beta_from_adp", (800.0, 0.0, 0.0))
    yield Witness("riskcal", call, Kind.NAN, "false negatives, by definition 1 - delta", arb(1))
    for delta, alpha, beta in ((0.1, 0.95, 0.02),):
        assert Fraction(alpha) + Fraction(beta) + Fraction(delta) >= 1, "eps = 0 is enough"
        call = Call(f"{path}.get_epsilon_from_err_rates", (delta, alpha, beta))
        yield Witness("riskcal", call, Kind.NAN, "eps, by definition 0", arb(0), unsafe_above=False)
    for mu, prior, kind in ((10.0, 0.999999, Kind.RIGHT), (0.0, 0.5, Kind.NAN), (1.0, 1.0, Kind.NAN)):
        call = Call(f"{path}.get_bayes_risk_from_gdp", (mu, prior))
        yield Witness("riskcal", call, kind, "Bayes risk", exact.BAYES.at(mu, prior))


def all_witnesses() -> tuple[Witness, ...]:
    """In the order of the report."""
    return tuple(w for part in (diffprivlib, opendp, dp_accounting, autodp, riskcal) for w in part())
