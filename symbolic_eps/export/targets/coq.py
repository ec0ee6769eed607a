"""Coq: for each case a theorem that the tree is the closed form, and e^-eps the only zero of a polynomial.

Over the real numbers: rounding is no part of it. What is polynomial is proved from certificates, by
`verify.coq`; what is not, by the lemmas of the template `Roots.v`, proved once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import sympy as sp

from symbolic_eps.export.forms.extreme import Smaller
from symbolic_eps.export.forms.formula import Case
from symbolic_eps.export.forms.ratio import Ratio
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, PositiveRoot, Quotient
from symbolic_eps.export.layout.target import CannotExpressError, Refusals, Sheet, generated
from symbolic_eps.export.programs.program import Operation
from symbolic_eps.export.targets.coq_terms import comparison, name_of, term
from symbolic_eps.export.template import filled
from symbolic_eps.theory.symbols import DECAY
from verify.coq import proof
from verify.coq.library import LIBRARY
from verify.coq.statement import theorem_name
from verify.language.condition import Condition, non_negative, positive, zero
from verify.prover.certifying_solver import CertifyingSolver
from verify.solvers.smt import UndecidedQueryError


class Coq:
    """Coq 8.16, with its standard library."""

    name = "coq"
    title = "Coq"
    functions = frozenset({Operation.ABSOLUTE, Operation.SQUARE_ROOT, Operation.LOG, Operation.LOG1P})
    refusals = Refusals.alike("claims nothing: each theorem assumes the domain")
    environment = "not asked: real numbers are not rounded"
    self_test = "sh self_test.sh"

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`Claims.v` and `Roots.v` with the lemmas, `NAME.v` with the theorems, and `self_test.sh`."""
        said = generated(sheets)
        files = {
            "Claims.v": f"(* {said} *)\n{LIBRARY}",
            "Roots.v": filled("coq/Roots.v", generated=said),
        }
        for sheet in sheets:
            if f"{sheet.formula.name}.v" in files:
                raise CannotExpressError(f"coq: the name {sheet.formula.name} is taken")
            files[f"{sheet.formula.name}.v"] = "\n".join(_of_formula(sheet, said)) + "\n"
        names = ["Claims", "Roots", *(sheet.formula.name for sheet in sheets)]
        return {**files, "self_test.sh": filled("coq/self_test.sh", generated=said, checks=_checks(names))}


TARGET = Coq()


def _of_formula(sheet: Sheet, said: str) -> Iterator[str]:
    first, *others = [said, *sheet.header, "Rounding is no part of what is proved here."]
    yield f"(* {first}"
    yield from (f"   {line}" for line in others)
    yield "*)"
    yield "From Coq Require Import Reals Lra."
    yield "From SymbolicEps Require Import Claims Roots."
    yield "Local Open Scope R_scope."
    claims = _Claims()
    theorems: list[str] = []
    proved: list[str] = []
    for number, case in enumerate(sheet.formula.cases, start=1):
        for name, one in _single(f"{sheet.formula.name}_case_{number}", case):
            proved.append(name)
            theorem = _of_ratio if isinstance(one.value, Ratio) else _theorem
            theorems += ["", *theorem(name, sheet, one, claims)]
    yield from claims.theorems
    yield from theorems
    yield from ("", f"Definition all_of_them := ({', '.join(proved)}).", "Print Assumptions all_of_them.")


def _single(name: str, case: Case) -> Iterator[tuple[str, Case]]:
    """The case, if it has a value; both, each with its own closed form, where that is the smaller of two."""
    match case.value:
        case None:
            return
        case Smaller(first=first, second=second) if isinstance(case.exact, sp.Min):
            for which, form in (("first", first), ("second", second)):
                closed = min(case.exact.args, key=partial(_apart, form.exact))
                yield from _single(f"{name}_{which}", replace(case, value=form, exact=closed))
        case _:
            yield name, case


def _apart(one: sp.Expr, other: sp.Expr) -> sp.Expr:
    """How far two expressions are apart at one point: which is meant, the theorem proves."""
    symbols = sorted(one.free_symbols | other.free_symbols, key=str)
    place = {s: sp.Rational(5 * n + 7, 5 * n + 8) for n, s in enumerate(symbols)}
    return abs((one - other).subs(place).n(30))


