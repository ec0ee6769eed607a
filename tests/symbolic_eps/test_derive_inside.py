"""`derive` of minima inside both ranges: roots of polynomials, told, kept and read again, and proved."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
import sympy as sp
from mpmath import mpf

from symbolic_eps import derive
from symbolic_eps.answers import derivation, interior_minimum
from symbolic_eps.answers.saved_work import SavedWork
from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.closed_forms.roots import isolating, root_between
from symbolic_eps.closed_forms.storage import restored, stored
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.profiles.parse import parse_profile
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.report.derivation import record
from symbolic_eps.theory.symbols import DECAY
from tests.grid_minimum import grid_minimum
from verify.recheck import check

P, Q = PRIORS
INSIDE: dict[str, Callable[[mpf, mpf], mpf]] = {
    "1 + p**2/q + 1/(5*p)": lambda p, q: 1 + p**2 / q + 1 / (5 * p),
    "1 + 1/p + 1/q": lambda p, q: 1 + 1 / p + 1 / q,
    "max(q/p, p/q) + 1": lambda p, q: max(q / p, p / q) + 1,
}


@pytest.mark.family(18)
@pytest.mark.parametrize("text", INSIDE)
@pytest.mark.parametrize("patience", [None, 300])
def test_the_value_is_exact_and_a_refined_grid_agrees(text: str, patience: float | None) -> None:
    found = derive(text, patience=patience)
    assert found.complete and str(found.grade) == "exact"
    assert abs(grid_minimum(INSIDE[text]) - epsilon_at_precision(found.derived, {}, 25)) < mpf(10) ** -9
    for certificate in found.certificates.values():
        check(certificate, {})


def test_a_place_where_one_prior_is_fixed_is_proved_before_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a high power: the search finds no value in a minute, and this needs some seconds."""
    monkeypatch.setattr(derivation, "infimum", fails)
    found = derive("1 + p**5/7 + 1/(9*p**3)", fixed={"q": "1/3"}, patience=300)
    value = float(epsilon_at_precision(found.derived, {}, 25))
    floats = (
        budget(1 + p**5 / 7 + 1 / (9 * p**3), p, 1 / 3) for p in (k / 20_000 for k in range(2000, 20_001))
    )
    assert 0 <= min(floats) - value < 1e-8
    for certificate in found.certificates.values():
        check(certificate, {})


def budget(risk: float, p: float, q: float) -> float:
    """By Theorem 2, in floats."""
    margin = 1 - risk * p * q
    root = math.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * margin / risk)
    low = 1 - p + 2 * p * (1 - q) + root
    return math.log1p((risk - 1) / margin * (1 - p + root) / low) if margin > 0 else math.inf


def fails(*_: object, **__: object) -> None:
    raise AssertionError("nothing is searched for")


def test_the_priors_are_told_as_roots() -> None:
    found = derive("1 + p**2/q + 1/(5*p)")
    (branch,) = record(found)["branches"]
    told = branch["attained"][0]["roots_of"]["p"]
    low, high = map(sp.Rational, told["between"])
    polynomial = sp.Poly(parse_profile(told["polynomial"]))
    assert polynomial.count_roots(low, high) == 1
    assert low < branch_root(found, P) < high
    assert polynomial.eval(branch_root(found, P).evalf(40)) < mpf(10) ** -20
    text = str(found)
    assert f"p is the only root of {told['polynomial']} = 0" in text
    assert "at p = 0.32555297978" in text


def test_a_ridge_is_told_by_short_functions_of_x() -> None:
    """By hand: p = q = x/(2 (1 + x)), see `test_concavity`."""
    found = derive("max(q/p, p/q) + 1")
    assert branch_root(found, P) == branch_root(found, Q)
    assert sp.cancel(branch_root(found, P) - DECAY / (2 * (DECAY + 1))) == 0
    assert "at p = x/(2*(x + 1)), q = x/(2*(x + 1))" in str(found)


def branch_root(found, v):
    return found.derived.branches[0].attained[0].place[v]


def test_roots_are_kept_and_read_again() -> None:
    found = derive("1 + 1/p + 1/q")
    assert restored(stored(found.derived.branches)) == found.derived.branches


@pytest.mark.parametrize(
    "slip",
    [
        ["root", ["1", "0", "-2"], "2", "3"],
        ["root", ["1", "0", "-2"], "-2", "2"],
        ["root", ["1", "-1"], "1", "2"],
        ["root", ["2"], "0", "1"],
        ["root", ["1", "p"], "0", "1"],
        ["root", ["1", "0", "-2"], "2"],
        ["root", [], "0", "1"],
    ],
)
def test_a_damaged_root_is_refused(slip: list) -> None:
    root = sp.CRootOf(DECAY**3 - 2, 0)
    place = Attainment((), {P: root, Q: sp.Integer(1)}, AttainmentKind.POINT)
    document = stored([Branch((), DECAY - 1, None, (place,), (sp.Integer(0), sp.Integer(2)))])
    assert restored(document)[0].attained[0].place[P] == root
    document["branches"][0]["attained"][0]["place"]["p"] = slip
    with pytest.raises(InputError):
        restored(document)


def test_a_root_and_its_interval_name_each_other() -> None:
    for k in range(3):
        root = sp.CRootOf(8 * DECAY**3 - 14 * DECAY**2 + 7 * DECAY - 1, k)
        if isinstance(root, sp.CRootOf):
            assert root_between(root.poly.all_coeffs(), *isolating(root)) == root


def test_what_was_kept_is_derived_to_the_same_again(tmp_path: Path) -> None:
    found = derive("max(q/p, p/q) + 1")
    for name, text in found.files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    again = derive("max(q/p, p/q) + 1", saved=SavedWork(tmp_path))
    assert again.derived.branches == found.derived.branches
    assert again.certificates.keys() == found.certificates.keys()


@pytest.fixture
def unproved_inside(monkeypatch) -> None:
    """Planted: the theorem's proof fails."""

    def fails(*_: object) -> None:
        raise UndecidedError("planted")

    monkeypatch.setattr(interior_minimum.located, "inner_infimum", fails)


@pytest.mark.slow
@pytest.mark.usefixtures("unproved_inside")
def test_a_minimum_that_is_not_proved_inside_is_looked_for_elsewhere() -> None:
    told: list[str] = []
    found = derive("3", progress=told.append)  # in the limit q -> 0
    assert found.complete and not any("planted" in text for text in told)
    found = derive("1 + 1/10/p + 1/20/q", progress=told.append)  # where p = 1, which the search finds too
    assert found.complete and any("planted" in text for text in told)


@pytest.mark.slow
@pytest.mark.usefixtures("unproved_inside")
def test_where_no_place_is_proved_all_candidates_are_looked_through() -> None:
    told: list[str] = []
    derive("max(q/p, p/q) + 1", progress=told.append)
    assert "planted: looking through all candidates" in told
