"""One number for one profile: the recommended eps with an enclosure, where it is attained, what it means.

The profile gets numbers for its parameters, the engine of `symbolic_eps.minimum` derives the exact value,
ball arithmetic encloses it, and the double that is reported is rounded down: never above the exact eps. A
profile that is not rational is minimised by `symbolic_eps.enclosed`, between proved ends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Number
from typing import TYPE_CHECKING, Any

import sympy as sp

from symbolic_eps import exact_numbers
from symbolic_eps.closed_form import AttainmentKind, PiecewiseInfimum
from symbolic_eps.declared import declared_signs, renamed
from symbolic_eps.errors import DomainError, InputError, UndecidedError
from symbolic_eps.evaluate import exact_epsilon
from symbolic_eps.exact_numbers import Exact
from symbolic_eps.mechanisms.geometric import GeometricNoise
from symbolic_eps.minimum import infimum
from symbolic_eps.near import meant
from symbolic_eps.old_names import old_names
from symbolic_eps.parse import parse_box, parse_profile
from symbolic_eps.patience import OutOfPatience
from symbolic_eps.patience import patience as limit
from symbolic_eps.profile import PRIORS, RiskProfile, bounds_from, expression_of
from symbolic_eps.report.formula import profile_formula
from symbolic_eps.results import Result
from symbolic_eps.substitution import with_values
from symbolic_eps.symbols import DECAY
from symbolic_eps.variants import Variant, variant_named
from verify.condition import Condition
from verify.enclosure import Enclosure, enclose_to
from verify.evidence import Grade
from verify.smt import UndecidedQueryError

if TYPE_CHECKING:
    from symbolic_eps.enclosed.callables import BallProfile
    from symbolic_eps.enclosed.recommended import EnclosedRecommendation, SampledRecommendation
    from symbolic_eps.enclosed.tabulated import Table

LONGEST_NUMBER = 60
"""Digits of numerator and denominator of a parameter; roots of longer numbers take SymPy seconds."""

RELATIVE_WIDTH = Fraction(1, 10**25)
"""Width of the reported enclosure relative to eps."""


@dataclass(frozen=True)
class Place:
    """Where the recommended eps is attained.

    Parameters
    ----------
    priors : mapping of str to Expr
        Exact values of p and q.
    kind : AttainmentKind
        `point`, `limit`, or one end of a `segment`.
    segment_end : mapping of str to Expr or None
        The other end.
    """

    priors: Mapping[str, sp.Expr]
    kind: AttainmentKind
    segment_end: Mapping[str, sp.Expr] | None = None


@dataclass(frozen=True)
class Recommendation(Result):
    """The largest eps that keeps the relative risk within a profile, for all priors.

    Parameters
    ----------
    profile : RiskProfile
        The profile with its numbers.
    epsilon : sympy.Expr
        The exact value (natural logarithm); `oo` where nothing constrains it.
    enclosure : Enclosure
        Rational ends that contain the exact value.
    epsilon_double : float
        The largest binary64 that is not above the enclosure.
    attained : tuple of Place
        Where the value is attained, or of which limit it is the value.
    closed_form : sympy.Expr or None
        The exact value where it is a logarithm of square roots; None for a root of a higher polynomial.
    noise : GeometricNoise or None
        What eps means for a count released by the geometric mechanism; None for eps = 0.
    derived : PiecewiseInfimum
        The proof's result.

    Examples
    --------
    >>> found = recommend("3")
    >>> found.closed_form, found.epsilon_double, found.enclosure.text(10)
    (log(3)/2, 0.5493061443340548, '[0.5493061443, 0.5493061444]')
    """

    profile: RiskProfile
    epsilon: sp.Expr
    enclosure: Enclosure
    epsilon_double: float
    attained: tuple[Place, ...]
    closed_form: sp.Expr | None
    noise: GeometricNoise | None
    derived: PiecewiseInfimum

    @property
    def grade(self) -> Grade:
        """How it is proved: the weakest part of the derivation."""
        return self.derived.grade


@old_names(seconds="patience")
def recommend(
    profile: str | sp.Expr | Table | BallProfile | Callable[[Any, Any], Any],
    values: Mapping[str, Exact] | None = None,
    fixed: Mapping[str, Exact] | None = None,
    box: Sequence[str] = (),
    progress: Callable[[str], None] = lambda _: None,
    width: Exact | None = None,
    boxes: int | None = None,
    variant: Variant | str = Variant.UNBOUNDED,
    patience: float | None = None,
) -> Recommendation | EnclosedRecommendation | SampledRecommendation:
    """The recommended eps of one profile with numbers.

    Parameters
    ----------
    profile : str, sympy.Expr, Table, BallProfile or callable
        r*(p, q): arithmetic with `max`, `min`, `piecewise`, such as `"max(a/(p*q), r)"`, also with `exp`,
        `log` and any powers; a `symbolic_eps.enclosed.tabulated.Table`; a callable, which is only sampled
        unless it is a `symbolic_eps.enclosed.callables.BallProfile`.
    values : mapping of str to exact number
        A value for every parameter: int, Fraction, SymPy rational or text such as `"1/4"` or `"0.05"`.
    fixed : mapping of str to exact number
        Priors that are fixed, such as `{"q": 1}`.
    box : sequence of str
        Bounds on the priors, such as `"1/10<=p<=1/2"`; the profile is asked for nothing outside.
    progress : callable, optional
        Called with a short text at each stage.
    width : exact number, optional
        Width of the enclosure of eps, by default 1e-10, for profiles that are not rational; if it is given, a
        rational profile is enclosed as well, not derived.
    boxes : int, optional
        Boxes of priors that may be examined for an enclosure, before a wider one is returned.
    variant : Variant or str
        What is assumed of the release, see `symbolic_eps.variants`; by default Theorem 1's `unbounded`.
    patience : float, optional
        Seconds after which the exact value is given up for an enclosure, see `symbolic_eps.patience`; by
        default no limit.

    Returns
    -------
    Recommendation, EnclosedRecommendation or SampledRecommendation
        By grade: exact for a rational profile, enclosed for what can be evaluated on boxes of priors (also a
        rational profile that the exact engine cannot decide), sampled for a plain callable. All have `grade`,
        `enclosure`, `epsilon_double` (never above the infimum; None where sampled), `closed_form`, `noise`.

    Raises
    ------
    symbolic_eps.errors.InputError
        Or one of its kinds: a text that is not arithmetic, a missing or unknown parameter, a prior outside
        (0, 1], an empty box, a profile that is undefined or not positive somewhere, or below 1 somewhere.
    symbolic_eps.errors.UndecidedError, verify.smt.UndecidedQueryError
        Nor could an enclosure decide; the message names the question.

    Notes
    -----
    Source: Kazan & Reiter 2024, (13).

    Examples
    --------
    >>> found = recommend("max(a/(p*q), r)", {"a": "1/4", "r": 3})
    >>> found.closed_form, found.epsilon_double
    (log(11/3)/2, 0.6496414920651303)
    >>> found.attained[0].priors
    {'p': 1, 'q': 1/12}
    """
    if not isinstance(profile, str | Number | sp.Basic):
        domain = numeric_profile(sp.Integer(2), values or {}, fixed or {}, box, variant)
        return _not_symbolic(profile, domain, progress, width, boxes)
    asked = numeric_profile(_read(profile), values or {}, fixed or {}, box, variant)
    if width is not None or boxes is not None or not _is_rational(asked.bound):
        return _enclosed(asked, asked, width, boxes, progress)
    try:
        with limit(patience):
            derived = infimum(asked, progress=progress)
    except (UndecidedError, UndecidedQueryError, OutOfPatience) as error:
        progress(f"no exact value ({str(error) or 'too slow'}): an enclosure instead")
        return _enclosed(asked, asked, width, boxes, progress)
    (branch,) = derived.branches
    epsilon = exact_epsilon(derived, {})
    enclosure = enclose_to(epsilon, RELATIVE_WIDTH)
    root = sp.exp(-epsilon)
    places = tuple(
        Place(_at_root(a.place, root, asked), a.kind, a.segment_end and _at_root(a.segment_end, root, asked))
        for a in branch.attained
    )
    return Recommendation(
        profile=asked,
        epsilon=epsilon,
        enclosure=enclosure,
        epsilon_double=enclosure.double_lower(),
        attained=places,
        closed_form=branch.epsilon,
        noise=GeometricNoise.for_budget(epsilon) if epsilon != 0 else None,
        derived=derived,
    )


def _read(profile: str | sp.Expr) -> sp.Expr:
    return parse_profile(profile, transcendental=True) if isinstance(profile, str) else profile


def _is_rational(bound: sp.Expr) -> bool:
    """What the exact engine takes."""
    from symbolic_eps.enclosed.requirement import is_rational_profile

    return is_rational_profile(bound)


def _effort(width: Exact | None, boxes: int | None) -> tuple[Fraction, int]:
    """Width and number of boxes of an enclosure, checked."""
    from symbolic_eps.enclosed.search import BOX_LIMIT, WIDTH

    if boxes is not None and boxes < 1:
        raise InputError(f"boxes = {boxes}: give 1 or more")
    if width is None:
        return WIDTH, boxes or BOX_LIMIT
    exact = exact_number("width", width)
    if exact <= 0:
        raise InputError(f"width = {exact}: the width of an enclosure is positive, such as 1e-12")
    return Fraction(int(exact.p), int(exact.q)), boxes or BOX_LIMIT


def _not_symbolic(
    profile: Any,
    domain: RiskProfile,
    progress: Callable[[str], None],
    width: Exact | None,
    boxes: int | None,
) -> EnclosedRecommendation | SampledRecommendation:
    from symbolic_eps.enclosed.callables import BallProfile
    from symbolic_eps.enclosed.recommended import sampled
    from symbolic_eps.enclosed.tabulated import Table

    if not (isinstance(profile, Table | BallProfile) or callable(profile)):
        raise InputError(f"{profile!r} is no risk profile: give a text, an expression, a table or a callable")
    if isinstance(profile, Table | BallProfile):
        return _enclosed(profile, domain, width, boxes, progress)
    if width is not None:
        raise InputError("a plain callable is only sampled, which has no width: wrap it as a BallProfile")
    return sampled(profile, domain)


def _enclosed(
    profile: RiskProfile | Table | BallProfile,
    domain: RiskProfile,
    width: Exact | None,
    boxes: int | None,
    progress: Callable[[str], None],
) -> EnclosedRecommendation:
    from symbolic_eps.enclosed.recommended import enclosed

    return enclosed(profile, domain, *_effort(width, boxes), progress)


def _at_root(place: Mapping[sp.Symbol, sp.Expr], root: sp.Expr, profile: RiskProfile) -> dict[str, sp.Expr]:
    everywhere = {**profile.fixed, **place}
    return {v.name: everywhere[v].subs(DECAY, root) for v in PRIORS}


def numeric_profile(
    profile: str | sp.Expr,
    values: Mapping[str, Exact],
    fixed: Mapping[str, Exact],
    box: Sequence[str],
    variant: Variant | str = Variant.UNBOUNDED,
    open_names: Collection[str] = (),
) -> RiskProfile:
    """The profile with numbers put for all parameters but `open_names`, every name and number checked.

    Raises
    ------
    symbolic_eps.errors.InputError
        See `recommend`.
    """
    given = expression_of(profile)
    signs, expression = declared_signs(given), renamed(given)
    texts = (box,) if isinstance(box, str) else box
    bounds = bounds_from(relational for text in texts for relational in parse_box(text))
    names = {v.name: v for v in PRIORS}
    values, fixed = ({str(k): v for k, v in given.items()} for given in (values, fixed))
    for name in fixed:
        if name not in names:
            raise InputError(
                f"{name} cannot be fixed: only the priors p and q can, such as --fix q=1; a parameter has "
                f"its value by --set {name}={fixed[name]}"
            )
    for name in values:
        if name in names:
            raise InputError(f"{name} is a prior, not a parameter: fix it, as in --fix {name}={values[name]}")
    at = {names[name]: exact_number(name, value) for name, value in fixed.items()}
    for prior, value in at.items():
        if not 0 < value <= 1:
            raise DomainError(f"{prior} = {value}: a prior lies in (0, 1], such as 1/10")
    used = expression.free_symbols.union(*(c.symbols for c in bounds)) - set(PRIORS)
    by_name = {symbol.name: symbol for symbol in used}
    missing = sorted(set(by_name) - set(values) - set(open_names))
    if unknown := sorted(set(values) - set(by_name)):
        raise InputError(_no_parameter(unknown[0], missing or sorted(by_name), expression))
    if missing:
        given = " ".join(f"--set {name}=..." for name in missing)
        raise InputError(f"no value for {', '.join(missing)}: write {given}, with numbers such as 1/4 or 3")
    numbers = {by_name[name]: exact_number(name, value) for name, value in values.items()}
    numeric_box = tuple(Condition(c.polynomial.subs(numbers), c.relation) for c in bounds)
    left = []
    for sign in signs:
        here = Condition(sign.polynomial.subs(numbers), sign.relation)
        if here.constant_truth is False:
            (name,) = (symbol.name for symbol in sign.symbols)
            raise DomainError(f"{name} = {values[name]}: the profile's symbol declares {sign}")
        left += [here] if here.constant_truth is None else []
    return RiskProfile(with_values(expression, numbers), tuple(left), at, numeric_box, variant_named(variant))


def _no_parameter(name: str, known: Sequence[str], expression: sp.Expr) -> str:
    """What to say of a value for a name that a profile does not have."""
    names = ", ".join(known)
    instead = f"{meant(name, known)}its parameters are {names}" if known else "it has no parameters"
    return f"{name} does not occur in the profile {profile_formula(expression)}: {instead}; leave out {name}"


def exact_number(name: str, value: Exact) -> sp.Rational:
    """A rational number of reasonable length, from exact input.

    Examples
    --------
    >>> exact_number("a", "0.05")
    1/20
    """
    number = exact_numbers.exact_number(name, value)
    if max(abs(number.p), number.q) > 10**LONGEST_NUMBER:
        raise InputError(
            f"{name} has more than {LONGEST_NUMBER} digits above or below its fraction bar: write it with "
            "fewer, such as 1/3 or 1e-6"
        )
    return number
