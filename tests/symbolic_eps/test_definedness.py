"""A profile that has no value somewhere is refused, by both engines, and the priors are named.

`Point` at the end evaluates profiles by itself: it shares no code with what it judges.
"""

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_eps.answers.derivation import derive
from symbolic_eps.answers.recommendation import numeric_profile, recommend
from symbolic_eps.cli import main
from symbolic_eps.enclosed import definedness as enclosed_definedness
from symbolic_eps.errors import DomainError, InputError, ProfileSyntaxError, UndecidedError
from symbolic_eps.profiles import definedness
from symbolic_eps.profiles.definedness import demands_of
from symbolic_eps.profiles.groups import read_group
from symbolic_eps.profiles.parse import parse_profile
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.sweeps.run import sweep
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as P
from symbolic_eps.theory.symbols import PRIOR_VALUE as Q
from symbolic_eps.theory.symbols import parameter
from verify.solvers.smt import Solver, UndecidedQueryError

A = parameter("a")
QUARTER = sp.Rational(1, 4)

# --- what is refused, and where --------------------------------------------------------------------------

UNDEFINED = {
    "root in a guard": ("piecewise((5, sqrt(p-1/2) >= 0), 1/2)", {}, ["p<=1/4"], r"at p = 1/4"),
    "root, default above": ("piecewise((5, sqrt(p-1/2) >= 0), 3/2+20*p)", {}, [], r"at p = 1/3"),
    "logarithm in a guard": ("piecewise((5, log(2*p-1) >= -1), 3/2+20*p)", {}, [], r"at p = 1/2"),
    "root, fixed": ("piecewise((5, sqrt(p-1/2) >= 0), 1/2)", {"p": "1/4"}, [], r"at p = 1/4"),
    "pole, fixed": ("piecewise((3, 1/(p-1/4) > 0), 3/2)", {"p": "1/4"}, [], r"at p = 1/4"),
    "pole, both fixed": ("piecewise((3, 1/(p-1/4) > 0), 3)", {"p": "1/4", "q": 1}, [], r"at p = 1/4, q = 1"),
    "pole in a guard": ("piecewise((3, 1/(p-1/4) > 0), 3/2)", {}, [], r"at p = 1/4"),
    "pole at a closed end": ("piecewise((3, 1/(p-1/4) > 0), 3/2)", {}, ["p>=1/4"], r"at p = 1/4"),
    "pole after another case": ("piecewise((2, p<1/4), (3, 1/(p-1/4) > 0), 3/2)", {}, [], r"at p = 1/4"),
    "pole within a pole": ("piecewise((3, 1/(1+1/(p-1/4)) > 0), 3/2)", {"p": "1/4"}, [], r"at p = 1/4"),
    "not": ("piecewise((3, not 1/(p-1/4) > 0), 2)", {}, [], r"at p = 1/4"),
    "or": ("piecewise((3, 1/(p-1/4) > 0 or p >= 1/8), 2)", {}, [], r"at p = 1/4"),
    "and": ("piecewise((3, p > 1/2 and 1/(p-1/4) > 0), 2)", {}, [], r"at p = 1/4"),
    "and, the other part fixed": ("piecewise((3, p>1/2 and 1/(q-1/4)>0), 2)", {"p": "1/4"}, [], r"q = 1/4"),
    "or, the other part fixed": ("piecewise((3, p<1/2 or 1/(q-1/4)>0), 2)", {"p": "1/4"}, [], r"q = 1/4"),
    "cancelled by fixing": ("2 + (p-q)/(p-1/4)", {"q": "1/4"}, [], r"at p = 1/4"),
    "cancelled by fixing, in a guard": ("piecewise((3, (p-q)/(p-1/4)>0), 2)", {"q": "1/4"}, [], r"p = 1/4"),
    "unbounded case": ("max(2, piecewise((oo, 1/(p-1/4) > 0), 3))", {}, [], r"at p = 1/4"),
    "value with a root": ("piecewise((sqrt(p-1/2)+2, p>0), 3)", {}, [], r"at p = 1/3"),
    "value with a logarithm": ("piecewise((3, p > 9/10), 9 + log(p-1/2))", {}, [], r"at p = 1/2"),
    "value with a pole": ("3 + 1/(p-1/4)**2", {}, [], r"at p = 1/4"),
    "value with a power": ("3 + (p-1/4)**0.3", {}, [], r"at p = 1/5"),
    "one cap of two": ("min(3, 4 + 1/(p-1/4)**2)", {}, [], r"at p = 1/4"),
    "curve": ("piecewise((3, p*q>1/8), (4, sqrt(p*q-1/8)>=0), 2)", {}, [], r"at p = 1, q = 1/9"),
    "transcendental radicand": ("piecewise((3, sqrt(log(p)+1)>0), 2)", {}, [], r"at p = 1/3"),
    "transcendental case": ("piecewise((3, exp(p)<=2), (4, sqrt(2-exp(p))>=0), 2)", {}, [], r"at p = 1"),
    "no simple point": ("piecewise((3, sqrt((exp(p)-1.51)**2-1e-4)>0), 2)", {}, [], r"at p = [0-9]+/[0-9]+"),
}


