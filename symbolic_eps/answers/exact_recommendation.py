"""The exact recommendation for a rational profile with numbers: what it consists of, and how it is found.

The engine of `symbolic_eps.minimum` derives the value, certificates prove it, and ball arithmetic encloses
it. No solver's word is part of the proof: without a certificate there is no exact value. Under a deadline a
process of its own does that, which can be killed, unless the profile is so small that this one is quicker.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import sympy as sp

from symbolic_eps.answers.unconstrained import Blame
from symbolic_eps.closed_forms.closed_form import AttainmentKind, PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import exact_epsilon
from symbolic_eps.errors import UndecidedError
from symbolic_eps.killable_process import in_killable_process
from symbolic_eps.mechanisms.geometric import GeometricNoise
from symbolic_eps.minimum.at_numbers.bracket import Near
from symbolic_eps.minimum.at_numbers.located import located_infimum
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.results import Result
from symbolic_eps.theory.symbols import DECAY
from verify.certificates.certificate import Certificate
from verify.deadline import OutOfTime, deadline
from verify.enclosure import Enclosure, enclose_to
from verify.evidence import Grade
from verify.prover.attempt import TOO_LONG

HEAD_START = 10.0
"""Seconds for which the exact engine works in this process, which saves the start of another."""

SMALL_OPERATIONS, SMALL_POWER, SMALL_NUMBER = 40, 4, 256
"""Operations, exponents and bits of a profile that the exact engine begins with in this process."""

RELATIVE_WIDTH = Fraction(1, 10**25)
"""Width of the reported enclosure relative to eps."""


@dataclass(frozen=True)
class Place:
    """Where the recommended eps is attained.

    Parameters
    ----------
    priors : mapping of str to Expr
        Exact values of p and q.
    kind : AttainmentKind
        `point`, `limit`, or one end of a `segment`.
    segment_end : mapping of str to Expr or None
        The other end.
    """

    priors: Mapping[str, sp.Expr]
    kind: AttainmentKind
    segment_end: Mapping[str, sp.Expr] | None = None


@dataclass(frozen=True)
class Recommendation(Result):
    """The largest eps that keeps the relative risk within a profile, for all priors.

    Parameters
    ----------
    profile : RiskProfile
        The profile with its numbers.
    epsilon : sympy.Expr
        The exact value (natural logarithm); `oo` where nothing constrains it.
    enclosure : Enclosure
        Rational ends that contain the exact value.
    epsilon_double : float
        The largest binary64 that is not above the enclosure.
    attained : tuple of Place
        Where the value is attained, or of which limit it is the value.
    closed_form : sympy.Expr or None
        The exact value where it is a logarithm of square roots; None for a root of a higher polynomial.
    noise : GeometricNoise or None
        What eps means for a count released by the geometric mechanism; None for eps = 0, and for eps = oo,
        for then nothing is protected.
    derived : PiecewiseInfimum
        The proof's result.
    blame : Blame or None
        Where eps = oo, which part of the profile or of its domain leaves it without a bound.

    Examples
    --------
    >>> from symbolic_eps import recommend
    >>> recommended = recommend("3")
    >>> recommended.closed_form, recommended.epsilon_double, recommended.enclosure.text(10)
    (log(3)/2, 0.5493061443340548, '[0.5493061443, 0.5493061444]')
    """

    profile: RiskProfile
    epsilon: sp.Expr
    enclosure: Enclosure
    epsilon_double: float
    attained: tuple[Place, ...]
    closed_form: sp.Expr | None
    noise: GeometricNoise | None
    derived: PiecewiseInfimum
    blame: Blame | None = None

    @property
    def grade(self) -> Grade:
        """How it is proved: the weakest part of the derivation."""
        return self.derived.grade

    @property
    def certificates(self) -> dict[str, Certificate]:
        """All certificates of the proof, by the fingerprint of their claim, for `symbolic-eps check`."""
        return self.derived.certificates


def exact_in_time(
    profile: RiskProfile,
    progress: Callable[[str], None],
    near: Near | None = None,
    bracket: Enclosure | None = None,
) -> Recommendation:
    """In this process for a while if the profile is small, then in one that the deadline can kill.

    There at once if the minimum may lie inside: a resultant cannot be interrupted.
    """
    may_be_inside = near is not None and near.is_inside
    if _is_small(profile.bound) and not may_be_inside:
        with suppress(OutOfTime), deadline(HEAD_START):
            return exact_recommendation(profile, progress, near, bracket)
    recommendation = in_killable_process(
        f"{__name__}:{located_recommendation.__name__}", profile, near, bracket
    )
    assert isinstance(recommendation, Recommendation)
    return recommendation


def _is_small(bound: sp.Expr) -> bool:
    powers = (abs(int(power.exp)) for power in bound.atoms(sp.Pow))
    lengths = (max(abs(number.p), number.q).bit_length() for number in bound.atoms(sp.Rational))
    return bool(
        sp.count_ops(bound) <= SMALL_OPERATIONS
        and max(powers, default=0) <= SMALL_POWER
        and max(lengths, default=0) <= SMALL_NUMBER
    )


def located_recommendation(
    profile: RiskProfile, near: Near | None, bracket: Enclosure | None
) -> Recommendation:
    """`exact_recommendation` without a word on the way."""
    return exact_recommendation(profile, near=near, bracket=bracket)


def exact_recommendation(
    profile: RiskProfile,
    progress: Callable[[str], None] = lambda _: None,
    near: Near | None = None,
    bracket: Enclosure | None = None,
) -> Recommendation:
    """The recommended eps of a rational profile with numbers, exactly.

    Parameters
    ----------
    profile : RiskProfile
        Rational, with numbers for all parameters.
    progress : callable, optional
        Called with a short text at each stage.
    near : Near, optional
        Where it is attained, roughly.
    bracket : Enclosure, optional
        Of the value: says where to look first.

    Raises
    ------
    symbolic_eps.errors.InputError, symbolic_eps.errors.UndecidedError, verify.solvers.smt.UndecidedQueryError
        As `symbolic_eps.minimum.infimum`.
    """
    derived = located_infimum(profile, exact_judge(), near, progress, bracket)
    (branch,) = derived.branches
    epsilon = exact_epsilon(derived, {})
    enclosure = enclose_to(epsilon, RELATIVE_WIDTH)
    located = partial(_at_root, root=sp.exp(-epsilon), profile=profile)
    places = tuple(
        Place(located(a.place), a.kind, a.segment_end and located(a.segment_end)) for a in branch.attained
    )
    return Recommendation(
        profile=profile,
        epsilon=epsilon,
        enclosure=enclosure,
        epsilon_double=enclosure.double_lower(),
        attained=places,
        closed_form=branch.epsilon,
        noise=GeometricNoise.for_budget(epsilon) if epsilon not in (0, sp.oo) else None,
        derived=derived,
    )


def why_not(undecided: UndecidedError) -> str:
    """Why there is no exact value, in one line.

    Examples
    --------
    >>> why_not(UndecidedError("first look: rejected by the kernel (numbers of more than 1000 digits)"))
    'the proof of one needs numbers of more than 1000 digits'
    """
    return f"the proof of one needs {TOO_LONG}" if TOO_LONG in str(undecided) else str(undecided)


def _at_root(place: Mapping[sp.Symbol, sp.Expr], root: sp.Expr, profile: RiskProfile) -> dict[str, sp.Expr]:
    everywhere = {**profile.fixed, **place}
    return {v.name: everywhere[v].subs(DECAY, root) for v in PRIORS}
