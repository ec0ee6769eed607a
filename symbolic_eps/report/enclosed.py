"""A recommended eps that is enclosed or only sampled: in words and as JSON."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from symbolic_eps.enclosed.recommended import EnclosedRecommendation, SampledRecommendation
from symbolic_eps.fast_recommendation.text import PROMISE
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.mechanisms.accuracy import Threshold
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.report import noise, unconstrained
from symbolic_eps.report.envelope import number
from symbolic_eps.report.explanation import curve
from symbolic_eps.report.formula import profile_formula
from symbolic_eps.report.number import ends
from symbolic_eps.report.table import scope_text
from symbolic_eps.report.unconstrained import headline
from verify.enclosure import Enclosure

_DIGITS = 17
_NARROW = Fraction(1, 10**12)

Found = EnclosedRecommendation | SampledRecommendation


def text(answer: Found, threshold: Threshold | None = None) -> str:
    """The recommendation as lines of text, with what eps means for a count near a threshold."""
    lines = [f"r* = {_name(answer)}{scope_text(answer.domain)}"]
    if isinstance(answer, SampledRecommendation):
        return "\n".join([*lines, *_sampled_lines(answer)]) + "\n"
    minimum, enclosure = answer.minimum, answer.enclosure
    if enclosure.is_infinite:
        lines = [
            *([] if answer.blame is None else [headline(answer.blame)]),
            *lines,
            "eps = oo",
        ]
        lines.append(f"  proof       enclosed: r* p q >= 1 on all of {_boxes(minimum.boxes)} examined")
        return "\n".join(lines) + "\n"
    lines += [
        f"eps = {_headline(enclosure)}",
        f"  enclosure   {enclosure.text(_digits(enclosure, _DIGITS))}",
        f"  as a double {answer.epsilon_double!r}  (never above the exact value)",
    ]
    if answer.reason:
        lines.insert(2, f"  exact       {answer.reason}")
    if not minimum.reached:
        lines.append("  not as narrow as asked: the limit on boxes, or the end of the patience, was reached")
    lines += [f"  near        {place}" for place in places(answer)]
    if minimum.location is not None:
        (p_low, p_high), (q_low, q_high) = minimum.location
        lines.append(
            f"  within      {_range(p_low, p_high, 'p')}, {_range(q_low, q_high, 'q')}"
            "  (the least eps is taken or approached here)"
        )
    lines.append(f"  proof       enclosed, {_boxes(minimum.boxes)} examined")
    if answer.noise is None:
        lines.append(
            noise.NO_RELEASE
            if enclosure.upper == 0
            else "No eps > 0 is known to be safe here, so nothing is said of the noise: give more --boxes."
        )
    else:
        lines += [PROMISE, "What the double means for a released count:"]
        lines += [f"  {line}".rstrip() for line in noise.lines(answer.noise.epsilon, threshold)]
    return "\n".join(lines) + "\n"


def places(answer: EnclosedRecommendation) -> list[str]:
    """Near which priors eps is least, in words; none where that is not known.

    Examples
    --------
    >>> from symbolic_eps import recommend
    >>> places(recommend("1 + exp(-p*q)"))
    ['p = 1, q -> 0']
    """
    point = answer.minimum.point
    return [] if point is None else [", ".join(map(_coordinate, "pq", point))]


def structured(answer: Found, threshold: Threshold | None = None) -> dict[str, Any]:
    """The recommendation as a JSON document: the fields of an exact one, `boxes`, `within`, `reason`."""
    if isinstance(answer, SampledRecommendation):
        priors = answer.sampled.priors
        seen = [] if priors is None else [{"p": repr(priors[0]), "q": repr(priors[1]), "kind": "seen"}]
        return {
            "epsilon": {"lower": None, "upper": number(answer.sampled.epsilon)},
            "epsilon_double": None,
            "attained": seen,
            "closed_form": None,
            "noise": None,
            "blame": None,
            "proof": {"grade": str(answer.grade), "points": answer.sampled.points},
        }
    minimum, enclosure = answer.minimum, answer.enclosure
    near, within, guarantee = [], None, None
    if answer.noise is not None:
        guarantee = curve(answer.noise.epsilon, PriorRegion.around(answer.domain), answer.domain.variant)
    if minimum.point is not None:
        kind = "limit" if any(map(_is_limit, minimum.point)) else "near"
        near = [{**{v: str(_end(value)) for v, value in zip("pq", minimum.point, strict=True)}, "kind": kind}]
    if minimum.location is not None:
        within = {
            v: {"lower": str(low), "upper": str(high)}
            for v, (low, high) in zip("pq", minimum.location, strict=True)
        }
    return {
        "epsilon": ends(enclosure, _digits(enclosure, 20)),
        "epsilon_double": number(answer.epsilon_double),
        "attained": near,
        "within": within,
        "closed_form": None,
        "variant": str(answer.domain.variant),
        "noise": None if answer.noise is None else noise.structured(answer.noise.epsilon, threshold),
        "blame": unconstrained.structured(answer.blame),
        "guarantee": guarantee,
        "reason": answer.reason or None,
        "proof": {"grade": str(answer.grade), "boxes": minimum.boxes, "reached": minimum.reached},
    }


def _sampled_lines(recommendation: SampledRecommendation) -> list[str]:
    sampled = recommendation.sampled
    if sampled.priors is None:
        return ["eps = oo  (sampled: no point seen constrains it)"]
    p, q = sampled.priors
    return [
        f"eps <= {sampled.epsilon:.6g}  (sampled: the least value seen; the true one may be lower)",
        f"  seen at     p = {p:.6g}, q = {q:.6g}",
        f"  proof       none: {sampled.points} points were looked at, nothing is known between them",
    ]


def _boxes(count: int) -> str:
    return "1 box" if count == 1 else f"{count} boxes"


def _name(answer: Found) -> str:
    if isinstance(answer, SampledRecommendation):
        return f"{answer.name}(p, q)"
    if isinstance(answer.profile, RiskProfile):
        return profile_formula(answer.profile.bound)
    return str(answer.profile)


def _headline(enclosure: Enclosure) -> str:
    """Six digits that both ends share; else both ends, rounded outward, or one number."""
    shared = enclosure.decimal_lower(6)
    if enclosure.width == 0:
        return shared if enclosure.decimal_upper(6) == shared else f"{shared}..."
    if shared == Enclosure(enclosure.upper, enclosure.upper).decimal_lower(6):
        return f"{shared}..."
    return f"{shared} to {enclosure.decimal_upper(6)}"


def _digits(enclosure: Enclosure, least: int) -> int:
    """Enough digits that rounding outward adds little to the width."""
    if enclosure.is_infinite:
        return least
    width, size = Fraction(enclosure.width), Fraction(enclosure.upper)
    ratio = width / size if size else Fraction(1)
    # The logarithm of a fraction too small for a float, by the lengths of its parts.
    bits = ratio.denominator.bit_length() - ratio.numerator.bit_length() if ratio else 0
    return max(least, math.ceil(bits * math.log10(2)) + 3)


def _is_limit(value: Fraction) -> bool:
    """Whether a coordinate stands next to an open end, as `symbolic_eps.enclosed.search` puts it there."""
    return value.denominator > 2**900


def _end(value: Fraction) -> Fraction:
    """The coordinate, or the open end that it is next to."""
    return value.limit_denominator(10**12) if _is_limit(value) else value


def _coordinate(name: str, value: Fraction) -> str:
    return f"{name} {'->' if _is_limit(value) else '='} {_number(_end(value))}"


def _number(value: Fraction) -> str:
    return str(value) if value.denominator < 10**4 else f"{float(value):.12g}"


def _range(low: Fraction, high: Fraction, name: str) -> str:
    if high - low < _NARROW:
        return f"{name} = {_number(low)}"
    return f"{float(low):.9g} <= {name} <= {float(high):.9g}"