@pytest.mark.parametrize("width", [None, "1/1000"])
@pytest.mark.parametrize("name", UNDEFINED)
def test_profile_without_a_value_is_refused_at_a_point(name: str, width: str | None) -> None:
    text, fixed, box, place = UNDEFINED[name]
    with pytest.raises(DomainError, match=rf"is undefined.* {place}\b") as caught:
        recommend(text, fixed=fixed, box=box, width=width)
    assert "\n" not in str(caught.value) and "earlier case" in str(caught.value)


def test_command_names_the_point_and_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    for text, *more in (
        ("piecewise((5, sqrt(p-1/2) >= 0), 1/2)", "--box", "p<=1/4"),
        ("piecewise((5, sqrt(p-1/2) >= 0), 1/2)", "--fix", "p=1/4"),
        ("piecewise((3, 1/(p-1/4) > 0), 3/2)", "--fix", "p=1/4"),
    ):
        assert main(["recommend", text, *more]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1 and "undefined" in error and "p = 1/4" in error


DEFINED = {
    "earlier case": ("piecewise((2, p<=1/4), (3, 1/(p-1/4) > 0), 3/2)", {}, []),
    "earlier case, fixed": ("piecewise((2, p<=1/4), (3, 1/(p-1/4) > 0), 3/2)", {"p": "1/4"}, []),
    "earlier root": ("piecewise((2, p<1/3), (3, sqrt(p-1/3) >= 1/10), 5/2)", {}, []),
    "earlier logarithm": ("piecewise((2, p<=1/2), (3, log(2*p-1) >= -1), 5/2)", {}, []),
    "same curve": ("piecewise((3, p*q>=1/8), (4, sqrt(1/8-p*q)>=1/10), 2)", {}, []),
    "same transcendental curve": ("piecewise((3, exp(p)>=2), (4, sqrt(2-exp(p))>=1/10), 2)", {}, []),
    "box leaves it out": ("piecewise((3, 1/(p-1/4) > 0), 3/2)", {}, ["p>1/4"]),
    "closed box with a root": ("2 + sqrt(p-1/3)", {}, ["p>=1/3"]),
    "limit at the ends": ("1/(p*q) + log(1/p) + q**-0.1 + 1", {}, []),
    "limit of an exponential": ("3/2 + 1/(20*(1-exp(-p*q)))", {}, []),
    "rising from an end": ("2 + 1/(exp(p)-1+log(1+q))", {}, []),
    "value only there": ("piecewise((2 + sqrt(p-1/2), p>=1/2), 3)", {}, []),
}


@pytest.mark.parametrize("name", DEFINED)
def test_profile_with_a_value_everywhere_is_not_refused(name: str) -> None:
    text, fixed, box = DEFINED[name]
    assert recommend(text, fixed=fixed, box=box, width="1/1000").epsilon_double > 0


def test_what_cannot_be_decided_is_open_and_says_where() -> None:
    with pytest.raises(UndecidedError, match=r"has a value near p = 0\.22.* could not be decided"):
        recommend("3 + 1/(exp(p) - 5/4)**2")  # undefined at p = log(5/4), which is no rational number


def test_closed_forms_have_a_value_for_all_parameters() -> None:
    with pytest.raises(DomainError, match=r"undefined .*at a = 1/2, p = 1/2"):
        derive("piecewise((3, 1/(p-a) > 0), 2)", ["0<a<1"])
    with pytest.raises(DomainError, match=r"undefined .*p = 1/4"):
        derive("piecewise((r, 1/(p-1/4) > 0), 2)", ["r>1"], {"p": "1/4"})
    assert derive("piecewise((3, 1/(p-a) > 0), 2)", ["1<a<2"]).complete


def test_caps_groups_and_sweeps_refuse_alike() -> None:
    with pytest.raises(DomainError, match=r"p = 1/4"):
        derive(posterior="piecewise((1/2, 1/(p-1/4) > 0), 1/3)")
    somewhere = read_group("piecewise((3, 1/(p-1/4) > 0), 2); box: p<=1/3")
    elsewhere = read_group("piecewise((3, 1/(p-1/4) > 0), 2); box: p<=1/8")
    with pytest.raises(DomainError, match=r"p = 1/4"):
        derive([somewhere, read_group("5")])
    assert derive([elsewhere, read_group("5")]).complete
    rows = list(sweep("piecewise((3, 1/(p-a) > 0), 2)", {"a": ["1/4", 2]}))
    assert ["undefined" in row.error for row in rows] == [True, False]


@pytest.mark.parametrize("box", ["1/(p-1/4) > 0", "p <= sqrt(q-1/4)", "p <= 1/(q-1)", "p < sqrt(1/2)"])
def test_box_that_has_no_value_somewhere_is_refused(box: str) -> None:
    for ask in (
        lambda: recommend("3", box=[box]),
        lambda: derive("3", box=[box]),
        lambda: RiskProfile(3, box=[box]),
    ):
        with pytest.raises(InputError, match=r"no value|rational functions"):
            ask()
    assert recommend("3", box=["p <= 1/(4*q)"]).epsilon_double > 0


# --- nothing is forgotten on the way ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "sqrt(p-1/2)**2 + 3",
        "sqrt(p-1/2) - sqrt(p-1/2) + 3",
        "piecewise(((p-1/4)/(p-1/4) + 2, p<=1/4), 1/(p-1/4))",
        "piecewise((3, sqrt(p-1/2) > sqrt(p-1/2)), 2)",
        "piecewise((3, 2>1 or sqrt(p-1/2) > 0), 2)",
        "piecewise((3, 1>2 and sqrt(p-1/2) > 0), 2)",
        "max(oo, sqrt(p-1/2))",
        "2**((p-1)/(p-1))",
        "2*(1-p*q)/(1-p*q)",
        "2*(2-3*p*q)/(2-3*p*q)",
        "2*((p-1/2)**2+(q-1/2)**2)/((p-1/2)**2+(q-1/2)**2)",
        "2*(a-p*q)/(a-p*q)",
    ],
)
def test_text_of_which_a_demand_is_cancelled_is_refused(text: str) -> None:
    with pytest.raises(ProfileSyntaxError, match="cancels"):
        parse_profile(text, transcendental=True)


