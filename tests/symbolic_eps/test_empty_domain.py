"""Boxes with symbolic ends: where no prior satisfies one, there is neither a number nor oo to recommend.

Random boxes are derived; at random rational parameters the branch that holds is compared with `recommend` on
the box with numbers, and with the least budget at points of the box, found here without either.
"""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
import sympy as sp

from symbolic_eps import recommend
from symbolic_eps.closed_forms.arrays import epsilon_array
from symbolic_eps.closed_forms.closed_form import Branch, EmptyRegion, PiecewiseInfimum
from symbolic_eps.closed_forms.compiled_form import CompiledForm
from symbolic_eps.closed_forms.evaluate import exact_epsilon
from symbolic_eps.errors import DomainError, InputError, UndecidedError
from symbolic_eps.export.forms.derived import formula_of
from symbolic_eps.inverse.one_sided import Side, branch_beside
from symbolic_eps.inverse.sensitivity import sensitivities
from symbolic_eps.minimum import branch_search, infimum
from symbolic_eps.minimum.problem import Cell
from symbolic_eps.profiles.groups import bounds_from, fixings
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.report import document, markdown, sensitivity, structured, text
from symbolic_eps.report.table import TableEntry
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, parameter
from verify.language.condition import non_negative, positive
from verify.solvers.smt import UndecidedQueryError

Numbers = Mapping[str, Fraction]
Question = tuple[str, tuple[str, ...], tuple[str, ...]]
"""Profile, box and fixed priors."""

ENDS = ("-1<=t<=2", "-1<=u<=2")
BOUNDS = (
    *("p<=t", "p>=t", "p<t", "p>t", "t<=p<=u", "t<p<u", "t<p<=u"),
    *("q<=t", "q>=t", "q<u", "u<=q<=t", "p*q<=t", "p*q>=t", "p*q<t", "t<=p*q<=u", "p+q<=t", "p<=t*q"),
)
PROFILES = ("3", "max(1/(4*p*q), 3)", "2/p", "1 + 1/(2*p*q)")
FIXED = ((), ("q=1",), ("p=1/2",), ("q=1/3",))

_COMPARED = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}


def questions(seed: int, count: int) -> Iterator[Question]:
    stream = random.Random(seed)
    for _ in range(count):
        box = stream.sample(BOUNDS, stream.choice((1, 1, 2)))
        fixed = stream.choice(FIXED)
        yield stream.choice(PROFILES), tuple(box), fixed


QUESTIONS = (
    ("3", ("p*q<=t",), ()),
    ("3", ("p<=t",), ()),
    ("3", ("t<=p<=u",), ()),
    ("3", ("t<p<u",), ("q=1",)),
    *questions(12, 9),
)


@cache
def derived(question: Question) -> PiecewiseInfimum:
    profile, box, fixed = question
    bounds = bounds_from(box)
    used = {s.name for c in bounds for s in c.symbols}
    asked = RiskProfile(profile, [e for e in ENDS if e[4] in used], fixings(fixed), bounds)
    return infimum(asked, partial=True)


def inside(box: tuple[str, ...], at: Numbers) -> bool:
    """Whether the comparisons of a box hold, by arithmetic of this test's own."""
    for comparison in box:
        parts = comparison.replace("<=", " <= ").replace(">=", " >= ").split()
        parts = [p for part in parts for p in ([part] if "=" in part else _spaced(part))]
        values = [_value(part, at) for part in parts[::2]]
        if not all(_COMPARED[o](a, b) for a, o, b in zip(values, parts[1::2], values[1:], strict=False)):
            return False
    return True


def _spaced(text: str) -> list[str]:
    return text.replace("<", " < ").replace(">", " > ").split()


def _value(text: str, at: Numbers) -> Fraction:
    if "+" in text:
        return sum((_value(part, at) for part in text.split("+")), Fraction(0))
    return math.prod((at[name] for name in text.split("*")), start=Fraction(1))


