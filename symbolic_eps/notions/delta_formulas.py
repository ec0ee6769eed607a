"""The largest delta for a given eps as formulas for `symbolic-eps export`: less is the safe side.

A delta is a difference such as R - e^eps k, of which an error in e^eps may leave no digit. So E = e^eps is an
argument: of numbers that are given, all digits count. All of these deltas fall with E, so that an E >= e^eps
gives a delta that is safe; `growth` computes one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.forms.derived import SMALLEST_IN_PRODUCTS
from symbolic_eps.export.forms.extreme import Smaller
from symbolic_eps.export.forms.formula import Case, Formula, Method, Side
from symbolic_eps.export.forms.ratio import Ratio
from symbolic_eps.export.forms.safe_side import Use
from symbolic_eps.export.forms.tree import SLACK, Node, Polynomial, Values
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.error_free import accurate
from symbolic_eps.export.programs.program import Constant, Expression, Operation, add, apply, divide, multiply
from symbolic_eps.notions.budget import AttackBudget
from symbolic_eps.notions.notion import GROWTH
from symbolic_eps.notions.odds_formulas import CAP, ROOT, assumed_in_cap, factors_of, in_root, without_root
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import Condition, positive
from verify.prover.certifying_solver import CertifyingSolver
from verify.solvers.smt import Solver

DELTA_USE = Use(Side.LOWER, "to choose a delta by", "a delta that is too large passes the cap")
SAFE_GROWTH = "a larger E gives a smaller delta: give e^eps rounded up, such as approximate_growth_upper(eps)"

MOST_EPS = 200.0
"""The largest eps of `growth`: e^eps is an argument of the deltas, which end at 2^300."""

Conditions = tuple[Condition, ...]


@dataclass(frozen=True)
class DeltaAtMeeting:
    """(w - E)/(w + 1) with w = sqrt(r), as (r - E^2)/((w + E) (w + 1)): only r - E^2 has what cancels.

    r - E^2, the root in both sums, the sums, their product, and the quotient.
    """

    library_error = Fraction(0)

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        root = sp.sqrt(CAP)
        return (CAP - GROWTH**2) / ((root + GROWTH) * (root + 1))

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * (1 + Fraction(1, 2**12) + 2 * (1 + 1) + 1 + 1)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        left = accurate(block, CAP - GROWTH**2, values, "left")
        root = block.assign("root", apply(Operation.SQUARE_ROOT, values[CAP]))
        below = multiply(add(root, values[GROWTH]), add(root, Constant(1.0)))
        return block.assign("value", divide(left, block.assign("below", below)))


@dataclass(frozen=True)
class Growth:
    """e^eps, by the library's exp: within one ulp, which is a relative error of at most 2 u.

    Not `library_error`, which our own logarithms make smaller.
    """

    eps: sp.Symbol
    error = Fraction(2)
    library_error = Fraction(0)

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        return sp.exp(self.eps)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        return block.assign("growth", apply(Operation.EXP, values[self.eps]))


def delta_formula(answer: AttackBudget, identifier: str, title: str, source: str) -> Formula:
    """The closed form of a largest delta as a formula in E.

    Parameters
    ----------
    answer : AttackBudget
        Of a question with eps = log(E); complete, and finite everywhere.
    identifier, title, source : str

    Raises
    ------
    symbolic_eps.notions.odds_formulas.NoSignError
        A factor of a delta has no sign that can be proved.
    """
    solver = CertifyingSolver()
    domain = assumed_in_cap(answer, solver)
    cases = tuple(_cases(answer, domain, solver))
    symbols = frozenset().union(*(c.symbols for c in domain), *(c.exact.free_symbols for c in cases))
    if len(cases) == 1:
        (only,) = cases
        domain = tuple(dict.fromkeys((*domain, *only.conditions)))
        cases = (Case((), only.value, only.exact, only.vanishes),)
    return Formula(
        identifier,
        title,
        source,
        _arguments(symbols),
        domain,
        cases,
        "the largest admissible delta, a probability",
        str(sp.Piecewise(*((c.exact, sp.And(*(x.relational for x in c.conditions))) for c in cases))),
        (
            DELTA_USE.note,
            SAFE_GROWTH,
            Method("a ratio of products of polynomials, each accurate, its sign exact"),
        ),
        budget=False,
        side=DELTA_USE.side,
        safe_use=DELTA_USE.purpose,
    )


def _cases(answer: AttackBudget, domain: Conditions, solver: Solver) -> Iterator[Case]:
    value = answer.question.value
    if answer.compared is None:
        for branch in answer.branches:
            assert branch.exponential is not None
            yield _case(branch.conditions, (value(branch.exponential),), domain, solver)
    else:
        for case in answer.compared.cases:
            yield _case(case.where, [value(ratio.value) for ratio in case.ratios], domain, solver)


def _case(where: Conditions, deltas: Sequence[sp.Expr], domain: Conditions, solver: Solver) -> Case:
    """The least of one or two deltas, which may be in w."""
    conditions = tuple(without_root(c, in_root(domain), solver) for c in where)
    known = (*domain, *conditions)
    forms = [_form(delta, known, solver) for delta in deltas]
    values = [delta.subs(ROOT, sp.sqrt(CAP)) for delta in deltas]
    vanishes = sp.expand(sp.Mul(*map(_zeros, forms)))
    if len(forms) == 1:
        return Case(conditions, forms[0], values[0], vanishes)
    return Case(conditions, Smaller(*forms), sp.Min(*values, evaluate=False), vanishes)


def _form(delta: sp.Expr, region: Conditions, solver: Solver) -> Node:
    """A ratio of factors, or the delta at the baseline where R + k = 1."""
    if sp.cancel(delta - (ROOT - GROWTH) / (ROOT + 1)) == 0:
        return DeltaAtMeeting()
    top, bottom = (sp.expand(part.subs(ROOT, sp.sqrt(CAP))) for part in sp.fraction(sp.together(delta)))
    whole, top = sp.Poly(top).clear_denoms(convert=True)
    top, bottom = top.as_expr(), whole * bottom
    signed = [*factors_of(top, region, solver, strict=False)]
    below = tuple(Polynomial("below", f) for f, _ in factors_of(bottom, region, solver))
    parts = [(Polynomial("above", f), strict) for f, strict in signed]
    return Ratio(tuple(p for p, s in parts if not s), tuple(p for p, s in parts if s), below)


def _zeros(form: Node) -> sp.Expr:
    """What is 0 exactly where a delta is."""
    if isinstance(form, Ratio):
        return sp.Mul(*(part.expression for part in form.vanishing))
    return CAP - GROWTH**2


def _arguments(symbols: Iterable[sp.Symbol]) -> tuple[Argument, ...]:
    """What may be large first: the cap r, and E."""
    large = (CAP, GROWTH)
    first = tuple(Argument(s, "") for s in large if s in symbols)
    others = sorted((s for s in symbols if s not in large), key=str)
    return *first, *(Argument(s, "", True, SMALLEST_IN_PRODUCTS) for s in others)


def growth() -> Formula:
    """e^eps, of which the deltas are functions.

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> run(growth().safe_program(), [1.0]) > 2.718281828459045
    True
    """
    eps, use = parameter("eps"), "the E of approximate-delta-..., which has to be e^eps or more"
    value = Growth(eps)
    return Formula(
        "approximate-growth",
        "e^eps, as the formulas for the largest delta take it",
        "Success of attacks, derived in docs/notions.md",
        (Argument(eps, "privacy budget, in nats", False, SMALLEST_IN_PRODUCTS, MOST_EPS),),
        (positive(eps),),
        (Case((), value, value.exact),),
        "e^eps",
        str(value.exact),
        (use,),
        budget=False,
        side=Side.UPPER,
        safe_use="to compute a delta by",
    )
