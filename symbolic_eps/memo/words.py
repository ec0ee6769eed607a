"""Caps, priors and assumptions in plain words; every sentence is exactly true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import sympy as sp

from symbolic_eps.digits import enclosure_of
from symbolic_eps.profiles.caps import PRIOR, Cap, CapKind
from symbolic_eps.report.formula import profile_formula
from symbolic_eps.scenarios.scenario import Adversary
from symbolic_eps.theory.variants import Variant
from verify.enclosure import Enclosure

DIGITS = 3

PRIORS = (
    "A disclosure is two things: the person is in the data, and has the sensitive value. How probable an "
    "adversary holds the first before the release is p; how probable the second, given the first, q."
)


def cap_words(cap: Cap, values: Mapping[sp.Symbol, sp.Expr]) -> str:
    """What a cap asks for, as the end of "After the release, a disclosure is ...".

    Parameters
    ----------
    cap : Cap
        What is kept.
    values : mapping of Symbol to Expr
        Numbers for its parameters.

    Examples
    --------
    >>> cap_words(Cap("relative-risk", "max(a/(p*q), 3)"), {sp.Symbol("a", real=True): sp.Rational(1, 4)})
    'at most 3 times as probable as before, or at most 1/4 probable'
    >>> cap_words(Cap("odds-ratio", 4), {})
    'such that its odds are at most 4 times those before'
    """
    return _words(cap.kind, cap.value.subs(values))


def _words(kind: CapKind, value: sp.Expr) -> str:
    if value is sp.oo:
        return "not limited"
    if isinstance(value, sp.Max | sp.Min) and not any(part.has(*_BRANCHES) for part in value.args):
        parts = sorted((_words(kind, part) for part in value.args), key=_rank)
        return (", or " if isinstance(value, sp.Max) else ", and ").join(parts)
    shown = profile_formula(value)
    match kind:
        case CapKind.POSTERIOR:
            return f"at most {shown} probable"
        case CapKind.DIFFERENCE:
            return f"more probable than before by at most {shown}"
        case CapKind.ODDS_RATIO:
            return f"such that its odds are at most {shown} times those before"
    if not value.free_symbols:
        return f"at most {shown} times as probable as before"
    if not value.is_rational_function() or value.has(*_BRANCHES):
        return f"at most {shown} times as probable as before"
    posterior = sp.cancel(value * PRIOR)
    if not posterior.free_symbols:
        return f"at most {profile_formula(posterior)} probable"
    change = sp.cancel((value - 1) * PRIOR)
    if not change.free_symbols:
        return f"more probable than before by at most {profile_formula(change)}"
    return f"at most {shown} times as probable as before"


_BRANCHES = (sp.Max, sp.Min, sp.Piecewise)


def _rank(words: str) -> tuple[bool, str]:
    return "times as probable" not in words, words


def who(adversary: Adversary, values: Mapping[str, str]) -> str:
    """Which adversaries are meant, by their priors; `values` are numbers for names that stand for priors.

    Examples
    --------
    >>> who(Adversary("neighbour", (), {"q": "1"}, ("p<=1/2",)), {})
    'all adversaries who are certain of the value if the person is in the data, with p<=1/2'
    """
    if adversary.pairs:
        return f"{len(adversary.pairs)} adversaries with priors of a table"
    parts = [_fixed(prior, values.get(value, value)) for prior, value in sorted(adversary.fixed.items())]
    parts += [f"with {text}" for text in adversary.box]
    return (
        f"all adversaries {', '.join(parts)}" if parts else "all adversaries, whatever they believed before"
    )


def _fixed(prior: str, value: str) -> str:
    if value == "1":
        known = {
            "p": "who know that the person is in the data",
            "q": "who are certain of the value if the person is in the data",
        }
        return known[prior]
    return f"with {prior} = {value}"


def percent_up(value: sp.Expr) -> str:
    """A probability in percent, rounded up.

    Examples
    --------
    >>> percent_up(sp.Rational(1, 3)), percent_up(sp.Rational(1, 4))
    ('33.4 %', '25 %')
    """
    return f"{enclosure_of(100 * value).decimal_upper(DIGITS)} %"


def chance_up(chance: Enclosure) -> str:
    """An enclosed probability in percent, rounded up.

    Examples
    --------
    >>> chance_up(Enclosure(Fraction(1, 7), Fraction(1, 6)))
    '16.7 %'
    """
    upper = 100 * Fraction(chance.upper)
    return f"{Enclosure(upper, upper).decimal_upper(DIGITS)} %"


def percent_down(value: sp.Expr) -> str:
    """A probability in percent, rounded down."""
    return f"{enclosure_of(100 * value).decimal_lower(DIGITS)} %"


def down(enclosure: Enclosure, digits: int = 6) -> str:
    """A budget in a few digits, cut off.

    Examples
    --------
    >>> down(Enclosure(Fraction(2, 3), Fraction(2, 3)))
    '0.666666'
    """
    return enclosure.decimal_lower(digits)


_RELEASE = {
    Variant.UNBOUNDED: "for data that differ by one person's record more or less",
    Variant.BOUNDED: "for data that differ in one person's record",
    Variant.INVARIANT: "for data with one person's record more or less, and a record without the sensitive "
    "value does not change it",
}


def assumptions(variant: Variant) -> Iterator[tuple[str, str]]:
    """What has to be true, and what breaks if it is not."""
    yield (
        "The release is private with this eps",
        f"It is eps-differentially private {_RELEASE[variant]}, and a person has one record. With two "
        "records only what twice the eps allows is promised. A program that draws its noise in floating "
        "point can betray it: then nothing here need hold.",
    )
    yield (
        "The adversary reasons by the real mechanism (Assumption 1)",
        "Conclusions follow the laws of probability and the noise that is really added. Someone who misreads "
        "the release may believe anything, with or without it.",
    )
    yield (
        "The others say nothing about the person (Assumption 2)",
        "What the adversary believes of the other records does not depend on whether the person is in the "
        "data, nor on the person's value. For families, networks or copies of a record this can fail, "
        "and then the risk may be much larger than stated.",
    )
    yield (
        "Nothing else is released from the same records",
        "Budgets of several releases add up. A second release outside this budget adds its own eps to all "
        "that is said here.",
    )
    yield (
        "The caps are about the adversaries named here",
        "Others, with other priors, need not be kept within the caps; the table of largest probabilities "
        "holds for them too.",
    )


def values_of(values: Mapping[str, str]) -> dict[sp.Symbol, sp.Expr]:
    """Numbers by symbol, from exact texts."""
    from symbolic_eps.profiles.exact_numbers import exact_number
    from symbolic_eps.theory.symbols import parameter

    return {parameter(name): exact_number(name, value) for name, value in values.items()}
