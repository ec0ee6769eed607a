"""A judged claim with what every report says of it: what is wrong, where it fails, what would be right."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symbolic_eps.report.layout import Layout
from symbolic_eps.report.notation import Notation
from symbolic_eps.report.statement import shown
from verify.auditor import Record
from verify.calculus.derivative import PartialDerivative
from verify.claim import Claim, Verdict
from verify.enclosure import UncertifiedError, enclose
from verify.truth import UndefinedValueError, UnknownValueError, holds_at, value_at

SOUND = (Verdict.HOLDS, Verdict.DEFINITION, Verdict.CITED)
"""Nothing is to be said against these."""

ERRATA = (Verdict.HOLDS_IF, Verdict.MISPRINT, Verdict.REFUTED)
"""What an author would wish to know."""

LONGEST_EXACT = 40
DIGITS = 12


@dataclass(frozen=True)
class Sides:
    """The two sides of a comparison where it fails.

    Parameters
    ----------
    comparison : Relational
        As printed.
    left, right : str
        Their values: exact where short, else a decimal with `...`; or that there is none.
    """

    comparison: sp.Basic
    left: str
    right: str

    @property
    def text(self) -> str:
        """Both values."""
        return f"left {self.left}, right {self.right}"


@dataclass(frozen=True)
class Entry:
    """A claim and its record.

    Parameters
    ----------
    claim : Claim
        As it was judged.
    record : Record
        What was found.
    """

    claim: Claim
    record: Record

    @property
    def verdict(self) -> Verdict:
        """The verdict."""
        return Verdict(self.record.verdict)

    @property
    def anchor(self) -> str:
        """The locator, unique among all papers."""
        return f"{self.record.paper}/{self.record.locator}"

    @property
    def headline(self) -> str:
        """One line: what is wrong; the grade where nothing is."""
        match self.verdict:
            case Verdict.HOLDS_IF:
                return "false as printed; true with a further hypothesis"
            case Verdict.MISPRINT:
                return "false as printed; the corrected form is true"
            case Verdict.REFUTED:
                return "false"
            case Verdict.OPEN:
                return f"not decided: {one_line(self.record.note) or self.record.method}"
            case Verdict.CITED:
                return f"cited: {one_line(self.claim.source)}"
            case Verdict.DEFINITION:
                return "a definition: nothing to prove"
            case _:
                return f"holds ({self.record.grade})"

    def statement(self, notation: Notation) -> str:
        """What is printed."""
        return shown(self.claim.statement, notation)

    def domain(self, notation: Notation) -> str:
        """The hypotheses as printed; empty for none."""
        return Layout(notation).all_of(self.claim.domain)

    def corrected(self, notation: Notation) -> str:
        """The corrected form, if it is proved; else empty."""
        if self.record.corrected is None or self.claim.corrected is None:
            return ""
        return shown(self.claim.corrected, notation)

    def extra_hypotheses(self, notation: Notation) -> str:
        """What has to be added; empty for nothing."""
        if not self.record.extra_hypotheses:
            return ""
        if tuple(map(str, self.claim.missing)) == tuple(self.record.extra_hypotheses):
            return Layout(notation).all_of(self.claim.missing)
        return notation.joined([notation.words(h) for h in self.record.extra_hypotheses], "and")

    @cached_property
    def witness(self) -> Mapping[sp.Symbol, sp.Expr] | None:
        """The point at which it fails as exact numbers; None where there is none, or it is no point."""
        given = self.record.witness
        if given is None:
            return None
        symbols = {symbol.name: symbol for symbol in self._symbols}
        read = {name: exact_number(text) for name, text in given.items()}
        return {symbols.get(n, sp.Symbol(n, real=True)): v for n, v in read.items() if v is not None}

    @property
    def witness_text(self) -> str:
        """The point at which it fails; empty for none."""
        return ", ".join(f"{name} = {value}" for name, value in (self.record.witness or {}).items())

    @property
    def because(self) -> str:
        """What fails at the witness, where no values of two sides show it; empty for nothing."""
        if self.verdict not in ERRATA or self.sides:
            return ""
        return one_line(self.record.evidence["note"])

    @property
    def tried(self) -> str:
        """Why a repair that was tried is not proved; empty for nothing."""
        note = self.record.note
        return (
            ""
            if self.verdict is not Verdict.REFUTED or note == self.record.evidence["note"]
            else one_line(note)
        )

    @cached_property
    def sides(self) -> tuple[Sides, ...]:
        """The values of both sides of each comparison that fails at the witness."""
        point = self.witness
        if not point or len(point) < len(self.record.witness or {}):
            return ()
        return tuple(_sides(c, point) for c in self._comparisons if _fails(c, point))

    @property
    def _symbols(self) -> Iterator[sp.Symbol]:
        for part in (*self.claim.domain, self.claim.statement, self.claim.corrected):
            for formula in [part] if isinstance(part, sp.Basic) else _fields(part):
                yield from formula.free_symbols

    @property
    def _comparisons(self) -> Sequence[sp.Basic]:
        statement = self.claim.statement
        if isinstance(statement, PartialDerivative):
            slope = sp.diff(statement.function, statement.variable)
            return [sp.Eq(slope, statement.printed, evaluate=False)]
        if isinstance(statement, sp.And):
            return [part for part in statement.args if isinstance(part, Relational)]
        return [statement] if isinstance(statement, Relational) else []


def _fields(statement: Any) -> Iterable[sp.Basic]:
    return (value for value in vars(statement).values() if isinstance(value, sp.Basic)) if statement else ()


def _fails(comparison: sp.Basic, point: Mapping[sp.Symbol, sp.Expr]) -> bool:
    return comparison.free_symbols <= set(point) and holds_at(comparison, point) is False


def _sides(comparison: sp.Basic, point: Mapping[sp.Symbol, sp.Expr]) -> Sides:
    left, right = (value_text(side, point) for side in comparison.args)
    return Sides(comparison, left, right)


def value_text(expression: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> str:
    """The value at a point: exact where that is short, else its first decimals with `...`.

    Examples
    --------
    >>> from sympy.abc import a
    >>> value_text(1 / a, {a: sp.Integer(3)}), value_text(sp.log(a), {a: sp.Integer(-1)})
    ('1/3', 'undefined')
    >>> value_text(sp.log(a), {a: sp.Integer(2)})
    'log(2) = 0.693147180559...'
    """
    try:
        value = value_at(expression, point)
    except UndefinedValueError:
        return "undefined"
    except UnknownValueError as error:
        return f"not evaluated ({error})"
    exact = str(value)
    if value.is_Rational:
        return exact if len(exact) <= LONGEST_EXACT else _decimal(value)
    return f"{exact} = {_decimal(value)}" if len(exact) <= LONGEST_EXACT else _decimal(value)


def _decimal(value: sp.Expr) -> str:
    try:
        return f"{enclose(value).decimal_lower(DIGITS)}..."
    except (UncertifiedError, TypeError, ValueError):
        return "a number that was not evaluated"


_OPERATORS: dict[type[ast.operator], Any] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: lambda a, b: a**b,
}
_FUNCTIONS = {"sqrt": sp.sqrt, "log": sp.log, "exp": sp.exp}


def exact_number(text: str) -> sp.Expr | None:
    """The number that a witness shows; None where the text is no such number.

    Examples
    --------
    >>> exact_number("-3/4"), exact_number("sqrt(2)/2"), exact_number("w(1)")
    (-3/4, sqrt(2)/2, None)
    """
    try:
        number = _number(ast.parse(text.strip(), mode="eval").body)
        return number if number.is_real else None
    except (SyntaxError, ValueError, ZeroDivisionError):
        return None


def _number(node: ast.expr) -> sp.Expr:
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return sp.Integer(value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_number(left), _number(right))
        case ast.Call(func=ast.Name(id=name), args=[argument]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](_number(argument))
        case ast.Name(id="E"):
            return sp.E
    raise ValueError(f"not a number: {ast.unparse(node)}")


def one_line(text: str) -> str:
    """The text without line ends or runs of blanks."""
    return " ".join(text.split())


LABELS = {"inhabited": "the domain has a point", "repair": "the repaired form"}


def evidence_roots(evidence: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The trees of a record's evidence with what each is about: as printed, the domain, the repair.

    Examples
    --------
    >>> tree = {"outcome": "refuted", "parts": [], "repair": {"outcome": "proved", "parts": []}}
    >>> [label for label, _ in evidence_roots(tree)]
    ['as printed', 'the repaired form']
    """
    named = [
        (LABELS.get(name, name), value)
        for name, value in evidence.items()
        if isinstance(value, Mapping) and "outcome" in value
    ]
    return [("as printed", evidence), *named]


def evidence_line(tree: Mapping[str, Any]) -> str:
    """What a piece of evidence shows, on one line."""
    grade = f" ({tree['grade']})" if tree["grade"] else ""
    return f"{tree['outcome']}{grade}: {one_line(tree['statement'])}"


def evidence_details(tree: Mapping[str, Any]) -> list[str]:
    """By which means, at which point, with which certificate."""
    point = ", ".join(f"{name} = {value}" for name, value in (tree["witness"] or {}).items())
    details = (
        tree["method"] and f"by {tree['method']}",
        point and f"at {point}",
        tree["note"],
        tree["certificate"] and f"certificate {tree['certificate']}",
    )
    return [one_line(detail) for detail in details if detail]


def errata(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that are wrong as printed."""
    return [entry for entry in entries if entry.verdict in ERRATA]


def noteworthy(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that do not simply hold."""
    return [entry for entry in entries if entry.verdict not in SOUND]
