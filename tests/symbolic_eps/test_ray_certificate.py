"""Decision records of r* = 1 + a p/q + b q/p: accepted without solvers; damage to any part is noticed."""

from __future__ import annotations

import copy
import json
import math
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from symbolic_eps import recommend
from symbolic_eps.cli import main
from symbolic_eps.decision import judge
from symbolic_eps.decision.ray_certificate import certificate_along_rays
from symbolic_eps.decision.sharpness import Root
from symbolic_eps.minimum.stationary.along_rays import border_of, discriminant, inside_cubic, side_cubic
from symbolic_eps.theory.symbols import DECAY as x
from tests.symbolic_eps.test_along_rays import least_along_rays
from verify import kernel
from verify.polynomial import Rejected

TEXT = "1 + 2/5*p/q + q/(3*p)"
UNIT = Fraction(1, 10**10)

PLACES = [
    ("2/5", "1/3", True),
    ("17/10", "13/5", True),
    ("47/20", "27/2", True),
    ("1/10", "2", False),
    ("4/25", "39/10", False),
    ("1/50", "15/2", False),
    ("0.31155", "4", True),  # T < 0, and eps is stationary on two rays
    ("0.6", "30", False),
]


def root_of(a: Fraction, b: Fraction, inside: bool) -> Root:
    """The greatest root in (0, 1) of E, or that of H, between narrow ends."""
    terms = (sp.Rational(c.numerator, c.denominator) for c in (a, b))
    polynomial = sp.Poly(discriminant((inside_cubic if inside else side_cubic)(*terms)), x)
    (low, high), factor = max(
        (ends, f)
        for f, _ in sp.factor_list(polynomial)[1]
        for ends, _ in f.intervals(eps=sp.Rational(1, 10**60), inf=0, sup=1)
    )
    powers = [Fraction(str(c)) for c in reversed(factor.all_coeffs())]
    return Root(powers, Fraction(str(low)), Fraction(str(high)))


def certificate(a: Fraction, b: Fraction, root: Root) -> Any:
    text = f"1 + ({a})*p/q + ({b})*q/p"
    asked: dict[str, Any] = {
        "profile": text,
        "parameters": {},
        "fixed": {},
        "box": [],
        "table": None,
        "variant": "unbounded",
    }
    around = root.low // UNIT * UNIT, -(-root.high // UNIT) * UNIT
    (claim,) = judge.claims_of(judge.question_of(asked), root, around)
    return certificate_along_rays(claim, (a, b), root, around)


@pytest.mark.parametrize(("first", "second", "inside"), PLACES)
def test_the_kernel_accepts_the_least_eps(first: str, second: str, inside: bool) -> None:
    a, b = Fraction(first), Fraction(second)
    root = root_of(a, b, inside)
    one, other = float(a), float(b)
    assert abs(least_along_rays(lambda s, t: 1 + one * s / t + other * t / s) + math.log(root.low)) < 1e-9
    kernel.check(certificate(a, b, root), {})


@pytest.mark.parametrize(("first", "second", "inside"), PLACES)
def test_the_value_of_the_other_case_has_none(first: str, second: str, inside: bool) -> None:
    """Where it is smaller, the claim is false; where it is larger, the factors do not fit."""
    a, b = Fraction(first), Fraction(second)
    try:
        root = root_of(a, b, not inside)
    except ValueError:  # no root at all
        assert border_of(a, b) > 0 or not inside
        return
    assert certificate(a, b, root) is None


@pytest.fixture(scope="module")
def rays(tmp_path_factory: pytest.TempPathFactory) -> Any:
    file = tmp_path_factory.mktemp("rays") / "eps.json"
    assert main(["recommend", TEXT, "--json", "--output", str(file)]) == 0
    return json.loads(file.read_text())


def test_a_machine_without_solvers_accepts_it(rays: Any, tmp_path: Path) -> None:
    assert (rays["record"]["kind"], rays["proof"]["grade"]) == ("certificates", "exact")
    file = tmp_path / "eps.json"
    file.write_text(json.dumps(rays))
    blocked = ("z3", "cvc5", "sympy", "flint", "numpy", "mpmath")
    program = f"import sys\nfor m in {blocked}: sys.modules[m] = None\n"
    program += f"from symbolic_eps.cli import main\nsys.exit(main(['check', {str(file)!r}]))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def _next(text: str) -> str:
    return str(Fraction(text) + Fraction(1, 10**9))


def _cases(record: Any) -> Any:
    return record["certificates"][0]["refutations"][0]["cases"]


def _weight(record: Any, case: str) -> None:
    term = _cases(record)[case]["terms"][-1]
    term["weight"] = _next(term["weight"])


def _square(record: Any) -> None:
    term = next(t for t in _cases(record)[">="]["terms"] if "square" in t)
    term["square"][1][1] = _next(term["square"][1][1])


def _fact(record: Any) -> None:
    _cases(record)["<"]["terms"][0]["gt"].append(0)


def _multiplier(record: Any) -> None:
    multiplier = _cases(record)[">="]["multipliers"][0]
    multiplier["by"][1][1] = _next(multiplier["by"][1][1])


def _cut(record: Any) -> None:
    split = record["certificates"][0]["refutations"][0]["split"]
    split[1][1] = _next(split[1][1])


def _part(name: str, place: int) -> Callable[[Any], None]:
    def damage(record: Any) -> None:
        record[name][place] = _next(record[name][place])

    return damage


