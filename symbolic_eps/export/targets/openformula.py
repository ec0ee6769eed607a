"""OpenFormula: spreadsheets whose subtraction gives 0 for nearly equal numbers, so that no error can be kept.

Only the safe function, NAME_lower or NAME_upper, is offered, from bounds on the polynomials of the stable
form (`tree`, `ratio`), on a smaller domain.

Assumed: + and - round to nearest, or give 0 where the result is below 2^-46 of an operand; comparisons hold
where the sides differ by more than that, and those with 0 always; * / and SQRT round, LN is within 1 ulp.

* A polynomial of n terms of degree <= 10, T the sum of their sizes, is wrong by at most n 2^-45 T: each sum
  by 2^-46 T, products by far less. e = n 2^-44 T, as computed, covers that. A difference of two arguments or
  numbers is right, or 0.
* M is taken up and G down by 2^-20 of it, where they exceed 2^21 e; K up by 2 e, where 2^21 e <= S. The root
  z of M z^2 + K z = G falls with M and K and rises with G; its relative change is at most that of M, that of
  G, and dK/(2 S): in all below 2^-19 + 2^-19 + 2^-20 + roundings < 2^-17.
* log(1 + z) >= 2 z/(2 + z), which is less by z^2/12 of it; from z = 2^-10 on, LN(1 + z) is wrong by less than
  2^-42. A factor 1 - 2^-30 covers this and the roundings of the root. What is lost is below 2^-16.
* The factors of a ratio, at most 8, are each taken to the safe side by 2^-20 of it, where they exceed 2^21 e.
  What is lost is below 8 (2^-20 + 2^-21 + roundings) < 2^-16.
* A condition's sign is certain beyond 4 e. Two single terms are compared exactly: with equal differences,
  (a/b)^(2^30) differs from 1 by more than 2^-24 unless a = b.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.forms.extreme import Smaller
from symbolic_eps.export.forms.formula import Formula, Side
from symbolic_eps.export.forms.ratio import Ratio
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, Node, Polynomial, PositiveRoot, Quotient
from symbolic_eps.export.layout.target import CannotExpressError, Refusals, Sheet, generated
from symbolic_eps.export.programs.error_free import is_single_rounding
from symbolic_eps.export.programs.monomials import Monomial, TooLongError, monomials
from symbolic_eps.export.programs.program import Operation
from symbolic_eps.export.targets.openformula_certain import check
from symbolic_eps.export.targets.openformula_sheets import Columns, document, text
from symbolic_eps.export.template import filled
from verify.language.condition import Condition, Relation

LOSS = Fraction(1, 2**16)
"""What the safe function may lie from the exact value, of that value."""

_MOST_FACTORS = 8

_SMALLEST, _LARGEST = "1E-30", "1E+30"
_NOTES = (
    "The domain is smaller here: arguments 0 or from 1E-30 to 1E+30; #N/A elsewhere",
    "#N/A where too much cancels, next to the sum T of the sizes of a polynomial's n terms: M, G or a factor "
    "below n 2^-23 T, S = sqrt(K^2/4 + M G) below n 2^-23 T of K, a condition's polynomial within n 2^-42 T "
    "of 0; differences of two single terms only have to be above 2^-46 T",
    'Infinite values are the text "infinite"',
)
_RELATIONS = {Relation.POSITIVE: ">0", Relation.NON_NEGATIVE: ">=0", Relation.ZERO: "=0"}


@dataclass(frozen=True)
class FormulaInSheets(Formula):
    """A formula with the error bound of a spreadsheet: 2^-16 of the value is at most 2^37 ulps."""

    @property
    def error(self) -> Fraction:
        """Of the safe function, in ulps."""
        return LOSS * 2**53

    @property
    def farthest(self) -> float:
        """How many ulps the safe function may lie from the exact value."""
        return float(self.error)


def columns(formula: Formula) -> Columns:
    """The cells of a row: arguments, intermediate values, and last the safe function.

    Raises
    ------
    CannotExpressError
        The formula is no ratio, and no logarithm of one or of a root; or a polynomial has too many terms.
    """
    try:
        return _columns(formula)
    except TooLongError as error:
        raise CannotExpressError(f"openformula cannot express {formula.identifier}: {error}") from None


def _columns(formula: Formula) -> Columns:
    made = Columns([a.name for a in formula.arguments])
    order = [a.symbol for a in formula.arguments]
    ranges = list(map(_within, formula.arguments))
    usable = made.add("usable", f"IF(AND({';'.join(ranges)});{_nearest(made.names[0])};0)")
    inside = made.add("inside", f"IF({usable}=1;{_all(made, formula.domain, order)};FALSE())")
    values = []
    for case in formula.cases:
        holds = made.add("holds", _all(made, case.conditions, order)) if case.conditions else "TRUE()"
        values.append(
            (holds, '"infinite"' if case.value is None else _value(made, case.value, formula, order))
        )
    result = "NA()"
    for holds, value in reversed(values):
        result = f"IF({holds};{value};{result})"
    made.add(formula.safe_name, f"IF({inside};{result};NA())")
    return made


def _value(made: Columns, form: Node, formula: Formula, order: Sequence[sp.Symbol]) -> str:
    """A number on the formula's side of a form."""
    match form:
        case LogarithmOfOnePlus() if formula.side is Side.LOWER:
            return _logarithm(made, form, order)
        case Ratio() if len(form.operations) < _MOST_FACTORS:
            return _ratio(made, form, order, formula.side)
        case Smaller(first=first, second=second):
            both = (made.add("value", _value(made, part, formula, order)) for part in (first, second))
            return made.add("smaller", f"MIN({';'.join(both)})")
    known = (LogarithmOfOnePlus, Ratio, Smaller)
    others = [c.value.exact for c in formula.cases if c.value is not None and not isinstance(c.value, known)]
    other = max((form.exact, *others), key=sp.count_ops)
    raise CannotExpressError(
        f"openformula cannot express {formula.identifier}: in a spreadsheet's arithmetic bounds are known "
        f"for ratios and their logarithms, but not for {other}: take another target, such as python"
    )


