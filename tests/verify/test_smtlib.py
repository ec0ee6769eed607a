"""SMT-LIB text: it means what the claim means, whatever a solver takes division by zero to be."""

import re
from fractions import Fraction

import pytest
import z3
from hypothesis import example, given, settings
from hypothesis import strategies as st

from verify.kernel import fingerprint, systems
from verify.solvers.smtlib import script, script_of_system


def claim(variables, hypotheses, goal):
    return {"variables": variables, "hypotheses": hypotheses, "goal": goal}


def z3_answer(text):
    solver = z3.Solver()
    solver.from_string(text)
    return str(solver.check())


# A reader and evaluator of the text, written from the SMT-LIB standard, for points with rational coordinates.


def parsed(text):
    tokens = iter(re.findall(r"\(|\)|\|[^|]*\||[^\s()]+", re.sub(r";.*", "", text)))

    def many():
        found = []
        for token in tokens:
            if token == ")":
                break
            found.append(many() if token == "(" else token)
        return found

    return many()


def evaluated(tree, values, quotient_by_zero):
    match tree:
        case str() if tree in values:
            return values[tree]
        case "true" | "false":
            return tree == "true"
        case str():
            assert re.fullmatch(r"0|[1-9][0-9]*", tree), f"not a numeral: {tree}"
            return Fraction(tree)
        case ["let", [[name, bound]], body]:
            value = evaluated(bound, values, quotient_by_zero)
            return evaluated(body, {**values, name: value}, quotient_by_zero)
    operation, *parts = tree
    arguments = [evaluated(part, values, quotient_by_zero) for part in parts]
    match operation, arguments:
        case "not", [a]:
            return not a
        case "and", [_, _, *_]:
            return all(arguments)
        case "or", [_, _, *_]:
            return any(arguments)
        case "+", [_, _, *_]:
            return sum(arguments)
        case "*", [a, _, *_]:
            product = Fraction(1)
            for value in arguments:
                product *= value
            return product
        case "-", [a]:
            return -a
        case "/", [a, b]:
            return a / b if b else quotient_by_zero
        case "=", [a, b]:
            return a == b
        case ">", [a, b]:
            return a > b
        case ">=", [a, b]:
            return a >= b
    raise AssertionError(f"not in the part of SMT-LIB that is used: {tree}")


def satisfied_by_text(text, values, quotient_by_zero):
    commands = parsed(text)
    declared = [c[1] for c in commands if c[0] == "declare-const"]
    point = dict(zip(declared, values, strict=True))
    return all(evaluated(c[1], point, quotient_by_zero) for c in commands if c[0] == "assert")


# The meaning of a claim, straight from its definition.


def value_of(tree, point):
    match tree:
        case str():
            return point[tree] if tree in point else Fraction(tree)
        case ["+", *parts]:
            return sum((value_of(part, point) for part in parts), Fraction(0))
        case ["*", *parts]:
            product = Fraction(1)
            for part in parts:
                product *= value_of(part, point)
            return product
        case ["/", a, b]:
            return value_of(a, point) / value_of(b, point)
        case ["^", a, n]:
            return value_of(a, point) ** n


def truth_of(tree, point):
    match tree:
        case ["and", *parts]:
            return all(truth_of(part, point) for part in parts)
        case ["or", *parts]:
            return any(truth_of(part, point) for part in parts)
        case ["not", part]:
            return not truth_of(part, point)
    relation, left, right = tree
    try:
        a, b = value_of(left, point), value_of(right, point)
    except ZeroDivisionError:
        return False
    return {">": a > b, ">=": a >= b, "=": a == b, "!=": a != b}[relation]


NUMBERS = st.sampled_from(["0", "1", "-1", "2", "-3/2", "1/3", "007", "-0", "10/4"])
EXPRESSIONS = st.recursive(
    NUMBERS | st.sampled_from(["x", "let"]),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from("+*"), inner, inner).map(list),
        st.tuples(st.just("/"), inner, inner).map(list),
        st.tuples(st.just("^"), inner, st.integers(0, 3)).map(list),
        st.lists(inner, max_size=1).map(lambda parts: ["+", *parts]),
        st.lists(inner, max_size=1).map(lambda parts: ["*", *parts]),
    ),
    max_leaves=6,
)
FORMULAS = st.recursive(
    st.tuples(st.sampled_from([">", ">=", "=", "!="]), EXPRESSIONS, EXPRESSIONS).map(list),
    lambda inner: st.one_of(
        inner.map(lambda f: ["not", f]),
        st.lists(inner, max_size=3).map(lambda parts: ["and", *parts]),
        st.lists(inner, max_size=3).map(lambda parts: ["or", *parts]),
    ),
    max_leaves=4,
)
COORDINATES = st.sampled_from([Fraction(n, d) for n in (-2, -1, 0, 1, 3) for d in (1, 2)])


