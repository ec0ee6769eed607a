"""Attacks on the judge of decision records: random profiles, and false claims that it must not accept."""

from __future__ import annotations

import operator
import random
from fractions import Fraction
from functools import partial, reduce
from itertools import pairwise, product
from math import inf
from typing import Any

import mpmath
import pytest
import sympy as sp

from symbolic_eps import parse_profile, recommend
from symbolic_eps.decision.claims import bound_claims
from symbolic_eps.decision.jets import ONE, evaluated
from symbolic_eps.decision.judge import claims_of, question_of
from symbolic_eps.decision.leaf_search import leaves_at
from symbolic_eps.decision.leaves import Box, gap, is_safe, jets_on, requirement
from symbolic_eps.decision.sharpness import Path, Root, check_sharp
from symbolic_eps.decision.text_tree import Tree, profile_of
from verify.polynomial import Rejected

VARIANTS = ("unbounded", "bounded", "invariant")


class UndefinedError(ArithmeticError):
    """The tree has no value there."""


def value(tree: Tree, at: dict[str, Any]) -> Any:
    """The tree's value: exact for rational ones, by mpmath for others; written for the tests alone."""
    match tree:
        case Fraction():
            return tree
        case str():
            return at[tree]
        case ("piecewise", *parts):
            for i in range(0, len(parts) - 1, 2):
                if truth(parts[i + 1], at):
                    return value(parts[i], at)
            if len(parts) % 2 == 0:
                raise UndefinedError
            return value(parts[-1], at)
        case ("^", base, n):
            return value(base, at) ** n
    word, *parts = tree
    numbers = [value(part, at) for part in parts]
    if word in ("exp", "log", "sqrt"):
        (x,) = (mpmath.mpf(c.numerator) / c.denominator if isinstance(c, Fraction) else c for c in numbers)
        if (word == "log" and x <= 0) or (word == "sqrt" and x < 0):
            raise UndefinedError
        return getattr(mpmath, word)(x)
    if any(not isinstance(c, Fraction) for c in numbers):
        numbers = [mpmath.mpf(c.numerator) / c.denominator if isinstance(c, Fraction) else c for c in numbers]
    if word == "/" and numbers[1] == 0:
        raise UndefinedError
    match word:
        case "+":
            return numbers[0] + numbers[1]
        case "*":
            return numbers[0] * numbers[1]
        case "/":
            return numbers[0] / numbers[1]
    return max(numbers) if word == "max" else min(numbers)


def truth(condition: Tree, at: dict[str, Any]) -> bool:
    word, *parts = condition
    if word == "not":
        return not truth(parts[0], at)
    if word in ("and", "or"):
        return (all if word == "and" else any)([truth(part, at) for part in parts])
    left, right = (value(part, at) for part in parts)
    if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
        left, right = real(left), real(right)
    table = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}
    return bool((table | {"=": left == right, "!=": left != right})[word])


def random_tree(draw: random.Random, depth: int, transcendental: bool) -> Tree:
    if depth == 0 or draw.random() < 0.15:
        return draw.choice(["p", "q", "p", "q", Fraction(draw.randint(-4, 9), draw.randint(1, 5))])
    inner = [random_tree(draw, depth - 1, transcendental) for _ in range(3)]
    words = ["+", "+", "*", "*", "/", "/", "max", "min", "^", "piecewise"]
    word = draw.choice(words + ["exp", "log", "sqrt"] * transcendental)
    if word == "^":
        return ("^", inner[0], draw.randint(0, 4))
    if word == "piecewise":
        condition = (draw.choice(["<", "<=", ">", ">=", "=", "!="]), inner[1], random_tree(draw, 1, False))
        if draw.random() < 0.3:
            condition = (draw.choice(["and", "or"]), condition, ("not", ("<", "p", "q")))
        return (word, inner[0], condition, inner[2])
    if word in ("exp", "log", "sqrt"):
        return (word, inner[0])
    return (word, inner[0], inner[1])


def inverse(variant: str, p: Any, q: Any, x: Fraction) -> Any:
    """1 over Theorem 1's bound, as the paper prints it; of the other variants, as docs/variants.md does."""
    if variant == "unbounded":
        return p * q + p * x**2 * (1 - q) + x * (1 - p)
    return p * q + x * (1 - p * q)


def random_prior(draw: random.Random) -> Fraction:
    return draw.choice([Fraction(1), Fraction(draw.randint(1, 60), 60), Fraction(1, draw.randint(1, 10**6))])


