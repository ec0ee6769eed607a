"""What is known of a system while it is simplified: the strict signs of factors, and which are not 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from verify.search.derivation import KIND, OPPOSITES, Derivation, Node, Term, leaf, uses, without
from verify.search.ring import MOST_FACTORED, Polynomial, System, factored, keep, terms, text

FindSign = Callable[[System, Polynomial, bool], "tuple[str, Node] | None"]
"""A search, short or thorough, for the strict sign of a polynomial: `>` or `<`, and what refutes the rest."""


class Product(NamedTuple):
    """A polynomial that is `sign * weight * product of strict facts`; the weight is positive."""

    sign: int
    weight: Any
    facts: tuple[int, ...]

    def times(self, kind: str, position: int) -> Term:
        """The size of the product times an inequality."""
        if kind == "gt":
            return Term(self.weight, (*self.facts, position))
        return Term(self.weight, self.facts, (position,))


class Known:
    """A derivation, and where the facts stand that settle the sign of a factor.

    Parameters
    ----------
    given : System
        The system.
    find_sign : callable
        A short search for the sign of a polynomial on a system.

    Attributes
    ----------
    derivation : Derivation
        The system with what was derived so far.
    signs, squares : dict
        Irreducible factor (monic, as text) -> position of a strict fact, which is this number times the
        factor, or times its square.
    as_it_was : dict
        How much was known when a fact could not be made simpler.
    contradiction : dict or None
        What refutes the system with all derived facts.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> known = Known(system(["x"], [], [{(1,): -2}], []), lambda *_: None)
    >>> known.learn(0)
    >>> x = known.derivation.system.ring.gens[0]
    >>> known.product(3 * x)
    Product(sign=-1, weight=3/2, facts=(0,))
    """

    def __init__(self, system: System, find_sign: FindSign) -> None:
        self.derivation = Derivation.of(system)
        self.find_sign = find_sign
        self.signs: dict[str, tuple[int, Any]] = {}
        self.squares: dict[str, tuple[int, Any]] = {}
        self.as_it_was: dict[tuple[str, int], tuple[int, int]] = {}
        self.contradiction: Node | None = None
        self._asked: set[str] = set()

    def facts(self, *kinds: str) -> list[tuple[str, int, Polynomial]]:
        """The active facts of these kinds, with their positions."""
        return [
            (kind, position, self.derivation.facts(kind)[position])
            for kind in kinds
            for position in self.derivation.active[kind]
        ]

    def next(self, kind: str) -> int:
        """The position that the next fact of this kind will have."""
        return len(self.derivation.facts(kind))

    def drop(self, kind: str, position: int) -> None:
        """The fact is of no more use."""
        self.derivation.active[kind].remove(position)

    def contradict(self, terms: Sequence[Term], multipliers: Mapping[int, Polynomial] | None = None) -> None:
        """Note a refutation of the system with all derived facts."""
        self.contradiction = leaf(self.derivation.system, terms, multipliers or {})

    def infer(
        self,
        strict: bool,
        polynomial: Polynomial,
        terms: Sequence[Term],
        multipliers: Mapping[int, Polynomial] | None = None,
    ) -> int | None:
        """Derive `polynomial > 0`, or >= 0: with its opposite the terms and multiples give 0 > 0."""
        relation, denied = (">", "<=") if strict else (">=", "<")
        opposite = Term(1, (), (self.next("ge"),)) if strict else Term(1, (self.next("gt"),))
        return self.derivation.derive(relation, polynomial, {denied: ([*terms, opposite], multipliers or {})})

    def learn(self, position: int) -> None:
        """Note the sign of a factor from a strict fact that is a multiple of it alone."""
        constant, factors = monic_factors(self.derivation.system.gt[position])
        if len(factors) == 1 and factors[0][1] == 1:
            self.signs.setdefault(text(factors[0][0]), (position, constant))

    def settled(self, factor: Polynomial, times: int = 1) -> bool:
        """Whether the sign of a power of an irreducible factor is known and not 0."""
        return text(factor) in self.signs or (times % 2 == 0 and text(factor) in self.squares)

    def product(self, polynomial: Polynomial) -> Product | None:
        """The polynomial as a product of strict facts; None where the sign of a factor is not known."""
        constant, factors = monic_factors(polynomial)
        positions: list[int] = []
        for factor, times in factors:
            if text(factor) in self.signs:
                at, scale = self.signs[text(factor)]
                positions += [at] * times
                constant = constant / scale**times
            elif times % 2 == 0 and text(factor) in self.squares:
                at, scale = self.squares[text(factor)]
                positions += [at] * (times // 2)
                constant = constant / scale ** (times // 2)
            else:
                return None
        return Product(1 if constant > 0 else -1, abs(constant), tuple(positions))

    def settled_product(self, polynomial: Polynomial, thorough: bool = False) -> Product | None:
        """The polynomial as a product of strict facts; signs that are not known are searched for."""
        for factor, times in monic_factors(polynomial)[1]:
            if not self.settled(factor, times) and not self.sign_found(factor, thorough):
                return None
        return self.product(polynomial)

    def sign_found(self, factor: Polynomial, thorough: bool = False) -> bool:
        """Whether the strict sign of an irreducible factor was found now; not asked twice in vain."""
        text = f"{factor} with {len(self.derivation.active['eq'])} equations, {thorough}"
        if text in self._asked:
            return False
        self._asked.add(text)
        answer = self.find_sign(self.derivation.remaining, factor, thorough)
        if answer is None:
            return False
        relation, node = answer
        if (node_of_system := without_last(self.derivation.remaining, relation, node)) is not None:
            self.contradiction = self.derivation.lifted(node_of_system)
            return True
        way = 1 if relation == ">" else -1
        position = self.derivation.derive(">", factor * way, {"<=": self.derivation.lifted(node)})
        if position is None:
            return False
        self.learn(position)
        return True


def without_last(system: System, relation: str, node: Node) -> Node | None:
    """What refutes a system, if the refutation of the opposite of a sign does not use that; else None."""
    kind = KIND[OPPOSITES[relation][0]]
    appended = len(getattr(system, kind))
    return None if uses(node, kind, appended) else without(node, kind, appended)


def monic_factors(polynomial: Polynomial) -> tuple[Any, tuple[tuple[Polynomial, int], ...]]:
    """A constant and irreducible factors with leading coefficient 1, with their multiplicities.

    Examples
    --------
    >>> from verify.search.ring import Ring
    >>> x, = Ring(("x",)).gens
    >>> monic_factors(2 * x**2 - 4 * x**3)
    (-4, ((v0, 2), (v0 - 1/2, 1)))
    """
    key = text(polynomial), polynomial.context()
    known = _MONIC.get(key)
    if known is None:
        constant, factors = factored(polynomial)
        monic = []
        for factor, times in factors:
            leading = factor.leading_coefficient()
            constant = constant * leading**times
            monic.append((factor / leading, times))
        known = constant, tuple(sorted(monic, key=lambda pair: (len(pair[0]), text(pair[0]))))
        keep(_MONIC, key, known, MOST_FACTORED)
    return known


_MONIC: dict[tuple[str, Any], tuple[Any, tuple[tuple[Polynomial, int], ...]]] = {}


def coefficient(polynomial: Polynomial, variable: int, degree: int) -> Polynomial:
    """The coefficient of a power of a variable.

    Examples
    --------
    >>> from verify.search.ring import Ring
    >>> x, y = Ring(("x", "y")).gens
    >>> coefficient(x**2 * y + 3 * x**2 - y, 0, 2)
    v1 + 3
    """
    without = {
        (*exponents[:variable], 0, *exponents[variable + 1 :]): value
        for exponents, value in terms(polynomial)
        if exponents[variable] == degree
    }
    return polynomial.context().from_dict(without)
