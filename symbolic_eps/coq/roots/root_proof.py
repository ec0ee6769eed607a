"""X = e^-eps in proofs: the root of A x^2 + B x = C with its closed form, or of a higher polynomial."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation, non_negative, positive


def root_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that leave X with its equation, and `Finite (- ln X)` in the goal."""
    if case.branch.coefficients is None:
        raise UndecidedError("it has no closed form")
    a, b, c = case.branch.coefficients
    steps, region = case.steps, case.region
    if steps.excludes((*region, non_negative(a))):
        return _lower_root_lines(case)
    first, second, _ = texts_of_three = [steps.text(value) for value in (a, b, c)]
    texts = " ".join(texts_of_three)
    root = f"inverse_root {texts}"
    signs = [("A0", non_negative(a)), ("B0", non_negative(b)), ("sum", positive(a + b)), ("C0", positive(c))]
    return [
        "(* X = e^-eps is the positive root of A x^2 + B x = C. *)",
        *(steps.shown(name, region, goal) for name, goal in signs),
        f"assert (some : 0 < {first} + {second}) by lra.",
        steps.shown("at_one", region, non_negative(sp.expand(a + b - c))),
        f"pose proof (root_positive {texts} A0 B0 some C0) as X0.",
        f"pose proof (root_equation {texts} A0 B0 some C0) as equation.",
        f"pose proof (root_rises {texts} A0 B0 some C0) as rises.",
        f"assert (X1 : / {root} <= 1) by (apply root_at_most; lra).",
        f"assert (form : ln ({root}) = {steps.text(case.branch.epsilon)}).",
        f"{{ {_closed_form(case)} }}",
        f"rewrite <- form, <- (ln_root {texts} A0 B0 some C0). clear form.",
        f"set (X := / {root}) in *. clearbody X.",
    ]


def _lower_root_lines(case: BranchCase) -> Sequence[str]:
    """The same where A < 0: X is the lower one of two roots."""
    assert case.branch.coefficients is not None
    a, b, c = case.branch.coefficients
    steps, region = case.steps, case.region
    texts = " ".join(steps.text(value) for value in (a, b, c))
    square = sp.expand(b**2 + 4 * a * c)
    goals = [
        ("A0", positive(-a)),
        ("B0", positive(b)),
        ("C0", positive(c)),
        ("below_1", non_negative(sp.expand(b - 2 * c))),
        ("under_root", positive(square)),
    ]
    lower = f"lower_root {texts} ltac:(lra) B0 C0 ltac:(lra) ltac:(lra)"
    return [
        "(* X = e^-eps is the lower root of A x^2 + B x = C, where A < 0. *)",
        *(steps.shown(name, region, goal) for name, goal in goals),
        f"destruct ({lower}) as [X0 [equation [rises [X1 logarithm]]]].",
        f"assert (form : ln (inverse_root {texts}) = {steps.text(case.branch.epsilon)}).",
        f"{{ f_equal. {_by_square(case, texts)} }}",
        "rewrite <- form, <- logarithm. clear form logarithm.",
        f"set (X := / inverse_root {texts}) in *. clearbody X.",
    ]


def _by_square(case: BranchCase, texts: str) -> str:
    """That the closed form is (B + s) / (2 C), with s a product of square roots, s^2 = B^2 + 4 A C."""
    assert case.branch.coefficients is not None
    _, b, c = case.branch.coefficients
    text = case.steps.text
    double = 2 * c * sp.exp(case.branch.epsilon).xreplace(_signed(case)) - b
    try:
        factor, *roots = _product_of_roots(_with_its_roots(double))
    except UndecidedError:
        factor, *roots = _product_of_roots(sp.simplify(double))
    s = " * ".join([text(factor), *(f"sqrt {text(n)}" for n in roots)])
    squares = " * ".join([f"({text(factor)} * {text(factor)})", *(text(n) for n in roots)])
    whole = " * ".join(
        [f"({text(factor)} * {text(factor)})", *(f"(sqrt {text(n)} * sqrt {text(n)})" for n in roots)]
    )
    facts = [
        f"assert (square{i} : sqrt {text(n)} * sqrt {text(n)} = {text(n)}) by (apply sqrt_sqrt; lra)."
        for i, n in enumerate(roots)
    ]
    rewritten = ", ".join(f"square{i}" for i in range(len(roots)))
    signs = "repeat apply Rmult_le_pos; try apply sqrt_pos; lra"
    equal = f"transitivity ({whole}); [ring' | rewrite {rewritten}; transitivity ({squares}); ring']"
    rule = f"apply (inverse_root_by_square {texts} ({s}))"
    return " ".join([*facts, f"{rule}; [{signs} | {equal} | field; repeat split; nonzero]."])


def _signed(case: BranchCase) -> dict[sp.Expr, sp.Expr]:
    """The absolute values in the closed form of a branch, without bars as its conditions say."""
    bars = sp.exp(case.branch.epsilon).atoms(sp.Abs)
    up = {e for e in bars if case.steps.excludes((*case.region, positive(-e.args[0])))}
    return {e: e.args[0] if e in up else -e.args[0] for e in bars}