@pytest.mark.parametrize(
    "text",
    [
        "2*(2-p*q)/(2-p*q)",
        "3*(p*q-4/3)*(p+q)/((p*q-4/3)*(p+q))",
        "sqrt(p)**2 + 3",
        "sqrt((p-1/4)**2*q) + 2",
        "log(p) - log(p) + 3",
        "1/sqrt(p-1/4)",
        "(p-1/4)/(2*p-1/2)",
    ],
)
def test_text_of_which_no_demand_is_cancelled_is_read(text: str) -> None:
    parse_profile(text, transcendental=True)


def test_values_put_for_symbols_keep_what_has_no_value() -> None:
    pole = 1 / (A - 1)
    assert with_values(1 / (1 + pole), {A: sp.Integer(1)}) is sp.nan  # SymPy says 0
    assert with_values(sp.Max(2, pole + P, evaluate=False), {A: sp.Integer(1)}) is sp.nan
    cancelled = with_values((P - A) / (P - QUARTER), {A: QUARTER})
    assert cancelled.subs(P, QUARTER) is sp.nan and cancelled.subs(P, 1) == 1
    guarded = sp.Piecewise(
        (2, sp.Rational(1, 2) < P), (3, sp.GreaterThan(pole, 0, evaluate=False)), (4, True)
    )
    put = with_values(guarded, {A: sp.Integer(1)})
    assert [value for value, _ in put.args] == [2, sp.nan]
    assert with_values(guarded, {A: sp.Integer(2)}) == sp.Piecewise((2, sp.Rational(1, 2) < P), (3, True))


