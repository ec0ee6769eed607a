"""Decision records whose priors are functions of a root: accepted, and damage to what is printed is not."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from symbolic_eps.cli import main
from symbolic_eps.decision import judge
from symbolic_eps.decision.root_text import roots_up_to, with_root
from symbolic_eps.decision.sharpness import Root
from symbolic_eps.minimum.at_numbers import in_root
from symbolic_eps.minimum.at_numbers.in_root import in_terms_of
from symbolic_eps.theory.symbols import DECAY as x
from verify.polynomial import Rejected

RIDGE = ["max(q/p, p/q) + 1"]
ROOTS = [RIDGE, ["1 + 1/(4*p*q)", "--fix", "p=1/2"], ["r*max(p,q)/q", "--set", "r=3"]]
POLYNOMIAL = "x**3 + 3*x**2 + 2*x - 2"


def document(arguments: list[str], folder: Path) -> Any:
    file = folder / "eps.json"
    assert main(["recommend", *arguments, "--json", "--output", str(file)]) == 0
    return json.loads(file.read_text())


@pytest.fixture(scope="module")
def ridge(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return document(RIDGE, tmp_path_factory.mktemp("ridge"))


@pytest.mark.family(24)
@pytest.mark.parametrize("arguments", ROOTS, ids=lambda a: a[0])
def test_roots_have_records(arguments: list[str], tmp_path: Path) -> None:
    assert document(arguments, tmp_path)["record"]["kind"] == "certificates"
    blocked = ("z3", "cvc5", "sympy", "flint", "numpy", "mpmath")
    program = f"import sys\nfor m in {blocked}: sys.modules[m] = None\n"
    program += f"from symbolic_eps.decision.judge import check, read\nfile = {str(tmp_path / 'eps.json')!r}\n"
    program += "print(check(read(file)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("eps = "), done.stderr


SLIPS: dict[str, Callable[[str], str]] = {
    "another root": lambda text: text.replace(", 0)", ", 1)"),
    "another polynomial": lambda text: text.replace("2*x - 2", "2*x - 1"),
    "another function": lambda text: text.replace("/(2*", "/(3*"),
    "a name": lambda text: "x/(2*(x + 1))",
    "a polynomial of high degree": lambda text: f"CRootOf(x**{10**9} - 2, 0)",
    "no polynomial": lambda text: text.replace("2*x - 2", "2/x - 2"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_damage_to_a_place_is_noticed(ridge: Any, slip: str) -> None:
    whole = json.loads(json.dumps(ridge))
    assert POLYNOMIAL in whole["attained"][0]["p"]
    assert judge.check(whole).startswith("eps = 0.65127669882")
    whole["attained"][0]["p"] = SLIPS[slip](whole["attained"][0]["p"])
    whole["record"]["seal"] = judge.seal(whole)
    with pytest.raises(Rejected):
        judge.check(whole)


@pytest.mark.parametrize(
    ("roots", "end", "count"),
    [((1, 2, 3), "5/2", 2), ((1, 2, 3), "0", 0), ((1, 1, 2), "3/2", 1), ((-2, 5), "100", 2), ((), "3", 0)],
)
def test_real_roots_are_counted(roots: tuple[int, ...], end: str, count: int) -> None:
    """Of a product of x - root, times x^2 + 1 without any."""
    product = sp.Poly(sp.prod([x - root for root in roots]) * (x**2 + 1), x)
    powers = [Fraction(int(c)) for c in reversed(product.all_coeffs())]
    assert roots_up_to(powers, Fraction(end)) == count


def test_a_multiple_of_the_polynomial_names_the_same_root() -> None:
    root = Root(
        [Fraction(-2, 3), Fraction(2, 3), Fraction(1), Fraction(1, 3)], Fraction(1, 2), Fraction(3, 5)
    )
    assert with_root(f"1 + CRootOf({POLYNOMIAL}, 0)", root) == "1 + x"


# --- the guess


VALUE = sp.CRootOf(8 * x**3 - 14 * x**2 + 8 * x - 1, 0)
ROOT = sp.CRootOf(x**3 + 3 * x**2 + 2 * x - 2, 0)


def test_a_wrong_guess_is_refused() -> None:
    right = x / (2 * (x + 1))
    assert sp.cancel(in_terms_of(VALUE, ROOT) - right) == 0
    assert in_root._is_value(right, VALUE, ROOT)
    assert not in_root._is_value(right + sp.Rational(1, 10**40), VALUE, ROOT)
    assert not in_root._is_value(x / 3, VALUE, ROOT)


def test_a_conjugate_is_another_number() -> None:
    """The three roots of x^3 - 3 x + 1 are rational functions of each other, x^2 - 2 for one."""
    others = sp.Poly(x**3 - 3 * x + 1, x).real_roots()
    assert len(others) == 3 and all(isinstance(root, sp.CRootOf) for root in others)
    for value in others:
        for root in others:
            found = in_terms_of(value, root)
            assert found is not None
            assert abs(sp.N(found.subs(x, root) - value, 30)) < 1e-25
            assert not any(in_root._is_value(found, other, root) for other in others if other != value)


def test_numbers_that_are_no_short_functions_of_each_other() -> None:
    assert in_terms_of(sp.CRootOf(x**3 - x - 1, 0), sp.CRootOf(x**3 - 2, 0)) is None
