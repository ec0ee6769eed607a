"""The closed-form table as data that every rendering shares: what is shown of a row, and in which words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch, PiecewiseInfimum
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.report.formula import formula, profile_formula, relational_text, sentence
from symbolic_eps.theory.variants import Variant
from verify.evidence import Grade
from verify.language.condition import Condition


@dataclass(frozen=True)
class PrintedEntry:
    """A printed entry beside the derived branch that answers it.

    Parameters
    ----------
    paper, locator : str
        Where it is printed.
    branch : int
        Index of the derived branch.
    verdict : str
        Verdict word.
    condition : sympy.Basic
        The printed condition.
    epsilon : sympy.Expr
        The printed formula or number.
    hypothesis : tuple of Condition
        What the printed condition leaves out.
    witness : mapping of Symbol to Expr or None
        Parameters at which the cell fails as printed.
    """

    paper: str
    locator: str
    branch: int
    verdict: str
    condition: sp.Basic
    epsilon: sp.Expr
    hypothesis: tuple[Condition, ...] = ()
    witness: Mapping[sp.Symbol, sp.Expr] | None = None


@dataclass(frozen=True)
class TableEntry:
    """One row: a profile, its derived closed form and what is printed for it.

    `theorems` are those of Coq that state its branches, one for each, or none.
    """

    identifier: str
    display: str
    derived: PiecewiseInfimum
    printed: tuple[PrintedEntry, ...] = ()
    theorems: tuple[str, ...] = ()

    @property
    def grade(self) -> Grade:
        """The derivation's, or `theorem` where theorems of Coq state all branches."""
        return Grade.THEOREM if self.theorems else self.derived.grade

    @property
    def proof(self) -> str:
        """The grade, and the names of the theorems."""
        return f"{self.grade} ({', '.join(self.theorems)})" if self.theorems else str(self.grade)

    def printed_for(self, branch: int) -> tuple[PrintedEntry, ...]:
        """The printed entries that belong to a derived branch."""
        return tuple(entry for entry in self.printed if entry.branch == branch)


def profile_text(entry: TableEntry) -> str:
    """The profile in words: the bound, what is fixed, where it is enforced."""
    profile = entry.derived.profile
    parts = [f"r* = {profile_formula(profile.bound)}"]
    parts += [f"{v} fixed" if v == value else f"{v} = {value}" for v, value in profile.fixed.items()]
    if profile.box:
        parts.append(f"for {sentence(profile.box)}")
    return ", ".join(parts)


def scope_text(profile: RiskProfile) -> str:
    """Which priors a recommendation is about, and for which bound, behind its first line."""
    scope = [f"{v} = {profile_formula(value)}" for v, value in profile.fixed.items()]
    if profile.box:
        scope.append(sentence(profile.box))
    if profile.variant != Variant.UNBOUNDED:
        scope.append(f"{profile.variant} bound")
    return f"  ({', '.join(scope)})" if scope else "  (all priors)"


def assumptions_text(entry: TableEntry) -> str:
    """What is assumed of the parameters, in words."""
    return sentence(entry.derived.profile.parameter_region)


def attained_text(branch: Branch, derived: PiecewiseInfimum) -> str:
    """Where the branch's value is attained, in words; empty where eps = oo."""
    return "; ".join(_place_text(a, derived) for a in branch.attained)


def _place_text(attainment: Attainment, derived: PiecewiseInfimum) -> str:
    priors = [v for v in PRIORS if v in attainment.place]
    if attainment.kind is AttainmentKind.LIMIT:
        text = "limit " + ", ".join(f"{v} -> {formula(attainment.place[v])}" for v in priors)
    elif not priors:
        text = "at the fixed priors"
    elif attainment.segment_end is None:
        text = "at " + ", ".join(f"{v} = {formula(attainment.place[v])}" for v in priors)
    else:
        text = segment_text({v.name: (attainment.place[v], attainment.segment_end[v]) for v in priors})
    when = sentence(attainment.conditions) if attainment.conditions else ""
    return f"{text} if {when}" if when else text


def segment_text(ends: Mapping[str, tuple[sp.Expr, sp.Expr]]) -> str:
    """A segment in words: a range for one prior, or from point to point where both change."""
    changing = [name for name, (start, end) in ends.items() if start != end]
    if len(changing) > 1:
        points = [", ".join(f"{name} = {formula(pair[i])}" for name, pair in ends.items()) for i in (1, 0)]
        return f"on the line from ({points[0]}) to ({points[1]})"
    return "all along " + ", ".join(
        f"{name} = {formula(start)}" if start == end else f"{name} from {formula(end)} to {formula(start)}"
        for name, (start, end) in ends.items()
    )


def epsilon_text(branch: Branch) -> str:
    """The branch's value as text; for a root without a closed form, the polynomial and its interval."""
    if branch.epsilon is not None:
        return formula(branch.epsilon)
    assert branch.polynomial is not None and branch.between is not None
    low, high = branch.between
    which = f"{branch.which} root" if branch.which else "root"
    return f"-log(x), x the {which} of {formula(branch.polynomial)} between {low} and {high}"


def witness_text(witness: Mapping[sp.Symbol, sp.Expr]) -> str:
    """A point as `a = 1/4, r = 3`."""
    return ", ".join(f"{s} = {v}" for s, v in sorted(witness.items(), key=lambda item: str(item[0])))


def verdict_text(entry: PrintedEntry) -> str:
    """The verdict with its reason: `holds`, or what is missing and a point that shows it."""
    if not entry.witness:
        return entry.verdict
    reason = f"only if {', '.join(map(relational_text, entry.hypothesis))}; " if entry.hypothesis else ""
    return f"{entry.verdict}: {reason}fails at {witness_text(entry.witness)}"


def summary(entries: Sequence[TableEntry]) -> str:
    """How many printed entries agree."""
    verdicts = [p.verdict for e in entries for p in e.printed]
    counts = ", ".join(f"{verdicts.count(word)} {word}" for word in dict.fromkeys(verdicts))
    branches = sum(len(e.derived.branches) for e in entries)
    profiles = f"{len(entries)} profile{'s' * (len(entries) != 1)}"
    derived = f"{branches} branch{'es' * (branches != 1)} derived"
    printed = f"{len(verdicts)} printed entr{'ies' if len(verdicts) != 1 else 'y'}"
    return f"{profiles}, {derived}; {printed}: {counts}"