def test_symbols_of_ones_own_lose_no_condition() -> None:
    p = sp.Symbol("p")
    own = sp.Piecewise((3, sp.StrictLessThan(sp.sqrt(p - 1), 0, evaluate=False)), (2, True))
    with pytest.raises(DomainError, match="undefined"):
        recommend(own)  # made again, SymPy takes the condition to be false


# --- random profiles against an evaluation of our own ----------------------------------------------------

NUMBERS = [Fraction(n, d) for n, d in ((1, 8), (1, 4), (1, 3), (1, 2), (2, 3), (3, 4), (1, 1))]
CLOSE = mpmath.mpf(10) ** -30


class Undefined(Exception):
    """There is no value here."""


class Unknown(Exception):
    """Two numbers are too close to be compared."""


class Tree(NamedTuple):
    """A profile or a condition: an operation, its parts, and the text that says so."""

    operation: str
    parts: tuple[Any, ...]
    text: str


def number(value: Fraction) -> Tree:
    return Tree("number", (value,), f"({value})")


def join(operation: str, *parts: Tree) -> Tree:
    texts = [part.text for part in parts]
    if operation in ("sqrt", "log", "max", "min"):
        return Tree(operation, parts, f"{operation}({', '.join(texts)})")
    if operation == "not":
        return Tree(operation, parts, f"(not {texts[0]})")
    return Tree(operation, parts, f"({f' {operation} '.join(texts)})")


def piecewise(cases: list[tuple[Tree, Tree]], default: Tree) -> Tree:
    texts = ", ".join(f"({value.text}, {guard.text})" for value, guard in cases)
    return Tree("piecewise", (*cases, default), f"piecewise({texts}, {default.text})")


def evaluate(tree: Tree, p: Fraction, q: Fraction) -> Any:
    """The value of a tree at a point: a Fraction, or mpmath's number; the truth of a condition."""
    operation, parts = tree.operation, tree.parts
    if operation == "number":
        return parts[0]
    if operation in ("p", "q"):
        return p if operation == "p" else q
    if operation == "piecewise":
        *cases, default = parts
        for value, guard in cases:
            if evaluate(guard, p, q):
                return evaluate(value, p, q)
        return evaluate(default, p, q)
    values = [evaluate(part, p, q) for part in parts]
    if operation in ("and", "or", "not"):
        return {"and": all, "or": any, "not": lambda v: not v[0]}[operation](values)
    if operation in ("<", "<=", ">", ">=", "=="):
        order = compared(values[0], values[1])
        return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0, "==": order == 0}[
            operation
        ]
    return arithmetic(operation, values)


