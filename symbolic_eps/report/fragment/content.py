"""Which numbers, tables and formula a LaTeX fragment has of each kind of result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import singledispatch

import sympy as sp

from symbolic_eps.answers.comparison import Comparison
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.answers.loss_composition import LossComposition
from symbolic_eps.answers.privacy_cost import PrivacyCost
from symbolic_eps.answers.privacy_loss import PrivacyLoss
from symbolic_eps.answers.randomized_response import RandomizedResponse
from symbolic_eps.answers.sampled_sensitivity import SampledSensitivity
from symbolic_eps.answers.scenario import Allowance, ScenarioAnswer
from symbolic_eps.answers.signs import Signs
from symbolic_eps.closed_forms.closed_form import NO_PRIOR, PiecewiseInfimum
from symbolic_eps.digits import decimal as decimal_text
from symbolic_eps.digits import enclosure_of
from symbolic_eps.enclosed.recommended import EnclosedRecommendation, SampledRecommendation
from symbolic_eps.guarantees.composition import Split
from symbolic_eps.guarantees.explanation import Explanation
from symbolic_eps.guarantees.guarantee import Measure
from symbolic_eps.guarantees.worst_priors import Extreme
from symbolic_eps.inverse.design import Design
from symbolic_eps.inverse.sensitivity import OneSided, Sensitivities
from symbolic_eps.mechanisms.accuracy import MECHANISMS, Threshold, noise_of
from symbolic_eps.notions.attack_design import AttackDesign
from symbolic_eps.notions.attack_explanation import AttackExplanation
from symbolic_eps.notions.attack_split import AttackSplit
from symbolic_eps.notions.budget import AttackBudget
from symbolic_eps.notions.consistency import Consistency
from symbolic_eps.profiles.parse import parse_box
from symbolic_eps.report import comparison, noise, signs
from symbolic_eps.report.enclosed import places
from symbolic_eps.report.fragment import attacks, mechanisms
from symbolic_eps.report.fragment.numbers import (
    LAYOUT,
    attained,
    conditions,
    decimal,
    digits,
    double,
    mathematics,
    number,
    place,
    stacked,
    value_of,
    worded,
)
from symbolic_eps.report.fragment.text import EPS, Fragment, Grid, Row, grade, keyed, letters_of
from symbolic_eps.report.number import measured
from symbolic_eps.report.result import latex
from symbolic_eps.results import Result
from symbolic_eps.scenarios.scenario import Adversary
from symbolic_eps.sweeps.run import Row as SweepRow
from symbolic_eps.typesetting.tex import tex_words
from verify.evidence import Grade

_MEASURES = {
    Measure.RELATIVE_RISK: "posterior / prior",
    Measure.POSTERIOR: "posterior",
    Measure.ODDS_RATIO: "posterior odds / prior odds",
    Measure.CHANGE: r"posterior $-$ prior",
}

_MECHANISMS = tuple(name.replace("laplace", "Laplace") for name in MECHANISMS)


def fragment(found: Result, threshold: Threshold | None = None) -> Fragment:
    """What a paper may use of a result.

    Parameters
    ----------
    found : Result
    threshold : Threshold, optional
        For what noise does to a count near it.

    Examples
    --------
    >>> from symbolic_eps import recommend
    >>> [grid.name for grid in fragment(recommend("3")).grids]
    ['', 'Noise']
    """
    more = _noise(found, threshold) if isinstance(found, Recommendation | EnclosedRecommendation) else ()
    return Fragment(latex(found), (*grids(found), *more))


@singledispatch
def grids(found: object) -> tuple[Grid, ...]:
    """The tables of a result."""
    raise TypeError(f"{type(found).__name__} is no result")


def _noise(found: Recommendation | EnclosedRecommendation, threshold: Threshold | None) -> Iterator[Grid]:
    if found.noise is not None:
        yield _noise_grid(found.noise.epsilon, threshold, "Noise")


def _noise_grid(epsilon: sp.Expr, threshold: Threshold | None, name: str) -> Grid:
    rows = noise.rows(epsilon, threshold)
    return Grid(
        tuple(_words(label, cells) for label, cells, failed in rows if not failed), ("", *_MECHANISMS), name
    )


def _words(label: str, cells: Sequence[str]) -> Row:
    return Row(worded(label), tuple(map(tex_words, cells)))


@grids.register
def _(found: Recommendation) -> tuple[Grid, ...]:
    shown = [
        ("Profile", "risk profile", f"$r^* = {LAYOUT.set(found.profile.bound)}$"),
        ("Exact", EPS, number(found.epsilon)),
        ("Epsilon", rf"{EPS}, a double never above it", double(found.epsilon_double)),
    ]
    at = [place(one.priors, one.kind, one.segment_end) for one in found.attained]
    shown += [("Attained", "least at", "; ".join(at))] if at else []
    return (Grid(tuple(keyed((*shown, grade(found.grade))))),)


@grids.register
def _(found: EnclosedRecommendation) -> tuple[Grid, ...]:
    shown = [
        ("Enclosure", EPS, f"${digits(found.enclosure)}$"),
        ("Epsilon", rf"{EPS}, a double never above it", double(found.epsilon_double)),
        *(("Attained", "least near", f"${near}$") for near in _near(found)[:1]),
    ]
    return (Grid(tuple(keyed((*shown, grade(found.grade))))),)


def _near(found: EnclosedRecommendation) -> list[str]:
    return [place.replace("->", r"\to") for place in places(found)]


@grids.register
def _(found: SampledRecommendation) -> tuple[Grid, ...]:
    seen = decimal(f"{found.sampled.epsilon:.6g}".replace("inf", "oo"))
    return (
        Grid(tuple(keyed((("Seen", rf"least {EPS} seen, not proved", f"${seen}$"), grade(found.grade))))),
    )


@grids.register
def _(found: Derivation) -> tuple[Grid, ...]:
    return grids(found.derived)


@grids.register
def _(found: PiecewiseInfimum) -> tuple[Grid, ...]:
    return (Grid(tuple(cases(found)), ("if", EPS, "attained")),)


def cases(found: PiecewiseInfimum) -> Iterator[Row]:
    """The branches of a closed form."""
    for branch in found.branches:
        where = stacked(map(attained, branch.attained))
        yield Row(conditions(branch.conditions), (value_of(branch), where))
    yield from (Row(conditions(empty.conditions), (NO_PRIOR, "")) for empty in found.empty)
    yield from (Row(conditions(region.conditions), ("open", "")) for region in found.open)


@grids.register
def _(found: Signs) -> tuple[Grid, ...]:
    rows = []
    for piece in found.pieces:
        bound = f"$r^* = {LAYOUT.set(piece.bound)}$"
        if piece.lemma is None:
            rows.append(Row(bound, ("", worded(piece.open or piece.nowhere), conditions(piece.conditions))))
            continue
        for one in piece.lemma.signs:
            name = f"${LAYOUT.set(one.variable)}$"
            for claim in one.claims:
                where = conditions((*piece.conditions, *claim.conditions))
                rows.append(Row(bound, (name, signs.WORD[claim.sign], where)))
            if one.undecided:
                rows.append(Row(bound, (name, "open", conditions(piece.conditions))))
    return (Grid(tuple(rows), ("bound", "in", EPS, "where")),)


@grids.register
def _(found: Explanation) -> tuple[Grid, ...]:
    named = {m: label for m, label in _MEASURES.items() if m in found.least}
    rows = [Row(label, (_extreme(found.least[m]), _extreme(found.largest[m]))) for m, label in named.items()]
    tables = [Grid(tuple(rows), ("", "at least", "at most"))]
    for count, priors in enumerate(found.at, 1):
        at = rf"$p = {LAYOUT.set(priors.inclusion)},\ q = {LAYOUT.set(priors.prior_value)}$"
        pairs = [(_MEASURES[m], priors.measures[m]) for m in named if m in priors.measures]
        bounds = tuple(Row(label, (number(pair.lower), number(pair.upper))) for label, pair in pairs)
        tables.append(Grid(bounds, (at, "at least", "at most"), f"Prior{letters_of(count)}"))
    return tuple(tables)


def _extreme(extreme: Extreme) -> str:
    return number(extreme.value)


@grids.register
def _(found: Design) -> tuple[Grid, ...]:
    name = f"${LAYOUT.set(found.variable)}$"
    shown = [
        ("Profile", "risk profile", f"$r^* = {LAYOUT.set(found.derived.profile.bound)}$"),
        ("Goal", "goal", worded(f"{found.goal.text}, {found.goal.mechanism} mechanism")),
        ("Needed", rf"{EPS} that it needs", number(found.goal.epsilon)),
    ]
    if found.smallest is not None and found.epsilon is not None:
        least = number(found.exact) if found.exact is not None else f"${digits(found.smallest)}$"
        shown.append(("Least", f"least {name}", least))
        if found.proposed is not None and found.proposed != found.exact:
            shown.append(("Proposed", f"proposed {name}", f"${decimal(decimal_text(found.proposed))}$"))
        shown.append(("Epsilon", rf"{EPS} there", f"${digits(enclosure_of(found.epsilon))}$"))
    else:
        shown.append(("Outcome", f"values of {name} that meet it", tex_words(str(found.outcome))))
    return (Grid(tuple(keyed((*shown, grade(found.derived.grade))))),)


@grids.register
def _(found: Split) -> tuple[Grid, ...]:
    rows = []
    for share in found.shares:
        deviation = measured(noise_of("geometric", share.epsilon).standard_deviation)
        rows.append(
            Row(mathematics(share.weight), (number(share.epsilon), double(share.epsilon_double), deviation))
        )
    header = ("share", EPS, "a double never above it", "standard deviation, counts")
    return (Grid(tuple(rows), header),)


@grids.register
def _(found: ScenarioAnswer) -> tuple[Grid, ...]:
    tables = [
        Grid(tuple(keyed(_budget(found)))),
        Grid(
            tuple(_adversary(one, one in found.binding) for one in found.allowances),
            ("adversary", "caps as $r^*$", "priors", EPS, ""),
            "Adversaries",
        ),
    ]
    threshold = found.scenario.threshold
    if found.shares is not None:
        for count, share in enumerate(found.shares.shares, 1):
            tables.append(_noise_grid(share.epsilon, threshold, f"Noise{letters_of(count)}"))
        tables.append(Grid(tuple(_shares(found)), ("release", EPS, "a double never above it"), "Releases"))
    elif not found.enclosure.is_infinite and found.budget != 0:
        tables.append(_noise_grid(found.budget, threshold, "Noise"))
    return tuple(tables)


def _budget(found: ScenarioAnswer) -> Iterator[tuple[str, str, str]]:
    exact = found.closed_form
    yield "Exact", EPS, f"${digits(found.enclosure)}$" if exact is None else number(exact)
    yield "Epsilon", rf"{EPS}, a double never above it", double(found.epsilon_double)
    yield "Binding", "binding", tex_words(", ".join(one.adversary.name for one in found.binding))
    yield grade(found.grade)


def _adversary(one: Allowance, binds: bool) -> Row:
    exact = one.closed_form
    allowed = f"${digits(one.enclosure)}$" if exact is None else number(exact)
    priors = _priors(one.adversary)
    cells = (mathematics(one.adversary.bound), priors, allowed, "binding" if binds else "")
    return Row(tex_words(one.adversary.name), cells)


def _priors(adversary: Adversary) -> str:
    """Which priors are meant."""
    if adversary.pairs:
        return f"{len(adversary.pairs)} pairs"
    fixed = [rf"${prior} = {tex_words(value)}$" for prior, value in adversary.fixed.items()]
    box = [mathematics(bound) for text in adversary.box for bound in parse_box(text)]
    return ", ".join([*fixed, *box]) or "all"


def _shares(found: ScenarioAnswer) -> Iterator[Row]:
    assert found.shares is not None
    for release, share in zip(found.scenario.releases, found.shares.shares, strict=True):
        yield Row(tex_words(release.name), (number(share.epsilon), double(share.epsilon_double)))


@grids.register
def _(found: Comparison) -> tuple[Grid, ...]:
    letters = comparison.lettered(found)
    rows = tuple(_words(label, cells) for label, cells in comparison.rows(found))
    sources = [Row(letter, (number(one.epsilon), _source(one.text, one.grade))) for letter, one in letters]
    return (
        Grid(rows, ("", *(letter for letter, _ in letters))),
        Grid(tuple(sources), ("", EPS, "from"), "Budgets"),
    )


def _source(text: str, grade: Grade | None) -> str:
    return "given" if grade is None else rf"\texttt{{{tex_words(text)}}} ({tex_words(str(grade))})"


grids.register(AttackBudget, attacks.budget)
grids.register(AttackExplanation, attacks.explained)
grids.register(AttackDesign, attacks.designed)
grids.register(AttackSplit, attacks.split)
grids.register(Consistency, mechanisms.published)
grids.register(PrivacyLoss, mechanisms.loss)
grids.register(LossComposition, mechanisms.composition)
grids.register(PrivacyCost, mechanisms.cost)
grids.register(SampledSensitivity, mechanisms.sampled)
grids.register(RandomizedResponse, mechanisms.survey)


@grids.register
def _(found: SweepRow) -> tuple[Grid, ...]:
    shown = [("", f"${LAYOUT.set(sp.Symbol(name))}$", tex_words(str(v))) for name, v in found.values.items()]
    eps = tex_words(found.error) if found.enclosure is None else f"${digits(found.enclosure)}$"
    return (Grid(tuple(keyed((*shown, ("Epsilon", EPS, eps))))),)


@grids.register
def _(found: Sensitivities) -> tuple[Grid, ...]:
    rows = tuple(
        Row(
            rf"$\partial\varepsilon/\partial {LAYOUT.set(one.variable)}$",
            (_side(one.below), _side(one.above)),
        )
        for one in found
    )
    return (Grid(rows, ("", "from below", "from above")),)


def _side(one: OneSided) -> str:
    return f"none: {worded(one.note)}" if one.value is None else number(one.value)
