"""Caps on disclosure risk, and the equivalent bounds on the relative risk at every prior.

With m = p q the prior probability of disclosure and R the relative risk, the posterior is R m:

* posterior: R m <= c is R <= c/m;
* difference: R m - m <= c is R <= 1 + c/m (Kazan & Reiter 2024, Section 4, footnote to (28));
* odds ratio: R m (1 - m) <= c m (1 - R m) is R <= c/(1 - m + c m), for c > 0. At m = 1 both say R <= 1.

Several caps at once are their minimum. The equivalences are proved each time (`prove_translation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import sympy as sp

from symbolic_eps.errors import DomainError, InputError, UndecidedError
from symbolic_eps.profiles.cases import alternatives
from symbolic_eps.profiles.definedness import at_point
from symbolic_eps.profiles.parse import parse_profile
from symbolic_eps.profiles.profile import expression_of
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE, parameter
from verify.language.condition import (
    Condition,
    Relation,
    conditions_of,
    non_negative,
    positive,
    rational_condition,
)
from verify.solvers.smt import Solver

PRIOR = PRIOR_INCLUSION * PRIOR_VALUE

_m, _risk, _c, _d = (parameter(name) for name in ("m", "R", "c", "d"))


class CapKind(StrEnum):
    """What is capped; the posterior odds ratio is that of the posterior to the prior odds of disclosure."""

    RELATIVE_RISK = "relative-risk"
    POSTERIOR = "posterior"
    DIFFERENCE = "difference"
    ODDS_RATIO = "odds-ratio"


@dataclass(frozen=True)
class Cap:
    """A cap on disclosure risk, for all priors or as a function of them.

    Parameters
    ----------
    kind : CapKind or str
        What is capped.
    value : sympy.Expr, str or exact number
        The cap, in p, q and parameters; `oo` where nothing is asked.

    Examples
    --------
    >>> Cap("difference", "1/10").relative_risk
    1 + 1/(10*p*q)
    """

    kind: CapKind
    value: sp.Expr

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "kind", CapKind(self.kind))
        except ValueError:
            raise InputError(f"there is no cap {self.kind!r}: give one of {', '.join(CapKind)}") from None
        object.__setattr__(self, "value", expression_of(self.value))
        if self.kind is CapKind.ODDS_RATIO and self.value.is_Rational and self.value <= 0:
            raise InputError(f"a cap {self.value} on the odds ratio: odds are positive: give one such as 3")

    @property
    def relative_risk(self) -> sp.Expr:
        """The bound r*(p, q) on the relative risk that says the same."""
        return relative_risk_of(self.kind, self.value)


def relative_risk_of(kind: CapKind, value: sp.Expr) -> sp.Expr:
    """The bound on the relative risk that says the same as a cap.

    Parameters
    ----------
    kind : CapKind
        What is capped.
    value : sympy.Expr
        The cap; `Max`, `Min` and `Piecewise` are kept outermost, as the bound rises with the cap.

    Returns
    -------
    sympy.Expr
        In p, q and the parameters.

    Examples
    --------
    >>> relative_risk_of(CapKind.POSTERIOR, sp.Rational(1, 4))
    1/(4*p*q)
    >>> from sympy.abc import k
    >>> relative_risk_of(CapKind.ODDS_RATIO, k)
    k/(k*p*q - p*q + 1)
    """
    if kind is CapKind.RELATIVE_RISK or value is sp.oo:
        return value
    if isinstance(value, sp.Max | sp.Min):
        return value.func(*(relative_risk_of(kind, a) for a in value.args), evaluate=False)
    if isinstance(value, sp.Piecewise):
        cases = ((relative_risk_of(kind, inner), guard) for inner, guard in value.args)
        return sp.Piecewise(*cases, evaluate=False)
    return _translated(kind, value, PRIOR)


def _translated(kind: CapKind, cap: sp.Expr, prior: sp.Expr) -> sp.Expr:
    match kind:
        case CapKind.POSTERIOR:
            return cap / prior
        case CapKind.DIFFERENCE:
            return 1 + cap / prior
        case CapKind.ODDS_RATIO:
            return cap / (1 - prior + cap * prior)
    return cap


def _respected(kind: CapKind) -> sp.Expr:
    """A polynomial that is >= 0 exactly where the cap c is respected by the relative risk R."""
    posterior = _risk * _m
    match kind:
        case CapKind.POSTERIOR:
            return _c - posterior
        case CapKind.DIFFERENCE:
            return _c - (posterior - _m)
        case CapKind.ODDS_RATIO:
            return _c * _m * (1 - posterior) - posterior * (1 - _m)
    return _c - _risk


def profile_of(caps: Iterable[Cap]) -> sp.Expr:
    """The bound on the relative risk that respects all caps: their minimum.

    Raises
    ------
    symbolic_eps.errors.InputError
        No cap at all.

    Examples
    --------
    >>> profile_of([Cap("relative-risk", 3), Cap("posterior", "1/2")])
    Min(3, 1/(2*p*q))
    """
    written = [cap.relative_risk for cap in caps]
    parts = (bound.args if isinstance(bound, sp.Min) else (bound,) for bound in written)
    bounds = tuple(dict.fromkeys(part for several in parts for part in several))
    if not bounds:
        raise InputError('no cap is given: write a profile such as "max(1/(4*p*q), 3)", or a cap')
    return bounds[0] if len(bounds) == 1 else sp.Min(*bounds, evaluate=False)


def read_caps(
    profile: str | None = None,
    posterior: Sequence[str] = (),
    difference: Sequence[str] = (),
    odds_ratio: Sequence[str] = (),
    transcendental: bool = False,
) -> tuple[Cap, ...]:
    """The caps that the options of a command name.

    Parameters
    ----------
    profile : str, optional
        A bound on the relative risk.
    posterior, difference, odds_ratio : sequence of str
        Caps of these kinds, in the same notation.
    transcendental : bool
        Whether `exp`, `log` and real powers are read, see `symbolic_eps.parse_profile`.

    Raises
    ------
    symbolic_eps.errors.InputError
        A text that is not read, or none at all.

    Examples
    --------
    >>> [str(cap.kind) for cap in read_caps("3", posterior=["1/2"])]
    ['relative-risk', 'posterior']
    """
    by_kind = zip(
        CapKind, ([] if profile is None else [profile], posterior, difference, odds_ratio), strict=True
    )
    texts = [(kind, text) for kind, several in by_kind for text in several]
    if not texts:
        raise InputError(
            'nothing to respect: give a profile such as "max(1/(4*p*q), 3)", or --posterior, --difference '
            "or --odds-ratio with a cap"
        )
    return tuple(Cap(kind, parse_profile(text, transcendental)) for kind, text in texts)


def translation_theorems(kind: CapKind) -> Iterator[tuple[tuple[Condition, ...], Condition, str]]:
    """What is to be proved of a translation: hypotheses, goal, and the goal in words.

    A cap and its relative-risk bound admit the same R, and the bound does not fall as the cap rises, so that
    `max` and `min` may be taken before or after. 0 < m <= 1 is the prior, 0 <= R m <= 1 the posterior.

    Parameters
    ----------
    kind : CapKind
        What is capped.

    Examples
    --------
    >>> [words for _, _, words in translation_theorems(CapKind.POSTERIOR)][1]
    'a posterior cap gives its bound on the relative risk'
    """
    if kind is CapKind.RELATIVE_RISK:
        return
    hypotheses = (
        positive(_m),
        non_negative(1 - _m),
        non_negative(_risk),
        non_negative(1 - _risk * _m),
        *((positive(_c),) if kind is CapKind.ODDS_RATIO else ()),
    )
    respected = non_negative(sp.expand(_respected(kind)))
    bound = _translated(kind, _c, _m)
    # The bound's denominator is positive; its difference from R is >= 0 where numerator * denominator is.
    numerator, denominator = sp.fraction(sp.together(bound - _risk))
    yield hypotheses, positive(sp.expand(denominator)), f"the bound of a {kind} cap is defined"
    within = non_negative(sp.expand(numerator))
    yield (*hypotheses, respected), within, f"a {kind} cap gives its bound on the relative risk"
    yield (*hypotheses, within), respected, f"the bound on the relative risk gives its {kind} cap"
    rises = rational_condition(_translated(kind, _d, _m) - bound, Relation.NON_NEGATIVE)
    for condition in rises:
        yield (*hypotheses, non_negative(_d - _c)), condition, f"the bound of a {kind} cap rises with the cap"


def prove_translation(kind: CapKind, judge: Solver) -> None:
    """Prove that a cap of this kind and its bound on the relative risk say the same, or UndecidedError.

    The evidence goes to the judge's record. By hand: m > 0, so that dividing by m keeps the order; for the
    odds ratio R m (1 - m) <= c m (1 - R m) is R (1 - m + c m) <= c, where 1 - m + c m > 0.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        A claim does not hold (it does: that would be a fault of the judge or of a formula here).

    Examples
    --------
    >>> from verify.prover.certifying_solver import CertifyingSolver
    >>> judge = CertifyingSolver()
    >>> with judge.recorded() as evidence:
    ...     prove_translation(CapKind.ODDS_RATIO, judge)
    >>> sorted({str(e.grade) for e in evidence})
    ['exact']
    """
    for hypotheses, goal, words in translation_theorems(kind):
        if not judge.implies(hypotheses, goal, words):
            raise UndecidedError(f"not shown: {words}")


def require_positive(cap: Cap, region: Iterable[Condition], judge: Solver) -> None:
    """Show that all parts of a cap on the odds ratio are positive, as its translation supposes.

    A part that is not might have the largest bound, or one that is positive, and so pass for a high cap.

    Parameters
    ----------
    cap : Cap
        Of any kind; nothing is asked of the others.
    region : iterable of Condition
        The parameters and priors that are meant.
    judge : Solver
        Decides.

    Raises
    ------
    symbolic_eps.errors.DomainError
        One is not; the message names the place.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import parameter
    >>> k = parameter("k")
    >>> require_positive(Cap("odds-ratio", k), [positive(k - 1)], Solver())
    """
    if cap.kind is not CapKind.ODDS_RATIO:
        return
    for part, where in _parts(cap.value):
        failing = [*region, *where, *rational_condition(-part, Relation.NON_NEGATIVE)]
        if any(c.constant_truth is False for c in failing):
            continue
        left = [c for c in failing if c.constant_truth is None]
        point = judge.find_point(left, f"the cap {part} on the odds ratio is <= 0 somewhere") if left else {}
        if point is not None:
            where_it_is = f" at {at_point(point)}" if point else ""
            raise DomainError(
                f"the cap {part} on the odds ratio is not positive{where_it_is}: odds are; say with --assume "
                "where parameters lie, or write a cap that is positive, such as 3 or 1 + p"
            )


def _parts(value: sp.Expr) -> Iterator[tuple[sp.Expr, tuple[Condition, ...]]]:
    """What `max`, `min` and `piecewise` choose from, and where it may be chosen."""
    if isinstance(value, sp.Max | sp.Min):
        for argument in value.args:
            yield from _parts(argument)
    elif isinstance(value, sp.Piecewise):
        for inner, guard in alternatives(value):
            yield from ((part, (*conditions_of(guard), *where)) for part, where in _parts(inner))
    elif value is not sp.oo:
        yield value, ()
