"""Where eps is continuous in the parameters, as r* changes by a factor near 1 at all priors at once.

Let R(x) = 1/A(x) be the relative risk that eps = -log x allows, A = a_0 + a_1 x + ... + a_n x^n with a_k >= 0
that depend on the priors alone and have the sum 1: for Theorem 1, A = p q + (1 - p) x + p (1 - q) x^2; for
the variants, A = p q + (1 - p q) x. Let the domain of the priors not depend on the parameters.

Lemma. Where R > 1, d log(R - 1) / d eps >= x^n.
Proof. x = e^-eps, so d/d eps is -x d/dx, and R - 1 = (1 - A)/A: the slope is x A'/(1 - A) + x A'/A. Here x A'
is the sum of k a_k x^k, at least x^n s with s the sum of k a_k; and 1 - A, the sum of a_k (1 - x^k), is at
most s (1 - x^n), for x^k >= x^n. So the first part is at least x^n/(1 - x^n), and the second one >= 0. QED

Theorem. Let f >= 1 be a number such that r* - 1 at parameters c and r* - 1 at c' differ by a factor between
1/f and f, for all priors of the domain. Then for any E, min(eps, E) differs by e^(n E) log f at most.
Proof. For priors z let y < E be the eps that r* allows at c, and y' that at c'. Suppose that y' > y, and let
e = y + e^(n E) log f < E; else nothing is to be shown. By the lemma R - 1 at e is at least f times what it is
at y, which is r* - 1 at c: at least r* - 1 at c'. So y' <= e. (Where r* = 1 at c, it is so at c', and y' = y;
where R = 1 for all x, all eps are allowed.) So it is for the infimum over z, and with c and c' exchanged. QED

So X is continuous at c, as a function on all parameters that the assumptions allow, if such a factor tends to
1 as c' tends to c. Call a function of parameters and priors steady if it is >= 0, and its values at c' and c
differ by a factor that tends to 1 uniformly over the priors. Steady are: what is >= 0 and has no parameters;
what is positive on all of the region and has no priors, for it is continuous; and sums, products, quotients,
maxima and minima of steady ones. So is a polynomial in p or 1 - p, and q or 1 - q, with such coefficients.
If r* is steady and r* >= 1 + d with d > 0 continuous in the parameters, r* - 1 is steady as well: where r*
changes by a factor between 1/f and f, r* - 1 changes by (f - 1) r* at most, and r*/(r* - 1) <= 1 + 1/d.

Nothing is asked of the pieces of r*, of where they meet, or whether one has points inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import sympy as sp

from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.theory.symbols import DECAY, INVERSE_RISK
from symbolic_eps.theory.variants import variant_polynomial
from verify.errors import UndecidedError
from verify.language.condition import Condition, non_negative, positive
from verify.solvers.smt import Solver

Region = tuple[Condition, ...]


@dataclass(frozen=True)
class Risk:
    """The bound r* as it was given, where it is asked for.

    Parameters
    ----------
    bound : Expr
        r* at the fixed priors; at least 1 on the domain.
    inverse_risk : Expr
        A.
    domain, region : tuple of Condition
        On the priors, and on the parameters.
    """

    bound: sp.Expr
    inverse_risk: sp.Expr
    domain: Region
    region: Region

    @classmethod
    def of(cls, profile: RiskProfile) -> Risk:
        """The bound of a profile."""
        inverse = variant_polynomial(profile.variant).subs(INVERSE_RISK, 0)
        bound, inverse = (with_values(one, profile.numbers) for one in (profile.bound, inverse))
        return cls(bound, inverse, profile.domain, profile.parameter_region)

    def is_continuous(self, judge: Solver) -> bool:
        """Whether the premises of the theorem are proved on all of the region.

        Examples
        --------
        >>> from symbolic_eps.profiles.profile import RiskProfile
        >>> from verify.solvers.smt import Solver
        >>> profile = RiskProfile("max(a/p, 1 + b/q)", ["a>0", "b>0"])
        >>> Risk.of(profile).is_continuous(Solver())
        True
        """
        return _Proof(self, judge).holds()


class _Proof:
    def __init__(self, risk: Risk, judge: Solver) -> None:
        self.risk, self.judge = risk, judge

    def holds(self) -> bool:
        domain, known = self.risk.domain, {*PRIORS}
        return (
            all(c.symbols <= known for c in domain)
            and not any(c.symbols & known for c in self.risk.region)
            and self._is_of_the_form()
            and self._is_steady_above_one(self.risk.bound)
        )

    def _is_of_the_form(self) -> bool:
        inverse = self.risk.inverse_risk
        if not inverse.is_polynomial(DECAY, *PRIORS) or not inverse.free_symbols <= {DECAY, *PRIORS}:
            return False
        rows = sp.Poly(inverse, DECAY).all_coeffs()
        return sp.expand(sum(rows) - 1) == 0 and all(self._has_sign(row, 1) for row in rows)

    def _is_steady_above_one(self, bound: sp.Expr) -> bool:
        """Whether r* - 1 is steady, if r* >= 1."""
        if not self._parameters(bound):
            return True
        if isinstance(bound, sp.Piecewise):
            return self._is_told_by_priors(bound) and all(map(self._is_steady_above_one, _values(bound)))
        if isinstance(bound, sp.Max | sp.Min) and all(map(self._is_steady_above_one, bound.args)):
            return True
        if not isinstance(bound, sp.Max | sp.Min) and self._is_steady(bound - 1):
            return True
        return self._is_steady(bound) and self._is_above_one(bound)

    def _is_steady(self, one: sp.Expr) -> bool:
        """Whether an expression is; False may mean that it is not shown."""
        if one.is_number:
            return bool(one.is_Rational and one >= 0)
        if one.has(sp.oo, sp.nan, sp.zoo):
            return False
        if isinstance(one, sp.Piecewise):
            return self._is_told_by_priors(one) and all(map(self._is_steady, _values(one)))
        if isinstance(one, sp.Max | sp.Min) or (isinstance(one, sp.Add | sp.Mul) and self._are_plain(one)):
            return all(map(self._is_steady, one.args)) or (
                not one.has(sp.Max, sp.Min) and self._by_factors(one)
            )
        if one.is_Pow:
            return bool(one.exp.is_Integer) and self._is_steady(one.base)
        return self._by_factors(one)

    def _are_plain(self, one: sp.Expr) -> bool:
        return not any(part.is_number and not part >= 0 for part in one.args)

    def _by_factors(self, one: sp.Expr) -> bool:
        """Of a rational function: each factor keeps one sign and is steady but for that, and all give +."""
        if one.has(sp.Max, sp.Min, sp.Piecewise) or not one.is_rational_function():
            return False
        content, sign = sp.S.One, 1
        for part in sp.fraction(sp.factor(sp.together(one))):
            content, factors = sp.factor_list(part)
            sign *= int(sp.sign(content))
            for factor, power in factors:
                own = self._sign_of(factor)
                if own == 0:
                    return False
                sign *= own**power
        return sign > 0

    def _sign_of(self, polynomial: sp.Expr) -> int:
        """The sign with which a polynomial is steady; 0 if none is shown."""
        for sign in (1, -1):
            signed = sp.expand(sign * polynomial)
            if self._has_sign(signed, 1) if not self._parameters(signed) else self._has_steady_terms(signed):
                return sign
        return 0

    def _has_steady_terms(self, polynomial: sp.Expr) -> bool:
        priors = sorted(polynomial.free_symbols & {*PRIORS}, key=str)
        for turned in product((False, True), repeat=len(priors)):
            values = {v: 1 - v for v, turn in zip(priors, turned, strict=True) if turn}
            moved = sp.expand(polynomial.subs(values, simultaneous=True))
            rows = sp.Poly(moved, *priors).coeffs() if priors else [moved]
            if all(self._is_positive(row) for row in rows):
                return True
        return False

    def _is_above_one(self, bound: sp.Expr) -> bool:
        """Whether r* - 1 is at least a positive continuous function of the parameters."""
        if isinstance(bound, sp.Max | sp.Min):
            enough = any if isinstance(bound, sp.Max) else all
            return enough(map(self._is_above_one, bound.args))
        parts = sp.Add.make_args(bound - 1)
        return all(map(self._is_steady, parts)) and any(map(self._has_floor, parts))

    def _has_floor(self, part: sp.Expr) -> bool:
        """Whether a product has factors that are positive without priors, or negative powers of priors."""

        def is_high(factor: sp.Expr) -> bool:
            base, exponent = factor.as_base_exp()
            if base in PRIORS:
                return bool(exponent.is_Integer and exponent < 0)
            may_be_zero = factor.free_symbols & {*PRIORS} or factor.has(sp.Max, sp.Min)
            return not may_be_zero and self._is_steady(factor)

        return part != 0 and all(map(is_high, sp.Mul.make_args(part)))

    # --- questions

    def _parameters(self, one: sp.Basic) -> set[sp.Symbol]:
        return set(one.free_symbols) - {*PRIORS}

    def _is_told_by_priors(self, one: sp.Piecewise) -> bool:
        return not any(self._parameters(guard) for _, guard in one.args)

    def _is_positive(self, row: sp.Expr) -> bool:
        """Of a polynomial in the parameters."""
        if row.is_number:
            return bool(row > 0)
        return self._is_never((*self.risk.region, non_negative(-row)), f"{row} <= 0")

    def _has_sign(self, polynomial: sp.Expr, sign: int) -> bool:
        """Of a polynomial in the priors: nowhere in their domain of the other sign."""
        if polynomial.is_number:
            return bool(sign * polynomial >= 0)
        return self._is_never(
            (*self.risk.domain, positive(sp.expand(-sign * polynomial))), f"{polynomial} < 0"
        )

    def _is_never(self, conditions: Sequence[Condition], question: str) -> bool:
        if any(c.constant_truth is False for c in conditions):
            return True
        try:
            return not self.judge.satisfiable(tuple(conditions), question)
        except UndecidedError:
            return False


def _values(one: sp.Piecewise) -> list[sp.Expr]:
    return [value for value, _ in one.args]