class _Claims:
    """Theorems made of certificates, and the facts that they prove."""

    def __init__(self) -> None:
        self.solver = CertifyingSolver()
        self.theorems: dict[str, None] = {}

    def fact(self, name: str, text: str, region: Sequence[Condition], goal: Condition) -> str:
        """The tactic that proves `text`, which is the goal: by a claim, or among numbers."""
        with self.solver.recorded() as record:
            try:
                holds = self.solver.implies(region, goal, text)
            except UndecidedQueryError as error:
                raise CannotExpressError(f"coq: {text} is not proved: {error}") from None
        if not holds:
            raise CannotExpressError(f"coq: {text} does not hold everywhere")
        if not record:
            return f"  assert ({name} : {text}) by lra."
        certificates = list(record[-1].certificates)
        if not certificates:
            raise CannotExpressError(f"coq: there is no certificate that {text}")
        main, *lemmas = certificates
        whole = proof(main, lemmas)
        for theorem in whole[len(LIBRARY) : whole.rindex("Print Assumptions")].split("\n(* Claim ")[1:]:
            self.theorems[f"\n(* Claim {theorem.rstrip()}"] = None
        variables = "".join(f" {name_of(v)}" for v in main["claim"]["variables"])
        return f"  assert ({name} : {text}) by by_claim ({theorem_name(main['fingerprint'])}{variables})."

    def positive_side(self, region: Sequence[Condition], factor: sp.Expr) -> sp.Expr:
        """The factor or its negative, whichever is positive on the region."""
        for side in (factor, sp.expand(-factor)):
            if self.solver.implies(region, positive(side), f"{side} > 0"):
                return side
        raise CannotExpressError(f"coq: {factor} has no sign there")


def _theorem(name: str, sheet: Sheet, case: Case, claims: _Claims) -> Iterator[str]:
    match case.value:
        case LogarithmOfOnePlus(excess=PositiveRoot(square=m, linear=k, constant=g), halved=False):
            parts = {"M": m.expression, "K": k.expression, "G": g.expression}
            tree, lemma = "ln (1 + by_difference M K G)", "quadratic_answers"
            polynomial = (g.expression + k.expression - m.expression) * DECAY**2
            polynomial += (2 * m.expression - k.expression) * DECAY - m.expression
        case LogarithmOfOnePlus(excess=Quotient(numerator=g, denominator=m), halved=halved):
            parts = {"M": m.expression, "G": g.expression}
            tree, lemma = (
                ("ln (1 + G / M) / 2", "square_answers") if halved else ("ln (1 + G / M)", "linear_answers")
            )
            power = DECAY ** (2 if halved else 1)
            polynomial = (m.expression + g.expression) * power - m.expression
        case LogarithmOfOnePlus(excess=Ratio(root=False) as ratio, halved=False):
            m, g = (sp.Mul(*(part.expression for part in side)) for side in (ratio.below, ratio.above))
            parts, tree, lemma = {"M": m, "G": g}, "ln (1 + G / M)", "linear_answers"
            polynomial = (m + g) * DECAY - m
        case _:
            raise CannotExpressError(
                "coq: theorems are known for ratios of products, for log(1 + z), where z is one without "
                "square root or a root of M z^2 + K z = G, for half of it where z is a ratio of polynomials, "
                f"and for the smaller of two, but not for {case.exact}: take another target, such as python"
            )
    formula = sheet.formula
    region = [*formula.domain, *case.conditions]
    halved = case.value.halved
    argument = _argument(case.exact, halved)
    names = " ".join((*(name_of(a.symbol.name) for a in formula.arguments), *parts))
    yield f"Theorem {name} ({names} : R) :"
    yield from (f"  {comparison(c)} ->" for c in region)
    yield from (f"  {part} = {term(value)} ->" for part, value in parts.items())
    yield "  0 < M /\\ 0 <= G /\\"
    if "K" in parts:
        yield "  (0 < K -> by_sum M K G = by_difference M K G) /\\"
    yield f"  answers (fun x => {_in_decay(polynomial)}) ({tree}) /\\"
    yield f"  {tree} = ln ({term(argument)}){' / 2' if halved else ''}."
    yield "Proof."
    yield "  intros."
    yield claims.fact("m_positive", "0 < M", region, positive(parts["M"]))
    yield claims.fact("g_nonnegative", "0 <= G", region, non_negative(parts["G"]))
    for number, factor in enumerate(_denominators(argument)):
        side = claims.positive_side(region, factor)
        yield claims.fact(f"nonzero_{number}", f"0 < {term(side, 1)}", region, positive(side))
    if "K" in parts:
        yield from _one_root(parts, region, claims)
    yield "  split; [exact m_positive | split; [exact g_nonnegative |]]."
    hypotheses = " m_positive g_nonnegative"
    if "K" in parts:
        yield f"  split; [exact (forms_agree M K G{hypotheses}) |]."
        hypotheses += " one_root"
    yield "  split."
    yield f"  - apply (answers_same _ _ _) with (2 := {lemma} {' '.join(parts)}{hypotheses})."
    yield "    intros x. subst. ring."
    yield from _closed_form(parts, argument, claims, region)
    yield "Qed."


