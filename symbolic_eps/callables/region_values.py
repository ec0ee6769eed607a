"""The truth of sign conditions at numbers: exact, with floats as the numbers that they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from flint import fmpq
from numpy.typing import ArrayLike, NDArray

from symbolic_eps.callables.exact_truth import ExactTruth
from symbolic_eps.callables.form_values import exact_point, float_arrays
from symbolic_eps.closed_forms.array_arguments import shape_of
from symbolic_eps.closed_forms.bare_form import BareForm
from symbolic_eps.closed_forms.closed_form import Branch
from verify.boxes.interval_function import compiled
from verify.language.condition import Condition


class RegionValues:
    """Whether all of some conditions hold.

    Parameters
    ----------
    conditions : sequence of Condition
        Such as those of a region where eps rises or falls.

    Examples
    --------
    >>> from symbolic_eps.profiles.profile import conditions_from
    >>> values = RegionValues(conditions_from(["0<a<1/10"]))
    >>> values.array({"a": [0.05, 0.1]}).tolist(), values.number({"a": "1/20"})
    ([True, False], True)
    """

    def __init__(self, conditions: Sequence[Condition]) -> None:
        symbols = tuple(sorted(frozenset().union(*(c.symbols for c in conditions)), key=str))
        self.parameters = tuple(s.name for s in symbols)
        self.form = BareForm(symbols, (), (Branch(tuple(conditions), None),))
        self._truth = ExactTruth(conditions, symbols)
        self._tests = [(compiled(c.polynomial, symbols), c.relation) for c in conditions]

    def array(self, values_by_name: Mapping[str, ArrayLike]) -> NDArray[np.bool_] | np.bool_:
        """On the broadcast arrays; a scalar for scalars."""
        arrays = float_arrays(values_by_name)
        return self._truth([arrays[name] for name in self.parameters], shape_of(arrays))[()]

    def number(self, numbers: Mapping[str, object]) -> bool:
        """At exactly these numbers."""
        return bool(self.enclosure(exact_point(self.parameters, numbers), Fraction(1)))

    mp = number

    def enclosure(self, point: Mapping[str, Fraction], relative_width: Fraction) -> bool:
        """The truth itself."""
        at = [fmpq(point[name].numerator, point[name].denominator) for name in self.parameters]
        values = [(test.exact(at), relation) for test, relation in self._tests]
        return all(relation.holds(int(value > 0) - int(value < 0)) for value, relation in values)


def is_region(what: object) -> bool:
    """Whether it is a tuple or list of conditions."""
    return isinstance(what, tuple | list) and all(isinstance(c, Condition) for c in what)
