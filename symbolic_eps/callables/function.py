"""`lambdify`: closed forms as functions of numbers, in the idiom of SymPy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, get_args

import numpy as np

from symbolic_eps.callables.form_values import FormValues
from symbolic_eps.callables.region_values import RegionValues, is_region
from symbolic_eps.callables.root_values import RootValues
from symbolic_eps.closed_forms.bare_form import BareForm, bare_form
from symbolic_eps.errors import InputError
from verify.enclosure import Enclosure

if TYPE_CHECKING:
    from symbolic_eps.callables.verification import Verification

Modules: TypeAlias = Literal["numpy", "math", "mpmath"]
ROOT = "root"


class Values(Protocol):
    """What a function evaluates, by the names of its parameters."""

    form: BareForm
    parameters: tuple[str, ...]

    def array(self, arrays: Mapping[str, Any]) -> Any:
        """On float64 arrays."""
        ...

    def number(self, numbers: Mapping[str, object]) -> Any:
        """At one point, in Python's numbers."""
        ...

    def mp(self, numbers: Mapping[str, object]) -> Any:
        """At one point, in mpmath's numbers."""
        ...

    def enclosure(self, point: Mapping[str, Fraction], relative_width: Fraction) -> Enclosure | bool | None:
        """The exact value."""
        ...


@dataclass(frozen=True, eq=False)
class LambdifiedFunction:
    """A closed form as a function of its parameters, by position or by name.

    Parameters
    ----------
    name : str
        What it evaluates.
    parameters : tuple of str
        In the order of the positional arguments: sorted by name.
    modules : {"numpy", "math", "mpmath"}
        In whose numbers.

    Examples
    --------
    >>> from symbolic_eps import lambdify
    >>> root = lambdify("root", "math")
    >>> root
    <root(p, q, r) in math>
    >>> root(0.5, 1.0, r=1.5)  # log(3)
    1.0986122886681098
    """

    name: str
    parameters: tuple[str, ...]
    modules: Modules
    values: Values = field(repr=False)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """The value: see `lambdify`."""
        arguments = self.bound(args, kwargs)
        if self.modules == "numpy":
            return self.values.array(arguments)
        plain = {name: _plain(value) for name, value in arguments.items()}
        return self.values.number(plain) if self.modules == "math" else self.values.mp(plain)

    def verified(
        self, digits: int = 50, points: int | Iterable[Mapping[str, object]] = 200, limit: float | None = None
    ) -> Verification:
        """Compare this function with certified values: see `symbolic_eps.verified`.

        Examples
        --------
        >>> from symbolic_eps import lambdify
        >>> bool(lambdify("root").verified(points=5))
        True
        """
        from symbolic_eps.callables.verification import verified

        return verified(self, against=self, digits=digits, points=points, limit=limit)

    def __repr__(self) -> str:
        return f"<{self._call} in {self.modules}>"

    @property
    def _call(self) -> str:
        return f"{self.name}({', '.join(self.parameters)})"

    def bound(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments by name, in the parameters' order."""
        if len(args) > len(self.parameters):
            raise InputError(f"{len(args)} arguments are too many: write {self._call}")
        arguments = dict(zip(self.parameters, args, strict=False))
        for name, value in kwargs.items():
            if name in arguments:
                raise InputError(f"two values for {name} in {self._call}: give it by position or by name")
            arguments[name] = value
        if missing := [name for name in self.parameters if name not in arguments]:
            raise InputError(f"no value for {', '.join(missing)}: write {self._call}")
        if unknown := [name for name in arguments if name not in self.parameters]:
            raise InputError(f"unknown parameter {', '.join(unknown)}: write {self._call}")
        return {name: arguments[name] for name in self.parameters}


def _plain(value: Any) -> Any:
    """Python's number in place of NumPy's."""
    return value.item() if isinstance(value, np.generic | np.ndarray) and np.ndim(value) == 0 else value


def lambdify(
    what: object, modules: Modules = "numpy", parameters: Iterable[str] | None = None
) -> LambdifiedFunction:
    """A closed form as a function of numbers, evaluated in forms that do not cancel.

    Parameters
    ----------
    what : Derivation, PiecewiseInfimum, Branch, sequence of Condition, or "root"
        What `derive` or `infimum` returned; one branch of it, stated wherever its conditions hold and it
        gives an eps >= 0; conditions, for the truth of all of them; or Theorem 2's root in p, q, r. The first
        three have a method `lambdify` too.
    modules : {"numpy", "math", "mpmath"}
        `numpy`: arrays of float64, which broadcast, and float64 for scalars. `math`: one float, the binary64
        number nearest to the exact value. `mpmath`: one mpf, right to the last bit of the working precision
        at the time of the call.
    parameters : iterable of str, optional
        The order of the positional arguments, all that occur and perhaps others; by default sorted by name.

    Returns
    -------
    LambdifiedFunction
        `.parameters` names its arguments, in natural-log units it returns eps: `inf` where nothing constrains
        it, `nan` where a partial result is open. `.verified()` checks it.

    Raises
    ------
    symbolic_eps.errors.InputError
        `what` is none of these, or `modules` is none of the three; when called, arguments that are missing,
        unknown, no real numbers, or do not broadcast.
    symbolic_eps.errors.DomainError
        When called with parameters that break an assumption, or for which no prior satisfies the box.

    Notes
    -----
    Which region holds a point is decided exactly, for floats as the numbers that they hold. On arrays,
    numbers are first rounded to float64; forms in square roots run the program that `symbolic-eps export`
    writes, with its proven error (`docs/export.md`), and "root" is `root_epsilon`. Roots of higher degree,
    and parameters of extreme sizes, are enclosed point by point, in up to 10 ms each. `math` takes about
    0.1 ms, `mpmath` more. To nearest, errors go both ways: for a budget that is spent, see
    `epsilon_array(..., rounding="down")`.

    Examples
    --------
    >>> from symbolic_eps import derive, lambdify
    >>> found = derive("1 + b/(p*q)", ["0<b<1"])
    >>> eps = lambdify(found)
    >>> eps.parameters, eps([0.1, 0.2]).round(12).tolist()
    (('b',), [0.200670695462, 0.405465108108])
    >>> lambdify(found, "math")(b=0.1)
    0.20067069546215116
    """
    if modules not in get_args(Modules):
        raise InputError(f"modules = {modules!r}: give 'numpy', 'math' or 'mpmath'")
    name, values = _values(what)
    return LambdifiedFunction(name, _ordered(values.parameters, parameters), modules, values)


def _ordered(needed: tuple[str, ...], parameters: Iterable[str] | None) -> tuple[str, ...]:
    if parameters is None:
        return needed
    order = tuple(map(str, parameters))
    if len(set(order)) < len(order) or not set(needed) <= set(order):
        said = ", ".join(needed) or "none needed"
        raise InputError(f"parameters = {order}: name each of {said} once, in the order of the arguments")
    return order


def _values(what: object) -> tuple[str, Values]:
    if isinstance(what, LambdifiedFunction):
        return what.name, what.values
    if isinstance(what, str):
        if what != ROOT:
            raise InputError(f"{what!r} names no function: give 'root', or what derive(...) returns")
        return ROOT, RootValues()
    if is_region(what):
        return "holds", RegionValues(tuple(what))  # type: ignore[arg-type]
    return "eps", FormValues(bare_form(what))