def arithmetic(operation: str, values: list[Any]) -> Any:
    first, *rest = values
    if operation in ("sqrt", "log"):
        sign = compared(first, Fraction(0))
        if sign < 0 or (operation == "log" and sign == 0):
            raise Undefined
        return {"sqrt": mpmath.sqrt, "log": mpmath.log}[operation](real(first)) if sign else Fraction(0)
    (second,) = rest
    if operation == "/":
        if compared(second, Fraction(0)) == 0:
            raise Undefined
        return (
            first / second
            if isinstance(first, Fraction) and isinstance(second, Fraction)
            else real(first) / real(second)
        )
    if not (isinstance(first, Fraction) and isinstance(second, Fraction)):
        first, second = real(first), real(second)
    return (
        {"+": first + second, "-": first - second, "*": first * second}.get(operation)
        if operation in "+-*"
        else ({"max": max, "min": min}[operation](first, second))
    )


def real(value: Any) -> Any:
    return mpmath.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value


def compared(first: Any, second: Any) -> int:
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return (first > second) - (first < second)
    difference = real(first) - real(second)
    if abs(difference) < CLOSE:
        raise Unknown
    return 1 if difference > 0 else -1


def epsilon(bound: Any, p: Fraction, q: Fraction) -> Any:
    """The eps at one point: -log of the root of p (1-q) x^2 + (1-p) x + p q = 1/r."""
    with mpmath.workdps(60):
        a, b, c = real(p * (1 - q)), real(1 - p), real(p * q) - 1 / real(bound)
        if c >= 0 or (a == 0 and b == 0):
            return mpmath.inf
        return -mpmath.log(-2 * c / (b + mpmath.sqrt(b * b - 4 * a * c)))


class Point(NamedTuple):
    """What a profile has at a point: "undefined", "unknown", "infeasible", or its eps."""

    kind: str
    epsilon: Any = mpmath.inf

    @classmethod
    def of(cls, tree: Tree, p: Fraction, q: Fraction) -> "Point":
        with mpmath.workdps(60):
            try:
                bound = evaluate(tree, p, q)
                return (
                    cls("infeasible")
                    if compared(bound, Fraction(1)) < 0
                    else cls("value", epsilon(bound, p, q))
                )
            except Undefined:
                return cls("undefined")
            except Unknown:
                return cls("unknown")


class Question(NamedTuple):
    """A profile and its domain: an end for p, if any, and priors that are fixed."""

    tree: Tree
    end: tuple[str, Fraction] | None
    fixed: dict[str, Fraction]

    @property
    def box(self) -> list[str]:
        return [] if self.end is None else [f"p {self.end[0]} {self.end[1]}"]

    def contains(self, p: Fraction, q: Fraction) -> bool:
        if not (0 < p <= 1 and 0 < q <= 1) or (self.fixed.get("p", p), self.fixed.get("q", q)) != (p, q):
            return False
        return self.end is None or evaluate(join(self.end[0], Tree("p", (), "p"), number(self.end[1])), p, q)

    def points(self) -> Iterator[tuple[Fraction, Fraction]]:
        inner = [Fraction(k, 7) + Fraction(1, 100) for k in range(7)]
        for p, q in itertools.product(
            sorted({*NUMBERS, *inner, Fraction(1, 1000), *self.fixed.values()}), repeat=2
        ):
            if self.contains(p, q):
                yield p, q


def judged(question: Question, outcome: tuple[str, Any]) -> None:
    """Hold what an engine says against the points."""
    kind, found = outcome
    seen = {point: Point.of(question.tree, *point) for point in question.points()}
    bad = [point for point, one in seen.items() if one.kind in ("undefined", "infeasible")]
    if kind == "eps":
        assert not bad, f"eps = {found} though there is no bound, or one below 1, at {bad[0]}"
        least = min((one.epsilon for one in seen.values()), default=mpmath.inf)
        assert real(found) <= least + CLOSE, f"eps = {found}, and {least} at a point"
    if kind == "refused":
        named = dict(re.findall(r"\b([pq]) = ([0-9]+(?:/[0-9]+)?)(?=[,;] )", found + ", "))
        if set(named) == {"p", "q"}:
            p, q = Fraction(named["p"]), Fraction(named["q"])
            assert question.contains(p, q), found
            expected = ("undefined",) if "undefined" in found else ("infeasible",)
            assert Point.of(question.tree, p, q).kind in (*expected, "unknown"), found


