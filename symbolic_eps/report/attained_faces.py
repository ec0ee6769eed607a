"""The faces on which X may be attained, in words: where X is told as the greatest attained root."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.report.formula import condition_text, formula
from symbolic_eps.report.prose import Line, line
from symbolic_eps.theory.symbols import DECAY
from verify.language.note import Note, joined


def face_lines(branch: Branch) -> Iterator[Line]:
    """What X is, and one line for each face.

    Examples
    --------
    >>> from sympy.abc import a, q
    >>> from symbolic_eps.report.prose import plain
    >>> bound = (q + a) * DECAY - q
    >>> face = RootFace(DECAY * (a + 1) - 1, (bound, 1 - q), bound, ())
    >>> _, one = face_lines(Branch((), face.polynomial, faces=(face,)))
    >>> plain(one)
    'x*(a + 1) - 1 = 0, x*(a + q) - q = 0, 1 - q = 0'
    """
    yield line(
        "x is the greatest number in `(0, 1)` for which one of the following holds at priors where its r* is "
        "enforced, or in a limit of such priors; eps = oo where there is none:"
    )
    for face in dict.fromkeys(branch.faces):
        limit = "as p and q tend to 0: " if face.at_origin else ""
        yield line(limit, joined(", ", map(_is_zero, (face.polynomial, *face.equations))), level=1)


def _is_zero(expression: sp.Expr) -> Note:
    """An equation, by the powers of x."""
    factors = (sp.collect(g, DECAY) for g in sp.Mul.make_args(expression))
    return Note(sp.Eq(sp.Mul(*factors), 0, evaluate=False))


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
