"""The theorems on the nine cases of 1 + a/p + b/q: Coq rejects planted errors in what they say."""

from __future__ import annotations

import re

import pytest

from tests.symbolic_eps.coq_files import Certified, accepted, refused_in_its_proof
from tests.symbolic_eps.theorem_kinds import NINE_CASES

CASES = "recommended_budget_cases"
CLOSED_FORM, ONE_ROOT = "recommended_budget_3", "recommended_budget_4"
"""The case b < 1 at q = 1 with a closed form, and one at p = 1 with the least root."""

SHIFTED = "b^3 + 2*b^2 + b >= 9*a^3*b", "b^3 + 2*b^2 + b >= 8*a^3*b"

ERRORS: dict[str, tuple[str, str | re.Pattern[str], str]] = {
    "a condition shifted": (CLOSED_FORM, *SHIFTED),
    "a condition left out": (CLOSED_FORM, "  b < 1 ->\n", ""),
    "eps doubled": (CLOSED_FORM, "(Finite (ln(", "(Finite (2 * ln("),
    "an eps below the one that is attained": (CLOSED_FORM, "(Finite (ln(", "(Finite (- 1/1000 + ln("),
    "another sum": (CLOSED_FORM, "(fun p q => a/p + b/q + 1)", "(fun p q => a/p + b/q + 99/100)"),
    "the greatest root": (ONE_ROOT, "x' <= y')", "y' <= x')"),
    "eps doubled at a root": (ONE_ROOT, "(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "a condition of a root left out": (ONE_ROOT, "  b < 1 ->\n", ""),
    "a strict edge among the cases": (CASES, "(b >= 1 /\\", "(b > 1 /\\"),
    "a case shifted": (CASES, "(b >= 1 /\\", "(b >= 2 /\\"),
    "a case dropped": (CASES, re.compile(r"\(b >= 1 [^()]*\)\s*\\/ "), ""),
}
"""Where, what is right, and what is planted. (Mechanisms that do not attain are planted in the library.)"""


@pytest.mark.slow
@pytest.mark.parametrize("name", [CLOSED_FORM, ONE_ROOT, CASES])
def test_coq_accepts_the_theorems(name: str, certified: Certified) -> None:
    accepted(certified.folder, certified.theorems(NINE_CASES)[name])


@pytest.mark.slow
@pytest.mark.parametrize("error", ERRORS)
def test_coq_rejects_planted_errors_in_what_the_theorems_say(error: str, certified: Certified) -> None:
    name, right, wrong = ERRORS[error]
    said, proof, rest = certified.theorems(NINE_CASES)[name].partition("Proof.")
    pattern = right if isinstance(right, re.Pattern) else re.escape(right)
    planted, count = re.subn(pattern, lambda _: wrong, said, count=1)
    assert count == 1
    refused_in_its_proof(certified.folder, f"{planted}{proof}{rest}")
