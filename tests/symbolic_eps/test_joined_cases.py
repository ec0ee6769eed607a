"""Cases with one answer as one, held against what their branches say at numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest
import sympy as sp

from symbolic_eps.closed_forms import shortest_conditions
from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion, PiecewiseInfimum, Proof
from symbolic_eps.closed_forms.evaluate import holds_at
from symbolic_eps.closed_forms.joined_cases import JoinedCase, joined_cases
from symbolic_eps.closed_forms.shortest_conditions import Region, shortest
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.report.case_headings import Headings
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.evidence import Grade
from verify.language.condition import Condition, Relation, non_negative, positive, zero

a, b = parameter("a"), parameter("b")

ABOVE, BELOW = positive(a - 1), non_negative(1 - a)
LONG = sp.expand((a + 2 * b + 3) ** 4 - 7 * a * b - 1)

NUMBERS = [dict(zip((a, b), pair, strict=True)) for pair in product(map(sp.Rational, range(-2, 4)), repeat=2)]


def meets(regions: Sequence[Region], values: dict[sp.Symbol, sp.Expr]) -> bool:
    return any(all(holds_at(c, values) for c in region) for region in regions)


def differ(wanted: Sequence[Region], excluded: Sequence[Region], found: Sequence[Region]) -> bool:
    """Whether at some number the regions are not what is wanted."""
    return any(
        meets(found, at) != meets(wanted, at) for at in NUMBERS if meets(wanted, at) or meets(excluded, at)
    )


def tree(random: Random, depth: int) -> list[Region]:
    """Disjoint regions that are all, by case distinctions."""
    if depth == 0:
        return [()]
    polynomial = random.choice([a, b, a - 1, b + 1, a - b, a + b - 1])
    cut = Condition(polynomial * random.choice([1, -1]), random.choice([*Relation]))
    return [(condition, *region) for condition in (cut, cut.negation) for region in tree(random, depth - 1)]


def test_regions_of_a_tree_are_what_they_were_at_all_numbers() -> None:
    random, shorter = Random("tree"), 0
    for _ in range(30):
        regions = tree(random, 3)
        wanted = random.sample(regions, random.randint(1, 5))
        excluded = [one for one in regions if one not in wanted]
        found = shortest(wanted, excluded)
        assert not differ(wanted, excluded, found)
        assert not differ(wanted, excluded, shortest(wanted, [], are_all=False))
        shorter += sum(map(len, found)) < sum(map(len, wanted))
    assert shorter > 20


def test_a_set_of_assignments_with_the_wrong_sign_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right = shortest_conditions._literal
    strict = lambda condition: (right(condition)[0], True)  # noqa: E731  # takes >= for <
    monkeypatch.setattr(shortest_conditions, "_literal", strict)
    assert differ([(BELOW,)], [(ABOVE,)], shortest([(BELOW,)], [(ABOVE,)]))


def test_what_is_in_no_region_is_free_only_if_these_are_all() -> None:
    wanted, excluded = [(ABOVE, positive(b))], [(BELOW, positive(b))]
    assert [[str(c) for c in one] for one in shortest(wanted, excluded)] == [["a > 1"]]
    assert shortest(wanted, excluded, are_all=False) == ((ABOVE, positive(b)),)


def form(*branches: Branch, open_: tuple[OpenRegion, ...] = ()) -> PiecewiseInfimum:
    proofs = (Proof(Grade.EXACT),) * len(branches)
    return PiecewiseInfimum(RiskProfile("1 + a/p + b/q"), branches, Proof(Grade.EXACT), proofs, open=open_)


def at_root(polynomial: sp.Expr, *conditions: Condition) -> Branch:
    return Branch(conditions, polynomial, between=(sp.S.Zero, sp.S.One))


ONE, OTHER = x**3 + a * x - 1, x**3 + b * x - 1


def test_answers_that_are_the_same_up_to_a_number_are_one() -> None:
    found = joined_cases(form(at_root(ONE, ABOVE), at_root(3 * ONE, BELOW)))
    assert [(len(case.branches), case.regions) for case in found] == [(2, ((),))]
    apart = joined_cases(form(at_root(ONE, ABOVE), at_root(OTHER, BELOW)))
    assert [len(case.branches) for case in apart] == [1, 1]
    numbered = replace(at_root(ONE, BELOW), number=2)
    assert len(joined_cases(form(at_root(ONE, ABOVE), numbered))) == 2


def test_an_edge_is_joined_to_what_holds_beside_it_if_it_has_its_answer_there() -> None:
    edge, inside = at_root(x**3 + x - 1, zero(a - 1)), at_root(ONE, ABOVE)
    (joined,) = joined_cases(form(edge, inside))
    assert joined.first == inside and joined.regions == ((),)
    assert len(joined_cases(form(at_root(x**3 + 2 * x - 1, zero(a - 1)), inside))) == 2


def test_what_differs_within_a_case_says_where() -> None:
    wider = replace(at_root(ONE, BELOW), between=(sp.Rational(-1, 2), sp.S.One))
    (case,) = joined_cases(form(at_root(ONE, ABOVE), wider))
    told = [(members[0].between, regions) for members, regions in case.apart(lambda one: one.between)]
    assert told == [((0, 1), ((ABOVE,),)), ((sp.Rational(-1, 2), 1), ((BELOW,),))]


def headings(*branches: Branch, open_: tuple[OpenRegion, ...] = ()) -> list[str]:
    return [str(where) for _, where in Headings.of(form(*branches, open_=open_)).cases]


def test_the_case_with_an_or_comes_last_unless_something_is_open() -> None:
    up, down = positive(b), non_negative(-b)
    branches = at_root(ONE, ABOVE, up), at_root(ONE, BELOW, down), at_root(OTHER, ABOVE, down)
    rest = Branch((BELOW, up), None)
    assert headings(*branches, rest)[-1] == "Otherwise: "
    some_open = headings(*branches, open_=(OpenRegion(rest.conditions, "not known"),))
    assert some_open[0] == "If either a > 1 and b > 0, or a <= 1 and b <= 0: "


def test_long_polynomials_have_a_name_that_is_no_parameter() -> None:
    found = Headings.of(form(at_root(ONE, positive(LONG)), at_root(OTHER, non_negative(-LONG))))
    assert [str(where) for _, where in found.cases] == ["If G1 > 0: ", "If G1 <= 0: "]
    (definition,) = found.definitions
    assert str(definition.note) == f"with G1 = {LONG}"
    taken = replace(form(at_root(ONE, positive(LONG))), profile=RiskProfile("G1", ["G1>1"]))
    assert "G1" not in {s.name for s in Headings.of(taken).cases[0][0].regions[0][0].symbols}


@pytest.mark.slow
def test_a_sum_of_two_terms_has_three_answers() -> None:
    derived = infimum(RiskProfile("1 + a/p + b/q", ["a>0", "b>0"]))
    cases, random = joined_cases(derived), Random("three")
    assert [len(case.branches) for case in cases] == [4, 2, 3]

    def holding(case: JoinedCase, at: dict[sp.Symbol, sp.Expr]) -> bool:
        return meets([one.conditions for one in case.branches], at)

    for _ in range(60):
        at = {v: sp.Rational(random.randint(1, 300), random.choice([40, 100, 900])) for v in (a, b)}
        told = [meets(case.regions, at) for case in cases]
        assert told == [holding(case, at) for case in cases] and sum(told) == 1
