"""Piecewise closed forms: what `symbolic_eps.minimum` returns and everything else reads.

A branch holds the polynomial in x = e^-eps whose root is the answer; its logarithmic form is the stable one
of Theorem 2's root: with A x^2 + B x + C and S = sqrt(B^2 - 4 A C), e^eps = (B + S) / (-2 C).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

import sympy as sp

from symbolic_eps.closed_forms.steps import Step
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.results import Lambdifiable, Result
from verify.certificates.certificate import Certificate
from verify.evidence import Evidence, Grade, weakest
from verify.language.condition import Condition, conjunction

GREATEST_ATTAINED = "greatest attained"
"""Which root X is, where it is told by the faces on which it may be attained."""


class AttainmentKind(StrEnum):
    """How the infimum relates to the place that is named."""

    POINT = "point"
    LIMIT = "limit"
    SEGMENT = "segment"


@dataclass(frozen=True)
class Attainment:
    """Where the infimum is attained, or of which limit it is the value.

    Parameters
    ----------
    conditions : tuple of Condition
        On the parameters, beyond the branch's own.
    place : mapping of Symbol to Expr
        The priors there; in x too, where the branch is a root without a closed form.
    kind : AttainmentKind
        `point` of the domain, `limit` of points of the domain, or one end of a `segment`.
    segment_end : mapping of Symbol to Expr or None
        The segment's other end.
    """

    conditions: tuple[Condition, ...]
    place: Mapping[sp.Symbol, sp.Expr]
    kind: AttainmentKind
    segment_end: Mapping[sp.Symbol, sp.Expr] | None = None


@dataclass(frozen=True)
class RootFace:
    """A face of a piece of r*, on which X may be attained (`symbolic_eps.minimum.attained_roots.faces`).

    Parameters
    ----------
    polynomial : sympy.Expr
        In x and the parameters; 0 at X if X is attained on the face.
    equations : tuple of Expr
        In the priors, too: what is 0 where x is attained on the face.
    bound : sympy.Expr
        P, of the sign of F on the piece.
    conditions : tuple of Condition
        Of the piece.
    tight : tuple of Expr
        What of the conditions is 0 on the face.
    at_origin : bool
        Whether these are limits as all priors tend to 0.
    """

    polynomial: sp.Expr
    equations: tuple[sp.Expr, ...]
    bound: sp.Expr
    conditions: tuple[Condition, ...]
    tight: tuple[sp.Expr, ...] = ()
    at_origin: bool = False


@dataclass(frozen=True)
class _Region:
    """Where all conditions on the parameters hold, beyond the profile's assumptions."""

    conditions: tuple[Condition, ...]

    @property
    def condition(self) -> sp.Basic:
        """The region as one SymPy condition."""
        return conjunction(self.conditions)


@dataclass(frozen=True)
class Branch(_Region, Lambdifiable):
    """The infimum of eps on one region of the parameters.

    Parameters
    ----------
    conditions : tuple of Condition
        The region, beyond the profile's assumptions.
    polynomial : sympy.Expr or None
        In x and the parameters, increasing at its root X = e^-eps; None where eps = oo.
    coefficients : triple of Expr or None
        A, B, -C of `A x^2 + B x + C`, as products of factors that are positive where their sign is settled;
        None for oo and for higher degrees.
    attained : tuple of Attainment
        Empty where eps = oo.
    between : pair of Expr or None
        For a polynomial of degree 3 or more: an interval with X as its only root, or as its least one.
    steps : tuple of Step
        The case analysis that found the branch.
    sides : tuple of Condition
        Where X is the least of several roots between: inequalities on x that hold there (see
        `symbolic_eps.minimum.roots.least_root`); empty where it is the only one.
    number : int
        If not 0: X is the root of this number in the open interval between, multiple ones counted as often;
        from the lower end, or for a negative number from the upper end.
    faces : tuple of RootFace
        If there are any: X is the greatest root between that is attained on one of them, and eps = oo if
        none is; the polynomial is the product of theirs, and need not rise at X.
    """

    polynomial: sp.Expr | None
    coefficients: tuple[sp.Expr, sp.Expr, sp.Expr] | None = None
    attained: tuple[Attainment, ...] = ()
    between: tuple[sp.Expr, sp.Expr] | None = None
    steps: tuple[Step, ...] = ()
    sides: tuple[Condition, ...] = ()
    number: int = 0
    faces: tuple[RootFace, ...] = ()

    @property
    def which(self) -> str:
        """Which of the roots between X is, in a word or two; empty where it is the only one.

        Examples
        --------
        >>> [Branch((), None, number=k).which for k in (0, 1, 3, -1, -2)]
        ['', 'least', '3rd least', 'greatest', '2nd greatest']
        """
        if self.faces:
            return GREATEST_ATTAINED
        number = self.number or int(bool(self.sides))
        if number == 0:
            return ""
        word = "least" if number > 0 else "greatest"
        return word if abs(number) == 1 else f"{ordinal(abs(number))} {word}"

    @cached_property
    def exponential(self) -> sp.Expr | None:
        """e^eps; None where it is the root of a higher polynomial."""
        if self.polynomial is None:
            return sp.oo
        if self.coefficients is None:
            return None
        a, b, c = self.coefficients
        if b == 0:
            return sp.sqrt(a / c)
        if a == 0:
            return b / c
        return (b + sp.sqrt(_discriminant(a, b, c))) / _product(sp.Integer(2), c)

    @cached_property
    def epsilon(self) -> sp.Expr | None:
        """The closed form in natural-log units; None where it is the root of a higher polynomial."""
        if self.polynomial is None or self.coefficients is None:
            return self.exponential
        a, b, c = self.coefficients
        return sp.log(a / c) / 2 if b == 0 else sp.log(self.exponential)

    @cached_property
    def excess(self) -> sp.Expr | None:
        """`e^eps - 1` without cancellation: `G (B + S) / (-C (2 A + B + S))` with G = A + B + C = F at x = 1.

        None where eps = oo or there is no form in square roots.
        """
        if self.coefficients is None:
            return None
        a, b, c = self.coefficients
        if a == 0:
            return sp.factor(b - c) / c
        root = sp.sqrt(b**2 + 4 * a * c) if b != 0 else 2 * sp.sqrt(a * c)
        return sp.factor(a + b - c) * (b + root) / (c * (2 * a + b + root))