@settings(max_examples=300, deadline=None)
@given(st.lists(FORMULAS, max_size=2), FORMULAS, COORDINATES, COORDINATES)
@example([], [">", ["/", "1", "x"], "0"], Fraction(0), Fraction(0))
@example([], ["=", ["^", ["/", "1", "x"], 0], "1"], Fraction(0), Fraction(0))
@example([[">=", ["*", "0", ["/", "1", "x"]], "0"]], [">", "x", "x"], Fraction(0), Fraction(0))
@example([], ["not", ["!=", ["/", "1", ["/", "x", "let"]], "2"]], Fraction(1), Fraction(0))
@example([], [">=", ["^", ["/", "1", "x"], 2], "1"], Fraction(3), Fraction(0))
@example([], [">=", ["^", ["/", "1", "x"], 3], "1"], Fraction(-1), Fraction(0))
@example([], [">=", ["/", "1", ["/", "x", "let"]], "1"], Fraction(1), Fraction(-1))
@example([], [">=", ["/", "1", ["+", ["/", "x", "let"], "1"]], "1"], Fraction(3), Fraction(-1))
def test_text_is_true_exactly_where_hypotheses_hold_and_goal_fails(hypotheses, goal, x, y):
    text = script(claim(["x", "let"], hypotheses, goal))
    point = {"x": x, "let": y}
    wanted = all(truth_of(h, point) for h in hypotheses) and not truth_of(goal, point)
    for quotient_by_zero in (Fraction(0), Fraction(1), Fraction(-5, 2)):
        assert satisfied_by_text(text, (x, y), quotient_by_zero) == wanted


def satisfied_in_kernel(statement, point):
    def value(polynomial):
        total = Fraction(0)
        for exponents, coefficient in polynomial.items():
            term = Fraction(coefficient)
            for coordinate, exponent in zip(point, exponents, strict=True):
                term *= coordinate**exponent
            total += term
        return total

    holds = {"ge": lambda v: v >= 0, "gt": lambda v: v > 0, "eq": lambda v: v == 0}
    return any(all(holds[kind](value(p)) for kind, p in facts) for facts in systems(statement)[1])


@settings(max_examples=200, deadline=None)
@given(st.lists(FORMULAS, max_size=2), FORMULAS, COORDINATES, COORDINATES)
@example([], ["=", ["^", ["/", "1", "x"], 0], "1"], Fraction(0), Fraction(0))
def test_text_and_kernel_mean_the_same(hypotheses, goal, x, y):
    statement = claim(["x", "let"], hypotheses, goal)
    assert satisfied_by_text(script(statement), (x, y), Fraction(1)) == satisfied_in_kernel(statement, (x, y))


ONE_OVER_X = ["/", "1", "x"]


@pytest.mark.parametrize(
    ("hypotheses", "goal", "answer"),
    [
        ([], [">", ONE_OVER_X, "0"], "sat"),  # also at x = 0, where the goal counts as false
        ([["=", "x", "0"]], [">", ONE_OVER_X, "0"], "sat"),
        ([["=", "x", "0"]], ["not", [">", ONE_OVER_X, "0"]], "unsat"),
        ([["=", "x", "0"]], ["not", ["!=", ONE_OVER_X, "7"]], "unsat"),
        ([["=", "x", "0"]], ["or", [">", ONE_OVER_X, "0"], [">=", "0", ONE_OVER_X]], "sat"),
        ([["=", ONE_OVER_X, ONE_OVER_X]], ["!=", "x", "0"], "unsat"),
        ([["=", ["/", "1", ONE_OVER_X], "x"]], ["!=", "x", "0"], "unsat"),
        ([["=", ["*", "0", ONE_OVER_X], "0"]], ["!=", "x", "0"], "unsat"),
        ([["not", [">", ONE_OVER_X, "0"]]], [">=", "0", "x"], "unsat"),
        ([["not", [">", ONE_OVER_X, "0"]]], [">", "0", "x"], "sat"),  # x = 0
        ([[">", ["/", "1", "0"], "0"]], [">", "0", "1"], "unsat"),
        ([], ["=", ["/", "x", "0"], ["/", "x", "0"]], "sat"),
        ([[">", "x", "0"]], [">", ONE_OVER_X, "0"], "unsat"),
    ],
)
def test_comparison_with_zero_denominator_is_false(hypotheses, goal, answer):
    assert z3_answer(script(claim(["x"], hypotheses, goal))) == answer


