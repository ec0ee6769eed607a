"""Writes decision records: finds the proof that `symbolic_eps.decision.judge` checks, and has it checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.decision import judge
from symbolic_eps.decision.claims import Claim
from symbolic_eps.decision.judge import CERTIFICATES, LEAVES, NONE, Question
from symbolic_eps.decision.leaf_search import leaves_at
from symbolic_eps.decision.leaves import Box, frame
from symbolic_eps.decision.ray_certificate import certificate_along_rays
from symbolic_eps.decision.sharpness import Root
from symbolic_eps.enclosed.recommended import EnclosedRecommendation, SampledRecommendation
from symbolic_eps.minimum.stationary.along_rays import terms_of_profile
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.report.formula import formula
from symbolic_eps.theory.symbols import DECAY
from verify import kernel
from verify.certificates.certificate_search import CertificateSearch
from verify.certificates.of_claim import certificate_of
from verify.deadline import OutOfTime, deadline
from verify.enclosure import Enclosure, enclose_to
from verify.language.encoding import Encoded
from verify.language.implication import Hints
from verify.polynomial import Rejected
from verify.search.budget import Budget

NARROW = Fraction(1, 10**45)
EFFORT = Budget(work=400_000)
LEVEL_BITS = 120
SECONDS = 60
FINER = (3, 6, 10, 15, 20, 30, 40)
"""Digits of the ends around X, where a certificate is built."""
DIRECTIONS = (0, 1, -1, 2, -2)
CURVED = ((1, 2), (2, 1), (1, 3), (3, 1))

Proof = tuple[tuple[Fraction, Fraction], list[dict[str, Any]]]
"""Ends between which the claims know X, and their certificates."""

Answer = Recommendation | EnclosedRecommendation | SampledRecommendation


class NoRecordError(Exception):
    """There is no proof that the judge takes; the message says why."""


def with_record(document: Mapping[str, Any], answer: Answer) -> dict[str, Any]:
    """The JSON document of an answer with its decision record, which the judge has accepted.

    Parameters
    ----------
    document : mapping
        The result of `symbolic-eps recommend`, without its record.
    answer : Recommendation, EnclosedRecommendation or SampledRecommendation
        Where it comes from.

    Returns
    -------
    dict
        With `record`; of kind `none`, with the reason, where there is no proof that the judge takes.
    """
    whole: dict[str, Any] = json.loads(json.dumps(document))
    try:
        with deadline(SECONDS, processor=True):
            whole["record"] = _found(judge.question_of(whole["input"]), answer, whole)
        whole["record"]["seal"] = judge.seal(whole)
        judge.check(whole)
    except (NoRecordError, Rejected) as error:
        whole["record"] = {"kind": NONE, "reason": str(error)}
    except OutOfTime:
        whole["record"] = {"kind": NONE, "reason": f"no proof was found in {SECONDS} s"}
    return whole


def _found(question: Question, answer: Answer, document: Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(answer, Recommendation):
        try:
            with deadline(SECONDS / 2, processor=True):
                return _by_certificates(question, answer)
        except (NoRecordError, Rejected, OutOfTime):
            if answer.epsilon in (0, sp.oo):
                raise
        return _by_leaves(question, _between_digits(document, answer), _first_place(answer))
    if isinstance(answer, EnclosedRecommendation):
        return _by_leaves(question, answer.enclosure, answer.minimum.point)
    raise NoRecordError("what is only sampled is not proved")


def _by_certificates(question: Question, answer: Recommendation) -> dict[str, Any]:
    (branch,) = answer.derived.branches
    root = _root(branch, answer)
    paths = _paths(question, branch, root, answer.profile)
    around, certificates = _along_rays(question, root, answer.profile) or _searched(question, root, branch)
    return {
        "kind": CERTIFICATES,
        "polynomial": [str(c) for c in root.polynomial],
        "between": [str(root.low), str(root.high)],
        "around": [str(end) for end in around],
        "certificates": certificates,
        "paths": paths,
    }


def _along_rays(question: Question, root: Root, profile: RiskProfile) -> Proof | None:
    """For r* = 1 + a p/q + b q/p: from the factors of two cubics at X, known narrowly enough."""
    if (terms := terms_of_profile(profile)) is None:
        return None
    a, b = map(_fraction, terms)
    for digits in FINER:
        around = _short_ends(root, digits)
        (claim,) = judge.claims_of(question, root, around)
        if certificate := certificate_along_rays(claim, (a, b), root, around):
            return around, [certificate]
    return None


def _searched(question: Question, root: Root, branch: Branch) -> Proof:
    around, hints = _around(root), _hints(branch)
    return around, [_certificate(claim, hints) for claim in judge.claims_of(question, root, around)]


def _root(branch: Branch, answer: Recommendation) -> Root:
    """X as the root of an irreducible polynomial, narrowly."""
    if branch.polynomial is None:
        return Root([Fraction(0), Fraction(1)], Fraction(0), Fraction(0))
    near = enclose_to(sp.exp(-answer.epsilon), NARROW)
    low, high = (Fraction(end) for end in (near.lower, near.upper))
    for factor, _ in sp.factor_list(branch.polynomial, DECAY)[1]:
        powers = [_fraction(c) for c in reversed(sp.Poly(factor, DECAY).all_coeffs())]
        if len(powers) == 2:
            low = high = -powers[0] / powers[1] if low <= -powers[0] / powers[1] <= high else low
        try:
            return Root(powers, low, min(high, Fraction(1)))
        except Rejected:
            continue
    raise NoRecordError("no polynomial over the rational numbers has e^-eps as its root")


def _fraction(number: sp.Rational) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def _around(root: Root) -> tuple[Fraction, Fraction]:
    """Short ends between which X is the only root of its polynomial."""
    if root.low == root.high:
        return root.low, root.high
    polynomial = sp.Poly.from_list([sp.Rational(c) for c in reversed(root.polynomial)], DECAY)
    for digits in range(1, 40):
        low, high = _short_ends(root, digits)
        if polynomial.count_roots(sp.Rational(low), sp.Rational(high)) == 1:
            return low, high
    return root.low, root.high


def _short_ends(root: Root, digits: int) -> tuple[Fraction, Fraction]:
    """X itself, or decimal numbers around it."""
    unit = Fraction(1, 10**digits)
    if root.low == root.high:
        return root.low, root.high
    return root.low // unit * unit, -(-root.high // unit) * unit


def _hints(branch: Branch) -> Hints:
    """What vanishes where eps is attained, for squares; whether G rises or falls along p, for cases."""
    named = {v: sp.Symbol(v.name, real=True) for v in (DECAY, *PRIORS)}
    x, (_, q) = named[DECAY], (named[v] for v in PRIORS)
    squares = list[sp.Expr]()
    for attainment in branch.attained:
        for v, value in attainment.place.items():
            if value.free_symbols == {DECAY}:
                top, bottom = sp.fraction(sp.together(value))
                squares.append(sp.expand(bottom * v - top).xreplace(named))
    return Hints(squares=tuple(squares), splits=((1 + x) * q - x,) if squares else ())


def _certificate(claim: Claim, hints: Hints) -> dict[str, Any]:
    certificate = certificate_of(claim, EFFORT)
    if certificate is None and hints.squares:
        ring, systems = kernel.systems(claim)
        names = list(ring.atoms)
        encoded = Encoded(claim, {name: sp.Symbol(name, real=True) for name in names})
        certificate = CertificateSearch(encoded, names, systems, hints).certificate(EFFORT, plain=True)
    if certificate is None:
        raise NoRecordError("no certificate of the whole bound was found, only of its parts (--certificates)")
    return certificate


def _paths(question: Question, branch: Branch, root: Root, profile: RiskProfile) -> list[dict[str, str]]:
    if root.high == 0:
        return [_checked(question, root, _points(frame(question.domain, question.fixed)))]
    paths = []
    for attainment in branch.attained:
        for place in (attainment.place, attainment.segment_end):
            if place is not None:
                texts = {v.name: formula({**profile.fixed, **place}[v]) for v in PRIORS}
                paths.append(_checked(question, root, _near(texts, attainment)))
    return paths


def _near(texts: Mapping[str, str], attainment: Attainment) -> Iterator[dict[str, str]]:
    """The place itself, or ways into it: straight ones, then curved ones, on which q/p or p/q tends to 0."""
    if attainment.kind is not AttainmentKind.LIMIT:
        yield dict(texts)
        return
    for way in product(DIRECTIONS, repeat=2):
        yield {v: text + (f" + {d}*t" if d else "") for (v, text), d in zip(texts.items(), way, strict=True)}
    for powers in CURVED:
        yield {v: f"{text} + t**{k}" for (v, text), k in zip(texts.items(), powers, strict=True)}


def _points(box: Box) -> Iterator[dict[str, str]]:
    """Some priors in a box."""
    shares = [Fraction(n, 16) for n in (8, 16, 1, 4, 12, 2, 15, 0)]
    for one, other in product(shares, repeat=2):
        at = [low + share * (high - low) for (low, high), share in zip(box, (one, other), strict=True)]
        yield {"p": str(at[0]), "q": str(at[1])}


def _checked(question: Question, root: Root, ways: Iterator[dict[str, str]]) -> dict[str, str]:
    """The first that the judge accepts."""
    for texts in ways:
        try:
            judge.check_path(question, judge.path_of(texts, root))
        except Rejected:
            continue
        return texts
    raise NoRecordError("no path of priors was found that shows eps to be the largest")


def _between_digits(document: Mapping[str, Any], answer: Recommendation) -> Enclosure:
    """Half-way from the exact eps to the ends that are printed."""
    near = enclose_to(answer.epsilon, NARROW)
    ends = zip((near.lower, near.upper), ("lower", "upper"), strict=True)
    lower, upper = ((Fraction(end) + Fraction(document["epsilon"][name])) / 2 for end, name in ends)
    return Enclosure(lower, upper)


def _first_place(answer: Recommendation) -> tuple[Fraction, Fraction]:
    """Rational priors next to where eps is attained."""
    at = answer.attained[0].priors
    p, q = (Fraction(enclose_to(at[v.name], NARROW).lower) for v in PRIORS)
    return p, q


def _by_leaves(
    question: Question, enclosure: Enclosure, point: tuple[Fraction, Fraction] | None
) -> dict[str, Any]:
    level, below = (Fraction(0), Fraction(0)) if enclosure.is_infinite else _levels(enclosure)
    box = frame(question.domain, question.fixed)
    boxes = leaves_at(question.profile, question.domain, question.fixed, question.variant, level)
    if boxes is None:
        raise NoRecordError("no leaves are offered for this profile: they were not found")
    at = next(_points(box)) if point is None else {v: str(c) for v, c in zip("pq", point, strict=True)}
    return {
        "kind": LEAVES,
        "level": str(level),
        "leaves": [[str(end) for side in leaf for end in side] for leaf in boxes],
        "below": str(below),
        "point": at,
    }


def _levels(enclosure: Enclosure) -> tuple[Fraction, Fraction]:
    """x and y just outside of e^-eps for the upper and the lower end of an enclosure of eps."""
    lower, upper = (Fraction(end) for end in (enclosure.lower, enclosure.upper))
    one = Fraction(enclose_to(sp.exp(-sp.Rational(lower)), NARROW).lower)
    other = Fraction(enclose_to(sp.exp(-sp.Rational(upper)), NARROW).upper)
    unit = Fraction(1, 1 << LEVEL_BITS)
    return one // unit * unit, -(-other // unit) * unit
