"""Coq rejects errors that are planted in theorems on profiles of one's own, and in their proofs."""

from __future__ import annotations

import pytest

from symbolic_eps.coq.project import library_files
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.coq.stationary.two_terms_lemmas import BELOW, FIRST, INSIDE, NORM, SECOND, lemma
from symbolic_eps.minimum.exact_judge import exact_judge
from tests.symbolic_eps.coq_files import WORDS, Certified, Planted, coqc, with_library
from verify.coq import theorems

OWN_ERRORS: dict[str, Planted] = {
    "a way into the corner that leaves the side": (
        "in a limit where the profile is 0/0",
        "1 * t ^ 2)",
        "1 * t)",
    ),
    "an edge that is not strict": ("with known priors", "  p*q*r < 1 ->", "  p*q*r <= 1 ->"),
    "a condition left out": ("with a box of a parameter", "  a <= p0*r ->\n", ""),
    "a condition shifted": ("with a box of a parameter", "  a <= p0*r ->", "  a <= 2*p0*r ->"),
    "another box": ("with a box of a parameter", "fun p q => p <= p0", "fun p q => p <= 2*p0"),
    "another profile": ("with a box of a parameter", "Rmax r (a/(p*q))", "Rmax r (a/(2*p*q))"),
    "a case dropped": ("with a box of a parameter", "  a <= p0*r \\/ a > p0*r.", "  a > p0*r."),
    "an edge in no case": (
        "with a box of a parameter",
        "  a <= p0*r \\/ a > p0*r.",
        "  a < p0*r \\/ a > p0*r.",
    ),
    "eps doubled": ("with a box of a parameter", "(Finite (ln(", "(Finite (2 * ln("),
    "a condition shifted to oo": ("with known priors", "  p*q*r >= 1 ->", "  p*q*r >= 9/10 ->"),
    "eps doubled in the limit of certainty": (
        "in the limit of certainty",
        "(Finite (ln(",
        "(Finite (2 * ln(",
    ),
    "a greater cap": ("of two caps", "Rmin r", "Rmax r"),
    "the other case": ("with a jump", "if Rle_lt_dec p t then r else c", "if Rle_lt_dec p t then c else r"),
    "a group for everyone": ("of two groups", "if Rle_lt_dec 1 q then Rmin c r else c", "Rmin c r"),
    "another setting": ("of an invariant release", "is_budget_in invariant", "is_budget"),
    "another sum": ("inside the ranges of both priors", "1 + 1/q + 1/p)", "1 + 1/q + 99/(100*p))"),
    "another root": ("inside the ranges of both priors", "= 0 -> y' = x')", "= 1/1000 -> y' = x')"),
    "another place at roots of their own": ("at roots of their own", "(q - 1/3)^2", "(q - 1/4)^2"),
    "a larger eps at roots of their own": (
        "at roots of their own",
        "(Finite (- ln x'))",
        "(Finite (- 2 * ln x'))",
    ),
    "priors that are no such quotients": ("at roots of their own", "(Term (cons (", "(Term (cons (1 + "),
    "another power where a slope decides": (
        "by the slope where the other prior is stationary",
        "(fun p q => a/(p^2*q) + 49/10)",
        "(fun p q => a/(p*q) + 49/10)",
    ),
    "a larger eps where a slope decides": (
        "by the slope where the other prior is stationary",
        "(Finite (- ln x'))",
        "(Finite (- 2 * ln x'))",
    ),
    "another change along a prior": (
        "by the slope where the other prior is stationary",
        "(fun p later earlier => (",
        "(fun p later earlier => (1 + ",
    ),
    "another ridge": ("at roots of their own on a ridge", "(6/(7*p*q^2))", "(5/(7*p*q^2))"),
    "a ridge of one side": (
        "at roots of their own on a ridge",
        "exists mu : R, 0 <= mu",
        "exists mu : R, 1 <= mu",
    ),
    "a bound that bends otherwise across a ridge": (
        "on a ridge across which the bounds bend downward",
        "(5*p/(4*q) + 29/20)",
        "(5*p/(4*q) + 28/20)",
    ),
    "a larger eps on a ridge": (
        "on a ridge across which the bounds bend downward",
        "(Finite (- ln x'))",
        "(Finite (- 2 * ln x'))",
    ),
    "a slant that is not along the ridge": (
        "on a ridge across which the bounds bend downward",
        "apply (apart_along (",
        "apply (apart_along (1 + ",
    ),
    "ends between which a product does not lie": (
        "on a ridge across which the bounds bend downward",
        "apply (times_between P1 Q1 (",
        "apply (times_between P1 Q1 (1 + ",
    ),
    "another bound at the end of a ridge": ("of a ridge that ends at p = 1", "2*p/5 + ", "3*p/5 + "),
    "a larger eps at the end of a ridge": (
        "of a ridge that ends at p = 1",
        "(Finite (- ln x'))",
        "(Finite (- 2 * ln x'))",
    ),
    "a larger closed form at the end of a ridge": (
        "of a ridge that ends at q = 1",
        "(Finite (ln(",
        "(Finite (1/1000 + ln(",
    ),
    "another way to the end of a ridge": (
        "of a ridge that ends at p = 1",
        "pose (moved := q + (",
        "pose (moved := q + (1 + ",
    ),
    "the other side of the end of a ridge": (
        "of a ridge that ends at q = 1",
        "assert (side0 : (z_p - moved) < 0)",
        "assert (side0 : (z_p - moved) > 0)",
    ),
    "another box around a minimum": ("on a side of a box", "p < 2/3)", "p < 3/4)"),
    "another sum on a side": ("on a side of a box", "1/(20*q) + ", "1/(21*q) + "),
    "a side without its end": ("on a side of a box", " -> 0 <= (2/3 - p) ->", " ->"),
    "a sloping side elsewhere": ("on a sloping side", "p + q <= 1)", "p + q <= 101/100)"),
    "a sloping side without its end": ("on a sloping side", " -> 0 <= (1 - p - q) ->", " ->"),
    "a curved border elsewhere": ("on a curved border", "p*q >= 1/8)", "p*q >= 1/9)"),
    "another sum on a curved border": ("on a curved border", "^2 + 11/10)", "^2 + 109/100)"),
    "a curved border from the other side": (
        "on a curved border",
        "(weighed : 0 <= mu * - ",
        "(weighed : 0 <= mu * ",
    ),
    "another fall towards a side": (
        "on a side of a box",
        "assert (falling : 0 <= (2/3 - p) * (",
        "assert (falling : 0 <= (2/3 - p) * (1 + ",
    ),
    "another bend along a side": (
        "on a side of a box",
        "(bent : 0 <= (q - z_q) * (q - z_q) * (",
        "(bent : 0 <= (q - z_q) * (q - z_q) * (1 + ",
    ),
    "another number for p": ("beside a number for p", "p' = 1/7", "p' = 1/8"),
    "another sum beside a number": ("beside a number for p", "q^4", "(99*q/100)^4"),
    "another number in the place of the prior that is fixed": (
        "beside a number for p",
        "2 * u = 1) (1 / 2)",
        "3 * u = 1) (1 / 3)",
    ),
    "no square of the prior that is fixed": (
        "beside a number for p",
        "(square : p * p = 1 / 4)",
        "(square : p * p <= 1 / 4)",
    ),
    "another bound on a ridge beside a number": ("on a ridge beside a number for p", "1/(5*q)", "1/(6*q)"),
    "the greatest root": ("of the least of several roots", "-> x' <= y')", "-> y' <= x')"),
    "an only root that has a rival": ("of the least of several roots", "-> x' <= y')", "-> y' = x')"),
    "another slanted ridge": ("of the least of several roots", "Rmax (a/p) (b/q)", "Rmax (a/p) (b/p)"),
    "a larger eps than that of the least root": (
        "of the least of several roots",
        "(Finite (- ln x'))",
        "(Finite (- 2 * ln x'))",
    ),
}

