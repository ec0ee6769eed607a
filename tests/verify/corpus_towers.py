"""Inequalities with exponentials and logarithms, from textbooks, and near misses; verdicts derived by hand.

`(hypotheses, goal)`; all variables are real. A true one is tight at an end, inside, at infinity or nowhere; a
false one fails by strictness, at one far point, by the kind of an end, or by a constant that is a little off.
"""

from __future__ import annotations

import sympy as sp
from sympy import And, Rational, cosh, exp, log, sinh, tanh
from sympy.abc import a, b, x, y

MILLIONTH = Rational(1, 10**6)
E_BELOW, E_ABOVE = Rational(2718281, 10**6), Rational(2718282, 10**6)

TOWERS = {
    "tangent": ((), exp(x) >= 1 + x),
    "tangent, strict beside 0": ((x > 0,), exp(x) > 1 + x),
    "below a pole": ((x >= 0, x < 1), exp(x) <= 1 / (1 - x)),
    "tanh": ((x > 0,), tanh(x) < x),
    "tanh, closed": ((x >= 0,), tanh(x) <= x),
    "sinh, third order": ((x >= 0,), sinh(x) >= x + x**3 / 6),
    "cosh": ((), cosh(x) >= 1 + x**2 / 2),
    "zero of third order": ((x > 0,), (x - 2) * exp(x) + x + 2 > 0),
    "second order": ((x >= 0,), exp(-x) <= 1 - x + x**2 / 2),
    "Pade": ((x > 0, x < 2), exp(x) < (2 + x) / (2 - x)),
    "logarithm below": ((x >= 0,), x / (1 + x) <= log(1 + x)),
    "logarithm above": ((x > -1,), log(1 + x) <= x),
    "logarithm, Pade": ((x >= 0,), log(1 + x) >= 2 * x / (2 + x)),
    "area": ((x > 0, x < 1), log((1 + x) / (1 - x)) > 2 * x),
    "x log x": ((x > 0,), x * log(x) >= x - 1),
    "x log x, between numbers": ((x > 0,), x * log(x) >= -Rational(37, 100)),
    "softplus": ((x >= 0,), log(1 + exp(x)) <= log(2) + x / 2 + x**2 / 8),
    "log cosh": ((), log(cosh(x)) <= x**2 / 2),
    "one over x": ((x > 0,), (1 + 1 / x) * exp(-1 / x) < 1),
    "one over x, logarithm": ((x > 0,), log(1 + 1 / x) > 1 / (1 + x)),
    "highest at 1": ((x > 0,), x * exp(-x) <= exp(-1)),
    "mean slope": ((x > 0,), (exp(x) - 1) / x < exp(x)),
    "parameter": ((x >= 0, a >= 0), a * exp(x) >= a * (1 + x)),
    "two goals": ((x > 0,), And(exp(x) > 1 + x, exp(x) > 1 + x + x**2 / 2)),
}
"""Proved with grade `exact`."""

ZONES = {
    "line below": ((), exp(x) > 2 * x),
    "line just below": ((), exp(x) > E_BELOW * x),
    "tangent, a little lower": ((), exp(x) > E_ABOVE * x - 2 * MILLIONTH),
    "tangent at 0, a little lower": ((), exp(x) > 1 + x - MILLIONTH),
    "Pade, a little higher": ((x >= 0, x < 2), exp(x) < (2 + x) / (2 - x) + MILLIONTH),
    "a bump": ((x >= 0,), exp(x) + x**2 - 10 * x * exp(-x) > -2),
    "square, and nothing else": ((), exp(2 * x) - 4 * x * exp(x) + 4 * x**2 + x**2 / 10**3 > 0),
    "cosh and a line": ((), cosh(x) > Rational(3, 2) * x - Rational(1, 10)),
}
"""Proved with grade `enclosed` or better."""

ORDERS = {
    "rising": ((x > 0, y > x), x * exp(x) < y * exp(y)),
    "one over, rising": ((x > 0, y > x), exp(-1 / x) < exp(-1 / y)),
    "one over with a parameter": ((x > 0, y > x, a > 0), exp(-a / x) < exp(-a / y)),
    "tangent at another point": ((x > y,), exp(x) >= exp(y) * (1 + x - y)),
    "mean value": ((a > 0, b > a), log(b) - log(a) < (b - a) / a),
    "product": ((x > 0, y > 0), exp(x) * exp(y) > (1 + x) * (1 + y)),
    "chord": ((x >= 0, x <= 1), log(1 + x) >= x * log(2)),
    "tanh rises": ((x > 0, y > x), tanh(x) < tanh(y)),
}
"""Proved with grade `exact`, from the order of exponents and arguments."""

FALSE = {
    "strict at 0": ((), exp(x) > 1 + x),
    "strict at a closed end": ((x >= 0,), exp(x) > 1 + x),
    "tanh at a closed end": ((x >= 0,), tanh(x) < x),
    "below 0": ((x > -1,), sinh(x) >= x + x**3 / 6),
    "beyond the pole": ((x >= 0, x <= 2), exp(x) <= 1 / (1 - x)),
    "at the pole": ((x >= 0, x <= 1), exp(x) <= 1 / (1 - x)),
    "undefined at a closed end": ((x >= 0,), sp.Ge(x * log(x), x - 1, evaluate=False)),
    "a line just above": ((), exp(x) > E_ABOVE * x),
    "a line that is above by a millionth": ((), exp(x) > E_BELOW * x + 2 * MILLIONTH),
    "tangent, higher by a millionth": ((), exp(x) >= 1 + x + MILLIONTH),
    "Pade, lower by a millionth": ((x >= 0, x < 2), exp(x) <= (2 + x) / (2 - x) - MILLIONTH),
    "only far out": ((x >= 0,), exp(x / 20) < 10**9 + x),
    "only far below": ((x <= 0,), exp(-x / 20) < 10**9 - x),
    "only near the open end": ((x > 0,), log(x) > -20),
    "third order with a wrong constant": ((x >= 0,), sinh(x) >= x + x**3 / 5),
    "logarithm, Pade the wrong way": ((x > 0,), log(1 + x) <= 2 * x / (2 + x)),
    "x log x, too high": ((x > 0,), x * log(x) >= -Rational(36, 100)),
    "falling, not rising": ((x > 0, y > x), x * exp(-x) < y * exp(-y)),
    "strict for a parameter that may be 0": ((x > 0, a >= 0), a * exp(x) > a * (1 + x)),
    "one of two goals": ((x > 0,), And(exp(x) > 1 + x, exp(x) > 1 + x + x**2)),
    "a little dip": ((x >= 0,), exp(x) + x**2 - 10 * x * exp(-x) > -Rational(1, 10)),
}
"""Refuted by an exact point."""

NOT_PROVED = {
    "as low as the bump, to a millionth": ((), exp(x) > (exp(1) + MILLIONTH) * x),
    "the line itself, strict": ((), exp(x) > exp(1) * x),
    "double root where no number is rational": (
        (),
        exp(2 * x) - 4 * exp(x) + 4 > 0,
    ),
}
"""False, at points that are or are not found: anything but proved."""
