"""The recommended eps of a profile outside the exact engine's reach: enclosed, or only sampled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symbolic_eps.answers.unconstrained import Blame, Culprit
from symbolic_eps.enclosed.callables import BallProfile, SampledMinimum, sample
from symbolic_eps.enclosed.cell import UNIT, Cell
from symbolic_eps.enclosed.definedness import require_enclosed_defined
from symbolic_eps.enclosed.requirement import Requirement, requirements_of, restricted
from symbolic_eps.enclosed.search import BOX_LIMIT, WIDTH, Minimum, minimise
from symbolic_eps.enclosed.tabulated import Table
from symbolic_eps.errors import InputError
from symbolic_eps.mechanisms.geometric import GeometricNoise
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.results import Result
from symbolic_eps.theory.variants import Variant
from verify.enclosure import Enclosure
from verify.evidence import Grade


@dataclass(frozen=True)
class EnclosedRecommendation(Result):
    """A recommended eps between proved ends, without an exact form.

    Parameters
    ----------
    profile : RiskProfile, Table or BallProfile
        What was asked.
    domain : RiskProfile
        Its fixed priors and its box are the domain; nothing else of it counts.
    minimum : Minimum
        The enclosure, where eps is attained, and what it took.
    noise : GeometricNoise or None
        What `epsilon_double` means for a count released by the geometric mechanism; None where it is 0, and
        where eps = oo, for then nothing is protected.
    blame : Blame or None
        Where eps = oo, which part of the profile or of its domain leaves it without a bound.
    reason : str
        Why a rational profile has no exact value here; empty where none was sought.
    late : bool
        Whether the reason is that time ran out: more patience may find one.

    Examples
    --------
    >>> from symbolic_eps import recommend
    >>> recommended = recommend("1 + exp(-p*q)")
    >>> recommended.enclosure.text(9), str(recommended.grade)
    ('[0.346573590, 0.346573591]', 'enclosed')
    """

    profile: RiskProfile | Table | BallProfile
    domain: RiskProfile
    minimum: Minimum
    noise: GeometricNoise | None
    blame: Blame | None = None
    reason: str = ""
    late: bool = False

    @property
    def grade(self) -> Grade:
        """How it is proved."""
        return Grade.ENCLOSED

    @property
    def enclosure(self) -> Enclosure:
        """Rational ends that contain the infimum of eps (natural logarithm)."""
        return self.minimum.enclosure

    @property
    def epsilon_double(self) -> float:
        """The largest binary64 that is not above the enclosure."""
        return self.minimum.enclosure.double_lower()

    @property
    def closed_form(self) -> None:
        """No exact form is known."""
        return


@dataclass(frozen=True)
class SampledRecommendation(Result):
    """The least eps that was seen at some points: no recommendation to rely on.

    Parameters
    ----------
    domain : RiskProfile
        Its fixed priors and its box are the domain; nothing else of it counts.
    name : str
        The callable's name.
    sampled : SampledMinimum
        The least eps that was seen, where, and among how many points.

    Examples
    --------
    >>> from symbolic_eps import recommend
    >>> recommended = recommend(lambda p, q: 3.0)
    >>> recommended.epsilon_double is None, round(recommended.sampled.epsilon, 4), str(recommended.grade)
    (True, 0.5493, 'sampled')
    """

    domain: RiskProfile
    name: str
    sampled: SampledMinimum

    @property
    def grade(self) -> Grade:
        """Points only: proves nothing."""
        return Grade.SAMPLED

    @property
    def enclosure(self) -> None:
        """Nothing bounds the infimum from below."""
        return

    @property
    def epsilon_double(self) -> None:
        """No double is known to be safe; `sampled.epsilon` is an upper bound up to rounding."""
        return

    @property
    def closed_form(self) -> None:
        """No exact form is known."""
        return

    @property
    def noise(self) -> None:
        """No noise is known to be enough."""
        return


def enclosed(
    profile: RiskProfile | Table | BallProfile,
    domain: RiskProfile,
    width: Fraction = WIDTH,
    limit: int = BOX_LIMIT,
    progress: Callable[[str], None] = lambda _: None,
) -> EnclosedRecommendation:
    """Enclose the recommended eps of a profile.

    Parameters
    ----------
    profile : RiskProfile, Table or BallProfile
        r*(p, q), with numbers for all parameters.
    domain : RiskProfile
        Its fixed priors and its box are the domain, its variant is the bound's; the same as `profile` where
        that is a `RiskProfile`.
    width, limit, progress
        As `symbolic_eps.enclosed.search.minimise`.

    Returns
    -------
    EnclosedRecommendation

    Raises
    ------
    symbolic_eps.errors.InputError
        Or one of its kinds, as `minimise` and `requirements_of`.
    symbolic_eps.errors.UndecidedError
        As `minimise`.

    Examples
    --------
    >>> whole = RiskProfile(2)
    >>> recommended = enclosed(BallProfile(lambda p, q: 1 + (-p).exp()), whole)
    >>> recommended.epsilon_double  # log(1 + 1/e)/2, at p = 1 and q -> 0
    0.15663084...
    """
    minimum = minimise(_requirements(profile, domain), width, limit, progress, variant=domain.variant)
    double = minimum.enclosure.double_lower()
    if minimum.enclosure.is_infinite:
        return EnclosedRecommendation(profile, domain, minimum, None, Blame(Culprit.WHOLE, (), domain))
    noise = GeometricNoise.for_budget(Fraction(double)) if double > 0 else None
    return EnclosedRecommendation(profile, domain, minimum, noise)


def _requirements(profile: RiskProfile | Table | BallProfile, domain: RiskProfile) -> tuple[Requirement, ...]:
    if isinstance(profile, RiskProfile):
        require_enclosed_defined(profile)
        return requirements_of(profile)
    return restricted(profile.requirements(), domain)


def sampled(function: Callable[[Any, Any], Any], domain: RiskProfile) -> SampledRecommendation:
    """The least eps of a plain callable at sampled points; grade `sampled`.

    Raises
    ------
    symbolic_eps.errors.InputError
        The box is no rectangle; or as `symbolic_eps.enclosed.callables.sample`.

    Examples
    --------
    >>> sampled(lambda p, q: 2 + p, RiskProfile(2)).epsilon_double is None
    True
    """
    plain = Requirement(Cell(UNIT, UNIT), ())
    if domain.variant is not Variant.UNBOUNDED:
        raise InputError("a sampled profile is read with the bound of Theorem 1 only: leave out the variant")
    (requirement,) = restricted([plain], domain)
    if requirement.conditions:
        raise InputError(
            "a sampled profile takes only bounds on p alone and on q alone, such as 1/10<=p<=1/2"
        )
    name = getattr(function, "__name__", type(function).__name__)
    return SampledRecommendation(domain, str(name), sample(function, requirement.cell))
