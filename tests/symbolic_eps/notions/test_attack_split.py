"""A budget under a notion over several releases: the shares compose to the whole, exactly and as doubles."""

from fractions import Fraction
from math import prod

import pytest
import sympy as sp

from symbolic_eps.cli import main
from symbolic_eps.notions.attack_split import attack_split
from symbolic_eps.notions.composition import composed
from symbolic_eps.notions.notion import Notion
from tests.json_schemas import validated


@pytest.mark.parametrize("asked", [{"releases": 3}, {"weights": [1, 2, "1/2"]}, {"weights": [1, "1e-9"]}])
def test_shares_make_the_whole_exactly_and_as_doubles_no_more(asked):
    found = attack_split("log(9)", "approximate", "1/1000", **asked)
    left = prod((1 - share.delta for share in found.shares), start=sp.Integer(1))
    assert abs(sp.N(left - (1 - found.delta), 60)) < sp.Float("1e-50", 60)
    assert sp.simplify(sum(share.budget for share in found.shares) - sp.log(9)) == 0
    assert 1 - prod(1 - Fraction(share.delta_double) for share in found.shares) <= Fraction(1, 1000)
    assert sp.Rational(sum(Fraction(share.budget_double) for share in found.shares)) <= sp.N(sp.log(9), 60)


@pytest.mark.parametrize(("notion", "delta"), [(Notion.APPROXIMATE, "19/100"), (Notion.RENYI_2, "0")])
def test_equal_shares_are_the_reverse_of_composition(notion, delta):
    share = attack_split("2", notion, delta, releases=2).shares[0]
    assert composed(notion, share.budget, share.delta, 2) == (2, sp.Rational(delta))


def test_split_writes_text_and_json(capsys):
    assert main(["split", "2", "--notion", "renyi-2", "--weights", "1,3"]) == 0
    assert "1 release with rho = 1/2\n" in capsys.readouterr().out
    assert (
        main(["split", "2", "--notion", "approximate", "--delta", "19/100", "--releases", "2", "--json"]) == 0
    )
    found = validated(capsys.readouterr().out, "split-attacks")
    assert [one["delta"]["closed_form"] for one in found["releases"]] == ["1/10", "1/10"]


@pytest.mark.parametrize(
    "asked",
    [
        "2 --notion approximate --releases 2",
        "2 --notion renyi-2 --delta 1/2 --releases 2",
        "2 --notion approximate --delta 2 --releases 2",
        "2 --notion approximate --delta 1/3",
        "--notion renyi-2 --releases 2",
        "2 --delta 1/3 --releases 2",
        "2 --notion renyi-2 --profile 3 --releases 2",
        "2 --notion renyi-3 --releases 2",
        "2 --notion renyi-2 --weights 1,x",
    ],
)
def test_bad_input_is_one_line(asked, capsys):
    assert main(["split", *asked.split()]) == 2
    assert capsys.readouterr().err.count("\n") == 1
