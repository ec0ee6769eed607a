"""What the parser of profiles, numbers, assumptions, boxes and bindings reads, and what it must refuse."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import And, Eq, Max, Min, Ne, Not, Or, Piecewise, Rational, oo, sqrt

from symbolic_eps.errors import DomainError, InputError, ProfileSyntaxError
from symbolic_eps.profiles.parse import (
    parse_assumptions,
    parse_binding,
    parse_box,
    parse_number,
    parse_profile,
)
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as P
from symbolic_eps.theory.symbols import PRIOR_VALUE as Q
from symbolic_eps.theory.symbols import parameter

A, B, P0, P1 = (parameter(name) for name in ("a", "b", "p0", "p1"))
HALF = Rational(1, 2)
READERS = (parse_profile, parse_number, parse_assumptions, parse_box, parse_binding)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1/(p*q)", 1 / (P * Q)),
        ("a - b - 1", A - B - 1),
        ("a/b/2", A / B / 2),
        ("a/b*2", 2 * A / B),
        ("-p**2", -(P**2)),
        ("2**-1", HALF),
        ("2**3**2", sympy.Integer(512)),
        ("(-2)**3", sympy.Integer(-8)),
        ("+p", P),
        ("p**(1/2)", sqrt(P)),
        ("p**(-3/2)", P ** Rational(-3, 2)),
        ("sqrt(8)", 2 * sqrt(2)),
        ("max(2, a/p)", Max(2, A / P)),
        ("max(p)", P),
        ("max(p, 1, max(q, 2))", Max(P, Q, 2)),
        ("min(1, p, 1/2)", Min(P, HALF)),
        ("min(oo, p)", P),
        ("max(oo, p)", oo),
        ("min(oo)", oo),
        (" oo ", oo),
        ("(p\n + q)", P + Q),
        ("piecewise((2, p < 1/2), oo)", Piecewise((2, P < HALF), (oo, True))),
        ("piecewise((1, 2 < 1), (p, p < 1), 3)", Piecewise((P, P < 1), (3, True))),
        ("piecewise((1, 1 < 2), 3)", sympy.Integer(1)),
        ("1 + piecewise((2, p < 1), 3)", 1 + Piecewise((2, P < 1), (3, True))),
    ],
)
def test_profile_is_the_expression_that_the_text_says(text: str, expected: sympy.Expr) -> None:
    assert parse_profile(text) == expected


def test_pi_e_and_i_are_real_parameters() -> None:
    assert parse_profile("pi + e*I + E") == sum(
        (parameter(n) for n in ("pi", "E")), parameter("e") * parameter("I")
    )


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("0 < p < 1", And(P > 0, P < 1)),
        ("p < 1 or q < 1 and p > 0", Or(P < 1, And(Q < 1, P > 0))),
        ("not (p < 1 or q < 1)", Not(Or(P < 1, Q < 1))),
        ("not p < 1", P >= 1),
        ("p == q", Eq(P, Q)),
        ("p != q", Ne(P, Q)),
        ("p**2 >= 0", sympy.Ge(P**2, 0, evaluate=False)),
    ],
)
def test_condition_of_a_case_keeps_its_meaning(condition: str, expected: sympy.Basic) -> None:
    read = parse_profile(f"piecewise((1, {condition}), 2)").args[0].cond
    for p in (-1, 0, HALF, 1, 2):
        for q in (0, HALF, 1):
            assert read.subs({P: p, Q: q}) == expected.subs({P: p, Q: q})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1/4", Fraction(1, 4)),
        ("0.05", Fraction(1, 20)),
        ("0.1000000000000000055511151231257827", Fraction("0.1000000000000000055511151231257827")),
        ("1e-6", Fraction(1, 10**6)),
        ("2.5E+3", Fraction(2500)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("-3", Fraction(-3)),
        ("(1 - 0.9) * 10**2 / 3", Fraction(10, 3)),
        ("sqrt(9/4)", Fraction(3, 2)),
        ("max(1/3, 0.3)", Fraction(1, 3)),
        ("1e-400", Fraction(1, 10**400)),
    ],
)
def test_number_is_exact(text: str, expected: Fraction) -> None:
    number = parse_number(text)
    assert (number.p, number.q) == (expected.numerator, expected.denominator)


@pytest.mark.parametrize(
    "text",
    ["", " ", "nan", "NaN", "inf", "oo", "-oo", "a", "p - p", "1/0", "sqrt(2)", "1,2", "one", "1/4 1", "i"],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_number(text)


def test_chain_of_assumptions_becomes_its_neighbours() -> None:
    assert [relation.args for relation in parse_assumptions("0<a<1<b")] == [(0, A), (A, 1), (1, B)]
    assert [type(relation) for relation in parse_assumptions("p0<=p<=p1")] == [sympy.LessThan] * 2


def test_assumptions_are_joined_by_commas_and_by_and() -> None:
    read = parse_assumptions("a == 1 and b != 2, p >= 3 and (q > 4),")
    assert read == (Eq(A, 1), Ne(B, 2), P >= 3, Q > 4)


def test_relation_that_sympy_could_decide_is_kept() -> None:
    (relation,) = parse_assumptions("p**2 >= 0")
    assert isinstance(relation, sympy.GreaterThan)


def test_true_comparison_of_constants_is_dropped() -> None:
    assert parse_assumptions("0 < 1, a < 1") == (A < 1,)
    assert parse_assumptions("1 < sqrt(2) < 1.5") == ()


@pytest.mark.parametrize("text", ["1<0", "0<a<1, 1>=2", "sqrt(2)<1", "1<a<0<-1", "p<p", "1!=1", "1==2"])
def test_false_comparison_of_constants_is_a_contradiction(text: str) -> None:
    with pytest.raises(DomainError, match="contradiction"):
        parse_assumptions(text)


def test_constants_that_cannot_be_told_apart_are_not_compared() -> None:
    with pytest.raises(DomainError, match="too close"):
        parse_assumptions("sqrt(3 + 2*sqrt(2)) <= 1 + sqrt(2)")


@pytest.mark.parametrize(
    "text", ["", "a", "a<1 or b<1", "not a<1", "a=1", "a<oo", "()", "a<1 and (b<1, p<1)", "a in b"]
)
def test_what_is_no_list_of_assumptions_is_refused(text: str) -> None:
    with pytest.raises(ProfileSyntaxError):
        parse_assumptions(text)


def test_box_is_about_the_priors() -> None:
    assert [relation.args for relation in parse_box("p0<=p<=p1, q>1/2")] == [(P0, P), (P, P1), (Q, HALF)]
    assert len(parse_box("0<a<p")) == 2
    for text in ("0<a<1", "p<1, a<1"):
        with pytest.raises(ProfileSyntaxError, match="nothing about p or q"):
            parse_box(text)


def test_binding_is_a_name_and_an_exact_number() -> None:
    assert parse_binding("a=1/4") == ("a", Rational(1, 4))
    assert parse_binding(" q = 1e-2") == ("q", Rational(1, 100))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a==1",
        "a=",
        "=1",
        "a<=1",
        "a=1=2",
        "a=b",
        "a=oo",
        "max=1",
        "x=1",
        "if=1",
        "1=1",
        "a b=1",
        "(a)=1",
    ],
)
def test_what_is_no_binding_is_refused(text: str) -> None:
    with pytest.raises(ProfileSyntaxError):
        parse_binding(text)


def test_binding_counts_columns_from_its_own_beginning() -> None:
    with pytest.raises(ProfileSyntaxError, match=r"column 5 \('b'\)"):
        parse_binding("a = b")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("2p", r"column 2 \('p'\): an operator"),
        ("p^2", r"column 2 .*powers are written \*\*"),
        ("  p ≤ 1", r"column 5 .*write <="),
        ("p//2", "division is written /"),
        ("x + 1", "x stands for e"),
        ("s", "s stands for 1/r"),
        ("lambda", "lambda is a keyword"),
        ("p if q else a", "if is a keyword"),
        ("True", "True is a keyword"),
        ("max", r"write max\(\.\.\.\)"),
        ("max()", "one or more"),
        ("sqrt(p, q)", "sqrt takes one"),
        ("f(p)", "unknown function"),
        ("2(p)", r"multiplication is written \*"),
        ("max(p=1)", "unreadable"),
        ("max(*p)", "starred"),
        ("1 + oo", "oo inside arithmetic"),
        ("-oo", "oo inside arithmetic"),
        ("1 + max(p, oo)", "oo inside arithmetic"),
        ("sqrt(oo)", "oo inside arithmetic"),
        ("2*piecewise((oo, p < 1), 1)", "oo inside arithmetic"),
        ("piecewise((1, p < 1))", "default"),
        ("piecewise((1, p < 1), (2, p < 2))", "default"),
        ("piecewise(1, 2)", "not \\(value, condition\\)"),
        ("piecewise((1, p), 2)", "a value where a condition belongs"),
        ("piecewise((1, piecewise((1, p < 1), 2) < 1), 2)", "inside a condition"),
        ("p < 1", "a condition where a value belongs"),
        ("1 + (p and q)", "a condition where a value belongs"),
        ("p**(1/3)", "integers or halves"),
        ("p**q", "integers or halves"),
        ("p +", "incomplete or misplaced"),
        ("p << 2", "not a value"),
        ("(p, q)", "not a value"),
    ],
)
def test_message_says_what_is_wrong_and_what_would_be_right(text: str, part: str) -> None:
    with pytest.raises(ProfileSyntaxError, match=part):
        parse_profile(text)


@pytest.mark.parametrize(
    "text",
    [
        "1/0",
        "p/(1 - 1.0)",
        "1/(p - p)",
        "1/((p - 1)**2 - p**2 + 2*p - 1)",
        "(p - p)**-2",
        "0**0",
        "1/((sqrt(p) + sqrt(q))**2 - p - q - 2*sqrt(p*q))",
        "1/(max(p, q) + min(p, q) - p - q)",
        "1/(sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2))",
    ],
)
def test_division_by_what_is_zero_everywhere_is_refused(text: str) -> None:
    with pytest.raises(DomainError, match="division by zero"):
        parse_profile(text)


@pytest.mark.parametrize(
    "text", ["1/max(p - 5, 0)", "1/(sqrt(p**2) - p)", "1/(p - 25)", "1/(q - 4*p)", "0/p"]
)
def test_division_by_what_is_zero_only_somewhere_is_read(text: str) -> None:
    assert not parse_profile(text).has(sympy.zoo, sympy.nan)


@pytest.mark.parametrize(
    "text", ["sqrt(-1)", "sqrt(1 - sqrt(2))", "(-8)**(1/2)", "sqrt(-p**2)", "sqrt(min(-1, -2))"]
)
def test_root_of_a_negative_value_is_refused(text: str) -> None:
    with pytest.raises(DomainError, match="root of a negative"):
        parse_profile(text)


HOSTILE = {
    "import": "__import__('os').system('touch planted')",
    "walrus": "(a := 1)",
    "attribute": "p.__class__",
    "method": "max.mro()",
    "call of a call": "max(p)(q)",
    "subscript": "p[0]",
    "string": "'p'",
    "f-string": "f'{p}'",
    "bytes": "b'p'",
    "lambda": "(lambda: p)()",
    "comprehension": "max(p for p in q)",
    "await": "await p",
    "matrix product": "p @ q",
    "remainder": "p % q",
    "bits": "p & q | ~a",
    "hexadecimal": "0x1F",
    "octal": "0o17",
    "underscore": "1_000",
    "complex": "1j",
    "ellipsis": "...",
    "two statements": "p; q",
    "comment": "p # q",
    "continuation": "p \\\n + q",
    "NUL": "p\x00",
    "form feed": "\x0cp",
    "cyrillic": "\u0440 + 1",
    "full-width": "\uff50 + 1",
    "other digits": "\u0661 + 1",
    "surrogate": "\ud800",
    "bidirectional": "p\u202e + q",
    "megabytes": "p+" * 5_000_000 + "p",
    "thousands of terms": "+".join(["p"] * 990),
    "many nodes": "+".join(["p"] * 400),
    "open parentheses": "(" * 1999,
    "parentheses": "(" * 900 + "p" + ")" * 900,
    "signs": "-" * 1999 + "p",
    "some signs": "-" * 200 + "p",
    "nots": "not " * 200 + "p",
    "nested sums": "(1-" * 200 + "p" + ")" * 200,
    "nested max": "max(p," * 150 + "q" + ")" * 150,
    "tower": "9**9**9",
    "tall tower": "**".join(["9"] * 300),
    "large power": "p**1000000",
    "large literal power": "10**(10**64)",
    "repeated power": "((((9**64)**64)**64)**64)**64",
    "repeated degree": "((p**64)**64)**64",
    "repeated sum": "(((p+1)**64+1)**64+1)**64",
    "large exponent": "1e999999999",
    "small exponent": "1e-999999999",
    "long exponent": "1e" + "9" * 1900,
    "many digits": "9" * 1999,
    "growing product": "*".join(["1e900"] * 100),
    "large radicand": "sqrt(" + "9" * 1900 + ")",
    "product of roots": "*".join(f"sqrt({10**70 + 7 * k})" for k in range(25)),
    "carriage return": "p\r+",
    "empty": "",
}


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_refused_quickly_on_one_line(
    name: str, read: Callable[[str], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = f"a={HOSTILE[name]}" if read is parse_binding else HOSTILE[name]
    start = time.process_time()
    with pytest.raises(InputError) as caught:
        read(text)
    assert time.process_time() - start < 3
    message = str(caught.value)
    assert len(message) < 250 and message.isprintable() and message.isascii()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "text",
    [
        "max(" + ",".join(f"a{k}+p" for k in range(95)) + ")",
        "/".join(f"(a{k}+p)" for k in range(80)),
        "1/(1+" * 14 + "p" + ")" * 14,
        "sqrt(1+" * 14 + "p" + ")" * 14,
        "piecewise((1,p<1)," * 25 + "2" + ")" * 25,
        "piecewise((1," + " or ".join(f"a{k}<p" for k in range(110)) + "),2)",
        "(p+q+a+b)**64",
        "9**64",
        "sqrt(123456789012345678901234567890)",
        "(" * 150 + "p" + ")" * 150,
    ],
)
def test_large_but_honest_text_is_read_quickly(text: str) -> None:
    start = time.process_time()
    parse_profile(text)
    assert time.process_time() - start < 3


def test_limits_are_where_they_are_said_to_be() -> None:
    assert parse_profile("p**64") == P**64
    assert parse_profile("p" + " " * 1999) == P
    for text in ("p**65", "p" + " " * 2000):
        with pytest.raises(ProfileSyntaxError):
            parse_profile(text)


Tree = tuple[str, tuple["Tree", ...]] | str
LEAVES = st.sampled_from(["p", "q", "a", "0", "1", "3", "0.25", "1e-2", "2.5e1", "1/7"])


def _grow(children: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    def node(kind: str, least: int, most: int) -> st.SearchStrategy[Tree]:
        return st.tuples(st.just(kind), st.lists(children, min_size=least, max_size=most).map(tuple))

    return st.one_of(
        *(node(kind, 2, 2) for kind in "+-*/"),
        *(node(kind, 1, 1) for kind in ("neg", "**-2", "**0", "**3")),
        *(node(kind, 1, 4) for kind in ("max", "min")),
        *(node(kind, 4, 4) for kind in ("<", "<=", "!=")),
    )


TREES: st.SearchStrategy[Tree] = st.recursive(LEAVES, _grow, max_leaves=14)
POINT = {"p": Fraction(2, 7), "q": Fraction(3, 5), "a": Fraction(-5, 3)}


def _text(tree: Tree) -> str:
    if isinstance(tree, str):
        return f"({tree})" if "/" in tree else tree
    kind, parts = tree[0], [_text(part) for part in tree[1]]
    if kind in ("max", "min"):
        return f"{kind}({', '.join(parts)})"
    if kind in "+-*/":
        return f"({parts[0]} {kind} {parts[1]})"
    if kind == "neg":
        return f"(-{parts[0]})"
    if kind.startswith("**"):
        return f"({parts[0]}){kind}"
    return f"piecewise(({parts[0]}, {parts[1]} {kind} {parts[2]}), {parts[3]})"


def _evaluate(tree: Tree) -> Fraction:
    """The value at POINT in plain fractions; ZeroDivisionError where there is none, 0**0 included."""
    if isinstance(tree, str):
        return POINT[tree] if tree in POINT else Fraction(tree)
    kind, values = tree[0], [_evaluate(part) for part in tree[1]]
    if kind == "**0" and not values[0]:
        raise ZeroDivisionError
    return {
        "+": lambda: values[0] + values[1],
        "-": lambda: values[0] - values[1],
        "*": lambda: values[0] * values[1],
        "/": lambda: values[0] / values[1],
        "neg": lambda: -values[0],
        "max": lambda: max(values),
        "min": lambda: min(values),
        "<": lambda: values[0] if values[1] < values[2] else values[3],
        "<=": lambda: values[0] if values[1] <= values[2] else values[3],
        "!=": lambda: values[0] if values[1] != values[2] else values[3],
    }.get(kind, lambda: values[0] ** int(kind[2:]))()


@settings(max_examples=400, deadline=None)
@given(TREES)
def test_printed_tree_reads_back_to_its_value(tree: Tree) -> None:
    try:
        expected = _evaluate(tree)
    except ZeroDivisionError:
        return
    text = _text(tree)
    try:
        expr = parse_profile(text)
    except DomainError as error:
        # Only a divisor in a case that is not taken here, or one that max and min hide from our points.
        assert "division by zero" in str(error) and any(word in text for word in ("piecewise", "max", "min"))
        return
    except ProfileSyntaxError as error:
        assert "piecewise inside a condition" in str(error) or (
            "0/0" in str(error) and ("/" in text or "**-" in text)
        )
        return
    names = {parameter(name): Rational(v.numerator, v.denominator) for name, v in POINT.items()}
    value = expr.xreplace(names).doit()
    assert value == Rational(expected.numerator, expected.denominator)


def _refused_or_read(text: str) -> None:
    for read in READERS:
        try:
            read(text)
        except InputError as error:
            assert "\n" not in str(error) and str(error).isprintable()


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_by_an_input_error(text: str) -> None:
    _refused_or_read(text)


WORDS = ["p", "q", "a", "x", "oo", "max", "min", "sqrt", "piecewise", "and", "or", "not", "if", "in", "None"]
NUMBERS = ["0", "1", "2", "64", "0.5", ".5", "1e-6", "1e9999"]
SIGNS = [*"+-*/(),<>=.'_^", "**", "//", "((", "))", "<=", ">=", "==", "!=", ":="]


@settings(max_examples=800, deadline=None)
@given(st.lists(st.sampled_from(WORDS + NUMBERS + SIGNS), max_size=16), st.sampled_from(["", " "]))
def test_any_text_of_our_alphabet_is_read_or_refused_by_an_input_error(tokens: list[str], blank: str) -> None:
    _refused_or_read(blank.join(tokens))


@given(st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**6), st.integers(0, 300))
def test_fractions_and_decimals_are_read_exactly(value: Fraction, places: int) -> None:
    assert parse_number(str(value)) == Rational(value.numerator, value.denominator)
    number = parse_number(f"{value.numerator}e-{places}")
    exact = Fraction(value.numerator, 10**places)
    assert math.gcd(number.p, number.q) == 1 and (number.p, number.q) == (exact.numerator, exact.denominator)


@pytest.mark.parametrize(
    "text",
    [
        "(p-1/2)/(p-1/2)",
        "3*(p-a)/(p-a)",
        "1/(1/(p-1/2))",
        "3 + 1/(q-a) - 1/(q-a)",
    ],
)
def test_cancelled_divisor_is_refused(text: str) -> None:
    with pytest.raises(ProfileSyntaxError, match="0/0"):
        parse_profile(text)


@pytest.mark.parametrize(
    "text", ["p*q/(p*q)", "(p*q+b)/(p*q)", "1/(1/p)", "r/(r+1)", "(p-a)/((p-a)*q) + 1/(p-a)"]
)
def test_divisor_that_stays_or_is_a_prior_is_read(text: str) -> None:
    parse_profile(text)
