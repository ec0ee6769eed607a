"""The claims about X = e^-eps that a record has to prove, for the kernel; standard library only.

Let G(x; p, q) be 1 over the largest relative risk that x = e^-eps allows at the priors p, q in (0, 1]:
p q + p (1-q) x^2 + (1-p) x (Kazan & Reiter 2024, Theorem 1), or p q + (1-p q) x for the other variants. It
increases in x, and 0 < G <= 1 for 0 <= x <= 1 unless x = 0 = p q, which no priors are. An eps = -log x keeps
the relative risk within r* at p, q exactly where r* G(x) >= 1. So

* bound: "r* has a value and r* G(X) >= 1 at all priors of the domain" makes every eps <= -log X safe. It
  includes r* >= 1/G >= 1. For X = 0 every eps is safe: eps = oo.

`bound_claims` says it for max, min and cases: r* G >= 1 holds for max(a, b) where both have values and it
holds for a or for b; for min, for a and for b; for cases, for the first whose condition holds, all
conditions and the value having a value. A max, min or case inside of arithmetic is taken out before, by
comparing its members. A comparison holds for the kernel only where both sides have values, so that where
nothing has a value no alternative holds, and the claim is false.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from symbolic_eps.decision.text_tree import Tree
from verify.polynomial import demand

Claim = dict[str, Any]
MOST_CLAIMS = 64
CHOICES = ("max", "min", "piecewise")
OPPOSITE = {"<": (">", True), "<=": (">=", True), ">": (">", False), ">=": (">=", False)}


def inverse_risk(variant: str, p: Any, q: Any, x: Any) -> Any:
    """G(x; p, q) as a kernel's tree.

    Examples
    --------
    >>> inverse_risk("bounded", "p", "q", "x")
    ['+', ['*', 'p', 'q'], ['*', ['+', '1', ['*', '-1', 'p', 'q']], 'x']]
    """
    both, rest = ["*", p, q], ["+", "1", ["*", "-1", p, q]]
    if variant == "unbounded":
        outside = ["*", p, ["+", "1", ["*", "-1", q]], x, x]
        return ["+", both, outside, ["*", ["+", "1", ["*", "-1", p]], x]]
    demand(variant in ("bounded", "invariant"), "no such variant")
    return ["+", both, ["*", rest, x]]


def slope(variant: str, p: Any, q: Any, x: Any) -> Any:
    """S with G(x) - G(y) >= (x - y) S for 0 <= y <= x, as a kernel's tree."""
    if variant == "unbounded":
        return ["+", ["*", p, ["+", "1", ["*", "-1", q]], x], ["+", "1", ["*", "-1", p]]]
    return ["+", "1", ["*", "-1", p, q]]


def bound_claims(
    profile: Tree,
    domain: Sequence[Tree],
    fixed: Mapping[str, Fraction],
    variant: str,
    x: Any,
    about: Sequence[Any] = (),
) -> list[Claim]:
    """The claims that together say "bound".

    Parameters
    ----------
    profile : Tree
        r*, as `symbolic_eps.decision.text_tree` reads it.
    domain : sequence of Tree
        Comparisons that hold in the domain, besides 0 < p, q <= 1.
    fixed : mapping of str to Fraction
        Priors that do not vary, in (0, 1]; the profile and the domain have their numbers.
    variant : str
        Of G.
    x : kernel's tree
        X: a number, or the name `x`.
    about : sequence of kernel's formulas
        What is known of x.

    Raises
    ------
    verify.kernel.Rejected
        A profile with exp, log or roots, or with more cases than are written out.

    Examples
    --------
    >>> (claim,) = bound_claims(("+", Fraction(1), ("/", Fraction(1), "p")), [], {}, "bounded", "1/2")
    >>> claim["goal"][0], claim["hypotheses"][0]
    ('>=', ['>', 'p', '0'])
    """
    free = [v for v in ("p", "q") if v not in fixed]
    ranges = [bound for v in free for bound in ([">", v, "0"], [">=", "1", v])]
    hypotheses = [*ranges, *map(formula, domain), *about]
    p, q = (str(fixed.get(v, v)) for v in ("p", "q"))
    wanted = level(profile, inverse_risk(variant, p, q, x))
    names = [*free, *(["x"] if x == "x" else [])]
    claims = [{"variables": names, "hypotheses": hypotheses, "goal": goal} for goal in conjuncts(wanted)]
    demand(len(claims) <= MOST_CLAIMS, "more cases than are written out")
    return claims


