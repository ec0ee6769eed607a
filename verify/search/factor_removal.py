"""Facts without the factors whose sign is known: a product of them is as good as what is left of it."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any, NamedTuple

from verify.search.derivation import Term
from verify.search.known_signs import Known, monic_factors
from verify.search.ring import Polynomial, text


class _Parts(NamedTuple):
    """A fact as `weight * product of strict facts * root^2 * product of the other factors`."""

    weight: Any
    facts: tuple[int, ...]
    root: Polynomial
    rest: tuple[tuple[Polynomial, int], ...]

    @property
    def sign(self) -> int:
        return 1 if self.weight > 0 else -1

    @property
    def square(self) -> Polynomial | None:
        """The root, if it is not 1."""
        return None if self.root == 1 else self.root


def remove_known_factors(known: Known) -> bool:
    """Whether some fact lost a factor, or was found superfluous.

    Parameters
    ----------
    known : Known
        The system, and the signs that are known.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> known = Known(system(["x", "y"], [{(1, 1): 1}], [{(1, 0): 1}], []), lambda *_: None)
    >>> remove_known_factors(known), known.derivation.remaining.ge
    (True, (v1,))
    """
    changed = False
    for kind, position, polynomial in known.facts("gt", "eq", "ge"):
        settled = len(known.signs), len(known.squares)
        if known.as_it_was.get((kind, position)) == settled:
            continue  # nothing new is known that could be divided out
        if _strip(known, kind, position, polynomial):
            changed = True
        else:
            known.as_it_was[kind, position] = settled
        if known.contradiction is not None:
            break
    return changed


def _strip(known: Known, kind: str, position: int, polynomial: Polynomial) -> bool:
    """Derive the fact without the factors whose sign is known, and put it in the fact's place."""
    itself = Term(1, (position,)) if kind == "gt" else Term(1, (), (position,))
    if polynomial == 0:
        if kind == "gt":
            known.contradict([itself])
        known.drop(kind, position)
        return True
    parts = _parts(known, kind, position, polynomial)
    if kind == "eq":
        return _strip_equation(known, position, polynomial, parts)
    if not parts.rest and parts.sign < 0:
        known.contradict([itself, Term(-parts.weight, parts.facts, (), parts.square)])
        return True
    if (
        parts.sign > 0
        and all(times % 2 == 0 for _, times in parts.rest)
        and not (kind == "gt" and parts.rest)
    ):
        return _superfluous(known, kind, position, parts)
    if not parts.facts and parts.square is None:
        if kind == "gt":
            known.learn(position)
            return False
        return len(parts.rest) == 1 and _strictly_positive(known, position, parts)
    return _replace(known, kind, position, parts)


def _parts(known: Known, kind: str, position: int, polynomial: Polynomial) -> _Parts:
    """Which factors of a fact are settled by other facts, and which are not."""
    weight, factors = monic_factors(polynomial)
    positions: list[int] = []
    root = polynomial.context().constant(1)
    rest = []
    for factor, times in factors:
        left = times
        signed = _elsewhere(known.signs, factor, kind, position)
        squared = _elsewhere(known.squares, factor, kind, position)
        if signed is not None:
            positions += [signed[0]] * times
            weight = weight / signed[1] ** times
            left = 0
        elif squared is not None:
            positions += [squared[0]] * (times // 2)
            weight = weight / squared[1] ** (times // 2)
            left = times % 2
        elif kind == "gt":
            root *= factor ** (times // 2)
            left = times % 2
        if left:
            rest.append((factor, left))
    return _Parts(weight, tuple(positions), root, tuple(rest))


def _elsewhere(
    table: Mapping[str, tuple[int, Any]], factor: Polynomial, kind: str, position: int
) -> tuple[int, Any] | None:
    """What a table has on the factor, unless it is the fact itself."""
    entry = table.get(text(factor))
    return None if entry is None or (kind, entry[0]) == ("gt", position) else entry


def _replace(known: Known, kind: str, position: int, parts: _Parts) -> bool:
    """Derive what is left of an inequality, and that the root of its square is not 0."""
    left = parts.root.context().constant(parts.sign) * prod(f**times for f, times in parts.rest)
    size = abs(parts.weight)
    if kind == "gt":
        terms = [Term(1, (position,)), Term(size, parts.facts, (known.next("ge"),), parts.square)]
        derived = known.derivation.derive(">", left, {"<=": (terms, {})})
    else:
        terms = [Term(1, (), (position,)), Term(size, (*parts.facts, known.next("gt")))]
        derived = known.derivation.derive(">=", left, {"<": (terms, {})})
    if derived is None:
        return False
    if kind == "gt":
        known.learn(derived)
        _nonzero(known, position, (*parts.facts, derived), parts.root, size)
    known.drop(kind, position)
    return True


def _superfluous(known: Known, kind: str, position: int, parts: _Parts) -> bool:
    """A positive multiple of strict facts and a square: at most that the root is not 0 is new."""
    factors = monic_factors(parts.root)[1]
    if kind == "gt" and not parts.facts and len(factors) == 1 and factors[0][1] == 1:
        name = text(factors[0][0])
        at = known.squares.setdefault(name, (position, parts.weight))[0]
        if name not in known.signs and at == position:
            return False
    elif kind == "gt":
        _nonzero(known, position, parts.facts, parts.root, abs(parts.weight))
    known.drop(kind, position)
    return True


def _nonzero(known: Known, position: int, positions: tuple[int, ...], root: Polynomial, size: Any) -> None:
    """From `fact = size * product of facts * root^2 > 0`: the square of each factor of the root is > 0."""
    for factor, _ in monic_factors(root)[1]:
        if not known.settled(factor, 2):
            others = divmod(root, factor)[0]
            terms = [Term(1, (position,)), Term(size, positions, (known.next("ge"),), others)]
            derived = known.derivation.derive(">", factor * factor, {"<=": (terms, {})})
            if derived is not None:
                known.squares[text(factor)] = (derived, 1)


def _strictly_positive(known: Known, position: int, parts: _Parts) -> bool:
    """What is >= 0 and not 0 is > 0."""
    ((factor, times),) = parts.rest
    if times != 1 or text(factor) not in known.squares:
        return False
    at, scale = known.squares[text(factor)]
    terms = [Term(1, (at,)), Term(scale / parts.weight**2, (), (position, known.next("ge")))]
    derived = known.derivation.derive(">", parts.weight * factor, {"<=": (terms, {})})
    if derived is None:
        return False
    known.learn(derived)
    known.drop("ge", position)
    return True


def _strip_equation(known: Known, position: int, polynomial: Polynomial, parts: _Parts) -> bool:
    """An equation without the factors that are not 0; repeated factors count once."""
    one = polynomial.context().constant(1)
    if not parts.rest:
        known.contradict([Term(abs(parts.weight), parts.facts)], {position: one * -parts.sign})
        return True
    most = max(times for _, times in parts.rest)
    if not parts.facts and most == 1:
        return False
    left = prod((factor for factor, _ in parts.rest), start=one)
    spare = prod((factor ** (most - times) for factor, times in parts.rest), start=one)
    # weight * product of facts * left^most = polynomial * spare
    terms = [Term(abs(parts.weight), (*parts.facts, *([known.next("gt")] * most)))]
    refuted = {
        opposite: (terms, {position: spare * -way * parts.sign})
        for opposite, way in ((">", 1), ("<", (-1) ** most))
    }
    if known.derivation.derive("=", left, refuted) is None:
        return False
    known.drop("eq", position)
    return True
