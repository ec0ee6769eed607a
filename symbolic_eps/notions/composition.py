"""The joint budget of several releases, each private given the earlier outputs: basic composition.

* (eps, delta): the sum of the eps, and 1 - (1 - delta_1) (1 - delta_2) ... A release is (eps, delta)-private
  exactly where its laws f and g with and without the record have a common part m <= f, m <= e^eps g of at
  least 1 - delta; the product of the common parts is one of the product. At the sum of the eps no smaller
  delta will do: let each release tell with probability delta whether the record is there, and else answer at
  random with the ratio e^eps; the common part of all is then exactly that product.
* Renyi divergence of order 2: the sum of the rho, as e^rho is a mean of products; reached by any releases.

Proved for all countable sets of outputs, for two releases, and so for any number.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from symbolic_eps.errors import DomainError, UndecidedError
from symbolic_eps.minimum.exact_judge import exact_prover
from symbolic_eps.notions.notion import Notion
from symbolic_eps.theory.symbols import parameter
from verify.evidence import Evidence, Outcome
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Setting, Total

MOST_RELEASES = 10_000
"""More releases than this are refused."""

_t, _u = parameter("t"), parameter("u")
_f, _g, _m, _a, _h, _j, _n = (parameter(name) for name in "fgmahjn")
_E, _F, _d, _c = (parameter(name) for name in ("E", "F", "d", "c"))

TEST_DOMAIN = (sp.Ge(_E, 1), sp.Ge(_d, 0), sp.Le(_d, 1))
COMMON_DOMAIN = (sp.Ge(_d, 0), sp.Le(_d, 1), sp.Ge(_c, 0), sp.Le(_c, 1))
MOMENT_DOMAIN = (sp.Ge(_d, 1), sp.Ge(_c, 1))


def composed(notion: Notion, budget: sp.Expr, delta: sp.Expr, releases: int) -> tuple[sp.Expr, sp.Expr]:
    """The budget and the delta of so many releases together, each with these.

    Parameters
    ----------
    notion : Notion
    budget : sympy.Expr
        eps or rho of each.
    delta : sympy.Expr
        That of each; 0 for `Notion.RENYI_2`.
    releases : int
        From 1 to `MOST_RELEASES`.

    Raises
    ------
    symbolic_eps.errors.DomainError
        Another number of releases.

    Examples
    --------
    >>> composed(Notion.APPROXIMATE, sp.Integer(1), sp.Rational(1, 10), 2)
    (2, 19/100)
    """
    if not 1 <= releases <= MOST_RELEASES:
        raise DomainError(f"{releases} releases: give a whole number from 1 to {MOST_RELEASES}")
    return releases * budget, 1 - (1 - delta) ** releases


def common_part_of_tests() -> Derivation:
    """A common part of 1 - d keeps the promise for every test: sum a f <= E sum a g + d.

    Returns
    -------
    Derivation
        To be examined on `TEST_DOMAIN`. Conversely m = min(f, E g) has sum f - m as the excess of one test.
    """
    laws = (_f >= 0, _g >= 0, _m >= 0, sp.Le(_m, _f), sp.Le(_m, _E * _g), _a >= 0, sp.Le(_a, 1))
    totals = (sp.Eq(Total(_f, _t), 1), sp.Eq(Total(_g, _t), 1), sp.Ge(Total(_m, _t), 1 - _d, evaluate=False))
    excess = sp.Le(Total(_a * _f - _E * _a * _g, _t), Total(_f - _m, _t), evaluate=False)
    goal = sp.Le(Total(_a * _f, _t), _E * Total(_a * _g, _t) + _d, evaluate=False)
    setting = Setting({v: (_t,) for v in (_f, _g, _m, _a)}, (*laws, *totals))
    steps = (
        Step(excess, Termwise(), (*laws, *TEST_DOMAIN)),
        Step(goal, using=(excess, *totals, *TEST_DOMAIN)),
    )
    return Derivation(setting, goal, steps)


def common_part_theorem() -> Derivation:
    """A common part m of 1 - c, and given each output one of 1 - d, make one of (1 - c) (1 - d).

    n(t, u) is m(t) times the second common part given t, so that its sum is at least (1 - d) m(t); h(t, u) is
    the probability of both outputs. That n is a common part is a product of inequalities of numbers >= 0.

    Returns
    -------
    Derivation
        To be examined on `COMMON_DOMAIN`.
    """
    laws = (_m >= 0, _n >= 0, sp.Le(_n, _h), sp.Eq(Total(_h, _t, _u), 1))
    first = sp.Ge(Total(_m, _t), 1 - _c, evaluate=False)
    second = sp.Ge(Total(_n, _u), (1 - _d) * _m, evaluate=False)
    summed = sp.Ge(Total(Total(_n, _u), _t), Total((1 - _d) * _m, _t), evaluate=False)
    goal = sp.Ge(Total(_n, _t, _u), (1 - _c) * (1 - _d), evaluate=False)
    setting = Setting({_m: (_t,), _n: (_t, _u), _h: (_t, _u)}, (*laws, first, second))
    steps = (Step(summed, Termwise(), (second, *laws)), Step(goal, using=(summed, first, *COMMON_DOMAIN)))
    return Derivation(setting, goal, steps)


def moment_theorem() -> Derivation:
    """With h = f^2/g of the first release, and j(t, u) = h(t) times that of the second: means multiply.

    sum h <= c and sum j over u <= d h give sum j <= c d.

    Returns
    -------
    Derivation
        To be examined on `MOMENT_DOMAIN`.
    """
    first = sp.Le(Total(_h, _t), _c, evaluate=False)
    second = sp.Le(Total(_j, _u), _d * _h, evaluate=False)
    summed = sp.Le(Total(Total(_j, _u), _t), Total(_d * _h, _t), evaluate=False)
    goal = sp.Le(Total(_j, _t, _u), _c * _d, evaluate=False)
    setting = Setting({_h: (_t,), _j: (_t, _u)}, (_h >= 0, _j >= 0, first, second))
    steps = (
        Step(summed, Termwise(), (second, _h >= 0, _j >= 0)),
        Step(goal, using=(summed, first, *MOMENT_DOMAIN)),
    )
    return Derivation(setting, goal, steps)


@cache
def prove_composition(notion: Notion) -> tuple[Evidence, ...]:
    """Prove what `composed` says of releases.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        One statement is not shown.

    Examples
    --------
    >>> {str(e.grade) for e in prove_composition(Notion.RENYI_2)}
    {'exact'}
    """
    both = {
        Notion.APPROXIMATE: ((common_part_of_tests(), TEST_DOMAIN), (common_part_theorem(), COMMON_DOMAIN)),
        Notion.RENYI_2: ((moment_theorem(), MOMENT_DOMAIN),),
    }
    found = tuple(theorem.examine(domain, exact_prover()) for theorem, domain in both[notion])
    if any(evidence.outcome is not Outcome.PROVED for evidence in found):
        raise UndecidedError(f"not shown: what several releases with {notion.promise} keep to")
    return found
