"""Results in Python: as the command prints them, as one formula of LaTeX, as HTML with MathML."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from html import escape

import sympy as sp

from symbolic_eps.answers.comparison import Comparison
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.answers.loss_composition import LossComposition
from symbolic_eps.answers.privacy_cost import PrivacyCost
from symbolic_eps.answers.privacy_loss import PrivacyLoss
from symbolic_eps.answers.randomized_response import RandomizedResponse
from symbolic_eps.answers.sampled_sensitivity import SampledSensitivity
from symbolic_eps.answers.scenario import ScenarioAnswer
from symbolic_eps.answers.signs import Signs
from symbolic_eps.closed_forms.closed_form import NO_PRIOR, Branch, PiecewiseInfimum
from symbolic_eps.enclosed.recommended import EnclosedRecommendation, SampledRecommendation
from symbolic_eps.guarantees.composition import Split
from symbolic_eps.guarantees.explanation import Explanation
from symbolic_eps.guarantees.guarantee import Measure
from symbolic_eps.inverse.design import Design, Outcome
from symbolic_eps.inverse.sensitivity import Sensitivities
from symbolic_eps.notions.attack_design import AttackDesign
from symbolic_eps.notions.attack_explanation import AttackExplanation
from symbolic_eps.notions.attack_split import AttackSplit
from symbolic_eps.notions.budget import AttackBudget
from symbolic_eps.notions.consistency import Consistency
from symbolic_eps.notions.notion import Notion
from symbolic_eps.profiles.caps import Cap, CapKind
from symbolic_eps.profiles.groups import Group
from symbolic_eps.report import (
    comparison,
    consistency,
    design,
    enclosed,
    explanation,
    loss_composition,
    privacy_cost,
    privacy_loss,
    prose,
    randomized_response,
    recommendation,
    sampled_sensitivity,
    scenario,
    sensitivity,
    split,
)
from symbolic_eps.report.attacks import budget as attack_budget
from symbolic_eps.report.attacks import design as attack_design
from symbolic_eps.report.attacks import explanation as attack_explanation
from symbolic_eps.report.attacks import split as attack_split
from symbolic_eps.report.derivation import prose as told
from symbolic_eps.report.quantity import Quantity
from symbolic_eps.report.signs import formula_of
from symbolic_eps.report.signs import prose as signs_told
from symbolic_eps.report.tables import tables
from symbolic_eps.results import Result
from symbolic_eps.sweeps.run import Row
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.mathml import Mathml
from symbolic_eps.typesetting.notation import Notation
from symbolic_eps.typesetting.tex import Latex
from verify.enclosure import Enclosure
from verify.language.condition import Condition

EPSILON = parameter("epsilon")
DIGITS = 12


def latex(result: Result) -> str:
    """The result as one formula for LaTeX's math mode."""
    return formula(result, Latex())


def html(result: Result) -> str:
    """The formula in MathML and the tables, above the text that the command prints; nothing is markup."""
    mathematics = f'<math display="block"><mrow>{formula(result, Mathml())}</mrow></math>'
    shown, whole = "".join(table.html for table in tables(result)), f"<pre>{escape(str(result))}</pre>"
    if shown:
        whole = f"{shown}<details><summary>As text</summary>{whole}</details>"
    return f"<div>{mathematics}{whole}</div>"


@singledispatch
def text(found: object) -> str:
    """The text that the command prints."""
    raise TypeError(f"{type(found).__name__} is no result")


@singledispatch
def formula(found: object, notation: Notation) -> str:
    """The result in one formula."""
    raise TypeError(f"{type(found).__name__} is no result")


text.register(Recommendation, recommendation.text)
text.register(EnclosedRecommendation, enclosed.text)
text.register(SampledRecommendation, enclosed.text)
text.register(Explanation, explanation.text)
text.register(Design, design.text)
text.register(Split, split.text)
text.register(AttackSplit, attack_split.text)
text.register(ScenarioAnswer, scenario.text)
text.register(Comparison, comparison.text)
text.register(Consistency, consistency.text)
text.register(PrivacyLoss, privacy_loss.text)
text.register(LossComposition, loss_composition.text)
text.register(PrivacyCost, privacy_cost.text)
text.register(SampledSensitivity, sampled_sensitivity.text)
text.register(RandomizedResponse, randomized_response.text)
formula.register(Signs, formula_of)


@text.register
def _(derivation: Derivation) -> str:
    return prose.as_text(told(derivation))


@text.register
def _(answer: AttackBudget) -> str:
    return prose.as_text(attack_budget.prose(answer))