def outcome_of(ask: Callable[[], Any]) -> tuple[str, Any]:
    try:
        found = ask()
    except InputError as error:
        return "refused", str(error)
    except (UndecidedError, UndecidedQueryError) as error:
        return "open", str(error)
    return "eps", found


def checked(question: Question, rational: bool) -> None:
    text, fixed = question.tree.text, {k: str(v) for k, v in question.fixed.items()}

    def enclosed() -> Any:
        lower = recommend(text, fixed=fixed, box=question.box, width="1/100", boxes=3000).enclosure.lower
        return lower if isinstance(lower, Fraction) else mpmath.inf

    outcomes = [outcome_of(enclosed)]
    if rational:
        exact = outcome_of(
            lambda: numeric_profile(parse_profile(text), {}, fixed, question.box).checked_pieces(Solver())
        )
        judged(question, (exact[0], Fraction(0)) if exact[0] == "eps" else exact)
        if {exact[0], outcomes[0][0]} == {"eps", "refused"}:
            raise AssertionError(f"{text}: {exact} and {outcomes[0]}")
        if len(question.fixed) == 2 and exact[0] == "eps":
            outcomes.append(outcome_of(lambda: exactly(text, fixed, question.box)))
    for outcome in outcomes:
        judged(question, outcome)


def exactly(text: str, fixed: dict[str, str], box: list[str]) -> Any:
    lower = recommend(text, fixed=fixed, box=box).enclosure.lower
    return lower if isinstance(lower, Fraction) else mpmath.inf


numbers = st.sampled_from(NUMBERS).map(number)
priors = st.sampled_from(["p", "q"]).map(lambda name: Tree(name, (), name))
inner = st.one_of(
    st.tuples(priors, numbers).map(lambda t: join("-", *t)),
    st.tuples(numbers, priors).map(lambda t: join("-", *t)),
    numbers.map(lambda n: join("-", join("*", Tree("p", (), "p"), Tree("q", (), "q")), n)),
    st.just(join("-", Tree("p", (), "p"), Tree("q", (), "q"))),
)


def partial(u: Tree, rational: bool) -> st.SearchStrategy[Tree]:
    """What has a value at some priors only, by the sign of u."""
    one = number(Fraction(1))
    forms = [join("/", one, u), join("/", one, join("*", u, u))]
    return st.sampled_from(forms if rational else [*forms, join("sqrt", u), join("log", u)])


constants = st.sampled_from([Fraction(3, 2), Fraction(2), Fraction(5)]).map(number)
ends = st.sampled_from([Fraction(-1), Fraction(0), Fraction(1, 10), Fraction(1)]).map(number)


@st.composite
def shielded(draw: st.DrawFn, rational: bool) -> Tree:
    """An earlier case takes the priors at which the later ones have no value, or all of them but a border."""
    u = draw(inner)
    first = join(draw(st.sampled_from(["<", "<="])), u, number(Fraction(0)))
    guard = join(draw(st.sampled_from("<>")), draw(partial(u, rational)), draw(ends))
    value = draw(st.one_of(constants, constants.map(lambda c: join("+", c, join("/", c, join("*", u, u))))))
    return piecewise([(draw(constants), first), (value, guard)], draw(constants))


def profiles(rational: bool) -> st.SearchStrategy[Tree]:
    parts = st.one_of(inner.flatmap(lambda u: partial(u, rational)), inner)
    simple = st.tuples(st.sampled_from(["<", "<=", ">", ">="]), parts, ends).map(lambda t: join(*t))
    guards = st.one_of(
        simple,
        simple,
        simple.map(lambda c: join("not", c)),
        st.tuples(st.sampled_from(["and", "or"]), simple, simple).map(lambda t: join(*t)),
    )
    values = st.one_of(
        constants, constants, constants, st.tuples(constants, parts).map(lambda t: join("+", *t))
    )
    cases = st.lists(st.tuples(values, guards), min_size=1, max_size=3)
    cased = st.one_of(
        st.tuples(cases, values).map(lambda t: piecewise(*t)), shielded(rational), shielded(rational)
    )
    capped = st.tuples(st.sampled_from(["max", "min"]), cased, constants).map(lambda t: join(*t))
    return st.one_of(cased, cased, capped)


