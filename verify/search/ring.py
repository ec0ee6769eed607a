"""Systems of polynomial conditions over Q, as the search sees them: flint polynomials in one ring.

Coming in they are sparse dictionaries (exponents -> coefficient), going out expression trees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import islice
from typing import Any, TypeVar

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from verify.kernel import SIDES
from verify.polynomial import Polynomial as KernelPolynomial

Exponents = tuple[int, ...]
Sparse = Mapping[Exponents, Fraction | int]
Polynomial = Any  # flint.fmpq_mpoly, which carries no types
K = TypeVar("K")
V = TypeVar("V")


@cache
def _context(width: int) -> Any:
    return fmpq_mpoly_ctx.get(tuple(f"v{i}" for i in range(max(1, width))), Ordering.degrevlex)


@cache
def _gens(width: int) -> tuple[Polynomial, ...]:
    return tuple(_context(width).gens())


@dataclass(frozen=True)
class Ring:
    """Polynomials over Q in named variables, ordered by total degree, then reverse lexicographically.

    Parameters
    ----------
    variables : tuple of str
        Names; the position in the tuple is the position of the exponent.

    Examples
    --------
    >>> ring = Ring(("x", "y"))
    >>> ring.tree(ring.polynomial({(2, 0): 1, (0, 1): Fraction(-1, 2)}))
    ['+', ['^', 'x', 2], ['*', '-1/2', 'y']]
    """

    variables: tuple[str, ...]

    @property
    def context(self) -> Any:
        """The flint context; a ring without variables gets one that never occurs."""
        return _context(len(self.variables))

    @property
    def one(self) -> Polynomial:
        """The constant polynomial 1."""
        return self.context.constant(1)

    @property
    def gens(self) -> tuple[Polynomial, ...]:
        """The variables as polynomials."""
        return _gens(len(self.variables))

    def polynomial(self, terms: Sparse) -> Polynomial:
        """The flint polynomial with these terms.

        Parameters
        ----------
        terms : mapping of tuple of int to rational
            Coefficients by exponents; one exponent per variable.

        Returns
        -------
        flint.fmpq_mpoly
            The polynomial.

        Raises
        ------
        ValueError
            If an exponent tuple has the wrong length.

        Examples
        --------
        >>> Ring(("x",)).polynomial({(1,): 3}).total_degree()
        1
        """
        width = len(self.variables)
        listed = terms.items()
        for exponents, _ in listed:
            if len(exponents) != width:
                raise ValueError(f"{exponents} has {len(exponents)} exponents for {width} variables")
        return self.context.from_dict(
            {e or (0,): c if isinstance(c, int) else fmpq(c.numerator, c.denominator) for e, c in listed if c}
        )

    def tree(self, polynomial: Polynomial) -> Any:
        """The polynomial as an expression tree of the certificate format.

        Parameters
        ----------
        polynomial : flint.fmpq_mpoly
            A polynomial of this ring.

        Returns
        -------
        str or list
            A sum of products of powers; the terms follow the ring's order.

        Examples
        --------
        >>> ring = Ring(("x",))
        >>> ring.tree(2 * ring.gens[0] - 1)
        ['+', ['*', '2', 'x'], '-1']
        """
        listed = [self._term(exponents, coefficient) for exponents, coefficient in terms(polynomial)]
        return listed[0] if len(listed) == 1 else ["+", *listed] if listed else "0"

    def _term(self, exponents: Exponents, coefficient: Any) -> Any:
        pairs = zip(self.variables, exponents, strict=False)
        powers = [name if e == 1 else ["^", name, int(e)] for name, e in pairs if e]
        parts = powers if coefficient == 1 and powers else [str(coefficient), *powers]
        return parts[0] if len(parts) == 1 else ["*", *parts]


@dataclass(frozen=True)
class System:
    """Conditions that are to be refuted: each of `ge` is >= 0, each of `gt` is > 0, each of `eq` is 0.

    Parameters
    ----------
    ring : Ring
        The ring of the polynomials.
    ge, gt, eq : tuple of flint.fmpq_mpoly
        The polynomials, in the order in which a certificate counts them.

    Examples
    --------
    >>> ring = Ring(("x",))
    >>> len(System(ring, (), (ring.gens[0],), ()).branch("<", ring.gens[0]).gt)
    2
    """

    ring: Ring
    ge: tuple[Polynomial, ...]
    gt: tuple[Polynomial, ...]
    eq: tuple[Polynomial, ...]

    def branch(self, relation: str, polynomial: Polynomial) -> System:
        """The system with `polynomial relation 0` appended, as the certificate's split does it.

        Parameters
        ----------
        relation : str
            One of ">", ">=", "=", "<", "<=".
        polynomial : flint.fmpq_mpoly
            What is split on.

        Returns
        -------
        System
            One condition longer.

        Examples
        --------
        >>> ring = Ring(("x",))
        >>> System(ring, (), (), ()).branch("<=", ring.gens[0]).ge
        (-v0,)
        """
        kind, sign = SIDES[relation]
        appended = polynomial * sign
        kinds = {"ge": self.ge, "gt": self.gt, "eq": self.eq}
        return System(self.ring, **{**kinds, kind: (*kinds[kind], appended)})


def system(
    variables: Sequence[str], ge: Sequence[Sparse], gt: Sequence[Sparse], eq: Sequence[Sparse]
) -> System:
    """The system with these sparse polynomials.

    Parameters
    ----------
    variables : sequence of str
        Names of the variables.
    ge, gt, eq : sequence of mapping
        Sparse polynomials that are >= 0, > 0 and = 0.

    Returns
    -------
    System
        The same conditions on flint polynomials.

    Raises
    ------
    ValueError
        If an exponent tuple does not fit the variables.

    Examples
    --------
    >>> system(["x"], [], [{(1,): 1}], []).gt
    (v0,)
    """
    ring = Ring(tuple(variables))
    return System(ring, *(tuple(_read(ring, terms) for terms in kind) for kind in (ge, gt, eq)))


def _read(ring: Ring, terms: Sparse) -> Polynomial:
    """The kernel's polynomials, which most systems share, are read once: their texts are kept by identity."""
    if isinstance(terms, KernelPolynomial):
        return _of_kernel(ring, terms, terms.width)
    return ring.polynomial(terms)