def formula(condition: Tree) -> Any:
    """A condition as a kernel's formula.

    Examples
    --------
    >>> formula(("<=", "p", Fraction(1, 2)))
    ['>=', '1/2', 'p']
    """
    match condition:
        case ("and" | "or" | "not" as word, *parts):
            return [word, *map(formula, parts)]
        case ("=" | "!=" as relation, left, right):
            return [relation, expression(left), expression(right)]
    relation, swapped = OPPOSITE[condition[0]]
    left, right = map(expression, condition[1:])
    return [relation, right, left] if swapped else [relation, left, right]


def expression(tree: Tree) -> Any:
    """A tree without max, min, cases and transcendental functions as the kernel's."""
    match tree:
        case Fraction() | str():
            return str(tree)
        case ("^", base, int(exponent)):
            return ["^", expression(base), exponent]
        case ("+" | "*" | "/" as operation, *parts):
            return [operation, *map(expression, parts)]
    demand(False, f"no rational function: {str(tree)[:60]}")
    return None


def cases_of(tree: Tree) -> Iterator[tuple[list[Tree], Tree]]:
    """Conditions and the value without choices that the tree has where all of them hold.

    Where the tree has a value, the conditions of one of the cases hold; a condition is compared here as the
    kernel does, so that it holds only where both sides have values.
    """
    choice = _choice(tree)
    if choice is None:
        yield [], tree
        return
    for conditions, value in _chosen(choice):
        for more, whole in cases_of(_replaced(tree, choice, value)):
            yield [*conditions, *more], whole


def _chosen(choice: Tree) -> Iterator[tuple[list[Tree], Tree]]:
    """The members of a choice, each with when it is the value."""
    word, *parts = choice
    if word != "piecewise":
        relation = ">=" if word == "max" else "<="
        for i, part in enumerate(parts):
            yield [(relation, part, other) for j, other in enumerate(parts) if j != i], part
        return
    earlier: list[Tree] = []
    for value, condition in zip(parts[::2], parts[1::2], strict=False):
        yield [*earlier, condition], value
        earlier.append(_negated(condition))
    if len(parts) % 2:
        yield earlier, parts[-1]


def _negated(condition: Tree) -> Tree:
    """What holds where all sides have values and the condition does not hold."""
    flipped = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
    match condition:
        case ("not", inner):
            return inner
        case ("and" | "or" as word, *parts):
            return ("or" if word == "and" else "and", *map(_negated, parts))
    return (flipped[condition[0]], *condition[1:])


def _choice(tree: Tree) -> Tree | None:
    """A choice in the tree without another in it, if there is one."""
    if not isinstance(tree, tuple):
        return None
    inner = next((found for part in tree[1:] if (found := _choice(part)) is not None), None)
    return inner if inner is not None else tree if tree[0] in CHOICES else None


def _replaced(tree: Tree, old: Tree, new: Tree) -> Tree:
    if tree == old:
        return new
    return (tree[0], *(_replaced(part, old, new) for part in tree[1:])) if isinstance(tree, tuple) else tree


def level(tree: Tree, inverse: Any, at_least: bool = True) -> Any:
    """A formula that says that the tree has a value v and v G >= 1, or else v G <= 1, for G >= 0."""
    match tree:
        case ("max" | "min" as word, *parts):
            each = [level(part, inverse, at_least) for part in parts]
            if (word == "min") == at_least:
                return ["and", *each]
            return ["and", ["or", *each], *(d for part in parts for d in _defined(part))]
    if _choice(tree) is None:
        whole = ["*", expression(tree), inverse]
        return [">=", whole, "1"] if at_least else [">=", "1", whole]
    cases = [(list(map(formula, conditions)), value) for conditions, value in cases_of(tree)]
    demand(len(cases) <= MOST_CLAIMS, "more cases than are written out")
    some = ["or", *(["and", *conditions] for conditions, _ in cases)]
    each = [
        ["or", *(["not", c] for c in conditions), level(value, inverse, at_least)]
        for conditions, value in cases
    ]
    return ["and", some, *each]


def _defined(tree: Tree) -> list[Any]:
    """Formulas that together say that the tree has a value."""
    if not _divides(tree):
        return []
    if _choice(tree) is None:
        return [["=", ["*", "0", expression(tree)], "0"]]
    cases = [(list(map(formula, conditions)), value) for conditions, value in cases_of(tree)]
    some = ["or", *(["and", *conditions] for conditions, _ in cases)]
    each = [["or", *(["not", c] for c in conditions), d] for conditions, v in cases for d in _defined(v)]
    return [some, *each]


def _divides(tree: Tree) -> bool:
    """Whether a part of the tree may have no value."""
    return isinstance(tree, tuple) and (tree[0] in ("/", "piecewise") or any(map(_divides, tree[1:])))


def conjuncts(goal: Any) -> list[Any]:
    """Formulas that together say what a formula says."""
    return [c for part in goal[1:] for c in conjuncts(part)] if goal[0] == "and" else [goal]
