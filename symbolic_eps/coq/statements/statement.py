"""What a branch of a closed form says, as the statement of a theorem about mechanisms and adversaries.

The words (`is_budget`, `respected`, ...) are defined in `Privacy.v`; the statement names no polynomial, no x
and no certificate: a profile, its domain, the parameters' conditions, and the budget.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import fill

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.coq.statements.setting import SETTINGS
from symbolic_eps.coq.statements.values import part_of, written
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.report.formula import formula, spoken
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition

_WIDTH = 108
_AND = " /\\ "
_OR = " \\/ "
_ORDER = {"": "y' = x'", "least": "x' <= y'", "greatest": "y' <= x'"}
"""How the root x' and any other root y' compare."""

_RESERVED = frozenset(
    {"as", "at", "cofix", "do", "else", "end", "exists", "fix", "for", "forall", "fun", "if", "in", "let"}
    | {"match", "mod", "of", "return", "then", "using", "where", "with"}
    | {"IF", "Prop", "Set", "Type", "R", "ln", "exp", "sqrt", "Rmax", "Rmin", "pow"}
    | {"Rle_lt_dec", "Rlt_le_dec", "Req_EM_T"}
    | {"Finite", "Unbounded", "is_budget", "is_budget_in", "bounded", "invariant", "numbered_root"}
)
"""Names that would mean something else in a statement."""


def statement(name: str, profile: RiskProfile, branch: Branch) -> str:
    r"""The theorem that the budget is as a branch says where the branch's conditions hold.

    Parameters
    ----------
    name : str
        The theorem's name.
    profile : RiskProfile
        Of rational functions, maxima, minima and cases; its assumptions are premises.
    branch : Branch
        With a closed form, or eps = oo, or a root between two ends: the only one, the greatest, or one
        with its number from the least on.

    Returns
    -------
    str
        The theorem without its proof.

    Raises
    ------
    symbolic_eps.errors.InputError
        A profile of another form, or a parameter with a name that means something in Coq.
    symbolic_eps.errors.UndecidedError
        The budget is told by another root.

    Examples
    --------
    >>> from symbolic_eps import infimum
    >>> profile = RiskProfile("max(a/(p*q), r)", ["0<a<1", "r>1"])
    >>> print(statement("capped", profile, infimum(profile).branches[0]))
    Theorem capped : forall a r : R,
      a > 0 ->
      a < 1 ->
      r > 1 ->
      is_budget (fun p q => True) (fun p q => Rmax r (a/(p*q)))
        (Finite (ln((r - a)/(1 - a))/2)).
    """
    lines = _premises(name, profile)
    lines += [f"  {comparison(c)} ->" for c in branch.conditions]
    if branch.polynomial is not None and branch.epsilon is None:
        lines.append(_filled(the_root(branch)))
    lines.append(_filled(f"{SETTINGS[profile.variant].budget} {domain(profile)} {risk(profile)}"))
    lines.append(_filled(f"{budget(branch)}.", "    "))
    return "\n".join(lines)


def all_cases(name: str, profile: RiskProfile, cases: Sequence[Sequence[Condition]]) -> str:
    r"""The theorem that for all parameters that the assumptions allow some case holds.

    Examples
    --------
    >>> from symbolic_eps import infimum
    >>> profile = RiskProfile("max(a/q, r)", ["a>1", "r>1"], fixed={"q": 1})
    >>> print(all_cases("cases", profile, [b.conditions for b in infimum(profile).branches]))
    Theorem cases : forall a r : R,
      a > 1 ->
      r > 1 ->
      r <= a \/ a < r.
    """
    parts = [_AND.join(map(comparison, conditions)) or "True" for conditions in cases]
    texts = [f"({part})" if _AND in part else part for part in parts]
    return "\n".join([*_premises(name, profile), _filled(f"{_OR.join(texts)}.")])


def _premises(name: str, profile: RiskProfile) -> list[str]:
    """The head of a theorem, and what is assumed of the parameters."""
    names = sorted(s.name for s in profile.parameters)
    if taken := [n for n in names if n in _RESERVED or not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", n)]:
        raise InputError(f"the parameter {taken[0]} has a name that Coq cannot use: choose another")
    binder = f" forall {' '.join(names)} : R," if names else ""
    return [f"Theorem {name} :{binder}", *(f"  {comparison(c)} ->" for c in profile.parameter_region)]


def the_root(branch: Branch) -> str:
    """That x' is the only root of the branch's polynomial in its interval, or which of several."""
    assert branch.polynomial is not None
    low, high = (as_coq(end) for end in branch.between or WHOLE)
    polynomial = _coq(formula(branch.polynomial))
    below = "<" if branch.number else "<="

    def value(name: str) -> str:
        return re.sub(rf"\b{DECAY.name}\b", name, polynomial)

    def is_root(name: str) -> tuple[str, str]:
        return f"{low} {below} {name} {below} {high}", f"{value(name)} = 0"

    if branch.number > 1:
        of_y = value("y'")
        ends = " ".join(end if end.isalnum() else f"({end})" for end in (low, high))
        told = f"numbered_root {branch.number} (fun y' => {of_y}) {ends} x'"
        return f"exists x' : R, {told} /\\"
    (inside, root), (also_inside, also_root) = is_root("x'"), is_root("y'")
    if branch.which not in _ORDER:
        raise UndecidedError(f"no statement in Coq says that X is the {branch.which} of several roots")
    told = f"forall y', {also_inside} -> {also_root} -> {_ORDER[branch.which]}"
    return f"exists x' : R, ({inside} /\\ {root} /\\ {told}) /\\"


def comparison(condition: Condition) -> str:
    """A condition on numbers, such as `a < q*r`."""
    return _coq(spoken(condition.relational)).replace("!=", "<>").replace("==", "=")


def domain(profile: RiskProfile) -> str:
    """The priors for which the profile is enforced, as a function of p and q."""
    own = {v: sp.Symbol(f"{v.name}'", real=True) for v in PRIORS}
    parts = [f"{own[v].name} = {_coq(formula(value))}" for v, value in profile.fixed.items()]
    if not parts:
        parts = [comparison(c) for c in profile.box]
        return f"(fun p q => {_AND.join(parts) or 'True'})"
    for condition in profile.box:
        moving = {v: new for v, new in own.items() if profile.fixed.get(v) != v}
        moved = Condition(condition.polynomial.xreplace(moving), condition.relation)
        parts.append(comparison(moved))
    return f"(fun p' q' => {_AND.join(parts)})"


def budget(branch: Branch) -> str:
    """`Unbounded`, or `Finite` with the closed form, or with the logarithm of the root x'."""
    if branch.polynomial is None:
        return "Unbounded"
    if branch.epsilon is None:
        return "(Finite (- ln x'))"
    return f"(Finite ({_coq(formula(branch.epsilon))}))"


def risk(profile: RiskProfile) -> str:
    """The profile as a function of p and q: `Rmin` and `Rmax` of two at a time, `if` for cases."""
    return f"(fun p q => {written(part_of(profile.bound), as_coq)})"


def as_coq(expression: sp.Expr) -> str:
    """An expression as Coq reads it, such as `a*(1 - q)^2`: its powers are natural numbers."""
    inverses = expression.replace(
        lambda e: e.is_Pow and e.exp.is_Integer and e.exp < -1,
        lambda e: sp.Pow(e.base**-e.exp, -1, evaluate=False),
    )
    return _coq(formula(inverses))


def _coq(text: str) -> str:
    return re.sub(r"\bAbs\(", "Rabs(", re.sub(r"\blog\(", "ln(", text)).replace("**", "^")


def _filled(text: str, margin: str = "  ") -> str:
    return fill(text, _WIDTH, initial_indent=margin, subsequent_indent=margin + "  ", break_on_hyphens=False)
