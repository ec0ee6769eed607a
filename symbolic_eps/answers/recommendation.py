"""One number for one profile: the recommended eps with an enclosure, where it is attained, what it means.

The profile gets numbers for its parameters, the engine of `symbolic_eps.minimum` derives the exact value,
ball arithmetic encloses it, and the double that is reported is rounded down: never above the exact eps. A
profile that is not rational is minimised by `symbolic_eps.enclosed`, between proved ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from numbers import Number
from typing import TYPE_CHECKING, Any

import sympy as sp

from symbolic_eps.answers.exact_recommendation import (
    Recommendation,
    exact_in_time,
    exact_recommendation,
    why_not,
)
from symbolic_eps.answers.unconstrained import blame
from symbolic_eps.deprecated_arguments import deprecated_arguments
from symbolic_eps.errors import (
    DisagreementError,
    DomainError,
    InfeasibleProfileError,
    InputError,
    UndecidedError,
)
from symbolic_eps.minimum.at_numbers.bracket import Near
from symbolic_eps.profiles.declared_signs import declared_signs, renamed
from symbolic_eps.profiles.exact_numbers import Exact, check_lengths, short_number
from symbolic_eps.profiles.parse import parse_box, parse_profile
from symbolic_eps.profiles.profile import PRIORS, RiskProfile, bounds_from, expression_of
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.report.formula import profile_formula
from symbolic_eps.spelling import suggest
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.theory.variants import Variant, variant_named
from verify.deadline import OutOfTime, deadline, seconds_left
from verify.language.condition import Condition

if TYPE_CHECKING:
    from symbolic_eps.enclosed.callables import BallProfile
    from symbolic_eps.enclosed.recommended import EnclosedRecommendation, SampledRecommendation
    from symbolic_eps.enclosed.tabulated import Table
    from verify.enclosure import Enclosure

FEW_BOXES = 2000
"""Boxes after which it is given up to say roughly where eps is least."""

LEAST_SECONDS = 0.5
"""For a first enclosure, however little patience there is."""


@deprecated_arguments(seconds="patience")
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
        What is assumed of the release, see `symbolic_eps.theory.variants`; by default `unbounded`.
    patience : float, optional
        Seconds for the whole call. An enclosure is looked for first, then the exact value; if that takes
        longer, the enclosure is the answer, with the `reason`. By default no limit, and no enclosure first.

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
    symbolic_eps.errors.UndecidedError, verify.solvers.smt.UndecidedQueryError
        Nor could an enclosure decide, or not in time; the message names the question.
    symbolic_eps.errors.DisagreementError
        The exact value is outside of the enclosure: an error of this program.

    Notes
    -----
    Source: Kazan & Reiter 2024, (13).

    Examples
    --------
    >>> recommended = recommend("max(a/(p*q), r)", {"a": "1/4", "r": 3})
    >>> recommended.closed_form, recommended.epsilon_double
    (log(11/3)/2, 0.6496414920651303)
    >>> recommended.attained[0].priors
    {'p': 1, 'q': 1/12}
    """
    if patience is not None and not patience > 0:
        raise InputError(f"patience = {patience}: give a positive time, or None for no limit")
    try:
        with deadline(patience):
            return _recommended(profile, values or {}, fixed or {}, box, progress, width, boxes, variant)
    except OutOfTime:
        if patience is None or seconds_left() <= 0:  # an outer deadline has passed, not this one
            raise
        raise UndecidedError(f"nothing was decided in {patience:g} s: more patience may help") from None


def _recommended(
    profile: Any,
    values: Mapping[str, Exact],
    fixed: Mapping[str, Exact],
    box: Sequence[str],
    progress: Callable[[str], None],
    width: Exact | None,
    boxes: int | None,
    variant: Variant | str,
) -> Recommendation | EnclosedRecommendation | SampledRecommendation:
    if not isinstance(profile, str | Number | sp.Basic):
        domain = numeric_profile(sp.Integer(2), values, fixed, box, variant)
        return _not_symbolic(profile, domain, progress, width, boxes)
    from symbolic_eps.enclosed.requirement import is_rational_profile

    read = parse_profile(profile, transcendental=True) if isinstance(profile, str) else profile
    written = expression_of(read)
    numeric = numeric_profile(written, values, fixed, box, variant)
    answer: Recommendation | EnclosedRecommendation
    if width is not None or boxes is not None or not is_rational_profile(numeric.bound):
        answer = _enclosed(numeric, numeric, width, boxes, progress)
    elif math.isinf(seconds_left()):
        answer = _exact_or_enclosed(numeric, progress)
    else:
        answer = settled(numeric, progress)
    if not answer.enclosure.is_infinite:
        return answer
    numbers = {parameter(str(name)): short_number(str(name), value) for name, value in values.items()}
    return replace(answer, blame=blame(renamed(written), numbers, numeric))


