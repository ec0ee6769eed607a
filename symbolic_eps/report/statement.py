"""Sets the statement of a claim: comparisons as formulas, statements of calculus with their operators.

Every piece comes from the fields that are examined, so that what is shown is what was judged. A statement
of a kind that is not known here may offer a `formula` (a SymPy expression); else its own text is shown, the
formulas in it set where it is a `Note`.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import sympy as sp

from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.notation import Notation
from symbolic_eps.typesetting.runs import set_note
from verify.calculus.derivative import ImplicitDerivative, PartialDerivative
from verify.calculus.extremum import Infimum, Maximum, Minimum, Path, Supremum
from verify.calculus.fourier_integral import FourierIntegral
from verify.calculus.integral import DefiniteIntegral
from verify.calculus.limit import Limit
from verify.calculus.series import Series
from verify.integers.densities import NormalisedForEvery
from verify.integers.for_every_integer import for_all
from verify.integers.integrals import HypergeometricIntegral
from verify.integers.series import SeriesIntegral
from verify.integers.shares import ShareOfIntegral
from verify.integers.sums import HypergeometricSum
from verify.integers.tails import SumAsIntegral
from verify.integers.transforms import GammaTransform
from verify.language.note import Note, joined
from verify.probability.derivation import Derivation
from verify.probability.statements import RatioBetween, TermwiseSum
from verify.probability.weighted_sum import Setting

CHANGED = "_changed"
"""The attribute of a statement that names its parts other than formulas that are marked as changed."""


@singledispatch
def shown(statement: Any, notation: Notation) -> str:
    """The statement, set in a notation.

    Parameters
    ----------
    statement : Boolean or Statement
        What a claim states.
    notation : Notation
        How it is to look.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> from symbolic_eps.typesetting.notation import Text
    >>> shown(Limit(x / (a + x), x, sp.oo, "-", sp.Integer(1)), Text())
    'lim[x -> oo] x/(a + x) = 1'
    >>> shown(a**2 >= a, Text())
    'a^2 >= a'
    """
    formula = _formula(statement)
    return set_note(statement.text, notation) if formula is None else Layout(notation).set(formula)


def is_worded(statement: Any) -> bool:
    """Whether a statement is known by its text alone, and that is no formula."""
    plain = shown.dispatch(type(statement)) is shown.dispatch(object) and _formula(statement) is None
    return plain and any(isinstance(run, str) for run in Note(statement.text).runs)


def _formula(statement: Any) -> sp.Basic | None:
    formula = getattr(statement, "formula", None)
    return formula if isinstance(formula, sp.Basic) else None


@shown.register
def _(statement: sp.Basic, notation: Notation) -> str:
    return Layout(notation).set(statement)


@shown.register(Derivation)
@shown.register(TermwiseSum)
@shown.register(RatioBetween)
def _(statement: Derivation | TermwiseSum | RatioBetween, notation: Notation) -> str:
    """The goal for all index sets; a family carries its indices."""
    return Layout(notation, family_names(statement)).set(statement.goal)


def family_names(statement: Any) -> dict[sp.Symbol, str]:
    """How the families of a statement on sums are shown: with their indices; empty for other statements."""
    families = getattr(getattr(statement, "setting", None), "families", {})
    return {symbol: "_".join([symbol.name, *map(str, indices)]) for symbol, indices in families.items()}


def hypotheses(statement: Any) -> tuple[sp.Basic, ...]:
    """What a statement on sums assumes of its families, besides the domain of its claim."""
    return tuple(getattr(getattr(statement, "setting", None), "hypotheses", ()))


def index_sets(statement: Any, notation: Notation) -> list[str]:
    """How large the sets are over which a statement on sums sums, as one phrase; nothing for others.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> from symbolic_eps.typesetting.notation import Text
    >>> from verify.probability.weighted_sum import Setting, Total
    >>> index_sets(TermwiseSum(Setting({w: (z,)}, (w >= 0,)), Total(w, z) >= 0), Text())
    ['z in a countable set']
    """
    setting = getattr(statement, "setting", None)
    if not isinstance(setting, Setting) or not setting.indices:
        return []
    several = len(setting.indices) > 1
    size = f" in {setting.supports} sets" if several else f" in a {setting.supports} set"
    return [set_note(Note(joined(", ", setting.indices), size), notation)]


@shown.register
def _(statement: PartialDerivative, notation: Notation) -> str:
    return _derivative(statement, statement.function, notation)


@shown.register
def _(statement: ImplicitDerivative, notation: Notation) -> str:
    slope = _derivative(statement, statement.unknown, notation)
    where = Layout(notation).set(sp.Eq(statement.equation, 0, evaluate=False))
    return notation.row([slope, notation.words(" where "), where])


def _derivative(
    statement: PartialDerivative | ImplicitDerivative, function: sp.Expr, notation: Notation
) -> str:
    set_ = Layout(notation).set
    argument = set_(function) if function.is_Symbol else notation.bracketed(set_(function))
    operator = _marked(notation.slope(set_(statement.variable)), "variable", statement, notation)
    return notation.relation(notation.row([operator, argument]), "=", set_(statement.printed))


def _marked(piece: str, part: str, statement: Any, notation: Notation) -> str:
    """What shows a part of a statement, marked if that is changed."""
    return notation.marked(piece) if part in getattr(statement, CHANGED, ()) else piece


@shown.register
def _(statement: Limit, notation: Notation) -> str:
    set_ = Layout(notation).set
    point = set_(statement.point)
    if statement.point not in (sp.oo, -sp.oo) and statement.side in ("+", "-"):
        point = notation.power(point, notation.sign(statement.side))
        if notation.needs_brackets:
            point = point.replace("^", "")
    under = notation.relation(set_(statement.variable), "->", point)
    return _equation(notation.below("lim", under, ""), statement.expression, statement.value, notation)


@shown.register(Infimum)
@shown.register(Supremum)
@shown.register(Minimum)
@shown.register(Maximum)
def _(statement: Infimum | Supremum | Minimum | Maximum, notation: Notation) -> str:
    name = {"Infimum": "inf", "Supremum": "sup", "Minimum": "min", "Maximum": "max"}[type(statement).__name__]
    set_ = Layout(notation).set
    under = notation.listed([set_(variable) for variable in statement.over])
    operator = _marked(notation.below(name, under, ""), "kind", statement, notation)
    equation = _equation(operator, statement.expression, statement.value, notation)
    place = statement.attained_at
    if place is None:
        return equation
    coordinates = place.at if isinstance(place, Path) else place
    where = Layout(notation).all_of([sp.Eq(s, v, evaluate=False) for s, v in coordinates.items()])
    how = " approached along " if isinstance(place, Path) else " attained at "
    said = [notation.words(how), where]
    if isinstance(place, Path):
        towards = notation.relation(set_(place.parameter), "->", notation.number("0"))
        said += [notation.words(" as "), towards]
    if "attained_at" in getattr(statement, CHANGED, ()):
        said = [notation.marked(notation.row(said))]
    return notation.row([equation, *said])


@shown.register(DefiniteIntegral)
@shown.register(Series)
def _(statement: DefiniteIntegral | Series, notation: Notation) -> str:
    set_ = Layout(notation).set
    lower, upper = set_(statement.lower), set_(statement.upper)
    if isinstance(statement, Series):
        under = notation.relation(set_(statement.variable), "=", lower)
        operator = notation.below("sum", under, upper)
        return _equation(operator, statement.term, statement.value, notation)
    operator = notation.below("integral", lower, upper)
    body = notation.row(
        [_summand(statement.integrand, notation), notation.name("d"), set_(statement.variable)]
    )
    return notation.relation(notation.row([operator, body]), "=", set_(statement.value))


@shown.register
def _(statement: FourierIntegral, notation: Notation) -> str:
    """The integrals with the cosine and with the sine, where something is said of them."""
    set_ = Layout(notation).set
    operator = notation.below("integral", set_(statement.lower), set_(statement.upper))
    angle = statement.frequency * statement.variable
    sides = []
    for wave, part in ((sp.cos(angle), statement.real), (sp.sin(angle), statement.imaginary)):
        if part is not None:
            factors = [_summand(statement.density, notation), set_(wave)]
            body = [notation.product(factors), notation.name("d"), set_(statement.variable)]
            left = notation.row([operator, notation.row(body)])
            sides.append(notation.relation(left, "=", set_(part)))
    return notation.joined(sides, "and")


def _for_all(statement: Any, notation: Notation) -> str:
    """For which integers a statement is, as the end of a sentence."""
    return set_note(for_all(statement.n, statement.start, statement.integers), notation)


@shown.register(HypergeometricSum)
@shown.register(HypergeometricIntegral)
@shown.register(SumAsIntegral)
def _(statement: HypergeometricSum | HypergeometricIntegral | SumAsIntegral, notation: Notation) -> str:
    if isinstance(statement, HypergeometricIntegral):
        told = shown(DefiniteIntegral(statement.term, *_span(statement), statement.value), notation)
        return notation.row([told, _for_all(statement, notation)])
    set_ = Layout(notation).set
    under = notation.relation(set_(statement.index), "=", set_(statement.lower))
    operator = notation.below("sum", under, set_(statement.upper))
    if isinstance(statement, HypergeometricSum):
        told = _equation(operator, statement.term, statement.value, notation)
        return notation.row([told, _for_all(statement, notation)])
    integral = notation.below("integral", set_(statement.origin), set_(statement.x))
    body = [_summand(statement.density, notation), notation.name("d"), set_(statement.variable)]
    left = notation.row([operator, _summand(statement.term, notation)])
    told = notation.relation(left, "=", notation.row([integral, notation.row(body)]))
    return notation.row([told, _for_all(statement, notation)])


@shown.register
def _(statement: NormalisedForEvery, notation: Notation) -> str:
    """The sign and the integral."""
    sign = shown(sp.Ge(statement.term, 0, evaluate=False), notation)
    return notation.joined([sign, shown(statement.integral, notation)], "and")


@shown.register(SeriesIntegral)
@shown.register(GammaTransform)
def _(statement: SeriesIntegral | GammaTransform, notation: Notation) -> str:
    """The integral, for which integers."""
    if isinstance(statement, SeriesIntegral):
        parts = (statement.term, statement.variable, sp.S.Zero, statement.x, statement.value)
    else:
        parts = (statement.integrand, statement.variable, sp.S.Zero, sp.oo, statement.value)
    return notation.row([shown(DefiniteIntegral(*parts), notation), _for_all(statement, notation)])


@shown.register
def _(statement: ShareOfIntegral, notation: Notation) -> str:
    """A quotient of integrals, and what is said of it."""
    set_ = Layout(notation).set
    body = [_summand(statement.term, notation), notation.name("d"), set_(statement.variable)]
    sides = []
    for end in (statement.x, statement.whole):
        operator = notation.below("integral", set_(statement.lower), set_(end))
        sides.append(notation.bracketed(notation.row([operator, notation.row(body)])))
    said = set_note(statement.said, notation)
    return notation.row([notation.fraction(*sides), said, _for_all(statement, notation)])


def _span(statement: HypergeometricIntegral) -> tuple[sp.Symbol, sp.Expr, sp.Expr]:
    return statement.variable, statement.lower, statement.upper


def _equation(operator: str, expression: sp.Expr, value: sp.Expr, notation: Notation) -> str:
    left = notation.row([operator, _summand(expression, notation)])
    return notation.relation(left, "=", Layout(notation).set(value))


def _summand(expression: sp.Expr, notation: Notation) -> str:
    """In brackets where it is a sum, which an operator in front would cut in two."""
    text = Layout(notation).set(expression)
    return notation.bracketed(text) if expression.is_Add else text