def bound_of(profile: str, p: Fraction, q: Fraction) -> Fraction:
    return {
        "3": Fraction(3),
        "max(1/(4*p*q), 3)": max(1 / (4 * p * q), Fraction(3)),
        "2/p": 2 / p,
        "1 + 1/(2*p*q)": 1 + 1 / (2 * p * q),
    }[profile]


def budget(p: Fraction, q: Fraction, bound: Fraction) -> float:
    """Theorem 2 at one pair of priors."""
    a, b, c = p * (1 - q), 1 - p, p * q - 1 / bound
    if c >= 0:
        return math.inf
    return math.log((float(b) + math.sqrt(b * b - 4 * a * c)) / float(-2 * c))


def least_at_points(profile: str, box: tuple[str, ...], fixed: tuple[str, ...], at: Numbers) -> float | None:
    """The least budget at points of the box; None where none of the points is in it."""
    held = {text[0]: Fraction(text[2:]) for text in fixed}
    numbers = [Fraction(1, 1000), *(Fraction(k, 24) for k in range(1, 25))]
    numbers += [v + shift for v in at.values() for shift in (0, Fraction(1, 10**4), -Fraction(1, 10**4))]
    numbers = [n for n in dict.fromkeys(numbers) if 0 < n <= 1]
    sides = [[held[v]] if v in held else numbers for v in ("p", "q")]
    found = [
        budget(p, q, bound_of(profile, p, q))
        for p in sides[0]
        for q in sides[1]
        if inside(box, {**at, "p": p, "q": q})
    ]
    return min(found, default=None)


def parameters_of(derived: PiecewiseInfimum, seed: str) -> Iterator[Numbers]:
    """Random values, and those at which boxes lose a dimension or vanish."""
    stream = random.Random(seed)
    special = [Fraction(v) for v in ("-1", "0", "1/2", "1", "2", "1/3")]
    names = [s.name for s in derived.profile.parameters]
    for _ in range(5):
        values = [
            stream.choice(special) if stream.random() < 0.5 else Fraction(stream.randint(-12, 24), 12)
            for _ in names
        ]
        if stream.random() < 0.25:
            values = values[:1] * len(values)
        yield dict(zip(names, values, strict=True))


@pytest.mark.family(24)
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_a_box_with_symbolic_ends_agrees_with_the_box_with_numbers(
    question: Question,
) -> None:
    profile, box, fixed = question
    held = {text[0]: text[2:] for text in fixed}
    found = derived(question)
    assert not found.open
    for at in parameters_of(found, str(question)):
        least = least_at_points(profile, box, fixed, at)
        values = {parameter(name): sp.Rational(v.numerator, v.denominator) for name, v in at.items()}
        numbers = tuple(_with_numbers(text, at) for text in box)
        try:
            exact = exact_epsilon(found, values)
        except DomainError:
            assert least is None, at
            with pytest.raises(InputError):
                recommend(profile, fixed=held, box=numbers)
            continue
        recommended = recommend(profile, fixed=held, box=numbers).epsilon
        assert (exact is sp.oo) == (recommended is sp.oo), at
        assert exact is sp.oo or abs(sp.N(exact - recommended, 40)) < sp.Float("1e-35"), at
        assert least is None or float(exact) <= least + 1e-12, at


def _with_numbers(text: str, at: Numbers) -> str:
    for name, value in at.items():
        text = text.replace(name, f"({value})")
    return text


T = parameter("t")


def constant_up_to_t() -> RiskProfile:
    return RiskProfile("3", ["-1<=t<=2"], {"q": 1}, bounds_from(["p<=t"]))