def _without_absolute_values(case: BranchCase) -> Iterator[str]:
    """Tactics that write the closed form so."""
    for k, (e, value) in enumerate(_signed(case).items()):
        rule = "Rabs_right" if value == e.args[0] else "Rabs_left1"
        yield case.steps.shown(f"size{k}", case.region, non_negative(value))
        yield f"rewrite ({rule} {case.steps.text(e.args[0])}) by lra."


def _with_its_roots(value: sp.Expr) -> sp.Expr:
    """Expanded, with the square roots as the closed form has them: those of two factors are not made one."""
    names = {e: sp.Dummy() for e in value.atoms(sp.Pow) if e.exp == sp.Rational(1, 2)}
    return sp.expand(value.xreplace(names)).xreplace({name: root for root, name in names.items()})


def _product_of_roots(value: sp.Expr) -> tuple[sp.Expr, ...]:
    """A factor without roots and the numbers under the roots, or UndecidedError."""
    half = sp.Rational(1, 2)
    powers = [part for part in sp.Mul.make_args(value) if part.is_Pow and part.exp == half]
    factor = value / sp.Mul(*powers)
    if not powers or any(power.exp == half for power in factor.atoms(sp.Pow)):
        raise UndecidedError("the closed form is no square root of its discriminant")
    return (factor, *(power.base for power in powers))


def _closed_form(case: BranchCase) -> str:
    """That the closed form is the logarithm of 1 / X."""
    assert case.branch.coefficients is not None
    a, b, c = case.branch.coefficients
    if case.branch.epsilon == 0:
        return "transitivity (ln 1); [f_equal; apply inverse_root_value; lra | exact ln_1]."
    if b == 0:
        return "apply ln_inverse_square; [lra | lra | field; repeat split; nonzero]."
    if a == 0:
        return "f_equal. apply inverse_linear; [lra | lra | field; repeat split; nonzero]."
    roots = sorted(
        (
            power.args[0]
            for power in sp.exp(case.branch.epsilon).atoms(sp.Pow)
            if power.exp == sp.Rational(1, 2)
        ),
        key=str,
    )
    if len(roots) == 1 and case.steps.parameters:
        if sp.expand(roots[0] - b**2 - 4 * a * c) != 0:  # a square number was taken out of the root
            texts = " ".join(case.steps.text(value) for value in (a, b, c))
            some = case.steps.shown("under_root", case.region, non_negative(sp.expand(roots[0])))
            return f"{' '.join(_without_absolute_values(case))} {some} f_equal. {_by_square(case, texts)}"
        return (
            f"f_equal. apply inverse_root_form with (D := {case.steps.text(roots[0])});"
            " [ring' | field; repeat split; nonzero]."
        )
    facts = [
        f"assert (square{i} : sqrt {n} * sqrt {n} = {n}) by (apply sqrt_sqrt; lra)."
        f" assert (root{i} : 0 < sqrt {n}) by (apply sqrt_lt_R0; lra)."
        for i, n in enumerate(map(case.steps.text, roots))
    ]
    return " ".join([*facts, "f_equal. apply inverse_root_value; lra."])


def isolated_lines(case: BranchCase) -> Sequence[str]:
    """Tactics for a root without a closed form: what is left is to show the budget at each root X between."""
    branch, steps = case.branch, case.steps
    assert branch.polynomial is not None
    low, high = branch.between or WHOLE
    at_low, at_high = (branch.polynomial.subs(DECAY, end) for end in (low, high))
    ends = [steps.text(low), steps.text(high)]
    value_low, value_high = (steps.text(branch.polynomial, {DECAY.name: end}) for end in ends)
    shown = [
        sign_line(case, "order", f"{ends[1]} - {ends[0]}", high - low, Relation.NON_NEGATIVE),
        sign_line(case, "below", f"- {value_low}", -at_low, Relation.POSITIVE),
        sign_line(case, "above", value_high, at_high, Relation.NON_NEGATIVE),
        _low_end(case, ends[0], low),
        sign_line(case, "high_end", f"1 - {ends[1]}", 1 - high, Relation.NON_NEGATIVE),
    ]
    return [
        f"(* X = e^-eps is the only root of a polynomial between {low} and {high}. *)",
        *shown,
        "apply only_root; cbv beta; [reg | lra | lra | lra |].",
        "intros X [X_low X_high] equation.",
        *moved_lines(case),
        "assert (X0 : 0 < X).",
        "{ first [lra | apply not_at_most_0; intros less; assert (zero : X = 0) by lra; subst X; lra]. }",
        "assert (X1 : X <= 1) by lra.",
        "split; [lra|].",
    ]


