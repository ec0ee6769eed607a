"""Reads what a user writes: risk profiles, exact numbers, assumptions, boxes and `name=number` bindings.

An allow-list over Python's syntax tree, never its evaluator: numbers stay rational, every symbol is real, and
a text that is not this arithmetic, or too large to be meant, is refused before anything of its size is built.
"""

from __future__ import annotations

import ast
from dataclasses import replace

import sympy
from sympy import S

from symbolic_eps.errors import DomainError, ProfileSyntaxError
from symbolic_eps.profiles.arithmetic import FUNCTIONS, check_kept, comparisons, value_of
from symbolic_eps.profiles.syntax import NO_NUMBERS, TOKEN, read_syntax, refusal_text
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE


def _assumed(text: str, example: str, about: tuple[str, ...] = ()) -> tuple[sympy.Rel, ...]:
    """The relations of comparisons joined by commas or `and`, each about one of the names given, if any."""
    tree, place = read_syntax(text, example)
    pending = list(reversed(tree.elts)) if isinstance(tree, ast.Tuple) else [tree]
    if not pending:
        raise place.refusal(tree, "no comparison", f"write something like {example}")
    relations: list[sympy.Basic] = []
    while pending:
        node = pending.pop()
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            pending.extend(reversed(node.values))
            continue
        if not isinstance(node, ast.Compare):
            right = f"write comparisons joined by commas or and, such as {example}"
            raise place.refusal(node, "not a comparison", right)
        if about and not any(isinstance(part, ast.Name) and part.id in about for part in ast.walk(node)):
            raise place.refusal(
                node, f"nothing about {' or '.join(about)}", f"write something like {example}"
            )
        compared, demands = comparisons(node, place)
        check_kept(demands, place, *compared)
        relations.extend(compared)
        if S.false in relations:
            right = "leave out or correct this comparison, which is false"
            raise place.refusal(node, "contradiction", right, DomainError)
    return tuple(relation for relation in relations if relation is not S.true)


def parse_profile(text: str, transcendental: bool = False) -> sympy.Expr:
    """Read a risk profile, the bound r*(p, q).

    Parameters
    ----------
    text : str
        Arithmetic with `+ - * / **`, `max`, `min`, `sqrt`, `oo` and
        `piecewise((value, condition), ..., default)`. Numbers are exact; `pi`, `e` and `I` are parameters.
    transcendental : bool
        Whether `exp`, `log` and powers with any real exponent are read as well, for
        `symbolic_eps.answers.recommendation.recommend`; a closed form needs a profile without them.

    Returns
    -------
    sympy.Expr
        In real symbols; Max, Min and Piecewise stay as written.

    Raises
    ------
    ProfileSyntaxError
        If the text is not this arithmetic, or larger than we read.
    DomainError
        If it divides by zero or takes the root of a negative number.

    Examples
    --------
    >>> parse_profile("max(2, 0.05/(p*q))")
    Max(2, 1/(20*p*q))
    """
    tree, place = read_syntax(text, "max(2, a/p)")
    place = replace(place, transcendental=transcendental)
    profile = value_of(tree, place)
    check_kept(profile.demands, place, profile.expr)
    return profile.expr


def parse_number(text: str) -> sympy.Rational:
    """Read an exact rational number such as `1/4`, `0.05`, `1e-6` or `-3`, or arithmetic of such numbers.

    Raises
    ------
    ProfileSyntaxError
        If the text is no rational number.
    DomainError
        If it divides by zero or takes the root of a negative number.

    Examples
    --------
    >>> parse_number("0.05")
    1/20
    """
    right = "write a number such as 1/4, 0.05 or 1e-6"
    tree, place = read_syntax(text, "1/4, 0.05 or 1e-6", NO_NUMBERS)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in FUNCTIONS:
            raise place.refusal(node, "not a number", right)
    number = value_of(tree, place).expr
    if not number.is_Rational:
        raise place.refusal(tree, "not a rational number", right)
    return number


def parse_assumptions(text: str) -> tuple[sympy.Rel, ...]:
    """Read assumptions: comparisons and chains of them, joined by commas or `and`, such as `0<a<1<r, b!=a`.

    Parameters
    ----------
    text : str
        Comparisons of parameters with each other and with numbers.

    Returns
    -------
    tuple of sympy.Rel
        An unevaluated relation for each two neighbours; those between constants that hold are left out.

    Raises
    ------
    ProfileSyntaxError
        If the text is not such a list.
    DomainError
        If a comparison of constants is false: nothing satisfies the assumptions.

    Examples
    --------
    >>> parse_assumptions("0 < a < 1")
    (0 < a, a < 1)
    """
    return _assumed(text, "0<a<1, r>1")


def parse_box(text: str) -> tuple[sympy.Rel, ...]:
    """Read bounds on the priors: assumptions of which each chain involves p or q.

    Returns, and raises, what `parse_assumptions` does; a chain without p and q is a `ProfileSyntaxError`.

    Examples
    --------
    >>> parse_box("p0 <= p <= 1/2")
    (p0 <= p, p <= 1/2)
    """
    return _assumed(text, "p0<=p<=p1", (PRIOR_INCLUSION.name, PRIOR_VALUE.name))


def parse_binding(text: str) -> tuple[str, sympy.Expr]:
    """Read `name=number`, the exact value of a parameter or a prior.

    Raises
    ------
    ProfileSyntaxError
        If the text is not a name, one `=`, and a number that `parse_number` reads.
    DomainError
        As `parse_number`.

    Examples
    --------
    >>> parse_binding("a = 1/4")
    ('a', 1/4)
    """
    form = "write name=number, such as a=1/4"
    name, equals, number = text.partition("=")
    if not equals or number.startswith("=") or not TOKEN.fullmatch(name.strip()):
        raise ProfileSyntaxError(refusal_text("not a value for a name", form, text, 0, len(text)))
    target, place = read_syntax(name, "a=1/4")
    if not isinstance(target, ast.Name) or target.id in (*FUNCTIONS, "oo"):
        raise place.refusal(target, "not a parameter", form)
    return target.id, parse_number(" " * (len(name) + 1) + number)  # blanks keep the columns right
