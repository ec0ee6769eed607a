"""What SymPy symbols declare, in profiles, caps, groups and assumptions, is honoured or refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp
from sympy.core.assumptions import _assume_defined

from symbolic_eps import Cap, Group, RiskProfile, derive, design, infimum, recommend, signs, sweep
from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.inverse.goal import budget_goal
from symbolic_eps.theory.symbols import parameter

p, q = sp.symbols("p q")
b = sp.Symbol("b", positive=True)
INTEGER = sp.Symbol("n", integer=True)
ABOVE = sp.Gt(INTEGER, 1)

TAKES: dict[str, Callable[[sp.Symbol], Any]] = {
    "RiskProfile": lambda n: RiskProfile(1 + n / (p * q)),
    "RiskProfile.assumptions": lambda n: RiskProfile("1 + n/p", [n > 1]),
    "RiskProfile.box": lambda n: RiskProfile("3", ["n>1"], {}, [sp.Le(p, 1 / n)]),
    "infimum": lambda n: infimum(RiskProfile(1 + n / p, ["n>1"], {"q": 1})),
    "derive": lambda n: derive(1 + n / p, ["n>1"], ["q=1"]),
    "derive.assumptions": lambda n: derive("1 + n/p", [n > 1], ["q=1"]),
    "derive.box": lambda n: derive("3", ["0<n<1"], box=[sp.Le(p, n)]),
    "derive.fixed": lambda n: derive("3", ["0<n<1"], {"q": n}),
    "derive.posterior": lambda n: derive(posterior=n, assumptions=["0<n<1"]),
    "Cap": lambda n: derive(Cap("posterior", n), ["0<n<1"]),
    "Group": lambda n: derive(Group((Cap("relative-risk", 1 + n / p),), {"q": 1}), ["n>1"]),
    "Group.box": lambda n: derive(Group((Cap("relative-risk", 3),), box=[sp.Le(p, n)])),
    "recommend": lambda n: recommend(1 + n / p, {"n": 2}, {"q": 1}),
    "recommend.width": lambda n: recommend(1 + sp.exp(n) / p, {"n": 2}, {"q": 1}, width="1/100"),
    "design": lambda n: design(1 + n / p, "n", budget_goal("1"), fixed={"q": 1}, assumptions=["n>0"]),
    "signs": lambda n: signs(1 + n / p, ["n>1"], ["q=1"]),
    "sweep": lambda n: list(sweep(1 + n / p, {"n": [2, 3]}, fixed={"q": 1})),
}  # fmt: skip


@pytest.mark.parametrize("name", TAKES)
def test_what_is_not_taken_into_account_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=r'n is declared with integer=True.*declare it as Symbol\("n"\)'):
        TAKES[name](INTEGER)


@pytest.mark.parametrize("name", sorted(_assume_defined))
def test_every_property_of_sympy_is_assumed_or_refused(name: str) -> None:
    symbol = sp.Symbol("n", **{name: True})
    try:
        known = RiskProfile(sp.Max(symbol, 2, evaluate=False)).assumptions
    except InputError as error:
        assert 'declare it as Symbol("n")' in str(error)
        return
    numbers = [sp.Integer(-1), sp.Integer(0), sp.sqrt(2)]
    admitted = [all(c.relational.subs(parameter("n"), v) == sp.true for c in known) for v in numbers]
    assert admitted == [getattr(v, f"is_{name}") for v in numbers]


def test_a_sign_is_assumed() -> None:
    found = infimum(RiskProfile(1 + b / (p * q), ["b<1"]))
    (branch,) = found.branches
    own = parameter("b")
    assert branch.epsilon is not None
    assert sp.simplify(sp.exp(branch.epsilon) - (1 + own) / (1 - own)) == 0
    assert [str(c) for c in found.profile.assumptions] == ["b < 1", "b > 0"]
    assert found.profile == RiskProfile("1 + b/(p*q)", ["b<1", "b>0"])


@pytest.mark.family(18)
@pytest.mark.parametrize(
    "declared",
    [
        lambda: derive(1 + b / (p * q), ["b<1"]),
        lambda: derive("1 + b/(p*q)", [sp.Lt(b, 1)]),
        lambda: derive(difference=b, assumptions=["b<1"]),
        lambda: derive(Cap("difference", b), ["b<1"]),
        lambda: derive([Group((Cap("difference", b),))], ["b<1"]),
    ],
)
def test_every_way_in_assumes_the_same(declared: Callable[[], Any]) -> None:
    stated = derive("1 + b/(p*q)", ["b<1", "b>0"])
    found = declared()
    assert set(found.profile.assumptions) == set(stated.profile.assumptions)
    assert found.derived.branches == stated.derived.branches


def test_a_value_that_contradicts_a_sign_is_refused() -> None:
    r = sp.Symbol("r", negative=True)
    with pytest.raises(DomainError, match="r = 3: the profile's symbol declares r < 0"):
        recommend(r, {"r": 3})
    assert recommend(sp.Symbol("r", positive=True), {"r": 3}).closed_form == sp.log(3) / 2


def test_a_prior_is_positive_whatever_it_declares() -> None:
    plain = RiskProfile("1 + b/(p*q)", ["b>0"])
    assert RiskProfile(1 + b / (sp.Symbol("p", positive=True) * sp.Symbol("q", real=True))) == plain
    with pytest.raises(InputError, match=r'Symbol\("p", negative=True\): a prior lies in \(0, 1\]'):
        RiskProfile(2 - sp.Symbol("p", negative=True))


def test_two_symbols_of_one_name_are_refused() -> None:
    with pytest.raises(
        InputError, match=r'two symbols are called b, Symbol\("b"\) and Symbol\("b", positive'
    ):
        RiskProfile(1 + b + sp.Symbol("b"))
    other = sp.Lt(sp.Symbol("b", nonnegative=True), 1)
    with pytest.raises(InputError, match="two symbols are called b"):
        RiskProfile(1 + b, [other])
    with pytest.raises(InputError, match="two symbols are called b"):
        derive(1 + b, [other])
    # A text names the symbol, whatever it declares.
    assert RiskProfile(1 + b, ["b<1"]).parameters == (parameter("b"),)