def test_nothing_is_evaluated_where_no_prior_satisfies_the_box() -> None:
    found = infimum(constant_up_to_t())
    assert [str(e.condition) for e in found.empty] == ["t <= 0"] and not found.open
    with pytest.raises(DomainError, match=r"t = 0: no prior satisfies the box where t <= 0"):
        exact_epsilon(found, {T: sp.Integer(0)})
    with pytest.raises(DomainError, match=r"t = .*-0.5.*: no prior satisfies the box"):
        epsilon_array(found, {"t": [1.0, -0.5]})
    assert epsilon_array(found, {"t": [1.0]}) == pytest.approx([math.log(3)])
    with pytest.raises(InputError, match="no prior satisfies the box where t <= 0"):
        formula_of(found, "f", "f", "f")
    with pytest.raises(DomainError, match="no prior satisfies the box"):
        branch_beside(found, {}, T, sp.Integer(0), Side.BELOW)
    below, above = sensitivities(found, {"t": 2})[0].below, sensitivities(found, {"t": 2})[0].above
    assert below.value == 0 and above.note == "outside the assumptions"
    assert CompiledForm(found).enclosure({"t": Fraction(-1, 2)}) is None


def test_planted_infinite_budget_of_an_empty_box_is_refused() -> None:
    """An engine that knows of no empty domain answers so: r* p q >= 1 holds for all of no priors."""
    honest = infimum(constant_up_to_t())
    unsafe = Branch(honest.empty[0].conditions, None)
    with pytest.raises(UndecidedError, match="no priors may be in the domain"):
        infimum(constant_up_to_t(), branches=(*honest.branches, unsafe))
    found = infimum(constant_up_to_t(), branches=(*honest.branches, unsafe), partial=True)
    assert found.branches == honest.branches
    assert [region.conditions for region in found.open] == [unsafe.conditions]


def test_planted_number_for_an_empty_box_is_refused() -> None:
    honest = infimum(constant_up_to_t())
    (branch,) = honest.branches
    for conditions in ((), honest.empty[0].conditions):
        with pytest.raises((UndecidedError, UndecidedQueryError)):
            infimum(
                constant_up_to_t(), branches=(replace(branch, conditions=conditions),), empty=honest.empty
            )


def test_planted_empty_region_with_priors_is_refused() -> None:
    honest = infimum(constant_up_to_t())
    for conditions in ((), (non_negative(1 - T),), (positive(-T - 2),), (positive(PRIOR_INCLUSION - 2),)):
        with pytest.raises(UndecidedError):
            infimum(constant_up_to_t(), branches=honest.branches, empty=(EmptyRegion(conditions),))
    with pytest.raises(UndecidedError, match="do not cover"):
        infimum(constant_up_to_t(), branches=honest.branches)


def test_an_engine_that_overlooks_empty_boxes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branch_search, "domain_cells", lambda problem: [Cell(problem.region, (), ())])
    found = infimum(constant_up_to_t(), partial=True)
    for value in ("-1/2", "0"):
        with pytest.raises(UndecidedError, match="open"):
            exact_epsilon(found, {T: sp.Rational(value)})
    with pytest.raises(DomainError, match="no prior satisfies"):  # an edge is looked at by itself
        exact_epsilon(found, {T: sp.Integer(-1)})


def test_a_box_of_higher_degree_is_open_rather_than_wrong() -> None:
    found = infimum(RiskProfile("3", ["-1<=t<=2"], {"q": 1}, bounds_from(["p**2<=t"])), partial=True)
    for value in ("-1", "0"):
        with pytest.raises((UndecidedError, DomainError)):
            exact_epsilon(found, {T: sp.Rational(value)})


def test_a_table_names_empty_boxes_in_every_format() -> None:
    entry = TableEntry("up-to-t", "1", infimum(constant_up_to_t()))
    for shown in (text.rendered([entry]), markdown.rendered([entry]), document.rendered([entry])):
        assert shown.count("none: no prior satisfies the box") == 1
    assert structured.table([entry])["rows"][0]["empty"] == [{"condition": "t <= 0"}]
    assert "t <= 0: no prior satisfies the box" in sensitivity.formulas(entry.derived)