def _within(argument: Argument) -> str:
    """That it is a number of the smaller domain; whole, if that is asked for, amplified as in `_nearest`."""
    name = f"{{{argument.name}}}"
    said = f"ISNUMBER({name});OR({name}=0;AND({name}>={_SMALLEST};{name}<={_LARGEST}))"
    if argument.whole:
        said += f";{name}>=1;{name}<={argument.largest:.0f};({name}/INT({name}))^1073741824=1"
    return said


def _nearest(argument: str) -> str:
    """1 where arithmetic rounds to nearest, else 0; amplified, for comparisons see no single unit."""
    one = f"({{{argument}}}*0+1)"
    return f"IF(AND(({one}+2^-53)^1073741824=1;({one}-2^-54)^1073741824=1);1;0)"


def _all(made: Columns, conditions: Sequence[Condition], order: Sequence[sp.Symbol]) -> str:
    said = [f"{_sign(made, c.polynomial, order)}{_RELATIONS[c.relation]}" for c in conditions]
    return f"AND({';'.join(said)})"


def _sign(made: Columns, polynomial: sp.Expr, order: Sequence[sp.Symbol]) -> str:
    """A cell with 1, 0 or -1; #N/A where the sign is not certain."""
    terms = _terms(polynomial, order)
    if len(terms) == 1:
        return made.add("sign", f"SIGN({_term(terms[0])})")
    if len(terms) == 2 and is_single_rounding(polynomial) and terms[0].coefficient * terms[1].coefficient < 0:
        first, second = sorted(terms, key=lambda term: term.coefficient < 0)
        left, right = _product(first), _product(second)
        ratio = f"({left}/({right}))^1073741824"
        equal = f"IF({ratio}>1;1;IF({ratio}<1;-1;0))"
        equal = f"IF({right}=0;0;{equal})" if second.factors else equal
        return made.add("sign", f"IF({left}-{right}<>0;SIGN({left}-{right});{equal})")
    value, error = _bounded(made, "sum", terms)
    return made.add("sign", f"IF({value}>4*{error};1;IF({value}<-4*{error};-1;NA()))")


def _terms(polynomial: sp.Expr, order: Sequence[sp.Symbol]) -> tuple[Monomial, ...]:
    terms = monomials(sp.expand(polynomial), order)
    if max(len(term.factors) for term in terms) > 10:
        raise TooLongError(polynomial, "a product of more than 10 factors may underflow")
    return terms


def _product(term: Monomial) -> str:
    size = abs(term.coefficient)
    factors = [f"{{{Argument(s, '').name}}}" for s in term.factors]
    return "*".join(factors if size == 1 and factors else [str(size), *factors])


def _term(term: Monomial) -> str:
    return ("-" if term.coefficient < 0 else "") + _product(term)


def _bounded(made: Columns, name: str, terms: Sequence[Monomial]) -> tuple[str, str]:
    """Cells with a polynomial's value, and with e."""
    ordered = sorted(terms, key=lambda term: term.coefficient < 0)
    value = made.add(
        name, "".join(f"{'-' if t.coefficient < 0 else '+'}{_product(t)}" for t in ordered).lstrip("+")
    )
    sizes = "+".join(map(_product, ordered))
    return value, made.add(f"{name}_error", f"{len(terms)}*2^-44*({sizes})")


