"""That X is enough at all priors, where those of the minimum are roots of polynomials of their own."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from symbolic_eps.coq.own_roots.own_place import OwnPlace
from symbolic_eps.coq.own_roots.own_ridge import both_negative
from symbolic_eps.coq.own_roots.ridge_end import RidgeEnd
from symbolic_eps.coq.own_roots.side import Side
from symbolic_eps.minimum.at_numbers.bracket import between, rational
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import non_negative, positive


def _other_lines(own: OwnPlace) -> Iterator[str]:
    """Tactics that leave 1/2 by the name of the prior that is fixed."""
    if own.other is not None:
        yield f"destruct (ex_intro (fun u => 2 * u = 1) (1 / 2) ltac:(lra)) as [{own.other} half]"
        yield own.at_half


def own_contradiction(own: OwnPlace, index: int) -> str:
    """A tactic for `False` where P < 0 on the piece of a value."""
    piece, steps = own.pieces[index], own.steps
    decay = own.bracket.decay
    low = rational(decay[0])
    at_low = sp.expand(piece.polynomial.subs(DECAY, low))
    gap = sp.expand(piece.inverse_risk - piece.inverse_risk.subs(DECAY, low))
    text, n = steps.text, piece.numerator
    later = (*between(DECAY, decay), *(c for v in PRIORS for c in (positive(v), non_negative(1 - v))))
    start = [
        "rename less into under",
        *_other_lines(own),
        own.case.steps.shown("n0", piece.conditions, positive(n)).removesuffix("."),
        own.case.steps.shown("gap", later, non_negative(gap)).removesuffix("."),
        f"assert (gain : 0 <= {text(n)} * {text(gap)}) by (apply Rmult_le_pos; lra)",
        f"assert (before : 0 <= {text(-at_low)}) by lra",
    ]
    facts = (*own.conditions(index), non_negative(-at_low))
    deciding = next((active for active in own.active if index in active.indices), None)
    if deciding is None:
        return "; ".join([*start, steps.excluded(facts)])
    names = []
    for i, (side, outside) in enumerate(zip(own.box, own.bracket.outside, strict=True)):
        refuted = steps.excluded((*own.conditions(index), outside, non_negative(-at_low)))
        start.append(
            f"assert (side{i} : {steps.comparison(side)}) by (apply not_negative; intros less; {refuted})"
        )
        names.append(f"side{i}")
    around = f"around{deciding.indices[0]} p q {' '.join(names)}"
    if isinstance(deciding.ridge, RidgeEnd):
        return "; ".join([*start, *both_negative(own, deciding, index), f"apply ({around}); lra"])
    if isinstance(deciding.ridge, Side):
        return "; ".join([*start, f"pose proof ({around} ltac:(lra)) as enough_here; lra"])
    start.append(f"pose proof ({around}) as enough_here")
    return "; ".join([*start, *both_negative(own, deciding, index), "lra"])
