"""The minimum on a path along which F is convex, in Coq: that P >= 0 there, and the sign of the slope.

Inside an edge the place is a quotient n/d in X, and gets a name. P and S are 0 there by division by the
polynomial of X. That the place is on the edge follows from the interval of X, by E = n P - v S = 0 or by the
equation of the place. At a node the sign of S is that of a form linear in x (`path_tangents`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.coq.along_path.path_tangents import PLACE, SlopeForm, Tangent
from symbolic_eps.coq.roots.root_proof import quotient_bounds
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.along_path.convex_path import Path
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation, non_negative, positive, zero

UNIT = (positive(DECAY), non_negative(1 - DECAY))


@dataclass(frozen=True)
class Minimum:
    """The tangents at the minimum, and what is known of the place.

    Parameters
    ----------
    case : BranchCase
    path : Path
    place : mapping of Symbol to Expr
        A node, or inside an edge.
    """

    case: BranchCase
    path: Path
    place: Mapping[sp.Symbol, sp.Expr]

    @cached_property
    def ratio(self) -> tuple[sp.Expr, sp.Expr] | None:
        """Numerator and denominator of the prior at the minimum, if that is inside an edge."""
        inside = [e for e in self.path.edges if e.has_inside(self.place)]
        return sp.fraction(sp.together(self.place[inside[0].prior])) if inside else None

    @cached_property
    def tangents(self) -> list[Tangent]:
        """At the minimum, on each edge that has it."""
        found = []
        for edge in self.path.edges:
            if edge.has_inside(self.place):
                found.append(Tangent(edge, PLACE, 0))
            elif self.place in edge.ends:
                up = self.place == edge.ends[0]
                found.append(Tangent(edge, self.place[edge.prior], 1 if up else -1))
        if not found:
            raise UndecidedError("the minimum is not on the path")
        return found

    @cached_property
    def on_path(self) -> tuple[Condition, ...]:
        """What is known of the name of the place."""
        return self.tangents[0].conditions() if self.ratio is not None else ()

    @cached_property
    def known(self) -> tuple[Condition, ...]:
        """Of the parameters, of X and of the place, without their equations."""
        return (*self.case.profile.parameter_region, *UNIT, *self.on_path)

    def shown(self, name: str, goal: Condition, *knowns: tuple[Condition, ...]) -> str:
        """A tactic that adds the goal to what is known, by the first of several things that do."""
        for known in knowns[:-1]:
            with suppress(UndecidedError):
                return self.case.steps.shown(name, known, goal)
        return self.case.steps.shown(name, knowns[-1], goal)

    def lines(self) -> Iterator[str]:
        """Tactics that leave `n_v`, `value_v` and `slope_v` on n > 0, P >= 0 and S, for each prior v."""
        if self.ratio is not None:
            yield from self._inside(self.tangents[0], *self.ratio)
            return
        yield from self._coefficients()
        for tangent in self.tangents:
            v, piece = tangent.prior, tangent.edge.piece
            yield self.shown(f"n_{v}", positive(tangent.there(piece.numerator)), self.known)
            value = non_negative(tangent.there(piece.polynomial))
            yield self.shown(f"value_{v}", value, self.case.known)
            yield from self._slope_at_node(tangent)

    # --- inside an edge

    def _inside(self, tangent: Tangent, n: sp.Expr, d: sp.Expr) -> Iterator[str]:
        steps, w, v = self.case.steps, PLACE.name, tangent.prior
        region = self.case.profile.parameter_region
        of_root = tuple(c for c in self.case.known if DECAY in c.symbols)
        bounds = tuple(c for c in of_root if c.relation is not Relation.ZERO)
        known = (*region, *UNIT)
        if steps.excludes((*region, *of_root, non_negative(DECAY - 1))):
            yield self.shown("below_1", positive(1 - DECAY), (*region, *of_root))
            known = (*known, positive(1 - DECAY))
        root = zero(self.case.branch.polynomial)
        sign = 1 if steps.excludes((*known, root, non_negative(-d))) else -1
        n, d = sp.expand(sign * n), sp.expand(sign * d)
        yield self.shown("scale", positive(d), (*known, root), (*region, *of_root))
        yield self.shown("number", positive(n), (*region, *of_root))
        text = steps.text
        yield (
            f"assert (exists {w} : R, {text(d)} * {w} = {text(n)}) as [{w} at_lowest] by "
            f"(exists ({text(n)} / {text(d)}); field; nonzero)."
        )
        gap = zero(sp.expand(d * PLACE - n))
        yield self.shown("lowest0", positive(PLACE), (*region, positive(n), positive(d), gap))
        p, slope, meets = tangent.there(tangent.edge.piece.polynomial), tangent.slope, tangent.intercept
        yield f"assert (zero_{v} : {text(p)} = 0) by ({self._vanishes(p, n, d)})."
        yield f"assert (value_{v} : 0 <= {text(p)}) by lra."
        yield f"assert (slope_{v} : {text(slope)} = 0) by ({self._vanishes(slope, n, d)})."
        form = f"{text(tangent.there(tangent.edge.piece.numerator))} * {text(p)} - {w} * {text(slope)}"
        rewritten = f"rewrite zero_{v}, slope_{v}; ring'"
        same = f"replace {text(meets)} with ({form}) by ring'"
        yield f"assert (meets : {text(meets)} = 0) by ({same}; {rewritten})."
        tells = zero(meets) if sp.degree(meets, DECAY) == 1 else gap
        ends = quotient_bounds(self.case)
        yield from self._on_edge(tangent, (*region, positive(PLACE), *(ends or bounds), *bounds, tells))
        yield self.shown(f"n_{v}", positive(tangent.there(tangent.edge.piece.numerator)), self.known)

    def _on_edge(self, tangent: Tangent, known: tuple[Condition, ...]) -> Iterator[str]:
        """That the place is on the edge; its ends in the parameters first, as others follow from them."""
        simple = tuple(c for c in self.case.branch.conditions if sp.total_degree(c.polynomial) <= 2)
        ordered = sorted(tangent.conditions(), key=lambda c: len(c.symbols), reverse=True)
        for i, condition in enumerate(ordered, start=1):
            yield self.shown(f"lowest{i}", condition, known, (*known, *simple))
            known = (*known, condition)

    def _vanishes(self, expression: sp.Expr, n: sp.Expr, d: sp.Expr) -> str:
        """That it is 0 at the place, X being the root: by division."""
        root, k = self.case.branch.polynomial, sp.degree(expression, PLACE)
        at_place = sp.expand(sp.cancel(d**k * expression.subs(PLACE, n / d)))
        c, rest = sp.div(at_place, root, DECAY)
        gap = sp.expand(d * PLACE - n)
        g, left = sp.div(sp.expand(d**k * expression - at_place), gap, PLACE)
        if sp.expand(rest) != 0 or sp.expand(left) != 0 or not (c.is_polynomial() and g.is_polynomial()):
            raise UndecidedError("F is not seen to be stationary at the minimum")
        given = " ".join(map(self.case.steps.text, (expression, d)))
        others = " ".join(self.case.steps.text(sp.expand(e)) for e in (c, root, gap, g))
        return f"apply (zero_at_quotient {given} {k} {others}); [nonzero | lra | lra | ring']"

    # --- at a node

    def _coefficients(self) -> Iterator[str]:
        """Of A X^2 + B X + C = 0."""
        if self.case.branch.coefficients is None:
            raise UndecidedError("the root at a node is not that of a polynomial of degree two")
        a, _, c = self.case.branch.coefficients
        yield self.shown("leading", non_negative(a), self.case.region)
        yield self.shown("constant", positive(c), self.case.region)

    def _slope_at_node(self, tangent: Tangent) -> Iterator[str]:
        """By the first form whose sign is found, or directly."""
        root, v = self.case.branch.polynomial, tangent.prior
        for form in tangent.slope_forms(root):
            with suppress(UndecidedError):
                yield from list(self._by_form(tangent, form))
                return
        yield self.shown(f"slope_{v}", non_negative(tangent.slope), self.case.known)

    def _by_form(self, tangent: Tangent, form: SlopeForm) -> Iterator[str]:
        assert self.case.branch.coefficients is not None
        text, steps, region = self.case.steps.text, self.case.steps, self.case.region
        v, weight, line = tangent.prior, form.weight, form.form
        if not steps.excludes((*self.known, positive(-weight))):
            weight, line = -weight, sp.expand(-line)
        a, b, c = self.case.branch.coefficients
        l1, l0 = sp.Poly(line, DECAY).all_coeffs()
        at_root = sp.expand(a * l0**2 - b * l0 * l1 - c * l1**2)
        if steps.excludes((*region, positive(-at_root))):
            rule, goals = "form_positive_at_0", (non_negative(l0), non_negative(at_root))
        else:
            rule, goals = "form_rising_in_x", (positive(l1), non_negative(-at_root))
        yield self.shown(f"scale_{v}", positive(form.scale), self.known)
        yield self.shown(f"weight_{v}", non_negative(weight), self.known)
        for i, goal in enumerate(goals):
            yield self.shown(f"form{i}_{v}", goal, region)
        given = " ".join(map(text, (a, b, -c, DECAY, l0, l1, at_root)))
        yield (
            f"assert (form_{v} : 0 <= {text(line)}) by "
            f"(pose proof ({rule} {given} leading ltac:(lra) X0 ltac:(lra) ltac:(ring')"
            f" ltac:(lra) ltac:(lra)); lra)."
        )
        parts = (tangent.slope, form.scale, weight, line, form.multiple, self.case.branch.polynomial)
        rule = f"apply (slope_by_form {' '.join(map(text, parts))})"
        yield (
            f"assert (slope_{v} : 0 <= {text(tangent.slope)}) by ({rule}; [lra | lra | lra | lra | ring'])."
        )
        yield f"clear scale_{v} weight_{v} form0_{v} form1_{v} form_{v}."