def questions(rational: bool) -> st.SearchStrategy[Question]:
    ends = st.none() | st.tuples(st.sampled_from(["<=", ">=", "<", ">"]), st.sampled_from(NUMBERS[:-1]))
    fixed = st.dictionaries(st.sampled_from(["p", "q"]), st.sampled_from(NUMBERS), max_size=2)
    return st.builds(Question, profiles(rational), ends, fixed)


@settings(max_examples=60, deadline=None)
@given(questions(rational=True))
def test_rational_profiles_are_refused_alike_by_both_engines_and_at_points(question: Question) -> None:
    checked(question, rational=True)


@settings(max_examples=60, deadline=None)
@given(questions(rational=False))
def test_other_profiles_are_refused_as_they_are_at_points(question: Question) -> None:
    checked(question, rational=False)


P_TREE = Tree("p", (), "p")
PLANTED = piecewise(
    [
        (
            number(Fraction(5)),
            join(">=", join("sqrt", join("-", P_TREE, number(Fraction(1, 2)))), number(Fraction(0))),
        )
    ],
    number(Fraction(3, 2)),
)


@pytest.mark.parametrize("forgotten", [True, False])
def test_planted_engine_that_forgets_demands_is_caught(
    forgotten: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both a condition and its negation count as false where it has no value: the old error."""
    if forgotten:
        monkeypatch.setattr(enclosed_definedness, "demands_of", lambda _: iter(()))
    with pytest.raises(AssertionError, match="there is no bound") if forgotten else nullcontext():
        checked(Question(PLANTED, None, {}), rational=False)


def test_planted_path_that_is_ignored_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A demand that is made where no case leads refuses what has a value."""
    tame = "piecewise((2, p<=1/4), (3, 1/(p-1/4) > 0), 3/2)"
    assert RiskProfile(tame).checked_pieces(Solver())

    def everywhere(expression: sp.Expr, path: sp.Basic = sp.true) -> Iterator[definedness.Demand]:
        return (definedness.Demand(one.condition, sp.true) for one in demands_of(expression, path))

    monkeypatch.setattr(definedness, "demands_of", everywhere)
    with pytest.raises(DomainError, match="undefined"):
        RiskProfile(tame).checked_pieces(Solver())


_LITERALS = [
    relation(side, sp.Rational(n, 4))
    for relation in (sp.Gt, sp.Ge, sp.Lt, sp.Le, sp.Ne)
    for side in (P, Q)
    for n in (1, 2, 3)
] + [P < Q, P >= Q]
_BOOLEANS = st.recursive(
    st.sampled_from(_LITERALS),
    lambda part: (
        st.builds(
            lambda kind, parts: kind(*parts), st.sampled_from([sp.And, sp.Or]), st.lists(part, max_size=4)
        )
        | part.map(sp.Not)
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(_BOOLEANS)
def test_one_of_the_conjunctions_holds_exactly_where_the_boolean_does(boolean: sp.Basic) -> None:
    found = list(definedness.conjunctions(boolean))
    assert all(not part.has(sp.Or) for part in found)
    for p, q in itertools.product([sp.Rational(n, 8) for n in range(1, 8)], repeat=2):
        there = {P: p, Q: q}
        assert any(part.subs(there) == sp.true for part in found) == (boolean.subs(there) == sp.true)


def test_what_numbers_rule_out_is_left_out() -> None:
    half = sp.Rational(1, 2)
    above, below, other = sp.Gt(P, half), sp.Le(P, half), sp.Gt(Q, half)
    assert list(definedness.conjunctions(sp.And(sp.Or(above, other), below))) == [sp.And(below, other)]
    assert list(definedness.conjunctions(sp.And(sp.Or(above, sp.Gt(Q, 1)), below, sp.Lt(Q, half)))) == []
