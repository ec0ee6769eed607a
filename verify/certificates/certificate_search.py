"""The search for the certificate of one implication: a refutation for each of its systems.

What has been found is kept, so that a round with a larger budget goes on where a smaller one ended. Nothing
of it is trusted: the kernel checks the certificate.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy as sp

from verify import kernel
from verify.certificates.certificate import assembled
from verify.certificates.refuted_before import RefutedBefore
from verify.language.encoding import Encoded
from verify.language.implication import Hints
from verify.search.budget import Budget, Meter
from verify.search.facts import by_kind, factors_of

if TYPE_CHECKING:
    from verify.search.refutation_search import Hints as SearchHints


@dataclass
class CertificateSearch:
    """Looks for the certificate of a claim, in rounds.

    Parameters
    ----------
    encoded : Encoded
        The claim.
    names : list of str
        The variables, in the order of the exponents.
    systems : list of list of Fact
        The systems that the kernel makes of the claim's negation; each has to be refuted.
    hints : Hints
        What the asker knows about the proof, in the symbols of the statement.
    before : RefutedBefore
        Refutations of other systems; what is found here is added.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.language.encoding import encoded
    >>> claim = encoded([a > 1], a > 0)
    >>> ring, systems = kernel.systems(claim.claim)
    >>> search = CertificateSearch(claim, list(ring.atoms), systems, Hints())
    >>> search.certificate(Budget(work=0)) is None
    True
    >>> kernel.check(search.certificate(Budget(work=1000)), {})
    """

    encoded: Encoded
    names: list[str]
    systems: list[list[kernel.Fact]]
    hints: Hints
    before: RefutedBefore = field(default_factory=RefutedBefore)
    _nodes: list[Any] = field(default_factory=list, init=False, repr=False)

    @property
    def refuted(self) -> int:
        """How many of the systems, from the first on, are refuted so far."""
        return len(self._nodes)

    def certificate(
        self, budget: Budget, plain: bool = False, each: int | None = None
    ) -> dict[str, Any] | None:
        """The certificate, if what is still missing is found within the budget.

        Parameters
        ----------
        budget : Budget
            For all systems together.
        plain : bool
            Whether to split on nothing but the hints.
        each : int, optional
            Most work for one of them.
        """
        meter = Meter.of(budget)
        while self.refuted < len(self.systems):
            facts = self.systems[self.refuted]
            node = self.before.refutation(self.names, facts)
            if node is None:
                node = self._node(facts, meter, meter.work if each is None else each, plain)
                if node is None:
                    return None
                self.before.add(self.names, facts, node)
            self._nodes.append(node)
        return assembled(self.encoded.claim, self._nodes)

    def _node(self, facts: list[kernel.Fact], meter: Meter, most: int, plain: bool) -> Any:
        """A refutation of one system; a second time with the factors of the facts among the splits."""
        hints = self._hints
        factors = () if plain else factors_of(self.names, facts)
        attempts = [hints.splits, (*hints.splits, *factors)] if factors else [hints.splits]
        for remaining, splits in zip(range(len(attempts), 0, -1), attempts, strict=True):
            part = meter.part(min(meter.work, most) // remaining)
            allowed = part.work
            extended = replace(hints, splits=splits)
            node = refute(self.names, *by_kind(facts), hints=extended, meter=part)
            meter.work -= allowed - max(0, part.work)
            if node is not None:
                return node
        return None

    @property
    def _hints(self) -> SearchHints:
        variables = [sp.Symbol(name, real=True) for name in self.names]
        named = {self.encoded.symbols[n]: v for n, v in zip(self.names, variables, strict=True)}

        def sparse(expressions: Iterable[sp.Expr]) -> tuple[dict[tuple[int, ...], Fraction], ...]:
            """Those that are polynomials in the claim's variables; others cannot help."""
            polynomials = []
            for expression in expressions:
                replaced = expression.xreplace(named)
                if replaced.free_symbols <= set(variables) and replaced.is_polynomial(*variables):
                    polynomial = sp.Poly(replaced, *variables)
                    if polynomial.domain in (sp.ZZ, sp.QQ):
                        terms = polynomial.terms()
                        polynomials.append({m: Fraction(int(c.p), int(c.q)) for m, c in terms})
            return tuple(polynomials)

        from verify.search.refutation_search import Hints as SearchHints

        given = self.hints
        return SearchHints(*map(sparse, (given.squares, given.splits, given.signed)))


def refute(*system: Any, **limits: Any) -> Any:
    """The search for a refutation (`verify.search`), loaded when it is first needed."""
    from verify.search.refutation_search import refute as search

    return search(*system, **limits)