def kernel_truth(formula: Any, at: dict[str, Fraction]) -> bool:
    """A formula as the kernel means it: a comparison is false where a side has no value."""
    word, *parts = formula
    if word == "not":
        return not kernel_truth(parts[0], at)
    if word in ("and", "or"):
        return (all if word == "and" else any)([kernel_truth(part, at) for part in parts])
    try:
        left, right = (kernel_value(part, at) for part in parts)
    except ZeroDivisionError:
        return False
    return {">": left > right, ">=": left >= right, "=": left == right, "!=": left != right}[word]


def kernel_value(tree: Any, at: dict[str, Fraction]) -> Fraction:
    if isinstance(tree, str):
        return at.get(tree) or Fraction(tree)
    word, *parts = tree
    if word == "^":
        return kernel_value(parts[0], at) ** parts[1]
    numbers = [kernel_value(part, at) for part in parts]
    total = numbers[0]
    for number in numbers[1:]:
        total = total + number if word == "+" else total * number if word == "*" else total / number
    return total


@pytest.mark.family(18)
@pytest.mark.parametrize("seed", range(8))
def test_the_claims_say_that_the_risk_is_met(seed: int) -> None:
    draw, counted = random.Random(seed), [0, 0]
    for _ in range(150):
        tree, variant = random_tree(draw, 3, False), draw.choice(VARIANTS)
        x = Fraction(draw.randint(1, 10), 10)
        try:
            claims = bound_claims(tree, [], {}, variant, str(x))
        except Rejected:
            continue
        for _ in range(12):
            at = {"p": random_prior(draw), "q": random_prior(draw)}
            says = all(kernel_truth(claim["goal"], at) for claim in claims)
            try:
                met = value(tree, at) * inverse(variant, at["p"], at["q"], x) >= 1
            except (UndefinedError, ZeroDivisionError):
                met = False
            assert says <= met, (tree, at, x)
            counted[says] += 1
            if met and not says:  # only where a part that does not matter has no value
                assert "/" in str(tree)
    assert min(counted) > 100


@pytest.mark.family(18)
@pytest.mark.parametrize("seed", range(8))
def test_no_box_is_accepted_that_has_an_unsafe_prior(seed: int) -> None:
    draw, accepted, refused = random.Random(seed), 0, 0
    with mpmath.workdps(60):
        for _ in range(500):
            tree, variant = random_tree(draw, 3, True), draw.choice(VARIANTS)
            x = Fraction(draw.randint(0, 8), 8)
            box = random_box(draw)
            try:
                if not is_safe(tree, requirement(tree, variant, x), box):
                    refused += 1
                    continue
            except (Rejected, ArithmeticError):
                refused += 1
                continue
            accepted += 1
            for _ in range(20):
                p, q = (inside(draw, side) for side in box)
                risk = value(tree, {"p": p, "q": q})
                assert risk > 0, (tree, box)
                there = inverse(variant, p, q, x)
                slack = mpmath.mpf(10) ** -50 if isinstance(risk, mpmath.mpf) else 0
                there = mpmath.mpf(there.numerator) / there.denominator if slack else there
                assert risk * there - 1 >= -slack * (1 + abs(risk)), (tree, box, p, q, x, variant)
    assert accepted > 40
    assert refused > 100


@pytest.mark.parametrize("seed", range(4))
def test_jets_hold_values_and_slopes(seed: int) -> None:
    draw, counted = random.Random(seed), 0
    with mpmath.workdps(80):
        for _ in range(400):
            tree, box = random_tree(draw, 3, True), random_box(draw)
            try:
                jet = evaluated(tree, jets_on(box))
            except (Rejected, ArithmeticError):
                continue
            p, q = (inside(draw, side) for side in box)
            other = tuple(inside(draw, side) for side in box)
            one, two = (real(value(tree, {"p": at[0], "q": at[1]})) for at in ((p, q), other))
            assert contains(jet.value, one)
            assert one > 0 or not jet.positive
            if (
                jet.slopes is not None and abs(one) < mpmath.mpf(10) ** 20
            ):  # the mean value theorem, along both sides
                halfway = real(value(tree, {"p": other[0], "q": q}))
                for start, end, step, slope in (
                    (one, halfway, other[0] - p, jet.slopes[0]),
                    (halfway, two, other[1] - q, jet.slopes[1]),
                ):
                    if step:
                        assert contains(slope, (end - start) / real(step)), (tree, box)
                        counted += 1
    assert counted > 100


def real(number: Any) -> Any:
    return mpmath.mpf(number.numerator) / number.denominator if isinstance(number, Fraction) else number


def contains(interval: Any, number: Any) -> bool:
    low, high = (mpmath.mpf(end) if abs(end) == inf else mpmath.mpf(end) / ONE for end in interval)
    slack = mpmath.mpf(10) ** -40 * (1 + abs(number))
    return bool(low - slack <= number <= high + slack)


