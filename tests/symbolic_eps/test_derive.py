"""Closed forms of profiles of one's own, against a grid of priors at exact points that shares no code."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from symbolic_eps import Cap, Group, derive, minimum
from symbolic_eps.answers import derivation
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.answers.saved_work import SavedWork, fingerprint
from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion
from symbolic_eps.closed_forms.evaluate import branch_at, exact_epsilon, holds_at
from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError
from symbolic_eps.export.forms.exportable import derived_once
from symbolic_eps.profiles.caps import CapKind
from symbolic_eps.profiles.groups import bounds_from, ends_assumed, joint_profile, read_group
from symbolic_eps.profiles.profile import conditions_from
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE, parameter
from symbolic_eps.theory.variants import Variant
from verify import kernel
from verify.evidence import Grade

Priors = Iterable[tuple[Fraction, Fraction]]
Numbers = Mapping[str, Fraction]


def eps_at(p: Fraction, q: Fraction, bound: Fraction) -> float:
    """The budget of Theorem 2 at one pair of priors, by the stable root of the quadratic in e^-eps."""
    a, b, c = p * (1 - q), 1 - p, p * q - 1 / bound
    if c >= 0:
        return math.inf
    root = math.sqrt(b * b - 4 * a * c)
    return math.log((float(b) + root) / float(-2 * c))


def square(steps: int = 80, finest: int = 6) -> list[tuple[Fraction, Fraction]]:
    """Exact priors: a grid with points near the borders p = 0, q = 0."""
    numbers = [Fraction(k, steps) for k in range(1, steps + 1)]
    numbers = [Fraction(1, 10**k) for k in range(finest, 1, -1)] + numbers
    return [(p, q) for p in numbers for q in numbers]


def line_of_q(q: Fraction) -> list[tuple[Fraction, Fraction]]:
    return [(p, q) for p, other in square(400) if other == 1]


def line_of_p(p: Fraction) -> list[tuple[Fraction, Fraction]]:
    return [(p, q) for other, q in square(400) if other == 1]


def box_of(v: Numbers, joint: Fraction | None = None, steps: int = 60) -> list[tuple[Fraction, Fraction]]:
    """The box p0 <= p <= p1, q0 <= q <= q1 with its corners, and where its borders meet p q = joint."""

    def between(low: Fraction, high: Fraction) -> list[Fraction]:
        return [low + (high - low) * k / steps for k in range(steps + 1)]

    found = [(p, q) for p in between(v["p0"], v["p1"]) for q in between(v["q0"], v["q1"])]
    if joint is not None:
        found += [(joint / v[name], v[name]) for name in ("q0", "q1")]
        found += [(v[name], joint / v[name]) for name in ("p0", "p1")]
    return [(p, q) for p, q in found if v["p0"] <= p <= v["p1"] and v["q0"] <= q <= v["q1"]]


BOX = ["p0<=p<=p1", "q0<=q<=q1"]


@dataclass(frozen=True)
class Case:
    """A derivation, the bound at exact priors (None where nothing is asked), and parameters to compare at."""

    arguments: Mapping[str, Any]
    bound: Callable[[Numbers, Fraction, Fraction], Fraction | None]
    values: tuple[Mapping[str, str], ...]
    priors: Callable[[Numbers], Priors] = lambda _: square()
    tolerance: float = 5e-3
    certificates: int = 5
    slow: bool = field(default=False, compare=False)


def _odds(k: Fraction, p: Fraction, q: Fraction) -> Fraction:
    return k / (1 - p * q + k * p * q)


CASES: dict[str, Case] = {
    "difference, q = 1": Case(
        {"difference": "b", "assumptions": ["0<b<1"], "fixed": ["q=1"]},
        lambda v, p, q: 1 + v["b"] / (p * q),
        ({"b": "1/10"}, {"b": "2/3"}),
        lambda _: line_of_q(Fraction(1)),
    ),
    "odds ratio, q = 1": Case(
        {"odds_ratio": "k", "assumptions": ["k>1"], "fixed": {"q": 1}},
        lambda v, p, q: _odds(v["k"], p, q),
        ({"k": "3"}, {"k": "11/10"}),
        lambda _: line_of_q(Fraction(1)),
    ),
    "difference and odds ratio": Case(
        {"difference": "b", "odds_ratio": "k", "assumptions": ["0<b<1", "k>1"]},
        lambda v, p, q: min(1 + v["b"] / (p * q), _odds(v["k"], p, q)),
        ({"b": "1/10", "k": "2"}, {"b": "1/2", "k": "2"}, {"b": "1/5", "k": "9/4"}),
    ),
    "(33) with p at most t": Case(
        {"profile": "max(a/(p*q), r)", "assumptions": ["0<a<1<r", "0<t<=1"], "box": ["p<=t"]},
        lambda v, p, q: max(v["a"] / (p * q), v["r"]) if p <= v["t"] else None,
        (
            {"a": "1/4", "r": "3", "t": "1/2"},
            {"a": "1/2", "r": "3", "t": "1/10"},
            {"a": "3/8", "r": "3", "t": "1/8"},
        ),
        lambda _: square(120),  # with the joints p q = a/r at p = t
    ),
    "constant, p at most p1": Case(
        {"profile": "r", "assumptions": ["r>1", "0<p1<=1"], "box": ["p<=p1"]},
        lambda v, p, q: v["r"] if p <= v["p1"] else None,
        ({"r": "3", "p1": "1/4"}, {"r": "5/4", "p1": "1"}),
    ),
    "constant, q at least q0: sharper than log(r)/2": Case(
        {"profile": "r", "assumptions": ["r>1", "0<q0<=1"], "box": ["q>=q0"]},
        lambda v, p, q: v["r"] if q >= v["q0"] else None,
        ({"r": "3", "q0": "1/10"}, {"r": "3", "q0": "1/4"}, {"r": "3", "q0": "1/2"}, {"r": "3", "q0": "1"}),
    ),
    "difference, p = 1/2: a cubic": Case(
        {"profile": "1 + 1/(4*p*q)", "fixed": {"p": "1/2"}},
        lambda v, p, q: 1 + 1 / (4 * p * q),
        ({},),
        lambda _: line_of_p(Fraction(1, 2)),
    ),
    "difference, p fixed: a cubic": Case(
        {"difference": "b", "assumptions": ["0<b<1"], "fixed": ["p"]},
        lambda v, p, q: 1 + v["b"] / (p * q),
        (
            {"b": "1/4", "p": "1/2"},
            {"b": "1/10", "p": "1/20"},
            {"b": "1/5", "p": "9/10"},
            {"b": "2/3", "p": "1/2"},
            {"b": "1/10", "p": "1/3"},
        ),
        lambda v: line_of_p(v["p"]),
        slow=True,
    ),
    "difference, q fixed: a cubic": Case(
        {"difference": "b", "assumptions": ["0<b<1"], "fixed": ["q"]},
        lambda v, p, q: 1 + v["b"] / (p * q),
        (
            {"b": "1/4", "q": "1/2"},
            {"b": "1/10", "q": "1/20"},
            {"b": "1/5", "q": "9/10"},
            {"b": "2/3", "q": "1/3"},
            {"b": "3/4", "q": "1/4"},
        ),
        lambda v: line_of_q(v["q"]),
        slow=True,
    ),
    "difference, p at most p1: a cubic": Case(
        {"difference": "b", "assumptions": ["0<b<1"], "box": ["p<=p1"]},
        lambda v, p, q: 1 + v["b"] / (p * q) if p <= v["p1"] else None,
        ({"b": "1/4", "p1": "1/2"}, {"b": "1/10", "p1": "1/20"}, {"b": "2/3", "p1": "1/2"}),
    ),
    "a jump in p": Case(  # where the sign of a resultant does not say which of two roots is the larger
        {"profile": "piecewise((r, p<=t), c)", "assumptions": ["r>1, c>1, 0<t<1"]},
        lambda v, p, q: v["r"] if p <= v["t"] else v["c"],
        (
            {"r": "3", "c": "2", "t": "1/2"},
            {"r": "2", "c": "9", "t": "1/4"},
            {"r": "2", "c": "3", "t": "1/2"},
            {"r": "9", "c": "2", "t": "3/4"},
        ),
    ),
    "odds ratio, a box": Case(
        {"odds_ratio": "k", "assumptions": ["k>1"], "box": BOX},
        lambda v, p, q: _odds(v["k"], p, q),
        (
            {"k": "3", "p0": "1/10", "p1": "1/2", "q0": "1/5", "q1": "1/2"},
            {"k": "3", "p0": "1/2", "p1": "1", "q0": "9/10", "q1": "1"},
            {"k": "3/2", "p0": "1/2", "p1": "1", "q0": "1", "q1": "1"},
            {"k": "2", "p0": "1", "p1": "1", "q0": "1", "q1": "1"},
        ),
        box_of,
    ),
    "constant, a box": Case(
        {"profile": "r", "assumptions": ["r>1"], "box": BOX},
        lambda v, p, q: v["r"],
        (
            {"r": "3", "p0": "1/10", "p1": "1/2", "q0": "1/5", "q1": "1/2"},
            {"r": "3", "p0": "1/10", "p1": "1/2", "q0": "1/2", "q1": "3/5"},
            {"r": "3", "p0": "3/4", "p1": "1", "q0": "1/2", "q1": "1"},
        ),
        box_of,
        slow=True,
    ),
    "(33) in a box": Case(
        {"profile": "max(a/(p*q), r)", "assumptions": ["0<a<1<r"], "box": BOX},
        lambda v, p, q: max(v["a"] / (p * q), v["r"]),
        (
            {"a": "1/4", "r": "3", "p0": "1/10", "p1": "1/2", "q0": "1/3", "q1": "1/2"},
            {"a": "1/4", "r": "3", "p0": "1/10", "p1": "1/2", "q0": "1/10", "q1": "1/2"},
            {"a": "1/4", "r": "3", "p0": "1/10", "p1": "1/5", "q0": "1/10", "q1": "1/5"},
            {"a": "1/20", "r": "3", "p0": "1/4", "p1": "1/2", "q0": "1/2", "q1": "1"},
            {"a": "1/20", "r": "3", "p0": "1/4", "p1": "1/2", "q0": "1/5", "q1": "1"},
            {"a": "1/20", "r": "3", "p0": "3/4", "p1": "1", "q0": "1/2", "q1": "1"},
            {"a": "1/4", "r": "2", "p0": "1/10", "p1": "1/2", "q0": "1/4", "q1": "1/2"},
        ),
        lambda v: box_of(v, v["a"] / v["r"]),
        slow=True,
    ),
    "insiders and others": Case(
        {
            "profile": [read_group("r; fix: q=1; name: insiders"), read_group("c")],
            "assumptions": ["r>1, c>1"],
        },
        lambda v, p, q: min(v["c"], v["r"]) if q == 1 else v["c"],
        ({"r": "2", "c": "3"}, {"r": "2", "c": "5"}, {"r": "2", "c": "4"}),
    ),
    "(33) in a box that excludes nothing": Case(
        {"profile": "max(a/(p*q), r)", "assumptions": ["0<a<1<r"], "box": ["p*q<=1"]},
        lambda v, p, q: max(v["a"] / (p * q), v["r"]),
        ({"a": "1/4", "r": "3"},),
        lambda _: square(120),  # with the joint p q = a/r = 1/12 at p = 1
    ),
}


NAMES = [pytest.param(n, marks=[pytest.mark.slow] if case.slow else []) for n, case in CASES.items()]
MANY = [param for param in NAMES if len(CASES[str(param.values[0])].values) > 1]


@pytest.fixture(scope="module")
def derived() -> Callable[[str], Derivation]:
    known: dict[str, Derivation] = {}

    def find(name: str) -> Derivation:
        if name not in known:
            known[name] = derive(**CASES[name].arguments)
        return known[name]

    return find


@pytest.mark.family(24)
@pytest.mark.parametrize("name", NAMES)
def test_closed_form_is_the_least_budget_over_the_priors(
    name: str, derived: Callable[[str], Derivation]
) -> None:
    case, found = CASES[name], derived(name)
    assert found.complete and found.grade is Grade.EXACT
    for values in case.values:
        numbers = {key: Fraction(text) for key, text in values.items()}
        bounds = ((p, q, case.bound(numbers, p, q)) for p, q in case.priors(numbers))
        least = min(eps_at(p, q, bound) for p, q, bound in bounds if bound is not None)
        exact = exact_epsilon(found.derived, {parameter(k): sp.Rational(text) for k, text in values.items()})
        # Never above any admissible prior's budget, and close to the least of them.
        assert float(exact) <= least + 1e-12
        assert (exact is sp.oo) == math.isinf(least)
        assert exact is sp.oo or least - float(exact) < case.tolerance


@pytest.mark.family(24)
@pytest.mark.parametrize("name", NAMES)
def test_certificates_are_accepted_and_belong_to_the_branches(
    name: str, derived: Callable[[str], Derivation]
) -> None:
    found = derived(name)
    assert len(found.certificates) >= CASES[name].certificates
    for certificate in found.certificates.values():
        kernel.check(certificate, found.certificates)


@pytest.mark.family(12)
@pytest.mark.parametrize("name", MANY)
def test_exactly_one_condition_holds(name: str, derived: Callable[[str], Derivation]) -> None:
    found = derived(name).derived
    for values in CASES[name].values:
        exact = {parameter(k): sp.Rational(text) for k, text in values.items()}
        holding = [b for b in found.branches if all(holds_at(c, exact) for c in b.conditions)]
        assert holding == [branch_at(found, exact)]


def test_closed_forms_by_hand(derived: Callable[[str], Derivation]) -> None:
    k, q0, r = parameter("k"), parameter("q0"), parameter("r")
    # q = 1: p + (1-p) x = (1-p+kp)/k at x = 1/k, for every p.
    (branch,) = derived("odds ratio, q = 1").derived.branches
    assert branch.epsilon == sp.log(k)
    # At p = 1, (1-q) x^2 = 1/r - q, which is least for the least q; as p -> 0, x -> 1/r.
    low, high = sorted(derived("constant, q at least q0: sharper than log(r)/2").derived.branches, key=str)
    found = {sp.simplify(sp.exp(2 * b.epsilon)) for b in (low, high) if b.epsilon is not None}
    assert found == {r**2, sp.simplify(r * (1 - q0) / (1 - r * q0))}
    cubic = derived("difference, p = 1/2: a cubic").derived.branches[0]
    assert cubic.epsilon is None and cubic.between is not None
    assert sp.Poly(cubic.polynomial).is_irreducible and sp.degree(cubic.polynomial) == 3
    assert sp.Poly(cubic.polynomial).count_roots(*cubic.between) == 1


@pytest.mark.slow
def test_sharp_lower_bound_of_15_over_all_values_of_q() -> None:
    """Section 4 says that (15) is at least log(r)/2; the least of its values is that of (33), at q = a/r."""
    fixed = derived_once("fixed-q").derived
    (least,) = derived_once("two-dimensional").derived.branches
    a, r = parameter("a"), parameter("r")
    assert least.epsilon is not None and sp.simplify(sp.exp(2 * least.epsilon) - (r - a) / (1 - a)) == 0
    for text in ("1/4", "9/10", "1/50"):
        at = {a: sp.Rational(text), r: sp.Integer(3)}
        bound = least.epsilon.subs(at)
        assert sp.exp(2 * bound) > 3
        values = [sp.Rational(k, 60) for k in range(1, 61)]
        found = {q: exact_epsilon(fixed, {**at, PRIOR_VALUE: q}) for q in (*values, at[a] / 3)}
        assert sp.simplify(sp.exp(2 * found.pop(at[a] / 3)) - sp.exp(2 * bound)) == 0
        assert all(float(value) >= float(bound) - 1e-12 for value in found.values())


def test_difference_with_q_1_by_hand(derived: Callable[[str], Derivation]) -> None:
    # (p + b)(p + (1-p) x) = p at p = (1-b)/2: x = (1-b)^2/(1+b)^2, a double root in p.
    b = parameter("b")
    (branch,) = derived("difference, q = 1").derived.branches
    assert branch.epsilon is not None
    assert sp.simplify(sp.exp(branch.epsilon) - (1 + b) ** 2 / (1 - b) ** 2) == 0
    assert sp.expand(branch.attained[0].place[PRIOR_INCLUSION] - (1 - b) / 2) == 0


def test_sympy_objects_and_texts_ask_the_same() -> None:
    r, q = parameter("r"), sp.Symbol("q", positive=True)
    by_text = derive("r", ["r>1"], ["q=1"], ["p<=1/2"])
    by_object = derive(
        r, [sp.Gt(sp.Symbol("r"), 1)], {q: sp.Integer(1)}, [sp.Le(sp.Symbol("p"), sp.Rational(1, 2))]
    )
    assert by_text.identifier == by_object.identifier == fingerprint(by_text.profile)
    assert by_text.derived.branches == by_object.derived.branches
    capped = derive([Cap(CapKind.POSTERIOR, sp.Rational(1, 2))], box=["p*q<=1/2"])
    assert capped.derived.branches[0].epsilon == 0  # the prior may be as large as the posterior


def test_variant_is_passed_on() -> None:
    # 1/r = x^2 as q -> 0 in Theorem 1, x for the invariant variant: (1-t) x + t with t = p q.
    assert derive("3").derived.branches[0].epsilon == sp.log(3) / 2
    assert derive("3", variant="invariant").derived.branches[0].epsilon == sp.log(3)


@pytest.mark.slow
def test_a_group_with_a_named_prior_value() -> None:
    found = derive([read_group("r; fix: q=c0"), read_group("9")], ["1<r<3"])
    assert parameter("c0") in found.profile.parameters
    small = {parameter("r"): sp.Rational(2), parameter("c0"): sp.Rational(1, 10)}
    # The group q = 1/10 with r = 2: p = 1 gives x^2 = (1/2 - 1/10)/(9/10) = 4/9.
    assert exact_epsilon(found.derived, small) == sp.log(sp.Rational(9, 4)) / 2


@pytest.mark.parametrize(
    ("box", "assumptions", "added"),
    [
        (["p0<=p<=p1"], [], ["p0 > 0", "p0 <= p1", "p1 <= 1"]),
        (["p0<p<p1"], [], ["p0 > 0", "p0 < p1", "p1 <= 1"]),
        (["p0<=p<=p1"], ["0<p0<p1<=1"], []),
        (["p0<=p<=p1"], ["p0>=0"], ["p1 >= p0", "p1 <= 1", "p1 > 0"]),  # p0 = 0 is allowed, p1 = 0 is not
        (["1/4<=p<=t"], [], ["t >= 1/4", "t <= 1"]),
        (["q>=q0", "p<=1/2"], [], ["q0 > 0", "q0 <= 1"]),
        (["p*q<=t", "2*p<=u"], [], []),
        (["p<=q"], [], []),
    ],
)
def test_ends_of_a_box_are_priors_in_order(box: list[str], assumptions: list[str], added: list[str]) -> None:
    found = {str(c) for c in ends_assumed(bounds_from(box), conditions_from(assumptions))}
    assert found == {str(c) for text in added for c in conditions_from([text])}


def test_a_prior_may_bound_the_other_one() -> None:
    """X by a search over p <= q: the root of F, which grows with x."""

    def root(p: float, q: float) -> float:
        a, b, c = p * (1 - q), 1 - p, p * q - 1 / 2
        return 0.0 if c >= 0 else -2 * c / (b + math.sqrt(b * b - 4 * a * c))

    steps = [k / 400 for k in range(1, 401)]
    eps = exact_epsilon(derive("2", box=["q>=p"]).derived, {})
    assert 0 <= math.exp(-sp.N(eps)) - max(root(p, q) for p in steps for q in steps if p <= q) < 1e-4


def test_ends_of_one_group_do_not_bound_those_of_another() -> None:
    groups = [read_group("2; box: p<=t"), read_group("3; box: p>=u")]
    region = joint_profile(groups, (), {}, (), Variant.UNBOUNDED).assumptions
    assert {frozenset(map(str, c.symbols)) for c in region} == {frozenset("t"), frozenset("u")}


BAD: dict[str, tuple[Mapping[str, Any], type[Exception], str]] = {
    "nothing": ({}, InputError, "no cap is given"),
    "contradictory": ({"profile": "r", "assumptions": ["r>1", "r<1"]}, DomainError, "no parameters satisfy"),
    "infeasible": ({"posterior": "1/2"}, InfeasibleProfileError, "below 1 at p = 1, q = 1"),
    "assumption on a prior": ({"profile": "2", "assumptions": ["p<1/2"]}, InputError, "about p, a prior"),
    "box without a prior": ({"profile": "2", "box": ["a<b"]}, InputError, "nothing about p or q"),
    "empty box": ({"profile": "2", "box": ["p>2"]}, DomainError, "the box is empty"),
    "fixed parameter": ({"profile": "r", "fixed": ["r=2"]}, InputError, "r cannot be fixed"),
    "fixed outside": ({"profile": "2", "fixed": {"q": 0}}, DomainError, r"a prior lies in \(0, 1\]"),
    "fixed inexactly": ({"profile": "2", "fixed": {"q": 0.5}}, InputError, "is a float"),
    "fixed twice": ({"profile": "2", "fixed": ["q", "q=1"]}, InputError, "fixed twice"),
    "fixed at the other prior": ({"profile": "2", "fixed": {"q": "p"}}, InputError, "which is a prior"),
    "named x": ({"profile": "1 + x"}, InputError, r"x stands for e\^-eps"),
    "object named x": ({"profile": 1 + sp.Symbol("x") ** 2}, InputError, "x cannot be a parameter"),
    "not a profile": ({"profile": 0.5}, InputError, "is a float"),
    "groups and caps": ({"profile": [read_group("2"), "3"]}, InputError, "do not mix"),
    "group fixed by its own name": (
        {"profile": [read_group("2; fix: q"), read_group("3")]},
        InputError,
        "name its value",
    ),
    "group fixed twice": (
        {"profile": [read_group("2; fix: q=1"), read_group("3")], "fixed": ["q=1"]},
        InputError,
        "fixed for all groups",
    ),
    "no group": ({"profile": [Group(())]}, InputError, "no cap is given"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused(name: str) -> None:
    arguments, kind, message = BAD[name]
    with pytest.raises(kind, match=message):
        derive(**arguments)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("zzz: 3", "is not read"),
        ("fix: q=1", "has no cap"),
        ("3; box: a<b", "nothing about p or q"),
        ("3; fix: q=1, q=1/2", "fixed twice"),
        ("", "has no cap"),
    ],
)
def test_bad_groups_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_group(text)


def test_group_text_has_all_its_parts() -> None:
    group = read_group(" max(2, b) ; posterior: 1/2 ; fix: q=1 ; box: p<=1/2 ; name: two words ")
    assert [c.kind for c in group.caps] == [CapKind.RELATIVE_RISK, CapKind.POSTERIOR]
    assert group.fixed == {PRIOR_VALUE: 1} and group.name == "two words"
    assert [str(c) for c in group.place] == ["p <= 1/2", "Eq(q, 1)"]


def test_what_was_kept_is_proved_again_and_not_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = derive("max(1/(4*p*q), r)", ["r>1"])
    for name, text in first.files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    asked: list[object] = []

    def watched(*arguments: Any, **options: Any) -> Any:
        asked.append(options.get("branches"))
        return minimum.infimum(*arguments, **options)

    monkeypatch.setattr(derivation, "infimum", watched)
    again = derive("max(1/(4*p*q), r)", ["r>1"], saved=SavedWork(tmp_path))
    assert asked == [first.derived.branches] and again.derived.branches == first.derived.branches
    assert again.certificates == first.certificates
    other = derive("max(1/(5*p*q), r)", ["r>1"], saved=SavedWork(tmp_path))
    assert asked[1:] == [None] and other.identifier != first.identifier


def test_planted_error_in_what_was_kept_is_not_believed(tmp_path: Path) -> None:
    honest = derive("3")
    for name, text in honest.files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    path = tmp_path / "branches" / f"{honest.identifier}.json"
    document = json.loads(path.read_text())
    for one in document["branches"]:
        one["polynomial"] = ["+", ["*", "2", ["^", "x", "2"]], "-1"]  # as if eps = log(2)/2
        one["coefficients"] = ["2", "0", "1"]
    path.write_text(json.dumps(document))
    again = derive("3", saved=SavedWork(tmp_path))
    assert again.derived.branches == honest.derived.branches
    path.write_text("{}")
    with pytest.raises(InputError, match="remove the file"):
        derive("3", saved=SavedWork(tmp_path))


def test_partial_result_is_not_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    def partly(*arguments: Any, **options: Any) -> Any:
        assert options["partial"]
        found = minimum.infimum(*arguments, **options)
        return replace(found, branches=(), proofs=(), open=(OpenRegion((), "planted"),))

    monkeypatch.setattr(derivation, "infimum", partly)
    found = derive("3")
    assert not found.complete and found.derived.open[0].reason == "planted"
    assert not any(path.parts[0] == "branches" for path in found.files)


def test_an_unconstrained_profile_is_done() -> None:
    for arguments in ({"profile": "oo"}, {"profile": "3", "box": ["p*q>=1/2"]}, {"posterior": "1"}):
        found = derive(**arguments)
        assert found.complete and found.unconstrained == found.derived.branches
        assert found.derived.branches[0].epsilon is sp.oo
        assert isinstance(found.derived.branches[0], Branch)