TAKEN = ["and", "or", "not", "xor", "ite", "true", "false", "let", "par", "as", "_", "match", "distinct"]
TAKEN += ["exists", "forall", "abs", "div", "mod", "Real", "Bool", "NUMERAL", "assert", "base", "e", "pi"]


def test_taken_names_are_written_so_that_they_are_variables():
    goal = ["=", ["+", *TAKEN], str(2 * len(TAKEN))]
    text = script(claim(TAKEN, [["=", name, "2"] for name in TAKEN], goal))
    assert z3_answer(text) == "unsat"
    assert z3_answer(script(claim(TAKEN, [["=", name, "2"] for name in TAKEN[1:]], goal))) == "sat"
    assert len(set(re.findall(r"declare-const (\S+) Real", text))) == len(TAKEN)
    assert "|and'|" in text


def test_power_of_power_stays_short():
    tree = "x"
    for _ in range(10):
        tree = ["^", ["+", tree, "1"], 64]
    assert len(script(claim(["x"], [], [">=", tree, "0"]))) < 10_000


def test_nested_quotients_are_cleared_or_refused():
    def continued_fraction(depth):
        tree = "x"
        for _ in range(depth):
            tree = ["/", "1", ["+", "1", tree]]
        return tree

    # 1/(1 + 1/(1 + x)) = (1 + x)/(2 + x)
    equal = ["=", continued_fraction(2), ["/", ["+", "1", "x"], ["+", "2", "x"]]]
    defined = [["!=", "x", "-1"], ["!=", "x", "-2"]]
    assert z3_answer(script(claim(["x"], defined, equal))) == "unsat"
    assert z3_answer(script(claim(["x"], defined[:1], equal))) == "sat"
    assert z3_answer(script(claim(["x"], defined[1:], equal))) == "sat"
    with pytest.raises(ValueError, match="more than 2000000 characters"):
        script(claim(["x"], [], [">", continued_fraction(80), "0"]))


def test_no_division_is_left_but_by_numbers():
    tree = [
        "^",
        ["+", ["/", "x", ["*", "2", "y"]], ["/", "y", "-3/2"], ["/", ["/", "1", "x"], ["/", "y", "x"]]],
        3,
    ]
    text = script(claim(["x", "y"], [], [">=", tree, "0"]))
    assert "(/ y (- (/ 3 2)))" in text
    assert text.count("(/ ") == 2 * text.count("(/ y (- (/ 3 2)))")


def test_status_is_claimed_only_when_said_to_be_proved():
    held = claim(["x"], [], [">=", ["*", "x", "x"], "0"])
    assert ":status" not in script(held)
    assert "(set-info :status unsat)" in script(held, proved=True)
    assert ":status" not in script_of_system(["x"], [], [], [])
    assert "(set-info :status unsat)" in script_of_system(["x"], [], [{}], [], proved=True)