def random_box(draw: random.Random) -> Box:
    sides = []
    for _ in range(2):
        ends = sorted(Fraction(draw.randint(0, 16), 16) for _ in range(2))
        if draw.random() < 0.5:
            ends = [ends[0], ends[0] + Fraction(1, 64)] if ends[0] < 1 else [Fraction(0), Fraction(1, 50)]
        sides.append((ends[0], ends[1] if ends[1] else Fraction(1, 9)))
    return sides[0], sides[1]


def inside(draw: random.Random, side: tuple[Fraction, Fraction]) -> Fraction:
    low, high = side
    share = draw.choice([Fraction(1), Fraction(draw.randint(1, 999), 1000), Fraction(1, 10**9)])
    return low + share * (high - low)


FALSE = [
    ("2+q", {}, "2/3"),  # X is 1/sqrt(2)
    ("1/(5*p*q)", {}, "1"),  # below 1 at p = q = 1
    ("max(1/(p-1/2), 3)", {}, "1"),  # without a value at p = 1/2
    ("max(q/(q-p), 3)", {}, "1"),
    ("min(1/p, 2)", {}, "99/100"),
    ("2 + 0/(p-q)", {}, "1"),
    ("piecewise((2, p<1/2), (2, p>1/2))", {}, "1"),  # nothing at p = 1/2
    ("piecewise((2, 1/(p-1/2)>0), 3)", {}, "1"),
    ("max(2, 1/(2*p)) - 1", {}, "1/2"),
    ("99/(100*p*q)", {"p": "1"}, "1/2"),
    ("1/(p*q)*(1-1/1000000)", {}, "0"),
    ("3 - 2*p*q + 0*(1/(1-p*q))", {}, "1"),
]


@pytest.mark.parametrize(("text", "fixed", "level"), FALSE, ids=[text for text, _, _ in FALSE])
def test_false_bounds_have_a_point_against_their_claims(text: str, fixed: dict[str, str], level: str) -> None:
    asked = {"profile": text, "parameters": {}, "fixed": fixed, "box": [], "table": None}
    question = question_of(asked | {"variant": "unbounded"})
    x = Fraction(level)
    claims = claims_of(question, Root([-x, Fraction(1)], x, x), (x, x))
    priors = [Fraction(1, 10**6), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1)]
    points = [dict(zip("pq", at, strict=True)) for at in product(priors, repeat=2)]
    points = [at | {v: Fraction(c) for v, c in fixed.items()} for at in points]
    assert any(
        not kernel_truth(claim["goal"], at)
        for claim in claims
        for at in points
        if all(kernel_truth(hypothesis, at) for hypothesis in claim["hypotheses"])
    )
    assert leaves_at(question.profile, [], question.fixed, "unbounded", x) is None


@pytest.mark.parametrize(
    ("profile", "p", "q", "polynomial"),
    [
        ("4", "1", "t", "-1 3"),  # X is 1/2
        ("4", "1", "1", "-1 2"),  # eps = oo there
        ("4", "1 - t", "1 + t", "-1 2"),  # q > 1
        ("4", "1", "-t", "-1 2"),
        ("4", "1", "0", "-1 2"),  # q = 0 is no prior
        ("4", "t", "t", "-1 2"),
        ("4 + q/(q-q)", "1", "t", "-1 2"),
        ("4 + 1/q - 1/q + t", "1", "t", "-1 2"),
        ("1 + 3*(1-p)", "1-t", "1", "-1 2"),  # X = 3/4 would be at the corner
        ("0 - 4", "1", "t", "-1 2"),
    ],
)
def test_false_paths(profile: str, p: str, q: str, polynomial: str) -> None:
    powers = [Fraction(c) for c in polynomial.split()]
    x = -powers[0] / powers[1]
    with pytest.raises(Rejected):
        path = Path(
            {v: profile_of(text, {"t": "t", "x": "x"}) for v, text in (("p", p), ("q", q))},
            Root(powers, x, x),
        )
        check_sharp(profile_of(profile, {}), [], {}, "unbounded", path)


def test_the_corner_needs_its_own_limit() -> None:
    """At p = q = 1 F vanishes at all levels; F/S tends to 0 at one alone."""
    path = {"p": profile_of("1 - t", {"t": "t"}), "q": profile_of("1", {})}
    for c in (Fraction(1, 2), Fraction(3, 4)):
        x = 1 - c  # F = p q + (1 - p q) x - 1/r* is about t (x - 1 + c)
        profile = profile_of("1 + c*(1-p*q)", {"c": c})
        check_sharp(profile, [], {}, "unbounded", Path(path, Root([-x, Fraction(1)], x, x)))
        with pytest.raises(Rejected, match="does not tend to 0"):
            y = x + Fraction(1, 100)
            check_sharp(profile, [], {}, "unbounded", Path(path, Root([-y, Fraction(1)], y, y)))


