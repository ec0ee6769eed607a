"""The theorem for a profile with numbers, with its proof: what `derive --coq` and `recommend --coq` write.

With X = e^-eps the root of A x^2 + B x = C (A, B >= 0 < C), two things are proved of X:

* enough: on each piece of the maximum, n floor(X) >= d with d > 0, from a certificate each, whose theorem
  stands before; which piece decides is a case distinction of the maximum itself;
* sharp: equality at a point with rational coordinates, or in a limit along which a prior tends to 0.

Everything is checked by Coq; where one of the steps is not of this form, there is no theorem.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch, PiecewiseInfimum
from symbolic_eps.coq.statement import as_coq, domain, pieces, statement
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.minimum.certain import certain_judge
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.profiles.profile import PRIORS, Piece, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.theory.variants import Variant
from verify.certificates.certificate import Certificate
from verify.coq import proof
from verify.coq.statement import theorem_name
from verify.prover.certifying_solver import CertifyingSolver
from verify.language.condition import Condition, non_negative, positive

NAME = "recommended_budget"
"""The name of the theorem."""


def theorem_file(derived: PiecewiseInfimum) -> str:
    """A Coq file with the theorem that a profile with numbers has this budget.

    Parameters
    ----------
    derived : PiecewiseInfimum
        Without parameters, complete, with a closed form.

    Returns
    -------
    str
        To be compiled beside the library of `symbolic_eps.coq.project`.

    Raises
    ------
    symbolic_eps.errors.InputError
        A profile with parameters or of another kind, or a result without a closed form.
    symbolic_eps.errors.UndecidedError
        No certificate was found for a step.

    Examples
    --------
    >>> from symbolic_eps import infimum
    >>> text = theorem_file(infimum(RiskProfile("3")))
    >>> print(text[text.index("Theorem recommended") : text.index("Proof.\\n  (*")])
    Theorem recommended_budget :
      is_budget (fun p q => True) (fun p q => 3)
        (Finite (ln(3)/2)).
    <BLANKLINE>
    """
    profile = derived.profile
    if profile.parameters:
        named = ", ".join(s.name for s in profile.parameters)
        raise InputError(f"theorems are written for profiles with numbers: give {named} a value with --set")
    if profile.variant is not Variant.UNBOUNDED:
        raise InputError(f"theorems are written for the unbounded bound, not for --variant {profile.variant}")
    if derived.open or len(derived.branches) != 1:
        raise UndecidedError("there is no theorem without a complete result")
    (branch,) = derived.branches
    return _Proof(profile, branch).file()


@dataclass(frozen=True)
class _Fraction:
    """A piece of the maximum: its text in the statement, n and d, and the certificates that it is enough."""

    text: str
    numerator: str
    denominator: str
    positive_denominator: Certificate | None
    enough: Certificate

    @property
    def quotient(self) -> str:
        return f"({self.numerator}) / ({self.denominator})"


class _Proof:
    """The proof for one profile and its only branch."""

    def __init__(self, profile: RiskProfile, branch: Branch) -> None:
        self.profile, self.branch = profile, branch

    def file(self) -> str:
        """The whole file."""
        stated = statement(NAME, self.profile, self.branch)
        if self.branch.coefficients is None or self.branch.polynomial is None:
            raise InputError("there are theorems for budgets in square roots only, and not for eps = oo yet")
        if any(value < 0 for value in self.coefficients):
            raise UndecidedError("the equation of e^-eps has a sign for which no theorem is written yet")
        certificates = [c for f in self.fractions for c in (f.positive_denominator, f.enough) if c]
        lines = [*self._root(), *self._enough(), *self._sharp()]
        return "\n".join(
            [
                proof(certificates[-1], certificates[:-1]),
                "From SymbolicEps Require Import Privacy Bound Budget Profiles.",
                "",
                stated,
                "Proof.",
                *(f"  {line}" for line in lines),
                "Qed.",
                "",
                f"Print Assumptions {NAME}.",
                "",
            ]
        )

    @cached_property
    def coefficients(self) -> tuple[sp.Rational, sp.Rational, sp.Rational]:
        """A, B and C."""
        a, b, c = self.branch.coefficients or ()
        return a, b, c

    @cached_property
    def fractions(self) -> Sequence[_Fraction]:
        """The pieces, in the order of the statement."""
        judge, known = certain_judge(), self.profile.domain
        bounds = [with_values(bound, self.profile.numbers) for bound in pieces(self.profile.bound)]
        ratios = [sp.fraction(sp.together(bound)) for bound in bounds]
        made = []
        for text, bound, (n, d) in zip(pieces(self.profile.bound), bounds, ratios, strict=True):
            orders = [non_negative(sp.expand(n * e - m * d)) for m, e in ratios if (m, e) != (n, d)]
            full = constrained(Piece(bound, n, d, (*known, *orders)), self.profile)
            positive_denominator = None if d.is_number else _certificate(judge, known, non_negative(-d))
            here = (*root_of(self.branch), *full.conditions)
            enough = _certificate(judge, here, positive(-full.polynomial))
            made.append(_Fraction(as_coq(text), as_coq(n), as_coq(d), positive_denominator, enough))
        return made

    def _root(self) -> list[str]:
        """X and its equation; the budget is - ln X."""
        a, b, c = (as_coq(value) for value in self.coefficients)
        root = f"inverse_root ({a}) ({b}) ({c})"
        lines = [
            "(* X = e^-eps is the positive root of A x^2 + B x = C. *)",
            f"assert (A0 : 0 <= {a}) by lra. assert (B0 : 0 <= {b}) by lra.",
            f"assert (some : 0 < {a} + {b}) by lra. assert (C0 : 0 < {c}) by lra.",
            "pose proof (root_positive _ _ _ A0 B0 some C0) as X0.",
            "pose proof (root_equation _ _ _ A0 B0 some C0) as equation.",
            f"assert (X1 : / {root} <= 1) by (apply root_at_most; lra).",
            f"assert (form : ln ({root}) = {as_coq(self.branch.epsilon)}).",
        ]
        lines += [f"{{ {line}" if i == 0 else f"  {line}" for i, line in enumerate(self._closed_form())]
        lines[-1] += " }"
        return [
            *lines,
            f"rewrite <- form, <- (ln_root _ _ _ A0 B0 some C0). clear form.",
            f"set (X := / {root}) in *. clearbody X.",
        ]

    def _closed_form(self) -> list[str]:
        a, b, _ = self.coefficients
        if b == 0:
            return ["apply ln_inverse_square; lra."]
        value = sp.exp(self.branch.epsilon)
        roots = sorted({as_coq(r.args[0]) for r in value.atoms(sp.Pow) if r.exp == sp.Rational(1, 2)})
        return [
            *(
                f"assert (square : sqrt({n}) * sqrt({n}) = {n}) by (apply sqrt_sqrt; lra)."
                f" assert (root : 0 < sqrt({n})) by (apply sqrt_lt_R0; lra)."
                for n in roots
            ),
            "f_equal. apply inverse_root_value; lra.",
        ]

    def _priors(self) -> list[str]:
        """The hypotheses on p and q, by name; a fixed prior is replaced by its value."""
        count = len(self.profile.fixed) + len(self.profile.box)
        names = [f"inside{i}" for i in range(max(count, 1))]
        pattern = names[-1]
        for name in reversed(names[:-1]):
            pattern = f"[{name} {pattern}]"
        return [
            f"intros p q [p_range [q_range {pattern}]]. cbv beta in *.",
            *(f"subst {v.name}." for v in self.profile.fixed),
        ]

    def _point(self, certificate: Certificate) -> str:
        """The theorem of a certificate at p, q and X."""
        values = {v.name: v.name for v in PRIORS} | {DECAY.name: "X"}
        names = certificate["claim"]["variables"]
        return f"({' '.join([theorem_name(certificate['fingerprint']), *(values[n] for n in names)])})"

    def _at_priors(self, text: str, values: Mapping[str, str] | None = None) -> str:
        """A text with fixed priors, and others, at their values."""
        given = {v.name: f"({as_coq(value)})" for v, value in self.profile.fixed.items()} | dict(values or {})
        return re.sub(r"\b[pq]\b", lambda m: given.get(m[0], m[0]), text)

    def _enough(self) -> list[str]:
        lines = [f"assert (enough : suffices floor {domain(self.profile)} {self._risk} X).", "{"]
        body = [*self._priors(), f"assert (f0 : 0 < floor X {self._at_priors('p')} {self._at_priors('q')})"]
        body[-1] += " by (apply floor_positive; lra)."
        for i, fraction in enumerate(self.fractions):
            body += [
                f"assert (d{i} : 0 < {fraction.denominator}).",
                *self._positive(fraction),
                f"assert (e{i} : {self._at_priors(fraction.text)} = {fraction.quotient})"
                " by (field; repeat split; lra).",
            ]
        body += self._cases()
        return [*lines, *(f"  {line}" for line in body), "}", "apply budget_of_root; [assumption | exact enough |]."]

    def _positive(self, fraction: _Fraction) -> list[str]:
        if fraction.positive_denominator is None:
            return ["{ lra. }"]
        return [
            f"{{ destruct (Rlt_or_le 0 ({fraction.denominator})) as [fine|less]; [assumption|exfalso].",
            f"  apply {self._point(fraction.positive_denominator)}; lra. }}",
        ]

    @property
    def _risk(self) -> str:
        text = statement(NAME, self.profile, self.branch)
        found = re.search(r"\(fun p q => (?!True)(?:(?!\(fun).)*\)(?=\s+\(Finite)", text, re.DOTALL)
        assert found
        return found[0]

    def _cases(self) -> list[str]:
        """Which piece is the greatest, and that it is enough."""
        lines = []
        if len(self.fractions) > 1:
            lines.append("take_maxima.")
        lines.append("all: first [")
        options = []
        for i, fraction in enumerate(self.fractions):
            orders = []
            for j, other in enumerate(self.fractions):
                if j != i:
                    orders.append(
                        f"assert (o{j} : ({other.numerator}) * ({fraction.denominator})"
                        f" <= ({fraction.numerator}) * ({other.denominator}))"
                        f" by (apply (fraction_order _ _ _ _ _ _ e{j} e{i} d{j} d{i}); lra)"
                    )
            p, q = self._at_priors("p"), self._at_priors("q")
            steps = [
                *orders,
                f"apply (fraction_suffices _ _ _ (floor X {p} {q}) e{i} d{i} f0)",
                f"destruct (Rle_or_lt ({fraction.denominator}) (({fraction.numerator}) * floor X {p} {q}))"
                " as [fine|less]; [assumption|exfalso]",
                "rewrite floor_form in less",
                f"apply {self._point(fraction.enough)}; lra",
            ]
            options.append("  solve [" + "; ".join(steps) + "]")
        return [*lines, " |\n    ".join(options) + " ]."]

    def _sharp(self) -> list[str]:
        attainment = next((a for a in self.branch.attained if _rational(a)), None)
        if attainment is None:
            raise UndecidedError("the place of the minimum is not rational: no theorem is written for it yet")
        if attainment.kind is AttainmentKind.LIMIT:
            return self._sharp_in_limit(attainment)
        place = self._place(attainment)
        values = [self._value(f, place) for f in self.fractions]
        p, q = place["p"], place["q"]
        lines = [f"apply sharp_at with (p := {p}) (q := {q}); cbv beta."]
        greatest = as_coq(max(values))
        texts = [self._at_priors(f.text, place) for f in self.fractions]
        rewriting = [
            f"replace ({text}) with ({as_coq(value)}) by (field; lra)."
            for text, value in zip(texts, values, strict=True)
            if text != as_coq(value)
        ]
        reduce = "take_maxima; lra" if len(values) > 1 else "lra"
        return [
            *lines,
            "- repeat split; lra.",
            "- assumption.",
            *_indented("-", [*rewriting, f"{reduce}."]),
            f"- {'left' if self._number(attainment, 'p') < 1 else 'right'}; lra.",
            *_indented(
                "-",
                [
                    *rewriting,
                    *([f"replace ({_maximum([as_coq(v) for v in values])}) with ({greatest})"
                       f" by ({reduce})."] if len(values) > 1 else []),
                    f"rewrite floor_form. {self._linear}lra.",
                ],
            ),
        ]

    @property
    def _linear(self) -> str:
        """Where A = 0, X is a number."""
        a, b, c = self.coefficients
        return f"replace X with ({as_coq(c / b)}) by lra. " if a == 0 else ""

    def _number(self, attainment: Attainment, name: str) -> sp.Rational:
        for v in PRIORS:
            if v.name == name:
                return attainment.place[v] if v in attainment.place else self.profile.fixed[v]
        raise KeyError(name)

    def _place(self, attainment: Attainment) -> dict[str, str]:
        return {v.name: f"({as_coq(self._number(attainment, v.name))})" for v in PRIORS}

    def _value(self, fraction: _Fraction, place: Mapping[str, str]) -> sp.Rational:
        numbers = {v: sp.Rational(place[v.name].strip("()")) for v in PRIORS}
        (bound,) = (b for b in pieces(self.profile.bound) if as_coq(b) == fraction.text)
        return bound.subs(numbers)

    def _sharp_in_limit(self, attainment: Attainment) -> list[str]:
        """Along p or q = t for small t > 0, where the place has the prior 0."""
        numbers = {v.name: self._number(attainment, v.name) for v in PRIORS}
        path = {n: "t" if value == 0 else f"({as_coq(value)})" for n, value in numbers.items()}
        p, q = path["p"], path["q"]
        lines = ["intros eta eta0. assert (etaX : 0 < eta * X) by (apply Rmult_lt_0_compat; assumption)."]
        ends = []
        for i, fraction in enumerate(self.fractions):
            text = self._at_priors(fraction.text, path)
            g = f"(fun t => ({text}) * (floor X {p} {q} - eta * slope X {p} {q}))"
            lines += [
                f"destruct (soon_below_1 {g}) as [t{i} [t{i}_positive below{i}]].",
                "{ unfold floor, denominator, slope. reg; try lra. }",
                "{ unfold floor, denominator, slope. nra. }",
            ]
            ends.append(f"t{i}")
        least = "1"
        for end in ends:
            least = f"(Rmin {end} {least})"
        lines += [
            f"set (t := / 2 * {least}).",
            *(f"pose proof (Rmin_l {e} 1). pose proof (Rmin_r {e} 1)." for e in ends[:1]),
            f"assert (least : 0 < {least}) by (repeat apply Rmin_glb_lt; lra).",
            *(f"assert (near{i} : 0 < t < t{i}) by (unfold t; split; [lra|]; {_below(ends, i)})." for i in range(len(ends))),
            f"assert (t1 : 0 < t < 1) by (unfold t; split; [lra|]; {_below(ends, None)}).",
            f"assert (inside : prior {domain(self.profile)} {p} {q}) by (repeat split; lra).",
            f"destruct (enough {p} {q} inside) as [nonneg _].",
            f"exists {p}, {q}. split; [exact inside|]. split; [exact nonneg|]. cbv beta.",
            *(f"specialize (below{i} t near{i}). cbv beta in below{i}." for i in range(len(ends))),
        ]
        if len(self.fractions) > 1:
            lines.append("take_maxima; lra.")
        else:
            lines.append("lra.")
        return lines


def _below(ends: Sequence[str], index: int | None) -> str:
    """That half of the nested minimum is below one of its entries."""
    least = "1"
    facts = []
    for i, end in enumerate(ends):
        facts += [f"pose proof (Rmin_l {end} {least})", f"pose proof (Rmin_r {end} {least})"]
        least = f"(Rmin {end} {least})"
    return "; ".join([*facts, "lra"])


def _rational(attainment: Attainment) -> bool:
    return not attainment.conditions and all(value.is_Rational for value in attainment.place.values())


def _maximum(texts: Sequence[str]) -> str:
    *others, last = texts
    for other in reversed(others):
        last = f"Rmax ({other}) ({last})"
    return last


def _indented(bullet: str, lines: Sequence[str]) -> list[str]:
    return [f"{bullet} {lines[0]}", *(f"  {line}" for line in lines[1:])]


def _certificate(judge: CertifyingSolver, known: Sequence[Condition], denied: Condition) -> Certificate:
    """The certificate that what is known excludes what is denied."""
    with judge.recorded() as evidence:
        if judge.satisfiable([*known, denied], "a step of the theorem"):
            raise UndecidedError("a step of the theorem does not hold")
    (certificate,) = (c for part in evidence for c in part.certificates)
    return certificate
