"""What the proof of a theorem starts from: a branch of a closed form, and its profile as quotients n/d.

With X = e^-eps each quotient needs d > 0 and, where it is the greatest, n floor(X) >= d.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.coq.statements.setting import SETTINGS, Setting
from symbolic_eps.coq.statements.statement import domain, risk
from symbolic_eps.coq.statements.values import Chosen, Extremum, Rational, chosen, part_of, signs_of, written
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.profiles.profile import PRIORS, Piece, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from verify.claims.region import all_tidied
from verify.language.condition import Condition, non_negative


@dataclass(frozen=True)
class Quotient:
    """A rational function n/d that a profile compares or takes as its value.

    Parameters
    ----------
    part : Rational
        As the statement has it, in p and q.
    numerator, denominator : sympy.Expr
        At the priors that are fixed at numbers.
    held : tuple of Rel
        The comparisons of the cases in which the denominator is positive; none where it is so at all priors.
    """

    part: Rational
    numerator: sp.Expr
    denominator: sp.Expr
    held: tuple[sp.Rel, ...] = ()


@dataclass(frozen=True)
class Value:
    """A value that the profile takes.

    Parameters
    ----------
    quotient : int
        The value, by its number among the quotients.
    comparisons : tuple of pair of int
        The lower and the upper one of the quotients that were compared.
    conditions : tuple of Condition
        The same, where all denominators are positive, and the cases that lead to the value.
    tidied : tuple of Condition
        The same, freed of factors whose sign is known.
    cap : int
        Of which cap it is a value; the profile is the least of them.
    held : tuple of Rel
        The comparisons of the cases that lead to it, each decided after those before.
    """

    quotient: int
    comparisons: tuple[tuple[int, int], ...]
    conditions: tuple[Condition, ...]
    tidied: tuple[Condition, ...]
    cap: int
    held: tuple[sp.Rel, ...]


@dataclass(frozen=True)
class BranchCase:
    """One branch of a profile's closed form, and who finds certificates for it."""

    profile: RiskProfile
    branch: Branch
    steps: Contradictions

    @property
    def setting(self) -> Setting:
        """The lemmas on the bound of the profile's variant."""
        return SETTINGS[self.profile.variant]

    @cached_property
    def slope(self) -> sp.Expr:
        """How fast the bound grows with X at least, at the priors that are fixed at numbers."""
        return with_values(self.setting.growth, self.profile.numbers)

    @cached_property
    def _chosen(self) -> Sequence[tuple[int, Chosen]]:
        """The values, each with the number of its cap."""
        part = part_of(self.profile.bound)
        caps = part.parts if isinstance(part, Extremum) and part.word == "Rmin" else (part,)
        return [(i, value) for i, cap in enumerate(caps) for value in chosen(cap)]

    @cached_property
    def quotients(self) -> Sequence[Quotient]:
        """What the profile takes as its value or compares, each once."""
        return [*dict.fromkeys(self._quotient_of.values())]

    @cached_property
    def _quotient_of(self) -> Mapping[tuple[Rational, tuple[sp.Rel, ...]], Quotient]:
        """The same, by what is divided and the cases that lead there."""
        values = [value for _, value in self._chosen]
        taken = [(value.value, value.held) for value in values]
        compared = [(part, v.held) for v in values for pair in v.comparisons for part in pair]
        everywhere = {part: self._ratio(part, ()) for part, _ in (*taken, *compared)}
        return {
            (part, held): everywhere[part] or self._in_case(part, held) for part, held in (*taken, *compared)
        }

    @cached_property
    def values(self) -> Sequence[Value]:
        """The values of the profile."""
        return [self._value(cap, value) for cap, value in self._chosen]

    def _value(self, cap: int, value: Chosen) -> Value:
        place = {quotient: i for i, quotient in enumerate(self.quotients)}

        def number(part: Rational) -> int:
            return place[self._quotient_of[part, value.held]]

        pairs = tuple((number(low), number(high)) for low, high in value.comparisons)
        compared = (self._in_order(self.quotients[i], self.quotients[j]) for i, j in pairs)
        guards = (c for held in value.held for c in self.signs(held))
        conditions = dict.fromkeys(c for c in (*guards, *compared) if c.constant_truth is not True)
        known = (*self.profile.parameter_region, *self.profile.domain)
        tidied = all_tidied(tuple(conditions), known, self.steps.judge)
        return Value(number(value.value), pairs, tuple(conditions), tuple(tidied), cap, value.held)

    def signs(self, held: sp.Rel) -> Iterator[Condition]:
        """A comparison of cases by the sign of a polynomial, at the priors that are fixed at numbers."""
        for condition in signs_of(held):
            yield from condition.substituted(self.profile.numbers)

    @staticmethod
    def _in_order(low: Quotient, high: Quotient) -> Condition:
        product = high.numerator * low.denominator - low.numerator * high.denominator
        return non_negative(sp.expand(product))

    @cached_property
    def caps(self) -> Sequence[Sequence[int]]:
        """The values of each cap, by their numbers."""
        count = 1 + max(value.cap for value in self.values)
        return [[i for i, value in enumerate(self.values) if value.cap == cap] for cap in range(count)]

    def _ratio(self, part: Rational, held: tuple[sp.Rel, ...]) -> Quotient | None:
        """n and d; where it cannot be shown that d > 0, with both signs changed. None where neither can."""
        n, d = sp.fraction(sp.together(with_values(part.expression, self.profile.numbers)))
        cases = (c for comparison in held for c in self.signs(comparison))
        known = (*self.profile.parameter_region, *self.profile.domain, *cases)
        if d.is_number or self.steps.excludes((*known, non_negative(-d))):
            return Quotient(part, n, d, held)
        if self.steps.excludes((*known, non_negative(d))):
            return Quotient(part, -n, -d, held)
        return None

    def _in_case(self, part: Rational, held: tuple[sp.Rel, ...]) -> Quotient:
        """The same where the denominator has a sign in the cases that lead to it only; or UndecidedError."""
        quotient = self._ratio(part, held) if held else None
        if quotient is None:
            denominator = sp.denom(sp.together(with_values(part.expression, self.profile.numbers)))
            raise UndecidedError(f"the sign of {denominator} is not known for all priors")
        return quotient

    def constrained(self, value: Value) -> ConstrainedPiece:
        """A value with what the bound demands on it, where the profile takes it."""
        quotient = self.quotients[value.quotient]
        conditions = (*self.profile.domain, *value.tidied)
        bound = quotient.part.expression
        return constrained(Piece(bound, quotient.numerator, quotient.denominator, conditions), self.profile)

    @cached_property
    def region(self) -> tuple[Condition, ...]:
        """What the statement assumes of the parameters."""
        return (*self.profile.parameter_region, *self.branch.conditions)

    @cached_property
    def known(self) -> tuple[Condition, ...]:
        """The same, and that X is the root."""
        return (*self.region, *root_of(self.branch))

    @cached_property
    def domain(self) -> str:
        """The domain of the priors in Coq."""
        return self._inside(domain(self.profile))

    @cached_property
    def risk(self) -> str:
        """The profile in Coq."""
        return self._inside(risk(self.profile))

    def _inside(self, function: str) -> str:
        """A function of p and q, or p' and q', with the proof's names for the parameters."""
        bound = {v.name: v.name for v in PRIORS} if function.startswith("(fun p q") else {}
        return self.steps.renamed(function, bound)

    @cached_property
    def priors(self) -> Mapping[sp.Symbol, str]:
        """p and q in proofs: by name where they are free, else the value."""
        fixed = self.profile.fixed
        return {v: self.steps.text(fixed[v]) if v in fixed else v.name for v in PRIORS}

    def at_priors(self, text_of: sp.Expr, values: Mapping[sp.Symbol, str] | None = None) -> str:
        """An expression in Coq, with p and q at these places."""
        places = {v.name: text for v, text in {**self.priors, **(values or {})}.items()}
        return self.steps.text(text_of, places)

    def written(self, quotient: Quotient, values: Mapping[sp.Symbol, str] | None = None) -> str:
        """A quotient as the statement has it, with p and q at these places."""
        return f"({written(quotient.part, lambda form: self.at_priors(form, values))})"
