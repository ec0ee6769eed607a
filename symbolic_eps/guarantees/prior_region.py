"""Rectangles of priors: the adversaries that a statement covers.

Kazan & Reiter 2024 fix a prior in (15)-(16) and bound both in (25); the full square is (0, 1] x (0, 1].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import sympy as sp

from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.profiles.exact_numbers import Exact, exact_number
from symbolic_eps.profiles.parse import parse_box
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import Condition, Relation, conditions_of


@dataclass(frozen=True)
class PriorRange:
    """An interval of priors within [0, 1].

    Parameters
    ----------
    lower, upper : sympy.Rational
        Its ends.
    lower_open, upper_open : bool
        Whether an end is left out.
    """

    lower: sp.Rational = sp.S.Zero
    upper: sp.Rational = sp.S.One
    lower_open: bool = True
    upper_open: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no prior is in it."""
        return bool(
            self.lower > self.upper or (self.lower == self.upper and (self.lower_open or self.upper_open))
        )

    def contains(self, value: sp.Rational) -> bool:
        """Whether a prior is in it.

        Examples
        --------
        >>> PriorRange().contains(sp.Integer(0)), PriorRange().contains(sp.Integer(1))
        (False, True)
        """
        above = value > self.lower or (value == self.lower and not self.lower_open)
        return bool(above and (value < self.upper or (value == self.upper and not self.upper_open)))

    def text(self, name: str) -> str:
        """The interval as a chain of comparisons.

        Examples
        --------
        >>> PriorRange().text("p")
        '0 < p <= 1'
        """
        if self.lower == self.upper:
            return f"{name} = {self.lower}"
        left, right = ("<" if is_open else "<=" for is_open in (self.lower_open, self.upper_open))
        return f"{self.lower} {left} {name} {right} {self.upper}"

    def cut(self, condition: Condition) -> PriorRange:
        """The part in which a condition on this prior alone, affine in it, holds."""
        (symbol,) = condition.symbols
        polynomial = sp.Poly(condition.polynomial, symbol)
        if polynomial.degree() != 1 or condition.relation is Relation.NON_ZERO:
            raise InputError(f"{condition}: give bounds on p and q, such as 1/10<=p<=1/2")
        slope, constant = polynomial.all_coeffs()
        end, is_open = -constant / slope, condition.relation is Relation.POSITIVE
        part = self
        if condition.relation is Relation.ZERO or slope > 0:
            open_there = is_open or (end == part.lower and part.lower_open)
            part = part if end < part.lower else replace(part, lower=end, lower_open=open_there)
        if condition.relation is Relation.ZERO or slope < 0:
            open_there = is_open or (end == part.upper and part.upper_open)
            part = part if end > part.upper else replace(part, upper=end, upper_open=open_there)
        return part


@dataclass(frozen=True)
class PriorRegion:
    """A rectangle of priors p (inclusion) and q (value).

    Parameters
    ----------
    inclusion, value : PriorRange
        The ranges of p and q.

    Examples
    --------
    >>> PriorRegion.of(fixed={"q": 1}, box=["p <= 1/2"]).text
    '0 < p <= 1/2, q = 1'
    """

    inclusion: PriorRange = PriorRange()
    value: PriorRange = PriorRange()

    @classmethod
    def of(cls, fixed: Mapping[str, Exact] | None = None, box: Sequence[str] = ()) -> PriorRegion:
        """From fixed priors and bounds.

        Parameters
        ----------
        fixed : mapping of str to exact number
            Such as `{"q": 1}`.
        box : sequence of str
            Such as `"1/10<=p<=1/2"`; each comparison bounds one prior by a number.

        Raises
        ------
        symbolic_eps.errors.InputError
            A prior outside (0, 1], another name, a bound that is not a number, an empty rectangle.
        """
        names = {v.name: v for v in PRIORS}
        conditions: list[Condition] = []
        for name, number in (fixed or {}).items():
            if name not in names:
                raise InputError(f"{name} cannot be fixed: only the priors p and q can, such as q=1")
            value = exact_number(name, number)
            if not 0 < value <= 1:
                raise DomainError(f"{name} = {value}: a prior lies in (0, 1], such as 1/10")
            conditions.append(Condition(names[name] - value, Relation.ZERO))
        for text in (box,) if isinstance(box, str) else box:
            conditions += [c for relational in parse_box(text) for c in conditions_of(relational)]
        ranges = {}
        for prior in PRIORS:
            own = [c for c in conditions if c.symbols == {prior}]
            ranges[prior] = reduce(PriorRange.cut, own, PriorRange())
        for condition in conditions:
            if condition.symbols not in ({PRIOR_INCLUSION}, {PRIOR_VALUE}):
                raise InputError(f"{condition}: a bound compares p or q with a number, such as 1/10<=p<=1/2")
        for prior, interval in ranges.items():
            if interval.is_empty:
                raise DomainError(
                    f"no prior 0 < {prior} <= 1 satisfies the bounds on {prior}: give others, such as "
                    f"1/10<={prior}<=1/2"
                )
        return cls(ranges[PRIOR_INCLUSION], ranges[PRIOR_VALUE])

    @classmethod
    def around(cls, profile: RiskProfile) -> PriorRegion:
        """The priors of a profile with numbers; whole ranges where its box is no rectangle.

        Examples
        --------
        >>> PriorRegion.around(RiskProfile("3", fixed={"q": 1}, box=["p<=1/2"])).text
        '0 < p <= 1/2, q = 1'
        """
        fixed = {v.name: value for v, value in profile.fixed.items()}
        try:
            return cls.of(fixed, [str(c) for c in profile.box])
        except InputError:
            return cls.of(fixed)

    @property
    def text(self) -> str:
        """Both ranges as comparisons."""
        return f"{self.inclusion.text('p')}, {self.value.text('q')}"

    @property
    def product(self) -> PriorRegion:
        """The priors p q as an inclusion with the value for certain: all that some bounds depend on.

        Examples
        --------
        >>> PriorRegion.of(box=["p <= 1/2", "q >= 1/3"]).product.text
        '0 < p <= 1/2, q = 1'
        """
        p, q = self.inclusion, self.value
        lower, upper = p.lower * q.lower, p.upper * q.upper
        lower_open = bool(lower == 0) or p.lower_open or q.lower_open
        certain = PriorRange(sp.S.One, sp.S.One, False, False)
        return PriorRegion(PriorRange(lower, upper, lower_open, p.upper_open or q.upper_open), certain)

    def contains(self, inclusion: sp.Rational, value: sp.Rational) -> bool:
        """Whether the priors are in the rectangle."""
        return self.inclusion.contains(inclusion) and self.value.contains(value)