@text.register
def _(found: AttackDesign) -> str:
    return attack_design.text(found)


@text.register
def _(found: AttackExplanation) -> str:
    return attack_explanation.text(found)


@text.register
def _(signs: Signs) -> str:
    return prose.as_text(signs_told([signs]))


@text.register
def _(infimum: PiecewiseInfimum) -> str:
    cap = Cap(CapKind.RELATIVE_RISK, infimum.profile.bound)
    return text(Derivation((Group((cap,)),), infimum))


@text.register
def _(sensitivities: Sensitivities) -> str:
    return sensitivity.text(sensitivities, sensitivities.epsilon, sensitivities.grade)


@text.register
def _(row: Row) -> str:
    where = ", ".join(f"{name} = {value}" for name, value in row.values.items())
    if row.enclosure is None:
        return f"{where}: {row.error}"
    return f"{where}: eps in {row.enclosure.text(DIGITS)} ({row.grade})"


@formula.register
def _(found: Recommendation, notation: Notation) -> str:
    return (
        _within(found.enclosure, notation) if found.closed_form is None else _value(found.epsilon, notation)
    )


@formula.register
def _(recommendation: EnclosedRecommendation, notation: Notation) -> str:
    return _within(recommendation.enclosure, notation)


@formula.register
def _(recommendation: SampledRecommendation, notation: Notation) -> str:
    seen = notation.words("eps is sampled, not proved: at most about ")
    return notation.row((seen, notation.number(f"{recommendation.sampled.epsilon:.6g}".replace("inf", "oo"))))


@formula.register
def _(derivation: Derivation, notation: Notation) -> str:
    return formula(derivation.derived, notation)


@formula.register
def _(answer: AttackBudget, notation: Notation) -> str:
    question, layout = answer.question, Layout(notation)
    values = [
        (_branch(b, notation) if value is None else layout.set(value), b.conditions)
        for b in answer.branches
        for value in (attack_budget.value_of(b, question),)
    ]
    return _cases(values, answer.derived, {"eps": "epsilon"}.get(question.sought, question.sought), notation)


@formula.register
def _(found: Consistency, notation: Notation) -> str:
    layout = Layout(notation)
    least = notation.relation(notation.name("delta"), ">=", layout.set(found.delta_of_rho))
    return notation.row((_value(found.eps, notation), notation.words(" gives "), least))


@formula.register
def _(found: AttackDesign, notation: Notation) -> str:
    return formula(found.found, notation)


@formula.register
def _(found: AttackExplanation, notation: Notation) -> str:
    value, _ = found.worst[CapKind.DIFFERENCE]
    gain = notation.words("success - baseline")
    return notation.relation(gain, "<=", Layout(notation).set(value))


@formula.register
def _(infimum: PiecewiseInfimum, notation: Notation) -> str:
    values = [(_branch(branch, notation), branch.conditions) for branch in infimum.branches]
    return _cases(values, infimum, "epsilon", notation)


def _cases(
    values: Sequence[tuple[str, Sequence[Condition]]],
    infimum: PiecewiseInfimum,
    name: str,
    notation: Notation,
) -> str:
    left, layout = notation.name(name), Layout(notation)
    regions = list(values)
    regions += [(notation.words(NO_PRIOR), empty.conditions) for empty in infimum.empty]
    regions += [(notation.words("open"), region.conditions) for region in infimum.open]
    cases = [(value, layout.all_of([c.relational for c in conditions])) for value, conditions in regions]
    if len(cases) == 1 and not cases[0][1]:
        return notation.relation(left, "=", cases[0][0])
    return notation.relation(left, "=", notation.cases(cases))


@formula.register
def _(found: Explanation, notation: Notation) -> str:
    layout = Layout(notation)
    least, largest = (layout.set(side[Measure.RELATIVE_RISK].value) for side in (found.least, found.largest))
    inner = notation.relation(notation.words("relative risk"), "<=", largest)
    return notation.row(
        (_value(found.epsilon, notation), notation.words(" gives "), notation.relation(least, "<=", inner))
    )


@formula.register
def _(found: Design, notation: Notation) -> str:
    name = notation.name(str(found.variable))
    if found.outcome is not Outcome.SOLVED:
        every = "every" if found.outcome is Outcome.ALWAYS else "no"
        return notation.row(
            (notation.words(f"{every} "), name, notation.words(" in its range meets the goal"))
        )
    assert found.smallest is not None
    if found.exact is not None:
        return notation.relation(name, ">=", Layout(notation).set(found.exact))
    return notation.relation(name, ">=", notation.number(found.smallest.decimal_upper(DIGITS)))