def test_header_names_the_claim_by_its_fingerprint():
    held = claim(["x"], [], [">=", ["*", "x", "x"], "0"])
    assert fingerprint(held) in script(held).splitlines()[0]
    assert all(line.startswith(("(", ";")) for line in script(held).splitlines())


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ({"goal": [">", "y", "0"]}, "goal[1]: undeclared variable y"),
        ({"goal": [">", "0"]}, "goal: not a formula"),
        ({"goal": ["<", "x", "0"]}, "goal: not a formula"),
        ({"goal": [">", "x", "0", "1"]}, "goal: not a formula"),
        ({"goal": ["not"]}, "goal: not a formula"),
        ({"goal": ["not", ["not", "x"]]}, "goal[1][1]: not a formula"),
        ({"goal": "x"}, "goal: not a formula"),
        ({"goal": None}, "goal: not a formula"),
        ({"goal": {">": 1}}, "goal: not a formula"),
        ({"goal": [">", 1, "0"]}, "goal[1]: not an expression"),
        ({"goal": [">", "x", 0.5]}, "goal[2]: not an expression"),
        ({"goal": [">", "x", "0.5"]}, "goal[2]: not an expression"),
        ({"goal": [">", "x", "1e9"]}, "goal[2]: not an expression"),
        ({"goal": [">", "x", "1/0"]}, "goal[2]: not an expression"),
        ({"goal": [">", "x", "1/00"]}, "goal[2]: not an expression"),
        ({"goal": [">", "x", "٣"]}, "goal[2]: not an expression"),
        ({"goal": [">", "x", "1) (exit"]}, "goal[2]: not an expression"),
        ({"goal": [">", ["-", "x", "1"], "0"]}, "goal[1]: not an expression"),
        ({"goal": [">", ["/", "x"], "0"]}, "goal[1]: not an expression"),
        ({"goal": [">", ["/", "x", "x", "x"], "0"]}, "goal[1]: not an expression"),
        ({"goal": [">", ["+", "x", ["^", "x", -1]], "0"]}, "goal[1][2]: an exponent is a whole number"),
        ({"goal": [">", ["^", "x", 65], "0"]}, "goal[1]: an exponent is a whole number"),
        ({"goal": [">", ["^", "x", True], "0"]}, "goal[1]: an exponent is a whole number"),
        ({"goal": [">", ["^", "x", "2"], "0"]}, "goal[1]: an exponent is a whole number"),
        ({"hypotheses": [[">", "x", "0"], ["and", ["xor"]]]}, "hypotheses[1][1]: not a formula"),
        ({"hypotheses": "x"}, "not a claim"),
        ({"variables": "x"}, "variables: a list"),
        ({"variables": ["x", "x"]}, "variables: a name occurs twice"),
        ({"variables": ["x", "a b"]}, "variables: not a plain name"),
        ({"variables": ["x", "a|b"]}, "variables: not a plain name"),
        ({"variables": ["x", "1"]}, "variables: not a plain name"),
        ({"variables": ["x", 1]}, "variables: not a plain name"),
        ({"extra": []}, "not a claim"),
    ],
)
def test_malformed_claim_is_refused_with_its_place(damage, message):
    sound = claim(["x"], [], [">=", ["*", "x", "x"], "0"])
    with pytest.raises(ValueError, match=re.escape(message)):
        script({**sound, **damage})


@pytest.mark.parametrize("damaged", [{}, {"variables": [], "goal": ["and"]}, [], None, "claim"])
def test_what_is_no_claim_is_refused(damaged):
    with pytest.raises(ValueError, match="not a claim"):
        script(damaged)


def test_bottomless_nesting_is_refused():
    formula = [">", "x", "0"]
    for _ in range(100_000):
        formula = ["not", formula]
    with pytest.raises(ValueError, match="nested too deeply"):
        script(claim(["x"], [], formula))


def test_system_says_what_the_polynomials_say():
    # x^2 - y >= 0, 1/2 - x > 0, x y - 1 = 0: x = -1, y = -1 satisfies it.
    ge = [{(2, 0): Fraction(1), (0, 1): Fraction(-1)}]
    gt = [{(0, 0): Fraction(1, 2), (1, 0): -1}]
    eq = [{(1, 1): 1, (0, 0): -1}]
    text = script_of_system(["x", "y"], ge, gt, eq)
    points = [(Fraction(a, 2), Fraction(b, 2)) for a in range(-4, 5) for b in range(-4, 5)]
    assert [p for p in points if satisfied_by_text(text, p, None)] == [
        (x, y) for x, y in points if x * x - y >= 0 and Fraction(1, 2) - x > 0 and x * y == 1
    ]
    assert satisfied_by_text(text, (Fraction(-1), Fraction(-1)), None)
    assert z3_answer(text) == "sat"
    # With y > 1 as well, x > 0, so x <= 1/2, so y >= 2 > x^2.
    assert z3_answer(script_of_system(["x", "y"], ge, [*gt, {(0, 1): 1, (0, 0): -1}], eq)) == "unsat"


def test_empty_polynomial_is_zero_and_empty_system_is_true():
    assert z3_answer(script_of_system([], [], [], [])) == "sat"
    assert z3_answer(script_of_system([], [{}], [], [{}])) == "sat"
    assert z3_answer(script_of_system([], [], [{}], [])) == "unsat"
    assert z3_answer(script_of_system([], [{(): -1}], [], [])) == "unsat"


@pytest.mark.parametrize(
    ("polynomial", "message"),
    [
        ({(1,): 1}, "ge[0]: one exponent"),
        ({(1, -1): 1}, "ge[0]: one exponent"),
        ({(1, 10**9): 1}, "ge[0]: one exponent"),
        ({(1, True): 1}, "ge[0]: one exponent"),
        ({"x": 1}, "ge[0]: one exponent"),
        ({(1, 1): 0.5}, "ge[0]: a coefficient"),
        ({(1, 1): True}, "ge[0]: a coefficient"),
        ({(1, 1): "1"}, "ge[0]: a coefficient"),
        ([1], "ge[0]: not a dictionary"),
    ],
)
def test_malformed_polynomial_is_refused_with_its_place(polynomial, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        script_of_system(["x", "y"], [polynomial], [], [])