def test_a_gap_is_found() -> None:
    draw = random.Random(3)
    whole = ((Fraction(0), Fraction(1)), (Fraction(0), Fraction(1)))
    for _ in range(60):
        cuts = [sorted({Fraction(draw.randint(1, 30), 31) for _ in range(draw.randint(0, 5))}) for _ in "pq"]
        columns, rows = ([Fraction(0), *ends, Fraction(1)] for ends in cuts)
        boxes: list[Box] = [(a, b) for a in pairwise(columns) for b in pairwise(rows)]
        draw.shuffle(boxes)
        assert gap(whole, boxes) is None
        hole = gap(whole, boxes[1:])
        assert hole is not None
        assert all(boxes[0][k][0] <= hole[k][0] < hole[k][1] <= boxes[0][k][1] for k in (0, 1))


@pytest.mark.parametrize(
    "text", ["1 + exp(-p*q)", "1.1+(p-1/2)**2+(q-1/3)**2", "1+1/(5*p*q)", "3-p*q+sqrt(p)", "2+log(1+1/(p*q))"]
)
def test_a_second_checker_accepts_the_leaves(text: str) -> None:
    """By SymPy's derivatives and mpmath's intervals, halving where need be; the area shows gaps."""
    answer = recommend(text, width="1e-5")
    profile = profile_of(text, {})
    x = Fraction(
        int(mpmath.floor(mpmath.exp(-mpmath.mpf(float(answer.enclosure.lower) - 1e-6)) * 2**50)), 2**50
    )
    boxes = leaves_at(profile, [], {}, "unbounded", x)
    assert boxes is not None
    p, q = sp.symbols("p q", real=True)
    risk = parse_profile(text, transcendental=True)
    assert sum((b[0][1] - b[0][0]) * (b[1][1] - b[1][0]) for b in boxes) == 1
    for share, accepted in ((1, True), (sp.Rational(99, 100), False)):
        level = sp.Rational(x.numerator, x.denominator) * share
        f = p * q + p * level**2 * (1 - q) + level * (1 - p) - 1 / risk
        functions = [partial(on_intervals, g) for g in (f, f.diff(p), f.diff(q))]
        assert all(seen(functions, box, 40) for box in boxes) == accepted


def on_intervals(tree: sp.Expr, *at: Any) -> Any:
    """The tree's bounds where p and q have these."""
    if tree.is_Rational:
        return mpmath.iv.mpf(int(tree.p)) / int(tree.q)
    if tree.is_Symbol:
        return at[tree.name == "q"]
    parts = [on_intervals(part, *at) for part in tree.args]
    if tree.is_Add or tree.is_Mul:
        return reduce(operator.add if tree.is_Add else operator.mul, parts)
    if isinstance(tree, sp.Pow) and tree.base is not sp.E:
        exponent = tree.exp if tree.exp.is_Integer else 2 * tree.exp
        base = parts[0] if tree.exp.is_Integer else mpmath.iv.sqrt(parts[0])
        power = reduce(operator.mul, [base] * abs(int(exponent)))
        return power if exponent > 0 else 1 / power
    return mpmath.iv.log(parts[0]) if isinstance(tree, sp.log) else mpmath.iv.exp(parts[-1])


def seen(functions: list[Any], box: Any, depth: int) -> bool:
    """Whether F >= 0 is seen on a box, by value or mean value, or on all parts of it."""
    tiny = mpmath.mpf(10) ** -30
    sides = [mpmath.iv.mpf([max(tiny, real(low)), real(high)]) for low, high in box]
    middle = [mpmath.iv.mpf(real((low + high) / 2)) for low, high in box]
    whole = functions[0](*sides)
    if mpmath.mpf(whole.a) >= 0:
        return True
    total = functions[0](*middle)
    for slope, side, c in zip(functions[1:], sides, middle, strict=True):
        total += slope(*sides) * (side - c)
    if mpmath.mpf(total.a) >= 0:
        return True
    if depth == 0:
        return False
    k = depth % 2
    low, high = box[k]
    halves = [(low, (low + high) / 2), ((low + high) / 2, high)]
    parts = [(half, box[1]) if k == 0 else (box[0], half) for half in halves]
    return all(seen(functions, part, depth - 1) for part in parts)