@dataclass(frozen=True)
class Proof:
    """What a proved statement rests on.

    Parameters
    ----------
    grade : Grade
        The weakest grade among the parts.
    certificates : mapping of str to Certificate
        By the fingerprint of their claim; empty where a single solver's word was enough.
    """

    grade: Grade
    certificates: Mapping[str, Certificate] = field(default_factory=dict)

    @classmethod
    def of(cls, evidence: Iterable[Evidence]) -> Proof:
        """The proof that consists of this evidence."""
        parts = tuple(evidence)
        certificates = {c["fingerprint"]: dict(c) for part in parts for c in part.certificates}
        return cls(weakest(parts), dict(sorted(certificates.items())))


@dataclass(frozen=True)
class OpenRegion(_Region):
    """Parameters for which nothing is claimed, and what could not be decided there.

    Parameters
    ----------
    conditions : tuple of Condition
        The region, beyond the profile's assumptions; empty where any parameters may be meant that no branch
        holds.
    reason : str
        The question that stayed open.
    """

    reason: str


NO_PRIOR = "no prior satisfies the box"


@dataclass(frozen=True)
class EmptyRegion(_Region):
    """Parameters for which no prior satisfies the box: nothing to protect, and no eps, not even oo.

    Parameters
    ----------
    conditions : tuple of Condition
        The region, beyond the profile's assumptions.
    """

    @property
    def reason(self) -> str:
        """Why there is no value."""
        return f"{NO_PRIOR} where {self.condition}: nothing to protect, and no eps to recommend"


@dataclass(frozen=True)
class PiecewiseInfimum(Result, Lambdifiable):
    r"""The recommended eps of a risk profile, for all parameters that its assumptions allow.

    Parameters
    ----------
    profile : RiskProfile
        What was asked.
    branches : tuple of Branch
        Disjoint, and together with the empty and the open regions all of the parameter region.
    common : Proof
        That the profile is well posed, the branches are disjoint and cover the parameter region, and no
        prior satisfies the box in the empty regions.
    proofs : tuple of Proof
        For each branch, that eps is as said: a bound, and reached.
    questions : int
        How many questions were put to a solver or prover.
    open : tuple of OpenRegion
        Where the engine could not decide; outside, the branches hold as proved. Empty unless
        `infimum(..., partial=True)` was asked for.
    empty : tuple of EmptyRegion
        Where no prior satisfies the box; they may overlap.
    well_posed : bool
        Whether it is proved that the profile is defined and at least 1; if not, that is open as well.

    Examples
    --------
    >>> from symbolic_eps import infimum
    >>> closed_form = infimum(RiskProfile("r", ["r>1"]))
    >>> [branch.epsilon for branch in closed_form.branches], closed_form.to_latex()
    ([log(r)/2], '\\varepsilon = \\frac{1}{2} \\log\\left(r\\right)')
    """

    profile: RiskProfile
    branches: tuple[Branch, ...]
    common: Proof
    proofs: tuple[Proof, ...]
    questions: int = 0
    open: tuple[OpenRegion, ...] = ()
    empty: tuple[EmptyRegion, ...] = ()
    well_posed: bool = True

    @property
    def grade(self) -> Grade:
        """The weakest grade of all parts of the proof."""
        return min(proof.grade for proof in (self.common, *self.proofs))

    @property
    def certificates(self) -> dict[str, Certificate]:
        """All certificates, by the fingerprint of their claim."""
        proofs = (self.common, *self.proofs)
        return dict(sorted({n: c for proof in proofs for n, c in proof.certificates.items()}.items()))


def ordinal(number: int) -> str:
    """The number in English.

    Examples
    --------
    >>> [ordinal(k) for k in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _discriminant(a: sp.Expr, b: sp.Expr, c: sp.Expr) -> sp.Expr:
    """B^2 + 4 A (-C), as a sum of the two terms or factored, whichever is shorter."""
    plain = b**2 + _product(sp.Integer(4), a, c)
    factored = sp.factor(plain)
    return min((plain, factored), key=lambda e: (sp.count_ops(e), str(e)))


def _product(*factors: sp.Expr) -> sp.Expr:
    """The product, without SymPy's habit of multiplying a number into a sum; numbers first."""
    parts = [part for factor in factors for part in sp.Mul.make_args(factor)]
    number = sp.Mul(*(part for part in parts if part.is_number))
    symbolic = [part for part in parts if not part.is_number]
    if not symbolic:
        return number
    if number == 1:
        return sp.Mul(*symbolic)
    return sp.Mul(number, *symbolic, evaluate=False)
