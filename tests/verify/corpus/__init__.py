"""Claims with known verdicts, each derived by hand; no value here was read off a program's output.

All variables are real (the symbols carry no assumptions, so that SymPy does not decide a relation on sight).
A claim says: for all real values of its variables, the hypotheses imply the goal. A comparison with an
undefined side (zero denominator, root of a negative number, logarithm of a non-positive number) is false.
"""

from __future__ import annotations

from tests.verify.corpus.casewise import CASEWISE
from tests.verify.corpus.disclosure import DISCLOSURE
from tests.verify.corpus.empty import EMPTY
from tests.verify.corpus.equations import EQUATIONS
from tests.verify.corpus.exponentials import EXPONENTIALS
from tests.verify.corpus.false import FALSE
from tests.verify.corpus.inequalities import INEQUALITIES
from tests.verify.corpus.lacking import ONLY_IF
from tests.verify.corpus.logarithms import LOGARITHMS
from tests.verify.corpus.notation import (
    KINDS,
    MUTATIONS,
    TOPICS,
    VERDICTS,
    Case,
    Mutant,
    Point,
    either,
    eq,
    ge,
    gt,
    le,
    lt,
    ne,
)
from tests.verify.corpus.radicals import RADICALS
from tests.verify.corpus.rational import RATIONAL

CASES: tuple[Case, ...] = (
    INEQUALITIES
    + EQUATIONS
    + RATIONAL
    + CASEWISE
    + DISCLOSURE
    + RADICALS
    + LOGARITHMS
    + EXPONENTIALS
    + ONLY_IF
    + FALSE
    + EMPTY
)
"""Every claim of the corpus."""

__all__ = [
    "CASES",
    "KINDS",
    "MUTATIONS",
    "TOPICS",
    "VERDICTS",
    "Case",
    "Mutant",
    "Point",
    "either",
    "eq",
    "ge",
    "gt",
    "le",
    "lt",
    "ne",
]
