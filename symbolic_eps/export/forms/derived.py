"""Stable forms of derived closed forms.

A branch says that X = e^-eps is the root in (0, 1] of P(x) = A x^2 + B x - M, which rises from P(0) < 0 to
P(1) >= 0. With x = 1/(1 + z), -(1 + z)^2 P becomes M z^2 + K z - G with M = -P(0), K = 2 M - B and
G = P(1): one non-negative root z = e^eps - 1, for M > 0 and G > 0, or G = 0 and K >= 0 (see `proofs`).
So eps = log1p(z), accurate where eps is small. Only within the polynomials M, K and G anything cancels; they
are computed accurately.

* B = 0: X^2 = M/A = M/(M + G), so eps = log1p(G/M)/2.
* A = 0: X = M/B = M/(M + G), so eps = log1p(G/M).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.errors import InputError
from symbolic_eps.export.forms.argument import SMALLEST, Argument, at_least_one
from symbolic_eps.export.forms.formula import SCALE, Case, Formula, Method
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, Node, Polynomial, PositiveRoot, Quotient
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE, RELATIVE_RISK_BOUND
from verify.language.condition import Condition

SMALLEST_IN_PROPORTION = 2.0**-800
"""The least value of a parameter to which eps is in proportion where both are small."""

SMALLEST_IN_PRODUCTS = 2.0**-200
MOST_IN_PRODUCTS = 4
"""The least value of parameters of which products of up to four decide."""

MEANINGS = {
    PRIOR_INCLUSION: "prior probability of inclusion",
    PRIOR_VALUE: "prior probability of a disclosing value, given inclusion",
    RELATIVE_RISK_BOUND: "bound on the relative risk",
}


def stable_form(polynomial: sp.Expr, small: Sequence[sp.Symbol]) -> Node:
    """eps = -log X for the root X of a polynomial of degree 1 or 2 in x that rises through it.

    Parameters
    ----------
    polynomial : sympy.Expr
        In x and the parameters; integer coefficients.
    small : sequence of Symbol
        Parameters that may be as small as 2^-1022.

    Raises
    ------
    InputError
        The degree is higher.

    Examples
    --------
    >>> form = stable_form(RELATIVE_RISK_BOUND * DECAY**2 - 1, ())
    >>> form.exact, round(float(form.error), 6)
    (log(r)/2, 3.0)
    """
    in_decay = sp.Poly(polynomial, DECAY)
    if in_decay.degree() > 2:
        raise InputError(
            f"{polynomial} = 0 has degree {in_decay.degree()} in x = e^-eps: "
            "there is no closed form in square roots to export; use recommend or sweep for numbers"
        )
    quadratic, linear, constant = (sp.expand(in_decay.coeff_monomial(DECAY**k)) for k in (2, 1, 0))
    m, g = -constant, sp.expand(quadratic + linear + constant)
    k = sp.expand(2 * m - linear)
    parts = (m, g) if linear == 0 or quadratic == 0 else (m, g, k)
    ratio = linear == 0 or quadratic == 0
    scale = SCALE if ratio and any(_all_small(part, small) for part in (m, g)) else 0
    named = [Polynomial(name, part, scale) for name, part in zip(("m", "g", "k"), parts, strict=False)]
    if linear == 0 or quadratic == 0:
        return LogarithmOfOnePlus(Quotient(named[1], named[0]), halved=linear == 0)
    return LogarithmOfOnePlus(PositiveRoot(square=named[0], linear=named[2], constant=named[1]))


def _all_small(polynomial: sp.Expr, small: Sequence[sp.Symbol]) -> bool:
    terms = sp.Add.make_args(polynomial)
    return all(t.free_symbols & set(small) for t in terms) and any(len(t.args) > 1 for t in terms)


def formula_of(
    derived: PiecewiseInfimum, identifier: str, title: str, source: str, only: int | None = None
) -> Formula:
    """The piecewise closed form, or one branch of it, as a formula to export.

    Parameters
    ----------
    derived : PiecewiseInfimum
        Proved; without open regions.
    identifier, title, source : str
    only : int, optional
        The position of the branch, from 0; by default the whole function.

    Raises
    ------
    InputError
        A branch has no form in square roots, a region is open, no prior satisfies the box in one, or eps is
        infinite everywhere.
    """
    if derived.open:
        raise InputError(
            f"{identifier}: the derivation left a region open; narrow it with --assume and derive it anew"
        )
    if derived.empty and only is None:
        where = "; ".join(str(region.condition) for region in derived.empty)
        raise InputError(
            f"{identifier}: no prior satisfies the box where {where}; exclude this with --assume"
        )
    domain = tuple(derived.profile.parameter_region)
    branches = derived.branches if only is None else (derived.branches[only],)
    if all(branch.polynomial is None for branch in branches):
        raise InputError(f"{identifier}: eps is infinite for all parameters: leave out this formula")
    return formula_on(domain, branches, identifier, title, source)


def formula_on(
    domain: Sequence[Condition], branches: Sequence[Branch], identifier: str, title: str, source: str
) -> Formula:
    """Branches that make up a domain, as a formula to export; the conditions of a single one restrict it.

    Parameters
    ----------
    domain : sequence of Condition
    branches : sequence of Branch
        At least one with a finite eps.
    identifier, title, source : str

    Raises
    ------
    InputError
        A branch has no form in square roots, or there are no parameters.
    """
    symbols = _ordered(domain, branches)
    small = [s for s in symbols if not at_least_one(s, tuple(domain))]
    cases = tuple(_case(branch, small) for branch in branches)
    if not symbols:
        raise InputError(f"{identifier} has no parameters: write the number, eps = {branches[0].epsilon}")
    if len(cases) == 1:
        domain, cases = (*domain, *cases[0].conditions), (replace(cases[0], conditions=()),)
    arguments = tuple(
        Argument(
            s,
            MEANINGS.get(s, "parameter of the risk profile"),
            s in small,
            _smallest(s, small, cases),
        )
        for s in symbols
    )
    return Formula(
        identifier,
        title,
        source,
        arguments,
        tuple(domain),
        tuple(sorted(cases, key=lambda c: c.value is not None)),
        "the largest admissible eps, in nats",
        str(sp.Piecewise(*((c.exact, sp.And(*(x.relational for x in c.conditions))) for c in cases))),
        tuple(dict.fromkeys(note for c in cases for note in stable_notes(c.value))),
    )


def _smallest(symbol: sp.Symbol, small: Sequence[sp.Symbol], cases: Sequence[Case]) -> float:
    """The least value of a parameter for which nothing underflows."""
    if any(_multiplies(symbol, polynomial, small) for polynomial in _polynomials(cases)):
        return SMALLEST_IN_PRODUCTS
    return SMALLEST_IN_PROPORTION if _in_proportion(symbol, small, cases) else SMALLEST


def _polynomials(cases: Sequence[Case]) -> Iterator[sp.Expr]:
    for case in cases:
        yield from (c.polynomial for c in case.conditions)
        match case.value:
            case LogarithmOfOnePlus(excess=PositiveRoot(square=m, linear=k, constant=g)):
                yield from (m.expression, k.expression, g.expression)
            case LogarithmOfOnePlus(excess=Quotient(numerator=g, denominator=m)):
                yield from (m.expression, g.expression)


def _multiplies(symbol: sp.Symbol, polynomial: sp.Expr, small: Sequence[sp.Symbol]) -> bool:
    """Whether a term that no other one outweighs is a product of the symbol and other small ones."""
    if not small or not polynomial.has(*small):
        return False
    powers = [m for m in sp.Poly(polynomial, *small).monoms()]
    least = [m for m in powers if not any(n != m and all(map(int.__le__, n, m)) for n in powers)]
    at = list(small).index(symbol) if symbol in small else -1
    if any(sum(m) > MOST_IN_PRODUCTS for m in least):
        raise InputError(
            f"{polynomial}: a product of more than {MOST_IN_PRODUCTS} small parameters may underflow: leave "
            "out its formula"
        )
    return at >= 0 and any(sum(m) > 1 and m[at] > 0 for m in least)


def _in_proportion(symbol: sp.Symbol, small: Sequence[sp.Symbol], cases: Sequence[Case]) -> bool:
    """Whether eps can be as small as the symbol: G vanishes with it, alone or with others; M does not."""
    for case in cases:
        match case.value:
            case LogarithmOfOnePlus(
                excess=PositiveRoot(square=m, constant=g) | Quotient(numerator=g, denominator=m)
            ):
                together = [s for s in small if symbol in small and {s, symbol} <= g.expression.free_symbols]
                for zeros in ({symbol: 0}, dict.fromkeys(together, 0)):
                    if g.expression.subs(zeros) == 0 and m.expression.subs(zeros) != 0:
                        return True
    return False


def _case(branch: Branch, small: Sequence[sp.Symbol]) -> Case:
    if branch.polynomial is None:
        return Case(branch.conditions, None, sp.oo)
    form = stable_form(_integral(branch.polynomial), small)
    assert branch.epsilon is not None
    return Case(branch.conditions, form, branch.epsilon, sp.expand(branch.polynomial.subs(DECAY, 1)))


def _integral(polynomial: sp.Expr) -> sp.Expr:
    symbols = sorted(polynomial.free_symbols, key=str)
    return sp.Poly(polynomial, *symbols).clear_denoms(convert=True)[1].as_expr()


def _ordered(domain: Sequence[Condition], branches: Sequence[Branch]) -> list[sp.Symbol]:
    """The parameters, those that may be large first: products of them do not underflow early."""
    symbols = frozenset().union(
        *(c.symbols for c in domain),
        *(c.symbols for b in branches for c in b.conditions),
        *(b.polynomial.free_symbols for b in branches if b.polynomial is not None),
    ) - {DECAY}
    return sorted(symbols, key=lambda s: (not at_least_one(s, tuple(domain)), str(s)))


def stable_notes(value: Node | None) -> tuple[str, ...]:
    """Why a form is stable, a line each."""
    match value:
        case LogarithmOfOnePlus(excess=PositiveRoot(square=m, linear=k, constant=g)):
            said = (
                f"e^eps - 1 is the positive root of M z^2 + K z = G, M = {m.expression}, K = {k.expression}, "
                f"G = {g.expression}: log1p of it is accurate where eps is small",
                "of the two forms of the root, the one without a difference of nearly equal numbers is taken",
                "M, K and G are evaluated with their rounding errors, and exactly where most of them cancels",
            )
            return tuple(map(Method, said))
        case LogarithmOfOnePlus(excess=Quotient(numerator=g, denominator=m), halved=halved):
            power = "(e^eps)^2" if halved else "e^eps"
            ratio = f"G = {g.expression}, M = {m.expression}"
            known = f"{power} is 1 + G/M with {ratio}: log1p of G/M, which is accurate where eps is small"
            return (Method(known),)
        case _:
            return ()
