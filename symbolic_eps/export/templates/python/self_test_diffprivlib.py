"""FILL_generated Compares the budgets for diffprivlib with the test vectors, and what accountants let be spent."""

from __future__ import annotations

import sys
from fractions import Fraction

import symbolic_eps_diffprivlib as adapter
from diffprivlib import BudgetAccountant
from diffprivlib.mechanisms import Laplace
from diffprivlib.utils import BudgetError
from self_test_adapter import ended, expected

BUDGETS = (
FILL_checks
)


def answer(functions, point):
    """The eps."""
    return functions[0](*point)


def keeps(functions, point):
    """Whether a mechanism takes the budget, and an accountant lets no more be spent than that."""
    epsilon, accountant = (function(*point) for function in functions)
    Laplace(epsilon=epsilon, sensitivity=1.0)
    part, spent = accountant.epsilon / 7, []
    try:
        while len(spent) < 8:
            accountant.spend(part, 0.0)
            spent.append(part)
    except BudgetError:
        pass
    assert isinstance(accountant, BudgetAccountant) and accountant.delta == 0.0
    return len(spent) in (6, 7) and sum(map(Fraction, spent)) <= Fraction(epsilon)


if __name__ == "__main__":
    sys.exit(ended(adapter, BUDGETS, answer, keeps, expected))
