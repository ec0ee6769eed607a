"""The proof that belongs to a place: what a decision record would bring, judged by the same checkers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from symbolic_eps.decision.judge import Question, check_path, claims_of
from symbolic_eps.decision.numbers import epsilon_between
from symbolic_eps.decision.sharpness import Root
from symbolic_eps.quick.place import Place, place_of
from symbolic_eps.quick.search import decay_of, spots
from verify import kernel
from verify.certificates.certificate import Certificate
from verify.certificates.of_claim import certificate_of
from verify.interval import Enclosure
from verify.polynomial import Rejected
from verify.search.budget import Budget

EFFORT = Budget(work=30_000)
AROUND = Fraction(0), Fraction(1)
"""Where X is the only root of its equation."""


@dataclass(frozen=True)
class Proved:
    """A recommended eps = -log X.

    Parameters
    ----------
    question : Question
        What was asked.
    place : Place
        Where X is attained, and X.
    certificates : tuple of Certificate
        That every eps <= -log X is safe; the kernel has accepted them.
    """

    question: Question
    place: Place
    certificates: tuple[Certificate, ...]

    @property
    def epsilon(self) -> Enclosure:
        """Rational ends that contain eps."""
        return _epsilon(self.place.root)


def _epsilon(root: Root) -> Enclosure:
    return Enclosure(*epsilon_between(root.low, root.high))


def proved(question: Question, show: Callable[[str], None] = lambda _: None) -> Proved | None:
    """The recommended eps with its proof; None if it is not found this way.

    Examples
    --------
    >>> answer = proved(Question(Fraction(4), [], {}, "unbounded"))
    >>> answer.epsilon.text(6), len(answer.certificates)
    ('[0.693147, 0.693148]', 1)
    """
    try:
        found = spots(decay_of(question.profile, question.variant), question.fixed)
        place = place_of(question, found) if found else None
        if place is None:
            return None
        show(f"eps is at most {_epsilon(place.root).decimal_upper(10)}")
        check_path(question, place.path)
        certificates = _certificates(question, place)
    except (Rejected, ArithmeticError):
        return None
    return None if certificates is None else Proved(question, place, certificates)


def _certificates(question: Question, place: Place) -> tuple[Certificate, ...] | None:
    root = place.root
    around = (root.low, root.high) if root.low == root.high else AROUND
    certificates = []
    for claim in claims_of(question, root, around):
        certificate = certificate_of(claim, EFFORT)
        if certificate is None:
            return None
        kernel.check(certificate, {})
        certificates.append(certificate)
    return tuple(certificates)
