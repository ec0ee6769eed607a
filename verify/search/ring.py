"""Systems of polynomial conditions over Q, as the search sees them: flint polynomials in one ring.

Coming in they are sparse dictionaries (exponents -> coefficient), going out expression trees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from verify.kernel import SIDES

Exponents = tuple[int, ...]
Sparse = Mapping[Exponents, Fraction | int]
Polynomial = Any  # flint.fmpq_mpoly, which carries no types


@cache
def _context(width: int) -> Any:
    return fmpq_mpoly_ctx.get(tuple(f"v{i}" for i in range(max(1, width))), Ordering.degrevlex)


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
        return tuple(self.context.gens())

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
        for exponents in terms:
            if len(exponents) != width:
                raise ValueError(f"{exponents} has {len(exponents)} exponents for {width} variables")
        return self.context.from_dict(
            {e or (0,): fmpq(c.numerator, c.denominator) for e, c in terms.items() if c != 0}
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
        terms = [
            self._term(exponents, coefficient) for exponents, coefficient in polynomial.to_dict().items()
        ]
        return terms[0] if len(terms) == 1 else ["+", *terms] if terms else "0"

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
    return System(
        ring,
        tuple(map(ring.polynomial, ge)),
        tuple(map(ring.polynomial, gt)),
        tuple(map(ring.polynomial, eq)),
    )


def substituted(polynomial: Polynomial, variable: int, replacement: Polynomial) -> Polynomial:
    """The polynomial with another one for a variable."""
    if polynomial.degrees()[variable] == 0:
        return polynomial
    gens = list(polynomial.context().gens())
    gens[variable] = replacement
    return polynomial.compose(*gens)
