"""A system made simpler before the search: signs of factors, and variables that can be solved for.

Products lose the factors whose sign is known, equations are solved for variables in which they are linear,
variables in which all is linear are projected out. Every step derives a fact that has its own refutation of
the opposite; what is left has a point exactly where the system has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from verify.search.conjugate import conjugated
from verify.search.derivation import Node, Term
from verify.search.elimination import eliminated
from verify.search.factor_removal import remove_known_factors
from verify.search.known_signs import FindSign, Known, monic_factors
from verify.search.projection import projected
from verify.search.ring import Polynomial, System, constant_term, text
from verify.search.roots import unrooted

MAX_DEGREE, MAX_TERMS = 2, 3
"""Of facts that are simple enough to ask whether they hold strictly."""


class Presolve:
    """The simplification of one system.

    Parameters
    ----------
    given : System
        The system.
    find_sign : callable
        A short search for the sign of a polynomial on a system.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> facts = [{(1, 0): 1}, {(0, 1): 1, (0, 0): -2}, {(1, 0): 1, (0, 0): -2}]  # x > 0, y > 2, x > 2
    >>> presolve = Presolve(system(["x", "y"], [], facts, [{(1, 1): 1, (0, 0): -3}]), lambda *_: None)
    >>> presolve.run()
    >>> presolve.remaining.gt, presolve.remaining.eq
    ((v1 - 2, -2*v1 + 3), ())
    """

    def __init__(self, system: System, find_sign: FindSign) -> None:
        self._known = Known(system, find_sign)

    def run(self) -> None:
        """Apply the rules until none applies, or a contradiction is found."""
        self._apply(remove_known_factors, _pinched, _pruned, eliminated, _signed, _strict, _signed_thoroughly)

    def _apply(self, *rules: Callable[[Known], bool]) -> None:
        known = self._known
        while known.contradiction is None:
            for rule in rules:
                if rule(known) or known.contradiction is not None:
                    break
            else:
                return

    def settle(self) -> None:
        """Apply the rules that solve for no variable."""
        self._apply(remove_known_factors, _pinched, _pruned, _signed, _strict)

    def ask(self, polynomials: Iterable[Polynomial]) -> None:
        """Look for the signs of these, in turn; what is found becomes a fact."""
        for polynomial in polynomials:
            for factor, _ in monic_factors(polynomial)[1]:
                if not self._known.settled(factor) and not conjugated(self._known, factor):
                    self._known.sign_found(factor, thorough=True)
                if self._known.contradiction is not None:
                    return

    def unroot(self) -> bool:
        """Whether a root was projected out, or a sign was found on the way: the rules may apply again."""
        if self._known.contradiction is not None:
            return False
        before = len(self._known.derivation.steps)
        return unrooted(self._known) or len(self._known.derivation.steps) > before

    def project(self) -> bool:
        """Whether a variable was projected out; the rules may apply again then."""
        return projected(self._known)

    @property
    def remaining(self) -> System:
        """What is left of the system."""
        return self._known.derivation.remaining

    @property
    def active(self) -> dict[str, tuple[int, ...]]:
        """Which facts are left, to be given to `lifted` after further steps."""
        return {kind: tuple(positions) for kind, positions in self._known.derivation.active.items()}

    @property
    def refutation(self) -> Node | None:
        """What refutes the given system, if a contradiction was found."""
        contradiction = self._known.contradiction
        return None if contradiction is None else self._known.derivation.closed(contradiction)

    def lifted(self, node: Node, active: dict[str, tuple[int, ...]]) -> Node:
        """A refutation of the given system, from one of what was left when `active` were the facts."""
        derivation = self._known.derivation
        return derivation.closed(derivation.lifted(node, active))


def _pinched(known: Known) -> bool:
    """Whether a polynomial that is >= 0 and <= 0 became an equation, or a fact denies another."""
    strict = {_text(p): position for _, position, p in known.facts("gt")}
    weak: dict[str, int] = {}
    for _, position, polynomial in known.facts("ge"):
        text, negative, scale = _text(polynomial), _text(-polynomial), abs(polynomial.leading_coefficient())
        if negative in strict:
            other = strict[negative]
            ratio = scale / abs(known.derivation.system.gt[other].leading_coefficient())
            known.contradict([Term(1, (), (position,)), Term(ratio, (other,))])
            return True
        if text in strict or text in weak:
            known.drop("ge", position)
        elif negative in weak and _equation(known, polynomial, position, weak[negative]):
            return True
        else:
            weak[text] = position
    equations: set[str] = set()
    for _, position, polynomial in known.facts("eq"):
        if (text := _text(polynomial / polynomial.leading_coefficient())) in equations:
            known.drop("eq", position)
        equations.add(text)
    return False


def _equation(known: Known, polynomial: Polynomial, position: int, other: int) -> bool:
    """Derive that what is >= 0 by one fact and <= 0 by another is 0."""
    ratio = abs(polynomial.leading_coefficient() / known.derivation.system.ge[other].leading_coefficient())
    appended = Term(1, (known.next("gt"),))
    refuted: dict[str, Any] = {
        ">": ([appended, Term(ratio, (), (other,))], {}),
        "<": ([appended, Term(1, (), (position,))], {}),
    }
    if known.derivation.derive("=", polynomial, refuted) is None:
        return False
    known.drop("ge", position)
    known.drop("ge", other)
    return True


def _pruned(known: Known) -> bool:
    """Drop what is another fact plus a positive number; nothing else changes by it."""
    alike: dict[str, list[tuple[Any, str, int]]] = {}
    for kind, position, polynomial in known.facts("gt", "ge"):
        constant = constant_term(polynomial)
        rest = polynomial - constant
        if rest != 0:
            scale = abs(rest.leading_coefficient())
            alike.setdefault(text(rest / scale), []).append((constant / scale, kind, position))
    for parallel in alike.values():
        least = min(constant for constant, _, _ in parallel)
        for constant, kind, position in parallel:
            if constant > least:
                known.drop(kind, position)
    return False


def _signed(known: Known) -> bool:
    """Whether the sign of a factor of some product was found by a short search."""
    for *_, polynomial in known.facts("gt", "ge", "eq"):
        factors = [f for f, _ in monic_factors(polynomial)[1] if not known.settled(f)]
        if len(factors) > 1 and any(
            conjugated(known, f) or known.sign_found(f) for f in sorted(factors, key=len)
        ):
            return True
    return False


def _signed_thoroughly(known: Known) -> bool:
    """Whether a longer search found the sign of a factor of a strict product, which is not 0."""
    for *_, polynomial in known.facts("gt"):
        factors = [f for f, times in monic_factors(polynomial)[1] if not known.settled(f, times)]
        if len(factors) > 1 and any(known.sign_found(f, thorough=True) for f in factors):
            return True
    return False


def _strict(known: Known) -> bool:
    """Whether a short search found that a simple fact holds strictly."""
    for *_, polynomial in known.facts("ge"):
        if polynomial.total_degree() <= MAX_DEGREE and len(polynomial) <= MAX_TERMS:
            factors = monic_factors(polynomial)[1]
            if len(factors) == 1 and known.sign_found(factors[0][0]):
                return True
    return False


def _text(polynomial: Polynomial) -> str:
    """The same text for polynomials that differ by a positive number."""
    leading = abs(polynomial.leading_coefficient())
    return text(polynomial if leading == 1 else polynomial / leading)
