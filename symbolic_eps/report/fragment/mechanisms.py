"""Tables of a LaTeX fragment for mechanisms: privacy at risk, randomized response, published parameters."""

from __future__ import annotations

from collections.abc import Iterable

import sympy as sp

from symbolic_eps.answers.loss_composition import LossComposition
from symbolic_eps.answers.privacy_cost import PrivacyCost
from symbolic_eps.answers.privacy_loss import PrivacyLoss
from symbolic_eps.answers.randomized_response import RandomizedResponse
from symbolic_eps.answers.sampled_sensitivity import SampledSensitivity
from symbolic_eps.notions.consistency import Consistency
from symbolic_eps.randomized_response.intervals import number as enclosed
from symbolic_eps.report import loss_composition, privacy_loss, randomized_response
from symbolic_eps.report.fragment.numbers import double, mathematics, number, quantity
from symbolic_eps.report.fragment.text import EPS, Grid, Row, grade, keyed, letters_of
from symbolic_eps.report.quantity import Quantity, safe_double

_LOSS = {
    "eps0": r"$\varepsilon_0$",
    "noise_scale": "scale of the noise",
    "eps": EPS,
    "probability": r"$P(|C| \le \varepsilon)$",
    "one_sided": r"$P(C \le \varepsilon)$",
    "delta": r"least $\delta$",
    "basic": rf"{EPS} by basic composition",
    "advanced": rf"{EPS} by advanced composition",
    "mean": "mean of $C$",
    "variance": "variance of $C$",
}


def published(found: Consistency) -> tuple[Grid, ...]:
    """Published parameters, and what follows from which."""
    follows = found.private_follows, found.divergence_follows
    shown = (
        ("Eps", rf"published {EPS}", number(found.eps)),
        ("Delta", r"published $\delta$", number(found.delta)),
        ("Rho", r"published $\rho$", number(found.rho)),
        ("LeastDelta", rf"least $\delta$ at this {EPS}, from $\rho$", number(found.delta_of_rho)),
        ("LeastEps", rf"least {EPS} at this $\delta$, from $\rho$", number(found.eps_of_rho)),
        ("NeededRho", r"largest $\rho$ that gives $(\varepsilon, \delta)$", number(found.rho_needed)),
        ("ImpliedRho", r"$\rho$ from $(\varepsilon, \delta)$", number(found.rho_of_private)),
        ("Consistent", "one follows from the other", "yes" if any(follows) else "no"),
        grade(found.proof.grade),
    )
    return (Grid(tuple(keyed(shown))),)


def _quantities(numbers: Iterable[tuple[str, str, Quantity | None, str]]) -> tuple[Grid, ...]:
    rows = []
    for name, label, found, side in numbers:
        if found is not None:
            words = "".join(part.capitalize() for part in name.replace("eps0", "eps_zero").split("_"))
            rows.append(Row(label, (quantity(found), double(safe_double(found, side)), side), words))
    return (Grid(tuple(rows), ("", "exact", "double", "rounded")),)


def loss(found: PrivacyLoss) -> tuple[Grid, ...]:
    """The law of one release's privacy loss."""
    sides = privacy_loss.SIDES
    return _quantities((name, _LOSS[name], getattr(found, name), side) for name, side in sides.items())


def composition(found: LossComposition) -> tuple[Grid, ...]:
    """What several releases are together."""
    sides = loss_composition.SIDES
    return _quantities((name, _LOSS[name], getattr(found, name), side) for name, side in sides.items())


def cost(found: PrivacyCost) -> tuple[Grid, ...]:
    """The least cost of a stated eps."""
    least = found.minimum
    return _quantities(
        (
            ("eps", rf"{EPS} of the least cost", least.eps, "up"),
            ("probability", _LOSS["probability"], least.probability, "down"),
            ("cost", "least cost", least.cost, "up"),
            ("cost_at_eps0", r"cost at $\varepsilon_0$", found.at_eps0, "up"),
            ("absolute_error", "mean absolute error", found.absolute_error, "up"),
        )
    )


def sampled(found: SampledSensitivity) -> tuple[Grid, ...]:
    """What a sampled sensitivity guarantees."""
    return _quantities(
        (
            ("probability", "a fresh pair is covered", found.probability, "down"),
            ("level", "that share of all pairs is covered", found.level, "down"),
            ("mechanism", r"$|C| \le \varepsilon$, if covered", found.mechanism, "down"),
            ("combined", "a fresh pair is covered, and that", found.combined, "down"),
            ("share_combined", "the same, if the share is covered", found.share_combined, "down"),
        )
    )


def survey(found: RandomizedResponse) -> tuple[Grid, ...]:
    """The accuracy of a survey, and how to answer in it."""
    tables = []
    for count, (where, pair) in enumerate(found.cases, 1):
        rows = tuple(
            Row(f"truth {truth}", tuple(map(mathematics, law)))
            for truth, law in enumerate((pair.p0, pair.p1))
        )
        several = len(found.cases) > 1
        condition = "otherwise" if where == sp.true else f"if {mathematics(where)}"
        header = (condition if several else "", *randomized_response.names(pair))
        tables.append(Grid(rows, header, f"Pair{letters_of(count)}" if several else "Pair"))
    shown = (
        ("Information", "Fisher information of an answer", found.fisher_information),
        ("TwoAnswers", "best with two answers", found.two_outcomes),
        ("Deviation", "standard deviation of the share", found.standard_deviation),
        ("HalfWidth", "half-width of the interval", found.half_width),
        ("Error", "mean squared error", found.variance),
    )
    rows = tuple(Row(label, (_value(value),), name) for name, label, value in shown if value is not None)
    return (Grid(rows), *tables)


def _value(value: sp.Expr | Quantity) -> str:
    if isinstance(value, Quantity):
        return quantity(value)
    if value.free_symbols:
        return mathematics(value)
    return quantity(enclosed(value)) if value.has(sp.erfinv) else number(value)
