"""Countable index sets: what is true of finite sets alone is proved of these, and not of countable ones.

Each planted error comes with a countable model in which it fails, summed by hand or by `GeometricModel`.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
import sympy as sp

from tests.geometric_model import GeometricModel, InfiniteSumError
from tests.random_models import random_models
from verify.evidence import Evidence, Grade, Outcome
from verify.language.note import Note
from verify.probability.convergence import Convergence, sums_in
from verify.probability.derivation import Derivation, Step
from verify.probability.infinite_sets import allows_infinite_sets
from verify.probability.model import Model
from verify.probability.refutation import has_model
from verify.probability.rules import Algebra, TermBelowTotal, Termwise
from verify.probability.statements import RatioBetween, TermwiseSum
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover
from verify.recheck import judge

a, b, c, k, s, t, u, v, w, x, y, z = sp.symbols("a b c k s t u v w x y z")
ONE = {v: (z,), w: (z,)}
TWO = {a: (y,), b: (z,), c: (y, z), u: (z,)}
LAW = (w >= 0, sp.Eq(Total(w, z), 1))
HALF = Fraction(1, 2)


@pytest.fixture(scope="module")
def prover():
    return Prover()


def eq(left, right):
    return sp.Eq(left, right, evaluate=False)


def chain(families, hypotheses, goal, rule=None, events=()):
    setting = Setting(families, hypotheses, events)
    return Derivation(setting, goal, (Step(goal, rule or Algebra()),))


def over(statement, supports):
    return replace(statement, setting=replace(statement.setting, supports=supports))


ROWS, COLUMNS = Total(Total(c, z), y), Total(Total(c, y), z)
FINITE_ONLY = {
    # Iterated sums, each convergent, exchanged: c = 1 at y = z, -1 at y = z + 1.
    "exchanged": chain(TWO, (eq(ROWS, t), eq(COLUMNS, k)), eq(ROWS, COLUMNS)),
    # A largest v, which a family on an infinite set need not have: w = 1/2^n, v = 2^n.
    "no-largest": chain(ONE, (*LAW, v >= 0), Total(v * w, z) >= 0, Termwise()),
    # The same with v below a bound that varies with the element.
    "bound-varies": chain({**ONE, b: (z,)}, (*LAW, v >= 0, v <= b, b >= 1), Total(v * w, z) >= 0, Termwise()),
    # Terms >= 0 whose sum is infinite: w = 1.
    "infinite-sum": chain(ONE, (w >= 0,), Total(w, z) >= 0, Termwise()),
    "term-of-infinite-sum": chain(ONE, (w >= 0,), w <= Total(w, z), TermBelowTotal()),
    # A difference of sums where each is infinite: v = w = 1.
    "difference": chain(ONE, (eq(Total(v - w, z), t),), eq(Total(v - w, z), Total(v, z) - Total(w, z))),
    # The divisor comes as close to 0 as it likes: w = v = 1/2^n.
    "small-divisor": chain(ONE, (*LAW, v > 0), eq(Total(2 * w / v, z), 2 * Total(w / v, z))),
    # Below a convergent sum without a bound from below: w = 1/2^n, v = -1.
    "strict": chain(ONE, (*LAW, v < w), Total(v, z) < Total(w, z), Termwise()),
    # An infinite product of sums: the sum over one index does not converge.
    "product": chain(TWO, (a >= 0, eq(Total(b, z), 1)), eq(Total(a * b, y, z), Total(a, y) * Total(b, z))),
    "finitely-many": chain(ONE, (Total(1, z) >= 1, w >= 0, w <= 1), Total(w, z) <= Total(1, z), Termwise()),
    # A square may be summable where the family is not: w = 1/(n + 1).
    "root": chain(ONE, (w >= 0, eq(Total(w**2, z), t)), Total(w, z) >= 0, Termwise()),
    # Summable for each y, by a bound that varies with y: over y and z it need not be.
    "each-row": chain(TWO, (c >= 0, c <= b, b >= 0, Total(b, z) <= 1), Total(c, y, z) >= 0, Termwise()),
}
# A positive number below all weights: only finitely many.
FINITE_ONLY["least-weight"] = Derivation(
    Setting(ONE, (*LAW, w >= t, t > 0)),
    t <= 1,
    (
        Step(w <= Total(w, z), TermBelowTotal()),
        Step(sp.Le(t, 1), using=(w <= Total(w, z), w >= t, eq(Total(w, z), 1))),
    ),
)


@pytest.mark.parametrize("name", sorted(FINITE_ONLY))
def test_what_is_true_of_finite_sets_alone_is_not_accepted_as_countable(name, prover):
    statement = FINITE_ONLY[name]
    finite = over(statement, Supports.FINITE).examine((), prover)
    assert finite.proved, finite.note
    assert "for all finite index sets" in finite.statement
    countable = statement.examine((), prover)
    assert countable.outcome is Outcome.OPEN
    assert "for all countable index sets" in countable.statement
    assert any(word in countable.note for word in ("may not converge", "finite sets only"))


NEEDED = {
    "exchanged": (c >= 0,),
    "no-largest": (v <= t,),
    "infinite-sum": (eq(Total(w, z), 1),),
    "term-of-infinite-sum": (Total(w, z) <= 5,),
    "difference": (v >= 0, w >= 0, Total(v + w, z) <= t),
    "small-divisor": (t > 0, v >= t),
    "strict": (v >= -w,),
    "product": (Total(a, y) <= 7,),
}


@pytest.mark.parametrize("name", sorted(NEEDED))
def test_with_a_summable_bound_it_is_proved_of_countable_sets(name, prover):
    statement = FINITE_ONLY[name]
    setting = replace(statement.setting, hypotheses=(*statement.setting.hypotheses, *NEEDED[name]))
    found = replace(statement, setting=setting).examine((), prover)
    assert found.proved and found.grade is Grade.EXACT, found.note


# That the planted errors are errors.


def geometric(coefficient, ratio):
    return ((z,), {("all",): (Fraction(coefficient), (Fraction(ratio),))})


def infinite(**families):
    return GeometricModel({z: {"all": True}}, {sp.Symbol(name): f for name, f in families.items()}, {})


@pytest.mark.parametrize(
    ("families", "hypotheses", "undefined"),
    [
        ({"w": geometric(HALF, HALF), "v": geometric(1, 2)}, {Total(w, z): 1}, Total(v * w, z)),
        ({"w": geometric(1, 1)}, {}, Total(w, z)),
        ({"w": geometric(HALF, HALF), "v": geometric(HALF, HALF)}, {Total(w, z): 1}, Total(w / v, z)),
        ({"w": geometric(HALF, HALF), "v": geometric(-1, 1)}, {Total(w, z): 1}, Total(v, z)),
    ],
)
def test_sums_that_are_not_shown_to_converge_need_not(families, hypotheses, undefined):
    model = infinite(**families)
    for total, value in hypotheses.items():
        assert model.number(total) == value
    with pytest.raises(InfiniteSumError):
        model.number(undefined)


def test_exchanged_sums_differ_in_the_model_named():
    """c[y,z] = 1 at y = z and -1 at y = z + 1: two terms in each column, one or two in each row."""

    def cell(row, column):
        return int(row == column) - int(row == column + 1)

    columns = [sum(cell(row, column) for row in range(50)) for column in range(40)]
    rows = [sum(cell(row, column) for column in range(50)) for row in range(40)]
    assert sum(columns) == 0 and sum(rows) == 1


# Which sums converge, by which reason.


@pytest.mark.parametrize(
    ("families", "hypotheses", "total", "shown"),
    [
        (ONE, LAW, Total(w, z), True),
        (ONE, LAW, Total(w**2, z), True),  # summable, so bounded
        (ONE, LAW, Total(v, z), False),
        (ONE, (sp.Or(Total(w, z) > 1, t > 0),), Total(w, z), False),  # the other part may be the true one
        (ONE, (*LAW, v <= w), Total(v, z), False),
        (ONE, (*LAW, v <= w, -v <= w), Total(v, z), True),
        (ONE, (*LAW, t > 0, t * v <= w, v >= 0), Total(v, z), True),
        (TWO, (eq(Total(c, y, z), 1),), Total(c, z), True),
        (TWO, (eq(Total(c, y, z), 1),), Total(Total(c, z) ** 2, y), True),
        (TWO, (eq(Total(c, z), 1),), Total(c, y, z), False),  # for each y a sum of 1
        (TWO, (eq(Total(c, z), 1), eq(Total(a, y), 1)), Total(a * c, y, z), False),  # c may be of both signs
        (TWO, (c >= 0, eq(Total(c, z), a), eq(Total(a, y), 1)), Total(c, y, z), True),  # Tonelli
        (TWO, (eq(Total(c, z), a), eq(Total(a, y), 1)), Total(c, y, z), False),
        (TWO, (eq(Total(a, y), 1), eq(Total(b, z), 1), c >= 0, c <= 1), Total(a * b * c, y, z), True),
        (TWO, (eq(Total(a, y), 1), b >= 0, b <= 1), Total(a * b, y, z), False),  # bounded, and it runs
        (TWO, (eq(Total(c, y, z), 1), eq(Total(u, z), 1)), Total(c * u, y, z), True),
        (TWO, (eq(Total(c, z), 1), eq(Total(a, y), 1), c >= 0), Total(c * a, y, z), False),
    ],
)
def test_which_sums_are_shown_to_converge(families, hypotheses, total, shown, prover):
    setting = Setting(families, hypotheses)
    assert Convergence(setting, setting.facts(), prover).evidence(total).proved is shown


def test_a_normal_form_needs_the_sums_into_which_it_falls_apart():
    setting = Setting(TWO)
    product_of_sums = Total(a * (b + Total(c, z)), y, z) >= 0
    assert set(sums_in(setting, product_of_sums)) >= {Total(a, y), Total(b, z)}
    assert Total(v, z) in sums_in(Setting(ONE), Total(v - w, z) >= Total(v, z) - Total(w, z))


def test_what_the_prover_cannot_show_of_a_bound_leaves_the_sum_open(prover):
    class Unsure(Prover):
        def prove(self, implication):
            return Evidence(Note(implication), Outcome.OPEN, None, "planted")

    setting = Setting(ONE, (*LAW, v >= 0, v <= 1))
    assert Convergence(setting, setting.facts(), prover).evidence(Total(v * w, z)).proved
    assert not Convergence(setting, setting.facts(), Unsure()).evidence(Total(v * w, z)).proved


# The obligations in the evidence.


def test_evidence_carries_the_obligations_and_the_kernel_checks_them(prover):
    setting = Setting(ONE, (*LAW, v >= 0, v <= 1))
    statement = RatioBetween(setting, Total(v * w, z), Total(w, z), sp.Integer(0), sp.Integer(1))
    found = statement.examine((), prover)
    assert found.proved and found.grade is Grade.EXACT
    said = [str(part.statement) for part in found.parts]
    assert f"{Total(v * w, z)} converges absolutely" in said
    assert "the hypotheses allow infinite index sets" in said
    converges = next(p for p in found.parts if str(p.statement) == f"{Total(v * w, z)} converges absolutely")
    own = list(converges.certificates)
    assert own and all(certificate in list(found.certificates) for certificate in own)
    assert all(j.accepted for j in judge([("evidence", certificate) for certificate in found.certificates]))


def test_a_weak_proof_of_convergence_makes_the_whole_weak(prover):
    class Weak(Prover):
        def prove(self, implication):
            found = super().prove(implication)
            about_v_alone = implication.goal.free_symbols == {v}
            return replace(found, grade=Grade.SOLVER) if found.proved and about_v_alone else found

    setting = Setting(ONE, (*LAW, v >= 0, v <= 1))
    statement = TermwiseSum(setting, Total(v * w, z) <= Total(w, z))
    assert statement.examine((), prover).grade is Grade.EXACT
    assert statement.examine((), Weak()).grade is Grade.SOLVER


def test_a_positive_family_has_to_be_summable(prover):
    """Termwise(where=m) takes a positive sum of m to mean a positive term."""
    hypotheses = (w >= 0, Total(w, z) <= 1, v <= 1, v >= 0, v < 1)
    goal = Total(w * v, z) < Total(w, z)
    weights = {**ONE, b: (z,)}
    setting = Setting(weights, (*hypotheses, b <= w, Total(w, z) > 0))
    steps = (Step(goal, Termwise(where=b)),)
    found = Derivation(setting, goal, steps).examine((), prover)
    assert "may not converge over infinite sets: Total(b, z)" in found.note


def test_a_finite_model_refutes_a_statement_about_countable_sets(prover):
    statement = TermwiseSum(Setting(ONE, (*LAW, v >= 0, v <= 2)), Total(v * w, z) <= 1)
    assert statement.examine((), prover).refuted


# Splitting an element, looked at in finite models: in two, of weights 1/3 and 2/3.

SPLIT = Setting(
    {c: (y, z), u: (z,), b: (z,), s: (y,)},
    (c >= 0, u >= 0, eq(Total(c, y, z), 1), eq(Total(u, z), 1), eq(c, u * Total(c, z)), b >= 0, b <= 1),
    events=(s,),
)


def split_model(model, index, scaled):
    """The first element of a set in two, the second of them at the end."""
    sizes = dict(model.sizes)
    sizes[index] += 1
    values = {}
    for (symbol, place), value in model.values.items():
        indices = model.setting.families.get(symbol, ())
        if index not in indices or place[indices.index(index)] != 1:
            values[symbol, place] = value
            continue
        at = indices.index(index)
        other = (*place[:at], sizes[index], *place[at + 1 :])
        one, two = (Fraction(1, 3), Fraction(2, 3)) if symbol in scaled else (1, 1)
        values[symbol, place], values[symbol, other] = one * value, two * value
    return Model(model.setting, sizes, values)


def test_split_elements_keep_the_hypotheses():
    symbols = [c, u, b, s]
    for model in random_models(SPLIT, SPLIT.facts(), symbols, 8, seed=2, largest=3):
        for index, scaled in ((y, {c}), (z, {c, u})):
            if model.sizes[index]:
                larger = split_model(model, index, scaled)
                assert all(larger.holds(fact) for fact in SPLIT.facts())
    found = allows_infinite_sets(SPLIT, SPLIT.facts(), has_model(SPLIT, SPLIT.facts()))
    assert [part.method for part in found.parts[1:]] == ["in proportion: c", "in proportion: c, u"]


@pytest.mark.parametrize(
    ("hypotheses", "allowed"),
    [
        ((w >= 0, v >= 0), True),  # no sums: elements are copied
        (LAW, True),
        ((*LAW, w > 0), True),
        ((*LAW, w >= t, t > 0), False),
        ((*LAW, v * w >= t, v <= 2, t > 0), False),
        ((Total(1, z) > 0,), False),
        ((*LAW, eq(Total(w**2, z), 1)), False),  # one element alone
        ((*LAW, eq(Total(v * w, z), 1), v >= 0, v <= 1), True),
    ],
)
def test_which_hypotheses_allow_infinite_sets(hypotheses, allowed):
    setting = Setting(ONE, hypotheses)
    model = has_model(setting, setting.facts())
    assert model.proved
    assert allows_infinite_sets(setting, setting.facts(), model).proved is allowed


def test_hypotheses_that_leave_a_set_empty_do_not_allow_infinite_ones():
    setting = Setting(ONE, (w > 0, w < 0))
    model = has_model(setting, setting.facts())
    assert model.proved and not allows_infinite_sets(setting, setting.facts(), model).proved


# Closed forms of the models.


@pytest.mark.parametrize(("first", "second"), list(product((1, 2, -3), repeat=2)))
def test_closed_forms_of_geometric_sums_against_partial_sums(first, second):
    """The terms left out after n places add up to less than the bound of a geometric tail."""
    ratio, other = Fraction(first, 5), Fraction(second, 7)
    model = infinite(w=geometric(2, ratio), v=geometric(3, other))
    partial = sum(2 * ratio**n * 3 * other**n for n in range(30))
    tail = 6 * abs(ratio * other) ** 30 / (1 - abs(ratio * other))
    assert abs(model.number(Total(w * v, z)) - partial) <= tail
    assert model.number(Total(w * v, z)) == 6 / (1 - ratio * other)


SIZE = Total(sp.Abs(v - w), z)
TWO_LAWS = (*LAW, v >= 0, eq(Total(v, z), 1))


def test_two_summable_families_dominate_together_what_neither_does_alone(prover):
    termwise = Step(eq(SIZE, Total(v + w - 2 * sp.Min(v, w), z)), Termwise())
    goal = eq(SIZE, 2 - 2 * Total(sp.Min(v, w), z))
    setting = Setting(ONE, TWO_LAWS)
    assert Derivation(setting, goal, (termwise, Step(goal))).examine((), prover).proved
    sums = Convergence(setting, setting.facts(), prover)
    assert sums.evidence(SIZE).proved
    assert not sums.evidence(Total(sp.Max(v, w, t), z)).proved
    one_law = Setting(ONE, (*LAW, v >= 0))
    assert not Convergence(one_law, one_law.facts(), prover).evidence(SIZE).proved