def _of_ratio(name: str, sheet: Sheet, case: Case, claims: _Claims) -> Iterator[str]:
    """The signs of the factors, and that the ratio, or its root, is the closed form."""
    ratio, formula = case.value, sheet.formula
    assert isinstance(ratio, Ratio)
    region = [*formula.domain, *case.conditions]
    parts = dict.fromkeys((*ratio.above, *ratio.below))
    names = {part: f"F{number}" for number, part in enumerate(parts, start=1)}
    signs = {part: non_negative if part in ratio.vanishing else positive for part in parts}
    said = {part: f"0 {'<=' if signs[part] is non_negative else '<'} {names[part]}" for part in parts}
    tree = names[ratio.above[0]]
    for operation, part in ratio.operations:
        tree += f" {operation} {names[part]}"
    squared = sp.factor(case.exact**2) if ratio.root else case.exact
    closed = f"sqrt ({term(squared)})" if ratio.root else term(squared)
    arguments = " ".join((*(name_of(a.symbol.name) for a in formula.arguments), *names.values()))
    yield f"Theorem {name} ({arguments} : R) :"
    yield from (f"  {comparison(c)} ->" for c in region)
    yield from (f"  {names[part]} = {term(part.expression)} ->" for part in parts)
    yield "  " + " /\\ ".join(said.values()) + " /\\"
    yield f"  {f'sqrt ({tree})' if ratio.root else tree} = {closed}."
    yield from ("Proof.", "  intros.")
    for part in parts:
        yield claims.fact(f"sign_{names[part]}", said[part], region, signs[part](part.expression))
    for number, factor in enumerate(_denominators(squared)):
        side = claims.positive_side(region, factor)
        yield claims.fact(f"nonzero_{number}", f"0 < {term(side, 1)}", region, positive(side))
    yield "  repeat (split; [assumption |])."
    yield "  f_equal." if ratio.root else "  idtac."
    yield from ("  subst. field; repeat split; lra.", "Qed.")


def _one_root(parts: Mapping[str, sp.Expr], region: Sequence[Condition], claims: _Claims) -> Iterator[str]:
    border = [*region, zero(parts["G"])]
    yield "  assert (one_root : G = 0 -> 0 <= K)."
    yield "  { intros."
    yield "  " + claims.fact("known", "0 <= K", border, non_negative(parts["K"]))
    yield "    exact known. }"


def _closed_form(
    parts: Mapping[str, sp.Expr], argument: sp.Expr, claims: _Claims, region: Sequence[Condition]
) -> Iterator[str]:
    """The last part of the theorem."""
    roots = sorted((p for p in argument.atoms(sp.Pow) if p.exp == sp.Rational(1, 2)), key=str)
    if "K" not in parts:
        if roots:
            raise CannotExpressError(f"coq: {argument} has a root, its polynomial has none")
        yield f"  - replace (1 + G / M) with ({term(argument)}); [reflexivity |]."
        yield "    subst. field; repeat split; lra."
        return
    if len(roots) != 1:
        raise CannotExpressError(f"coq: {argument} has not one root")
    radicand = roots[0].base
    factor = _positive_root(sp.cancel(radicand / ((parts["K"] / 2) ** 2 + parts["M"] * parts["G"])))
    above, below = (claims.positive_side(region, side) for side in sp.fraction(sp.together(factor)))
    factor = above / below
    yield f"  - assert (root_is : {term(roots[0])} = {term(factor, 2)} * root_of M K G)."
    yield "    { apply scaled_root; [| exact m_positive | exact g_nonnegative |]."
    if below != 1:
        yield "      - apply Rdiv_lt_0_compat."
    for bullet, side, value in (("-" if below == 1 else "  +", "factor", above), ("  +", "divisor", below)):
        if value != 1 or side == "factor":
            fact = claims.fact(side, f"0 < {term(value, 1)}", region, positive(value)).strip()
            yield f"      {bullet} {fact} exact {side}."
    yield "      - subst. field; repeat split; lra. }"
    if sp.fraction(sp.together(argument))[1].has(roots[0]):
        yield from _without_root_below(argument, roots[0])
    yield "    rewrite root_is. f_equal. unfold by_difference."
    yield "    generalize (root_of M K G). intros root. subst. field; repeat split; lra."