def _low_end(case: BranchCase, text: str, low: sp.Expr) -> str:
    """That the lower end is not negative, or that it is positive where it is a quotient with that sign."""
    if not low.is_polynomial():
        with suppress(UndecidedError):
            return sign_line(case, "low_end", text, low, Relation.POSITIVE)
    return sign_line(case, "low_end", text, low, Relation.NON_NEGATIVE)


def sign_line(case: BranchCase, name: str, text: str, value: sp.Expr, relation: Relation) -> str:
    """A tactic that leaves the sign of a value, which is a quotient of polynomials in the parameters."""
    n, d = _positive_below(case, value)
    goal = positive(n) if relation is Relation.POSITIVE else non_negative(n)
    rule, sign = (
        ("fraction_positive", "<") if relation is Relation.POSITIVE else ("fraction_nonnegative", "<=")
    )
    parts = f"{shown_product(case, 'd0', d)} {_shown_sign(case, 'n0', goal)}"
    form = f"apply ({rule} _ {case.steps.text(n)} {case.steps.text(d)})"
    return (
        f"assert ({name} : 0 {sign} {text})."
        f" {{ {parts} {form}; [field; repeat split; nonzero | lra | lra]. }}"
    )


def moved_lines(case: BranchCase) -> Sequence[str]:
    """That X is not beyond the ends of its interval, without quotients."""
    return [line for name, *distance in _distances(case) for line in _moved(case, name, *distance)]


def quotient_bounds(case: BranchCase) -> Sequence[Condition]:
    """The same as conditions, with that the denominators are positive."""
    ratios = [_positive_below(case, difference) for _, _, difference in _distances(case)]
    return [condition for n, d in ratios for condition in (positive(d), non_negative(n))]


def _distances(case: BranchCase) -> Iterator[tuple[str, str, sp.Expr]]:
    """How far X is from ends that are quotients, with a name and as Coq writes it."""
    low, high = case.branch.between or WHOLE
    if not low.is_polynomial():
        yield "X_low", f"X - {case.steps.text(low)}", DECAY - low
    if not high.is_polynomial():
        yield "X_high", f"{case.steps.text(high)} - X", high - DECAY


def _moved(case: BranchCase, name: str, text: str, difference: sp.Expr) -> Sequence[str]:
    n, d = _positive_below(case, difference)
    above, below = case.steps.text(n), case.steps.text(d)
    return [
        shown_product(case, f"{name}_below", d),
        f"assert ({name}_above : 0 <= {above})",
        f"  by (apply (fraction_numerator ({text}) _ {below}); [field; repeat split; nonzero | lra | lra]).",
        f"assert ({name}_cleared : 0 <= {above} * {below}) by (apply Rmult_le_pos; lra).",
    ]


def _positive_below(case: BranchCase, value: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Numerator and denominator; the latter positive for all parameters, or UndecidedError."""
    n, d = (sp.expand(part) for part in sp.fraction(sp.together(value)))
    return (n, d) if _with_signs(case, d)[0] > 0 else (-n, -d)


def _with_signs(case: BranchCase, d: sp.Expr) -> tuple[sp.Rational, Sequence[tuple[sp.Expr, int]]]:
    """A number and factors with their powers; the factors are positive for all parameters."""
    constant, factors = sp.factor_list(d)
    positive_ones = []
    for factor, times in factors:
        if _known_for(case, positive(factor)) is not None:
            positive_ones.append((factor, times))
        elif _known_for(case, positive(-factor)) is not None:
            constant *= (-1) ** times
            positive_ones.append((sp.expand(-factor), times))
        else:
            raise UndecidedError("the sign of a denominator in the interval of the root is not known")
    return constant, positive_ones


def _known_for(case: BranchCase, goal: Condition) -> Region | None:
    """What is known of the parameters and shows a sign; of the branch's conditions nothing where that does.

    Long polynomials among what is known keep the search from certificates that need none of them.
    """
    for known in (case.profile.parameter_region, case.region):
        if case.steps.excludes((*known, goal.negation)):
            return known
    return None


def shown_product(case: BranchCase, name: str, d: sp.Expr) -> str:
    """A tactic that leaves 0 < d, by its factors."""
    constant, factors = _with_signs(case, d)
    if not factors:
        return case.steps.shown(name, (), positive(d))
    text = case.steps.text
    shown = [
        case.steps.shown(f"{name}_{i}", _known_for(case, positive(f)) or case.region, positive(f))
        for i, (f, _) in enumerate(factors)
    ]
    whole = " * ".join([text(constant), *(f"{text(f)}^{times}" for f, times in factors)])
    signs = "repeat apply Rmult_lt_0_compat; try apply pow_lt; lra."
    product = f"replace {text(d)} with ({whole}) by ring'. {signs}"
    return f"assert ({name} : 0 < {text(d)}). {{ {' '.join(shown)} {product} }}"


def _shown_sign(case: BranchCase, name: str, goal: Condition) -> str:
    """A tactic that adds a sign to what is known, under a name."""
    return case.steps.shown(name, _known_for(case, goal) or case.region, goal)
