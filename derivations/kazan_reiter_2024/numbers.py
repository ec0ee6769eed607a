"""The numbers that Kazan & Reiter (2024) print: Section 5, Tables 4 and 5, C.1 to C.3, D.1. Data only.

Each has a locator, the printed text and the risk profile that it belongs to, as a row of the closed-form
table with exact parameters. Whether it holds is decided in `derivations.kazan_reiter_2024.printed_numbers`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

import sympy as sp

from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE, parameter
from verify.language.note import Note, equation, point

PAPER = "kazan-reiter-2024"
"""Identifier of the paper."""


@dataclass(frozen=True)
class Profile:
    """A risk profile with numbers: a row of the closed-form table and exact values of its parameters.

    Parameters
    ----------
    row : str
        "constant" (r), "fixed-q" (a, r, q), "fixed-p" (a, r, p), "two-dimensional" (a, r) or
        "box" (r, p0, p1, q0, q1).
    parameters : tuple of (str, Fraction)
        Values by name.

    Examples
    --------
    >>> print(Profile.of("fixed-q", a="0.25", r="1.5", q=1))
    fixed-q (a = 1/4, r = 3/2, q = 1)
    """

    row: str
    parameters: tuple[tuple[str, Fraction], ...]

    @classmethod
    def of(cls, row: str, **parameters: str | int | Fraction) -> Profile:
        """The profile whose parameters are given by name; text such as "0.25" is read exactly."""
        return cls(row, tuple((name, Fraction(value)) for name, value in parameters.items()))

    def __getitem__(self, name: str) -> Fraction:
        return dict(self.parameters)[name]

    @property
    def note(self) -> Note:
        """The profile in words and formulas."""
        values = point({parameter(name): sp.Rational(value) for name, value in self.parameters})
        return Note(f"{self.row} (", values, ")")

    def __str__(self) -> str:
        return str(self.note)


class Quantity(StrEnum):
    """What a printed number measures."""

    EPSILON = "recommended eps"
    STANDARD_DEVIATION = "standard deviation of the noise"
    EXACT_PROBABILITY = "probability of the exact count"
    EXACT_EPSILON = "recommended eps, exactly"
    RISK_BOUND = "bound r*"
    MINIMISING_VALUE = "prior q where attained"


@dataclass(frozen=True)
class PrintedNumber:
    """A number of the paper that can be recomputed.

    Parameters
    ----------
    locator : str
        Where it is printed.
    quantity : Quantity
        What it measures.
    profile : Profile
        The risk profile that it belongs to.
    printed : str
        The text as printed: "0.51", "25%", "4/3" or "log(3/2)".
    """

    locator: str
    quantity: Quantity
    profile: Profile
    printed: str


@dataclass(frozen=True)
class PrintedComparison:
    """A statement that some recommended budgets exceed `factor` times others.

    Parameters
    ----------
    locator : str
        Where it is printed.
    statement : Note
        What is claimed, in our words.
    factor : Fraction
        eps(larger) > factor * eps(smaller) is claimed for every pair.
    pairs : tuple of (Profile, Profile)
        (larger, smaller).
    """

    locator: str
    statement: Note
    factor: Fraction
    pairs: tuple[tuple[Profile, Profile], ...]


@dataclass(frozen=True)
class PrintedMinimum:
    """A statement that the recommended budget is the one that the point (p, q) needs.

    Parameters
    ----------
    locator : str
        Where it is printed.
    statement : Note
        What is claimed, in our words.
    profile : Profile
        The risk profile.
    prior_inclusion, prior_value : Fraction
        p and q of the point.
    bound : Fraction
        r* there.
    """

    locator: str
    statement: Note
    profile: Profile
    prior_inclusion: Fraction
    prior_value: Fraction
    bound: Fraction


Printed = PrintedNumber | PrintedComparison | PrintedMinimum
"""What can be recomputed."""


@dataclass(frozen=True)
class CitedNumber:
    """A number that the paper takes from somewhere else: nothing to recompute.

    Parameters
    ----------
    locator, what, printed : str
        Where it is printed, what it is, and the text.
    source : str
        Whose number it is.
    """

    locator: str
    what: str
    printed: str
    source: str


def _constant(r: str) -> Profile:
    return Profile.of("constant", r=r)


def _inclusion(r: str, a: str = "0.25") -> Profile:
    """(31) for a = 0.25, and (17): max(a/p, r) at q = 1."""
    return Profile.of("fixed-q", a=a, r=r, q=1)


def _survey(a: str, p: str = "0.05") -> Profile:
    """(32): max(a/(p q), 3) at a fixed p."""
    return Profile.of("fixed-p", a=a, r=3, p=p)


TABLE_4 = (
    ("1", _inclusion("1.5"), "0.51", "2.74", "25%"),
    ("2", _inclusion("3"), "1.30", "1.02", "57%"),
    ("3", _inclusion("6"), "2.04", "0.59", "77%"),
)
"""Agency, profile, eps, standard deviation, probability of the exact count."""

TABLE_5 = (
    ("1", _survey("0.025"), "1.09", "1.24", "50%"),
    ("2", _survey("0.15"), "1.21", "1.10", "54%"),
    ("3", _survey("0.3"), "2.10", "0.56", "78%"),
)
"""Agency, profile, eps, standard deviation, probability of the exact count."""


def _cells(table: str, rows: tuple[tuple[str, Profile, str, str, str], ...]) -> Iterator[PrintedNumber]:
    for agency, profile, epsilon, deviation, exact in rows:
        yield PrintedNumber(f"tab:{table}/{agency}.eps", Quantity.EPSILON, profile, epsilon)
        yield PrintedNumber(f"tab:{table}/{agency}.std", Quantity.STANDARD_DEVIATION, profile, deviation)
        yield PrintedNumber(f"tab:{table}/{agency}.exact", Quantity.EXACT_PROBABILITY, profile, exact)


TWO_DIMENSIONAL = Profile.of("two-dimensional", a="0.25", r=3)
"""(33)."""

LEE_CLIFTON_N, LEE_CLIFTON_A = 4, Fraction(1, 3)
"""n and a of the motivating example in D.1."""

LEE_CLIFTON = Profile.of(
    "box",
    r=LEE_CLIFTON_N * LEE_CLIFTON_A,
    p0=Fraction(1, LEE_CLIFTON_N),
    p1=Fraction(1, LEE_CLIFTON_N),
    q0=1,
    q1=1,
)
"""(37): r* = n a at the point p = 1/n, q = 1 alone."""

DURHAM = _inclusion("5", a="0.5")
"""(17) with the largest r and a of Section 5."""

NUMBERS: tuple[PrintedNumber, ...] = (
    PrintedNumber("text:5/eps", Quantity.EPSILON, DURHAM, "2.20"),
    PrintedNumber("text:5/rmse", Quantity.STANDARD_DEVIATION, DURHAM, "0.53"),
    *_cells("4", TABLE_4),
    PrintedNumber("text:C.1/constant-0.20", Quantity.EPSILON, _constant("1.5"), "0.20"),
    PrintedNumber("text:C.1/constant-0.55", Quantity.EPSILON, _constant("3"), "0.55"),
    PrintedNumber("text:C.1/constant-0.90", Quantity.EPSILON, _constant("6"), "0.90"),
    *_cells("5", TABLE_5),
    PrintedNumber("text:C.2/constant-0.55", Quantity.EPSILON, _constant("3"), "0.55"),
    PrintedNumber("text:C.2/p-0.005", Quantity.EPSILON, _survey("0.025", p="0.005"), "1.63"),
    PrintedNumber("text:C.2/p-0.0005", Quantity.EPSILON, _survey("0.025", p="0.0005"), "3.94"),
    PrintedNumber("text:C.3/eps", Quantity.EPSILON, TWO_DIMENSIONAL, "0.65"),
    PrintedNumber("text:C.3/q", Quantity.MINIMISING_VALUE, TWO_DIMENSIONAL, "0.083"),
    PrintedNumber("text:D.1/risk-bound", Quantity.RISK_BOUND, LEE_CLIFTON, "4/3"),
    PrintedNumber("text:D.1/eps-exact", Quantity.EXACT_EPSILON, LEE_CLIFTON, "log(3/2)"),
    PrintedNumber("text:D.1/eps", Quantity.EPSILON, LEE_CLIFTON, "0.41"),
)
"""Every printed number that belongs to a profile."""

DURHAM_BIRTHS = 4012
"""Live births."""

DURHAM_TARGET = Fraction(6, 1000)
"""Target rate, deaths per live birth; met by this rate or less."""

DURHAM_RISK_BOUNDS = (Fraction(6, 5), Fraction(2), Fraction(5))
"""The values of r that Section 5 tries."""

DURHAM_ABSOLUTE_RISKS = (Fraction(0), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2))
"""The values of a that Section 5 tries; 0 stands for the constant profile r* = r."""

DURHAM_DEVIATIONS = (Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2))
"""Hypothetical distances of the true rate from the target, deaths per 1000 live births."""

DURHAM_GOAL = Fraction(1, 10)
"""The agency wants the probability of a switch to be below this."""


def durham_profile(risk_bound: Fraction, absolute_risk: Fraction) -> Profile:
    """The profile of Section 5 for r and a: (17), or the constant one where a = 0.

    Examples
    --------
    >>> print(durham_profile(Fraction(2), Fraction(0)))
    constant (r = 2)
    """
    if absolute_risk == 0:
        return Profile.of("constant", r=risk_bound)
    return Profile.of("fixed-q", a=absolute_risk, r=risk_bound, q=1)


COMPARISONS: tuple[PrintedComparison, ...] = (
    PrintedComparison(
        "text:5/larger-than-constant",
        Note(
            "for every r of Section 5, (17) with ",
            parameter("a") > 0,
            " allows a larger eps than the constant profile",
        ),
        Fraction(1),
        tuple(
            (durham_profile(r, a), durham_profile(r, Fraction(0)))
            for r in DURHAM_RISK_BOUNDS
            for a in DURHAM_ABSOLUTE_RISKS
            if a > 0
        ),
    ),
    PrintedComparison(
        "text:C.1/less-than-half",
        Note("every constant profile needs less than half of the eps that (31) allows for the same r"),
        Fraction(2),
        tuple((_inclusion(r), _constant(r)) for r in ("1.5", "3", "6")),
    ),
    PrintedComparison(
        "text:C.2/larger-than-constant",
        Note(
            "every eps of Table 5 is larger than that of the constant profile with ",
            equation(parameter("r"), sp.Integer(3)),
        ),
        Fraction(1),
        tuple((_survey(a), _constant("3")) for a in ("0.025", "0.15", "0.3")),
    ),
)
"""Printed inequalities between recommended budgets."""

MINIMA: tuple[PrintedMinimum, ...] = (
    PrintedMinimum(
        "text:C.3/attained-at",
        Note(
            "the recommended eps is the one that ",
            point({PRIOR_INCLUSION: sp.Integer(1), PRIOR_VALUE: parameter("a") / parameter("r")}),
            " needs",
        ),
        TWO_DIMENSIONAL,
        prior_inclusion=Fraction(1),
        prior_value=TWO_DIMENSIONAL["a"] / TWO_DIMENSIONAL["r"],
        bound=TWO_DIMENSIONAL["r"],
    ),
)
"""Printed positions of a minimum."""

CITED: tuple[CitedNumber, ...] = (
    CitedNumber("text:5/births", "live births in Durham county in 2020", "4,012", "the paper's [37]"),
    CitedNumber("text:5/target", "target, deaths per 1000 live births", "6.0", "the paper's [19]"),
    CitedNumber("text:5/rate", "infant deaths per 1000 live births in 2020", "6.2", "the paper's [36]"),
    CitedNumber("text:D.1/lowest", "smallest eps in the examples of [27]", "0.34", "the paper's [27]"),
    CitedNumber("text:D.1/highest", "largest eps in the examples of [27]", "1.62", "the paper's [27]"),
)
"""Numbers of other authors."""


def inclusion_edge(risk_bound: Fraction) -> Profile:
    """r* = r for all p at q = 1, which is (17) in the limit a -> 0."""
    return Profile.of("box", r=risk_bound, p0=0, p1=1, q0=1, q1=1)
