"""The proof for a place: certificates that every eps <= -log X is safe, and no larger one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from symbolic_eps.decision.approach import Way, sharp_claims
from symbolic_eps.decision.claims import Claim
from symbolic_eps.decision.judge import Question, claims_of
from symbolic_eps.decision.numbers import epsilon_between
from symbolic_eps.decision.sharpness import Root
from symbolic_eps.fast_recommendation.place import Place, place_of
from symbolic_eps.fast_recommendation.search import decay_of, spots
from verify import kernel
from verify.certificates.certificate import Certificate
from verify.certificates.of_claim import certificate_of
from verify.interval import Enclosure
from verify.polynomial import Rejected
from verify.search.budget import Budget

EFFORT = Budget(work=30_000)
AROUND = Fraction(0), Fraction(1)
"""Where X is the only root of its equation."""

DIGITS = 2
"""Of the ends between which X is known on a way, the first of which is above 0."""

FALLS, SHARES = (8, 512), (Fraction(1, 8), Fraction(1, 256))
"""How fast X may fall on a way, and which share of X it may lose there: the first that give a proof."""


@dataclass(frozen=True)
class Proved:
    """A recommended eps = -log X.

    Parameters
    ----------
    question : Question
        What was asked.
    place : Place
        Where X is attained, and X.
    bound : tuple of Certificate
        That every eps <= -log X is safe; the kernel has accepted them.
    sharp : tuple of Certificate
        That X exists and no larger eps is safe; accepted, too.
    """

    question: Question
    place: Place
    bound: tuple[Certificate, ...]
    sharp: tuple[Certificate, ...]

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """All that the answer rests on."""
        return self.bound + self.sharp

    @property
    def epsilon(self) -> Enclosure:
        """Rational ends that contain eps."""
        return _epsilon(self.place.root)

    @property
    def around(self) -> tuple[Fraction, Fraction]:
        """The ends between which the certificates of the bound know X."""
        return _around(self.place.root)


def _epsilon(root: Root) -> Enclosure:
    return Enclosure(*epsilon_between(root.low, root.high))


def proved(question: Question, show: Callable[[str], None] = lambda _: None) -> Proved | None:
    """The recommended eps with its proof; None if it is not found this way.

    Examples
    --------
    >>> answer = proved(Question(Fraction(4), [], {}, "unbounded"))
    >>> answer.epsilon.text(6), len(answer.certificates)
    ('[0.693147, 0.693148]', 2)
    """
    try:
        found = spots(decay_of(question.profile, question.variant), question.fixed)
        place = place_of(question, found) if found else None
        if place is None:
            return None
        show(f"eps is at most {_epsilon(place.root).decimal_upper(10)}")
        sharp = _sharp(question, place)
        bound = _accepted(_bound_claims(question, place)) if sharp is not None else None
    except (Rejected, ArithmeticError):
        return None
    return None if sharp is None or bound is None else Proved(question, place, bound, sharp)


def _bound_claims(question: Question, place: Place) -> list[Claim]:
    return claims_of(question, place.root, _around(place.root))


def _around(root: Root) -> tuple[Fraction, Fraction]:
    return (root.low, root.high) if root.low == root.high else AROUND


def _sharp(question: Question, place: Place) -> tuple[Certificate, ...] | None:
    """That X is reached, or come near to on the first way that gives a proof."""
    around = _near(place.root)
    for way in _ways(place, around[0]):
        claims = sharp_claims(question.profile, question.domain, question.variant, place.root, around, way)
        certificates = _accepted(claims)
        if certificates is not None:
            return certificates
    return None


def _ways(place: Place, low: Fraction) -> Iterator[Way]:
    if not place.is_limit:
        yield Way(place.priors)
        return
    for share, fall in product(SHARES, FALLS):
        yield Way(place.priors, _short(share * low / fall), Fraction(fall))


def _near(root: Root) -> tuple[Fraction, Fraction]:
    """Short ends above 0 between which the number is."""
    unit = Fraction(1, 10**DIGITS)
    while root.low < unit:
        unit /= 10
    return root.low // unit * unit, -(-root.high // unit) * unit


def _short(number: Fraction) -> Fraction:
    """1/n, not above a positive number."""
    return Fraction(1, math.ceil(1 / number))


def _accepted(claims: Sequence[Claim]) -> tuple[Certificate, ...] | None:
    """Certificates that the kernel has accepted; None if one is not found."""
    certificates = []
    for claim in claims:
        certificate = certificate_of(claim, EFFORT)
        if certificate is None:
            return None
        kernel.check(certificate, {})
        certificates.append(certificate)
    return tuple(certificates)