def _exact_or_enclosed(
    profile: RiskProfile, progress: Callable[[str], None]
) -> Recommendation | EnclosedRecommendation:
    """Without a hurry: the exact value, and an enclosure only where the engine cannot decide."""
    try:
        quick = quickly(profile)
        return exact_recommendation(profile, progress, near_of(quick), bracket_of(quick))
    except UndecidedError as error:
        progress(f"no exact value ({error}): an enclosure instead")
        return replace(_enclosed(profile, profile, None, None, progress), reason=why_not(error))


def quickly(profile: RiskProfile) -> EnclosedRecommendation | Exception:
    """An enclosure by a short search, or why there is none."""
    from symbolic_eps.enclosed.recommended import enclosed

    try:
        return enclosed(profile, profile, limit=FEW_BOXES)
    except (InputError, UndecidedError) as error:
        return error


def bracket_of(quick: EnclosedRecommendation | Exception) -> Enclosure | None:
    """The enclosure, if there is one."""
    return None if isinstance(quick, Exception) else quick.enclosure


def near_of(quick: EnclosedRecommendation | Exception) -> Near | None:
    """Where an enclosure says that eps is least, and X = e^-eps there; None without a place."""
    if isinstance(quick, Exception) or quick.minimum.location is None or quick.enclosure.is_infinite:
        return None
    ends = (math.exp(-float(end)) for end in (quick.enclosure.upper, quick.enclosure.lower))
    low, high = (Fraction(end) for end in ends)
    return Near(*quick.minimum.location, (low, high))


def settled(profile: RiskProfile, progress: Callable[[str], None]) -> Recommendation | EnclosedRecommendation:
    """An enclosure first, then the exact value if the time lasts; where both are known, they agree.

    A rough enclosure mostly says enough of the place. If it does not, a narrow one is looked for, and the
    exact value once more.

    Raises
    ------
    symbolic_eps.errors.DisagreementError
        They do not.
    """
    seconds = seconds_left()
    quick = _in_half_the_time(profile, FEW_BOXES, progress)
    if not (isinstance(quick, InputError) or _is_narrow(quick)):
        try:
            with deadline(max(seconds_left() / 2, LEAST_SECONDS)):
                return _agreed(_exact_beside(profile, quick, progress), quick)
        except DisagreementError:
            raise
        except (UndecidedError, OutOfTime):
            longer = _in_half_the_time(profile, None, progress)
            quick = quick if isinstance(longer, UndecidedError) else longer
    try:
        return _agreed(_exact_beside(profile, quick, progress), quick)
    except DisagreementError:
        raise
    except UndecidedError as error:
        late, reason = False, why_not(error)
    except OutOfTime:
        late, reason = True, f"none was found in {seconds:.0f} s"
    if isinstance(quick, Exception):
        raise quick
    return replace(quick, reason=reason, late=late)


def _in_half_the_time(
    profile: RiskProfile, boxes: int | None, progress: Callable[[str], None]
) -> EnclosedRecommendation | InputError | UndecidedError:
    """An enclosure, or why there is none."""
    seconds = seconds_left()
    try:
        with deadline(max(seconds / 2, LEAST_SECONDS)):
            return _enclosed(profile, profile, None, boxes, progress)
    except (InputError, UndecidedError) as error:
        return error
    except OutOfTime:
        return UndecidedError(f"nothing was decided in {seconds:.0f} s: more patience may help")


def _is_narrow(quick: EnclosedRecommendation | Exception) -> bool:
    return not isinstance(quick, Exception) and quick.minimum.reached


def _exact_beside(
    profile: RiskProfile, quick: EnclosedRecommendation | Exception, progress: Callable[[str], None]
) -> Recommendation:
    """The exact value, looked for where the enclosure says."""
    if not isinstance(quick, Exception):
        progress = _after(f"eps is in {quick.enclosure.text(10)}", progress)
        progress("looking for its exact value")
    return exact_in_time(profile, progress, near_of(quick), bracket_of(quick))