LONG_ERRORS = (
    "a ridge of one side",
    "priors that are no such quotients",
    "a larger eps than that of the least root",
    "another way to the end of a ridge",
    "another power where a slope decides",
    "a larger eps where a slope decides",
    "another change along a prior",
    "a greater cap",
    "a curved border elsewhere",
    "another sum on a curved border",
    "a curved border from the other side",
)
"""Of these the theorem, or what is found before it, takes 10 s and more."""


@pytest.mark.family(72)
@pytest.mark.parametrize(
    "error", [pytest.param(e, marks=[pytest.mark.slow] if e in LONG_ERRORS else []) for e in OWN_ERRORS]
)
def test_coq_rejects_planted_errors_in_ones_own(error: str, certified: Certified) -> None:
    certified.refuse(OWN_ERRORS[error])


STATIONARY = "where one value is stationary"

STATIONARY_ERRORS = {
    "a condition shifted": ("17*a^3 + 23*a^2 + 34*a > 4 ->", "17*a^3 + 23*a^2 + 34*a > 2 ->"),
    "the other condition shifted": ("17*a^3 + 23*a^2 + 34*a <= 4 ->", "17*a^3 + 23*a^2 + 34*a <= 5 ->"),
    "an edge in no case": (" > 4 \\/ ", " > 5 \\/ "),
    "another sum": ("(fun p q => a/p + 1 + 1/q)", "(fun p q => a/p + 1 + 101/(100*q))"),
    "a larger eps": ("(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "another root": ("- 2 = 0 -> y' = x')", "- 3 = 0 -> y' = x')"),
    "another closed form": ("(Finite (ln((4*sqrt(2)", "(Finite (ln((5*sqrt(2)"),
    "another combination of the slopes": (
        "[ring | rewrite level, even; ring]",
        "[rewrite level, even; ring | ring]",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", STATIONARY_ERRORS)
def test_coq_rejects_planted_errors_where_one_value_is_stationary(error: str, certified: Certified) -> None:
    certified.refuse((STATIONARY, *STATIONARY_ERRORS[error]))


AT_ENDS_ERRORS: dict[str, Planted] = {
    "another sum at p = 1": (
        "at the end of p for each a",
        "(fun p q => a/p + 1 + 1/(2*q))",
        "(fun p q => a/p + 1 + 2/(5*q))",
    ),
    "another sign of N": ("at the end of p for each a", "  0 <= (22*a^6", "  0 >= (22*a^6"),
    "another N": ("at the end of p for each a", "sqrt (1 + a) * (", "sqrt (2 + a) * ("),
    "the greatest root at p = 1": ("at the end of p for each a", "-> x' <= y')", "-> y' <= x')"),
    "another sum at q = 1": (
        "at the end of q for each a",
        "(fun p q => a/p + 1 + 1/(2*q))",
        "(fun p q => a/p + 1 + 2/(5*q))",
    ),
    "another closed form at q = 1": ("at the end of q for each a", "(Finite (ln(", "(Finite (ln(1/100 + "),
    "a greater T": ("at the end of q for each a", "0 < v < 1 -> (", "0 < v < 1 -> (- 1 + "),
    "another sum between the ends": (
        "between the ends for each a",
        "(fun p q => a/p + 1 + 1/(2*q))",
        "(fun p q => a/p + 1 + 2/(5*q))",
    ),
    "a condition shifted between the ends": ("between the ends for each a", " > 9/8 ->", " > 7/8 ->"),
    "a condition left out between the ends": (
        "between the ends for each a",
        "25*a^3/2 + 17*a^2/2 + 69*a/4 > 9/8 ->",
        "",
    ),
    "another N between the ends": ("between the ends for each a", "sqrt (1 + a) * (", "sqrt (2 + a) * ("),
    "a lower end between the ends": (
        "between the ends for each a",
        "1 - b < (1 + a + b) * X",
        "1 < (1 + a + b) * X",
    ),
    "a root that is only the least between the ends": (
        "between the ends for each a",
        "-> y = X)",
        "-> y < X)",
    ),
    "a larger eps between the ends": (
        "between the ends for each a",
        "(Finite (- ln x'))",
        "(Finite (- 2 * ln x'))",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", AT_ENDS_ERRORS)
def test_coq_rejects_planted_errors_where_an_end_decides(error: str, certified: Certified) -> None:
    certified.refuse(AT_ENDS_ERRORS[error])


TWO_TERMS_ERRORS = {
    "another a at the end of p": (NORM, "a = h * (h + 2 * w + 2)", "a = h * (h + 2 * w + 1)"),
    "a condition shifted at the end of q": (SECOND, ") <= 0 ->\n", ") <= 1 ->\n"),
    "another level at the end of p": (FIRST, "= 4 * (1 + a) * x^2 ->", "= 5 * (1 + a) * x^2 ->"),
    "an inside where the end of q may decide": (INSIDE, "-> 0 < (9*a^3*b", "-> 0 <= (9*a^3*b"),
}
"""In the lemmas behind the nine cases of 1 + a/p + b/q."""


@pytest.mark.parametrize(
    "error",
    [
        e if error[0] == NORM else pytest.param(e, marks=pytest.mark.slow)
        for e, error in TWO_TERMS_ERRORS.items()
    ],
)
def test_coq_rejects_planted_errors_in_the_lemmas_on_two_terms(error: str, certified: Certified) -> None:
    name, right, wrong = TWO_TERMS_ERRORS[error]
    steps = Contradictions(exact_judge(), ())
    needed = {FIRST: (NORM, FIRST), INSIDE: (NORM, FIRST, BELOW, INSIDE)}.get(name, (name,))
    *before, text = [lemma(each, steps) for each in needed]
    words = f"{WORDS} {' '.join(library_files(' '.join((*before, text))))}.\n"
    head = "\n".join([theorems(steps.used.values()), words, *before])
    assert right in text
    with_library(certified.folder, f"{head}{text}")
    for file, last, accepted in (("Right.v", text, True), ("Wrong.v", text.replace(right, wrong, 1), False)):
        (certified.folder / file).write_text(f"{head}{last}")
        result = coqc(certified.folder, file)
        assert (result.returncode == 0) is accepted, result.stderr
