"""The faces on which X may be attained, in words: where X is told as the greatest attained root.

A face is named by the conditions on the priors that are 0 on it, the system by F and its slopes: P = n F with
n > 0, so where F = 0 a slope of P is 0 exactly where that of F is (`minimum.attained_roots.faces`). The
polynomial in x and the parameters gets a name if it is long. JSON has all of this written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum, RootFace
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.report.case_headings import LONG, fresh_names
from symbolic_eps.report.formula import condition_text, formula
from symbolic_eps.report.prose import Line, line
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition
from verify.language.note import Formula, Note, equation, joined

LETTER = "E"
"""Of names of polynomials in x, with a number behind."""

Names = Mapping[sp.Expr, sp.Symbol]


def polynomial_names(derived: PiecewiseInfimum) -> dict[sp.Expr, sp.Symbol]:
    """Symbols for the long factors of the faces' polynomials, of which none is a parameter."""
    faces = (face for branch in derived.branches for face in branch.faces)
    factors = dict.fromkeys(g for face in faces for g in sp.Mul.make_args(face.polynomial))
    long = (g for g in factors if len(str(g)) > LONG)
    return dict(zip(long, fresh_names(LETTER, derived.profile), strict=False))


def definitions(names: Names) -> tuple[Line, ...]:
    """What the names mean, by the powers of x.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from symbolic_eps.report.prose import plain
    >>> [plain(one) for one in definitions({DECAY * a + DECAY * b - 1: sp.Symbol("E1")})]
    ['E1 = x*(a + b) - 1']
    """
    return tuple(line(equation(name, sp.collect(g, DECAY)), level=1) for g, name in names.items())


def face_lines(branch: Branch, profile: RiskProfile, names: Names) -> Iterator[Line]:
    """What X is, and one line for each face.

    Parameters
    ----------
    branch : Branch
        Whose X is the greatest attained root.
    profile : RiskProfile
        Says which bounds are enforced where.
    names : mapping of Expr to Symbol
        Of long polynomials.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from symbolic_eps.report.prose import plain
    >>> from symbolic_eps.theory.symbols import PRIOR_VALUE as q
    >>> bound = (q + a) * DECAY - q
    >>> face = RootFace(DECAY * (a + 1) - 1, (bound, 1 - q), bound, (), (1 - q,))
    >>> branch = Branch((), face.polynomial, faces=(face,))
    >>> _, one = face_lines(branch, RiskProfile("1 + a/q", ["a>0"]), {})
    >>> plain(one)
    'on q = 1: x*(a + 1) - 1 = 0, F = F_p = 0'
    """
    yield line(
        "x is the greatest number in `(0, 1)` for which one of these holds at priors where `r*` is enforced, "
        "or in a limit of such priors (`F_p` and `F_q` are slopes of F; eps = oo where there is none):"
    )
    pieces = [(piece, [*faces]) for piece, faces in groupby(dict.fromkeys(branch.faces), _piece)]
    for piece, faces in pieces:
        if len(pieces) > 1:
            yield line("with ", _risk(piece, profile), " in F:", level=1)
        for face in faces:
            is_zero = joined(", ", (_root(face, names), _system(face)))
            yield line(_place(face), ": ", is_zero, level=1 + (len(pieces) > 1))


Piece = tuple[sp.Expr, tuple[Condition, ...]]


def _piece(face: RootFace) -> Piece:
    return face.bound, face.conditions


def _risk(piece: Piece, profile: RiskProfile) -> Note:
    """The r* of a piece; of a question that was made simpler, where it holds."""
    for one in profile.pieces:
        if constrained(one, profile).polynomial == piece[0]:
            return Note("`r*` = ", one.bound)
    return Note("the `r*` where ", joined(", ", piece[1]))


def _root(face: RootFace, names: Names) -> Formula:
    factors = (names.get(g, sp.collect(g, DECAY)) for g in sp.Mul.make_args(face.polynomial))
    return equation(sp.Mul(*factors), sp.S.Zero)


def _place(face: RootFace) -> Note:
    """A face by what is 0 on it, whether attained or in a limit."""
    if face.at_origin:
        return Note("as p and q tend to 0")
    ends = [_end(h) for h in face.tight]
    if not ends:
        return Note("inside")
    if None in ends:
        return Note(
            "where ", joined(" and ", (end or _sides(h) for end, h in zip(ends, face.tight, strict=True)))
        )
    return Note("on " if len(ends) == 1 else "at ", joined(", ", ends))


def _end(h: sp.Expr) -> Formula | None:
    """Where h, linear in one prior, is 0; None for a curve."""
    involved = [v for v in PRIORS if h.has(v)]
    if len(involved) != 1:
        return None
    (v,) = involved
    slope = sp.diff(h, v)
    return equation(v, sp.expand(v - h / slope)) if slope.is_number else None


def _sides(h: sp.Expr) -> Formula:
    """An equation with no minus sign, the same for h and -h.

    Examples
    --------
    >>> from sympy.abc import a, p, q
    >>> _sides(p * q + p**2 - a * q).text
    'a*q = p**2 + p*q'
    """
    terms = sp.Add.make_args(sp.expand(h))
    negative = [t for t in terms if t.could_extract_minus_sign()]
    sides = sp.Add(*(t for t in terms if t not in negative)), -sp.Add(*negative)
    return equation(*sorted(sides, key=_length))


def _length(expression: sp.Expr) -> tuple[int, str]:
    return len(str(expression)), str(expression)


def _system(face: RootFace) -> Note:
    """What F is on a face, and its slopes."""
    if face.at_origin:
        return Note("and roots of F tend to x")
    ends = [_end(h) for h in face.tight]
    if len(ends) == len(PRIORS):
        return Note("`F = 0`")
    if None in ends:
        return Note("`F = 0`, and F is stationary along it")
    along = [v for v in PRIORS if not any(h.has(v) for h in face.tight)]
    return Note("`F = ", *(f"F_{v} = " for v in along), "0`")


def faces_record(branch: Branch) -> list[dict[str, object]]:
    """The faces as a JSON document."""
    return [
        {
            "polynomial": formula(face.polynomial),
            "equations": [formula(e) for e in face.equations],
            "bound": formula(face.bound),
            "conditions": condition_text(face.conditions),
            "limit": face.at_origin,
        }
        for face in branch.faces
    ]