def _positive(made: Columns, part: Polynomial, order: Sequence[sp.Symbol], factor: str) -> str:
    """A cell with the value times a factor; #N/A where it is not certainly right to 2^-21."""
    terms = _terms(part.expression, order)
    value, error = _bounded(made, part.name, terms)
    exact = len(terms) == 1 or is_single_rounding(part.expression)
    least = "0" if exact else f"2097152*{error}"
    certain = f"AND({value}>{least};{value}>=1E-150;{value}<=1E+150)"
    return made.add(f"{part.name}_bound", f"IF({certain};{value}*{factor};NA())")


def _logarithm(made: Columns, value: LogarithmOfOnePlus, order: Sequence[sp.Symbol]) -> str:
    parts: tuple[Polynomial, ...]
    match value.excess:
        case Ratio() as ratio if len(ratio.operations) < _MOST_FACTORS:
            return _log1p(made, _ratio(made, ratio, order, Side.LOWER), value.halved)
        case PositiveRoot(square=m, linear=k, constant=g):
            parts = (m, g, k)
        case Quotient(numerator=g, denominator=m):
            parts = (m, g)
        case other:
            raise CannotExpressError(f"openformula: no bound is known for {other.exact}: take another target")
    if len({part.scale for part in parts}) > 1:
        raise CannotExpressError("openformula: polynomials of different scale")
    up, down = (_positive(made, part, order, f) for part, f in ((m, "(1+2^-20)"), (g, "(1-2^-20)")))
    if len(parts) == 2:
        z = made.add("z", f"{down}/{up}")
    else:
        linear, error = _bounded(made, "k", _terms(parts[2].expression, order))
        half = made.add("half", f"({linear}+2*{error})/2")
        root = made.add("root", f"SQRT({half}*{half}+{up}*{down})")
        forms = f"IF({half}>0;{down}/({half}+{root});({root}-{half})/{up})"
        z = made.add("z", f"IF({root}>=2097152*{error};{forms};NA())")
    return _log1p(made, z, value.halved)


def _log1p(made: Columns, z: str, halved: bool) -> str:
    """A number below log(1 + z)."""
    log = f"IF({z}<2^-10;2*{z}/(2+{z});LN(1+{z}))"
    return made.add("logarithm", f"{log}*(1-2^-30)" + ("/2" if halved else ""))


def _ratio(made: Columns, value: Ratio, order: Sequence[sp.Symbol], side: Side) -> str:
    cells = {part: _positive(made, part, order, _moved(side.sign)) for part in value.above}
    cells |= {part: _positive(made, part, order, _moved(-side.sign)) for part in value.below}
    steps = "".join(f"{operation}{cells[part]}" for operation, part in value.operations)
    product = made.add("product", f"{cells[value.above[0]]}{steps}")
    return made.add("root", f"SQRT({product})") if value.root else product


def _moved(sign: int) -> str:
    return f"(1{'+' if sign > 0 else '-'}2^-20)"


class OpenFormula:
    """Spreadsheets, by LibreOffice's arithmetic."""

    name = "openformula"
    title = "OpenFormula (spreadsheets)"
    functions = frozenset(Operation)
    refusals = Refusals.alike(
        "#N/A; so does much of the domain, see each header: only the safe function is offered"
    )
    environment = "asked in each row; subnormal numbers are outside of the domain there"
    self_test = "python3 self_test.py"

    def adapted(self, formula: Formula) -> Formula:
        """The formula with the bound that holds in a spreadsheet."""
        columns(formula)
        only = (
            f"Only {formula.safe_name} is offered: at most 2^-16 of the exact value {formula.side.towards} it"
        )
        return formula.recast(FormulaInSheets, notes=(only, *_NOTES, *formula.notes))

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`formulas/NAME_SIDE.txt` for each, all in `symbolic_eps.fods`, and the self-test."""
        made = {sheet.formula.name: columns(sheet.formula) for sheet in sheets}
        texts = {
            f"formulas/{sheet.formula.safe_name}.txt": text(sheet, made[sheet.formula.name])
            for sheet in sheets
        }
        return {
            **texts,
            "symbolic_eps.fods": document(sheets, made),
            "self_test.py": filled(
                "openformula/self_test.py",
                generated=generated(sheets),
                checks=(line for sheet in sheets for line in check(sheet)),
            ),
        }


TARGET = OpenFormula()
