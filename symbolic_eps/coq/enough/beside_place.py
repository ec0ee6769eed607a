"""A place of the minimum as an unknown t of its own, and P >= 0 beside it, on parts of a border.

The theorem is that of `minimum.bounds.beside_place`. With X its root, t is a quotient above/below of
polynomials in X. A fact on t, such as R(t) = 0, is multiplied by a power of below: what is left is one on X.
From then on X's polynomial is not needed: F is shown not to be negative from the facts on t, and the same
facts say that it is 0 at the place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind
from symbolic_eps.coq.sharp.reached_proof import reached_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.place import place_of
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.bounds.along_prior import ranges_of
from symbolic_eps.minimum.bounds.beside_place import INSIDE, AtPlace, DoubleRoot
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation, positive

_ABOVE, _BELOW = sp.symbols("_above _below", real=True)
"""A quotient's parts, under names that no parameter has."""

_NAMES = {_ABOVE.name: "A", _BELOW.name: "B"}


@dataclass(frozen=True)
class BesidePlace:
    """A branch that is least at a double root on a part of the border, where one prior varies.

    Parameters
    ----------
    case : BranchCase
    attained : Attainment
        The only place of the branch.
    double : DoubleRoot
        The same, with its prior as an unknown.
    """

    case: BranchCase
    attained: Attainment
    double: DoubleRoot

    @property
    def known(self) -> Region:
        """What is known once the place is there."""
        return (*self.case.region, *INSIDE, *self.double.facts, *self._defined)

    @property
    def _defined(self) -> Region:
        """The denominators of the other priors at the place are positive."""
        return tuple(
            positive(sp.expand(sp.denom(value.subs(self.double.prior, self.double.unknown))))
            for value in self.double.piece.priors.values()
            if not sp.denom(value).is_number
        )

    def place_lines(self) -> Iterator[str]:
        """Tactics that leave t with its facts, and X < 1."""
        case, double, steps = self.case, self.double, self.case.steps
        root = (*case.region, *root_of(case.branch))
        at = AtPlace.of(double.unknown, self.attained.place[double.prior], root, steps.judge)
        if at is None:
            raise UndecidedError("the sign of a denominator of the place is not known")
        t, above, below = double.unknown.name, *(steps.text(part.as_expr()) for part in (at.above, at.below))
        yield f"(* {t} is the prior {double.prior} of the minimum. *)"
        yield steps.shown("X_below_1", root, INSIDE[1])
        yield steps.shown("t_below", root, positive(at.below.as_expr()))
        yield f"pose ({t} := {above} / {below})."
        yield f"assert (at_t : {below} * {t} = {above}) by (apply quotient_equation; lra). clearbody {t}."
        for k, fact in enumerate(double.facts):
            yield from self._fact_lines(at, f"fact{k}", fact, above, below)
        yield "clear at_t t_below."
        facts = (*case.region, *INSIDE, *double.facts)
        for k, defined in enumerate(self._defined):
            yield steps.shown(f"defined{k}", facts, defined)

    def _fact_lines(self, at: AtPlace, name: str, fact: Condition, above: str, below: str) -> Iterator[str]:
        """Tactics for a fact on t, from the one on X that is left when a power of below is multiplied in."""
        steps, t = self.case.steps, self.double.unknown.name
        terms = sp.Poly(fact.polynomial, at.unknown)
        degree = terms.degree()
        form = sum(c * _ABOVE**k * _BELOW ** (degree - k) for (k,), c in terms.terms())
        whole = f"B ^ {degree} * {steps.text(fact.polynomial, {t: 'T'})} = {steps.text(form, _NAMES)}"
        yield f"assert (cleared : forall A B T : R, B * T = A -> {whole}) by (intros A B T <-; ring')."
        asked = at.cleared(fact)
        value = steps.text(asked.polynomial)
        yield f"pose proof (cleared {above} {below} {t} at_t) as product. clear cleared."
        at_place = steps.text(form, {_ABOVE.name: above, _BELOW.name: below})
        yield f"assert (value : {at_place} = {value}) by ring'. rewrite value in product. clear value."
        rules = {
            Relation.ZERO: ("over_power_zero", f"apply equal_0; intros less; {self._refuted(at, asked)}"),
            Relation.POSITIVE: (
                "over_power_positive",
                f"apply not_at_most_0; intros less; {self._refuted(at, asked)}",
            ),
            Relation.NON_NEGATIVE: (
                "over_power_nonnegative",
                f"apply not_negative; intros less; {self._refuted(at, asked)}",
            ),
        }
        rule, shown = rules[fact.relation]
        yield f"assert ({name} : {steps.comparison(fact)})."
        yield f"{{ apply ({rule} {degree} {below}); [lra | rewrite product; {shown}]. }}"
        yield "clear product."

    def _refuted(self, at: AtPlace, asked: Condition) -> str:
        return self.case.steps.excluded((*at.known, asked.negation))

    def not_negative(self, face: ConstrainedPiece) -> str:
        """A tactic for P >= 0 on a part of the border, whose conditions are known; or UndecidedError."""
        rest = [v for v in self.case.profile.free_priors if v not in face.priors]
        if face != self.double.piece:
            return self._nowhere_negative(face.polynomial, face.conditions, rest)
        double, text = self.double, self.case.steps.text
        v, at = double.prior, {double.prior: double.unknown}
        level, slope = (
            text(sp.expand(e.subs(at))) for e in (double.factor, sp.diff(double.factor, double.prior))
        )
        other = sp.expand(sp.cancel(face.polynomial / double.factor))
        distance = f"({text(v)} - {text(double.unknown)})"
        form = f"{level} + {slope} * {distance} + {text(double.quotient)} * ({distance} * {distance})"
        return "; ".join(
            [
                f"assert (quotient : 0 <= {text(double.quotient)}) by"
                f" ({self._nowhere_negative(double.quotient, face.conditions, rest)})",
                f"assert (double : 0 <= {form}) by (apply beside_double_root; lra)",
                self.case.steps.shown(
                    "factor", (*self.case.region, *INSIDE, *face.conditions), positive(other)
                ).removesuffix("."),
                f"replace {text(face.polynomial)} with ({text(other)} * ({form})) by ring'",
                "apply Rmult_le_pos; lra",
            ]
        )

    def _nowhere_negative(self, polynomial: sp.Expr, conditions: Region, free: Sequence[sp.Symbol]) -> str:
        """A tactic for 0 <= P where the conditions are known: by the ends of a prior, or at once."""
        for v in free:
            if not 1 <= sp.degree(polynomial, v) <= 2:
                continue
            for low, high in ranges_of(conditions, v):
                with suppress(UndecidedError):
                    return self._between(polynomial, conditions, v, (low, high), [u for u in free if u != v])
        refuted = self.case.steps.excluded((*self.known, *conditions, positive(-polynomial)))
        return f"apply not_negative; intros P_below; {refuted}"

    def _between(
        self,
        polynomial: sp.Expr,
        conditions: Region,
        v: sp.Symbol,
        ends: tuple[sp.Expr, sp.Expr],
        rest: Sequence[sp.Symbol],
    ) -> str:
        """P >= 0 at both ends of a prior, and D <= 0 where P turns between them."""
        text, others = self.case.steps.text, tuple(c for c in conditions if v not in c.symbols)
        a, b, c = (sp.expand(sp.Poly(polynomial, v).coeff_monomial(v**k)) for k in (2, 1, 0))
        turns = [positive(sp.expand(s * (2 * a * e + b))) for s, e in zip((-1, 1), ends, strict=True)]
        asked = (positive(a), *turns, positive(sp.expand(b**2 - 4 * a * c)))
        turning = "lra" if a == 0 else self.case.steps.excluded((*self.known, *others, *asked))
        shown = [
            f"assert (end{k}_{v} : 0 <= {text(at_end)}) by ({self._nowhere_negative(at_end, others, rest)})"
            for k, at_end in enumerate(sp.expand(polynomial.subs(v, end)) for end in ends)
        ]
        parts = " ".join(map(text, (a, b, c, *ends, v)))
        roots = f"intros asked0 asked1 asked2; apply Rnot_lt_le; intros asked3; {turning}"
        whole = f"{text(a)} * ({text(v)} * {text(v)}) + {text(b)} * {text(v)} + {text(c)}"
        rule = f"apply (quadratic_between {parts}); [lra | lra | lra | {roots}]"
        return f"{'; '.join(shown)}; assert (over_{v} : 0 <= {whole}) by ({rule}); lra"

    def sharp_lines(self) -> Iterator[str]:
        """Tactics that prove `sharp`, by the facts on t."""
        double = self.double
        at = {double.prior: double.unknown}
        place = {**at, **{u: sp.together(value.subs(at)) for u, value in double.piece.priors.items()}}
        ordered = {v: place[v] for v in self.case.profile.free_priors}
        yield from reached_lines(place_of(self.case, replace(self.attained, place=ordered), self.known))


def only_place(case: BranchCase) -> Attainment | None:
    """The place of a branch that has one, for all its parameters, with a prior that moves with X."""
    if len(case.branch.attained) != 1:
        return None
    (attained,) = case.branch.attained
    plain = attained.kind is AttainmentKind.POINT and not attained.conditions
    moves = any(value.has(DECAY) and value.is_rational_function() for value in attained.place.values())
    return attained if plain and moves else None
