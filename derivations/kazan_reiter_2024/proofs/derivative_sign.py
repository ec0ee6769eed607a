"""The sign of a partial derivative, as Lemmas 2 and 3 of Kazan & Reiter (2024) state it.

The function has to be defined around each point of the domain; the derivative is SymPy's, and its sign an
implication.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from verify.calculus.derivative import PartialDerivative
from verify.evidence import Evidence, combined
from verify.implication import Implication
from verify.prover import Prover

_RELATIONS = {">": sp.Gt, ">=": sp.Ge, "<": sp.Lt, "<=": sp.Le, "=": sp.Eq}


@dataclass(frozen=True)
class DerivativeSign:
    """`d function / d variable relation 0` everywhere on the domain.

    Parameters
    ----------
    function : Expr
        What is differentiated.
    variable : Symbol
        With respect to this.
    relation : str
        `">"`, `">="`, `"<"`, `"<="` or `"="`.

    Raises
    ------
    ValueError
        For another relation.

    Examples
    --------
    >>> from sympy.abc import x
    >>> DerivativeSign(sp.log(x), x, ">").examine((x > 0,), Prover()).proved
    True
    >>> DerivativeSign(sp.log(-x), x, ">").examine((x > 0,), Prover()).witness
    {x: 1}
    """

    function: sp.Expr
    variable: sp.Symbol
    relation: str

    def __post_init__(self) -> None:
        if self.relation not in _RELATIONS:
            raise ValueError(f"the relation is one of {', '.join(_RELATIONS)}, not {self.relation!r}")

    @property
    def text(self) -> str:
        """The statement as SymPy text."""
        return f"Derivative({self.function}, {self.variable}) {self.relation} 0"

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that the derivative exists on the domain and has the sign.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses.
        prover : Prover
            Decides the implications.
        """
        # A quotient's logarithm has a simpler derivative in two terms; that it is the derivative is proved.
        derivative = sp.diff(sp.expand_log(self.function, force=True), self.variable)
        exists = PartialDerivative(self.function, self.variable, derivative).examine(domain, prover)
        if exists.refuted:
            return combined(self.text, [exists], "differentiation")
        over = self._over_positive(derivative, domain, prover)
        shown, expression = ([exists], derivative) if over is None else over
        comparison = _RELATIONS[self.relation](expression, 0, evaluate=False)
        sign = prover.prove(Implication(domain, comparison))
        return combined(self.text, [*shown, sign], "differentiation and an implication")

    def _over_positive(
        self, derivative: sp.Expr, domain: tuple[sp.Basic, ...], prover: Prover
    ) -> tuple[list[Evidence], sp.Expr] | None:
        """The derivative's numerator, if the rest is proved to be positive, with that proof."""
        numerator, denominator = sp.fraction(sp.together(derivative))
        quotient = PartialDerivative(self.function, self.variable, numerator / denominator)
        shown = [quotient.examine(domain, prover)]
        for factor in sp.Mul.make_args(denominator):
            if not shown[-1].proved:
                return None
            shown.append(prover.prove(Implication(domain, sp.Gt(factor, 0, evaluate=False))))
        return (shown, numerator) if shown[-1].proved else None
