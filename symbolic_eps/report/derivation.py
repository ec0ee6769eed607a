"""A derived closed form as text and as data: cases with their reasons, or one row of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import sympy as sp

from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.closed_form import (
    NO_PRIOR,
    Attainment,
    AttainmentKind,
    Branch,
    EmptyRegion,
    PiecewiseInfimum,
    Proof,
)
from symbolic_eps.closed_forms.evaluate import exact_epsilon
from symbolic_eps.closed_forms.joined_cases import JoinedCase
from symbolic_eps.closed_forms.roots import isolating
from symbolic_eps.closed_forms.shortest_conditions import Region
from symbolic_eps.digits import enclosure_of
from symbolic_eps.profiles.caps import CapKind
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.report import structured
from symbolic_eps.report.attained_faces import definitions, face_lines, polynomial_names
from symbolic_eps.report.case_headings import Headings, any_of
from symbolic_eps.report.derivation_steps import Replay, deciding_piece
from symbolic_eps.report.formula import condition_text, profile_formula, relational_text
from symbolic_eps.report.number import enclosed_number
from symbolic_eps.report.prose import Line, Part, Prose, line, named, plain, upright
from symbolic_eps.report.table import TableEntry
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.theory.variants import Variant, variant_polynomial
from verify.enclosure import Enclosure
from verify.evidence import Grade
from verify.language.note import NOTHING, Note, equation, joined

DIGITS = 12
"""Decimals that are shown of a value without parameters."""

_CAPPED = {
    CapKind.RELATIVE_RISK: "posterior / prior",
    CapKind.POSTERIOR: "posterior",
    CapKind.DIFFERENCE: "posterior - prior",
    CapKind.ODDS_RATIO: "posterior odds / prior odds",
}
_RELEASE = {
    Variant.UNBOUNDED: "eps-DP for data that differ by one record more or less (Theorem 1)",
    Variant.BOUNDED: "eps-DP for data that differ in the value of one record (bounded)",
    Variant.INVARIANT: "Theorem 1, for releases whose law a record outside S does not change (invariant)",
}


def prose(derivation: Derivation) -> Prose:
    """The derivation as a document.

    Parameters
    ----------
    derivation : Derivation
        What was derived.

    Examples
    --------
    >>> from symbolic_eps.answers.derivation import derive
    >>> [part.heading for part in prose(derive("3")).parts]
    ['For all parameters: eps = log(3)/2', 'What is proved']
    """
    derived = derivation.derived
    headings = Headings.of(derived)
    cases = [_case(derivation, case, where) for case, where in headings.cases]
    empty = [_without_priors(region) for region in derived.empty]
    parts = (*cases, *empty, *_rest(derivation))
    question = (*_question(derivation), *headings.definitions)
    return Prose("The largest admissible privacy budget", question, parts)


def _question(derivation: Derivation) -> Iterator[Line]:
    for number, group in enumerate(derivation.groups, 1):
        if len(derivation.groups) > 1:
            where = Note(" (where ", joined(", ", group.place), ")") if group.place else NOTHING
            yield line(f"Group {group.name or number}", where, ":")
        for cap in group.caps:
            same = NOTHING
            if cap.kind is not CapKind.RELATIVE_RISK and cap.value is not sp.oo:
                same = Note(", that is, posterior / prior `<=` ", cap.relative_risk)
            yield line(f"{_CAPPED[cap.kind]} `<=` ", cap.value, same, level=1)
    yield from setting(derivation.profile)
    yield line(
        "With `x = e^-eps`, a release keeps the relative risk within `r*` at the priors p and q where ",
        named("F", variant_polynomial(derivation.profile.variant)),
        " is `>= 0`, `s = 1/r*`. F grows with x, so that the largest admissible eps is `-log X`, "
        "X the largest root of F over all priors.",
    )


def setting(profile: RiskProfile) -> Iterator[Line]:
    """What is fixed, enforced, assumed and released."""
    for v, value in profile.fixed.items():
        yield line("fixed: ", f"{v}" if value == v else equation(v, value), level=1)
    if profile.box:
        yield line("enforced where ", joined(", ", profile.box), level=1)
    if profile.parameter_region:
        yield line("assuming ", joined(", ", profile.parameter_region), level=1)
    yield line("release: " + _RELEASE[profile.variant], level=1)


def _case(derivation: Derivation, case: JoinedCase, where: Note) -> Part:
    branch, proof = case.first, case.proof
    if branch.polynomial is None:
        reason = line(
            "`F >= 0` already at `x = 0` wherever a cap is enforced: nothing constrains eps, and the caps "
            "protect nothing there."
        )
        proved = _proved(proof, "`r* p q >= 1` wherever a cap is enforced")
        return Part(Note(where, "eps = oo"), (reason, proved))
    reached = "At or near which priors it is reached is not known."
    if branch.attained or branch.faces:
        reached = "The value is reached:" if branch.attained else "It is reached at or near these priors."
    lines = [*_value(derivation, case), *_decimals(derivation), line(reached)]
    if branch.epsilon == 0:
        lines.insert(0, line("Only a release that does not depend on the data keeps to the caps."))
    for members, regions in case.apart(lambda one: plain_lines(_reached(one))):
        lines += [Line(Note(one.note, _if(regions)), one.level) for one in _reached(members[0])]
    for members, regions in case.apart(lambda one: plain_lines(_why(derivation, one))):
        lines += [line("Why there", _if(regions), ":"), *_why(derivation, members[0])]
    value = "eps = -log x for a root x" if branch.epsilon is None else named("eps", branch.epsilon)
    if not branch.attained:
        return Part(
            Note(where, value), (*lines, _proved(proof, "X is the largest root of F over all priors"))
        )
    return Part(Note(where, value), (*lines, _proved(proof)))


def plain_lines(lines: Iterable[Line]) -> tuple[str, ...]:
    """Lines as plain text."""
    return tuple(map(plain, lines))


def _reached(branch: Branch) -> Iterator[Line]:
    for attainment in branch.attained:
        yield line(_attained(attainment), level=1)
        yield from _roots(attainment)


def _if(regions: Sequence[Region]) -> Note:
    """Where something is said of a case, if not all over it."""
    return Note(" if ", any_of(regions)) if regions else NOTHING


def _without_priors(region: EmptyRegion) -> Part:
    said = line(
        "There is nothing to protect there, and no eps to recommend: neither a number nor oo. "
        "Proved: whatever the parameters are there, the box holds for no prior."
    )
    return Part(Note("If ", joined(", ", region.conditions), f": {NO_PRIOR}"), (said,))


def _value(derivation: Derivation, case: JoinedCase) -> Iterator[Line]:
    branch = case.first
    if branch.faces:
        yield from face_lines(branch, derivation.profile, polynomial_names(derivation.derived))
    elif branch.epsilon is None:
        assert branch.polynomial is not None
        which, relation = branch.which or "only", sp.Lt if branch.number else sp.Le
        ranges = [(members[0].between, regions) for members, regions in case.apart(lambda one: one.between)]
        yield _root(DECAY, branch.polynomial, ranges, which, relation)


def _root(
    v: sp.Symbol,
    polynomial: sp.Expr,
    ranges: Sequence[tuple[tuple[sp.Expr, sp.Expr] | None, Sequence[Region]]],
    which: str = "only",
    relation: type[sp.Rel] = sp.Le,
) -> Line:
    within = [
        Note(relation(ends[0], v, evaluate=False), " and ", relation(v, ends[1], evaluate=False), _if(where))
        for ends, where in ranges
        if ends is not None
    ]
    root = sp.Eq(polynomial, 0, evaluate=False)
    return line(f"{v} is the {which} root of ", root, " with ", joined(", and with ", within), ".")


def _decimals(derivation: Derivation) -> Iterator[Line]:
    """The value as a decimal number, where there are no parameters; cut off, so never above the exact one."""
    enclosure = _enclosure(derivation)
    if enclosure is not None and not enclosure.is_infinite:
        yield line(f"In decimals: {enclosure.decimal_lower(DIGITS)}" + "..." * (enclosure.width > 0))


def _enclosure(derivation: Derivation) -> Enclosure | None:
    if derivation.profile.parameters or not derivation.complete:
        return None
    return enclosure_of(exact_epsilon(derivation.derived, {}))


def _attained(attainment: Attainment) -> Note:
    start = "in the limit of priors near " if attainment.kind is AttainmentKind.LIMIT else "at "
    words = _at(attainment.place)
    if attainment.segment_end is not None:
        start, words = "all the way from ", Note(words, " to ", _at(attainment.segment_end))
    when = Note(" if ", joined(", ", attainment.conditions)) if attainment.conditions else NOTHING
    return Note(start, words, when)


def _at(place: Mapping[sp.Symbol, sp.Expr]) -> Note:
    if not place:
        return Note("the fixed priors")
    return joined(", ", (_value_of(v, place[v]) for v in PRIORS if v in place))


def _value_of(v: sp.Symbol, value: sp.Expr) -> Note:
    if isinstance(value, sp.CRootOf):
        return Note(f"{v} = {enclosure_of(value).decimal_lower(DIGITS)}...")
    return Note(equation(v, upright(value)))


def _roots(attainment: Attainment) -> Iterator[Line]:
    """The polynomials of priors that are known as roots."""
    for v, value in attainment.place.items():
        if isinstance(value, sp.CRootOf):
            yield _root(v, value.poly.as_expr().subs(DECAY, v), [(isolating(value), ())])


def _why(derivation: Derivation, branch: Branch) -> Iterator[Line]:
    piece = deciding_piece(derivation.profile, branch)
    if piece is not None:
        yield line("The bound that decides: ", piece.bound, ".", level=1)
    yield from Replay(derivation.profile, piece, branch.conditions).lines(branch.steps)
    assert branch.polynomial is not None
    if branch.faces:
        return
    remains = sp.Eq(sp.collect(branch.polynomial, DECAY), 0, evaluate=False)
    yield line("What remains of `F = 0` is ", remains, ", and X is its root in `(0, 1]`.", level=1)


def _proved(proof: Proof, what: str = "`F(X) >= 0` for all priors, and `F(X) = 0` there") -> Line:
    count = len(proof.certificates)
    certificates = f"{count} certificate{'s' if count != 1 else ''}"
    if proof.grade is Grade.COMPUTED:
        how = "Decided by exact computation of this program, without a certificate"
        return line(f"{how}: {what}; {proof.grade} ({certificates} for what it requires).")
    resting = f" ({certificates})" if count else ""
    return line(f"Proved independently of the search: {what}; {proof.grade}{resting}.")


def _rest(derivation: Derivation) -> Iterator[Part]:
    derived = derivation.derived
    if long := definitions(polynomial_names(derived)):
        yield Part(Note("Polynomials that are named above"), long)
    if derived.open:
        lines = []
        for region in derived.open:
            where = joined(", ", region.conditions) or "somewhere among the parameters that no case holds"
            lines.append(line("open: ", where, level=1))
            lines.append(line(f"because: {region.reason}", level=2))
        yield Part(Note("Open: nothing is claimed here"), tuple(lines))
    if not derived.well_posed:
        nothing = line("Nothing, not even that the profile is well posed.", level=1)
        yield Part(Note("What is proved"), (nothing,))
        return
    summary = [line("The profile is well posed: defined and >= 1 wherever it is enforced.", level=1)]
    if derived.branches:
        summary += [line(text, level=1) for text in _taken_in(derived)]
    if derivation.translation is not None:
        summary.append(line("Each cap and its bound on the relative risk say the same.", level=1))
    summary.append(
        line(f"Grade: {derivation.grade}; {len(derivation.certificates)} certificates in all.", level=1)
    )
    yield Part(Note("What is proved"), tuple(summary))


def _taken_in(derived: PiecewiseInfimum) -> Iterator[Note]:
    """Which parameters are in a case, and which are open."""
    empty = " or an empty region" * bool(derived.empty)
    if not derived.open:
        yield Note(f"The cases are disjoint, and all parameters are in a case{empty}.")
    elif all(region.conditions for region in derived.open):
        where = joined(" or ", (joined(", ", region.conditions) for region in derived.open))
        yield Note("The cases are disjoint. Open are the parameters with ", where, ".")
        yield Note(f"All others are in a case{empty}.")
    else:
        yield Note("The cases are disjoint. Open is what they leave out, and which parameters that are.")


def record(derivation: Derivation) -> dict[str, Any]:
    """The derivation as one row of the table (see `symbolic_eps.report.structured`), with what is its own.

    Parameters
    ----------
    derivation : Derivation
        What was derived.

    Examples
    --------
    >>> from symbolic_eps.answers.derivation import derive
    >>> record(derive("3"))["branches"][0]["epsilon"]
    'log(3)/2'
    """
    (row,) = structured.table([TableEntry(derivation.identifier, "derive", derivation.derived)])["rows"]
    for shown, branch in zip(row["branches"], derivation.derived.branches, strict=True):
        shown["why"] = (
            [plain(one) for one in _why(derivation, branch)] if branch.polynomial is not None else []
        )
    enclosure = _enclosure(derivation)
    if enclosure is not None:
        row["enclosure"] = enclosed_number(enclosure, DIGITS + 3, exact_epsilon(derivation.derived, {}))
    return {
        **row,
        "profile": profile_formula(derivation.profile.bound),
        "variant": str(derivation.profile.variant),
        "groups": [
            {
                "name": group.name or None,
                "caps": [
                    {
                        "kind": str(cap.kind),
                        "value": profile_formula(cap.value),
                        "relative_risk": profile_formula(cap.relative_risk),
                    }
                    for cap in group.caps
                ],
                "where": [relational_text(c) for c in group.place],
            }
            for group in derivation.groups
        ],
        "well_posed": derivation.derived.well_posed,
        "open": [
            {"condition": condition_text(region.conditions), "reason": region.reason}
            for region in derivation.derived.open
        ],
        "proof": {
            **row["proof"],
            "grade": str(derivation.grade),
            "certificates": list(derivation.certificates),
        },
    }