@formula.register
def _(found: Split, notation: Notation) -> str:
    return _over_releases("epsilon", found.epsilon, len(found.shares), notation)


@formula.register
def _(found: AttackSplit, notation: Notation) -> str:
    name = "epsilon" if found.notion is Notion.APPROXIMATE else "rho"
    return _over_releases(name, found.budget, len(found.shares), notation)


def _over_releases(name: str, budget: sp.Expr, count: int, notation: Notation) -> str:
    value = notation.relation(notation.name(name), "=", Layout(notation).set(budget))
    releases = (notation.words(" over "), notation.number(str(count)), notation.words(" releases"))
    return notation.row((value, *releases))


@formula.register
def _(answer: ScenarioAnswer, notation: Notation) -> str:
    return _value(answer.budget, notation)


@formula.register
def _(answer: Comparison, notation: Notation) -> str:
    values = [_value(one.epsilon, notation) for one in answer.budgets]
    parts = [part for value in values for part in (notation.words(", "), value)]
    return notation.row(parts[1:])


@formula.register
def _(answer: RandomizedResponse, notation: Notation) -> str:
    return notation.relation(notation.name("J"), "=", Layout(notation).set(answer.fisher_information))


@formula.register
def _(answer: PrivacyLoss, notation: Notation) -> str:
    return _delta(answer.delta, notation)


@formula.register
def _(answer: LossComposition, notation: Notation) -> str:
    if answer.sought == "eps":
        return _within(answer.eps.enclosure, notation)
    return _delta(answer.delta, notation)


@formula.register
def _(answer: PrivacyCost, notation: Notation) -> str:
    return _within(answer.minimum.eps.enclosure, notation)


@formula.register
def _(answer: SampledSensitivity, notation: Notation) -> str:
    least = answer.probability if answer.combined is None else answer.combined
    assert least.closed_form is not None
    return notation.relation(notation.name("P"), ">=", Layout(notation).set(least.closed_form))


@formula.register
def _(sensitivities: Sensitivities, notation: Notation) -> str:
    return notation.listed(
        [
            notation.relation(
                notation.row((notation.slope(notation.name(str(one.variable))), notation.name("epsilon"))),
                "=",
                _one_value([one.below.value, one.above.value], notation),
            )
            for one in sensitivities
        ]
    )


@formula.register
def _(row: Row, notation: Notation) -> str:
    return notation.words(row.error) if row.enclosure is None else _within(row.enclosure, notation)


def _delta(delta: Quantity, notation: Notation) -> str:
    name = notation.name("delta")
    if delta.closed_form is not None:
        return notation.relation(name, "=", Layout(notation).set(delta.closed_form))
    return notation.relation(name, "<=", notation.number(delta.enclosure.decimal_upper(DIGITS)))


def _value(epsilon: sp.Expr, notation: Notation) -> str:
    return notation.relation(notation.name("epsilon"), "=", Layout(notation).set(epsilon))


def _within(enclosure: Enclosure, notation: Notation) -> str:
    name = notation.name("epsilon")
    lower, upper = enclosure.decimal_lower(DIGITS), enclosure.decimal_upper(DIGITS)
    if lower == upper:
        return notation.relation(name, "=", notation.number(lower))
    inner = notation.relation(name, "<=", notation.number(upper))
    return notation.relation(notation.number(lower), "<=", inner)


def _branch(branch: Branch, notation: Notation) -> str:
    layout = Layout(notation)
    if branch.epsilon is not None:
        return layout.set(branch.epsilon)
    assert branch.polynomial is not None and branch.between is not None
    low, high = (layout.set(end) for end in branch.between)
    at_end = "<" if branch.number else "<="
    inside = notation.relation(low, at_end, notation.relation(notation.name("x"), at_end, high))
    value = layout.set(-sp.log(sp.Symbol("x", positive=True)))
    root = layout.set(sp.Eq(branch.polynomial, 0, evaluate=False))
    which = notation.words(f", x {branch.which}, " if branch.which else ", ")
    return notation.row((value, notation.words(" for "), root, which, inside))


def _one_value(values: Sequence[sp.Expr | None], notation: Notation) -> str:
    below, above = (notation.words("none") if v is None else Layout(notation).set(v) for v in values)
    if below == above:
        return above
    return notation.row((below, notation.words(" from below, "), above, notation.words(" from above")))