RECORD: dict[str, Callable[[Any], None]] = {
    "a coefficient of the polynomial": _part("polynomial", 3),
    "the lower end of X": _part("between", 0),
    "the lower end in the claim": _part("around", 0),
    "a weight beyond the line": lambda record: _weight(record, ">="),
    "a weight below the line": lambda record: _weight(record, "<"),
    "a square": _square,
    "a fact": _fact,
    "a multiplier": _multiplier,
    "the line": _cut,
    "a case is left out": lambda record: _cases(record).pop("<"),
    "a term is left out": lambda record: _cases(record)[">="]["terms"].pop(),
    "no refutation of an undefined bound": lambda record: record["certificates"][0]["refutations"].pop(),
    "the claim": lambda record: record["certificates"][0]["claim"]["hypotheses"].pop(),
    "the path of p": lambda record: record["paths"][0].update(p="1/2"),
    "the path of q": lambda record: record["paths"][0].update(q="x/(2*x + 3)"),
    "no path": lambda record: record["paths"].clear(),
}

DOCUMENT: dict[str, Callable[[Any], None]] = {
    "a larger double": lambda whole: whole.update(epsilon_double=math.nextafter(whole["epsilon_double"], 1)),
    "a digit of eps": lambda whole: whole["epsilon"].update(lower="0.51179186822222523719"),
    "another profile": lambda whole: whole["input"].update(profile="1 + 2/5*p/q + q/(4*p)"),
    "another variant": lambda whole: whole["input"].update(variant="bounded"),
    "another place": lambda whole: whole["attained"][0].update(q="1/5"),
}


@pytest.mark.parametrize("slip", [*RECORD, *DOCUMENT])
def test_damage_is_noticed_under_a_new_seal(rays: Any, slip: str) -> None:
    whole = copy.deepcopy(rays)
    assert judge.check(whole).startswith("eps = 0.5117918682222252")
    DOCUMENT[slip](whole) if slip in DOCUMENT else RECORD[slip](whole["record"])
    whole["record"]["seal"] = judge.seal(whole)
    with pytest.raises(Rejected):
        judge.check(whole)


@pytest.mark.parametrize("text", ["1 + 1/10*p/q + 2*q/p", "1 + 44/729*p/q + 19/36*q/p"])
def test_at_the_side_and_on_the_border_too(text: str, tmp_path: Path) -> None:
    file = tmp_path / "eps.json"
    assert main(["recommend", text, "--json", "--output", str(file)]) == 0
    document = json.loads(file.read_text())
    assert (document["record"]["kind"], document["proof"]["grade"]) == ("certificates", "exact")
    assert main(["check", str(file)]) == 0


def test_where_two_rays_compete_the_enclosure_agrees() -> None:
    """A value that is wrong by the sign of T would be below what is enclosed."""
    found = recommend("1 + 4/25*p/q + 39/10*q/p")
    assert str(found.grade) == "exact"
    root = root_of(Fraction(4, 25), Fraction(39, 10), inside=False)
    assert found.epsilon_double is not None and abs(found.epsilon_double + math.log(root.low)) < 1e-14


LEAVES = "1 + 1/6/(p**3*q)"


def test_a_value_without_a_certificate_of_the_whole_bound_has_leaves(tmp_path: Path) -> None:
    file = tmp_path / "eps.json"
    assert main(["recommend", LEAVES, "--json", "--output", str(file)]) == 0
    whole = json.loads(file.read_text())
    assert (whole["record"]["kind"], whole["proof"]["grade"]) == ("leaves", "exact")
    assert judge.check(whole).startswith("eps in [0.33647223662121293050, 0.33647223662121293051]")
    for slip in ("level", "below"):  # log(7/5) by hand: F = 0 at p = q = 1 without x, and at p = 1, small q
        damaged = copy.deepcopy(whole)
        moved = Fraction(whole["record"][slip]) * (1 + (-1 if slip == "level" else 1) * Fraction(1, 10**18))
        damaged["record"][slip] = str(moved)
        damaged["record"]["seal"] = judge.seal(damaged)
        with pytest.raises(Rejected):
            judge.check(damaged)
    damaged = copy.deepcopy(whole)
    damaged["record"]["leaves"].pop()
    other = copy.deepcopy(whole)
    other["epsilon"].update(lower="0.4", upper="0.5")
    for one in (damaged, other):
        one["record"]["seal"] = judge.seal(one)
        with pytest.raises(Rejected):
            judge.check(one)


def test_a_limit_that_only_curved_ways_reach_has_a_record(tmp_path: Path) -> None:
    """r* tends to 1 where p and q/p both tend to 0, as for q = p^2; on straight ways it does not."""
    file = tmp_path / "eps.json"
    assert main(["recommend", "1 + q/(10*p) + 2*p/3", "--json", "--output", str(file)]) == 0
    whole = json.loads(file.read_text())
    assert judge.check(whole).startswith("eps = 0")
    (path,) = whole["record"]["paths"]
    path.update(q=path["p"])
    whole["record"]["seal"] = judge.seal(whole)
    with pytest.raises(Rejected):
        judge.check(whole)


def test_a_sign_is_found_where_the_remainder_has_large_coefficients() -> None:
    """x^60 is positive; modulo x^2 - 30 x + 9 its coefficients have some 88 digits, and they cancel."""
    root = Root([Fraction(9), Fraction(-30), Fraction(1)], Fraction("0.303"), Fraction("0.304"))
    assert root.sign([Fraction(0)] * 60 + [Fraction(1)]) == 1
    assert root.sign([Fraction(0)] * 60 + [Fraction(-1)]) == -1
    assert root.sign([Fraction(9), Fraction(-30), Fraction(1)]) == 0
    with pytest.raises(Rejected):  # 1/3 - x is negative, but not on all of the wider interval
        Root(root.polynomial, Fraction("0.3"), Fraction("0.4")).sign([Fraction(1, 3), Fraction(-1)])