@lru_cache(maxsize=1 << 12)
def _of_kernel(ring: Ring, polynomial: KernelPolynomial, width: int) -> Polynomial:
    return ring.polynomial(polynomial)


def says(system: System, relation: str, polynomial: Polynomial) -> bool:
    """Whether a condition of the system is `polynomial relation 0`, up to a positive factor.

    Examples
    --------
    >>> given = system(["x"], [{(1,): 2}], [], [])
    >>> says(given, ">=", given.ring.gens[0]), says(given, "<=", given.ring.gens[0])
    (True, False)
    """
    kind, sign = SIDES[relation]
    condition = polynomial * sign
    unit = condition / abs(condition.leading_coefficient())
    alike = (p for p in getattr(system, kind) if len(p) == len(unit))
    return any(p / abs(p.leading_coefficient()) == unit for p in alike)


def terms(polynomial: Polynomial) -> Iterator[tuple[Exponents, Any]]:
    """Exponents and coefficients in the ring's order; the library's own dictionary takes twice as long.

    Examples
    --------
    >>> x, y = Ring(("x", "y")).gens
    >>> list(terms(2 * x - y))
    [((1, 0), 2), ((0, 1), -1)]
    """
    return zip(polynomial.monoms(), polynomial.coeffs(), strict=True)


def constant_term(polynomial: Polynomial) -> Any:
    """The coefficient of 1, which no term comes after.

    Examples
    --------
    >>> x, = Ring(("x",)).gens
    >>> constant_term(x - 2), constant_term(x)
    (-2, 0)
    """
    last = len(polynomial) - 1
    return 0 if last < 0 or any(polynomial.monomial(last)) else polynomial.coefficient(last)


MOST_TEXTS = 1 << 14

_TEXTS: dict[int, tuple[Polynomial, str]] = {}
"""Texts of polynomials by their identity, which is theirs while they are kept here."""


def text(polynomial: Polynomial) -> str:
    """The polynomial as text, which equal ones share: a search looks them up by it again and again.

    Examples
    --------
    >>> x, = Ring(("x",)).gens
    >>> text(x - 1) == text(1 * x - 1)
    True
    """
    known = _TEXTS.get(id(polynomial))
    if known is None:
        known = polynomial, str(polynomial)
        keep(_TEXTS, id(polynomial), known, MOST_TEXTS)
    return known[1]


MOST_FACTORED = 1 << 12

_FACTORS: dict[tuple[str, Any], tuple[Any, tuple[tuple[Polynomial, int], ...]]] = {}


def keep(table: dict[K, V], key: K, value: V, most: int) -> None:
    """Keep an answer; of too many the older half goes at once: one by one, each would be harder to find."""
    if len(table) >= most:
        for old in list(islice(table, most // 2)):
            del table[old]
    table[key] = value


def factored(polynomial: Polynomial) -> tuple[Any, tuple[tuple[Polynomial, int], ...]]:
    """A constant and irreducible factors with their multiplicities, as the library gives them.

    Examples
    --------
    >>> x, = Ring(("x",)).gens
    >>> factored(2 * x**3)
    (2, ((v0, 3),))
    """
    key = text(polynomial), polynomial.context()
    known = _FACTORS.get(key)
    if known is None:
        constant, factors = polynomial.factor()
        known = constant, tuple((factor, int(times)) for factor, times in factors)
        keep(_FACTORS, key, known, MOST_FACTORED)
    return known


def substituted(polynomial: Polynomial, variable: int, replacement: Polynomial) -> Polynomial:
    """The polynomial with another one for a variable."""
    if polynomial.degrees()[variable] == 0:
        return polynomial
    gens = list(polynomial.context().gens())
    gens[variable] = replacement
    return polynomial.compose(*gens)
