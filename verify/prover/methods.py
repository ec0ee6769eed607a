"""The methods of the prover, in their order: cheap ones first, and of equal cost what refutes or proves more.

What is at hand; a certificate that is found at once; the first rational points; a counterexample, with little
work, unless simple points speak for the statement; towers of derivatives; gamma has a value; names for
exponentials and logarithms; a short search for a certificate; a counterexample, although points spoke for it;
z3 and cvc5, which both have to answer `unsat`; a long search, for the better grade; a counterexample, with
more work; the goals one by one; zones; ball arithmetic over a compact domain. Another method is one more
object.
"""

from __future__ import annotations

from collections.abc import Iterable

from verify.evidence import Grade
from verify.prover import counterexamples, proofs
from verify.prover.attempt import Attempt
from verify.prover.by_naming import by_names, by_positive_argument, can_be_named, says_gamma_has_a_value
from verify.prover.by_tower import derivative_tower, is_conjunction, is_tower, one_by_one, zones
from verify.prover.method import Cost, Method


def is_algebraic(attempt: Attempt) -> bool:
    """Whether the implication can be cleared to polynomials."""
    return attempt.encoded is not None


def has_systems(attempt: Attempt) -> bool:
    """Whether it is algebraic, and not too large for the kernel."""
    return attempt.polynomials is not None


def is_credible(attempt: Attempt) -> bool:
    """Whether simple points speak for it: a proof is looked for before z3 is asked for a counterexample."""
    return has_systems(attempt) and attempt.credible


def is_doubtful(attempt: Attempt) -> bool:
    """Whether they do not."""
    return has_systems(attempt) and not attempt.credible


def is_transcendental(attempt: Attempt) -> bool:
    """Whether polynomials do not express the implication."""
    return attempt.encoded is None


FIRST_POINTS = Method("first points", Cost.MOMENT, Grade.EXACT, counterexamples.at_first_points, has_systems)

METHODS: tuple[Method, ...] = (
    Method("certificate at hand", Cost.LOOKED_UP, Grade.EXACT, proofs.certificate_at_hand, is_algebraic),
    Method("point at hand", Cost.LOOKED_UP, Grade.EXACT, counterexamples.known_answers, has_systems),
    Method("first look", Cost.MOMENT, Grade.EXACT, proofs.first_look, has_systems),
    FIRST_POINTS,
    Method(
        "counterexample, little work", Cost.MOMENT, Grade.EXACT, counterexamples.with_little_work, is_doubtful
    ),
    Method("simple points", Cost.MOMENT, Grade.EXACT, counterexamples.at_simple_points, has_systems),
    Method("evaluation", Cost.MOMENT, Grade.EXACT, counterexamples.by_evaluation, is_transcendental),
    Method("derivative tower", Cost.MOMENT, Grade.EXACT, derivative_tower, is_tower),
    Method("positive argument", Cost.SECONDS, Grade.EXACT, by_positive_argument, says_gamma_has_a_value),
    Method("names", Cost.SECONDS, Grade.EXACT, by_names, can_be_named),
    Method("short search", Cost.SECONDS, Grade.EXACT, proofs.short_search, has_systems),
    Method(
        "unexpected counterexample", Cost.LONG, Grade.EXACT, counterexamples.with_little_work, is_credible
    ),
    Method(
        "suspected counterexample",
        Cost.LONG,
        Grade.EXACT,
        counterexamples.where_solvers_suspect,
        has_systems,
    ),
    Method("long search", Cost.LONG, Grade.EXACT, proofs.long_search, has_systems),
    Method("solvers", Cost.LONG, Grade.SOLVER, proofs.word_of_solvers, has_systems),
    Method("counterexample, much work", Cost.LONG, Grade.EXACT, counterexamples.with_much_work, has_systems),
    Method("one by one", Cost.LONG, Grade.EXACT, one_by_one, is_conjunction),
    Method("zones", Cost.LAST_RESORT, Grade.ENCLOSED, zones, is_tower),
    Method("enclosures", Cost.LAST_RESORT, Grade.ENCLOSED, proofs.over_boxes),
)


def points_first(methods: Iterable[Method]) -> tuple[Method, ...]:
    """The same methods for questions that are refuted more often than proved: the first points come sooner.

    Examples
    --------
    >>> [method.name for method in points_first(METHODS)[1:4]]
    ['point at hand', 'first points', 'first look']
    """
    given = tuple(methods)
    looked_up = tuple(m for m in given if m.cost is Cost.LOOKED_UP)
    sooner = tuple(m for m in given if m is FIRST_POINTS)
    return (*looked_up, *sooner, *(m for m in given if m not in looked_up + sooner))