def _without_root_below(argument: sp.Expr, root: sp.Expr) -> Iterator[str]:
    """The argument without the root of a parameter in its denominator, put into the goal."""
    if not root.base.is_Symbol:
        raise CannotExpressError(f"coq: {argument} has the root of more than a parameter below")
    s = sp.Symbol("s", real=True)
    told = argument.replace(
        lambda e: e.is_Pow and e.base == root.base and e.exp.is_Rational and e.exp.q == 2,
        lambda e: s ** (2 * e.exp),
    )
    top, bottom = sp.fraction(sp.together(told))
    conjugate = _linear(bottom, s, root.base).subs(s, -s)
    plain = sp.cancel(_linear(top * conjugate, s, root.base) / _linear(bottom * conjugate, s, root.base))
    radicand, (shown, rational) = term(root.base), map(term, (told, plain))
    yield f"    assert (rational : forall s, 0 < s -> s * s = {radicand} -> {shown} = {rational})."
    yield f"    {{ intros s s_positive s_squared. clear - s_positive s_squared. subst {radicand}."
    yield "      field; repeat split; nra. }"
    yield f"    rewrite (rational ({term(root)})); [| apply sqrt_lt_R0; lra | apply sqrt_sqrt; lra]."


def _linear(polynomial: sp.Expr, s: sp.Symbol, square: sp.Expr) -> sp.Expr:
    """A polynomial in s, where s^2 is known."""
    return sp.expand(sp.rem(sp.expand(polynomial), s**2 - square, s))


def _argument(exact: sp.Expr, halved: bool) -> sp.Expr:
    """Of the logarithm that the closed form is, or of which it is the half."""
    factor, rest = exact.as_coeff_Mul()
    if not isinstance(rest, sp.log) or factor != (sp.Rational(1, 2) if halved else 1):
        raise CannotExpressError(f"coq: {exact} is not {'half ' if halved else ''}a logarithm")
    return rest.args[0]


def _denominators(argument: sp.Expr) -> list[sp.Expr]:
    """The factors of the denominators, of which none may be 0."""
    factors: dict[sp.Expr, None] = {}
    for power in (*argument.atoms(sp.Pow), 1 / sp.fraction(sp.together(argument))[1]):
        below = sp.fraction(sp.together(power))[1]
        if below.free_symbols and below.is_polynomial(*below.free_symbols):
            factors.update((f, None) for f, _ in sp.factor_list(below)[1])
    return sorted((sp.expand(f) for f in factors), key=str)


def _positive_root(square: sp.Expr) -> sp.Expr:
    """The square root of a rational function that is a square."""
    sides = []
    for side in sp.fraction(square):
        content, factors = sp.factor_list(side)
        number = sp.sqrt(content)
        if not number.is_Rational or any(power % 2 for _, power in factors):
            raise CannotExpressError(f"coq: the root's radicand is {square} times the tree's, no square")
        sides.append(number * sp.Mul(*(f ** (power // 2) for f, power in factors)))
    return sides[0] / sides[1]


def _in_decay(polynomial: sp.Expr) -> str:
    coefficients = sp.Poly(sp.expand(polynomial), DECAY).all_coeffs()
    powers = range(len(coefficients) - 1, -1, -1)
    suffixes = {0: "", 1: " * x"}
    pairs = zip(coefficients, powers, strict=True)
    return " + ".join(f"({term(c)}){suffixes.get(n, f' * x ^ {n}')}" for c, n in pairs if c != 0)


def _checks(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        yield f"coqc -q -Q . SymbolicEps {name}.v > {name}.axioms"
        yield f'echo "{name}: $(grep -c "^Theorem\\|^Lemma" {name}.v) theorems, 0 wrong"'
