"""SMT-LIB 2 text (logic QF_NRA) of "hypotheses and not goal", for any solver that reads the standard.

The meaning is the kernel's: a comparison is false where one of its sides is undefined. SMT-LIB's division is
total, so comparisons are multiplied by their denominators, which they assert not to be zero; what is left of
division is division by numbers. Standard library only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any

from verify.kernel import fingerprint
from verify.polynomial import MAX_EXPONENT, NAME

MAX_DEGREE = 4096
"""Highest power of a variable in `script_of_system`: the text spells powers out as products."""

MAX_LENGTH = 2_000_000
"""Longest formula, in characters: nested quotients can grow without bound when they are cleared."""

# Sign, numerator, denominator (never zero), the last two without leading zeros, which SMT-LIB does not allow.
_NUMBER = re.compile(r"(-?)0*([0-9]+)(?:/0*([1-9][0-9]*))?", re.ASCII)

_RELATIONS = frozenset({">", ">=", "=", "!="})

# Names that mean something else to a solver; most of these stay taken inside |...| too.
_TAKEN = (
    {"_", "abs", "and", "as", "assert", "distinct", "div", "exists", "false", "forall", "implies", "ite"}
    | {"lambda", "let", "match", "mod", "not", "or", "par", "to_int", "to_real", "true", "xor"}
    | {"Bool", "Int", "Real", "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING"}
)

_HEADER = """\
; {subject}
; unsat: {unsat}; sat: {sat}; unknown: nothing is decided.
; Run: z3 FILE, or: cvc5 FILE
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
"""


def script(claim: Mapping[str, Any], *, proved: bool = False) -> str:
    r"""SMT-LIB 2 text that is unsatisfiable exactly when the claim holds.

    Parameters
    ----------
    claim : mapping
        The claim's JSON form: `{"variables": [name], "hypotheses": [formula], "goal": formula}`. An
        expression is a number in a string, a variable's name, or `["+", ...]`, `["*", ...]`, `["/", a, b]`,
        `["^", a, n]`; a formula is `[relation, a, b]` with `>`, `>=`, `=`, `!=`, or `["and", ...]`,
        `["or", ...]`, `["not", f]`.
    proved : bool
        Whether the claim is known to hold; the text then says so, and a solver that disagrees complains.

    Returns
    -------
    str
        The script; ends with one `(check-sat)`.

    Raises
    ------
    ValueError
        For anything that is not a claim; the message says where.

    Examples
    --------
    >>> claim = {"variables": ["x"], "hypotheses": [[">", "x", "0"]], "goal": [">", ["/", "1", "x"], "0"]}
    >>> print("\n".join(script(claim).splitlines()[5:]))
    (declare-const x Real)
    ; hypothesis 1
    (assert (> x 0))
    ; not the goal
    (assert (not (and (not (= x 0)) (> x 0))))
    (check-sat)
    """
    match claim:
        case {"variables": variables, "hypotheses": list() | tuple() as hypotheses, "goal": goal} if (
            len(claim) == 3
        ):
            symbols = _symbols(variables)
        case _:
            raise ValueError("not a claim: it has variables, hypotheses (a list) and goal, and nothing else")
    asserted = []
    try:
        for number, hypothesis in enumerate(hypotheses):
            text = _formula(hypothesis, symbols, f"hypotheses[{number}]")
            asserted.append((f"hypothesis {number + 1}", text))
        asserted.append(("not the goal", f"(not {_formula(goal, symbols, 'goal')})"))
        subject = f"Claim {fingerprint(dict(claim))}: its hypotheses, and its goal denied."
    except RecursionError:
        raise ValueError("the claim is nested too deeply to be read") from None
    header = _HEADER.format(subject=subject, unsat="the claim holds", sat="the claim is false")
    return _assembled(header, symbols, asserted, proved)


def script_of_system(
    variables: Sequence[str],
    ge: Sequence[Mapping[tuple[int, ...], Fraction | int]],
    gt: Sequence[Mapping[tuple[int, ...], Fraction | int]],
    eq: Sequence[Mapping[tuple[int, ...], Fraction | int]],
    *,
    proved: bool = False,
) -> str:
    r"""SMT-LIB 2 text that is satisfiable exactly when the polynomial system has a real solution.

    Parameters
    ----------
    variables : sequence of str
        The variables, in the order of the exponents.
    ge, gt, eq : sequences of polynomials
        What is to be non-negative, positive and zero; a polynomial maps exponents to coefficients.
    proved : bool
        Whether the system is known to have no solution.

    Returns
    -------
    str
        The script; ends with one `(check-sat)`.

    Raises
    ------
    ValueError
        For names that are not plain, exponents that do not fit the variables, or inexact coefficients.

    Examples
    --------
    >>> text = script_of_system(["x"], [{(2,): Fraction(-1, 2), (0,): 1}], [{(1,): 1}], [])
    >>> print("\n".join(text.splitlines()[6:]))
    ; ge 0
    (assert (>= (+ (* (- (/ 1 2)) x x) 1) 0))
    ; gt 0
    (assert (> x 0))
    (check-sat)
    """
    symbols = _symbols(variables)
    asserted = []
    for kind, relation, polynomials in (("ge", ">=", ge), ("gt", ">", gt), ("eq", "=", eq)):
        for index, polynomial in enumerate(polynomials):
            text = _polynomial(polynomial, list(symbols.values()), f"{kind}[{index}]")
            asserted.append((f"{kind} {index}", f"({relation} {text} 0)"))
    header = _HEADER.format(
        subject="A system of polynomial conditions.",
        unsat="it has no real solution",
        sat="it has one",
    )
    return _assembled(header, symbols, asserted, proved)


def _assembled(
    header: str, symbols: Mapping[str, str], asserted: Sequence[tuple[str, str]], proved: bool
) -> str:
    lines = ["(set-info :status unsat)"] if proved else []
    lines += [f"(declare-const {symbol} Real)" for symbol in symbols.values()]
    for comment, text in asserted:
        lines += [f"; {comment}", f"(assert {text})"]
    return header + "\n".join([*lines, "(check-sat)"]) + "\n"


def _symbols(variables: Any) -> dict[str, str]:
    """How each variable is written; a name that is taken gets primes, which no variable has."""
    if not isinstance(variables, list | tuple):
        raise ValueError("variables: a list of names is needed")
    for name in variables:
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise ValueError(
                f"variables: not a plain name (letters, digits, underscores): {str(name)[:40]!r}"
            )
    if len(set(variables)) != len(variables):
        raise ValueError("variables: a name occurs twice")
    return {name: f"|{name}'|" if name in _TAKEN else name for name in variables}


def _formula(tree: Any, symbols: Mapping[str, str], where: str) -> str:
    match tree:
        case ["not", inner]:
            return f"(not {_formula(inner, symbols, f'{where}[1]')})"
        case ["and" | "or" as word, *parts]:
            texts = [_formula(part, symbols, f"{where}[{i}]") for i, part in enumerate(parts, 1)]
            return _joined(word, texts, "true" if word == "and" else "false")
        case [str() as relation, left, right] if relation in _RELATIONS:
            nonzero: dict[str, None] = {}  # a dictionary for its order: inner denominators come first
            sides = [
                _fraction(side, symbols, f"{where}[{i}]", nonzero) for i, side in ((1, left), (2, right))
            ]
            common = sides[0][1] | sides[1][1]
            # An ordered comparison is multiplied by even powers only, which are positive.
            odd = [d for d, times in common.items() if times % 2 and relation in (">", ">=")]
            tops = [_product([top, *(common - bottom).elements(), *odd]) for top, bottom in sides]
            atom = f"({'=' if relation == '!=' else relation} {' '.join(tops)})"
            if relation == "!=":
                atom = f"(not {atom})"
            return _joined("and", [*(f"(not (= {d} 0))" for d in nonzero), atom], "true")
    raise ValueError(f"{where}: not a formula (> >= = != and or not): {_excerpt(tree)}")


def _fraction(
    tree: Any, symbols: Mapping[str, str], where: str, nonzero: dict[str, None]
) -> tuple[str, Counter[str]]:
    """Numerator and factors of the denominator; `nonzero` gets what a defined expression has not zero."""
    match tree:
        case str() if tree in symbols:
            return symbols[tree], Counter()
        case str() if NAME.fullmatch(tree):
            raise ValueError(f"{where}: undeclared variable {tree}")
        case str() if number := _NUMBER.fullmatch(tree):
            return _number(*number.groups()), Counter()
        case ["+" | "*" as operation, *parts]:
            fractions = [
                _fraction(part, symbols, f"{where}[{i}]", nonzero) for i, part in enumerate(parts, 1)
            ]
            bottoms = [bottom for _, bottom in fractions]
            if operation == "*":
                return _product([top for top, _ in fractions]), sum(bottoms, Counter())
            common: Counter[str] = reduce(or_, bottoms, Counter())
            tops = [_product([top, *(common - bottom).elements()]) for top, bottom in fractions]
            return _joined("+", tops, "0"), common
        case ["/", left, right]:
            top, bottom = _fraction(left, symbols, f"{where}[1]", nonzero)
            divisor, lower = _fraction(right, symbols, f"{where}[2]", nonzero)
            if isinstance(right, str) and right not in symbols and divisor != "0":
                return f"(/ {top} {divisor})", bottom
            nonzero[divisor] = None
            return _product([top, *lower.elements()]), bottom + Counter([divisor])
        case ["^", base, int() as exponent] if type(exponent) is int and 0 <= exponent <= MAX_EXPONENT:
            top, bottom = _fraction(base, symbols, f"{where}[1]", nonzero)
            below = [_power(_product(bottom.elements()), exponent)] if bottom and exponent else []
            return _power(top, exponent), Counter(below)
        case ["^", *_]:
            raise ValueError(
                f"{where}: an exponent is a whole number from 0 to {MAX_EXPONENT}: {_excerpt(tree)}"
            )
    raise ValueError(f"{where}: not an expression (+ * / ^, a name, a number in a string): {_excerpt(tree)}")


def _product(factors: Iterable[str]) -> str:
    proper = [factor for factor in factors if factor != "1"]
    return "0" if "0" in proper else _joined("*", proper, "1")


def _power(text: str, exponent: int) -> str:
    if exponent < 2 or not text.startswith("("):
        return _product([text] * exponent)
    # Powers of powers would grow without bound if each were spelled out.
    return f"(let ((base {text})) {_product(['base'] * exponent)})"


def _number(sign: str, numerator: str, denominator: str | None) -> str:
    """A rational in SMT-LIB, whose numerals have no sign."""
    if numerator == "0":
        return "0"
    size = numerator if denominator in (None, "1") else f"(/ {numerator} {denominator})"
    return f"(- {size})" if sign else size


def _polynomial(polynomial: Any, symbols: Sequence[str], where: str) -> str:
    if not isinstance(polynomial, Mapping):
        raise ValueError(f"{where}: not a dictionary of exponents and coefficients: {_excerpt(polynomial)}")
    terms = []
    for exponents, coefficient in polynomial.items():
        fits = isinstance(exponents, tuple) and len(exponents) == len(symbols)
        if not fits or not all(type(e) is int and 0 <= e <= MAX_DEGREE for e in exponents):
            raise ValueError(
                f"{where}: one exponent from 0 to {MAX_DEGREE} is needed for each of the {len(symbols)} "
                f"variables: {_excerpt(exponents)}"
            )
        if type(coefficient) not in (int, Fraction):
            raise ValueError(f"{where}: a coefficient is an int or a Fraction, not {_excerpt(coefficient)}")
        powers = [s for s, e in zip(symbols, exponents, strict=True) for _ in range(e)]
        size = abs(coefficient)
        number = _number("-" * (coefficient < 0), str(size.numerator), str(size.denominator))
        terms.append(_product([number, *powers]))
    return _joined("+", terms, "0")


def _joined(operation: str, parts: Sequence[str], empty: str) -> str:
    """The operation on the parts; SMT-LIB has none on fewer than two."""
    if len(parts) < 2:
        return parts[0] if parts else empty
    text = f"({operation} {' '.join(parts)})"
    if len(text) > MAX_LENGTH:
        raise ValueError(f"a formula of more than {MAX_LENGTH} characters once denominators are cleared")
    return text


def _excerpt(tree: Any) -> str:
    text = str(tree)
    return text if len(text) <= 60 else f"{text[:60]} ..."
