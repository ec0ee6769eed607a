"""What the proofs of a theorem for a profile with numbers start from: its pieces and their certificates.

With X = e^-eps the root of A x^2 + B x = C, each piece n/d of the maximum needs d > 0 and, where it is the
greatest, n floor(X) >= d. Both come from certificates, whose theorems stand before the proof.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.coq.statement import as_coq, pieces
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.certain import certain_judge
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.profiles.profile import PRIORS, Piece, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.theory.symbols import DECAY
from verify.certificates.certificate import Certificate
from verify.coq.statement import theorem_name
from verify.language.condition import Condition, non_negative, positive
from verify.prover.certifying_solver import CertifyingSolver


@dataclass(frozen=True)
class Fraction:
    """A piece n/d of the maximum, all in Coq's notation.

    Parameters
    ----------
    text : str
        As the statement has it, in p and q.
    numerator, denominator : str
        At the fixed priors.
    positive_denominator : Certificate or None
        That no prior has d <= 0; None where d is a number.
    enough : Certificate
        That no prior at which the piece is the greatest has n floor(X) < d.
    """

    text: str
    numerator: str
    denominator: str
    positive_denominator: Certificate | None
    enough: Certificate


@dataclass(frozen=True)
class DecidedCase:
    """A profile with numbers and its only branch, whose budget is that of a root X with A, B >= 0 < C."""

    profile: RiskProfile
    branch: Branch

    @cached_property
    def coefficients(self) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
        """A, B and C, or UndecidedError."""
        if self.branch.coefficients is None or any(value < 0 for value in self.branch.coefficients):
            raise UndecidedError("no theorem is written yet for an equation of e^-eps with these signs")
        return self.branch.coefficients

    @cached_property
    def fractions(self) -> Sequence[Fraction]:
        """The pieces, in the order of the statement, or UndecidedError."""
        judge, known = certain_judge(), self.profile.domain
        texts = pieces(self.profile.bound)
        bounds = [with_values(bound, self.profile.numbers) for bound in texts]
        ratios = [sp.fraction(sp.together(bound)) for bound in bounds]
        made = []
        for text, bound, (n, d) in zip(texts, bounds, ratios, strict=True):
            orders = [non_negative(sp.expand(n * e - m * d)) for m, e in ratios if (m, e) != (n, d)]
            piece = constrained(Piece(bound, n, d, (*known, *orders)), self.profile)
            positive_denominator = None if d.is_number else _certificate(judge, known, non_negative(-d))
            here = (*root_of(self.branch), *piece.conditions)
            enough = _certificate(judge, here, positive(-piece.polynomial))
            made.append(Fraction(as_coq(text), as_coq(n), as_coq(d), positive_denominator, enough))
        return made

    @property
    def certificates(self) -> Sequence[Certificate]:
        """All that the proof uses."""
        return [c for f in self.fractions for c in (f.positive_denominator, f.enough) if c is not None]

    def at_priors(self, text: str, values: Mapping[str, str] | None = None) -> str:
        """A text in p and q with the fixed priors, and others, at their values."""
        given = {v.name: f"({as_coq(value)})" for v, value in self.profile.fixed.items()} | dict(values or {})
        return re.sub(r"\b[pq]\b", lambda found: given.get(found[0], found[0]), text)

    def applied(self, certificate: Certificate) -> str:
        """The theorem of a certificate at p, q and X."""
        values = {v.name: v.name for v in PRIORS} | {DECAY.name: "X"}
        names = [values[name] for name in certificate["claim"]["variables"]]
        return f"({' '.join([theorem_name(certificate['fingerprint']), *names])})"


def _certificate(judge: CertifyingSolver, known: Sequence[Condition], denied: Condition) -> Certificate:
    """The certificate that what is known excludes what is denied, or UndecidedError."""
    with judge.recorded() as evidence:
        if judge.satisfiable([*known, denied], "a step of the theorem"):
            raise UndecidedError("a step of the theorem does not hold")
    (certificate,) = (c for part in evidence for c in part.certificates)
    return dict(certificate)