def _after(known: str, progress: Callable[[str], None]) -> Callable[[str], None]:
    """Progress that goes on showing what is known already."""
    return lambda text: progress(f"{known}; {text}")


def _agreed(exact: Recommendation, quick: EnclosedRecommendation | Exception) -> Recommendation:
    """The exact recommendation, unless what was proved by boxes excludes it."""
    from symbolic_eps.enclosed.recommended import EnclosedRecommendation

    if isinstance(quick, DomainError | InfeasibleProfileError):
        raise DisagreementError(
            f"internal error: an exact eps = {exact.epsilon} was derived where the search over boxes finds "
            f"none ({quick}): rely on neither, and report this profile"
        )
    if isinstance(quick, EnclosedRecommendation):
        one, other = exact.enclosure, quick.enclosure
        if one.upper < other.lower or other.upper < one.lower:
            raise DisagreementError(
                f"internal error: the exact eps = {exact.epsilon}, in {one.text(20)}, is outside of the "
                f"proved enclosure {other.text(20)}: rely on neither, and report this profile"
            )
    return exact


def _effort(width: Exact | None, boxes: int | None) -> tuple[Fraction, int]:
    """Width and number of boxes of an enclosure, checked."""
    from symbolic_eps.enclosed.search import BOX_LIMIT, WIDTH

    if boxes is not None and boxes < 1:
        raise InputError(f"boxes = {boxes}: give 1 or more")
    if width is None:
        return WIDTH, boxes or BOX_LIMIT
    exact = short_number("width", width)
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
    written = expression_of(profile)
    signs, expression = declared_signs(written), renamed(written)
    texts = (box,) if isinstance(box, str) else box
    bounds = bounds_from(relational for text in texts for relational in parse_box(text))
    names = {v.name: v for v in PRIORS}
    values, fixed = ({str(k): v for k, v in numbers.items()} for numbers in (values, fixed))
    for name in fixed:
        if name not in names:
            raise InputError(
                f"{name} cannot be fixed: only the priors p and q can, such as --fix q=1; a parameter has "
                f"its value by --set {name}={fixed[name]}"
            )
    for name in values:
        if name in names:
            raise InputError(f"{name} is a prior, not a parameter: fix it, as in --fix {name}={values[name]}")
    at = {names[name]: short_number(name, value) for name, value in fixed.items()}
    for prior, value in at.items():
        if not 0 < value <= 1:
            raise DomainError(f"{prior} = {value}: a prior lies in (0, 1], such as 1/10")
    used = expression.free_symbols.union(*(c.symbols for c in bounds)) - set(PRIORS)
    by_name = {symbol.name: symbol for symbol in used}
    missing = sorted(set(by_name) - set(values) - set(open_names))
    if unknown := sorted(set(values) - set(by_name)):
        raise InputError(_no_parameter(unknown[0], missing or sorted(by_name), expression))
    if missing:
        options = " ".join(f"--set {name}=..." for name in missing)
        raise InputError(f"no value for {', '.join(missing)}: write {options}, with numbers such as 1/4 or 3")
    numbers = {by_name[name]: short_number(name, value) for name, value in values.items()}
    numeric_box = tuple(Condition(c.polynomial.subs(numbers), c.relation) for c in bounds)
    assumptions = []
    for sign in signs:
        condition = Condition(sign.polynomial.subs(numbers), sign.relation)
        if condition.constant_truth is False:
            (name,) = (symbol.name for symbol in sign.symbols)
            raise DomainError(f"{name} = {values[name]}: the profile's symbol declares {sign}")
        assumptions += [condition] if condition.constant_truth is None else []
    bound = with_values(expression, numbers)
    check_lengths("the profile", bound)
    check_lengths("the box", *(c.polynomial for c in numeric_box))
    return RiskProfile(bound, tuple(assumptions), at, numeric_box, variant_named(variant))


def _no_parameter(name: str, known: Sequence[str], expression: sp.Expr) -> str:
    """What to say of a value for a name that a profile does not have."""
    names = ", ".join(known)
    instead = f"{suggest(name, known)}its parameters are {names}" if known else "it has no parameters"
    return f"{name} does not occur in the profile {profile_formula(expression)}: {instead}; leave out {name}"
